//! Reasons: an entry says why, once, with numbers that agree, and nothing beside that it contradicts.

use crate::common::ids;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::lab::experiments::diagnosis::Role;
use tickscope_core::lab::findings::entries::{Entry, entries};
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::findings::over_run::spans;
use tickscope_core::lab::symptoms::kind::{Aspect, Kind, Tone};
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::script::{Origin, Script};
use tickscope_core::model::config::settings::{PaneSettings, PlannedStall, Presentation, Settings, WorldChoice};
use tickscope_core::model::{strategies, worlds};

fn on(strategy: &str, scene: &str, computer: Computer) -> Settings {
    let panes = vec![PaneSettings::new(strategy)];
    Settings { computer, scene: WorldChoice::new(scene), panes, ..Settings::default() }.lettered()
}

fn thirty(computer: Computer, seed: u64) -> Settings {
    let mut settings = Settings { seed, ..on("fixed-fps", "runner", computer) };
    settings.panes[0].params.set("fps", 30.0.into());
    settings
}

/// Steps of one length, of which the newest is drawn.
fn latest(steps_hz: f64, refresh_hz: f64) -> Settings {
    let mut settings = on("fixed-interpolated", "runner", Computer { refresh_hz, render_ms: 1.0, ..Computer::default() });
    settings.panes[0].presentation = Some(Presentation::Latest);
    settings.panes[0].params.set("step_hz", steps_hz.into());
    settings
}

fn page(text: &str, hz: f64) -> Settings {
    let own = OwnLoop::new("page", text);
    let computer = Computer { refresh_hz: hz, render_ms: 1.0, update_ms: 0.0, ..Computer::default() };
    Settings { loops: vec![own.clone()], ..on(&own.id(), "runner", computer) }
}

fn found(settings: &Settings, seconds: f64) -> Vec<Finding> {
    spans(&Script::from(settings), &[Origin::Start(0)], seconds).expect("it runs").remove(0)
}

/// Returns the entries of a run that are complaints, with all that each says below its headline.
fn told(settings: &Settings, seconds: f64) -> Vec<(Entry, String)> {
    let told = entries(&found(settings, seconds)).into_iter().filter(|entry| entry.worst.symptom.tone >= Tone::Note);
    told.map(|entry| (entry.clone(), entry.sentences().join(" "))).collect()
}

/// Returns the words of the causes of a run's findings.
fn causes(settings: &Settings, seconds: f64) -> Vec<String> {
    let words = |finding: &Finding| -> Vec<String> {
        finding.causes().filter(|found| found.role == Role::Cause).map(|found| found.words.clone()).collect()
    };
    found(settings, seconds).iter().flat_map(words).collect()
}

/// Computers on which chance brings some faults often and others rarely.
fn by_chance() -> Vec<(&'static str, Computer)> {
    let woken = |wake_hi_ms: f64, wake_tail: f64, wake_tail_ms: f64| Computer {
        wake_hi_ms,
        wake_tail,
        wake_tail_ms,
        ..Computer::default()
    };
    let noisy = |ms: f64| Computer { noise_hi_ms: ms, ..Computer::default() };
    vec![
        ("fixed-fps", woken(2.0, 0.001, 15.0)),
        ("fixed-fps", woken(1.0, 0.0005, 30.0)),
        ("fixed-fps", Computer { present: Present::Immediate, ..woken(2.0, 0.01, 8.0) }),
        ("variable-delta", noisy(20.0)),
        ("semi-fixed", noisy(30.0)),
        ("variable-delta", Computer { vrr: true, vrr_lo_hz: 48.0, vrr_hi_hz: 120.0, ..noisy(20.0) }),
    ]
}

#[test]
fn an_entry_with_a_cause_never_says_that_none_is_known() {
    const SEED: u64 = 3;
    for (strategy, computer) in by_chance() {
        let settings = if strategy == "fixed-fps" {
            thirty(computer, SEED)
        } else {
            Settings { seed: SEED, ..on(strategy, "runner", computer) }
        };
        for (entry, text) in told(&settings, 60.0) {
            let is_explained = text.contains("It comes from");
            let knows_nothing = text.contains("but not in trials") || text.contains("No cause was found");
            assert!(!(is_explained && knows_nothing), "{}: {text}", entry.worst.headline());
        }
    }
}

#[test]
fn what_chance_brings_rarely_has_its_cause() {
    for (wake_tail, wake_tail_ms) in [(0.01, 8.0), (0.005, 12.0), (0.002, 20.0)] {
        let computer = Computer { wake_tail, wake_tail_ms, ..Computer::default() };
        let causes = causes(&thirty(computer.clone(), 3), 30.0);
        let expected = format!("waking late ({wake_tail_ms:.0} ms later now and then)");
        assert!(causes.contains(&expected), "{causes:?}");
    }
}

#[test]
fn noise_is_a_cause_on_a_variable_refresh_too() {
    for (lo, hi) in [(48.0, 120.0), (40.0, 100.0)] {
        for noise_hi_ms in [15.0, 30.0] {
            let computer = Computer { vrr: true, vrr_lo_hz: lo, vrr_hi_hz: hi, noise_hi_ms, ..Computer::default() };
            let settings = Settings { seed: 3, ..on("variable-delta", "runner", computer) };
            for finding in found(&settings, 30.0).iter().filter(|finding| finding.causes().next().is_some()) {
                let words: Vec<&str> = finding.causes().map(|found| &*found.words).collect();
                assert!(words.iter().any(|words| words.starts_with("frames of")), "{lo} to {hi} Hz: {words:?}");
            }
        }
    }
}

#[test]
fn repeats_under_another_head_are_told_once_with_their_numbers() {
    // Steps a second and refreshes a second.
    for (steps, hz) in [(50.0, 144.0), (40.0, 165.0)] {
        let settings = latest(steps, hz);
        let told = told(&settings, 8.0);
        let (entry, text) = told.iter().find(|(entry, _)| entry.beside.contains(&Kind::Repeats)).expect("repeats come with it");
        assert!(entry.worst.symptom.kind() != Kind::Repeats);
        assert!(text.contains(&format!("Motion has {steps} pictures a second")), "{steps} on {hz} Hz: {text}");
        assert!(!text.contains("also repeats") && !text.contains("and repeats frames"), "{text}");
        assert_eq!(text.matches("show nothing new").count(), 1, "{text}");
    }
}

#[test]
fn a_page_that_draws_in_timers_has_its_timers_as_the_cause() {
    for (timer, hz) in [
        ("setTimeout(turn, 1000 / 60)", 144.0),
        ("setTimeout(turn, 1000 / 60)", 100.0),
        ("setTimeout(turn, 10)", 60.0),
        ("setTimeout(turn, 33)", 75.0),
    ] {
        let text = format!(
            "let last = performance.now();\nfunction turn() {{ {timer}; const now = performance.now(); update(now - last); last = now; draw(); }}\nturn();"
        );
        let causes = causes(&page(&text, hz), 12.0);
        assert!(!causes.is_empty(), "{timer} on {hz} Hz has no cause");
        assert!(causes.iter().all(|words| words == "timers that do not wait for the display"), "{timer} on {hz} Hz: {causes:?}");
    }
}

#[test]
fn a_cause_makes_its_value_better_in_the_digits_that_are_told() {
    let gate = |gate: &str| {
        format!(
            "let last = 0;\nrequestAnimationFrame(function frame(now) {{ requestAnimationFrame(frame); {gate} update(now - last); last = now; draw(); }});"
        )
    };
    let gates = [
        "if (now - last < 1000 / maxFPS) return;",
        "if (now - last < 1000 / maxFPS - 0.01) return;",
        "if (now - last <= 16) return;",
    ];
    let declared = ["const maxFPS = 60;", "const maxFPS = host.param(\"maxFPS\", 60, { min: 1, max: 1000, unit: \"Hz\" });"];
    for declared in declared {
        for text in gates.map(|text| format!("{declared}\n{}", gate(text))) {
            for hz in [50.0, 75.0, 100.0, 144.0, 165.0, 240.0] {
                for finding in found(&page(&text, hz), 8.0) {
                    let kind = finding.symptom.kind();
                    for cause in finding.causes().filter(|found| found.role == Role::Cause) {
                        let now = finding.diagnosis.as_ref().and_then(|diagnosis| diagnosis.control);
                        let same =
                            now.zip(cause.value_without).filter(|(now, without)| kind.describe(*now) == kind.describe(*without));
                        assert!(same.is_none(), "{hz} Hz, {}: {}", finding.headline(), cause.sentence);
                    }
                }
            }
        }
    }
}

#[test]
fn what_came_with_a_stall_stays_only_if_something_shows_it_later() {
    const REACH: Span = Span::from_flicks(2 * FLICKS_PER_SECOND);
    let (at_s, ms) = (4.0, 300.0);
    let until = Time::from_secs(at_s) + Span::from_millis(ms) + REACH;
    for kind in worlds::ALL.iter().filter(|kind| ["three-movers", "jump", "thin-wall", "curve-and-wall"].contains(&kind.id)) {
        for strategy in ids() {
            let strategy = strategies::find(strategy).expect("it is known");
            if strategy.lacks_in(kind).is_some() {
                continue;
            }
            let hitches = vec![PlannedStall::of_render(at_s, ms)];
            let settings = Settings { hitches, ..on(&strategy.id, kind.id, Computer::default()) };
            for finding in found(&settings, 14.0).iter().filter(|finding| finding.symptom.kind().aspect() == Aspect::World) {
                let text = finding.sentences().join(" ");
                let stays = text.contains("and stays");
                assert!(!stays || finding.shown_until > until, "{} in {}: {text}", strategy.id, kind.id);
                if kind.id == "three-movers" {
                    assert!(!stays, "{}: {text}", strategy.id);
                }
            }
        }
    }
}

#[test]
fn a_pattern_of_a_stall_is_no_name_of_a_judder_that_stays() {
    // 50 steps on 60 Hz judder for ever; what a stall brings passes.
    for ms in [120.0, 300.0] {
        let mut settings = latest(50.0, 60.0);
        settings.hitches = vec![PlannedStall::of_render(4.0, ms)];
        let told = told(&settings, 14.0);
        let heads: Vec<Kind> = told.iter().map(|(entry, _)| entry.worst.symptom.kind()).collect();
        let judder =
            told.iter().find(|(entry, _)| entry.worst.symptom.kind() == Kind::Judder).unwrap_or_else(|| panic!("{heads:?}"));
        assert!(judder.0.to > Time::from_secs(13.5), "it holds to the end");
        assert!(told.iter().any(|(entry, _)| entry.worst.symptom.kind() == Kind::Stall), "{heads:?}");
    }
}

#[test]
fn a_span_begins_when_its_symptom_begins_however_long_the_run_is() {
    let begins = |seconds: f64| {
        let computer = Computer { spike_every: 40, spike_ms: 40.0, ..Computer::default() };
        let told = told(&on("variable-delta", "runner", computer), seconds);
        let (entry, _) = told.into_iter().find(|(entry, _)| entry.worst.symptom.kind() == Kind::Hitch).expect("it stutters");
        assert!(entry.to.as_secs() > seconds - 2.0, "it holds to the end");
        entry.from
    };
    let first = begins(12.0);
    assert!(first < Time::from_secs(5.0));
    for seconds in [15.0, 20.0, 30.0] {
        assert_eq!(begins(seconds), first, "{seconds} s");
    }
}
