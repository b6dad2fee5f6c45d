//! Loops of one's own in the window: the editor, copies, the comparison with the original, and loops of somebody else.

use super::harness::{click, session, window_of};
use egui::accesskit::Role;
use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use tickscope::studio::scenario::code;
use tickscope::studio::scenario::unopened::UnopenedScenario;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, LoopsAction, RunAction, ViewAction, WindowAction};
use tickscope::studio::view::{Instrument, View};
use tickscope_core::model::config::command::Command;

fn at_the_code() -> Harness<'static, Session> {
    let mut session = session();
    session.act(Action::View(ViewAction::Change(View {
        instrument: Some(Instrument::Code),
        instrument_height: 420.0,
        ..View::default()
    })));
    session.act(Action::View(ViewAction::Select(1)));
    session.act(Action::View(ViewAction::PlayPause));
    window_of(session, vec2(1600.0, 900.0))
}

/// Lets half a second pass in the window.
fn settle(harness: &mut Harness<'static, Session>) {
    for _ in 0..3 {
        harness.step();
    }
    harness.run_ok();
}

fn source(harness: &Harness<'static, Session>) -> String {
    harness.state().run.lab.settings().loops.last().expect("there is a loop").source.to_string()
}

fn type_text(harness: &mut Harness<'static, Session>, text: &str) {
    harness.event(egui::Event::Text(text.to_owned()));
    harness.step();
}

#[test]
fn a_copy_of_a_loop_is_edited_and_runs_as_one_types() {
    let mut harness = at_the_code();
    click(&mut harness, "Edit a copy");
    let settings = harness.state().run.lab.settings();
    assert_eq!(settings.panes[1].strategy, "own/variable-delta");
    assert_eq!(settings.loops[0].original(), Some("variable-delta"));
    let before = source(&harness);

    type_text(&mut harness, "// mine\n");
    assert_eq!(source(&harness), before, "the old loop goes on while one types");
    settle(&mut harness);
    assert_eq!(source(&harness), format!("// mine\n{before}"));

    type_text(&mut harness, "let = ;\n");
    settle(&mut harness);
    assert_eq!(source(&harness), format!("// mine\n{before}"), "the old loop goes on while the text is wrong");
    assert_eq!(harness.state().run.lab.settings().panes[1].strategy, "own/variable-delta");

    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut harness);
    assert!(!source(&harness).contains("let = ;"));
}

#[test]
fn what_is_typed_without_a_pause_is_one_step_of_undo_that_replays_and_links_hold() {
    let mut harness = at_the_code();
    click(&mut harness, "Edit a copy");
    let copied = source(&harness);
    for letter in ["/", "/", " one"] {
        type_text(&mut harness, letter);
    }
    harness.key_press(Key::Enter);
    settle(&mut harness);
    let one = source(&harness);
    type_text(&mut harness, "// two\n");
    settle(&mut harness);
    let two = source(&harness);
    assert_eq!((&*one, &*two), (&*format!("// one\n{copied}"), &*format!("// one\n// two\n{copied}")));

    let session = harness.state_mut();
    for (step, text) in [(Action::Undo, &one), (Action::Undo, &copied), (Action::Redo, &one), (Action::Redo, &two)] {
        session.act(step.clone());
        assert_eq!(*session.run.lab.settings().loops[0].source, **text, "{step:?}");
    }
    let recorded = session.run.recorded();
    let texts = recorded.script.commands().iter().filter(|timed| matches!(&timed.command, Command::Set(_))).count();
    assert!(texts >= 3, "the copy and both edits are in the log: {texts}");
    assert_eq!(code::read(&code::write(&recorded)), Ok(recorded.clone()));
    let mut again = Session::open(recorded).expect("it opens again");
    assert!(again.run.lab.settings().loops.is_empty(), "it begins before the copy");
    let end = session.run.lab.now() + tickscope_core::base::time::Span::from_secs(1.0);
    again.advance_to(end);
    session.advance_to(end);
    assert_eq!(*again.run.lab.settings().loops[0].source, *two);
    let flips = |session: &Session| session.run.seen(1).whole().number("fps_mean").map(f64::to_bits);
    assert!(flips(&again).is_some() && flips(&again) == flips(session), "the replay does the same");
    assert_eq!(*code::read(&code::write(&session.run.scenario())).unwrap().script.settings().loops[0].source, *two);

    harness.run_ok();
    harness.state_mut().act(Action::Undo);
    settle(&mut harness);
    settle(&mut harness);
    assert_eq!(source(&harness), one, "the editor follows, and does not put its text back");
}

#[test]
fn a_link_of_ones_own_copy_is_opened_without_a_question() {
    let mut harness = at_the_code();
    click(&mut harness, "Edit a copy");
    let code = code::write(&harness.state().run.scenario());
    let unopened = UnopenedScenario::of_link(&code).expect("it is one");
    assert!(matches!(harness.state().opening_of(unopened), Ok(Action::Run(RunAction::Open(_)))));
    let unopened = UnopenedScenario::of_link(&code.clone()).expect("it is one");
    assert!(matches!(session().opening_of(unopened), Ok(Action::Loops(LoopsAction::HoldBack(_)))), "another session asks");
}

#[test]
fn a_text_that_does_not_run_yet_is_not_compared() {
    let mut harness = at_the_code();
    click(&mut harness, "Edit a copy");
    let is_enabled =
        |harness: &Harness<'static, Session>| !harness.get_by_label("Compare with the original").accesskit_node().is_disabled();
    assert!(is_enabled(&harness));
    type_text(&mut harness, "let = ;\n");
    settle(&mut harness);
    assert!(!is_enabled(&harness));
}

#[test]
fn an_editor_opens_with_room_for_twenty_lines() {
    for size in [vec2(1600.0, 900.0), vec2(1280.0, 720.0), vec2(1024.0, 700.0)] {
        let mut session = session();
        session.act(Action::View(ViewAction::PlayPause));
        session.act(Action::View(ViewAction::Change(View { instrument: Some(Instrument::Code), ..View::default() })));
        let mut harness = window_of(session, size);
        click(&mut harness, "Edit a copy");
        let text = harness.get_by_label("Text of the loop frame-based").rect();
        let seen = text.intersect(egui::Rect::from_min_size(egui::Pos2::ZERO, size));
        assert!(seen.height() >= 16.0 * 16.0, "{} at {size}", seen.height());
        for button in ["Compare with the original", "Edit another copy"] {
            assert!(harness.get_by_label(button).rect().max.x <= size.x, "{button} at {size}");
        }
    }
}

#[test]
fn the_windows_keys_rest_while_one_types_in_the_editor() {
    let mut harness = at_the_code();
    click(&mut harness, "Edit a copy");
    let (playing, panes) = (harness.state().is_playing(), harness.state().run.lab.panes().len());
    for key in [Key::Space, Key::A, Key::X, Key::T] {
        harness.key_press(key);
        harness.step();
    }
    assert_eq!((harness.state().is_playing(), harness.state().run.lab.panes().len()), (playing, panes));
}

#[test]
fn a_copy_is_compared_with_its_original() {
    let mut harness = at_the_code();
    click(&mut harness, "Edit a copy");
    click(&mut harness, "Compare with the original");
    let same = harness.state().window.original_comparison.as_ref().expect("it is made").clone();
    assert_eq!(same.difference, None, "the copy does what the original does");
    let strategies = |harness: &Harness<'static, Session>| -> Vec<String> {
        harness.state().run.lab.settings().panes.iter().map(|pane| pane.strategy.clone()).collect()
    };
    assert_eq!(strategies(&harness)[..3], ["frame-based", "own/variable-delta", "variable-delta"]);

    let own = harness.state().run.lab.settings().loops[0].clone();
    let edited = own.source.replace("host.update(dt)", "host.update(dt / 2)");
    assert_ne!(edited, *own.source);
    harness
        .state_mut()
        .act(Action::Loops(LoopsAction::Edit(vec![tickscope_core::model::config::own_loop::OwnLoop::new(&own.name, &edited)])));
    let letter = harness.state().letter(1);
    harness.state_mut().act(Action::Loops(LoopsAction::CompareWithOriginal(letter)));
    let found = harness.state().window.original_comparison.as_ref().expect("it is made").difference.expect("they differ");
    assert_eq!(harness.state().run.transport.playhead.map(|playhead| playhead.at), Some(found.at()), "that moment is looked at");
    let sentence = harness.state().window.original_comparison.as_ref().expect("it is made").in_words();
    assert!(harness.state().window.notice().is_some_and(|notice| notice.good && notice.text.starts_with(&sentence)));
    assert_eq!(harness.state().can_undo(), Some("the comparison with the original"));
    assert_eq!(strategies(&harness).iter().filter(|id| *id == "variable-delta").count(), 1, "the original stands there once");
}

#[test]
fn a_loop_of_somebody_else_runs_only_after_a_click_with_its_text_in_sight() {
    let mut harness = at_the_code();
    click(&mut harness, "Edit a copy");
    let link = code::write(&harness.state().run.scenario());
    let mut harness = window_of(session(), vec2(1600.0, 900.0));
    let unopened = UnopenedScenario::of_link(&link).expect("it is one");
    harness.state_mut().act(Action::Loops(LoopsAction::HoldBack(Box::new(unopened))));
    harness.run_ok();
    assert!(harness.state().run.lab.settings().loops.is_empty());
    harness.get_by_label_contains("host.update(dt)");
    harness.key_press(Key::Escape);
    harness.run_ok();
    assert!(harness.state().window.held_back.is_none() && harness.state().run.lab.settings().loops.is_empty());

    let unopened = UnopenedScenario::of_link(&link).expect("it is one");
    harness.state_mut().act(Action::Loops(LoopsAction::HoldBack(Box::new(unopened))));
    harness.run_ok();
    harness.get_by_role_and_label(Role::Button, "Run").click();
    harness.run_ok();
    assert_eq!(harness.state().run.lab.settings().loops.len(), 1);
}

#[test]
fn every_new_loop_of_the_list_runs_in_its_pane_with_the_keyboard_in_its_text() {
    for (number, name) in ["the shortest", "fixed steps", "a limited frame rate", "a browser game"].into_iter().enumerate() {
        let mut harness = at_the_code();
        harness.get_by_role_and_label(Role::ComboBox, "Strategy of pane B").click();
        harness.run_ok();
        click(&mut harness, "New loop");
        let entry = |node: &egui_kittest::Node<'_>| {
            node.accesskit_node().label().is_some_and(|label| label.lines().next() == Some(&format!("New loop: {name}")))
        };
        harness.query_all_by_role(Role::Button).find(entry).expect("it is in the list").click();
        harness.run_ok();
        assert_eq!(harness.state().run.lab.settings().panes[1].strategy, "own/my-loop", "{name}");
        let from = harness.state().run.lab.now();
        harness.state_mut().advance_to(from + tickscope_core::base::time::Span::from_secs(2.0));
        let pane = &harness.state().run.lab.panes()[1];
        assert!(pane.fault().is_none(), "{name}: {:?}", pane.fault());
        let frames = harness.state().run.seen(1).recent().number("fps_mean").expect("it shows frames");
        assert!(frames > 50.0, "{number}: {frames} frames a second");
        let before = source(&harness);
        type_text(&mut harness, "// ");
        settle(&mut harness);
        assert_eq!(source(&harness), format!("// {before}"), "{name}");
    }
}

#[test]
fn the_gallery_offers_a_new_loop_to_who_searches_for_one() {
    let mut harness = at_the_code();
    harness.state_mut().act(Action::Window(WindowAction::Gallery(true)));
    harness.run_ok();
    assert!(harness.query_by_label("New loop").is_none());
    type_text(&mut harness, "write a loop");
    harness.run_ok();
    click(&mut harness, "New loop");
    assert!(!harness.state().window.shows_gallery());
    assert_eq!(harness.state().run.lab.settings().panes[1].strategy, "own/my-loop");
}
