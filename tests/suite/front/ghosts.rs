//! Where the ghosts stand, how long the bands to them are, and all panes on one stage.

use crate::common::every_choice;
use egui::Key;
use egui_kittest::Harness;
use tickscope::front::compositor::canvas::Canvas;
use tickscope::front::render::camera::Camera;
use tickscope::front::render::drawing::{CanvasView, Drawing, DrawnPart, Side, StagePart};
use tickscope::front::ui;
use tickscope::front::ui::style::look::Look;
use tickscope::studio::scenario::builtin;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, ViewAction};
use tickscope::studio::view::{Theme, View};
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::instruments::crossing::Crossing;
use tickscope_core::lab::panes::lab::{Lab, Pane};
use tickscope_core::lab::panes::seen::Reference;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};
use tickscope_core::model::strategies;
use tickscope_core::model::world::body::{Body, BodyState};
use tickscope_core::model::world::kind::ClosedForm;
use tickscope_core::model::world::sketch::Geometry;
use tickscope_core::model::world::track::ElasticBand;
use tickscope_core::model::worlds::{self, runner};

fn lab(scene: &str, loops: &[&str], render_ms: f64) -> Lab {
    let panes = loops.iter().map(|id| PaneSettings::new(id)).collect();
    let computer = Computer { render_ms, ..Computer::default() };
    Lab::new(Settings { scene: WorldChoice::new(scene), panes, computer, ..Settings::default() }).expect("allowed settings")
}

/// Returns the age of the frame that a pane shows, and for each body the band to where it exactly is now; `None` for a body
/// without a band.
fn bands(pane: &Pane, now: Time) -> (Span, Vec<Option<ElasticBand>>) {
    let computer = pane.computer();
    let world = computer.world();
    let mut exact = Vec::new();
    world.exact(now, &mut exact);
    let seen = pane.seen_at(now);
    let frame = seen.shown_frame().expect("a frame is shown");
    let band = |(body, exact): (&Body, &Body)| world.kind.band(body, exact);
    (frame.behind, frame.bodies.iter().zip(&exact).map(band).collect())
}

fn figures_band(pane: &Pane, now: Time) -> (Span, ElasticBand) {
    let (age, bands) = bands(pane, now);
    (age, bands[0].expect("the figure runs"))
}

#[test]
fn in_slow_motion_the_band_is_as_long_as_the_way_that_is_lacking_laps_and_all() {
    let mut lab = lab("runner", &["frame-based"], 70.0);
    lab.advance_to(Time::from_secs(10.0));
    let (age, band) = figures_band(&lab.panes()[0], lab.now());
    assert!((age.as_secs() - 8.0).abs() < 0.2, "a fifth of real speed leaves 8 of 10 s: {}", age.as_secs());
    let way = runner::SPEED * age.as_secs();
    assert!((band.length() - way).abs() < 1e-6, "{} units, and the way is {way}", band.length());
    assert!((4..=5).contains(&band.rounds), "four laps and a bit: {}", band.rounds);
}

/// A body as a canvas draws it: where it stands itself, where its outline does, and where a band goes.
#[derive(Clone, Copy, Debug, Default)]
struct DrawnBody {
    solid: Option<f32>,
    outline: Option<f32>,
    has_band: bool,
}

const SIZE: glam::Vec2 = glam::vec2(640.0, 240.0);

/// Returns how the first body of a pane is drawn on a canvas of 640 × 240 pixels, in x, and how far the pane is behind.
fn drawn(pane: &Pane, now: Time, view: View, stage: Option<StagePart>) -> (DrawnBody, Span) {
    let seen = pane.seen_at(now);
    let mut drawing = Drawing::default();
    let shot = drawing.aim(seen, CanvasView { now, view, stage, size: SIZE, pixels_per_point: 1.0 }, None);
    let frame = seen.shown_frame();
    let (mut first, mut ghosts, mut solids) = (DrawnBody::default(), 0, 0);
    drawing.draw(&shot, frame.as_ref(), |part, camera, shapes| {
        let x = shapes.iter().find_map(|shape| match shape.geometry {
            Geometry::Circle { centre, .. } => Some(camera.pixel(centre).x as f32),
            _ => None,
        });
        match part {
            DrawnPart::Band { .. } => first.has_band = true,
            DrawnPart::Ghost(_) => {
                first.outline = if ghosts == 0 { x } else { first.outline };
                ghosts += 1;
            }
            DrawnPart::Body(_) => {
                first.solid = if solids == 0 { x } else { first.solid };
                solids += 1;
            }
            _ => {}
        }
    });
    (first, frame.map_or(Span::ZERO, |frame| frame.behind))
}

#[test]
fn a_late_body_stays_in_its_own_place_and_an_outline_of_another_lap_stands_at_the_edge() {
    let (mut lab, mut seen) = (lab("three-movers", &["frame-based"], 70.0), [0, 0]);
    for tenth in 4..400 {
        lab.advance_to(Time::from_secs(f64::from(tenth) * 0.1 + 0.013));
        let (pane, now) = (&lab.panes()[0], lab.now());
        let (body, behind) = drawn(pane, now, View::default(), None);
        let frame_s = pane.seen_at(now).shown_frame().expect("a frame").drawn.as_secs();
        let own = 20.0 + 150.0 * (frame_s % 4.0);
        assert!((f64::from(body.solid.expect("a body")) - own).abs() < 0.6, "{body:?} at {now:?}: its own place is {own}");
        let laps = [frame_s, now.as_secs()].map(|at| (at / 4.0).floor());
        let is_far = behind >= Span::from_secs(0.25) && laps[0] != laps[1];
        let exact = if is_far { 640.0 } else { 20.0 + 150.0 * (now.as_secs() % 4.0) };
        assert!((f64::from(body.outline.expect("an outline")) - exact).abs() < 0.6, "{body:?} at {now:?}: {exact}");
        assert!(!(body.has_band && is_far), "no band leads to the edge: {body:?} at {now:?}");
        seen[usize::from(is_far)] += 1;
    }
    assert!(seen.iter().all(|count| *count > 30), "{seen:?}");
}

#[test]
fn a_body_that_is_ahead_has_its_outline_at_the_left_edge() {
    let mut settings = Settings {
        scene: WorldChoice::new("three-movers"),
        panes: vec![PaneSettings::new("frame-based")],
        ..Settings::default()
    };
    settings.computer.refresh_hz = 144.0;
    let mut lab = Lab::new(settings).expect("allowed settings");
    lab.advance_to(Time::from_secs(6.0));
    let (body, behind) = drawn(&lab.panes()[0], lab.now(), View::default(), None);
    assert!(behind < Span::from_secs(-8.0) && body.outline == Some(0.0), "{body:?} {behind:?}");
}

#[test]
fn in_no_comparison_a_loop_that_is_behind_has_its_outline_on_the_wrong_side() {
    let mut late = 0;
    for (id, scenario) in builtin::SCENARIOS.iter() {
        let kind = worlds::find(&scenario.script.settings().scene.id).expect("a world");
        if !kind.runs_laps() || kind.id == "race" {
            continue;
        }
        let mut lab = Lab::new(scenario.script.clone()).expect("it opens");
        for tenth in 1..=(scenario.seconds.unwrap_or(10.0) * 10.0) as i64 {
            // Beside the refreshes too.
            lab.advance_to(Time::from_secs(tenth as f64 * 0.1 + 0.013));
            for (pane, letter) in lab.panes().iter().zip('A'..) {
                let (body, behind) = drawn(pane, lab.now(), View::default(), None);
                let (Some(solid), Some(outline)) = (body.solid, body.outline) else { continue };
                if behind >= Span::from_secs(0.25) {
                    assert!(solid <= outline + 1.0, "{id} {letter} at {:?}: {body:?}", lab.now());
                    late += 1;
                }
                if behind <= Span::from_secs(-0.25) {
                    assert!(solid >= outline - 1.0, "{id} {letter} at {:?}: {body:?}", lab.now());
                }
            }
        }
    }
    assert!(late > 300, "{late} late bodies");
}

#[test]
fn a_wrong_prediction_stands_at_the_edge_of_the_world_and_its_outline_in_its_place() {
    let mut settings = Settings {
        scene: WorldChoice::new("three-movers"),
        panes: vec![PaneSettings::new("frame-skip-predicted")],
        ..Settings::default()
    };
    settings.computer.update_ms = 100.0;
    let mut lab = Lab::new(settings).expect("allowed settings");
    lab.advance_to(Time::from_secs(10.0));
    let (pane, now) = (&lab.panes()[0], lab.now());
    let (body, behind) = drawn(pane, now, View::default(), None);
    assert!(behind < Span::from_secs(0.25), "what is drawn is not behind: {behind:?}");
    assert_eq!(body.solid, Some(640.0 - 14.0), "{body:?}");
    assert!((body.outline.expect("an outline") - (20.0 + 150.0 * 2.0)).abs() < 1.0, "{body:?}");
}

#[test]
fn on_one_stage_an_outline_stays_in_its_place() {
    let mut lab = lab("three-movers", &["frame-based"], 70.0);
    lab.advance_to(Time::from_secs(7.0));
    let stage = Some(StagePart { sets_the_scene: true });
    let (body, _) = drawn(&lab.panes()[0], lab.now(), View::default(), stage);
    assert!((body.outline.expect("an outline") - (20.0 + 150.0 * 3.0)).abs() < 1.0, "{body:?}");
}

#[test]
fn the_replay_of_a_step_has_no_outlines() {
    let mut lab = lab("three-movers", &["variable-delta"], 70.0);
    lab.advance_to(Time::from_secs(12.0));
    let pane = &lab.panes()[0];
    let (recording, computer) = (pane.recording(), pane.computer());
    let tunnel = recording.tunnel().expect("steps of 83 ms pass the wall");
    let crossing = Crossing::of(&recording, tunnel, computer.world()).expect("it is recorded");
    let seen = pane.seen_at(crossing.from);
    let canvas = CanvasView { now: crossing.from, view: View::default(), stage: None, size: SIZE, pixels_per_point: 1.0 };
    for (crossing, has_outlines) in [(None, true), (Some(&crossing), false)] {
        let mut drawing = Drawing::default();
        let shot = drawing.aim(seen, canvas, crossing);
        let mut outlines = 0;
        drawing.draw(&shot, seen.shown_frame().as_ref(), |part, _, shapes| {
            outlines += usize::from(matches!(part, DrawnPart::Ghost(_)) && !shapes.is_empty());
        });
        assert_eq!(outlines > 0, has_outlines, "{outlines}");
    }
}

#[test]
fn a_figure_that_is_more_than_half_a_lap_off_has_its_outline_at_the_edge() {
    let mut lab = lab("runner", &["frame-based"], 70.0);
    for tenth in 14..100 {
        lab.advance_to(Time::from_secs(f64::from(tenth) * 0.1));
        let seen = lab.panes()[0].seen_at(lab.now());
        let mut drawing = Drawing::default();
        let canvas = CanvasView { now: lab.now(), view: View::default(), stage: None, size: SIZE, pixels_per_point: 1.0 };
        let shot = drawing.aim(seen, canvas, None);
        let frame = seen.shown_frame().expect("a frame is shown");
        let parted = drawing.parted(&shot, &frame);
        let [figure] = &*parted else { panic!("{parted:?} at {tenth}") };
        let [edge, body] = [figure.at_edge, figure.body].map(|at| f64::midpoint(at.min.x, at.max.x));
        assert!(figure.side == Side::Right && (edge - f64::from(SIZE.x)).abs() < 20.0, "{figure:?}");
        assert!((body - shot.camera.pixel(frame.bodies[0].pos).x).abs() < 10.0, "{figure:?}");
    }
}

#[test]
fn a_camera_that_follows_the_outline_shows_a_late_body_at_the_edge() {
    let mut lab = lab("runner", &["frame-based"], 70.0);
    lab.advance_to(Time::from_secs(6.0));
    let seen = lab.panes()[0].seen_at(lab.now());
    let mut drawing = Drawing::default();
    let view = View { pursuit: true, ..View::default() };
    let canvas = CanvasView { now: lab.now(), view, stage: None, size: SIZE, pixels_per_point: 1.0 };
    let shot = drawing.aim(seen, canvas, None);
    let parted = drawing.parted(&shot, &seen.shown_frame().expect("a frame is shown"));
    let [figure] = &*parted else { panic!("{parted:?}") };
    assert_eq!((figure.side, figure.at_edge), (Side::Left, figure.body));
    assert!(figure.body.max.x < f64::from(SIZE.x) / 2.0, "{figure:?}");
}

/// Returns the lengths of the figure's band in the middle of every refresh from 2.2 to 3.2 s: nothing is drawn between two laps,
/// and the second one begins at 2 s.
fn lengths(id: &str) -> Vec<f64> {
    let mut lab = lab("runner", &[id], 5.0);
    let sample = |refresh: i64| {
        lab.advance_to(Time::ZERO + (Span::from_hz(60.0) * (2 * refresh + 1)).divided(2));
        let (age, band) = figures_band(&lab.panes()[0], lab.now());
        band.length() * if age < Span::ZERO { -1.0 } else { 1.0 }
    };
    (132..192).map(sample).collect()
}

#[test]
fn a_band_is_steady_where_frames_are_interpolated_and_flutters_where_they_judder() {
    let spread =
        |lengths: &[f64]| lengths.iter().copied().fold(f64::MIN, f64::max) - lengths.iter().copied().fold(f64::MAX, f64::min);
    let (even, juddering) = (lengths("fixed-interpolated"), lengths("fixed-fps"));
    assert!(spread(&even) < 1.0, "interpolated: from frame to frame it changes: {even:?}");
    assert!(even[0] > 0.0, "it lags");
    // 25 frames a second on a display of 60 Hz stay for two refreshes or three.
    assert!(spread(&juddering) > runner::SPEED / 60.0, "judder: {} units", spread(&juddering));
    let latest = runner::SPEED * 0.1;
    assert!(even.iter().all(|length| *length < latest), "and it is short: {even:?}");
}

#[test]
fn a_caught_body_and_its_ghost_wait_together_and_one_that_went_through_is_tied_to_the_wall() {
    let kind = worlds::find("thin-wall").expect("a world");
    let caught = Body { pass: 3, state: BodyState::Caught, ..Body::at(637.0, 0.0) };
    let exact = Body { pos: glam::DVec2::new(635.0, 0.0), ..caught };
    assert_eq!(kind.band(&caught, &exact), None);
    let through = Body { state: BodyState::Tunnelled, ..Body::at(900.0, 0.0) };
    let band = kind.band(&Body { pass: 3, ..through }, &exact).expect("a band");
    assert_eq!((band.length(), band.rounds), (265.0, 0));
    let late = kind.band(&Body { pass: 1, ..caught }, &exact).expect("two passes lie between");
    assert_eq!(late.rounds, 2);
    let exploded = Body { state: BodyState::Exploded, ..caught };
    assert_eq!(kind.band(&exploded, &exact), None);
}

#[test]
fn every_band_of_every_world_is_finite_however_far_a_pane_is_behind() {
    for choice in every_choice() {
        let mut world = worlds::world(&choice, 7).expect("a registered world");
        let mut exact = Vec::new();
        for step in 0..120 {
            world.step(Span::from_millis(if step % 10 == 9 { 250.0 } else { 16.0 }));
            let now = world.sim() + Span::from_secs(f64::from(step) * 0.7);
            world.exact(now, &mut exact);
            for (body, exact) in world.bodies().iter().zip(&exact) {
                let Some(band) = world.kind.band(body, exact) else { continue };
                assert!(band.length().is_finite(), "{choice:?}: {band:?}");
                assert!(band.body.is_finite() && band.exact.is_finite(), "{choice:?}: {band:?}");
            }
        }
    }
}

#[test]
fn a_perfect_loop_stands_within_two_refreshes_of_its_ghosts_in_every_world_that_has_a_formula() {
    for kind in worlds::ALL {
        if !matches!(kind.closed_form, ClosedForm::Has(_)) {
            continue;
        }
        assert!(strategies::find("closed-form").is_ok());
        let mut lab = lab(kind.id, &["closed-form"], 0.1);
        let mut placed = Vec::new();
        for moment in 0..50 {
            lab.advance_to(Time::from_secs(1.0 + f64::from(moment) * 0.037));
            let pane = &lab.panes()[0];
            let (age, _) = bands(pane, lab.now());
            // Drawn for the next refresh, and on the display until the one after.
            assert!(age >= Span::ZERO && age <= Span::from_hz(60.0) * 2 + Span::from_millis(0.2), "{}: {age:?}", kind.id);
            let seen = pane.seen_at(lab.now());
            let frame = seen.shown_frame().expect("a frame");
            pane.computer().world().exact(frame.drawn, &mut placed);
            for (body, exact) in frame.bodies.iter().zip(&placed) {
                // Race adds up in single precision.
                assert!(body.pos.distance(exact.pos) < 1e-4, "{}: {body:?} and {exact:?}", kind.id);
            }
        }
    }
}

#[test]
fn the_outlines_are_drawn_where_a_perfect_loop_is_now_or_where_the_pane_should_be_at_its_own_time() {
    let mut lab = lab("curve-and-wall", &["frame-based"], 70.0);
    lab.advance_to(Time::from_secs(4.3));
    let (pane, now, size) = (&lab.panes()[0], lab.now(), glam::vec2(600.0, 400.0));
    let outlines = |reference: Reference| {
        let mut canvas = Canvas::default();
        let view = View { reference, ..View::default() };
        let look = Look { theme: Theme::Dark };
        canvas.draw(pane.seen_at(lab.now()), look, CanvasView { now, view, stage: None, size, pixels_per_point: 1.0 }, None);
        let outlined = canvas.above.iter().filter(|shape| shape.outline > 0.0);
        outlined.map(|shape| glam::Vec2::from(shape.a)).collect::<Vec<_>>()
    };
    let computer = pane.computer();
    let world = computer.world();
    let camera = Camera::squeezing(world.appearance().extent(), 1.0, size, 1.0);
    let exact_at = |moment: Time| {
        let mut exact = Vec::new();
        world.exact(moment, &mut exact);
        exact.iter().map(|body| camera.pixel(body.pos).as_vec2()).collect::<Vec<_>>()
    };
    assert_eq!(outlines(Reference::RealTime), exact_at(now));
    let seen = pane.seen_at(lab.now());
    let frame = seen.shown_frame().expect("a frame");
    // Between two frames they go on at a fifth of the speed.
    let since = (now - frame.at).scaled(seen.recent().number("speed_ratio").expect("a speed"));
    assert_eq!(outlines(Reference::SimulatedTime), exact_at(frame.drawn + since));
}

#[test]
fn a_band_has_the_error_colour_where_a_finding_says_that_bodies_are_off() {
    let look = Look { theme: Theme::Dark };
    let [red, green, blue, _] = look.alarm().to_array();
    // Both are drawn three hundred milliseconds and more behind the clock; only the first one is slower than it.
    for (id, render_ms, is_error) in [("frame-based", 70.0, true), ("closed-form", 300.0, false)] {
        let mut lab = lab("three-movers", &[id], render_ms);
        // Within the first lap, so that both have a band.
        lab.advance_to(Time::from_secs(3.25));
        let (pane, now, view) = (&lab.panes()[0], lab.now(), View::default());
        let seen = pane.seen_at(now);
        assert!(now - seen.shown_frame().expect("a frame").drawn > Span::from_millis(250.0), "{id}");
        let mut canvas = Canvas::default();
        let size = glam::vec2(640.0, 240.0);
        let camera = canvas.draw(seen, look, CanvasView { now, view, stage: None, size, pixels_per_point: 1.0 }, None);
        let is_band = |shape: &&tickscope::front::render::instance::Instance| {
            shape.kind == tickscope::front::render::instance::CAPSULE && shape.outline == 0.0 && shape.a[0] != shape.b[0]
        };
        let bands: Vec<_> = canvas.above.iter().filter(is_band).collect();
        let lane = camera.pixel(glam::DVec2::new(0.0, 214.0)).y as f32;
        assert!(
            !bands.is_empty() && bands.iter().all(|band| (band.a[1] - lane).abs() < 1.0),
            "{id}: only the lane of time has one"
        );
        assert!(bands.iter().all(|band| (band.colour[..3] == [red, green, blue]) == is_error), "{id}");
    }
}

#[test]
fn on_one_stage_a_pane_is_painted_in_its_own_colour_and_only_the_first_one_sets_the_scene() {
    let mut lab = lab("thin-wall", &["frame-based", "variable-delta"], 30.0);
    lab.advance_to(Time::from_secs(3.0));
    let look = Look { theme: Theme::Dark };
    for (pane, sets_the_scene) in [(0, true), (1, false)] {
        let stage = Some(StagePart { sets_the_scene });
        let (now, size) = (lab.now(), glam::vec2(900.0, 500.0));
        let mut canvas = Canvas::default();
        let frame = CanvasView { now, view: View::default(), stage, size, pixels_per_point: 1.0 };
        canvas.draw(lab.panes()[pane].seen_at(lab.now()), look, frame, None);
        assert_eq!(canvas.below.is_empty(), !sets_the_scene);
        let own = |shape: &&tickscope::front::render::instance::Instance| shape.outline == 0.0;
        assert!(canvas.above.iter().filter(own).all(|shape| shape.colour == look.on_stage(lab.panes()[pane].letter())));
        assert_eq!(canvas.above.iter().any(|shape| shape.outline > 0.0), sets_the_scene, "the ghosts are common");
    }
}

/// Returns a window, and where it draws which pane.
fn window() -> Harness<'static, (Session, Vec<(usize, egui::Rect)>)> {
    let mut session = Session::new(Settings::default()).expect("the default settings are allowed");
    session.act(Action::View(ViewAction::PlayPause));
    let app = |ui: &mut egui::Ui, (session, canvases): &mut (Session, Vec<(usize, egui::Rect)>)| {
        let shown = ui::layout::show_window(ui, session);
        *canvases = shown.canvases;
        shown.actions.into_iter().for_each(|action| session.act(action));
    };
    let dress = |ctx: &egui::Context| Look { theme: Theme::Dark }.apply(ctx);
    let size = egui::vec2(1280.0, 720.0);
    let mut harness = Harness::builder().with_size(size).with_context_setup(dress).build_ui_state(app, (session, Vec::new()));
    harness.run_ok();
    harness
}

#[test]
fn while_o_is_held_all_panes_stand_on_one_stage_and_then_in_their_places_again() {
    let mut harness = window();
    let places = harness.state().1.clone();
    let panes = places.len();
    assert!(panes > 1 && places.windows(2).all(|pair| pair[0].1 != pair[1].1));
    harness.key_down(Key::O);
    harness.run_ok();
    harness.run_ok();
    assert!(harness.state().0.shows_one_stage() && !harness.state().0.run.view.one_stage, "held, and not set");
    let stage = harness.state().1.clone();
    assert_eq!(stage.iter().map(|(index, _)| *index).collect::<Vec<_>>(), (0..panes).collect::<Vec<_>>());
    assert!(stage.iter().all(|(_, canvas)| *canvas == stage[0].1), "one canvas for all");
    assert!(stage[0].1.area() > 3.0 * places[0].1.area(), "and a large one");
    harness.key_up(Key::O);
    harness.run_ok();
    harness.run_ok();
    assert_eq!(harness.state().1, places);

    // Without a keyboard: it is a part of the view, and so in scenarios and films.
    harness.state_mut().0.act(Action::View(ViewAction::Change(View { one_stage: true, ..View::default() })));
    harness.run_ok();
    assert!(harness.state().1.iter().all(|(_, canvas)| *canvas == harness.state().1[0].1));
}
