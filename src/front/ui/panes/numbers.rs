//! The numbers under a pane's sentence.

use crate::front::ui::style::look::{Look, caption, number};
use crate::studio::export::numbers::{milliseconds, percent};
use crate::studio::session::{Action, Session};
use egui::{Align, Layout, Ui, vec2};

/// How high they are.
pub const HEIGHT: f32 = 44.0;
/// Every number has its column, as wide as its longest value.
const COLUMN: f32 = 92.0;

/// Shows the numbers of pane `index`, as many as there is room for.
pub fn show(ui: &mut Ui, look: Look, session: &Session, index: usize, _actions: &mut Vec<Action>) {
    let seen = session.seen(index);
    let now = session.now();
    let recent = &seen.recent(now).summary;
    let tally = seen.tally();
    let error = recent.animation_error_mean_ms;
    let error_colour = if error.is_some_and(|error| error > 2.0) { look.alarm() } else { look.text() };
    let mut fields = vec![
        (
            format!("{:.1}", seen.metrics().window().updates_per_s(now)),
            "updates/s",
            look.text(),
            "Updates of the world a second.",
        ),
        (
            milliseconds(error),
            "animation error",
            error_colour,
            "Mean of |Δs − Δd| from frame to frame: how unevenly things move.",
        ),
        (
            milliseconds(recent.dt_max_s.map(|dt| dt * 1000.0)),
            "largest step",
            look.text(),
            "The longest update of the last two seconds.",
        ),
        (recent.updates_per_frame_max.to_string(), "updates a frame", look.text(), "The most updates in one turn of the loop."),
        (
            percent(recent.busy_percent.unwrap_or(0.0)),
            "busy",
            look.text(),
            "Share of the time that the computer works: what it takes from the battery.",
        ),
    ];
    if tally.caught + tally.tunnelled > 0 {
        let colour = if tally.tunnelled > 0 { look.alarm() } else { look.good() };
        let text = format!("{} / {}", tally.caught, tally.caught + tally.tunnelled);
        fields.insert(0, (text, "caught", colour, "Passes that met the wall, of all that meet it in the exact motion."));
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for (place, (value, name, colour, about)) in fields.into_iter().enumerate() {
            if place > 0 && ui.available_width() < COLUMN {
                break;
            }
            let size = vec2(COLUMN.min(ui.available_width()), HEIGHT - 8.0);
            ui.allocate_ui_with_layout(size, Layout::top_down(Align::Max), |ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                ui.label(number(value, colour)).on_hover_text(about);
                ui.label(caption(name, look.weak())).on_hover_text(about);
            });
        }
    });
}
