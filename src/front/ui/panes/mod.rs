//! The panes: where they stand, and what each shows around its world.

mod header;
mod one_stage;
mod over_world;
mod pane;
pub mod pane_layout;
pub mod presentation_choice;
pub mod pulse;
mod readouts;
mod scrub;
mod strategy_list;
pub mod strip;
pub mod wall;
pub mod work_block;
mod world_marks;

use crate::front::ui::style::look::Look;
use crate::studio::session::Session;
use egui::{Rect, Ui};
use over_world::Surroundings;
use pane_layout::{PaneLayout, UiOutput, lay_out, visible};
use pulse::PulseScale;

pub fn area(room: Rect) -> Rect {
    room.shrink(4.0)
}

pub fn show(ui: &mut Ui, look: Look, session: &Session, shown: &mut UiOutput) {
    let room = area(ui.available_rect_before_wrap());
    let layout = work_block::below(ui, session, room, |room| lay_out(ui, session, room, &visible(session)));
    show_laid_out(ui, look, session, &layout, shown);
}

pub fn show_selected(ui: &mut Ui, look: Look, session: &Session, shown: &mut UiOutput) {
    let room = area(ui.available_rect_before_wrap());
    let layout = work_block::below(ui, session, room, |room| lay_out(ui, session, room, &[session.selected()]));
    each(ui, look, session, &layout, shown);
}

pub fn show_laid_out(ui: &mut Ui, look: Look, session: &Session, layout: &[PaneLayout], shown: &mut UiOutput) {
    if session.shows_one_stage() {
        return one_stage::show(ui, look, session, area(ui.available_rect_before_wrap()), shown);
    }
    each(ui, look, session, layout, shown);
}

fn each(ui: &mut Ui, look: Look, session: &Session, layout: &[PaneLayout], shown: &mut UiOutput) {
    let Some(first) = layout.first() else { return };
    work_block::show(ui, look, session, area(ui.available_rect_before_wrap()), layout);
    let panes: Vec<usize> = layout.iter().map(|pane| pane.index).collect();
    let around = Surroundings::of(ui, look, session, &panes, first.world.size());
    let scale = PulseScale::of(session);
    for pane in layout {
        pane::show(ui, look, session, (pane, around, &scale), shown);
    }
}
