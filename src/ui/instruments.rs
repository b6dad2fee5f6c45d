//! What is shown under the panes: one instrument at a time, in a panel whose upper edge can be dragged.

use super::icons::{self, Icon};
use super::look::Look;
use super::{plots, table};
use crate::session::{Action, Session};
use crate::view::{Counted, Instrument, View};
use egui::{Align, Button, Frame, Layout, Margin, Panel, Ui};

/// Each instrument with its name, and what it is with its key.
pub const ALL: [(Instrument, &str, &str); 2] = [
    (Instrument::Plots, "Plots", "Frame time, step size, updates a turn and s − d over time, and the cadence (O)."),
    (Instrument::Table, "Table", "Every number of every pane, side by side, to be sorted (Y)."),
];

/// In a lower window the panes need all of the room, unless only one is shown.
const LEAST_WINDOW: f32 = 560.0;
const LEAST: f32 = 150.0;

/// Shows the chosen instrument, if one is and there is room.
pub fn show(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let height = ui.ctx().content_rect().height();
    let roomy = height >= LEAST_WINDOW || (session.enlarged().is_some() && height >= LEAST * 2.5);
    let Some(instrument) = session.view().instrument.filter(|_| roomy) else { return };
    let most = (height * 0.6).max(LEAST);
    let panel = Panel::bottom("instruments").resizable(true).default_size((height * 0.34).clamp(LEAST, 330.0));
    let frame = Frame::new().fill(look.panel()).inner_margin(Margin::symmetric(10, 6));
    panel.size_range(LEAST..=most).frame(frame).show(ui, |ui| {
        let mut view = session.view();
        head(ui, look, &mut view, instrument);
        ui.add_space(2.0);
        match instrument {
            Instrument::Plots => plots::show(ui, look, session),
            Instrument::Table => table::show(ui, look, session),
        }
        if view != session.view() {
            actions.push(Action::View(view));
        }
    });
}

/// The tabs, the choices of the instrument, and a button that hides it.
fn head(ui: &mut Ui, look: Look, view: &mut View, instrument: Instrument) {
    ui.horizontal(|ui| {
        for (other, name, about) in ALL {
            let tab = Button::selectable(other == instrument, name);
            let tab = ui.add(tab).on_hover_text(about);
            tab.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, other == instrument, format!("Show {name}")));
            if tab.clicked() {
                view.instrument = Some(other);
            }
        }
        ui.add_space(12.0);
        match instrument {
            Instrument::Plots => {
                for seconds in [2.0, 5.0, 20.0] {
                    let current = (view.plots_s - seconds).abs() < 1e-9;
                    let button = Button::selectable(current, format!("{seconds} s"));
                    if ui.add(button).on_hover_text("How far back the plots reach.").clicked() {
                        view.plots_s = seconds;
                    }
                }
            }
            Instrument::Table => {
                let choices = [
                    (Counted::Recent, "Last 2 s", "The last two seconds; passes at walls are those of the last six."),
                    (Counted::Whole, "Whole run", "Since the pane began; nothing is left out."),
                ];
                for (counted, name, about) in choices {
                    if ui.add(Button::selectable(view.counted == counted, name)).on_hover_text(about).clicked() {
                        view.counted = counted;
                    }
                }
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if icons::button(ui, look, Icon::Close, "Hide the instrument", "Only the panes.") {
                view.instrument = None;
            }
        });
    });
}
