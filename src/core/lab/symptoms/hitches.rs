//! Hitches: rare pictures that stay much longer than the others and than their neighbours, or that leap, counted over a span of time.

use super::intervals::{Interval, period};
use crate::base::numbers::length;
use crate::base::time::{Span, Time};
use std::rc::Rc;

/// At least this many long stays are a pattern: what a player sees is that the game stutters, though each may be a stall.
pub const PATTERN: usize = 3;

/// The time in which a picture stayed long, or a leap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hitch {
    pub begin: Time,
    /// The time for which the picture stayed; of a leap, the time in which the game usually goes as far.
    pub length: Span,
    /// Whether a picture leaps, though none stays long.
    pub is_leap: bool,
}

impl Hitch {
    pub fn end(&self) -> Time {
        self.begin + self.length
    }

    /// Returns the time in which a picture stayed long; `None` of a leap.
    pub fn stay(&self) -> Option<Interval> {
        (!self.is_leap).then_some(Interval { begin: self.begin, length: self.length })
    }
}

impl From<Interval> for Hitch {
    fn from(Interval { begin, length }: Interval) -> Hitch {
        Hitch { begin, length, is_leap: false }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Hitches {
    /// The hitches, the earliest first; at least one.
    pub all: Rc<[Hitch]>,
    /// The time over which they were counted.
    pub span: Span,
}

impl Hitches {
    fn longest(&self) -> Span {
        self.all.iter().map(|hitch| hitch.length).max().unwrap_or_default()
    }

    /// Returns how many there are, in words. Where all are leaps, no picture stays long.
    fn count(&self) -> String {
        let one = if self.all.iter().all(|hitch| hitch.is_leap) { "leap" } else { "hitch" };
        match self.all.len() {
            1 => format!("1 {one}"),
            count => format!("{count} {one}{}", if one == "leap" { "s" } else { "es" }),
        }
    }

    pub(super) fn brief(&self) -> String {
        let up_to = if self.all.len() == 1 { " of" } else { ", up to" };
        format!("Stutters: {}{up_to} {}", self.count(), length(self.longest()))
    }

    pub(super) fn headline(&self) -> String {
        let (count, longest) = (self.count(), self.longest().as_millis());
        let begins: Vec<Time> = self.all.iter().map(|hitch| hitch.begin).collect();
        match (self.all.len(), period(&begins)) {
            (1, _) => format!("Stutters: {count} in {}, {longest:.0} ms long", seconds(self.span)),
            (_, Some(period)) => format!("Stutters: {count}, one every {:.2} s, up to {longest:.0} ms", period.as_secs()),
            (_, None) => format!("Stutters: {count} in {}, {longest:.0} ms the longest", seconds(self.span)),
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
            Hitch { begin: Time::from_secs(*begin), length, is_leap: false }
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
    fn leaps_are_told_as_such_where_no_picture_stays_long() {
        let mut all = hitches(&[1.0, 1.2, 3.9], 4.0).all.to_vec();
        for hitch in &mut all {
            hitch.is_leap = true;
        }
        let says = |all: &[Hitch]| Hitches { all: all.into(), span: Span::from_secs(4.0) }.headline();
        assert_eq!(says(&all), "Stutters: 3 leaps in 4 s, 67 ms the longest");
        assert_eq!(says(&all[..1]), "Stutters: 1 leap in 4 s, 33 ms long");
        all[0].is_leap = false;
        assert_eq!(says(&all), "Stutters: 3 hitches in 4 s, 67 ms the longest");
    }

    #[test]
    fn hitches_that_recur_evenly_have_their_period_for_their_span() {
        let begins: Vec<f64> = (0..34).map(|number| 0.4 + 1.5 * f64::from(number)).collect();
        assert_eq!(hitches(&begins, 60.0).headline(), "Stutters: 34 hitches, one every 1.50 s, up to 67 ms");
    }
}
