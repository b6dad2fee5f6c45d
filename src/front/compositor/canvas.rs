//! Turns the world of one pane into shapes: the backdrop, the ghosts, and the bodies that its virtual display shows now.

use super::bands;
use crate::front::render::camera::framed;
use crate::front::render::{Camera, Colour, Instance, instance};
use crate::front::ui::look::Look;
use crate::front::ui::wall;
use glam::Vec2;
use tickscope_core::config::PaneLetter;
use tickscope_core::config::view::{Reference, View};
use tickscope_core::panes::{Seen, ShownFrame};
use tickscope_core::recording::Crossing;
use tickscope_core::recording::trail::Trail;
use tickscope_core::time::{Span, Time};
use tickscope_core::world::{Body, BodyStyle, Frame, Geometry, Ink, Numbers, Shape, Sketch, State, Tally, Thickness, World};

/// The number of bodies, from the first of a world, that are drawn with a ghost and a band. Among more ghosts a viewer cannot match
/// one with its body, and drawing them costs as much as the bodies.
const MOST_GHOSTS: usize = 64;
/// The most bodies of a world whose exact motion is computed for every frame.
const MOST_EXACT: usize = 1000;

/// The shapes of one pane. Its buffers are reused from frame to frame.
#[derive(Default)]
pub struct Canvas {
    pub below: Vec<Instance>,
    pub above: Vec<Instance>,
    sketch: Sketch,
    exact: Vec<Body>,
}

/// How a pane is looked at.
#[derive(Clone, Copy, Debug)]
pub struct CanvasView {
    pub now: Time,
    pub look: Look,
    /// The marks that are shown.
    pub view: View,
    /// The role of the pane on a stage that it shares with others; `None` on its own canvas.
    pub stage: Option<StagePart>,
    /// The size of the canvas in pixels.
    pub size: Vec2,
    /// Pixels per point of the interface; line widths follow it.
    pub pixels_per_point: f32,
}

/// The role of a pane among those that are drawn over each other.
#[derive(Clone, Copy, Debug)]
pub struct StagePart {
    /// Whether the backdrop and the ghosts, which all panes have in common, are drawn with this one.
    pub sets_the_scene: bool,
}

/// The camera of a pane and the marks beside its bodies, the same for all frames that the rows of a torn display show.
pub struct Shot {
    pub camera: Camera,
    ghosts: bool,
    is_pursuit: bool,
    is_displaced: bool,
}

impl CanvasView {
    fn ink(&self, pane: PaneLetter, ink: Ink) -> Colour {
        match (self.stage, ink) {
            (Some(_), Ink::Body(_) | Ink::Translucent(..) | Ink::Alarm) => self.look.on_stage(pane),
            _ => self.look.ink(pane, ink),
        }
    }

    /// Returns how far a frame is behind the ghosts.
    fn age(&self, frame: &ShownFrame) -> Span {
        match self.view.reference {
            Reference::RealTime => frame.age(self.now),
            Reference::SimulatedTime => Span::ZERO,
        }
    }

    fn band(&self, pane: PaneLetter, is_error: bool) -> Colour {
        if self.stage.is_some() { self.look.on_stage(pane) } else { bands::colour(self.look, is_error) }
    }
}

impl Canvas {
    /// Draws the newest frame of a pane, and the step of `crossing` if one is replayed. Returns the camera.
    pub fn draw(&mut self, seen: Seen, canvas: CanvasView, crossing: Option<&Crossing>) -> Camera {
        let shot = self.aim(seen, canvas, crossing);
        self.draw_frame(seen, seen.shown_frame().as_ref(), &shot, canvas, crossing);
        shot.camera
    }

    pub fn aim(&mut self, seen: Seen, canvas: CanvasView, crossing: Option<&Crossing>) -> Shot {
        let CanvasView { now, view, size, .. } = canvas;
        let computer = seen.pane.computer();
        let world = computer.world();
        let appearance = world.appearance();
        let bodies = seen.shown_frame().map_or(0, |frame| frame.bodies.len());

        let ghosts = view.ghosts && bodies <= MOST_EXACT;
        self.exact.clear();
        if ghosts || view.pursuit {
            seen.ghosts(view.reference, now, &mut self.exact);
        }
        let pursued = world.kind.track.filter(|_| view.pursuit).and_then(|track| {
            let shown = seen.shown_frame();
            track.pursued(&self.exact, shown.as_ref().map_or(&[][..], |frame| &*frame.bodies))
        });
        // The replay of a step has its own section of the world.
        let closer = crossing.map(|crossing| wall::replay_frame(crossing, appearance.extent()));
        let shot = closer.unwrap_or_else(|| framed(pursued.unwrap_or_else(|| appearance.extent()), view.camera));
        // The pursuit shows one lane, which needs no squeezing.
        let squeeze = if pursued.is_some() { 1.0 } else { appearance.squeeze() };
        let camera = Camera::squeezing(shot, squeeze, size, canvas.pixels_per_point);
        let is_displaced = ghosts && seen.state().symptoms.iter().any(|symptom| symptom.kind.displaces());
        Shot { camera, ghosts, is_pursuit: pursued.is_some(), is_displaced }
    }

    /// Draws one frame that rows of a pane show; `None` if no frame has reached them.
    pub fn draw_frame(
        &mut self,
        seen: Seen,
        frame: Option<&ShownFrame>,
        shot: &Shot,
        canvas: CanvasView,
        crossing: Option<&Crossing>,
    ) {
        let (camera, pane) = (shot.camera, seen.pane.letter());
        let computer = seen.pane.computer();
        let world = computer.world();
        let appearance = world.appearance();

        self.below.clear();
        self.above.clear();
        self.sketch.shapes.clear();
        if canvas.stage.is_none_or(|part| part.sets_the_scene) {
            // Tallies belong to one pane; a shared stage shows none.
            let tallies = canvas.stage.is_none().then(|| seen.tallies());
            let tallies = tallies.as_deref().unwrap_or_default();
            let content = frame.map_or_else(|| nothing_shown(tallies), |shown| shown.frame(tallies));
            appearance.backdrop(&content, camera.visible(), &mut self.sketch);
            paint(&mut self.sketch, camera, (canvas, pane), &mut self.below);
        }
        if let Some(crossing) = crossing {
            wall::draw_replay(appearance, crossing, &mut self.sketch);
            paint(&mut self.sketch, camera, (canvas, pane), &mut self.above);
        }
        if shot.ghosts {
            self.draw_ghosts(world, frame, shot, (canvas, pane));
        }
        for (frame, (index, body)) in
            frame.iter().flat_map(|frame| frame.bodies.iter().enumerate().map(move |body| (frame, body)))
        {
            let mut body = self.place(world, (index, body), frame, shot, canvas);
            if canvas.view.whole_pixels {
                body.pos = camera.snapped(body.pos);
            }
            appearance.draw(index, &body, BodyStyle::Solid, &mut self.sketch);
            let near = camera.about_body(body.pos, appearance.least_length(index));
            paint(&mut self.sketch, near, (canvas, pane), &mut self.above);
        }
    }

    fn draw_ghosts(&mut self, world: &World, frame: Option<&ShownFrame>, shot: &Shot, (canvas, pane): (CanvasView, PaneLetter)) {
        let (camera, is_common) = (shot.camera, canvas.stage.is_some_and(|part| !part.sets_the_scene));
        let size = canvas.size.as_dvec2();
        for index in 0..self.exact.len().min(MOST_GHOSTS) {
            let exact = self.exact[index];
            world.appearance().draw(index, &exact, BodyStyle::Ghost, &mut self.sketch);
            // A body without an outline is scenery, and gets no band.
            let has_band = !self.sketch.shapes.is_empty() && world.appearance().has_band(index);
            if let Some(frame) = frame.filter(|_| has_band)
                && let Some(body) = frame.bodies.get(index)
            {
                let body = self.place(world, (index, body), frame, shot, canvas);
                let age = canvas.age(frame);
                if let Some(band) = world.kind.band(&body, &exact).filter(|band| band.is_seen(age)) {
                    let colour = canvas.band(pane, shot.is_displaced || body.state == State::Tunnelled);
                    bands::draw(&band, &camera, size, colour, &mut self.above);
                }
            }
            if is_common {
                self.sketch.shapes.clear();
            }
            let near = camera.about_body(exact.pos, world.appearance().least_length(index));
            paint(&mut self.sketch, near, (canvas, pane), &mut self.above);
        }
    }

    /// Returns a body as the camera shows it. A camera that follows the exact motion shows the body in the lap of its ghost; one that
    /// stands still shows at the edge what is too far from its ghost.
    fn place(&self, world: &World, (index, body): (usize, &Body), frame: &ShownFrame, shot: &Shot, canvas: CanvasView) -> Body {
        match self.exact.get(index) {
            Some(exact) if shot.is_pursuit => Body { pass: exact.pass, ..world.kind.unwrapped(body, exact) },
            Some(exact) if shot.ghosts => world.at_edge(index, body, exact, canvas.age(frame)).map_or(*body, |(body, _)| body),
            _ => *body,
        }
    }
}

fn paint(sketch: &mut Sketch, camera: Camera, (canvas, pane): (CanvasView, PaneLetter), to: &mut Vec<Instance>) {
    to.extend(sketch.shapes.drain(..).map(|shape| camera.instance(&shape, canvas.ink(pane, shape.ink))));
}

/// Returns a frame without bodies, to draw the fixed parts of the world before the first frame.
fn nothing_shown(tallies: &[Tally]) -> Frame<'_> {
    Frame { at: Time::ZERO, drawn: Time::ZERO, bodies: &[], numbers: Numbers::default(), tallies }
}

pub fn ground(look: Look, size: Vec2) -> Instance {
    Instance::covering(size, look.canvas().to_array())
}

const WAY: f64 = 2.0;

/// Returns the way of the body that leaves one, as a line through the places where frames showed it.
pub fn way(trail: &Trail, camera: &Camera, colour: Colour) -> impl Iterator<Item = Instance> {
    let points: Vec<_> = trail.path.iter().copied().collect();
    (1..points.len()).map(move |end| {
        let (a, b, thickness) = (points[end - 1], points[end], Thickness::Points(WAY));
        let (before, after) = (points[end.saturating_sub(2)], *points.get(end + 1).unwrap_or(&b));
        camera.instance(&Shape { geometry: Geometry::Piece { before, a, b, after, thickness }, ink: Ink::Body(0) }, colour)
    })
}

const DOT_RADIUS: f32 = 2.0;

/// Returns the dots of a trail, each in the colour of its body. A dot is bright where a frame has just left the display, and
/// gone after a second of laboratory time, like phosphor.
pub fn trail_dots(trail: &Trail, camera: &Camera, now: Time, colour: impl Fn(usize) -> Colour) -> impl Iterator<Item = Instance> {
    let (scale, origin) = camera.transform();
    let radius = DOT_RADIUS * camera.pixels_per_point();
    trail.dots.iter().map(move |dot| {
        let glow = 1.0 - (now.as_secs() as f32 - dot.left.as_secs() as f32).clamp(0.0, 1.0);
        let [red, green, blue, alpha] = colour(dot.body);
        let at = dot.pos.as_vec2() * scale + origin;
        let dot = Instance::of_kind(instance::DOT, [red, green, blue, u8::MAX]);
        Instance { a: at.to_array(), radius, opacity: f32::from(alpha) / 255.0 * glow * glow, ..dot }
    })
}
