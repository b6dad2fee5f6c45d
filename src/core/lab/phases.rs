//! The effect of a pane's steps at a wall: the places where contact was tested in the newest pass, and the outcome of the
//! same steps if they begin at another moment.
//!
//! A discrete test looks where a body is after a step. It misses a body that is before the wall, then behind it, and whether
//! that happens depends on where the steps fall. So the pane's last steps are made once more, from 64 other
//! beginnings: by a world like the pane's, which cuts them, moves by them and tests contacts as the pane's own does. The
//! share of the beginnings from which a body gets through is the probability that it does; for a straight flight at v it
//! comes to 1 − (w + 2r)/(v·dt), with a wall w thick and a body of radius r.
//!
//! The beginnings are spread evenly, within a step and over the steps: a long step is begun in as often as it is long.

use crate::base::params::Value;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::panes::Pane;
use crate::lab::recording::Recording;
use crate::model::config::{Presentation, Settings, WorldChoice};
use crate::model::machine::Event;
use crate::model::world::contact::{Collision, CollisionMode, SUBSTEPS};
use crate::model::world::{Body, FrameView, StandingWall, State, Tally, World};
use crate::model::worlds;

/// From how many beginnings the steps are made once more.
pub const PHASES: usize = 64;
/// The steps that are made again are those of so much simulated time, or the last one where that is longer.
const RECENT: Span = Span::from_flicks(FLICKS_PER_SECOND / 2);
/// The newest pass that is decided began at most so long ago.
const LONGEST: Span = Span::from_flicks(12 * FLICKS_PER_SECOND);
/// A body that is not decided after this many steps is left out.
const MOST_STEPS: usize = 100_000;
/// The number of parts into which a step is cut, if its whole path is tested, to draw that path.
const POINTS: i64 = 12;

/// The effect of a pane's steps at the wall.
#[derive(Clone, Debug)]
pub struct Phases {
    /// When contacts are tested.
    pub mode: CollisionMode,
    /// Body by body.
    pub bodies: Vec<AtTheWall>,
}

/// Their effect on one body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AtTheWall {
    /// The places at which contact was tested in its newest decided pass, in the order of time: the ends of its steps or of
    /// their parts, or frames; points of the way if all of it is tested. Empty if that pass is no longer known.
    pub tested: Vec<Body>,
    /// The outcome of each of the other beginnings; fewer than [`PHASES`] only if a pass takes too many steps.
    pub ends: Vec<PhaseEnd>,
}

/// The outcome of a beginning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PhaseEnd {
    /// The body as it was caught, or as it was found behind the wall.
    pub body: Body,
    /// Whether it got through.
    pub escaped: bool,
}

impl AtTheWall {
    /// Returns the number of beginnings from which it gets through.
    pub fn escaped(&self) -> usize {
        self.ends.iter().filter(|end| end.escaped).count()
    }
}

/// A step of the pane, and the frames that were rendered before the next one.
#[derive(Clone, Debug)]
struct Beat {
    dt: Span,
    /// Simulated time after it.
    sim: Time,
    frames: Vec<FrameView>,
}

/// Returns the steps and frames of a pane from `from` until `at`.
fn beats(recording: &Recording, from: Time, at: Time, presentation: Presentation) -> Vec<Beat> {
    let mut beats: Vec<Beat> = Vec::new();
    for event in recording.events(from, recording.moment(at)) {
        match (event, beats.last_mut()) {
            (Event::Update { dt, sim, .. }, _) if dt > Span::ZERO => beats.push(Beat { dt, sim, frames: Vec::new() }),
            (Event::Render { sim, drawn, .. }, Some(beat)) => {
                let ahead = drawn - sim;
                beat.frames.push(match presentation {
                    _ if ahead == Span::ZERO => FrameView::Latest,
                    _ if ahead < Span::ZERO => FrameView::Between(1.0 + ahead.ratio(beat.dt)),
                    Presentation::ExtrapolateToContact => FrameView::AheadToContact(ahead),
                    _ => FrameView::Ahead(ahead),
                });
            }
            _ => {}
        }
    }
    beats
}

/// How a pane's world is moved again.
struct Again<'a> {
    choice: WorldChoice,
    seed: u64,
    collision: Collision,
    /// Whether the loop puts the world where it is by a formula.
    places: bool,
    beats: &'a [Beat],
}

impl Again<'_> {
    fn world(&self) -> Option<World> {
        worlds::world(&self.choice, self.seed).ok()
    }

    /// Makes a step of `dt` and its frames; `tested` is shown the bodies wherever contact is tested.
    fn step(&self, world: &mut World, (dt, frames): (Span, &[FrameView]), tested: &mut dyn FnMut(&[Body])) {
        if self.places {
            world.jump_to(world.sim() + dt);
        } else {
            world.step(dt);
        }
        if self.collision.mode != CollisionMode::Rendered {
            return tested(world.bodies());
        }
        let mut shown = Vec::new();
        for view in frames {
            world.bodies_into(*view, &mut shown);
            world.judge_frame(*view);
            tested(&shown);
        }
    }

    /// Returns the end of every body's first pass if it begins this far into beat `first`, as a share of the beat.
    fn from(&self, first: usize, share: f64) -> Vec<Option<PhaseEnd>> {
        let Some(mut world) = self.world() else { return Vec::new() };
        let mut ends = vec![None; world.bodies().len()];
        let mut before = vec![Tally::default(); ends.len()];
        for number in 0..MOST_STEPS {
            let beat = &self.beats[(first + number) % self.beats.len()];
            let dt = if number == 0 { beat.dt - beat.dt.scaled(share) } else { beat.dt };
            before.iter_mut().enumerate().for_each(|(index, tally)| *tally = world.tally_of(index));
            self.step(&mut world, (dt, &beat.frames), &mut |_| {});
            for (index, (end, body)) in ends.iter_mut().zip(world.bodies()).enumerate().filter(|(_, (end, _))| end.is_none()) {
                *end = match body.state {
                    // The step has gone beyond the whole pass; only the count tells what became of that.
                    _ if body.pass > 0 => Some(world.tally_of(index).since(before[index]).tunnelled > 0),
                    State::Caught => Some(false),
                    State::Tunnelled => Some(true),
                    _ => None,
                }
                .map(|escaped| PhaseEnd { body: *body, escaped });
            }
            if ends.iter().all(Option::is_some) {
                break;
            }
        }
        ends
    }

    /// Returns the end of each body's first pass, for every beginning.
    fn ends(&self, bodies: usize) -> Vec<Vec<PhaseEnd>> {
        let mut ends = vec![Vec::new(); bodies];
        let whole = self.beats.iter().map(|beat| beat.dt.as_secs()).sum::<f64>();
        for phase in 0..PHASES {
            let even = |phase: usize| (phase as f64 + 0.5) / PHASES as f64;
            let mut into = even(phase) * whole;
            let first = self.beats.iter().position(|beat| {
                into -= beat.dt.as_secs();
                into < 0.0
            });
            // Bits turned round spread the shares of a step evenly over any row of phases.
            let share = even(phase.reverse_bits() >> (usize::BITS - PHASES.trailing_zeros()));
            let led = self.from(first.unwrap_or(0), share);
            for (ends, led) in ends.iter_mut().zip(led) {
                ends.extend(led);
            }
        }
        ends
    }

    /// Returns the places where contact of body `index` was tested in its pass `number`, and whether that was decided.
    fn tested(&self, index: usize, number: i64) -> Option<(Vec<Body>, bool)> {
        let mut exact = Vec::new();
        let probe = self.world()?;
        let mut pass = |at: Time| {
            probe.exact(at, &mut exact);
            exact.get(index).map_or(0, |body| body.pass)
        };
        let first = self.beats.partition_point(|beat| pass(beat.sim) < number);
        let start = self.beats.get(first).map(|beat| beat.sim - beat.dt)?;
        if start > Time::ZERO && pass(start) >= number {
            return None; // It began before what is known.
        }
        let mut world = self.world()?.starting_at(start);
        let (mut tested, mut open) = (Vec::new(), true);
        for beat in &self.beats[first..] {
            self.step(&mut world, (beat.dt, &beat.frames), &mut |bodies| {
                let Some(body) = bodies.get(index).filter(|body| open && body.pass == number) else { return };
                if body.state != State::Waiting {
                    tested.push(*body);
                }
            });
            let body = world.bodies()[index];
            open = body.pass < number || body.pass == number && matches!(body.state, State::Waiting | State::Moving);
            if !open {
                if body.pass == number && self.collision.mode == CollisionMode::Rendered {
                    tested.pop();
                    tested.push(body);
                }
                return Some((tested, true));
            }
        }
        Some((tested, false))
    }
}

/// Returns what the steps of `pane` before laboratory time `at` do at `wall`; `None` before its first step.
pub fn phases(pane: &Pane, settings: &Settings, wall: &StandingWall, at: Time) -> Option<Phases> {
    let recording = pane.recording();
    let context = recording.contexts.at(at);
    let mut beats = beats(&recording, (at - LONGEST).max(recording.recorded_since()), at, context.presentation);
    let newest = beats.last()?.sim;
    let mut choice = settings.scene.clone();
    wall.options.write(wall.wall, &mut choice.options);
    let collision = Collision::of(&choice.options);
    let places = context.strategy.needs_closed_form;
    if collision.mode != CollisionMode::Rendered && !places {
        // Each part is a step of its own, so that all places are seen where contact is tested.
        let cut = |beat: &Beat| {
            let begin = beat.sim - beat.dt;
            collision.parts(begin, beat.dt).map(|(sim, dt)| Beat { dt, sim, frames: Vec::new() }).collect::<Vec<_>>()
        };
        beats = beats.iter().flat_map(cut).filter(|beat| beat.dt > Span::ZERO).collect();
        choice.options.set(&SUBSTEPS.name, Value::Number(1.0));
    }
    let since = beats.partition_point(|beat| beat.sim <= newest - RECENT).min(beats.len() - 1);
    let recent = beats[since..].to_vec();
    let again = Again { choice, seed: settings.seed, collision, places, beats: &recent };
    let ends = again.ends(pane.computer().world().bodies().len());
    if collision.mode == CollisionMode::Exact && !places {
        let cut = |beat: &Beat| {
            let (begin, part) = (beat.sim - beat.dt, |point: i64| (beat.dt * point).divided(POINTS));
            (1..=POINTS)
                .map(|point| Beat { dt: part(point) - part(point - 1), sim: begin + part(point), frames: Vec::new() })
                .collect()
        };
        beats = beats.iter().flat_map::<Vec<Beat>, _>(cut).filter(|beat| beat.dt > Span::ZERO).collect();
    }
    let again = Again { beats: &beats, ..again };
    let mut exact = Vec::new();
    again.world()?.exact(newest, &mut exact);
    let tested = |index: usize| {
        let number = exact.get(index)?.pass;
        let decided = |number: i64| again.tested(index, number).filter(|(_, decided)| *decided).map(|(tested, _)| tested);
        decided(number).or_else(|| decided(number - 1))
    };
    let bodies = ends.into_iter().enumerate();
    let bodies = bodies.map(|(index, ends)| AtTheWall { tested: tested(index).unwrap_or_default(), ends }).collect();
    Some(Phases { mode: collision.mode, bodies })
}
