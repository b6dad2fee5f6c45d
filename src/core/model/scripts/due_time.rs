//! Texts of loops that count the interval to the next frame from the frame before, and the same texts in which each frame is due an
//! interval after the last one was due. The first come late by what is left of a refresh each time, or early.

use crate::model::config::own_loop::OwnLoop;
use crate::model::config::settings::Settings;

/// The comparisons by which a text waits until a frame is due.
const COMPARISONS: [&str; 4] = [">=", ">", "<=", "<"];
/// The other operators of two letters.
const PAIRS: [&str; 9] = ["==", "=>", "!=", "&&", "||", "+=", "-=", "*=", "/="];

/// A word, a number or an operator of a text.
#[derive(Clone, Copy, Debug)]
struct Token<'a> {
    text: &'a str,
    at: usize,
}

impl Token<'_> {
    fn end(&self) -> usize {
        self.at + self.text.len()
    }

    fn is_name(&self) -> bool {
        self.text.starts_with(|first: char| first.is_alphabetic() || ['_', '$'].contains(&first))
    }
}

/// Returns the settings of one pane whose loop counts from the moment at which a frame was due, and the statement that does; `None`
/// if it does so already, or sets no frame rate.
pub fn of_pane(settings: &Settings) -> Option<(Settings, String)> {
    let name = OwnLoop::name_in(&settings.panes[0].strategy)?;
    let mut due = settings.clone();
    let own = due.loops.iter_mut().find(|own| own.name == name)?;
    let (source, statement) = in_text(&own.source)?;
    own.source = source.into();
    Some((due, statement))
}

/// Returns the text with another statement in the place of the one that sets the moment of the last frame to the present, and that
/// statement; `None` without one.
fn in_text(source: &str) -> Option<(String, String)> {
    let tokens = tokens(source);
    for (first, assigned) in tokens.windows(4).enumerate() {
        let [last, equals, now, end] = assigned else { continue };
        let is_declared = first > 0 && ["const", "let", "var"].contains(&tokens[first - 1].text);
        let is_set = equals.text == "=" && [";", "}"].contains(&end.text) && last.is_name() && now.is_name();
        if !is_set || is_declared || last.text == now.text {
            continue;
        }
        if let Some(interval) = interval(source, &tokens, [now.text, last.text]) {
            let (last_text, now_text) = (last.text, now.text);
            let statement = format!("{last_text} = Math.max({last_text} + {interval}, {now_text} - {interval})");
            let text = [&source[..last.at], &statement, &source[now.end()..]].concat();
            return Some((text, statement));
        }
    }
    None
}

/// Returns the interval with which a text compares the time from `last` to `now`; `None` if it compares none.
fn interval(source: &str, tokens: &[Token], [now, last]: [&str; 2]) -> Option<String> {
    let text = |index: usize| tokens.get(index).map_or("", |token| token.text);
    (0..tokens.len()).find_map(|at| {
        let begin = if [text(at), text(at + 1), text(at + 2)] == [now, "-", last] {
            let name = at.checked_sub(2).filter(|name| text(at - 1) == "=" && tokens[*name].is_name());
            let named = |name: usize| (at..tokens.len()).find(|other| text(*other) == text(name)).map(|other| other + 1);
            name.map_or(Some(at + 3), named)?
        } else {
            // The moment at which the next frame is due stands alone on the other side.
            let is_due = text(at) == now && [text(at + 2), text(at + 3)] == [last, "+"];
            return is_due.then(|| compared(source, tokens, (at + 1, at + 4), [now, last])).flatten();
        };
        compared(source, tokens, (begin, begin + 1), [now, last])
    })
}

/// Returns the expression that begins with a token and is compared by another one, without what is subtracted so that frames come a
/// little early; `None` if nothing is compared, or if it changes with the moments themselves.
fn compared(source: &str, tokens: &[Token], (by, begin): (usize, usize), moments: [&str; 2]) -> Option<String> {
    COMPARISONS.contains(&tokens.get(by)?.text).then_some(())?;
    let mut open = 0;
    let is_over = |token: &Token| {
        open += i32::from(token.text == "(") - i32::from(token.text == ")");
        open < 0 || ["&&", "||", ";", "{"].contains(&token.text)
    };
    let length = tokens[begin..].iter().position(is_over)?;
    let mut of = &tokens[begin..begin + length];
    if let [all @ .., minus, early] = of
        && minus.text == "-"
        && early.text.parse::<f64>().is_ok()
    {
        of = all;
    }
    if of.is_empty() || of.iter().any(|token| moments.contains(&token.text)) {
        return None;
    }
    let expression = &source[of[0].at..of[of.len() - 1].end()];
    let is_sum = of.iter().any(|token| ["+", "-"].contains(&token.text));
    Some(if is_sum { format!("({expression})") } else { expression.to_owned() })
}

/// Returns the tokens of a text, without its comments.
fn tokens(source: &str) -> Vec<Token<'_>> {
    let (mut tokens, mut at) = (Vec::new(), 0);
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        let is_of_word = |letter: char| letter.is_alphanumeric() || ['_', '$', '.'].contains(&letter);
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if is_of_word(first) {
            rest.find(|letter| !is_of_word(letter)).unwrap_or(rest.len())
        } else {
            let pair = COMPARISONS.iter().chain(&PAIRS).find(|pair| pair.len() == 2 && rest.starts_with(**pair));
            pair.map_or(first.len_utf8(), |pair| pair.len())
        };
        let is_told = !first.is_whitespace() && !rest.starts_with("//") && !rest.starts_with("/*");
        tokens.extend(is_told.then(|| Token { text: &rest[..length], at }));
        at += length;
    }
    tokens
}

#[cfg(test)]
mod tests {
    use crate::model::scripts::due_time::*;

    #[test]
    fn the_next_frame_is_counted_from_the_moment_at_which_the_last_one_was_due() {
        let statement = |source: &str| in_text(source).map(|(_, statement)| statement);
        let due = "last = Math.max(last + 1000 / FPS, now - 1000 / FPS)";
        for text in [
            "if (now - last >= 1000 / FPS - 5) { last = now; draw(); }",
            "if (now - last < 1000 / FPS) return; // early\nlast = now;",
            "const passed = now - last;\nif (!paused && passed > 1000 / FPS) { draw(); last = now; }",
            "if (now >= last + 1000 / FPS) { last = now; }",
        ] {
            assert_eq!(statement(text).as_deref(), Some(due), "{text}");
        }
        let mended = in_text("if (t - this.t0 > step) {\n  this.t0 = t;\n}").map(|(text, _)| text);
        let expected = "if (t - this.t0 > step) {\n  this.t0 = Math.max(this.t0 + step, t - step);\n}";
        assert_eq!(mended.as_deref(), Some(expected));
    }

    #[test]
    fn a_text_that_waits_for_no_interval_stays_as_it_is() {
        for text in [
            "let last = start; const dt = now - last; last = now; update(dt);",
            "last += interval; if (now - last > interval) draw();",
            "// if (now - last > interval) { last = now; }",
            "last = now - (now - last) % interval; if (now - last > interval) draw();",
        ] {
            assert!(in_text(text).is_none(), "{text}");
        }
    }
}
