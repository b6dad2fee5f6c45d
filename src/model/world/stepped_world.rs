//! A world that runs: stepped, steered and shown.

use super::appearance::{Appearance, Frame};
use super::between::Between;
use super::body::{Body, StateHash};
use super::controls::Controls;
use super::kind::WorldKind;
use super::motion::{Numbers, Step};
use super::readout::Readout;
use super::simulation::{Running, Simulation};
use super::tally::Tally;
use crate::base::params::Values;
use crate::base::time::{Span, Time};
use crate::model::config::{ControlChange, ControlInput, Presentation};

/// One pane's world: its state before and after the last update, and what has reached it from outside.
pub struct World {
    kind: &'static WorldKind,
    simulation: Box<dyn Running>,
    controls: Controls,
    sim: Time,
    /// The length of the last update, if there was one.
    last: Option<Span>,
    /// The last frame in which contacts were tested.
    judged: Vec<Body>,
    /// Whether it looks at the frames that are rendered of it. Asked once, because every render needs to know.
    judges_frames: bool,
}

/// Which moment of the world a frame shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum View {
    /// The state after the last update.
    Latest,
    /// This part of the way from the state before to the state now.
    Between(f64),
    /// This far beyond the state now.
    Ahead(Span),
    /// This far beyond the state now, but no further than to the first contact.
    AheadToContact(Span),
}

/// The content of a frame, kept until it is displayed.
#[derive(Clone, Debug, Default)]
pub struct FrameContent {
    /// The bodies as the frame shows them.
    pub bodies: Vec<Body>,
    /// The world's own numbers in the frame.
    pub numbers: Numbers,
}

impl World {
    /// A world at simulated time 0 with these inputs; [`crate::model::worlds::world`] makes the registered ones.
    pub fn new(kind: &'static WorldKind, simulation: Simulation, controls: Controls) -> World {
        let judges_frames = simulation.0.judges_frames();
        World { kind, simulation: simulation.0, controls, sim: Time::ZERO, last: None, judged: Vec::new(), judges_frames }
    }

    /// The same world in its exact state at simulated time `at`: for a pane that is opened later.
    #[must_use]
    pub fn starting_at(mut self, at: Time) -> World {
        self.simulation.begin_at(at, &self.controls);
        self.sim = at;
        self
    }

    /// One step: the state now becomes the state before.
    pub fn step(&mut self, dt: Span) {
        self.simulation.step(&Step { at: self.sim, dt, controls: &self.controls });
        self.sim += dt;
        self.last = Some(dt);
    }

    /// The state becomes the exact one at simulated time `sim`; answers how far the world has moved on.
    pub fn jump_to(&mut self, sim: Time) -> Span {
        let dt = sim - self.sim;
        self.simulation.jump(&Step { at: self.sim, dt, controls: &self.controls });
        self.sim = sim;
        self.last = Some(dt);
        dt
    }

    /// The world takes its decisions, and from now on does so only when it is told to.
    pub fn think(&mut self) {
        self.controls.decided_apart = true;
        self.simulation.think(self.sim);
    }

    /// Whether the world decides nothing by itself when it is stepped.
    pub fn decides_apart(&mut self, apart: bool) {
        self.controls.decided_apart = apart;
    }

    /// From the next step on this is held down.
    pub fn steer(&mut self, held: ControlInput) {
        self.controls.steer(self.sim, held);
    }

    /// From the next step on the live options are these.
    pub fn set_options(&mut self, options: &Values) {
        self.set_options_at(self.sim, options);
    }

    /// The same from simulated time `at` on: for a reference solution, at the time of the world that it belongs to.
    pub fn set_options_at(&mut self, at: Time, options: &Values) {
        self.controls.set(at, options);
        self.simulation.appearance_mut().options_set(at, options);
    }

    /// The inputs so far.
    pub fn controls(&self) -> &Controls {
        &self.controls
    }

    /// For a reference solution: an input of the world that it belongs to, at that world's simulated time.
    pub fn controls_mut(&mut self) -> &mut Controls {
        &mut self.controls
    }

    /// Everything that was held down so far, where something is driven.
    pub fn strokes(&self) -> &[ControlChange] {
        if self.kind.driven { self.simulation.strokes(&self.controls) } else { &[] }
    }

    /// How many bodies a load per body counts in an update.
    pub fn population(&self) -> i64 {
        self.simulation.population() as i64
    }

    /// How many bodies a load per body counts in a frame.
    pub fn in_view(&self) -> i64 {
        self.appearance().in_view(self.bodies()).unwrap_or(self.simulation.population()) as i64
    }

    /// Whether it looks at the frames that are rendered of it: to test contacts, or to measure how far they are off.
    pub fn judges_frames(&self) -> bool {
        self.judges_frames
    }

    /// A frame is rendered: a world whose contacts are tested there finds them, and one that measures frames does so.
    #[inline]
    pub fn judge_frame(&mut self, view: View) {
        if self.judges_frames() {
            let mut frame = std::mem::take(&mut self.judged);
            self.bodies_into(view, &mut frame);
            self.simulation.judge_frame(&frame, self.drawn(view));
            self.judged = frame;
        }
    }

    /// Its entry in the registry.
    pub fn kind(&self) -> &'static WorldKind {
        self.kind
    }

    /// How it is drawn.
    pub fn appearance(&self) -> &dyn Appearance {
        self.simulation.appearance()
    }

    /// Simulated time: the sum of all steps.
    pub fn sim(&self) -> Time {
        self.sim
    }

    /// What is drawn of the state now.
    pub fn bodies(&self) -> &[Body] {
        self.simulation.now()
    }

    /// Writes the bodies of the exact motion at simulated time `at`, with the inputs so far.
    pub fn exact(&self, at: Time, bodies: &mut Vec<Body>) {
        bodies.clear();
        self.with_exact_state(at, &mut |exact| bodies.extend_from_slice(exact));
    }

    /// The same bodies, to be read in place.
    pub fn with_exact_state(&self, at: Time, see: &mut dyn FnMut(&[Body])) {
        self.simulation.exact(at, &self.controls, see);
    }

    /// One body of the exact motion at simulated time `at`, with the inputs so far.
    pub fn exact_body(&self, at: Time, index: usize) -> Option<Body> {
        self.simulation.exact_body(at, &self.controls, index)
    }

    /// The state now as a frame of a loop that has simulated all time that has passed.
    pub fn frame(&self) -> Frame<'_> {
        self.frame_at(self.sim)
    }

    /// The state now as a frame, while the computer's clock shows `at`.
    pub fn frame_at(&self, at: Time) -> Frame<'_> {
        Frame { at, drawn: self.sim, bodies: self.bodies(), numbers: self.simulation.numbers(), tallies: self.tallies() }
    }

    /// What the world says of itself in a frame.
    pub fn readouts(&self, frame: &Frame) -> Vec<Readout> {
        self.appearance().readouts(frame, &self.controls)
    }

    /// Contacts so far: of each body, or of the whole world, or none where there is no wall.
    pub fn tallies(&self) -> &[Tally] {
        self.simulation.tallies()
    }

    /// All contacts so far.
    pub fn tally(&self) -> Tally {
        self.tallies().iter().copied().sum()
    }

    /// The contacts of one body alone where they are counted apart, else all of them.
    pub fn tally_of(&self, body: usize) -> Tally {
        match self.tallies() {
            [all] => *all,
            each => each.get(body).copied().unwrap_or_default(),
        }
    }

    /// How many bodies have left all bounds.
    pub fn exploded(&self) -> usize {
        self.appearance().exploded(self.bodies())
    }

    /// A hash of every bit of the state now.
    pub fn state_hash(&self) -> u64 {
        let mut hash = StateHash::default();
        self.simulation.hash_into(&mut hash);
        hash.value()
    }

    /// The moment that a presentation shows, given what the loop says of itself; a loop that says nothing is drawn as it
    /// is. Before the first update the step to go beyond is the loop's own.
    pub fn view(&self, presentation: Presentation, between: Option<Between>) -> View {
        match (presentation, between) {
            (Presentation::Interpolate, Some(between)) => View::Between(between.alpha),
            (Presentation::Extrapolate, Some(between)) => View::Ahead(self.ahead(between)),
            (Presentation::ExtrapolateToContact, Some(between)) => View::AheadToContact(self.ahead(between)),
            _ => View::Latest,
        }
    }

    /// How far beyond the state now a prediction goes.
    fn ahead(&self, between: Between) -> Span {
        self.last.unwrap_or(between.step).scaled(between.alpha)
    }

    /// The simulated time in the frame, to the nearest flick.
    pub fn drawn(&self, view: View) -> Time {
        match view {
            View::Latest => self.sim,
            View::Between(alpha) => self.last.map_or(self.sim, |last| self.sim - last + last.scaled(alpha)),
            View::Ahead(ahead) | View::AheadToContact(ahead) => {
                Time::from_flicks(self.sim.flicks().saturating_add(ahead.flicks()))
            }
        }
    }

    /// Writes what a frame shows. Its numbers are those of the state now.
    pub fn draw_into(&self, view: View, frame: &mut FrameContent) {
        self.bodies_into(view, &mut frame.bodies);
        frame.numbers = self.simulation.numbers();
    }

    /// Writes the bodies that a frame shows.
    pub fn bodies_into(&self, view: View, frame: &mut Vec<Body>) {
        frame.clear();
        match view {
            View::Latest => frame.extend_from_slice(self.bodies()),
            View::Between(alpha) => {
                let states = self.simulation.before().iter().zip(self.bodies());
                frame.extend(states.map(|(before, now)| before.blend(now, alpha)));
            }
            View::Ahead(ahead) => {
                let seconds = ahead.as_secs();
                frame.extend(self.bodies().iter().map(|body| self.simulation.predict(body, seconds)));
            }
            View::AheadToContact(ahead) => {
                let (seconds, bodies) = (ahead.as_secs(), self.bodies().iter().enumerate());
                frame.extend(bodies.map(|(index, body)| self.simulation.predict_to_contact(index, body, seconds)));
            }
        }
    }
}
