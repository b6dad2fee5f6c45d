//! The phases of the panes' steps at their walls, computed once and kept while they stay true.

use crate::base::time::Time;
use crate::lab::diagnose::phases::{Phases, phases};
use crate::lab::panes::{Lab, Pane};
use crate::model::config::PaneLetter;
use crate::model::world::{StandingWall, Wall};
use std::cell::RefCell;
use std::rc::Rc;

/// The inputs of an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Question {
    pane: PaneLetter,
    moment: Time,
    wall: Wall,
}

/// The last answer for each pane of a run.
#[derive(Default)]
pub(super) struct WallPhases {
    answers: RefCell<Vec<(Question, Option<Rc<Phases>>)>>,
}

impl WallPhases {
    /// Returns the phases of the steps of `pane` around `moment`, for the wall where it stands; `None` if they tell nothing.
    pub(super) fn of(&self, lab: &Lab, pane: &Pane, wall: &StandingWall, moment: Time) -> Option<Rc<Phases>> {
        let question = Question { pane: pane.letter(), moment, wall: wall.wall };
        let mut answers = self.answers.borrow_mut();
        if let Some((_, answer)) = answers.iter().find(|(known, _)| *known == question) {
            return answer.clone();
        }
        let answer = phases(pane, lab.settings(), wall, moment).map(Rc::new);
        answers.retain(|(known, _)| known.pane != question.pane && lab.pane(known.pane).is_some());
        answers.push((question, answer.clone()));
        answer
    }
}
