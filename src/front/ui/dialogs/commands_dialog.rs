//! Every command of the window, with a search: what stands in no menu is found here.

use crate::front::ui::commands::{self, UiCommand};
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::UiLook;
use crate::front::ui::widgets::search_list::SearchList;
use crate::front::ui::widgets::search_words::SearchWords;
use crate::studio::session::Session;
use crate::studio::session::action::{Action, Dialog, WindowAction};
use egui::text::LayoutJob;
use egui::{Align, Button, Key, RichText, ScrollArea, TextFormat, TextStyle, TextWrapMode, Ui, Window, vec2};

/// The width and height of the window, in points.
const SIZE: egui::Vec2 = vec2(480.0, 520.0);

pub fn show(ui: &mut Ui, pass: &mut UiPass, search: &str) {
    let mut open = true;
    let mut search = search.to_owned();
    let room = ui.ctx().content_rect().shrink2(vec2(30.0, 40.0));
    let window =
        Window::new("Commands").open(&mut open).collapsible(false).drag_area(egui::WindowDrag::Anywhere).resizable(false);
    let size = room.size().min(SIZE);
    let window = window.default_pos([room.center().x - size.x / 2.0, room.min.y]).fixed_size(size - vec2(20.0, 50.0));
    let chosen = window.show(ui.ctx(), |ui| list(ui, pass.session, &mut search)).and_then(|shown| shown.inner).flatten();
    let dialog = |dialog| Action::Window(WindowAction::Dialog(dialog));
    if let Some(command) = chosen {
        // A switch is looked for to be tried, so the list stays; anything else is done, and the list is gone first.
        if command.is_on(pass.session).is_none() {
            pass.actions.push(dialog(None));
        }
        pass.actions.extend(command.action(pass.session));
    } else if !open || ui.input(|input| input.key_pressed(Key::Escape)) {
        // The search field has the keyboard, so that keys trigger no shortcut, but Escape still closes the list.
        pass.actions.push(dialog(None));
    } else if pass.session.window.dialog.as_ref() != Some(&Dialog::Commands { search: search.clone() }) {
        pass.actions.push(dialog(Some(Dialog::Commands { search })));
    }
}

/// Shows the search field and what it finds, the best first. Returns the command that the person has chosen.
fn list(ui: &mut Ui, session: &Session, search: &mut String) -> Option<UiCommand> {
    let list = SearchList::begin(ui, "commands", 8, false);
    list.field(ui, search, ("Search commands", "search: a name, a key, an idea"), f32::INFINITY);
    let words = SearchWords::of(search);
    let rank = |command: UiCommand| {
        let texts = format!("{} {} {}", command.name, command.help, command.keys).to_lowercase();
        words.rank(command.name, &texts).map(|rank| (rank, command))
    };
    let mut found: Vec<_> = commands::all().into_iter().filter_map(rank).collect();
    found.sort_by_key(|(rank, _)| *rank);
    let found: Vec<UiCommand> = found.into_iter().map(|(_, command)| command).collect();
    let names: Vec<&str> = found.iter().map(|command| command.name).collect();
    let marked = list.mark(ui, search, &names, &vec![1; names.len()], None);
    let mut chosen = marked.filter(|_| list.enters).map(|number| found[number]);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for (number, command) in found.iter().enumerate() {
            let is_marked = marked == Some(number);
            let row = row(ui, session, command, is_marked);
            if is_marked && list.follows() {
                row.scroll_to_me(Some(Align::Center));
            }
            if row.clicked() {
                chosen = Some(*command);
            }
        }
        if found.is_empty() {
            ui.label(RichText::new("No command has all these words.").color(ui.look().weak()));
        }
    });
    chosen.filter(|command| command.action(session).is_some())
}

fn row(ui: &mut Ui, session: &Session, command: &UiCommand, is_marked: bool) -> egui::Response {
    let look = ui.look();
    let weak = if is_marked { look.text() } else { look.weak() };
    let format = |style: TextStyle, color| TextFormat { font_id: style.resolve(ui.style()), color, ..TextFormat::default() };
    let state = match command.is_on(session) {
        Some(true) => "  on",
        Some(false) => "  off",
        None => "",
    };
    let mut job = LayoutJob::default();
    job.append(command.name.trim_end_matches(" …"), 0.0, format(TextStyle::Body, look.text()));
    job.append(state, 0.0, format(TextStyle::Small, look.accent()));
    job.append(&format!("   {}", command.keys), 0.0, format(TextStyle::Small, weak));
    if !command.help.is_empty() {
        job.append(&format!("\n{}", command.help), 0.0, format(TextStyle::Small, weak));
    }
    let button = Button::selectable(is_marked, job).wrap_mode(TextWrapMode::Wrap).min_size(vec2(ui.available_width(), 0.0));
    ui.add_enabled(command.action(session).is_some(), button)
}
