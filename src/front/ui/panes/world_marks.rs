//! The marks of a pane's world: bodies, ghosts, the bands between them, trails, and what the world itself draws. What stands
//! behind the bodies is known by its ink.
//!
//! The compositor draws the world; this file measures its shapes when a user asks about them.

use crate::front::render::Camera;
use crate::front::render::camera::on_the_world;
use crate::front::ui::marks::{self, MarkKind, Place};
use crate::studio::session::Session;
use egui::{Pos2, Rect, Ui, Vec2};
use glam::DVec2;
use tickscope_core::config::view::Reference;
use tickscope_core::numbers::length;
use tickscope_core::time::Span;
use tickscope_core::world::{Body, BodyStyle, Frame, Geometry, Ink, Shape, Sketch, State, WorldMarkKind, direction};

const MOST: usize = 1000;
/// A body in the world is at least so large for the pointer, in points.
const LEAST: f32 = 6.0;
const SHORT: f32 = 12.0;
const ROUND: f32 = 6.0;

pub fn report(ui: &Ui, session: &Session, index: usize, canvas: Rect) {
    let seen = session.run.seen(index);
    let computer = seen.pane.computer();
    let world = computer.world();
    let (appearance, view) = (world.appearance(), session.run.view);
    let is_close = session.run.transport.wall_replay().is_some_and(|replay| replay.pane == seen.pane.letter());
    // The cameras of a pursuit and of a replayed step are the compositor's own.
    if is_close || view.pursuit && world.kind.track.is_some() || !marks::is_asked(ui, canvas) {
        return;
    }
    let Some(frame) = seen.shown_frame().filter(|frame| frame.bodies.len() <= MOST) else { return };
    let size = glam::Vec2::new(canvas.width(), canvas.height());
    let measure = Measure { canvas, camera: on_the_world(appearance, &view, size, 1.0) };
    let put = |kind: MarkKind, place: Place, says: &dyn Fn() -> String| {
        if canvas.contains(place.middle()) {
            marks::report(ui, kind, place, |_| says());
        }
    };
    let letter = session.letter(index);
    let tallies = seen.tallies();
    let content: Frame = frame.frame(&tallies);
    for mark in appearance.marks(&content, measure.camera.visible()) {
        let kind = match mark.kind {
            WorldMarkKind::Tally => MarkKind::Tally,
            WorldMarkKind::Heap => MarkKind::Heap,
            WorldMarkKind::Footprints => MarkKind::Footprints,
            WorldMarkKind::Gauge => MarkKind::Gauge,
        };
        let corners = Rect::from_two_pos(measure.point(mark.area.min), measure.point(mark.area.max));
        put(kind, corners.intersect(canvas).into(), &|| mark.says.clone());
    }

    let mut sketch = Sketch::default();
    appearance.backdrop(&content, measure.camera.visible(), &mut sketch);
    let has_walls = appearance.thinnest_wall().is_some();
    for shape in sketch.shapes.drain(..) {
        let kind = match shape.ink {
            Ink::Wall if has_walls => MarkKind::Wall,
            Ink::Wall | Ink::Rule => MarkKind::Scenery,
            Ink::Faint(_) => MarkKind::ExactPath,
            _ => continue,
        };
        put(kind, measure.place(&shape), &String::new);
    }
    let mut measured = |index: usize, body: &Body, style: BodyStyle| {
        appearance.draw(index, body, style, &mut sketch);
        let near = measure.camera.about_body(body.pos, appearance.least_length(index));
        let bounds = Measure { canvas, camera: near }.bounds(&sketch.shapes);
        sketch.shapes.clear();
        bounds
    };
    let mut exact = Vec::new();
    let reference = session.run.reference();
    if view.ghosts {
        seen.ghosts(reference, session.run.now(), &mut exact);
    }
    let age = match reference {
        Reference::RealTime => frame.age(session.run.now()),
        Reference::SimulatedTime => Span::ZERO,
    };
    let apart = if age < Span::ZERO { format!("{} ahead of", length(-age)) } else { format!("{} behind", length(age)) };
    for (index, body) in exact.iter().enumerate() {
        let Some(bounds) = measured(index, body, BodyStyle::Ghost) else { continue };
        put(MarkKind::Ghost, bounds.into(), &|| format!("It is at {:.0} units along x now.", body.pos.x));
        let Some(shown) = frame.bodies.get(index).filter(|_| appearance.has_band(index)) else { continue };
        let drawn = world.at_edge(index, shown, body, age).map_or(*shown, |(drawn, _)| drawn);
        let (Some(band), Some(line)) = (world.kind.band(shown, body), world.kind.band(&drawn, body)) else { continue };
        let (a, b, rounds) = (measure.point(line.body), measure.point(line.exact), line.rounds.unsigned_abs());
        let says = || {
            let rounds = if rounds > 0 { format!(", {rounds} whole passes before") } else { String::new() };
            format!("Pane {letter} shows the body {:.0} units off{rounds}: its frame is {apart} the clock.", band.length())
        };
        if a.distance(b) > SHORT && line.is_seen(age) {
            put(MarkKind::ErrorBand, Place::Line(a, b), &says);
            if rounds > 0 {
                let knots = Rect::from_center_size(a + (b - a) / 2.0, Vec2::splat(2.0 * ROUND));
                put(MarkKind::RoundMarks, knots.into(), &says);
            }
        }
    }
    for (index, body) in frame.bodies.iter().enumerate() {
        let drawn = exact.get(index).and_then(|exact| world.at_edge(index, body, exact, age)).map_or(*body, |(body, _)| body);
        let Some(bounds) = measured(index, &drawn, BodyStyle::Solid) else { continue };
        put(MarkKind::Body, bounds.into(), &|| {
            let state = match body.state {
                State::Tunnelled => "It has gone through the wall. ",
                State::Caught => "It has been caught. ",
                State::Exploded => "It has exploded. ",
                _ => "",
            };
            format!("{state}Pane {letter} shows it at {:.0} units along x, {apart} the clock.", body.pos.x)
        });
    }
    if view.trails {
        let trail = seen.trail();
        let way: Vec<Pos2> = trail.path.iter().map(|point| measure.point(*point)).collect();
        for piece in way.windows(2) {
            put(MarkKind::Way, Place::Line(piece[0], piece[1]), &String::new);
        }
        for dot in &trail.dots {
            put(MarkKind::Trail, Rect::from_center_size(measure.point(dot.pos), Vec2::splat(LEAST)).into(), &|| {
                format!("A frame that left the display {} ago stood here.", length(session.run.now() - dot.left))
            });
        }
    }
}

/// Returns the first body of pane `index` that stands at the edge of its world, and by how much it is behind; `None` if none does.
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

/// Returns the point of `canvas` where pane `index` shows a place of its world.
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
    use super::*;
    use egui::pos2;
    use tickscope_core::world::{Ink, WorldRect};

    #[test]
    fn a_disc_is_measured_where_it_is_drawn() {
        let camera = Camera::fitting(WorldRect::new(0.0, 0.0, 100.0, 50.0), glam::Vec2::new(200.0, 100.0), 1.0);
        let measure = Measure { canvas: Rect::from_min_size(pos2(10.0, 20.0), egui::vec2(200.0, 100.0)), camera };
        let mut sketch = Sketch::default();
        assert_eq!(measure.bounds(&sketch.shapes), None);
        sketch.disc(DVec2::new(50.0, 25.0), 10.0, Ink::Wall);
        assert_eq!(measure.bounds(&sketch.shapes), Some(Rect::from_center_size(pos2(110.0, 70.0), Vec2::splat(40.0))));
    }
}
