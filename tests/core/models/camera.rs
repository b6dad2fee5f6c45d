//! What the eye sees of a body that moves at a constant speed and of a camera that follows it, worked out from a run's steps, renders
//! and flips. Places are flicks at speed 1, so that they need no unit of length.
//!
//! What the decision leaves open, and how it is read here:
//! - *In the step*: the camera belongs to the world and is drawn as the body is, between the same two states.
//! - *On the newest body*: the camera stands where the body is after the last step, however it is drawn.
//! - *A constant share* and *1 − e^(−k dt)* follow the drawn body, from the first frame on, where the camera stands on it. dt is the
//!   clock's time from the start of a render to the start of the next, also where a frame is dropped.
//! - *By the clock* is the worked example's camera and none of the five; it is here for the example.
//! - *The first second* is that of the run, and W the two seconds before its end; both measures are about all displayed frames.

use crate::models::broken::Break;
use crate::models::computer::{Happening, MILLI, SECOND};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Follows {
    InStep,
    NewestBody,
    DrawnBody,
    /// By this share of the distance in each frame.
    Share(f64),
    /// By 1 − e^(−k dt) of it, k a second.
    Rate(f64),
    /// Moves at the body's speed by itself.
    Clock,
}

/// Where the body and the camera are in a frame, and when it is rendered or displayed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Picture {
    pub at: i64,
    pub body: f64,
    pub camera: f64,
}

/// Returns when each frame of a run is rendered, and where the body and the camera are in it.
pub fn rendered(events: &[Happening], follows: Follows, broken: Option<Break>) -> Vec<Picture> {
    let mut frames: Vec<Picture> = Vec::new();
    for event in events {
        let Happening::Render { at, end, sim, drawn, .. } = *event else { continue };
        let at = if broken == Some(Break::FollowsEnds) { end } else { at };
        let body = drawn as f64;
        let before = frames.last().copied();
        let follow = |kept: &dyn Fn(f64) -> f64| {
            before.map_or(body, |before| {
                let passed = (at - before.at) as f64 / SECOND as f64;
                before.camera + (body - before.camera) * (1.0 - kept(passed))
            })
        };
        let camera = match follows {
            Follows::InStep | Follows::DrawnBody if broken == Some(Break::FollowsNewest) => sim as f64,
            Follows::InStep | Follows::DrawnBody => body,
            Follows::NewestBody => sim as f64,
            Follows::Clock => at as f64,
            Follows::Share(part) => follow(&|_| 1.0 - part),
            Follows::Rate(k) => follow(&|passed| libm::exp(-k * passed)),
        };
        frames.push(Picture { at, body, camera });
    }
    frames
}

/// Returns the displayed frames of a run.
pub fn pictures(events: &[Happening], follows: Follows, broken: Option<Break>) -> Vec<Picture> {
    let frames = rendered(events, follows, broken);
    let shown = |event: &Happening| match *event {
        Happening::Display { at, frame, .. } => Some(Picture { at, ..frames[frame - 1] }),
        _ => None,
    };
    events.iter().filter_map(shown).collect()
}

/// Returns the mean in milliseconds by which the body moves against the camera from one rendered frame to the next; from a second
/// after the first frame on, and each frame counts a 64th of all before it.
pub fn mean_jitter_of_rendered(frames: &[Picture]) -> f64 {
    let late = frames.windows(2).filter(|pair| pair[1].at > frames[0].at + SECOND);
    late.fold(0.0, |mean, pair| {
        let jitter = ((pair[1].body - pair[1].camera) - (pair[0].body - pair[0].camera)).abs() / MILLI as f64;
        mean + (jitter - mean) / 64.0
    })
}

/// Returns by how much each picture is off in milliseconds, against the background and against the camera; of those in the last two
/// seconds before `end` that come after the first second.
pub fn misfits(pictures: &[Picture], end: i64, broken: Option<Break>) -> Vec<(f64, f64)> {
    let since = if broken == Some(Break::FirstSecondToo) { 0 } else { SECOND };
    let since = since.max(end - 2 * SECOND);
    let pairs = pictures.windows(2).filter(|pair| pair[0].at >= since);
    pairs
        .map(|pair| {
            let stay = (pair[1].at - pair[0].at) as f64;
            let background = (pair[1].body - pair[0].body - stay).abs();
            let camera = ((pair[1].body - pair[1].camera) - (pair[0].body - pair[0].camera)).abs();
            (background / MILLI as f64, camera / MILLI as f64)
        })
        .collect()
}

/// Returns the means of both.
pub fn means(misfits: &[(f64, f64)]) -> (f64, f64) {
    let mean = |of: fn(&(f64, f64)) -> f64| misfits.iter().map(of).sum::<f64>() / misfits.len() as f64;
    (mean(|misfit| misfit.0), mean(|misfit| misfit.1))
}
