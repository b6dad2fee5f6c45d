//! The reader of CapFrameX's JSON, which holds columns of numbers for each run of a record.
//!
//! Flips are the sums of `MsBetweenDisplayChange`, because in new files `TimeInSeconds` is the moment at which the CPU began the
//! frame and no longer that of the call of `Present()`.

use super::gathered::{FrameRow, Gathered, MOST_FRAMES};
use super::part::Refusal;
use crate::base::numbers::any_three_digits;
use crate::model::config::capture::SampleTimes;
use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use std::fmt;

/// The most runs of a record.
const MOST_RUNS: usize = 1000;

#[derive(Deserialize)]
struct CapturedRun {
    #[serde(rename = "CaptureData")]
    data: CaptureData,
}

/// The runs of a record, which have no more rows together than a capture has frames.
pub(super) struct CapturedRuns(Vec<CapturedRun>);

impl<'de> Deserialize<'de> for CapturedRuns {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<CapturedRuns, D::Error> {
        from.deserialize_seq(RunsVisitor)
    }
}

struct RunsVisitor;

impl<'de> Visitor<'de> for RunsVisitor {
    type Value = CapturedRuns;

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str("a list of runs")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<CapturedRuns, A::Error> {
        let (mut runs, mut rows) = (Vec::new(), 0);
        while let Some(run) = list.next_element::<CapturedRun>()? {
            rows += run.data.rows();
            if rows > MOST_FRAMES {
                return Err(too_many_frames());
            }
            if runs.len() >= MOST_RUNS {
                return Err(A::Error::custom(format_args!("more than {MOST_RUNS} runs: cut a part out of it")));
            }
            runs.push(run);
        }
        Ok(CapturedRuns(runs))
    }
}

fn too_many_frames<E: Error>() -> E {
    E::custom(format_args!("more than {MOST_FRAMES} frames: cut a part out of it"))
}

#[derive(Deserialize)]
pub(super) struct Info {
    #[serde(rename = "ProcessName", default)]
    pub process: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct CaptureData {
    time_in_seconds: Option<JsonColumn>,
    ms_between_presents: Option<JsonColumn>,
    ms_between_display_change: Option<JsonColumn>,
    ms_until_displayed: Option<JsonColumn>,
    cpu_active: Option<JsonColumn>,
    gpu_active: Option<JsonColumn>,
    dropped: Option<JsonColumn>,
    sync_interval: Option<JsonColumn>,
    allows_tearing: Option<JsonColumn>,
}

impl CaptureData {
    /// Returns the number of rows of the longest column.
    fn rows(&self) -> usize {
        let columns = [
            &self.time_in_seconds,
            &self.ms_between_presents,
            &self.ms_between_display_change,
            &self.ms_until_displayed,
            &self.cpu_active,
            &self.gpu_active,
            &self.dropped,
            &self.sync_interval,
            &self.allows_tearing,
        ];
        columns.into_iter().flatten().map(|column| column.0.len()).max().unwrap_or(0)
    }
}

/// A column of numbers; NaN for what is none, such as `"NaN"`, which the library of CapFrameX writes as a word. A flag is 0 or 1.
struct JsonColumn(Vec<f64>);

impl<'de> Deserialize<'de> for JsonColumn {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<JsonColumn, D::Error> {
        from.deserialize_seq(ColumnVisitor)
    }
}

struct ColumnVisitor;

impl<'de> Visitor<'de> for ColumnVisitor {
    type Value = JsonColumn;

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str("a list of numbers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<JsonColumn, A::Error> {
        let mut column = Vec::new();
        while let Some(JsonNumber(number)) = list.next_element()? {
            if column.len() >= MOST_FRAMES {
                return Err(too_many_frames());
            }
            column.push(number);
        }
        Ok(JsonColumn(column))
    }
}

/// A number of a column; NaN for what is none.
struct JsonNumber(f64);

impl<'de> Deserialize<'de> for JsonNumber {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<JsonNumber, D::Error> {
        from.deserialize_any(NumberVisitor)
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = JsonNumber;

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str("a number, a word for none, or a flag")
    }

    fn visit_f64<E>(self, number: f64) -> Result<JsonNumber, E> {
        Ok(JsonNumber(number))
    }

    fn visit_i64<E>(self, number: i64) -> Result<JsonNumber, E> {
        Ok(JsonNumber(number as f64))
    }

    fn visit_u64<E>(self, number: u64) -> Result<JsonNumber, E> {
        Ok(JsonNumber(number as f64))
    }

    fn visit_bool<E>(self, flag: bool) -> Result<JsonNumber, E> {
        Ok(JsonNumber(f64::from(flag)))
    }

    fn visit_str<E>(self, word: &str) -> Result<JsonNumber, E> {
        Ok(JsonNumber(word.parse().unwrap_or(f64::NAN)))
    }

    fn visit_unit<E>(self) -> Result<JsonNumber, E> {
        Ok(JsonNumber(f64::NAN))
    }
}

pub(super) fn gather(CapturedRuns(runs): &CapturedRuns, process: Option<String>) -> Result<Gathered, Refusal> {
    let has = |column: fn(&CaptureData) -> bool| runs.iter().all(|run| column(&run.data)) && !runs.is_empty();
    let has_flips = has(|data| data.ms_between_display_change.is_some());
    let has_starts = has_flips && has(|data| data.cpu_active.is_some() && data.time_in_seconds.is_some());
    if !has_flips && !has(|data| data.ms_between_presents.is_some()) {
        return Err((0, "has neither MsBetweenDisplayChange nor MsBetweenPresents in every run".to_owned()));
    }
    let samples = if has_starts { SampleTimes::CpuStart } else { SampleTimes::Unknown };
    let mut gathered = Gathered::new("CapFrameX", samples);
    gathered.keeps_zero = true;
    gathered.report.process = process;
    gathered.report.columns = match (has_flips, has_starts) {
        (true, true) => "Flip: the sum of MsBetweenDisplayChange; sample time: TimeInSeconds".to_owned(),
        (true, false) => "Flip: the sum of MsBetweenDisplayChange".to_owned(),
        _ => "Stays: MsBetweenPresents".to_owned(),
    };
    let mut flip = 0.0;
    for CapturedRun { data } in runs {
        let column = |column: &Option<JsonColumn>, row: usize| {
            column.as_ref().and_then(|all| all.0.get(row).copied()).filter(|number| number.is_finite())
        };
        let stays = if has_flips { &data.ms_between_display_change } else { &data.ms_between_presents };
        // Each run has a clock of its own, which begins where the last run ended; the offset is that of the run's first frame.
        let offset = flip - column(&data.time_in_seconds, 0).unwrap_or(0.0) * 1000.0;
        let mut is_placed = false;
        for row in 0..stays.as_ref().map_or(0, |stays| stays.0.len()) {
            gathered.report.rows += 1;
            let Some(stay) = column(stays, row) else {
                gathered.report.skip("without a number");
                continue;
            };
            if stay < 0.0 {
                return Err((0, format!("row {row} has a stay of {} ms; no time is negative", any_three_digits(stay))));
            }
            let is_dropped = stay == 0.0 || column(&data.dropped, row).is_some_and(|dropped| dropped != 0.0);
            if is_dropped {
                gathered.report.skip("never displayed");
            }
            let begins = column(&data.time_in_seconds, row).filter(|_| has_starts).map(|start| start * 1000.0 + offset);
            if !is_dropped {
                let until = column(&data.ms_until_displayed, row).unwrap_or(stay).max(0.0);
                // Only the first flip of a run is computed from the start of its frame.
                flip = match begins {
                    Some(begins) if !is_placed => begins + until,
                    _ => flip + stay,
                };
                is_placed = true;
                let allows_tearing = column(&data.allows_tearing, row).is_some_and(|allowed| allowed > 0.0);
                gathered.presents.add(column(&data.sync_interval, row), allows_tearing, "");
            }
            let shown = Some(flip).filter(|_| !is_dropped);
            if begins.is_none() && shown.is_none() {
                continue;
            }
            let [cpu, gpu] = [&data.cpu_active, &data.gpu_active].map(|loads| column(loads, row).unwrap_or(0.0).max(0.0));
            gathered.add(0, &FrameRow { begins, sample: begins, flip: shown, cpu, gpu, ..FrameRow::default() })?;
        }
    }
    Ok(gathered)
}
