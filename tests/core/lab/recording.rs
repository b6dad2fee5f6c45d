//! The part of a run that a recording keeps, and its memory.

use crate::common::{Events, laboratories};
use crate::tiers::sampled;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::instruments::cpu_blocks::{BlockKind, CpuBlocks};
use tickscope_core::lab::instruments::frame_timeline::FrameTimelines;
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::lab::recording::pane_recording::{MOST_BYTES, Recording};
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::lab::run::setup::PaneSetup;
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};
use tickscope_core::model::machine::event::{Event, Observer};
use tickscope_core::model::world::body::Body;
use tickscope_core::model::{strategies, worlds};

#[test]
fn the_blocks_of_every_loop_fill_its_time_and_nothing_is_counted_twice() {
    for settings in laboratories("runner") {
        let mut lab = Lab::new(settings).expect("these settings are allowed");
        lab.advance_to(Time::from_secs(5.0));
        for pane in lab.panes() {
            let recording = pane.recording();
            let blocks = recording.read::<CpuBlocks>();
            let (from, to) = (blocks.first().expect("it has begun"), Time::from_secs(5.0));
            let spent = tickscope_core::lab::instruments::cpu_blocks::between(&blocks.sums(from), &blocks.sums(to));
            let all = spent.iter().fold(Span::ZERO, |sum, span| sum + *span);
            assert_eq!(all, to - from);
            let updates = recording.steps.partition_point(|step| step.at < to);
            let updating = spent[BlockKind::Update as usize];
            // A twentieth of an update, half of one, or a whole one.
            let part = match &*pane.strategy().id {
                "spread-updates" => 0.05,
                "multi-rate" => 0.5,
                _ => 1.0,
            };
            let most = Span::from_millis(1.5 * part) * updates as i64;
            assert!(updating <= most && updating > most - Span::from_millis(1.5), "{}", pane.strategy().id);
            assert!(spent[BlockKind::Late as usize] > Span::ZERO || !recording.flips.range().is_empty());
            assert_eq!(blocks.stalls.range().len(), 1);
        }
    }
}

#[test]
fn frames_that_are_never_displayed_are_counted_as_the_report_counts_them() {
    let mut settings = Settings::default();
    settings.computer.present = Present::Mailbox;
    settings.computer.render_ms = 3.0;
    let mut lab = Lab::new(settings).expect("these settings are allowed");
    lab.advance_to(Time::from_secs(4.0));
    let recording = lab.panes()[0].recording();
    let (shown, dropped) = (recording.flips.range().end, recording.read::<FrameTimelines>().dropped.range().end);
    assert_eq!(shown, 240);
    // 1333 frames were finished by then; one waits for its tick at most.
    assert!((1092..=1093).contains(&dropped), "{dropped}");
}

#[test]
fn the_lines_of_events_stand_in_their_loops_file_where_it_awaits() {
    for settings in laboratories("runner") {
        for (pane, choice) in settings.panes.iter().enumerate() {
            let run = Run::new(&settings, pane, 3.0).expect("these settings are allowed");
            let (plain, _) = run.fold(Events::default()).expect("it runs");
            let code: Vec<&str> = strategies::find(&choice.strategy).expect("it exists").code.lines().collect();
            for event in &plain.0 {
                let Some(line) = event.line() else { continue };
                let text = code[line as usize - 1];
                let calls = match event {
                    Event::Update { .. } => &["host.update(", "host.update_part(", "host.jump_to("][..],
                    Event::Thought { .. } => &["host.think("],
                    Event::Sleep { .. } => &["host.sleep("],
                    Event::Present { .. } => &["host.present("],
                    _ => &["host.render(", "host.draw("],
                };
                let calls = calls.iter().any(|call| text.contains(call));
                assert!(calls && text.contains(".await"), "{}:{line}: {text}", choice.strategy);
            }
        }
    }
}

/// Returns a pane that does as much as one can: no vsync, no load, a step a millisecond.
fn busy(scene: &str) -> Settings {
    let mut settings = Settings { scene: WorldChoice::new(scene), ..Settings::default() };
    let ids = ["fixed-interval", "variable-delta", "frame-based", "clamped-accumulator", "semi-fixed", "fixed-interpolated"];
    settings.panes = ids.map(PaneSettings::new).into();
    settings.computer = Computer { present: Present::Mailbox, render_ms: 0.1, refresh_hz: 1000.0, ..Computer::default() };
    settings
}

#[test]
fn a_recording_keeps_to_its_memory_however_much_happens() {
    for scene in sampled(worlds::ALL) {
        let mut lab = Lab::new(busy(scene.id)).expect("these settings are allowed");
        // The more bodies, the sooner it is full.
        let bodies = lab.panes()[0].computer().world().bodies().len();
        lab.advance_to(Time::from_secs(match bodies {
            0..=8 => 12.0,
            9..100 => 3.0,
            _ => 1.0,
        }));
        for pane in lab.panes() {
            let bytes = pane.recording().bytes();
            assert!(bytes <= MOST_BYTES, "{} in {}: {bytes} bytes", pane.strategy().id, scene.id);
        }
    }
}

#[test]
fn at_ordinary_rates_the_recording_reaches_back_twenty_seconds_in_little_memory() {
    let mut lab = Lab::new(laboratories("curve-and-wall").next().expect("there are loops")).expect("they are allowed");
    lab.advance_to(Time::from_secs(60.0));
    for pane in lab.panes() {
        let recording = pane.recording();
        let reach = recording.reach(lab.now());
        assert_eq!((reach.events, reach.states), (Span::from_secs(20.0), Span::from_secs(20.0)));
        assert!(recording.bytes() < 4 * 1024 * 1024, "{} bytes", recording.bytes());
    }
}

#[test]
fn a_world_of_very_many_bodies_is_remembered_for_less_long_and_says_so() {
    let settings = Settings { panes: vec![PaneSettings::new("frame-based")], ..Settings::default() };
    let setup = PaneSetup { index: 0, settings: &settings, at: Time::ZERO };
    let mut recording = Recording::of(&setup).expect("these settings are allowed");
    let mut bodies = vec![Body::default(); 5000];
    for frame in 0..1200_i64 {
        let at = Time::ZERO + Span::from_hz(60.0) * frame;
        for body in &mut bodies {
            body.pos.x += 1.5;
        }
        recording.note(&Event::Update { at, end: at, dt: Span::from_hz(60.0), sim: at, line: 1 }, &bodies);
        recording.note(&Event::Display { at, drawn: at, frame: 1 }, &bodies);
    }
    let now = Time::from_secs(20.0);
    let reach = recording.reach(now);
    assert_eq!(reach.events, Span::from_secs(20.0));
    assert!(reach.states < Span::from_secs(2.0) && reach.states > Span::from_millis(100.0), "{:?}", reach.states);
    assert!(recording.bytes() <= MOST_BYTES);
    let bodies = |at: Time| {
        let flip = recording.flips.partition_point(|flip| flip.at <= at) - 1;
        (recording.flips.get(flip).is_some(), recording.bodies.shown.get(flip).map(|shown| shown.bodies.len()))
    };
    assert_eq!(bodies(Time::from_secs(10.0)), (true, None));
    assert_eq!(bodies(now - Span::from_millis(60.0)), (true, Some(5000)));
}
