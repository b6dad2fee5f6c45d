//! The card of a pane's findings: a sentence, the moments that show it, the causes and the cures with buttons that try them, and,
//! folded, the formula and the experiments.

use crate::front::ui::commands::UNDO;
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::{UiLook, caption};
use crate::front::ui::widgets::card::{self, CardHead};
use crate::studio::session::action::{Action, RunAction, ViewAction};
use crate::studio::session::playhead::Move;
use egui::{Align, CollapsingResponse, Label, Rect, Response, RichText, ScrollArea, Sense, Ui};
use tickscope_core::base::time::Time;
use tickscope_core::lab::experiments::diagnosis::{Experiment, FoundCause, Role};
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::symptoms::hitches::Hitch;
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::lab::symptoms::symptom::Symptom;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::limits::MOST_PANES;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::patch::Owner;

const MOST_EXPERIMENTS: usize = 24;
/// The largest number of hitches that a card lists, the newest ones.
const MOST_HITCHES: usize = 12;
const HEIGHT: f32 = 0.75;

/// Shows the findings of a pane next to it, so that its world and its pulse stay visible.
pub fn show(ui: &Ui, pass: &mut UiPass, at: &Response, evidence: Rect, pane: PaneLetter) {
    let Some(index) = pass.session.run.lab.index_of(pane) else { return };
    let title = format!("What was found in pane {pane}");
    let head = CardHead { letter: pane, name: "What was found", value: None, title: &title };
    card::show(ui, pass, at, evidence, head, |ui, pass| {
        let findings = pass.session.findings_of_card(index, is_pointed_at(ui));
        let height = ui.ctx().content_rect().height() * HEIGHT;
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            for (number, finding) in findings.iter().enumerate() {
                if number > 0 {
                    ui.separator();
                }
                finding_of(ui, pass, finding);
            }
        });
    });
}

/// Returns whether the pointer is on the card, as the last pass showed it.
fn is_pointed_at(ui: &Ui) -> bool {
    let shown = ui.ctx().memory(|memory| memory.area_rect(ui.layer_id().id));
    let pointer = ui.input(|input| input.pointer.hover_pos());
    shown.zip(pointer).is_some_and(|(shown, pointer)| shown.contains(pointer))
}

fn finding_of(ui: &mut Ui, pass: &mut UiPass, finding: &Finding) {
    let look = ui.look();
    let symptom = &finding.symptom;
    let headline = Label::new(RichText::new(finding.symptom.headline() + ".").strong().color(look.sentence(symptom))).wrap();
    let newest = symptom.evidence.last();
    let headline = ui.add(if newest.is_some() { headline.sense(Sense::click()) } else { headline });
    if let Some(newest) = newest
        && headline.on_hover_text("Pauses, and goes to the newest moment that shows it.").clicked()
    {
        pass.actions.push(go_to(*newest));
    }
    if let Some(detail) = symptom.detail() {
        ui.add(Label::new(RichText::new(detail).color(look.text())).wrap());
    }
    let moments = moments_of(symptom);
    if !moments.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.label("It shows at");
            for (moment, words) in moments {
                if ui.link(words).on_hover_text("Pauses, and goes to this moment.").clicked() {
                    pass.actions.push(go_to(moment));
                }
            }
        });
    }
    for remark in finding.remarks() {
        ui.add(Label::new(RichText::new(remark).color(look.text())).wrap());
    }
    for (role, heading) in [(Role::Cause, "Causes"), (Role::Cure, "Cures")] {
        let mut found = finding.causes().filter(|found| found.role == role).peekable();
        if found.peek().is_some() {
            ui.add(Label::new(RichText::new(heading).strong()));
        }
        for found in found {
            ui.add(Label::new(RichText::new(&found.sentence).color(look.text())).wrap());
            try_it(ui, pass, finding, found);
        }
    }
    formula(ui, symptom);
    experiments(ui, finding);
}

fn go_to(moment: Time) -> Action {
    Action::View(ViewAction::Transport(Move::Scrub(moment)))
}

/// Returns the moments that show a symptom, the earliest first, each in words. A hitch is named with its length.
fn moments_of(symptom: &Symptom) -> Vec<(Time, String)> {
    // A link that broke over two lines could not be clicked in its middle.
    let at = |moment: Time| format!("{:.2}\u{a0}s", moment.as_secs());
    let hitches = symptom.hitches();
    if hitches.is_empty() {
        return symptom.evidence.iter().map(|moment| (*moment, at(*moment))).collect();
    }
    let newest = &hitches[hitches.len().saturating_sub(MOST_HITCHES)..];
    let words = |hitch: &Hitch| format!("{}\u{a0}({:.0}\u{a0}ms)", at(hitch.begin), hitch.length.as_millis());
    newest.iter().map(|hitch| (hitch.begin, words(hitch))).collect()
}

/// Shows the formula of the finding and its result, folded.
fn formula(ui: &mut Ui, symptom: &Symptom) {
    let list = ui.push_id(symptom.kind().id(), |ui| {
        ui.collapsing("How it is measured", |ui| {
            let formula = match symptom.kind() {
                Kind::Right => "No symptom of docs/metrics.md holds at this moment.".to_owned(),
                kind => format!("Formula (docs/metrics.md): {}", kind.row().formula.replace(['`', '\\'], "")),
            };
            ui.add(Label::new(caption(formula, ui.look().weak())).wrap());
            let measured = symptom.kind().says(symptom.value);
            if !measured.is_empty() {
                let measured = format!("{measured}, since {:.1} s", symptom.from.as_secs());
                ui.add(Label::new(RichText::new(measured).monospace()).wrap());
            }
        })
    });
    show_unfolded(&list.inner);
}

fn try_it(ui: &mut Ui, pass: &mut UiPass, finding: &Finding, found: &FoundCause) {
    let patch = finding.patch(found);
    // A stall that is over can't be removed, so there is no button.
    if patch.is_empty() {
        return;
    }
    let is_shared = patch.paths().any(|path| path.pane().is_none()) && pass.session.run.lab.panes().len() > 1;
    let label = match (found.role, is_shared) {
        (Role::Cause, true) => "Take it away in all panes",
        (Role::Cause, false) => "Take it away",
        (Role::Cure, true) => "Try it in all panes",
        (Role::Cure, false) => "Try it",
    };
    ui.horizontal(|ui| {
        if ui.button(label).on_hover_text(patch.in_words()).clicked() {
            // Changing an option of the world may need a new run from the beginning.
            let option = patch.iter().find(|(path, _)| path.owner == Owner::WorldOptions);
            pass.actions.push(match option {
                Some((path, value)) => Action::Run(RunAction::SceneOption(path.name.clone(), value.clone())),
                None => Action::Lab(Command::Set(patch)),
            });
        }
        let help = format!("Starts over with a second pane that has this change. {} brings this run back.", UNDO.keys);
        let beside = finding.beside(found).filter(|_| pass.session.run.lab.panes().len() < MOST_PANES);
        if let Some(beside) = beside
            && ui.button("Beside it").on_hover_text(help).clicked()
        {
            pass.actions.push(Action::Run(RunAction::Beside(Box::new(beside))));
        }
    });
}

fn experiments(ui: &mut Ui, finding: &Finding) {
    let Some(diagnosis) = &finding.diagnosis else { return };
    if diagnosis.experiments.is_empty() {
        return;
    }
    let kind = diagnosis.kind;
    let as_is = diagnosis.control.map_or_else(String::new, |value| format!("As it is: {}.", kind.describe(value)));
    let list = ui.collapsing(format!("{} experiments", diagnosis.experiments.len()), |ui| {
        ui.add(Label::new(caption(as_is, ui.look().weak())).wrap());
        for experiment in diagnosis.experiments.iter().take(MOST_EXPERIMENTS) {
            let came_out = match experiment {
                Experiment { brings: Some(brought), .. } => format!("gone, but it {}", brought.row().predicate),
                Experiment { value: Some(value), .. } => kind.describe(*value),
                Experiment { removes: true, .. } => "gone".to_owned(),
                Experiment { .. } => "not known".to_owned(),
            };
            ui.add(Label::new(caption(format!("{}: {came_out}", experiment.words), ui.look().weak())).wrap());
        }
    });
    show_unfolded(&list);
}

/// Scrolls so that the contents of an unfolding list are visible.
fn show_unfolded<R>(list: &CollapsingResponse<R>) {
    if 0.0 < list.openness && list.openness < 1.0 {
        list.header_response.scroll_to_me(Some(Align::TOP));
    }
}
