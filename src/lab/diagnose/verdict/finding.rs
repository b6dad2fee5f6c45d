//! What can be found about a pane, with its numbers, and the sentence for each: at most ninety letters, in one place.

use super::pause::Pause;
use crate::base::time::Span;
use crate::lab::diagnose::stall::Return;
use crate::model::config::Presentation;
use std::fmt::{self, Display, Formatter};

/// One thing that is so. Every number is one of the pane's last two seconds, unless it says otherwise.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// The loop does not run in this world, for this reason.
    Refused(String),
    /// The display has shown no new frame for so long, more than ten seconds.
    NotResponding(Span),
    /// Updates cost at least what they simulate, and the world falls behind.
    Spiral {
        /// What limits it.
        kind: Spiral,
        /// What the updates cost, for each that moves the world.
        cost: Span,
        /// How far each of them moves it.
        step: Span,
    },
    /// Nothing is due: the counter whose readings are compared has started over.
    CounterStartedOver,
    /// The frame on the display stays far longer than the others did.
    StandsStill(Span),
    /// A frame stayed far longer than the others.
    Stalled {
        /// How long it stayed.
        length: Span,
        /// How its time came back; nothing as long as that can't be told.
        back: Option<Return>,
        /// How much of it has not come back.
        lost: Span,
        /// Whether the world is placed by the clock, without steps.
        placed: bool,
    },
    /// The game's speed is not that of what is drawn beyond its last step.
    GameSpeed {
        /// By its updates.
        game: f64,
        /// By what is drawn.
        drawn: f64,
    },
    /// Slow motion.
    Slow(f64, SlowCause),
    /// The world runs too fast.
    Fast(f64, FastCause),
    /// Its speed is not quite real speed, but by no more than one step.
    WithinAStep(Span),
    /// Passes of the last six seconds that missed their wall.
    Tunnelled {
        /// How many of them.
        missed: u64,
        /// Of how many.
        passes: u64,
        /// The longest of the steps in which they were found to have; nothing where frames are tested.
        step: Option<Span>,
    },
    /// Bodies have exploded: how many have left all bounds.
    Exploded(usize),
    /// What the world says of itself.
    World(String),
    /// Steps by elapsed time that find none: their share.
    TimerStandsStill(f64),
    /// Some frames hold no step and others two or more, at as many steps as frames.
    NoneAndTwo {
        /// The share of turns with no step.
        none: f64,
        /// The most steps in one turn.
        most: u64,
        /// Steps a second.
        steps_per_s: f64,
        /// Refreshes a second; nothing on a display without ticks.
        hz: Option<f64>,
        /// Why frames do not come when a step is due.
        causes: Uneven,
    },
    /// Even steps, fewer than refreshes, are drawn as they come.
    RawSteps {
        /// Steps a second.
        steps_per_s: f64,
        /// Refreshes a second.
        hz: f64,
        /// Whether the loop redraws a step; else each is one frame.
        repeated: bool,
        /// For how many refreshes a step stays: the least and the most.
        stays: (u64, u64),
    },
    /// Right speed, but frames judder: their mean animation error, ms.
    Judders(f64),
    /// Right speed and even frames, but the steps between them are as long as turns with waits for the queue in them.
    TimesItsWaits {
        /// The mean animation error, ms.
        error_ms: f64,
        /// What it would be if each step were as many refreshes as there were flips, where that is less than half, ms.
        counted_ms: Option<f64>,
    },
    /// The share of frames that are rendered without vsync and never displayed: a newer one overtakes them.
    Dropped(f64),
    /// The GPU works all the time, and the CPU waits for it.
    GpuBound {
        /// What a frame costs the GPU in the mean.
        work: Span,
        /// The busy share of the CPU, %.
        cpu_percent: f64,
    },
    /// Nearly every render waits for the display to come nearer.
    QueueFull {
        /// The mean time from the end of a render's cost until its frame is shown.
        shown_after: Span,
        /// The same in refreshes; nothing on a display without ticks.
        refreshes: Option<f64>,
    },
    /// The share of the frames that appear in the middle of the scan-out.
    Torn(f64),
    /// A display with a variable refresh shows old frames again.
    Repeated {
        /// The share of its refreshes that do.
        share: f64,
        /// The rate below which it does, Hz.
        below_hz: f64,
    },
    /// How long an input takes to be seen in the mean, in milliseconds.
    SlowToAnswer(f64),
    /// All of the computer's time is work.
    NeverWaits {
        /// Some of this work is waiting: it burns the end of its sleeps.
        spins: bool,
    },
    /// Few frames a second, and the longest step; none of a loop without steps.
    FewFrames(f64, Option<Span>),
    /// No frame has been displayed yet, or one.
    NoFrames,
    /// Right speed, but the world is behind the clock by time that did not come back: the least of the two seconds.
    Behind(Span),
    /// The game is paused, or was.
    Paused(Pause),
    /// Nothing is wrong.
    Right {
        /// How the frames are drawn.
        how: How,
        /// Frames a second, where not each refresh has a new one.
        fps: Option<f64>,
        /// How far frames are ahead of the clock, at most; nothing where none is.
        ahead: Option<Span>,
        /// The longest step.
        step: Span,
    },
}

/// What becomes of updates that cost more than they simulate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spiral {
    /// Nothing limits it, and hardly a frame comes any more.
    Death,
    /// Nothing limits it.
    Unlimited,
    /// The loop's limit ends each turn.
    Limited,
}

/// Why a world runs slow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SlowCause {
    /// The loop counts turns of this length as steps of that length, without a clock.
    CountsTurns(Span, Span),
    /// The same, and one frame stayed far longer than the others; or a loop of one step a turn.
    Stalled(StalledTurns),
    /// A loop of one step a turn, whose turns cost this much, more than its step of that length.
    Load(Span, Span),
    /// Turns that cost less than a step, at most this much, and wait for vsync until they are longer than that step.
    Vsync(Span, Span),
    /// The GPU works this long on a frame, more than the step of that length that each turn has.
    Gpu(Span, Span),
    /// The CPU's work and the GPU's come one after the other: this long together, more than that step.
    Serial(Span, Span),
    /// Sleeps end late: turns take this long, for steps of that length.
    Oversleeps(Span, Span),
    /// Both: sleeps end late, and then a refresh is missed.
    OversleepsRefresh(Span, Span),
    /// A limit: a turn makes up for at most so much, and takes up to so long.
    Limit(Span, Span),
    /// The counter of milliseconds has started over.
    Counter,
    /// Less is simulated than passes.
    Unknown,
}

/// Turns of one step each, one of which was struck by a stall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StalledTurns {
    /// How long its frame stayed.
    pub stall: Span,
    /// The mean of the other turns.
    pub turn: Span,
    /// What each of them simulates.
    pub step: Span,
}

impl Display for StalledTurns {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (stall, turn, step) = (ms(self.stall), ms(self.turn), ms(self.step));
        write!(f, "a stall of {stall:.0} ms, and turns of {turn:.1} ms that simulate {step:.1}.")
    }
}

/// Why a world runs fast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FastCause {
    /// The loop counts turns of this length as steps of that length, without a clock.
    CountsTurns(Span, Span),
    /// The same, and one frame stayed far longer than the others.
    Stalled(StalledTurns),
    /// Its schedule has started over, and the counter has not.
    Counter,
    /// The schedule counts whole milliseconds: its period in milliseconds, and the length of a step.
    WholeMillis(Span, Span),
    /// It was behind, and frame after frame makes up for it.
    CatchesUp,
    /// One frame has jumped so far ahead of its time.
    Leap(Span),
    /// It runs ahead of the clock.
    RunsAhead,
}

/// Why frames do not come just when a step is due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uneven {
    /// The computer wakes late.
    pub woken_late: bool,
    /// The timer ticks so seldom.
    pub timer: Option<Span>,
    /// Sums of rounded seconds come to a step sooner or later than time does.
    pub rounded: bool,
}

/// How frames are drawn, where that goes well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// Steps, as they come.
    Steps(Presentation),
    /// Up to so far beyond the last step: further than between two steps.
    Beyond(Span),
    /// Everything is placed by the clock.
    Placed,
}

fn percent(share: f64) -> f64 {
    share * 100.0
}

fn ms(span: Span) -> f64 {
    span.as_millis()
}

impl Display for Finding {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Refused(why) => write!(f, "Its world stands still: {why}."),
            Finding::NotResponding(waiting) => write!(f, "Not responding: no new frame for {:.0} s.", waiting.as_secs()),
            Finding::Spiral { kind, cost, step } => {
                let kind = match kind {
                    Spiral::Death => "Spiral of death",
                    Spiral::Unlimited => "It spirals ever further behind",
                    Spiral::Limited => "It spirals up to its limit",
                };
                write!(f, "{kind}: an update costs {:.1} ms and simulates {:.1}.", ms(*cost), ms(*step))
            }
            Finding::CounterStartedOver => f.write_str("Its world stands still: the counter of milliseconds has started over."),
            Finding::StandsStill(waiting) => write!(f, "The display stands still: no new frame for {:.0} ms.", ms(*waiting)),
            Finding::Stalled { length, back, lost, placed } => stalled(f, ms(*length), *back, ms(*lost), *placed),
            Finding::GameSpeed { game, drawn } => {
                let (game, drawn) = (percent(*game), percent(*drawn));
                write!(f, "Its game runs at {game:.0} %; drawn beyond its last step it seems to run at {drawn:.0} %.")
            }
            Finding::Slow(speed, cause) => {
                write!(f, "{:.0} % speed: ", percent(*speed))?;
                slow(f, *cause)
            }
            Finding::Fast(speed, cause) => fast(f, percent(*speed), *cause),
            Finding::WithinAStep(step) => write!(f, "Right speed, to within a step of {:.0} ms.", ms(*step)),
            Finding::Tunnelled { missed, passes, step } => {
                match (missed, passes) {
                    (1, 1) => f.write_str("The last body")?,
                    (missed, passes) if missed == passes => write!(f, "All of the last {passes} bodies")?,
                    (missed, passes) => write!(f, "{missed} of the last {passes} bodies")?,
                }
                match step {
                    Some(step) => write!(f, " went through the wall: steps of up to {:.0} ms.", ms(*step)),
                    None => f.write_str(" went through the wall: only drawn frames test it."),
                }
            }
            Finding::Exploded(1) => f.write_str("1 body has exploded: it has left all bounds."),
            Finding::Exploded(bodies) => write!(f, "{bodies} bodies have exploded: they have left all bounds."),
            Finding::World(sentence) => f.write_str(sentence),
            Finding::TimerStandsStill(share) => {
                write!(f, "{:.0} % of its steps are 0 ms long: its timer stands still between them.", percent(*share))
            }
            Finding::NoneAndTwo { none, most, steps_per_s, hz, causes } => {
                let (none, most) = (percent(*none), if *most == 2 { "two".to_owned() } else { format!("up to {most}") });
                let mut why = Vec::new();
                why.extend(causes.woken_late.then(|| "woken late".to_owned()));
                why.extend(causes.timer.map(|timer| format!("timer {:.0} ms", ms(timer))));
                why.extend(causes.rounded.then(|| "rounded sums".to_owned()));
                if why.len() < 2 {
                    why.insert(
                        0,
                        match hz {
                            Some(hz) => format!("{steps_per_s:.0} steps/s on {hz:.0} Hz"),
                            None => format!("{steps_per_s:.0} steps/s for about as many frames"),
                        },
                    );
                }
                write!(f, "{none:.0} % of its frames hold no step, others {most}: {}.", why.join(", "))
            }
            Finding::RawSteps { steps_per_s, hz, repeated, stays: (least, most) } => {
                let or = if *most == least + 1 { "or" } else { "to" };
                match repeated {
                    false => write!(
                        f,
                        "{steps_per_s:.0} steps/s shown raw on {hz:.0} Hz: every frame stays {least} {or} {most} refreshes."
                    ),
                    true => write!(
                        f,
                        "{steps_per_s:.0} steps/s drawn raw on {hz:.0} Hz: every step is shown {least} {or} {most} times."
                    ),
                }
            }
            Finding::Judders(error) => write!(f, "Right speed, but it judders: frames are {error:.1} ms off."),
            Finding::Dropped(share) => {
                write!(f, "{:.0} % of its frames are never seen: it draws without vsync.", percent(*share))
            }
            Finding::TimesItsWaits { error_ms, counted_ms: None } => {
                write!(f, "Even frames, but {error_ms:.1} ms off: the loop times its own waits, not refreshes.")
            }
            Finding::TimesItsWaits { error_ms, counted_ms: Some(counted) } => {
                write!(f, "Even frames, but {error_ms:.1} ms off: it times its own waits; counted refreshes: {counted:.1} ms.")
            }
            Finding::GpuBound { work, cpu_percent } => {
                write!(f, "GPU-bound: the GPU takes {:.1} ms a frame, the CPU is {cpu_percent:.0} % busy.", ms(*work))
            }
            Finding::QueueFull { shown_after, refreshes } => {
                write!(f, "The queue is full: a frame is shown {:.0} ms after it is drawn", ms(*shown_after))?;
                match refreshes {
                    Some(refreshes) => write!(f, ", {refreshes:.1} refreshes."),
                    None => f.write_str("."),
                }
            }
            Finding::Torn(share) => {
                write!(f, "{:.0} % of its frames tear: they appear in the middle of the scan-out.", percent(*share))
            }
            Finding::Repeated { share, below_hz } => {
                let share = percent(*share);
                write!(f, "{share:.0} % of the refreshes repeat a frame: new ones come too late for {below_hz:.0} Hz.")
            }
            Finding::SlowToAnswer(ms) => write!(f, "An input takes {ms:.0} ms to be seen."),
            Finding::NeverWaits { spins: false } => f.write_str("It never waits: 100 % busy, at the cost of the battery."),
            Finding::NeverWaits { spins: true } => {
                f.write_str("It spins while it waits: 100 % busy, at the cost of the battery.")
            }
            Finding::FewFrames(fps, None) => write!(f, "{fps:.0} frames a second."),
            Finding::FewFrames(fps, Some(step)) => write!(f, "{fps:.0} frames a second, in steps up to {:.0} ms.", ms(*step)),
            Finding::NoFrames => f.write_str("Waiting for its first frames."),
            Finding::Behind(age) => write!(f, "Right speed, but {:.0} ms behind the clock.", ms(*age)),
            Finding::Paused(pause) => pause.fmt(f),
            Finding::Right { how, fps, ahead, step } => right(f, *how, *fps, *ahead, *step),
        }
    }
}

fn stalled(f: &mut Formatter, length: f64, back: Option<Return>, lost: f64, placed: bool) -> fmt::Result {
    write!(f, "A stall of {length:.0} ms")?;
    let rest = if lost > 0.0 { format!(", and {lost:.0} ms are lost") } else { String::new() };
    match back {
        None => f.write_str("."),
        Some(Return::Never) => write!(f, ": it dropped {lost:.0} ms of it."),
        Some(Return::Jump { .. }) if placed => write!(f, " left a gap, and everything where it belongs{rest}."),
        Some(Return::Jump { by, longest_step, .. }) if longest_step >= by.scaled(0.6) => {
            write!(f, " came back as one step of {:.0} ms{rest}.", ms(longest_step))
        }
        // The steps are told where they make up the jump.
        Some(Return::Jump { by, steps, longest_step, .. }) if steps > 1 && longest_step * steps as i64 >= by.scaled(0.6) => {
            write!(f, " came back as a jump of {:.0} ms in {steps} steps{rest}.", ms(by))
        }
        Some(Return::Jump { by, beyond, .. }) if beyond >= by.scaled(0.5) => {
            write!(f, " came back as a predicted jump of {:.0} ms{rest}.", ms(by))
        }
        Some(Return::Jump { by, .. }) => write!(f, " came back as a jump of {:.0} ms{rest}.", ms(by)),
        Some(Return::FastForward { goes_on: true }) => f.write_str(": it catches up in fast-forward."),
        Some(Return::FastForward { goes_on: false }) => write!(f, ": it caught up in fast-forward{rest}."),
    }
}

fn slow(f: &mut Formatter, cause: SlowCause) -> fmt::Result {
    match cause {
        SlowCause::CountsTurns(turn, step) => counts_turns(f, turn, step),
        SlowCause::Stalled(turns) => turns.fmt(f),
        SlowCause::Load(cost, step) => write!(f, "a turn costs {:.1} ms and simulates {:.1}.", ms(cost), ms(step)),
        SlowCause::Vsync(turn, step) => {
            write!(f, "with vsync a turn takes {:.1} ms and simulates {:.1}.", ms(turn), ms(step))
        }
        SlowCause::Gpu(gpu, step) => write!(f, "the GPU takes {:.1} ms a frame, which simulates {:.1}.", ms(gpu), ms(step)),
        SlowCause::Serial(both, step) => {
            write!(f, "CPU and GPU take {:.1} ms in turn for a frame, which simulates {:.1}.", ms(both), ms(step))
        }
        SlowCause::Oversleeps(turn, step) => {
            write!(f, "it oversleeps: a turn takes {:.1} ms and simulates {:.1}.", ms(turn), ms(step))
        }
        SlowCause::OversleepsRefresh(turn, step) => {
            write!(f, "it oversleeps and misses refreshes: {:.1} ms to simulate {:.1}.", ms(turn), ms(step))
        }
        SlowCause::Limit(most, turn) => {
            write!(f, "a turn takes up to {:.0} ms and simulates at most {:.0}.", ms(turn), ms(most))
        }
        SlowCause::Counter => f.write_str("its counter of milliseconds has started over."),
        SlowCause::Unknown => f.write_str("it simulates less time than goes by."),
    }
}

fn counts_turns(f: &mut Formatter, turn: Span, step: Span) -> fmt::Result {
    write!(f, "it reads no clock, and takes {:.1} ms to simulate {:.1}.", ms(turn), ms(step))
}

fn fast(f: &mut Formatter, speed: f64, cause: FastCause) -> fmt::Result {
    if let FastCause::WholeMillis(schedule, step) = cause {
        return write!(f, "{speed:.1} % speed: its schedule has {:.0} whole ms for steps of {:.1}.", ms(schedule), ms(step));
    }
    write!(f, "{speed:.0} % speed: ")?;
    match cause {
        FastCause::CountsTurns(turn, step) => counts_turns(f, turn, step),
        FastCause::Stalled(turns) => turns.fmt(f),
        FastCause::Counter => f.write_str("its schedule has started over before its counter."),
        FastCause::CatchesUp => f.write_str("it catches up in fast-forward."),
        FastCause::Leap(by) => write!(f, "one frame jumps {:.0} ms ahead of its time.", ms(by)),
        FastCause::RunsAhead | FastCause::WholeMillis(..) => f.write_str("it runs ahead of the clock."),
    }
}

fn right(f: &mut Formatter, how: How, fps: Option<f64>, ahead: Option<Span>, step: Span) -> fmt::Result {
    match (how, fps) {
        (How::Placed, None) => return f.write_str("Right speed, without a step: everything is where the clock puts it."),
        (How::Placed, Some(fps)) => {
            return write!(f, "Right speed at {fps:.0} frames a second: everything is where the clock puts it.");
        }
        (_, Some(fps)) => write!(f, "Right speed at {fps:.0} frames a second, steps up to {:.0} ms", ms(step))?,
        (How::Steps(Presentation::Extrapolate), None) => f.write_str("Right speed, predicted between its steps")?,
        (How::Steps(Presentation::ExtrapolateToContact), None) => f.write_str("Right speed, predicted up to contacts")?,
        (How::Steps(Presentation::Interpolate), None) => f.write_str("Right speed, drawn between its last two steps")?,
        (How::Steps(Presentation::Latest), None) => f.write_str("Right speed, a new frame at every refresh")?,
        (How::Beyond(by), None) => write!(f, "Right speed, drawn up to {:.0} ms beyond its last step", ms(by))?,
    }
    match (ahead, fps) {
        (Some(ahead), _) => write!(f, ", up to {:.0} ms ahead of the clock.", ms(ahead)),
        (None, Some(_)) => f.write_str("."),
        (None, None) => write!(f, ", steps up to {:.1} ms.", ms(step)),
    }
}
