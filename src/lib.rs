//! # tickscope — an oscilloscope for game loops
//!
//! The same moving world in several panes; every pane is a small computer of its own, driven by a different game-loop
//! timing strategy.
//!
//! ## Where to start reading
//! 1. [`model::strategies`]: one published loop per file; `variable_delta.rs` is the shortest.
//! 2. [`model::machine`]: what such a loop runs on, a virtual computer whose clock moves only when the loop does something.
//! 3. [`model::worlds`]: what is moved, one world per file or folder.
//! 4. [`lab::run`]: a run is a value; [`lab::panes`] are runs side by side with every instrument.
//! 5. [`studio::session`]: what a person does and looks at; [`front::ui`] shows it, [`front::render`] draws it.
//!
//! `docs/architecture.md` follows one `dt` and one drag of a slider through all floors.
//!
//! ## Units and spaces
//! Virtual time is exact, in flicks ([`base::time`]); settings are in milliseconds and hertz; worlds are in seconds, radians
//! and world units with y up. Names carry a unit only where the type doesn't.
//!
//! ## Layers
//! Five floors, the lowest last; a room may import what stands on the floors below it, and the rooms to its left. No two
//! files import each other. `tests/layers.rs` reads this table and holds the code to it.
//!
//! ```text
//! front    render · ui · compositor · film · app · cli
//! studio   scenario · export · arguments · claims · session
//! lab      run · metrics · findings · recording · panes · phases · load_map · experiments · real
//! model    config · world · worlds · machine · strategies · scripts · check
//! base     time · params · random · jobs
//! ```
//!
//! Everything up to `studio` knows neither window nor GPU, reads no clock and starts no thread. There are two exceptions: the
//! real clock (`model/machine/real_clock.rs`, for [`lab::real`]), which a page in a browser does not use, and work in the
//! background ([`base::jobs`]), which is done in slices of time where there are no threads. On the web the same window
//! runs: what differs there is in `front/app/browser`.

pub mod base;
pub mod front;
pub mod lab;
pub mod model;
pub mod studio;
