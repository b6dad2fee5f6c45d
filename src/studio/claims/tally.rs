//! Numbers gathered from the lines of a trace while they are written.

use serde_json::{Value, json};
use std::io::{self, Write};

/// What is gathered of a trace.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceMeasure {
    /// Which number.
    pub gathered: Gathered,
    /// The kind of event.
    pub kind: String,
    /// What must hold for an event to count.
    pub conditions: Vec<Condition>,
}

/// A number over events; each but the count is of a key.
#[derive(Clone, Debug, PartialEq)]
pub enum Gathered {
    /// How many there are.
    Count,
    /// The least.
    Min(String),
    /// The most.
    Max(String),
    /// All together.
    Sum(String),
    /// The mean.
    Mean(String),
    /// That of the first event.
    First(String),
    /// That of the last event.
    Last(String),
}

/// A number of an event, compared with another.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    key: String,
    relation: Relation,
    number: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Relation {
    Less,
    AtMost,
    More,
    AtLeast,
    Equal,
    Other,
}

impl Condition {
    /// Reads the three words of a condition.
    pub fn parse(key: &str, relation: &str, number: &str) -> Option<Condition> {
        let relation = match relation {
            "<" => Relation::Less,
            "<=" => Relation::AtMost,
            ">" => Relation::More,
            ">=" => Relation::AtLeast,
            "=" => Relation::Equal,
            "!=" => Relation::Other,
            _ => return None,
        };
        Some(Condition { key: key.to_owned(), relation, number: number.parse().ok()? })
    }

    /// Whether it holds for an event; it doesn't where the event has no such number.
    fn holds(&self, event: &Value) -> bool {
        number(event, &self.key).is_some_and(|number| match self.relation {
            Relation::Less => number < self.number,
            Relation::AtMost => number <= self.number,
            Relation::More => number > self.number,
            Relation::AtLeast => number >= self.number,
            Relation::Equal => number == self.number,
            Relation::Other => number != self.number,
        })
    }
}

/// The number of an event under a key, or at a pointer without its first slash.
fn number(event: &Value, key: &str) -> Option<f64> {
    event.pointer(&format!("/{key}")).and_then(Value::as_f64)
}

/// A measure, and what it has come to so far.
struct Sum {
    measure: TraceMeasure,
    count: u64,
    value: Option<f64>,
}

impl Sum {
    fn add(&mut self, event: &Value) {
        let TraceMeasure { gathered, kind, conditions } = &self.measure;
        if event["event"] != **kind || !conditions.iter().all(|condition| condition.holds(event)) {
            return;
        }
        let (key, gather): (&str, fn(f64, f64) -> f64) = match gathered {
            Gathered::Count => {
                self.count += 1;
                return;
            }
            Gathered::Min(key) => (key, f64::min),
            Gathered::Max(key) => (key, f64::max),
            Gathered::Sum(key) | Gathered::Mean(key) => (key, |sum, new| sum + new),
            Gathered::First(key) => (key, |first, _| first),
            Gathered::Last(key) => (key, |_, last| last),
        };
        let Some(new) = number(event, key) else { return };
        self.count += 1;
        self.value = Some(self.value.map_or(new, |value| gather(value, new)));
    }

    fn result(&self) -> Option<f64> {
        match self.measure.gathered {
            Gathered::Count => Some(self.count as f64),
            Gathered::Mean(_) => self.value.map(|sum| sum / self.count as f64),
            _ => self.value,
        }
    }
}

/// Reads a trace as it is written, and keeps none of it.
pub struct Tally {
    sums: Vec<Sum>,
    line: Vec<u8>,
    turn: Option<Turn>,
}

/// The turn of the loop that is under way.
struct Turn {
    at_s: f64,
    updates: u64,
    simulated_s: f64,
}

impl Tally {
    /// Gathers these.
    pub fn of(measures: impl IntoIterator<Item = TraceMeasure>) -> Tally {
        let sums = measures.into_iter().map(|measure| Sum { measure, count: 0, value: None }).collect();
        Tally { sums, line: Vec::new(), turn: None }
    }

    /// The numbers, in the order of the measures; nothing where no event had one.
    pub fn results(mut self) -> Vec<Option<f64>> {
        self.end_turn();
        self.sums.iter().map(Sum::result).collect()
    }

    fn take(&mut self, event: &Value) {
        match event["event"].as_str() {
            Some("frame") => {
                self.end_turn();
                self.turn = Some(Turn { at_s: number(event, "at_s").unwrap_or_default(), updates: 0, simulated_s: 0.0 });
            }
            Some("update") => {
                if let Some(turn) = &mut self.turn {
                    turn.updates += 1;
                    turn.simulated_s += number(event, "dt_s").unwrap_or_default();
                }
            }
            _ => {}
        }
        self.sums.iter_mut().for_each(|sum| sum.add(event));
    }

    fn end_turn(&mut self) {
        let Some(Turn { at_s, updates, simulated_s }) = self.turn.take() else { return };
        let turn = json!({ "event": "turn", "at_s": at_s, "updates": updates, "simulated_s": simulated_s });
        self.sums.iter_mut().for_each(|sum| sum.add(&turn));
    }
}

impl Write for Tally {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                let event: Value = serde_json::from_slice(&self.line)?;
                self.take(&event);
                self.line.clear();
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_that_comes_in_pieces_is_gathered_line_by_line() {
        let of = |gathered, kind: &str, conditions| TraceMeasure { gathered, kind: kind.to_owned(), conditions };
        let late = || Condition::parse("at_s", ">", "0.5").into_iter().collect::<Vec<_>>();
        let measures = [
            of(Gathered::Count, "update", vec![]),
            of(Gathered::Count, "update", late()),
            of(Gathered::Max("dt_s".to_owned()), "update", vec![]),
            of(Gathered::Mean("dt_s".to_owned()), "update", vec![]),
            of(Gathered::Last("bodies/0/1".to_owned()), "update", vec![]),
            of(Gathered::Max("updates".to_owned()), "turn", vec![]),
            of(Gathered::First("simulated_s".to_owned()), "turn", late()),
            of(Gathered::Min("alpha".to_owned()), "render", vec![]),
        ];
        let mut tally = Tally::of(measures);
        let trace = r#"{"event":"frame","at_s":0.0}
{"event":"update","at_s":0.0,"dt_s":0.25,"bodies":[[1.0,2.0]]}
{"event":"update","at_s":0.25,"dt_s":0.25,"bodies":[[1.0,3.0]]}
{"event":"render","at_s":0.5,"alpha":null}
{"event":"frame","at_s":1.0}
{"event":"update","at_s":1.0,"dt_s":1.0,"bodies":[[1.0,4.0]]}
"#;
        for piece in trace.as_bytes().chunks(7) {
            tally.write_all(piece).unwrap();
        }
        assert_eq!(tally.results(), [Some(3.0), Some(1.0), Some(1.0), Some(0.5), Some(4.0), Some(2.0), Some(1.0), None]);
    }
}
