//! The real clock. Nothing here depends on chance or on a fast machine: what is checked holds however late and slow everything is,
//! or runs on a clock that is as late as the test says.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::real::comparison::{ComparedMetrics, NotMeasured, compare};
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::lab::run::fold::{Finished, Fold};
use tickscope_core::model::config::computer::{Computer, InputRead, Present};
use tickscope_core::model::config::script::{Origin, Script};
use tickscope_core::model::config::settings::{PaneSettings, PlannedStall, Settings, StallOn, WorldChoice};
use tickscope_core::model::machine::clock::{ClockSource, Wait};
use tickscope_core::model::machine::event::{Event, Observer};
use tickscope_core::model::machine::real_clock::RealClock;
use tickscope_core::model::machine::refresh::Refresh;
use tickscope_core::model::strategies;
use tickscope_core::model::world::body::Body;

fn settings(strategy: &str, computer: Computer) -> Settings {
    Settings {
        computer,
        scene: WorldChoice::new("runner"),
        panes: vec![PaneSettings::new(strategy)],
        hitches: vec![PlannedStall::of_render(0.03, 12.0)],
        ..Settings::default()
    }
}

#[derive(Default)]
struct Everything(Vec<Event>);

impl Fold for Everything {}

impl Observer for Everything {
    fn note(&mut self, event: &Event, _: &[Body]) {
        self.0.push(*event);
    }
}

/// Returns every event of a run, on a clockwork if there is one.
fn play(settings: &Settings, seconds: f64, clockwork: Option<Rc<dyn ClockSource>>) -> (Vec<Event>, Finished) {
    let run = Run::new(settings, 0, seconds).expect("allowed");
    let (Everything(events), finished) = run.fold_on(clockwork, Everything::default()).expect("allowed");
    (events, finished)
}

/// Keeps time perfectly, but wakes late by always the same.
struct Steady {
    now: Cell<Time>,
    late: Span,
    /// The work that its GPU was given.
    drawn: RefCell<Vec<(Time, Time)>>,
}

impl Steady {
    fn late_by(late_ms: f64) -> Rc<Steady> {
        Rc::new(Steady { now: Cell::new(Time::ZERO), late: Span::from_millis(late_ms), drawn: RefCell::default() })
    }
}

impl ClockSource for Steady {
    fn now(&self) -> Time {
        self.now.get()
    }
    fn work_until(&self, end: Time) -> Time {
        self.now.replace(end);
        end
    }
    fn wait_until(&self, end: Time, _: Wait) -> Time {
        self.work_until(end + self.late)
    }
    fn draw(&self, begins: Time, done: Time) {
        self.drawn.borrow_mut().push((begins, done));
    }
    fn is_cut(&self) -> bool {
        false
    }
}

/// Returns everything that stands between the loop and the display and its input.
fn pipelines() -> Vec<Computer> {
    let loads = Computer { update_ms: 1.0, render_ms: 8.0, gpu_ms: 12.0, ..Computer::default() };
    vec![
        loads.clone(),
        Computer { queue: 1, input: InputRead::Turn, ..loads.clone() },
        Computer {
            queue: 2,
            gpu_ms: 0.0,
            render_ms: 0.0,
            noise_lo_ms: 1.0,
            noise_hi_ms: 40.0,
            refresh_hz: 59.95,
            ..loads.clone()
        },
        Computer { queue: 3, render_ms: 0.0, noise_lo_ms: 1.0, noise_hi_ms: 40.0, present: Present::Mailbox, ..loads.clone() },
        Computer { gpu_ms: 20.0, present: Present::Immediate, ..loads.clone() },
        Computer { vrr: true, render_ms: 0.0, noise_lo_ms: 1.0, noise_hi_ms: 40.0, queue: 1, ..loads },
    ]
}

#[test]
fn on_a_clock_that_is_always_as_late_the_real_computer_does_exactly_what_the_virtual_one_predicts() {
    let computers = [
        Computer::default(),
        Computer { update_ms: 3.0, render_ms: 25.0, start_ms: 7.5, ..Computer::default() },
        Computer { present: Present::Mailbox, refresh_hz: 59.94, timer_ms: 15.625, ..Computer::default() },
        Computer { render_ms: 0.0, noise_lo_ms: 1.0, noise_hi_ms: 40.0, refresh_hz: 165.0, timer_ms: 1.0, ..Computer::default() },
    ];
    for strategy in strategies::ALL {
        for computer in computers.iter().chain(&pipelines()) {
            for late_ms in [0.0, 0.5] {
                let late = Computer { wake_lo_ms: late_ms, wake_hi_ms: late_ms, ..computer.clone() };
                let mut settings = settings(&strategy.id, late);
                settings.hitches.extend([StallOn::Update, StallOn::Any].map(|on| PlannedStall { at_s: 1.0, ms: 70.0, on }));
                if strategy.param("spin_ms").is_some() {
                    settings.panes[0].params.set("spin_ms", tickscope_core::base::params::value::Value::Number(1.5));
                }
                let real = play(&settings, 2.0, Some(Steady::late_by(late_ms)));
                assert_eq!(real, play(&settings, 2.0, None), "{} on {:?}", strategy.id, settings.computer);
            }
        }
    }
}

#[test]
fn a_source_is_given_every_frame_s_work_on_the_gpu_as_the_trace_tells_it_and_none_without_a_load() {
    for computer in pipelines() {
        for strategy in ["variable-delta", "draw-every-nth", "frame-skip"] {
            let source = Steady::late_by(0.25);
            let (events, finished) = play(&settings(strategy, computer.clone()), 2.0, Some(source.clone()));
            let told =
                events.iter().filter_map(|event| if let Event::Gpu { at, end, .. } = *event { Some((at, end)) } else { None });
            // Work that begins after the end is not reported.
            let drawn = source.drawn.borrow();
            let begun = drawn.iter().copied().filter(|(begins, _)| *begins < finished.clock.min(Time::from_secs(2.0)));
            assert!(told.clone().eq(drawn.iter().copied().take(told.clone().count())), "{strategy} on {computer:?}");
            assert!(begun.count() <= told.count(), "{strategy} on {computer:?}");
            assert_eq!(drawn.is_empty(), computer.gpu_ms == 0.0, "{strategy}");
        }
    }
}

#[test]
fn on_the_real_clock_the_gpu_works_in_order_beside_the_loop_and_frames_appear_when_it_is_done_with_them() {
    for mut computer in pipelines() {
        (computer.gpu_ms, computer.wake_lo_ms, computer.wake_hi_ms) = (computer.gpu_ms / 4.0, 0.0, 0.0);
        let clock = Rc::new(RealClock::new(Time::NEVER));
        let (events, finished) = play(&settings("variable-delta", computer.clone()), 0.3, Some(clock.clone()));
        in_order("variable-delta", &events, finished.clock);
        let (mut submitted, mut done) = (Vec::new(), Vec::new());
        for event in &events {
            match *event {
                Event::Render { end, frame, .. } => {
                    assert_eq!(frame, submitted.len() as u64 + 1);
                    submitted.push(end);
                }
                Event::Gpu { at, end, frame } => {
                    let begins = submitted[frame as usize - 1].max(done.last().copied().unwrap_or(Time::ZERO));
                    assert_eq!(
                        (at, end - at),
                        (begins, Span::from_millis(computer.gpu_ms)),
                        "by the model, from what really was"
                    );
                    done.push(end);
                }
                Event::Display { at, frame, .. } if computer.gpu_ms > 0.0 => assert!(at >= done[frame as usize - 1]),
                _ => {}
            }
        }
        let late = clock.take_gpu_late().expect("there are threads");
        assert!(late.len() <= submitted.len() && late.iter().all(|late| *late >= Span::ZERO), "{late:?}");
        assert_eq!(done.is_empty(), computer.gpu_ms == 0.0);
    }
}

/// Makes a short run on the real clock.
fn really(strategy: &str, computer: Computer, seconds: f64) -> (Vec<Event>, Finished) {
    let clock = Rc::new(RealClock::new(Time::NEVER));
    play(&settings(strategy, computer), seconds, Some(clock))
}

const UPDATE_MS: f64 = 0.2;
const RUN_S: f64 = 0.06;

/// Returns a light computer: 100 Hz and small loads, so that short runs have many turns.
fn quick(vsync: bool) -> Computer {
    Computer {
        update_ms: UPDATE_MS,
        render_ms: 2.0,
        refresh_hz: 100.0,
        present: if vsync { Present::Fifo } else { Present::Mailbox },
        ..Computer::default()
    }
}

#[test]
fn what_a_loop_does_on_the_real_clock_keeps_every_rule_that_time_cannot_break() {
    for strategy in strategies::ALL {
        for vsync in [true, false] {
            let (events, finished) = really(&strategy.id, quick(vsync), RUN_S);
            let id = &*strategy.id;
            assert!(matches!(events.first(), Some(Event::Frame { .. })), "{id}");
            in_order(id, &events, finished.clock);
            nothing_is_shorter_than_asked(id, &events);
            every_frame_has_a_tick_of_its_own(id, &events, finished.clock.min(Time::from_secs(RUN_S)));
        }
    }
}

/// Operations follow one another; displays come first at their time.
fn in_order(id: &str, events: &[Event], clock: Time) {
    let (mut last_at, mut free, mut simulated) = (Time::ZERO, Time::ZERO, Span::ZERO);
    for event in events {
        let (at, end) = match *event {
            Event::Frame { at }
            | Event::Present { at, .. }
            | Event::Gpu { at, .. }
            | Event::Display { at, .. }
            | Event::Repeat { at }
            | Event::Press { at, .. }
            | Event::Taken { at, .. } => (at, at),
            Event::Update { at, end, dt, sim, .. } => {
                simulated += dt;
                assert_eq!(sim, Time::ZERO + simulated, "{id}: the world's time is the sum of its steps");
                (at, end)
            }
            Event::Thought { at, end, .. } | Event::Sleep { at, end, .. } | Event::Render { at, end, .. } => (at, end),
        };
        assert!(at >= last_at && end >= at, "{id}: {event:?} after {last_at:?}");
        if !matches!(event, Event::Gpu { .. } | Event::Display { .. } | Event::Repeat { .. } | Event::Press { .. }) {
            assert!(at >= free, "{id}: {event:?} while the computer was busy");
            free = end;
        }
        last_at = at;
    }
    assert!(clock >= free, "{id}");
}

fn nothing_is_shorter_than_asked(id: &str, events: &[Event]) {
    let mut hitch = Span::from_millis(12.0);
    // Parts of updates, physics without thinking and thinking without physics cost their part.
    let part = match id {
        "spread-updates" => 0.05,
        "multi-rate" => 0.5,
        _ => 1.0,
    };
    for event in events {
        match *event {
            Event::Update { at, end, .. } | Event::Thought { at, end, .. } => {
                assert!(end - at >= Span::from_millis(UPDATE_MS * part), "{id}: {event:?}");
            }
            Event::Render { at, end, .. } => {
                let stall = if at >= Time::from_secs(0.03) { std::mem::take(&mut hitch) } else { Span::ZERO };
                assert!(end - at >= Span::from_millis(2.0) + stall, "{id}: {event:?}");
            }
            Event::Sleep { at, end, .. } => assert!(end > at, "{id}: {event:?}"),
            Event::Frame { .. }
            | Event::Present { .. }
            | Event::Gpu { .. }
            | Event::Display { .. }
            | Event::Repeat { .. }
            | Event::Press { .. }
            | Event::Taken { .. } => {}
        }
    }
}

/// Checks that every displayed frame flips at a later tick than the one before, at or after the end of its render, and shows
/// what was drawn. Something is shown, unless this computer stood still until no tick was left before the end of the run.
fn every_frame_has_a_tick_of_its_own(id: &str, events: &[Event], end_of_run: Time) {
    let (refresh, mut last) = (Refresh::new(100.0), None);
    let mut rendered = events.iter().filter_map(|event| match *event {
        Event::Render { end, drawn, .. } => Some((end, drawn)),
        _ => None,
    });
    let had_a_tick = |event: &Event| matches!(event, Event::Render { end, .. } if refresh.next(*end, None) < end_of_run);
    let mut shown = 0;
    for event in events {
        let Event::Display { at, drawn, .. } = *event else { continue };
        assert_eq!(refresh.next(at, None), at, "{id}: no tick falls at {at:?}");
        assert!(last.is_none_or(|last| at > last), "{id}: two frames on one tick");
        assert!(rendered.any(|(end, content)| content == drawn && end <= at), "{id}: {event:?} was not rendered before");
        (last, shown) = (Some(at), shown + 1);
    }
    assert!(shown > 0 || !events.iter().any(had_a_tick), "{id} displayed nothing");
}

#[test]
fn frame_based_moves_by_its_own_step_and_variable_delta_by_what_the_clock_says() {
    let (events, _) = really("frame-based", quick(true), 0.1);
    let drawn: Vec<Time> =
        events.iter().filter_map(|e| if let Event::Display { drawn, .. } = e { Some(*drawn) } else { None }).collect();
    assert!(drawn.windows(2).all(|pair| pair[1] - pair[0] == Span::from_hz(60.0)), "one step a frame, however long it took");

    let (events, _) = really("variable-delta", quick(true), 0.1);
    let (mut turn, mut first) = (Time::ZERO, None);
    for event in &events {
        match *event {
            Event::Frame { at } => turn = at,
            // The reading lies between the start of the turn and of the update; the first of all before the first turn.
            Event::Update { at, sim, .. } => {
                let first = *first.get_or_insert(turn);
                assert!(sim - Time::ZERO >= turn - first && sim <= at, "{event:?}");
            }
            _ => {}
        }
    }
}

#[test]
fn frame_skip_never_makes_more_updates_in_a_turn_than_it_may() {
    // Its updates cost more than they make up for, so only the limit lets a frame through.
    let mut settings = settings("frame-skip", Computer { update_ms: 3.0, render_ms: 1.0, ..Computer::default() });
    settings.panes[0].params.set("ticks_per_s", tickscope_core::base::params::value::Value::Number(500.0));
    settings.panes[0].params.set("max_frameskip", tickscope_core::base::params::value::Value::Number(3.0));
    let (events, _) = play(&settings, 0.15, Some(Rc::new(RealClock::new(Time::NEVER))));
    let turns = events.split(|event| matches!(event, Event::Frame { .. }));
    let updates: Vec<usize> = turns.map(|turn| turn.iter().filter(|e| matches!(e, Event::Update { .. })).count()).collect();
    assert!(updates.iter().all(|updates| *updates <= 3), "{updates:?}");
    // A computer that stood still for the whole run has only its first turns, which have nothing to catch up with.
    assert!(updates.contains(&3) || updates.len() < 5, "{updates:?}");
}

/// Returns when each turn began, and how many updates it made.
fn turns_of(events: &[Event]) -> Vec<(Time, usize)> {
    let mut turns = Vec::new();
    for event in events {
        match *event {
            Event::Frame { at } => turns.push((at, 0)),
            Event::Update { .. } => turns.last_mut().expect("an update is part of a turn").1 += 1,
            _ => {}
        }
    }
    turns
}

/// With 12 ms of work in 16.7 one frame that is 5 ms late makes two steps due, whose 19 ms make two steps due again, for ever. That
/// holds on a clock that is as late as it likes: being late can only make more steps due, if the steps fall due in the second
/// half of a refresh, as they do here unless the start itself is late.
#[test]
fn one_late_frame_halves_the_rate_for_good_on_the_real_clock_too() {
    let computer = Computer { update_ms: 7.0, render_ms: 5.0, start_ms: 8.5, ..Computer::default() };
    let settings = |queue| Settings {
        hitches: vec![PlannedStall::of_render(0.25, 5.0)],
        ..settings("fixed-interpolated", Computer { queue, ..computer.clone() })
    };
    // In virtual time there is one step in each turn before, and two after; with a frame in the queue there are two in one turn.
    let steps = |queue: u32, after_s: f64| {
        let turns = turns_of(&play(&settings(queue), 1.0, None).0);
        let all = turns.iter().filter(|(at, _)| *at > Time::from_secs(after_s) && *at < Time::from_secs(after_s + 0.2));
        all.map(|(_, steps)| *steps).collect::<Vec<_>>()
    };
    assert!(steps(0, 0.03).iter().all(|steps| *steps == 1) && steps(0, 0.03).len() == 12);
    assert!(steps(0, 0.495).iter().all(|steps| *steps == 2) && steps(0, 0.495).len() == 6);
    assert!(steps(1, 0.495).iter().all(|steps| *steps == 1) && steps(1, 0.495).len() == 12);

    let is_in_half = |begun: Time| (7.4..16.6).contains(&((begun - Time::ZERO).as_millis() % (1000.0 / 60.0)));
    let really = || turns_of(&play(&settings(0), 0.8, Some(Rc::new(RealClock::new(Time::NEVER)))).0);
    let fair = (0..20).map(|_| really()).find(|turns| turns.first().is_some_and(|(begun, _)| is_in_half(*begun)));
    let turns = fair.expect("one start of twenty is less than eight milliseconds late");
    // The frame after the stall may still be one of one step, made while the late one waits.
    let after: Vec<_> = turns.iter().skip_while(|(at, _)| *at < Time::from_secs(0.25)).skip(2).collect();
    let whole = &after[..after.len().saturating_sub(1)];
    assert!(whole.iter().all(|(_, steps)| *steps >= 2), "{turns:?}");
}

#[test]
fn readings_are_rounded_down_to_the_timer() {
    let (events, _) = really("variable-delta", Computer { timer_ms: 5.0, ..quick(true) }, 0.1);
    for event in events {
        let Event::Update { dt, .. } = event else { continue };
        assert_eq!(dt.flicks() % Span::from_millis(5.0).flicks(), 0);
    }
}

#[test]
fn a_turn_that_does_not_end_is_cut_at_the_deadline_and_its_frame_never_shown() {
    // A stall in the first frame, and an update in the second turn, that outlast the deadline on any machine.
    let stalled = Settings {
        hitches: vec![PlannedStall::of_render(0.0, 9000.0)],
        ..settings("variable-delta", Computer { render_ms: 1.0, ..Computer::default() })
    };
    let stuck = settings("semi-fixed", Computer { update_ms: 9000.0, render_ms: 1.0, ..Computer::default() });
    for (settings, frames) in [(stalled, 0), (stuck, 1)] {
        let clock = Rc::new(RealClock::new(Time::from_secs(0.15)));
        let (events, finished) = play(&settings, 0.1, Some(clock.clone()));
        assert!(clock.missed_deadline.get() && finished.clock < Time::from_secs(9.0));
        let shown = events.iter().filter(|event| matches!(event, Event::Display { .. })).count();
        assert!(shown <= frames, "{shown} frames");
    }
}

#[test]
fn a_comparison_has_both_halves_and_says_what_lies_between_them() {
    let settings = settings("fixed-fps-relative", quick(true));
    let comparison = compare(&Script::from(&settings), Origin::Start(0), 0.2).unwrap();
    assert_eq!(comparison.strategy, "fixed-fps-relative");
    let (predicted, measured) = (ComparedMetrics::of(&comparison.predicted), ComparedMetrics::of(&comparison.measured));
    assert_eq!(comparison.difference, measured.minus(&predicted));
    assert_eq!(comparison.predicted, tickscope_core::lab::panes::report::Report::new(&settings, 0.2).unwrap().panes[0]);
    let (rendered, display) = (comparison.measured.metrics.count("frames_rendered"), comparison.lateness.display.unwrap());
    assert_eq!(display.waits, rendered, "every frame was waited for");
    assert!(0.0 <= display.p5_ms && display.p5_ms <= display.p50_ms && display.p50_ms <= display.p95_ms);
    assert!(display.p95_ms <= display.max_ms);
    assert!(comparison.measured.clock_s >= 0.2 && !comparison.cut_off);
}

#[test]
fn what_cannot_be_measured_is_refused_before_anything_starts() {
    let fine = Script::from(settings("fixed-fps", Computer::default()));
    for seconds in [0.0, -1.0, f64::NAN, f64::INFINITY, 3600.1] {
        assert!(matches!(compare(&fine, Origin::Start(0), seconds), Err(NotMeasured::Invalid(_))), "{seconds}");
    }
    let unknown = Script::from(settings("fixed-fsp", Computer::default()));
    let refusal = compare(&unknown, Origin::Start(0), 1.0).unwrap_err().to_string();
    assert!(refusal.contains("fixed-fps"), "{refusal}");
}
