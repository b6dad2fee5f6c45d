//! The timeline of every frame, from the loop to the display and until the next frame replaces it.

use super::late_frame::{Course, LateCause, expected};
use crate::base::time::{Span, Time};
use crate::lab::recording::entries::Entry;
use crate::lab::recording::kept::Reader;
use crate::lab::recording::pane_recording::Recording;
use crate::lab::recording::ring::{Ring, Timed};
use crate::model::config::computer::Computer;
use crate::model::machine::event::Event;
use crate::model::machine::gpu::Stages;

/// The arrival of a frame at the display: still to come, in time, late or never.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    OnItsWay,
    /// The frame appeared when it was expected, or before.
    InTime,
    Late(LateCause),
    /// A newer frame overtook it.
    Dropped,
}

/// The moments in the life of a frame. A moment that has not come or never comes is [`Time::NEVER`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameTimeline {
    /// Counted from 1.
    pub number: u64,
    pub render: Time,
    /// When the CPU submitted the frame, and when the GPU began and finished its work on it.
    pub stages: Stages,
    /// When the frame should have appeared; [`Time::NEVER`] if it was the first frame or was dropped.
    pub expected: Time,
    pub shown: Time,
    /// When the next frame replaced it.
    pub replaced: Time,
    /// The number of refreshes at which the display repeated the frame, because the next one had not come.
    pub repeats: u32,
    /// How often the display had repeated the frame before it.
    pub repeats_before: u32,
    pub fate: Fate,
}

impl Timed for FrameTimeline {
    fn at(&self) -> Time {
        self.render
    }
}

impl FrameTimeline {
    /// Returns how long the submitted frame waited for the GPU.
    pub fn waited_for_gpu(&self) -> Span {
        self.stages.gpu_begins - self.stages.submitted
    }

    /// Returns the beginning and the end of the wait for the flip, or until the frame was dropped; `None` if the frame did not
    /// wait, or its wait has not begun.
    pub fn waited_for_flip(&self) -> Option<(Time, Time)> {
        let end = if self.fate == Fate::Dropped { self.replaced } else { self.shown };
        (end > self.stages.gpu_done).then_some((self.stages.gpu_done, end))
    }
}

/// The timelines of a pane's frames; the oldest are dropped.
#[derive(Clone, Debug, Default)]
pub struct FrameTimelines {
    /// In the order of the frames' numbers.
    pub all: Ring<FrameTimeline>,
    pub repeats: Ring<Time>,
    /// The moments at which the loop finished frames that were never displayed.
    pub dropped: Ring<Time>,
    on_display: Option<u64>,
    /// The frames that have not been displayed yet, in the order of their numbers.
    pending: Vec<Pending>,
    /// The end of the loop's last wait or sleep.
    free_since: Time,
    /// The length of the last render's wait, waking late included; zero if the loop has slept since.
    held: Span,
    /// The end of the last render, stored until the next operation begins; `None` after that.
    rendered: Option<Time>,
    gpu_done: Time,
}

#[derive(Clone, Copy, Debug)]
struct Pending {
    number: u64,
    free_since: Time,
    held: Span,
    gpu_done_before: Time,
    stages: Stages,
    /// The moment at which the loop finished the frame.
    finished: Time,
}

impl Reader<Recording> for FrameTimelines {
    fn add(&mut self, recording: &Recording, number: usize) {
        match recording.entries.ring.get(number) {
            Some(Entry::Submitted { stages, .. }) => self.submitted(*stages),
            Some(Entry::Event(event)) => match *event {
                Event::Frame { at } | Event::Update { at, .. } | Event::Thought { at, .. } => self.begins(at),
                Event::Present { at, .. } => self.presented(at),
                Event::Sleep { end, .. } => self.slept(end),
                Event::Render { at, end, frame, .. } => {
                    self.begins(at);
                    self.rendered(frame, at, end);
                }
                Event::Repeat { at } => self.repeated(at),
                Event::Display { at, frame, .. } => {
                    if let Some(rendered) = self.get(frame).map(|timeline| timeline.render) {
                        self.displayed(frame, at, &recording.contexts.at(rendered).computer);
                    }
                }
                Event::Gpu { .. } | Event::Press { .. } | Event::Taken { .. } => {}
            },
            _ => {}
        }
    }

    fn forget_before(&mut self, oldest: Time) {
        self.all.forget_before(oldest);
        self.repeats.forget_before(oldest);
        self.dropped.forget_before(oldest);
    }

    fn bytes(&self) -> usize {
        self.all.bytes() + self.repeats.bytes() + self.dropped.bytes() + self.pending.capacity() * size_of::<Pending>()
    }
}

impl FrameTimelines {
    /// Returns the timeline of frame `number`; `None` if it is not stored.
    pub fn get(&self, number: u64) -> Option<&FrameTimeline> {
        self.all.get(self.place(number)).filter(|timeline| timeline.number == number)
    }

    /// Returns the timeline of the frame that the display showed at `moment`; `None` if it showed none.
    pub fn shown_at(&self, moment: Time) -> Option<&FrameTimeline> {
        // Frames appear in the order in which they are rendered, and after that.
        let next = self.all.partition_point(|timeline| timeline.render <= moment);
        let first = self.all.range().start;
        let is_shown = |timeline: &&FrameTimeline| timeline.shown <= moment;
        (first..next).rev().filter_map(|place| self.all.get(place)).find(is_shown)
    }

    fn place(&self, number: u64) -> usize {
        self.all.partition_point(|timeline| timeline.number < number)
    }

    fn change(&mut self, number: u64, change: impl FnOnce(&mut FrameTimeline)) {
        let place = self.place(number);
        if let Some(timeline) = self.all.get_mut(place).filter(|timeline| timeline.number == number) {
            change(timeline);
        }
    }

    /// Ends the wait of the last render, because an operation or a turn begins at `at`.
    fn begins(&mut self, at: Time) {
        if let Some(end) = self.rendered.take() {
            (self.free_since, self.held) = (at, at - end);
        }
    }

    /// Begins the wait of a frame that is presented at `at`.
    fn presented(&mut self, at: Time) {
        self.begins(at);
        self.rendered = Some(at);
    }

    fn slept(&mut self, end: Time) {
        // A sleep clears the wait of the render before it: the loop had time to spare.
        self.rendered = None;
        (self.free_since, self.held) = (end, Span::ZERO);
    }

    fn rendered(&mut self, number: u64, render: Time, end: Time) {
        self.rendered = Some(end);
        let stages = Stages { submitted: end, gpu_begins: Time::NEVER, gpu_done: Time::NEVER };
        let timeline = FrameTimeline {
            number,
            render,
            stages,
            expected: Time::NEVER,
            shown: Time::NEVER,
            replaced: Time::NEVER,
            repeats: 0,
            repeats_before: 0,
            fate: Fate::OnItsWay,
        };
        self.all.push(timeline);
        let (free_since, held, gpu_done_before) = (self.free_since, self.held, self.gpu_done);
        self.pending.push(Pending { number, free_since, held, gpu_done_before, stages, finished: end });
    }

    fn submitted(&mut self, stages: Stages) {
        self.gpu_done = stages.gpu_done;
        if let Some(timeline) = self.all.last_mut() {
            timeline.stages = stages;
        }
        if let Some(pending) = self.pending.last_mut() {
            pending.stages = stages;
        }
    }

    fn repeated(&mut self, at: Time) {
        self.repeats.push(at);
        if let Some(number) = self.on_display {
            self.change(number, |timeline| timeline.repeats += 1);
        }
    }

    /// Changes the display to a frame that was rendered on `computer`. Older frames that have not appeared are dropped.
    fn displayed(&mut self, number: u64, at: Time, computer: &Computer) {
        let before = self.on_display.replace(number).and_then(|number| self.get(number)).copied();
        if let Some(before) = before {
            self.change(before.number, |timeline| timeline.replaced = at);
        }
        let until = self.pending.partition_point(|pending| pending.number <= number);
        for pending in self.pending.drain(..until).collect::<Vec<_>>() {
            if pending.number < number {
                self.change(pending.number, |timeline| (timeline.fate, timeline.replaced) = (Fate::Dropped, at));
                self.dropped.push(pending.finished);
                continue;
            }
            let Pending { free_since, held, gpu_done_before, stages, .. } = pending;
            let course = before.map(|before| Course {
                before: before.shown,
                expected: expected(computer, before.shown),
                shown: at,
                stages,
                gpu_done_before,
                free_since,
                held,
                repeats: before.repeats,
            });
            self.change(number, |timeline| {
                timeline.shown = at;
                timeline.fate = course.and_then(|course| course.late()).map_or(Fate::InTime, Fate::Late);
                timeline.expected = course.map_or(Time::NEVER, |course| course.expected);
                timeline.repeats_before = course.map_or(0, |course| course.repeats);
            });
        }
    }
}
