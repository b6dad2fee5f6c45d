//! The map of the loads: the closed forms of its cliffs, and each of its points against the report of the same settings.

use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::Span;
use tickscope_core::lab::load_map::conditions::{Axis, Conditions};
use tickscope_core::lab::load_map::map::LoadMap;
use tickscope_core::lab::load_map::probe::Point;
use tickscope_core::lab::load_map::ribbon::{Cliff, Ribbon};
use tickscope_core::lab::panes::report::Report;
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::settings::{PaneSettings, PlannedStall, Presentation, Settings, WorldChoice};
use tickscope_core::model::{check, strategies};

fn settings(strategy: &str, scene: &str, computer: Computer) -> Settings {
    Settings { computer, scene: WorldChoice::new(scene), panes: vec![PaneSettings::new(strategy)], ..Settings::default() }
}

fn completed(settings: &Settings, axis: Axis) -> Ribbon {
    let conditions = Conditions::of_pane(settings, 0, axis).expect("it runs in this world");
    let mut ribbon = Ribbon::new(axis);
    loop {
        let loads = ribbon.wanted();
        if loads.is_empty() {
            return ribbon;
        }
        ribbon.add(loads.into_iter().map(|load| conditions.probe(load)).collect());
    }
}

/// Returns the ribbon of a loop in a world without walls, on a computer.
fn of(strategy: &str, axis: Axis, computer: Computer) -> Ribbon {
    completed(&settings(strategy, "runner", computer), axis)
}

fn cliffs(ribbon: &Ribbon) -> Vec<Cliff> {
    ribbon.cliffs().collect()
}

/// Returns the load at which another finding gives way to `what`.
fn begins(ribbon: &Ribbon, what: Kind) -> f64 {
    let all = cliffs(ribbon);
    let cliff = all.iter().find(|cliff| cliff.to == what);
    cliff.unwrap_or_else(|| panic!("nothing becomes {what:?} in {all:?}")).at_ms
}

fn is_near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 0.02, "{found} is not {expected}");
}

#[test]
fn a_loop_without_a_clock_is_slow_as_soon_as_a_turn_is_longer_than_a_refresh() {
    is_near(begins(&of("frame-based", Axis::Render, Computer::default()), Kind::SlowMotion), 1000.0 / 60.0);
    let with_update = Computer { update_ms: 4.0, ..Computer::default() };
    is_near(begins(&of("frame-based", Axis::Render, with_update), Kind::SlowMotion), 1000.0 / 60.0 - 4.0);
    is_near(begins(&of("frame-based", Axis::Update, Computer::default()), Kind::SlowMotion), 1000.0 / 60.0 - 5.0);
}

#[test]
fn a_loop_with_a_limit_is_slow_once_a_frame_is_longer_than_the_limit() {
    // 7 steps of 1/120 s a frame: with vsync the next frame time above 58.3 ms is four refreshes, which begins above three.
    is_near(begins(&of("fixed-interval", Axis::Render, Computer::default()), Kind::SlowMotion), 50.0);
    // Without it the frame is as long as its load. Then two seconds have to lose more than a turn simulates, 7 steps: 3 %.
    let tearing = Computer { present: Present::Immediate, ..Computer::default() };
    let begin = begins(&of("fixed-interval", Axis::Render, tearing), Kind::SlowMotion);
    assert!((7000.0 / 120.0 / 0.98..7000.0 / 120.0 / 0.965).contains(&begin), "{begin} ms");
}

#[test]
fn accumulators_spiral_where_an_update_costs_more_than_its_step() {
    for (strategy, step_ms) in [
        ("fixed-interval", 1000.0 / 120.0),
        ("clamped-accumulator", 1000.0 / 60.0),
        ("semi-fixed", 1000.0 / 60.0),
        ("fixed-interpolated", 1000.0 / 60.0),
        ("frame-skip", 20.0),
        ("frame-skip-predicted", 40.0),
    ] {
        let ribbon = of(strategy, Axis::Update, Computer::default());
        is_near(begins(&ribbon, Kind::Spiral), step_ms);
        assert_eq!(ribbon.parts().last().map(|(.., kind)| *kind), Some(Kind::Spiral), "{strategy}");
    }
    let endless = of("closed-form", Axis::Update, Computer::default());
    let spirals = |cliff: &Cliff| cliff.to == Kind::Spiral;
    assert!(!cliffs(&endless).iter().any(spirals), "it makes no steps that could cost more than they simulate");
}

#[test]
fn steps_that_reach_over_a_wall_let_things_through() {
    // A wall of 2 units and bullets of 4 are 10 together. The fastest fly 2400 units a second: 4.17 ms.
    let reach_ms = 1000.0 * 10.0 / 2400.0;
    let fast = Computer { present: Present::Immediate, ..Computer::default() };
    let ribbon = completed(&settings("variable-delta", "thin-wall", fast), Axis::Render);
    let begin = begins(&ribbon, Kind::Tunnelling);
    assert!(begin >= reach_ms && begin < reach_ms * 1.25, "{begin} ms");
    let severe = |load: f64| ribbon.points.iter().find(|point| point.load_ms >= load).expect("the scale goes on").severity();
    assert!(severe(10.0) < severe(40.0) && severe(40.0) < severe(90.0), "the longer the step, the more pass");
    let mut swept = settings("variable-delta", "thin-wall", Computer::default());
    swept.scene.options.set("collision", Value::parse("swept"));
    assert!(completed(&swept, Axis::Render).parts().iter().all(|(.., what)| *what != Kind::Tunnelling));
}

/// Returns how a report contradicts `point`; `None` if it does not, or its numbers lie too near to a threshold.
fn contradiction(settings: &Settings, point: &Point, seconds: f64) -> Option<String> {
    let report = Report::new(settings, seconds).expect("these settings are allowed");
    let pane = &report.panes[0];
    let (speed, game) = (pane.metrics.number("speed_ratio")?, pane.metrics.number("game_speed_ratio")?);
    let error = pane.metrics.number("animation_error_mean_ms")?;
    let longest = pane.metrics.number("dt_max_s").unwrap_or(0.0);
    // A report begins with the beginning, and a step more or less is no matter of speed.
    let little = (longest + 0.3) / seconds + 0.03;
    let holds =
        |what: bool| (!what).then(|| format!("{point:?}, but speed {speed}, game {game}, error {error} ms: {settings:?}"));
    match point.kind()? {
        Kind::SlowMotion => holds(speed.min(game) < 0.97 + little),
        Kind::Spiral => holds(game < 0.97 + little && pane.metrics.count("updates_per_frame_max") >= 2),
        Kind::FastMotion => holds(speed.max(game) > 1.03 - little),
        Kind::Tunnelling => holds(pane.metrics.count("tunnelled") > 0 && (speed - 1.0).abs() < 0.03 + little),
        Kind::LowFrameRate => holds(pane.metrics.number("distinct_fps")? < 29.5 + 20.0 / seconds),
        Kind::Hitch | Kind::Uneven => holds(pane.metrics.number("hitch_ms_per_s")? > 0.0),
        Kind::Judder => holds(error > 0.9 && (speed - 1.0).abs() < 0.03 + little),
        Kind::Right => holds((speed - 1.0).abs() < 0.03 + little),
        _ => None,
    }
}

#[test]
fn a_ribbon_agrees_with_the_report_of_the_same_settings_for_every_loop() {
    let computers = [
        Computer::default(),
        Computer { present: Present::Mailbox, ..Computer::default() },
        Computer { refresh_hz: 144.0, queue: 2, ..Computer::default() },
        Computer { vrr: true, ..Computer::default() },
        Computer::default().ordinary_pc(),
    ];
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for (number, strategy) in strategies::ALL.iter().enumerate() {
        for (axis, loads) in [(Axis::Render, [1.0, 12.0, 21.0, 45.0, 90.0]), (Axis::Update, [0.0, 3.0, 9.5, 23.0, 60.0])] {
            let computer = computers[(number + axis as usize) % computers.len()].clone();
            let scene = if number % 2 == 0 { "runner" } else { "thin-wall" };
            let settings = settings(&strategy.id, scene, computer);
            let Some(conditions) = Conditions::of_pane(&settings, 0, axis) else { continue };
            for load in loads {
                compared += 1;
                wrong.extend(contradiction(&conditions.at(load), &conditions.probe(load), 12.0));
            }
        }
    }
    assert!(compared > 200, "{compared}");
    assert!(wrong.is_empty(), "{} of {compared}:\n{}", wrong.len(), wrong.join("\n"));
}

fn four(settings: &Settings) -> Vec<PaneLetter> {
    (0..settings.panes.len()).map(PaneLetter).collect()
}

fn ribbons(map: &LoadMap, panes: &[PaneLetter]) -> Vec<Ribbon> {
    let all = panes.iter().flat_map(|pane| Axis::ALL.map(|axis| (*pane, axis)));
    all.filter_map(|(pane, axis)| Some(map.ribbon(pane, axis)?.ribbon.clone())).collect()
}

fn is_complete(map: &LoadMap, panes: &[PaneLetter]) -> bool {
    ribbons(map, panes).iter().all(Ribbon::is_complete)
}

/// Completes a map on several threads.
fn complete(map: &mut LoadMap, threads: usize) {
    let mut job = map.complete(threads).expect("there are threads");
    for report in job.join() {
        map.refine(&report);
    }
}

#[test]
fn the_map_does_not_depend_on_the_number_of_threads() {
    let settings = Settings { scene: WorldChoice::new("runner"), ..Settings::default() };
    let panes = four(&settings);
    let alone = LoadMap::of(&settings, &panes);
    assert!(is_complete(&alone, &panes) && ribbons(&alone, &panes).len() == 8);
    for threads in [1, 3, 20] {
        let mut map = LoadMap::default();
        map.aim(&settings, &panes);
        complete(&mut map, threads);
        assert_eq!(ribbons(&map, &panes), ribbons(&alone, &panes), "{threads} threads");
    }
}

#[test]
fn a_change_renews_only_the_ribbons_that_depend_on_it() {
    let settings = Settings { scene: WorldChoice::new("runner"), ..Settings::default() };
    let panes = four(&settings);
    let mut map = LoadMap::of(&settings, &panes);
    let is_now = |map: &LoadMap, pane: usize, axis| map.ribbon(panes[pane], axis).expect("it is shown").is_now;

    // Its own load is free: the ribbon along it stays, and the other one is shown until it is made again.
    let mut heavier = settings.clone();
    heavier.computer.render_ms = 30.0;
    map.aim(&heavier, &panes);
    assert!(is_now(&map, 0, Axis::Render) && !is_now(&map, 0, Axis::Update));
    assert!(map.cliffs(panes[0], Axis::Update).is_empty(), "earlier cliffs are not shown as present ones");
    // A stall, a pause or a moment of the clock does not depend on the load.
    let mut struck = heavier.clone();
    (struck.hitches, struck.paused, struck.computer.wraps_at_s) = (vec![PlannedStall::of_render(1.0, 500.0)], true, 3.0);
    map.aim(&struck, &panes);
    assert!(is_now(&map, 3, Axis::Render));

    // Settings that come back find their ribbons.
    map.aim(&settings, &panes);
    assert!(is_complete(&map, &panes));
    assert_eq!(ribbons(&map, &panes), ribbons(&LoadMap::of(&settings, &panes), &panes));

    // A pane with another presentation, one with a computer of its own, and one that changes its place.
    let mut one = settings.clone();
    one.panes[3].presentation = Some(Presentation::Latest);
    one.panes[1].computer = Some(Computer { refresh_hz: 144.0, ..Computer::default() });
    map.aim(&one, &panes);
    let now: Vec<bool> = (0..4).map(|pane| is_now(&map, pane, Axis::Render)).collect();
    assert_eq!(now, [true, false, true, false]);
    complete(&mut map, 2);
    let (mut swapped, mut places) = (one.clone(), panes.clone());
    swapped.panes.swap(0, 1);
    places.swap(0, 1);
    map.aim(&swapped, &places);
    assert!(is_complete(&map, &places), "a pane takes its ribbons with it");
}

#[test]
fn an_impossible_loop_has_no_ribbon_and_an_endless_turn_spirals() {
    let nowhere = settings("closed-form", "drive", Computer::default());
    let known = Conditions::of_pane(&nowhere, 0, Axis::Render).is_some();
    let kind = tickscope_core::model::worlds::find("drive").expect("there is such a world");
    assert_eq!(known, strategies::find("closed-form").expect("there is such a loop").lacks_in(kind).is_none());
    let mut endless = settings("frame-skip", "runner", Computer::default());
    endless.panes[0].params.set("max_frameskip", Value::parse("off"));
    check::settings(&endless).expect("with no update load it ends");
    let conditions = Conditions::of_pane(&endless, 0, Axis::Update).expect("it runs");
    assert_eq!(conditions.probe(60.0).kind(), Some(Kind::Spiral));
}

#[test]
fn expensive_runs_end_early_and_an_expensive_ribbon_stays_unknown() {
    let mut crowd = settings("fixed-interval", "crowd", Computer { present: Present::Mailbox, ..Computer::default() });
    crowd.panes[0].params.set("max_fps", Value::parse("240"));
    let point = Conditions::of_pane(&crowd, 0, Axis::Render).expect("it runs").probe(0.1);
    assert!(point.work > 0 && point.work < 2_000_000, "{point:?}");
    let mut ribbon = Ribbon::new(Axis::Render);
    while let Some(load_ms) = ribbon.wanted().first().copied() {
        let dear = Point { load_ms, finding: Some((Kind::Right, 100.0)), work: 5_000_000, ..point };
        ribbon.add(vec![dear]);
    }
    assert!(ribbon.is_complete() && ribbon.points.len() < 10);
    assert!(Span::from_millis(ribbon.points.last().map_or(0.0, |point| point.load_ms)) < Span::from_millis(100.0));
    assert!(ribbon.parts().iter().all(|(_, to, _)| *to < 99.0));
}
