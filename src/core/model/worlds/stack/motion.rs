//! The motion of the stack, the bridge and the ball, and how they are drawn.

use super::engine::{PhysicsEngine, Tuning};
use super::layout::{
    BALL, BOX, BOXES, FIRST_PLANK, GROUND, LOAD, MOUNT, MUZZLE, MUZZLE_SPEED, PLANK, PLANKS, PLATE, RADIUS, SAND, STACK_X,
    StackPartKind, WEIGHT, bridge_ends, parts,
};
use super::options::{CCD, ITERATIONS};
use crate::base::params::values::Values;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::appearance::{Appearance, Frame};
use crate::model::world::body::{Body, BodyState, StateHash, Tally, direction};
use crate::model::world::controls::{Controls, WorldStep};
use crate::model::world::motion::{GameState, Motion, Simulation};
use crate::model::world::numbers::{Numbers, world_numbers};
use crate::model::world::passes::{self, Pass, pass_at};
use crate::model::world::readout::Readout;
use crate::model::world::sketch::{BodyStyle, Ink, Sketch, WorldRect};
use glam::DVec2;
use std::sync::OnceLock;

/// The length of a pass. The world starts over at every whole multiple of it.
const PERIOD: Span = Span::from_flicks(12 * FLICKS_PER_SECOND);
/// The time from the beginning of a pass to the shot.
const FIRE: Span = Span::from_flicks(3 * FLICKS_PER_SECOND);

/// A stack lower than this has fallen, in metres; it begins at 8 m.
const STANDING: f64 = 7.5;
/// The highest speed that anything but the ball should reach, in m/s; a box that falls from the stack reaches 12.
const WILD: f64 = 15.0;

const REFERENCE: Tuning = Tuning { ccd: true, iterations: 8 };
const REFERENCE_RATE: i64 = 240;
/// The number of states of the reference that are stored for each second.
const KEPT_RATE: i64 = 120;

const BODIES: usize = BALL + 1;

struct Stack {
    tuning: Tuning,
    engine: PhysicsEngine,
    /// The bodies after the engine's last step. A step that starts from exactly these bodies reuses the engine's knowledge of
    /// their contacts.
    written: [Body; BODIES],
}

/// The bodies, and the readouts of the pass so far.
#[derive(Clone)]
struct StackState {
    bodies: [Body; BODIES],
    seen: StackNumbers,
    tally: Tally,
}

world_numbers! {
    /// The readouts of a pass so far.
    pub struct StackNumbers {
        /// The furthest distance that a box has moved sideways in this pass, in metres.
        shaken: f64,
        /// The highest speed of anything but the ball in this pass, in m/s.
        fastest: f64,
    }
}

impl StackState {
    fn at_beginning(pass: i64, tally: Tally) -> StackState {
        let state = |kind| if kind == StackPartKind::Ball { BodyState::Waiting } else { BodyState::Moving };
        let bodies = parts().map(|part| {
            let (pos, heading, state) = (part.pos, part.heading, state(part.kind));
            Body { pos, heading, pass, state, ..Body::default() }
        });
        StackState { bodies, seen: StackNumbers::default(), tally }
    }
}

impl GameState for StackState {
    fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    fn numbers(&self) -> Numbers {
        self.seen.into()
    }

    fn tallies(&self) -> &[Tally] {
        std::slice::from_ref(&self.tally)
    }

    fn hash_into(&self, hash: &mut StateHash) {
        self.bodies.iter().for_each(|body| body.hash_into(hash));
        let note = Body { pass: self.bodies[BALL].pass, state: BodyState::Waiting, ..Body::default() };
        for spin in [self.seen.shaken, self.seen.fastest] {
            Body { spin, ..note }.hash_into(hash);
        }
    }
}

/// Makes the world with `options`.
pub(super) fn make(options: &Values, _: u64) -> Simulation {
    let iterations = usize::try_from(options.count(&ITERATIONS)).unwrap_or(1);
    Simulation::of(Stack::new(Tuning { ccd: options.is(&CCD, "on"), iterations }))
}

/// Returns one pass of the reference, at every 1/120 s.
fn reference() -> &'static [StackState] {
    static PASS: OnceLock<Vec<StackState>> = OnceLock::new();
    PASS.get_or_init(|| {
        let (mut stack, controls) = (Stack::new(REFERENCE), Controls::default());
        let (dt, mut at, mut now) = (Span::from_hz(REFERENCE_RATE as f64), Time::ZERO, stack.start());
        let mut kept = vec![now.clone()];
        for _ in 1..PERIOD.whole(Span::from_hz(KEPT_RATE as f64)) {
            for _ in 0..REFERENCE_RATE / KEPT_RATE {
                let before = now.clone();
                stack.step(&before, &mut now, &WorldStep { at, dt, controls: &controls });
                at += dt;
            }
            kept.push(now.clone());
        }
        kept
    })
}

/// Returns a body between two states of the reference. A ball that is fired between them waits for the second.
fn between(before: &Body, after: &Body, share: f64) -> Body {
    if before.state == BodyState::Waiting {
        return *before;
    }
    let spin = before.spin + (after.spin - before.spin) * share;
    Body { vel: before.vel.lerp(after.vel, share), spin, state: before.state, ..before.blend(after, share) }
}

/// Returns the greatest distance between two ends that a hinge should hold together, in metres. Exploded planks do not count.
fn bridge_gap(bodies: &[Body]) -> f64 {
    let [left, right] = bridge_ends();
    let mut widest = 0.0_f64;
    let mut end = Some(left);
    for plank in &bodies[FIRST_PLANK..FIRST_PLANK + PLANKS] {
        let half = direction(plank.heading) * PLANK.x;
        let there = plank.state != BodyState::Exploded;
        if let Some(end) = end.filter(|_| there) {
            widest = widest.max(end.distance(plank.pos - half));
        }
        end = there.then_some(plank.pos + half);
    }
    widest.max(end.map_or(0.0, |end| end.distance(right)))
}

impl Stack {
    fn new(tuning: Tuning) -> Stack {
        let written = StackState::at_beginning(0, Tally::default()).bodies;
        Stack { tuning, engine: PhysicsEngine::new(tuning), written }
    }

    /// Makes one step of the engine by `dt`, which ends when `since` has passed in a pass.
    fn advance(&mut self, state: &mut StackState, since: Span, dt: Span) {
        let StackState { bodies, seen, tally } = state;
        // The shot falls into the step: the ball moves as far as it would have flown since, then gets its speed.
        let shot = bodies[BALL].state == BodyState::Waiting && since > FIRE;
        let speed = MUZZLE_SPEED * (since - FIRE).min(dt).ratio(dt);
        if shot {
            bodies[BALL].state = BodyState::Moving;
            self.engine.fire(speed);
        }
        let before = bodies[BALL].state;
        self.engine.step(dt.as_secs(), bodies);
        if shot && bodies[BALL].state == BodyState::Moving && bodies[BALL].vel.x > speed * 0.9 {
            bodies[BALL].vel.x = MUZZLE_SPEED;
            self.engine.fire(MUZZLE_SPEED);
        }
        self.judge(before, &mut bodies[BALL], tally);

        let sideways = |body: &Body| (body.pos.x - STACK_X).abs();
        seen.shaken = bodies[..BOXES].iter().map(sideways).fold(seen.shaken, f64::max);
        let speed = |body: &Body| body.vel.length();
        seen.fastest = bodies[..BALL].iter().map(speed).fold(seen.fastest, f64::max);
    }

    /// Judges a ball that was in flight: the plate stops it, or it is past the plate. Sand lies behind the plate.
    fn judge(&mut self, before: BodyState, ball: &mut Body, tally: &mut Tally) {
        if before == BodyState::Moving {
            if ball.state == BodyState::Exploded {
                tally.tunnelled += 1;
            } else if ball.pos.x > PLATE.0.x {
                ball.state = BodyState::Tunnelled;
                tally.tunnelled += 1;
            } else if ball.vel.x < MUZZLE_SPEED / 2.0 {
                ball.state = BodyState::Caught;
                tally.caught += 1;
            }
        }
        if ball.state == BodyState::Tunnelled && ball.pos.x > SAND - RADIUS {
            ball.pos = DVec2::new(SAND - RADIUS, ball.pos.y.max(RADIUS));
            (ball.vel, ball.spin) = (DVec2::ZERO, 0.0);
            self.engine.remove(BALL);
        }
    }
}

/// A step itself allocates nothing. The engine inside does, and is built again with every pass.
impl Motion for Stack {
    type State = StackState;

    fn start(&self) -> StackState {
        StackState::at_beginning(0, Tally::default())
    }

    fn step(&mut self, from: &StackState, to: &mut StackState, step: &WorldStep) {
        to.clone_from(from);
        if step.dt == Span::ZERO {
            return;
        }
        let Pass { number, since } = pass_at(step.end(), PERIOD);
        let (ball, tally) = (&from.bodies[BALL], &mut to.tally);
        let (_, dt) = passes::advance(ball, (step.end(), step.dt), PERIOD, false, tally, |_| Body::default());
        if number != ball.pass {
            *to = StackState::at_beginning(number, to.tally);
            self.engine = PhysicsEngine::new(self.tuning);
        } else if from.bodies != self.written {
            self.engine = PhysicsEngine::of(&from.bodies, self.tuning);
        }
        if dt > Span::ZERO {
            self.advance(to, since, dt);
        }
        self.written = to.bodies;
    }

    /// Writes a state of the reference, which begins again with every pass.
    fn exact(&self, at: Time, _: &Controls, state: &mut StackState) {
        let Pass { number, since } = pass_at(at, PERIOD);
        let kept = reference();
        let moments = since.ratio(Span::from_hz(KEPT_RATE as f64));
        let last = kept.len() - 1;
        let index = (moments as usize).min(last);
        let (before, after, share) = (&kept[index], &kept[(index + 1).min(last)], moments - index as f64);
        for (body, (before, after)) in state.bodies.iter_mut().zip(before.bodies.iter().zip(&after.bodies)) {
            *body = Body { pass: number, ..between(before, after, share) };
        }
        state.seen = before.seen;
    }
}

impl Appearance for Stack {
    fn thinnest_wall(&self) -> Option<f64> {
        Some(2.0 * (PLATE.1.x + RADIUS))
    }

    fn readouts(&self, frame: &Frame, _: &Controls) -> Vec<Readout> {
        let labels = [
            ("stack-top", "top of the stack"),
            ("shaken-by", "shaken by"),
            ("bridge-gap", "bridge gap"),
            ("ball", "ball"),
            ("fastest", "fastest"),
            ("blown-away", "blown away"),
        ];
        let bodies = frame.bodies;
        if bodies.len() < BODIES {
            return labels.map(Readout::none).into();
        }
        let top = bodies[BOXES - 1].pos.y + BOX.y;
        let (StackNumbers { shaken, fastest }, gap) = (frame.numbers.into(), bridge_gap(bodies));
        let (ball, alarm) = match bodies[BALL].state {
            BodyState::Waiting => ("waits", false),
            BodyState::Moving => ("flies", false),
            BodyState::Caught => ("stopped", false),
            BodyState::Tunnelled => ("went through", true),
            BodyState::Exploded => ("gone", true),
        };
        let gone = self.exploded(bodies) as u64;
        vec![
            Readout::number(labels[0], top, 2, " m").alarming(top < STANDING).describe(|| "The stack has fallen.".to_owned()),
            Readout::number(labels[1], shaken * 1000.0, 0, " mm")
                .alarming(shaken > BOX.x)
                .describe(|| format!("The stack was shaken by {:.0} mm, more than half a box.", shaken * 1000.0)),
            Readout::number(labels[2], gap * 1000.0, 0, " mm")
                .alarming(gap > PLANK.x)
                .describe(|| format!("The bridge gapes by {:.0} mm where hinges hold it.", gap * 1000.0)),
            Readout::word(labels[3], ball)
                .alarming(alarm)
                .says_end_of_pass(bodies[BALL].state == BodyState::Tunnelled)
                .describe(|| "The ball has left the world.".to_owned()),
            Readout::number(labels[4], fastest, 1, " m/s")
                .alarming(fastest > WILD)
                .describe(|| format!("A box was hurled at {fastest:.0} m/s.")),
            Readout::count(labels[5], gone).alarming(gone > 0).describe(|| format!("{gone} bodies are blown out of the world.")),
        ]
    }

    fn extent(&self) -> WorldRect {
        WorldRect::new(-6.8, -0.25, 7.6, 8.2)
    }

    fn backdrop(&self, _: &Frame, visible: WorldRect, sketch: &mut Sketch) {
        let mut fill = |left: f64, bottom: f64, right: f64, top: f64, ink: Ink| {
            let (min, max) = (DVec2::new(left, bottom), DVec2::new(right, top).max(DVec2::new(left, bottom)));
            sketch.filled_box((min + max) / 2.0, (max - min) / 2.0, 0.0, 0.0, ink);
        };
        fill(SAND, 0.0, visible.max.x.min(SAND + 20.0), 2.6, Ink::Rule);
        fill(GROUND.0.x - GROUND.1.x, visible.min.y.max(-10.0), GROUND.0.x + GROUND.1.x, 0.0, Ink::Wall);
        for (middle, half) in [MOUNT, PLATE] {
            fill(middle.x - half.x, middle.y - half.y, middle.x + half.x, middle.y + half.y, Ink::Wall);
        }
        for end in bridge_ends() {
            fill(end.x - 0.06, end.y, end.x + 0.06, visible.max.y.min(100.0), Ink::Wall);
        }
        sketch.capsule(MUZZLE - DVec2::new(1.3, 0.0), MUZZLE - DVec2::new(0.2, 0.0), 0.27, Ink::Wall);
    }

    fn draw(&self, index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch) {
        // Each kind has the colour of one body.
        let (half, colour) = match index {
            BALL => (DVec2::ZERO, 2),
            WEIGHT => (LOAD, 3),
            FIRST_PLANK..WEIGHT => (PLANK, 1),
            index if index + 1 == BOXES => (BOX, 3),
            index if index < BOXES => (BOX, 0),
            _ => return,
        };
        if body.state == BodyState::Waiting {
            return;
        }
        let ink = style.ink(colour, body.state);
        if index == BALL {
            sketch.disc(body.pos, RADIUS, ink);
            return;
        }
        // Boxes are drawn a little smaller, so that a gap separates them.
        sketch.filled_box(body.pos, half - 0.02, body.heading, 0.06, ink);
        if style == BodyStyle::Solid && (FIRST_PLANK..WEIGHT).contains(&index) {
            for side in [-1.0, 1.0] {
                sketch.disc(body.pos + direction(body.heading) * (side * (PLANK.x - 0.07)), 0.045, Ink::Detail);
            }
        }
    }
}
