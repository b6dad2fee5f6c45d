//! What is measured, and how.
//!
//! For every displayed picture i, d is the time at which it appeared and s the simulated time drawn in it, after
//! interpolation or extrapolation; T is the refresh interval. All sums are exact, in flicks, and converted once.
//! Animation error, jitter, speed ratio and lost time all come from the one series s − d. Animation error is blind to a
//! steady low rate: show it beside FPS.

pub use super::summary::{Exposure, InputToDisplay, Summary};

use super::reference::ReferenceSolution;
use super::totals::Totals;
use crate::base::params::Values;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::config::ControlInput;
use crate::model::machine::{Answer, Event, Giver, Input, Observer};
use crate::model::world::Body;

/// Adds up events as they come; a day's run needs no more memory than a second's.
#[derive(Debug)]
pub struct Metrics {
    totals: Totals,
    /// The refresh interval, in flicks.
    refresh: f64,
    start: Time,
    end: Time,
    updates_this_turn: u64,
    last: Option<FrameTiming>,
    /// In flicks.
    jitter: f64,
    truth: Option<ReferenceSolution>,
}

/// One displayed picture: when, and of when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameTiming {
    /// When it appeared.
    pub at: Time,
    /// The simulated time drawn in it.
    pub drawn: Time,
}

/// How much further the world moved from one picture to the next than time did: (sᵢ − sᵢ₋₁) − (dᵢ − dᵢ₋₁). Positive is
/// a picture that came too early for what it shows, negative one that came too late (PresentMon 2 MsAnimationError).
///
/// ```
/// use tickscope::lab::metrics::{FrameTiming, animation_error};
/// use tickscope::base::time::{Span, Time};
///
/// let first = FrameTiming { at: Time::from_secs(1.0), drawn: Time::from_secs(0.9) };
/// let next = FrameTiming { at: Time::from_secs(1.2), drawn: Time::from_secs(1.0) };
/// assert_eq!(animation_error(first, next), Span::from_millis(-100.0));
/// ```
pub fn animation_error(before: FrameTiming, now: FrameTiming) -> Span {
    (now.drawn - before.drawn) - (now.at - before.at)
}

impl Metrics {
    /// For a loop that starts at `start` on a display of `refresh_hz`.
    pub fn new(refresh_hz: f64, start: Time) -> Metrics {
        Metrics {
            totals: Totals::default(),
            refresh: FLICKS_PER_SECOND as f64 / refresh_hz,
            start,
            end: start,
            updates_this_turn: 0,
            last: None,
            jitter: 0.0,
            truth: None,
        }
    }

    /// The world is measured too.
    #[must_use]
    pub fn against(self, truth: ReferenceSolution) -> Metrics {
        Metrics { truth: Some(truth), ..self }
    }

    fn display(&mut self, now: FrameTiming) {
        self.totals.picture(now.at - now.drawn);
        if let Some(last) = self.last.replace(now) {
            let error = self.totals.pair(last, now, self.refresh);
            // RFC 3550 §6.4.1: a running mean of |D| with gain 1/16.
            self.jitter += (error.flicks() as f64 - self.jitter) / 16.0;
        }
    }

    /// What it comes to. `clock` is the computer's clock at the end of the run: the last operation's end, which no event
    /// tells where a wait for the display follows it.
    pub fn summary(&self, clock: Time) -> Summary {
        Summary::of(&self.totals, self.jitter, clock.max(self.end) - self.start)
    }

    pub fn exposure(&self) -> Exposure {
        Exposure::of(&self.totals)
    }

    pub fn input_to_display(&self) -> InputToDisplay {
        InputToDisplay::of(&self.totals)
    }

    /// What has been added up since the beginning or the last cut; the next stretch goes on from the last picture.
    pub(crate) fn cut(&mut self) -> Totals {
        std::mem::take(&mut self.totals)
    }

    pub(crate) fn totals(&self) -> &Totals {
        &self.totals
    }

    /// In flicks.
    pub(crate) fn jitter(&self) -> f64 {
        self.jitter
    }

    /// The same measure at this place of the run, with nothing added up yet.
    pub(crate) fn onwards(&self) -> Metrics {
        Metrics { totals: Totals::default(), truth: None, ..*self }
    }

    /// How worlds are measured, for another part of the same run.
    pub(crate) fn truth(&self) -> Option<&ReferenceSolution> {
        self.truth.as_ref()
    }

    pub(crate) fn start(&self) -> Time {
        self.start
    }
}

impl Observer for Metrics {
    fn steered(&mut self, sim: Time, pedals: ControlInput) {
        if let Some(truth) = &self.truth {
            truth.steered(sim, pedals);
        }
    }

    fn options_set(&mut self, sim: Time, options: &Values) {
        if let Some(truth) = &self.truth {
            truth.options_set(sim, options);
        }
    }

    fn note(&mut self, event: &Event, bodies: &[Body]) {
        match *event {
            Event::Frame { at } => {
                self.end = at;
                self.updates_this_turn = 0;
            }
            Event::Update { at, end, dt, sim, .. } => {
                self.end = end;
                self.updates_this_turn += 1;
                self.totals.update(dt, end - at, self.updates_this_turn);
                if let Some(truth) = &mut self.truth {
                    self.totals.course.add(&truth.measure(sim, dt, bodies));
                }
            }
            Event::Sleep { end, .. } => self.end = end,
            Event::Render { at, end, .. } => {
                self.end = end;
                self.totals.rendered += 1;
                self.totals.busy += end - at;
            }
            Event::Display { at, drawn } => self.display(FrameTiming { at, drawn }),
        }
    }

    fn input(&mut self, input: Input) {
        self.totals.inputs += u64::from(input.by == Giver::Metronome);
    }

    fn answer(&mut self, answer: &Answer) {
        if answer.input.by == Giver::Metronome {
            self.totals.latency(answer.latency());
        }
    }

    fn refreshes_at(&mut self, hertz: f64) {
        self.refresh = FLICKS_PER_SECOND as f64 / hertz;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn displays(pictures: &[(f64, f64)]) -> Metrics {
        let mut metrics = Metrics::new(10.0, Time::ZERO);
        for &(at, drawn) in pictures {
            metrics.note(&Event::Display { at: Time::from_secs(at), drawn: Time::from_secs(drawn) }, &[]);
        }
        metrics
    }

    fn close(value: Option<f64>, expected: f64) {
        let value = value.expect("a value");
        assert!((value - expected).abs() < 1e-9, "{value} is not {expected}");
    }

    #[test]
    fn every_definition_holds_on_a_series_worked_by_hand() {
        // Δd = 100, 100, 300 ms; Δs = 100, 200, 100 ms; errors 0, +100, −200 ms; refresh interval 100 ms.
        let m = displays(&[(0.1, 0.0), (0.2, 0.1), (0.3, 0.3), (0.6, 0.4)]).summary(Time::from_secs(0.6));
        close(m.fps_mean, 6.0);
        close(m.fps_max, 10.0);
        close(m.one_percent_low_fps, 1.0 / 0.3);
        close(m.speed_ratio, 0.8);
        close(m.lost_s, 0.1);
        close(m.animation_error_mean_ms, 100.0);
        close(m.animation_error_max_ms, 200.0);
        close(m.jitter_ms, (0.0 + 100.0 / 16.0) * 15.0 / 16.0 + 200.0 / 16.0);
        close(m.state_age_mean_ms, 100.0);
        close(m.state_age_min_ms, 0.0);
        close(m.state_age_max_ms, 200.0);
        close(m.hitch_ms_per_s, 400.0);
        assert_eq!(m.cadence, BTreeMap::from([(1, 2), (3, 1)]));
    }

    #[test]
    fn with_fewer_than_two_pictures_differences_are_null_and_never_nan() {
        for pictures in [&[][..], &[(0.1, 0.0)]] {
            let m = displays(pictures).summary(Time::ZERO);
            let differences = [m.fps_mean, m.speed_ratio, m.lost_s, m.animation_error_mean_ms, m.jitter_ms, m.hitch_ms_per_s];
            assert_eq!(differences, [None; 6]);
            assert_eq!((m.dt_min_s, m.dt_max_s, m.one_percent_low_fps), (None, None, None));
            assert_eq!(m.state_age_mean_ms, (!pictures.is_empty()).then_some(100.0));
        }
    }

    #[test]
    fn the_one_percent_low_is_reached_by_time_and_not_by_count() {
        // 199 pictures of 0.1 s and one of 0.2 s: the long one alone is 0.995 % of the time, so the 0.1 s ones reach 1 %.
        let mut metrics = Metrics::new(10.0, Time::ZERO);
        for i in 0..200 {
            metrics.note(&Event::Display { at: Time::from_secs(f64::from(i) * 0.1), drawn: Time::ZERO }, &[]);
        }
        metrics.note(&Event::Display { at: Time::from_secs(20.1), drawn: Time::ZERO }, &[]);
        close(metrics.summary(Time::ZERO).one_percent_low_fps, 10.0);
        metrics.note(&Event::Display { at: Time::from_secs(20.3), drawn: Time::ZERO }, &[]);
        close(metrics.summary(Time::ZERO).one_percent_low_fps, 5.0);
    }

    #[test]
    fn a_stretch_of_a_run_goes_on_from_the_picture_before_it() {
        let pictures = [(0.1, 0.0), (0.2, 0.1), (0.3, 0.3), (0.6, 0.4)];
        let whole = displays(&pictures);
        let mut cut = displays(&pictures[..2]);
        let mut first = cut.cut();
        for &(at, drawn) in &pictures[2..] {
            cut.note(&Event::Display { at: Time::from_secs(at), drawn: Time::from_secs(drawn) }, &[]);
        }
        assert_eq!(cut.summary(Time::ZERO).frames_displayed, 2);
        close(cut.summary(Time::ZERO).animation_error_mean_ms, 150.0);
        first.add(cut.totals());
        let clock = Time::from_secs(0.6);
        assert_eq!(Summary::of(&first, cut.jitter(), clock - Time::ZERO), whole.summary(clock));
    }

    #[test]
    fn a_display_that_changes_its_rate_is_measured_by_the_rate_that_it_has() {
        let mut metrics = displays(&[(0.1, 0.0), (0.2, 0.0)]);
        metrics.refreshes_at(20.0);
        metrics.note(&Event::Display { at: Time::from_secs(0.25), drawn: Time::ZERO }, &[]);
        metrics.note(&Event::Display { at: Time::from_secs(0.35), drawn: Time::ZERO }, &[]);
        assert_eq!(metrics.summary(Time::ZERO).cadence, BTreeMap::from([(1, 2), (2, 1)]));
        close(metrics.summary(Time::ZERO).hitch_ms_per_s, 1000.0 * 0.05 / 0.25);
    }
}
