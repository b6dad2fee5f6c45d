//! The window in front of a class: no panels, a headline, and the keys that a presenter needs.

use crate::front::ui::UiOutput;
use crate::front::ui::bars::{caption_line, top_bar, transport_bar};
use crate::front::ui::commands::{NEXT, PREVIOUS, RESTART};
use crate::front::ui::panel::computer_panel;
use crate::front::ui::panes::grid;
use crate::front::ui::style::icons::{self, Icon};
use crate::front::ui::style::look::Look;
use crate::studio::session::{Action, Session};
use egui::{Align, CentralPanel, FontId, Frame, Label, Layout, Margin, Panel, RichText, Ui};

/// With less room the headline has lines of its own, and there is none for the keys.
const NARROW: f32 = 620.0;
const HINTS: &str = "Page Down next · Page Up back · Backspace again · Space pause, play · H stall · Up, Down load · Esc ends";

/// Shows the panes under a headline and over the buttons and keys of a presenter.
pub fn show(ui: &mut Ui, look: Look, session: &Session, shown: &mut UiOutput) {
    let bar = |vertical: i8| Frame::new().fill(look.panel()).inner_margin(Margin::symmetric(16, vertical));
    let about = session.title().1;
    let is_narrow = ui.available_width() < NARROW;
    Panel::top("headline").frame(bar(8)).show(ui, |ui| {
        let headline = RichText::new(session.headline()).font(FontId::proportional(22.0)).strong();
        let of = if session.playhead().is_some() { session.computer_of(session.selected()) } else { session.computer() };
        let load = Label::new(RichText::new(computer_panel::in_words(of)).color(look.weak())).truncate();
        if is_narrow {
            ui.add(Label::new(headline).wrap());
            ui.add(load);
        } else {
            ui.horizontal(|ui| {
                ui.label(headline);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.add(load));
            });
        }
        if !about.is_empty() {
            ui.add(Label::new(RichText::new(about).color(look.text())).wrap());
        }
    });
    Panel::bottom("presenter").frame(bar(4)).show(ui, |ui| {
        ui.horizontal(|ui| {
            presenter(ui, look, session, &mut shown.actions);
            if is_narrow {
                return;
            }
            if let Some(next) = caption_line::next_command(session) {
                ui.add(Label::new(RichText::new(next).small().color(look.text())).truncate());
            }
            ui.add(Label::new(RichText::new(HINTS).small().color(look.weak())).truncate());
        });
    });
    CentralPanel::no_frame().show(ui, |ui| grid::show(ui, look, session, shown));
}

/// What a presenter needs, as buttons for a window without a keyboard: the end, the comparisons, and the time.
fn presenter(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.x = 4.0;
    if icons::button(ui, look, Icon::Close, "End the presentation", "All panels again (Esc).") {
        actions.push(Action::Present(false));
    }
    for (icon, command) in [(Icon::Back, PREVIOUS), (Icon::Restart, RESTART)] {
        if icons::button(ui, look, icon, command.name, &command.tip()) {
            actions.extend(command.action(session));
        }
    }
    top_bar::play(ui, look, session, actions);
    if icons::button(ui, look, Icon::Next, NEXT.name, &NEXT.tip()) {
        actions.extend(NEXT.action(session));
    }
    ui.label(RichText::new(format!("{:6.1} s", session.now().as_secs())).monospace().color(look.weak()));
    transport_bar::present(ui, look, session, actions);
}
