//! Limits: a loop that makes fewer frames than it asks for is told so, with what it comes from, and no other loop is.

use super::symptoms::{at, has, states};
use tickscope_core::lab::experiments::diagnosis::Role;
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::findings::over_run::findings_at;
use tickscope_core::lab::symptoms::kind::{Kind, Tone};
use tickscope_core::lab::symptoms::symptom::Symptom;
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::script::{Origin, Script};
use tickscope_core::model::config::settings::{PaneSettings, PlannedStall, Settings, WorldChoice};
use tickscope_core::model::strategies;

/// A page that draws when a period has passed since it drew last, and so at every whole number of refreshes.
const PAGE: &str = r#"
const maxFPS = host.param("maxFPS", 60, { min: 1, max: 1000, unit: "Hz" });
let last = 0;
requestAnimationFrame(function frame(now) {
  requestAnimationFrame(frame);
  if (now - last < 1000 / maxFPS - 0.01) return;
  update(now - last);
  last = now;
  draw();
});
"#;

/// A loop whose wait begins when the display has taken its frame.
const AFTER_THE_FLIP: &str = r#"
const RATE = host.param("frame_rate", 60, { min: 1, max: 1000, unit: "Hz" });
function loop(host) {
  let last = host.now(), shown = host.now();
  while (host.running()) {
    const now = host.now();
    host.update(now - last);
    last = now;
    const left = shown + second / RATE - host.now();
    if (left > 0) host.sleep(left);
    host.render();
    shown = host.now();
  }
}
"#;

/// The loops that come with the program and have a limit, each with the parameter that holds it.
const LIMITED: [(&str, &str); 6] = [
    ("fixed-fps", "fps"),
    ("fixed-fps-relative", "fps"),
    ("variable-delta-wait", "max_fps"),
    ("beautiful-timer", "max_fps"),
    ("draw-every-nth", "max_fps"),
    ("multi-rate", "max_fps"),
];

fn own(text: &str, computer: Computer) -> Settings {
    let own = OwnLoop::new("limited", text);
    let panes = vec![PaneSettings::new(&own.id())];
    Settings { computer, scene: WorldChoice::new("runner"), panes, loops: vec![own], ..Settings::default() }.lettered()
}

fn limited((strategy, param): (&str, &str), fps: f64, computer: Computer) -> Settings {
    let mut pane = PaneSettings::new(strategy);
    pane.params.set(param, fps.into());
    Settings { computer, scene: WorldChoice::new("runner"), panes: vec![pane], ..Settings::default() }.lettered()
}

fn display(refresh_hz: f64) -> Computer {
    Computer { refresh_hz, ..Computer::default() }
}

/// Returns the frames a second that a missed limit is told with after six seconds; `None` if none is told.
fn missed(settings: &Settings) -> Option<f64> {
    let states = states(settings, 0, 6.0);
    let symptom = at(&states, 6.0).find(Kind::LimitMissed)?;
    assert!(symptom.tone == Tone::Note && symptom.headline().chars().count() <= 60, "{}", symptom.headline());
    Some(symptom.value)
}

fn finding(settings: &Settings) -> Finding {
    let found = findings_at(&Script::from(settings), &[Origin::Start(0)], 8.0).expect("it runs").remove(0);
    let headlines: Vec<String> = found.iter().map(Finding::headline).collect();
    let missed = found.into_iter().find(|finding| finding.symptom.kind() == Kind::LimitMissed);
    missed.unwrap_or_else(|| panic!("no missed limit in {headlines:?}"))
}

fn words(finding: &Finding, role: Role) -> Vec<String> {
    finding.causes().filter(|found| found.role == role).map(|found| found.words.clone()).collect()
}

#[test]
fn a_page_that_waits_for_a_period_draws_every_whole_number_of_refreshes() {
    for (hz, limit) in [(144.0, 60.0), (75.0, 60.0), (90.0, 60.0), (100.0, 60.0), (165.0, 60.0), (120.0, 50.0), (60.0, 40.0)] {
        let mut settings = own(PAGE, display(hz));
        settings.panes[0].params.set("maxFPS", limit.into());
        let made = hz / f64::ceil(hz / limit);
        let told = missed(&settings).unwrap_or_else(|| panic!("{made} of {limit} on {hz} Hz"));
        assert!((told - made).abs() < 0.01, "{told} and not {made} of {limit} on {hz} Hz");
    }
    for (hz, limit) in [(60.0, 60.0), (240.0, 60.0), (144.0, 72.0), (144.0, 30.0), (60.0, 144.0)] {
        let mut settings = own(PAGE, display(hz));
        settings.panes[0].params.set("maxFPS", limit.into());
        assert_eq!(missed(&settings), None, "{limit} on {hz} Hz");
    }
}

#[test]
fn a_constant_in_the_text_is_a_limit_as_a_parameter_is() {
    for declared in ["const maxFPS = 60;", "const maxFPS = 60, other = 1", "const FPS = 30; const maxFPS = 2 * FPS"] {
        let text = PAGE.replace("const maxFPS = host.param(\"maxFPS\", 60, { min: 1, max: 1000, unit: \"Hz\" });", declared);
        assert!(!text.contains("host.param"));
        for hz in [144.0, 75.0, 100.0] {
            let made = hz / f64::ceil(hz / 60.0);
            let told = missed(&own(&text, display(hz)));
            let expected = if declared.contains("const FPS") { None } else { Some(made) };
            assert!(
                told.zip(expected).map_or(told == expected, |(told, made)| (told - made).abs() < 0.01),
                "{declared} on {hz} Hz: {told:?}"
            );
        }
        assert_eq!(missed(&own(&text, display(60.0))), None, "{declared}");
    }
}

#[test]
fn the_headline_has_both_rates() {
    let states = states(own(PAGE, display(144.0)), 0, 6.0);
    let headline = at(&states, 6.0).find(Kind::LimitMissed).map(Symptom::headline);
    assert_eq!(headline.as_deref(), Some("Misses its limit: 48 of the 60 frames a second asked for"));
    assert!(at(&states, 1.9).find(Kind::LimitMissed).is_none(), "two seconds are needed");
}

#[test]
fn a_wait_that_begins_at_the_flip_ends_after_the_next_refresh_that_would_do() {
    for (hz, limit) in [(60.0, 60.0), (60.0, 50.0), (75.0, 50.0), (120.0, 60.0), (144.0, 60.0), (240.0, 60.0)] {
        for render_ms in [0.5, 3.0] {
            let mut settings = own(AFTER_THE_FLIP, Computer { render_ms, ..display(hz) });
            settings.panes[0].params.set("frame_rate", limit.into());
            let made = hz / f64::ceil(hz * (1.0 / limit + render_ms / 1000.0));
            let told = missed(&settings).unwrap_or_else(|| panic!("{made} of {limit} on {hz} Hz"));
            assert!((told - made).abs() < 0.01, "{told} and not {made} of {limit} on {hz} Hz");
        }
    }
}

#[test]
fn an_interval_below_four_milliseconds_is_asked_for_in_vain() {
    let page = |delay: &str| format!("setInterval(() => {{ update({delay}); draw(); }}, {delay});");
    let fast = Computer { render_ms: 0.2, ..display(360.0) };
    let told = missed(&own(&page("3"), fast.clone())).expect("browsers wait for 4 ms");
    assert!((told - 250.0).abs() < 0.5, "{told}");
    for delay in ["4", "8", "16", "33"] {
        assert_eq!(missed(&own(&page(delay), fast.clone())), None, "{delay} ms");
    }
    let more = page("3") + "requestAnimationFrame(() => {});";
    assert_eq!(missed(&own(&more, fast)), None, "it is called by more than an interval");
}

#[test]
fn no_loop_that_keeps_its_limit_misses_it() {
    for hz in [60.0, 75.0, 90.0, 100.0, 120.0, 144.0, 240.0] {
        for loop_ in LIMITED {
            for fps in [30.0, 60.0] {
                for computer in [display(hz), Computer { refresh_hz: hz, ..Computer::default().ordinary_pc() }] {
                    let states = states(limited(loop_, fps, computer), 0, 8.0);
                    assert!(!has(&states, Kind::LimitMissed), "{loop_:?} at {fps} on {hz} Hz");
                }
            }
        }
    }
}

#[test]
fn no_loop_has_a_missed_limit_on_a_usual_computer() {
    for strategy in strategies::ALL {
        for computer in [Computer::default(), Computer::default().ordinary_pc()] {
            let panes = vec![PaneSettings::new(&strategy.id)];
            let settings = Settings { computer, scene: WorldChoice::new("runner"), panes, ..Settings::default() };
            assert!(!has(&states(settings, 0, 12.0), Kind::LimitMissed), "{}", strategy.id);
        }
    }
}

#[test]
fn a_stall_and_a_slow_rate_are_no_missed_limit() {
    for ms in [60.0, 150.0, 400.0, 1500.0] {
        let hitches = vec![PlannedStall::of_render(3.03, ms)];
        for loop_ in LIMITED {
            let settings = Settings { hitches: hitches.clone(), ..limited(loop_, 60.0, display(60.0)) };
            assert!(!has(&states(settings, 0, 9.0), Kind::LimitMissed), "{loop_:?} after {ms} ms");
        }
    }
    for fps in [1.0, 2.0, 5.0, 7.0] {
        let settings = limited(("variable-delta-wait", "max_fps"), fps, display(60.0));
        assert!(!has(&states(settings, 0, 12.0), Kind::LimitMissed), "{fps} a second");
    }
}

#[test]
fn frames_that_cost_more_than_the_limit_leaves_have_another_fault() {
    let busy = Computer { render_ms: 18.0, present: Present::Mailbox, ..display(144.0) };
    let settings = limited(("variable-delta-wait", "max_fps"), 60.0, busy);
    assert!(!has(&states(settings, 0, 6.0), Kind::LimitMissed));
}

#[test]
fn waking_late_makes_a_relative_limit_miss_its_rate() {
    for (lateness_ms, fps) in [(3.0, 60.0), (2.0, 100.0), (5.0, 30.0)] {
        let late = Computer { wake_lo_ms: lateness_ms, wake_hi_ms: lateness_ms, present: Present::Mailbox, ..display(240.0) };
        let made = 1000.0 / (1000.0 / fps + lateness_ms);
        let told = missed(&limited(("fixed-fps-relative", "fps"), fps, late.clone())).expect("it is below the limit");
        assert!((told - made).abs() < 0.05, "{told} and not {made}");
        assert_eq!(missed(&limited(("fixed-fps", "fps"), fps, late)), None, "a deadline makes up for it");
    }
}

#[test]
fn a_limit_that_does_not_fit_the_display_is_cured_by_one_that_fits() {
    for (hz, fits) in [(144.0, "maxFPS 72"), (90.0, "maxFPS 90"), (100.0, "maxFPS 100")] {
        let missed = finding(&own(PAGE, display(hz)));
        let (causes, cures) = (words(&missed, Role::Cause), words(&missed, Role::Cure));
        assert!(causes[0].starts_with("its maxFPS of 60 on"), "{causes:?}");
        assert!(cures[0].contains(fits), "{cures:?}");
        assert!(!cures.iter().any(|words| words.contains("deadline")), "a page cannot wait: {cures:?}");
    }
}

#[test]
fn a_page_that_compares_without_a_tolerance_is_cured_by_a_limit_just_above_one_that_fits() {
    let missed = finding(&own(&PAGE.replace(" - 0.01", ""), display(144.0)));
    let (causes, cures) = (words(&missed, Role::Cause), words(&missed, Role::Cure));
    assert!(causes[0].starts_with("its maxFPS of 60 on 144 Hz"), "{causes:?}");
    assert!(cures[0].contains("maxFPS 72"), "{cures:?}");
}

#[test]
fn a_wait_that_begins_at_the_flip_is_cured_by_vsync_alone_or_by_a_deadline() {
    for update_ms in [1.0, 3.0] {
        let missed = finding(&own(AFTER_THE_FLIP, Computer { render_ms: 0.1, update_ms, ..display(60.0) }));
        let (causes, cures) = (words(&missed, Role::Cause), words(&missed, Role::Cure));
        assert_eq!(causes[0], "its wait, which begins when the display has taken the frame", "{causes:?}");
        assert!(cures[0].contains("vsync as the only limit (frame rate 120)"), "{cures:?}");
        assert!(
            cures.iter().any(|words| words.contains("a deadline for each frame (the loop Fixed FPS at 60 FPS)")),
            "{cures:?}"
        );
    }
}
