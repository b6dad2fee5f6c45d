//! The window while it is open: its surface, the GPU, the interface's connection to it, and when it draws.

use super::clipboard::Clipboard;
use super::error::NoWindow;
use super::event_loop::UserEvent;
use super::icon::icon;
use super::store::WindowGeometry;
use crate::front::compositor::{Compositor, ReadyFrame};
use crate::front::render::context::{Acquired, Gpu, WindowSurface};
use crate::front::render::kept::KeptFrame;
use crate::studio::session::Session;
use crate::studio::session::pacer::Metronome;
use std::sync::Arc;
use web_time::{Duration, Instant};
use winit::dpi::LogicalSize;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
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
    /// The last frame, where only changes are drawn.
    kept: Option<KeptFrame>,
    /// Translates between winit's events and egui.
    pub egui: egui_winit::State,
    /// Text to and from other programs.
    pub clipboard: Clipboard,
    /// When the next frame is due; nothing while nothing moves.
    pub due: Option<Instant>,
    metronome: Metronome,
    /// Whether the window is hidden completely.
    pub minimised: bool,
    /// Whether a frame has been shown yet.
    shown: bool,
    /// What the title says is shown.
    named: String,
}

/// The window's title: what is shown in it, and the program.
fn title(shown: &str) -> String {
    if shown.is_empty() { "tickscope".to_owned() } else { format!("{shown} – tickscope") }
}

impl OpenWindow {
    /// Names what is shown in the window's title, when that has changed.
    pub fn name(&mut self, shown: &str) {
        if self.named != shown {
            shown.clone_into(&mut self.named);
            self.window.set_title(&title(shown));
        }
    }

    /// Opens a window as large as `geometry` says.
    ///
    /// # Errors
    /// If the display gives no window, or there is no GPU for it.
    pub fn new(
        event_loop: &ActiveEventLoop,
        instance: &wgpu::Instance,
        ctx: &egui::Context,
        proxy: EventLoopProxy<UserEvent>,
        geometry: WindowGeometry,
    ) -> Result<OpenWindow, NoWindow> {
        let attributes = Window::default_attributes()
            .with_title(title(""))
            .with_window_icon(icon())
            .with_inner_size(LogicalSize::new(geometry.width, geometry.height))
            .with_maximized(geometry.maximised)
            .with_min_inner_size(LogicalSize::new(360.0, 480.0))
            // AccessKit must be set up before the window is seen.
            .with_visible(false);
        let window = Arc::new(event_loop.create_window(attributes)?);
        let (surface, gpu) = pollster::block_on(WindowSurface::new(instance.clone(), window.clone()))?;
        let compositor = Compositor::new(ctx.clone(), &gpu.device, surface.format());
        let side = gpu.device.limits().max_texture_dimension_2d as usize;
        let scale = Some(window.scale_factor() as f32);
        let mut egui = egui_winit::State::new(ctx.clone(), egui::ViewportId::ROOT, &window, scale, window.theme(), Some(side));
        egui.init_accesskit(event_loop, &window, proxy);
        let clipboard = Clipboard::new(&window, &mut egui);
        window.set_visible(true);
        window.request_redraw();
        Ok(OpenWindow {
            window,
            surface,
            gpu,
            compositor,
            kept: None,
            egui,
            clipboard,
            due: None,
            metronome: Metronome::default(),
            minimised: false,
            shown: false,
            named: String::new(),
        })
    }

    /// Draws a frame and presents it, if there is a place for it now. `started` is when the program started.
    ///
    /// # Errors
    /// If the GPU is lost.
    pub fn draw(&mut self, session: &Session, frame: ReadyFrame, started: Instant) -> Result<(), NoWindow> {
        let texture = match self.surface.acquire(&self.gpu.device)? {
            Acquired::Frame(texture) => texture,
            Acquired::Again => {
                self.window.request_redraw();
                self.compositor.skip(frame);
                return Ok(());
            }
            Acquired::Skip => {
                self.compositor.skip(frame);
                return Ok(());
            }
        };
        let (device, queue) = (&self.gpu.device, &self.gpu.queue);
        if self.surface.is_copied_to() {
            let kept = self.kept.take().filter(|kept| kept.fits(&texture.texture)).unwrap_or_else(|| {
                self.compositor.forget_last();
                KeptFrame::new(device, &texture.texture)
            });
            self.compositor.draw_changes((device, queue), frame, Some(session), kept.view());
            kept.copy_to(&texture.texture, device, queue);
            self.kept = Some(kept);
        } else {
            let view = texture.texture.create_view(&wgpu::TextureViewDescriptor::default());
            self.compositor.draw((device, queue), frame, Some(session), &view);
        }
        self.window.pre_present_notify();
        self.gpu.queue.present(texture);
        if !std::mem::replace(&mut self.shown, true) {
            log::info!("the first frame was shown {:.0} ms after the start", started.elapsed().as_secs_f64() * 1000.0);
        }
        Ok(())
    }

    /// When to draw again: at the monitor's next refresh while something moves, else when egui requests it. `began` is when
    /// this frame began, in seconds after `start`.
    pub fn schedule(&mut self, began: f64, start: Instant, egui_wait: Duration, session: &Session) {
        self.due = if self.is_moving(session) {
            Some(start + Duration::from_secs_f64(self.metronome.next(began, session.pacer().period())))
        } else {
            self.metronome.forget();
            Instant::now().checked_add(egui_wait)
        };
    }

    /// Whether something moves that can be seen.
    pub fn is_moving(&self, session: &Session) -> bool {
        (session.is_playing() || session.transport().rerun().is_some()) && !self.minimised
    }
}

/// The rate that the window's monitor reports, in hertz, if it does.
pub(super) fn monitor_hz(window: &Window) -> Option<f64> {
    let millihertz = window.current_monitor()?.refresh_rate_millihertz()?;
    Some(f64::from(millihertz) / 1000.0)
}
