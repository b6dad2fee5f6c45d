//! *Everything else*: the settings that few people need, in sections under one fold, with a field that finds any of them.

use crate::front::ui::panel::{computer_panel, group, loop_panel, scene_panel, stalls_panel};
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::{UiLook, caption};
use crate::front::ui::widgets::controls::{self, Choice, ChoiceOption};
use crate::front::ui::widgets::presentation_choice;
use crate::front::ui::widgets::search_words::SearchWords;
use crate::studio::session::Session;
use crate::studio::session::action::{Action, WindowAction};
use egui::{Align2, FontId, Id, Key, TextEdit, Ui, vec2};
use tickscope_core::base::params::described::Described;
use tickscope_core::base::params::param::{Param, ValueKind};
use tickscope_core::model::config::computer::{CLOCK, Computer, DISPLAY, GPU, OLD_CLOCKS, PATTERNS, TESTING};
use tickscope_core::model::config::patch::Owner;
use tickscope_core::model::config::presets;
use tickscope_core::model::config::settings::WorldChoice;
use tickscope_core::model::config::timers::{TIMERS, Timer};
use tickscope_core::model::worlds;

const NAME: &str = "Everything else";
/// The setting of the display that the panel shows without opening anything.
pub const REFRESH: &str = "refresh_hz";

/// The contents of a section.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Part {
    World,
    Computer,
    /// A group of the computer's settings.
    Settings(&'static str),
    Stalls,
    Loop,
    DrawAll,
    Watched,
}

const PARTS: [Part; 12] = [
    Part::World,
    Part::Computer,
    Part::Settings(GPU),
    Part::Settings(DISPLAY),
    Part::Settings(PATTERNS),
    Part::Settings(CLOCK),
    Part::Stalls,
    Part::Settings(OLD_CLOCKS),
    Part::Settings(TESTING),
    Part::Loop,
    Part::DrawAll,
    Part::Watched,
];

/// A section as it is for the selected pane.
struct Section<'a> {
    part: Part,
    title: &'static str,
    /// The settings that differ from the usual ones, in words.
    differences: Vec<String>,
    /// The words of the head while nothing differs.
    usual: String,
    params: Vec<&'a Param>,
    /// The texts that a search reads besides those of the parameters.
    words: String,
}

/// The sections, parameters and other controls that a search finds.
struct Finds {
    search: SearchWords,
}

/// Shows the fold and, while it is open, the field and the sections.
pub fn show(ui: &mut Ui, pass: &mut UiPass) {
    let sections: Vec<Section> = PARTS.iter().filter_map(|part| Section::of(pass.session, *part)).collect();
    let count: usize = sections.iter().map(|section| section.differences.len()).sum();
    let set = if count == 0 { "as usual".to_owned() } else { format!("{count} set") };
    let is_open = pass.session.window.everything_else;
    let head = group::fold(ui, NAME, &set, Some(is_open), |ui| contents(ui, pass, &sections));
    if head.clicked() {
        pass.actions.push(Action::Window(WindowAction::EverythingElse(!is_open)));
    }
}

fn contents(ui: &mut Ui, pass: &mut UiPass, sections: &[Section]) {
    let text = Id::unique("search in everything else");
    let mut search = ui.data(|data| data.get_temp::<String>(text)).unwrap_or_default();
    let finds = Finds { search: SearchWords::of(&search) };
    let is_found = |section: &&Section| finds.count(section) > 0;
    let (found, others): (Vec<&Section>, Vec<&Section>) =
        sections.iter().partition(|section| search.trim() != "" && is_found(section));
    let count = (!search.trim().is_empty()).then(|| found.iter().map(|section| finds.count(section)).sum::<usize>());
    field(ui, &mut search, count);
    ui.data_mut(|data| data.insert_temp(text, search));
    for section in found {
        ui.add_space(4.0);
        ui.label(caption(section.title, ui.look().weak()));
        ui.push_id("found", |ui| section.show(ui, pass, finds.finds_all(section), &|param| finds.finds(section, param)));
    }
    if count.is_some() {
        ui.separator();
        ui.multiply_opacity(DIM);
    }
    for section in others {
        group::show(ui, section.title, &section.set(), |ui| section.show(ui, pass, true, &|_| true));
    }
}

/// The opacity of the sections in which a search has found nothing.
const DIM: f32 = 0.6;

/// Shows the search field with the number of finds in it. Esc empties it.
fn field(ui: &mut Ui, search: &mut String, count: Option<usize>) {
    let field = TextEdit::singleline(search).hint_text("search: a name, a unit, an idea").desired_width(f32::INFINITY);
    let field = ui.add(field);
    field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Search settings"));
    if let Some(count) = count {
        let at = field.rect.right_center() - vec2(6.0, 0.0);
        ui.painter().text(at, Align2::RIGHT_CENTER, format!("{count} found"), FontId::proportional(12.0), ui.look().weak());
    }
    if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
        search.clear();
    }
}

impl Finds {
    fn fits(&self, title: &str, texts: &str) -> bool {
        self.search.rank(title, &format!("{title} {texts}").to_lowercase()).is_some()
    }

    fn finds_all(&self, section: &Section) -> bool {
        self.fits(section.title, &section.words)
    }

    fn finds(&self, section: &Section, param: &Param) -> bool {
        let (words, unit) = match &param.kind {
            ValueKind::Choice(words) => (words.iter().collect::<Vec<_>>().join(" "), ""),
            ValueKind::Number(number) => (String::new(), number.unit.suffix()),
            ValueKind::Switch(_) => (String::new(), ""),
        };
        self.fits(&param.title(), &format!("{} {} {unit} {words}", section.title, param.about))
    }

    /// Returns the number of controls that the search finds in a section; the controls that are no parameters count as one.
    fn count(&self, section: &Section) -> usize {
        section.params.iter().filter(|param| self.finds(section, param)).count() + usize::from(self.finds_all(section))
    }
}

impl<'a> Section<'a> {
    fn new(part: Part, title: &'static str) -> Section<'a> {
        let usual = "as usual".to_owned();
        Section { part, title, differences: Vec::new(), usual, params: Vec::new(), words: String::new() }
    }

    /// Returns the section of `part`; `None` if it would be empty.
    fn of(session: &'a Session, part: Part) -> Option<Section<'a>> {
        let (settings, index) = (session.run.lab.settings(), session.selected());
        Some(match part {
            Part::World => Section::of_world(&settings.scene),
            Part::Computer => {
                let own = settings.panes[index].computer.is_some();
                let usual = computer_panel::in_short(own, session.letter(index), settings.computer_of(index));
                let differences = own.then(|| usual.clone()).into_iter().collect();
                let presets: Vec<&str> = presets::ALL.iter().map(|preset| preset.name).collect();
                let words = format!("preset own one loop, three computers {}", presets.join(" "));
                Section { differences, usual, words, ..Section::new(part, "Computer") }
            }
            Part::Settings(group) => {
                let params = settings_of(session, group);
                let set = settings.computer_of(index).differences(&Computer::default()).into_iter();
                let set = set.filter(|(param, _)| params.iter().any(|shown| shown.name == param.name));
                let differences = set.map(|(param, value)| param.in_words(&value)).collect();
                Section { differences, params, ..Section::new(part, group) }
            }
            Part::Stalls => {
                let words = "stalls fall on, pause the game".to_owned();
                Section { differences: stalls_panel::differences(session), words, ..Section::new(part, "Stalls and pause") }
            }
            Part::Loop => {
                let params = session.run.lab.panes()[index].strategy().params.iter().skip(loop_panel::IN_SIGHT).collect();
                let (differences, words) = (loop_panel::differences(session), "what to expect, as compiled, drawn".to_owned());
                Section { differences, params, words, ..Section::new(part, "Other parameters of the loop") }
            }
            Part::DrawAll => {
                let words = "published latest interpolated extrapolated presentation".to_owned();
                Section { usual: "as each loop says".to_owned(), words, ..Section::new(part, "Draw all panes") }
            }
            Part::Watched => {
                let names: Vec<String> = session.run.seen(index).watched().iter().map(|(name, _)| name.to_string()).collect();
                let usual = names.join(" · ");
                Section { words: usual.clone(), usual, ..(!names.is_empty()).then(|| Section::new(part, "Watched values"))? }
            }
        })
    }

    fn of_world(scene: &WorldChoice) -> Section<'a> {
        let kind = worlds::find(&scene.id).ok();
        let params: Vec<&Param> = kind.map_or(&[][..], |kind| kind.options).iter().collect();
        let is_set = |option: &&&Param| scene.options.iter().any(|(name, _)| name == &*option.name);
        let differences = params.iter().filter(is_set).map(|option| option.in_words(&scene.options.get(option))).collect();
        let words: Vec<&str> = worlds::ALL.iter().flat_map(|kind| [kind.id, kind.name]).collect();
        let usual = kind.map_or("", |kind| kind.name).to_owned();
        Section { differences, usual, params, words: words.join(" "), ..Section::new(Part::World, "World") }
    }

    /// Returns the words of the head.
    fn set(&self) -> String {
        let usual = (self.differences.is_empty() || self.part == Part::World).then(|| self.usual.clone());
        usual.into_iter().chain(self.differences.iter().cloned()).collect::<Vec<_>>().join(" · ")
    }

    /// Shows the controls of the parameters that `is_wanted` names; `with_all` adds those that are no parameters.
    fn show(&self, ui: &mut Ui, pass: &mut UiPass, with_all: bool, is_wanted: &dyn Fn(&Param) -> bool) {
        match self.part {
            Part::World => scene_panel::show(ui, pass, with_all, is_wanted),
            Part::Computer => computer_panel::show(ui, pass),
            Part::Settings(_) => settings(ui, pass, self.params.iter().copied().filter(|param| is_wanted(param))),
            Part::Stalls => stalls_panel::show(ui, pass),
            Part::Loop => loop_panel::show_all(ui, pass, with_all, is_wanted),
            Part::DrawAll => presentation_choice::of_all(ui, pass),
            Part::Watched => loop_panel::watched(ui, pass.session),
        }
    }
}

/// Returns the settings of a group that are in no other place of the panel and can have an effect.
fn settings_of<'a>(session: &Session, group: &str) -> Vec<&'a Param> {
    let run = session.run.lab.settings();
    let captures = run.panes.iter().filter(|pane| pane.played().is_some()).count();
    let can_play = captures > 0 && run.panes[session.selected()].played().is_none();
    let is_possible = |name: &str| can_play && (name != "play_pane" || captures > 1) || !name.starts_with("play_");
    let is_shown = |param: &&Param| param.group == group && param.name != REFRESH && is_possible(&param.name);
    Computer::PARAMS.iter().filter(is_shown).collect()
}

/// Shows the controls of settings of the selected pane's computer.
pub fn settings<'a>(ui: &mut Ui, pass: &mut UiPass, params: impl Iterator<Item = &'a Param>) {
    let session = pass.session;
    let (run, pane) = (session.run.lab.settings(), session.selected());
    let (owner, values) = (Owner::of_computer(run, pane), run.computer_of(pane).values());
    for param in params {
        let set = controls::param(ui, param, &values);
        pass.actions.extend(set.map(|value| Action::set(owner.path(&*param.name), value)));
        if param.name == "timer_ms" {
            let set = timer(ui, values.number(param));
            pass.actions.extend(set.map(|resolution_ms| Action::set(owner.path("timer_ms"), resolution_ms)));
        }
    }
}

/// Shows the functions that read a clock, to choose a resolution. Returns the resolution, in milliseconds, of the function that
/// the person has chosen in this frame; else `None`.
fn timer(ui: &mut Ui, timer_ms: Option<f64>) -> Option<f64> {
    let option = |timer: &'static Timer| ChoiceOption {
        word: timer.call,
        about: timer.about,
        is_chosen: timer_ms == Some(timer.resolution_ms),
    };
    let options: Vec<ChoiceOption<'_>> = TIMERS.iter().map(option).collect();
    let about = "The function that the loop reads its clock with: it sets the timer's resolution.";
    let clicked = controls::choice(ui, &Choice { name: "Timer", about, options: &options });
    clicked.map(|index| TIMERS[index].resolution_ms)
}
