//! Distances added up step by step, as the published function does it, and the tables that are made of them.

use crate::model::world::WorldTable;
use std::sync::OnceLock;

/// Units a millisecond.
const SPEED: f64 = 0.001;

/// Returns what a step of these milliseconds adds, in double precision.
pub fn step_f64(milliseconds: f64) -> f64 {
    SPEED * milliseconds
}

/// Returns what a step of these milliseconds adds, in single precision throughout.
pub fn step_f32(milliseconds: f64) -> f32 {
    SPEED as f32 * milliseconds as f32
}

/// A game that adds up a step at each of its updates, as the published function does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SumRun {
    /// Updates a second.
    pub rate: u32,
    /// The length of the run, in seconds.
    pub seconds: u32,
    /// Whether a step is 1000/rate milliseconds in whole numbers, as published, with the rest cut off.
    pub whole: bool,
}

impl SumRun {
    /// Returns the length of a step, in milliseconds.
    pub fn milliseconds(self) -> f64 {
        if self.whole { f64::from(1000 / self.rate) } else { 1000.0 / f64::from(self.rate) }
    }

    /// Returns the number of steps: as published, until the whole milliseconds add up to the time or more; else as many as
    /// belong in it.
    pub fn steps(self) -> u32 {
        if self.whole { (self.seconds * 1000).div_ceil(1000 / self.rate) } else { self.seconds * self.rate }
    }

    /// Returns the distance in single precision.
    pub fn in_f32(self) -> f32 {
        let step = step_f32(self.milliseconds());
        (0..self.steps()).fold(0.0, |distance, _| distance + step)
    }

    /// Returns the distance in double precision.
    pub fn in_f64(self) -> f64 {
        let step = step_f64(self.milliseconds());
        (0..self.steps()).fold(0.0, |distance, _| distance + step)
    }

    /// Returns the distance in thousandths of a unit, without any rounding.
    pub fn thousandths(self) -> u32 {
        if self.whole { self.steps() * (1000 / self.rate) } else { self.seconds * 1000 }
    }
}

/// Returns the tables. They are computed once: ten hours at 1000 updates a second are 36 million additions.
pub fn sheets() -> Vec<WorldTable> {
    static SHEETS: OnceLock<Vec<WorldTable>> = OnceLock::new();
    SHEETS.get_or_init(|| vec![after_ten_seconds(), after_ten_hours(), whole_milliseconds()]).clone()
}

fn after_ten_seconds() -> WorldTable {
    WorldTable {
        title: "The race-car after ten seconds",
        about: "Witters' car goes 0.001 units a millisecond: distance += 0.001 · step. It should come to 10 at any rate. Added \
                up in f64 and in f32 it doesn't, and not at any two rates to the same. With whole milliseconds as published \
                (1000/33 = 30) the last step ends late besides: 334 steps of 30 ms are 10.02 s, as a reader found.",
        columns: DISTANCES.to_vec(),
        rows: distances(10),
    }
}

fn after_ten_hours() -> WorldTable {
    WorldTable {
        title: "The race-car after ten hours",
        about: "The same sums after 36 000 s. In f64 they are still right to a few millionths of a unit. In f32 the car is \
                hundreds of units off; at 1000 updates a second it stands still at 32 768, where 0.001 is less than half of \
                the sum's last binary digit.",
        columns: DISTANCES.to_vec(),
        rows: distances(36_000),
    }
}

const RATES: [u32; 6] = [25, 33, 40, 60, 100, 1000];
const DISTANCES: [&str; 8] = ["Updates/s", "Step", "Steps", "In f32", "f32 off by", "In f64", "f64 off by", "Exact"];

/// Returns one row for each rate, and one more for a rate whose step is not a whole number of milliseconds.
fn distances(seconds: u32) -> Vec<Vec<String>> {
    let runs = RATES.into_iter().flat_map(|rate| {
        let cut = !1000_u32.is_multiple_of(rate);
        let whole = SumRun { rate, seconds, whole: true };
        [Some(whole), cut.then_some(SumRun { whole: false, ..whole })]
    });
    runs.flatten().map(distance).collect()
}

fn distance(run: SumRun) -> Vec<String> {
    let (single, double, exact) = (run.in_f32(), run.in_f64(), f64::from(run.thousandths()) / 1000.0);
    let step = if run.whole { format!("{} ms", run.milliseconds()) } else { format!("1000/{} ms", run.rate) };
    vec![
        run.rate.to_string(),
        step,
        run.steps().to_string(),
        single.to_string(),
        off_by(f64::from(single) - exact),
        double.to_string(),
        off_by(double - exact),
        exact.to_string(),
    ]
}

/// Returns an error in three digits, with its sign.
fn off_by(error: f64) -> String {
    match error.abs() {
        0.0 => "0".to_owned(),
        1e-3.. => format!("{error:+.3}"),
        _ => format!("{error:+.2e}"),
    }
}

fn whole_milliseconds() -> WorldTable {
    WorldTable {
        title: "Whole milliseconds",
        about: "A game that waits 1000/rate milliseconds in whole numbers (SKIP_TICKS, as Witters has it) updates more often \
                than it means to, and a world that goes on by 1/rate at each update gains time. A game that updates at the \
                right rate, but lets its world go on by those whole milliseconds, loses it.",
        columns: vec!["Updates/s", "1000/rate", "In whole ms", "Real updates/s", "Gains per hour", "Loses per hour"],
        rows: [24, 25, 30, 50, 60, 75, 100, 120, 144].into_iter().map(slip).collect(),
    }
}

fn slip(rate: u32) -> Vec<String> {
    let whole = 1000 / rate;
    // The lack of whole · rate milliseconds to a second, in 3600 seconds; an update counts as 1/rate, or as whole ms.
    let lacking = f64::from(3600 * (1000 - whole * rate));
    let (gained, lost) = (lacking / f64::from(whole * rate), lacking / 1000.0);
    vec![
        rate.to_string(),
        format!("{} ms", rounded(1000.0 / f64::from(rate))),
        format!("{whole} ms"),
        rounded(1000.0 / f64::from(whole)),
        format!("{} s", rounded(gained)),
        format!("{} s", rounded(lost)),
    ]
}

/// Returns a number with three digits after the point at most.
fn rounded(number: f64) -> String {
    let digits = format!("{number:.3}");
    digits.trim_end_matches('0').trim_end_matches('.').to_owned()
}
