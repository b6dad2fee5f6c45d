//! The first event in which two runs differ.

use super::bounded::Run;
use super::fold::Fold;
use super::running::Running;
use crate::base::params::invalid::Invalid;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::machine::event::{Event, Observer};
use crate::model::world::body::Body;

/// The virtual time between two comparisons; it is short, so that a difference near the beginning is found soon.
const SLICE: Span = Span::from_flicks(FLICKS_PER_SECOND / 2);

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The number of events before the difference, which are the same in both runs.
    pub same: usize,
    /// The event of the first run; `None` if that run has no more events.
    pub here: Option<Event>,
    /// The event of the second run; `None` if that run has no more events.
    pub there: Option<Event>,
}

impl Difference {
    /// Makes two runs until their events differ; returns `None` if all events are the same. The lines of the loops' texts are not
    /// compared.
    pub fn between(here: &Run, there: &Run) -> Result<Option<Difference>, Invalid> {
        let start = |run: &Run| run.start(|_| Ok(Events::default()));
        let (mut here, mut there) = (start(here)?, start(there)?);
        let (mut same, mut until) = (0, Time::ZERO);
        let is_over = |run: &Running<Events>| run.is_over();
        while !(is_over(&here) && is_over(&there)) {
            until += SLICE;
            here.advance_to(until);
            there.advance_to(until);
            let [a, b] = [&here, &there].map(|run| run.panes()[0].fold());
            while let (Some(a), Some(b)) = (a.0.get(same), b.0.get(same)) {
                if !is_same(*a, *b) {
                    return Ok(Some(Difference { same, here: Some(*a), there: Some(*b) }));
                }
                same += 1;
            }
        }
        let [a, b] = [here, there].map(|run| run.finish().remove(0).0.0);
        let differs = |number: &usize| match (a.get(*number), b.get(*number)) {
            (Some(a), Some(b)) => !is_same(*a, *b),
            _ => true,
        };
        let first = (same..a.len().max(b.len())).find(differs);
        Ok(first.map(|same| Difference { same, here: a.get(same).copied(), there: b.get(same).copied() }))
    }

    /// Returns the moment of the earlier one of the two events.
    pub fn at(&self) -> Time {
        self.here.into_iter().chain(self.there).map(|event| event.at()).min().unwrap_or(Time::ZERO)
    }
}

/// Returns whether the events differ at most in the line of the loop's text.
fn is_same(a: Event, b: Event) -> bool {
    without_line(a) == without_line(b)
}

fn without_line(mut event: Event) -> Event {
    match &mut event {
        Event::Update { line, .. }
        | Event::Thought { line, .. }
        | Event::Sleep { line, .. }
        | Event::Render { line, .. }
        | Event::Present { line, .. } => *line = 0,
        Event::Frame { .. }
        | Event::Gpu { .. }
        | Event::Display { .. }
        | Event::Repeat { .. }
        | Event::Press { .. }
        | Event::Taken { .. } => {}
    }
    event
}

#[derive(Default)]
struct Events(Vec<Event>);

impl Observer for Events {
    fn note(&mut self, event: &Event, _: &[Body]) {
        self.0.push(*event);
    }
}

impl Fold for Events {}

#[cfg(test)]
mod tests {
    use crate::lab::run::difference::*;
    use crate::model::config::settings::{PaneSettings, Settings};

    fn run(strategy: &str, param: Option<(&str, f64)>, seconds: f64) -> Run {
        let mut pane = PaneSettings::new(strategy);
        if let Some((name, value)) = param {
            pane.params.set(name, crate::base::params::value::Value::Number(value));
        }
        Run::new(Settings { panes: vec![pane], ..Settings::default() }.lettered(), 0, seconds).expect("it is allowed")
    }

    #[test]
    fn a_run_has_no_difference_from_itself() {
        let fixed = run("fixed-interpolated", None, 3.0);
        assert_eq!(Difference::between(&fixed, &fixed), Ok(None));
    }

    #[test]
    fn the_first_event_that_differs_is_found_and_what_comes_before_it_is_the_same() {
        let (a, b) = (run("fixed-interpolated", None, 3.0), run("fixed-interpolated", Some(("step_hz", 50.0)), 3.0));
        let found = Difference::between(&a, &b).unwrap().expect("they differ");
        let events = |run: &Run| run.fold(Events::default()).unwrap().0.0;
        let (a, b) = (events(&a), events(&b));
        assert!(a[..found.same].iter().zip(&b[..found.same]).all(|(a, b)| is_same(*a, *b)));
        assert_eq!((found.here, found.there), (Some(a[found.same]), Some(b[found.same])));
        assert!(!is_same(a[found.same], b[found.same]));
        assert_eq!(found.at(), a[found.same].at().min(b[found.same].at()));
    }

    #[test]
    fn a_run_that_ends_earlier_differs_where_it_ends() {
        let (long, short) = (run("variable-delta", None, 2.0), run("variable-delta", None, 1.0));
        let found = Difference::between(&long, &short).unwrap().expect("they differ");
        assert!(found.here.is_some_and(|event| event.at() >= Time::from_secs(0.9)), "{found:?}");
    }
}
