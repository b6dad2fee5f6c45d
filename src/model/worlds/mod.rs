//! The worlds: one motion per file or folder.
//!
//! [`ALL`] is the registry that the window, the report and the tests iterate; a scene listed there is tested by being
//! listed. Worlds know nothing of loops, panes or pixels. Units: world units, y up, seconds, radians.

pub mod chaos;
pub mod clocks;
pub mod crowd;
mod curve_and_wall;
pub mod drive;
mod figure;
pub mod golden;
pub mod jump;
pub mod per_tick;
pub mod race;
pub mod runner;
pub mod spring;
pub mod stack;
pub mod thin_wall;

use crate::base::params::Invalid;
use crate::model::config::{ControlChange, LONGEST_RUN_S, MOST_STROKES, SceneChoice};
use crate::model::world::{Scene, SceneKind, World};

/// Every scene, in the order of the menus.
pub const ALL: &[SceneKind] = &[
    curve_and_wall::KIND,
    thin_wall::KIND,
    runner::KIND,
    spring::KIND,
    jump::KIND,
    drive::KIND,
    per_tick::KIND,
    clocks::KIND,
    chaos::KIND,
    stack::KIND,
    race::KIND,
    crowd::KIND,
];

/// # Errors
/// If there is no such scene; the error names the nearest one.
pub fn find(id: &str) -> Result<&'static SceneKind, Invalid> {
    ALL.iter().find(|kind| kind.id == id).ok_or_else(|| Invalid::unknown("scene", id, ALL.iter().map(|kind| kind.id)))
}

/// # Errors
/// If the scene or one of its options is unknown, an option out of range, or a recorded drive has no place or order.
pub fn check(choice: &SceneChoice) -> Result<(), Invalid> {
    let kind = find(&choice.id)?;
    choice.options.check(kind.options)?;
    check_strokes(kind, &choice.strokes)
}

/// # Errors
/// If nothing is driven in the scene, or the strokes are out of order, out of range or too many.
pub fn check_strokes(kind: &SceneKind, strokes: &[ControlChange]) -> Result<(), Invalid> {
    let Some(last) = strokes.last() else { return Ok(()) };
    if !kind.driven {
        return Err(Invalid::new("strokes", kind.id, "a recorded drive only in a scene with something to drive"));
    }
    if strokes.len() > MOST_STROKES {
        return Err(Invalid::new("strokes", strokes.len(), format!("at most {MOST_STROKES} strokes")));
    }
    let disordered = strokes.windows(2).find(|pair| pair[1].at_flicks < pair[0].at_flicks).map(|pair| pair[1]);
    if let Some(stroke) = disordered {
        return Err(Invalid::new("at_flicks", stroke.at_flicks, "strokes in the order of their times"));
    }
    if strokes[0].at_flicks < 0 || last.at().as_secs() > LONGEST_RUN_S {
        let wrong = if strokes[0].at_flicks < 0 { strokes[0].at_flicks } else { last.at_flicks };
        return Err(Invalid::new("at_flicks", wrong, format!("0 to {LONGEST_RUN_S} s, in flicks of 1/705600000 s")));
    }
    Ok(())
}

/// The scene that is chosen, with its options.
///
/// # Errors
/// If there is no such scene, or one of its options is unknown or out of range.
pub fn make(choice: &SceneChoice, seed: u64) -> Result<Box<dyn Scene>, Invalid> {
    check(choice)?;
    let scene = (find(&choice.id)?.make)(&choice.options, seed);
    for stroke in &choice.strokes {
        scene.steer(stroke.at(), stroke.pedals);
    }
    Ok(scene)
}

/// A world of the scene that is chosen, at simulated time 0.
///
/// # Errors
/// If the scene or one of its options is unknown or out of range.
pub fn world(choice: &SceneChoice, seed: u64) -> Result<World, Invalid> {
    Ok(World::new(find(&choice.id)?, make(choice, seed)?))
}
