//! The number of controls: few by default, and every other one is found by a menu, a field or a key.

use super::harness::{at, click, press, session, window, window_of};
use egui::accesskit::Role;
use egui::{Key, Rect, Vec2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use tickscope::studio::lesson::builtin;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, HelpPage, LessonAction, Notice, RunAction, ViewAction, WindowAction};
use tickscope_core::model::config::patch::Owner;

const SIZE: Vec2 = vec2(1280.0, 720.0);

const ROLES: [Role; 8] = [
    Role::Button,
    Role::CheckBox,
    Role::ComboBox,
    Role::DisclosureTriangle,
    Role::RadioButton,
    Role::Slider,
    Role::SpinButton,
    Role::TextInput,
];

fn controls(harness: &Harness<Session>) -> Vec<String> {
    placed(harness).into_iter().map(|(name, _)| name).collect()
}

/// Returns the controls that can be used in the window. A slider and its number are one control; a pane itself, its pulse, its
/// wall and what went through it are the picture.
fn placed(harness: &Harness<Session>) -> Vec<(String, Rect)> {
    let window = Rect::from_min_size(egui::Pos2::ZERO, SIZE);
    let mut names = Vec::new();
    for role in ROLES {
        for node in harness.query_all_by_role(role) {
            let name = node.accesskit_node().label().unwrap_or_default();
            let is_picture = ["Pane ", "Pulse of ", "Wall in "].iter().any(|begins| name.starts_with(begins));
            let is_number_of_slider = role == Role::SpinButton && name.ends_with(", value");
            if window.intersects(node.rect()) && !node.accesskit_node().is_disabled() && !is_picture && !is_number_of_slider {
                names.push((name, node.rect()));
            }
        }
    }
    names
}

#[test]
fn the_opening_has_at_most_36_controls() {
    let mut session = session();
    session.act(Action::Run(RunAction::Demonstrate));
    session.act(Action::View(ViewAction::PlayPause));
    let found = controls(&window_of(session, SIZE));
    assert!((20..=36).contains(&found.len()), "{} {found:?}", found.len());
}

#[test]
fn a_step_of_a_lesson_has_at_most_24_controls() {
    for (number, lesson) in builtin::LESSONS.iter().enumerate() {
        for step in 0..lesson.steps.len() {
            let found = controls(&window_of(at(number, step), SIZE));
            assert!((10..=24).contains(&found.len()), "{} {}: {} {found:?}", lesson.id, step + 1, found.len());
        }
    }
}

#[test]
fn a_notice_lies_on_no_control_of_a_lesson_and_esc_closes_it_first() {
    let long = ["The handout is in a folder with a long name, and somebody wants to know where that is."; 2].join(" ");
    for (number, lesson) in builtin::LESSONS.iter().enumerate() {
        for (step, presenting) in (0..lesson.steps.len()).flat_map(|step| [(step, false), (step, true)]) {
            let mut session = at(number, step);
            session.act(Action::Window(WindowAction::Present(presenting)));
            let mut harness = window_of(session, SIZE);
            let what = format!("{} {}, {presenting}", lesson.id, step + 1);
            for text in ["The handout is saved.", &long] {
                let before = placed(&harness);
                harness.state_mut().act(Action::Window(WindowAction::Notify(Some(Notice::good(text)))));
                harness.run_steps(3);
                let notice = harness.get_by_label(text).rect();
                let covered = before.iter().find(|(_, control)| control.intersects(notice));
                assert_eq!(covered, None, "{what}: {notice}");
                press(&mut harness, Key::Escape);
                let window = &harness.state().window;
                assert_eq!((window.notice(), window.presenting), (None, presenting), "{what}");
            }
        }
    }
}

#[test]
fn the_keys_have_a_line_for_the_hands_of_a_class() {
    let mut harness = window();
    harness.state_mut().act(Action::Window(WindowAction::Help(Some(HelpPage::Keys))));
    harness.run_ok();
    harness.get_by_label_contains("the hands for an answer");
    harness.get_by_label_contains("answer a bet");
}

#[test]
fn each_menu_has_less_than_twelve_lines() {
    for menu in ["Lessons", "Comparisons", "Your loop", "Your game", "Show", "File"] {
        let mut harness = window();
        let count = |harness: &Harness<Session>| {
            [Role::Button, Role::CheckBox].map(|role| harness.query_all_by_role(role).count()).iter().sum::<usize>()
        };
        let before = count(&harness);
        click(&mut harness, menu);
        let lines = count(&harness) - before;
        assert!((4..12).contains(&lines), "{menu} has {lines} lines");
    }
}

#[test]
fn a_lesson_has_no_panel_until_escape_is_pressed_twice() {
    let mut harness = window_of(at(0, 0), SIZE);
    let has_panel = |harness: &Harness<Session>| harness.query_by_label_contains("Everything else: ").is_some();
    assert!(!has_panel(&harness));
    assert!(harness.query_by_label("Strategy of pane A").is_none(), "its loops are not to be chosen");
    press(&mut harness, Key::Escape);
    assert!(!has_panel(&harness), "once is for what is open");
    press(&mut harness, Key::Escape);
    assert!(has_panel(&harness) && harness.query_by_label("Strategy of pane A").is_some());
    click(&mut harness, "Show");
    click(&mut harness, "Panel");
    assert!(!has_panel(&harness));
    harness.state_mut().act(Action::Lesson(LessonAction::Next));
    harness.run_ok();
    assert!(!has_panel(&harness));
}

#[test]
fn a_step_that_lets_nothing_change_in_its_text_has_the_loads_in_a_row() {
    let mut harness = window_of(at(0, 2), SIZE);
    harness.get_by_role_and_label(Role::Slider, "Render load").set_value_accesskit(20.0);
    harness.run_ok();
    assert!((harness.state().run.computer().render_ms - 20.0).abs() < 0.5);
    click(&mut harness, "Hitch 1000 ms");
    harness.get_by_role_and_label(Role::SpinButton, "Refresh rate, value").set_value_accesskit(120.0);
    harness.run_ok();
    assert_eq!(harness.state().run.computer().refresh_hz, 120.0);
    click(&mut harness, "More");
    assert!(harness.query_by_label_contains("Everything else: ").is_some());
}

/// Types into the field of *Everything else*.
fn search(harness: &mut Harness<Session>, words: &str) {
    harness.get_by_label("Search settings").click();
    harness.run_ok();
    harness.get_by_label("Search settings").type_text(words);
    harness.run_ok();
}

#[test]
fn the_field_finds_any_setting_and_escape_empties_it() {
    let mut harness = window();
    let sliders = |harness: &Harness<Session>| -> Vec<String> {
        harness.query_all_by_role(Role::Slider).filter_map(|node| node.accesskit_node().label()).collect()
    };
    let before = sliders(&harness);
    for (words, found) in [
        ("queue", "Queue, frames"),
        ("wake late", "Waking late, up to"),
        ("spike", "Update spike"),
        ("49.7", "32-bit counter wraps at"),
    ] {
        search(&mut harness, words);
        assert!(
            !before.iter().any(|name| name == found) && sliders(&harness).iter().any(|name| name == found),
            "{words}: {found}"
        );
        press(&mut harness, Key::Escape);
        assert_eq!(sliders(&harness), before, "{words}: the field is empty again");
    }
    search(&mut harness, "queue");
    harness.get_by_role_and_label(Role::Slider, "Queue, frames").set_value_accesskit(2.0);
    harness.run_ok();
    harness.get_by_label("Everything else: 1 set");
    let found = harness.get_by_role_and_label(Role::Slider, "Queue, frames").rect();
    let other = harness.get_by_label_contains("Old clocks: ").rect();
    assert!(found.bottom() < other.top(), "what is not found follows");
}

#[test]
fn what_the_field_finds_is_in_the_panel_as_a_whole() {
    let mut session = session();
    session.window.everything_else = true;
    let mut harness = window_of(session, SIZE);
    search(&mut harness, "present");
    let found = |harness: &Harness<Session>| -> Vec<(String, Rect)> {
        let words = harness.query_all_by_role(Role::RadioButton);
        let named = words.filter_map(|node| Some((node.accesskit_node().label()?, node.rect())));
        named.filter(|(name, _)| name.starts_with("Present mode: ") || name.starts_with("Draw all: ")).collect()
    };
    let found = found(&harness);
    assert_eq!(found.len(), 8, "{found:?}");
    for (name, rect) in found {
        assert!(rect.max.x <= SIZE.x - 8.0, "{name} at {rect}");
    }
}

#[test]
fn an_exercise_offers_no_load_that_it_fixes() {
    for (number, lesson) in builtin::LESSONS.iter().enumerate() {
        for step in 0..lesson.steps.len() {
            let session = at(number, step);
            let Some((exercise, ..)) = session.exercise() else { continue };
            assert!(!exercise.allows(&Owner::Computer.path("render_ms")), "{}", lesson.id);
            for size in [SIZE, vec2(1024.0, 560.0)] {
                for presenting in [false, true] {
                    let mut session = at(number, step);
                    session.window.presenting = presenting;
                    let mut harness = window_of(session, size);
                    let what = format!("{} at {size}, presented: {presenting}", lesson.id);
                    assert!(harness.query_all_by_role_and_label(Role::Slider, "Render load").next().is_none(), "{what}");
                    let before = harness.state().run.lab.settings().clone();
                    for key in [Key::ArrowUp, Key::ArrowDown, Key::ArrowRight, Key::ArrowLeft] {
                        press(&mut harness, key);
                    }
                    assert!(before == *harness.state().run.lab.settings(), "{what}");
                }
            }
        }
    }
}

#[test]
fn everything_else_is_folded_until_a_click() {
    let mut harness = window_of(session(), SIZE);
    assert!(harness.query_by_label("Search settings").is_none());
    harness.get_by_label("Everything else: as usual").click();
    harness.run_steps(4);
    assert!(harness.state().window.everything_else && harness.query_by_label("Search settings").is_some());
}

#[test]
fn a_command_without_a_menu_is_found_by_its_name() {
    let mut harness = window();
    harness.state_mut().act(Action::Window(WindowAction::Dialog(None)));
    click(&mut harness, "Show");
    click(&mut harness, "More …");
    harness.get_by_label("Search commands").type_text("whole pixels");
    harness.run_ok();
    press(&mut harness, Key::Enter);
    assert!(harness.state().run.view.whole_pixels);
    assert!(harness.state().window.dialog.is_some(), "a switch is tried, and tried again");
    press(&mut harness, Key::Escape);
    assert!(harness.state().window.dialog.is_none());
}
