//! The pace of the window: when one of its frames advances the laboratory time, by how much, and whether the window keeps up.
//!
//! Frames of a vsynced window come at the monitor's refreshes, but the moment at which a program learns of one jitters by
//! milliseconds. So elapsed time is counted in whole refreshes of the monitor, and the remainder of the rounding is carried over.
//! If the virtual display has the rate of the monitor, to within 1 %, each virtual refresh is shown for exactly one refresh of
//! the monitor, so every virtual frame is shown exactly once.
//!
//! A computer that can't keep up makes laboratory time slower; no backlog builds up. The numbers of the panes do not show that,
//! and a stutter of the window looks like a stutter of a pane. So the speed and the missed refreshes of the window are measured
//! here, by the moments at which its frames begin.

use super::action::{Action, RunAction, ViewAction};
use super::watched_run::WatchedRun;
use crate::studio::view::fit::{self, Fit};
use crate::studio::view::watching::SPEEDS;
use std::collections::VecDeque;
use std::collections::vec_deque::Iter;
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::model::config::command::Command;
use tickscope_core::model::machine::refresh::Refresh;
use tickscope_core::model::worlds;
use tickscope_core::model::worlds::crowd::BODIES;

/// The longest real time by which one frame advances the laboratory, in seconds.
const MAX_ELAPSED_S: f64 = 0.1;
const SAMPLES: usize = 61;

/// The real time over which the pace is judged, in seconds.
const JUDGED_S: f64 = 1.0;
/// The pace is judged only after this many frames, so that one stall of the window does not count as a slow computer.
const MIN_FRAMES: usize = 4;
/// The window falls short below the first share of the viewing speed, and keeps up again above the second.
const SHARES: (f64, f64) = (0.9, 0.96);
/// Missed refreshes are reported only if frames have come for this long, in seconds.
const MIN_MISSES_S: f64 = 0.5;
/// After this time without a frame, in seconds, the window counts as hidden or the computer as asleep.
const HIDDEN_S: f64 = 1.0;

/// Converts the window's frames to laboratory time.
#[derive(Debug)]
pub struct Pacer {
    /// The monitor's refresh period in seconds, as reported until it is measured.
    pub period: f64,
    reported: f64,
    last: Option<LastFrame>,
    /// The real seconds that have passed and have not yet advanced the laboratory.
    carried: f64,
    /// The frames of the last second, but at least the last `SAMPLES` frames, without those before a pause.
    frames: VecDeque<Frame>,
    /// The real time that simulating the panes has taken since the last frame began, in seconds.
    simulated: f64,
    /// The shortfall of the window; `None` if it keeps up.
    pub short: Option<Shortfall>,
    budget: Budget,
}

/// The last frame of the window. If the next frame finds the run at another moment or at another viewing speed, pacing starts
/// over.
#[derive(Clone, Copy, Debug)]
struct LastFrame {
    real: f64,
    moment: Time,
    speed: f64,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    real: f64,
    /// The laboratory time by which the frame was to advance, in seconds.
    wanted: f64,
    made: f64,
    simulated: f64,
}

/// The pace of a window that falls short of the viewing speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shortfall {
    /// The share of the viewing speed that is reached.
    pub share: f64,
    /// The mean time from one frame of the window to the next, in seconds.
    pub frame_s: f64,
    /// The share of `frame_s` in which the panes are simulated; in the rest of it they are drawn.
    pub simulating: f64,
}

/// The missed refreshes of the real monitor in about the last second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnMisses {
    /// The number of refreshes for which the window had no new frame.
    pub missed: u32,
    pub of: u32,
}

impl Pacer {
    /// Paces a window on a monitor that reports this refresh rate in Hz; `None` counts as 60 Hz.
    pub fn new(reported_hz: Option<f64>) -> Pacer {
        let period = 1.0 / reported_hz.filter(|hz| (10.0..=1000.0).contains(hz)).unwrap_or(60.0);
        Pacer {
            period,
            reported: period,
            last: None,
            carried: 0.0,
            frames: VecDeque::new(),
            simulated: 0.0,
            short: None,
            budget: Budget::default(),
        }
    }

    pub fn monitor_hz(&self) -> f64 {
        1.0 / self.period
    }

    /// Starts over after a pause: the next frame continues from now.
    pub fn forget(&mut self) {
        self.last = None;
        self.carried = 0.0;
        self.frames.clear();
        self.simulated = 0.0;
        self.short = None;
    }

    /// Resets the cost of simulating, because other panes run from now on.
    pub fn forget_cost(&mut self) {
        self.budget.forget();
    }

    /// Adds the time that simulating the panes took in this frame of the window, in seconds.
    pub fn add_simulated(&mut self, seconds: f64) {
        self.simulated += seconds;
        self.budget.charge(seconds);
    }

    /// Returns how virtual refreshes of `virtual_hz`, at the viewing speed `speed`, fit the refreshes of the monitor.
    pub fn fit(&self, virtual_hz: f64, speed: f64) -> Fit {
        Fit::of(virtual_hz, speed, self.period)
    }

    /// Returns a virtual rate near `virtual_hz` that fits the monitor at real speed.
    pub fn fitting_rate(&self, virtual_hz: f64) -> f64 {
        fit::fitting_rate(virtual_hz, self.monitor_hz())
    }

    /// Returns the viewing speed nearest to real speed at which `virtual_hz` fits the monitor.
    pub fn fitting_speed(&self, virtual_hz: f64) -> f64 {
        fit::fitting_speed(virtual_hz, self.monitor_hz())
    }

    /// Returns the moment to show after `now`, in a frame of the window that begins at `real` seconds of any steady clock.
    pub fn advance(&mut self, real: f64, now: Time, virtual_hz: f64, speed: f64) -> Time {
        let Some(last) = self.last.filter(|last| last.moment == now && last.speed == speed) else {
            self.forget();
            self.last = Some(LastFrame { real, moment: now, speed });
            return now;
        };
        let elapsed = (real - last.real).max(0.0);
        let simulated = std::mem::take(&mut self.simulated);
        self.frames.push_back(Frame { real: elapsed, wanted: elapsed * speed, made: 0.0, simulated });
        self.measure_period();
        let wanted = self.hand_out(elapsed, now, virtual_hz, speed);
        let far = (wanted - now).as_secs();
        let affordable = self.budget.allow(far);
        let moment = if affordable < far { now + Span::from_secs(affordable) } else { wanted };
        self.last = Some(LastFrame { real, moment, speed });
        self.judge((moment - now).as_secs());
        moment
    }

    fn hand_out(&mut self, elapsed: f64, now: Time, virtual_hz: f64, speed: f64) -> Time {
        self.carried += elapsed.min(MAX_ELAPSED_S);
        let frames = (self.carried / self.period).round();
        self.carried -= frames * self.period;
        if frames < 1.0 {
            return now;
        }
        let frames = frames as i64;
        let refresh = Refresh::new(virtual_hz);
        match self.fit(virtual_hz, speed) {
            // Time advances from tick to tick, so that not even a display of 59.94 Hz is ever off by one refresh.
            Fit::Several(ticks) => {
                let next = refresh.first_at_or_after(now + Span::from_flicks(1));
                refresh.tick(next - 1 + ticks * frames).max(now)
            }
            Fit::Divided(parts) => now + Span::from_hz(virtual_hz).divided(parts) * frames,
            Fit::Uneven => now + Span::from_secs(self.period * speed) * frames,
        }
    }

    /// Sets the period to the median time between frames if these times are steady, as in a window with vsync.
    fn measure_period(&mut self) {
        let Some(first) = self.frames.len().checked_sub(SAMPLES) else { return };
        let mut sorted: Vec<f64> = self.frames.range(first..).map(|frame| frame.real).collect();
        sorted.sort_by(f64::total_cmp);
        let [low, middle, high] = [SAMPLES / 4, SAMPLES / 2, SAMPLES * 3 / 4].map(|rank| sorted[rank]);
        let plausible = middle > self.reported * 0.9 && middle < self.reported * 1.1;
        if plausible && high - low < middle * 0.02 {
            self.period = middle;
        }
    }

    /// Records by how much the laboratory time advanced in the present frame, and judges whether the window falls short.
    fn judge(&mut self, made: f64) {
        if let Some(frame) = self.frames.back_mut() {
            frame.made = made;
        }
        let kept = self.judged(SAMPLES).len();
        self.frames.drain(..self.frames.len() - kept);
        let enough = if self.short.is_some() { SHARES.1 } else { SHARES.0 };
        self.short = self.measure_share().filter(|now| now.share < enough);
    }

    /// Returns the frames of the last second, but at least the last `count`.
    fn judged(&self, count: usize) -> Iter<'_, Frame> {
        let (mut first, mut seconds) = (self.frames.len(), 0.0);
        while first > 0 && (self.frames.len() - first < count || seconds < JUDGED_S - 1e-9) {
            first -= 1;
            seconds += self.frames[first].real;
        }
        self.frames.range(first..)
    }

    /// Measures the last second without its longest frame, because a window that was hidden for a while is not slow. Returns
    /// `None` after too few frames.
    fn measure_share(&self) -> Option<Shortfall> {
        let judged = self.judged(MIN_FRAMES);
        let count = judged.len();
        let longest = judged.clone().enumerate().max_by(|a, b| a.1.real.total_cmp(&b.1.real)).map(|(index, _)| index);
        let counted = judged.enumerate().filter(|(index, _)| Some(*index) != longest).map(|(_, frame)| frame);
        let sum = |value: fn(&Frame) -> f64| counted.clone().map(value).sum::<f64>();
        let (real, wanted) = (sum(|frame| frame.real), sum(|frame| frame.wanted));
        let enough = count >= MIN_FRAMES && real >= JUDGED_S * 0.75;
        (enough && wanted > 0.0).then(|| Shortfall {
            share: sum(|frame| frame.made) / wanted,
            frame_s: real / (count - 1) as f64,
            simulating: (sum(|frame| frame.simulated) / real).min(1.0),
        })
    }

    /// Returns the refreshes of the monitor that the window itself missed in the last second; `None` soon after a pause.
    pub fn own_misses(&self) -> Option<OwnMisses> {
        // A frame in which the window was hidden fills the second, so it can only be the first one.
        let frames = self.judged(0).skip_while(|frame| frame.real >= HIDDEN_S);
        let seconds: f64 = frames.clone().map(|frame| frame.real).sum();
        // All intervals are added up, because if one frame begins late and the next in time, both are still shown, each at a
        // refresh of its own.
        let of = (seconds / self.period).round() as u32;
        (seconds >= MIN_MISSES_S).then(|| OwnMisses { missed: of.saturating_sub(frames.count() as u32), of })
    }
}

/// The limit of the laboratory time that one frame of the window may simulate. It is computed from the cost of the last frame, so
/// that the window responds however expensive the panes are. All times are in seconds.
#[derive(Debug, Default)]
struct Budget {
    /// The laboratory time that the next frame may simulate; `None` while the cost of frames is unknown.
    limit: Option<f64>,
    /// The laboratory time that the last frame simulated, until its cost is known.
    uncharged: f64,
}

impl Budget {
    const MAX_COST: f64 = 0.1;
    /// The laboratory time of the first frame of a run, whose cost is unknown.
    const FIRST: f64 = 0.004;
    const GROWTH: f64 = 8.0;
    /// The least laboratory time of a frame, so that even the most expensive panes advance.
    const LEAST: f64 = 1e-5;

    fn forget(&mut self) {
        *self = Budget { limit: self.limit.map(|_| Budget::FIRST), uncharged: 0.0 };
    }

    fn allow(&mut self, seconds: f64) -> f64 {
        self.uncharged = self.limit.map_or(seconds, |limit| seconds.min(limit));
        self.uncharged
    }

    /// Sets the next limit by the real time that the last frame took to simulate.
    fn charge(&mut self, cost: f64) {
        let simulated = std::mem::take(&mut self.uncharged);
        if simulated > 0.0 {
            let affordable = simulated * Budget::MAX_COST / cost.max(1e-9);
            self.limit = Some(affordable.min(simulated.max(Budget::FIRST) * Budget::GROWTH).max(Budget::LEAST));
        } else {
            self.limit = self.limit.or(Some(Budget::FIRST));
        }
    }
}

/// An action that helps a window keep up with the viewing speed.
#[derive(Clone, Debug, PartialEq)]
pub struct Remedy {
    pub name: String,
    /// One sentence about the effect and the cost.
    pub about: &'static str,
    pub action: Action,
}

impl Remedy {
    /// Returns the most effective remedy; `None` if none helps.
    pub fn of(short: Shortfall, run: &WatchedRun) -> Option<Remedy> {
        let scene = &run.lab.settings().scene;
        let counts = worlds::find(&scene.id).is_ok_and(|kind| kind.options.iter().any(|option| option.name == BODIES.name));
        let bodies = scene.options.count(&BODIES) as f64;
        let fewer = round_down(bodies * short.share * 0.8).max(100.0);
        if counts && fewer < bodies {
            return Some(Remedy {
                name: format!("{fewer:.0} bodies"),
                about: "This computer keeps up with this number of bodies; the run starts over.",
                action: Action::Run(RunAction::SceneOption(BODIES.name.to_string(), Value::Number(fewer))),
            });
        }
        // At a slower viewing speed each frame of the window has less to simulate, but as much to draw.
        let reached = run.speed * short.share;
        let slower = SPEEDS.iter().find(|(speed, _)| *speed <= reached).or(SPEEDS.last()).filter(|(speed, _)| *speed < run.speed);
        if short.simulating > 0.5
            && let Some((speed, name)) = slower
        {
            let about = "Watched so much slower, this computer keeps up: motion is even, and the panes' numbers stay.";
            return Some(Remedy { name: format!("watch at {name}"), about, action: Action::View(ViewAction::Speed(*speed)) });
        }
        let [_, .., last] = run.lab.panes() else { return None };
        Some(Remedy {
            name: "one pane less".to_owned(),
            about: "Closes the last pane: there is less to simulate and to draw.",
            action: Action::Lab(Command::ClosePane(last.letter())),
        })
    }
}

/// Returns the greatest number up to `value` that is 1, 2 or 5 times a power of ten.
fn round_down(value: f64) -> f64 {
    let power = libm::pow(10.0, libm::log10(value.max(1.0)).floor());
    let part = [5.0, 2.0, 1.0].into_iter().find(|part| part * power <= value);
    part.unwrap_or(1.0) * power
}

#[cfg(test)]
mod tests {
    use crate::studio::session::pacing::*;

    fn run(pacer: &mut Pacer, times: impl IntoIterator<Item = f64>, hz: f64, speed: f64) -> Vec<Time> {
        let mut now = Time::ZERO;
        let step = |real| {
            now = pacer.advance(real, now, hz, speed);
            now
        };
        times.into_iter().map(step).collect()
    }

    #[test]
    fn every_virtual_frame_is_shown_once_despite_jitter() {
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
    fn a_missed_refresh_is_made_up_but_not_a_long_stall() {
        let mut pacer = Pacer::new(Some(60.0));
        let seen = run(&mut pacer, [0.0, 1.0 / 60.0, 3.0 / 60.0, 5.0], 60.0, 1.0);
        assert_eq!(seen[2], Time::ZERO + Span::from_hz(60.0) * 3);
        assert_eq!(seen[3] - seen[2], Span::from_millis(100.0));
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

    fn judge(frames: impl IntoIterator<Item = (f64, f64)>) -> Pacer {
        let mut pacer = Pacer::new(None);
        for (real, made) in frames {
            pacer.frames.push_back(Frame { real, wanted: real, made: 0.0, simulated: real * 0.75 });
            pacer.judge(made);
        }
        pacer
    }

    #[test]
    fn a_window_that_takes_a_second_a_frame_runs_at_a_tenth() {
        let slow = judge([(1.0, 0.1); 5]).short.expect("it is slow");
        assert!((slow.share - 0.1).abs() < 1e-9 && (slow.frame_s - 1.0).abs() < 1e-9 && (slow.simulating - 0.75).abs() < 1e-9);
        assert_eq!(judge([(1.0, 0.1); 3]).short, None, "three frames are too few to tell");
    }

    #[test]
    fn jitter_a_stall_and_a_hidden_window_are_no_shortfall() {
        let frame = |n: u32| (1.0 / 60.0 + if n.is_multiple_of(2) { 0.004 } else { -0.004 }, 1.0 / 60.0);
        for hidden in [0.3, 5.0, 1000.0] {
            let mut frames: Vec<(f64, f64)> = (0..300).map(frame).collect();
            frames.insert(150, (hidden, 0.1));
            for count in 0..frames.len() {
                assert_eq!(judge(frames[..count].iter().copied()).short, None, "{count} frames, {hidden} s");
            }
        }
    }

    #[test]
    fn the_shortfall_has_hysteresis() {
        let share = |share: f64| std::iter::repeat_n((0.1, 0.1 * share), 30);
        assert!(judge(share(0.92)).short.is_none());
        assert!(judge(share(0.5).chain(share(0.92))).short.is_some(), "it has to get better than that");
        assert!(judge(share(0.5).chain(share(0.98))).short.is_none());
    }

    fn misses_after(frames: impl IntoIterator<Item = f64>) -> Option<OwnMisses> {
        judge(frames.into_iter().map(|elapsed| (elapsed, elapsed))).own_misses()
    }

    fn refreshes(counts: impl IntoIterator<Item = u32>) -> impl Iterator<Item = f64> {
        counts.into_iter().map(|count| f64::from(count) / 60.0)
    }

    #[test]
    fn a_frame_at_every_refresh_misses_none_despite_jitter() {
        assert_eq!(misses_after(refreshes([1; 300])), Some(OwnMisses { missed: 0, of: 60 }));
        let jitter = (0..300).map(|n| 1.0 / 60.0 + if n % 2 == 0 { 0.009 } else { -0.009 });
        assert_eq!(misses_after(jitter).map(|misses| misses.missed), Some(0));
    }

    #[test]
    fn refreshes_without_a_frame_count_for_a_second() {
        let stall = |then| refreshes([1; 100].into_iter().chain([5]).chain(vec![1; then]));
        assert_eq!(misses_after(stall(0)), Some(OwnMisses { missed: 4, of: 60 }));
        assert_eq!(misses_after(stall(50)).map(|misses| misses.missed), Some(4));
        assert_eq!(misses_after(stall(60)).map(|misses| misses.missed), Some(0), "a second later it is over");
        assert_eq!(misses_after(refreshes([3; 100])), Some(OwnMisses { missed: 40, of: 60 }), "20 frames a second");
    }

    #[test]
    fn misses_are_unknown_soon_after_a_pause() {
        assert_eq!(misses_after(refreshes([1; 29])), None);
        assert_eq!(misses_after(refreshes([1; 100].into_iter().chain([60 * 20]))), None);
        let back = refreshes([1; 100].into_iter().chain([60 * 20]).chain([1; 40]));
        assert_eq!(misses_after(back).map(|misses| misses.missed), Some(0));
    }

    /// Returns how far each of `count` frames advanced if each was to advance by a sixtieth of a second and a simulated second
    /// costs `cost` seconds.
    fn frames(budget: &mut Budget, count: usize, cost: f64) -> Vec<f64> {
        let mut frame = || {
            let went = budget.allow(1.0 / 60.0);
            budget.charge(went * cost);
            went
        };
        (0..count).map(|_| frame()).collect()
    }

    #[test]
    fn frames_of_unknown_cost_are_not_limited() {
        let mut budget = Budget::default();
        budget.forget();
        assert_eq!((budget.allow(0.5), budget.allow(0.1)), (0.5, 0.1));
    }

    #[test]
    fn cheap_panes_are_limited_in_their_first_frame_only() {
        let mut budget = Budget::default();
        budget.charge(0.0);
        let went = frames(&mut budget, 100, 0.2);
        assert_eq!((went[0], went[1..].iter().all(|went| *went == 1.0 / 60.0)), (Budget::FIRST, true), "{went:?}");
    }

    #[test]
    fn a_frame_of_expensive_panes_takes_a_tenth_of_a_second() {
        for cost in [30.0, 3000.0] {
            let mut budget = Budget::default();
            budget.charge(0.0);
            let went = frames(&mut budget, 100, cost);
            assert!(went[2..].iter().all(|went| (went * cost - Budget::MAX_COST).abs() < 1e-6), "{went:?}");
            budget.forget();
            assert_eq!(budget.allow(1.0), Budget::FIRST, "the next comparison may be cheaper, or not");
        }
    }
}
