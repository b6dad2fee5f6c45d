//! Where nothing is wrong.

use crate::base::time::Span;
use crate::lab::diagnose::verdict::facts::Facts;
use crate::lab::diagnose::verdict::finding::{Finding, How};
use crate::lab::diagnose::verdict::tone::Tone;
use crate::model::config::Presentation;
use crate::model::strategies::Group;

/// Less than this is no time ahead that could be seen.
const HARDLY: Span = Span::from_flicks(crate::base::time::FLICKS_PER_SECOND / 1000);

/// How a pane does that has no fault.
pub fn well(f: &Facts) -> (Tone, Finding) {
    if !f.is_right() {
        return (Tone::Plain, Finding::WithinAStep(f.longest_step()));
    }
    if let Some(age) = f.age_min.filter(|age| *age > usual_age(f)) {
        return (Tone::Plain, Finding::Behind(age));
    }
    let fps = f.fps.filter(|_| f.symptoms.frames_stay != Some((1, 1)));
    let few = fps.is_some_and(|fps| fps < f.few_fps());
    let between = if f.presentation.is_predicted() { f.longest_step() } else { Span::ZERO };
    let how = match f.presentation {
        _ if f.group == Group::NoSteps => How::Placed,
        drawn if drawn != Presentation::Latest && f.symptoms.beyond > between => How::Beyond(f.symptoms.beyond),
        drawn => How::Steps(drawn),
    };
    let ahead = f.age_min.map(|age| Span::ZERO - age).filter(|ahead| *ahead >= HARDLY);
    (if few { Tone::Plain } else { Tone::Good }, Finding::Right { how, fps, ahead, step: f.longest_step() })
}

/// A frame may be late by a step, or two where it is drawn between them, and by what it takes to be drawn and displayed.
fn usual_age(f: &Facts) -> Span {
    let frame = f.symptoms.mean_turn.max(f.refresh());
    f.longest_step().max(f.symptoms.mean_step) * 2 + frame * 2 + f.on_the_way()
}
