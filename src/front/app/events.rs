//! What happens to the window: winit's events, each to its place.

use super::application::App;
use super::error::NoWindow;
use super::open_window::monitor_hz;
use super::platform::outside;
use super::platform::startup::{self, UserEvent};
use super::requests;
use crate::front::render::context::GpuError;
use web_time::Instant;
use winit::application::ApplicationHandler;
use winit::dpi::LogicalSize;
use winit::event::{ElementState, KeyEvent, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow};
use winit::keyboard::Key;
use winit::window::WindowId;

impl ApplicationHandler<UserEvent> for App {
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
                requests::open(&mut self.session, &path);
                open.window.request_redraw();
            }
            WindowEvent::Occluded(hidden) => {
                open.is_hidden = hidden;
                self.session.waken();
            }
            WindowEvent::Moved(_) | WindowEvent::ScaleFactorChanged { .. } => {
                let reported = monitor_hz(&open.window);
                self.session.on_monitor(reported);
            }
            WindowEvent::RedrawRequested => {
                let shown = self.frame().or_else(|failure| match failure {
                    NoWindow::Gpu(GpuError::Lost) if startup::gpu_comes_back() => self.open(event_loop),
                    other => Err(other),
                });
                if let Err(failure) = shown {
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

    fn user_event(&mut self, event_loop: &ActiveEventLoop, event: UserEvent) {
        outside::serve(self, event_loop, event);
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
