//! The readers of Android's dumps: `dumpsys gfxinfo APP framestats` and `dumpsys SurfaceFlinger --latency LAYER`. Times are in
//! nanoseconds.

use super::columns::middle;
use super::gathered::{FrameRow, Gathered, WITHOUT_A_ROW};
use super::part::Refusal;
use super::table::Table;
use crate::model::config::capture::{CaptureFacts, SampleTimes};
use std::collections::HashSet;

const NANOS_PER_MS: f64 = 1e6;
/// Moments that are not known are zero or the greatest number; all known ones are far less.
const LONGEST_NANOS: f64 = 9e18;

fn moment(table: &Table, column: Option<usize>) -> Option<f64> {
    table.number_at(column).filter(|nanos| (1.0..LONGEST_NANOS).contains(nanos)).map(|nanos| nanos / NANOS_PER_MS)
}

/// The frames of dumps that were taken one after the other: each has the newest frames, and so the last ones of the dump before.
#[derive(Default)]
struct Dumps {
    known: HashSet<u64>,
    last: f64,
    /// Whether no frame of the newest dump has come yet.
    begins: bool,
    count: usize,
    /// The number of dumps that do not reach back to the dump before.
    apart: usize,
    /// The time between such dumps, in milliseconds: all later moments come earlier by it.
    taken: f64,
    /// The times from frame to frame, in milliseconds.
    steps: Vec<f64>,
}

impl Dumps {
    fn begin(&mut self) {
        self.begins = true;
        self.count += 1;
    }

    /// Adds a frame that no dump before has.
    fn add(&mut self, line: u32, flip: f64, to: &mut Gathered) -> Result<(), Refusal> {
        let begins = std::mem::take(&mut self.begins);
        if !self.known.insert(flip.to_bits()) {
            to.report.skip("of a dump before");
            return Ok(());
        }
        if flip < self.last {
            let why =
                "has frames that are older than those before them: it is a dump of several windows or layers, or of other order";
            return Err((line, format!("{why}; keep the rows of one window, in the order of the dumps")));
        }
        let step = flip - std::mem::replace(&mut self.last, flip);
        let usual = if begins { middle(&mut self.steps) } else { 0.0 };
        if begins && usual > 0.0 && step > usual * WITHOUT_A_ROW {
            // What was drawn between two dumps is unknown, and counts as one frame.
            self.taken += step - usual;
            self.apart += 1;
        } else if step < flip {
            self.steps.push(step);
        }
        to.add(line, &FrameRow { flip: Some(flip - self.taken), ..FrameRow::default() })
    }

    /// Appends to the report how the dumps join.
    fn describe(&self, to: &mut Gathered) {
        let lasts: f64 = self.steps.iter().sum();
        let unknown = "what passed between them counts as one frame";
        let said = match self.apart {
            0 if self.count <= 1 && lasts < CaptureFacts::LEAST.as_millis() => {
                ". A dump has the newest frames only: append one a second to the file, and they are joined".to_owned()
            }
            0 => String::new(),
            1 => format!("; one dump does not reach back to the one before: {unknown}"),
            apart => format!("; {apart} dumps do not reach back to the ones before: {unknown} each time"),
        };
        to.report.columns += &said;
    }
}

pub(super) fn is_framestats(table: &Table) -> bool {
    ["Flags", "IntendedVsync", "FrameCompleted"].iter().all(|name| table.column(&[name]).is_some())
}

/// Reads the table between the lines `---PROFILEDATA---`. Rows with flags are of frames that are drawn in another way.
pub(super) fn read_framestats(mut table: Table) -> Result<Gathered, Refusal> {
    let [flags, completed] = [table.column(&["Flags"]), table.column(&["FrameCompleted"])];
    let mut gathered = Gathered::new("Android framestats", SampleTimes::Unknown);
    gathered.keeps_zero = true;
    "Stays: from FrameCompleted to FrameCompleted, the end of the drawing and not the flip"
        .clone_into(&mut gathered.report.columns);
    let mut dump = Dumps::default();
    while table.next_row()? {
        if table.breaks_off() {
            gathered.report.skip("the last row, which is cut off");
            break;
        }
        let Some(flag) = table.number_at(flags) else {
            if table.text_at(flags) == "Flags" {
                dump.begin();
            }
            continue;
        };
        gathered.report.rows += 1;
        match moment(&table, completed) {
            Some(flip) if flag == 0.0 => dump.add(table.number, flip, &mut gathered)?,
            Some(_) => {
                gathered.report.skip("with flags, so not a usual frame");
                gathered.leave_out(0.0);
            }
            None => gathered.report.skip("without a number"),
        }
    }
    dump.describe(&mut gathered);
    Ok(gathered)
}

/// Returns whether the first row is a refresh period, and the table has no names.
pub(super) fn is_latency(table: &mut Table) -> bool {
    table.names.is_empty() && table.preface.is_empty() && table.begins_with_period()
}

/// Reads three moments a row: when the frame should be displayed, when it was, and when its drawing was done.
pub(super) fn read_latency(mut table: Table) -> Result<Gathered, Refusal> {
    let mut gathered = Gathered::new("SurfaceFlinger", SampleTimes::Unknown);
    gathered.keeps_zero = true;
    table.split_at_blanks();
    "Flip: the second moment of each row, the actual present time".clone_into(&mut gathered.report.columns);
    let mut dump = Dumps::default();
    while table.next_row()? {
        if table.breaks_off() {
            gathered.report.skip("the last row, which is cut off");
            break;
        }
        if table.width() != 3 {
            dump.begin();
            continue;
        }
        gathered.report.rows += 1;
        match moment(&table, Some(1)) {
            Some(flip) => dump.add(table.number, flip, &mut gathered)?,
            None => gathered.report.skip("not displayed yet"),
        }
    }
    dump.describe(&mut gathered);
    Ok(gathered)
}
