//! Runs, histories and metrics.

mod advise;
mod before_after;
mod capture_columns;
mod capture_summary;
mod captures;
mod catalogue;
mod entries;
mod experiments;
mod frame_limits;
mod frame_timelines;
mod jump_heights;
mod laboratory;
mod load_map;
mod pacing;
mod played_rates;
mod presentmon;
mod pulse;
mod real;
mod real_games;
mod recent;
mod recording;
mod runs;
mod symptoms;
mod textbook;
