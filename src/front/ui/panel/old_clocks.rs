//! What old computers, large worlds and testers add to a computer: coarse and wrapping clocks, loads per body, and the
//! longest step always.

use crate::base::params::Unit;
use crate::front::ui::panel::controls::{Row, Scale};
use crate::front::ui::style::look::Look;
use crate::model::config::{Computer, computer};
use egui::{CollapsingHeader, Ui};

/// The resolutions of clocks that games were written for, ms, and whose they were.
const TIMERS: [(f64, &str, &str); 5] = [
    (0.0, "exact", "A clock that tells any two moments apart."),
    (1.0, "1 ms", "SDL_GetTicks, timeGetTime."),
    (10.0, "10 ms", "GetTickCount on single-processor Windows NT."),
    (15.625, "15.6 ms", "GetTickCount since: 64 times a second."),
    (55.0, "55 ms", "Windows 95 and DOS: 18.2 times a second."),
];

pub fn show(ui: &mut Ui, look: Look, computer: &mut Computer, now_s: f64) {
    CollapsingHeader::new("Old clocks").id_salt("old clocks").show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            for (ms, name, about) in TIMERS {
                if ui.selectable_label(computer.timer_ms == ms, name).on_hover_text(about).clicked() {
                    computer.timer_ms = ms;
                }
            }
        });
        row("Clock at, first reading missing", computer::CLOCK_AT_S.about, Unit::Seconds, 600.0).show(
            ui,
            look,
            &mut computer.clock_at_s,
        );
        ui.small("Counts whenever a loop starts.");
        let mut wraps = computer.wraps_at_s > 0.0;
        let about = "The counter of milliseconds is 32 bits wide and starts over, as after 49.7 days: loops that compare its \
                     readings freeze or run wild, loops that subtract them don't notice.";
        if ui.checkbox(&mut wraps, "32-bit counter wraps").on_hover_text(about).changed() {
            // Soon, so that it is seen, and between two ticks of most rates, so that the clock wraps before the schedule.
            computer.wraps_at_s = if wraps { computer::WRAPS_AT_S.clamped((now_s + 1.0).round().max(1.0) + 0.01) } else { 0.0 };
        }
        if wraps {
            ui.small(format!("at {} s; now it is {now_s:.1} s", computer.wraps_at_s));
        }
    });
    CollapsingHeader::new("Per body, and testing").id_salt("per body").show(ui, |ui| {
        let us = Unit::Microseconds;
        let about = computer::UPDATE_US_PER_BODY.about;
        row("Update, per body", about, us, 50.0).show(ui, look, &mut computer.update_us_per_body);
        let about = computer::RENDER_US_PER_BODY.about;
        row("Render, per body in view", about, us, 50.0).show(ui, look, &mut computer.render_us_per_body);
        let about = "Every update that moves the world moves it by the longest step that its loop can make: what a game must \
                     bear. Loops of one fixed step make no other anyway, and some know no limit.";
        ui.checkbox(&mut computer.largest_step, "Always the largest step").on_hover_text(about);
    });
}

fn row<'a>(name: &'a str, about: &'a str, unit: Unit, most: f64) -> Row<'a> {
    Row { name, about, unit, range: 0.0..=most, scale: Scale::Logarithmic }
}
