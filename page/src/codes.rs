//! Share codes of the scenarios that come with the program.

use tickscope::studio::scenario::definition::Scenario;
use tickscope::studio::scenario::{builtin, code};
use tickscope::studio::view::{Instrument, View};

/// Returns the share code of the built-in scenario `id`.
pub fn of(id: &str) -> Result<String, String> {
    Ok(code::write(&scenario(id)?))
}

/// Returns the share code of the built-in scenario `id` with the text of its loops visible.
pub fn with_listing(id: &str) -> Result<String, String> {
    let mut scenario = scenario(id)?;
    scenario.view = View { instrument: Some(Instrument::Code), ..scenario.view };
    Ok(code::write(&scenario))
}

fn scenario(id: &str) -> Result<Scenario, String> {
    let scenario = builtin::find(id).map_err(|unknown| unknown.to_string())?.scenario();
    scenario.map_err(|unreadable| unreadable.to_string())
}
