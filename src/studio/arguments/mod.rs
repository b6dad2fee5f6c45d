//! Arguments that describe a run, checked: from the command line, or from a line of text that describes a run elsewhere, as in
//! the claims of the articles. Every error is found here, before anything starts, and is reported in one line that names the
//! option, the value and the allowed values.

pub mod advise_args;
mod computer_options;
pub mod files;
pub mod line;
pub mod refusal;
pub mod report_args;
pub mod shared;
pub mod trace_args;
pub mod values;
