//! The virtual computer: a clock that moves only when the loop does something that costs time.
//!
//! What a loop can do on it is in [`operations`](super::operations); what can be changed while it runs, in
//! [`changes`](super::changes). A computer paced by a [`ClockSource`] does the same, but its clock runs by itself.

use super::clock::{Clock, ClockSource};
use super::cost_model::CostModel;
use super::display::Display;
use super::event::Observer;
use super::event_stream::{EventStream, NotifyUntil};
use super::frames_ahead::FramesAhead;
use super::readings::Readings;
use super::step_stretch::StepStretch;
use super::variable_costs::VariableCosts;
use super::watched::{Watched, WatchedName};
use crate::base::time::{Span, Time};
use crate::model::config::{Computer, ControlInput, Presentation};
use crate::model::world::World;
use std::cell::RefCell;
use std::rc::Rc;

/// One pane's computer, with its display and the world that runs on it.
pub struct VirtualComputer {
    pub(super) clock: Clock,
    /// The run ends at the first turn that would start at or after this.
    pub(super) stop: Time,
    pub(super) costs: CostModel,
    pub(super) variable: VariableCosts,
    pub(super) readings: Readings,
    /// Makes all steps the longest ones where the costs say so and the loop has a longest step.
    pub(super) stretch: Option<StepStretch>,
    /// How much of each sleep is busy, at its end.
    pub(super) spin: Span,
    pub(super) world: World,
    /// What is held down from the top of the next turn on, where inputs are read once a turn.
    pub(super) held: Option<ControlInput>,
    pub(super) frames_ahead: FramesAhead,
    pub(super) presentation: Presentation,
    /// Whether the game is paused, for loops that ask.
    pub(super) paused: bool,
    pub(super) events: EventStream,
    pub(super) watched: Vec<(WatchedName, Watched)>,
}

impl VirtualComputer {
    /// A computer that runs without end, draws the latest state, keeps no frames and has no observer. The numbers of
    /// `computer` have been checked; `seed` is that of its random loads.
    pub fn new(computer: &Computer, seed: u64, world: World) -> VirtualComputer {
        let costs = CostModel::new(computer);
        VirtualComputer {
            clock: Clock::counted_from(costs.start),
            stop: Time::NEVER,
            costs,
            variable: VariableCosts::new(seed),
            readings: Readings::begin(&costs),
            stretch: None,
            spin: Span::ZERO,
            world,
            held: None,
            frames_ahead: FramesAhead::none(),
            presentation: Presentation::Latest,
            paused: false,
            events: EventStream::new(costs.start, costs.scanout),
            watched: Vec::new(),
        }
    }

    /// The first turn begins `start` later than it would, with a world of that moment. Said before anything else is.
    #[must_use]
    pub fn starting_at(self, start: Time) -> VirtualComputer {
        let first = self.clock.time() + (start - Time::ZERO);
        VirtualComputer {
            clock: Clock::counted_from(first),
            events: EventStream::new(first, self.costs.scanout),
            world: self.world.starting_at(start),
            ..self
        }
    }

    /// The run ends at the first turn that would start at or after `stop`.
    #[must_use]
    pub fn stopping_at(self, stop: Time) -> VirtualComputer {
        VirtualComputer { stop, ..self }
    }

    /// `observer` is told of every event.
    #[must_use]
    pub fn observed_by(self, observer: Rc<RefCell<dyn Observer>>) -> VirtualComputer {
        VirtualComputer { events: self.events.observed_by(observer), ..self }
    }

    /// Every frame keeps what it shows, for what reads the display, and the observer is told of every detail.
    #[must_use]
    pub fn keeping_frames(mut self) -> VirtualComputer {
        self.events.keeps_frames = true;
        self
    }

    /// Everything takes as long as `source` lets it; the clock starts here, and runs to where the first turn begins. The
    /// scheduler's grain and how late it wakes are the source's own.
    #[must_use]
    pub fn paced_by(self, source: Rc<dyn ClockSource>) -> VirtualComputer {
        VirtualComputer { clock: self.clock.paced_by(source), ..self }
    }

    /// Whether its clock source has cut the run in the middle of its turn.
    pub fn is_cut(&self) -> bool {
        self.clock.is_cut()
    }

    /// The end of the last operation.
    pub fn clock(&self) -> Time {
        self.clock.time()
    }

    /// The world that runs on it.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// What its display shows.
    pub fn display(&self) -> &Display {
        &self.events.display
    }

    /// The loop's own values, as it last told them, in the order in which it first did.
    pub fn watched(&self) -> &[(WatchedName, Watched)] {
        &self.watched
    }

    /// Lets the display show every frame that is due by `moment`, and gives every input that is due by then and that the
    /// clock has come to. What the display repeats because no frame comes is told with the next operation: until then
    /// one may come.
    pub(crate) fn show_until(&mut self, moment: Time) {
        self.events.advance(NotifyUntil { frames: moment, inputs: moment.min(self.clock.time()), repeats: Time::ZERO });
    }
}
