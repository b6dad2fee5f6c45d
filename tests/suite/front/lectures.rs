//! A lecture is led through in projector mode, with keys alone, and has no dead end.

use super::fits::{flat, texts};
use super::harness::{at, click, press, session, window_of};
use egui::accesskit::Role;
use egui::{Context, Event, Key, Modifiers, RawInput, Rect, Vec2, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use tickscope::front::ui;
use tickscope::front::ui::style::look::Look;
use tickscope::studio::lesson::builtin;
use tickscope::studio::lesson::definition::{StepTask, Verdict};
use tickscope::studio::scenario::definition::Caption;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, Dialog, Export, LessonAction, ViewAction, WindowAction};
use tickscope::studio::view::Theme;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::patch::Owner;
use tickscope_core::model::strategies;

const SIZE: Vec2 = vec2(1280.0, 720.0);

/// Returns a lecture at the end of a step, held.
fn lecture(lesson: usize, step: usize) -> Session {
    let mut session = at(lesson, step);
    session.act(Action::Window(WindowAction::Present(true)));
    session
}

fn type_text(harness: &mut Harness<Session>, text: &str) {
    for letter in text.chars() {
        harness.event(Event::Text(letter.to_string()));
        harness.run_ok();
    }
}

/// Returns the place of the control that has the focus, with its name; `None` if none has it.
fn focused(harness: &Harness<Session>) -> Option<(Rect, String)> {
    let mut nodes = harness.query_all_by(|node| node.is_focused() && node.label().is_some());
    nodes.next().map(|node| (node.rect(), node.accesskit_node().label().unwrap_or_default()))
}

#[test]
fn a_number_that_has_the_keyboard_keeps_no_lecturer_from_the_next_step() {
    let lesson = builtin::LESSONS.iter().position(|lesson| &*lesson.id == "tied-to-the-computer").expect("the first lesson");
    let mut harness = window_of(lecture(lesson, 0), SIZE);
    press(&mut harness, Key::Enter);
    harness.run_ok();
    assert!(harness.ctx.text_edit_focused(), "Enter goes to the number in the sentence");
    press(&mut harness, Key::PageDown);
    harness.run_ok();
    let step = |harness: &Harness<Session>| harness.state().lesson().expect("the lesson goes on").step;
    assert_eq!(step(&harness), 1);
    press(&mut harness, Key::PageUp);
    harness.run_ok();
    assert_eq!(step(&harness), 0);
}

#[test]
fn the_step_after_the_last_is_the_next_lesson_as_a_click_opens_it_and_in_the_end_the_list() {
    let mut ids: Vec<&str> = builtin::LESSONS.iter().map(|lesson| &*lesson.id).collect();
    let mut session = session();
    session.act(Action::Lesson(LessonAction::Open(builtin::OPENING.clone(), builtin::OPENING.steps.len() - 1)));
    session.act(Action::Window(WindowAction::Present(true)));
    let mut harness = window_of(session, SIZE);
    for id in ids.drain(..) {
        press(&mut harness, Key::PageDown);
        let session = harness.state();
        let lesson = session.lesson().expect("a lesson is open");
        assert_eq!((&*lesson.lesson.id, lesson.step), (id, 0));
        assert!(session.window.presenting && session.is_playing(), "{id} plays to its first stop");
        let last = lesson.lesson.steps.len() - 1;
        harness.get_by_label(&format!("1 of {}", last + 1));
        let lesson = lesson.lesson.clone();
        harness.state_mut().act(Action::Lesson(LessonAction::Open(lesson, last)));
        harness.run_steps(2);
    }
    press(&mut harness, Key::PageDown);
    assert!(matches!(harness.state().window.dialog, Some(Dialog::Gallery { .. })) && harness.state().window.presenting);
}

#[test]
fn the_next_lesson_and_the_handout_have_keys_from_any_step() {
    let mut harness = window_of(lecture(2, 1), SIZE);
    harness.key_combination_modifiers(Modifiers::COMMAND, &[Key::PageDown]);
    harness.run_ok();
    let lesson = harness.state().lesson().expect("a lesson is open");
    assert_eq!((&*lesson.lesson.id, lesson.step), (&*builtin::LESSONS[3].id, 0));
    harness.key_combination_modifiers(Modifiers::COMMAND, &[Key::P]);
    harness.run_ok();
    assert!(matches!(harness.state().window.dialog, Some(Dialog::Save { what: Export::Handout, .. })));
    assert!(harness.state().window.presenting);
}

#[test]
fn the_gallery_stays_in_the_presentation_and_has_its_letters() {
    let mut harness = window_of(lecture(0, 0), SIZE);
    press(&mut harness, Key::F2);
    let field = harness.get_by_role_and_label(Role::TextInput, "Search comparisons").rect();
    assert!(field.height() >= SIZE.y / 36.0, "{field}");
    // The mark is on the lesson that was open.
    press(&mut harness, Key::ArrowRight);
    press(&mut harness, Key::Enter);
    let session = harness.state();
    assert_eq!(session.lesson().map(|lesson| &*lesson.lesson.id), Some("step-too-long"));
    assert!(session.window.presenting && !session.window.shows_gallery());
}

/// Holds a key for `seconds` in a window with `hz` frames a second, and returns the number of commands.
fn hold(session: &mut Session, key: Key, seconds: f64, hz: f64) -> usize {
    let ctx = Context::default();
    Look { theme: Theme::Dark }.apply(&ctx);
    let before = session.run.lab.log().len();
    for frame in 0..=(seconds * hz) as u32 + 1 {
        let time = f64::from(frame) / hz;
        let is_down = time <= seconds;
        // A keyboard repeats the key.
        let event = Event::Key { key, physical_key: None, pressed: is_down, repeat: frame > 0, modifiers: Modifiers::NONE };
        let window = Rect::from_min_size(pos2(0.0, 0.0), SIZE);
        let input = RawInput { screen_rect: Some(window), time: Some(time), events: vec![event], ..Default::default() };
        session.window.clock = time;
        let mut actions = Vec::new();
        let mut output = ctx.run_ui(input, |ui| actions.extend(ui::layout::show_window(ui, session).actions));
        output.textures_delta.clear(); // There is no GPU to take them.
        for action in actions {
            session.act(action);
        }
    }
    session.run.lab.log().len() - before
}

#[test]
fn a_held_key_moves_the_load_by_time_and_is_one_step_of_undo() {
    for hz in [60.0, 24.0, 144.0] {
        let mut session = session();
        session.act(Action::View(ViewAction::PlayPause));
        session.act(Action::Window(WindowAction::Present(true)));
        let load = |session: &Session| session.run.computer().render_ms;
        assert_eq!(load(&session), 5.0);
        let commands = hold(&mut session, Key::ArrowUp, 1.7, hz);
        assert!((65.0..=80.0).contains(&load(&session)), "{} ms at {hz} Hz", load(&session));
        assert!((10..=30).contains(&commands), "{commands} commands at {hz} Hz");
        assert_eq!(load(&session).fract(), 0.0, "whole milliseconds above 30");
        session.act(Action::Undo);
        assert_eq!(load(&session), 5.0, "at {hz} Hz");
        assert_eq!(hold(&mut session, Key::ArrowUp, 0.1, hz), 1, "a press is one command");
        assert_eq!(load(&session), 5.5);
    }
}

#[test]
fn loads_by_keys_are_short_numbers_and_never_stand_still() {
    let mut harness = window_of(lecture(0, 0), SIZE);
    let load = |harness: &Harness<Session>| harness.state().run.computer().render_ms;
    harness.state_mut().act(Action::set(Owner::Computer.path("render_ms"), 0.1));
    let mut last = 0.1;
    for _ in 0..90 {
        press(&mut harness, Key::ArrowUp);
        let ms = load(&harness);
        assert!(ms > last || ms == 100.0, "{ms} after {last}");
        let grains = ms / if ms < 10.0 { 0.1 } else { 0.5 };
        assert!((grains - grains.round()).abs() < 1e-9 && ms.to_string().len() <= 4, "{ms}");
        last = ms;
    }
    for _ in 0..130 {
        press(&mut harness, Key::ArrowDown);
        assert!(load(&harness) < last || last == 0.1, "{} after {last}", load(&harness));
        last = load(&harness);
    }
    assert_eq!(last, 0.1);
}

#[test]
fn the_foot_has_the_load_that_the_step_names() {
    let mut harness = window_of(lecture(0, 0), SIZE);
    let slider = harness.get_by_role_and_label(Role::Slider, "Render load");
    assert!(slider.rect().width() > SIZE.x / 3.0 && slider.rect().min.y > SIZE.y - 60.0);
    slider.set_value_accesskit(30.0);
    harness.run_ok();
    assert_eq!(harness.state().run.computer().render_ms, 30.0);
    let mut harness = window_of(lecture(3, 3), SIZE);
    let before = harness.state().run.computer().update_ms;
    harness.get_by_role_and_label(Role::Slider, "Update load");
    press(&mut harness, Key::ArrowUp);
    assert!(harness.state().run.computer().update_ms > before);
}

/// Returns the places of the nodes whose names begin with one of `names`.
fn rects(harness: &Harness<Session>, names: &[String]) -> Vec<Rect> {
    let rect = |name: &String| {
        let mut all = harness.query_all_by(|node| node.label().is_some_and(|label| label.starts_with(name)));
        all.next().map(|node| node.rect())
    };
    names.iter().filter_map(rect).collect()
}

#[test]
fn hands_are_counted_by_keys_and_stand_as_bars_in_the_same_places() {
    for (lesson, step) in [(1, 1), (0, 1), (3, 5)] {
        let mut harness = window_of(lecture(lesson, step), SIZE);
        let StepTask::Bet(bet) = &builtin::LESSONS[lesson].steps[step].task else { panic!("step {step} is no bet") };
        assert!(harness.query_by_label("Space: see it").is_none());
        press(&mut harness, Key::Tab);
        for (index, _) in bet.answers.iter().enumerate() {
            type_text(&mut harness, &(index + 2).to_string());
            press(&mut harness, [Key::Tab, Key::Enter, Key::ArrowDown][index % 3]);
        }
        type_text(&mut harness, "1");
        press(&mut harness, Key::Escape);
        assert!(harness.state().window.presenting && focused(&harness).is_none(), "Esc leaves the field alone");
        let all = 19 + (3..bet.answers.len() as u32 + 2).sum::<u32>();
        let hands = harness.state().lesson().expect("it is open").answers.hands[&step].clone();
        assert!(hands[0] == 21 || hands[0] == 12, "{hands:?}");
        let all = all - 19 + hands[0];
        let buttons: Vec<String> =
            bet.answers.iter().enumerate().map(|(index, answer)| format!("{}  {}", index + 1, answer.answer)).collect();
        let before = rects(&harness, &buttons);
        let panes = rects(&harness, &["Pane A".to_owned(), "Pane B".to_owned()]);
        harness.get_by_label("Space: see it");
        press(&mut harness, Key::Space);
        let session = harness.state();
        let open = session.lesson().expect("it is open");
        assert_eq!(open.step, step + 1);
        let (right, end) = (open.answers.bets[&step].right.expect("it is decided"), open.step().end.expect("it stops"));
        assert_eq!(open.answers.bets[&step].given, None);
        assert!(harness.query_by_label_contains("knew it").is_none(), "not before the outcome");
        harness.state_mut().run.playing = false;
        harness.state_mut().advance_to(end);
        harness.run_ok();
        let bars: Vec<String> =
            bet.answers.iter().zip(&hands).map(|(answer, hands)| format!("{}: {hands} hands", answer.answer)).collect();
        assert_eq!(rects(&harness, &bars), before, "bars stand where the answers stood");
        assert_eq!(rects(&harness, &["Pane A".to_owned(), "Pane B".to_owned()]), panes, "no pane moves");
        harness.get_by_label_contains(&format!("{} of {all} knew it.", hands[right]));
        harness.get_by_label(&format!("{}, right", bars[right]));
        let filmed = harness.state().filmed();
        let told: Vec<_> = filmed.captions.iter().filter(|caption| caption.text.contains("knew it.")).collect();
        assert_eq!(told.len(), 1);
        assert!(!harness.state().run.scenario().to_toml().contains("hands"));
        assert!(harness.query_by_label("Space: on").is_some());
    }
}

#[test]
fn the_space_bar_shows_the_outcome_from_a_field_of_hands() {
    let mut harness = window_of(lecture(1, 1), SIZE);
    press(&mut harness, Key::Tab);
    type_text(&mut harness, "7");
    press(&mut harness, Key::Tab);
    harness.event(Event::Text(" ".to_owned()));
    press(&mut harness, Key::Space);
    let lesson = harness.state().lesson().expect("it is open");
    assert_eq!((lesson.step, &lesson.answers.hands[&1][..2]), (2, &[7, 0][..]));
    assert!(focused(&harness).is_none());
}

#[test]
fn a_click_on_an_answer_gives_it_and_a_click_on_its_field_counts() {
    let mut harness = window_of(lecture(1, 1), SIZE);
    let StepTask::Bet(bet) = &builtin::LESSONS[1].steps[1].task else { panic!("it is no bet") };
    harness.get_by_role_and_label(Role::TextInput, &format!("Hands for {}", bet.answers[1].answer)).click();
    harness.run_ok();
    type_text(&mut harness, "7");
    let hands = |harness: &Harness<Session>| harness.state().lesson().and_then(|lesson| lesson.answers.hands.get(&1).cloned());
    assert_eq!(hands(&harness).map(|hands| hands[1]), Some(7));
    press(&mut harness, Key::Escape);
    click(&mut harness, &format!("3  {}", bet.answers[2].answer));
    let lesson = harness.state().lesson().expect("it is open");
    assert_eq!((lesson.step, lesson.answers.bets[&1].given), (2, Some(2)));
}

#[test]
fn the_focus_stays_in_an_exercise_until_it_is_left() {
    let mut harness = window_of(lecture(1, 7), SIZE);
    press(&mut harness, Key::Enter);
    let (first, _) = focused(&harness).expect("Enter takes the first control");
    let mut seen = Vec::new();
    for key in [Key::ArrowDown, Key::ArrowUp, Key::Tab, Key::Tab, Key::Tab, Key::Tab, Key::Tab, Key::Tab] {
        press(&mut harness, key);
        let (place, name) = focused(&harness).expect("a control has the focus");
        assert!(place.min.y > SIZE.y / 2.0 && (place.center().y - first.center().y).abs() < 60.0, "{key:?}: {name} at {place}");
        seen.push(name);
    }
    assert!(seen.iter().any(|name| *name != seen[0]), "{seen:?}");
    press(&mut harness, Key::Escape);
    assert!(focused(&harness).is_none() && harness.state().window.presenting);
}

#[test]
fn space_goes_on_from_an_exercise_that_was_solved_by_keys() {
    for (number, lesson) in builtin::LESSONS.iter().enumerate() {
        let exercises = lesson.steps.iter().enumerate().filter_map(|(step, found)| match &found.task {
            StepTask::Exercise(exercise) => Some((step, exercise)),
            _ => None,
        });
        for (step, exercise) in exercises {
            let mut harness = window_of(lecture(number, step), SIZE);
            press(&mut harness, Key::Enter);
            assert!(focused(&harness).is_some(), "{} {step}: Enter takes the first control", lesson.id);
            harness.state_mut().act(Action::Lab(Command::Set(exercise.solution.clone())));
            let (_, settings, setup) = harness.state().exercise().expect("it is open");
            let verdict = exercise.verdict(settings, setup).expect("it can run");
            harness.state_mut().on_verdict(verdict);
            harness.run_steps(2);
            harness.get_by_label_contains("Solved. ");
            press(&mut harness, Key::Space);
            assert_eq!(harness.state().lesson().map(|lesson| lesson.step), Some(step + 1), "{} {step}", lesson.id);
        }
    }
}

#[test]
fn the_sentence_of_a_solved_exercise_is_whole_with_every_loop() {
    for (number, lesson) in builtin::LESSONS.iter().enumerate() {
        for (step, found) in lesson.steps.iter().enumerate() {
            let StepTask::Exercise(exercise) = &found.task else { continue };
            for size in [SIZE, vec2(1366.0, 690.0), vec2(1024.0, 560.0)] {
                for presenting in [true, false] {
                    let mut session = at(number, step);
                    session.act(Action::Window(WindowAction::Present(presenting)));
                    let mut harness = window_of(session, size);
                    for strategy in strategies::ALL {
                        let path = Owner::Pane(harness.state().letter(0)).path("strategy");
                        harness.state_mut().act(Action::set(path, strategy.id.to_string()));
                        let text = harness.state().fill(&exercise.done);
                        harness.state_mut().on_verdict(Verdict { is_met: true, text });
                        harness.run_steps(2);
                        let shapes = flat(&harness.output().shapes);
                        let texts = texts(&shapes);
                        let solved = texts.iter().find(|text| text.text.galley.text().starts_with("Solved. "));
                        let what = format!("{} {} at {size}, presented: {presenting}", lesson.id, strategy.id);
                        let solved = solved.unwrap_or_else(|| panic!("{what}: it is not said"));
                        assert!(solved.clip.expand(0.6).contains_rect(solved.rect), "{what}: {} in {}", solved.rect, solved.clip);
                    }
                }
            }
        }
    }
}

#[test]
fn a_film_of_any_step_has_its_text_also_later_and_after_a_change_by_hand() {
    for (number, lesson) in builtin::LESSONS.iter().enumerate() {
        for step in 0..lesson.steps.len() {
            let mut session = at(number, step);
            if session.run.transport.playhead.is_some() {
                continue; // A replay is no run that could be filmed.
            }
            let last = |session: &Session| {
                let (now, captions) = (session.run.lab.now(), session.filmed().captions);
                Caption::shown_at(&captions, (now - Span::from_millis(1.0)).max(Time::ZERO)).map(str::to_owned)
            };
            let what = format!("{} {}", lesson.id, step + 1);
            assert!(last(&session).is_some_and(|text| !text.is_empty()), "{what}");
            if lesson.steps[step].end.is_none() {
                session.advance_to(session.run.lab.now() + Span::from_secs(15.0));
                assert!(last(&session).is_some_and(|text| !text.is_empty()), "{what}, later");
            }
            if lesson.steps[step].text.has_settings() {
                session.act(Action::set(Owner::Computer.path("render_ms"), 12.0));
                let told = session.step_text().map(|text| session.fill(&text));
                assert_eq!(last(&session), told, "{what}, changed");
            }
        }
    }
}

#[test]
fn the_code_stands_at_the_right_of_the_panes_until_a_copy_ends_the_presentation() {
    for size in [SIZE, vec2(1920.0, 1080.0)] {
        let mut harness = window_of(lecture(0, 2), size);
        assert!(harness.query_by_label_contains("Code of pane").is_none());
        press(&mut harness, Key::Slash);
        let name = harness.get_by_label_contains("Code of pane A").rect();
        assert!(name.min.x >= size.x / 2.0 - 1.0 && name.min.x <= size.x * 2.0 / 3.0 + 20.0, "{name}");
        for pane in ["Pane A", "Pane B", "Pane C"] {
            assert!(harness.get_by_label_contains(&format!("{pane}:")).rect().max.x < name.min.x);
        }
        press(&mut harness, Key::Num2);
        harness.get_by_label_contains("Code of pane B");
        press(&mut harness, Key::PageDown);
        harness.get_by_label_contains("Code of pane");
        click(&mut harness, "Edit a copy");
        let session = harness.state();
        assert!(!session.window.presenting && !session.run.lab.settings().loops.is_empty());
    }
}

#[test]
fn the_foot_stands_still_and_whole_over_the_steps_of_a_lesson() {
    let names = ["Comparison before", "Next comparison", "Play", "Code /", "Light T", "Rec"];
    for size in [SIZE, vec2(1920.0, 1080.0), vec2(1024.0, 560.0)] {
        let mut before = None;
        for step in 0..builtin::LESSONS[1].steps.len() {
            let harness = window_of(lecture(1, step), size);
            if harness.state().run.transport.playhead.is_some() {
                continue;
            }
            let places: Vec<Rect> =
                names.iter().filter_map(|name| harness.query_by_label(name)).map(|node| node.rect()).collect();
            assert_eq!(places.len(), names.len(), "step {step} at {size}");
            assert!(places.iter().all(|place| Rect::from_min_size(pos2(0.0, 0.0), size).contains_rect(*place)), "{places:?}");
            assert_eq!(*before.get_or_insert(places.clone()), places, "step {step} at {size}");
        }
    }
}
