//! A histogram of every pane: the number of refreshes for which frames stay on the display.

use super::frame;
use crate::front::ui::style::look::UiLook;
use crate::studio::session::Session;
use egui::{Align2, FontId, Rect, Ui};
use egui_plot::{Bar, BarChart, Plot, PlotBounds};
use tickscope_core::base::numbers::percent;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::instruments::plots::{Plots, Quantity};
use tickscope_core::lab::panes::lab::Pane;

/// The number of refreshes that the last bar stands for. It also counts all frames that stay longer.
const MOST: usize = 8;

pub fn show(ui: &mut Ui, session: &Session, place: usize, rect: Rect, about: &str) {
    let look = ui.look();
    let now = session.run.now();
    let from = now - Span::from_secs(session.run.view.plots_s);
    let panes = session.run.lab.panes();
    let of = |(index, pane): (usize, &Pane)| share(pane, (from, now), session.run.computer_of(index).known_refresh_hz());
    let shares: Vec<[f64; MOST + 1]> = panes.iter().enumerate().map(of).collect();
    let last = (1..=MOST).rev().find(|stay| shares.iter().any(|share| share[*stay] > 0.0)).unwrap_or(1).max(4);
    let room = 0.84 / panes.len() as f64;

    let plot = frame::still(Plot::new(("cadence", place)), look, rect)
        .y_axis_min_width(frame::AXIS)
        .y_grid_spacer(|_| [0.0, 50.0, 100.0].map(|value| egui_plot::GridMark { value, step_size: 50.0 }).into())
        .x_grid_spacer(move |_| (1..=last).map(|stay| egui_plot::GridMark { value: stay as f64, step_size: 1.0 }).collect())
        .x_axis_formatter(|mark, _| match mark.value.round() as usize {
            MOST => format!("{MOST}+"),
            stay => stay.to_string(),
        })
        .y_axis_formatter(|mark, _| percent(mark.value));
    let shown = plot.show(ui, |plot| {
        plot.set_plot_bounds(PlotBounds::from_min_max([0.45, 0.0], [last as f64 + 0.55, 114.0]));
        for (pane, share) in shares.iter().enumerate() {
            let at = |stay: usize| stay as f64 + (pane as f64 + 0.5) * room - 0.42;
            let bars: Vec<Bar> = (1..=MOST)
                .filter(|stay| share[*stay] > 0.0)
                .map(|stay| Bar::new(at(stay), share[stay]).width(room * 0.86).fill(look.of_pane(session.letter(pane))))
                .collect();
            let letter = session.letter(pane);
            let name = format!("{letter} {}", session.run.seen(pane).strategy().name);
            let whose = name.clone();
            let describe = move |bar: &Bar, _: &BarChart| format!("{whose}\n{:.1} % of the frames", bar.value);
            plot.bar_chart(BarChart::new(name, bars).element_formatter(Box::new(describe)));
        }
    });
    let painter = ui.painter();
    for (pane, share) in shares.iter().enumerate() {
        for stay in (1..=last).filter(|stay| share[*stay] > 0.0) {
            let x = stay as f64 + (pane as f64 + 0.5) * room - 0.42;
            let top = shown.transform.position_from_point(&egui_plot::PlotPoint::new(x, share[stay]));
            let letter = session.letter(pane);
            painter.text(top, Align2::CENTER_BOTTOM, letter, FontId::proportional(11.0), look.text());
        }
    }
    shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, format!("Histogram of cadence. {about}")));
}

fn share(pane: &Pane, (from, until): (Time, Time), refresh_hz: Option<f64>) -> [f64; MOST + 1] {
    let mut share = [0.0; MOST + 1];
    // On an unknown display nobody can count refreshes.
    let Some(refresh_hz) = refresh_hz else { return share };
    let plots = pane.recording().read::<Plots>();
    for cell in plots.between(Quantity::FrameTime, from, until).filter(|cell| cell.at >= from) {
        let stay = (cell.last * refresh_hz / 1000.0).round().max(1.0) as usize;
        share[stay.min(MOST)] += 1.0;
    }
    let sum: f64 = share.iter().sum();
    share.map(|count| if sum > 0.0 { 100.0 * count / sum } else { 0.0 })
}
