//! What the findings are made of.

use crate::base::params::Values;
use crate::base::time::{Span, Time};
use crate::lab::diagnose::symptoms::Symptoms;
use crate::lab::metrics::RunMetrics;
use crate::model::config::{Computer, Present, Presentation};
use crate::model::strategies::{Group, Strategy};
use crate::model::world::Tally;

/// Speeds nearer to 1 than this are real speed.
const REAL: std::ops::RangeInclusive<f64> = 0.97..=1.03;
/// An animation error above this is seen, in ms.
const SEEN: f64 = 2.0;

/// What the facts are made of, whoever looks at the pane.
pub struct Observed<'a> {
    /// Its loop.
    pub strategy: &'static Strategy,
    /// What is set of it.
    pub params: &'a Values,
    /// What it runs on.
    pub computer: &'a Computer,
    /// How its frames are drawn, where its loop has an alpha.
    pub presentation: Presentation,
    /// What its events add up to.
    pub metrics: &'a RunMetrics,
    /// The passes that ended lately.
    pub passes: Tally,
    /// The longest update in which one of them was found to have missed its wall.
    pub missed_by: Option<Span>,
    /// Whether contacts are tested in rendered frames.
    pub judges_frames: bool,
    /// How many bodies have left all bounds.
    pub exploded: usize,
    /// What the world says of what should not have happened in it.
    pub alarm: Option<String>,
}

/// The last two seconds of a pane, and the computer that it runs on.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The group of its loop.
    pub group: Group,
    /// How its frames are drawn.
    pub presentation: Presentation,
    /// The refresh rate of its display, Hz.
    pub refresh_hz: f64,
    /// Whether each frame waits for a refresh of its own.
    pub vsync: bool,
    /// Whether frames appear at the ticks of the display.
    pub has_ticks: bool,
    /// Whether a newer frame overtakes one that waits for a refresh.
    pub overtakes: bool,
    /// The rate below which the display repeats frames, Hz, where it does.
    pub repeats_below_hz: Option<f64>,
    /// How many frames the CPU may be ahead of the display.
    pub queue: u32,
    /// Whether the loop is busy while it waits.
    pub spins: bool,
    /// Whether something limits what a turn does to make up for lost time.
    pub limited: bool,
    /// How often its absolute schedule has a step, where it has one.
    pub schedule: Option<Span>,
    /// How long ago the counter started over whose readings it compares.
    pub wrapped: Option<Span>,
    /// Whether steps are held back until there is time for the longest.
    pub largest_step: bool,
    /// The timer's resolution; zero is exact.
    pub timer: Span,
    /// The scheduler's granularity; zero is exact.
    pub scheduler: Span,
    /// Whether the loop adds time up in numbers that are rounded.
    pub rounds_sums: bool,
    /// Whether the computer wakes late, now more and now less.
    pub wakes_late: bool,
    /// How long the display has been showing the same frame.
    pub waiting: Span,
    /// Whether the display has shown a new frame in the last ten seconds.
    pub responding: bool,
    /// The speed of what is drawn: 1 is real speed; nothing with fewer than two frames.
    pub speed: Option<f64>,
    /// The speed of the game, by the updates that it made.
    pub game_speed: Option<f64>,
    /// The mean frame rate, 1/s; nothing with fewer than two frames.
    pub fps: Option<f64>,
    /// Mean animation error, ms.
    pub error_ms: f64,
    /// The busy share of the computer, %.
    pub busy_percent: f64,
    /// The least age of a displayed state.
    pub age_min: Option<Span>,
    /// The longest step; nothing without an update.
    pub longest_step: Option<Span>,
    /// Frames that the loop rendered.
    pub rendered: u64,
    /// Mean time from an input to the display, ms.
    pub input_ms: Option<f64>,
    /// What tells one kind of trouble from another.
    pub symptoms: Symptoms,
    /// Passes that ended in the last six seconds.
    pub recent_passes: Tally,
    /// The longest update in which one of them was found to have missed its wall.
    pub missed_by: Option<Span>,
    /// Whether contacts are tested in rendered frames.
    pub judges_frames: bool,
    /// Bodies that have left all bounds.
    pub exploded: usize,
    /// What the world says of what should not have happened in it.
    pub alarm: Option<String>,
}

impl Facts {
    /// The facts at the laboratory time `now` at which the pane is looked at.
    pub fn of(seen: Observed, now: Time) -> Facts {
        let Observed { strategy, params, computer, presentation, metrics, .. } = seen;
        let recent = metrics.recent(now, seen.passes);
        let wraps = computer.wraps_at_s > 0.0 && strategy.compares_readings(params);
        let since = now - Time::from_secs(computer.wraps_at_s);
        Facts {
            group: strategy.group,
            presentation: if strategy.alpha { presentation } else { Presentation::Latest },
            refresh_hz: computer.highest_refresh_hz(),
            vsync: computer.present == Present::Fifo,
            has_ticks: computer.has_ticks(),
            overtakes: computer.present == Present::Mailbox,
            repeats_below_hz: computer.vrr.rates().map(|rates| rates.lo_hz),
            queue: computer.queue,
            spins: metrics.window().spins(now),
            limited: strategy.is_limited(params),
            schedule: strategy.schedule(params),
            wrapped: Some(since).filter(|since| wraps && *since >= Span::ZERO),
            largest_step: computer.largest_step,
            timer: Span::from_millis(computer.timer_ms),
            scheduler: Span::from_millis(computer.sleep_ms),
            rounds_sums: strategy.rounds_sums(params),
            wakes_late: computer.wake_ms.hi_ms > computer.wake_ms.lo_ms || computer.wake_tail.is_felt(),
            waiting: metrics.waiting(now),
            responding: metrics.is_responding(now),
            speed: recent.number("speed_ratio"),
            game_speed: recent.number("game_speed_ratio"),
            fps: recent.number("fps_mean"),
            error_ms: recent.number("animation_error_mean_ms").unwrap_or(0.0),
            busy_percent: recent.number("busy_percent").unwrap_or(0.0),
            age_min: recent.number("state_age_min_ms").map(Span::from_millis),
            longest_step: metrics.window().updates(now).map(|update| update.dt).max(),
            rendered: recent.count("frames_rendered"),
            input_ms: recent.number("input_to_display_mean_ms"),
            symptoms: Symptoms::of(metrics.window(), computer, now),
            recent_passes: seen.passes,
            missed_by: seen.missed_by,
            judges_frames: seen.judges_frames,
            exploded: seen.exploded,
            alarm: seen.alarm,
        }
    }

    /// The longest step, none where there was no update.
    pub fn longest_step(&self) -> Span {
        self.longest_step.unwrap_or(Span::ZERO)
    }

    /// The speed of what is drawn, where it is more than three in a hundred and more than a step below real speed.
    pub fn slow(&self) -> Option<f64> {
        self.speed.filter(|speed| speed < REAL.start() && self.is_told_by_steps(*speed))
    }

    /// The same above it.
    pub fn fast(&self) -> Option<f64> {
        self.speed.filter(|speed| speed > REAL.end() && self.is_told_by_steps(*speed))
    }

    /// The speed of the game, where it is so far off that of what is drawn: only what is drawn beyond the last step has a
    /// speed of its own, and turns and frames do not begin together, so a
    /// turn more or less is no matter of speed either.
    pub fn hidden(&self) -> Option<f64> {
        let drawn = self.speed?;
        let little = self.longest_step() + self.symptoms.mean_turn + self.on_the_way();
        let game = self.game_speed.filter(|_| self.symptoms.beyond > Span::ZERO);
        game.filter(|game| (game - drawn).abs() > 0.03 && self.symptoms.shown.scaled((game - drawn).abs()) > little)
    }

    /// Whether its animation error is seen.
    pub fn is_uneven(&self) -> bool {
        self.error_ms > SEEN
    }

    /// Whether what is drawn and the game both have real speed.
    pub fn is_right(&self) -> bool {
        [self.speed, self.game_speed].iter().all(|speed| speed.is_some_and(|speed| REAL.contains(&speed)))
    }

    /// Less than a step is no matter of speed: it depends on where the two seconds begin.
    fn is_told_by_steps(&self, speed: f64) -> bool {
        self.symptoms.shown.scaled((speed - 1.0).abs()) > self.longest_step()
    }

    /// Whether a step of no length means that no time had passed. To others it is a step that is held back.
    pub fn follows_clock(&self) -> bool {
        matches!(self.group, Group::VariableStep | Group::NoSteps) && !self.largest_step
    }

    /// Steps a second.
    pub fn steps_per_s(&self) -> f64 {
        self.symptoms.updates_per_s * if self.follows_clock() { 1.0 } else { 1.0 - self.symptoms.still_share }
    }

    /// How much longer than without a GPU and a queue frames are on their way to the display, at most.
    pub fn on_the_way(&self) -> Span {
        let pipeline = &self.symptoms.pipeline;
        let is_long = self.queue > 0 || pipeline.gpu_work > Span::ZERO;
        if is_long { pipeline.least_delay } else { Span::ZERO }
    }

    /// Fewer frames a second than this are few: not every refresh has a new one, or the display repeats some.
    pub fn few_fps(&self) -> f64 {
        self.repeats_below_hz.unwrap_or(self.refresh_hz * 0.7)
    }

    /// One refresh of the display.
    pub fn refresh(&self) -> Span {
        Span::from_secs(1.0 / self.refresh_hz)
    }
}
