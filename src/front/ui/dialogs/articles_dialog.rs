//! The claims of the articles, with a search; a click opens the run that shows a claim.

use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::{Look, UiLook};
use crate::front::ui::widgets::search_list::SearchList;
use crate::front::ui::widgets::search_words::{SearchWords, Searched};
use crate::studio::claims;
use crate::studio::claims::article::{Article, Claim, Holds, Test, UnshownClaim};
use crate::studio::claims::evaluate::Measured;
use crate::studio::claims::measure::Measure;
use crate::studio::session::Session;
use crate::studio::session::action::{Action, Dialog, Notice, RunAction, WindowAction};
use egui::text::LayoutJob;
use egui::{Align, Button, Key, RichText, ScrollArea, TextFormat, TextStyle, TextWrapMode, Ui, Window, vec2};
use tickscope_core::model::config::limits::MOST_PANES;
use tickscope_core::model::config::pane_letter::PaneLetter;

pub fn show(ui: &mut Ui, pass: &mut UiPass, search: &str) {
    let session = pass.session;
    let mut open = true;
    let mut search = search.to_owned();
    let room = ui.ctx().content_rect().shrink2(vec2(30.0, 40.0));
    let size = room.size().min(vec2(860.0, 900.0));
    let window =
        Window::new("Articles").open(&mut open).collapsible(false).drag_area(egui::WindowDrag::Anywhere).resizable(false);
    let shown = window.default_pos([room.center().x - size.x / 2.0, room.min.y]).fixed_size(size - vec2(20.0, 50.0)).show(
        ui.ctx(),
        |ui| {
            let list = SearchList::begin(ui, "articles", 8, false);
            search_row(ui, session, list, &mut search);
            let words = SearchWords::of(&search);
            let mut found: Vec<(&Article, &Claim)> =
                words.best(claims::article::all(), |(article, claim)| rank(article, claim, &words));
            // The claims of an article stay together, the best of them first.
            found.sort_by_key(|(article, _)| claims::article::ARTICLES.iter().position(|other| other.id == article.id));
            let ids: Vec<&str> = found.iter().map(|(_, claim)| &*claim.id).collect();
            let marked = list.mark(ui, &search, &ids, &vec![1; ids.len()], None);
            let mut chosen = None;
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                for (number, (article, claim)) in found.iter().enumerate() {
                    if number == 0 || found[number - 1].0.id != article.id {
                        heading(ui, article);
                    }
                    let is_marked = marked == Some(number);
                    let measured = session.window.results.claims.get(&*claim.id).map(Vec::as_slice);
                    let run = row(ui, claim, measured, is_marked, is_marked && list.moves());
                    if let Some(run) = run {
                        chosen = Some((*article, *claim, run));
                    }
                    let is_last = found.get(number + 1).is_none_or(|(next, _)| next.id != article.id);
                    if is_last && search.is_empty() {
                        unshown(ui, article);
                    }
                }
                if found.is_empty() {
                    ui.label(RichText::new("No claim has these words.").color(ui.look().weak()));
                }
            });
            let entered =
                marked.filter(|_| list.enters).map(|number| (found[number].0, found[number].1, found[number].1.test.run.clone()));
            chosen.or(entered)
        },
    );
    let chosen = shown.and_then(|shown| shown.inner).flatten();
    if let Some((article, claim, run)) = chosen {
        match claim.scenario(article, &run) {
            Ok(scenario) => pass.actions.push(Action::Run(RunAction::Open(Box::new(scenario)))),
            Err(refusal) => pass.actions.push(Action::Window(WindowAction::Notify(Some(Notice::bad(refusal.to_string()))))),
        }
        return;
    }
    // The search field has the keyboard, so that keys trigger no shortcut, but Escape still closes the dialog.
    if !open || ui.input(|input| input.key_pressed(Key::Escape)) {
        pass.actions.push(Action::Window(WindowAction::Dialog(None)));
    } else if session.window.dialog.as_ref() != Some(&Dialog::Articles { search: search.clone() }) {
        pass.actions.push(Action::Window(WindowAction::Dialog(Some(Dialog::Articles { search }))));
    }
}

fn search_row(ui: &mut Ui, session: &Session, list: SearchList, search: &mut String) {
    ui.horizontal_wrapped(|ui| {
        list.field(ui, search, ("Search claims", "search: an author, a loop, a word"), 260.0);
        let count = |holds: Holds| claims::article::all().filter(|(_, claim)| claim.holds == holds).count();
        for (holds, word) in [(Holds::Yes, "hold"), (Holds::Conditionally, "under a condition"), (Holds::No, "do not")] {
            let text = RichText::new(format!("{} {word}", count(holds))).color(colour(ui.look(), holds)).small();
            if ui.add(Button::new(text).small()).on_hover_text("Shows these claims.").clicked() {
                holds.in_words().clone_into(search);
            }
        }
        let of = claims::article::all().count();
        let is_measured = |claim: &Claim| session.window.results.claims.contains_key(&*claim.id);
        let done = claims::article::all().filter(|(_, claim)| is_measured(claim)).count();
        if done < of {
            ui.label(RichText::new(format!("measured: {done} of {of}")).small().color(ui.look().weak()));
        }
    });
    ui.add_space(4.0);
}

fn heading(ui: &mut Ui, article: &Article) {
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&article.title).strong().size(16.0));
        ui.label(RichText::new(&article.author).color(ui.look().weak()));
    });
}

fn unshown(ui: &mut Ui, article: &Article) {
    if !article.unshown.is_empty() {
        ui.label(RichText::new("No run shows:").small().color(ui.look().text()));
    }
    for UnshownClaim { place, claim, why } in &article.unshown {
        ui.label(RichText::new(format!("{claim} {why} ({place})")).small().color(ui.look().weak()));
    }
}

fn colour(look: Look, holds: Holds) -> egui::Color32 {
    match holds {
        Holds::Yes | Holds::Conditionally => look.text(),
        Holds::No => look.alarm(),
    }
}

fn row(ui: &mut Ui, claim: &Claim, measured: Option<&[Measured]>, is_marked: bool, follow: bool) -> Option<String> {
    let look = ui.look();
    // On the coloured ground of the marked row everything has the colour of text.
    let on = |color| if is_marked { look.text() } else { color };
    let mut job = LayoutJob::default();
    let format = |style: TextStyle, color| TextFormat { font_id: style.resolve(ui.style()), color, ..TextFormat::default() };
    job.append(&claim.claim, 0.0, format(TextStyle::Body, look.text()));
    job.append(&format!("\n{}", claim.holds.in_words()), 0.0, format(TextStyle::Small, on(colour(look, claim.holds))));
    job.append(&format!(" {}", claim.reason()), 0.0, format(TextStyle::Small, on(look.weak())));
    job.append(&format!("\n{}", claim.place), 0.0, format(TextStyle::Small, on(look.weak())));
    let first = measured.and_then(<[Measured]>::first);
    let number = first.map_or_else(|| format!("{}: …", of(&claim.test.measure)), in_words);
    job.append(&format!("   {number}"), 0.0, format(TextStyle::Small, look.text()));
    let button = Button::selectable(is_marked, job).wrap_mode(TextWrapMode::Wrap).min_size(vec2(ui.available_width(), 0.0));
    let tip = format!("Opens tickscope {}", claim.test.run);
    let row = ui.add(button).on_hover_text(tip);
    if follow {
        row.scroll_to_me(Some(Align::Center));
    }
    let mut chosen = row.clicked().then(|| claim.test.run.clone());
    let others = others(claim);
    if !others.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.add_space(4.0);
            for (number, run) in others.into_iter().enumerate() {
                let numbers = measured.unwrap_or_default().iter().filter(|one| one.run == run);
                let numbers: Vec<String> = numbers.map(in_words).collect();
                let tip = format!("Opens tickscope {run}\n{}", numbers.join("\n"));
                let other = Button::new(RichText::new(format!("other run {}", number + 1)).small()).small();
                if ui.add(other).on_hover_text(tip).clicked() {
                    chosen = Some(run);
                }
            }
        });
    }
    chosen
}

fn of(measure: &Measure) -> String {
    let mut text = measure.to_string();
    for pane in 0..MOST_PANES {
        text = text.replace(&format!("/panes/{pane}/"), &format!("{} ", PaneLetter(pane)));
    }
    text
}

fn in_words(one: &Measured) -> String {
    format!("{}: {}{}", of(&one.measure), one.in_words(), Test::seeds_in_words(one.seeds))
}

fn others(claim: &Claim) -> Vec<String> {
    let mut runs: Vec<String> = Vec::new();
    for test in claim.tests() {
        if test.run != claim.test.run && !runs.contains(&test.run) {
            runs.push(test.run);
        }
    }
    runs
}

/// Returns how well a claim fits a search.
fn rank(article: &Article, claim: &Claim, search: &SearchWords) -> f64 {
    let runs: Vec<String> = claim.tests().map(|test| test.run).collect();
    let texts = [&article.title, &article.author, &claim.id, &claim.place, &claim.claim, &*claim.reason(), &*runs.join(" ")];
    let text = [texts.join(" "), claim.holds.in_words().to_owned()].join(" ").to_lowercase();
    search.rank(Searched { title: &claim.claim.to_lowercase(), question: "", texts: &text })
}
