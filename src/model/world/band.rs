//! What ties a body that a pane shows to where it exactly is: an elastic band, with the rounds that lie between.

use super::body::{Body, State};
use super::kind::{Track, WorldKind};
use glam::DVec2;

/// The most stretches that a band on a track is drawn in; of a longer one those in the middle are left out.
pub const MOST_STRETCHES: usize = 8;

/// The band between a body and its exact place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Where the body is shown.
    pub body: DVec2,
    /// Where it exactly is.
    pub exact: DVec2,
    /// How many laps or passes the exact one has begun since; negative where the body is ahead.
    pub rounds: i64,
    /// How long a lap is, on a track.
    lap: Option<f64>,
}

impl WorldKind {
    /// The band between a body and its exact place; nothing where the two wait together, and where the body has exploded.
    pub fn band(&self, body: &Body, exact: &Body) -> Option<Band> {
        let rounds = exact.pass - body.pass;
        let rests = |state: State| matches!(state, State::Waiting | State::Caught);
        let together = rounds == 0 && body.state == exact.state && rests(body.state);
        let lap = self.track.map(|Track { length, .. }| length);
        (!together && body.state != State::Exploded).then_some(Band { body: body.pos, exact: exact.pos, rounds, lap })
    }
}

impl Band {
    /// How long it is, in units: with all its laps on a track, else straight.
    pub fn length(&self) -> f64 {
        match self.lap {
            Some(_) => DVec2::new(self.way(), self.exact.y - self.body.y).length(),
            None => self.exact.distance(self.body),
        }
    }

    /// How far the exact one is ahead along x, in units; negative where it is behind.
    fn way(&self) -> f64 {
        self.exact.x - self.body.x + self.lap.map_or(0.0, |lap| lap * self.rounds as f64)
    }

    /// The rounds that cannot be seen in its stretches.
    pub fn unseen_rounds(&self) -> u64 {
        if self.lap.is_some() { 0 } else { self.rounds.unsigned_abs() }
    }

    /// The straight pieces that it is drawn in, from the body on: on a track one for every lap that it touches.
    pub fn stretches(&self) -> Vec<(DVec2, DVec2)> {
        let (Some(lap), true) = (self.lap, self.rounds != 0) else { return vec![(self.body, self.exact)] };
        let count = self.rounds.unsigned_abs() as usize + 1;
        let (ends, begins) = if self.rounds > 0 { (lap, 0.0) } else { (0.0, lap) };
        let drawn = count.min(MOST_STRETCHES);
        let height = |stretch: usize| self.body.y + (self.exact.y - self.body.y) * stretch as f64 / drawn as f64;
        let stretch = |number: usize| {
            let from = if number == 0 { self.body.x } else { begins };
            let to = if number + 1 == drawn { self.exact.x } else { ends };
            (DVec2::new(from, height(number)), DVec2::new(to, height(number + 1)))
        };
        (0..drawn).map(stretch).collect()
    }
}
