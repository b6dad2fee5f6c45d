//! What the numbers of a run are made of, and each metric's formula with it.

use super::formula::{Expression, Formula, amount, fixed, minus, over, plus, size, times};
use super::stages::Stage;
use super::totals::Totals;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::Tally;

const SECOND: f64 = FLICKS_PER_SECOND as f64;
const MILLI: f64 = SECOND / 1000.0;

/// The sums behind the numbers of a run, or of its last two seconds.
#[derive(Clone, Debug)]
pub struct Workings {
    pub(super) totals: Totals,
    /// All of the computer's time.
    pub(super) elapsed: Span,
    /// The sum of all distances from the reference solution, in units of the world.
    pub(super) deviation_sum: f64,
    /// The jitter before the last frame and the size of that frame's animation error, in flicks.
    pub(super) jitter: (f64, f64),
    /// How many frames a rate counts, and over which time; one more than has come while the next one is late.
    pub(super) frames: Option<(f64, Span, bool)>,
    /// Simulated time that updates made, and over which time.
    pub(super) made: Option<(Span, Span)>,
    /// Updates that began, and in which time.
    pub(super) began: Option<(u64, Span)>,
    /// The moment that is looked at, and when the frame on the display appeared.
    pub(super) shown: Option<(Time, Time)>,
    pub(super) tally: Tally,
    /// Whether the paths of all steps are known.
    pub(super) paths_known: bool,
}

fn seconds(flicks: i128) -> Expression {
    amount(flicks as f64 / SECOND, "s")
}

fn millis(span: Span) -> Expression {
    amount(span.as_millis(), "ms")
}

fn count(count: u64) -> Expression {
    amount(count as f64, "")
}

impl Workings {
    /// How the metric with this key comes about; nothing where it is no number or has no value. The value is in the unit of the
    /// report.
    pub fn formula(&self, id: &str) -> Option<Formula> {
        let (symbols, values) = self.counts(id).or_else(|| self.of_frames(id)).or_else(|| self.of_steps(id))?;
        Some(Formula { symbols, values })
    }

    fn counts(&self, id: &str) -> Option<(&'static str, Expression)> {
        let t = &self.totals;
        let (symbols, number) = match id {
            "frames_rendered" => ("renders that began", t.rendered),
            "frames_displayed" => ("frames that appeared", t.displayed),
            "frames_dropped" => ("frames that a newer one overtook", t.dropped),
            "frames_torn" => ("frames that appeared between two refreshes", t.torn),
            "repeats" => ("refreshes with the old frame", t.repeats),
            "updates" => ("updates that began", t.updates),
            "thoughts" => ("thoughts that began", t.thoughts),
            "updates_per_frame_max" => ("the most updates of a turn", t.updates_per_turn_max),
            "caught" => ("passes that met their wall", self.tally.caught),
            "tunnelled" => ("passes that missed their wall", self.tally.tunnelled),
            "inputs" => ("inputs of the metronome", t.inputs),
            "inputs_shown" => ("inputs that were seen", t.latencies.values().sum()),
            _ => return None,
        };
        Some((symbols, count(number)))
    }

    fn of_frames(&self, id: &str) -> Option<(&'static str, Expression)> {
        let t = &self.totals;
        let pairs = t.displayed_pairs;
        let passed = || (pairs > 0).then(|| seconds(t.passed));
        let simulated = || seconds(t.simulated);
        // A moment and what it shows, in milliseconds with the digits of their difference.
        let age = |at: Option<(Time, Time)>| {
            let (at, drawn) = at?;
            let ms = |at: Time| fixed((at - Time::ZERO).as_millis(), "ms", 2);
            Some(minus(ms(at), ms(drawn)))
        };
        Some(match id {
            "fps_mean" => {
                let (count, passed, late) = self.frames?;
                let symbols = if late { "(frames so far + 1) / time so far" } else { "(frames − 1) / Σ Δd" };
                (symbols, over(amount(count, ""), amount(passed.as_secs(), "s")))
            }
            "fps_max" => ("1 / shortest Δd", over(count(1), amount(t.shortest_interval()?.as_secs(), "s"))),
            "one_percent_low_fps" => {
                passed()?;
                let at = t.one_percent_low(t.passed as f64) / SECOND;
                ("1 / the Δd at which the longest reach 1 % of the time", over(count(1), amount(at, "s")))
            }
            "distinct_fps" => ("frames that show another moment / Σ Δd", over(count(t.distinct), passed()?)),
            "speed_ratio" => ("Σ Δs / Σ Δd", over(simulated(), passed()?)),
            "game_speed_ratio" => {
                let (made, over_time) = self.made?;
                ("Σ dt / elapsed time", over(amount(made.as_secs(), "s"), amount(over_time.as_secs(), "s")))
            }
            "lost_s" => {
                passed()?;
                let s = |flicks: i128| fixed(flicks as f64 / SECOND, "s", 4);
                ("Σ Δd − Σ Δs", minus(s(t.passed), s(t.simulated)))
            }
            "animation_error_mean_ms" => {
                passed()?;
                ("Σ |Δs − Δd| / number of Δ", over(amount(t.error_sum as f64 / MILLI, "ms"), count(pairs)))
            }
            "animation_error_max_ms" => {
                passed()?;
                let (simulated, passed) = t.error_max_pair;
                let ms = |span: Span| fixed(span.as_millis(), "ms", 2);
                ("|Δs − Δd|, the largest", size(minus(ms(simulated), ms(passed))))
            }
            "jitter_ms" => {
                passed()?;
                let ms = |flicks: f64| fixed(flicks / MILLI, "ms", 4);
                let (before, error) = self.jitter;
                ("J + (|Δs − Δd| − J) / 16", plus(ms(before), over(minus(ms(error), ms(before)), count(16))))
            }
            "state_age_min_ms" => ("d − s, the least", age(t.age_min_at)?),
            "state_age_mean_ms" => {
                let sum = amount(t.age_sum as f64 / MILLI, "ms");
                ("Σ (d − s) / frames", (t.displayed > 0).then(|| over(sum, count(t.displayed)))?)
            }
            "state_age_max_ms" => ("d − s, the largest", age(t.age_max_at)?),
            "hitch_ms_per_s" => {
                let late = amount(t.late_in_all() / MILLI, "ms");
                ("Σ max(0, Δd − T) / Σ Δd", over(late, passed()?))
            }
            "frozen_s" => {
                let (now, at) = self.shown?;
                let s = |at: Time| fixed(at.as_secs(), "s", 4);
                ("now − d of the frame that is shown", minus(s(now), s(at)))
            }
            _ => return None,
        })
    }

    fn of_steps(&self, id: &str) -> Option<(&'static str, Expression)> {
        let t = &self.totals;
        let elapsed = || (self.elapsed > Span::ZERO).then(|| amount(self.elapsed.as_secs(), "s"));
        let seen: u64 = t.latencies.values().sum();
        let known = |value: Option<f64>| value.filter(|_| self.paths_known);
        if let Some(stage) = Stage::ALL.into_iter().find(|stage| id.starts_with(&format!("stage_{}_", stage.id()))) {
            let (sum, worst) = t.stages[stage as usize];
            let mean = || ("Σ times / inputs seen", over(amount(sum as f64 / MILLI, "ms"), count(seen)));
            let longest = || ("the longest of the inputs' times", millis(worst));
            return (seen > 0).then(|| if id.ends_with("worst_ms") { longest() } else { mean() });
        }
        Some(match id {
            "updates_per_s" => {
                let (began, length) = self.began.filter(|(_, length)| *length > Span::ZERO)?;
                ("updates that began / time", over(count(began), amount(length.as_secs(), "s")))
            }
            "dt_min_s" => ("the shortest dt above 0", amount(t.dt_min?.as_secs(), "s")),
            "dt_max_s" => ("the longest dt", amount(t.dt_max?.as_secs(), "s")),
            "busy_percent" => {
                let share = over(amount(t.busy.as_secs(), "s"), elapsed()?);
                ("100 × work / elapsed time", times(count(100), share))
            }
            "step_length_max" => ("speed · dt, the largest", amount(known(t.step_length_max)?, "units")),
            "wall_exposure_max" => {
                let (length, wall) = t.wall_exposed.filter(|_| self.paths_known)?;
                ("speed · dt / (wall + body), the largest", over(amount(length, "units"), amount(wall, "units")))
            }
            "path_deviation_mean" => {
                let sum = known((t.deviations > 0).then_some(self.deviation_sum))?;
                ("Σ distances / their number", over(amount(sum, "units"), count(t.deviations)))
            }
            "path_deviation_max" => {
                let largest = known((t.deviations > 0).then_some(t.deviation_max))?;
                ("the largest distance", amount(largest, "units"))
            }
            "input_to_display_mean_ms" => {
                let sum = amount(t.latency_sum as f64 / MILLI, "ms");
                ("Σ times / inputs seen", (seen > 0).then(|| over(sum, count(seen)))?)
            }
            "input_to_display_min_ms" => ("the least of the inputs' times", millis(t.latency_min?)),
            "input_to_display_max_ms" => ("the longest of the inputs' times", millis(t.latency_max?)),
            "input_to_display_p50_ms" => ("half of the times are no longer", amount(t.latency_rank(0.5)?, "ms")),
            "input_to_display_p95_ms" => ("95 % of the times are no longer", amount(t.latency_rank(0.95)?, "ms")),
            _ => return None,
        })
    }
}
