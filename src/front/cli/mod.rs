//! The command line: arguments become a checked command. `studio::arguments` reads the options of a run; every error is found
//! before anything starts, and is reported in one line that names the option, the value and the allowed values.

pub mod arguments;
pub mod before_after;
pub mod gate;
pub mod lesson;
pub mod output;
pub mod record;
