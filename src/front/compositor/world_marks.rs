//! The marks of a pane's world: bodies, ghosts, the bands between them, trails, and the world's own shapes. Scenery is recognised
//! by its ink.
//!
//! Where a person asks, a canvas emits them while it draws, and the next pass of the interface reports them
//! ([`marks::report_emitted`](crate::front::ui::marks::report_emitted)): a person points at the frame that is on the screen.

use crate::front::render::camera::Camera;
use crate::front::render::drawing::{DrawnPart, Shot};
use crate::front::ui::marks::{EmittedMark, MarkKind, Place};
use egui::{Pos2, Rect, Vec2};
use glam::DVec2;
use tickscope_core::base::numbers::length;
use tickscope_core::lab::instruments::trail::Trail;
use tickscope_core::lab::metrics::behind::in_words;
use tickscope_core::lab::panes::seen::ShownFrame;
use tickscope_core::model::world::appearance::WorldMarkKind;
use tickscope_core::model::world::body::{Body, BodyState, direction};
use tickscope_core::model::world::sketch::{Geometry, Ink, Shape};
use tickscope_core::model::world::track::ElasticBand;

/// The largest number of bodies of a world that has marks.
const MOST: usize = 1000;
/// The least size of a body for the pointer, in points.
const LEAST: f32 = 6.0;
/// The length of a band, in points, up to which it is no mark.
const SHORT: f32 = 12.0;
const ROUND: f32 = 6.0;

/// Emits the marks of one frame while a canvas draws it.
pub struct WorldMarks<'a> {
    to: &'a mut Vec<EmittedMark>,
    canvas: MarkedCanvas,
    shot: &'a Shot<'a>,
    frame: &'a ShownFrame<'a>,
    /// How far the frame is behind the clock, as the end of a sentence; empty if it is not said.
    behind: String,
}

/// The canvas of a pane, or the part of it that shows one frame.
#[derive(Clone, Copy, Debug)]
pub struct MarkedCanvas {
    /// The index of the pane.
    pub pane: usize,
    /// The corner of the canvas, in points.
    pub corner: Pos2,
    /// The part of the canvas that shows the frame, in points.
    pub shown: Rect,
}

impl<'a> WorldMarks<'a> {
    /// Returns the marks of `frame`, which are added to `to`; `None` if it has too many bodies to be asked about.
    pub fn of(
        shot: &'a Shot<'a>,
        frame: &'a ShownFrame<'a>,
        canvas: MarkedCanvas,
        to: &'a mut Vec<EmittedMark>,
    ) -> Option<WorldMarks<'a>> {
        let behind = in_words(shot.canvas.behind(frame)).map_or_else(String::new, |words| format!(", {words}"));
        (frame.bodies.len() <= MOST).then_some(WorldMarks { to, canvas, shot, frame, behind })
    }

    /// Emits the marks of a part that is drawn as `shapes`.
    pub fn part(&mut self, part: DrawnPart, camera: &Camera, shapes: &[Shape]) {
        let measure = Measure { corner: self.canvas.corner, camera: *camera };
        match part {
            DrawnPart::Backdrop => self.backdrop(&measure, shapes),
            DrawnPart::Replay => {}
            DrawnPart::Band { line, body, exact, .. } => self.band(&measure, line, body, exact),
            DrawnPart::Ghost(body) => self.ghost(&measure, shapes, body),
            DrawnPart::Body(body) => self.body(&measure, shapes, body),
        }
    }

    fn emit(&mut self, kind: MarkKind, place: impl Into<Place>, says: impl FnOnce(&Self) -> String) {
        let place = place.into();
        if self.canvas.shown.contains(place.middle()) {
            let says = says(self);
            self.to.push(EmittedMark { pane: self.canvas.pane, kind, place, says });
        }
    }

    fn backdrop(&mut self, measure: &Measure, shapes: &[Shape]) {
        let (frame, seen, shown) = (self.frame, self.shot.seen, self.canvas.shown);
        let computer = seen.pane.computer();
        let appearance = computer.world().appearance();
        for mark in appearance.marks(&frame.frame(&seen.tallies()), measure.camera.visible()) {
            let kind = match mark.kind {
                WorldMarkKind::Tally => MarkKind::Tally,
                WorldMarkKind::Heap => MarkKind::Heap,
                WorldMarkKind::Footprints => MarkKind::Footprints,
                WorldMarkKind::Gauge => MarkKind::Gauge,
                WorldMarkKind::Press => MarkKind::Press,
                WorldMarkKind::Lane => MarkKind::CameraLane,
            };
            let corners = Rect::from_two_pos(measure.point(mark.area.min), measure.point(mark.area.max));
            self.emit(kind, corners.intersect(shown), |_| mark.says);
        }
        let has_walls = appearance.thinnest_wall().is_some();
        for shape in shapes {
            let kind = match shape.ink {
                Ink::Wall if has_walls => MarkKind::Wall,
                Ink::Wall | Ink::Rule => MarkKind::Scenery,
                Ink::Faint(_) => MarkKind::ExactPath,
                _ => continue,
            };
            self.emit(kind, measure.place(shape), |_| String::new());
        }
    }

    fn band(&mut self, measure: &Measure, line: ElasticBand, body: &Body, exact: &Body) {
        let (a, b, rounds) = (measure.point(line.body), measure.point(line.exact), line.rounds.unsigned_abs());
        if a.distance(b) <= SHORT {
            return;
        }
        let says = |marks: &Self| {
            let seen = marks.shot.seen;
            let off = seen.pane.computer().world().kind.band(body, exact).map_or(0.0, |band| band.length());
            let rounds = if rounds > 0 { format!(", {rounds} whole passes before") } else { String::new() };
            let (letter, behind) = (seen.pane.letter(), &marks.behind);
            format!("Pane {letter} shows the body {off:.0} units off{rounds}{behind}.")
        };
        self.emit(MarkKind::ErrorBand, Place::Line(a, b), says);
        if rounds > 0 {
            let knots = Rect::from_center_size(a + (b - a) / 2.0, Vec2::splat(2.0 * ROUND));
            self.emit(MarkKind::RoundMarks, knots, says);
        }
    }

    fn ghost(&mut self, measure: &Measure, shapes: &[Shape], exact: &Body) {
        let Some(bounds) = measure.bounds(shapes) else { return };
        self.emit(MarkKind::Ghost, bounds, |_| format!("It is at {:.0} units along x now.", exact.pos.x));
    }

    fn body(&mut self, measure: &Measure, shapes: &[Shape], body: &Body) {
        let Some(bounds) = measure.bounds(shapes) else { return };
        self.emit(MarkKind::Body, bounds, |marks| {
            let state = match body.state {
                BodyState::Tunnelled => "It has got past the wall. ",
                BodyState::Caught => "It has been caught. ",
                BodyState::Exploded => "It has exploded. ",
                _ => "",
            };
            let (letter, behind) = (marks.shot.seen.pane.letter(), &marks.behind);
            format!("{state}Pane {letter} shows it at {:.0} units along x{behind}.", body.pos.x)
        });
    }

    pub fn trail(&mut self, trail: &Trail) {
        let measure = Measure { corner: self.canvas.corner, camera: self.shot.camera };
        let path: Vec<Pos2> = trail.path.iter().map(|point| measure.point(*point)).collect();
        for piece in path.windows(2) {
            self.emit(MarkKind::Way, Place::Line(piece[0], piece[1]), |_| String::new());
        }
        for dot in &trail.dots {
            let around = Rect::from_center_size(measure.point(dot.pos), Vec2::splat(LEAST));
            self.emit(MarkKind::Trail, around, |marks| {
                format!("A frame that left the display {} ago stood here.", length(marks.shot.canvas.now - dot.left))
            });
        }
    }
}

/// Measures shapes in points of the interface.
struct Measure {
    /// The corner of the canvas, in points.
    corner: Pos2,
    camera: Camera,
}

impl Measure {
    fn point(&self, world: DVec2) -> Pos2 {
        let pixel = self.camera.pixel(world).as_vec2() / self.camera.pixels_per_point();
        self.corner + egui::vec2(pixel.x, pixel.y)
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
        let points_per_unit = self.camera.scale.x / f64::from(self.camera.pixels_per_point());
        let around = |centre: DVec2, half: f64| {
            Rect::from_center_size(self.point(centre), Vec2::splat((2.0 * half * points_per_unit) as f32))
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
    use crate::front::compositor::world_marks::*;
    use egui::pos2;
    use tickscope_core::model::world::sketch::{Sketch, WorldRect};

    #[test]
    fn a_disc_is_measured_in_points_where_it_is_drawn() {
        let mut sketch = Sketch::default();
        for pixels_per_point in [1.0, 2.0] {
            let size = glam::Vec2::new(200.0, 100.0) * pixels_per_point;
            let camera = Camera::squeezing(WorldRect::new(0.0, 0.0, 100.0, 50.0), 1.0, size, pixels_per_point);
            let measure = Measure { corner: pos2(10.0, 20.0), camera };
            sketch.shapes.clear();
            assert_eq!(measure.bounds(&sketch.shapes), None);
            sketch.disc(DVec2::new(50.0, 25.0), 10.0, Ink::Wall);
            assert_eq!(measure.bounds(&sketch.shapes), Some(Rect::from_center_size(pos2(110.0, 70.0), Vec2::splat(40.0))));
        }
    }
}
