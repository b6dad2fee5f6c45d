//! The last two seconds of a run, event by event, so that the window ends exactly at the moment that is asked for.
//!
//! A recording keeps no such window: it makes one from its entries for the moment that is read. While it records it only
//! carries along what a window that begins now would count, and saves that once a second ([`RecentWindow::carried`]).
//!
//! An operation counts by the moment at which it began. The newest two displayed frames, the newest update and the newest
//! turn count however old they are: they are what the pane still shows and does. A window that would begin in a stall holds
//! it whole or begins after it ([`super::stalls`]), and numbers about differences wait until they stand for half a second.

use super::reach::{ENOUGH, RECENT};
use super::reference::StepPath;
use super::screen::DisplayedFrame;
use super::screen::Screen;
use super::stalls::{Mark, Stalls};
use super::totals::Totals;
use super::totals::{FrameRate, Jitter, Sums};
use crate::base::time::{Span, Time};
use crate::model::machine::{Answer, Event, Giver, Input};
use crate::model::world::Tally;
use std::collections::VecDeque;

#[derive(Clone, Copy, Debug)]
pub struct Update {
    pub at: Time,
    pub dt: Span,
    /// How long it took.
    pub cost: Span,
    path: Option<StepPath>,
}

#[derive(Clone, Copy, Debug)]
pub struct Rendered {
    pub at: Time,
    /// How long it took.
    pub cost: Span,
}

#[derive(Clone, Copy, Debug)]
pub struct Shown {
    pub frame: DisplayedFrame,
    /// Its number, counted from 1.
    pub number: u64,
    /// Whether it appeared in the middle of the scan-out.
    pub torn: bool,
    /// The refresh interval of the display, in flicks.
    interval: f64,
}

#[derive(Clone, Copy, Debug)]
pub struct Turn {
    pub at: Time,
    /// How many updates it has made.
    pub updates: u64,
    /// The simulated time that updates had made when it began.
    made: Time,
}

/// The last two seconds of a run.
#[derive(Clone, Debug)]
pub struct RecentWindow {
    start: Time,
    /// Since when every event is known.
    known_since: Time,
    /// How far back events are kept: two seconds, or not at all where they are only carried along.
    reach: Span,
    frames: VecDeque<Shown>,
    display_stalls: Stalls,
    updates: VecDeque<Update>,
    /// When each thought began, and how long it took.
    thoughts: VecDeque<(Time, Span)>,
    renders: VecDeque<Rendered>,
    /// The beginning and the length of each busy end of a sleep. If a stall falls on such a sleep, the busy end is taken to
    /// be after it, which is later than it was.
    spins: VecDeque<(Time, Span)>,
    repeats: VecDeque<Time>,
    turns: VecDeque<Turn>,
    loop_stalls: Stalls,
    /// The simulated time that updates have made.
    made: Time,
    /// The metronome's inputs.
    inputs: VecDeque<Time>,
    answers: VecDeque<Answer>,
}

impl RecentWindow {
    pub fn new(start: Time) -> RecentWindow {
        RecentWindow {
            start,
            known_since: start,
            reach: RECENT,
            frames: VecDeque::new(),
            display_stalls: Stalls::new(start),
            updates: VecDeque::new(),
            thoughts: VecDeque::new(),
            renders: VecDeque::new(),
            spins: VecDeque::new(),
            repeats: VecDeque::new(),
            turns: VecDeque::new(),
            loop_stalls: Stalls::new(start),
            made: Time::ZERO,
            inputs: VecDeque::new(),
            answers: VecDeque::new(),
        }
    }

    /// Adds an event. An update of a world that is measured comes with its path, and a frame appears on `screen`.
    pub fn add(&mut self, event: &Event, path: Option<&StepPath>, screen: Screen) {
        match *event {
            Event::Display { at, drawn, frame: number } => {
                let (frame, torn) = (DisplayedFrame { at, drawn }, screen.tears(at));
                self.frames.push_back(Shown { frame, number, torn, interval: screen.interval });
                self.display_stalls.add(Mark { at, sim: drawn });
            }
            Event::Update { at, end, dt, .. } => {
                self.updates.push_back(Update { at, dt, cost: end - at, path: path.copied() });
                self.made += dt;
                if let Some(turn) = self.turns.back_mut() {
                    turn.updates += 1;
                }
            }
            Event::Thought { at, end, .. } => self.thoughts.push_back((at, end - at)),
            Event::Frame { at } => {
                self.turns.push_back(Turn { at, updates: 0, made: self.made });
                self.loop_stalls.add(Mark { at, sim: self.made });
            }
            Event::Render { at, end, .. } => self.renders.push_back(Rendered { at, cost: end - at }),
            Event::Sleep { end, spun, .. } => {
                if spun > Span::ZERO {
                    self.spins.push_back((end - spun, spun));
                }
            }
            Event::Gpu { .. } => {}
            Event::Repeat { at } => self.repeats.push_back(at),
        }
        self.forget_before(event.at() - self.reach);
    }

    pub fn input(&mut self, input: Input) {
        if input.by == Giver::Metronome {
            self.inputs.push_back(input.at);
        }
    }

    pub fn answer(&mut self, answer: &Answer) {
        if answer.input.by == Giver::Metronome {
            self.answers.push_back(*answer);
        }
    }

    fn forget_before(&mut self, from: Time) {
        // The frame and the turn before the window say whether it begins in a stall.
        while self.frames.len() > 2 && self.frames[1].frame.at < from {
            self.frames.pop_front();
        }
        while self.updates.len() > 1 && self.updates[0].at + self.updates[0].cost < from {
            self.updates.pop_front();
        }
        while self.turns.len() > 2 && self.turns[1].at < from {
            self.turns.pop_front();
        }
        self.display_stalls.forget_before(from);
        self.loop_stalls.forget_before(from);
        while self.thoughts.pop_front_if(|(at, cost)| *at + *cost < from).is_some() {}
        while self.spins.pop_front_if(|(at, spun)| *at + *spun < from).is_some() {}
        while self.repeats.pop_front_if(|at| *at < from).is_some() {}
        while self.renders.pop_front_if(|render| render.at + render.cost < from).is_some() {}
        while self.inputs.pop_front_if(|at| *at < from).is_some() {}
        while self.answers.pop_front_if(|answer| answer.shown < from).is_some() {}
    }

    /// Returns the same window without its two seconds: it keeps only what a window that begins at the newest event would
    /// count, a handful of events.
    #[must_use]
    pub fn carried(self) -> RecentWindow {
        RecentWindow { reach: Span::ZERO, ..self }
    }

    /// Returns a window that keeps two seconds again. Every event since `known_since` is to be added to it.
    #[must_use]
    pub fn resumed(&self, known_since: Time) -> RecentWindow {
        RecentWindow { reach: RECENT, known_since, ..self.clone() }
    }

    /// Returns the beginning of the window at `now`: two seconds before, moved to before or after a stall that it would cut
    /// in two.
    fn begins(&self, now: Time) -> Time {
        let marks = self.frames.iter().map(|shown| Mark { at: shown.frame.at, sim: shown.frame.drawn });
        self.display_stalls.beginning(now - RECENT, marks)
    }

    /// Returns the moment from which events are counted at `now`: at most two seconds before, even if a stall began earlier,
    /// and not before events are known.
    fn counts_from(&self, now: Time) -> Time {
        self.begins(now).max(now - RECENT).max(self.known_since)
    }

    /// Returns the displayed frames that count at `now`.
    fn shown(&self, now: Time) -> impl ExactSizeIterator<Item = &Shown> + Clone {
        let begins = self.begins(now);
        let old = self.frames.partition_point(|shown| shown.frame.at < begins);
        self.frames.range(old.min(self.frames.len().saturating_sub(2))..)
    }

    /// Returns the displayed frames that count at `now`: those of the last two seconds, and at least the last two. A stall that
    /// the window would cut in two lies in it as a whole, or not at all.
    pub fn frames(&self, now: Time) -> impl ExactSizeIterator<Item = DisplayedFrame> + Clone {
        self.shown(now).map(|shown| shown.frame)
    }

    /// Returns the updates that count at `now`: those of the last two seconds, and at least the last one.
    fn updates(&self, now: Time) -> impl ExactSizeIterator<Item = &Update> + Clone {
        let from = self.counts_from(now);
        let old = self.updates.partition_point(|update| update.at < from);
        self.updates.range(old.min(self.updates.len().saturating_sub(1))..)
    }

    /// Returns the turns that count at `now`: those of the last two seconds, and at least the last one, which may still make
    /// updates.
    fn turns(&self, now: Time) -> impl ExactSizeIterator<Item = Turn> + Clone {
        let from = self.counts_from(now);
        let old = self.turns.partition_point(|turn| turn.at < from);
        self.turns.range(old.min(self.turns.len().saturating_sub(1))..).copied()
    }

    /// Returns the renders that count at `now`: those that began in the last two seconds.
    fn renders(&self, now: Time) -> impl ExactSizeIterator<Item = &Rendered> + Clone {
        let old = self.renders.partition_point(|render| render.at < now - RECENT);
        self.renders.range(old..)
    }

    /// Returns the simulated time that updates made, and the computer's time, from the first to the last turn that begin in the
    /// last two seconds, or between the newest two.
    fn made(&self, now: Time) -> Option<(Span, Span)> {
        let marks = self.turns.iter().map(|turn| Mark { at: turn.at, sim: turn.made });
        let begins = self.loop_stalls.beginning(now - RECENT, marks);
        // Several turns may begin at the same time, because their updates cost nothing; only the last one counts.
        let at = self.turns.iter().map(|turn| turn.at).find(|at| *at >= begins).unwrap_or(begins);
        let old = self.turns.partition_point(|turn| turn.at <= at).saturating_sub(1);
        let (first, last) = (self.turns.get(old.min(self.turns.len().saturating_sub(2)))?, self.turns.back()?);
        let elapsed = last.at - first.at;
        (elapsed >= ENOUGH).then(|| (last.made - first.made, elapsed))
    }

    /// Returns the cost of each thought of the last two seconds.
    fn thoughts(&self, now: Time) -> impl ExactSizeIterator<Item = Span> {
        let from = self.counts_from(now);
        let old = self.thoughts.partition_point(|(at, _)| *at < from);
        self.thoughts.range(old..).map(|(_, cost)| *cost)
    }

    /// Returns the number of repeats in the last two seconds.
    fn repeats(&self, now: Time) -> usize {
        let from = self.counts_from(now);
        self.repeats.len() - self.repeats.partition_point(|at| *at < from)
    }

    pub fn length(&self, now: Time) -> Span {
        now - self.counts_from(now)
    }

    /// Returns how long the display has been showing the same frame.
    pub fn waiting(&self, now: Time) -> Span {
        now - self.frames.back().map_or(self.start, |shown| shown.frame.at)
    }

    /// Returns the frames and the time in which they came, for their rate. While nothing new appears the rate sinks: then it is
    /// one frame more until now, and true.
    fn rate(&self, now: Time) -> Option<FrameRate> {
        let frames = self.frames(now);
        let intervals = frames.len().saturating_sub(1) as u64;
        let (first, last) = (frames.clone().next()?.at, frames.last()?.at);
        if intervals < 1 || now - first < ENOUGH {
            return None;
        }
        let is_late = self.waiting(now).as_secs() > (last - first).as_secs() / intervals as f64 * 2.0;
        let (frames, until) = if is_late { (intervals + 1, now) } else { (intervals, last) };
        Some(FrameRate { frames, time: i128::from((until - first).flicks()), is_late })
    }

    /// Returns the sums of the two seconds before `now`, in a run with this jitter; `tally` has the passes.
    pub(super) fn sums(&self, now: Time, jitter: Jitter, tally: Tally) -> Sums {
        let (totals, deviation_sum) = self.totals(now);
        Sums {
            totals,
            elapsed: self.length(now),
            deviation_sum,
            jitter,
            rate: self.rate(now),
            made: self.made(now).map(|(made, elapsed)| (i128::from(made.flicks()), elapsed)),
            shown: self.frames.back().map(|shown| (now, shown.frame.at)),
            tally,
            paths_known: true,
        }
    }

    /// Adds up the two seconds before `now`; also returns the sum of all distances from the reference solution.
    fn totals(&self, now: Time) -> (Totals, f64) {
        let from = self.counts_from(now);
        let busy = |at: Time, cost: Span| ((at + cost).min(now) - at.max(from)).max(Span::ZERO);
        let (mut totals, mut deviation_sum) = (Totals::default(), 0.0);
        let first = self.frames.partition_point(|shown| shown.frame.at < from);
        let mut before = first.checked_sub(1).map_or(0, |before| self.frames[before].number);
        for shown in self.frames.range(first..) {
            let numbers = (std::mem::replace(&mut before, shown.number), shown.number);
            totals.add_frame(numbers, shown.frame, shown.torn);
        }
        let frames = self.shown(now);
        let ends = frames.clone().next().zip(frames.clone().last());
        if ends.is_some_and(|(first, last)| last.frame.at - first.frame.at >= ENOUGH) {
            for (before, shown) in frames.clone().zip(frames.skip(1)) {
                totals.add_pair(before.frame, shown.frame, shown.interval);
            }
            let mut last: Option<DisplayedFrame> = None;
            for shown in self.shown(now) {
                if last.is_none_or(|last| last.drawn != shown.frame.drawn)
                    && let Some(last) = last.replace(shown.frame)
                {
                    totals.add_picture(last, shown.frame);
                }
            }
        }
        totals.repeats = self.repeats(now) as u64;
        for update in self.updates(now) {
            totals.updates += u64::from(update.at >= from);
            totals.add_step(update.dt);
            if let Some(path) = &update.path {
                totals.add_path(path);
                deviation_sum += path.deviation_sum;
            }
        }
        totals.thoughts = self.thoughts(now).len() as u64;
        let updates = self.updates.iter().map(|update| (update.at, update.cost));
        let renders = self.renders.iter().map(|render| (render.at, render.cost));
        for (at, cost) in updates.chain(renders).chain(self.thoughts.iter().chain(&self.spins).copied()) {
            totals.busy += busy(at, cost);
        }
        totals.rendered = self.renders(now).len() as u64;
        totals.updates_per_turn_max = self.turns(now).map(|turn| turn.updates).max().unwrap_or(0);
        totals.inputs = self.inputs.iter().filter(|at| **at >= from).count() as u64;
        for answer in self.answers.iter().filter(|answer| answer.shown >= from) {
            totals.add_latency(answer.stages());
        }
        (totals, deviation_sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn displayed(frames: impl IntoIterator<Item = (f64, f64)>) -> RecentWindow {
        let mut window = RecentWindow::new(Time::ZERO);
        for (at, drawn) in frames {
            window.add(
                &Event::Display { at: Time::from_secs(at), drawn: Time::from_secs(drawn), frame: 1 },
                None,
                Screen::of_hz(1.0),
            );
        }
        window
    }

    fn sums(window: &RecentWindow, now: Time) -> Sums {
        window.sums(now, Jitter::default(), Tally::default())
    }

    #[test]
    fn a_steady_loop_shows_its_rate_and_half_speed_as_half() {
        let window = displayed((0..=200).map(|i| (f64::from(i) * 0.02, f64::from(i) * 0.01)));
        let sums = sums(&window, Time::from_secs(4.0));
        assert!((sums.number("fps_mean").unwrap() - 50.0).abs() < 1e-6);
        assert!((sums.number("speed_ratio").unwrap() - 0.5).abs() < 1e-6);
        assert!((sums.number("animation_error_mean_ms").unwrap() - 10.0).abs() < 1e-6);
        assert_eq!(sums.count("frames_displayed"), 101, "both ends of two seconds");
    }

    #[test]
    fn the_rate_sinks_while_nothing_new_appears() {
        let window = displayed((0..=100).map(|i| (f64::from(i) * 0.02, 0.0)));
        let fps = |at| sums(&window, Time::from_secs(at)).number("fps_mean").unwrap();
        assert!((fps(2.03) - 50.0).abs() < 1e-6);
        assert!(fps(3.0) < 40.0);
        assert!(fps(10.0) < 0.5);
        assert_eq!(window.waiting(Time::from_secs(10.0)), Span::from_secs(8.0));
    }

    #[test]
    fn work_and_updates_are_counted_over_exactly_two_seconds() {
        // Turns of 100 ms: two updates of 10 ms each, then a frame of 30 ms, then waiting.
        let mut window = RecentWindow::new(Time::ZERO);
        let ms = Span::from_millis;
        for turn in 0..40 {
            let at = Time::ZERO + ms(100.0) * turn;
            window.add(&Event::Frame { at }, None, Screen::of_hz(1.0));
            for begun in [at, at + ms(10.0)] {
                let event = Event::Update { at: begun, end: begun + ms(10.0), dt: ms(50.0), sim: at, line: 0 };
                window.add(&event, None, Screen::of_hz(1.0));
            }
            let begun = at + ms(20.0);
            window.add(
                &Event::Render { at: begun, end: begun + ms(30.0), alpha: None, sim: at, drawn: at, line: 0, frame: 1 },
                None,
                Screen::of_hz(1.0),
            );
        }
        let at_four = sums(&window, Time::from_secs(4.0));
        assert_eq!(at_four.number("busy_percent"), Some(50.0));
        assert_eq!(at_four.number("updates_per_s"), Some(20.0));
        assert_eq!(
            (at_four.count("updates"), at_four.count("updates_per_frame_max"), at_four.number("dt_max_s")),
            (40, 2, Some(0.05))
        );
        // 5 ms later half of an update has left the window: it no longer counts, but the rest of its work does.
        let later = sums(&window, Time::from_secs(4.005));
        assert_eq!((later.count("updates"), later.number("busy_percent")), (39, Some(49.75)));
        let long_after = sums(&window, Time::from_secs(9.0));
        assert_eq!((long_after.count("updates"), long_after.number("busy_percent")), (0, Some(0.0)));
        assert_eq!(long_after.number("dt_max_s"), Some(0.05), "the newest step is what the pane still shows");
    }

    #[test]
    fn the_speed_of_the_game_is_measured_from_turn_to_turn() {
        // Turns of 600 ms, each with one update of 240 ms.
        let mut window = RecentWindow::new(Time::ZERO);
        let ms = Span::from_millis;
        for turn in 0..20 {
            let at = Time::ZERO + ms(600.0) * turn;
            window.add(&Event::Frame { at }, None, Screen::of_hz(1.0));
            window.add(&Event::Update { at, end: at + ms(50.0), dt: ms(240.0), sim: at, line: 0 }, None, Screen::of_hz(1.0));
        }
        let speed = |at: f64| sums(&window, Time::from_secs(at)).number("game_speed_ratio");
        assert_eq!((speed(11.4), speed(11.9)), (Some(0.4), Some(0.4)));
        assert_eq!(speed(19.0), Some(0.4), "the newest two turns count however old they are");
        assert_eq!(sums(&RecentWindow::new(Time::ZERO), Time::ZERO).number("game_speed_ratio"), None);
    }
}
