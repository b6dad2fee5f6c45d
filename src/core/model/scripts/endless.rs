//! Finds the loop that computes without end, by the places of the functions that ran when it was stopped.
//!
//! The engine knows the places of calls, properties and assignments; of all else it knows only the function. So the loops around
//! a place, or those of the function, are read in the text, and the one that most likely does not end is chosen: rather one without a
//! way out than one that counts to an end, and rather one that does not call the host.

use super::text::{Part, code, is_in_word, place_of, tokens};

/// A place in a text: the path of the text, the line and the column, 0 if they are not known.
pub(super) type Place = (String, u32, u32);

/// A loop in a text. Indices are in bytes.
struct Loop {
    begin: usize,
    /// The end of its body, or of the condition after `do`.
    end: usize,
    doubt: Doubt,
}

/// How well a loop explains that a script computes without end; the least is the best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Doubt {
    /// Whether it calls the host, so that time passes in its rounds.
    calls_host: bool,
    way_out: WayOut,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum WayOut {
    Never,
    /// Its condition, or a statement in it, may end it.
    Maybe,
    /// It counts to an end, or goes through a list.
    Counted,
}

/// Returns the place of the loop that computed when the functions at `places` ran, the innermost first; `None` if there is no loop.
/// `last_line` is the line of the last call of the host.
pub(super) fn find(parts: &[Part], places: &[Place], last_line: u32) -> Option<Place> {
    let mut best: Option<(Doubt, Place)> = None;
    for (path, line, column) in places {
        let Some(part) = parts.iter().find(|part| part.path == *path) else { continue };
        let text = blanked(&part.text);
        let at = index_of(&text, (*line, *column));
        let (function, is_known) = function_at(&text, at);
        let mut loops = loops_in(&text);
        loops.retain(|found| function_at(&text, found.begin).0 == function);
        if is_known {
            loops.retain(|found| (found.begin..found.end).contains(&at));
            // The innermost comes first; but of those that are counted the outermost, which takes longest.
            let is_outer_first = |found: &Loop| found.doubt.way_out == WayOut::Counted;
            loops.sort_by_key(|found| (found.doubt, if is_outer_first(found) { found.begin } else { usize::MAX - found.begin }));
        } else {
            let lines = |found: &Loop| place_of(&text, found.begin).0..=place_of(&text, found.end).0;
            // A loop that calls the host has made the last call, and any other one has not ended before it.
            let fits = |found: &Loop| {
                if found.doubt.calls_host { lines(found).contains(&last_line) } else { *lines(found).end() >= last_line }
            };
            let is_inner_first = |found: &Loop| found.doubt.calls_host;
            loops.sort_by_key(|found| {
                (found.doubt, !fits(found), if is_inner_first(found) { usize::MAX - found.begin } else { found.begin })
            });
        }
        if let Some(found) = loops.first().filter(|found| best.as_ref().is_none_or(|(doubt, _)| found.doubt < *doubt)) {
            let (line, column) = place_of(&part.text, found.begin);
            best = Some((found.doubt, (path.clone(), line, column)));
        }
    }
    best.map(|(_, place)| place)
}

/// Returns the text with spaces in place of comments, quoted texts and patterns, at the same indices.
fn blanked(text: &str) -> String {
    let mut blank: Vec<u8> = text.bytes().map(|byte| if byte == b'\n' { byte } else { b' ' }).collect();
    for (begin, code) in code(text) {
        // Letters of several bytes are only in names here, where any letter does.
        let bytes = code.bytes().map(|byte| if byte.is_ascii() { byte } else { b'x' });
        blank[begin..begin + code.len()].iter_mut().zip(bytes).for_each(|(to, byte)| *to = byte);
    }
    String::from_utf8(blank).unwrap_or_default()
}

fn index_of(text: &str, (line, column): (u32, u32)) -> usize {
    let Some(above) = line.checked_sub(1) else { return 0 };
    let start: usize = text.split_inclusive('\n').take(above as usize).map(str::len).sum();
    (start + column.saturating_sub(1) as usize).min(text.len())
}

/// Returns the range of the innermost function body around `at`, or of the whole text, and whether `at` is a place in it rather
/// than its beginning.
fn function_at(text: &str, at: usize) -> (std::ops::Range<usize>, bool) {
    let mut open = Vec::new();
    for (index, sign) in text.bytes().enumerate().filter(|(_, sign)| matches!(sign, b'{' | b'}')) {
        if sign == b'{' {
            if index > at {
                break;
            }
            open.push(index);
        } else if index >= at {
            break;
        } else {
            open.pop();
        }
    }
    let body = open.into_iter().rev().find(|begin| is_body(text, *begin));
    body.map_or((0..text.len(), at > 0), |begin| (begin..closing(text, begin), begin != at))
}

/// Returns whether the bracket at `begin` opens the body of a function, and not a block of a statement.
fn is_body(text: &str, begin: usize) -> bool {
    let before = text[..begin].trim_end();
    if before.ends_with("=>") {
        return true;
    }
    let Some(open) = before.strip_suffix(')').and_then(opening) else { return false };
    let word = last_word(&before[..open]);
    !matches!(word, "if" | "for" | "while" | "switch" | "catch" | "with")
}

fn last_word(text: &str) -> &str {
    let text = text.trim_end();
    text.rfind(|c| !is_in_word(c)).map_or(text, |index| &text[index + 1..])
}

/// Returns the index of the bracket that opens what a `)` after `text` closes.
fn opening(text: &str) -> Option<usize> {
    let mut depth = 1_usize;
    text.bytes().enumerate().rev().find_map(|(index, sign)| {
        match sign {
            b')' => depth += 1,
            b'(' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(index)
    })
}

/// Returns the index after the bracket that closes the one at `begin`.
fn closing(text: &str, begin: usize) -> usize {
    let mut depth = 0_usize;
    let end = text.bytes().enumerate().skip(begin).find(|(_, sign)| {
        match sign {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    end.map_or(text.len(), |(index, _)| index + 1)
}

/// Returns all loops of a blanked text.
fn loops_in(text: &str) -> Vec<Loop> {
    let mut loops = Vec::new();
    // The conditions after `do … while`, which begin no loop.
    let mut tails = Vec::new();
    let mut before = "";
    for (begin, word) in tokens(text) {
        let is_loop = matches!(word, "for" | "while" | "do") && before != "." && !tails.contains(&begin);
        before = word;
        if !is_loop {
            continue;
        }
        let after = skip_space(text, begin + word.len());
        if word == "do" {
            let tail = skip_space(text, statement_end(text, after));
            let head = skip_space(text, tail + "while".len());
            tails.push(tail);
            let end = closing(text, head.min(text.len()));
            loops.push(made((begin, end), text.get(head..end).unwrap_or_default(), text));
        } else if text[after..].starts_with('(') {
            let head_end = closing(text, after);
            let end = statement_end(text, skip_space(text, head_end));
            loops.push(made((begin, end), &text[after..head_end], text));
        }
    }
    loops
}

fn made((begin, end): (usize, usize), head: &str, text: &str) -> Loop {
    let body = &text[begin..end];
    let has = |words: &[&str]| tokens(body).any(|(_, token)| words.contains(&token));
    let head = head.trim_start_matches('(').trim_end_matches(')').trim();
    let clauses: Vec<&str> = head.split(';').map(str::trim).collect();
    let condition = if clauses.len() == 3 { clauses[1] } else { head };
    let is_counted = if clauses.len() == 3 {
        counts(condition, clauses[2])
    } else {
        tokens(head).any(|(_, token)| matches!(token, "of" | "in"))
    };
    let always = clauses.len() == 3 && condition.is_empty() || matches!(condition, "true" | "1" | "!false" | "!0");
    let way_out = match () {
        () if always && !has(&["break", "return", "throw"]) => WayOut::Never,
        () if is_counted => WayOut::Counted,
        () => WayOut::Maybe,
    };
    let doubt = Doubt { calls_host: has(&["host", "update", "draw", "render"]), way_out };
    Loop { begin, end, doubt }
}

/// Returns whether the last clause of a `for` moves its variable towards the bound of the condition.
fn counts(condition: &str, step: &str) -> bool {
    let Some(sign) = condition.find(['<', '>']) else { return false };
    let name = condition[..sign].trim();
    let is_up = condition[sign..].starts_with('<');
    let moved = if is_up { ["++", "+="] } else { ["--", "-="] };
    step.contains(name) && moved.iter().any(|sign| step.contains(sign))
}

fn skip_space(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    text.len().min(from + (rest.len() - rest.trim_start().len()))
}

/// Returns the index after the statement that begins at `begin`: a block, another loop or condition, or up to its semicolon or the
/// end of its line.
fn statement_end(text: &str, begin: usize) -> usize {
    let rest = &text[begin..];
    if rest.starts_with('{') {
        return closing(text, begin);
    }
    let word = rest.split(|c| !is_in_word(c)).next().unwrap_or_default();
    if matches!(word, "for" | "while" | "if") {
        let head = skip_space(text, begin + word.len());
        return statement_end(text, skip_space(text, closing(text, head)));
    }
    let mut at = begin;
    while let Some(sign) = text.as_bytes().get(at) {
        match sign {
            b'(' | b'[' | b'{' => at = closing(text, at),
            b';' => return at + 1,
            b'}' | b'\n' => return at,
            _ => at += 1,
        }
    }
    at.min(text.len())
}

#[cfg(test)]
mod tests {
    use crate::model::scripts::endless::*;

    fn line(text: &str, place: (u32, u32)) -> u32 {
        let parts = [Part { path: "a".to_owned(), text: text.to_owned() }];
        find(&parts, &[("a".to_owned(), place.0, place.1)], 1).map_or(0, |(_, line, _)| line)
    }

    #[test]
    fn the_loop_around_a_place_is_found() {
        let text =
            "function f() {\n  for (const a of b) {\n    while (a > 0)\n      c();\n  }\n  do {\n    d();\n  } while (e)\n}\n";
        assert_eq!([line(text, (4, 7)), line(text, (7, 5)), line(text, (2, 5))], [3, 6, 2]);
    }

    #[test]
    fn a_loop_that_counts_to_an_end_is_not_the_one_that_does_not_end() {
        let text = "while (true) {\n  for (let i = 0; i < 9; i++) {\n    a(i);\n  }\n}";
        assert_eq!(line(text, (3, 5)), 1);
        assert_eq!(line(&text.replace("i++", "i--"), (3, 5)), 1, "the outer one has no end for certain");
        assert_eq!(line(&text.replace("i++", "i--").replace("true", "b"), (3, 5)), 2);
    }

    #[test]
    fn a_function_whose_place_alone_is_known_has_its_loops() {
        let text = "function g() { for (;;); }\nfunction f() {\n  // while (true)\n  let a = 'for (;;)';\n  for (;;)\n    ;\n}\n";
        assert_eq!(line(text, (2, 14)), 5);
        assert_eq!(line("let a = 1;", (0, 0)), 0);
    }
}
