//! Undo and redo: the steps that a person has made, in their order, and how they are taken back.
//!
//! What a patch has set is set back by the reversed patch, given now and logged like any other: nothing is rewound. A pane that
//! was closed, and a run that was replaced, are put back as they stood; so the last three are kept.

use super::action::{Action, Notice};
use super::change::{Change, PaneChange};
use super::watched_run::WatchedRun;
use tickscope_core::config::view::{CameraView, Theme};
use tickscope_core::config::{Command, Owner, PaneLetter, Patch, SettingPath, Settings, View};
use tickscope_core::numbers::named;
use tickscope_core::params::{Invalid, Param, Value};
use tickscope_core::{scripts, worlds};

/// The number of replaced runs that are kept, each with all recordings of its panes: for four panes less than 40 MB after a
/// minute (a test).
const MAX_RUNS: usize = 3;
/// The number of steps that are kept.
const MAX_STEPS: usize = 100;
/// The time within which a slider that moves again continues its step, in seconds of the window's clock.
const SLIDES_ON_S: f64 = 1.0;

/// The steps done and undone.
#[derive(Default)]
pub struct Undo {
    /// The steps that were done, the last one last.
    done: Vec<Step>,
    /// The steps that were undone; the next one to be redone is the last.
    undone: Vec<Step>,
    /// The run that the action in progress has replaced.
    replaced: Option<WatchedRun>,
    /// Whether the pointer is pressed: everything that it drags is one step.
    held: bool,
    /// The moment of the last step if a slider made it, in seconds of the window's clock; `None` if the next one begins a
    /// step of its own.
    slid: Option<f64>,
}

/// An action that a person has done.
struct Step {
    /// The name of the step in a few words.
    words: String,
    effect: Effect,
    /// The settings that sliders change in it, and may go on changing.
    slides: Vec<String>,
}

/// The effect of a step.
enum Effect {
    /// A command.
    Command(Change),
    /// What is shown, and the theme, before and after.
    Shown { back: (View, Theme), forth: (View, Theme) },
    /// The run that is not watched: the old one until an undo, the new one until a redo.
    Run(Box<WatchedRun>),
}

impl Effect {
    /// Has the effect on `run` as it is now, `back` or forth: sets what it contains, and leaves everything else. Returns whether
    /// something has changed.
    fn apply(&mut self, back: bool, run: &mut WatchedRun) -> Result<bool, Invalid> {
        match self {
            Effect::Command(Change::Settings { back: reversed, forth }) => set(if back { reversed } else { forth }, run),
            Effect::Command(Change::Panes { back: reversed, forth }) => change_panes(if back { reversed } else { forth }, run),
            Effect::Shown { back: before, forth } => {
                let (view, theme) = if back { *before } else { *forth };
                run.view = View { camera: run.view.camera, ..view };
                run.theme = theme;
                Ok(true)
            }
            Effect::Run(other) => {
                std::mem::swap(run, other);
                Ok(true)
            }
        }
    }

    /// Continues the effect with a later one, if both are of one kind: it then leads back to the first state and forth to the last
    /// one. Returns whether they are.
    fn extend(&mut self, later: &Effect) -> bool {
        match (self, later) {
            (
                Effect::Command(Change::Settings { back, forth }),
                Effect::Command(Change::Settings { back: later_back, forth: later }),
            ) => {
                let first = std::mem::replace(back, later_back.clone());
                back.extend(first);
                forth.extend(later.clone());
            }
            (Effect::Shown { forth, .. }, Effect::Shown { forth: later, .. }) => *forth = *later,
            (Effect::Run(_), Effect::Run(_)) => {}
            _ => return false,
        }
        true
    }
}

/// Sets the values of `patch` whose panes are there. Returns whether that has changed something.
fn set(patch: &Patch, run: &mut WatchedRun) -> Result<bool, Invalid> {
    let settings = run.lab.settings();
    let mut patch = patch.clone();
    patch.retain(|path| path.pane().is_none_or(|pane| settings.pane(pane).is_some()));
    patch.drop_all_unchanged(settings);
    if patch.is_empty() {
        return Ok(false);
    }
    run.command(Command::Set(patch)).map(|()| true)
}

/// Changes the list of panes, unless a script has made that impossible in the meantime. Returns whether something has changed.
fn change_panes(change: &PaneChange, run: &mut WatchedRun) -> Result<bool, Invalid> {
    let is_there = |letter: PaneLetter| run.lab.pane(letter).is_some();
    match change {
        PaneChange::Close(letter) if is_there(*letter) && run.lab.panes().len() > 1 => {
            run.command(Command::ClosePane(*letter))?;
        }
        PaneChange::Reopen { pane, index, number } if !is_there(pane.letter()) => {
            let letter = pane.letter();
            if run.reopen(*number).is_err() {
                run.command(Command::AddPane((**pane).clone()))?;
            }
            // It may stand elsewhere now: it changes places with one pane after the other.
            let index = (*index).min(run.lab.panes().len() - 1);
            while let Some(position) = run.lab.index_of(letter).filter(|position| *position != index) {
                let other = if position > index { position - 1 } else { position + 1 };
                run.command(Command::SwapPanes(run.lab.panes()[other].letter(), letter))?;
            }
            if let Some(index) = run.lab.index_of(letter) {
                run.selection.select(index);
            }
        }
        PaneChange::Swap(a, b) if is_there(*a) && is_there(*b) => run.command(Command::SwapPanes(*a, *b))?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// An action in progress that may become a step, with what was shown before it.
pub struct PendingUndo {
    shown: (View, Theme),
    words: String,
    slides: Vec<String>,
    /// Whether the action replaces everything at once by a key or a click; a notice then says how to undo it.
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
                | Action::RunHeldBack
                | Action::EditLoops(_)
                | Action::NextScenario(_)
                | Action::Beside(_)
                | Action::ThreeComputers
                | Action::CompareWithOriginal(_)
                | Action::Demonstrate
        );
        let slides = match action {
            Action::SceneOption(name, Value::Number(_)) => vec![format!("world {name}")],
            Action::Restart => vec!["restart".to_owned()],
            _ => Vec::new(),
        };
        let replaces_all = matches!(
            action,
            Action::Open(_)
                | Action::RunHeldBack
                | Action::NextScenario(_)
                | Action::Beside(_)
                | Action::ThreeComputers
                | Action::Demonstrate
        );
        let words = || action_in_words(action, run.lab.settings());
        is_undone.then(|| PendingUndo { shown: shown_by(run), words: words(), slides, replaces_all, runs })
    }
}

impl Undo {
    /// Notes that the pointer is pressed, or released, at `real` seconds of the window's clock.
    pub fn hold(&mut self, held: bool, real: f64) {
        self.held = held;
        // A press begins a new step; a release does not, because the last part of a drag comes with it.
        self.slid = if held { None } else { self.slid.map(|_| real) };
    }

    /// Returns whether the pointer is pressed.
    pub fn is_held(&self) -> bool {
        self.held
    }

    /// Keeps the run that the action in progress has replaced. Of two runs in one action the first is kept.
    pub fn keep_replaced(&mut self, old: WatchedRun) {
        self.replaced = self.replaced.take().or(Some(old));
    }

    /// Adds the action that has just been done and has made `change`, if it has made one or shows something else. Returns the notice
    /// that it calls for.
    pub fn finish(
        &mut self,
        pending: Option<PendingUndo>,
        change: Option<Change>,
        (run, runs): (&WatchedRun, u64),
        real: f64,
    ) -> Option<Notice> {
        if let Some(old) = self.replaced.take() {
            return self.add_replaced(old, pending, run, real);
        }
        let PendingUndo { shown, mut words, replaces_all, runs: runs_before, .. } = pending?;
        // Nothing had been shown yet in the run that was replaced, so there is nothing to undo to.
        if replaces_all && runs != runs_before {
            return None;
        }
        let now = shown_by(run);
        let is_shown = || (now != shown).then_some(Effect::Shown { back: shown, forth: now });
        let effect = change.map(Effect::Command).or_else(is_shown)?;
        let slides = match &effect {
            // A slider goes from number to number.
            Effect::Command(Change::Settings { back, forth }) => {
                let is_number =
                    |patch: &Patch, path| patch.iter().any(|(other, value)| other == path && matches!(value, Value::Number(_)));
                let slides = forth.paths().filter(|path| is_number(forth, *path) && is_number(back, *path));
                slides.map(ToString::to_string).collect()
            }
            Effect::Shown { .. } => {
                let differing = differences(&shown.0, &now.0);
                if words.is_empty() {
                    let name = |key: &str| View::name_of(key).map_or_else(|| key.replace('_', " "), str::to_owned);
                    words = differing.iter().map(|(key, _)| name(key)).collect::<Vec<_>>().join(", ");
                }
                differing.into_iter().filter(|(_, slides)| *slides).map(|(key, _)| key).collect()
            }
            Effect::Command(Change::Panes { .. }) | Effect::Run(_) => Vec::new(),
        };
        self.add(Step { words, effect, slides }, real);
        None
    }

    /// Adds a step in which `run` has replaced `old`.
    fn add_replaced(&mut self, old: WatchedRun, pending: Option<PendingUndo>, run: &WatchedRun, real: f64) -> Option<Notice> {
        let replaces_all = pending.as_ref().is_some_and(|pending| pending.replaces_all);
        let (mut words, slides) = pending.map_or_else(Default::default, |pending| (pending.words, pending.slides));
        if words.is_empty() {
            let title = Some(run.opened.name.as_str()).filter(|title| !title.is_empty());
            words.push_str(title.unwrap_or("the new run"));
        }
        // A scenario that nobody has changed can be opened again.
        let is_lost = !old.lab.is_as_scripted() || old.opened.name.is_empty();
        let tells = replaces_all && is_lost && old.take.is_none();
        self.add(Step { words, effect: Effect::Run(Box::new(old)), slides }, real);
        tells.then(|| Notice::good("What was here before is kept as it stood: Ctrl Z brings it back."))
    }

    /// Adds a step that was done at `real` seconds of the window's clock, or continues the last one. Nothing can be redone
    /// then.
    fn add(&mut self, step: Step, real: f64) {
        self.undone.clear();
        let goes_on = self.slid.is_some_and(|slid| self.held || (0.0..=SLIDES_ON_S).contains(&(real - slid)));
        self.slid = Some(real).filter(|_| !step.slides.is_empty());
        let continued = self.done.last_mut().filter(|last| goes_on && last.slides.iter().any(|name| step.slides.contains(name)));
        if let Some(last) = continued
            && last.effect.extend(&step.effect)
        {
            last.words = step.words;
            last.slides.extend(step.slides);
            return;
        }
        self.done.push(step);
        let kept = self.done.iter().enumerate().rev().filter(|(_, step)| matches!(step.effect, Effect::Run(_))).nth(MAX_RUNS);
        // Steps that belong to a dropped run are dropped with it.
        let dropped = kept.map_or(0, |(index, _)| index + 1).max(self.done.len().saturating_sub(MAX_STEPS));
        self.done.drain(..dropped);
    }

    /// Returns the words of the step that is undone next (`back`) or redone next; `None` if there is none.
    pub fn next(&self, back: bool) -> Option<&str> {
        let step = if back { self.done.last() } else { self.undone.last() };
        step.map(|step| step.words.as_str())
    }

    /// Returns whether there is no step that could be undone.
    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }

    /// Undoes the last step (if `back`), or redoes the one that was undone last.
    pub fn apply(&mut self, back: bool, run: &mut WatchedRun) -> Result<Undone, Invalid> {
        self.slid = None;
        while let Some(mut step) = if back { self.done.pop() } else { self.undone.pop() } {
            let undone = if matches!(step.effect, Effect::Run(_)) { Undone::Run } else { Undone::Settings };
            let changed = step.effect.apply(back, run)?;
            // If a script has set the values back in the meantime, nothing changes, and this is no step any more.
            if changed {
                let other = if back { &mut self.undone } else { &mut self.done };
                other.push(step);
                return Ok(undone);
            }
        }
        Ok(Undone::Settings)
    }
}

/// Returns the view without the camera, which is no setting, and the theme.
fn shown_by(run: &WatchedRun) -> (View, Theme) {
    (View { camera: CameraView::default(), ..run.view }, run.theme)
}

/// Returns the keys that differ between two views, each with whether it goes from number to number.
fn differences(a: &View, b: &View) -> Vec<(String, bool)> {
    let [a, b] = [a, b].map(|view| toml::Table::try_from(view).unwrap_or_default());
    let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
    let differing = keys.filter(|key| a.get(*key) != b.get(*key));
    let is_number = |value: &toml::Value| !matches!(value, toml::Value::Boolean(_) | toml::Value::String(_));
    let slides = |key: &String| a.get(key).is_some_and(is_number) && b.get(key).is_some_and(is_number);
    differing.map(|key| (key.clone(), slides(key))).collect()
}

/// Names an action in the words of the controls that do it; empty where its differences say more.
fn action_in_words(action: &Action, settings: &Settings) -> String {
    match action {
        Action::EditLoops(edited) => {
            let changed = edited.iter().filter(|own| !settings.loops.contains(own));
            format!("the text of {}", changed.map(|own| own.name.as_str()).collect::<Vec<_>>().join(", "))
        }
        Action::Lab(command) => command_in_words(command, settings),
        Action::PresentAll(drawn) => format!("all drawn {}", drawn.map_or("as published", |drawn| drawn.id())),
        Action::Scene(id) => format!("the world {}", worlds::find(id).map_or(id.as_str(), |kind| kind.name)),
        Action::SceneOption(name, value) => option_in_words(name, value, settings),
        Action::ReplayDrive | Action::PlayDrive(_) => "the recorded drive".to_owned(),
        Action::Restart => "the restart".to_owned(),
        Action::Beside(_) => "the restart with one more pane".to_owned(),
        Action::ThreeComputers => "one loop on three computers".to_owned(),
        Action::CompareWithOriginal(_) => "the comparison with the original".to_owned(),
        Action::Demonstrate => "the demonstration".to_owned(),
        Action::Theme(Theme::Light) => "the light theme".to_owned(),
        Action::Theme(Theme::Dark) => "the dark theme".to_owned(),
        _ => String::new(),
    }
}

fn command_in_words(command: &Command, settings: &Settings) -> String {
    let loop_name =
        |id: &str| scripts::find(&settings.loops, id).map_or_else(|_| id.to_owned(), |strategy| strategy.name.to_string());
    match command {
        Command::Set(patch) => {
            let mut patch = patch.clone();
            patch.drop_unchanged(settings);
            match patch.iter().collect::<Vec<_>>()[..] {
                [(SettingPath { owner: Owner::Params(pane), name }, value)] => {
                    let strategy = settings.pane(*pane).and_then(|pane| scripts::find(&settings.loops, &pane.strategy).ok());
                    let param =
                        strategy.as_ref().and_then(|strategy| strategy.params.iter().find(|param| param.name == name.as_str()));
                    format!("{pane}: {}", value_in_words(param, name, value))
                }
                [(SettingPath { owner: Owner::WorldOptions, name }, value)] => option_in_words(name, value, settings),
                [(path, id)] if path.is_of_pane("strategy") => {
                    let letter = path.pane().unwrap_or_default();
                    format!("{letter}: {}", loop_name(id.as_word().unwrap_or_default()))
                }
                _ => patch.in_words(),
            }
        }
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
