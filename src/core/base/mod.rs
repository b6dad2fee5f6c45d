//! Exact time, named values with a range, random numbers, work in the background.

pub mod jobs;
pub mod params;
pub mod random;
pub mod time;
