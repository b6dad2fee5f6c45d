//! A crowd that bounces in a box: work that grows with the number of bodies, and pictures that grow with how much of it is
//! in view.
//!
//! Elsewhere a load is a number that somebody sets. Here it can follow the world: with a load for every body
//! (`update_us_per_body`, `render_us_per_body`) an update costs what it costs for all of them, and a picture what it costs
//! for those in view. `zoom` shows the middle of the box, 1/zoom as wide and as high; so zooming out shows more, up to
//! zoom² times as many, and makes pictures slower while updates cost what they did. With `growth` the crowd replicates,
//! and updates, too, become ever slower ([`growth`]); with `mind` it is a flock that has decisions to take ([`flock`]).
//!
//! Bodies bounce off the walls and not off each other, so that each one's motion is a triangle wave of time in x and
//! another in y: stepping folds at the walls and is exact, whatever the step. Nothing can go wrong here but time.
//!
//! Expect: with a render load per body, zooming out slows every loop's pictures and no loop's steps; `beautiful-timer` was
//! made for that. Source: the text of "BeautifulTimer", which observes it of a camera that pans out.

mod flock;
mod growth;

use crate::base::params::{Param, Values};
use crate::base::random::{CounterRng, Purpose};
use crate::base::time::{Span, Time};
use crate::model::world::{Body, BodyStyle, Ink, Readout, Scene, SceneKind, Sketch, State, WorldRect, direction};
use flock::{Flock, Waves};
use glam::DVec2;
use growth::Growth;
use std::cell::Cell;
use std::f64::consts::{PI, TAU};

pub const BODIES: Param = Param::count("bodies", 2000.0, (100.0, 100_000.0), "How many bodies there are, once all are there.");
pub const GROWTH: Param = Param::choice(
    "growth",
    &["none", "doubles"],
    "A crowd that replicates: it begins with 100 bodies, doubles every two seconds until all are there, and begins again.",
);
pub const MIND: Param = Param::choice(
    "mind",
    &["none", "flock"],
    "A flock steers towards a wandering goal, with a heading that it decides anew whenever it thinks.",
);
pub const ZOOM: Param =
    Param::plain("zoom", 1.0, (1.0, 10.0), "The pane shows the middle of the box, so many times smaller: less is in view.")
        .live();

pub const KIND: SceneKind = SceneKind {
    name: "Crowd",
    about: "Up to 100 000 bodies in a box: with a load for each of them updates grow with the crowd, pictures with the view.",
    options: &[BODIES, GROWTH, MIND, ZOOM],
    ..SceneKind::of("crowd", make)
};

/// Half of the box, in units.
pub const HALF: DVec2 = DVec2::new(800.0, 600.0);
/// How thick the walls are drawn.
const WALL: f64 = 12.0;
/// The share of the box that the bodies cover, where that makes them neither too small to see nor too large.
const COVERED: f64 = 0.1;
const MEAN_RADIUS: (f64, f64) = (1.0, 14.0);
/// Units per second.
const SPEED: (f64, f64) = (60.0, 240.0);

struct Crowd {
    movers: Vec<Mover>,
    growth: Option<Growth>,
    flock: Option<Flock>,
    zoom: Cell<f64>,
    /// Whether decisions are taken only when somebody asks for them.
    apart: bool,
    /// The velocities decided on since the last step, if there was a decision.
    decided: Vec<DVec2>,
}

/// A body by itself: where and when it begins, in time since its pass began.
struct Mover {
    place: DVec2,
    vel: DVec2,
    radius: f64,
    born: Span,
}

fn make(options: &Values, seed: u64) -> Box<dyn Scene> {
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
        growth::bear(&mut movers);
    }
    let flock = options.is(&MIND, "flock").then(|| Flock::new(bodies, seed));
    let zoom = Cell::new(zoom_of(options));
    Box::new(Crowd { movers, growth, flock, zoom, apart: false, decided: Vec::new() })
}

fn zoom_of(options: &Values) -> f64 {
    options.number(&ZOOM).unwrap_or(1.0)
}

/// Where something is after so many seconds between walls at −half and half, and how fast: a triangle wave.
///
/// Without a branch that half of the bodies take and half don't, which would cost three times as much as all the rest.
fn folded(x: f64, v: f64, seconds: f64, half: f64) -> (f64, f64) {
    // How far it has come since the lower wall on its way there and back, from minus one such way to one: before the wall
    // it is where it will be behind it, flying the other way.
    let (way, there_and_back) = (x + v * seconds + half, 4.0 * half);
    let rest = way - (way / there_and_back) as i64 as f64 * there_and_back;
    let beyond = rest.abs() - 2.0 * half;
    let forwards = 1.0_f64.copysign(rest) * 1.0_f64.copysign(-beyond);
    ((half - beyond.abs()).max(-half), v * forwards)
}

/// The same for a short time, in which few come to a wall and nobody else is moved by a rounding.
fn bounced(x: f64, v: f64, seconds: f64, half: f64) -> (f64, f64) {
    let moved = x + v * seconds;
    if moved.abs() <= half { (moved, v) } else { folded(x, v, seconds, half) }
}

impl Mover {
    /// What a step makes of a place and a velocity.
    fn moved(&self, pos: DVec2, vel: DVec2, seconds: f64) -> (DVec2, DVec2) {
        self.along(bounced, pos, vel, seconds)
    }

    /// Where it is so long after its birth, however long that is.
    fn exact(&self, since: Span) -> (DVec2, DVec2) {
        self.along(folded, self.place, self.vel, (since - self.born).as_secs())
    }

    #[inline]
    fn along(&self, along: impl Fn(f64, f64, f64, f64) -> (f64, f64), pos: DVec2, vel: DVec2, seconds: f64) -> (DVec2, DVec2) {
        let room = HALF - self.radius;
        let (x, vx) = along(pos.x, vel.x, seconds, room.x);
        let (y, vy) = along(pos.y, vel.y, seconds, room.y);
        (DVec2::new(x, y), DVec2::new(vx, vy))
    }
}

impl Crowd {
    /// The pass that a moment falls into, and how long it has been going on then. A crowd that doesn't grow has only one.
    fn pass(&self, at: Time) -> (i64, Span) {
        self.growth.as_ref().map_or((0, at - Time::ZERO), |growth| growth.pass(at))
    }

    /// How many bodies there are when a pass has been going on for so long: the first ones.
    fn alive(&self, since: Span) -> usize {
        if self.growth.is_none() { self.movers.len() } else { self.movers.partition_point(|mover| mover.born <= since) }
    }

    /// A body as it comes into being.
    fn newborn(&self, index: usize, pass: i64) -> Body {
        let mover = &self.movers[index];
        let (pos, vel) = match &self.flock {
            Some(flock) => flock.exact(index, &Waves::at(mover.born.as_secs())),
            None => (mover.place, mover.vel),
        };
        Body { pos, vel, pass, ..Body::default() }
    }

    fn unborn(&self, index: usize, pass: i64) -> Body {
        Body { vel: DVec2::ZERO, state: State::Waiting, ..self.newborn(index, pass) }
    }

    /// The half of what is shown, without the walls.
    fn shown(&self) -> DVec2 {
        HALF / self.zoom.get()
    }

    fn is_shown(&self, index: usize, body: &Body, half: DVec2) -> bool {
        let reach = half + self.movers.get(index).map_or(0.0, |mover| mover.radius);
        body.state != State::Waiting && body.pos.x.abs() < reach.x && body.pos.y.abs() < reach.y
    }
}

impl Scene for Crowd {
    fn start(&self) -> Vec<Body> {
        let mut bodies = Vec::new();
        self.exact(Time::ZERO, &mut bodies);
        bodies
    }

    fn step(&mut self, from: &[Body], to: &mut [Body], at: Time, dt: Span) {
        if dt == Span::ZERO {
            to.copy_from_slice(from);
            return;
        }
        let ((pass, since), seconds) = (self.pass(at + dt), dt.as_secs());
        let alive = self.alive(since);
        let waves = Waves::at(self.pass(at).1.as_secs());
        for (index, (to, from)) in to.iter_mut().zip(from).enumerate().take(alive) {
            let mover = &self.movers[index];
            if from.pass == pass && from.state == State::Moving {
                let vel = match (&self.flock, self.apart) {
                    (Some(flock), false) => flock.decide(index, from.pos, &waves),
                    (Some(_), true) => self.decided.get(index).copied().unwrap_or(from.vel),
                    (None, _) => from.vel,
                };
                *to = *from;
                (to.pos, to.vel) = mover.moved(from.pos, vel, seconds);
            } else {
                *to = self.newborn(index, pass);
                (to.pos, to.vel) = mover.moved(to.pos, to.vel, (since - mover.born).as_secs());
            }
        }
        for (index, to) in to.iter_mut().enumerate().skip(alive) {
            *to = self.unborn(index, pass);
        }
        self.decided.clear();
    }

    fn exact(&self, at: Time, bodies: &mut Vec<Body>) {
        let (pass, since) = self.pass(at);
        let alive = self.alive(since);
        let waves = Waves::at(since.as_secs());
        bodies.clear();
        bodies.extend(self.movers[..alive].iter().enumerate().map(|(index, mover)| {
            let (pos, vel) = match &self.flock {
                Some(flock) => flock.exact(index, &waves),
                None => mover.exact(since),
            };
            Body { pos, vel, pass, ..Body::default() }
        }));
        bodies.extend((alive..self.movers.len()).map(|index| self.unborn(index, pass)));
    }

    fn think(&mut self, bodies: &[Body], at: Time) {
        let Some(flock) = &self.flock else { return };
        let waves = Waves::at(self.pass(at).1.as_secs());
        self.decided.clear();
        let alive = bodies.iter().take_while(|body| body.state == State::Moving);
        self.decided.extend(alive.enumerate().map(|(index, body)| flock.decide(index, body.pos, &waves)));
    }

    fn thinks_apart(&mut self, apart: bool) {
        self.apart = apart;
        if !apart {
            self.decided.clear();
        }
    }

    fn set(&self, _: Time, options: &Values) {
        self.zoom.set(zoom_of(options));
    }

    fn readouts(&self, bodies: &[Body], _: Time) -> Vec<Readout> {
        vec![Readout::count("bodies", self.population(bodies) as u64), Readout::count("in view", self.in_view(bodies) as u64)]
    }

    /// Those that wait come last.
    fn population(&self, bodies: &[Body]) -> usize {
        bodies.partition_point(|body| body.state != State::Waiting)
    }

    fn in_view(&self, bodies: &[Body]) -> usize {
        let half = self.shown();
        bodies.iter().enumerate().filter(|(index, body)| self.is_shown(*index, body, half)).count()
    }

    fn exploded(&self, _: &[Body]) -> usize {
        0
    }

    fn frame(&self) -> WorldRect {
        let half = self.shown() + 2.0 * WALL / self.zoom.get();
        WorldRect { min: -half, max: half }
    }

    fn backdrop(&self, _: &[Body], _: WorldRect, sketch: &mut Sketch) {
        let (out, thin) = (HALF + WALL / 2.0, DVec2::splat(WALL / 2.0));
        for side in [-1.0, 1.0] {
            let (upright, level) = (DVec2::new(thin.x, out.y + thin.y), DVec2::new(out.x + thin.x, thin.y));
            sketch.filled_box(DVec2::new(side * out.x, 0.0), upright, 0.0, 0.0, Ink::Wall);
            sketch.filled_box(DVec2::new(0.0, side * out.y), level, 0.0, 0.0, Ink::Wall);
        }
    }

    /// A disc, or a dart that points where it flies. What is out of view is not drawn, and costs nothing.
    fn draw(&self, index: usize, body: &Body, look: BodyStyle, sketch: &mut Sketch) {
        if !self.is_shown(index, body, self.shown()) {
            return;
        }
        let (radius, ink) = (self.movers[index].radius, look.ink(index, body.state));
        if self.flock.is_some() {
            let along = body.vel.normalize_or_zero() * radius;
            sketch.capsule(body.pos - along, body.pos + along, radius * 0.4, ink);
        } else {
            sketch.disc(body.pos, radius, ink);
        }
    }
}
