//! Who drives: somebody whose strokes are known, or a pilot who looks where the car is.

use super::course;
use super::trial::Trial;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::config::{ControlChange, ControlInput};

/// A pilot looks this often, unless a loop has a rate of its own for that.
const LOOK: Span = Span::from_flicks(FLICKS_PER_SECOND / 30);

#[derive(Clone, Debug)]
pub enum Driver {
    /// Hands, or their recording.
    Strokes,
    Pilot(Pilot),
}

#[derive(Clone, Debug, Default)]
pub struct Pilot {
    held: ControlInput,
    /// When it looks next; the look that is due at the beginning is due at once.
    looks: Time,
    /// Whether it looks only when it is told to.
    pub apart: bool,
}

impl Driver {
    /// What is held down in a step that begins at `at`.
    pub fn holds(&mut self, at: Time, trial: &Trial, strokes: &[ControlChange]) -> ControlInput {
        match self {
            Driver::Strokes => held(strokes, at),
            Driver::Pilot(pilot) => {
                if !pilot.apart && at >= pilot.looks {
                    pilot.look(at, trial);
                }
                pilot.held
            }
        }
    }

    /// A pilot looks where the car is.
    pub fn look(&mut self, at: Time, trial: &Trial) {
        if let Driver::Pilot(pilot) = self {
            pilot.look(at, trial);
        }
    }
}

impl Pilot {
    fn look(&mut self, at: Time, trial: &Trial) {
        self.held = course::pilot(trial.car.pos, trial.car.heading);
        self.looks = at.floor_to(LOOK) + LOOK;
    }
}

/// What the strokes say is held at `moment`.
pub fn held(strokes: &[ControlChange], moment: Time) -> ControlInput {
    let past = strokes.partition_point(|stroke| stroke.at() <= moment);
    past.checked_sub(1).map_or_else(ControlInput::default, |last| strokes[last].pedals)
}
