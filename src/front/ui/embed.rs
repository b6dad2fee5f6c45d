//! An embedded page: the panes, the two loads and the choice of the presentation in a part of another page, of at least 320 × 240
//! points. It does not play until a person starts it, and a click on a pane leads to the whole page.

use crate::front::ui::bars::{pane_tabs, top_bar};
use crate::front::ui::panel::embed_panel;
use crate::front::ui::panes::pane_layout::lay_out_readable;
use crate::front::ui::panes::{self, work_block};
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::UiLook;
use crate::front::ui::{code, keys, lesson_panel};
use crate::studio::session::Session;
use crate::studio::session::action::{Action, Request, ViewAction, WindowAction};
use crate::studio::view::Instrument;
use egui::{
    Align, Button, CentralPanel, Frame, Id, Layout, Margin, Panel, Pos2, Rect, RichText, Sense, Shape, Stroke, Ui, UiBuilder,
    pos2, vec2,
};

const BAR: f32 = 28.0;
/// A page that is lower than this, in points, shows the panes of a lesson without its text.
const LEAST_LESSON: f32 = 300.0;

pub fn show(ui: &mut Ui, pass: &mut UiPass) {
    let session = pass.session;
    pass.actions.extend(keys::space_alone(ui.ctx(), session));
    let frame = Frame::new().inner_margin(Margin::symmetric(6, 0));
    let bottom = Panel::bottom("embed loads").exact_size(embed_panel::height(ui.available_width())).frame(frame);
    bottom.show_separator_line(false).show(ui, |ui| embed_panel::show(ui, pass));

    if let Some(lesson) = session.lesson().filter(|_| ui.available_height() > LEAST_LESSON) {
        let bottom = Panel::bottom("embed lesson").resizable(false).frame(frame).show_separator_line(false);
        bottom.show(ui, |ui| lesson_panel::show(ui, pass, lesson, false));
    }
    let mut area = ui.available_rect_before_wrap();
    area.min.y += BAR;
    let listing = listing(session, area);
    match listing {
        Some(CodeRoom::Beside(width)) => area.max.x -= width,
        Some(CodeRoom::Under(height)) => area.max.y -= height,
        None => {}
    }
    let lay_out = |room: Rect| lay_out_readable(ui, session, room, &pass.visible_panes());
    let layout = work_block::below(ui, session, panes::area(area), lay_out);
    let seen: Vec<usize> = layout.iter().map(|pane| pane.index).collect();
    let top = Panel::top("embed top").exact_size(BAR).frame(frame).show_separator_line(false);
    top.show(ui, |ui| bar(ui, pass, &seen, listing.is_some()));

    if let Some(room) = listing {
        let panel = match room {
            CodeRoom::Beside(width) => Panel::right("embed code").exact_size(width),
            CodeRoom::Under(height) => Panel::bottom("embed code").exact_size(height),
        };
        let panel = panel.frame(Frame::new().inner_margin(Margin { left: 2, right: 6, top: 4, bottom: 4 })).resizable(false);
        panel.show_separator_line(false).show(ui, |ui| {
            ui.painter().rect_filled(ui.max_rect(), 4.0, ui.look().canvas());
            code::show_to_read(ui, session, session.selected(), 1.0);
        });
    }

    CentralPanel::no_frame().show(ui, |ui| {
        // A click on a word counts as a click on the pane, and selects no text.
        ui.style_mut().interaction.selectable_labels = false;
        panes::show_laid_out(ui, pass, &layout);
        if !session.is_playing() {
            play_button(ui, pass);
        }
        notice(ui, session);
    });
}

/// The room of the selected loop's text: a width next to the panes, or a height under them.
#[derive(Clone, Copy, Debug, PartialEq)]
enum CodeRoom {
    Beside(f32),
    Under(f32),
}

const LEAST_BESIDE: f32 = 640.0;
const LEAST_UNDER: f32 = 360.0;

/// Returns the room of the selected loop's text in `area`; `None` if the view does not show code, or there is too little room.
fn listing(session: &Session, area: Rect) -> Option<CodeRoom> {
    if session.run.view.instrument != Some(Instrument::Code) {
        return None;
    }
    if area.width() >= LEAST_BESIDE {
        return Some(CodeRoom::Beside((area.width() * 0.48).min(560.0)));
    }
    (area.height() >= LEAST_UNDER).then_some(CodeRoom::Under(area.height() * 0.5))
}

fn bar(ui: &mut Ui, pass: &mut UiPass, seen: &[usize], has_listing: bool) {
    ui.horizontal_centered(|ui| {
        top_bar::play(ui, pass);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let open = Button::new(RichText::new("Open in tickscope").small().color(ui.look().weak())).frame(false);
            if ui.add(open).on_hover_text("The same comparison on a page of its own, with everything that can be set.").clicked()
            {
                pass.actions.push(Action::Window(WindowAction::Ask(Request::OpenWhole)));
            }
            let panes = &pass.session.run.lab.settings().panes;
            // The loads and the text belong to the selected pane, which is then marked.
            let is_about_one = panes.iter().any(|pane| pane.computer.is_some()) || has_listing && panes.len() > 1;
            if seen.len() < panes.len() || is_about_one {
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    pane_tabs::show_in_a_row(ui, pass, seen);
                });
            }
        });
    });
}

/// Shows the session's notice over the panes, because an embedded page has no dialogs.
fn notice(ui: &mut Ui, session: &Session) {
    let look = ui.look();
    let Some(notice) = session.window.notice() else { return };
    let colour = if notice.good { look.text() } else { look.alarm() };
    let place = UiBuilder::new().max_rect(ui.max_rect().shrink(8.0)).layout(Layout::bottom_up(Align::Center));
    let plate = Frame::new().fill(look.panel()).stroke(Stroke::new(1.0, colour)).corner_radius(6);
    ui.scope_builder(place, |ui| {
        plate.inner_margin(Margin::symmetric(8, 5)).show(ui, |ui| ui.label(RichText::new(&notice.text).small().color(colour)));
    });
}

const RADIUS: f32 = 34.0;
const SHARE: f32 = 0.42;

/// A click up to this far beyond the edge of the large button counts, in radii of the button.
const BESIDE: f32 = 0.6;

/// Shows a large button over the worlds of the first row of panes, which covers no name and no sentence.
fn play_button(ui: &mut Ui, pass: &mut UiPass) {
    let Some((_, first)) = pass.canvases.first() else { return };
    let row = pass.canvases.iter().map(|(_, world)| *world).filter(|world| world.y_range().contains(first.center().y));
    let row = row.fold(*first, Rect::union);
    let radius = RADIUS.min(first.height() * SHARE);
    let button = Rect::from_center_size(row.center(), vec2(radius, radius) * 2.0);
    // A tap beside the button counts too.
    let response = ui.interact(button.expand(radius * BESIDE), Id::unique("large play"), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, "Play the comparison"));
    let lit = response.hovered() || response.has_focus();
    let ground = if lit { ui.look().accent() } else { ui.look().accent().gamma_multiply(0.85) };
    ui.painter().circle(button.center(), radius, ground, Stroke::new(1.5, egui::Color32::WHITE));
    ui.painter().add(Shape::convex_polygon(triangle(button.center(), radius).to_vec(), egui::Color32::WHITE, Stroke::NONE));
    if response.clicked() {
        pass.actions.push(Action::View(ViewAction::PlayPause));
    }
}

fn triangle(centre: Pos2, radius: f32) -> [Pos2; 3] {
    let at = |x: f32, y: f32| pos2(centre.x + x * radius, centre.y + y * radius);
    [at(-0.28, -0.45), at(0.52, 0.0), at(-0.28, 0.45)]
}
