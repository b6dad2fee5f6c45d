//! The share of the starting phases from which the steps of a pane get a body through a wall.
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
use crate::model::world::{FrameView, StandingWall, State, Tally, World};
use crate::model::worlds;

/// From how many beginnings the steps are made once more.
pub const PHASES: usize = 64;
/// The steps that are made again are those of so much simulated time, or the last one where that is longer.
const RECENT: Span = Span::from_flicks(FLICKS_PER_SECOND / 2);
/// The newest pass that is decided began at most so long ago.
const LONGEST: Span = Span::from_flicks(12 * FLICKS_PER_SECOND);
/// A body that is not decided after this many steps is left out.
const MOST_STEPS: usize = 100_000;
/// How the starting phases end for one body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhaseEnds {
    /// The number of beginnings from which the body gets through.
    pub escaped: usize,
    /// All beginnings; fewer than [`PHASES`] only if a pass takes too many steps.
    pub of: usize,
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
    for event in recording.entries.events(from, recording.entries.moment(at)) {
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
    fn step(&self, world: &mut World, dt: Span, frames: &[FrameView]) {
        if self.places {
            world.jump_to(world.sim() + dt);
        } else {
            world.step(dt);
        }
        if self.collision.mode == CollisionMode::Rendered {
            for view in frames {
                world.judge_frame(*view);
            }
        }
    }

    /// Returns whether every body gets through in its first pass if it begins this far into beat `first`, as a share of the
    /// beat; `None` for a body that takes too many steps.
    fn from(&self, first: usize, share: f64) -> Vec<Option<bool>> {
        let Ok(mut world) = worlds::world(&self.choice, self.seed) else { return Vec::new() };
        let mut ends = vec![None; world.bodies().len()];
        let mut before = vec![Tally::default(); ends.len()];
        for number in 0..MOST_STEPS {
            let beat = &self.beats[(first + number) % self.beats.len()];
            let dt = if number == 0 { beat.dt - beat.dt.scaled(share) } else { beat.dt };
            before.iter_mut().enumerate().for_each(|(index, tally)| *tally = world.tally_of(index));
            self.step(&mut world, dt, &beat.frames);
            for (index, (end, body)) in ends.iter_mut().zip(world.bodies()).enumerate().filter(|(_, (end, _))| end.is_none()) {
                *end = match body.state {
                    // The step has gone beyond the whole pass; only the count tells what became of that.
                    _ if body.pass > 0 => Some(world.tally_of(index).since(before[index]).tunnelled > 0),
                    State::Caught => Some(false),
                    State::Tunnelled => Some(true),
                    _ => None,
                };
            }
            if ends.iter().all(Option::is_some) {
                break;
            }
        }
        ends
    }

    fn ends(&self, bodies: usize) -> Vec<PhaseEnds> {
        let mut ends = vec![PhaseEnds { escaped: 0, of: 0 }; bodies];
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
            for (ends, escapes) in ends.iter_mut().zip(led) {
                ends.escaped += usize::from(escapes == Some(true));
                ends.of += usize::from(escapes.is_some());
            }
        }
        ends
    }
}

/// Returns how the steps of `pane` before laboratory time `at` end at `wall`, body by body; `None` before its first step.
pub fn phases(pane: &Pane, settings: &Settings, wall: &StandingWall, at: Time) -> Option<Vec<PhaseEnds>> {
    let recording = pane.recording();
    let context = recording.contexts.at(at);
    let mut beats = beats(&recording, (at - LONGEST).max(recording.recorded_since()), at, context.presentation);
    let newest = beats.last()?.sim;
    let mut choice = settings.scene.clone();
    wall.options.write(wall.wall, &mut choice.options);
    let collision = Collision::of(&choice.options);
    let places = context.strategy.needs_closed_form;
    if collision.mode != CollisionMode::Rendered && !places {
        // Each part is a step of its own, so that the beginnings are spread over the parts.
        let cut = |beat: &Beat| {
            let begin = beat.sim - beat.dt;
            collision.parts(begin, beat.dt).map(|(sim, dt)| Beat { dt, sim, frames: Vec::new() }).collect::<Vec<_>>()
        };
        beats = beats.iter().flat_map(cut).filter(|beat| beat.dt > Span::ZERO).collect();
        choice.options.set(&SUBSTEPS.name, Value::Number(1.0));
    }
    let since = beats.partition_point(|beat| beat.sim <= newest - RECENT).min(beats.len() - 1);
    let again = Again { choice, seed: settings.seed, collision, places, beats: &beats[since..] };
    Some(again.ends(pane.computer().world().bodies().len()))
}
