//! The column of a table that grows: its values become frames one after the other.

#[cfg(not(target_arch = "wasm32"))]
use super::column_name::ColumnRole;
#[cfg(not(target_arch = "wasm32"))]
use super::columns::Reading;
#[cfg(not(target_arch = "wasm32"))]
use super::gathered::{FrameRow, LONGEST_MS};
#[cfg(not(target_arch = "wasm32"))]
use super::load_column::LoadColumn;
use super::table::{Table, number, time_of_day};

/// The column of a table that grows.
#[cfg(not(target_arch = "wasm32"))]
pub(super) struct LiveColumn {
    pub index: usize,
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

#[cfg(not(target_arch = "wasm32"))]
impl LiveColumn {
    /// Reads the present row; returns `None` if it has no frame.
    pub fn row(&mut self, table: &Table) -> Option<FrameRow> {
        let value = column_value(table, self.index, self.is_joined, &mut false);
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

/// Returns the value of a column in the present row, in its unit; times of day are in milliseconds.
pub(super) fn column_value(table: &Table, index: usize, is_joined: bool, is_time_of_day: &mut bool) -> f64 {
    let text = table.text_at(Some(index));
    if is_joined {
        // The only column has decimal commas.
        return number(&format!("{text}.{}", table.text_at(Some(1)))).unwrap_or(f64::NAN);
    }
    let time = || time_of_day(text).inspect(|_| *is_time_of_day = true);
    number(text).or_else(time).unwrap_or(f64::NAN)
}
