//! Small buttons with drawn signs, so that no font has to have them.

use crate::front::ui::style::look::Look;
use egui::{Rect, Sense, Stroke, Ui, pos2, vec2};

/// The sign on a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// An arrow to the upper right and to the lower left: one pane fills the window.
    Enlarge,
    /// Two corners that point inwards: all panes are shown again.
    Shrink,
    /// Two arrows: a pane changes places.
    Swap,
    /// A cross: something is closed.
    Close,
    /// A triangle: time goes on.
    Play,
    /// Two bars: time is held.
    Pause,
    /// A triangle and a bar: one refresh on.
    Step,
    /// A bar and a triangle that points back: from the beginning.
    Restart,
    /// A point to the left: what was there before.
    Back,
    /// A point to the right: what comes next.
    Next,
    /// A disc: what is done becomes a film.
    Record,
    /// Three sliders: the settings.
    Drawer,
    /// An arrow that turns back.
    Undo,
    /// An arrow that turns forward again.
    Redo,
}

/// The side of a button, in points.
const SIDE: f32 = 24.0;

/// Shows a button of 24 points with a name for the screen reader. True if it was clicked.
pub fn button(ui: &mut Ui, look: Look, icon: Icon, name: &str, about: &str) -> bool {
    toggle(ui, look, icon, false, name, about)
}

/// Shows such a button that is lit while `on`. True if it was clicked.
pub fn toggle(ui: &mut Ui, look: Look, icon: Icon, on: bool, name: &str, about: &str) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(SIDE, SIDE), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
    let lit = response.hovered() || response.has_focus();
    if lit || on {
        ui.painter().rect_filled(rect, 4.0, if on { look.accent() } else { look.line() });
    }
    let colour = match (on, lit, icon) {
        (true, ..) => egui::Color32::WHITE,
        (_, true, _) => look.text(),
        (.., Icon::Record) => look.alarm(),
        _ => look.weak(),
    };
    draw(ui, icon, rect.shrink(7.0), Stroke::new(1.5, colour));
    response.on_hover_text(about).clicked()
}

/// Shows a button that exists for the keyboard and the screen reader at all times, and is painted only while it is `seen` or has
/// the focus. True if it was clicked.
pub fn fleeting(ui: &mut Ui, look: Look, icon: Icon, (name, about): (&str, &str), seen: bool) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(SIDE, SIDE), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
    if seen || response.has_focus() {
        let lit = response.hovered() || response.has_focus();
        ui.painter().rect_filled(rect, 4.0, if lit { look.line() } else { look.panel() });
        draw(ui, icon, rect.shrink(7.0), Stroke::new(1.5, if lit { look.text() } else { look.weak() }));
    }
    response.on_hover_text(about).clicked()
}

fn draw(ui: &Ui, icon: Icon, rect: Rect, stroke: Stroke) {
    let at = |x: f32, y: f32| pos2(rect.left() + x * rect.width(), rect.top() + y * rect.height());
    let line = |points: &[(f32, f32)]| {
        for pair in points.windows(2) {
            ui.painter().line_segment([at(pair[0].0, pair[0].1), at(pair[1].0, pair[1].1)], stroke);
        }
    };
    let filled = |points: &[(f32, f32)]| {
        let corners = points.iter().map(|(x, y)| at(*x, *y)).collect();
        ui.painter().add(egui::Shape::convex_polygon(corners, stroke.color, Stroke::NONE));
    };
    match icon {
        Icon::Enlarge => {
            line(&[(0.55, 0.0), (1.0, 0.0), (1.0, 0.45)]);
            line(&[(0.45, 1.0), (0.0, 1.0), (0.0, 0.55)]);
            line(&[(0.0, 1.0), (1.0, 0.0)]);
        }
        Icon::Shrink => {
            line(&[(0.6, 0.0), (0.6, 0.4), (1.0, 0.4)]);
            line(&[(0.4, 1.0), (0.4, 0.6), (0.0, 0.6)]);
        }
        Icon::Swap => {
            line(&[(0.0, 0.25), (1.0, 0.25), (0.7, -0.05)]);
            line(&[(1.0, 0.75), (0.0, 0.75), (0.3, 1.05)]);
        }
        Icon::Close => {
            line(&[(0.0, 0.0), (1.0, 1.0)]);
            line(&[(0.0, 1.0), (1.0, 0.0)]);
        }
        Icon::Play => filled(&[(0.1, -0.1), (1.05, 0.5), (0.1, 1.1)]),
        Icon::Pause => {
            filled(&[(0.05, 0.0), (0.35, 0.0), (0.35, 1.0), (0.05, 1.0)]);
            filled(&[(0.65, 0.0), (0.95, 0.0), (0.95, 1.0), (0.65, 1.0)]);
        }
        Icon::Step => {
            filled(&[(0.0, 0.0), (0.75, 0.5), (0.0, 1.0)]);
            filled(&[(0.8, 0.0), (1.0, 0.0), (1.0, 1.0), (0.8, 1.0)]);
        }
        Icon::Restart => {
            filled(&[(1.0, 0.0), (0.25, 0.5), (1.0, 1.0)]);
            filled(&[(0.0, 0.0), (0.2, 0.0), (0.2, 1.0), (0.0, 1.0)]);
        }
        Icon::Back => line(&[(0.7, 0.0), (0.2, 0.5), (0.7, 1.0)]),
        Icon::Next => line(&[(0.3, 0.0), (0.8, 0.5), (0.3, 1.0)]),
        Icon::Record => {
            ui.painter().circle_filled(rect.center(), rect.width() * 0.5, stroke.color);
        }
        Icon::Undo => {
            line(&[(0.35, -0.05), (0.0, 0.3), (0.35, 0.65)]);
            line(&[(0.0, 0.3), (0.7, 0.3), (1.0, 0.6), (0.7, 0.95), (0.3, 0.95)]);
        }
        Icon::Redo => {
            line(&[(0.65, -0.05), (1.0, 0.3), (0.65, 0.65)]);
            line(&[(1.0, 0.3), (0.3, 0.3), (0.0, 0.6), (0.3, 0.95), (0.7, 0.95)]);
        }
        Icon::Drawer => {
            for (y, knob) in [(0.1, 0.7), (0.5, 0.25), (0.9, 0.6)] {
                line(&[(-0.1, y), (1.1, y)]);
                ui.painter().circle_filled(at(knob, y), 2.5, stroke.color);
            }
        }
    }
}
