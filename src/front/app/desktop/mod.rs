//! What is particular to a desktop: files, the system's clipboard and dialogs, an exact clock, a screen reader.

pub mod address;
pub mod clipboard;
pub mod control_list;
pub mod doctor;
mod event_loop;
pub mod files;
pub mod hands;
mod icon;
pub mod outside;
pub mod pacing;
pub mod pending;
mod run;
pub mod startup;
pub mod storage;

pub use run::run;
