//! The advice: the three best loops in order, and the reasons why other loops are rejected.

use super::candidates::step_rate;
use super::outcome::{LONGEST, spare_s};
use super::question::Question;
use super::record::Record;
use super::test::{Tried, Verdict, is_interpolated};
use crate::base::numbers::trimmed;
use crate::base::params::value::Value;
use crate::lab::findings::capture_summary::CaptureSummary;
use crate::lab::symptoms::kind::{Kind, Tone};
use crate::model::config::settings::{PaneSettings, Presentation, Settings};
use crate::model::strategies;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// A longer capture is not judged beside the advice, which takes a moment: that many frames are an hour at 60 a second.
const MOST_JUDGED: usize = 216_000;
/// The number of loops that are shown.
const SHOWN: usize = 3;
/// The loops that games usually have, the most usual first. Of two loops that do equally well the more usual one comes first.
const USUAL: [&str; 9] = [
    "fixed-interpolated",
    "callback-accumulator",
    "callback-delta",
    "variable-delta-clamped",
    "clamped-accumulator",
    "semi-fixed",
    "variable-delta",
    "counted-refreshes",
    "fixed-fps",
];

/// The answer to a [`Question`]: the loops that suit the game, and the reasons why others don't.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The requirements of the game, each in one sentence.
    pub requirements: Vec<String>,
    /// The limiter that held the captured game, and what to do about it, in one sentence; `None` if none is known. It comes first.
    pub limit: Option<String>,
    /// The sentences that come next: what a steady captured game needs, that its hitches stay in every loop, that no loop is free of
    /// faults, or that none meets the requirements; `None` if there is nothing to say.
    pub warning: Option<String>,
    /// At most three loops, the best first.
    pub choices: Vec<Choice>,
    /// The loops that meet the requirements but are not among the choices, the best first.
    pub others: Vec<String>,
    pub rejected: Vec<Rejection>,
}

/// A loop that is advised, with its settings.
#[derive(Clone, Debug)]
pub struct Choice {
    pub pane: PaneSettings,
    /// Every parameter with its value.
    pub params: Vec<(String, Value)>,
    pub presentation: Presentation,
    pub why: String,
    /// The drawbacks of the loop, in one sentence.
    pub costs: String,
    /// Pictures per second, the mean over the displays.
    pub pictures_per_s: f64,
    /// The pictures per second of the captured game, in the parts whose load is played; `None` without one.
    pub game_per_s: Option<f64>,
    /// The settings of the loop's run on the first display.
    pub settings: Settings,
}

/// A loop that fails the requirements with all its variants.
#[derive(Clone, Debug)]
pub struct Rejection {
    pub strategy: String,
    pub why: String,
    /// The settings of a run that shows the failure.
    pub settings: Settings,
}

/// The sort key of a candidate; the best has the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    /// The kind of the worst fault. To make fewer pictures than the captured game is one, a low frame rate.
    worst: Option<Reverse<Kind>>,
    faults: usize,
    /// The share of the game's pictures that it lacks, in twentieths.
    lacking: i64,
    /// The time by which hitches are late, in tens of milliseconds per second.
    late: i64,
    notes: usize,
    /// The share of the time for which it computes, in tenths, if the game must save power.
    power: i64,
    /// The misfit of the motion or the age of the pictures, in milliseconds.
    seen: i64,
    /// Updates per second, in tens.
    updates: i64,
    usual: usize,
    index: usize,
}

impl Advice {
    /// Makes the advice from the verdicts on all candidates, in any order.
    pub fn new(question: &Question, mut tried: Vec<Tried>) -> Advice {
        tried.sort_by_key(|tried| tried.index);
        let mut best: Vec<(Place, PaneSettings, Record)> = Vec::new();
        let mut rejected: Vec<Rejection> = Vec::new();
        for Tried { index, pane, verdict } in tried {
            match verdict {
                Verdict::Out { why, settings } => rejected.push(Rejection { strategy: pane.strategy, why, settings: *settings }),
                Verdict::In(record) => best.push((place(question, &record, &pane.strategy, index), pane, *record)),
            }
        }
        // Each loop is represented by its best variant, or by the first one that failed if all did.
        best.sort_by_key(|(place, ..)| *place);
        let of_game = of_game(question, best.iter().map(|(_, _, record)| record));
        let mut known = BTreeSet::new();
        best.retain(|(_, pane, _)| known.insert(pane.strategy.clone()));
        rejected.retain(|out| known.insert(out.strategy.clone()));
        let warning = warning(question, best.first().map(|(_, _, record)| record));
        let warning = [of_game, warning].into_iter().flatten().reduce(|all, more| format!("{all} {more}"));
        let others = best.iter().skip(SHOWN).map(|(_, pane, _)| pane.strategy.clone()).collect();
        let choices = best.into_iter().take(SHOWN).filter_map(|(_, pane, record)| Choice::new(question, pane, record)).collect();
        let requirements = question.sentences().into_iter().chain(parts(question)).collect();
        Advice { requirements, limit: limit(question), warning, choices, others, rejected }
    }
}

/// Returns which parts of a captured load the runs play; `None` without one.
fn parts(question: &Question) -> Option<String> {
    let (name, longest) = (&question.played()?.name, LONGEST.as_secs());
    let plays_all = spare_s(&question.settings) <= 0.0;
    Some(if plays_all {
        format!("Each run plays {name} from its beginning.")
    } else {
        format!("{name} is longer than a run: three runs of at most {longest} s play its beginning, its middle and its end.")
    })
}

/// Returns what to do about the limiter that held the captured game; `None` if none is known.
fn limit(question: &Question) -> Option<String> {
    let capture = question.played()?;
    let hz = trimmed(capture.facts.limited_hz?, 2);
    let name = &capture.name;
    if capture.facts.is_held_idle {
        return Some(format!(
            "{name} is limited to {hz} FPS, by a limiter or by its display: its work would do for twice as many. Raise or remove the \
             limit if it is none that you want."
        ));
    }
    Some(format!(
        "{name} is limited to {hz} FPS: raise or remove the limit and capture again. Until then the limiter's sleep counts as work, \
         and no loop makes more pictures of it."
    ))
}

/// Returns the sentence about a captured game: that it is steady, so that no loop can make it better, or that the hitches that it has
/// are in every loop too; `None` without either, or if what limits it is said.
fn of_game<'a>(question: &Question, records: impl Iterator<Item = &'a Record>) -> Option<String> {
    let capture = question.played()?;
    if capture.frames.len() > MOST_JUDGED {
        return hitching(records);
    }
    let pane = question.settings.captured_pane(&question.settings.computer)?;
    let summary = CaptureSummary::of_pane(pane).ok()??;
    match summary.steady_headline() {
        Some(_) if capture.facts.limited_hz.is_some() => None,
        Some(headline) => Some(format!("{} is steady ({headline}): nothing in its loop needs a change.", capture.name)),
        None if summary.hitches.is_empty() && summary.stalls.is_empty() => None,
        None => hitching(records),
    }
}

/// Returns the warning that every loop with all of the game's pictures has hitches; `None` if one of them has none.
fn hitching<'a>(records: impl Iterator<Item = &'a Record>) -> Option<String> {
    let full: Vec<&Record> = records.filter(|record| !record.makes_fewer()).collect();
    let all_hitch = !full.is_empty() && full.iter().all(|record| record.hitches.0.count > 0);
    all_hitch.then(|| {
        "Every loop that makes all of the game's pictures has hitches too: look for the work that makes some frames long."
            .to_owned()
    })
}

/// Returns the warning that no loop cures the load or that none meets the requirements; `None` if there is nothing to warn of.
fn warning(question: &Question, best: Option<&Record>) -> Option<String> {
    let update_ms = question.settings.computer.mean_update_ms();
    let rate = question.tick_hz.unwrap_or(60.0);
    if update_ms * rate >= 1000.0 {
        let fewer =
            if best.is_some_and(|best| best.wrong == 0) { "fewer steps do, with the loops below" } else { "make them cheaper" };
        let (rate, ms) = (trimmed(rate, 2), trimmed(update_ms, 2));
        return Some(format!("No loop cures updates of {ms} ms: {rate} of them a second take longer than a second; {fewer}."));
    }
    match best {
        None => Some("No loop meets all of these requirements.".to_owned()),
        Some(Record { wrong: 1.., first: Some((_, _, first)), .. }) => {
            Some(format!("No loop is free of faults with this load. The best of them: {first}."))
        }
        Some(best) if best.makes_fewer() => {
            let (made, game) = (trimmed(best.pictures_per_s, 1), trimmed(best.game_per_s.unwrap_or_default(), 1));
            Some(format!("No loop makes all of the game's {game} pictures a second; the best of them makes {made}."))
        }
        Some(_) => None,
    }
}

/// Returns the sort key of a candidate: what a player sees first, then the question's preferences, then fewest updates, then the
/// most usual loop.
fn place(question: &Question, record: &Record, strategy: &str, index: usize) -> Place {
    // Differences that nobody sees don't count: a millisecond, a tenth of the power. A picture that stays longer is older while it
    // is seen, and further from even motion, by half of its stay. A picture ahead of the clock counts like one that is as far
    // behind it.
    let power = if question.saves_power { (record.busy * 10.0).round() } else { 0.0 };
    let seen_ms = if question.allows_age { record.error_ms } else { record.age_ms.abs() } + record.stay_ms / 2.0;
    let seen = if question.displays.is_empty() { 0.0 } else { seen_ms.round() };
    let usual = USUAL.iter().position(|usual| *usual == strategy).unwrap_or(USUAL.len());
    let worst = record.first.as_ref().filter(|(_, tone, _)| *tone == Tone::Wrong).map(|(kind, ..)| Reverse(*kind));
    let fewer = record.makes_fewer().then_some(Reverse(Kind::LowFrameRate));
    Place {
        worst: worst.max(fewer),
        faults: record.wrong + usize::from(record.makes_fewer()),
        lacking: if record.makes_fewer() { (record.lacking * 20.0).round() as i64 } else { 0 },
        late: (record.hitches.0.late_ms_per_s() / 10.0).round() as i64,
        notes: record.notes + usize::from(record.leaps),
        power: power as i64,
        seen: seen as i64,
        updates: (record.updates_per_s / 10.0).round() as i64,
        usual,
        index,
    }
}

impl Choice {
    fn new(question: &Question, pane: PaneSettings, record: Record) -> Option<Choice> {
        let strategy = strategies::find(&pane.strategy).ok()?;
        let params = strategy.params.iter().map(|param| (param.name.to_string(), pane.params.get(param))).collect();
        let found = record.found();
        let pictures = if question.displays.is_empty() {
            format!("it computes {:.0} % of the time", record.busy * 100.0)
        } else {
            format!("motion is {} ms off the display in the mean", trimmed(record.error_ms, 1))
        };
        let why = format!("{found}; {pictures}.");
        let mut costs = Vec::new();
        if !question.displays.is_empty() {
            let made = format!("{} pictures a second", trimmed(record.pictures_per_s, 1));
            let game = record.game_per_s.map(|game| format!(" (the game made {})", trimmed(game, 1)));
            costs.push(made + &game.unwrap_or_default());
            let because = if is_interpolated(strategy, &pane) { ", a step of it for smoothness" } else { "" };
            let age = record.age_ms.round();
            let when = if age < 0.0 { "ahead of the clock" } else { "old" };
            costs.push(format!("pictures are {:.0} ms {when}{because}", age.abs()));
        }
        costs.push(format!("{:.0} updates a second", record.updates_per_s));
        costs.push(if record.lost_ms > record.longest_ms.max(50.0) {
            format!("of a stall of 500 ms {:.0} ms are forgotten", record.lost_ms)
        } else if step_rate(strategy).is_some() {
            "a stall of 500 ms is made up for at once".to_owned()
        } else {
            format!("a stall of 500 ms comes back in a step of {:.0} ms", record.longest_ms)
        });
        let presentation = pane.presentation.unwrap_or(strategy.presentation);
        // The number of steps in a frame varies where steps have a rate of their own.
        let presses = if step_rate(strategy).is_some() {
            " A frame can make no step or several: keep a press until one step has taken it."
        } else {
            ""
        };
        let costs = format!("Its price: {}.{presses}", costs.join(", "));
        let Record { pictures_per_s, game_per_s, settings, .. } = record;
        Some(Choice { pane, params, presentation, why, costs, pictures_per_s, game_per_s, settings })
    }
}
