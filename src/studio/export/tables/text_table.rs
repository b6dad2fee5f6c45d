//! Tables for people.

use comfy_table::{CellAlignment, Table, presets};

/// A table without borders, numbers to the right.
pub fn table(head: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(head);
    for column in table.column_iter_mut() {
        column.set_padding((0, 1));
    }
    table
}

/// The text of a table; the columns from `numbers_from` on are numbers.
pub fn finish(mut table: Table, numbers_from: usize) -> String {
    for column in table.column_iter_mut().skip(numbers_from) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}
