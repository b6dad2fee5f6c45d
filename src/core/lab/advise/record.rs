//! The record of a candidate: what was found in its tests, and the numbers by which it is sorted.

use super::outcome::{TestHitches, TestOutcome};
use crate::base::time::Span;
use crate::lab::symptoms::kind::{Kind, Tone};
use crate::lab::symptoms::symptom::Symptom;
use crate::model::config::settings::Settings;

/// The share of the game's pictures that a loop may lack without making fewer.
const LACKING: f64 = 0.02;

/// The numbers of a candidate that meets all requirements.
#[derive(Debug, Default)]
pub struct Record {
    pub tests: usize,
    /// The number of wrong findings that count in their tests. Hitches are counted apart.
    pub wrong: usize,
    /// The number of notes that count in their tests.
    pub notes: usize,
    /// The most important finding: its kind, its tone, and a sentence that names the test; `None` if nothing was found.
    pub first: Option<(Kind, Tone, String)>,
    /// The hitches of the display on which most of a second is late, and the words that name the test.
    pub hitches: (TestHitches, String),
    /// Whether pictures leap on one of the displays.
    pub leaps: bool,
    /// Means over the displays, in milliseconds; 0 without a display.
    pub age_ms: f64,
    pub error_ms: f64,
    pub stay_ms: f64,
    pub updates_per_s: f64,
    /// Pictures per second, the mean over the displays.
    pub pictures_per_s: f64,
    /// The pictures per second of the captured game; `None` if the load is none of a capture.
    pub game_per_s: Option<f64>,
    /// The share of the pictures that the game made, or that the display could show if that is fewer, which the loop lacks on the
    /// display on which it lacks most; 0 without a capture.
    pub lacking: f64,
    /// The share of the time for which the loop computes, 0 to 1.
    pub busy: f64,
    /// The part of the stall that the loop did not make up for, in milliseconds.
    pub lost_ms: f64,
    /// The longest step in the test with the stall, in milliseconds.
    pub longest_ms: f64,
    /// The settings of the run on the first display.
    pub settings: Settings,
}

impl Record {
    /// Returns whether the loop makes clearly fewer pictures than the captured game.
    pub fn makes_fewer(&self) -> bool {
        self.lacking > LACKING
    }

    /// Adds a finding of the test that `name` names.
    pub(super) fn add_finding(&mut self, symptom: &Symptom, name: &str) {
        match symptom.tone {
            Tone::Wrong => self.wrong += 1,
            _ => self.notes += 1,
        }
        let is_worse = |(kind, tone, _): &(Kind, Tone, String)| (symptom.tone, *kind) > (*tone, symptom.kind());
        if self.first.as_ref().is_none_or(is_worse) {
            self.first = Some((symptom.kind(), symptom.tone, format!("{}, {name}", symptom.headline())));
        }
    }

    /// Adds the numbers of a steady run on one of the displays, which is a `share` of all and shows at most `refresh_hz` pictures.
    pub(super) fn add_steady(&mut self, outcome: &TestOutcome, share: f64, refresh_hz: f64, name: &str) {
        let sums = &outcome.sums;
        self.age_ms += share * sums.number("state_age_mean_ms").unwrap_or_default();
        self.error_ms += share * sums.number("picture_error_mean_ms").unwrap_or_default();
        self.stay_ms += share * Span::from_flicks(sums.totals.passed as i64).as_millis() / sums.totals.distinct.max(1) as f64;
        self.updates_per_s += share * sums.totals.updates as f64 / outcome.length.as_secs();
        self.busy += share * outcome.busy();
        self.pictures_per_s += share * outcome.pictures_per_s;
        if let Some(game) = outcome.game_per_s {
            self.game_per_s = Some(game);
            self.lacking = self.lacking.max(1.0 - outcome.pictures_per_s / game.min(refresh_hz));
        }
        self.leaps |= outcome.hitches.leaps;
        if outcome.hitches.count > 0 && outcome.hitches.late_ms_per_s() > self.hitches.0.late_ms_per_s() {
            self.hitches = (outcome.hitches.clone(), name.to_owned());
        }
    }

    /// Adds the numbers of the run with a stall.
    pub(super) fn add_stall(&mut self, outcome: &TestOutcome) {
        self.lost_ms = outcome.lost_ms().max(0.0);
        self.longest_ms = outcome.sums.totals.dt_max.map_or(0.0, Span::as_millis);
    }

    /// Describes the findings in one sentence without a full stop.
    pub(super) fn found(&self) -> String {
        let counted = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
        let (TestHitches { count, longest, span, .. }, name) = &self.hitches;
        let hitches = if *count == 1 { "1 hitch".to_owned() } else { format!("{count} hitches") };
        let remaining = format!("{hitches} in {:.0} s, up to {:.0} ms, {name}", span.as_secs(), longest.as_millis());
        let tests = self.tests;
        match (&self.first, *count) {
            (None, 0) => format!("No fault in {tests} trials"),
            (None, _) => format!("Nothing but hitches in {tests} trials: {remaining}"),
            (Some((_, _, first)), count) => {
                let faults = if self.wrong > 0 { vec![counted(self.wrong, "fault")] } else { Vec::new() };
                let notes = if self.notes > 0 { vec![counted(self.notes, "note")] } else { Vec::new() };
                let found = [faults, notes].concat().join(" and ");
                let without = if self.wrong > 0 || count > 0 { "" } else { "No fault and " };
                let hitches = if count > 0 { format!("; {remaining}") } else { String::new() };
                format!("{without}{found} in {tests} trials, first of all: {first}{hitches}")
            }
        }
    }
}
