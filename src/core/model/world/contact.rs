//! Contacts of a moving disc: at the end of its step, anywhere on its path, or in rendered frames.
//!
//! A discrete test looks where bodies are *after* a step and misses what lies between: the bullet is before the wall, then
//! behind it. There are three remedies, and one that helps nothing:
//!
//! - **swept**: the straight line from the old position to the new one is tested ([`Path::Chord`]). No wall is jumped over
//!   any more, but a straight step still leaves the path of a curved motion.
//! - **exact**: the path of the exact motion is tested ([`Path::Arc`]). Nothing is missed at any step, but the motion and its
//!   contact with the obstacle need a closed form.
//! - **substeps**: the step is cut into equal parts, each tested as above.
//! - **picture**: rendered frames are tested. The outcome then depends on the frame rate and on the presentation: the same
//!   steps no longer lead to the same state, and a prediction that never comes true stops a body that would have passed.
//!
//! A disc touches an obstacle if it is strictly nearer than its radius; a disc that only grazes continues. The first contact
//! along a path is found in closed form: the middles of all touching discs fill a box with rounded corners (a box grown in x,
//! one grown in y, and a disc about each corner) or a larger disc, and lines and circles enter those at the roots of linear and
//! quadratic equations.
//!
//! Sources: Alex Diener, "Time-based animation" (thin walls and cut curves); Koen Witters, "deWiTTERS Game Loop", comments
//! of 23 and 24 March 2010, where Gideon tests collisions in every frame; the sweep of a disc against a box is
//! Christer Ericson's ("Real-Time Collision Detection", 5.5).

use super::body::{direction, wrap_angle};
use crate::base::params::param::Param;
use crate::base::params::values::Values;
use crate::base::time::{Span, Time};
use glam::DVec2;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

pub const COLLISION: Param = Param::choice(
    "collision",
    &["discrete", "swept", "exact", "picture"],
    "When contacts are tested: after each step, along its straight line, along the exact path, or whenever a frame is drawn.",
);
pub const SUBSTEPS: Param =
    Param::count("substeps", 1.0, (1.0, 64.0), "Into how many equal parts each step is cut; each is moved and tested by itself.");

/// The moment at which contacts are tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollisionMode {
    /// Contacts are tested after each step.
    Discrete,
    /// Contacts are tested along the straight line of each step.
    Swept,
    /// Contacts are tested along the path of the exact motion.
    Exact,
    /// Contacts are tested whenever a frame is rendered, at the positions that the frame shows.
    Rendered,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collision {
    pub mode: CollisionMode,
    substeps: i64,
}

impl Collision {
    pub fn of(options: &Values) -> Collision {
        let words = [("swept", CollisionMode::Swept), ("exact", CollisionMode::Exact), ("picture", CollisionMode::Rendered)];
        let chosen = words.into_iter().find(|(word, _)| options.is(&COLLISION, word));
        Collision { mode: chosen.map_or(CollisionMode::Discrete, |(_, mode)| mode), substeps: options.count(&SUBSTEPS) }
    }

    /// Returns the parts of a step of `dt` that begins at `at`, each with its end and its length. The lengths are as equal as
    /// flicks allow.
    pub fn parts(self, at: Time, dt: Span) -> impl Iterator<Item = (Time, Span)> {
        let cut = move |part: i64| Span::from_flicks(dt.flicks() * part / self.substeps);
        (1..=self.substeps).map(move |part| (at + cut(part), cut(part) - cut(part - 1)))
    }
}

/// A shape that a disc can run into.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Obstacle {
    /// A box with sides along the axes.
    Box {
        min: DVec2,
        max: DVec2,
    },
    Disc {
        centre: DVec2,
        radius: f64,
    },
}

impl Obstacle {
    /// Returns whether a disc of radius `reach` at `pos` touches the obstacle.
    pub fn touches(&self, pos: DVec2, reach: f64) -> bool {
        match *self {
            Obstacle::Box { min, max } => pos.distance_squared(pos.clamp(min, max)) < reach * reach,
            Obstacle::Disc { centre, radius } => pos.distance_squared(centre) < (radius + reach) * (radius + reach),
        }
    }
}

/// The path of the middle of a disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Path {
    Chord {
        from: DVec2,
        to: DVec2,
    },
    /// A part of a circle between two angles, in radians, counter-clockwise if `to` is larger than `from`.
    Arc {
        centre: DVec2,
        radius: f64,
        from: f64,
        to: f64,
    },
}

/// An arc that turns by less than this, in radians, is computed as its chord; the two agree to the last digit.
const STRAIGHT: f64 = 1e-8;
/// A contact that lies less than this, in radians, behind the start of an arc counts as a contact at the start: only rounding has
/// put it behind.
const AT_ONCE: f64 = 1e-9;

impl Path {
    /// Returns the path that starts at `pos` with this heading (radians), speed (world units per second) and turn rate (rad/s,
    /// counter-clockwise) and lasts this many seconds.
    pub fn turning(pos: DVec2, heading: f64, speed: f64, turn_rate: f64, seconds: f64) -> Path {
        let turn = turn_rate * seconds;
        if turn.abs() < STRAIGHT || speed == 0.0 {
            return Path::Chord { from: pos, to: pos + direction(heading) * (speed * seconds) };
        }
        let signed = speed / turn_rate;
        let from = if signed > 0.0 { heading - FRAC_PI_2 } else { heading + FRAC_PI_2 };
        let centre = pos + direction(heading + FRAC_PI_2) * signed;
        Path::Arc { centre, radius: signed.abs(), from, to: from + turn }
    }

    /// Returns the point at this share of the path, 0 to 1.
    pub fn at(&self, share: f64) -> DVec2 {
        match *self {
            Path::Chord { from, to } => from + (to - from) * share,
            Path::Arc { centre, radius, from, to } => centre + direction(from + (to - from) * share) * radius,
        }
    }

    /// Returns the share of the path, 0 to 1, at which a disc of radius `reach` first touches `obstacle`; `None` if it does not.
    pub fn first_contact(&self, obstacle: &Obstacle, reach: f64) -> Option<f64> {
        match *obstacle {
            Obstacle::Disc { centre, radius } => self.enters_disc(centre, radius + reach),
            Obstacle::Box { min, max } => {
                let (sideways, upwards) = (DVec2::new(reach, 0.0), DVec2::new(0.0, reach));
                let corners = [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)];
                let boxes = [self.enters_box(min - sideways, max + sideways), self.enters_box(min - upwards, max + upwards)];
                let rounded = corners.map(|corner| self.enters_disc(corner, reach));
                boxes.into_iter().chain(rounded).flatten().min_by(f64::total_cmp)
            }
        }
    }

    fn enters_disc(&self, middle: DVec2, reach: f64) -> Option<f64> {
        match *self {
            Path::Chord { from, to } => chord_enters_disc(from, to - from, middle, reach),
            Path::Arc { centre, radius, from, to } if to != from => {
                let apart = middle - centre;
                let (distance, turn) = (apart.length(), to - from);
                // `share` is sin² of half an angle. The circle is inside the disc up to that angle to either side of the
                // direction of the disc's middle.
                let share = (reach * reach - (radius - distance) * (radius - distance)) / (4.0 * radius * distance);
                if share.is_nan() || share >= 1.0 {
                    return (self.at(0.0).distance_squared(middle) < reach * reach).then_some(0.0);
                }
                if share <= 0.0 {
                    return None;
                }
                let half = 2.0 * libm::asin(share.sqrt());
                let towards = wrap_angle((libm::atan2(apart.y, apart.x) - from) * turn.signum());
                // A point behind the start is reached again after a whole turn.
                let enters = if towards + half > 0.0 { towards - half } else { towards - half + TAU };
                (enters < turn.abs()).then(|| enters.max(0.0) / turn.abs())
            }
            Path::Arc { .. } => chord_enters_disc(self.at(0.0), DVec2::ZERO, middle, reach),
        }
    }

    fn enters_box(&self, min: DVec2, max: DVec2) -> Option<f64> {
        match *self {
            Path::Chord { from, to } => chord_enters_box(from, to - from, min, max),
            Path::Arc { centre, radius, from, to } if to != from => {
                let start = self.at(0.0);
                if min.cmplt(start).all() && start.cmplt(max).all() {
                    return Some(0.0);
                }
                let turn = to - from;
                let left = turn > 0.0;
                // A face that is crossed, and not only touched, is crossed inwards at one angle.
                let crossed = |share: f64| Some(share).filter(|share| share.abs() < 1.0);
                let upright = |x: f64, rightwards: bool| {
                    let angle = libm::acos(crossed((x - centre.x) / radius)?);
                    let angle = if rightwards == left { -angle } else { angle };
                    let y = centre.y + radius * libm::sin(angle);
                    (min.y <= y && y <= max.y).then_some(angle)
                };
                let level = |y: f64, upwards: bool| {
                    let angle = libm::asin(crossed((y - centre.y) / radius)?);
                    let angle = if upwards == left { angle } else { PI - angle };
                    let x = centre.x + radius * libm::cos(angle);
                    (min.x <= x && x <= max.x).then_some(angle)
                };
                let faces = [upright(min.x, true), upright(max.x, false), level(min.y, true), level(max.y, false)];
                let after = |angle: f64| {
                    let after = ((angle - from) * turn.signum()).rem_euclid(TAU);
                    if after > TAU - AT_ONCE { 0.0 } else { after }
                };
                let first = faces.into_iter().flatten().map(after).min_by(f64::total_cmp)?;
                (first < turn.abs()).then(|| first / turn.abs())
            }
            Path::Arc { .. } => chord_enters_box(self.at(0.0), DVec2::ZERO, min, max),
        }
    }
}

fn chord_enters_disc(from: DVec2, line: DVec2, middle: DVec2, reach: f64) -> Option<f64> {
    let (offset, length_squared) = (from - middle, line.length_squared());
    if length_squared < f64::MIN_POSITIVE {
        return (offset.length_squared() < reach * reach).then_some(0.0);
    }
    let passing = offset.perp_dot(line);
    let spare = reach * reach - passing * passing / length_squared;
    if spare <= 0.0 {
        return None;
    }
    let (nearest, half) = (-offset.dot(line) / length_squared, (spare / length_squared).sqrt());
    entered(nearest - half, nearest + half)
}

fn chord_enters_box(from: DVec2, line: DVec2, min: DVec2, max: DVec2) -> Option<f64> {
    let (mut enters, mut leaves) = (f64::NEG_INFINITY, f64::INFINITY);
    for (at, line, lo, hi) in [(from.x, line.x, min.x, max.x), (from.y, line.y, min.y, max.y)] {
        if line == 0.0 {
            if at <= lo || at >= hi {
                return None;
            }
            continue;
        }
        let (a, b) = ((lo - at) / line, (hi - at) / line);
        enters = enters.max(a.min(b));
        leaves = leaves.min(a.max(b));
    }
    entered(enters, leaves)
}

/// Returns where a path enters an obstacle, as a share of the path: 0 if it starts inside; `None` if it stays outside. `enters`
/// and `leaves` are the shares of the endless line through the path.
fn entered(enters: f64, leaves: f64) -> Option<f64> {
    (enters < leaves && leaves > 0.0 && enters < 1.0).then(|| enters.max(0.0))
}
