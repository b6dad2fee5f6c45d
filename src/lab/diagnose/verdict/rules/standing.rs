//! A display or a world that stands still, or did.

use crate::base::time::Span;
use crate::lab::diagnose::verdict::facts::Facts;
use crate::lab::diagnose::verdict::finding::Finding;
use crate::model::strategies::Group;

pub fn hangs(f: &Facts) -> Option<Finding> {
    (!f.responding).then_some(Finding::NotResponding(f.waiting))
}

/// It waits for a reading that is 49.7 days away, or, after ticks that ran wild, for its schedule.
pub fn counter_started_over(f: &Facts) -> Option<Finding> {
    let idle = f.symptoms.updates_per_s == 0.0 && f.symptoms.turns > 0 && f.symptoms.none_share == 1.0;
    (f.wrapped.is_some() && idle).then_some(Finding::CounterStartedOver)
}

pub fn stands_still(f: &Facts) -> Option<Finding> {
    (f.responding && f.symptoms.stands_still).then_some(Finding::StandsStill(f.waiting))
}

pub fn stalled(f: &Facts) -> Option<Finding> {
    let stall = f.symptoms.stall?;
    let lost = stall.lost.max(Span::ZERO);
    Some(Finding::Stalled { length: stall.length, back: stall.back, lost, placed: f.group == Group::NoSteps })
}
