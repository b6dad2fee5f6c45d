//! The dialog *Which loop?*: questions about a game, and the three loops that suit it best, found by runs of all loops.

use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::UiLook;
use crate::studio::export::advice::settings_line;
use crate::studio::scenario::definition::Scenario;
use crate::studio::session::action::{Action, Dialog, Request, RunAction, WindowAction};
use egui::{Align2, ComboBox, DragValue, Grid, RichText, ScrollArea, Ui, Window, vec2};
use tickscope_core::base::params::param::Param;
use tickscope_core::lab::advise::advice::Advice;
use tickscope_core::lab::advise::question::{LONGEST_STEP, Overload, PlayerDisplay, Question, TICKS};
use tickscope_core::model::config::capture::Capture;
use tickscope_core::model::config::computer::PlayLoad;
use tickscope_core::model::config::settings::{PaneSettings, Settings};
use tickscope_core::model::strategies;

const WIDEST: f32 = 640.0;

pub fn show(ui: &mut Ui, pass: &mut UiPass, question: &Question) {
    let (mut open, mut changed) = (true, question.clone());
    let room = ui.ctx().content_rect();
    let window = Window::new("Which loop?").open(&mut open).collapsible(false).drag_area(egui::WindowDrag::Anywhere);
    let place = room.center_top() + vec2(0.0, 30.0);
    window.resizable(false).pivot(Align2::CENTER_TOP).default_pos(place).show(ui.ctx(), |ui| {
        ui.set_max_width((room.width() - 40.0).min(WIDEST));
        let tallest = (room.height() - 100.0).max(80.0);
        ScrollArea::vertical().max_height(tallest).min_scrolled_height(tallest).show(ui, |ui| {
            questions(ui, &captures_of(pass), &mut changed);
            answer(ui, pass, &changed);
        });
    });
    if !open {
        pass.actions.push(Action::Window(WindowAction::Dialog(None)));
    } else if changed != *question {
        pass.actions.push(Action::Window(WindowAction::Dialog(Some(Dialog::Advise(Box::new(changed))))));
    }
}

fn questions(ui: &mut Ui, captures: &[PaneSettings], question: &mut Question) {
    Grid::new("which loop").num_columns(2).spacing([14.0, 6.0]).show(ui, |ui| {
        load(ui, captures, question);
        let Question { settings, displays, tick_hz, overload, longest_step_ms, .. } = question;
        let frame = (!settings.computer.plays_load()).then_some(("A frame takes", &mut settings.computer.render_ms));
        for (text, load) in frame.into_iter().chain([("An update takes", &mut settings.computer.update_ms)]) {
            let label = ui.label(text);
            ui.add(DragValue::new(load).range(0.0..=200.0).speed(0.1).max_decimals(2).suffix(" ms")).labelled_by(label.id);
            ui.end_row();
        }
        let label = ui.label("The players' displays");
        let name = |displays: &[PlayerDisplay]| match displays {
            [] => "none: a server".to_owned(),
            [one] => one.name(),
            _ => "unknown".to_owned(),
        };
        let list = ComboBox::from_id_salt("displays").selected_text(name(displays)).show_ui(ui, |ui| {
            let single = [60.0, 120.0, 144.0].map(PlayerDisplay::Hz).into_iter().chain([PlayerDisplay::Variable]);
            let all = [PlayerDisplay::UNKNOWN.to_vec()].into_iter().chain(single.map(|one| vec![one])).chain([Vec::new()]);
            for choice in all {
                let text = name(&choice);
                ui.selectable_value(displays, choice, text);
            }
        });
        list.response.labelled_by(label.id);
        ui.end_row();
        let label = ui.label("Overloaded, it may");
        let words = |overload: Overload| match overload {
            Overload::Slow => "run slower than time",
            Overload::Drop => "leave out pictures",
            Overload::CatchUp => "make up for it later",
        };
        let list = ComboBox::from_id_salt("overload").selected_text(words(*overload)).show_ui(ui, |ui| {
            for choice in [Overload::Slow, Overload::Drop, Overload::CatchUp] {
                ui.selectable_value(overload, choice, words(choice));
            }
        });
        list.response.labelled_by(label.id);
        ui.end_row();
        optional(ui, "Steps a second are given", tick_hz, &TICKS, 20.0, " Hz");
        optional(ui, "Contacts or springs bear steps of", longest_step_ms, &LONGEST_STEP, 10.0, " ms");
    });
    let Question { displays, same_game, allows_age, is_called, saves_power, .. } = question;
    ui.checkbox(same_game, "The same input must give the same game");
    ui.checkbox(allows_age, "Pictures may be a step old if that makes them smooth");
    let calls = egui::Checkbox::new(is_called, "The system calls the game for each refresh (browser, phone)");
    ui.add_enabled(!displays.is_empty(), calls);
    *is_called &= !displays.is_empty();
    ui.checkbox(saves_power, "It must save power");
}

/// Returns the panes of the session whose captures are open.
fn captures_of(pass: &UiPass) -> Vec<PaneSettings> {
    let is_here = |pane: &&PaneSettings| pane.played().is_some_and(Capture::is_here);
    pass.session.run.lab.settings().panes.iter().filter(is_here).cloned().collect()
}

/// Shows the choice between a set load and the loads of the open captures.
fn load(ui: &mut Ui, captures: &[PaneSettings], question: &mut Question) {
    let label = ui.label("The load");
    let played = question.played().cloned();
    if captures.is_empty() && played.is_none() {
        ui.label(RichText::new("as set here, or that of a game: open its capture first (File > Open)").small());
        return ui.end_row();
    }
    let (set, of) = ("as set here", |capture: &Capture| format!("of {}", capture.name));
    let mut chosen: Option<Option<&PaneSettings>> = None;
    let list = ComboBox::from_id_salt("load").selected_text(played.as_ref().map_or(set.to_owned(), of)).show_ui(ui, |ui| {
        if ui.selectable_label(played.is_none(), set).clicked() {
            chosen = Some(None);
        }
        for (pane, capture) in captures.iter().filter_map(|pane| Some((pane, pane.played()?))) {
            let text = format!("{} (pane {})", of(capture), pane.letter());
            let option = ui.selectable_label(played.as_ref() == Some(capture), text);
            if option.on_hover_text(format!("{}.", capture.load.in_words())).clicked() {
                chosen = Some(Some(pane));
            }
        }
    });
    let list = list.response.labelled_by(label.id);
    if let Some(capture) = &played {
        list.on_hover_text(format!("{}.", capture.load.in_words()));
    }
    match chosen {
        Some(Some(pane)) => *question = question.clone().with_load_of(pane.clone()),
        Some(None) => {
            let (computer, render_ms) = (&mut question.settings.computer, Question::usual_computer().render_ms);
            (computer.play_load, computer.render_ms) = (PlayLoad::Off, render_ms);
        }
        None => {}
    }
    ui.end_row();
}

/// Shows an optional number with a checkbox; checking it sets the number to `start`.
fn optional(ui: &mut Ui, text: &str, value: &mut Option<f64>, param: &Param, start: f64, suffix: &str) {
    let mut is_given = value.is_some();
    if ui.checkbox(&mut is_given, text).changed() {
        *value = is_given.then_some(start);
    }
    if let Some(value) = value {
        let number = DragValue::new(value).speed(0.1).max_decimals(2).suffix(suffix);
        ui.add(number);
        if param.check_number(*value).is_err() {
            *value = start;
        }
    }
    ui.end_row();
}

fn answer(ui: &mut Ui, pass: &mut UiPass, question: &Question) {
    let known = pass.session.window.results.advice.as_ref().filter(|known| known.question == *question);
    ui.separator();
    let Some(known) = known else {
        if ui.button("Find three loops").on_hover_text("Runs every loop, drawn each way: about five seconds.").clicked() {
            pass.actions.push(Action::Window(WindowAction::Ask(Request::Advise(Box::new(question.clone())))));
        }
        return;
    };
    let Some(advice) = &known.advice else {
        ui.label(format!("{} of {} loops and their settings tried", known.tried, known.all));
        return;
    };
    for first in advice.limit.iter().chain(&advice.warning) {
        ui.label(RichText::new(first).color(ui.look().alarm()));
    }
    for (number, choice) in advice.choices.iter().enumerate() {
        let name = strategies::find(&choice.pane.strategy).map(|strategy| strategy.name.clone()).unwrap_or_default();
        ui.label(RichText::new(format!("{}. {name}", number + 1)).strong());
        ui.label(format!("{} {}", choice.why, choice.costs));
        ui.label(RichText::new(settings_line(choice)).small().color(ui.look().weak()));
    }
    if !advice.choices.is_empty() && ui.button("Open them as panes").clicked() {
        pass.actions.push(Action::Run(RunAction::Open(Box::new(opened(advice)))));
    }
    if advice.rejected.is_empty() {
        return;
    }
    ui.collapsing("Loops that are out, and why", |ui| {
        for out in &advice.rejected {
            ui.horizontal_wrapped(|ui| {
                if ui.small_button(&out.strategy).on_hover_text("Opens the run that shows it.").clicked() {
                    pass.actions.push(Action::Run(RunAction::Open(Box::new(Scenario::from(out.settings.clone())))));
                }
                ui.label(RichText::new(&out.why).small());
            });
        }
    });
}

/// Returns a scenario with the chosen loops side by side, on the computer of the first.
fn opened(advice: &Advice) -> Scenario {
    let first = advice.choices.first().map(|choice| choice.settings.clone()).unwrap_or_default();
    let panes = advice.choices.iter().map(|choice| &choice.pane).chain(first.captured_pane(&first.computer));
    let panes = panes.map(|pane| PaneSettings { letter: None, ..pane.clone() }).collect();
    Scenario { name: "Which loop?".to_owned(), ..Scenario::from(Settings { panes, ..first }.lettered()) }
}
