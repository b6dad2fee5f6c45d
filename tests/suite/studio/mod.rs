//! Files that are opened and saved.

pub mod captures;
mod claims;
mod claims_page;
mod demonstration;
mod experiments;
mod fixtures;
mod laps;
mod lesson_texts;
mod lessons;
mod links;
mod live;
mod opening;
mod own_loops;
mod pacing;
mod pages;
mod recording;
mod scenarios;
mod undo;
mod words;
