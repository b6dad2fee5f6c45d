//! How frames come onto the virtual display: the present mode, its rate, and how far the CPU may be ahead of it.

use crate::front::ui::panel::controls::{Row, Scale, list};
use crate::front::ui::style::look::Look;
use crate::model::config::{Computer, Fit, Present, Rates, VariableRefresh};
use crate::studio::session::{Action, Session};
use egui::{Checkbox, RichText, Ui};

/// What the sliders of rates reach, Hz.
const RATES_HZ: std::ops::RangeInclusive<f64> = 24.0..=240.0;
/// The rates that a variable refresh begins with, as many monitors have them.
const USUAL: Rates = Rates { lo_hz: 48.0, hi_hz: 144.0 };

/// The present modes, with what each does to a finished frame.
const MODES: [(Present, &str, &str); 3] = [
    (Present::Fifo, "fifo (vsync)", "Every frame gets a refresh of its own, in order: nothing is dropped, and frames may queue."),
    (
        Present::Mailbox,
        "mailbox (vsync off)",
        "Each refresh shows the newest frame that is done: overtaken ones are dropped, and nothing tears.",
    ),
    (Present::Immediate, "immediate (tears)", "A frame appears as soon as it is done, from where the beam is downwards."),
];

/// Shows the display's settings, and what the monitor can't show of them.
pub fn show(ui: &mut Ui, look: Look, session: &Session, computer: &mut Computer, actions: &mut Vec<Action>) {
    let mut present = computer.present;
    if list(ui, ("Present", &*Computer::PRESENT.about), &MODES, &mut present) {
        computer.set_present(present);
    }
    variable_refresh(ui, look, computer);
    refresh_rate(ui, look, computer);
    let mut frames = f64::from(computer.queue);
    Row::of_param("Queue, frames", &Computer::QUEUE, 0.0..=3.0, Scale::Linear).show(ui, look, &mut frames);
    computer.queue = frames as u32;
    if computer.vrr.rates().is_none() {
        fit(ui, look, session, computer, actions);
    }
}

fn refresh_rate(ui: &mut Ui, look: Look, computer: &mut Computer) {
    let varies = computer.vrr.rates().is_some();
    let reason = "The display has no ticks: its refresh is variable, between the two rates above.";
    let row = Row::of_param("Refresh rate", &Computer::REFRESH_HZ, RATES_HZ, Scale::Linear);
    if row.unless(varies, reason).show(ui, look, &mut computer.refresh_hz) {
        computer.refresh_hz = computer.refresh_hz.round();
    }
}

/// A display that refreshes when a frame comes, and its two rates.
fn variable_refresh(ui: &mut Ui, look: Look, computer: &mut Computer) {
    let mut varies = computer.vrr.rates().is_some();
    let switch = ui.add_enabled(computer.present == Present::Fifo, Checkbox::new(&mut varies, "Variable refresh"));
    let reason = "Only with fifo: a variable refresh shows every frame, in order.";
    if switch.on_hover_text(&*Computer::VRR.about).on_disabled_hover_text(reason).changed() {
        computer.vrr = if varies { VariableRefresh::Range(USUAL) } else { VariableRefresh::Off };
    }
    let VariableRefresh::Range(Rates { lo_hz, hi_hz }) = &mut computer.vrr else { return };
    let row =
        |name, about: &'static str| Row { about: about.into(), ..Row::of_param(name, &Computer::VRR, RATES_HZ, Scale::Linear) };
    let lowest = "Where no frame comes for longer than one interval of this rate, the display repeats the one that it shows.";
    if row("Lowest rate", lowest).show(ui, look, lo_hz) {
        *lo_hz = lo_hz.round();
        *hi_hz = hi_hz.max(*lo_hz);
    }
    let highest = "A frame waits until one interval of this rate has passed since the last refresh.";
    if row("Highest rate", highest).show(ui, look, hi_hz) {
        *hi_hz = hi_hz.round();
        *lo_hz = lo_hz.min(*hi_hz);
    }
}

/// Says where the monitor of the window can't show the virtual one evenly, and what would fit.
fn fit(ui: &mut Ui, look: Look, session: &Session, computer: &mut Computer, actions: &mut Vec<Action>) {
    let pacer = session.pacer();
    if pacer.fit(computer.refresh_hz, session.speed()) == Fit::Uneven {
        let (rate, speed) = (pacer.fitting_rate(computer.refresh_hz), pacer.fitting_speed(computer.refresh_hz));
        let monitor = pacer.monitor_hz();
        ui.label(
            RichText::new(format!("This monitor's {monitor:.0} Hz don't fit: panes judder because of it."))
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
