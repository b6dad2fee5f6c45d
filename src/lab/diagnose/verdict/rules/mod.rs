//! The rules, by theme: each finds something, or nothing.

pub mod pacing;
pub mod speed;
pub mod standing;
pub mod well;
pub mod world;

use super::facts::Facts;
use super::finding::Finding;

type Rule = fn(&Facts) -> Option<Finding>;

/// What is wrong, the gravest first.
pub const FAULTS: &[Rule] = &[
    standing::hangs,
    speed::spirals,
    standing::counter_started_over,
    standing::stands_still,
    standing::stalled,
    speed::hidden_speed,
    speed::too_slow,
    speed::too_fast,
    world::tunnels,
    world::explodes,
    world::alarm,
    pacing::coarse_timer,
    pacing::none_and_two,
    pacing::raw_steps,
    pacing::times_its_waits,
    pacing::judders,
];

/// What else is worth knowing, the most telling first.
pub const NOTES: &[Rule] = &[
    pacing::tears,
    pacing::repeats,
    pacing::gpu_bound,
    pacing::drops,
    pacing::slow_to_answer,
    pacing::queue_full,
    pacing::never_waits,
];
