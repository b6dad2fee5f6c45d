//! The step in which a body went through a wall, for a closer look.

use super::recording::History;
use super::records::{Crossing, Tunnel};
use crate::base::time::{Span, Time};
use crate::model::machine::Event;
use crate::model::world::{State, Tally, World};

/// Points of the reference solution between the two states.
const POINTS: i64 = 48;
/// Of a pass of more steps only the last ones are searched.
const MOST_STEPS: usize = 20_000;

impl History {
    /// The body whose pass ended in update `step` without a contact. `counts` are its tallies before and after, body by
    /// body.
    pub(super) fn tunnelled_body(&self, step: usize, counts: Option<(&[Tally], &[Tally])>) -> Option<usize> {
        let (before, after) = (self.state_after(step.checked_sub(1)?)?, self.state_after(step)?);
        let missed = |body: usize| {
            let (before, after) = (&before[body], &after[body]);
            let open = matches!(before.state, State::Moving | State::Waiting);
            open && (after.state == State::Tunnelled || after.pass != before.pass)
        };
        let more = |body: &usize| counts.is_none_or(|(old, new)| new[*body].tunnelled > old[*body].tunnelled);
        (0..before.len().min(after.len())).filter(more).find(|body| missed(*body))
    }

    /// Finds the step of a pass in which the reference solution of `world` met the wall; nothing where the states on either
    /// side of it are not kept.
    pub fn crossing(&self, tunnel: Tunnel, world: &World) -> Option<Crossing> {
        let mut exact = Vec::new();
        let mut reference = |at: Time| {
            world.exact(at, &mut exact);
            exact.get(tunnel.body).copied()
        };
        let ends = |step: usize| Some((self.steps.get(step.checked_sub(1)?)?.sim, self.steps.get(step)?.sim));
        // Found late, where a mover has turned away: the contact was some steps before.
        let oldest = tunnel.step.saturating_sub(MOST_STEPS).max(self.states.range().start + 1);
        let met = (oldest..=tunnel.step).rev().find(|step| {
            let Some((from, to)) = ends(*step) else { return false };
            let Some((a, b)) = reference(from).zip(reference(to)) else { return false };
            a.pass == b.pass && a.state != State::Caught && b.state == State::Caught
        });
        let step = met.unwrap_or(tunnel.step);
        let (before, after) = (self.state_after(step.checked_sub(1)?)?, self.state_after(step)?);
        let (from, to) = ends(step)?;
        let arc = (0..=POINTS).filter_map(|point| reference(from + ((to - from) * point).divided(POINTS))).collect();
        let (at, line) = self.update(step)?;
        let (first, last) = self.frames_around(at, from, to);
        let (before, after) = (*before.get(tunnel.body)?, *after.get(tunnel.body)?);
        Some(Crossing { body: tunnel.body, before, after, arc, at, dt: to - from, line, from: first, to: last })
    }

    /// Returns when update `step` was made, and by which line.
    fn update(&self, step: usize) -> Option<(Time, u32)> {
        match self.entries.get(self.steps.get(step)?.entry)?.event()? {
            Event::Update { at, line, .. } => Some((at, line)),
            _ => None,
        }
    }

    /// The span of time worth looking at around an update at `at` from simulated time `from` to `to`: from when a frame
    /// from before it was displayed until one from after it has been.
    fn frames_around(&self, at: Time, from: Time, to: Time) -> (Time, Time) {
        let margin = Span::from_millis(8.0);
        let next = self.frames.partition_point(|flip| flip.at <= at);
        let after = self.frames.since(next).find(|flip| flip.drawn >= to).map_or(at + margin, |flip| flip.at);
        let before = (self.frames.range().start..next).rev().filter_map(|number| self.frames.get(number));
        let before = before.take(16).find(|flip| flip.drawn <= from).map_or(at - margin, |flip| flip.at);
        let most = Span::from_millis(150.0);
        ((before.min(at) - margin).max(at - most).max(Time::ZERO), (after + margin).min(at + most))
    }
}
