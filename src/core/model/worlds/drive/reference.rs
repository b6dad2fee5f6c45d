//! The exact drive: in closed form between two changes of the pedals, with contacts tested 240 times a second.

use super::lap::{self, Lap, Pilot};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::config::control::{ControlChange, ControlInput};

const SECOND: Span = Span::from_flicks(FLICKS_PER_SECOND);
const SLICE: Span = Span::from_flicks(FLICKS_PER_SECOND / 240);

/// The exact drive, computed as far as it has been read, with a stored state at every whole second.
#[derive(Debug, Default)]
pub struct DriveReference {
    seconds: Vec<DriveMoment>,
    /// The state at the beginning of the slice that was read last.
    last: Option<DriveMoment>,
    /// The changes of the pedals from which all states follow.
    strokes: Vec<ControlChange>,
}

/// The state at the beginning of a slice.
#[derive(Clone, Debug)]
struct DriveMoment {
    at: Time,
    lap: Lap,
    /// The pilot who drives the car; `None` if recorded changes of the pedals do.
    pilot: Option<Pilot>,
}

impl DriveReference {
    /// Returns the state at `moment` of a drive by a pilot, or by these changes of the pedals. From one call to the next,
    /// `strokes` may grow, and its end may change.
    pub fn at(&mut self, moment: Time, piloted: bool, strokes: &[ControlChange]) -> Lap {
        self.learn(strokes);
        if self.seconds.is_empty() {
            let pilot = piloted.then(Pilot::default);
            self.seconds.push(DriveMoment { at: Time::ZERO, lap: Lap::at_start(), pilot });
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
        let lap = if stage.at < moment {
            let mut rest = stage.clone();
            rest.drive_until(moment, strokes);
            rest.lap
        } else {
            stage.lap
        };
        self.last = Some(stage);
        lap
    }

    /// Drops every stored state that is wrong now, because a change of the pedals before it is new or no longer exists.
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

impl DriveMoment {
    /// Drives until `end`, which must not lie beyond the end of the slice or the next change of the pedals.
    fn drive_until(&mut self, end: Time, strokes: &[ControlChange]) {
        let held: ControlInput = match &mut self.pilot {
            Some(pilot) => {
                pilot.look_if_due(self.at, &self.lap);
                pilot.held
            }
            None => lap::held(strokes, self.at),
        };
        self.lap.driven(held, (end - self.at).as_secs());
        self.at = end;
    }
}

fn next_stroke(strokes: &[ControlChange], at: Time) -> Time {
    strokes[strokes.partition_point(|stroke| stroke.at() <= at)..].first().map_or(Time::NEVER, ControlChange::at)
}
