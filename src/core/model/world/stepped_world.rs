//! A world that runs: it is stepped, steered and shown.

use super::appearance::{Appearance, Frame};
use super::body::{Body, StateHash, Tally};
use super::controls::{Between, Controls, WorldStep};
use super::kind::WorldKind;
use super::motion::{Apex, FrameMoments, Simulate, Simulation};
use super::numbers::Numbers;
use super::readout::Readout;
use super::sketch::{BodyStyle, Sketch};
use super::track::{ElasticBand, Track};
use crate::base::params::values::Values;
use crate::base::time::{Span, Time};
use crate::model::config::control::{ControlChange, ControlInput};
use crate::model::config::settings::Presentation;
use glam::DVec2;

/// The world of one pane: its states before and after the last update, and all controls so far.
pub struct World {
    pub kind: &'static WorldKind,
    /// The controls so far. A reference solution gets the controls of the world that it belongs to.
    pub controls: Controls,
    /// Whether rendered frames are judged: contacts are tested in them, or their error is measured.
    pub judges_frames: bool,
    simulation: Box<dyn Simulate>,
    sim: Time,
    /// The length of the last update; `None` before the first one.
    last: Option<Span>,
    /// The bodies of the last judged frame, stored so that judging allocates nothing.
    judged: Vec<Body>,
}

/// The state that a frame shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FrameView {
    /// The state after the last update.
    Latest,
    /// A blend of the state before the last update (0) and the present state (1).
    Between(f64),
    /// A prediction this far beyond the present state.
    Ahead(Span),
    /// A prediction this far beyond the present state, but no further than to the first contact.
    AheadToContact(Span),
    /// A prediction this far beyond the state now by the velocities alone, without steering and rotation.
    AheadStraight(Span),
    /// The exact state at this simulated time.
    Exact(Time),
}

/// The content of a frame, stored until it is displayed.
#[derive(Clone, Debug, Default)]
pub struct FrameContent {
    pub bodies: Vec<Body>,
    pub numbers: Numbers,
}

impl World {
    /// Returns a world at simulated time 0 with `controls`. [`crate::model::worlds::world`] makes the registered worlds.
    pub fn new(kind: &'static WorldKind, simulation: Simulation, controls: Controls) -> World {
        let Simulation { inner, judges_frames } = simulation;
        World { kind, controls, judges_frames, simulation: inner, sim: Time::ZERO, last: None, judged: Vec::new() }
    }

    /// Returns the same world in its exact state at simulated time `at`, for a pane that is opened later.
    #[must_use]
    pub fn starting_at(mut self, at: Time) -> World {
        self.simulation.begin_at(at, &self.controls);
        self.sim = at;
        self
    }

    pub fn step(&mut self, dt: Span) {
        self.simulation.step(&WorldStep { at: self.sim, dt, controls: &self.controls });
        self.sim += dt;
        self.last = Some(dt);
    }

    /// Jumps to the exact state at simulated time `sim`. Returns how far simulated time has advanced.
    pub fn jump_to(&mut self, sim: Time) -> Span {
        let dt = sim - self.sim;
        self.simulation.jump(&WorldStep { at: self.sim, dt, controls: &self.controls });
        self.sim = sim;
        self.last = Some(dt);
        dt
    }

    /// Lets the present state answer a press of the button. `beat` is the number of the metronome's beat; `None` for a person's tap.
    pub fn answer(&mut self, beat: Option<i64>) {
        self.simulation.answer(beat, self.sim);
    }

    /// Takes the world's decisions. From now on steps take no decisions themselves.
    pub fn think(&mut self) {
        self.controls.decided_apart = true;
        self.simulation.think(self.sim);
    }

    /// Holds these pedals down from the next step on.
    pub fn steer(&mut self, held: ControlInput) {
        self.controls.steer(self.sim, held);
    }

    /// Sets the live options from the next step on.
    pub fn set_options(&mut self, options: &Values) {
        self.set_options_at(self.sim, options);
    }

    /// Sets the live options from simulated time `at` on. A reference solution gets them at the simulated time of the world that
    /// it belongs to.
    pub fn set_options_at(&mut self, at: Time, options: &Values) {
        self.controls.set(at, options);
        self.simulation.appearance_mut().options_set(at, options);
    }

    /// Returns every change of the held controls so far; empty if the world is not steered.
    pub fn strokes(&self) -> &[ControlChange] {
        if self.kind.driven { self.simulation.strokes(&self.controls) } else { &[] }
    }

    /// Returns the number of bodies that an update's load per body counts.
    pub fn population(&self) -> i64 {
        self.simulation.now().population() as i64
    }

    /// Returns the number of bodies that a frame's load per body counts.
    pub fn in_view(&self) -> i64 {
        self.appearance().in_view(self.bodies()).map_or_else(|| self.population(), |bodies| bodies as i64)
    }

    /// Judges the frame that is rendered at `at` on the clock, if this world judges frames.
    #[inline]
    pub fn judge_frame(&mut self, view: FrameView, at: Time) {
        if self.judges_frames {
            let mut frame = std::mem::take(&mut self.judged);
            self.bodies_into(view, &mut frame);
            self.simulation.judge_frame(&frame, FrameMoments { at, sim: self.sim, drawn: self.drawn(view) });
            self.judged = frame;
        }
    }

    pub fn appearance(&self) -> &dyn Appearance {
        self.simulation.appearance()
    }

    pub fn sim(&self) -> Time {
        self.sim
    }

    pub fn bodies(&self) -> &[Body] {
        self.simulation.now().bodies()
    }

    /// Writes the bodies of the exact motion at simulated time `at`, with the controls so far.
    pub fn exact(&self, at: Time, bodies: &mut Vec<Body>) {
        bodies.clear();
        self.with_exact_state(at, &mut |exact| bodies.extend_from_slice(exact));
    }

    /// Returns whether the outline of a body can't be drawn in its own place: the body is `behind` its exact motion, `exact`, by
    /// so much that it is in another lap, or on a track by more than half a lap, and would seem to be on the other side.
    pub fn is_outline_away(&self, body: &Body, exact: &Body, behind: Span) -> bool {
        let rounds = exact.pass - body.pass;
        let is_far = |track: &Track| {
            let apart = exact.pos.x - body.pos.x + rounds as f64 * track.length;
            apart.abs() > track.length / 2.0
        };
        let runs_laps = self.kind.runs_laps();
        runs_laps && ElasticBand::is_long(behind) && (rounds != 0 || self.kind.track.as_ref().is_some_and(is_far))
    }

    /// Returns body `index` at the edge of the world if it runs laps and a prediction has carried it out of the world. A body
    /// without an outline runs none.
    pub fn within(&self, index: usize, body: &Body) -> Body {
        let (room, half) = (self.appearance().extent(), self.kind.body_width / 2.0);
        if !self.kind.runs_laps() || (room.min.x..=room.max.x).contains(&body.pos.x) {
            return *body;
        }
        let mut outline = Sketch::default();
        self.appearance().draw(index, body, BodyStyle::Ghost, &mut outline);
        let x = body.pos.x.clamp(room.min.x + half, room.max.x - half);
        if outline.shapes.is_empty() { *body } else { Body { pos: DVec2::new(x, body.pos.y), ..*body } }
    }

    /// Calls `read` with the bodies of the exact motion at simulated time `at`, without copying them.
    pub fn with_exact_state(&self, at: Time, read: &mut dyn FnMut(&[Body])) {
        self.simulation.with_exact_state(at, &self.controls, read);
    }

    /// Returns the present state as a frame that appears when the clock shows the simulated time.
    pub fn frame(&self) -> Frame<'_> {
        self.frame_at(self.sim)
    }

    /// Returns the present state as a frame that appears when the computer's clock shows `at`.
    pub fn frame_at(&self, at: Time) -> Frame<'_> {
        let now = self.simulation.now();
        Frame { at, drawn: self.sim, bodies: now.bodies(), numbers: now.numbers(), tallies: now.tallies() }
    }

    pub fn readouts(&self, frame: &Frame) -> Vec<Readout> {
        self.appearance().readouts(frame, &self.controls)
    }

    /// Returns the tallies so far: one for each body or one for the whole world; empty if there is no wall.
    pub fn tallies(&self) -> &[Tally] {
        self.simulation.now().tallies()
    }

    pub fn tally(&self) -> Tally {
        self.tallies().iter().copied().sum()
    }

    /// Returns the tally of one body if each body has its own, else the tally of the whole world.
    pub fn tally_of(&self, body: usize) -> Tally {
        match self.tallies() {
            [all] => *all,
            each => each.get(body).copied().unwrap_or_default(),
        }
    }

    /// Returns the height of the last jump; see [`GameState::apex`](super::motion::GameState::apex).
    pub fn apex(&self) -> Option<Apex> {
        self.simulation.now().apex()
    }

    /// Returns how many bodies have left all bounds.
    pub fn exploded(&self) -> usize {
        self.appearance().exploded(self.bodies())
    }

    pub fn state_hash(&self) -> u64 {
        let mut hash = StateHash::default();
        self.simulation.now().hash_into(&mut hash);
        hash.0
    }

    /// Returns the view that a presentation shows, given the loop's alpha. A loop without an alpha shows its latest state. Before
    /// the first update a prediction uses the length of the loop's own step.
    pub fn view(&self, presentation: Presentation, between: Option<Between>) -> FrameView {
        let ahead = |between: Between| self.last.unwrap_or(between.step).scaled(between.alpha);
        match (presentation, between) {
            (Presentation::Interpolate, Some(between)) => FrameView::Between(between.alpha),
            (Presentation::Extrapolate, Some(between)) => FrameView::Ahead(ahead(between)),
            (Presentation::ExtrapolateToContact, Some(between)) => FrameView::AheadToContact(ahead(between)),
            (Presentation::ExtrapolateStraight, Some(between)) => FrameView::AheadStraight(ahead(between)),
            _ => FrameView::Latest,
        }
    }

    /// Returns the sample time of a frame, to the nearest flick.
    pub fn drawn(&self, view: FrameView) -> Time {
        match view {
            FrameView::Latest => self.sim,
            FrameView::Between(alpha) => self.last.map_or(self.sim, |last| self.sim - last + last.scaled(alpha)),
            FrameView::Exact(at) => at,
            FrameView::Ahead(ahead) | FrameView::AheadToContact(ahead) | FrameView::AheadStraight(ahead) => {
                Time::from_flicks(self.sim.flicks().saturating_add(ahead.flicks()))
            }
        }
    }

    /// Writes the content of a frame. The world's numbers in it are those of the present state.
    pub fn draw_into(&self, view: FrameView, frame: &mut FrameContent) {
        self.bodies_into(view, &mut frame.bodies);
        frame.numbers = self.simulation.now().numbers();
    }

    fn bodies_into(&self, view: FrameView, frame: &mut Vec<Body>) {
        frame.clear();
        let now = self.bodies();
        match view {
            FrameView::Latest => frame.extend_from_slice(now),
            FrameView::Between(alpha) => {
                let states = self.simulation.before().bodies().iter().zip(now);
                frame.extend(states.map(|(before, now)| before.blend(now, alpha)));
            }
            FrameView::Ahead(ahead) => {
                let (seconds, look) = (ahead.as_secs(), self.appearance());
                frame.extend(now.iter().map(|body| look.predict(body, seconds)));
            }
            FrameView::AheadToContact(ahead) => {
                let (seconds, look) = (ahead.as_secs(), self.appearance());
                frame.extend(now.iter().enumerate().map(|(index, body)| look.predict_to_contact(index, body, seconds)));
            }
            FrameView::AheadStraight(ahead) => frame.extend(now.iter().map(|body| body.moved_on(ahead.as_secs()))),
            FrameView::Exact(at) => self.with_exact_state(at, &mut |exact| frame.extend_from_slice(exact)),
        }
    }
}
