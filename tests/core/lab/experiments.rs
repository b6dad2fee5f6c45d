//! Causes by experiment: what is named helps when it is applied, and the runs that say so are those of the real world.

use crate::common::{Events, assert_changes_help, cases, experiment, ids, load_ms, pipeline, shown_with};
use crate::tiers::count_cases;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::lab::experiments::beat::Beat;
use tickscope_core::lab::experiments::diagnosis::Role;
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::findings::over_run::{findings_at, spans};
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::lab::run::setup::PaneSetup;
use tickscope_core::lab::symptoms::kind::{Kind, Tone};
use tickscope_core::lab::symptoms::watch::Watch;
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::patch::Patch;
use tickscope_core::model::config::script::{Origin, Script};
use tickscope_core::model::config::settings::{PaneSettings, PlannedStall, Presentation, Settings, WorldChoice};
use tickscope_core::model::machine::event::Event;
use tickscope_core::model::{strategies, worlds};

const SECOND: Span = Span::from_flicks(FLICKS_PER_SECOND);

fn settings(strategy: &str, scene: &str, computer: Computer) -> Settings {
    Settings { computer, scene: WorldChoice::new(scene), panes: vec![PaneSettings::new(strategy)], ..Settings::default() }
}

/// Returns the findings of the first pane at a moment.
fn found(settings: &Settings, at_s: f64) -> Vec<Finding> {
    findings_at(&Script::from(settings), &[Origin::Start(0)], at_s).expect("it runs").remove(0)
}

fn finding(settings: &Settings, at_s: f64, kind: Kind) -> Finding {
    let found = found(settings, at_s);
    let seen: Vec<String> = found.iter().map(Finding::headline).collect();
    found.into_iter().find(|finding| finding.symptom.kind() == kind).unwrap_or_else(|| panic!("no {kind:?} in {seen:?}"))
}

/// Returns the paths that each cause or cure of a finding changes, with its role.
fn changes(finding: &Finding) -> Vec<(Role, Vec<String>)> {
    let paths = |cause: &_| finding.patch(cause).paths().map(ToString::to_string).collect();
    finding.causes().map(|cause| (cause.role, paths(cause))).collect()
}

fn names(finding: &Finding, role: Role, path: &str) -> bool {
    changes(finding).iter().any(|(of, paths)| *of == role && paths.iter().any(|changed| changed == path))
}

/// Returns the events of a run without the presses of a button, which take no time and which few worlds have.
fn trace(settings: &Settings, seconds: f64) -> Vec<Event> {
    let run = Run::new(settings, 0, seconds).expect("it runs");
    let mut events = run.fold(Events::default()).expect("it runs").0.0;
    events.retain(|event| !matches!(event, Event::Press { .. } | Event::Taken { .. }));
    events
}

/// Computers as people set them.
fn likely_computer() -> impl Strategy<Value = Computer> {
    let load = || prop_oneof![2 => Just(0.0), 3 => 0.0..30.0, 1 => 0.0..120.0_f64];
    let grain = || prop_oneof![4 => Just(0.0), 1 => Just(1.0), 1 => Just(15.625)];
    let hertz = prop_oneof![3 => Just(60.0), 1 => Just(144.0), 1 => Just(50.0), 1 => 30.0..240.0_f64];
    let noise = (0.0..20.0, 0.0..40.0).prop_map(|(lo, more)| (lo, lo + more, 30, 0.0));
    let spikes = (5..100_u32, 10.0..80.0).prop_map(|(every, ms)| (0.0, 0.0, every, ms));
    let pattern = prop_oneof![4 => Just((0.0, 0.0, 30, 0.0)), 1 => noise, 1 => spikes];
    let wake = prop_oneof![4 => Just(0.0), 1 => 0.0..4.0];
    (load(), load(), pattern, hertz, pipeline(), grain(), grain(), wake).prop_map(
        |(render_ms, update_ms, pattern, refresh_hz, pipeline, timer_ms, sleep_ms, hi_ms)| Computer {
            render_ms,
            update_ms: update_ms / 4.0,
            noise_lo_ms: pattern.0,
            noise_hi_ms: pattern.1,
            spike_every: pattern.2,
            spike_ms: pattern.3,
            refresh_hz,
            timer_ms,
            sleep_ms,
            wake_lo_ms: 0.0,
            wake_hi_ms: hi_ms,
            gpu_ms: pipeline.gpu_ms.min(30.0),
            wake_tail: 0.0,
            ..pipeline
        },
    )
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn where_bodies_cost_nothing_every_world_takes_the_same_time_as_the_runner(
        computer in likely_computer(),
        late in load_ms(),
        strategy in prop::sample::select(ids()),
    ) {
        let strategy = strategies::find(strategy).expect("it is known");
        let computer = Computer { start_ms: late % 20.0, ..computer };
        let expected = trace(&settings(&strategy.id, "runner", computer.clone()), 2.0);
        for kind in worlds::ALL.iter().filter(|kind| strategy.lacks_in(kind).is_none()) {
            prop_assert!(trace(&settings(&strategy.id, kind.id, computer.clone()), 2.0) == expected, "{} in {}", strategy.id, kind.id);
        }
    }

    #[test]
    fn every_named_change_removes_its_symptom_from_a_fresh_start(
        settings in likely_settings(),
    ) {
        assert_every_change_helps(&settings);
    }
}

/// Generates one pane as people set it, in every world where its loop runs; most in the cheapest ones.
fn likely_settings() -> impl Strategy<Value = Settings> {
    let cheap = prop::sample::select(vec!["runner", "runner", "thin-wall", "curve-and-wall"]);
    let any = prop::sample::select(worlds::ALL.iter().map(|kind| kind.id).collect::<Vec<_>>());
    let scene = prop_oneof![2 => cheap, 1 => any];
    let runs = |(_, strategy, scene): &(Computer, &str, &str)| {
        let strategy = strategies::find(strategy).expect("it is known");
        worlds::ALL.iter().any(|kind| kind.id == *scene && strategy.lacks_in(kind).is_none())
    };
    let with = |(computer, strategy, scene): (Computer, &str, &str)| settings(strategy, scene, computer).lettered();
    (likely_computer(), prop::sample::select(ids()), scene).prop_filter("the loop runs in the world", runs).prop_map(with)
}

fn assert_every_change_helps(settings: &Settings) {
    for finding in found(settings, 8.0) {
        assert_changes_help(&finding, settings, 0);
    }
}

#[test]
fn a_loop_that_oversleeps_is_told_so() {
    let computer = Patch::parse("computer.present=mailbox").and_then(|patch| patch.and("computer.sleep_ms", 15.625));
    let mut oversleeps = settings("adaptive-fps", "runner", Computer { render_ms: 30.0, update_ms: 2.0, ..Computer::default() });
    computer.expect("known").change(&mut oversleeps).expect("allowed");
    let slow = finding(&oversleeps, 10.0, Kind::SlowMotion);
    assert_eq!(changes(&slow)[0].1, ["computer.sleep_ms"], "{:?}", slow.sentences());
}

#[test]
fn counting_flips_and_not_a_clock_is_what_slows_a_loop_down() {
    let slow = finding(
        &settings("counted-refreshes", "runner", Computer { render_ms: 25.0, ..Computer::default() }),
        10.0,
        Kind::SlowMotion,
    );
    assert!(names(&slow, Role::Cure, "panes.A.params.count"), "{:?}", changes(&slow));
    let snapped = finding(
        &settings("snapped-delta", "runner", Computer { render_ms: 200.0, ..Computer::default() }),
        10.0,
        Kind::SlowMotion,
    );
    assert!(names(&snapped, Role::Cure, "computer.render_ms"), "{:?}", changes(&snapped));
}

#[test]
fn a_display_of_another_rate_is_the_cause_of_a_wrong_speed_where_no_clock_is_read() {
    let fast =
        finding(&settings("frame-based", "runner", Computer { refresh_hz: 61.7, ..Computer::default() }), 10.0, Kind::FastMotion);
    assert!(names(&fast, Role::Cause, "computer.refresh_hz"), "{:?}", changes(&fast));
    assert!(names(&fast, Role::Cure, "panes.A.strategy"), "{:?}", changes(&fast));
    // A person's display is no cure, and neither is what a loop believes of it.
    let is_cure_of = |path| names(&fast, Role::Cure, path);
    assert!(!is_cure_of("computer.refresh_hz") && !is_cure_of("panes.A.params.nominal_hz"), "{:?}", changes(&fast));
    assert!(fast.headline().chars().count() <= 60, "{}", fast.headline());
}

#[test]
fn a_body_that_leaves_its_path_again_and_again_does_not_pass() {
    let jumps = finding(&settings("frame-skip-predicted", "jump", Computer::default()), 10.0, Kind::OffPath);
    assert!(["found", "none"].contains(&&*experiment(&jumps)), "{}", experiment(&jumps));
}

#[test]
fn spikes_are_the_cause_of_a_stutter() {
    let stutter = settings(
        "variable-delta",
        "runner",
        Computer { refresh_hz: 144.0, spike_every: 72, spike_ms: 45.0, ..Computer::default() },
    );
    let stutter = finding(&stutter, 10.0, Kind::Hitch);
    assert_eq!(changes(&stutter)[0], (Role::Cause, vec!["computer.spike_ms".to_owned()]));
}

#[test]
fn what_a_single_happening_brought_is_told_with_it_and_has_no_cause() {
    let calm = settings("clamped-accumulator", "runner", Computer::default());
    let stalled = Settings { hitches: vec![PlannedStall::of_render(4.0, 500.0)], ..calm.clone() };
    let found = found(&stalled, 5.0);
    let wrong: Vec<&Finding> = found.iter().filter(|finding| finding.symptom.kind().tone() == Tone::Wrong).collect();
    assert!(!wrong.is_empty());
    for finding in wrong {
        assert_eq!(experiment(finding), "transient", "{}", finding.headline());
        let happening = finding.happening.as_ref().expect("it is known");
        assert_eq!((happening.kind.word(), happening.at), ("stall", Time::from_secs(4.0)));
    }
    assert!(found_kinds(&calm, 5.0).iter().all(|kind| kind.tone() == Tone::Right));
}

fn found_kinds(settings: &Settings, at_s: f64) -> Vec<Kind> {
    found(settings, at_s).iter().map(|finding| finding.symptom.kind()).collect()
}

#[test]
fn a_crowd_that_costs_too_much_is_not_tried() {
    let mut crowded = settings("frame-based", "crowd", Computer { update_us_per_body: 5.0, ..Computer::default() });
    crowded.scene.options.set("bodies", Value::Number(20_000.0));
    let slow = finding(&crowded, 2.5, Kind::SlowMotion);
    assert_eq!(experiment(&slow), "not-tried");
}

#[test]
fn a_change_of_a_pane_with_its_own_computer_leaves_the_shared_one_alone() {
    let slow = Computer { render_ms: 25.0, ..Computer::default() };
    let mut settings = settings("frame-based", "runner", Computer::default());
    settings.panes.push(PaneSettings { computer: Some(slow), ..PaneSettings::new("frame-based") });
    let script = Script::from(settings);
    let found = findings_at(&script, &[Origin::Start(1)], 10.0).expect("it runs").remove(0);
    let slow = found.iter().find(|finding| finding.symptom.kind() == Kind::SlowMotion).expect("it is slow");
    assert!(names(slow, Role::Cure, "panes.B.computer.render_ms"), "{:?}", changes(slow));
}

#[test]
fn a_pane_beside_another_tries_the_change_and_shows_the_symptom_no_more() {
    let slow = settings("frame-based", "thin-wall", Computer { render_ms: 25.0, ..Computer::default() }).lettered();
    let wrong = finding(&slow, 4.0, Kind::SlowMotion);
    let tried = wrong.causes().find_map(|cause| wrong.beside(cause)).expect("something helps");
    let panes = vec![slow.panes[0].clone(), tried];
    let script = Script::from(Settings { panes, ..slow });
    let later = findings_at(&script, &script.every_pane().collect::<Vec<_>>(), 8.0).expect("it runs");
    let is_slow = |pane: usize| later[pane].iter().any(|finding| finding.symptom.kind() == Kind::SlowMotion);
    assert_eq!([0, 1].map(is_slow), [true, false]);
}

#[test]
fn a_pane_among_others_is_explained_as_it_is_alone() {
    let computer = Computer { render_ms: 45.0, spike_ms: 40.0, spike_every: 90, ..Computer::default() };
    let loops = ["variable-delta", "fixed-interpolated", "frame-based", "clamped-accumulator"];
    for world in ["runner", "thin-wall"] {
        let alone: Vec<Settings> = loops.map(|id| settings(id, world, computer.clone())).to_vec();
        let panes = alone.iter().map(|settings| settings.panes[0].clone()).collect();
        let script = Script::from(Settings { panes, ..alone[0].clone() });
        let every: Vec<Origin> = script.every_pane().collect();
        let among_others = spans(&script, &every, 6.0).expect("they run");
        let said = |findings: &[Finding]| -> Vec<_> {
            let sentences = |finding: &Finding| finding.causes().map(|found| found.sentence.clone()).collect::<Vec<_>>();
            findings.iter().map(|finding| (finding.headline(), sentences(finding), finding.diagnosis.clone())).collect()
        };
        for (settings, among_others) in alone.iter().zip(&among_others) {
            let alone = spans(&Script::from(settings), &[Origin::Start(0)], 6.0).expect("it runs").remove(0);
            let explained = alone.iter().filter(|finding| finding.causes().next().is_some()).count();
            assert!(explained > 0, "{} in {world}", settings.panes[0].strategy);
            assert_eq!(said(&alone), said(among_others), "{} in {world}", settings.panes[0].strategy);
        }
    }
}

#[test]
fn a_smaller_load_is_advised_in_two_digits_below_the_highest_that_helps() {
    // A frame of at most one refresh of 16.7 ms makes every refresh, and 80 % of that are 13.3 ms.
    let half_rate = settings("variable-delta", "runner", Computer { render_ms: 20.0, ..Computer::default() });
    let finding = finding(&half_rate, 5.0, Kind::HalfRate);
    let advised: Vec<&str> = finding.causes().map(|found| &*found.words).filter(|words| words.contains("at most")).collect();
    assert_eq!(advised, ["with frames of at most 13 ms"]);
}

#[test]
fn spans_begin_and_end_with_their_symptoms() {
    let stalled = settings("clamped-accumulator", "runner", Computer::default());
    let stalled = Settings { hitches: vec![PlannedStall::of_render(4.0, 500.0)], ..stalled };
    let found = spans(&Script::from(stalled), &[Origin::Start(0)], 10.0).expect("it runs").remove(0);
    // Short spans are among them, so that nothing is left open.
    for tenth in 0..100 {
        let at = Time::ZERO + SECOND.divided(10) * tenth;
        // For two seconds after a stall nothing is said of how the game runs.
        let settles = (Time::from_secs(4.5)..=Time::from_secs(6.6)).contains(&at);
        assert!(settles || found.iter().any(|finding| finding.symptom.from <= at && at <= finding.to), "{at:?}");
    }
    let of_stall = found.iter().filter(|finding| finding.symptom.kind().tone() == Tone::Wrong);
    for finding in of_stall {
        assert!(finding.symptom.from >= Time::from_secs(4.0) && finding.to <= Time::from_secs(8.0), "{}", finding.headline());
    }
}

#[test]
fn a_span_has_the_numbers_of_its_worst_moment() {
    let script = Script::from(settings("clamped-accumulator", "runner", Computer { render_ms: 200.0, ..Computer::default() }));
    let found = spans(&script, &[Origin::Start(0)], 8.0).expect("it runs").remove(0);
    let slow = found.iter().find(|finding| finding.symptom.kind() == Kind::SlowMotion).expect("it is slow");
    let watched = |setup: &PaneSetup| Ok(Watch::new(setup)?.keeping(SECOND * 8));
    let mut run = Run::new(script.settings().clone(), 0, 8.1).expect("it runs").start(watched).expect("it starts");
    run.advance_to(Time::from_secs(8.0));
    let panes = run.panes();
    let watch = panes[0].fold();
    let values = watch.states.iter().filter_map(|state| Some(state.find(Kind::SlowMotion)?.value));
    assert_eq!(Some(slow.symptom.value), values.reduce(f64::min));
}

#[test]
fn where_no_change_makes_a_run_healthy_one_is_named_that_brings_less() {
    let computer = Computer {
        update_ms: 17.0,
        refresh_hz: 50.0,
        present: Present::Mailbox,
        update_spike_every: 20,
        update_spike_ms: 50.0,
        timer_ms: 1.0,
        wake_lo_ms: 0.06,
        wake_hi_ms: 1.0,
        ..Computer::default()
    };
    let few = finding(&settings("semi-fixed", "curve-and-wall", computer), 10.0, Kind::LowFrameRate);
    assert_eq!(experiment(&few), "found");
    let cures: Vec<_> = few.causes().filter(|found| found.role == Role::Cure).collect();
    assert!(!cures.is_empty(), "{:?}", few.sentences());
    for cure in cures {
        let brought = cure.brings.expect("no change makes it healthy");
        assert!(brought > Kind::LowFrameRate && cure.sentence.contains(brought.row().predicate));
    }
}

/// Returns a loop of one's own on a display of 144 Hz: an accumulator of 48 steps a second, drawn as the last step left it.
fn own_accumulator(render: &str) -> Settings {
    let text = format!(
        "const HZ = host.param('step_hz', 48, {{ min: 10, max: 480, unit: 'Hz' }});
function loop(host) {{
  const step = Math.round(second / HZ);
  let last = host.now(), left = 0;
  while (host.running()) {{
    const now = host.now();
    left += now - last;
    last = now;
    while (left >= step) {{ host.update(step); left -= step; }}
    {render}
  }}
}}"
    );
    let own = OwnLoop::new("mine", &text);
    let computer = Computer { refresh_hz: 144.0, render_ms: 3.0, ..Computer::default() };
    let mut settings = Settings { loops: vec![own.clone()], ..settings(&own.id(), "runner", computer) };
    settings.panes[0].presentation = Some(Presentation::Latest);
    settings
}

#[test]
fn a_loop_that_repeats_frames_draws_between_its_steps_or_becomes_one_that_can() {
    for (render, first) in
        [("host.render();", "Fixed, interpolated"), ("host.render(left / step, step);", "drawn between the last two steps")]
    {
        let repeats = finding(&own_accumulator(render), 8.0, Kind::Repeats);
        let cures: Vec<&str> = repeats.causes().filter(|found| found.role == Role::Cure).map(|found| &*found.words).collect();
        assert!(cures.len() >= 2 && cures[0].contains(first) && cures[1].contains("step rate 144"), "{render} {cures:?}");
        assert!(repeats.sentences()[0].contains("48 pictures a second"), "{:?}", repeats.sentences());
    }
}

/// Returns the settings of `samples` panes as people set them, the same in every run.
fn sampled_settings(samples: u32) -> Vec<Settings> {
    let mut runner = TestRunner::new(cases(samples));
    (0..count_cases(samples)).map(|_| likely_settings().new_tree(&mut runner).expect("a value").current()).collect()
}

#[test]
fn a_named_cure_cures_with_other_seeds_too() {
    let (mut cures, mut fails) = (0, Vec::new());
    for settings in sampled_settings(200) {
        for finding in found(&settings, 8.0) {
            for cure in finding.causes().filter(|found| found.role == Role::Cure) {
                cures += 1;
                if shown_with(&finding, cure, (&settings, 0), 100..103) > 1 {
                    fails.push(format!("{}: {} {settings:?}", finding.headline(), cure.sentence));
                }
            }
        }
    }
    assert!(cures > 20, "only {cures} cures");
    assert!(fails.len() * 100 <= cures.max(100), "{} of {cures} cures fail:\n{}", fails.len(), fails.join("\n"));
}

#[test]
fn nearly_every_lasting_finding_has_a_cause_or_a_cure() {
    let (mut lasting, mut unexplained) = (0, Vec::new());
    for settings in sampled_settings(400) {
        for finding in found(&settings, 10.0).iter().filter(|finding| finding.symptom.tone != Tone::Right) {
            match &*experiment(finding) {
                "transient" => continue,
                "found" => {}
                word => unexplained.push(format!("{word}: {} {settings:?}", finding.headline())),
            }
            lasting += 1;
        }
    }
    assert!(lasting > 20, "only {lasting} findings");
    // Measured: 26 of 815.
    assert!(unexplained.len() * 25 <= lasting.max(50), "{} of {lasting}:\n{}", unexplained.len(), unexplained.join("\n"));
}

#[test]
fn nothing_without_which_the_value_is_worse_is_a_cause() {
    let mut causes = 0;
    for settings in sampled_settings(200) {
        for finding in found(&settings, 8.0) {
            let Some(control) = finding.diagnosis.as_ref().and_then(|diagnosis| diagnosis.control) else { continue };
            for cause in finding.causes().filter(|found| found.role == Role::Cause && found.value_without.is_some()) {
                let without = cause.value_without.expect("it is known");
                let is_worse = match finding.symptom.kind() {
                    Kind::SlowMotion | Kind::FastMotion => (without - 100.0).abs() > (control - 100.0).abs(),
                    Kind::LowFrameRate | Kind::HalfRate | Kind::LimitMissed => without < control,
                    _ => without > control,
                };
                assert!(!is_worse, "{control}: {} {settings:?}", cause.sentence);
                causes += 1;
            }
        }
    }
    assert!(causes > 10, "only {causes} causes");
}

fn with_param(strategy: &str, computer: Computer, (name, value): (&str, Value)) -> Settings {
    let mut settings = settings(strategy, "runner", computer).lettered();
    settings.panes[0].params.set(name, value);
    settings
}

fn words(finding: &Finding, role: Role) -> Vec<String> {
    finding.causes().filter(|found| found.role == role).map(|found| found.words.clone()).collect()
}

#[test]
fn a_page_that_counts_the_calls_of_its_interval_is_its_own_cause() {
    for (delay_ms, rate) in [(18.0, "55.6"), (20.0, "50"), (25.0, "40")] {
        let text = format!("setInterval(() => {{ update(1000 / 60); draw(); }}, {delay_ms});");
        let own = OwnLoop::new("page", &text);
        let computer = Computer { render_ms: 1.0, ..Computer::default() };
        let page = Settings { loops: vec![own.clone()], ..settings(&own.id(), "runner", computer) };
        let slow = finding(&page, 8.0, Kind::SlowMotion);
        assert_eq!(words(&slow, Role::Cause), [format!("its {rate} steps a second of 16.7 ms each")]);
        let alone = Kind::SlowMotion.describe(100_000.0 / 60.0 / delay_ms);
        let said = &slow.causes().next().expect("a cause").sentence;
        assert!(said.ends_with(&format!("without any work: {alone}.")), "{said}");
        assert!(words(&slow, Role::Cure)[0].contains("Callback"), "{:?}", slow.sentences());
    }
}

#[test]
fn what_comes_of_the_bodies_after_a_stall_is_explained_by_the_stall() {
    let mut explained = 0;
    for at_s in [2.0, 3.7, 6.0] {
        let hitches = vec![PlannedStall::of_render(at_s, 1000.0)];
        let stalled = Settings { hitches, ..settings("variable-delta", "jump", Computer::default()) };
        let runs = spans(&Script::from(&stalled), &[Origin::Start(0)], 14.0).expect("it runs").remove(0);
        for past_the_gate in runs.iter().filter(|found| matches!(found.symptom.kind(), Kind::Alarm | Kind::Tunnelling)) {
            assert_eq!(experiment(past_the_gate), "transient", "{at_s}: {:?}", past_the_gate.sentences());
            assert!(past_the_gate.sentences()[0].contains("came with a stall of 1000 ms."), "{:?}", past_the_gate.sentences());
            explained += 1;
        }
    }
    assert!(explained > 0, "no stall lets a body through the gate");
}

#[test]
fn no_change_is_a_cure_twice() {
    for (fps, refresh_hz, enough) in [(20.0, 60.0, "30"), (22.0, 60.0, "30"), (23.0, 59.94, "29.97")] {
        let computer = Computer { refresh_hz, ..Computer::default() };
        let few = finding(&with_param("fixed-fps", computer, ("fps", Value::Number(fps))), 10.0, Kind::LowFrameRate);
        let (causes, cures) = (words(&few, Role::Cause), words(&few, Role::Cure));
        assert_eq!(causes, [format!("its frame rate of {fps}")], "not its rate twice");
        assert_eq!(cures.first(), Some(&format!("with frame rate {enough}")), "{fps}: {cures:?}");
        assert!(
            !cures[1..].iter().any(|cure| cure.starts_with("with frame rate 30") || cure.contains("29.97")),
            "{fps}: {cures:?}"
        );
        let experiments = &few.diagnosis.as_ref().expect("it was tried").experiments;
        for (number, tried) in experiments.iter().enumerate() {
            let again = experiments[..number].iter().find(|before| before.settings == tried.settings);
            assert!(again.is_none(), "{fps}: {}", tried.words);
        }
    }
}

#[test]
fn on_a_variable_refresh_the_range_is_the_cause_and_never_a_refresh_rate() {
    for (fps, lo, hi) in [(45.0, 48.0, 120.0), (40.0, 48.0, 120.0), (55.0, 60.0, 144.0), (33.0, 40.0, 75.0), (60.0, 60.01, 144.0)]
    {
        let computer = Computer { vrr: true, vrr_lo_hz: lo, vrr_hi_hz: hi, ..Computer::default() };
        let below = with_param("fixed-fps", computer, ("fps", Value::Number(fps)));
        for finding in found(&below, 10.0) {
            let (causes, cures) = (words(&finding, Role::Cause), words(&finding, Role::Cure));
            assert!(causes.iter().all(|cause| !cause.contains("on 60 Hz")), "{causes:?}");
            if finding.symptom.kind() == Kind::Judder {
                let range = format!("below the display's range of {lo} to {hi} Hz");
                assert!(
                    causes[0].contains(&range) && cures[0].contains(&format!("frame rate {lo}")),
                    "{fps}: {causes:?} {cures:?}"
                );
            }
        }
    }
    let fast = Computer { vrr: true, vrr_lo_hz: 48.0, vrr_hi_hz: 144.0, ..Computer::default() };
    let fast = finding(&settings("frame-based", "runner", fast), 10.0, Kind::FastMotion);
    assert_eq!(words(&fast, Role::Cause), ["the display's range of 48 to 144 Hz"]);
}

#[test]
fn with_vsync_and_without_it_are_never_both_cures() {
    let mut cured = 0;
    for present in [Present::Fifo, Present::Mailbox, Present::Immediate] {
        for (strategy, noise_hi_ms, fps) in
            [("fixed-fps", 20.0, 30.0), ("fixed-fps", 0.0, 50.0), ("fixed-fps-relative", 5.0, 45.0)]
        {
            let computer = Computer { present, noise_hi_ms, ..Computer::default() };
            for finding in found(&with_param(strategy, computer, ("fps", Value::Number(fps))), 10.0) {
                let cures = words(&finding, Role::Cure);
                let names = |words: &str| cures.iter().any(|cure| cure.contains(words));
                assert!(!(names("with vsync") && names("without vsync")), "{present:?}: {cures:?}");
                assert!(present != Present::Immediate || !names("without vsync"), "{cures:?}");
                cured += cures.len();
            }
        }
    }
    assert!(cured > 3, "only {cured} cures");
}

#[test]
fn a_limit_cures_a_stall_that_came_back_as_a_jump() {
    let off = || ("clamp_ms", Value::off());
    let ideal = Computer::default;
    let cases = [
        (settings("variable-delta", "runner", ideal()).lettered(), 300.0, "Variable delta, clamped"),
        (settings("variable-delta", "runner", Computer { refresh_hz: 144.0, ..ideal() }).lettered(), 90.0, "clamp 50 ms"),
        (settings("callback-delta", "runner", ideal()).lettered(), 400.0, "Callback, accumulator"),
        (with_param("fixed-interpolated", ideal(), off()), 700.0, "with its limit (clamp 250 ms)"),
        (with_param("callback-accumulator", ideal(), off()), 700.0, "with its limit (clamp 250 ms)"),
        (with_param("variable-delta-clamped", ideal(), off()), 2000.0, "with its limit (clamp 100 ms)"),
    ];
    for (calm, ms, cure) in cases {
        let stalled = Settings { hitches: vec![PlannedStall::of_render(3.0, ms)], ..calm };
        let jump = finding(&stalled, 4.7 + ms / 1000.0, Kind::Stall);
        assert!(jump.symptom.is_jump() && experiment(&jump) == "transient", "{}", jump.headline());
        let cures = words(&jump, Role::Cure);
        assert!(cures[0].contains(cure), "{cure}: {:?}", jump.sentences());
        for cause in jump.causes() {
            assert!(cause.sentence.contains("no jump") && cause.sentence.contains("forgotten"), "{}", cause.sentence);
        }
    }
    let spikes = Computer { spike_every: 120, spike_ms: 100.0, ..ideal() };
    let jump = finding(&settings("variable-delta", "runner", spikes), 3.0, Kind::Stall);
    assert!(words(&jump, Role::Cure).iter().any(|cure| cure.contains("Variable delta, clamped")), "{:?}", jump.sentences());
}

#[test]
fn a_cure_after_a_long_stall_says_what_is_forgotten_and_not_that_pictures_are_older() {
    for (strategy, ms) in [("variable-delta", 10_000.0), ("callback-delta", 10_000.0), ("fixed-interval", 5_000.0)] {
        let calm = settings(strategy, "jump", Computer::default()).lettered();
        let stalled = Settings { hitches: vec![PlannedStall::of_render(2.0, ms)], ..calm };
        for found in spans(&Script::from(stalled), &[Origin::Start(0)], 20.0).expect("it runs").remove(0) {
            for sentence in found.sentences() {
                let older =
                    sentence.split_once("pictures are ").and_then(|(_, rest)| rest.split(' ').next()?.parse::<f64>().ok());
                assert!(older.is_none_or(|older| older < 100.0), "{sentence}");
            }
        }
    }
}

#[test]
fn a_limit_of_the_steps_is_a_cure_of_a_spiral_that_says_what_it_costs() {
    for (strategy, update_ms) in [("fixed-interpolated", 20.0), ("clamped-accumulator", 25.0), ("callback-accumulator", 20.0)] {
        let computer = Computer { update_ms, ..Computer::default() };
        let spiral = finding(&with_param(strategy, computer, ("clamp_ms", Value::off())), 10.0, Kind::Spiral);
        let limited = spiral.causes().find(|found| found.words.contains("one step at most a frame"));
        let limited = limited.unwrap_or_else(|| panic!("{strategy}: {:?}", spiral.sentences()));
        assert!(limited.sentence.contains("% speed"), "{}", limited.sentence);
    }
}

#[test]
fn explicit_euler_that_explodes_gets_another_integrator_or_shorter_steps_before_a_closed_form() {
    for (strategy, render_ms) in
        [("variable-delta", 33.0), ("variable-delta", 60.0), ("variable-delta", 100.0), ("fixed-fps", 5.0)]
    {
        let computer = Computer { render_ms, ..Computer::default() };
        let exploded = finding(&settings(strategy, "spring", computer), 10.0, Kind::Exploded);
        let first = words(&exploded, Role::Cure).into_iter().next();
        let first = first.unwrap_or_else(|| panic!("{strategy} {render_ms}: {:?}", exploded.sentences()));
        assert!(first.contains("integrator") || first.contains("shorter steps"), "{strategy} {render_ms}: {first}");
    }
}

#[test]
fn a_published_loop_that_is_called_gets_no_loop_that_waits_by_itself() {
    const CALLED: [&str; 4] = ["callback-delta", "callback-accumulator", "godot-jitter-fix", "phaser-smoothed"];
    let late = |refresh_hz: f64| Computer { wake_hi_ms: 8.0, refresh_hz, ..Computer::default() };
    for refresh_hz in [60.0, 75.0, 90.0] {
        let judder = finding(&settings("callback-clock-delta", "runner", late(refresh_hz)).lettered(), 10.0, Kind::Judder);
        for cause in judder.causes() {
            let other = judder.beside(cause).map_or_else(String::new, |pane| pane.strategy);
            assert!(other == "callback-clock-delta" || CALLED.contains(&&*other), "{}", cause.sentence);
            assert!(cause.role == Role::Cause || !cause.words.contains("vsync"), "{}", cause.sentence);
        }
    }
}

/// Ticks of 1/60 s that are due by now, in a page without a parameter.
const TICKS_DUE: &str = "const STEP = 1000 / 60; let done = 0;
function frame() {
  const due = Math.floor(performance.now() / STEP);
  while (done < due) { update(STEP); done++; }
  draw();
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);";

/// An accumulator that reads its clock in whole milliseconds.
const WHOLE_MS: &str = "const RATE = host.param('rate', 60, { min: 10, max: 10000, unit: 'Hz' });
function loop(host) {
  const step = second / RATE;
  let current = 0, left = 0;
  while (host.running()) {
    const now = Math.floor(host.now() / ms) * ms;
    left += now - current;
    current = now;
    while (left >= step) { host.update(step); left -= step; }
    host.render();
  }
}";

/// Returns the settings of one pane with a change for each path, as `--set` and other options make it.
fn changed(strategy: &str, changes: &str) -> Settings {
    let mut settings = settings(strategy, "runner", Computer::default()).lettered();
    settings.loops = vec![OwnLoop::new("ticks-due", TICKS_DUE), OwnLoop::new("whole-ms", WHOLE_MS)];
    for change in changes.split_whitespace() {
        Patch::parse(change).expect("a path and a value").change(&mut settings).expect("it is allowed");
    }
    settings
}

fn beat_s(strategy: &str, changes: &str) -> Option<f64> {
    Beat::all(&changed(strategy, changes), None).first().map(Beat::seconds)
}

#[test]
fn a_beat_lasts_as_long_as_two_rates_take_to_drift_by_a_period() {
    let steps_on = |step_hz: f64, refresh_hz: f64| {
        beat_s("fixed-interpolated", &format!("panes.A.params.step_hz={step_hz} computer.refresh_hz={refresh_hz}"))
    };
    // Of rates that fit to 1/120 Hz there is no beat, and of 45 on 60.05 the multiples are 180 and 180.15.
    let beats = [
        (60.0, 59.95, Some(20.0)),
        (30.0, 59.95, Some(20.0)),
        (120.0, 59.95, Some(10.0)),
        (60.0, 60_000.0 / 1001.0, Some(1001.0 / 60.0)),
        (45.0, 60.05, Some(1.0 / 0.15)),
        (60.0, 143.9, None),
        (144.0, 143.99, Some(100.0)),
        (60.0, 60.006, None),
        (50.0, 60.0, None),
        (60.0, 60.0, None),
    ];
    for (step_hz, refresh_hz, expected) in beats {
        let beat = steps_on(step_hz, refresh_hz);
        assert_eq!(beat.is_some(), expected.is_some(), "{step_hz} on {refresh_hz}: {beat:?}");
        let off = beat.unwrap_or(0.0) - expected.unwrap_or(0.0);
        assert!(off.abs() < 1e-6, "{step_hz} on {refresh_hz}: {beat:?}");
    }
}

#[test]
fn a_rate_that_is_off_and_a_refresh_that_varies_have_no_beat() {
    assert_eq!(beat_s("clamped-accumulator", "computer.refresh_hz=59.95 computer.vrr=on"), None);
    // The updates of a loop of 120 steps and at least 15 frames: 120 against twice, 15 against a quarter of 59.95.
    let fixed = beat_s("fixed-interval", "computer.refresh_hz=59.95").expect("a beat");
    let off = beat_s("fixed-interval", "computer.refresh_hz=59.95 panes.A.params.min_fps=off").expect("a beat");
    assert!((fixed - 20.0).abs() < 1e-6 && (off - 10.0).abs() < 1e-6, "{fixed} {off}");
    // Of a loop that a user wrote the steps have a rate, of a published one the parameters.
    let steps = |strategy: &str| !Beat::all(&changed(strategy, "computer.refresh_hz=59.95"), Some(60.0)).is_empty();
    assert_eq!(["own/ticks-due", "variable-delta"].map(steps), [true, false]);
}

/// Loops that stutter once a beat: the loop and its settings, the beat in words, and its length in words.
const SLOW_BEATS: &[[&str; 4]] = &[
    [
        "clamped-accumulator",
        "computer.refresh_hz=59.95 computer.wake_hi_ms=0.5",
        "60 steps a second against 59.95 refreshes",
        "20 s",
    ],
    [
        "fixed-interpolated",
        "panes.A.presentation=latest computer.refresh_hz=60.05 computer.wake_hi_ms=0.5",
        "60 steps a second against 60.05 refreshes",
        "20 s",
    ],
    [
        "clamped-accumulator",
        "panes.A.params.step_hz=120 computer.refresh_hz=119.9 computer.wake_hi_ms=0.3",
        "120 steps a second against 119.9 refreshes",
        "10 s",
    ],
    [
        "fixed-interval",
        "panes.A.presentation=latest computer.refresh_hz=59.94 computer.wake_hi_ms=0.5",
        "120 steps a second against 59.94 refreshes",
        "8.33 s",
    ],
    ["own/ticks-due", "computer.refresh_hz=59.95 computer.wake_hi_ms=0.5", "60 steps a second against 59.95 refreshes", "20 s"],
    [
        "own/whole-ms",
        "computer.refresh_hz=59.95 computer.render_ms=1 computer.present=mailbox",
        "60 steps a second against 59.95 refreshes",
        "20 s",
    ],
];

/// Returns the spans of uneven pictures in a minute that are no short ones.
fn uneven_spans(settings: &Settings) -> Vec<Finding> {
    let mut found = spans(&Script::from(settings.clone()), &[Origin::Start(0)], 60.0).expect("it runs").remove(0);
    found.retain(|finding| finding.symptom.kind().is_of_pace() && !finding.is_short());
    found
}

#[test]
fn a_stutter_once_a_beat_is_reproduced_and_named_after_the_beat() {
    for [strategy, changes, words, every] in SLOW_BEATS {
        let settings = changed(strategy, changes);
        let found = uneven_spans(&settings);
        assert!(!found.is_empty(), "{strategy} {changes} shows nothing");
        for finding in found {
            let said = format!("{strategy} {changes}: {} {:?}", finding.headline(), finding.sentences());
            let first = finding.causes().next().unwrap_or_else(|| panic!("{said}"));
            assert!(first.role == Role::Cause && first.words == *words, "{said}");
            assert!(first.sentence.starts_with(&format!("{words}: every {every} ")), "{said}");
            assert!(finding.causes().any(|found| found.role == Role::Cure), "{said}");
        }
    }
}

#[test]
fn the_burst_of_a_beat_has_as_many_hitches_as_the_run() {
    let settings = changed("clamped-accumulator", "computer.refresh_hz=59.95 computer.wake_hi_ms=0.5");
    let shown = trace(&settings, 240.0).into_iter().filter_map(|event| match event {
        Event::Display { at, drawn, .. } => Some((at, drawn)),
        _ => None,
    });
    let (mut last, mut long) = ((Time::ZERO, Time::ZERO), Vec::new());
    for (at, drawn) in shown.filter(|(at, _)| *at > Time::ZERO + SECOND * 2) {
        if drawn != last.1 {
            if at - last.0 > Span::from_millis(25.0) && last.0 > Time::ZERO {
                long.push(last.0);
            }
            last = (at, drawn);
        }
    }
    let bursts = 1 + long.windows(2).filter(|pair| pair[1] - pair[0] > SECOND * 5).count();
    let found = uneven_spans(&settings);
    let hitch = found.iter().find(|finding| finding.symptom.kind() == Kind::Hitch).expect("it stutters");
    let sentence = &hitch.causes().next().expect("a cause").sentence;
    let said = sentence.split("some ").nth(1).and_then(|rest| rest.split(' ').next()).and_then(|count| count.parse().ok());
    let (said, expected): (f64, f64) = (said.expect("a number"), long.len() as f64 / bursts as f64);
    assert!((said / expected - 1.0).abs() < 0.4, "{sentence}, but {expected}");
    assert!(sentence.ends_with("within half a second."), "{sentence}");
}

#[test]
fn spikes_on_a_display_that_beats_are_still_the_cause_of_their_stutter() {
    let settings = changed(
        "clamped-accumulator",
        "panes.A.presentation=interpolate computer.refresh_hz=59.95 computer.spike_every=60 computer.spike_ms=40",
    );
    let hitch = finding(&settings, 12.0, Kind::Hitch);
    assert_eq!(changes(&hitch)[0], (Role::Cause, vec!["computer.spike_ms".to_owned()]), "{:?}", hitch.sentences());
}

#[test]
fn a_cure_that_only_a_lucky_phase_makes_is_none() {
    let settings = changed("own/whole-ms", "computer.render_ms=1");
    let judder = finding(&settings, 12.0, Kind::Judder);
    let cures: Vec<&str> = judder.causes().filter(|cure| cure.role == Role::Cure).map(|cure| &*cure.words).collect();
    assert!(!cures.is_empty() && cures.iter().all(|words| !words.contains("vsync")), "{cures:?}");
    // On a display that is a little slower every cure shows even pictures for more than a beat, but for a single hitch in ten seconds.
    for cure in judder.causes().filter(|cure| cure.role == Role::Cure) {
        let mut cured = settings.clone();
        judder.patch(cure).change(&mut cured).expect("it is allowed");
        cured.computer.refresh_hz *= 1199.0 / 1200.0;
        let mut uneven = uneven_spans(&cured);
        uneven.retain(|finding| finding.symptom.kind() != Kind::Hitch || finding.symptom.tone == Tone::Wrong);
        let uneven: Vec<String> = uneven.iter().map(Finding::headline).collect();
        assert!(uneven.is_empty(), "{}: {uneven:?}", cure.words);
    }
}
