//! The arrangement of everything: in a large window, in a small one, in projector mode, and in a film.

use crate::front::ui::bars::{caption_line, pane_tabs, top_bar};
use crate::front::ui::dialogs::{self, help};
use crate::front::ui::keys::{self, follow_pointer};
use crate::front::ui::panel::{loads_row, side_panel};
use crate::front::ui::panes;
use crate::front::ui::panes::pane_layout::{lay_out, lay_out_readable};
use crate::front::ui::pass::{UiOutput, UiPass};
use crate::front::ui::style::look::{UiLook, enlarge};
use crate::front::ui::widgets::controls::{self, NumberNews};
use crate::front::ui::widgets::{drawer, notices, playhead};
use crate::front::ui::{embed, exercise_controls, gallery, instruments, lesson_panel, presenter};
use crate::studio::session::Session;
use crate::studio::session::action::{Action, Dialog, Notice, WindowAction};
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{
    Align, CentralPanel, Frame, Label, Layout, Margin, Panel, Rect, RichText, Sense, TextStyle, Ui, UiBuilder, Vec2, vec2,
};

/// A window that is narrower or lower than this, in points, shows one pane under tabs.
const LEAST: Vec2 = vec2(1024.0, 560.0);
/// A window of at least this size, in points, has the panel at the right. Another one has the loads in a row over the foot, and
/// the panel in a drawer over the panes.
const WITH_PANEL: Vec2 = vec2(1200.0, 600.0);
const BAR: f32 = 36.0;
/// One pane under tabs has a caption, and instruments, if this height is left for them all.
const WITH_CAPTION: f32 = 260.0;
const WITH_INSTRUMENTS: f32 = 472.0;
const PANEL: f32 = 232.0;
const LOADS: f32 = 40.0;
/// The largest number of lines of the caption.
const CAPTION_LINES: usize = 4;
/// The largest number of lines of the caption above one pane with tabs.
const FEW_CAPTION_LINES: usize = 2;

pub fn show_window(ui: &mut Ui, session: &Session) -> UiOutput {
    follow_pointer(ui.ctx());
    let mut pass = UiPass::new(session);
    if session.window.host.embedded {
        embed::show(ui, &mut pass);
    } else {
        show_own_window(ui, &mut pass);
    }
    dialogs::ask_about_loops(ui, &mut pass);
    pass.into_output()
}

/// The parts of the program's own window.
#[derive(Clone, Copy, Debug)]
struct Parts {
    has_panel: bool,
    /// Whether all panes are in sight; else the selected one is, under tabs.
    has_all_panes: bool,
}

impl Parts {
    fn of(room: Vec2) -> Parts {
        let holds = |least: Vec2| room.x >= least.x && room.y >= least.y;
        Parts { has_panel: holds(WITH_PANEL), has_all_panes: holds(LEAST) }
    }
}

/// Shows a window of the program's own: the gallery, projector mode, or the bars and panels around the panes.
fn show_own_window(ui: &mut Ui, pass: &mut UiPass) {
    let session = pass.session;
    help::begin(ui.ctx(), session);
    let parts = Parts::of(ui.ctx().content_rect().size());
    let has_panel = parts.has_panel && session.shows_panel();
    let has_notice = session.window.notice().is_some();
    if !has_panel && !session.window.presenting && !has_notice && !keys::is_covered(ui.ctx(), session) {
        drawer::close_on_escape(ui.ctx());
    }
    pass.actions = keys::pressed(ui.ctx(), session);
    if let Some(Dialog::Gallery { search }) = session.window.dialog.as_ref() {
        gallery::sheet::show(ui, pass, search);
        return notices::show(ui, pass, ui.max_rect().max.y);
    }
    gallery::sheet::forget(ui);
    let floor = if session.window.presenting { presentation(ui, pass) } else { window(ui, pass, parts) };
    pass.actions.extend(controls::news(ui.ctx()).map(|news| match news {
        NumberNews::Refused(why) => Action::Window(WindowAction::Notify(Some(Notice::bad(why)))),
        NumberNews::Withdrawn => Action::Window(WindowAction::Notify(None)),
    }));
    over_everything(ui, pass, floor);
}

/// Shows the bars, the panel or the loads' row, and the panes. The parts paint no background, because the window is cleared with
/// the colour of the panels. Returns the lower end of what notices may cover: the window's, whose lowest bar has room for them, or
/// the panes' where controls stand under them.
fn window(ui: &mut Ui, pass: &mut UiPass, parts: Parts) -> f32 {
    let end = ui.max_rect().max.y;
    let bar = |margin| Frame::new().inner_margin(Margin::symmetric(margin, 0));
    Panel::top("top").exact_size(BAR).frame(bar(8)).show_separator_line(false).show(ui, |ui| {
        if parts.has_all_panes {
            top_bar::show(ui, pass);
        } else {
            top_bar::show_small(ui, pass);
        }
    });
    let has_panel = parts.has_panel && pass.session.shows_panel();
    if has_panel {
        let panel = Panel::right("panel").resizable(false).exact_size(PANEL).show_separator_line(false);
        panel.frame(bar(8)).show(ui, |ui| {
            // What is wider than the panel moves nothing beside it.
            let room = ui.max_rect();
            side_panel::show(&mut ui.new_child(UiBuilder::new().max_rect(room)), pass);
            ui.allocate_rect(room, Sense::hover());
        });
    }
    let has_instruments = parts.has_all_panes || ui.available_height() > WITH_INSTRUMENTS;
    if !parts.has_all_panes {
        tabs(ui, pass, bar(6));
    }
    if parts.has_all_panes || ui.available_height() > WITH_CAPTION {
        above_panes(ui, pass, parts);
    }
    if has_instruments {
        instruments::show(ui, pass);
    }
    let has_lesson = parts.has_all_panes || ui.available_height() > WITH_CAPTION;
    let has_exercise = has_lesson && exercise(ui, pass, bar(12), LOADS);
    let has_loads = parts.has_all_panes && !has_panel && !has_exercise;
    if has_loads {
        let row = Panel::bottom("loads").exact_size(LOADS).frame(bar(8)).show_separator_line(false);
        row.show(ui, |ui| {
            // The row keeps its room in the steps of a lesson that change something else, so that the panes stay in place.
            if pass.session.shows_panel() || pass.session.step_offers_loads() {
                loads_row::show(ui, pass);
            }
        });
    }
    let room = ui.available_rect_before_wrap();
    CentralPanel::no_frame().show(ui, |ui| {
        if parts.has_all_panes {
            all_panes(ui, pass);
        } else {
            panes::show_selected(ui, pass);
        }
    });
    if !has_panel {
        drawer::show(ui, room, |ui| side_panel::show(ui, pass));
    }
    if has_loads || has_exercise || !has_instruments { room.max.y } else { end }
}

/// Shows the visible panes, and the lesson's question or exercise in a cell that they leave free.
fn all_panes(ui: &mut Ui, pass: &mut UiPass) {
    let session = pass.session;
    let lesson = session.lesson().filter(|_| !session.demonstrates());
    let lesson = lesson.filter(|lesson| lesson_panel::has_cells(ui, session, lesson, ui.available_width()));
    if let (Some(cell), Some(lesson)) = (panes::show(ui, pass), lesson) {
        lesson_panel::show_in_cell(ui, pass, lesson, cell);
    }
}

/// Shows under the panes, in at least this height, what the exercise of a step lets a person change. Returns whether there is one.
fn exercise(ui: &mut Ui, pass: &mut UiPass, frame: Frame, least: f32) -> bool {
    let session = pass.session;
    let Some(exercise) = lesson_panel::exercise(session) else { return false };
    let frame = frame.inner_margin(Margin { top: 3, bottom: 0, ..frame.inner_margin });
    let (size, settings) = (frame.inner_margin.sum(), session.run.lab.settings());
    let height = exercise_controls::height(ui, exercise, settings, ui.available_width() - size.x) + size.y;
    let panel = Panel::bottom("exercise").exact_size(height.max(least)).frame(frame).show_separator_line(false);
    panel.show(ui, |ui| exercise_controls::show(ui, pass, exercise));
    true
}

/// Shows the tabs of all panes, and next to them the playhead while it is in the past.
fn tabs(ui: &mut Ui, pass: &mut UiPass, frame: Frame) {
    Panel::top("tabs").exact_size(TABS).frame(frame).show_separator_line(false).show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            pane_tabs::show(ui, pass);
            if !instruments::shows_timeline(ui.ctx(), pass.session) {
                playhead::show(ui, pass);
            }
        });
    });
}

/// Shows the lesson, or the caption of a comparison.
fn above_panes(ui: &mut Ui, pass: &mut UiPass, parts: Parts) {
    let session = pass.session;
    let lines = if parts.has_all_panes { CAPTION_LINES } else { FEW_CAPTION_LINES };
    let frame = Frame::new().inner_margin(Margin { left: 12, right: 8, top: 0, bottom: 2 });
    if let Some(lesson) = session.lesson().filter(|_| !session.demonstrates()) {
        let width = ui.available_width();
        let has_cells = parts.has_all_panes && lesson_panel::has_cells(ui, session, lesson, width);
        let height = lesson_panel::height(ui, session, lesson, (width - 20.0, has_cells)) + 2.0;
        let panel = Panel::top("lesson").exact_size(height).frame(frame).show_separator_line(false);
        panel.show(ui, |ui| lesson_panel::show(ui, pass, lesson, has_cells));
        return;
    }
    if session.run.opened.course.is_some() {
        Panel::top("course")
            .exact_size(24.0)
            .frame(frame)
            .show_separator_line(false)
            .show(ui, |ui| lesson_panel::course(ui, pass));
    }
    let height = caption_line::height(ui, session, ui.available_width() - 16.0, lines);
    let frame = frame.inner_margin(Margin { left: 12, right: 4, top: 0, bottom: 0 });
    Panel::top("caption").exact_size(height).frame(frame).show_separator_line(false).show(ui, |ui| caption_line::show(ui, pass));
}

/// Shows what stands in front of the window; notices end at `floor`.
fn over_everything(ui: &mut Ui, pass: &mut UiPass, floor: f32) {
    let covers = keys::is_covered(ui.ctx(), pass.session);
    help::show(ui, pass, covers);
    dialogs::show(ui, pass);
    notices::show(ui, pass, floor);
}

const NARROW: f32 = 620.0;
/// The largest number of lines of a name with its description in projector mode.
const PRESENTED_LINES: usize = 2;

/// Shows what is presented, and its foot. Returns the lower end of the panes.
fn presentation(ui: &mut Ui, pass: &mut UiPass) -> f32 {
    let session = pass.session;
    let bar = |vertical: i8| Frame::new().fill(ui.look().panel()).inner_margin(Margin::symmetric(12, vertical));
    let (above, below) = (bar(1), bar(0));
    enlarge(ui);
    let is_narrow = ui.available_width() < NARROW;
    let width = ui.available_width();
    let code = if is_narrow { 0.0 } else { presenter::code_width(ui, session, width) };
    if let Some(lesson) = session.lesson() {
        let has_cells = !is_narrow && lesson_panel::has_cells(ui, session, lesson, width - code);
        let height = lesson_panel::height(ui, session, lesson, (width - 24.0, has_cells)) + 2.0;
        let panel = Panel::top("headline").exact_size(height).frame(above);
        panel.show(ui, |ui| lesson_panel::show(ui, pass, lesson, has_cells));
    } else {
        Panel::top("headline").frame(above).show(ui, |ui| {
            if session.run.opened.captions.is_empty() {
                headline(ui, session, is_narrow);
            } else {
                presented_caption(ui, session, is_narrow);
            }
        });
    }
    let foot = Panel::bottom("presenter").exact_size(presenter::foot_height(ui)).frame(below);
    let has_exercise = foot.show(ui, |ui| presenter::foot(ui, pass, is_narrow)).inner;
    if !has_exercise {
        exercise(ui, pass, below, 0.0);
    }
    let floor = ui.available_rect_before_wrap().max.y;
    if is_narrow && !session.shows_one_stage() {
        readable(ui, pass);
        return floor;
    }
    if code > 0.0 {
        presenter::code_beside(ui, pass, code);
    }
    CentralPanel::no_frame().show(ui, |ui| all_panes(ui, pass));
    floor
}

/// Shows what is presented: the question of the scenario with its name, or else its name with its description; and the loads at the
/// shown moment.
fn headline(ui: &mut Ui, session: &Session, is_narrow: bool) {
    let look = ui.look();
    let font = TextStyle::Body.resolve(ui.style());
    let (name, about) = (session.run.headline(), session.run.opened.about.as_str());
    let parts = match session.run.question() {
        Some(question) => [(question, look.text()), (name, look.weak())],
        None => [(name, look.text()), (about, look.weak())],
    };
    let room = ui.available_width() - if is_narrow { 0.0 } else { lesson_panel::ASIDE * font.size };
    let job = |rest: &str| {
        let mut job = LayoutJob::default();
        job.append(parts[0].0, 0.0, TextFormat::simple(font.clone(), parts[0].1));
        job.append(rest, font.size, TextFormat::simple(font.clone(), parts[1].1));
        job.wrap = TextWrapping { max_width: room, max_rows: PRESENTED_LINES, ..TextWrapping::default() };
        job
    };
    // A description is as many of its sentences as stand on one line.
    let sentences: Vec<&str> = parts[1].0.split_inclusive(". ").collect();
    let first = |count: usize| job(sentences[..count].concat().trim_end());
    let fits = |job: &LayoutJob| ui.painter().layout_job(job.clone()).rows.len() == 1;
    let job = (1..=sentences.len()).rev().map(first).find(fits).unwrap_or_else(|| first(sentences.len().min(1)));
    let then = session.run.transport.playhead.map(|_| session.run.computer_of(session.selected()));
    let words = then.as_deref().unwrap_or(session.run.computer()).in_words();
    let load = |words: &[String]| Label::new(RichText::new(words.join(" · ")).color(look.weak()));
    if is_narrow {
        ui.add(Label::new(job).wrap());
        ui.add(load(&words).truncate());
    } else {
        ui.horizontal_top(|ui| {
            ui.label(job);
            // As many of the loads as there is room for, the most important first.
            let width = |words: &[String]| ui.painter().layout_no_wrap(words.join(" · "), font.clone(), look.weak()).size().x;
            let room = ui.available_width() - font.size;
            let count = (1..=words.len()).rev().find(|count| width(&words[..*count]) <= room).unwrap_or(0);
            ui.with_layout(Layout::right_to_left(Align::Min), |ui| ui.add(load(&words[..count])));
        });
    }
}

/// Shows the caption of the moment, or else the question of the scenario, and the scenario's name at its right.
fn presented_caption(ui: &mut Ui, session: &Session, is_narrow: bool) {
    let look = ui.look();
    let font = TextStyle::Body.resolve(ui.style());
    let (name, captions) = (session.run.headline(), &session.run.opened.captions);
    let aside = if is_narrow { 0.0 } else { lesson_panel::ASIDE * font.size };
    let width = ui.available_width() - aside;
    let lay_out = |text: &str| ui.painter().layout(text.to_owned(), font.clone(), look.text(), width);
    let title = session.run.question().unwrap_or(name);
    // All captions get the same room, so that nothing jumps from one to the next.
    let texts = captions.iter().map(|caption| caption.text.as_str()).chain([title]);
    let height = texts.map(|text| lay_out(text).size().y).fold(0.0, f32::max);
    let shown = session.caption().filter(|caption| !caption.is_empty());
    let caption = lay_out(shown.as_deref().unwrap_or(title));
    let (left, right) = ui.max_rect().with_max_y(ui.cursor().min.y + height).split_left_right_at_x(ui.max_rect().min.x + width);
    ui.allocate_rect(left.union(right), Sense::hover());
    ui.put(Rect::from_min_size(left.min, caption.size()), Label::new(caption));
    if !is_narrow {
        let place = UiBuilder::new().max_rect(right).layout(Layout::top_down(Align::Max));
        ui.scope_builder(place, |ui| ui.add(Label::new(RichText::new(name).color(look.weak())).wrap().halign(Align::Max)));
    }
}

const TABS: f32 = 30.0;

fn readable(ui: &mut Ui, pass: &mut UiPass) {
    let session = pass.session;
    let (area, all) = (ui.available_rect_before_wrap(), pass.visible_panes());
    if lay_out(ui, session, panes::area(area), &all).iter().all(|pane| pane.is_whole) {
        CentralPanel::no_frame().show(ui, |ui| panes::show(ui, pass));
        return;
    }
    let below = panes::area(area.with_min_y(area.min.y + TABS));
    let layout = lay_out_readable(ui, session, below, &all);
    let seen: Vec<usize> = layout.iter().map(|pane| pane.index).collect();
    let tabs = Panel::top("tabs").exact_size(TABS).frame(Frame::new().inner_margin(Margin::symmetric(6, 0)));
    tabs.show_separator_line(false).show(ui, |ui| {
        ui.horizontal_centered(|ui| pane_tabs::show_in_a_row(ui, pass, &seen));
    });
    CentralPanel::no_frame().show(ui, |ui| panes::show_laid_out(ui, pass, &layout));
}

/// Shows the contents of a film without the panels: the panes, and under them `line` unless it is empty, and the captions of the
/// scenario.
pub fn show_film(ui: &mut Ui, session: &Session, line: &str) -> UiOutput {
    let look = ui.look();
    let mut pass = UiPass::new(session);
    let captions = &session.run.opened.captions;
    if !captions.is_empty() || !line.is_empty() {
        let frame = Frame::new().fill(look.panel()).inner_margin(Margin::symmetric(14, 8));
        Panel::bottom("caption").frame(frame).show(ui, |ui| {
            let show = |ui: &mut Ui, text: &str| ui.add(Label::new(RichText::new(text).heading().color(look.text())).wrap());
            // All captions get the same room, so that nothing jumps from one to the next.
            let heights = captions.iter().map(|caption| {
                let font = TextStyle::Heading.resolve(ui.style());
                ui.painter().layout(caption.text.clone(), font, look.text(), ui.available_width()).size().y
            });
            let room = heights.fold(0.0, f32::max);
            ui.vertical_centered(|ui| {
                if !line.is_empty() {
                    show(ui, line);
                }
                let below = ui.cursor().top() + room;
                if let Some(caption) = session.caption() {
                    show(ui, &caption);
                }
                ui.add_space((below - ui.cursor().top()).max(0.0));
            });
        });
    }
    CentralPanel::no_frame().show(ui, |ui| panes::show_filmed(ui, &mut pass));
    pass.into_output()
}
