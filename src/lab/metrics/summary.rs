//! The numbers that a run or a part of it comes to, and their formulas; [`super::catalogue`] says what each of them is.

use super::stages::LatencyStages;
use super::totals::Totals;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::Tally;
use serde::Serialize;
use std::collections::BTreeMap;

const SECOND: f64 = FLICKS_PER_SECOND as f64;
const MILLI: f64 = SECOND / 1000.0;

/// Every metric of a run, or of its last two seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricValues {
    /// Frames, updates and times.
    pub summary: Summary,
    /// What steps expose the world to.
    pub exposure: Exposure,
    /// How late inputs are seen.
    pub input: InputToDisplay,
    /// Passes at walls.
    pub tally: Tally,
}

/// The metrics of time. Differences need two frames and are null with fewer; steps are null with no update.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// How many frames the loop rendered.
    pub frames_rendered: u64,
    /// How many frames the display showed; one with an unchanged world counts.
    pub frames_displayed: u64,
    /// How many frames can no longer be shown: overtaken by a newer one, and at the end of a run also those on their way.
    pub frames_dropped: u64,
    /// How many of the displayed frames appeared in the middle of the scan-out.
    pub frames_torn: u64,
    /// How often a display with a variable refresh showed the same frame again, because no new one had come in time.
    pub repeats: u64,
    /// How many steps the world made.
    pub updates: u64,
    /// How often the world decided at a rate of its own; a thought is no step.
    pub thoughts: u64,
    /// (frames − 1) / Σ Δd (PresentMon MsBetweenDisplayChange).
    pub fps_mean: Option<f64>,
    /// 1 / the shortest Δd.
    pub fps_max: Option<f64>,
    /// 1 % low, *integral*: the Δd, sorted from the longest, add up to 1 % of the time at this rate (CapFrameX, MSI
    /// Afterburner). Averages of the slowest 1 % give quite different numbers.
    pub one_percent_low_fps: Option<f64>,
    /// Displayed frames that show another moment than the one before them / Σ Δd.
    pub distinct_fps: Option<f64>,
    /// Σ Δs / Σ Δd; 1 is real speed.
    pub speed_ratio: Option<f64>,
    /// Simulated time made by updates / elapsed virtual time: the speed of the game, whatever is drawn of it; null where no
    /// time has passed.
    pub game_speed_ratio: Option<f64>,
    /// Σ Δd − Σ Δs, in seconds; negative while fast-forwarding.
    pub lost_s: Option<f64>,
    /// Mean of |(sᵢ − sᵢ₋₁) − (dᵢ − dᵢ₋₁)|, ms (PresentMon 2 MsAnimationError, which leaves unchanged frames out; here
    /// they count).
    pub animation_error_mean_ms: Option<f64>,
    /// The largest animation error, ms.
    pub animation_error_max_ms: Option<f64>,
    /// J += (|D| − J)/16 with D = −animation error, from 0, after the last frame; ms (RFC 3550 §6.4.1).
    pub jitter_ms: Option<f64>,
    /// The least d − s, ms; negative where a loop runs ahead.
    pub state_age_min_ms: Option<f64>,
    /// The mean d − s, ms.
    pub state_age_mean_ms: Option<f64>,
    /// The largest d − s, ms.
    pub state_age_max_ms: Option<f64>,
    /// 1000 · Σ max(0, Δd − T) / Σ Δd: how much of every second frames came late (Apple, hitch time ratio).
    pub hitch_ms_per_s: Option<f64>,
    /// The shortest step above 0, s.
    pub dt_min_s: Option<f64>,
    /// The longest step, s.
    pub dt_max_s: Option<f64>,
    /// The most updates in one turn of the loop.
    pub updates_per_frame_max: u64,
    /// How many refresh intervals a frame stayed → how many did; the last one is not counted.
    pub cadence: BTreeMap<u64, u64>,
    /// 100 · (update + thought + render cost) / elapsed virtual time, %: what the loop takes from the battery; null where no time has
    /// passed.
    pub busy_percent: Option<f64>,
}

/// What steps expose a world to; the numbers are null with no update, and with no wall where they are about one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Exposure {
    /// The longest way of a body in one step, its speed after it times dt, in units of the world.
    pub step_length_max: Option<f64>,
    /// The same over the thinnest wall and the width of what meets it: above 1 a straight step can pass it by.
    pub wall_exposure_max: Option<f64>,
    /// Mean distance of bodies from the reference solution at the same simulated time, after each update, in units of the
    /// world.
    pub path_deviation_mean: Option<f64>,
    /// The largest of these distances, in units of the world.
    pub path_deviation_max: Option<f64>,
}

/// From an input to the first displayed frame that contains any of its effect; null until one is seen. The inputs are the
/// metronome's, so that a person's taps change no number.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct InputToDisplay {
    /// How many inputs the metronome gave.
    pub inputs: u64,
    /// How many of them have been seen.
    pub inputs_shown: u64,
    /// The least latency, ms.
    pub input_to_display_min_ms: Option<f64>,
    /// The mean latency, ms.
    pub input_to_display_mean_ms: Option<f64>,
    /// Half of the inputs were seen by then, ms, rounded down to 0.1 ms.
    pub input_to_display_p50_ms: Option<f64>,
    /// 95 % of the inputs were seen by then, ms, rounded down to 0.1 ms.
    pub input_to_display_p95_ms: Option<f64>,
    /// The greatest latency, ms.
    pub input_to_display_max_ms: Option<f64>,
    /// The distribution: whole milliseconds, rounded down → how many inputs took so long.
    pub input_to_display: BTreeMap<u64, u64>,
    /// What the latencies are made of, ms.
    #[serde(flatten)]
    pub stages: LatencyStages,
}

impl Summary {
    /// `jitter` is in flicks; `elapsed` is all of the computer's time.
    pub(super) fn of(totals: &Totals, jitter: f64, elapsed: Span) -> Summary {
        let t = totals;
        let pairs = t.displayed_pairs as f64;
        let some = (t.displayed_pairs > 0).then_some(());
        let any = (t.displayed > 0).then_some(());
        let age = |at: Option<(Time, Time)>| at.map(|(at, drawn)| (at - drawn).as_millis());
        let (shown, simulated) = (some.map(|()| t.passed as f64), some.map(|()| t.simulated as f64));
        Summary {
            frames_rendered: t.rendered,
            frames_displayed: t.displayed,
            frames_dropped: t.dropped,
            frames_torn: t.torn,
            repeats: t.repeats,
            updates: t.updates,
            thoughts: t.thoughts,
            fps_mean: shown.map(|shown| pairs * SECOND / shown),
            fps_max: t.shortest_interval().map(|least| SECOND / least.flicks() as f64),
            one_percent_low_fps: shown.map(|shown| SECOND / t.one_percent_low(shown)),
            distinct_fps: shown.map(|shown| t.distinct as f64 * SECOND / shown),
            speed_ratio: shown.zip(simulated).map(|(shown, simulated)| simulated / shown),
            game_speed_ratio: (elapsed > Span::ZERO).then(|| t.made as f64 / elapsed.flicks() as f64),
            lost_s: shown.zip(simulated).map(|(shown, simulated)| (shown - simulated) / SECOND),
            animation_error_mean_ms: some.map(|()| t.error_sum as f64 / pairs / MILLI),
            animation_error_max_ms: some.map(|()| t.error_max.as_millis()),
            jitter_ms: some.map(|()| jitter / MILLI),
            state_age_min_ms: age(t.age_min_at),
            state_age_mean_ms: any.map(|()| t.age_sum as f64 / t.displayed as f64 / MILLI),
            state_age_max_ms: age(t.age_max_at),
            hitch_ms_per_s: shown.map(|shown| 1000.0 * t.late_in_all() / shown),
            dt_min_s: t.dt_min.map(Span::as_secs),
            dt_max_s: t.dt_max.map(Span::as_secs),
            updates_per_frame_max: t.updates_per_turn_max,
            cadence: t.cadence(),
            busy_percent: (elapsed > Span::ZERO).then(|| 100.0 * t.busy.ratio(elapsed)),
        }
    }
}

impl Exposure {
    /// `deviation_sum` is the sum of all distances from the reference solution.
    pub(super) fn of(totals: &Totals, deviation_sum: f64) -> Exposure {
        let any = (totals.deviations > 0).then_some(());
        Exposure {
            step_length_max: totals.step_length_max,
            wall_exposure_max: totals.wall_exposure_max,
            path_deviation_mean: any.map(|()| deviation_sum / totals.deviations as f64),
            path_deviation_max: any.map(|()| totals.deviation_max),
        }
    }
}

impl InputToDisplay {
    pub(super) fn of(totals: &Totals) -> InputToDisplay {
        let seen: u64 = totals.latencies.values().sum();
        let mut distribution = BTreeMap::new();
        for (latency, count) in &totals.latencies {
            *distribution.entry(latency / 10).or_default() += count;
        }
        InputToDisplay {
            inputs: totals.inputs,
            inputs_shown: seen,
            input_to_display_min_ms: totals.latency_min.map(Span::as_millis),
            input_to_display_mean_ms: (seen > 0).then(|| totals.latency_sum as f64 / seen as f64 / MILLI),
            input_to_display_p50_ms: totals.latency_rank(0.5),
            input_to_display_p95_ms: totals.latency_rank(0.95),
            input_to_display_max_ms: totals.latency_max.map(Span::as_millis),
            input_to_display: distribution,
            stages: LatencyStages::of(&totals.stages, seen),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::totals::tenths;
    use super::*;

    #[test]
    fn the_means_of_the_stages_add_up_and_the_worst_ones_are_each_stages_own() {
        let mut totals = Totals::default();
        totals.add_latency([10.0, 2.0, 3.0, 6.0, 4.0].map(Span::from_millis));
        totals.add_latency([1.0, 20.0, 0.0, 6.0, 9.0].map(Span::from_millis));
        let stages = LatencyStages::of(&totals.stages, 2);
        let times: Vec<(f64, f64)> = stages.iter().map(|(_, time)| (time.mean_ms, time.worst_ms)).collect();
        assert_eq!(times, [(5.5, 10.0), (11.0, 20.0), (1.5, 3.0), (6.0, 6.0), (6.5, 9.0)]);
        assert_eq!(stages.iter().map(|(_, time)| time.mean_ms).sum::<f64>(), 30.5);
        assert_eq!(LatencyStages::of(&Default::default(), 0).iter().count(), 0);
        let written = serde_json::to_value(stages).expect("numbers are JSON");
        assert_eq!((&written["stage_submit_mean_ms"], &written["stage_submit_worst_ms"]), (&11.0.into(), &20.0.into()));
        assert!(serde_json::to_value(LatencyStages::default()).expect("JSON")["stage_gpu_mean_ms"].is_null());
    }

    #[test]
    fn percentiles_are_the_latencies_by_which_that_share_of_the_inputs_was_seen() {
        let mut totals = Totals::default();
        for ms in 1..=20 {
            totals.add_latency([0.0, 0.0, 0.0, f64::from(ms), 0.05].map(Span::from_millis));
        }
        let latencies = InputToDisplay::of(&totals);
        assert_eq!(latencies.input_to_display_p50_ms, Some(10.0), "ten of twenty");
        assert_eq!(latencies.input_to_display_p95_ms, Some(19.0));
        assert_eq!(latencies.input_to_display_max_ms, Some(20.05));
        assert_eq!(latencies.input_to_display.len(), 20);
        assert_eq!(tenths(Span::from_millis(12.39)), 123);
        assert_eq!(InputToDisplay::of(&Totals::default()).input_to_display_p50_ms, None);
    }
}
