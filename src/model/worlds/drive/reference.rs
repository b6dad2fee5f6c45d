//! The exact drive: closed form from one control input to the next, contacts looked for 240 times a second.

use super::driver::{self, Pilot};
use super::trial::Trial;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::config::{ControlChange, ControlInput};

const SECOND: Span = Span::from_flicks(FLICKS_PER_SECOND);
const SLICE: Span = Span::from_flicks(FLICKS_PER_SECOND / 240);

/// Remembers where things stood at every whole second, and where they stood last, as far as they were asked for.
#[derive(Debug, Default)]
pub struct Reference {
    seconds: Vec<Stage>,
    /// At the beginning of the slice that was last asked for.
    last: Option<Stage>,
    /// The control inputs that all this belongs to.
    strokes: Vec<ControlChange>,
}

/// A moment of the drive at which a slice begins.
#[derive(Clone, Debug)]
struct Stage {
    at: Time,
    trial: Trial,
    /// Where a pilot drives.
    pilot: Option<Pilot>,
}

impl Reference {
    /// Where everything is at `moment` of a drive by a pilot, or by these control inputs. They may grow from one call to
    /// the next, and change at their end.
    pub fn at(&mut self, moment: Time, piloted: bool, strokes: &[ControlChange]) -> Trial {
        self.learn(strokes);
        if self.seconds.is_empty() {
            let pilot = piloted.then(Pilot::default);
            self.seconds.push(Stage { at: Time::ZERO, trial: Trial::at_start(), pilot });
        }
        let second = (moment - Time::ZERO).whole(SECOND).max(0) as usize;
        let known = self.seconds[second.min(self.seconds.len() - 1)].clone();
        let mut stage = self.last.take().filter(|last| last.at <= moment && last.at > known.at).unwrap_or(known);
        loop {
            let next = (stage.at + SLICE).floor_to(SLICE).min(next_stroke(strokes, stage.at));
            if next > moment {
                break;
            }
            stage.drive_until(next, strokes);
            if next == Time::ZERO + SECOND * self.seconds.len() as i64 {
                self.seconds.push(stage.clone());
            }
        }
        let trial = if stage.at < moment {
            let mut rest = stage.clone();
            rest.drive_until(moment, strokes);
            rest.trial
        } else {
            stage.trial
        };
        self.last = Some(stage);
        trial
    }

    /// Forgets what was known of the time after a new or a withdrawn control input.
    fn learn(&mut self, strokes: &[ControlChange]) {
        let mut changed = Time::NEVER;
        while let Some(stroke) = self.strokes.last()
            && strokes.get(self.strokes.len() - 1) != Some(stroke)
        {
            changed = changed.min(stroke.at());
            self.strokes.pop();
        }
        if let Some(stroke) = strokes.get(self.strokes.len()) {
            changed = changed.min(stroke.at());
            self.strokes.extend_from_slice(&strokes[self.strokes.len()..]);
        }
        while self.seconds.last().is_some_and(|stage| stage.at > changed) {
            self.seconds.pop();
        }
        self.last = self.last.take().filter(|last| last.at <= changed);
    }
}

impl Stage {
    /// Goes on until `end`, no further than the end of the slice or the next control input.
    fn drive_until(&mut self, end: Time, strokes: &[ControlChange]) {
        let held: ControlInput = match &mut self.pilot {
            Some(pilot) => {
                pilot.look_if_due(self.at, &self.trial);
                pilot.held
            }
            None => driver::held(strokes, self.at),
        };
        self.trial.driven(held, (end - self.at).as_secs());
        self.at = end;
    }
}

fn next_stroke(strokes: &[ControlChange], at: Time) -> Time {
    strokes[strokes.partition_point(|stroke| stroke.at() <= at)..].first().map_or(Time::NEVER, ControlChange::at)
}
