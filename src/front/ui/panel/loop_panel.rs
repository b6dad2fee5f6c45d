//! The selected pane's loop: the list of loops, its parameters, the state that it draws, and its watched values.

use crate::front::ui::code::describe_watched;
use crate::front::ui::command_actions;
use crate::front::ui::panes::header::{fitting_title, loop_list};
use crate::front::ui::panes::pane_layout::ARROW;
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::icons;
use crate::front::ui::style::look::UiLook;
use crate::front::ui::widgets::{controls, presentation_choice};
use crate::studio::session::Session;
use crate::studio::session::action::{Action, Export};
use egui::text::LayoutJob;
use egui::{Button, Checkbox, CollapsingHeader, Grid, Label, RichText, Role, Sense, TextStyle, Ui, WidgetInfo, vec2};
use tickscope_core::base::numbers::named;
use tickscope_core::base::params::param::Param;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::patch::{Owner, SettingPath};
use tickscope_core::model::scripts;
use tickscope_core::model::strategies::strategy::Strategy;

/// The number of parameters that are shown without opening anything.
pub const IN_SIGHT: usize = 2;
/// The room of a list around its text, in points, and that beside it.
const AROUND_LIST: f32 = 26.0;
const BESIDE: f32 = 4.0;
/// The width and height of the letter's badge, in points.
const BADGE: f32 = 22.0;
/// The number of lines of a loop's description.
const LINES: usize = 2;

/// Shows the loop of the selected pane: the list of loops, what it does, its first parameters, and the state that it draws.
pub fn show(ui: &mut Ui, pass: &mut UiPass) {
    let look = ui.look();
    let session = pass.session;
    let index = session.selected();
    let strategy = session.run.lab.panes()[index].strategy();
    let letter = session.letter(index);
    ui.horizontal(|ui| {
        let (badge, _) = ui.allocate_exact_size(vec2(BADGE, BADGE), Sense::hover());
        icons::badge(ui.painter(), letter, badge.center(), BADGE / 2.0);
        ui.spacing_mut().button_padding.x = BESIDE;
        ui.spacing_mut().icon_width = ARROW;
        let (_, font) = fitting_title(ui, session, index, ui.available_width() - AROUND_LIST);
        ui.style_mut().text_styles.insert(TextStyle::Button, font);
        let list = ui.push_id("panel", |ui| loop_list(ui, pass, index, ui.available_width())).inner;
        list.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Loop of the selected pane"));
    });
    let font = TextStyle::Small.resolve(ui.style());
    let mut about = LayoutJob::simple(strategy.about.to_string(), font, look.text(), ui.available_width());
    about.wrap.max_rows = LINES;
    ui.label(about).on_hover_text(&*strategy.about);
    if strategy.is_captured() {
        return capture(ui, pass, index);
    }
    params(ui, pass, index, strategy.params.iter().take(IN_SIGHT));
    ui.horizontal(|ui| {
        ui.label("Drawn");
        presentation_choice::of_pane(ui, pass, index);
    });
}

/// Shows the other parameters of the selected pane's loop, of those that `is_wanted` names; `with_all` adds the source of the loop, what to expect
/// of it, and every way to draw it.
pub fn show_all(ui: &mut Ui, pass: &mut UiPass, with_all: bool, is_wanted: &dyn Fn(&Param) -> bool) {
    let session = pass.session;
    let index = session.selected();
    let strategy = session.run.lab.panes()[index].strategy();
    if with_all {
        ui.label(RichText::new(&*strategy.source).small().color(ui.look().weak()));
        expected(ui, strategy);
    }
    ui.push_id("all", |ui| params(ui, pass, index, strategy.params.iter().skip(IN_SIGHT).filter(|param| is_wanted(param))));
    if with_all && !strategy.is_captured() {
        as_compiled(ui, pass, index);
        presentation_choice::of_loop(ui, pass, index);
    }
}

fn params<'a>(ui: &mut Ui, pass: &mut UiPass, index: usize, params: impl Iterator<Item = &'a Param>) {
    let choice = &pass.session.run.lab.settings().panes[index];
    ui.push_id(("loop", index), |ui| {
        for param in params {
            if let Some(value) = controls::param(ui, param, &choice.params) {
                pass.actions.push(Action::set(Owner::Params(choice.letter()).path(&*param.name), value));
            }
        }
    });
}

/// Describes the set parameters of the selected pane's loop that are not in sight without opening anything.
pub fn differences(session: &Session) -> Vec<String> {
    let index = session.selected();
    let choice = &session.run.lab.settings().panes[index];
    let params = session.run.lab.panes()[index].strategy().params.iter().skip(IN_SIGHT);
    let is_set = |param: &&Param| choice.params.iter().any(|(name, _)| name == &*param.name);
    params.filter(is_set).map(|param| named(param, &choice.params.get(param))).collect()
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
            pass.actions.push(command_actions::save(what));
        }
        return;
    }
    let letter = pass.session.letter(index);
    let mut plays = command_actions::plays_load_of(settings, letter);
    let about = format!(
        "At each moment the captured frame that ran then says what a frame costs in every other pane. Their render load becomes 0 \
         and their queue two frames, unless it is set: a game's driver has one too. {}.",
        capture.load.in_words()
    );
    let is_alone = settings.panes.len() == 1;
    let switch = Checkbox::new(&mut plays, "Play its load in the other panes");
    let switch = ui.add_enabled(capture.is_here() && !is_alone, switch).on_hover_text(about);
    let why_not = if is_alone { "It is the only pane: add one with a loop." } else { "The file of its frames is not open." };
    if switch.on_disabled_hover_text(why_not).changed() {
        pass.actions.push(command_actions::play_load_of(settings, letter, plays));
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

/// Shows the values that the selected pane's loop watches.
pub fn watched(ui: &mut Ui, session: &Session) {
    let values = session.run.seen(session.selected()).watched();
    Grid::new("watched").num_columns(2).spacing([16.0, 2.0]).show(ui, |ui| {
        for (name, value) in values {
            ui.label(RichText::new(name).color(ui.look().weak()));
            ui.label(RichText::new(format!("{:>12}", describe_watched(value))).monospace());
            ui.end_row();
        }
    });
}
