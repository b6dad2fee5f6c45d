//! The catalogue of metrics, one row for each. Reports, tables, cards, tooltips and docs/metrics.md are made from the rows.
//!
//! In the definitions d is the moment at which a displayed frame appeared, s is the frame's sample time, Δ is the difference from
//! one frame to the next, and T is the refresh interval (with a variable refresh the shortest one). Where the display is unknown,
//! T is null, and so is each metric that needs it.

use super::behind::Behind;
use super::formula::{Expression, Formula, amount, count, millis, minus, over, plus, seconds, size, times};
use super::stages::Stage;
use super::totals::{Sums, Totals};
use crate::base::time::{Span, Time};
use crate::model::config::capture::SampleTimes;
use Better::{Higher, Lower, Near, Neither};
use Measure::{Count, Distribution, Number};
use serde::Serialize;
use std::collections::BTreeMap;

const LONGEST: &str = "the longest of the inputs' times";

#[derive(Debug)]
pub struct Metric {
    /// The key in a report.
    pub id: &'static str,
    /// The name in tables and tooltips.
    pub name: &'static str,
    /// The unit of the number in a report; empty if it has none.
    pub unit: &'static str,
    /// The definition, in one sentence.
    pub about: &'static str,
    /// The author of the definition.
    pub source: &'static str,
    /// The rule that tells which of two values is better.
    pub better: Better,
    /// The column in a table; `None` if the metric has none.
    pub column: Option<Column>,
    /// The way in which the metric is computed.
    pub measure: Measure,
}

/// The way in which a metric is computed from the sums of a run.
#[derive(Clone, Copy, Debug)]
pub enum Measure {
    /// A count: the name of the counted things, and the function that counts them.
    Count(&'static str, fn(&Sums) -> u64),
    /// A number: the function that returns the formula with the values put in, or `None` if the metric has no value yet.
    Number(fn(&Sums) -> Option<Formula>),
    /// A distribution: the function that returns how often each whole number occurred, or `None` if that is unknown.
    Distribution(fn(&Sums) -> Option<BTreeMap<u64, u64>>),
}

/// The value of a metric, as a report writes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum MetricValue {
    Count(u64),
    Number(f64),
    Distribution(BTreeMap<u64, u64>),
}

/// The rule that tells which of two values is better, other things being equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Better {
    Higher,
    Lower,
    /// The value that is nearer to this number is better.
    Near(f64),
    /// The better value depends on the run.
    Neither,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    pub head: &'static str,
    /// The unit of the number in the table.
    pub unit: &'static str,
    /// The factor from the unit in reports to the unit in the table.
    pub scale: f64,
    /// The number of digits after the point.
    pub digits: usize,
}

/// The metrics that follow from the speed of the game.
const OF_SPEED: [&str; 3] = ["speed_ratio", "game_speed_ratio", "lost_s"];
/// The other metrics that follow from sample times.
const OF_SAMPLES: [&str; 8] = [
    "behind_s",
    "animation_error_mean_ms",
    "animation_error_max_ms",
    "jitter_ms",
    "picture_error_mean_ms",
    "state_age_min_ms",
    "state_age_mean_ms",
    "state_age_max_ms",
];

impl Metric {
    /// Returns whether the metric needs sample times that are unknown in `sums`. Some captures have, in place of sample times,
    /// the moments at which the CPU began each frame. These say nothing about the game's speed, because they always advance with
    /// the clock.
    fn is_unknown(&self, sums: &Sums) -> bool {
        match sums.samples {
            SampleTimes::Own => false,
            SampleTimes::CpuStart => OF_SPEED.contains(&self.id),
            SampleTimes::Unknown => OF_SPEED.contains(&self.id) || OF_SAMPLES.contains(&self.id),
        }
    }

    /// Returns the metric's value in `sums`; `None` if it has no value yet.
    pub fn value(&self, sums: &Sums) -> Option<MetricValue> {
        if self.is_unknown(sums) {
            return None;
        }
        match self.measure {
            Count(_, count) => Some(MetricValue::Count(count(sums))),
            Number(formula) => formula(sums).map(|formula| MetricValue::Number(formula.values.value())),
            Distribution(distribution) => distribution(sums).map(MetricValue::Distribution),
        }
    }

    /// Returns the metric's value in `sums` as a number in the unit of the report; `None` if it has no value yet or is a
    /// distribution.
    pub fn number(&self, sums: &Sums) -> Option<f64> {
        self.formula(sums).map(|formula| formula.values.value())
    }

    /// Returns the formula of [`Metric::number`] with the values put in; `None` if the metric has no number.
    pub fn formula(&self, sums: &Sums) -> Option<Formula> {
        if self.is_unknown(sums) {
            return None;
        }
        match self.measure {
            Count(symbols, how_many) => formula(symbols, count(how_many(sums))),
            Number(formula) => formula(sums),
            Distribution(_) => None,
        }
    }

    /// Returns how far a value is from the best possible one; `None` if neither larger nor smaller values are better.
    pub fn badness(&self, value: f64) -> Option<f64> {
        match self.better {
            Higher => Some(-value),
            Lower => Some(value),
            Near(ideal) => Some((value - ideal).abs()),
            Neither => None,
        }
    }

    /// Returns the name, the definition, the unit and the source, for a tooltip.
    pub fn explanation(&self) -> String {
        let unit = self.column.map_or(self.unit, |column| column.unit);
        let unit = if unit.is_empty() { String::new() } else { format!("\nUnit: {unit}.") };
        format!("{}: {}{unit}\nSource: {}.", self.name, self.about, self.source)
    }
}

impl Sums {
    /// Returns the metric with this key as a number in the unit of the report; `None` if it has no value yet.
    pub fn number(&self, id: &str) -> Option<f64> {
        metric_named(id).number(self)
    }

    /// Returns the metric with this key, which must be a count.
    pub fn count(&self, id: &str) -> u64 {
        match metric_named(id).measure {
            Count(_, count) => count(self),
            _ => panic!("{id} is no count"),
        }
    }

    /// Returns the metric with this key, which must be a distribution: how often each whole number occurred; empty if that is
    /// unknown.
    pub fn distribution(&self, id: &str) -> BTreeMap<u64, u64> {
        match metric_named(id).measure {
            Distribution(distribution) => distribution(self).unwrap_or_default(),
            _ => panic!("{id} is no distribution"),
        }
    }
}

fn metric_named(id: &str) -> &'static Metric {
    find(id).unwrap_or_else(|| panic!("no metric is called {id}"))
}

const fn metric(
    (id, name, unit): (&'static str, &'static str, &'static str),
    better: Better,
    about: &'static str,
    source: &'static str,
    measure: Measure,
) -> Metric {
    Metric { id, name, unit, about, source, better, column: None, measure }
}

impl Metric {
    const fn headed(self, head: &'static str, digits: usize) -> Metric {
        let unit = self.unit;
        self.scaled(head, unit, 1.0, digits)
    }

    const fn scaled(self, head: &'static str, unit: &'static str, scale: f64, digits: usize) -> Metric {
        Metric { column: Some(Column { head, unit, scale, digits }), ..self }
    }
}

const OWN: &str = "tickscope";
const PRESENTMON: &str = "PresentMon, MsBetweenDisplayChange";
const ERROR: &str = "PresentMon 2, MsAnimationError, which leaves unchanged frames out; here they count";
const AGE: &str = "tickscope; it grows without bound where the world runs slow, and is negative where a loop runs ahead";
const PHOTON: &str = "PresentMon, click-to-photon latency";
const STAGES: &str = "tickscope, after the stages of click-to-photon latency in PresentMon";
const STEPS: &str = "Box2D and MuJoCo, which both ask for short steps against thin walls";

/// The metrics of a stage between an input and the display.
struct StageMetrics {
    mean: Metric,
    longest: Metric,
}

/// Makes the metrics of a stage, with `$name` for their names and `$time` for the time that they measure.
macro_rules! stage {
    ($stage:ident, $name:literal, $time:literal) => {
        StageMetrics {
            mean: metric(
                (Stage::$stage.mean_id(), concat!("Mean ", $name), "ms"),
                Lower,
                concat!("The mean time ", $time, ". The five means add up to the mean input to display."),
                STAGES,
                Number(|s| mean_latency(s, s.totals.stage(Stage::$stage).sum)),
            ),
            longest: metric(
                (Stage::$stage.longest_id(), concat!("Longest ", $name), "ms"),
                Lower,
                concat!("The longest time ", $time, "."),
                STAGES,
                Number(|s| longest(s, Stage::$stage)),
            ),
        }
    };
}

const READ: StageMetrics =
    stage!(Read, "until read", "from an input until the loop reads it: before an update, or at the top of a turn");
const SUBMIT: StageMetrics = stage!(Submit, "until submitted", "from then until the CPU has finished the frame that shows it");
const QUEUE: StageMetrics = stage!(Queue, "before the GPU", "from then until the GPU begins to work on that frame");
const GPU: StageMetrics = stage!(Gpu, "on the GPU", "that the GPU works on it");
const DISPLAY: StageMetrics = stage!(Display, "until the flip", "from then until the display changes to it");

/// Every metric of a report, in the report's order.
pub const ALL: &[Metric] = &[
    metric(
        ("frames_rendered", "Frames rendered", ""),
        Neither,
        "How many frames the loop drew.",
        OWN,
        Count("renders that began", |s| s.totals.rendered),
    ),
    metric(
        ("frames_displayed", "Frames displayed", ""),
        Neither,
        "How many of them the display showed, unchanged ones too.",
        OWN,
        Count("frames that appeared", |s| s.totals.displayed),
    ),
    metric(
        ("frames_dropped", "Frames dropped", ""),
        Lower,
        "How many frames can no longer be shown: a newer one overtook them, or the run is over. Not those on their way.",
        "PresentMon, dropped frames",
        Count("frames that a newer one overtook", |s| s.totals.dropped),
    )
    .headed("dropped", 0),
    metric(
        ("frames_torn", "Frames torn", ""),
        Lower,
        "How many displayed frames appeared in the middle of the scan-out, between two refreshes.",
        "Khronos, VK_PRESENT_MODE_IMMEDIATE_KHR",
        Count("frames that appeared between two refreshes", |s| s.totals.torn),
    )
    .headed("torn", 0),
    metric(
        ("repeats", "Repeated refreshes", ""),
        Lower,
        "How often a variable refresh showed the old frame again: a new one had not come when the display could not wait longer, or, below the range, when a part of the expected stay was over.",
        "VESA Adaptive-Sync, low framerate compensation",
        Count("refreshes with the old frame", |s| s.totals.repeats),
    )
    .headed("repeats", 0),
    metric(
        ("updates", "Updates", ""),
        Neither,
        "How many steps the world made.",
        OWN,
        Count("updates that began", |s| s.totals.updates),
    )
    .headed("updates", 0),
    metric(
        ("thoughts", "Thoughts", ""),
        Neither,
        "How often the world decided at a rate of its own, which costs a part of the update load; no update.",
        OWN,
        Count("thoughts that began", |s| s.totals.thoughts),
    )
    .headed("thoughts", 0),
    metric(
        ("fps_mean", "Mean FPS", "FPS"),
        Higher,
        "(Frames − 1) / Σ Δd.",
        PRESENTMON,
        Number(|s| formula("(frames − 1) / Σ Δd", over(count(pairs(s)?), seconds(s.totals.passed)))),
    )
    .headed("FPS", 1),
    metric(
        ("fps_max", "Highest FPS", "FPS"),
        Higher,
        "1 / the shortest Δd.",
        PRESENTMON,
        Number(|s| formula("1 / shortest Δd", over(count(1), seconds(s.totals.shortest_interval()?)))),
    )
    .headed("FPS max", 1),
    metric(
        ("one_percent_low_fps", "1 % low (integral)", "FPS"),
        Higher,
        "1 % of the time was spent in frames as slow as this or slower; the mean of the slowest 1 % of frames is another number.",
        "CapFrameX and MSI Afterburner, integral",
        Number(|s| low(s, 100.0, "1 / the Δd at which the longest reach 1 % of the time")),
    )
    .headed("1 % low int.", 1),
    metric(
        ("one_percent_low_average_fps", "1 % low (average)", "FPS"),
        Higher,
        "1 / the mean of all Δd that are not shorter than their 99 % quantile (R8).",
        "CapFrameX, 1 % low average",
        Number(|s| low_average(s, 0.99, "n / Σ Δd of the n that reach the 99 % quantile")),
    )
    .headed("1 % low avg.", 1),
    metric(
        ("p1_fps", "P1", "FPS"),
        Higher,
        "The 1 % quantile of 1 / Δd (R8): one frame in a hundred is slower.",
        "CapFrameX, P1",
        Number(|s| rate_quantile(s, 0.01)),
    )
    .headed("P1", 1),
    metric(
        ("tenth_percent_low_fps", "0.1 % low (integral)", "FPS"),
        Higher,
        "0.1 % of the time was spent in frames as slow as this or slower.",
        "CapFrameX and MSI Afterburner, integral",
        Number(|s| low(s, 1000.0, "1 / the Δd at which the longest reach 0.1 % of the time")),
    ),
    metric(
        ("tenth_percent_low_average_fps", "0.1 % low (average)", "FPS"),
        Higher,
        "1 / the mean of all Δd that are not shorter than their 99.9 % quantile (R8).",
        "CapFrameX, 0.1 % low average",
        Number(|s| low_average(s, 0.999, "n / Σ Δd of the n that reach the 99.9 % quantile")),
    ),
    metric(
        ("p0_2_fps", "P0.2", "FPS"),
        Higher,
        "The 0.2 % quantile of 1 / Δd (R8): one frame in five hundred is slower.",
        "CapFrameX, P0.2",
        Number(|s| rate_quantile(s, 0.002)),
    ),
    metric(
        ("p5_fps", "P5", "FPS"),
        Higher,
        "The 5 % quantile of 1 / Δd (R8): one frame in twenty is slower.",
        "CapFrameX, P5",
        Number(|s| rate_quantile(s, 0.05)),
    ),
    metric(
        ("p50_fps", "P50", "FPS"),
        Higher,
        "The 50 % quantile of 1 / Δd (R8): half of the frames are slower.",
        "CapFrameX, P50",
        Number(|s| rate_quantile(s, 0.5)),
    ),
    metric(
        ("p95_fps", "P95", "FPS"),
        Higher,
        "The 95 % quantile of 1 / Δd (R8): one frame in twenty is faster.",
        "CapFrameX, P95",
        Number(|s| rate_quantile(s, 0.95)),
    ),
    metric(
        ("p99_fps", "P99", "FPS"),
        Higher,
        "The 99 % quantile of 1 / Δd (R8): one frame in a hundred is faster.",
        "CapFrameX, P99",
        Number(|s| rate_quantile(s, 0.99)),
    ),
    metric(
        ("distinct_fps", "Distinct FPS", "FPS"),
        Higher,
        "Displayed frames that show another moment than the one before / Σ Δd.",
        "Witters, who counts a frame shown twice once",
        Number(|s| formula("frames that show another moment / Σ Δd", over(count(s.totals.distinct), passed(s)?))),
    )
    .headed("distinct", 1),
    metric(
        ("speed_ratio", "Speed ratio", ""),
        Near(1.0),
        "Σ Δs / Σ Δd: 1 is real speed.",
        OWN,
        Number(|s| {
            let (simulated, passed) = s.drawn?;
            formula("Σ Δs / Σ Δd", over(seconds(simulated), seconds(passed)))
        }),
    )
    .scaled("speed", "%", 100.0, 1),
    metric(
        ("game_speed_ratio", "Game speed ratio", ""),
        Near(1.0),
        "Simulated time made by updates / elapsed virtual time: prediction can draw real speed of a game that is slower.",
        "Witters, who defines game speed by updates",
        Number(|s| {
            let (made, elapsed) = s.made?;
            formula("Σ dt / elapsed time", over(seconds(made), seconds(elapsed)))
        }),
    )
    .scaled("game speed", "%", 100.0, 1),
    metric(
        ("lost_s", "Lost time", "s"),
        Near(0.0),
        "Σ Δd − Σ Δs: negative while the world runs in fast-forward.",
        OWN,
        Number(|s| formula("Σ Δd − Σ Δs", minus(passed(s)?.fixed(4), seconds(s.totals.simulated).fixed(4)))),
    )
    .headed("lost", 3),
    metric(
        ("behind_s", "Behind", "s"),
        Near(0.0),
        "t − s − f at the end: t is the last refresh (in a report the last d), f what loops before this one lost and the pauses \
         that it keeps. It is negative where a loop is ahead.",
        OWN,
        Number(|s| {
            let Behind { clock, drawn, forgiven } = s.behind?;
            let [clock, drawn] = [clock, drawn].map(|at| seconds(at - Time::ZERO).fixed(3));
            formula("t − s − f", minus(minus(clock, drawn), seconds(forgiven).fixed(3)))
        }),
    )
    .headed("behind", 1),
    metric(
        ("animation_error_mean_ms", "Mean animation error", "ms"),
        Lower,
        "Mean of |Δs − Δd|: how unevenly things move. It is blind to a steady low rate.",
        ERROR,
        Number(|s| formula("Σ |Δs − Δd| / number of Δ", over(millis(s.totals.error_sum), count(pairs(s)?)))),
    )
    .headed("error", 2),
    metric(
        ("animation_error_max_ms", "Largest animation error", "ms"),
        Lower,
        "The largest |Δs − Δd|.",
        ERROR,
        Number(|s| {
            pairs(s)?;
            let (simulated, passed) = s.totals.error_max_pair;
            formula("|Δs − Δd|, the largest", size(minus(millis(simulated).fixed(2), millis(passed).fixed(2))))
        }),
    )
    .headed("error max", 1),
    metric(
        ("jitter_ms", "Jitter", "ms"),
        Lower,
        "J += (|Δs − Δd| − J) / 16 at every frame, from 0: its value after the last one.",
        "RFC 3550 §6.4.1",
        Number(|s| {
            pairs(s)?;
            let (before, error) = (millis(s.jitter.before).fixed(4), millis(s.jitter.error).fixed(4));
            formula("J + (|Δs − Δd| − J) / 16", plus(before.clone(), over(minus(error, before), count(16))))
        }),
    )
    .headed("jitter", 2),
    metric(
        ("state_age_min_ms", "Least state age", "ms"),
        Neither,
        "The least d − s.",
        AGE,
        Number(|s| formula("d − s, the least", age(s.totals.age_min_at?))),
    )
    .headed("age min", 1),
    metric(
        ("state_age_mean_ms", "Mean state age", "ms"),
        Near(0.0),
        "The mean of d − s: how old what you see is.",
        AGE,
        Number(|s| formula("Σ (d − s) / frames", over(millis(s.totals.age_sum), count(some(s.totals.displayed)?)))),
    )
    .headed("age", 1),
    metric(
        ("state_age_max_ms", "Largest state age", "ms"),
        Near(0.0),
        "The largest d − s.",
        AGE,
        Number(|s| formula("d − s, the largest", age(s.totals.age_max_at?))),
    )
    .headed("age max", 1),
    metric(
        ("hitch_ms_per_s", "Hitch rate", "ms/s"),
        Lower,
        "1000 · Σ max(0, Δd − T) / Σ Δd: how much of every second frames came late.",
        "after Apple, hitch time ratio, but late against one refresh",
        Number(|s| formula("Σ max(0, Δd − T) / Σ Δd", over(millis(s.totals.late_in_all()?), passed(s)?))),
    )
    .headed("hitches", 1),
    metric(
        ("dt_min_s", "Shortest step", "s"),
        Neither,
        "The smallest dt above 0.",
        STEPS,
        Number(|s| formula("the shortest dt above 0", seconds(s.totals.dt_min?))),
    )
    .scaled("dt min", "ms", 1000.0, 2),
    metric(
        ("dt_max_s", "Longest step", "s"),
        Neither,
        "The largest dt.",
        STEPS,
        Number(|s| formula("the longest dt", seconds(s.totals.dt_max?))),
    )
    .scaled("dt max", "ms", 1000.0, 2),
    metric(
        ("updates_per_frame_max", "Most updates in a turn", ""),
        Neither,
        "The most updates in one turn of the loop.",
        STEPS,
        Count("the most updates of a turn", |s| s.totals.updates_per_turn_max),
    )
    .headed("upd/turn", 0),
    metric(
        ("cadence", "Cadence", "frames"),
        Neither,
        "How many refresh intervals, round(Δd / T), a frame stayed → how many did; the last one is not counted.",
        OWN,
        Distribution(|s| s.totals.cadence()),
    ),
    metric(
        ("busy_percent", "Busy share", "%"),
        Lower,
        "(Update + thought + render cost, and time spun) / elapsed virtual time: what the loop takes from the battery.",
        "Witters, on mobile devices",
        Number(|s| {
            let elapsed = Some(s.elapsed).filter(|elapsed| *elapsed > Span::ZERO)?;
            formula("100 × work / elapsed time", times(count(100), over(seconds(s.totals.busy), seconds(elapsed))))
        }),
    )
    .headed("busy", 0),
    metric(
        ("caught", "Caught", "passes"),
        Neither,
        "Passes that the exact motion ends at a wall and the stepped motion too.",
        OWN,
        Count("passes that met their wall", |s| s.tally.caught),
    )
    .headed("caught", 0),
    metric(
        ("tunnelled", "Tunnels", "passes"),
        Lower,
        "Passes that the exact motion ends at a wall and the stepped motion goes through.",
        OWN,
        Count("passes that missed their wall", |s| s.tally.tunnelled),
    )
    .headed("tunnels", 0),
    metric(
        ("step_length_max", "Longest way in a step", "units"),
        Neither,
        "The largest speed · dt of a body: how far it went between two tests for contact.",
        STEPS,
        Number(|s| formula("speed · dt, the largest", amount(measured(s)?.step_length_max?, "units"))),
    )
    .headed("v·dt max", 2),
    metric(
        ("wall_exposure_max", "Step exposure", ""),
        Lower,
        "The largest speed · dt over the thinnest wall and the width of what meets it: above 1 a straight step can pass it by.",
        STEPS,
        Number(|s| {
            let (length, wall) = measured(s)?.wall_exposed?;
            formula("speed · dt / (wall + body), the largest", over(amount(length, "units"), amount(wall, "units")))
        }),
    )
    .headed("v·dt/wall", 2),
    metric(
        ("path_deviation_mean", "Mean path deviation", "units"),
        Lower,
        "Distance of the bodies from their exact place at the same simulated time, mean after all updates.",
        OWN,
        Number(|s| {
            let number = some(measured(s)?.deviations)?;
            formula("Σ distances / their number", over(amount(s.deviation_sum, "units"), count(number)))
        }),
    )
    .headed("off path", 2),
    metric(
        ("path_deviation_max", "Largest path deviation", "units"),
        Lower,
        "The largest distance of a body from its exact place at the same simulated time.",
        OWN,
        Number(|s| {
            some(measured(s)?.deviations)?;
            formula("the largest distance", amount(s.totals.deviation_max, "units"))
        }),
    )
    .headed("off path max", 2),
    metric(
        ("inputs", "Inputs", ""),
        Neither,
        "How many inputs the metronome gave, one every 510 ms.",
        OWN,
        Count("inputs of the metronome", |s| s.totals.inputs),
    ),
    metric(
        ("inputs_shown", "Inputs seen", ""),
        Neither,
        "How many of them had an effect on the display by the end.",
        OWN,
        Count("inputs that were seen", |s| s.totals.inputs_seen()),
    ),
    metric(
        ("input_to_display_min_ms", "Least input to display", "ms"),
        Lower,
        "The least time from an input to the first frame that contains any of its effect.",
        PHOTON,
        Number(|s| formula("the least of the inputs' times", millis(s.totals.latency_min?))),
    )
    .headed("input min", 1),
    metric(
        ("input_to_display_mean_ms", "Mean input to display", "ms"),
        Lower,
        "The mean time from an input to the first frame that contains any of its effect.",
        PHOTON,
        Number(|s| mean_latency(s, s.totals.latency_sum)),
    )
    .headed("input", 1),
    metric(
        ("input_to_display_p50_ms", "Median input to display", "ms"),
        Lower,
        "Half of the inputs were seen by then, rounded down to 0.1 ms.",
        PHOTON,
        Number(|s| formula("half of the times are no longer", amount(s.totals.latency_rank(0.5)?, "ms"))),
    ),
    metric(
        ("input_to_display_p95_ms", "95 % input to display", "ms"),
        Lower,
        "95 % of the inputs were seen by then, rounded down to 0.1 ms.",
        PHOTON,
        Number(|s| formula("95 % of the times are no longer", amount(s.totals.latency_rank(0.95)?, "ms"))),
    )
    .headed("input 95 %", 1),
    metric(
        ("input_to_display_max_ms", "Largest input to display", "ms"),
        Lower,
        "The longest time from an input to the first frame that contains any of its effect.",
        PHOTON,
        Number(|s| formula(LONGEST, millis(s.totals.latency_max?))),
    )
    .headed("input max", 1),
    metric(
        ("input_to_display", "Distribution of input to display", "inputs"),
        Neither,
        "Whole milliseconds from input to frame, rounded down → how many inputs took so long.",
        PHOTON,
        Distribution(|s| Some(s.totals.whole_latencies())),
    ),
    READ.mean,
    READ.longest,
    SUBMIT.mean,
    SUBMIT.longest,
    QUEUE.mean,
    QUEUE.longest,
    GPU.mean,
    GPU.longest,
    DISPLAY.mean,
    DISPLAY.longest,
    metric(
        ("picture_error_mean_ms", "Mean picture error", "ms"),
        Lower,
        "Mean of |Δs − Δd| from picture to picture: a picture is a frame that shows another moment than the one before it.",
        "PresentMon 2, MsAnimationError, from picture to picture",
        Number(|s| {
            let pictures = count(some(s.totals.pictures())?);
            formula("Σ |Δs − Δd| / pictures", over(millis(s.totals.picture_error_sum), pictures))
        }),
    )
    .headed("pic. error", 2),
    metric(
        ("hitch_time_ratio_ms_per_s", "Hitch time ratio", "ms/s"),
        Lower,
        "1000 · Σ max(0, Δd − m) / Σ Δd from picture to picture, m being their lower median: how much of every second is late.",
        "Apple, hitch time ratio, with the median for the expected time",
        Number(|s| {
            let (late, shown) = s.totals.late_pictures()?;
            formula("Σ max(0, Δd − median Δd) / Σ Δd", over(millis(late), seconds(shown)))
        }),
    )
    .headed("hitch ratio", 1),
];

/// The metrics of a world with a button. A report has them only if the button was pressed.
pub const PRESSES: &[Metric] = &[
    metric(
        ("presses", "Presses", ""),
        Neither,
        "How many presses of the metronome ended at least half a second before, so that they are answered or lost. In the window: of those of the last six seconds.",
        OWN,
        Count("presses that are answered or lost", |s| s.totals.presses.pressed),
    )
    .headed("pressed", 0),
    metric(
        ("presses_answered", "Presses answered", ""),
        Higher,
        "How many of them a step has taken, up to half a second after their end.",
        OWN,
        Count("presses with at least one answer", |s| s.totals.presses.answered),
    )
    .headed("answered", 0),
    metric(
        ("presses_lost", "Presses lost", ""),
        Lower,
        "How many of them no step has taken.",
        OWN,
        Count("presses without an answer", |s| s.totals.presses.lost),
    )
    .headed("lost", 0),
    metric(
        ("presses_doubled", "Presses doubled", ""),
        Lower,
        "How many of them more than one step has taken.",
        OWN,
        Count("presses with several answers", |s| s.totals.presses.doubled),
    )
    .headed("doubled", 0),
    metric(
        ("press_to_display_mean_ms", "Mean press to display", "ms"),
        Lower,
        "The mean time from a press to the first flip that shows the step that took it first.",
        OWN,
        Number(|s| {
            let presses = &s.totals.presses;
            formula("Σ times / presses shown", over(millis(presses.late_sum), count(some(presses.shown)?)))
        }),
    )
    .headed("press", 1),
    metric(
        ("press_to_display_max_ms", "Largest press to display", "ms"),
        Lower,
        "The longest time from a press to the first flip that shows the step that took it first.",
        OWN,
        Number(|s| formula("the longest of the presses' times", millis(s.totals.presses.late_max?))),
    )
    .headed("press max", 1),
];

/// The metrics that only the window shows.
pub const LIVE: &[Metric] = &[
    metric(
        ("updates_per_s", "Updates a second", "1/s"),
        Neither,
        "Updates that began / the time looked at.",
        OWN,
        Number(|s| {
            let elapsed = Some(s.elapsed).filter(|elapsed| *elapsed > Span::ZERO)?;
            formula("updates that began / time", over(count(s.totals.updates), seconds(elapsed)))
        }),
    ),
    metric(
        ("frozen_s", "Frozen", "s"),
        Lower,
        "How long the display has been showing the same frame: far longer than the frames before it.",
        OWN,
        Number(|s| {
            let (now, shown) = s.shown?;
            let since_start = |at: Time| seconds(at - Time::ZERO).fixed(4);
            formula("now − d of the frame that is shown", minus(since_start(now), since_start(shown)))
        }),
    ),
];

/// Returns the metric with this key, including the metrics that only the window shows; `None` if there is none.
pub fn find(id: &str) -> Option<&'static Metric> {
    ALL.iter().chain(PRESSES).chain(LIVE).find(|metric| metric.id == id)
}

#[allow(clippy::unnecessary_wraps, reason = "the rows return it as it is")]
fn formula(symbols: &'static str, values: Expression) -> Option<Formula> {
    Some(Formula { symbols, values })
}

fn some(number: u64) -> Option<u64> {
    (number > 0).then_some(number)
}

/// Returns the number of displayed frames that have a displayed frame before them; `None` if it is 0, so that differences have no
/// value.
fn pairs(sums: &Sums) -> Option<u64> {
    some(sums.totals.displayed_pairs)
}

fn passed(sums: &Sums) -> Option<Expression> {
    pairs(sums).map(|_| seconds(sums.totals.passed))
}

/// Returns the age of a frame that was displayed at `at` with the sample time `drawn`, with the digits of a difference.
fn age((at, drawn): (Time, Time)) -> Expression {
    let since_start = |at: Time| millis(at - Time::ZERO).fixed(2);
    minus(since_start(at), since_start(drawn))
}

/// Returns the rate of the interval at which the longest ones reach one part in `parts` of the time.
fn low(sums: &Sums, parts: f64, symbols: &'static str) -> Option<Formula> {
    formula(symbols, over(count(1), seconds(sums.totals.low(parts)?)))
}

/// Returns the rate of the mean of the intervals that reach their quantile `share`.
fn low_average(sums: &Sums, share: f64, symbols: &'static str) -> Option<Formula> {
    let (number, sum) = sums.totals.longest_intervals(share)?;
    formula(symbols, over(count(number), seconds(sum)))
}

/// Returns the quantile `share` of the rates from frame to frame.
fn rate_quantile(sums: &Sums, share: f64) -> Option<Formula> {
    let (long, next, part) = sums.totals.rate_quantile(share)?;
    let [low, high] = [long, next].map(|interval| over(count(1), seconds(interval)));
    let values = if part == 0.0 { low } else { plus(low.clone(), times(amount(part, ""), minus(high, low))) };
    formula("between the rates a and b at the rank: a + part · (b − a)", values)
}

fn measured(sums: &Sums) -> Option<&Totals> {
    sums.paths_known.then_some(&sums.totals)
}

/// Returns the mean over all inputs that the display has answered; `None` if there are none. `sum` is the sum of their times, in
/// flicks.
fn mean_latency(sums: &Sums, sum: i128) -> Option<Formula> {
    formula("Σ times / inputs seen", over(millis(sum), count(some(sums.totals.inputs_seen())?)))
}

/// Returns the longest time of a stage; `None` if the display has answered no input.
fn longest(sums: &Sums, stage: Stage) -> Option<Formula> {
    some(sums.totals.inputs_seen())?;
    formula(LONGEST, millis(sums.totals.stage(stage).longest))
}

#[cfg(test)]
mod tests {
    use crate::lab::metrics::catalogue::*;

    #[test]
    fn every_metric_says_what_it_is_where_it_comes_from_and_stands_once() {
        for (place, metric) in ALL.iter().enumerate() {
            assert!(metric.about.ends_with('.') && !metric.source.is_empty(), "{}", metric.id);
            assert!(ALL[..place].iter().all(|other| other.id != metric.id && other.name != metric.name), "{}", metric.id);
            assert!(metric.column.is_none_or(|column| column.head.chars().count() <= 12), "{} has no room", metric.id);
        }
    }

    #[test]
    fn a_better_value_has_less_badness() {
        let badness = |id: &str, value| find(id).and_then(|metric| metric.badness(value));
        assert!(badness("fps_mean", 60.0) < badness("fps_mean", 30.0));
        assert!(badness("jitter_ms", 1.0) < badness("jitter_ms", 2.0));
        assert!(badness("speed_ratio", 1.1) < badness("speed_ratio", 0.8));
        assert_eq!(badness("updates", 5.0), None);
    }
}
