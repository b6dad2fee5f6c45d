//! The reader of `flip_ms,sample_ms` tables, which a game writes by the probe of `docs/captures.md`, or a loop of the laboratory.

use super::gathered::{FrameRow, Gathered};
use super::part::Refusal;
use super::table::Table;
use crate::model::config::capture::SampleTimes;

pub(super) fn read(mut table: Table) -> Result<Gathered, Refusal> {
    let columns = [&["flip_ms"][..], &["sample_ms"], &["cpu_ms", "cpu_busy_ms"], &["gpu_ms", "gpu_busy_ms"]];
    let [flip, sample, cpu, gpu] = columns.map(|names| table.column(names));
    let samples = if sample.is_some() { SampleTimes::Own } else { SampleTimes::Unknown };
    let mut gathered = Gathered::new("Probe", samples);
    gathered.keeps_zero = true;
    gathered.report.columns = match samples {
        SampleTimes::Own => "Flip: flip_ms; sample time: sample_ms".to_owned(),
        _ => "Flip: flip_ms".to_owned(),
    };
    while table.next_row()? {
        if table.breaks_off() {
            gathered.report.skip("the last row, which is cut off");
            break;
        }
        gathered.report.rows += 1;
        let (shown, drawn) = (table.number_at(flip), table.number_at(sample));
        if shown.is_none() || sample.is_some() && drawn.is_none() {
            gathered.report.skip("without a number");
            continue;
        }
        let [cpu, gpu] = [table.millis_at(cpu)?, table.millis_at(gpu)?].map(Option::unwrap_or_default);
        gathered.add(table.number, &FrameRow { sample: drawn, flip: shown, cpu, gpu, ..FrameRow::default() })?;
    }
    gathered.begin_with_first_flip();
    Ok(gathered)
}
