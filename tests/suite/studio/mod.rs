//! What is opened and saved.

mod claims;
mod fixtures;
mod scenarios;
