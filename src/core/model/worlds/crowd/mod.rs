//! A crowd that bounces in a box, with costs that grow with the number of bodies and with how many of them are in view.
//!
//! In other worlds a load is a number that is set. Here it can follow the world: with a load per body (`update_us_per_body`,
//! `render_us_per_body`) an update costs its load for all bodies, and a frame for those in view. `zoom` shows the middle of the
//! box, 1/zoom as wide and as high, so zooming out shows up to zoom² times as many bodies and makes frames slower, while
//! updates cost the same. With `growth` the crowd replicates, and updates become ever slower too (`mover.rs`); with `mind` it
//! is a flock that takes decisions (`flock.rs`).
//!
//! Bodies bounce off the walls and not off each other, so each motion is a triangle wave of time in x and another in y. A step
//! folds at the walls and is exact at any length. Only time itself can go wrong here.
//!
//! Expect: with a render load per body, zooming out slows every loop's frames and no loop's steps; `beautiful-timer` was
//! made for that. Source: the text of "BeautifulTimer", which observes it of a camera that pans out.

mod flock;
pub mod mover;

use crate::base::params::param::Param;
use crate::base::params::values::Values;
use crate::base::random::{CounterRng, Purpose};
use crate::base::time::{Span, Time};
use crate::model::world::appearance::{Appearance, Frame};
use crate::model::world::body::{Body, BodyState, direction};
use crate::model::world::contact::Path;
use crate::model::world::controls::{Controls, WorldStep};
use crate::model::world::kind::{ClosedForm, GalleryPicture, WorldKind};
use crate::model::world::motion::{GameState, Motion, Simulation};
use crate::model::world::passes::Pass;
use crate::model::world::readout::Readout;
use crate::model::world::sketch::{BodyStyle, Ink, Sketch, WorldRect};
use flock::{Flock, Waves};
use glam::DVec2;
use mover::{Growth, HALF, Mover};
use std::f64::consts::{PI, TAU};

pub const BODIES: Param = Param::count("bodies", 2000.0, (100.0, 100_000.0), "How many bodies there are, once all are there.");
const GROWTH: Param = Param::choice(
    "growth",
    &["none", "doubles"],
    "A crowd that replicates: it begins with 100 bodies, doubles every two seconds until all are there, and begins again.",
);
const MIND: Param = Param::choice(
    "mind",
    &["none", "flock"],
    "A flock steers towards a wandering goal, with a heading that it chooses whenever it thinks.",
);
const ZOOM: Param = Param::plain(
    "zoom",
    1.0,
    (1.0, 10.0),
    "How near the pane shows the middle of the box: at 2 half of its width and height are in view.",
)
.live();

pub const KIND: WorldKind = WorldKind {
    name: "Crowd",
    about: "Up to 100 000 bodies in a box: with a load per body, updates grow with the crowd and frames with the view.",
    options: &[BODIES, GROWTH, MIND, ZOOM],
    closed_form: ClosedForm::Has(
        "between fixed walls a bounce folds the way back, a triangle wave of time; the flock follows sines",
    ),
    body_width: 8.0,
    picture: GalleryPicture { strategy: "clamped-accumulator", render_ms: 5.0, at_s: 5.0 },
    depends_on_seed: |_| true,
    ..WorldKind::of("crowd", make)
};

const WALL: f64 = 12.0;
/// The share of the box that the bodies cover, as long as their mean radius is within `MEAN_RADIUS`.
const COVERED: f64 = 0.1;
/// The least and the greatest mean radius of the bodies, in world units.
const MEAN_RADIUS: (f64, f64) = (1.0, 14.0);
/// The least and the greatest speed of a body, in world units per second.
const SPEED: (f64, f64) = (60.0, 240.0);

struct Crowd {
    movers: Vec<Mover>,
    growth: Option<Growth>,
    flock: Option<Flock>,
    zoom: f64,
}

#[derive(Clone)]
struct CrowdState {
    bodies: Vec<Body>,
    /// The velocities that thoughts chose since the last step; empty if there was no thought.
    decided: Vec<DVec2>,
}

impl GameState for CrowdState {
    fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    fn population(&self) -> usize {
        alive(&self.bodies)
    }
}

/// Returns the number of bodies that have been born. The waiting bodies come last.
fn alive(bodies: &[Body]) -> usize {
    bodies.partition_point(|body| body.state != BodyState::Waiting)
}

fn make(options: &Values, seed: u64) -> Simulation {
    let bodies = options.count(&BODIES) as usize;
    let area = 4.0 * HALF.x * HALF.y;
    let mean = (COVERED * area / (PI * bodies as f64)).sqrt().clamp(MEAN_RADIUS.0, MEAN_RADIUS.1);
    let mut draws = CounterRng::new(seed, Purpose::SceneBody(0));
    let mut mover = |index: usize| {
        let mut draw = |which: u64| draws.unit(index as u64 * 5 + which);
        let (x, y, angle, speed, size) = (draw(0), draw(1), draw(2), draw(3), draw(4));
        let radius = mean * (0.6 + 0.8 * size);
        let place = (DVec2::new(x, y) * 2.0 - 1.0) * (HALF - radius);
        let vel = direction(angle * TAU) * (SPEED.0 + (SPEED.1 - SPEED.0) * speed);
        Mover { place, vel, radius, born: Span::ZERO }
    };
    let mut movers: Vec<Mover> = (0..bodies).map(&mut mover).collect();
    let growth = options.is(&GROWTH, "doubles").then(|| Growth::new(bodies));
    if growth.is_some() {
        mover::bear(&mut movers);
    }
    let flock = options.is(&MIND, "flock").then(|| Flock::new(bodies, seed));
    Simulation::of(Crowd { movers, growth, flock, zoom: zoom_of(options) })
}

fn zoom_of(options: &Values) -> f64 {
    options.number(&ZOOM).unwrap_or(1.0)
}

impl Crowd {
    /// Returns the growth cycle (a pass) in which a moment lies. A crowd that does not grow has only one.
    fn pass(&self, at: Time) -> Pass {
        match &self.growth {
            Some(growth) => growth.pass(at),
            None => Pass { number: 0, since: at - Time::ZERO },
        }
    }

    /// Returns how many bodies have been born when `since` has passed in a growth cycle; they are the first ones.
    fn alive(&self, since: Span) -> usize {
        if self.growth.is_none() { self.movers.len() } else { self.movers.partition_point(|mover| mover.born <= since) }
    }

    fn newborn(&self, index: usize, pass: i64) -> Body {
        let mover = &self.movers[index];
        let (pos, vel) = match &self.flock {
            Some(flock) => flock.exact(index, &Waves::at(mover.born.as_secs())),
            None => (mover.place, mover.vel),
        };
        Body { pos, vel, pass, ..Body::default() }
    }

    fn unborn(&self, index: usize, pass: i64) -> Body {
        Body { vel: DVec2::ZERO, state: BodyState::Waiting, ..self.newborn(index, pass) }
    }

    /// Returns half of the width and height of the view, without the walls.
    fn shown(&self) -> DVec2 {
        HALF / self.zoom
    }

    fn is_shown(&self, index: usize, body: &Body, half: DVec2) -> bool {
        let reach = half + self.movers.get(index).map_or(0.0, |mover| mover.radius);
        body.state != BodyState::Waiting && body.pos.x.abs() < reach.x && body.pos.y.abs() < reach.y
    }
}

impl Motion for Crowd {
    type State = CrowdState;

    fn start(&self) -> CrowdState {
        let bodies = vec![Body::default(); self.movers.len()];
        let decided = Vec::with_capacity(if self.flock.is_some() { bodies.len() } else { 0 });
        let mut start = CrowdState { bodies, decided };
        self.exact(Time::ZERO, &Controls::default(), &mut start);
        start
    }

    fn step(&mut self, from: &CrowdState, to: &mut CrowdState, step: &WorldStep) {
        if step.dt == Span::ZERO {
            to.clone_from(from);
            return;
        }
        let (Pass { number: pass, since }, seconds) = (self.pass(step.end()), step.dt.as_secs());
        let alive = self.alive(since);
        let waves = Waves::at(self.pass(step.at).since.as_secs());
        for (index, (to, body)) in to.bodies.iter_mut().zip(&from.bodies).enumerate().take(alive) {
            let mover = &self.movers[index];
            if body.pass == pass && body.state == BodyState::Moving {
                let vel = match (&self.flock, step.controls.decided_apart) {
                    (Some(flock), false) => flock.decide(index, body.pos, &waves),
                    (Some(_), true) => from.decided.get(index).copied().unwrap_or(body.vel),
                    (None, _) => body.vel,
                };
                *to = *body;
                (to.pos, to.vel) = mover.moved(body.pos, vel, seconds);
            } else {
                *to = self.newborn(index, pass);
                (to.pos, to.vel) = mover.moved(to.pos, to.vel, (since - mover.born).as_secs());
            }
        }
        for (index, to) in to.bodies.iter_mut().enumerate().skip(alive) {
            *to = self.unborn(index, pass);
        }
        to.decided.clear();
    }

    fn exact(&self, at: Time, _: &Controls, state: &mut CrowdState) {
        let Pass { number: pass, since } = self.pass(at);
        let (alive, waves) = (self.alive(since), Waves::at(since.as_secs()));
        for (index, (body, mover)) in state.bodies.iter_mut().zip(&self.movers).enumerate().take(alive) {
            let (pos, vel) = match &self.flock {
                Some(flock) => flock.exact(index, &waves),
                None => mover.exact(since),
            };
            *body = Body { pos, vel, pass, ..Body::default() };
        }
        for (index, body) in state.bodies.iter_mut().enumerate().skip(alive) {
            *body = self.unborn(index, pass);
        }
    }

    fn think(&mut self, state: &mut CrowdState, at: Time) {
        let Some(flock) = &self.flock else { return };
        let waves = Waves::at(self.pass(at).since.as_secs());
        let alive = state.bodies.iter().take_while(|body| body.state == BodyState::Moving);
        state.decided.clear();
        state.decided.extend(alive.enumerate().map(|(index, body)| flock.decide(index, body.pos, &waves)));
    }
}

impl Appearance for Crowd {
    fn predict_to_contact(&self, index: usize, body: &Body, ahead: f64) -> Body {
        let mut next = self.predict(body, ahead);
        let room = HALF - self.movers[index].radius;
        let path = Path::Chord { from: body.pos, to: next.pos };
        // The body is inside the box, so its first contact is where its path leaves the area that is free for its middle.
        let leaves = |from: f64, to: f64, room: f64| if to.abs() > room { (room.copysign(to) - from) / (to - from) } else { 1.0 };
        let share = leaves(body.pos.x, next.pos.x, room.x).min(leaves(body.pos.y, next.pos.y, room.y));
        if share < 1.0 {
            next.pos = path.at(share.max(0.0)).clamp(-room, room);
        }
        next
    }

    fn options_set(&mut self, _: Time, options: &Values) {
        self.zoom = zoom_of(options);
    }

    fn readouts(&self, frame: &Frame, _: &Controls) -> Vec<Readout> {
        let in_view = self.in_view(frame.bodies).unwrap_or(0);
        vec![
            Readout::count(("bodies", "bodies"), alive(frame.bodies) as u64),
            Readout::count(("in-view", "in view"), in_view as u64),
        ]
    }

    fn in_view(&self, bodies: &[Body]) -> Option<usize> {
        let half = self.shown();
        Some(bodies.iter().enumerate().filter(|(index, body)| self.is_shown(*index, body, half)).count())
    }

    fn exploded(&self, _: &[Body]) -> usize {
        0
    }

    fn extent(&self) -> WorldRect {
        let half = self.shown() + 2.0 * WALL / self.zoom;
        WorldRect { min: -half, max: half }
    }

    fn backdrop(&self, _: &Frame, _: WorldRect, sketch: &mut Sketch) {
        let (out, thin) = (HALF + WALL / 2.0, DVec2::splat(WALL / 2.0));
        for side in [-1.0, 1.0] {
            let (upright, level) = (DVec2::new(thin.x, out.y + thin.y), DVec2::new(out.x + thin.x, thin.y));
            sketch.filled_box(DVec2::new(side * out.x, 0.0), upright, 0.0, 0.0, Ink::Wall);
            sketch.filled_box(DVec2::new(0.0, side * out.y), level, 0.0, 0.0, Ink::Wall);
        }
        if self.zoom > 1.0 {
            // The edge of the game's picture: a pane is wider, and a body beyond this edge is not drawn.
            let (edge, flip) = (self.shown(), DVec2::new(1.0, -1.0));
            for (corner, next) in [(edge, edge * flip), (edge * flip, -edge), (-edge, -edge * flip), (-edge * flip, edge)] {
                sketch.line(corner, next, 1.5, Ink::Rule);
            }
        }
    }

    /// Draws a disc, or a dart in the direction of flight. Bodies out of view are not drawn and cost nothing.
    fn draw(&self, index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch) {
        if !self.is_shown(index, body, self.shown()) {
            return;
        }
        let (radius, ink) = (self.movers[index].radius, style.ink(index, body.state));
        if self.flock.is_some() {
            let along = body.vel.normalize_or_zero() * radius;
            sketch.capsule(body.pos - along, body.pos + along, radius * 0.4, ink);
        } else {
            sketch.disc(body.pos, radius, ink);
        }
    }
}
