//! Draws the frames of a film off the screen, from virtual time: however slow this computer is, they stand exactly where
//! they belong, and the same wish gives the same pixels.

use super::error::FilmError;
use super::fitted_display::script_to_film;
use crate::front::compositor::Compositor;
use crate::front::render::context::Gpu;
use crate::front::render::offscreen::{FORMAT, Offscreen};
use crate::front::ui;
use crate::model::config::FilmSpec;
use crate::studio::scenario::Scenario;
use crate::studio::session::{Action, Session};

/// One scenario, ready to be drawn frame after frame.
pub struct FilmRenderer {
    gpu: Gpu,
    compositor: Compositor,
    target: Offscreen,
    session: Session,
    wish: FilmSpec,
}

impl FilmRenderer {
    /// Sets up `scenario` to be filmed as `wish` says.
    ///
    /// # Errors
    /// If the wish is not allowed or there is no GPU.
    pub fn open(scenario: &Scenario, wish: &FilmSpec) -> Result<FilmRenderer, FilmError> {
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
        ctx.set_pixels_per_point(wish.zoom as f32);
        let mut film = FilmRenderer {
            compositor: Compositor::new(ctx, &gpu.device, FORMAT),
            target: Offscreen::new(&gpu.device, wish.size),
            gpu,
            session,
            wish: wish.clone(),
        };
        // An interface knows its sizes only after it has been laid out once.
        film.draw(0);
        Ok(film)
    }

    /// The pixels of frame `number` (from 0), row by row from the top, four bytes each. Numbers may only grow.
    ///
    /// # Errors
    /// If the GPU fails.
    pub fn frame(&mut self, number: u64) -> Result<Vec<u8>, FilmError> {
        self.session.advance_to(self.wish.moment(number));
        self.draw(number);
        Ok(self.target.read(&self.gpu.device, &self.gpu.queue)?)
    }

    fn draw(&mut self, number: u64) {
        let (session, wish) = (&self.session, &self.wish);
        let points = wish.size.map(|side| side as f32 / wish.zoom as f32);
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, points.into())),
            time: Some(number as f64 / f64::from(wish.fps)),
            ..egui::RawInput::default()
        };
        let layout = self.compositor.lay_out(session.theme(), input, |ui| {
            if wish.panel { ui::show(ui, session) } else { ui::film::show(ui, session, &wish.caption) }
        });
        let gpu = (&self.gpu.device, &self.gpu.queue);
        let frame = self.compositor.upload(gpu, layout, wish.size);
        self.compositor.draw(gpu, frame, Some(session), &self.target.view());
    }
}
