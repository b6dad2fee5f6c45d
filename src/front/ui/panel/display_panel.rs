//! The settings of the virtual display: its rate and the present mode, and whether the monitor can show them.

use crate::front::ui::panel::controls::Controls;
use crate::front::ui::style::look::Look;
use crate::studio::session::{Action, Session};
use egui::{RichText, Ui};
use tickscope_core::config::computer::Section;
use tickscope_core::config::{Computer, Fit};

/// Shows the settings of the display.
pub fn show(ui: &mut Ui, look: Look, session: &Session, computer: &mut Computer) {
    for field in Computer::section(Section::Display) {
        field.show(computer, &mut Controls::new(ui, look, session));
    }
}

/// Returns whether the monitor of the window can't show the virtual one evenly.
pub fn is_uneven(session: &Session, computer: &Computer) -> bool {
    computer.vrr.rates().is_none() && session.pacer().fit(computer.refresh_hz, session.speed()) == Fit::Uneven
}

/// Says that the monitor can't show the virtual one evenly, and offers what would fit.
pub fn fit(ui: &mut Ui, look: Look, session: &Session, computer: &mut Computer, actions: &mut Vec<Action>) {
    let pacer = session.pacer();
    let (rate, speed) = (pacer.fitting_rate(computer.refresh_hz), pacer.fitting_speed(computer.refresh_hz));
    let text = format!("The panes judder here because this monitor shows {:.0} Hz.", pacer.monitor_hz());
    ui.label(RichText::new(text).small().color(look.alarm()));
    ui.horizontal(|ui| {
        if ui.small_button(format!("Use {rate:.0} Hz")).clicked() {
            computer.refresh_hz = rate;
        }
        if ui.small_button(format!("Watch at {speed:.2}×")).clicked() {
            actions.push(Action::Speed(speed));
        }
    });
}
