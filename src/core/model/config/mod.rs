//! Everything that can be set, as plain data: the settings of a run, the commands during it, and how it is viewed and filmed.
//!
//! The command line, the window, scenario files and the command log all use these types. Serde writes them in the units that a
//! person uses (milliseconds, hertz). Nothing here knows the worlds and the loops: [`crate::model::check`] checks settings
//! against the registries.

pub mod capture;
pub mod command;
pub mod computer;
pub mod control;
pub mod film_format;
pub mod film_spec;
pub mod fit;
pub mod limits;
pub mod own_loop;
pub mod pane_letter;
pub mod patch;
pub mod presets;
pub mod script;
pub mod settings;
pub mod timers;
pub mod view;
pub mod watching;

pub use capture::{Capture, CapturedFrame, CapturedLoad, SampleTimes};
pub use command::{Command, TimedCommand};
pub use computer::{Computer, InputRead, MissedRefresh, PlayLoad, Present, in_order};
pub use control::{ControlChange, ControlInput, MOST_STROKES};
pub use film_spec::FilmSpec;
pub use fit::Fit;
pub use limits::{LONGEST_RUN_S, MOST_PANES};
pub use own_loop::OwnLoop;
pub use pane_letter::PaneLetter;
pub use patch::{Owner, Patch, SettingPath};
pub use script::{Origin, Refused, Script, ScriptPart};
pub use settings::{PaneSettings, PlannedStall, Presentation, Settings, StallOn, WorldChoice};
pub use timers::{TIMERS, Timer};
pub use view::{Instrument, Theme, View};
pub use watching::{SPEED, Watching};
