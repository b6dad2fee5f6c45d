//! One pane: its header with the list of loops, the canvas, and its numbers.

use super::look::{Look, caption, number};
use crate::lab::Pane;
use crate::session::{Action, Session};
use crate::settings::Command;
use crate::strategies::{self, Group};
use egui::{
    Align, Align2, Color32, ComboBox, CornerRadius, FontId, Layout, Rect, RichText, Sense, Stroke, StrokeKind, TextWrapMode, Ui,
    UiBuilder, vec2,
};

pub(super) const HEADER: f32 = 38.0;
pub(super) const FOOTER: f32 = 46.0;
/// Every number has its column, as wide as its longest value.
const COLUMN: f32 = 122.0;

/// Shows pane `index` in `rect` and answers with its canvas, where the world is to be drawn.
pub fn show(ui: &mut Ui, look: Look, session: &Session, index: usize, rect: Rect, actions: &mut Vec<Action>) -> Rect {
    let header = Rect::from_min_size(rect.min, vec2(rect.width(), HEADER.min(rect.height())));
    let footer_height = if rect.height() > 150.0 { FOOTER } else { 0.0 };
    let footer = Rect::from_min_max(rect.max - vec2(rect.width(), footer_height), rect.max);
    let canvas = Rect::from_min_max(header.left_bottom(), footer.right_top());

    let clicked = ui.interact(rect, ui.scope_id().with(("pane", index)), Sense::click());
    let name = format!("Pane {}: {}", super::letter(index), session.lab().panes()[index].strategy().name);
    clicked.widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, true, index == session.selected(), &name));
    if clicked.clicked() {
        actions.push(Action::Select(index));
    }

    let painter = ui.painter_at(rect);
    let round = CornerRadius::same(6);
    painter.rect_filled(header, CornerRadius { sw: 0, se: 0, ..round }, look.panel());
    painter.rect_filled(footer, CornerRadius { nw: 0, ne: 0, ..round }, look.panel());
    let edge = if index == session.selected() { Stroke::new(2.0, look.pane(index)) } else { Stroke::new(1.0, look.panel()) };
    painter.rect_stroke(rect, round, edge, StrokeKind::Inside);

    let inner = |rect: Rect| UiBuilder::new().max_rect(rect.shrink2(vec2(10.0, 4.0)));
    ui.scope_builder(inner(header).id_salt(("header", index)).layout(Layout::left_to_right(Align::Center)), |ui| {
        head(ui, look, session, index, actions);
    });
    if footer_height > 0.0 {
        ui.scope_builder(inner(footer).id_salt(("footer", index)), |ui| numbers(ui, look, session, index));
    }
    on_canvas(ui, look, session, &session.lab().panes()[index], canvas);
    canvas
}

fn head(ui: &mut Ui, look: Look, session: &Session, index: usize, actions: &mut Vec<Action>) {
    let (badge, _) = ui.allocate_exact_size(vec2(22.0, 22.0), Sense::hover());
    ui.painter().circle_filled(badge.center(), 11.0, look.pane(index));
    ui.painter().text(badge.center(), Align2::CENTER_CENTER, super::letter(index), FontId::proportional(13.0), look.canvas());

    let current = session.lab().panes()[index].strategy();
    // Room is kept for the two numbers at the right; a pane too narrow for both shows the speed alone.
    let room = ui.available_width();
    let wide = room > 280.0;
    let narrow = room < 140.0;
    let numbers = if wide { 180.0 } else { 74.0 };
    let width = (room - if narrow { 0.0 } else { numbers }).clamp(30.0, 260.0);
    let name = RichText::new(current.name).strong();
    let list = ComboBox::from_id_salt(("strategy", index))
        .selected_text(name)
        .width(width)
        .wrap_mode(TextWrapMode::Truncate)
        .height(520.0)
        .show_ui(ui, |ui| {
            for group in Group::ALL {
                ui.label(RichText::new(group.name()).small().color(look.weak()));
                for strategy in strategies::ALL.iter().filter(|strategy| strategy.group == group) {
                    if ui.selectable_label(strategy.id == current.id, strategy.name).on_hover_text(strategy.about).clicked() {
                        actions.push(Action::Lab(Command::Strategy { pane: index, strategy: strategy.id.to_owned() }));
                        actions.push(Action::Select(index));
                    }
                }
            }
        });
    let label = format!("Strategy of pane {}", super::letter(index));
    list.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, &label));
    list.response.on_hover_text(current.about);

    if narrow {
        return;
    }
    let live = session.lab().panes()[index].live();
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let speed = live.speed(session.now());
        let percent = speed.map_or("   –".to_owned(), |speed| format!("{:4.0}", speed * 100.0));
        ui.spacing_mut().item_spacing.x = 14.0;
        ui.label(number(format!("{percent} %"), speed_colour(look, speed)))
            .on_hover_text("Simulated over real time, last two seconds.");
        if !wide {
            return;
        }
        let fps = live.fps(session.now()).map_or("    –".to_owned(), |fps| format!("{fps:5.1}"));
        ui.label(number(format!("{fps} FPS"), look.text())).on_hover_text("Displayed pictures a second, last two seconds.");
    });
}

fn speed_colour(look: Look, speed: Option<f64>) -> Color32 {
    match speed {
        Some(speed) if !(0.95..=1.05).contains(&speed) => look.alarm(),
        _ => look.text(),
    }
}

fn numbers(ui: &mut Ui, look: Look, session: &Session, index: usize) {
    let pane = &session.lab().panes()[index];
    let (live, computer) = (pane.live(), pane.computer());
    let milliseconds = |value: Option<f64>| value.map_or("     – ms".to_owned(), |value| format!("{value:6.1} ms"));
    let age = computer.display().shown().map(|picture| (picture.at - picture.drawn).as_millis());
    let longest = live.longest_step().map(crate::time::Span::as_millis);
    let tally = computer.world().tally();
    let presentation = session.lab().settings().panes[index].presentation.unwrap_or(pane.strategy().presentation);
    let drawn = if pane.strategy().alpha { presentation.id() } else { "latest" };

    let mut fields = vec![
        (milliseconds(longest), "longest step", look.text(), "The longest update of the last two seconds."),
        (milliseconds(age), "age of the picture", look.text(), "When it appeared minus the simulated time that it shows."),
        (drawn.to_owned(), "drawn", look.text(), "Which state the pictures show."),
    ];
    if tally.caught + tally.tunnelled > 0 {
        let colour = if tally.tunnelled > 0 { look.alarm() } else { look.good() };
        let through = format!("{:>5} / {:<4}", tally.tunnelled, tally.caught + tally.tunnelled);
        fields.insert(
            1,
            (through, "went through the wall", colour, "Passes that met no contact, of all that truly touch the wall."),
        );
    }
    if ui.available_width() < 180.0 {
        let speed = live.speed(session.now());
        let text = speed.map_or("–".to_owned(), |speed| format!("{:.0} %", speed * 100.0));
        fields.insert(0, (text, "speed", speed_colour(look, speed), "Simulated over real time, last two seconds."));
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 14.0;
        for (place, (value, name, colour, about)) in fields.into_iter().enumerate() {
            if place > 0 && ui.available_width() < COLUMN {
                break;
            }
            ui.allocate_ui_with_layout(
                vec2(COLUMN.min(ui.available_width()), FOOTER - 8.0),
                Layout::top_down(Align::Max),
                |ui| {
                    ui.spacing_mut().item_spacing.y = 1.0;
                    ui.label(number(value, colour)).on_hover_text(about);
                    ui.label(caption(name, look.weak())).on_hover_text(about);
                },
            );
        }
    });
}

fn on_canvas(ui: &Ui, look: Look, session: &Session, pane: &Pane, canvas: Rect) {
    let painter = ui.painter_at(canvas);
    if !pane.live().is_responding(session.now()) {
        let plate = Rect::from_center_size(canvas.center(), vec2(230.0, 56.0));
        painter.rect_filled(plate, 6.0, look.panel());
        painter.text(plate.center(), Align2::CENTER_CENTER, "not responding", FontId::proportional(24.0), look.alarm());
    }
}
