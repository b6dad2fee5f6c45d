//! What is shown under the panes: a row of tabs, and above the edge that the person drags one instrument at a time, with the
//! selected loop's code beside it.

use crate::front::ui::commands::INSTRUMENTS;
use crate::front::ui::instruments::code;
use crate::front::ui::instruments::grip;
use crate::front::ui::instruments::plots;
use crate::front::ui::instruments::table;
use crate::front::ui::instruments::timeline;
use crate::front::ui::style::icons::{self, Icon};
use crate::front::ui::style::look::Look;
use crate::model::config::view::{Counted, Instrument, View};
use crate::studio::session::{Action, Session};
use egui::{Button, Context, Frame, Id, Margin, Panel, Rect, Ui, UiBuilder, Vec2, vec2};

/// In a lower window the panes need all of the room.
const LEAST_WINDOW: f32 = 400.0;
/// In a lower window instruments begin folded.
const LOW_WINDOW: f32 = 700.0;
/// What of the window an instrument can take.
const MOST: f32 = 0.55;
const LEAST: f32 = 120.0;
/// The height of the tabs.
const TABS: f32 = 28.0;
const GAP: f32 = 12.0;
/// Beside the tabs with less room the choices of an instrument have a row of their own.
const NARROW: f32 = 240.0;

/// How an instrument that is open as a run begins is shown in a low window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Begun {
    /// The beginning that this is about.
    run: u64,
    /// Whether it waits until the view has it closed.
    folds: bool,
    /// Whether one was open in the last frame.
    open: bool,
}

/// The instrument that is shown, and whether the view is to close it: one that a scenario or the last start brings along does
/// not take a low window's room until the person opens it.
fn shown(ctx: &Context, session: &Session) -> (Option<Instrument>, bool) {
    let height = ctx.content_rect().height();
    let chosen = session.view().instrument;
    let id = Id::unique("instruments begun");
    let before = ctx.data(|data| data.get_temp::<Begun>(id));
    let run = session.runs();
    let begins = before.is_none_or(|before| before.run != run && !before.open);
    let folds = chosen.is_some() && (begins && height < LOW_WINDOW || before.is_some_and(|before| before.folds));
    ctx.data_mut(|data| data.insert_temp(id, Begun { run, folds, open: chosen.is_some() && !folds }));
    (chosen.filter(|_| !folds && height >= LEAST_WINDOW), folds)
}

/// Whether the timeline is shown, with its transport.
pub fn shows_timeline(ctx: &Context, session: &Session) -> bool {
    !session.is_presenting() && shown(ctx, session).0 == Some(Instrument::Timeline)
}

/// Shows the tabs, if there is room for them, and the chosen instrument.
pub fn show(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let window = ui.ctx().content_rect().height();
    if window < LEAST_WINDOW {
        return;
    }
    let (instrument, folds) = shown(ui.ctx(), session);
    let mut view = session.view();
    if folds {
        view.instrument = None;
    }
    let Some(instrument) = instrument else {
        let frame = Frame::new().fill(look.panel()).inner_margin(Margin::symmetric(10, 2));
        Panel::bottom("instrument tabs").resizable(false).exact_size(TABS).frame(frame).show_separator_line(false).show(
            ui,
            |ui| {
                ui.horizontal_centered(|ui| tabs(ui, &mut view, None));
            },
        );
        return changed(session, view, actions);
    };
    let most = (window * MOST).max(LEAST);
    let height = (view.instrument_height as f32).clamp(LEAST, most);
    let frame = Frame::new().fill(look.panel()).inner_margin(Margin { left: 10, right: 10, top: 7, bottom: 5 });
    let panel = Panel::bottom("instruments").resizable(false).exact_size(height).show_separator_line(false);
    panel.frame(frame).show(ui, |ui| {
        grip::show(ui, look, height, (LEAST, most), &mut view);
        head(ui, look, session, &mut view, instrument, actions);
        ui.add_space(2.0);
        let area = ui.available_rect_before_wrap();
        ui.allocate_rect(area, egui::Sense::hover());
        let beside = if view.code { code_width(instrument, area.size()) } else { 0.0 };
        let (left, right) = area.split_left_right_at_x(area.max.x - beside);
        let mut pointed = None;
        within(ui, "instrument", left, |ui| match instrument {
            Instrument::Timeline => {
                pointed = timeline::show(ui, look, session, &crate::front::ui::panes::pane_layout::visible(session), actions);
            }
            Instrument::Plots => plots::show(ui, look, session, &mut view),
            Instrument::Table => table::show(ui, look, session, actions),
            Instrument::Code => code::show(ui, look, session, None),
        });
        if beside > 0.0 {
            within(ui, "code", right.with_min_x(right.min.x + GAP), |ui| code::show(ui, look, session, pointed));
        }
    });
    changed(session, view, actions);
}

fn changed(session: &Session, view: View, actions: &mut Vec<Action>) {
    if view != session.view() {
        actions.push(Action::View(view));
    }
}

fn within(ui: &mut Ui, name: &str, rect: Rect, contents: impl FnOnce(&mut Ui)) {
    ui.scope_builder(UiBuilder::new().max_rect(rect).id_salt(name), |ui| {
        ui.shrink_clip_rect(rect);
        contents(ui);
    });
}

/// How wide the code is: nothing where the instrument needs the room.
fn code_width(instrument: Instrument, area: Vec2) -> f32 {
    let width = (area.x * 0.4).min(500.0);
    let least = match instrument {
        Instrument::Timeline => 520.0,
        Instrument::Plots => 800.0,
        Instrument::Table | Instrument::Code => return 0.0,
    };
    if area.x - width >= least { width } else { 0.0 }
}

/// The tabs: a click opens an instrument, and on the one that is `open` it folds it.
fn tabs(ui: &mut Ui, view: &mut View, open: Option<Instrument>) {
    ui.spacing_mut().item_spacing.x = 4.0;
    ui.spacing_mut().interact_size.y = 22.0;
    for (instrument, command) in INSTRUMENTS {
        let is_open = Some(instrument) == open;
        let tab = ui.add(Button::selectable(is_open, command.name).min_size(vec2(0.0, 22.0))).on_hover_text(command.tip());
        tab.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_open, format!("Show {}", command.name)));
        if tab.clicked() {
            view.instrument = if is_open { None } else { Some(instrument) };
        }
    }
}

/// The tabs, a button that folds it all, and the choices of the instrument.
fn head(ui: &mut Ui, look: Look, session: &Session, view: &mut View, instrument: Instrument, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        tabs(ui, view, Some(instrument));
        if icons::button(ui, look, Icon::Close, "Hide the instrument", "Only the panes and these tabs.") {
            view.instrument = None;
        }
        if ui.available_size_before_wrap().x < NARROW {
            ui.end_row();
        } else {
            ui.add_space(10.0);
        }
        match instrument {
            Instrument::Timeline => timeline::controls(ui, look, session, actions),
            Instrument::Plots => {
                for seconds in [2.0, 5.0, 20.0] {
                    let current = (view.plots_s - seconds).abs() < 1e-9;
                    let button = Button::selectable(current, format!("{seconds} s"));
                    if ui.add(button).on_hover_text("How far back the plots reach.").clicked() {
                        view.plots_s = seconds;
                    }
                }
            }
            Instrument::Table => {
                let choices = [
                    (Counted::Recent, "Last 2 s", "The last two seconds; passes at walls are those of the last six."),
                    (Counted::Whole, "Whole run", "Since the pane began; nothing is left out."),
                ];
                for (counted, name, about) in choices {
                    if ui.add(Button::selectable(view.counted == counted, name)).on_hover_text(about).clicked() {
                        view.counted = counted;
                    }
                }
            }
            Instrument::Code => {}
        }
    });
}
