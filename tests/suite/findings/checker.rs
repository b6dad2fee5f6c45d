//! Which kinds of findings hold, worked out from the lines of a trace and the text of `docs/metrics.md` alone.

use super::facts::{Facts, Picture, Stall, Update, lower_median, until};
use super::lines::Line;
use crate::models::computer::{MILLI, SECOND, seconds};

/// A comparison with a number that is rounded is open if its sides differ by less than this share of them: the text says
/// nothing of rounding. All begin at whole flicks but [`ROUNDED`], and 80 % of a threshold is always rounded.
const BAND: f64 = 1e-9;
/// A finding that holds ends when its value is below this share of the threshold.
const ENDS_AT: f64 = 0.8;
/// The kinds whose thresholds are rounded.
const ROUNDED: [&str; 3] = ["judder", "ahead", "behind"];

/// Every kind, the most important first.
pub const KINDS: [&str; 20] = [
    "not-responding",
    "spiral",
    "frozen",
    "stall",
    "slow-motion",
    "fast-motion",
    "tunnelling",
    "exploded",
    "alarm",
    "low-frame-rate",
    "stutter",
    "judder",
    "late",
    "off-path",
    "ahead",
    "behind",
    "tearing",
    "paused",
    "starting",
    "right",
];

/// Whether something holds; `None` if that is open.
type Open = Option<bool>;

fn place(kind: &str) -> usize {
    KINDS.iter().position(|known| *known == kind).expect("a kind")
}

fn and(a: Open, b: Open) -> Open {
    if a == Some(false) || b == Some(false) { Some(false) } else { a.zip(b).map(|_| true) }
}

fn not(a: Open) -> Open {
    a.map(|a| !a)
}

/// What is told at a moment: the kinds in their order, open ones too, each with its value if the text gives it one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    pub at: i64,
    pub kinds: Vec<(&'static str, Open, Option<f64>)>,
}

/// Reads a trace and says what holds at one tenth of a second after another.
pub struct Checker {
    facts: Facts,
    next: i64,
    /// Whether each kind's formula held a tenth of a second ago.
    held: [Open; KINDS.len()],
}

impl Checker {
    pub fn new(lines: &[Line]) -> Checker {
        Checker { facts: Facts::new(lines), next: 0, held: [Some(false); KINDS.len()] }
    }

    /// Says what is told at the next tenth of a second, beginning with 0.
    pub fn advance(&mut self) -> State {
        let t = self.next * (SECOND / 10);
        self.next += 1;
        let moment = TraceAt::new(self, t);
        let found = moment.kinds();
        let pauses = moment.settings.pauses;
        let (is_paused, was_paused) = moment.pause();
        let hides = pauses && was_paused;

        let (stutter, judder) = (place("stutter"), place("judder"));
        let recur = found.long_recur;
        let mut kinds: Vec<(&'static str, Open, Option<f64>)> = Vec::new();
        let mut any = Some(false);
        for (place, kind) in KINDS.iter().enumerate() {
            let (holds, value) = found.all[place];
            let told = match *kind {
                "stutter" => and(holds, not(and(found.all[judder].0, recur))),
                "judder" => and(holds, not(and(found.all[stutter].0, not(recur)))),
                "paused" => Some(is_paused || hides),
                "starting" => and(not(any), Some(moment.window.len() < 3)),
                "right" => not(any),
                _ => holds,
            };
            let told = if hides && !["not-responding", "paused"].contains(kind) { Some(false) } else { told };
            any = not(and(not(any), not(told)));
            if told != Some(false) {
                kinds.push((kind, told, value));
            }
        }
        self.held = found.all.map(|(holds, _)| holds);
        State { at: t, kinds }
    }
}

/// Whether each kind's formula holds, and its value.
struct Found {
    all: [(Open, Option<f64>); KINDS.len()],
    /// Whether the pictures that stay long come again soon.
    long_recur: Open,
}

struct Speed {
    passed: i64,
    simulated: i64,
    most: i64,
}

/// A trace as far as it goes at a moment.
struct TraceAt<'a> {
    of: &'a Facts,
    held: &'a [Open],
    t: i64,
    settings: Line,
    world: Line,
    /// How many turns are over.
    over: usize,
    /// The window of pictures.
    window: &'a [Picture],
}

/// Whether `a` is more than `b`; a `slack` above 0 lets it be a little less, one below 0 asks for a little more.
fn more(a: f64, b: f64, slack: f64) -> bool {
    a > b - slack * (a.abs() + b.abs())
}

impl<'a> TraceAt<'a> {
    fn new(Checker { facts: of, held, .. }: &'a Checker, t: i64) -> TraceAt<'a> {
        let last = |lines: &[Line]| lines[..until(lines, t, Line::at)].last().cloned().unwrap_or_default();
        let came = &of.pictures[..until(&of.pictures, t, |picture| picture.at)];
        let recent = until(came, t - seconds(2.0), |picture| picture.at);
        let first = recent.min(came.len().saturating_sub(4));
        TraceAt {
            of,
            held,
            t,
            settings: last(&of.settings),
            world: last(&of.worlds),
            over: until(&of.turns, t, |at| *at).saturating_sub(1),
            window: &came[first..],
        }
    }

    /// Returns whether a formula holds; open if that depends on rounding or on what was open before. The formula is given its
    /// factor f and the slack of its comparisons.
    fn ask(&self, kind: &'static str, formula: impl Fn(f64, f64) -> bool) -> Open {
        let factors: &[f64] = match self.held[place(kind)] {
            Some(true) => &[ENDS_AT],
            Some(false) => &[1.0],
            None => &[1.0, ENDS_AT],
        };
        let band = |f| if f == 1.0 && !ROUNDED.contains(&kind) { 0.0 } else { BAND };
        let mut answers = factors.iter().flat_map(|f| [-band(*f), band(*f)].map(|slack| formula(*f, slack)));
        let first = answers.next().expect("there is a factor");
        answers.all(|answer| answer == first).then_some(first)
    }

    fn kinds(&self) -> Found {
        let speed = self.speed();
        let (stutter, long_recur) = self.stutter();
        let (ahead, behind) = self.drift();
        let [slow, fast] = self.off_speed(speed.as_ref());
        let at_speed = and(not(slow), not(fast));
        let speed = speed.map(|speed| 100.0 * speed.simulated as f64 / speed.passed as f64);
        let exploded = self.world.exploded > 0;
        let mut all = [(Some(false), None); KINDS.len()];
        let mut put = |kind, found: (Open, Option<f64>)| all[place(kind)] = found;
        put("not-responding", self.not_responding());
        put("spiral", self.spiral());
        put("frozen", self.frozen());
        put("stall", self.stall());
        put("slow-motion", (slow, speed));
        put("fast-motion", (fast, speed));
        put("tunnelling", self.tunnelling());
        put("exploded", (Some(exploded), Some(self.world.exploded as f64)));
        put("alarm", (Some(self.world.alarm.is_some()), None));
        put("low-frame-rate", self.low_frame_rate());
        put("stutter", stutter);
        put("judder", self.judder());
        put("late", self.late());
        put("off-path", self.off_path());
        put("ahead", (and(at_speed, ahead.0), ahead.1));
        put("behind", (and(at_speed, behind.0), behind.1));
        put("tearing", self.tearing());
        put("right", (Some(false), speed));
        Found { all, long_recur }
    }

    fn not_responding(&self) -> (Open, Option<f64>) {
        let shown = self.of.displays[..until(&self.of.displays, self.t, |(at, _)| *at)].last().map(|(at, _)| *at);
        let begun = self.of.turns.first().copied().filter(|at| *at <= self.t);
        let silent = shown.or(begun).map_or(0, |at| self.t - at);
        (Some(silent > seconds(10.0)), Some(silent as f64 / SECOND as f64))
    }

    fn spiral(&self) -> (Open, Option<f64>) {
        let of = self.of;
        let all = &of.updates[..until(&of.updates, self.t, |update| update.at)];
        let steps_in = |updates: &[Update]| updates.iter().filter(|update| update.is_step).count();
        let mut first = until(all, self.t - seconds(2.0), |update| update.at);
        let farthest = all.len().saturating_sub(16);
        while first > farthest && steps_in(&all[first..]) < 2 {
            first -= 1;
        }
        let updates = &all[first..];
        let steps: Vec<&Update> = updates.iter().filter(|update| update.is_step).collect();
        if steps.len() < 2 {
            return (Some(false), None);
        }
        // Thoughts cost too; the dearest is left out.
        let costs = updates.iter().map(|update| update.cost);
        let dearest = costs.clone().max().expect("a step");
        let cost = (costs.sum::<i64>() - dearest) as f64 / (steps.len() - 1) as f64;
        let dt = steps.iter().map(|step| step.dt).sum::<i64>() as f64 / steps.len() as f64;
        let of_one_turn = steps.windows(2).any(|pair| pair[0].turn == pair[1].turn);
        let holds = self.ask("spiral", |f, slack| !more(f * dt, cost, -slack));
        (and(holds, Some(of_one_turn)), Some(cost / MILLI as f64))
    }

    fn frozen(&self) -> (Open, Option<f64>) {
        let of = self.of;
        let came = &of.pictures[..until(&of.pictures, self.t, |picture| picture.at)];
        let Some(newest) = came.last().map(|picture| picture.at).or(of.first_picture.filter(|at| *at <= self.t)) else {
            return (Some(false), None);
        };
        let recent = until(came, newest - seconds(2.0), |picture| picture.at);
        let stays = came[recent..].iter().map(|picture| picture.stay);
        let usual = if stays.len() < 3 { seconds(1.0 / 3.0) } else { lower_median(stays.clone()).expect("three pictures") };
        let longest = stays.max().unwrap_or(0);
        let since = self.t - newest;
        let holds = since >= seconds(0.1) && since as f64 >= 3.0 * usual as f64 && since > longest;
        (Some(holds), Some(since as f64 / MILLI as f64))
    }

    fn stall(&self) -> (Open, Option<f64>) {
        let since = self.t - seconds(2.0);
        let of_now = |stall: &&Stall| stall.end > since && stall.known <= self.t;
        let stalls: Vec<&Stall> = self.of.picture_stalls.iter().filter(of_now).collect();
        let holds = stalls.len() == 1;
        (Some(holds), stalls.last().map(|stall| (stall.end - stall.at) as f64 / MILLI as f64))
    }

    fn tunnelling(&self) -> (Open, Option<f64>) {
        let worlds = &self.of.worlds;
        let before = until(worlds, self.t - seconds(6.0), Line::at);
        let before = worlds[..before].last().map_or(0, |world| world.tunnelled);
        let passes = self.world.tunnelled - before;
        (Some(passes > 0), Some(passes as f64))
    }

    /// The stalls of turns that are known.
    fn stalls(&self) -> impl DoubleEndedIterator<Item = &'a Stall> + Clone {
        self.of.turn_stalls.iter().filter(|stall| stall.known <= self.t)
    }

    /// Whether the way from this turn to the next one counts.
    fn counts(&self, turn: usize) -> bool {
        let at = self.of.turns[turn];
        let after = seconds(0.5);
        let is_left_out = |stall: &Stall| stall.is_lone && stall.number <= turn && at < stall.end + after;
        !self.stalls().any(is_left_out)
    }

    /// How far the clock and the simulated time get from this turn to the next one.
    fn way(&self, turn: usize) -> (i64, i64) {
        let (turns, simulated) = (&self.of.turns, &self.of.simulated);
        (turns[turn + 1] - turns[turn], simulated[turn + 1] - simulated[turn])
    }

    fn speed(&self) -> Option<Speed> {
        let turns = &self.of.turns;
        let recent = until(turns, self.t - seconds(2.0), |at| *at);
        let mut first = recent.min(self.over.checked_sub(4)?);
        let after = seconds(0.5);
        let begins_in = |stall: &&Stall| !stall.is_lone && stall.at < turns[first] && turns[first] < stall.end + after;
        if let Some(stall) = self.stalls().rev().find(begins_in) {
            first = stall.number;
        }
        let ways: Vec<(i64, i64)> = (first..self.over - 1).filter(|turn| self.counts(*turn)).map(|turn| self.way(turn)).collect();
        let most = ways.iter().map(|(_, simulated)| *simulated).max()?;
        (ways.len() >= 3).then(|| Speed {
            passed: ways.iter().map(|(passed, _)| passed).sum(),
            simulated: ways.iter().map(|(_, simulated)| simulated).sum(),
            most,
        })
    }

    fn off_speed(&self, speed: Option<&Speed>) -> [Open; 2] {
        let Some(speed) = speed else { return [Some(false); 2] };
        let (passed, simulated, most) = (speed.passed as f64, speed.simulated as f64, speed.most as f64);
        let off = (simulated - passed).abs();
        let timer = seconds(self.settings.timer_s) as f64;
        let is_off = |f, slack| more(100.0 * off, 2.0 * f * passed, slack) && more(off, (most + timer) * f, slack);
        let slow = self.ask("slow-motion", |f, slack| simulated < passed && is_off(f, slack));
        let fast = self.ask("fast-motion", |f, slack| simulated > passed && is_off(f, slack));
        [slow, fast]
    }

    /// The mean time between pictures; `None` if there are none.
    fn mean_stay(&self) -> Option<f64> {
        let stays = self.window.iter().map(|picture| picture.stay).sum::<i64>() as f64;
        (!self.window.is_empty()).then(|| stays / self.window.len() as f64)
    }

    fn low_frame_rate(&self) -> (Open, Option<f64>) {
        let Some(mean) = self.mean_stay() else { return (Some(false), None) };
        let limit = seconds(0.05) as f64;
        let holds = self.ask("low-frame-rate", |f, slack| self.window.len() >= 3 && more(mean, limit * f, slack));
        (holds, Some(SECOND as f64 / mean))
    }

    /// What it finds, and whether the long ones recur.
    fn stutter(&self) -> ((Open, Option<f64>), Open) {
        let n = self.window.len();
        let Some(median) = lower_median(self.window.iter().map(|picture| picture.stay)) else {
            return ((Some(false), None), Some(false));
        };
        let median = median as f64;
        let refresh = seconds(self.settings.refresh_s) as f64;
        let longer = median.max(refresh).max(seconds(0.004) as f64);
        let long = |f: f64, slack: f64| -> Vec<i64> {
            let is_long = |picture: &&Picture| !more(median + f * longer, picture.stay as f64, -slack);
            self.window.iter().filter(is_long).map(|picture| picture.at).collect()
        };
        let holds = self.ask("stutter", |f, slack| {
            let count = long(f, slack).len();
            n >= 4 && count >= 2 && !more(count as f64, n as f64 / (4.0 * f), -slack)
        });
        let recur = self.ask("stutter", |f, slack| {
            let between = lower_median(long(f, slack).windows(2).map(|pair| pair[1] - pair[0]));
            between.is_some_and(|between| between <= seconds(0.25))
        });
        let late: f64 = self.window.iter().map(|picture| (picture.stay as f64 - median).max(0.0)).sum();
        let all: f64 = self.window.iter().map(|picture| picture.stay as f64).sum();
        ((holds, Some(1000.0 * late / all)), recur)
    }

    fn judder(&self) -> (Open, Option<f64>) {
        if self.window.len() < 4 {
            return (Some(false), None);
        }
        let sums = |pictures: &[Picture]| {
            let stay: i64 = pictures.iter().map(|picture| picture.stay).sum();
            let step: i64 = pictures.iter().map(|picture| picture.step).sum();
            (stay, step)
        };
        // The error of a picture, times what the pictures show in all: whole numbers stay exact.
        let error = |picture: &Picture, (stay, step): (i64, i64)| {
            (i128::from(picture.step) * i128::from(stay) - i128::from(picture.stay) * i128::from(step)).abs()
        };
        let whole = sums(self.window);
        let mut others = self.window.to_vec();
        // Of equal errors the earliest are left out.
        others.sort_by_key(|picture| std::cmp::Reverse(error(picture, whole)));
        others.drain(..2);
        let scale = sums(&others);
        if whole.1 <= 0 || scale.1 <= 0 {
            return (Some(false), None);
        }
        let count = others.len() as f64;
        let mean = others.iter().map(|picture| error(picture, scale)).sum::<i128>() as f64 / scale.1.abs() as f64 / count;
        let stay = sums(&others).0 as f64 / count;
        let limit = (0.08 * stay).max(seconds(0.001) as f64);
        (self.ask("judder", |f, slack| more(mean, f * limit, slack)), Some(mean / MILLI as f64))
    }

    fn late(&self) -> (Open, Option<f64>) {
        let of = self.of;
        let given = &of.inputs[..until(&of.inputs, self.t, |(at, _)| *at)];
        if given.len() < 4 {
            return (Some(false), None);
        }
        let last = &given[given.len().saturating_sub(8)..];
        // One that is not answered has its age.
        let Some(median) = lower_median(last.iter().map(|(at, answered)| (*answered).min(self.t) - at)) else {
            return (Some(false), None);
        };
        let pictures = 2.0 * self.mean_stay().unwrap_or(0.0);
        let limit = pictures.max(seconds(0.1) as f64);
        let holds = self.ask("late", |f, slack| more(median as f64, f * limit, slack));
        (holds, Some(median as f64 / MILLI as f64))
    }

    fn off_path(&self) -> (Open, Option<f64>) {
        // Half a width.
        let holds = self.ask("off-path", |f, slack| more(self.world.off_path, 0.5 * f, slack));
        (holds, Some(self.world.off_path))
    }

    /// Ahead, and behind, at whatever speed.
    fn drift(&self) -> ((Open, Option<f64>), (Open, Option<f64>)) {
        let (of, turns) = (self.of, &self.of.turns);
        let none = ((Some(false), None), (Some(false), None));
        // The sum, and how many turns, of each of the ten seconds.
        let mut means = [(0.0, 0.0); 10];
        let mut lost = 0;
        for (turn, at) in turns[..self.over].iter().enumerate() {
            if turn > 0 && self.counts(turn - 1) {
                let (passed, simulated) = self.way(turn - 1);
                lost += passed - simulated;
            }
            if let Some(mean) = means.get_mut(((self.t - at) / SECOND) as usize) {
                *mean = (mean.0 + lost as f64, mean.1 + 1.0);
            }
        }
        if means.iter().any(|(_, count)| *count == 0.0) {
            return none;
        }
        let m = means.map(|(sum, count)| sum / count);
        let x = m[0] - m[9];
        let recent = until(&of.updates, self.t - seconds(10.0), |update| update.at);
        let updates = &of.updates[recent..until(&of.updates, self.t, |update| update.at)];
        let step = updates.iter().map(|update| update.dt).max().unwrap_or(0) as f64;
        let limit = step + seconds(self.settings.refresh_s) as f64;
        let ask = |kind, sign: f64| {
            self.ask(kind, |f, slack| {
                let halves = [m[0] - m[4], m[5] - m[9]];
                more(sign * x, f * limit, slack) && halves.iter().all(|half| more(sign * half, 0.25 * sign * x, slack))
            })
        };
        let ms_per_s = Some(x.abs() / 9.0 / MILLI as f64);
        ((ask("ahead", -1.0), ms_per_s), (ask("behind", 1.0), ms_per_s))
    }

    fn tearing(&self) -> (Open, Option<f64>) {
        let of = self.of;
        let came = &of.displays[..until(&of.displays, self.t, |(at, _)| *at)];
        let last = &came[until(came, self.t - seconds(2.0), |(at, _)| *at)..];
        let percent = 100.0 * last.iter().filter(|(_, torn)| *torn).count() as f64 / last.len().max(1) as f64;
        let holds = self.ask("tearing", |f, slack| last.len() >= 10 && !more(10.0 * f, percent, -slack));
        (holds, Some(percent))
    }

    /// Whether the game is paused, and whether it was in the last two seconds.
    fn pause(&self) -> (bool, bool) {
        let all = &self.of.settings[..until(&self.of.settings, self.t, Line::at)];
        let since = self.t - seconds(2.0);
        let ended = all.windows(2).any(|pair| pair[0].paused && pair[1].at() > since);
        (self.settings.paused, self.settings.paused || ended)
    }
}
