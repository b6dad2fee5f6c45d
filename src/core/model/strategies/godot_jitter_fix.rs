//! **Godot, jitter fix**: smoothed frame times, and as many steps a frame as before while the clock allows it.
//!
//! Godot's `MainTimerSync`, as it is on by default since 3.4: the delta smoother, the jitter fix, and at most eight steps a frame.
//!
//! Expect: even frames get one step each, where a coarse clock gives a plain accumulator none or two. What the steps disagree with is
//! taken from the frame's time and given back later, never more than `jitter_fix` of a step; steps beyond `max_steps` are dropped, so a
//! long frame is slow motion. The smoothing estimates the rate of the display in whole hertz, from means of 60 frames of which three
//! must agree; from then on frame times are whole refreshes. What they have too much is carried on, so at 59.94 Hz a frame has two
//! steps every 17 s; what they lack is never: at least one refresh is counted, so at 60.4 Hz the game runs ahead of the clock by 6.7 ms
//! a second. Bodies are drawn *latest* unless the project interpolates physics, so 60 steps judder at 144 Hz. The engine smooths only
//! with vsync, of which this loop knows nothing: switch `smoothing` off with it. It counts in whole microseconds, this loop in flicks.

use super::prelude::*;

const STEP_HZ: Param = Param::rate("step_hz", 60.0, "How many physics steps a second.");
const MAX_STEPS: Param =
    Param::count("max_steps", 8.0, (1.0, 1000.0), "The most steps in a frame; the others are dropped.").or_off();
const JITTER_FIX: Param = Param::plain(
    "jitter_fix",
    0.5,
    (0.0, 2.0),
    "The part of a step by which game time may leave the clock, to keep steps regular.",
);
const SMOOTHING: Param = Param::choice(
    "smoothing",
    &["on", "off"],
    "Whether frame times are made whole refreshes while frames come near the display's rate, as the engine does with vsync.",
);

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("godot-jitter-fix"),
    name: Borrowed("Godot, jitter fix"),
    group: Group::FixedStep,
    about: Borrowed("Frame times smoothed to whole refreshes; as many steps a frame as before while the clock allows it."),
    source: Borrowed("Godot 3.4 to 4, MainTimerSync with delta smoothing"),
    params: Borrowed(&[STEP_HZ, MAX_STEPS, JITTER_FIX, SMOOTHING]),
    alpha: true,
    own_time: true,
    limit: Some(MAX_STEPS),
    start: Start::Rust(|host, set| Box::pin(godot_jitter_fix(host, set))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("godot_jitter_fix.rs")),
    script: Borrowed(include_str!("godot_jitter_fix.js")),
    ..Strategy::PLAIN
};

/// The number of frames over which steps are kept regular.
const FRAMES: usize = 12;
/// The number of frames over which the frame rate is measured.
const MEASURED: i64 = 64;
/// The number of frames in a reading of the display's rate.
const READ: i64 = 60;
const SECOND: Span = Span::from_flicks(705_600_000);
/// The least time that a frame counts for, a microsecond.
const SHORTEST: Span = Span::from_flicks(706);

async fn godot_jitter_fix(host: Host, set: Values) {
    let (step, most) = (set.period(&STEP_HZ), set.count(&MAX_STEPS));
    let slack = step.scaled(set.number(&JITTER_FIX).unwrap_or_default());
    let smooths = set.is(&SMOOTHING, "on");
    let mut smoother = Smoother::default();
    let mut habit = Habit::new();
    let (mut accumulator, mut owed) = (Span::ZERO, Span::ZERO);
    let mut last = host.now();
    while host.running() {
        let now = host.now();
        let elapsed = now - last;
        last = now;
        let delta = if smooths { smoother.smooth(elapsed) } else { elapsed };

        let frame = delta + owed;
        accumulator += frame;
        let mut steps = habit.steps(accumulator, step, slack);
        accumulator -= step * steps;

        // The game's time follows the steps, as far as clock and accumulator allow it; the difference is owed to the clock.
        let made = frame - accumulator;
        let mut game = frame;
        if let Some((least, most)) = habit.mean() {
            game = held(game, step.scaled(least), step.scaled(most));
        }
        game = held(game, frame - slack, frame + slack);
        game = held(game, made, made + step);
        game = game.max(Span::from_flicks(delta.flicks() / 8)).max(SHORTEST);
        owed = frame - game;
        accumulator = game - made;
        if accumulator > step {
            steps += accumulator.whole(step);
            accumulator -= step * accumulator.whole(step);
        }
        host.watch("owed", owed);
        host.watch("accumulator", accumulator);

        for _ in 0..steps.min(most) {
            host.update(step).await;
        }
        host.render(Between::of(accumulator, step)).await;
    }
}

/// Returns `span` between two bounds; the lower one wins if they cross.
fn held(span: Span, least: Span, most: Span) -> Span {
    if span < least { least } else { span.min(most) }
}

/// Returns the whole steps in a time, rounded down even below zero.
fn whole_steps(time: Span, step: Span) -> i64 {
    time.flicks().div_euclid(step.flicks())
}

/// Makes frame times whole refreshes, while the frame rate is within 5 % of the estimated refresh rate.
#[derive(Default)]
struct Smoother {
    display: DisplayRate,
    /// Whether the last measured frame rate was too far from the estimated refresh rate.
    is_off: bool,
    frames: i64,
    measured: Span,
    left_over: Span,
}

impl Smoother {
    fn smooth(&mut self, elapsed: Span) -> Span {
        if elapsed > SECOND {
            return elapsed;
        }
        self.measured += elapsed;
        self.frames += 1;
        if self.frames == MEASURED {
            if self.display.is_known && self.measured > Span::ZERO {
                let ratio = (self.display.refresh() * MEASURED).ratio(self.measured);
                self.is_off = ratio <= 0.95 || ratio >= 1.05;
            }
            (self.frames, self.measured) = (0, Span::ZERO);
        }
        if self.is_off || elapsed < Span::from_millis(1.0) {
            return elapsed;
        }
        self.display.read(elapsed);
        if !self.display.is_known {
            return elapsed;
        }
        self.left_over += elapsed;
        let refresh = self.display.refresh();
        let refreshes = refresh * whole_steps(self.left_over, refresh).max(1);
        self.left_over -= refreshes;
        refreshes
    }
}

/// An estimate of the display's rate from the times of frames.
#[derive(Default)]
struct DisplayRate {
    /// The estimate in hertz; 0 until frames come at 50 a second.
    hz: i64,
    /// Whether enough readings agree with the estimate to use it.
    is_known: bool,
    /// Whether so many readings agree with the estimate that it is never changed again.
    is_final: bool,
    frames: i64,
    sum: Span,
    /// The numbers of readings below the estimate by two or more, below it by one, equal to it, above it by one, and above it by
    /// two or more.
    hits: [i64; 5],
}

impl DisplayRate {
    fn refresh(&self) -> Span {
        Span::from_hz(self.hz as f64)
    }

    /// Adds the time of a frame. The mean of 60 frames is a reading. Dropped frames make a reading too low, so the estimate rises
    /// sooner than it falls.
    fn read(&mut self, elapsed: Span) {
        if self.is_final {
            return;
        }
        self.sum += elapsed;
        self.frames += 1;
        if self.frames < READ {
            return;
        }
        let reading = (SECOND * READ).ratio(self.sum).round() as i64;
        (self.frames, self.sum) = (0, Span::ZERO);
        if self.hz == 0 {
            if reading < 50 {
                return;
            }
            self.hz = reading;
        }
        let off_by = reading - self.hz;
        let kind = (off_by.clamp(-2, 2) + 2) as usize;
        self.hits[kind] += 1;
        let (hits, equal) = (self.hits[kind], self.hits[2]);
        let change = match off_by {
            0 => {
                self.is_final = self.is_known && equal == 20;
                self.is_known |= equal > 2;
                0
            }
            1.. if hits > equal && hits > 1 => (off_by / 2).max(1),
            -1 if hits > equal && hits > 2 => -1,
            ..=-2 if hits / 8 > equal && hits > 2 && !(self.is_known && equal > 10) => -1,
            _ => 0,
        };
        if change != 0 {
            *self = DisplayRate { hz: self.hz + change, ..DisplayRate::default() };
        }
    }
}

/// The number of steps that the last n frames made in all, for each n from 1 to 12, and the typical number for that n, which is
/// this many or one more.
struct Habit {
    made: [i64; FRAMES],
    typical: [i64; FRAMES],
}

impl Habit {
    fn new() -> Habit {
        let begun = std::array::from_fn(|frame| frame as i64);
        Habit { made: begun, typical: begun }
    }

    /// Returns the number of steps of a frame: the typical number if the accumulator holds that many, give or take `slack`.
    fn steps(&mut self, accumulator: Span, step: Span, slack: Span) -> i64 {
        let (mut least, mut most) = (self.typical[0], self.typical[0] + 1);
        let mut breaks = false;
        for frame in 1..FRAMES {
            let left = self.typical[frame] - self.made[frame - 1];
            if left > most || left + 1 < least {
                breaks = true;
                break;
            }
            (least, most) = (least.max(left), most.min(left + 1));
        }
        let mut steps = whole_steps(accumulator, step);
        if steps < least {
            let possible = whole_steps(accumulator + slack, step);
            breaks |= possible < least;
            steps = possible.min(least);
        } else if steps > most {
            let possible = whole_steps(accumulator - slack, step);
            breaks |= possible > most;
            steps = possible.max(most);
        }
        let steps = steps.max(0);
        for frame in (1..FRAMES).rev() {
            self.made[frame] = self.made[frame - 1] + steps;
        }
        self.made[0] = steps;
        if breaks {
            for (typical, made) in self.typical.iter_mut().zip(self.made) {
                *typical = (*typical).clamp(made - 1, made);
            }
        }
        steps
    }

    /// Returns the least and the greatest mean number of steps a frame that the habit allows; `None` if the habit holds for fewer
    /// than four frames.
    fn mean(&self) -> Option<(f64, f64)> {
        let (mut least, mut most) = (self.typical[0] as f64, self.typical[0] as f64 + 1.0);
        for (frame, typical) in self.typical.iter().enumerate().skip(1) {
            let (frames, typical) = (frame as f64 + 1.0, *typical as f64);
            if typical / frames > most {
                return (frame > 3).then_some((least, most));
            }
            least = least.max(typical / frames);
            if (typical + 1.0) / frames < least {
                return (frame > 3).then_some((least, most));
            }
            most = most.min((typical + 1.0) / frames);
        }
        Some((least, most))
    }
}
