//! Shows the newest notice as a box in front of everything but of no control, and the progress box of a film.

use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::UiLook;
use crate::studio::session::action::{Action, CaptureQuestion, Request, WindowAction};
use crate::studio::session::window_state::FilmProgress;
use egui::{Align2, Area, Frame, Id, Margin, Order, ProgressBar, RichText, Ui, pos2};
use tickscope_core::lab::captures::part::ColumnReading;

/// A window narrower than this has no panel.
const NARROW: f32 = 700.0;

/// The left edge of the boxes in a window with a panel: behind the names of the instruments.
const BEHIND_TABS: f32 = 290.0;

/// The width of what a notice leaves uncovered at both of its sides: the names of the instruments, and the panel.
const AROUND: f32 = 560.0;

const MOST: f32 = 640.0;

/// The height of a film's progress over the lower end of the window, in points.
const FILM: f32 = 74.0;

/// Shows the newest notice in front of everything, with its lower edge at `floor`, and the progress of a film.
pub fn show(ui: &mut Ui, pass: &mut UiPass, floor: f32) {
    let look = ui.look();
    let plate = Frame::new().fill(look.panel()).corner_radius(6).inner_margin(Margin::symmetric(14, 8));
    let bordered = |colour| plate.stroke(egui::Stroke::new(1.5, colour));
    let window = ui.ctx().content_rect();
    let width = window.width();
    let is_narrow = width < NARROW;
    let area = |name: &str, order: Order, y: f32| {
        let (corner, x) = if is_narrow { (Align2::CENTER_BOTTOM, width / 2.0) } else { (Align2::LEFT_BOTTOM, BEHIND_TABS) };
        Area::new(Id::unique(name)).order(order).pivot(corner).fixed_pos(pos2(x, y))
    };
    if let Some(notice) = pass.session.window.notice() {
        // The notice must disappear in time even if nothing else moves.
        ui.ctx().request_repaint_after_secs(0.5);
        let colour = if notice.good { look.text() } else { look.alarm() };
        area("notice", Order::Tooltip, floor - 1.0).show(ui.ctx(), |ui| {
            let row = bordered(colour).inner_margin(Margin::symmetric(14, 0)).show(ui, |ui| {
                ui.set_max_width(if is_narrow { width - 48.0 } else { (width - AROUND).clamp(200.0, MOST) });
                let row = ui.horizontal_wrapped(|ui| {
                    ui.label(RichText::new(&notice.text).color(colour));
                    if let Some(question) = &notice.question {
                        pass.actions.extend(answers(ui, question));
                    }
                    ui.small_button("OK").on_hover_text("Close this message.")
                });
                row.inner
            });
            if row.inner.clicked() {
                pass.actions.push(Action::Window(WindowAction::Notify(None)));
            }
        });
    }
    if let Some(film) = pass.session.window.results.film {
        area("filming", Order::Foreground, window.max.y - FILM).show(ui.ctx(), |ui| {
            bordered(look.accent()).show(ui, |ui| ui.horizontal(|ui| progress(ui, pass, film, width)));
        });
    }
}

/// Shows a button for each way to read a capture. Returns the actions of the one that is clicked.
fn answers(ui: &mut Ui, question: &CaptureQuestion) -> Vec<Action> {
    let mut actions = Vec::new();
    for ColumnReading { choice, words } in &question.readings {
        if ui.button(words).on_hover_text(format!("As on the command line: {}", choice.options())).clicked() {
            let request = Request::ReadCapture(question.source.clone(), choice.clone());
            actions = [WindowAction::Notify(None), WindowAction::Ask(request)].map(Action::Window).to_vec();
        }
    }
    actions
}

fn progress(ui: &mut Ui, pass: &mut UiPass, film: FilmProgress, width: f32) {
    let share = film.done as f32 / film.of.max(1) as f32;
    let left = film.left_s.map_or("…".to_owned(), |left| format!("{left:.0} s left"));
    ui.label(format!("Film: {} of {}", film.done, film.of));
    ui.add(ProgressBar::new(share).desired_width((width - 260.0).clamp(60.0, 200.0)).text(left));
    if ui.button("Cancel").on_hover_text("No file is written.").clicked() {
        pass.actions.push(Action::Window(WindowAction::Ask(Request::CancelFilm)));
    }
}
