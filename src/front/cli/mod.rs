//! Arguments to a checked command. What describes a run is read by `studio::arguments`; everything that can be wrong is
//! found before anything starts, and said in one line that names the option, the value and what is allowed.

mod arguments;
mod command;
mod link;
pub mod output;
mod record;

pub use arguments::parse;
pub use command::Command;
