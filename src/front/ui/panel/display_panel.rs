//! How frames come onto the virtual display: its rate and the present mode.

use crate::front::ui::panel::controls::{Row, Scale};
use crate::front::ui::panel::segments::{self, Segment};
use crate::front::ui::style::look::Look;
use crate::model::config::{Computer, Fit, Present};
use crate::studio::session::{Action, Session};
use egui::{RichText, Ui};

/// The range of the sliders of rates, Hz.
pub const RATES_HZ: std::ops::RangeInclusive<f64> = 24.0..=240.0;

/// The present modes, with what each does to a finished frame.
const MODES: [Segment<'static, Present>; 3] = [
    Segment {
        value: Present::Fifo,
        word: "on (fifo)",
        about: "Every frame gets a refresh of its own, in order: nothing is dropped, and frames may queue (V).",
    },
    Segment {
        value: Present::Mailbox,
        word: "off (mailbox)",
        about: "Each refresh shows the newest frame that is done: overtaken ones are dropped, and nothing tears (V).",
    },
    Segment {
        value: Present::Immediate,
        word: "tears",
        about: "Present mode immediate: a frame appears as soon as it is done, from where the beam is downwards.",
    },
];

/// Shows the rate and the present mode, and what the monitor can't show of them.
pub fn show(ui: &mut Ui, look: Look, session: &Session, computer: &mut Computer, actions: &mut Vec<Action>) {
    refresh_rate(ui, look, computer);
    if computer.vrr.rates().is_none() {
        fit(ui, look, session, computer, actions);
    }
    ui.horizontal(|ui| {
        ui.label("Vsync").on_hover_text(&*Computer::PRESENT.about);
        let room = ui.available_width();
        if let Some(present) = segments::show(ui, look, ("Vsync", room), Some(computer.present), &MODES) {
            computer.set_present(present);
        }
    });
}

fn refresh_rate(ui: &mut Ui, look: Look, computer: &mut Computer) {
    let varies = computer.vrr.rates().is_some();
    let reason = "The refresh is variable, between two rates: see GPU and queue.";
    let row = Row::of_param("Refresh rate", &Computer::REFRESH_HZ, RATES_HZ, Scale::Linear);
    if row.unless(varies, reason).show(ui, look, &mut computer.refresh_hz) {
        computer.refresh_hz = computer.refresh_hz.round();
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
