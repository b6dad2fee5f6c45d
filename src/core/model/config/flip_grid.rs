//! The display of a captured game, found from its flips: they lie on one grid if the display has refreshes.
//!
//! An even sequence of frames lies on a grid of its own whatever the display does. So a grid is a display only if frames stay for
//! different numbers of its intervals, such as 2 and 3.

use crate::base::time::{Span, Time};
use std::collections::BTreeMap;

/// The facts that a file states about how its frames were presented.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presents {
    /// Whether most frames could appear at any moment: without a sync interval, with tearing allowed, and past the compositor.
    pub at_any_moment: bool,
    /// The number of refreshes for which each frame stays at least; 0 if the file does not say.
    pub least_refreshes: u64,
}

/// The usual rates of displays, in hertz.
const USUAL_HZ: [f64; 21] = [
    24.0, 25.0, 30.0, 48.0, 50.0, 60.0, 72.0, 75.0, 85.0, 90.0, 100.0, 120.0, 144.0, 160.0, 165.0, 180.0, 200.0, 240.0, 300.0,
    360.0, 480.0,
];
/// A measured rate is taken for a usual one if it differs by at most this share.
const USUAL: f64 = 0.003;
/// A rate of frames is taken for a usual one if it differs by at most this share.
const NEAR: f64 = 0.03;
/// The rates that a display can have, in hertz.
const RATES_HZ: std::ops::RangeInclusive<f64> = 24.0..=500.0;
/// The most refreshes for which the median frame stays.
const MOST: u32 = 8;
/// The least number of flips in a second that is looked at.
const FEWEST: usize = 10;
/// The grid must hold in at least this share of the seconds.
const HOLDS: f64 = 0.9;
/// Flips lie on a grid if their root mean square distance from it is at most this share of its interval, or `LEAST_OFF_MS`.
const OFF: f64 = 0.05;
const LEAST_OFF_MS: f64 = 0.1;
/// The fitted interval differs from the tried one by less than this share.
const MOVED: f64 = 0.03;
/// Stays that vary by less than this, as a root mean square in milliseconds, say nothing of how they vary: moments are rounded.
const LEAST_VARIED_MS: f64 = 0.05;
/// The distance of moments that are looked at together, in frames, and the most by which they vary as a multiple of single stays, both
/// squared. Moments on a grid vary as single stays do; those of frames that pace themselves walk, and vary as many times more.
const TOGETHER: usize = 8;
const MOST_WALKED: f64 = 3.0;
/// A number of intervals counts if at least this share of the frames stay for it.
const OFTEN: f64 = 0.05;
/// If no display usually has the rate, at least this share of the frames must stay for each of the numbers: frames that wait for a
/// timer miss one of its periods now and then.
const OFTEN_UNUSUAL: f64 = 0.125;
/// Two different stays nearly fit some fine grid by chance. So if frames stay for two numbers of intervals only, one of them is at
/// most this.
const FEW: u64 = 3;

/// The steps of clocks that are as long as a refresh can be, in milliseconds: those of hundredths of a second, and of old timers of
/// Windows and Linux.
const CLOCK_STEPS_MS: [f64; 5] = [10.0, 15.625, 15.6, 16.0, 20.0];
/// Moments of a coarse clock lie on its steps to this share of a step; those of a display are measured less exactly.
const EXACT: f64 = 1e-3;

/// Returns whether moments in milliseconds are those of a clock that is as coarse as a display's refresh.
fn are_of_coarse_clock(at_ms: &[f64]) -> bool {
    let lies_on = |step: f64| at_ms.iter().all(|at| (at / step - (at / step).round()).abs() <= EXACT);
    CLOCK_STEPS_MS.into_iter().any(lies_on)
}

/// Returns the usual rate of displays that is meant by a measured one, or this if displays can have it; `None` if it is the rate of
/// a coarse clock.
fn display_hz(measured: f64) -> Option<f64> {
    let is_near = |hertz: &f64| (measured / hertz - 1.0).abs() <= USUAL;
    let is_clock = || CLOCK_STEPS_MS.iter().any(|step| is_near(&(1000.0 / step)));
    USUAL_HZ.into_iter().find(is_near).or_else(|| (!is_clock()).then_some(measured))
}

/// Returns the refresh rate of the display on which frames appeared at `flips`; `None` if it can't be known.
pub fn refresh_hz(flips: &[Time], presents: Presents) -> Option<f64> {
    // Frames that appear when they are done lie on the grid of whatever paces the game.
    if presents.at_any_moment || flips.len() < FEWEST {
        return None;
    }
    let at_ms: Vec<f64> = flips.iter().map(|flip| (*flip - flips[0]).as_millis()).collect();
    if are_of_coarse_clock(&at_ms) {
        return None;
    }
    let mut stays: Vec<f64> = at_ms.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let middle = (stays.len() - 1) / 2;
    let median = *stays.select_nth_unstable_by(middle, f64::total_cmp).1;
    let intervals = (1..=MOST).map(|part| median / f64::from(part)).filter(|ms| RATES_HZ.contains(&(1000.0 / ms)));
    let (interval, multiples) = { intervals.filter(|tried| !walk(&at_ms, *tried)) }.find_map(|tried| {
        let interval = held_interval(&at_ms, tried)?;
        let multiples = usual_multiples(&stays, interval, OFTEN);
        multiples.iter().all(|count| *count >= presents.least_refreshes).then_some((interval, multiples))
    })?;
    let hertz = display_hz(1000.0 / interval)?;
    let is_usual = USUAL_HZ.contains(&hertz);
    let multiples = if is_usual { multiples } else { usual_multiples(&stays, interval, OFTEN_UNUSUAL) };
    let are_coprime = |a: &u64| multiples.iter().any(|b| a < b && greatest_common_divisor(*a, *b) == 1);
    let are_telling = multiples.len() > 2 || multiples.iter().any(|count| *count <= FEW);
    (are_telling && multiples.iter().any(are_coprime)).then_some(hertz)
}

/// Returns the lower median of the stays between `flips`; zero if there are fewer than two.
pub fn usual_stay(flips: &[Time]) -> Span {
    let mut stays: Vec<Span> = flips.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let Some(last) = stays.len().checked_sub(1) else { return Span::ZERO };
    *stays.select_nth_unstable(last / 2).1
}

/// Returns the rate in hertz of frames that stay for `stay`: a usual rate within 3 % of it, else the nearest power of 1.06, so that
/// it rests while the stays change a little; `None` if `stay` is zero.
pub fn resting_hz(stay: Span) -> Option<f64> {
    let hertz = (stay > Span::ZERO).then(|| 1.0 / stay.as_secs())?;
    let usual = USUAL_HZ.into_iter().find(|usual| (hertz / usual - 1.0).abs() <= NEAR);
    let step = libm::log(1.0 + 2.0 * NEAR);
    Some(usual.unwrap_or_else(|| libm::exp(libm::round(libm::log(hertz) / step) * step)))
}

/// Returns the interval of the grid near `tried` on which the flips lie, the mean over all seconds in which it holds; `None` if
/// it holds in too few. Times are in milliseconds.
fn held_interval(at_ms: &[f64], tried: f64) -> Option<f64> {
    let seconds = at_ms.chunk_by(|a, b| (a / 1000.0).floor() == (b / 1000.0).floor()).filter(|flips| flips.len() >= FEWEST);
    let (mut all, mut held, mut sum) = (0, 0, 0.0);
    for flips in seconds {
        all += 1;
        if let Some(interval) = interval_in(flips, tried) {
            held += 1;
            sum += interval;
        }
    }
    (all > 0 && f64::from(held) >= HOLDS * f64::from(all)).then(|| sum / f64::from(held))
}

/// Returns the interval of the grid near `tried` on which these flips lie; `None` if they lie on none.
fn interval_in(flips: &[f64], tried: f64) -> Option<f64> {
    let (first, _) = fitted(flips, tried)?;
    let (interval, off) = fitted(flips, first)?;
    let holds = off <= (OFF * tried).max(LEAST_OFF_MS) && (interval / tried - 1.0).abs() < MOVED;
    holds.then_some(interval)
}

/// Numbers the flips by their stays, rounded to whole intervals, and fits a line. Returns its slope, which is the interval, and
/// the root mean square distance of the flips from it; `None` if all flips have the same number.
fn fitted(flips: &[f64], interval: f64) -> Option<(f64, f64)> {
    let mut numbers = vec![0.0; flips.len()];
    for index in 1..flips.len() {
        numbers[index] = numbers[index - 1] + ((flips[index] - flips[index - 1]) / interval).round();
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (middle, at) = (mean(&numbers), mean(flips));
    let (mut square, mut product) = (0.0, 0.0);
    for (number, flip) in numbers.iter().zip(flips) {
        square += (number - middle) * (number - middle);
        product += (number - middle) * (flip - at);
    }
    let slope = (square > 0.0).then(|| product / square).filter(|slope| *slope > 0.0)?;
    let square_off = |(number, flip): (&f64, &f64)| {
        let off = flip - at - slope * (number - middle);
        off * off
    };
    let off = numbers.iter().zip(flips).map(square_off).sum::<f64>() / flips.len() as f64;
    Some((slope, off.sqrt()))
}

/// Returns whether moments go astray from the grid of an interval: what one stay is too long the next ones do not make up for, as
/// they do where a display has refreshes.
fn walk(at_ms: &[f64], interval: f64) -> bool {
    let off: Vec<f64> =
        at_ms.windows(2).map(|pair| pair[1] - pair[0]).map(|stay| stay - (stay / interval).round() * interval).collect();
    let varied = |together: usize| {
        let mut sums: Vec<f64> = off.windows(together).map(|off| off.iter().sum()).collect();
        let middle = (sums.len().max(1) - 1) / 2;
        let center = if sums.is_empty() { 0.0 } else { *sums.select_nth_unstable_by(middle, f64::total_cmp).1 };
        // The median of the squares: a scene change or a hitch is no walk.
        let mut squares: Vec<f64> = sums.iter().map(|sum| (sum - center) * (sum - center)).collect();
        if squares.is_empty() { 0.0 } else { *squares.select_nth_unstable_by(middle, f64::total_cmp).1 }
    };
    let (single, together) = (varied(1), varied(TOGETHER));
    // Half of the values lie within 0.67 of the root mean square.
    single > LEAST_VARIED_MS * LEAST_VARIED_MS * 0.45 && together > MOST_WALKED * single
}

/// Returns the numbers of intervals for which at least a share of the frames, `often`, stay, in ascending order.
fn usual_multiples(stays: &[f64], interval: f64, often: f64) -> Vec<u64> {
    let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
    for stay in stays {
        *counts.entry((stay / interval).round() as u64).or_default() += 1;
    }
    let is_often =
        |(multiple, count): (u64, usize)| (multiple > 0 && count as f64 >= often * stays.len() as f64).then_some(multiple);
    counts.into_iter().filter_map(is_often).collect()
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use crate::base::random::{CounterRng, Purpose};
    use crate::model::config::flip_grid::*;

    /// Random numbers, one after the other.
    struct Dice {
        rng: CounterRng,
        next: u64,
    }

    impl Dice {
        fn new(seed: u64) -> Dice {
            Dice { rng: CounterRng::new(seed, Purpose::RenderNoise), next: 0 }
        }

        fn between(&mut self, lo: f64, hi: f64) -> f64 {
            self.next += 1;
            lo + (hi - lo) * self.rng.unit(self.next)
        }
    }

    /// Returns flips after stays of these lengths in ms, each up to `jitter` ms too early or too late.
    fn flips(stays: impl IntoIterator<Item = f64>, jitter: f64) -> Vec<Time> {
        let (mut at, mut dice) = (100.0, Dice::new(9));
        let flip = |stay: f64| {
            at += stay;
            Time::from_secs((at + dice.between(-jitter, jitter)) / 1000.0)
        };
        stays.into_iter().map(flip).collect()
    }

    fn found(stays: impl IntoIterator<Item = f64>, jitter: f64) -> Option<f64> {
        refresh_hz(&flips(stays, jitter), Presents::default())
    }

    /// Returns the stays of `game_hz` frames a second that wait for the refreshes of a display.
    fn synchronized(game_hz: f64, hertz: f64) -> impl Iterator<Item = f64> {
        let refresh = move |frame: u32| (f64::from(frame) * hertz / game_hz - 1e-9).ceil();
        (0..600).map(move |frame| (refresh(frame + 1) - refresh(frame)) * 1000.0 / hertz)
    }

    /// Returns stays of one refresh, of which a share stays for two.
    fn with_doubles(hertz: f64, share: f64) -> impl Iterator<Item = f64> {
        let mut dice = Dice::new(4);
        (0..800).map(move |_| if dice.between(0.0, 1.0) < share { 2000.0 / hertz } else { 1000.0 / hertz })
    }

    fn random(seed: u64, lo: f64, hi: f64) -> impl Iterator<Item = f64> {
        let mut dice = Dice::new(seed);
        (0..800).map(move |_| dice.between(lo, hi))
    }

    #[test]
    fn a_display_is_found_where_frames_stay_for_different_numbers_of_its_refreshes() {
        for jitter in [0.0, 0.1, 0.3] {
            assert_eq!(found(synchronized(60.0, 144.0), jitter), Some(144.0), "{jitter} ms");
            assert_eq!(found(synchronized(50.0, 60.0), jitter), Some(60.0), "{jitter} ms");
            for share in [0.08, 0.3] {
                for (hertz, usual) in [(60.0, 60.0), (59.94, 60.0), (119.9, 120.0), (75.0, 75.0)] {
                    assert_eq!(found(with_doubles(hertz, share), jitter), Some(usual), "{hertz} Hz, {share}, {jitter} ms");
                }
            }
            let four_to_six = random(2, 4.0, 7.0).map(|refreshes| refreshes.floor() * 1000.0 / 240.0);
            assert_eq!(found(four_to_six, jitter), Some(240.0), "{jitter} ms");
        }
        let odd = found(with_doubles(63.0, 0.2), 0.0).expect("a display may have any rate");
        assert!((odd - 63.0).abs() < 0.01, "{odd}");
    }

    #[test]
    fn no_display_is_invented_for_frames_that_pace_themselves() {
        for jitter in [0.0, 0.1, 0.3] {
            for stay in [22.4, 1000.0 / 60.0, 16.67, 33.3, 28.571, 9.09, 5.88, 8.0] {
                assert_eq!(found((0..400).map(|_| stay), jitter), None, "{stay} ms, {jitter} ms");
            }
        }
        assert_eq!(found(random(1, 12.0, 22.0), 0.0), None);
        assert_eq!(found(random(1, 8.0, 14.0), 0.0), None);
        let two_stays = (0..300).map(|frame| if frame % 3 == 0 { 21.5 } else { 24.5 });
        assert_eq!(found(two_stays, 0.0), None, "7 and 8 intervals of 3.06 ms, nearly");
        let scenes = |stays: &[(f64, usize)]| stays.iter().flat_map(|(stay, count)| vec![*stay; *count]).collect::<Vec<_>>();
        assert_eq!(found(scenes(&[(17.0, 300), (8.0, 500)]), 0.3), None);
        assert_eq!(found(scenes(&[(17.0, 250), (9.0, 400), (5.5, 500), (17.0, 120)]), 0.3), None);
        let slowly = (0..2000).map(|frame| 10.5 + 3.2 * libm::sin(f64::from(frame) / 180.0));
        assert_eq!(found(slowly, 0.2), None, "a variable refresh");
        for seed in 0..200 {
            let mut dice = Dice::new(seed);
            let (lo, wider) = (dice.between(4.0, 25.0), dice.between(1.1, 3.0));
            assert_eq!(found(random(seed, lo, lo * wider), 0.0), None, "{lo} to {} ms", lo * wider);
        }
    }

    #[test]
    fn stays_that_walk_away_from_their_grid_are_those_of_no_display() {
        for noise in [0.1, 0.3, 0.6] {
            for stay in [16.6, 14.3, 12.1, 10.2, 8.33, 6.94] {
                let mut dice = Dice::new(7);
                let mut noisy = |ms: f64| ms + dice.between(-noise, noise);
                let scenes: Vec<f64> = (0..1500).map(|frame| noisy(if frame % 600 < 300 { stay } else { 1.66 * stay })).collect();
                let double: Vec<f64> = (0..1500).map(|frame| noisy(if frame % 6 == 0 { 2.0 * stay } else { stay })).collect();
                assert_eq!((found(scenes, 0.0), found(double, 0.0)), (None, None), "{stay} ms, {noise} ms");
            }
        }
    }

    #[test]
    fn the_period_of_a_timer_is_no_display() {
        // Frames that wait for two periods, and now and then miss none of them, in whole milliseconds.
        let whole_ms = |stays: Vec<f64>| {
            let mut at = 0.0;
            let flip = |stay: f64| {
                at += stay;
                Time::from_secs(at.round() / 1000.0)
            };
            refresh_hz(&stays.into_iter().map(flip).collect::<Vec<_>>(), Presents::default())
        };
        let timed = |period: f64, rarely: usize| {
            whole_ms((0..400).map(|frame| if frame % rarely == 0 { period } else { 2.0 * period }).collect())
        };
        for period in [15.484, 13.1, 17.3, 19.0, 21.5] {
            assert_eq!(timed(period, 16), None, "{period} ms, one in sixteen");
        }
        for period in [15.6, 15.625, 16.0] {
            assert_eq!((timed(period, 16), timed(period, 3)), (None, None), "{period} ms is the step of a clock");
        }
        assert_eq!((timed(1000.0 / 60.0, 16), timed(1000.0 / 75.0, 16)), (Some(60.0), Some(75.0)), "usual rates");
        let odd = timed(1000.0 / 66.0, 3).expect("one in three is no exception");
        assert!((odd - 66.0).abs() < 0.1, "{odd}");
    }

    #[test]
    fn the_file_may_say_that_a_grid_is_no_display_or_that_frames_stay_longer() {
        let doubles = flips(with_doubles(60.0, 0.3), 0.1);
        let of = |flips: &[Time], at_any_moment, least_refreshes| refresh_hz(flips, Presents { at_any_moment, least_refreshes });
        assert_eq!((of(&doubles, false, 0), of(&doubles, false, 1)), (Some(60.0), Some(60.0)));
        assert_eq!(of(&doubles, true, 0), None, "it is the grid of whatever paces the game");
        assert_eq!(of(&doubles, false, 2), None, "each frame stays for two refreshes or four, or for more");
        let threes_and_fours = flips((0..300).map(|frame| f64::from(3 + frame % 2) * 1000.0 / 144.0), 0.0);
        assert_eq!(of(&threes_and_fours, false, 2), Some(144.0));
    }

    #[test]
    fn a_few_flips_say_nothing() {
        assert_eq!(found([16.7, 33.3, 16.7], 0.0), None);
        assert_eq!(
            (usual_stay(&[]), usual_stay(&flips([5.0, 20.0, 30.0, 20.0], 0.0)).whole(Span::from_millis(1.0))),
            (Span::ZERO, 20)
        );
    }
}
