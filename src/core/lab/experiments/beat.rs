//! Beats: two rates of a pane that almost fit drift slowly through all their phases. A symptom that needs certain phases comes
//! once a beat, so a trial must last as long as the beat to show it.

use super::changed::hertz_apart;
use crate::base::numbers::three_digits;
use crate::base::params::param::{Param, Unit, ValueKind};
use crate::base::time::{Span, Time};
use crate::lab::symptoms::kind::Kind;
use crate::model::config::computer::Computer;
use crate::model::config::settings::Settings;
use crate::model::scripts;
use crate::model::strategies::strategy::Found;

/// Two rates almost fit if multiples of them up to this one almost agree.
const LARGEST_FACTOR: u32 = 4;
/// The beat of two rates whose multiples differ by less than this, in hertz, is too slow to matter.
const SLOWEST_HZ: f64 = 1.0 / 120.0;
/// A usual trial shows all phases of a beat that is no longer than this, in seconds.
const SHORTEST_S: f64 = 4.0;
/// A symptom comes in bursts if its moments lie in at most this share of the beat.
const LONGEST_BURST: f64 = 0.5;
/// The largest probability of a burst that came by chance.
const CHANCE: f64 = 0.01;
/// Cures must also hold on a display that is slower by this share.
const SLOWER: f64 = 1.0 / 1200.0;
/// The number of beats in a trial.
const BEATS: f64 = 1.1;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Rate {
    hertz: f64,
    /// The things that come at this rate, in the plural.
    of: &'static str,
}

/// The beat of two rates of a pane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beat {
    rates: [Rate; 2],
    seconds: f64,
}

/// The part of a beat in which a symptom comes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Burst {
    /// The mean number of moments at which the symptom is seen in a beat.
    count: f64,
    lasts: Span,
}

impl Beat {
    /// Returns the beats of the only pane of `settings` that are longer than four seconds, the longest first. The rates are the
    /// refresh, of a variable one the highest, which holds a loop that has no limit; the parameters of the loop in hertz that are on;
    /// and, in a loop that a user wrote, the frame rate that is a constant of its text, and the rate `steps_hz` of its steps if they
    /// are all alike.
    pub fn all(settings: &Settings, steps_hz: Option<f64>) -> Vec<Beat> {
        let Ok(strategy) = scripts::of_pane(settings, 0) else { return Vec::new() };
        let params = strategy.params.iter().filter(|param| is_rate(param));
        let number =
            |param: &Param| Some(Rate { hertz: param.hertz(settings.panes[0].params.number(param)?), of: things(param) });
        let mut rates: Vec<Rate> = params.filter_map(number).collect();
        let steps = steps_hz.filter(|_| matches!(strategy, Found::Own(_)));
        rates.extend(strategy.constant_hz.map(|hertz| Rate { hertz, of: "frames" }));
        rates.extend(steps.map(|hertz| Rate { hertz, of: "steps" }));
        rates.push(Rate { hertz: settings.computer.highest_refresh_hz(), of: "refreshes" });
        let pairs = rates.iter().enumerate().flat_map(|(index, one)| rates[index + 1..].iter().map(move |other| [*one, *other]));
        let beat = |rates: [Rate; 2]| Some(Beat { rates, seconds: beat_s(rates.map(|rate| rate.hertz))? });
        let mut beats: Vec<Beat> = pairs.filter_map(beat).collect();
        beats.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
        beats
    }

    /// Returns the length of the beat in seconds.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Returns the span that a trial must judge to see all phases.
    pub fn judged(&self) -> Span {
        Span::from_secs(BEATS * self.seconds)
    }

    /// Returns the burst of a symptom that was seen at `moments` of one run or several, which lasted `judged` in all; `None` if the
    /// moments lie in all phases of the beat. If `is_random`, also `None` if chance could have put so few moments together.
    pub fn burst(&self, moments: &[Time], judged: Span, is_random: bool) -> Option<Burst> {
        let beat = Span::from_secs(self.seconds);
        let mut phases: Vec<Span> = moments.iter().map(|at| *at - at.floor_to(beat)).collect();
        phases.sort();
        let around = beat - (*phases.last()? - *phases.first()?);
        let lasts = beat - phases.windows(2).map(|pair| pair[1] - pair[0]).fold(around, Span::max);
        let (share, count) = (lasts.ratio(beat), phases.len() as f64);
        // The probability that so many random points of a circle lie in an arc of at most half of it.
        let by_chance = count * libm::pow(share, count - 1.0);
        let is_burst = share < LONGEST_BURST && (!is_random || by_chance <= CHANCE);
        is_burst.then_some(Burst { count: count / judged.ratio(beat), lasts })
    }

    /// Returns the name of the beat as a cause: `60 steps a second against 59.95 refreshes`.
    pub fn words(&self) -> String {
        let [one, other] = self.rates;
        let [one_hz, other_hz] = hertz_apart([one.hertz, other.hertz]);
        format!("{one_hz} {} a second against {other_hz} {}", one.of, other.of)
    }

    /// Returns the sentence about a symptom that comes in bursts.
    pub fn sentence(&self, kind: Kind, burst: Burst) -> String {
        let lasts = match burst.lasts.as_secs() {
            ..=0.5 => "half a second".to_owned(),
            seconds => format!("{:.0} s", libm::ceil(seconds)),
        };
        let bursts = match burst.count.round() {
            _ if kind != Kind::Hitch => format!("it comes for up to {lasts}"),
            ..=1.0 => "a hitch".to_owned(),
            count => format!("some {count:.0} hitches within {lasts}"),
        };
        format!("{}: every {} s {bursts}.", self.words(), three_digits(self.seconds))
    }
}

/// Returns the settings with a display that is slower by a 1200th.
pub fn slower_display(settings: &Settings) -> Settings {
    let mut slower = settings.clone();
    let Computer { refresh_hz, vrr_hi_hz, .. } = &mut slower.computer;
    for hertz in [refresh_hz, vrr_hi_hz] {
        *hertz *= 1.0 - SLOWER;
    }
    slower
}

/// Returns the span in which the refreshes of a [`slower_display`] pass through all phases of the rates that fit the display
/// before: 22 s at 60 Hz.
pub fn all_phases(settings: &Settings) -> Span {
    Span::from_secs(BEATS / (SLOWER * settings.computer.highest_refresh_hz()))
}

fn is_rate(param: &Param) -> bool {
    param.is_period() || matches!(&param.kind, ValueKind::Number(number) if number.unit == Unit::Hertz)
}

/// Returns the things that a loop makes at the rate in a parameter.
fn things(param: &Param) -> &'static str {
    let is_of_frames = ["fps", "frame"].iter().any(|word| param.name.contains(word));
    if is_of_frames && !param.about.contains("steps") { "frames" } else { "steps" }
}

/// Returns the longest beat of two rates in seconds; `None` if none is longer than four.
fn beat_s([one_hz, other_hz]: [f64; 2]) -> Option<f64> {
    let is_coprime = |(p, q): &(u32, u32)| (2..=LARGEST_FACTOR).all(|factor| p % factor != 0 || q % factor != 0);
    let factors = (1..=LARGEST_FACTOR).flat_map(|p| (1..=LARGEST_FACTOR).map(move |q| (p, q))).filter(is_coprime);
    let apart = factors.map(|(p, q)| (f64::from(p) * one_hz - f64::from(q) * other_hz).abs());
    let least = apart.filter(|apart| *apart >= SLOWEST_HZ).fold(f64::INFINITY, f64::min);
    Some(1.0 / least).filter(|seconds| *seconds > SHORTEST_S)
}
