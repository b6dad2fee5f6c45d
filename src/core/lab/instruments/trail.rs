//! The dots of a pane's trails, which frames leave when the next one replaces them, and the walked path of a body.

use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::recording::entries::{Entry, Moment};
use crate::lab::recording::kept::Reader;
use crate::lab::recording::pane_recording::Recording;
use crate::model::machine::event::Event;
use crate::model::world::body::{Body, BodyState};
use std::collections::VecDeque;
use std::rc::Rc;

/// The number of bodies, from the first of a world, that have a trail. More trails would cover a crowd.
const MOST_BODIES: usize = 32;
/// The age at which a dot of a trail disappears.
const LENGTH: Span = Span::from_flicks(FLICKS_PER_SECOND);
/// The dots of one second of a 240 Hz display with all bodies; on a faster display a trail is shorter.
const CAPACITY: usize = MOST_BODIES * 240;

/// The largest number of points of a path: a lap of four seconds at 500 frames per second.
const MOST_POINTS: usize = 2000;

/// One body in one frame that has left the display.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// The moment at which the next frame replaced this one.
    pub left: Time,
    pub body: usize,
    /// The body's position in the frame, in world units.
    pub pos: glam::DVec2,
}

/// The dots of the last second, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    pub dots: VecDeque<Dot>,
    /// The index and position of each body in the frame on the display.
    shown: Vec<(usize, glam::DVec2)>,
    /// The body that leaves a path instead of dots; `None` if the world has none.
    walks: Option<usize>,
    pass: i64,
    /// The positions of that body in the frames of its pass, up to the frame on the display, the oldest first.
    pub path: VecDeque<glam::DVec2>,
}

impl Reader<Recording> for Trail {
    fn add(&mut self, recording: &Recording, number: usize) {
        if let Some(Entry::Event(Event::Display { .. })) = recording.entries.ring.get(number) {
            self.add_flip(recording, recording.flips.partition_point(|flip| flip.entry < number));
        }
    }
}

impl Trail {
    /// Returns the trail of the frames in the second before `moment`.
    pub fn at(recording: &Recording, moment: Moment) -> Rc<Trail> {
        if recording.entries.is_newest(moment) {
            return recording.read();
        }
        let (mut trail, end) = (Trail::default(), recording.flips_until(moment));
        let Some(last) = end.checked_sub(1).and_then(|last| recording.flips.get(last)) else { return Rc::new(trail) };
        // The frame before the first one leaves its dots when the first one appears.
        let mut first = recording.flips.partition_point(|flip| flip.at < last.at - LENGTH).saturating_sub(1);
        let pass = |number: usize| Some(recording.bodies.shown.get(number)?.bodies.get(recording.world.walks?)?.pass);
        if let Some(present) = pass(end - 1) {
            while end - first < MOST_POINTS && first.checked_sub(1).and_then(pass) == Some(present) {
                first -= 1;
            }
        }
        (first..end).for_each(|number| trail.add_flip(recording, number));
        Rc::new(trail)
    }

    fn add_flip(&mut self, recording: &Recording, number: usize) {
        if let (Some(flip), Some(state)) = (recording.flips.get(number), recording.bodies.shown.get(number)) {
            self.walks = recording.world.walks;
            self.add_frame(flip.at, &state.bodies);
        }
    }

    /// Adds a frame with `bodies`, to which the display changes at `at`: the frame before it leaves its dots.
    fn add_frame(&mut self, at: Time, bodies: &[Body]) {
        self.dots.extend(self.shown.drain(..).map(|(body, pos)| Dot { left: at, body, pos }));
        if let Some(body) = self.walks.and_then(|walks| bodies.get(walks)) {
            if self.pass != body.pass {
                self.path.clear();
            }
            self.pass = body.pass;
            self.path.push_back(body.pos);
            if self.path.len() > MOST_POINTS {
                self.path.pop_front();
            }
        }
        // A body that waits to start is not drawn yet.
        let has_dots = |(index, body): &(usize, &Body)| body.state != BodyState::Waiting && Some(*index) != self.walks;
        let there = bodies.iter().enumerate().take(MOST_BODIES).filter(has_dots);
        self.shown.extend(there.map(|(index, body)| (index, body.pos)));
        while self.dots.len() > CAPACITY || self.dots.front().is_some_and(|dot| dot.left < at - LENGTH) {
            self.dots.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lab::instruments::trail::*;

    #[test]
    fn a_trail_keeps_the_frames_of_the_last_second_and_of_32_bodies() {
        let mut trail = Trail::default();
        let bodies = vec![Body::default(); 100];
        for frame in 0..300 {
            trail.add_frame(Time::from_secs(f64::from(frame) / 60.0), &bodies);
        }
        assert_eq!(trail.dots.len(), 61 * MOST_BODIES);
        assert!(trail.dots.iter().all(|dot| dot.body < MOST_BODIES));
    }

    #[test]
    fn what_waits_leaves_no_trail() {
        let mut trail = Trail::default();
        trail.add_frame(Time::ZERO, &[Body { state: BodyState::Waiting, ..Body::default() }, Body::default()]);
        assert_eq!(trail.dots.len(), 0, "the frame is still on the display");
        trail.add_frame(Time::from_secs(3.0), &[]);
        assert!(trail.dots.iter().all(|dot| dot.left == Time::from_secs(3.0)), "however long it stood there");
        assert_eq!(trail.dots.iter().map(|dot| dot.body).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn a_path_reaches_from_the_beginning_of_the_lap_to_the_frame_on_the_display() {
        let mut trail = Trail { walks: Some(0), ..Trail::default() };
        for frame in 0..600 {
            let body = Body { pass: frame / 240, ..Body::at(frame as f64, 0.0) };
            trail.add_frame(Time::from_secs(frame as f64 / 60.0), &[body, Body::default()]);
        }
        assert_eq!(trail.path.iter().map(|point| point.x).collect::<Vec<_>>(), (480..600).map(f64::from).collect::<Vec<_>>());
        assert!(trail.dots.iter().all(|dot| dot.body == 1), "it has no dots");
    }

    #[test]
    fn a_trail_never_holds_more_than_its_ring() {
        let mut trail = Trail::default();
        for frame in 0..2000 {
            trail.add_frame(Time::from_secs(f64::from(frame) / 1000.0), &vec![Body::default(); 64]);
        }
        assert_eq!(trail.dots.len(), CAPACITY);
    }
}
