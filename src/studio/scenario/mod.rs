//! Scenarios: everything that a person can set, and commands at their moments, as a file, a text for the clipboard, or one
//! that comes with the program.
//!
//! The form is TOML (`file_form`), which serde reads with the position of every value (`reader`); an error in a file is reported with
//! its line and key (`source_text`). A share code ([`code`]) is the same text, packed; a [`link`] is the address of a page
//! followed by such a code.
//!
//! ```
//! use tickscope::studio::scenario::definition::Scenario;
//!
//! let text = r#"
//!     tickscope = 4
//!     scene = { id = "runner" }
//!     [[panes]]
//!     strategy = "frame-based"
//!     [[at]]
//!     s = 2.0
//!     computer = { render_ms = 25 }
//! "#;
//! let scenario = Scenario::parse("an example", text)?;
//! assert_eq!(scenario.script.commands().len(), 1);
//! assert_eq!(Scenario::parse("again", &scenario.to_toml())?, scenario);
//! # Ok::<(), tickscope::studio::scenario::definition::Unreadable>(())
//! ```

pub mod builtin;
pub mod code;
pub mod definition;
pub(in crate::studio) mod file_form;
pub(in crate::studio) mod key_path;
mod limits;
pub mod link;
pub mod opening;
pub mod questions;
mod ramp;
pub(in crate::studio) mod reader;
pub(in crate::studio) mod source_text;
pub mod text;
pub mod unopened;
