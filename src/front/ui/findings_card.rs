//! The card of what was found in a pane: the formula, the moments that show it, the experiments, and buttons that try a change.

use crate::front::ui::card;
use crate::front::ui::style::look::{Look, caption};
use crate::studio::session::playhead::Move;
use crate::studio::session::{Action, Session};
use egui::{Align, Label, Rect, Response, RichText, ScrollArea, Ui};
use tickscope_core::config::{Command, MOST_PANES, PaneLetter};
use tickscope_core::experiments::{Experiment, Finding, FoundCause, Role};
use tickscope_core::findings::Kind;

const MOST_EXPERIMENTS: usize = 24;
const HEIGHT: f32 = 0.75;

/// Shows the findings of a pane beside it, so that what they say can be seen in its world and its pulse.
pub fn show(ui: &Ui, look: Look, session: &Session, at: (&Response, Rect), pane: PaneLetter, actions: &mut Vec<Action>) {
    let Some(index) = session.run.lab.index_of(pane) else { return };
    let findings = session.findings(index);
    let title = format!("What was found in pane {pane}");
    card::show(ui, look, at, (pane, &title, "What was found", None), actions, |ui, actions| {
        let height = ui.ctx().content_rect().height() * HEIGHT;
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            for (number, finding) in findings.iter().enumerate() {
                if number > 0 {
                    ui.separator();
                }
                finding_of(ui, look, session, finding, actions);
            }
        });
    });
}

fn finding_of(ui: &mut Ui, look: Look, session: &Session, finding: &Finding, actions: &mut Vec<Action>) {
    let symptom = &finding.symptom;
    ui.add(Label::new(RichText::new(finding.headline() + ".").strong().color(look.sentence(symptom))).wrap());
    let formula = match symptom.kind {
        Kind::Right => "No symptom of docs/metrics.md holds at this moment.".to_owned(),
        kind => format!("Formula (docs/metrics.md): {}", kind.row().formula.replace(['`', '\\'], "")),
    };
    ui.add(Label::new(caption(formula, look.weak())).wrap());
    let measured = symptom.kind.says(symptom.value);
    if !measured.is_empty() {
        ui.add(Label::new(RichText::new(format!("{measured}, since {:.1} s", symptom.from.as_secs())).monospace()).wrap());
    }
    if !symptom.evidence.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.label("It shows at");
            for moment in &symptom.evidence {
                let at = format!("{:.2} s", moment.as_secs());
                if ui.link(&at).on_hover_text("Pauses, and goes to this moment.").clicked() {
                    actions.push(Action::Transport(Move::Scrub(*moment)));
                }
            }
        });
    }
    for cause in finding.causes() {
        ui.add(Label::new(RichText::new(cause.sentence(symptom.kind)).color(look.text())).wrap());
        try_it(ui, session, finding, cause, actions);
    }
    if finding.causes().next().is_none() {
        for sentence in finding.sentences() {
            ui.add(Label::new(RichText::new(sentence).color(look.text())).wrap());
        }
    }
    experiments(ui, look, finding);
}

fn try_it(ui: &mut Ui, session: &Session, finding: &Finding, cause: &FoundCause, actions: &mut Vec<Action>) {
    let patch = finding.patch(cause);
    let is_shared = patch.paths().any(|path| path.pane().is_none()) && session.run.lab.panes().len() > 1;
    let label = match (cause.role, is_shared) {
        (Role::Cause, true) => "Take it away in all panes",
        (Role::Cause, false) => "Take it away",
        (Role::Remedy, true) => "Try it in all panes",
        (Role::Remedy, false) => "Try it",
    };
    ui.horizontal(|ui| {
        if ui.button(label).on_hover_text(patch.in_words()).clicked() {
            actions.push(Action::Lab(Command::Set(patch)));
        }
        let help = "Starts over with a second pane that has this change. Ctrl Z brings this run back.";
        if session.run.lab.panes().len() < MOST_PANES && ui.button("Beside it").on_hover_text(help).clicked() {
            actions.push(Action::Beside(Box::new(finding.beside(cause))));
        }
    });
}

fn experiments(ui: &mut Ui, look: Look, finding: &Finding) {
    let Some(diagnosis) = &finding.diagnosis else { return };
    if diagnosis.experiments.is_empty() {
        return;
    }
    let kind = diagnosis.kind;
    let as_is = diagnosis.control.map_or_else(String::new, |value| format!("As it is: {}.", kind.describe(value)));
    let list = ui.collapsing(format!("{} experiments", diagnosis.experiments.len()), |ui| {
        ui.add(Label::new(caption(as_is, look.weak())).wrap());
        for experiment in diagnosis.experiments.iter().take(MOST_EXPERIMENTS) {
            let came_out = match experiment {
                Experiment { brings: Some(brought), .. } => format!("gone, but it {}", brought.row().predicate),
                Experiment { value: Some(value), .. } => kind.describe(*value),
                Experiment { removes: true, .. } => "gone".to_owned(),
                Experiment { .. } => "not known".to_owned(),
            };
            ui.add(Label::new(caption(format!("{}: {came_out}", experiment.words()), look.weak())).wrap());
        }
    });
    // What unfolds below the edge of the card comes into sight.
    if 0.0 < list.openness && list.openness < 1.0 {
        list.header_response.scroll_to_me(Some(Align::TOP));
    }
}
