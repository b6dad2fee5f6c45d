//! One exhibit: its picture, and its name under it.

use crate::front::ui::gallery::exhibits::Exhibit;
use crate::front::ui::gallery::stored;
use crate::front::ui::style::look::Look;
use egui::{Color32, FontId, Rect, Response, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

/// The height of two lines of a name, and of the room around them.
const TITLE: f32 = 44.0;
const ROUNDING: f32 = 6.0;

/// The height of a card of this width.
pub fn height(width: f32) -> f32 {
    (width * 9.0 / 16.0 + TITLE).round()
}

/// Shows the card in `rect`; marked, Enter opens it.
pub fn show(ui: &mut Ui, look: Look, exhibit: &Exhibit, rect: Rect, marked: bool) -> Response {
    let response = ui.interact(rect, ui.scope_id().with(&exhibit.picture), Sense::click());
    let name = format!("{}. {}", exhibit.name, exhibit.about);
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, name.as_str()));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let picture = Rect::from_min_size(rect.min, vec2(rect.width(), rect.width() * 9.0 / 16.0));
    let painter = ui.painter();
    match stored::texture(ui.ctx(), &exhibit.picture) {
        Some(texture) => {
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            let mut shape = egui::epaint::RectShape::filled(picture, ROUNDING, Color32::WHITE);
            shape.brush = Some(std::sync::Arc::new(egui::epaint::Brush { fill_texture_id: texture.id(), uv: whole }));
            painter.add(shape);
        }
        None => {
            painter.rect_filled(picture, ROUNDING, look.canvas());
        }
    }
    let edge = if marked || response.has_focus() {
        Some(Stroke::new(2.0, look.accent()))
    } else if response.hovered() {
        Some(Stroke::new(1.0, look.weak()))
    } else {
        None
    };
    if let Some(edge) = edge {
        painter.rect_stroke(picture, ROUNDING, edge, StrokeKind::Outside);
    }
    let title = painter.layout(exhibit.name.to_owned(), FontId::proportional(13.5), look.text(), rect.width() - 4.0);
    painter.galley(picture.left_bottom() + vec2(2.0, 6.0), title, look.text());
    response
}
