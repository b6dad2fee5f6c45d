//! One pane: its header with the list of loops, the canvas, one sentence, and its numbers.

use crate::front::ui::keys;
use crate::front::ui::panes::drawn;
use crate::front::ui::panes::figures;
use crate::front::ui::panes::numbers;
use crate::front::ui::panes::over_world;
use crate::front::ui::panes::strategy_list;
use crate::front::ui::style::icons::{self, Icon};
use crate::front::ui::style::look::Look;
use crate::lab::diagnose::verdict::Tone;
use crate::model::config::Command;
use crate::model::config::view::View;
use crate::studio::session::{Action, Session};
use egui::{
    Align, Align2, Color32, CornerRadius, FontId, Layout, Rect, Response, RichText, Sense, Stroke, StrokeKind, Ui, UiBuilder,
    vec2,
};

const HEADER: f32 = 38.0;
const SENTENCE: f32 = 28.0;
/// What the numbers under the name take in a pane that is narrower than this and taller.
const FIGURES: f32 = 24.0;
const TALL: f32 = 340.0;
/// The room of the game's speed in the header, kept whether it is shown or not.
const GAME: f32 = 94.0;

/// What a pane's height is besides its canvas.
pub fn furniture(session: &Session) -> f32 {
    HEADER + sentence_height(session) + if session.view().numbers { numbers::HEIGHT } else { 0.0 }
}

/// Where no pointer can open the tooltip, the whole sentence is shown.
fn sentence_height(session: &Session) -> f32 {
    if session.is_presenting() { SENTENCE * 1.6 } else { SENTENCE }
}

/// Shows pane `index` in `rect` and returns its canvas, where the world is to be drawn.
pub fn show(ui: &mut Ui, look: Look, session: &Session, index: usize, rect: Rect, actions: &mut Vec<Action>) -> Rect {
    // A pane that is narrow and tall has its numbers under its name, and its sentence on two lines.
    let tall = rect.width() < TALL && rect.height() > TALL;
    let header_height = if tall { HEADER + FIGURES } else { HEADER };
    let header = Rect::from_min_size(rect.min, vec2(rect.width(), header_height.min(rect.height())));
    let sentence_height = if tall { sentence_height(session).max(SENTENCE * 2.1) } else { sentence_height(session) };
    let below = sentence_height + if session.view().numbers { numbers::HEIGHT } else { 0.0 };
    let footer_height = if rect.height() > header_height + below + 60.0 { below } else { 0.0 };
    let footer = Rect::from_min_max(rect.max - vec2(rect.width(), footer_height), rect.max);
    let canvas = Rect::from_min_max(header.left_bottom(), footer.right_top());

    let clicked = ui.interact(rect, ui.scope_id().with(("pane", index)), Sense::click_and_drag());
    let name = format!("Pane {}: {}", crate::front::ui::letter(index), session.lab().panes()[index].strategy().name);
    clicked.widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, true, index == session.selected(), &name));
    if clicked.double_clicked() {
        actions.push(Action::Enlarge(if session.enlarged().is_some() { None } else { Some(index) }));
    } else if clicked.clicked() {
        actions.push(Action::Select(index));
    }

    move_camera(ui, session, index, (canvas, &clicked), actions);

    let painter = ui.painter_at(rect);
    let round = CornerRadius::same(6);
    painter.rect_filled(header, CornerRadius { sw: 0, se: 0, ..round }, look.panel());
    painter.rect_filled(footer, CornerRadius { nw: 0, ne: 0, ..round }, look.panel());

    let inner = |rect: Rect| UiBuilder::new().max_rect(rect.shrink2(vec2(10.0, 3.0)));
    let row = Layout::left_to_right(Align::Center);
    let (name, under) = header.split_top_bottom_at_y(header.min.y + HEADER.min(header.height()));
    ui.scope_builder(inner(name).id_salt(("header", index)).layout(row), |ui| head(ui, look, session, (index, tall), actions));
    if tall {
        let figures_rect = inner(under).id_salt(("figures", index)).layout(Layout::right_to_left(Align::Min));
        ui.scope_builder(figures_rect, |ui| figures::show(ui, look, session, index, (true, true, true), actions));
    }
    if footer_height > 0.0 {
        let sentence_rect = Rect::from_min_size(footer.min, vec2(footer.width(), sentence_height));
        let layout = Layout::right_to_left(Align::Center);
        ui.scope_builder(inner(sentence_rect).id_salt(("sentence", index)).layout(layout), |ui| {
            sentence(ui, look, session, (index, tall), actions);
        });
        if session.view().numbers {
            let numbers_rect = Rect::from_min_max(sentence_rect.left_bottom(), footer.max);
            ui.scope_builder(inner(numbers_rect).id_salt(("numbers", index)), |ui| {
                numbers::show(ui, look, session, index, actions);
            });
        }
    }
    let world = over_world::show(ui, look, session, index, canvas, actions);
    let edge = match session.stall() {
        Some(_) => Stroke::new(4.0, look.alarm()),
        None if index == session.selected() && !session.is_presenting() => Stroke::new(2.0, look.pane(index)),
        None => Stroke::new(1.0, look.panel()),
    };
    painter.rect_stroke(rect, round, edge, StrokeKind::Inside);
    world
}

/// The wheel brings the camera of all panes nearer to the pointer, a drag moves it.
fn move_camera(ui: &Ui, session: &Session, index: usize, (canvas, pane): (Rect, &Response), actions: &mut Vec<Action>) {
    let frame = session.lab().panes()[index].computer().world().appearance().extent();
    let world = (frame.max - frame.min).as_vec2();
    // The whole world as it stands in this canvas, in points.
    let fit = (canvas.width() / world.x).min(canvas.height() / world.y).max(1e-6);
    let share = |points: egui::Vec2| (f64::from(points.x / (world.x * fit)), -f64::from(points.y / (world.y * fit)));
    let mut camera = session.view().camera;
    if pane.dragged() {
        camera = camera.panned(share(pane.drag_delta()));
    }
    let on_canvas = ui.input(|input| input.pointer.hover_pos()).is_some_and(|pointer| canvas.contains(pointer));
    let wheel = if on_canvas && pane.contains_pointer() { ui.input(|input| input.smooth_scroll_delta().y) } else { 0.0 };
    if let (true, Some(pointer)) = (wheel != 0.0, ui.input(|input| input.pointer.hover_pos())) {
        camera = camera.zoomed(libm::exp(f64::from(wheel) / 200.0), share(pointer - canvas.center()));
    }
    if camera != session.view().camera {
        actions.push(Action::View(View { camera, ..session.view() }));
    }
}

fn head(ui: &mut Ui, look: Look, session: &Session, (index, tall): (usize, bool), actions: &mut Vec<Action>) {
    let letter = crate::front::ui::letter(index);
    let (badge, _) = ui.allocate_exact_size(vec2(22.0, 22.0), Sense::hover());
    ui.painter().circle_filled(badge.center(), 11.0, look.pane(index));
    ui.painter().text(badge.center(), Align2::CENTER_CENTER, letter, FontId::proportional(13.0), look.canvas());

    // Room is kept for the two numbers and the buttons at the right; a narrow pane does without some.
    let room = ui.available_width();
    // A film and a presentation have no buttons.
    let bare = session.is_presenting();
    let (buttons, speed, fps, game) = if bare {
        (false, room > 150.0, room > 270.0, room > 370.0)
    } else {
        (room > 170.0, room > 240.0, room > 330.0, room > 460.0)
    };
    let (speed, fps, game) = (speed && !tall, fps && !tall, game && !tall);
    let parts = [(buttons, 76.0), (speed, 66.0), (fps, 102.0), (game, GAME)];
    let taken = parts.iter().filter(|(shown, _)| *shown).map(|(_, width)| width).sum::<f32>();
    let current = session.seen(index).strategy();
    // The list truncates its name to the room that it is given.
    let width = (room - taken - 4.0).clamp(40.0, 280.0);
    let list = ui.allocate_ui_with_layout(vec2(width, 24.0), Layout::left_to_right(Align::Center), |ui| {
        ui.set_max_width(width);
        if bare {
            ui.add(egui::Label::new(RichText::new(&*current.name).heading().strong()).truncate());
            return None;
        }
        let kind = session.lab().panes()[index].computer().world().kind();
        strategy_list::show(ui, look, (index, current), kind, width)
    });
    if let Some(strategy) = list.inner {
        actions.push(Action::Lab(Command::Strategy { pane: index, strategy: strategy.id.to_string() }));
        actions.push(Action::Select(index));
    }

    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        if buttons {
            if icons::button(ui, look, Icon::Close, &format!("Close pane {letter}"), "Close this pane (X).")
                && session.lab().panes().len() > 1
            {
                actions.push(Action::Lab(Command::ClosePane { pane: index }));
            }
            if icons::button(ui, look, Icon::Swap, &format!("Swap pane {letter}"), "Change places with the next pane (S).") {
                actions.extend(keys::swap(session, index));
            }
            let (icon, name, to) = match session.enlarged() {
                Some(_) => (Icon::Shrink, "Show all panes".to_owned(), None),
                None => (Icon::Enlarge, format!("Enlarge pane {letter}"), Some(index)),
            };
            if icons::button(ui, look, icon, &name, "One pane, or all (E, or a double click).") {
                actions.push(Action::Enlarge(to));
            }
        }
        figures::show(ui, look, session, index, (speed, fps, game), actions);
    });
}

/// How the pane is drawn at the right, and what is happening in it.
fn sentence(ui: &mut Ui, look: Look, session: &Session, (index, tall): (usize, bool), actions: &mut Vec<Action>) {
    let strategy = session.seen(index).strategy();
    if session.is_presenting() {
        if strategy.alpha && ui.available_width() > 330.0 {
            ui.label(RichText::new(session.presentation(index).id()).small().color(look.weak()));
        }
    } else if ui.available_width() > 330.0 {
        drawn::choice(ui, session, index, actions);
    }
    let said = session.verdict(index);
    let colour = match said.tone {
        Tone::Good => look.good(),
        Tone::Plain => look.text(),
        Tone::Bad => look.alarm(),
    };
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        let mut text = RichText::new(&said.text).color(colour);
        // Small letters where the room has too few lines for the usual ones.
        if (tall || session.is_presenting()) && lines(ui, &said.text) > if tall { 3 } else { 2 } {
            text = text.small();
        }
        let label = egui::Label::new(text);
        let label = if tall || session.is_presenting() { label.wrap() } else { label.truncate().show_tooltip_when_elided(false) };
        ui.add(label).on_hover_text(&said.text);
    });
}

/// How many lines a text takes in the room there is.
fn lines(ui: &Ui, text: &str) -> usize {
    let font = egui::TextStyle::Body.resolve(ui.style());
    ui.painter().layout(text.to_owned(), font, Color32::PLACEHOLDER, ui.available_width()).rows.len()
}
