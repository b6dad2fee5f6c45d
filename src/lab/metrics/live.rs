//! The numbers that a pane shows while it runs, over the last two seconds.

use super::metrics::{FrameTiming, animation_error};
use crate::base::time::{Span, Time};
use crate::model::machine::{Event, Observer};
use crate::model::world::Body;
use std::collections::VecDeque;

/// Long enough to be steady, short enough to follow a slider.
const WINDOW: Span = Span::from_flicks(2 * crate::base::time::FLICKS_PER_SECOND);
/// Passes take up to a few seconds, so what happened lately reaches back further than the other numbers.
pub const LATELY: Span = Span::from_flicks(6 * crate::base::time::FLICKS_PER_SECOND);
/// A pane that has displayed nothing for so long is not responding.
const PATIENCE: Span = Span::from_flicks(10 * crate::base::time::FLICKS_PER_SECOND);

/// Remembers what happened in the last two seconds.
#[derive(Debug)]
pub struct Live {
    /// When each picture appeared, and of when it is.
    shown: VecDeque<(Time, Time)>,
    pub(crate) updates: VecDeque<Updated>,
    /// What the computer worked on: updates and pictures, without waiting.
    work: VecDeque<(Time, Span)>,
    /// When each turn began, and how many updates it has made.
    pub(crate) turns: VecDeque<(Time, u64)>,
    start: Time,
    last_shown: Time,
}

/// One update: when it began, by how much it moved the world, and what it cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Updated {
    pub at: Time,
    pub dt: Span,
    pub cost: Span,
}

impl Live {
    pub fn new(start: Time) -> Live {
        Live {
            shown: VecDeque::new(),
            updates: VecDeque::new(),
            work: VecDeque::new(),
            turns: VecDeque::new(),
            start,
            last_shown: start,
        }
    }

    /// The pictures that count at `now`: the last two seconds', and at least the last two.
    pub(crate) fn recent(&self, now: Time) -> impl DoubleEndedIterator<Item = &(Time, Time)> + Clone {
        let old = self.shown.iter().take_while(|(at, _)| *at < now - WINDOW).count();
        self.shown.iter().skip(old.min(self.shown.len().saturating_sub(2)))
    }

    /// How long the numbers reach back at `now`, in seconds.
    fn reach(&self, now: Time) -> f64 {
        (now - self.start).min(WINDOW).as_secs()
    }

    /// Pictures a second. While nothing new appears it sinks, as it does for a person who waits.
    pub fn fps(&self, now: Time) -> Option<f64> {
        let recent = self.recent(now);
        let (first, last) = (recent.clone().next()?.0, recent.clone().next_back()?.0);
        let intervals = recent.count() as f64 - 1.0;
        if intervals < 1.0 {
            return None;
        }
        let mean = (last - first).as_secs() / intervals;
        let waiting = (now - last).as_secs();
        Some(if waiting > mean * 2.0 { (intervals + 1.0) / (now - first).as_secs() } else { 1.0 / mean })
    }

    /// Simulated time over displayed time; 1 is real speed.
    pub fn speed(&self, now: Time) -> Option<f64> {
        let recent = self.recent(now);
        let ((d0, s0), (d1, s1)) = (recent.clone().next()?, recent.clone().next_back()?);
        (d1 > d0).then(|| (*s1 - *s0).ratio(*d1 - *d0))
    }

    /// Mean animation error, ms: |Δs − Δd| from picture to picture.
    pub fn animation_error_ms(&self, now: Time) -> Option<f64> {
        let recent = self.recent(now);
        let shown = |(at, drawn): &(Time, Time)| FrameTiming { at: *at, drawn: *drawn };
        let pairs = recent.clone().zip(recent.skip(1));
        let errors = pairs.map(|(before, now)| animation_error(shown(before), shown(now)).as_millis().abs());
        let (sum, count) = errors.fold((0.0, 0.0), |(sum, count), error| (sum + error, count + 1.0));
        (count > 0.0).then(|| sum / count)
    }

    /// Updates a second.
    pub fn updates_per_second(&self, now: Time) -> f64 {
        let reach = self.reach(now);
        let count = self.updates.iter().filter(|update| update.at >= now - WINDOW).count();
        if reach > 0.0 { count as f64 / reach } else { 0.0 }
    }

    /// The longest step of the last two seconds.
    pub fn longest_step(&self) -> Option<Span> {
        self.updates.iter().map(|update| update.dt).max()
    }

    /// The most updates in one turn of the loop, in the last two seconds.
    pub fn most_updates(&self) -> u64 {
        self.turns.iter().map(|(_, updates)| *updates).max().unwrap_or(0)
    }

    /// (update + render cost) / time, in percent.
    pub fn busy_percent(&self, now: Time) -> f64 {
        let from = now - WINDOW;
        let inside = |(at, cost): &(Time, Span)| ((*at + *cost).min(now) - (*at).max(from)).max(Span::ZERO).as_secs();
        let reach = self.reach(now);
        if reach > 0.0 { 100.0 * self.work.iter().map(inside).sum::<f64>() / reach } else { 0.0 }
    }

    /// How long the display has been showing the same picture.
    pub fn waiting(&self, now: Time) -> Span {
        now - self.last_shown
    }

    /// Whether a person would not yet say that it hangs.
    pub fn is_responding(&self, now: Time) -> bool {
        self.waiting(now) <= PATIENCE
    }

    /// Whether it knows of a turn, an update and two pictures: some numbers reach back to these however old they are.
    pub(crate) fn is_settled(&self) -> bool {
        self.shown.len() >= 2 && !self.updates.is_empty() && !self.turns.is_empty()
    }

    fn work(&mut self, at: Time, cost: Span) {
        self.work.push_back((at, cost));
        while self.work.pop_front_if(|(old, cost)| *old + *cost < at - WINDOW).is_some() {}
    }
}

impl Observer for Live {
    fn note(&mut self, event: &Event, _: &[Body]) {
        match *event {
            Event::Display { at, drawn } => {
                self.last_shown = at;
                self.shown.push_back((at, drawn));
                while self.shown.len() > 2 && self.shown[1].0 < at - WINDOW {
                    self.shown.pop_front();
                }
            }
            Event::Update { at, end, dt, .. } => {
                self.work(at, end - at);
                self.updates.push_back(Updated { at, dt, cost: end - at });
                while self.updates.pop_front_if(|old| old.at < at - WINDOW).is_some() {}
                if let Some((_, updates)) = self.turns.back_mut() {
                    *updates += 1;
                }
            }
            Event::Frame { at } => {
                self.turns.push_back((at, 0));
                while self.turns.pop_front_if(|(old, _)| *old < at - WINDOW).is_some() {}
            }
            Event::Render { at, end, .. } => self.work(at, end - at),
            Event::Sleep { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(pictures: impl IntoIterator<Item = (f64, f64)>) -> Live {
        let mut live = Live::new(Time::ZERO);
        for (at, drawn) in pictures {
            live.note(&Event::Display { at: Time::from_secs(at), drawn: Time::from_secs(drawn) }, &[]);
        }
        live
    }

    #[test]
    fn a_steady_loop_shows_its_rate_and_half_speed_as_half() {
        let live = shown((0..=200).map(|i| (f64::from(i) * 0.02, f64::from(i) * 0.01)));
        let now = Time::from_secs(4.0);
        assert!((live.fps(now).unwrap() - 50.0).abs() < 1e-6);
        assert!((live.speed(now).unwrap() - 0.5).abs() < 1e-6);
        assert!((live.animation_error_ms(now).unwrap() - 10.0).abs() < 1e-6);
    }

    #[test]
    fn the_rate_sinks_while_nothing_new_appears_and_after_ten_seconds_it_hangs() {
        let live = shown((0..=100).map(|i| (f64::from(i) * 0.02, 0.0)));
        assert!(live.fps(Time::from_secs(3.0)).unwrap() < 40.0);
        assert!(live.fps(Time::from_secs(10.0)).unwrap() < 0.5);
        assert!(live.is_responding(Time::from_secs(12.0)));
        assert!(!live.is_responding(Time::from_secs(12.1)));
    }

    #[test]
    fn work_and_updates_are_counted_over_two_seconds() {
        // Turns of 100 ms: two updates of 10 ms each, then a picture of 30 ms, then waiting.
        let mut live = Live::new(Time::ZERO);
        let ms = Span::from_millis;
        for turn in 0..40 {
            let at = Time::ZERO + ms(100.0) * turn;
            live.note(&Event::Frame { at }, &[]);
            for begun in [at, at + ms(10.0)] {
                let event = Event::Update { at: begun, end: begun + ms(10.0), dt: ms(50.0), sim: at, line: 0 };
                live.note(&event, &[]);
            }
            let begun = at + ms(20.0);
            live.note(&Event::Render { at: begun, end: begun + ms(30.0), alpha: None, sim: at, drawn: at, line: 0 }, &[]);
        }
        let now = Time::from_secs(4.0);
        assert!((live.busy_percent(now) - 50.0).abs() < 1e-9);
        assert!((live.updates_per_second(now) - 20.0).abs() < 1e-9);
        assert_eq!(live.most_updates(), 2);
        assert_eq!(live.longest_step(), Some(ms(50.0)));
    }
}
