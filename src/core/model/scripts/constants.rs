//! The constants of a loop's text that hold a frame rate.

use super::text::{code, tokens};
use crate::base::params::param::is_frame_rate;

/// The frame rates that a loop can ask for, in hertz.
const RATES: std::ops::RangeInclusive<f64> = 1.0..=1000.0;

/// Returns the frame rate that a text asks for in a constant, in hertz: the lowest of the numbers that it declares with `const` under
/// the name of a frame rate, such as `const maxFPS = 60`. `None` if there is none. A variable may measure a rate as well, so it does
/// not count.
pub(super) fn frame_rate(text: &str) -> Option<f64> {
    let rates = code(text).into_iter().flat_map(|(_, piece)| constants(piece)).filter(|(name, _)| is_frame_rate(name));
    rates.map(|(_, number)| number).filter(|hertz| RATES.contains(hertz)).min_by(f64::total_cmp)
}

/// Returns the names that a piece of code declares with `const name = number`, with their numbers.
fn constants(piece: &str) -> Vec<(&str, f64)> {
    let all: Vec<(usize, &str)> = tokens(piece).collect();
    let number = |at: usize| piece[at..].split([';', ',', '\n']).next()?.trim().parse().ok();
    let mut found = Vec::new();
    for four in all.windows(4) {
        if let [(_, "const"), (_, name), (_, "="), (at, _)] = *four
            && let Some(number) = number(at)
        {
            found.push((name, number));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::model::scripts::constants::frame_rate;

    #[test]
    fn a_constant_with_the_name_of_a_rate_holds_a_rate() {
        assert_eq!(frame_rate("const maxFPS = 60;\nlet last = 0;"), Some(60.0));
        assert_eq!(frame_rate("const FPS = 59.94\nconst interval = 1000 / FPS"), Some(59.94));
        assert_eq!(frame_rate("const TARGET_FPS = 120, other = 3; const frameRate = 30;"), Some(30.0));
    }

    #[test]
    fn a_variable_another_name_and_a_formula_hold_none() {
        for text in [
            "let fps = 60;",
            "var fps = 30",
            "const steps = 60;",
            "const fps = 1000 / 60;",
            "// const fps = 60",
            "const fps = 0;",
        ] {
            assert_eq!(frame_rate(text), None, "{text}");
        }
        assert_eq!(frame_rate("const fps = host.param(\"fps\", 60);"), None);
    }
}
