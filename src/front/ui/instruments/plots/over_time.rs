//! Four plots over one time axis, a line for each pane, and the histogram of cadence.

use super::plot::{AXIS, heading, still};
use super::{cadence, line};
use crate::base::time::Span;
use crate::front::ui::style::look::Look;
use crate::lab::metrics::series::Quantity;
use crate::lab::panes::Pane;
use crate::studio::export::numbers::axis;
use crate::studio::session::Session;
use egui::{Align2, FontId, Id, Rect, Ui, UiBuilder, vec2};
use egui_plot::{GridMark, HLine, HoverPosition, Line, LineStyle, Plot, PlotBounds, PlotPoint};

const GAP: f32 = 8.0;
/// A letter's room at the right end of a line.
const LETTER: f32 = 15.0;
/// The room of a plot's name, in points.
const TITLE: f32 = 17.0;

/// Shows everything in the room that is left.
pub fn show(ui: &mut Ui, look: Look, session: &Session) {
    ui.visuals_mut().extreme_bg_color = look.canvas();
    let area = ui.available_rect_before_wrap();
    // A narrow panel has no room for the histogram beside the plots.
    let histogram = if area.width() > 640.0 { (area.width() * 0.22).clamp(190.0, 300.0) } else { 0.0 };
    let width = (area.width() - histogram - if histogram > 0.0 { 2.0 * GAP } else { GAP }) / 2.0;
    let height = (area.height() - GAP / 2.0) / 2.0;
    for (place, quantity) in Quantity::ALL.into_iter().enumerate() {
        let step = vec2((place % 2) as f32 * (width + GAP), (place / 2) as f32 * (height + GAP / 2.0));
        let rect = Rect::from_min_size(area.min + step, vec2(width.max(1.0), height.max(1.0)));
        ui.scope_builder(UiBuilder::new().max_rect(rect).id_salt(place), |ui| over_time(ui, look, session, quantity, rect));
    }
    if histogram > 0.0 {
        let rect = Rect::from_min_max(area.right_top() - vec2(histogram, 0.0), area.max);
        ui.scope_builder(UiBuilder::new().max_rect(rect).id_salt("cadence"), |ui| cadence::show(ui, look, session, rect));
    }
    ui.advance_cursor_after_rect(area);
}

/// The title of a plot with its unit, and its explanation.
fn words(quantity: Quantity) -> (&'static str, &'static str) {
    match quantity {
        Quantity::FrameTime => (
            "frame time Δd, ms",
            "From each displayed frame to the next. The dashed line is one refresh of the selected pane's display.",
        ),
        Quantity::StepSize => ("step dt, ms", "The length of each update of the world."),
        Quantity::UpdatesPerTurn => ("updates a turn", "How many updates each turn of the loop made."),
        Quantity::Lead => (
            "s − d, ms",
            "Simulated time in each frame against the moment it appeared: level is real speed, falling is slow motion.",
        ),
    }
}

fn over_time(ui: &mut Ui, look: Look, session: &Session, quantity: Quantity, rect: Rect) {
    let (now, reach) = (session.now(), session.view().plots_s);
    let from = now - Span::from_secs(reach);
    let panes = session.lab().panes().len();
    let (steps, columns) = (quantity != Quantity::Lead, rect.width().max(1.0) as usize);
    let points = |pane: &Pane| line::points(pane.series().between(quantity, from, now), (from, now), columns, steps);
    let lines: Vec<Vec<[f64; 2]>> = session.lab().panes().iter().map(points).collect();
    let (low, high) = line::bounds(&lines, quantity == Quantity::Lead);
    let ends: Vec<(usize, f64)> = lines.iter().enumerate().filter_map(|(pane, line)| Some((pane, line.last()?[1]))).collect();
    // The name stands in the corner, over no line.
    let high = high + (high - low) * f64::from(TITLE / (rect.height() - 2.0 * TITLE).max(TITLE));
    let finest = if quantity == Quantity::UpdatesPerTurn { 1.0 } else { 0.0 };
    let letters = (panes as f32 * LETTER + 6.0).min(rect.width() * 0.4);
    let right = reach * f64::from(letters / (rect.width() - AXIS - letters).max(1.0));

    let value = move |hover: &HoverPosition<'_>| match hover {
        HoverPosition::NearDataPoint { plot_name, position, .. } => {
            Some(format!("{plot_name}\n{:.3} at {:.3} s", position.y, position.x + now.as_secs()))
        }
        HoverPosition::Elsewhere { .. } => None,
    };
    let refresh_ms = 1000.0 / session.computer_of(session.selected()).highest_refresh_hz();
    let reference = match quantity {
        Quantity::FrameTime => Some(refresh_ms),
        Quantity::Lead => Some(0.0),
        _ => None,
    };
    let shown = still(Plot::new(("plot", quantity as usize)), look, rect)
        .y_axis_min_width(AXIS)
        .y_grid_spacer(move |input| grid(input.bounds, finest))
        .x_grid_spacer(move |_| grid((-reach, 0.0), 0.0))
        .x_axis_formatter(move |mark, _| {
            let inside = mark.value > -reach * 0.99 && mark.value < 1e-9;
            if inside { format!("{} s", axis(mark.value)) } else { String::new() }
        })
        .y_axis_formatter(|mark, _| axis(mark.value))
        .link_cursor(Id::unique("plots"), [true, false])
        .label_formatter(value)
        .show(ui, |plot| {
            plot.set_plot_bounds(PlotBounds::from_min_max([-reach, low], [right, high]));
            if let Some(y) = reference {
                plot.hline(HLine::new("", y).color(look.weak()).width(1.0).style(LineStyle::dashed_loose()).allow_hover(false));
            }
            for (pane, points) in lines.into_iter().enumerate() {
                let width = if pane == session.selected() { 2.2 } else { 1.5 };
                let name = format!("{} {}", crate::front::ui::letter(pane), session.seen(pane).strategy().name);
                plot.line(Line::new(name, points).color(look.pane(pane)).width(width).allow_band(false));
            }
        });
    let (title, about) = words(quantity);
    heading(ui, look, *shown.transform.frame(), title, about);
    let x = shown.transform.position_from_point(&PlotPoint::new(0.0, 0.0)).x;
    let place = |value: f64| shown.transform.position_from_point(&PlotPoint::new(0.0, value)).y;
    letters_at(ui, look, ends.iter().map(|(pane, value)| (*pane, place(*value), *value)).collect(), *shown.transform.frame(), x);
    shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, format!("Plot of {title}: {about}")));
}

/// A few round lines.
fn grid(ends: (f64, f64), finest: f64) -> Vec<GridMark> {
    line::marks(ends, finest).into_iter().map(|(value, step_size)| GridMark { value, step_size }).collect()
}

/// Each pane's letter where its line ends; those that end together stand side by side. A line that has left the plot has
/// its value beside its letter.
fn letters_at(ui: &Ui, look: Look, mut ends: Vec<(usize, f32, f64)>, frame: Rect, x: f32) {
    ends.sort_by(|a, b| a.1.total_cmp(&b.1));
    let painter = ui.painter_at(frame);
    let (mut row, mut place) = (f32::NEG_INFINITY, 0.0);
    for (pane, y, value) in ends {
        let inside = y.clamp(frame.top() + 8.0, frame.bottom() - 8.0);
        (row, place) = if inside - row < LETTER { (row, place + 1.0) } else { (inside, 0.0) };
        let at = egui::pos2(x + 9.0 + place * LETTER, row);
        painter.circle_filled(at, 7.0, look.pane(pane));
        painter.text(at, Align2::CENTER_CENTER, crate::front::ui::letter(pane), FontId::proportional(10.5), look.canvas());
        if y > frame.bottom() || y < frame.top() {
            let before = egui::pos2(x - 4.0, row);
            let text = format!("{}: {}", crate::front::ui::letter(pane), axis(value));
            painter.text(before, Align2::RIGHT_CENTER, text, FontId::monospace(11.0), look.pane(pane));
        }
    }
}
