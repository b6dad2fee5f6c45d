//! Paints the world of one pane: the scenery, the ghosts, and the bodies that its virtual display shows now. Where a person asks
//! about marks, it emits them while it draws.

use super::bands;
use super::world_marks::WorldMarks;
use crate::front::render::camera::{Camera, Colour};
use crate::front::render::drawing::{CanvasView, Drawing, DrawnPart, Shot};
use crate::front::render::instance::{self, Instance};
use crate::front::ui::style::look::Look;
use glam::Vec2;
use tickscope_core::base::time::Time;
use tickscope_core::lab::instruments::crossing::Crossing;
use tickscope_core::lab::instruments::trail::Trail;
use tickscope_core::lab::panes::seen::{Seen, ShownFrame};
use tickscope_core::model::world::sketch::{Geometry, Ink, Shape, Thickness};

/// The shapes of one pane. Its buffers are reused from frame to frame.
#[derive(Default)]
pub struct Canvas {
    pub below: Vec<Instance>,
    pub above: Vec<Instance>,
    drawing: Drawing,
}

impl Canvas {
    /// Draws the newest frame of a pane, and the step of `crossing` if it is replayed. Returns the camera.
    pub fn draw(&mut self, seen: Seen, look: Look, canvas: CanvasView, crossing: Option<&Crossing>) -> Camera {
        let shot = self.aim(seen, canvas, crossing);
        self.draw_frame(&shot, look, seen.shown_frame().as_ref(), None);
        shot.camera
    }

    pub fn aim<'a>(&mut self, seen: Seen<'a>, canvas: CanvasView, crossing: Option<&'a Crossing>) -> Shot<'a> {
        self.drawing.aim(seen, canvas, crossing)
    }

    /// Draws one frame, as some rows of a pane show it; `None` if no frame has reached them. Its marks go to `marks`, if a person
    /// asks about them.
    pub fn draw_frame(&mut self, shot: &Shot, look: Look, frame: Option<&ShownFrame>, mut marks: Option<WorldMarks>) {
        let (pane, size) = (shot.seen.pane.letter(), shot.canvas.size.as_dvec2());
        let on_stage = shot.canvas.stage.map(|_| look.on_stage(pane));
        let ink = |ink| match (on_stage, ink) {
            (Some(own), Ink::Body(_) | Ink::Translucent(..) | Ink::Alarm) => own,
            _ => look.ink(pane, ink),
        };
        let Canvas { below, above, drawing } = self;
        below.clear();
        above.clear();
        drawing.draw(shot, frame, |part, camera, shapes| {
            if let DrawnPart::Band { line, is_error, .. } = part {
                let colour = on_stage.unwrap_or_else(|| bands::colour(look, is_error));
                bands::draw(&line, camera, size, colour, above);
            }
            let to = if matches!(part, DrawnPart::Backdrop) { &mut *below } else { &mut *above };
            to.extend(shapes.iter().map(|shape| camera.instance(shape, ink(shape.ink))));
            if let Some(marks) = &mut marks {
                marks.part(part, camera, shapes);
            }
        });
    }
}

pub fn ground(look: Look, size: Vec2) -> Instance {
    Instance::covering(size, look.canvas().to_array())
}

const WAY: f64 = 2.0;

/// Returns the walked path as a line through the places where frames showed the body.
pub fn way(trail: &Trail, camera: &Camera, colour: Colour) -> impl Iterator<Item = Instance> {
    let points: Vec<_> = trail.path.iter().copied().collect();
    (1..points.len()).map(move |end| {
        let (a, b, thickness) = (points[end - 1], points[end], Thickness::Points(WAY));
        let (before, after) = (points[end.saturating_sub(2)], *points.get(end + 1).unwrap_or(&b));
        camera.instance(&Shape { geometry: Geometry::Piece { before, a, b, after, thickness }, ink: Ink::Body(0) }, colour)
    })
}

const DOT_RADIUS: f32 = 2.0;

/// Returns the dots of a trail; `colour` returns the colour of a body by its index. A dot is bright when its frame has just left
/// the display, and fades within a second of laboratory time, like phosphor.
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
