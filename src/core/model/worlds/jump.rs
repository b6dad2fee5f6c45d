//! A figure that runs, jumps, and is stopped by a gate that rises after the take-off.
//!
//! Only this world shows how loops differ after a stall: one makes many short steps and another a single long one, and that
//! decides whether the gate stops the figure. It takes off at a mark after a second, with v₀ = 10 upwards under g = 20:
//!
//! > y = v₀τ − gτ²/2: an apex of v₀²/2g = 2.5 after half a second, the ground again after 2v₀/g = one second.
//!
//! It lands, runs on, and touches the gate 2.5 s after it started, when the gate has long risen. Ground and gate are tested only
//! at the end of a step. The gate with the figure's width is 0.6 units deep, so a step of up to 0.2 s can't miss it at 3 units/s,
//! and a step of a second that begins in the last 0.8 s before the gate ends behind it. Expect `variable-delta` and
//! `refresh-multiples-passthrough` to let the figure through after a stall of a second at 2 s, and every loop whose steps are
//! limited to have it blocked.
//!
//! With `gate = under-the-jump` the gate rises into the flight: at its face the figure is 1.6 units high, the gate 2. This is the
//! article's own case. A stall of a second in mid-air (at 1.2 s) and one explicit step of a second carry the figure from before
//! the gate high over it; the other integrators put it on the ground behind the gate, through it. A pass got *over* the gate if
//! the straight line of the step that passed it stays above the gate's edge, and *through* it if not.
//!
//! The jump is a test of the integrator too. The sum of the steps gives, n steps after the take-off, y = v₀nh − gn(n ∓ 1)h²/2
//! with − for explicit and + for semi-implicit Euler: at 25 Hz they come to 2.704 and to 2.304, and land a step late and a step
//! early. The step of the take-off is split at the mark, so that only the flight itself differs. An apex is the highest point at
//! which a step ended: at 25 Hz no step ends at the top, and even the closed form comes to 2.496 only. So the height of a jump
//! is compared with the exact height at the ends of the same steps.
//!
//! Source: "Setting up a game update loop in-sync with rendering" (2013), the character at the rising gate.

use super::figure::{self, Figure};
use crate::base::params::param::Param;
use crate::base::params::values::Values;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::appearance::{Appearance, Frame};
use crate::model::world::body::{Body, BodyState, StateHash, Tally};
use crate::model::world::controls::{Controls, WorldStep};
use crate::model::world::integrator::Integrator;
use crate::model::world::kind::{ClosedForm, GalleryPicture, WorldKind};
use crate::model::world::motion::{Apex, GameState, Motion, Simulation};
use crate::model::world::numbers::{Numbers, world_numbers};
use crate::model::world::passes::{self, Pass, pass_at};
use crate::model::world::readout::Readout;
use crate::model::world::sketch::{BodyStyle, Ink, Sketch, WorldRect};
use glam::DVec2;
use std::f64::consts::TAU;

const INTEGRATOR: Param = Param::choice(
    "integrator",
    &["explicit-euler", "semi-implicit-euler", "velocity-verlet", "rk4", "exact"],
    "How a step of the flight is made: the Euler steps jump too high or not high enough, the others are right at every step.",
);
const GATE_AT: Param = Param::choice(
    "gate",
    &["after-the-jump", "under-the-jump"],
    "Where the gate rises: where the figure has landed and runs, or under its flight, which it rises into.",
);
/// The distance from the figure's middle to its front and to its back.
const FIGURE_HALF: f64 = 0.24;

pub const KIND: WorldKind = WorldKind {
    name: "Jump",
    about: "A figure jumps and runs to a gate that rises: one long step carries it through the gate.",
    options: &[INTEGRATOR, GATE_AT],
    closed_form: ClosedForm::Has(
        "a run, a parabola, and a gate whose rise is known beforehand, so that the moment of contact is, too",
    ),
    body_width: 2.0 * FIGURE_HALF,
    picture: GalleryPicture { strategy: "variable-delta", render_ms: 45.0, at_s: 3.0 },
    ..WorldKind::of("jump", make)
};

/// In world units per second.
const SPEED: f64 = 3.0;
/// The upward speed at the take-off, in world units per second.
const TAKE_OFF_SPEED: f64 = 10.0;
/// In world units per second squared.
const GRAVITY: f64 = 20.0;
/// The height of the exact jump, in world units.
const APEX: f64 = TAKE_OFF_SPEED * TAKE_OFF_SPEED / (2.0 * GRAVITY);
/// Steps tell the height of a jump if the exact jump comes to at least this share of its height at their ends: steps of at most
/// 0.3 s do.
const HEIGHT_TOLD: f64 = 0.9;
/// The x at which the exact jump ends.
const LANDING: f64 = 6.0;
/// The length of a pass.
const PERIOD: Span = Span::from_flicks(4 * FLICKS_PER_SECOND);

/// The moment of a pass at which the exact figure takes off.
const TAKE_OFF: Span = Span::from_flicks(FLICKS_PER_SECOND);
/// The moment of a pass at which the exact figure is highest.
const HIGHEST: Span = Span::from_flicks(FLICKS_PER_SECOND * 3 / 2);
/// The moment of a pass at which the exact figure lands.
const LANDS: Span = Span::from_flicks(FLICKS_PER_SECOND * 2);
const MARK: DVec2 = DVec2::new(3.0, 0.0);
const TOP: DVec2 = DVec2::new(4.5, APEX);

const FIGURE_HEIGHT: f64 = 1.3;
const GATE_THICKNESS: f64 = 0.12;
/// The figure and the gate touch if their middles are nearer than this.
const REACH: f64 = FIGURE_HALF + GATE_THICKNESS / 2.0;
const GATE_HEIGHT: f64 = 2.0;
/// Two things that are nearer than this, in world units, touch: rounding may leave a gap between them.
const ROUNDING: f64 = 1e-9;

const FIGURE: usize = 0;
/// The index of the mark at the highest point of the figure's last jump.
const HIGH: usize = 1;
/// The index of the mark at the end of the figure's last jump.
const LANDED: usize = 2;
/// The index of the gate's upper edge.
const EDGE: usize = 3;

struct Jump {
    /// The integrator of the flight; `None` computes the flight in closed form.
    integrator: Option<Integrator>,
    gate: Gate,
}

/// The gate, which rises from the moment of the take-off on.
struct Gate {
    /// The x of the figure's middle when it touches the gate.
    face: f64,
    /// The speed at which the gate rises, in world units per second.
    speed: f64,
    /// The time since the pass began at which the exact figure touches the gate.
    touched: Span,
    touched_at: f64,
}

const AFTER_THE_JUMP: Gate =
    Gate { face: 7.5, speed: 1.6, touched: Span::from_flicks(FLICKS_PER_SECOND * 5 / 2), touched_at: 0.0 };
/// The figure touches this gate at 0.8 s of the flight: y = 10 · 0.8 − 10 · 0.8².
const UNDER_THE_JUMP: Gate =
    Gate { face: 5.4, speed: 2.5, touched: Span::from_flicks(FLICKS_PER_SECOND * 9 / 5), touched_at: 1.6 };

#[derive(Clone)]
struct JumpState {
    bodies: [Body; 4],
    through: u64,
    over: u64,
    tally: Tally,
    /// The highest point of the exact jump of the present pass at the ends of the steps so far.
    exact_top: f64,
    apex: Option<Apex>,
}

world_numbers! {
    struct JumpNumbers {
        through: f64,
        over: f64,
    }
}

impl GameState for JumpState {
    fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    fn numbers(&self) -> Numbers {
        JumpNumbers { through: self.through as f64, over: self.over as f64 }.into()
    }

    fn tallies(&self) -> &[Tally] {
        std::slice::from_ref(&self.tally)
    }

    fn apex(&self) -> Option<Apex> {
        self.apex
    }

    /// Returns 1: the marks and the gate cost no work.
    fn population(&self) -> usize {
        1
    }

    fn hash_into(&self, hash: &mut StateHash) {
        let [figure, high, landed, edge] = self.bodies;
        let (high, edge) = (Body { spin: self.over as f64, ..high }, Body { spin: self.through as f64, ..edge });
        for body in [figure, high, landed, edge] {
            body.hash_into(hash);
        }
    }
}

fn make(options: &Values, _: u64) -> Simulation {
    let gate = if options.is(&GATE_AT, "under-the-jump") { UNDER_THE_JUMP } else { AFTER_THE_JUMP };
    Simulation::of(Jump { integrator: Integrator::chosen(options, &INTEGRATOR), gate })
}

/// Returns the exact height and upward speed when `since` has passed in a pass, on the parabola or on the ground.
fn flight(since: Span) -> (f64, f64) {
    if since < TAKE_OFF || since >= LANDS {
        return (0.0, 0.0);
    }
    let tau = (since - TAKE_OFF).as_secs();
    (TAKE_OFF_SPEED * tau - GRAVITY * tau * tau / 2.0, TAKE_OFF_SPEED - GRAVITY * tau)
}

fn is_flying(figure: &Body) -> bool {
    figure.pos.y > 0.0 || figure.vel.y != 0.0
}

impl JumpState {
    /// Notes how high the exact jump is at the end of a step in `pass`, and the height of the figure's jump if it has just come to
    /// its top. `from` is the state before the step.
    fn note_apex(&mut self, from: &JumpState, pass: Pass) {
        let before = if from.bodies[EDGE].pass == pass.number { from.exact_top } else { 0.0 };
        self.exact_top = flight(pass.since).0.max(before);
        let top = self.bodies[HIGH];
        if top.pass != from.bodies[HIGH].pass {
            let took_off = Time::ZERO + PERIOD * pass.number + TAKE_OFF;
            let apex = Apex { took_off, height: top.pos.y, exact: self.exact_top };
            self.apex = (self.exact_top >= HEIGHT_TOLD * APEX).then_some(apex);
        }
    }
}

impl Gate {
    fn x(&self) -> f64 {
        self.face + REACH
    }

    /// Returns the gate's upper edge at a moment of a pass.
    fn edge(&self, pass: Pass) -> Body {
        let risen = self.speed * (pass.since - TAKE_OFF).max(Span::ZERO).as_secs();
        let vel = if pass.since >= TAKE_OFF && risen < GATE_HEIGHT { self.speed } else { 0.0 };
        let edge = Body::at(self.x(), risen.min(GATE_HEIGHT));
        Body { vel: DVec2::new(0.0, vel), pass: pass.number, ..edge }
    }

    /// Returns whether the gate's `edge` stays below a straight line wherever a figure on that line would touch the gate.
    fn is_below(&self, from: DVec2, to: DVec2, edge: f64) -> bool {
        [self.face, self.x() + REACH].into_iter().all(|x| {
            let share = if to.x > from.x { ((x - from.x) / (to.x - from.x)).clamp(0.0, 1.0) } else { 1.0 };
            from.y + (to.y - from.y) * share >= edge
        })
    }
}

/// Returns a mark of the `number`-th jump. It is invisible before the first jump.
fn mark(place: DVec2, number: i64) -> Body {
    let state = if number == 0 { BodyState::Waiting } else { BodyState::Moving };
    Body { pos: place, pass: number, state, ..Body::default() }
}

impl Jump {
    /// Moves the figure through the `part` of a pass that ends when `since` has passed in it, and sets the marks of the jump.
    fn run(&self, figure: &mut Body, marks: &mut [Body], since: Span, part: Span) {
        let mut from = figure.pos;
        figure.pos.x += figure.vel.x * part.as_secs();
        let mut flying = part;
        if since >= TAKE_OFF && since - part < TAKE_OFF {
            from = MARK;
            figure.vel.y = TAKE_OFF_SPEED;
            flying = since - TAKE_OFF;
        }
        if !is_flying(figure) || flying == Span::ZERO {
            return;
        }
        let (y, v) = match self.integrator {
            Some(integrator) => integrator.step(from.y, figure.vel.y, flying.as_secs(), |_| -GRAVITY),
            None => flight(since),
        };
        let jump = figure.pass + 1;
        let lands = y <= ROUNDING;
        if (lands || y < from.y) && marks[HIGH].pass < jump {
            marks[HIGH] = mark(from, jump);
        }
        (figure.pos.y, figure.vel.y) = if lands { (0.0, 0.0) } else { (y, v) };
        if lands {
            marks[LANDED] = mark(figure.pos, jump);
        }
    }
}

fn fresh() -> Body {
    Body { vel: DVec2::new(SPEED, 0.0), ..Body::default() }
}

impl Motion for Jump {
    type State = JumpState;

    fn start(&self) -> JumpState {
        let (bodies, tally) = ([Body::default(); 4], Tally::default());
        let mut start = JumpState { bodies, through: 0, over: 0, tally, exact_top: 0.0, apex: None };
        self.exact(Time::ZERO, &Controls::default(), &mut start);
        start
    }

    fn step(&mut self, from: &JumpState, to: &mut JumpState, step: &WorldStep) {
        to.clone_from(from);
        let pass = pass_at(step.end(), PERIOD);
        let (mut figure, part) =
            passes::advance(&from.bodies[FIGURE], (step.end(), step.dt), PERIOD, false, &mut to.tally, |_| fresh());
        if figure.state != BodyState::Caught {
            self.run(&mut figure, &mut to.bodies, pass.since, part);
        }
        to.note_apex(from, pass);
        let edge = self.gate.edge(pass);
        let from_gate = figure.pos.x - self.gate.x();
        let touches = from_gate.abs() <= REACH + ROUNDING && figure.pos.y < edge.pos.y;
        let unjudged = figure.state == BodyState::Moving;
        passes::judge(&mut figure, touches, from_gate > REACH, false, &mut to.tally);
        let began = if figure.pass == from.bodies[FIGURE].pass { from.bodies[FIGURE].pos } else { DVec2::ZERO };
        let past = unjudged && figure.state == BodyState::Tunnelled;
        let over = u64::from(past && self.gate.is_below(began, figure.pos, edge.pos.y));
        to.over += over;
        to.through += to.tally.tunnelled - from.tally.tunnelled - over;
        to.bodies[FIGURE] = figure;
        to.bodies[EDGE] = edge;
    }

    /// Writes the exact figure: running, in flight on the parabola, running on, or stopped at the gate.
    fn exact(&self, at: Time, _: &Controls, state: &mut JumpState) {
        let pass = pass_at(at, PERIOD);
        let (y, v) = flight(pass.since);
        let running = Body {
            pos: DVec2::new(SPEED * pass.since.as_secs(), y),
            vel: DVec2::new(SPEED, v),
            pass: pass.number,
            ..Body::default()
        };
        let stands = Body { pass: pass.number, state: BodyState::Caught, ..Body::at(self.gate.face, self.gate.touched_at) };
        let jumps = |done: Span| pass.number + i64::from(pass.since >= done);
        // If the gate rises into the flight, the exact flight ends at the gate and not on the ground.
        let lands = if self.gate.touched > LANDS { mark(DVec2::new(LANDING, 0.0), jumps(LANDS)) } else { mark(DVec2::ZERO, 0) };
        state.bodies = [
            if pass.since < self.gate.touched { running } else { stands },
            mark(TOP, jumps(HIGHEST)),
            lands,
            self.gate.edge(pass),
        ];
        (state.through, state.over) = (0, 0);
        let last = Time::ZERO + PERIOD * (jumps(HIGHEST) - 1) + TAKE_OFF;
        state.apex = (jumps(HIGHEST) > 0).then_some(Apex { took_off: last, height: APEX, exact: APEX });
        state.exact_top = y;
    }

    fn count_jumped(&self, from: &JumpState, to: &mut JumpState) {
        (to.through, to.over) = (from.through, from.over);
        passes::count_placed(&from.bodies[FIGURE], &to.bodies[FIGURE], false, &mut to.tally);
    }
}

impl Appearance for Jump {
    /// Predicts the figure up to its contact with the ground or the gate. The gate has its full height when the figure reaches
    /// it.
    fn predict_to_contact(&self, index: usize, body: &Body, ahead: f64) -> Body {
        let mut next = self.predict(body, ahead);
        if index != FIGURE || body.state != BodyState::Moving {
            return next;
        }
        let face = self.gate.face;
        if body.pos.x <= face && next.pos.x > face {
            let share = (face - body.pos.x) / (next.pos.x - body.pos.x);
            let y = (body.pos.y + (next.pos.y - body.pos.y) * share).max(0.0);
            if y < GATE_HEIGHT {
                next.pos = DVec2::new(face, y);
            }
        }
        next.pos.y = next.pos.y.max(0.0);
        next
    }

    /// Predicts along a straight line. The gate, the only body that moves straight up, stops at its full height.
    fn predict(&self, body: &Body, ahead: f64) -> Body {
        let mut pos = body.pos + body.vel * ahead;
        if body.vel.x == 0.0 && body.vel.y > 0.0 {
            pos.y = pos.y.min(GATE_HEIGHT);
        }
        Body { pos, ..*body }
    }

    fn thinnest_wall(&self) -> Option<f64> {
        Some(2.0 * REACH)
    }

    fn readouts(&self, frame: &Frame, _: &Controls) -> Vec<Readout> {
        let body = |index: usize| frame.bodies.get(index).copied().unwrap_or_default();
        let number = |label, index: usize, value: f64| match frame.bodies.get(index) {
            Some(mark) if mark.pass > 0 => Readout::number(label, value, 3, ""),
            _ => Readout::none(label),
        };
        let landed = body(LANDED).pos.x;
        let JumpNumbers { through, over } = frame.numbers.into();
        let (through, over) = (through as u64, over as u64);
        let judged = body(FIGURE).pass as u64 + u64::from(matches!(body(FIGURE).state, BodyState::Caught | BodyState::Tunnelled));
        vec![
            number(("last-apex", "last apex"), HIGH, body(HIGH).pos.y),
            Readout::number(("exact-apex", "exact apex"), APEX, 3, ""),
            number(("landed-at", "landed at"), LANDED, landed),
            number(("landing-error", "landing error"), LANDED, landed - LANDING),
            Readout::count(("blocked", "blocked"), judged.saturating_sub(through + over)),
            Readout::count(("got-through", "got through"), through).alarming(through > 0).describe(|| {
                let judged = judged.max(through + over);
                format!("{through} of {judged} runs got through the gate that blocks exact ones.")
            }),
            Readout::count(("went-over", "went over"), over).alarming(over > 0).describe(|| {
                let judged = judged.max(through + over);
                format!("{over} of {judged} runs flew over the gate that blocks exact ones.")
            }),
        ]
    }

    fn extent(&self) -> WorldRect {
        WorldRect::new(-0.3, -0.45, 10.0, 3.9)
    }

    fn backdrop(&self, _: &Frame, visible: WorldRect, sketch: &mut Sketch) {
        let ground = |x: f64| DVec2::new(x, 0.0);
        sketch.line(ground(visible.min.x), ground(visible.max.x), 2.0, Ink::Wall);
        // The exact arc is dashed, with marks at its apex, its beginning and its end.
        let place = |moment: Span| DVec2::new(SPEED * moment.as_secs(), flight(moment).0);
        let dash = Span::from_flicks(FLICKS_PER_SECOND / 50);
        for number in 0..25 {
            let from = TAKE_OFF + dash * (2 * number);
            sketch.line(place(from), place(from + dash), 1.5, Ink::Faint(FIGURE));
        }
        let aside = DVec2::new(0.9, 0.0);
        sketch.line(TOP - aside, TOP + aside, 1.0, Ink::Rule);
        for x in [MARK.x, LANDING] {
            sketch.line(ground(x), DVec2::new(x, -0.3), 2.0, Ink::Rule);
        }
        // The gate comes out of this box.
        sketch.filled_box(DVec2::new(self.gate.x(), -0.18), DVec2::new(GATE_THICKNESS * 1.6, 0.18), 0.0, 0.04, Ink::Wall);
    }

    fn draw(&self, index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch) {
        match index {
            FIGURE => {
                // The figure makes strides on the ground, leaps in the air, and stands at ease before the gate.
                let stride = match body.state {
                    BodyState::Caught => 0.3,
                    _ if is_flying(body) => 1.0,
                    _ => libm::cos(body.pos.x * TAU),
                };
                Figure { foot: body.pos, size: FIGURE_HEIGHT / figure::HEIGHT, stride }.draw(index, body.state, style, sketch);
            }
            EDGE if style == BodyStyle::Solid => {
                let half = DVec2::new(GATE_THICKNESS, body.pos.y.max(0.0)) / 2.0;
                sketch.filled_box(DVec2::new(self.gate.x(), half.y), half, 0.0, 0.02, Ink::Wall);
            }
            HIGH if style == BodyStyle::Solid && body.state == BodyState::Moving => {
                let aside = DVec2::new(0.35, 0.0);
                sketch.capsule(body.pos - aside, body.pos + aside, 0.035, Ink::Body(index));
            }
            LANDED if style == BodyStyle::Solid && body.state == BodyState::Moving => {
                sketch.capsule(body.pos - DVec2::new(0.0, 0.08), body.pos - DVec2::new(0.0, 0.4), 0.05, Ink::Body(index));
            }
            _ => {}
        }
    }
}
