//! The command line: arguments become a checked command. The options of a run are read by `studio::arguments`; every error is
//! found before anything starts, and said in one line that names the option, the value and what is allowed.

mod arguments;
mod lesson;
pub mod output;
mod record;

pub use arguments::{Command, parse};
pub use lesson::{LessonRun, write_handout};
pub use record::record;
