//! The reader of MangoHud's logs: two lines about the system, then a table whose `frametime` is the time from present to present.

use super::frame_times::add_next;
use super::gathered::Gathered;
use super::part::Refusal;
use super::table::Table;
use crate::model::config::capture::SampleTimes;

/// A log holds samples instead of frames if the sum of its frame times differs from the passed time by more than this share.
const OFF: f64 = 0.05;

pub(super) fn is_one(table: &Table) -> bool {
    table.column(&["frametime"]).is_some() && table.column(&["elapsed"]).is_some()
}

pub(super) fn read(mut table: Table) -> Result<Gathered, Refusal> {
    let columns = [table.column(&["frametime"]), table.column(&["elapsed"])];
    let [Some(frametime), elapsed] = columns else { return Err((table.number, "has no column frametime".to_owned())) };
    let mut gathered = Gathered::new("MangoHud", SampleTimes::Unknown);
    gathered.keeps_zero = true;
    "Stays: frametime, from present to present".clone_into(&mut gathered.report.columns);
    let (mut at, mut begin, mut last) = (0.0, None, 0.0);
    while add_next(&mut table, frametime, &mut at, &mut gathered)? {
        // The column is in nanoseconds.
        last = table.number_at(elapsed).unwrap_or(0.0) / 1e6;
        begin.get_or_insert((at, last));
    }
    let (first, began) = begin.unwrap_or_default();
    let (sum, passed) = (at - first, last - began);
    if passed > 0.0 && (sum - passed).abs() > OFF * passed {
        let (sum, passed) = (sum / 1000.0, passed / 1000.0);
        let remedy = "with log_interval=0 it writes every frame";
        return Err((
            0,
            format!("its frame times add up to {sum:.1} s of {passed:.1} s, so it holds samples and not frames: {remedy}"),
        ));
    }
    Ok(gathered)
}
