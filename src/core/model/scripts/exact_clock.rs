//! Texts of loops that cut the readings of their clock to whole milliseconds, and the same texts with exact clocks.

use crate::model::config::own_loop::OwnLoop;
use crate::model::config::settings::Settings;

/// The calls and operators that cut a number to a whole one.
const CUTS: [&str; 3] = ["Math.floor(", "Math.round(", "Math.trunc("];
/// The clock of a page in whole milliseconds, and the one with fractions.
const WHOLE: [&str; 2] = ["Date.now()", "performance.now()"];

/// Returns the settings of one pane in which its loop keeps the fractions of its clock; `None` if it cuts none.
pub fn of_pane(settings: &Settings) -> Option<Settings> {
    let name = OwnLoop::name_in(&settings.panes[0].strategy)?;
    let mut exact = settings.clone();
    let own = exact.loops.iter_mut().find(|own| own.name == name)?;
    own.source = in_text(&own.source)?.into();
    Some(exact)
}

/// Returns the text without the cuts of its clock; `None` if it cuts none.
fn in_text(source: &str) -> Option<String> {
    let mut exact = source.replace(WHOLE[0], WHOLE[1]);
    for cut in CUTS {
        let mut from = 0;
        while let Some(begin) = exact[from..].find(cut).map(|found| from + found) {
            from = begin + cut.len();
            if argument(&exact[from..]).is_some_and(is_clock) {
                // The bracket stays.
                exact.replace_range(begin..from - 1, "");
                from = begin;
            }
        }
    }
    (exact != source).then_some(exact)
}

/// Returns whether an expression is the reading of a clock in milliseconds: a game that counts anything else cuts on purpose.
fn is_clock(expression: &str) -> bool {
    let bare = expression.replace(['(', ')', ' '], "");
    let bare = bare.strip_suffix("/ms").unwrap_or(&bare);
    bare.ends_with("now") && bare.chars().all(|letter| letter.is_alphanumeric() || ['.', '_'].contains(&letter))
}

/// Returns the text up to the bracket that closes it; `None` if none does.
fn argument(text: &str) -> Option<&str> {
    let mut open = 1;
    let is_last = |letter: char| {
        open += i32::from(letter == '(') - i32::from(letter == ')');
        open == 0
    };
    text.find(is_last).map(|end| &text[..end])
}

#[cfg(test)]
mod tests {
    use crate::model::scripts::exact_clock::*;

    #[test]
    fn only_what_cuts_the_clock_is_taken_out_of_a_text() {
        let exact = |source: &str| in_text(source);
        assert_eq!(
            exact("const now = Math.floor(host.now() / ms) * ms;").as_deref(),
            Some("const now = (host.now() / ms) * ms;")
        );
        assert_eq!(exact("t = Math.round((performance.now()));").as_deref(), Some("t = ((performance.now()));"));
        assert_eq!(exact("t = Date.now();").as_deref(), Some("t = performance.now();"));
        assert_eq!(exact("steps = Math.floor(debt / step); t = host.now();"), None);
        assert_eq!(exact("due = Math.floor(performance.now() / step);"), None, "it counts steps");
        assert_eq!(exact("due = Math.floor(now / step) + Math.floor(2 * host.now());"), None);
        assert_eq!(exact("Math.floor(host.now("), None, "no bracket closes it");
    }
}
