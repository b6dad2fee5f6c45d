//! Objects that keep a time of their own: a hand, a pendulum, a ball, a moon, a card that fades in.
//!
//! An object that adds the elapsed time to a time of its own, and is a function of that time, can be paused (add
//! nothing), slowed down (add a fifth), sped up (add twice as much), restarted (set it to zero), and delayed (set it to
//! minus the delay, and draw it at zero until that has passed), each alone and all of it while the others go on. This
//! world shows nothing but that, and what follows: *it needs no fixed step*. Whatever steps a loop makes, of whatever
//! length, an object's time is the same sum, here in whole fifths of a flick, so every loop comes to the exact motion to
//! the last bit; what differs is only how far the loop's own count of time is behind. A step of zero pauses everything.
//!
//! Each object has a live option, so all this can be done while it runs, under every loop. Left alone it shows every
//! manner for three seconds, each object another one. What is set holds for the steps from that moment on, and the
//! exact motion remembers every change ([`own_time`]). To restart an object once more, let it run and restart it again.
//!
//! Each object's clock stands beside it, with the sign of how it runs.
//!
//! Source: Paul Houx's answer on the Cinder forum.

pub mod objects;
pub mod own_time;

use crate::base::params::{Param, Values};
use crate::base::time::Time;
use crate::model::world::{
    Appearance, Body, BodyStyle, ClosedForm, Controls, Frame, GameState, Motion, Numbers, Readout, Simulation, Sketch, StateHash,
    Step, WorldKind, WorldRect,
};
use objects::OBJECTS;
use own_time::{OwnTime, Reading, WORDS, seconds};

/// One for each object, with its name.
pub static OPTIONS: [Param; 5] = [
    Param::choice("hand", WORDS, "How the hand's own time runs; demo shows every manner in turn.").live(),
    Param::choice("pendulum", WORDS, "How the pendulum's own time runs; demo shows every manner in turn.").live(),
    Param::choice("ball", WORDS, "How the ball's own time runs; demo shows every manner in turn.").live(),
    Param::choice("moon", WORDS, "How the moon's own time runs; demo shows every manner in turn.").live(),
    Param::choice("card", WORDS, "How the own time of the card that fades in runs; demo shows every manner in turn.").live(),
];

/// The registry entry of this world.
pub const KIND: WorldKind = WorldKind {
    name: "Object clocks",
    about: "Objects with a time of their own: paused, slowed, restarted, delayed; whatever the steps, they stay exact.",
    options: &OPTIONS,
    closed_form: ClosedForm::Has("every object is a function of its own time, and that a sum of rates that are known"),
    ..WorldKind::of("clocks", make)
};

struct Clocks {
    own: Vec<OwnTime>,
}

/// The objects, then the faces of their clocks, and what each clock reads.
#[derive(Clone)]
struct Objects {
    bodies: [Body; 2 * OBJECTS.len()],
    /// Fifths of a flick.
    counts: [f64; OBJECTS.len()],
}

impl Objects {
    fn set(&mut self, index: usize, reading: Reading) {
        let object = &OBJECTS[index];
        self.bodies[index] = object.body(reading);
        self.bodies[OBJECTS.len() + index] = object.face(reading.pass);
        self.counts[index] = reading.counts;
    }
}

impl GameState for Objects {
    fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    fn numbers(&self) -> Numbers {
        let mut numbers = Numbers::default();
        numbers[..OBJECTS.len()].copy_from_slice(&self.counts);
        numbers
    }

    fn population(&self) -> usize {
        OBJECTS.len()
    }

    fn hash_into(&self, hash: &mut StateHash) {
        let (objects, faces) = self.bodies.split_at(OBJECTS.len());
        for object in objects {
            object.hash_into(hash);
        }
        for (face, counts) in faces.iter().zip(self.counts) {
            Body { spin: counts, ..*face }.hash_into(hash);
        }
    }
}

fn make(options: &Values, _: u64) -> Simulation {
    let own = OPTIONS.iter().zip(&OBJECTS).map(|(option, object)| OwnTime::new(option, object.first, options));
    Simulation::of(Clocks { own: own.collect() })
}

impl Motion for Clocks {
    type State = Objects;

    fn start(&self) -> Objects {
        let mut start = Objects { bodies: [Body::default(); 2 * OBJECTS.len()], counts: [0.0; OBJECTS.len()] };
        self.exact(Time::ZERO, &Controls::default(), &mut start);
        start
    }

    /// own += rate · dt, and everything is where it is at that time of its own.
    fn step(&mut self, from: &Objects, to: &mut Objects, step: &Step) {
        for (index, own) in self.own.iter().enumerate() {
            let (was, is) = (own.reading(step.at, step.controls), own.reading(step.end(), step.controls));
            let goes_on = is.pass == from.bodies[index].pass;
            let counts = if goes_on { from.counts[index] + (is.counts - was.counts) } else { is.counts };
            to.set(index, Reading { counts, ..is });
        }
    }

    fn exact(&self, at: Time, controls: &Controls, state: &mut Objects) {
        for (index, own) in self.own.iter().enumerate() {
            state.set(index, own.reading(at, controls));
        }
    }
}

impl Appearance for Clocks {
    /// The time of every object, in seconds of its own.
    fn readouts(&self, frame: &Frame, _: &Controls) -> Vec<Readout> {
        let objects = OPTIONS.iter().zip(frame.numbers).take(frame.bodies.len());
        objects.map(|(option, counts)| Readout::number((&option.name, &option.name), seconds(counts), 2, " s")).collect()
    }

    fn extent(&self) -> WorldRect {
        WorldRect::new(0.0, 0.0, 646.0, 452.0)
    }

    fn backdrop(&self, _: &Frame, _: WorldRect, sketch: &mut Sketch) {
        objects::draw_places(sketch);
    }

    fn draw(&self, index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch) {
        match index.checked_sub(OBJECTS.len()) {
            None => objects::draw_object(index, body, style, sketch),
            Some(clock) if style == BodyStyle::Solid => objects::draw_dial(clock, sketch),
            Some(_) => {}
        }
    }
}
