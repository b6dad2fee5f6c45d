//! What the program is while it has a window, or had one: the session, and how a frame of it comes about.

use super::error::NoWindow;
use super::load_map_job::LoadMapJob;
use super::open_window::{OpenWindow, monitor_hz};
use super::opening::Opening;
use super::platform::address::Address;
use super::platform::control_list::ControlList;
use super::platform::startup::{self, Proxy};
use super::platform::storage::Storage;
use super::requests::RequestHandler;
use super::store::{Remembered, WindowGeometry};
use crate::front::ui;
use crate::studio::session::{Request, Session};
use web_time::{Duration, Instant};
use winit::event_loop::ActiveEventLoop;
use winit::keyboard::ModifiersState;
use winit::window::Fullscreen;

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
    proxy: Proxy,
    /// The window while it is on its way.
    opening: Option<Opening>,
    /// The window, while there is one.
    pub open: Option<OpenWindow>,
    /// Which of Ctrl, Shift, Alt and Super are held.
    pub modifiers: ModifiersState,
    failure: Option<NoWindow>,
    requests: RequestHandler,
    load_map: LoadMapJob,
    /// The interface's zoom factor as the person has it; a presentation is larger.
    pub zoom: f32,
    /// Whether the window is shown as a presentation.
    pub presenting: bool,
    /// Where tests find the controls, if one asks for it.
    controls: Option<ControlList>,
    /// What the next start finds.
    pub storage: Storage,
    /// The address that the browser shows.
    pub address: Address,
}

impl App {
    /// `zoom` is the interface's zoom factor.
    pub fn new(session: Session, remembered: &Remembered, proxy: Proxy, storage: Storage) -> App {
        let ctx = egui::Context::default();
        ctx.set_zoom_factor(remembered.zoom);
        let address = Address::of(&session);
        App {
            session,
            geometry: remembered.window,
            start: Instant::now(),
            ctx,
            proxy,
            opening: None,
            open: None,
            modifiers: ModifiersState::empty(),
            failure: None,
            requests: RequestHandler::default(),
            load_map: LoadMapJob::default(),
            zoom: remembered.zoom,
            presenting: false,
            controls: ControlList::asked_for(),
            storage,
            address,
        }
    }

    /// Opens the window, at once or when its GPU is found ([`App::opened`]); in the place of the one that was open.
    ///
    /// # Errors
    /// If the display gives no window, or there is no GPU for it.
    pub fn open(&mut self, event_loop: &ActiveEventLoop) -> Result<(), NoWindow> {
        if self.open.take().is_some() {
            // The new GPU has none of the pictures that egui believes it has: a context that knows none begins.
            let zoom = self.ctx.zoom_factor();
            self.ctx = egui::Context::default();
            self.ctx.set_zoom_factor(zoom);
        }
        self.opening = Some(Opening::begin(event_loop, &self.ctx, &self.proxy, self.geometry)?);
        self.opened()
    }

    /// Shows the window if its GPU has been found by now.
    ///
    /// # Errors
    /// If there is no GPU for it.
    pub fn opened(&mut self) -> Result<(), NoWindow> {
        let Some(opening) = self.opening.take_if(|opening| opening.has_ended()) else { return Ok(()) };
        let Some(open) = opening.end(&self.ctx)? else { return Ok(()) };
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
        self.session.add_simulated(self.start.elapsed().as_secs_f64() - began);

        let mut input = open.egui.take_egui_input(&open.window);
        open.clipboard.paste_into(&mut input.events);
        open.hands.add_to(&mut input);
        if self.controls.is_some() {
            self.ctx.enable_accesskit();
        }
        let session = &self.session;
        let mut layout = open.compositor.lay_out(session.theme(), input, |ui| ui::show_window(ui, session));
        let actions = std::mem::take(&mut layout.shown.actions);
        let acted = !actions.is_empty();
        for action in actions {
            self.session.act(action);
        }
        if let (Some(list), Some(tree)) = (&mut self.controls, &layout.platform.accesskit_update) {
            list.write(tree, self.ctx.pixels_per_point());
        }
        open.clipboard.copy_from(&mut layout.platform.commands);
        open.hands.follow(&layout.platform);
        open.egui.handle_platform_output(&open.window, std::mem::take(&mut layout.platform));
        let look_again = self.answer_requests();
        let look_again = look_again.into_iter().chain(self.load_map.poll(&mut self.session)).min();
        self.present();
        self.address.follow(&self.session);
        let (session, geometry, zoom) = (&self.session, self.geometry, self.zoom);
        self.storage.follow(acted, session, || Remembered::of(session, geometry, zoom));
        let Some(open) = &mut self.open else { return Ok(()) };

        open.name(self.session.headline());
        let wait = if acted { Duration::ZERO } else { layout.repaint_after };
        let size = open.surface.size();
        let frame = open.compositor.upload((&open.gpu.device, &open.gpu.queue), layout, size);
        open.draw(&self.session, frame, self.start)?;
        open.schedule(began, self.start, look_again.map_or(wait, |soon| wait.min(soon)), &self.session);
        Ok(())
    }

    /// Serves the requests of the session; returns how soon to look again at what is under way.
    fn answer_requests(&mut self) -> Option<Duration> {
        for request in self.session.take_requests() {
            match (request, &mut self.open) {
                (Request::Copy(text), Some(open)) => open.clipboard.copy(&mut open.egui, text),
                (Request::Paste, Some(open)) => open.clipboard.ask(&mut open.egui),
                (Request::Film(spec), Some(open)) => self.requests.film(&mut self.session, spec, &open.gpu),
                (request, _) => self.requests.serve(&mut self.session, request),
            }
        }
        if let Some(text) = self.open.as_mut().and_then(|open| open.clipboard.answer()) {
            self.session.act(ui::pasted(&text));
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

    /// Ends the program with an error.
    pub fn fail(&mut self, event_loop: &ActiveEventLoop, failure: NoWindow) {
        startup::failed(&failure);
        self.failure = Some(failure);
        event_loop.exit();
    }

    /// The error that ended the program, if one did.
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "a page is told at once"))]
    pub fn take_failure(&mut self) -> Option<NoWindow> {
        self.failure.take()
    }
}
