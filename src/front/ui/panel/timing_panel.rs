//! How well the computer keeps time: its clock, its scheduler, how late it wakes, and when it reads its input.

use crate::base::params::{Param, Unit};
use crate::front::ui::panel::controls::{Row, Scale, list};
use crate::front::ui::style::look::Look;
use crate::model::config::computer::{TIMERS, Timer};
use crate::model::config::{Bounds, Computer, InputRead, Tail};
use egui::{ComboBox, Ui};

/// The mean excess that a tail begins with, ms: a slice of the scheduler's.
const USUAL_EXCESS_MS: f64 = 2.0;

/// When inputs are read, with what follows from it.
const READS: [(InputRead, &str, &str); 2] = [
    (InputRead::Update, "before every update", "Each update knows of everything that was given before it."),
    (
        InputRead::Turn,
        "once a turn",
        "At the top of the turn, as an event pump does: of five updates of 10 ms, the last uses input that is 40 ms older.",
    ),
];

/// Shows the clock, the scheduler, waking late, the start and the reading of input.
pub fn show(ui: &mut Ui, look: Look, computer: &mut Computer) {
    let row = |name, param: &Param, most: f64| Row::of_param(name, param, 0.0..=most, Scale::Linear);
    row("Timer resolution", &Computer::TIMER_MS, 60.0).show(ui, look, &mut computer.timer_ms);
    timer(ui, computer);
    row("Sleeps end on ticks of", &Computer::SLEEP_MS, 20.0).show(ui, look, &mut computer.sleep_ms);
    let Bounds { lo_ms, hi_ms } = &mut computer.wake_ms;
    row("Waking late, at least", &Computer::WAKE_MS, 10.0).show(ui, look, lo_ms);
    *hi_ms = hi_ms.max(*lo_ms);
    row("Waking late, up to", &Computer::WAKE_MS, 10.0).show(ui, look, hi_ms);
    *lo_ms = lo_ms.min(*hi_ms);
    tail(ui, look, &mut computer.wake_tail);
    row("First turn begins at", &Computer::START_MS, 20.0).show(ui, look, &mut computer.start_ms);
    list(ui, ("Input is read", &*Computer::INPUT.about), &READS, &mut computer.input);
}

/// How likely a wait ends much later, and by how much in the mean.
fn tail(ui: &mut Ui, look: Look, tail: &mut Tail) {
    let mut percent = tail.probability * 100.0;
    let often = Row {
        unit: Unit::Percent,
        ..Row::of_param("Much later, how often", &Computer::WAKE_TAIL, 0.0..=100.0, Scale::Logarithmic)
    };
    if often.show(ui, look, &mut percent) {
        // Without a probability there is no excess; with one there has to be, to be seen.
        tail.probability = (percent / 100.0).clamp(0.0, 1.0);
        let begins = tail.mean_ms == 0.0 && tail.probability > 0.0;
        tail.mean_ms = if begins { USUAL_EXCESS_MS } else { tail.mean_ms };
        if tail.probability == 0.0 {
            *tail = Tail::default();
        }
    }
    if tail.probability > 0.0 {
        let mean = Row::of_param("Much later, by (mean)", &Tail::MEAN_MS, 0.0..=100.0, Scale::Logarithmic);
        mean.show(ui, look, &mut tail.mean_ms);
    }
}

/// The resolution by the function that reads the clock; several functions may have the same.
fn timer(ui: &mut Ui, computer: &mut Computer) {
    let names: Vec<&str> = Timer::of(computer.timer_ms).map(|timer| timer.name).collect();
    let shown = if names.is_empty() { "none of these".to_owned() } else { names.join(", ") };
    ui.horizontal(|ui| {
        let label = ui.label("Timer");
        let list = ComboBox::from_id_salt("timer").selected_text(shown).width(180.0).truncate().show_ui(ui, |ui| {
            for timer in TIMERS {
                let is_chosen = timer.resolution_ms == computer.timer_ms;
                if ui.selectable_label(is_chosen, timer.call).on_hover_text(timer.about).clicked() {
                    computer.timer_ms = timer.resolution_ms;
                }
            }
        });
        let about = "The function that the loop reads its clock with: it sets the timer's resolution.";
        list.response.labelled_by(label.id).on_hover_text(about);
    });
}
