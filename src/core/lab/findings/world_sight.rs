//! Looks at a pane's world: at the ends of its passes, and once in every tenth of a second at the distance of its bodies from
//! their exact paths, at exploded bodies and at the world's own alarm.

use super::symptom::TICK;
use crate::base::time::Time;
use crate::model::world::{Readout, State, Tally, World};
use std::rc::Rc;

/// The state of a world after an update or a thought.
#[derive(Clone, Debug, PartialEq)]
pub struct WorldSight {
    /// When the update began.
    pub at: Time,
    pub sim: Time,
    /// The largest distance of a body from its exact path, in widths of a body. Bodies that have exploded have no place,
    /// and where one rests at a wall is a matter of its pass.
    pub off_path: f64,
    /// The number of bodies that have left all bounds.
    pub exploded: usize,
    /// The passes that have ended so far.
    pub tally: Tally,
    /// The world's sentence about something that should not have happened; `None` if all is well.
    pub alarm: Option<Rc<str>>,
}

impl WorldSight {
    fn of(world: &World, at: Time) -> WorldSight {
        let kind = world.kind;
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
