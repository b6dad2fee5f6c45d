//! What the sentences are made of.

use crate::base::time::{Span, Time};
use crate::lab::diagnose::symptoms::Symptoms;
use crate::lab::panes::pane_view::PaneView;
use crate::model::config::{Computer, Presentation};
use crate::model::strategies::Group;
use crate::model::world::Tally;

/// The last two seconds of a pane, and the computer that it runs on.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The group of its loop.
    pub group: Group,
    /// How its frames are drawn.
    pub presentation: Presentation,
    /// The refresh rate of its display, Hz.
    pub refresh_hz: f64,
    /// Whether each frame waits for a refresh of its own.
    pub vsync: bool,
    /// Whether something limits what a turn does to make up for lost time.
    pub limited: bool,
    /// How often its absolute schedule has a step, where it has one.
    pub schedule: Option<Span>,
    /// How long ago the counter started over whose readings it compares.
    pub wrapped: Option<Span>,
    /// Whether steps are held back until there is time for the longest.
    pub largest_step: bool,
    /// Whether sleeps end later than asked for.
    pub oversleeps: bool,
    /// How long the display has been showing the same frame.
    pub waiting: Span,
    /// Whether the display has shown a new frame in the last ten seconds.
    pub responding: bool,
    /// The speed ratio: 1 is real speed; nothing with fewer than two frames.
    pub speed: Option<f64>,
    /// The mean frame rate, 1/s; nothing with fewer than two frames.
    pub fps: Option<f64>,
    /// Mean animation error, ms.
    pub error_ms: f64,
    /// The busy share of the computer, %.
    pub busy_percent: f64,
    /// The longest step; nothing without an update.
    pub longest_step: Option<Span>,
    /// Frames that the loop rendered.
    pub rendered: u64,
    /// Frames that were rendered and never displayed.
    pub dropped: u64,
    /// Mean time from an input to the display, ms.
    pub input_ms: Option<f64>,
    /// What tells one kind of trouble from another.
    pub symptoms: Symptoms,
    /// Passes that ended in the last six seconds.
    pub recent_passes: Tally,
    /// Bodies that have left all bounds.
    pub exploded: usize,
}

impl Facts {
    /// The facts about `pane`, which runs on `computer`, at the laboratory time `now` at which it is looked at.
    pub fn of(pane: PaneView, computer: &Computer, presentation: Presentation, now: Time) -> Facts {
        let (recent, metrics) = (pane.recent(now), pane.metrics());
        let (strategy, params) = (pane.strategy(), pane.params());
        let wraps = computer.wraps_at_s > 0.0 && strategy.compares_readings(&params);
        let since = now - Time::from_secs(computer.wraps_at_s);
        Facts {
            group: strategy.group,
            presentation: if strategy.alpha { presentation } else { Presentation::Latest },
            refresh_hz: computer.refresh_hz,
            vsync: computer.vsync,
            limited: strategy.is_limited(&params),
            schedule: strategy.schedule(&params),
            wrapped: Some(since).filter(|since| wraps && *since >= Span::ZERO),
            largest_step: computer.largest_step,
            oversleeps: computer.sleep_ms > 0.0 || computer.wake_ms.hi_ms > 0.0,
            waiting: metrics.waiting(now),
            responding: metrics.is_responding(now),
            speed: recent.summary.speed_ratio,
            fps: recent.summary.fps_mean,
            error_ms: recent.summary.animation_error_mean_ms.unwrap_or(0.0),
            busy_percent: recent.summary.busy_percent.unwrap_or(0.0),
            longest_step: metrics.window().updates(now).map(|update| update.dt).max(),
            rendered: recent.summary.frames_rendered,
            dropped: recent.summary.frames_dropped,
            input_ms: recent.input.input_to_display_mean_ms,
            symptoms: Symptoms::of(metrics.window(), computer.refresh_hz, now),
            recent_passes: recent.tally,
            exploded: pane.exploded(),
        }
    }
}
