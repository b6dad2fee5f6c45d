//! Examines a pane's world: at the ends of its passes, and in every tenth of a second for the distance of its bodies from their
//! exact paths, for exploded bodies and for the world's own alarm.

use super::symptom::TICK;
use crate::base::time::Time;
use crate::model::world::body::{Body, BodyState, Tally};
use crate::model::world::motion::Apex;
use crate::model::world::readout::Readout;
use crate::model::world::stepped_world::World;
use std::rc::Rc;

#[derive(Clone, Debug, PartialEq)]
pub struct WorldSight {
    /// The beginning of the update.
    pub at: Time,
    pub sim: Time,
    /// The largest distance of a body from its exact path, in body widths. Exploded bodies are left out because they have no
    /// position, and bodies at rest at a wall because the tally of passes judges them.
    pub off_path: f64,
    pub exploded: usize,
    /// The height of the last jump that is past its top; `None` without one.
    pub apex: Option<Apex>,
    /// The passes that have ended so far.
    pub tally: Tally,
    /// The beginning of the oldest pass that has ended since the last sight; `None` if none has ended.
    pub began: Option<Time>,
    /// The world's sentence about something that should not have happened; `None` if nothing such has happened.
    pub alarm: Option<Rc<str>>,
}

impl WorldSight {
    fn of(world: &World, at: Time, began: Option<Time>) -> WorldSight {
        let kind = world.kind;
        let mut farthest: f64 = 0.0;
        world.with_exact_state(world.sim(), &mut |exact| {
            for (body, exact) in world.bodies().iter().zip(exact) {
                let rests = exact.state == BodyState::Caught || kind.track.is_none() && body.pass != exact.pass;
                if body.state != BodyState::Exploded && !rests {
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
            apex: world.apex(),
            tally: world.tally(),
            began,
            alarm: readouts.iter().find_map(Readout::alarm_sentence).map(Rc::from),
        }
    }
}

/// Examines a world after the first update that begins in each tenth of a second, and whenever a pass has ended.
#[derive(Clone, Debug)]
pub struct WorldWatch {
    /// The number of the last tenth of a second that was examined.
    tenth: i64,
    tally: Tally,
    /// The start of the pane, at which its first passes begin.
    start: Time,
    /// The pass of each body in a world with walls, after the last update.
    passes: Vec<BodyPass>,
}

#[derive(Clone, Copy, Debug)]
struct BodyPass {
    number: i64,
    began: Time,
    is_open: bool,
}

impl BodyPass {
    fn of(body: &Body, began: Time) -> BodyPass {
        BodyPass { number: body.pass, began, is_open: matches!(body.state, BodyState::Moving | BodyState::Waiting) }
    }
}

impl WorldWatch {
    pub fn new(start: Time) -> WorldWatch {
        WorldWatch { tenth: -1, tally: Tally::default(), start, passes: Vec::new() }
    }

    /// Returns a sight of `world` after an update that began at `at`; `None` if no pass has ended and this tenth of a second has
    /// a sight already.
    pub fn look(&mut self, world: &World, at: Time) -> Option<WorldSight> {
        let ended = if world.tallies().is_empty() { None } else { self.follow(world.bodies(), at) };
        let (tenth, tally) = ((at - Time::ZERO).whole(TICK), world.tally());
        let has_ended = tally != self.tally;
        if tenth == self.tenth && !has_ended {
            return None;
        }
        (self.tenth, self.tally) = (tenth, tally);
        Some(WorldSight::of(world, at, has_ended.then(|| ended.unwrap_or(at))))
    }

    /// Follows the passes of `bodies`. Returns the beginning of the oldest pass that has ended in this update; `None` if none
    /// has.
    fn follow(&mut self, bodies: &[Body], at: Time) -> Option<Time> {
        if self.passes.len() != bodies.len() {
            self.passes = bodies.iter().map(|body| BodyPass { is_open: true, ..BodyPass::of(body, self.start) }).collect();
        }
        let mut oldest: Option<Time> = None;
        for (pass, body) in self.passes.iter_mut().zip(bodies) {
            let is_new = body.pass != pass.number;
            let next = BodyPass::of(body, if is_new { at } else { pass.began });
            if pass.is_open && (is_new || !next.is_open) {
                oldest = Some(oldest.map_or(pass.began, |oldest| oldest.min(pass.began)));
            }
            *pass = next;
        }
        oldest
    }
}
