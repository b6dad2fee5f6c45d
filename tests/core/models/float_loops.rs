//! The loops that add up time, as their listings do: in seconds, in doubles or in single floats. Plain arithmetic, once for
//! each of the two types. Every loop ends where a subtraction changes nothing.

use crate::models::computer::{Into, Machine, millis, seconds};
use crate::models::loops::{Beyond, Set};

const FLICKS: f64 = 705_600_000.0;

/// Returns the float nearest to so many flicks, found among the neighbours of a guess by exact comparison.
fn nearest_single(flicks: i64) -> f32 {
    let guess = (flicks as f64 / FLICKS) as f32;
    // Twice the distance, in units that hold every single float of a clock exactly.
    let off = |float: f32| {
        let units = (f64::from(float) * (1_u64 << 50) as f64) as i128;
        (units * 705_600_000 - (i128::from(flicks) << 50)).abs()
    };
    let is_even = |float: f32| float.to_bits() & 1 == 0;
    let by_distance = |a: &f32, b: &f32| off(*a).cmp(&off(*b)).then(is_even(*b).cmp(&is_even(*a)));
    [guess.next_down(), guess, guess.next_up()].into_iter().min_by(by_distance).unwrap()
}

macro_rules! listings {
    ($name:ident, $R:ident, $reading:expr) => {
        pub mod $name {
            use super::*;

            fn read(m: &mut Machine) -> $R {
                let now = m.now();
                $reading(now)
            }

            fn flicks(time: $R) -> i64 {
                seconds(f64::from(time))
            }

            fn period(set: &Set, rate: &str) -> $R {
                1.0 / set.number(rate) as $R
            }

            fn clamp(set: &Set) -> $R {
                set.maximum("clamp_ms").map_or($R::INFINITY, |ms| ms as $R / 1000.0)
            }

            pub fn fixed_interval(m: &mut Machine, set: &Set) {
                let (interval, moves) = (period(set, "max_fps"), set.step("max_fps"));
                let cycles = set.maximum("min_fps").map(|least| (set.number("max_fps") / least).floor() as $R);
                if set.reads_first() {
                    m.now();
                }
                let (mut last, mut left_over) = (read(m), 0.0);
                while m.turn() {
                    let now = read(m);
                    let mut lag = (now - last) + left_over;
                    if let Some(cycles) = cycles
                        && lag > cycles * interval
                    {
                        lag = cycles * interval;
                    }
                    while lag > interval && lag - interval != lag {
                        lag -= interval;
                        m.update(moves);
                    }
                    left_over = lag;
                    last = now;
                    m.render(Some(Into::floating(f64::from(left_over / interval), moves)));
                }
            }

            /// Takes whole steps out of `saved`, each after an update.
            fn whole_steps(saved: &mut $R, step: $R, mut update: impl FnMut()) {
                while *saved >= step {
                    update();
                    let before = *saved;
                    *saved -= step;
                    if *saved == before {
                        return;
                    }
                }
            }

            /// The clock of the last turn is moved on by what has passed.
            pub fn clamped_accumulator(m: &mut Machine, set: &Set) {
                let (step, moves) = (period(set, "step_hz"), set.step("step_hz"));
                let (mut time, mut saved) = (read(m), 0.0);
                while m.turn() {
                    let elapsed = read(m) - time;
                    time += elapsed;
                    saved += elapsed.min(clamp(set));
                    // A paused program updates by 0, or not.
                    whole_steps(&mut saved, step, || match m.is_paused() {
                        true if set.stops_updating() => {}
                        paused => m.update(if paused { 0 } else { moves }),
                    });
                    m.render(Some(Into::floating(f64::from(saved / step), moves)));
                }
            }

            /// The reading of the last turn is kept.
            pub fn fixed_interpolated(m: &mut Machine, set: &Set) {
                let (step, moves) = (period(set, "step_hz"), set.step("step_hz"));
                let (mut last, mut saved) = (read(m), 0.0);
                while m.turn() {
                    let now = read(m);
                    saved += (now - last).min(clamp(set));
                    last = now;
                    whole_steps(&mut saved, step, || m.update(moves));
                    m.render(Some(Into::floating(f64::from(saved / step), moves)));
                }
            }

            /// The timestamp of the last callback is kept.
            pub fn callback_accumulator(m: &mut Machine, set: &Set) {
                let told = |m: &mut Machine| {
                    let refresh = m.next_refresh();
                    $reading(refresh)
                };
                let (step, moves) = (period(set, "step_hz"), set.step("step_hz"));
                let (mut last, mut saved) = (read(m), 0.0);
                let mut timestamp = told(m);
                while m.turn() {
                    saved += (timestamp - last).min(clamp(set));
                    last = timestamp;
                    whole_steps(&mut saved, step, || m.update(moves));
                    m.render(Some(Into::floating(f64::from(saved / step), moves)));
                    timestamp = told(m);
                }
            }

            pub fn semi_fixed(m: &mut Machine, set: &Set) {
                let (most, moves) = (period(set, "max_step_hz"), set.step("max_step_hz"));
                let mut last = read(m);
                while m.turn() {
                    let now = read(m);
                    let mut remaining = now - last;
                    last = now;
                    while remaining > 0.0 {
                        let is_full = remaining >= most;
                        m.update_of(if is_full { moves } else { flicks(remaining) }, Some(moves));
                        let before = remaining;
                        remaining -= if is_full { most } else { remaining };
                        if remaining == before {
                            break;
                        }
                    }
                    m.render(None);
                }
            }

            pub fn beautiful_timer(m: &mut Machine, set: &Set) {
                let (least, max_step) = (period(set, "max_fps"), set.number("max_step_ms") as $R / 1000.0);
                let mut last = read(m);
                while m.turn() {
                    let mut now = read(m);
                    if now - last < least {
                        m.sleep(flicks(least - (now - last)));
                        now = read(m);
                    }
                    let elapsed = now - last;
                    last = now;
                    let parts = 1 + (elapsed / max_step).floor() as i64;
                    let part = elapsed / parts as $R;
                    let kept = set.maximum("max_cycles").map_or(parts, |most| parts.min(most as i64));
                    let largest = Some(millis(set.number("max_step_ms")));
                    (0..kept).for_each(|_| m.update_of(flicks(part), largest));
                    m.render(None);
                }
            }

            pub fn multi_rate(m: &mut Machine, set: &Set) {
                let (step, moves) = (period(set, "physics_hz"), set.step("physics_hz"));
                let (rest, least) = (period(set, "ai_hz"), period(set, "max_fps"));
                let share = set.number("ai_share");
                let (mut to_move, mut to_think) = (0.0, rest);
                let (mut by, mut moved) = (step, moves);
                let mut last: Option<$R> = None;
                while m.turn() {
                    let mut now = read(m);
                    if let Some(last) = last
                        && now - last < least
                    {
                        m.sleep(flicks(least - (now - last)));
                        now = read(m);
                    }
                    let counts = last.map_or(0.0, |last| now - last).min(clamp(set));
                    last = Some(now);
                    to_think += counts;
                    while to_think >= rest && to_think - rest != to_think {
                        to_think -= rest;
                        m.think(share);
                    }
                    to_move += counts;
                    if !set.is_capped() {
                        whole_steps(&mut to_move, step, || m.update_part(moves, 1.0 - share));
                    } else if to_move >= step {
                        (by, moved) = (to_move, flicks(to_move));
                        m.update_part(moved, 1.0 - share);
                        to_move = 0.0;
                    }
                    m.render(Some(Into::floating(f64::from(to_move / by), moved)));
                }
            }

            /// Measures the length of the last turn, which is rounded, unlike the clock.
            fn multiples(m: &mut Machine, set: &Set, beyond: Beyond) {
                let refresh = set.number("refresh_hz");
                let (frame, interval) = (period(set, "refresh_hz"), set.step("refresh_hz"));
                let longest = 1.0 / set.fixed("min_fps").unwrap_or(refresh / 4.0) as $R;
                let threshold_ms = if beyond == Beyond::Nothing { None } else { set.fixed("threshold_ms") };
                let threshold = threshold_ms.map_or(6.0 / refresh as $R, |ms| (millis(ms) as f64 / FLICKS) as $R);
                let largest = match beyond {
                    Beyond::Nothing => Some(flicks(longest)),
                    // As many intervals as fit below the threshold, and half of it beyond.
                    Beyond::HalfTwice => {
                        let below = threshold_ms.map_or(6, |ms| millis(ms) / interval) * interval;
                        Some(flicks(threshold / 2.0).max(flicks(longest).min(below)))
                    }
                    Beyond::AllAtOnce => None,
                };
                let mut last = m.now();
                let mut buffer: $R = 0.0;
                while m.turn() {
                    let now = m.now();
                    buffer += ((now - last) as f64 / FLICKS) as $R;
                    last = now;
                    let mut due: $R = 0.0;
                    while buffer >= frame && buffer - frame != buffer {
                        buffer -= frame;
                        due += frame;
                    }
                    if beyond == Beyond::HalfTwice && due > threshold {
                        m.update_of(flicks(threshold / 2.0), largest);
                        m.update_of(flicks(threshold / 2.0), largest);
                    } else if beyond == Beyond::AllAtOnce && due > threshold {
                        m.update(flicks(due));
                    } else {
                        while due > 0.0 {
                            let slice = if due >= longest { longest } else { due };
                            m.update_of(flicks(slice), largest);
                            if due - slice == due {
                                break;
                            }
                            due -= slice;
                        }
                    }
                    m.render(None);
                }
            }

            pub fn refresh_multiples(m: &mut Machine, set: &Set) {
                multiples(m, set, Beyond::Nothing);
            }

            pub fn refresh_multiples_slowdown(m: &mut Machine, set: &Set) {
                multiples(m, set, Beyond::HalfTwice);
            }

            pub fn refresh_multiples_passthrough(m: &mut Machine, set: &Set) {
                multiples(m, set, Beyond::AllAtOnce);
            }
        }
    };
}

listings!(in_doubles, f64, |flicks: i64| flicks as f64 / FLICKS);
listings!(in_singles, f32, nearest_single);
