//! The facts that the events of a pane have shown so far, which a judgement of the pane needs.
//!
//! A change of settings begins a [`Regime`], which no event from before it reaches.

use super::answers::Answers;
use super::displayed::FlipFacts;
use super::following::Following;
use super::lost_presses::NewestPresses;
use super::operations::{Operation, Operations};
use super::pictures::Pictures;
use super::recent_stays::RecentStays;
use super::terms::Terms;
use super::turns::Turns;
use super::world_errors::WorldSights;
use super::world_sight::WorldWatch;
use crate::base::params::invalid::Invalid;
use crate::base::time::{Span, Time};
use crate::lab::metrics::behind::Forgiving;
use crate::lab::run::setup::PaneSetup;
use crate::model::machine::event::Event;
use crate::model::world::kind::WorldKind;
use crate::model::world::stepped_world::World;
use crate::model::worlds;
use crate::model::worlds::camera::{self, Cameras, Followed, SETTLING};
use std::collections::VecDeque;

/// The least number of frames or steps that have a rate.
const FEWEST_FRAMES: usize = 4;

/// A frame that is not displayed yet.
#[derive(Clone, Copy, Debug)]
struct PendingFrame {
    number: u64,
    at: Time,
    /// The moment from which the frame waits for the display: CPU and GPU have finished their work on it, and it is presented.
    done: Time,
    /// Where the cameras of world Camera are; zero in other worlds.
    followed: Followed,
}

/// Everything that is known since the last change of the pane's settings.
#[derive(Clone, Debug)]
pub struct Regime {
    pub begin: Time,
    pub turns: Turns,
    /// The number of the running turn.
    turn: u64,
    pub operations: Operations,
    pub last_sleep: Option<Time>,
    /// The moments at which the newest frames were begun, the oldest first.
    pub renders: VecDeque<Time>,
    pub pictures: Pictures,
    pub answers: Answers,
    pub world: WorldSights,
    pub presses: NewestPresses,
    pub following: Following,
    /// Whether a frame of the regime was displayed.
    has_shown: bool,
}

impl Regime {
    fn new(begin: Time, sim: Time, world: WorldSights) -> Regime {
        Regime {
            begin,
            turns: Turns::new(sim),
            turn: 0,
            operations: Operations::default(),
            last_sleep: None,
            renders: VecDeque::new(),
            pictures: Pictures::default(),
            answers: Answers::default(),
            world,
            presses: NewestPresses::default(),
            following: Following::default(),
            has_shown: false,
        }
    }

    /// Returns the next regime of the same run, which begins at `begin` with the simulated time `sim`.
    fn followed_at(&mut self, begin: Time, sim: Time) -> Regime {
        let presses = std::mem::take(&mut self.presses);
        Regime { presses, ..Regime::new(begin, sim, self.world.followed_at(begin, sim)) }
    }

    /// Returns the steps and the frames per second after `from`; `None` for what is too few to have a rate.
    pub fn rates(&self, from: Time) -> (Option<f64>, Option<f64>) {
        let first = self.renders.partition_point(|at| *at <= from);
        (rate(self.operations.steps(from)), rate(self.renders.range(first..).copied()))
    }

    /// Returns the frames per second after `from`, or the steps if those are more; `None` if there are too few of both.
    pub fn frame_rate(&self, from: Time) -> Option<f64> {
        let (steps, frames) = self.rates(from);
        frames.into_iter().chain(steps).reduce(f64::max)
    }

    /// Adds an update or thought from `at` to `end`; it counts only after the regime's first turn has begun.
    fn operate(&mut self, (at, end): (Time, Time), dt: Span, reach: Span) {
        self.turns.add_work(end - at);
        if self.turns.pace.has_begun() {
            self.operations.add(Operation { at, cost: end - at, dt, turn: self.turn }, reach);
        }
    }

    fn add_render(&mut self, (at, end): (Time, Time), reach: Span) {
        self.turns.add_render(end - at);
        self.renders.push_back(at);
        while self.renders.len() > FEWEST_FRAMES && self.renders[0] < at - reach {
            self.renders.pop_front();
        }
    }
}

/// Returns how many of the `moments` come in a second, without the longest time between two of them, which may be a stall; `None`
/// if there are too few.
fn rate(mut moments: impl Iterator<Item = Time>) -> Option<f64> {
    let first = moments.next()?;
    let (mut count, mut last, mut longest) = (1, first, Span::ZERO);
    for at in moments {
        longest = longest.max(at - last);
        (count, last) = (count + 1, at);
    }
    let passed = last - first - longest;
    (count >= FEWEST_FRAMES && passed > Span::ZERO).then(|| (count - 2) as f64 / passed.as_secs())
}

#[derive(Clone, Debug)]
pub struct Observed {
    pub terms: Terms,
    world: &'static WorldKind,
    /// The last moment at which the game was paused; `None` if it never was.
    pub paused_until: Option<Time>,
    /// The length of the past of which events are stored.
    reach: Span,
    /// The moment of the first turn.
    pub start: Time,
    /// The simulated time at which the world began.
    origin: Time,
    pub regime: Regime,
    pub standstill: RecentStays,
    pub forgiving: Forgiving,
    /// How far the newest frame on the display was behind when it appeared.
    pub behind: Span,
    /// The frames that are not displayed yet, the oldest first.
    on_their_way: VecDeque<PendingFrame>,
    /// The number of the newest frame on the display; `None` before the first.
    newest_shown: Option<u64>,
    looks: WorldWatch,
    /// The cameras of world Camera; `None` in other worlds.
    cameras: Option<Cameras>,
}

impl Observed {
    /// Returns what is known of a pane before its first event. Events are stored for the length of `reach`.
    pub fn new(setup: &PaneSetup, reach: Span) -> Result<Observed, Invalid> {
        let world = worlds::find(&setup.settings.scene.id)?;
        Ok(Observed {
            terms: Terms::of(setup, world)?,
            world,
            paused_until: None,
            reach,
            start: setup.first_turn(),
            origin: setup.at,
            regime: Regime::new(setup.at, setup.at, WorldSights::new(setup.at, world.counted_passes)),
            standstill: RecentStays::default(),
            forgiving: Forgiving::of(setup)?,
            behind: Span::ZERO,
            on_their_way: VecDeque::new(),
            newest_shown: None,
            looks: WorldWatch::new(setup.at),
            cameras: (world.id == camera::KIND.id).then(Cameras::default),
        })
    }

    /// Returns the same so that events are stored for at least the length of `reach`.
    #[must_use]
    pub fn reaching(self, reach: Span) -> Observed {
        Observed { reach: self.reach.max(reach), ..self }
    }

    /// Takes the settings of the pane from `setup`, from its moment on. Returns whether they begin the next regime.
    pub fn change_settings(&mut self, setup: &PaneSetup) -> bool {
        // Settings that have been checked name a loop that exists.
        let Ok(terms) = Terms::of(setup, self.world) else { return false };
        self.forgiving.on_settings_changed(setup, self.regime.turns.sim);
        if self.terms.paused {
            self.paused_until = Some(setup.at);
        }
        let is_new = terms.settings != self.terms.settings;
        if is_new {
            self.begin_regime(setup.at, self.regime.turns.sim);
        }
        self.terms = terms;
        is_new
    }

    /// Begins the next regime, with the simulated time `sim`.
    pub fn begin_regime(&mut self, at: Time, sim: Time) {
        self.regime = self.regime.followed_at(at, sim);
    }

    pub fn note(&mut self, event: &Event) {
        let (regime, reach) = (&mut self.regime, self.reach);
        match *event {
            Event::Frame { at } => {
                regime.turn += 1;
                regime.turns.begin(at, reach);
            }
            Event::Update { at, end, dt, sim, .. } => {
                regime.turns.add_update(at, dt, sim);
                regime.operate((at, end), dt, reach);
            }
            Event::Thought { at, end, .. } => regime.operate((at, end), Span::ZERO, reach),
            Event::Sleep { at, .. } => regime.last_sleep = Some(at),
            Event::Render { at, end, frame, sim, drawn, .. } => {
                regime.add_render((at, end), reach);
                let followed = self.cameras.as_mut().map_or(Followed::default(), |cameras| cameras.follow(at, sim, drawn));
                self.on_their_way.push_back(PendingFrame { number: frame, at, done: end, followed });
                regime.presses.add(event, reach);
            }
            Event::Gpu { at, end, frame } => {
                regime.turns.add_gpu_work(end - at);
                self.change_pending(frame, |pending| pending.done = pending.done.max(end));
            }
            Event::Display { at, drawn, frame } => {
                self.show(frame, at, drawn);
                self.regime.presses.add(event, reach);
            }
            Event::Press { .. } | Event::Taken { .. } => regime.presses.add(event, reach),
            // Until then the frame waits for its loop. A frame may be displayed as it is handed over, and is no longer pending.
            Event::Present { at, frame, .. } if self.newest_shown == Some(frame) => {
                regime.pictures.displayed.hand_over_newest(at);
            }
            Event::Present { at, frame, .. } => self.change_pending(frame, |pending| pending.done = pending.done.max(at)),
            Event::Repeat { .. } => {}
        }
    }

    fn change_pending(&mut self, frame: u64, change: impl FnOnce(&mut PendingFrame)) {
        self.on_their_way.iter_mut().rev().find(|pending| pending.number == frame).map(change);
    }

    /// Returns since when the first frame of the regime waits for the display; `None` if a frame was displayed or none was drawn.
    pub fn never_shown_since(&self) -> Option<Time> {
        let first = self.on_their_way.iter().find(|pending| pending.at >= self.regime.begin)?;
        (!self.regime.has_shown).then_some(first.done)
    }

    /// Adds the frame with this `number`, which was displayed at `at` and shows the world at `drawn`.
    fn show(&mut self, number: u64, at: Time, drawn: Time) {
        self.standstill.add(at, drawn);
        self.behind = at - drawn - self.forgiving.forgiven.at(at);
        let (regime, mut dropped) = (&mut self.regime, 0);
        while let Some(old) = self.on_their_way.pop_front_if(|old| old.number < number) {
            dropped += usize::from(old.at >= regime.begin);
        }
        let rendered = self.on_their_way.pop_front_if(|rendered| rendered.number == number);
        self.newest_shown = Some(number);
        if let Some(rendered) = rendered.filter(|rendered| rendered.at >= regime.begin) {
            regime.has_shown = true;
            let flip = FlipFacts { torn: self.terms.screen.tears(at), waited: at - rendered.done, dropped };
            // Before the first update nothing moves, so the stay of that picture does not count for the pace.
            let moved = (drawn > self.origin).then_some(drawn);
            regime.pictures.add(at, moved, flip, self.reach);
            if self.cameras.is_some() {
                regime.following.add(at, rendered.followed, self.origin + SETTLING, self.reach);
            }
        }
    }

    pub fn look(&mut self, world: &World, at: Time) {
        if let Some(sight) = self.looks.look(world, at) {
            self.regime.world.add(sight, at, self.reach);
        }
    }
}
