//! Everything that can be set, as plain data: the settings of a run, the commands during it, and how it is viewed and filmed.
//!
//! The command line, the window, scenario files and the command log all use these types. Serde writes them in the units that a
//! person uses (milliseconds, hertz). Nothing here knows the worlds and the loops: [`crate::model::check`] checks settings
//! against the registries.

pub mod capture;
pub mod command;
pub mod computer;
pub mod control;
pub mod flip_grid;
mod frame_limit;
pub mod limits;
pub mod own_loop;
pub mod pane_letter;
pub mod patch;
pub mod presets;
pub mod script;
pub mod settings;
pub mod timers;
