//! A presentation is read from the last row: its letters are large, and its panes have the height.

use super::fits::{flat, texts};
use super::harness::{click, press, window_of};
use egui::{Key, Vec2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tickscope::studio::scenario::builtin;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, Dialog, ViewAction, WindowAction};
use tickscope::studio::view::{Theme, View};
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::Time;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};

/// Returns a presentation of `size`, held after `prepare`.
fn presented(settings: Settings, size: Vec2, prepare: impl FnOnce(&mut Session)) -> Harness<'static, Session> {
    let mut session = Session::new(settings).unwrap();
    session.act(Action::View(ViewAction::PlayPause));
    prepare(&mut session);
    session.act(Action::Window(WindowAction::Present(true)));
    window_of(session, size)
}

fn show_numbers(session: &mut Session, numbers: bool) {
    session.advance_to(Time::from_secs(3.0));
    session.act(Action::View(ViewAction::Change(View { numbers, ..session.run.view })));
}

fn presentation(size: Vec2, numbers: bool) -> Harness<'static, Session> {
    presented(Settings::default(), size, |session| show_numbers(session, numbers))
}

/// Returns a presentation with large pulse numbers, ages, inputs and lateness.
fn faulty_presentation(size: Vec2, scene: &str) -> Harness<'static, Session> {
    let mut settings = Settings { scene: WorldChoice::new(scene), ..Settings::of_window() };
    settings.computer.render_ms = 40.0;
    presented(settings, size, |session| {
        session.advance_to(Time::from_secs(2.0));
        session.act(Action::Lab(Command::stall(700.0)));
        session.advance_to(Time::from_secs(4.0));
        session.act(Action::View(ViewAction::Change(View { inputs: true, lateness: true, ..session.run.view })));
    })
}

#[test]
fn letters_are_at_least_a_thirty_sixth_of_the_height() {
    let sizes = [(360.0, 780.0), (480.0, 640.0), (800.0, 600.0), (1024.0, 768.0), (1280.0, 720.0), (1920.0, 1080.0)];
    for size in sizes.map(Vec2::from) {
        let faulty = ["three-movers", "jump"].map(|scene| faulty_presentation(size, scene));
        for harness in [false, true].map(|numbers| presentation(size, numbers)).into_iter().chain(faulty) {
            let shapes = flat(&harness.output().shapes);
            let texts: Vec<_> = texts(&shapes).into_iter().filter(|text| !text.text.galley.text().is_empty()).collect();
            assert!(texts.len() > 8, "{} texts at {size}", texts.len());
            for painted in texts {
                for section in &painted.text.galley.job.sections {
                    let letter = section.format.font_id.size;
                    let text = painted.text.galley.text();
                    assert!(letter >= size.y / 36.0 - 0.01, "“{text}” has letters of {letter} at {size}");
                }
            }
        }
    }
}

#[test]
fn the_numbers_of_a_presentation_stand_whole_on_one_line() {
    for size in [vec2(1024.0, 768.0), vec2(1280.0, 720.0), vec2(1920.0, 1080.0)] {
        let panes = ["variable-delta", "fixed-interval"].map(PaneSettings::new).to_vec();
        let settings = Settings { panes, scene: WorldChoice::new("thin-wall"), ..Settings::default() };
        let harness = presented(settings, size, |session| show_numbers(session, true));
        let shapes = flat(&harness.output().shapes);
        let names = ["updates/s", "animation error", "largest step", "updates a frame", "busy", "got past"];
        let shown: Vec<_> = texts(&shapes).into_iter().filter(|text| names.contains(&text.text.galley.text())).collect();
        assert!(shown.len() >= 6, "{} numbers at {size}", shown.len());
        for name in shown {
            let text = name.text.galley.text();
            assert!(name.text.galley.rows.len() == 1, "{text} at {size}");
            assert!(name.clip.expand(0.6).contains_rect(name.rect), "{text} at {} in {} at {size}", name.rect, name.clip);
        }
    }
}

#[test]
fn a_world_that_is_steered_asks_for_the_arrow_keys_in_large_letters() {
    let mut scene = WorldChoice::new("drive");
    scene.options.set("driver", Value::Word("keys".to_owned()));
    let size = vec2(1280.0, 720.0);
    let harness = presented(Settings { scene, ..Settings::default() }, size, |_| {});
    let shapes = flat(&harness.output().shapes);
    let asks: Vec<_> =
        texts(&shapes).into_iter().filter(|text| text.text.galley.text() == "Arrow keys take the wheel.").collect();
    assert_eq!(asks.len(), 4, "one in each pane");
    assert!(asks.iter().all(|text| text.text.galley.job.sections[0].format.font_id.size >= size.y / 36.0 - 0.01));
}

#[test]
fn a_narrow_presentation_leads_by_tabs_to_the_panes_that_have_no_room() {
    for size in [vec2(270.0, 585.0), vec2(360.0, 780.0), vec2(480.0, 640.0)] {
        let mut harness = presentation(size, false);
        let seen = |harness: &Harness<Session>| harness.query_all_by_label_contains("Pulse of pane").count();
        assert!((1..4).contains(&seen(&harness)), "{} panes at {size}", seen(&harness));
        click(&mut harness, "Show pane D: Frame skip, predicted");
        assert!(harness.query_by_label_contains("Pulse of pane D").is_some(), "at {size}");
    }
}

#[test]
fn a_tooltip_is_inside_of_a_narrow_presentation() {
    let size = vec2(270.0, 585.0);
    let mut harness = presentation(size, false);
    let pulse = harness.get_by_label_contains("Pulse of pane A").rect();
    for right in [1.0, 0.0] {
        harness.event(egui::Event::PointerMoved(pulse.center_bottom() - vec2(right, 2.0)));
        harness.step();
    }
    for _ in 0..60 {
        harness.step();
    }
    let words = harness.get_by_label_contains("Age band: how old").rect();
    assert!(egui::Rect::from_min_size(egui::Pos2::ZERO, size).contains_rect(words), "{words}");
}

#[test]
fn a_presenter_chooses_the_light_theme_and_records_a_film() {
    let mut harness = presentation(vec2(1280.0, 720.0), false);
    click(&mut harness, "Light T");
    assert_eq!(harness.state().run.theme, Theme::Light);
    press(&mut harness, Key::R);
    harness.run_steps(2);
    assert!(harness.query_by_label_contains("R ends it").is_some());
    harness.state_mut().act(Action::View(ViewAction::PlayPause));
    harness.state_mut().advance_to(Time::from_secs(4.0));
    press(&mut harness, Key::R);
    assert!(matches!(harness.state().window.dialog.as_ref(), Some(Dialog::Film(_))));
}

#[test]
fn three_panes_stand_side_by_side_with_the_pulse_and_the_numbers_that_they_are_about_under_their_question() {
    for (id, asks) in [
        ("judder", "Why does my game stutter at 60 FPS on 60 Hz?"),
        ("interpolation", "Why does my game stutter at 60 FPS on 60 Hz?"),
    ] {
        for size in [vec2(1280.0, 720.0), vec2(1920.0, 1080.0)] {
            let scenario = builtin::find(id).expect("it comes with the program").scenario().expect("it is read");
            let mut session = Session::open(scenario).unwrap();
            session.act(Action::View(ViewAction::PlayPause));
            show_numbers(&mut session, true);
            session.act(Action::Window(WindowAction::Present(true)));
            let harness = window_of(session, size);
            let pulses: Vec<_> = harness.query_all_by_label_contains("Pulse of pane").map(|pulse| pulse.rect()).collect();
            assert_eq!(pulses.len(), 3, "{id} at {size}");
            assert!(
                pulses.windows(2).all(|pair| pair[0].top() == pair[1].top() && pair[0].right() < pair[1].left()),
                "{pulses:?}"
            );
            let shapes = flat(&harness.output().shapes);
            let count =
                |text: &str| texts(&shapes).into_iter().filter(|painted| painted.text.galley.text().starts_with(text)).count();
            assert_eq!((count("largest step"), count(asks)), (3, 1), "{id} at {size}");
            let cut: Vec<_> =
                texts(&shapes).into_iter().filter(|text| text.text.galley.text().starts_with("Fixed, interpolated:")).collect();
            assert!(cut.iter().all(|name| !name.text.galley.elided), "names are whole at {size}");
        }
    }
}
