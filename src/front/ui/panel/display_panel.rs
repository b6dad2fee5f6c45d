//! The settings of the virtual display: its rate and the present mode, and whether the monitor can show them.

use crate::front::ui::panel::controls::Controls;
use crate::front::ui::style::look::Look;
use crate::model::config::computer::Section;
use crate::model::config::{Computer, Fit};
use crate::studio::session::{Action, Session};
use egui::{RichText, Ui};

/// Shows the settings of the display, and what the monitor can't show of its rate.
pub fn show(ui: &mut Ui, look: Look, session: &Session, computer: &mut Computer, actions: &mut Vec<Action>) {
    for field in Computer::section(Section::Display) {
        field.show(computer, &mut Controls::new(ui, look, session));
        if field.key() == Computer::REFRESH_HZ.name && computer.vrr.rates().is_none() {
            fit(ui, look, session, computer, actions);
        }
    }
}

/// Says where the monitor of the window can't show the virtual one evenly, and what would fit.
fn fit(ui: &mut Ui, look: Look, session: &Session, computer: &mut Computer, actions: &mut Vec<Action>) {
    let pacer = session.pacer();
    if pacer.fit(computer.refresh_hz, session.speed()) == Fit::Uneven {
        let (rate, speed) = (pacer.fitting_rate(computer.refresh_hz), pacer.fitting_speed(computer.refresh_hz));
        let monitor = pacer.monitor_hz();
        ui.label(
            RichText::new(format!("The panes judder here because this monitor shows {monitor:.0} Hz."))
                .small()
                .color(look.alarm()),
        );
        ui.horizontal(|ui| {
            if ui.small_button(format!("Use {rate:.0} Hz")).clicked() {
                computer.refresh_hz = rate;
            }
            if ui.small_button(format!("Watch at {speed:.2}×")).clicked() {
                actions.push(Action::Speed(speed));
            }
        });
    }
}
