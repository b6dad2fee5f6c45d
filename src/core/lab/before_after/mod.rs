//! Captures from before a change of a game beside those from after it: five numbers of both sides, their differences, and how
//! sure these are.
//!
//! A capture is one play of the game, and the next would differ. How much is estimated from the captures themselves: each side is
//! [made again](resampling) a thousand times from parts of its own captures, and the interval that holds 95 % of the differences
//! between the sides made again is the [interval of the difference](comparison::ComparedNumber). Nothing needs to be known of how
//! frame times are distributed, and frames that depend on each other stay together.

pub mod comparison;
pub mod numbers;
pub mod resampling;
pub mod side;
pub mod words;
