//! The differences between a desktop and a browser, as one trait. `Desktop` and `Browser` implement it; the program around the
//! window uses only the trait.

use super::error::NoWindow;
use super::store::{Remembered, WindowGeometry};
use crate::front::render::context::Gpu;
use crate::studio::session::Session;
use egui::{Context, PlatformOutput, RawInput};
use egui_winit::State;
use std::future::Future;
use std::pin::Pin;
use web_time::Instant;
use winit::event_loop::ActiveEventLoop;
use winit::window::{Window, WindowAttributes};

/// The platform on which the program runs. A platform that has nothing to do in a method keeps the default body.
pub trait Platform {
    /// An event that reaches the window from outside of winit.
    type Event: 'static;

    fn window_attributes(&mut self, geometry: WindowGeometry) -> WindowAttributes;

    fn gpu_instance(&self, event_loop: &ActiveEventLoop) -> Pin<Box<dyn Future<Output = wgpu::Instance>>>;

    /// Does `work`, now or between the next frames. [`Platform::on_event`] is called after its end, unless `work` is done before
    /// this returns.
    fn start(&self, work: impl Future<Output = ()> + 'static);

    /// Connects the new window to the platform, before it is visible.
    fn connect(&mut self, egui: &mut State, event_loop: &ActiveEventLoop, window: &Window);

    fn set_title(&self, window: &Window, title: &str);

    /// Returns when the frame after one that began `began` seconds after `start` is due. `period` is the refresh period of the
    /// monitor, in seconds.
    fn next_frame(&mut self, began: f64, start: Instant, period: f64) -> Instant;

    /// Drops the pace of the last frames, because nothing moves now.
    fn pause(&mut self) {}

    /// Adds input that winit does not report to the input of a frame.
    fn add_input(&mut self, input: &mut RawInput);

    /// Handles the part of a frame's output that winit does not, and removes it. Returns whether the next frame must follow
    /// immediately.
    fn take_output(&mut self, output: &mut PlatformOutput) -> bool;

    fn wants_controls(&self) -> bool;

    fn publish_controls(&mut self, lines: String);

    fn copy(&mut self, egui: &mut State, text: String);

    fn request_clipboard(&mut self, egui: &mut State);

    /// Returns the requested text of the clipboard once; empty if the clipboard has no text, `None` if the text has not arrived.
    fn take_clipboard(&mut self) -> Option<String>;

    fn on_shown(&mut self, _gpu: &Gpu) {}

    /// Is called after each frame. `acted` tells whether the person did something in the frame.
    fn follow(&mut self, _session: &Session, _acted: bool, _remembered: impl FnOnce() -> Remembered) {}

    /// Opens the whole page, for a session in a part of another page.
    fn open_whole_page(&mut self, _session: &mut Session) {}

    /// Continues in the whole build of the program, with the scenario that has this text.
    fn fetch_whole_build(&mut self, session: &mut Session, _text: &str) {
        session.window.fail("This program was built without what this needs: the default features have all of it.".to_owned());
    }

    /// Returns whether a GPU that was lost can come back, so that a new window is worth opening.
    fn regains_lost_gpu(&mut self) -> bool {
        false
    }

    /// Returns whether the platform searches for a GPU again soon, after it has found none.
    fn retries_gpu(&mut self) -> bool {
        false
    }

    fn fail(&mut self, _failure: &NoWindow) {}

    /// Handles an event from outside. Returns whether the window must be opened again.
    fn on_event(&mut self, event: Self::Event, session: &mut Session, egui: Option<&mut State>, ctx: &Context) -> bool;
}
