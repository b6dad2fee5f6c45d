//! A camera that follows a body: the worked example, what each way to follow does, the mistakes that a comparison must catch, and the
//! program against the model.

use crate::agreement::events::{USUAL, any_case, try_cases};
use crate::models::broken::{self, Break};
use crate::models::camera::{self, Follows, Picture};
use crate::models::computer::{Happening, MILLI};
use crate::models::{Case, loads, loops};
use proptest::test_runner::TestCaseError;
use tickscope_core::lab::run::fold::Finished;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::settings::Presentation::{self, Interpolate, Latest};
use tickscope_core::model::world::readout::ReadoutValue;

/// Returns the events of 60 steps a second on a display with this rate, and the clock at the end.
fn sixty_steps(refresh_hz: f64, presentation: Presentation) -> (Vec<Happening>, i64) {
    let computer = Computer { refresh_hz, ..loads(0.0, 2.0) };
    let case = Case { presentation: Some(presentation), ..Case::new("fixed-interpolated", computer, 4.0) };
    let (events, clock, _) = loops::model(&case);
    (events, clock)
}

fn misfits((events, clock): &(Vec<Happening>, i64), follows: Follows) -> Vec<(f64, f64)> {
    camera::misfits(&camera::pictures(events, follows, None), *clock, None)
}

#[test]
fn the_worked_example_of_sixty_steps_at_144_hz_comes_out() {
    let all = misfits(&sixty_steps(144.0, Latest), Follows::Clock);
    let near = |(_, against_camera): &&(f64, f64), expected: f64| (against_camera - expected).abs() < 0.01;
    let stands = all.iter().filter(|misfit| near(misfit, 1000.0 / 144.0)).count();
    let jumps = all.iter().filter(|misfit| near(misfit, 1000.0 / 60.0 - 1000.0 / 144.0)).count();
    assert_eq!(stands + jumps, all.len(), "{all:?}");
    let share = stands as f64 / all.len() as f64;
    assert!((share - 7.0 / 12.0).abs() < 0.01, "the body stands in {share} of the frames");
    let (_, mean) = camera::means(&all);
    assert!((mean - 8.1).abs() < 0.05, "{mean}");
}

#[test]
fn a_camera_on_the_drawn_body_never_moves_against_it_and_one_on_the_newest_body_does() {
    let run = sixty_steps(144.0, Interpolate);
    let against_camera = |follows| camera::means(&misfits(&run, follows)).1;
    assert!(against_camera(Follows::DrawnBody) < 1e-9 && against_camera(Follows::InStep) < 1e-9);
    assert!((against_camera(Follows::NewestBody) - 8.1).abs() < 0.05, "{}", against_camera(Follows::NewestBody));
    let (background, _) = camera::means(&misfits(&run, Follows::NewestBody));
    assert!(background < 0.01, "the body itself is even: {background}");
}

/// Returns how far the camera is behind the body at the end, in flicks.
fn distance(refresh_hz: f64, follows: Follows) -> f64 {
    let (events, _) = sixty_steps(refresh_hz, Interpolate);
    let Picture { body, camera, .. } = *camera::pictures(&events, follows, None).last().unwrap();
    body - camera
}

#[test]
fn a_constant_share_a_frame_follows_closer_at_a_higher_rate_and_one_by_the_time_hardly() {
    let ratio = |follows| distance(60.0, follows) / distance(240.0, follows);
    let (share, rate) = (ratio(Follows::Share(0.1)), ratio(Follows::Rate(6.0)));
    assert!((share - 4.0).abs() < 0.05, "{share}");
    assert!((rate - 1.0).abs() < 0.05, "{rate}");
}

#[test]
fn every_mistake_about_the_camera_is_caught() {
    let noisy = Computer { noise_lo_ms: 0.0, noise_hi_ms: 12.0, refresh_hz: 144.0, ..loads(0.0, 1.0) };
    let short = Case { presentation: Some(Interpolate), ..Case::new("fixed-interpolated", noisy, 2.0) };
    let (events, clock, _) = loops::model(&short);
    for mistake in broken::OF_CAMERA {
        let of = |follows, broken: Option<Break>| camera::misfits(&camera::pictures(&events, follows, broken), clock, broken);
        let differs = |follows| of(follows, None) != of(follows, Some(mistake));
        assert!([Follows::DrawnBody, Follows::Share(0.1), Follows::Rate(6.0)].into_iter().any(differs), "{mistake:?}");
    }
}

/// The world's cameras, and its numbers of jitter; the two of cameras that lag have another of how far they are behind the body.
const LANES: [(Follows, &str, Option<&str>); 5] = [
    (Follows::InStep, "in-step", None),
    (Follows::NewestBody, "newest-body", None),
    (Follows::DrawnBody, "drawn-body", None),
    (Follows::Share(0.1), "share", Some("share-behind")),
    (Follows::Rate(6.0), "rate", Some("rate-behind")),
];

fn number(finished: &Finished, id: &str) -> f64 {
    let readout = finished.readouts.iter().find(|readout| readout.id == id).expect("the world has it");
    let ReadoutValue::Number { value, .. } = readout.value else { panic!("{id} is no number") };
    value
}

/// Compares the world's numbers at the end of a run with those of the model. Costs per body are left out, as worlds have not the same
/// bodies.
fn agrees(mut case: Case) -> Result<(), TestCaseError> {
    (case.computer.update_us_per_body, case.computer.render_us_per_body) = (0.0, 0.0);
    case.world = "camera";
    let (events, _, _) = loops::model(&case);
    let (_, finished) = case.played();
    for (follows, jitter, behind) in LANES {
        let frames = camera::rendered(&events, follows, None);
        let last_behind = frames.last().map_or(0.0, |frame| (frame.body - frame.camera) / MILLI as f64);
        let expected = [Some((jitter, camera::mean_jitter_of_rendered(&frames))), behind.map(|id| (id, last_behind))];
        for (id, expected) in expected.into_iter().flatten() {
            let found = number(&finished, id);
            let differs = (found - expected).abs() > 1e-6 * expected.abs().max(1.0);
            if differs {
                return Err(TestCaseError::fail(format!("{id}: the program {found}, the model {expected}, in {case:?}")));
            }
        }
    }
    Ok(())
}

#[test]
fn every_loop_is_followed_by_cameras_as_the_model_says_whatever_is_set() {
    try_cases(2000, &any_case(USUAL, None), agrees);
}
