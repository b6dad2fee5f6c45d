//! The fifteen published loops again, from their descriptions.

use crate::Case;
use crate::computer::{Happening, Into, Machine, millis, period};
use tickscope::settings::Presentation::{Extrapolate, Interpolate, Latest};

/// What was published: the parameters with their defaults, whether a maximum can be off, and the alpha.
pub struct Published {
    pub id: &'static str,
    pub params: &'static [(&'static str, f64)],
    pub has_alpha: bool,
    run: fn(&mut Machine, &Set),
}

const fn plain(id: &'static str, params: &'static [(&'static str, f64)], run: fn(&mut Machine, &Set)) -> Published {
    Published { id, params, has_alpha: false, run }
}

const fn between(id: &'static str, params: &'static [(&'static str, f64)], run: fn(&mut Machine, &Set)) -> Published {
    Published { id, params, has_alpha: true, run }
}

pub const ALL: &[Published] = &[
    plain("frame-based", &[("nominal_hz", 60.0)], frame_based),
    plain("fixed-fps", &[("fps", 25.0)], fixed_fps),
    plain("fixed-fps-relative", &[("fps", 60.0)], fixed_fps_relative),
    plain("variable-delta", &[], variable_delta),
    plain("variable-delta-wait", &[("max_fps", 60.0)], variable_delta_wait),
    between("fixed-interval", &[("max_fps", 120.0), ("min_fps", 15.0)], fixed_interval),
    plain("beautiful-timer", &[("max_fps", 60.0), ("max_step_ms", 100.0), ("max_cycles", 5.0)], beautiful_timer),
    between("clamped-accumulator", &[("step_hz", 60.0), ("clamp_ms", 100.0)], accumulator),
    plain("refresh-multiples", &[("refresh_hz", 60.0), ("min_fps", 15.0)], |m, set| {
        multiples(m, set, |_, _| false);
    }),
    plain("refresh-multiples-slowdown", &[("refresh_hz", 60.0), ("min_fps", 15.0), ("threshold_ms", 100.0)], |m, set| {
        let threshold = millis(set.number("threshold_ms"));
        multiples(m, set, |m, taken| {
            let slow = taken > threshold;
            if slow {
                m.update(threshold / 2);
                m.update(threshold / 2);
            }
            slow
        });
    }),
    plain("refresh-multiples-passthrough", &[("refresh_hz", 60.0), ("min_fps", 15.0), ("threshold_ms", 100.0)], |m, set| {
        let threshold = millis(set.number("threshold_ms"));
        multiples(m, set, |m, taken| {
            let slow = taken > threshold;
            if slow {
                m.update(taken);
            }
            slow
        });
    }),
    between("frame-skip", &[("ticks_per_s", 50.0), ("max_frameskip", 10.0)], frame_skip),
    between("frame-skip-predicted", &[("ticks_per_s", 25.0), ("max_frameskip", 5.0)], frame_skip),
    plain("semi-fixed", &[("max_step_hz", 60.0)], semi_fixed),
    between("fixed-interpolated", &[("step_hz", 60.0), ("clamp_ms", 250.0)], accumulator),
];

pub fn find(id: &str) -> &'static Published {
    ALL.iter().find(|published| published.id == id).unwrap_or_else(|| panic!("the model doesn't know '{id}'"))
}

/// What is set in one case, over the published defaults.
pub struct Set<'a> {
    case: &'a Case,
    defaults: &'static [(&'static str, f64)],
}

impl Set<'_> {
    /// Nothing where it is off.
    fn maximum(&self, name: &str) -> Option<f64> {
        let of = |name: &str| Some(self.defaults.iter().find(|(known, _)| *known == name).unwrap().1);
        self.case.params.iter().rev().find(|(set, _)| *set == name).map_or_else(|| of(name), |(_, value)| *value)
    }

    fn number(&self, name: &str) -> f64 {
        self.maximum(name).unwrap()
    }

    fn step(&self, rate: &str) -> i64 {
        period(self.number(rate))
    }
}

/// What the model does: the events, the clock and the simulated time at the end.
pub fn model(case: &Case) -> (Vec<Happening>, i64, i64) {
    let published = find(case.strategy);
    let by_default = match case.strategy {
        "frame-skip-predicted" => Extrapolate,
        "fixed-interpolated" => Interpolate,
        _ => Latest,
    };
    let mut machine = Machine::new(case, case.presentation.unwrap_or(by_default));
    (published.run)(&mut machine, &Set { case, defaults: published.params });
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
        next += step;
        m.sleep(next - m.now());
    }
}

/// Runs a body with the time since the reading of the turn before, once `least` of it has passed.
fn waiting(m: &mut Machine, least: i64, mut body: impl FnMut(&mut Machine, i64)) {
    let mut last = m.now();
    let mut first = true;
    while m.turn() {
        if !first {
            m.sleep(least - (m.now() - last));
        }
        first = false;
        let now = m.now();
        let elapsed = now - last;
        last = now;
        body(m, elapsed);
        m.render(None);
    }
}

fn fixed_fps_relative(m: &mut Machine, set: &Set) {
    let step = set.step("fps");
    waiting(m, step, |m, _| m.update(step));
}

fn variable_delta_wait(m: &mut Machine, set: &Set) {
    waiting(m, set.step("max_fps"), Machine::update);
}

fn beautiful_timer(m: &mut Machine, set: &Set) {
    let max_step = millis(set.number("max_step_ms"));
    let cycles = set.maximum("max_cycles");
    waiting(m, set.step("max_fps"), |m, elapsed| {
        let parts = 1 + elapsed / max_step;
        let part = (2 * elapsed + parts) / (2 * parts);
        let kept = cycles.map_or(parts, |most| parts.min(most as i64));
        (0..kept).for_each(|_| m.update(part));
    });
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

fn fixed_interval(m: &mut Machine, set: &Set) {
    let step = set.step("max_fps");
    let most = set.maximum("min_fps").map(|least| (set.number("max_fps") / least) as i64 * step);
    let mut left = 0;
    measuring(m, |m, elapsed| {
        left += elapsed;
        if let Some(most) = most {
            left = left.min(most);
        }
        while left > step {
            left -= step;
            m.update(step);
        }
        Some(Into { past: left, step })
    });
}

fn accumulator(m: &mut Machine, set: &Set) {
    let step = set.step("step_hz");
    let clamp = set.maximum("clamp_ms").map(millis);
    let mut saved = 0;
    measuring(m, |m, elapsed| {
        saved += clamp.map_or(elapsed, |clamp| elapsed.min(clamp));
        while saved >= step {
            m.update(step);
            saved -= step;
        }
        Some(Into { past: saved, step })
    });
}

/// `instead` may take the whole intervals of a turn; where it declines, they are done in slices.
fn multiples(m: &mut Machine, set: &Set, mut instead: impl FnMut(&mut Machine, i64) -> bool) {
    let interval = set.step("refresh_hz");
    let slice = ((set.number("refresh_hz") / set.number("min_fps")) as i64).max(1);
    let mut buffer = 0;
    measuring(m, |m, elapsed| {
        buffer += elapsed;
        let mut whole = buffer / interval;
        buffer %= interval;
        if !instead(m, whole * interval) {
            while whole > 0 {
                let now = whole.min(slice);
                m.update(now * interval);
                whole -= now;
            }
        }
        None
    });
}

fn frame_skip(m: &mut Machine, set: &Set) {
    let step = set.step("ticks_per_s");
    let most = set.maximum("max_frameskip").map_or(i64::MAX, |most| most as i64);
    let mut next = m.now();
    while m.turn() {
        let mut made = 0;
        while made < most && m.now() > next {
            m.update(step);
            next += step;
            made += 1;
        }
        m.render(Some(Into { past: m.now() + step - next, step }));
    }
}

fn semi_fixed(m: &mut Machine, set: &Set) {
    let most = set.step("max_step_hz");
    measuring(m, |m, mut remaining| {
        while remaining > 0 {
            let dt = remaining.min(most);
            m.update(dt);
            remaining -= dt;
        }
        None
    });
}
