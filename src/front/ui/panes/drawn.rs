//! The choice of the state that a pane draws.

use crate::model::config::{Command, Presentation};
use crate::studio::session::{Action, Session};
use egui::{ComboBox, RichText, Ui};

/// Which state a pane draws; what each choice means for its loop is told by the loop.
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
                        actions.push(Action::Lab(Command::Presentation { pane: index, presentation: choice }));
                    }
                }
            },
        );
        let label = format!("Drawn in pane {}", crate::front::ui::letter(index));
        list.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, strategy.alpha, &label));
        list.response
    });
    let means = strategy.shows(&params, shown);
    list.inner.on_hover_text(&means).on_disabled_hover_text(&means);
}
