//! The loop and the world of `docs/adding.md` do what that page says.

use crate::base::params::values::Values;
use crate::base::time::Span;
use crate::lab::panes::report::{PaneReport, Report};
use crate::model::config::settings::{PaneSettings, Settings};
use crate::model::strategies::{self, my_steps};
use crate::model::world::controls::Controls;
use crate::model::world::stepped_world::World;
use crate::model::worlds::my_world;

fn report(settings: Settings) -> PaneReport {
    Report::new(settings.lettered(), 5.0).expect("it runs").panes.remove(0)
}

#[test]
fn the_loop_of_the_documentation_is_an_accumulator() {
    strategies::add(my_steps::STRATEGY).expect("no loop has its id");
    let example = report(Settings { panes: vec![PaneSettings::new("my-steps")], ..Settings::default() });
    let published = report(Settings { panes: vec![PaneSettings::new("fixed-interpolated")], ..Settings::default() });
    assert!(example.sim_s > 4.9, "it moves");
    assert_eq!((example.state_hash, example.sim_s), (published.state_hash, published.sim_s));
}

#[test]
fn the_world_of_the_documentation_keeps_to_its_exact_motion() {
    let make = my_world::KIND.make.expect("it needs no engine");
    let mut world = World::new(&my_world::KIND, make(&Values::default(), 0), Controls::default());
    let mut exact = Vec::new();
    for _ in 0..60 {
        world.step(Span::from_hz(60.0));
        world.exact(world.sim(), &mut exact);
        assert!(world.bodies()[0].pos.distance(exact[0].pos) < 1e-9, "at {:?}", world.sim());
    }
    assert!(exact[0].pos.x > 2.9, "it flies");
    assert_eq!(my_world::FlightNumbers::from(world.frame().numbers).steps, 60.0);
}
