//! The numbers under a pane's sentence.

use crate::front::ui::cards::explain;
use crate::front::ui::style::look::{Look, caption, number};
use crate::model::config::view::Counted;
use crate::studio::export::numbers::{milliseconds, percent};
use crate::studio::session::{Action, CardPlace, NumberCard, Session};
use egui::{Align, Label, Layout, Sense, Ui, vec2};

/// How high they are.
pub const HEIGHT: f32 = 44.0;
/// Every number has its column, as wide as its longest value.
const COLUMN: f32 = 92.0;

/// Shows the numbers of pane `index`, as many as there is room for; each explains itself.
pub fn show(ui: &mut Ui, look: Look, session: &Session, index: usize, actions: &mut Vec<Action>) {
    let seen = session.seen(index);
    let now = session.now();
    let recent = seen.recent(now);
    // The same passes that the sentence tells of.
    let tally = seen.recent_passes(now);
    let error = recent.number("animation_error_mean_ms");
    let error_colour = if error.is_some_and(|error| error > 2.0) { look.alarm() } else { look.text() };
    let updates = format!("{:.1}", recent.number("updates_per_s").unwrap_or(0.0));
    let longest = milliseconds(recent.number("dt_max_s").map(|dt| dt * 1000.0));
    let busy = percent(recent.number("busy_percent").unwrap_or(0.0));
    let mut fields = vec![
        ("updates_per_s", updates, "updates/s", look.text()),
        ("animation_error_mean_ms", milliseconds(error), "animation error", error_colour),
        ("dt_max_s", longest, "largest step", look.text()),
        ("updates_per_frame_max", recent.count("updates_per_frame_max").to_string(), "updates a frame", look.text()),
        ("busy_percent", busy, "busy", look.text()),
    ];
    if tally.caught + tally.tunnelled > 0 {
        let colour = if tally.tunnelled > 0 { look.alarm() } else { look.good() };
        let text = format!("{} of {}", tally.tunnelled, tally.caught + tally.tunnelled);
        fields.insert(0, ("tunnelled", text, "went through", colour));
    }
    let pane = session.lab().panes()[index].id();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for (place, (metric, value, name, colour)) in fields.into_iter().enumerate() {
            if place > 0 && ui.available_width() < COLUMN {
                break;
            }
            let size = vec2(COLUMN.min(ui.available_width()), HEIGHT - 8.0);
            ui.allocate_ui_with_layout(size, Layout::top_down(Align::Max), |ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                let card = NumberCard { pane, metric, counted: Counted::Recent, place: CardPlace::Numbers };
                let said = ui.add(Label::new(number(value, colour)).selectable(false).sense(Sense::click()));
                explain(ui, look, session, &said, card, actions);
                ui.label(caption(name, look.weak()));
            });
        }
    });
}
