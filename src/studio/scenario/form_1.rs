//! What an older form means in the words of today: a parameter that it leaves out has the default that it had then.
//!
//! In form 1, `min_fps` and `threshold_ms` of the refresh multiples were numbers that followed from nothing. Whatever was
//! written then says them from now on, so that it runs as it did.

use crate::base::params::{Value, Values};
use crate::model::config::PaneSettings;
use crate::model::strategies::{self, Group};

/// Defaults of form 1 that are others now, by the kind of loop and the parameter.
const DEFAULTS: [(Group, &str, f64); 2] =
    [(Group::RefreshMultiples, "min_fps", 15.0), (Group::RefreshMultiples, "threshold_ms", 100.0)];

/// Sets what `strategy` had by default in form 1 and has not now, unless it is set.
pub fn fill_in(strategy: &str, params: &mut Values) {
    let Ok(strategy) = strategies::find(strategy) else { return };
    for (group, name, value) in DEFAULTS {
        if let Some(param) = strategy.param(name)
            && strategy.group == group
            && !params.has(param)
        {
            params.set(name, Value::Number(value));
        }
    }
}

/// The same for panes as they were written in form 1.
pub fn fill_in_panes(panes: &mut [PaneSettings]) {
    for pane in panes {
        fill_in(&pane.strategy, &mut pane.params);
    }
}
