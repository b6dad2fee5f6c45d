//! The name of a column: what it holds, and in which unit.

use super::part::TimeUnit;

/// The content of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnRole {
    /// Frame times.
    Lengths,
    /// Moments.
    Clock,
    /// Frame rates, in frames a second.
    Rate,
}

impl ColumnRole {
    /// Returns the content of a column without a name that the name of its file says; `None` if it says nothing, or two things.
    pub fn of_file(name: &str) -> Option<ColumnRole> {
        let stem = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let words = words(stem);
        let has = |known: &[&str]| words.iter().any(|word| known.contains(&&**word));
        let are_rates = has(&["fps", "framerate", "framerates"]);
        let are_pairs = words.windows(2).any(|pair| pair[0] == "frame" && ["time", "times"].contains(&&*pair[1]));
        let are_lengths = are_pairs || has(&["frametime", "frametimes", "ms", "dt", "delta", "deltatime", "deltas"]);
        match (are_rates, are_lengths) {
            (true, false) => Some(ColumnRole::Rate),
            (false, true) => Some(ColumnRole::Lengths),
            _ => None,
        }
    }

    /// Returns a value of such a column as a time: of a frame rate, how long a frame lasts, in milliseconds.
    pub fn time(self, value: f64) -> f64 {
        if self == ColumnRole::Rate { 1000.0 / value } else { value }
    }
}

/// The facts in the name of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ColumnName {
    /// `None` for the name of a column without times of frames.
    pub role: Option<ColumnRole>,
    pub unit: Option<TimeUnit>,
}

/// The words of names of frame times, without their units, the usual ones first.
const LENGTHS: [&str; 27] = [
    "frametime",
    "frame time",
    "frametimes",
    "frame times",
    "frame duration",
    "frame length",
    "frame delta",
    "frame interval",
    "deltatime",
    "delta time",
    "time delta",
    "frame delta time",
    "delta",
    "dt",
    "frame dt",
    "frame",
    "time per frame",
    "present to present",
    "between presents",
    "between display change",
    "duration",
    "interval",
    "raw delta",
    "time delta time",
    "unscaled delta time",
    "time unscaled delta time",
    "",
];

/// The words of names of moments.
const CLOCKS: [&str; 54] = [
    "time",
    "timestamp",
    "time stamp",
    "t",
    "at",
    "elapsed",
    "elapsed time",
    "time elapsed",
    "clock",
    "now",
    "uptime",
    "frame timestamp",
    "frame start",
    "frame start time",
    "present time",
    "t epoch",
    "epoch",
    "time time",
    "realtime",
    "real time",
    "start",
    "begin",
    "begin time",
    "frame begin",
    "end",
    "end time",
    "frame end",
    "start timestamp",
    "realtime since startup",
    "time realtime since startup",
    "stamp",
    "ts",
    "when",
    "moment",
    "wall",
    "wall time",
    "wall clock",
    "unix",
    "unix time",
    "utc",
    "monotonic",
    "monotonic time",
    "time since start",
    "since start",
    "start time",
    "flip",
    "flip time",
    "frame stamp",
    "frame time stamp",
    "present timestamp",
    "zeit",
    "zeitstempel",
    "temps",
    "tiempo",
];

/// The words of which names of frame rates are made. One of the first two is enough.
const RATES: [&str; 16] = [
    "fps",
    "framerate",
    "frame",
    "frames",
    "rate",
    "per",
    "s",
    "sec",
    "second",
    "in",
    "current",
    "instant",
    "instantaneous",
    "average",
    "avg",
    "mean",
];

/// The words that name a part of a frame. One of them is enough.
const PARTS: [&str; 39] = [
    "input",
    "inputs",
    "events",
    "update",
    "updates",
    "tick",
    "logic",
    "sim",
    "simulate",
    "simulation",
    "physics",
    "ai",
    "script",
    "scripts",
    "animate",
    "animation",
    "audio",
    "sound",
    "network",
    "cull",
    "culling",
    "prepare",
    "draw",
    "drawing",
    "render",
    "rendering",
    "submit",
    "gui",
    "ui",
    "swap",
    "present",
    "flip",
    "vsync",
    "wait",
    "sleep",
    "idle",
    "begin",
    "start",
    "end",
];

/// The words that may stand beside them. `thread` is none: threads work at the same time, so that their times do not add up.
const BESIDE_PARTS: [&str; 14] =
    ["time", "times", "t", "dt", "duration", "phase", "step", "frame", "game", "world", "scene", "buffers", "fixed", "late"];

/// The words that make a name one of frame rates, one after the other.
const RATE_PAIRS: [[&str; 2]; 6] =
    [["frame", "rate"], ["frames", "per"], ["frame", "per"], ["frames", "s"], ["frames", "sec"], ["frames", "second"]];

fn is_rate(name: &str) -> bool {
    let words = words(name);
    let has_pair = words.windows(2).any(|pair| RATE_PAIRS.iter().any(|[first, second]| pair == [*first, *second]));
    let is_sure = has_pair || RATES[..2].iter().any(|sure| words.iter().any(|word| word == sure));
    is_sure && words.iter().all(|word| RATES.contains(&&**word))
}

impl ColumnName {
    pub fn of(name: &str) -> ColumnName {
        if is_rate(name) {
            return ColumnName { role: Some(ColumnRole::Rate), unit: None };
        }
        let (plain, unit) = ColumnName::parts(name);
        let needs_unit = plain.is_empty() || plain == "frame";
        let role = if needs_unit && unit.is_none() {
            None
        } else if LENGTHS.contains(&&*plain) {
            Some(ColumnRole::Lengths)
        } else if CLOCKS.contains(&&*plain) {
            Some(ColumnRole::Clock)
        } else {
            None
        };
        ColumnName { role, unit }
    }

    /// Returns the words of a name in lower case without the unit, and the unit.
    pub fn parts(name: &str) -> (String, Option<TimeUnit>) {
        let all = words(name);
        let unit = all.iter().find_map(|word| TimeUnit::find(word));
        // "Frame time in ms".
        let plain = all.iter().filter(|word| TimeUnit::find(word).is_none() && *word != "in");
        (plain.map(String::as_str).collect::<Vec<_>>().join(" "), unit)
    }

    /// Returns whether a name is that of a part of a frame, such as `update` and `draw time`.
    pub fn is_of_part(name: &str) -> bool {
        let (plain, _) = ColumnName::parts(name);
        let is_part = |word: &str| PARTS.contains(&word);
        plain.split(' ').any(is_part) && plain.split(' ').all(|word| is_part(word) || BESIDE_PARTS.contains(&word))
    }

    /// Returns the position of a name among those of frame times; lower for a more usual one.
    pub fn rank(name: &str) -> usize {
        let (plain, _) = ColumnName::parts(name);
        LENGTHS.iter().position(|known| *known == plain).unwrap_or(LENGTHS.len())
    }
}

/// Splits a name into words in lower case: at blanks, signs, and capital letters within a word.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for letter in name.chars() {
        let begins = was_small && letter.is_uppercase();
        if (begins || !letter.is_alphanumeric()) && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if letter.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
        was_small = letter.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    // A unit is also written at the end of a word: "frametimems", "dtus".
    let stems = ["frametime", "deltatime", "dt"];
    let split = |word: String| {
        let stem = stems
            .iter()
            .find(|stem| word.strip_prefix(**stem).is_some_and(|unit| unit.len() > 1 && TimeUnit::find(unit).is_some()));
        stem.map_or_else(|| vec![word.clone()], |stem| vec![(*stem).to_owned(), word[stem.len()..].to_owned()])
    };
    words.into_iter().flat_map(split).collect()
}

#[cfg(test)]
mod tests {
    use crate::lab::captures::column_name::ColumnRole::{Clock, Lengths, Rate};
    use crate::lab::captures::column_name::*;
    use crate::lab::captures::part::TimeUnit::{Micros, Millis, Nanos, Seconds};

    #[test]
    fn a_name_says_what_a_column_holds_and_its_unit() {
        for (name, role, unit) in [
            ("frametime", Some(Lengths), None),
            ("FrameTime", Some(Lengths), None),
            ("Frame Time (ms)", Some(Lengths), Some(Millis)),
            ("frame time [s]", Some(Lengths), Some(Seconds)),
            ("frame_time_us", Some(Lengths), Some(Micros)),
            ("frameTimeNs", Some(Lengths), Some(Nanos)),
            ("frametimems", Some(Lengths), Some(Millis)),
            ("frametime in ms", Some(Lengths), Some(Millis)),
            ("Frame time (µs)", Some(Lengths), Some(Micros)),
            ("deltaTime", Some(Lengths), None),
            ("dt", Some(Lengths), None),
            ("Time.deltaTime", Some(Lengths), None),
            ("frametimes", Some(Lengths), None),
            ("delta_seconds", Some(Lengths), Some(Seconds)),
            ("frame_ms", Some(Lengths), Some(Millis)),
            ("ms", Some(Lengths), Some(Millis)),
            ("MsBetweenPresents", Some(Lengths), Some(Millis)),
            ("Time (ms)", Some(Clock), Some(Millis)),
            ("timestamp", Some(Clock), None),
            ("elapsed_us", Some(Clock), Some(Micros)),
            ("t", Some(Clock), None),
            ("frame", None, None),
            ("fps", Some(Rate), None),
            ("Framerate [FPS]", Some(Rate), None),
            ("frames/s", Some(Rate), None),
            ("FramesPerSecond", Some(Rate), None),
            ("frame_rate", Some(Rate), None),
            ("avg fps", Some(Rate), None),
            ("fps limit", None, None),
            ("1% low fps", None, None),
            ("frame_s", Some(Lengths), Some(Seconds)),
            ("sec per frame", None, Some(Seconds)),
            ("gpu_time", None, None),
            ("cpu_ms", None, Some(Millis)),
            ("GameThreadTime", None, None),
            ("s", Some(Lengths), Some(Seconds)),
            ("", None, None),
        ] {
            assert_eq!(ColumnName::of(name), ColumnName { role, unit }, "{name}");
        }
    }

    #[test]
    fn a_name_says_that_a_column_holds_a_part_of_a_frame() {
        for name in
            ["update", "draw_ms", "renderTime", "t_swap", "swap buffers", "Late Update", "physics step", "input (us)", "flip"]
        {
            assert!(ColumnName::is_of_part(name), "{name}");
        }
        for name in ["frametime", "time", "draw calls", "render thread", "gpu render", "total", "updates per second", "x", ""] {
            assert!(!ColumnName::is_of_part(name), "{name}");
        }
    }
}
