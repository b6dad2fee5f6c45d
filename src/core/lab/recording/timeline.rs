//! The turns and the frames of a pane with the stalls among them, and the numbers of the two seconds before a moment.
//!
//! An operation counts by the moment at which it began. The newest two displayed frames, the newest update and the newest turn
//! count however old they are: they are what the pane still shows and does. Numbers about differences wait until they stand for
//! half a second.
//!
//! A stall takes time, and what comes after it makes up for that time, in one jump or in fast-forward, or never does. A
//! window that begins between the two sees simulated time without the time that it belongs to: a loop that made one jump of
//! half a second would run at 125 % for the next two. So a window holds a stall whole, with what came of it, or begins when
//! that is over.

use super::entries::{Entry, Moment, Step};
use super::flips::Flip;
use super::kept::Reader;
use super::pane_recording::Recording;
use super::ring::{Ring, Timed};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::metrics::reach::{ENOUGH, RECENT};
use crate::lab::metrics::{DisplayedFrame, FrameRate, Sums, Totals};
use crate::lab::symptoms::{Interval, StallFinder};
use crate::model::machine::{Event, Giver, Input};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// The factor of real speed above which the world runs too fast.
const FAST: f64 = 1.03;
/// The time without being too fast after which the loop has made up for a stall.
const SETTLED: Span = Span::from_flicks(FLICKS_PER_SECOND / 4);
/// The least length of a window that begins after a stall: until it is that long, the window holds the stall.
const SHORTEST_WINDOW: Span = Span::from_flicks(FLICKS_PER_SECOND);

/// A moment of a computer's clock, and how far the world had come: a displayed frame, or the beginning of a turn.
trait Mark: Timed {
    fn sim(&self) -> Time;

    /// Returns whether the world has run faster than real speed from this mark to `later`.
    fn is_fast_until(&self, later: &Self) -> bool {
        later.sim() - self.sim() > (later.at() - self.at()).scaled(FAST)
    }
}

impl Mark for Flip {
    fn sim(&self) -> Time {
        self.drawn
    }
}

/// The beginning of a turn.
#[derive(Clone, Copy, Debug)]
struct Turn {
    at: Time,
    /// The simulated time that updates had made.
    made: Time,
    entry: usize,
}

impl Timed for Turn {
    fn at(&self) -> Time {
        self.at
    }
}

impl Mark for Turn {
    fn sim(&self) -> Time {
        self.made
    }
}

/// The stalls in a series of marks.
#[derive(Clone, Debug, Default)]
struct Stalls {
    finder: StallFinder,
    /// The number of the mark at the end of each stall. It is known when the next mark is there.
    ends: VecDeque<usize>,
}

impl Stalls {
    fn add(&mut self, series: &Ring<impl Mark>, number: usize) {
        let Some(last) = number.checked_sub(1) else { return };
        let Some((before, mark)) = series.get(last).zip(series.get(number)) else { return };
        if self.finder.add(Interval { begin: before.at(), length: mark.at() - before.at() }).is_some() {
            self.ends.push_back(last);
        }
        while self.ends.pop_front_if(|end| *end <= series.range().start).is_some() {}
    }

    /// Returns the beginning of a window that is to begin at `from`, moved so that it cuts no stall. Marks from number `until` on
    /// have not come yet.
    fn beginning<T: Mark>(&self, series: &Ring<T>, until: usize, from: Time) -> Time {
        let stall = |end: usize| series.get(end - 1).zip(series.get(end));
        let known = self.ends.partition_point(|end| end + 1 < until);
        let mut late =
            self.ends.range(..known).rev().map_while(|end| stall(*end).filter(|(_, after)| after.at() >= from - RECENT));
        let (mut next, mut cut) = (None, None);
        while cut.is_none()
            && let Some((before, after)) = late.next()
        {
            if before.at() < from {
                cut = Some((before, after));
            } else {
                next = Some(before);
            }
        }
        let (Some((before, after)), Some(last)) = (cut, until.checked_sub(1).and_then(|last| series.get(last))) else {
            return from;
        };
        let end = next.unwrap_or(last);
        let first = series.partition_point(|mark| mark.at() < from.max(after.at()));
        let has_settled = |mark: &&T| end.at() - mark.at() >= SETTLED && !mark.is_fast_until(end);
        let settled = (first..until).filter_map(|number| series.get(number)).find(has_settled);
        // After the shortest window, a loop that is still too fast is no longer making up for the stall: it is too fast.
        let still_runs = settled.is_none() && next.is_none() && last.at() - after.at() >= SHORTEST_WINDOW;
        match settled.filter(|settled| last.at() - settled.at() >= SHORTEST_WINDOW) {
            Some(settled) => settled.at(),
            None if after.at() < from || still_runs => from,
            None => before.at(),
        }
    }
}

/// The moment of an answer, and how many inputs and answers were recorded.
type Asked = (Moment, usize, usize);

/// The turns of a pane, and the stalls among its turns and its displayed frames.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    turns: Ring<Turn>,
    turn_stalls: Stalls,
    flip_stalls: Stalls,
    /// The simulated time that updates have made.
    made: Time,
    /// The last answer: header, sentence and table ask for the same one in every frame of the window.
    answered: RefCell<Option<(Asked, Rc<Sums>)>>,
}

impl Reader<Recording> for Timeline {
    fn add(&mut self, recording: &Recording, number: usize) {
        match recording.entries.ring.get(number) {
            Some(Entry::Event(Event::Update { dt, .. })) => self.made += *dt,
            Some(Entry::Event(Event::Frame { at })) => {
                self.turns.push(Turn { at: *at, made: self.made, entry: number });
                self.turn_stalls.add(&self.turns, self.turns.range().end - 1);
            }
            Some(Entry::Event(Event::Display { .. })) => {
                let flip = recording.flips.partition_point(|flip| flip.entry < number);
                self.flip_stalls.add(&recording.flips, flip);
            }
            _ => {}
        }
    }

    fn forget_before(&mut self, oldest: Time) {
        // The numbers of the oldest moment look back further.
        self.turns.forget_before(oldest - RECENT * 2);
    }

    fn bytes(&self) -> usize {
        self.turns.bytes()
    }
}

impl Timeline {
    /// Returns the sums of the two seconds before `moment`; the jitter is the running value of the whole run, and passes are
    /// those of the last six seconds.
    pub fn recent(recording: &Recording, moment: Moment) -> Rc<Sums> {
        let timeline = recording.read::<Timeline>();
        let asked = (moment, recording.inputs.range().end, recording.answers.range().end);
        let mut answered = timeline.answered.borrow_mut();
        match &*answered {
            Some((known, sums)) if *known == asked => sums.clone(),
            _ => answered.insert((asked, Rc::new(timeline.window(recording, moment).sums()))).1.clone(),
        }
    }

    fn window<'a>(&'a self, recording: &'a Recording, moment: Moment) -> Window<'a> {
        let (now, shown) = (moment.at, recording.flips_until(moment));
        let begins = self.flip_stalls.beginning(&recording.flips, shown, now - RECENT);
        let known = recording.recorded_since();
        let first = recording.flips.partition_point(|flip| flip.at < begins.max(known)).min(shown.saturating_sub(2));
        let from = begins.max(now - RECENT).max(known);
        Window { timeline: self, recording, moment, from, frames: (first.max(recording.flips.range().start), shown) }
    }
}

/// The two seconds before a moment.
struct Window<'a> {
    timeline: &'a Timeline,
    recording: &'a Recording,
    moment: Moment,
    /// The moment from which events are counted: at most two seconds before, even if a stall began earlier, and not before
    /// events are known.
    from: Time,
    /// The numbers of the first displayed frame that counts and of the one after the last: those of the last two seconds, and at
    /// least two. A stall that the window would cut lies in it as a whole, or not at all.
    frames: (usize, usize),
}

impl Window<'_> {
    fn frames(&self) -> impl Iterator<Item = &Flip> {
        self.recording.flips.since(self.frames.0).take(self.frames.1.saturating_sub(self.frames.0))
    }

    /// Returns when the first and the last frame that count appeared.
    fn ends(&self) -> Option<(Time, Time)> {
        let mut frames = self.frames().map(|flip| flip.at);
        let first = frames.next()?;
        Some((first, frames.last().unwrap_or(first)))
    }

    fn sums(&self) -> Sums {
        let Window { recording, moment, from, .. } = *self;
        let mut sums = Sums {
            totals: Totals::default(),
            elapsed: moment.at - from,
            deviation_sum: 0.0,
            jitter: recording.with_sums(moment, |sums| sums.adding.jitter),
            rate: self.rate(),
            made: self.made(),
            shown: self.ends().map(|(_, last)| (moment.at, last)),
            tally: recording.passes.recent(moment.at, recording.steps_until(moment)),
            paths_known: true,
            samples: recording.contexts.at(moment.at).strategy.samples,
        };
        self.add_frames(&mut sums.totals);
        self.add_operations(&mut sums);
        let inputs = recording.inputs.since(recording.inputs.partition_point(|input| input.at < from));
        let is_given = |input: &&Input| input.by == Giver::Metronome;
        sums.totals.inputs = inputs.take_while(|input| input.at <= moment.at).filter(is_given).count() as u64;
        let answers = recording.answers.since(recording.answers.partition_point(|answer| answer.shown < from));
        for answer in answers.take_while(|answer| answer.shown <= moment.at).filter(|answer| is_given(&&answer.input)) {
            sums.totals.add_latency(answer.stages());
        }
        sums
    }

    /// Returns the frames and the time in which they came, for their rate. While nothing new appears the rate sinks: then it is
    /// one frame more until now, and true.
    fn rate(&self) -> Option<FrameRate> {
        let (now, (first, last)) = (self.moment.at, self.ends()?);
        let intervals = (self.frames.1 - self.frames.0 - 1) as u64;
        if intervals < 1 || now - first < ENOUGH {
            return None;
        }
        let is_late = (now - last).as_secs() > (last - first).as_secs() / intervals as f64 * 2.0;
        let (frames, until) = if is_late { (intervals + 1, now) } else { (intervals, last) };
        Some(FrameRate { frames, time: i128::from((until - first).flicks()), is_late })
    }

    /// Returns the simulated time that updates made, in flicks, and the computer's time, from the first to the last turn that
    /// begin in the last two seconds, or between the newest two.
    fn made(&self) -> Option<(i128, Span)> {
        let Timeline { turns, turn_stalls, .. } = self.timeline;
        let until = turns.partition_point(|turn| turn.entry < self.moment.end);
        let begins = turn_stalls.beginning(turns, until, self.moment.at - RECENT);
        // Several turns may begin at the same time, because their updates cost nothing; only the last one counts.
        let at = turns.get(turns.partition_point(|turn| turn.at < begins)).map_or(begins, |turn| turn.at);
        let old = turns.partition_point(|turn| turn.at <= at).saturating_sub(1);
        let (first, last) = turns.get(old.min(until.checked_sub(2)?)).zip(turns.get(until - 1))?;
        let elapsed = last.at - first.at;
        (elapsed >= ENOUGH).then(|| (i128::from((last.made - first.made).flicks()), elapsed))
    }

    fn add_frames(&self, totals: &mut Totals) {
        let flips = &self.recording.flips;
        let first = flips.partition_point(|flip| flip.at < self.from);
        let mut before = first.checked_sub(1).and_then(|before| flips.get(before)).map_or(0, |flip| flip.number);
        for flip in flips.since(first).take(self.frames.1.saturating_sub(first)) {
            let aged = DisplayedFrame { drawn: flip.drawn + flip.debt.owed(), ..flip.frame() };
            totals.add_frame((std::mem::replace(&mut before, flip.number), flip.number), aged, flip.torn);
        }
        if self.ends().is_none_or(|(first, last)| last - first < ENOUGH) {
            return;
        }
        let mut picture: Option<DisplayedFrame> = None;
        for (number, flip) in self.frames().enumerate() {
            if let Some(before) = number.checked_sub(1).and_then(|before| flips.get(self.frames.0 + before)) {
                totals.add_pair(before.frame(), flip.frame(), flip.interval);
            }
            if picture.is_none_or(|last| last.drawn != flip.drawn)
                && let Some(last) = picture.replace(flip.frame())
            {
                totals.add_picture(last, flip.frame());
            }
        }
    }

    fn add_operations(&self, sums: &mut Sums) {
        let Window { recording: Recording { entries, steps, .. }, moment, from, .. } = *self;
        let first = entries.first_since(from);
        let running = entries.event_before(first, |event| event.line().is_some()).and_then(|number| entries.event(number));
        sums.totals.busy = running.map_or(Span::ZERO, |event| self.busy(&event));
        let (mut step, mut turn) = (steps.partition_point(|step| step.entry < first), None);
        for (number, entry) in entries.between(first, moment.end) {
            let Entry::Event(event) = entry else { continue };
            sums.totals.busy += self.busy(event);
            let known = steps.get(step).filter(|known| known.entry == number);
            step += usize::from(known.is_some());
            match *event {
                Event::Frame { .. } => turn = Some(0),
                Event::Update { dt, .. } => {
                    sums.totals.updates += 1;
                    add_step(sums, dt, known);
                    if let Some(updates) = &mut turn {
                        *updates += 1;
                        sums.totals.updates_per_turn_max = sums.totals.updates_per_turn_max.max(*updates);
                    }
                }
                Event::Thought { .. } => sums.totals.thoughts += 1,
                Event::Render { .. } => sums.totals.rendered += 1,
                Event::Repeat { .. } => sums.totals.repeats += 1,
                Event::Sleep { .. } | Event::Gpu { .. } | Event::Display { .. } => {}
            }
        }
        let is_update = |entry: &Entry| matches!(entry, Entry::Event(Event::Update { .. }));
        if turn.is_none() {
            let turns = &self.timeline.turns;
            let begun = turns.before(turns.partition_point(|turn| turn.entry < moment.end)).next();
            let updates = begun.map(|turn| entries.between(turn.entry, moment.end).filter(|(_, entry)| is_update(entry)).count());
            sums.totals.updates_per_turn_max = updates.unwrap_or(0) as u64;
        }
        if sums.totals.updates == 0 {
            let newest = steps.before(steps.partition_point(|step| step.entry < first)).find_map(|step| {
                let Some(Event::Update { dt, .. }) = entries.event(step.entry) else { return None };
                Some((dt, step))
            });
            if let Some((dt, step)) = newest {
                add_step(sums, dt, Some(step));
            }
        }
    }

    /// Returns how long an operation kept the CPU busy in the window. If a stall falls on a sleep with a busy end, that end is taken
    /// to be after it, which is later than it was.
    fn busy(&self, event: &Event) -> Span {
        let (begin, end) = match *event {
            Event::Update { at, end, .. } | Event::Thought { at, end, .. } | Event::Render { at, end, .. } => (at, end),
            Event::Sleep { end, spun, .. } => (end - spun, end),
            Event::Frame { .. } | Event::Gpu { .. } | Event::Display { .. } | Event::Repeat { .. } => return Span::ZERO,
        };
        (end.min(self.moment.at) - begin.max(self.from)).max(Span::ZERO)
    }
}

fn add_step(sums: &mut Sums, dt: Span, step: Option<&Step>) {
    sums.totals.add_step(dt);
    sums.paths_known &= step.is_some();
    if let Some(Step { path, .. }) = step {
        sums.totals.add_path(path);
        sums.deviation_sum += path.deviation_sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::run::PaneSetup;
    use crate::model::config::{Computer, Settings};
    use crate::model::machine::Observer;
    use crate::model::world::Tally;

    // --- Stalls ------------------------------------------------------------------------------------------------------

    /// Returns turns with these intervals and these simulated times between them, in ms.
    fn turns(steps: impl IntoIterator<Item = (f64, f64)>) -> (Ring<Turn>, Stalls) {
        let (mut turns, mut stalls) = (Ring::default(), Stalls::default());
        let (mut at, mut made) = (Time::ZERO, Time::ZERO);
        for (number, (passed, simulated)) in steps.into_iter().enumerate() {
            (at, made) = (at + Span::from_millis(passed), made + Span::from_millis(simulated));
            turns.push(Turn { at, made, entry: number });
            stalls.add(&turns, number);
        }
        (turns, stalls)
    }

    fn even(count: usize) -> impl Iterator<Item = (f64, f64)> + Clone {
        std::iter::repeat_n((10.0, 10.0), count)
    }

    /// Returns where the window of the two seconds before turn `count` begins, in ms, and the speed in it.
    fn window((turns, stalls): &(Ring<Turn>, Stalls), count: usize) -> (f64, f64) {
        let last = turns.get(count - 1).expect("it is kept");
        let begins = stalls.beginning(turns, count, last.at - RECENT);
        let first = turns.since(0).find(|turn| turn.at >= begins).expect("the last one");
        ((begins - Time::ZERO).as_millis(), (last.made - first.made).ratio(last.at - first.at))
    }

    #[test]
    fn a_window_holds_a_jump_with_its_stall_or_neither() {
        // The stall ends at 3500 ms, and the frame after it makes up for it.
        let turns = turns(even(300).chain([(500.0, 10.0), (10.0, 500.0)]).chain(even(500)));
        for count in 302..802 {
            let (begins, speed) = window(&turns, count);
            assert!((speed - 1.0).abs() < 1e-9, "{speed} at turn {count}");
            assert!(begins <= 3000.0 || begins >= 3510.0, "{begins} lies between the stall and its jump");
        }
        assert_eq!(window(&turns, 701).0, 5500.0, "two seconds, once nothing is cut");
    }

    #[test]
    fn a_stall_that_is_longer_than_the_window_is_held_until_enough_has_come_after_it() {
        let turns = turns(even(100).chain([(5000.0, 10.0), (10.0, 5000.0)]).chain(even(500)));
        assert_eq!(window(&turns, 103).0, 1000.0);
        assert_eq!(window(&turns, 201).0, 1000.0);
        assert_eq!(window(&turns, 202), (6010.0, 1.0));
    }

    #[test]
    fn what_is_forgotten_is_slow_as_long_as_it_is_held() {
        let turns = turns(even(300).chain([(1000.0, 10.0), (10.0, 100.0)]).chain(even(500)));
        assert!(window(&turns, 310).1 < 0.6);
        assert_eq!(window(&turns, 300 + 102), (4010.0, 1.0));
    }

    #[test]
    fn fast_forward_is_seen_while_it_lasts_and_no_longer() {
        // Two seconds are made up for in two.
        let turns = turns(even(300).chain([(2000.0, 10.0)]).chain(std::iter::repeat_n((10.0, 20.0), 200)).chain(even(400)));
        let speed = |after: usize| window(&turns, 301 + after).1;
        assert!(speed(50) < 1.0, "the stall counts as well");
        assert!((speed(150) - 2.0).abs() < 0.01);
        assert!((speed(320) - 1.0).abs() < 0.04, "{}", speed(320));
    }

    #[test]
    fn stalls_that_come_again_and_again_all_count() {
        // Every second takes 300 ms longer, and nothing makes up for it.
        let turns = turns((0..10).flat_map(|_| even(100).chain([(300.0, 10.0)])));
        for count in 500..1010 {
            let speed = window(&turns, count).1;
            assert!((0.65..0.9).contains(&speed), "{speed} at turn {count}");
        }
    }

    #[test]
    fn a_new_pace_is_no_stall() {
        let turns = turns(even(300).chain(std::iter::repeat_n((200.0, 200.0), 60)));
        assert_eq!(turns.1.ends.len(), 0);
        assert_eq!(window(&turns, 360).0, 13_000.0);
    }

    // --- The last two seconds ----------------------------------------------------------------------------------------

    /// Returns the recording of these events on a display of `hertz`.
    fn recorded(hertz: f64, events: impl IntoIterator<Item = Event>) -> Recording {
        let settings = Settings { computer: Computer { refresh_hz: hertz, ..Computer::default() }, ..Settings::default() };
        let setup = PaneSetup { index: 0, settings: &settings, at: Time::ZERO };
        let mut recording = Recording::of(&setup).expect("the settings are allowed");
        events.into_iter().for_each(|event| recording.note(&event, &[]));
        recording
    }

    fn displayed(at: f64, drawn: f64) -> Event {
        Event::Display { at: Time::from_secs(at), drawn: Time::from_secs(drawn), frame: 1 }
    }

    fn recent(recording: &Recording, at: f64) -> Rc<Sums> {
        Timeline::recent(recording, recording.entries.moment(Time::from_secs(at)))
    }

    fn whole(recording: &Recording, at: f64) -> Sums {
        let at = Time::from_secs(at);
        recording.with_sums(recording.entries.moment(at), |sums| sums.whole(at, Tally::default()))
    }

    /// Returns a frame every 100 ms, at half speed for `slow` seconds, then at real speed.
    fn frames(count: u32, slow: f64) -> Vec<Event> {
        let mut drawn = 0.0;
        let frame = |frame: u32| {
            let at = f64::from(frame) * 0.1;
            drawn += if at < slow { 0.05 } else { 0.1 };
            displayed(at, drawn)
        };
        (0..count).map(frame).collect()
    }

    #[test]
    fn a_steady_loop_shows_its_rate_and_half_speed_as_half() {
        let recording = recorded(1.0, (0..=200).map(|i| displayed(f64::from(i) * 0.02, f64::from(i) * 0.01)));
        let sums = recent(&recording, 4.0);
        assert!((sums.number("fps_mean").unwrap() - 50.0).abs() < 1e-6);
        assert!((sums.number("speed_ratio").unwrap() - 0.5).abs() < 1e-6);
        assert!((sums.number("animation_error_mean_ms").unwrap() - 10.0).abs() < 1e-6);
        assert_eq!(sums.count("frames_displayed"), 101, "both ends of two seconds");
    }

    #[test]
    fn the_rate_sinks_while_nothing_new_appears() {
        let recording = recorded(1.0, (0..=100).map(|i| displayed(f64::from(i) * 0.02, 0.0)));
        let fps = |at| recent(&recording, at).number("fps_mean").unwrap();
        assert!((fps(2.03) - 50.0).abs() < 1e-6);
        assert!(fps(3.0) < 40.0);
        assert!(fps(10.0) < 0.5);
        assert_eq!(recording.waiting(recording.entries.moment(Time::from_secs(10.0))), Span::from_secs(8.0));
    }

    #[test]
    fn work_and_updates_are_counted_over_exactly_two_seconds() {
        // Turns of 100 ms: two updates of 10 ms each, then a frame of 30 ms, then waiting.
        let ms = Span::from_millis;
        let turn = |turn: i64| {
            let at = Time::ZERO + ms(100.0) * turn;
            let update = |at: Time| Event::Update { at, end: at + ms(10.0), dt: ms(50.0), sim: at, line: 1 };
            let begun = at + ms(20.0);
            let render = Event::Render { at: begun, end: begun + ms(30.0), alpha: None, sim: at, drawn: at, line: 1, frame: 1 };
            [Event::Frame { at }, update(at), update(at + ms(10.0)), render]
        };
        let recording = recorded(1.0, (0..40).flat_map(turn));
        let at_four = recent(&recording, 4.0);
        assert_eq!(at_four.number("busy_percent"), Some(50.0));
        assert_eq!(at_four.number("updates_per_s"), Some(20.0));
        assert_eq!(
            (at_four.count("updates"), at_four.count("updates_per_frame_max"), at_four.number("dt_max_s")),
            (40, 2, Some(0.05))
        );
        // 5 ms later half of an update has left the window: it no longer counts, but the rest of its work does.
        let later = recent(&recording, 4.005);
        assert_eq!((later.count("updates"), later.number("busy_percent")), (39, Some(49.75)));
        let long_after = recent(&recording, 9.0);
        assert_eq!((long_after.count("updates"), long_after.number("busy_percent")), (0, Some(0.0)));
        assert_eq!(long_after.number("dt_max_s"), Some(0.05), "the newest step is what the pane still shows");
        assert_eq!(long_after.count("updates_per_frame_max"), 2, "and so is the newest turn");
    }

    #[test]
    fn the_speed_of_the_game_is_measured_from_turn_to_turn() {
        // Turns of 600 ms, each with one update of 240 ms.
        let ms = Span::from_millis;
        let turn = |turn: i64| {
            let at = Time::ZERO + ms(600.0) * turn;
            [Event::Frame { at }, Event::Update { at, end: at + ms(50.0), dt: ms(240.0), sim: at, line: 1 }]
        };
        let recording = recorded(1.0, (0..20).flat_map(turn));
        let speed = |at: f64| recent(&recording, at).number("game_speed_ratio");
        assert_eq!((speed(11.45), speed(11.9)), (Some(0.4), Some(0.4)));
        assert_eq!(speed(19.0), Some(0.4), "the newest two turns count however old they are");
        assert_eq!(recent(&recorded(1.0, []), 0.0).number("game_speed_ratio"), None);
    }

    #[test]
    fn a_frame_counts_as_dropped_once_a_newer_one_is_shown_and_not_while_it_is_on_its_way() {
        let at = |ms: f64| Time::ZERO + Span::from_millis(ms);
        let rendered = |frame: u64, ms: f64| Event::Render {
            at: at(ms),
            end: at(ms),
            alpha: None,
            sim: at(ms),
            drawn: at(ms),
            line: 1,
            frame,
        };
        let shown = |frame: u64, ms: f64| Event::Display { at: at(ms), drawn: at(ms), frame };
        let mut recording = recorded(10.0, [rendered(1, 10.0), rendered(2, 20.0), rendered(3, 30.0)]);
        let dropped = |recording: &Recording, ms: f64| {
            [whole(recording, ms / 1000.0).count("frames_dropped"), recent(recording, ms / 1000.0).count("frames_dropped")]
        };
        assert_eq!(dropped(&recording, 40.0), [0, 0], "three frames are queued");
        recording.note(&shown(2, 100.0), &[]);
        assert_eq!(dropped(&recording, 110.0), [1, 1], "the first was overtaken, the third is on its way");
        recording.note(&shown(3, 200.0), &[]);
        assert_eq!(dropped(&recording, 210.0), [1, 1]);
        for event in [rendered(4, 3000.0), rendered(5, 3010.0), shown(5, 3100.0)] {
            recording.note(&event, &[]);
        }
        assert_eq!(dropped(&recording, 3110.0), [2, 1], "the last two seconds hold the second of them");
    }

    // --- Any moment --------------------------------------------------------------------------------------------------

    #[test]
    fn the_recent_numbers_forget_and_the_whole_ones_do_not() {
        let recording = recorded(10.0, frames(100, 5.0));
        let recent = recent(&recording, 9.95);
        assert!((recent.number("speed_ratio").unwrap() - 1.0).abs() < 1e-9);
        assert_eq!(recent.count("frames_displayed"), 20);
        assert!((whole(&recording, 9.95).number("lost_s").unwrap() - 2.45).abs() < 1e-6);
    }

    #[test]
    fn a_moment_has_the_same_numbers_whichever_moment_was_read_before() {
        let events = frames(400, 17.0);
        let run = recorded(10.0, events.clone());
        let moments = [20.05, 21.0, 22.35, 31.0, 31.05, 39.95];
        for moment in moments.into_iter().chain(moments.into_iter().rev()) {
            let until = Time::from_secs(moment);
            let straight = recorded(10.0, events.iter().copied().take_while(|event| event.at() <= until));
            assert_eq!(whole(&run, moment), whole(&straight, moment));
            assert_eq!(recent(&run, moment), recent(&straight, moment));
        }
    }

    #[test]
    fn what_is_not_recorded_any_more_makes_the_window_shorter_and_falsifies_no_rate() {
        let at = |number: u32| f64::from(number) / 1000.0;
        let run = |read: Option<f64>| {
            let mut run = recorded(60.0, (0..5000).map(|number| displayed(at(number), 2.0 * at(number))));
            read.map(|moment| recent(&run, moment));
            run.entries.forget_before(Time::from_secs(4.2));
            run
        };
        let (fresh, read) = (run(None), run(Some(4.8)));
        let (now, since) = (Time::from_secs(at(4999)), fresh.recorded_since());
        assert!(since > Time::from_secs(4.0), "{since:?}");
        let sums = recent(&fresh, at(4999));
        assert_eq!(sums.elapsed, now - since);
        assert_eq!(sums.count("frames_displayed"), (now - since).whole(Span::from_millis(1.0)) as u64 + 1);
        assert_eq!(sums, recent(&read, at(4999)), "whichever moment was read before");
        assert_eq!(whole(&fresh, at(4999)).count("frames_displayed"), 5000);
    }
}
