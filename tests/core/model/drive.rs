//! The car on the course: what was held down when, and where it ends.

use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::lab::panes::report::Report;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::control::{ControlChange, ControlInput};
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};
use tickscope_core::model::world::body::{Body, BodyState};
use tickscope_core::model::world::readout::ReadoutValue;
use tickscope_core::model::world::stepped_world::World;
use tickscope_core::model::worlds::drive::recording::{self, NoDrive};
use tickscope_core::model::worlds::drive::{DriveNumbers, is_round};

const CAR: usize = 0;

fn drive(driver: &str, strokes: Vec<ControlChange>) -> WorldChoice {
    let mut choice = WorldChoice { strokes, ..WorldChoice::new("drive") };
    choice.options.set("driver", Value::Word(driver.to_owned()));
    choice
}

fn world(choice: &WorldChoice) -> World {
    tickscope_core::model::worlds::world(choice, 0).expect("a drive that is allowed")
}

fn pedals(words: &str) -> ControlInput {
    let held = |word: &str| words.split(' ').any(|held| held == word);
    ControlInput { left: held("left"), right: held("right"), faster: held("faster"), slower: held("slower") }
}

fn stroke(seconds: f64, words: &str) -> ControlChange {
    ControlChange { at_flicks: Time::from_secs(seconds).flicks(), pedals: pedals(words) }
}

fn exact(world: &World, seconds: f64) -> Vec<Body> {
    let mut bodies = Vec::new();
    world.exact(Time::from_secs(seconds), &mut bodies);
    bodies
}

fn knocked(bodies: &[Body]) -> usize {
    bodies.iter().filter(|body| body.state == BodyState::Caught).count()
}

/// Returns the lap that comes with the program, as it was recorded: the pilot at sixty steps a second, once round.
fn pilots_lap() -> Vec<ControlChange> {
    let mut world = world(&drive("pilot", Vec::new()));
    let start = world.bodies()[CAR].pos;
    while world.sim() < Time::from_secs(10.0) || world.bodies()[CAR].pos.y < start.y {
        world.step(Span::from_hz(60.0));
        assert!(world.sim() < Time::from_secs(60.0), "the pilot comes round: {:?}", world.bodies()[CAR]);
    }
    let mut strokes = world.strokes().to_vec();
    strokes.push(ControlChange { at_flicks: world.sim().flicks(), pedals: ControlInput::default() });
    strokes
}

#[test]
fn the_lap_that_comes_with_the_program_is_the_pilots() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/model/worlds/drive/lap.json");
    let text = recording::write(&pilots_lap());
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, text).expect("the recorded lap can be written");
        return;
    }
    assert_eq!(recording::lap(), pilots_lap(), "UPDATE_GOLDEN=1 cargo test --test suite drive records it again");
    assert_eq!(std::fs::read_to_string(path).unwrap(), text);
}

/// Reports 17 s of a loop in the world that plays the lap that comes with the program.
fn lap_under(strategy: &str, computer: Computer) -> tickscope_core::lab::panes::report::PaneReport {
    let scene = WorldChoice::new("drive");
    let settings = Settings { scene, computer, panes: vec![PaneSettings::new(strategy)], ..Settings::default() };
    Report::new(settings, 17.0).expect("it runs").panes.remove(0)
}

fn renders(render_ms: f64) -> Computer {
    Computer { render_ms, ..Computer::default() }
}

fn readout(pane: &tickscope_core::lab::panes::report::PaneReport, name: &str) -> ReadoutValue {
    let found = pane.world.iter().find(|readout| readout.name == name);
    found.unwrap_or_else(|| panic!("no {name} in {:?}", pane.world)).value.clone()
}

fn finish(pane: &tickscope_core::lab::panes::report::PaneReport) -> String {
    match readout(pane, "hash at the finish") {
        ReadoutValue::Word(hash) => hash,
        other => panic!("{other:?}"),
    }
}

// --- The car ---------------------------------------------------------------------------------------------------------

#[test]
fn in_the_exact_motion_neither_the_pilot_in_three_laps_nor_the_recorded_lap_touches_a_cone() {
    let pilot = world(&drive("pilot", Vec::new()));
    let lap = world(&WorldChoice::new("drive"));
    for tenth in 0..450 {
        assert_eq!(knocked(&exact(&pilot, f64::from(tenth) / 10.0)), 0, "the pilot at {tenth} tenths");
        assert_eq!(knocked(&exact(&lap, f64::from(tenth) / 10.0)), 0, "the lap at {tenth} tenths");
    }
    let length = DriveNumbers::from(pilot.starting_at(Time::from_secs(45.0)).frame().numbers).distance;
    assert!(length > 1200.0, "and it does drive");
}

#[test]
fn a_lap_comes_round_at_its_end_and_not_before() {
    let lap = recording::lap();
    let end = lap.last().expect("it has strokes").at();
    let mut world = world(&drive("recording", lap));
    let mut round = Vec::new();
    while world.sim() < end {
        world.step(Span::from_hz(60.0));
        if is_round(&world.frame()) {
            round.push(world.sim());
        }
    }
    assert_eq!(round, [end]);
}

#[test]
fn at_the_edge_of_the_field_the_car_stops_and_can_turn_back() {
    let strokes = vec![stroke(0.0, "faster"), stroke(20.0, "slower left"), stroke(22.0, "faster right")];
    let mut world = world(&drive("keys", strokes));
    let frame = world.appearance().extent();
    let mut at_the_edge = world.bodies()[CAR].pos;
    for step in 0..60 * 30 {
        world.step(Span::from_hz(60.0));
        let pos = world.bodies()[CAR].pos;
        assert_eq!(pos.clamp(frame.min, frame.max), pos);
        if step == 60 * 19 {
            at_the_edge = pos;
            assert!(world.bodies()[CAR].vel.length() < 1.0, "it stands at the edge");
        }
    }
    assert!(world.bodies()[CAR].pos.distance(at_the_edge) > 5.0, "it has come away from the edge");
}

// --- Other loops, other loads ----------------------------------------------------------------------------------------

#[test]
fn a_recorded_drive_ends_bit_for_bit_in_the_same_place_under_any_load_where_steps_are_fixed() {
    let noisy = Computer { render_ms: 0.0, noise_lo_ms: 10.0, noise_hi_ms: 40.0, ..Computer::default() };
    let loads =
        [renders(5.0), renders(25.0), Computer { present: Present::Mailbox, ..renders(3.0) }, renders(40.0).ordinary_pc(), noisy];
    for fixed in ["clamped-accumulator", "fixed-interpolated", "fixed-interval", "frame-skip", "frame-skip-predicted"] {
        let ends: Vec<String> = loads.iter().map(|load| finish(&lap_under(fixed, load.clone()))).collect();
        assert!(ends.iter().all(|end| *end == ends[0] && end.len() == 14), "{fixed}: {ends:?}");
    }
    for variable in ["variable-delta", "variable-delta-wait", "beautiful-timer", "semi-fixed"] {
        let mut ends: Vec<String> = loads.iter().map(|load| finish(&lap_under(variable, load.clone()))).collect();
        ends.sort_unstable();
        ends.dedup();
        assert!(ends.len() >= 3, "{variable} ends elsewhere under another load: {ends:?}");
    }
}

#[test]
fn keys_reach_every_pane_at_the_same_virtual_time_and_the_drive_can_be_played_again() {
    let panes = ["clamped-accumulator", "variable-delta", "fixed-interval"].map(PaneSettings::new);
    let scene = drive("keys", Vec::new());
    let settings = Settings { scene, computer: renders(22.0), panes: panes.into(), ..Settings::default() };
    let mut lab = Lab::new(settings.clone()).unwrap();
    for (at, held) in [(0.3, "faster"), (2.05, "faster left"), (2.4, "left"), (3.0, "slower right"), (4.2, "")] {
        lab.advance_to(Time::from_secs(at));
        lab.command(Command::Steer(pedals(held))).unwrap();
    }
    lab.advance_to(Time::from_secs(6.0));

    // Each pane has the strokes by the simulated time at which its next update began.
    let drives: Vec<Vec<ControlChange>> = lab.panes().iter().map(|pane| pane.computer().world().strokes().to_vec()).collect();
    for (drive, pane) in drives.iter().zip(lab.panes()) {
        assert_eq!(drive.len(), 5, "{}", pane.strategy().id);
        for (stroke, given) in drive.iter().zip([0.3, 2.05, 2.4, 3.0, 4.2]) {
            let late = given - stroke.at().as_secs();
            assert!((-0.01..0.1).contains(&late), "{}: {late} s", pane.strategy().id);
        }
    }

    // The first pane's drive, played: its own loop goes exactly where it went, on a computer of another speed too.
    let (sim, end) = {
        let computer = lab.panes()[0].computer();
        (computer.world().sim(), computer.world().bodies()[CAR])
    };
    let mut strokes = drives[0].clone();
    strokes.push(ControlChange { at_flicks: sim.flicks(), pedals: ControlInput::default() });
    for render_ms in [22.0, 4.0, 47.0] {
        let again = Settings { scene: drive("recording", strokes.clone()), computer: renders(render_ms), ..settings.clone() };
        let mut lab = Lab::new(again).unwrap();
        lab.advance_to(Time::from_secs(7.5));
        let computer = lab.panes()[0].computer();
        let car = computer.world().bodies()[CAR];
        assert_eq!((car.pos, car.heading), (end.pos, end.heading), "under {render_ms} ms");
    }
}

#[test]
fn until_a_key_is_pressed_the_recorded_lap_is_driven_and_the_first_key_begins_at_the_start() {
    let panes = ["clamped-accumulator", "frame-based"].map(PaneSettings::new);
    let settings = |driver| Settings { scene: drive(driver, Vec::new()), panes: panes.clone().into(), ..Settings::default() };
    let mut lab = Lab::new(settings("keys")).unwrap();
    let mut lap = Lab::new(settings("recording")).unwrap();
    let start = lab.panes()[0].computer().world().bodies()[CAR].pos;
    for lab in [&mut lab, &mut lap] {
        lab.advance_to(Time::from_secs(4.0));
    }
    for (pane, of_lap) in lab.panes().iter().zip(lap.panes()) {
        let (computer, of_lap) = (pane.computer(), of_lap.computer());
        assert_eq!(computer.world().bodies(), of_lap.world().bodies());
        assert!(computer.world().bodies()[CAR].pos.distance(start) > 50.0 && computer.world().strokes().is_empty());
    }
    lab.command(Command::Steer(pedals("faster"))).unwrap();
    lab.advance_to(Time::from_secs(4.5));
    for pane in lab.panes() {
        let computer = pane.computer();
        let world = computer.world();
        let DriveNumbers { distance, speed, .. } = world.frame().numbers.into();
        assert!((1.0..5.0).contains(&distance) && speed < 12.0, "{distance} units from the start, {speed} units a second");
        let exact = exact(world, world.sim().as_secs());
        assert!(exact[CAR].pos.distance(world.bodies()[CAR].pos) < 1.0, "what is compared with it starts there, too");
        assert_eq!(exact[CAR].pass, world.bodies()[CAR].pass);
    }
}

// --- Recordings ------------------------------------------------------------------------------------------------------

#[test]
fn a_recorded_drive_reads_back_exactly_and_a_damaged_one_is_refused_with_a_reason() {
    let strokes = pilots_lap();
    let text = recording::write(&strokes);
    assert_eq!(recording::read(&text).unwrap(), strokes);

    for cut in (1..text.len() - 2).step_by(97) {
        assert!(matches!(recording::read(&text[..cut]), Err(NoDrive::Unreadable(_))), "cut at {cut}");
    }
    let other = text.replacen("\"tickscope_drive\":1", "\"tickscope_drive\":2", 1);
    assert_eq!(recording::read(&other), Err(NoDrive::Version(2)));
    assert!(recording::read(&other).unwrap_err().to_string().contains("version 2"));
    let disordered = recording::write(&[stroke(2.0, "left"), stroke(1.0, "right"), stroke(3.0, "")]);
    assert!(recording::read(&disordered).unwrap_err().to_string().contains("order"));
    let endless = recording::write(&[stroke(0.0, "left"), stroke(1.0, "right")]);
    assert_eq!(recording::read(&endless), Err(NoDrive::Empty));
    let early = recording::write(&[ControlChange { at_flicks: -1, pedals: pedals("left") }, stroke(1.0, "")]);
    assert!(recording::read(&early).unwrap_err().to_string().contains("-1"));
    let late =
        recording::write(&[stroke(0.0, "left"), ControlChange { at_flicks: 86_401 * FLICKS_PER_SECOND, pedals: pedals("") }]);
    assert!(matches!(recording::read(&late), Err(NoDrive::Invalid(_))));
    for nonsense in ["", "{}", "[]", "null", "{\"tickscope_drive\":1}", "{\"tickscope_drive\":1,\"strokes\":[{}]}"] {
        assert!(recording::read(nonsense).is_err(), "{nonsense}");
    }
}

#[test]
fn steering_is_refused_unless_the_driver_is_the_keys() {
    for scene in [WorldChoice::new("runner"), WorldChoice::new("drive"), drive("pilot", Vec::new())] {
        let mut lab = Lab::new(Settings { scene, ..Settings::default() }).unwrap();
        let refusal = lab.command(Command::Steer(pedals("left"))).unwrap_err();
        assert!(refusal.to_string().contains("driver = keys"), "{refusal}");
        assert!(lab.log().is_empty());
    }
    let with_strokes = WorldChoice { strokes: vec![stroke(0.0, "left"), stroke(1.0, "")], ..WorldChoice::new("runner") };
    assert!(tickscope_core::model::worlds::check(&with_strokes).unwrap_err().to_string().contains("drive"));
}
