//! The sentences about a kind of symptom: its value, its headline, and how bad it is.

use super::hitches::Hitches;
use super::kind::Kind::{
    self, Ahead, Alarm, AnotherHeight, Behind, Camera, Exploded, FastMotion, Frozen, HalfRate, Hitch, Judder, Late, LimitMissed,
    LowFrameRate, NeverDraws, NotResponding, OffPath, Paused, PressesDoubled, PressesLost, Queued, Refused, Repeats, Right,
    Settling, SlowMotion, Spiral, Stall, Tearing, Tunnelling, Uneven,
};
use super::rate_change::RateChange;
use crate::base::numbers::{three_digits, trimmed_apart};
use crate::base::time::Span;
use crate::lab::metrics::behind;
use crate::model::config::capture::CaptureFacts;
use crate::model::world::body::Tally;
use crate::model::worlds::camera::Follows;
use std::rc::Rc;

/// A kind with the facts that its headline states besides its value.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    NeverDraws,
    /// Frames are drawn and never handed over to the display.
    NeverPresents,
    /// The reason why the loop can't run in this world.
    Refused(&'static str),
    NotResponding,
    Spiral {
        simulated_ms: f64,
    },
    Frozen,
    Stall(CameBack),
    SlowMotion {
        /// Whether the frames show a speed that is nearer to the right one than the game's, because they are predicted.
        is_drawn_ahead: bool,
    },
    FastMotion {
        /// How far the frame on the display is behind: a fast loop that is behind catches up.
        behind: Span,
    },
    /// The newest passes, as many as the world counts.
    Tunnelling(Tally),
    Exploded,
    /// The world's own sentence about what should not have happened.
    Alarm(Rc<str>),
    PressesLost {
        /// The number of presses that are answered or lost.
        of: usize,
        /// The frames for each step; `None` if there are too few of one of them.
        frames_a_step: Option<f64>,
    },
    PressesDoubled {
        /// The number of presses that are answered or lost.
        of: usize,
    },
    LowFrameRate,
    Hitches(Hitches),
    Judder(Misfits),
    Uneven(UnevenStays),
    Camera {
        /// The way in which the camera follows against which the body jitters most.
        follows: Follows,
        /// The steps and the frames per second; `None` if there are too few.
        steps_hz: Option<f64>,
        frames_hz: Option<f64>,
    },
    AnotherHeight {
        /// The height of the last jump and that of an exact one, in world units.
        apex: f64,
        exact: f64,
    },
    OffPath,
    Repeats {
        /// The frames displayed per second.
        frames_hz: f64,
        pictures_hz: f64,
        /// Stays of pictures, in whole refreshes; empty if all are the same.
        stays: Vec<f64>,
    },
    HalfRate {
        refresh_hz: f64,
        work_ms: f64,
    },
    LimitMissed {
        /// The frame rate that the loop asks for, in hertz.
        asked: f64,
    },
    Late,
    Queued,
    Ahead,
    Behind,
    Tearing,
    Paused(HowPaused),
    Settling {
        has_shown: bool,
    },
    Right {
        fps: f64,
        /// Whether no picture of the last ten seconds stayed long.
        is_smooth: bool,
        /// Whether the events show the speed of the game.
        is_speed_known: bool,
        captured: CapturedNotes,
        /// The sums since the regime began.
        sums: PictureSums,
        /// The sums over all the time of which this is said; zero at a moment.
        whole: PictureSums,
    },
    /// The capture has too few frames.
    TooShort {
        /// The number of displayed frames.
        frames: usize,
        seconds: f64,
    },
}

/// The facts about the frames of a capture that its pictures do not show.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CapturedNotes {
    /// The rate at which a limiter holds the game, in hertz; `None` if none does.
    pub limited_hz: Option<f64>,
    /// The share of the frames that were never displayed; `None` without frames.
    pub dropped_percent: Option<f64>,
    /// How far the CPU's starts are from the flips in the mean, in milliseconds; `None` if they are even or unknown.
    pub cpu_starts_ms: Option<f64>,
    /// The change of the frame rate in the whole capture; `None` if it holds, or a moment is judged.
    pub rate_change: Option<RateChange>,
}

/// Sums over the displayed frames of a regime.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PictureSums {
    pub frames: usize,
    /// The frames that were rendered and never displayed.
    pub dropped: usize,
    /// The pictures that have a picture before them.
    pub pictures: usize,
    /// The sum of their stays.
    pub passed: Span,
}

impl PictureSums {
    /// Returns the sums since `earlier`.
    fn since(self, earlier: PictureSums) -> PictureSums {
        PictureSums {
            frames: self.frames.saturating_sub(earlier.frames),
            dropped: self.dropped.saturating_sub(earlier.dropped),
            pictures: self.pictures.saturating_sub(earlier.pictures),
            passed: self.passed - earlier.passed,
        }
    }

    fn and(self, other: PictureSums) -> PictureSums {
        PictureSums {
            frames: self.frames + other.frames,
            dropped: self.dropped + other.dropped,
            pictures: self.pictures + other.pictures,
            passed: self.passed + other.passed,
        }
    }

    /// Returns the share of the frames that were never displayed, in %; `None` without frames.
    pub fn dropped_percent(self) -> Option<f64> {
        let all = self.frames + self.dropped;
        (all > 0).then(|| 100.0 * self.dropped as f64 / all as f64)
    }
}

impl CapturedNotes {
    /// The least share of dropped frames that is told, in %.
    pub(super) const MANY_DROPPED: f64 = 5.0;
    /// A limiter holds the game if its rate differs from the limit by at most this share.
    const AT_LIMIT: f64 = 0.05;

    /// Describes what is wrong with the frames; empty if nothing is.
    fn faults(&self) -> String {
        let dropped = self
            .dropped_percent
            .filter(|percent| *percent >= Self::MANY_DROPPED)
            .map(|percent| format!("{percent:.0} % dropped"));
        let uneven = self.cpu_starts_ms.map(|ms| format!("CPU starts {ms:.1} ms uneven"));
        dropped.into_iter().chain(uneven).collect::<Vec<_>>().join(", ")
    }
}

/// The pictures whose motion does not fit their stays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Misfits {
    /// The mean over all pictures shows them.
    All,
    /// This number of pictures moved too far.
    Jumps(usize),
    /// One picture in ten is off by at least this.
    OneInTen { ms: f64 },
}

/// The stays of pictures.
#[derive(Clone, Debug, PartialEq)]
pub enum UnevenStays {
    /// Those of the newest pictures.
    Refreshes(Vec<f64>),
    /// Those of the newest pictures in milliseconds, if these are not whole refreshes.
    Millis(Vec<f64>),
    /// The 10 % and the 90 % quantile.
    Spread { short: Span, long: Span },
}

/// How the lost time of a stall came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CameBack {
    /// The half second in which the time may come back is not over, or the events do not show the game's own time.
    Unknown,
    /// This part of the time did not come back.
    Lost(Span),
    /// The time came back as one step from picture to picture, of this length.
    AsJump(Span),
    InFastForward,
}

/// The way in which a loop handles the pause of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HowPaused {
    /// The loop continues with steps of 0 s.
    Paused,
    /// The game was paused in the last two seconds.
    WasPaused,
    /// The loop has no pause and continues.
    Ignored,
}

impl Kind {
    /// Returns a value with its unit, as headlines show it: `84 % speed`, `8.3 ms`.
    pub fn says(self, value: f64) -> String {
        let near_hundred = (90.0..110.0).contains(&value);
        match self {
            SlowMotion | FastMotion | Right => format!("{value:.*} % speed", usize::from(near_hundred)),
            NotResponding => format!("{value:.0} s"),
            Frozen | Stall | Late | Queued => format!("{value:.0} ms"),
            NeverDraws => format!("{value:.1} s"),
            Uneven => format!("{value:.0} % of the pictures"),
            Repeats => format!("{value:.0} % of the frames"),
            Spiral | Judder | Camera => format!("{value:.1} ms"),
            PressesLost | PressesDoubled => counted(value, "press", "presses"),
            Exploded => counted(value, "body", "bodies"),
            Tunnelling => counted(value, "body", "bodies") + " past the wall",
            LowFrameRate | HalfRate | LimitMissed => format!("{value:.1} FPS"),
            AnotherHeight => format!("{value:.1} %"),
            Hitch => format!("{value:.0} ms/s late"),
            OffPath if value >= 1000.0 => "over 1000 widths".to_owned(),
            OffPath => format!("{value:.1} widths"),
            Ahead | Behind => format!("{value:.1} ms each second"),
            Tearing => format!("{value:.0} %"),
            Refused | Alarm | Paused | Settling => String::new(),
        }
    }

    /// Returns a value as a clause that stands alone: `pictures are 8.3 ms uneven`.
    pub fn describe(self, value: f64) -> String {
        let says = self.says(value);
        match self {
            Spiral => format!("an update costs {says}"),
            NeverDraws => format!("no frame for {says}"),
            Judder => format!("motion is {says} off"),
            PressesLost => format!("no step takes {says}"),
            PressesDoubled => format!("several steps take {says}"),
            Camera => format!("the body jitters against its camera by {says}"),
            Uneven => format!("{says} stay too long or too short"),
            Repeats => format!("{says} show nothing new"),
            Hitch => format!("pictures are {says}"),
            Queued => format!("a finished frame waits {says}"),
            Late => format!("an input takes {says} to be seen"),
            AnotherHeight => format!("jumps are {says} too high or too low"),
            OffPath => format!("a body went {says} off its exact path"),
            Frozen | NotResponding => format!("no new picture for {says}"),
            Ahead | Behind => format!("a drift of {says}"),
            Tearing => format!("{says} of the frames tear"),
            SlowMotion | FastMotion | Right | Stall | Exploded | Tunnelling | LowFrameRate | HalfRate | LimitMissed | Refused
            | Alarm | Paused | Settling => says,
        }
    }

    pub fn is_worse(self, value: f64, other: f64) -> bool {
        match self {
            SlowMotion | LowFrameRate | HalfRate | LimitMissed | Right => value < other,
            _ => value > other,
        }
    }

    /// Returns how bad a value is, from 0 to 1. Depending on the kind this is the error of the speed, the share of `passes` that
    /// tunnelled, or how uneven or how few the pictures are.
    pub fn severity(self, value: f64, passes: Tally) -> f64 {
        let worst = match self {
            Judder | Camera => value / 50.0,
            PressesLost | PressesDoubled => value / 12.0,
            Hitch => value / 500.0,
            Uneven | Repeats => value / 100.0,
            LowFrameRate | HalfRate => 1.0 - value / 30.0,
            Tunnelling => passes.tunnelled as f64 / passes.passes().max(1) as f64,
            SlowMotion | FastMotion => (1.0 - value / 100.0).abs(),
            OffPath => value / 5.0,
            AnotherHeight => value / 20.0,
            LimitMissed | Right | Settling | Paused | Late | Queued | Ahead | Behind | Tearing => 0.0,
            NeverDraws | Refused | Spiral | NotResponding | Frozen | Stall | Exploded | Alarm => 1.0,
        };
        worst.clamp(0.0, 1.0)
    }
}

impl Said {
    pub fn kind(&self) -> Kind {
        match self {
            Said::NeverDraws | Said::NeverPresents => NeverDraws,
            Said::Refused(_) => Refused,
            Said::NotResponding => NotResponding,
            Said::Spiral { .. } => Spiral,
            Said::Frozen => Frozen,
            Said::Stall(_) => Stall,
            Said::SlowMotion { .. } => SlowMotion,
            Said::FastMotion { .. } => FastMotion,
            Said::Tunnelling(_) => Tunnelling,
            Said::Exploded => Exploded,
            Said::Alarm(_) => Alarm,
            Said::PressesLost { .. } => PressesLost,
            Said::PressesDoubled { .. } => PressesDoubled,
            Said::Camera { .. } => Camera,
            Said::LowFrameRate => LowFrameRate,
            Said::Hitches(_) => Hitch,
            Said::Judder(_) => Judder,
            Said::Uneven(_) => Uneven,
            Said::AnotherHeight { .. } => AnotherHeight,
            Said::OffPath => OffPath,
            Said::Repeats { .. } => Repeats,
            Said::HalfRate { .. } => HalfRate,
            Said::LimitMissed { .. } => LimitMissed,
            Said::Late => Late,
            Said::Queued => Queued,
            Said::Ahead => Ahead,
            Said::Behind => Behind,
            Said::Tearing => Tearing,
            Said::Paused(_) => Paused,
            Said::Settling { .. } | Said::TooShort { .. } => Settling,
            Said::Right { .. } => Right,
        }
    }

    /// Returns the headline for a value of the kind: at most sixty letters, without a full stop.
    pub fn headline(&self, value: f64) -> String {
        let says = self.kind().says(value);
        match self {
            Said::NeverDraws => format!("Never draws: the loop ran for {says} without a frame"),
            Said::NeverPresents => format!("Never presents: the loop drew for {says} and handed over no frame"),
            Said::Refused(lacks) => format!("Stands still: {lacks}"),
            Said::NotResponding => format!("Not responding: no new frame for {says}"),
            Said::Spiral { simulated_ms } => {
                let [costs, simulates] = trimmed_apart([value, *simulated_ms], 1);
                format!("Spirals: an update costs {costs} ms and simulates {simulates} ms")
            }
            Said::Frozen if value >= 10_000.0 => format!("Frozen: no new picture for {:.0} s", value / 1000.0),
            Said::Frozen => format!("Frozen: no new picture for {says}"),
            Said::Stall(CameBack::Unknown) => format!("A stall of {says}"),
            Said::Stall(CameBack::Lost(lost)) => format!("A stall of {says}: {:.0} ms of it are lost", lost.as_millis()),
            Said::Stall(CameBack::AsJump(jump)) => {
                format!("A stall of {says} came back as a jump of {:.0} ms", jump.as_millis())
            }
            Said::Stall(CameBack::InFastForward) => format!("A stall of {says}, made up for in fast-forward"),
            Said::Exploded => format!("{says} {} exploded", if value == 1.0 { "has" } else { "have" }),
            Said::Tunnelling(counted) => match counted.passes() {
                1 => "The last body got past the wall".to_owned(),
                all => format!("{} of the last {all} bodies got past the wall", counted.tunnelled),
            },
            Said::SlowMotion { is_drawn_ahead: true } => format!("Its game: {says}, drawn ahead"),
            Said::SlowMotion { .. } => format!("Slow motion: {says}"),
            Said::FastMotion { behind } => match behind::in_words(*behind) {
                Some(words) if *behind > Span::ZERO => format!("Catching up at {value:.0} %: {words}"),
                _ => format!("Fast motion: {says}"),
            },
            Said::Alarm(sentence) => sentence.trim_end_matches('.').to_owned(),
            Said::PressesLost { of, .. } => format!("{value:.0} of {} lost", are(*of, value)),
            Said::PressesDoubled { of } => format!("{value:.0} of {} answered twice or more", are(*of, value)),
            Said::Camera { follows, .. } => format!("Jitters by {says}: {}", follows.headline()),
            Said::LowFrameRate => format!("Low frame rate: {says}"),
            Said::Hitches(hitches) => hitches.headline(),
            Said::Judder(Misfits::All) => format!("Judders: pictures move {says} too far or too little"),
            Said::Judder(Misfits::Jumps(count)) => format!("Judders: {count} pictures in two seconds moved too far"),
            Said::Judder(Misfits::OneInTen { ms }) => {
                format!("Judders: 1 picture in 10 moves {ms:.*} ms too far or too little", usize::from(*ms < 10.0))
            }
            Said::Uneven(UnevenStays::Refreshes(stays)) => {
                format!("Uneven frame pacing: pictures stay {} refreshes", list(stays))
            }
            Said::Uneven(UnevenStays::Millis(stays)) => format!("Uneven frame pacing: pictures stay {} ms", list(stays)),
            Said::Uneven(UnevenStays::Spread { short, long }) => {
                format!("Uneven frame pacing: pictures stay {:.0} to {:.0} ms", short.as_millis(), long.as_millis())
            }
            Said::Repeats { frames_hz, pictures_hz, .. } => {
                let frames = frames_hz.round();
                format!("Repeats: {:.0} of {frames:.0} frames show nothing new", frames - pictures_hz.round())
            }
            Said::HalfRate { refresh_hz, work_ms } => {
                let what = missed_refreshes(*refresh_hz, value);
                format!("{what}: {value:.0} of {refresh_hz:.0} FPS, at {work_ms:.1} ms of work a turn")
            }
            Said::LimitMissed { asked } => {
                let [made, asked] = [value, *asked].map(three_digits);
                format!("Misses its limit: {made} of the {asked} frames a second asked for")
            }
            Said::Queued => format!("Queued: a finished frame waits {says} for its refresh"),
            Said::Late => format!("Late: an input takes {says} to be seen"),
            Said::AnotherHeight { apex, exact } => format!("Jumps {apex:.2} high instead of {exact:.2}"),
            Said::OffPath => format!("A body went {says} off its exact path"),
            Said::Ahead => format!("Drifts ahead of the clock: {says}"),
            Said::Behind => format!("Drifts behind the clock: {says}"),
            Said::Tearing => format!("Tears: {says} of the frames appear in the middle of a refresh"),
            Said::Paused(HowPaused::Paused) => "Paused: the loop goes on, by steps of 0 s".to_owned(),
            Said::Paused(HowPaused::WasPaused) => "Was paused in the last two seconds".to_owned(),
            Said::Paused(HowPaused::Ignored) => "Paused, but this loop knows no pause and goes on".to_owned(),
            Said::Settling { has_shown: false } => "Waiting for its first pictures".to_owned(),
            Said::Settling { has_shown: true } => "Settling".to_owned(),
            Said::TooShort { frames, seconds } => {
                format!("Too short to judge: {} in {seconds:.1} s", counted(*frames as f64, "frame", "frames"))
            }
            Said::Right { fps, is_smooth, is_speed_known, captured, .. } => {
                let (right, smooth) = (
                    if *is_speed_known { "Right speed" } else { "No fault in the pacing" },
                    if *is_smooth { ", smooth" } else { "" },
                );
                if let Some(change) = captured.rate_change {
                    return match (change.in_words(), captured.faults()) {
                        (change, faults) if faults.is_empty() => format!("{right}, {change}"),
                        (change, faults) => format!("{change}; {faults}"),
                    };
                }
                let is_at = |limit: &f64| (fps / limit - 1.0).abs() <= CapturedNotes::AT_LIMIT;
                match (captured.faults(), captured.limited_hz.filter(is_at)) {
                    (faults, Some(limit)) if faults.is_empty() => format!("{right}, limited to {limit:.0} FPS{smooth}"),
                    (faults, None) if faults.is_empty() => format!("{right}, {fps:.0} FPS{smooth}"),
                    (faults, _) => format!("{fps:.0} FPS{smooth}; {faults}"),
                }
            }
        }
    }

    /// Returns what is said of the whole time from this to `later`, in which all was right: the sums of all of it count. Other
    /// kinds are said as they were.
    #[must_use]
    pub fn extended_to(self, later: &Said) -> Said {
        let (Said::Right { sums, .. }, Said::Right { sums: all, .. }) = (&self, later) else {
            return self;
        };
        let whole = all.since(*sums);
        self.of_whole(whole, later)
    }

    /// Returns what is said of this time and of another one together, in both of which all was right. Other kinds are said as they
    /// were.
    #[must_use]
    pub fn joined_with(self, other: &Said) -> Said {
        let (Said::Right { whole, .. }, Said::Right { whole: others, .. }) = (&self, other) else { return self };
        let whole = whole.and(*others);
        self.of_whole(whole, other)
    }

    /// Returns what is said of the time without its last picture, which has stayed for `stay`.
    #[must_use]
    pub fn without_last(self, stay: Span) -> Said {
        let Said::Right { whole, .. } = &self else { return self };
        let last = PictureSums { pictures: 1, passed: stay, ..PictureSums::default() };
        let (whole, same) = (whole.since(last), self.clone());
        self.of_whole(whole, &same)
    }

    /// Returns what is said of the time of this and of `other`, whose pictures have the sums `whole`.
    fn of_whole(self, whole: PictureSums, other: &Said) -> Said {
        let (
            Said::Right { fps, is_smooth, is_speed_known, captured, sums, .. },
            Said::Right { is_smooth: is_still, captured: now, .. },
        ) = (&self, other)
        else {
            return self;
        };
        let captured = CapturedNotes {
            dropped_percent: whole.dropped_percent().or(captured.dropped_percent).filter(|_| captured.dropped_percent.is_some()),
            cpu_starts_ms: captured.cpu_starts_ms.into_iter().chain(now.cpu_starts_ms).reduce(f64::max),
            ..*captured
        };
        let fps = if whole.pictures > 0 { whole.pictures as f64 / whole.passed.as_secs() } else { *fps };
        Said::Right { fps, is_smooth: *is_smooth && *is_still, is_speed_known: *is_speed_known, captured, sums: *sums, whole }
    }

    /// Returns the sentence with the facts for which the headline has no room; `None` if there are none.
    pub fn detail(&self) -> Option<String> {
        if let Said::Camera { follows, steps_hz, frames_hz } = self {
            return follows.detail((*steps_hz)?, (*frames_hz)?);
        }
        if let Said::PressesLost { frames_a_step, .. } = self {
            return frames_a_step.filter(|frames| *frames >= 1.5).map(|frames| match frames.round() {
                whole if (frames - whole).abs() < 0.05 => format!("Only each {} frame makes a step.", ordinal(whole as u64)),
                _ => format!("There are {frames:.1} frames for each step."),
            });
        }
        if let Said::TooShort { .. } = self {
            let (seconds, frames) = (CaptureFacts::LEAST.as_secs(), CaptureFacts::FEWEST);
            return Some(format!("A verdict needs at least {seconds:.0} s and {frames} displayed frames."));
        }
        let Said::Repeats { pictures_hz, stays, .. } = self else { return None };
        let which = if stays.is_empty() { String::new() } else { format!(", which stay {} refreshes", list(stays)) };
        Some(format!("Motion has {pictures_hz:.0} pictures a second{which}."))
    }
}

/// Returns `12 presses are`; the verb belongs to `value` of them.
fn are(presses: usize, value: f64) -> String {
    format!("{} {}", counted(presses as f64, "press", "presses"), if value == 1.0 { "is" } else { "are" })
}

fn ordinal(number: u64) -> String {
    match number {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        _ => format!("{number}th"),
    }
}

pub(super) fn missed_refreshes(refresh_hz: f64, pictures_hz: f64) -> &'static str {
    let is_half = (refresh_hz / pictures_hz - 2.0).abs() < 0.25;
    if is_half { "Half rate" } else { "Misses refreshes" }
}

/// Returns `1 body` or `3 bodies`.
fn counted(value: f64, one: &str, many: &str) -> String {
    format!("{value:.0} {}", if value == 1.0 { one } else { many })
}

fn list(values: &[f64]) -> String {
    values.iter().map(|value| format!("{value:.0}")).collect::<Vec<_>>().join(", ")
}
