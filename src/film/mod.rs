//! Films: pictures that are exactly one frame apart, written to a file.
//!
//! [`encode`] takes finished pictures, whoever drew them, and knows the file formats.

pub mod encode;
