//! A pane at a moment of its recording. The present is a moment like any other.

use super::lab::Pane;
use crate::base::params::values::Values;
use crate::base::time::{Span, Time};
use crate::lab::instruments::lamp::Lamp;
use crate::lab::instruments::pulse::Pulse;
use crate::lab::instruments::recent::RecentNumbers;
use crate::lab::instruments::trail::Trail;
use crate::lab::metrics::behind::Behind;
use crate::lab::metrics::reach::{RECENT, RESPONDING};
use crate::lab::metrics::totals::Sums;
use crate::lab::recording::console::ConsoleLine;
use crate::lab::recording::context::PaneContext;
use crate::lab::recording::entries::Moment;
use crate::lab::recording::flips::Flip;
use crate::lab::recording::pane_recording::Recording;
use crate::lab::symptoms::symptom::{PaneState, Symptom};
use crate::model::config::computer::Present;
use crate::model::machine::beam;
use crate::model::machine::event::{Watched, WatchedName};
use crate::model::machine::refresh::Refresh;
use crate::model::strategies::strategy::Found;
use crate::model::world::appearance::Frame;
use crate::model::world::body::{Body, Tally};
use crate::model::world::numbers::Numbers;
use crate::model::world::readout::Readout;
use serde::{Deserialize, Serialize};
use std::cell::Ref;
use std::rc::Rc;

/// The moment whose exact motion the ghosts show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reference {
    /// The laboratory time that is looked at: the ghosts are where a perfect loop would show the bodies.
    #[default]
    RealTime,
    /// The simulated time of the pane's frame: the difference that remains is the error of the steps.
    SimulatedTime,
}

/// The key and the name of the readout for the distance between the drives of a pane and of the first pane, in world units.
const APART: (&str, &str) = ("apart-from-first", "apart from A");
/// The key and the name of the readout for the time between the drives of a pane and of the first pane.
const BEHIND: (&str, &str) = ("time-from-first", "time from A");
/// Panes further apart than this, in world units, have diverged.
const FAR: f64 = 5.0;
/// Panes further apart than this, in seconds, have diverged.
const LATE: f64 = 0.1;

/// A pane at a moment of its recording.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    pub pane: &'a Pane,
    pub moment: Moment,
}

/// A frame on a pane's display.
pub struct ShownFrame<'a> {
    pub at: Time,
    /// The sample time of the frame.
    pub drawn: Time,
    /// How far the frame is behind the clock at the moment at which it is looked at; negative if it is ahead.
    pub behind: Span,
    pub bodies: Ref<'a, [Body]>,
    /// The world's own numbers in the frame.
    pub numbers: Numbers,
}

/// Rows of a display that tears, which all show the same frame.
pub struct ShownBand<'a> {
    /// The upper edge of the rows, as a fraction of the display's height from the top.
    pub from_row: f64,
    /// The lower edge of the rows, as a fraction of the display's height from the top.
    pub to_row: f64,
    /// The frame that the rows show; `None` if no frame has come to them yet.
    pub frame: Option<ShownFrame<'a>>,
}

impl ShownFrame<'_> {
    /// Returns the content of the frame together with `tallies`.
    pub fn frame<'a>(&'a self, tallies: &'a [Tally]) -> Frame<'a> {
        Frame { at: self.at, drawn: self.drawn, bodies: &self.bodies, numbers: self.numbers, tallies }
    }
}

impl Pane {
    pub fn recording(&self) -> Ref<'_, Recording> {
        self.fold()
    }

    pub fn seen(&self, moment: Moment) -> Seen<'_> {
        Seen { pane: self, moment }
    }

    pub fn seen_at(&self, now: Time) -> Seen<'_> {
        let moment = self.recording().entries.moment(now);
        self.seen(moment)
    }
}

impl<'a> Seen<'a> {
    /// Returns whether nothing has happened in the pane since this moment.
    pub fn is_newest(self) -> bool {
        self.recording().entries.is_newest(self.moment)
    }

    fn recording(self) -> Ref<'a, Recording> {
        self.pane.recording()
    }

    /// Returns the loop and the computer that the pane had at this moment.
    pub fn context(self) -> Ref<'a, PaneContext> {
        Ref::map(self.recording(), |recording| recording.contexts.at(self.moment.at))
    }

    /// Returns the loop that the pane ran.
    pub fn strategy(self) -> Found {
        self.context().strategy.clone()
    }

    /// Returns whether the capture that the pane plays is over; `false` for a loop and for a game that runs.
    pub fn is_over(self) -> bool {
        self.context().is_over(self.recording().start, self.moment.at)
    }

    pub fn params(self) -> Ref<'a, Values> {
        Ref::map(self.context(), |context| &context.params)
    }

    /// Returns the reason why the pane's world stands still: its loop needs a closed form that the world lacks. `None` if the
    /// world moves.
    pub fn lacks(self) -> Option<&'static str> {
        self.strategy().lacks_in(self.pane.computer().world().kind)
    }

    /// Returns the frame on the display; `None` before the first one, and if the recording does not reach back to it.
    pub fn shown_frame(self) -> Option<ShownFrame<'a>> {
        self.frame(self.recording().flips_until(self.moment).checked_sub(1)?)
    }

    /// Writes the bodies of the exact motion, which the ghosts show at `now`, into `bodies`. If the ghosts follow the pane's
    /// simulated time, they move on between two frames at the pane's speed, so that their motion is as smooth as the window.
    pub fn ghosts(self, reference: Reference, now: Time, bodies: &mut Vec<Body>) {
        let computer = self.pane.computer();
        match reference {
            Reference::RealTime => {
                let (context, start) = (self.context(), self.recording().start);
                let now = context.until_over(start, now);
                computer.world().exact(now - context.forgiven.at(now), bodies);
            }
            Reference::SimulatedTime => {
                let at = self.shown_frame().map_or(Time::ZERO, |frame| {
                    let speed = self.drawn_speed();
                    let since = if self.is_responding() { now - frame.at } else { Span::ZERO };
                    // An extrapolated frame before the first update would show a time before the beginning.
                    (frame.drawn + since.scaled(speed)).max(Time::ZERO)
                });
                computer.world().exact(at, bodies);
            }
        }
    }

    /// Returns the speed of the displayed frames of the last two seconds, 0 to 1, even if a change or a stall lies among them; 1
    /// while there are too few frames.
    fn drawn_speed(self) -> f64 {
        let totals = &self.recent().totals;
        if totals.passed > 0 { (totals.simulated as f64 / totals.passed as f64).clamp(0.0, 1.0) } else { 1.0 }
    }

    fn frame(self, number: usize) -> Option<ShownFrame<'a>> {
        let recording = self.recording();
        let flip = *recording.flips.get(number)?;
        let (Flip { at, drawn, .. }, behind) = (flip, recording.behind_with(&flip, self.moment).span());
        if let Some(numbers) = recording.bodies.shown.get(number).map(|state| state.numbers) {
            let bodies =
                Ref::map(recording, |recording| recording.bodies.shown.get(number).map_or(&[][..], |state| &state.bodies));
            return Some(ShownFrame { at, drawn, behind, bodies, numbers });
        }
        // The display has its newest frames even if they are too large to be recorded.
        let computer = self.pane.computer();
        let numbers = computer.display().frame(flip.number)?.numbers;
        let bodies = Ref::map(computer, |computer| computer.display().frame(flip.number).map_or(&[][..], |frame| frame.bodies));
        Some(ShownFrame { at, drawn, behind, bodies, numbers })
    }

    /// Returns how far the frame on the display is behind the clock; `None` before the first frame, and if the sample times of a
    /// capture are unknown.
    pub fn behind(self) -> Option<Behind> {
        self.recording().behind(self.moment)
    }

    /// Returns whether a frame was displayed that the recording no longer has.
    pub fn is_forgotten(self) -> bool {
        self.recording().flips_until(self.moment) > 0 && self.shown_frame().is_none()
    }

    /// Returns the bands of rows that show different frames, from the top; empty if all rows show the same frame.
    pub fn torn(self) -> Vec<ShownBand<'a>> {
        let recording = self.recording();
        let (now, shown) = (self.moment.at, recording.flips_until(self.moment));
        let computer = &recording.contexts.at(now).computer;
        if computer.present != Present::Immediate || shown == 0 {
            return Vec::new();
        }
        let (refresh, flips) = (Refresh::new(computer.refresh_hz), &recording.flips);
        // A frame that was replaced before the display began to tear has left all rows at once.
        let tears = |context: &&PaneContext| context.at > now || context.computer.present == Present::Immediate;
        let since = recording.contexts.iter().rev().take_while(tears).last().map_or(now, |context| context.at);
        let since = since.max(now - beam::lasts(refresh));
        let current = flips.partition_point(|flip| flip.at <= since).saturating_sub(1);
        let first = current.max(flips.range().start).max(shown.saturating_sub(beam::MOST_TORN + 1));
        let times: Vec<Time> = (first..shown).filter_map(|number| flips.get(number)).map(|flip| flip.at).collect();
        let rows = beam::rows(refresh, now, &times, first == 0);
        if rows.iter().all(|rows| rows.flip.is_some_and(|flip| first + flip + 1 == shown)) {
            return Vec::new();
        }
        let band = |rows: beam::Rows| ShownBand {
            from_row: rows.from,
            to_row: rows.to,
            frame: rows.flip.and_then(|flip| self.frame(first + flip)),
        };
        rows.into_iter().map(band).collect()
    }

    /// Returns the positions of the bodies in the frames of the last second.
    pub fn trail(self) -> Rc<Trail> {
        Trail::at(&self.recording(), self.moment)
    }

    /// Returns the pulse of the pane's pictures after `from`.
    pub fn pulse(self, from: Time) -> Pulse {
        Pulse::of(&self.recording(), from, self.moment)
    }

    pub fn lamp(self) -> Lamp {
        let recording = self.recording();
        Lamp::of(&recording.inputs, &recording.answers, self.moment.at)
    }

    /// Returns the loop's watched values, in the order in which the loop first set them.
    pub fn watched(self) -> Vec<(WatchedName, Watched)> {
        self.recording().entries.watched(self.moment)
    }

    /// Returns the newest lines of the loop's console, the oldest first.
    pub fn console(self) -> Vec<ConsoleLine> {
        self.recording().console.newest(self.moment)
    }

    /// Returns the lines of the loop's file that ran in the last `span`, each with the moment of its last run, in the order of
    /// these moments.
    pub fn lines(self, span: Span) -> Vec<(u32, Time)> {
        self.recording().entries.lines(self.moment, span)
    }

    /// Returns the sums of the last two seconds; passes are counted over the last six.
    pub fn recent(self) -> Rc<Sums> {
        RecentNumbers::of(&self.recording(), self.moment)
    }

    /// Returns whether the settings have changed within the last two seconds, so that recent numbers belong in part to the old
    /// settings.
    pub fn mixes_regimes(self) -> bool {
        let regime = self.state().regime;
        self.moment.at - regime < RECENT && regime > self.recording().recorded_since()
    }

    pub fn whole(self) -> Sums {
        let (clock, tally, behind) = (self.clock(), self.tally(), self.behind());
        self.recording().with_sums(self.moment, |sums| Sums { behind, ..sums.whole(clock, tally) })
    }

    /// Returns the computer's clock at this moment, which is the end of the present operation.
    fn clock(self) -> Time {
        let clock = self.recording().entries.clock(self.moment, self.strategy().is_called());
        clock.unwrap_or_else(|| self.pane.computer().clock())
    }

    /// Returns the pane's state at the last tenth of a second.
    pub fn state(self) -> Rc<PaneState> {
        self.recording().watch.state_at(self.moment.at)
    }

    /// Returns the symptoms of the pane's state; what they say of how far the pane is behind is true at this moment.
    pub fn symptoms(self) -> Vec<Symptom> {
        let behind = self.behind().map_or(Span::ZERO, Behind::span);
        self.state().symptoms.iter().map(|symptom| symptom.clone().with_behind(behind)).collect()
    }

    /// Returns whether the display has shown a new frame in the last ten seconds.
    pub fn is_responding(self) -> bool {
        self.waiting() <= RESPONDING
    }

    /// Returns the time for which the display has been showing the same frame.
    pub fn waiting(self) -> Span {
        self.recording().waiting(self.moment)
    }

    /// Returns the tally of the passes that had ended at this moment.
    pub fn tally(self) -> Tally {
        // Rendered frames may judge passes too, so at the newest moment the world's own count is used.
        if self.is_newest() {
            return self.pane.computer().world().tally();
        }
        let recording = self.recording();
        recording.passes.tally(recording.steps_until(self.moment))
    }

    /// Returns the tally of the passes that the picture of the world shows. They are those that the pane's sentence counts if the
    /// world has their number, or else those that ended since the settings last changed, for each body; empty in the past of a
    /// world of many bodies.
    pub fn tallies(self) -> Vec<Tally> {
        if self.pane.computer().world().kind.counted_passes.is_some() {
            return vec![self.state().passes];
        }
        let recording = self.recording();
        if self.is_newest() {
            return recording.passes.of_regime(self.moment.at, self.pane.computer().world().tallies());
        }
        recording.passes.of_regime(self.moment.at, recording.passes.tallies(recording.steps_until(self.moment)))
    }

    /// Returns the world's own readouts for the frame on the display. If the pane plays the same drive as the pane `first`, like
    /// two peers of one game, the readouts also contain the distance between the two. `first` is `None` for the first pane
    /// itself.
    pub fn readouts(self, first: Option<Seen>) -> Vec<Readout> {
        let computer = self.pane.computer();
        let Some(shown) = self.shown_frame() else { return Vec::new() };
        let mut readouts = computer.world().readouts(&shown.frame(&self.tallies()));
        if computer.world().kind.driven
            && let Some(first) = first.and_then(Seen::shown_frame)
            && let (Some(here), Some(there)) = (shown.bodies.first(), first.bodies.first())
        {
            let behind = (shown.drawn - first.drawn).as_secs();
            let time = Readout::number(BEHIND, behind, 3, " s").alarming(behind.abs() > LATE);
            readouts.push(time.describe(|| {
                let side = if behind < 0.0 { "behind" } else { "ahead of" };
                format!("Its game is {:.2} s {side} pane A's.", behind.abs())
            }));
            let apart = here.pos.distance(there.pos);
            readouts.push(if here.pass == there.pass {
                let readout = Readout::number(APART, apart, 2, "").alarming(apart > FAR);
                readout.describe(|| format!("Its car is {apart:.1} units from pane A's."))
            } else {
                Readout::none(APART)
            });
        }
        readouts
    }
}
