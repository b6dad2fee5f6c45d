//! A presentation is read from the last row: its letters are large, and its panes have the height.

use super::fits::{flat, texts};
use super::harness::{click, press, session, window_of};
use egui::{Key, Vec2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tickscope::base::time::Time;
use tickscope::model::config::view::{Theme, View};
use tickscope::model::config::{PaneSettings, Settings, WorldChoice};
use tickscope::studio::session::{Action, Dialog, Session};

fn presentation(size: Vec2, numbers: bool) -> Harness<'static, Session> {
    let mut session = session();
    session.act(Action::PlayPause);
    session.advance_to(Time::from_secs(3.0));
    session.act(Action::View(View { numbers, ..session.view() }));
    session.act(Action::Present(true));
    window_of(session, size)
}

#[test]
fn letters_are_at_least_a_thirty_sixth_of_the_height() {
    for size in [vec2(1024.0, 768.0), vec2(1280.0, 720.0), vec2(1920.0, 1080.0)] {
        for numbers in [false, true] {
            let harness = presentation(size, numbers);
            let shapes = flat(&harness.output().shapes);
            let texts: Vec<_> = texts(&shapes).into_iter().filter(|text| !text.text.galley.text().is_empty()).collect();
            assert!(texts.len() > 12, "{} texts at {size}", texts.len());
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
        let mut session = Session::new(Settings { panes, scene: WorldChoice::new("thin-wall"), ..Settings::default() }).unwrap();
        session.act(Action::PlayPause);
        session.advance_to(Time::from_secs(3.0));
        session.act(Action::View(View { numbers: true, ..session.view() }));
        session.act(Action::Present(true));
        let harness = window_of(session, size);
        let shapes = flat(&harness.output().shapes);
        let names = ["updates/s", "animation error", "largest step", "updates a frame", "busy", "went through"];
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
fn a_presenter_chooses_the_light_theme_and_records_a_film() {
    let mut harness = presentation(vec2(1280.0, 720.0), false);
    click(&mut harness, "Light");
    assert_eq!(harness.state().theme(), Theme::Light);
    assert!(harness.query_by_label_contains("R film").is_some(), "the keys are named");
    press(&mut harness, Key::R);
    harness.run_steps(2);
    assert!(harness.query_by_label_contains("R ends it").is_some());
    harness.state_mut().act(Action::PlayPause);
    harness.state_mut().advance_to(Time::from_secs(4.0));
    press(&mut harness, Key::R);
    assert!(matches!(harness.state().window().dialog(), Some(Dialog::Film(_))));
}
