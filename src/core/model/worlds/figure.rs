//! A running figure, shared by all worlds that have one.

use crate::model::world::body::{BodyState, direction};
use crate::model::world::sketch::{BodyStyle, Sketch};
use glam::DVec2;
use std::f64::consts::FRAC_PI_2;

/// The height of the figure at size 1, in world units.
pub const HEIGHT: f64 = 360.0;

#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// The point where the figure touches the ground.
    pub foot: DVec2,
    /// The scale: the figure is [`HEIGHT`] times this many units tall.
    pub size: f64,
    /// The distance between the legs, −1 to 1: at 0 they are together, and the sign chooses the leg in front.
    pub stride: f64,
}

impl Figure {
    /// Draws the figure as body `index`. A ghost has no limbs.
    pub fn draw(self, index: usize, state: BodyState, style: BodyStyle, sketch: &mut Sketch) {
        let Figure { foot, size, stride } = self;
        let ink = style.ink(index, state);
        let hip = foot + DVec2::new(0.0, 130.0) * size;
        let neck = hip + DVec2::new(22.0, 110.0) * size;
        let head = neck + DVec2::new(12.0, 80.0) * size;
        if style == BodyStyle::Solid {
            for side in [-1.0, 1.0] {
                let swing = stride * side * 0.7;
                let knee = hip + direction(-FRAC_PI_2 + swing + 0.25) * (60.0 * size);
                let toe = knee + direction(-FRAC_PI_2 + swing - 0.35) * (62.0 * size);
                sketch.polyline(&[hip, knee, toe], 26.0 * size, ink);
                let elbow = neck + direction(-FRAC_PI_2 - swing) * (55.0 * size);
                let hand = elbow + direction(-swing - 0.2) * (45.0 * size);
                sketch.polyline(&[neck, elbow, hand], 18.0 * size, ink);
            }
        }
        sketch.capsule(hip, neck, 34.0 * size, ink);
        sketch.disc(head, 40.0 * size, ink);
    }
}
