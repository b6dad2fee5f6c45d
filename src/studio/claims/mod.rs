//! What the articles say, each claim with a run that shows it: what is measured in the run, what must come out, and whether
//! the claim holds.
//!
//! The claims are data, a file for each article in `assets/articles`. A run is a line of arguments, read as the command line
//! reads it; the [evaluator](evaluate) makes it and measures. The list, the page `docs/articles.md` and the window are made
//! from the same data, and a test runs every claim.
//!
//! ```
//! use tickscope::studio::claims;
//!
//! let claim = claims::find("diener-frame-based-slow")?;
//! let measured = claims::evaluate(claim)?;
//! assert!(measured.iter().all(|one| one.comes_out()));
//! # Ok::<(), tickscope::studio::arguments::Refusal>(())
//! ```

mod data;
mod definition;
mod evaluate;
mod listing;
mod measure;
mod page;
mod tally;

pub use data::{all, articles, find};
pub use definition::{Article, Claim, Expected, Holds, Test};
pub use evaluate::{Measured, evaluate};
pub use listing::{Outcome, write_claims, write_outcomes};
pub use measure::Measure;
pub use page::page;
