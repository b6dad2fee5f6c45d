//! The selected pane's loop: its text, its parameters, and its watched values.

use crate::front::ui::code::describe_watched;
use crate::front::ui::commands;
use crate::front::ui::panel::group;
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::UiLook;
use crate::front::ui::widgets::{controls, presentation_choice};
use crate::studio::session::Session;
use crate::studio::session::action::{Action, Export};
use egui::{Button, Checkbox, CollapsingHeader, Grid, Label, RichText, Ui};
use tickscope_core::base::numbers::named;
use tickscope_core::base::params::value::Value;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::patch::{Owner, Patch, SettingPath};
use tickscope_core::model::scripts;
use tickscope_core::model::strategies::strategy::Strategy;

/// Shows the loop of the selected pane: always its name and its text, and in a group its parameters and its watched values.
pub fn show(ui: &mut Ui, pass: &mut UiPass) {
    let look = ui.look();
    let session = pass.session;
    let index = session.selected();
    let strategy = session.run.lab.panes()[index].strategy();
    let name = format!("{} · {}", session.letter(index), strategy.name);
    ui.label(RichText::new(name).strong().color(look.of_pane(session.letter(index))));
    ui.label(RichText::new(&*strategy.about).small().color(look.text()));
    if strategy.is_captured() {
        return capture(ui, pass, index);
    }
    let choice = &session.run.lab.settings().panes[index];
    let set: Vec<String> = strategy.params.iter().map(|param| named(param, &choice.params.get(param))).collect();
    let set = if set.is_empty() { "no parameters".to_owned() } else { set.join(" · ") };
    group::show(ui, "Loop", &set, |ui| {
        ui.label(RichText::new(&*strategy.source).small().color(look.weak()));
        expected(ui, strategy);
        ui.push_id(("loop", index), |ui| {
            for param in strategy.params.iter() {
                if let Some(value) = controls::param(ui, param, &choice.params) {
                    pass.actions.push(Action::set(Owner::Params(session.letter(index)).path(&*param.name), value));
                }
            }
        });
        as_compiled(ui, pass, index);
        ui.label("Drawn");
        presentation_choice::of_loop(ui, pass, index);
        watched(ui, session);
    });
}

/// Offers what the loop's published listing compiles to, if it says that.
fn as_compiled(ui: &mut Ui, pass: &mut UiPass, index: usize) {
    let settings = pass.session.run.lab.settings();
    let listing = scripts::as_compiled(settings, &[index]);
    if listing.is_empty() {
        return;
    }
    let separates = |path: &SettingPath| matches!(path.owner, Owner::PaneComputer(_)) && settings.panes[index].computer.is_none();
    let own = if listing.paths().any(separates) { " That clock is of a computer of the pane's own." } else { "" };
    let about = format!("What the published listing compiles to: {}.{own}", listing.in_words());
    let mut change = listing;
    change.drop_all_unchanged(settings);
    let button = ui.add_enabled(!change.is_empty(), Button::new("As compiled"));
    if button.on_hover_text(&about).on_disabled_hover_text(about).clicked() {
        pass.actions.push(Action::Lab(Command::Set(change)));
    }
}

/// Shows whether the panes that run a loop play the load of a capture.
fn capture(ui: &mut Ui, pass: &mut UiPass, index: usize) {
    let look = ui.look();
    let settings = pass.session.run.lab.settings();
    let Some(capture) = settings.panes[index].played() else { return };
    if settings.computer_of(index).has_unknown_display {
        let text = "Nobody knows how often its display refreshed. If you do: set the refresh rate or a variable refresh here.";
        ui.label(RichText::new(text).small().color(look.weak()));
    }
    if capture.is_live() {
        let what = Export::Game;
        if ui.button(format!("{} …", what.name())).on_hover_text(what.about()).clicked() {
            pass.actions.push(commands::save(what));
        }
        return;
    }
    let letter = pass.session.letter(index);
    let others = || (0..settings.panes.len()).filter(|other| settings.panes[*other].played().is_none());
    let is_played = |computer: &Computer| {
        computer.plays_load() && settings.captured_pane(computer).is_some_and(|played| played.letter() == letter)
    };
    let mut plays = others().any(|other| is_played(settings.computer_of(other)));
    let about = format!(
        "At each moment the captured frame that ran then says what a frame costs in every other pane. Their render load becomes 0 \
         and their queue two frames, unless it is set: a game's driver has one too. {}.",
        capture.load.in_words()
    );
    let switch = ui.add_enabled(capture.is_here(), Checkbox::new(&mut plays, "Play its load in the other panes"));
    if switch.on_hover_text(about).changed() {
        let owners = others().map(|other| (Owner::of_computer(settings, other), settings.computer_of(other)));
        let owners = owners.chain([(Owner::Computer, &settings.computer)]);
        let patch = owners.fold(Patch::default(), |patch, (owner, computer)| match plays {
            true if computer.plays_load() => patch.with(owner.path("play_pane"), letter.to_string()),
            true => patch.with(owner.path("play_load"), "loop").with(owner.path("play_pane"), letter.to_string()),
            // Frames that cost nothing would be left.
            false if computer.render_ms == 0.0 => {
                patch.with(owner.path("play_load"), "off").with(owner.path("render_ms"), Value::unset())
            }
            false => patch.with(owner.path("play_load"), "off"),
        });
        pass.actions.push(Action::Lab(Command::Set(patch)));
    }
    if plays {
        ui.label(RichText::new(format!("{}.", capture.load.in_words())).small().color(look.weak()));
        ui.label(
            RichText::new("Which part of it, and how often: Load patterns, with another pane selected.")
                .small()
                .color(look.weak()),
        );
    }
}

/// Shows the expectation that the file of the loop states. It is folded until the person opens it, and then stays open for every
/// loop.
fn expected(ui: &mut Ui, strategy: &Strategy) {
    if let Some(text) = strategy.expect() {
        CollapsingHeader::new("What to expect").id_salt("expect").show(ui, |ui| {
            ui.add(Label::new(RichText::new(text).small().color(ui.look().text())).wrap());
        });
    }
}

fn watched(ui: &mut Ui, session: &Session) {
    let values = session.run.seen(session.selected()).watched();
    if values.is_empty() {
        return;
    }
    ui.add_space(4.0);
    Grid::new("watched").num_columns(2).spacing([16.0, 2.0]).show(ui, |ui| {
        for (name, value) in values {
            ui.label(RichText::new(name).color(ui.look().weak()));
            ui.label(RichText::new(format!("{:>12}", describe_watched(value))).monospace());
            ui.end_row();
        }
    });
}
