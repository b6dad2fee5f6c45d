//! The window from its opening to its end.

use super::application::App;
use super::error::NoWindow;
use super::event_loop::event_loop;
use super::store;
use crate::model::config::Settings;
use crate::studio::scenario::Scenario;
use crate::studio::session::{Action, Session};

/// Opens the window, with the scenario asked for or else with the settings of the last time, and returns when it is closed.
/// Its links lead to `base`, or else to the address of the last time; an empty one is forgotten.
///
/// # Errors
/// If there is no display, no GPU, or the settings are not allowed.
pub fn run(asked: Option<Scenario>, base: Option<String>) -> Result<(), NoWindow> {
    let file = store::file();
    let remembered = file.as_deref().map(store::load).unwrap_or_default();
    let is_asked = asked.is_some();
    let mut session = match asked {
        Some(scenario) => Session::open(Scenario { theme: scenario.theme.or(Some(remembered.theme)), ..scenario })?,
        None => Session::new(&remembered.settings)?.with_view(remembered.view).with_theme(remembered.theme),
    };
    session = session.with_link_base(base.or_else(|| remembered.base.clone()).filter(|base| !base.is_empty()));
    if !is_asked && remembered.settings == Settings::of_window() {
        session.act(Action::Demonstrate);
    }

    let event_loop = event_loop()?;
    let mut app = App::new(session, (remembered.window, remembered.zoom), &event_loop);
    event_loop.run_app(&mut app)?;
    if let Some(failure) = app.take_failure() {
        return Err(failure);
    }
    if let Some(file) = file {
        // What was asked for on the command line is for this time only.
        let settings = if is_asked { remembered.settings } else { app.session.remembered_settings() };
        let view = if is_asked { remembered.view } else { app.session.view() };
        app.remember(&file, settings, view);
    }
    Ok(())
}
