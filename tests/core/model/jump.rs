//! The jump at the rising gate: what the integrators make of a parabola, and which steps miss a gate.

use super::worlds::frame;
use glam::DVec2;
use proptest::prelude::*;
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::lab::panes::report::Report;
use tickscope_core::model::config::settings::{PaneSettings, PlannedStall, Settings, WorldChoice};
use tickscope_core::model::world::appearance::Frame;
use tickscope_core::model::world::body::{Body, BodyState};
use tickscope_core::model::world::readout::{Readout, ReadoutValue};
use tickscope_core::model::world::stepped_world::{FrameView, World};
use tickscope_core::model::{strategies, worlds};

const INTEGRATORS: [&str; 5] = ["explicit-euler", "semi-implicit-euler", "velocity-verlet", "rk4", "exact"];
/// The order of the bodies.
const FIGURE: usize = 0;
const HIGH: usize = 1;
const LANDED: usize = 2;
const GATE: usize = 3;

fn world(integrator: &str) -> World {
    let mut choice = WorldChoice::new("jump");
    choice.options.set("integrator", Value::Word(integrator.to_owned()));
    worlds::world(&choice, 7).expect("a listed scene")
}

fn reference(at: Time) -> Vec<Body> {
    let mut bodies = Vec::new();
    world("exact").exact(at, &mut bodies);
    bodies
}

fn stepped(integrator: &str, hertz: f64, seconds: f64) -> World {
    let mut world = world(integrator);
    while world.sim() < Time::from_secs(seconds) {
        world.step(Span::from_hz(hertz));
    }
    world
}

fn readout(world: &World, name: &str) -> Readout {
    let all = world.readouts(&world.frame());
    all.into_iter().find(|readout| readout.name == name).expect("a readout of this name")
}

fn number(world: &World, name: &str) -> f64 {
    match readout(world, name).value {
        ReadoutValue::Number { value, .. } => value,
        ReadoutValue::Count(count) => count as f64,
        other => panic!("{name} is {other:?}"),
    }
}

#[test]
fn the_figure_is_stopped_at_the_end_of_the_first_step_that_touches_the_gate() {
    for integrator in INTEGRATORS {
        for hertz in [5.0, 7.0, 15.0, 24.0, 25.0, 30.0, 59.94, 60.0, 61.7, 144.0, 333.3, 1000.0] {
            let step = Span::from_hz(hertz);
            let mut world = world(integrator);
            while world.bodies()[FIGURE].state == BodyState::Moving {
                world.step(step);
            }
            let touching = Span::from_secs(2.5);
            let steps = touching.whole(step) + i64::from(step * touching.whole(step) < touching);
            assert_eq!(world.sim(), Time::ZERO + step * steps, "{integrator} at {hertz} Hz");
            assert_eq!(world.bodies()[FIGURE].state, BodyState::Caught);
            assert_eq!(world.bodies()[FIGURE].vel, DVec2::ZERO);
            let at = DVec2::new(3.0 * (step * steps).as_secs(), 0.0);
            assert!(world.bodies()[FIGURE].pos.distance(at) < 1e-9, "{integrator} at {hertz} Hz");
            assert_eq!((world.tally().caught, world.tally().tunnelled), (1, 0));
        }
    }
}

proptest! {
    #![proptest_config(crate::common::cases(48))]

    #[test]
    fn no_steps_of_at_most_a_fifth_of_a_second_carry_it_through(
        integrator in prop::sample::select(&INTEGRATORS[..]),
        steps in prop::collection::vec(prop_oneof![1..=FLICKS_PER_SECOND / 5, Just(FLICKS_PER_SECOND / 5)], 200..600),
    ) {
        let mut world = world(integrator);
        for dt in steps {
            world.step(Span::from_flicks(dt));
        }
        let touched = ((world.sim().as_secs() - 2.5) / 4.0 - 0.05).floor() + 1.0;
        prop_assert_eq!(world.tally().tunnelled, 0);
        prop_assert!(world.tally().caught as f64 >= touched, "{} of {touched}", world.tally().caught);
    }

    #[test]
    fn the_readouts_count_as_the_tally_does(
        integrator in prop::sample::select(&INTEGRATORS[..]),
        steps in prop::collection::vec(prop_oneof![1..=FLICKS_PER_SECOND / 5, 1..=FLICKS_PER_SECOND * 9], 1..100),
    ) {
        let mut world = world(integrator);
        for dt in steps {
            world.step(Span::from_flicks(dt));
            let tally = world.tally();
            prop_assert_eq!(number(&world, "blocked"), tally.caught as f64);
            let (through, over) = (number(&world, "got through"), number(&world, "went over"));
            prop_assert_eq!(through + over, tally.tunnelled as f64);
            prop_assert_eq!(readout(&world, "got through").alarm, through > 0.0);
            prop_assert_eq!(readout(&world, "went over").alarm, over > 0.0);
        }
    }
}

#[test]
fn a_step_of_a_second_passes_the_gate_unless_it_happens_to_end_in_it() {
    for integrator in INTEGRATORS {
        for begins in 0..250_i64 {
            let mut world = world(integrator);
            (0..begins).for_each(|_| world.step(Span::from_hz(100.0)));
            world.step(Span::from_secs(1.0));
            let figure = world.bodies()[FIGURE];
            // Where an Euler step from the take-off or from the air leads after a second: high above, or on the ground.
            let reached = begins + 100;
            let expected = match reached {
                250..=270 if figure.pos.y < 2.0 => BodyState::Caught,
                ..=270 => BodyState::Moving,
                _ => BodyState::Tunnelled,
            };
            assert_eq!(figure.state, expected, "{integrator}: the step begins at {begins} hundredths of a second");
            if reached > 270 {
                assert_eq!(number(&world, "got through"), 1.0);
            }
        }
    }
}

#[test]
fn after_a_hitch_of_a_second_only_loops_that_pass_it_on_in_one_step_get_through() {
    let panes: Vec<PaneSettings> = strategies::ALL.iter().map(|strategy| PaneSettings::new(&strategy.id)).collect();
    let mut through = Vec::new();
    for panes in panes.chunks(6) {
        let hitches = vec![PlannedStall::of_render(2.0, 1000.0)];
        let settings = Settings { scene: WorldChoice::new("jump"), panes: panes.to_vec(), hitches, ..Settings::default() };
        for pane in Report::new(settings, 10.0).expect("settings that are allowed").panes {
            // Every pass whose moment of contact has come is judged, once.
            let judged = ((pane.sim_s - 2.5) / 4.0).floor() + 1.0;
            assert_eq!((pane.metrics.count("caught") + pane.metrics.count("tunnelled")) as f64, judged, "{}", pane.strategy);
            assert!(pane.metrics.count("tunnelled") <= 1, "{}: one hitch, one pass", pane.strategy);
            let longest = pane.metrics.number("dt_max_s").expect("it made steps");
            let steps = strategies::find(&pane.strategy).is_ok_and(|strategy| !strategy.needs_closed_form);
            assert_eq!(
                pane.metrics.count("tunnelled") == 1,
                longest > 0.2 && steps,
                "{}: its longest step is {longest} s",
                pane.strategy
            );
            if pane.metrics.count("tunnelled") == 1 {
                through.push(pane.strategy);
            }
        }
    }
    assert_eq!(
        through,
        [
            "variable-delta",
            "variable-delta-wait",
            "limit-before-present",
            "limit-after-present",
            "refresh-multiples-passthrough",
            "draw-every-nth",
            "callback-delta",
            "callback-clock-delta"
        ]
    );
}

#[test]
fn what_a_jump_came_to_is_known_when_it_is_over_and_stays_until_the_next_one() {
    let mut world = world("explicit-euler");
    let dt = Span::from_hz(25.0);
    let mut apexes = Vec::new();
    for step in 1..=250_i64 {
        world.step(dt);
        let known = readout(&world, "last apex").value;
        // Highest after 13 steps of the flight; the next one is lower.
        assert_eq!(known == ReadoutValue::None, step < 25 + 14, "step {step}");
        assert_eq!(readout(&world, "landed at").value == ReadoutValue::None, step < 25 + 26, "step {step}");
        if known != ReadoutValue::None {
            apexes.push(number(&world, "last apex"));
        }
        // A frame between two states says what the later one says.
        let frame = frame(&world, FrameView::Between(0.3));
        let between = world.readouts(&Frame { bodies: &frame, ..world.frame() });
        assert_eq!(between, world.readouts(&world.frame()), "step {step}");
    }
    assert!(apexes.iter().all(|apex| (apex - 2.704).abs() < 1e-12), "the same jump every time");
    assert_eq!(world.bodies()[HIGH].pass, 3);
    assert_eq!(world.bodies()[LANDED].pass, 2, "the third is in the air");
}

#[test]
fn a_pane_that_starts_later_goes_on_like_the_exact_motion() {
    for at in [0.5, 1.0, 1.3, 1.9, 2.2, 2.5, 3.0, 4.0, 17.4, 86_400.0] {
        for integrator in &INTEGRATORS[2..] {
            let mut world = world(integrator).starting_at(Time::from_secs(at));
            for _ in 0..400 {
                world.step(Span::from_hz(60.0));
                let reference = reference(world.sim());
                // A contact that is found at the end of a step comes up to a step later than in the exact motion.
                let late = 3.0 / 60.0 + 1e-6;
                assert!(world.bodies()[FIGURE].pos.distance(reference[FIGURE].pos) < late, "{integrator} from {at} s");
                assert_eq!(world.bodies()[GATE].pos, reference[GATE].pos);
            }
            let passes = ((world.sim().as_secs() - 2.5 - 1.0 / 60.0) / 4.0).floor() + 1.0;
            assert_eq!(
                number(&world, "blocked"),
                passes,
                "{integrator} from {at} s: those before it count as in the exact motion"
            );
        }
    }
}

#[test]
fn a_predicted_gate_stops_where_the_gate_does() {
    let world = stepped("exact", 60.0, 2.0);
    let gate_in = |seconds: f64| frame(&world, FrameView::Ahead(Span::from_secs(seconds)))[GATE].pos.y;
    assert!((gate_in(0.1) - 1.6 - 0.16).abs() < 1e-9);
    assert_eq!(gate_in(5.0), 2.0);
}
