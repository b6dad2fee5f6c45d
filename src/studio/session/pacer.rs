//! The laboratory's own loop: how far its time moves at each frame of the window.
//!
//! Frames of a vsynced window come at the monitor's refreshes, but the moment at which a program learns of one jitters by
//! milliseconds. So elapsed time is counted in whole refreshes of the monitor, and what rounding leaves is carried on.
//! Where the virtual display has the monitor's rate, to within 1 %, each refresh of the one is exactly one of the other:
//! every virtual frame is shown exactly once. A computer that can't keep up makes laboratory time slower; no backlog builds up.

use super::effort::Effort;
use super::keeping_up::{KeepingUp, Shortfall};
use super::own_misses::{MissCounter, OwnMisses};
use crate::base::time::{Span, Time};
use crate::model::config::fit::{self, Fit};
use crate::model::machine::Refresh;

/// Laboratory time moves at most this far in one frame, in seconds of real time.
const MOST: f64 = 0.1;
/// Frames by which the monitor's refresh is measured.
const SAMPLES: usize = 61;

/// Turns the window's frames into the laboratory's time.
#[derive(Debug)]
pub struct Pacer {
    /// The monitor's refresh period in seconds: as reported, then as measured.
    period: f64,
    reported: f64,
    last: Option<f64>,
    /// Real seconds that have passed and were not handed out.
    carried: f64,
    intervals: Vec<f64>,
    keeping_up: KeepingUp,
    own: MissCounter,
    effort: Effort,
}

impl Pacer {
    /// `reported_hz` is the refresh rate that the monitor reports, in Hz, if it reports one.
    pub fn new(reported_hz: Option<f64>) -> Pacer {
        let period = 1.0 / reported_hz.filter(|hz| (10.0..=1000.0).contains(hz)).unwrap_or(60.0);
        let intervals = Vec::with_capacity(SAMPLES);
        let (keeping_up, own, effort) = (KeepingUp::default(), MissCounter::default(), Effort::default());
        Pacer { period, reported: period, last: None, carried: 0.0, intervals, keeping_up, own, effort }
    }

    /// The monitor's refresh rate, Hz.
    pub fn monitor_hz(&self) -> f64 {
        1.0 / self.period
    }

    /// The monitor's refresh period, seconds.
    pub fn period(&self) -> f64 {
        self.period
    }

    /// After a pause: the next frame continues from now.
    pub fn forget(&mut self) {
        self.last = None;
        self.carried = 0.0;
        self.keeping_up.forget();
        self.own.forget();
    }

    /// Other panes run from now on: what they cost is not known yet.
    pub fn forget_cost(&mut self) {
        self.effort.forget();
    }

    /// Adds the time that simulating the panes took in this frame of the window, in seconds.
    pub fn simulated(&mut self, seconds: f64) {
        self.keeping_up.simulated(seconds);
        self.effort.took(seconds);
    }

    /// By how much the laboratory's time falls short of the viewing speed, if it does.
    pub fn shortfall(&self) -> Option<Shortfall> {
        self.keeping_up.shortfall()
    }

    /// The refreshes of the monitor that the window itself missed in the last second; nothing so soon after a pause.
    pub fn own_misses(&self) -> Option<OwnMisses> {
        self.own.misses()
    }

    /// How virtual refreshes of `virtual_hz`, seen at `speed`, fall on the monitor's.
    pub fn fit(&self, virtual_hz: f64, speed: f64) -> Fit {
        Fit::of(virtual_hz, speed, self.period)
    }

    /// A virtual rate near `virtual_hz` that fits the monitor at real speed.
    pub fn fitting_rate(&self, virtual_hz: f64) -> f64 {
        fit::fitting_rate(virtual_hz, self.monitor_hz())
    }

    /// The viewing speed nearest to real speed at which `virtual_hz` fits the monitor.
    pub fn fitting_speed(&self, virtual_hz: f64) -> f64 {
        fit::fitting_speed(virtual_hz, self.monitor_hz())
    }

    /// Where the laboratory's time goes at a frame of the window that begins at `real` seconds of any steady clock.
    pub fn advance(&mut self, real: f64, now: Time, virtual_hz: f64, speed: f64) -> Time {
        let Some(last) = self.last.replace(real) else { return now };
        let elapsed = (real - last).max(0.0);
        self.measure(elapsed);
        self.own.add(elapsed, self.period);
        let wanted = self.moment(elapsed, now, virtual_hz, speed);
        let far = (wanted - now).as_secs();
        let goes = self.effort.go(far);
        let moment = if goes < far { now + Span::from_secs(goes) } else { wanted };
        self.keeping_up.add(elapsed, elapsed * speed, (moment - now).as_secs());
        moment
    }

    fn moment(&mut self, elapsed: f64, now: Time, virtual_hz: f64, speed: f64) -> Time {
        self.carried += elapsed.min(MOST);
        let frames = (self.carried / self.period).round();
        self.carried -= frames * self.period;
        if frames < 1.0 {
            return now;
        }
        let frames = frames as i64;
        let refresh = Refresh::new(virtual_hz);
        match self.fit(virtual_hz, speed) {
            // From tick to tick, so that even 59.94 Hz never slips by one.
            Fit::Several(ticks) => {
                let next = refresh.first_at_or_after(now + Span::from_flicks(1));
                refresh.tick(next - 1 + ticks * frames).max(now)
            }
            Fit::Divided(parts) => now + Span::from_hz(virtual_hz).divided(parts) * frames,
            Fit::Uneven => now + Span::from_secs(self.period * speed) * frames,
        }
    }

    /// Adopts the median of the frames' intervals when they are steady: a window with vsync has steady intervals.
    fn measure(&mut self, elapsed: f64) {
        if self.intervals.len() == SAMPLES {
            self.intervals.remove(0);
        }
        self.intervals.push(elapsed);
        if self.intervals.len() < SAMPLES {
            return;
        }
        let mut sorted = self.intervals.clone();
        sorted.sort_by(f64::total_cmp);
        let [low, middle, high] = [SAMPLES / 4, SAMPLES / 2, SAMPLES * 3 / 4].map(|rank| sorted[rank]);
        let plausible = middle > self.reported * 0.9 && middle < self.reported * 1.1;
        if plausible && high - low < middle * 0.02 {
            self.period = middle;
        }
    }
}

/// Tells when the window's next frame is to begin: at once where presenting waits for the monitor, and at a steady beat
/// where it doesn't (a virtual monitor, say), so that no frame is drawn that is never shown.
#[derive(Debug, Default)]
pub struct Metronome {
    last: Option<f64>,
    /// How many frames in a row came earlier than the monitor could have shown them.
    early: u32,
    due: Option<f64>,
}

/// This many early frames in a row mean that presenting does not wait for the monitor.
const EARLY: u32 = 20;

impl Metronome {
    /// After a pause.
    pub fn forget(&mut self) {
        (self.last, self.due) = (None, None);
    }

    /// A frame began at `began` on a monitor of this `period`; returns when the next one is to begin. All are seconds.
    pub fn next(&mut self, began: f64, period: f64) -> f64 {
        let is_early = self.last.replace(began).is_some_and(|last| began - last < period * 0.9);
        if self.early < EARLY {
            self.early = if is_early { self.early + 1 } else { 0 };
            return began;
        }
        // From beat to beat, so that waking late does not add up; after a stall from now on.
        let beat = self.due.filter(|due| began - due < period).unwrap_or(began) + period;
        self.due = Some(beat);
        beat
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs frames at `real` seconds and returns where the laboratory's time went at each.
    fn run(pacer: &mut Pacer, times: impl IntoIterator<Item = f64>, hz: f64, speed: f64) -> Vec<Time> {
        let mut now = Time::ZERO;
        let step = |real| {
            now = pacer.advance(real, now, hz, speed);
            now
        };
        times.into_iter().map(step).collect()
    }

    #[test]
    fn each_virtual_frame_is_shown_exactly_once_however_the_readings_jitter() {
        let mut pacer = Pacer::new(Some(60.0));
        let jittered = (0..600).map(|i| f64::from(i) / 60.0 + 0.004 * f64::from(i * 7 % 13) / 13.0);
        let seen = run(&mut pacer, jittered, 60.0, 1.0);
        for (frame, moment) in seen.iter().enumerate() {
            assert_eq!(*moment, Time::ZERO + Span::from_hz(60.0) * frame as i64);
        }
    }

    #[test]
    fn a_monitor_of_59_94_hz_counts_as_60() {
        let mut pacer = Pacer::new(Some(59.94));
        let seen = run(&mut pacer, (0..6000).map(|i| f64::from(i) / 59.94), 60.0, 1.0);
        assert!(seen.windows(2).all(|pair| pair[1] - pair[0] == Span::from_hz(60.0)));
    }

    #[test]
    fn a_missed_refresh_is_made_up_and_a_long_stall_is_not() {
        let mut pacer = Pacer::new(Some(60.0));
        let seen = run(&mut pacer, [0.0, 1.0 / 60.0, 3.0 / 60.0, 5.0], 60.0, 1.0);
        assert_eq!(seen[2], Time::ZERO + Span::from_hz(60.0) * 3);
        assert_eq!(seen[3] - seen[2], Span::from_millis(100.0));
    }

    #[test]
    fn frames_that_the_monitor_holds_up_follow_at_once_and_others_keep_a_beat() {
        let mut metronome = Metronome::default();
        for frame in 0..100 {
            let began = f64::from(frame) / 60.0 + 0.003 * f64::from(frame % 2);
            assert_eq!(metronome.next(began, 1.0 / 60.0), began, "jitter is not freedom");
        }
        let (mut metronome, mut began, mut beats) = (Metronome::default(), 0.0, Vec::new());
        for _ in 0..100 {
            // Each frame takes 2 ms and wakes up to 1 ms late.
            let next = metronome.next(began, 1.0 / 60.0);
            beats.push(next);
            began = next.max(began + 0.002) + 0.001 * f64::from(beats.len() as u32 % 2);
        }
        assert!(beats[40..].windows(2).all(|pair| (pair[1] - pair[0] - 1.0 / 60.0).abs() < 1e-9));
    }

    #[test]
    fn the_monitor_is_measured_when_its_frames_are_steady() {
        let mut pacer = Pacer::new(Some(60.0));
        run(&mut pacer, (0..200).map(|i| f64::from(i) / 59.2), 60.0, 1.0);
        assert!((pacer.monitor_hz() - 59.2).abs() < 0.01);
        let mut unsteady = Pacer::new(Some(60.0));
        run(&mut unsteady, (0..200).map(|i| f64::from(i) / 400.0), 60.0, 1.0);
        assert!((unsteady.monitor_hz() - 60.0).abs() < 1e-9, "a window that is not held up by the monitor tells nothing of it");
    }
}
