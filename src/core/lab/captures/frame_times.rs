//! The reader of files with frame times alone: a plain column of milliseconds, or a table with a column of a known name.

use super::gathered::{FrameRow, Gathered};
use super::part::Refusal;
use super::table::Table;
use crate::model::config::capture::SampleTimes;

/// The names that tools give to a column of frame times in milliseconds.
const NAMES: [&str; 12] = [
    "frametime",
    "frame_time",
    "frame time",
    "frametime_ms",
    "frame_time_ms",
    "frame_ms",
    "frame time (ms)",
    "frametime (ms)",
    "frametime in ms",
    "delta_ms",
    "dt_ms",
    "ms",
];

pub(super) fn read(mut table: Table) -> Result<Gathered, Refusal> {
    let column = if table.names.is_empty() { Some(0) } else { table.column(&NAMES) };
    let Some(column) = column else {
        let names: Vec<String> = table.names.iter().take(6).map(|name| name.chars().take(30).collect()).collect();
        let more = if table.names.len() > 6 { ", …" } else { "" };
        let wanted = "flip_ms, frametime or the columns of PresentMon";
        return Err((
            1,
            format!("has no column that says when frames are displayed: it needs {wanted}, and has {}{more}", names.join(", ")),
        ));
    };
    let mut gathered = Gathered::new("Frame times", SampleTimes::Unknown);
    gathered.keeps_zero = true;
    let name = table.names.get(column).map_or("the only column", String::as_str);
    gathered.report.columns = format!("Stays: {name}, in milliseconds");
    let mut at = 0.0;
    while add_next(&mut table, column, &mut at, &mut gathered)? {}
    Ok(gathered)
}

/// Adds a frame for the next row that has a frame time; `at` advances by that time. Returns `false` after the last row.
pub(super) fn add_next(table: &mut Table, column: usize, at: &mut f64, gathered: &mut Gathered) -> Result<bool, Refusal> {
    while table.next_row()? {
        if table.breaks_off() {
            gathered.report.skip("the last row, which is cut off");
            return Ok(false);
        }
        gathered.report.rows += 1;
        match table.millis_at(Some(column))? {
            Some(stay) if stay > 0.0 => {
                *at += stay;
                gathered.add(table.number, &FrameRow { flip: Some(*at), ..FrameRow::default() })?;
                return Ok(true);
            }
            Some(_) => gathered.report.skip("of no length"),
            None => gathered.report.skip("without a number"),
        }
    }
    Ok(false)
}
