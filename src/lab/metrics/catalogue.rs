//! Every metric once: what it is called, its unit, its definition and where that comes from. Reports, tables, tooltips
//! and docs/metrics.md are all made from this.
//!
//! In the definitions d is the moment at which a displayed frame appeared, s the simulated time drawn in it, Δ the
//! difference from one frame to the next, and T the refresh interval; with a variable refresh T is the shortest one.

use super::stages::Stage;
use super::summary::MetricValues;
use Better::{Higher, Lower, Near, Neither};

/// One metric.
#[derive(Debug)]
pub struct Metric {
    /// Its key in a report.
    pub id: &'static str,
    /// Its name in tables and tooltips.
    pub name: &'static str,
    /// The unit of the number in a report; empty where it has none.
    pub unit: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
    /// Who defined it so.
    pub source: &'static str,
    /// Which of two values is the better one.
    pub better: Better,
    /// How it stands in a table, if it does.
    pub column: Option<Column>,
    /// Its number, where it is one and there is one.
    pub value: fn(&MetricValues) -> Option<f64>,
}

/// Which of two values is the better one, other things being equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Better {
    /// The higher one.
    Higher,
    /// The lower one.
    Lower,
    /// The one nearer to this.
    Near(f64),
    /// It depends.
    Neither,
}

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// The heading, at most twelve characters long.
    pub head: &'static str,
    /// The unit of the number in the table, which is the report's times `scale`.
    pub unit: &'static str,
    /// What the number of the report is multiplied by.
    pub scale: f64,
    /// How many digits stand after the point.
    pub digits: usize,
}

impl Metric {
    /// How far a value is from the best there can be; nothing where no direction is the better one.
    pub fn badness(&self, value: f64) -> Option<f64> {
        match self.better {
            Higher => Some(-value),
            Lower => Some(value),
            Near(ideal) => Some((value - ideal).abs()),
            Neither => None,
        }
    }

    /// Definition, unit and source, for a tooltip.
    pub fn explanation(&self) -> String {
        let unit = self.column.map_or(self.unit, |column| column.unit);
        let unit = if unit.is_empty() { String::new() } else { format!("\nUnit: {unit}.") };
        format!("{}: {}{unit}\nSource: {}.", self.name, self.about, self.source)
    }
}

/// The numbers that the window shows beside those of a report.
pub const LIVE: &[Metric] = &[
    metric(("updates_per_s", "Updates a second", "1/s"), Neither, "Updates that began / the time looked at.", OWN, |_| None),
    metric(
        ("frozen_s", "Frozen", "s"),
        Lower,
        "How long the display has been showing the same frame: far longer than the frames before it.",
        OWN,
        |_| None,
    ),
];

/// The metric with this key, also one that only the window shows.
pub fn explained(id: &str) -> Option<&'static Metric> {
    ALL.iter().chain(LIVE).find(|metric| metric.id == id)
}

/// The metric with this key.
pub fn find(id: &str) -> Option<&'static Metric> {
    ALL.iter().find(|metric| metric.id == id)
}

type Value = fn(&MetricValues) -> Option<f64>;

const fn metric(
    (id, name, unit): (&'static str, &'static str, &'static str),
    better: Better,
    about: &'static str,
    source: &'static str,
    value: Value,
) -> Metric {
    Metric { id, name, unit, about, source, better, column: None, value }
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

/// Every metric, in the order of the report.
pub const ALL: &[Metric] = &[
    metric(("frames_rendered", "Frames rendered", ""), Neither, "How many frames the loop drew.", OWN, |m| {
        Some(m.summary.frames_rendered as f64)
    }),
    metric(
        ("frames_displayed", "Frames displayed", ""),
        Neither,
        "How many of them the display showed, unchanged ones too.",
        OWN,
        |m| Some(m.summary.frames_displayed as f64),
    ),
    metric(
        ("frames_dropped", "Frames dropped", ""),
        Lower,
        "How many frames can no longer be shown: a newer one overtook them, or the run is over. Not those on their way.",
        "PresentMon, dropped frames",
        |m| Some(m.summary.frames_dropped as f64),
    )
    .headed("dropped", 0),
    metric(
        ("frames_torn", "Frames torn", ""),
        Lower,
        "How many displayed frames appeared in the middle of the scan-out, between two refreshes.",
        "Khronos, VK_PRESENT_MODE_IMMEDIATE_KHR",
        |m| Some(m.summary.frames_torn as f64),
    )
    .headed("torn", 0),
    metric(
        ("repeats", "Repeated refreshes", ""),
        Lower,
        "How often a variable refresh showed the old frame again: no new one had come within the longest interval.",
        "VESA Adaptive-Sync, low framerate compensation",
        |m| Some(m.summary.repeats as f64),
    )
    .headed("repeats", 0),
    metric(("updates", "Updates", ""), Neither, "How many steps the world made.", OWN, |m| Some(m.summary.updates as f64))
        .headed("updates", 0),
    metric(
        ("thoughts", "Thoughts", ""),
        Neither,
        "How often the world decided at a rate of its own, which costs a part of the update load; no update.",
        OWN,
        |m| Some(m.summary.thoughts as f64),
    )
    .headed("thoughts", 0),
    metric(("fps_mean", "Mean FPS", "FPS"), Higher, "(Frames − 1) / Σ Δd.", PRESENTMON, |m| m.summary.fps_mean).headed("FPS", 1),
    metric(("fps_max", "Highest FPS", "FPS"), Higher, "1 / the shortest Δd.", PRESENTMON, |m| m.summary.fps_max)
        .headed("FPS max", 1),
    metric(
        ("one_percent_low_fps", "1 % low (integral)", "FPS"),
        Higher,
        "1 % of the time was spent in frames as slow as this or slower; the mean of the slowest 1 % of frames is another number.",
        "CapFrameX and MSI Afterburner, integral",
        |m| m.summary.one_percent_low_fps,
    )
    .headed("1 % low int.", 1),
    metric(
        ("distinct_fps", "Distinct FPS", "FPS"),
        Higher,
        "Displayed frames that show another moment than the one before / Σ Δd.",
        "Witters, who counts a frame shown twice once",
        |m| m.summary.distinct_fps,
    )
    .headed("distinct", 1),
    metric(("speed_ratio", "Speed ratio", ""), Near(1.0), "Σ Δs / Σ Δd: 1 is real speed.", OWN, |m| m.summary.speed_ratio)
        .scaled("speed", "%", 100.0, 1),
    metric(
        ("game_speed_ratio", "Game speed ratio", ""),
        Near(1.0),
        "Simulated time made by updates / elapsed virtual time: prediction can draw real speed of a game that is slower.",
        "Witters, who defines game speed by updates",
        |m| m.summary.game_speed_ratio,
    )
    .scaled("game speed", "%", 100.0, 1),
    metric(
        ("lost_s", "Lost time", "s"),
        Near(0.0),
        "Σ Δd − Σ Δs: negative while the world runs in fast-forward.",
        OWN,
        |m| m.summary.lost_s,
    )
    .headed("lost", 3),
    metric(
        ("animation_error_mean_ms", "Mean animation error", "ms"),
        Lower,
        "Mean of |Δs − Δd|: how unevenly things move. It is blind to a steady low rate.",
        ERROR,
        |m| m.summary.animation_error_mean_ms,
    )
    .headed("error", 2),
    metric(("animation_error_max_ms", "Largest animation error", "ms"), Lower, "The largest |Δs − Δd|.", ERROR, |m| {
        m.summary.animation_error_max_ms
    })
    .headed("error max", 1),
    metric(
        ("jitter_ms", "Jitter", "ms"),
        Lower,
        "J += (|Δs − Δd| − J) / 16 at every frame, from 0: its value after the last one.",
        "RFC 3550 §6.4.1",
        |m| m.summary.jitter_ms,
    )
    .headed("jitter", 2),
    metric(("state_age_min_ms", "Least state age", "ms"), Neither, "The least d − s.", AGE, |m| m.summary.state_age_min_ms)
        .headed("age min", 1),
    metric(("state_age_mean_ms", "Mean state age", "ms"), Near(0.0), "The mean of d − s: how old what you see is.", AGE, |m| {
        m.summary.state_age_mean_ms
    })
    .headed("age", 1),
    metric(("state_age_max_ms", "Largest state age", "ms"), Near(0.0), "The largest d − s.", AGE, |m| {
        m.summary.state_age_max_ms
    })
    .headed("age max", 1),
    metric(
        ("hitch_ms_per_s", "Hitch rate", "ms/s"),
        Lower,
        "1000 · Σ max(0, Δd − T) / Σ Δd: how much of every second frames came late.",
        "Apple, hitch time ratio",
        |m| m.summary.hitch_ms_per_s,
    )
    .headed("hitches", 1),
    metric(("dt_min_s", "Shortest step", "s"), Neither, "The smallest dt above 0.", STEPS, |m| m.summary.dt_min_s)
        .scaled("dt min", "ms", 1000.0, 2),
    metric(("dt_max_s", "Longest step", "s"), Neither, "The largest dt.", STEPS, |m| m.summary.dt_max_s)
        .scaled("dt max", "ms", 1000.0, 2),
    metric(
        ("updates_per_frame_max", "Most updates in a turn", ""),
        Neither,
        "The most updates in one turn of the loop.",
        STEPS,
        |m| Some(m.summary.updates_per_frame_max as f64),
    )
    .headed("upd/turn", 0),
    metric(
        ("cadence", "Cadence", "frames"),
        Neither,
        "How many refresh intervals, round(Δd / T), a frame stayed → how many did; the last one is not counted.",
        OWN,
        |_| None,
    ),
    metric(
        ("busy_percent", "Busy share", "%"),
        Lower,
        "(Update + thought + render cost, and time spun) / elapsed virtual time: what the loop takes from the battery.",
        "Witters, on mobile devices",
        |m| m.summary.busy_percent,
    )
    .headed("busy", 0),
    metric(
        ("caught", "Caught", "passes"),
        Neither,
        "Passes that the exact motion ends at a wall and the stepped motion too.",
        OWN,
        |m| Some(m.tally.caught as f64),
    )
    .headed("caught", 0),
    metric(
        ("tunnelled", "Tunnels", "passes"),
        Lower,
        "Passes that the exact motion ends at a wall and the stepped motion goes through.",
        OWN,
        |m| Some(m.tally.tunnelled as f64),
    )
    .headed("tunnels", 0),
    metric(
        ("step_length_max", "Longest way in a step", "units"),
        Neither,
        "The largest speed · dt of a body: how far it went between two tests for contact.",
        STEPS,
        |m| m.exposure.step_length_max,
    )
    .headed("v·dt max", 2),
    metric(
        ("wall_exposure_max", "Step exposure", ""),
        Lower,
        "The largest speed · dt over the thinnest wall and the width of what meets it: above 1 a straight step can pass it by.",
        STEPS,
        |m| m.exposure.wall_exposure_max,
    )
    .headed("v·dt/wall", 2),
    metric(
        ("path_deviation_mean", "Mean path deviation", "units"),
        Lower,
        "Distance of the bodies from their exact place at the same simulated time, mean after all updates.",
        OWN,
        |m| m.exposure.path_deviation_mean,
    )
    .headed("off path", 2),
    metric(
        ("path_deviation_max", "Largest path deviation", "units"),
        Lower,
        "The largest distance of a body from its exact place at the same simulated time.",
        OWN,
        |m| m.exposure.path_deviation_max,
    )
    .headed("off path max", 2),
    metric(("inputs", "Inputs", ""), Neither, "How many inputs the metronome gave, one every 510 ms.", OWN, |m| {
        Some(m.input.inputs as f64)
    }),
    metric(("inputs_shown", "Inputs seen", ""), Neither, "How many of them had an effect on the display by the end.", OWN, |m| {
        Some(m.input.inputs_shown as f64)
    }),
    metric(
        ("input_to_display_min_ms", "Least input to display", "ms"),
        Lower,
        "The least time from an input to the first frame that contains any of its effect.",
        PHOTON,
        |m| m.input.input_to_display_min_ms,
    )
    .headed("input min", 1),
    metric(
        ("input_to_display_mean_ms", "Mean input to display", "ms"),
        Lower,
        "The mean time from an input to the first frame that contains any of its effect.",
        PHOTON,
        |m| m.input.input_to_display_mean_ms,
    )
    .headed("input", 1),
    metric(
        ("input_to_display_p50_ms", "Median input to display", "ms"),
        Lower,
        "Half of the inputs were seen by then, rounded down to 0.1 ms.",
        PHOTON,
        |m| m.input.input_to_display_p50_ms,
    ),
    metric(
        ("input_to_display_p95_ms", "95 % input to display", "ms"),
        Lower,
        "95 % of the inputs were seen by then, rounded down to 0.1 ms.",
        PHOTON,
        |m| m.input.input_to_display_p95_ms,
    )
    .headed("input 95 %", 1),
    metric(
        ("input_to_display_max_ms", "Largest input to display", "ms"),
        Lower,
        "The longest time from an input to the first frame that contains any of its effect.",
        PHOTON,
        |m| m.input.input_to_display_max_ms,
    )
    .headed("input max", 1),
    metric(
        ("input_to_display", "Distribution of input to display", "inputs"),
        Neither,
        "Whole milliseconds from input to frame, rounded down → how many inputs took so long.",
        PHOTON,
        |_| None,
    ),
    metric(
        ("stage_read_mean_ms", "Mean until read", "ms"),
        Lower,
        "The mean time from an input until the loop reads it: before an update, or at the top of a turn. The five means add up to the mean input to display.",
        STAGES,
        |m| m.input.stages.get(Stage::Read).map(|time| time.mean_ms),
    ),
    metric(
        ("stage_read_worst_ms", "Longest until read", "ms"),
        Lower,
        "The longest time from an input until the loop reads it: before an update, or at the top of a turn.",
        STAGES,
        |m| m.input.stages.get(Stage::Read).map(|time| time.worst_ms),
    ),
    metric(
        ("stage_submit_mean_ms", "Mean until submitted", "ms"),
        Lower,
        "The mean time from then until the CPU has finished the frame that shows it. The five means add up to the mean input to display.",
        STAGES,
        |m| m.input.stages.get(Stage::Submit).map(|time| time.mean_ms),
    ),
    metric(
        ("stage_submit_worst_ms", "Longest until submitted", "ms"),
        Lower,
        "The longest time from then until the CPU has finished the frame that shows it.",
        STAGES,
        |m| m.input.stages.get(Stage::Submit).map(|time| time.worst_ms),
    ),
    metric(
        ("stage_queue_mean_ms", "Mean before the GPU", "ms"),
        Lower,
        "The mean time from then until the GPU begins to work on that frame. The five means add up to the mean input to display.",
        STAGES,
        |m| m.input.stages.get(Stage::Queue).map(|time| time.mean_ms),
    ),
    metric(
        ("stage_queue_worst_ms", "Longest before the GPU", "ms"),
        Lower,
        "The longest time from then until the GPU begins to work on that frame.",
        STAGES,
        |m| m.input.stages.get(Stage::Queue).map(|time| time.worst_ms),
    ),
    metric(
        ("stage_gpu_mean_ms", "Mean on the GPU", "ms"),
        Lower,
        "The mean time that the GPU works on it. The five means add up to the mean input to display.",
        STAGES,
        |m| m.input.stages.get(Stage::Gpu).map(|time| time.mean_ms),
    ),
    metric(
        ("stage_gpu_worst_ms", "Longest on the GPU", "ms"),
        Lower,
        "The longest time that the GPU works on it.",
        STAGES,
        |m| m.input.stages.get(Stage::Gpu).map(|time| time.worst_ms),
    ),
    metric(
        ("stage_display_mean_ms", "Mean until the flip", "ms"),
        Lower,
        "The mean time from then until the display changes to it. The five means add up to the mean input to display.",
        STAGES,
        |m| m.input.stages.get(Stage::Display).map(|time| time.mean_ms),
    ),
    metric(
        ("stage_display_worst_ms", "Longest until the flip", "ms"),
        Lower,
        "The longest time from then until the display changes to it.",
        STAGES,
        |m| m.input.stages.get(Stage::Display).map(|time| time.worst_ms),
    ),
];

/// The tables of docs/metrics.md.
pub fn as_markdown() -> String {
    let rows = |metrics: &[Metric]| {
        let row = |m: &Metric| {
            let unit = if m.unit.is_empty() { "–" } else { m.unit };
            format!("| `{}` | {} | {unit} | {} | {} |\n", m.id, m.name, m.about.replace('|', "\\|"), m.source)
        };
        "| key | name | unit | definition | source |\n|---|---|---|---|---|\n".to_owned()
            + &metrics.iter().map(row).collect::<String>()
    };
    format!("{}\nOnly in the window, over the last two seconds:\n\n{}", rows(ALL), rows(LIVE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_metric_says_what_it_is_where_it_comes_from_and_stands_once() {
        for (place, metric) in ALL.iter().enumerate() {
            assert!(metric.about.ends_with('.') && !metric.source.is_empty(), "{}", metric.id);
            assert!(ALL[..place].iter().all(|other| other.id != metric.id && other.name != metric.name), "{}", metric.id);
            assert!(metric.column.is_none_or(|column| column.head.chars().count() <= 12), "{} has no room", metric.id);
            assert!(find(metric.id).is_some_and(|found| found.name == metric.name));
        }
    }

    #[test]
    fn the_page_about_metrics_is_the_catalogue() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/metrics.md");
        let text = std::fs::read_to_string(page).expect("the page is there");
        assert!(text.contains(&as_markdown()), "docs/metrics.md is to hold this table:\n\n{}", as_markdown());
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
