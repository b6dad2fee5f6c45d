//! Runs, histories and metrics.

mod advise;
mod captures;
mod catalogue;
mod experiments;
mod frame_timelines;
mod laboratory;
mod load_map;
mod pacing;
mod presentmon;
mod pulse;
mod real;
mod real_games;
mod recent;
mod recording;
mod runs;
mod symptoms;
mod textbook;
