//! The playhead: which moment is looked at, the present or one of the last twenty seconds.
//!
//! In the past everything that is shown comes from the panes' recordings ([`crate::lab::history`]); the laboratory stands
//! still meanwhile. Playing from there shows again what was recorded, at the viewing speed, until the present is reached,
//! and then goes on. Whatever a person changes is changed in the present, so a command leads back there.
//!
//! To go on from the past *in another way* the run is made again: the same settings and the same commands up to that
//! moment ([`Rerun`]), which leads to the same state, bit for bit. What a script has to say after it is still to come.

use crate::base::params::Invalid;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::history::{Crossing, HistoryPoint, Snapshot};
use crate::lab::panes::Lab;
use crate::model::config::Logged;

/// How far one step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// One refresh of the virtual display.
    Refresh,
    /// To the beginning of a turn of the selected loop.
    Turn,
    /// To an event of the selected pane.
    Event,
}

/// What can be done with the playhead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Move {
    Back(Unit),
    Forward(Unit),
    /// Pause, and look at this moment.
    Scrub(Time),
    /// As far back as the recording goes.
    ToOldest,
    ToLive,
    /// Make the run again up to the playhead, and go on from there.
    RunFromHere,
    /// Show how a body of this pane went through the wall, at 1/100.
    WallReplay(usize),
    /// No more offers to, of this pane.
    Dismiss(usize),
}

/// A moment that is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playhead {
    pub at: Time,
    /// One of the events at that time: a pane's index, and the event's number.
    pub event: Option<(usize, u64)>,
}

impl Playhead {
    pub fn cut(&self, pane: usize) -> HistoryPoint {
        match self.event {
            Some((of, event)) if of == pane => HistoryPoint::After(event),
            _ => HistoryPoint::At(self.at),
        }
    }
}

/// A replay of how a body went through a wall.
#[derive(Clone, Debug)]
pub struct WallReplay {
    pub pane: usize,
    pub crossing: Crossing,
    /// The viewing speed to go back to.
    speed: f64,
}

/// A run that is being made again.
struct Rerun {
    lab: Lab,
    log: Vec<Logged>,
    /// The next command.
    next: usize,
    until: Time,
}

/// Events that a rerun may make in one frame of the window: some milliseconds' work.
const EVENTS: u64 = 20_000;
/// How far a rerun goes before it counts them.
const SLICE: Span = Span::from_flicks(FLICKS_PER_SECOND / 10);
/// A step forward waits at most so long for a loop's next event or turn.
const PATIENCE: Span = Span::from_flicks(10 * FLICKS_PER_SECOND);
/// An offer of bullet time stands so long.
const OFFER: Span = Span::from_flicks(12 * FLICKS_PER_SECOND);
const FLICK: Span = Span::from_flicks(1);

/// Where the playhead is, and what is to be seen there.
#[derive(Default)]
pub struct Transport {
    playhead: Option<Playhead>,
    /// Every pane at the playhead.
    moments: Vec<Snapshot>,
    bullet: Option<WallReplay>,
    rerun: Option<Rerun>,
    /// The panes, by their ids, whose offers have been answered in this run.
    answered: Vec<u64>,
}

/// What a replay has come to in a frame of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// It is in the present, from where the laboratory goes on.
    Present,
    Past,
    /// It is where it was to stop.
    Over,
}

impl Transport {
    /// The moment that is looked at, if it is not the present.
    pub fn playhead(&self) -> Option<Playhead> {
        self.playhead
    }

    /// What is to be seen of pane `index` at the playhead, if that is in the past.
    pub fn moment(&self, index: usize) -> Option<&Snapshot> {
        self.moments.get(index)
    }

    /// The closer look that is being taken, while the playhead is about there.
    pub fn bullet(&self) -> Option<&WallReplay> {
        let at = self.playhead?.at;
        self.bullet.as_ref().filter(|bullet| (bullet.crossing.from..=bullet.crossing.to).contains(&at))
    }

    /// How much of a run that is being made again is done, 0 to 1.
    pub fn rerun(&self) -> Option<f64> {
        self.rerun.as_ref().map(|rerun| rerun.lab.now().as_secs() / rerun.until.as_secs().max(1e-9))
    }

    /// Whether pane `index` offers a closer look at how its first body went through the wall.
    pub fn offers(&self, lab: &Lab, index: usize) -> bool {
        let pane = &lab.panes()[index];
        let history = pane.history();
        self.playhead.is_none()
            && !self.answered.contains(&pane.id())
            && history.first_tunnel().is_some_and(|first| lab.now() - first <= OFFER)
            && history.tunnel().is_some()
    }

    /// Looks at the present.
    pub fn go_live(&mut self) {
        *self = Transport { answered: std::mem::take(&mut self.answered), ..Transport::default() };
    }

    /// Looks at `playhead`, or at the present where that is not before it.
    pub fn look_at(&mut self, lab: &Lab, playhead: Playhead) {
        let is_newest = |(pane, event): (usize, u64)| lab.panes()[pane].history().newest() == Some(event);
        if playhead.at >= lab.now() || playhead.event.is_some_and(is_newest) {
            self.playhead = None;
            self.moments.clear();
            return;
        }
        let panes = lab.panes().iter().enumerate();
        self.moments = panes.map(|(index, pane)| pane.snapshot(playhead.cut(index), playhead.at)).collect();
        self.playhead = Some(playhead);
    }

    pub fn scrub(&mut self, lab: &Lab, moment: Time) {
        self.look_at(lab, Playhead { at: moment.max(oldest(lab)), event: None });
    }

    /// One step back.
    pub fn back(&mut self, lab: &Lab, pane: usize, unit: Unit, period: Span) {
        let here = self.playhead.map_or(lab.now(), |playhead| playhead.at);
        if unit == Unit::Refresh {
            return self.scrub(lab, here - period);
        }
        let Some(event) = self.event(lab, pane) else { return };
        let before = match unit {
            Unit::Turn => lab.panes()[pane].history().turn_before(event),
            _ => event.checked_sub(1),
        };
        if let Some(before) = before {
            self.go_to(lab, pane, before);
        }
    }

    /// One step forward: through what was recorded, and beyond it by moving the laboratory on.
    pub fn forward(&mut self, lab: &mut Lab, pane: usize, unit: Unit, period: Span) {
        if unit == Unit::Refresh {
            match self.playhead {
                Some(playhead) => self.scrub(lab, playhead.at + period),
                None => lab.advance_to(lab.now() + period),
            }
            return;
        }
        let event = self.event(lab, pane);
        let next = |lab: &Lab| match (unit, event) {
            (_, None) => lab.panes()[pane].history().newest().map(|_| 0),
            (Unit::Turn, Some(event)) => lab.panes()[pane].history().turn_after(event),
            (_, Some(event)) => lab.panes()[pane].history().newest().filter(|newest| *newest > event).map(|_| event + 1),
        };
        if self.playhead.is_some() && next(lab).is_none() {
            return self.return_to_present();
        }
        let begun = lab.now();
        while next(lab).is_none() && lab.now() - begun < PATIENCE {
            let clock = lab.panes()[pane].computer().clock();
            lab.advance_to((clock + FLICK).max(lab.now() + FLICK).min(begun + PATIENCE));
        }
        if let Some(next) = next(lab) {
            self.go_to(lab, pane, next);
        }
    }

    fn return_to_present(&mut self) {
        self.playhead = None;
        self.moments.clear();
    }

    /// The event of pane `pane` that is looked at: the last one that has happened.
    fn event(&self, lab: &Lab, pane: usize) -> Option<u64> {
        let history = lab.panes()[pane].history();
        match self.playhead {
            None => history.newest(),
            Some(Playhead { event: Some((of, event)), .. }) if of == pane => Some(event),
            Some(Playhead { at, .. }) => history.position(HistoryPoint::At(at), at).events.checked_sub(1),
        }
    }

    fn go_to(&mut self, lab: &Lab, pane: usize, event: u64) {
        let found = lab.panes()[pane].history().event(event);
        if let Some(at) = found.map(|event| event.at()).filter(|at| *at >= oldest(lab)) {
            self.look_at(lab, Playhead { at, event: Some((pane, event)) });
        }
    }

    /// Shows again what was recorded, up to `moment`.
    pub fn play_to(&mut self, lab: &Lab, moment: Time) -> Again {
        let Some(playhead) = self.playhead else { return Again::Present };
        let end = self.bullet().map(|bullet| bullet.crossing.to);
        if let Some(end) = end.filter(|end| moment >= *end) {
            self.look_at(lab, Playhead { at: end, event: None });
            return Again::Over;
        }
        if moment != playhead.at {
            self.look_at(lab, Playhead { at: moment, event: None });
        }
        if self.playhead.is_some() { Again::Past } else { Again::Present }
    }

    /// Goes to where pane `index` shows the picture before a body of it went through the wall; answers whether there is
    /// such a moment. `speed` is the viewing speed to go back to.
    pub fn bullet_time(&mut self, lab: &Lab, index: usize, speed: f64) -> bool {
        let pane = &lab.panes()[index];
        let computer = pane.computer();
        let history = pane.history();
        let crossing = history.tunnel().and_then(|tunnel| history.crossing(tunnel, computer.world().scene()));
        let Some(crossing) = crossing else { return false };
        let speed = self.bullet.as_ref().map_or(speed, |bullet| bullet.speed);
        let from = crossing.from;
        self.answered.push(pane.id());
        self.bullet = Some(WallReplay { pane: index, crossing: Crossing { to: crossing.to.min(lab.now()), ..crossing }, speed });
        self.look_at(lab, Playhead { at: from, event: None });
        true
    }

    /// The viewing speed that bullet time has been entered from.
    pub fn speed_before(&self) -> Option<f64> {
        self.bullet.as_ref().map(|bullet| bullet.speed)
    }

    pub fn dismiss(&mut self, lab: &Lab, index: usize) {
        self.answered.extend(lab.panes().get(index).map(crate::lab::panes::Pane::id));
    }

    /// Begins to make the run of `lab` again, up to the playhead.
    ///
    /// # Errors
    /// None for settings that have run once.
    pub fn run_from_here(&mut self, lab: &Lab) -> Result<(), Invalid> {
        let until = self.playhead.map_or(lab.now(), |playhead| playhead.at);
        let log: Vec<Logged> = lab.log().iter().filter(|logged| logged.at_flicks <= until.flicks()).cloned().collect();
        self.rerun = Some(Rerun { lab: lab.from_the_beginning(until)?, log, next: 0, until });
        Ok(())
    }

    /// Goes on with a run that is being made again, for some milliseconds. The laboratory, when it has come to its end.
    ///
    /// # Errors
    /// None for commands that have been done once.
    pub fn go_on(&mut self) -> Result<Option<Lab>, Invalid> {
        let Some(rerun) = &mut self.rerun else { return Ok(None) };
        let events = |lab: &Lab| lab.panes().iter().filter_map(|pane| pane.history().newest()).sum::<u64>();
        let most = events(&rerun.lab) + EVENTS;
        while rerun.lab.now() < rerun.until && events(&rerun.lab) < most {
            let mut slice = (rerun.lab.now() + SLICE).min(rerun.until);
            let next = rerun.log.get(rerun.next).filter(|next| next.at_flicks <= slice.flicks());
            if let Some(Logged { at_flicks, command }) = next {
                slice = Time::from_flicks(*at_flicks);
                rerun.lab.advance_to(slice);
                rerun.lab.command(command.clone())?;
                rerun.next += 1;
            } else {
                rerun.lab.advance_to(slice);
            }
        }
        if rerun.lab.now() < rerun.until {
            return Ok(None);
        }
        // Commands at the very end.
        for logged in rerun.log.drain(..).skip(rerun.next) {
            rerun.lab.command(logged.command)?;
        }
        let lab = self.rerun.take().map(|rerun| rerun.lab);
        self.go_live();
        Ok(lab)
    }
}

/// The oldest moment that can be looked at.
pub fn oldest(lab: &Lab) -> Time {
    let now = lab.now();
    let reach = lab.panes().iter().map(|pane| pane.history().reach(now).events).max();
    reach.map_or(now, |reach| (now - reach).max(Time::ZERO))
}
