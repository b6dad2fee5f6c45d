//! The claims of the articles: each has a run that shows it, a measure, the bounds of the number, and whether it holds.
//!
//! The claims are data, a file for each article in `assets/articles`. A run is a line of arguments, read as the command line
//! reads it; [`evaluate`](evaluate::evaluate) makes it and measures. The list, the page `docs/articles.md` and the window are made from the same
//! data, and a test runs every claim.
//!
//! ```
//! use tickscope::studio::claims;
//!
//! let claim = claims::article::find("diener-frame-based-slow")?;
//! let measured = claims::evaluate::evaluate(claim)?;
//! assert!(measured.iter().all(|one| one.comes_out));
//! # Ok::<(), tickscope::studio::arguments::refusal::Refusal>(())
//! ```

pub mod article;
pub mod evaluate;
mod events;
pub mod listing;
pub mod measure;
