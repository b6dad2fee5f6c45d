//! The command `tickscope doctor`, which checks everything that the window needs, and names the remedy for what is missing.

use super::run::event_loop;
use crate::front::app::error::NoWindow;
use crate::front::render::context::{Gpu, GpuError};
use std::fmt::Write as _;
use std::sync::Arc;
use tickscope_core::model::worlds::golden;
use winit::application::ApplicationHandler;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoop};
use winit::window::{Window, WindowId};

/// The command that installs the packages with which a bare Debian or Ubuntu can open a window without a screen and a GPU.
const PACKAGES: &str = "apt-get install -y --no-install-recommends xvfb xauth mesa-vulkan-drivers libvulkan1 libgl1-mesa-dri \
                            libegl1 libxkbcommon-x11-0 libxcursor1 libxi6 libxrandr2 libx11-xcb1";

/// Returns a paragraph with the reason why the window did not open, and the remedy.
pub fn advice(failure: &NoWindow) -> String {
    let fix = match failure {
        NoWindow::Display(_) | NoWindow::Library(_) | NoWindow::Window(_) => {
            "Start it in a desktop session; over ssh, or on a machine without a screen, `xvfb-run -a` before the command makes a \
             virtual one. On a bare Debian or Ubuntu this installs all that is needed:"
        }
        NoWindow::Gpu(_) => {
            "Install your GPU's Vulkan driver, or the software one, which any computer can run. On Debian or Ubuntu this installs \
             all that is needed:"
        }
        NoWindow::Settings(_) => return failure.to_string(),
    };
    format!("No window could be opened: {failure}. {fix}\n\n    {PACKAGES}\n")
}

pub fn examine() -> String {
    let mut text = format!("tickscope {} on {} {}\n\n", env!("CARGO_PKG_VERSION"), std::env::consts::OS, std::env::consts::ARCH);
    let mut missing = Vec::new();
    let (display, problem) = match event_loop::<()>() {
        Ok(event_loop) => examine_display(event_loop),
        Err(failure) => (String::new(), Some(failure)),
    };
    for name in ["DISPLAY", "WAYLAND_DISPLAY"] {
        // The value is not printed, because it may name a computer.
        let value = if std::env::var_os(name).is_some() { "set" } else { "not set" };
        let _ = writeln!(text, "{name:<16} {value}");
    }
    let adapters = examine_adapters();
    let _ = write!(text, "\nAdapters\n{adapters}\nDisplay\n{display}");
    if adapters.is_empty() {
        text.push_str("  no adapter: nothing can be drawn\n");
        missing.push("a Vulkan or OpenGL driver; the software one is in mesa-vulkan-drivers".to_owned());
    }
    if let Some(problem) = problem {
        let _ = writeln!(text, "  no window: {problem}");
        missing.push(format!("a window: {problem}"));
    }
    let differing = golden::differing();
    let _ = write!(text, "\nWorlds\n  {} of ", golden::COMMITTED.lines().count() - differing.len());
    let _ = writeln!(text, "{} reach their stored state after 600 steps, bit for bit", golden::COMMITTED.lines().count());
    if !differing.is_empty() {
        missing.push(format!("the same arithmetic as everywhere: {} differ, please report it", differing.join(", ")));
    }
    text.push('\n');
    if missing.is_empty() {
        text.push_str("Nothing is missing.\n");
    } else {
        let _ = writeln!(text, "Missing: {}.\nOn a bare Debian or Ubuntu:\n\n    {PACKAGES}\n", missing.join("; "));
    }
    // The report goes into public issues, but winit's errors name source files in the home folder of the person who built the
    // program.
    match dirs::home_dir().filter(|home| home.parent().is_some()) {
        Some(home) => text.replace(&*home.to_string_lossy(), "~"),
        None => text,
    }
}

fn examine_adapters() -> String {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
    let mut text = String::new();
    for adapter in pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all())) {
        let info = adapter.get_info();
        let driver = [info.driver, info.driver_info].join(" ");
        let _ = writeln!(text, "  {} · {} · {:?} · {}", info.name, info.backend, info.device_type, driver.trim());
    }
    text
}

struct Examination {
    instance: wgpu::Instance,
    text: String,
    problem: Option<NoWindow>,
}

fn examine_display(event_loop: EventLoop<()>) -> (String, Option<NoWindow>) {
    let display = Box::new(event_loop.owned_display_handle());
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_with_display_handle_from_env(display));
    let mut examination = Examination { instance, text: String::new(), problem: None };
    match event_loop.run_app(&mut examination) {
        Ok(()) => (examination.text, examination.problem),
        Err(failure) => (examination.text, Some(failure.into())),
    }
}

impl Examination {
    fn look(&mut self, event_loop: &ActiveEventLoop) -> Result<(), NoWindow> {
        for monitor in event_loop.available_monitors() {
            let (name, size) = (monitor.name().unwrap_or_default(), monitor.size());
            let rate = monitor
                .refresh_rate_millihertz()
                .map_or("unknown rate".to_owned(), |mhz| format!("{:.2} Hz", f64::from(mhz) / 1000.0));
            let _ = writeln!(
                self.text,
                "  monitor {name} · {}×{} · {rate} · scale {}",
                size.width,
                size.height,
                monitor.scale_factor()
            );
        }
        let window = Arc::new(event_loop.create_window(Window::default_attributes().with_visible(false))?);
        let surface = self.instance.create_surface(window).map_err(GpuError::from)?;
        let gpu = pollster::block_on(Gpu::new(&self.instance, Some(&surface)))?;
        let capabilities = surface.get_capabilities(&gpu.adapter);
        let _ =
            writeln!(self.text, "  the window would use {} · {}", gpu.adapter.get_info().name, gpu.adapter.get_info().backend);
        let _ = writeln!(self.text, "  present modes {:?}", capabilities.present_modes);
        let _ = writeln!(self.text, "  formats {:?}", capabilities.formats);
        Ok(())
    }
}

impl ApplicationHandler for Examination {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        self.problem = self.look(event_loop).err();
        event_loop.exit();
    }

    fn window_event(&mut self, _: &ActiveEventLoop, _: WindowId, _: WindowEvent) {}
}
