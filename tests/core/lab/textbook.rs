//! The textbook: situations that a frame-pacing expert knows, with the first finding, its cause, and the first cure.

use tickscope_core::lab::experiments::diagnosis::Role;
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::findings::over_run::findings_at;
use tickscope_core::lab::symptoms::kind::Tone;
use tickscope_core::model::config::patch::Patch;
use tickscope_core::model::config::script::{Origin, Script};
use tickscope_core::model::config::settings::{PaneSettings, PlannedStall, Settings, WorldChoice};

/// The moment at which a pane is looked at.
const AT_S: f64 = 12.0;

/// A situation: a loop, a world and what is set; after the arrow, what is found first, what its first cause contains, and what its
/// first cure contains. A dash is none.
const ROWS: &[[&str; 4]] = &[
    // One late frame, for ever.
    ["fixed-interpolated runner computer.update_ms=7 stall=3:5", "half-rate", "the stall of 5 ms", "one frame in the queue"],
    [
        "fixed-interpolated runner computer.update_ms=12 computer.render_ms=1.5 stall=3:20",
        "low-frame-rate",
        "the stall of 20 ms",
        "one frame in the queue",
    ],
    // A loop that counts frames, on displays of other rates.
    ["frame-based runner computer.refresh_hz=30", "slow-motion", "the display of 30 Hz", "the loop Variable delta"],
    ["frame-based runner computer.refresh_hz=75", "fast-motion", "the display of 75 Hz", "the loop Variable delta"],
    ["frame-based runner computer.refresh_hz=120", "fast-motion", "the display of 120 Hz", "the loop Variable delta"],
    ["frame-based runner computer.refresh_hz=144", "fast-motion", "the display of 144 Hz", "the loop Variable delta"],
    ["frame-based runner computer.refresh_hz=240", "fast-motion", "the display of 240 Hz", "the loop Variable delta"],
    // Steps too long for the world.
    ["variable-delta thin-wall computer.render_ms=83", "tunnelling", "only at the ends of a step", "swept contact tests"],
    ["fixed-interpolated thin-wall", "tunnelling", "only at the ends of a step", "swept contact tests"],
    ["variable-delta spring computer.render_ms=33", "exploded", "explicit-euler", "the integrator semi-implicit-euler"],
    // A jump whose height depends on the step.
    ["variable-delta jump", "another-height", "the integrator explicit-euler", "the integrator velocity-verlet"],
    // Steps and refreshes that beat.
    [
        "clamped-accumulator runner panes.A.presentation=latest computer.wake_hi_ms=1 computer.start_ms=0.5",
        "judder",
        "waking",
        "interpolated",
    ],
    [
        "clamped-accumulator runner panes.A.presentation=latest panes.A.params.step_hz=50",
        "judder",
        "step rate of 50 on 60 Hz",
        "interpolated",
    ],
    [
        "clamped-accumulator runner panes.A.presentation=latest panes.A.params.step_hz=62",
        "judder",
        "step rate of 62 on 60 Hz",
        "interpolated",
    ],
    [
        "clamped-accumulator runner panes.A.presentation=latest computer.refresh_hz=144",
        "judder",
        "step rate of 60 on 144 Hz",
        "interpolated",
    ],
    [
        "clamped-accumulator runner panes.A.presentation=latest panes.A.params.step_hz=50 computer.refresh_hz=144",
        "judder",
        "step rate of 50 on 144 Hz",
        "interpolated",
    ],
    [
        "clamped-accumulator runner panes.A.presentation=latest panes.A.params.step_hz=30",
        "repeats",
        "step rate of 30 on 60 Hz",
        "interpolated",
    ],
    [
        "callback-accumulator runner panes.A.presentation=latest computer.refresh_hz=120",
        "repeats",
        "step rate of 60 on 120 Hz",
        "interpolated",
    ],
    [
        "clamped-accumulator runner panes.A.presentation=latest computer.refresh_hz=240 computer.render_ms=2",
        "repeats",
        "step rate of 60 on 240 Hz",
        "interpolated",
    ],
    [
        "clamped-accumulator runner panes.A.presentation=latest computer.refresh_hz=59.94 computer.wake_hi_ms=0.5 computer.start_ms=8",
        "hitch",
        "60 steps a second against 59.94 refreshes",
        "interpolated",
    ],
    [
        "fixed-interpolated runner panes.A.presentation=latest computer.refresh_hz=59.95 computer.wake_hi_ms=0.5 computer.start_ms=9",
        "hitch",
        "60 steps a second against 59.95 refreshes",
        "interpolated",
    ],
    ["fixed-fps runner panes.A.params.fps=24", "judder", "frame rate of 24 on 60 Hz", "frame rate 30"],
    ["fixed-fps runner panes.A.params.fps=24 computer.refresh_hz=144", "low-frame-rate", "its frame rate of 24", "frame rate 48"],
    [
        "frame-skip-predicted runner panes.A.params.compare=any-difference computer.timer_ms=1",
        "fast-motion",
        "compare any-difference",
        "difference of the readings",
    ],
    [
        "fixed-fps runner panes.A.params.fps=24 computer.refresh_hz=59.94",
        "judder",
        "frame rate of 24 on 59.94 Hz",
        "frame rate 29.97",
    ],
    // Too much work.
    ["semi-fixed runner computer.update_ms=18", "spiral", "updates of 18 ms", "updates of at most 13 ms"],
    ["variable-delta runner computer.render_ms=18", "half-rate", "frames of 18 ms", "frames of at most 13 ms"],
    ["variable-delta runner computer.gpu_ms=18", "half-rate", "the GPU's 18 ms", "GPU work of at most 9.3 ms"],
    [
        "variable-delta runner computer.gpu_ms=20 computer.render_ms=4 computer.queue=3",
        "judder",
        "the GPU's 20 ms",
        "GPU work of at most 13 ms",
    ],
    [
        "variable-delta runner computer.spike_every=20 computer.spike_ms=40",
        "hitch",
        "40 ms more every 20 frames",
        "spikes of at most 9.3 ms",
    ],
    [
        "variable-delta runner computer.spike_every=150 computer.spike_ms=200",
        "hitch",
        "200 ms more every 150 frames",
        "spikes of at most 9.2 ms",
    ],
    ["fixed-fps runner computer.render_ms=120", "slow-motion", "frames of 120 ms", "frames of at most 26 ms"],
    ["variable-delta runner computer.render_ms=83", "low-frame-rate", "frames of 83 ms", "frames of at most 26 ms"],
    // Waits in a row.
    [
        "variable-delta runner computer.render_ms=8 computer.gpu_ms=12",
        "half-rate",
        "for which the CPU waits",
        "one frame in the queue",
    ],
    ["variable-delta runner computer.queue=3", "queued", "the queue of 3 frames", "one frame in the queue"],
    // Coarse clocks and sleep.
    ["variable-delta runner computer.timer_ms=15.625", "judder", "the timer of 15.6 ms", "QueryPerformanceCounter"],
    // At 60 frames a second a sleep to 1 ms still is 2 % too long.
    [
        "fixed-fps-relative runner computer.sleep_ms=15.625 computer.present=mailbox",
        "slow-motion",
        "sleeping in steps of 15.6 ms",
        "spinning for the last 16 ms",
    ],
    [
        "fixed-fps-relative runner panes.A.params.fps=50 computer.refresh_hz=50 computer.sleep_ms=15.625 computer.present=mailbox",
        "slow-motion",
        "sleeping in steps of 15.6 ms",
        "sleep to 1 ms",
    ],
    [
        "variable-delta-wait runner computer.sleep_ms=15.625 computer.present=mailbox",
        "judder",
        "sleeping in steps of 15.6 ms",
        "spinning for the last 16 ms",
    ],
    ["callback-clock-delta runner computer.wake_hi_ms=8", "judder", "waking", "Callback"],
    [
        "variable-delta runner computer.queue=2 computer.noise_lo_ms=6 computer.noise_hi_ms=24 computer.render_ms=0.1",
        "judder",
        "frames of 6.1 to 24.1 ms",
        "frames of at most 16.1 ms",
    ],
    // Limits.
    ["fixed-interpolated runner computer.render_ms=300", "slow-motion", "its limit (clamp 250 ms)", "without its limit"],
    // Present modes and variable refresh.
    ["variable-delta runner computer.present=mailbox computer.render_ms=9", "judder", "without vsync", "with vsync"],
    [
        "fixed-fps runner panes.A.params.fps=30 computer.present=mailbox computer.wake_hi_ms=3 computer.start_ms=10",
        "judder",
        "waking",
        "spinning for the last 3 ms",
    ],
    ["variable-delta-wait runner computer.wake_hi_ms=1 computer.start_ms=11.2", "hitch", "waking", "max frame rate 120"],
    [
        "variable-delta runner computer.vrr=on computer.lfc=last computer.render_ms=21.5",
        "half-rate",
        "frames of 21.5 ms",
        "frames of at most 16 ms",
    ],
    [
        "fixed-fps runner panes.A.params.fps=45 computer.vrr=on computer.vrr_hi_hz=75",
        "judder",
        "below the display's range of 48 to 75 Hz",
        "frame rate 48",
    ],
    [
        "limit-after-present runner computer.vrr=on computer.queue=1 computer.noise_lo_ms=1 computer.noise_hi_ms=11",
        "judder",
        "frames of 6 to 16 ms",
        "frames of at most 8.9 ms",
    ],
];

/// The usual loops, which are right on a usual computer.
const USUAL: [&str; 8] = [
    "variable-delta",
    "fixed-interpolated",
    "semi-fixed",
    "callback-delta",
    "callback-accumulator",
    "snapped-delta",
    "fixed-interval",
    "counted-refreshes",
];

/// Controls, in which nothing is wrong and nothing is noted.
const CONTROLS: &[&str] = &[
    "fixed-fps runner panes.A.params.fps=30",
    "fixed-fps runner panes.A.params.fps=30 computer.refresh_hz=59.94",
    "fixed-fps runner panes.A.params.fps=30 computer.refresh_hz=144",
    "variable-delta runner computer.vrr=on computer.render_ms=10",
    "variable-delta runner computer.vrr=on computer.render_ms=2",
    "variable-delta runner computer.refresh_hz=240",
    "frame-based runner computer.refresh_hz=59.94",
    "variable-delta runner computer.queue=1",
    "clamped-accumulator runner panes.A.presentation=latest",
    "variable-delta runner computer.sleep_ms=15.625",
    "callback-clock-delta runner",
];

fn settings(situation: &str) -> Settings {
    let mut words = situation.split(' ');
    let (strategy, world) = (words.next().expect("a loop"), words.next().expect("a world"));
    let panes = vec![PaneSettings::new(strategy)];
    let mut settings = Settings { scene: WorldChoice::new(world), panes, ..Settings::default() }.lettered();
    for word in words {
        if let Some((at_s, ms)) = word.strip_prefix("stall=").and_then(|stall| stall.split_once(':')) {
            let number = |text: &str| text.parse().expect("a number");
            settings.hitches.push(PlannedStall::of_render(number(at_s), number(ms)));
        } else {
            Patch::parse(word).expect("a path and a value").change(&mut settings).expect("it is allowed");
        }
    }
    settings
}

fn found(situation: &str) -> Vec<Finding> {
    findings_at(&Script::from(settings(situation)), &[Origin::Start(0)], AT_S).expect("it runs").remove(0)
}

fn words(finding: &Finding, role: Role) -> Option<String> {
    finding.causes().find(|found| found.role == role).map(|found| found.words.clone())
}

#[test]
fn the_textbook_is_told_as_an_expert_would() {
    let mut wrong = Vec::new();
    for [situation, kind, cause, cure] in ROWS {
        let found = found(situation);
        let first = &found[0];
        let said = [Role::Cause, Role::Cure].map(|role| words(first, role).unwrap_or_else(|| "-".to_owned()));
        let is_right = first.symptom.kind().id() == *kind && said[0].contains(cause) && said[1].contains(cure);
        if !is_right {
            let sentences = first.sentences().join("\n    ");
            wrong.push(format!("{situation}\n  {kind}, {cause}, {cure}; but {}:\n    {sentences}", first.headline()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_usual_loops_have_no_finding_on_an_ordinary_pc() {
    let mut wrong = Vec::new();
    for strategy in USUAL {
        let usual = settings(&format!("{strategy} runner"));
        let settings = Settings { computer: usual.computer.ordinary_pc(), ..usual };
        let found = findings_at(&Script::from(settings), &[Origin::Start(0)], AT_S).expect("it runs").remove(0);
        for finding in found.iter().filter(|finding| finding.symptom.tone != Tone::Right) {
            wrong.push(format!("{strategy}: {} {:?}", finding.headline(), finding.sentences()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_controls_of_the_textbook_have_no_finding() {
    let mut wrong = Vec::new();
    for situation in CONTROLS {
        for finding in found(situation).iter().filter(|finding| finding.symptom.tone != Tone::Right) {
            wrong.push(format!("{situation}: {}", finding.headline()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
