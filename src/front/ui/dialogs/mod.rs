//! The windows over the panes: dialogs, the help and notices.

mod advise_dialog;
mod articles_dialog;
mod capture_dialog;
mod commands_dialog;
mod file_dialog;
mod film_dialog;
pub mod help;
mod mark_labels;

use crate::front::ui::code;
use crate::front::ui::commands::ESCAPE;
use crate::front::ui::keys::is_new;
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::UiLook;
use crate::studio::session::Session;
use crate::studio::session::action::{Action, Dialog, LoopsAction, Request, WindowAction};
use crate::studio::session::host::Files;
use egui::{Align2, Frame, Id, Key, Label, Margin, Modal, Modifiers, RichText, ScrollArea, Ui, Window, vec2};
use tickscope_core::model::config::own_loop::OwnLoop;

/// A window whose shorter side is below this, in points, counts as small.
const SMALL: f32 = 520.0;
const WIDEST: f32 = 640.0;

pub fn show(ui: &mut Ui, pass: &mut UiPass) {
    let session = pass.session;
    let Some(dialog) = session.window.dialog.as_ref() else { return };
    let title = match dialog {
        Dialog::Open { .. } => "Open a file",
        Dialog::Save { what, .. } => what.name(),
        Dialog::Film(_) => "Film or still",
        Dialog::Articles { search } => return articles_dialog::show(ui, pass, search),
        Dialog::Advise(question) => return advise_dialog::show(ui, pass, question),
        Dialog::AboutCapture(pane) => return capture_dialog::show(ui, pass, *pane),
        Dialog::Commands { search } => return commands_dialog::show(ui, pass, search),
        Dialog::Gallery { .. } => return, // It covers the window, and is no dialog to look at.
    };
    let (mut open, mut changed) = (true, dialog.clone());
    let mut done = None;
    // The window can be dragged anywhere, because a title that is a drag area of its own would take the keyboard and have no name
    // for a screen reader.
    let window = Window::new(title).open(&mut open).collapsible(false).drag_area(egui::WindowDrag::Anywhere).resizable(false);
    let room = ui.ctx().content_rect();
    let is_small = room.width().min(room.height()) < SMALL;
    let place = if is_small { [0.0, 8.0] } else { [-60.0, 90.0] };
    // In a small window the contents scroll, so that all of them can be reached. The frame, the title and the margins take the
    // rest of the room.
    let most = room.size() - vec2(40.0, 64.0);
    window.pivot(Align2::CENTER_TOP).default_pos(room.center_top() + place.into()).show(ui.ctx(), |ui| {
        ui.set_max_width(most.x.min(WIDEST));
        let tallest = Id::unique(("height of the dialog", title));
        let begins = is_new(ui, tallest);
        let least = ui.data(|data| data.get_temp(tallest)).filter(|_| !begins).unwrap_or(0.0);
        let mut contents = |ui: &mut Ui| {
            // The dialog does not shrink when a line disappears, so that nothing moves under the pointer.
            ui.set_min_height(least);
            done = fields(ui, session, &mut changed);
            if let Some(why) = session.window.failure.as_deref() {
                ui.set_max_width(ui.available_width().min(440.0));
                ui.label(RichText::new(why).color(ui.look().alarm()));
            }
            ui.data_mut(|data| data.insert_temp(tallest, ui.min_rect().height()));
        };
        if is_small {
            ui.set_max_height(most.y.max(0.0));
            ScrollArea::vertical().max_height(most.y.max(0.0)).show(ui, contents);
        } else {
            contents(ui);
        }
    });
    if !open {
        return pass.actions.push(Action::Window(WindowAction::Dialog(None)));
    }
    // The dialog stays open until the window has served the request; after a failure it keeps what was typed.
    if changed != *dialog {
        pass.actions.push(Action::Window(WindowAction::Dialog(Some(changed))));
    }
    pass.actions.extend(done.map(|request| Action::Window(WindowAction::Ask(request))));
}

fn fields(ui: &mut Ui, session: &Session, dialog: &mut Dialog) -> Option<Request> {
    let files = session.window.host.files;
    match dialog {
        Dialog::Open { path } => match files {
            Files::Disk => file_dialog::open_path(ui, path),
            Files::Browser => file_dialog::choose_file(ui),
        },
        Dialog::Save { what, path } => file_dialog::save_file(ui, files, *what, path),
        Dialog::Film(spec) => film_dialog::show(ui, session, spec),
        Dialog::Articles { .. }
        | Dialog::Advise(_)
        | Dialog::AboutCapture(_)
        | Dialog::Commands { .. }
        | Dialog::Gallery { .. } => None,
    }
}

const WIDEST_TEXTS: f32 = 720.0;

/// Asks before it runs loops that came with a link or a file: it shows their texts, and they run only after a click.
pub fn ask_about_loops(ui: &Ui, pass: &mut UiPass) {
    let look = ui.look();
    let session = pass.session;
    let Some(held) = session.window.held_back.as_ref() else { return };
    let room = ui.ctx().content_rect().size();
    Modal::new(Id::unique("strangers' loops")).show(ui.ctx(), |ui| {
        ui.set_width((room.x - 40.0).min(WIDEST_TEXTS));
        let asked: Vec<&OwnLoop> = held.loops().iter().filter(|own| !session.may_run(own)).collect();
        let (title, they) = match asked.len() {
            1 => ("Run this loop?", "It runs"),
            _ => ("Run these loops?", "They run"),
        };
        ui.heading(title);
        let what_remains = match session.window.host.files {
            Files::Disk => "If one hangs the window, the window starts again without it.",
            Files::Browser => {
                "A rehearsal of three seconds comes first, where a hang can be ended; if one hangs the page later, close the page."
            }
        };
        let about = format!(
            "{they} in JavaScript on a virtual computer, and reach no file, no network and no clock of yours. {what_remains} This \
             came from: {}.",
            held.from()
        );
        ui.add(Label::new(about).wrap());
        let height = (room.y - 210.0).clamp(60.0, 460.0);
        ScrollArea::both().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
            for own in asked {
                ui.label(RichText::new(&own.name).strong());
                Frame::new().fill(look.canvas()).corner_radius(4).inner_margin(Margin::same(6)).show(ui, |ui| {
                    ui.add(Label::new(code::script(ui.ctx(), &own.source)).extend());
                });
            }
        });
        let escapes = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        ui.horizontal(|ui| {
            if ui.button("Run").on_hover_text("Opens the scenario: its loops may run from now on.").clicked() {
                pass.actions.push(Action::Loops(LoopsAction::RunHeldBack));
            }
            if ui.button("Don't open").on_hover_text(ESCAPE.tip_with("Nothing of it runs")).clicked() || escapes {
                pass.actions.push(Action::Loops(LoopsAction::DropHeldBack));
            }
        });
    });
}
