//! The metrics of a run while it goes on, and of any moment of its last twenty seconds.
//!
//! The run is cut into segments of a second. Each keeps how the sums stood at its beginning, what it adds to them, and what
//! its updates did to the bodies, which no recorded event tells. So the metrics of a past moment are those of a segment's
//! beginning, to which the recorded events from there on are added once more ([`MetricsReplay`]).

use super::accumulator::Accumulator;
use super::reach::{RECENT, RECORDED};
use super::reference::ReferenceSolution;
use super::run_metrics::RunMetrics;
use super::screen::Screen;
use super::step_path::StepPath;
use super::totals::Totals;
use super::window::RecentWindow;
use crate::base::params::Values;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::config::{Computer, ControlInput};
use crate::model::machine::{Answer, Event, Input, Observer};
use crate::model::world::Body;
use std::collections::VecDeque;

const SEGMENT: Span = Span::from_flicks(FLICKS_PER_SECOND);
/// Closed segments that are kept: every recorded moment has the whole window before it, and two are there for the parts of
/// segments at either end.
const MOST_SEGMENTS: usize = ((RECORDED.flicks() + RECENT.flicks()) / SEGMENT.flicks()) as usize + 2;
/// The paths of at most about this many updates are kept, 3 MB.
const MOST_PATHS: usize = 60_000;

/// Observes a pane's run and measures it.
#[derive(Debug)]
pub struct MetricsHistory {
    reference: ReferenceSolution,
    current: RunMetrics,
    /// The segment that is running; its totals are still in `current`.
    open: Segment,
    closed: VecDeque<Segment>,
    /// Everything before the closed segments.
    forgotten: Totals,
    /// How many paths the closed segments keep.
    paths: usize,
}

#[derive(Debug)]
struct Segment {
    /// When it began, as a whole multiple of its length.
    began: Time,
    /// When something first happened in it.
    first: Time,
    /// How the sums and the window stood just before that.
    sums: Accumulator,
    window: RecentWindow,
    /// What happened in it.
    totals: Totals,
    /// What its updates did to the bodies; nothing where there are too many to keep.
    paths: Option<Vec<StepPath>>,
}

impl Segment {
    fn starting(first: Time, metrics: &RunMetrics) -> Segment {
        let mut sums = metrics.sums.clone();
        sums.take_totals();
        let window = metrics.window().beginning_at(first);
        Segment { began: first.floor_to(SEGMENT), first, sums, window, totals: Totals::default(), paths: Some(Vec::new()) }
    }
}

impl MetricsHistory {
    /// For a loop that starts at `start` and is seen on `screen`, in a world that is measured against `reference`.
    pub fn new(screen: Screen, start: Time, reference: ReferenceSolution) -> MetricsHistory {
        let current = RunMetrics::new(screen, start);
        MetricsHistory {
            reference,
            open: Segment::starting(start, &current),
            current,
            closed: VecDeque::new(),
            forgotten: Totals::default(),
            paths: 0,
        }
    }

    /// The metrics as they are now.
    pub fn current(&self) -> &RunMetrics {
        &self.current
    }

    /// Begins a new segment, if the open one is over at `at`.
    fn move_on(&mut self, at: Time) {
        if at - self.open.began < SEGMENT {
            return;
        }
        let totals = self.current.sums.take_totals();
        self.current.before.add(&totals);
        let next = Segment::starting(at, &self.current);
        let mut over = Segment { totals, ..std::mem::replace(&mut self.open, next) };
        if let Some(paths) = &mut over.paths {
            paths.shrink_to_fit();
            self.paths += paths.len();
        }
        self.closed.push_back(over);
        if self.closed.len() > MOST_SEGMENTS
            && let Some(oldest) = self.closed.pop_front()
        {
            self.forgotten.add(&oldest.totals);
            self.paths -= oldest.paths.map_or(0, |paths| paths.len());
        }
        let mut segments = self.closed.iter_mut();
        while self.paths > MOST_PATHS
            && let Some(oldest) = segments.next()
        {
            self.paths -= oldest.paths.take().map_or(0, |paths| paths.len());
        }
    }

    /// The metrics at a segment's beginning, to which everything that happened until `moment` is to be added again. Of what
    /// happened before `recorded` the events are not known any more.
    pub fn replay(&self, moment: Time, recorded: Time) -> MetricsReplay<'_> {
        let segments = || self.closed.iter().chain([&self.open]);
        let until = |moment: Time| segments().take_while(|segment| segment.first <= moment).count().saturating_sub(1);
        // Two seconds before, so that the whole window is made again; where these are not known any more, as much as is.
        let known = segments().take_while(|segment| segment.first < recorded).count();
        let number = until(moment - RECENT).max(known).min(until(moment));
        let mut before = self.forgotten.clone();
        segments().take(number).for_each(|segment| before.add(&segment.totals));
        let Segment { first, sums, window, .. } = segments().nth(number).unwrap_or(&self.open);
        let metrics = RunMetrics::going_on(before, sums.clone(), window.clone());
        let paths = segments().skip(number).flat_map(|segment| {
            // A segment without paths ends them: its updates can't be told from those of the next one.
            let (paths, end) = segment.paths.as_ref().map_or((&[][..], Some(None)), |paths| (&paths[..], None));
            paths.iter().map(Some).chain(end)
        });
        MetricsReplay { from: *first, metrics, paths: Box::new(paths.map_while(|path| path)) }
    }
}

impl Observer for MetricsHistory {
    fn steered(&mut self, sim: Time, pedals: ControlInput) {
        self.reference.steered(sim, pedals);
    }

    fn options_set(&mut self, sim: Time, options: &Values) {
        self.reference.options_set(sim, options);
    }

    fn note(&mut self, event: &Event, bodies: &[Body]) {
        self.move_on(event.at());
        let path = match *event {
            Event::Update { sim, dt, .. } => Some(self.reference.measure(sim, dt, bodies)),
            _ => None,
        };
        if let (Some(path), Some(paths)) = (path, &mut self.open.paths) {
            paths.push(path);
        }
        self.current.add(event, path.as_ref());
    }

    fn input(&mut self, input: Input) {
        self.move_on(input.at);
        self.current.input(input);
    }

    fn answer(&mut self, answer: &Answer) {
        self.move_on(answer.shown);
        self.current.answer(answer);
    }

    fn on_computer_changed(&mut self, computer: &Computer) {
        self.current.seen_on(Screen::of(computer));
    }
}

/// Makes the metrics of a past moment: observes the recorded events once more.
pub struct MetricsReplay<'a> {
    from: Time,
    metrics: RunMetrics,
    paths: Box<dyn Iterator<Item = &'a StepPath> + 'a>,
}

impl MetricsReplay<'_> {
    /// It is to be passed everything that happened from this moment on.
    pub fn from(&self) -> Time {
        self.from
    }

    /// The metrics of the moment until which it has been passed everything.
    pub fn finish(self) -> RunMetrics {
        self.metrics
    }
}

impl Observer for MetricsReplay<'_> {
    fn note(&mut self, event: &Event, _: &[Body]) {
        let path = match event {
            Event::Update { .. } => self.paths.next(),
            _ => None,
        };
        self.metrics.paths_known &= path.is_some() || !matches!(event, Event::Update { .. });
        self.metrics.add(event, path);
    }

    fn input(&mut self, input: Input) {
        self.metrics.input(input);
    }

    fn answer(&mut self, answer: &Answer) {
        self.metrics.answer(answer);
    }

    fn on_computer_changed(&mut self, computer: &Computer) {
        self.metrics.seen_on(Screen::of(computer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::metrics::Metrics;
    use crate::model::config::SceneChoice;
    use crate::model::world::Tally;

    /// A frame every 100 ms, at half speed for `slow` seconds, then at real speed.
    fn frames(count: u32, slow: f64) -> Vec<Event> {
        let mut drawn = 0.0;
        let frame = |frame: u32| {
            let at = f64::from(frame) * 0.1;
            drawn += if at < slow { 0.05 } else { 0.1 };
            Event::Display { at: Time::from_secs(at), drawn: Time::from_secs(drawn), frame: 1 }
        };
        (0..count).map(frame).collect()
    }

    fn history() -> MetricsHistory {
        let reference = ReferenceSolution::new(&SceneChoice::new("runner"), 0).expect("there is a runner");
        MetricsHistory::new(Screen::of_hz(10.0), Time::ZERO, reference)
    }

    #[test]
    fn the_recent_numbers_forget_and_the_whole_ones_do_not() {
        let (mut history, mut whole) = (history(), Metrics::new(Screen::of_hz(10.0), Time::ZERO));
        for event in frames(100, 5.0) {
            history.note(&event, &[]);
            whole.note(&event, &[]);
        }
        let now = Time::from_secs(9.95);
        let recent = history.current().recent(now, Tally::default());
        assert!((recent.number("speed_ratio").unwrap() - 1.0).abs() < 1e-9);
        assert_eq!(recent.count("frames_displayed"), 20);
        assert_eq!(history.current().whole(now, Tally::default()), whole.sums(now, Tally::default()));
    }

    #[test]
    fn a_run_made_again_from_any_segment_has_the_same_numbers() {
        let events = frames(400, 17.0);
        let mut history = history();
        for event in &events {
            history.note(event, &[]);
        }
        for moment in [20.05, 21.0, 27.3, 31.0, 39.95].map(Time::from_secs) {
            let mut straight = RunMetrics::new(Screen::of_hz(10.0), Time::ZERO);
            events.iter().take_while(|event| event.at() <= moment).for_each(|event| straight.add(event, None));
            for recorded in [Time::ZERO, moment - Span::from_secs(0.5), moment] {
                let mut replay = history.replay(moment, recorded);
                let from = replay.from();
                let again = events.iter().filter(|event| (from..=moment).contains(&event.at()));
                again.for_each(|event| replay.note(event, &[]));
                let replayed = replay.finish();
                assert_eq!(replayed.whole(moment, Tally::default()), straight.whole(moment, Tally::default()));
                if recorded == Time::ZERO {
                    assert_eq!(replayed.recent(moment, Tally::default()), straight.recent(moment, Tally::default()));
                }
            }
        }
    }

    #[test]
    fn a_display_that_has_shown_nothing_for_ten_seconds_does_not_respond() {
        let mut metrics = RunMetrics::new(Screen::of_hz(60.0), Time::ZERO);
        metrics.add(&Event::Display { at: Time::from_secs(2.0), drawn: Time::ZERO, frame: 1 }, None);
        assert!(metrics.is_responding(Time::from_secs(12.0)));
        assert!(!metrics.is_responding(Time::from_secs(12.1)));
    }
}
