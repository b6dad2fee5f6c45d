//! Composes a frame of the window, for the window, the films, the tests and the benchmark.
//!
//! [`Compositor::lay_out`] runs the interface, [`Compositor::upload`] hands its triangles and textures to the GPU, and
//! [`Compositor::draw`] draws the panes' worlds and the interface over them. [`canvas`] paints the world of one pane.

mod bands;
pub mod canvas;
pub mod pane_layers;
mod world_marks;

use crate::front::render::interface::InterfaceFrame;
use crate::front::render::renderer::{Redraw, Renderer};
use crate::front::ui::pass::UiOutput;
use crate::front::ui::style::look::Look;
use crate::studio::session::Session;
use crate::studio::view::Theme;
use egui::epaint::ClippedShape;
use egui::{Context, PlatformOutput, RawInput, Rect, TexturesDelta, Ui, ViewportId};
use pane_layers::PaneLayers;
use web_time::Duration;

/// The result of running the interface, before anything is drawn. Every layout must be uploaded, because later frames use its
/// textures.
#[must_use]
pub struct Layout {
    /// The rectangles of the panes, and the actions of the person.
    pub shown: UiOutput,
    /// The requests of egui to the window: cursor, clipboard, screen reader.
    pub platform: PlatformOutput,
    /// The time after which egui requests the next frame, if no event comes before.
    pub repaint_after: Duration,
    theme: Theme,
    shapes: Vec<ClippedShape>,
    textures: TexturesDelta,
    pixels_per_point: f32,
}

#[must_use]
pub struct ReadyFrame {
    canvases: Vec<(usize, Rect)>,
    theme: Theme,
    interface: InterfaceFrame,
}

/// Composes the frames of one interface for targets of one colour format.
pub struct Compositor {
    pub ctx: Context,
    renderer: Renderer,
    panes: PaneLayers,
    styled_for: Option<Theme>,
    /// Whether all frames are drawn without text, for tests that compare pixels.
    pub is_text_hidden: bool,
    /// Whether the next pass of the interface has other marks of the worlds to report than the last one.
    pub has_new_marks: bool,
}

impl Compositor {
    pub fn new(ctx: Context, device: &wgpu::Device, format: wgpu::TextureFormat) -> Compositor {
        Compositor {
            ctx,
            renderer: Renderer::new(device, format),
            panes: PaneLayers::default(),
            styled_for: None,
            is_text_hidden: false,
            has_new_marks: false,
        }
    }

    pub fn lay_out(&mut self, theme: Theme, input: RawInput, mut show: impl FnMut(&mut Ui) -> UiOutput) -> Layout {
        if self.styled_for.replace(theme) != Some(theme) {
            Look { theme }.apply(&self.ctx);
        }
        let mut shown = UiOutput::default();
        let mut output = self.ctx.run_ui(input, |ui| shown = show(ui));
        if self.is_text_hidden {
            output.shapes.iter_mut().for_each(|clipped| remove_text(&mut clipped.shape));
        }
        let root = output.viewport_output.get(&ViewportId::ROOT);
        Layout {
            shown,
            platform: output.platform_output,
            repaint_after: root.map_or(Duration::MAX, |viewport| viewport.repaint_delay),
            theme,
            shapes: output.shapes,
            textures: output.textures_delta,
            pixels_per_point: output.pixels_per_point,
        }
    }

    /// Makes triangles of the interface for a target of `size` pixels, and takes over its new textures.
    pub fn upload(&mut self, gpu: (&wgpu::Device, &wgpu::Queue), layout: Layout, size: [u32; 2]) -> ReadyFrame {
        let Layout { shown, theme, shapes, textures, pixels_per_point, .. } = layout;
        let triangles = self.ctx.tessellate(shapes, pixels_per_point);
        self.renderer.update_textures(gpu, textures);
        let screen = egui_wgpu::ScreenDescriptor { size_in_pixels: size, pixels_per_point };
        ReadyFrame { canvases: shown.canvases, theme, interface: InterfaceFrame { triangles, screen } }
    }

    /// Draws the panes of `session` and the interface over them into `target`, or the interface alone without a session. Returns
    /// the number of pixels that were drawn.
    pub fn draw(
        &mut self,
        gpu: (&wgpu::Device, &wgpu::Queue),
        frame: ReadyFrame,
        session: Option<&Session>,
        target: &wgpu::TextureView,
        redraw: Redraw,
    ) -> u64 {
        let ReadyFrame { canvases, theme, interface } = &frame;
        self.panes.shapes.clear();
        self.has_new_marks = session.is_some_and(|session| {
            let screen = &interface.screen;
            self.panes.draw(&self.ctx, session, canvases, (screen.size_in_pixels, screen.pixels_per_point))
        });
        let background = Look { theme: *theme }.panel().to_array();
        let drawn = self.renderer.draw(gpu, target, background, (&self.panes.shapes, interface), redraw);
        self.skip(frame);
        drawn
    }

    pub fn skip(&mut self, _frame: ReadyFrame) {
        self.renderer.free_textures();
    }
}

fn remove_text(shape: &mut egui::Shape) {
    match shape {
        egui::Shape::Text(_) => *shape = egui::Shape::Noop,
        egui::Shape::Vec(shapes) => shapes.iter_mut().for_each(remove_text),
        _ => {}
    }
}
