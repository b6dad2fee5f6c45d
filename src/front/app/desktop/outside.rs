//! What reaches the window from outside: the requests of a screen reader.

use super::startup::UserEvent;
use crate::front::app::application::App;
use egui_winit::accesskit_winit::WindowEvent::{AccessibilityDeactivated, ActionRequested, InitialTreeRequested};
use winit::event_loop::ActiveEventLoop;

/// Serves one event.
pub fn serve(app: &mut App, _: &ActiveEventLoop, UserEvent(event): UserEvent) {
    let Some(open) = &mut app.open else { return };
    match event.window_event {
        InitialTreeRequested => app.ctx.enable_accesskit(),
        ActionRequested(request) => open.egui.on_accesskit_action_request(request),
        AccessibilityDeactivated => app.ctx.disable_accesskit(),
    }
    open.window.request_redraw();
}
