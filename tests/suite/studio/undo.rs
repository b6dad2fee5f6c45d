//! Undo and redo: whatever a person does, the settings go back and come again, and what was replaced comes back as it stood.

use crate::common::{
    COMMANDS, cases, change_computer, command, command_name, set_option, set_own_computer, set_param, set_paused,
    set_presentation, set_strategy, share_computer,
};
use allocation_counter::measure;
use proptest::prelude::*;
use std::collections::BTreeSet;
use tickscope::studio::lesson;
use tickscope::studio::scenario::builtin;
use tickscope::studio::scenario::unopened::UnopenedScenario;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{
    Action, Card, Dialog, HelpPage, LessonAction, LoopsAction, Notice, Request, RunAction, ViewAction, WindowAction,
};
use tickscope::studio::session::playhead::Move;
use tickscope::studio::view::{CameraView, Theme, View};
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::Time;
use tickscope_core::model::config::command::{Command, TimedCommand};
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::control::{ControlChange, ControlInput};
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::patch::{Owner, Patch};
use tickscope_core::model::config::settings::{PaneSettings, Presentation, Settings, StallOn, WorldChoice};
use tickscope_core::model::strategies;

fn session_of(settings: Settings) -> Session {
    let mut session = Session::new(settings).expect("these settings are allowed");
    session.act(Action::View(ViewAction::PlayPause));
    session
}

fn session() -> Session {
    session_of(Settings::default())
}

/// Does what a click does, with the pointer's press before it.
fn click(session: &mut Session, action: Action) {
    session.act(Action::Hold(true));
    session.act(Action::Hold(false));
    session.act(action);
}

/// Returns one command of each kind that sets something, allowed in these settings one after the other.
fn one_of_each() -> (Settings, Vec<Command>) {
    let mut settings = Settings { scene: WorldChoice::new("clocks"), ..Settings::default() };
    settings.panes[2].params.set("max_fps", Value::Number(90.0));
    let own = Computer { timer_ms: 5.0, wake_hi_ms: 2.0, ..Computer::default() };
    let commands = vec![
        change_computer(&Computer { render_ms: 40.0, refresh_hz: 120.0, ..Computer::default() }),
        set_own_computer(1, &own),
        share_computer(1),
        set_param(2, "max_fps", Value::Number(75.0)),
        set_param(2, "min_fps", Value::Number(12.0)),
        set_presentation(2, Some(Presentation::Latest)),
        set_strategy(2, "semi-fixed"),
        set_paused(true),
        set_option("hand", Value::Word("paused".to_owned())),
        Command::AddPane(PaneSettings::new("fixed-interpolated")),
        Command::SwapPanes(PaneLetter(0), PaneLetter(3)),
        Command::ClosePane(PaneLetter(1)),
    ];
    (settings, commands)
}

#[test]
fn every_kind_of_command_is_undone_and_redone_by_commands_given_now() {
    let (settings, commands) = one_of_each();
    let mut session = session_of(settings);
    let mut states = vec![session.run.lab.settings().clone()];
    let mut kinds = BTreeSet::new();
    for command in commands {
        kinds.insert(command_name(&command));
        click(&mut session, Action::Lab(command.clone()));
        assert_eq!(session.refusal, None, "{command:?}");
        states.push(session.run.lab.settings().clone());
        session.advance_to(Time::from_secs(states.len() as f64 * 0.1));
    }
    let sets_nothing = BTreeSet::from(["Stall", "Tap", "Steer"]);
    assert_eq!(kinds.union(&sets_nothing).copied().collect::<BTreeSet<_>>(), COMMANDS.iter().copied().collect());
    let given = session.run.lab.log().len();
    for round in 0..2 {
        for state in states.iter().rev().skip(1) {
            let undone = session.can_undo().expect("there is a step").to_owned();
            session.act(Action::Undo);
            assert_eq!(session.refusal, None, "{undone}");
            assert_eq!(session.run.lab.settings(), state, "round {round}: {undone} is undone");
        }
        assert_eq!(session.can_undo(), None);
        for state in states.iter().skip(1) {
            let redone = session.can_redo().expect("it was undone").to_owned();
            session.act(Action::Redo);
            assert_eq!(session.run.lab.settings(), state, "round {round}: {redone} is redone");
        }
        assert_eq!(session.can_redo(), None);
    }
    assert!(session.run.lab.log().len() >= given + 30, "each of them is a command in the log");
    let now = session.run.lab.now();
    assert!(session.run.lab.log().iter().rev().take(20).all(|logged| logged.at_flicks == now.flicks()), "nothing is rewound");
}

#[test]
fn a_step_is_told_by_the_names_that_stand_beside_the_controls() {
    let mut session = session_of(Settings { scene: WorldChoice::new("thin-wall"), ..Settings::default() });
    let view = session.run.view;
    let param = |name: &str, value: f64| set_param(2, name, Value::Number(value));
    let steps = [
        (Action::Lab(param("max_fps", 50.0)), "C: Max FPS 50.0 Hz"),
        (Action::Lab(set_strategy(0, "fixed-fps")), "A: Fixed FPS"),
        (Action::Run(RunAction::SceneOption("wall_thickness".to_owned(), Value::Number(8.0))), "Wall thickness 8"),
        (Action::View(ViewAction::Change(View { whole_pixels: true, ..view })), "Whole pixels"),
        (Action::View(ViewAction::Change(View { whole_pixels: true, readouts: false, ..view })), "World's numbers"),
        (Action::View(ViewAction::Theme(Theme::Light)), "the light theme"),
    ];
    for (action, words) in steps {
        click(&mut session, action.clone());
        assert_eq!(session.can_undo(), Some(words), "{action:?}: {:?}", session.refusal.as_ref());
    }
}

#[test]
fn what_sets_nothing_is_no_step() {
    let mut session = session_of(Settings { scene: WorldChoice::new("drive"), ..Settings::default() });
    session.act(Action::Lab(Command::Stall { ms: 100.0, on: StallOn::Any }));
    session.act(Action::Lab(Command::Tap));
    session.act(Action::Run(RunAction::Steer(ControlInput { left: true, ..ControlInput::default() })));
    session.act(Action::View(ViewAction::Select(2)));
    session.act(Action::View(ViewAction::Speed(0.5)));
    session.act(Action::Lab(Command::ClosePane(PaneLetter(9))));
    assert!(session.refusal.is_some());
    assert_eq!((session.can_undo(), session.can_redo()), (None, None));
    session.act(Action::Undo);
    assert_eq!(session.refusal, None);
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn any_commands_go_back_one_by_one_and_come_again(commands in prop::collection::vec(command(), 1..14)) {
        let mut session = session();
        let mut states = vec![session.run.lab.settings().clone()];
        for command in commands {
            click(&mut session, Action::Lab(command));
            if session.run.lab.settings() != states.last().expect("there is one") {
                states.push(session.run.lab.settings().clone());
            }
        }
        for state in states.iter().rev().skip(1) {
            session.act(Action::Undo);
            prop_assert_eq!((session.refusal.as_ref(), session.run.lab.settings()), (None, state));
        }
        prop_assert_eq!(session.can_undo(), None);
        for state in states.iter().skip(1) {
            session.act(Action::Redo);
            prop_assert_eq!((session.refusal.as_ref(), session.run.lab.settings()), (None, state));
        }
    }
}

#[test]
fn a_drag_is_one_step_however_long_it_takes_and_so_is_a_key_that_is_held() {
    let mut session = session();
    let render = |ms: f64| Action::Lab(Command::Set(Patch::one(Owner::Computer.path("render_ms"), ms)));
    session.frame(0.0);
    session.act(Action::Hold(true));
    for tenth in 1..=50_u32 {
        session.frame(f64::from(tenth) * 3.0);
        session.act(render(5.0 + f64::from(tenth)));
    }
    session.frame(200.0);
    session.act(Action::Hold(false));
    session.act(render(60.0));
    assert_eq!(session.can_undo(), Some("render load 60 ms"));
    // Another setting, and later the same again: two more steps.
    session.frame(200.5);
    session.act(Action::Lab(Command::Set(Patch::one(Owner::Computer.path("update_ms"), 3.0))));
    for press in 0..20_u32 {
        session.frame(210.0 + f64::from(press) * 0.03);
        session.act(render(61.0 + f64::from(press)));
    }
    let mut loads = Vec::new();
    while session.can_undo().is_some() {
        session.act(Action::Undo);
        loads.push((session.run.computer().render_ms, session.run.computer().update_ms));
    }
    assert_eq!(loads, [(60.0, 3.0), (60.0, 0.0), (5.0, 0.0)]);
    session.act(Action::Redo);
    assert_eq!(session.run.computer().render_ms, 60.0, "the drag comes again as a whole");
}

#[test]
fn two_clicks_on_a_switch_are_two_steps_and_what_is_shown_is_set_back_without_leaving_the_past() {
    let mut session = session();
    session.advance_to(Time::from_secs(2.0));
    session.act(Action::View(ViewAction::Transport(Move::Scrub(Time::from_secs(1.0)))));
    for trails in [false, true, false] {
        session.act(Action::View(ViewAction::Change(View { trails, ..session.run.view })));
    }
    session.act(Action::View(ViewAction::Theme(Theme::Light)));
    session.act(Action::Undo);
    assert_eq!((session.run.theme, session.run.view.trails), (Theme::Dark, false));
    session.act(Action::Undo);
    assert!(session.run.view.trails);
    session.act(Action::Redo);
    assert!(!session.run.view.trails);
    assert_eq!(session.run.now(), Time::from_secs(1.0), "only a command leads to the present");
    assert!(session.run.lab.log().is_empty());
}

#[test]
fn an_undo_leaves_what_a_script_has_changed_in_the_meantime() {
    let moves = |timed: &&TimedCommand| matches!(&timed.command, Command::Set(patch) if patch.paths().any(|path| *path == Owner::Computer.path("update_ms")));
    let found = builtin::ALL.iter().filter_map(|builtin| builtin.scenario().ok()).find_map(|scenario| {
        let at = scenario.script.commands().iter().find(moves).map(|timed| Time::from_flicks(timed.at_flicks));
        at.map(|at| (scenario, at))
    });
    let (scenario, at) = found.expect("one scenario moves the update load");
    let mut session = Session::open(scenario).expect("it is allowed");
    session.act(Action::Lab(Command::Set(Patch::one(Owner::Computer.path("gpu_ms"), 4.0))));
    let before = session.run.computer().clone();
    session.advance_to(Time::from_secs(at.as_secs() + 0.01));
    assert_ne!(session.run.computer().update_ms, before.update_ms);
    let scripted = Computer { gpu_ms: 0.0, ..session.run.computer().clone() };
    session.act(Action::Undo);
    assert_eq!(*session.run.computer(), scripted);
}

#[test]
fn a_closed_pane_comes_back_in_its_old_place_with_its_settings_and_is_selected() {
    let mut session = session();
    session.act(Action::Lab(set_param(2, "max_fps", Value::Number(50.0))));
    let own = Computer { render_ms: 20.0, ..Computer::default() };
    session.act(Action::Lab(set_own_computer(1, &own)));
    let before = session.run.lab.settings().clone();
    session.advance_to(Time::from_secs(1.0));
    session.act(Action::View(ViewAction::Select(1)));
    let mut never_closed = session_of(session.run.lab.initial().clone());
    never_closed.act(Action::Lab(set_param(2, "max_fps", Value::Number(50.0))));
    never_closed.act(Action::Lab(set_own_computer(1, &own)));
    session.act(Action::Lab(Command::ClosePane(PaneLetter(1))));
    session.act(Action::Lab(Command::ClosePane(PaneLetter(2))));
    assert_eq!(session.run.lab.panes().len(), 2);
    session.advance_to(Time::from_secs(1.5));
    session.act(Action::Undo);
    session.act(Action::Undo);
    assert_eq!((session.run.lab.settings(), session.run.selection.selected()), (&before, 1));
    session.advance_to(Time::from_secs(2.0));
    never_closed.advance_to(Time::from_secs(2.0));
    let hashes =
        |session: &Session| session.run.lab.panes().iter().map(|pane| pane.computer().world().state_hash()).collect::<Vec<_>>();
    assert_eq!(hashes(&session), hashes(&never_closed), "they ran on while they were closed");
    assert_eq!(session.run.lab.log(), never_closed.run.lab.log(), "as if they had never been closed");
    let running: Vec<&str> = session.run.lab.panes().iter().map(|pane| &*pane.strategy().id).collect();
    assert_eq!(running, ["frame-based", "variable-delta", "fixed-interval", "frame-skip-predicted"]);
    // A change of the pane before it was closed is undone in the pane that came back.
    session.act(Action::Undo);
    assert_eq!(session.run.lab.settings().panes[1].computer, None);
    session.act(Action::Undo);
    assert!(session.run.lab.settings().panes[2].params.is_empty());
}

/// Returns everything that a person would notice of a set-up.
fn standing(session: &Session) -> impl PartialEq + std::fmt::Debug + use<> {
    let hashes: Vec<u64> = session.run.lab.panes().iter().map(|pane| pane.computer().world().state_hash()).collect();
    let watched =
        (session.run.now(), session.run.lab.now(), session.run.selection.selected(), session.run.speed, session.is_playing());
    let (settings, log) = (session.run.lab.settings().clone(), session.run.lab.log().to_vec());
    (hashes, watched, settings, log, session.run.view, session.run.theme, session.run.opened.name.clone())
}

/// Returns a run that somebody has worked at.
fn worked_at(world: &str) -> Session {
    let mut session = session_of(Settings { scene: WorldChoice::new(world), ..Settings::default() });
    session.advance_to(Time::from_secs(1.0));
    session.act(Action::Lab(Command::stall(150.0)));
    session.advance_to(Time::from_secs(1.5));
    session.act(Action::View(ViewAction::Select(2)));
    session.act(Action::View(ViewAction::Speed(0.5)));
    session.act(Action::View(ViewAction::PlayPause));
    session.act(Action::View(ViewAction::Transport(Move::Scrub(Time::from_secs(1.25)))));
    session
}

#[test]
fn whatever_replaces_a_set_up_is_undone_and_it_goes_on_where_it_stood() {
    let scenario = || Box::new(builtin::find("judder").expect("it is there").scenario().expect("it is readable"));
    let held = ControlInput { faster: true, ..ControlInput::default() };
    let strokes = [(0, held), (700_000_000, ControlInput::default())];
    let strokes = strokes.map(|(at_flicks, pedals)| ControlChange { at_flicks, pedals }).to_vec();
    let bodies = Action::Run(RunAction::SceneOption("bodies".to_owned(), Value::Number(200.0)));
    let replacing = [
        ("curve-and-wall", Action::Run(RunAction::Scene("spring".to_owned()))),
        ("crowd", bodies),
        ("curve-and-wall", Action::Run(RunAction::Restart)),
        ("curve-and-wall", Action::Run(RunAction::AsWritten)),
        ("curve-and-wall", Action::Run(RunAction::Open(scenario()))),
        ("curve-and-wall", Action::Run(RunAction::NextScenario(1))),
        ("curve-and-wall", Action::Run(RunAction::ThreeComputers)),
        ("curve-and-wall", Action::Run(RunAction::Beside(Box::new(PaneSettings::new("semi-fixed"))))),
        ("curve-and-wall", Action::Run(RunAction::Demonstrate)),
        ("curve-and-wall", Action::Run(RunAction::PlayDrive(strokes))),
    ];
    for (world, action) in replacing {
        let mut session = worked_at(world);
        let before = standing(&session);
        session.act(action.clone());
        assert_eq!(session.refusal, None, "{action:?}");
        assert_eq!(session.run.lab.now(), Time::ZERO, "another run has begun");
        session.advance_to(Time::from_secs(0.7));
        // An undo ends the demonstration as any touch does.
        session.act(Action::Touched);
        let after = standing(&session);
        session.act(Action::Undo);
        assert!(standing(&session) == before, "{action:?} is undone");
        session.act(Action::Redo);
        assert!(standing(&session) == after, "{action:?} is redone");
        session.act(Action::Undo);
        session.act(Action::View(ViewAction::Transport(Move::ToLive)));
        let mut never_left = worked_at(world);
        never_left.act(Action::View(ViewAction::Transport(Move::ToLive)));
        session.advance_to(Time::from_secs(2.5));
        never_left.advance_to(Time::from_secs(2.5));
        assert!(standing(&session) == standing(&never_left), "it goes on as if nothing had been");
    }
}

/// Returns a run that somebody has driven in and worked at, beside a scenario that waits for a click.
fn driven() -> Session {
    let copied = OwnLoop::new("mine", &strategies::find("variable-delta").expect("it is published").copied_script());
    let mut scene = WorldChoice::new("drive");
    scene.options.set("driver", Value::Word("keys".to_owned()));
    let panes = vec![PaneSettings::new(&copied.id()), PaneSettings::new("semi-fixed")];
    let mut session = session_of(Settings { scene, panes, loops: vec![copied], ..Settings::default() });
    session.act(Action::Run(RunAction::Steer(ControlInput { faster: true, ..ControlInput::default() })));
    session.advance_to(Time::from_secs(1.0));
    let waiting = builtin::find("judder").expect("it is there").text;
    session.act(Action::Loops(LoopsAction::HoldBack(Box::new(
        UnopenedScenario::read(None, "a link", waiting.to_owned()).expect("it is readable"),
    ))));
    session
}

/// Makes the list of one action of each kind. The match fails to compile when an action has no line.
macro_rules! one_of_each {
    ($($kind:pat => $action:expr,)*) => {{
        let _ = |action: Action| match action { $($kind => {})* };
        vec![$($action),*]
    }};
}

/// Returns one action of each kind, which is allowed in the run of [`driven`].
fn every_action(session: &Session) -> Vec<Action> {
    let scenario = builtin::find("judder").expect("it is there").scenario().expect("it is readable");
    let own = OwnLoop::new("mine", &format!("{}// changed\n", session.run.lab.settings().loops[0].source));
    one_of_each![
        Action::Lab(_) => Action::set(Owner::Computer.path("render_ms"), 40.0),
        Action::Run(RunAction::PresentAll(_)) => Action::Run(RunAction::PresentAll(Some(Presentation::Latest))),
        Action::Run(RunAction::Scene(_)) => Action::Run(RunAction::Scene("spring".to_owned())),
        Action::Run(RunAction::SceneOption(..)) => Action::Run(RunAction::SceneOption("driver".to_owned(), Value::Word("pilot".to_owned()))),
        Action::Run(RunAction::Steer(_)) => Action::Run(RunAction::Steer(ControlInput { left: true, ..ControlInput::default() })),
        Action::Run(RunAction::ReplayDrive) => Action::Run(RunAction::ReplayDrive),
        Action::Run(RunAction::PlayDrive(_)) => Action::Run(RunAction::PlayDrive(session.run.drive())),
        Action::Run(RunAction::Restart) => Action::Run(RunAction::Restart),
        Action::Run(RunAction::AsWritten) => Action::Run(RunAction::AsWritten),
        Action::View(ViewAction::PlayPause) => Action::View(ViewAction::PlayPause),
        Action::View(ViewAction::Step) => Action::View(ViewAction::Step),
        Action::View(ViewAction::Transport(_)) => Action::View(ViewAction::Transport(Move::Scrub(Time::from_secs(0.5)))),
        Action::View(ViewAction::Speed(_)) => Action::View(ViewAction::Speed(0.5)),
        Action::View(ViewAction::Select(_)) => Action::View(ViewAction::Select(1)),
        Action::View(ViewAction::Enlarge(_)) => Action::View(ViewAction::Enlarge(Some(1))),
        Action::View(ViewAction::Change(_)) => Action::View(ViewAction::Change(View { trails: false, ..session.run.view })),
        Action::View(ViewAction::HoldOneStage(_)) => Action::View(ViewAction::HoldOneStage(true)),
        Action::View(ViewAction::Theme(_)) => Action::View(ViewAction::Theme(Theme::Light)),
        Action::Run(RunAction::Open(_)) => Action::Run(RunAction::Open(Box::new(scenario))),
        Action::Run(RunAction::NextScenario(_)) => Action::Run(RunAction::NextScenario(1)),
        Action::Window(WindowAction::Present(_)) => Action::Window(WindowAction::Present(true)),
        Action::Window(WindowAction::PresentCode(_)) => Action::Window(WindowAction::PresentCode(true)),
        Action::Loops(LoopsAction::HoldBack(_)) => Action::Loops(LoopsAction::HoldBack(Box::new(session.window.held_back.clone().expect("it waits")))),
        Action::Loops(LoopsAction::RunHeldBack) => Action::Loops(LoopsAction::RunHeldBack),
        Action::Loops(LoopsAction::DropHeldBack) => Action::Loops(LoopsAction::DropHeldBack),
        Action::Loops(LoopsAction::Edit(_)) => Action::Loops(LoopsAction::Edit(vec![own])),
        Action::Window(WindowAction::Take) => Action::Window(WindowAction::Take),
        Action::Window(WindowAction::Dialog(_)) => Action::Window(WindowAction::Dialog(Some(Dialog::Film(session.proposed_film())))),
        Action::Window(WindowAction::Gallery(_)) => Action::Window(WindowAction::Gallery(true)),
        Action::Window(WindowAction::Ask(_)) => Action::Window(WindowAction::Ask(Request::Paste)),
        Action::Undo => Action::Undo,
        Action::Redo => Action::Redo,
        Action::Hold(_) => Action::Hold(true),
        Action::Window(WindowAction::Notify(_)) => Action::Window(WindowAction::Notify(Some(Notice::good("a notice")))),
        Action::Window(WindowAction::ShareCode) => Action::Window(WindowAction::ShareCode),
        Action::Window(WindowAction::CopyLink) => Action::Window(WindowAction::CopyLink),
        Action::Window(WindowAction::Lift) => Action::Window(WindowAction::Lift),
        Action::Window(WindowAction::Strike) => Action::Window(WindowAction::Strike),
        Action::Window(WindowAction::Lower) => Action::Window(WindowAction::Lower),
        Action::Window(WindowAction::StallsFallOn(_)) => Action::Window(WindowAction::StallsFallOn(StallOn::Any)),
        Action::Loops(LoopsAction::CompareWithOriginal(_)) => Action::Loops(LoopsAction::CompareWithOriginal(PaneLetter(0))),
        Action::Run(RunAction::Beside(_)) => Action::Run(RunAction::Beside(Box::new(PaneSettings::new("frame-based")))),
        Action::Run(RunAction::ThreeComputers) => Action::Run(RunAction::ThreeComputers),
        Action::Window(WindowAction::Help(_)) => Action::Window(WindowAction::Help(Some(HelpPage::Keys))),
        Action::Window(WindowAction::Explain(_)) => Action::Window(WindowAction::Explain(Some(Card::Findings(PaneLetter(1))))),
        Action::Run(RunAction::Demonstrate) => Action::Run(RunAction::Demonstrate),
        Action::Lesson(_) => Action::Lesson(LessonAction::Open(lesson::builtin::LESSONS[0].clone(), 0)),
        Action::View(ViewAction::HideVerdicts(_)) => Action::View(ViewAction::HideVerdicts(true)),
        Action::Window(WindowAction::Panel(_)) => Action::Window(WindowAction::Panel(false)),
        Action::Window(WindowAction::EverythingElse(_)) => Action::Window(WindowAction::EverythingElse(true)),
        Action::Window(WindowAction::Escape) => Action::Window(WindowAction::Escape),
        Action::Touched => Action::Touched,
    ]
}

#[test]
fn whatever_action_changes_what_is_set_or_shown_is_a_named_step_and_no_other_is() {
    let set = |session: &Session| {
        let view = View { camera: CameraView::default(), ..session.run.view };
        (session.run.lab.settings().clone(), session.run.lab.initial().clone(), view, session.run.theme)
    };
    let mut undone = 0;
    for action in every_action(&driven()) {
        let mut session = driven();
        let (before, runs) = (set(&session), session.runs);
        click(&mut session, action.clone());
        assert_eq!(session.refusal, None, "{action:?}");
        // An undo ends the demonstration as any touch does.
        session.act(Action::Touched);
        let after = set(&session);
        let words = session.can_undo().map(str::to_owned);
        assert_eq!(words.is_some(), before != after || session.runs != runs, "{action:?}");
        let Some(words) = words else { continue };
        undone += 1;
        assert!(!words.is_empty(), "{action:?}");
        session.act(Action::Undo);
        assert!(set(&session) == before, "{action:?} is undone");
        assert_eq!((session.can_undo(), session.can_redo()), (None, Some(&*words)), "{action:?}");
        session.act(Action::Redo);
        assert!(set(&session) == after, "{action:?} is redone");
    }
    assert_eq!(undone, 19);
}

#[test]
fn a_pane_beside_another_restarts_the_run_with_both_and_one_undo_leads_back_to_one() {
    let computer = Computer { render_ms: 40.0, ..Computer::default() };
    let settings = Settings { computer, panes: vec![PaneSettings::new("frame-based")], ..Settings::default() };
    let mut session = session_of(settings);
    session.advance_to(Time::from_secs(2.0));
    let before = standing(&session);
    let fast = PaneSettings { computer: Some(Computer::default()), ..PaneSettings::new("frame-based") };
    click(&mut session, Action::Run(RunAction::Beside(Box::new(fast.clone()))));
    assert_eq!((session.run.lab.now(), session.run.lab.log().len()), (Time::ZERO, 0), "the run has begun again");
    let panes = &session.run.lab.settings().panes;
    assert_eq!(panes[1], PaneSettings { letter: Some(PaneLetter(1)), ..fast });
    assert_eq!((panes.len(), session.run.lab.panes().len(), session.is_playing()), (2, 2, true));
    session.act(Action::Undo);
    assert!(standing(&session) == before && session.run.lab.panes().len() == 1 && session.can_undo().is_none());
}

#[test]
fn running_on_from_the_past_is_undone_too() {
    let mut session = worked_at("curve-and-wall");
    session.act(Action::View(ViewAction::Transport(Move::Scrub(Time::from_secs(0.5)))));
    session.act(Action::View(ViewAction::Transport(Move::RunFromHere)));
    (0..1000).for_each(|frame| session.frame(f64::from(frame) / 1e6));
    assert!(session.run.lab.now() < Time::from_secs(0.6) && session.run.lab.log().is_empty());
    session.act(Action::Undo);
    assert_eq!((session.run.lab.now(), session.run.lab.log().len()), (Time::from_secs(1.5), 1), "what came later is there again");
}

#[test]
fn the_last_three_set_ups_are_kept_with_what_was_done_in_them() {
    let mut session = session();
    session.advance_to(Time::from_secs(0.1));
    let render = |ms: f64| Action::Lab(Command::Set(Patch::one(Owner::Computer.path("render_ms"), ms)));
    for (number, world) in ["spring", "runner", "thin-wall", "chaos"].into_iter().enumerate() {
        click(&mut session, render(10.0 + number as f64));
        click(&mut session, Action::Run(RunAction::Scene(world.to_owned())));
    }
    let mut worlds = vec![];
    while session.can_undo().is_some() {
        session.act(Action::Undo);
        worlds.push((session.run.lab.settings().scene.id.clone(), session.run.computer().render_ms));
    }
    let expected =
        [("thin-wall", 13.0), ("thin-wall", 12.0), ("runner", 12.0), ("runner", 11.0), ("spring", 11.0), ("spring", 10.0)];
    assert_eq!(worlds, expected.map(|(world, ms)| (world.to_owned(), ms)));
}

#[test]
fn an_undo_in_the_demonstration_ends_it_and_brings_back_what_was_there() {
    let mut fresh = Session::new(Settings::default()).expect("the default settings are allowed");
    fresh.act(Action::Run(RunAction::Demonstrate));
    assert_eq!(fresh.can_undo(), None, "a window that has shown nothing yet has nothing to go back to");
    fresh.act(Action::Undo);
    assert!(!fresh.demonstrates());

    let mut session = worked_at("runner");
    let before = standing(&session);
    session.act(Action::Run(RunAction::Demonstrate));
    assert!(session.window.notice().is_some_and(|notice| notice.text.contains("undo brings it back")));
    (0..600).for_each(|frame| session.frame(f64::from(frame) / 60.0));
    assert!(session.run.computer().render_ms > 5.0, "the load moves");
    session.act(Action::Undo);
    assert!(!session.demonstrates());
    assert!(standing(&session) == before);
}

#[test]
fn a_set_up_that_is_kept_takes_what_its_panes_have_recorded() {
    let allocated = measure(|| {
        let mut session = session();
        session.advance_to(Time::from_secs(60.0));
        std::mem::forget(session);
    });
    let megabytes = allocated.bytes_current as f64 / 1e6;
    println!("four panes after a minute: {megabytes:.1} MB");
    assert!((1.0..40.0).contains(&megabytes), "{megabytes:.1} MB");
}
