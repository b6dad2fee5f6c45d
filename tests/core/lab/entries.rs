//! Entries: each thing of a run is told once, and nothing that lasts is left out.

use crate::common::{self, Events};
use proptest::prelude::*;
use std::collections::BTreeSet;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::captures::part::CapturePart;
use tickscope_core::lab::captures::read;
use tickscope_core::lab::findings::captured_game::CapturedGame;
use tickscope_core::lab::findings::entries::{Entry, entries, verdict};
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::findings::over_run::spans;
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::lab::symptoms::kind::{Kind, Tone};
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::script::{Origin, Script};
use tickscope_core::model::config::settings::{PaneSettings, PlannedStall, Settings, WorldChoice};
use tickscope_core::model::machine::event::Event;

fn on(strategy: &str, computer: Computer, stalls: &[(f64, f64)]) -> Settings {
    let hitches = stalls.iter().map(|(at_s, ms)| PlannedStall::of_render(*at_s, *ms)).collect();
    Settings {
        computer,
        hitches,
        scene: WorldChoice::new("runner"),
        panes: vec![PaneSettings::new(strategy)],
        ..Settings::default()
    }
}

fn found(settings: &Settings, seconds: f64) -> Vec<Finding> {
    spans(&Script::from(settings), &[Origin::Start(0)], seconds).expect("it runs").remove(0)
}

fn is_complaint(entry: &Entry) -> bool {
    entry.worst.symptom.tone >= Tone::Note
}

fn kinds<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Vec<Kind> {
    entries.into_iter().map(|entry| entry.worst.symptom.kind()).collect()
}

#[test]
fn all_that_a_stall_brings_is_one_entry_and_so_are_two_stalls() {
    for strategy in ["clamped-accumulator", "fixed-interpolated", "variable-delta", "semi-fixed", "callback-delta"] {
        for ms in [120.0, 300.0, 1000.0] {
            let once = entries(&found(&on(strategy, Computer::default(), &[(4.0, ms)]), 12.0));
            let told: Vec<&Entry> = once.iter().filter(|entry| is_complaint(entry)).collect();
            assert_eq!(kinds(told.iter().copied()), [Kind::Stall], "{strategy}, {ms} ms");
            assert_eq!(told[0].worst.event().map(|event| event.at), Some(Time::from_secs(4.0)));
            let twice = entries(&found(&on(strategy, Computer::default(), &[(4.0, ms), (9.0, ms)]), 16.0));
            let told: Vec<&Entry> = twice.iter().filter(|entry| is_complaint(entry)).collect();
            assert_eq!(kinds(told.iter().copied()), [Kind::Stall], "{strategy}, {ms} ms twice");
            assert_eq!(told[0].times(), 2);
            assert!(told[0].from < Time::from_secs(6.0) && told[0].to > Time::from_secs(9.0), "{told:?}");
        }
    }
}

#[test]
fn a_hitch_of_a_small_stall_passes_though_it_is_told_for_ten_seconds() {
    for (strategy, ms) in [("variable-delta", 60.0), ("fixed-interpolated", 40.0), ("semi-fixed", 50.0)] {
        let findings = found(&on(strategy, Computer::default(), &[(4.0, ms)]), 20.0);
        let hitch = findings.iter().find(|finding| finding.symptom.kind() == Kind::Hitch).expect("it is seen");
        assert!(hitch.to > Time::from_secs(13.0) && hitch.shown_until < Time::from_secs(4.1), "{hitch:?}");
        assert_eq!(hitch.sentences(), [format!("It passes: it came with a stall of {ms:.0} ms.")]);
        assert!(hitch.event().is_some());
    }
}

/// Two loops with a wait of their own and without vsync, which miss a refresh now and then.
fn stuttering(computer: &Computer) -> [Settings; 2] {
    let computer = Computer { present: Present::Mailbox, wake_lo_ms: 0.06, ..computer.clone() };
    ["variable-delta-wait", "fixed-fps"].map(|strategy| on(strategy, computer.clone(), &[]))
}

/// Returns how many pictures stayed for two refreshes or more until `end`.
fn long_stays(settings: &Settings, end: Time) -> usize {
    let run = Run::new(settings, 0, end.as_secs()).expect("it is allowed");
    let (events, _) = run.fold(Events::default()).expect("it runs");
    let (mut shown, mut pictures) = (None, Vec::new());
    for event in &events.0 {
        if let Event::Display { at, drawn, .. } = event
            && *at <= end
            && *drawn > Time::ZERO
            && shown.replace(*drawn) != Some(*drawn)
        {
            pictures.push(*at);
        }
    }
    let refresh = Span::from_hz(settings.computer.refresh_hz);
    pictures.windows(2).filter(|pair| pair[1] - pair[0] > refresh + refresh.divided(2)).count()
}

#[test]
fn hitches_of_a_run_are_counted_once_each_as_the_cadence_counts_them() {
    let mut counted = 0;
    for (wake_hi_ms, refresh_hz) in [(0.6, 60.0), (0.3, 60.0), (0.6, 75.0), (0.2, 59.94)] {
        for settings in stuttering(&Computer { wake_hi_ms, refresh_hz, render_ms: 2.0, ..Computer::default() }) {
            let told = entries(&found(&settings, 10.0));
            let hitches = told.iter().filter(|entry| entry.worst.symptom.kind() == Kind::Hitch);
            let count: usize = hitches.map(|entry| entry.worst.symptom.hitches().len()).sum();
            let is_uneven = told.iter().any(|entry| entry.worst.symptom.kind() == Kind::Uneven);
            if count > 0 && !is_uneven {
                assert_eq!(count, long_stays(&settings, Time::from_secs(10.0)), "{settings:?}");
                counted += count;
            }
        }
    }
    assert!(counted > 10, "only {counted} hitches");
}

#[test]
fn spikes_that_come_evenly_have_their_period() {
    let spikes = Computer { spike_every: 90, spike_ms: 20.0, ..Computer::default() };
    let told = entries(&found(&on("variable-delta", spikes, &[]), 30.0));
    let hitch = told.iter().find(|entry| entry.worst.symptom.kind() == Kind::Hitch).expect("it stutters");
    // 90 frames, one of which stays for two refreshes.
    let (count, period) = (hitch.worst.symptom.hitches().len(), 91.0 / 60.0);
    assert!((count as f64 - 30.0 / period).abs() <= 1.0, "{count}");
    let says = format!("Stutters: {count} hitches, one every {period:.2} s, up to 33 ms");
    assert!(hitch.worst.symptom.headline() == says, "{}", hitch.worst.symptom.headline());
}

#[test]
fn what_recurs_is_told_once_with_how_often() {
    let spikes = Computer { spike_every: 130, spike_ms: 200.0, ..Computer::default() };
    let findings = found(&on("variable-delta", spikes, &[]), 30.0);
    let told = entries(&findings);
    for entry in &told {
        let of_kind = |finding: &&Finding| finding.symptom.kind() == entry.worst.symptom.kind();
        assert!(entry.times() <= findings.iter().filter(of_kind).count());
    }
    let keys: BTreeSet<_> = told.iter().map(|entry| (entry.worst.symptom.kind(), entry.worst.symptom.tone)).collect();
    assert_eq!(keys.len(), told.len(), "{:?}", kinds(&told));
    assert!(told.len() < findings.len() / 2, "{} of {}", told.len(), findings.len());
}

#[test]
fn a_stall_of_a_captured_game_takes_in_what_it_brings() {
    let mut stays = vec![16.7; 600];
    (stays[240], stays[242]) = (700.0, 30.0);
    let list = stays.iter().fold("frametime\n".to_owned(), |text, stay| text + &format!("{stay}\n"));
    let capture = read("game.csv", list.as_bytes(), &CapturePart::default()).expect("it can be read").capture;
    let computer = Computer::default();
    let (end, pane) = (capture.end(), PaneSettings::of_capture(capture));
    let settings = Settings { panes: vec![pane], ..on("variable-delta", computer, &[]) }.lettered();
    let findings = found(&settings, end.as_secs());
    assert!(findings.iter().any(|finding| finding.symptom.kind() == Kind::Frozen && !finding.is_short()));
    let told = entries(&findings);
    let stall = told.iter().find(|entry| entry.worst.symptom.kind() == Kind::Stall).expect("it stalls");
    assert!(stall.beside.contains(&Kind::Frozen), "{:?}", stall.beside);
    assert!(stall.sentences()[0].starts_with("It also stands still"), "{:?}", stall.sentences());
    assert!(told.iter().all(|entry| entry.worst.symptom.kind() != Kind::Frozen));
}

/// Returns the entries of a captured game with these frame times, in milliseconds, and its verdict.
fn game(stays: &[f64]) -> (Vec<Entry>, String) {
    let list = stays.iter().fold("frametime\n".to_owned(), |text, stay| text + &format!("{stay:.3}\n"));
    let game = CapturedGame::read("game.csv", list.as_bytes(), &CapturePart::default()).expect("it can be read");
    let told = game.entries();
    let says = verdict(&told).expect("something is told").worst.headline();
    (told, says)
}

#[test]
fn a_pattern_of_stalls_is_one_entry_of_hitches() {
    for (every, ms) in [(40, 80.0), (100, 116.0), (150, 200.0), (400, 90.0)] {
        let stays: Vec<f64> = (1..=1200).map(|frame| if frame % every == 30 { ms } else { 16.7 }).collect();
        let long = stays.iter().filter(|stay| **stay > 50.0).count();
        let (told, says) = game(&stays);
        let complaints: Vec<&Entry> = told.iter().filter(|entry| is_complaint(entry)).collect();
        assert_eq!(kinds(complaints.iter().copied()), [Kind::Hitch], "every {every}, {ms} ms");
        assert_eq!(complaints[0].worst.symptom.hitches().len(), long, "every {every}, {ms} ms");
        assert!(says.starts_with(&format!("Stutters: {long} hitches")), "{says}");
        assert!(complaints[0].beside.contains(&Kind::Stall), "{:?}", complaints[0].beside);
    }
}

#[test]
fn one_stall_or_two_are_told_as_stalls() {
    for at in [&[300][..], &[300, 500], &[300, 330]] {
        let mut stays = vec![16.7; 1200];
        for at in at {
            stays[*at] = 150.0;
        }
        let (told, _) = game(&stays);
        assert_eq!(kinds(told.iter().filter(|entry| is_complaint(entry))), [Kind::Stall], "{at:?}");
    }
}

#[test]
fn spikes_of_a_loop_are_one_entry_too() {
    for (spike_every, spike_ms) in [(60, 200.0), (120, 100.0), (90, 150.0)] {
        let spikes = Computer { spike_every, spike_ms, ..Computer::default() };
        let told = entries(&found(&on("variable-delta", spikes, &[]), 20.0));
        let long = told.iter().filter(|entry| matches!(entry.worst.symptom.kind(), Kind::Hitch | Kind::Stall));
        assert_eq!(kinds(long), [Kind::Hitch], "{spike_every}: {:?}", kinds(&told));
    }
}

#[test]
fn a_long_frame_among_the_last_ones_is_told() {
    for from_end in 1..=9 {
        for (ms, kind) in [(60.0, Kind::Hitch), (200.0, Kind::Stall)] {
            let mut stays = vec![16.7; 600];
            stays[600 - from_end] = ms;
            let (told, _) = game(&stays);
            assert_eq!(kinds(told.iter().filter(|entry| is_complaint(entry))), [kind], "{ms} ms, {from_end} from the end");
        }
        let slower = [vec![16.7; 600], vec![33.3; from_end + 1]].concat();
        assert!(!game(&slower).0.iter().any(is_complaint), "{} frames of another scene", from_end + 1);
    }
}

#[test]
fn a_stall_has_its_own_time_and_nothing_is_right_in_it() {
    for (at, ms) in [(240, 90.0), (300, 250.0), (400, 1000.0)] {
        let mut stays = vec![16.7; 900];
        stays[at] = ms;
        let list = stays.iter().fold("frametime\n".to_owned(), |text, stay| text + &format!("{stay}\n"));
        let game = CapturedGame::read("game.csv", list.as_bytes(), &CapturePart::default()).expect("it can be read");
        let of = |kind: Kind| game.findings.iter().filter(move |finding| finding.symptom.kind() == kind);
        let stall = of(Kind::Stall).next().expect("it stalls");
        let (from, to) = (stall.symptom.from, stall.to);
        assert!(((to - from).as_millis() - ms).abs() < 0.01, "{from:?} to {to:?}");
        let before = stays[..at].iter().sum::<f64>() / 1000.0;
        assert!((from.as_secs() - before).abs() < 0.02, "{from:?} and {before}");
        assert_eq!(of(Kind::Right).count(), 2, "before it and after it");
        assert!(of(Kind::Right).all(|right| right.to <= from || right.symptom.from >= to));
    }
}

#[test]
fn hitches_of_the_start_are_told_of_the_start() {
    let early: Vec<f64> = (0..600).map(|frame| if frame == 20 || frame == 30 { 50.0 } else { 16.7 }).collect();
    let (told, _) = game(&early);
    let hitches = told.iter().find(|entry| entry.worst.symptom.kind() == Kind::Hitch).expect("it stutters");
    assert!(hitches.to < Time::from_secs(1.0) && hitches.outlasts_start(), "the game ran before its file began");
    assert_eq!(verdict(&told).map(|entry| entry.worst.symptom.kind()), Some(Kind::Hitch));
    let later: Vec<f64> = (0..600).map(|frame| if frame == 20 || frame == 400 { 50.0 } else { 16.7 }).collect();
    let (told, _) = game(&later);
    let hitches = told.iter().find(|entry| entry.worst.symptom.kind() == Kind::Hitch).expect("it stutters");
    assert!(hitches.to > Time::from_secs(6.0) && hitches.worst.event().is_none(), "{:?} to {:?}", hitches.from, hitches.to);
}

#[test]
fn a_change_of_the_frame_rate_stands_in_the_verdict() {
    let part = |seconds: f64, fps: f64| vec![1000.0 / fps; (seconds * fps) as usize];
    let (_, says) = game(&[part(10.0, 90.0), part(10.0, 40.0)].concat());
    assert_eq!(says, "No fault in the pacing, 90 FPS, from 10 s on 40 FPS");
    let mut hitches = [part(10.0, 90.0), part(12.0, 40.0)].concat();
    for at in (100..hitches.len()).step_by(90) {
        hitches[at] = 75.0;
    }
    let (told, says) = game(&hitches);
    assert!(says.starts_with("Stutters"), "{says}");
    let sentences = verdict(&told).expect("something is told").sentences();
    assert!(sentences.iter().any(|text| text.starts_with("The frame rate falls from 8")), "{sentences:?}");
    assert_eq!(told.iter().filter(|entry| entry.rate_change.is_some()).count(), 1);
    let steady = game(&part(20.0, 60.0)).0;
    assert!(steady.iter().all(|entry| entry.rate_change.is_none()));
}

#[test]
fn a_short_finding_gives_way_to_what_holds_beside_it() {
    let uneven = Computer { vrr: true, noise_lo_ms: 4.0, noise_hi_ms: 20.0, render_ms: 0.0, ..Computer::default() };
    let spiky = Computer { spike_every: 60, spike_ms: 200.0, ..Computer::default() };
    let strategies = ["variable-delta", "clamped-accumulator", "fixed-fps", "callback-delta"];
    let mut short = 0;
    for (strategy, computer) in strategies.iter().flat_map(|strategy| [(strategy, &uneven), (strategy, &spiky)]) {
        let findings = found(&on(strategy, computer.clone(), &[]), 10.0);
        let told = entries(&findings);
        short += findings.iter().filter(|finding| finding.is_short()).count();
        for entry in told.iter().filter(|entry| entry.worst.is_short() && entry.times() == 1) {
            let (from, to) = (entry.from - Span::from_millis(500.0), entry.to + Span::from_millis(500.0));
            let is_beside = |other: &&Finding| other.symptom.from <= to && other.to >= from && !other.is_short();
            let beside = findings.iter().filter(|finding| finding.symptom.tone >= Tone::Note).filter(is_beside);
            let others: Vec<Kind> = beside.map(|other| other.symptom.kind()).collect();
            assert!(others.iter().all(|kind| *kind == entry.worst.symptom.kind()), "{strategy}: {others:?}");
        }
    }
    assert!(short > 5, "only {short} short findings");
}

proptest! {
    #![proptest_config(common::cases(16))]

    #[test]
    fn no_finding_that_lasts_is_lost_and_none_is_told_twice(settings in common::any_settings()) {
        if settings.computer_of(0).update_us_per_body > 0.0 || Run::new(&settings, 0, 5.0).is_err() {
            return Ok(());
        }
        let findings = found(&settings, 5.0);
        let told = entries(&findings);
        prop_assert!(!told.is_empty());
        prop_assert!(told.is_sorted_by_key(|entry| entry.from));
        for finding in findings.iter().filter(|finding| !finding.is_short()) {
            let kind = finding.symptom.kind();
            let is_in = |entry: &Entry| {
                let is_head = entry.worst.symptom.kind() == kind && entry.from <= finding.symptom.from && finding.to <= entry.to;
                is_head || entry.beside.contains(&kind)
            };
            prop_assert!(told.iter().any(is_in), "{kind:?} is not told: {:?}", kinds(&told));
        }
        for entry in &told {
            let headline = entry.worst.headline();
            prop_assert!(headline.chars().count() <= 60, "{headline}");
            prop_assert!(entry.from <= entry.worst.symptom.from && entry.worst.to <= entry.to);
            prop_assert!(!entry.beside.contains(&entry.worst.symptom.kind()));
        }
    }
}

#[test]
fn a_body_that_has_exploded_is_not_told_to_be_off_its_path_too() {
    let mut settings = on("variable-delta-wait", Computer::default(), &[]);
    settings.scene = WorldChoice::new("spring");
    settings.panes[0].params.set("max_fps", 30.0.into());
    let kinds: Vec<Kind> = entries(&found(&settings, 10.0)).iter().map(|entry| entry.worst.symptom.kind()).collect();
    assert!(kinds.contains(&Kind::Exploded) && !kinds.contains(&Kind::OffPath), "{kinds:?}");
}

#[test]
fn the_frame_rate_in_a_text_beats_with_the_display() {
    let text = "const fps = 60;\nlet last = Date.now();\nfunction frame() {\n  requestAnimationFrame(frame);\n  const now = Date.now();\n  \
                if (now - last <= 1000 / fps) return;\n  update(now - last);\n  last = now - (now - last) % (1000 / fps);\n  draw();\n}\n\
                requestAnimationFrame(frame);\n";
    let own = OwnLoop::new("limited", text);
    let computer = Computer { refresh_hz: 59.94, timer_ms: 1.0, render_ms: 1.0, ..Computer::default() };
    let settings = Settings { loops: vec![own.clone()], ..on(&own.id(), computer, &[]) };
    let says: Vec<String> = entries(&found(&settings, 60.0)).iter().flat_map(Entry::sentences).collect();
    assert!(says.iter().any(|said| said.starts_with("60 frames a second against 59.94 refreshes: every 16.7 s")), "{says:?}");
}
