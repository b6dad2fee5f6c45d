//! The user's loops in a session: an edit as one patch, the texts that may run without a question, and the comparison of a loop
//! with the one that it was copied from.

use std::collections::BTreeSet;
use std::sync::Arc;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::params::values::Values;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::lab::run::difference::Difference;
use tickscope_core::model::config::limits::MOST_PANES;
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::patch::{Owner, Patch};
use tickscope_core::model::config::settings::{PaneSettings, Settings};
use tickscope_core::model::machine::event::Event;
use tickscope_core::model::scripts;

/// Returns the patch that gives loops their `edited` texts and adds new loops. It removes every parameter of a pane that the new
/// text does not have or allow.
pub(super) fn edit(settings: &Settings, edited: &[OwnLoop]) -> Result<Patch, Invalid> {
    let new = edited.iter().filter(|own| !settings.loops.contains(own));
    let mut patch = new.fold(Patch::default(), |patch, own| patch.with(Owner::Loops.path(&*own.name), &*own.source));
    let mut after = settings.clone();
    patch.change(&mut after)?;
    for pane in after.panes.iter().filter(|pane| OwnLoop::name_in(&pane.strategy).is_some()) {
        let strategy = scripts::find(&after.loops, &pane.strategy)?;
        for (name, value) in pane.params.iter() {
            if strategy.param(name).is_none_or(|param| param.check(value).is_err()) {
                patch = patch.with(Owner::Params(pane.letter()).path(name), "default");
            }
        }
    }
    Ok(patch)
}

/// The texts of loops that may run without a question: the texts that the person wrote, named or allowed, and those with which
/// the session began. A scenario from elsewhere with any other text waits for a click.
#[derive(Default)]
pub(super) struct KnownTexts(BTreeSet<Arc<str>>);

impl KnownTexts {
    /// Adds texts that the person has written, named or allowed to run.
    pub fn add<'a>(&mut self, loops: impl IntoIterator<Item = &'a OwnLoop>) {
        self.0.extend(loops.into_iter().map(|own| own.source.clone()));
    }

    pub fn contain(&self, loops: &[OwnLoop]) -> bool {
        loops.iter().all(|own| self.0.contains(&own.source))
    }
}

/// The time over which a loop and its original are compared, in seconds.
const COMPARED_S: f64 = 60.0;

#[derive(Clone, Debug, PartialEq)]
pub struct OriginalComparison {
    pub pane: PaneLetter,
    pub original: String,
    /// The first difference; `None` if no event of the first minute differs.
    pub difference: Option<Difference>,
    source: Arc<str>,
}

impl OriginalComparison {
    /// Compares the loop of pane `index` with its original, with the same parameters on the same computer. Returns the settings
    /// with the original next to it, and the comparison.
    pub(super) fn make(settings: &Settings, index: usize) -> Result<(Settings, OriginalComparison), Invalid> {
        let pane = &settings.panes[index];
        let own = settings.loops.iter().find(|own| own.id() == pane.strategy);
        let Some((own, original)) = own.and_then(|own| Some((own, own.original()?))) else {
            return Err(Invalid::new("original", "", format!("{} has no line '// @original ID'", pane.strategy)));
        };
        let strategy = scripts::find(&settings.loops, original)?;
        let mut beside = PaneSettings { letter: None, strategy: original.to_owned(), ..pane.clone() };
        beside.params = Values::default();
        for (name, value) in pane.params.iter().filter(|(name, _)| strategy.param(name).is_some()) {
            beside.params.set(name, value.clone());
        }
        let is_there = |other: &PaneSettings| PaneSettings { letter: None, ..other.clone() } == beside;
        let mut after = settings.clone();
        after.panes.retain(|other| other.letter == pane.letter || !is_there(other));
        if after.panes.len() == MOST_PANES {
            let last = after.panes.iter().rposition(|other| other.letter != pane.letter);
            after.panes.remove(last.unwrap_or(0));
        }
        let place = after.panes.iter().position(|other| other.letter == pane.letter).unwrap_or(0);
        after.panes.insert(place + 1, beside);
        let after = after.lettered();
        let [here, there] = [place, place + 1].map(|pane| Run::new(after.clone(), pane, COMPARED_S));
        let difference = Difference::between(&here?, &there?)?;
        let (original, source) = (strategy.name.to_string(), own.source.clone());
        Ok((after, OriginalComparison { pane: pane.letter(), original, difference, source }))
    }

    pub fn is_of(&self, own: &OwnLoop) -> bool {
        self.source == own.source
    }

    pub fn in_words(&self) -> String {
        let Some(Difference { here, there, .. }) = &self.difference else {
            return format!("No event of {COMPARED_S} s differs from {}.", self.original);
        };
        let words = |event: &Option<Event>| event.as_ref().map_or_else(|| "no more events".to_owned(), in_words);
        // Only the line of the copy is named: the original's line is that of its Rust file, whose text differs from the copy.
        let line = here.as_ref().and_then(Event::line).map_or_else(String::new, |line| format!(" (line {line})"));
        format!("First difference from {}: {}{line} instead of {}.", self.original, words(here), words(there))
    }
}

fn in_words(event: &Event) -> String {
    let at = |at: Time| format!("{:.4} s", at.as_secs());
    let ms = |span: Span| format!("{:.3} ms", span.as_millis());
    match *event {
        Event::Frame { at: begins } => format!("a turn at {}", at(begins)),
        Event::Update { at: begins, dt, .. } => format!("an update of {} at {}", ms(dt), at(begins)),
        Event::Thought { at: begins, .. } => format!("a thought at {}", at(begins)),
        Event::Sleep { at: begins, end, .. } => format!("a sleep from {} to {}", at(begins), at(end)),
        Event::Render { at: begins, drawn, .. } => format!("a frame of {} rendered at {}", at(drawn), at(begins)),
        Event::Present { at: begins, frame, .. } => format!("frame {frame} presented at {}", at(begins)),
        Event::Gpu { at: begins, end, .. } => format!("GPU work from {} to {}", at(begins), at(end)),
        Event::Display { at: flip, drawn, .. } => format!("a frame of {} displayed at {}", at(drawn), at(flip)),
        Event::Repeat { at: again } => format!("a frame repeated at {}", at(again)),
        Event::Press { at: pressed, number, .. } => format!("press {number} at {}", at(pressed)),
        Event::Taken { at: begins, press } => format!("press {press} taken by the step at {}", at(begins)),
    }
}
