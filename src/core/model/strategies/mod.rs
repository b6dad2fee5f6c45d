//! The published loops, one per file. Each file reads like the text that published its loop.
//!
//! [`ALL`] is the registry that the window, the report, the trace and the tests go through. To add a loop, write its file (a
//! `STRATEGY` and an `async fn`) and name it in [`ALL`]; then it is in every menu and under every test.

mod adaptive_fps;
mod beautiful_timer;
mod callback_accumulator;
mod callback_clock_delta;
mod callback_delta;
pub mod captured;
mod clamped_accumulator;
mod closed_form;
mod counted_refreshes;
mod draw_every_nth;
pub mod drawn_moment;
pub mod engines;
mod fixed_fps;
mod fixed_fps_relative;
mod fixed_interpolated;
mod fixed_interval;
mod frame_based;
mod frame_skip;
mod frame_skip_predicted;
mod godot_jitter_fix;
mod limit_after_present;
mod limit_before_present;
pub mod listing;
mod mean_fps_cap;
mod multi_rate;
/// The example of `docs/adding.md`, which only tests compile.
#[cfg(test)]
#[path = "../../../../tests/core/added/my_steps.rs"]
pub mod my_steps;
mod phaser_smoothed;
mod prelude;
mod refresh_multiples;
mod refresh_multiples_passthrough;
mod refresh_multiples_slowdown;
mod refresh_sums;
mod semi_fixed;
mod snapped_delta;
mod spread_updates;
pub mod strategy;
mod sums;
mod tick_count;
mod variable_delta;
mod variable_delta_clamped;
mod variable_delta_wait;

use crate::base::params::invalid::Invalid;
use crate::model::world::kind::WorldKind;
use std::sync::{Mutex, PoisonError};
use strategy::Strategy;

/// Every strategy, in the order of the menus and of the report.
pub const ALL: &[Strategy] = &[
    frame_based::STRATEGY,
    fixed_fps::STRATEGY,
    fixed_fps_relative::STRATEGY,
    variable_delta::STRATEGY,
    variable_delta_wait::STRATEGY,
    limit_before_present::STRATEGY,
    limit_after_present::STRATEGY,
    fixed_interval::STRATEGY,
    beautiful_timer::STRATEGY,
    clamped_accumulator::STRATEGY,
    refresh_multiples::STRATEGY,
    refresh_multiples_slowdown::STRATEGY,
    refresh_multiples_passthrough::STRATEGY,
    frame_skip::STRATEGY,
    frame_skip_predicted::STRATEGY,
    semi_fixed::STRATEGY,
    fixed_interpolated::STRATEGY,
    closed_form::STRATEGY,
    spread_updates::STRATEGY,
    multi_rate::STRATEGY,
    draw_every_nth::STRATEGY,
    adaptive_fps::STRATEGY,
    mean_fps_cap::STRATEGY,
    counted_refreshes::STRATEGY,
    snapped_delta::STRATEGY,
    variable_delta_clamped::STRATEGY,
    callback_delta::STRATEGY,
    callback_clock_delta::STRATEGY,
    callback_accumulator::STRATEGY,
    godot_jitter_fix::STRATEGY,
    phaser_smoothed::STRATEGY,
];

/// Returns the strategies that can run in a world of this kind, and a sentence about each one that cannot.
pub fn all_in(kind: &WorldKind) -> (Vec<&'static Strategy>, Vec<String>) {
    let left_out = |strategy: &Strategy| {
        let why = strategy.lacks_in(kind)?;
        Some(format!("{} is left out: it needs a closed form, and in {} there is none: {why}", strategy.id, kind.id))
    };
    let can_run = ALL.iter().filter(|strategy| strategy.lacks_in(kind).is_none()).collect();
    (can_run, ALL.iter().filter_map(left_out).collect())
}

/// The loops that users of this crate have added.
static ADDED: Mutex<Vec<&'static Strategy>> = Mutex::new(Vec::new());

/// Adds a loop of the caller for the rest of the program's life. Settings name it by its id, as they name a published one.
///
/// # Errors
/// If another loop has this id.
pub fn add(strategy: Strategy) -> Result<(), Invalid> {
    let mut added = ADDED.lock().unwrap_or_else(PoisonError::into_inner);
    if ALL.iter().chain(added.iter().copied()).any(|other| other.id == strategy.id) {
        return Err(Invalid::new("strategy", &strategy.id, "an id that no other loop has"));
    }
    added.push(Box::leak(Box::new(strategy)));
    Ok(())
}

/// Returns the strategy with this id: a published one, or one that was added.
///
/// # Errors
/// If there is no such strategy; the error names the nearest id.
pub fn find(id: &str) -> Result<&'static Strategy, Invalid> {
    let added = ADDED.lock().unwrap_or_else(PoisonError::into_inner);
    let mut all = ALL.iter().chain(added.iter().copied());
    all.clone().find(|s| s.id == id).ok_or_else(|| Invalid::unknown("strategy", id, all.by_ref().map(|s| s.id.as_ref())))
}
