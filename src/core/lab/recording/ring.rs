//! A list that drops its beginning, in pieces of equal size: no element ever moves, and none is copied to make room.

use crate::base::time::Time;
use std::collections::VecDeque;

const PIECE: usize = 512;

pub trait Timed: Copy {
    fn at(&self) -> Time;
}

impl Timed for Time {
    fn at(&self) -> Time {
        *self
    }
}

/// Elements in the order of their times, each with its number since the beginning.
#[derive(Clone, Debug)]
pub struct Ring<T> {
    pieces: VecDeque<Vec<T>>,
    first: usize,
    next: usize,
}

impl<T> Default for Ring<T> {
    fn default() -> Ring<T> {
        Ring { pieces: VecDeque::new(), first: 0, next: 0 }
    }
}

impl<T: Timed> Ring<T> {
    pub fn push(&mut self, element: T) {
        if self.pieces.back().is_none_or(|piece| piece.len() == PIECE) {
            self.pieces.push_back(Vec::with_capacity(PIECE));
        }
        if let Some(piece) = self.pieces.back_mut() {
            piece.push(element);
            self.next += 1;
        }
    }

    /// Drops whole pieces that are older than `oldest`, but not the newest piece.
    pub fn forget_before(&mut self, oldest: Time) {
        let is_old = |piece: &Vec<T>| piece.last().is_some_and(|last| last.at() < oldest);
        while self.pieces.len() > 1 && self.pieces.front().is_some_and(is_old) {
            self.first += self.pieces.pop_front().map_or(0, |piece| piece.len());
        }
    }

    pub fn last_mut(&mut self) -> Option<&mut T> {
        self.pieces.back_mut().and_then(|piece| piece.last_mut())
    }

    /// Returns element `number`; `None` if it is not stored. The caller must not change the element's time.
    pub fn get_mut(&mut self, number: usize) -> Option<&mut T> {
        let place = number.checked_sub(self.first)?;
        self.pieces.get_mut(place / PIECE)?.get_mut(place % PIECE)
    }

    pub fn range(&self) -> std::ops::Range<usize> {
        self.first..self.next
    }

    /// Returns element `number`, counted from the beginning of the run; `None` if it is not stored.
    pub fn get(&self, number: usize) -> Option<&T> {
        let place = number.checked_sub(self.first)?;
        self.pieces.get(place / PIECE)?.get(place % PIECE)
    }

    /// Returns the number of the first element for which `before` is false; `before` must be false for all later elements too.
    pub fn partition_point(&self, before: impl Fn(&T) -> bool) -> usize {
        let piece = self.pieces.partition_point(|piece| piece.last().is_some_and(&before));
        let inside = self.pieces.get(piece).map_or(0, |piece| piece.partition_point(&before));
        (self.first + piece * PIECE + inside).min(self.next)
    }

    pub fn since(&self, number: usize) -> impl Iterator<Item = &T> {
        (number.max(self.first)..self.next).filter_map(|number| self.get(number))
    }

    /// Returns the elements before number `number`, the last one first.
    pub fn before(&self, number: usize) -> impl Iterator<Item = &T> {
        (self.first..number.min(self.next)).rev().filter_map(|number| self.get(number))
    }

    pub fn bytes(&self) -> usize {
        self.pieces.len() * PIECE * size_of::<T>()
    }
}

#[cfg(test)]
mod tests {
    use crate::base::time::Span;
    use crate::lab::recording::ring::*;

    /// Returns a ring of moments, of which the last `reach` flicks are stored.
    fn filled(count: i64, reach: i64) -> Ring<Time> {
        let mut ring = Ring::default();
        for at in (0..count).map(Time::from_flicks) {
            ring.push(at);
            ring.forget_before(at - Span::from_flicks(reach));
        }
        ring
    }

    #[test]
    fn elements_keep_their_numbers_when_older_ones_are_forgotten() {
        let ring = filled(10_000, 3000);
        assert!(ring.range().start > 5000 && ring.range().start <= 7000, "{:?}", ring.range());
        for number in ring.range() {
            assert_eq!(ring.get(number), Some(&Time::from_flicks(number as i64)));
        }
        assert_eq!(ring.get(ring.range().start - 1), None);
        assert_eq!(ring.get(10_000), None);
    }

    #[test]
    fn a_moment_is_found_among_the_elements() {
        let ring = filled(10_000, 3000);
        for at in [0, 6999, 7000, 9999, 20_000] {
            let found = ring.partition_point(|time| time.flicks() < at);
            assert_eq!(found as i64, at.clamp(ring.range().start as i64, 10_000));
        }
    }
}
