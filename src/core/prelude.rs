//! The names that a test of one's own loop needs; everything else has one path, that of its file.

pub use crate::base::params::invalid::Invalid;
pub use crate::base::params::value::Value;
pub use crate::base::params::values::Values;
pub use crate::base::time::{Span, Time};
pub use crate::lab::captures;
pub use crate::lab::metrics::catalogue::Metric;
pub use crate::lab::panes::report::{PaneReport, Report};
pub use crate::lab::run::fold::{Finished, Fold};
pub use crate::lab::run::running::Running;
pub use crate::model::config::computer::{Computer, Present};
pub use crate::model::config::patch::Patch;
pub use crate::model::config::settings::{PaneSettings, Settings, WorldChoice};
pub use crate::model::machine::event::{Event, Observer};
pub use crate::model::machine::host::Host;
pub use crate::model::strategies;
pub use crate::model::strategies::strategy::Strategy;
pub use crate::model::worlds;
