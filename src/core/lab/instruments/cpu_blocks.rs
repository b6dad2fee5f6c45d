//! The time of a computer's CPU as blocks without gaps.
//!
//! One mark for every few blocks stores the sums of each kind of time before it, so that the sums between two moments cost the
//! same for twenty seconds as for a millisecond.

use crate::base::time::{Span, Time};
use crate::lab::recording::entries::Entry;
use crate::lab::recording::kept::Reader;
use crate::lab::recording::pane_recording::Recording;
use crate::lab::recording::ring::{Ring, Timed};
use crate::model::machine::event::Event;

/// The work that the CPU does in a block, or the reason why it does none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// An update of the world, or a thought.
    Update,
    Render,
    Sleep,
    Wait,
    /// Asleep or waiting for longer than was due.
    Late,
    Spin,
}

impl BlockKind {
    pub const COUNT: usize = 6;
    /// Every kind, in the order of its number.
    pub const ALL: [BlockKind; BlockKind::COUNT] =
        [BlockKind::Update, BlockKind::Render, BlockKind::Sleep, BlockKind::Wait, BlockKind::Late, BlockKind::Spin];

    /// Returns the name that tooltips show.
    pub const fn name(self) -> &'static str {
        match self {
            BlockKind::Update => "update",
            BlockKind::Render => "render",
            BlockKind::Sleep => "sleep",
            BlockKind::Wait => "wait for the display",
            BlockKind::Late => "waking late",
            BlockKind::Spin => "busy waiting",
        }
    }
}

/// A block of one kind; it ends where the next one begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pub at: Time,
    pub kind: BlockKind,
}

/// A block in one word: its beginning, and its kind in the lowest bits.
#[derive(Clone, Copy, Debug)]
struct Packed(i64);

impl Packed {
    fn block(self) -> Block {
        Block { at: self.at(), kind: BlockKind::ALL[(self.0 & 7) as usize] }
    }
}

impl Timed for Packed {
    fn at(&self) -> Time {
        Time::from_flicks(self.0 >> 3)
    }
}

/// The length of each kind of time, in flicks.
pub type BlockSums = [i64; BlockKind::COUNT];

#[derive(Clone, Copy, Debug)]
struct Mark {
    at: Time,
    /// The sums of all blocks before the mark.
    sums: BlockSums,
}

impl Timed for Mark {
    fn at(&self) -> Time {
        self.at
    }
}

const BLOCKS_PER_MARK: usize = 16;

/// The time that a stall adds at the end of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StalledTime {
    pub from: Time,
    pub to: Time,
}

impl Timed for StalledTime {
    fn at(&self) -> Time {
        self.from
    }
}

/// The blocks of a CPU's time; the oldest are dropped.
#[derive(Clone, Debug, Default)]
pub struct CpuBlocks {
    packed: Ring<Packed>,
    marks: Ring<Mark>,
    sums: BlockSums,
    pub stalls: Ring<StalledTime>,
    /// The end of the last operation, before any wait for the display.
    last_end: Time,
    /// The time that the last sleep spun.
    spun: Span,
}

impl Reader<Recording> for CpuBlocks {
    fn add(&mut self, recording: &Recording, number: usize) {
        match recording.entries.ring.get(number) {
            Some(Entry::Event(event)) => self.add_event(event),
            Some(Entry::Stalled { by, .. }) => {
                self.stalls.push(StalledTime { from: self.last_end - *by, to: self.last_end });
            }
            Some(Entry::Due { due, .. }) => {
                // The spinning of a sleep ends when the sleep is due.
                let spun = std::mem::take(&mut self.spun);
                if spun > Span::ZERO {
                    self.push(*due - spun, BlockKind::Spin);
                }
                self.push(*due, BlockKind::Late);
            }
            _ => {}
        }
    }

    fn forget_before(&mut self, oldest: Time) {
        self.packed.forget_before(oldest);
        self.marks.forget_before(oldest);
        self.stalls.forget_before(oldest);
    }

    fn bytes(&self) -> usize {
        self.packed.bytes() + self.marks.bytes() + self.stalls.bytes()
    }
}

impl CpuBlocks {
    fn add_event(&mut self, event: &Event) {
        let (at, end, kind) = match *event {
            Event::Update { at, end, .. } | Event::Thought { at, end, .. } => (at, end, BlockKind::Update),
            Event::Render { at, end, .. } => (at, end, BlockKind::Render),
            Event::Sleep { at, end, spun, .. } => {
                self.spun = spun;
                (at, end, BlockKind::Sleep)
            }
            Event::Present { at, .. } => {
                self.last_end = at;
                self.push(at, BlockKind::Wait);
                return;
            }
            Event::Frame { .. }
            | Event::Gpu { .. }
            | Event::Display { .. }
            | Event::Repeat { .. }
            | Event::Press { .. }
            | Event::Taken { .. } => return,
        };
        self.last_end = end;
        if end > at || kind == BlockKind::Sleep {
            self.push(at, kind);
        }
        if kind == BlockKind::Render {
            self.push(end, BlockKind::Wait);
        }
    }

    /// Begins a block of `kind` at `at`. A block without length is overwritten.
    pub fn push(&mut self, at: Time, kind: BlockKind) {
        let packed = Packed((at.flicks() << 3) | kind as i64);
        if let Some(last) = self.packed.last_mut() {
            if last.at() == at {
                *last = packed;
                return;
            }
            let Block { at: begun, kind } = last.block();
            self.sums[kind as usize] += (at - begun).flicks();
        }
        if self.packed.range().end.is_multiple_of(BLOCKS_PER_MARK) {
            self.marks.push(Mark { at, sums: self.sums });
        }
        self.packed.push(packed);
    }

    /// Returns the length of each kind of time from the beginning until `moment`. Only differences have a meaning, and only
    /// between moments whose blocks are still stored.
    pub fn sums(&self, moment: Time) -> BlockSums {
        let kept = self.packed.range().start;
        let next = self.packed.partition_point(|block| block.at() <= moment);
        let mark = next.max(kept + 1).div_ceil(BLOCKS_PER_MARK) - 1;
        let Some(&Mark { mut sums, .. }) = self.marks.get(mark) else { return self.sums };
        for number in (mark * BLOCKS_PER_MARK).max(kept)..next {
            let Some(block) = self.get(number) else { continue };
            let end = if number + 1 < next { self.get(number + 1).map_or(moment, |next| next.at) } else { moment };
            sums[block.kind as usize] += (end - block.at).flicks();
        }
        sums
    }

    /// Returns the number of the block at `moment`; `None` if it is not stored.
    pub fn number_at(&self, moment: Time) -> Option<usize> {
        let next = self.packed.partition_point(|block| block.at() <= moment);
        (next > self.packed.range().start).then(|| next - 1)
    }

    /// Returns the kind of the block at `moment`; `None` if it is not stored.
    pub fn kind_at(&self, moment: Time) -> Option<BlockKind> {
        self.number_at(moment).and_then(|number| self.get(number)).map(|block| block.kind)
    }

    /// Returns block `number`, counted from the first of the recording; `None` if it is not stored.
    pub fn get(&self, number: usize) -> Option<Block> {
        self.packed.get(number).map(|packed| packed.block())
    }

    /// Returns the end of block `number`; `None` for the last one.
    pub fn end_of(&self, number: usize) -> Option<Time> {
        self.get(number + 1).map(|next| next.at)
    }

    /// Returns the beginning of the oldest stored block; `None` if there is none.
    pub fn first(&self) -> Option<Time> {
        self.get(self.packed.range().start).map(|block| block.at)
    }
}

pub fn between(earlier: &BlockSums, later: &BlockSums) -> [Span; BlockKind::COUNT] {
    std::array::from_fn(|kind| Span::from_flicks(later[kind] - earlier[kind]))
}

#[cfg(test)]
mod tests {
    use crate::lab::instruments::cpu_blocks::*;

    /// Returns blocks of 1 to 7 flicks, of which about the last `kept` flicks are stored, and the kind of each flick.
    fn some(count: usize, kept: i64) -> (CpuBlocks, Vec<BlockKind>) {
        let (mut blocks, mut flicks) = (CpuBlocks::default(), Vec::new());
        for number in 0..count {
            let kind = BlockKind::ALL[number * number % 7 % 6];
            // The next block overwrites this one, as after an operation that costs nothing.
            blocks.push(Time::from_flicks(flicks.len() as i64), BlockKind::Wait);
            blocks.push(Time::from_flicks(flicks.len() as i64), kind);
            flicks.extend(std::iter::repeat_n(kind, number * 5 % 7 + 1));
        }
        let end = Time::from_flicks(flicks.len() as i64);
        blocks.push(end, BlockKind::Wait);
        blocks.forget_before(end - Span::from_flicks(kept));
        (blocks, flicks)
    }

    #[test]
    fn sums_between_any_two_moments_are_what_counting_gives() {
        for kept in [1_000_000, 4000] {
            let (blocks, flicks) = some(5000, kept);
            let first = blocks.first().expect("there are blocks").flicks() as usize;
            for (from, to) in [(0, 1), (0, 7000), (33, 34), (1000, 1003), (flicks.len() - 500, flicks.len())] {
                let (from, to) = (from.max(first), to.max(first));
                let moment = |flick: usize| Time::from_flicks(flick as i64);
                let spent = between(&blocks.sums(moment(from)), &blocks.sums(moment(to)));
                for kind in BlockKind::ALL {
                    let counted = flicks[from..to].iter().filter(|k| **k == kind).count() as i64;
                    assert_eq!(spent[kind as usize].flicks(), counted, "{kind:?} from {from} to {to}");
                }
            }
        }
    }

    #[test]
    fn before_what_is_kept_nothing_is_spent() {
        let (blocks, _) = some(50_000, 4000);
        assert_eq!(blocks.sums(Time::ZERO), blocks.sums(Time::from_flicks(5)));
        assert_eq!(blocks.number_at(Time::ZERO), None);
    }
}
