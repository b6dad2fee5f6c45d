//! The state of the window beside the run that it shows: dialogs, notices, the stall hammer, and the results of background
//! jobs. It outlives a run, and undo does not touch it.

use super::action::{Card, Dialog, HelpPage, Notice, Request};
use super::host::Host;
use super::own_loops::OriginalComparison;
use crate::studio::claims::Measured;
use crate::studio::scenario::UnopenedScenario;
use std::collections::BTreeMap;
use tickscope_core::config::{FilmSpec, PlannedStall, StallOn};
use tickscope_core::experiments::Diagnoses;
use tickscope_core::load_map::LoadMap;
use tickscope_core::params::Invalid;
use tickscope_core::time::{FLICKS_PER_SECOND, Span, Time};

/// The shortest time for which a stall is shown.
const SHOWN: Span = Span::from_flicks(3 * FLICKS_PER_SECOND / 10);
/// The time for which a notice is shown, in seconds: about a success, and about a failure.
const NOTICE_S: (f64, f64) = (5.0, 10.0);

/// The state of the window beside the run.
#[derive(Default)]
pub struct WindowState {
    host: Host,
    hammer: Hammer,
    /// Whether a key is held that draws all panes over each other.
    holds_one_stage: bool,
    presenting: bool,
    /// The address of the page that links lead to.
    link_base: Option<String>,
    /// The last film that was requested, to be proposed the next time.
    last_film: FilmSpec,
    results: Results,
    dialog: Option<Dialog>,
    /// The last comparison of a loop with its original, in this run.
    original_comparison: Option<OriginalComparison>,
    /// The reason why the request of the dialog failed.
    failure: Option<String>,
    help: Option<HelpPage>,
    card: Option<Card>,
    /// The scenario whose loops wait for a click.
    held_back: Option<UnopenedScenario>,
    requests: Vec<Request>,
    /// The newest notice, and the moment from which it is shown, by the window's clock.
    notice: Option<(Notice, f64)>,
    /// The window's clock, in seconds.
    clock: f64,
}

/// The hammer, up or down, and the last stall that it made.
#[derive(Clone, Copy, Debug, Default)]
struct Hammer {
    /// When it was lifted, in seconds of the window's clock; `None` while it is down.
    lifted: Option<f64>,
    /// The laboratory time at which it last came down, and the length of its stall.
    stall: Option<(Time, Span)>,
    /// The operations that every stall of a person falls on: the hammer's and the buttons'.
    falls_on: StallOn,
}

/// The results of the window's background jobs so far.
#[derive(Default)]
pub struct Results {
    /// The progress of the film that is being made; `None` if none is.
    pub film: Option<FilmProgress>,
    /// The results of the claims' runs, by the claims' ids.
    pub claims: BTreeMap<&'static str, Vec<Measured>>,
    /// The behaviour of each loop at every load, as far as it is known.
    pub load_map: LoadMap,
    /// The experiments about what the panes do, as far as they are made.
    pub diagnoses: Diagnoses,
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
    /// Returns the place where the session runs.
    pub fn host(&self) -> Host {
        self.host
    }

    pub(super) fn set_host(&mut self, host: Host) {
        self.host = host;
        self.last_film = host.film(std::mem::take(&mut self.last_film));
    }

    /// Returns the scenario whose loops run only after a click; `None` if nothing is held back.
    pub fn held_back(&self) -> Option<&UnopenedScenario> {
        self.held_back.as_ref()
    }

    pub(super) fn hold_back(&mut self, unopened: Option<UnopenedScenario>) {
        self.held_back = unopened;
    }

    pub(super) fn take_held_back(&mut self) -> Option<UnopenedScenario> {
        self.held_back.take()
    }

    /// Returns the window's clock, in seconds.
    pub(super) fn clock(&self) -> f64 {
        self.clock
    }

    pub(super) fn set_clock(&mut self, real: f64) {
        self.clock = real;
    }

    // ---- What covers the panes, and what is away ----

    /// Returns the dialog that is open.
    pub fn dialog(&self) -> Option<&Dialog> {
        self.dialog.as_ref()
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

    /// Returns the comparison of a loop with its original from which this run began; `None` if it began otherwise.
    pub fn original_comparison(&self) -> Option<&OriginalComparison> {
        self.original_comparison.as_ref()
    }

    pub(super) fn set_original_comparison(&mut self, comparison: OriginalComparison) {
        self.original_comparison = Some(comparison);
    }

    /// Returns the reason why the request of the dialog failed; what was typed is still in it.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Shows why a request failed: in the dialog that is open, or else in a notice.
    pub fn fail(&mut self, why: String) {
        if self.dialog.is_some() {
            self.failure = Some(why);
        } else {
            self.notify(Notice::bad(why));
        }
    }

    /// Returns whether a key is held that draws all panes over each other.
    pub fn holds_one_stage(&self) -> bool {
        self.holds_one_stage
    }

    pub(super) fn hold_one_stage(&mut self, held: bool) {
        self.holds_one_stage = held;
    }

    /// Returns whether the panels are away and the type is large.
    pub fn is_presenting(&self) -> bool {
        self.presenting
    }

    pub(super) fn set_presenting(&mut self, presenting: bool) {
        self.presenting = presenting;
    }

    /// Returns whether the panes have no buttons of their own: in a presentation, in a film, and in a part of another page.
    pub fn has_bare_panes(&self) -> bool {
        self.presenting || self.host.embedded
    }

    /// Returns the page of the help that is open.
    pub fn help(&self) -> Option<HelpPage> {
        self.help
    }

    pub(super) fn show_help(&mut self, page: Option<HelpPage>) {
        self.help = page;
    }

    pub(super) fn card(&self) -> Option<Card> {
        self.card
    }

    pub(super) fn show_card(&mut self, card: Option<Card>) {
        self.card = card;
    }

    /// Returns the notice to be shown; it disappears after five seconds, after ten if it reports a failure.
    pub fn notice(&self) -> Option<&Notice> {
        let (notice, since) = self.notice.as_ref()?;
        let lasts = if notice.good { NOTICE_S.0 } else { NOTICE_S.1 };
        Some(notice).filter(|_| (0.0..lasts).contains(&(self.clock - since)))
    }

    pub(super) fn notify(&mut self, notice: Notice) {
        self.notice = Some((notice, self.clock));
    }

    /// Removes a notice of a failure, whose cause has gone.
    pub(super) fn close_failure(&mut self) {
        self.notice.take_if(|(notice, _)| !notice.good);
    }

    pub(super) fn close_notice(&mut self) {
        self.notice = None;
    }

    // ---- The stall hammer ----

    /// Returns the length of the stall that the hammer would make if it came down now, in milliseconds; `None` while it is
    /// down.
    pub fn hammer_ms(&self) -> Option<f64> {
        self.hammer.would_stall_ms(self.clock)
    }

    pub(super) fn lift_hammer(&mut self) {
        self.hammer.lift(self.clock);
    }

    pub(super) fn lower_hammer(&mut self) {
        self.hammer.lower();
    }

    /// Notes that the hammer has made a stall of `ms` at laboratory time `at`.
    pub(super) fn stalled(&mut self, at: Time, ms: f64) {
        self.hammer.struck(at, ms);
    }

    /// Returns the length of the stall that the hammer has made, while that lasts at laboratory time `now`.
    pub(super) fn stall(&self, now: Time) -> Option<Span> {
        self.hammer.stall(now)
    }

    /// Returns the operations that a person's stalls fall on: the hammer's and the buttons'.
    pub fn stalls_fall_on(&self) -> StallOn {
        self.hammer.falls_on
    }

    pub(super) fn set_stalls_fall_on(&mut self, on: StallOn) {
        self.hammer.falls_on = on;
    }

    // ---- Requests and results ----

    /// Returns the results of the window's background jobs.
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// Returns the results of the window's background jobs, to be updated by them.
    pub fn results_mut(&mut self) -> &mut Results {
        &mut self.results
    }

    /// Takes the requests since the last call.
    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    /// Sends a request.
    ///
    /// # Errors
    /// If a film has a value outside of its range, or a format that is not made here.
    pub(super) fn request(&mut self, request: Request) -> Result<(), Invalid> {
        if let Request::Film(film) = &request {
            self.host.check_film(film)?;
            self.last_film = film.clone().with_next_name();
        }
        self.requests.push(request);
        Ok(())
    }

    /// Returns the last film that was requested.
    pub(super) fn last_film(&self) -> &FilmSpec {
        &self.last_film
    }

    /// Returns the address of the page that links lead to, if one is known.
    pub fn link_base(&self) -> Option<&str> {
        self.link_base.as_deref()
    }

    pub(super) fn set_link_base(&mut self, link_base: Option<String>) {
        self.link_base = link_base;
    }

    /// Adapts to another run, in which the hammer has made no stall.
    pub(super) fn on_run_replaced(&mut self) {
        self.hammer.forget_stall();
        self.original_comparison = None;
    }
}

impl Hammer {
    /// Lifts it at `real` seconds of the window's clock, if it isn't up already.
    fn lift(&mut self, real: f64) {
        self.lifted = self.lifted.or(Some(real));
    }

    /// Puts it down without a stall.
    fn lower(&mut self) {
        self.lifted = None;
    }

    /// Notes that it has come down at laboratory time `at`, with a stall of `ms`.
    fn struck(&mut self, at: Time, ms: f64) {
        self.stall = Some((at, Span::from_millis(ms)));
    }

    /// Forgets its stall, because that run is over.
    fn forget_stall(&mut self) {
        self.stall = None;
    }

    /// Returns the length in milliseconds of the stall that it would make at `real` seconds of the window's clock; `None` while
    /// it is down.
    fn would_stall_ms(&self, real: f64) -> Option<f64> {
        self.lifted.map(|lifted| PlannedStall::MS.clamped(((real - lifted) * 1000.0).max(1.0)))
    }

    /// Returns the length of its stall, while that lasts at laboratory time `now`; `None` otherwise.
    fn stall(&self, now: Time) -> Option<Span> {
        self.stall.filter(|(at, length)| now <= *at + (*length).max(SHOWN)).map(|(_, length)| length)
    }
}
