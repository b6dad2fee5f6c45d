//! A session's state.

use super::card::NumberCard;
use super::dialog::{Dialog, FilmProgress, Notice, Request};
use super::hammer::Hammer;
use super::host::Host;
use super::known_phases::KnownPhases;
use super::measuring::MeasurementProgress;
use super::pacer::Pacer;
use super::selection::Selection;
use super::set_up::OpenedScenario;
use super::transport::Transport;
use super::undo::Undo;
use crate::base::params::Invalid;
use crate::base::time::Time;
use crate::lab::load_map::LoadMap;
use crate::lab::panes::Lab;
use crate::model::config::script::Script;
use crate::model::config::view::{Theme, View};
use crate::model::config::{ControlInput, FilmSpec};
use crate::studio::claims::Measured;
use std::collections::BTreeMap;

/// The laboratory as a person watches it: what runs, which moment is looked at, and what else the window shows.
pub struct Session {
    /// What the place can do in which it runs.
    pub(super) host: Host,
    pub(super) lab: Lab,
    pub(super) transport: Transport,
    pub(super) pacer: Pacer,
    pub(super) playing: bool,
    /// Whether the demonstration runs.
    pub(super) demonstrating: bool,
    /// When the panes stop for a photo finish.
    pub(super) finish: Option<Time>,
    /// Laboratory seconds a real second.
    pub(super) speed: f64,
    pub(super) selection: Selection,
    pub(super) view: View,
    pub(super) holds_one_stage: bool,
    pub(super) theme: Theme,
    pub(super) presenting: bool,
    pub(super) opened: OpenedScenario,
    /// The address of the page that links lead to.
    pub(super) link_base: Option<String>,
    /// What can be undone and redone.
    pub(super) undo: Undo,
    /// The control inputs that a person holds down.
    pub(super) held: ControlInput,
    pub(super) hammer: Hammer,
    /// When the film began that is being taken.
    pub(super) take: Option<Time>,
    /// The last film that was requested, to be proposed the next time.
    pub(super) last_film: FilmSpec,
    pub(super) film_progress: Option<FilmProgress>,
    pub(super) measurement: Option<MeasurementProgress>,
    /// What came of the claims' runs, by their ids.
    pub(super) measured_claims: BTreeMap<&'static str, Vec<Measured>>,
    /// What each loop would do at every load.
    pub(super) load_map: LoadMap,
    pub(super) dialog: Option<Dialog>,
    /// Why what the dialog asked for could not be done.
    pub(super) failure: Option<String>,
    pub(super) shows_help: bool,
    pub(super) card: Option<NumberCard>,
    pub(super) shows_tables: bool,
    /// What the window is to do.
    pub(super) requests: Vec<Request>,
    /// The newest notice, and since when, by the window's clock.
    pub(super) notice: Option<(Notice, f64)>,
    /// Why the last action was refused.
    pub(super) refusal: Option<Invalid>,
    /// The window's clock, in seconds.
    pub(super) real: f64,
    /// Counts beginnings.
    pub(super) runs: u64,
    pub(super) known_phases: KnownPhases,
}

impl Session {
    /// A run from its beginning, playing, with everything else as it usually is.
    ///
    /// # Errors
    /// If the settings are not allowed, or not for one to six panes.
    pub fn new(script: impl Into<Script>) -> Result<Session, Invalid> {
        let lab = Lab::new(script)?;
        Ok(Session {
            host: Host::default(),
            selection: Selection::new(0, None, lab.panes()),
            lab,
            transport: Transport::default(),
            pacer: Pacer::new(None),
            playing: true,
            demonstrating: false,
            finish: None,
            speed: 1.0,
            view: View::default(),
            holds_one_stage: false,
            theme: Theme::default(),
            presenting: false,
            opened: OpenedScenario::default(),
            link_base: None,
            undo: Undo::default(),
            held: ControlInput::default(),
            hammer: Hammer::default(),
            take: None,
            last_film: FilmSpec::default(),
            film_progress: None,
            measurement: None,
            measured_claims: BTreeMap::new(),
            load_map: LoadMap::default(),
            dialog: None,
            failure: None,
            shows_help: false,
            card: None,
            shows_tables: false,
            requests: Vec::new(),
            notice: None,
            refusal: None,
            real: 0.0,
            runs: 0,
            known_phases: KnownPhases::default(),
        })
    }

    /// The same session in another theme.
    #[must_use]
    pub fn with_theme(self, theme: Theme) -> Session {
        Session { theme, ..self }
    }

    /// The same session, looked at in another way.
    #[must_use]
    pub fn with_view(self, view: View) -> Session {
        Session { view, ..self }
    }

    /// The same session in another place. As a part of another page it stands still until it is started.
    #[must_use]
    pub fn on_host(self, host: Host) -> Session {
        Session { host, playing: self.playing && !host.embedded, last_film: host.film(self.last_film), ..self }
    }

    /// The panes may have come, gone or changed places: every function that moves the laboratory on calls this afterwards.
    pub(super) fn follow_panes(&mut self) {
        self.selection.follow(self.lab.panes());
    }

    /// Shows a notice to the person.
    pub(super) fn tell(&mut self, notice: Notice) {
        self.notice = Some((notice, self.real));
    }
}
