//! What stands between a finished render and the display: the GPU, the queue, a display without a rate of its own.

use crate::front::ui::panel::controls::{Row, Scale};
use crate::front::ui::panel::display_panel::RATES_HZ;
use crate::front::ui::style::look::Look;
use crate::model::config::{Computer, Present, Rates, VariableRefresh};
use egui::{Checkbox, Ui};

/// The rates that a variable refresh begins with, as many monitors have them.
const USUAL: Rates = Rates { lo_hz: 48.0, hi_hz: 144.0 };

/// Shows the GPU's load, the queue and the variable refresh.
pub fn show(ui: &mut Ui, look: Look, computer: &mut Computer) {
    Row::of_param("GPU load", &Computer::GPU_MS, 0.0..=200.0, Scale::Logarithmic).show(ui, look, &mut computer.gpu_ms);
    let mut frames = f64::from(computer.queue);
    Row::of_param("Queue, frames", &Computer::QUEUE, 0.0..=3.0, Scale::Linear).show(ui, look, &mut frames);
    computer.queue = frames as u32;
    variable_refresh(ui, look, computer);
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
