//! Readers of captures: they turn the files that tools and games write about a game's frames into a
//! [`Capture`](crate::model::config::capture::Capture).
//!
//! For each form of file, `docs/captures.md` says which columns are the flip, the sample time, and the work of CPU and GPU.

mod android;
mod capframex;
mod cells;
mod chrome;
mod column_name;
mod columns;
mod field_values;
mod frame_times;
pub mod gathered;
mod json_lines;
#[cfg(not(target_arch = "wasm32"))]
pub mod live;
#[cfg(not(target_arch = "wasm32"))]
mod live_column;
mod load_column;
pub mod part;
mod presentmon;
pub mod probe;
mod samples;
mod source;
mod summary_rows;
mod table;
mod time_of_day;
mod utf16;

use crate::base::params::invalid::Invalid;
use crate::base::time::Time;
use gathered::{Gathered, ReadCapture};
use json_lines::Text;
use part::{CapturePart, ColumnChoice, Refusal, RefusedCapture, TimeUnit, Unread};
use source::OpenList;
use std::io::{BufReader, Read};
use table::Table;

/// Reads a capture while it arrives, packed by gzip or not. `name` names the file in the capture and in errors.
///
/// # Errors
/// If the file is no capture, is damaged, or holds impossible times. The error is one sentence with the file, the line and the
/// value, and where several readings fit, with the options that choose one.
///
/// ```
/// use tickscope_core::lab::captures::part::CapturePart;
/// use tickscope_core::lab::captures::read;
///
/// let file = "flip_ms,sample_ms\n16.7,0\n33.3,16.7\n66.7,33.3\n";
/// let read = read("game.csv", file.as_bytes(), &CapturePart::default())?;
/// assert_eq!((read.capture.frames.len(), read.report.shown), (3, 3));
/// # Ok::<(), tickscope_core::base::params::invalid::Invalid>(())
/// ```
pub fn read(name: &str, source: impl Read, part: &CapturePart) -> Result<ReadCapture, RefusedCapture> {
    let refused = |(line, what): Refusal| Invalid::in_text(name, (line, 0), what);
    let mut text = source::unpacked(source).map_err(|what| refused((0, what)))?;
    let is_json = source::is_json(&mut *text).map_err(|what| refused((0, what)))?;
    let text = if is_json { json_lines::tell_apart(text) } else { Ok(Text::Table { text, added: 0 }) };
    let gathered = match text.map_err(|error| refused((0, source::failure(&error))))? {
        Text::Json(text) => json(text, part).map_err(Unread::from),
        Text::Table { text, added } => {
            Table::begin(text).map_err(Unread::from).and_then(|table| rows(table.with_added(added).of_file(name), part))
        }
    };
    let gathered = gathered
        .map_err(|Unread { refusal, readings }| RefusedCapture { invalid: refused(refusal), readings: readings.into() })?
        .cut(Time::from_secs(part.from_s))
        .map_err(refused)?;
    Ok(gathered.named(name)?)
}

fn rows(mut table: Table, part: &CapturePart) -> Result<Gathered, Unread> {
    let is_of_processes = ["application", "processid"].iter().any(|name| table.column(&[name]).is_some());
    if part.columns.column.is_some() {
        frame_times::read(table, &part.columns)
    } else if probe::is_one(&table) {
        refuse_rates(&part.columns)?;
        probe::read(table, &part.columns)
    } else if is_of_processes {
        presentmon::read(table, part)
    } else if android::is_framestats(&table) {
        Ok(android::read_framestats(table)?)
    } else if android::is_latency(&mut table) {
        Ok(android::read_latency(table)?)
    } else if let Some(refusal) = samples::refusal(&table) {
        Err(refusal.into())
    } else {
        frame_times::read(table, &part.columns)
    }
}

/// Refuses frame rates as the unit of moments.
fn refuse_rates(choice: &ColumnChoice) -> Result<(), Refusal> {
    let are_rates = choice.unit == Some(TimeUnit::FramesPerSecond);
    if are_rates { Err((0, "has moments (flip), which are no frame rates: --unit s, ms, us or ns".to_owned())) } else { Ok(()) }
}

fn json(text: Box<dyn std::io::BufRead + '_>, part: &CapturePart) -> Result<Gathered, Refusal> {
    let mut whole: JsonFile = serde_json::from_reader(BufReader::new(OpenList::new(text))).map_err(|error| {
        let line = u32::try_from(error.line()).unwrap_or(u32::MAX);
        match error.classify() {
            serde_json::error::Category::Eof => (0, "ends in the middle: it is cut off, so capture or copy it again".to_owned()),
            serde_json::error::Category::Io => (0, source::failure(&error.into())),
            _ => {
                let text = error.to_string();
                let place = format!(" at line {} column {}", error.line(), error.column());
                (line, format!("is no JSON of CapFrameX or Chrome ({})", text.strip_suffix(&place).unwrap_or(&text)))
            }
        }
    })?;
    match (whole.runs.take(), whole.events.take()) {
        (Some(runs), _) => capframex::gather(&runs, whole.info.and_then(|info| info.process)),
        (None, Some(events)) => chrome::gather(events, part),
        (None, None) => Err((0, "is JSON with neither Runs, as CapFrameX writes, nor traceEvents, as Chrome writes: write its numbers one a line, below a first line such as frametime_ms (jq '.KEY[]' does that for a list KEY)".to_owned())),
    }
}

/// The parts of a JSON file that are read: a record of CapFrameX, or a trace whose events are under a key or are the whole file.
#[derive(Default)]
struct JsonFile {
    runs: Option<capframex::CapturedRuns>,
    info: Option<capframex::Info>,
    events: Option<chrome::FrameSlices>,
}

impl<'de> serde::Deserialize<'de> for JsonFile {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<JsonFile, D::Error> {
        from.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> serde::de::Visitor<'de> for JsonVisitor {
    type Value = JsonFile;

    fn expecting(&self, to: &mut std::fmt::Formatter) -> std::fmt::Result {
        to.write_str("an object or a list of events")
    }

    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<JsonFile, A::Error> {
        let mut file = JsonFile::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "Runs" => file.runs = map.next_value()?,
                "Info" => file.info = map.next_value()?,
                "traceEvents" => file.events = Some(map.next_value()?),
                _ => drop(map.next_value::<serde::de::IgnoredAny>()?),
            }
        }
        Ok(file)
    }

    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, events: A) -> Result<JsonFile, A::Error> {
        Ok(JsonFile { events: Some(chrome::FrameSlices::of(events)?), ..JsonFile::default() })
    }
}
