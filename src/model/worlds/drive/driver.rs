//! Who drives: control inputs that are known, or a pilot that looks where the car is.

use super::course;
use super::trial::Trial;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::config::{ControlChange, ControlInput};

/// A pilot looks this often, unless a loop has a rate of its own for that.
const LOOK: Span = Span::from_flicks(FLICKS_PER_SECOND / 30);

/// What a pilot does from one look to the next.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pilot {
    /// What is held down until the next look.
    pub held: ControlInput,
    /// When it looks next; the look that is due at the beginning is due at once.
    looks: Time,
}

impl Pilot {
    /// Looks where the car is if it is time to.
    pub fn look_if_due(&mut self, at: Time, trial: &Trial) {
        if at >= self.looks {
            self.look(at, trial);
        }
    }

    /// Looks where the car is.
    pub fn look(&mut self, at: Time, trial: &Trial) {
        self.held = course::pilot(trial.car.pos, trial.car.heading);
        self.looks = at.floor_to(LOOK) + LOOK;
    }
}

/// What the strokes say is held at `moment`.
pub fn held(strokes: &[ControlChange], moment: Time) -> ControlInput {
    let past = strokes.partition_point(|stroke| stroke.at() <= moment);
    past.checked_sub(1).map_or_else(ControlInput::default, |last| strokes[last].pedals)
}
