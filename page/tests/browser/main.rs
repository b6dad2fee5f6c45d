//! The page in a real browser: headless Chromium, driven through chromedriver, one at a time.
//!
//! The page is built first where it is older than its sources. A machine without a browser skips these tests and says so;
//! with `CI=true` it fails.

mod arrival;
mod embeds;
mod files;
mod films;
mod harness;
mod keeping;
mod links;
mod losing;
mod own_loops;
mod same;
mod using;
