//! Dialogs, lists and keys: what is typed goes where it belongs, and everything can be reached without a pointer.

use super::harness::window_of;
use crate::common::set_computer;
use crate::tiers::sampled;
use egui::accesskit::{self, Role};
use egui::{Event, Key, Modifiers, Vec2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use std::collections::BTreeSet;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, Dialog, Export, Request, ViewAction, WindowAction};
use tickscope::studio::view::{Instrument, View};
use tickscope_core::base::time::Time;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::presets;
use tickscope_core::model::config::settings::Settings;

fn window(size: Vec2) -> Harness<'static, Session> {
    let mut session = Session::new(Settings::default()).expect("the default settings are allowed");
    session.act(Action::View(ViewAction::PlayPause));
    window_of(session, size)
}

fn usual() -> Harness<'static, Session> {
    window(vec2(1280.0, 800.0))
}

fn press(harness: &mut Harness<Session>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run_ok();
}

/// Every letter as a keyboard sends it: the key, and the text that it makes.
fn type_in(harness: &mut Harness<Session>, text: &str) {
    for letter in text.chars() {
        let key = Key::from_name(&letter.to_uppercase().to_string()).unwrap_or(Key::Period);
        harness.key_down(key);
        harness.event(Event::Text(letter.to_string()));
        harness.key_up(key);
        harness.run_ok();
    }
}

#[test]
fn a_name_that_is_typed_fires_no_shortcut_and_a_failed_save_keeps_it_and_says_why() {
    let mut harness = usual();
    let before = (harness.state().run.view, harness.state().run.lab.settings().clone(), harness.state().run.theme);
    press(&mut harness, Modifiers::COMMAND, Key::S);
    let path = |harness: &Harness<Session>| match harness.state().window.dialog.as_ref() {
        Some(Dialog::Save { path, .. }) => path.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(path(&harness), "scenario.toml");
    type_in(&mut harness, "abcdefghijklmnopqrstuvwxyz.toml");
    assert_eq!(path(&harness), "abcdefghijklmnopqrstuvwxyz.toml", "what was proposed was selected, and is typed over");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let asked = Request::Save(Export::Scenario, path(&harness));
    assert_eq!(std::mem::take(&mut harness.state_mut().window.requests), std::slice::from_ref(&asked));
    harness.state_mut().window.fail("there is no such folder".to_owned());
    harness.run_ok();
    harness.get_by_label_contains("there is no such folder");
    assert_eq!(path(&harness), "abcdefghijklmnopqrstuvwxyz.toml");
    type_in(&mut harness, "x");
    assert!(harness.state().window.failure.is_none(), "another name may be a better one");
    assert!(path(&harness).ends_with("tomlx"));
    // The keyboard leaves the field, and shortcuts rest all the same.
    press(&mut harness, Modifiers::NONE, Key::Tab);
    type_in(&mut harness, "xcmt");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(harness.state().window.dialog.is_none());
    let after = (harness.state().run.view, harness.state().run.lab.settings().clone(), harness.state().run.theme);
    assert_eq!(after, before);
    press(&mut harness, Modifiers::NONE, Key::M);
    assert!(harness.state().run.view.numbers, "now they are shortcuts again");
}

#[test]
fn the_film_and_open_dialogs_take_the_keyboard_too_and_escape_closes_them() {
    let film = Dialog::Film(tickscope::studio::view::film_spec::FilmSpec::default());
    for dialog in [Dialog::Open { path: "old.toml".to_owned() }, film] {
        let mut harness = usual();
        harness.state_mut().act(Action::Window(WindowAction::Dialog(Some(dialog))));
        harness.run_ok();
        type_in(&mut harness, "mx.gif");
        let Some(Dialog::Open { path } | Dialog::Film(tickscope::studio::view::film_spec::FilmSpec { path, .. })) =
            harness.state().window.dialog.as_ref()
        else {
            panic!("it is open");
        };
        assert_eq!(path, "mx.gif");
        assert_eq!(harness.state().run.lab.panes().len(), 4);
        press(&mut harness, Modifiers::NONE, Key::Escape);
        assert!(harness.state().window.dialog.is_none());
    }
}

#[test]
fn undo_and_redo_have_their_usual_keys() {
    let mut harness = usual();
    press(&mut harness, Modifiers::NONE, Key::ArrowUp);
    let load = harness.state().run.computer().render_ms;
    assert!(load > 5.0);
    for redo in [(Modifiers::COMMAND, Key::Y), (Modifiers::COMMAND | Modifiers::SHIFT, Key::Z)] {
        press(&mut harness, Modifiers::COMMAND, Key::Z);
        assert_eq!(harness.state().run.computer().render_ms, 5.0);
        press(&mut harness, redo.0, redo.1);
        assert_eq!(harness.state().run.computer().render_ms, load);
    }
    press(&mut harness, Modifiers::NONE, Key::PageDown);
    assert!(harness.state().window.notice().is_some_and(|notice| notice.text.contains("undo brings it back")));
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert_eq!((&*harness.state().run.opened.name, harness.state().run.computer().render_ms), ("", load));
}

#[test]
fn a_slider_that_is_dragged_in_the_window_is_one_step() {
    let mut harness = usual();
    let slider = harness.get_by_role_and_label(Role::Slider, "Render load").rect();
    harness.drag_at(slider.center());
    harness.run_ok();
    for step in 1..=5_u8 {
        harness.hover_at(slider.center() + vec2(f32::from(step) * 6.0, 0.0));
        harness.run_ok();
    }
    harness.drop_at(slider.center() + vec2(30.0, 0.0));
    harness.run_ok();
    assert!(harness.state().run.computer().render_ms > 5.0 && harness.state().run.lab.log().len() > 2);
    harness.state_mut().act(Action::Undo);
    assert_eq!((harness.state().run.computer().render_ms, harness.state().can_undo()), (5.0, None));
}

#[test]
fn from_every_preset_back_to_the_ideal_one_nothing_of_it_is_left() {
    let mut harness = window(vec2(1280.0, 2000.0));
    for preset in presets::ALL.iter().rev() {
        let computer = (preset.make)();
        harness.state_mut().act(Action::Lab(set_computer(&computer.clone())));
        assert_eq!((harness.state().run.computer(), presets::name_of(&computer).as_str()), (&computer, preset.name));
    }
    assert_eq!(*harness.state().run.computer(), Settings::default().computer);
}

#[test]
fn the_list_of_loops_is_searched_and_chosen_from_with_keys_and_keeps_its_height() {
    let mut harness = usual();
    let open = |harness: &mut Harness<Session>| {
        harness.get_by_role_and_label(Role::ComboBox, "Strategy of pane A").click();
        harness.run_ok();
    };
    let field = |harness: &Harness<Session>| {
        let field = harness.get_by_role_and_label(Role::TextInput, "Search strategies");
        (field.accesskit_node().value().unwrap_or_default(), field.accesskit_node().is_focused())
    };
    let bottom = |harness: &Harness<Session>| harness.ctx.memory(|memory| memory.areas().visible_layer_ids().len());
    open(&mut harness);
    assert!(field(&harness).1, "it has the keyboard at once");
    let layers = bottom(&harness);
    type_in(&mut harness, "accum");
    assert_eq!(field(&harness).0, "accum");
    type_in(&mut harness, "xyz");
    harness.get_by_label_contains("No loop has these words");
    harness.get_by_label("Show all loops").click();
    harness.run_ok();
    assert_eq!(field(&harness).0, "");
    // A click elsewhere closes the list and forgets what was typed.
    type_in(&mut harness, "accum");
    harness.hover_at(egui::pos2(900.0, 790.0));
    harness.run_ok();
    harness.drag_at(egui::pos2(900.0, 790.0));
    harness.drop_at(egui::pos2(900.0, 790.0));
    harness.run_ok();
    assert!(harness.query_by_role_and_label(Role::TextInput, "Search strategies").is_none(), "it is closed");
    open(&mut harness);
    assert_eq!((field(&harness).0.as_str(), bottom(&harness)), ("", layers));
    type_in(&mut harness, "fiedler fixed");
    for key in [Key::ArrowDown, Key::Enter] {
        press(&mut harness, Modifiers::NONE, key);
    }
    assert_eq!(harness.state().run.lab.panes()[0].strategy().id, "fixed-interpolated");
    assert_eq!(harness.state().run.computer().render_ms, 5.0, "the arrows moved the mark, not the load");
    open(&mut harness);
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(harness.query_by_role_and_label(Role::TextInput, "Search strategies").is_none());
    assert_eq!(harness.state().run.lab.panes()[0].strategy().id, "fixed-interpolated", "closing chooses nothing");
}

#[test]
fn a_hammer_that_is_held_comes_down_whatever_else_is_pressed_meanwhile() {
    let mut harness = usual();
    harness.key_down(Key::H);
    harness.run_ok();
    assert!(harness.state().window.hammer_ms().is_some());
    harness.key_up_modifiers(Modifiers::CTRL, Key::H);
    harness.run_ok();
    assert!(harness.state().window.hammer_ms().is_none());
    assert!(matches!(harness.state().run.lab.log()[..], [ref one] if matches!(one.command, Command::Stall { .. })));
}

/// Returns every control that can be pressed or focused: which one, its role, its name, and whether the keyboard can have it.
fn controls(harness: &Harness<Session>) -> Vec<(String, Role, String, bool)> {
    let told = |node: egui_kittest::Node<'_>| {
        let node = node.accesskit_node();
        let can = |action| node.data().supports_action(action);
        // A scroll bar is the toolkit's, belongs to what it scrolls, and has no name of its own.
        let acts = !node.is_disabled()
            && node.role() != Role::ScrollBar
            && (can(accesskit::Action::Click) || can(accesskit::Action::Focus));
        // The name of a text is the text.
        let name = if node.role() == Role::Label { node.value() } else { node.label() }.unwrap_or_default();
        acts.then(|| (format!("{:?}", node.id()), node.role(), name.trim().to_owned(), can(accesskit::Action::Focus)))
    };
    harness.query_all_by(|_| true).filter_map(told).collect()
}

#[test]
fn every_control_has_a_name_and_tab_reaches_each_that_takes_the_keyboard() {
    let dialogs = [
        None,
        Some(Dialog::Open { path: "a.toml".to_owned() }),
        Some(Dialog::Film(tickscope::studio::view::film_spec::FilmSpec::default())),
        Some(Dialog::Save { what: Export::Scenario, path: "a.toml".to_owned() }),
        Some(Dialog::Film(tickscope::studio::view::film_spec::FilmSpec::default())),
        Some(Dialog::Save { what: Export::Scenario, path: "a.toml".to_owned() }),
    ];
    let instruments = [None, Some(Instrument::Timeline), Some(Instrument::Plots), Some(Instrument::Table)];
    for (dialog, instrument) in sampled(dialogs.into_iter().zip(instruments)) {
        let mut harness = window(vec2(1280.0, 800.0));
        harness.state_mut().advance_to(Time::from_secs(1.0));
        harness.state_mut().act(Action::View(ViewAction::Change(View { instrument, inputs: true, ..View::default() })));
        harness.state_mut().act(Action::Window(WindowAction::Dialog(dialog.clone())));
        harness.run_ok();
        let controls = controls(&harness);
        assert!(controls.len() > 20, "{}", controls.len());
        let nameless: Vec<_> = controls.iter().filter(|(_, _, name, _)| name.is_empty()).collect();
        assert!(nameless.is_empty(), "with {dialog:?} and {instrument:?}: {nameless:?}");
        let mut reached = BTreeSet::new();
        for _ in 0..controls.len() + 40 {
            harness.key_press(Key::Tab);
            harness.step();
            let focused = harness.query_all_by(|_| true).filter(|node| node.accesskit_node().is_focused());
            reached.extend(focused.map(|node| format!("{:?}", node.accesskit_node().id())));
        }
        let missed: Vec<_> = controls.iter().filter(|(id, _, _, focus)| *focus && !reached.contains(id)).collect();
        assert!(missed.is_empty(), "with {dialog:?} and {instrument:?}: {missed:?}");
    }
}
