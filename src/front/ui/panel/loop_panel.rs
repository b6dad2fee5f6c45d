//! The selected pane's loop: its text, its parameters, and its watched values.

use crate::front::ui::panel::{controls, group};
use crate::front::ui::panes::presentation_choice;
use crate::front::ui::style::look::Look;
use crate::studio::session::{Action, Session};
use egui::{Button, CollapsingHeader, Grid, Label, RichText, Ui};
use tickscope_core::config::Owner;
use tickscope_core::machine::Watched;
use tickscope_core::numbers::named;
use tickscope_core::strategies::Strategy;

/// Shows the selected pane's loop: its name and its text at once, its parameters and its watched values in a group.
pub fn show(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let index = session.run.selection.selected();
    let strategy = session.run.lab.panes()[index].strategy();
    let name = format!("{} · {}", session.letter(index), strategy.name);
    ui.label(RichText::new(name).strong().color(look.of_pane(session.letter(index))));
    ui.label(RichText::new(&*strategy.about).small().color(look.text()));
    let choice = &session.run.lab.settings().panes[index];
    let set: Vec<String> = strategy.params.iter().map(|param| named(param, &choice.params.get(param))).collect();
    let set = if set.is_empty() { "no parameters".to_owned() } else { set.join(" · ") };
    group::show(ui, look, ("Loop", &set), |ui| {
        ui.label(RichText::new(&*strategy.source).small().color(look.weak()));
        expected(ui, look, strategy);
        ui.push_id(("loop", index), |ui| {
            for param in strategy.params.iter() {
                if let Some(value) = controls::param(ui, look, param, &choice.params) {
                    actions.push(Action::set(Owner::Params(session.letter(index)).path(&*param.name), value));
                }
            }
        });
        if let Some((param, value)) = strategy.as_compiled() {
            let is_so = choice.params.get(param) == value;
            let button = ui.add_enabled(!is_so, Button::new("As compiled"));
            let about = format!("Adds time up in the numbers of the published listing: {}.", named(param, &value));
            if button.on_hover_text(&about).on_disabled_hover_text(about).clicked() {
                actions.push(Action::set(Owner::Params(session.letter(index)).path(&*param.name), value));
            }
        }
        ui.label("Drawn");
        presentation_choice::of_loop(ui, session, index, actions);
        watched(ui, look, session);
    });
}

/// Shows the expectation that the loop's own file states; folded until the person opens it, and then for every loop.
fn expected(ui: &mut Ui, look: Look, strategy: &Strategy) {
    if let Some(text) = strategy.expect() {
        CollapsingHeader::new("What to expect").id_salt("expect").show(ui, |ui| {
            ui.add(Label::new(RichText::new(text).small().color(look.text())).wrap());
        });
    }
}

fn watched(ui: &mut Ui, look: Look, session: &Session) {
    let values = session.run.seen(session.run.selection.selected()).watched();
    if values.is_empty() {
        return;
    }
    ui.add_space(4.0);
    Grid::new("watched").num_columns(2).spacing([16.0, 2.0]).show(ui, |ui| {
        for (name, value) in values {
            ui.label(RichText::new(name).color(look.weak()));
            ui.label(RichText::new(format!("{:>12}", in_words(value))).monospace());
            ui.end_row();
        }
    });
}

/// Returns a watched value with its unit.
pub fn in_words(value: Watched) -> String {
    match value {
        Watched::Span(span) => format!("{:.2} ms", span.as_millis()),
        Watched::Count(count) => count.to_string(),
        Watched::Ratio(ratio) => format!("{ratio:.3}"),
    }
}
