//! Which kinds of findings hold, worked out from the lines of a trace and the text of `docs/metrics.md` alone.

use super::facts::{Facts, Followed, Picture, Press, Shown, Stall, Stalled, Update, lower_median, until};
use super::lines::Line;
use crate::models::computer::{MILLI, SECOND, seconds};

/// A comparison with a number that is rounded is open if its sides differ by less than this share of them: the text says
/// nothing of rounding. All begin at whole flicks but [`ROUNDED`], and 80 % of a threshold is always rounded.
const BAND: f64 = 1e-9;
/// A finding that holds on ends when its value is below this share of the threshold.
const ENDS_AT: f64 = 0.8;
/// The kinds whose thresholds are rounded.
const ROUNDED: [&str; 11] = [
    "low-frame-rate",
    "hitch",
    "judder",
    "uneven",
    "camera",
    "another-height",
    "half-rate",
    "limit-missed",
    "queued",
    "ahead",
    "behind",
];

/// Every kind, the most important first.
pub const KINDS: [&str; 31] = [
    "never-draws",
    "refused",
    "not-responding",
    "spiral",
    "frozen",
    "stall",
    "slow-motion",
    "fast-motion",
    "tunnelling",
    "exploded",
    "alarm",
    "presses-lost",
    "presses-doubled",
    "off-path",
    "low-frame-rate",
    "hitch",
    "judder",
    "uneven",
    "camera",
    "another-height",
    "repeats",
    "half-rate",
    "limit-missed",
    "late",
    "queued",
    "ahead",
    "behind",
    "tearing",
    "paused",
    "settling",
    "right",
];
/// A verdict that may be open: then it is `None`.
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

fn or(a: Open, b: Open) -> Open {
    not(and(not(a), not(b)))
}

/// The verdict of the text about a kind: whether it is wrong, whether it is at least a note, and its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    pub kind: &'static str,
    pub wrong: Open,
    pub told: Open,
    pub value: Option<f64>,
}

/// The kinds that hold at a moment, in their order, open ones too, each with its value if the text gives it one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    pub at: i64,
    pub kinds: Vec<Verdict>,
}

/// A finding that was told at the tenth of a second before, of which it is known when it last held in full.
type Held = Option<(Open, i64)>;

/// A part of a trace with the same settings.
struct Regime {
    begin: i64,
    /// The simulated time at its beginning.
    simulated: i64,
    facts: Facts,
    /// The last `world` line before it.
    before: Option<Line>,
}

/// Reads a trace and says what holds at one tenth of a second after another.
pub struct Checker {
    whole: Facts,
    settings: Vec<Line>,
    regimes: Vec<Regime>,
    next: i64,
    /// The regime of the last state.
    last: usize,
    /// For each kind as a note and as wrong: whether it was told at the last state.
    held: [[Held; 2]; KINDS.len()],
}

impl Checker {
    pub fn new(lines: &[Line]) -> Checker {
        let is_settings = |line: &&Line| line.event == "settings";
        let settings: Vec<Line> = lines.iter().filter(is_settings).cloned().collect();
        // The numbers of the lines with which a regime begins.
        let mut begins: Vec<usize> = Vec::new();
        for (number, line) in lines.iter().enumerate().filter(|(_, line)| is_settings(line)) {
            if begins.last().is_none_or(|last| lines[*last].regime() != line.regime()) {
                begins.push(number);
            } else if let Some(before) =
                lines[..number].iter().rfind(is_settings).filter(|before| before.regime() != line.regime())
            {
                panic!("{before:?} is not what its regime began with");
            }
        }
        let ends = begins.iter().skip(1).copied().chain([lines.len()]);
        let first = settings.first().map_or(0, Line::at);
        let regime = |(begin, end): (&usize, usize)| {
            let (earlier, begins) = (&lines[..*begin], lines[*begin].at());
            let simulated = earlier.iter().rfind(|line| line.event == "update").map_or(first, |line| seconds(line.sim_s));
            let before = earlier.iter().rfind(|line| line.event == "world").cloned();
            Regime { begin: begins, simulated, facts: Facts::new(&lines[*begin..end], simulated, first), before }
        };
        let regimes = begins.iter().zip(ends).map(regime).collect();
        let whole = Facts::new(lines, first, i64::MIN);
        Checker { whole, settings, regimes, next: 0, last: 0, held: [[None; 2]; KINDS.len()] }
    }

    /// Says what is told at the next tenth of a second, beginning with 0.
    pub fn advance(&mut self) -> State {
        let t = self.next * (SECOND / 10);
        self.next += 1;
        let regime = until(&self.regimes, t, |regime| regime.begin).max(1) - 1;
        if regime != self.last {
            (self.last, self.held) = (regime, [[None; 2]; KINDS.len()]);
        }
        let moment = TraceAt::new(self, &self.regimes[regime], t);
        let full = moment.told(&[[&[1.0]; 2]; KINDS.len()]);
        let mut holds_on = self.held;
        for of_kind in holds_on.as_flattened_mut() {
            *of_kind = of_kind.filter(|(_, full_at)| t - full_at <= seconds(2.0));
        }
        let levels = |verdict: &Verdict| [verdict.told, verdict.wrong];
        let in_full = |kind: usize, level: usize| {
            full.iter().find(|verdict| verdict.kind == KINDS[kind]).map_or(Some(false), |v| levels(v)[level])
        };
        let mut factors: [[&[f64]; 2]; KINDS.len()] = [[&[1.0]; 2]; KINDS.len()];
        for (kind, of_kind) in factors.iter_mut().enumerate() {
            for (level, factor) in of_kind.iter_mut().enumerate() {
                let holds = holds_on[kind][level].map_or(Some(false), |(held, _)| held);
                *factor = match and(holds, not(in_full(kind, level))) {
                    Some(true) => &[ENDS_AT],
                    Some(false) => &[1.0],
                    None => &[1.0, ENDS_AT],
                };
            }
        }
        let told = moment.told(&factors);
        let mut held = [[None; 2]; KINDS.len()];
        for verdict in &told {
            let kind = place(verdict.kind);
            for level in 0..2 {
                if levels(verdict)[level] == Some(false) {
                    continue;
                }
                let full_at = if in_full(kind, level) == Some(false) { holds_on[kind][level].map(|(_, at)| at) } else { Some(t) };
                held[kind][level] = full_at.map(|at| (levels(verdict)[level], at));
            }
        }
        self.held = held;
        State { at: t, kinds: told }
    }
}

/// The work of the turns of W, and how many turns and `render` lines it is.
struct Work {
    sum: f64,
    turns: f64,
    renders: f64,
}

struct Speed {
    passed: i64,
    simulated: i64,
    most: i64,
}

/// The factors of each kind's thresholds, as a note and as wrong; several if it is open which of them counts.
type Factors<'a> = [[&'a [f64]; 2]; KINDS.len()];

/// A trace as far as it goes at a moment.
struct TraceAt<'a> {
    all: &'a Checker,
    regime: &'a Regime,
    of: &'a Facts,
    t: i64,
    settings: &'a Line,
    /// The `world` lines of the regime so far.
    worlds: &'a [Line],
    /// How many turns are over.
    over: usize,
    /// The pictures of the regime so far, and the window of them.
    came: &'a [Picture],
    window: &'a [Picture],
}

/// Returns whether `a` is more than `b`; a `slack` above 0 lets it be a little less, one below 0 asks for a little more.
fn more(a: f64, b: f64, slack: f64) -> bool {
    a > b - slack * (a.abs() + b.abs())
}

/// Returns the pictures after `since`, and at least the last four.
fn window(came: &[Picture], since: i64) -> &[Picture] {
    &came[until(came, since, |picture| picture.at).min(came.len().saturating_sub(4))..]
}

/// Returns the newest sixteen pictures of a window.
fn newest(window: &[Picture]) -> &[Picture] {
    &window[window.len().saturating_sub(16)..]
}

/// The stays of a window of pictures.
struct Stays {
    usual: i64,
    /// When the newest picture came.
    newest: i64,
    /// How many of the known stays are off.
    off: usize,
    /// The stay beside which one must be off to be an exception: the usual one if stays are rarely off.
    common: i64,
}

/// Returns whether a stay differs from a median by as much as one that is off.
fn differs(stay: i64, median: i64) -> bool {
    let off = (stay - median).abs();
    off >= seconds(0.004) && 100 * off >= 45 * stay.min(median)
}

impl Stays {
    fn of(window: &[Picture]) -> Stays {
        let usual = lower_median(window.iter().map(|picture| picture.stay)).unwrap_or(0);
        let mut stays = Stays { usual, newest: window.last().map_or(0, |picture| picture.at), off: 0, common: usual };
        stays.off = window.iter().filter(|picture| stays.is_known(picture) && stays.is_off(picture)).count();
        let lately = newest(window);
        let now = lower_median(lately.iter().map(|picture| picture.stay)).unwrap_or(0);
        let off_now = lately.iter().filter(|picture| stays.is_known(picture) && stays.is_off(picture)).count();
        if now > usual && differs(now, usual) && 8 * off_now > lately.len() {
            stays.common = window.iter().map(|picture| picture.stay).max().unwrap_or(0);
        } else if stays.off >= 2 && 8 * stays.off > window.len() {
            let mut sorted: Vec<i64> = window.iter().map(|picture| picture.stay).collect();
            sorted.sort_unstable();
            stays.common = sorted[(7 * sorted.len()).div_ceil(8) - 1];
        }
        stays
    }

    fn is_known(&self, picture: &Picture) -> bool {
        picture.known <= self.newest
    }

    /// Returns whether a stay is off, or is by m alone as long as it is not known.
    fn is_off(&self, picture: &Picture) -> bool {
        differs(picture.stay, self.usual) && (!self.is_known(picture) || differs(picture.stay, picture.around))
    }

    fn is_long(&self, picture: &Picture) -> bool {
        let is_longer = picture.stay > self.usual && (!self.is_known(picture) || picture.stay > picture.around);
        self.is_off(picture) && is_longer
    }

    fn is_exception(&self, picture: &Picture) -> bool {
        self.is_long(picture) && picture.stay > self.common && differs(picture.stay, self.common)
    }
}

/// Returns the sorted value with number ⌈tenths · count / 10⌉, counted from 1.
fn in_tenths<T: Copy>(sorted: &[T], tenths: usize) -> T {
    sorted[(tenths * sorted.len()).div_ceil(10) - 1]
}

/// Returns whether a formula holds as a note (0) or as wrong (1); open if that depends on rounding or on what was open before.
/// The formula is given its factor f and the slack of its comparisons.
fn ask(factors: &Factors, (kind, level): (&str, usize), formula: impl Fn(f64, f64) -> bool) -> Open {
    let band = |f| if f == 1.0 && !ROUNDED.contains(&kind) { 0.0 } else { BAND };
    let mut answers = factors[place(kind)][level].iter().flat_map(|f| [-band(*f), band(*f)].map(|slack| formula(*f, slack)));
    let first = answers.next().expect("there is a factor");
    answers.all(|answer| answer == first).then_some(first)
}

/// Asks as wrong and as a note; what is wrong is told.
fn ask_both(factors: &Factors, kind: &'static str, value: f64, formula: impl Fn(usize, f64, f64) -> bool) -> Verdict {
    let [note, wrong] = [0, 1].map(|level| ask(factors, (kind, level), |f, slack| formula(level, f, slack)));
    Verdict { kind, wrong, told: or(wrong, note), value: Some(value) }
}

impl<'a> TraceAt<'a> {
    fn new(all: &'a Checker, regime: &'a Regime, t: i64) -> TraceAt<'a> {
        let of = &regime.facts;
        let came = &of.pictures[..until(&of.pictures, t, |picture| picture.at)];
        TraceAt {
            all,
            regime,
            of,
            t,
            settings: all.settings[..until(&all.settings, t, Line::at).max(1)].last().expect("a trace begins with its settings"),
            worlds: &of.worlds[..until(&of.worlds, t, Line::at)],
            over: until(&of.turns, t, |at| *at).saturating_sub(1),
            came,
            window: window(came, t - seconds(2.0)),
        }
    }

    /// Returns all that is told or open, wrong kinds before notes and then in the order of the kinds.
    fn told(&self, factors: &Factors) -> Vec<Verdict> {
        let wrong = |kind, (holds, value): (Open, Option<f64>)| Verdict { kind, wrong: holds, told: holds, value };
        let note = |kind, (holds, value): (Open, Option<f64>)| Verdict { kind, wrong: Some(false), told: holds, value };
        if self.settings.refused.is_some() {
            return vec![wrong("refused", (Some(true), None))];
        }
        let mut found = vec![wrong("not-responding", self.not_responding()), wrong("frozen", self.frozen())];
        let is_settled = self.t - self.regime.begin >= seconds(0.3);
        let is_enough = self.came.len() >= 3;
        if is_settled {
            let [slow, fast] = self.off_speed(factors);
            let at_speed = and(not(slow.0), not(fast.0));
            let (ahead, behind) = self.drift(factors);
            found.push(wrong("never-draws", self.never_draws()));
            found.push(wrong("spiral", self.spiral()));
            found.push(wrong("stall", self.stall()));
            found.extend([wrong("slow-motion", slow), wrong("fast-motion", fast)]);
            found.push(wrong("tunnelling", self.tunnelling()));
            found.push(wrong("exploded", self.exploded()));
            found.push(wrong("alarm", (Some(self.alarm()), None)));
            found.push(wrong("presses-lost", self.presses(|answers| answers == 0)));
            found.push(wrong("presses-doubled", self.presses(|answers| answers > 1)));
            found.push(self.camera(factors));
            found.push(note("another-height", self.another_height(factors)));
            found.push(wrong("off-path", self.off_path(factors)));
            found.push(note("late", self.late(factors)));
            found.push(note("queued", self.queued(factors)));
            found.push(note("ahead", (and(at_speed, ahead.0), ahead.1)));
            found.push(note("behind", (and(at_speed, behind.0), behind.1)));
            found.push(note("tearing", self.tearing(factors)));
            let mut is_explained = Some(false);
            if is_enough {
                let judder = self.judder(factors);
                let (hitch, half_rate) = (self.hitch(factors, &judder), self.half_rate(factors));
                is_explained = or(half_rate.0, hitch.wrong);
                found.extend([self.low_frame_rate(factors), hitch, judder, self.uneven(factors, &judder)]);
                found.push(note("half-rate", half_rate));
                let worse = ["never-draws", "frozen", "stall", "hitch", "judder", "uneven"];
                let told_as_wrong = found.iter().filter(|verdict| worse.contains(&verdict.kind)).map(|verdict| verdict.wrong);
                let none_worse = not(told_as_wrong.fold(Some(false), or));
                let (holds, value) = self.repeats(factors);
                found.push(note("repeats", (and(holds, none_worse), value)));
            }
            let (missed, rate) = self.limit_missed(factors);
            found.push(note("limit-missed", (and(missed, not(is_explained)), rate)));
        }
        let (is_paused, was_paused) = self.pause();
        if self.settings.pauses && was_paused {
            found.retain(|verdict| verdict.kind == "not-responding");
        }
        if is_paused || self.settings.pauses && was_paused {
            found.push(note("paused", (Some(true), None)));
        }
        found.retain(|verdict| verdict.told != Some(false));
        let any = found.iter().map(|verdict| verdict.told).reduce(or).unwrap_or(Some(false));
        let last = if is_settled && is_enough {
            note("right", (not(any), self.speed(2.0).map(|speed| 100.0 * speed.simulated as f64 / speed.passed as f64)))
        } else {
            note("settling", (not(any), None))
        };
        found.extend(Some(last).filter(|verdict| verdict.told != Some(false)));
        found.sort_by_key(|verdict| (verdict.wrong == Some(false), place(verdict.kind)));
        found
    }

    fn not_responding(&self) -> (Open, Option<f64>) {
        let of = &self.all.whole;
        let shown = of.displays[..until(&of.displays, self.t, |shown| shown.at)].last().map(|shown| shown.at);
        let begun = of.turns.first().copied().filter(|at| *at <= self.t);
        let silent = shown.or(begun).map_or(0, |at| self.t - at);
        (Some(silent > seconds(10.0)), Some(silent as f64 / SECOND as f64))
    }

    fn never_draws(&self) -> (Open, Option<f64>) {
        let since = self.t - self.regime.begin;
        let has_drawn = self.of.renders.first().is_some_and(|at| *at <= self.t);
        let has_shown = self.of.displays.first().is_some_and(|shown| shown.at <= self.t);
        let ready = self.of.first_presented.filter(|presented| *presented <= self.t).max(self.of.first_done);
        let is_unseen = ready.is_some_and(|ready| self.t - ready > SECOND) && !has_shown;
        (Some(since >= SECOND && (self.over > 0 && !has_drawn || is_unseen)), Some(since as f64 / SECOND as f64))
    }

    fn spiral(&self) -> (Open, Option<f64>) {
        let of = self.of;
        // Updates of a turn that began before the regime have no turn here.
        let all: Vec<Update> = of.updates[..until(&of.updates, self.t, |update| update.at)]
            .iter()
            .filter(|update| update.turn > 0)
            .copied()
            .collect();
        let steps_in = |updates: &[Update]| updates.iter().filter(|update| update.is_step).count();
        let mut first = until(&all, self.t - seconds(2.0), |update| update.at);
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
        (Some(cost >= dt && of_one_turn), Some(cost / MILLI as f64))
    }

    fn frozen(&self) -> (Open, Option<f64>) {
        let of = &self.all.whole;
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

    /// Returns the pictures that are stalls, in the last seconds.
    fn picture_stalls(&self, span: f64) -> Vec<&'a Stall> {
        let since = self.t - seconds(span);
        self.of.picture_stalls.iter().filter(|stall| stall.end > since && stall.known <= self.t).collect()
    }

    fn stall(&self) -> (Open, Option<f64>) {
        let stalls = self.picture_stalls(2.0);
        (Some(stalls.len() == 1), stalls.last().map(|stall| (stall.end - stall.at) as f64 / MILLI as f64))
    }

    fn tunnelling(&self) -> (Open, Option<f64>) {
        let since = self.t - seconds(6.0);
        let before = self.regime.before.iter().chain(self.worlds);
        // In the first regime the first line has none before it.
        let before = before.map(|line| line.tunnelled).collect::<Vec<_>>();
        let before = if self.regime.before.is_some() { before } else { [vec![0], before].concat() };
        let counts = |line: &Line| line.at() > since && line.began_s.is_some_and(|began| seconds(began) >= self.regime.begin);
        let lines = self.worlds.iter().zip(before).filter(|(line, _)| counts(line));
        let passes: u64 = lines.map(|(line, before)| line.tunnelled - before).sum();
        (Some(passes > 0), Some(passes as f64))
    }

    fn exploded(&self) -> (Open, Option<f64>) {
        let before = self.regime.before.as_ref().map_or(0, |line| line.exploded);
        let recent = self.worlds.iter().filter(|line| line.at() > self.t - seconds(4.0));
        let most = recent.chain(self.worlds.last()).map(|line| line.exploded).max();
        let more = most.unwrap_or(0).saturating_sub(before);
        (Some(more > 0), Some(more as f64))
    }

    fn alarm(&self) -> bool {
        let was_well = self.regime.before.as_ref().is_none_or(|line| line.alarm.is_none());
        let has_been_well = self.worlds.iter().any(|line| line.alarm.is_none());
        self.worlds.last().is_some_and(|line| line.alarm.is_some()) && (was_well || has_been_well)
    }

    /// Counts the newest presses whose answers in time are `faulty`.
    fn presses(&self, is_faulty: fn(usize) -> bool) -> (Open, Option<f64>) {
        let since = self.t - seconds(6.0);
        let presses = self.all.whole.presses.iter().filter(|press| !press.by_hand && press.at >= self.regime.begin);
        let recent = presses.filter(|press| press.at > since && press.until + seconds(0.5) <= self.t);
        let answers = |press: &Press| press.taken.iter().filter(|taken| **taken <= press.until + seconds(0.5)).count();
        let faulty = recent.filter(|press| is_faulty(answers(press))).count();
        (Some(faulty > 0), Some(faulty as f64))
    }

    fn camera(&self, factors: &Factors) -> Verdict {
        let none = Verdict { kind: "camera", wrong: Some(false), told: Some(false), value: None };
        if self.settings.world != "camera" {
            return none;
        }
        let settled = self.all.settings[0].at() + seconds(1.0);
        let frames: Vec<&Followed> = self.all.whole.followed.iter().filter(|frame| frame.rendered >= self.regime.begin).collect();
        let pairs: Vec<(&Followed, &Followed)> = frames.iter().copied().zip(frames.iter().skip(1).copied()).collect();
        let is_recent = |at: i64| at > self.t - seconds(2.0) && at <= self.t;
        let pairs: Vec<_> = pairs.into_iter().filter(|(before, now)| before.at >= settled && is_recent(now.at)).collect();
        if pairs.len() < 10 {
            return none;
        }
        let n = pairs.len() as f64;
        let moved = |lane: usize| {
            let off = |(before, now): &(&Followed, &Followed)| {
                ((now.body - now.cameras[lane]) - (before.body - before.cameras[lane])).abs()
            };
            pairs.iter().map(off).sum::<f64>() / n
        };
        let jitter = (0..5).map(moved).fold(0.0, f64::max);
        let stay = pairs.iter().map(|(before, now)| (now.at - before.at) as f64).sum::<f64>() / n;
        let formula = |level: usize, f: f64, slack: f64| {
            let share = if level == 1 { 0.12 } else { 0.08 };
            !more(f * (share * stay).max(MILLI as f64), jitter, -slack)
        };
        ask_both(factors, "camera", jitter / MILLI as f64, formula)
    }

    /// Returns the stalls of turns that are known.
    fn stalls(&self) -> impl DoubleEndedIterator<Item = &'a Stall> + Clone {
        self.of.turn_stalls.iter().filter(|stall| stall.known <= self.t)
    }

    /// Returns whether the time from this turn to the next one counts.
    fn counts(&self, turn: usize) -> bool {
        let at = self.of.turns[turn];
        let after = seconds(0.5);
        let is_left_out = |stall: &Stall| stall.is_lone && stall.number <= turn && at < stall.end + after;
        !self.stalls().any(is_left_out)
    }

    /// Returns the clock time and the simulated time from this turn to the next one.
    fn way(&self, turn: usize) -> (i64, i64) {
        let (turns, simulated) = (&self.of.turns, &self.of.simulated);
        (turns[turn + 1] - turns[turn], simulated[turn + 1] - simulated[turn])
    }

    /// Returns the speed of the last seconds; `None` if too few turns count.
    fn speed(&self, span: f64) -> Option<Speed> {
        let turns = &self.of.turns;
        let recent = until(turns, self.t - seconds(span), |at| *at);
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

    fn off_speed(&self, factors: &Factors) -> [(Open, Option<f64>); 2] {
        let timer = seconds(self.settings.timer_s) as f64;
        let mut answers = [(Some(false), None); 2];
        // A later window counts only if no earlier one decides.
        let mut undecided = Some(true);
        for span in [2.0, 4.0, 10.0] {
            let Some(speed) = self.speed(span) else { continue };
            if span > 2.0 && speed.most <= seconds(0.1) {
                continue;
            }
            let (passed, simulated, most) = (speed.passed as f64, speed.simulated as f64, speed.most as f64);
            let off = (simulated - passed).abs();
            let is_off = |f, slack| more(100.0 * off, 2.0 * f * passed, slack) && more(off, (most + timer) * f, slack);
            let slow = ask(factors, ("slow-motion", 1), |f, slack| simulated < passed && is_off(f, slack));
            let fast = ask(factors, ("fast-motion", 1), |f, slack| simulated >= passed && is_off(f, slack));
            for (answer, holds) in answers.iter_mut().zip([slow, fast]) {
                let decides = and(undecided, holds);
                if answer.0 == Some(false) && decides != Some(false) {
                    *answer = (decides, Some(100.0 * simulated / passed));
                }
            }
            undecided = and(undecided, not(or(slow, fast)));
        }
        answers
    }

    /// Returns the mean time between pictures; `None` if there are none.
    /// Returns whether a turn or picture is a stall, or the newest one and a stall in case the next is short.
    fn is_stalled(&self, stalled: &[Stalled], number: usize) -> bool {
        stalled.iter().any(|one| one.number == number && (one.is_stall || one.next > self.t))
    }

    /// Returns the mean stay of the pictures of W that are not stalled.
    fn usual_stay(&self) -> Option<f64> {
        let first = self.came.len() - self.window.len();
        // The stay of a picture is the interval from the one before, the first of which has none.
        let usual = (first..self.came.len()).filter(|number| !self.is_stalled(&self.of.stalled_pictures, *number));
        let stays: Vec<i64> = usual.map(|number| self.came[number].stay).collect();
        (!stays.is_empty()).then(|| stays.iter().sum::<i64>() as f64 / stays.len() as f64)
    }

    fn mean_stay(&self) -> Option<f64> {
        let stays = self.window.iter().map(|picture| picture.stay).sum::<i64>() as f64;
        (!self.window.is_empty()).then(|| stays / self.window.len() as f64)
    }

    fn low_frame_rate(&self, factors: &Factors) -> Verdict {
        let mean = self.usual_stay().expect("a stall stands out from others");
        let limits = [29.5, 23.5].map(|hertz| SECOND as f64 / hertz);
        ask_both(factors, "low-frame-rate", SECOND as f64 / mean, |level, f, slack| more(mean, limits[level] * f, slack))
    }

    fn hitch(&self, factors: &Factors, judder: &Verdict) -> Verdict {
        let [with, without] = [true, false].map(|leaps_count| self.hitches(factors, leaps_count));
        match judder.wrong {
            Some(true) => without,
            Some(false) => with,
            None => {
                let agreed = |one: Open, other: Open| one.filter(|_| one == other);
                let value = with.value.filter(|_| with.value == without.value);
                let (wrong, told) = (agreed(with.wrong, without.wrong), agreed(with.told, without.told));
                Verdict { kind: "hitch", wrong, told, value }
            }
        }
    }

    fn hitches(&self, factors: &Factors, leaps_count: bool) -> Verdict {
        let stalls = self.picture_stalls(10.0);
        let alone = if let [stall] = &stalls[..] { Some(stall.end) } else { None };
        let mut verdict = Verdict { kind: "hitch", wrong: Some(false), told: Some(false), value: None };
        for span in [2.0, 10.0] {
            let pictures = window(self.came, self.t - seconds(span));
            let stays = Stays::of(pictures);
            let is_hitch =
                |picture: &&Picture| stays.is_known(picture) && stays.is_exception(picture) && Some(picture.at) != alone;
            let long = pictures.iter().filter(is_hitch).map(|picture| picture.stay as f64);
            let leaps = if leaps_count { self.leaps(pictures, &stays) } else { Vec::new() };
            let hitches: Vec<f64> = long.chain(leaps).collect();
            let count = hitches.len();
            if count == 0 {
                continue;
            }
            let late: f64 = hitches.iter().map(|length| length - stays.usual as f64).sum();
            let counted = pictures.iter().map(|picture| picture.stay).sum::<i64>().max(seconds(2.0));
            let value = 1000.0 * late / counted as f64;
            let wrong = ask(factors, ("hitch", 1), |f, slack| count >= 2 && !more(9.0 * f, value, -slack));
            if span == 2.0 {
                verdict = Verdict { wrong, told: wrong, value: Some(value), ..verdict };
            } else {
                // The value is that of the ten seconds if they are as wrong.
                let as_wrong = or(wrong, not(verdict.wrong));
                verdict.value = as_wrong.and_then(|as_wrong| if as_wrong { Some(value) } else { verdict.value });
                verdict = Verdict { wrong: or(verdict.wrong, wrong), told: Some(true), ..verdict };
            }
        }
        verdict
    }

    /// Returns the ways of the leaps among the last pictures, each as the time in which the game usually goes it.
    fn leaps(&self, window: &[Picture], stays: &Stays) -> Vec<f64> {
        let [stay, step] = [|picture: &Picture| picture.stay, |picture: &Picture| picture.step]
            .map(|of| window.iter().map(|picture| i128::from(of(picture))).sum::<i128>());
        if step <= 0 {
            return Vec::new();
        }
        let least = i128::from(seconds(0.004)).max(i128::from(75 * stays.usual) / 100) * step;
        let is_far = |picture: &Picture, than: i128| i128::from(picture.step) * stay - than >= least;
        let is_leap = |number: &usize| {
            let picture = &self.came[*number];
            let goes_on_from_long = self.came[number.saturating_sub(7)..=*number].iter().any(|one| stays.is_long(one));
            stays.is_known(picture)
                && !goes_on_from_long
                && is_far(picture, i128::from(picture.stay) * step)
                && is_far(picture, i128::from(picture.step_around) * stay)
        };
        let first = self.came.len() - window.len();
        let leaps: Vec<usize> = (first..self.came.len()).filter(is_leap).collect();
        if leaps.len() > 1 && 8 * leaps.len() > window.len() {
            return Vec::new();
        }
        leaps.into_iter().map(|number| self.came[number].step as f64 * stay as f64 / step as f64).collect()
    }

    fn judder(&self, factors: &Factors) -> Verdict {
        let none = Verdict { kind: "judder", wrong: Some(false), told: Some(false), value: None };
        let stays = Stays::of(self.window);
        let first = self.came.len() - self.window.len();
        let is_left_out = |number: usize| stays.is_exception(&self.came[number]);
        let counts = |number: &usize| !is_left_out(*number) && (*number == 0 || !is_left_out(number - 1));
        let pictures: Vec<&Picture> = (first..self.came.len()).filter(counts).map(|number| &self.came[number]).collect();
        let stay: i64 = pictures.iter().map(|picture| picture.stay).sum();
        let step: i64 = pictures.iter().map(|picture| picture.step).sum();
        if stay <= 0 || step <= 0 {
            return none;
        }
        // Products of whole numbers are exact.
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        let ahead = |picture: &&Picture| (product(picture.step, stay) - product(picture.stay, step)) as f64 / step as f64;
        let count = pictures.len() as f64;
        let whole: i128 = pictures.iter().map(|picture| (product(picture.step, stay) - product(picture.stay, step)).abs()).sum();
        let mean = whole as f64 / step as f64 / count;
        let limits = [0.08, 0.12].map(|share| (share * stay as f64 / count).max(seconds(0.001) as f64));
        let too_far = (0.45 * stays.usual as f64).max(seconds(0.004) as f64);
        let mut misfits: Vec<f64> = pictures.iter().map(|picture| ahead(picture).abs()).collect();
        misfits.sort_by(f64::total_cmp);
        let ninth = (misfits.len() >= 10).then(|| in_tenths(&misfits, 9));
        let visible = (0.18 * stay as f64 / count).max(seconds(0.0005) as f64);
        ask_both(factors, "judder", mean / MILLI as f64, |level, f, slack| {
            let jumps = pictures.iter().filter(|picture| !more(f * too_far, ahead(picture), -slack)).count();
            let is_in_ten = ninth.is_some_and(|ninth| !more(f * visible, ninth, -slack));
            !more(f * limits[level], mean, -slack) || if level == 1 { jumps >= 2 } else { is_in_ten }
        })
    }

    fn uneven(&self, factors: &Factors, judder: &Verdict) -> Verdict {
        let (n, stays) = (self.window.len() as f64, Stays::of(self.window));
        let off = stays.off;
        let lately = newest(self.window);
        let is_off_lately = lately.iter().any(|picture| Stays::of(lately).is_off(picture));
        let are_off = ask(factors, ("uneven", 1), |f, slack| is_off_lately && off > 1 && more(8.0 * off as f64, f * n, slack));
        let wrong = and(and(are_off, not(judder.wrong)), Some(!self.settings.varies));

        let mut sorted: Vec<i64> = self.window.iter().map(|picture| picture.stay).collect();
        sorted.sort_unstable();
        let known = self.window.iter().filter(|picture| stays.is_known(picture));
        let mut around: Vec<i64> = known.map(|picture| picture.stay - picture.around).collect();
        around.sort_unstable();
        let of = |sorted: &[i64]| if sorted.is_empty() { 0 } else { in_tenths(sorted, 9) - in_tenths(sorted, 1) };
        let spread = of(&sorted).min(of(&around)) as f64;
        let wide = (0.25 * self.mean_stay().expect("there are pictures")).max(seconds(0.004) as f64);
        let is_wide = ask(factors, ("uneven", 0), |f, slack| sorted.len() >= 20 && !more(f * wide, spread, -slack));
        let far = sorted.iter().filter(|stay| (**stay - stays.usual).abs() as f64 >= 0.5 * wide).count();

        let value = wrong.map(|wrong| 100.0 * if wrong { off } else { far } as f64 / n);
        Verdict { kind: "uneven", wrong, told: or(wrong, and(is_wide, not(judder.told))), value }
    }

    fn repeats(&self, factors: &Factors) -> (Open, Option<f64>) {
        let mut pictures = self.of.first_picture.into_iter().chain(self.came.iter().map(|picture| picture.at));
        let first = pictures.find(|at| *at > self.t - seconds(2.0)).unwrap_or(self.t);
        let newest = self.came.last().map_or(first, |picture| picture.at);
        let shown: Vec<&Shown> = self.shown().iter().filter(|shown| shown.at > first && shown.at <= newest).collect();
        let (frames, pictures) = (shown.len(), shown.iter().filter(|shown| shown.is_picture).count());
        let old = (frames - pictures) as f64;
        let holds = ask(factors, ("repeats", 0), |f, slack| {
            frames >= 10 && !self.settings.paused && !more(f * 0.25 * frames as f64, old, -slack)
        });
        (holds, Some(100.0 * old / frames as f64))
    }

    /// Returns the work of W; `None` with fewer than three turns.
    fn work(&self) -> Option<Work> {
        let turns = &self.of.turns[..self.over];
        let first = until(turns, self.t - seconds(2.0), |at| *at).min(self.over.saturating_sub(4));
        let turns: Vec<usize> = (first..self.over).filter(|turn| !self.is_stalled(&self.of.stalled_turns, *turn)).collect();
        let work: Vec<&[i64; 3]> = turns.iter().map(|turn| &self.of.work[*turn]).collect();
        let of = |which: fn(&[i64; 3]) -> i64| work.iter().map(|turn| which(turn)).sum::<i64>();
        let [cpu, gpu, gpu_frames] = [of(|turn| turn[0]), of(|turn| turn[1]), of(|turn| turn[2])];
        let begun = |turn: usize| until(&self.of.turns_of_renders, turn as i64, |begun| *begun);
        let renders = turns.iter().map(|turn| begun(turn + 1) - begun(*turn)).sum::<usize>() as i64;
        let gpu = gpu * renders / gpu_frames.max(1);
        let sum = if self.settings.queue == 0 { cpu + gpu } else { cpu.max(gpu) } as f64;
        (work.len() >= 3).then_some(Work { sum, turns: work.len() as f64, renders: renders as f64 })
    }

    /// Returns the frame rate that the loop asks for: A.
    fn asked(&self) -> Option<f64> {
        let params = self.settings.params.as_object()?;
        let names = |name: &str| {
            let plain: String = name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect();
            ["fps", "maxfps", "targetfps", "framerate"].contains(&&*plain)
        };
        let rates = params.iter().filter(|(name, _)| names(name)).filter_map(|(_, value)| value.as_f64());
        rates.reduce(f64::min).or(self.settings.interval_ms.map(|delay| 1000.0 / delay)).or(self.settings.constant_hz)
    }

    fn limit_missed(&self, factors: &Factors) -> (Open, Option<f64>) {
        let none = (Some(false), None);
        let since = self.t - seconds(2.0);
        let in_window = |at: &i64| *at > since && *at <= self.t;
        let (Some(asked), Some(work)) = (self.asked(), self.work()) else { return none };
        let renders: Vec<i64> = self.of.renders.iter().copied().filter(in_window).collect();
        // Steps of a turn that began before the regime do not count.
        let steps = self.of.updates.iter().filter(|update| update.dt > 0 && update.turn > 0).map(|update| update.at);
        let steps: Vec<i64> = steps.filter(in_window).collect();
        let rate = |moments: &[i64]| {
            let gaps: Vec<i64> = moments.windows(2).map(|pair| pair[1] - pair[0]).collect();
            let rest = gaps.iter().sum::<i64>() - gaps.iter().max()?;
            (moments.len() >= 4 && rest > 0).then(|| (gaps.len() - 1) as f64 * SECOND as f64 / rest as f64)
        };
        let Some(rate) = rate(&renders).into_iter().chain(rate(&steps)).reduce(f64::max) else { return none };
        let is_steady = self.t - self.regime.begin >= 2 * SECOND && self.picture_stalls(2.0).is_empty();
        let period = SECOND as f64 / asked;
        let holds = ask(factors, ("limit-missed", 0), |f, slack| {
            let can_show = !more(seconds(self.settings.refresh_s) as f64, 1.002 * period, -slack);
            let can_draw = !more(work.sum, 0.9 * period * work.renders, -slack);
            can_show && can_draw && more(asked - rate, 0.05 * f * asked, slack)
        });
        (and(holds, Some(is_steady && work.renders > 0.0)), Some(rate))
    }

    fn half_rate(&self, factors: &Factors) -> (Open, Option<f64>) {
        let since = self.t - seconds(2.0);
        let slept = self.of.sleeps.iter().any(|at| *at > since && *at <= self.t);
        let Some(work) = self.work().filter(|_| self.settings.present == "fifo" && !slept) else {
            return (Some(false), None);
        };
        let turn = work.sum / work.turns;
        let mean = self.usual_stay().expect("a stall stands out from others");
        let refresh = seconds(self.settings.refresh_s) as f64;
        let rate = SECOND as f64 / mean;
        let is_asked = self.asked().is_some_and(|limit| limit <= 1.05 * rate);
        let holds = ask(factors, ("half-rate", 0), |f, slack| {
            let misses = if self.settings.varies {
                more(mean, f * turn / 0.9, slack)
            } else {
                self.window.iter().all(|picture| picture.stay as f64 >= 1.5 * refresh)
            };
            misses && rate < 60.0 && more(turn, f * refresh, slack)
        });
        let are_new = self.repeats(factors).1.is_none_or(|repeated| repeated.is_nan() || repeated == 0.0);
        (and(holds, Some(!is_asked && are_new)), Some(rate))
    }

    /// Returns the displayed frames of the last two seconds.
    fn shown(&self) -> &'a [Shown] {
        let of = self.of;
        let came = &of.displays[..until(&of.displays, self.t, |shown| shown.at)];
        &came[until(came, self.t - seconds(2.0), |shown| shown.at)..]
    }

    fn queued(&self, factors: &Factors) -> (Open, Option<f64>) {
        let shown = self.shown();
        let Some(median) = lower_median(shown.iter().map(|shown| shown.waited)).filter(|_| shown.len() >= 4) else {
            return (Some(false), None);
        };
        let limit = 3.0 * seconds(self.settings.refresh_s) as f64;
        let holds = ask(factors, ("queued", 0), |f, slack| !more(f * limit, median as f64, -slack));
        (holds, Some(median as f64 / MILLI as f64))
    }

    fn late(&self, factors: &Factors) -> (Open, Option<f64>) {
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
        let pictures = 2.0 * self.usual_stay().unwrap_or(0.0);
        let limit = pictures.max(seconds(0.1) as f64);
        let holds = ask(factors, ("late", 0), |f, slack| more(median as f64, f * limit, slack));
        (holds, Some(median as f64 / MILLI as f64))
    }

    fn off_path(&self, factors: &Factors) -> (Open, Option<f64>) {
        let Some(last) = self.worlds.last() else { return (Some(false), None) };
        let since = self.t - seconds(4.0);
        let recent = self.worlds.iter().filter(|line| line.at() > since).map(|line| line.off_path);
        let least = self.worlds.iter().map(|line| line.off_path).fold(f64::INFINITY, f64::min);
        let added = recent.fold(last.off_path, f64::max) - least;
        // Half a width.
        (ask(factors, ("off-path", 1), |f, slack| more(added, 0.5 * f, slack)), Some(added))
    }

    fn another_height(&self, factors: &Factors) -> (Open, Option<f64>) {
        let jump = self.worlds.last().and_then(|line| Some((line.took_off_s?, line.apex? / line.apex_exact?)));
        let Some((_, ratio)) = jump.filter(|(took_off, _)| seconds(*took_off) >= self.regime.simulated) else {
            return (Some(false), None);
        };
        let off = 100.0 * (ratio - 1.0).abs();
        (ask(factors, ("another-height", 0), |f, slack| !more(2.0 * f, off, -slack)), Some(off))
    }

    /// Judges whether the pane is ahead, and whether it is behind, at whatever speed.
    fn drift(&self, factors: &Factors) -> ((Open, Option<f64>), (Open, Option<f64>)) {
        let (of, turns) = (self.of, &self.of.turns);
        let none = ((Some(false), None), (Some(false), None));
        let count = ((self.t - self.regime.begin) / SECOND).min(10) as usize;
        if count < 3 {
            return none;
        }
        // The sum, and how many turns, of each of the seconds.
        let mut means = vec![(0.0, 0.0); count];
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
        let m: Vec<f64> = means.iter().map(|(sum, count)| sum / count).collect();
        let x = m[0] - m[count - 1];
        let recent = until(&of.updates, self.t - SECOND * count as i64, |update| update.at);
        let updates = &of.updates[recent..until(&of.updates, self.t, |update| update.at)];
        let step = updates.iter().map(|update| update.dt).max().unwrap_or(0) as f64;
        let limit = step + seconds(self.settings.refresh_s) as f64;
        let ask = |kind, sign: f64| {
            ask(factors, (kind, 0), |f, slack| {
                let halves = [m[0] - m[count.div_ceil(2) - 1], m[count / 2] - m[count - 1]];
                more(sign * x, f * limit, slack) && halves.iter().all(|half| more(sign * half, 0.25 * sign * x, slack))
            })
        };
        let ms_per_s = Some(x.abs() / (count - 1) as f64 / MILLI as f64);
        ((ask("ahead", -1.0), ms_per_s), (ask("behind", 1.0), ms_per_s))
    }

    fn tearing(&self, factors: &Factors) -> (Open, Option<f64>) {
        let last = self.shown();
        let percent = 100.0 * last.iter().filter(|shown| shown.torn).count() as f64 / last.len().max(1) as f64;
        let holds = ask(factors, ("tearing", 0), |f, slack| last.len() >= 10 && !more(10.0 * f, percent, -slack));
        (holds, Some(percent))
    }

    /// Returns whether the game is paused, and whether it was in the last two seconds.
    fn pause(&self) -> (bool, bool) {
        let all = &self.all.settings[..until(&self.all.settings, self.t, Line::at)];
        let since = self.t - seconds(2.0);
        let ended = all.windows(2).any(|pair| pair[0].paused && pair[1].at() > since);
        (self.settings.paused, self.settings.paused || ended)
    }
}
