//! Arguments that describe a run, checked: those of the command line, and those of a line of text that describes a run
//! elsewhere, as in the claims of the articles. Everything that can be wrong is found here, before anything starts, and
//! said in one line that names the option, the value and what is allowed.

mod advise_args;
mod computer_options;
pub mod files;
mod line;
mod refusal;
mod report_args;
mod shared;
mod trace_args;
pub mod values;

pub use advise_args::{AdviseArgs, AdviseRun};
pub use files::LoopFile;
pub use line::RunLine;
pub use refusal::Refusal;
pub use report_args::{FindingsArgs, FindingsRun, ReportArgs, ReportRun, SortKey, WholeRun};
pub use shared::Shared;
pub use trace_args::{TraceArgs, TraceRun};
