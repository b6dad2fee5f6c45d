//! Share codes of the scenarios that come with the program.

use tickscope::studio::scenario::{builtin, code};

/// The code of the built-in scenario `id`.
///
/// # Errors
/// With one line, if there is none of this name.
pub fn of(id: &str) -> Result<String, String> {
    let scenario = builtin::find(id).map_err(|unknown| unknown.to_string())?.scenario();
    scenario.map(|scenario| code::write(&scenario)).map_err(|unreadable| unreadable.to_string())
}
