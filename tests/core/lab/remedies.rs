//! Remedies: a cure lasts, what a loop's own text lacks is mended in it, and what a stall brings is no fault of its own.

use super::reasons::{on, told};
use tickscope_core::base::time::Time;
use tickscope_core::lab::experiments::diagnosis::Role;
use tickscope_core::lab::findings::entries::entries;
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::findings::over_run::spans;
use tickscope_core::lab::symptoms::kind::{Kind, Tone};
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::script::{Origin, Script};
use tickscope_core::model::config::settings::{PlannedStall, Settings};

fn found(settings: &Settings, seconds: f64) -> Vec<Finding> {
    spans(&Script::from(settings), &[Origin::Start(0)], seconds).expect("it runs").remove(0)
}

/// Returns the settings with each cure that lasting findings name, and the kind, the tone and the words of what it cures.
fn cured(settings: &Settings) -> Vec<(Settings, Kind, Tone, String)> {
    let mut all = Vec::new();
    for finding in found(settings, 10.0).iter().filter(|finding| !finding.is_short()) {
        for cure in finding.causes().filter(|found| found.role == Role::Cure) {
            let mut changed = settings.clone();
            finding.patch(cure).change(&mut changed).expect("it is allowed");
            let words = format!("{}: {}", finding.headline(), cure.sentence);
            all.push((changed, finding.symptom.kind(), finding.symptom.tone, words));
        }
    }
    all
}

#[test]
fn a_cure_lasts_for_forty_seconds_of_another_seed_where_chance_or_spikes_play_a_part() {
    let spiky = |spike_ms: f64, spike_every: u32| Computer { spike_ms, spike_every, ..Computer::default() };
    let half = Computer { refresh_hz: 59.95, render_ms: 13.22, update_ms: 10.0, ..spiky(10.0, 60) };
    let noisy = Computer { refresh_hz: 120.0, render_ms: 82.41, update_ms: 10.0, noise_hi_ms: 12.0, ..Computer::default() };
    for (strategy, computer) in [("godot-jitter-fix", half), ("multi-rate", noisy)] {
        for (settings, kind, tone, words) in cured(&Settings { seed: 1, ..on(strategy, "runner", computer) }) {
            let again = found(&Settings { seed: 77, ..settings }, 40.0);
            let settled = Time::from_secs(4.5);
            let comes_back =
                |finding: &&Finding| finding.symptom.kind() == kind && finding.symptom.tone >= tone && finding.to >= settled;
            assert!(again.iter().find(comes_back).is_none(), "{strategy}: {words}");
        }
    }
}

#[test]
fn a_game_in_which_no_jump_ends_any_more_is_not_cured_of_their_height() {
    let computer = Computer { refresh_hz: 120.0, render_ms: 82.41, update_ms: 10.0, noise_hi_ms: 12.0, ..Computer::default() };
    for (_, _, _, words) in cured(&Settings { seed: 1, ..on("multi-rate", "jump", computer) }) {
        assert!(!(words.starts_with("Jumps") && words.contains("it is gone")), "{words}");
    }
}

#[test]
fn hitches_of_the_start_are_told_with_the_judder_that_comes_from_the_same() {
    let noisy = |noise_lo_ms: f64, noise_hi_ms: f64| Computer { render_ms: 0.0, noise_lo_ms, noise_hi_ms, ..Computer::default() };
    let varying = |lo: f64, hi: f64| Computer { queue: 1, vrr: true, vrr_lo_hz: 48.0, vrr_hi_hz: 144.0, ..noisy(lo, hi) };
    for (strategy, computer) in [
        ("clamped-accumulator", Computer { refresh_hz: 240.0, ..noisy(0.0, 20.0) }),
        ("limit-after-present", varying(1.0, 11.0)),
        ("limit-after-present", varying(1.0, 12.0)),
    ] {
        let told = told(&on(strategy, "runner", computer), 10.0);
        let kinds: Vec<Kind> = told.iter().map(|(entry, _)| entry.worst.symptom.kind()).collect();
        assert_eq!(kinds, [Kind::Judder], "{strategy}");
        assert!(told[0].0.beside.contains(&Kind::Hitch), "{strategy}");
    }
}

#[test]
fn a_low_rate_and_a_fast_motion_after_a_stall_are_told_with_it() {
    for (strategy, ms) in
        [("fixed-interpolated", 500.0), ("variable-delta", 150.0), ("frame-skip", 3000.0), ("clamped-accumulator", 500.0)]
    {
        let computer = Computer { render_ms: 20.0, update_ms: 2.0, ..Computer::default() };
        let hitches = vec![PlannedStall::of_render(3.0, ms)];
        let all = found(&Settings { hitches, ..on(strategy, "runner", computer) }, 14.0);
        for entry in entries(&all).iter().filter(|entry| entry.from >= Time::from_secs(3.0)) {
            let text = entry.sentences().join(" ");
            assert!(!text.contains("but not in trials"), "{strategy}: {}. {text}", entry.worst.headline());
        }
    }
}

#[test]
fn a_camera_that_jitters_without_any_work_has_the_steps_of_its_loop_as_the_cause() {
    for noise_hi_ms in [0.0, 12.0] {
        let computer = Computer { refresh_hz: 120.0, render_ms: 0.0, noise_hi_ms, ..Computer::default() };
        let told = told(&on("fixed-interpolated", "camera", computer), 10.0);
        let camera = told.iter().find(|(entry, _)| entry.worst.symptom.kind() == Kind::Camera).expect("a camera jitters");
        assert!(camera.1.contains("It comes from its 60 steps a second on 120 Hz; also without any work"), "{}", camera.1);
    }
}

#[test]
fn a_cause_on_a_variable_refresh_names_its_range() {
    let computer = Computer { vrr: true, vrr_lo_hz: 48.0, vrr_hi_hz: 144.0, ..Computer::default() };
    let (_, text) = &told(&on("frame-skip", "runner", computer), 10.0)[0];
    assert!(text.contains("its 50 steps a second on 48 to 144 Hz"), "{text}");
}

#[cfg(feature = "own-loops")]
mod of_own_texts {
    use super::*;
    use tickscope_core::model::config::own_loop::OwnLoop;
    use tickscope_core::model::config::settings::PaneSettings;

    fn page(text: &str, refresh_hz: f64) -> Settings {
        crate::model::scripts::meter_memory();
        let own = OwnLoop::new("page", text);
        let computer = Computer { refresh_hz, render_ms: 1.0, ..Computer::default() };
        let panes = vec![PaneSettings::new(&own.id())];
        Settings { loops: vec![own], panes, ..on("variable-delta", "runner", computer) }.lettered()
    }

    /// Returns the settings with the first cure of the only complaint, after checking that its patch changes the text alone.
    fn mended(settings: &Settings, kind: Kind, words: &str) -> Settings {
        let all = found(settings, 8.0);
        let finding = all.iter().find(|finding| finding.symptom.kind() == kind && !finding.is_short()).expect("it is told");
        let cure = finding.causes().find(|found| found.role == Role::Cure).expect("it has a cure");
        assert!(cure.words.contains(words), "{}", cure.words);
        let patch = finding.patch(cure);
        assert_eq!(patch.paths().map(ToString::to_string).collect::<Vec<_>>(), ["loops.page"]);
        assert!(finding.beside(cure).is_none(), "all panes share the text");
        let mut mended = settings.clone();
        patch.change(&mut mended).expect("it is allowed");
        mended
    }

    fn is_right(settings: &Settings) -> bool {
        found(settings, 8.0).iter().all(|finding| !finding.is_complaint() || finding.is_short())
    }

    #[test]
    fn the_mend_of_a_limiter_that_counts_from_the_frame_before_is_its_first_cure() {
        let text = "let last = performance.now();\nfunction tick() { requestAnimationFrame(tick); const now = performance.now();\nif (now - last >= 1000 / 60 - 5) { last = now; update(1000 / 60); draw(); } }\nrequestAnimationFrame(tick);";
        let settings = page(text, 240.0);
        let mended = mended(&settings, Kind::FastMotion, "last = Math.max(last + 1000 / 60, now - 1000 / 60)");
        assert!(is_right(&mended), "{}", mended.loops[0].source);
    }

    #[test]
    fn a_text_that_keeps_the_fractions_of_its_clock_is_the_first_cure_of_whole_milliseconds() {
        let text = "function loop(host) { const step = second / 60; let last = 0, debt = 0;\nwhile (host.running()) { const now = Math.floor(host.now() / ms) * ms;\ndebt += now - last; last = now;\nwhile (debt >= step) { host.update(step); debt -= step; } host.render(); } }";
        let settings = page(text, 60.0);
        let mended = mended(&settings, Kind::Judder, "its clock not cut to whole ms");
        assert!(mended.loops[0].source.contains("const now = (host.now() / ms) * ms"), "{}", mended.loops[0].source);
    }
}
