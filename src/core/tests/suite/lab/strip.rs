//! What a display showed through time, held against closed forms.

use crate::common::set_option;
use tickscope_core::config::{
    Command, Computer, PaneSettings, PlannedStall, Present, Presentation, Settings, StallOn, WorldChoice,
};
use tickscope_core::panes::Lab;
use tickscope_core::params::Value;
use tickscope_core::recording::strip::{Strip, StripSpan};
use tickscope_core::time::{Span, Time};
use tickscope_core::world::{MOST_FOLLOWED, PathAxis};
use tickscope_core::worlds;

/// A lap of the runner, in units, and its speed in units a second.
const LAP: f64 = 1920.0;
const SPEED: f64 = 960.0;

fn lab(scene: &str, strategy: &str, render_ms: f64) -> Lab {
    let settings = Settings {
        scene: WorldChoice::new(scene),
        computer: Computer { render_ms, ..Computer::default() },
        panes: vec![PaneSettings::new(strategy)],
        ..Settings::default()
    };
    Lab::new(settings).expect("they are allowed")
}

fn seconds(at: f64) -> Time {
    Time::from_secs(at)
}

fn between(lab: &Lab, from: f64, to: f64) -> Strip {
    lab.panes()[0].seen_at(lab.now()).strip(StripSpan { from: seconds(from), to: seconds(to), stride: 1 })
}

/// The way from each frame to the next, in units, laps and all.
fn ways(strip: &Strip) -> Vec<f64> {
    let places: Vec<f64> = strip.frames.iter().filter_map(|frame| frame.spots[0]).map(|spot| spot.along).collect();
    places.windows(2).map(|pair| (pair[1] - pair[0]).rem_euclid(LAP)).collect()
}

/// How many refreshes of a 60 Hz display there are from one moment to another.
fn refreshes(from: Time, to: Time) -> f64 {
    (to - from).as_secs() * 60.0
}

#[test]
fn a_loop_that_counts_frames_has_a_fifth_of_the_slope_at_twelve_of_them() {
    let mut lab = lab("runner", "frame-based", 75.0);
    lab.advance_to(seconds(6.0));
    let strip = between(&lab, 2.0, 6.0);
    let (first, last) = (strip.frames[0].at, strip.frames[strip.frames.len() - 1].at);
    let speed = ways(&strip).iter().sum::<f64>() / (last - first).as_secs();
    assert!((speed / SPEED - 0.2).abs() < 1e-3, "{speed} units a second");
    for frame in &strip.frames[1..strip.frames.len() - 1] {
        assert_eq!(refreshes(frame.at, frame.stands).round(), 1.0, "bright");
        assert_eq!(refreshes(frame.stands, frame.until).round(), 4.0, "dim");
    }
    let exact: Vec<f64> = strip.exact.iter().filter_map(|point| point.along[0]).collect();
    let mut steps = exact.windows(2).map(|pair| (pair[1] - pair[0]).rem_euclid(LAP));
    assert_eq!(exact.len(), 240, "the exact motion is known at every refresh");
    assert!(steps.all(|step| (step - 16.0).abs() < 1e-3), "and goes on at full speed");
}

#[test]
fn a_stall_of_a_second_is_sixty_dim_rows_and_then_the_next_frame() {
    let mut lab = lab("runner", "variable-delta", 2.0);
    lab.advance_to(seconds(2.0));
    lab.command(Command::Stall { ms: 1000.0, on: StallOn::default() }).expect("it is allowed");
    lab.advance_to(seconds(4.0));
    let strip = between(&lab, 1.5, 4.0);
    let longest = strip.frames.iter().max_by_key(|frame| frame.until - frame.at).expect("there are frames");
    let dim = refreshes(longest.stands, longest.until);
    assert!((59.0..=61.0).contains(&dim), "{dim} dim rows");
}

#[test]
fn what_the_strip_is_told_of_a_past_moment_is_what_it_showed_then() {
    let mut lab = lab("runner", "clamped-accumulator", 21.0);
    lab.advance_to(seconds(3.0));
    let then = between(&lab, 1.5, 3.0);
    lab.advance_to(seconds(9.0));
    assert!(between(&lab, 7.5, 9.0).frames.len() > 10);
    let again = between(&lab, 1.5, 3.0);
    assert_eq!(then.exact, again.exact);
    assert_eq!(then.frames, again.frames);
}

#[test]
fn interpolation_is_the_same_stair_one_step_later_and_prediction_leads() {
    let settings = Settings {
        scene: WorldChoice::new("runner"),
        panes: [Presentation::Interpolate, Presentation::Extrapolate]
            .map(|presentation| PaneSettings { presentation: Some(presentation), ..PaneSettings::new("frame-skip-predicted") })
            .into(),
        ..Settings::default()
    };
    let mut lab = Lab::new(settings).expect("they are allowed");
    lab.advance_to(seconds(4.0));
    // A lap lasts two seconds: in this time none ends, across which there is nothing to interpolate.
    let span = StripSpan { from: seconds(2.2), to: seconds(3.8), stride: 1 };
    let [late, ahead] = [0, 1].map(|pane| lab.panes()[pane].seen_at(lab.now()).strip(span));
    let mut apart = ahead.frames.iter().zip(&late.frames).filter_map(|(ahead, late)| {
        assert_eq!(ahead.at, late.at);
        Some((ahead.spots[0]?.along - late.spots[0]?.along).rem_euclid(LAP))
    });
    // A step of this loop is 1/25 s.
    assert!(apart.all(|apart| (apart - SPEED / 25.0).abs() < 1e-3));
}

#[test]
fn a_bullet_that_tunnels_passes_its_wall_without_a_touch_and_one_that_is_caught_touches_it() {
    let mut lab = lab("thin-wall", "variable-delta", 60.0);
    lab.advance_to(seconds(20.0));
    let kind = worlds::find("thin-wall").expect("there is one");
    let computer = lab.panes()[0].computer();
    let marks = computer.world().appearance().path_marks();
    let body = kind.followed.bodies[0];
    let strip = between(&lab, 0.0, 20.0);
    let missed = strip.missed_walls(&kind.followed, &marks).count() as u64;
    let tally = computer.world().tally_of(body);
    assert!(tally.tunnelled > 0 && tally.caught > 0, "{tally:?}");
    // The last pass may have been judged in a frame that is still on its way.
    assert!(tally.tunnelled - missed <= 1, "{missed} missed walls are seen of {tally:?}");
    let touches = |frame: &tickscope_core::recording::strip::StripFrame| {
        frame.spots[0].is_some_and(|spot| kind.followed.touches(spot.along, &marks[0]))
    };
    assert!(strip.frames.iter().any(touches));
}

#[test]
fn without_a_grid_of_refreshes_every_flip_is_a_tread() {
    for (present, vrr, fps) in [(Present::Immediate, None, 125.0), (Present::Fifo, Some((48.0, 144.0)), 125.0)] {
        let mut computer = Computer { render_ms: 8.0, ..Computer::default() };
        computer.present = present;
        if let Some((lo_hz, hi_hz)) = vrr {
            (computer.vrr, computer.vrr_lo_hz, computer.vrr_hi_hz) = (true, lo_hz, hi_hz);
        }
        let settings = Settings {
            scene: WorldChoice::new("runner"),
            computer,
            panes: vec![PaneSettings::new("variable-delta")],
            ..Settings::default()
        };
        let mut lab = Lab::new(settings).expect("they are allowed");
        lab.advance_to(seconds(3.0));
        let strip = between(&lab, 1.0, 3.0);
        assert!((strip.frames.len() as f64 / 2.0 - fps).abs() <= 1.0, "{} frames", strip.frames.len());
        assert!(ways(&strip).iter().all(|way| (way - SPEED / fps).abs() < 1e-2));
    }
}

#[test]
fn every_world_follows_a_body_that_moves_along_its_axis() {
    for kind in worlds::ALL {
        let followed = &kind.followed;
        assert!((1..=MOST_FOLLOWED).contains(&followed.bodies.len()), "{}", kind.id);
        let settings = Settings {
            scene: WorldChoice::new(kind.id),
            hitches: vec![PlannedStall { at_s: 1.0, ms: 50.0, on: StallOn::default() }],
            panes: vec![PaneSettings::new("variable-delta")],
            ..Settings::default()
        };
        let mut lab = Lab::new(settings).expect("they are allowed");
        lab.advance_to(seconds(4.0));
        let strip = between(&lab, 0.5, 4.0);
        let places: Vec<f64> = strip.frames.iter().flat_map(|frame| frame.spots).flatten().map(|spot| spot.along).collect();
        let exact: Vec<f64> = strip.exact.iter().flat_map(|point| point.along).flatten().collect();
        assert!(places.len() > 100 && exact.len() > 100, "{}: {} and {}", kind.id, places.len(), exact.len());
        let (from, to) = match followed.axis {
            PathAxis::WorldX => {
                let computer = lab.panes()[0].computer();
                let extent = computer.world().appearance().extent();
                (extent.min.x, extent.max.x)
            }
            PathAxis::Line { from, to } | PathAxis::Lap { from, to } => (from, to),
        };
        let inside = |along: &&f64| (from..=to).contains(*along);
        let share = places.iter().filter(inside).count() as f64 / places.len() as f64;
        assert!(share > 0.9, "{}: {share} of the frames are on the axis", kind.id);
        let (least, most) = exact.iter().fold((f64::MAX, f64::MIN), |(least, most), along| (least.min(*along), most.max(*along)));
        assert!(most - least > (to - from) * 0.2, "{}: from {least} to {most} of {from} to {to}", kind.id);
    }
}

#[test]
fn a_live_option_changes_the_exact_motion_from_then_on_and_not_before() {
    let mut lab = lab("clocks", "variable-delta", 2.0);
    lab.advance_to(seconds(2.0));
    let before = between(&lab, 1.0, 2.5).exact;
    let paused = Value::Word("paused".to_owned());
    lab.command(set_option("hand", paused)).expect("it is allowed");
    lab.advance_to(seconds(2.5));
    let after = between(&lab, 1.0, 2.5).exact;
    let is_past = |at: Time| at < seconds(2.0) - Span::from_millis(50.0);
    let mut differ = before.iter().zip(&after).filter(|(a, b)| a != b);
    assert!(differ.clone().count() > 5);
    assert!(differ.all(|(a, _)| !is_past(a.at)));
}
