//! One quantity over time, a line for each pane.

use super::frame::{self, AXIS, still};
use super::line;
use crate::front::ui::style::look::UiLook;
use crate::studio::session::Session;
use egui::{Id, Rect, Role, Ui, WidgetInfo};
use egui_plot::{GridMark, HLine, HoverPosition, Line, LineStyle, Plot, PlotBounds, PlotPoint};
use tickscope_core::base::numbers::axis;
use tickscope_core::base::time::Span;
use tickscope_core::lab::instruments::plots::{Plots, Quantity};
use tickscope_core::lab::panes::lab::Pane;

/// By how much a line is widened for each line that covers it, in points, so that its colour is visible on both sides.
const EDGE: f32 = 2.0;
/// One line covers another if their ends differ by at most this share of the axis.
const ALIKE: f64 = 0.01;

fn describe(quantity: Quantity, value: f64) -> String {
    match quantity {
        Quantity::FrameTime => format!("frame time {value:.2} ms"),
        Quantity::StepSize => format!("step {value:.2} ms"),
        Quantity::UpdatesPerTurn => format!("{value:.0} updates in the turn"),
        Quantity::Lead => format!("s − d {value:.2} ms"),
    }
}

pub fn show(ui: &mut Ui, session: &Session, place: usize, rect: Rect, quantity: Quantity, title: &str, about: &str) {
    let look = ui.look();
    let (now, reach) = (session.run.now(), session.run.view.plots_s);
    let from = now - Span::from_secs(reach);
    let (steps, columns) = (quantity != Quantity::Lead, rect.width().max(1.0) as usize);
    let points = |pane: &Pane| {
        let plots = pane.recording().read::<Plots>();
        line::points(plots.between(quantity, from, now), (from, now), columns, steps)
    };
    let lines: Vec<Vec<[f64; 2]>> = session.run.lab.panes().iter().map(points).collect();
    let (low, high) = line::bounds(&lines, quantity == Quantity::Lead);
    let ends: Vec<(usize, f64)> = lines.iter().enumerate().filter_map(|(pane, line)| Some((pane, line.last()?[1]))).collect();
    let finest = if quantity == Quantity::UpdatesPerTurn { 1.0 } else { 0.0 };
    // Only lines of signed values can leave a plot, so only they need room for a value.
    let letters = frame::LETTER + if quantity == Quantity::Lead { frame::VALUE } else { 4.0 };
    let right = reach * f64::from(letters / (rect.width() - AXIS - letters).max(1.0));

    let value = move |hover: &HoverPosition<'_>| match hover {
        HoverPosition::NearDataPoint { plot_name, position, .. } => {
            let moment = position.x + now.as_secs();
            Some(format!("{plot_name}\n{}\nat {moment:.3} s", describe(quantity, position.y)))
        }
        HoverPosition::Elsewhere { .. } => None,
    };
    let shown = still(Plot::new(("plot", place, quantity as usize)), look, rect)
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
            if let Some(y) = reference(session, quantity) {
                plot.hline(HLine::new("", y).color(look.weak()).width(1.0).style(LineStyle::dashed_loose()).allow_hover(false));
            }
            for (pane, points) in lines.into_iter().enumerate() {
                let covering = covering(&ends, pane, (high - low) * ALIKE) as f32;
                let width = if pane == session.selected() { 2.2 } else { 1.5 } + EDGE * covering;
                let name = format!("{} {}", session.letter(pane), session.run.seen(pane).strategy().name);
                plot.line(Line::new(name, points).color(look.of_pane(session.letter(pane))).width(width).allow_band(false));
            }
        });
    let room = *shown.transform.frame();
    let x = shown.transform.position_from_point(&PlotPoint::new(0.0, 0.0)).x;
    let height = |value: f64| shown.transform.position_from_point(&PlotPoint::new(0.0, value)).y;
    let ends = ends.iter().map(|(pane, value)| (*pane, height(*value), *value)).collect();
    frame::letters(&ui.painter_at(room), session, ends, room, x);
    shown.response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("Plot of {title}: {about}")));
}

/// Returns the value of the reference line: one refresh of the display, if it is known, for frame times, 0 for the lead; else
/// `None`.
fn reference(session: &Session, quantity: Quantity) -> Option<f64> {
    match quantity {
        Quantity::FrameTime => session.run.computer_of(session.selected()).known_refresh_hz().map(|hertz| 1000.0 / hertz),
        Quantity::Lead => Some(0.0),
        _ => None,
    }
}

/// Returns the number of lines that are drawn over that of `pane` and end within `alike` of it.
fn covering(ends: &[(usize, f64)], pane: usize, alike: f64) -> usize {
    let here = ends.iter().find(|(of, _)| *of == pane).map_or(f64::NAN, |(_, value)| *value);
    ends.iter().filter(|(of, value)| *of > pane && (value - here).abs() < alike).count()
}

fn grid(ends: (f64, f64), finest: f64) -> Vec<GridMark> {
    line::marks(ends, finest).into_iter().map(|(value, step_size)| GridMark { value, step_size }).collect()
}
