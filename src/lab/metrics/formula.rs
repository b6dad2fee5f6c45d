//! How a number comes about: its formula in symbols, and with the values of a run put in. What is written is what is computed:
//! the text of the values, evaluated, is the number.

use std::fmt::{self, Display, Formatter};

/// An expression of amounts.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// An amount and its unit, written with so many digits after the point where that is given.
    Amount(f64, &'static str, Option<usize>),
    /// The first over the second.
    Over(Box<Expression>, Box<Expression>),
    /// The first without the second.
    Minus(Box<Expression>, Box<Expression>),
    /// Both together.
    Plus(Box<Expression>, Box<Expression>),
    /// The first times the second.
    Times(Box<Expression>, Box<Expression>),
    /// Its size.
    Size(Box<Expression>),
}

use Expression::{Amount, Minus, Over, Plus, Size, Times};

/// An amount with as many digits as it needs.
pub fn amount(value: f64, unit: &'static str) -> Expression {
    Amount(value, unit, None)
}

/// An amount with this many digits after its point, for sums.
pub fn fixed(value: f64, unit: &'static str, digits: usize) -> Expression {
    Amount(value, unit, Some(digits))
}

/// The first over the second.
pub fn over(a: Expression, b: Expression) -> Expression {
    Over(Box::new(a), Box::new(b))
}

/// The first without the second.
pub fn minus(a: Expression, b: Expression) -> Expression {
    Minus(Box::new(a), Box::new(b))
}

/// Both together.
pub fn plus(a: Expression, b: Expression) -> Expression {
    Plus(Box::new(a), Box::new(b))
}

/// The first times the second.
pub fn times(a: Expression, b: Expression) -> Expression {
    Times(Box::new(a), Box::new(b))
}

/// The size of what is in it.
pub fn size(a: Expression) -> Expression {
    Size(Box::new(a))
}

impl Expression {
    /// What it comes to.
    pub fn value(&self) -> f64 {
        match self {
            Amount(value, ..) => *value,
            Over(a, b) => a.value() / b.value(),
            Minus(a, b) => a.value() - b.value(),
            Plus(a, b) => a.value() + b.value(),
            Times(a, b) => a.value() * b.value(),
            Size(a) => a.value().abs(),
        }
    }

    fn is_sum(&self) -> bool {
        matches!(self, Minus(..) | Plus(..))
    }
}

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let factor = |part: &Expression| if part.is_sum() { format!("({part})") } else { part.to_string() };
        match self {
            Amount(value, unit, digits) => {
                let space = if unit.is_empty() { "" } else { " " };
                let text = digits.map_or_else(|| significant(*value, unit), |digits| format!("{value:.digits$}"));
                write!(f, "{text}{space}{unit}")
            }
            Over(a, b) => write!(f, "{} / {}", factor(a), factor(b)),
            Times(a, b) => write!(f, "{} × {}", factor(a), factor(b)),
            Minus(a, b) => write!(f, "{a} − {}", factor(b)),
            Plus(a, b) => write!(f, "{a} + {}", factor(b)),
            Size(a) => write!(f, "|{a}|"),
        }
    }
}

/// Six digits that count, without the zeros at the end; of seconds at least two stay behind the point, of milliseconds one.
fn significant(value: f64, unit: &str) -> String {
    if value == 0.0 || !value.is_finite() || value.fract() == 0.0 && unit.is_empty() {
        let digits = least_digits(unit);
        return format!("{value:.digits$}");
    }
    let before = libm::log10(value.abs()).floor() as i32 + 1;
    let digits = (6 - before).clamp(0, 12) as usize;
    let text = format!("{value:.digits$}");
    let Some((whole, fraction)) = text.split_once('.') else { return text };
    let kept = fraction.trim_end_matches('0').len().max(least_digits(unit).min(fraction.len()));
    if kept == 0 { whole.to_owned() } else { format!("{whole}.{}", &fraction[..kept]) }
}

fn least_digits(unit: &str) -> usize {
    match unit {
        "s" => 2,
        "ms" => 1,
        _ => 0,
    }
}

/// A formula with the values of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// In symbols, as "Σ Δs / Σ Δd".
    pub symbols: &'static str,
    /// With the values put in.
    pub values: Expression,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_with_the_digits_that_they_need() {
        let text = |value, unit| amount(value, unit).to_string();
        assert_eq!(text(0.4, "s"), "0.40 s");
        assert_eq!(text(1.983_333_333, "s"), "1.98333 s");
        assert_eq!(text(16.666_666, "ms"), "16.6667 ms");
        assert_eq!(text(119.0, ""), "119");
        assert_eq!((text(0.0, "s"), text(0.0, "")), ("0.00 s".to_owned(), "0".to_owned()));
        assert_eq!(text(1_234_567.0, "ms"), "1234567 ms");
    }

    #[test]
    fn an_expression_is_written_as_it_is_computed() {
        let speed = over(amount(0.4, "s"), amount(2.0, "s"));
        assert_eq!((speed.to_string(), speed.value()), ("0.40 s / 2.00 s".to_owned(), 0.2));
        let jitter = plus(fixed(1.5, "ms", 2), over(minus(fixed(17.5, "ms", 2), fixed(1.5, "ms", 2)), amount(16.0, "")));
        assert_eq!((jitter.to_string(), jitter.value()), ("1.50 ms + (17.50 ms − 1.50 ms) / 16".to_owned(), 2.5));
        let off = size(minus(fixed(0.0, "ms", 1), fixed(33.3, "ms", 1)));
        assert_eq!((off.to_string(), off.value()), ("|0.0 ms − 33.3 ms|".to_owned(), 33.3));
    }
}
