//! A pane's header: the letter, the whole name of the loop, its numbers; the buttons that come with the pointer, and the
//! numbers under the sentence.

use crate::base::time::Span;
use crate::front::ui::commands;
use crate::front::ui::commands::{CLOSE_PANE, ENLARGE_PANE, SWAP_PANE};
use crate::front::ui::number_card::explain;
use crate::front::ui::panes::pane_layout::{AROUND_NAME, ARROW, NUMBERS, PaneLayout, ROW, title, title_width};
use crate::front::ui::panes::strategy_list;
use crate::front::ui::style::icons::{self, Icon};
use crate::front::ui::style::look::{Look, caption, letters, number};
use crate::model::config::view::Counted;
use crate::model::config::{Command, Patch, SettingPath};
use crate::studio::export::numbers::{length, milliseconds, percent};
use crate::studio::session::{Action, CardPlace, NumberCard, Session};
use egui::{Align, Color32, FontId, Label, Layout, Rect, RichText, Sense, TextStyle, Ui, UiBuilder, vec2};

/// Shows the header of pane `index`.
pub fn show(ui: &mut Ui, look: Look, session: &Session, layout: &PaneLayout, actions: &mut Vec<Action>) {
    let index = layout.index;
    let row = Layout::left_to_right(Align::Center);
    let name = UiBuilder::new().max_rect(layout.name).id_salt(("header", index)).layout(row);
    ui.scope_builder(name, |ui| named(ui, look, session, index, actions));
    let place = UiBuilder::new().max_rect(layout.figures).id_salt(("figures", index));
    let width = layout.figures.width() / letters(ui);
    ui.scope_builder(place.layout(Layout::right_to_left(Align::Center)), |ui| {
        figures(ui, look, session, index, (width > 60.0, width > 160.0, width > 270.0), actions);
    });
}

fn named(ui: &mut Ui, look: Look, session: &Session, index: usize, actions: &mut Vec<Action>) {
    // Its letter is a little larger than small text.
    let radius = TextStyle::Small.resolve(ui.style()).size - 2.0;
    let (badge, _) = ui.allocate_exact_size(vec2(1.0, 1.0) * (2.0 * radius + 2.0), Sense::hover());
    icons::badge(ui.painter(), look, session.letter(index), badge.center(), radius);
    let current = session.seen(index).strategy();
    if session.window().is_presenting() {
        ui.add(Label::new(RichText::new(title(session, index)).heading().strong()).truncate());
        return;
    }
    // The name is a title before it is a button; where it has too little room it is small, and whole.
    let room = ui.available_width() - AROUND_NAME;
    let [large, small] = [TextStyle::Button, TextStyle::Small].map(|style| style.resolve(ui.style()));
    let smallest = FontId { size: small.size * 0.88, ..small.clone() };
    let fonts = [large, small, smallest.clone()];
    let font = fonts.into_iter().find(|font| title_width(ui, session, index, font) <= room).unwrap_or(smallest);
    if session.window().has_bare_panes() {
        ui.add(Label::new(RichText::new(title(session, index)).font(font)).truncate());
        return;
    }
    let width = title_width(ui, session, index, &font).min(room) + AROUND_NAME;
    ui.style_mut().text_styles.insert(TextStyle::Button, font);
    ui.style_mut().visuals.widgets.inactive.weak_bg_fill = Color32::TRANSPARENT;
    ui.spacing_mut().button_padding.x = 1.0;
    ui.spacing_mut().icon_width = ARROW;
    let kind = session.lab().panes()[index].computer().world().kind();
    if let Some(strategy) = strategy_list::show(ui, look, (session.letter(index), current), kind, width) {
        actions.push(Action::Lab(Command::Set(Patch::one(SettingPath::Strategy(session.letter(index)), &*strategy.id))));
        actions.push(Action::Select(index));
    }
}

/// Shows the buttons that are used rarely, in the lower right corner of the world: seen while the pointer is on the pane, or the
/// keyboard on one of them.
pub fn buttons(ui: &mut Ui, session: &Session, (index, world): (usize, Rect), seen: bool, actions: &mut Vec<Action>) {
    if session.window().has_bare_panes() {
        return;
    }
    let letter = session.letter(index);
    let rect = Rect::from_min_max(world.max - vec2(86.0, ROW), world.max).intersect(world);
    let layout = Layout::right_to_left(Align::Center);
    let place = UiBuilder::new().max_rect(rect).id_salt(("buttons", index)).layout(layout);
    ui.scope_builder(place, |ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        if session.lab().panes().len() < 2 {
            return;
        }
        let mut button = |ui: &mut Ui, icon, name: String, about: String, action: Option<Action>| {
            if icons::fleeting(ui, icon, (&name, &about), seen) {
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

/// A display that has stood still for longer than this is reported.
const STILL: Span = Span::from_flicks(crate::base::time::FLICKS_PER_SECOND / 10);

/// Shows the numbers that a class must read, from the right: speed and FPS, and the speed of the game where it is another one.
/// Without room of its own it stands in the place of the FPS. While the display stands still the two say so.
fn figures(
    ui: &mut Ui,
    look: Look,
    session: &Session,
    index: usize,
    (speed, fps, game): (bool, bool, bool),
    actions: &mut Vec<Action>,
) {
    let (seen, now) = (session.seen(index), session.now());
    let recent = seen.recent();
    let metrics = seen.metrics();
    let still = metrics.window().standstill(now).filter(|still| *still > STILL);
    let apart = metrics.game_speed_apart(now, &recent).filter(|_| still.is_none());
    let pane = session.lab().panes()[index].letter();
    let mut put = |ui: &mut Ui, text: String, colour: Color32, metric: &'static str| {
        let label = Label::new(number(text, colour)).selectable(false);
        if session.window().host().embedded {
            ui.add(label); // A card has no room there.
            return;
        }
        let said = ui.add(label.sense(Sense::click()));
        let card = NumberCard { pane, metric, counted: Counted::Recent, place: CardPlace::Header };
        explain(ui, look, session, &said, card, actions);
    };
    let game_speed = |game: f64, width: usize| format!("{:>width$}", format!("game {:.0} %", game * 100.0));
    ui.spacing_mut().item_spacing.x = 12.0;
    if speed {
        match (still, recent.number("speed_ratio")) {
            (Some(still), _) => put(ui, format!("{:>6}", length(still)), look.alarm(), "frozen_s"),
            (None, None) => put(ui, "   – %".to_owned(), look.text(), "speed_ratio"),
            (None, Some(speed)) => {
                put(ui, format!("{:4.0} %", speed * 100.0), speed_colour(look, Some(speed)), "speed_ratio");
            }
        }
    }
    if fps {
        match (still, apart, recent.number("fps_mean")) {
            (Some(_), _, _) => put(ui, "   frozen".to_owned(), look.alarm(), "frozen_s"),
            (None, Some(apart), _) if !game => put(ui, game_speed(apart, 9), look.alarm(), "game_speed_ratio"),
            (None, _, None) => put(ui, "    – FPS".to_owned(), look.text(), "fps_mean"),
            (None, _, Some(fps)) => put(ui, format!("{fps:5.1} FPS"), look.text(), "fps_mean"),
        }
    }
    if let Some(apart) = apart.filter(|_| game) {
        put(ui, game_speed(apart, 10), look.alarm(), "game_speed_ratio");
    }
}

fn speed_colour(look: Look, speed: Option<f64>) -> Color32 {
    match speed {
        Some(speed) if !(0.97..=1.03).contains(&speed) => look.alarm(),
        _ => look.text(),
    }
}

/// Every number has its column, as wide as its longest value.
const COLUMN: f32 = 92.0;

/// Shows the numbers of pane `index`, as many as there is room for; each explains itself.
pub fn numbers(ui: &mut Ui, look: Look, session: &Session, index: usize, actions: &mut Vec<Action>) {
    let seen = session.seen(index);
    let recent = seen.recent();
    // The same passes that the sentence counts.
    let tally = seen.recent_passes();
    let error = recent.number("animation_error_mean_ms");
    let error_colour = if error.is_some_and(|error| error > 2.0) { look.alarm() } else { look.text() };
    let updates = format!("{:.1}", recent.number("updates_per_s").unwrap_or(0.0));
    let longest = milliseconds(recent.number("dt_max_s").map(|dt| dt * 1000.0));
    let busy = percent(recent.number("busy_percent").unwrap_or(0.0));
    let mut fields = vec![
        ("updates_per_s", updates, "updates/s", look.text()),
        ("animation_error_mean_ms", milliseconds(error), "animation error", error_colour),
        ("dt_max_s", longest, "largest step", look.text()),
        ("updates_per_frame_max", recent.count("updates_per_frame_max").to_string(), "updates a frame", look.text()),
        ("busy_percent", busy, "busy", look.text()),
    ];
    if tally.caught + tally.tunnelled > 0 {
        let colour = if tally.tunnelled > 0 { look.alarm() } else { look.text() };
        let text = format!("{} of {}", tally.tunnelled, tally.caught + tally.tunnelled);
        fields.insert(0, ("tunnelled", text, "went through", colour));
    }
    let pane = session.lab().panes()[index].letter();
    let (column, height) = (COLUMN * letters(ui), (NUMBERS - 8.0) * letters(ui));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for (place, (metric, value, name, colour)) in fields.into_iter().enumerate() {
            if place > 0 && ui.available_width() < column {
                break;
            }
            let size = vec2(column.min(ui.available_width()), height);
            ui.allocate_ui_with_layout(size, Layout::top_down(Align::Max), |ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                let card = NumberCard { pane, metric, counted: Counted::Recent, place: CardPlace::Numbers };
                let said = ui.add(Label::new(number(value, colour)).selectable(false).sense(Sense::click()));
                explain(ui, look, session, &said, card, actions);
                ui.label(caption(name, look.weak()));
            });
        }
    });
}
