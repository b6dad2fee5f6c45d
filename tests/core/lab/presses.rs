//! World Presses: what each way to read input makes of a press, what the finding says, and loops that answer by themselves.

use crate::lab::symptoms::{at, kinds, on, states};
use tickscope_core::base::params::value::Value;
use tickscope_core::lab::experiments::diagnoses::Diagnoses;
use tickscope_core::lab::panes::report::{PaneReport, Report};
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::model::config::computer::{Computer, InputRead, PressRead};
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};

/// Returns a game of some steps a second on 120 Hz.
fn on_120(step_hz: f64, presses: PressRead) -> Settings {
    let mut settings = on("clamped-accumulator", Computer { refresh_hz: 120.0, presses, ..Computer::default() });
    settings.scene = WorldChoice::new("presses");
    settings.panes[0].params.set("step_hz", Value::Number(step_hz));
    settings
}

fn report(settings: &Settings, seconds: f64) -> PaneReport {
    Report::new(settings, seconds).expect("it runs").panes.remove(0)
}

/// Returns how many presses were made, answered, lost and doubled.
fn counts(report: &PaneReport) -> [u64; 4] {
    ["presses", "presses_answered", "presses_lost", "presses_doubled"].map(|key| report.number(key).expect("a count") as u64)
}

#[test]
fn an_edge_that_lives_for_a_frame_is_lost_three_times_of_four() {
    let report = report(&on_120(30.0, PressRead::Frame), 120.0);
    let [pressed, answered, lost, doubled] = counts(&report);
    assert!((230..=235).contains(&pressed), "{pressed}");
    assert!((0.73..0.77).contains(&(lost as f64 / pressed as f64)), "{lost} of {pressed}");
    assert_eq!((answered + lost, doubled), (pressed, 0));
}

#[test]
fn each_of_four_steps_in_a_frame_answers_an_edge() {
    let [pressed, answered, lost, doubled] = counts(&report(&on_120(480.0, PressRead::Frame), 30.0));
    assert_eq!((answered, lost, doubled), (pressed, 0, pressed));
}

#[test]
fn a_button_that_only_steps_ask_for_is_missed_between_two_steps() {
    let runs: Vec<[u64; 4]> =
        (0..5).map(|seed| counts(&report(&Settings { seed, ..on_120(30.0, PressRead::Step) }, 300.0))).collect();
    let sum = |place: usize| runs.iter().map(|counts| counts[place]).sum::<u64>() as f64;
    let share = sum(2) / sum(0);
    assert!((share - 0.027).abs() < 0.006, "{share}");
}

#[test]
fn what_is_kept_or_stamped_is_answered_once() {
    for presses in [PressRead::Latched, PressRead::Stamped] {
        for input in [InputRead::Update, InputRead::Turn] {
            let mut settings = on_120(30.0, presses);
            settings.computer.input = input;
            let report = report(&settings, 30.0);
            let [pressed, answered, lost, doubled] = counts(&report);
            assert_eq!((answered, lost, doubled), (pressed, 0, 0), "{presses:?}, {input:?}");
            let latest = report.number("press_to_display_max_ms").expect("presses were shown");
            assert!((8.0..60.0).contains(&latest), "{latest}");
        }
    }
}

#[test]
fn lost_presses_are_counted_over_six_seconds_and_keeping_them_is_the_cure() {
    let settings = on_120(30.0, PressRead::Frame);
    let states = states(&settings, 0, 12.0);
    let state = at(&states, 11.0);
    assert_eq!(kinds(state)[0], Kind::PressesLost);
    let headline = state.symptoms[0].headline();
    assert!(headline.ends_with("of 11 presses are lost"), "{headline}");
    let mut diagnoses = Diagnoses::default();
    let asked = (Kind::PressesLost, None);
    diagnoses.answer(&diagnoses.open([(&settings, asked)]));
    let found = diagnoses.diagnosis(&settings, asked).expect("it was asked");
    let sentences: Vec<&str> = found.causes.iter().map(|cause| &*cause.sentence).collect();
    assert!(sentences[0].contains("an edge that lives for a frame, where a frame can make no step"), "{sentences:?}");
    assert!(
        sentences.iter().any(|sentence| sentence.starts_with("With each press kept until a step has taken it")),
        "{sentences:?}"
    );
}

#[test]
fn in_other_worlds_the_way_to_see_presses_changes_nothing() {
    let in_runner = |presses: PressRead| {
        let mut settings = on_120(30.0, presses);
        settings.scene = WorldChoice::new("runner");
        report(&settings, 3.0)
    };
    let usual = in_runner(PressRead::Latched);
    assert_eq!(usual, in_runner(PressRead::Frame));
    assert!(
        !serde_json::to_string(&usual).expect("plain data").contains("press"),
        "no report of another world speaks of presses"
    );
}

/// Returns the counts of a loop with a text of its own, after 20 s on 120 Hz.
#[cfg(feature = "own-loops")]
fn own(text: &str) -> [u64; 4] {
    crate::model::scripts::meter_memory();
    let mut settings = on_120(30.0, PressRead::Frame);
    settings.loops = vec![OwnLoop::new("mine", text)];
    settings.panes = vec![PaneSettings::new("own/mine")];
    counts(&report(&settings, 20.0))
}

/// A loop of 30 steps a second with `top` at the top of each turn and `step` before each step.
#[cfg(feature = "own-loops")]
fn stepping(top: &str, step: &str) -> String {
    format!(
        "function loop(host) {{\n  let last = host.now(), left = 0, pressed = 0;\n  while (host.running()) {{\n    const now = host.now();\n    \
         left += now - last;\n    last = now;\n    {top}\n    while (left >= second / 30) {{\n      {step}\n      \
         host.update(second / 30);\n      left -= second / 30;\n    }}\n    host.render();\n  }}\n}}"
    )
}

#[cfg(feature = "own-loops")]
#[test]
fn a_loop_of_ones_own_answers_presses_by_its_own_rule() {
    let kept = own(&stepping("pressed += host.pressed();", "if (pressed > 0) { pressed--; host.answer(); }"));
    assert_eq!((kept[1], kept[2], kept[3]), (kept[0], 0, 0));
    let frames = own(&stepping("pressed = host.pressed();", "if (pressed > 0) { pressed = 0; host.answer(); }"));
    assert!((0.6..0.9).contains(&(frames[2] as f64 / frames[0] as f64)) && frames[3] == 0, "{frames:?}");
    let twice = own(&stepping("pressed += host.pressed();", "if (pressed > 0) { pressed--; host.answer(); host.answer(); }"));
    assert_eq!((twice[1], twice[2], twice[3]), (twice[0], 0, twice[0]));
    assert_eq!(own(&stepping("host.answer();", "")), own(&stepping("", "")), "nothing was counted, so nothing is answered");
}

/// A page of 30 steps a second, which keeps what `listens` has noted in `pressed`.
#[cfg(feature = "own-loops")]
fn page(listens: &str, top: &str) -> String {
    format!(
        "let pressed = 0, released = 0, left = 0, last = performance.now();\n{listens}\nfunction frame(now) {{\n  left += now - last;\n  \
         last = now;\n  while (left >= 1000 / 30) {{\n    if (pressed > 0) {{ pressed--; answer(); }}\n    update(1000 / 30);\n    \
         left -= 1000 / 30;\n  }}\n  {top}\n  draw();\n  requestAnimationFrame(frame);\n}}\nrequestAnimationFrame(frame);"
    )
}

#[cfg(feature = "own-loops")]
#[test]
fn a_page_hears_the_space_bar() {
    for listens in [
        "addEventListener('keydown', (e) => { if (e.code === 'Space' && !e.repeat) pressed++; });",
        "window.onkeydown = (e) => { if (e.key === ' ') pressed++; };",
        "function onkeydown() { pressed++; }",
        "addEventListener('keyup', () => { pressed++; });",
    ] {
        let counts = own(&page(listens, ""));
        assert!(counts[0] > 30 && counts[3] == 0, "{counts:?}");
        assert!(counts[2] == 0, "{listens}: {counts:?}");
    }
    let lost = own(&page("addEventListener('keydown', () => { pressed = 1; });", "pressed = 0;"));
    assert!(lost[2] * 2 > lost[0], "{lost:?}");
}
