//! The state of the window beside the run that it shows: dialogs, notices, the stall hammer, and the results of background
//! jobs. It outlives a run, and undo does not touch it.

use super::action::{Card, Dialog, HelpPage, Notice, Request};
use super::host::Host;
use super::own_loops::OriginalComparison;
use crate::studio::claims::evaluate::Measured;
use crate::studio::lesson::definition::{Lesson, Verdict};
use crate::studio::scenario::unopened::UnopenedScenario;
use crate::studio::view::film_spec::FilmSpec;
use std::collections::BTreeMap;
use std::sync::Arc;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::lab::advise::advice::Advice;
use tickscope_core::lab::advise::question::Question;
use tickscope_core::lab::experiments::diagnoses::Diagnoses;
use tickscope_core::lab::load_map::map::LoadMap;
use tickscope_core::model::config::settings::{PlannedStall, Settings, StallOn};

/// The shortest time for which a stall is shown.
const SHOWN: Span = Span::from_flicks(3 * FLICKS_PER_SECOND / 10);
/// The time for which a notice is shown, in seconds: about a success, and about a failure.
const NOTICE_S: (f64, f64) = (5.0, 10.0);

/// The state of the window beside the run.
#[derive(Default)]
pub struct WindowState {
    pub host: Host,
    pub hammer: Hammer,
    /// Whether a key is held that draws all panes over each other.
    pub holds_one_stage: bool,
    /// Whether the sentences, marks and numbers of the panes are hidden.
    pub hides_verdicts: bool,
    /// Whether the lessons are offered in a corner.
    pub offers_lessons: bool,
    /// The number of steps that were reached in each lesson, by its id.
    pub progress: BTreeMap<String, usize>,
    /// The lessons in the user's own folder.
    pub own_lessons: Vec<Arc<Lesson>>,
    /// Whether the panels are away and the type is large.
    pub presenting: bool,
    /// The address of the page that links lead to, if one is known.
    pub link_base: Option<String>,
    /// The last film that was requested, to be proposed the next time.
    pub last_film: FilmSpec,
    pub results: Results,
    pub dialog: Option<Dialog>,
    /// The comparison of a loop with its original from which this run began; `None` if it began otherwise.
    pub original_comparison: Option<OriginalComparison>,
    /// The reason why the request of the dialog failed; what was typed is still in it.
    pub failure: Option<String>,
    pub help: Option<HelpPage>,
    /// The card that was opened; its pane may be closed since ([`Session::card`](super::Session::card)).
    pub card: Option<Card>,
    /// The scenario whose loops run only after a click.
    pub held_back: Option<UnopenedScenario>,
    /// The requests that nobody has taken yet.
    pub requests: Vec<Request>,
    /// The newest notice, and the moment from which it is shown, by the window's clock.
    newest_notice: Option<(Notice, f64)>,
    /// The window's clock, in seconds.
    pub clock: f64,
}

/// The stall hammer, up or down, and the last stall that it made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hammer {
    /// When it was lifted, in seconds of the window's clock; `None` while it is down.
    pub lifted: Option<f64>,
    /// The laboratory time at which it last came down in this run, and the length of its stall.
    pub stall: Option<(Time, Span)>,
    /// The operations that every stall of a person falls on: the hammer's and the buttons'.
    pub falls_on: StallOn,
}

/// The results of the window's background jobs so far.
#[derive(Default)]
pub struct Results {
    /// The progress of the film that is being made; `None` if none is.
    pub film: Option<FilmProgress>,
    /// The results of the claims' runs, by the claims' ids.
    pub claims: BTreeMap<&'static str, Vec<Measured>>,
    /// The answer to *Which loop?*, or how far its trials are; `None` if nobody has asked.
    pub advice: Option<AdviceSoFar>,
    /// The behaviour of each loop at every load, as far as it is known.
    pub load_map: LoadMap,
    /// The verdict of the exercise about these settings.
    pub verdict: Option<(Settings, Verdict)>,
    /// The experiments about what the panes do, as far as they are made.
    pub diagnoses: Diagnoses,
}

/// The trials for an advice, and the advice when all are made.
#[derive(Clone, Debug)]
pub struct AdviceSoFar {
    pub question: Question,
    pub tried: usize,
    pub all: usize,
    pub advice: Option<Advice>,
}

/// The progress of a film.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilmProgress {
    /// The number of frames that are drawn.
    pub done: u64,
    /// The number of frames of the whole film.
    pub of: u64,
    /// The estimated time that is left, in seconds; `None` before there is an estimate.
    pub left_s: Option<f64>,
}

impl WindowState {
    pub(super) fn set_host(&mut self, host: Host) {
        self.host = host;
        self.last_film = host.film(std::mem::take(&mut self.last_film));
    }

    pub(super) fn set_dialog(&mut self, dialog: Option<Dialog>) {
        self.dialog = dialog;
        self.failure = None;
    }

    /// Returns whether the gallery of comparisons covers the panes.
    pub fn shows_gallery(&self) -> bool {
        matches!(self.dialog, Some(Dialog::Gallery { .. }))
    }

    /// Opens the gallery, which ends a presentation, or closes it.
    pub(super) fn show_gallery(&mut self, open: bool) {
        if open != self.shows_gallery() {
            self.set_dialog(open.then(|| Dialog::Gallery { search: String::new() }));
            self.presenting &= !open;
        }
    }

    /// Shows why a request failed: in the dialog that is open, or else in a notice.
    pub fn fail(&mut self, why: String) {
        if self.dialog.is_some() {
            self.failure = Some(why);
        } else {
            self.notify(Notice::bad(why));
        }
    }

    /// Returns whether the panes have no buttons of their own: in a presentation, in a film, and in a part of another page.
    pub fn has_bare_panes(&self) -> bool {
        self.presenting || self.host.embedded
    }

    /// Returns the notice to be shown; it disappears after five seconds, after ten if it reports a failure.
    pub fn notice(&self) -> Option<&Notice> {
        let (notice, since) = self.newest_notice.as_ref()?;
        let lasts = if notice.good { NOTICE_S.0 } else { NOTICE_S.1 };
        Some(notice).filter(|_| (0.0..lasts).contains(&(self.clock - since)))
    }

    pub(super) fn notify(&mut self, notice: impl Into<Option<Notice>>) {
        self.newest_notice = notice.into().map(|notice| (notice, self.clock));
    }

    /// Removes a notice of a failure, whose cause has gone.
    pub(super) fn close_failure(&mut self) {
        self.newest_notice.take_if(|(notice, _)| !notice.good);
    }

    /// Returns the length of the stall that the hammer would make if it came down now, in milliseconds; `None` while it is
    /// down.
    pub fn hammer_ms(&self) -> Option<f64> {
        self.hammer.lifted.map(|lifted| PlannedStall::MS.clamped(((self.clock - lifted) * 1000.0).max(1.0)))
    }

    /// Returns the length of the stall that the hammer has made, while that is shown at laboratory time `now`.
    pub(super) fn stall(&self, now: Time) -> Option<Span> {
        self.hammer.stall.filter(|(at, length)| now <= *at + (*length).max(SHOWN)).map(|(_, length)| length)
    }

    pub(super) fn request(&mut self, request: Request) -> Result<(), Invalid> {
        if let Request::Film(film) = &request {
            self.host.check_film(film)?;
            self.last_film = film.clone().with_next_name();
        }
        self.requests.push(request);
        Ok(())
    }
}
