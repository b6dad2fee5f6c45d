//! What has gone wrong in the world.

use crate::lab::diagnose::verdict::facts::Facts;
use crate::lab::diagnose::verdict::finding::Finding;
use crate::model::world::Tally;

pub fn tunnels(f: &Facts) -> Option<Finding> {
    let Tally { caught, tunnelled } = f.recent_passes;
    let step = f.missed_by.filter(|_| !f.judges_frames);
    let wall = step.is_some() || f.judges_frames;
    // A world that says it in its own words is taken at them.
    (tunnelled > 0 && wall && f.alarm.is_none()).then_some(Finding::Tunnelled {
        missed: tunnelled,
        passes: caught + tunnelled,
        step,
    })
}

pub fn explodes(f: &Facts) -> Option<Finding> {
    (f.exploded > 0).then_some(Finding::Exploded(f.exploded))
}

/// What the world says of itself in red stands beside no sentence in green.
pub fn alarm(f: &Facts) -> Option<Finding> {
    f.alarm.clone().map(Finding::World)
}
