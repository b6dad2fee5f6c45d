//! Undo and redo: the steps that a person has made, in their order, and how they are undone.
//!
//! A patch is undone by its reversed patch, which is given now and logged like any other; time is not rewound. A pane that was
//! closed and a run that was replaced return as they were, so the last three runs are stored.

use super::action::{ActionRow, Notice};
use super::watched_run::WatchedRun;
use crate::studio::view::{Theme, View};
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::params::value::Value;
use tickscope_core::lab::run::cursor::{Change, PlacedPane};
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::patch::Patch;

/// The number of replaced runs that are stored, each with all recordings of its panes: for four panes less than 40 MB after a
/// minute (a test).
const MAX_RUNS: usize = 3;
const MAX_STEPS: usize = 100;
/// The time within which a slider that moves again continues its step, in seconds of the window's clock.
const SLIDES_ON_S: f64 = 1.0;

#[derive(Default)]
pub struct Undo {
    /// The steps that can be undone, the newest last.
    done: Vec<Step>,
    /// The steps that can be redone, the next one last.
    undone: Vec<Step>,
    /// The run that the action in progress has replaced; `None` if it has replaced none.
    replaced: Option<WatchedRun>,
    /// Whether the pointer is pressed. Everything that it drags is one step.
    pub held: bool,
    /// The moment of the last step if a slider made it, in seconds of the window's clock; `None` if the next action begins a step
    /// of its own.
    slid: Option<f64>,
}

struct Step {
    words: String,
    effect: Effect,
    /// The settings that sliders change in the step. If the same sliders move again soon, they extend the step.
    slides: Vec<String>,
}

/// The effect of an action, which undo reverses.
pub enum Effect {
    Change(Change),
    /// The view and the theme before and after the action.
    Shown {
        back: (View, Theme),
        forth: (View, Theme),
    },
    /// The run that is not watched: the old one until an undo, the new one until a redo.
    Run(Box<WatchedRun>),
}

impl Effect {
    /// Undoes the effect (`back`) or repeats it on the present `run`. Only the values in the effect are set. Returns whether
    /// something has changed.
    fn apply(&mut self, back: bool, run: &mut WatchedRun) -> Result<bool, Invalid> {
        match self {
            Effect::Change(Change::Settings { forth, back: reversed }) => set(if back { reversed } else { forth }, run),
            Effect::Change(Change::Added(pane)) if back => close(pane, run),
            Effect::Change(Change::Closed(pane)) if !back => close(pane, run),
            Effect::Change(Change::Added(pane) | Change::Closed(pane)) => reopen(pane, run),
            Effect::Change(Change::Swapped(a, b)) => swap(*a, *b, run),
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

    /// Extends the effect by a later one if both are of one kind: undo then leads back to the state before the first, and redo to
    /// the state after the last. Returns whether they are of one kind.
    fn extend(&mut self, later: &Effect) -> bool {
        match (self, later) {
            (
                Effect::Change(Change::Settings { forth, back }),
                Effect::Change(Change::Settings { forth: later, back: later_back }),
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

    /// Returns the settings and the parts of the view that change from number to number, as sliders change them.
    fn slides(&self) -> Vec<String> {
        match self {
            Effect::Change(Change::Settings { forth, back }) => {
                let is_number = |patch: &Patch, path| matches!(patch.value(path), Some(Value::Number(_)));
                let slides = forth.paths().filter(|path| is_number(forth, path) && is_number(back, path));
                slides.map(ToString::to_string).collect()
            }
            Effect::Shown { back, forth } => {
                differences(&back.0, &forth.0).into_iter().filter(|(_, slides)| *slides).map(|(key, _)| key).collect()
            }
            Effect::Change(_) | Effect::Run(_) => Vec::new(),
        }
    }

    /// Names the effect on `run`, for an action without a name.
    fn in_words(&self, run: &WatchedRun) -> String {
        match self {
            Effect::Change(_) => String::new(),
            Effect::Shown { back, forth } => {
                let name = |key: String| View::name_of(&key).map_or_else(|| key.replace('_', " "), str::to_owned);
                let names: Vec<String> = differences(&back.0, &forth.0).into_iter().map(|(key, _)| name(key)).collect();
                names.join(", ")
            }
            Effect::Run(_) if run.opened.name.is_empty() => "the new run".to_owned(),
            Effect::Run(_) => run.opened.name.clone(),
        }
    }

    /// Returns whether the effect has replaced a run that only undo can restore. An unchanged scenario can be opened again, and a
    /// filmed run has a notice of its own.
    fn loses_run(&self) -> bool {
        let is_lost = |old: &WatchedRun| !old.lab.is_as_scripted() || old.opened.name.is_empty();
        matches!(self, Effect::Run(old) if is_lost(old) && old.take.is_none())
    }
}

/// Sets the values of `patch` whose panes are open. Returns whether something has changed.
fn set(patch: &Patch, run: &mut WatchedRun) -> Result<bool, Invalid> {
    let settings = run.lab.settings();
    let mut patch = patch.clone();
    patch.retain(|path| path.pane().is_none_or(|pane| settings.pane(pane).is_some()));
    patch.drop_all_unchanged(settings);
    if patch.is_empty() {
        return Ok(false);
    }
    run.command(Command::Set(patch)).map(|_| true)
}

/// Closes a pane, unless it is not open or the last one. Returns whether it was closed.
fn close(pane: &PlacedPane, run: &mut WatchedRun) -> Result<bool, Invalid> {
    let letter = pane.settings.letter();
    if run.lab.pane(letter).is_none() || run.lab.panes().len() == 1 {
        return Ok(false);
    }
    run.command(Command::ClosePane(letter)).map(|_| true)
}

/// Opens a closed pane again at its old index, or adds it anew if its recording is not stored any more, unless its letter is
/// taken. Returns whether it was opened.
fn reopen(pane: &PlacedPane, run: &mut WatchedRun) -> Result<bool, Invalid> {
    let letter = pane.settings.letter();
    if run.lab.pane(letter).is_some() {
        return Ok(false);
    }
    if run.reopen(pane.number).is_err() {
        run.command(Command::AddPane((*pane.settings).clone()))?;
    }
    // A new pane is the last one, so it is swapped with one pane after the other.
    let index = pane.index.min(run.lab.panes().len() - 1);
    while let Some(position) = run.lab.index_of(letter).filter(|position| *position != index) {
        let other = if position > index { position - 1 } else { position + 1 };
        run.command(Command::SwapPanes(run.lab.panes()[other].letter(), letter))?;
    }
    if let Some(index) = run.lab.index_of(letter) {
        run.selection.select(index);
    }
    Ok(true)
}

/// Swaps two panes if both are open. Returns whether they were.
fn swap(a: PaneLetter, b: PaneLetter, run: &mut WatchedRun) -> Result<bool, Invalid> {
    if [a, b].iter().any(|letter| run.lab.pane(*letter).is_none()) {
        return Ok(false);
    }
    run.command(Command::SwapPanes(a, b)).map(|_| true)
}

impl Undo {
    /// Records that the pointer is pressed, or released, at `real` seconds of the window's clock.
    pub fn hold(&mut self, held: bool, real: f64) {
        self.held = held;
        // A press begins a new step. A release does not, because the last part of a drag arrives together with it.
        self.slid = if held { None } else { self.slid.map(|_| real) };
    }

    /// Stores the run that the action in progress has replaced. If an action replaces two runs, the first is stored.
    pub fn keep_replaced(&mut self, old: WatchedRun) {
        self.replaced = self.replaced.take().or(Some(old));
    }

    /// Adds the action that has just been done, if it had an effect on `run` or has replaced it. Returns the notice that it
    /// needs; `None` if it needs none.
    pub fn finish(&mut self, done: ActionRow, effect: Option<Effect>, run: &WatchedRun, real: f64) -> Option<Notice> {
        let replaced = self.replaced.take().map(|old| Effect::Run(Box::new(old)));
        let effect = replaced.or(effect)?;
        let calls_for_notice = done.replaces_all && effect.loses_run();
        let words = if done.words.is_empty() { effect.in_words(run) } else { done.words };
        let slides = if matches!(effect, Effect::Run(_)) { Vec::from_iter(done.slides) } else { effect.slides() };
        self.add(Step { words, effect, slides }, real);
        calls_for_notice.then(|| Notice::good("What was here before is kept as it stood: undo brings it back."))
    }

    /// Adds a step that was done at `real` seconds of the window's clock, or extends the last one by it. The undone steps are
    /// dropped.
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

    /// Returns the words of the step that would be undone (`back`) or redone; `None` if there is none.
    pub fn next(&self, back: bool) -> Option<&str> {
        let step = if back { self.done.last() } else { self.undone.last() };
        step.map(|step| step.words.as_str())
    }

    /// Returns the words of the steps that can be undone, the newest first.
    pub fn steps(&self) -> impl Iterator<Item = &str> {
        self.done.iter().rev().map(|step| step.words.as_str())
    }

    /// Returns whether nothing can be undone.
    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }

    /// Undoes the last step (if `back`), or redoes the one that was undone last. Returns whether another run is watched.
    pub fn apply(&mut self, back: bool, run: &mut WatchedRun) -> Result<bool, Invalid> {
        self.slid = None;
        while let Some(mut step) = if back { self.done.pop() } else { self.undone.pop() } {
            // If the script has set the values back in the meantime, nothing changes, and the step is dropped.
            if step.effect.apply(back, run)? {
                let is_run = matches!(step.effect, Effect::Run(_));
                let other = if back { &mut self.undone } else { &mut self.done };
                other.push(step);
                return Ok(is_run);
            }
        }
        Ok(false)
    }
}

/// Returns the keys whose values differ between two views, each with whether a slider can have changed it, which needs a value
/// that is neither a bool nor a string in both views.
fn differences(a: &View, b: &View) -> Vec<(String, bool)> {
    let [a, b] = [a, b].map(|view| toml::Table::try_from(view).unwrap_or_default());
    let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
    let differing = keys.filter(|key| a.get(*key) != b.get(*key));
    let is_number = |value: &toml::Value| !matches!(value, toml::Value::Boolean(_) | toml::Value::String(_));
    let slides = |key: &String| a.get(key).is_some_and(is_number) && b.get(key).is_some_and(is_number);
    differing.map(|key| (key.clone(), slides(key))).collect()
}
