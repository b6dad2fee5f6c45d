//! The headline of a symptom in short, as the row of a pane's name has room for it.

use super::words::{CameBack, CapturedNotes, HowPaused, Misfits, Said, UnevenStays, missed_refreshes};
use crate::base::numbers::{length, three_digits, trimmed_apart};
use crate::base::time::Span;
use crate::lab::metrics::behind;

/// The most letters of a headline in short.
const MOST: usize = 36;

/// Returns the headline of a kind with this value, in short: at most [`MOST`] letters, without a full stop.
pub(super) fn brief(said: &Said, value: f64) -> String {
    let says = said.kind().says(value);
    let millis = |value: f64| length(Span::from_millis(value));
    match said {
        Said::NeverDraws => format!("Never draws: no frame for {says}"),
        Said::NeverPresents => format!("Never presents: {says} of drawing"),
        Said::PressesDoubled { of } => format!("{value:.0} of {of} presses answered twice"),
        Said::Refused(_) => "Stands still in this world".to_owned(),
        Said::NotResponding => format!("Not responding for {says}"),
        Said::Spiral { simulated_ms } => {
            let [costs, simulates] = trimmed_apart([value, *simulated_ms], 1);
            format!("Spirals: {costs} ms for {simulates}")
        }
        Said::Frozen => format!("Frozen for {}", millis(value)),
        Said::Stall(CameBack::Unknown) => format!("A stall of {}", millis(value)),
        Said::Stall(CameBack::Lost(lost)) => format!("A stall of {}: {} lost", millis(value), length(*lost)),
        Said::Stall(CameBack::AsJump(jump)) => format!("A stall of {}: a jump of {}", millis(value), length(*jump)),
        Said::Stall(CameBack::InFastForward) => format!("A stall of {}, made up for", millis(value)),
        Said::Tunnelling(counted) => match counted.passes() {
            1 => "The last one got past the wall".to_owned(),
            all => format!("{} of the last {all} got past the wall", counted.tunnelled),
        },
        Said::FastMotion { behind } => {
            let headline = said.headline(value);
            let words = behind::in_words(*behind).unwrap_or_default();
            if headline.chars().count() <= MOST { headline } else { format!("Catching up: {words}") }
        }
        Said::Alarm(sentence) => first_words(sentence.trim_end_matches('.')),
        Said::Hitches(hitches) => hitches.brief(),
        Said::Camera { .. } => format!("Jitters against a camera: {says}"),
        Said::Judder(Misfits::All) => format!("Judders: {says} off"),
        Said::Judder(Misfits::Jumps(count)) => format!("Judders: {count} pictures moved too far"),
        Said::Judder(Misfits::OneInTen { ms }) => format!("Judders: 1 in 10, {ms:.*} ms off", usize::from(*ms < 10.0)),
        Said::Uneven(UnevenStays::Refreshes(stays)) => format!("Uneven: stays {} refreshes", bounds(stays)),
        Said::Uneven(UnevenStays::Millis(stays)) => format!("Uneven: stays {} ms", bounds(stays)),
        Said::Uneven(UnevenStays::Spread { short, long }) => {
            format!("Uneven: stays {} ms", bounds(&[short.as_millis(), long.as_millis()]))
        }
        Said::Repeats { frames_hz, pictures_hz, .. } => {
            let frames = frames_hz.round();
            format!("Repeats: {:.0} of {frames:.0} frames", frames - pictures_hz.round())
        }
        Said::HalfRate { refresh_hz, .. } => {
            format!("{}: {value:.0} of {refresh_hz:.0} FPS", missed_refreshes(*refresh_hz, value))
        }
        Said::LimitMissed { asked } => {
            let [made, asked] = [value, *asked].map(three_digits);
            format!("Misses its limit: {made} of {asked} FPS")
        }
        Said::Queued => format!("Queued: waits {}", millis(value)),
        Said::Late => format!("Late: answers after {}", millis(value)),
        Said::OffPath => format!("Off its path by {says}"),
        Said::Ahead => format!("Drifts ahead: {value:.1} ms a second"),
        Said::Behind => format!("Drifts behind: {value:.1} ms a second"),
        Said::Tearing => format!("Tears: {says} of the frames"),
        Said::Paused(HowPaused::Paused) => "Paused, by steps of 0 s".to_owned(),
        Said::Paused(HowPaused::Ignored) => "Paused, but this loop goes on".to_owned(),
        Said::TooShort { .. } => "Too short to judge".to_owned(),
        Said::Right { fps, is_smooth, is_speed_known, captured, .. } => {
            let smooth = if *is_smooth { ", smooth" } else { "" };
            match captured.dropped_percent.filter(|percent| *percent >= CapturedNotes::MANY_DROPPED) {
                Some(dropped) => format!("{fps:.0} FPS{smooth}; {dropped:.0} % dropped"),
                None if captured.cpu_starts_ms.is_some() => format!("{fps:.0} FPS{smooth}; uneven starts"),
                None if *is_speed_known => format!("Right speed, {fps:.0} FPS{smooth}"),
                None => format!("No fault in pacing, {fps:.0} FPS{smooth}"),
            }
        }
        Said::SlowMotion { .. }
        | Said::Exploded
        | Said::LowFrameRate
        | Said::PressesLost { .. }
        | Said::AnotherHeight { .. }
        | Said::Paused(HowPaused::WasPaused)
        | Said::Settling { .. } => said.headline(value),
    }
}

/// Returns a sentence whole if it has at most [`MOST`] letters; else its first words with dots, because a card has all of it.
fn first_words(sentence: &str) -> String {
    if sentence.chars().count() <= MOST {
        return sentence.to_owned();
    }
    let ends = sentence.char_indices().enumerate().filter(|(number, (_, letter))| *number < MOST && *letter == ' ');
    let end = ends.last().map_or(0, |(_, (at, _))| at);
    format!("{}…", sentence[..end].trim_end_matches([',', ';', ':']))
}

/// Returns the least and the greatest of some stays: `1 to 3`.
fn bounds(stays: &[f64]) -> String {
    let [least, most] = [f64::min, f64::max].map(|pick| stays.iter().copied().reduce(pick).unwrap_or_default());
    format!("{least:.0} to {most:.0}")
}

#[cfg(test)]
mod tests {
    use crate::base::time::{Span, Time};
    use crate::lab::symptoms::brief::*;
    use crate::lab::symptoms::hitches::{Hitch, Hitches};
    use crate::lab::symptoms::kind::Kind;
    use crate::lab::symptoms::words::{CapturedNotes, PictureSums};
    use crate::model::world::body::Tally;
    use crate::model::worlds::camera::Follows;

    fn right(fps: f64, captured: CapturedNotes) -> Said {
        Said::Right {
            fps,
            is_smooth: true,
            is_speed_known: captured == CapturedNotes::default(),
            captured,
            sums: PictureSums::default(),
            whole: PictureSums::default(),
        }
    }

    /// Returns everything that can be said, in each of its forms, with the values of a run and with the largest ones.
    fn all() -> Vec<(Said, [f64; 2])> {
        let tally = |tunnelled| Tally { tunnelled, caught: 15 - tunnelled };
        let hitches = |count: usize| {
            let hitch = Hitch { begin: Time::ZERO, length: Span::from_millis(9999.0), is_leap: false };
            Said::Hitches(Hitches { all: vec![hitch; count].into(), span: Span::from_secs(10.0) })
        };
        let behind = |seconds| Said::FastMotion { behind: Span::from_secs(seconds) };
        let stall = |came_back| (Said::Stall(came_back), [1000.0, 10_000.0]);
        let second = Span::from_millis(9983.0);
        let notes = CapturedNotes::default();
        vec![
            (Said::NeverDraws, [1.2, 86_400.0]),
            (Said::NeverPresents, [1.2, 86_400.0]),
            (Said::Refused("a world that is stepped by its own loop has no place for another one"), [0.0; 2]),
            (Said::NotResponding, [12.0, 86_400.0]),
            (Said::Spiral { simulated_ms: 1000.0 }, [18.0, 10_000.5]),
            (Said::Frozen, [120.0, 9999.0]),
            stall(CameBack::Unknown),
            stall(CameBack::Lost(second)),
            stall(CameBack::AsJump(second)),
            stall(CameBack::InFastForward),
            (Said::SlowMotion { is_drawn_ahead: true }, [39.0, 99.5]),
            (Said::SlowMotion { is_drawn_ahead: false }, [24.0, 99.5]),
            (behind(0.4), [240.0, 60_000.0]),
            (behind(0.0), [240.0, 60_000.0]),
            (behind(86_400.0), [240.0, 60_000.0]),
            (Said::Tunnelling(tally(11)), [11.0; 2]),
            (Said::Tunnelling(Tally { tunnelled: 1, caught: 0 }), [1.0; 2]),
            (Said::Exploded, [1.0, 2000.0]),
            (Said::Alarm("The stack has fallen.".into()), [0.0; 2]),
            (Said::Alarm("15 of 15 runs got through the gate that blocks exact ones.".into()), [0.0; 2]),
            (Said::PressesLost { of: 12, frames_a_step: Some(4.0) }, [1.0, 12.0]),
            (Said::PressesDoubled { of: 12 }, [1.0, 12.0]),
            (Said::LowFrameRate, [14.2, 23.4]),
            (Said::Camera { follows: Follows::NewestBody, steps_hz: None, frames_hz: None }, [1.0, 1000.0]),
            (hitches(1), [9.0; 2]),
            (hitches(1234), [500.0; 2]),
            (Said::Judder(Misfits::All), [8.0, 1000.0]),
            (Said::Judder(Misfits::Jumps(1234)), [8.0, 1000.0]),
            (Said::Judder(Misfits::OneInTen { ms: 8.0 }), [8.0; 2]),
            (Said::Uneven(UnevenStays::Refreshes(vec![2.0, 1.0, 24.0])), [50.0; 2]),
            (Said::Uneven(UnevenStays::Millis(vec![1000.0, 13.0])), [50.0; 2]),
            (Said::Uneven(UnevenStays::Spread { short: second, long: second }), [50.0; 2]),
            (Said::AnotherHeight { apex: 12.25, exact: 11.5 }, [4.0; 2]),
            (Said::OffPath, [0.6, 5000.0]),
            (Said::Repeats { frames_hz: 1000.0, pictures_hz: 500.0, stays: Vec::new() }, [50.0; 2]),
            (Said::HalfRate { refresh_hz: 60.0, work_ms: 20.0 }, [30.0; 2]),
            (Said::HalfRate { refresh_hz: 240.0, work_ms: 20.0 }, [48.0; 2]),
            (Said::LimitMissed { asked: 1000.0 }, [55.1, 999.0]),
            (Said::Late, [133.0, 9999.0]),
            (Said::Queued, [33.0, 9999.0]),
            (Said::Ahead, [0.3, 99.9]),
            (Said::Behind, [0.3, 99.9]),
            (Said::Tearing, [50.0, 100.0]),
            (Said::Paused(HowPaused::Paused), [0.0; 2]),
            (Said::Paused(HowPaused::WasPaused), [0.0; 2]),
            (Said::Paused(HowPaused::Ignored), [0.0; 2]),
            (Said::Settling { has_shown: false }, [0.0; 2]),
            (Said::Settling { has_shown: true }, [0.0; 2]),
            (Said::TooShort { frames: 121, seconds: 2.0 }, [0.0; 2]),
            (right(1000.0, notes), [100.0; 2]),
            (right(60.0, CapturedNotes { dropped_percent: Some(12.0), ..notes }), [100.0; 2]),
            (right(60.0, CapturedNotes { cpu_starts_ms: Some(1.2), ..notes }), [100.0; 2]),
        ]
    }

    #[test]
    fn everything_is_said_in_at_most_36_letters() {
        let all = all();
        for kind in Kind::all() {
            assert!(all.iter().any(|(said, _)| said.kind() == kind), "{} is not tried", kind.id());
        }
        for (said, values) in &all {
            for value in values {
                let brief = brief(said, *value);
                assert!(!brief.is_empty() && brief.chars().count() <= MOST, "{brief}");
                assert!(!brief.ends_with('.') && !brief.contains("  "), "{brief}");
            }
        }
    }

    #[test]
    fn a_headline_in_short_keeps_the_number_that_counts() {
        let says = |number: usize| {
            let (said, [value, _]) = &all()[number];
            brief(said, *value)
        };
        let number = |wanted: &Said| all().iter().position(|(said, _)| said == wanted).expect("it is in the list");
        for (said, words) in [
            (Said::Spiral { simulated_ms: 1000.0 }, "Spirals: 18 ms for 1000"),
            (Said::Judder(Misfits::All), "Judders: 8.0 ms off"),
            (Said::HalfRate { refresh_hz: 60.0, work_ms: 20.0 }, "Half rate: 30 of 60 FPS"),
            (Said::Stall(CameBack::Lost(Span::from_millis(9983.0))), "A stall of 1.0 s: 10.0 s lost"),
            (Said::FastMotion { behind: Span::from_secs(0.4) }, "Catching up at 240 %: 0.4 s behind"),
            (Said::FastMotion { behind: Span::from_secs(86_400.0) }, "Catching up: 86400.0 s behind"),
            (Said::Alarm("The stack has fallen.".into()), "The stack has fallen"),
        ] {
            assert_eq!(says(number(&said)), words);
        }
        let gate = brief(&Said::Alarm("15 of 15 runs got through the gate that blocks exact ones.".into()), 0.0);
        assert_eq!(gate, "15 of 15 runs got through the gate…");
    }
}
