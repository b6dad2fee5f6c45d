//! What the window begins with.

use super::error::NoWindow;
use super::store::Remembered;
use crate::model::config::Settings;
use crate::studio::scenario::Scenario;
use crate::studio::session::{Action, Session};

/// The session of the scenario that is asked for; else of the last time's settings, and at the very first start the
/// demonstration.
///
/// # Errors
/// If the settings are not allowed.
pub fn first_session(asked: Option<Scenario>, remembered: &Remembered) -> Result<Session, NoWindow> {
    let is_asked = asked.is_some();
    let mut session = match asked {
        Some(scenario) => Session::open(Scenario { theme: scenario.theme.or(Some(remembered.theme)), ..scenario })?,
        None => Session::new(&remembered.settings)?.with_view(remembered.view).with_theme(remembered.theme),
    };
    if !is_asked && remembered.settings == Settings::of_window() {
        session.act(Action::Demonstrate);
    }
    Ok(session)
}
