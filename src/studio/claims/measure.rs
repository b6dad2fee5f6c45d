//! The measure of a claim: a number in the report of its run, or a named measure over the events of the run.

use super::events::{Events, Render};
use glam::DVec2;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use tickscope_core::model::world::contact::Obstacle;

/// A number that is measured in a run.
///
/// In the report of a run it is a JSON pointer (`/panes/0/speed_ratio`), the difference `/a - /b` or the ratio `/a / /b` of two
/// numbers, or `same /a /b`, which is 1 if both are equal and else 0. In a trace it is a measure with a name of its own, or the
/// measure of one rendered frame, counted from 1 (`dot of frame 3`).
///
/// ```
/// use tickscope::studio::claims::measure::Measure;
///
/// assert!(Measure::parse("/panes/0/sim_s - /panes/1/sim_s").is_ok());
/// assert!(Measure::parse("longest step").is_ok());
/// assert!(Measure::parse("dot of frame 3").is_ok());
/// assert!(Measure::parse("number of updates").is_err());
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Measure {
    /// The number at a pointer.
    At(String),
    /// The number at the first pointer minus the number at the second.
    Difference(String, String),
    /// The number at the first pointer over the number at the second.
    Ratio(String, String),
    /// 1 if the values at two pointers are equal, else 0.
    Same(String, String),
    Named(&'static NamedMeasure),
    /// A column of the v-sync article's table in the row of a rendered frame, counted from 1.
    OfFrame(&'static DotColumn, usize),
}

pub struct NamedMeasure {
    /// The name of the measure in the claims.
    pub name: &'static str,
    /// Computes the number; `None` if the run has no such event.
    pub number: fn(&Events) -> Option<f64>,
}

const fn named(name: &'static str, number: fn(&Events) -> Option<f64>) -> NamedMeasure {
    NamedMeasure { name, number }
}

/// A column of the v-sync article's table of the dot.
pub struct DotColumn {
    pub name: &'static str,
    number: fn(&Render) -> f64,
}

const COLUMNS: &[DotColumn] = &[
    DotColumn { name: "moment", number: |render| render.at_s },
    // A moment is a rounded double: a millionth of a refresh keeps it from falling short of its own number.
    DotColumn { name: "number", number: |render| (render.at_s * 60.0 + 1e-6).floor() },
    DotColumn { name: "dot", number: |render| render.drawn_s * 100.0 },
];

const NAMED: &[NamedMeasure] = &[
    named("turns without an update", |e| Some(e.turns_with(0))),
    named("turns with 1 update", |e| Some(e.turns_with(1))),
    named("turns with 2 updates", |e| Some(e.turns_with(2))),
    named("turns with 3 updates", |e| Some(e.turns_with(3))),
    named("turns with none or several updates", |e| Some(e.turns.iter().filter(|turn| turn.updates != 1).count() as f64)),
    named("mean updates of a turn after 0.1 s", |e| {
        let updates: Vec<u64> = e.turns.iter().filter(|turn| turn.at_s > 0.1).map(|turn| turn.updates).collect();
        (!updates.is_empty()).then(|| updates.iter().sum::<u64>() as f64 / updates.len() as f64)
    }),
    named("turns for each rendered frame", |e| {
        let rendered = e.renders.len();
        (rendered > 0).then(|| e.turns.len() as f64 / rendered as f64)
    }),
    named("turns with a wrong frame number", |e| Some(e.turns_with_wrong_number() as f64)),
    named("most updates of a turn after 3 s", |e| {
        e.turns.iter().filter(|turn| turn.at_s > 3.0).map(|turn| turn.updates as f64).reduce(f64::max)
    }),
    named("updates", |e| Some(e.updates.len() as f64)),
    named("updates after 3.01 s", |e| Some(e.updates.iter().filter(|update| update.at_s > 3.01).count() as f64)),
    named("updates from 2 to 3 s", |e| Some(e.updates_between(2.0, 3.0))),
    named("updates from 2.1 to 3 s", |e| Some(e.updates_between(2.1, 3.0))),
    named("updates from 2 to 4 s", |e| Some(e.updates_between(2.0, 4.0))),
    named("updates from 3 to 3.5 s", |e| Some(e.updates_between(3.0, 3.5))),
    named("updates from 4 to 5 s", |e| Some(e.updates_between(4.0, 5.0))),
    named("updates from 4 to 6 s", |e| Some(e.updates_between(4.0, 6.0))),
    named("updates from 6 to 7 s", |e| Some(e.updates_between(6.0, 7.0))),
    named("updates by 0 s from 3 to 6 s", |e| {
        let is_still = |at_s: f64, dt_s: f64| (3.0..6.0).contains(&at_s) && dt_s == 0.0;
        Some(e.updates.iter().filter(|update| is_still(update.at_s, update.dt_s)).count() as f64)
    }),
    named("updates by 17 to 33 ms", |e| {
        Some(e.updates.iter().filter(|update| update.dt_s > 0.017 && update.dt_s < 0.033).count() as f64)
    }),
    named("moment of the first update", |e| e.updates.first().map(|update| update.at_s)),
    named("first step", |e| e.updates.first().map(|update| update.dt_s)),
    named("shortest step", |e| e.updates.iter().map(|update| update.dt_s).reduce(f64::min)),
    named("longest step", |e| e.updates.iter().map(|update| update.dt_s).reduce(f64::max)),
    named("smallest alpha", |e| e.alphas().reduce(f64::min)),
    named("smallest alpha after 0.05 s", |e| {
        e.renders.iter().filter(|render| render.at_s > 0.05).filter_map(|render| render.alpha).reduce(f64::min)
    }),
    named("largest alpha", |e| e.alphas().reduce(f64::max)),
    named("renders with an alpha of 1", |e| Some(e.alphas().filter(|alpha| *alpha == 1.0).count() as f64)),
    named("frames displayed after 3.01 s", |e| Some(e.displays.iter().filter(|display| display.at_s > 3.01).count() as f64)),
    named("frames with the first body in the wall of Curve and wall", |e| {
        let wall = Obstacle::Box { min: DVec2::new(0.0, -24.0), max: DVec2::new(14.0, 24.0) };
        let is_in_the_wall = |pos: DVec2| wall.touches(pos, 11.0);
        Some(e.displays.iter().filter(|display| display.first_body.is_some_and(is_in_the_wall)).count() as f64)
    }),
    named("mean distance of the first body from its place between two updates", Events::mean_error_between_updates),
    named("frames that show the second body turned", |e| Some(e.turned_frames() as f64)),
];

impl Measure {
    pub fn parse(text: &str) -> Result<Measure, String> {
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let is_pointer = |word: &str| word.starts_with('/') && word.len() > 1;
        match <[String; 3]>::try_from(words) {
            Ok([a, sign, b]) if is_pointer(&a) && is_pointer(&b) && sign == "-" => Ok(Measure::Difference(a, b)),
            Ok([a, sign, b]) if is_pointer(&a) && is_pointer(&b) && sign == "/" => Ok(Measure::Ratio(a, b)),
            Ok([same, a, b]) if is_pointer(&a) && is_pointer(&b) && same == "same" => Ok(Measure::Same(a, b)),
            _ if is_pointer(text) && !text.contains(' ') => Ok(Measure::At(text.to_owned())),
            _ => {
                let named = NAMED.iter().find(|measure| measure.name == text).map(Measure::Named);
                let measure = named.or_else(|| Measure::of_frame(text));
                measure.ok_or_else(|| format!("'{text}' is neither a pointer into a report nor the name of a measure"))
            }
        }
    }

    fn of_frame(text: &str) -> Option<Measure> {
        let (name, frame) = text.split_once(" of frame ")?;
        let column = COLUMNS.iter().find(|column| column.name == name)?;
        Some(Measure::OfFrame(column, frame.parse().ok().filter(|frame| *frame > 0)?))
    }

    /// Returns whether the measure is one of a trace.
    pub fn is_of_events(&self) -> bool {
        matches!(self, Measure::Named(_) | Measure::OfFrame(..))
    }

    /// Returns the number in the events of a trace; `None` if the run has no such event, or the measure needs a report.
    pub fn of_events(&self, events: &Events) -> Option<f64> {
        match self {
            Measure::Named(measure) => (measure.number)(events),
            Measure::OfFrame(column, frame) => events.renders.get(frame - 1).map(column.number),
            _ => None,
        }
    }

    /// Returns the number in a report; `None` if the report has no such number, or the measure needs events.
    pub fn of_report(&self, report: &Value) -> Option<f64> {
        let number = |at: &str| report.pointer(at).and_then(Value::as_f64);
        match self {
            Measure::At(at) => number(at),
            Measure::Difference(a, b) => Some(number(a)? - number(b)?),
            Measure::Ratio(a, b) => Some(number(a)? / number(b)?),
            Measure::Same(a, b) => Some(f64::from(report.pointer(a)? == report.pointer(b)?)),
            Measure::Named(_) | Measure::OfFrame(..) => None,
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Measure::At(at) => to.write_str(at),
            Measure::Difference(a, b) => write!(to, "{a} - {b}"),
            Measure::Ratio(a, b) => write!(to, "{a} / {b}"),
            Measure::Same(a, b) => write!(to, "same {a} {b}"),
            Measure::Named(measure) => to.write_str(measure.name),
            Measure::OfFrame(column, frame) => write!(to, "{} of frame {frame}", column.name),
        }
    }
}

impl fmt::Debug for NamedMeasure {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(self.name)
    }
}

impl fmt::Debug for DotColumn {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(self.name)
    }
}

impl PartialEq for Measure {
    fn eq(&self, other: &Measure) -> bool {
        self.to_string() == other.to_string()
    }
}

impl TryFrom<String> for Measure {
    type Error = String;

    fn try_from(text: String) -> Result<Measure, String> {
        Measure::parse(&text)
    }
}

impl From<Measure> for String {
    fn from(measure: Measure) -> String {
        measure.to_string()
    }
}

#[cfg(test)]
mod tests {
    use crate::studio::claims::measure::*;

    #[test]
    fn a_text_that_is_no_measure_is_refused_with_the_text() {
        for text in [
            "",
            "/",
            "speed_ratio",
            "/a /b",
            "count",
            "max of render",
            "/a + /b",
            "same /a b",
            "dot of frame 0",
            "dot of frame",
            "line of frame 1",
        ] {
            let error = Measure::parse(text).expect_err(text);
            assert!(error.contains(&format!("'{text}'")), "{error}");
        }
    }

    #[test]
    fn a_measure_is_written_as_it_is_read() {
        for text in ["/a", "/a - /b", "/a / /b", "same /a /b", "moment of frame 1", "number of frame 2", "dot of frame 7"]
            .into_iter()
            .chain(NAMED.iter().map(|measure| measure.name))
        {
            assert_eq!(Measure::parse(text).expect(text).to_string(), text);
        }
    }

    #[test]
    fn a_rendered_frame_has_its_row_of_the_table_of_the_dot() {
        let render = |at_s, drawn_s| Render { at_s, alpha: None, drawn_s };
        let mut events = Events::new(false);
        events.renders.extend([render(0.0, 0.0), render(2.0 / 60.0, 0.021)]);
        let of = |text: &str| Measure::parse(text).expect(text).of_events(&events);
        assert_eq!([of("moment of frame 2"), of("number of frame 2")], [Some(2.0 / 60.0), Some(2.0)]);
        assert!((of("dot of frame 2").expect("there are two frames") - 2.1).abs() < 1e-12);
        assert_eq!((of("dot of frame 1"), of("dot of frame 3")), (Some(0.0), None));
    }

    #[test]
    fn numbers_of_a_report_are_found_subtracted_divided_and_compared() {
        let report = serde_json::json!({ "panes": [{ "a": 3.0, "hash": "x", "none": null }, { "a": 2.0, "hash": "x" }] });
        let of = |text: &str| Measure::parse(text).expect(text).of_report(&report);
        assert_eq!(of("/panes/0/a"), Some(3.0));
        assert_eq!(of("/panes/0/a - /panes/1/a"), Some(1.0));
        assert_eq!(of("/panes/0/a / /panes/1/a"), Some(1.5));
        assert_eq!(of("same /panes/0/hash /panes/1/hash"), Some(1.0));
        assert_eq!(of("same /panes/0/a /panes/1/a"), Some(0.0));
        assert_eq!((of("/panes/0/none"), of("/panes/7/a"), of("same /panes/0/a /panes/0/b")), (None, None, None));
    }
}
