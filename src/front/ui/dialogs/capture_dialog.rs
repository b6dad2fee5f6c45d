//! The dialog about a captured file: its numbers, its frame times over time and by their length, and its worst moments. A click on a
//! moment plays from there.

use crate::front::ui::command_actions::{self, BEFORE_MOMENT};
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::{Look, UiLook};
use crate::front::ui::widgets::frame_time_bars;
use crate::studio::export::capture_page::{Fact, facts, place};
use crate::studio::export::capture_plot::marks;
use crate::studio::session::action::{Action, Export, ViewAction, WindowAction};
use crate::studio::session::playhead::Move;
use egui::{Align2, FontId, Grid, Label, Painter, Rect, RichText, ScrollArea, Sense, Ui, Window, pos2, vec2};
use tickscope_core::base::numbers::trimmed;
use tickscope_core::base::time::Time;
use tickscope_core::lab::findings::capture_summary::{CaptureSummary, Histogram};
use tickscope_core::model::config::pane_letter::PaneLetter;

const WIDEST: f32 = 880.0;
const PLOT_HEIGHT: f32 = 130.0;
const HISTOGRAM: [f32; 2] = [300.0, 170.0];
/// The room for the numbers of the axes, in points.
const AXES: [f32; 2] = [38.0, 18.0];
const SMALL: FontId = FontId::proportional(11.0);

pub fn show(ui: &mut Ui, pass: &mut UiPass, letter: PaneLetter) {
    let session = pass.session;
    let index = session.run.lab.index_of(letter);
    let capture = index.and_then(|index| session.run.lab.settings().panes[index].capture.clone());
    let (Some(index), Some(capture)) = (index, capture) else {
        return pass.actions.push(Action::Window(WindowAction::Dialog(None)));
    };
    let mut open = true;
    let room = ui.ctx().content_rect();
    let title = format!("About {}", capture.name);
    let window = Window::new(title).id(egui::Id::unique("about a capture")).open(&mut open).collapsible(false);
    let window = window.drag_area(egui::WindowDrag::Anywhere).resizable(false);
    let place = room.center_top() + vec2(0.0, 30.0);
    window.pivot(Align2::CENTER_TOP).default_pos(place).show(ui.ctx(), |ui| {
        ui.set_width((room.width() - 40.0).min(WIDEST));
        let tallest = (room.height() - 100.0).max(80.0);
        ScrollArea::both().max_height(tallest).min_scrolled_height(tallest).show(ui, |ui| {
            match session.window.results.capture_summary(&session.run.lab.settings().panes[index]) {
                Some(Some(summary)) => contents(ui, pass, index, summary),
                Some(None) => drop(ui.label("This capture can't be played alone, so nothing is counted in it.")),
                None => drop(ui.label("Its hitches are being counted …")),
            }
        });
    });
    if !open {
        pass.actions.push(Action::Window(WindowAction::Dialog(None)));
    }
}

fn contents(ui: &mut Ui, pass: &mut UiPass, index: usize, summary: &CaptureSummary) {
    let look = ui.look();
    let wrapped = |text: String| Label::new(RichText::new(text).small().color(look.weak())).wrap();
    if !summary.capture.about.is_empty() {
        ui.add(wrapped(summary.capture.about.to_string()));
    }
    for Fact { name, value } in facts(summary) {
        ui.add(Label::new(RichText::new(format!("{name}: {value}.")).color(look.text())).wrap());
    }
    ui.add_space(6.0);
    over_time(ui, pass, index, summary);
    ui.add_space(6.0);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 24.0;
        ui.vertical(|ui| rates(ui, summary));
        ui.vertical(|ui| histogram(ui, &summary.histogram));
        ui.vertical(|ui| worst(ui, pass, index, summary));
    });
    ui.add_space(6.0);
    let letter = pass.session.letter(index);
    if ui.button("Save as HTML …").on_hover_text("This page with its plots, as one file that needs nothing else.").clicked() {
        pass.actions.push(command_actions::save(Export::CapturePage(letter)));
    }
}

/// Plays a captured pane from a moment of its capture, and closes the dialog, which covers the pane.
fn play_from(pass: &mut UiPass, index: usize, moment: Time) {
    let start = pass.session.run.lab.panes()[index].recording().start;
    pass.actions.push(Action::View(ViewAction::Transport(Move::PlayFrom(start + (moment - Time::ZERO)))));
    pass.actions.push(Action::Window(WindowAction::Dialog(None)));
}

/// Places a plot of this size, and returns its area without the axes, its response and its painter.
fn plot_area(ui: &mut Ui, size: [f32; 2], sense: Sense) -> (Rect, egui::Response, Painter) {
    let (response, painter) = ui.allocate_painter(size.into(), sense);
    let rect = response.rect;
    painter.rect_filled(rect, 4.0, ui.look().canvas());
    let area = Rect::from_min_max(rect.min + vec2(AXES[0], 6.0), rect.max - vec2(10.0, AXES[1]));
    (area, response, painter)
}

/// Paints the marks of both axes; each axis is a range of values.
fn axes(painter: &Painter, area: Rect, across: (f64, f64), up: f64, look: Look) {
    let grid = egui::Stroke::new(1.0, look.weak().gamma_multiply(0.3));
    for value in marks([across.0, across.1], (area.width() / 60.0) as usize) {
        let x = area.left() + ((value - across.0) / (across.1 - across.0)) as f32 * area.width();
        if area.x_range().contains(x) {
            painter.vline(x, area.y_range(), grid);
            painter.text(pos2(x, area.bottom() + 2.0), Align2::CENTER_TOP, trimmed(value, 3), SMALL, look.weak());
        }
    }
    for value in marks([0.0, up], 5) {
        let y = area.bottom() - (value / up) as f32 * area.height();
        if area.y_range().contains(y) {
            painter.hline(area.x_range(), y, grid);
            painter.text(pos2(area.left() - 4.0, y), Align2::RIGHT_CENTER, trimmed(value, 3), SMALL, look.weak());
        }
    }
}

fn over_time(ui: &mut Ui, pass: &mut UiPass, index: usize, summary: &CaptureSummary) {
    let look = ui.look();
    let about = "Frame times in ms over seconds; red: hitches and stalls; line: the median. Click: play from there.";
    ui.label(RichText::new(about).small().color(look.weak()));
    let (area, response, painter) = plot_area(ui, [ui.available_width(), PLOT_HEIGHT], Sense::click());
    let (end, highest) = (summary.capture.end() - Time::ZERO, summary.longest.scaled(1.05));
    axes(&painter, area, (0.0, end.as_secs()), highest.as_millis(), look);
    frame_time_bars::paint(&painter, area, &summary.columns, highest, look);
    let median = area.bottom() - summary.median.ratio(highest) as f32 * area.height();
    painter.hline(area.x_range(), median, egui::Stroke::new(1.0, look.text()));
    let start = pass.session.run.lab.panes()[index].recording().start;
    frame_time_bars::paint_playhead(&painter, area, (pass.session.run.now() - start).ratio(end), look);
    let clicked = response.interact_pointer_pos().filter(|_| response.clicked());
    if let Some(at) = clicked {
        let share = f64::from(((at.x - area.left()) / area.width()).clamp(0.0, 1.0));
        play_from(pass, index, Time::ZERO + end.scaled(share));
    }
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, format!("Plot of frame times. {about}")));
}

fn histogram(ui: &mut Ui, histogram: &Histogram) {
    let look = ui.look();
    let Histogram { from, width, counts, longer } = histogram;
    ui.label(RichText::new("Frames by their frame time in ms").strong());
    let (area, response, painter) = plot_area(ui, HISTOGRAM, Sense::hover());
    let most = counts.iter().copied().max().unwrap_or(0).max(1) as f64 * 1.05;
    axes(&painter, area, (from.as_millis(), histogram.to().as_millis()), most, look);
    let bin = area.width() / counts.len().max(1) as f32;
    for (place, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let (left, height) = (area.left() + place as f32 * bin, ((*count as f64 / most) as f32 * area.height()).max(1.5));
        let bar = Rect::from_min_max(pos2(left, area.bottom() - height), pos2(left + (bin * 0.88).max(1.0), area.bottom()));
        painter.rect_filled(bar, 0.0, look.accent());
    }
    let (width, to) = (width.as_millis(), trimmed(histogram.to().as_millis(), 3));
    let about = match longer {
        0 => format!("Bins of {width} ms."),
        longer => format!("Bins of {width} ms. {longer} more are longer than {to} ms."),
    };
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, format!("Histogram of frame times. {about}")));
    ui.label(RichText::new(about).small().color(look.weak()));
}

fn rates(ui: &mut Ui, summary: &CaptureSummary) {
    ui.label(RichText::new("Displayed frames a second").strong());
    Grid::new("rates of a capture").num_columns(2).spacing([14.0, 2.0]).show(ui, |ui| {
        for rate in &summary.rates {
            ui.label(RichText::new(rate.name).color(ui.look().weak()));
            ui.label(RichText::new(format!("{:.1}", rate.fps)).monospace());
            ui.end_row();
        }
    });
}

fn worst(ui: &mut Ui, pass: &mut UiPass, index: usize, summary: &CaptureSummary) {
    let look = ui.look();
    ui.label(RichText::new("The worst moments").strong());
    if summary.worst.is_empty() {
        ui.label("No frame stays longer than the frames around it.");
        return;
    }
    Grid::new("worst moments of a capture").num_columns(4).spacing([14.0, 2.0]).show(ui, |ui| {
        for head in ["line", "second", "ms", "around"] {
            ui.label(RichText::new(head).color(look.weak()));
        }
        ui.end_row();
        for moment in &summary.worst {
            let stay = moment.frame_time.stay;
            ui.label(RichText::new(place(moment)).monospace());
            let link = ui.link(format!("{:.2}\u{a0}s", stay.begin.as_secs()));
            if link.on_hover_text("Plays from half a second before it.").clicked() {
                play_from(pass, index, (stay.begin - BEFORE_MOMENT).max(Time::ZERO));
            }
            let colour = if moment.frame_time.stutters { look.alarm() } else { look.text() };
            ui.label(RichText::new(format!("{:.1}", stay.length.as_millis())).monospace().color(colour));
            ui.label(RichText::new(format!("{:.1}", moment.around.as_millis())).monospace());
            ui.end_row();
        }
    });
}
