//! A scene and its state before and after the last update.

use super::body::{Body, StateHash};
use super::{Between, Scene, SceneKind, Tally};
use crate::base::time::{Span, Time};
use crate::model::config::Presentation;

/// One pane's world. The two states swap at every step; neither is copied.
pub struct World {
    kind: &'static SceneKind,
    scene: Box<dyn Scene>,
    before: Vec<Body>,
    now: Vec<Body>,
    sim: Time,
    /// The length of the last update, if there was one.
    last: Option<Span>,
    /// What the scene says of itself, asked once: every render asks.
    looks_at_pictures: bool,
}

/// Which moment of the world a picture shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum View {
    Latest,
    /// This part of the way from the state before to the state now.
    Between(f64),
    /// This far beyond the state now.
    Ahead(Span),
}

impl World {
    /// A world at simulated time 0; [`crate::model::worlds::world`] makes the registered ones.
    pub fn new(kind: &'static SceneKind, scene: Box<dyn Scene>) -> World {
        let now = scene.start();
        let looks_at_pictures = scene.looks_at_pictures();
        World { kind, scene, before: now.clone(), now, sim: Time::ZERO, last: None, looks_at_pictures }
    }

    /// The same world at simulated time `at`, with everything where it truly is: for a pane that is opened later.
    #[must_use]
    pub fn starting_at(mut self, at: Time) -> World {
        self.scene.exact(at, &mut self.now);
        self.before.clone_from(&self.now);
        self.sim = at;
        self
    }

    /// One step: the state now becomes the state before.
    pub fn step(&mut self, dt: Span) {
        std::mem::swap(&mut self.before, &mut self.now);
        self.scene.step(&self.before, &mut self.now, self.sim, dt);
        self.sim += dt;
        self.last = Some(dt);
    }

    /// Everything is where it truly is at simulated time `sim`; answers how far the world has moved on.
    pub fn place(&mut self, sim: Time) -> Span {
        let dt = sim - self.sim;
        std::mem::swap(&mut self.before, &mut self.now);
        self.scene.exact(sim, &mut self.now);
        self.sim = sim;
        self.last = Some(dt);
        dt
    }

    /// The world makes up its mind, and does so only when it is told to.
    pub fn think(&mut self) {
        self.scene.thinks_apart(true);
        self.scene.think(&self.now, self.sim);
    }

    /// Whether the world decides nothing by itself when it is stepped.
    pub fn thinks_apart(&mut self, apart: bool) {
        self.scene.thinks_apart(apart);
    }

    /// How many bodies a load per body counts in an update.
    pub fn population(&self) -> i64 {
        self.scene.population(&self.now) as i64
    }

    /// How many bodies a load per body counts in a picture.
    pub fn in_view(&self) -> i64 {
        self.scene.in_view(&self.now) as i64
    }

    /// A picture is taken: a world that looks for contacts in its pictures finds them.
    #[inline]
    pub fn pictured(&mut self, view: View) {
        if self.looks_at_pictures {
            let mut picture = Vec::new();
            self.draw_into(view, &mut picture);
            let untouched = self.now.clone();
            self.scene.pictured(&mut self.now, &picture);
            // What was caught in this picture stands there in it, too, between whatever states it is drawn.
            for ((before, now), untouched) in self.before.iter_mut().zip(&self.now).zip(&untouched) {
                if now.pos != untouched.pos {
                    *before = *now;
                }
            }
        }
    }

    pub fn kind(&self) -> &'static SceneKind {
        self.kind
    }

    pub fn scene(&self) -> &dyn Scene {
        &*self.scene
    }

    /// Simulated time: the sum of all steps.
    pub fn sim(&self) -> Time {
        self.sim
    }

    /// The state now.
    pub fn bodies(&self) -> &[Body] {
        &self.now
    }

    pub fn tally(&self) -> Tally {
        self.scene.tally()
    }

    /// How many bodies have left all bounds.
    pub fn exploded(&self) -> usize {
        self.scene.exploded(&self.now)
    }

    pub fn state_hash(&self) -> u64 {
        let mut hash = StateHash::default();
        self.now.iter().for_each(|body| body.hash_into(&mut hash));
        hash.value()
    }

    /// The moment that a presentation shows, given what the loop says of itself; a loop that says nothing is drawn as it
    /// is. Before the first update the step to go beyond is the loop's own.
    pub fn view(&self, presentation: Presentation, between: Option<Between>) -> View {
        match (presentation, between) {
            (Presentation::Interpolate, Some(between)) => View::Between(between.alpha),
            (Presentation::Extrapolate, Some(between)) => View::Ahead(self.last.unwrap_or(between.step).scaled(between.alpha)),
            _ => View::Latest,
        }
    }

    /// The simulated time in the picture, to the nearest flick.
    pub fn drawn(&self, view: View) -> Time {
        match view {
            View::Latest => self.sim,
            View::Between(alpha) => self.last.map_or(self.sim, |last| self.sim - last + last.scaled(alpha)),
            View::Ahead(ahead) => Time::from_flicks(self.sim.flicks().saturating_add(ahead.flicks())),
        }
    }

    /// Writes what the picture shows.
    pub fn draw_into(&self, view: View, picture: &mut Vec<Body>) {
        picture.clear();
        match view {
            View::Latest => picture.extend_from_slice(&self.now),
            View::Between(alpha) => {
                picture.extend(self.before.iter().zip(&self.now).map(|(before, now)| before.blend(now, alpha)));
            }
            View::Ahead(ahead) => {
                let seconds = ahead.as_secs();
                picture.extend(self.now.iter().map(|body| self.scene.predict(body, seconds)));
            }
        }
    }
}
