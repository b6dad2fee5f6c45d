//! Every metric once more, from the events and the definitions.

use crate::models::computer::{Happening, MILLI, SECOND, period};
use std::collections::BTreeMap;
use tickscope_core::lab::metrics::totals::Sums;
use tickscope_core::model::config::computer::{Computer, Present};

/// Returns the displayed frames: their moments and sample times.
pub fn frames(events: &[Happening]) -> Vec<(i64, i64)> {
    let frame = |event: &Happening| match *event {
        Happening::Display { at, drawn, .. } => Some((at, drawn)),
        _ => None,
    };
    events.iter().filter_map(frame).collect()
}

/// Pairs of neighbours: time passed, simulated time passed.
pub fn steps(frames: &[(i64, i64)]) -> Vec<(i64, i64)> {
    frames.windows(2).map(|pair| (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1)).collect()
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn largest(values: &[f64]) -> Option<f64> {
    values.iter().copied().reduce(f64::max)
}

fn smallest(values: &[f64]) -> Option<f64> {
    values.iter().copied().reduce(f64::min)
}

/// The name of a metric and its value; `None` if it has none.
pub type Numbers = Vec<(&'static str, Option<f64>)>;

/// Returns every metric of the events of a run that ends at `clock`.
pub fn numbers(events: &[Happening], clock: i64, computer: &Computer) -> (Numbers, BTreeMap<u64, u64>) {
    let second = SECOND as f64;
    let milli = MILLI as f64;
    // A display that is no clock refreshes as soon as it can, a whole number of flicks after the last time.
    let is_variable = computer.vrr && computer.present == Present::Fifo;
    let refresh = if is_variable { period(computer.vrr_hi_hz) as f64 } else { second / computer.refresh_hz };
    let shown = frames(events);
    let steps = steps(&shown);

    let frame_times: Vec<f64> = steps.iter().map(|(passed, _)| *passed as f64).collect();
    let errors: Vec<f64> = steps.iter().map(|(passed, simulated)| (simulated - passed) as f64 / milli).collect();
    let sizes: Vec<f64> = errors.iter().map(|error| error.abs()).collect();
    let ages: Vec<f64> = shown.iter().map(|(at, drawn)| (at - drawn) as f64 / milli).collect();
    let any = |value: f64| (!steps.is_empty()).then_some(value);
    let distinct = shown.windows(2).filter(|pair| pair[0].1 != pair[1].1).count();

    let mut pictures = shown.clone();
    pictures.dedup_by_key(|(_, drawn)| *drawn);
    let mut stays: Vec<f64> = pictures.windows(2).map(|pair| (pair[1].0 - pair[0].0) as f64).collect();
    let off: Vec<f64> =
        pictures.windows(2).map(|pair| ((pair[1].1 - pair[0].1) - (pair[1].0 - pair[0].0)).abs() as f64 / milli).collect();
    stays.sort_by(f64::total_cmp);
    let median = stays.get(stays.len().saturating_sub(1) / 2).copied().unwrap_or(0.0);
    let hitches: f64 = stays.iter().map(|stay| (stay - median).max(0.0)).sum();
    let hitch_ratio = (!stays.is_empty()).then(|| 1000.0 * hitches / stays.iter().sum::<f64>());

    let total: f64 = frame_times.iter().sum();
    let simulated: f64 = steps.iter().map(|(_, simulated)| *simulated as f64).sum();
    let jitter = sizes.iter().fold(0.0, |jitter, size| jitter + (size - jitter) / 16.0);
    let mut longest_first = frame_times.clone();
    longest_first.sort_by(|a, b| b.total_cmp(a));
    let low = |share: f64| {
        let mut added = 0.0;
        longest_first.iter().find(|time| {
            added += **time;
            added >= total * share
        })
    };
    // The quantile of sorted numbers at rank (n + 1/3) · share + 1/3, counted from 1.
    let quantile = |sorted: &[f64], share: f64| {
        let rank = (sorted.len() as f64 + 1.0 / 3.0) * share + 1.0 / 3.0;
        let below = rank.floor();
        let number = |rank: f64| sorted[(rank.max(1.0) as usize).min(sorted.len()) - 1];
        (!sorted.is_empty()).then(|| number(below) + (rank - below) * (number(below + 1.0) - number(below)))
    };
    let rates: Vec<f64> = longest_first.iter().map(|time| second / time).collect();
    let shortest_first: Vec<f64> = longest_first.iter().rev().copied().collect();
    let long = |share: f64| {
        let least = quantile(&shortest_first, share).unwrap_or_default();
        frame_times.iter().copied().filter(|time| *time >= least).collect::<Vec<f64>>()
    };
    let late: f64 = frame_times.iter().map(|time| (time - refresh).max(0.0)).sum();
    let mut cadence = BTreeMap::new();
    for time in &frame_times {
        *cadence.entry((time / refresh).round() as u64).or_insert(0) += 1;
    }

    let mut dts = Vec::new();
    let (mut busy, mut made, mut rendered, mut thoughts) = (0, 0, 0, 0);
    let (mut in_turn, mut most_in_turn) = (0, 0);
    for event in events {
        match *event {
            Happening::Frame { .. } => in_turn = 0,
            Happening::Update { at, end, dt, .. } => {
                busy += end - at;
                dts.push(dt as f64 / second);
                made += dt;
                in_turn += 1;
                most_in_turn = most_in_turn.max(in_turn);
            }
            Happening::Thought { at, end, .. } => {
                busy += end - at;
                thoughts += 1;
            }
            Happening::Render { at, end, .. } => {
                busy += end - at;
                rendered += 1;
            }
            Happening::Sleep { spun, .. } => busy += spun,
            _ => {}
        }
    }
    let elapsed = clock - (computer.start_ms * milli).round() as i64;
    let positive: Vec<f64> = dts.iter().copied().filter(|dt| *dt > 0.0).collect();
    let numbers = vec![
        ("frames_rendered", Some(f64::from(rendered))),
        ("frames_displayed", Some(shown.len() as f64)),
        ("frames_dropped", Some(f64::from(rendered) - shown.len() as f64)),
        ("updates", Some(dts.len() as f64)),
        ("thoughts", Some(f64::from(thoughts))),
        ("fps_mean", any(steps.len() as f64 * second / total)),
        ("fps_max", smallest(&frame_times).map(|least| second / least)),
        ("one_percent_low_fps", low(0.01).map(|time| second / time)),
        ("one_percent_low_average_fps", mean(&long(0.99)).map(|time| second / time)),
        ("p1_fps", quantile(&rates, 0.01)),
        ("tenth_percent_low_fps", low(0.001).map(|time| second / time)),
        ("tenth_percent_low_average_fps", mean(&long(0.999)).map(|time| second / time)),
        ("p0_2_fps", quantile(&rates, 0.002)),
        ("p5_fps", quantile(&rates, 0.05)),
        ("p50_fps", quantile(&rates, 0.5)),
        ("p95_fps", quantile(&rates, 0.95)),
        ("p99_fps", quantile(&rates, 0.99)),
        ("distinct_fps", any(distinct as f64 * second / total)),
        ("speed_ratio", any(simulated / total)),
        ("game_speed_ratio", (elapsed > 0).then(|| made as f64 / elapsed as f64)),
        ("lost_s", any((total - simulated) / second)),
        ("behind_s", ages.last().map(|age| age / 1000.0)),
        ("animation_error_mean_ms", mean(&sizes)),
        ("animation_error_max_ms", largest(&sizes)),
        ("jitter_ms", any(jitter)),
        ("state_age_min_ms", smallest(&ages)),
        ("state_age_mean_ms", mean(&ages)),
        ("state_age_max_ms", largest(&ages)),
        ("hitch_ms_per_s", any(1000.0 * late / total)),
        ("picture_error_mean_ms", mean(&off)),
        ("hitch_time_ratio_ms_per_s", hitch_ratio),
        ("dt_min_s", smallest(&positive)),
        ("dt_max_s", largest(&dts)),
        ("updates_per_frame_max", Some(f64::from(most_in_turn))),
        ("busy_percent", (elapsed > 0).then(|| 100.0 * busy as f64 / elapsed as f64)),
    ];
    (numbers, cadence)
}

/// Returns the same numbers as a report has them.
pub fn told(metrics: &Sums) -> (Numbers, BTreeMap<u64, u64>) {
    let ids = [
        "frames_rendered",
        "frames_displayed",
        "frames_dropped",
        "updates",
        "thoughts",
        "fps_mean",
        "fps_max",
        "one_percent_low_fps",
        "one_percent_low_average_fps",
        "p1_fps",
        "tenth_percent_low_fps",
        "tenth_percent_low_average_fps",
        "p0_2_fps",
        "p5_fps",
        "p50_fps",
        "p95_fps",
        "p99_fps",
        "distinct_fps",
        "speed_ratio",
        "game_speed_ratio",
        "lost_s",
        "behind_s",
        "animation_error_mean_ms",
        "animation_error_max_ms",
        "jitter_ms",
        "state_age_min_ms",
        "state_age_mean_ms",
        "state_age_max_ms",
        "hitch_ms_per_s",
        "picture_error_mean_ms",
        "hitch_time_ratio_ms_per_s",
        "dt_min_s",
        "dt_max_s",
        "updates_per_frame_max",
        "busy_percent",
    ];
    (ids.map(|id| (id, metrics.number(id))).to_vec(), metrics.distribution("cadence"))
}

/// Returns whether two numbers are equal but for the order in which floats were added.
pub fn same(name: &str, a: Option<f64>, b: Option<f64>) -> bool {
    match (a, b) {
        // Refreshes stand on whole flicks, and the definition counts the fraction of a flick that puts them late.
        (Some(a), Some(b)) if name == "hitch_ms_per_s" => (a - b).abs() < 1e-3,
        (Some(a), Some(b)) => (a - b).abs() <= 1e-9 * (1.0 + a.abs()),
        (a, b) => a == b,
    }
}
