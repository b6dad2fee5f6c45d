//! The worlds: one motion per file or folder.
//!
//! [`ALL`] is the registry that the window, the report and the tests iterate; a world listed there is tested by being
//! listed. Worlds know nothing of loops, panes or pixels. Units: world units, y up, seconds, radians.

pub mod camera;
pub mod chaos;
pub mod clocks;
pub mod crowd;
mod curve_and_wall;
pub mod drive;
mod figure;
pub mod golden;
pub mod jump;
/// The example of `docs/adding.md`, which no program contains.
#[cfg(test)]
#[path = "../../../../tests/core/added/my_world.rs"]
pub mod my_world;
pub mod per_tick;
mod presses;
pub mod race;
pub mod runner;
pub mod spring;
pub mod stack;
pub mod thin_wall;
pub mod three_movers;

use crate::base::params::invalid::Invalid;
use crate::model::config::control::ControlChange;
use crate::model::config::settings::WorldChoice;
use crate::model::world::controls::Controls;
use crate::model::world::kind::WorldKind;
use crate::model::world::stepped_world::World;

pub const ALL: &[WorldKind] = &[
    three_movers::KIND,
    curve_and_wall::KIND,
    thin_wall::KIND,
    runner::KIND,
    spring::KIND,
    jump::KIND,
    drive::KIND,
    presses::KIND,
    camera::KIND,
    per_tick::KIND,
    clocks::KIND,
    chaos::KIND,
    stack::KIND,
    race::KIND,
    crowd::KIND,
];

pub fn find(id: &str) -> Result<&'static WorldKind, Invalid> {
    ALL.iter().find(|kind| kind.id == id).ok_or_else(|| Invalid::unknown("scene", id, ALL.iter().map(|kind| kind.id)))
}

/// Checks the choice of a world, its options and its recorded drive.
pub fn check(choice: &WorldChoice) -> Result<(), Invalid> {
    let kind = find(&choice.id)?;
    choice.options.check(kind.options)?;
    check_strokes(kind, &choice.strokes)
}

/// Checks a recorded drive for a world.
pub fn check_strokes(kind: &WorldKind, strokes: &[ControlChange]) -> Result<(), Invalid> {
    if !(strokes.is_empty() || kind.driven) {
        return Err(Invalid::new("strokes", kind.id, "a recorded drive only in a scene with something to drive"));
    }
    drive::recording::check_strokes(strokes)
}

/// Returns the chosen world at simulated time 0, with its recorded drive.
///
/// # Errors
/// If the world or one of its options is unknown or out of range, or this build lacks the world's engine.
pub fn world(choice: &WorldChoice, seed: u64) -> Result<World, Invalid> {
    check(choice)?;
    let kind = find(&choice.id)?;
    let Some(make) = kind.make else {
        return Err(Invalid::new("scene", kind.id, "another one: this build has no physics engine"));
    };
    let mut controls = Controls::default();
    choice.strokes.iter().for_each(|stroke| controls.steer(stroke.at(), stroke.pedals));
    Ok(World::new(kind, make(&choice.options, seed), controls))
}
