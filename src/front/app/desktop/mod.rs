//! The platform of a desktop: files, the system's clipboard and dialogs, an exact clock, and a screen reader.

mod clipboard;
pub mod doctor;
pub mod files;
pub mod follow;
pub mod run;
pub mod storage;

use super::platform::Platform;
use super::store::{Remembered, WindowGeometry};
use super::window::title;
use crate::studio::session::Session;
use clipboard::Clipboard;
use egui::{Context, PlatformOutput, RawInput};
use egui_winit::State;
use egui_winit::accesskit_winit::WindowEvent::{AccessibilityDeactivated, ActionRequested, InitialTreeRequested};
use std::future::{Future, ready};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use web_time::{Duration, Instant};
use winit::dpi::LogicalSize;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::{Icon, Window, WindowAttributes};

/// A request of the screen reader, from outside of the window.
#[derive(Debug)]
pub struct ScreenReaderEvent(egui_winit::accesskit_winit::Event);

impl From<egui_winit::accesskit_winit::Event> for ScreenReaderEvent {
    fn from(event: egui_winit::accesskit_winit::Event) -> ScreenReaderEvent {
        ScreenReaderEvent(event)
    }
}

pub struct Desktop {
    proxy: EventLoopProxy<ScreenReaderEvent>,
    clipboard: Clipboard,
    pace: Metronome,
    controls: Option<ControlFile>,
    /// The newest state of a window with users' loops, from which the program starts again if a loop cannot be stopped.
    pub newest: Arc<Mutex<Option<Remembered>>>,
}

/// A file with the list of the window's controls, for tests that drive the real window.
struct ControlFile {
    path: PathBuf,
    written: String,
}

impl Desktop {
    /// Returns the platform of a desktop; events from outside come through `proxy`. If the environment variable
    /// `TICKSCOPE_CONTROLS` names a file, the window's controls are listed there.
    pub fn new(proxy: EventLoopProxy<ScreenReaderEvent>) -> Desktop {
        let path = std::env::var_os("TICKSCOPE_CONTROLS").map(PathBuf::from);
        let controls = path.map(|path| ControlFile { path, written: String::new() });
        Desktop { proxy, clipboard: Clipboard::default(), pace: Metronome::default(), controls, newest: Arc::default() }
    }
}

/// Shrinks a window that is larger than its monitor to the monitor's size, so that its lower edge can be reached.
fn fit_the_monitor(window: &Window) {
    let Some(room) = window.current_monitor().map(|monitor| monitor.size()) else { return };
    let size = window.inner_size();
    if (size.width > room.width || size.height > room.height) && room.width > 0 && room.height > 0 {
        let fitting = winit::dpi::PhysicalSize::new(size.width.min(room.width), size.height.min(room.height));
        let _ = window.request_inner_size(fitting);
    }
}

impl Platform for Desktop {
    type Event = ScreenReaderEvent;

    fn window_attributes(&mut self, geometry: WindowGeometry) -> WindowAttributes {
        Window::default_attributes()
            .with_title(title(""))
            .with_window_icon(icon())
            .with_inner_size(LogicalSize::new(geometry.width, geometry.height))
            .with_maximized(geometry.maximised)
            .with_min_inner_size(LogicalSize::new(360.0, 480.0))
            // AccessKit must be set up before the window is visible.
            .with_visible(false)
    }

    fn gpu_instance(&self, event_loop: &ActiveEventLoop) -> Pin<Box<dyn Future<Output = wgpu::Instance>>> {
        let display = Box::new(event_loop.owned_display_handle());
        Box::pin(ready(wgpu::Instance::new(wgpu::InstanceDescriptor::new_with_display_handle_from_env(display))))
    }

    fn start(&self, work: impl Future<Output = ()> + 'static) {
        pollster::block_on(work);
    }

    fn connect(&mut self, egui: &mut State, event_loop: &ActiveEventLoop, window: &Window) {
        egui.init_accesskit(event_loop, window, self.proxy.clone());
        fit_the_monitor(window);
        self.clipboard = Clipboard::new(window, egui);
    }

    fn set_title(&self, window: &Window, title: &str) {
        window.set_title(title);
    }

    fn next_frame(&mut self, began: f64, start: Instant, period: f64) -> Instant {
        start + Duration::from_secs_f64(self.pace.next(began, period))
    }

    fn pause(&mut self) {
        self.pace.forget();
    }

    fn add_input(&mut self, input: &mut RawInput) {
        self.clipboard.paste_into(&mut input.events);
    }

    fn take_output(&mut self, output: &mut PlatformOutput) -> bool {
        self.clipboard.copy_from(&mut output.commands);
        false
    }

    fn wants_controls(&self) -> bool {
        self.controls.is_some()
    }

    fn follow(&mut self, session: &Session, _: bool, remembered: impl FnOnce() -> Remembered) {
        if cfg!(feature = "own-loops")
            && !session.run.lab.settings().loops.is_empty()
            && let Ok(mut newest) = self.newest.lock()
        {
            *newest = Some(remembered());
        }
    }

    fn publish_controls(&mut self, lines: String) {
        let Some(file) = self.controls.as_mut().filter(|file| file.written != lines) else { return };
        match std::fs::write(&file.path, &lines) {
            Ok(()) => file.written = lines,
            Err(error) => log::warn!("{}: {error}", file.path.display()),
        }
    }

    fn copy(&mut self, egui: &mut State, text: String) {
        self.clipboard.copy(egui, text);
    }

    fn request_clipboard(&mut self, egui: &mut State) {
        self.clipboard.request(egui);
    }

    fn take_clipboard(&mut self) -> Option<String> {
        self.clipboard.take()
    }

    fn on_event(
        &mut self,
        ScreenReaderEvent(event): ScreenReaderEvent,
        _: &mut Session,
        egui: Option<&mut State>,
        ctx: &Context,
    ) -> bool {
        let Some(egui) = egui else { return false };
        match event.window_event {
            InitialTreeRequested => ctx.enable_accesskit(),
            ActionRequested(request) => egui.on_accesskit_action_request(request),
            AccessibilityDeactivated => ctx.disable_accesskit(),
        }
        false
    }
}

/// Computes when the next frame of the window begins: immediately if presenting a frame waits for the monitor, otherwise (with a
/// virtual monitor, for example) at a steady beat, so that no frame is drawn that is never shown.
#[derive(Debug, Default)]
pub struct Metronome {
    last: Option<f64>,
    /// The number of consecutive frames that came earlier than the monitor could have shown them.
    early: u32,
    due: Option<f64>,
}

/// The number of consecutive early frames after which presenting counts as not waiting for the monitor.
const EARLY: u32 = 20;

impl Metronome {
    pub fn forget(&mut self) {
        (self.last, self.due) = (None, None);
    }

    /// Returns when the next frame begins after one that began at `began`, on a monitor of this `period`. All are in seconds.
    pub fn next(&mut self, began: f64, period: f64) -> f64 {
        let is_early = self.last.replace(began).is_some_and(|last| began - last < period * 0.9);
        if self.early < EARLY {
            self.early = if is_early { self.early + 1 } else { 0 };
            return began;
        }
        // The next beat is computed from the last one, so that waking late does not add up; after a stall it is computed from
        // now.
        let beat = self.due.filter(|due| began - due < period).unwrap_or(began) + period;
        self.due = Some(beat);
        beat
    }
}

/// The side of the icon, in pixels. It shows a loop that runs evenly: a staircase next to a straight line.
const SIDE: u32 = 64;
const ROUND: f32 = 12.0;
const STEP: u32 = 8;

const GROUND: [u8; 4] = [0x16, 0x1a, 0x20, 0xff];
const STAIR: [u8; 4] = [0xe8, 0x71, 0x2a, 0xff];
const LINE: [u8; 4] = [0x9a, 0xa5, 0xb4, 0xff];

pub fn icon() -> Option<Icon> {
    let pixels = (0..SIDE * SIDE).flat_map(|number| pixel(number % SIDE, number / SIDE)).collect();
    Icon::from_rgba(pixels, SIDE, SIDE).ok()
}

fn pixel(x: u32, y: u32) -> [u8; 4] {
    if !is_inside(x as f32 + 0.5, y as f32 + 0.5) {
        return [0; 4];
    }
    let row = y / STEP;
    let left = 8 + row * 5;
    let has_margin = (8..56).contains(&y);
    if has_margin && (left..left + 10).contains(&x) {
        STAIR
    } else if has_margin && y.is_multiple_of(4) && (x == left + 16 || x == left + 17) {
        LINE
    } else {
        GROUND
    }
}

fn is_inside(x: f32, y: f32) -> bool {
    let half = SIDE as f32 / 2.0;
    let beyond = |at: f32| ((at - half).abs() - (half - ROUND)).max(0.0);
    beyond(x).hypot(beyond(y)) <= ROUND
}

#[cfg(test)]
mod tests {
    use crate::front::app::desktop::*;

    #[test]
    fn frames_that_wait_for_the_monitor_follow_at_once_and_others_keep_a_beat() {
        let mut metronome = Metronome::default();
        for frame in 0..100 {
            let began = f64::from(frame) / 60.0 + 0.003 * f64::from(frame % 2);
            assert_eq!(metronome.next(began, 1.0 / 60.0), began, "jitter is not freedom");
        }
        let (mut metronome, mut began, mut beats) = (Metronome::default(), 0.0, Vec::new());
        for _ in 0..100 {
            // Each frame takes 2 ms, and each wait ends up to 1 ms late.
            let next = metronome.next(began, 1.0 / 60.0);
            beats.push(next);
            began = next.max(began + 0.002) + 0.001 * f64::from(beats.len() as u32 % 2);
        }
        assert!(beats[40..].windows(2).all(|pair| (pair[1] - pair[0] - 1.0 / 60.0).abs() < 1e-9));
    }

    #[test]
    fn the_icon_is_a_staircase_beside_a_line_on_a_round_square() {
        assert!(icon().is_some());
        assert_eq!(pixel(0, 0), [0; 4]);
        let stair = |y| (0..SIDE).find(|x| pixel(*x, y) == STAIR);
        assert_eq!(stair(2), None);
        assert!(stair(12) < stair(28) && stair(28) < stair(52));
        assert!((0..SIDE).any(|x| pixel(x, 12) == LINE));
    }
}
