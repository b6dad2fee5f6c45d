//! The list of loops of a pane: grouped, with one line each, and a field to search in.

use crate::front::ui::commands::ESCAPE;
use crate::front::ui::own_loops::{ABOUT_NEW, TEMPLATES, Template};
use crate::front::ui::style::look::UiLook;
use crate::front::ui::widgets::search_list::SearchList;
use crate::front::ui::widgets::search_words::{SearchWords, Searched};
use egui::text::LayoutJob;
use egui::{Align, ComboBox, PopupCloseBehavior, Response, RichText, ScrollArea, TextFormat, TextStyle, TextWrapMode, Ui};
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::scripts;
use tickscope_core::model::strategies::engines::{self, Engine};
use tickscope_core::model::strategies::strategy::{Found, Group, Strategy};
use tickscope_core::model::strategies::{self};
use tickscope_core::model::world::kind::WorldKind;

const HEIGHT: f32 = 480.0;
const WIDTH: f32 = 470.0;
const AROUND: f32 = 32.0;
const NEW_LOOP: &str = "New loop";
const ENGINES: &str = "As an engine comes";

/// An entry of the list of loops.
#[derive(Clone, Debug)]
pub enum Listed {
    Loop(Found),
    /// A new loop, which begins with this text.
    New(&'static Template),
    Engine(&'static Engine),
}

impl Listed {
    fn texts(&self) -> [&str; 4] {
        match self {
            Listed::Loop(found) => [&found.id, &found.name, &found.about, &found.source],
            Listed::New(template) => [template.id, template.name, template.about, ABOUT_NEW],
            Listed::Engine(engine) => [engine.name, engine.name, engine.about, engine.document],
        }
    }

    fn id(&self) -> &str {
        self.texts()[0]
    }

    fn group(&self) -> &'static str {
        match self {
            Listed::Loop(found) => found.group.name(),
            Listed::New(_) => NEW_LOOP,
            Listed::Engine(_) => ENGINES,
        }
    }

    fn lacks_in(&self, kind: &WorldKind) -> Option<&'static str> {
        match self {
            Listed::Loop(found) => found.lacks_in(kind),
            Listed::New(_) => None,
            Listed::Engine(engine) => strategies::find(engine.strategy).ok()?.lacks_in(kind),
        }
    }

    fn title(&self) -> String {
        match self {
            Listed::Engine(engine) => {
                let strategy = strategies::find(engine.strategy).map_or(engine.strategy, |strategy| &strategy.name);
                format!("{} {}: {strategy}", engine.name, engine.version)
            }
            _ => self.texts()[1].to_owned(),
        }
    }
}

/// The loops from which a person chooses one for a pane.
#[derive(Clone, Copy)]
pub struct LoopOffer<'a> {
    pub pane: PaneLetter,
    /// The text of the closed list.
    pub title: &'a str,
    pub current: &'a Strategy,
    pub loops: &'a [OwnLoop],
    pub world: &'a WorldKind,
}

/// Shows the list, closed or open. A person chooses a row with search, arrows and Enter, or with a click. Returns the closed
/// list, and the chosen row; `None` if none was chosen.
pub fn show(ui: &mut Ui, offer: LoopOffer, width: f32) -> (Response, Option<Listed>) {
    let LoopOffer { pane, current, .. } = offer;
    // A lesson may show the list of a pane in a second place.
    let id = ui.make_persistent_id(("strategy search", pane));
    let mut search = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_default();
    // The font is set, because the list would use the usual button size of the theme.
    let font = TextStyle::Button.resolve(ui.style());
    let list = ComboBox::from_id_salt(("strategy", pane))
        .selected_text(RichText::new(offer.title).strong().font(font))
        .width(width)
        .wrap_mode(TextWrapMode::Truncate)
        .height(f32::INFINITY)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .show_ui(ui, |ui| {
            ui.set_width((ui.ctx().content_rect().width() - AROUND).min(WIDTH));
            let chosen = open(ui, offer, &mut search);
            if chosen.is_some() {
                ui.close();
            }
            chosen
        });
    // However the list was closed, it opens with an empty search.
    let is_open = list.inner.is_some();
    let chosen = list.inner.flatten();
    ui.data_mut(|data| data.insert_temp(id, if is_open && chosen.is_none() { search } else { String::new() }));
    let label = format!("Strategy of pane {pane}");
    list.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, &label));
    (list.response.on_hover_text(&*current.about), chosen)
}

fn open(ui: &mut Ui, offer: LoopOffer, search: &mut String) -> Option<Listed> {
    let list = SearchList::begin(ui, ("strategies", offer.pane), 5, false);
    let hint = ("Search strategies", "search: a name, an author, an idea …");
    ui.horizontal(|ui| {
        list.field(ui, search, hint, ui.available_width() - 92.0);
        if ui.button(NEW_LOOP).on_hover_text("A loop of your own in this pane, in JavaScript.").clicked() {
            NEW_LOOP.clone_into(search);
        }
    });
    let found = found(search, offer.loops);
    let able: Vec<&Listed> = found.iter().filter(|listed| listed.lacks_in(offer.world).is_none()).collect();
    let ids: Vec<&str> = able.iter().map(|listed| listed.id()).collect();
    let marked = list.mark(ui, search, &ids, &vec![1; ids.len()], Some(&offer.current.id)).map(|number| able[number]);
    let height = HEIGHT.min(ui.ctx().content_rect().height() - 120.0).max(80.0);
    let mut chosen = None;
    ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink(false).show(ui, |ui| {
        for (number, listed) in found.iter().enumerate() {
            if search.is_empty() && (number == 0 || found[number - 1].group() != listed.group()) {
                ui.label(RichText::new(listed.group()).small().color(ui.look().weak()));
            }
            let is_marked = marked.is_some_and(|marked| marked.id() == listed.id());
            let entry = entry(ui, listed, offer.world, is_marked);
            if entry.clicked() {
                chosen = Some(listed.clone());
            }
            if list.follows() && is_marked {
                entry.scroll_to_me(Some(Align::Center));
            }
        }
        if found.is_empty() {
            ui.label(RichText::new("No loop has these words in its texts.").color(ui.look().weak()));
            let about = format!("Clears the search; {} closes the list.", ESCAPE.keys);
            if ui.button("Show all loops").on_hover_text(about).clicked() {
                search.clear();
            }
        }
    });
    chosen.or(marked.filter(|_| list.enters).cloned())
}

fn entry(ui: &mut Ui, listed: &Listed, world: &WorldKind, is_marked: bool) -> Response {
    let look = ui.look();
    let mut job = LayoutJob::default();
    let format =
        |style: TextStyle, colour| TextFormat { font_id: style.resolve(ui.style()), color: colour, ..TextFormat::default() };
    let [_, _, about, source] = listed.texts();
    let lacks = listed.lacks_in(world);
    // On the ground of the marked row everything has the colour of marked text.
    let marked = ui.visuals().selection.stroke.color;
    let colour = if is_marked { marked } else { look.text() };
    let colour = if lacks.is_some() { look.weak() } else { colour };
    job.append(&listed.title(), 0.0, format(TextStyle::Body, colour));
    let line = lacks.map_or(about.to_owned(), |why| format!("Not in {}: {why}.", world.name));
    let weak = if is_marked { marked } else { look.weak() };
    job.append(&format!("\n{line}"), 0.0, format(TextStyle::Small, weak));
    let entry = egui::Button::selectable(is_marked, job).wrap();
    let entry = ui.add_enabled(lacks.is_none(), entry).on_hover_text(source);
    entry.on_disabled_hover_text(about)
}

/// Returns the loops that a search finds, the best first; without a search the user's own first, then the published ones in their
/// groups and the engines. Templates for new loops are listed only if a search matches them.
fn found(search: &str, loops: &[OwnLoop]) -> Vec<Listed> {
    let words = SearchWords::of(search);
    let mut all: Vec<Listed> = Vec::new();
    if !search.is_empty() {
        all.extend(TEMPLATES.iter().map(Listed::New));
    }
    // A text that can't run is not listed, because no pane can run it.
    all.extend(loops.iter().filter_map(|own| scripts::find(loops, &own.id()).ok()).map(Listed::Loop));
    let of_group = |group| strategies::ALL.iter().filter(move |strategy| strategy.group == group);
    all.extend(Group::ALL.into_iter().flat_map(of_group).map(|strategy| Listed::Loop(Found::Published(strategy))));
    all.extend(engines::ALL.iter().map(Listed::Engine));
    let rank = |listed: &Listed| {
        let engines = match listed {
            Listed::Loop(found) => found.engines(),
            Listed::New(_) => String::new(),
            Listed::Engine(engine) => engine.options(),
        };
        let texts = [&listed.texts()[..], &[listed.group(), &engines]].concat();
        words.rank(Searched { title: &texts[1].to_lowercase(), question: "", texts: &texts.join(" ").to_lowercase() })
    };
    let mut found = words.best(all, rank);
    // A person who does not ask for a new loop is looking for an existing one.
    let asked = search.trim_start().to_lowercase();
    let asks_for_new = ["new", "write", "paste"].iter().any(|word| asked.starts_with(word));
    let comes_later = |listed: &Listed| !asks_for_new && matches!(listed, Listed::New(_));
    found.sort_by_key(comes_later);
    found
}

#[cfg(test)]
mod tests {
    use crate::front::ui::panes::strategy_list::*;
    use tickscope_core::base::params::value::Value;
    use tickscope_core::model::config::settings::{PaneSettings, Settings};

    #[test]
    fn a_search_finds_names_authors_and_ideas_in_any_order() {
        let found = |search: &str| found(search, &[]).iter().map(|found| found.id().to_owned()).collect::<Vec<_>>();
        assert_eq!(found("").len(), strategies::ALL.len() + engines::ALL.len());
        assert_eq!(found("SPIRAL"), ["semi-fixed"]);
        assert_eq!(found("fiedler")[..2], ["semi-fixed", "fixed-interpolated"], "by the author");
        assert_eq!(found("fix your timestep")[..2], ["semi-fixed", "fixed-interpolated"]);
        assert_eq!(found("fiedler fixed")[..2], ["semi-fixed", "fixed-interpolated"]);
        assert_eq!(found("glaiel"), ["snapped-delta"]);
        assert_eq!(found("unity")[..2], ["Unity, FixedUpdate", "Unity, Update"], "by an engine");
        assert!(["variable-delta-clamped", "clamped-accumulator"].iter().all(|id| found("unity").contains(&(*id).to_owned())));
        assert_eq!(found("godot")[..2], ["godot-jitter-fix", "Godot"]);
        assert_eq!(found("phaser")[..2], ["phaser-smoothed", "Phaser"]);
        assert_eq!(found("interpolation")[0], "fixed-interpolated");
        assert!(found("zzz").is_empty());
    }

    #[test]
    fn every_engine_is_found_by_its_name_and_sets_its_loop_with_its_parameters() {
        for engine in engines::ALL {
            let name = engine.name.split([',', ' ']).next().unwrap_or_default();
            let is_it = |listed: &Listed| matches!(listed, Listed::Engine(found) if found.name == engine.name);
            assert!(found(name, &[]).iter().take(3).any(is_it), "{name}");
            assert!(found("engine defaults", &[]).iter().any(is_it), "{name}");
            let mut settings = Settings { panes: vec![PaneSettings::new("semi-fixed")], ..Settings::default() }.lettered();
            let letter = settings.panes[0].letter();
            engine.patch(letter).change(&mut settings).expect("an engine's settings are allowed");
            let mut pane = PaneSettings { presentation: engine.presentation(), ..PaneSettings::new(engine.strategy) };
            engine.params.iter().for_each(|(name, value)| pane.params.set(name, Value::Number(*value)));
            assert_eq!(settings.panes[0], PaneSettings { letter: Some(letter), ..pane }, "{name}");
        }
    }

    #[test]
    fn new_loops_are_found_by_their_words_and_are_not_in_the_way_of_the_others() {
        let all = found("", &[]);
        assert!(!all.iter().any(|listed| matches!(listed, Listed::New(_))));
        let new = found(NEW_LOOP, &[]);
        assert_eq!(new.iter().filter(|listed| matches!(listed, Listed::New(_))).count(), TEMPLATES.len());
        assert_eq!(new[0].id(), TEMPLATES[0].id, "the shortest first");
        for search in ["javascript", "edit", "own loop", "paste", "my loop", "write a loop", "editor", "custom loop"] {
            let found = found(search, &[]);
            assert!(found.iter().any(|listed| listed.id() == TEMPLATES[0].id), "{search}");
        }
    }
}
