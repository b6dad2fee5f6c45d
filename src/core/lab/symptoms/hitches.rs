//! Hitches: rare pictures that stay much longer than the others and than their neighbours, counted over a span of time.

use super::intervals::{Interval, period};
use crate::base::numbers::length;
use crate::base::time::{Span, Time};
use std::rc::Rc;

/// At least this many long stays are a pattern: what a player sees is that the game stutters, though each may be a stall.
pub const PATTERN: usize = 3;

#[derive(Clone, Debug, PartialEq)]
pub struct Hitches {
    /// The times in which a picture stayed long, the earliest first; at least one.
    pub all: Rc<[Interval]>,
    /// The time over which they were counted.
    pub span: Span,
}

impl Hitches {
    fn longest(&self) -> Span {
        self.all.iter().map(|hitch| hitch.length).max().unwrap_or_default()
    }

    pub(super) fn brief(&self) -> String {
        let longest = length(self.longest());
        match self.all.len() {
            1 => format!("Stutters: 1 hitch of {longest}"),
            count => format!("Stutters: {count} hitches, up to {longest}"),
        }
    }

    pub(super) fn headline(&self) -> String {
        let (count, longest) = (self.all.len(), self.longest().as_millis());
        let begins: Vec<Time> = self.all.iter().map(|hitch| hitch.begin).collect();
        match (count, period(&begins)) {
            (1, _) => format!("Stutters: 1 hitch in {}, {longest:.0} ms long", seconds(self.span)),
            (_, Some(period)) => {
                format!("Stutters: {count} hitches, one every {:.2} s, up to {longest:.0} ms", period.as_secs())
            }
            (_, None) => format!("Stutters: {count} hitches in {}, {longest:.0} ms the longest", seconds(self.span)),
        }
    }
}

/// Returns `two seconds`, `ten seconds`, or a number of seconds with at most one decimal.
fn seconds(span: Span) -> String {
    match (span.as_secs() * 10.0).round() {
        20.0 => "two seconds".to_owned(),
        100.0 => "ten seconds".to_owned(),
        tenths => format!("{} s", tenths / 10.0),
    }
}

#[cfg(test)]
mod tests {
    use crate::lab::symptoms::hitches::*;

    fn hitches(begins_s: &[f64], span_s: f64) -> Hitches {
        let one = |(number, begin): (usize, &f64)| {
            let length = Span::from_millis(33.0 + if number == 1 { 34.0 } else { 0.0 });
            Interval { begin: Time::from_secs(*begin), length }
        };
        Hitches { all: begins_s.iter().enumerate().map(one).collect(), span: Span::from_secs(span_s) }
    }

    #[test]
    fn a_headline_says_over_how_long_it_counts() {
        let says = |begins: &[f64], span| hitches(begins, span).headline();
        assert_eq!(says(&[1.0], 10.0), "Stutters: 1 hitch in ten seconds, 33 ms long");
        assert_eq!(says(&[1.0, 1.2, 3.9], 4.0), "Stutters: 3 hitches in 4 s, 67 ms the longest");
        assert_eq!(says(&[1.0, 1.2, 3.9, 9.0], 9.62), "Stutters: 4 hitches in 9.6 s, 67 ms the longest");
        assert_eq!(says(&[1.0, 1.2], 2.0), "Stutters: 2 hitches in two seconds, 67 ms the longest");
        assert_eq!(hitches(&[1.0], 10.0).brief(), "Stutters: 1 hitch of 33 ms");
        assert_eq!(hitches(&[1.0, 1.2, 3.9], 4.0).brief(), "Stutters: 3 hitches, up to 67 ms");
    }

    #[test]
    fn hitches_that_recur_evenly_have_their_period_for_their_span() {
        let begins: Vec<f64> = (0..34).map(|number| 0.4 + 1.5 * f64::from(number)).collect();
        assert_eq!(hitches(&begins, 60.0).headline(), "Stutters: 34 hitches, one every 1.50 s, up to 67 ms");
    }
}
