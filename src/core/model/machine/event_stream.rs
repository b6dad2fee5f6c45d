//! A computer's events in the order of their times: the loop's operations, and what happens between them.
//!
//! The display, the GPU and the inputs have times of their own. Before an operation is reported, everything that happened by its
//! start is reported: the flips and repeats of the display, the frames that the GPU begins, and the inputs. At equal times they
//! come in this order.

use super::display::{Display, Refreshing};
use super::event::{Detail, Event, Observer};
use super::gpu::{Gpu, GpuWork};
use super::inputs::Inputs;
use super::refresh::Scanout;
use crate::base::time::Time;
use crate::model::world::Body;
use std::cell::RefCell;
use std::rc::Rc;

/// The display, the GPU and the inputs, and the observer that is notified of them and of the operations.
pub(super) struct EventStream {
    observer: Option<Rc<RefCell<dyn Observer>>>,
    /// Whether frames keep their content, and observers are notified of details.
    pub keeps_frames: bool,
    pub gpu: Gpu,
    pub display: Display,
    pub inputs: Inputs,
}

/// The moments up to which observers are notified of what happens between operations.
#[derive(Clone, Copy, Debug)]
pub(super) struct NotifyUntil {
    /// The limit for frames, on the GPU and on the display.
    pub frames: Time,
    /// The limit for inputs.
    pub inputs: Time,
    /// The limit for repeats that a frame submitted from now on may forestall.
    pub repeats: Time,
}

impl NotifyUntil {
    /// Returns the limits for an operation that starts at `at`: no frame that is submitted from now on is done by then.
    pub fn operation_at(at: Time) -> NotifyUntil {
        NotifyUntil { frames: at, inputs: at, repeats: at }
    }
}

impl EventStream {
    /// Returns a stream that begins at `start`, without an observer.
    pub fn new(start: Time, scanout: Scanout) -> EventStream {
        let (gpu, display, inputs) = (Gpu::default(), Display::new(scanout), Inputs::new(start));
        EventStream { observer: None, keeps_frames: false, gpu, display, inputs }
    }

    pub fn observed_by(self, observer: Rc<RefCell<dyn Observer>>) -> EventStream {
        EventStream { observer: Some(observer), ..self }
    }

    /// Calls `say` with the observer, if there is one.
    #[inline]
    pub fn notify(&self, say: impl FnOnce(&mut dyn Observer)) {
        if let Some(observer) = &self.observer {
            say(&mut *observer.borrow_mut());
        }
    }

    /// Notifies an observer that wants details.
    #[inline]
    pub fn detail(&self, detail: &Detail) {
        if self.keeps_frames {
            self.notify(|observer| observer.detail(detail));
        }
    }

    /// Reports a line of the loop's console.
    pub fn log(&self, at: Time, line: u32, text: &str) {
        self.notify(|observer| observer.log(at, line, text));
    }

    /// Reports an operation that has begun, after everything that happened by its start.
    #[inline]
    pub fn note(&mut self, event: &Event, bodies: &[Body]) {
        if self.observer.is_some() {
            self.note_in_order(event, bodies);
        }
    }

    fn note_in_order(&mut self, event: &Event, bodies: &[Body]) {
        self.advance(NotifyUntil::operation_at(event.at()));
        self.notify(|observer| observer.note(event, bodies));
    }

    /// Lets the loop read, at `at`, every input given by then.
    #[inline]
    pub fn read_inputs(&mut self, at: Time) {
        if self.observer.is_some() {
            self.advance(NotifyUntil::operation_at(at));
            self.inputs.read(at);
        }
    }

    /// Lets everything happen that is due.
    #[inline]
    pub fn advance(&mut self, until: NotifyUntil) {
        if self.display.due().0 <= until.frames || self.gpu.due() <= until.frames || self.next_input() <= until.inputs {
            self.catch_up(until);
        }
    }

    fn catch_up(&mut self, until: NotifyUntil) {
        let due = |at: Time, until: Time| if at <= until { at } else { Time::NEVER };
        loop {
            let (refresh, refreshing) = self.display.due();
            // A repeat that a frame may still forestall holds up everything after it, so that all events stay in order.
            let is_open = refreshing == Refreshing::RepeatUnlessAFrameComes;
            let display = due(refresh, if is_open { until.repeats } else { until.frames });
            let gpu = due(self.gpu.due(), until.frames);
            let input = due(self.next_input(), if is_open { until.inputs.min(refresh) } else { until.inputs });
            match display.min(gpu).min(input) {
                Time::NEVER => return,
                first if first == display => self.refresh(first, refreshing),
                first if first == gpu => self.begin_gpu_work(),
                _ => self.give_input(),
            }
        }
    }

    /// Returns when the next input is due. Inputs are marks for the observer, so without one none are given.
    #[inline]
    fn next_input(&self) -> Time {
        self.observer.as_ref().map_or(Time::NEVER, |_| self.inputs.due())
    }

    fn refresh(&mut self, at: Time, refreshing: Refreshing) {
        match refreshing {
            Refreshing::Flip => self.flip(),
            Refreshing::Repeat | Refreshing::RepeatUnlessAFrameComes => {
                self.display.repeat(at);
                self.notify(|observer| observer.note(&Event::Repeat { at }, &[]));
            }
        }
    }

    fn begin_gpu_work(&mut self) {
        if let Some(GpuWork { at, end, frame }) = self.gpu.unreported.pop_front() {
            self.notify(|observer| observer.note(&Event::Gpu { at, end, frame }, &[]));
        }
    }

    fn give_input(&mut self) {
        let input = self.inputs.give();
        self.notify(|observer| observer.input(input));
    }

    /// Changes the display to the next frame, which may be the first that knows of inputs.
    fn flip(&mut self) {
        let Some(frame) = self.display.flip() else { return };
        let (at, known, stages) = (frame.at, frame.known, frame.stages);
        if let Some(observer) = &self.observer {
            let mut observer = observer.borrow_mut();
            if self.keeps_frames {
                observer.detail(&Detail::Numbers(frame.numbers));
            }
            observer.note(&Event::Display { at, drawn: frame.drawn, frame: frame.number }, frame.bodies);
        }
        while let Some(answer) = self.inputs.answer(known, stages, at) {
            self.notify(|observer| observer.answer(&answer));
        }
    }
}
