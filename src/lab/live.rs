//! The numbers that a pane shows while it runs, over the last two seconds.

use crate::host::{Event, Observer};
use crate::scenes::Body;
use crate::time::{Span, Time};
use std::collections::VecDeque;

/// Long enough to be steady, short enough to follow a slider.
const WINDOW: Span = Span::from_flicks(2 * crate::time::FLICKS_PER_SECOND);
/// A pane that has displayed nothing for so long is not responding.
const PATIENCE: Span = Span::from_flicks(10 * crate::time::FLICKS_PER_SECOND);

/// Remembers the last two seconds of displayed pictures and updates.
#[derive(Debug)]
pub struct Live {
    /// When each picture appeared, and of when it is.
    shown: VecDeque<(Time, Time)>,
    updates: VecDeque<(Time, Span)>,
    last_shown: Time,
}

impl Live {
    pub fn new(start: Time) -> Live {
        Live { shown: VecDeque::new(), updates: VecDeque::new(), last_shown: start }
    }

    /// The pictures that count at `now`: the last two seconds', and at least the last two.
    fn recent(&self, now: Time) -> impl DoubleEndedIterator<Item = &(Time, Time)> + Clone {
        let old = self.shown.iter().take_while(|(at, _)| *at < now - WINDOW).count();
        self.shown.iter().skip(old.min(self.shown.len().saturating_sub(2)))
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

    /// The longest step of the last two seconds.
    pub fn longest_step(&self) -> Option<Span> {
        self.updates.iter().map(|(_, dt)| *dt).max()
    }

    /// Whether a person would say that it hangs.
    pub fn is_responding(&self, now: Time) -> bool {
        now - self.last_shown <= PATIENCE
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
            Event::Update { at, dt, .. } => {
                self.updates.push_back((at, dt));
                while self.updates.pop_front_if(|(old, _)| *old < at - WINDOW).is_some() {}
            }
            _ => {}
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
    }

    #[test]
    fn the_rate_sinks_while_nothing_new_appears_and_after_ten_seconds_it_hangs() {
        let live = shown((0..=100).map(|i| (f64::from(i) * 0.02, 0.0)));
        assert!(live.fps(Time::from_secs(3.0)).unwrap() < 40.0);
        assert!(live.fps(Time::from_secs(10.0)).unwrap() < 0.5);
        assert!(live.is_responding(Time::from_secs(12.0)));
        assert!(!live.is_responding(Time::from_secs(12.1)));
    }
}
