//! The choice of the state that a pane draws.

use crate::front::ui::panel::segments::{self, Segment};
use crate::front::ui::panes::pane_layout::SWITCH_WIDTH;
use crate::front::ui::style::look::Look;
use crate::model::config::{Command, Patch, Presentation, SettingPath};
use crate::studio::session::{Action, Session};
use egui::{ComboBox, RichText, Ui};

fn draw(session: &Session, index: usize, presentation: Option<Presentation>) -> Action {
    let value = presentation.map_or("default", Presentation::id);
    Action::Lab(Command::Set(Patch::one(SettingPath::Presentation(session.letter(index)), value)))
}

/// The switch between the three states that can be drawn, where the loop has an alpha; what each means is told by the loop.
pub fn switch(ui: &mut Ui, look: Look, session: &Session, index: usize, actions: &mut Vec<Action>) {
    let seen = session.seen(index);
    let (strategy, params) = (seen.strategy(), seen.params());
    let shown = if strategy.alpha { session.presentation(index) } else { Presentation::Latest };
    let ahead = if shown == Presentation::ExtrapolateToContact { shown } else { Presentation::Extrapolate };
    let word = |value| match value {
        Presentation::Latest => "latest",
        Presentation::Interpolate => "interp.",
        Presentation::Extrapolate => "extrap.",
        Presentation::ExtrapolateToContact => "to wall",
    };
    let choices = [Presentation::Latest, Presentation::Interpolate, ahead];
    let abouts = choices.map(|value| strategy.shows(&params, value));
    let segments: Vec<_> =
        choices.iter().zip(&abouts).map(|(value, about)| Segment { value: *value, word: word(*value), about }).collect();
    let name = format!("Draw pane {}", session.letter(index));
    let width = ui.available_width().min(SWITCH_WIDTH);
    let clicked = ui.add_enabled_ui(strategy.alpha, |ui| segments::show(ui, look, (&name, width), Some(shown), &segments)).inner;
    if let Some(presentation) = clicked {
        actions.push(draw(session, index, Some(presentation)));
    }
}

/// Which state a pane draws, as a list with the published one; what each choice means for its loop is told by the loop.
pub fn choice(ui: &mut Ui, session: &Session, index: usize, actions: &mut Vec<Action>) {
    let seen = session.seen(index);
    let (strategy, params) = (seen.strategy(), seen.params());
    let current = session.lab().settings().panes[index].presentation;
    let name = |choice: Option<Presentation>| match choice {
        None => format!("published: {}", strategy.presentation.id()),
        Some(choice) => choice.id().to_owned(),
    };
    let shown = if strategy.alpha { session.presentation(index) } else { Presentation::Latest };
    let list = ui.add_enabled_ui(strategy.alpha, |ui| {
        let list = ComboBox::from_id_salt(("drawn", index)).selected_text(RichText::new(shown.id()).small()).width(92.0).show_ui(
            ui,
            |ui| {
                for choice in std::iter::once(None).chain(Presentation::ALL.map(Some)) {
                    let means = strategy.shows(&params, choice.unwrap_or(strategy.presentation));
                    if ui.selectable_label(choice == current, name(choice)).on_hover_text(means).clicked() {
                        actions.push(draw(session, index, choice));
                    }
                }
            },
        );
        let label = format!("Drawn in pane {}", session.letter(index));
        list.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, strategy.alpha, &label));
        list.response
    });
    let means = strategy.shows(&params, shown);
    list.inner.on_hover_text(&means).on_disabled_hover_text(&means);
}
