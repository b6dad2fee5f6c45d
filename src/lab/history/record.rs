//! Writing a history down, event by event.

use super::blocks::BlockKind;
use super::event_log::LogEntry;
use super::tunnel::Tunnel;
use super::{DisplayedFrame, History, Judged, PaneConfig, REACH, Stall, Step};
use crate::base::time::{Span, Time};
use crate::lab::metrics::live::LATELY;
use crate::model::machine::{Detail, Event, Observer};
use crate::model::world::{Body, Numbers, Tally, World};

/// Passes are counted body by body in worlds of at most so many.
const COUNTED: usize = 64;

impl Observer for History {
    fn note(&mut self, event: &Event, bodies: &[Body]) {
        self.tape.event(event, REACH);
        match *event {
            Event::Frame { .. } => {}
            Event::Update { at, end, sim, .. } => {
                self.steps.push(Step { at, sim }, REACH);
                let oldest = self.steps.partition_point(|step| step.at < at - REACH);
                self.states.push(bodies, Numbers::default(), oldest);
                self.work(at, end, BlockKind::Update);
            }
            Event::Sleep { at, .. } => self.blocks.push(at, BlockKind::Sleep),
            Event::Render { at, end, .. } => {
                self.work(at, end, BlockKind::Render);
                self.blocks.push(end, BlockKind::Wait);
                self.coming.push(end);
            }
            Event::Display { at, drawn } => {
                self.shown.push(DisplayedFrame { at, drawn }, REACH);
                let oldest = self.shown.partition_point(|shown| shown.at < at - REACH);
                self.pictures.push(bodies, self.numbers, oldest);
                self.displayed(at);
            }
        }
    }

    fn detail(&mut self, detail: &Detail) {
        match *detail {
            Detail::Watched { at, name, value } => self.tape.detail(LogEntry::Watched { at, name, value }, REACH),
            Detail::Forgotten { at } => self.tape.detail(LogEntry::Forgotten { at }, REACH),
            Detail::Stalled { by } => {
                self.tape.detail(LogEntry::Stalled(by), REACH);
                if let Some(end) = self.coming.last() {
                    self.stalls.push(Stall { from: *end - by, to: *end }, REACH);
                }
            }
            Detail::Due { at } => {
                self.tape.detail(LogEntry::Due(at), REACH);
                self.blocks.push(at, BlockKind::Late);
            }
            Detail::Stepped(world) => self.stepped(world),
            Detail::Numbers(numbers) => self.numbers = numbers,
        }
    }
}

impl History {
    /// From `era` on the pane runs something else, or on something else.
    pub fn begin(&mut self, era: PaneConfig) {
        if let Some(last) = self.eras.back_mut() {
            let same = std::ptr::eq(last.strategy, era.strategy) && last.computer == era.computer;
            if same && last.params == era.params && last.presentation == era.presentation {
                return;
            }
            if last.at == era.at {
                *last = era;
                return;
            }
        }
        // The last one before the period is what it began with.
        while self.eras.len() > 1 && self.eras[1].at < era.at - REACH {
            self.eras.pop_front();
        }
        self.eras.push_back(era);
    }

    fn work(&mut self, at: Time, end: Time, kind: BlockKind) {
        if end > at {
            self.blocks.push(at, kind);
        }
    }

    /// The newest picture that was finished is on the display now; older ones never will be.
    fn displayed(&mut self, at: Time) {
        let finished = self.coming.iter().take_while(|end| **end <= at).count();
        for overtaken in self.coming.drain(..finished).take(finished.saturating_sub(1)) {
            self.dropped.push(overtaken, REACH);
        }
    }

    fn stepped(&mut self, world: &World) {
        let all = world.tally();
        let Some(last) = self.judged.back() else { return };
        if last.all == all {
            return;
        }
        let Some(step) = self.steps.range().end.checked_sub(1) else { return };
        let Some(&Step { at, .. }) = self.steps.get(step) else { return };
        let bodies = world.bodies().len();
        let each: Box<[Tally]> =
            if bodies <= COUNTED { (0..bodies).map(|body| world.tally_of(body)).collect() } else { Box::default() };
        if all.tunnelled > last.all.tunnelled {
            let before = (last.each.len() == each.len()).then_some(&*last.each);
            let body = self.who_tunnelled(step, before.map(|before| (before, &*each)));
            self.tunnel = body.map(|body| Tunnel { step, at, body }).or(self.tunnel);
            self.tunnelled = self.tunnelled.or(self.tunnel.map(|tunnel| tunnel.at));
        }
        self.judged.push_back(Judged { at, step, all, each });
        while self.judged.len() > 1 && self.judged[1].at < at - REACH - LATELY - Span::from_secs(1.0) {
            self.judged.pop_front();
        }
    }
}
