//! The frames of a game that runs elsewhere at this moment, on their way to the computer that shows them.
//!
//! The game's clock is *laid* on this computer's so that each frame is displayed 100 ms after it came, however unevenly frames come.
//! It is laid anew where a frame comes too late for that, where the pane would be more than 200 ms behind the game, and where the
//! game's clock goes back.

use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::config::capture::CapturedFrame;
use std::collections::VecDeque;

/// At a lay the newest flip comes this much after the laboratory's time.
const LAID_AFTER: Span = Span::from_flicks(FLICKS_PER_SECOND / 10);
/// The most by which a pane is behind its game.
const MOST_BEHIND: Span = Span::from_flicks(FLICKS_PER_SECOND / 5);
/// The time for which frames are kept, and for which a pane that stands or is slow may fall behind.
const KEPT: Span = Span::from_flicks(20 * FLICKS_PER_SECOND);
/// The most frames that are kept, whatever their rate: 20 s of 3000 a second.
const MOST_KEPT: usize = 60_000;
/// The sample times of a frame and its flip count as times of one clock if they differ by at most this.
const SAME_CLOCK: Span = Span::from_flicks(FLICKS_PER_SECOND);

/// The pace of the laboratory's time while frames come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabPace {
    /// As fast as the game: the pane may be 200 ms behind it.
    Real,
    /// More slowly than the game: the pane may fall 20 s behind it.
    Slow,
    /// Not at all: the frames of the last 20 s are kept.
    Standing,
}

impl LabPace {
    /// Returns how much later than the laboratory's time the newest flip may be.
    fn most_behind(self) -> Span {
        match self {
            LabPace::Real => MOST_BEHIND,
            LabPace::Slow => KEPT,
            LabPace::Standing => Span::MAX,
        }
    }
}

/// A frame by this computer's clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FedFrame {
    pub frame: CapturedFrame,
    /// Whether it is the first frame after the clocks were laid.
    pub is_first: bool,
}

/// The spans from the game's clocks to this computer's.
#[derive(Clone, Copy, Debug)]
struct Lay {
    flips: Span,
    /// `None` before the first frame.
    samples: Option<Span>,
    /// The newest flip, by the game's clock.
    newest: Time,
}

/// The frames of the last 20 s, of which some are still to be shown.
#[derive(Debug, Default)]
pub struct LiveFeed {
    lay: Option<Lay>,
    frames: VecDeque<FedFrame>,
    /// The number of `frames` that the computer has taken.
    taken: usize,
}

impl LiveFeed {
    /// Adds displayed frames, whose times are those of the game's clock, at the laboratory's time `now`. `shown` is the end of
    /// everything that the computer has done.
    pub fn add(&mut self, frames: &[CapturedFrame], (now, shown): (Time, Time), pace: LabPace) {
        let (mut newest, mut begun_again) = (self.lay.map(|lay| lay.newest), None);
        for (number, frame) in frames.iter().enumerate() {
            if newest.is_some_and(|newest| frame.flip < newest) {
                begun_again = Some(number);
            }
            newest = Some(frame.flip);
        }
        let (before, frames) = frames.split_at(begun_again.unwrap_or(0));
        for frame in before {
            self.push(frame, shown);
        }
        let Some(newest) = newest.filter(|_| !frames.is_empty()) else { return };
        let fits = |lay: &Lay| {
            let flip = newest + lay.flips;
            flip >= now && flip - now <= pace.most_behind()
        };
        if begun_again.is_some() || !self.lay.as_ref().is_some_and(fits) {
            self.lay = Some(Lay { flips: now + LAID_AFTER - newest, samples: None, newest });
        }
        for frame in frames {
            self.push(frame, shown);
        }
        self.forget_old();
    }

    /// Adds a frame, unless it was displayed before the last one, or before a new lay could show it.
    fn push(&mut self, frame: &CapturedFrame, shown: Time) {
        let Some(lay) = self.lay else { return };
        let CapturedFrame { begins, sample, flip, .. } = *frame;
        let mut earliest = begins + lay.flips;
        let at = flip + lay.flips;
        let samples = if let Some(samples) = lay.samples {
            samples
        } else if at <= shown {
            return;
        } else {
            // From this flip on the new lay counts.
            let stays = self.frames.partition_point(|fed| fed.frame.flip < at);
            self.frames.truncate(stays.max(self.taken));
            earliest = earliest.max(shown);
            let age = flip - sample;
            if age.max(-age) > SAME_CLOCK { lay.flips + age } else { lay.flips }
        };
        if self.frames.back().is_some_and(|last| last.frame.flip >= at) {
            return;
        }
        self.lay = Some(Lay { samples: Some(samples), newest: flip, ..lay });
        let begins = self.frames.back().map_or(earliest, |last| earliest.max(last.frame.begins)).min(at);
        let cpu = frame.cpu.min(at - begins);
        let laid = CapturedFrame { begins, sample: sample + samples, flip: at, cpu, gpu_done: Time::NEVER, ..*frame };
        self.frames.push_back(FedFrame { frame: laid, is_first: lay.samples.is_none() });
    }

    fn forget_old(&mut self) {
        let Some(newest) = self.frames.back().map(|fed| fed.frame.flip) else { return };
        while self.frames.len() > MOST_KEPT || self.frames.front().is_some_and(|fed| fed.frame.flip < newest - KEPT) {
            self.frames.pop_front();
            self.taken = self.taken.saturating_sub(1);
        }
    }

    /// Returns the beginning of the next frame; `None` if all have been taken.
    pub fn next_begins(&self) -> Option<Time> {
        self.frames.get(self.taken).map(|fed| fed.frame.begins)
    }

    /// Takes the next frame if it begins before `horizon`.
    pub fn take(&mut self, horizon: Time) -> Option<FedFrame> {
        let fed = self.frames.get(self.taken).filter(|fed| fed.frame.begins < horizon).copied()?;
        self.taken += 1;
        Some(fed)
    }

    /// Returns the newest flip; `None` before the first frame.
    pub fn newest(&self) -> Option<Time> {
        self.frames.back().map(|fed| fed.frame.flip)
    }

    /// Returns the frames of the last 20 s with the newest that came, counted from the beginning of the first; empty before the
    /// first frame.
    pub fn kept(&self) -> Vec<CapturedFrame> {
        let Some(zero) = self.frames.front().map(|fed| fed.frame.begins - Time::ZERO) else { return Vec::new() };
        let counted = |fed: &FedFrame| {
            let CapturedFrame { begins, sample, flip, .. } = fed.frame;
            CapturedFrame { begins: begins - zero, sample: sample - zero, flip: flip - zero, ..fed.frame }
        };
        self.frames.iter().map(counted).collect()
    }
}
