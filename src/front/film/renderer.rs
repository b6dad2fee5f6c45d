//! Draws the frames of a film off the screen, by virtual time: however slow this computer is, each frame shows exactly
//! its moment, and the same spec gives the same pixels.

use super::error::FilmError;
use super::fitted_display::script_to_film;
use crate::base::time::{FLICKS_PER_SECOND, Span};
use crate::front::compositor::Compositor;
use crate::front::render::Redraw;
use crate::front::render::context::{Gpu, is_software};
use crate::front::render::offscreen::{FORMAT, Offscreen, ReadError, Reading};
use crate::front::ui;
use crate::lab::load_map::LoadMap;
use crate::lab::panes::Pane;
use crate::model::config::FilmSpec;
use crate::studio::scenario::Scenario;
use crate::studio::session::{Action, Session};
use web_time::{Duration, Instant};

/// What is simulated between two looks at the clock.
const SLICE: Span = Span::from_flicks(FLICKS_PER_SECOND / 60);

/// One scenario, ready to be drawn frame after frame.
pub struct FilmRenderer {
    gpu: Gpu,
    compositor: Compositor,
    target: Offscreen,
    session: Session,
    spec: FilmSpec,
}

impl FilmRenderer {
    /// Sets up `scenario` to be filmed as `spec` says, by a GPU device of its own.
    ///
    /// # Errors
    /// If the spec or the scenario is not allowed, or there is no GPU.
    pub fn open(scenario: &Scenario, spec: &FilmSpec) -> Result<FilmRenderer, FilmError> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
        let gpu = pollster::block_on(Gpu::new(&instance, None))?;
        FilmRenderer::on(gpu, scenario, spec)
    }

    /// The same on a GPU device that is there.
    ///
    /// # Errors
    /// If the spec or the scenario is not allowed.
    pub fn on(gpu: Gpu, scenario: &Scenario, spec: &FilmSpec) -> Result<FilmRenderer, FilmError> {
        spec.check()?;
        let scenario = Scenario { script: script_to_film(spec, &scenario.script), ..scenario.clone() };
        let mut session = Session::open(scenario)?;
        if spec.pane.is_some() {
            session.act(Action::Enlarge(spec.pane));
        }
        session.act(Action::Present(!spec.panel));
        let ctx = egui::Context::default();
        ctx.set_pixels_per_point(spec.zoom as f32);
        let mut film = FilmRenderer {
            compositor: Compositor::new(ctx, &gpu.device, FORMAT),
            target: Offscreen::new(&gpu.device, spec.size),
            gpu,
            session,
            spec: spec.clone(),
        };
        // An interface knows its sizes only after it has been laid out once.
        film.draw(0);
        Ok(film)
    }

    /// Hides all text from now on: what is left has to show the symptom alone.
    pub fn hide_text(&mut self) {
        self.compositor.hide_text();
    }

    /// The pixels of frame `number` (from 0), row by row from the top, four bytes each. Numbers may only grow.
    ///
    /// # Errors
    /// If the GPU fails.
    pub fn frame(&mut self, number: u64) -> Result<Vec<u8>, FilmError> {
        self.show(number);
        Ok(self.target.read(&self.gpu.device, &self.gpu.queue)?)
    }

    /// Simulates on towards frame `number`, where a film begins late in a run, until it is there or `patience` is over; true if
    /// it is there.
    pub fn approach(&mut self, number: u64, patience: Duration) -> bool {
        let (there, begun) = (self.spec.moment(number), Instant::now());
        while self.session.now() < there {
            if begun.elapsed() >= patience {
                return false;
            }
            self.session.advance_to(there.min(self.session.now() + SLICE));
        }
        true
    }

    /// Begins with frame `number`, for [`FilmRenderer::end`].
    pub fn begin(&mut self, number: u64) -> Reading {
        self.show(number);
        self.target.begin(&self.gpu.device, &self.gpu.queue)
    }

    /// The pixels of the frame that was begun, once the GPU is done with it; nothing before. It never waits.
    ///
    /// # Errors
    /// If the GPU fails.
    pub fn end(&self, reading: &Reading) -> Option<Result<Vec<u8>, FilmError>> {
        if let Err(error) = self.gpu.device.poll(wgpu::PollType::Poll) {
            return Some(Err(ReadError::from(error).into()));
        }
        self.target.end(reading).map(|pixels| Ok(pixels?))
    }

    fn show(&mut self, number: u64) {
        self.session.advance_to(self.spec.moment(number));
        // In a film whose loads move, the ribbons under their sliders would cost more than everything else.
        if self.spec.panel && self.spec.frames() == 1 {
            let lab = self.session.lab();
            let panes: Vec<_> = lab.panes().iter().map(Pane::id).collect();
            self.session.results_mut().load_map = LoadMap::of(lab.settings(), &panes);
        }
        self.draw(number);
    }

    fn draw(&mut self, number: u64) {
        let (session, spec) = (&self.session, &self.spec);
        let points = spec.size.map(|side| side as f32 / spec.zoom as f32);
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, points.into())),
            time: Some(number as f64 / f64::from(spec.fps)),
            ..egui::RawInput::default()
        };
        let layout = self.compositor.lay_out(session.theme(), input, |ui| {
            if spec.panel { ui::show(ui, session) } else { ui::film::show(ui, session, &spec.caption) }
        });
        let gpu = (&self.gpu.device, &self.gpu.queue);
        let frame = self.compositor.upload(gpu, layout, spec.size);
        let redraw = if is_software(&self.gpu.adapter) { Redraw::Changes } else { Redraw::Whole };
        self.compositor.draw(gpu, frame, Some(session), &self.target.view(), redraw);
    }
}
