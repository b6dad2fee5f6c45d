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

pub(super) fn on(strategy: &str, scene: &str, computer: Computer) -> Settings {
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
pub(super) fn told(settings: &Settings, seconds: f64) -> Vec<(Entry, String)> {
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
                let stays = text.contains("and outlasts it");
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

/// Returns the entry of a kind with what it says; panics without one.
fn entry(told: &[(Entry, String)], kind: Kind) -> &(Entry, String) {
    let of_kind = told.iter().find(|(entry, _)| entry.worst.symptom.kind() == kind);
    of_kind.unwrap_or_else(|| panic!("{kind:?} is not among {:?}", told.iter().map(|(_, text)| text).collect::<Vec<_>>()))
}

#[test]
fn what_stands_out_from_steps_that_beat_with_refreshes_is_a_hitch_of_its_own_cause() {
    for (refresh_hz, spike_ms) in [(144.0, 60.0), (144.0, 30.0), (165.0, 60.0)] {
        let spikes = Computer { refresh_hz, render_ms: 2.0, spike_every: 90, spike_ms, ..Computer::default() };
        let told = told(&on("clamped-accumulator", "runner", spikes), 30.0);
        let (hitches, why) = entry(&told, Kind::Hitch);
        assert!(hitches.worst.symptom.hitches().len() > 30, "{}", hitches.worst.headline());
        assert!(why.contains("more every 90 frames"), "{why}");
        let (_, why) = entry(&told, Kind::Judder);
        assert!(why.contains("its step rate of 60") && why.contains("interpolated"), "{why}");
    }
    let calm = Computer { refresh_hz: 144.0, render_ms: 2.0, ..Computer::default() };
    let told = told(&on("clamped-accumulator", "runner", calm), 30.0);
    assert!(told.iter().all(|(entry, _)| entry.worst.symptom.kind() != Kind::Hitch), "stays of 2 and 3 refreshes are no hitches");
}

#[test]
fn a_variable_refresh_is_no_cure_of_a_beat_that_goes_on_with_it() {
    for refresh_hz in [59.95, 59.94] {
        let computer = Computer { refresh_hz, wake_hi_ms: 0.5, ..Computer::default() };
        let told = told(&on("clamped-accumulator", "runner", computer.clone()), 40.0);
        let (_, why) = entry(&told, Kind::Hitch);
        assert!(why.contains("steps a second against") && !why.contains("variable refresh"), "{why}");
        let variable = Computer { vrr: true, vrr_lo_hz: 48.0, vrr_hi_hz: refresh_hz, ..computer };
        let findings = found(&on("clamped-accumulator", "runner", variable), 40.0);
        assert!(findings.iter().any(|finding| finding.symptom.kind() == Kind::Hitch), "it beats there, too");
    }
}

#[test]
fn less_work_is_no_cure_that_makes_pictures_uneven_in_another_way() {
    let text = "function loop() { update(17); draw(); setTimeout(loop, 17); } loop();";
    let mut settings = page(text, 60.0);
    (settings.computer.vrr, settings.computer.vrr_lo_hz, settings.computer.vrr_hi_hz) = (true, 48.0, 120.0);
    let (_, why) = entry(&told(&settings, 12.0), Kind::Judder).clone();
    assert!(why.contains("timers that do not wait for the display") && !why.contains("frames of at most"), "{why}");
}

#[test]
fn what_leaves_half_of_the_pictures_is_no_cause_of_hitches() {
    let computer = Computer { render_ms: 7.0, gpu_ms: 7.0, refresh_hz: 144.0, queue: 3, ..Computer::default() };
    let (_, why) = entry(&told(&on("variable-delta", "runner", computer), 10.0), Kind::Hitch).clone();
    assert!(why.contains("all its work together") && !why.contains("queue"), "{why}");
}

#[test]
fn of_several_rates_the_one_that_does_not_fit_is_the_cause() {
    let causes = |physics_hz: f64, max_fps: f64, refresh_hz: f64| {
        let mut settings = on("multi-rate", "runner", Computer { refresh_hz, render_ms: 2.0, ..Computer::default() });
        settings.panes[0].params.set("physics_hz", physics_hz.into());
        settings.panes[0].params.set("max_fps", max_fps.into());
        causes(&settings, 8.0)
    };
    assert_eq!(causes(60.0, 50.0, 60.0), ["its max frame rate of 50 on 60 Hz"]);
    assert_eq!(causes(100.0, 60.0, 60.0), ["its physics rate of 100 on 60 Hz"]);
    assert_eq!(causes(100.0, 50.0, 60.0), ["its 100 steps and 50 frames a second on 60 Hz"]);
}

#[test]
fn a_speed_that_varies_is_told_with_its_mean_and_a_steady_one_is_not() {
    let headline = |spike_ms: f64| {
        let mut settings = page("setInterval(() => { update(1000 / 60); draw(); }, 16);", 60.0);
        (settings.computer.spike_every, settings.computer.spike_ms) = (60, spike_ms);
        entry(&told(&settings, 20.0), Kind::FastMotion).0.worst.headline()
    };
    let varying = headline(40.0);
    assert!(varying.ends_with("% speed (mean 104.2 %)"), "{varying}");
    assert_eq!(headline(0.0), "Fast motion: 104.2 % speed");
}

#[test]
fn a_cure_that_leaves_more_work_than_another_complaint_bears_says_so() {
    for update_ms in [20.0, 40.0, 70.0] {
        let told = told(&on("clamped-accumulator", "runner", Computer { update_ms, ..Computer::default() }), 10.0);
        let (_, of_half) = entry(&told, Kind::HalfRate);
        for kind in [Kind::Spiral, Kind::LowFrameRate, Kind::SlowMotion] {
            let (_, why) = entry(&told, kind);
            let least = why.split("It also misses refreshes, which ends with ").nth(1).unwrap_or_else(|| panic!("{why}"));
            assert!(of_half.contains(&format!("With {}:", least.trim_end_matches('.'))), "{of_half}");
        }
        assert!(!of_half.contains("It also"), "{of_half}");
    }
}

#[test]
fn every_stall_of_an_entry_is_told_with_its_moment_and_length() {
    let with_stalls = |stalls: &[(f64, f64)]| {
        let hitches = stalls.iter().map(|(at_s, ms)| PlannedStall::of_render(*at_s, *ms)).collect();
        let settings = Settings { hitches, ..on("fixed-interpolated", "runner", Computer::default()) };
        entry(&told(&settings, 40.0), Kind::Stall).1.clone()
    };
    let few = with_stalls(&[(3.0, 300.0), (6.0, 200.0), (13.5, 100.0)]);
    assert!(few.starts_with("It comes 3 times: 317 ms at 3.0 s, 217 ms at 6.0 s, 117 ms at 13.5 s."), "{few}");
    let many: Vec<(f64, f64)> = (0..9).map(|number| (3.0 + 4.0 * f64::from(number), 200.0)).collect();
    let many = with_stalls(&many);
    assert!(
        many.starts_with("It comes 9 times, one every 4.00 s: 217 ms at 3.0 s the first, 217 ms at 35.0 s the last."),
        "{many}"
    );
}

#[test]
fn the_time_that_two_stalls_take_from_a_clamped_loop_is_told_with_them() {
    let hitches = [(3.0, 200.0), (6.0, 300.0)].map(|(at_s, ms)| PlannedStall::of_render(at_s, ms)).to_vec();
    let settings = Settings { hitches, ..on("clamped-accumulator", "runner", Computer::default()) };
    let told = told(&settings, 12.0);
    assert_eq!(told.iter().map(|(entry, _)| entry.worst.symptom.kind()).collect::<Vec<_>>(), [Kind::Stall]);
    assert!(told[0].0.beside.contains(&Kind::SlowMotion), "{}", told[0].1);
}

#[test]
fn a_clock_that_is_cut_to_whole_milliseconds_is_the_cause() {
    let text = "function loop(host) { const step = second / 60; let last = 0, debt = 0;\nwhile (host.running()) { const now = CLOCK;\ndebt += now - last; last = now;\nwhile (debt >= step) { host.update(step); debt -= step; } host.render(); } }";
    for cut in ["Math.floor(host.now() / ms) * ms", "Math.trunc((host.now()) / ms) * ms"] {
        let causes = causes(&page(&text.replace("CLOCK", cut), 60.0), 8.0);
        assert_eq!(causes, ["its clock, which it cuts to whole ms"], "{cut}");
    }
}

#[test]
fn a_limiter_of_ones_own_that_is_off_on_a_display_is_the_cause_and_not_the_display() {
    let text = "const FPS = host.param(\"fps\", 60, { min: 1, max: 240, unit: \"Hz\" });\nlet last = performance.now();\nfunction tick() { requestAnimationFrame(tick); const now = performance.now();\nif (now - last >= 1000 / FPS - 5) { last = now; update(1000 / FPS); draw(); } }\nrequestAnimationFrame(tick);";
    assert_eq!(causes(&page(text, 240.0), 8.0)[0], "its frame rate of 60 on 240 Hz");
    assert_eq!(causes(&page(&text.replace("\"fps\", 60", "\"fps\", 48"), 60.0), 8.0)[0], "its frame rate of 48 on 60 Hz");
}
