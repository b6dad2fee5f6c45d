//! Runs, histories and metrics.

mod catalogue;
mod history;
mod laboratory;
mod presentmon;
mod real;
mod recent;
mod runs;
