//! Sentences that people read have no internal names: no name of a parameter, no option, and no key outside of tips.

use super::fits::{flat, texts};
use super::harness::{session, window_of};
use egui::vec2;
use tickscope::studio::lesson::builtin;
use tickscope::studio::lesson::definition::{Lesson, StepTask};
use tickscope::studio::lesson::text::{LessonText, Piece};
use tickscope::studio::scenario::{builtin as scenarios, questions};
use tickscope::studio::session::action::{Action, Dialog, Export, ViewAction, WindowAction};
use tickscope_core::base::time::Time;
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::settings::{PaneSettings, Settings};
use tickscope_core::model::{strategies, worlds};

/// The names of keys that stand in a sentence only as keys.
const KEYS: [&str; 12] =
    ["Esc", "Backspace", "Enter", "Tab", "Ctrl", "Shift", "Page Up", "Page Down", "space bar", "Space", "arrow keys", "F11"];

/// Returns the parts of a sentence that are internal names: `a_b`, `--option`, the name of a key, or a letter that is held.
fn internal(text: &str) -> Vec<String> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let words = text.split(|letter: char| !is_word(letter) && letter != '-');
    let mut found: Vec<String> = words
        .filter(|word| {
            let inner = word.trim_matches('_');
            let is_option = word.strip_prefix("--").is_some_and(|rest| rest.starts_with(is_word));
            inner.contains('_') || is_option
        })
        .map(str::to_owned)
        .collect();
    let has = |key: &&&str| text.split(|letter: char| !is_word(letter) && letter != ' ').any(|part| is_in_words(part, key));
    found.extend(KEYS.iter().filter(has).map(|key| (*key).to_owned()));
    let letters: Vec<&str> = text.split(|letter: char| !is_word(letter)).collect();
    let is_held = |pair: &&[&str]| {
        ["hold", "press", "key", "holding"].contains(&&*pair[0].to_lowercase())
            && pair[1].len() == 1
            && pair[1].chars().all(char::is_uppercase)
    };
    found.extend(letters.windows(2).filter(is_held).map(|pair| pair.join(" ")));
    found
}

/// Returns whether `key` stands in `part` as whole words.
fn is_in_words(part: &str, key: &str) -> bool {
    format!(" {part} ").contains(&format!(" {key} "))
}

fn assert_plain(of: &str, text: &str) {
    let found = internal(text);
    assert!(found.is_empty(), "{of}: {found:?} in “{text}”");
}

/// Returns the words of a text without its numbers and settings.
fn words(text: &LessonText) -> String {
    let word = |piece: &Piece| if let Piece::Words(words) = piece { words.clone() } else { "1".to_owned() };
    text.0.iter().map(word).collect()
}

#[test]
fn internal_names_are_found() {
    assert_eq!(internal("its clamp_ms 100"), ["clamp_ms"]);
    assert_eq!(internal("Run it with --set, or press R."), ["--set", "press R"]);
    assert_eq!(internal("Esc ends it; Page Down goes on."), ["Esc", "Page Down"]);
    assert_eq!(internal("B jumps, D catches up - hold on: A and C lose it."), Vec::<String>::new());
}

#[test]
fn lessons_and_comparisons_speak_of_no_internal_names() {
    for lesson in builtin::all() {
        assert_plain(&lesson.id, &lesson.about);
        for text in lesson_texts(lesson) {
            assert_plain(&lesson.id, &text);
        }
    }
    for (id, scenario) in &*scenarios::SCENARIOS {
        assert_plain(id, &scenario.name);
        assert_plain(id, &scenario.about);
        for caption in &scenario.captions {
            assert_plain(id, &caption.text);
        }
    }
    for question in questions::ALL {
        assert_plain("questions", question.text);
    }
    for world in worlds::ALL {
        assert_plain(world.id, world.about);
    }
    for strategy in strategies::ALL {
        assert_plain(&strategy.id, &strategy.about);
    }
}

fn lesson_texts(lesson: &Lesson) -> Vec<String> {
    let mut all = Vec::new();
    for step in &lesson.steps {
        all.push(words(&step.text));
        match &step.task {
            StepTask::Bet(bet) => {
                all.extend(bet.answers.iter().flat_map(|answer| [answer.answer.clone(), words(&answer.says)]));
            }
            StepTask::Exercise(exercise) => {
                all.extend([words(&exercise.hint), words(&exercise.done)]);
                all.extend(exercise.goals.iter().map(|goal| words(&goal.says)));
            }
            _ => {}
        }
    }
    all
}

#[test]
fn every_lesson_has_two_numbers_that_can_be_dragged() {
    for lesson in builtin::all() {
        let numbers = lesson.steps.iter().flat_map(|step| &step.text.0).filter(|piece| matches!(piece, Piece::Setting(_)));
        assert!(numbers.count() >= 2, "{}", lesson.id);
    }
}

#[test]
fn every_loop_in_trouble_is_described_without_internal_names() {
    let hard = [
        Computer { render_ms: 70.0, ..Computer::default() },
        Computer { update_ms: 18.0, ..Computer::default() },
        Computer { refresh_hz: 144.0, wake_hi_ms: 2.0, queue: 2, ..Computer::default() },
    ];
    let mut kinds = std::collections::BTreeSet::new();
    for strategy in strategies::ALL {
        for computer in &hard {
            let settings =
                Settings { computer: computer.clone(), panes: vec![PaneSettings::new(&strategy.id)], ..Settings::of_window() };
            let Ok(mut session) = tickscope::studio::session::Session::new(settings.lettered()) else { continue };
            session.advance_to(Time::from_secs(6.0));
            session.make_experiments();
            for finding in session.findings(0).iter() {
                kinds.insert(finding.symptom.kind());
                finding.sentences().iter().chain([&Finding::headline(finding)]).for_each(|text| assert_plain(&strategy.id, text));
            }
        }
    }
    assert!(kinds.len() >= 6, "{kinds:?}");
    assert!(kinds.contains(&Kind::SlowMotion) && kinds.contains(&Kind::Judder), "{kinds:?}");
}

#[test]
fn the_window_and_its_dialogs_speak_of_no_internal_names() {
    let question = session().ask_which_loop();
    let dialogs = [
        None,
        Some(Dialog::Open { path: String::new() }),
        Some(Dialog::Save { what: Export::Scenario, path: String::new() }),
        Some(Dialog::Save { what: Export::Loop, path: String::new() }),
        Some(Dialog::Film(session().proposed_film())),
        Some(question),
    ];
    for dialog in dialogs {
        let mut session = session();
        session.act(Action::View(ViewAction::PlayPause));
        session.window.everything_else = true;
        session.act(Action::Window(WindowAction::Dialog(dialog.clone())));
        let harness = window_of(session, vec2(1280.0, 1600.0));
        let shapes = flat(&harness.output().shapes);
        for painted in texts(&shapes) {
            let text = painted.text.galley.text();
            // A word alone is a name or a path, and no sentence.
            if text.contains(' ') {
                assert_plain(&format!("{dialog:?}"), text);
            }
        }
    }
}
