//! The playhead: the shown moment, which is the present or a moment of the last twenty seconds.
//!
//! A past moment is shown from the panes' recordings ([`tickscope_core::lab::recording`]), while the laboratory stands still.
//! Playing from there shows the recording, at the viewing speed, until the present is reached, and then continues the run. Every
//! command takes effect in the present, and so moves the playhead there.
//!
//! To continue from the past *in another way*, the run is [forked](tickscope_core::lab::run::running::Running::fork): the same
//! settings and the same commands up to that moment lead to the same state, bit for bit. The commands of a script after that
//! moment are still to come. The window makes the past again in pieces, between its frames.

use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::lab::instruments::crossing::Crossing;
use tickscope_core::lab::panes::lab::{Lab, Pane};
use tickscope_core::lab::panes::seen::Seen;
use tickscope_core::lab::recording::entries::begins_turn;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::machine::event::Event;

/// The length of one step of the playhead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Refresh,
    /// A turn of the pane's loop; the playhead stops at the beginning of a turn.
    Turn,
    Event,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Move {
    Back(Unit),
    Forward(Unit),
    /// Pauses, and shows this moment.
    Scrub(Time),
    ToOldest,
    ToLive,
    /// Makes the run again up to the playhead, and continues from there.
    RunFromHere,
    /// Plays from this moment: from the recording, or if it is not there, after making the run up to it.
    PlayFrom(Time),
    /// Replays how a body of this pane tunnelled, at 1/100 of real speed.
    WallReplay(PaneLetter),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playhead {
    /// The laboratory time that is shown.
    pub at: Time,
    /// An event at `at`, as its pane and the number of its entry; `None` for the moment after all events at `at`.
    pub event: Option<(PaneLetter, usize)>,
}

impl Playhead {
    pub fn seen<'a>(&self, pane: &'a Pane) -> Seen<'a> {
        let event = self.event.filter(|(of, _)| *of == pane.letter());
        let after = event.and_then(|(_, number)| pane.recording().entries.moment_after(number));
        after.map_or_else(|| pane.seen_at(self.at), |moment| pane.seen(moment))
    }
}

#[derive(Clone, Debug)]
pub struct WallReplay {
    pub pane: PaneLetter,
    /// The step that passed the wall, with the beginning and the end of the replay.
    pub crossing: Crossing,
    speed: f64,
}

/// A fork that is being made again up to a moment, and then replaces the run.
struct Rerun {
    lab: Lab,
    until: Time,
}

impl Rerun {
    fn entries(&self) -> usize {
        self.lab.panes().iter().map(|pane| pane.recording().entries.end()).sum()
    }
}

/// The number of entries that a rerun may record in one frame of the window: some milliseconds of work.
const EVENTS: usize = 20_000;
/// The laboratory time by which a rerun advances before it counts its entries.
const SLICE: Span = Span::from_flicks(FLICKS_PER_SECOND / 10);
/// The longest laboratory time by which a step forward advances in search of the loop's next event or turn.
const PATIENCE: Span = Span::from_flicks(10 * FLICKS_PER_SECOND);
/// The laboratory time by which it advances in search of them where the loop does nothing.
const SHORT_STEP: Span = Span::from_flicks(FLICKS_PER_SECOND / 1000);
const FLICK: Span = Span::from_flicks(1);

#[derive(Default)]
pub struct Transport {
    /// The playhead; `None` shows the present.
    pub playhead: Option<Playhead>,
    wall_replay: Option<WallReplay>,
    rerun: Option<Box<Rerun>>,
}

/// The place where playing ended in a frame of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// Playing has reached the present, from where the laboratory continues.
    ToPresent,
    InPast,
    /// Playing has reached the end of a replay, where it stops.
    ToEnd,
}

impl Transport {
    /// Returns the wall replay while the playhead is in it; else `None`.
    pub fn wall_replay(&self) -> Option<&WallReplay> {
        let at = self.playhead?.at;
        self.wall_replay.as_ref().filter(|replay| (replay.crossing.from..=replay.crossing.to).contains(&at))
    }

    /// Returns the progress of a rerun, 0 to 1; `None` without one.
    pub fn rerun(&self) -> Option<f64> {
        self.rerun.as_ref().map(|rerun| rerun.lab.now().as_secs() / rerun.until.as_secs().max(1e-9))
    }

    /// Returns whether `pane` can replay its last tunnelling.
    pub fn offers(&self, pane: &Pane) -> bool {
        self.playhead.is_none() && pane.recording().tunnel().is_some()
    }

    pub fn go_live(&mut self) {
        *self = Transport::default();
    }

    /// Moves to `playhead`, or to the present if `playhead` is not before it.
    fn look_at(&mut self, lab: &Lab, playhead: Playhead) {
        let is_newest = |(pane, event)| lab.pane(pane).and_then(|pane| pane.recording().entries.newest_event()) == Some(event);
        if playhead.at >= lab.now() || playhead.event.is_some_and(is_newest) {
            self.playhead = None;
            return;
        }
        self.playhead = Some(playhead);
    }

    /// Moves to `moment`, or to the oldest recorded moment if `moment` is earlier.
    pub fn scrub(&mut self, lab: &Lab, moment: Time) {
        self.look_at(lab, Playhead { at: moment.max(oldest(lab)), event: None });
    }

    /// Moves the playhead one step back. Turns and events are those of `pane`, and `period` is the length of a refresh of the
    /// virtual display.
    pub fn back(&mut self, lab: &Lab, pane: PaneLetter, unit: Unit, period: Span) {
        let here = self.playhead.map_or(lab.now(), |playhead| playhead.at);
        if unit == Unit::Refresh {
            return self.scrub(lab, here - period);
        }
        let Some(event) = self.event(lab, pane) else { return };
        let is_meant = |event: &Event| unit != Unit::Turn || begins_turn(event);
        let before = lab.pane(pane).and_then(|pane| pane.recording().entries.event_before(event, is_meant));
        if let Some(before) = before {
            self.go_to(lab, pane, before);
        }
    }

    /// Moves the playhead one step forward, through the recording, or beyond it by advancing the laboratory.
    pub fn forward(&mut self, lab: &mut Lab, pane: PaneLetter, unit: Unit, period: Span) {
        if unit == Unit::Refresh {
            match self.playhead {
                Some(playhead) => self.scrub(lab, playhead.at + period),
                None => lab.advance_to(lab.now() + period),
            }
            return;
        }
        let event = self.event(lab, pane);
        let next = |lab: &Lab| {
            let recording = lab.pane(pane)?.recording();
            let is_meant = |next: &Event| unit != Unit::Turn || event.is_none() || begins_turn(next);
            recording.entries.event_since(event.map_or(0, |event| event + 1), is_meant)
        };
        if self.playhead.is_some() && next(lab).is_none() {
            self.playhead = None;
            return;
        }
        let begun = lab.now();
        while next(lab).is_none() && lab.now() - begun < PATIENCE {
            // The script may have closed the pane during this advance.
            let Some(clock) = lab.pane(pane).map(|pane| pane.computer().clock()) else { return };
            // The clock of a pane whose frames are still to come stands.
            let next = if clock > lab.now() { clock + FLICK } else { lab.now() + SHORT_STEP };
            lab.advance_to(next.min(begun + PATIENCE));
        }
        if let Some(next) = next(lab) {
            self.go_to(lab, pane, next);
        }
    }

    /// Returns the last event of `pane` before the shown moment; `None` if there is none.
    fn event(&self, lab: &Lab, pane: PaneLetter) -> Option<usize> {
        let pane = lab.pane(pane)?;
        match self.playhead {
            None => pane.recording().entries.newest_event(),
            Some(playhead) => pane.recording().entries.event_at(playhead.seen(pane).moment),
        }
    }

    fn go_to(&mut self, lab: &Lab, pane: PaneLetter, event: usize) {
        let found = lab.pane(pane).and_then(|pane| pane.recording().entries.event(event));
        if let Some(at) = found.map(|event| event.at()).filter(|at| *at >= oldest(lab)) {
            self.look_at(lab, Playhead { at, event: Some((pane, event)) });
        }
    }

    /// Plays the recording up to `moment`.
    pub fn play_to(&mut self, lab: &Lab, moment: Time) -> Played {
        let Some(playhead) = self.playhead else { return Played::ToPresent };
        let end = self.wall_replay().map(|replay| replay.crossing.to);
        if let Some(end) = end.filter(|end| moment >= *end) {
            self.look_at(lab, Playhead { at: end, event: None });
            return Played::ToEnd;
        }
        if moment != playhead.at {
            self.look_at(lab, Playhead { at: moment, event: None });
        }
        if self.playhead.is_some() { Played::InPast } else { Played::ToPresent }
    }

    /// Moves the playhead to the frame of `pane` before its last tunnelling; returns whether that frame is recorded. `speed` is
    /// the viewing speed to return to.
    pub fn begin_wall_replay(&mut self, lab: &Lab, pane: PaneLetter, speed: f64) -> bool {
        let Some(pane) = lab.pane(pane) else { return false };
        let computer = pane.computer();
        let recording = pane.recording();
        let crossing = recording.tunnel().and_then(|tunnel| Crossing::of(&recording, tunnel, computer.world()));
        let Some(crossing) = crossing else { return false };
        let speed = self.speed_before().unwrap_or(speed);
        let from = crossing.from;
        let crossing = Crossing { to: crossing.to.min(lab.now()), ..crossing };
        self.wall_replay = Some(WallReplay { pane: pane.letter(), crossing, speed });
        self.look_at(lab, Playhead { at: from, event: None });
        true
    }

    /// Returns the viewing speed from before the wall replay; `None` without one.
    pub fn speed_before(&self) -> Option<f64> {
        self.wall_replay.as_ref().map(|replay| replay.speed)
    }

    /// Begins to make the run of `lab` again up to `until`, which may be later than the present.
    pub fn begin_rerun(&mut self, lab: &Lab, until: Time) -> Result<(), Invalid> {
        self.rerun = Some(Box::new(Rerun { lab: lab.rewound(until)?, until }));
        Ok(())
    }

    /// Continues the rerun for some milliseconds. Returns the fork once it has reached its moment; `None` before that.
    pub fn advance_rerun(&mut self) -> Option<Lab> {
        let mut rerun = self.rerun.take()?;
        let most = rerun.entries() + EVENTS;
        while rerun.lab.now() < rerun.until && rerun.entries() < most {
            rerun.lab.advance_to((rerun.lab.now() + SLICE).min(rerun.until));
        }
        if rerun.lab.now() < rerun.until {
            self.rerun = Some(rerun);
            return None;
        }
        self.go_live();
        Some(rerun.lab)
    }
}

pub fn oldest(lab: &Lab) -> Time {
    let now = lab.now();
    let reach = lab.panes().iter().map(|pane| pane.recording().reach(now).events).max();
    reach.map_or(now, |reach| (now - reach).max(Time::ZERO))
}
