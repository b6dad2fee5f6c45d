//! The reader of CapFrameX's JSON, which holds columns of numbers for each run of a record.
//!
//! Flips are the sums of `MsBetweenDisplayChange`, because in new files `TimeInSeconds` is the moment at which the CPU began the
//! frame and no longer that of the call of `Present()`.

use super::gathered::{FrameRow, Gathered};
use super::part::Refusal;
use crate::model::config::capture::SampleTimes;
use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct CapturedRun {
    #[serde(rename = "CaptureData")]
    data: CaptureData,
}

#[derive(Deserialize)]
pub(super) struct Info {
    #[serde(rename = "ProcessName", default)]
    pub process: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct CaptureData {
    time_in_seconds: Option<Vec<JsonNumber>>,
    ms_between_presents: Option<Vec<JsonNumber>>,
    ms_between_display_change: Option<Vec<JsonNumber>>,
    ms_until_displayed: Option<Vec<JsonNumber>>,
    cpu_active: Option<Vec<JsonNumber>>,
    gpu_active: Option<Vec<JsonNumber>>,
    dropped: Option<Vec<bool>>,
    sync_interval: Option<Vec<JsonNumber>>,
    allows_tearing: Option<Vec<JsonNumber>>,
}

/// A number; `None` for `NaN`, which the library of CapFrameX writes as a word.
#[derive(Clone, Copy, Deserialize)]
#[serde(from = "NumberOrWord")]
struct JsonNumber(Option<f64>);

#[derive(Deserialize)]
#[serde(untagged)]
enum NumberOrWord {
    Number(f64),
    Word(String),
    Flag(bool),
    Nothing(()),
}

impl From<NumberOrWord> for JsonNumber {
    fn from(read: NumberOrWord) -> JsonNumber {
        JsonNumber(match read {
            NumberOrWord::Number(number) => Some(number).filter(|number| number.is_finite()),
            NumberOrWord::Word(word) => word.parse().ok().filter(|number: &f64| number.is_finite()),
            NumberOrWord::Flag(flag) => Some(f64::from(flag)),
            NumberOrWord::Nothing(()) => None,
        })
    }
}

pub(super) fn gather(runs: &[CapturedRun], process: Option<String>) -> Result<Gathered, Refusal> {
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
        let column = |column: &Option<Vec<JsonNumber>>, row: usize| column.as_ref().and_then(|all| all.get(row)?.0);
        let stays = if has_flips { &data.ms_between_display_change } else { &data.ms_between_presents };
        // Each run has a clock of its own, which begins where the last run ended; the offset is that of the run's first frame.
        let offset = flip - column(&data.time_in_seconds, 0).unwrap_or(0.0) * 1000.0;
        let mut is_placed = false;
        for row in 0..stays.as_ref().map_or(0, Vec::len) {
            gathered.report.rows += 1;
            let Some(stay) = column(stays, row) else {
                gathered.report.skip("without a number");
                continue;
            };
            if stay < 0.0 {
                return Err((0, format!("row {row} has a stay of {stay} ms; no time is negative")));
            }
            let is_dropped = stay == 0.0 || data.dropped.as_ref().is_some_and(|all| all.get(row) == Some(&true));
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
