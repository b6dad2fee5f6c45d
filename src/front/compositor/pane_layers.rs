//! Converts a session to shapes: every visible pane on its canvas, with its trails. A display that tears is drawn in bands of
//! rows.

use super::canvas::{Canvas, ground, trail_dots, way};
use super::world_marks::{MarkedCanvas, WorldMarks};
use crate::front::render::drawing::{CanvasView, StagePart};
use crate::front::render::painter::{Layer, PixelRect, Shapes};
use crate::front::ui::marks;
use crate::front::ui::style::look::Look;
use crate::studio::session::Session;
use crate::studio::view::View;
use egui::{Context, Rect, pos2, vec2};
use glam::Vec2;
use tickscope_core::lab::panes::seen::ShownFrame;

/// The shapes of all panes. Its buffers are reused from frame to frame.
#[derive(Default)]
pub struct PaneLayers {
    canvas: Canvas,
    pub shapes: Shapes,
}

impl PaneLayers {
    /// Draws the panes on `canvases` (in points) for a target of `size` pixels, with `pixels_per_point`. Returns whether the
    /// next pass of the interface in `ctx` has other marks of the worlds to report than the last one.
    pub fn draw(
        &mut self,
        ctx: &Context,
        session: &Session,
        canvases: &[(usize, Rect)],
        (size, pixels_per_point): ([u32; 2], f32),
    ) -> bool {
        let (now, one_stage) = (session.run.now(), session.shows_one_stage());
        let view = View { reference: session.run.reference(), ..session.run.view };
        let look = Look { theme: session.run.theme };
        let in_points = |rect: PixelRect| {
            let [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(|side| side as f32 / pixels_per_point);
            Rect::from_min_size(pos2(x, y), vec2(width, height))
        };
        let mut emitted = Vec::new();
        for (place, (index, canvas)) in canvases.iter().enumerate() {
            let Some(rect) = PixelRect::clamped(canvas.min.into(), canvas.max.into(), pixels_per_point, size) else { continue };
            // An action of this frame may have closed the pane after the layout.
            if *index >= session.run.lab.panes().len() {
                continue;
            }
            let seen = session.run.seen(*index);
            let size = Vec2::new(rect.width as f32, rect.height as f32);
            let stage = one_stage.then_some(StagePart { sets_the_scene: place == 0 });
            let replay = session.run.transport.wall_replay().filter(|replay| !one_stage && replay.pane == seen.pane.letter());
            let canvas_view = CanvasView { now, view, stage, size, pixels_per_point };
            let shot = self.canvas.aim(seen, canvas_view, replay.map(|replay| &replay.crossing));
            // A stage that several panes share has no marks.
            let is_asked = stage.is_none() && marks::is_asked(ctx, *canvas);
            let marked = |rows| MarkedCanvas { pane: *index, corner: in_points(rect).min, shown: in_points(rows) };
            if stage.is_none_or(|part| part.sets_the_scene) {
                self.shapes.add(Layer::Ground, rect, [ground(look, size)]);
            }
            let mut draw = |frame: Option<&ShownFrame>, rows: PixelRect| {
                let asked = frame.filter(|_| is_asked);
                let marks = asked.and_then(|frame| WorldMarks::of(&shot, frame, marked(rows), &mut emitted));
                self.canvas.draw_frame(&shot, look, frame, marks);
                self.shapes.add_rows(Layer::Below, rect, rows, self.canvas.below.iter().copied());
                self.shapes.add_rows(Layer::Above, rect, rows, self.canvas.above.iter().copied());
            };
            match seen.torn() {
                torn if torn.is_empty() => draw(seen.shown_frame().as_ref(), rect),
                torn => {
                    let rows = torn.iter().filter_map(|band| Some((band, rect.rows(band.from_row, band.to_row)?)));
                    rows.for_each(|(band, rows)| draw(band.frame.as_ref(), rows));
                }
            }
            if view.trails {
                let pane = seen.pane.letter();
                let colour = if one_stage { look.on_stage(pane) } else { look.trail(pane) };
                let trail = seen.trail();
                self.shapes.add(Layer::Below, rect, way(&trail, &shot.camera, colour));
                self.shapes.add(Layer::Trails, rect, trail_dots(&trail, &shot.camera, now, |_| colour));
                let newest = seen.shown_frame().filter(|_| is_asked);
                if let Some(mut marks) =
                    newest.as_ref().and_then(|frame| WorldMarks::of(&shot, frame, marked(rect), &mut emitted))
                {
                    marks.trail(&trail);
                }
            }
        }
        marks::keep_emitted(ctx, emitted)
    }
}
