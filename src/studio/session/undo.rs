//! Undo and redo: the steps that a person has made, in their order, and how they are taken back.
//!
//! What a command has set is set back by a command, given now and logged like any other: nothing is rewound. A run that was
//! replaced is put back as it stood; so the last three are kept.

use super::action::Action;
use super::dialog::Notice;
use super::undo_state::UndoState;
use super::watched_run::WatchedRun;
use crate::base::params::{Invalid, Param, Value};
use crate::lab::panes::Pane;
use crate::model::config::view::Theme;
use crate::model::config::{Command, PaneId, PaneLetter, Settings, View};
use crate::model::strategies;
use crate::model::worlds;
use crate::studio::export::numbers::named;

/// Runs that are kept, each with all that its panes have recorded: for four panes less than 40 MB after a minute (a test).
const MAX_RUNS: usize = 3;
/// Steps that are kept.
const MAX_STEPS: usize = 100;
/// A slider that moves again within this time continues its step, in seconds of the window's clock.
const SLIDES_ON_S: f64 = 1.0;

/// The steps done and undone.
#[derive(Default)]
pub struct Undo {
    /// The last one last.
    done: Vec<Step>,
    /// The next one to be redone last.
    undone: Vec<Step>,
    /// The run that the action in progress has replaced.
    replaced: Option<WatchedRun>,
    /// Whether the pointer is pressed: everything that it drags is one step.
    held: bool,
    /// When the last step slid; `None` if nothing slides on from it.
    slid: Option<f64>,
}

/// An action that a person has done.
struct Step {
    /// Names it in a few words.
    words: String,
    change: Change,
    /// The settings that slide in it, and may slide on.
    slides: Vec<String>,
}

/// The effect of a step.
enum Change {
    /// The state before and after it.
    Settings(Box<(UndoState, UndoState)>),
    /// The run that is not watched: before an undo the old one, before a redo the new one.
    Run(Box<WatchedRun>),
}

/// An action in progress that may become a step, with the state before it.
pub struct PendingUndo {
    state: UndoState,
    words: String,
    slides: Vec<String>,
    /// Whether it replaces everything by a key or a click, so that a person is told how to come back.
    replaces_all: bool,
    /// How many runs there had been.
    runs: u64,
}

/// The effect of an undo or a redo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undone {
    /// There was no step, or something was set.
    Settings,
    /// Another run is watched.
    Run,
}

impl PendingUndo {
    /// Describes `action` before it is done, in the `runs`th run; `None` for an action that is never undone.
    pub fn new(action: &Action, run: &WatchedRun, runs: u64) -> Option<PendingUndo> {
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
        let words = || action_in_words(action, run.lab().settings());
        is_undone.then(|| PendingUndo { state: UndoState::of(run), words: words(), slides, replaces_all, runs })
    }
}

impl Undo {
    /// Notes that the pointer is pressed, or released, at `real` seconds of the window's clock.
    pub fn hold(&mut self, held: bool, real: f64) {
        self.held = held;
        // A press begins a step; the last bit of a drag comes with its end.
        self.slid = if held { None } else { self.slid.map(|_| real) };
    }

    /// Keeps the run that the action in progress has replaced. Of two runs in one action the first is kept.
    pub fn keep_replaced(&mut self, old: WatchedRun) {
        self.replaced = self.replaced.take().or(Some(old));
    }

    /// Drops the run that was replaced, because no person has asked for it.
    pub fn drop_replaced(&mut self) {
        self.replaced = None;
    }

    /// Adds the action that has just been done, if it has changed something. Returns the notice that it calls for.
    pub fn finish(&mut self, pending: Option<PendingUndo>, run: &WatchedRun, runs: u64, real: f64) -> Option<Notice> {
        if let Some(old) = self.replaced.take() {
            return self.add_replaced(old, pending, run, real);
        }
        let PendingUndo { state, mut words, replaces_all, runs: runs_before, .. } = pending?;
        // Nothing had been shown yet in the run that was replaced, so there is nothing to undo to.
        if replaces_all && runs != runs_before {
            return None;
        }
        let now = UndoState::of(run);
        if now != state {
            let found = state.differences(&now);
            if words.is_empty() {
                words = found
                    .iter()
                    .map(|one| View::name_of(&one.name.replace(' ', "_")).unwrap_or(&one.name))
                    .collect::<Vec<_>>()
                    .join(", ");
            }
            let slides = found.into_iter().filter(|one| one.slides).map(|one| one.name).collect();
            self.add(Step { words, change: Change::Settings(Box::new((state, now))), slides }, real);
        }
        None
    }

    /// Adds a step in which `run` has replaced `old`.
    fn add_replaced(&mut self, old: WatchedRun, pending: Option<PendingUndo>, run: &WatchedRun, real: f64) -> Option<Notice> {
        let replaces_all = pending.as_ref().is_some_and(|pending| pending.replaces_all);
        let (mut words, slides) = pending.map_or_else(Default::default, |pending| (pending.words, pending.slides));
        if words.is_empty() {
            let title = Some(run.title().0).filter(|title| !title.is_empty());
            words.push_str(title.unwrap_or("the new run"));
        }
        // A scenario that nobody has changed can be opened again.
        let is_lost = !old.lab().is_as_scripted() || old.title().0.is_empty();
        let tells = replaces_all && is_lost && old.take().is_none();
        self.add(Step { words, change: Change::Run(Box::new(old)), slides }, real);
        tells.then(|| Notice::good("What was here before is kept as it stood: Ctrl Z brings it back."))
    }

    /// Adds a step that was done at `real` seconds of the window's clock, or continues the last one. Nothing can be redone then.
    fn add(&mut self, step: Step, real: f64) {
        self.undone.clear();
        let goes_on = self.slid.is_some_and(|slid| self.held || (0.0..=SLIDES_ON_S).contains(&(real - slid)));
        self.slid = Some(real).filter(|_| !step.slides.is_empty());
        if let Some(last) =
            self.done.last_mut().filter(|last| goes_on && last.slides.iter().any(|name| step.slides.contains(name)))
        {
            match (&mut last.change, &step.change) {
                (Change::Settings(both), Change::Settings(new)) => {
                    both.1 = new.1.clone();
                    last.words = step.words;
                    last.slides.extend(step.slides);
                    return;
                }
                (Change::Run(_), Change::Run(_)) => {
                    last.words = step.words;
                    return;
                }
                _ => {}
            }
        }
        self.done.push(step);
        let kept = self.done.iter().enumerate().rev().filter(|(_, step)| matches!(step.change, Change::Run(_))).nth(MAX_RUNS);
        // Steps that belong to a dropped run are dropped with it.
        let dropped = kept.map_or(0, |(index, _)| index + 1).max(self.done.len().saturating_sub(MAX_STEPS));
        self.done.drain(..dropped);
    }

    /// Returns the words of the step that is undone next (`back`) or redone next; `None` if there is none.
    pub fn next(&self, back: bool) -> Option<&str> {
        let step = if back { self.done.last() } else { self.undone.last() };
        step.map(|step| step.words.as_str())
    }

    /// Whether there is no step that could be undone.
    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }

    /// Undoes the last step (`back`), or redoes the one that was undone last.
    ///
    /// # Errors
    /// If what it sets is not allowed now.
    pub fn apply(&mut self, back: bool, run: &mut WatchedRun) -> Result<Undone, Invalid> {
        self.slid = None;
        while let Some(mut step) = if back { self.done.pop() } else { self.undone.pop() } {
            let (changed, undone) = match &mut step.change {
                Change::Run(other) => {
                    std::mem::swap(run, other);
                    (true, Undone::Run)
                }
                Change::Settings(both) => {
                    let (from, to) = if back { (&both.1, &both.0) } else { (&both.0, &both.1) };
                    let (commands, opened) = from.commands_to(to, run)?;
                    let (view, theme) = (to.view, to.theme);
                    let shown = from.view != view || from.theme != theme;
                    let changed = shown || !commands.is_empty();
                    if shown {
                        run.set_view(View { camera: run.view().camera, ..view });
                        run.set_theme(theme);
                    }
                    for (old, new) in give(run, commands, opened)? {
                        both.0.rename(old, new);
                        both.1.rename(old, new);
                        self.rename(old, new);
                    }
                    (changed, Undone::Settings)
                }
            };
            // What a script has set back in the meantime is no step any more.
            if changed {
                let other = if back { &mut self.undone } else { &mut self.done };
                other.push(step);
                return Ok(undone);
            }
        }
        Ok(Undone::Settings)
    }

    /// Replaces the pane `old` by `new`, as which it has been opened again.
    fn rename(&mut self, old: PaneId, new: PaneId) {
        for step in self.done.iter_mut().chain(&mut self.undone) {
            if let Change::Settings(both) = &mut step.change {
                both.0.rename(old, new);
                both.1.rename(old, new);
            }
        }
    }
}

/// Gives the commands of a step, and selects the pane that is opened again. Returns the old and the new identity of each.
fn give(run: &mut WatchedRun, commands: Vec<Command>, opened: Vec<PaneId>) -> Result<Vec<(PaneId, PaneId)>, Invalid> {
    let mut opened = opened.into_iter();
    let mut renamed = Vec::new();
    for command in commands {
        let opens = matches!(command, Command::AddPane(_));
        run.command(command)?;
        if let (true, Some(pane), Some(old)) = (opens, run.lab().panes().last().map(Pane::id), opened.next()) {
            renamed.push((old, pane));
        }
    }
    if let Some(index) = renamed.last().and_then(|(_, pane)| run.lab().place_of(*pane)) {
        run.select(index);
    }
    Ok(renamed)
}

/// Names an action in the words of the controls that do it; empty where its differences say more.
fn action_in_words(action: &Action, settings: &Settings) -> String {
    match action {
        Action::Lab(command) => command_in_words(&command.clone().without_unchanged(settings), settings),
        Action::PresentAll(drawn) => format!("all drawn {}", drawn.map_or("as published", |drawn| drawn.id())),
        Action::Scene(id) => format!("the world {}", worlds::find(id).map_or(id.as_str(), |kind| kind.name)),
        Action::SceneOption(name, value) => option_in_words(name, value, settings),
        Action::ReplayDrive | Action::PlayDrive(_) => "the recorded drive".to_owned(),
        Action::Restart => "the restart".to_owned(),
        Action::Race => "the race".to_owned(),
        Action::ThreeComputers => "one loop on three computers".to_owned(),
        Action::Demonstrate => "the demonstration".to_owned(),
        Action::Theme(Theme::Light) => "the light theme".to_owned(),
        Action::Theme(Theme::Dark) => "the dark theme".to_owned(),
        _ => String::new(),
    }
}

fn command_in_words(command: &Command, settings: &Settings) -> String {
    let loop_name = |id: &str| strategies::find(id).map_or_else(|_| id.to_owned(), |strategy| strategy.name.to_string());
    match command {
        Command::Strategy { pane, strategy } => format!("{}: {}", PaneLetter(*pane), loop_name(strategy)),
        Command::Param { pane, name, value } => {
            let strategy = settings.panes.get(*pane).and_then(|pane| strategies::find(&pane.strategy).ok());
            let param = strategy.and_then(|strategy| strategy.params.iter().find(|param| param.name == name.as_str()));
            format!("{}: {}", PaneLetter(*pane), value_in_words(param, name, value))
        }
        Command::SceneOption { name, value } => option_in_words(name, value, settings),
        Command::AddPane(pane) => format!("one more pane: {}", loop_name(&pane.strategy)),
        other => other.in_words(),
    }
}

fn option_in_words(name: &str, value: &Value, settings: &Settings) -> String {
    let world = worlds::find(&settings.scene.id).ok();
    value_in_words(world.and_then(|world| world.options.iter().find(|param| param.name == name)), name, value)
}

fn value_in_words(param: Option<&Param>, name: &str, value: &Value) -> String {
    param.map_or_else(|| format!("{name} {value}"), |param| named(param, value))
}
