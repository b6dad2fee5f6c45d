//! What a session shows, and what it exchanges with the window.

use super::demonstration;
use super::dialog::{Dialog, FilmProgress, Notice, Request};
use super::host::Host;
use super::measuring::MeasurementProgress;
use super::pacer::Pacer;
use super::state::Session;
use super::transport::{Playhead, Transport};
use crate::base::params::Invalid;
use crate::base::time::{Span, Time};
use crate::lab::diagnose::verdict::{Verdict, verdict};
use crate::lab::load_map::LoadMap;
use crate::lab::panes::Lab;
use crate::lab::panes::pane_view::PaneView;
use crate::model::config::view::{Theme, View};
use crate::model::config::{Computer, HitchOn, Presentation};
use crate::model::worlds;
use crate::studio::claims::Measured;
use crate::studio::scenario::questions;

impl Session {
    /// What the place can do in which the session runs.
    pub fn host(&self) -> Host {
        self.host
    }

    /// The panes that run, and their commands.
    pub fn lab(&self) -> &Lab {
        &self.lab
    }

    /// How the laboratory's time follows the window's frames.
    pub fn pacer(&self) -> &Pacer {
        &self.pacer
    }

    /// The moment that is looked at: the laboratory's time, or one before it.
    pub fn now(&self) -> Time {
        self.playhead().map_or(self.lab.now(), |playhead| playhead.at)
    }

    /// The moment that is looked at, if it is not the present.
    pub fn playhead(&self) -> Option<Playhead> {
        self.transport.playhead()
    }

    /// The playhead, and the snapshots of the past.
    pub fn transport(&self) -> &Transport {
        &self.transport
    }

    /// Pane `index` at the moment that is looked at.
    pub fn seen(&self, index: usize) -> PaneView<'_> {
        let pane = &self.lab.panes()[index];
        self.transport.moment(pane.id()).map_or(PaneView::Now(pane), |moment| PaneView::Past(pane, moment))
    }

    /// The sentences about pane `index` at the moment that is looked at.
    pub fn verdict(&self, index: usize) -> Verdict {
        let first = (index > 0).then(|| self.seen(0));
        verdict(self.seen(index), first, self.computer_of(index), self.presentation(index), self.now())
    }

    /// The computer of pane `index` at the moment that is looked at.
    pub fn computer_of(&self, index: usize) -> &Computer {
        let seen = self.seen(index);
        seen.past_config().map_or(self.lab.settings().computer_of(index), |era| &era.computer)
    }

    /// The computer that all panes share which have none of their own.
    pub fn computer(&self) -> &Computer {
        &self.lab.settings().computer
    }

    /// How pane `index` is drawn: as set, or as published.
    pub fn presentation(&self, index: usize) -> Presentation {
        if let Some(era) = self.seen(index).past_config() {
            return era.presentation;
        }
        let published = self.lab.panes()[index].strategy().presentation;
        self.lab.settings().panes[index].presentation.unwrap_or(published)
    }

    /// Whether time goes on with the window's frames; it rests while the gallery covers the panes.
    pub fn is_playing(&self) -> bool {
        self.playing && !self.shows_gallery()
    }

    /// How fast the laboratory is watched, in its seconds a real second.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// The place of the pane that the panels are about. There always is a pane in it.
    pub fn selected(&self) -> usize {
        self.selection.selected()
    }

    /// The place of the pane that fills the window, if one does.
    pub fn enlarged(&self) -> Option<usize> {
        self.selection.enlarged()
    }

    /// What is shown, and how.
    pub fn view(&self) -> View {
        self.view
    }

    /// Whether all panes are drawn over each other: as set, or for as long as a key is held.
    pub fn shows_one_stage(&self) -> bool {
        self.view.one_stage || self.holds_one_stage
    }

    /// Whether a key is held that draws all panes over each other.
    pub fn holds_one_stage(&self) -> bool {
        self.holds_one_stage
    }

    /// Dark or light.
    pub fn theme(&self) -> Theme {
        self.theme
    }

    /// What the scenario that was opened is called, and what to look at; both may be empty.
    pub fn title(&self) -> (&str, &str) {
        (&self.opened.name, &self.opened.about)
    }

    /// What is shown, in a few words: the scenario, or else the world.
    pub fn headline(&self) -> &str {
        let world = worlds::find(&self.lab.settings().scene.id).map_or("", |kind| kind.name);
        Some(self.opened.name.as_str()).filter(|name| !name.is_empty()).unwrap_or(world)
    }

    /// What somebody asks whom the open scenario answers, if it is one that comes with the program.
    pub fn question(&self) -> Option<&'static str> {
        questions::asked_by(&self.opened.name).map(|question| question.text)
    }

    /// What is seen now, in a sentence, while the demonstration runs.
    pub fn caption(&self) -> Option<&'static str> {
        self.demonstrating.then(|| demonstration::caption_at(self.now())).flatten()
    }

    /// Whether the gallery of comparisons covers the panes.
    pub fn shows_gallery(&self) -> bool {
        matches!(self.dialog, Some(Dialog::Gallery { .. }))
    }

    /// Whether the panels are away and the type is large.
    pub fn is_presenting(&self) -> bool {
        self.presenting
    }

    /// Whether the panes have no buttons of their own: in a presentation, in a film, and in a part of another page.
    pub fn has_bare_panes(&self) -> bool {
        self.presenting || self.host.embedded
    }

    /// When the film began that is being taken.
    pub fn take(&self) -> Option<Time> {
        self.take
    }

    /// Whether a scenario was opened, and no other settings have been chosen since.
    pub fn has_scenario(&self) -> bool {
        self.opened.is_there
    }

    /// The small window that is open.
    pub fn dialog(&self) -> Option<&Dialog> {
        self.dialog.as_ref()
    }

    /// Why what the dialog asked for could not be done; what was typed is still in it.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Something that was asked for could not be done: the dialog says so while one is open, and a notice where none is.
    pub fn fail(&mut self, why: String) {
        if self.dialog.is_some() {
            self.failure = Some(why);
        } else {
            self.tell(Notice::bad(why));
        }
    }

    /// How far a film is that is being made beside the window.
    pub fn filming(&self) -> Option<FilmProgress> {
        self.film_progress
    }

    /// How far a measurement on the real clock is, and what it has found.
    pub fn measuring(&self) -> Option<&MeasurementProgress> {
        self.measurement.as_ref()
    }

    /// What came of a claim's runs, once they are made.
    pub fn measured(&self, claim: &str) -> Option<&[Measured]> {
        self.measured_claims.get(claim).map(Vec::as_slice)
    }

    /// The notice to be shown; it disappears after five seconds, after ten where something has failed.
    pub fn notice(&self) -> Option<&Notice> {
        let (notice, since) = self.notice.as_ref()?;
        let lasts = if notice.good { 5.0 } else { 10.0 };
        Some(notice).filter(|_| (0.0..lasts).contains(&(self.real - since)))
    }

    /// Whether the demonstration runs.
    pub fn is_demonstrating(&self) -> bool {
        self.demonstrating
    }

    /// Whether the help window is open.
    pub fn shows_help(&self) -> bool {
        self.shows_help
    }

    /// How long a stall the hammer would make if it came down now, ms; nothing while it is down.
    pub fn hammer_ms(&self) -> Option<f64> {
        self.hammer.would_stall_ms(self.real)
    }

    /// What the stalls of a person fall on: the hammer's and the buttons'.
    pub fn stalls_fall_on(&self) -> HitchOn {
        self.hammer.falls_on
    }

    /// The stall that the hammer has made, while it lasts: how long it is.
    pub fn stall(&self) -> Option<Span> {
        self.hammer.stall(self.lab.now()).filter(|_| self.playhead().is_none())
    }

    /// Whether the panes stand still in a photo finish.
    pub fn is_photo_finish(&self) -> bool {
        self.playhead().is_none() && self.finish.is_some_and(|finish| finish <= self.lab.now())
    }

    /// Counts beginnings, for what is kept of a run and has to be dropped with it.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// Why the last action was refused.
    pub fn refusal(&self) -> Option<&Invalid> {
        self.refusal.as_ref()
    }

    /// What each loop would do at every load, as far as that is known.
    pub fn load_map(&self) -> &LoadMap {
        &self.load_map
    }

    /// Takes the requests for the window since the last call.
    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    /// Takes the progress of a film from the window.
    pub fn show_filming(&mut self, progress: Option<FilmProgress>) {
        self.film_progress = progress;
    }

    /// Takes what came of a claim's runs from the window.
    pub fn show_measured(&mut self, claim: &'static str, measured: Vec<Measured>) {
        self.measured_claims.insert(claim, measured);
    }

    /// Takes what is known of the loads from the window.
    pub fn show_load_map(&mut self, map: LoadMap) {
        self.load_map = map;
    }

    /// Takes the progress of a measurement on the real clock from the window.
    pub fn show_measuring(&mut self, measurement: Option<MeasurementProgress>) {
        self.measurement = measurement;
    }
}
