//! # tickscope — an oscilloscope for game loops
//!
//! The same moving world in several panes; every pane is a small computer of its own, driven by a different game-loop
//! timing strategy.
//!
//! ## Where to start reading
//! 1. [`tickscope_core::model::strategies`]: one published loop per file; `variable_delta.rs` is the shortest.
//! 2. [`tickscope_core::model::machine`]: what such a loop runs on, a virtual computer whose clock moves only when the loop does something.
//! 3. [`tickscope_core::model::worlds`]: what is moved, one world per file or folder.
//! 4. [`tickscope_core::lab::run`]: a run is a value; [`tickscope_core::lab::panes`] are runs side by side with every instrument.
//! 5. [`studio::session`]: what a person does and looks at; [`front::ui`] shows it, [`front::render`] draws it.
//!
//! `docs/architecture.md` follows one `dt` and one drag of a slider through all floors.
//!
//! ## Units and spaces
//! Virtual time is exact, in flicks ([`tickscope_core::base::time`]); settings are in milliseconds and hertz; worlds are in seconds, radians
//! and world units with y up. Names carry a unit only where the type doesn't.
//!
//! ## Layers
//! Two floors stand on the crate [`tickscope_core`], whose own floors are in its `lib.rs`; a room may import what stands on the
//! floors below it, and the rooms to its left. No two files import each other. `tests/layers.rs` reads both tables and holds
//! the code to them; that the core knows neither window nor GPU is held by the compiler.
//!
//! ```text
//! front    watchdog · render · ui · compositor · film · app · cli
//! studio   view · scenario · lesson · export · arguments · claims · session
//! ```
//!
//! The parts of `front::ui` stand on each other in one direction too; each may import those to its left:
//!
//! ```text
//! ui       pass · style · marks · shortcuts · command_actions · commands · keys · own_loops · widgets · code · findings_card · panes
//!          instruments · bars · answers · lesson_room · exercise_controls · lesson_panel · panel · dialogs · gallery · embed
//!          presenter · layout
//! ```
//!
//! `studio` knows neither window nor GPU, reads no clock and starts no thread. On the web the same window runs: what differs
//! there is in `front/app/browser`.

pub mod front;
pub mod studio;

/// Installs the meter that tells the engine of own loops how many bytes they hold. Without it their memory has no limit.
#[cfg(feature = "own-loops")]
pub fn meter_memory() {
    tickscope_core::model::scripts::meter::set_memory_meter(|run| {
        let used = allocation_counter::measure(run);
        tickscope_core::model::scripts::meter::Memory { held: used.bytes_current, allocated: used.bytes_total }
    });
}
