//! Loops that users write in JavaScript. They are strategies, like the published ones.
//!
//! A script calls the operations of its `host` as in an article, without `await`: the interpreter stops the script while its
//! computer is busy. A script can't reach the real machine, and its instructions, its memory and its nesting are limited.

#[cfg(feature = "own-loops")]
mod calls;
#[cfg(feature = "own-loops")]
mod constants;
pub mod due_time;
#[cfg(feature = "own-loops")]
mod endless;
#[cfg(feature = "own-loops")]
mod errors;
pub mod exact_clock;
#[cfg(feature = "own-loops")]
mod interpreter;
pub mod meter;
#[cfg(feature = "own-loops")]
mod missing;
#[cfg(feature = "own-loops")]
pub mod progress;
#[cfg(feature = "own-loops")]
mod sandbox;
#[cfg(feature = "own-loops")]
mod text;

use super::machine::host::LoopError;

use super::config::capture::Capture;
use super::config::own_loop::OwnLoop;
use super::config::patch::{Owner, Patch};
#[cfg(feature = "own-loops")]
use super::config::settings::Presentation;
use super::config::settings::{PaneSettings, Settings};
use super::strategies;
use super::strategies::strategy::{Found, Strategy};
use crate::base::params::invalid::Invalid;
use std::cell::RefCell;
use std::sync::Arc;

/// The number of texts that a thread keeps after reading them.
const KEPT: usize = 128;

/// A cached result of [`read`].
struct ReadText {
    /// The key of the entry: the loop's text and the texts that it includes.
    texts: Vec<OwnLoop>,
    read: Result<Arc<Strategy>, LoopError>,
}

thread_local! {
    /// The texts that were read last, so that reading the same text again returns the same strategy.
    static READ: RefCell<Vec<ReadText>> = const { RefCell::new(Vec::new()) };
}

/// Returns the strategy with this id: a published one, or `own/NAME` for one of the user's own `loops`.
pub fn find(loops: &[OwnLoop], id: &str) -> Result<Found, Invalid> {
    let Some(name) = id.strip_prefix(OwnLoop::PREFIX) else { return strategies::find(id).map(Found::Published) };
    let Some(own) = loops.iter().find(|own| own.name == name) else {
        return Err(Invalid::unknown("strategy", name, loops.iter().map(|own| own.name.as_str())));
    };
    read(own, loops).map(Found::Own).map_err(|error| error.refuse(id))
}

pub fn of_pane(settings: &Settings, index: usize) -> Result<Found, Invalid> {
    of(&settings.loops, &settings.panes[index])
}

/// Returns the patch that makes these panes of `settings` what the published listings of their loops compile to. A pane whose loop
/// has no listing gets no value.
///
/// A computer whose clock is finer than the listing's reads whole units from then on: the shared computer if all panes on it need
/// that, else a computer of the pane's own.
pub fn as_compiled(settings: &Settings, panes: &[usize]) -> Patch {
    let mut patch = Patch::default();
    let mut too_fine = Vec::new();
    for &index in panes {
        let Ok(listing) = of_pane(settings, index).map(|strategy| strategy.listing) else { continue };
        let pane = &settings.panes[index];
        for listed in listing.params {
            patch = patch.with(Owner::Params(pane.letter()).path(&*listed.param.name), (listed.value)(&pane.params));
        }
        if settings.computer_of(index).timer_ms < listing.clock_ms {
            too_fine.push((index, listing.clock_ms));
        }
    }
    let is_shared = |index: usize| settings.panes[index].computer.is_none();
    let all_need_it = (0..settings.panes.len())
        .filter(|index| is_shared(*index))
        .all(|index| too_fine.iter().any(|(other, _)| *other == index));
    for (index, clock_ms) in too_fine {
        let owner =
            if is_shared(index) && all_need_it { Owner::Computer } else { Owner::PaneComputer(settings.panes[index].letter()) };
        patch = patch.with(owner.path("timer_ms"), clock_ms);
    }
    patch
}

/// Returns the strategy of a pane: its capture, or one of the loops that [`find`] knows.
pub fn of(loops: &[OwnLoop], pane: &PaneSettings) -> Result<Found, Invalid> {
    match pane.played() {
        Some(capture) => Ok(strategies::captured::of_capture(capture)),
        None if pane.strategy == Capture::STRATEGY => {
            Err(Invalid::new("strategy", Capture::STRATEGY, "only in a pane with a capture: --capture FILE opens one"))
        }
        None => find(loops, &pane.strategy),
    }
}

/// Returns the strategy of a text. The same text is read only once.
fn read(own: &OwnLoop, all: &[OwnLoop]) -> Result<Arc<Strategy>, LoopError> {
    let texts = own.with_included(all);
    READ.with_borrow_mut(|kept| {
        if let Some(index) = kept.iter().position(|kept| kept.texts.iter().eq(texts.iter().copied())) {
            kept[index..].rotate_left(1);
        } else {
            if kept.len() == KEPT {
                kept.remove(0);
            }
            let read = strategy(own, all).map(Arc::new);
            kept.push(ReadText { texts: texts.into_iter().cloned().collect(), read });
        }
        kept.last().map_or_else(|| unreachable!("a text has just been read"), |newest| newest.read.clone())
    })
}

/// Reads the text of a loop, and runs its top level on a computer whose run is over, to learn its parameters. `all` are the loops
/// that it can include by name.
#[cfg(feature = "own-loops")]
pub fn strategy(own: &OwnLoop, all: &[OwnLoop]) -> Result<Strategy, LoopError> {
    let header = text::Header::of(&own.source)?;
    let parts = text::parts(own, all)?;
    let interpreter::Rehearsed { params, is_page, interval_ms } = interpreter::rehearse(&own.name, &parts)?;
    let (name, run) = (own.name.clone(), parts.clone());
    let start = move |host: super::machine::host::Host, values| interpreter::start(&host, values, &name, &run, is_page);
    let mut strategy = Strategy::of_text(own.id(), own.source.to_string(), start);
    strategy.name = header.name.unwrap_or_else(|| own.name.clone()).into();
    strategy.about = header.about.unwrap_or_else(|| "A loop of your own.".to_owned()).into();
    // This does no harm to a loop without an alpha: its frames show the latest state.
    strategy.alpha = true;
    strategy.presentation = header.draws.unwrap_or(Presentation::Interpolate);
    strategy.params = params.into();
    strategy.is_page = is_page;
    strategy.interval_ms = interval_ms.filter(|_| !own.source.contains("requestAnimationFrame"));
    strategy.constant_hz = constants::frame_rate(&own.source);
    strategy.file = format!("{}.js", own.name).into();
    Ok(strategy)
}

/// Refuses every text, because this build has no engine.
#[cfg(not(feature = "own-loops"))]
pub fn strategy(_: &OwnLoop, _: &[OwnLoop]) -> Result<Strategy, LoopError> {
    Err(LoopError { text: "this build has no engine for loops of one's own".to_owned(), ..LoopError::default() })
}
