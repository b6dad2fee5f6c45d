//! Slow motion, fast-forward and spirals, each with what the pane's own numbers show to be the cause.

use super::standing::{counter_started_over, stalled};
use crate::base::time::Span;
use crate::lab::diagnose::symptoms::Symptoms;
use crate::lab::diagnose::verdict::facts::Facts;
use crate::lab::diagnose::verdict::finding::{FastCause, Finding, SlowCause, Spiral, StalledTurns};
use crate::model::strategies::Group;

/// Ticks that run wild do so at once when a schedule starts over; their speed is seen for as long as numbers reach back.
const WILD: Span = Span::from_flicks(5 * crate::base::time::FLICKS_PER_SECOND);
/// A pane with fewer frames a second than this hardly goes on at all.
const DYING: f64 = 2.0;
/// A turn with more updates than this no longer catches up: it spirals.
const DEADLY: u64 = 30;

/// An update that costs more than it simulates makes the next turn longer, unless something limits it.
pub fn spirals(f: &Facts) -> Option<Finding> {
    let Symptoms { mean_step, cost_per_step, usual_cost_per_step, most_updates, .. } = f.symptoms;
    // One update alone that costs so much is a stall.
    let costly = mean_step > Span::ZERO && cost_per_step.min(usual_cost_per_step) >= mean_step && most_updates >= 2;
    let behind = !f.responding || f.slow().is_some() || f.game_speed.is_some_and(|game| game < 0.97);
    if !(costly && behind && f.group != Group::NoClock && f.group != Group::FixedRate) {
        return None;
    }
    let dies = !f.responding || f.fps.is_none_or(|fps| fps < DYING) || most_updates > DEADLY;
    let kind = match f.limited {
        true => Spiral::Limited,
        false if dies => Spiral::Death,
        false => Spiral::Unlimited,
    };
    Some(Finding::Spiral { kind, cost: cost_per_step, step: mean_step })
}

/// Prediction draws a game at a speed that it does not have.
pub fn hidden_speed(f: &Facts) -> Option<Finding> {
    let (game, drawn) = (f.hidden()?, f.speed?);
    let told = counter_started_over(f).is_some() || stalled(f).is_some();
    (!told).then_some(Finding::GameSpeed { game, drawn })
}

pub fn too_slow(f: &Facts) -> Option<Finding> {
    let speed = f.slow().filter(|_| !is_told(f))?;
    Some(Finding::Slow(speed, slow_cause(f)))
}

fn slow_cause(f: &Facts) -> SlowCause {
    let s = &f.symptoms;
    let one_step = matches!(f.group, Group::NoClock | Group::FixedRate);
    match (f.group, s.stalled) {
        _ if s.turns == 0 => SlowCause::Unknown,
        (_, Some(stall)) if one_step => SlowCause::Stalled(stalled_turns(s, stall)),
        (Group::NoClock, _) => SlowCause::CountsTurns(s.mean_turn, s.mean_step),
        (Group::FixedRate, _) => one_step_a_turn(f),
        _ if f.wrapped.is_some_and(|since| since < WILD) => SlowCause::Counter,
        _ if f.limited && s.longest_turn.max(f.timer) > s.most_simulated => {
            SlowCause::Limit(s.most_simulated, s.longest_turn.max(f.timer))
        }
        _ => SlowCause::Unknown,
    }
}

fn stalled_turns(s: &Symptoms, stall: Span) -> StalledTurns {
    StalledTurns { stall, turn: s.usual_turn, step: s.mean_step }
}

/// A turn of such a loop may take as long as its step. What makes it longer: its own work, or one of its two waits.
fn one_step_a_turn(f: &Facts) -> SlowCause {
    let Symptoms { mean_turn, mean_step, cost_per_turn, most_cost, .. } = f.symptoms;
    let sleeps_long = f.scheduler > Span::ZERO || f.wakes_late || f.timer > Span::ZERO;
    let works = if f.schedule.is_some() { cost_per_turn } else { most_cost };
    let gpu = f.symptoms.pipeline.gpu_work;
    // Without a queue a render waits for its own refresh, which comes after the GPU's work.
    let waits_for_own = f.vsync && f.queue == 0;
    match (waits_for_own && f.has_ticks, sleeps_long) {
        _ if cost_per_turn > mean_step => SlowCause::Load(cost_per_turn, mean_step),
        _ if mean_turn <= mean_step => SlowCause::Unknown,
        _ if gpu > mean_step => SlowCause::Gpu(gpu, mean_step),
        _ if waits_for_own && gpu > Span::ZERO && cost_per_turn + gpu > mean_step => {
            SlowCause::Serial(cost_per_turn + gpu, mean_step)
        }
        _ if f.vsync && f.refresh() > mean_step => SlowCause::Vsync(mean_turn, mean_step),
        (true, true) => SlowCause::OversleepsRefresh(mean_turn, mean_step),
        (true, false) => SlowCause::Vsync(mean_turn, mean_step),
        _ if works > mean_step => SlowCause::Load(works, mean_step),
        (false, true) => SlowCause::Oversleeps(mean_turn, mean_step),
        (false, false) => SlowCause::Unknown,
    }
}

pub fn too_fast(f: &Facts) -> Option<Finding> {
    let speed = f.fast().filter(|_| !is_told(f))?;
    let s = &f.symptoms;
    let pace = f.schedule.map_or(1.0, |schedule| s.mean_step.ratio(schedule));
    let cause = match f.schedule {
        _ if f.group == Group::NoClock && s.turns > 0 => match s.stalled {
            Some(stall) => FastCause::Stalled(stalled_turns(s, stall)),
            None => FastCause::CountsTurns(s.mean_turn, s.mean_step),
        },
        _ if f.wrapped.is_some_and(|since| since < WILD) => FastCause::Counter,
        Some(schedule) if pace > 1.03 && (speed / pace - 1.0).abs() < 0.01 => FastCause::WholeMillis(schedule, s.mean_step),
        _ if s.leap > s.gained.scaled(0.8) => FastCause::Leap(s.leap),
        // Where it has come to the clock, or is still behind it.
        _ if s.lead < f.longest_step().max(f.refresh()) => FastCause::CatchesUp,
        _ => FastCause::RunsAhead,
    };
    Some(Finding::Fast(speed, cause))
}

/// Another sentence says already why the speed is not real speed.
fn is_told(f: &Facts) -> bool {
    spirals(f).is_some() || counter_started_over(f).is_some() || stalled(f).is_some()
}
