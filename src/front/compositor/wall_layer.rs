//! What a pane's steps do at its wall, as instances under its bodies.

use crate::front::render::{Camera, Instance};
use crate::front::ui::look::Look;
use crate::front::ui::wall_phases;
use crate::studio::session::Session;

/// The shapes of pane `index`, where that is looked at.
pub fn instances(session: &Session, index: usize, camera: &Camera, look: Look) -> Vec<Instance> {
    let mut instances = Vec::new();
    let Some((phases, wall)) = session.phases(index).zip(session.wall(index)) else { return instances };
    let pane = session.lab().panes()[index].id();
    let replay = session.transport().wall_replay().filter(|replay| replay.pane == pane);
    let only = replay.map(|replay| replay.crossing.body);
    wall_phases::draw(&wall, &phases, only, &mut |place, shapes| {
        let camera = camera.about(place);
        instances.extend(shapes.iter().map(|shape| camera.instance(shape, look.ink(shape.ink))));
    });
    instances
}
