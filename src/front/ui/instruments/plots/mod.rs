//! Two plots, each with a list above it to choose its quantity.

mod cadence;
mod frame;
mod line;
mod over_time;

use crate::front::ui::style::look::UiLook;
use crate::studio::session::Session;
use crate::studio::view::{Plot, View};
use egui::{ComboBox, Rect, Role, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use tickscope_core::lab::instruments::plots::Quantity;

const GAP: f32 = 12.0;
const HEAD: f32 = 24.0;
/// The space between a list and its plot, in points. The highest number of the plot reaches halfway into it.
const AIR: f32 = 6.0;
const NARROWEST: f32 = 300.0;

/// Returns the name of a plot in the list, with its unit, and the explanation of the plot.
pub fn words(plot: Plot) -> (&'static str, &'static str) {
    match plot {
        Plot::FrameTime => (
            "Frame time Δd, ms",
            "From each displayed frame to the next. The dashed line is one refresh of the selected pane's display.",
        ),
        Plot::StepSize => ("Step dt, ms", "The length of each update of the world."),
        Plot::UpdatesPerTurn => ("Updates a turn", "How many updates each turn of the loop made."),
        Plot::Lead => (
            "Simulated − display time s − d, ms",
            "Simulated time in each frame against the moment it appeared: level is real speed, falling is slow motion.",
        ),
        Plot::Cadence => (
            "Cadence, refreshes a frame stays",
            "For how many refreshes each frame stayed: one bar alone is an even cadence, several are judder.",
        ),
    }
}

pub fn show(ui: &mut Ui, session: &Session, view: &mut View) {
    ui.visuals_mut().extreme_bg_color = ui.look().canvas();
    let area = ui.available_rect_before_wrap();
    let count = if area.width() >= 2.0 * NARROWEST + GAP { 2 } else { 1 };
    let width = (area.width() - GAP * (count as f32 - 1.0)) / count as f32;
    for (place, name) in ["Left plot", "Right plot"].into_iter().enumerate().take(count) {
        let corner = area.min + vec2(place as f32 * (width + GAP), 0.0);
        let head = Rect::from_min_size(corner, vec2(width, HEAD));
        let rect = Rect::from_min_max(
            head.left_bottom() + vec2(0.0, AIR),
            pos2(head.right(), area.max.y.max(head.bottom() + AIR + 1.0)),
        );
        ui.scope_builder(UiBuilder::new().max_rect(head).id_salt(name), |ui| list(ui, name, &mut view.plots[place]));
        let chosen = view.plots[place];
        let (title, about) = words(chosen);
        ui.scope_builder(UiBuilder::new().max_rect(rect).id_salt(("plot", place)), |ui| {
            let quantity = match chosen {
                Plot::FrameTime => Quantity::FrameTime,
                Plot::StepSize => Quantity::StepSize,
                Plot::UpdatesPerTurn => Quantity::UpdatesPerTurn,
                Plot::Lead => Quantity::Lead,
                Plot::Cadence => return cadence::show(ui, session, place, rect, about),
            };
            over_time::show(ui, session, place, rect, quantity, title, about);
        });
    }
    ui.advance_cursor_after_rect(area);
}

fn list(ui: &mut Ui, name: &str, plot: &mut Plot) {
    let (title, about) = words(*plot);
    let list = ComboBox::from_id_salt(name).selected_text(title).width((ui.available_width() - 16.0).clamp(20.0, 280.0));
    let list = list.show_ui(ui, |ui| {
        for other in Plot::ALL {
            let (title, about) = words(other);
            ui.selectable_value(plot, other, title).on_hover_text(about);
        }
    });
    list.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, name));
    list.response.on_hover_text(about);
}
