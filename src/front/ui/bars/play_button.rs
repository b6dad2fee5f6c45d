//! The large button over panes that stand still: everybody knows it from films in a page.

use crate::front::ui::UiOutput;
use crate::front::ui::style::look::Look;
use crate::studio::session::Action;
use egui::{Id, Pos2, Rect, Sense, Shape, Stroke, Ui, pos2, vec2};

/// Its largest radius, and the share of a world's height that it has where that is low.
const RADIUS: f32 = 34.0;
const SHARE: f32 = 0.42;

/// How far around it a click still counts, in radii.
const BESIDE: f32 = 0.6;

/// Shows the button over the worlds of the first row of panes, where it covers no name and no sentence.
pub fn show(ui: &mut Ui, look: Look, shown: &mut UiOutput) {
    let Some((_, first)) = shown.canvases.first() else { return };
    let row = shown.canvases.iter().map(|(_, world)| *world).filter(|world| world.y_range().contains(first.center().y));
    let row = row.fold(*first, Rect::union);
    let radius = RADIUS.min(first.height() * SHARE);
    let button = Rect::from_center_size(row.center(), vec2(radius, radius) * 2.0);
    // A finger beside it means it, too.
    let response = ui.interact(button.expand(radius * BESIDE), Id::unique("large play"), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, "Play the comparison"));
    let lit = response.hovered() || response.has_focus();
    let ground = if lit { look.accent() } else { look.accent().gamma_multiply(0.85) };
    ui.painter().circle(button.center(), radius, ground, Stroke::new(1.5, egui::Color32::WHITE));
    ui.painter().add(Shape::convex_polygon(triangle(button.center(), radius).to_vec(), egui::Color32::WHITE, Stroke::NONE));
    if response.clicked() {
        shown.actions.push(Action::PlayPause);
    }
}

/// A triangle that points to the right, whose middle looks like the button's.
fn triangle(centre: Pos2, radius: f32) -> [Pos2; 3] {
    let at = |x: f32, y: f32| pos2(centre.x + x * radius, centre.y + y * radius);
    [at(-0.28, -0.45), at(0.52, 0.0), at(-0.28, 0.45)]
}
