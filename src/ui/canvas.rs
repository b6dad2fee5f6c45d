//! A pane's picture as instances: the backdrop, the ghosts, and the bodies that its virtual display shows now.

use super::look::Look;
use crate::gpu::{Camera, Instance, instance};
use crate::lab::Pane;
use crate::scenes::{Body, GhostClock, Look as Drawn, Sketch};
use crate::time::Time;
use glam::Vec2;

/// Buffers that are used again from frame to frame.
#[derive(Default)]
pub struct Canvas {
    sketch: Sketch,
    truth: Vec<Body>,
}

impl Canvas {
    /// What everything else is drawn on.
    pub fn ground(look: Look, size: Vec2) -> Instance {
        let colour = look.canvas().to_array();
        let half = (size / 2.0).to_array();
        // One pixel more on each side, so that the edge's antialiasing stays outside.
        Instance {
            a: half,
            b: half.map(|h| h + 1.0),
            c: [1.0, 0.0, 0.0, 0.0],
            radius: 0.0,
            outline: 0.0,
            kind: instance::BOX,
            colour,
        }
    }

    /// What `pane` shows at the laboratory's time `now`, on a canvas of `size` pixels.
    pub fn instances<'a>(
        &'a mut self,
        pane: &Pane,
        now: Time,
        look: Look,
        size: Vec2,
        pixels_per_point: f32,
    ) -> impl Iterator<Item = Instance> + use<'a> {
        let computer = pane.computer();
        let (world, shown) = (computer.world(), computer.display().shown());
        let scene = world.scene();
        let bodies = shown.map_or(&[][..], |picture| picture.bodies);
        self.sketch.shapes.clear();
        scene.backdrop(bodies, &mut self.sketch);

        let drawn = shown.map_or(Time::ZERO, |picture| picture.drawn);
        // A picture extrapolated or drawn ahead of its first update can't be before the beginning.
        let truth_at = match world.kind().ghost {
            GhostClock::Display => now,
            GhostClock::Simulated => drawn.max(Time::ZERO),
        };
        scene.exact(truth_at, &mut self.truth);
        for (index, body) in self.truth.iter().enumerate() {
            scene.draw(index, body, Drawn::Ghost, &mut self.sketch);
        }
        for (index, body) in bodies.iter().enumerate() {
            scene.draw(index, body, Drawn::Solid, &mut self.sketch);
        }

        let camera = Camera::fitting(scene.frame(), size, pixels_per_point);
        self.sketch.shapes.iter().map(move |shape| camera.instance(shape, look.ink(shape.ink)))
    }
}
