//! What old computers, large worlds and testers add to a computer: coarse and wrapping clocks, loads per body, and the
//! longest step always.

use crate::base::params::Param;
use crate::front::ui::panel::controls::{Row, Scale};
use crate::front::ui::style::look::Look;
use crate::model::config::Computer;
use egui::Ui;

/// Shows the clock at the start and its end; `now_s` is the laboratory time in seconds.
pub fn show(ui: &mut Ui, look: Look, computer: &mut Computer, now_s: f64) {
    let clock_at = row("Clock at, first reading missing", &Computer::CLOCK_AT_S, 600.0);
    clock_at.show(ui, look, &mut computer.clock_at_s);
    ui.small("Counts whenever a loop starts.");
    let mut wraps = computer.wraps_at_s > 0.0;
    let about = "The counter of milliseconds is 32 bits wide and starts over, as after 49.7 days: loops that compare its \
                     readings freeze or run wild, loops that subtract them don't notice.";
    if ui.checkbox(&mut wraps, "32-bit counter wraps").on_hover_text(about).changed() {
        // Soon, so that it is seen, and between two ticks of most rates, so that the clock wraps before the schedule.
        computer.wraps_at_s = if wraps { Computer::WRAPS_AT_S.clamped((now_s + 1.0).round().max(1.0) + 0.01) } else { 0.0 };
    }
    if wraps {
        ui.small(format!("at {} s; now it is {now_s:.1} s", computer.wraps_at_s));
    }
}

/// Shows the loads that every body adds, and the longest step always.
pub fn per_body(ui: &mut Ui, look: Look, computer: &mut Computer) {
    let (update, render) = (&Computer::UPDATE_US_PER_BODY, &Computer::RENDER_US_PER_BODY);
    row("Update, per body", update, 50.0).show(ui, look, &mut computer.update_us_per_body);
    row("Render, per body in view", render, 50.0).show(ui, look, &mut computer.render_us_per_body);
    ui.checkbox(&mut computer.largest_step, "Always the largest step").on_hover_text(&*Computer::LARGEST_STEP.about);
}

fn row<'a>(name: &'a str, param: &Param, most: f64) -> Row<'a> {
    Row::of_param(name, param, 0.0..=most, Scale::Logarithmic)
}
