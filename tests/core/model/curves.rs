//! Curve and wall: the two orders of a step, against a second model of the figure in plain numbers.

use super::worlds::{frame, stepped, with_option, world};
use crate::common::cases;
use proptest::prelude::*;
use std::f64::consts::PI;
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::model::config::settings::WorldChoice;
use tickscope_core::model::world::body::BodyState;
use tickscope_core::model::world::stepped_world::FrameView;

const PERIOD: i64 = 2 * FLICKS_PER_SECOND;

fn curve() -> WorldChoice {
    WorldChoice::new("curve-and-wall")
}

fn in_order(order: &str) -> WorldChoice {
    with_option("curve-and-wall", "order", order)
}

/// A mover of the figure: a ball of radius 11 heads left at the foot of its circle and turns clockwise. Its wall stands inside
/// the circle, 14 thick and 48 high, with its face a little to the right of the leftmost point.
struct Mover {
    radius: f64,
    turn_rate: f64,
    face: f64,
    start_x: f64,
    x: f64,
    y: f64,
    turned: f64,
    pass: i64,
    state: BodyState,
}

impl Mover {
    /// A polygon of steps of `longest_step` just passes the corners of the wall.
    fn new(radius: f64, turn_rate: f64, longest_step: f64, face: f64) -> Mover {
        let inner = radius - 11.0;
        let to_corner = (inner * inner - 24.0 * 24.0).sqrt();
        let start_x = face + to_corner + radius * turn_rate * longest_step / 2.0;
        let (x, y) = (start_x, -radius);
        Mover { radius, turn_rate, face, start_x, x, y, turned: 0.0, pass: 0, state: BodyState::Moving }
    }

    fn all() -> [Mover; 3] {
        [Mover::new(100.0, 2.0, 0.085, 0.0), Mover::new(135.0, 1.8, 0.06, -75.0), Mover::new(170.0, 1.6, 0.045, -150.0)]
    }

    /// Moves the mover by `dt` flicks to the moment `now`; returns how many passes have missed the wall meanwhile.
    fn step(&mut self, moves_first: bool, now: i64, dt: i64) -> u64 {
        let mut dt = dt;
        let mut missed = 0;
        if now / PERIOD != self.pass {
            missed += u64::from(self.state == BodyState::Moving);
            (self.x, self.y, self.turned, self.state) = (self.start_x, -self.radius, 0.0, BodyState::Moving);
            (self.pass, dt) = (now / PERIOD, now % PERIOD);
        }
        if self.state == BodyState::Caught {
            return missed;
        }
        let seconds = dt as f64 / FLICKS_PER_SECOND as f64;
        let way = self.radius * self.turn_rate * seconds;
        let before = self.turned;
        self.turned += self.turn_rate * seconds;
        let along = if moves_first { before } else { self.turned };
        self.x -= way * libm::cos(along);
        self.y += way * libm::sin(along);
        let aside = (self.face - self.x).max(self.x - self.face - 14.0).max(0.0);
        let upwards = (self.y.abs() - 24.0).max(0.0);
        if self.state == BodyState::Moving && aside * aside + upwards * upwards < 121.0 {
            self.state = BodyState::Caught;
        } else if self.state == BodyState::Moving && self.turned > 0.8 * PI {
            self.state = BodyState::Tunnelled;
            missed += 1;
        }
        missed
    }
}

#[test]
fn a_second_model_misses_the_walls_in_the_same_passes_in_both_orders() {
    // In 120ths of a second, the misses of 20 passes of three movers in the article's order, and with the two lines exchanged.
    let table = [(1, 0, 0), (2, 0, 0), (4, 0, 0), (6, 20, 0), (8, 40, 0), (12, 60, 0), (18, 60, 0)];
    for (length, moving_first, turning_first) in table {
        for (order, expected) in [("move-turn", moving_first), ("turn-move", turning_first)] {
            let dt = length * FLICKS_PER_SECOND / 120;
            let (mut world, mut movers) = (world(&in_order(order)), Mover::all());
            let (mut now, mut missed) = (0, 0);
            while now < 20 * PERIOD {
                now += dt;
                world.step(Span::from_flicks(dt));
                for (body, mover) in world.bodies().iter().zip(&mut movers) {
                    missed += mover.step(order == "move-turn", now, dt);
                    assert_eq!((body.pass, body.state), (mover.pass, mover.state), "{order}, {length}/120 s, at {now}");
                    assert!((body.pos.x - mover.x).abs() < 1e-9 && (body.pos.y - mover.y).abs() < 1e-9, "{order}: {body:?}");
                }
            }
            assert_eq!((missed, world.tally().tunnelled), (expected, expected), "{order}, steps of {length}/120 s");
        }
    }
}

#[test]
fn the_order_of_a_step_is_the_articles_unless_it_is_set() {
    let default = stepped(&curve(), Span::from_hz(30.0), 100);
    let [as_published, exchanged] = ["move-turn", "turn-move"].map(|order| stepped(&in_order(order), Span::from_hz(30.0), 100));
    assert_eq!(default.state_hash(), as_published.state_hash());
    assert_ne!(default.state_hash(), exchanged.state_hash());
}

#[test]
fn turning_before_moving_misses_no_wall_in_steps_of_up_to_a_fifth_of_a_second() {
    for milliseconds in (5..=200).step_by(5) {
        let mut world = world(&in_order("turn-move"));
        while world.sim() < Time::from_secs(40.0) {
            world.step(Span::from_millis(f64::from(milliseconds)));
        }
        assert_eq!(world.tally().tunnelled, 0, "{milliseconds} ms");
    }
}

#[test]
fn the_exact_path_has_no_order() {
    for seconds in [0.01, 0.05, 0.1, 0.7, 3.0] {
        let after = |order: &str| {
            let mut choice = in_order(order);
            choice.options.set("collision", Value::Word("exact".to_owned()));
            let world = stepped(&choice, Span::from_secs(seconds), 100);
            (world.state_hash(), world.tally())
        };
        assert_eq!(after("move-turn"), after("turn-move"), "{seconds} s");
    }
}

#[test]
fn with_steps_of_a_tenth_and_longer_some_movers_pass() {
    for seconds in [0.1, 0.125, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 10.0] {
        let mut world = world(&curve());
        while world.sim() < Time::from_secs(60.0) {
            world.step(Span::from_secs(seconds));
        }
        let tally = world.tally();
        assert!(tally.tunnelled > 0, "{seconds} s: {tally:?}");
        // Every pass that has ended is judged once, the last one perhaps not yet.
        let ended = world.sim().as_secs() / 2.0;
        let judged = (tally.caught + tally.tunnelled) as f64 / 3.0;
        assert!(judged >= ended.floor() && judged <= ended.floor() + 1.0, "{seconds} s: {judged} of {ended} passes");
    }
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn no_mover_tunnels_with_irregular_steps_of_at_most_a_sixtieth_in_either_order(
        steps in prop::collection::vec(1000..=FLICKS_PER_SECOND / 60, 700..1500),
        order in prop::sample::select(vec!["move-turn", "turn-move"]),
    ) {
        let mut world = world(&in_order(order));
        for dt in steps {
            world.step(Span::from_flicks(dt));
        }
        prop_assert_eq!(world.tally().tunnelled, 0);
        // Every pass that is over ended at the wall.
        let over = world.sim().as_secs() / 2.0;
        prop_assert!(world.tally().caught >= 3 * over as u64);
    }
}

#[test]
fn a_prediction_on_an_arc_turns_with_it_in_the_order_of_the_step() {
    for (order, moves_first) in [("move-turn", true), ("turn-move", false)] {
        let world = stepped(&in_order(order), Span::from_hz(60.0), 12);
        for (body, predicted) in world.bodies().iter().zip(frame(&world, FrameView::Ahead(Span::from_millis(20.0)))) {
            assert!((predicted.heading - body.heading - body.spin * 0.02).abs() < 1e-12, "from velocity and turn rate");
            let vel = if moves_first { body.vel } else { predicted.vel };
            assert!(predicted.pos.distance(body.pos + vel * 0.02) < 1e-9, "{order}");
        }
    }
}
