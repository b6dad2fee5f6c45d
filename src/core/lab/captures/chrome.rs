//! The reader of event traces in Chrome's JSON: the frame slices that this program and other games write, and the frames of a
//! page.
//!
//! A slice named `picture` or `frame` is a displayed frame, from its flip to the next one; its argument `drawn_s` is the sample
//! time. A slice is one event, or two: its begin and its end. In a trace without such slices, the marks `DrawFrame` of Chrome's own traces are the flips. Times are in microseconds.

use super::gathered::{FrameRow, Gathered, MOST_FRAMES};
use super::part::{CapturePart, Refusal};
use crate::model::config::capture::SampleTimes;
use serde::de::{Deserialize, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// The most slices of a thread that lack their end, where others have it.
const MOST_OPEN: usize = 8;

/// The events of a trace that concern frames.
#[derive(Default)]
pub(super) struct FrameSlices {
    events: usize,
    frames: Vec<Slice>,
    /// The number of events that have neither a name nor a phase.
    unknown: usize,
    /// The slices that have begun and not ended on each thread: whether each is one of a frame.
    open: BTreeMap<(ProcessId, ProcessId), Vec<bool>>,
    names: BTreeMap<ProcessId, String>,
}

/// The identity of a process; some programs write a name in place of a number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize)]
#[serde(from = "serde_json::Value")]
enum ProcessId {
    Number(i64),
    Text(String),
}

impl Default for ProcessId {
    fn default() -> ProcessId {
        ProcessId::Number(0)
    }
}

impl From<serde_json::Value> for ProcessId {
    fn from(value: serde_json::Value) -> ProcessId {
        match value {
            serde_json::Value::Null => ProcessId::default(),
            serde_json::Value::String(text) => ProcessId::Text(text),
            other => other.as_i64().map_or_else(|| ProcessId::Text(other.to_string()), ProcessId::Number),
        }
    }
}

impl fmt::Display for ProcessId {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ProcessId::Number(number) => write!(to, "process {number}"),
            ProcessId::Text(text) => to.write_str(text),
        }
    }
}

struct Slice {
    process: ProcessId,
    thread: ProcessId,
    is_mark: bool,
    at_ms: f64,
    /// The end of a slice that is one event.
    end_ms: Option<f64>,
    /// Whether it begins within another slice of a frame, by their begins and ends.
    is_nested: bool,
    drawn_s: Option<f64>,
    /// The identity of the page's or the frame's layers.
    layers: Option<i64>,
}

#[derive(serde::Deserialize)]
struct TraceEvent<'a> {
    #[serde(borrow, default)]
    name: Cow<'a, str>,
    #[serde(borrow, default)]
    ph: Cow<'a, str>,
    /// In microseconds; some programs write a text.
    #[serde(default)]
    ts: serde_json::Value,
    #[serde(default)]
    dur: serde_json::Value,
    #[serde(default)]
    pid: ProcessId,
    #[serde(default)]
    tid: ProcessId,
    #[serde(default)]
    args: Arguments,
}

/// The arguments of an event that are used; empty if they are `null` or no object.
#[derive(Default)]
struct Arguments {
    drawn_s: Option<f64>,
    layers: Option<i64>,
    name: Option<serde_json::Value>,
}

impl<'de> Deserialize<'de> for Arguments {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Arguments, D::Error> {
        from.deserialize_any(ArgumentsVisitor)
    }
}

struct ArgumentsVisitor;

impl<'de> Visitor<'de> for ArgumentsVisitor {
    type Value = Arguments;

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str("the arguments of an event")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Arguments, A::Error> {
        let mut arguments = Arguments::default();
        while let Some(key) = map.next_key::<Cow<str>>()? {
            match &*key {
                "drawn_s" => arguments.drawn_s = map.next_value::<serde_json::Value>()?.as_f64(),
                "layerTreeId" => arguments.layers = map.next_value::<serde_json::Value>()?.as_i64(),
                "name" => arguments.name = Some(map.next_value()?),
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(arguments)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Arguments, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Arguments::default())
    }

    fn visit_unit<E>(self) -> Result<Arguments, E> {
        Ok(Arguments::default())
    }

    fn visit_bool<E>(self, _: bool) -> Result<Arguments, E> {
        Ok(Arguments::default())
    }

    fn visit_f64<E>(self, _: f64) -> Result<Arguments, E> {
        Ok(Arguments::default())
    }

    fn visit_i64<E>(self, _: i64) -> Result<Arguments, E> {
        Ok(Arguments::default())
    }

    fn visit_u64<E>(self, _: u64) -> Result<Arguments, E> {
        Ok(Arguments::default())
    }

    fn visit_str<E>(self, _: &str) -> Result<Arguments, E> {
        Ok(Arguments::default())
    }
}

impl FrameSlices {
    pub fn of<'de, A: SeqAccess<'de>>(mut events: A) -> Result<FrameSlices, A::Error> {
        let mut slices = FrameSlices::default();
        while let Some(event) = events.next_element::<TraceEvent>()? {
            slices.events += 1;
            if slices.events > MOST_FRAMES {
                return Err(A::Error::custom(format_args!("more than {MOST_FRAMES} events: cut a part out of it")));
            }
            let TraceEvent { name, ph, ts, dur, pid, tid, args } = event;
            slices.unknown += usize::from(name.is_empty() && ph.is_empty());
            let is_slice =
                matches!(&*ph, "X" | "B" | "b") && (name.eq_ignore_ascii_case("picture") || name.eq_ignore_ascii_case("frame"));
            let at_us = || ts.as_f64().or_else(|| ts.as_str()?.parse().ok()).filter(|at: &f64| at.is_finite());
            let is_nested = slices.is_nested(&pid, &tid, &ph, is_slice);
            if is_slice || name == "DrawFrame" && !matches!(&*ph, "E" | "e") {
                let Some(at_us) = at_us() else { continue };
                slices.frames.push(Slice {
                    process: pid,
                    thread: tid,
                    is_mark: !is_slice,
                    at_ms: at_us / 1000.0,
                    end_ms: dur.as_f64().map(|length| (at_us + length) / 1000.0),
                    is_nested,
                    drawn_s: args.drawn_s,
                    layers: args.layers,
                });
            } else if ph == "M" && name == "process_name" {
                let name = args.name.as_ref().and_then(serde_json::Value::as_str).unwrap_or_default();
                slices.names.insert(pid, name.to_owned());
            }
        }
        Ok(slices)
    }

    /// Follows the begins and ends of slices on a thread, and returns whether an event lies within the slice of a frame.
    fn is_nested(&mut self, process: &ProcessId, thread: &ProcessId, phase: &str, is_frame: bool) -> bool {
        if phase != "B" && phase != "E" {
            return false;
        }
        let open = self.open.entry((process.clone(), thread.clone())).or_default();
        if phase == "E" {
            open.pop();
            return false;
        }
        let is_nested = open.contains(&true);
        open.push(is_frame);
        is_nested
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
    let FrameSlices { events, mut frames, names, unknown, open } = slices;
    let has_slices = frames.iter().any(|frame| !frame.is_mark);
    frames.retain(|frame| frame.is_mark != has_slices);
    let name = |process: &ProcessId| names.get(process).map_or_else(|| process.to_string(), Clone::clone);
    let mut counts: BTreeMap<ProcessId, usize> = BTreeMap::new();
    for frame in &frames {
        *counts.entry(frame.process.clone()).or_default() += 1;
    }
    let is_number = |process: &ProcessId, asked: &str| asked.parse().is_ok_and(|number| *process == ProcessId::Number(number));
    let is_asked = |process: &ProcessId| {
        part.process.as_ref().is_none_or(|asked| name(process).eq_ignore_ascii_case(asked) || is_number(process, asked))
    };
    // If several processes have the most frames, the first is chosen.
    let chosen = counts.iter().rev().filter(|(process, _)| is_asked(process)).max_by_key(|(_, count)| **count);
    let Some((chosen, count)) = chosen.map(|(process, count)| (process.clone(), *count)) else {
        let known: Vec<String> = counts.keys().map(name).collect();
        return Err((
            0,
            match &part.process {
                Some(asked) if !known.is_empty() => format!("holds no frames of {asked}; it holds those of {}", known.join(", ")),
                _ if unknown * 2 > events => format!(
                    "is a list of {events} objects that are no events of a trace: write it as a table, below a line with the names, with jq -r \
                     '.[] | [.A, .B] | @csv' for the keys A and B"
                ),
                _ => format!("has {events} events, but no slices named frame or picture, and no marks named DrawFrame"),
            },
        ));
    };
    let others = frames.len() - count;
    frames.retain(|frame| frame.process == chosen);
    let of_other_layers = retain_most(&mut frames, |frame| frame.layers);
    let of_other_threads = if has_slices { retain_most(&mut frames, |frame| frame.thread.clone()) } else { 0 };
    frames.sort_by(|a, b| a.at_ms.total_cmp(&b.at_ms));
    // Slices that never end are not within each other.
    let have_ends = open.values().all(|open| open.len() <= MOST_OPEN);
    let nested = retain_outer(&mut frames, have_ends);
    let is_drawn = frames.iter().all(|frame| frame.drawn_s.is_some());
    let mut gathered = Gathered::new("Chrome trace", if is_drawn { SampleTimes::Own } else { SampleTimes::Unknown });
    gathered.keeps_zero = true;
    gathered.report.rows = events;
    gathered.report.process = Some(name(&chosen));
    gathered.report.columns = match (has_slices, is_drawn) {
        (true, true) => "Flip: the beginning of a slice; sample time: its drawn_s".to_owned(),
        (true, false) => "Flip: the beginning of a slice".to_owned(),
        _ => "Flip: the mark DrawFrame".to_owned(),
    };
    if others > 0 {
        gathered.report.skipped.insert("of other processes".to_owned(), others);
    }
    if of_other_layers > 0 {
        gathered.report.skipped.insert("of other pages or frames of a page (layerTreeId)".to_owned(), of_other_layers);
    }
    if nested > 0 {
        gathered.report.skipped.insert("within another slice of a frame".to_owned(), nested);
    }
    if of_other_threads > 0 {
        gathered.report.skipped.insert("of other threads".to_owned(), of_other_threads);
    }
    for Slice { at_ms, drawn_s, .. } in frames {
        let sample = drawn_s.filter(|_| is_drawn).map(|drawn| drawn * 1000.0);
        gathered.add(0, &FrameRow { flip: Some(at_ms), sample, ..FrameRow::default() })?;
    }
    Ok(gathered)
}

/// Retains the slices that do not lie within the one before. Returns how many are left out.
fn retain_outer(frames: &mut Vec<Slice>, have_ends: bool) -> usize {
    let (all, mut ends) = (frames.len(), f64::MIN);
    frames.retain(|frame| {
        let is_outer = frame.end_ms.is_none_or(|end| end > ends) && !(have_ends && frame.is_nested);
        ends = frame.end_ms.filter(|_| is_outer).unwrap_or(ends);
        is_outer
    });
    all - frames.len()
}

/// Retains the frames that have the most usual key, the first of several: a frame of one game has a slice on each of its threads, and
/// a browser draws several pages. Returns how many frames are left out.
fn retain_most<K: Ord>(frames: &mut Vec<Slice>, key: impl Fn(&Slice) -> K) -> usize {
    let all = frames.len();
    let mut counts: BTreeMap<K, usize> = BTreeMap::new();
    for frame in &*frames {
        *counts.entry(key(frame)).or_default() += 1;
    }
    let most = counts.into_iter().rev().max_by_key(|(_, count)| *count).map(|(most, _)| most);
    frames.retain(|frame| Some(key(frame)) == most);
    all - frames.len()
}
