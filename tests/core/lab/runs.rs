//! A run is a value: it is the same however it is advanced, and a fork has its past to the bit.

use crate::common::{any_settings, cases, command, ids, set_computer};
use proptest::prelude::*;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::lab::run::cursor::ScriptCursor;
use tickscope_core::lab::run::fold::Fold;
use tickscope_core::lab::run::pane_run::PaneRun;
use tickscope_core::lab::run::running::Running;
use tickscope_core::lab::run::setup::PaneSetup;
use tickscope_core::model::check;
use tickscope_core::model::config::command::{Command, TimedCommand};
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::script::{Origin, Script};
use tickscope_core::model::config::settings::{PaneSettings, PlannedStall, Settings, WorldChoice};
use tickscope_core::model::machine::event::{Event, Observer};
use tickscope_core::model::world::body::Body;

/// Every event, with the positions of the bodies after each update.
#[derive(Clone, Debug, Default, PartialEq)]
struct Told(Vec<(Event, Vec<[u64; 2]>)>);

impl Observer for Told {
    fn note(&mut self, event: &Event, bodies: &[Body]) {
        let bits = bodies.iter().map(|body| body.pos.to_array().map(f64::to_bits)).collect();
        self.0.push((*event, bits));
    }
}

impl Fold for Told {}

#[allow(clippy::unnecessary_wraps, reason = "the shape of a fold's maker")]
fn told(_: &PaneSetup) -> Result<Told, Invalid> {
    Ok(Told::default())
}

fn secs(seconds: f64) -> Time {
    Time::from_secs(seconds)
}

fn at(seconds: f64, command: Command) -> TimedCommand {
    TimedCommand { at_flicks: secs(seconds).flicks(), command }
}

/// Returns a computer on which no two frames are alike.
fn uneven() -> Computer {
    Computer { render_ms: 0.0, noise_lo_ms: 2.0, noise_hi_ms: 40.0, wake_hi_ms: 1.0, update_ms: 1.0, ..Computer::default() }
}

/// Returns everything in which runs differ: every event of every pane, and its last state.
fn everything(run: &Running<Told>) -> Vec<(PaneLetter, Told, u64, Time)> {
    let of = |pane: &PaneRun<Told>| {
        let computer = pane.computer();
        (pane.letter(), pane.fold().clone(), computer.world().state_hash(), computer.clock())
    };
    run.panes().iter().map(of).collect()
}

#[test]
fn a_fork_of_every_loop_has_the_same_past_to_the_bit_and_its_own_future() {
    for id in ids() {
        let hitches = vec![PlannedStall::of_render(0.7, 120.0)];
        let panes = vec![PaneSettings::new(id)];
        let settings =
            Settings { computer: uneven(), scene: WorldChoice::new("thin-wall"), hitches, panes, ..Settings::default() };
        let mut run = Running::start(&settings, told).unwrap();
        run.advance_to(secs(1.0));
        run.command(Command::stall(50.0)).unwrap();
        run.advance_to(secs(2.3));
        let then = everything(&run);
        run.advance_to(secs(3.0));
        run.command(set_computer(&Computer { render_ms: 60.0, ..uneven() })).unwrap();
        run.advance_to(secs(4.0));

        let mut fork = run.fork(secs(2.3)).unwrap();
        assert_eq!(everything(&fork), then, "{id}");
        assert_eq!((fork.now(), fork.log().len()), (secs(2.3), 1), "{id}");

        // Given the same, it does the same; given something else, something else.
        let mut other = fork.fork(secs(2.3)).unwrap();
        fork.advance_to(secs(3.0));
        fork.command(run.log()[1].command.clone()).unwrap();
        fork.advance_to(secs(4.0));
        assert_eq!(everything(&fork), everything(&run), "{id}");
        other.command(Command::stall(400.0)).unwrap();
        other.advance_to(secs(4.0));
        assert_ne!(everything(&other), everything(&run), "{id}");
    }
}

#[test]
fn a_fork_lets_the_script_go_on_and_knows_what_was_not_scripted() {
    let commands = vec![
        at(0.0, Command::stall(20.0)),
        at(1.0, Command::AddPane(PaneSettings::new("semi-fixed"))),
        at(3.0, Command::ClosePane(PaneLetter(4))),
    ];
    let script = check::script(Settings::default(), commands).unwrap();
    let mut lab = Lab::new(&script).unwrap();
    lab.advance_to(secs(2.0));
    lab.command(Command::Tap).unwrap();
    lab.advance_to(secs(4.0));
    assert_eq!((lab.panes().len(), lab.log().len(), lab.is_as_scripted()), (4, 4, false));

    let before = lab.fork(secs(1.5)).unwrap();
    assert_eq!((before.panes().len(), before.log().len(), before.is_as_scripted()), (5, 2, true));
    assert_eq!(before.recorded(), script);
    let mut after = lab.fork(secs(2.5)).unwrap();
    assert_eq!((after.log(), after.is_as_scripted()), (&lab.log()[..3], false));
    assert_eq!(after.next_scripted(), script.commands().last());
    after.advance_to(secs(4.0));
    assert_eq!((after.log(), after.panes().len()), (lab.log(), 4));
    assert_eq!(lab.fork(secs(60.0)).unwrap().now(), lab.now(), "there is no fork of what has not happened");
}

#[test]
fn what_was_given_at_the_very_beginning_is_in_a_fork_of_the_beginning() {
    let mut lab = Lab::new(Settings::default()).unwrap();
    lab.command(Command::SwapPanes(PaneLetter(0), PaneLetter(1))).unwrap();
    lab.advance_to(secs(1.0));
    let fork = lab.fork(Time::ZERO).unwrap();
    assert_eq!((fork.log(), fork.settings()), (lab.log(), lab.settings()));
}

#[test]
fn a_pane_keeps_its_letter_wherever_it_stands() {
    let mut lab = Lab::new(Settings::default()).unwrap();
    let letters = |lab: &Lab| lab.panes().iter().map(|pane| pane.letter().letter()).collect::<String>();
    assert_eq!(letters(&lab), "ABCD");
    lab.command(Command::SwapPanes(PaneLetter(0), PaneLetter(3))).unwrap();
    lab.command(Command::ClosePane(PaneLetter(3))).unwrap();
    assert_eq!(letters(&lab), "BCA");
    // The first free letter, which was that of a closed pane.
    lab.command(Command::AddPane(PaneSettings::new("semi-fixed"))).unwrap();
    lab.command(Command::AddPane(PaneSettings::new("semi-fixed"))).unwrap();
    assert_eq!(letters(&lab), "BCADE");
    lab.command(Command::ClosePane(PaneLetter(2))).unwrap();
    assert_eq!((lab.index_of(PaneLetter(0)), lab.index_of(PaneLetter(2)), lab.index_of(PaneLetter(4))), (Some(1), None, Some(3)));
    assert!(lab.pane(PaneLetter(2)).is_none() && lab.pane(PaneLetter(1)).is_some());
    let same = PaneSettings { letter: Some(PaneLetter(0)), ..PaneSettings::new("semi-fixed") };
    assert!(lab.command(Command::AddPane(same)).is_err(), "no letter is given twice");
}

#[test]
fn a_pane_that_is_opened_again_is_as_if_it_had_never_been_closed() {
    let mut lab = Lab::new(Settings { computer: uneven(), ..Settings::default() }).unwrap();
    let mut never_closed = Lab::new(Settings { computer: uneven(), ..Settings::default() }).unwrap();
    lab.advance_to(secs(1.0));
    lab.command(Command::ClosePane(PaneLetter(1))).unwrap();
    for lab in [&mut lab, &mut never_closed] {
        lab.advance_to(secs(1.5));
        lab.command(Command::stall(100.0)).unwrap();
        lab.advance_to(secs(2.0));
    }
    assert!(lab.reopen(0).is_err(), "it is open");
    lab.reopen(1).unwrap();
    for lab in [&mut lab, &mut never_closed] {
        lab.advance_to(secs(2.5));
    }
    assert_eq!((lab.settings(), lab.log()), (never_closed.settings(), never_closed.log()));
    let states =
        |lab: &Lab| lab.panes().iter().map(|pane| (pane.letter(), pane.computer().world().state_hash())).collect::<Vec<_>>();
    assert_eq!(states(&lab), states(&never_closed));
    let fork = lab.fork(secs(2.5)).unwrap();
    assert_eq!(states(&fork), states(&lab), "the log makes the same past");
}

#[test]
fn a_run_of_one_pane_gives_it_the_letter_that_it_has_among_the_others() {
    let commands = vec![
        at(0.5, Command::AddPane(PaneSettings::new("semi-fixed"))),
        at(1.0, Command::ClosePane(PaneLetter(0))),
        at(1.5, Command::AddPane(PaneSettings::new("fixed-fps"))),
    ];
    let script = check::script(Settings::default(), commands).unwrap();
    assert_eq!(ScriptCursor::number_of(&script, Origin::Command(2)), Some(5));
    assert_eq!(ScriptCursor::number_of(&script, Origin::Command(1)), None, "it closes a pane");
    let mut lab = Lab::new(&script).unwrap();
    lab.advance_to(secs(2.0));
    // The first pane is closed, and its letter given to the last one.
    let letters = [1, 2, 3, 4, 0].map(PaneLetter);
    for (letter, origin) in letters.into_iter().zip(script.every_pane().skip(1)) {
        let mut alone = Run::of(&script, origin, 10.0).unwrap().start(|_| Ok(())).unwrap();
        alone.advance_to(secs(2.0));
        assert_eq!(alone.panes()[0].letter(), letter);
        let hash = lab.pane(letter).unwrap().computer().world().state_hash();
        assert_eq!(alone.panes()[0].computer().world().state_hash(), hash, "{origin:?}");
    }
    assert!(Run::of(&script, Origin::Command(1), 1.0).is_err() && Run::new(&script, 4, 1.0).is_err());
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn any_run_can_be_forked_at_any_moment(
        settings in any_settings(),
        commands in prop::collection::vec((0.0..0.3_f64, command()), 0..6),
        share in 0.0..=1.0_f64,
    ) {
        let mut run = Running::start(settings, told).unwrap();
        for (wait, command) in commands {
            run.advance_to(run.now() + Span::from_secs(wait));
            let _ = run.command(command); // Many are refused.
        }
        run.advance_to(run.now() + Span::from_secs(0.3));
        let moment = Time::from_secs(run.now().as_secs() * share);
        let mut fork = run.fork(moment).unwrap();
        prop_assert_eq!(fork.now(), moment.min(run.now()));
        let rest: Vec<TimedCommand> = run.log()[fork.log().len()..].to_vec();
        for TimedCommand { at_flicks, command } in rest {
            fork.advance_to(Time::from_flicks(at_flicks));
            fork.command(command).unwrap();
        }
        fork.advance_to(run.now());
        prop_assert_eq!(everything(&fork), everything(&run));
        let mut again = Running::start(run.recorded(), told).unwrap();
        again.advance_to(run.now());
        prop_assert_eq!(everything(&again), everything(&run));
    }
}

#[test]
fn a_script_without_its_settings_panes_is_refused() {
    let many = Settings { panes: vec![PaneSettings::new("frame-based"); 7], ..Settings::default() };
    assert!(Running::start(Script::from(&many), told).is_err(), "a laboratory has six at most");
    assert!(Run::new(&many, 6, 1.0).unwrap().fold(()).is_ok(), "a run of one pane is not a laboratory");
}
