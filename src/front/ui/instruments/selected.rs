//! What is shown under the panes: one instrument at a time, in a panel whose upper edge can be dragged, and the selected
//! loop's code beside it.

use crate::front::ui::instruments::code;
use crate::front::ui::instruments::plots;
use crate::front::ui::instruments::table;
use crate::front::ui::instruments::timeline;
use crate::front::ui::style::icons::{self, Icon};
use crate::front::ui::style::look::Look;
use crate::model::config::view::{Counted, Instrument, View};
use crate::studio::session::{Action, Session};
use egui::{Button, Context, Frame, Margin, Panel, Rect, Ui, UiBuilder, Vec2};

/// Each instrument with its name, and what it is with its key.
pub const ALL: [(Instrument, &str, &str); 3] = [
    (Instrument::Timeline, "Timeline", "What every pane's computer does, moment by moment, and the way back to any of them (Q)."),
    (Instrument::Plots, "Plots", "Frame time, step size, updates a turn and s − d over time, and the cadence (O)."),
    (Instrument::Table, "Table", "Every number of every pane, side by side, to be sorted (Y)."),
];

/// In a lower window the panes need all of the room, unless only one is shown.
const LEAST_WINDOW: f32 = 560.0;
const LEAST: f32 = 150.0;
const GAP: f32 = 12.0;

/// The instrument that is shown: the chosen one, if there is room.
fn shown(ctx: &Context, session: &Session) -> Option<Instrument> {
    let height = ctx.content_rect().height();
    let roomy = height >= LEAST_WINDOW || (session.enlarged().is_some() && height >= LEAST * 2.5);
    session.view().instrument.filter(|_| roomy && !session.is_presenting())
}

/// Whether the timeline is shown, with its transport.
pub fn shows_timeline(ctx: &Context, session: &Session) -> bool {
    shown(ctx, session) == Some(Instrument::Timeline)
}

/// Shows the chosen instrument, if one is and there is room.
pub fn show(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let Some(instrument) = shown(ui.ctx(), session) else { return };
    let height = ui.ctx().content_rect().height();
    let most = (height * 0.6).max(LEAST);
    let panel = Panel::bottom("instruments").resizable(true).default_size((height * 0.3).clamp(180.0_f32.min(most), 320.0));
    let frame = Frame::new().fill(look.panel()).inner_margin(Margin::symmetric(10, 5));
    panel.size_range(LEAST..=most).frame(frame).show(ui, |ui| {
        let mut view = session.view();
        head(ui, look, session, &mut view, instrument, actions);
        if view != session.view() {
            actions.push(Action::View(view));
        }
        ui.add_space(2.0);
        let area = ui.available_rect_before_wrap();
        ui.allocate_rect(area, egui::Sense::hover());
        let beside = if session.view().code { code_width(instrument, area.size()) } else { 0.0 };
        let (left, right) = area.split_left_right_at_x(area.max.x - beside);
        let mut pointed = None;
        within(ui, "instrument", left, |ui| match instrument {
            Instrument::Timeline => {
                pointed = timeline::show(ui, look, session, &crate::front::ui::panes::grid::visible(session), actions);
            }
            Instrument::Plots => plots::show(ui, look, session),
            Instrument::Table => table::show(ui, look, session),
        });
        if beside > 0.0 {
            within(ui, "code", right.with_min_x(right.min.x + GAP), |ui| code::show(ui, look, session, pointed));
        }
    });
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
        Instrument::Plots => 700.0,
        Instrument::Table => 1000.0,
    };
    if area.x - width >= least { width } else { 0.0 }
}

/// The tabs, a button that hides it all, and the choices of the instrument.
fn head(ui: &mut Ui, look: Look, session: &Session, view: &mut View, instrument: Instrument, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (other, name, about) in ALL {
            let tab = Button::selectable(other == instrument, name);
            let tab = ui.add(tab).on_hover_text(about);
            tab.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, other == instrument, format!("Show {name}")));
            if tab.clicked() {
                view.instrument = Some(other);
            }
        }
        if icons::button(ui, look, Icon::Close, "Hide the instrument", "Only the panes.") {
            view.instrument = None;
        }
        ui.add_space(10.0);
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
        }
    });
}
