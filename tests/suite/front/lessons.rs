//! Lessons in the window: nothing of a step is cut off, verdicts are hidden while a bet is open, and keys do everything.

use super::fits::{flat, texts};
use super::harness::{at, press, window_of};
use egui::accesskit::Role;
use egui::{Key, Rect, Vec2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use std::process::Command;
use tickscope::studio::lesson::builtin;
use tickscope::studio::lesson::definition::StepTask;
use tickscope::studio::lesson::text::{Piece, number_of};
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, LessonAction, RunAction, ViewAction, WindowAction};
use tickscope::studio::view::View;
use tickscope_core::base::time::Time;
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::model::config::patch::Owner;
use tickscope_core::model::config::settings::Settings;

/// Returns the texts that are painted, and whether each is whole in the window.
fn painted(harness: &Harness<'static, Session>, size: Vec2) -> Vec<(String, bool)> {
    let window = Rect::from_min_size(egui::Pos2::ZERO, size);
    let shapes = flat(&harness.output().shapes);
    let is_whole =
        |rect: Rect, clip: Rect| window.contains_rect(rect.shrink(1.0)) && clip.expand(1.0).contains_rect(rect.shrink(1.0));
    let texts = texts(&shapes).into_iter();
    texts.map(|text| (text.text.galley.text().to_owned(), is_whole(text.rect, text.clip) && !text.text.galley.elided)).collect()
}

#[test]
fn every_step_of_every_lesson_is_whole_in_a_window_and_in_a_presentation() {
    let size = vec2(1280.0, 720.0);
    for (number, lesson) in builtin::LESSONS.iter().enumerate() {
        for step in 0..lesson.steps.len() {
            for presenting in [false, true] {
                let mut session = at(number, step);
                session.act(Action::Window(WindowAction::Present(presenting)));
                let what = format!("{} {} {presenting}", lesson.id, step + 1);
                let harness = window_of(session, size);
                let painted = painted(&harness, size);
                let session = harness.state();
                let text = session.fill(&session.step_text().expect("it is as written"));
                let end = text.split(' ').next_back().expect("a step has words");
                assert!(painted.iter().any(|(text, whole)| *whole && text.ends_with(end)), "{what}: {end} in {painted:?}");
                let setting = |piece: &Piece| {
                    if let Piece::Setting(path) = piece { number_of(path, harness.state().run.lab.settings()) } else { None }
                };
                for (value, _) in lesson.steps[step].text.0.iter().filter_map(setting) {
                    let is_it = |text: &str| text.parse().is_ok_and(|shown: f64| (shown - value).abs() < 0.06);
                    assert!(painted.iter().any(|(text, whole)| *whole && is_it(text)), "{what}: {value} in {painted:?}");
                }
                if let StepTask::Bet(bet) = &lesson.steps[step].task {
                    for answer in &bet.answers {
                        assert!(
                            painted.iter().any(|(text, whole)| *whole && text.ends_with(&answer.answer)),
                            "{what}: {}",
                            answer.answer
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn a_bet_that_is_not_decided_says_so_and_takes_no_answer() {
    let mut session = at(1, 1);
    session.act(Action::set(Owner::Computer.path("render_ms"), 30.0));
    assert!(session.decides_bet());
    let mut harness = window_of(session, vec2(1280.0, 720.0));
    harness.get_by_label("The run that decides is being made …");
    press(&mut harness, Key::Num3);
    assert_eq!(harness.state().lesson().map(|lesson| lesson.step), Some(1));
}

#[test]
fn a_bet_hides_the_verdicts_until_a_key_locks_it() {
    let size = vec2(1280.0, 720.0);
    let (lesson, step) = (1, 1);
    let sentences = |harness: &Harness<'static, Session>| {
        let session = harness.state();
        let said = session.findings(0).first().map(Finding::headline).expect("something is said");
        painted(harness, size).iter().filter(|(text, _)| text.contains(&said) || text.contains(" FPS")).count()
    };
    let mut harness = window_of(at(lesson, step), size);
    assert!(harness.state().hides_verdicts() && sentences(&harness) == 0, "{:?}", painted(&harness, size));
    press(&mut harness, Key::Space);
    assert!(!harness.state().run.playing, "nothing runs on while the bet is open");
    press(&mut harness, Key::Num3);
    let now = harness.state().lesson().map(|lesson| lesson.step);
    assert_eq!(now, Some(step + 1), "the answer is given");
    harness.state_mut().run.playing = false;
    harness.run_ok();
    assert!(!harness.state().hides_verdicts() && sentences(&harness) > 0);
}

#[test]
fn verdicts_of_any_comparison_are_hidden_by_a_key_and_shown_by_the_same() {
    let size = vec2(1280.0, 720.0);
    let mut session = Session::new(Settings::default()).expect("the defaults are allowed");
    session.act(Action::View(ViewAction::PlayPause));
    session.act(Action::View(ViewAction::Change(View { numbers: true, ..session.run.view })));
    session.advance_to(Time::from_secs(3.0));
    let mut harness = window_of(session, size);
    let count =
        |harness: &Harness<'static, Session>| painted(harness, size).iter().filter(|(text, _)| text.contains("FPS")).count();
    let before = count(&harness);
    assert!(before > 0);
    press(&mut harness, Key::F);
    assert_eq!(count(&harness), 0);
    press(&mut harness, Key::F);
    assert_eq!(count(&harness), before);
}

#[test]
fn the_space_bar_goes_on_from_the_first_step_of_every_lesson() {
    for (number, lesson) in builtin::LESSONS.iter().enumerate() {
        for size in [vec2(1280.0, 720.0), vec2(1024.0, 560.0)] {
            let mut harness = window_of(at(number, 0), size);
            press(&mut harness, Key::Space);
            assert_eq!(harness.state().lesson().map(|lesson| lesson.step), Some(1), "{} at {size}", lesson.id);
        }
    }
}

#[test]
fn keys_lead_through_a_lesson() {
    let mut harness = window_of(at(1, 0), vec2(1280.0, 720.0));
    let step = |harness: &Harness<'static, Session>| harness.state().lesson().map(|lesson| lesson.step);
    press(&mut harness, Key::Space);
    assert_eq!(step(&harness), Some(1), "the space bar goes on");
    press(&mut harness, Key::PageDown);
    assert_eq!(step(&harness), Some(2));
    press(&mut harness, Key::PageUp);
    assert_eq!(step(&harness), Some(1));
    harness.get_by_label_contains("2 of 9");
}

#[test]
fn a_file_that_is_no_lesson_is_refused_in_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let head = "tickscope = 4\nname = \"x\"\npanes = [{ letter = \"A\", strategy = \"frame-based\" }]\n";
    let step = "[[steps]]\nseconds = 1\ntext = \"x\"\n";
    let cases = [
        ("none", "this is no TOML".to_owned(), "not TOML"),
        ("long", format!("{head}{step}# {}", "x".repeat(10 << 20)), "at most 1 MiB"),
        ("many", format!("{head}{}", step.repeat(1000)), "at most 100"),
        ("past", format!("{head}{step}[[steps.at]]\ns = -1\ntap = true\n"), "what is past"),
        ("itself", format!("{head}{step}open = \"itself\"\n"), "this one would open itself"),
    ];
    for (name, text, says) in cases {
        let path = folder.path().join(format!("{name}.toml"));
        std::fs::write(&path, text).expect("it can be written");
        let path = path.to_str().expect("a path in letters");
        for arguments in [&["lesson", "--check", path][..], &["lesson", path, "--html", "-o", "-"], &["--lesson", path]] {
            let out = Command::new(env!("CARGO_BIN_EXE_tickscope")).args(arguments).output().expect("it runs");
            let said = String::from_utf8_lossy(&out.stderr);
            assert!(said.contains(says) && said.contains(name) && said.lines().count() == 1, "{arguments:?}: {said}");
            assert_eq!((out.status.code(), out.stdout.len()), (Some(2), 0), "{arguments:?}: {said}");
        }
    }
}

#[test]
fn enter_takes_the_number_of_a_text_and_arrows_change_it() {
    let mut harness = window_of(at(1, 4), vec2(1280.0, 720.0));
    press(&mut harness, Key::Enter);
    let before = harness.state().run.computer().render_ms;
    press(&mut harness, Key::ArrowDown);
    let after = harness.state().run.computer().render_ms;
    assert!(after < before, "{after} of {before}");
    press(&mut harness, Key::Escape);
    press(&mut harness, Key::PageDown);
    assert_eq!(harness.state().lesson().map(|lesson| lesson.step), Some(5), "keys are the window's again");
}

#[test]
fn a_loop_is_chosen_in_an_exercise_with_keys_alone() {
    let mut harness = window_of(at(1, 7), vec2(1280.0, 720.0));
    let of_a = |harness: &Harness<'static, Session>| harness.state().run.lab.settings().panes[0].strategy.clone();
    let before = of_a(&harness);
    for key in [Key::Enter, Key::Enter, Key::ArrowDown, Key::Enter] {
        press(&mut harness, key);
    }
    assert_ne!(of_a(&harness), before);
    harness.get_by_role_and_label(Role::ComboBox, "Collision");
}

#[test]
fn a_step_that_was_paused_says_so_and_space_runs_on() {
    let mut session = at(1, 0);
    session.act(Action::Lesson(LessonAction::Back));
    session.run.playing = false;
    for presenting in [false, true] {
        session.act(Action::Window(WindowAction::Present(presenting)));
        let mut harness = window_of(session, vec2(1280.0, 720.0));
        harness.get_by_label_contains("Paused: Space runs on");
        press(&mut harness, Key::Space);
        assert!(harness.state().run.playing);
        assert!(harness.query_by_label_contains("Paused: Space runs on").is_none());
        session = at(1, 0);
        session.act(Action::Lesson(LessonAction::Back));
        session.run.playing = false;
    }
}

#[test]
fn nothing_moves_behind_the_help_and_no_label_covers_the_lesson() {
    let size = vec2(1280.0, 720.0);
    let mut harness = window_of(at(1, 0), size);
    press(&mut harness, Key::F1);
    press(&mut harness, Key::PageDown);
    press(&mut harness, Key::ArrowUp);
    assert_eq!(harness.state().lesson().map(|lesson| lesson.step), Some(0));
    assert_eq!(harness.state().run.computer().render_ms, 5.0);
    press(&mut harness, Key::Tab);
    assert!(harness.query_by_role_and_label(Role::Button, "Present").is_none_or(|button| !button.is_focused()));
    let lesson = harness.get_by_label_contains("1 of 9").rect().top();
    let below = harness.get_by_role_and_label(Role::RadioButton, "Pane A: Variable delta").rect().top();
    // A label has a name and a sentence.
    let is_label = |node: &egui_kittest::Node<'_>| {
        node.accesskit_node().label().is_some_and(|label| label.contains(": ") && label.len() > 30)
    };
    let labels: Vec<Rect> = harness.query_all_by_role(Role::Button).filter(is_label).map(|node| node.rect()).collect();
    let is_off = |label: &Rect| label.max.y <= lesson || label.min.y >= below - 8.0;
    assert!(labels.len() > 5 && labels.iter().all(is_off), "{labels:?}");
}

#[test]
fn the_end_of_the_demonstration_invites_to_drag_and_leads_to_the_lessons() {
    let mut session = Session::new(Settings::of_window()).expect("these settings are allowed");
    session.act(Action::Run(RunAction::Demonstrate));
    session.advance_to(Time::from_secs(42.0));
    session.run.playing = false;
    let mut harness = window_of(session, vec2(1280.0, 720.0));
    harness.get_by_label("Six lessons").click();
    harness.run_ok();
    assert!(harness.state().window.shows_gallery() && !harness.state().demonstrates());
}
