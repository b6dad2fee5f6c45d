//! Four plots over one time axis, a line for each pane, and the histogram of cadence.

mod cadence;
mod line;

use super::look::Look;
use crate::lab::series::{Cell, Quantity};
use crate::session::Session;
use crate::time::Span;
use egui::{Align2, FontId, Id, Label, Rect, RichText, Ui, UiBuilder, vec2};
use egui_plot::{HLine, HoverPosition, Line, LineStyle, Plot, PlotBounds, PlotPoint};

const GAP: f32 = 8.0;
/// A letter's room at the right end of a line.
const LETTER: f32 = 15.0;

/// Shows everything in the room that is left.
pub fn show(ui: &mut Ui, look: Look, session: &Session) {
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

/// What a plot is called, with its unit, and what it tells.
fn words(quantity: Quantity) -> (&'static str, &'static str) {
    match quantity {
        Quantity::FrameTime => {
            ("frame time Δd, ms", "From each picture on the display to the next. The dashed line is one refresh.")
        }
        Quantity::StepSize => ("step dt, ms", "The length of each update of the world."),
        Quantity::UpdatesPerTurn => ("updates a turn", "How many updates each turn of the loop made."),
        Quantity::Lead => (
            "s − d, ms",
            "Simulated time in each picture against the moment it appeared: level is real speed, falling is slow motion.",
        ),
    }
}

fn over_time(ui: &mut Ui, look: Look, session: &Session, quantity: Quantity, rect: Rect) {
    let (now, reach) = (session.now(), session.view().plots_s);
    let from = now - Span::from_secs(reach);
    let columns = rect.width().max(1.0) as usize;
    let panes = session.lab().panes();
    let lines: Vec<Vec<[f64; 2]>> = panes
        .iter()
        .map(|pane| line::points(pane.series().since(quantity, from), (from, now), columns, quantity != Quantity::Lead))
        .collect();
    let (low, high) = line::bounds(lines.iter().flatten().map(|point| point[1]), quantity == Quantity::Lead);
    let (title, about) = words(quantity);
    let letters = panes.len() as f64 * f64::from(LETTER) / f64::from(rect.width().max(100.0));
    let right = reach * letters.min(0.3);

    let value = move |hover: &HoverPosition<'_>| match hover {
        HoverPosition::NearDataPoint { plot_name, position, .. } => {
            Some(format!("{plot_name}\n{:.3} at {:.3} s", position.y, position.x + now.as_secs()))
        }
        HoverPosition::Elsewhere { .. } => None,
    };
    let plot = Plot::new(("plot", quantity as usize))
        .height(rect.height())
        .width(rect.width())
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_x(false)
        .show_y(false)
        .y_axis_min_width(38.0)
        .x_axis_formatter(move |mark, _| if mark.value > 1e-9 { String::new() } else { format!("{:.1} s", mark.value) })
        .y_axis_formatter(|mark, _| short(mark.value))
        .link_cursor(Id::unique("plots"), [true, false])
        .label_formatter(value);
    let refresh_ms = 1000.0 / session.computer().refresh_hz;
    let shown = plot.show(ui, |plot| {
        plot.set_plot_bounds(PlotBounds::from_min_max([-reach, low], [right, high]));
        let reference = match quantity {
            Quantity::FrameTime => Some(refresh_ms),
            Quantity::Lead => Some(0.0),
            _ => None,
        };
        if let Some(y) = reference {
            plot.hline(HLine::new("", y).color(look.weak()).width(1.0).style(LineStyle::dashed_loose()).allow_hover(false));
        }
        for (pane, points) in lines.into_iter().enumerate() {
            let selected = pane == session.selected();
            let name = format!("{} {}", super::letter(pane), panes[pane].strategy().name);
            plot.line(Line::new(name, points).color(look.pane(pane)).width(if selected { 2.2 } else { 1.5 }));
        }
    });
    let transform = shown.transform;
    heading(ui, look, *transform.frame(), title, about);
    let ends = panes.iter().enumerate().filter_map(|(pane, p)| {
        let last: Cell = p.series().since(quantity, now).last().copied()?;
        Some((pane, transform.position_from_point(&PlotPoint::new(0.0, last.last)).y))
    });
    letters_at(ui, look, ends.collect(), *transform.frame(), transform.position_from_point(&PlotPoint::new(0.0, 0.0)).x);
    shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, format!("Plot of {title}: {about}")));
}

/// A plot's name in its corner; what it tells is its tooltip.
fn heading(ui: &mut Ui, look: Look, frame: Rect, title: &str, about: &str) {
    let text = RichText::new(title).size(12.0).color(look.text());
    let rect = Rect::from_min_size(frame.left_top() + vec2(6.0, 2.0), vec2((frame.width() - 8.0).max(1.0), 16.0));
    let builder = UiBuilder::new().max_rect(rect).id_salt(title);
    ui.scope_builder(builder, |ui| ui.add(Label::new(text).truncate().selectable(false)).on_hover_text(about));
}

/// Each pane's letter where its line ends; those that end together stand side by side.
fn letters_at(ui: &Ui, look: Look, mut ends: Vec<(usize, f32)>, frame: Rect, x: f32) {
    ends.sort_by(|a, b| a.1.total_cmp(&b.1));
    let painter = ui.painter_at(frame);
    let (mut row, mut place) = (f32::NEG_INFINITY, 0.0);
    for (pane, y) in ends {
        let y = y.clamp(frame.top() + 8.0, frame.bottom() - 8.0);
        (row, place) = if y - row < LETTER { (row, place + 1.0) } else { (y, 0.0) };
        let at = egui::pos2(x + 9.0 + place * LETTER, row);
        painter.circle_filled(at, 7.0, look.pane(pane));
        painter.text(at, Align2::CENTER_CENTER, super::letter(pane), FontId::proportional(10.5), look.canvas());
    }
}

/// A number for an axis.
fn short(value: f64) -> String {
    match value.abs() {
        size if size >= 9999.5 => format!("{:.0}k", value / 1000.0),
        size if size >= 10.0 || value.fract() == 0.0 => format!("{value:.0}"),
        _ => format!("{value:.1}"),
    }
}
