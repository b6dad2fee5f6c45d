//! The window while it is open: its surface, the GPU, the interface's connection to it, and when it draws.

use super::error::NoWindow;
use super::platform::clipboard::Clipboard;
use super::platform::hands::Hands;
use super::platform::pacing::Pacing;
use super::platform::startup;
use crate::front::compositor::{Compositor, ReadyFrame};
use crate::front::render::context::{Acquired, Gpu, WindowSurface};
use crate::studio::session::Session;
use std::sync::Arc;
use web_time::{Duration, Instant};
use winit::window::Window;

/// Everything that exists only while the window does.
pub(super) struct OpenWindow {
    /// The window itself.
    pub window: Arc<Window>,
    /// What is drawn on.
    pub surface: WindowSurface,
    /// What draws.
    pub gpu: Gpu,
    /// Puts the frames together.
    pub compositor: Compositor,
    /// Translates between winit's events and egui.
    pub egui: egui_winit::State,
    /// Text to and from other programs.
    pub clipboard: Clipboard,
    /// Fingers, and the keyboard on the screen.
    pub hands: Hands,
    /// When the next frame is due; nothing while nothing moves.
    pub due: Option<Instant>,
    pacing: Pacing,
    /// Whether the window is out of sight.
    pub is_hidden: bool,
    /// Whether it has any size.
    pub has_room: bool,
    /// Whether a frame has been shown yet.
    shown: bool,
    /// What the title says is shown.
    named: String,
}

/// The window's title: what is shown in it, and the program.
pub(super) fn title(shown: &str) -> String {
    if shown.is_empty() { "tickscope".to_owned() } else { format!("{shown} – tickscope") }
}

impl OpenWindow {
    /// Names what is shown in the window's title, when that has changed.
    pub fn name(&mut self, shown: &str) {
        if self.named != shown {
            shown.clone_into(&mut self.named);
            startup::name(&self.window, &title(shown));
        }
    }

    /// A window that is there, and what it is drawn with.
    pub fn new(
        window: Arc<Window>,
        (surface, gpu): (WindowSurface, Gpu),
        compositor: Compositor,
        mut egui: egui_winit::State,
    ) -> OpenWindow {
        let clipboard = Clipboard::new(&window, &mut egui);
        OpenWindow {
            window,
            surface,
            gpu,
            compositor,
            egui,
            clipboard,
            hands: Hands::new(),
            due: None,
            pacing: Pacing::new(),
            is_hidden: false,
            has_room: true,
            shown: false,
            named: String::new(),
        }
    }

    /// Draws a frame and presents it, if there is a place for it now. `started` is when the program started.
    ///
    /// # Errors
    /// If the GPU is lost.
    pub fn draw(&mut self, session: &Session, frame: ReadyFrame, started: Instant) -> Result<(), NoWindow> {
        let acquired = self.surface.acquire(&self.gpu.device)?;
        let Acquired::Frame(target) = acquired else {
            if matches!(acquired, Acquired::Again) {
                self.window.request_redraw();
            }
            self.compositor.skip(frame);
            return Ok(());
        };
        let (device, queue) = (&self.gpu.device, &self.gpu.queue);
        self.compositor.draw((device, queue), frame, Some(session), &target.view, target.redraw);
        self.surface.present(target, device, queue);
        if !std::mem::replace(&mut self.shown, true) {
            log::info!("the first frame was shown {:.0} ms after the start", started.elapsed().as_secs_f64() * 1000.0);
        }
        startup::shown(&self.gpu);
        Ok(())
    }

    /// When to draw again: at the monitor's next refresh while something moves, else when egui requests it. `began` is when
    /// this frame began, in seconds after `start`.
    pub fn schedule(&mut self, began: f64, start: Instant, egui_wait: Duration, session: &Session) {
        self.due = if self.is_moving(session) {
            Some(self.pacing.next(began, start, session.pacer().period()))
        } else {
            self.pacing.forget();
            Instant::now().checked_add(egui_wait)
        };
    }

    /// Whether something moves that can be seen.
    pub fn is_moving(&self, session: &Session) -> bool {
        (session.is_playing() || session.transport().rerun().is_some()) && self.has_room && !self.is_hidden
    }
}

/// The rate that the window's monitor reports, in hertz, if it does.
pub(super) fn monitor_hz(window: &Window) -> Option<f64> {
    let millihertz = window.current_monitor()?.refresh_rate_millihertz()?;
    Some(f64::from(millihertz) / 1000.0)
}
