//! Public reports that need a button, a camera, two calls for a frame, or a low rate on a variable refresh: each is told as its thread
//! found it, in several variants.

use super::reasons::{on, told};
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::model::config::computer::{Computer, LowRates, PressRead};
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::settings::{PaneSettings, Presentation, Settings};

/// Returns what is told of a kind in a run, with all that stands below it; `None` if the kind is not told.
fn said(settings: &Settings, kind: Kind) -> Option<String> {
    let all = told(settings, 20.0);
    all.into_iter()
        .find(|(entry, _)| entry.worst.symptom.kind() == kind)
        .map(|(entry, text)| entry.worst.headline() + ". " + &text)
}

fn with(name: &str, value: f64, mut settings: Settings) -> Settings {
    settings.panes[0].params.set(name, value.into());
    settings
}

fn vrr(lo: f64, hi: f64) -> Computer {
    Computer { vrr: true, vrr_lo_hz: lo, vrr_hi_hz: hi, ..Computer::default() }
}

#[cfg(feature = "own-loops")]
fn own(text: &str, scene: &str, computer: Computer) -> Settings {
    crate::model::scripts::meter_memory();
    let own = OwnLoop::new("reported", text);
    Settings { loops: vec![own.clone()], panes: vec![PaneSettings::new(&own.id())], ..on("variable-delta", scene, computer) }
        .lettered()
}

/// Report 9: a limiter that waits after the swap.
#[test]
fn a_wait_after_the_swap_is_uneven_and_one_before_it_is_the_cure() {
    for (noise_lo_ms, noise_hi_ms) in [(4.0, 10.0), (1.0, 11.0)] {
        let computer = Computer { noise_lo_ms, noise_hi_ms, render_ms: 0.0, queue: 1, ..vrr(48.0, 144.0) };
        let late = on("limit-after-present", "runner", computer.clone());
        let late = said(&late, Kind::Judder).or_else(|| said(&late, Kind::Hitch)).expect("it is uneven");
        assert!(late.contains("Limit before present"), "{late}");
        let early = told(&on("limit-before-present", "runner", computer), 20.0);
        assert!(early.is_empty(), "{early:?}");
    }
}

/// Report 12: "pressed" is lost in fixed updates, or taken by several.
#[test]
fn an_edge_that_lives_for_a_frame_is_lost_or_answered_twice_and_a_press_that_is_kept_is_the_cure() {
    let frame =
        |refresh_hz: f64, render_ms: f64| Computer { refresh_hz, render_ms, presses: PressRead::Frame, ..Computer::default() };
    for (step_hz, refresh_hz, which) in
        [(30.0, 120.0, "each fourth frame"), (30.0, 60.0, "each second frame"), (20.0, 60.0, "each third frame")]
    {
        let settings = with("step_hz", step_hz, on("clamped-accumulator", "presses", frame(refresh_hz, 2.0)));
        let text = said(&settings, Kind::PressesLost).expect("presses are lost");
        for words in [which, "an edge that lives for a frame", "kept until a step has taken it"] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }
    for (step_hz, render_ms) in [(60.0, 60.0), (240.0, 2.0)] {
        let settings = with("step_hz", step_hz, on("clamped-accumulator", "presses", frame(60.0, render_ms)));
        let text = said(&settings, Kind::PressesDoubled).expect("presses are answered twice");
        assert!(text.contains("answered twice or more") && text.contains("kept until a step has taken it"), "{text}");
    }
    for presses in [PressRead::Latched, PressRead::Stamped] {
        let settings = with("step_hz", 30.0, on("clamped-accumulator", "presses", Computer { presses, ..frame(120.0, 2.0) }));
        assert!(said(&settings, Kind::PressesLost).is_none() && said(&settings, Kind::PressesDoubled).is_none());
    }
}

#[test]
fn a_button_that_is_asked_only_in_steps_is_the_cause_of_its_few_lost_presses() {
    for seed in 0..3 {
        let computer = Computer { refresh_hz: 120.0, presses: PressRead::Step, ..Computer::default() };
        let settings = Settings { seed, ..with("step_hz", 30.0, on("clamped-accumulator", "presses", computer)) };
        if let Some(text) = said(&settings, Kind::PressesLost) {
            assert!(text.contains("asking for the button only in steps"), "{text}");
        }
    }
}

#[cfg(feature = "own-loops")]
#[test]
fn no_display_is_the_cause_of_presses_that_a_loop_of_ones_own_loses() {
    let text = "function loop(host) {\n  let last = host.now(), left = 0;\n  while (host.running()) {\n    const now = host.now();\n    \
                left += now - last;\n    last = now;\n    const edge = host.pressed() > 0;\n    while (left >= second / 30) {\n      \
                if (edge) host.answer();\n      host.update(second / 30);\n      left -= second / 30;\n    }\n    host.render();\n  }\n}";
    for refresh_hz in [60.0, 120.0, 144.0] {
        let settings = own(text, "presses", Computer { refresh_hz, ..Computer::default() });
        let text = said(&settings, Kind::PressesLost).expect("presses are lost");
        assert!(!text.contains("the display of"), "{text}");
    }
}

/// Report 16: low rates on a variable refresh.
#[test]
fn repeats_at_the_last_moment_are_the_cause_of_judder_and_even_ones_the_cure() {
    for (fps, lo, hi) in [(45.0, 48.0, 120.0), (62.0, 65.0, 165.0), (50.0, 55.0, 130.0)] {
        let low = |lfc: LowRates| with("fps", fps, on("fixed-fps", "runner", Computer { lfc, ..vrr(lo, hi) }));
        let text = said(&low(LowRates::Last), Kind::Judder).expect("it judders");
        assert!(text.contains("repeats at the last moment") && text.contains("With repeats at even distances"), "{text}");
        assert!(told(&low(LowRates::Even), 20.0).is_empty(), "{fps} FPS on {lo} to {hi} Hz");
    }
    let narrow = with("fps", 45.0, on("fixed-fps", "runner", vrr(48.0, 75.0)));
    let text = said(&narrow, Kind::Judder).expect("it judders");
    assert!(text.contains("below the display's range of 48 to 75 Hz"), "{text}");
}

/// Report 23: a wait before the swap ends just behind the refresh.
#[cfg(feature = "own-loops")]
#[test]
fn a_limit_that_counts_from_the_last_swap_is_missed_with_vsync() {
    let text = "const FPS = host.param('fps', 60, { min: 10, max: 240, unit: 'Hz' });\nfunction loop(host) {\n  const frame = second / FPS;\n  \
                let swapped = host.now(), last = host.now();\n  while (host.running()) {\n    const now = host.now();\n    \
                host.update(now - last);\n    last = now;\n    host.draw();\n    const left = swapped + frame - host.now();\n    \
                if (left > 0) host.sleep(left);\n    host.present();\n    swapped = host.now();\n  }\n}";
    for (refresh_hz, made) in [(60.0, 30), (59.95, 30), (120.0, 40)] {
        let computer = Computer { refresh_hz, wake_lo_ms: 0.06, wake_hi_ms: 0.1, render_ms: 3.0, ..Computer::default() };
        let text = said(&own(text, "runner", computer), Kind::LimitMissed).expect("the limit is missed");
        assert!(text.starts_with(&format!("Misses its limit: {made} of the 60")), "{text}");
    }
}

#[cfg(feature = "own-loops")]
#[test]
fn a_loop_that_draws_and_hands_over_no_frame_never_presents() {
    for render_ms in [1.0, 12.0] {
        let text = "function loop(host) {\n  while (host.running()) {\n    host.update(16 * ms);\n    host.draw();\n    host.sleep(4 * ms);\n  }\n}";
        let settings = own(text, "runner", Computer { render_ms, ..Computer::default() });
        let text = said(&settings, Kind::NeverDraws).expect("it never presents");
        assert!(text.starts_with("Never presents"), "{text}");
    }
}

/// Report 31: a camera in the frame, a body in the step.
#[test]
fn a_camera_that_follows_another_body_than_is_drawn_names_the_pair_that_beats() {
    for (step_hz, refresh_hz) in [(60.0, 144.0), (50.0, 120.0), (30.0, 100.0)] {
        let mut settings =
            with("step_hz", step_hz, on("fixed-interpolated", "camera", Computer { refresh_hz, ..Computer::default() }));
        settings.panes[0].presentation = Some(Presentation::Interpolate);
        let text = said(&settings, Kind::Camera).expect("it jitters");
        for words in
            [format!("steps of 1/{step_hz:.0} s"), format!("frames of 1/{refresh_hz:.0} s"), "follow the drawn body".to_owned()]
        {
            assert!(text.contains(&words), "{words}: {text}");
        }
    }
}

/// Reports 5, 18 and 23: rates under the names and in the units that people give them.
#[cfg(feature = "own-loops")]
#[test]
fn a_rate_of_ones_own_is_the_cause_under_any_name_and_as_a_length() {
    let stepped = |name: &str, unit: &str, default: f64, step: &str| {
        format!(
            "const RATE = host.param('{name}', {default}, {{ min: 0.001, max: 1000, unit: '{unit}' }});\nfunction loop(host) {{\n  let \
             last = host.now(), owed = 0;\n  const step = {step};\n  while (host.running()) {{\n    const now = host.now();\n    owed += now \
             - last;\n    last = now;\n    for (; owed >= step; owed -= step) host.update(step);\n    host.render();\n  }}\n}}"
        )
    };
    for (name, unit, default, step, cause, cure) in [
        ("tick_rate", "Hz", 50.0, "second / RATE", "its tick rate of 50 on 60 Hz", "With tick rate 60"),
        ("step_ms", "ms", 20.0, "RATE * ms", "its step of 20 ms on 60 Hz", "With step 16.67 ms"),
        ("fixedDeltaTime", "s", 0.02, "RATE * second", "its fixedDeltaTime of 0.02 s on 60 Hz", "With fixedDeltaTime 0.01667 s"),
        ("dt", "s", 0.025, "RATE * second", "its dt of 0.025 s on 60 Hz", "With dt 0.01667 s"),
    ] {
        let computer = Computer { render_ms: 1.0, ..Computer::default() };
        let text = said(&own(&stepped(name, unit, default, step), "runner", computer), Kind::Judder).expect("it judders");
        assert!(text.contains(cause) && text.contains(cure), "{name}: {text}");
    }
    // The rate of the display is none of the loop.
    let display = own(&stepped("refresh_hz", "Hz", 50.0, "second / RATE"), "runner", Computer::default());
    let text = said(&display, Kind::Judder).expect("it judders");
    assert!(!text.contains("its refresh rate of 50"), "{text}");
}

/// Report 18: a frame of 17 ms on 60 Hz.
#[cfg(feature = "own-loops")]
#[test]
fn a_schedule_of_whole_milliseconds_beats_with_the_display_and_one_of_its_refreshes_is_the_cure() {
    let text = "const TARGET = host.param('target_ms', 17, { min: 1, max: 100, unit: 'ms' });\nfunction loop(host) {\n  let next = \
                host.now();\n  while (host.running()) {\n    host.update(TARGET * ms);\n    host.render();\n    next += TARGET * ms;\n    \
                host.sleep(Math.max(0, next - host.now()));\n  }\n}";
    for (refresh_hz, cure) in [(60.0, "With target 16.67 ms"), (59.95, "With target 16.68 ms")] {
        let text = said(&own(text, "runner", Computer { refresh_hz, ..Computer::default() }), Kind::Hitch).expect("it stutters");
        assert!(text.contains("its target of 17 ms on") && text.contains(cure), "{text}");
    }
}

/// A page whose interval is 1000 / 60: browsers cut it.
#[cfg(feature = "own-loops")]
#[test]
fn an_interval_that_browsers_cut_to_whole_milliseconds_is_the_cause_of_a_speed() {
    for (step, interval, of) in
        [("1000 / 60", "1000 / 60", "16 ms"), ("1000 / 30", "1000 / 30", "33 ms"), ("1000 / 60", "16", "16 ms")]
    {
        let text = format!("setInterval(() => {{ update({step}); draw(); }}, {interval});");
        let cause = format!("its interval of {of} (browsers cut it to whole ms)");
        let text = said(&own(&text, "runner", Computer { refresh_hz: 144.0, ..Computer::default() }), Kind::FastMotion);
        assert!(text.as_ref().is_none_or(|text| text.contains(&cause)), "{text:?}");
        assert!(text.is_some() || step != "1000 / 60", "a sixtieth in 16 ms is too fast");
    }
    let own_length = own("setInterval(() => { update(20); draw(); }, 16);", "runner", Computer::default());
    assert!(!said(&own_length, Kind::FastMotion).expect("it is too fast").contains("browsers cut"));
}
