//! What is opened and saved.

mod claims;
mod claims_page;
mod demonstration;
mod fixtures;
mod links;
mod opening;
mod own_loops;
mod patches;

mod pacing;
mod scenarios;
mod undo;
mod words;
