//! The marks of a pane's world: bodies, ghosts, the bands between them, trails, and the world's own shapes. Scenery is recognised
//! by its ink.
//!
//! When a person asks, the world is drawn again only to measure it, and every part of it is a mark.

use crate::front::render::camera::{Camera, on_the_world};
use crate::front::render::drawing::{CanvasView, Drawing, DrawnPart};
use crate::front::ui::marks::{self, MarkKind, Place};
use crate::studio::session::Session;
use crate::studio::view::View;
use egui::{Pos2, Rect, Ui, Vec2};
use glam::DVec2;
use tickscope_core::base::numbers::length;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::panes::seen::{Reference, Seen};
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::world::appearance::{Appearance, Frame, WorldMarkKind};
use tickscope_core::model::world::body::{Body, State, direction};
use tickscope_core::model::world::kind::WorldKind;
use tickscope_core::model::world::sketch::{Geometry, Ink, Shape};
use tickscope_core::model::world::track::ElasticBand;

const MOST: usize = 1000;
/// The least size of a body for the pointer, in points.
const LEAST: f32 = 6.0;
const SHORT: f32 = 12.0;
const ROUND: f32 = 6.0;

pub fn report(ui: &Ui, session: &Session, index: usize, canvas: Rect) {
    if !marks::is_asked(ui, canvas) {
        return;
    }
    let seen = session.run.seen(index);
    let Some(frame) = seen.shown_frame().filter(|frame| frame.bodies.len() <= MOST) else { return };
    let view = View { reference: session.run.reference(), ..session.run.view };
    let size = glam::Vec2::new(canvas.width(), canvas.height());
    let view = CanvasView { now: session.run.now(), view, stage: None, size, pixels_per_point: 1.0 };
    let replay = session.run.transport.wall_replay().filter(|replay| replay.pane == seen.pane.letter());
    let mut drawing = Drawing::default();
    let shot = drawing.aim(seen, view, replay.map(|replay| &replay.crossing));

    let computer = seen.pane.computer();
    let world = computer.world();
    let age = view.age(&frame);
    let apart = if age < Span::ZERO { format!("{} ahead of", length(-age)) } else { format!("{} behind", length(age)) };
    let reporter = Reporter { ui, kind: world.kind, letter: session.letter(index), now: view.now, apart };
    let measure = Measure { canvas, camera: shot.camera };
    reporter.world_marks(&measure, world.appearance(), &frame.frame(&seen.tallies()));
    let has_walls = world.appearance().thinnest_wall().is_some();
    drawing.draw(&shot, Some(&frame), |part, camera, shapes| {
        let measure = Measure { canvas, camera: *camera };
        match part {
            DrawnPart::Backdrop => reporter.backdrop(&measure, shapes, has_walls),
            DrawnPart::Replay => {}
            DrawnPart::Band { line, body, exact, .. } => reporter.band(&measure, line, body, exact),
            DrawnPart::Ghost(body) => reporter.ghost(&measure, shapes, body),
            DrawnPart::Body(body) => reporter.body(&measure, shapes, body),
        }
    });
    if view.view.trails {
        reporter.trail(&measure, seen);
    }
}

struct Reporter<'a> {
    ui: &'a Ui,
    kind: &'static WorldKind,
    letter: PaneLetter,
    now: Time,
    /// The distance of the frame from the clock, in words.
    apart: String,
}

impl Reporter<'_> {
    fn put(&self, measure: &Measure, kind: MarkKind, place: impl Into<Place>, says: impl FnOnce() -> String) {
        let place = place.into();
        if measure.canvas.contains(place.middle()) {
            marks::report(self.ui, kind, place, |_| says());
        }
    }

    fn world_marks(&self, measure: &Measure, appearance: &dyn Appearance, content: &Frame) {
        for mark in appearance.marks(content, measure.camera.visible()) {
            let kind = match mark.kind {
                WorldMarkKind::Tally => MarkKind::Tally,
                WorldMarkKind::Heap => MarkKind::Heap,
                WorldMarkKind::Footprints => MarkKind::Footprints,
                WorldMarkKind::Gauge => MarkKind::Gauge,
            };
            let corners = Rect::from_two_pos(measure.point(mark.area.min), measure.point(mark.area.max));
            self.put(measure, kind, corners.intersect(measure.canvas), || mark.says);
        }
    }

    fn backdrop(&self, measure: &Measure, shapes: &[Shape], has_walls: bool) {
        for shape in shapes {
            let kind = match shape.ink {
                Ink::Wall if has_walls => MarkKind::Wall,
                Ink::Wall | Ink::Rule => MarkKind::Scenery,
                Ink::Faint(_) => MarkKind::ExactPath,
                _ => continue,
            };
            self.put(measure, kind, measure.place(shape), String::new);
        }
    }

    fn band(&self, measure: &Measure, line: ElasticBand, body: &Body, exact: &Body) {
        let (a, b, rounds) = (measure.point(line.body), measure.point(line.exact), line.rounds.unsigned_abs());
        if a.distance(b) <= SHORT {
            return;
        }
        let says = || {
            let off = self.kind.band(body, exact).map_or(0.0, |band| band.length());
            let rounds = if rounds > 0 { format!(", {rounds} whole passes before") } else { String::new() };
            format!("Pane {} shows the body {off:.0} units off{rounds}: its frame is {} the clock.", self.letter, self.apart)
        };
        self.put(measure, MarkKind::ErrorBand, Place::Line(a, b), says);
        if rounds > 0 {
            let knots = Rect::from_center_size(a + (b - a) / 2.0, Vec2::splat(2.0 * ROUND));
            self.put(measure, MarkKind::RoundMarks, knots, says);
        }
    }

    fn ghost(&self, measure: &Measure, shapes: &[Shape], exact: &Body) {
        let Some(bounds) = measure.bounds(shapes) else { return };
        self.put(measure, MarkKind::Ghost, bounds, || format!("It is at {:.0} units along x now.", exact.pos.x));
    }

    fn body(&self, measure: &Measure, shapes: &[Shape], body: &Body) {
        let Some(bounds) = measure.bounds(shapes) else { return };
        self.put(measure, MarkKind::Body, bounds, || {
            let state = match body.state {
                State::Tunnelled => "It has gone through the wall. ",
                State::Caught => "It has been caught. ",
                State::Exploded => "It has exploded. ",
                _ => "",
            };
            format!("{state}Pane {} shows it at {:.0} units along x, {} the clock.", self.letter, body.pos.x, self.apart)
        });
    }

    fn trail(&self, measure: &Measure, seen: Seen) {
        let trail = seen.trail();
        let way: Vec<Pos2> = trail.path.iter().map(|point| measure.point(*point)).collect();
        for piece in way.windows(2) {
            self.put(measure, MarkKind::Way, Place::Line(piece[0], piece[1]), String::new);
        }
        for dot in &trail.dots {
            let around = Rect::from_center_size(measure.point(dot.pos), Vec2::splat(LEAST));
            self.put(measure, MarkKind::Trail, around, || {
                format!("A frame that left the display {} ago stood here.", length(self.now - dot.left))
            });
        }
    }
}

/// Returns the first body of pane `index` that is drawn at the edge of its world, and by how much it is behind; `None` if none
/// is.
pub fn at_edge(session: &Session, index: usize) -> Option<(Body, Span)> {
    let (seen, view) = (session.run.seen(index), session.run.view);
    let computer = seen.pane.computer();
    let world = computer.world();
    if !view.ghosts || view.pursuit && world.kind.track.is_some() || session.run.reference() != Reference::RealTime {
        return None;
    }
    let frame = seen.shown_frame().filter(|frame| frame.bodies.len() <= MOST)?;
    let (age, mut exact) = (frame.age(session.run.now()), Vec::new());
    seen.ghosts(Reference::RealTime, session.run.now(), &mut exact);
    let mut bodies = frame.bodies.iter().zip(&exact).enumerate();
    bodies.find_map(|(index, (body, exact))| world.at_edge(index, body, exact, age))
}

/// Returns the point of `canvas` at which pane `index` shows a place of its world.
pub fn place(session: &Session, index: usize, canvas: Rect, at: DVec2) -> Pos2 {
    let computer = session.run.lab.panes()[index].computer();
    let size = glam::Vec2::new(canvas.width(), canvas.height());
    Measure { canvas, camera: on_the_world(computer.world().appearance(), &session.run.view, size, 1.0) }.point(at)
}

struct Measure {
    canvas: Rect,
    camera: Camera,
}

impl Measure {
    fn point(&self, world: DVec2) -> Pos2 {
        let pixel = self.camera.pixel(world).as_vec2();
        self.canvas.min + egui::vec2(pixel.x, pixel.y)
    }

    fn place(&self, shape: &Shape) -> Place {
        match shape.geometry {
            Geometry::Arc { centre, radius, middle, aperture, .. } if aperture < 1.0 => {
                let end = |angle: f64| self.point(centre + direction(angle) * radius);
                Place::Line(end(middle - aperture), end(middle + aperture))
            }
            Geometry::Capsule { a, b, .. } | Geometry::Piece { a, b, .. } => Place::Line(self.point(a), self.point(b)),
            Geometry::Box { centre, half, angle: 0.0, .. } => {
                Rect::from_two_pos(self.point(centre - half), self.point(centre + half)).into()
            }
            _ => self.bounds(std::slice::from_ref(shape)).map_or(Place::Area(Rect::NOTHING), Place::Area),
        }
    }

    fn bounds(&self, shapes: &[Shape]) -> Option<Rect> {
        let around = |centre: DVec2, half: f64| {
            Rect::from_center_size(self.point(centre), Vec2::splat((2.0 * half * self.camera.scale.x) as f32))
        };
        let room = |shape: &Shape| match shape.geometry {
            Geometry::Circle { centre, radius } | Geometry::Arc { centre, radius, .. } => around(centre, radius),
            Geometry::Box { centre, half, .. } => around(centre, half.max_element()),
            Geometry::Capsule { a, b, .. } | Geometry::Piece { a, b, .. } => Rect::from_two_pos(self.point(a), self.point(b)),
        };
        let whole = shapes.iter().map(room).reduce(Rect::union)?;
        Some(Rect::from_center_size(whole.center(), whole.size().max(Vec2::splat(LEAST))))
    }
}

#[cfg(test)]
mod tests {
    use crate::front::ui::panes::world_marks::*;
    use egui::pos2;
    use tickscope_core::model::world::sketch::{Sketch, WorldRect};

    #[test]
    fn a_disc_is_measured_where_it_is_drawn() {
        let camera = Camera::squeezing(WorldRect::new(0.0, 0.0, 100.0, 50.0), 1.0, glam::Vec2::new(200.0, 100.0), 1.0);
        let measure = Measure { canvas: Rect::from_min_size(pos2(10.0, 20.0), egui::vec2(200.0, 100.0)), camera };
        let mut sketch = Sketch::default();
        assert_eq!(measure.bounds(&sketch.shapes), None);
        sketch.disc(DVec2::new(50.0, 25.0), 10.0, Ink::Wall);
        assert_eq!(measure.bounds(&sketch.shapes), Some(Rect::from_center_size(pos2(110.0, 70.0), Vec2::splat(40.0))));
    }
}
