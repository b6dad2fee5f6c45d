//! The columns of a table that hold the work of the CPU and the GPU.

use super::column_name::ColumnName;
use super::field_values::time_with_unit;
use super::table::Table;

/// Columns with the work of CPU and GPU, in milliseconds; the last ones are Unreal's.
const LOADS_MS: [[&str; 3]; 2] = [["CPUBusy", "MsCPUBusy", "GameThreadTime"], ["GPUBusy", "MsGPUBusy", "GPUTime"]];
/// The words of their names beside a unit.
const LOADS: [[&str; 6]; 2] = [
    ["cpu", "cpu busy", "cpu time", "cpu frame time", "game thread", "game thread time"],
    ["gpu", "gpu busy", "gpu time", "gpu frame time", "gpu render", "gpu render time"],
];

/// A column with the work of the CPU or the GPU.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoadColumn {
    index: usize,
    /// Its unit, in milliseconds.
    unit: f64,
}

impl LoadColumn {
    /// Returns the columns of the CPU and of the GPU; `None` for one that the table lacks.
    pub fn of(table: &Table) -> [Option<LoadColumn>; 2] {
        let by_words = |words: &[&str]| {
            let found = table.names.iter().map(|name| ColumnName::parts(name)).enumerate();
            let mut found = found.filter_map(|(index, (plain, unit))| words.contains(&&*plain).then_some((index, unit?)));
            found.next().map(|(index, unit)| LoadColumn { index, unit: unit.millis() })
        };
        let in_ms = |names: &[&str]| table.column(names).map(|index| LoadColumn { index, unit: 1.0 });
        [0, 1].map(|of| by_words(&LOADS[of]).or_else(|| in_ms(&LOADS_MS[of])))
    }

    pub fn name(self, table: &Table) -> String {
        table.names[self.index].clone()
    }

    /// Returns the work in the present row, in milliseconds.
    pub fn read(self, table: &Table) -> Option<f64> {
        let of_unit = || time_with_unit(table.text_at(Some(self.index)));
        table.number_at(Some(self.index)).map(|value| value * self.unit).or_else(of_unit)
    }
}
