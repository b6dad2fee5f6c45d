//! What can be seen of a session.

use super::pacer::Pacer;
use super::transport::{Playhead, Transport};
use super::{Dialog, Filming, Measuring, Notice, Session};
use crate::base::params::Invalid;
use crate::base::time::{Span, Time};
use crate::lab::panes::Lab;
use crate::lab::panes::pane_view::PaneView;
use crate::model::config::view::{Theme, View};
use crate::model::config::{Computer, HITCH_MS, Presentation, Settings};

impl Session {
    pub fn lab(&self) -> &Lab {
        &self.lab
    }

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

    pub fn transport(&self) -> &Transport {
        &self.transport
    }

    /// Pane `index` at the moment that is looked at.
    pub fn seen(&self, index: usize) -> PaneView<'_> {
        let pane = &self.lab.panes()[index];
        self.transport.moment(index).map_or(PaneView::Now(pane), |moment| PaneView::Past(pane, moment))
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

    /// The settings that the next start shall find: those of the demonstration are nobody's.
    pub fn remembered_settings(&self) -> Settings {
        if self.touring { Settings::default() } else { self.lab.settings().clone() }
    }

    /// How pane `index` is drawn: as set, or as published.
    pub fn presentation(&self, index: usize) -> Presentation {
        if let Some(era) = self.seen(index).past_config() {
            return era.presentation;
        }
        let published = self.lab.panes()[index].strategy().presentation;
        self.lab.settings().panes[index].presentation.unwrap_or(published)
    }

    pub fn is_playing(&self) -> bool {
        self.playing
    }

    pub fn speed(&self) -> f64 {
        self.watching.speed
    }

    pub fn selected(&self) -> usize {
        self.watching.selected
    }

    pub fn enlarged(&self) -> Option<usize> {
        self.watching.enlarged
    }

    pub fn view(&self) -> View {
        self.view
    }

    pub fn theme(&self) -> Theme {
        self.theme
    }

    /// What the scenario that was opened is called, and what to look at; both may be empty.
    pub fn title(&self) -> (&str, &str) {
        (&self.name, &self.about)
    }

    pub fn is_presenting(&self) -> bool {
        self.presenting
    }

    /// When the film began that is being taken.
    pub fn take(&self) -> Option<Time> {
        self.take
    }

    pub fn dialog(&self) -> Option<&Dialog> {
        self.dialog.as_ref()
    }

    pub fn filming(&self) -> Option<Filming> {
        self.filming
    }

    pub fn measuring(&self) -> Option<&Measuring> {
        self.measuring.as_ref()
    }

    /// Something to be told; it goes by itself after a while.
    pub fn notice(&self) -> Option<&Notice> {
        let fresh = |since: f64| (0.0..10.0).contains(&(self.real - since));
        self.notice.as_ref().filter(|(_, since)| fresh(*since)).map(|(notice, _)| notice)
    }

    pub fn is_touring(&self) -> bool {
        self.touring
    }

    pub fn shows_help(&self) -> bool {
        self.help
    }

    /// How long a stall the hammer would make if it came down now, ms; nothing while it is down.
    pub fn hammer_ms(&self) -> Option<f64> {
        self.lifted.map(|lifted| HITCH_MS.clamped(((self.real - lifted) * 1000.0).max(1.0)))
    }

    /// The stall that the hammer has made, while it lasts: how long it is.
    pub fn stall(&self) -> Option<Span> {
        let visible = |at: Time, length: Span| self.lab.now() <= at + length.max(Span::from_millis(300.0));
        self.struck.filter(|(at, length)| self.playhead().is_none() && visible(*at, *length)).map(|(_, length)| length)
    }

    /// Whether the panes stand still in a photo finish.
    pub fn is_photo_finish(&self) -> bool {
        self.playhead().is_none() && self.finish.is_some_and(|finish| finish <= self.lab.now())
    }

    pub fn runs(&self) -> u64 {
        self.runs
    }

    pub fn refusal(&self) -> Option<&Invalid> {
        self.refusal.as_ref()
    }
}
