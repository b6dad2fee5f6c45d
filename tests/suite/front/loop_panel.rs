//! The groups of the panel that choose loops, their parameters and the world.

use super::harness::{choose, click, open_group, slide, window};
use crate::common::{set_option, set_strategy};
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, RunAction, ViewAction};
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::model::config::capture::{Capture, CapturedFrame, SampleTimes};
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::patch::Owner;
use tickscope_core::model::config::settings::{PaneSettings, Presentation};

#[test]
fn a_chosen_strategy_starts_in_its_pane() {
    let mut harness = window();
    choose(&mut harness, "Strategy of pane B", "Semi-fixed");
    let session = harness.state();
    assert_eq!(session.run.lab.panes()[1].strategy().id, "semi-fixed");
    assert_eq!(session.run.lab.panes()[0].strategy().id, "frame-based", "the others stay");
    assert_eq!(session.run.selection.selected(), 1);
    assert_eq!(session.run.lab.log()[0].command, set_strategy(1, "semi-fixed"));
}

#[test]
fn the_presentation_of_all_panes_is_one_choice() {
    let mut harness = window();
    open_group(&mut harness, "Draw all panes");
    click(&mut harness, "Draw all: interp.");
    let panes = &harness.state().run.lab.settings().panes;
    assert!(panes.iter().all(|pane| pane.presentation == Some(Presentation::Interpolate)));
}

#[test]
fn only_a_loop_with_an_alpha_can_be_interpolated() {
    let mut harness = window();
    let disabled = |harness: &Harness<Session>, role: Role, name: &str| -> Vec<bool> {
        let nodes = harness
            .query_all_by_role(role)
            .filter(|node| node.accesskit_node().label().is_some_and(|label| label.starts_with(name)));
        nodes.map(|node| node.accesskit_node().is_disabled()).collect()
    };
    // The selected pane has a switch of three words.
    assert_eq!(disabled(&harness, Role::RadioButton, "Draw pane A: "), [true; 3], "frame-based has no alpha");
    click(&mut harness, "Pane C: Fixed interval");
    assert_eq!(disabled(&harness, Role::RadioButton, "Draw pane C: "), [false; 3], "fixed-interval has one");
    let drawn = |harness: &Harness<Session>| harness.state().run.lab.settings().panes[2].presentation;
    click(&mut harness, "Draw pane C: interp.");
    assert_eq!(drawn(&harness), Some(Presentation::Interpolate));
    // The selected loop's group has all states that can be drawn.
    click(&mut harness, "Pane A: Frame-based");
    open_group(&mut harness, "Other parameters of the loop");
    assert_eq!(disabled(&harness, Role::RadioButton, "Drawn in pane A: "), [true; 5]);
    click(&mut harness, "Pane C: Fixed interval");
    assert_eq!(disabled(&harness, Role::RadioButton, "Drawn in pane C: "), [false; 5]);
    click(&mut harness, "Drawn in pane C: extrap.");
    assert_eq!(drawn(&harness), Some(Presentation::Extrapolate));
    click(&mut harness, "Drawn in pane C: published");
    assert_eq!(drawn(&harness), None);
}

#[test]
fn a_parameter_is_a_slider_and_a_limit_has_a_switch() {
    let mut harness = window();
    click(&mut harness, "Pane C: Fixed interval");
    assert_eq!(harness.state().run.selection.selected(), 2);
    open_group(&mut harness, "Other parameters of the loop");
    slide(&mut harness, "Max FPS", 50.0);
    let set = |harness: &Harness<Session>, name: &str| {
        let strategy = harness.state().run.lab.panes()[2].strategy();
        harness.state().run.lab.settings().panes[2].params.number(strategy.param(name).expect("a parameter"))
    };
    assert_eq!(set(&harness, "max_fps"), Some(50.0));
    // It may stand below the fold.
    harness.get_by_label("Limit: Min FPS").click_accesskit();
    harness.run_ok();
    assert_eq!(set(&harness, "min_fps"), None);
}

#[test]
fn as_compiled_sets_what_the_listing_says_and_is_disabled_then() {
    let mut harness = window();
    let compile = |harness: &mut Harness<Session>| {
        // It may stand below the fold.
        harness.get_by_role_and_label(Role::Button, "As compiled").click_accesskit();
        harness.run_ok();
        assert!(harness.get_by_role_and_label(Role::Button, "As compiled").accesskit_node().is_disabled());
        harness.state().run.lab.settings().clone()
    };
    click(&mut harness, "Pane C: Fixed interval");
    open_group(&mut harness, "Other parameters of the loop");
    let settings = compile(&mut harness);
    assert_eq!(settings.panes[2].params.named("sums"), Some(&Value::Word("f64".to_owned())));
    assert!(settings.panes.iter().all(|pane| pane.computer.is_none()), "seconds in doubles need no other clock");
    // Whole milliseconds are those of a clock, which the other panes keep theirs beside.
    click(&mut harness, "Pane D: Frame skip, predicted");
    let settings = compile(&mut harness);
    assert_eq!(settings.panes[3].params.named("whole_ms"), Some(&Value::Word("on".to_owned())));
    assert_eq!((settings.computer_of(3).timer_ms, settings.computer.timer_ms), (1.0, 0.0));
    harness.state_mut().act(Action::Undo);
    harness.run_ok();
    let settings = harness.state().run.lab.settings();
    assert!(settings.panes[3].params.is_empty() && settings.panes[3].computer.is_none(), "one click is one step");
    let slowdown = set_strategy(2, "refresh-multiples-slowdown");
    harness.state_mut().act(Action::Lab(slowdown));
    harness.run_ok();
    click(&mut harness, "Pane C: Refresh multiples, slowdown");
    let settings = compile(&mut harness);
    let set = |name: &str| settings.panes[2].params.named(name).cloned();
    assert_eq!((set("sums"), set("threshold_ms")), (Some("f32".into()), Some(10_000.0.into())));
    click(&mut harness, "Pane B: Variable delta");
    assert!(harness.query_by_label("As compiled").is_none(), "no listing says in which numbers");
}

#[test]
fn a_derived_default_follows_until_it_is_set() {
    let mut harness = window();
    let command = set_strategy(2, "refresh-multiples");
    harness.state_mut().act(Action::Lab(command));
    harness.run_ok();
    click(&mut harness, "Pane C: Refresh multiples");
    open_group(&mut harness, "Other parameters of the loop");
    let min_fps = |harness: &Harness<Session>| {
        let param = harness.state().run.lab.panes()[2].strategy().param("min_fps").expect("a parameter").clone();
        let params = &harness.state().run.lab.settings().panes[2].params;
        (params.number(&param).expect("a number"), params.is_derived(&param))
    };
    assert_eq!(min_fps(&harness), (15.0, true));
    slide(&mut harness, "Refresh", 144.0);
    assert_eq!(min_fps(&harness), (36.0, true));
    slide(&mut harness, "Min FPS", 12.0);
    assert_eq!(min_fps(&harness), (12.0, false));
    slide(&mut harness, "Refresh", 100.0);
    assert_eq!(min_fps(&harness), (12.0, false));
    // The box may stand below the fold.
    let tick = |harness: &mut Harness<Session>| {
        harness.get_by_label("Min FPS derived: refresh_hz/4").click_accesskit();
        harness.run_ok();
    };
    tick(&mut harness);
    assert_eq!(min_fps(&harness), (25.0, true));
    tick(&mut harness);
    assert_eq!(min_fps(&harness), (25.0, false), "it is kept as it stands");
}

#[test]
fn a_refused_value_leaves_the_old_one_and_says_why() {
    let mut harness = window();
    click(&mut harness, "Pane C: Fixed interval");
    open_group(&mut harness, "Other parameters of the loop");
    slide(&mut harness, "Min FPS", 100.0);
    let session = harness.state();
    assert_eq!(session.run.lab.settings().panes[2].params, tickscope_core::base::params::values::Values::default());
    assert!(session.refusal.as_ref().is_some_and(|refusal| refusal.to_string().contains("never move")));
    harness.get_by_label_contains("never move");
}

#[test]
fn what_to_expect_of_a_loop_is_folded() {
    let mut harness = window();
    let text = harness.state().run.lab.panes()[harness.state().run.selection.selected()].strategy().expect().expect("it says so");
    open_group(&mut harness, "Other parameters of the loop");
    assert!(harness.query_by_label(&text).is_none(), "folded");
    harness.get_by_label("What to expect").click_accesskit();
    harness.run_ok();
    harness.get_by_label(&text);
}

#[test]
fn another_world_starts_over_with_the_same_loops() {
    let mut harness = window();
    click(&mut harness, "Step");
    assert!(harness.state().run.now() > Time::ZERO);
    open_group(&mut harness, "World");
    harness.get_by_role_and_label(Role::ComboBox, "World").click();
    harness.run_ok();
    harness.get_by_role_and_label(Role::Button, "Springs").click();
    harness.run_ok();
    let session = harness.state();
    assert_eq!(session.run.lab.settings().scene.id, "spring");
    assert_eq!(session.run.now(), Time::ZERO);
    assert_eq!(session.run.lab.panes()[2].strategy().id, "fixed-interval");
    choose(&mut harness, "Integrator", "rk4");
    let options = &harness.state().run.lab.settings().scene.options;
    assert!(options.is(&tickscope_core::model::worlds::spring::KIND.options[0], "rk4"));
}

#[test]
fn only_a_live_option_changes_without_a_restart() {
    let mut harness = window();
    open_group(&mut harness, "World");
    choose(&mut harness, "World", "Object clocks");
    harness.state_mut().advance_to(Time::from_secs(2.0));
    let runs = harness.state().runs;
    choose(&mut harness, "Hand", "paused");
    assert_eq!(harness.state().runs, runs, "it runs on");
    assert_eq!(harness.state().run.lab.log()[0].command, set_option("hand", Value::Word("paused".to_owned())));
    choose(&mut harness, "World", "Springs");
    let runs = harness.state().runs;
    choose(&mut harness, "Integrator", "rk4");
    assert_eq!(harness.state().runs, runs + 1);
}

#[test]
fn a_loop_without_its_formula_is_disabled_or_stands_still() {
    let mut harness = window();
    harness.state_mut().act(Action::Run(RunAction::Scene("stack".to_owned())));
    harness.run_ok();
    choose(&mut harness, "Strategy of pane B", "Semi-fixed");
    harness.get_by_role_and_label(Role::ComboBox, "Strategy of pane B").click();
    harness.run_ok();
    let entry = harness.query_all_by_role(Role::Button).find(|node| {
        let label = node.accesskit_node().label().unwrap_or_default();
        label.starts_with("Closed form") && label.contains("Not in Stack: boxes that knock each other have no formula.")
    });
    assert!(entry.expect("it is in the list").accesskit_node().is_disabled());

    // The same loop in a world that has a formula, and then the world changes: nothing is refused, and the pane says why.
    let mut harness = window();
    let placed = set_strategy(1, "closed-form");
    harness.state_mut().act(Action::Lab(placed));
    harness.state_mut().act(Action::Run(RunAction::Scene("chaos".to_owned())));
    harness.state_mut().act(Action::View(ViewAction::PlayPause));
    harness.run_steps(4);
    assert_eq!(harness.state().run.lab.panes()[1].strategy().id, "closed-form");
    assert_eq!(harness.state().refusal, None);
    harness.get_by_label("Stands still: a double pendulum has no formula.");
}

#[test]
fn a_captured_pane_has_no_switch_of_its_drawing_but_one_that_plays_its_load_and_undo_takes_it_back() {
    let frame = |number: i64| {
        let at = |ms: i64| Time::ZERO + Span::from_millis((number * 20 + ms) as f64);
        CapturedFrame {
            begins: at(0),
            sample: at(0),
            flip: at(20),
            cpu: Span::from_millis(40.0),
            gpu: Span::ZERO,
            ..CapturedFrame::default()
        }
    };
    let capture = Capture::new("game.csv", SampleTimes::CpuStart, (0..100).map(frame).collect()).expect("it is allowed");
    let mut harness = window();
    let own = Owner::PaneComputer(harness.state().letter(1)).path("update_ms");
    harness.state_mut().act(Action::set(own, 1.0));
    let pane = PaneSettings::of_capture(capture);
    harness.state_mut().act(Action::Lab(Command::AddPane(pane.clone())));
    harness.state_mut().act(Action::Lab(Command::AddPane(pane)));
    harness.state_mut().act(Action::View(ViewAction::Select(4)));
    harness.run_ok();
    assert!(harness.query_by_label("Draw pane E: latest").is_none(), "a capture has no step to draw between");
    let plays = |harness: &Harness<Session>| {
        let settings = harness.state().run.lab.settings();
        [0, 1, 4].map(|index| settings.computer_of(index).plays_load())
    };
    assert_eq!(plays(&harness), [false; 3]);
    click(&mut harness, "Play its load in the other panes");
    assert_eq!(plays(&harness), [true, true, false], "the pane with a computer of its own too");
    let text = tickscope::studio::scenario::definition::Scenario::parse("copy", &harness.state().run.scenario().to_toml())
        .expect("it can be read");
    assert_eq!(text.script.settings(), harness.state().run.lab.settings());
    harness.state_mut().act(Action::Undo);
    assert_eq!(plays(&harness), [false; 3]);
    harness.state_mut().act(Action::Redo);
    assert_eq!(plays(&harness), [true, true, false]);
    let now = harness.state().run.lab.now();
    harness.state_mut().advance_to(now + Span::from_secs(1.0));
    // 40 ms of the capture and none of its own, with a queue of two: 25 frames a second.
    let fps = harness.state().run.seen(0).recent().number("fps_mean").expect("it draws");
    assert!((24.0..26.0).contains(&fps), "{fps} frames a second");
    let (first, second) = (harness.state().letter(4), harness.state().letter(5));
    harness.state_mut().act(Action::View(ViewAction::Select(5)));
    harness.run_ok();
    click(&mut harness, "Play its load in the other panes");
    let settings = harness.state().run.lab.settings();
    let played = settings.captured_pane(&settings.computer).map(PaneSettings::letter);
    assert_eq!(played, Some(second), "the second capture is chosen beside {first}");
    harness.state_mut().act(Action::Undo);
    let closed = first;
    harness.state_mut().act(Action::Lab(Command::ClosePane(second)));
    harness.state_mut().act(Action::Lab(Command::ClosePane(closed)));
    let now = harness.state().run.lab.now();
    harness.state_mut().advance_to(now + Span::from_secs(3.0));
    let fps = harness.state().run.seen(0).recent().number("fps_mean").expect("it draws");
    assert!(fps > 55.0, "{fps} frames a second without a capture");
}
