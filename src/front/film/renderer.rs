//! Draws the frames of a film off the screen, by virtual time: however slow this computer is, each frame shows exactly
//! its moment, and the same spec gives the same pixels.

use super::error::FilmError;
use crate::front::compositor::Compositor;
use crate::front::render::context::{Gpu, is_software};
use crate::front::render::offscreen::{FORMAT, Offscreen, ReadError, Readback};
use crate::front::render::renderer::Redraw;
use crate::front::ui;
use crate::front::ui::style::look::new_context;
use crate::studio::scenario::definition::Scenario;
use crate::studio::session::Session;
use crate::studio::session::action::{Action, ViewAction, WindowAction};
use crate::studio::view::film_spec::FilmSpec;
use crate::studio::view::fit::Fit;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::lab::load_map::map::LoadMap;
use tickscope_core::lab::panes::lab::Pane;
use tickscope_core::model::check;
use tickscope_core::model::config::script::Script;
use tickscope_core::model::config::settings::Settings;
use web_time::{Duration, Instant};

/// The simulated time between two readings of the real clock.
const SLICE: Span = Span::from_flicks(FLICKS_PER_SECOND / 60);

pub struct FilmRenderer {
    gpu: Gpu,
    compositor: Compositor,
    target: Offscreen,
    session: Session,
    spec: FilmSpec,
    /// The delay of each frame after its moment in the spec, so that the flips of a capture lie between two frames.
    later: Span,
}

impl FilmRenderer {
    /// Prepares a film of `scenario` on a GPU device of its own.
    pub fn open(scenario: &Scenario, spec: &FilmSpec) -> Result<FilmRenderer, FilmError> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
        let gpu = pollster::block_on(Gpu::new(&instance, None))?;
        FilmRenderer::on(gpu, scenario, spec)
    }

    /// Prepares the film on an existing GPU device.
    pub fn on(gpu: Gpu, scenario: &Scenario, spec: &FilmSpec) -> Result<FilmRenderer, FilmError> {
        spec.check()?;
        let as_written = scenario.script.settings();
        let scenario = Scenario { script: script_to_film(spec, &scenario.script), ..scenario.clone() };
        let mut spec = spec.clone();
        if scenario.script.settings() != as_written {
            // A display with another rate makes another run, so the caption of the film names the rate.
            let about = format!("On a display of {} Hz", scenario.script.settings().computer.refresh_hz);
            spec.caption = if spec.caption.is_empty() { about } else { format!("{} · {about}", spec.caption) };
        }
        let mut session = Session::open(scenario)?;
        if spec.pane.is_some() {
            session.act(Action::View(ViewAction::Enlarge(spec.pane)));
        }
        session.act(Action::Window(WindowAction::Present(!spec.panel)));
        let ctx = new_context();
        ctx.set_pixels_per_point(spec.zoom as f32);
        let mut film = FilmRenderer {
            compositor: Compositor::new(ctx, &gpu.device, FORMAT),
            target: Offscreen::new(&gpu.device, spec.size),
            gpu,
            later: later_than_flips(&spec, session.run.lab.settings()),
            session,
            spec,
        };
        // egui knows the sizes of the interface only after a first layout.
        film.draw(0);
        Ok(film)
    }

    /// Hides all text from now on, for tests that compare pixels.
    pub fn hide_text(&mut self) {
        self.compositor.is_text_hidden = true;
    }

    /// Simulates up to the moment of frame `number`, but for at most `patience` of real time. Returns whether the moment has been
    /// reached. A film that begins late in a run needs several calls.
    pub fn approach(&mut self, number: u64, patience: Duration) -> bool {
        let (moment, began) = (self.moment(number), Instant::now());
        while self.session.run.now() < moment {
            if began.elapsed() >= patience {
                return false;
            }
            self.session.advance_to(moment.min(self.session.run.now() + SLICE));
        }
        true
    }

    /// Draws frame `number`, counted from 0, and requests its pixels from the GPU; [`FilmRenderer::end`] returns them. The
    /// numbers of successive calls must grow.
    pub fn begin(&mut self, number: u64) -> Readback {
        self.show(number);
        self.target.begin(&self.gpu.device, &self.gpu.queue)
    }

    /// Returns the pixels of the frame that was begun, row by row from the top, four bytes each; `None` if the GPU is not done
    /// with the frame. Only a page gets `None`, because it can't wait.
    pub fn end(&self, reading: &Readback) -> Option<Result<Vec<u8>, FilmError>> {
        let wait = if cfg!(target_arch = "wasm32") { wgpu::PollType::Poll } else { wgpu::PollType::wait_indefinitely() };
        if let Err(error) = self.gpu.device.poll(wait) {
            return Some(Err(ReadError::from(error).into()));
        }
        self.target.end(reading).map(|pixels| Ok(pixels?))
    }

    /// Returns the error of the first pane whose loop has stopped; `None` if all run.
    pub fn fault(&self) -> Option<Invalid> {
        self.session.run.lab.panes().iter().find_map(|pane| Some(pane.fault()?.refuse(&pane.strategy().id)))
    }

    fn moment(&self, number: u64) -> Time {
        self.spec.moment(number) + self.later
    }

    fn show(&mut self, number: u64) {
        self.session.advance_to(self.moment(number));
        // In a film with changing loads, the ribbons under the sliders would take longer than everything else, so only a still
        // has them.
        if self.spec.panel && self.spec.frames() == 1 {
            let lab = &self.session.run.lab;
            let panes: Vec<_> = lab.panes().iter().map(Pane::letter).collect();
            self.session.window.results.load_map = LoadMap::of(lab.settings(), &panes);
            // A table is laid out with the column widths of the frame before, so the frame is drawn twice.
            self.draw(number);
        }
        self.session.make_experiments();
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
        let layout = self.compositor.lay_out(session.run.theme, input, |ui| {
            if spec.panel { ui::layout::show_window(ui, session) } else { ui::layout::show_film(ui, session, &spec.caption) }
        });
        let gpu = (&self.gpu.device, &self.gpu.queue);
        let frame = self.compositor.upload(gpu, layout, spec.size);
        let redraw = if is_software(&self.gpu.adapter) { Redraw::Changes } else { Redraw::Whole };
        self.compositor.draw(gpu, frame, Some(session), &self.target.view(), redraw);
    }
}

/// Returns by how much later than the spec says each frame of a film is drawn: less than the time to the next one, so that the
/// first flip of a capture lies in the middle between two frames. Flips that come every two frames, but a hair too early or too
/// late, would stay for one and for three. Zero for a still and without a capture; the flips of loops lie on ticks, which any
/// delay shows alike.
fn later_than_flips(spec: &FilmSpec, settings: &Settings) -> Span {
    let (begin, every) = (spec.moment(0), spec.moment(1) - spec.moment(0));
    let first = settings.panes.iter().find_map(|pane| pane.played()?.first_flip()).filter(|_| spec.frames() > 1);
    let since_middle = |flip: Time| (flip - begin).flicks() - every.flicks() / 2;
    first.map_or(Span::ZERO, |flip| Span::from_flicks(since_middle(flip).rem_euclid(every.flicks())))
}

/// Returns the script to film. With `fit_display`, every display that the film can't show evenly gets the nearest rate that the
/// film can show evenly.
fn script_to_film(spec: &FilmSpec, script: &Script) -> Script {
    if !spec.fit_display {
        return script.clone();
    }
    let mut settings = script.settings().clone();
    let own = settings.panes.iter_mut().filter_map(|pane| pane.computer.as_mut());
    for computer in own.chain(std::iter::once(&mut settings.computer)) {
        if spec.fit(computer.refresh_hz) == Fit::Uneven {
            computer.refresh_hz = spec.fitting_rate(computer.refresh_hz);
        }
    }
    check::script(settings, script.commands().to_vec()).unwrap_or_else(|_| script.clone())
}

#[cfg(test)]
mod tests {
    use crate::front::film::renderer::*;
    use tickscope_core::model::config::capture::{Capture, CapturedFrame, SampleTimes};
    use tickscope_core::model::config::settings::PaneSettings;

    /// Returns how many frames of a film each of these flips is shown for, but the last one.
    fn shown(flips: &[Time], spec: &FilmSpec) -> Vec<usize> {
        let frame = |flip: &Time| CapturedFrame { flip: *flip, ..CapturedFrame::default() };
        let capture = Capture::new("game.csv", SampleTimes::Unknown, flips.iter().map(frame).collect()).expect("it is allowed");
        let panes = vec![PaneSettings::new("frame-based"), PaneSettings::of_capture(capture)];
        let later = later_than_flips(spec, &Settings { panes, ..Settings::default() });
        let on_film: Vec<usize> =
            (0..spec.frames()).map(|number| flips.partition_point(|flip| *flip <= spec.moment(number) + later)).collect();
        (1..flips.len()).map(|flip| on_film.iter().filter(|shown| **shown == flip).count()).collect()
    }

    #[test]
    fn flips_on_the_edges_of_a_film_s_frames_are_shown_evenly() {
        let spec = FilmSpec { fps: 60, from_s: 0.0, to_s: 4.2, ..FilmSpec::default() };
        for (begin, off) in [(0.0, 0.00004), (0.0, 3.0), (5.0, 4.0), (-8.3, 2.0), (8.4, 0.5)] {
            let at_ms = |number: u32| 40.0 + begin + f64::from(number) * 100.0 / 3.0 + off * f64::from(number * 7 % 5) / 4.0;
            let flips: Vec<Time> = (0..120).map(|number| Time::from_secs(at_ms(number) / 1000.0)).collect();
            assert_eq!(shown(&flips, &spec), [2; 119], "{begin} ms, up to {off} ms late");
        }
        let still = FilmSpec { from_s: 2.0, to_s: 2.0, ..spec };
        let capture =
            Capture::new("a", SampleTimes::Unknown, vec![CapturedFrame { flip: Time::ZERO, ..CapturedFrame::default() }]);
        let panes = vec![PaneSettings::of_capture(capture.expect("it is allowed"))];
        assert_eq!(later_than_flips(&still, &Settings { panes, ..Settings::default() }), Span::ZERO);
    }

    #[test]
    fn a_display_that_does_not_fit_the_film_can_be_made_to_fit() {
        let refresh_hz =
            |spec: FilmSpec| script_to_film(&spec, &Script::from(Settings::default())).settings().computer.refresh_hz;
        assert_eq!(refresh_hz(FilmSpec { fps: 50, fit_display: true, ..FilmSpec::default() }), 50.0);
        assert_eq!(refresh_hz(FilmSpec { fps: 50, ..FilmSpec::default() }), 60.0, "only where it is asked for");
        assert_eq!(refresh_hz(FilmSpec { fps: 60, fit_display: true, ..FilmSpec::default() }), 60.0);
        assert_eq!(refresh_hz(FilmSpec { fps: 8, fit_display: true, ..FilmSpec::default() }), 56.0, "slow films too");
    }
}
