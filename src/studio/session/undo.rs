//! What can be undone and redone: the steps that a person has made, in their order.
//!
//! What a command has set is set back by a command, given now and logged like any other: nothing is rewound. What replaced
//! the whole set-up is undone by putting the old one back as it stood; so the last three are kept.

use super::set_up::SetUp;
use super::setting::Setting;
use crate::model::config::PaneId;

/// Set-ups that are kept, each with all that its panes have recorded: for four panes less than 40 MB after a minute (a test).
const SET_UPS: usize = 3;
/// Steps that are kept.
const STEPS: usize = 100;
/// What slides further within this time is the same step, in seconds of the window's clock.
const SLIDES_ON: f64 = 1.0;

/// Something that was done.
pub struct Step {
    /// What was done, in a few words.
    pub words: String,
    /// What it comes to.
    pub change: Change,
    /// What slides, and may slide on; empty where nothing does.
    pub slides: Vec<String>,
}

/// What a step has changed.
pub enum Change {
    /// What was set, and what is.
    Settings(Box<(Setting, Setting)>),
    /// The set-up that is not there: before an undo the old one, before a redo the new one.
    SetUp(Box<SetUp>),
}

/// The steps done and undone.
#[derive(Default)]
pub struct Undo {
    /// The last one last.
    done: Vec<Step>,
    /// The next one to be redone last.
    undone: Vec<Step>,
    /// What the action that is being done has replaced.
    pub aside: Option<SetUp>,
    /// Whether the pointer is pressed: all that it drags is one step.
    held: bool,
    /// When the last step slid, or nothing slides on from it.
    slid: Option<f64>,
}

impl Undo {
    /// The pointer is pressed, or let go, at `real` seconds of the window's clock.
    pub fn hold(&mut self, held: bool, real: f64) {
        self.held = held;
        // What is pressed begins a step; the last bit of a drag comes with its end.
        self.slid = if held { None } else { self.slid.map(|_| real) };
    }

    /// A step is done at `real` seconds of the window's clock, or the last one goes on. What had been undone is gone.
    pub fn push(&mut self, step: Step, real: f64) {
        self.undone.clear();
        let goes_on = self.slid.is_some_and(|slid| self.held || (0.0..=SLIDES_ON).contains(&(real - slid)));
        self.slid = Some(real).filter(|_| !step.slides.is_empty());
        if let Some(last) =
            self.done.last_mut().filter(|last| goes_on && last.slides.iter().any(|name| step.slides.contains(name)))
        {
            match (&mut last.change, step.change) {
                (Change::Settings(before), Change::Settings(after)) => {
                    before.1 = after.1;
                    last.words = step.words;
                    last.slides.extend(step.slides);
                    return;
                }
                (Change::SetUp(_), Change::SetUp(_)) => {
                    last.words = step.words;
                    return;
                }
                (_, change) => return self.add(Step { change, ..step }),
            }
        }
        self.add(step);
    }

    fn add(&mut self, step: Step) {
        self.done.push(step);
        let kept = self.done.iter().enumerate().rev().filter(|(_, step)| matches!(step.change, Change::SetUp(_))).nth(SET_UPS);
        // What was done in a set-up that is gone is gone with it.
        let gone = kept.map_or(0, |(number, _)| number + 1).max(self.done.len().saturating_sub(STEPS));
        self.done.drain(..gone);
    }

    /// The step that is undone next, or redone next.
    pub fn next(&self, back: bool) -> Option<&Step> {
        if back { self.done.last() } else { self.undone.last() }
    }

    /// Takes that step; it is put back on the other side with [`Undo::put`].
    pub fn take(&mut self, back: bool) -> Option<Step> {
        self.slid = None;
        if back { self.done.pop() } else { self.undone.pop() }
    }

    /// A step has been undone, or redone.
    pub fn put(&mut self, back: bool, step: Step) {
        if back { self.undone.push(step) } else { self.done.push(step) }
    }

    /// A pane that was closed is open again, as another one.
    pub fn rename(&mut self, old: PaneId, new: PaneId) {
        for step in self.done.iter_mut().chain(&mut self.undone) {
            if let Change::Settings(both) = &mut step.change {
                both.0.rename(old, new);
                both.1.rename(old, new);
            }
        }
    }

    /// Whether nothing has been done that could be undone.
    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }
}
