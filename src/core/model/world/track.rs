//! The paths of bodies: a track with laps, and the band from a body to its exact place.

use super::body::{Body, BodyState};
use super::sketch::WorldRect;
use crate::base::time::{FLICKS_PER_SECOND, Span};
use glam::DVec2;

/// A straight track along x. A body's `pass` counts its laps.
#[derive(Clone, Copy, Debug)]
pub struct Track {
    /// The length of a lap, in world units.
    pub length: f64,
    /// A camera that moves with the exact motion; `None` if the view stands still.
    pub pursuit: Option<Pursuit>,
}

/// A camera that keeps a body in the middle.
#[derive(Clone, Copy, Debug)]
pub struct Pursuit {
    pub body: usize,
    /// The view of the camera while that body is at x = 0.
    pub area: WorldRect,
}

/// The followed body stays within this share of the camera's reach to either side.
const IN_SIGHT: f64 = 0.85;

impl Track {
    /// Returns the part of the world that the camera shows around the bodies `exact`; `None` without a camera. If the followed
    /// body of `shown` would be out of sight, the camera moves so far towards that body that it is in sight.
    pub fn pursued(&self, exact: &[Body], shown: &[Body]) -> Option<WorldRect> {
        let Pursuit { body, area } = self.pursuit?;
        let at = exact.get(body)?;
        let out = shown.get(body).map_or(0.0, |shown| self.out_of_sight(&area, at, shown));
        let x = at.pos.x + out;
        Some(WorldRect::new(x + area.min.x, area.min.y, x + area.max.x, area.max.y))
    }

    /// Returns by how much the camera around `exact` must move along x so that `shown` is in sight at an edge of `area`; zero if
    /// it is in sight anyway.
    fn out_of_sight(&self, area: &WorldRect, exact: &Body, shown: &Body) -> f64 {
        let off = shown.pos.x - exact.pos.x + (shown.pass - exact.pass) as f64 * self.length;
        off - off.clamp(area.min.x * IN_SIGHT, area.max.x * IN_SIGHT)
    }

    /// Returns the index of the body that the camera follows, if the camera must move so that the body is in sight at an edge;
    /// `None` if it need not.
    pub fn kept_in_sight(&self, exact: &[Body], shown: &[Body]) -> Option<usize> {
        let Pursuit { body, area } = self.pursuit?;
        let out = self.out_of_sight(&area, exact.get(body)?, shown.get(body)?);
        (out != 0.0).then_some(body)
    }
}

/// The band from the place where a pane shows a body to the body's exact place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ElasticBand {
    pub body: DVec2,
    pub exact: DVec2,
    /// How many laps or passes the exact body is ahead; negative if the shown body is ahead.
    pub rounds: i64,
    /// The length of a lap, in world units; `None` without a track.
    lap: Option<f64>,
}

impl ElasticBand {
    /// A pane that is less behind or ahead than this is not said to be so: 0.25 s.
    const LEAST_BEHIND: Span = Span::from_flicks(FLICKS_PER_SECOND / 4);

    /// Returns whether a pane that is `behind` by this much, or ahead if it is negative, is said to be so.
    pub fn is_long(behind: Span) -> bool {
        behind.max(-behind) >= ElasticBand::LEAST_BEHIND
    }

    /// Returns the band between a body and its exact place; `None` if the two rest in the same pass, or the body has exploded.
    pub(super) fn new(body: &Body, exact: &Body, track: Option<Track>) -> Option<ElasticBand> {
        let rounds = exact.pass - body.pass;
        let rest_together =
            rounds == 0 && body.state == exact.state && matches!(body.state, BodyState::Waiting | BodyState::Caught);
        let lap = track.map(|Track { length, .. }| length);
        let band = ElasticBand { body: body.pos, exact: exact.pos, rounds, lap };
        (!rest_together && body.state != BodyState::Exploded).then_some(band)
    }

    /// Returns the length in world units: along all laps on a track, else along a straight line.
    pub fn length(&self) -> f64 {
        match self.lap {
            Some(lap) => {
                let along = self.exact.x - self.body.x + lap * self.rounds as f64;
                DVec2::new(along, self.exact.y - self.body.y).length()
            }
            None => self.exact.distance(self.body),
        }
    }

    /// Returns whether the band is drawn in a pane that is `behind` by this much. A pane that is hardly behind may still show the
    /// end of the pass before: a band across the whole world would then flash for one frame.
    pub fn is_seen(&self, behind: Span) -> bool {
        self.rounds == 0 || ElasticBand::is_long(behind)
    }
}

#[cfg(test)]
mod tests {
    use crate::model::world::track::*;

    #[test]
    fn the_camera_follows_the_exact_motion_and_keeps_a_body_that_is_far_off_in_sight() {
        let area = WorldRect::new(-400.0, 0.0, 400.0, 100.0);
        let track = Track { length: 1000.0, pursuit: Some(Pursuit { body: 0, area }) };
        let middle = |exact: f64, shown: f64, laps_behind: i64| {
            let shown = Body { pass: -laps_behind, ..Body::at(shown, 0.0) };
            let seen = track.pursued(&[Body::at(exact, 0.0)], &[shown]).expect("it has a camera");
            f64::midpoint(seen.min.x, seen.max.x)
        };
        assert_eq!(middle(500.0, 300.0, 0), 500.0, "an offset is seen as one");
        assert_eq!(middle(500.0, 100.0, 0), 440.0, "400 units behind: 340 from the middle");
        assert_eq!(middle(500.0, 500.0, 1), -160.0, "a lap behind");
        assert_eq!(middle(500.0, 900.0, 0), 560.0, "ahead");
    }
}
