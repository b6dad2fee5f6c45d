//! Loops that users write, in a session: an edit as one patch, and the texts that may run without being asked for.

use std::collections::BTreeSet;
use std::sync::Arc;
use tickscope_core::config::{OwnLoop, Owner, Patch, Settings};
use tickscope_core::params::Invalid;
use tickscope_core::scripts;

/// Returns the patch that gives loops new texts and adds those that are new. It takes back every parameter of a pane that the new
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

/// The texts that a person has seen and let run. Everything else that a link or a file brings is held back until a click.
#[derive(Default)]
pub(super) struct KnownTexts(BTreeSet<Arc<str>>);

impl KnownTexts {
    /// Adds texts that the person has written, named or let run.
    pub fn add<'a>(&mut self, loops: impl IntoIterator<Item = &'a OwnLoop>) {
        self.0.extend(loops.into_iter().map(|own| own.source.clone()));
    }

    pub fn contain(&self, loops: &[OwnLoop]) -> bool {
        loops.iter().all(|own| self.0.contains(&own.source))
    }
}
