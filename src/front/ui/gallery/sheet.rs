//! The gallery over the whole window: a search, the exhibits by question, and a sentence about the marked one.

use super::exhibits::{self, Exhibit, Opens, SECTIONS, Section};
use super::pictures;
use crate::front::ui::code;
use crate::front::ui::commands::{ADVISE, DEMONSTRATION, ESCAPE};
use crate::front::ui::own_loops::{ABOUT_NEW, TEMPLATES};
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::{UiLook, enlarge, letters};
use crate::front::ui::widgets::search_list::SearchList;
use crate::front::ui::widgets::search_words::SearchWords;
use crate::studio::session::Session;
use crate::studio::session::action::{Action, Dialog, LessonAction, RunAction, WindowAction};
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{
    Align, CentralPanel, FontId, Frame, Id, Image, Key, Label, Layout, Margin, Panel, Rect, Response, RichText, ScrollArea,
    Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2,
};

const LEAST_WIDTH: f32 = 216.0;
const GAP: f32 = 16.0;

struct Shelf {
    heading: &'static str,
    rows: Vec<Vec<usize>>,
    /// The number of exhibits that are hidden until the person opens the rest.
    behind: usize,
}

const BEST: &str = "Best matches";

pub fn show(ui: &mut Ui, pass: &mut UiPass, search: &str) {
    if pass.session.window.presenting {
        enlarge(ui);
    }
    let list = SearchList::begin(ui, "gallery", 3, true);
    let mut search = search.to_owned();
    let margin = Margin::symmetric(24, 12);
    let mut close = ui.input(|input| input.key_pressed(Key::Escape));
    Panel::top("gallery search").frame(Frame::new().inner_margin(margin)).show(ui, |ui| {
        close |= search_row(ui, list, &mut search, &mut pass.actions);
    });
    let mut about = None;
    let lines = if ui.available_width() < 900.0 { 4.0 } else { 2.0 };
    let foot = Panel::bottom("gallery about").frame(Frame::new().inner_margin(margin));
    let foot_height = ui.text_style_height(&egui::TextStyle::Body) * lines;
    let shown = foot.show(ui, |ui| ui.allocate_exact_size(vec2(ui.available_width(), foot_height), Sense::hover()).0);
    CentralPanel::no_frame().show(ui, |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            about = exhibits(ui, pass, &search, list);
        });
    });
    if let Some(exhibit) = about {
        let text = RichText::new(exhibit.about).color(ui.look().text());
        let room = Rect::from_min_size(shown.inner.min, shown.inner.size());
        ui.scope_builder(egui::UiBuilder::new().max_rect(room), |ui| ui.add(Label::new(text).wrap()));
    }
    if close {
        pass.actions.push(Action::Window(WindowAction::Gallery(false)));
    } else if pass.session.window.dialog.as_ref() != Some(&Dialog::Gallery { search: search.clone() }) {
        pass.actions.push(Action::Window(WindowAction::Dialog(Some(Dialog::Gallery { search }))));
    }
}

pub fn forget(ui: &Ui) {
    pictures::forget(ui.ctx());
}

const TITLED: f32 = 480.0;

fn search_row(ui: &mut Ui, list: SearchList, search: &mut String, actions: &mut Vec<Action>) -> bool {
    ui.horizontal(|ui| {
        if ui.available_width() > TITLED {
            ui.label(RichText::new("Comparisons").heading().strong());
            ui.add_space(8.0);
        }
        let width = (ui.available_width() - 170.0).clamp(80.0, 280.0);
        list.field(ui, search, ("Search comparisons", "search: stutter, wall, interpolation …"), width);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let close = ui.button("Close").on_hover_text(ESCAPE.tip_with("Back to the panes as they were")).clicked();
            if ui.button(DEMONSTRATION.name).on_hover_text(DEMONSTRATION.tip()).clicked() {
                actions.push(Action::Run(RunAction::Demonstrate));
            }
            close
        })
        .inner
    })
    .inner
}

/// The height of the name and the description under a picture, which have three lines at most.
const CARD_TEXT: f32 = 58.0;
const CARD_LINES: usize = 3;

fn exhibits(ui: &mut Ui, pass: &mut UiPass, search: &str, list: SearchList) -> Option<&'static Exhibit> {
    let width = ui.available_width() - 2.0 * 24.0;
    let columns = (((width + GAP) / (LEAST_WIDTH * letters(ui) + GAP)).floor() as usize).max(1);
    let card_width = ((width + GAP) / columns as f32 - GAP).floor();
    let card_height = (card_width * 9.0 / 16.0 + CARD_TEXT * letters(ui)).round();
    let mut found: Vec<&'static Exhibit> = Vec::new();
    let shelves = shelves(ui, &SearchWords::of(search), columns, &mut found);
    let rows: Vec<usize> = shelves.iter().flat_map(|shelf| shelf.rows.iter().map(Vec::len)).collect();
    let ids: Vec<&str> = found.iter().map(|exhibit| &*exhibit.picture).collect();
    // A lecture goes on from the lesson that is open.
    let open_lesson = pass.session.lesson().map(|lesson| lesson.lesson.id.as_str());
    let is_open = |exhibit: &&&Exhibit| matches!(exhibit.opens, Opens::Lesson(lesson) if Some(&*lesson.id) == open_lesson);
    let first = found.iter().find(is_open).map(|exhibit| &*exhibit.picture);
    let mut marked = list.mark(ui, search, &ids, &rows, first).unwrap_or(0);
    let (mut hovered, mut opened) = (None, None);
    let points = points(ui, list, search);
    ui.add_space(4.0);
    own_lessons(ui, pass);
    offer_new_loop(ui, pass, search);
    offer_advice(ui, pass, search);
    if !search.trim().is_empty() && shelves.iter().all(|shelf| shelf.heading != BEST) {
        ui.horizontal(|ui| {
            ui.add_space(24.0);
            ui.label(RichText::new("No comparison has these words. The nearest questions:").color(ui.look().weak()));
        });
    }
    for shelf in &shelves {
        heading(ui, shelf.heading);
        for row in &shelf.rows {
            let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), card_height), Sense::hover());
            for (column, number) in row.iter().enumerate() {
                let left = rect.min + vec2(24.0 + column as f32 * (card_width + GAP), 0.0);
                let place = Rect::from_min_size(left, vec2(card_width, rect.height()));
                let card = card(ui, found[*number], &title(pass.session, found[*number]), place, *number == marked);
                if card.has_focus() && !list.moves() {
                    marked = *number;
                }
                if card.gained_focus() || (*number == marked && list.moves()) {
                    card.scroll_to_me(None);
                }
                if points && card.hovered() {
                    hovered = Some(*number);
                }
                if card.clicked() {
                    opened = Some(*number);
                }
            }
        }
        if shelf.behind > 0 {
            opener(ui, shelf);
        }
    }
    ui.add_space(24.0);
    let exhibit = *found.get(marked)?;
    list.set_mark(ui, search, &exhibit.picture);
    if let Some(number) = opened.or(list.enters.then_some(marked)) {
        pass.actions.push(open(found[number], search));
    }
    Some(hovered.map_or(exhibit, |number| found[number]))
}

/// Returns whether the mouse has moved since the search was typed. Before that the sentence is about the best match, wherever the
/// pointer is.
fn points(ui: &Ui, list: SearchList, search: &str) -> bool {
    let moves = ui.input(|input| input.pointer.delta() != egui::Vec2::ZERO);
    ui.data_mut(|data| {
        let known = data.get_temp_mut_or_default::<(String, bool)>(Id::unique("gallery pointed at"));
        if list.is_new || known.0 != search {
            *known = (search.to_owned(), false);
        }
        known.1 |= moves;
        known.1
    })
}

/// Returns the title of a card, for a lesson with its minutes and the person's progress.
fn title(session: &Session, exhibit: &Exhibit) -> String {
    let Opens::Lesson(lesson) = exhibit.opens else { return exhibit.name.to_owned() };
    let (minutes, count) = (lesson.minutes, lesson.steps.len());
    let progress = match session.window.progress.get(&lesson.id) {
        Some(reached) if *reached >= count => ", done".to_owned(),
        Some(reached) => format!(", step {reached} of {count}"),
        None => String::new(),
    };
    format!("{} · {minutes:.0}\u{a0}min{progress}", exhibit.name)
}

fn own_lessons(ui: &mut Ui, pass: &mut UiPass) {
    if pass.session.window.own_lessons.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.add_space(24.0);
        ui.label("Your lessons:");
        for lesson in &pass.session.window.own_lessons {
            if ui.button(&lesson.name).on_hover_text(&lesson.about).clicked() {
                pass.actions.push(Action::Lesson(LessonAction::Open(lesson.clone(), 0)));
            }
        }
    });
}

/// A search of at least this many letters shows the words that it searches for.
const LEAST_SEARCH: usize = 4;

fn offer_new_loop(ui: &mut Ui, pass: &mut UiPass, search: &str) {
    let words = SearchWords::of(search);
    if search.trim().len() < LEAST_SEARCH || !words.are_all_in(&ABOUT_NEW.to_lowercase()) {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.add_space(24.0);
        if ui.button("New loop").on_hover_text(TEMPLATES[0].about).clicked() {
            pass.actions.push(Action::Window(WindowAction::Gallery(false)));
            code::editor::begin(ui.ctx(), pass, pass.session.selected(), &TEMPLATES[0]);
        }
        let about = "Write or paste a loop of your own, in JavaScript. Or: Edit a copy, beside the code of any loop.";
        ui.label(RichText::new(about).color(ui.look().text()));
    });
}

/// Offers *Which loop?* if the search asks for a loop.
fn offer_advice(ui: &mut Ui, pass: &mut UiPass, search: &str) {
    const ASKED: &str = "which what loop should i use choose take best recommend for my game advice advise";
    let words = search.to_lowercase();
    let mut words = words.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let asks = search.contains(' ') && words.all(|word| ASKED.split(' ').any(|known| known == word));
    if asks {
        ui.horizontal_wrapped(|ui| {
            ui.add_space(24.0);
            if ui.button(ADVISE.name).on_hover_text(ADVISE.tip()).clicked() {
                pass.actions.push(Action::Window(WindowAction::Gallery(false)));
                pass.actions.extend(ADVISE.action(pass.session));
            }
            ui.label(RichText::new("Three loops for your game, by runs of all of them.").color(ui.look().text()));
        });
    }
}

fn open(exhibit: &Exhibit, search: &str) -> Action {
    match exhibit.opens {
        Opens::Lesson(lesson) => Action::Lesson(LessonAction::Open(lesson.clone(), 0)),
        Opens::Scenario(scenario) => Action::Run(RunAction::Open(Box::new(scenario.clone()))),
        Opens::World(id) => Action::Run(RunAction::Scene(id.to_owned())),
        Opens::Article(title) => {
            // An article that is found by its claims opens with the same search.
            let is_named = exhibit.is_named(&SearchWords::of(search));
            let search = if is_named { title.to_owned() } else { search.to_owned() };
            Action::Window(WindowAction::Dialog(Some(Dialog::Articles { search })))
        }
    }
}

/// Returns the shelves with all exhibits; during a search, a shelf with the finds, hidden ones too, the best first. If nothing is
/// found, the first exhibits of the nearest questions are on the shelves.
fn shelves(ui: &Ui, search: &SearchWords, columns: usize, found: &mut Vec<&'static Exhibit>) -> Vec<Shelf> {
    let mut shelves = Vec::new();
    let mut put = |heading: &'static str, exhibits: &[&'static Exhibit], behind: usize| {
        let numbers: Vec<usize> = (found.len()..found.len() + exhibits.len()).collect();
        found.extend(exhibits);
        if !exhibits.is_empty() {
            let rows = numbers.chunks(columns).map(<[usize]>::to_vec).collect();
            shelves.push(Shelf { heading, rows, behind });
        }
    };
    if search.is_empty() {
        for section in SECTIONS.iter() {
            let all: Vec<&Exhibit> = section.exhibits.iter().collect();
            let is_open = ui.data(|data| data.get_temp(opener_id(section.heading)).unwrap_or(false));
            let count = if is_open { all.len() } else { all.len().min(section.in_front) };
            put(section.heading, &all[..count], all.len() - count);
        }
        return shelves;
    }
    let fitting = exhibits::found(search);
    if fitting.is_empty() {
        for Section { heading, exhibits, .. } in exhibits::nearest(search) {
            put(heading, &exhibits.iter().take(columns).collect::<Vec<_>>(), 0);
        }
    }
    put(BEST, &fitting, 0);
    shelves
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(12.0);
    ui.horizontal(|ui| {
        ui.add_space(24.0);
        ui.label(RichText::new(text).heading().strong().color(ui.look().text()));
    });
    ui.add_space(6.0);
}

fn opener(ui: &mut Ui, shelf: &Shelf) {
    ui.horizontal(|ui| {
        ui.add_space(24.0);
        if ui.button(format!("{} more worlds", in_words(shelf.behind))).clicked() {
            ui.data_mut(|data| data.insert_temp(opener_id(shelf.heading), true));
        }
    });
}

fn opener_id(heading: &str) -> Id {
    Id::unique(("gallery opener", heading))
}

fn in_words(count: usize) -> String {
    let words = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
    words.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

const ROUNDING: u8 = 6;

fn card(ui: &mut Ui, exhibit: &Exhibit, title: &str, rect: Rect, marked: bool) -> Response {
    let look = ui.look();
    let response = ui.interact(rect, ui.scope_id().with(&exhibit.picture), Sense::click());
    let name = format!("{}. {}", exhibit.name, exhibit.about);
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, name.as_str()));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let picture = Rect::from_min_size(rect.min, vec2(rect.width(), rect.width() * 9.0 / 16.0));
    let painter = ui.painter();
    match pictures::texture(ui.ctx(), &exhibit.picture) {
        Some(texture) => Image::new((texture.id(), picture.size())).corner_radius(ROUNDING).paint_at(ui, picture),
        None => {
            painter.rect_filled(picture, ROUNDING, look.canvas());
        }
    }
    let edge = if marked || response.has_focus() {
        Some(Stroke::new(2.0, look.accent()))
    } else if response.hovered() {
        Some(Stroke::new(1.0, look.weak()))
    } else {
        None
    };
    if let Some(edge) = edge {
        painter.rect_stroke(picture, ROUNDING, edge, StrokeKind::Outside);
    }
    let mut text = LayoutJob::default();
    text.append(title, 0.0, TextFormat::simple(FontId::proportional(13.5 * letters(ui)), look.text()));
    text.append(&format!("\n{}", exhibit.about), 0.0, TextFormat::simple(FontId::proportional(11.0 * letters(ui)), look.weak()));
    text.wrap = TextWrapping { max_width: rect.width() - 4.0, max_rows: CARD_LINES, ..TextWrapping::default() };
    painter.galley(picture.left_bottom() + vec2(2.0, 6.0), painter.layout_job(text), look.text());
    response
}
