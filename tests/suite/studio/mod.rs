//! What is opened and saved.

mod scenarios;
