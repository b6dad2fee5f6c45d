//! Bullet time on a pane's canvas: the offer, the two states around the contact, and one sentence. Both stand at the top right,
//! where no lane is hidden by them.

use crate::front::ui::panes::wall_phases;
use crate::front::ui::style::look::Look;
use crate::lab::history::Crossing;
use crate::model::world::{Appearance, BodyStyle, Ink, Sketch, WorldRect};
use crate::studio::session::playhead::Move;
use crate::studio::session::{Action, Session};
use egui::{Button, FontId, Layout, Rect, RichText, Ui, UiBuilder, vec2};

/// Draws the two states on either side of the contact, the step between them, and the exact motion.
pub fn draw(appearance: &dyn Appearance, crossing: &Crossing, sketch: &mut Sketch) {
    let Crossing { body, before, after, arc, .. } = crossing;
    for pair in arc.windows(2) {
        sketch.line(pair[0].pos, pair[1].pos, 2.5, Ink::Body(*body));
    }
    sketch.line(before.pos, after.pos, 2.5, Ink::Alarm);
    for state in [before, after].into_iter().chain(arc.last()) {
        appearance.draw(*body, state, BodyStyle::Ghost, sketch);
    }
}

/// The part of the world that a closer look shows.
pub fn frame(crossing: &Crossing, whole: WorldRect) -> WorldRect {
    let Crossing { before, after, arc, .. } = crossing;
    let points = || [before, after].into_iter().chain(arc.last()).map(|body| body.pos);
    let (low, high) = points().fold((before.pos, before.pos), |(low, high), pos| (low.min(pos), high.max(pos)));
    // Never closer than a fifth of the world, so that the place stays visible.
    let half = ((high - low) * 0.75).max((whole.max - whole.min) * 0.1);
    let middle = (low + high) / 2.0;
    WorldRect { min: middle - half, max: middle + half }
}

/// Shows on the canvas of pane `index` the offer of a wall replay, or the sentence of the one that is shown.
pub fn show(ui: &mut Ui, look: Look, session: &Session, index: usize, canvas: Rect, actions: &mut Vec<Action>) {
    let pane = &session.lab().panes()[index];
    if let Some(replay) = session.transport().wall_replay().filter(|replay| replay.pane == pane.id()) {
        let ms = replay.crossing.dt.as_millis();
        let share = session.phases(index).and_then(|phases| wall_phases::sentence(&phases, Some(replay.crossing.body)));
        let text = format!("One step of {ms:.1} ms, line {}: past the wall. ", replay.crossing.line) + &share.unwrap_or_default();
        return explain(ui, look, &text, canvas);
    }
    if let Some(share) = session.phases(index).and_then(|phases| wall_phases::sentence(&phases, None)) {
        wall_phases::dots(&ui.painter_at(canvas), look, session, index, canvas);
        return explain(ui, look, &share, canvas);
    }
    // The demonstration, a presentation and a part of another page show no buttons on a canvas.
    let bare = session.is_demonstrating() || session.has_bare_panes();
    if bare || !session.transport().offers(session.lab(), pane) || canvas.height() < 90.0 {
        return;
    }
    let plate = at_the_top(canvas, vec2((canvas.width() - 16.0).min(92.0), 24.0));
    ui.painter_at(canvas).rect_filled(plate, 6.0, look.panel().gamma_multiply(0.95));
    let inner = UiBuilder::new().max_rect(plate.shrink2(vec2(4.0, 1.0))).id_salt(("bullet", index));
    ui.scope_builder(inner.layout(Layout::right_to_left(egui::Align::Center)), |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let letter = crate::front::ui::letter(index);
        let no = ui.add(Button::new("×").frame(false));
        no.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("No bullet time for pane {letter}")));
        if no.on_hover_text("Does not offer it again in this run; Z shows it all the same.").clicked() {
            actions.push(Action::Transport(Move::Dismiss(pane.id())));
        }
        let text = RichText::new("See how").color(look.text());
        let yes = ui.add_sized(ui.available_size(), Button::new(text).truncate().fill(look.accent().gamma_multiply(0.6)));
        yes.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Bullet time for pane {letter}")));
        if yes.on_hover_text("The step that got something through the wall, at 1/100 of the speed (Z).").clicked() {
            actions.push(Action::Transport(Move::WallReplay(pane.id())));
        }
    });
}

fn explain(ui: &Ui, look: Look, text: &str, canvas: Rect) {
    let painter = ui.painter_at(canvas);
    let galley = painter.layout(text.to_owned(), FontId::proportional(12.0), look.text(), canvas.width() - 24.0);
    let plate = at_the_top(canvas, galley.size() + vec2(12.0, 6.0));
    painter.rect_filled(plate, 4.0, look.panel().gamma_multiply(0.92));
    painter.galley(plate.min + vec2(6.0, 3.0), galley, look.text());
}

fn at_the_top(canvas: Rect, size: egui::Vec2) -> Rect {
    Rect::from_min_size(canvas.right_top() + vec2(-size.x - 4.0, 4.0), size)
}
