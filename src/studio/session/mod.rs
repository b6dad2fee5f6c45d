//! A session: everything that a person does and sees. It holds the run that is watched, the pace of watching it, undo, and the
//! state of the window.
//!
//! The panels are functions that show a [`Session`] and return [`Action`]s. Apart from the frames of the window, only an action
//! changes a session, so a click, a key and a test have the same effect.

pub mod action;
mod attempt;
pub mod attendance;
pub mod host;
pub mod lap;
mod lesson_steps;
#[cfg(not(target_arch = "wasm32"))]
pub mod live;
mod own_loops;
pub mod pacing;
mod pane_findings;
pub mod playhead;
mod selection;
pub mod tally;
mod undo;
pub mod watched_run;
pub mod window_state;

use crate::studio::scenario::definition::{Caption, Scenario, Unreadable};
use crate::studio::scenario::unopened::UnopenedScenario;
use crate::studio::scenario::{builtin, opening};
use crate::studio::view::film_spec::FilmSpec;
use crate::studio::view::{Instrument, Theme, View};
use action::{Action, ActionRow, Card, Dialog, LessonAction, LoopsAction, NotDone, Notice, RunAction};
use attendance::Attendance;
use host::Host;
use own_loops::{KnownTexts, OriginalComparison};
use pacing::{OwnMisses, Pacer, Remedy, Shortfall};
use playhead::Move;
use std::borrow::Cow;
use std::rc::Rc;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::lab::advise::question::Question;
use tickscope_core::lab::experiments::diagnoses::Inquiry;
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::model::config::capture::Capture;
use tickscope_core::model::config::command::{Command, TimedCommand};
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::presets;
use tickscope_core::model::config::script::Script;
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};
use tickscope_core::model::worlds::drive;
use tickscope_core::model::{check, whole_build};
use undo::Undo;
use watched_run::{OpenedScenario, WatchedRun};
use window_state::WindowState;

/// The number of instructions that all interpreted loops together may execute in a frame of the window, which take some 4 ms on a
/// usual machine. Instructions are counted because a session reads no clock.
pub const INSTRUCTIONS_A_FRAME: u64 = 120_000;

/// The time for which two loops run on after the first event in which they differ.
const AFTER_DIFFERENCE: Span = Span::from_flicks(FLICKS_PER_SECOND / 5);

/// The run that a person watches, and the state of the window. [`Session::act`] changes it; the interface only holds `&Session`.
pub struct Session {
    pub run: WatchedRun,
    pub pacer: Pacer,
    undo: Undo,
    /// The state of the window without the run, with the results of jobs and the open requests.
    pub window: WindowState,
    known_texts: KnownTexts,
    /// The demonstration that a touch has ended, as long as no other action has followed, so that projector mode can continue it;
    /// else `None`.
    ended: Option<Attendance>,
    /// The reason why the last action was refused; `None` if it was not refused.
    pub refusal: Option<Invalid>,
    /// The number of runs that have been watched. Data about a run must be dropped when this changes.
    pub runs: u64,
}

impl Session {
    /// Watches a run from its beginning, playing, with the defaults for everything else.
    pub fn new(script: impl Into<Script>) -> Result<Session, Invalid> {
        let lab = Lab::new(script)?;
        let mut known_texts = KnownTexts::default();
        known_texts.add(&lab.settings().loops);
        Ok(Session {
            run: WatchedRun::new(lab),
            pacer: Pacer::new(None),
            undo: Undo::default(),
            window: WindowState::default(),
            known_texts,
            ended: None,
            refusal: None,
            runs: 0,
        })
    }

    /// Watches a scenario from its beginning, playing, with the viewing speed and the selection of its file.
    pub fn open(scenario: Scenario) -> Result<Session, Invalid> {
        opening::check(&scenario.script)?;
        let mut session = Session::new(&scenario.script)?;
        session.watch_as(scenario);
        Ok(session)
    }

    #[must_use]
    pub fn with_theme(mut self, theme: Theme) -> Session {
        self.run.theme = theme;
        self
    }

    #[must_use]
    pub fn with_view(mut self, view: View) -> Session {
        self.run.view = view;
        self
    }

    /// Returns the session on another host. A part of another page does not play until a person starts it.
    #[must_use]
    pub fn on_host(mut self, host: Host) -> Session {
        self.run.playing = self.run.playing && !host.embedded;
        self.window.set_host(host);
        self
    }

    /// Returns the session with links to the page at this address. With `None`, a link is only a fragment.
    #[must_use]
    pub fn with_link_base(mut self, link_base: Option<String>) -> Session {
        self.window.link_base = link_base;
        self
    }

    /// Returns the dialog *Which loop?*, with the load of the present settings.
    pub fn ask_which_loop(&self) -> Dialog {
        let shown = self.run.lab.settings();
        let Computer { render_ms, update_ms, gpu_ms, play_lo_s, play_hi_s, .. } = shown.computer;
        let computer = Computer { render_ms, update_ms, gpu_ms, play_lo_s, play_hi_s, ..Question::usual_computer() };
        let question = Question::new(Settings { scene: WorldChoice::new("runner"), computer, ..Settings::default() });
        let is_here = |pane: &&PaneSettings| pane.played().is_some_and(Capture::is_here);
        Dialog::Advise(Box::new(match shown.captured_pane(&shown.computer).filter(is_here) {
            Some(captured) => question.with_load_of(captured.clone()),
            None => question,
        }))
    }

    /// Returns the index of the pane that the panels are about.
    pub fn selected(&self) -> usize {
        self.run.selection.selected()
    }

    pub fn letter(&self, index: usize) -> PaneLetter {
        self.run.lab.panes()[index].letter()
    }

    // ---- Beginnings of runs ----

    /// Starts over: time, the state of the worlds and the commands of the scenario begin again, and what the person has changed
    /// stays: loops, texts and settings.
    fn restart(&mut self) -> Result<(), NotDone> {
        if self.lesson().is_some() {
            return self.restart_step();
        }
        let (settings, written) = (self.run.lab.changed_by_hand(), self.run.written().clone());
        let is_over = self.run.is_over();
        let script = check::script_of_allowed(settings, written.commands()).map_err(|refused| refused.invalid)?;
        self.begin(&Scenario { script: script.clone(), ..self.run.scenario() })?;
        self.run.opened.written = Some(written).filter(|written| *written != script);
        // A run that has stopped by itself plays again.
        self.run.playing |= is_over;
        Ok(())
    }

    /// Starts over without what the person has changed: a step of a lesson, a scenario, or the settings with which the run began.
    fn begin_as_written(&mut self) -> Result<(), NotDone> {
        if self.lesson().is_some() {
            return self.act_in_lesson(LessonAction::Back);
        }
        self.begin(&Scenario { script: self.run.written().clone(), ..self.run.scenario() })?;
        self.run.opened.written = None;
        Ok(())
    }

    fn restart_with(&mut self, settings: Settings) -> Result<(), NotDone> {
        let Scenario { theme, view, watching, .. } = self.run.scenario();
        self.begin(&Scenario { theme, view, watching, ..Scenario::from(settings) })?;
        // The lesson stays open while the run begins with the present settings.
        let OpenedScenario { lesson, course, .. } = std::mem::take(&mut self.run.opened);
        self.run.opened = OpenedScenario { lesson, course, ..OpenedScenario::default() };
        Ok(())
    }

    /// Starts over with one more pane, and shows all panes.
    fn restart_beside(&mut self, pane: PaneSettings) -> Result<(), NotDone> {
        let mut settings = self.run.lab.settings().clone();
        settings.panes.push(pane);
        self.restart_with(settings)?;
        self.run.selection.enlarge(None);
        self.run.playing = true;
        Ok(())
    }

    fn compare_three_computers(&mut self) -> Result<(), NotDone> {
        let settings = self.run.lab.settings().clone();
        let chosen = &settings.panes[self.run.selection.selected()];
        let own = |computer: Computer| PaneSettings { letter: None, computer: Some(computer), ..chosen.clone() };
        let panes = [presets::fast_pc(), presets::slow_laptop(), presets::noisy_phone()].map(own);
        self.restart_with(Settings { panes: panes.into(), ..settings })
    }

    /// Starts over with a loop and its original side by side, up to the first event in which they differ.
    fn compare_with_original(&mut self, letter: PaneLetter) -> Result<(), NotDone> {
        let settings = self.run.lab.settings().clone();
        let (settings, comparison) = OriginalComparison::make(&settings, settings.find_pane(letter)?)?;
        self.restart_with(settings)?;
        self.run.selection.enlarge(None);
        self.run.selection.select(self.run.lab.index_of(letter).unwrap_or(0));
        self.run.view = View { instrument: Some(Instrument::Timeline), code: true, ..self.run.view };
        if let Some(difference) = &comparison.difference {
            self.run.advance_to(difference.at() + AFTER_DIFFERENCE);
            self.run.travel(Move::Scrub(difference.at()))?;
        }
        self.window.notify(Notice::good(comparison.in_words()));
        self.window.original_comparison = Some(comparison);
        Ok(())
    }

    /// Returns the action that opens a scenario from elsewhere. If it has texts of loops that the person has not allowed to run,
    /// the action waits for a click.
    pub fn opening_of(&self, unopened: UnopenedScenario) -> Result<Action, Unreadable> {
        if self.known_texts.contain(unopened.loops()) {
            Ok(Action::Run(RunAction::Open(Box::new(unopened.open()?))))
        } else {
            Ok(Action::Loops(LoopsAction::HoldBack(Box::new(unopened))))
        }
    }

    /// Returns whether the person has written this text, named its file, or allowed it to run.
    pub fn may_run(&self, own: &OwnLoop) -> bool {
        self.known_texts.contain(std::slice::from_ref(own))
    }

    /// Opens the scenario that was kept back; one that can't be read is dropped with a notice.
    fn run_held_back(&mut self) -> Result<(), NotDone> {
        let Some(unopened) = self.window.held_back.take() else { return Ok(()) };
        self.known_texts.add(unopened.loops());
        match unopened.open() {
            Ok(scenario) => self.open_here(scenario),
            Err(unreadable) => {
                self.window.notify(Notice::bad(unreadable.to_string()));
                Ok(())
            }
        }
    }

    fn open_here(&mut self, scenario: Scenario) -> Result<(), NotDone> {
        if let Err(invalid) = opening::check(&scenario.script) {
            self.window.notify(Notice::bad(format!("Not opened: {invalid}")));
            return Err(invalid.into());
        }
        self.begin(&scenario)?;
        self.window.held_back = None;
        self.watch_as(scenario);
        Ok(())
    }

    /// Opens the built-in scenario `by` positions after the open one.
    fn open_next(&mut self, by: i64) -> Result<(), NotDone> {
        let scenarios = &*builtin::SCENARIOS;
        let count = scenarios.len() as i64;
        // With no scenario open, forwards opens the first one and backwards the last.
        let nowhere = if by > 0 { -1 } else { 0 };
        let here = scenarios.iter().position(|(_, scenario)| scenario.name == self.run.opened.name);
        let next = (here.map_or(nowhere, |here| here as i64) + by % count).rem_euclid(count);
        self.open_here(scenarios[next as usize].1.clone())
    }

    fn watch_as(&mut self, scenario: Scenario) {
        self.run.watch_as(scenario);
        self.run.playing = !self.window.host.embedded;
        self.window.card = None;
        self.window.set_dialog(None);
    }

    /// Begins another run, which is watched in the same way.
    fn begin(&mut self, scenario: &Scenario) -> Result<(), NotDone> {
        if whole_build::is_needed_for(scenario.script.settings()) {
            return Err(NotDone::NeedsWholeBuild(scenario.to_toml()));
        }
        self.replace_run(self.run.successor(Lab::new(&scenario.script)?));
        self.window.show_gallery(false);
        Ok(())
    }

    /// Replaces the watched run by `run`. Undo keeps the old one, unless the window has shown nothing of it yet.
    fn replace_run(&mut self, run: WatchedRun) {
        let had_shown = self.runs > 0 || self.run.lab.now() > Time::ZERO || !self.undo.is_empty();
        let old = std::mem::replace(&mut self.run, run);
        if old.take.is_some() && self.run.take.is_none() {
            self.window.notify(Notice::bad("A new run has begun: the recording stays with the old one, which undo brings back."));
        }
        if had_shown {
            self.undo.keep_replaced(old);
        }
        self.on_run_replaced();
    }

    fn on_run_replaced(&mut self) {
        self.pacer.forget();
        self.pacer.forget_cost();
        self.window.hammer.stall = None;
        self.window.original_comparison = None;
        self.runs += 1;
    }

    /// Continues a rerun, which replaces the run once it has reached its moment.
    fn continue_rerun(&mut self) {
        if let Some(fork) = self.run.advance_rerun() {
            self.replace_run(fork);
            self.finish_step(ActionRow::default(), None);
        }
    }

    // ---- Time ----

    /// Adapts the pace to the refresh rate that the window's monitor reports, in Hz; `None` if it reports none.
    pub fn on_monitor(&mut self, reported_hz: Option<f64>) {
        self.pacer = Pacer::new(reported_hz);
    }

    /// Begins a frame of the window at `real` seconds of a steady clock.
    pub fn frame(&mut self, real: f64) {
        self.window.clock = real;
        if self.run.transport.rerun().is_some() {
            return self.continue_rerun();
        }
        if !self.is_playing() {
            return self.pacer.forget();
        }
        let moment = self.pacer.advance(real, self.run.now(), self.run.computer().refresh_hz, self.run.speed);
        let Some(moment) = self.run.play_to(moment) else { return };
        let over = self.run.end().filter(|end| *end <= moment);
        let stop = self.step_ends_before(moment).filter(|_| !self.step_leads_on()).into_iter().chain(over).min();
        self.advance_within(stop.unwrap_or(moment), INSTRUCTIONS_A_FRAME);
        self.run.playing &= stop.is_none_or(|stop| self.run.lab.now() < stop);
        self.finish_lap();
    }

    /// Advances the laboratory's time to `moment`, whatever the window's clock shows.
    pub fn advance_to(&mut self, moment: Time) {
        self.advance_within(moment, u64::MAX);
    }

    fn advance_within(&mut self, moment: Time, budget: u64) {
        while let Some(end) = self.step_ends_before(moment).filter(|_| self.step_leads_on()) {
            self.run.advance_within(end, budget);
            if self.run.lab.now() < end {
                return;
            }
            let done = self.act_in_lesson(LessonAction::Next);
            self.conclude(done);
        }
        self.run.advance_within(moment, budget);
    }

    // ---- What is shown ----

    /// Returns whether time advances with the window's frames; it stops while the gallery covers the panes, and while the help
    /// explains them.
    pub fn is_playing(&self) -> bool {
        self.run.playing && !self.window.shows_gallery() && self.window.help.is_none()
    }

    /// Returns how far the window falls short of the viewing speed, with the most effective remedy if there is one; `None` if the
    /// window keeps up, or does not play.
    pub fn shortfall(&self) -> Option<(Shortfall, Option<Remedy>)> {
        let short = self.pacer.short.filter(|_| self.run.playing)?;
        Some((short, Remedy::of(short, &self.run)))
    }

    /// Returns the refreshes of the real monitor that the window itself missed in the last second; `None` unless the run plays.
    pub fn own_misses(&self) -> Option<OwnMisses> {
        self.pacer.own_misses().filter(|_| self.run.playing)
    }

    /// Returns the caption of the shown moment, from the scenario, the demonstration or a lap; `None` if it has none.
    pub fn caption(&self) -> Option<Cow<'_, str>> {
        if let Some(lesson) = self.lesson().filter(|lesson| lesson.lesson.by_itself) {
            return Some(self.fill(&lesson.step().text).into());
        }
        if let Some(text) = self.run.lap_in_words() {
            return Some(text.into());
        }
        Caption::shown_at(&self.run.opened.captions, self.run.now()).map(Cow::Borrowed)
    }

    /// Returns whether all panes are drawn over each other, by a setting or while a key is held.
    pub fn shows_one_stage(&self) -> bool {
        self.run.view.one_stage || self.window.holds_one_stage
    }

    /// Returns the findings of pane `index` at the shown moment, the most important first.
    pub fn findings(&self, index: usize) -> Rc<Vec<Finding>> {
        self.run.findings(index, &self.window.results.diagnoses)
    }

    /// Returns the findings for the card of a pane. While a person points at the card, `held`, they stay as they were, so that
    /// no row moves under the pointer.
    pub fn findings_of_card(&self, index: usize, held: bool) -> Rc<Vec<Finding>> {
        let is_change = |timed: &&TimedCommand| matches!(timed.command, Command::Set(_));
        let changes = (self.runs, self.run.lab.log().iter().filter(is_change).count());
        let WindowState { shown_card, results, .. } = &self.window;
        shown_card.findings((self.letter(index), held), changes, self.findings(index), &results.diagnoses)
    }

    /// Returns inquiries about the symptoms of the panes that no experiment has explained yet.
    pub fn inquiries(&self) -> Vec<Inquiry> {
        let diagnoses = &self.window.results.diagnoses;
        let found: Vec<_> = (0..self.run.lab.panes().len()).map(|index| self.run.findings(index, diagnoses)).collect();
        diagnoses.open(found.iter().flat_map(|findings| findings.iter()).map(Finding::asked))
    }

    /// Makes all missing experiments, and waits for them.
    pub fn make_experiments(&mut self) {
        let inquiries = self.inquiries();
        self.window.results.diagnoses.answer(&inquiries);
    }

    /// Returns the open card; `None` if there is none, or its pane is closed.
    pub fn card(&self) -> Option<Card> {
        self.window.card.filter(|card| self.run.lab.index_of(card.pane()).is_some())
    }

    /// Returns the length of the hammer's last stall while it is shown; else `None`.
    pub fn stall(&self) -> Option<Span> {
        self.window.stall(self.run.lab.now()).filter(|_| self.run.transport.playhead.is_none())
    }

    /// Returns the words of the step that would be undone; `None` if nothing can be undone.
    pub fn can_undo(&self) -> Option<&str> {
        self.undo.next(true)
    }

    /// Returns the words of the steps that can be undone, the newest first.
    pub fn steps_to_undo(&self) -> impl Iterator<Item = &str> {
        self.undo.steps()
    }

    /// Returns the words of the step that would be redone; `None` if nothing can be redone.
    pub fn can_redo(&self) -> Option<&str> {
        self.undo.next(false)
    }

    /// Proposes a film of the run so far, or of ten seconds if the run has just begun.
    pub fn proposed_film(&self) -> FilmSpec {
        self.run.propose_film(&self.window.last_film)
    }

    /// Returns the scenario of a film: the run so far, with the texts of an open lesson as captions. After a change by hand only
    /// the text of the open step is one, with the numbers of the present moment.
    pub fn filmed(&self) -> Scenario {
        let mut run = self.run.recorded();
        let Some(lesson) = self.lesson() else { return run };
        let to_the_end = |caption: Caption| Caption { to: f64::MAX, ..caption };
        if self.step_is_changed() {
            let text = self.step_text().map(|text| self.fill(&text));
            let caption = text.map(|text| Caption { from: lesson.step().start.as_secs(), to: 0.0, text });
            run.captions = caption.map(to_the_end).into_iter().collect();
            return run;
        }
        let steps = &lesson.lesson.steps;
        let first = steps.iter().position(|step| step.setup == lesson.step().setup).unwrap_or_default();
        // The set-up's run has begun once, so it can begin again.
        run.captions = lesson.lesson.to_film(first).map(|(scenario, _)| scenario.captions).unwrap_or_default();
        let filmed = steps[first..].iter().take_while(|step| step.setup == lesson.step().setup).count();
        let others = run.captions.len().saturating_sub(filmed);
        for (caption, step) in run.captions[others..].iter_mut().zip(first..) {
            let tally = step.checked_sub(1).and_then(|bet| lesson.tally_of(bet)).and_then(|tally| tally.in_words());
            caption.text.extend(tally.map(|words| format!(" {words}")));
        }
        // A step without a stop lasts as long as it is open.
        if lesson.step().end.is_none() {
            run.captions.truncate(others + lesson.step - first + 1);
            let last = run.captions.pop().map(to_the_end);
            run.captions.extend(last);
        }
        run
    }

    /// Returns the settings to store for the next start: the present ones, or during the demonstration those of a first start.
    pub fn remembered_settings(&self) -> Settings {
        // A pause of the game is not stored.
        if self.demonstrates() { Settings::of_window() } else { Settings { paused: false, ..self.run.lab.settings().clone() } }
    }
}

/// Returns the world with its default options, except that a person steers in a world in which that is possible.
fn by_hand(scene: &str) -> WorldChoice {
    let mut choice = WorldChoice::new(scene);
    if scene == drive::KIND.id {
        choice.options.set(&drive::DRIVER.name, Value::Word("keys".to_owned()));
    }
    choice
}
