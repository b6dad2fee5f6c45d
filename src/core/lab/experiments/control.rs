//! The control of a search: the trial that shows the symptom while nothing is changed.

use super::bench::Bench;
use super::load::Load;
use super::outcome::Outcome;
use super::trial::{CHANCES, JUDGED_AT_S, Length, Scope, is_random};
use crate::base::jobs::Cancelled;
use crate::base::time::{Span, Time};
use crate::lab::metrics::reach::RECENT;
use crate::lab::symptoms::kind::{Aspect, Kind};
use crate::model::config::computer::PressRead;
use crate::model::config::settings::{PlannedStall, Settings};
use std::sync::Arc;

/// The moment of the stall of a trial, in seconds, before the judged span.
const STALLED_AT_S: f64 = 1.0;
/// The moments, in seconds, at which a trial can have a stall as late as it came in the run. What the bodies do then depends on it.
const OWN_MOMENTS_S: std::ops::RangeInclusive<f64> = 2.0..=40.0;

/// A trial of settings that hold one pane, with a stall if they don't show the symptom without one.
pub(super) struct Control {
    /// The settings of the trial, with its stall if it has one.
    pub settings: Settings,
    /// The scope of the trials in which the symptom is explained.
    pub scope: Scope,
    pub outcome: Arc<Outcome>,
    /// The outcome without the stall; the same as `outcome` if there is none.
    pub calm: Arc<Outcome>,
}

impl Control {
    /// Makes the trial of a symptom of `kind`. If a trial without a stall doesn't show it, makes trials with `stall`.
    pub async fn of<P>(
        bench: &mut Bench<P>,
        settings: &Settings,
        (kind, stall): (Kind, Option<PlannedStall>),
    ) -> Result<Control, Cancelled>
    where
        P: AsyncFnMut() -> Result<(), Cancelled>,
    {
        let (scope, calm) = steady(bench, settings, kind).await?;
        let mut control = Control { settings: settings.clone(), scope, outcome: calm.clone(), calm };
        let mut moments = match kind {
            Kind::Stall => vec![JUDGED_AT_S],
            kind if kind.is_aftermath() => vec![STALLED_AT_S, JUDGED_AT_S],
            _ => vec![STALLED_AT_S],
        };
        let own_moment = stall.map(|stall| stall.at_s).filter(|at_s| OWN_MOMENTS_S.contains(at_s));
        moments.extend(own_moment.filter(|_| kind.aspect() == Aspect::World));
        for at_s in moments {
            let before = &control.outcome;
            let Some(stall) = stall.filter(|_| before.symptom(kind).is_none() && !before.is_too_expensive) else { break };
            control.settings.hitches = vec![PlannedStall { at_s, ..stall }];
            control.scope = Scope::usual(kind.aspect());
            control.outcome = bench.outcome(&control.settings, control.scope).await?;
        }
        Ok(control)
    }

    pub fn is_too_expensive(&self) -> bool {
        self.outcome.is_too_expensive || self.calm.is_too_expensive
    }

    /// Returns the stall at its moment in the trial; `None` without one.
    pub fn stall(&self) -> Option<PlannedStall> {
        self.settings.hitches.first().copied()
    }

    /// Returns whether a symptom of `kind` passes with the stall: the stall comes in the judged span, or nothing later than two seconds
    /// after it shows what it did to the bodies once more.
    pub fn passes(&self, kind: Kind) -> bool {
        let does_nothing_new = |stall: PlannedStall| {
            let until = Time::from_secs(stall.at_s) + Span::from_millis(stall.ms) + RECENT;
            kind.aspect() == Aspect::World && !self.outcome.shows_after(kind, until)
        };
        self.stall().is_some_and(|stall| stall.at_s > STALLED_AT_S || does_nothing_new(stall))
    }

    /// Returns the outcome of the same without any work, whose symptoms are excused. Work has no part in a beat, so nothing is
    /// excused in a symptom of `kind` that comes in bursts.
    pub async fn light<P>(&self, bench: &mut Bench<P>, kind: Kind) -> Result<Arc<Outcome>, Cancelled>
    where
        P: AsyncFnMut() -> Result<(), Cancelled>,
    {
        if self.outcome.burst(kind).is_some() {
            return Ok(Arc::default());
        }
        bench.outcome(&Load::without_any(&self.settings), self.scope).await
    }
}

/// Returns the outcome of the settings without a stall, and the scope of the trials in which a symptom of `kind` is explained: as
/// long as the beat of the pane's rates if the symptom comes in bursts, or if a usual trial does not show it; and as long as chance
/// needs to bring it.
async fn steady<P>(bench: &mut Bench<P>, settings: &Settings, kind: Kind) -> Result<(Scope, Arc<Outcome>), Cancelled>
where
    P: AsyncFnMut() -> Result<(), Cancelled>,
{
    let usual = Scope::usual(kind.aspect());
    if kind.is_of_pace() {
        let scope = Scope::of_pace(Length::Beat);
        let outcome = bench.outcome(settings, scope).await?;
        let is_burst = outcome.burst(kind).is_some();
        if !outcome.beats.is_empty() && (is_burst || bench.outcome(settings, usual).await?.symptom(kind).is_none()) {
            return Ok((scope, outcome));
        }
    }
    let outcome = bench.outcome(settings, usual).await?;
    let may_come_by_chance = match kind.aspect() {
        // A press is longer or shorter by chance, and so falls between two steps or not.
        Aspect::World => kind == Kind::PressesLost && settings.computer.presses == PressRead::Step,
        Aspect::Timing | Aspect::Rare => is_random(&settings.computer),
    };
    if outcome.symptom(kind).is_none() && !outcome.is_too_expensive && may_come_by_chance {
        for span in CHANCES {
            let aspect = if kind.is_of_pace() { Aspect::Rare } else { kind.aspect() };
            let scope = Scope { aspect, length: Length::Chance(span) };
            let longer = bench.outcome(settings, scope).await?;
            if longer.symptom(kind).is_some() {
                return Ok((scope, longer));
            }
        }
    }
    Ok((usual, outcome))
}
