//! The selected pane's loop: what it is, its parameters, how it is drawn, and the values that it shows of itself.

use super::controls;
use super::look::Look;
use crate::host::Watched;
use crate::session::{Action, Session};
use crate::settings::{Command, Presentation};
use egui::{ComboBox, Grid, RichText, Ui};

pub fn show(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let index = session.selected();
    let strategy = session.lab().panes()[index].strategy();
    ui.label(RichText::new(format!("{}  {}", super::letter(index), strategy.name)).heading().strong().color(look.pane(index)));
    ui.label(RichText::new(strategy.about).color(look.text()));
    ui.label(RichText::new(strategy.source).small().color(look.weak()));

    let choice = &session.lab().settings().panes[index];
    ui.push_id(("loop", index), |ui| {
        for param in strategy.params {
            if let Some(value) = controls::param(ui, look, param, &choice.params) {
                actions.push(Action::Lab(Command::Param { pane: index, name: param.name.to_owned(), value }));
            }
        }
        presentation(ui, session, actions);
    });
    if let Some(refusal) = session.refusal() {
        ui.label(RichText::new(refusal.to_string()).small().color(look.alarm()));
    }
    watched(ui, look, session);
}

fn presentation(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let index = session.selected();
    let strategy = session.lab().panes()[index].strategy();
    let current = session.lab().settings().panes[index].presentation;
    let name = |choice: Option<Presentation>| match choice {
        None => format!("as published ({})", strategy.presentation.id()),
        Some(choice) => choice.id().to_owned(),
    };
    ui.horizontal(|ui| {
        let label = ui.label("Drawn");
        let row = ui.add_enabled_ui(strategy.alpha, |ui| {
            let list = ComboBox::from_id_salt("drawn").selected_text(name(current)).show_ui(ui, |ui| {
                for choice in std::iter::once(None).chain(Presentation::ALL.map(Some)) {
                    if ui.selectable_label(choice == current, name(choice)).clicked() {
                        actions.push(Action::Lab(Command::Presentation { pane: index, presentation: choice }));
                    }
                }
            });
            list.response.labelled_by(label.id)
        });
        row.inner
            .on_hover_text(
                "Latest: the state as it is. Interpolate: between the last two, one step late. Extrapolate: predicted.",
            )
            .on_disabled_hover_text("This loop has no alpha: it doesn't know how far into the next step a picture is.");
    });
}

fn watched(ui: &mut Ui, look: Look, session: &Session) {
    let computer = session.lab().panes()[session.selected()].computer();
    if computer.watched().is_empty() {
        return;
    }
    ui.add_space(4.0);
    Grid::new("watched").num_columns(2).spacing([16.0, 2.0]).show(ui, |ui| {
        for (name, value) in computer.watched() {
            ui.label(RichText::new(*name).color(look.weak()));
            ui.label(RichText::new(format!("{:>12}", in_words(*value))).monospace());
            ui.end_row();
        }
    });
}

fn in_words(value: Watched) -> String {
    match value {
        Watched::Span(span) => format!("{:.2} ms", span.as_millis()),
        Watched::Count(count) => count.to_string(),
        Watched::Ratio(ratio) => format!("{ratio:.3}"),
    }
}
