//! The pointer moves the camera of all panes.

use crate::front::render::Camera;
use crate::front::render::aim::extent;
use crate::front::ui::panes::wall_handle;
use crate::model::config::view::View;
use crate::studio::session::{Action, Session};
use egui::{Rect, Response, Ui};

/// The wheel or a pinch brings the camera of all panes nearer to the pointer, a drag moves it.
pub fn show(ui: &Ui, session: &Session, index: usize, (canvas, pane): (Rect, &Response), actions: &mut Vec<Action>) {
    let computer = session.lab().panes()[index].computer();
    let appearance = computer.world().appearance();
    let frame = extent(appearance, &session.view());
    // The whole frame as it stands in this canvas, in points.
    let size = glam::Vec2::new(canvas.width(), canvas.height());
    let whole = (frame.max - frame.min) * Camera::squeezing(frame, appearance.squeeze(), size, 1.0).scale();
    let share = |points: egui::Vec2| (f64::from(points.x) / whole.x, -f64::from(points.y) / whole.y);
    let mut camera = session.view().camera;
    // Two fingers pinch and pan; the first of them alone is a pointer like any other.
    let fingers = ui.input(egui::InputState::multi_touch).filter(|fingers| canvas.contains(fingers.center_pos));
    if let Some(fingers) = fingers {
        let nearer = camera.zoomed(f64::from(fingers.zoom_delta), share(fingers.center_pos - canvas.center()));
        camera = nearer.panned(share(fingers.translation_delta));
    }
    // Where it was pressed decides, however far the pointer has come since: a wall may be held.
    let pressed = ui.input(|input| input.pointer.press_origin()).is_none_or(|origin| pane.rect.contains(origin));
    if pane.dragged() && pressed && fingers.is_none() && !wall_handle::is_held(ui.ctx()) {
        camera = camera.panned(share(pane.drag_delta()));
    }
    let pointer = ui.input(|input| input.pointer.hover_pos()).filter(|pointer| canvas.contains(*pointer));
    if let (Some(pointer), true, None) = (pointer, pane.contains_pointer(), fingers) {
        // A touchpad's pinch arrives as a zoom.
        let (wheel, pinch) = ui.input(|input| (f64::from(input.smooth_scroll_delta().y), f64::from(input.zoom_delta())));
        if wheel != 0.0 || pinch != 1.0 {
            camera = camera.zoomed(libm::exp(wheel / 200.0) * pinch, share(pointer - canvas.center()));
        }
    }
    if camera != session.view().camera {
        actions.push(Action::View(View { camera, ..session.view() }));
    }
}
