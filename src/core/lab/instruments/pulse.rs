//! A pulse: one bar for each picture, as high as the simulated time that the picture gained, and the time that passed.
//!
//! A bar is evidence of a finding that held in the two seconds after it. Evidence stays evidence, so that no bar changes back.

use crate::base::time::{Span, Time};
use crate::lab::metrics::behind::Behind;
use crate::lab::metrics::reach::RECENT;
use crate::lab::recording::entries::{Moment, Step};
use crate::lab::recording::flips::Flip;
use crate::lab::recording::pane_recording::Recording;
use crate::lab::recording::ring::Ring;
use crate::lab::symptoms::intervals::lower_median;
use crate::lab::symptoms::kind::{Kind, Tone};
use crate::lab::symptoms::pace::RECOVERY;
use crate::lab::symptoms::symptom::PaneState;
use std::rc::Rc;

/// The largest number of updates for which a bar is split.
const MOST_BLOCKS: usize = 32;
/// Speeds that differ from 1 by less than this are real speed.
const REAL: f64 = 0.02;
/// A stay is off if it differs from the usual stay by at least this share of the shorter of the two, and by at least `OFF_MS`.
const OFF_SHARE: f64 = 0.45;
/// The least time by which a stay that is off differs from the usual stay.
const OFF_MS: f64 = 4.0;

/// A displayed frame that shows another moment than the frame before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PulseBar {
    pub at: Time,
    /// The time since the picture before appeared.
    pub passed: Span,
    /// The sample time minus that of the picture before; negative if the picture goes back.
    pub gained: Span,
    pub drawn: Time,
    /// The number of updates between the two pictures; 0 if one of the pictures lies between two updates.
    pub steps: usize,
    /// The age of this picture when it appeared; negative if it was ahead of the clock.
    pub age: Span,
    /// The age of the picture before when it appeared.
    pub age_before: Span,
    /// Whether the bar is evidence that something is wrong.
    pub is_evidence: bool,
    /// The range of this bar's splits in `Pulse::splits`.
    splits: (u32, u32),
}

impl PulseBar {
    pub fn begin(&self) -> Time {
        self.at - self.passed
    }
}

/// A time in which the display showed one picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standstill {
    /// When the picture appeared.
    pub from: Time,
    /// When the next picture appeared; the moment at which the pulse is read if none has yet.
    pub to: Time,
}

#[derive(Clone, Debug, Default)]
pub struct Pulse {
    /// The pictures after the first one, the oldest first.
    pub bars: Vec<PulseBar>,
    pub stalls: Vec<Standstill>,
    /// The first frame of the newest picture; `None` before the first one.
    pub newest: Option<Flip>,
    /// How far the frame on the display is behind the clock; `None` if that is unknown.
    pub behind: Option<Behind>,
    /// The moment at which the pulse is read, or the end of the capture if it is over by then.
    pub until: Time,
    splits: Vec<Span>,
}

#[derive(Clone, Copy, Debug)]
struct HeldKind {
    kind: Kind,
    from: Time,
    to: Time,
}

impl Pulse {
    /// Returns the pulse of the frames that the display had shown by `moment`, from `from` on.
    pub fn of(recording: &Recording, from: Time, moment: Moment) -> Pulse {
        let Recording { flips, steps, watch, .. } = recording;
        let (mut pulse, now, end) = (Pulse::default(), moment.at, recording.flips_until(moment));
        let first = flips.partition_point(|flip| flip.at <= from).min(end);
        // The picture on the display at the beginning is as old as the first of its frames.
        let mut before: Option<Flip> = None;
        for flip in flips.before(first) {
            if before.is_some_and(|shown| shown.drawn != flip.drawn) {
                break;
            }
            before = Some(*flip);
        }
        for flip in flips.since(first).take(end.saturating_sub(first.max(flips.range().start))) {
            match before {
                Some(shown) if shown.drawn == flip.drawn => continue,
                Some(shown) => pulse.add(flip, &shown, steps),
                None => {}
            }
            before = Some(*flip);
        }
        (pulse.newest, pulse.behind) = (before, recording.behind(moment));
        pulse.until = recording.contexts.at(now).until_over(recording.start, now);
        let is_asked = |state: &&Rc<PaneState>| state.at > from && state.at <= now;
        let mut states: Vec<Rc<PaneState>> = watch.states.iter().filter(is_asked).cloned().collect();
        let newest = watch.state_at(now);
        if states.last().is_none_or(|last| last.at < newest.at) {
            states.push(newest);
        }
        pulse.find_evidence(steps, &states, now);
        pulse
    }

    /// Returns the heights at which a bar is split, in simulated time since the picture before, the lowest first.
    pub fn splits(&self, bar: &PulseBar) -> &[Span] {
        &self.splits[bar.splits.0 as usize..bar.splits.1 as usize]
    }

    /// Returns the lower median of the heights that bars and their outlines need; zero without bars.
    pub fn usual_height(&self) -> Span {
        let mut heights: Vec<Span> = self.bars.iter().map(|bar| bar.gained.max(bar.passed)).collect();
        lower_median(&mut heights)
    }

    pub fn usual_stay(&self) -> Span {
        let mut stays: Vec<Span> = self.bars.iter().map(|bar| bar.passed).collect();
        lower_median(&mut stays)
    }

    fn add(&mut self, flip: &Flip, before: &Flip, steps: &Ring<Step>) {
        let (Flip { at, drawn, .. }, Flip { at: begin, drawn: shown, .. }) = (*flip, *before);
        let first_split = self.splits.len() as u32;
        let low = steps.partition_point(|step| step.sim <= shown);
        let high = steps.partition_point(|step| step.sim <= drawn);
        let ends_at = |end: usize, sim: Time| {
            sim == Time::ZERO || end.checked_sub(1).and_then(|last| steps.get(last)).is_some_and(|last| last.sim == sim)
        };
        let is_at_step = ends_at(low, shown) && ends_at(high, drawn);
        let mut count = 0;
        if is_at_step && high > low && high - low <= MOST_BLOCKS {
            // A thought leaves the world where it is.
            let mut last = shown;
            for step in (low..high).filter_map(|number| steps.get(number)) {
                if step.sim > last && step.sim < drawn {
                    self.splits.push(step.sim - shown);
                }
                count += usize::from(step.sim > last);
                last = last.max(step.sim);
            }
        } else if is_at_step {
            count = high.saturating_sub(low);
        }
        let splits = (first_split, self.splits.len() as u32);
        let (passed, gained) = (at - begin, drawn - shown);
        let (age, age_before) = (flip.behind().span(), before.behind().span());
        self.bars.push(PulseBar { at, passed, gained, drawn, steps: count, age, age_before, is_evidence: false, splits });
    }

    fn find_evidence(&mut self, steps: &Ring<Step>, states: &[Rc<PaneState>], now: Time) {
        let mut held: Vec<HeldKind> = Vec::new();
        for state in states {
            for symptom in state.symptoms.iter().filter(|symptom| symptom.tone == Tone::Wrong) {
                let window = HeldKind { kind: symptom.kind(), from: (state.at - RECENT).max(state.regime), to: state.at };
                match held.iter_mut().find(|known| known.kind == window.kind && known.to >= window.from) {
                    Some(known) => known.to = window.to,
                    None => held.push(window),
                }
                match (symptom.kind(), &*symptom.evidence) {
                    (Kind::Stall, [from, to]) => self.add_standstill(*from, *to),
                    (Kind::Frozen, [from]) => {
                        let next = self.bars.partition_point(|bar| bar.at <= *from);
                        self.add_standstill(*from, self.bars.get(next).map_or(now, |bar| bar.at));
                    }
                    (Kind::Tunnelling, moments) => moments.iter().for_each(|at| self.mark_step(steps, *at)),
                    _ => {}
                }
            }
        }
        for held in held {
            let first = self.bars.partition_point(|bar| bar.at <= held.from);
            let end = self.bars.partition_point(|bar| bar.at <= held.to).max(first);
            mark(held.kind, &mut self.bars[first..end], &self.stalls);
        }
    }

    fn add_standstill(&mut self, from: Time, to: Time) {
        if self.stalls.iter().all(|known| known.from != from) {
            self.stalls.push(Standstill { from, to });
            self.stalls.sort_by_key(|stall| stall.from);
        }
    }

    /// Marks the picture that is the first to show the update that began at `at`.
    fn mark_step(&mut self, steps: &Ring<Step>, at: Time) {
        let Some(step) = steps.get(steps.partition_point(|step| step.at < at)) else { return };
        let number = self.bars.partition_point(|bar| bar.drawn < step.sim);
        if let Some(bar) = self.bars.get_mut(number).filter(|bar| bar.drawn - bar.gained < step.sim) {
            bar.is_evidence = true;
        }
    }
}

/// Marks those of `bars` that show a finding of `kind`; does nothing for kinds that no single bar shows.
fn mark(kind: Kind, bars: &mut [PulseBar], stalls: &[Standstill]) {
    let millis = |span: Span| span.as_millis();
    let is_evidence: Box<dyn Fn(&PulseBar) -> bool> = match kind {
        Kind::SlowMotion | Kind::Spiral => Box::new(move |bar| millis(bar.gained) < millis(bar.passed) * (1.0 - REAL)),
        Kind::FastMotion => Box::new(move |bar| millis(bar.gained) > millis(bar.passed) * (1.0 + REAL)),
        // A bar shows a stall if it comes just after it and makes up for it.
        Kind::Stall => Box::new(move |bar| {
            let follows = |stall: &Standstill| bar.begin() >= stall.from && bar.at <= stall.to + RECOVERY;
            bar.gained > bar.passed * 2 && stalls.iter().any(follows)
        }),
        Kind::Hitch | Kind::Uneven => {
            let usual = millis(lower_median(&mut bars.iter().map(|bar| bar.passed).collect::<Vec<_>>()));
            let off = move |bar: &PulseBar| millis(bar.passed) - usual;
            let is_off = move |bar: &PulseBar| off(bar).abs() >= (OFF_SHARE * millis(bar.passed).min(usual)).max(OFF_MS);
            Box::new(move |bar| is_off(bar) && (kind == Kind::Uneven || off(bar) > 0.0))
        }
        Kind::Judder => {
            let sum = |of: fn(&PulseBar) -> Span| bars.iter().map(|bar| millis(of(bar))).sum::<f64>();
            let speed = sum(|bar| bar.gained) / sum(|bar| bar.passed);
            let mean = bars.iter().map(|bar| error(bar, speed)).sum::<f64>() / bars.len() as f64;
            Box::new(move |bar| error(bar, speed) > mean)
        }
        // A low rate of pictures at the right speed is no fault of a single picture.
        _ => return,
    };
    for bar in bars {
        bar.is_evidence |= is_evidence(bar);
    }
}

/// Returns how far a picture is from even motion at `speed`, in milliseconds.
fn error(bar: &PulseBar, speed: f64) -> f64 {
    (bar.gained.as_millis() - bar.passed.as_millis() * speed).abs()
}
