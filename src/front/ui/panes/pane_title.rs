//! The title of a pane: its name, or the name of its loop with what distinguishes it from other panes with that loop.

use crate::studio::session::Session;
use egui::{Color32, FontId, Ui};
use tickscope_core::base::numbers::named;
use tickscope_core::base::params::described::Described;
use tickscope_core::model::config::computer::Computer;

/// The most settings that a title names.
const MOST_DIFFERENCES: usize = 2;

/// Returns the title of pane `index` at the shown moment.
pub fn title(session: &Session, index: usize) -> String {
    let pane = &session.run.lab.settings().panes[index];
    let seen = session.run.seen(index);
    let strategy = seen.strategy();
    if let Some(name) = pane.name.as_ref().filter(|_| pane.strategy == *strategy.id) {
        return name.clone();
    }
    let differences = shown_differences(session, index);
    std::iter::once(strategy.name.to_string()).chain(differences).collect::<Vec<_>>().join(" · ")
}

/// Returns the title of a pane in short: its loop, or what distinguishes it if all panes have one loop.
pub fn short_title(session: &Session, index: usize) -> String {
    let name = loop_name(session, index);
    let have_one_loop = (0..session.run.lab.panes().len()).all(|other| loop_name(session, other) == name);
    let difference = || shown_differences(session, index).into_iter().next();
    have_one_loop.then(difference).flatten().unwrap_or(name)
}

/// Returns what distinguishes pane `index` from other panes with its loop at the shown moment; empty if there are none.
fn shown_differences(session: &Session, index: usize) -> Vec<String> {
    let strategy = session.run.seen(index).strategy();
    let is_like = |other: &usize| *other != index && session.run.seen(*other).strategy().name == strategy.name;
    let alike: Vec<usize> = (0..session.run.lab.panes().len()).filter(is_like).collect();
    if alike.is_empty() { Vec::new() } else { differences(session, index, &alike) }
}

/// Returns in words the settings in which pane `index` differs from any of the panes `alike`: the loop's parameters, then the
/// presentation, then the computer.
fn differences(session: &Session, index: usize, alike: &[usize]) -> Vec<String> {
    let settings = session.run.lab.settings();
    let panes = &settings.panes;
    let seen = session.run.seen(index);
    let strategy = seen.strategy();
    let params = strategy.params.iter().filter_map(|param| {
        let value = panes[index].params.get(param);
        alike.iter().any(|other| panes[*other].params.get(param) != value).then(|| named(param, &value))
    });
    let drawn = session.run.presentation(index);
    let is_drawn_otherwise = alike.iter().any(|other| session.run.presentation(*other) != drawn);
    let drawn = is_drawn_otherwise.then(|| drawn.id().to_owned());
    let computer = settings.computer_of(index);
    let others: Vec<&Computer> =
        alike.iter().map(|other| settings.computer_of(*other)).filter(|other| *other != computer).collect();
    let of_computer = Computer::PARAMS.iter().filter_map(|param| {
        let value = computer.value(&param.name)?;
        others.iter().any(|other| other.value(&param.name).as_ref() != Some(&value)).then(|| named(param, &value))
    });
    params.chain(drawn).chain(of_computer).take(MOST_DIFFERENCES).collect()
}

pub fn loop_name(session: &Session, index: usize) -> String {
    session.run.seen(index).strategy().name.to_string()
}

pub fn text_width(ui: &Ui, text: &str, font: &FontId) -> f32 {
    ui.painter().layout_no_wrap(text.to_owned(), font.clone(), Color32::PLACEHOLDER).size().x
}
