//! Curve and wall: the polygon of turning and then moving, and contacts of arcs with a wall.

use super::worlds::{frame, stepped, world};
use crate::common::cases;
use proptest::prelude::*;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::model::config::settings::WorldChoice;
use tickscope_core::model::world::stepped_world::FrameView;

fn curve() -> WorldChoice {
    WorldChoice::new("curve-and-wall")
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
    fn no_mover_tunnels_with_irregular_steps_of_at_most_a_sixtieth(
        steps in prop::collection::vec(1000..=FLICKS_PER_SECOND / 60, 700..1500),
    ) {
        let mut world = world(&curve());
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
fn a_prediction_on_an_arc_turns_with_it() {
    let world = stepped(&curve(), Span::from_hz(60.0), 12);
    let ahead = Span::from_millis(20.0);
    for (body, predicted) in world.bodies().iter().zip(frame(&world, FrameView::Ahead(ahead))) {
        assert!((predicted.heading - body.heading - body.spin * 0.02).abs() < 1e-12, "from velocity and turn rate");
        assert!((predicted.pos.distance(body.pos) - body.vel.length() * 0.02).abs() < 1e-9);
    }
}
