//! Exact time, named values with a range, random numbers.

pub mod params;
pub mod random;
pub mod time;
