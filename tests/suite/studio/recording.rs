//! Looking back: what was recorded is shown again exactly as it was, for every loop in every world.

use crate::common::{set_computer, set_strategy};
use crate::tiers::sampled;
use std::rc::Rc;
use tickscope::studio::session::playhead::{Move, Unit};
use tickscope::studio::session::{Action, Session};
use tickscope_core::config::script::Script;
use tickscope_core::config::{
    Command, Computer, PaneLetter, PaneSettings, PlannedStall, Present, Settings, TimedCommand, WorldChoice,
};
use tickscope_core::findings::PaneState;
use tickscope_core::machine::{Event, Observer, Watched, WatchedName};
use tickscope_core::metrics::Sums;
use tickscope_core::panes::Lab;
use tickscope_core::params::Value;
use tickscope_core::recording::plots::Quantity;
use tickscope_core::recording::{BlockKind, Lamp, MOST_BYTES, Recording, begins_turn};
use tickscope_core::run::{Fold, PaneSetup, Run};
use tickscope_core::time::{Span, Time};
use tickscope_core::world::{Body, State, Tally};
use tickscope_core::{check, strategies, worlds};

/// A computer on which everything happens: updates that cost, late waking, noise.
fn ordinary() -> Computer {
    Computer { update_ms: 1.5, render_ms: 21.0, wake_hi_ms: 1.0, start_ms: 0.5, ..Computer::default() }
}

/// All loops in `scene`, six panes at a time.
fn laboratories(scene: &str) -> impl Iterator<Item = Settings> {
    let mut scene = WorldChoice::new(scene);
    if scene.id == "crowd" {
        // The fewest: of more bodies there is no room for five seconds.
        scene.options.set("bodies", Value::Number(100.0));
    }
    strategies::ALL.chunks(6).map(move |some| Settings {
        scene: scene.clone(),
        panes: some
            .iter()
            .map(|strategy| {
                let mut pane = PaneSettings::new(&strategy.id);
                if scene.id == "crowd" && strategy.param("iterations").is_some() {
                    // Five hundred states a second would fill the memory as well.
                    pane.params.set("iterations", Value::Number(4.0));
                }
                pane
            })
            .collect(),
        computer: ordinary(),
        hitches: vec![PlannedStall::of_render(1.0, 120.0)],
        ..Settings::default()
    })
}

/// The events as they are told.
#[derive(Default)]
struct Plain(Vec<Event>);

impl Fold for Plain {}

impl Observer for Plain {
    fn note(&mut self, event: &Event, _: &[Body]) {
        self.0.push(*event);
    }
}

/// A moment and what was seen of it.
type Seen = (Time, Vec<Body>);

/// What a pane showed and knew at a moment.
#[derive(Clone, Debug, PartialEq)]
struct Witness {
    frame: Option<(Time, Time, Vec<Body>)>,
    /// From which row to which, and what of which moment.
    torn: Vec<(f64, f64, Option<Seen>)>,
    watched: Vec<(WatchedName, Watched)>,
    updates_per_s: f64,
    waiting: Span,
    responding: bool,
    tally: Tally,
    recent_passes: Tally,
    dots: Vec<(Time, usize, glam::DVec2)>,
    way: Vec<glam::DVec2>,
    recent: Rc<Sums>,
    whole: Sums,
    did: Rc<PaneState>,
    lamp: Lamp,
    plotted: [Vec<Time>; 4],
}

impl Witness {
    fn of(session: &Session, index: usize) -> Witness {
        let (seen, now) = (session.seen(index), session.now());
        Witness {
            frame: seen.shown_frame().map(|frame| (frame.at, frame.drawn, frame.bodies.to_vec())),
            torn: {
                let bands = seen.torn().into_iter();
                bands.map(|b| (b.from_row, b.to_row, b.frame.map(|frame| (frame.drawn, frame.bodies.to_vec())))).collect()
            },
            watched: seen.watched(),
            updates_per_s: seen.recent().number("updates_per_s").unwrap_or(0.0),
            responding: seen.is_responding(),
            waiting: seen.metrics().window.waiting(seen.moment.at),
            tally: seen.tally(),
            recent_passes: seen.recent_passes(),
            recent: seen.recent(),
            whole: seen.whole(),
            did: seen.state(),
            lamp: seen.lamp(),
            plotted: Quantity::ALL.map(|quantity| {
                seen.pane.recording().plots.between(quantity, now - Span::from_secs(2.0), now).map(|cell| cell.at).collect()
            }),
            dots: seen.trail().dots.iter().map(|dot| (dot.left, dot.body, dot.pos)).collect(),
            way: seen.trail().path.iter().copied().collect(),
        }
    }

    fn all(session: &Session) -> Vec<Witness> {
        (0..session.lab().panes().len()).map(|index| Witness::of(session, index)).collect()
    }
}

/// Looks at moments while they are now and again later, and compares what `of` picks; how many panes tore.
fn scrub_back<W: PartialEq + std::fmt::Debug>(
    settings: Settings,
    of: impl Fn(Witness) -> W,
    mut change: impl FnMut(&mut Session, i64) -> bool,
) -> usize {
    let scene = settings.scene.id.clone();
    let mut session = paused(settings);
    let (mut seen, mut torn) = (Vec::new(), 0);
    // Moments that are on no grid: 4.999 s in 50 unequal steps.
    for step in 1..=50_i64 {
        let moment = Time::from_flicks(70_545_888 * step + step * step * 137);
        session.advance_to(moment);
        seen.push((moment, Witness::all(&session)));
        if change(&mut session, step) {
            seen.pop();
        }
    }
    session.advance_to(Time::from_secs(5.2));
    for (moment, witnesses) in seen.iter().rev() {
        session.act(Action::Transport(Move::Scrub(*moment)));
        assert_eq!(session.now(), *moment);
        for (index, expected) in witnesses.iter().enumerate() {
            let strategy = &*session.seen(index).strategy().id;
            torn += usize::from(!expected.torn.is_empty());
            assert_eq!(of(Witness::of(&session, index)), of(expected.clone()), "{strategy} in {scene} at {moment:?}");
        }
    }
    torn
}

fn paused(script: impl Into<Script>) -> Session {
    let mut session = Session::new(script).expect("these settings are allowed");
    session.act(Action::PlayPause);
    session
}

#[test]
fn scrubbing_to_any_moment_shows_exactly_what_was_shown_then() {
    for scene in worlds::ALL {
        for settings in laboratories(scene.id) {
            let torn = scrub_back(
                settings,
                |all| all,
                |session, step| {
                    if step == 20 {
                        session.act(Action::Lab(set_strategy(0, "fixed-interval")));
                    }
                    if step == 30 {
                        let computer = Computer { refresh_hz: 50.0, render_ms: 9.0, ..session.computer().clone() };
                        session.act(Action::Lab(set_computer(&computer)));
                    }
                    step == 20 || step == 30
                },
            );
            assert_eq!(torn, 0, "nothing tears with vsync");
        }
    }
}

#[test]
fn a_display_that_tore_shows_the_same_bands_again() {
    for settings in laboratories("curve-and-wall") {
        let panes = settings.panes.len();
        let computer = Computer { present: Present::Immediate, render_ms: 3.0, ..ordinary() };
        let torn = scrub_back(
            Settings { computer, ..settings },
            |all| (all.frame, all.torn),
            |session, step| {
                let computer = match step {
                    10 => Computer { gpu_ms: 7.0, refresh_hz: 50.0, ..session.computer().clone() },
                    20 => Computer { present: Present::Fifo, ..session.computer().clone() },
                    30 => Computer { present: Present::Immediate, refresh_hz: 59.94, ..session.computer().clone() },
                    40 => Computer { render_ms: 0.0, gpu_ms: 0.0, refresh_hz: 24.0, ..session.computer().clone() },
                    _ => return false,
                };
                session.act(Action::Lab(set_computer(&computer)));
                true
            },
        );
        assert!(torn > 20 * panes.min(4), "{torn} torn panes of {panes}");
    }
}

#[test]
fn steps_back_and_as_many_forward_lead_to_the_same_place() {
    for settings in laboratories("curve-and-wall") {
        let mut session = paused(settings);
        session.advance_to(Time::from_secs(2.345));
        for pane in 0..session.lab().panes().len() {
            session.act(Action::Select(pane));
            for unit in [Unit::Refresh, Unit::Turn, Unit::Event] {
                let here = Witness::all(&session);
                let mut back = Vec::new();
                for _ in 0..40 {
                    session.act(Action::Transport(Move::Back(unit)));
                    assert!(session.playhead().is_some());
                    back.push((session.playhead(), Witness::all(&session)));
                }
                back.pop();
                for (playhead, witness) in back.into_iter().rev() {
                    session.act(Action::Transport(Move::Forward(unit)));
                    assert_eq!(session.playhead(), playhead, "{unit:?}");
                    assert_eq!(Witness::all(&session), witness, "{unit:?}");
                }
                session.act(Action::Transport(Move::Forward(unit)));
                assert_eq!(session.playhead(), None, "{unit:?}");
                assert_eq!(Witness::all(&session), here);
                assert_eq!(session.lab().now(), Time::from_secs(2.345), "the laboratory has not moved");
            }
        }
    }
}

#[test]
fn a_step_forward_in_the_present_moves_the_laboratory_to_the_next_event_or_turn() {
    let mut session = paused(Settings::default());
    session.advance_to(Time::from_secs(1.0));
    let turns = |session: &Session| {
        let recording = session.lab().panes()[0].recording();
        recording.entries.event_before(usize::MAX, begins_turn)
    };
    let before = turns(&session);
    session.act(Action::Transport(Move::Forward(Unit::Turn)));
    assert!(session.lab().now() > Time::from_secs(1.0));
    assert!(turns(&session) > before);
    for _ in 0..100 {
        let event = |session: &Session| match session.playhead() {
            Some(playhead) => playhead.event.map(|(_, event)| event),
            None => session.lab().panes()[0].recording().entries.newest_event(),
        };
        let before = event(&session);
        session.act(Action::Transport(Move::Forward(Unit::Event)));
        let after = event(&session).expect("there are events");
        assert_eq!(session.lab().panes()[0].recording().entries.event_before(after, |_| true), before, "one event at a time");
    }
}

#[test]
fn playing_from_the_past_shows_the_recording_and_goes_on_in_the_present() {
    let mut session = paused(Settings::default());
    session.advance_to(Time::from_secs(3.0));
    session.act(Action::Transport(Move::Scrub(Time::from_secs(2.0))));
    session.act(Action::PlayPause);
    let mut last = session.now();
    for frame in 0..240 {
        session.frame(f64::from(frame) / 60.0);
        assert!(session.now() >= last);
        last = session.now();
        if last < Time::from_secs(3.0) {
            assert_eq!(session.lab().now(), Time::from_secs(3.0), "nothing new happens meanwhile");
        }
    }
    assert!(session.playhead().is_none() && session.is_playing());
    assert!(session.lab().now() > Time::from_secs(4.5));
}

#[test]
fn a_change_is_made_in_the_present() {
    let mut session = paused(Settings::default());
    session.advance_to(Time::from_secs(3.0));
    session.act(Action::Transport(Move::Scrub(Time::from_secs(1.0))));
    session.act(Action::Lab(Command::stall(100.0)));
    assert!(session.playhead().is_none());
    assert_eq!(session.lab().log()[0].at_flicks, Time::from_secs(3.0).flicks());
}

#[test]
fn running_on_from_the_past_is_a_fresh_run_with_the_same_commands() {
    for settings in laboratories("thin-wall") {
        let mut session = paused(settings.clone());
        let change = |session: &mut Session, render_ms: f64| {
            let computer = Computer { render_ms, ..session.computer().clone() };
            session.act(Action::Lab(set_computer(&computer)));
        };
        session.advance_to(Time::from_secs(1.0));
        change(&mut session, 40.0);
        session.advance_to(Time::from_secs(2.0));
        change(&mut session, 3.0);
        session.advance_to(Time::from_secs(4.0));
        let here = Time::from_secs(1.7);
        session.act(Action::Transport(Move::Scrub(here)));
        session.act(Action::Transport(Move::RunFromHere));
        while session.transport().rerun().is_some() {
            session.frame(0.0);
        }
        assert_eq!((session.lab().now(), session.playhead(), session.lab().log().len()), (here, None, 1));
        session.advance_to(Time::from_secs(5.0));

        let mut fresh = Lab::new(settings).expect("these settings are allowed");
        fresh.advance_to(Time::from_secs(1.0));
        fresh.command(session.lab().log()[0].command.clone()).expect("it was allowed once");
        fresh.advance_to(Time::from_secs(5.0));
        for (again, fresh) in session.lab().panes().iter().zip(fresh.panes()) {
            assert_eq!(again.computer().world().state_hash(), fresh.computer().world().state_hash());
            assert_eq!(again.computer().clock(), fresh.computer().clock());
            assert_eq!(again.recording().entries.newest_event(), fresh.recording().entries.newest_event());
        }
    }
}

/// A stall at 1 s, another load at 3 s.
fn scripted() -> Script {
    let at = |secs: f64, command: Command| TimedCommand { at_flicks: Time::from_secs(secs).flicks(), command };
    let slow = Computer { render_ms: 30.0, ..Computer::default() };
    let commands = vec![at(1.0, Command::stall(200.0)), at(3.0, set_computer(&slow))];
    check::script(Settings::default(), commands).expect("it is allowed")
}

#[test]
fn running_on_from_the_past_of_a_script_leaves_what_is_still_to_come() {
    let mut session = paused(scripted());
    session.advance_to(Time::from_secs(2.0));
    session.act(Action::Lab(Command::stall(50.0)));
    session.advance_to(Time::from_secs(4.0));
    assert_eq!(session.lab().log().len(), 3);
    let run_from = |session: &mut Session, secs: f64| {
        session.act(Action::Transport(Move::Scrub(Time::from_secs(secs))));
        session.act(Action::Transport(Move::RunFromHere));
        while session.transport().rerun().is_some() {
            session.frame(0.0);
        }
        assert_eq!((session.lab().now(), session.playhead()), (Time::from_secs(secs), None));
    };
    run_from(&mut session, 2.5);
    let lab = session.lab();
    assert_eq!((lab.log().len(), lab.is_as_scripted()), (2, false), "the script's stall, and the person's");
    assert!(lab.next_scripted().is_some_and(|next| next.at_flicks == Time::from_secs(3.0).flicks()));
    session.advance_to(Time::from_secs(4.0));
    let mut again = Lab::new(session.lab().recorded()).expect("what was done was allowed");
    again.advance_to(Time::from_secs(4.0));
    assert_eq!(session.computer().render_ms, 30.0, "the script has gone on");
    for (here, again) in session.lab().panes().iter().zip(again.panes()) {
        assert_eq!(here.computer().world().state_hash(), again.computer().world().state_hash());
    }

    run_from(&mut session, 1.5);
    assert!(session.lab().is_as_scripted(), "the person has not done anything yet");
    run_from(&mut session, 0.5);
    assert_eq!(session.lab().log().len(), 0);
    session.act(Action::Restart);
    assert_eq!(session.lab().script(), &scripted(), "as it was written");
}

#[test]
fn a_new_beginning_and_a_presentation_are_in_the_present() {
    let beginnings = [
        Action::Restart,
        Action::NextScenario(1),
        Action::Present(true),
        Action::Demonstrate,
        Action::Take,
        Action::Beside(Box::new(PaneSettings::new("semi-fixed"))),
        Action::ThreeComputers,
    ];
    for beginning in beginnings {
        let mut settings = Settings { scene: WorldChoice::new("curve-and-wall"), ..Settings::default() };
        settings.computer.render_ms = 95.0;
        let mut session = paused(settings);
        session.advance_to(Time::from_secs(3.0));
        session.act(Action::Transport(Move::WallReplay(PaneLetter(1))));
        assert!(session.transport().wall_replay().is_some());
        session.act(beginning.clone());
        assert_eq!((session.playhead(), session.transport().wall_replay().is_some()), (None, false), "{beginning:?}");
        let slow = matches!(beginning, Action::NextScenario(_));
        assert!(slow || session.speed() == 1.0, "{beginning:?}");
    }
}

#[test]
fn the_blocks_of_every_loop_fill_its_time_and_nothing_is_counted_twice() {
    for settings in laboratories("runner") {
        let mut session = paused(settings);
        session.advance_to(Time::from_secs(5.0));
        for pane in session.lab().panes() {
            let recording = pane.recording();
            let blocks = &recording.blocks;
            let (from, to) = (blocks.first().expect("it has begun"), Time::from_secs(5.0));
            let spent = tickscope_core::recording::cpu_blocks::between(&blocks.sums(from), &blocks.sums(to));
            let all = spent.iter().fold(Span::ZERO, |sum, span| sum + *span);
            assert_eq!(all, to - from);
            let updates = recording.steps.partition_point(|step| step.at < to);
            let updating = spent[BlockKind::Update as usize];
            // A twentieth of an update, half of one, or a whole one.
            let part = match &*pane.strategy().id {
                "spread-updates" => 0.05,
                "multi-rate" => 0.5,
                _ => 1.0,
            };
            let most = Span::from_millis(1.5 * part) * updates as i64;
            assert!(updating <= most && updating > most - Span::from_millis(1.5), "{}", pane.strategy().id);
            assert!(spent[BlockKind::Late as usize] > Span::ZERO || !recording.flips.range().is_empty());
            assert_eq!(recording.stalls.range().len(), 1);
        }
    }
}

#[test]
fn frames_that_are_never_displayed_are_counted_as_the_report_counts_them() {
    let mut settings = Settings::default();
    settings.computer.present = Present::Mailbox;
    settings.computer.render_ms = 3.0;
    let mut session = paused(settings);
    session.advance_to(Time::from_secs(4.0));
    let recording = session.lab().panes()[0].recording();
    let (shown, dropped) = (recording.flips.range().end, recording.timelines.dropped.range().end);
    assert_eq!(shown, 240);
    // 1333 frames were finished by then; one waits for its tick at most.
    assert!((1092..=1093).contains(&dropped), "{dropped}");
}

#[test]
fn the_lines_of_events_stand_in_their_loops_file_where_it_awaits() {
    for settings in laboratories("runner") {
        for (pane, choice) in settings.panes.iter().enumerate() {
            let run = Run::new(&settings, pane, 3.0).expect("these settings are allowed");
            let (plain, _) = run.fold(Plain::default()).expect("it runs");
            let code: Vec<&str> = strategies::find(&choice.strategy).expect("it exists").code.lines().collect();
            for event in &plain.0 {
                let Some(line) = event.line() else { continue };
                let text = code[line as usize - 1];
                let calls = match event {
                    Event::Update { .. } => &["host.update(", "host.update_part(", "host.jump_to("][..],
                    Event::Thought { .. } => &["host.think("],
                    Event::Sleep { .. } => &["host.sleep("],
                    _ => &["host.render("],
                };
                let calls = calls.iter().any(|call| text.contains(call));
                assert!(calls && text.contains(".await"), "{}:{line}: {text}", choice.strategy);
            }
        }
    }
}

#[test]
fn the_first_tunnel_of_a_mover_is_found_with_the_step_that_made_it() {
    for (scene, strategy) in [("curve-and-wall", "variable-delta"), ("thin-wall", "variable-delta"), ("thin-wall", "fixed-fps")] {
        let mut settings =
            Settings { scene: WorldChoice::new(scene), panes: vec![PaneSettings::new(strategy)], ..Settings::default() };
        settings.computer.render_ms = 95.0;
        let mut session = paused(settings);
        session.advance_to(Time::from_secs(4.0));
        assert!(session.transport().offers(session.lab(), &session.lab().panes()[0]), "{scene}");
        session.act(Action::Transport(Move::WallReplay(PaneLetter(0))));
        assert!(!session.transport().offers(session.lab(), &session.lab().panes()[0]), "it is offered once");
        let crossing = session.transport().wall_replay().expect("it is shown").crossing.clone();
        assert!(crossing.before.state == State::Moving || crossing.before.state == State::Waiting, "{crossing:?}");
        assert!(crossing.arc.first().is_some_and(|body| body.state != State::Caught));
        assert!(crossing.arc.last().is_some_and(|body| body.state == State::Caught), "the exact motion meets the wall in it");
        assert!(crossing.from < crossing.at && crossing.at < crossing.to);
        let strategy = session.seen(0).strategy();
        let code: Vec<&str> = strategy.code.lines().collect();
        assert!(code[crossing.line as usize - 1].contains("host.update("));
        assert_eq!(session.speed(), 0.01);
        for frame in 0..3000 {
            session.frame(f64::from(frame) / 60.0);
        }
        assert!(!session.is_playing(), "it stops at its end");
        assert_eq!(session.now(), crossing.to.min(session.lab().now()));
        session.act(Action::Transport(Move::ToLive));
        assert_eq!((session.speed(), session.playhead()), (1.0, None));
    }
}

/// A pane that does as much as one can: no vsync, no load, a step a millisecond.
fn busy(scene: &str) -> Settings {
    let mut settings = Settings { scene: WorldChoice::new(scene), ..Settings::default() };
    let ids = ["fixed-interval", "variable-delta", "frame-based", "clamped-accumulator", "semi-fixed", "fixed-interpolated"];
    settings.panes = ids.map(PaneSettings::new).into();
    settings.computer = Computer { present: Present::Mailbox, render_ms: 0.1, refresh_hz: 1000.0, ..Computer::default() };
    settings
}

#[test]
fn a_recording_keeps_to_its_memory_however_much_happens() {
    for scene in sampled(worlds::ALL) {
        let mut lab = Lab::new(busy(scene.id)).expect("these settings are allowed");
        // The more bodies, the sooner it is full.
        let bodies = lab.panes()[0].computer().world().bodies().len();
        lab.advance_to(Time::from_secs(match bodies {
            0..=8 => 12.0,
            9..100 => 3.0,
            _ => 1.0,
        }));
        for pane in lab.panes() {
            let bytes = pane.recording().bytes();
            assert!(bytes <= MOST_BYTES, "{} in {}: {bytes} bytes", pane.strategy().id, scene.id);
        }
    }
}

#[test]
fn at_ordinary_rates_the_recording_reaches_back_twenty_seconds_in_little_memory() {
    let mut lab = Lab::new(laboratories("curve-and-wall").next().expect("there are loops")).expect("they are allowed");
    lab.advance_to(Time::from_secs(60.0));
    for pane in lab.panes() {
        let recording = pane.recording();
        let reach = recording.reach(lab.now());
        assert_eq!((reach.events, reach.states), (Span::from_secs(20.0), Span::from_secs(20.0)));
        assert!(recording.bytes() < 4 * 1024 * 1024, "{} bytes", recording.bytes());
    }
}

#[test]
fn a_world_of_very_many_bodies_is_remembered_for_less_long_and_says_so() {
    let settings = Settings { panes: vec![PaneSettings::new("frame-based")], ..Settings::default() };
    let setup = PaneSetup { index: 0, settings: &settings, at: Time::ZERO };
    let mut recording = Recording::of(&setup).expect("these settings are allowed");
    let mut bodies = vec![Body::default(); 5000];
    for frame in 0..1200_i64 {
        let at = Time::ZERO + Span::from_hz(60.0) * frame;
        for body in &mut bodies {
            body.pos.x += 1.5;
        }
        recording.note(&Event::Update { at, end: at, dt: Span::from_hz(60.0), sim: at, line: 1 }, &bodies);
        recording.note(&Event::Display { at, drawn: at, frame: 1 }, &bodies);
    }
    let now = Time::from_secs(20.0);
    let reach = recording.reach(now);
    assert_eq!(reach.events, Span::from_secs(20.0));
    assert!(reach.states < Span::from_secs(2.0) && reach.states > Span::from_millis(100.0), "{:?}", reach.states);
    assert!(recording.bytes() <= MOST_BYTES);
    let bodies = |at: Time| {
        let flip = recording.flips.partition_point(|flip| flip.at <= at) - 1;
        (recording.flips.get(flip).is_some(), recording.shown(flip).map(|shown| shown.bodies.len()))
    };
    assert_eq!(bodies(Time::from_secs(10.0)), (true, None));
    assert_eq!(bodies(now - Span::from_millis(60.0)), (true, Some(5000)));
}
