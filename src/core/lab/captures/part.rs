//! The part of a file to read, how to read its columns, and the error of a file that is refused.

use crate::base::params::invalid::Invalid;
use std::fmt;

/// The part of a file to read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CapturePart {
    /// The name or the number of the process; `None` for the process with the most frames.
    pub process: Option<String>,
    /// The seconds to leave out at the beginning.
    pub from_s: f64,
    /// How to read the columns of a table whose form is not known.
    pub columns: ColumnChoice,
}

/// A way to read the columns of a table whose form is not known. What is not chosen is found from names, units and values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnChoice {
    /// The name of the column of frame times or moments, or its number counted from 1.
    pub column: Option<String>,
    /// The unit of that column.
    pub unit: Option<TimeUnit>,
    /// Whether the column holds moments and not how long frames last.
    pub is_clock: bool,
}

impl ColumnChoice {
    /// Returns the options of the command line that choose the same.
    pub fn options(&self) -> String {
        let column = self.column.as_ref().map(|column| {
            let is_plain = column.chars().all(|letter| letter.is_alphanumeric() || "_-.".contains(letter));
            if is_plain { format!("--column {column}") } else { format!("--column '{column}'") }
        });
        let clock = self.is_clock.then(|| "--moments".to_owned());
        let unit = self.unit.map(|unit| format!("--unit {}", unit.id()));
        column.into_iter().chain(clock).chain(unit).collect::<Vec<_>>().join(" ")
    }
}

/// The unit of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeUnit {
    Seconds,
    Millis,
    Micros,
    Nanos,
    /// The column holds frame rates, and each row is a frame. It is no unit of a time.
    FramesPerSecond,
}

impl TimeUnit {
    /// The units of times.
    pub const ALL: [TimeUnit; 4] = [TimeUnit::Seconds, TimeUnit::Millis, TimeUnit::Micros, TimeUnit::Nanos];

    /// Returns the unit as it is written on the command line.
    pub fn id(self) -> &'static str {
        match self {
            TimeUnit::Seconds => "s",
            TimeUnit::Millis => "ms",
            TimeUnit::Micros => "us",
            TimeUnit::Nanos => "ns",
            TimeUnit::FramesPerSecond => "fps",
        }
    }

    /// Returns the unit that a word in lower case stands for.
    pub fn find(word: &str) -> Option<TimeUnit> {
        match word {
            "s" | "sec" | "secs" | "second" | "seconds" => Some(TimeUnit::Seconds),
            "ms" | "msec" | "msecs" | "millis" | "milli" | "millisecond" | "milliseconds" => Some(TimeUnit::Millis),
            "us" | "µs" | "μs" | "usec" | "usecs" | "micros" | "microsecond" | "microseconds" => Some(TimeUnit::Micros),
            "ns" | "nsec" | "nsecs" | "nanos" | "nanosecond" | "nanoseconds" => Some(TimeUnit::Nanos),
            _ => None,
        }
    }

    /// Returns the length of the unit in milliseconds. Rates are read as the milliseconds of a frame.
    pub fn millis(self) -> f64 {
        match self {
            TimeUnit::Seconds => 1e3,
            TimeUnit::Millis | TimeUnit::FramesPerSecond => 1.0,
            TimeUnit::Micros => 1e-3,
            TimeUnit::Nanos => 1e-6,
        }
    }
}

impl fmt::Display for TimeUnit {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(if *self == TimeUnit::Micros { "µs" } else { self.id() })
    }
}

/// A line of the file (0 if unknown), and the error in it.
pub(super) type Refusal = (u32, String);

/// A file that can't be read, or only if a person says how. Prints the options that say it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{invalid}{}", answers(readings))]
pub struct RefusedCapture {
    pub invalid: Invalid,
    /// The ways to read the file that fit its values; empty if no choice would help.
    pub readings: Box<[ColumnReading]>,
}

/// A way to read a file that fits its values, and what it would mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnReading {
    pub choice: ColumnChoice,
    /// The meaning in a few words, such as `frametime as µs: 60 FPS`.
    pub words: String,
}

impl From<RefusedCapture> for Invalid {
    fn from(RefusedCapture { invalid, readings }: RefusedCapture) -> Invalid {
        Invalid { allowed: invalid.allowed + &answers(&readings), ..invalid }
    }
}

/// Lists the options that choose a reading; empty if there are none.
fn answers(readings: &[ColumnReading]) -> String {
    let answers = readings.iter().map(|reading| format!("{} ({})", reading.choice.options(), reading.words));
    let answers = answers.collect::<Vec<_>>().join(" or ");
    if answers.is_empty() { answers } else { format!("; if one fits, choose {answers}") }
}

impl From<Invalid> for RefusedCapture {
    fn from(invalid: Invalid) -> RefusedCapture {
        RefusedCapture { invalid, readings: Box::default() }
    }
}

/// The most ways to read a file that are offered.
const MOST_READINGS: usize = 6;

/// The error of a table, and the ways to read it.
#[derive(Debug)]
pub(super) struct Unread {
    pub refusal: Refusal,
    pub readings: Vec<ColumnReading>,
}

impl Unread {
    /// Returns the refusal of a file that can be read in these ways. It has the first ones of many.
    pub fn asked(why: String, mut readings: Vec<ColumnReading>) -> Unread {
        let more = readings.len().saturating_sub(MOST_READINGS);
        readings.truncate(MOST_READINGS);
        let remedy = match (readings.len(), more) {
            (0, _) => "; --column, --unit and --moments say how to read it".to_owned(),
            (_, 0) => String::new(),
            _ => format!("; {more} more ways to read it fit, and --column names another column"),
        };
        Unread { refusal: (0, why + &remedy), readings }
    }
}

impl From<Refusal> for Unread {
    fn from(refusal: Refusal) -> Unread {
        Unread { refusal, readings: Vec::new() }
    }
}
