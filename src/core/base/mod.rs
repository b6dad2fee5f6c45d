//! Exact time, named values with a range, numbers as text, random numbers, work in the background.

pub mod jobs;
pub mod numbers;
pub mod params;
pub mod random;
pub mod time;
