//! The bodies of many states one after the other, each with numbers of its own, in few bytes and bit for bit.
//!
//! A state differs little from the one before it: a body at rest in nothing, a bullet in one number. So a body is a byte
//! that tells which of its eight words have changed, and those words. So are a state's eight numbers. A piece begins with
//! a whole state.

use crate::model::world::{Body, Numbers, State};
use std::collections::VecDeque;

/// What a body takes that is at rest nowhere: its place, its velocity, and the byte that says so.
const USUAL: usize = 1 + 4 * 8;

/// A piece ends at this many states or bytes, whichever comes first: reading one state reads at most its piece.
const STATES: usize = 64;
const BYTES: usize = 128 * 1024;

#[derive(Debug)]
struct Piece {
    first: usize,
    count: usize,
    bytes: Vec<u8>,
}

/// States by their number since the beginning; the oldest are forgotten.
#[derive(Debug)]
pub struct States {
    pieces: VecDeque<Piece>,
    last: Vec<Body>,
    numbers: Numbers,
    next: usize,
    size: usize,
    most_bytes: usize,
}

impl States {
    /// Keeps states in at most about `most_bytes` bytes.
    pub fn new(most_bytes: usize) -> States {
        States { pieces: VecDeque::new(), last: Vec::new(), numbers: Numbers::default(), next: 0, size: 0, most_bytes }
    }

    /// Adds a state; those numbered before `oldest` need not be kept. Where there is not even room for four, none is.
    pub fn push(&mut self, bodies: &[Body], numbers: Numbers, oldest: usize) {
        if bodies.len() * USUAL > self.most_bytes / 4 {
            *self = States { next: self.next + 1, ..States::new(self.most_bytes) };
            return;
        }
        let full = |piece: &Piece| piece.count == STATES || piece.bytes.len() >= BYTES;
        if self.last.len() != bodies.len() || self.pieces.back().is_none_or(full) {
            self.begin(bodies.len(), oldest);
        }
        if let Some(piece) = self.pieces.back_mut() {
            for (before, body) in self.last.iter().zip(bodies) {
                write(&mut piece.bytes, words(before), words(body));
            }
            write(&mut piece.bytes, self.numbers.map(f64::to_bits), numbers.map(f64::to_bits));
            piece.count += 1;
        }
        self.numbers = numbers;
        self.last.copy_from_slice(bodies);
        self.next += 1;
    }

    /// Begins a piece, and forgets those that are too old or too many; the newest stays in any case.
    fn begin(&mut self, bodies: usize, oldest: usize) {
        if let Some(piece) = self.pieces.back_mut() {
            piece.bytes.shrink_to_fit();
            self.size += piece.bytes.capacity();
        }
        while self.pieces.len() > 1 && (self.size > self.most_bytes || self.pieces[1].first <= oldest) {
            self.size -= self.pieces.pop_front().map_or(0, |piece| piece.bytes.capacity());
        }
        self.last.clear();
        self.last.resize(bodies, Body::default());
        self.numbers = Numbers::default();
        self.pieces.push_back(Piece { first: self.next, count: 0, bytes: Vec::new() });
    }

    /// The numbers of the states that are kept.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.pieces.front().map_or(self.next, |piece| piece.first)..self.next
    }

    /// Writes state `number` into `bodies` and answers its numbers; nothing where it is not kept.
    pub fn read(&self, number: usize, bodies: &mut Vec<Body>) -> Option<Numbers> {
        let mut found = None;
        bodies.clear();
        self.read_each(number..number + 1, |_, state, numbers| {
            bodies.extend_from_slice(state);
            found = Some(numbers);
        });
        found
    }

    /// Calls `each` with every kept state of `range`, in order.
    pub fn read_each(&self, range: std::ops::Range<usize>, mut each: impl FnMut(usize, &[Body], Numbers)) {
        let mut bodies = Vec::new();
        let first = self.pieces.partition_point(|piece| piece.first + piece.count <= range.start);
        for piece in self.pieces.iter().skip(first).take_while(|piece| piece.first < range.end) {
            bodies.clear();
            bodies.resize(self.last.len(), Body::default());
            let (mut bytes, mut numbers) = (&piece.bytes[..], Numbers::default());
            for number in piece.first..(piece.first + piece.count).min(range.end) {
                for body in &mut bodies {
                    *body = body_of(read(&mut bytes, words(body)));
                }
                numbers = read(&mut bytes, numbers.map(f64::to_bits)).map(f64::from_bits);
                if number >= range.start {
                    each(number, &bodies, numbers);
                }
            }
        }
    }

    /// How many bytes the states take.
    pub fn bytes(&self) -> usize {
        let open = self.pieces.back().map_or(0, |piece| piece.bytes.capacity());
        self.size + open + self.last.capacity() * size_of::<Body>()
    }
}

fn words(body: &Body) -> [u64; 8] {
    let Body { pos, vel, heading, spin, pass, state } = *body;
    let [px, py, vx, vy, heading, spin] = [pos.x, pos.y, vel.x, vel.y, heading, spin].map(f64::to_bits);
    [px, py, vx, vy, heading, spin, pass as u64, state as u64]
}

fn body_of(words: [u64; 8]) -> Body {
    let [x, y, vx, vy, heading, spin] = [0, 1, 2, 3, 4, 5].map(|word| f64::from_bits(words[word]));
    let state = State::ALL.get(words[7] as usize).copied().unwrap_or_default();
    Body { pos: glam::DVec2::new(x, y), vel: glam::DVec2::new(vx, vy), heading, spin, pass: words[6] as i64, state }
}

fn write(bytes: &mut Vec<u8>, old: [u64; 8], new: [u64; 8]) {
    let place = bytes.len();
    bytes.push(0);
    for (bit, (old, new)) in old.iter().zip(new).enumerate() {
        if *old != new {
            bytes[place] |= 1 << bit;
            bytes.extend_from_slice(&new.to_le_bytes());
        }
    }
}

fn read(bytes: &mut &[u8], mut values: [u64; 8]) -> [u64; 8] {
    let Some((mask, rest)) = bytes.split_first() else { return values };
    *bytes = rest;
    for (bit, value) in values.iter_mut().enumerate() {
        if mask & (1 << bit) != 0
            && let Some((word, rest)) = bytes.split_first_chunk()
        {
            *value = u64::from_le_bytes(*word);
            *bytes = rest;
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(number: usize, bodies: usize) -> Vec<Body> {
        let body = |index: usize| Body {
            spin: -0.0,
            pass: (number / 100) as i64,
            state: State::ALL[number / 7 % 5],
            heading: f64::NAN,
            ..Body::at((number * index) as f64 * 0.1, 3.0)
        };
        (0..bodies).map(body).collect()
    }

    fn numbers(number: usize) -> Numbers {
        [number as f64 * 0.1, 0.0, (number / 10) as f64, -0.0, 0.0, 0.0, 0.0, f64::MAX]
    }

    fn same(a: &[Body], b: &[Body]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| words(a) == words(b))
    }

    #[test]
    fn every_state_comes_back_bit_for_bit() {
        let mut states = States::new(usize::MAX);
        (0..1000).for_each(|number| states.push(&state(number, 5), numbers(number), 0));
        let mut bodies = Vec::new();
        for number in (0..1000).rev() {
            assert_eq!(states.read(number, &mut bodies), Some(numbers(number)));
            assert!(same(&bodies, &state(number, 5)), "state {number}");
        }
        assert_eq!(states.read(1000, &mut bodies), None);
    }

    #[test]
    fn the_numbers_of_the_states_are_their_places_in_the_list() {
        for (place, state) in State::ALL.into_iter().enumerate() {
            assert_eq!(state as usize, place);
        }
    }

    #[test]
    fn states_too_large_to_keep_a_few_of_are_counted_and_not_kept() {
        let mut states = States::new(1_000_000);
        (0..10).for_each(|number| states.push(&state(number, 100), Numbers::default(), 0));
        (10..20).for_each(|number| states.push(&state(number, 10_000), Numbers::default(), 0));
        assert_eq!((states.range(), states.bytes()), (20..20, 0));
        assert_eq!(states.read(19, &mut Vec::new()), None);
        (20..30).for_each(|number| states.push(&state(number, 100), Numbers::default(), 0));
        assert_eq!(states.range(), 20..30);
    }

    #[test]
    fn old_states_are_forgotten_and_memory_is_bounded() {
        let mut states = States::new(1_000_000);
        (0..5000).for_each(|number| states.push(&state(number, 2000), Numbers::default(), 0));
        assert!(states.bytes() < 1_500_000, "{} bytes", states.bytes());
        assert!(!states.range().is_empty() && states.range().start > 0);
        let mut states = States::new(usize::MAX);
        (0..5000).for_each(|number| states.push(&state(number, 3), Numbers::default(), number.saturating_sub(200)));
        assert!((200..400).contains(&states.range().len()), "{:?}", states.range());
    }
}
