//! Causes by experiment of what the scenarios show.

use crate::common::{assert_changes_help, experiment};
use crate::tiers::sampled;
use tickscope::studio::scenario::builtin;
use tickscope::studio::scenario::definition::Scenario;
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::Time;
use tickscope_core::lab::experiments::diagnosis::Role;
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::findings::over_run::findings_at;
use tickscope_core::lab::run::cursor::ScriptCursor;
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::script::{Origin, Script};
use tickscope_core::model::config::settings::{PaneSettings, PlannedStall, Settings, WorldChoice};

#[test]
fn every_named_change_of_the_scenarios_that_come_with_the_program_helps() {
    let mut helped = 0;
    for (name, scenario) in sampled(builtin::SCENARIOS.iter()) {
        let script = &scenario.script;
        let at_s = scenario.seconds.unwrap_or(10.0).min(10.0);
        let panes = script.panes_before(Time::from_secs(at_s));
        let mut cursor = ScriptCursor::new(script.settings().clone(), script.commands().to_vec());
        while cursor.next_at().is_some_and(|next| next <= Time::from_secs(at_s))
            && let Some(command) = cursor.take_next()
        {
            cursor.apply(&command).expect(name);
        }
        for (pane, found) in panes.iter().zip(findings_at(script, &panes, at_s).expect(name)) {
            let number = ScriptCursor::number_of(script, *pane).expect(name);
            let Some(index) = cursor.index_of(number) else { continue };
            for finding in found {
                assert_changes_help(&finding, cursor.settings(), index);
                helped += finding.causes().count();
            }
        }
    }
    assert!(helped > 3, "only {helped} changes are named");
}

#[test]
fn a_pane_of_a_file_has_no_past_of_another_one() {
    let pane = "[[panes]]\nstrategy = \"frame-based\"\n";
    let at_start = format!("tickscope = 4\n{pane}past = \"A\"\n");
    let added = format!("tickscope = 4\n{pane}[[at]]\ns = 2\nadd = {{ past = \"A\", strategy = \"semi-fixed\" }}\n");
    for (text, line) in [(at_start, 4), (added, 6)] {
        let refused = Scenario::parse("test.toml", &text).expect_err("no such key").to_string();
        assert!(!refused.contains('\n') && refused.contains(&format!("{line}")) && refused.contains("past"), "{refused}");
    }
}

/// The loops that are tried instead of one that the system calls back.
const CALLED: [&str; 4] = ["callback-delta", "callback-accumulator", "godot-jitter-fix", "phaser-smoothed"];

/// A page that counts the ticks that its clock says are due, at their very boundary.
const DUE_TICKS: &str = "const TICK = 1000 / 60; let made = 0;
function due() {
  for (const all = Math.floor(performance.now() / TICK); made < all; made++) update(TICK);
  draw();
  requestAnimationFrame(due);
}
requestAnimationFrame(due);";

/// A page that draws from a timer, by a constant step.
const TIMER: &str = "setInterval(() => { update(1000 / 60); draw(); }, 25);";

/// A loop that waits for its callbacks itself, and steps by whole milliseconds of its clock.
const CALLED_IN_WHOLE_MS: &str = "function loop(host) {
  let last = 0;
  while (host.running()) {
    host.nextRefresh();
    const now = Math.floor(host.now() / (12 * ms)) * 12 * ms;
    if (now > last) host.update(now - last);
    last = now;
    host.render();
  }
}";

/// A page that skips callbacks until a frame is nearly due.
const NEARLY_DUE: &str = "const RATE = host.param('RATE_NAME', 60, { min: 1, max: 240, unit: 'Hz' });
let drawn = performance.now();
function callback() {
  requestAnimationFrame(callback);
  if (performance.now() - drawn < 1000 / RATE - 5) return;
  drawn = performance.now();
  update(1000 / RATE);
  draw();
}
requestAnimationFrame(callback);";

/// Steps by the mean of the newest frame times.
const MEAN: &str = "const COUNT = host.param('newest', 6, { min: 1, max: 12, whole: true });
function loop(host) {
  const times = [];
  for (let last = host.now(); host.running();) {
    const now = host.now();
    times.unshift(now - last);
    times.length = Math.min(times.length, COUNT);
    last = now;
    host.update(times.reduce((sum, time) => sum + time, 0) / times.length);
    host.render();
  }
}";

/// Steps by half of the newest frame time and half of the step before; a switch takes the frame time as it is.
const BLEND: &str = "const SMOOTH = host.param('smoothing', 'on', { choices: ['on', 'off'] });
let step = 1000 / 60, last;
function frame(t) {
  const passed = last === undefined ? step : Math.min(t - last, 100);
  last = t;
  step = SMOOTH === 'on' ? 0.5 * step + 0.5 * passed : passed;
  update(step);
  draw();
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);";

/// Steps by the frame time, up to a limit that is far too long.
const LONG_LIMIT: &str = "const MOST = host.param('most_ms', 5000, { min: 1, max: 20000, unit: 'ms' });
let before;
function frame(t) {
  if (before !== undefined) update(Math.min(t - before, MOST));
  before = t;
  draw();
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);";

fn own(text: &str, computer: Computer) -> Settings {
    let own = OwnLoop::new("mine", text);
    let panes = vec![PaneSettings::new(&own.id())];
    Settings { computer, scene: WorldChoice::new("runner"), loops: vec![own], panes, ..Settings::default() }.lettered()
}

fn found(settings: &Settings, at_s: f64) -> Vec<Finding> {
    findings_at(&Script::from(settings), &[Origin::Start(0)], at_s).expect("it runs").remove(0)
}

fn finding(settings: &Settings, at_s: f64, kind: Kind) -> Finding {
    let found = found(settings, at_s);
    let seen: Vec<String> = found.iter().map(Finding::headline).collect();
    found.into_iter().find(|finding| finding.symptom.kind() == kind).unwrap_or_else(|| panic!("no {kind:?} in {seen:?}"))
}

fn words(finding: &Finding, role: Role) -> Vec<String> {
    finding.causes().filter(|found| found.role == role).map(|found| found.words.clone()).collect()
}

#[test]
fn a_loop_that_is_called_back_gets_cures_that_such_a_loop_can_have() {
    let mut others = Vec::new();
    for (text, refresh_hz) in
        [(DUE_TICKS, 60.0), (DUE_TICKS, 75.0), (TIMER, 60.0), (CALLED_IN_WHOLE_MS, 60.0), (CALLED_IN_WHOLE_MS, 144.0)]
    {
        let settings = own(text, Computer { refresh_hz, render_ms: 1.0, ..Computer::default() });
        for finding in found(&settings, 10.0) {
            for cure in finding.causes().filter(|found| found.role == Role::Cure) {
                let other = finding.beside(cure).map_or_else(String::new, |pane| pane.strategy);
                assert!(other == "own/mine" || CALLED.contains(&&*other), "{}", cure.sentence);
                assert!(!cure.words.contains("vsync"), "{}", cure.sentence);
                others.push(other);
            }
        }
    }
    for other in &CALLED[..3] {
        assert!(others.iter().any(|tried| tried == other), "{other} is never a cure: {others:?}");
    }
}

#[test]
fn a_rate_of_the_loop_does_not_hide_the_display_as_the_cause_of_fast_motion() {
    for name in ["fps", "rate", "step_hz"] {
        for refresh_hz in [240.0, 144.0] {
            let text = NEARLY_DUE.replace("RATE_NAME", name);
            let settings = own(&text, Computer { refresh_hz, render_ms: 1.0, ..Computer::default() });
            let causes = words(&finding(&settings, 10.0, Kind::FastMotion), Role::Cause);
            assert!(causes[0].ends_with(&format!(" {refresh_hz} Hz")), "{name} on {refresh_hz} Hz: {causes:?}");
        }
    }
}

#[test]
fn a_smoothing_that_smears_a_stall_is_found_by_its_parameter() {
    for (text, ms, cause, cure) in [
        (MEAN, 200.0, "its newest 6", "with newest 1"),
        (MEAN, 350.0, "its newest 6", "with newest 1"),
        (BLEND, 300.0, "its smoothing on", "with smoothing off"),
    ] {
        for refresh_hz in [60.0, 120.0] {
            let calm = own(text, Computer { refresh_hz, render_ms: 1.0, ..Computer::default() });
            let stalled = Settings { hitches: vec![PlannedStall::of_render(4.0, ms)], ..calm };
            let smeared = finding(&stalled, 5.0, Kind::Judder);
            assert_eq!(experiment(&smeared), "transient");
            let [causes, cures] = [Role::Cause, Role::Cure].map(|role| words(&smeared, role));
            assert_eq!((&*causes[0], &*cures[0]), (cause, cure), "{refresh_hz} Hz: {:?}", smeared.sentences());
        }
    }
}

#[test]
fn a_limit_of_an_own_loop_cures_the_jump_after_a_stall() {
    for (ms, refresh_hz) in [(300.0, 60.0), (1000.0, 60.0), (400.0, 144.0)] {
        let calm = own(LONG_LIMIT, Computer { refresh_hz, render_ms: 1.0, ..Computer::default() });
        let stalled = Settings { hitches: vec![PlannedStall::of_render(4.0, ms)], ..calm };
        let jump = finding(&stalled, 6.0, Kind::Stall);
        assert_eq!(
            (words(&jump, Role::Cause), &*words(&jump, Role::Cure)[0]),
            (vec!["its most 5000 ms".to_owned()], "with most 100 ms")
        );
        assert!(jump.causes().all(|found| found.sentence.contains("no jump")), "{:?}", jump.sentences());
        let cured = jump.causes().find_map(|cause| jump.beside(cause)).expect("a pane that tries it");
        assert_eq!(cured.params.named("most_ms"), Some(&Value::Number(100.0)));
    }
}
