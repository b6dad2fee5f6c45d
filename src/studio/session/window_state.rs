//! The state of the window without the run that it shows: dialogs, notices, the stall hammer, and the results of background jobs.
//! It outlives a run, and undo does not touch it.

use super::action::{Card, Dialog, HelpPage, Notice, Request};
use super::host::Host;
#[cfg(not(target_arch = "wasm32"))]
use super::live::LiveGame;
use super::own_loops::OriginalComparison;
use super::pane_findings::ShownCard;
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
use tickscope_core::lab::findings::capture_summary::CaptureSummary;
use tickscope_core::lab::load_map::map::LoadMap;
use tickscope_core::model::config::settings::{PaneSettings, PlannedStall, Settings, StallOn};

/// The shortest time for which a stall is shown.
const SHOWN: Span = Span::from_flicks(3 * FLICKS_PER_SECOND / 10);
/// The times for which notices of a success and of a failure are shown, in seconds.
const NOTICE_S: (f64, f64) = (5.0, 10.0);
/// A key is pressed twice if this time at most is between the two, in seconds.
const TWICE_S: f64 = 1.0;
/// A notice with a question stays long enough to look at the file.
const QUESTION_S: f64 = 120.0;

#[derive(Default)]
pub struct WindowState {
    pub host: Host,
    pub hammer: Hammer,
    /// Whether a person holds the key that draws all panes over each other.
    pub holds_one_stage: bool,
    /// Whether the sentences, marks and numbers of the panes are hidden.
    pub hides_verdicts: bool,
    /// The choice of a person whether the panel is shown; `None` shows it, except in a lesson.
    pub panel: Option<bool>,
    /// Whether the rarely needed settings in the panel are unfolded.
    pub everything_else: bool,
    /// When Esc was pressed last with nothing to close, in seconds of the window's clock; `None` if it was not.
    escaped: Option<f64>,
    /// The number of steps that a person has reached in each lesson, by the lesson's id.
    pub progress: BTreeMap<String, usize>,
    pub own_lessons: Vec<Arc<Lesson>>,
    /// Whether projector mode hides the panels and enlarges the type.
    pub presenting: bool,
    /// Whether projector mode shows the code of the selected pane beside the panes.
    pub presents_code: bool,
    /// The address of the page to which links lead; `None` if it is not known.
    pub link_base: Option<String>,
    /// The last film that was requested, which the next proposal resembles.
    pub last_film: FilmSpec,
    pub results: Results,
    pub dialog: Option<Dialog>,
    /// The comparison of a loop with its original from which this run began; `None` if it began otherwise.
    pub original_comparison: Option<OriginalComparison>,
    /// The reason why the request of the open dialog failed, after which the dialog keeps its text; `None` if none has failed.
    pub failure: Option<String>,
    pub help: Option<HelpPage>,
    /// The open card; its pane may have been closed since ([`Session::card`](super::Session::card)).
    pub card: Option<Card>,
    /// The findings that a pane's card showed last.
    pub(super) shown_card: ShownCard,
    /// A scenario whose loops run only after a click; `None` if none waits.
    pub held_back: Option<UnopenedScenario>,
    /// The requests that the window has not served yet.
    pub requests: Vec<Request>,
    /// The newest notice, and the moment from which it is shown, by the window's clock; `None` if there is none.
    newest_notice: Option<(Notice, f64)>,
    /// The running game that is followed; `None` if there is none.
    #[cfg(not(target_arch = "wasm32"))]
    pub live: Option<LiveGame>,
    /// The window's clock, in seconds.
    pub clock: f64,
}

/// The stall hammer, up or down, and the last stall that it made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hammer {
    /// When the hammer was lifted, in seconds of the window's clock; `None` while it is down.
    pub lifted: Option<f64>,
    /// The laboratory time at which the hammer last came down in this run, and the length of its stall; `None` if it has not.
    pub stall: Option<(Time, Span)>,
    /// The operations that the stalls of the hammer and of the buttons lengthen.
    pub falls_on: StallOn,
}

#[derive(Default)]
pub struct Results {
    /// The progress of the film that is being made; `None` if there is none.
    pub film: Option<FilmProgress>,
    /// The results of the claims' runs, by the claims' ids.
    pub claims: BTreeMap<&'static str, Vec<Measured>>,
    /// The answer to *Which loop?*, or the progress of its trials; `None` if nobody has asked.
    pub advice: Option<AdviceSoFar>,
    /// The summaries of the captures in panes with these settings; `None` for a capture that can't be played alone.
    pub captures: Vec<(PaneSettings, Option<Arc<CaptureSummary>>)>,
    /// The behaviour of each loop at every load, as far as it is known.
    pub load_map: LoadMap,
    /// The verdict about these settings in an exercise.
    pub verdict: Option<(Settings, Verdict)>,
    /// The diagnoses that experiments have found so far.
    pub diagnoses: Diagnoses,
}

impl Results {
    /// Returns the summary of the capture in a pane with these settings, `Some(None)` if it can have none; `None` while it is not
    /// known.
    pub fn capture_summary(&self, pane: &PaneSettings) -> Option<Option<&CaptureSummary>> {
        self.captures.iter().find(|(of, _)| of == pane).map(|(_, summary)| summary.as_deref())
    }
}

#[derive(Clone, Debug)]
pub struct AdviceSoFar {
    pub question: Question,
    pub tried: usize,
    pub all: usize,
    pub advice: Option<Advice>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilmProgress {
    pub done: u64,
    pub of: u64,
    /// The estimated remaining time, in seconds; `None` before there is an estimate.
    pub left_s: Option<f64>,
}

impl WindowState {
    pub(super) fn set_host(&mut self, host: Host) {
        self.host = host;
        self.last_film = host.film(std::mem::take(&mut self.last_film));
    }

    pub(super) fn set_dialog(&mut self, dialog: Option<Dialog>) {
        let lists_claims = |dialog: &Option<Dialog>| matches!(dialog, Some(Dialog::Articles { .. }));
        if lists_claims(&dialog) && !lists_claims(&self.dialog) {
            self.requests.push(Request::MeasureClaims);
        }
        self.dialog = dialog;
        self.failure = None;
    }

    pub fn shows_gallery(&self) -> bool {
        matches!(self.dialog, Some(Dialog::Gallery { .. }))
    }

    /// Notes that Esc was pressed with nothing to close. Returns whether it was the second time within a second.
    pub(super) fn escape(&mut self) -> bool {
        let before = self.escaped.replace(self.clock);
        before.is_some_and(|before| self.clock - before <= TWICE_S)
    }

    /// Opens the gallery or closes it.
    pub(super) fn show_gallery(&mut self, open: bool) {
        if open != self.shows_gallery() {
            self.set_dialog(open.then(|| Dialog::Gallery { search: String::new() }));
        }
    }

    /// Shows the reason why a request failed: in the open dialog, or else in a notice.
    pub fn fail(&mut self, why: String) {
        if self.dialog.is_some() {
            self.failure = Some(why);
        } else {
            self.notify(Notice::bad(why));
        }
    }

    /// Returns whether the panes have no buttons of their own: in projector mode, in a film, and in a part of another page.
    pub fn has_bare_panes(&self) -> bool {
        self.presenting || self.host.embedded
    }

    /// Returns the notice; `None` five seconds after a success, ten after a failure, or two minutes
    /// after a question.
    pub fn notice(&self) -> Option<&Notice> {
        let (notice, since) = self.newest_notice.as_ref()?;
        let lasts = match notice.question {
            Some(_) => QUESTION_S,
            None if notice.good => NOTICE_S.0,
            None => NOTICE_S.1,
        };
        Some(notice).filter(|_| (0.0..lasts).contains(&(self.clock - since)))
    }

    pub(super) fn notify(&mut self, notice: impl Into<Option<Notice>>) {
        self.newest_notice = notice.into().map(|notice| (notice, self.clock));
    }

    /// Removes a notice of a failure that is not valid any more.
    pub(super) fn close_failure(&mut self) {
        self.newest_notice.take_if(|(notice, _)| !notice.good);
    }

    /// Returns the length of the stall that the hammer would make if it came down now, in milliseconds; `None` while it is down.
    pub fn hammer_ms(&self) -> Option<f64> {
        self.hammer.lifted.map(|lifted| PlannedStall::MS.clamped(((self.clock - lifted) * 1000.0).max(1.0)))
    }

    /// Returns the length of the hammer's last stall if it is shown at laboratory time `now`; else `None`.
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
