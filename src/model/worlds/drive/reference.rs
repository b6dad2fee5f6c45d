//! The true drive: closed form from one stroke of the pedals to the next, contacts looked for 240 times a second.

use super::driver::Driver;
use super::trial::Trial;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::config::ControlChange;

const SECOND: Span = Span::from_flicks(FLICKS_PER_SECOND);
const SLICE: Span = Span::from_flicks(FLICKS_PER_SECOND / 240);

/// Remembers where things stood at every whole second, as far as it was asked for.
#[derive(Debug, Default)]
pub struct Reference {
    seconds: Vec<(Trial, Driver)>,
}

impl Reference {
    /// What was known of the time after `moment` is no longer true.
    pub fn forget_after(&mut self, moment: Time) {
        let known = (moment - Time::ZERO).whole(SECOND) + 1;
        self.seconds.truncate(known as usize);
    }

    /// Where everything is at `moment` of a drive by `driver`, who holds down what the strokes say.
    pub fn at(&mut self, moment: Time, driver: &Driver, strokes: &[ControlChange]) -> Trial {
        if self.seconds.is_empty() {
            self.seconds.push((Trial::at_start(), driver.clone()));
        }
        let second = (moment - Time::ZERO).whole(SECOND).max(0) as usize;
        while self.seconds.len() <= second {
            let from = self.seconds.len() - 1;
            let (mut trial, mut driver) = self.seconds[from].clone();
            let from = Time::ZERO + SECOND * from as i64;
            march(&mut trial, &mut driver, strokes, from, from + SECOND);
            self.seconds.push((trial, driver));
        }
        let (mut trial, mut driver) = self.seconds[second].clone();
        march(&mut trial, &mut driver, strokes, Time::ZERO + SECOND * second as i64, moment);
        trial
    }
}

fn march(trial: &mut Trial, driver: &mut Driver, strokes: &[ControlChange], from: Time, to: Time) {
    let mut at = from;
    while at < to {
        let pedals = driver.holds(at, trial, strokes);
        let stroke =
            strokes[strokes.partition_point(|stroke| stroke.at() <= at)..].first().map_or(Time::NEVER, ControlChange::at);
        let end = (at + SLICE).floor_to(SLICE).min(stroke).min(to);
        trial.driven(pedals, (end - at).as_secs());
        at = end;
    }
}
