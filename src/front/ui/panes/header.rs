//! A pane's header: the letter, the whole name of the loop, its numbers; and the buttons that come with the pointer.

use crate::front::ui::commands::{self, CLOSE_PANE, ENLARGE_PANE, SWAP_PANE};
use crate::front::ui::panes::figures;
use crate::front::ui::panes::places::{Header, Places, ROW};
use crate::front::ui::panes::strategy_list;
use crate::front::ui::style::icons::{self, Icon};
use crate::front::ui::style::look::Look;
use crate::model::config::Command;
use crate::studio::session::{Action, Session};
use egui::{Align, Align2, FontId, Layout, Rect, RichText, Sense, TextStyle, Ui, UiBuilder, vec2};

/// The letter, and what a name has around it: its margin and the arrow after it.
const BADGE: f32 = 30.0;
const ARROW: f32 = 10.0;
const AROUND: f32 = 8.0 + ARROW + 8.0;
/// The widths of the numbers: speed and FPS, and the speed of the game where it is another one.
const SPEED_AND_FPS: f32 = 182.0;
const WITH_GAME: f32 = 284.0;

/// How the headers of panes of this width stand: on two rows, where one of the names would not fit beside the numbers.
pub fn fitting(ui: &Ui, session: &Session, panes: &[usize], width: f32) -> Header {
    let font = if session.is_presenting() { TextStyle::Heading } else { TextStyle::Button }.resolve(ui.style());
    let longest = panes.iter().map(|index| name_width(ui, session, *index, &font)).fold(0.0, f32::max) + BADGE + AROUND + 16.0;
    let beside = [WITH_GAME, SPEED_AND_FPS].into_iter().find(|figures| longest + figures <= width);
    Header { figures: beside.unwrap_or(width - 16.0), two_rows: beside.is_none() }
}

/// The narrowest pane in which all of these panes' names and numbers can be read, on two rows.
pub fn narrowest(ui: &Ui, session: &Session, panes: &[usize]) -> f32 {
    let style = if session.is_presenting() { TextStyle::Heading } else { TextStyle::Small };
    let font = style.resolve(ui.style());
    let longest = panes.iter().map(|index| name_width(ui, session, *index, &font)).fold(0.0, f32::max);
    (longest + BADGE + AROUND).max(SPEED_AND_FPS) + 16.0
}

/// The name of the loop; with how it is drawn, where that alone tells two panes apart and no switch is in sight.
fn title(session: &Session, index: usize) -> String {
    let name = &session.seen(index).strategy().name;
    let drawn = session.presentation(index);
    let is_like =
        |other: usize| other != index && session.seen(other).strategy().name == *name && session.presentation(other) != drawn;
    let panes = session.lab().panes().len();
    if session.has_bare_panes() && (0..panes).any(is_like) { format!("{name}: {}", drawn.id()) } else { name.to_string() }
}

fn name_width(ui: &Ui, session: &Session, index: usize, font: &FontId) -> f32 {
    let name = title(session, index);
    ui.painter().layout_no_wrap(name, font.clone(), egui::Color32::PLACEHOLDER).size().x
}

/// Shows the header of pane `index`.
pub fn show(ui: &mut Ui, look: Look, session: &Session, index: usize, places: &Places, actions: &mut Vec<Action>) {
    let row = Layout::left_to_right(Align::Center);
    let name = UiBuilder::new().max_rect(places.name).id_salt(("header", index)).layout(row);
    ui.scope_builder(name, |ui| named(ui, look, session, index, actions));
    let figures = UiBuilder::new().max_rect(places.figures).id_salt(("figures", index));
    let width = places.figures.width();
    ui.scope_builder(figures.layout(Layout::right_to_left(Align::Center)), |ui| {
        figures::show(ui, look, session, index, (width > 60.0, width > 160.0, width > 270.0), actions);
    });
}

fn named(ui: &mut Ui, look: Look, session: &Session, index: usize, actions: &mut Vec<Action>) {
    let letter = crate::front::ui::letter(index);
    let (badge, _) = ui.allocate_exact_size(vec2(22.0, 22.0), Sense::hover());
    ui.painter().circle_filled(badge.center(), 10.0, look.pane(index));
    ui.painter().text(badge.center(), Align2::CENTER_CENTER, letter, FontId::proportional(13.0), look.canvas());
    let current = session.seen(index).strategy();
    if session.is_presenting() {
        ui.add(egui::Label::new(RichText::new(title(session, index)).heading().strong()).truncate());
        return;
    }
    // The name is a title before it is a button; where it has too little room it is small, and whole.
    let room = ui.available_width() - AROUND;
    let [large, small] = [TextStyle::Button, TextStyle::Small].map(|style| style.resolve(ui.style()));
    let smallest = FontId { size: small.size * 0.88, ..small.clone() };
    let fonts = [large, small, smallest.clone()];
    let font = fonts.into_iter().find(|font| name_width(ui, session, index, font) <= room).unwrap_or(smallest);
    if session.has_bare_panes() {
        ui.add(egui::Label::new(RichText::new(title(session, index)).font(font)).truncate());
        return;
    }
    let width = name_width(ui, session, index, &font).min(room) + AROUND;
    ui.style_mut().text_styles.insert(TextStyle::Button, font);
    ui.style_mut().visuals.widgets.inactive.weak_bg_fill = egui::Color32::TRANSPARENT;
    ui.spacing_mut().button_padding.x = 1.0;
    ui.spacing_mut().icon_width = ARROW;
    let kind = session.lab().panes()[index].computer().world().kind();
    if let Some(strategy) = strategy_list::show(ui, look, (index, current), kind, width) {
        actions.push(Action::Lab(Command::Strategy { pane: index, strategy: strategy.id.to_string() }));
        actions.push(Action::Select(index));
    }
}

/// The buttons that are used rarely, in the lower right corner of the world: seen while the pointer is on the pane, or the
/// keyboard on one of them.
pub fn buttons(ui: &mut Ui, look: Look, session: &Session, (index, world): (usize, Rect), seen: bool, actions: &mut Vec<Action>) {
    if session.has_bare_panes() {
        return;
    }
    let letter = crate::front::ui::letter(index);
    let rect = Rect::from_min_max(world.max - vec2(86.0, ROW), world.max).intersect(world);
    let layout = Layout::right_to_left(Align::Center);
    let place = UiBuilder::new().max_rect(rect).id_salt(("buttons", index)).layout(layout);
    ui.scope_builder(place, |ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        if session.lab().panes().len() < 2 {
            return;
        }
        let mut button = |ui: &mut Ui, icon, name: String, about: String, action: Option<Action>| {
            if icons::fleeting(ui, look, icon, (&name, &about), seen) {
                actions.extend(action);
            }
        };
        button(ui, Icon::Close, format!("Close pane {letter}"), CLOSE_PANE.tip(), commands::close_pane(session, index));
        button(ui, Icon::Swap, format!("Swap pane {letter}"), SWAP_PANE.tip(), commands::swap_pane(session, index));
        let (icon, name) = match session.enlarged() {
            Some(_) => (Icon::Shrink, "Show all panes".to_owned()),
            None => (Icon::Enlarge, format!("Enlarge pane {letter}")),
        };
        button(ui, icon, name, ENLARGE_PANE.tip(), Some(commands::enlarge_pane(session, index)));
    });
}
