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
}

/// A button of 22 points with a name for the screen reader. True when it was clicked.
pub fn button(ui: &mut Ui, look: Look, icon: Icon, name: &str, about: &str) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(22.0, 22.0), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
    let lit = response.hovered() || response.has_focus();
    if lit {
        ui.painter().rect_filled(rect, 4.0, ui.visuals().widgets.hovered.weak_bg_fill);
    }
    let stroke = Stroke::new(1.5, if lit { look.text() } else { look.weak() });
    draw(ui, icon, rect.shrink(6.5), stroke);
    response.on_hover_text(about).clicked()
}

fn draw(ui: &Ui, icon: Icon, rect: Rect, stroke: Stroke) {
    let at = |x: f32, y: f32| pos2(rect.left() + x * rect.width(), rect.top() + y * rect.height());
    let line = |points: &[(f32, f32)]| {
        for pair in points.windows(2) {
            ui.painter().line_segment([at(pair[0].0, pair[0].1), at(pair[1].0, pair[1].1)], stroke);
        }
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
    }
}
