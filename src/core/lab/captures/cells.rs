//! The fields of a row that make the value of a column.

use super::column_name::ColumnName;
use super::field_values::{number, time_with_unit};
use super::table::Table;
use super::time_of_day::time_of_day;

/// The sign between the names of columns that are added up.
pub(super) const PLUS: char = '+';

/// The field of one column, or of several whose values are added up.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    pub index: usize,
    /// The further columns, and the length of their units in that of the first one.
    others: Vec<(usize, f64)>,
    /// Whether the values are dates and times of day, in milliseconds.
    pub is_time_of_day: bool,
    /// Whether the fields have their unit beside each number, so that the values are in milliseconds.
    pub have_units: bool,
    has_numbers: bool,
}

impl Cells {
    pub fn of(index: usize) -> Cells {
        Cells { index, others: Vec::new(), is_time_of_day: false, have_units: false, has_numbers: false }
    }

    /// Returns the cells of a column that is called by its name or its number, or of several with plus signs between them; `None`
    /// if the table lacks one.
    pub fn find(table: &Table, asked: &str) -> Option<Cells> {
        let fields = table.names.len().max(table.width());
        let by_number = |name: &str| name.parse::<usize>().ok()?.checked_sub(1).filter(|index| *index < fields);
        let column = |name: &str| table.column(&[name]).or_else(|| by_number(name));
        if let Some(index) = column(asked) {
            return Some(Cells::of(index));
        }
        let all = asked.split(PLUS).map(|name| column(name.trim())).collect::<Option<Vec<usize>>>()?;
        let unit = |index: &usize| table.names.get(*index).and_then(|name| ColumnName::of(name).unit);
        let (first, others) = all.split_first()?;
        let factor = |other: &usize| Some(unit(other)?.millis() / unit(first)?.millis());
        let others = others.iter().map(|other| (*other, factor(other).unwrap_or(1.0))).collect();
        Some(Cells { others, ..Cells::of(*first) })
    }

    pub fn are_several(&self) -> bool {
        !self.others.is_empty()
    }

    /// Returns the value in the present row; NaN if it has none. `is_joined` says that the only column has decimal commas.
    pub fn value(&mut self, table: &Table, is_joined: bool) -> f64 {
        let text = table.text_at(Some(self.index));
        if is_joined {
            return number(&format!("{text}.{}", table.text_at(Some(1)))).unwrap_or(f64::NAN);
        }
        if let Some(value) = number(text).filter(|_| !self.have_units) {
            self.has_numbers = true;
            let others = self.others.iter().map(|(index, unit)| table.number_at(Some(*index)).map(|value| value * unit));
            return others.sum::<Option<f64>>().map_or(f64::NAN, |others| value + others);
        }
        if let Some(time) = time_of_day(text) {
            self.is_time_of_day = true;
            return time;
        }
        // Beside numbers without a unit those with one are not of one kind.
        let ms = time_with_unit(text).filter(|_| !self.has_numbers && !self.are_several());
        self.have_units |= ms.is_some();
        ms.unwrap_or(f64::NAN)
    }
}
