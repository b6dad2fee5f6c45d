//! The pointer moves the camera of all panes.

use crate::front::render::Camera;
use crate::front::render::aim::extent;
use crate::front::ui::panes::wall_handle;
use crate::model::config::view::View;
use crate::studio::session::{Action, Session};
use egui::{Rect, Response, Ui};

/// The wheel brings the camera of all panes nearer to the pointer, a drag moves it.
pub fn show(ui: &Ui, session: &Session, index: usize, (canvas, pane): (Rect, &Response), actions: &mut Vec<Action>) {
    let computer = session.lab().panes()[index].computer();
    let appearance = computer.world().appearance();
    let frame = extent(appearance, &session.view());
    // The whole frame as it stands in this canvas, in points.
    let size = glam::Vec2::new(canvas.width(), canvas.height());
    let whole = (frame.max - frame.min) * Camera::squeezing(frame, appearance.squeeze(), size, 1.0).scale();
    let share = |points: egui::Vec2| (f64::from(points.x) / whole.x, -f64::from(points.y) / whole.y);
    let mut camera = session.view().camera;
    // Where it was pressed decides, however far the pointer has come since: a wall may be held.
    let pressed = ui.input(|input| input.pointer.press_origin()).is_none_or(|origin| pane.rect.contains(origin));
    if pane.dragged() && pressed && !wall_handle::is_held(ui.ctx()) {
        camera = camera.panned(share(pane.drag_delta()));
    }
    let on_canvas = ui.input(|input| input.pointer.hover_pos()).is_some_and(|pointer| canvas.contains(pointer));
    let wheel = if on_canvas && pane.contains_pointer() { ui.input(|input| input.smooth_scroll_delta().y) } else { 0.0 };
    if let (true, Some(pointer)) = (wheel != 0.0, ui.input(|input| input.pointer.hover_pos())) {
        camera = camera.zoomed(libm::exp(f64::from(wheel) / 200.0), share(pointer - canvas.center()));
    }
    if camera != session.view().camera {
        actions.push(Action::View(View { camera, ..session.view() }));
    }
}
