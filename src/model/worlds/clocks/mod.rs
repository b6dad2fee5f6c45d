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
//! Each object's clock stands beside it, with the sign of how it runs. The clock's count is in the `spin` of an unseen
//! body ([`objects::Object::clock`]).
//!
//! Source: Paul Houx's answer on the Cinder forum.

pub mod objects;
pub mod own_time;

use crate::base::params::{Param, Values};
use crate::base::time::{Span, Time};
use crate::model::world::{Body, BodyStyle, Readout, Scene, SceneKind, Sketch, WorldRect};
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

pub const KIND: SceneKind = SceneKind {
    name: "Object clocks",
    about: "Objects with a time of their own: paused, slowed, restarted, delayed; whatever the steps, they stay exact.",
    options: &OPTIONS,
    ..SceneKind::of("clocks", make)
};

struct Clocks {
    own: Vec<OwnTime>,
}

fn make(options: &Values, _: u64) -> Box<dyn Scene> {
    let own = OPTIONS.iter().zip(&OBJECTS).map(|(option, object)| OwnTime::new(option, object.first, options));
    Box::new(Clocks { own: own.collect() })
}

impl Scene for Clocks {
    fn start(&self) -> Vec<Body> {
        let mut bodies = Vec::new();
        self.exact(Time::ZERO, &mut bodies);
        bodies
    }

    /// own += rate · dt, and everything is where it is at that time of its own.
    fn step(&mut self, from: &[Body], to: &mut [Body], at: Time, dt: Span) {
        let (objects, clocks) = to.split_at_mut(OBJECTS.len());
        let from = &from[OBJECTS.len()..];
        for ((((own, object), from), body), clock) in self.own.iter().zip(&OBJECTS).zip(from).zip(objects).zip(clocks) {
            let (was, is) = (own.reading(at), own.reading(at + dt));
            let goes_on = is.pass == from.pass;
            let counts = if goes_on { from.spin + (is.counts - was.counts) } else { is.counts };
            let reading = Reading { counts, ..is };
            (*body, *clock) = (object.body(reading), object.clock(reading));
        }
    }

    fn exact(&self, at: Time, bodies: &mut Vec<Body>) {
        let readings = || self.own.iter().zip(&OBJECTS).map(|(own, object)| (own.reading(at), object));
        bodies.clear();
        bodies.extend(readings().map(|(reading, object)| object.body(reading)));
        bodies.extend(readings().map(|(reading, object)| object.clock(reading)));
    }

    fn set(&self, at: Time, options: &Values) {
        self.own.iter().for_each(|own| own.set(at, options));
    }

    /// The time of every object, in seconds of its own.
    fn readouts(&self, bodies: &[Body], _: Time) -> Vec<Readout> {
        let clocks = bodies.iter().skip(OBJECTS.len());
        OPTIONS
            .iter()
            .zip(clocks)
            .map(|(option, clock)| Readout::number(option.name.as_ref(), seconds(clock.spin), 2, " s"))
            .collect()
    }

    fn population(&self, _: &[Body]) -> usize {
        OBJECTS.len()
    }

    /// An object from its velocity, its clock's hand from how fast it runs; a count is a count.
    fn predict(&self, body: &Body, ahead: f64) -> Body {
        let is_clock = OBJECTS.iter().any(|object| object.dial == body.pos);
        if is_clock { *body } else { body.coasting(ahead) }
    }

    fn frame(&self) -> WorldRect {
        WorldRect::new(0.0, 0.0, 646.0, 452.0)
    }

    fn backdrop(&self, _: &[Body], _: WorldRect, sketch: &mut Sketch) {
        objects::draw_places(sketch);
    }

    fn draw(&self, index: usize, body: &Body, look: BodyStyle, sketch: &mut Sketch) {
        match index.checked_sub(OBJECTS.len()) {
            None => objects::draw_object(index, body, look, sketch),
            Some(clock) if look == BodyStyle::Solid => objects::draw_dial(clock, sketch),
            Some(_) => {}
        }
    }
}
