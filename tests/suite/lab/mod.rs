//! Runs, histories and metrics.

mod history;
mod laboratory;
mod presentmon;
mod real;
mod runs;
