//! What is measured, and how.
//!
//! For every displayed picture i, d is the time at which it appeared and s the simulated time drawn in it, after
//! interpolation or extrapolation; T is the refresh interval. All sums are exact, in flicks, and converted once.
//! Animation error, jitter, speed ratio and lost time all come from the one series s − d. Animation error is blind to a
//! steady low rate: show it beside FPS.

use crate::host::{Event, Observer};
use crate::scenes::Body;
use crate::time::{FLICKS_PER_SECOND, Span, Time};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// Adds up events as they come; a day's run needs no more memory than a second's.
#[derive(Clone, Debug)]
pub struct Metrics {
    refresh: f64,
    start: Time,
    end: Time,
    busy: Span,
    rendered: u64,
    updates: u64,
    updates_this_turn: u64,
    updates_per_frame_max: u64,
    dt_min: Option<Span>,
    dt_max: Option<Span>,
    displayed: u64,
    first: Option<Shown>,
    last: Option<Shown>,
    /// How often each time between two pictures came. There are few different ones: all are between refresh ticks.
    intervals: HashMap<Span, u64>,
    error_sum: i128,
    error_max: Span,
    jitter: f64,
    age_sum: i128,
    age_min: Span,
    age_max: Span,
}

/// One displayed picture: when, and of when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// When it appeared.
    pub at: Time,
    /// The simulated time drawn in it.
    pub drawn: Time,
}

/// How much further the world moved from one picture to the next than time did: (sᵢ − sᵢ₋₁) − (dᵢ − dᵢ₋₁). Positive is
/// a picture that came too early for what it shows, negative one that came too late (PresentMon 2 MsAnimationError).
///
/// ```
/// use tickscope::lab::metrics::{Shown, animation_error};
/// use tickscope::time::{Span, Time};
///
/// let first = Shown { at: Time::from_secs(1.0), drawn: Time::from_secs(0.9) };
/// let next = Shown { at: Time::from_secs(1.2), drawn: Time::from_secs(1.0) };
/// assert_eq!(animation_error(first, next), Span::from_millis(-100.0));
/// ```
pub fn animation_error(before: Shown, now: Shown) -> Span {
    (now.drawn - before.drawn) - (now.at - before.at)
}

impl Metrics {
    /// For a loop that starts at `start` on a display of `refresh_hz`.
    pub fn new(refresh_hz: f64, start: Time) -> Metrics {
        Metrics {
            refresh: FLICKS_PER_SECOND as f64 / refresh_hz,
            start,
            end: start,
            busy: Span::ZERO,
            rendered: 0,
            updates: 0,
            updates_this_turn: 0,
            updates_per_frame_max: 0,
            dt_min: None,
            dt_max: None,
            displayed: 0,
            first: None,
            last: None,
            intervals: HashMap::new(),
            error_sum: 0,
            error_max: Span::ZERO,
            jitter: 0.0,
            age_sum: 0,
            age_min: Span::MAX,
            age_max: -Span::MAX,
        }
    }

    fn update(&mut self, dt: Span, cost: Span) {
        self.busy += cost;
        self.updates += 1;
        self.updates_this_turn += 1;
        self.updates_per_frame_max = self.updates_per_frame_max.max(self.updates_this_turn);
        self.dt_max = self.dt_max.max(Some(dt));
        if dt > Span::ZERO {
            self.dt_min = Some(self.dt_min.map_or(dt, |least| least.min(dt)));
        }
    }

    fn display(&mut self, now: Shown) {
        self.displayed += 1;
        let age = now.at - now.drawn;
        self.age_sum += i128::from(age.flicks());
        self.age_min = self.age_min.min(age);
        self.age_max = self.age_max.max(age);
        if let Some(last) = self.last {
            let interval = now.at - last.at;
            *self.intervals.entry(interval).or_default() += 1;
            let size = Span::from_flicks(animation_error(last, now).flicks().abs());
            self.error_sum += i128::from(size.flicks());
            self.error_max = self.error_max.max(size);
            // RFC 3550 §6.4.1: a running mean of |D| with gain 1/16.
            self.jitter += (size.flicks() as f64 - self.jitter) / 16.0;
        }
        self.first = self.first.or(Some(now));
        self.last = Some(now);
    }

    /// What it comes to. `clock` is the computer's clock at the end of the run: the last operation's end, which no event
    /// tells where a wait for the display follows it.
    pub fn summary(&self, clock: Time) -> Summary {
        let span = self.first.zip(self.last).filter(|_| self.displayed >= 2);
        let shown = span.map(|(first, last)| (last.at - first.at).flicks() as f64);
        let simulated = span.map(|(first, last)| (last.drawn - first.drawn).flicks() as f64);
        let pairs = self.displayed.saturating_sub(1) as f64;
        let elapsed = clock.max(self.end) - self.start;
        let second = FLICKS_PER_SECOND as f64;
        let milli = second / 1000.0;
        let any = (self.displayed > 0).then_some(());
        Summary {
            frames_rendered: self.rendered,
            frames_displayed: self.displayed,
            frames_dropped: self.rendered - self.displayed.min(self.rendered),
            updates: self.updates,
            fps_mean: shown.map(|shown| pairs * second / shown),
            fps_max: self.intervals.keys().min().map(|least| second / least.flicks() as f64),
            one_percent_low_fps: shown.map(|shown| second / self.one_percent_low(shown)),
            speed_ratio: shown.zip(simulated).map(|(shown, simulated)| simulated / shown),
            lost_s: shown.zip(simulated).map(|(shown, simulated)| (shown - simulated) / second),
            animation_error_mean_ms: span.map(|_| self.error_sum as f64 / pairs / milli),
            animation_error_max_ms: span.map(|_| self.error_max.as_millis()),
            jitter_ms: span.map(|_| self.jitter / milli),
            state_age_min_ms: any.map(|()| self.age_min.as_millis()),
            state_age_mean_ms: any.map(|()| self.age_sum as f64 / self.displayed as f64 / milli),
            state_age_max_ms: any.map(|()| self.age_max.as_millis()),
            hitch_ms_per_s: shown.map(|shown| 1000.0 * self.late_in_all() / shown),
            dt_min_s: self.dt_min.map(Span::as_secs),
            dt_max_s: self.dt_max.map(Span::as_secs),
            updates_per_frame_max: self.updates_per_frame_max,
            cadence: self.cadence(),
            busy_percent: (elapsed > Span::ZERO).then(|| 100.0 * self.busy.ratio(elapsed)),
        }
    }

    /// The interval at which the longest intervals, added up from the longest down, reach 1 % of the whole time.
    fn one_percent_low(&self, shown: f64) -> f64 {
        let mut longest_first: Vec<(Span, u64)> = self.intervals.iter().map(|(interval, count)| (*interval, *count)).collect();
        longest_first.sort_unstable_by(|a, b| b.cmp(a));
        let mut sum = 0.0;
        for (interval, count) in &longest_first {
            sum += interval.flicks() as f64 * *count as f64;
            if sum * 100.0 >= shown {
                return interval.flicks() as f64;
            }
        }
        longest_first.last().map_or(shown, |(interval, _)| interval.flicks() as f64)
    }

    /// Σ max(0, Δd − T). Ticks stand on whole flicks, so less than one flick is the grid's rounding and not lateness.
    fn late_in_all(&self) -> f64 {
        let late = |interval: &Span| Some(interval.flicks() as f64 - self.refresh).filter(|late| *late >= 1.0);
        self.intervals.iter().filter_map(|(interval, count)| Some(late(interval)? * *count as f64)).fold(0.0, std::ops::Add::add)
    }

    fn cadence(&self) -> BTreeMap<u64, u64> {
        let mut cadence = BTreeMap::new();
        for (interval, count) in &self.intervals {
            *cadence.entry((interval.flicks() as f64 / self.refresh).round() as u64).or_default() += count;
        }
        cadence
    }
}

impl Observer for Metrics {
    fn note(&mut self, event: &Event, _: &[Body]) {
        match *event {
            Event::Frame { at } => {
                self.end = at;
                self.updates_this_turn = 0;
            }
            Event::Update { at, end, dt, .. } => {
                self.end = end;
                self.update(dt, end - at);
            }
            Event::Sleep { end, .. } => self.end = end,
            Event::Render { at, end, .. } => {
                self.end = end;
                self.rendered += 1;
                self.busy += end - at;
            }
            Event::Display { at, drawn } => self.display(Shown { at, drawn }),
        }
    }
}

/// The metrics of one run. Differences need two pictures and are null with fewer; steps are null with no update.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    pub frames_rendered: u64,
    /// A picture with an unchanged world counts.
    pub frames_displayed: u64,
    /// Rendered − displayed: overtaken before a refresh tick.
    pub frames_dropped: u64,
    pub updates: u64,
    /// (pictures − 1) / Σ Δd (PresentMon MsBetweenDisplayChange).
    pub fps_mean: Option<f64>,
    /// 1 / the shortest Δd.
    pub fps_max: Option<f64>,
    /// 1 % low, *integral*: the Δd, sorted from the longest, add up to 1 % of the time at this rate (CapFrameX, MSI
    /// Afterburner). Averages of the slowest 1 % give quite different numbers.
    pub one_percent_low_fps: Option<f64>,
    /// Σ Δs / Σ Δd; 1 is real speed.
    pub speed_ratio: Option<f64>,
    /// Σ Δd − Σ Δs, in seconds; negative while fast-forwarding.
    pub lost_s: Option<f64>,
    /// Mean of |(sᵢ − sᵢ₋₁) − (dᵢ − dᵢ₋₁)|, ms (PresentMon 2 MsAnimationError, which leaves unchanged pictures out; we
    /// count them).
    pub animation_error_mean_ms: Option<f64>,
    /// The largest of them, ms.
    pub animation_error_max_ms: Option<f64>,
    /// J += (|D| − J)/16 with D = −animation error, from 0, after the last picture; ms (RFC 3550 §6.4.1).
    pub jitter_ms: Option<f64>,
    /// Least, mean and largest d − s, ms. Negative where a loop runs ahead.
    pub state_age_min_ms: Option<f64>,
    pub state_age_mean_ms: Option<f64>,
    pub state_age_max_ms: Option<f64>,
    /// 1000 · Σ max(0, Δd − T) / Σ Δd: how much of every second pictures came late (Apple, hitch time ratio).
    pub hitch_ms_per_s: Option<f64>,
    /// The shortest step above 0 and the longest one, s.
    pub dt_min_s: Option<f64>,
    pub dt_max_s: Option<f64>,
    /// The most updates in one turn of the loop.
    pub updates_per_frame_max: u64,
    /// How many refresh intervals a picture stayed → how many did; the last one is not counted.
    pub cadence: BTreeMap<u64, u64>,
    /// (update + render cost) / elapsed virtual time: what the loop takes from the battery.
    pub busy_percent: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
