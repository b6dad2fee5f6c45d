//! What the panes' steps do at their wall, kept for as long as it stays true.

use super::known_phases::For;
use super::state::Session;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::diagnose::phases::{Phases, phases};
use crate::model::world::StandingWall;
use std::rc::Rc;

/// It is worked out again so often, in laboratory time, and whenever the wall is moved.
const EVERY: Span = Span::from_flicks(FLICKS_PER_SECOND / 4);
const FLICK: Span = Span::from_flicks(1);

impl Session {
    /// The wall of pane `index` that a person can move, as it stands in what is looked at.
    pub fn wall(&self, index: usize) -> Option<StandingWall> {
        let seen = self.seen(index);
        let at = if seen.is_past() { seen.shown_frame()?.drawn } else { Time::NEVER };
        let computer = seen.pane().computer();
        computer.world().appearance().standing_wall(at)
    }

    /// What the steps of pane `index` do at its wall, where that is looked at: the last ones, or those around the step that a
    /// replay shows.
    pub fn phases(&self, index: usize) -> Option<Rc<Phases>> {
        let pane = &self.lab.panes()[index];
        let replayed = self.transport().wall_replay().filter(|replay| replay.pane == pane.id());
        let moment = match replayed {
            Some(replay) => replay.crossing.at + FLICK,
            None if self.view().phases => self.now().floor_to(EVERY),
            None => return None,
        };
        let wall = self.wall(index)?;
        let asked = For { pane: pane.id(), run: self.runs(), moment, wall: wall.wall };
        let mut known = self.known_phases.0.borrow_mut();
        if let Some((_, answer)) = known.iter().find(|(known, _)| *known == asked) {
            return answer.clone();
        }
        let answer = phases(pane, self.lab.settings(), &wall, moment).map(Rc::new);
        known.retain(|(known, _)| known.pane != asked.pane && self.lab.pane(known.pane).is_some());
        known.push((asked, answer.clone()));
        answer
    }
}
