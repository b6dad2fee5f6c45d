//! Arguments to a checked command. Everything that can be wrong is found here, before anything starts, and said in one
//! line that names the option, the value and what is allowed.

mod arguments;
mod command;
mod computer_options;
pub mod output;
mod record;
mod refusal;
mod shared;
mod values;

pub use arguments::parse;
pub use command::Command;
pub use refusal::Refusal;
