//! The physics engine and its contents. Only this file uses rapier.

use super::layout::{
    BALL, BOX, FIRST_PLANK, GROUND, IRON, LOAD, MOUNT, PLANK, PLANKS, PLATE, RADIUS, StackPart, StackPartKind, WOOD, bridge_ends,
    parts,
};
use crate::model::world::body::{Body, BodyState};
use glam::DVec2;
use rapier2d::math::{Pose, Rotation, Vector};
use rapier2d::pipeline::PhysicsWorld;
use rapier2d::prelude::{ColliderBuilder, RevoluteJointBuilder, RigidBodyBuilder, RigidBodyHandle};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Whether continuous collision detection is on, for all bodies.
    pub ccd: bool,
    pub iterations: usize,
}

/// A body further than this from the middle, in metres, is removed from the engine.
const BOUND: f64 = 60.0;

pub struct PhysicsEngine {
    world: PhysicsWorld,
    handles: Vec<RigidBodyHandle>,
}

/// Returns a vector in the engine's single precision.
fn single(vector: DVec2) -> Vector {
    Vector::new(vector.x as f32, vector.y as f32)
}

fn double(vector: Vector) -> DVec2 {
    DVec2::new(f64::from(vector.x), f64::from(vector.y))
}

fn pose(pos: DVec2, heading: f64) -> Pose {
    let (sin, cos) = libm::sincos(heading);
    Pose::from_parts(single(pos), Rotation::from_cos_sin_unchecked(cos as f32, sin as f32))
}

fn shape(kind: StackPartKind) -> ColliderBuilder {
    let cuboid = |half: DVec2| ColliderBuilder::cuboid(half.x as f32, half.y as f32);
    match kind {
        StackPartKind::Box => cuboid(BOX).density(WOOD as f32),
        StackPartKind::Top => cuboid(BOX).density(IRON as f32),
        StackPartKind::Plank => cuboid(PLANK).density(WOOD as f32),
        StackPartKind::Weight => cuboid(LOAD).density(IRON as f32),
        StackPartKind::Ball => ColliderBuilder::ball(RADIUS as f32).density(IRON as f32).restitution(0.2),
    }
    .friction(0.6)
}

impl PhysicsEngine {
    pub fn new(tuning: Tuning) -> PhysicsEngine {
        let mut world = PhysicsWorld::new();
        world.integration_parameters.num_solver_iterations = tuning.iterations;
        world.integration_parameters.max_ccd_substeps = usize::from(tuning.ccd);
        for (middle, half) in [GROUND, MOUNT, PLATE] {
            let collider = ColliderBuilder::cuboid(half.x as f32, half.y as f32).friction(0.6);
            world.insert(RigidBodyBuilder::fixed().translation(single(middle)), collider);
        }
        let mut put = |part: StackPart| {
            // A body that the engine puts to sleep would not shake, so no body may sleep.
            let body = RigidBodyBuilder::dynamic().pose(pose(part.pos, part.heading)).can_sleep(false);
            let body = match part.kind {
                StackPartKind::Ball => body.ccd_enabled(tuning.ccd).angular_damping(1.0).enabled(false),
                StackPartKind::Plank => body.linear_damping(0.3).angular_damping(0.3),
                _ => body,
            };
            world.insert(body, shape(part.kind)).0
        };
        let handles: Vec<RigidBodyHandle> = parts().into_iter().map(&mut put).collect();

        let posts = bridge_ends().map(|end| world.insert_body(RigidBodyBuilder::fixed().translation(single(end))));
        let tip = |side: f64| single(DVec2::new(PLANK.x * side, 0.0));
        let chain = &handles[FIRST_PLANK..FIRST_PLANK + PLANKS];
        let ends = [(posts[0], Vector::ZERO), (posts[1], Vector::ZERO)];
        let mut left = ends[0];
        for plank in chain {
            join(&mut world, left, (*plank, tip(-1.0)));
            left = (*plank, tip(1.0));
        }
        join(&mut world, left, ends[1]);
        PhysicsEngine { world, handles }
    }

    /// Returns an engine with the positions and velocities of `bodies`, which does not know of earlier contacts.
    pub fn of(bodies: &[Body], tuning: Tuning) -> PhysicsEngine {
        let mut engine = PhysicsEngine::new(tuning);
        for (body, handle) in bodies.iter().zip(&engine.handles) {
            let Some(inside) = engine.world.bodies.get_mut(*handle) else { continue };
            inside.set_enabled(is_simulated(body));
            inside.set_position(pose(body.pos, body.heading), true);
            inside.set_linvel(single(body.vel), true);
            inside.set_angvel(body.spin as f32, true);
        }
        engine
    }

    /// Fires the ball to the right with `speed`, in m/s.
    pub fn fire(&mut self, speed: f64) {
        if let Some(ball) = self.world.bodies.get_mut(self.handles[BALL]) {
            ball.set_enabled(true);
            let falling = ball.linvel().y;
            ball.set_linvel(Vector::new(speed as f32, falling), true);
        }
    }

    pub fn remove(&mut self, index: usize) {
        if let Some(inside) = self.world.bodies.get_mut(self.handles[index]) {
            inside.set_enabled(false);
        }
    }

    /// Makes one step of the engine and writes the bodies. A body further out than `BOUND`, or with numbers that are not
    /// finite, is removed as exploded.
    pub fn step(&mut self, seconds: f64, bodies: &mut [Body]) {
        self.world.integration_parameters.dt = seconds as f32;
        self.world.step();
        for (index, body) in bodies.iter_mut().enumerate().take(self.handles.len()) {
            if !is_simulated(body) {
                continue;
            }
            let inside = &self.world.bodies[self.handles[index]];
            let (pos, rotation) = (double(inside.translation()), inside.rotation());
            let (vel, spin) = (double(inside.linvel()), f64::from(inside.angvel()));
            let heading = libm::atan2(f64::from(rotation.im), f64::from(rotation.re));
            let finite = pos.is_finite() && vel.is_finite() && heading.is_finite() && spin.is_finite();
            // The engine itself disables a body whose numbers are no longer finite.
            if inside.is_enabled() && finite && pos.abs().max_element() < BOUND {
                *body = Body { pos, vel, heading, spin, ..*body };
            } else {
                *body = Body { vel: DVec2::ZERO, spin: 0.0, state: BodyState::Exploded, ..*body };
                self.remove(index);
            }
        }
    }
}

/// Returns whether the engine moves a body. A ball that stands still behind the plate is stuck in the sand.
fn is_simulated(body: &Body) -> bool {
    match body.state {
        BodyState::Moving | BodyState::Caught => true,
        BodyState::Tunnelled => body.vel != DVec2::ZERO,
        BodyState::Waiting | BodyState::Exploded => false,
    }
}

fn join(world: &mut PhysicsWorld, left: (RigidBodyHandle, Vector), right: (RigidBodyHandle, Vector)) {
    let joint = RevoluteJointBuilder::new().local_anchor1(left.1).local_anchor2(right.1).contacts_enabled(false);
    world.insert_impulse_joint(left.0, right.0, joint);
}
