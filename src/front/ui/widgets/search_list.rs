//! A list with a search field: arrows move a mark through the finds, and Enter chooses the marked one. The loops of a pane, the
//! claims of the articles and the gallery are such lists.

use crate::front::ui::keys::{is_new, may_take_keyboard};
use egui::{Id, Key, Modifiers, Response, TextEdit, Ui};
use std::fmt::Debug;
use std::hash::Hash;

/// A list while it is open, and the keys of this frame.
#[derive(Clone, Copy, Debug)]
pub struct SearchList {
    id: Id,
    pub is_new: bool,
    keys: ListKeys,
    pub enters: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ListKeys {
    /// By how many entries the mark moves to the right; to the left if negative.
    across: i64,
    /// By how many rows the mark moves down; up if negative.
    down: i64,
}

impl SearchList {
    /// Reads the keys before the search field gets them. `page` is the number of rows by which Page Down moves. With
    /// `has_columns` the left and right arrows move the mark too.
    pub fn begin(ui: &Ui, name: impl Hash + Debug, page: i64, has_columns: bool) -> SearchList {
        let id = Id::unique(("search list", name));
        let in_field = ui.memory(|memory| memory.has_focus(id));
        let is_new = is_new(ui, id);
        ui.input_mut(|input| {
            let mut times = |key| i64::try_from(input.count_and_consume_key(Modifiers::NONE, key)).unwrap_or(0);
            let down = times(Key::ArrowDown) - times(Key::ArrowUp) + page * (times(Key::PageDown) - times(Key::PageUp));
            let across = if has_columns { times(Key::ArrowRight) - times(Key::ArrowLeft) } else { 0 };
            let enters = in_field && !is_new && input.key_pressed(Key::Enter);
            SearchList { id, is_new, keys: ListKeys { across, down }, enters }
        })
    }

    /// Shows the search field, with `label` for the screen reader and `hint` while it is empty. The field takes the focus
    /// whenever no other control has it, so that typed letters search and trigger no shortcut.
    pub fn field(&self, ui: &mut Ui, search: &mut String, (label, hint): (&str, &str), width: f32) -> Response {
        let field = ui.add(TextEdit::singleline(search).hint_text(hint).desired_width(width).id(self.id));
        field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, label));
        if may_take_keyboard(ui) && (self.is_new || ui.memory(|memory| memory.focused().is_none())) {
            field.request_focus();
        }
        field
    }

    /// Moves the mark, and returns the number of the marked entry; `None` if `ids` is empty. `ids` are the found entries; `rows`
    /// has the number of entries in each row. A newly opened list begins at `first`, or if that is `None` at its last mark. A new
    /// search begins at its first find.
    pub fn mark(&self, ui: &Ui, search: &str, ids: &[&str], rows: &[usize], first: Option<&str>) -> Option<usize> {
        let key = self.id.with("mark");
        let (before, searched) = ui.data(|data| data.get_temp::<(String, String)>(key)).unwrap_or_default();
        let kept = Some(&*before).filter(|_| searched == search);
        let marked = if self.is_new { first.or(kept) } else { kept };
        let here = marked.and_then(|marked| ids.iter().position(|id| *id == marked)).unwrap_or(0);
        let next = moved(rows, here, self.keys);
        self.set_mark(ui, search, ids.get(next)?);
        Some(next)
    }

    pub fn set_mark(&self, ui: &Ui, search: &str, id: &str) {
        ui.data_mut(|data| data.insert_temp(self.id.with("mark"), (id.to_owned(), search.to_owned())));
    }

    pub fn moves(&self) -> bool {
        self.keys != ListKeys::default()
    }

    /// Returns whether the marked entry is to be scrolled into view.
    pub fn follows(&self) -> bool {
        self.is_new || self.moves()
    }
}

fn moved(rows: &[usize], from: usize, keys: ListKeys) -> usize {
    let starts: Vec<usize> = rows.iter().scan(0, |end, length| Some(std::mem::replace(end, *end + length))).collect();
    let last = rows.iter().sum::<usize>().saturating_sub(1);
    if keys.down == 0 {
        return (from as i64 + keys.across).clamp(0, last as i64) as usize;
    }
    let row = starts.iter().rposition(|start| *start <= from).unwrap_or(0);
    let to = (row as i64 + keys.down).clamp(0, (rows.len() as i64 - 1).max(0)) as usize;
    let column = from - starts.get(row).unwrap_or(&0);
    starts.get(to).map_or(0, |start| start + column.min(rows[to].saturating_sub(1)))
}

#[cfg(test)]
mod tests {
    use crate::front::ui::widgets::search_list::*;

    #[test]
    fn arrows_move_the_mark_through_rows_of_different_lengths() {
        let to = |from, across, down| moved(&[3, 1, 2], from, ListKeys { across, down });
        assert_eq!(to(0, 1, 0), 1);
        assert_eq!(to(2, 1, 0), 3, "into the next row");
        assert_eq!(to(2, 0, 1), 3, "a shorter row");
        assert_eq!(to(1, 0, 2), 5);
        assert_eq!(to(5, 4, 0), 5, "the end");
        assert_eq!(to(0, 0, -1), 0, "the beginning");
        assert_eq!(moved(&[], 0, ListKeys { across: 1, down: 1 }), 0, "nothing is found");
    }
}
