//! Objects that keep a time of their own: a hand, a pendulum, a ball, a moon, and a card that fades in.
//!
//! An object that adds the elapsed time to its own time, and is a function of that time, can be paused (add nothing), slowed down
//! (add a fifth), sped up (add twice as much), restarted (set it to zero), and delayed (set it to minus the delay, and draw the
//! object at zero until that has passed), while all other objects continue. This world shows that, and its consequence: *it needs no
//! fixed step*. An object's time is the same sum whatever steps a loop makes, here in whole fifths of a flick, so every loop
//! comes to the exact motion to the last bit; loops differ only in how far their own count of time is behind. A step of zero
//! pauses everything.
//!
//! Each object has a live option, so that a person can do all this under every loop. By default an object shows every manner for
//! three seconds, each object another one. A change holds for the steps from that moment on, and the exact motion follows
//! every change ([`own_time`]). To restart an object once more, let it run and restart it again.
//!
//! The scene has its own time, too, and gives way to the next scene at 60 seconds of it (`scene_s`), so that it does so later if
//! it is slowed down, paused or delayed. A bar at the bottom fills up until then, and each scene has another ground.
//!
//! Each object has its clock next to it, with the sign of its manner.
//!
//! Source: Paul Houx's answer on the Cinder forum.

pub mod objects;
pub mod own_time;

use crate::base::params::param::Param;
use crate::base::params::values::Values;
use crate::base::time::Time;
use crate::model::world::appearance::{Appearance, Frame};
use crate::model::world::body::{Body, StateHash};
use crate::model::world::controls::{Controls, WorldStep};
use crate::model::world::kind::{ClosedForm, GalleryPicture, WorldKind};
use crate::model::world::motion::{GameState, Motion, Simulation};
use crate::model::world::numbers::{Numbers, world_numbers};
use crate::model::world::readout::Readout;
use crate::model::world::sketch::{BodyStyle, Sketch, WorldRect};
use objects::OBJECTS;
use own_time::{ClockReading, OwnTime, SCENE_WORDS, WORDS, seconds};

/// The options: the manner of each object's own time, the manner of the scene's own time, and the length of a scene.
static OPTIONS: [Param; 7] = [
    Param::choice("hand", WORDS, "How the hand's own time runs; demo shows every manner in turn.").live(),
    Param::choice("pendulum", WORDS, "How the pendulum's own time runs; demo shows every manner in turn.").live(),
    Param::choice("ball", WORDS, "How the ball's own time runs; demo shows every manner in turn.").live(),
    Param::choice("moon", WORDS, "How the moon's own time runs; demo shows every manner in turn.").live(),
    Param::choice("card", WORDS, "How the own time of the card that fades in runs; demo shows every manner in turn.").live(),
    Param::choice("scene", SCENE_WORDS, "How the scene's own time runs: it changes at scene_s of that, not of the clock.").live(),
    Param::seconds("scene_s", 60.0, (1.0, 3600.0), "After how many seconds of its own time a scene gives way to the next."),
];
/// The index of the option for the scene's own time.
const SCENE: usize = 5;
/// The index of the option for the length of a scene.
const SCENE_S: usize = 6;

pub const KIND: WorldKind = WorldKind {
    name: "Object clocks",
    about: "Objects keep a time of their own: paused, slowed, restarted or delayed, they stay exact whatever the steps.",
    options: &OPTIONS,
    closed_form: ClosedForm::Has("every object is a function of its own time, and that a sum of rates that are known"),
    body_width: 2.0 * objects::BALL,
    picture: GalleryPicture { strategy: "variable-delta", render_ms: 5.0, at_s: 9.0 },
    ..WorldKind::of("clocks", make)
};

struct Clocks {
    own: Vec<OwnTime>,
    scene: OwnTime,
    /// The length of a scene, in own seconds.
    scene_s: f64,
}

/// The objects, the faces of their clocks, and the readings of the clocks.
#[derive(Clone)]
struct ClocksState {
    bodies: [Body; 2 * OBJECTS.len()],
    counts: [f64; OBJECTS.len()],
    /// The scene's own time in fifths of a flick, and how often it has been set.
    scene: (f64, i64),
}

world_numbers! {
    /// The own times of the objects and of the scene, in fifths of a flick.
    pub struct ClocksNumbers {
        hand: f64,
        pendulum: f64,
        ball: f64,
        moon: f64,
        card: f64,
        scene: f64,
    }
}

impl ClocksNumbers {
    fn of_objects(self) -> [f64; OBJECTS.len()] {
        [self.hand, self.pendulum, self.ball, self.moon, self.card]
    }
}

impl ClocksState {
    fn set(&mut self, index: usize, reading: ClockReading) {
        let object = &OBJECTS[index];
        self.bodies[index] = object.body(reading);
        self.bodies[OBJECTS.len() + index] = object.face(reading.pass);
        self.counts[index] = reading.counts;
    }
}

impl GameState for ClocksState {
    fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    fn numbers(&self) -> Numbers {
        let [hand, pendulum, ball, moon, card] = self.counts;
        ClocksNumbers { hand, pendulum, ball, moon, card, scene: self.scene.0 }.into()
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
    let scene_s = options.number(&OPTIONS[SCENE_S]).unwrap_or(60.0);
    Simulation::of(Clocks { own: own.collect(), scene: OwnTime::new(&OPTIONS[SCENE], 0, options), scene_s })
}

impl Clocks {
    /// Returns the number of the scene at the own time `counts`, counted from 1, and how many own seconds it has lasted.
    fn scene_at(&self, counts: f64) -> (u64, f64) {
        let own = seconds(counts);
        let before = (own / self.scene_s).floor().max(0.0);
        (before as u64 + 1, own - before * self.scene_s)
    }
}

/// Returns a clock's reading after `step`, which began at `counts` when the clock had been set `times_set` times: `counts` plus
/// the own time of the step, or the time to which the clock was set within the step, plus what it gained after that.
fn goes_on(own: &OwnTime, step: &WorldStep, (counts, times_set): (f64, i64)) -> ClockReading {
    let (was, is) = (own.reading(step.at, step.controls), own.reading(step.end(), step.controls));
    let counts = if is.pass == times_set { counts + (is.counts - was.counts) } else { is.counts };
    ClockReading { counts, ..is }
}

impl Motion for Clocks {
    type State = ClocksState;

    fn start(&self) -> ClocksState {
        let mut start =
            ClocksState { bodies: [Body::default(); 2 * OBJECTS.len()], counts: [0.0; OBJECTS.len()], scene: (0.0, 0) };
        self.exact(Time::ZERO, &Controls::default(), &mut start);
        start
    }

    /// Adds rate · dt to every own time, and moves every object to its position at its new own time.
    fn step(&mut self, from: &ClocksState, to: &mut ClocksState, step: &WorldStep) {
        for (index, own) in self.own.iter().enumerate() {
            to.set(index, goes_on(own, step, (from.counts[index], from.bodies[index].pass)));
        }
        let scene = goes_on(&self.scene, step, from.scene);
        to.scene = (scene.counts, scene.pass);
    }

    fn exact(&self, at: Time, controls: &Controls, state: &mut ClocksState) {
        for (index, own) in self.own.iter().enumerate() {
            state.set(index, own.reading(at, controls));
        }
        let scene = self.scene.reading(at, controls);
        state.scene = (scene.counts, scene.pass);
    }
}

impl Appearance for Clocks {
    fn readouts(&self, frame: &Frame, _: &Controls) -> Vec<Readout> {
        let numbers = ClocksNumbers::from(frame.numbers);
        let objects = OPTIONS.iter().zip(numbers.of_objects());
        let objects = objects.map(|(option, counts)| Readout::number((&option.name, &option.name), seconds(counts), 2, " s"));
        let (number, own) = self.scene_at(numbers.scene);
        let scene = [Readout::count(("scene", "scene"), number), Readout::number(("scene-time", "scene time"), own, 2, " s")];
        objects.chain(scene).collect()
    }

    fn extent(&self) -> WorldRect {
        WorldRect::new(0.0, 0.0, 646.0, 452.0)
    }

    fn backdrop(&self, frame: &Frame, visible: WorldRect, sketch: &mut Sketch) {
        let (number, own) = self.scene_at(ClocksNumbers::from(frame.numbers).scene);
        objects::draw_scene(number, own / self.scene_s, visible, sketch);
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
