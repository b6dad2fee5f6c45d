//! A loop of one's own beside the loop that it was copied from: both from the beginning, and the first event in which they differ.

use std::sync::Arc;
use tickscope_core::config::{MOST_PANES, OwnLoop, PaneLetter, PaneSettings, Settings};
use tickscope_core::machine::Event;
use tickscope_core::params::{Invalid, Values};
use tickscope_core::run::{Difference, Run};
use tickscope_core::scripts;
use tickscope_core::time::{Span, Time};

/// The time for which both are compared, in seconds.
pub const COMPARED_S: f64 = 60.0;

#[derive(Clone, Debug, PartialEq)]
pub struct OriginalComparison {
    /// The pane of the user's loop.
    pub pane: PaneLetter,
    pub original: String,
    /// The first difference; `None` if no event of the first minute differs.
    pub difference: Option<Difference>,
    source: Arc<str>,
}

impl OriginalComparison {
    /// Compares the loop of pane `index` with its original, with the same parameters on the same computer. Returns the settings in
    /// which the original stands beside it, and what was found.
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
        // The lines of the original are those of its file in Rust, which has another text beside it.
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
        Event::Gpu { at: begins, end, .. } => format!("GPU work from {} to {}", at(begins), at(end)),
        Event::Display { at: flip, drawn, .. } => format!("a frame of {} displayed at {}", at(drawn), at(flip)),
        Event::Repeat { at: again } => format!("a frame repeated at {}", at(again)),
    }
}
