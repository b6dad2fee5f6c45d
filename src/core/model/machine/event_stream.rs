//! The stream of a computer's events in the order of their times: the loop's operations, and the events between them.
//!
//! The display, the GPU and the inputs have times of their own. Before an operation is reported, the events up to its start are
//! reported: the flips and repeats of the display, the frames that the GPU begins, and the inputs, which press a world's button. Events of the same moment come
//! in this order.

use super::display::{Display, Refreshing};
use super::event::{Detail, Event, Observer};
use super::gpu::{Gpu, GpuWork};
use super::inputs::Inputs;
use super::presses::{Press, Presses};
use super::refresh::Scanout;
use crate::base::time::Time;
use crate::model::world::body::Body;
use std::cell::RefCell;
use std::rc::Rc;

/// The display, the GPU and the inputs, with the observer that is notified of them and of the operations.
pub(super) struct EventStream {
    observer: Option<Rc<RefCell<dyn Observer>>>,
    /// Whether frames keep their content and details are reported.
    pub keeps_frames: bool,
    pub gpu: Gpu,
    pub display: Display,
    pub inputs: Inputs,
    /// The presses of the world's button; `None` if it has none.
    pub presses: Option<Presses>,
}

/// The moments up to which the events between operations are reported.
#[derive(Clone, Copy, Debug)]
pub(super) struct NotifyUntil {
    /// The limit for the GPU's work and for flips.
    pub frames: Time,
    pub inputs: Time,
    /// The limit for repeats that a frame submitted later may still prevent.
    pub repeats: Time,
}

impl NotifyUntil {
    /// Returns limits that are all `at`, for an operation that starts at `at`. Repeats up to `at` are certain too, because no
    /// frame submitted after `at` can be done before it.
    pub fn operation_at(at: Time) -> NotifyUntil {
        NotifyUntil { frames: at, inputs: at, repeats: at }
    }
}

impl EventStream {
    /// Returns a stream that begins at `start`, without an observer.
    pub fn new(start: Time, scanout: Scanout) -> EventStream {
        let (gpu, display, inputs) = (Gpu::default(), Display::new(scanout), Inputs::new(start));
        EventStream { observer: None, keeps_frames: false, gpu, display, inputs, presses: None }
    }

    pub fn observed_by(self, observer: Rc<RefCell<dyn Observer>>) -> EventStream {
        EventStream { observer: Some(observer), ..self }
    }

    /// Calls `say` with the observer; does nothing if there is none.
    #[inline]
    pub fn notify(&self, say: impl FnOnce(&mut dyn Observer)) {
        if let Some(observer) = &self.observer {
            say(&mut *observer.borrow_mut());
        }
    }

    /// Reports a detail if the computer keeps frames.
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

    /// Reports an operation that has begun, after all events up to its start.
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

    /// Lets the loop read, at `at`, every input that was given until `at`.
    #[inline]
    pub fn read_inputs(&mut self, at: Time) {
        if self.observer.is_some() || self.presses.is_some() {
            self.advance(NotifyUntil::operation_at(at));
            self.inputs.read(at);
        }
        if let Some(presses) = &mut self.presses {
            presses.read(at);
        }
    }

    /// Makes and reports all flips, repeats, GPU work and inputs that are due by these limits, in the order of their times.
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
            // A repeat that a frame may still prevent holds up everything after it, so that all events stay in order.
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

    /// Returns the moment at which the next input is due. Inputs only serve the observer and a world with a button, so none is given
    /// without either.
    #[inline]
    fn next_input(&self) -> Time {
        if self.observer.is_some() || self.presses.is_some() { self.inputs.due() } else { Time::NEVER }
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
        if let Some(presses) = &mut self.presses {
            let Press { at, until, number, .. } = presses.begin(input);
            self.notify(|observer| observer.note(&Event::Press { at, until, number, by: input.by }, &[]));
        }
    }

    /// Changes the display to the next frame, and reports the inputs that this frame is the first to know of.
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
