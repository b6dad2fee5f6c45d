//! Small windows at a number that say how it comes about.

mod number_card;

pub use number_card::explain;
