//! From a session to what the renderer draws: every visible pane on its canvas, with its trail; a display that tears in bands.

use super::canvas::{Canvas, CanvasView, StagePart, ground};
use super::wall_layer;
use crate::front::render::{Layer, PixelRect, Renderer};
use crate::front::ui::look::Look;
use crate::lab::panes::pane_view::ShownFrame;
use crate::model::config::view::{Theme, View};
use crate::studio::session::Session;
use egui::Rect;
use glam::Vec2;

/// Keeps buffers from frame to frame.
#[derive(Default)]
pub struct PaneLayers {
    canvas: Canvas,
    /// The run whose trails are on the GPU, whether all panes shared a stage, and the theme that they are painted in.
    written: Option<(u64, bool, Theme)>,
}

impl PaneLayers {
    /// Hands the panes in `canvases` (in points) to the renderer, for a target of `size` pixels.
    pub fn set(
        &mut self,
        gpu: (&wgpu::Device, &wgpu::Queue),
        renderer: &mut Renderer,
        session: &Session,
        canvases: &[(usize, Rect)],
        (size, pixels_per_point): ([u32; 2], f32),
    ) {
        let (now, one_stage) = (session.now(), session.shows_one_stage());
        let view = View { reference: session.reference(), ..session.view() };
        let look = Look { theme: session.theme() };
        // What is on the GPU belongs to a run, and has the colours of its bodies or of its pane.
        let written = (session.runs(), one_stage, session.theme());
        if self.written.replace(written) != Some(written) {
            renderer.trails.forget();
        }
        renderer.painter.clear();
        renderer.trails.clear();
        for (place, (index, canvas)) in canvases.iter().enumerate() {
            let Some(rect) = PixelRect::clamped(canvas.min.into(), canvas.max.into(), pixels_per_point, size) else { continue };
            // What the person did in this frame may have closed the pane since it was laid out.
            if *index >= session.lab().panes().len() {
                continue;
            }
            let seen = session.seen(*index);
            let size = Vec2::new(rect.width as f32, rect.height as f32);
            let stage = one_stage.then_some(StagePart { pane: *index, sets_the_scene: place == 0 });
            let replay = session.transport().wall_replay().filter(|replay| !one_stage && replay.pane == seen.pane().id());
            let canvas_view = CanvasView { now, look, view, stage, size, pixels_per_point };
            let crossing = replay.map(|replay| &replay.crossing);
            let shot = self.canvas.aim(seen, canvas_view, crossing);
            if stage.is_none_or(|part| part.sets_the_scene) {
                renderer.painter.add(Layer::Ground, rect, [ground(look, size)]);
            }
            let at_the_wall = if one_stage { Vec::new() } else { wall_layer::instances(session, *index, &shot.camera, look) };
            let mut draw = |frame: Option<&ShownFrame>, rows: PixelRect| {
                self.canvas.draw_frame(seen, frame, &shot, canvas_view, crossing);
                renderer.painter.add_rows(Layer::Below, rect, rows, self.canvas.below.iter().copied());
                renderer.painter.add_rows(Layer::Below, rect, rows, at_the_wall.iter().copied());
                renderer.painter.add_rows(Layer::Above, rect, rows, self.canvas.above.iter().copied());
            };
            match seen.torn(now) {
                torn if torn.is_empty() => draw(seen.shown_frame().as_ref(), rect),
                torn => {
                    for band in torn {
                        if let Some(rows) = rect.rows(band.from_row, band.to_row) {
                            draw(band.frame.as_ref(), rows);
                        }
                    }
                }
            }
            if view.trails {
                renderer.trails.add(gpu, *index, seen, (rect, &shot.camera), now, |body| {
                    stage.map_or_else(|| look.trail(body), |part| look.on_stage(part.pane))
                });
            }
        }
    }
}
