//! One pane: its header, the world, the strip, one sentence, and its numbers.

use crate::front::ui::UiOutput;
use crate::front::ui::commands;
use crate::front::ui::panes::places::{Header, Places};
use crate::front::ui::panes::{camera_by_hand, footer, header, over_world, strip};
use crate::front::ui::style::look::Look;
use crate::studio::session::{Action, Request, Session};
use egui::{CornerRadius, Rect, Sense, Stroke, StrokeKind, Ui};

/// Shows pane `index` in `rect`, and notes where its world is to be drawn.
pub fn show(ui: &mut Ui, look: Look, session: &Session, index: usize, (rect, head): (Rect, Header), shown: &mut UiOutput) {
    let actions = &mut shown.actions;
    let places = Places::of(session, rect, head);
    let embedded = session.host().embedded;
    let sense = if embedded { Sense::click() } else { Sense::click_and_drag() };
    let clicked = ui.interact(rect, ui.scope_id().with(("pane", index)), sense);
    let name = format!("{}: {}", crate::front::ui::letter(index), session.lab().panes()[index].strategy().name);
    clicked.widget_info(|| {
        if embedded {
            return egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Open pane {name}"));
        }
        egui::WidgetInfo::selected(egui::Role::RadioButton, true, index == session.selected(), format!("Pane {name}"))
    });
    if embedded {
        if clicked.clicked() {
            actions.push(Action::Select(index));
            actions.push(Action::Ask(Request::OpenWhole));
        }
    } else if clicked.double_clicked() {
        actions.push(commands::enlarge_pane(session, index));
    } else if clicked.clicked() {
        actions.push(Action::Select(index));
    }

    header::show(ui, look, session, index, &places, actions);
    footer::show(ui, look, session, index, &places, actions);
    let world = over_world::show(ui, look, session, index, places.world, actions);
    if let Some(rect) = places.strip {
        strip::show(ui, look, session, index, (rect, world), actions);
        shown.strips.push(rect);
    }
    shown.canvases.push((index, world));
    if !embedded {
        camera_by_hand::show(ui, session, index, (places.world, &clicked), actions);
    }
    let pointed = ui.rect_contains_pointer(rect);
    header::buttons(ui, look, session, (index, places.world), pointed, actions);
    // In a part of another page it matters only whose loads are shown.
    let has_own = || session.lab().settings().panes.iter().any(|pane| pane.computer.is_some());
    let marked = index == session.selected() && !session.is_presenting() && (!embedded || has_own());
    let edge = match session.stall() {
        Some(_) => Stroke::new(4.0, look.alarm()),
        None if marked => Stroke::new(2.0, look.pane(index)),
        None => Stroke::new(1.0, look.line()),
    };
    ui.painter_at(rect).rect_stroke(rect, CornerRadius::same(6), edge, StrokeKind::Inside);
}
