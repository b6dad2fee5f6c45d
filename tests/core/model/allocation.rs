//! Steps allocate nothing: a world that has settled works in the memory that it has.

use crate::common::every_choice;
use allocation_counter::measure;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::model::world::stepped_world::{FrameContent, FrameView};
use tickscope_core::model::worlds;

/// The engine of this world allocates inside, and is built again with every pass.
const WITH_AN_ENGINE: &str = "stack";

#[test]
fn steps_decisions_frames_and_exact_motions_allocate_nothing() {
    for choice in every_choice().iter().filter(|choice| choice.id != WITH_AN_ENGINE) {
        let mut world = worlds::world(choice, 7).expect("a listed scene");
        let (mut frame, mut exact) = (FrameContent::default(), Vec::new());
        let mut turn = |at: f64| {
            world.step(Span::from_hz(60.0));
            world.think();
            world.judge_frame(FrameView::Between(0.5), world.sim());
            world.draw_into(FrameView::Between(0.5), &mut frame);
            world.exact(Time::from_secs(at), &mut exact);
        };
        // After three seconds every buffer, and everything that is computed once, is there; later passes are alike.
        (0..180).for_each(|step| turn(f64::from(step) / 60.0));
        let allocated = measure(|| (0..55).for_each(|step| turn(2.0 + f64::from(step) / 60.0)));
        assert_eq!(allocated.count_total, 0, "{choice:?}");
    }
}
