//! The command line: arguments become a checked command. The options of a run are read by `studio::arguments`; every error is
//! found before anything starts, and said in one line that names the option, the value and what is allowed.

pub mod arguments;
pub mod lesson;
pub mod output;
pub mod record;
