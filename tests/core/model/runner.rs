//! The runner: wraps, half turns, and stops and goes.

use super::worlds::{exact, frame, turned_apart, with_option, world};
use std::f64::consts::TAU;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::model::config::settings::WorldChoice;
use tickscope_core::model::world::stepped_world::FrameView;
use tickscope_core::model::worlds::runner;

#[test]
fn the_figure_runs_and_wraps_the_bar_turns_and_the_background_scrolls() {
    for hertz in [24.0, 60.0, 61.7, 144.0] {
        let dt = Span::from_hz(hertz);
        let mut world = world(&WorldChoice::new("runner"));
        let scroll = world.bodies()[2].vel.x;
        assert!(scroll < 0.0, "it scrolls past");
        for step in 1..=(12.0 * hertz) as i64 {
            world.step(dt);
            let [figure, bar, ground] = world.bodies() else { panic!("three bodies") };
            let t = (dt * step).as_secs();
            assert!((0.0..1920.0).contains(&figure.pos.x), "{hertz} Hz: {}", figure.pos.x);
            let way = figure.pass as f64 * 1920.0 + figure.pos.x;
            assert!((way - 960.0 * t).abs() < 1e-7, "{hertz} Hz, {t} s: {way}");
            assert!(turned_apart(bar.heading, TAU / 4.0 * t) < 1e-10, "{hertz} Hz, {t} s: 90 degrees a second");
            assert_eq!(bar.spin, TAU / 4.0);
            assert!((ground.pos.x - scroll * t).abs() < 1e-7);
        }
        assert!(world.bodies()[0].pass >= 5);
    }
    assert_eq!((runner::SPEED, runner::KIND.track.map(|track| track.length)), (960.0, Some(1920.0)));
}

#[test]
fn stop_and_go_runs_for_a_second_and_stands_for_half_a_second_whatever_the_steps() {
    let choice = with_option("runner", "stop_and_go", "on");
    let way_at = |t: f64| {
        let cycles = (t / 1.5).floor();
        960.0 * (cycles + (t - 1.5 * cycles).min(1.0))
    };
    for seconds in [0.007, 1.0 / 60.0, 0.1, 0.3, 0.75, 1.3, 4.7, 20.0] {
        let dt = Span::from_secs(seconds);
        let mut world = world(&choice);
        for step in 1..=300_i64 {
            world.step(dt);
            let t = (dt * step).as_secs();
            let figure = world.bodies()[0];
            let way = figure.pass as f64 * 1920.0 + figure.pos.x;
            assert!((way - way_at(t)).abs() < 1e-6 + t * 1e-9, "{seconds} s steps at {t} s: {way} instead of {}", way_at(t));
            let phase = t - 1.5 * (t / 1.5).floor();
            if phase > 1e-6 && (phase - 1.0).abs() > 1e-6 && phase < 1.5 - 1e-6 {
                assert_eq!(figure.vel.x, if phase < 1.0 { 960.0 } else { 0.0 }, "{t} s");
            }
        }
    }
}

#[test]
fn prediction_overshoots_a_stop_and_is_right_on_the_run() {
    let mut world = world(&with_option("runner", "stop_and_go", "on"));
    world.step(Span::from_secs(0.5));
    assert!((frame(&world, FrameView::Ahead(Span::from_secs(0.25)))[0].pos.x - 720.0).abs() < 1e-9);
    world.step(Span::from_secs(0.4));
    let predicted = frame(&world, FrameView::Ahead(Span::from_secs(0.2)))[0].pos.x;
    assert!((predicted - 1056.0).abs() < 1e-9, "velocity knows of no stop");
    assert!((exact(&world, Time::from_secs(1.1))[0].pos.x - 960.0).abs() < 1e-9);
}
