//! One or two plain sentences about a pane, computed from what it does.
//!
//! What is wrong is said first, in the order of its weight; where nothing is, how the pane does; then what else is worth
//! knowing. The two first sentences are the verdict. Each rule has a test.

mod rules;

use super::symptoms::Symptoms;
use crate::base::time::{Span, Time};
use crate::lab::panes::pane_view::PaneView;
use crate::model::config::{Computer, Presentation};
use crate::model::strategies::Group;
use crate::model::world::Tally;

/// Whether a sentence is good news.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Good,
    Plain,
    Bad,
}

/// The tone is the first sentence's.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    pub tone: Tone,
    pub text: String,
}

/// What the sentences are made of: the last two seconds of a pane, and the computer that it runs on.
#[derive(Clone, Copy, Debug)]
struct Facts {
    group: Group,
    presentation: Presentation,
    refresh_hz: f64,
    vsync: bool,
    /// Whether something limits what a turn does to make up for lost time.
    limited: bool,
    /// How often its absolute schedule has a step, where it has one.
    schedule: Option<Span>,
    /// How long ago the counter started over whose readings it compares.
    wrapped: Option<Span>,
    /// Whether steps are held back until there is time for the longest.
    largest_step: bool,
    /// Whether sleeps end later than asked for.
    oversleeps: bool,
    /// Since the last new picture.
    waiting: Span,
    responding: bool,
    speed: Option<f64>,
    fps: Option<f64>,
    error_ms: f64,
    busy_percent: f64,
    longest_step: Option<Span>,
    rendered: u64,
    dropped: u64,
    input_ms: Option<f64>,
    signs: Symptoms,
    /// Passes that ended in the last seconds.
    recent: Tally,
    /// Bodies that have left all bounds.
    exploded: usize,
}

/// The verdict on `pane`, which runs on `computer`, at the laboratory time `now` at which it is looked at.
pub fn verdict(pane: PaneView, computer: &Computer, presentation: Presentation, now: Time) -> Verdict {
    let measured = pane.recent(now);
    let (live, strategy, params) = (pane.live(), pane.strategy(), pane.params());
    let wraps = computer.wraps_at_s > 0.0 && strategy.compares_readings(&params);
    let since = now - Time::from_secs(computer.wraps_at_s);
    judge(&Facts {
        group: strategy.group,
        presentation: if strategy.alpha { presentation } else { Presentation::Latest },
        refresh_hz: computer.refresh_hz,
        vsync: computer.vsync,
        limited: strategy.is_limited(&params),
        schedule: strategy.schedule(&params),
        wrapped: Some(since).filter(|since| wraps && *since >= Span::ZERO),
        largest_step: computer.largest_step,
        oversleeps: computer.sleep_ms > 0.0 || computer.wake_ms.hi_ms > 0.0,
        waiting: live.waiting(now),
        responding: live.is_responding(now),
        speed: live.speed(now),
        fps: live.fps(now),
        error_ms: live.animation_error_ms(now).unwrap_or(0.0),
        busy_percent: live.busy_percent(now),
        longest_step: live.longest_step(),
        rendered: measured.summary.frames_rendered,
        dropped: measured.summary.frames_dropped,
        input_ms: measured.input.input_to_display_mean_ms,
        signs: Symptoms::of(&live, computer.refresh_hz, now),
        recent: pane.recent_tally(now),
        exploded: pane.exploded(),
    })
}

fn judge(facts: &Facts) -> Verdict {
    let mut said: Vec<(Tone, String)> =
        rules::FAULTS.iter().filter_map(|rule| rule(facts)).map(|text| (Tone::Bad, text)).collect();
    if facts.speed.is_none() || facts.fps.is_none() {
        if said.is_empty() {
            said.push((Tone::Plain, "Waiting for its first pictures.".to_owned()));
        }
    } else {
        if said.is_empty() {
            said.push(rules::well(facts));
        }
        said.extend(rules::NOTES.iter().filter_map(|rule| rule(facts)).map(|text| (Tone::Plain, text)));
    }
    let tone = said[0].0;
    let text = said.into_iter().take(2).map(|(_, text)| text).collect::<Vec<_>>().join(" ");
    Verdict { tone, text }
}

#[cfg(test)]
mod tests;
