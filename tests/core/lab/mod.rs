//! Runs, histories and metrics.

mod advise;
mod capture_columns;
mod captures;
mod catalogue;
mod experiments;
mod frame_timelines;
mod laboratory;
mod load_map;
mod presentmon;
mod pulse;
mod real;
mod recent;
mod recording;
mod runs;
mod symptoms;
mod textbook;
