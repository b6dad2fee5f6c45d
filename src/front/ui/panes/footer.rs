//! What is said under a pane: one sentence about what happens in it, and the switch between the states that it draws.

use crate::front::ui::panes::drawn;
use crate::front::ui::panes::numbers;
use crate::front::ui::panes::places::Places;
use crate::front::ui::style::look::Look;
use crate::lab::diagnose::verdict::Tone;
use crate::studio::session::{Action, Session};
use egui::{Align, Color32, Label, Layout, RichText, TextStyle, Ui, UiBuilder};

/// Shows what has room of it.
pub fn show(ui: &mut Ui, look: Look, session: &Session, index: usize, places: &Places, actions: &mut Vec<Action>) {
    let row = Layout::left_to_right(Align::Center);
    if let Some(rect) = places.sentence {
        let place = UiBuilder::new().max_rect(rect).id_salt(("sentence", index)).layout(row);
        ui.scope_builder(place, |ui| sentence(ui, look, session, index));
    }
    if let Some(rect) = places.switch {
        let place = UiBuilder::new().max_rect(rect).id_salt(("switch", index)).layout(row);
        ui.scope_builder(place, |ui| drawn::switch(ui, look, session, index, actions));
    }
    if let Some(rect) = places.numbers {
        let place = UiBuilder::new().max_rect(rect).id_salt(("numbers", index));
        ui.scope_builder(place, |ui| numbers::show(ui, look, session, index, actions));
    }
}

/// What is happening in the pane. Small letters where the room has too few lines for the usual ones.
fn sentence(ui: &mut Ui, look: Look, session: &Session, index: usize) {
    let said = session.verdict(index);
    let colour = match said.tone {
        Tone::Good => look.good(),
        Tone::Plain => look.text(),
        Tone::Bad => look.alarm(),
    };
    let room = ui.available_size();
    let fits = |style: TextStyle| {
        let font = style.resolve(ui.style());
        ui.painter().layout(said.text.clone(), font, Color32::PLACEHOLDER, room.x).size().y <= room.y
    };
    let style = if fits(TextStyle::Body) { TextStyle::Body } else { TextStyle::Small };
    let is_whole = fits(style.clone());
    ui.spacing_mut().item_spacing.y = 0.0;
    let label = Label::new(RichText::new(&said.text).text_style(style).color(colour)).wrap();
    let label = ui.add(label);
    if !is_whole {
        label.on_hover_text(&said.text);
    }
}
