//! The program around its window: it handles winit's events, and draws each frame.

use super::ThisPlatform;
use super::error::NoWindow;

#[cfg(not(target_arch = "wasm32"))]
use super::desktop::follow::Follower;
#[cfg(not(target_arch = "wasm32"))]
use super::loop_watch::LoopWatch;
use super::pane_jobs::{BetJob, CapturesJob, ExperimentsJob, JudgeJob, LoadMapJob};
use super::platform::Platform;
use super::requests::RequestHandler;
use super::store::{Remembered, WindowGeometry};
use super::window::{OpenWindow, Opening, control_lines};
use super::zoom::WindowZoom;
use crate::front::render::context::GpuError;
use crate::front::ui;
use crate::front::ui::style::look::new_context;
#[cfg(not(target_arch = "wasm32"))]
use crate::studio::arguments::files::LoopFile;
use crate::studio::session::Session;
#[cfg(not(target_arch = "wasm32"))]
use crate::studio::session::action::CaptureSource;
use crate::studio::session::action::Request;
use std::path::Path;
use web_time::{Duration, Instant};
use winit::application::ApplicationHandler;
use winit::dpi::LogicalSize;
use winit::event::{ElementState, KeyEvent, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow};
use winit::keyboard::{Key, ModifiersState};
use winit::window::{Fullscreen, WindowId};

pub(super) struct App {
    platform: ThisPlatform,
    session: Session,
    geometry: WindowGeometry,
    start: Instant,
    ctx: egui::Context,
    opening: Option<Opening>,
    /// The number of frames that are still to be drawn after time has stopped.
    unsettled: u8,
    open: Option<OpenWindow>,
    modifiers: ModifiersState,
    failure: Option<NoWindow>,
    requests: RequestHandler,
    load_map: LoadMapJob,
    experiments: ExperimentsJob,
    judge: JudgeJob,
    bet: BetJob,
    captures: CapturesJob,
    #[cfg(not(target_arch = "wasm32"))]
    loop_watch: LoopWatch,
    #[cfg(not(target_arch = "wasm32"))]
    follower: Option<Follower>,
    zoom: WindowZoom,
    presenting: bool,
}

impl App {
    pub fn new(session: Session, remembered: &Remembered, platform: ThisPlatform) -> App {
        let ctx = new_context();
        let zoom = WindowZoom::new(remembered.zoom);
        ctx.set_zoom_factor(remembered.zoom.unwrap_or(1.0));
        App {
            platform,
            session,
            geometry: remembered.window,
            start: Instant::now(),
            ctx,
            opening: None,
            unsettled: 0,
            open: None,
            modifiers: ModifiersState::empty(),
            failure: None,
            requests: RequestHandler::default(),
            load_map: LoadMapJob::default(),
            experiments: ExperimentsJob::default(),
            judge: JudgeJob::default(),
            bet: BetJob::default(),
            captures: CapturesJob::default(),
            #[cfg(not(target_arch = "wasm32"))]
            loop_watch: LoopWatch::default(),
            #[cfg(not(target_arch = "wasm32"))]
            follower: None,
            zoom,
            presenting: false,
        }
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn watching(self, loop_watch: LoopWatch) -> App {
        App { loop_watch, ..self }
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn following(self, follower: Option<Follower>) -> App {
        App { follower, ..self }
    }

    /// Ends the program, and returns the state for the next start.
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "a page is left without an end"))]
    pub fn end(self) -> Result<Remembered, NoWindow> {
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(Remembered::of(&self.session, self.geometry, self.zoom.chosen)),
        }
    }

    fn open(&mut self, event_loop: &ActiveEventLoop) -> Result<(), NoWindow> {
        if self.open.take().is_some() {
            // egui assumes that its textures are on the GPU. The new GPU has none, so a new context is made, which uploads them.
            let zoom = self.ctx.zoom_factor();
            self.ctx = new_context();
            self.ctx.set_zoom_factor(zoom);
        }
        self.opening = Some(Opening::begin(event_loop, &self.ctx, &mut self.platform, self.geometry)?);
        self.finish_opening()
    }

    fn finish_opening(&mut self) -> Result<(), NoWindow> {
        let Some(opening) = self.opening.take_if(|opening| opening.has_ended()) else { return Ok(()) };
        let Some(open) = opening.end(&self.ctx)? else { return Ok(()) };
        self.session.on_monitor(open.monitor_hz());
        self.open = Some(open);
        Ok(())
    }

    fn frame(&mut self) -> Result<(), NoWindow> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let began = self.start.elapsed().as_secs_f64();
        #[cfg(not(target_arch = "wasm32"))]
        let follows = self.follower.as_mut().map(|follower| follower.poll(&mut self.session));
        self.session.frame(began);
        self.session.pacer.add_simulated(self.start.elapsed().as_secs_f64() - began);

        let mut input = open.egui.take_egui_input(&open.window);
        self.platform.add_input(&mut input);
        if self.platform.wants_controls() {
            self.ctx.enable_accesskit();
        }
        let session = &self.session;
        let mut layout = open.compositor.lay_out(session.run.theme, input, |ui| ui::layout::show_window(ui, session));
        let actions = std::mem::take(&mut layout.shown.actions);
        let acted = !actions.is_empty();
        for action in actions {
            self.session.act(action);
        }
        if let (true, Some(tree)) = (self.platform.wants_controls(), &layout.platform.accesskit_update) {
            self.platform.publish_controls(control_lines(tree, f64::from(self.ctx.pixels_per_point())));
        }
        let is_counting = self.platform.take_output(&mut layout.platform);
        open.egui.handle_platform_output(&open.window, std::mem::take(&mut layout.platform));
        let look_again = [
            self.answer_requests(),
            self.load_map.poll(&mut self.session),
            self.experiments.poll(&mut self.session),
            self.judge.poll(&mut self.session),
            self.bet.poll(&mut self.session),
            self.captures.poll(&mut self.session),
            #[cfg(not(target_arch = "wasm32"))]
            self.loop_watch.poll(&mut self.session),
            #[cfg(not(target_arch = "wasm32"))]
            follows,
        ];
        let look_again = look_again.into_iter().flatten().min();
        self.present();
        let (session, geometry, zoom) = (&self.session, self.geometry, self.zoom.chosen);
        self.platform.follow(session, acted, || Remembered::of(session, geometry, zoom));
        let Some(open) = &mut self.open else { return Ok(()) };

        open.set_title(self.session.run.headline(), &self.platform);
        // A stop's text is known a frame later, and has its room after another one.
        let settles = self.unsettled > 0;
        self.unsettled = if open.is_moving(&self.session) { 2 } else { self.unsettled.saturating_sub(1) };
        let wait = if acted || is_counting || settles { Duration::ZERO } else { layout.repaint_after };
        let size = open.surface.size();
        let frame = open.compositor.upload((&open.gpu.device, &open.gpu.queue), layout, size);
        open.draw(&self.session, frame, self.start, &mut self.platform)?;
        // Marks that were emitted now are reported by the next pass of the interface.
        let wait = if open.compositor.has_new_marks { Duration::ZERO } else { wait };
        let wait = look_again.map_or(wait, |soon| wait.min(soon));
        open.schedule(began, self.start, wait, &self.session, &mut self.platform);
        Ok(())
    }

    fn answer_requests(&mut self) -> Option<Duration> {
        for request in std::mem::take(&mut self.session.window.requests) {
            match (request, &mut self.open) {
                (Request::Copy(text), Some(open)) => self.platform.copy(&mut open.egui, text),
                (Request::Paste, Some(open)) => self.platform.request_clipboard(&mut open.egui),
                (Request::Film(spec), Some(open)) => self.requests.film(&mut self.session, spec, &open.gpu),
                (Request::Open(path), _) => self.open_file(Path::new(&path)),
                (Request::OpenWhole, _) => self.platform.open_whole_page(&mut self.session),
                (Request::FetchWholeBuild(text), _) => self.platform.fetch_whole_build(&mut self.session, &text),
                #[cfg(not(target_arch = "wasm32"))]
                (Request::ReadCapture(CaptureSource::Live, columns), _) => {
                    let follower = self.follower.take().map(|follower| follower.reading(columns)).transpose();
                    match follower {
                        Ok(follower) => self.follower = follower,
                        Err(error) => self.session.window.fail(format!("The game can't be followed: {error}")),
                    }
                }
                (request, _) => self.requests.serve(&mut self.session, request),
            }
        }
        if let Some(text) = self.platform.take_clipboard() {
            self.session.act(ui::keys::pasted(&self.session, &text));
        }
        self.requests.poll(&mut self.session)
    }

    /// Opens a file that was dropped or chosen. The file of a loop is watched from now on, so that a save in the user's own
    /// editor reaches the window.
    fn open_file(&mut self, path: &Path) {
        self.requests.open(&mut self.session, path);
        #[cfg(not(target_arch = "wasm32"))]
        if LoopFile::is_one(path) {
            self.loop_watch.add(path);
        }
    }

    fn present(&mut self) {
        let Some(open) = &self.open else { return };
        let presenting = self.session.window.presenting;
        if std::mem::replace(&mut self.presenting, presenting) != presenting {
            open.window.set_fullscreen(presenting.then_some(Fullscreen::Borderless(None)));
        }
        // A part of another page is as large as that page wants it.
        if !self.session.window.host.embedded {
            let LogicalSize { width, height } = open.window.inner_size().to_logical(open.window.scale_factor());
            self.ctx.set_zoom_factor(self.zoom.next(self.ctx.zoom_factor(), [width, height]));
        }
    }

    fn fail(&mut self, event_loop: &ActiveEventLoop, failure: NoWindow) {
        self.platform.fail(&failure);
        self.failure = Some(failure);
        event_loop.exit();
    }
}

impl ApplicationHandler<<ThisPlatform as Platform>::Event> for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.open.is_some() {
            return;
        }
        if let Err(failure) = self.open(event_loop) {
            self.fail(event_loop, failure);
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some(open) = &mut self.open else { return };
        let response = open.egui.on_window_event(&open.window, &event);
        match event {
            WindowEvent::CloseRequested => return event_loop.exit(),
            WindowEvent::KeyboardInput {
                event: KeyEvent { logical_key: Key::Character(key), state: ElementState::Pressed, .. },
                ..
            } if key.eq_ignore_ascii_case("q") && (self.modifiers.control_key() || self.modifiers.super_key()) => {
                return event_loop.exit();
            }
            WindowEvent::ModifiersChanged(modifiers) => self.modifiers = modifiers.state(),
            WindowEvent::Resized(size) => {
                open.has_room = size.width > 0 && size.height > 0;
                open.surface.resize(&open.gpu.device, size.width, size.height);
                self.geometry.maximised = open.window.is_maximized();
                if open.has_room && !self.geometry.maximised && !self.presenting {
                    let LogicalSize { width, height } = size.to_logical(open.window.scale_factor());
                    (self.geometry.width, self.geometry.height) = (width, height);
                }
            }
            WindowEvent::DroppedFile(path) => {
                open.window.request_redraw();
                return self.open_file(&path);
            }
            WindowEvent::Occluded(hidden) => {
                open.is_hidden = hidden;
                self.session.pacer.forget();
            }
            WindowEvent::Moved(_) | WindowEvent::ScaleFactorChanged { .. } => self.session.on_monitor(open.monitor_hz()),
            WindowEvent::RedrawRequested => {
                let shown = self.frame().or_else(|failure| match failure {
                    NoWindow::Gpu(GpuError::Lost) if self.platform.regains_lost_gpu() => self.open(event_loop),
                    other => Err(other),
                });
                if let Err(failure) = shown {
                    self.fail(event_loop, failure);
                }
                return;
            }
            _ => {}
        }
        // While something moves, the next frame is due anyway and shows the effect of the event.
        if response.repaint && !(open.is_moving(&self.session) && open.due.is_some()) {
            open.window.request_redraw();
        }
    }

    fn user_event(&mut self, event_loop: &ActiveEventLoop, event: <ThisPlatform as Platform>::Event) {
        match self.finish_opening() {
            Err(NoWindow::Gpu(_)) if self.platform.retries_gpu() => {}
            Err(failure) => return self.fail(event_loop, failure),
            Ok(()) => {}
        }
        let egui = self.open.as_mut().map(|open| &mut open.egui);
        if self.platform.on_event(event, &mut self.session, egui, &self.ctx)
            && let Err(failure) = self.open(event_loop)
        {
            return self.fail(event_loop, failure);
        }
        if let Some(open) = &self.open {
            open.window.request_redraw();
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let Some(open) = &mut self.open else { return };
        match open.due {
            Some(due) if due <= Instant::now() => {
                open.due = None;
                open.window.request_redraw();
                event_loop.set_control_flow(ControlFlow::Wait);
            }
            Some(due) => event_loop.set_control_flow(ControlFlow::WaitUntil(due)),
            None => event_loop.set_control_flow(ControlFlow::Wait),
        }
    }
}
