//! Which step takes which press of a button, from a run's turns and steps and one of four ways to read input.
//!
//! What the decision leaves open, and how it is read here:
//! - *Beat j* begins at j times the metronome's interval, from the first one after the start on; only its length is random, from stream 4
//!   of the seed at index j.
//! - *A reading* at the moment of a press knows of it; at the moment of its end the button is up.
//! - *`frame`* asks at the top of a turn, wherever input is read. *`step`*, *`latched`* and *`stamped`* know what was read last: with input
//!   once a turn that is the top of the turn, also for `step`.
//! - *`latched`, two before a step*: the older one is answered and the other one is lost.
//! - *`stamped`* takes every press that is due in one step, and answers each. Its shift is that of the turn in which the step starts.
//!   A press that was made before the top of the turn lies in the game's past then, so that the first step takes it: the stamp only holds
//!   back what is pressed during the turn. Steps that catch up do not share older presses among them.
//! - *The line `taken`* names a press by its number, counted from 1 in the run. Lines `press` stand for what begins until the clock's
//!   end, after what the display and the GPU do at that moment and before what the loop does; `taken` before its step.
//! - *A step* is every update, also one of length 0; a thought is none. A `taken` line stands where the step starts.
//! - *Late* ends at the first flip of a frame that was drawn from the state after that step; an alpha of 0 is not looked at.

use crate::models::broken::Break;
use crate::models::computer::{Happening, MILLI, SECOND, millis};
use crate::models::random;
use tickscope_core::model::config::computer::InputRead;

/// The metronome's interval: half a second and the golden part of a 60 Hz refresh.
const BEAT: i64 = 352_800_000 + 7_268_080;
/// The stream of how long presses last, by the number of the beat.
const LENGTHS: u64 = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    Frame,
    Step,
    Latched,
    Stamped,
}

impl Policy {
    pub const ALL: [Policy; 4] = [Policy::Frame, Policy::Step, Policy::Latched, Policy::Stamped];

    pub fn word(self) -> &'static str {
        match self {
            Policy::Frame => "frame",
            Policy::Step => "step",
            Policy::Latched => "latched",
            Policy::Stamped => "stamped",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Press {
    pub at: i64,
    pub until: i64,
}

/// Returns the metronome's presses from `start` on that begin before `end`.
pub fn by_metronome(seed: u64, start: i64, end: i64) -> Vec<Press> {
    let first = ((start + BEAT - 1) / BEAT).max(1);
    let press = |beat: i64| {
        let at = beat * BEAT;
        Press { at, until: at + random::whole(seed, LENGTHS, beat, (millis(20.0), millis(120.0))) }
    };
    (first..=end / BEAT).map(press).filter(|press| press.at < end).collect()
}

/// A press, by its index, and the step that takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    pub press: usize,
    /// The number of the update, counted from 0.
    pub step: usize,
    pub at: i64,
}

/// The turn that runs: when it and the one before began, and by how much the clock was ahead of the game at its top.
#[derive(Clone, Copy)]
struct Turn {
    before: i64,
    top: i64,
    shift: i64,
}

/// Returns every answer of a run, in order.
pub fn taken(events: &[Happening], presses: &[Press], (policy, input): (Policy, InputRead), broken: Option<Break>) -> Vec<Taken> {
    let mut turn = Turn { before: i64::MIN, top: i64::MIN, shift: 0 };
    let (mut sim, mut step, mut was_down) = (0, 0, false);
    let mut is_over = vec![false; presses.len()];
    let mut all = Vec::new();
    for event in events {
        match *event {
            Happening::Frame { at } => turn = Turn { before: turn.top, top: at, shift: at - sim },
            Happening::Update { at, sim: end, .. } => {
                let read = if input == InputRead::Turn { turn.top } else { at };
                let knows = |press: &Press| press.at < read || press.at == read && broken != Some(Break::ReadsLater);
                let is_fresh = |press: &Press| turn.before < press.at && press.at <= turn.top;
                let shift = if broken == Some(Break::ShiftAtStep) { at - sim } else { turn.shift };
                let stamp_by = if broken == Some(Break::StampsByStart) { sim } else { end };
                let is_down = |press: &Press| {
                    knows(press) && (read < press.until || read == press.until && broken == Some(Break::DownAtItsEnd))
                };
                let seen: Vec<usize> = (0..presses.len())
                    .filter(|i| match policy {
                        Policy::Frame => is_fresh(&presses[*i]) && !(broken == Some(Break::AnswersOnce) && is_over[*i]),
                        Policy::Step => is_down(&presses[*i]),
                        Policy::Latched => knows(&presses[*i]) && !is_over[*i],
                        Policy::Stamped => knows(&presses[*i]) && !is_over[*i] && stamp_by >= presses[*i].at - shift,
                    })
                    .collect();
                for i in &seen {
                    is_over[*i] = true;
                }
                let answered = match policy {
                    Policy::Step if was_down && broken != Some(Break::AnswersEveryDown) => 0,
                    Policy::Latched if broken != Some(Break::CountsPresses) => 1,
                    Policy::Step => 1,
                    _ => seen.len(),
                };
                was_down = !seen.is_empty();
                all.extend(seen.iter().take(answered).map(|press| Taken { press: *press, step, at }));
                (sim, step) = (end, step + 1);
            }
            _ => {}
        }
    }
    all
}

/// Adds the lines of the presses and of what takes them to a run's events, in the order of the trace.
pub fn with_lines(events: &[Happening], presses: &[Press], taken: &[Taken]) -> Vec<Happening> {
    let pressed = presses.iter().map(|&Press { at, until }| Happening::Press { at, until });
    let mut all: Vec<Happening> = events.iter().filter(|event| event.rank() < 2).copied().chain(pressed).collect();
    let mut taken = taken.iter().peekable();
    let mut step = 0;
    for event in events.iter().filter(|event| event.rank() == 2) {
        if matches!(event, Happening::Update { .. }) {
            while let Some(Taken { press, at, .. }) = taken.next_if(|taken| taken.step == step) {
                all.push(Happening::Taken { at: *at, press: press + 1 });
            }
            step += 1;
        }
        all.push(*event);
    }
    all.sort_by_key(|event| (event.at(), event.rank()));
    all
}

/// The counts of the presses whose fate is known at the end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    pub pressed: usize,
    pub answered: usize,
    pub lost: usize,
    pub doubled: usize,
    /// From a press to the flip that shows its first answer, in milliseconds.
    pub late_ms: Vec<f64>,
}

/// Counts what became of the presses by `end`; one that is not answered half a second after its end is lost.
pub fn tally(events: &[Happening], presses: &[Press], taken: &[Taken], end: i64) -> Tally {
    let mut tally = Tally::default();
    for (index, press) in presses.iter().enumerate().filter(|(_, press)| press.until + SECOND / 2 <= end) {
        let in_time = |taken: &&Taken| taken.press == index && taken.at <= press.until + SECOND / 2;
        let answers: Vec<&Taken> = taken.iter().filter(in_time).collect();
        tally.pressed += 1;
        tally.answered += usize::from(!answers.is_empty());
        tally.lost += usize::from(answers.is_empty());
        tally.doubled += usize::from(answers.len() > 1);
        let flip = answers.first().and_then(|taken| flip_after(events, taken.step));
        tally.late_ms.extend(flip.map(|flip| (flip - press.at) as f64 / MILLI as f64));
    }
    tally
}

/// Returns the first flip to a frame that was drawn after the update of this number.
fn flip_after(events: &[Happening], step: usize) -> Option<i64> {
    let mut updates = events.iter().enumerate().filter(|(_, event)| matches!(event, Happening::Update { .. }));
    let later = &events[updates.nth(step)?.0..];
    let first = later.iter().find_map(|event| if let Happening::Render { frame, .. } = event { Some(*frame) } else { None })?;
    later.iter().find_map(|event| match *event {
        Happening::Display { at, frame, .. } if frame >= first => Some(at),
        _ => None,
    })
}
