//! The reader of event traces in Chrome's JSON: the frame slices that this program and other games write, and the frames of a
//! page.
//!
//! A slice named `picture` or `frame` is a displayed frame, from its flip to the next one; its argument `drawn_s` is the sample
//! time. In a trace without such slices, the marks `DrawFrame` of Chrome's own traces are the flips. Times are in microseconds.

use super::gathered::{FrameRow, Gathered};
use super::part::{CapturePart, Refusal};
use crate::model::config::capture::SampleTimes;
use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// The events of a trace that concern frames.
#[derive(Default)]
pub(super) struct FrameSlices {
    events: usize,
    frames: Vec<Slice>,
    /// The names of the processes, by their numbers.
    names: BTreeMap<i64, String>,
}

struct Slice {
    process: i64,
    is_mark: bool,
    at_ms: f64,
    drawn_s: Option<f64>,
}

#[derive(serde::Deserialize)]
struct TraceEvent<'a> {
    #[serde(borrow, default)]
    name: Cow<'a, str>,
    #[serde(borrow, default)]
    ph: Cow<'a, str>,
    #[serde(default)]
    ts: f64,
    #[serde(default)]
    pid: i64,
    #[serde(default)]
    args: Arguments,
}

#[derive(Default, serde::Deserialize)]
#[serde(default)]
struct Arguments {
    drawn_s: Option<f64>,
    name: Option<serde_json::Value>,
}

impl FrameSlices {
    pub fn of<'de, A: SeqAccess<'de>>(mut events: A) -> Result<FrameSlices, A::Error> {
        let mut slices = FrameSlices::default();
        while let Some(event) = events.next_element::<TraceEvent>()? {
            slices.events += 1;
            let TraceEvent { name, ph, ts, pid, args } = event;
            let is_slice = ph == "X" && (name.eq_ignore_ascii_case("picture") || name.eq_ignore_ascii_case("frame"));
            if is_slice || name == "DrawFrame" {
                slices.frames.push(Slice { process: pid, is_mark: !is_slice, at_ms: ts / 1000.0, drawn_s: args.drawn_s });
            } else if ph == "M" && name == "process_name" {
                let name = args.name.as_ref().and_then(serde_json::Value::as_str).unwrap_or_default();
                slices.names.insert(pid, name.to_owned());
            }
        }
        Ok(slices)
    }
}

impl<'de> Deserialize<'de> for FrameSlices {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<FrameSlices, D::Error> {
        struct Events;
        impl<'de> Visitor<'de> for Events {
            type Value = FrameSlices;

            fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
                to.write_str("a list of events")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, events: A) -> Result<FrameSlices, A::Error> {
                FrameSlices::of(events)
            }
        }
        from.deserialize_seq(Events)
    }
}

pub(super) fn gather(slices: FrameSlices, part: &CapturePart) -> Result<Gathered, Refusal> {
    let FrameSlices { events, mut frames, names } = slices;
    let has_slices = frames.iter().any(|frame| !frame.is_mark);
    frames.retain(|frame| frame.is_mark != has_slices);
    let name = |process: i64| names.get(&process).map_or_else(|| format!("process {process}"), Clone::clone);
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for frame in &frames {
        *counts.entry(frame.process).or_default() += 1;
    }
    let is_asked = |process: i64| {
        part.process.as_ref().is_none_or(|asked| name(process).eq_ignore_ascii_case(asked) || process.to_string() == *asked)
    };
    // If several processes have the most frames, the first is chosen.
    let chosen = counts.iter().rev().filter(|(process, _)| is_asked(**process)).max_by_key(|(_, count)| **count);
    let Some((&chosen, &count)) = chosen else {
        let known: Vec<String> = counts.keys().map(|process| name(*process)).collect();
        return Err((
            0,
            match &part.process {
                Some(asked) if !known.is_empty() => format!("holds no frames of {asked}; it holds those of {}", known.join(", ")),
                _ => format!("has {events} events, but no slices named frame or picture, and no marks named DrawFrame"),
            },
        ));
    };
    let others = frames.len() - count;
    frames.retain(|frame| frame.process == chosen);
    frames.sort_by(|a, b| a.at_ms.total_cmp(&b.at_ms));
    let is_drawn = frames.iter().all(|frame| frame.drawn_s.is_some());
    let mut gathered = Gathered::new("Chrome trace", if is_drawn { SampleTimes::Own } else { SampleTimes::Unknown });
    gathered.keeps_zero = true;
    gathered.report.rows = events;
    gathered.report.process = Some(name(chosen));
    gathered.report.columns = match (has_slices, is_drawn) {
        (true, true) => "Flip: the beginning of a slice; sample time: its drawn_s".to_owned(),
        (true, false) => "Flip: the beginning of a slice".to_owned(),
        _ => "Flip: the mark DrawFrame".to_owned(),
    };
    if others > 0 {
        gathered.report.skipped.insert("of other processes".to_owned(), others);
    }
    for Slice { at_ms, drawn_s, .. } in frames {
        let sample = drawn_s.filter(|_| is_drawn).map(|drawn| drawn * 1000.0);
        gathered.add(0, &FrameRow { flip: Some(at_ms), sample, ..FrameRow::default() })?;
    }
    Ok(gathered)
}
