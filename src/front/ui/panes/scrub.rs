//! The pointer on an instrument that shows time under a world: a click selects the pane, a drag goes back in time.

use crate::front::ui::pass::UiPass;
use crate::studio::session::Session;
use crate::studio::session::action::{Action, ViewAction};
use crate::studio::session::playhead::{self, Move, Unit};
use egui::{Id, Pos2, Rect, Response, Sense, Ui};
use tickscope_core::base::time::Time;

pub struct ScrubArea {
    id: Id,
    pub response: Response,
    /// The newest moment of the instrument while the pointer is dragged on it; then the instrument stands still, and a line marks
    /// the shown moment. `None` without a drag.
    pub stands: Option<Time>,
    is_touched: bool,
}

impl ScrubArea {
    pub fn of(ui: &Ui, session: &Session, name: &'static str, index: usize, rect: Rect) -> ScrubArea {
        let id = ui.scope_id().with((name, index));
        // In a part of another page the instrument takes no clicks; they belong to the pane.
        let is_touched = !session.window.host.embedded;
        let response = ui.interact(rect, id, if is_touched { Sense::click_and_drag() } else { Sense::hover() });
        let stands = ui.data(|data| data.get_temp::<Time>(id)).filter(|_| response.dragged());
        ScrubArea { id, response, stands, is_touched }
    }

    /// Gives the sentence that `label` returns to a screen reader. `label` is called only if there is one.
    pub fn read_out(&self, label: impl Fn() -> String) {
        let role = if self.is_touched { egui::Role::Button } else { egui::Role::Image };
        self.response.widget_info(|| egui::WidgetInfo::labeled(role, true, label()));
    }

    /// Moves the playhead to the moment under the pointer during a drag, selects the pane at a click, and moves the playhead one
    /// refresh back if a key presses the instrument. `moment` returns the time at a position.
    pub fn touch(&self, ui: &Ui, pass: &mut UiPass, index: usize, moment: impl Fn(Pos2) -> Time) {
        let session = pass.session;
        if !self.is_touched {
            return;
        }
        if !self.response.dragged() {
            ui.data_mut(|data| data.remove::<Time>(self.id));
        }
        match self.response.interact_pointer_pos() {
            Some(pointer) if self.response.dragged() => {
                ui.data_mut(|data| {
                    data.get_temp_mut_or_insert_with(self.id, || session.run.now());
                });
                let moment = moment(pointer).min(session.run.lab.now()).max(playhead::oldest(&session.run.lab));
                if moment != session.run.now() {
                    pass.actions.push(Action::View(ViewAction::Transport(Move::Scrub(moment))));
                }
            }
            Some(_) if self.response.clicked() => pass.actions.push(Action::View(ViewAction::Select(index))),
            None if self.response.clicked() => pass.actions.push(Action::View(ViewAction::Transport(Move::Back(Unit::Refresh)))),
            _ => {}
        }
    }
}
