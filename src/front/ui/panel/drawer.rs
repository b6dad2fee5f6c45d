//! The panel as a drawer over the panes, in a window that has no room for it at their side. The panes do not move.

use crate::front::ui::panel::side_panel;
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::UiLook;
use egui::{Area, Context, Frame, Id, Key, Margin, Modifiers, Order, Rect, Stroke, Ui};

/// The width of the drawer; a narrower window is covered by it.
const WIDTH: f32 = 264.0;

fn id() -> Id {
    Id::unique("drawer")
}

pub fn is_open(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp(id())).unwrap_or(false)
}

pub fn toggle(ctx: &Context) {
    let is_open = is_open(ctx);
    ctx.data_mut(|data| data.insert_temp(id(), !is_open));
}

/// Closes an open drawer on Esc, and consumes the key.
pub fn close_on_escape(ctx: &Context) {
    if is_open(ctx) && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
        toggle(ctx);
    }
}

/// Shows the drawer at the right end of `room`, if it is open.
pub fn show(ui: &Ui, pass: &mut UiPass, room: Rect) {
    if !is_open(ui.ctx()) {
        return;
    }
    let look = ui.look();
    let width = if room.width() < 2.0 * WIDTH { room.width() } else { WIDTH };
    let place = room.with_min_x(room.max.x - width);
    Area::new(id().with("panel")).order(Order::Middle).fixed_pos(place.min).constrain(false).show(ui.ctx(), |ui| {
        let frame = Frame::new().fill(look.panel()).stroke(Stroke::new(1.0, look.line())).inner_margin(Margin::symmetric(8, 4));
        frame.show(ui, |ui| {
            ui.set_min_size(place.size() - frame.total_margin().sum());
            ui.set_max_size(place.size() - frame.total_margin().sum());
            side_panel::show(ui, pass);
        });
    });
}
