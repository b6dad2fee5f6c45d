//! A pane's picture as instances: the backdrop, the ghosts, and the bodies that its virtual display shows now.

use super::look::Look;
use crate::base::time::Time;
use crate::front::render::{Camera, Instance, instance};
use crate::lab::history::Crossing;
use crate::lab::panes::pane_view::PaneView;
use crate::model::config::view::{CameraView, View};
use crate::model::world::{Body, BodyStyle, GhostClock, Sketch, WorldRect};
use glam::{DVec2, Vec2};

/// A world of more bodies than this shows no ghosts: nobody could tell them apart, and they would cost what the bodies do.
const MOST_GHOSTS: usize = 1000;
/// Shapes become instances so many at a time, so that they never leave the processor's nearest memory.
const AT_A_TIME: usize = 256;

/// A pane's picture, ready to be drawn; buffers are used again from frame to frame.
#[derive(Default)]
pub struct Canvas {
    /// What lies under the trails.
    pub below: Vec<Instance>,
    /// What lies over them.
    pub above: Vec<Instance>,
    sketch: Sketch,
    truth: Vec<Body>,
}

/// Where and how a pane is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Laboratory time.
    pub now: Time,
    pub look: Look,
    pub view: View,
    /// The canvas in pixels.
    pub size: Vec2,
    pub pixels_per_point: f32,
}

impl Canvas {
    /// CounterRng what a pane shows, and a step that is looked at closely; answers with the camera, for the trails.
    pub fn draw(&mut self, seen: PaneView, frame: Frame, crossing: Option<&Crossing>) -> Camera {
        let Frame { now, look, view, size, .. } = frame;
        let computer = seen.pane().computer();
        let scene = computer.world().scene();
        let picture = seen.picture();
        let bodies = picture.as_ref().map_or(&[][..], |picture| &*picture.bodies);

        let ghosts = view.ghosts && bodies.len() <= MOST_GHOSTS;
        self.truth.clear();
        if ghosts || view.pursuit {
            scene.exact(truth_time(seen, now), &mut self.truth);
        }
        // The pursuit follows what is true now, whatever clock the ghosts have.
        let pursued = if view.pursuit { scene.pursuit(&self.truth) } else { None };
        // A closer look has a frame of its own.
        let closer = crossing.map(|crossing| crate::front::ui::wall_replay::frame(crossing, scene.frame()));
        let shot = closer.unwrap_or_else(|| framed(pursued.unwrap_or(scene.frame()), view.camera));
        let camera = Camera::fitting(shot, size, frame.pixels_per_point);

        self.below.clear();
        self.sketch.shapes.clear();
        match seen.tallies() {
            None => scene.backdrop(bodies, camera.visible(), &mut self.sketch),
            Some(tallies) => scene.backdrop_then(bodies, tallies, camera.visible(), &mut self.sketch),
        }
        self.below.extend(self.sketch.shapes.iter().map(|shape| camera.instance(shape, look.ink(shape.ink))));

        self.sketch.shapes.clear();
        if let Some(crossing) = crossing {
            crate::front::ui::wall_replay::draw(scene, crossing, &mut self.sketch);
        }
        if ghosts {
            for (index, body) in self.truth.iter().enumerate() {
                scene.draw(index, body, BodyStyle::Ghost, &mut self.sketch);
            }
        }
        self.above.clear();
        for (index, body) in bodies.iter().enumerate() {
            let mut body = match self.truth.get(index) {
                Some(truth) if pursued.is_some() => scene.beside(body, truth),
                _ => *body,
            };
            if view.whole_pixels {
                body.pos = camera.snapped(body.pos);
            }
            scene.draw(index, &body, BodyStyle::Solid, &mut self.sketch);
            if self.sketch.shapes.len() >= AT_A_TIME {
                self.above.extend(self.sketch.shapes.drain(..).map(|shape| camera.instance(&shape, look.ink(shape.ink))));
            }
        }
        self.above.extend(self.sketch.shapes.iter().map(|shape| camera.instance(shape, look.ink(shape.ink))));
        camera
    }
}

/// The part of `frame` that the camera shows.
fn framed(frame: WorldRect, shot: CameraView) -> WorldRect {
    let (middle, size) = ((frame.min + frame.max) / 2.0, frame.max - frame.min);
    let (middle, half) = (middle + size * DVec2::new(shot.x, shot.y), size / (2.0 * shot.zoom));
    WorldRect { min: middle - half, max: middle + half }
}

/// The moment whose truth the ghosts show. Between two pictures a pane's own time goes on at the pane's own speed, so
/// that ghosts move at the window's rate and a slow pane never looks like a slow program.
fn truth_time(seen: PaneView, now: Time) -> Time {
    match seen.pane().computer().world().kind().ghost {
        GhostClock::Display => now,
        GhostClock::Simulated => seen.picture().map_or(Time::ZERO, |picture| {
            let speed = seen.recent(now).summary.speed_ratio.unwrap_or(1.0).clamp(0.0, 1.0);
            let since = if seen.is_responding(now) { now - picture.at } else { crate::base::time::Span::ZERO };
            // A picture predicted before its first update can't be from before the beginning.
            (picture.drawn + since.scaled(speed)).max(Time::ZERO)
        }),
    }
}

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
