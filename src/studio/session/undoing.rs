//! Undo and redo: what they do to a session, and what they are told of each action.

use super::action::Action;
use super::dialog::Notice;
use super::selection::Selection;
use super::set_up::SetUp;
use super::setting::Setting;
use super::state::Session;
use super::step_words::shown;
use super::transport::Transport;
use super::undo::{Change, Step};
use crate::base::params::{Invalid, Value};
use crate::base::time::Time;
use crate::lab::panes::Lab;
use crate::lab::panes::Pane;
use crate::model::config::{Command, ControlInput, PaneId, View};
use std::mem::swap;

/// An action that may become a step: what it sets, as it was before.
pub(super) struct Before {
    setting: Setting,
    words: String,
    slides: Vec<String>,
    /// Whether it replaces everything by a key or a click, so that a person is told how to come back.
    replaces_all: bool,
    /// How many runs there had been.
    runs: u64,
}

impl Session {
    /// What would be undone, in a few words; nothing where nothing can be.
    pub fn can_undo(&self) -> Option<&str> {
        self.undo.next(true).map(|step| step.words.as_str())
    }

    /// What would be redone, in a few words; nothing where nothing was undone.
    pub fn can_redo(&self) -> Option<&str> {
        self.undo.next(false).map(|step| step.words.as_str())
    }

    /// Everything that can be set without a new run, as it is now.
    fn setting(&self) -> Setting {
        Setting::new(self.lab.settings(), self.pane_ids(), self.view, self.theme)
    }

    fn pane_ids(&self) -> Vec<PaneId> {
        self.lab.panes().iter().map(Pane::id).collect()
    }

    /// What is to be known of an action before it is done; nothing of one that is never undone.
    pub(super) fn before(&self, action: &Action) -> Option<Before> {
        let is_undone = matches!(
            action,
            Action::Lab(_)
                | Action::PresentAll(_)
                | Action::Scene(_)
                | Action::SceneOption(..)
                | Action::ReplayDrive
                | Action::PlayDrive(_)
                | Action::Restart
                | Action::View(_)
                | Action::Theme(_)
                | Action::Open(_)
                | Action::NextScenario(_)
                | Action::Race
                | Action::ThreeComputers
                | Action::Demonstrate
        );
        let slides = match action {
            Action::SceneOption(name, Value::Number(_)) => vec![format!("world {name}")],
            Action::Restart => vec!["restart".to_owned()],
            _ => Vec::new(),
        };
        let replaces_all =
            matches!(action, Action::Open(_) | Action::NextScenario(_) | Action::ThreeComputers | Action::Demonstrate);
        let runs = self.runs;
        is_undone.then(|| Before { setting: self.setting(), words: self.in_words(action), slides, replaces_all, runs })
    }

    /// An action has been done: it is a step if it has changed something.
    pub(super) fn done(&mut self, before: Option<Before>) {
        if let Some(old) = self.undo.aside.take() {
            return self.replaced(old, before);
        }
        let Some(Before { setting, mut words, replaces_all, runs, .. }) = before else { return };
        // What replaced a window that had shown nothing yet: its settings alone would not be that window.
        if replaces_all && self.runs != runs {
            return;
        }
        let now = self.setting();
        if now != setting {
            let found = setting.differences(&now);
            if words.is_empty() {
                words = found.iter().map(|one| shown(&one.name)).collect::<Vec<_>>().join(", ");
            }
            let slides = found.into_iter().filter(|one| one.slides).map(|one| one.name).collect();
            let change = Change::Settings(Box::new((setting, now)));
            self.undo.push(Step { words, change, slides }, self.real);
        }
    }

    /// Another run has begun.
    fn replaced(&mut self, old: SetUp, before: Option<Before>) {
        let replaces_all = before.as_ref().is_some_and(|before| before.replaces_all);
        let (mut words, slides) = before.map_or_else(Default::default, |before| (before.words, before.slides));
        if words.is_empty() {
            words = if self.opened.name.is_empty() { "the new run".to_owned() } else { self.opened.name.clone() };
        }
        // A scenario that nobody has changed can be opened again.
        let is_lost = !old.lab.is_as_scripted() || old.opened.name.is_empty();
        if replaces_all && is_lost && old.take.is_none() {
            self.tell(Notice::good("What was here before is kept as it stood: Ctrl Z brings it back."));
        }
        self.undo.push(Step { words, change: Change::SetUp(Box::new(old)), slides }, self.real);
    }

    /// Undoes the last step, or redoes the one that was undone last.
    pub(super) fn undo_or_redo(&mut self, back: bool) -> Result<(), Invalid> {
        while let Some(mut step) = self.undo.take(back) {
            let changed = match &mut step.change {
                Change::SetUp(other) => {
                    self.exchange(other);
                    true
                }
                Change::Settings(both) => {
                    let (from, to) = if back { (&both.1, &both.0) } else { (&both.0, &both.1) };
                    let (commands, opened) = from.commands_to(to, self.lab.settings(), &self.pane_ids())?;
                    let (view, theme) = (to.view, to.theme);
                    let shown = from.view != view || from.theme != theme;
                    let changed = shown || !commands.is_empty();
                    if shown {
                        (self.view, self.theme) = (View { camera: self.view.camera, ..view }, theme);
                    }
                    let renamed = self.give_back(commands, opened)?;
                    for (old, new) in renamed {
                        both.0.rename(old, new);
                        both.1.rename(old, new);
                        self.undo.rename(old, new);
                    }
                    changed
                }
            };
            // What a script has set back in the meantime is no step any more.
            if changed {
                self.undo.put(back, step);
                break;
            }
        }
        Ok(())
    }

    /// Gives the commands of a step; each pane that is opened again is selected, and has a new identity.
    fn give_back(&mut self, commands: Vec<Command>, opened: Vec<PaneId>) -> Result<Vec<(PaneId, PaneId)>, Invalid> {
        let mut opened = opened.into_iter();
        let mut renamed = Vec::new();
        for command in commands {
            let opens = matches!(command, Command::AddPane(_));
            self.command(command)?;
            self.follow_panes();
            if let (true, Some(pane), Some(old)) = (opens, self.lab.panes().last().map(Pane::id), opened.next()) {
                renamed.push((old, pane));
            }
        }
        if let Some(place) = renamed.last().and_then(|(_, pane)| self.lab.place_of(*pane)) {
            self.selection.select(place);
        }
        Ok(renamed)
    }

    /// Another run takes the place of this one, which is put aside as it stands.
    pub(super) fn replace_run(&mut self, lab: Lab, take: Option<Time>) {
        // A window that has shown nothing yet has nothing to go back to.
        let kept = self.runs > 0 || self.lab.now() > Time::ZERO || !self.undo.is_empty();
        let mut other = SetUp {
            selection: Selection::new(self.selected(), self.enlarged(), lab.panes()),
            lab,
            transport: Transport::default(),
            opened: self.opened.clone(),
            view: self.view,
            theme: self.theme,
            speed: self.transport.speed_before().unwrap_or(self.speed),
            playing: self.playing,
            finish: None,
            held: ControlInput::default(),
            take,
        };
        self.exchange(&mut other);
        // Of two runs in one action the first is where it began.
        if kept && self.undo.aside.is_none() {
            self.undo.aside = Some(other);
        }
    }

    /// What was replaced is there, and what replaced it is put aside.
    fn exchange(&mut self, other: &mut SetUp) {
        swap(&mut self.lab, &mut other.lab);
        swap(&mut self.transport, &mut other.transport);
        swap(&mut self.selection, &mut other.selection);
        swap(&mut self.opened, &mut other.opened);
        swap(&mut self.view, &mut other.view);
        swap(&mut self.theme, &mut other.theme);
        swap(&mut self.speed, &mut other.speed);
        swap(&mut self.playing, &mut other.playing);
        swap(&mut self.finish, &mut other.finish);
        swap(&mut self.held, &mut other.held);
        swap(&mut self.take, &mut other.take);
        self.pacer.forget();
        self.pacer.forget_cost();
        self.hammer.forget_stall();
        self.shows_tables &= self.has_tables();
        self.runs += 1;
    }
}
