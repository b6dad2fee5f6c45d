//! The instruments under the panes. A row of tabs never moves and has the notices at its right. Above the row is one instrument
//! at a time, whose upper edge can be dragged, with the code of the selected loop next to it.

mod plots;
mod stage_bars;
mod table;
pub mod timeline;

use crate::front::ui::code;
use crate::front::ui::commands::INSTRUMENTS;
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::icons::{self, Icon};
use crate::front::ui::style::look::UiLook;
use crate::front::ui::widgets::notices;
use crate::studio::session::Session;
use crate::studio::session::action::{Action, ViewAction};
use crate::studio::view::{Counted, INSTRUMENT_HEIGHT, Instrument, View};
use egui::{
    Button, Context, CursorIcon, EventFilter, Frame, Id, Key, Margin, Panel, Rect, Role, Sense, Ui, UiBuilder, Vec2, WidgetInfo,
    pos2, vec2,
};

/// In a window lower than this, in points, the panes get all of the room.
const LEAST_WINDOW: f32 = 400.0;
/// In a window lower than this, in points, instruments are closed at first.
const LOW_WINDOW: f32 = 700.0;
/// The greatest share of the window that an instrument can take.
const MOST: f32 = 0.55;
/// The least height of an instrument, in points.
const LEAST: f32 = 120.0;
const TABS: f32 = 26.0;
const GAP: f32 = 12.0;
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Begun {
    run: u64,
    folds: bool,
    open: bool,
}

/// Returns the shown instrument, `None` if it is closed, and whether the view has to be changed to closed. In a low window, an
/// instrument that a scenario or the last start has opened is closed until the person opens it.
fn shown(ctx: &Context, session: &Session) -> (Option<Instrument>, bool) {
    let height = ctx.content_rect().height();
    let chosen = session.run.view.instrument;
    let id = Id::unique("instruments begun");
    let before = ctx.data(|data| data.get_temp::<Begun>(id));
    let run = session.runs;
    let begins = before.is_none_or(|before| before.run != run && !before.open);
    let folds = chosen.is_some() && (begins && height < LOW_WINDOW || before.is_some_and(|before| before.folds));
    ctx.data_mut(|data| data.insert_temp(id, Begun { run, folds, open: chosen.is_some() && !folds }));
    (chosen.filter(|_| !folds && height >= LEAST_WINDOW), folds)
}

pub fn shows_timeline(ctx: &Context, session: &Session) -> bool {
    !session.window.presenting && shown(ctx, session).0 == Some(Instrument::Timeline)
}

pub fn show(ui: &mut Ui, pass: &mut UiPass) {
    let session = pass.session;
    let window = ui.ctx().content_rect().height();
    if window < LEAST_WINDOW {
        return;
    }
    let (instrument, folds) = shown(ui.ctx(), session);
    let mut view = session.run.view;
    if folds {
        view.instrument = None;
    }
    let frame = Frame::new().fill(ui.look().panel()).inner_margin(Margin::symmetric(10, 0));
    let row = Panel::bottom("instrument tabs").resizable(false).exact_size(TABS).frame(frame).show_separator_line(false);
    row.show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            tabs(ui, &mut view, instrument);
            ui.add_space(10.0);
            notices::in_row(ui, pass);
        });
    });
    let Some(instrument) = instrument else { return changed(pass, view) };
    let most = (window * MOST).max(LEAST);
    let height = (view.instrument_height as f32).clamp(LEAST, most);
    let frame = Frame::new().fill(ui.look().panel()).inner_margin(Margin { left: 10, right: 10, top: 7, bottom: 0 });
    let panel = Panel::bottom("instruments").resizable(false).exact_size(height - TABS).show_separator_line(false);
    panel.frame(frame).show(ui, |ui| {
        grip(ui, height, (LEAST, most), &mut view);
        head(ui, pass, &mut view, instrument);
        ui.add_space(2.0);
        let area = ui.available_rect_before_wrap();
        ui.allocate_rect(area, Sense::hover());
        let beside = if view.code { code_width(instrument, area.size()) } else { 0.0 };
        let (left, right) = area.split_left_right_at_x(area.max.x - beside);
        let mut pointed = None;
        within(ui, "instrument", left, |ui| match instrument {
            Instrument::Timeline => {
                pointed = timeline::show(ui, pass);
            }
            Instrument::Plots => plots::show(ui, session, &mut view),
            Instrument::Table if session.hides_verdicts() => {}
            Instrument::Table => table::show(ui, pass),
            Instrument::Code => code::body(ui, pass, None),
        });
        if beside > 0.0 {
            within(ui, "code", right.with_min_x(right.min.x + GAP), |ui| code::show(ui, pass, pointed));
        }
    });
    changed(pass, view);
}

fn changed(pass: &mut UiPass, view: View) {
    if view != pass.session.run.view {
        pass.actions.push(Action::View(ViewAction::Change(view)));
    }
}

fn within(ui: &mut Ui, name: &str, rect: Rect, contents: impl FnOnce(&mut Ui)) {
    ui.scope_builder(UiBuilder::new().max_rect(rect).id_salt(name), |ui| {
        ui.shrink_clip_rect(rect);
        contents(ui);
    });
}

/// Returns the width of the code, in points; 0 if the instrument needs the room.
fn code_width(instrument: Instrument, area: Vec2) -> f32 {
    let width = (area.x * 0.4).min(500.0);
    let least = match instrument {
        Instrument::Timeline => 520.0,
        Instrument::Plots => 800.0,
        Instrument::Table | Instrument::Code => return 0.0,
    };
    if area.x - width >= least { width } else { 0.0 }
}

fn tabs(ui: &mut Ui, view: &mut View, open: Option<Instrument>) {
    ui.spacing_mut().item_spacing.x = 4.0;
    ui.spacing_mut().interact_size.y = 22.0;
    for (instrument, command) in INSTRUMENTS {
        let is_open = Some(instrument) == open;
        let tab = ui.add(Button::selectable(is_open, command.name).min_size(vec2(0.0, 22.0))).on_hover_text(command.tip());
        tab.widget_info(|| WidgetInfo::selected(Role::Button, true, is_open, format!("Show {}", command.name)));
        if tab.clicked() {
            view.instrument = if is_open { None } else { Some(instrument) };
        }
    }
}

fn head(ui: &mut Ui, pass: &mut UiPass, view: &mut View, instrument: Instrument) {
    let hide = |ui: &mut Ui, view: &mut View| {
        if icons::button(ui, Icon::Close, "Hide the instrument", "Only the panes and the tabs.") {
            view.instrument = None;
        }
    };
    if instrument == Instrument::Code {
        ui.horizontal(|ui| {
            hide(ui, view);
            code::head(ui, pass, None);
        });
        return;
    }
    ui.horizontal_wrapped(|ui| {
        hide(ui, view);
        match instrument {
            Instrument::Timeline => timeline::controls(ui, pass),
            Instrument::Plots => reaches(ui, view),
            Instrument::Table => counts(ui, view),
            Instrument::Code => {}
        }
    });
}

fn reaches(ui: &mut Ui, view: &mut View) {
    for seconds in [2.0, 5.0, 20.0] {
        let current = (view.plots_s - seconds).abs() < 1e-9;
        let button = Button::selectable(current, format!("{seconds} s"));
        if ui.add(button).on_hover_text("How far back the plots reach.").clicked() {
            view.plots_s = seconds;
        }
    }
}

fn counts(ui: &mut Ui, view: &mut View) {
    let choices = [
        (
            Counted::Recent,
            "Last 2 s",
            "The last two seconds; passes at walls are those of the last six, and speeds those of the sentences.",
        ),
        (Counted::Whole, "Whole run", "Since the pane began; nothing is left out."),
    ];
    for (counted, name, about) in choices {
        if ui.add(Button::selectable(view.counted == counted, name)).on_hover_text(about).clicked() {
            view.counted = counted;
        }
    }
}

const GRIP: f32 = 7.0;
const GRIP_STEP: f32 = 16.0;

/// Shows the grip at the top of a panel that is `height` points high, and changes the height in `view`, between `least` and
/// `most`. The arrow keys move the grip while it has the focus. egui's own resizing is not used, because it takes no keys and
/// stores the height itself, while this height is part of scenarios and undo.
fn grip(ui: &mut Ui, height: f32, (least, most): (f32, f32), view: &mut View) {
    let inner = ui.max_rect();
    let rect = Rect::from_min_max(pos2(inner.min.x, inner.min.y - GRIP), pos2(inner.max.x, inner.min.y));
    let clip = ui.clip_rect();
    ui.set_clip_rect(clip.union(rect));
    let grip = ui.interact(rect, ui.scope_id().with("grip"), Sense::click_and_drag()).on_hover_cursor(CursorIcon::ResizeVertical);
    grip.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::Splitter, true, "Height of the instrument");
        info.value = Some(f64::from(height));
        info
    });
    let mut to = height - if grip.dragged() { grip.drag_delta().y } else { 0.0 };
    if grip.has_focus() {
        let arrows = EventFilter { vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(grip.id, arrows));
        let presses = |key| ui.input(|input| input.num_presses(key) as f32);
        to += GRIP_STEP * (presses(Key::ArrowUp) - presses(Key::ArrowDown));
    }
    if grip.double_clicked() {
        view.instrument_height = View::default().instrument_height;
    } else if to != height {
        view.instrument_height = INSTRUMENT_HEIGHT.clamped(f64::from(to.clamp(least, most)));
    }
    let is_held = grip.hovered() || grip.dragged() || grip.has_focus();
    let colour = if is_held { ui.look().accent() } else { ui.look().weak().gamma_multiply(0.5) };
    let bar = Rect::from_center_size(rect.center(), vec2(if is_held { 96.0 } else { 48.0 }, 3.0));
    ui.painter().rect_filled(bar, 1.5, colour);
    ui.set_clip_rect(clip);
    grip.on_hover_text("Drag, or the arrow keys: how high this is. A double click: as it was.");
}
