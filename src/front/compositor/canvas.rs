//! A pane's frame as instances: the backdrop, the ghosts, and the bodies that its virtual display shows now.

use crate::base::time::Time;
use crate::front::render::{Camera, Instance, framed, instance};
use crate::front::ui::look::Look;
use crate::front::ui::wall_replay;
use crate::lab::history::Crossing;
use crate::lab::panes::pane_view::{PaneView, ShownFrame};
use crate::model::config::view::View;
use crate::model::world::{Body, BodyStyle, Frame, GhostClock, Numbers, Sketch, Tally};
use glam::Vec2;

/// A world of more bodies than this shows no ghosts: they could not be distinguished, and would cost as much as the bodies.
const MOST_GHOSTS: usize = 1000;
/// Shapes become instances this many at a time, so that they never leave the processor's nearest memory.
const AT_A_TIME: usize = 256;

/// A pane's frame, ready to be drawn; buffers are used again from frame to frame.
#[derive(Default)]
pub struct Canvas {
    /// The shapes under the trails.
    pub below: Vec<Instance>,
    /// The shapes over the trails.
    pub above: Vec<Instance>,
    sketch: Sketch,
    /// Where the bodies are in the exact motion.
    exact: Vec<Body>,
}

/// Where and how a pane is looked at.
#[derive(Clone, Copy, Debug)]
pub struct CanvasView {
    /// Laboratory time.
    pub now: Time,
    /// The colours.
    pub look: Look,
    /// What is shown of the world.
    pub view: View,
    /// The canvas in pixels.
    pub size: Vec2,
    /// Pixels a point of the interface; line widths follow it.
    pub pixels_per_point: f32,
}

/// Where a pane's camera stands, and what is drawn beside its frame: the same for every frame that its rows show.
pub struct Shot {
    /// The camera.
    pub camera: Camera,
    ghosts: bool,
    is_pursuit: bool,
}

impl Canvas {
    /// Draws the newest frame of a pane, and a step that is looked at closely; returns the camera, for the trails.
    pub fn draw(&mut self, seen: PaneView, canvas: CanvasView, crossing: Option<&Crossing>) -> Camera {
        let shot = self.aim(seen, canvas, crossing);
        self.draw_frame(seen, seen.shown_frame().as_ref(), &shot, canvas, crossing);
        shot.camera
    }

    /// Aims the camera at a pane.
    pub fn aim(&mut self, seen: PaneView, canvas: CanvasView, crossing: Option<&Crossing>) -> Shot {
        let CanvasView { now, view, size, .. } = canvas;
        let computer = seen.pane().computer();
        let world = computer.world();
        let appearance = world.appearance();
        let bodies = seen.shown_frame().map_or(0, |frame| frame.bodies.len());

        let ghosts = view.ghosts && bodies <= MOST_GHOSTS;
        self.exact.clear();
        if ghosts || view.pursuit {
            world.exact(ghost_time(seen, now), &mut self.exact);
        }
        // The pursuit follows the same motion as the ghosts.
        let pursued = world.kind().track.filter(|_| view.pursuit).and_then(|track| track.pursued(&self.exact));
        // A closer look has a frame of its own.
        let closer = crossing.map(|crossing| wall_replay::frame(crossing, appearance.extent()));
        let shot = closer.unwrap_or_else(|| framed(pursued.unwrap_or(appearance.extent()), view.camera));
        let camera = Camera::fitting(shot, size, canvas.pixels_per_point);
        Shot { camera, ghosts, is_pursuit: pursued.is_some() }
    }

    /// Draws one frame that rows of a pane show; nothing where no frame has come to them.
    pub fn draw_frame(
        &mut self,
        seen: PaneView,
        frame: Option<&ShownFrame>,
        shot: &Shot,
        canvas: CanvasView,
        crossing: Option<&Crossing>,
    ) {
        let CanvasView { look, view, .. } = canvas;
        let Shot { camera, ghosts, is_pursuit } = *shot;
        let computer = seen.pane().computer();
        let world = computer.world();
        let appearance = world.appearance();
        let bodies = frame.map_or(&[][..], |frame| &*frame.bodies);

        self.below.clear();
        self.sketch.shapes.clear();
        let tallies = seen.tallies().unwrap_or(world.tallies());
        let content = frame.map_or_else(|| nothing_shown(tallies), |shown| shown.frame(tallies));
        appearance.backdrop(&content, camera.visible(), &mut self.sketch);
        self.below.extend(self.sketch.shapes.iter().map(|shape| camera.instance(shape, look.ink(shape.ink))));

        self.sketch.shapes.clear();
        if let Some(crossing) = crossing {
            wall_replay::draw(appearance, crossing, &mut self.sketch);
        }
        if ghosts {
            for (index, body) in self.exact.iter().enumerate() {
                appearance.draw(index, body, BodyStyle::Ghost, &mut self.sketch);
            }
        }
        self.above.clear();
        for (index, body) in bodies.iter().enumerate() {
            let mut body = match self.exact.get(index) {
                Some(exact) if is_pursuit => world.kind().unwrapped(body, exact),
                _ => *body,
            };
            if view.whole_pixels {
                body.pos = camera.snapped(body.pos);
            }
            appearance.draw(index, &body, BodyStyle::Solid, &mut self.sketch);
            if self.sketch.shapes.len() >= AT_A_TIME {
                self.above.extend(self.sketch.shapes.drain(..).map(|shape| camera.instance(&shape, look.ink(shape.ink))));
            }
        }
        self.above.extend(self.sketch.shapes.iter().map(|shape| camera.instance(shape, look.ink(shape.ink))));
    }
}

/// Before the first frame only the fixed parts of the world are drawn.
fn nothing_shown(tallies: &[Tally]) -> Frame<'_> {
    Frame { at: Time::ZERO, drawn: Time::ZERO, bodies: &[], numbers: Numbers::default(), tallies }
}

/// The moment of the exact motion that the ghosts show. Between two frames a pane's own time goes on at the pane's own
/// speed, so that ghosts move at the window's rate and a slow pane never looks like a slow program.
fn ghost_time(seen: PaneView, now: Time) -> Time {
    match seen.pane().computer().world().kind().ghost {
        GhostClock::Display => now,
        GhostClock::Simulated => seen.shown_frame().map_or(Time::ZERO, |frame| {
            let speed = seen.recent(now).summary.speed_ratio.unwrap_or(1.0).clamp(0.0, 1.0);
            let since = if seen.is_responding(now) { now - frame.at } else { crate::base::time::Span::ZERO };
            // A frame predicted before its first update can't be from before the beginning.
            (frame.drawn + since.scaled(speed)).max(Time::ZERO)
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
