//! Small buttons with drawn signs, and the letter of a pane on its colour. The fonts of the page have no such signs, and a font
//! that has them would double the page's size.

use crate::front::ui::style::look::UiLook;
use egui::{Align2, Button, Color32, FontId, Painter, Pos2, Rect, Role, Stroke, Ui, Vec2, WidgetInfo, pos2};
use tickscope_core::model::config::pane_letter::PaneLetter;

/// An icon of a button, drawn with lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// An arrow to the upper right and to the lower left: enlarge a pane.
    Enlarge,
    /// Two corners that point inwards: show all panes again.
    Shrink,
    /// Two arrows: swap a pane.
    Swap,
    Close,
    Play,
    Pause,
    /// A triangle and a bar: one refresh forward.
    Step,
    /// A bar and a triangle that points back: start over.
    Restart,
    Back,
    Next,
    Record,
    Drawer,
    Undo,
    Redo,
    Check,
}

const SIDE: f32 = 24.0;

/// Shows a button with a name for the screen reader. Returns whether it was clicked.
pub fn button(ui: &mut Ui, icon: Icon, name: &str, about: &str) -> bool {
    toggle(ui, icon, false, name, about)
}

/// Shows a button like [`button`] that is lit while `on`. Returns whether it was clicked.
pub fn toggle(ui: &mut Ui, icon: Icon, on: bool, name: &str, about: &str) -> bool {
    let colour = if icon == Icon::Record { ui.look().text() } else { ui.look().weak() };
    signed(ui, Button::selectable(on, ""), icon, (!on).then_some(colour), (name, about))
}

fn signed(ui: &mut Ui, button: Button<'_>, icon: Icon, colour: Option<Color32>, (name, about): (&str, &str)) -> bool {
    let padding = std::mem::take(&mut ui.spacing_mut().button_padding);
    let response = ui.add(button.min_size(Vec2::splat(SIDE)));
    ui.spacing_mut().button_padding = padding;
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    let lit = ui.style().interact(&response).text_color();
    let colour = colour.filter(|_| !response.hovered() && !response.has_focus()).unwrap_or(lit);
    draw(ui, icon, response.rect.shrink(7.0), Stroke::new(1.5, colour));
    response.on_hover_text(about).clicked()
}

type Points = &'static [(f32, f32)];

/// Returns the lines of an icon, in a square that is 1 wide and 1 high.
fn lines(icon: Icon) -> &'static [Points] {
    match icon {
        Icon::Enlarge => {
            &[&[(0.55, 0.0), (1.0, 0.0), (1.0, 0.45)], &[(0.45, 1.0), (0.0, 1.0), (0.0, 0.55)], &[(0.0, 1.0), (1.0, 0.0)]]
        }
        Icon::Shrink => &[&[(0.6, 0.0), (0.6, 0.4), (1.0, 0.4)], &[(0.4, 1.0), (0.4, 0.6), (0.0, 0.6)]],
        Icon::Swap => &[&[(0.0, 0.25), (1.0, 0.25), (0.7, -0.05)], &[(1.0, 0.75), (0.0, 0.75), (0.3, 1.05)]],
        Icon::Close => &[&[(0.0, 0.0), (1.0, 1.0)], &[(0.0, 1.0), (1.0, 0.0)]],
        Icon::Back => &[&[(0.7, 0.0), (0.2, 0.5), (0.7, 1.0)]],
        Icon::Next => &[&[(0.3, 0.0), (0.8, 0.5), (0.3, 1.0)]],
        Icon::Undo => {
            &[&[(0.35, -0.05), (0.0, 0.3), (0.35, 0.65)], &[(0.0, 0.3), (0.7, 0.3), (1.0, 0.6), (0.7, 0.95), (0.3, 0.95)]]
        }
        Icon::Redo => {
            &[&[(0.65, -0.05), (1.0, 0.3), (0.65, 0.65)], &[(1.0, 0.3), (0.3, 0.3), (0.0, 0.6), (0.3, 0.95), (0.7, 0.95)]]
        }
        Icon::Check => &[&[(0.0, 0.55), (0.35, 0.95), (1.0, 0.05)]],
        Icon::Drawer => &[&[(-0.1, 0.1), (1.1, 0.1)], &[(-0.1, 0.5), (1.1, 0.5)], &[(-0.1, 0.9), (1.1, 0.9)]],
        Icon::Play | Icon::Pause | Icon::Step | Icon::Restart | Icon::Record => &[],
    }
}

fn areas(icon: Icon) -> &'static [Points] {
    match icon {
        Icon::Play => &[&[(0.1, -0.1), (1.05, 0.5), (0.1, 1.1)]],
        Icon::Pause => {
            &[&[(0.05, 0.0), (0.35, 0.0), (0.35, 1.0), (0.05, 1.0)], &[(0.65, 0.0), (0.95, 0.0), (0.95, 1.0), (0.65, 1.0)]]
        }
        Icon::Step => &[&[(0.0, 0.0), (0.75, 0.5), (0.0, 1.0)], &[(0.8, 0.0), (1.0, 0.0), (1.0, 1.0), (0.8, 1.0)]],
        Icon::Restart => &[&[(1.0, 0.0), (0.25, 0.5), (1.0, 1.0)], &[(0.0, 0.0), (0.2, 0.0), (0.2, 1.0), (0.0, 1.0)]],
        _ => &[],
    }
}

/// Returns the discs of an icon, each as its middle and its radius in points for a square of this width.
fn discs(icon: Icon, width: f32) -> Vec<((f32, f32), f32)> {
    match icon {
        Icon::Record => vec![((0.5, 0.5), width * 0.5)],
        Icon::Drawer => [(0.7, 0.1), (0.25, 0.5), (0.6, 0.9)].map(|knob| (knob, 2.5)).to_vec(),
        _ => Vec::new(),
    }
}

pub fn draw(ui: &Ui, icon: Icon, rect: Rect, stroke: Stroke) {
    let at = |(x, y): (f32, f32)| pos2(rect.left() + x * rect.width(), rect.top() + y * rect.height());
    for pair in lines(icon).iter().flat_map(|line| line.windows(2)) {
        ui.painter().line_segment([at(pair[0]), at(pair[1])], stroke);
    }
    for area in areas(icon) {
        let corners = area.iter().copied().map(at).collect();
        ui.painter().add(egui::Shape::convex_polygon(corners, stroke.color, Stroke::NONE));
    }
    for (middle, radius) in discs(icon, rect.width()) {
        ui.painter().circle_filled(at(middle), radius, stroke.color);
    }
}

pub fn badge(painter: &Painter, letter: PaneLetter, centre: Pos2, radius: f32) {
    let look = painter.look();
    painter.circle_filled(centre, radius, look.of_pane(letter));
    painter.text(centre, Align2::CENTER_CENTER, letter, FontId::proportional(radius + 3.0), look.canvas());
}
