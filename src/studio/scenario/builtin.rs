//! The scenarios that come with the program: files in `assets/scenarios`, in the order of the menu and of projector mode.

use super::definition::{Scenario, Unreadable};
use std::sync::LazyLock;
use tickscope_core::base::params::invalid::Invalid;

pub struct Builtin {
    /// The name in `tickscope list scenarios`.
    pub id: &'static str,
    pub text: &'static str,
}

macro_rules! builtin {
    ($($id:literal),* $(,)?) => {
        &[$(Builtin { id: $id, text: include_str!(concat!("../../../assets/scenarios/", $id, ".toml")) }),*]
    };
}

/// Every scenario that comes with the program. To add one: write its file, and add its name here.
pub const ALL: &[Builtin] = builtin![
    "four-loops",
    "slow-motion",
    "tunnelling",
    "hitch",
    "one-late-frame",
    "spiral",
    "judder",
    "interpolation",
    "explosion",
    "old-timer",
    "three-computers",
    "gate",
    "steering",
    "replay",
    "peers",
    "divergence",
    "toppling",
    "zooming-out",
    "more-game-than-graphics",
    "finding-the-rate",
    "wrap",
    "pause",
    "four-timers",
    "whole-refreshes",
    "dot",
    "readers",
    "readers-ask",
    "own-times",
    "asking-the-wall",
    "two-lines",
    "random-velocity",
    "ten-point-three",
    "over-the-gate",
    "lying-about-time",
    "scene-change",
    "rounding",
    "queue",
    "even-frames",
    "browser-stutter",
    "missed-refresh",
    "gpu-bound",
    "tearing",
    "variable-refresh",
    "low-rates",
    "two-limiters",
    "lost-presses",
    "following-camera",
    "before-the-reading",
    "input-once-a-turn",
    "clamped-delta",
    "engines",
    "never-lies",
    "sixty-four-pictures",
    "lap",
];

/// All scenarios, each with its id.
pub static SCENARIOS: LazyLock<Vec<(&str, Scenario)>> = LazyLock::new(|| {
    let read = |builtin: &Builtin| {
        let unreadable = |error: Unreadable| -> Scenario { unreachable!("a test reads {}: {error}", builtin.id) };
        (builtin.id, builtin.scenario().unwrap_or_else(unreadable))
    };
    ALL.iter().map(read).collect()
});

impl Builtin {
    pub fn scenario(&self) -> Result<Scenario, Unreadable> {
        Scenario::parse(self.id, self.text)
    }
}

pub fn find(id: &str) -> Result<&'static Builtin, Invalid> {
    let found = ALL.iter().find(|builtin| builtin.id == id);
    found.ok_or_else(|| Invalid::unknown("scenario", id, ALL.iter().map(|builtin| builtin.id)))
}
