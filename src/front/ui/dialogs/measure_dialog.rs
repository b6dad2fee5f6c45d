//! A measurement: the same loops on the real clock, beside what the virtual computers predict.

use crate::front::ui::style::look::Look;
use crate::studio::session::host::NO_REAL_CLOCK;
use crate::studio::session::{ComparedNumber, ComparedPane, Request, Session};
use egui::{DragValue, Grid, RichText, ScrollArea, Ui};
use tickscope_core::config::PaneLetter;

/// Shows the measurement on the real clock; returns the request to start or end it.
pub fn show(ui: &mut Ui, look: Look, session: &Session, seconds: &mut f64) -> Option<Request> {
    let about = "Runs the loop files of all panes, one after the other, on this computer's own clock, with real sleeps \
                 and real loads. The panes pause meanwhile, because they would disturb the measurement.";
    ui.label(RichText::new(about).small().color(look.weak()));
    if !session.window().host().real_clock {
        ui.label(RichText::new(NO_REAL_CLOCK).color(look.alarm()));
        return None;
    }
    let modelled = "Measured as set: loads, stalls, queue, present mode, refresh and when input is read; the GPU is a second thread \
                    that computes. Not as set: how late waits end is this computer's own, and behind the display is no \
                    monitor, so that a wait for it is a sleep.";
    ui.label(RichText::new(modelled).small().color(look.weak()));
    let measuring = session.window().results().measurement.as_ref();
    let running = measuring.is_some_and(|measuring| !measuring.finished);
    let mut request = None;
    ui.horizontal(|ui| {
        let drag = DragValue::new(seconds).range(0.5..=60.0).speed(0.1).max_decimals(1).suffix(" s a pane");
        let drag = ui.add_enabled(!running, drag);
        drag.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, !running, "Seconds a pane"));
        drag.on_hover_text("How long each pane's loop runs.");
        if running {
            if ui.button("Stop").on_hover_text("Ends the measurement.").clicked() {
                request = Some(Request::StopMeasuring);
            }
        } else if ui.button("Measure").on_hover_text("Starts now.").clicked() {
            request = Some(Request::Measure(*seconds));
        }
        if let Some(measuring) = measuring.filter(|_| running) {
            ui.label(format!("Pane {} of {} …", (measuring.panes.len() + 1).min(measuring.of), measuring.of));
        }
    });
    let Some(measuring) = measuring else { return request };
    if let Some(failure) = &measuring.failure {
        ui.label(RichText::new(failure).color(look.alarm()));
    }
    ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
        for (index, pane) in measuring.panes.iter().enumerate() {
            compared(ui, look, (session.letter(index), index), pane);
        }
    });
    request
}

fn compared(ui: &mut Ui, look: Look, (letter, index): (PaneLetter, usize), pane: &ComparedPane) {
    ui.separator();
    let name = format!("{letter}  {}", pane.strategy);
    ui.label(RichText::new(name).strong().color(look.of_pane(letter)));
    Grid::new(("compared", index)).num_columns(4).spacing([22.0, 2.0]).show(ui, |ui| {
        for head in ["", "predicted", "measured", "differs by"] {
            ui.label(RichText::new(head).small().color(look.weak()));
        }
        ui.end_row();
        for ComparedNumber { name, unit, digits, predicted, measured } in &pane.numbers {
            let number = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:9.digits$} {unit}"));
            let differs = predicted.zip(*measured).map(|(predicted, measured)| measured - predicted);
            ui.label(*name);
            ui.label(RichText::new(number(*predicted)).monospace());
            ui.label(RichText::new(number(*measured)).monospace());
            let differs = differs.map_or("–".to_owned(), |by| format!("{by:+9.digits$} {unit}"));
            ui.label(RichText::new(differs).monospace().color(look.weak()));
            ui.end_row();
        }
    });
    if let Some((median, p95)) = pane.late_ms {
        ui.label(
            RichText::new(format!("Half of the waits ended at least {median:.2} ms late, 5 % of them at least {p95:.2} ms."))
                .small(),
        );
    }
    if let Some(options) = &pane.fits {
        ui.label(RichText::new(format!("A virtual computer as late: {options}")).small().color(look.weak()));
    }
    if let Some((median, p95)) = pane.gpu_late_ms {
        let text = format!(
            "The GPU's thread was late by {median:.2} ms or more for half of the frames, by {p95:.2} ms or more for 5 %."
        );
        ui.label(RichText::new(text).small());
    }
    if pane.cut_off {
        ui.label(RichText::new("Its last turn did not end in time and was cut off.").small().color(look.alarm()));
    }
}
