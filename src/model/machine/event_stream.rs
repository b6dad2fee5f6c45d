//! A computer's events in the order of their times: the loop's operations, and what happens between them.
//!
//! The display and the inputs have times of their own. Before an operation is told, everything that happened by its start
//! is told: the flips of the display, and the inputs given. At equal times the display comes first.

use super::display::Display;
use super::event::{Detail, Event, Observer};
use super::inputs::Inputs;
use crate::base::time::Time;
use crate::model::world::Body;
use std::cell::RefCell;
use std::rc::Rc;

/// What happens at times of its own, and the observer that is told of it and of the operations.
pub(super) struct EventStream {
    observer: Option<Rc<RefCell<dyn Observer>>>,
    /// Whether frames keep what they show, and details are told.
    pub keeps_frames: bool,
    /// The display, which flips at its refresh ticks.
    pub display: Display,
    /// The inputs, given and on their way to the display.
    pub inputs: Inputs,
}

impl EventStream {
    /// A stream that begins at `start`, with no observer.
    pub fn new(start: Time) -> EventStream {
        EventStream { observer: None, keeps_frames: false, display: Display::default(), inputs: Inputs::new(start) }
    }

    /// The same stream, told to `observer`.
    pub fn observed_by(self, observer: Rc<RefCell<dyn Observer>>) -> EventStream {
        EventStream { observer: Some(observer), ..self }
    }

    /// Tells the observer, if there is one.
    #[inline]
    pub fn tell(&self, say: impl FnOnce(&mut dyn Observer)) {
        if let Some(observer) = &self.observer {
            say(&mut *observer.borrow_mut());
        }
    }

    /// Tells what belongs to an operation, if there is an observer that looks inside.
    #[inline]
    pub fn detail(&self, detail: &Detail) {
        if self.keeps_frames {
            self.tell(|observer| observer.detail(detail));
        }
    }

    /// Tells of an operation that has begun, after everything that happened by its start.
    #[inline]
    pub fn note(&mut self, event: &Event, bodies: &[Body]) {
        if self.observer.is_some() {
            self.note_in_order(event, bodies);
        }
    }

    fn note_in_order(&mut self, event: &Event, bodies: &[Body]) {
        self.advance(event.at(), event.at());
        self.tell(|observer| observer.note(event, bodies));
    }

    /// An update starts at `at`, and reads every input given by then.
    #[inline]
    pub fn read_inputs(&mut self, at: Time) {
        if self.observer.is_some() {
            self.advance(at, at);
            self.inputs.read(at);
        }
    }

    /// The display shows everything whose tick is not after `flips`, and every input is given whose time is not after
    /// `inputs`.
    #[inline]
    pub fn advance(&mut self, flips: Time, inputs: Time) {
        if self.next_flip(flips).is_some() || self.next_input(inputs).is_some() {
            self.catch_up(flips, inputs);
        }
    }

    fn catch_up(&mut self, flips: Time, inputs: Time) {
        loop {
            match (self.next_flip(flips), self.next_input(inputs)) {
                (Some(tick), Some(input)) if input < tick => self.give_input(),
                (Some(_), _) => self.flip(),
                (None, Some(_)) => self.give_input(),
                (None, None) => return,
            }
        }
    }

    #[inline]
    fn next_flip(&self, until: Time) -> Option<Time> {
        self.display.due().filter(|tick| *tick <= until)
    }

    /// Inputs are marks for the observer: without one none are given.
    #[inline]
    fn next_input(&self, until: Time) -> Option<Time> {
        self.observer.as_ref().map(|_| self.inputs.due()).filter(|input| *input <= until)
    }

    /// The next input is given.
    fn give_input(&mut self) {
        let input = self.inputs.give();
        self.tell(|observer| observer.input(input));
    }

    /// The display changes to the next frame, which may be the first that knows of inputs.
    fn flip(&mut self) {
        let Some(frame) = self.display.turn_to(Time::NEVER) else { return };
        let (at, known) = (frame.at, frame.known);
        if let Some(observer) = &self.observer {
            let mut observer = observer.borrow_mut();
            if self.keeps_frames {
                observer.detail(&Detail::Numbers(frame.numbers));
            }
            observer.note(&Event::Display { at, drawn: frame.drawn }, frame.bodies);
        }
        while let Some(answer) = self.inputs.answer(known, at) {
            self.tell(|observer| observer.answer(&answer));
        }
    }
}
