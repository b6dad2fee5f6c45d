//! Films and pictures of the panes: what is asked for ([`wish`]), how it is drawn, and how it is written.

pub mod wish;

pub use wish::Wish;
