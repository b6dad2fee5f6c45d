//! The window from its opening to its end.

use super::event_loop::event_loop;
use super::storage::{self, Storage};
use crate::front::app::application::App;
use crate::front::app::error::NoWindow;
use crate::front::app::first_session::first_session;
use crate::front::app::store::Remembered;
use crate::studio::scenario::Scenario;

/// Opens the window, with the scenario asked for or else with the settings of the last time, and returns when it is closed.
/// Its links lead to `base`, or else to the address of the last time; an empty one is forgotten.
///
/// # Errors
/// If there is no display, no GPU, or the settings are not allowed.
pub fn run(asked: Option<Scenario>, base: Option<String>) -> Result<(), NoWindow> {
    let file = storage::file();
    let remembered = file.as_deref().map(storage::load).unwrap_or_default();
    let is_asked = asked.is_some();
    let base = base.or_else(|| remembered.base.clone()).filter(|base| !base.is_empty());
    let session = first_session(asked, &remembered)?.with_link_base(base);
    let event_loop = event_loop()?;
    let mut app = App::new(session, &remembered, event_loop.create_proxy(), Storage);
    event_loop.run_app(&mut app)?;
    if let Some(failure) = app.take_failure() {
        return Err(failure);
    }
    if let Some(file) = file {
        let mut now = Remembered::of(&app.session, app.geometry, app.zoom);
        if is_asked {
            now = now.with_the_run_of(&remembered);
        }
        // A failure is only logged, because the program is ending.
        if let Err(error) = storage::save(&file, &now) {
            log::warn!("{error}");
        }
    }
    Ok(())
}
