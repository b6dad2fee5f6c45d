//! The formula of a metric in symbols and with the values of a run. The number is computed from the same expression that is
//! written, so that both always agree.

use crate::base::numbers::six_digits;
use crate::base::time::{FLICKS_PER_SECOND, Span};
use std::fmt::{self, Display, Formatter};

/// An expression of amounts and times.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A number with its unit. `digits` is the number of digits after the point; `None` writes as many as the number needs.
    Amount {
        value: f64,
        unit: &'static str,
        digits: Option<usize>,
    },
    /// A time in flicks, with the unit in which it is written.
    Time {
        flicks: f64,
        unit: TimeUnit,
        digits: Option<usize>,
    },
    Over(Box<Expression>, Box<Expression>),
    Minus(Box<Expression>, Box<Expression>),
    Plus(Box<Expression>, Box<Expression>),
    Times(Box<Expression>, Box<Expression>),
    Size(Box<Expression>),
}

use Expression::{Amount, Minus, Over, Plus, Size, Times};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeUnit {
    Seconds,
    Millis,
}

impl TimeUnit {
    fn flicks(self) -> f64 {
        match self {
            TimeUnit::Seconds => FLICKS_PER_SECOND as f64,
            TimeUnit::Millis => (FLICKS_PER_SECOND / 1000) as f64,
        }
    }

    fn symbol(self) -> &'static str {
        match self {
            TimeUnit::Seconds => "s",
            TimeUnit::Millis => "ms",
        }
    }
}

/// A time or a sum of times that can be counted in flicks.
pub trait InFlicks {
    fn in_flicks(self) -> f64;
}

impl InFlicks for Span {
    fn in_flicks(self) -> f64 {
        self.flicks() as f64
    }
}

impl InFlicks for i128 {
    fn in_flicks(self) -> f64 {
        self as f64
    }
}

impl InFlicks for f64 {
    fn in_flicks(self) -> f64 {
        self
    }
}

pub fn amount(value: f64, unit: &'static str) -> Expression {
    Amount { value, unit, digits: None }
}

pub fn count(number: u64) -> Expression {
    amount(number as f64, "")
}

pub fn seconds(time: impl InFlicks) -> Expression {
    Expression::Time { flicks: time.in_flicks(), unit: TimeUnit::Seconds, digits: None }
}

pub fn millis(time: impl InFlicks) -> Expression {
    Expression::Time { flicks: time.in_flicks(), unit: TimeUnit::Millis, digits: None }
}

pub fn over(a: Expression, b: Expression) -> Expression {
    Over(Box::new(a), Box::new(b))
}

pub fn minus(a: Expression, b: Expression) -> Expression {
    Minus(Box::new(a), Box::new(b))
}

pub fn plus(a: Expression, b: Expression) -> Expression {
    Plus(Box::new(a), Box::new(b))
}

pub fn times(a: Expression, b: Expression) -> Expression {
    Times(Box::new(a), Box::new(b))
}

pub fn size(a: Expression) -> Expression {
    Size(Box::new(a))
}

impl Expression {
    /// Sets the number of digits after the point of an amount or a time, so that the parts of a sum end at the same digit.
    #[must_use]
    pub fn fixed(self, places: usize) -> Expression {
        match self {
            Amount { value, unit, .. } => Amount { value, unit, digits: Some(places) },
            Expression::Time { flicks, unit, .. } => Expression::Time { flicks, unit, digits: Some(places) },
            other => other,
        }
    }

    /// Returns the value in the unit in which its parts are written.
    pub fn value(&self) -> f64 {
        let (value, unit) = self.evaluate();
        unit.map_or(value, |unit| value / unit.flicks())
    }

    /// Returns the value, and its unit if it is a time. A time is returned in flicks and divided by its unit last, so that whole
    /// flicks stay exact.
    fn evaluate(&self) -> (f64, Option<TimeUnit>) {
        match self {
            Amount { value, .. } => (*value, None),
            Expression::Time { flicks, unit, .. } => (*flicks, Some(*unit)),
            Over(a, b) => match (a.evaluate(), b.evaluate()) {
                ((a, Some(over)), (b, Some(under))) => (a * (under.flicks() / over.flicks()) / b, None),
                ((a, None), (b, Some(under))) => (a * under.flicks() / b, None),
                ((a, unit), (b, None)) => (a / b, unit),
            },
            Minus(a, b) => {
                let ((a, unit), (b, _)) = (a.evaluate(), b.evaluate());
                (a - b, unit)
            }
            Plus(a, b) => {
                let ((a, unit), (b, _)) = (a.evaluate(), b.evaluate());
                (a + b, unit)
            }
            Times(a, b) => {
                let ((a, unit), (b, other)) = (a.evaluate(), b.evaluate());
                (a * b, unit.or(other))
            }
            Size(a) => {
                let (a, unit) = a.evaluate();
                (a.abs(), unit)
            }
        }
    }
}

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let factor =
            |part: &Expression| if matches!(part, Minus(..) | Plus(..)) { format!("({part})") } else { part.to_string() };
        match self {
            Amount { value, unit, digits } => write_amount(f, *value, unit, *digits),
            Expression::Time { flicks, unit, digits } => write_amount(f, *flicks / unit.flicks(), unit.symbol(), *digits),
            Over(a, b) => write!(f, "{} / {}", factor(a), factor(b)),
            Times(a, b) => write!(f, "{} × {}", factor(a), factor(b)),
            Minus(a, b) => write!(f, "{a} − {}", factor(b)),
            Plus(a, b) => write!(f, "{a} + {}", factor(b)),
            Size(a) => write!(f, "|{a}|"),
        }
    }
}

fn write_amount(f: &mut Formatter<'_>, value: f64, unit: &str, digits: Option<usize>) -> fmt::Result {
    let space = if unit.is_empty() { "" } else { " " };
    let text = digits.map_or_else(|| six_digits(value, least_digits(unit)), |digits| format!("{value:.digits$}"));
    write!(f, "{text}{space}{unit}")
}

/// Returns the least number of digits after the point: two for seconds, one for milliseconds, none for other units.
fn least_digits(unit: &str) -> usize {
    match unit {
        "s" => 2,
        "ms" => 1,
        _ => 0,
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// The formula in symbols, for example "Σ Δs / Σ Δd".
    pub symbols: &'static str,
    /// The same formula with the values of the run in place of the symbols.
    pub values: Expression,
}

#[cfg(test)]
mod tests {
    use crate::lab::metrics::formula::*;

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
        let ms = |ms: f64| millis(Span::from_millis(ms));
        let speed = over(seconds(Span::from_millis(400.0)), seconds(Span::from_millis(2000.0)));
        assert_eq!((speed.to_string(), speed.value()), ("0.40 s / 2.00 s".to_owned(), 0.2));
        let jitter = plus(ms(1.5).fixed(2), over(minus(ms(17.5).fixed(2), ms(1.5).fixed(2)), count(16)));
        assert_eq!((jitter.to_string(), jitter.value()), ("1.50 ms + (17.50 ms − 1.50 ms) / 16".to_owned(), 2.5));
        let off = size(minus(ms(0.0).fixed(1), ms(33.3).fixed(1)));
        assert_eq!((off.to_string(), off.value()), ("|0.0 ms − 33.3 ms|".to_owned(), 33.3));
    }

    #[test]
    fn a_quotient_has_the_unit_of_its_parts() {
        let two_seconds = || seconds(Span::from_millis(2000.0));
        assert_eq!(over(count(120), two_seconds()).value(), 60.0, "a rate a second");
        assert_eq!(over(millis(Span::from_millis(30.0)), two_seconds()).value(), 15.0, "milliseconds a second");
        assert_eq!(over(millis(Span::from_millis(30.0)), count(4)).value(), 7.5, "a mean in milliseconds");
    }
}
