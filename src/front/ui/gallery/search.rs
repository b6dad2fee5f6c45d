//! What is found in the gallery, and what the keys do there.

use crate::front::ui::gallery::exhibits::Exhibit;
use egui::{Id, Key, Modifiers, Ui};

/// What the keys ask for in this frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Cards to the right, or to the left.
    pub across: i64,
    /// Rows down, or up.
    pub down: i64,
    /// The marked card is opened.
    pub enter: bool,
    /// The gallery is closed.
    pub escape: bool,
}

impl Asked {
    /// Takes the keys from the frame's input, before the search field can.
    pub fn take(ui: &Ui) -> Asked {
        ui.input_mut(|input| {
            let mut times = |key| i64::try_from(input.count_and_consume_key(Modifiers::NONE, key)).unwrap_or(0);
            let across = times(Key::ArrowRight) - times(Key::ArrowLeft);
            let down = times(Key::ArrowDown) - times(Key::ArrowUp) + 3 * (times(Key::PageDown) - times(Key::PageUp));
            Asked { across, down, enter: input.key_pressed(Key::Enter), escape: input.key_pressed(Key::Escape) }
        })
    }

    /// Whether a key moves the mark.
    pub fn moves(self) -> bool {
        self.across != 0 || self.down != 0
    }
}

/// Whether every word of the search begins a word of what is known of the exhibit.
pub fn is_found(exhibit: &Exhibit, search: &str) -> bool {
    let begins = |word: &str| exhibit.words.split(|c: char| !c.is_alphanumeric()).any(|known| known.starts_with(word));
    search.to_lowercase().split_whitespace().all(begins)
}

/// The card in which the mark stands, by its picture's name.
pub fn marked(ui: &Ui) -> Option<String> {
    ui.data(|data| data.get_temp(mark()))
}

/// Moves the mark to this card.
pub fn set_mark(ui: &Ui, picture: &str) {
    ui.data_mut(|data| data.insert_temp(mark(), picture.to_owned()));
}

/// Whether the search is another one than in the last frame.
pub fn is_another(ui: &Ui, search: &str) -> bool {
    let before = ui.data_mut(|data| {
        std::mem::replace(data.get_temp_mut_or_default::<String>(Id::unique("gallery search")), search.to_owned())
    });
    before != search
}

fn mark() -> Id {
    Id::unique("gallery mark")
}

/// The number of the card to which the keys move the mark: `rows` holds the numbers of the cards in the rows as they are
/// shown.
pub fn moved(rows: &[Vec<usize>], from: usize, asked: Asked) -> usize {
    let Some(row) = rows.iter().position(|row| row.contains(&from)) else { return 0 };
    let column = rows[row].iter().position(|number| *number == from).unwrap_or(0);
    if asked.down != 0 {
        let to = &rows[(row as i64 + asked.down).clamp(0, rows.len() as i64 - 1) as usize];
        return to[column.min(to.len() - 1)];
    }
    let last = rows.iter().map(Vec::len).sum::<usize>() as i64 - 1;
    (from as i64 + asked.across).clamp(0, last) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_move_the_mark_through_rows_of_different_lengths() {
        let rows = [vec![0, 1, 2], vec![3], vec![4, 5]];
        let to = |from, across, down| moved(&rows, from, Asked { across, down, ..Asked::default() });
        assert_eq!(to(0, 1, 0), 1);
        assert_eq!(to(2, 1, 0), 3, "into the next row");
        assert_eq!(to(2, 0, 1), 3, "a shorter row");
        assert_eq!(to(1, 0, 2), 5);
        assert_eq!(to(5, 4, 0), 5, "the end");
        assert_eq!(to(0, 0, -1), 0, "the beginning");
        assert_eq!(to(9, 0, 0), 0, "what is no longer found");
    }
}
