//! The tables of the race: what adding up steps comes to, and what whole numbers of milliseconds and refreshes do to time.

use super::sums::Drive;
use crate::model::world::WorldTable;
use std::sync::OnceLock;

/// The tables, computed when they are first asked for: ten hours at 1000 updates a second are 36 million additions.
pub fn sheets() -> Vec<WorldTable> {
    static SHEETS: OnceLock<Vec<WorldTable>> = OnceLock::new();
    SHEETS.get_or_init(|| vec![after_ten_seconds(), after_ten_hours(), refresh_times(), whole_milliseconds()]).clone()
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

/// One row for each rate, and one more where its step is no whole number of milliseconds.
fn distances(seconds: u32) -> Vec<Vec<String>> {
    let drives = RATES.into_iter().flat_map(|rate| {
        let cut = !1000_u32.is_multiple_of(rate);
        let whole = Drive { rate, seconds, whole: true };
        [Some(whole), cut.then_some(Drive { whole: false, ..whole })]
    });
    drives.flatten().map(distance).collect()
}

fn distance(drive: Drive) -> Vec<String> {
    let (single, double, exact) = (drive.in_f32(), drive.in_f64(), f64::from(drive.thousandths()) / 1000.0);
    let step = if drive.whole { format!("{} ms", drive.milliseconds()) } else { format!("1000/{} ms", drive.rate) };
    vec![
        drive.rate.to_string(),
        step,
        drive.steps().to_string(),
        single.to_string(),
        off_by(f64::from(single) - exact),
        double.to_string(),
        off_by(double - exact),
        exact.to_string(),
    ]
}

/// An error in three digits, with its sign.
fn off_by(error: f64) -> String {
    match error.abs() {
        0.0 => "0".to_owned(),
        1e-3.. => format!("{error:+.3}"),
        _ => format!("{error:+.2e}"),
    }
}

/// One moment of the article's table, and what it prints there.
struct RaceRow {
    /// In tenths of a millisecond.
    tenths: u32,
    frame: &'static str,
    actual: &'static str,
    refresh: &'static str,
}

const fn moment(tenths: u32, frame: &'static str, actual: &'static str, refresh: &'static str) -> RaceRow {
    RaceRow { tenths, frame, actual, refresh }
}

const MOMENTS: [RaceRow; 7] = [
    moment(0, "0", "0", "0"),
    moment(100, "0", "1", "0"),
    moment(210, "1", "2.1", "1.67"),
    moment(333, "2", "3.33", "3.33"),
    moment(430, "2", "4.3", "3.33"),
    moment(540, "3", "5.4", "5.0"),
    moment(666, "4", "6.66", "6.66"),
];

fn refresh_times() -> WorldTable {
    WorldTable {
        title: "A dot at refresh times",
        about: "The 2013 article's table, computed here: a dot goes 100 units a second on a display of 60 Hz. The frame is the \
                number of whole refreshes so far, the dot at refresh times is where it was at the last of them, frame · 5/3. \
                The article prints 33.3 ms and 66.6 ms as frames 2 and 4; those begin at 33.333… and 66.666… ms, a little \
                later, so the frames are 1 and 3. At the moments that were meant its rows are right, except that 6.66 is cut and \
                not rounded.",
        columns: vec![
            "Time (ms)",
            "Frame",
            "Frame as printed",
            "Dot, actual time",
            "Actual as printed",
            "Dot, refresh time",
            "Refresh as printed",
            "Differs in",
        ],
        rows: MOMENTS.iter().flat_map(refresh_rows).collect(),
    }
}

/// A moment as printed, and as it was meant where that is a refresh.
fn refresh_rows(moment: &RaceRow) -> Vec<Vec<String>> {
    let tenths = moment.tenths;
    let frame = tenths * 60 / 10_000;
    let (time, actual) = (f64::from(tenths) / 10.0, f64::from(tenths) / 100.0);
    let printed = refresh_row(moment, time.to_string(), frame, (actual, actual.to_string()));
    // The moment is the next refresh, cut to a tenth of a millisecond.
    let next = frame + 1;
    if tenths == 10_000 * next / 60 {
        return vec![printed, refresh_row(moment, format!("{next}/60 s"), next, at_refresh(next))];
    }
    vec![printed]
}

fn refresh_row(moment: &RaceRow, time: String, frame: u32, actual: (f64, String)) -> Vec<String> {
    let refresh = at_refresh(frame);
    let differs = [
        (frame.to_string() != moment.frame, "frame"),
        (differs(actual.0, moment.actual), "actual"),
        (differs(refresh.0, moment.refresh), "refresh"),
    ];
    let differs: Vec<&str> = differs.into_iter().filter(|(differs, _)| *differs).map(|(_, name)| name).collect();
    vec![
        time,
        frame.to_string(),
        moment.frame.to_owned(),
        actual.1,
        moment.actual.to_owned(),
        refresh.1,
        moment.refresh.to_owned(),
        if differs.is_empty() { "–".to_owned() } else { format!("≠ {}", differs.join(", ")) },
    ]
}

/// Whether a number, rounded to as many digits as are printed, is not what is printed.
fn differs(number: f64, printed: &str) -> bool {
    let digits = printed.split_once('.').map_or(0, |(_, digits)| digits.len());
    format!("{number:.digits$}") != printed
}

/// Where the dot is at a refresh, frame · 5/3, in words as a whole number or as a fraction with its first digits.
fn at_refresh(frame: u32) -> (f64, String) {
    let (fives, place) = (frame * 5, f64::from(frame * 5) / 3.0);
    let words = if fives.is_multiple_of(3) { (fives / 3).to_string() } else { format!("{fives}/3 = {place:.3}…") };
    (place, words)
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
    // What whole · rate milliseconds lack to a second, in 3600 seconds; each update counts as 1/rate, or as whole ms.
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

/// Three digits after the point at most.
fn rounded(number: f64) -> String {
    let digits = format!("{number:.3}");
    digits.trim_end_matches('0').trim_end_matches('.').to_owned()
}
