//! Draws the world of one pane as shapes in the order in which they are painted, each with its subject: the compositor paints
//! them, and the marks of a pane are measured by them.

use super::camera::{Camera, framed};
use crate::studio::view::View;
use glam::{DVec2, Vec2};
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::instruments::crossing::Crossing;
use tickscope_core::lab::panes::seen::{Reference, Seen, ShownFrame};
use tickscope_core::model::world::appearance::{Appearance, Frame};
use tickscope_core::model::world::body::{Body, BodyState};
use tickscope_core::model::world::numbers::Numbers;
use tickscope_core::model::world::sketch::{BodyStyle, Geometry, Ink, Shape, Sketch, Thickness, WorldRect};
use tickscope_core::model::world::stepped_world::World;
use tickscope_core::model::world::track::ElasticBand;

/// The number of bodies, from the first of a world, that are drawn with a ghost and a band. A person could not match more ghosts
/// with their bodies, and they would cost as much to draw as the bodies.
const MOST_GHOSTS: usize = 64;
/// The largest number of bodies of a world whose exact motion is computed for every frame.
const MOST_EXACT: usize = 1000;

#[derive(Clone, Copy, Debug)]
pub struct CanvasView {
    pub now: Time,
    pub view: View,
    /// The role of the pane on a stage that it shares with others; `None` on its own canvas.
    pub stage: Option<StagePart>,
    /// The size of the canvas, in pixels.
    pub size: Vec2,
    /// Pixels per point of the interface; line widths follow it.
    pub pixels_per_point: f32,
}

/// The role of a pane among the panes that are drawn over each other.
#[derive(Clone, Copy, Debug)]
pub struct StagePart {
    /// Whether the scenery and the ghosts, which all panes have in common, are drawn with this one.
    pub sets_the_scene: bool,
}

impl CanvasView {
    /// Returns how far a frame is behind the ghosts; negative if it is ahead.
    pub fn behind(&self, frame: &ShownFrame) -> Span {
        match self.view.reference {
            Reference::RealTime => frame.behind,
            Reference::SimulatedTime => Span::ZERO,
        }
    }
}

/// The camera of a pane and the marks around its bodies, the same for all frames that the rows of a torn display show.
pub struct Shot<'a> {
    pub seen: Seen<'a>,
    pub canvas: CanvasView,
    pub camera: Camera,
    /// The step that is replayed; `None` without a replay.
    crossing: Option<&'a Crossing>,
    ghosts: bool,
    is_pursuit: bool,
    is_displaced: bool,
}

impl Shot<'_> {
    /// Returns at which edge of the picture the outline of a body stands; `None` if it is drawn in its own place. On a shared
    /// stage all panes have one outline, and a camera that follows it keeps it in the picture.
    fn outline_side(&self, body: &Body, exact: &Body, frame: &ShownFrame) -> Option<Side> {
        if self.canvas.stage.is_some() || self.is_pursuit {
            return None;
        }
        let behind = self.canvas.behind(frame);
        let side = if behind > Span::ZERO { Side::Right } else { Side::Left };
        self.seen.pane.computer().world().is_outline_away(body, exact, behind).then_some(side)
    }
}

/// A body and its outline, one of which stands at an edge of the picture because they are too far apart.
#[derive(Clone, Copy, Debug)]
pub struct Parted {
    pub side: Side,
    /// The pixels of the thing at the edge: of the outline, or of the body where the camera follows the outline.
    pub at_edge: Covered,
    /// The pixels of the body.
    pub body: Covered,
}

/// A rectangle of pixels, y down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Covered {
    pub min: DVec2,
    pub max: DVec2,
}

impl Covered {
    /// Returns the pixels of a body in this style; `None` if nothing is drawn of it. Lines do not count.
    fn of(appearance: &dyn Appearance, index: usize, body: &Body, style: BodyStyle, camera: &Camera) -> Option<Covered> {
        let mut sketch = Sketch::default();
        appearance.draw(index, body, style, &mut sketch);
        let near = camera.about_body(body.pos, appearance.least_length(index));
        let around = |centre: DVec2, half: DVec2| {
            let (one, other) = (near.pixel(centre - half), near.pixel(centre + half));
            Covered { min: one.min(other), max: one.max(other) }
        };
        let join = |one: Covered, other: Covered| Covered { min: one.min.min(other.min), max: one.max.max(other.max) };
        let covers = |shape: &Shape| match shape.geometry {
            Geometry::Circle { centre, radius } | Geometry::Arc { centre, radius, .. } => {
                Some(around(centre, DVec2::splat(radius)))
            }
            Geometry::Box { centre, half, .. } => Some(around(centre, half)),
            Geometry::Capsule { a, b, radius: Thickness::World(width) } => {
                Some(join(around(a, DVec2::splat(width)), around(b, DVec2::splat(width))))
            }
            Geometry::Capsule { .. } | Geometry::Piece { .. } => None,
        };
        sketch.shapes.iter().filter_map(covers).reduce(join)
    }
}

/// An edge of a picture. An outline stands at the right one if the pane is behind, at the left one if it is ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
}

impl Side {
    /// Returns the x of this edge.
    pub fn of(self, area: &WorldRect) -> f64 {
        match self {
            Side::Left => area.min.x,
            Side::Right => area.max.x,
        }
    }
}

/// The thing that shapes show. A body has the position that its frame shows, even if the camera draws it at another one.
#[derive(Clone, Copy, Debug)]
pub enum DrawnPart<'a> {
    Backdrop,
    /// The step past the wall that is replayed.
    Replay,
    /// The band from a body to its exact place, and whether it shows an error; a band has no shapes.
    Band {
        line: ElasticBand,
        body: &'a Body,
        exact: &'a Body,
        is_error: bool,
    },
    Ghost(&'a Body),
    Body(&'a Body),
}

#[derive(Default)]
pub struct Drawing {
    sketch: Sketch,
    exact: Vec<Body>,
}

impl Drawing {
    /// Aims the camera at the newest frame of a pane, or at the step of `crossing` if it is replayed.
    pub fn aim<'a>(&mut self, seen: Seen<'a>, canvas: CanvasView, crossing: Option<&'a Crossing>) -> Shot<'a> {
        let CanvasView { now, view, size, .. } = canvas;
        let computer = seen.pane.computer();
        let world = computer.world();
        let appearance = world.appearance();
        let bodies = seen.shown_frame().map_or(0, |frame| frame.bodies.len());

        // The replay of a step shows the exact end of that step instead.
        let ghosts = view.ghosts && crossing.is_none() && bodies <= MOST_EXACT;
        self.exact.clear();
        if ghosts || view.pursuit {
            seen.ghosts(view.reference, now, &mut self.exact);
        }
        let pursued = world.kind.track.filter(|_| view.pursuit).and_then(|track| {
            let shown = seen.shown_frame();
            track.pursued(&self.exact, shown.as_ref().map_or(&[][..], |frame| &*frame.bodies))
        });
        // The replay of a step has its own section of the world.
        let closer = crossing.map(|crossing| replay_frame(crossing, appearance.extent()));
        let frame = closer.unwrap_or_else(|| framed(pursued.unwrap_or_else(|| appearance.extent()), view.camera));
        // A camera that follows a body shows one lane, so distances in y need not be shortened.
        let squeeze = if pursued.is_some() { 1.0 } else { appearance.squeeze() };
        let camera = Camera::squeezing(frame, squeeze, size, canvas.pixels_per_point);
        let is_displaced = ghosts && seen.state().symptoms.iter().any(|symptom| symptom.kind().displaces());
        Shot { seen, canvas, camera, crossing, ghosts, is_pursuit: pursued.is_some(), is_displaced }
    }

    /// Draws one frame, as some rows of a pane show it; `None` if no frame has reached them. Each part goes to `emit` with its
    /// camera.
    pub fn draw(&mut self, shot: &Shot, frame: Option<&ShownFrame>, mut emit: impl FnMut(DrawnPart, &Camera, &[Shape])) {
        let Shot { seen, canvas, camera, crossing, .. } = shot;
        let computer = seen.pane.computer();
        let world = computer.world();
        let appearance = world.appearance();

        self.sketch.shapes.clear();
        if canvas.stage.is_none_or(|part| part.sets_the_scene) {
            // Tallies belong to one pane, so a stage that panes share shows none.
            let tallies = canvas.stage.is_none().then(|| seen.tallies());
            let tallies = tallies.as_deref().unwrap_or_default();
            // Before the first frame only the fixed parts of the world are drawn.
            let nothing = Frame { at: Time::ZERO, drawn: Time::ZERO, bodies: &[], numbers: Numbers::default(), tallies };
            let content = frame.map_or(nothing, |shown| shown.frame(tallies));
            appearance.backdrop(&content, camera.visible(), &mut self.sketch);
            self.finish(DrawnPart::Backdrop, camera, &mut emit);
        }
        if let Some(crossing) = crossing {
            draw_replay(appearance, crossing, &mut self.sketch);
            self.finish(DrawnPart::Replay, camera, &mut emit);
        }
        if shot.ghosts {
            self.draw_ghosts(world, shot, frame, &mut emit);
        }
        for (index, body) in frame.iter().flat_map(|frame| frame.bodies.iter().enumerate()) {
            let mut placed = self.place(world, (index, body), shot);
            if canvas.view.whole_pixels {
                placed.pos = camera.snapped(placed.pos);
            }
            appearance.draw(index, &placed, BodyStyle::Solid, &mut self.sketch);
            let near = camera.about_body(placed.pos, appearance.least_length(index));
            self.finish(DrawnPart::Body(body), &near, &mut emit);
        }
    }

    /// Returns the bodies of `frame` that are parted from their outlines by an edge of the picture at which `shot` was aimed.
    pub fn parted(&self, shot: &Shot, frame: &ShownFrame) -> Vec<Parted> {
        let computer = shot.seen.pane.computer();
        let (world, appearance) = (computer.world(), computer.world().appearance());
        let behind = shot.canvas.behind(frame);
        let covered = |index, body: &Body, style| Covered::of(appearance, index, body, style, &shot.camera);
        let follows = world.kind.track.filter(|_| shot.is_pursuit && ElasticBand::is_long(behind));
        let kept = follows.and_then(|track| track.kept_in_sight(&self.exact, &frame.bodies));
        let parted = |(index, (body, exact)): (usize, (&Body, &Body))| {
            let placed = self.place(world, (index, body), shot);
            let body = covered(index, &placed, BodyStyle::Solid)?;
            if kept == Some(index) {
                let side = if behind > Span::ZERO { Side::Left } else { Side::Right };
                return Some(Parted { side, at_edge: body, body });
            }
            let side = shot.outline_side(&placed, exact, frame)?;
            let outline = Body { pos: DVec2::new(side.of(&shot.camera.visible()), exact.pos.y), ..*exact };
            Some(Parted { side, at_edge: covered(index, &outline, BodyStyle::Ghost)?, body })
        };
        let pairs = frame.bodies.iter().zip(&self.exact).take(if shot.ghosts { MOST_GHOSTS } else { 0 });
        pairs.enumerate().filter_map(parted).collect()
    }

    fn draw_ghosts(
        &mut self,
        world: &World,
        shot: &Shot,
        frame: Option<&ShownFrame>,
        emit: &mut impl FnMut(DrawnPart, &Camera, &[Shape]),
    ) {
        let is_common = shot.canvas.stage.is_some_and(|part| !part.sets_the_scene);
        for index in 0..self.exact.len().min(MOST_GHOSTS) {
            let exact = self.exact[index];
            let body = frame.and_then(|frame| Some((frame, frame.bodies.get(index)?)));
            let mut outline = exact;
            if let Some(side) = body.and_then(|(frame, body)| shot.outline_side(body, &exact, frame)) {
                outline.pos.x = side.of(&shot.camera.visible());
            }
            world.appearance().draw(index, &outline, BodyStyle::Ghost, &mut self.sketch);
            // A body without an outline is scenery, and gets no band.
            let has_band = !self.sketch.shapes.is_empty() && world.appearance().has_band(index);
            if let Some((frame, body)) = body.filter(|_| has_band && outline.pos == exact.pos) {
                let placed = self.place(world, (index, body), shot);
                let behind = shot.canvas.behind(frame);
                if let Some(line) = world.kind.band(&placed, &exact).filter(|line| line.is_seen(behind)) {
                    let is_error = shot.is_displaced || body.state == BodyState::Tunnelled;
                    emit(DrawnPart::Band { line, body, exact: &exact, is_error }, &shot.camera, &[]);
                }
            }
            if is_common {
                self.sketch.shapes.clear();
            }
            let near = shot.camera.about_body(outline.pos, world.appearance().least_length(index));
            self.finish(DrawnPart::Ghost(&exact), &near, emit);
        }
    }

    fn finish(&mut self, part: DrawnPart, camera: &Camera, emit: &mut impl FnMut(DrawnPart, &Camera, &[Shape])) {
        emit(part, camera, &self.sketch.shapes);
        self.sketch.shapes.clear();
    }

    /// Returns the `index`-th body where the camera shows it. A camera that follows the exact motion shows the body in the lap of
    /// its ghost; a fixed one shows a body that a prediction has carried out of the world at the world's edge.
    fn place(&self, world: &World, (index, body): (usize, &Body), shot: &Shot) -> Body {
        match self.exact.get(index) {
            Some(exact) if shot.is_pursuit => Body { pass: exact.pass, ..world.kind.unwrapped(body, exact) },
            _ => world.within(index, body),
        }
    }
}

/// Draws the two states on either side of the contact, the step between them, and the exact motion.
fn draw_replay(appearance: &dyn Appearance, crossing: &Crossing, sketch: &mut Sketch) {
    let Crossing { body, before, after, arc, .. } = crossing;
    for pair in arc.windows(2) {
        sketch.line(pair[0].pos, pair[1].pos, 2.5, Ink::Body(*body));
    }
    sketch.line(before.pos, after.pos, 2.5, Ink::Alarm);
    for state in [before, after].into_iter().chain(arc.last()) {
        appearance.draw(*body, state, BodyStyle::Ghost, sketch);
    }
}

/// Returns the section of the world that shows the whole step of `crossing`.
fn replay_frame(crossing: &Crossing, whole: WorldRect) -> WorldRect {
    let Crossing { before, after, arc, .. } = crossing;
    let points = || [before, after].into_iter().chain(arc.last()).map(|body| body.pos);
    let (low, high) = points().fold((before.pos, before.pos), |(low, high), pos| (low.min(pos), high.max(pos)));
    // The section is at least a fifth of the world, so that a person recognises the place.
    let half = ((high - low) * 0.75).max((whole.max - whole.min) * 0.1);
    let middle = (low + high) / 2.0;
    WorldRect { min: middle - half, max: middle + half }
}
