//! A pane's header: the letter, the whole name of the loop, its frame rate; the buttons that come with the pointer in the place of
//! the rate, and the numbers under the pulse.

use crate::front::ui::code;
use crate::front::ui::command_actions;
use crate::front::ui::commands::{CLOSE_PANE, ENLARGE_PANE, SWAP_PANE};
use crate::front::ui::marks::{self, MarkKind};
use crate::front::ui::panes::pane_layout::{AROUND_NAME, ARROW, NUMBERS, PaneLayout};
use crate::front::ui::panes::pane_title::{loop_name, short_title, text_width, title};
use crate::front::ui::panes::strategy_list::{self, Listed, LoopOffer};
use crate::front::ui::panes::wall;
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::icons::{self, Icon};
use crate::front::ui::style::look::{CAPTION, UiLook, caption, letters, number};
use crate::front::ui::widgets::card::explain;
use crate::studio::session::Session;
use crate::studio::session::action::{Action, CardPlace, NumberCard, ViewAction};
use crate::studio::view::Counted;
use egui::{Align, Color32, FontId, Id, Label, Layout, Rect, Response, RichText, Sense, TextStyle, Ui, UiBuilder, vec2};
use tickscope_core::base::numbers::{milliseconds, percent, rate_digits};
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::patch::Owner;

pub fn show(ui: &mut Ui, pass: &mut UiPass, layout: &PaneLayout) {
    let index = layout.index;
    let row = Layout::left_to_right(Align::Center);
    let name = UiBuilder::new().max_rect(layout.name).id_salt(("header", index)).layout(row);
    ui.scope_builder(name, |ui| named(ui, pass, index));
    let place = buttons_place(layout);
    let [in_head, in_world] = comes_with(ui, layout, place);
    let buttons_at = || UiBuilder::new().max_rect(place).id_salt(("buttons", index)).layout(Layout::right_to_left(Align::Center));
    if in_head && has_lists(pass.session) {
        ui.scope_builder(buttons_at(), |ui| buttons(ui, pass, index));
    } else if in_world && wall::offers(pass.session, index) {
        ui.scope_builder(buttons_at(), |ui| wall::offer(ui, pass, index));
    } else if let Some(rect) = layout.figures {
        let place = UiBuilder::new().max_rect(rect).id_salt(("figures", index));
        ui.scope_builder(place.layout(Layout::right_to_left(Align::Center)), |ui| {
            figures(ui, pass, index);
        });
    }
}

/// The room of the three buttons, in points.
const BUTTONS: f32 = 84.0;

/// Returns the place of the rarely used buttons: the right end of the head's first row.
fn buttons_place(layout: &PaneLayout) -> Rect {
    let right = layout.rect.max.x - 4.0;
    Rect::from_x_y_ranges(right - BUTTONS..=right, layout.name.y_range())
}

/// Returns whether the mouse is over the name or the verdict, and whether it is over the world, or went from there to `place`, where
/// buttons stand then. A mouse that goes straight to the number finds the number.
fn comes_with(ui: &Ui, layout: &PaneLayout, place: Rect) -> [bool; 2] {
    let id = Id::unique(("buttons in the head", layout.index));
    let is_on = |rect: Rect| ui.rect_contains_pointer(rect);
    let had = ui.data(|data| data.get_temp::<[bool; 2]>(id)).unwrap_or_default();
    let in_head = is_on(layout.name) || layout.sentence.is_some_and(is_on);
    let now = if is_on(place) { had } else { [in_head, is_on(layout.world)] };
    ui.data_mut(|data| data.insert_temp(id, now));
    now
}

/// Returns whether the heads have a list of loops and buttons.
fn has_lists(session: &Session) -> bool {
    !session.window.has_bare_panes() && session.shows_panel()
}

fn named(ui: &mut Ui, pass: &mut UiPass, index: usize) {
    let session = pass.session;
    // The letter in the badge is a little larger than small text.
    let radius = TextStyle::Small.resolve(ui.style()).size - if session.window.presenting { 3.0 } else { 2.0 };
    let (badge, _) = ui.allocate_exact_size(vec2(1.0, 1.0) * (2.0 * radius + 2.0), Sense::hover());
    icons::badge(ui.painter(), session.letter(index), badge.center(), radius);
    let is_bare = !has_lists(session);
    let room = ui.available_width() - if is_bare { 0.0 } else { AROUND_NAME };
    let (title, font) = fitting_title(ui, session, index, room);
    if is_bare {
        ui.add(Label::new(RichText::new(title).font(font)).truncate());
        return;
    }
    let width = text_width(ui, &title, &font).min(room) + AROUND_NAME;
    ui.style_mut().text_styles.insert(TextStyle::Button, font);
    ui.style_mut().visuals.widgets.inactive.weak_bg_fill = Color32::TRANSPARENT;
    ui.spacing_mut().button_padding.x = 1.0;
    ui.spacing_mut().icon_width = ARROW;
    titled_list(ui, pass, index, &title, width);
}

/// Returns the title of a pane in a room of this width, and its font. In too little room it is shown small rather than cut off, and
/// in less a pane has what distinguishes it from others alone.
pub fn fitting_title(ui: &Ui, session: &Session, index: usize, room: f32) -> (String, FontId) {
    let [large, small] = [TextStyle::Button, TextStyle::Small].map(|style| style.resolve(ui.style()));
    let smallest = FontId { size: small.size * 0.88, ..small.clone() };
    let fonts = [large, small, smallest.clone()];
    let forms = [title(session, index), short_title(session, index)];
    let all = forms.iter().flat_map(|form| fonts.iter().map(move |font| (form, font)));
    let fits = all.into_iter().find(|(form, font)| text_width(ui, form, font) <= room);
    let (form, font) = fits.unwrap_or((&forms[1], &smallest));
    (form.clone(), font.clone())
}

/// Shows the list of loops of a pane, `width` points wide and with the name of its loop while it is closed.
pub fn loop_list(ui: &mut Ui, pass: &mut UiPass, index: usize, width: f32) -> Response {
    let name = loop_name(pass.session, index);
    titled_list(ui, pass, index, &name, width)
}

fn titled_list(ui: &mut Ui, pass: &mut UiPass, index: usize, title: &str, width: f32) -> Response {
    let session = pass.session;
    let kind = session.run.lab.panes()[index].computer().world().kind;
    let (letter, current) = (session.letter(index), session.run.seen(index).strategy());
    let loops = &session.run.lab.settings().loops;
    let offer = LoopOffer { pane: letter, title, current: &current, loops, world: kind };
    let (list, chosen) = strategy_list::show(ui, offer, width);
    match chosen {
        Some(Listed::Loop(found)) => {
            pass.actions.push(Action::set(Owner::Pane(letter).path("strategy"), &*found.id));
            pass.actions.push(Action::View(ViewAction::Select(index)));
        }
        Some(Listed::Engine(engine)) => {
            pass.actions.push(Action::Lab(Command::Set(engine.patch(letter))));
            pass.actions.push(Action::View(ViewAction::Select(index)));
        }
        Some(Listed::New(template)) => code::editor::begin(ui.ctx(), pass, index, template),
        None => {}
    }
    list
}

/// Shows the rarely used buttons: close, swap and enlarge.
fn buttons(ui: &mut Ui, pass: &mut UiPass, index: usize) {
    let session = pass.session;
    // In a narrow pane the verdict reaches under them.
    ui.painter().rect_filled(ui.max_rect(), 0.0, ui.look().panel());
    let letter = session.letter(index);
    ui.spacing_mut().item_spacing.x = 2.0;
    if session.run.lab.panes().len() < 2 {
        return;
    }
    let mut button = |ui: &mut Ui, icon, name: String, about: String, action: Option<Action>| {
        if icons::button(ui, icon, &name, &about) {
            pass.actions.extend(action);
        }
    };
    button(ui, Icon::Close, format!("Close pane {letter}"), CLOSE_PANE.tip(), command_actions::close_pane(session, index));
    button(ui, Icon::Swap, format!("Swap pane {letter}"), SWAP_PANE.tip(), command_actions::swap_pane(session, index));
    let (icon, name) = match session.run.selection.enlarged() {
        Some(_) => (Icon::Shrink, "Show all panes".to_owned()),
        None => (Icon::Enlarge, format!("Enlarge pane {letter}")),
    };
    button(ui, icon, name, ENLARGE_PANE.tip(), Some(command_actions::enlarge_pane(session, index)));
}

/// A display that has shown nothing new for this long, in milliseconds, shows 0 frames a second.
const LONG_FROZEN_MS: f64 = 1000.0;

/// Shows the frame rate.
fn figures(ui: &mut Ui, pass: &mut UiPass, index: usize) {
    let look = ui.look();
    let session = pass.session;
    if session.hides_verdicts() {
        return;
    }
    let seen = session.run.seen(index);
    let state = seen.state();
    // A loop that can't run in its world has no numbers, and a capture that is over has none of its last seconds.
    if state.find(Kind::Refused).is_some() || seen.is_over() {
        return;
    }
    // Nor has a running game that writes nothing now.
    #[cfg(not(target_arch = "wasm32"))]
    if session.run.transport.playhead.is_none() && session.live_sentence(index).is_some() {
        return;
    }
    // The rate of the last pictures says nothing of a display that stands still.
    let is_long_frozen = state.find(Kind::Frozen).is_some_and(|frozen| frozen.value >= LONG_FROZEN_MS);
    let stands = is_long_frozen || state.find(Kind::NotResponding).is_some();
    let fps = if stands { Some(0.0) } else { state.number("distinct_fps") };
    let fps = fps.map_or_else(|| "    – FPS".to_owned(), |fps| format!("{fps:5.*} FPS", rate_digits(fps)));
    let colour = if state.find(Kind::Settling).is_some() { look.weak() } else { look.text() };
    let label = Label::new(number(fps, colour)).selectable(false);
    if session.window.host.embedded {
        ui.add(label); // A card has no room there.
        return;
    }
    let label = ui.add(label.sense(Sense::click()));
    marks::report(ui, MarkKind::LargeNumber, label.rect, |_| String::new());
    let pane = session.run.lab.panes()[index].letter();
    let card = NumberCard { pane, metric: "distinct_fps", counted: Counted::Recent, place: CardPlace::Header };
    explain(ui, pass, &label, card);
}

/// The width of a number's column, in points: as wide as its longest value.
const COLUMN: f32 = 92.0;
const BETWEEN_NUMBERS: f32 = 10.0;

/// Shows the numbers of pane `index`, as many as there is room for, each with an explanation.
pub fn numbers(ui: &mut Ui, pass: &mut UiPass, index: usize) {
    let look = ui.look();
    let seen = pass.session.run.seen(index);
    let recent = seen.recent();
    // The number counts the same passes as the sentence.
    let tally = seen.state().passes;
    let colour_of = |kind: Kind| if seen.state().find(kind).is_some() { look.alarm() } else { look.text() };
    let updates = format!("{:.1}", recent.number("updates_per_s").unwrap_or(0.0));
    let longest = milliseconds(recent.number("dt_max_s").map(|dt| dt * 1000.0));
    let busy = percent(recent.number("busy_percent").unwrap_or(0.0));
    let mut fields = vec![
        ("updates_per_s", updates, "updates/s", look.text()),
        ("dt_max_s", longest, "largest step", look.text()),
        ("updates_per_frame_max", recent.count("updates_per_frame_max").to_string(), "updates a frame", look.text()),
        ("busy_percent", busy, "busy", look.text()),
    ];
    if tally.caught + tally.tunnelled > 0 {
        let colour = colour_of(Kind::Tunnelling);
        let text = format!("{} of {}", tally.tunnelled, tally.caught + tally.tunnelled);
        fields.insert(0, ("tunnelled", text, "got past", colour));
    }
    let pane = pass.session.run.lab.panes()[index].letter();
    let height = (NUMBERS - 8.0) * letters(ui);
    let font = TextStyle::Name(CAPTION.into()).resolve(ui.style());
    let name_width = |ui: &Ui, name: &str| {
        let galley = ui.painter().layout_no_wrap(name.to_owned(), font.clone(), look.weak());
        galley.size().x + BETWEEN_NUMBERS * letters(ui)
    };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for (place, (metric, value, name, colour)) in fields.into_iter().enumerate() {
            let column = name_width(ui, name).max(COLUMN * letters(ui));
            if place > 0 && ui.available_width() < column {
                break;
            }
            let size = vec2(column.min(ui.available_width()), height);
            ui.allocate_ui_with_layout(size, Layout::top_down(Align::Max), |ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                let card = NumberCard { pane, metric, counted: Counted::Recent, place: CardPlace::Numbers };
                let said = ui.add(Label::new(number(value, colour)).selectable(false).sense(Sense::click()));
                explain(ui, pass, &said, card);
                ui.label(caption(name, look.weak()));
            });
        }
    });
}
