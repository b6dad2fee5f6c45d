use crate::base::params::values::Values;
use crate::base::time::Time;
use crate::model::world::appearance::{Appearance, Frame};
use crate::model::world::body::Body;
use crate::model::world::controls::{Controls, WorldStep};
use crate::model::world::kind::{ClosedForm, WorldKind};
use crate::model::world::motion::{GameState, Motion, Simulation};
use crate::model::world::numbers::{Numbers, world_numbers};
use crate::model::world::readout::Readout;
use crate::model::world::sketch::{BodyStyle, Ink, Sketch, WorldRect};
use glam::DVec2;

pub const KIND: WorldKind = WorldKind {
    name: "My world", // in the window
    about: "One sentence: what moves, and what goes wrong.",
    closed_form: ClosedForm::Has("it flies straight on"), // or Lacks(why): the loop that needs a formula is refused
    ..WorldKind::of("my-world", make) // the id on the command line; see WorldKind for walls, ghosts, tracks, laps
};

const SPEED: f64 = 3.0;

struct MyWorld;

/// Everything that is carried from one step to the next, in types that say what it is.
#[derive(Clone)]
struct Flight {
    ball: [Body; 1],
    steps: u64,
}

world_numbers! {
    /// Up to eight numbers, each with a name.
    pub struct FlightNumbers {
        steps: f64,
    }
}

fn make(_: &Values, _seed: u64) -> Simulation {
    Simulation::of(MyWorld)
}

fn ball(at: Time) -> Body {
    Body { vel: DVec2::new(SPEED, 0.0), ..Body::at(SPEED * at.as_secs(), 0.0) }
}

impl GameState for Flight {
    /// The bodies that are drawn.
    fn bodies(&self) -> &[Body] {
        &self.ball
    }

    /// The numbers for its readouts that the bodies do not show.
    fn numbers(&self) -> Numbers {
        FlightNumbers { steps: self.steps as f64 }.into()
    }
}

impl Motion for MyWorld {
    type State = Flight;

    fn start(&self) -> Flight {
        Flight { ball: [ball(Time::ZERO)], steps: 0 }
    }

    fn step(&mut self, from: &Flight, to: &mut Flight, step: &WorldStep) {
        to.clone_from(from);
        to.ball[0].pos += to.ball[0].vel * step.dt.as_secs();
        to.steps += 1;
    }

    fn exact(&self, at: Time, _: &Controls, state: &mut Flight) {
        state.ball = [ball(at)];
    }
}

impl Appearance for MyWorld {
    /// The part of the world that a pane must show.
    fn extent(&self) -> WorldRect {
        WorldRect::new(0.0, -1.0, 60.0, 1.0)
    }

    fn backdrop(&self, _: &Frame, visible: WorldRect, sketch: &mut Sketch) {
        sketch.line(DVec2::new(visible.min.x, -0.5), DVec2::new(visible.max.x, -0.5), 2.0, Ink::Wall);
    }

    fn draw(&self, index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch) {
        sketch.disc(body.pos, 0.5, style.ink(index, body.state));
    }

    fn readouts(&self, frame: &Frame, _: &Controls) -> Vec<Readout> {
        let FlightNumbers { steps } = frame.numbers.into();
        vec![Readout::count(("steps", "steps"), steps as u64)] // a fixed id, and the words that are shown
    }
}
