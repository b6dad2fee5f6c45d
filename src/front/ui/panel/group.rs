//! A part of the panel that is closed until it is asked for, and says in its head what is set in it.

use crate::front::ui::style::look::Look;
use crate::model::config::Computer;
use crate::model::config::computer::Section;
use egui::collapsing_header::CollapsingState;
use egui::{Align2, FontId, Id, Sense, Stroke, Ui, pos2, vec2};

/// The height of a head.
const HEAD: f32 = 28.0;
/// The room of the arrow before the name.
const ARROW: f32 = 16.0;

/// Shows a head with `name` and `set`, and under it what `contents` adds while it is open.
pub fn show(ui: &mut Ui, look: Look, (name, set): (&str, &str), contents: impl FnOnce(&mut Ui)) {
    let mut state = CollapsingState::load_with_default_open(ui.ctx(), Id::unique(("group", name)), false);
    let (rect, head) = ui.allocate_exact_size(vec2(ui.available_width(), HEAD), Sense::click());
    let open = state.is_open();
    head.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("{name}: {set}")));
    if head.clicked() {
        state.toggle(ui);
    }
    let lit = head.hovered() || head.has_focus();
    let painter = ui.painter();
    painter.hline(rect.x_range(), rect.top(), Stroke::new(1.0, look.line()));
    let colour = if lit { look.text() } else { look.weak() };
    let (middle, size) = (pos2(rect.left() + 4.0, rect.center().y), if open { (4.0, 2.5) } else { (2.5, 4.0) });
    let at = |x: f32, y: f32| middle + vec2(x * size.0, y * size.1);
    let arrow = if open { [at(-1.0, -1.0), at(0.0, 1.0), at(1.0, -1.0)] } else { [at(-1.0, -1.0), at(1.0, 0.0), at(-1.0, 1.0)] };
    painter.line_segment([arrow[0], arrow[1]], Stroke::new(1.5, colour));
    painter.line_segment([arrow[1], arrow[2]], Stroke::new(1.5, colour));
    let name_place = pos2(rect.left() + ARROW, rect.center().y);
    let name = painter.text(name_place, Align2::LEFT_CENTER, name, FontId::proportional(14.0), look.text());
    let room = rect.right() - name.right() - 12.0;
    let words = elided(ui, set, room);
    let is_cut = words.elided;
    painter.galley(pos2(rect.right() - words.size().x, rect.center().y - words.size().y / 2.0), words, look.weak());
    let id = head.id;
    if is_cut {
        head.on_hover_text(set);
    }
    state.store(ui.ctx());
    if open {
        ui.indent(("contents", id), |ui| {
            ui.spacing_mut().indent = 0.0;
            contents(ui);
            ui.add_space(8.0);
        });
    }
}

/// One line of small letters, cut off with "…" where the room ends.
fn elided(ui: &Ui, text: &str, room: f32) -> std::sync::Arc<egui::Galley> {
    let mut job =
        egui::text::LayoutJob::simple_singleline(text.to_owned(), FontId::proportional(12.0), egui::Color32::PLACEHOLDER);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room.max(0.0));
    ui.painter().layout_job(job)
}

/// Describes what of a section is not as on an ideal computer.
pub fn set(computer: &Computer, section: Section) -> String {
    let ideal = Computer::default();
    let set = computer.differences(&ideal).filter(|field| field.section == section);
    let words: Vec<String> = set.map(|field| field.in_words(computer)).collect();
    if words.is_empty() { section.usual().to_owned() } else { words.join(" · ") }
}
