//! The column of a table that grows: its values become frames one after the other.

use super::cells::Cells;
use super::column_name::ColumnRole;
use super::columns::Reading;
use super::gathered::{FrameRow, LONGEST_MS};
use super::load_column::LoadColumn;
use super::table::Table;

/// The column of a table that grows.
pub(super) struct LiveColumn {
    pub cells: Cells,
    pub role: Option<ColumnRole>,
    pub reading: Reading,
    /// Whether the only column has decimal commas.
    pub is_joined: bool,
    /// The columns with the work of CPU and GPU.
    pub loads: [Option<LoadColumn>; 2],
    /// The description of the column.
    pub words: String,
    /// The sum of the frame times so far, in milliseconds.
    pub at: f64,
}

impl LiveColumn {
    /// Reads the present row; returns `None` if it has no frame.
    pub fn row(&mut self, table: &Table) -> Option<FrameRow> {
        let value = self.cells.value(table, self.is_joined);
        let load = |column: Option<LoadColumn>| column.and_then(|column| column.read(table));
        let value = self.role.map_or(value, |role| role.time(value));
        self.frame(value, load(self.loads[0]), load(self.loads[1]))
    }

    pub fn frame(&mut self, value: f64, cpu: Option<f64>, gpu: Option<f64>) -> Option<FrameRow> {
        let ms = value * self.reading.unit.millis();
        let is_possible = ms.is_finite() && (self.reading.is_clock || ms > 0.0 && ms <= LONGEST_MS);
        if is_possible {
            self.at = if self.reading.is_clock { ms } else { self.at + ms };
        }
        let load = |ms: Option<f64>| ms.filter(|ms| *ms > 0.0 && *ms <= LONGEST_MS).unwrap_or(0.0);
        is_possible.then(|| FrameRow { flip: Some(self.at), cpu: load(cpu), gpu: load(gpu), ..FrameRow::default() })
    }
}
