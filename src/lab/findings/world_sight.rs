//! What is seen of a pane's world: how its passes ended, and once in every tenth of a second how far its bodies are off their
//! exact paths, how many have exploded, and what the world says of itself.

use super::symptom::TICK;
use crate::base::time::{Span, Time};
use crate::model::world::{Readout, State, Tally, World};
use std::rc::Rc;

/// What was seen of a world after an update or a thought.
#[derive(Clone, Debug, PartialEq)]
pub struct WorldSight {
    /// The beginning of the update.
    pub at: Time,
    /// The simulated time.
    pub sim: Time,
    /// How far the body that is farthest off its exact path is off, in widths of a body. Bodies that have exploded have no place,
    /// and where one rests at a wall is a matter of its pass.
    pub off_path: f64,
    /// How many bodies have left all bounds.
    pub exploded: usize,
    /// How the passes have ended so far.
    pub tally: Tally,
    /// What the world says of something that should not have happened.
    pub alarm: Option<Rc<str>>,
}

impl WorldSight {
    /// Looks at `world` after what began at `at`.
    fn of(world: &World, at: Time) -> WorldSight {
        let kind = world.kind();
        let mut farthest: f64 = 0.0;
        world.with_exact_state(world.sim(), &mut |exact| {
            for (body, exact) in world.bodies().iter().zip(exact) {
                let rests = exact.state == State::Caught || kind.track.is_none() && body.pass != exact.pass;
                if body.state != State::Exploded && !rests {
                    farthest = farthest.max(kind.unwrapped(body, exact).pos.distance(exact.pos));
                }
            }
        });
        let readouts = world.readouts(&world.frame_at(at));
        WorldSight {
            at,
            sim: world.sim(),
            off_path: farthest / kind.body_width,
            exploded: world.exploded(),
            tally: world.tally(),
            alarm: readouts.iter().find_map(Readout::alarm_sentence).map(Rc::from),
        }
    }
}

/// Looks at a world after the first update that begins in each tenth of a second, and whenever a pass has ended.
#[derive(Clone, Copy, Debug)]
pub struct WorldWatch {
    /// The number of the last tenth of a second that was looked at.
    tenth: i64,
    tally: Tally,
}

impl Default for WorldWatch {
    fn default() -> WorldWatch {
        WorldWatch { tenth: -1, tally: Tally::default() }
    }
}

impl WorldWatch {
    /// Looks at `world` after what began at `at`, if it is time to.
    pub fn look(&mut self, world: &World, at: Time) -> Option<WorldSight> {
        let (tenth, tally) = ((at - Time::ZERO).whole(TICK), world.tally());
        if tenth == self.tenth && tally == self.tally {
            return None;
        }
        (self.tenth, self.tally) = (tenth, tally);
        Some(WorldSight::of(world, at))
    }
}

/// The passes that ended lately.
pub const RECENT_PASSES: Span = crate::lab::metrics::reach::RECENT_PASSES;
