//! The page in real browsers, one at a time: headless Chromium, driven through chromedriver, and Firefox for one smoke test.
//!
//! The page is built first where it is older than its sources. A machine without Chromium skips these tests and says so;
//! with `CI=true` it fails. One without Firefox skips that test, and says so.

mod arrival;
mod embeds;
mod files;
mod films;
mod harness;
mod in_firefox;
mod keeping;
mod links;
mod losing;
mod own_loops;
mod same;
mod stack;
mod using;
