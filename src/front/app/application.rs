//! What the program is while it has a window, or had one: the session, and how a frame of it comes about.

use super::controls::ControlList;
use super::error::NoWindow;
use super::event_loop::UserEvent;
use super::load_map_job::LoadMapJob;
use super::open_window::{OpenWindow, monitor_hz};
use super::requests::RequestHandler;
use super::store::{self, Remembered, WindowGeometry};
use crate::front::ui;
use crate::model::config::Settings;
use crate::model::config::view::View;
use crate::studio::session::{Request, Session};
use std::path::Path;
use web_time::{Duration, Instant};
use winit::event_loop::{ActiveEventLoop, EventLoop, EventLoopProxy};
use winit::keyboard::ModifiersState;
use winit::window::Fullscreen;

/// How often something that is under way is looked at.
const PROGRESS: Duration = Duration::from_millis(100);
/// How much larger everything is in a presentation.
const LARGE: f32 = 1.4;

/// The program around the window.
pub(super) struct App {
    /// The session that the window shows.
    pub session: Session,
    /// Where the window is, or was.
    pub geometry: WindowGeometry,
    /// When the program started.
    pub start: Instant,
    /// The context of the interface; it outlives the window.
    pub ctx: egui::Context,
    proxy: EventLoopProxy<UserEvent>,
    instance: wgpu::Instance,
    /// The window, while there is one.
    pub open: Option<OpenWindow>,
    /// Which of Ctrl, Shift, Alt and Super are held.
    pub modifiers: ModifiersState,
    failure: Option<NoWindow>,
    requests: RequestHandler,
    load_map: LoadMapJob,
    /// The interface's zoom factor as the person has it; a presentation is larger.
    zoom: f32,
    /// Whether the window is shown as a presentation.
    pub presenting: bool,
    /// Where tests find the controls, if the environment asks for it.
    controls: Option<ControlList>,
}

impl App {
    /// `zoom` is the interface's zoom factor.
    pub fn new(session: Session, (geometry, zoom): (WindowGeometry, f32), event_loop: &EventLoop<UserEvent>) -> App {
        let display = Box::new(event_loop.owned_display_handle());
        let ctx = egui::Context::default();
        ctx.set_zoom_factor(zoom);
        App {
            session,
            geometry,
            start: Instant::now(),
            ctx,
            proxy: event_loop.create_proxy(),
            instance: wgpu::Instance::new(wgpu::InstanceDescriptor::new_with_display_handle_from_env(display)),
            open: None,
            modifiers: ModifiersState::empty(),
            failure: None,
            requests: RequestHandler::default(),
            load_map: LoadMapJob::default(),
            zoom,
            presenting: false,
            controls: ControlList::asked_for(),
        }
    }

    /// Opens the window.
    ///
    /// # Errors
    /// If the display gives no window, or there is no GPU for it.
    pub fn open(&mut self, event_loop: &ActiveEventLoop) -> Result<(), NoWindow> {
        let open = OpenWindow::new(event_loop, &self.instance, &self.ctx, self.proxy.clone(), self.geometry)?;
        self.session.on_monitor(monitor_hz(&open.window));
        self.open = Some(open);
        Ok(())
    }

    /// Shows one frame: the interface, what the person did with it, the panes, the screen.
    ///
    /// # Errors
    /// If the GPU is lost.
    pub fn frame(&mut self) -> Result<(), NoWindow> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let began = self.start.elapsed().as_secs_f64();
        self.session.frame(began);
        self.session.simulated(self.start.elapsed().as_secs_f64() - began);

        let mut input = open.egui.take_egui_input(&open.window);
        open.clipboard.paste_into(&mut input.events);
        if self.controls.is_some() {
            self.ctx.enable_accesskit();
        }
        let session = &self.session;
        let mut layout = open.compositor.lay_out(session.theme(), input, |ui| ui::show(ui, session));
        let actions = std::mem::take(&mut layout.shown.actions);
        let acted = !actions.is_empty();
        for action in actions {
            self.session.act(action);
        }
        if let (Some(list), Some(tree)) = (&mut self.controls, &layout.platform.accesskit_update) {
            list.write(tree, self.ctx.pixels_per_point());
        }
        open.clipboard.copy_from(&mut layout.platform.commands);
        open.egui.handle_platform_output(&open.window, std::mem::take(&mut layout.platform));
        let under_way = self.answer_requests() | self.load_map.poll(&mut self.session);
        self.present();
        let Some(open) = &mut self.open else { return Ok(()) };

        open.name(self.session.headline());
        let wait = if acted { Duration::ZERO } else { layout.repaint_after };
        let size = open.surface.size();
        let frame = open.compositor.upload((&open.gpu.device, &open.gpu.queue), layout, size);
        open.draw(&self.session, frame, self.start)?;
        open.schedule(began, self.start, if under_way { wait.min(PROGRESS) } else { wait }, &self.session);
        Ok(())
    }

    /// Serves the requests of the session; true while something is under way.
    fn answer_requests(&mut self) -> bool {
        for request in self.session.take_requests() {
            match (request, &mut self.open) {
                (Request::Copy(text), Some(open)) => open.clipboard.copy(&mut open.egui, text),
                (Request::Paste, Some(open)) => {
                    let text = open.clipboard.text(&mut open.egui);
                    self.session.act(ui::pasted(&text));
                }
                (request, _) => self.requests.serve(&mut self.session, request),
            }
        }
        self.requests.poll(&mut self.session)
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

    /// Stores what the next start shall find. A failure is only logged, because the program is ending.
    pub fn remember(&self, file: &Path, settings: Settings, view: View) {
        let mut remembered = Remembered::new(self.geometry, self.zoom, view, settings).with_theme(self.session.theme());
        remembered.base = self.session.link_base().map(str::to_owned);
        if let Err(error) = store::save(file, &remembered) {
            log::warn!("{error}");
        }
    }

    /// Ends the program with an error.
    pub fn fail(&mut self, event_loop: &ActiveEventLoop, failure: NoWindow) {
        self.failure = Some(failure);
        event_loop.exit();
    }

    /// The error that ended the program, if one did.
    pub fn take_failure(&mut self) -> Option<NoWindow> {
        self.failure.take()
    }
}
