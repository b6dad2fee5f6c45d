//! The choice of the state that panes draw: words side by side, for one pane or for all of them.

use crate::front::ui::commands::DRAW_ALL;
use crate::front::ui::pass::UiPass;
use crate::front::ui::widgets::controls::{Choice, ChoiceOption, list, words};
use crate::studio::session::action::{Action, RunAction};
use egui::Ui;
use tickscope_core::model::config::patch::Owner;
use tickscope_core::model::config::settings::Presentation;
use tickscope_core::model::strategies::drawn_moment::IN_GENERAL;

const ALL: [(Option<Presentation>, &str); 6] = [
    (None, "published"),
    (Some(Presentation::Latest), "latest"),
    (Some(Presentation::Interpolate), "interp."),
    (Some(Presentation::Extrapolate), "extrap."),
    (Some(Presentation::ExtrapolateToContact), "to wall"),
    (Some(Presentation::ExtrapolateStraight), "straight"),
];

/// Returns the words of the choice.
pub fn all_words() -> Vec<String> {
    ALL.iter().map(|(_, word)| (*word).to_owned()).collect()
}

/// The form of a choice: words side by side, or a list.
type Form = fn(&mut Ui, &Choice<'_>) -> Option<usize>;

/// Shows the choice between the three states that a pane with an alpha can draw, each with the loop's description of it.
pub fn of_pane(ui: &mut Ui, pass: &mut UiPass, index: usize) {
    let session = pass.session;
    let drawn = if session.run.can_interpolate(index) { session.run.presentation(index) } else { Presentation::Latest };
    let ahead = if drawn.is_predicted() { drawn } else { Presentation::Extrapolate };
    let offered = [Presentation::Latest, Presentation::Interpolate, ahead].map(Some);
    let name = format!("Draw pane {}", session.letter(index));
    of_one(ui, pass, index, (&name, words), &offered, Some(drawn));
}

/// Shows the choice between all states that a pane with an alpha can draw.
pub fn of_loop(ui: &mut Ui, pass: &mut UiPass, index: usize) {
    any_of_loop(ui, pass, index, words);
}

/// Shows the same choice in a list, where there is little room.
pub fn in_list(ui: &mut Ui, pass: &mut UiPass, index: usize) {
    any_of_loop(ui, pass, index, list);
}

fn any_of_loop(ui: &mut Ui, pass: &mut UiPass, index: usize, form: Form) {
    let name = format!("Drawn in pane {}", pass.session.letter(index));
    let chosen = pass.session.run.lab.settings().panes[index].presentation;
    of_one(ui, pass, index, (&name, form), &row(chosen), chosen);
}

/// Returns the five choices that fit into a row. The key **I** reaches the prediction straight on, which then stands in the place of
/// the one to a wall.
fn row(chosen: Option<Presentation>) -> [Option<Presentation>; 5] {
    let last = chosen.filter(|chosen| *chosen == Presentation::ExtrapolateStraight).unwrap_or(Presentation::ExtrapolateToContact);
    [None, Some(Presentation::Latest), Some(Presentation::Interpolate), Some(Presentation::Extrapolate), Some(last)]
}

fn of_one(
    ui: &mut Ui,
    pass: &mut UiPass,
    index: usize,
    name: (&str, Form),
    offered: &[Option<Presentation>],
    chosen: Option<Presentation>,
) {
    let seen = pass.session.run.seen(index);
    let (strategy, params) = (seen.strategy(), seen.params());
    let can_interpolate = pass.session.run.can_interpolate(index);
    let describe = |value: Option<Presentation>| match value.unwrap_or(strategy.presentation) {
        _ if strategy.alpha && !can_interpolate => "The newest state: this loop has not handed an alpha over yet.".to_owned(),
        presentation => strategy.shows(&params, presentation),
    };
    ui.add_enabled_ui(can_interpolate, |ui| {
        let path = Owner::Pane(pass.session.letter(index)).path("presentation");
        show(
            ui,
            name,
            offered,
            |value| value == chosen,
            describe,
            |value| {
                pass.actions.push(Action::set(path, value.map_or("default", Presentation::id)));
            },
        );
    });
}

/// Shows the choice for all panes, with its key. A word is lit if all panes have that presentation.
pub fn of_all(ui: &mut Ui, pass: &mut UiPass) {
    let about = DRAW_ALL.tip_with("Which state every pane draws: latest, interpolated between the last two, or extrapolated");
    ui.scope(|ui| switch_all(ui, pass)).response.on_hover_text(format!("{about} Loops without an alpha draw the latest."));
}

pub fn switch_all(ui: &mut Ui, pass: &mut UiPass) {
    let panes = &pass.session.run.lab.settings().panes;
    let describe = |value| {
        let about = match value {
            None => "Every loop draws as its article has it.",
            Some(Presentation::Latest) => "The state after the last update.",
            Some(Presentation::Interpolate) => IN_GENERAL,
            Some(Presentation::Extrapolate) => "Ahead of the last update, by its velocity and its turning.",
            Some(Presentation::ExtrapolateToContact) => "Ahead of the last update, as far as a wall that is met on the way.",
            Some(Presentation::ExtrapolateStraight) => {
                "Ahead of the last update, straight on: nothing turns before the next one."
            }
        };
        about.to_owned()
    };
    let is_chosen = |value| panes.iter().all(|pane| pane.presentation == value);
    show(ui, ("Draw all", words), &row(panes[0].presentation), is_chosen, describe, |value| {
        pass.actions.push(Action::Run(RunAction::PresentAll(value)));
    });
}

fn show(
    ui: &mut Ui,
    (name, form): (&str, Form),
    offered: &[Option<Presentation>],
    is_chosen: impl Fn(Option<Presentation>) -> bool,
    describe: impl Fn(Option<Presentation>) -> String,
    on_click: impl FnOnce(Option<Presentation>),
) {
    let entries: Vec<_> = ALL.iter().filter(|(value, _)| offered.contains(value)).collect();
    let abouts: Vec<String> = entries.iter().map(|(value, _)| describe(*value)).collect();
    let options: Vec<_> = entries
        .iter()
        .zip(&abouts)
        .map(|((value, word), about)| ChoiceOption { word, about, is_chosen: is_chosen(*value) })
        .collect();
    if let Some(clicked) = form(ui, &Choice { name, about: "", options: &options }) {
        on_click(entries[clicked].0);
    }
}
