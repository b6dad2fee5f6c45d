//! The shapes that a world draws, in world units and in inks that name a meaning. Nothing here knows pixels or colours.

use super::body::{BodyState, direction};
use glam::DVec2;

/// A rectangle of the world, y up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldRect {
    pub min: DVec2,
    pub max: DVec2,
}

impl WorldRect {
    pub fn new(left: f64, bottom: f64, right: f64, top: f64) -> WorldRect {
        WorldRect { min: DVec2::new(left, bottom), max: DVec2::new(right, top) }
    }
}

/// The meaning of a shape. The theme decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    Body(usize),
    /// Something that belongs to the n-th body: its lane, its exact path.
    Faint(usize),
    /// The n-th body as it fades in or out, with an opacity of 0 to 255.
    Translucent(usize, u8),
    /// The exact place of the n-th body, always drawn as an outline.
    Ghost(usize),
    /// A wall or the ground.
    Wall,
    Rule,
    /// A mark on top of a body.
    Detail,
    /// A body or place of something that should not have happened, such as a tunnelled body.
    Alarm,
}

/// How a body is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyStyle {
    Solid,
    /// An outline at the body's exact place.
    Ghost,
}

impl BodyStyle {
    /// Returns the ink of body `index` in `state`: an alarm if a solid body has tunnelled or exploded.
    pub fn ink(self, index: usize, state: BodyState) -> Ink {
        match (self, state) {
            (BodyStyle::Ghost, _) => Ink::Ghost(index),
            (BodyStyle::Solid, BodyState::Tunnelled | BodyState::Exploded) => Ink::Alarm,
            (BodyStyle::Solid, _) => Ink::Body(index),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Thickness {
    /// In world units, so that it scales with the zoom.
    World(f64),
    /// In points of the screen, at any zoom.
    Points(f64),
}

/// The geometry of a shape, in world units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Geometry {
    Circle {
        centre: DVec2,
        radius: f64,
    },
    Box {
        centre: DVec2,
        /// Half of the width and height.
        half: DVec2,
        /// In radians, counter-clockwise.
        angle: f64,
        corner: f64,
    },
    /// A line from `a` to `b` with round ends.
    Capsule {
        a: DVec2,
        b: DVec2,
        radius: Thickness,
    },
    /// A line along a circle, `aperture` radians to both sides of `middle`, with round ends.
    Arc {
        centre: DVec2,
        radius: f64,
        middle: f64,
        aperture: f64,
        thickness: Thickness,
    },
    /// One piece of a polyline from `a` to `b`. It is cut at the bisectors of the joints, so that translucent pieces don't
    /// overlap.
    Piece {
        /// The point before `a`; `a` itself at the beginning of the polyline.
        before: DVec2,
        a: DVec2,
        b: DVec2,
        /// The point after `b`; `b` itself at the end of the polyline.
        after: DVec2,
        thickness: Thickness,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    pub geometry: Geometry,
    pub ink: Ink,
}

#[derive(Debug, Default)]
pub struct Sketch {
    /// The shapes, the lowest first.
    pub shapes: Vec<Shape>,
}

impl Sketch {
    pub fn add(&mut self, geometry: Geometry, ink: Ink) {
        self.shapes.push(Shape { geometry, ink });
    }

    pub fn disc(&mut self, centre: DVec2, radius: f64, ink: Ink) {
        self.add(Geometry::Circle { centre, radius }, ink);
    }

    /// Adds a box of half the size `half`, turned by `angle`, with corners of the radius `corner`.
    pub fn filled_box(&mut self, centre: DVec2, half: DVec2, angle: f64, corner: f64, ink: Ink) {
        self.add(Geometry::Box { centre, half, angle, corner }, ink);
    }

    /// Adds a line of the thickness 2 · `radius` with round ends.
    pub fn capsule(&mut self, a: DVec2, b: DVec2, radius: f64, ink: Ink) {
        self.add(Geometry::Capsule { a, b, radius: Thickness::World(radius) }, ink);
    }

    pub fn line(&mut self, a: DVec2, b: DVec2, points: f64, ink: Ink) {
        self.add(Geometry::Capsule { a, b, radius: Thickness::Points(points / 2.0) }, ink);
    }

    /// Adds a line through `points`, `width` world units wide, with round joints and ends.
    pub fn polyline(&mut self, points: &[DVec2], width: f64, ink: Ink) {
        let thickness = Thickness::World(width);
        for i in 1..points.len() {
            let (a, b) = (points[i - 1], points[i]);
            let before = if i >= 2 { points[i - 2] } else { a };
            let after = points.get(i + 1).copied().unwrap_or(b);
            self.add(Geometry::Piece { before, a, b, after, thickness }, ink);
        }
    }

    /// Adds dashes along a circle from one angle to another, 1.5 points thick.
    pub fn dashed_arc(&mut self, centre: DVec2, radius: f64, from: f64, to: f64, ink: Ink) {
        let dashes = (((to - from) * radius / 10.0).ceil() as usize).clamp(1, 200);
        let period = (to - from) / dashes as f64;
        for dash in 0..dashes {
            let middle = from + period * (dash as f64 + 0.5);
            self.add(Geometry::Arc { centre, radius, middle, aperture: period / 4.0, thickness: Thickness::Points(1.5) }, ink);
        }
    }

    /// Adds a star of eight rays, the sign of an exploded body.
    pub fn burst(&mut self, centre: DVec2, radius: f64, ink: Ink) {
        for ray in 0..8 {
            let along = direction(f64::from(ray) * std::f64::consts::FRAC_PI_4 + 0.2);
            let length = if ray % 2 == 0 { radius } else { radius * 0.7 };
            self.capsule(centre + along * (radius * 0.3), centre + along * length, radius * 0.09, ink);
        }
    }
}
