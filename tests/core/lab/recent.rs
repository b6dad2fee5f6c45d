//! The numbers of the last two seconds: none before there is enough to tell, and none that a stall falsifies.

use crate::common::ids;
use crate::tiers::sampled;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::metrics::screen::DisplayedFrame;
use tickscope_core::lab::panes::lab::{Lab, Pane};
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::settings::{PaneSettings, PlannedStall, Settings};

fn secs(seconds: f64) -> Time {
    Time::from_secs(seconds)
}

fn ms(milliseconds: f64) -> Span {
    Span::from_millis(milliseconds)
}

fn computers() -> Vec<Computer> {
    let usual = Computer::default();
    vec![
        Computer { wake_hi_ms: 1.0, start_ms: 0.5, ..usual.clone() },
        Computer { render_ms: 25.0, ..usual.clone() },
        Computer { render_ms: 8.0, present: Present::Mailbox, ..usual.clone() },
        Computer { refresh_hz: 144.0, ..usual.clone() },
        usual,
    ]
}

/// Returns every loop on this computer, with stalls.
fn lab(ids: &[&str], computer: &Computer, hitches: &[PlannedStall]) -> Lab {
    let panes = ids.iter().map(|id| PaneSettings::new(id)).collect();
    Lab::new(Settings { computer: computer.clone(), hitches: hitches.to_vec(), panes, ..Settings::default() }).expect("allowed")
}

fn shown(pane: &Pane) -> Option<DisplayedFrame> {
    pane.computer().display().shown().map(|frame| DisplayedFrame { at: frame.at, drawn: frame.drawn })
}

/// The frames of a pane as they appear, and what its numbers say meanwhile.
fn watch(lab: &mut Lab, hertz: f64, until: Time, mut each: impl FnMut(&Pane, Time, &[DisplayedFrame])) {
    let mut frames: Vec<DisplayedFrame> = Vec::new();
    while lab.now() < until {
        lab.advance_to(lab.now() + Span::from_secs(0.5 / hertz));
        let pane = &lab.panes()[0];
        frames.extend(shown(pane).filter(|shown| frames.last().is_none_or(|last| last.at < shown.at)));
        each(pane, lab.now(), &frames);
    }
}

#[test]
fn a_run_has_no_speed_until_there_is_enough_of_it() {
    for computer in computers() {
        for id in ids() {
            let mut lab = lab(&[id], &computer, &[]);
            watch(&mut lab, computer.refresh_hz, secs(2.0), |pane, now, frames| {
                let recent = pane.seen_at(now).recent();
                let speeds = ["speed_ratio", "game_speed_ratio"].map(|id| recent.number(id));
                let of_frames = ["fps_mean", "animation_error_mean_ms", "distinct_fps"].map(|id| recent.number(id));
                let stands_for = frames.last().map_or(Span::ZERO, |last| last.at - frames[0].at);
                if now < secs(0.5) {
                    assert_eq!((of_frames, speeds), ([None; 3], [None; 2]), "{id} at {now:?}");
                } else if stands_for >= ms(500.0) {
                    assert!(of_frames.iter().all(Option::is_some), "{id} at {now:?}: {recent:?}");
                    assert!(speeds[0].is_some() || now < secs(0.8), "{id} at {now:?}: {recent:?}");
                    // A step of 40 ms, a refresh of 17 ms and a few late wake-ups are what is left to tell, in a window that ends up
                    // to a tenth of a second and a frame before. Loops that begin with a guess of their step lose 75 ms by it.
                    let step = if ["snapped-delta", "adaptive-fps"].contains(&id) { 0.085 } else { 0.065 };
                    let within = step / (now.as_secs() - 0.2);
                    let real = speeds[0].is_none_or(|speed| (speed - 1.0).abs() < within);
                    // The last counts no frame for more than 1/60 s at first.
                    let counts = ["frame-based", "fixed-fps-relative", "counted-refreshes", "phaser-smoothed"];
                    assert!(real || counts.iter().any(|slow| id.starts_with(slow)), "{id} at {now:?}: {recent:?}");
                }
            });
        }
    }
}

/// Returns the speed of the frames that were displayed since `from`; `None` if they are too few.
fn speed_since(frames: &[DisplayedFrame], from: Time) -> Option<f64> {
    let since = &frames[frames.partition_point(|frame| frame.at < from)..];
    let (first, last) = (since.first()?, since.last()?);
    (last.at > first.at).then(|| (last.drawn - first.drawn).ratio(last.at - first.at))
}

#[test]
fn after_a_stall_only_a_loop_that_runs_fast_is_said_to() {
    for computer in sampled(computers()) {
        for id in ids() {
            for stall_ms in [150.0, 300.0, 1000.0, 3000.0] {
                let mut lab = lab(&[id], &computer, &[PlannedStall::of_render(3.0, stall_ms)]);
                let until = secs(3.0) + ms(stall_ms) + ms(4000.0);
                // The game's time: prediction draws real speed while the game catches up.
                let mut game: Vec<DisplayedFrame> = Vec::new();
                watch(&mut lab, computer.refresh_hz, until, |pane, now, frames| {
                    game.push(DisplayedFrame { at: now, drawn: pane.computer().world().sim() });
                    let Some(end) = frames.windows(2).position(|pair| pair[1].at - pair[0].at >= ms(stall_ms)) else { return };
                    let recent = pane.seen_at(now).recent();
                    // The first frame after the stall was drawn in it, and the next one may jump.
                    let jumped = frames.get(end + 2).map_or(Time::NEVER, |frame| frame.at);
                    let is_fast = |speed: Option<f64>| speed.is_some_and(|speed| speed > 1.02);
                    let was_fast = is_fast(speed_since(&frames[..=end], Time::ZERO));
                    // The window that decides is one of these, and ends at the last tenth of a second.
                    let windows = [2100.0, 4100.0, 10_100.0].map(|reach| jumped.max(now - ms(reach)));
                    let runs_fast = was_fast
                        || windows.into_iter().any(|from| [frames, &game].into_iter().any(|all| is_fast(speed_since(all, from))));
                    let what = || format!("{id} {stall_ms} ms on {computer:?} at {now:?}");
                    let known = ["speed_ratio", "game_speed_ratio"].map(|id| recent.number(id).is_some());
                    let state = pane.seen_at(now).state();
                    for speed in [state.speed, state.drawn_speed]
                        .into_iter()
                        .zip(known)
                        .filter_map(|(speed, known)| speed.filter(|_| known))
                    {
                        // A step more or less is no speed.
                        let steps = [frames, &game].into_iter().flat_map(|all| all.windows(2));
                        let steps = steps.filter(|pair| pair[1].at > speed.ends[0]).map(|pair| pair[1].drawn - pair[0].drawn);
                        let most = steps.max().unwrap_or(Span::ZERO);
                        let is_real = speed.ratio() <= 1.03 || speed.gained() <= most;
                        assert!(is_real || runs_fast, "{speed:?}: {}", what());
                    }
                    // The half second after a stall says nothing, and a speed stands for half a second.
                    let is_late = now >= jumped.max(frames[end + 1].at + ms(1300.0));
                    assert!(known == [true; 2] || !is_late, "no numbers: {}", what());
                });
            }
        }
    }
}

#[test]
fn neither_the_jump_after_a_lone_stall_nor_what_is_forgotten_of_it_is_a_matter_of_speed() {
    for stall_ms in [100.0, 500.0, 1000.0, 2500.0] {
        for (id, within) in [("variable-delta", 1e-6), ("clamped-accumulator", 0.01)] {
            let mut lab = lab(&[id], &Computer::default(), &[PlannedStall::of_render(3.0, stall_ms)]);
            let (mut known, mut unknown) = (0, Span::ZERO);
            watch(&mut lab, 60.0, secs(9.0), |pane, now, _| {
                if now > secs(3.0) {
                    for speed in ["speed_ratio", "game_speed_ratio"].map(|id| pane.seen_at(now).recent().number(id)) {
                        assert!(speed.is_none_or(|speed| (speed - 1.0).abs() < within), "{id}: {speed:?} at {now:?}");
                        known += usize::from(speed.is_some());
                        unknown += if speed.is_none() { ms(1000.0 / 240.0) } else { Span::ZERO };
                    }
                }
            });
            // In a stall of more than a second and a half the two seconds hold less than half a second that counts.
            let most = ms(1300.0 + (stall_ms - 1500.0).max(0.0));
            assert!(known > 900 && unknown < most, "{id}: {unknown:?} after {stall_ms} ms");
        }
    }
}

#[test]
fn the_speed_of_a_pane_is_that_of_its_sentence() {
    for (render_ms, update_ms) in [(5.0, 0.0), (25.0, 0.0), (70.0, 0.0), (300.0, 0.0), (5.0, 18.0)] {
        let computer = Computer { render_ms, update_ms, ..Computer::default() };
        for id in ids() {
            let mut lab = lab(&[id], &computer, &[]);
            for tenth in 1..60 {
                lab.advance_to(secs(f64::from(tenth) / 5.0 + 0.03));
                let seen = lab.panes()[0].seen_at(lab.now());
                let (state, recent) = (seen.state(), seen.recent());
                let speed = recent.number("game_speed_ratio").map(|speed| speed * 100.0);
                assert_eq!(speed.is_some(), state.speed.is_some_and(|speed| speed.passed >= ms(500.0)), "{id}");
                let told = [Kind::SlowMotion, Kind::FastMotion, Kind::Right].into_iter().find_map(|kind| state.find(kind));
                if let Some(told) = told.filter(|_| speed.is_some()) {
                    assert!(speed.is_some_and(|speed| (speed - told.value).abs() < 1e-9), "{id}: {speed:?}, {}", told.headline());
                }
            }
        }
    }
}
