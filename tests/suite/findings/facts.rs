//! The facts of a trace with which the formulas of all kinds begin.

use super::lines::Line;
use crate::models::computer::seconds;
use std::collections::HashMap;

/// A step or a thought.
#[derive(Clone, Copy)]
pub struct Update {
    pub at: i64,
    pub cost: i64,
    pub dt: i64,
    pub is_step: bool,
    /// How many turns have begun.
    pub turn: usize,
}

/// One picture after another: when it came, how long the one before had stayed, and by how much what it shows is newer.
#[derive(Clone, Copy)]
pub struct Picture {
    pub at: i64,
    pub stay: i64,
    pub step: i64,
    /// The lower median of this stay, the seven before it and the seven after it, and when the last of these comes; `i64::MAX` if it
    /// does not.
    pub around: i64,
    /// The lower median of the steps around this one, known as early.
    pub step_around: i64,
    pub known: i64,
}

/// A turn or picture that is a stall.
pub struct Stall {
    /// Its number among the turns or pictures, its beginning and its end, and when it is known.
    pub number: usize,
    pub at: i64,
    pub end: i64,
    pub known: i64,
    pub is_lone: bool,
}

/// A turn or picture that is a stall in case the next is short, which is known at `next`.
pub struct Stalled {
    pub number: usize,
    pub next: i64,
    pub is_stall: bool,
}

/// A displayed frame.
pub struct Shown {
    pub at: i64,
    pub torn: bool,
    pub is_picture: bool,
    /// The time since CPU and GPU had finished it and it was handed over, in flicks.
    pub waited: i64,
}

/// A press of the button, and when steps took it.
pub struct Press {
    pub at: i64,
    pub until: i64,
    pub by_hand: bool,
    pub taken: Vec<i64>,
}

/// A displayed frame of world Camera: when it was rendered and displayed, and where the body and five cameras were, in flicks.
pub struct Followed {
    pub rendered: i64,
    pub at: i64,
    pub body: f64,
    pub cameras: [f64; 5],
}

/// A part of a trace, sorted by what is in it.
pub struct Facts {
    /// When each turn begins, and the simulated time, the work of the CPU, that of the GPU and its `gpu` lines when it is over.
    pub turns: Vec<i64>,
    pub simulated: Vec<i64>,
    pub work: Vec<[i64; 3]>,
    pub sleeps: Vec<i64>,
    pub renders: Vec<i64>,
    /// How many turns had begun when each `render` line came.
    pub turns_of_renders: Vec<i64>,
    pub turn_stalls: Vec<Stall>,
    pub stalled_turns: Vec<Stalled>,
    pub updates: Vec<Update>,
    pub displays: Vec<Shown>,
    /// When the first picture came, and all after it.
    pub first_picture: Option<i64>,
    /// When the CPU and the GPU have finished the first frame, and when it was handed over in a call of its own.
    pub first_done: Option<i64>,
    pub first_presented: Option<i64>,
    pub pictures: Vec<Picture>,
    pub picture_stalls: Vec<Stall>,
    pub stalled_pictures: Vec<Stalled>,
    /// When each input was given and answered.
    pub inputs: Vec<(i64, i64)>,
    pub worlds: Vec<Line>,
    pub presses: Vec<Press>,
    pub followed: Vec<Followed>,
}

/// Returns how many of `all`, which are in their order, come at `t` or earlier.
pub fn until<T>(all: &[T], t: i64, at: impl Fn(&T) -> i64) -> usize {
    all.partition_point(|one| at(one) <= t)
}

pub fn lower_median(values: impl IntoIterator<Item = i64>) -> Option<i64> {
    let mut sorted: Vec<i64> = values.into_iter().collect();
    sorted.sort_unstable();
    sorted.get(sorted.len().checked_sub(1)? / 2).copied()
}

impl Facts {
    /// Sorts the lines of a regime, or of a whole trace: what was rendered and asked before it does not count. `simulated` is how far
    /// the game is at its beginning; frames of the moment `still`, and earlier ones, are no pictures.
    pub fn new(lines: &[Line], simulated: i64, still: i64) -> Facts {
        let mut facts = Facts {
            turns: Vec::new(),
            simulated: Vec::new(),
            work: Vec::new(),
            sleeps: Vec::new(),
            renders: Vec::new(),
            turns_of_renders: Vec::new(),
            turn_stalls: Vec::new(),
            stalled_turns: Vec::new(),
            updates: Vec::new(),
            displays: Vec::new(),
            first_picture: None,
            first_done: None,
            first_presented: None,
            pictures: Vec::new(),
            picture_stalls: Vec::new(),
            stalled_pictures: Vec::new(),
            inputs: Vec::new(),
            worlds: Vec::new(),
            presses: Vec::new(),
            followed: Vec::new(),
        };
        facts.read(lines, simulated, still);
        facts.read_presses(lines);
        facts.follow(lines);
        facts.look_around();
        (facts.turn_stalls, facts.stalled_turns) = (Facts::stalls(&facts.turns), Facts::stalled(&facts.turns));
        let came: Vec<i64> = facts.first_picture.into_iter().chain(facts.pictures.iter().map(|picture| picture.at)).collect();
        (facts.picture_stalls, facts.stalled_pictures) = (Facts::stalls(&came), Facts::stalled(&came));
        facts
    }

    fn read(&mut self, lines: &[Line], mut simulated: i64, still: i64) {
        let (mut last_drawn, mut last_picture, mut first_frame) = (None, None, None);
        // The work of the running turn, and when the work on each frame was done.
        let (mut cpu, mut gpu, mut gpu_frames, mut done) = (0, 0, 0, HashMap::new());
        // A frame may be displayed as it is handed over, on the line before.
        let presents = lines.iter().filter(|line| line.event == "present");
        let presented: HashMap<_, i64> = presents.map(|line| (line.frame, line.at())).collect();
        for line in lines {
            let (at, cost) = (line.at(), seconds(line.end_s) - line.at());
            match &*line.event {
                "world" => self.worlds.push(line.clone()),
                "frame" => {
                    if !self.turns.is_empty() {
                        self.simulated.push(simulated);
                        self.work.push([cpu, gpu, gpu_frames]);
                    }
                    (cpu, gpu, gpu_frames) = (0, 0, 0);
                    self.turns.push(at);
                }
                "update" => {
                    let (dt, turn) = (seconds(line.dt_s), self.turns.len());
                    (simulated, cpu) = (seconds(line.sim_s), cpu + cost);
                    let is_step = dt > 0 && !line.thought;
                    self.updates.push(Update { at, cost, dt, is_step, turn });
                }
                "sleep" => self.sleeps.push(at),
                "render" => {
                    cpu += cost;
                    self.renders.push(at);
                    self.turns_of_renders.push(self.turns.len() as i64);
                    done.insert(line.frame, seconds(line.end_s));
                    first_frame.get_or_insert(line.frame);
                }
                "gpu" => {
                    (gpu, gpu_frames) = (gpu + cost, gpu_frames + 1);
                    done.entry(line.frame).and_modify(|done| *done = seconds(line.end_s).max(*done));
                }
                "display" => {
                    let Some(done) = done.get(&line.frame) else { continue };
                    let drawn = seconds(line.drawn_s);
                    let is_picture = last_drawn != Some(drawn) && drawn > still;
                    let ready = presented.get(&line.frame).map_or(*done, |presented| *done.max(presented));
                    self.displays.push(Shown { at, torn: line.torn, is_picture, waited: at - ready });
                    if !is_picture {
                        continue;
                    }
                    last_drawn = Some(drawn);
                    match last_picture.replace((at, drawn)) {
                        None => self.first_picture = Some(at),
                        Some((from, shown)) => {
                            let (stay, step) = (at - from, drawn - shown);
                            self.pictures.push(Picture { at, stay, step, around: 0, step_around: 0, known: i64::MAX });
                        }
                    }
                }
                "input" if line.by == "metronome" => {
                    self.inputs.push((at, i64::MAX));
                }
                "answer" if line.by == "metronome" => {
                    let given = seconds(line.input_s);
                    let input = self.inputs.iter_mut().find(|input| **input == (given, i64::MAX));
                    if let Some(input) = input {
                        input.1 = at;
                    }
                }
                _ => {}
            }
        }
        self.first_done = first_frame.and_then(|frame| done.get(&frame).copied());
        self.first_presented = first_frame.and_then(|frame| presented.get(&frame).copied());
    }

    fn read_presses(&mut self, lines: &[Line]) {
        for line in lines {
            match &*line.event {
                "press" => {
                    let (until, by_hand) = (seconds(line.until_s), line.by == "hand");
                    self.presses.push(Press { at: line.at(), until, by_hand, taken: Vec::new() });
                }
                // A part of a trace may lack the press.
                "taken" => self.presses.get_mut(line.press - 1).into_iter().for_each(|press| press.taken.push(line.at())),
                _ => {}
            }
        }
    }

    /// Moves the five cameras from one `render` line to the next.
    fn follow(&mut self, lines: &[Line]) {
        let (mut share, mut rate, mut last, mut drawn) = (0.0, 0.0, None, HashMap::new());
        for line in lines {
            match &*line.event {
                "render" => {
                    let (at, body) = (line.at(), seconds(line.drawn_s) as f64);
                    match last.replace(at) {
                        None => (share, rate) = (body, body),
                        Some(before) => {
                            let passed = (at - before) as f64 / seconds(1.0) as f64;
                            share += (body - share) / 10.0;
                            rate += (body - rate) * (1.0 - libm::exp(-6.0 * passed));
                        }
                    }
                    drawn.insert(line.frame, (at, body, [body, seconds(line.sim_s) as f64, body, share, rate]));
                }
                "display" => {
                    let Some(&(rendered, body, cameras)) = drawn.get(&line.frame) else { continue };
                    self.followed.push(Followed { rendered, at: line.at(), body, cameras });
                }
                _ => {}
            }
        }
    }

    /// Compares each stay with its neighbours.
    fn look_around(&mut self) {
        let stays: Vec<i64> = self.pictures.iter().map(|picture| picture.stay).collect();
        let steps: Vec<i64> = self.pictures.iter().map(|picture| picture.step).collect();
        for number in 7..stays.len() {
            let known = self.pictures[number].at;
            let of = &mut self.pictures[number - 7];
            of.known = known;
            let near = number.saturating_sub(14)..=number;
            of.around = lower_median(stays[near.clone()].iter().copied()).expect("its own stay");
            of.step_around = lower_median(steps[near].iter().copied()).expect("its own step");
        }
    }

    /// Returns the intervals between moments that are stalls in case the next one is short.
    fn stalled(moments: &[i64]) -> Vec<Stalled> {
        let length = |i: usize| moments[i + 1] - moments[i];
        let stands_out = |i: &usize| {
            if length(*i) < seconds(0.08) || 2 * length(i - 1) >= length(*i) {
                return false;
            }
            let earlier = (0..*i).filter(|j| moments[*j] >= moments[*i] - seconds(2.0)).map(length);
            let usual = lower_median(earlier.clone()).unwrap_or(i64::MAX);
            earlier.count() >= 5 && length(*i) as f64 >= 3.0 * usual as f64
        };
        let numbers = (1..moments.len().saturating_sub(1)).filter(stands_out);
        let stalled = |number: usize| match moments.get(number + 2) {
            Some(next) => Stalled { number, next: *next, is_stall: 2 * (next - moments[number + 1]) < length(number) },
            None => Stalled { number, next: i64::MAX, is_stall: false },
        };
        numbers.map(stalled).collect()
    }

    /// Returns the stalls among the intervals between moments.
    fn stalls(moments: &[i64]) -> Vec<Stall> {
        let mut stalls: Vec<Stall> = Vec::new();
        for Stalled { number, next: known, .. } in Facts::stalled(moments).into_iter().filter(|stalled| stalled.is_stall) {
            let (at, end) = (moments[number], moments[number + 1]);
            let alone_since = at - seconds(4.0);
            let is_lone = stalls.last().is_none_or(|other| other.at <= alone_since);
            stalls.push(Stall { number, at, end, known, is_lone });
        }
        stalls
    }
}
