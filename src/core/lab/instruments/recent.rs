//! The numbers of the two seconds before a moment.
//!
//! An operation counts if it began in these two seconds. The newest two displayed frames, the newest update and the newest turn
//! always count, however old they are, because the pane still shows them. Numbers about differences are missing until they cover
//! half a second. The speeds come from the pane's [`Watch`](crate::lab::symptoms::watch::Watch), from the window that decides
//! about its sentence.

use crate::base::time::{Span, Time};
use crate::lab::metrics::press_fates::{PRESSES_REACH, PressFates};
use crate::lab::metrics::reach::{ENOUGH, RECENT};
use crate::lab::metrics::screen::DisplayedFrame;
use crate::lab::metrics::totals::{Sums, Totals};
use crate::lab::recording::entries::{Entry, Moment, Step};
use crate::lab::recording::flips::Flip;
use crate::lab::recording::kept::Reader;
use crate::lab::recording::pane_recording::Recording;
use crate::lab::recording::ring::{Ring, Timed};
use crate::lab::symptoms::pace::Speed;
use crate::lab::symptoms::symptom::PaneState;
use crate::model::machine::event::Event;
use crate::model::machine::inputs::{Giver, Input};
use std::cell::RefCell;
use std::rc::Rc;

#[derive(Clone, Copy, Debug)]
struct Turn {
    at: Time,
    entry: usize,
}

impl Timed for Turn {
    fn at(&self) -> Time {
        self.at
    }
}

/// The arguments of a request: a moment, how many inputs and answers have been recorded, and the beginning of the regime.
type Asked = (Moment, usize, usize, Time);

/// The beginnings of a pane's turns, and the numbers that were computed last.
#[derive(Clone, Debug, Default)]
pub struct RecentNumbers {
    turns: Ring<Turn>,
    /// The last request with its answer: header and table read the same numbers in every frame of the window.
    answered: RefCell<Option<(Asked, Rc<Sums>)>>,
}

impl Reader<Recording> for RecentNumbers {
    fn add(&mut self, recording: &Recording, number: usize) {
        if let Some(Entry::Event(Event::Frame { at })) = recording.entries.ring.get(number) {
            self.turns.push(Turn { at: *at, entry: number });
        }
    }

    fn forget_before(&mut self, oldest: Time) {
        // The numbers of the oldest moment need the turns of the two seconds before it.
        self.turns.forget_before(oldest - RECENT * 2);
    }

    fn bytes(&self) -> usize {
        self.turns.bytes()
    }
}

impl RecentNumbers {
    /// Returns the sums of the two seconds before `moment`; the jitter is the running value of the whole run, and passes are
    /// those of the last six seconds.
    pub fn of(recording: &Recording, moment: Moment) -> Rc<Sums> {
        let numbers = recording.read::<RecentNumbers>();
        let state = recording.watch.state_at(moment.at);
        let asked = (moment, recording.inputs.range().end, recording.answers.range().end, state.regime);
        let mut answered = numbers.answered.borrow_mut();
        match &*answered {
            Some((known, sums)) if *known == asked => sums.clone(),
            _ => answered.insert((asked, Rc::new(numbers.window(recording, moment).sums(&state)))).1.clone(),
        }
    }

    fn window<'a>(&'a self, recording: &'a Recording, moment: Moment) -> Window<'a> {
        let from = (moment.at - RECENT).max(recording.recorded_since());
        let shown = recording.flips_until(moment);
        let first = recording.flips.partition_point(|flip| flip.at < from).min(shown.saturating_sub(2));
        Window { turns: &self.turns, recording, moment, from, frames: (first.max(recording.flips.range().start), shown) }
    }
}

struct Window<'a> {
    turns: &'a Ring<Turn>,
    recording: &'a Recording,
    moment: Moment,
    /// The moment from which events count: two seconds before, but not before the oldest known event.
    from: Time,
    /// The numbers of the first displayed frame that counts and of the one after the last: the frames of the last two seconds, at
    /// least two.
    frames: (usize, usize),
}

impl Window<'_> {
    fn frames(&self) -> impl Iterator<Item = &Flip> {
        self.recording.flips.since(self.frames.0).take(self.frames.1.saturating_sub(self.frames.0))
    }

    /// Returns when the first and the last frame that count appeared; `None` if no frame counts.
    fn ends(&self) -> Option<(Time, Time)> {
        let mut frames = self.frames().map(|flip| flip.at);
        let first = frames.next()?;
        Some((first, frames.last().unwrap_or(first)))
    }

    /// Returns the sums, with the speeds of `state`.
    fn sums(&self, state: &PaneState) -> Sums {
        let Window { recording, moment, from, .. } = *self;
        let in_flicks = |speed: Option<Speed>| {
            let Speed { made, passed, .. } = speed.filter(|speed| speed.passed >= ENOUGH)?;
            Some((i128::from(made.flicks()), i128::from(passed.flicks())))
        };
        let mut sums = Sums {
            totals: Totals::default(),
            elapsed: moment.at - from,
            deviation_sum: 0.0,
            jitter: recording.with_sums(moment, |sums| sums.adding.jitter),
            made: in_flicks(state.speed),
            drawn: in_flicks(state.drawn_speed),
            shown: self.ends().map(|(_, last)| (moment.at, last)),
            behind: recording.behind(moment),
            tally: recording.passes.recent(moment.at, recording.steps_until(moment)),
            paths_known: true,
            samples: recording.contexts.at(moment.at).strategy.samples,
        };
        self.add_frames(&mut sums.totals);
        self.add_operations(&mut sums);
        self.add_presses(&mut sums.totals);
        let inputs = recording.inputs.since(recording.inputs.partition_point(|input| input.at < from));
        let is_given = |input: &&Input| input.by == Giver::Metronome;
        sums.totals.inputs = inputs.take_while(|input| input.at <= moment.at).filter(is_given).count() as u64;
        let answers = recording.answers.since(recording.answers.partition_point(|answer| answer.shown < from));
        for answer in answers.take_while(|answer| answer.shown <= moment.at).filter(|answer| is_given(&&answer.input)) {
            sums.totals.add_latency(answer.stages());
        }
        sums
    }

    fn add_frames(&self, totals: &mut Totals) {
        let flips = &self.recording.flips;
        let first = flips.partition_point(|flip| flip.at < self.from);
        let mut before = first.checked_sub(1).and_then(|before| flips.get(before)).map_or(0, |flip| flip.number);
        for flip in flips.since(first).take(self.frames.1.saturating_sub(first)) {
            let aged = DisplayedFrame { drawn: flip.drawn + flip.forgiven, ..flip.frame() };
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

    /// Adds the presses of the six seconds before the moment, which is as long as a finding about them counts.
    fn add_presses(&self, totals: &mut Totals) {
        let Window { recording, moment, .. } = *self;
        if !recording.world.has_button {
            return;
        }
        let (entries, from) = (&recording.entries, moment.at - PRESSES_REACH);
        let mut fates = PressFates::default();
        for (_, entry) in entries.between(entries.first_since(from), moment.end) {
            if let Entry::Event(event) = entry {
                fates.add(event);
            }
        }
        fates.decided(moment.at).for_each(|fate| totals.presses.add(fate));
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
                Event::Sleep { .. }
                | Event::Present { .. }
                | Event::Gpu { .. }
                | Event::Display { .. }
                | Event::Press { .. }
                | Event::Taken { .. } => {}
            }
        }
        let is_update = |entry: &Entry| matches!(entry, Entry::Event(Event::Update { .. }));
        if turn.is_none() {
            let begun = self.turns.before(self.turns.partition_point(|turn| turn.entry < moment.end)).next();
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

    /// Returns how long an operation kept the CPU busy within the two-second window. If a stall hits a sleep that ends in
    /// spinning, the spinning is counted after the stall, later than it really happened.
    fn busy(&self, event: &Event) -> Span {
        let (begin, end) = match *event {
            Event::Update { at, end, .. } | Event::Thought { at, end, .. } | Event::Render { at, end, .. } => (at, end),
            Event::Sleep { end, spun, .. } => (end - spun, end),
            Event::Frame { .. }
            | Event::Present { .. }
            | Event::Gpu { .. }
            | Event::Display { .. }
            | Event::Repeat { .. }
            | Event::Press { .. }
            | Event::Taken { .. } => return Span::ZERO,
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
    use crate::lab::instruments::recent::*;
    use crate::lab::run::setup::PaneSetup;
    use crate::model::config::computer::Computer;
    use crate::model::config::settings::Settings;
    use crate::model::machine::event::Observer;
    use crate::model::world::body::Tally;

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

    /// Returns a frame that is displayed as soon as it is rendered.
    fn rendered(at: f64, drawn: f64) -> [Event; 2] {
        let (moment, drawn) = (Time::from_secs(at), Time::from_secs(drawn));
        let render = Event::Render { at: moment, end: moment, alpha: None, sim: drawn, drawn, line: 1, frame: 1 };
        [render, Event::Display { at: moment, drawn, frame: 1 }]
    }

    fn recent(recording: &Recording, at: f64) -> Rc<Sums> {
        RecentNumbers::of(recording, recording.entries.moment(Time::from_secs(at)))
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
            rendered(at, drawn)
        };
        (0..count).flat_map(frame).collect()
    }

    #[test]
    fn a_steady_loop_shows_its_rate_and_half_speed_as_half() {
        let recording = recorded(1.0, (0..=200).flat_map(|i| rendered(f64::from(i) * 0.02, f64::from(i) * 0.01)));
        let sums = recent(&recording, 4.0);
        assert!((sums.number("fps_mean").unwrap() - 50.0).abs() < 1e-6);
        assert!((sums.number("speed_ratio").unwrap() - 0.5).abs() < 1e-6);
        assert!((sums.number("animation_error_mean_ms").unwrap() - 10.0).abs() < 1e-6);
        assert_eq!(sums.count("frames_displayed"), 100, "those of two seconds, without the one that begins at this very moment");
    }

    #[test]
    fn a_display_that_stands_still_keeps_the_rate_of_what_came_until_that_is_too_little() {
        let recording = recorded(1.0, (0..=100).map(|i| displayed(f64::from(i) * 0.02, 0.0)));
        let fps = |at| recent(&recording, at).number("fps_mean");
        assert!([2.03, 3.0, 3.4].into_iter().all(|at| fps(at).is_some_and(|fps| (fps - 50.0).abs() < 1e-6)));
        assert_eq!((fps(3.6), fps(10.0)), (None, None), "less than half a second of frames");
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
            let sim = Time::ZERO + ms(240.0) * (turn + 1);
            [Event::Frame { at }, Event::Update { at, end: at + ms(50.0), dt: ms(240.0), sim, line: 1 }]
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
