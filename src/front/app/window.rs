//! The window: while it waits for a GPU, and while it is open with its surface and its interface.

use super::error::NoWindow;
use super::platform::Platform;
use super::store::WindowGeometry;
use crate::front::compositor::{Compositor, ReadyFrame};
use crate::front::render::context::{Acquired, Gpu, GpuError, WindowSurface};
use crate::studio::session::Session;
use egui::accesskit::{Node, NodeId, Role, TreeUpdate};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::Arc;
use web_time::{Duration, Instant};
use winit::event_loop::ActiveEventLoop;
use winit::window::Window;

type FoundGpu = Result<(WindowSurface, Gpu), GpuError>;

/// A window that waits for its GPU; a browser takes some frames to find one.
pub(super) struct Opening {
    window: Arc<Window>,
    egui: egui_winit::State,
    gpu: Rc<RefCell<Option<FoundGpu>>>,
}

impl Opening {
    /// Creates a window, of the size in `geometry` if the platform lets windows have a size, and begins to search for a GPU.
    pub fn begin(
        event_loop: &ActiveEventLoop,
        ctx: &egui::Context,
        platform: &mut impl Platform,
        geometry: WindowGeometry,
    ) -> Result<Opening, NoWindow> {
        let window = Arc::new(event_loop.create_window(platform.window_attributes(geometry))?);
        let scale = Some(window.scale_factor() as f32);
        let mut egui = egui_winit::State::new(ctx.clone(), egui::ViewportId::ROOT, &window, scale, window.theme(), None);
        platform.connect(&mut egui, event_loop, &window);
        let gpu = Rc::new(RefCell::new(None));
        let (instance, surface_of, found) = (platform.gpu_instance(event_loop), window.clone(), gpu.clone());
        platform.start(async move {
            let gpu = WindowSurface::new(instance.await, surface_of).await;
            found.replace(Some(gpu));
        });
        Ok(Opening { window, egui, gpu })
    }

    pub fn has_ended(&self) -> bool {
        self.gpu.borrow().is_some()
    }

    /// Opens the window; `None` if the search has not ended.
    pub fn end(self, ctx: &egui::Context) -> Result<Option<OpenWindow>, NoWindow> {
        let Opening { window, mut egui, gpu } = self;
        let Some(found) = gpu.take() else { return Ok(None) };
        let (mut surface, gpu) = found?;
        let size = window.inner_size();
        surface.resize(&gpu.device, size.width, size.height);
        egui.set_max_texture_side(gpu.device.limits().max_texture_dimension_2d as usize);
        let compositor = Compositor::new(ctx.clone(), &gpu.device, surface.config.format);
        window.set_visible(true);
        window.request_redraw();
        Ok(Some(OpenWindow {
            window,
            surface,
            gpu,
            compositor,
            egui,
            due: None,
            is_hidden: false,
            has_room: true,
            is_shown: false,
            title: String::new(),
        }))
    }
}

pub(super) struct OpenWindow {
    pub window: Arc<Window>,
    pub surface: WindowSurface,
    pub gpu: Gpu,
    pub compositor: Compositor,
    pub egui: egui_winit::State,
    /// The moment at which the next frame is due; `None` while nothing moves.
    pub due: Option<Instant>,
    pub is_hidden: bool,
    /// Whether the window is larger than zero.
    pub has_room: bool,
    is_shown: bool,
    title: String,
}

pub(super) fn title(name: &str) -> String {
    if name.is_empty() { "tickscope".to_owned() } else { format!("{name} – tickscope") }
}

impl OpenWindow {
    pub fn set_title(&mut self, name: &str, platform: &impl Platform) {
        if self.title != name {
            name.clone_into(&mut self.title);
            platform.set_title(&self.window, &title(name));
        }
    }

    /// Draws a frame and presents it if the surface has room for it now. `started` is when the program started.
    pub fn draw(
        &mut self,
        session: &Session,
        frame: ReadyFrame,
        started: Instant,
        platform: &mut impl Platform,
    ) -> Result<(), NoWindow> {
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
        if !std::mem::replace(&mut self.is_shown, true) {
            log::info!("the first frame was shown {:.0} ms after the start", started.elapsed().as_secs_f64() * 1000.0);
        }
        platform.on_shown(&self.gpu);
        Ok(())
    }

    /// Sets when the next frame is due: at the next refresh of the monitor while something moves, otherwise after `egui_wait`.
    /// `began` is the beginning of this frame, in seconds after `start`.
    pub fn schedule(&mut self, began: f64, start: Instant, egui_wait: Duration, session: &Session, platform: &mut impl Platform) {
        self.due = if self.is_moving(session) {
            Some(platform.next_frame(began, start, session.pacer.period))
        } else {
            platform.pause();
            Instant::now().checked_add(egui_wait)
        };
    }

    /// Returns whether something visible moves.
    pub fn is_moving(&self, session: &Session) -> bool {
        (session.is_playing() || session.run.transport.rerun().is_some()) && self.has_room && !self.is_hidden
    }

    /// Returns the refresh rate of the monitor in hertz; `None` if it reports none.
    pub fn monitor_hz(&self) -> Option<f64> {
        let millihertz = self.window.current_monitor()?.refresh_rate_millihertz()?;
        Some(f64::from(millihertz) / 1000.0)
    }
}

/// Returns the controls and texts of the window, one per line: `x y width height role name`, in pixels of the window.
pub fn control_lines(tree: &TreeUpdate, pixels_per_point: f64) -> String {
    let nodes: HashMap<NodeId, &Node> = tree.nodes.iter().map(|(id, node)| (*id, node)).collect();
    let mut lines = String::new();
    for (_, node) in &tree.nodes {
        let by_another = || node.labelled_by().first().and_then(|id| nodes.get(id)?.value());
        // The name of a label is its text.
        let text = || node.value().filter(|_| node.role() == Role::Label);
        let name = node.label().or_else(by_another).or_else(text);
        let (Some(name), Some(bounds)) = (name, node.bounds()) else { continue };
        let [x, y, width, height] = [bounds.x0, bounds.y0, bounds.width(), bounds.height()].map(|side| side * pixels_per_point);
        let first_line = name.lines().next().unwrap_or_default();
        let _ = writeln!(lines, "{x:.0} {y:.0} {width:.0} {height:.0} {:?} {first_line}", node.role());
    }
    lines
}

#[cfg(test)]
mod tests {
    use crate::front::app::window::*;

    #[test]
    fn every_named_control_is_a_line_with_its_place_in_pixels() {
        let ctx = egui::Context::default();
        ctx.enable_accesskit();
        let mut value = 1.0;
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let _ = ui.button("Play\nand more");
            let label = ui.label("Render load");
            ui.add(egui::Slider::new(&mut value, 0.0..=2.0)).labelled_by(label.id);
        });
        output.textures_delta.clear(); // Nothing is drawn here.
        let lines = control_lines(&output.platform_output.accesskit_update.expect("it is enabled"), 2.0);
        let line = |end: &str| lines.lines().find(|line| line.ends_with(end)).unwrap_or_else(|| panic!("no {end} in {lines}"));
        assert!(line("Button Play").split(' ').take(4).all(|number| number.parse::<u32>().is_ok()), "{lines}");
        line("Slider Render load");
        line("Label Render load");
    }
}
