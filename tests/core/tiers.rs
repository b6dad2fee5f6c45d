//! Two tiers of the same tests: `TICKSCOPE_CASES=full` runs everything; without it tests of many cases try a tenth of them, and
//! pictures and the goldens of findings and claims are left out. A number multiplies the random cases of the full tier.

#![allow(dead_code, reason = "not every binary uses all of it")]

use std::io::Write as _;
use std::sync::Once;

fn share_of_cases() -> f64 {
    match std::env::var("TICKSCOPE_CASES").as_deref() {
        Err(_) => 0.1,
        Ok("full") => 1.0,
        Ok(times) => times.parse().expect("TICKSCOPE_CASES is 'full' or a number, the share of the cases"),
    }
}

/// Prints what this tier leaves out, once, past the capture of tests that pass.
fn is_quick() -> bool {
    static TOLD: Once = Once::new();
    let share = share_of_cases();
    if share < 1.0 {
        TOLD.call_once(|| {
            let what =
                "of the cases of tests that try many are tried; pictures and the goldens of findings and claims are SKIPPED";
            let _ = writeln!(std::io::stderr(), "{share} {what}: TICKSCOPE_CASES=full runs them all");
        });
    }
    share < 1.0
}

/// Returns the number of cases that a random test tries, of those that the full tier tries.
pub fn count_cases(of_full_tier: u32) -> u32 {
    is_quick();
    (f64::from(of_full_tier) * share_of_cases()).ceil() as u32
}

/// Returns the combinations of a test that tries all of them: every tenth one in the quick tier.
pub fn sampled<T>(all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    all.into_iter().step_by((1.0 / share_of_cases()).round().max(1.0) as usize)
}

/// The items of a test that the full tier tries all of: about `quick` of them in the quick tier, spread evenly over the list.
pub fn spread<T>(all: Vec<T>, quick: usize) -> impl Iterator<Item = T> {
    let step = if is_quick() { all.len() / quick } else { 1 };
    all.into_iter().step_by(step.max(1))
}

/// Whether a picture or a golden is left to the full tier; one that `UPDATE_…` writes again never is.
pub fn is_left_to_full_tier() -> bool {
    let updates = || std::env::vars_os().any(|(name, _)| name.to_string_lossy().starts_with("UPDATE_"));
    is_quick() && !updates()
}
