//! Writing a history down, event by event.

use super::blocks::BlockKind;
use super::entries::Entry;
use super::recording::History;
use super::records::{Flip, PaneConfig, PassCount, Stall, Step, Tunnel};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::metrics::reach::{RECENT, RECENT_PASSES, RECORDED};
use crate::model::machine::{Detail, Event, Observer};
use crate::model::world::{Body, Numbers, Tally, World};

/// Passes are counted body by body in worlds of at most this many.
const COUNTED: usize = 64;
/// Events reach back further than all else: the numbers of the oldest moment are made of those of two seconds before it,
/// and are made again from whole seconds.
const EVENTS: Span = Span::from_flicks(RECORDED.flicks() + RECENT.flicks() + 2 * FLICKS_PER_SECOND);

/// How often the room for bodies is measured.
const SECOND: Span = Span::from_flicks(FLICKS_PER_SECOND);

impl Observer for History {
    fn note(&mut self, event: &Event, bodies: &[Body]) {
        let entry = self.entries.add_event(event, EVENTS);
        if event.at() >= self.measure_at {
            self.measure_at = event.at() + SECOND;
            self.measure_room();
        }
        self.last_begin = event.at();
        if let Event::Update { dt, .. } = *event {
            self.last_dt = dt;
        }
        match *event {
            Event::Frame { at } => self.ways.begins(at),
            Event::Update { at, end, sim, .. } | Event::Thought { at, end, sim, .. } => {
                self.steps.push(Step { at, sim, entry }, RECORDED);
                if self.make_room(bodies, at - RECORDED) {
                    self.states.push(at, bodies, Numbers::default());
                } else {
                    self.states.skip();
                }
                self.work(at, end, BlockKind::Update);
                self.ways.begins(at);
            }
            Event::Sleep { at, end, spun, .. } => {
                self.blocks.push(at, BlockKind::Sleep);
                (self.last_end, self.spun) = (end, spun);
                self.ways.slept(end);
            }
            Event::Render { at, end, frame, .. } => {
                self.ways.begins(at);
                self.ways.rendered(frame, at, end);
                self.work(at, end, BlockKind::Render);
                self.blocks.push(end, BlockKind::Wait);
                self.queued.push((frame, end));
            }
            Event::Gpu { .. } => {}
            Event::Repeat { at } => self.ways.repeated(at),
            Event::Display { at, drawn, frame } => {
                self.frames.push(Flip { at, drawn, entry }, RECORDED);
                if self.make_room(bodies, at - RECORDED) {
                    self.frame_states.push(at, bodies, self.numbers);
                } else {
                    self.frame_states.skip();
                }
                self.displayed(frame, at);
            }
        }
    }

    fn detail(&mut self, detail: &Detail) {
        match *detail {
            Detail::Watched { at, name, value } => self.entries.add_watched(at, name, value),
            Detail::Forgotten { at } => self.entries.forget_watched(at),
            Detail::Stalled { by } => {
                self.entries.add_detail(Entry::Stalled { at: self.last_begin, by }, EVENTS);
                self.stalls.push(Stall { from: self.last_end - by, to: self.last_end }, RECORDED);
            }
            Detail::Due { at } => {
                self.entries.add_detail(Entry::Due { at: self.last_begin, due: at }, EVENTS);
                // A busy end of a sleep ends where the sleep is due.
                let spun = std::mem::take(&mut self.spun);
                if spun > Span::ZERO {
                    self.blocks.push(at - spun, BlockKind::Spin);
                }
                self.blocks.push(at, BlockKind::Late);
            }
            Detail::Submitted(stages) => self.ways.submitted(stages),
            Detail::Stepped(world) => self.stepped(world),
            Detail::Numbers(numbers) => self.numbers = numbers,
        }
    }
}

impl History {
    /// From `config` on the pane runs something else, or on something else; nothing changes where it says the same as before.
    pub fn begin(&mut self, config: PaneConfig) {
        if let Some(last) = self.configs.back_mut() {
            let same = std::ptr::eq(last.strategy, config.strategy) && last.computer == config.computer;
            let same = same && last.paused == config.paused;
            if same && last.params == config.params && last.presentation == config.presentation {
                return;
            }
            if last.at == config.at {
                *last = config;
                return;
            }
        }
        // The last one before the period is what it began with.
        while self.configs.len() > 1 && self.configs[1].at < config.at - RECORDED {
            self.configs.pop_front();
        }
        self.configs.push_back(config);
    }

    fn work(&mut self, at: Time, end: Time, kind: BlockKind) {
        self.last_end = end;
        if end > at {
            self.blocks.push(at, kind);
        }
    }

    /// A frame is on the display now: older ones that are not never will be.
    fn displayed(&mut self, frame: u64, at: Time) {
        if let Some(rendered) = self.ways.get(frame).map(|way| way.render) {
            let next = self.configs.partition_point(|config| config.at <= rendered);
            self.ways.displayed(frame, at, &self.configs[next.max(1) - 1].computer);
        }
        let until = self.queued.iter().take_while(|(number, _)| *number <= frame).count();
        for (number, end) in self.queued.drain(..until) {
            if number < frame {
                self.dropped.push(end, RECORDED);
            }
        }
    }

    fn stepped(&mut self, world: &World) {
        let all = world.tally();
        let Some(last) = self.passes.back() else { return };
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
            let body = self.tunnelled_body(step, before.map(|before| (before, &*each)));
            self.tunnel = body.map(|body| Tunnel { step, at, body }).or(self.tunnel);
            self.first_tunnel = self.first_tunnel.or(self.tunnel.map(|tunnel| tunnel.at));
        }
        self.passes.push_back(PassCount { at, step, dt: self.last_dt, all, each });
        while self.passes.len() > 1 && self.passes[1].at < at - RECORDED - RECENT_PASSES - Span::from_secs(1.0) {
            self.passes.pop_front();
        }
    }
}
