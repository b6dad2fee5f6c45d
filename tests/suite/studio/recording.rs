//! Looking back: what was recorded is shown again exactly as it was, for every loop in every world.

use crate::common::{laboratories, ordinary, set_computer, set_strategy};
use crate::tiers::sampled;
use std::rc::Rc;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, RunAction, ViewAction, WindowAction};
use tickscope::studio::session::playhead::{Move, Unit};
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::instruments::lamp::Lamp;
use tickscope_core::lab::instruments::plots::{Plots, Quantity};
use tickscope_core::lab::metrics::totals::Sums;
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::lab::recording::entries::begins_turn;
use tickscope_core::lab::symptoms::symptom::PaneState;
use tickscope_core::model::config::command::{Command, TimedCommand};
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::script::Script;
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};
use tickscope_core::model::machine::event::{Watched, WatchedName};
use tickscope_core::model::world::body::{Body, BodyState, Tally};
use tickscope_core::model::{check, worlds};

/// A moment and what was seen of it.
type Seen = (Time, Vec<Body>);

/// The picture and the numbers of a pane at a moment.
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
        let (seen, now) = (session.run.seen(index), session.run.now());
        Witness {
            frame: seen.shown_frame().map(|frame| (frame.at, frame.drawn, frame.bodies.to_vec())),
            torn: {
                let bands = seen.torn().into_iter();
                bands.map(|b| (b.from_row, b.to_row, b.frame.map(|frame| (frame.drawn, frame.bodies.to_vec())))).collect()
            },
            watched: seen.watched(),
            updates_per_s: seen.recent().number("updates_per_s").unwrap_or(0.0),
            responding: seen.is_responding(),
            waiting: seen.waiting(),
            tally: seen.tally(),
            recent: seen.recent(),
            whole: seen.whole(),
            did: seen.state(),
            lamp: seen.lamp(),
            plotted: [Quantity::FrameTime, Quantity::StepSize, Quantity::UpdatesPerTurn, Quantity::Lead].map(|quantity| {
                seen.pane
                    .recording()
                    .read::<Plots>()
                    .between(quantity, now - Span::from_secs(2.0), now)
                    .map(|cell| cell.at)
                    .collect()
            }),
            dots: seen.trail().dots.iter().map(|dot| (dot.left, dot.body, dot.pos)).collect(),
            way: seen.trail().path.iter().copied().collect(),
        }
    }

    fn all(session: &Session) -> Vec<Witness> {
        (0..session.run.lab.panes().len()).map(|index| Witness::of(session, index)).collect()
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
        session.act(Action::View(ViewAction::Transport(Move::Scrub(*moment))));
        assert_eq!(session.run.now(), *moment);
        for (index, expected) in witnesses.iter().enumerate() {
            let strategy = &*session.run.seen(index).strategy().id;
            torn += usize::from(!expected.torn.is_empty());
            assert_eq!(of(Witness::of(&session, index)), of(expected.clone()), "{strategy} in {scene} at {moment:?}");
        }
    }
    torn
}

fn paused(script: impl Into<Script>) -> Session {
    let mut session = Session::new(script).expect("these settings are allowed");
    session.act(Action::View(ViewAction::PlayPause));
    session
}

#[test]
fn scrubbing_to_any_moment_shows_exactly_what_was_shown_then() {
    for settings in sampled(worlds::ALL.iter().flat_map(|scene| laboratories(scene.id))) {
        let torn = scrub_back(
            settings,
            |all| all,
            |session, step| {
                if step == 20 {
                    session.act(Action::Lab(set_strategy(0, "fixed-interval")));
                }
                if step == 30 {
                    let computer = Computer { refresh_hz: 50.0, render_ms: 9.0, ..session.run.computer().clone() };
                    session.act(Action::Lab(set_computer(&computer)));
                }
                step == 20 || step == 30
            },
        );
        assert_eq!(torn, 0, "nothing tears with vsync");
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
                    10 => Computer { gpu_ms: 7.0, refresh_hz: 50.0, ..session.run.computer().clone() },
                    20 => Computer { present: Present::Fifo, ..session.run.computer().clone() },
                    30 => Computer { present: Present::Immediate, refresh_hz: 59.94, ..session.run.computer().clone() },
                    40 => Computer { render_ms: 0.0, gpu_ms: 0.0, refresh_hz: 24.0, ..session.run.computer().clone() },
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
        for pane in 0..session.run.lab.panes().len() {
            session.act(Action::View(ViewAction::Select(pane)));
            for unit in [Unit::Refresh, Unit::Turn, Unit::Event] {
                let here = Witness::all(&session);
                let mut back = Vec::new();
                for _ in 0..40 {
                    session.act(Action::View(ViewAction::Transport(Move::Back(unit))));
                    assert!(session.run.transport.playhead.is_some());
                    back.push((session.run.transport.playhead, Witness::all(&session)));
                }
                back.pop();
                for (playhead, witness) in back.into_iter().rev() {
                    session.act(Action::View(ViewAction::Transport(Move::Forward(unit))));
                    assert_eq!(session.run.transport.playhead, playhead, "{unit:?}");
                    assert_eq!(Witness::all(&session), witness, "{unit:?}");
                }
                session.act(Action::View(ViewAction::Transport(Move::Forward(unit))));
                assert_eq!(session.run.transport.playhead, None, "{unit:?}");
                assert_eq!(Witness::all(&session), here);
                assert_eq!(session.run.lab.now(), Time::from_secs(2.345), "the laboratory has not moved");
            }
        }
    }
}

#[test]
fn a_step_forward_in_the_present_moves_the_laboratory_to_the_next_event_or_turn() {
    let mut session = paused(Settings::default());
    session.advance_to(Time::from_secs(1.0));
    let turns = |session: &Session| {
        let recording = session.run.lab.panes()[0].recording();
        recording.entries.event_before(usize::MAX, begins_turn)
    };
    let before = turns(&session);
    session.act(Action::View(ViewAction::Transport(Move::Forward(Unit::Turn))));
    assert!(session.run.lab.now() > Time::from_secs(1.0));
    assert!(turns(&session) > before);
    for _ in 0..100 {
        let event = |session: &Session| match session.run.transport.playhead {
            Some(playhead) => playhead.event.map(|(_, event)| event),
            None => session.run.lab.panes()[0].recording().entries.newest_event(),
        };
        let before = event(&session);
        session.act(Action::View(ViewAction::Transport(Move::Forward(Unit::Event))));
        let after = event(&session).expect("there are events");
        assert_eq!(session.run.lab.panes()[0].recording().entries.event_before(after, |_| true), before, "one event at a time");
    }
}

#[test]
fn playing_from_the_past_shows_the_recording_and_goes_on_in_the_present() {
    let mut session = paused(Settings::default());
    session.advance_to(Time::from_secs(3.0));
    session.act(Action::View(ViewAction::Transport(Move::Scrub(Time::from_secs(2.0)))));
    session.act(Action::View(ViewAction::PlayPause));
    let mut last = session.run.now();
    for frame in 0..240 {
        session.frame(f64::from(frame) / 60.0);
        assert!(session.run.now() >= last);
        last = session.run.now();
        if last < Time::from_secs(3.0) {
            assert_eq!(session.run.lab.now(), Time::from_secs(3.0), "nothing new happens meanwhile");
        }
    }
    assert!(session.run.transport.playhead.is_none() && session.is_playing());
    assert!(session.run.lab.now() > Time::from_secs(4.5));
}

#[test]
fn a_change_is_made_in_the_present() {
    let mut session = paused(Settings::default());
    session.advance_to(Time::from_secs(3.0));
    session.act(Action::View(ViewAction::Transport(Move::Scrub(Time::from_secs(1.0)))));
    session.act(Action::Lab(Command::stall(100.0)));
    assert!(session.run.transport.playhead.is_none());
    assert_eq!(session.run.lab.log()[0].at_flicks, Time::from_secs(3.0).flicks());
}

#[test]
fn running_on_from_the_past_is_a_fresh_run_with_the_same_commands() {
    for settings in laboratories("thin-wall") {
        let mut session = paused(settings.clone());
        let change = |session: &mut Session, render_ms: f64| {
            let computer = Computer { render_ms, ..session.run.computer().clone() };
            session.act(Action::Lab(set_computer(&computer)));
        };
        session.advance_to(Time::from_secs(1.0));
        change(&mut session, 40.0);
        session.advance_to(Time::from_secs(2.0));
        change(&mut session, 3.0);
        session.advance_to(Time::from_secs(4.0));
        let here = Time::from_secs(1.7);
        session.act(Action::View(ViewAction::Transport(Move::Scrub(here))));
        session.act(Action::View(ViewAction::Transport(Move::RunFromHere)));
        while session.run.transport.rerun().is_some() {
            session.frame(0.0);
        }
        assert_eq!((session.run.lab.now(), session.run.transport.playhead, session.run.lab.log().len()), (here, None, 1));
        session.advance_to(Time::from_secs(5.0));

        let mut fresh = Lab::new(settings).expect("these settings are allowed");
        fresh.advance_to(Time::from_secs(1.0));
        fresh.command(session.run.lab.log()[0].command.clone()).expect("it was allowed once");
        fresh.advance_to(Time::from_secs(5.0));
        for (again, fresh) in session.run.lab.panes().iter().zip(fresh.panes()) {
            assert_eq!(again.computer().world().state_hash(), fresh.computer().world().state_hash());
            assert_eq!(again.computer().clock(), fresh.computer().clock());
            assert_eq!(again.recording().entries.newest_event(), fresh.recording().entries.newest_event());
        }
    }
}

/// Returns a stall at 1 s, another load at 3 s.
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
    assert_eq!(session.run.lab.log().len(), 3);
    let run_from = |session: &mut Session, secs: f64| {
        session.act(Action::View(ViewAction::Transport(Move::Scrub(Time::from_secs(secs)))));
        session.act(Action::View(ViewAction::Transport(Move::RunFromHere)));
        while session.run.transport.rerun().is_some() {
            session.frame(0.0);
        }
        assert_eq!((session.run.lab.now(), session.run.transport.playhead), (Time::from_secs(secs), None));
    };
    run_from(&mut session, 2.5);
    let lab = &session.run.lab;
    assert_eq!((lab.log().len(), lab.is_as_scripted()), (2, false), "the script's stall, and the person's");
    assert!(lab.next_scripted().is_some_and(|next| next.at_flicks == Time::from_secs(3.0).flicks()));
    session.advance_to(Time::from_secs(4.0));
    let mut again = Lab::new(session.run.lab.recorded()).expect("what was done was allowed");
    again.advance_to(Time::from_secs(4.0));
    assert_eq!(session.run.computer().render_ms, 30.0, "the script has gone on");
    for (here, again) in session.run.lab.panes().iter().zip(again.panes()) {
        assert_eq!(here.computer().world().state_hash(), again.computer().world().state_hash());
    }

    run_from(&mut session, 1.5);
    assert!(session.run.lab.is_as_scripted(), "the person has not done anything yet");
    run_from(&mut session, 0.5);
    assert_eq!(session.run.lab.log().len(), 0);
    session.act(Action::Run(RunAction::Restart));
    assert_eq!(session.run.lab.script(), &scripted(), "as it was written");
}

#[test]
fn a_new_beginning_and_a_presentation_are_in_the_present() {
    let beginnings = [
        Action::Run(RunAction::Restart),
        Action::Run(RunAction::NextScenario(1)),
        Action::Window(WindowAction::Present(true)),
        Action::Run(RunAction::Demonstrate),
        Action::Window(WindowAction::Take),
        Action::Run(RunAction::Beside(Box::new(PaneSettings::new("semi-fixed")))),
        Action::Run(RunAction::ThreeComputers),
    ];
    for beginning in beginnings {
        let mut settings = Settings { scene: WorldChoice::new("curve-and-wall"), ..Settings::default() };
        settings.computer.render_ms = 95.0;
        let mut session = paused(settings);
        session.advance_to(Time::from_secs(3.0));
        session.act(Action::View(ViewAction::Transport(Move::WallReplay(PaneLetter(1)))));
        assert!(session.run.transport.wall_replay().is_some());
        session.act(beginning.clone());
        assert_eq!(
            (session.run.transport.playhead, session.run.transport.wall_replay().is_some()),
            (None, false),
            "{beginning:?}"
        );
        let slow = matches!(beginning, Action::Run(RunAction::NextScenario(_)));
        assert!(slow || session.run.speed == 1.0, "{beginning:?}");
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
        assert!(session.run.transport.offers(&session.run.lab.panes()[0]), "{scene}");
        session.act(Action::View(ViewAction::Transport(Move::WallReplay(PaneLetter(0)))));
        assert!(!session.run.transport.offers(&session.run.lab.panes()[0]), "it is offered once");
        let crossing = session.run.transport.wall_replay().expect("it is shown").crossing.clone();
        assert!(crossing.before.state == BodyState::Moving || crossing.before.state == BodyState::Waiting, "{crossing:?}");
        assert!(crossing.arc.first().is_some_and(|body| body.state != BodyState::Caught));
        assert!(crossing.arc.last().is_some_and(|body| body.state == BodyState::Caught), "the exact motion meets the wall in it");
        assert!(crossing.from < crossing.at && crossing.at < crossing.to);
        let strategy = session.run.seen(0).strategy();
        let code: Vec<&str> = strategy.code.lines().collect();
        assert!(code[crossing.line as usize - 1].contains("host.update("));
        assert_eq!(session.run.speed, 0.01);
        for frame in 0..3000 {
            session.frame(f64::from(frame) / 60.0);
        }
        assert!(!session.is_playing(), "it stops at its end");
        assert_eq!(session.run.now(), crossing.to.min(session.run.lab.now()));
        session.act(Action::View(ViewAction::Transport(Move::ToLive)));
        assert_eq!((session.run.speed, session.run.transport.playhead), (1.0, None));
    }
}
