//! The window: winit's events to the session, the session to the screen.

pub mod doctor;
mod export;
mod measuring;
mod requests;
pub mod store;

pub use requests::{read, read_drive};

use super::ui;
use crate::base::params::Invalid;
use crate::front::render::context::{Acquired, Gpu, GpuError, WindowSurface};
use crate::front::render::{OverlayFrame, Renderer};
use crate::front::ui::UiOutput;
use crate::front::ui::look::Look;
use crate::front::ui::stage::Stage;
use crate::model::config::Settings;
use crate::model::config::view::{Theme, View};
use crate::studio::scenario::Scenario;
use crate::studio::session::pacer::Metronome;
use crate::studio::session::{Action, Request, Session};

use requests::RequestHandler;
use std::path::Path;
use std::sync::Arc;
use store::{Remembered, WindowGeometry};
use web_time::{Duration, Instant};
use winit::application::ApplicationHandler;
use winit::dpi::LogicalSize;
use winit::event::{ElementState, KeyEvent, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, EventLoopProxy};
use winit::keyboard::Key;
use winit::window::{Fullscreen, Window, WindowId};

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum NoWindow {
    #[error("there is no display to open a window on ({})", plain(.0))]
    Display(#[from] winit::error::EventLoopError),
    #[error("the display gave no window ({})", plain(.0))]
    Window(#[from] winit::error::OsError),
    /// A system library that winit loads by itself is not installed.
    #[error("a system library is missing ({0})")]
    Library(String),
    #[error(transparent)]
    Gpu(#[from] GpuError),
    #[error(transparent)]
    Settings(#[from] Invalid),
}

/// winit's system errors begin with the place in its source code, which helps nobody here.
fn plain(error: &impl std::fmt::Display) -> String {
    let text = error.to_string();
    let message = text.split_once(".rs:").and_then(|(_, rest)| rest.split_once(": ")).map(|(_, message)| message.to_owned());
    message.unwrap_or(text).trim_end_matches('.').to_owned()
}

/// Opens the window, with the scenario asked for or else with the settings of the last time, and returns when it is closed.
///
/// # Errors
/// If there is no display, no GPU, or the settings are not allowed.
pub fn run(asked: Option<Scenario>) -> Result<(), NoWindow> {
    let file = store::file();
    let remembered = file.as_deref().map(store::load).unwrap_or_default();
    let is_asked = asked.is_some();
    let mut session = match asked {
        Some(scenario) => Session::open(Scenario { theme: scenario.theme.or(Some(remembered.theme)), ..scenario })?,
        None => Session::new(&remembered.settings)?.with_view(remembered.view).with_theme(remembered.theme),
    };
    if !is_asked && remembered.settings == Settings::default() {
        session.act(Action::Demonstrate);
    }

    let event_loop = event_loop()?;
    let mut app = App::new(session, remembered.window, &event_loop);
    app.zoom = remembered.zoom;
    app.ctx.set_zoom_factor(remembered.zoom);
    event_loop.run_app(&mut app)?;
    if let Some(failure) = app.failure.take() {
        return Err(failure);
    }
    if let Some(file) = file {
        // What was asked for on the command line is for this time only.
        let settings = if is_asked { remembered.settings } else { app.session.remembered_settings() };
        let view = if is_asked { remembered.view } else { app.session.view() };
        app.remember(&file, settings, view);
    }
    Ok(())
}

/// winit's event loop. Where a library of the display is missing winit panics; that is an error like any other here.
///
/// # Errors
/// If there is no display, or a library for it is missing.
pub(crate) fn event_loop<T: 'static>() -> Result<EventLoop<T>, NoWindow> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let built = std::panic::catch_unwind(|| EventLoop::<T>::with_user_event().build());
    std::panic::set_hook(hook);
    match built {
        Ok(event_loop) => Ok(event_loop?),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
            Err(NoWindow::Library(text.unwrap_or("unknown").trim_end_matches('.').to_owned()))
        }
    }
}

/// How often something that is under way is looked at.
const PROGRESS: Duration = Duration::from_millis(100);
/// How much larger everything is in a presentation.
const LARGE: f32 = 1.4;

/// The screen reader's requests come from outside.
#[derive(Debug)]
struct UserEvent(egui_winit::accesskit_winit::Event);

impl From<egui_winit::accesskit_winit::Event> for UserEvent {
    fn from(event: egui_winit::accesskit_winit::Event) -> UserEvent {
        UserEvent(event)
    }
}

struct App {
    session: Session,
    /// Where the window is, or was.
    place: WindowGeometry,
    start: Instant,
    ctx: egui::Context,
    proxy: EventLoopProxy<UserEvent>,
    instance: wgpu::Instance,
    open: Option<Open>,
    modifiers: winit::keyboard::ModifiersState,
    /// The theme that egui has been set up for.
    styled_for: Option<Theme>,
    failure: Option<NoWindow>,
    outside: RequestHandler,
    /// The interface's zoom factor as the person has it; a presentation is larger.
    zoom: f32,
    presenting: bool,
}

/// Everything that exists only while the window does.
struct Open {
    window: Arc<Window>,
    surface: WindowSurface,
    gpu: Gpu,
    renderer: Renderer,
    egui: egui_winit::State,
    stage: Stage,
    /// When the next frame is due; nothing while nothing moves.
    due: Option<Instant>,
    metronome: Metronome,
    minimised: bool,
    /// Whether anything has been shown yet.
    shown: bool,
}

impl App {
    fn new(session: Session, place: WindowGeometry, event_loop: &EventLoop<UserEvent>) -> App {
        let display = Box::new(event_loop.owned_display_handle());
        App {
            session,
            place,
            start: Instant::now(),
            ctx: egui::Context::default(),
            proxy: event_loop.create_proxy(),
            instance: wgpu::Instance::new(wgpu::InstanceDescriptor::new_with_display_handle_from_env(display)),
            open: None,
            modifiers: winit::keyboard::ModifiersState::empty(),
            styled_for: None,
            failure: None,
            outside: RequestHandler::default(),
            zoom: 1.0,
            presenting: false,
        }
    }

    fn open(&mut self, event_loop: &ActiveEventLoop) -> Result<Open, NoWindow> {
        let attributes = Window::default_attributes()
            .with_title("tickscope")
            .with_inner_size(LogicalSize::new(self.place.width, self.place.height))
            .with_maximized(self.place.maximised)
            .with_min_inner_size(LogicalSize::new(480.0, 320.0))
            // AccessKit must be set up before the window is seen.
            .with_visible(false);
        let window = Arc::new(event_loop.create_window(attributes)?);
        let (surface, gpu) = pollster::block_on(WindowSurface::new(self.instance.clone(), window.clone()))?;
        let renderer = Renderer::new(&gpu.device, surface.format());
        let side = gpu.device.limits().max_texture_dimension_2d as usize;
        let scale = Some(window.scale_factor() as f32);
        let mut egui =
            egui_winit::State::new(self.ctx.clone(), egui::ViewportId::ROOT, &window, scale, window.theme(), Some(side));
        egui.init_accesskit(event_loop, &window, self.proxy.clone());
        window.set_visible(true);
        window.request_redraw();
        self.session.on_monitor(monitor_hz(&window));
        Ok(Open {
            window,
            surface,
            gpu,
            renderer,
            egui,
            stage: Stage::default(),
            due: None,
            metronome: Metronome::default(),
            minimised: false,
            shown: false,
        })
    }

    /// Shows one frame: the interface, what the person did with it, the panes, the screen.
    fn frame(&mut self) -> Result<(), NoWindow> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let began = self.start.elapsed().as_secs_f64();
        self.session.frame(began);

        let input = open.egui.take_egui_input(&open.window);
        let theme = self.session.theme();
        if self.styled_for.replace(theme) != Some(theme) {
            Look { theme }.apply(&self.ctx);
        }
        let mut shown = UiOutput::default();
        let output = self.ctx.run_ui(input, |ui| shown = ui::show(ui, &self.session));
        let acted = !shown.actions.is_empty();
        shown.actions.into_iter().for_each(|action| self.session.act(action));
        open.egui.handle_platform_output(&open.window, output.platform_output);
        let under_way = self.answer_requests();
        self.present();
        let Some(open) = &mut self.open else { return Ok(()) };

        let wait = output.viewport_output.get(&egui::ViewportId::ROOT).map_or(Duration::MAX, |viewport| viewport.repaint_delay);
        let mut frame = OverlayFrame {
            triangles: self.ctx.tessellate(output.shapes, output.pixels_per_point),
            textures: output.textures_delta,
            screen: egui_wgpu::ScreenDescriptor {
                size_in_pixels: open.surface.size(),
                pixels_per_point: output.pixels_per_point,
            },
        };
        open.renderer.overlay.take_textures(&open.gpu.device, &open.gpu.queue, &mut frame.textures);
        open.draw(&self.session, &shown.canvases, &frame, self.start)?;
        open.renderer.overlay.release();
        let wait = if acted { Duration::ZERO } else { wait };
        open.schedule(began, self.start, if under_way { wait.min(PROGRESS) } else { wait }, &self.session);
        Ok(())
    }

    /// Does what the session asked of the world outside; true while something is under way.
    fn answer_requests(&mut self) -> bool {
        for request in self.session.take_requests() {
            match (request, &mut self.open) {
                (Request::Copy(text), Some(open)) => open.egui.set_clipboard_text(text),
                (Request::Paste, Some(open)) => {
                    let text = open.egui.clipboard_text().unwrap_or_default();
                    self.session.act(ui::pasted(&text));
                }
                (request, _) => self.outside.serve(&mut self.session, request),
            }
        }
        self.outside.poll(&mut self.session)
    }

    /// Fills the screen and enlarges the type when a presentation begins; all as it was when it ends.
    fn present(&mut self) {
        let Some(open) = &self.open else { return };
        let presenting = self.session.is_presenting();
        if !self.presenting {
            self.zoom = self.ctx.zoom_factor();
        }
        if std::mem::replace(&mut self.presenting, presenting) != presenting {
            open.window.set_fullscreen(presenting.then_some(Fullscreen::Borderless(None)));
            self.ctx.set_zoom_factor(if presenting { self.zoom * LARGE } else { self.zoom });
        }
    }

    /// Writes down what the next start shall find. Failing to is no reason to bother anybody who is leaving.
    fn remember(&self, file: &Path, settings: Settings, view: View) {
        let remembered = Remembered::new(self.place, self.zoom, view, settings).with_theme(self.session.theme());
        if let Err(error) = store::save(file, &remembered) {
            log::warn!("{}: {error}", file.display());
        }
    }

    fn fail(&mut self, event_loop: &ActiveEventLoop, failure: NoWindow) {
        self.failure = Some(failure);
        event_loop.exit();
    }
}

impl Open {
    fn draw(
        &mut self,
        session: &Session,
        canvases: &[(usize, egui::Rect)],
        overlay: &OverlayFrame,
        started: Instant,
    ) -> Result<(), NoWindow> {
        let texture = match self.surface.acquire(&self.gpu.device)? {
            Acquired::Frame(texture) => texture,
            Acquired::Again => {
                self.window.request_redraw();
                return Ok(());
            }
            Acquired::Skip => return Ok(()),
        };
        let look = Look { theme: session.theme() };
        let target = (self.surface.size(), overlay.screen.pixels_per_point);
        self.stage.set((&self.gpu.device, &self.gpu.queue), &mut self.renderer, session, canvases, target);
        let view = texture.texture.create_view(&wgpu::TextureViewDescriptor::default());
        let background = look.background().to_array();
        self.renderer.draw(&self.gpu.device, &self.gpu.queue, &view, background, Some(overlay));
        self.window.pre_present_notify();
        self.gpu.queue.present(texture);
        if !std::mem::replace(&mut self.shown, true) {
            log::info!("the first frame was shown {:.0} ms after the start", started.elapsed().as_secs_f64() * 1000.0);
        }
        Ok(())
    }

    /// When to draw again: at the monitor's next refresh while something moves, else when egui wants to.
    fn schedule(&mut self, began: f64, start: Instant, egui_wait: Duration, session: &Session) {
        self.due = if self.is_moving(session) {
            Some(start + Duration::from_secs_f64(self.metronome.next(began, session.pacer().period())))
        } else {
            self.metronome.forget();
            Instant::now().checked_add(egui_wait)
        };
    }

    fn is_moving(&self, session: &Session) -> bool {
        (session.is_playing() || session.transport().rerun().is_some()) && !self.minimised
    }
}

/// The rate that the window's monitor reports, if it does.
fn monitor_hz(window: &Window) -> Option<f64> {
    let millihertz = window.current_monitor()?.refresh_rate_millihertz()?;
    Some(f64::from(millihertz) / 1000.0)
}

impl ApplicationHandler<UserEvent> for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.open.is_some() {
            return;
        }
        match self.open(event_loop) {
            Ok(open) => self.open = Some(open),
            Err(failure) => self.fail(event_loop, failure),
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
                open.minimised = size.width == 0 || size.height == 0;
                open.surface.resize(&open.gpu.device, size.width, size.height);
                self.place.maximised = open.window.is_maximized();
                if !open.minimised && !self.place.maximised && !self.presenting {
                    let LogicalSize { width, height } = size.to_logical(open.window.scale_factor());
                    (self.place.width, self.place.height) = (width, height);
                }
            }
            WindowEvent::DroppedFile(path) => {
                requests::open(&mut self.session, &path);
                open.window.request_redraw();
            }
            WindowEvent::Occluded(hidden) => open.minimised = hidden,
            WindowEvent::Moved(_) | WindowEvent::ScaleFactorChanged { .. } => {
                let reported = monitor_hz(&open.window);
                self.session.on_monitor(reported);
            }
            WindowEvent::RedrawRequested => {
                if let Err(failure) = self.frame() {
                    self.fail(event_loop, failure);
                }
                return;
            }
            _ => {}
        }
        // While something moves the next frame is on its way, and what happened is seen in it.
        if response.repaint && !(open.is_moving(&self.session) && open.due.is_some()) {
            open.window.request_redraw();
        }
    }

    fn user_event(&mut self, _: &ActiveEventLoop, UserEvent(event): UserEvent) {
        use egui_winit::accesskit_winit::WindowEvent::{AccessibilityDeactivated, ActionRequested, InitialTreeRequested};
        let Some(open) = &mut self.open else { return };
        match event.window_event {
            InitialTreeRequested => self.ctx.enable_accesskit(),
            ActionRequested(request) => open.egui.on_accesskit_action_request(request),
            AccessibilityDeactivated => self.ctx.disable_accesskit(),
        }
        open.window.request_redraw();
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
