//! Loops of one's own in the window: the editor, copies, the comparison with the original, and loops of somebody else.

use super::harness::{click, session, window_of};
use egui::accesskit::Role;
use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tickscope::model::config::view::{Instrument, View};
use tickscope::studio::scenario::{UnopenedScenario, code};
use tickscope::studio::session::{Action, Session};

fn at_the_code() -> Harness<'static, Session> {
    let mut session = session();
    session.act(Action::View(View { instrument: Some(Instrument::Code), instrument_height: 420.0, ..View::default() }));
    session.act(Action::Select(1));
    session.act(Action::PlayPause);
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
    harness.state().lab().settings().loops.last().expect("there is a loop").source.to_string()
}

fn type_text(harness: &mut Harness<'static, Session>, text: &str) {
    harness.event(egui::Event::Text(text.to_owned()));
    harness.step();
}

#[test]
fn a_copy_of_a_loop_is_edited_and_runs_as_one_types() {
    let mut harness = at_the_code();
    click(&mut harness, "Edit a copy");
    let settings = harness.state().lab().settings();
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
    assert_eq!(harness.state().lab().settings().panes[1].strategy, "own/variable-delta");

    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut harness);
    assert!(!source(&harness).contains("let = ;"));
}

#[test]
fn the_windows_keys_rest_while_one_types_in_the_editor() {
    let mut harness = at_the_code();
    click(&mut harness, "Edit a copy");
    let (playing, panes) = (harness.state().is_playing(), harness.state().lab().panes().len());
    for key in [Key::Space, Key::A, Key::X, Key::T] {
        harness.key_press(key);
        harness.step();
    }
    assert_eq!((harness.state().is_playing(), harness.state().lab().panes().len()), (playing, panes));
}

#[test]
fn a_copy_is_compared_with_its_original() {
    let mut harness = at_the_code();
    click(&mut harness, "Edit a copy");
    click(&mut harness, "Compare with the original");
    let same = harness.state().window().original_comparison().expect("it is made").clone();
    assert_eq!(same.difference, None, "the copy does what the original does");
    let strategies = |harness: &Harness<'static, Session>| -> Vec<String> {
        harness.state().lab().settings().panes.iter().map(|pane| pane.strategy.clone()).collect()
    };
    assert_eq!(strategies(&harness)[..3], ["frame-based", "own/variable-delta", "variable-delta"]);

    let own = harness.state().lab().settings().loops[0].clone();
    let edited = own.source.replace("host.update(dt)", "host.update(dt / 2)");
    assert_ne!(edited, *own.source);
    harness.state_mut().act(Action::EditLoops(vec![tickscope::model::config::OwnLoop::new(&own.name, &edited)]));
    let letter = harness.state().letter(1);
    harness.state_mut().act(Action::CompareWithOriginal(letter));
    let found = harness.state().window().original_comparison().expect("it is made").difference.expect("they differ");
    assert_eq!(harness.state().playhead().map(|playhead| playhead.at), Some(found.at()), "that moment is looked at");
    assert_eq!(strategies(&harness).iter().filter(|id| *id == "variable-delta").count(), 1, "the original stands there once");
}

#[test]
fn a_loop_of_somebody_else_runs_only_after_a_click_with_its_text_in_sight() {
    let mut harness = at_the_code();
    click(&mut harness, "Edit a copy");
    let link = code::write(&harness.state().scenario());
    let mut harness = window_of(session(), vec2(1600.0, 900.0));
    let unopened = UnopenedScenario::of_link(&link).expect("it is one");
    harness.state_mut().act(Action::HoldBack(Box::new(unopened)));
    harness.run_ok();
    assert!(harness.state().lab().settings().loops.is_empty());
    harness.get_by_label_contains("host.update(dt)");
    harness.key_press(Key::Escape);
    harness.run_ok();
    assert!(harness.state().window().held_back().is_none() && harness.state().lab().settings().loops.is_empty());

    let unopened = UnopenedScenario::of_link(&link).expect("it is one");
    harness.state_mut().act(Action::HoldBack(Box::new(unopened)));
    harness.run_ok();
    harness.get_by_role_and_label(Role::Button, "Run").click();
    harness.run_ok();
    assert_eq!(harness.state().lab().settings().loops.len(), 1);
}
