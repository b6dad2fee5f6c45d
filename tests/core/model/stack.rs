//! The physics engine in a world: what stands with steady short steps, what does not with others, and that the same
//! steps always come to the same state, bit for bit.

use glam::DVec2;
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};
use tickscope_core::model::world::appearance::Frame;
use tickscope_core::model::world::body::{Body, BodyState, Tally};
use tickscope_core::model::world::readout::ReadoutValue;
use tickscope_core::model::world::stepped_world::World;
use tickscope_core::model::worlds;
use tickscope_core::model::worlds::stack::layout::{
    BALL, BOX, BOXES, FIRST_PLANK, MUZZLE, MUZZLE_SPEED, PLANK, PLANKS, PLATE, RADIUS, SAND, WEIGHT, bridge_ends,
};
use tickscope_core::model::worlds::stack::motion::StackNumbers;

fn choice(ccd: &str, iterations: f64) -> WorldChoice {
    let mut choice = WorldChoice::new("stack");
    choice.options.set("ccd", Value::Word(ccd.to_owned()));
    choice.options.set("iterations", Value::Number(iterations));
    choice
}

fn world(ccd: &str, iterations: f64) -> World {
    worlds::world(&choice(ccd, iterations), 7).expect("a listed scene with listed options")
}

/// Returns a world after `seconds` of steady steps.
fn steady(ccd: &str, iterations: f64, hertz: f64, seconds: f64) -> World {
    let mut world = world(ccd, iterations);
    while world.sim() < Time::from_secs(seconds) {
        world.step(Span::from_hz(hertz));
    }
    world
}

fn exact(seconds: f64) -> Vec<Body> {
    let mut bodies = Vec::new();
    world("off", 4.0).exact(Time::from_secs(seconds), &mut bodies);
    bodies
}

fn top(bodies: &[Body]) -> f64 {
    bodies[BOXES - 1].pos.y + BOX.y
}

/// Returns the greatest distance between two ends that a hinge should hold together, in metres, of a bridge whose planks are all
/// there.
fn bridge_gap(bodies: &[Body]) -> f64 {
    let [left, right] = bridge_ends();
    let planks = &bodies[FIRST_PLANK..FIRST_PLANK + PLANKS];
    let half = |plank: &Body| DVec2::from_angle(plank.heading) * PLANK.x;
    let rights = std::iter::once(left).chain(planks.iter().map(|plank| plank.pos + half(plank)));
    let lefts = planks.iter().map(|plank| plank.pos - half(plank)).chain([right]);
    rights.zip(lefts).map(|(a, b)| a.distance(b)).fold(0.0, f64::max)
}

/// Returns step lengths from `lo` to `hi` milliseconds, the same in every run: a multiplicative generator.
fn uneven(lo: f64, hi: f64) -> impl Iterator<Item = Span> {
    let mut state = 48_271_u64;
    std::iter::repeat_with(move || {
        state = state * 48_271 % 2_147_483_647;
        Span::from_millis(lo + (hi - lo) * (state as f64 / 2_147_483_647.0))
    })
}

fn numbers(world: &World) -> StackNumbers {
    world.frame().numbers.into()
}

/// When the gun fires: three seconds after the beginning of a pass.
const FIRE: Time = Time::from_flicks(3 * FLICKS_PER_SECOND);

const NEARLY_A_PASS: f64 = 11.9;

#[test]
fn a_steady_sixtieth_stands() {
    let mut world = steady("off", 4.0, 60.0, 2.0);
    let start = self::world("off", 4.0).bodies().to_vec();
    while world.sim() < Time::from_secs(NEARLY_A_PASS) {
        world.step(Span::from_hz(60.0));
        for (floor, (body, start)) in world.bodies()[..BOXES].iter().zip(&start).enumerate() {
            assert!(body.pos.distance(start.pos) < 0.01, "box {floor} is at {} at {:?}", body.pos, world.sim());
            assert!(body.vel.length() < 0.05, "box {floor} moves with {}", body.vel);
            assert!(body.heading.abs() < 0.01);
        }
    }
    assert!(numbers(&world).shaken < 0.01);
    assert!(bridge_gap(world.bodies()) < 0.04, "{}", bridge_gap(world.bodies()));
    assert!(numbers(&world).fastest < 2.5, "the bridge swings, nothing else");
    assert_eq!(world.exploded(), 0);
}

#[test]
fn shorter_steady_steps_stand_better_and_long_ones_fall() {
    let worlds = [240.0, 120.0, 60.0, 30.0].map(|hertz| steady("on", 4.0, hertz, NEARLY_A_PASS));
    assert!(worlds.windows(2).all(|pair| numbers(&pair[1]).shaken > 2.0 * numbers(&pair[0]).shaken));
    assert!(worlds.iter().all(|world| top(world.bodies()) > 7.9 && numbers(world).shaken < 0.05));
    for hertz in [20.0, 15.0, 10.0] {
        let world = steady("on", 4.0, hertz, NEARLY_A_PASS);
        assert!(top(world.bodies()) < 7.0, "{hertz} Hz: the top is {} m high", top(world.bodies()));
    }
}

#[test]
fn a_loop_whose_steps_are_its_frames_shakes_what_an_accumulator_holds() {
    let run = |hi_ms: f64| {
        let computer = Computer { render_ms: 0.0, noise_lo_ms: 10.0, noise_hi_ms: hi_ms, ..Computer::default() };
        let panes = ["variable-delta", "clamped-accumulator"].map(PaneSettings::new).to_vec();
        let settings = Settings { scene: choice("off", 4.0), computer, panes, ..Settings::default() };
        let mut lab = Lab::new(settings).expect("valid settings");
        lab.advance_to(Time::from_secs(11.7));
        [0, 1].map(|pane: usize| {
            let computer = lab.panes()[pane].computer();
            let world = computer.world();
            assert_eq!(world.bodies()[0].pass, 0);
            assert!(world.sim() > Time::from_secs(11.5), "it keeps up");
            (numbers(world).shaken, top(world.bodies()))
        })
    };
    let [variable, fixed] = run(40.0);
    assert!(fixed.0 < 0.01 && variable.0 > 0.05, "{variable:?} and {fixed:?}");
    let [variable, fixed] = run(80.0);
    assert!(fixed.0 < 0.01 && fixed.1 > 7.9, "{fixed:?}");
    assert!(variable.1 < 7.0, "it has fallen: {variable:?}");
}

#[test]
fn a_hinge_is_brought_together_within_a_step_and_so_a_short_step_after_a_long_one_throws() {
    let speed = |millis: f64| {
        let mut world = steady("off", 4.0, 60.0, 2.0);
        world.step(Span::from_millis(100.0));
        world.step(Span::from_millis(millis));
        world.bodies()[FIRST_PLANK..=WEIGHT].iter().map(|body| body.vel.length()).fold(0.0, f64::max)
    };
    let speeds = [10.0, 1.0, 0.1].map(speed);
    assert!(speeds[0] < 3.0 && speeds[1] > 10.0 * speeds[0] && speeds[2] > 10.0 * speeds[1], "{speeds:?}");
}

#[test]
fn what_explodes_is_taken_out_says_so_and_is_back_in_the_next_pass() {
    let mut world = world("off", 4.0);
    let mut steps = uneven(1.0, 150.0);
    while world.exploded() == 0 {
        world.step(steps.next().unwrap());
        assert!(world.sim() < Time::from_secs(200.0), "nothing explodes with such steps");
    }
    let gone: Vec<usize> = (0..=BALL).filter(|&index| world.bodies()[index].state == BodyState::Exploded).collect();
    let left: Vec<Body> = gone.iter().map(|&index| world.bodies()[index]).collect();
    assert!(left.iter().all(|body| body.vel.length() == 0.0 && body.pos.length() < 100.0));
    let readouts = world.readouts(&world.frame());
    assert_eq!(readouts[5].value, ReadoutValue::Count(gone.len() as u64));
    assert!(readouts[5].alarm && readouts[4].alarm, "{readouts:?}");
    world.step(Span::from_millis(1.0));
    assert!(gone.iter().zip(&left).all(|(&index, body)| world.bodies()[index] == *body), "it is followed no more");
    let pass = world.bodies()[0].pass;
    while world.bodies()[0].pass == pass {
        world.step(Span::from_hz(60.0));
    }
    assert_eq!(world.exploded(), 0);
}

#[test]
fn without_continuous_collision_detection_the_ball_goes_through_at_sixty_hertz() {
    let passes = 3;
    let tally = |ccd: &str, hertz: f64| steady(ccd, 4.0, hertz, 12.0 * f64::from(passes) + 1.0).tally();
    let (stopped, through) = (Tally { caught: 3, tunnelled: 0 }, Tally { caught: 0, tunnelled: 3 });
    assert_eq!(tally("off", 60.0), through);
    assert_eq!(tally("on", 60.0), stopped);
    // Steps no longer than the ball and half the plate end at least once where it touches.
    let short = (RADIUS + PLATE.1.x) / MUZZLE_SPEED;
    for hertz in [240.0, 300.0, 500.0] {
        assert!(hertz < 240.1 || 1.0 / hertz < short);
        assert_eq!(tally("off", hertz), stopped, "{hertz} Hz");
    }
    for hertz in [30.0, 20.0, 10.0] {
        assert_eq!((tally("off", hertz), tally("on", hertz)), (through, stopped), "{hertz} Hz");
    }
}

#[test]
fn the_ball_is_stopped_before_the_plate_or_stuck_in_the_sand_behind_it() {
    let stopped = steady("on", 4.0, 60.0, 6.0).bodies()[BALL];
    assert_eq!(stopped.state, BodyState::Caught);
    assert!(stopped.pos.x < PLATE.0.x && stopped.pos.y > 0.9 * RADIUS, "{}", stopped.pos);
    let stuck = steady("off", 4.0, 60.0, 6.0).bodies()[BALL];
    assert_eq!((stuck.state, stuck.pos.x, stuck.vel.length()), (BodyState::Tunnelled, SAND - RADIUS, 0.0));
}

#[test]
fn the_ball_is_where_it_would_have_flown_since_the_shot_whatever_the_steps() {
    for millis in [1.0, 7.0, 10.0, 16.0, 33.0] {
        let mut world = world("off", 4.0).starting_at(FIRE - Span::from_millis(15.0));
        while world.sim() < FIRE + Span::from_millis(60.0) {
            world.step(Span::from_millis(millis));
            let flown = (world.sim() - FIRE).as_secs().max(0.0);
            let ball = world.bodies()[BALL];
            assert!((ball.pos.x - MUZZLE.x - MUZZLE_SPEED * flown).abs() < 1e-3, "{millis} ms: {} after {flown} s", ball.pos);
            assert_eq!(ball.state, if flown > 0.0 { BodyState::Moving } else { BodyState::Waiting });
            assert!((ball.vel.x - if flown > 0.0 { MUZZLE_SPEED } else { 0.0 }).abs() < 1e-3);
        }
    }
}

#[test]
fn the_gap_of_the_bridge_goes_with_the_square_of_the_step_over_the_iterations() {
    let gap = |iterations: f64, hertz: f64| bridge_gap(steady("on", iterations, hertz, NEARLY_A_PASS).bodies());
    let more = [2.0, 4.0, 8.0, 16.0, 32.0].map(|iterations| gap(iterations, 60.0));
    for pair in more.windows(2) {
        assert!((2.8..4.2).contains(&(pair[0] / pair[1])), "{more:?}");
    }
    // Twice as many steps of half as many iterations are as good.
    for (iterations, hertz) in [(4.0, 120.0), (2.0, 240.0), (16.0, 30.0)] {
        assert!((gap(iterations, hertz) / more[2] - 1.0).abs() < 0.1, "{iterations} iterations at {hertz} Hz");
    }
}

#[test]
fn every_pass_is_judged_once_however_long_the_steps() {
    for seconds in [0.003, 0.05, 0.7, 2.9, 5.0, 11.0, 13.0, 40.0, 999.0] {
        let mut world = world("off", 4.0);
        let dt = Span::from_secs(seconds);
        while world.sim() < Time::from_secs(60.0) {
            world.step(dt);
        }
        let ended = world.bodies()[0].pass as u64;
        let tally = world.tally();
        let judged = tally.caught + tally.tunnelled;
        assert!(judged == ended || judged == ended + 1, "{seconds} s: {judged} of {ended}");
    }
}

#[test]
fn an_engine_that_is_set_to_the_reference_goes_on_from_there() {
    for seconds in [1.5, 6.0, 9.3, 12.0 * 7200.0 + 5.0] {
        let mut world = world("on", 8.0).starting_at(Time::from_secs(seconds));
        let started = world.bodies().to_vec();
        for _ in 0..240 {
            world.step(Span::from_hz(240.0));
        }
        let reference = exact(world.sim().as_secs());
        for (index, (body, reference)) in world.bodies()[..BALL].iter().zip(&reference).enumerate() {
            assert!(
                body.pos.distance(reference.pos) < 0.03,
                "body {index} at {seconds} s: {} instead of {}",
                body.pos,
                reference.pos
            );
        }
        assert_eq!(world.bodies()[BALL].state, reference[BALL].state);
        assert_eq!(world.bodies()[0].pass, started[0].pass);
    }
}

#[test]
fn a_world_that_is_placed_is_the_reference_and_steps_on_from_it() {
    let mut world = world("on", 8.0);
    for second in [2.0, 8.0, 5.0, 13.0, 19.0] {
        world.jump_to(Time::from_secs(second));
        assert_eq!(world.bodies(), exact(second));
    }
    (0..60).for_each(|_| world.step(Span::from_hz(240.0)));
    assert!(numbers(&world).shaken < 0.002 && top(world.bodies()) > 7.9);
}

#[test]
fn the_reference_stands_and_stops_the_ball_in_every_pass() {
    for tenth in 0..120 {
        let bodies = exact(f64::from(tenth) / 10.0);
        assert!(
            numbers(&world("off", 4.0).starting_at(Time::from_secs(f64::from(tenth) / 10.0))).shaken < 1e-3 && top(&bodies) > 7.9
        );
        assert!(bridge_gap(&bodies) < 2e-3, "{} at {tenth} tenths of a second", bridge_gap(&bodies));
        assert_ne!(bodies[BALL].state, BodyState::Tunnelled);
        let later = exact(f64::from(tenth) / 10.0 + 12.0 * 7200.0);
        for (body, later) in bodies.iter().zip(&later) {
            assert_eq!(Body { pass: 0, ..*later }, *body);
        }
    }
    assert_eq!(exact(NEARLY_A_PASS)[BALL].state, BodyState::Caught);
    // Shorter steps with more iterations hold what can stand still where the reference has it.
    let finer = steady("on", 16.0, 480.0, 8.0);
    for (body, reference) in finer.bodies()[..BOXES].iter().zip(exact(8.0)) {
        assert!(body.pos.distance(reference.pos) < 1e-3);
    }
}

#[test]
fn the_readouts_keep_their_names_and_their_order() {
    let names = |world: &World, bodies: &[Body]| {
        let readouts = world.readouts(&Frame { bodies, ..world.frame() });
        readouts.iter().map(|readout| readout.name).collect::<Vec<_>>()
    };
    let mut world = world("off", 4.0);
    let first = names(&world, world.bodies());
    assert_eq!(names(&world, &[]), first);
    let mut words = vec![];
    for _ in 0..11 * 60 {
        world.step(Span::from_hz(60.0));
        assert_eq!(names(&world, world.bodies()), first);
        let ball = world.readouts(&world.frame())[3].value.to_string();
        if words.last() != Some(&ball) {
            words.push(ball);
        }
    }
    assert_eq!(words, ["waits", "flies", "went through"]);
    assert_eq!(world.population(), 21, "the notes are nothing to step");
}
