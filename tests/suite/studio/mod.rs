//! What is opened and saved.

mod fixtures;
mod scenarios;
