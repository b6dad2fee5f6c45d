//! The fifteen published loops, the six from their comments, the two that ask what the display does, the three that the system
//! calls and the two of engines, again, from their descriptions.

use crate::models::computer::{Happening, Into, MILLI, Machine, millis, period, seconds};
use crate::models::float_loops::{in_doubles, in_singles};
use crate::models::{Case, Setting};
use std::cell::{Cell, RefCell};
use tickscope_core::model::config::settings::Presentation::{Extrapolate, Interpolate, Latest};

/// A loop as the model runs it.
type Loop = fn(&mut Machine, &Set);

/// The published loop: the numbers with their defaults, the slips that can be chosen, and the alpha.
pub struct Published {
    pub id: &'static str,
    pub params: &'static [(&'static str, f64)],
    pub choices: &'static [(&'static str, &'static [&'static str])],
    pub has_alpha: bool,
    run: Loop,
    /// The same in doubles and in single floats.
    in_floats: Option<[Loop; 2]>,
}

const fn plain(id: &'static str, params: &'static [(&'static str, f64)], run: Loop) -> Published {
    Published { id, params, choices: &[], has_alpha: false, run, in_floats: None }
}

const fn between(id: &'static str, params: &'static [(&'static str, f64)], run: Loop) -> Published {
    Published { id, params, choices: &[], has_alpha: true, run, in_floats: None }
}

impl Published {
    const fn or(mut self, choices: &'static [(&'static str, &'static [&'static str])]) -> Published {
        self.choices = choices;
        self
    }

    const fn summing(mut self, doubles: Loop, singles: Loop) -> Published {
        self.choices = &[SUMS];
        self.in_floats = Some([doubles, singles]);
        self
    }
}

/// The computer does it, whatever the loop.
const SPIN: (&str, f64) = ("spin_ms", 0.0);
/// A rate that is off unless it is set: its period is nothing.
const OFF: f64 = f64::INFINITY;
const WHOLE_MS: (&str, &[&str]) = ("whole_ms", &["off", "on", "as-seconds"]);
const COMPARE: (&str, &[&str]) = ("compare", &["ticks", "difference", "any-difference", "signed"]);
const PAUSE: (&str, &[&str]) = ("pause", &["by-0", "no-update"]);
const FIRST_READING: (&str, &[&str]) = ("first_reading", &["off", "on"]);
const SUMS: (&str, &[&str]) = ("sums", &["exact", "f64", "f32"]);

pub const ALL: &[Published] = &[
    plain("frame-based", &[("nominal_hz", 60.0)], frame_based),
    plain("fixed-fps", &[("fps", 25.0), SPIN], fixed_fps).or(&[WHOLE_MS]),
    plain("fixed-fps-relative", &[("fps", 60.0), SPIN], fixed_fps_relative),
    plain("variable-delta", &[], variable_delta),
    plain("variable-delta-wait", &[("max_fps", 60.0), SPIN], variable_delta_wait),
    plain("limit-before-present", &[("max_fps", 60.0), SPIN], limit_before_present),
    plain("limit-after-present", &[("max_fps", 60.0), SPIN], limit_after_present),
    plain("variable-delta-clamped", &[("clamp_ms", 100.0)], variable_delta_clamped),
    between("fixed-interval", &[("max_fps", 120.0), ("min_fps", 15.0)], fixed_interval)
        .summing(in_doubles::fixed_interval, in_singles::fixed_interval)
        .or(&[SUMS, FIRST_READING]),
    plain("beautiful-timer", &[("max_fps", 60.0), ("max_step_ms", 100.0), ("max_cycles", 5.0), SPIN], beautiful_timer)
        .summing(in_doubles::beautiful_timer, in_singles::beautiful_timer),
    between("clamped-accumulator", &[("step_hz", 60.0), ("clamp_ms", 100.0)], |m, set| {
        let stops = set.stops_updating();
        accumulator(m, set, |m, step| {
            if !m.is_paused() {
                m.update(step);
            } else if !stops {
                m.update(0);
            }
        });
    })
    .summing(in_doubles::clamped_accumulator, in_singles::clamped_accumulator)
    .or(&[SUMS, PAUSE]),
    plain("refresh-multiples", &[("refresh_hz", 60.0), ("min_fps", 15.0)], |m, set| multiples(m, set, Beyond::Nothing))
        .summing(in_doubles::refresh_multiples, in_singles::refresh_multiples),
    plain("refresh-multiples-slowdown", &[("refresh_hz", 60.0), ("min_fps", 15.0), ("threshold_ms", 100.0)], |m, set| {
        multiples(m, set, Beyond::HalfTwice);
    })
    .summing(in_doubles::refresh_multiples_slowdown, in_singles::refresh_multiples_slowdown),
    plain("refresh-multiples-passthrough", &[("refresh_hz", 60.0), ("min_fps", 15.0), ("threshold_ms", 100.0)], |m, set| {
        multiples(m, set, Beyond::AllAtOnce);
    })
    .summing(in_doubles::refresh_multiples_passthrough, in_singles::refresh_multiples_passthrough),
    between("frame-skip", &[("ticks_per_s", 50.0), ("max_frameskip", 10.0)], frame_skip).or(&[WHOLE_MS, COMPARE]),
    between(
        "frame-skip-predicted",
        &[("ticks_per_s", 25.0), ("max_frameskip", 5.0), ("max_fps", OFF), SPIN],
        frame_skip_predicted,
    )
    .or(&[WHOLE_MS, COMPARE]),
    plain("semi-fixed", &[("max_step_hz", 60.0)], semi_fixed).summing(in_doubles::semi_fixed, in_singles::semi_fixed),
    between("fixed-interpolated", &[("step_hz", 60.0), ("clamp_ms", 250.0)], |m, set| accumulator(m, set, Machine::update))
        .summing(in_doubles::fixed_interpolated, in_singles::fixed_interpolated),
    plain("closed-form", &[("game_hz", OFF)], closed_form),
    between("spread-updates", &[("ticks_per_s", 25.0), ("iterations", 20.0), ("max_frameskip", 5.0)], spread_updates)
        .or(&[COMPARE]),
    between(
        "multi-rate",
        &[
            ("physics_hz", 100.0),
            ("ai_hz", 10.0),
            ("max_fps", 60.0),
            ("ai_share", 0.5),
            ("input_hz", OFF),
            ("clamp_ms", 100.0),
            SPIN,
        ],
        multi_rate,
    )
    .summing(in_doubles::multi_rate, in_singles::multi_rate)
    .or(&[("cap", &["off", "display"]), SUMS]),
    plain("draw-every-nth", &[("draw_every", 2.0), ("max_fps", 60.0), SPIN], draw_every_nth),
    plain("adaptive-fps", &[("start_fps", 25.0), ("settle_ms", 0.0), SPIN], adaptive_fps),
    between("mean-fps-cap", &[("ticks_per_s", 25.0), ("max_frameskip", 5.0), ("window_s", 10.0), SPIN], mean_fps_cap)
        .or(&[WHOLE_MS, COMPARE]),
    plain("counted-refreshes", &[], counted_refreshes).or(&[("count", &["flips", "refreshes"])]),
    plain("snapped-delta", &[], snapped_delta),
    plain("callback-delta", &[], callback_delta),
    plain("callback-clock-delta", &[], callback_clock_delta),
    between("callback-accumulator", &[("step_hz", 60.0), ("clamp_ms", 250.0)], callback_accumulator)
        .summing(in_doubles::callback_accumulator, in_singles::callback_accumulator),
    between("godot-jitter-fix", &[("step_hz", 60.0), ("max_steps", 8.0), ("jitter_fix", 0.5)], godot_jitter_fix)
        .or(&[("smoothing", &["on", "off"])]),
    plain("phaser-smoothed", &[("target_fps", 60.0), ("min_fps", 5.0)], phaser_smoothed),
];

pub fn find(id: &str) -> &'static Published {
    ALL.iter().find(|published| published.id == id).unwrap_or_else(|| panic!("the model doesn't know '{id}'"))
}

/// The settings of one case, over the published defaults.
pub struct Set<'a> {
    case: &'a Case,
    defaults: &'static [(&'static str, f64)],
}

impl Set<'_> {
    fn set(&self, name: &str) -> Option<Setting> {
        self.case.params.iter().rev().find(|(set, _)| *set == name).map(|(_, setting)| *setting)
    }

    /// `None` if it is off.
    pub fn maximum(&self, name: &str) -> Option<f64> {
        match self.set(name) {
            None => Some(self.defaults.iter().find(|(known, _)| *known == name).unwrap().1),
            Some(Setting::Number(number)) => Some(number),
            Some(Setting::Off) => None,
            Some(Setting::Word(word)) => panic!("{name} is no choice of {word}"),
        }
    }

    /// `None` if it follows from another number, which it does unless it is set.
    pub fn fixed(&self, name: &str) -> Option<f64> {
        self.set(name).filter(|setting| *setting != Setting::Word("derived")).map(|_| self.number(name))
    }

    fn chose(&self, name: &str, word: &'static str) -> bool {
        self.set(name) == Some(Setting::Word(word))
    }

    pub fn number(&self, name: &str) -> f64 {
        self.maximum(name).unwrap()
    }

    pub fn step(&self, rate: &str) -> i64 {
        period(self.number(rate))
    }

    /// Nothing for a rate that is off.
    fn step_or_nothing(&self, rate: &str) -> i64 {
        self.maximum(rate).map_or(0, period)
    }

    /// A schedule in whole milliseconds is 1000 / rate in whole numbers; the game goes on thinking that it has its rate. Whoever
    /// takes them for seconds waits for as many of these.
    fn schedule(&self, rate: &str) -> i64 {
        let whole = (1000.0 / self.number(rate)).floor() as i64 * MILLI;
        match self.set("whole_ms") {
            Some(Setting::Word("on")) => whole,
            Some(Setting::Word("as-seconds")) => 1000 * whole,
            _ => self.step(rate),
        }
    }

    /// Whether a frame moves the world once at most, by everything that is due.
    pub fn is_capped(&self) -> bool {
        self.chose("cap", "display")
    }

    /// Whether a pause calls no update at all.
    pub fn stops_updating(&self) -> bool {
        self.chose("pause", "no-update")
    }

    /// Whether the clock is read before the loop, so that a reading that is missing is not that of the first frame.
    pub fn reads_first(&self) -> bool {
        self.chose("first_reading", "on")
    }
}

/// Runs the model. Returns the events, the clock and the simulated time at the end.
pub fn model(case: &Case) -> (Vec<Happening>, i64, i64) {
    let published = find(case.strategy);
    let by_default = match case.strategy {
        "frame-skip-predicted" | "mean-fps-cap" => Extrapolate,
        "fixed-interpolated" | "callback-accumulator" => Interpolate,
        _ => Latest,
    };
    let mut machine = Machine::new(case, case.presentation.unwrap_or(by_default));
    let set = Set { case, defaults: published.params };
    let run = match published.in_floats {
        Some([doubles, _]) if set.chose("sums", "f64") => doubles,
        Some([_, singles]) if set.chose("sums", "f32") => singles,
        _ => published.run,
    };
    run(&mut machine, &set);
    let (clock, sim) = (machine.clock, machine.sim);
    (machine.finish(), clock, sim)
}

fn frame_based(m: &mut Machine, set: &Set) {
    while m.turn() {
        m.update(set.step("nominal_hz"));
        m.render(None);
    }
}

fn fixed_fps(m: &mut Machine, set: &Set) {
    let step = set.step("fps");
    let mut next = m.now();
    while m.turn() {
        m.update(step);
        m.render(None);
        next += set.schedule("fps");
        let now = m.now();
        m.sleep(next - now);
    }
}

/// Runs a body with the time since the reading of the turn before, once `least` of it has passed; the first turn waits for
/// nothing and no time has passed for it.
fn waiting(m: &mut Machine, least: i64, mut body: impl FnMut(&mut Machine, i64) -> Option<Into>) {
    let mut last = None;
    while m.turn() {
        let mut now = m.now();
        if let Some(before) = last
            && now - before < least
        {
            m.sleep(least - (now - before));
            now = m.now();
        }
        let elapsed = now - last.replace(now).unwrap_or(now);
        let into = body(m, elapsed);
        m.render(into);
    }
}

fn fixed_fps_relative(m: &mut Machine, set: &Set) {
    let step = set.step("fps");
    waiting(m, step, |m, _| {
        m.update(step);
        None
    });
}

fn variable_delta_wait(m: &mut Machine, set: &Set) {
    waiting(m, set.step("max_fps"), |m, elapsed| {
        m.update(elapsed);
        None
    });
}

/// A frame is drawn, and waits until so long after the one before was handed over.
fn limit_before_present(m: &mut Machine, set: &Set) {
    let least = set.step("max_fps");
    let (mut last, mut handed) = (m.now(), m.now());
    while m.turn() {
        let elapsed = m.now() - last;
        last += elapsed;
        m.update(elapsed);
        m.draw(None);
        let spent = m.now() - handed;
        m.sleep(least - spent);
        handed = m.now();
        m.present();
    }
}

/// A frame is handed over as soon as it is drawn; the wait comes after that.
fn limit_after_present(m: &mut Machine, set: &Set) {
    let least = set.step("max_fps");
    let (mut last, mut waited) = (m.now(), m.now());
    while m.turn() {
        let elapsed = m.now() - last;
        last += elapsed;
        m.update(elapsed);
        m.draw(None);
        m.present();
        let spent = m.now() - waited;
        m.sleep(least - spent);
        waited = m.now();
    }
}

/// The clock is read before the first turn, which waits as every other.
fn beautiful_timer(m: &mut Machine, set: &Set) {
    let (least, max_step) = (set.step("max_fps"), millis(set.number("max_step_ms")));
    let cycles = set.maximum("max_cycles");
    let mut last = m.now();
    while m.turn() {
        let mut now = m.now();
        if now - last < least {
            m.sleep(least - (now - last));
            now = m.now();
        }
        let elapsed = now - last;
        last = now;
        let parts = 1 + elapsed / max_step;
        let part = (2 * elapsed + parts) / (2 * parts);
        let kept = cycles.map_or(parts, |most| parts.min(most as i64));
        (0..kept).for_each(|_| m.update_of(part, Some(max_step)));
        m.render(None);
    }
}

/// Runs a body with the time since the turn before; it says what to draw.
fn measuring(m: &mut Machine, mut body: impl FnMut(&mut Machine, i64) -> Option<Into>) {
    let mut last = m.now();
    while m.turn() {
        let now = m.now();
        let elapsed = now - last;
        last = now;
        let into = body(m, elapsed);
        m.render(into);
    }
}

fn variable_delta(m: &mut Machine, _: &Set) {
    measuring(m, |m, elapsed| {
        m.update(elapsed);
        None
    });
}

/// A frame that took longer than the clamp counts for the clamp.
fn variable_delta_clamped(m: &mut Machine, set: &Set) {
    let most = set.maximum("clamp_ms").map(millis);
    measuring(m, |m, elapsed| {
        m.update_of(most.map_or(elapsed, |most| elapsed.min(most)), most);
        None
    });
}

/// Runs a body in each callback, with the time between what the system says and what it said before; the clock is read
/// before it has said anything.
fn called(m: &mut Machine, mut body: impl FnMut(&mut Machine, i64) -> Option<Into>) {
    let mut before = m.now();
    let mut told = m.next_refresh();
    while m.turn() {
        let since = told - std::mem::replace(&mut before, told);
        let into = body(m, since);
        m.render(into);
        told = m.next_refresh();
    }
}

fn callback_delta(m: &mut Machine, _: &Set) {
    called(m, |m, since| {
        m.update(since);
        None
    });
}

/// Ignores the system's timestamp.
fn callback_clock_delta(m: &mut Machine, _: &Set) {
    let mut last = m.now();
    m.next_refresh();
    while m.turn() {
        let now = m.now();
        m.update(now - last);
        last = now;
        m.render(None);
        m.next_refresh();
    }
}

fn callback_accumulator(m: &mut Machine, set: &Set) {
    let (step, clamp) = (set.step("step_hz"), set.maximum("clamp_ms").map(millis));
    let mut saved = 0;
    called(m, |m, since| {
        saved += clamp.map_or(since, |clamp| since.min(clamp));
        while saved >= step {
            m.update(step);
            saved -= step;
        }
        Some(Into::new(saved, step))
    });
}

fn fixed_interval(m: &mut Machine, set: &Set) {
    let step = set.step("max_fps");
    let most = set.maximum("min_fps").map(|least| (set.number("max_fps") / least) as i64 * step);
    let mut left = 0;
    if set.reads_first() {
        m.now();
    }
    measuring(m, |m, elapsed| {
        left += elapsed;
        if let Some(most) = most {
            left = left.min(most);
        }
        while left > step {
            left -= step;
            m.update(step);
        }
        Some(Into::new(left, step))
    });
}

/// Empties an accumulator step by step; `update` says what a step does. Houx's update is told 0 while his program is paused, or is
/// not called; the accumulator is emptied all the same.
fn accumulator(m: &mut Machine, set: &Set, update: impl Fn(&mut Machine, i64)) {
    let step = set.step("step_hz");
    let clamp = set.maximum("clamp_ms").map(millis);
    let mut saved = 0;
    measuring(m, |m, elapsed| {
        saved += clamp.map_or(elapsed, |clamp| elapsed.min(clamp));
        while saved >= step {
            update(m, step);
            saved -= step;
        }
        Some(Into::new(saved, step))
    });
}

/// The treatment of more time than the threshold.
#[derive(Clone, Copy, PartialEq)]
pub enum Beyond {
    Nothing,
    HalfTwice,
    AllAtOnce,
}

fn multiples(m: &mut Machine, set: &Set, beyond: Beyond) {
    let interval = set.step("refresh_hz");
    // The least rate is a quarter of the display's, and the threshold six of its intervals.
    let slice = set.fixed("min_fps").map_or(4, |min_fps| ((set.number("refresh_hz") / min_fps) as i64).max(1));
    let threshold = (beyond != Beyond::Nothing).then(|| set.fixed("threshold_ms").map_or(6 * interval, millis));
    let largest = match (beyond, threshold) {
        (Beyond::Nothing, _) => Some(slice * interval),
        // As many intervals as fit below the threshold, and half of it beyond.
        (Beyond::HalfTwice, Some(threshold)) => {
            Some((threshold / 2).max((slice * interval).min(threshold / interval * interval)))
        }
        _ => None,
    };
    let mut buffer = 0;
    measuring(m, |m, elapsed| {
        buffer += elapsed;
        let mut whole = buffer / interval;
        buffer %= interval;
        match threshold {
            Some(threshold) if whole * interval > threshold => match beyond {
                Beyond::AllAtOnce => m.update(whole * interval),
                _ => (0..2).for_each(|_| m.update_of(threshold / 2, largest)),
            },
            _ => {
                while whole > 0 {
                    let now = whole.min(slice);
                    m.update_of(now * interval, largest);
                    whole -= now;
                }
            }
        }
        None
    });
}

/// Returns whether the step of `next` is due, on a schedule of `whole_skip` milliseconds.
fn is_due(m: &mut Machine, set: &Set, next: i64, whole_skip: f64) -> bool {
    let now = m.now();
    let (shown, wanted) = (m.counted(now), m.counted(next));
    if set.chose("compare", "difference") {
        f64::from(shown.wrapping_sub(wanted)) > whole_skip
    } else if set.chose("compare", "any-difference") {
        // Whatever is not equal differs by more than 0.
        shown != wanted
    } else if set.chose("compare", "signed") {
        // Ahead by less than half of all numbers.
        let ahead = shown.wrapping_sub(wanted);
        ahead != 0 && ahead < 1 << 31
    } else {
        m.counter(now) > m.counter(next)
    }
}

fn frame_skip(m: &mut Machine, set: &Set) {
    ticking(m, set, |_| (), |_| ());
}

/// A turn may have to last as long as a period of some rate.
fn frame_skip_predicted(m: &mut Machine, set: &Set) {
    let least = set.step_or_nothing("max_fps");
    let began = Cell::new(0);
    ticking(
        m,
        set,
        |m| began.set(m.now()),
        |m| {
            let now = m.now();
            m.sleep(began.get() + least - now);
        },
    );
}

/// Ticks on a schedule, with something before and something after each turn.
fn ticking(m: &mut Machine, set: &Set, ahead: impl Fn(&mut Machine), behind: impl Fn(&mut Machine)) {
    let step = set.step("ticks_per_s");
    let skip = set.schedule("ticks_per_s");
    let whole_skip = (1000.0 / set.number("ticks_per_s")).floor();
    let most = set.maximum("max_frameskip").map_or(i64::MAX, |most| most as i64);
    let mut next = m.now();
    while m.turn() {
        ahead(m);
        let mut made = 0;
        while made < most && is_due(m, set, next, whole_skip) {
            m.update(step);
            next += skip;
            made += 1;
        }
        let past = m.now() + skip - next;
        m.render(Some(Into { past, step: skip, moves: step, alpha: None }));
        behind(m);
    }
}

/// A turn sleeps until it has lasted as long as the turns that began in the window did on average, once there has been one
/// that began before it.
fn mean_fps_cap(m: &mut Machine, set: &Set) {
    let window = seconds(set.number("window_s"));
    let began = RefCell::new(Vec::new());
    ticking(
        m,
        set,
        |m| began.borrow_mut().push(m.now()),
        |m| {
            let began = began.borrow();
            let newest = began[began.len() - 1];
            let known: Vec<i64> = began.iter().copied().filter(|at| newest - at <= window).collect();
            if known.len() < began.len() && known.len() > 1 {
                let (whole, turns) = (newest - known[0], known.len() as i64 - 1);
                let mean = whole / turns + i64::from(whole % turns * 2 >= turns);
                let now = m.now();
                m.sleep(mean - (now - newest));
            }
        },
    );
}

/// The game moves by what each turn has waited for, and shows every so many.
fn draw_every_nth(m: &mut Machine, set: &Set) {
    let least = set.step("max_fps");
    let every = set.number("draw_every") as u64;
    let mut before = None;
    for turn in 0.. {
        if !m.turn() {
            return;
        }
        let mut elapsed = 0;
        let mut now = m.now();
        if let Some(before) = before {
            if now - before < least {
                m.sleep(before + least - now);
                now = m.now();
            }
            elapsed = now - before;
        }
        before = Some(now);
        m.update(elapsed);
        if turn % every == 0 {
            m.render(None);
        }
    }
}

/// Sleeps for the rest of a planned turn; a rest asks for one frame a second more, a lack for one less.
fn adaptive_fps(m: &mut Machine, set: &Set) {
    let mut fps = set.number("start_fps");
    let little = millis(set.number("settle_ms"));
    let mut for_ever = None;
    while m.turn() {
        let planned = m.now() + period(fps);
        m.update(period(fps));
        m.render(None);
        if let Some(left) = for_ever {
            m.sleep(left);
            continue;
        }
        let left = planned - m.now();
        m.sleep(left);
        match left.signum() {
            1 if left < little => for_ever = Some(left),
            1 => fps += 1.0,
            -1 if fps < 2.0 => fps = 1.0,
            -1 => fps -= 1.0,
            _ => {}
        }
    }
}

/// Where everything is at the time since the first reading, and nothing else; or there the frames only, and the game at the last of
/// its own moments.
fn closed_form(m: &mut Machine, set: &Set) {
    let start = m.now();
    let rest = set.step_or_nothing("game_hz");
    while m.turn() {
        let since = m.now() - start;
        if rest == 0 {
            m.place(since);
            m.render(None);
            continue;
        }
        let due = since - since % rest;
        if due != m.sim {
            m.place(due);
        }
        let seen = m.now() - start;
        m.render_at(seen);
    }
}

/// Part `k` of a tick of `n` is due `k/n` of a tick after the tick began, at the nearest flick, and lasts until the next part is
/// due.
fn spread_updates(m: &mut Machine, set: &Set) {
    let tick = set.step("ticks_per_s");
    let parts = set.number("iterations") as i64;
    let most = set.maximum("max_frameskip").map_or(i64::MAX, |most| most as i64 * parts);
    // Halves go up.
    let due = |part: i64| part / parts * tick + (2 * (part % parts) * tick + parts) / (2 * parts);
    let whole_part = (1000.0 / (set.number("ticks_per_s") * parts as f64)).floor();
    let start = m.now();
    let mut part = 0;
    while m.turn() {
        let mut made = 0;
        while made < most && is_due(m, set, start + due(part), whole_part) {
            m.update_part(due(part + 1) - due(part), 1.0 / parts as f64);
            part += 1;
            made += 1;
        }
        let step = due(part + 1) - due(part);
        let past = m.now() + step - (start + due(part));
        m.render(Some(Into::new(past, step)));
    }
}

/// Two accumulators that are given the same time: thoughts, one of them at once, and then steps.
fn multi_rate(m: &mut Machine, set: &Set) {
    let (step, rest) = (set.step("physics_hz"), set.step("ai_hz"));
    let share = set.number("ai_share");
    let clamp = set.maximum("clamp_ms").map(millis);
    let (mut to_move, mut to_think, mut moved) = (0, rest, step);
    waiting(m, set.step("max_fps"), |m, elapsed| {
        let counts = clamp.map_or(elapsed, |clamp| elapsed.min(clamp));
        to_move += counts;
        to_think += counts;
        while to_think >= rest {
            m.think(share);
            to_think -= rest;
        }
        while to_move >= step {
            let by = if set.is_capped() { to_move } else { step };
            m.update_part(by, 1.0 - share);
            to_move -= by;
            moved = by;
        }
        Some(Into::new(to_move, moved))
    });
}

fn semi_fixed(m: &mut Machine, set: &Set) {
    let most = set.step("max_step_hz");
    measuring(m, |m, mut remaining| {
        while remaining > 0 {
            let dt = remaining.min(most);
            m.update_of(dt, Some(most));
            remaining -= dt;
        }
        None
    });
}

/// As many intervals as the display has counted since the turn before. No turn comes before the first.
fn counted_refreshes(m: &mut Machine, set: &Set) {
    let by_refreshes = set.chose("count", "refreshes");
    let counted = |m: &Machine| if by_refreshes { m.refreshes() } else { m.flips() };
    let mut known = counted(m);
    while m.turn() {
        let more = counted(m) - known;
        known += more;
        m.update(more as i64 * m.refresh_interval());
        m.render(None);
    }
}

/// The mean of the last four times, each of which is a whole number of refreshes where it is nearly one. The remainder of the
/// division is kept until it makes a flick.
fn snapped_delta(m: &mut Machine, _: &Set) {
    let nearly = millis(0.2);
    let interval = m.refresh_interval();
    let mut times = vec![interval; 4];
    let mut kept = 0;
    measuring(m, |m, elapsed| {
        let time = if elapsed > 8 * interval { interval } else { elapsed.max(0) };
        // The nearest multiple, halves up; none is the zeroth.
        let multiple = ((2 * time + interval) / (2 * interval)).clamp(1, 8) * interval;
        times.push(if (time - multiple).abs() < nearly { multiple } else { time });
        let four: i64 = times[times.len() - 4..].iter().sum();
        kept += four % 4;
        m.update_of(four / 4 + kept / 4, Some(8 * interval));
        kept %= 4;
        None
    });
}

/// The mean of ten frames, of which the oldest gives way. A frame out of all proportion counts as that oldest one.
fn phaser_smoothed(m: &mut Machine, set: &Set) {
    let (usual, most) = (set.step("target_fps"), set.step("min_fps"));
    let mut frames = std::collections::VecDeque::from(vec![usual; 10]);
    let mut turns = 0;
    called(m, |m, since| {
        let oldest = frames.pop_front().unwrap();
        let counted = if turns < 120 { since.max(0).min(usual) } else { since.max(0) };
        frames.push_back(if counted > most { oldest.min(most) } else { counted });
        turns += 1;
        m.update_of(frames.iter().sum::<i64>() / 10, Some(most.max(usual)));
        None
    });
}

/// Godot's regular steps: the counts of the last twelve frames, of which any last few make one of two sums that are typical. The
/// engine begins as if it had made one step in every frame, and none in the last.
fn godot_jitter_fix(m: &mut Machine, set: &Set) {
    let (step, most) = (set.step("step_hz"), set.maximum("max_steps"));
    let slack = (step as f64 * set.number("jitter_fix")).round() as i64;
    let within = |value: i64, low: i64, high: i64| {
        if value < low {
            low
        } else if value > high {
            high
        } else {
            value
        }
    };
    let mut counts = std::collections::VecDeque::from([vec![0], vec![1; 11]].concat());
    let mut typical: Vec<i64> = (0..12).collect();
    let (mut saved, mut debt) = (0, 0);
    // The frames of a measurement of the rate, whether it was near the display's, and what whole refreshes have left.
    let (mut measured, mut near, mut rest) = (Vec::new(), true, 0);
    let mut guess = Guess::default();
    measuring(m, |m, elapsed| {
        let mut delta = elapsed;
        if !set.chose("smoothing", "off") && elapsed <= seconds(1.0) {
            measured.push(elapsed);
            if measured.len() == 64 {
                let sum = measured.drain(..).sum::<i64>();
                if let Some(refresh) = guess.refresh()
                    && sum > 0
                {
                    let ratio = 64.0 * refresh as f64 / sum as f64;
                    near = 0.95 < ratio && ratio < 1.05;
                }
            }
            if near && elapsed >= MILLI {
                guess.listen(elapsed);
                if let Some(refresh) = guess.refresh() {
                    delta = (rest + elapsed).div_euclid(refresh).max(1) * refresh;
                    rest += elapsed - delta;
                }
            }
        }
        let time = delta + debt;
        saved += time;

        // The count that is typical of the frame, so that it fits to the ones before.
        let sums: Vec<i64> = (1..=11).map(|frames| counts.iter().take(frames).sum()).collect();
        let (mut low, mut high, mut odd) = (typical[0], typical[0] + 1, false);
        for (sum, typical) in sums.iter().zip(&typical[1..]) {
            let due = typical - sum;
            odd = due > high || due + 1 < low;
            if odd {
                break;
            }
            low = low.max(due);
            high = high.min(due + 1);
        }
        let fit = |time: i64| time.div_euclid(step);
        let mut steps = fit(saved);
        if steps < low {
            odd |= fit(saved + slack) < low;
            steps = low.min(fit(saved + slack));
        } else if steps > high {
            odd |= fit(saved - slack) > high;
            steps = high.max(fit(saved - slack));
        }
        steps = steps.max(0);
        saved -= steps * step;
        counts.push_front(steps);
        counts.pop_back();
        if odd {
            let mut sum = 0;
            for (typical, count) in typical.iter_mut().zip(&counts) {
                sum += count;
                *typical = within(*typical, sum - 1, sum);
            }
        }

        // The means of steps that all sums have room for.
        let (mut low, mut high, mut frames) = (typical[0] as f64, typical[0] as f64 + 1.0, 1);
        while frames < 12 {
            let (least, greatest) =
                (typical[frames] as f64 / (frames + 1) as f64, (typical[frames] + 1) as f64 / (frames + 1) as f64);
            if least > high {
                break;
            }
            low = low.max(least);
            if greatest < low {
                break;
            }
            high = high.min(greatest);
            frames += 1;
        }
        let base = time - saved;
        let mut game = time;
        if frames > 3 {
            game = within(game, (low * step as f64).round() as i64, (high * step as f64).round() as i64);
        }
        game = within(game, time - slack, time + slack);
        game = within(game, base, base + step);
        game = game.max(delta / 8).max(706);
        debt = time - game;
        saved = game - base;
        if saved > step {
            steps += saved / step;
            saved %= step;
        }
        let made = most.map_or(steps, |most| steps.min(most as i64));
        (0..made).for_each(|_| m.update(step));
        Some(Into::new(saved, step))
    });
}

/// Godot's guess at the display: a number of hertz, and what has been heard since it was made, each the mean of 60 frames. The guess
/// is good once three have hit it, and for ever once twenty have, of which the last came after it was good.
#[derive(Default)]
struct Guess {
    hertz: Option<i64>,
    frames: Vec<i64>,
    heard: Vec<i64>,
}

impl Guess {
    fn hits(&self, wanted: impl Fn(i64) -> bool) -> usize {
        self.heard.iter().filter(|heard| wanted(**heard - self.hertz.unwrap())).count()
    }

    fn refresh(&self) -> Option<i64> {
        let hertz = self.hertz?;
        (self.hits(|off| off == 0) >= 3).then(|| period(hertz as f64))
    }

    fn listen(&mut self, frame: i64) {
        if self.hertz.is_some() && self.hits(|off| off == 0) >= 20 {
            return;
        }
        self.frames.push(frame);
        if self.frames.len() < 60 {
            return;
        }
        let sum = self.frames.drain(..).sum::<i64>();
        let heard = (60.0 * seconds(1.0) as f64 / sum as f64).round() as i64;
        if self.hertz.is_none() && heard < 50 {
            return;
        }
        let hertz = *self.hertz.get_or_insert(heard);
        self.heard.push(heard);
        let at = self.hits(|off| off == 0);
        // Up by half the way at the second one that is not outnumbered, down by one at the third; far below only at eight to one,
        // and not at all if the guess is well established.
        let moved = match heard - hertz {
            0 => return,
            1 if self.hits(|off| off == 1) > at.max(1) => 1,
            2.. if self.hits(|off| off > 1) > at.max(1) => (heard - hertz) / 2,
            -1 if self.hits(|off| off == -1) > at.max(2) => -1,
            ..=-2 if at <= 10 && self.hits(|off| off < -1) >= 8 * (at + 1) => -1,
            _ => return,
        };
        *self = Guess { hertz: Some(hertz + moved), ..Guess::default() };
    }
}
