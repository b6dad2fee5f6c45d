//! Runs, histories and metrics.

mod catalogue;
mod causes;
mod frame_ways;
mod history;
mod laboratory;
mod load_map;
mod phases;
mod presentmon;
mod real;
mod recent;
mod runs;
mod stages;
mod strip;
mod verdicts;
