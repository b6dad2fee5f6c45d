//! A body that moves at constant speed, and five cameras that follow it, each in a lane of its own.
//!
//! The upper lane shows the body as it is drawn. Each lane below shows it through a camera: the posts pass by, and the body should stand.
//! It jitters where the camera follows another state than the one that is drawn. The bar at the end of a lane is as long as the jitter.
//!
//! Sources: godotengine/godot #103651, ramokz/phantom-camera #173 and #206, where a camera follows in the frame a body that moves in
//! the physics step.

use crate::base::params::values::Values;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::appearance::{Appearance, Frame, WorldMark, WorldMarkKind};
use crate::model::world::body::Body;
use crate::model::world::controls::{Controls, WorldStep};
use crate::model::world::kind::{ClosedForm, GalleryPicture, WorldKind};
use crate::model::world::motion::{FrameMoments, GameState, Motion, Simulation};
use crate::model::world::numbers::{Numbers, world_numbers};
use crate::model::world::passes::{Pass, pass_at};
use crate::model::world::readout::Readout;
use crate::model::world::sketch::{BodyStyle, Ink, Sketch, WorldRect};
use glam::DVec2;

pub const KIND: WorldKind = WorldKind {
    name: "Camera",
    about: "A body moves at constant speed, and five cameras follow it: one that follows another state than is drawn jitters.",
    closed_form: ClosedForm::Has("the body moves at constant speed"),
    laps: true,
    body_width: 2.0 * RADIUS,
    picture: GalleryPicture { strategy: "fixed-interpolated", render_ms: 25.0, at_s: 6.6 },
    ..WorldKind::of("camera", make)
};

/// A way in which a camera follows the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// The camera belongs to the world and is drawn as the body is.
    InStep,
    /// In each frame it goes to the body after the last step.
    NewestBody,
    /// In each frame it goes to the drawn body.
    DrawnBody,
    /// In each frame it goes a constant share of the way to the drawn body.
    Share,
    /// In each frame it goes a share of the way that depends on the time since the last frame.
    Rate,
}

impl Follows {
    pub const ALL: [Follows; 5] = [Follows::InStep, Follows::NewestBody, Follows::DrawnBody, Follows::Share, Follows::Rate];

    /// Returns the id and the name of the readout of the lane's jitter.
    fn label(self) -> (&'static str, &'static str) {
        match self {
            Follows::InStep => ("in-step", "in the step"),
            Follows::NewestBody => ("newest-body", "on the newest body"),
            Follows::DrawnBody => ("drawn-body", "on the drawn body"),
            Follows::Share => ("share", "a share a frame"),
            Follows::Rate => ("rate", "by the time"),
        }
    }

    /// Returns the camera against which a body jitters, in a few words.
    pub fn headline(self) -> &'static str {
        match self {
            Follows::InStep => "a camera moves in the step",
            Follows::NewestBody => "a camera follows the newest body",
            Follows::DrawnBody => "a camera follows the drawn body",
            Follows::Share => "a camera goes a share a frame",
            Follows::Rate => "a camera follows by the time",
        }
    }

    /// Returns the sentence about the pair of rates that beats, in hertz, and what helps; `None` if the camera is drawn as the body is.
    pub fn detail(self, steps_hz: f64, frames_hz: f64) -> Option<String> {
        let (step, frame) = (format!("steps of 1/{steps_hz:.0} s"), format!("frames of 1/{frames_hz:.0} s"));
        let is_one_pace = (steps_hz / frames_hz - 1.0).abs() < 0.05;
        match self {
            Follows::InStep | Follows::DrawnBody => None,
            Follows::Share | Follows::Rate if is_one_pace => {
                Some("Frames come at uneven times, and the camera's distance from the body changes with them.".to_owned())
            }
            Follows::NewestBody => {
                Some(format!("The newest body moves in {step}, the drawn one in {frame}; follow the drawn body."))
            }
            Follows::Share | Follows::Rate => {
                Some(format!("The body moves in {step}, the camera in {frame}; draw the body between two steps."))
            }
        }
    }

    /// Returns the sentence that explains the lane.
    fn about(self) -> &'static str {
        match self {
            Follows::InStep => "This camera moves in the step and is drawn between two steps, as the body is.",
            Follows::NewestBody => "This camera goes in each frame to where the body is after the last step.",
            Follows::DrawnBody => "This camera goes in each frame to where the body is drawn.",
            Follows::Share => "This camera goes in each frame a tenth of the way to the drawn body, whatever the frame rate.",
            Follows::Rate => "This camera goes in each frame 1 − e^(−6 dt) of the way to the drawn body.",
        }
    }
}

/// The share of the way that [`Follows::Share`] goes in each frame.
pub const SHARE: f64 = 0.1;
/// The rate of [`Follows::Rate`], per second.
pub const RATE: f64 = 6.0;
/// For this time cameras take their distances; jitter is measured after it.
pub const SETTLING: Span = Span::from_flicks(FLICKS_PER_SECOND);

/// Where body and cameras are in a frame, in flicks at speed 1: the body is where its time is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Followed {
    pub body: f64,
    /// The cameras in the order of [`Follows::ALL`].
    pub cameras: [f64; 5],
}

impl Followed {
    /// Returns by how much the body moved against each camera since the frame `before`, in flicks.
    pub fn against_cameras(&self, before: &Followed) -> [f64; 5] {
        std::array::from_fn(|lane| ((self.body - self.cameras[lane]) - (before.body - before.cameras[lane])).abs())
    }
}

/// The five cameras, which move when a frame is rendered.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cameras {
    share: f64,
    rate: f64,
    /// The starts of the first and the last render; `None` before the first.
    rendered: Option<[Time; 2]>,
}

impl Cameras {
    /// Returns whether the cameras have taken their distances.
    fn are_settled(&self) -> bool {
        self.rendered.is_some_and(|[first, last]| last > first + SETTLING)
    }

    /// Moves the cameras for a frame that is rendered at `at` after a step to `sim`, and shows the body at `drawn`.
    pub fn follow(&mut self, at: Time, sim: Time, drawn: Time) -> Followed {
        let body = drawn.flicks() as f64;
        let shares = self.rendered.map_or((1.0, 1.0), |[_, last]| (SHARE, 1.0 - libm::exp(-RATE * (at - last).as_secs())));
        self.share += (body - self.share) * shares.0;
        self.rate += (body - self.rate) * shares.1;
        self.rendered = Some([self.rendered.map_or(at, |[first, _]| first), at]);
        Followed { body, cameras: [body, sim.flicks() as f64, body, self.share, self.rate] }
    }
}

/// The time of a lap of the body in the upper lane.
const LAP: Span = Span::from_flicks(4 * FLICKS_PER_SECOND);
const WIDTH: f64 = 640.0;
/// The speed of the body in the upper lane, in units per second.
const SPEED: f64 = WIDTH / 4.0;
/// The speed at which the posts pass by in the other lanes.
const LANE_SPEED: f64 = 480.0;
const RADIUS: f64 = 13.0;
const TOP_Y: f64 = 256.0;
const LANE_HEIGHT: f64 = 46.0;
const POSTS_APART: f64 = 120.0;
/// The x at which a camera's lane is centred.
const MIDDLE: f64 = 280.0;
/// The x at which the bar of a lane's jitter begins, and its length for one millisecond.
const GAUGE_X: f64 = 520.0;
const GAUGE_MS: f64 = 11.0;
/// Jitter above this many milliseconds has the colour of an alarm.
const JITTERS_MS: f64 = 1.0;
/// The share of the newest frame in the mean jitter.
const NEWEST_SHARE: f64 = 1.0 / 64.0;

struct Camera;

#[derive(Clone)]
struct CameraState {
    body: [Body; 1],
    cameras: Cameras,
    last: Followed,
    /// The mean jitter of each lane over about a second, in milliseconds.
    jitter_ms: [f64; 5],
}

world_numbers! {
    struct CameraNumbers {
        /// Where the drawn body and three cameras are, in seconds; the other two are on the drawn body.
        body: f64,
        newest: f64,
        share: f64,
        rate: f64,
        newest_ms: f64,
        share_ms: f64,
        rate_ms: f64,
    }
}

impl CameraNumbers {
    fn cameras(&self) -> [f64; 5] {
        [self.body, self.newest, self.body, self.share, self.rate]
    }

    fn jitter_ms(&self) -> [f64; 5] {
        [0.0, self.newest_ms, 0.0, self.share_ms, self.rate_ms]
    }
}

impl GameState for CameraState {
    fn bodies(&self) -> &[Body] {
        &self.body
    }

    fn numbers(&self) -> Numbers {
        let seconds = |flicks: f64| flicks / FLICKS_PER_SECOND as f64;
        let ([_, newest, _, share, rate], [_, newest_ms, _, share_ms, rate_ms]) = (self.last.cameras, self.jitter_ms);
        let [body, newest, share, rate] = [self.last.body, newest, share, rate].map(seconds);
        CameraNumbers { body, newest, share, rate, newest_ms, share_ms, rate_ms }.into()
    }
}

fn make(_: &Values, _seed: u64) -> Simulation {
    Simulation::of(Camera)
}

fn body(at: Time) -> Body {
    let Pass { number, since } = pass_at(at, LAP);
    Body { vel: DVec2::new(SPEED, 0.0), pass: number, ..Body::at(SPEED * since.as_secs(), TOP_Y) }
}

impl Motion for Camera {
    type State = CameraState;

    fn start(&self) -> CameraState {
        CameraState { body: [body(Time::ZERO)], cameras: Cameras::default(), last: Followed::default(), jitter_ms: [0.0; 5] }
    }

    fn step(&mut self, from: &CameraState, to: &mut CameraState, step: &WorldStep) {
        to.clone_from(from);
        if step.dt > Span::ZERO {
            to.body = [body(step.end())];
        }
    }

    fn exact(&self, at: Time, _: &Controls, state: &mut CameraState) {
        state.body = [body(at)];
    }

    fn judges_frames(&self) -> bool {
        true
    }

    /// Moves the cameras. The motion of the body stays the same.
    fn judge_frame(&mut self, _: &mut CameraState, now: &mut CameraState, _: &[Body], moments: FrameMoments) {
        let FrameMoments { at, sim, drawn } = moments;
        let seen = now.cameras.follow(at, sim, drawn);
        if now.cameras.are_settled() {
            let against = seen.against_cameras(&now.last);
            for (mean, flicks) in now.jitter_ms.iter_mut().zip(against) {
                *mean += (flicks * 1000.0 / FLICKS_PER_SECOND as f64 - *mean) * NEWEST_SHARE;
            }
        }
        now.last = seen;
    }
}

/// Returns the height of the middle of a lane.
fn lane_y(lane: usize) -> f64 {
    TOP_Y - LANE_HEIGHT * (lane as f64 + 1.0)
}

fn lane_area(lane: usize) -> WorldRect {
    let half = LANE_HEIGHT / 2.0;
    WorldRect::new(0.0, lane_y(lane) - half, WIDTH, lane_y(lane) + half)
}

/// Draws a lane through its camera, which is `behind` the body; both in seconds.
fn draw_lane(sketch: &mut Sketch, lane: usize, camera: f64, behind: f64, jitter_ms: f64) {
    let WorldRect { min, max } = lane_area(lane);
    sketch.line(min, DVec2::new(max.x, min.y), 1.0, Ink::Rule);
    let passed = (camera * LANE_SPEED).rem_euclid(POSTS_APART);
    let mut x = MIDDLE.rem_euclid(POSTS_APART) - passed;
    while x < GAUGE_X - 20.0 {
        if x > 0.0 {
            sketch.line(DVec2::new(x, min.y + 4.0), DVec2::new(x, max.y - 4.0), 2.0, Ink::Wall);
        }
        x += POSTS_APART;
    }
    let at = DVec2::new((MIDDLE + behind * LANE_SPEED).clamp(RADIUS, GAUGE_X - 20.0), lane_y(lane));
    let centre = DVec2::new(MIDDLE, lane_y(lane));
    for side in [-1.0, 1.0] {
        let up = DVec2::new(0.0, side * LANE_HEIGHT * 0.45);
        sketch.line(centre + up * 0.6, centre + up, 1.5, Ink::Ghost(0));
    }
    let jitters = jitter_ms >= JITTERS_MS;
    sketch.disc(at, RADIUS, if jitters { Ink::Alarm } else { Ink::Body(0) });
    let long = (jitter_ms * GAUGE_MS).min(WIDTH - GAUGE_X);
    if long > 0.5 {
        let half = DVec2::new(long / 2.0, 7.0);
        let ink = if jitters { Ink::Alarm } else { Ink::Body(0) };
        sketch.filled_box(DVec2::new(GAUGE_X + half.x, lane_y(lane)), half, 0.0, 2.0, ink);
    }
}

impl Appearance for Camera {
    fn extent(&self) -> WorldRect {
        WorldRect::new(0.0, 0.0, WIDTH, TOP_Y + LANE_HEIGHT / 2.0)
    }

    fn backdrop(&self, frame: &Frame, _: WorldRect, sketch: &mut Sketch) {
        let seen = CameraNumbers::from(frame.numbers);
        let lanes = seen.cameras().into_iter().zip(seen.jitter_ms()).enumerate();
        for (lane, (camera, jitter_ms)) in lanes {
            draw_lane(sketch, lane, camera, seen.body - camera, jitter_ms);
        }
    }

    fn marks(&self, frame: &Frame, _: WorldRect) -> Vec<WorldMark> {
        let jitters = CameraNumbers::from(frame.numbers).jitter_ms();
        let explain = |(lane, ms): (usize, f64)| {
            let says = format!("{} The body jitters against it by {ms:.1} ms a frame.", Follows::ALL[lane].about());
            WorldMark { kind: WorldMarkKind::Lane, area: lane_area(lane), says }
        };
        jitters.into_iter().enumerate().map(explain).collect()
    }

    fn readouts(&self, frame: &Frame, _: &Controls) -> Vec<Readout> {
        let seen = CameraNumbers::from(frame.numbers);
        let ms = |label, value: f64| Readout::number(label, value, 1, " ms");
        let jitter = Follows::ALL.into_iter().zip(seen.jitter_ms()).map(|(follows, value)| ms(follows.label(), value));
        let behind =
            [(("share-behind", "a share a frame is behind"), seen.share), (("rate-behind", "by the time is behind"), seen.rate)];
        jitter.chain(behind.map(|(label, camera)| ms(label, (seen.body - camera) * 1000.0))).collect()
    }

    fn draw(&self, index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch) {
        sketch.disc(body.pos, RADIUS, style.ink(index, body.state));
    }
}
