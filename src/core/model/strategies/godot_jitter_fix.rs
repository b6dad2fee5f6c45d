//! **Godot, jitter fix**: smoothed frame times, and as many steps a frame as before while the clock allows it.
//!
//! Godot's `MainTimerSync`, as it is on by default since 3.4: the delta smoother, the jitter fix, and at most eight steps a frame.
//!
//! Expect: on an even display smoothed times are whole refreshes, carried on so that none is lost, and 60 steps on 59.94 Hz are one
//! a frame for long where a plain accumulator doubles one every 17 s. What the steps disagree with is taken from the frame's time
//! and given back later; it is never more than `jitter_fix` of a step. Steps beyond `max_steps` are dropped, so a long frame is
//! slow motion. Published, bodies are drawn *latest*, so 60 steps judder at 144 Hz. The rate of the display is taken as what it
//! says, in whole hertz, where Godot measures it.

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
    "Whether frame times are made whole refreshes while frames come near the display's rate.",
);

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("godot-jitter-fix"),
    name: Borrowed("Godot, jitter fix"),
    group: Group::FixedStep,
    about: Borrowed("Frame times smoothed to whole refreshes; as many steps a frame as before while the clock allows it."),
    source: Borrowed("Godot 3.4 to 4, MainTimerSync with delta smoothing"),
    params: Borrowed(&[STEP_HZ, MAX_STEPS, JITTER_FIX, SMOOTHING]),
    alpha: true,
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
const SHORTEST: Span = Span::from_flicks(706);

async fn godot_jitter_fix(host: Host, set: Values) {
    let (step, most) = (set.period(&STEP_HZ), set.count(&MAX_STEPS));
    let slack = step.scaled(set.number(&JITTER_FIX).unwrap_or_default());
    let smooths = set.is(&SMOOTHING, "on");
    let mut smoother = Smoother { allows: true, frames: 0, measured: Span::ZERO, left_over: Span::ZERO };
    let mut habit = Habit::new();
    let (mut accumulator, mut owed) = (Span::ZERO, Span::ZERO);
    let mut last = host.now();
    while host.running() {
        let now = host.now();
        let elapsed = now - last;
        last = now;
        let delta = if smooths { smoother.smooth(elapsed, host.refresh_interval()) } else { elapsed };

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

/// Returns the whole steps in a time, rounded down also below zero.
fn whole_steps(time: Span, step: Span) -> i64 {
    time.flicks().div_euclid(step.flicks())
}

/// Makes frame times whole refreshes, while the frame rate is within 5 % of the display's.
struct Smoother {
    allows: bool,
    frames: i64,
    measured: Span,
    left_over: Span,
}

impl Smoother {
    fn smooth(&mut self, elapsed: Span, refresh: Span) -> Span {
        let one = Span::from_hz((1.0 / refresh.as_secs()).round().max(1.0));
        if elapsed > Span::from_millis(1000.0) {
            return elapsed;
        }
        self.measured += elapsed;
        self.frames += 1;
        if self.frames == MEASURED {
            let ratio = (one * MEASURED).ratio(self.measured);
            self.allows = ratio > 0.95 && ratio < 1.05;
            (self.frames, self.measured) = (0, Span::ZERO);
        }
        if !self.allows || elapsed < Span::from_millis(1.0) {
            return elapsed;
        }
        self.left_over += elapsed;
        let refreshes = one * whole_steps(self.left_over, one).max(1);
        self.left_over -= refreshes;
        refreshes
    }
}

/// The steps that the last 1 to 12 frames made in all, and the least that is typical of so many; one more is typical too.
struct Habit {
    made: [i64; FRAMES],
    typical: [i64; FRAMES],
}

impl Habit {
    fn new() -> Habit {
        let begun = std::array::from_fn(|frame| frame as i64);
        Habit { made: begun, typical: begun }
    }

    /// Returns the steps of a frame: as many as is typical if that is within `slack` of what the accumulator holds.
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

    /// Returns the least and the greatest mean of steps a frame that the habit allows; `None` if it is younger than four frames.
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
