//! Whether the monitor can show the virtual display, and what would fit.

use crate::front::ui::style::look::Look;
use crate::studio::session::{Action, Session};
use egui::{RichText, Ui};
use tickscope_core::config::{Computer, Fit, Owner};

/// Returns whether the monitor of the window can't show the virtual one evenly.
pub fn is_uneven(session: &Session, computer: &Computer) -> bool {
    computer.variable_hz().is_none() && session.pacer.fit(computer.refresh_hz, session.run.speed) == Fit::Uneven
}

/// Says that the monitor can't show the virtual one evenly, and offers what would fit.
pub fn fit(ui: &mut Ui, look: Look, session: &Session, computer: &Computer, actions: &mut Vec<Action>) {
    let pacer = &session.pacer;
    let (rate, speed) = (pacer.fitting_rate(computer.refresh_hz), pacer.fitting_speed(computer.refresh_hz));
    let text = format!("This monitor shows {:.0} Hz: what judders here may be the monitor.", pacer.monitor_hz());
    ui.label(RichText::new(text).small().color(look.weak()));
    ui.horizontal(|ui| {
        if ui.small_button(format!("Use {rate:.0} Hz")).clicked() {
            let owner = Owner::of_computer(session.run.lab.settings(), session.run.selection.selected());
            actions.push(Action::set(owner.path("refresh_hz"), rate));
        }
        if ui.small_button(format!("Watch at {speed:.2}×")).clicked() {
            actions.push(Action::Speed(speed));
        }
    });
}
