//! Formulas without time: a planet, a ball, a rope, a flock, and two guards at a wall.
//!
//! The planet and the ball follow *acceleration = force / mass; velocity += acceleration; position += velocity*. The rope follows
//! Verlet's *velocity = current − previous; previous = current; current += velocity; current += gravity*, with a fixed number of
//! corrections of its distances. The birds of the flock react to each other by range. No formula contains the length of an
//! update: all are right if `update` is called 60 times a second, and simpler than anything with a dt. So the dt of a step is
//! ignored, and a step of zero moves everything on as well (to pause, the loop must not call). At 144 updates a second the world
//! is 2.4 times too fast, and at 30 it is in slow motion.
//!
//! The guards ask a question: is a guard to look at the wall for 1.5 seconds, or for 90 updates? One of each is here. At 60
//! updates a second there is no difference; at other rates one keeps the time and the other the number.
//!
//! The exact motion is the state after 60 · t whole updates, with no states between two of them. After 720 updates, twelve
//! seconds, the world starts over by the count of updates alone, so one period, computed once, is a table of all exact states.
//!
//! Expect no deviation from any loop that steps by 1/60 s and loses no time; a deviation that grows from any loop that steps by
//! the elapsed time.
//!
//! Sources: Paul Houx's answer on the Cinder forum (the formulas, and why); "BeautifulTimer" (the question).

pub mod formulas;

use crate::base::params::values::Values;
use crate::base::time::{Span, Time};
use crate::model::world::appearance::{Appearance, Frame, WorldMark, WorldMarkKind};
use crate::model::world::body::{Body, BodyState, StateHash, direction};
use crate::model::world::controls::{Controls, WorldStep};
use crate::model::world::kind::{ClosedForm, Convergence, GalleryPicture, WorldKind};
use crate::model::world::motion::{GameState, Motion, Simulation};
use crate::model::world::numbers::{Numbers, world_numbers};
use crate::model::world::readout::Readout;
use crate::model::world::sketch::{BodyStyle, Ink, Sketch, WorldRect};
use formulas::{GuardWaits, SECONDS, TICK, UPDATES, move_flock};
use glam::DVec2;
use std::cell::OnceCell;
use std::ops::Range;

pub const KIND: WorldKind = WorldKind {
    name: "Per tick",
    about: "Formulas without time in them: right at 60 updates a second, off at any other rate. \
            Look how far each body is from its outline.",
    nature: Convergence::PerTick,
    closed_form: ClosedForm::Lacks("its formulas count updates and know no time"),
    body_width: 2.0 * formulas::BALL_RADIUS,
    picture: GalleryPicture { strategy: "variable-delta", render_ms: 45.0, at_s: 5.0 },
    depends_on_seed: |_| true,
    ..WorldKind::of("per-tick", make)
};

/// The number of updates after which the world starts over.
const PERIOD: i64 = 720;

const PLANET: usize = 0;
pub const BALL: usize = 1;
const ROPE: Range<usize> = 2..2 + formulas::POINTS;
const FLOCK: Range<usize> = ROPE.end..ROPE.end + formulas::BIRDS;
/// The indices of the guard who waits for 1.5 s and of the guard who waits for 90 updates.
const GUARDS: Range<usize> = FLOCK.end..FLOCK.end + 2;
const SUN: usize = GUARDS.end;
const WALLS: Range<usize> = SUN + 1..SUN + 5;

/// The world's speed counts as wrong if the world is at least this many updates (half a second) ahead of the clock or behind it.
/// Fewer can come from one long frame.
const FAR: i64 = 30;

struct PerTick {
    start: Game,
    /// The states after each update of a period; computed when first needed.
    period: OnceCell<Vec<Game>>,
}

#[derive(Clone)]
struct Game {
    planet: Body,
    ball: Body,
    rope: [Body; formulas::POINTS],
    flock: [Body; formulas::BIRDS],
    guards: [Body; 2],
    waits: [GuardWaits; 2],
    ticks: i64,
    bodies: [Body; WALLS.end],
}

fn make(_: &Values, seed: u64) -> Simulation {
    let mut start = Game {
        planet: formulas::planet(),
        ball: formulas::ball(),
        rope: formulas::rope(),
        flock: formulas::birds(seed),
        guards: [0, 1].map(formulas::guard),
        waits: [GuardWaits::default(); 2],
        ticks: 0,
        bodies: [Body::default(); WALLS.end],
    };
    start.bodies[SUN] = Body::at(formulas::SUN.x, formulas::SUN.y);
    for (wall, body) in start.bodies[WALLS].iter_mut().enumerate() {
        let middle = formulas::wall(wall % 2, wall >= 2);
        *body = Body::at(middle.x, middle.y);
    }
    start.show();
    Simulation::of(PerTick { start, period: OnceCell::new() })
}

impl Game {
    /// Moves everything except the count by one update whose dt is `dt`.
    fn tick(&mut self, dt: Span) {
        formulas::move_planet(&mut self.planet);
        formulas::move_ball(&mut self.ball);
        formulas::move_rope(&mut self.rope);
        move_flock(&mut self.flock);
        for (lane, (guard, waits)) in self.guards.iter_mut().zip(&mut self.waits).enumerate() {
            formulas::move_guard(lane, guard, waits, dt);
        }
    }

    fn numbered(&mut self, ticks: i64) {
        self.ticks = ticks;
        self.show();
    }

    /// Writes the bodies. Their pass is the number of the period.
    fn show(&mut self) {
        self.bodies[PLANET] = self.planet;
        self.bodies[BALL] = self.ball;
        self.bodies[ROPE].copy_from_slice(&self.rope);
        self.bodies[FLOCK].copy_from_slice(&self.flock);
        self.bodies[GUARDS].copy_from_slice(&self.guards);
        self.bodies[..GUARDS.end].iter_mut().for_each(|body| body.pass = self.ticks / PERIOD);
    }
}

world_numbers! {
    pub struct PerTickNumbers {
        ticks: f64,
        /// The share of the present wait by time that is over, 0 to 1.
        share_by_time: f64,
        /// The share of the present wait by updates that is over, 0 to 1.
        share_by_updates: f64,
        /// The length of the last wait by time, in seconds.
        by_time_s: f64,
        /// The length of the last wait by time, in updates; 0 if there was none.
        by_time_updates: f64,
        /// The length of the last wait by updates, in seconds.
        by_updates_s: f64,
        /// The length of the last wait by updates, in updates; 0 if there was none.
        by_updates_updates: f64,
    }
}

impl GameState for Game {
    fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    fn numbers(&self) -> Numbers {
        let [time, updates] = &self.waits;
        let numbers = PerTickNumbers {
            ticks: self.ticks as f64,
            share_by_time: time.share(0),
            share_by_updates: updates.share(1),
            by_time_s: time.last.time.as_secs(),
            by_time_updates: time.last.updates as f64,
            by_updates_s: updates.last.time.as_secs(),
            by_updates_updates: updates.last.updates as f64,
        };
        numbers.into()
    }

    /// Returns the number of bodies that cost work; the sun and the walls cost none.
    fn population(&self) -> usize {
        GUARDS.end
    }

    fn hash_into(&self, hash: &mut StateHash) {
        self.bodies[..GUARDS.end].iter().for_each(|body| body.hash_into(hash));
        Body { pass: self.ticks, ..self.bodies[SUN] }.hash_into(hash);
        let [time, updates] = &self.waits;
        for (wall, wait) in self.bodies[WALLS].iter().zip([time.now, updates.now, time.last, updates.last]) {
            Body { spin: wait.time.flicks() as f64, pass: wait.updates, ..*wall }.hash_into(hash);
        }
    }
}

impl PerTick {
    fn period(&self) -> &[Game] {
        self.period.get_or_init(|| {
            let mut game = self.start.clone();
            let states = (0..PERIOD).map(|_| {
                let state = game.clone();
                game.tick(TICK);
                state
            });
            states.collect()
        })
    }
}

impl Motion for PerTick {
    type State = Game;

    fn start(&self) -> Game {
        self.start.clone()
    }

    fn step(&mut self, from: &Game, to: &mut Game, step: &WorldStep) {
        let ticks = from.ticks + 1;
        if ticks % PERIOD == 0 {
            to.clone_from(&self.start);
        } else {
            to.clone_from(from);
            to.tick(step.dt);
        }
        to.numbered(ticks);
    }

    fn exact(&self, at: Time, _: &Controls, state: &mut Game) {
        let ticks = (at - Time::ZERO).whole(TICK);
        state.clone_from(&self.period()[ticks.rem_euclid(PERIOD) as usize]);
        state.numbered(ticks);
    }
}

impl Appearance for PerTick {
    fn readouts(&self, frame: &Frame, _: &Controls) -> Vec<Readout> {
        let numbers = PerTickNumbers::from(frame.numbers);
        let ticks = numbers.ticks as i64;
        let ahead_at = |moment: Time| ticks - (moment - Time::ZERO).flicks().div_euclid(TICK.flicks());
        let in_words = |ahead: i64, moment: Time, of: &str| {
            let (count, many) = (ahead.abs(), if ahead > 0 { "many" } else { "few" });
            let seconds = (moment - Time::ZERO).as_secs();
            format!("{ticks} updates in {seconds:.1} s of {of}: {count} too {many}.")
        };
        let (ahead, of_clock) = (ahead_at(frame.drawn), ahead_at(frame.at));
        let seconds = |label, seconds: f64, updates: f64| match updates {
            0.0 => Readout::none(label),
            _ => Readout::number(label, seconds, 3, " s")
                .alarming((seconds - SECONDS.as_secs()).abs() > 0.1)
                .describe(|| format!("A guard's 90 updates have lasted {seconds:.2} s instead of 1.5.")),
        };
        let updates = |label, updates: f64| match updates {
            0.0 => Readout::none(label),
            _ => Readout::count(label, updates as u64)
                .alarming((updates as i64 - UPDATES).abs() > 6)
                .describe(|| format!("A guard's 1.5 s have had {updates:.0} updates instead of 90.")),
        };
        vec![
            Readout::count(("updates", "updates"), ticks as u64),
            Readout::number(("ticks-ahead", "ticks ahead"), ahead as f64, 0, "")
                .alarming(ahead.abs() > 6)
                .describe(|| in_words(ahead, frame.drawn, "its own time")),
            Readout::number(("ticks-ahead-of-clock", "ahead of the clock"), of_clock as f64, 0, "")
                .alarming(of_clock.abs() > FAR)
                .describe(|| in_words(of_clock, frame.at, "the clock")),
            seconds(("seconds-guard", "1.5 s guard"), numbers.by_time_s, numbers.by_time_updates),
            updates(("seconds-guard-updates", "1.5 s guard, updates"), numbers.by_time_updates),
            seconds(("updates-guard", "90-update guard"), numbers.by_updates_s, numbers.by_updates_updates),
            updates(("updates-guard-updates", "90-update guard, updates"), numbers.by_updates_updates),
        ]
    }

    fn extent(&self) -> WorldRect {
        WorldRect::new(0.0, 0.0, 646.0, 480.0)
    }

    fn backdrop(&self, frame: &Frame, visible: WorldRect, sketch: &mut Sketch) {
        sketch.dashed_arc(formulas::SUN, formulas::ORBIT, 0.0, std::f64::consts::TAU, Ink::Faint(PLANET));
        let (left, right, floor) = formulas::BALL_BOX;
        let (left, right, floor) = (left - formulas::BALL_RADIUS, right + formulas::BALL_RADIUS, floor - formulas::BALL_RADIUS);
        sketch.line(DVec2::new(left, floor), DVec2::new(right, floor), 2.0, Ink::Wall);
        for x in [left, right] {
            sketch.line(DVec2::new(x, floor), DVec2::new(x, floor + 60.0), 2.0, Ink::Wall);
        }
        sketch.line(formulas::PIN - DVec2::new(40.0, 0.0), formulas::PIN + DVec2::new(40.0, 0.0), 3.0, Ink::Wall);
        let ground = formulas::GROUND;
        sketch.line(DVec2::new(visible.min.x, ground), DVec2::new(visible.max.x, ground), 2.0, Ink::Wall);
        if frame.bodies.len() < WALLS.end {
            return;
        }
        let points: Vec<DVec2> = frame.bodies[ROPE].iter().map(|body| body.pos).collect();
        sketch.polyline(&points, 5.0, Ink::Rule);
        let PerTickNumbers { share_by_time, share_by_updates, .. } = frame.numbers.into();
        draw_wait(0, share_by_time, sketch);
        draw_wait(1, share_by_updates, sketch);
    }

    fn marks(&self, frame: &Frame, _visible: WorldRect) -> Vec<WorldMark> {
        let PerTickNumbers { share_by_time, share_by_updates, .. } = frame.numbers.into();
        let mark = |(lane, share, by): (usize, f64, &str)| {
            let [left, right] = [false, true].map(|end| formulas::wall(lane, end).x);
            WorldMark {
                kind: WorldMarkKind::Gauge,
                area: WorldRect::new(left - 4.0, formulas::GROUND - 16.0, right + 4.0, formulas::GROUND - 8.0),
                says: format!("The guard that waits by {by} has waited {:.0} %.", 100.0 * share.clamp(0.0, 1.0)),
            }
        };
        [(0, share_by_time, "time"), (1, share_by_updates, "updates")].map(mark).into()
    }

    fn draw(&self, index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch) {
        let ink = style.ink(index, BodyState::Moving);
        let solid = style == BodyStyle::Solid;
        match index {
            PLANET => sketch.disc(body.pos, 13.0, ink),
            BALL => sketch.disc(body.pos, formulas::BALL_RADIUS, ink),
            _ if ROPE.contains(&index) => sketch.disc(body.pos, if index + 1 == ROPE.end { 13.0 } else { 5.0 }, ink),
            _ if FLOCK.contains(&index) => draw_bird(body, ink, sketch),
            _ if GUARDS.contains(&index) => draw_guard(index - GUARDS.start, body, solid, ink, sketch),
            SUN if solid => sketch.disc(body.pos, 22.0, Ink::Body(3)),
            _ if solid => sketch.filled_box(body.pos, formulas::WALL, 0.0, 2.0, Ink::Wall),
            _ => {}
        }
    }
}

fn draw_bird(body: &Body, ink: Ink, sketch: &mut Sketch) {
    let along = direction(body.heading);
    let across = along.perp();
    let tail = body.pos - along * 6.0;
    sketch.capsule(body.pos + along * 7.0, tail + across * 5.5, 2.6, ink);
    sketch.capsule(body.pos + along * 7.0, tail - across * 5.5, 2.6, ink);
}

/// Draws a bar under a guard's ground for the part of the wait that is over, by the guard's own measure.
fn draw_wait(lane: usize, share: f64, sketch: &mut Sketch) {
    let (left, right) = (formulas::wall(lane, false).x, formulas::wall(lane, true).x);
    let (from, to) = (DVec2::new(left, formulas::GROUND - 12.0), DVec2::new(right, formulas::GROUND - 12.0));
    sketch.capsule(from, to, 4.0, Ink::Rule);
    sketch.capsule(from, from + (to - from) * share.clamp(0.0, 1.0), 4.0, Ink::Body(GUARDS.start + lane));
}

/// Draws a figure with a clock or with tally marks on its chest.
fn draw_guard(lane: usize, body: &Body, solid: bool, ink: Ink, sketch: &mut Sketch) {
    let feet = body.pos - DVec2::new(0.0, formulas::MIDDLE - 14.0);
    let neck = body.pos + DVec2::new(0.0, 10.0);
    let head = body.pos + DVec2::new(0.0, 38.0);
    sketch.capsule(feet, neck, 14.0, ink);
    sketch.disc(head, 12.0, ink);
    if !solid {
        return;
    }
    // The guard looks where it faces, however a frame between two states has turned it.
    let facing = direction(body.heading).x;
    sketch.disc(head + DVec2::new(6.0 * facing, 2.0), 3.0, Ink::Detail);
    if lane == 0 {
        sketch.disc(body.pos, 8.0, Ink::Detail);
        sketch.capsule(body.pos, body.pos + DVec2::new(0.0, 5.5), 1.2, ink);
        sketch.capsule(body.pos, body.pos + DVec2::new(3.5, -1.5), 1.2, ink);
    } else {
        for mark in 0..4 {
            let at = body.pos + DVec2::new(f64::from(mark) * 4.0 - 6.0, 0.0);
            sketch.capsule(at - DVec2::new(0.0, 6.0), at + DVec2::new(0.0, 6.0), 1.1, Ink::Detail);
        }
        sketch.capsule(body.pos - DVec2::new(9.0, 4.0), body.pos + DVec2::new(9.0, 4.0), 1.1, Ink::Detail);
    }
}
