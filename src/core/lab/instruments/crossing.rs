//! The step in which a body went through a wall, for the wall replay.

use crate::base::time::{Span, Time};
use crate::lab::recording::flips::Flip;
use crate::lab::recording::pane_recording::Recording;
use crate::lab::recording::passes::Tunnel;
use crate::lab::recording::ring::Ring;
use crate::model::machine::event::Event;
use crate::model::world::body::{Body, BodyState};
use crate::model::world::stepped_world::World;

/// The number of points of the reference solution between the two states, without the first.
const POINTS: i64 = 48;
/// The largest number of steps at the end of a pass that are searched.
const MOST_STEPS: usize = 20_000;

/// The step that should have met the wall and did not.
#[derive(Clone, Debug)]
pub struct Crossing {
    pub body: usize,
    pub before: Body,
    pub after: Body,
    /// The path of the reference solution between the two states, up to the wall.
    pub arc: Vec<Body>,
    /// The beginning of the update that made the step.
    pub at: Time,
    pub dt: Span,
    /// The line of the loop's file that made the update.
    pub line: u32,
    /// The beginning of a replay: the display shows a frame from before the step.
    pub from: Time,
    /// The end of a replay: the display shows a frame from after the step.
    pub to: Time,
}

impl Crossing {
    /// Finds the step of a pass in which the reference solution of `world` met the wall; `None` if the states before and after
    /// that step are not stored.
    pub fn of(recording: &Recording, tunnel: Tunnel, world: &World) -> Option<Crossing> {
        let mut exact = Vec::new();
        let mut reference = |at: Time| {
            world.exact(at, &mut exact);
            exact.get(tunnel.body).copied()
        };
        let steps = &recording.steps;
        let ends = |step: usize| Some((steps.get(step.checked_sub(1)?)?.sim, steps.get(step)?.sim));
        // The pass may be judged some steps after the contact, when the body has already turned away.
        let oldest = tunnel.step.saturating_sub(MOST_STEPS).max(recording.bodies.after_steps.range().start + 1);
        let met = (oldest..=tunnel.step).rev().find(|step| {
            let Some((from, to)) = ends(*step) else { return false };
            let Some((a, b)) = reference(from).zip(reference(to)) else { return false };
            a.pass == b.pass && a.state != BodyState::Caught && b.state == BodyState::Caught
        });
        let step = met.unwrap_or(tunnel.step);
        let states = &recording.bodies.after_steps;
        let (before, after) = (states.get(step.checked_sub(1)?)?, states.get(step)?);
        let (from, to) = ends(step)?;
        let arc = (0..=POINTS).filter_map(|point| reference(from + ((to - from) * point).divided(POINTS))).collect();
        let Event::Update { at, line, .. } = recording.entries.event(steps.get(step)?.entry)? else { return None };
        let (first, last) = frames_around(&recording.flips, at, (from, to));
        let (before, after) = (*before.bodies.get(tunnel.body)?, *after.bodies.get(tunnel.body)?);
        Some(Crossing { body: tunnel.body, before, after, arc, at, dt: to - from, line, from: first, to: last })
    }
}

/// Returns the beginning and the end of a replay of the update at `at`, which moved the world from simulated time `from` to `to`:
/// from 8 ms before the flip of the last frame that shows `from` or earlier, until 8 ms after the first flip that shows `to` or
/// later, but at most 150 ms before and after `at`.
fn frames_around(flips: &Ring<Flip>, at: Time, (from, to): (Time, Time)) -> (Time, Time) {
    let margin = Span::from_millis(8.0);
    let next = flips.partition_point(|flip| flip.at <= at);
    let after = flips.since(next).find(|flip| flip.drawn >= to).map_or(at + margin, |flip| flip.at);
    let before = flips.before(next).take(16).find(|flip| flip.drawn <= from).map_or(at - margin, |flip| flip.at);
    let most = Span::from_millis(150.0);
    ((before.min(at) - margin).max(at - most).max(Time::ZERO), (after + margin).min(at + most))
}
