//! World Camera: against which camera the body jitters, and what is said of it.

use crate::lab::symptoms::{at, on, states};
use tickscope_core::lab::panes::report::Report;
use tickscope_core::lab::symptoms::kind::{Kind, Tone};
use tickscope_core::lab::symptoms::symptom::Symptom;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::settings::{Presentation, Settings, WorldChoice};

fn followed(strategy: &str, refresh_hz: f64, presentation: Presentation) -> Settings {
    let mut settings = on(strategy, Computer { refresh_hz, ..Computer::default() });
    settings.scene = WorldChoice::new("camera");
    settings.panes[0].presentation = Some(presentation);
    settings
}

fn found(settings: &Settings) -> Option<Symptom> {
    at(&states(settings, 0, 6.0), 5.5).find(Kind::Camera).cloned()
}

#[test]
fn a_camera_on_the_newest_body_jitters_by_the_mean_of_the_worked_example() {
    let symptom = found(&followed("fixed-interpolated", 144.0, Presentation::Interpolate)).expect("it jitters");
    assert!((symptom.value - 8.1).abs() < 0.05, "{}", symptom.value);
    assert_eq!((symptom.tone, &*symptom.headline()), (Tone::Wrong, "Jitters by 8.1 ms: a camera follows the newest body"));
    let detail = "The newest body moves in steps of 1/60 s, the drawn one in frames of 1/144 s; follow the drawn body.";
    assert_eq!(symptom.detail().as_deref(), Some(detail));
}

#[test]
fn a_smoothed_camera_jitters_where_the_body_is_drawn_in_its_steps() {
    let symptom = found(&followed("fixed-interpolated", 144.0, Presentation::Latest)).expect("it jitters");
    let headline = symptom.headline();
    assert!(headline.contains("a share a frame") || headline.contains("by the time"), "{headline}");
    assert!((6.0..8.1).contains(&symptom.value), "{}", symptom.value);
}

#[test]
fn no_camera_jitters_where_each_frame_has_a_step() {
    for strategy in ["variable-delta", "fixed-interpolated"] {
        let symptom = found(&followed(strategy, 60.0, Presentation::Latest));
        assert_eq!(symptom, None, "{strategy}");
    }
}

#[test]
fn a_constant_share_a_frame_follows_closer_at_a_higher_rate_and_one_by_the_time_does_not() {
    let behind = |key: &str, hz: f64| {
        let settings = followed("fixed-interpolated", hz, Presentation::Interpolate);
        let report = Report::new(&settings, 6.0).expect("it runs").panes.remove(0);
        report.number(key).expect("the world says it")
    };
    let ratio = |key: &str| behind(key, 60.0) / behind(key, 120.0);
    let (share, rate) = (ratio("world.a_share_a_frame_is_behind"), ratio("world.by_the_time_is_behind"));
    assert!((share - 2.0).abs() < 0.05, "{share}");
    assert!((rate - 1.0).abs() < 0.05, "{rate}");
}
