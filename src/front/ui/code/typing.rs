//! Keys in the text of code: Tab indents and Enter keeps the indentation. Positions are counted in letters, as egui's are.

use std::ops::Range;

const LEVEL: &str = "  ";

/// Converts a position in letters to a position in bytes.
fn byte(text: &str, place: usize) -> usize {
    text.char_indices().nth(place).map_or(text.len(), |(at, _)| at)
}

fn line_begins(text: &str, place: usize) -> usize {
    let before = &text[..byte(text, place)];
    before.rfind('\n').map_or(0, |at| before[..=at].chars().count())
}

/// Returns the position, in letters, at which a line begins; lines count from 1.
pub fn line_at(text: &str, line: u32) -> usize {
    text.split_inclusive('\n').take((line as usize).saturating_sub(1)).map(|line| line.chars().count()).sum()
}

fn replace(text: &mut String, selected: &Range<usize>, new: &str) -> usize {
    let bytes = byte(text, selected.start)..byte(text, selected.end);
    text.replace_range(bytes, new);
    selected.start + new.chars().count()
}

/// Replaces the selection by a new line, which is indented like the last line, or by one level more after an open bracket.
/// Returns the new position of the cursor.
pub fn enter(text: &mut String, selected: &Range<usize>) -> usize {
    let line = &text[byte(text, line_begins(text, selected.start))..byte(text, selected.start)];
    let indent: String = line.chars().take_while(|letter| *letter == ' ' || *letter == '\t').collect();
    let opens = line.trim_end().ends_with(['{', '(', '[']);
    let closes = text[byte(text, selected.end)..].starts_with(['}', ')', ']']);
    let deeper = if opens { LEVEL } else { "" };
    let place = replace(text, selected, &format!("\n{indent}{deeper}"));
    if opens && closes {
        replace(text, &(place..place), &format!("\n{indent}"));
    }
    place
}

/// Indents the text: adds spaces at the cursor up to the next level, or indents all selected lines by one level. Returns the new
/// selection.
pub fn indent(text: &mut String, selected: &Range<usize>) -> Range<usize> {
    if selected.is_empty() {
        let column = selected.start - line_begins(text, selected.start);
        let place = replace(text, selected, &LEVEL[column % LEVEL.len()..]);
        return place..place;
    }
    each_line(text, selected, |line| if line.trim().is_empty() { line.to_owned() } else { format!("{LEVEL}{line}") })
}

/// Removes one level of indentation from the line of the cursor, or from all selected lines. Returns the new selection.
pub fn outdent(text: &mut String, selected: &Range<usize>) -> Range<usize> {
    each_line(text, selected, |line| {
        let spaces = line.chars().take_while(|letter| *letter == ' ').count().min(LEVEL.len());
        line[if spaces == 0 && line.starts_with('\t') { 1 } else { spaces }..].to_owned()
    })
}

/// Replaces every line of the selection by what `change` returns for it. Returns the new selection, which begins and ends in the
/// same lines.
fn each_line(text: &mut String, selected: &Range<usize>, change: impl Fn(&str) -> String) -> Range<usize> {
    let (mut before, mut new) = (line_begins(text, selected.start), selected.clone());
    let old = text.clone();
    let begin = byte(&old, before);
    let mut changed = old[..begin].to_owned();
    // A selection that ends at the beginning of a line leaves that line as it is.
    let end = if selected.is_empty() { selected.end } else { selected.end - 1 };
    for line in old[begin..].split_inclusive('\n') {
        let length = line.chars().count();
        let (body, newline) = line.strip_suffix('\n').map_or((line, ""), |body| (body, "\n"));
        let is_selected = before <= end;
        let body = if is_selected { change(body) } else { body.to_owned() };
        let by = (body.chars().count() + newline.len()) as i64 - length as i64;
        let moved = |place: usize, begins: usize| place.saturating_add_signed(by as isize).max(begins);
        if is_selected {
            let shift = new.end as i64 - selected.end as i64;
            let begins = before.saturating_add_signed(shift as isize);
            if (before..before + length).contains(&selected.start) {
                new.start = moved(new.start, begins);
            }
            new.end = moved(new.end, begins);
        }
        changed.push_str(&body);
        changed.push_str(newline);
        before += length;
    }
    *text = changed;
    new.start..new.end.max(new.start)
}

#[cfg(test)]
mod tests {
    use crate::front::ui::code::typing::*;

    /// Applies `change` to a text in which `[` and `]` stand around the selection, and returns the new text in the same form.
    fn changed(text: &str, change: impl Fn(&mut String, &Range<usize>) -> Range<usize>) -> String {
        let place = |letter| {
            text.chars().filter(|other| *other != if letter == '«' { '»' } else { '«' }).position(|other| other == letter)
        };
        let start = place('«').expect("it begins");
        let end = place('»').expect("it ends");
        let mut text = text.replace(['«', '»'], "");
        let new = change(&mut text, &(start..end));
        let (start, end) = (byte(&text, new.start), byte(&text, new.end));
        format!("{}«{}»{}", &text[..start], &text[start..end], &text[end..])
    }

    #[test]
    fn enter_keeps_the_indentation_and_deepens_it_behind_a_bracket() {
        let enter = |text: &str| {
            changed(text, |text, selected| {
                let place = enter(text, selected);
                place..place
            })
        };
        assert_eq!(enter("  é«»;"), "  é\n  «»;");
        assert_eq!(enter("  if (a) {«»"), "  if (a) {\n    «»");
        assert_eq!(enter("  f({«»});"), "  f({\n    «»\n  });");
        assert_eq!(enter("a«b\nc»d"), "a\n«»d");
    }

    #[test]
    fn tab_goes_to_the_next_level_or_moves_all_selected_lines() {
        assert_eq!(changed("a«»b", indent), "a «»b");
        assert_eq!(changed("é\nab«»", indent), "é\nab  «»");
        assert_eq!(changed("x\n«a\n\n  b\n»c", indent), "x\n  «a\n\n    b\n»c");
        assert_eq!(changed("  a«»", outdent), "a«»");
        assert_eq!(changed("x\n    «a\n b\nc»\nd", outdent), "x\n  «a\nb\nc»\nd");
        assert_eq!(changed("\ta«»", outdent), "a«»");
        assert_eq!(changed(" «» a", outdent), "«»a");
    }

    #[test]
    fn a_line_begins_after_the_letters_before_it() {
        assert_eq!(line_at("a\nbc\nd", 3), 5);
    }
}
