//! CounterRng the pictures of a film off the screen, from virtual time: however slow this computer is, they stand exactly where
//! they belong, and the same wish gives the same pixels.

use super::FilmError;
use super::fitted_display::script_to_film;
use crate::front::render::context::Gpu;
use crate::front::render::offscreen::{FORMAT, Offscreen};
use crate::front::render::{OverlayFrame, Renderer};
use crate::front::ui::look::Look;
use crate::front::ui::stage::Stage;
use crate::front::ui::{self, UiOutput};
use crate::model::config::FilmSpec;
use crate::studio::scenario::Scenario;
use crate::studio::session::{Action, Session};

pub struct Studio {
    gpu: Gpu,
    ctx: egui::Context,
    renderer: Renderer,
    stage: Stage,
    target: Offscreen,
    session: Session,
    wish: FilmSpec,
}

impl Studio {
    /// Sets up `scenario` to be filmed as `wish` says.
    ///
    /// # Errors
    /// If the wish is not allowed or there is no GPU.
    pub fn open(scenario: &Scenario, wish: &FilmSpec) -> Result<Studio, FilmError> {
        wish.check()?;
        let scenario = Scenario { script: script_to_film(wish, &scenario.script), ..scenario.clone() };
        let mut session = Session::open(scenario)?;
        if wish.pane.is_some() {
            session.act(Action::Enlarge(wish.pane));
        }
        session.act(Action::Present(!wish.panel));
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
        let gpu = pollster::block_on(Gpu::new(&instance, None))?;
        let ctx = egui::Context::default();
        Look { theme: session.theme() }.apply(&ctx);
        ctx.set_pixels_per_point(wish.zoom as f32);
        let mut studio = Studio {
            renderer: Renderer::new(&gpu.device, FORMAT),
            stage: Stage::default(),
            target: Offscreen::new(&gpu.device, wish.size),
            gpu,
            ctx,
            session,
            wish: wish.clone(),
        };
        // An interface knows its sizes only after it has been laid out once.
        studio.draw(0);
        Ok(studio)
    }

    /// The pixels of picture `number`, row by row from the top, four bytes each. Numbers may only grow.
    ///
    /// # Errors
    /// If the GPU fails.
    pub fn picture(&mut self, number: u64) -> Result<Vec<u8>, FilmError> {
        self.session.advance_to(self.wish.moment(number));
        self.draw(number);
        Ok(self.target.read(&self.gpu.device, &self.gpu.queue)?)
    }

    fn draw(&mut self, number: u64) {
        let (device, queue) = (&self.gpu.device, &self.gpu.queue);
        let points = self.wish.size.map(|side| side as f32 / self.wish.zoom as f32);
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, points.into())),
            time: Some(number as f64 / f64::from(self.wish.fps)),
            ..egui::RawInput::default()
        };
        let mut shown = UiOutput::default();
        let (session, wish) = (&self.session, &self.wish);
        let output = self.ctx.run_ui(input, |ui| {
            shown = if wish.panel { ui::show(ui, session) } else { ui::film::show(ui, session, &wish.caption) };
        });
        let pixels_per_point = output.pixels_per_point;
        let mut frame = OverlayFrame {
            triangles: self.ctx.tessellate(output.shapes, pixels_per_point),
            textures: output.textures_delta,
            screen: egui_wgpu::ScreenDescriptor { size_in_pixels: wish.size, pixels_per_point },
        };
        self.renderer.overlay.take_textures(device, queue, &mut frame.textures);
        self.stage.set((device, queue), &mut self.renderer, session, &shown.canvases, (wish.size, pixels_per_point));
        let background = Look { theme: session.theme() }.background().to_array();
        self.renderer.draw(device, queue, &self.target.view(), background, Some(&frame));
        self.renderer.overlay.release();
    }
}
