//! Every event of a pane and what belongs to it, written one after the other in few bytes.
//!
//! Times are written as differences from what is likely, in as many bytes as they need: a turn of a loop takes some
//! thirty. The log is cut into pieces, and each begins with all that is needed to read it without the ones before.

use super::varint::{Reader as ByteReader, put};
use crate::base::time::{Span, Time};
use crate::model::machine::{Event, Watched, WatchedName};
use std::collections::VecDeque;

/// The bytes at which a piece is full.
const PIECE: usize = 4096;
/// No entry is longer.
const LONGEST: usize = 80;

/// What the log holds.
#[derive(Clone, Debug, PartialEq)]
pub enum LogEntry {
    /// An event of the computer.
    Event(Event),
    /// The loop shows a value of its own.
    Watched {
        /// When it does.
        at: Time,
        /// The name of the value.
        name: WatchedName,
        /// The value.
        value: Watched,
    },
    /// Another loop has been started: the old one's values mean nothing to it.
    Forgotten {
        /// When it has been.
        at: Time,
    },
    /// By which the render before it in the log was longer.
    Stalled(Span),
    /// When the wait of the sleep or render before it in the log was over, but for waking late.
    Due(Time),
}

/// A place in the log: what lies before it, counted, and what times are written as differences from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogPosition {
    /// Events before this place.
    pub events: u64,
    /// Updates among them.
    pub steps: usize,
    /// Displayed frames among them.
    pub shown: usize,
    /// The end of the last operation, simulated time, and the time in the last displayed frame.
    clock: Time,
    sim: Time,
    drawn: Time,
    /// The numbers of the last frame that was rendered, and of the last that was displayed or worked on by the GPU.
    rendered: u64,
    seen: u64,
    /// When the last event began.
    at: Time,
}

#[derive(Debug)]
struct Piece {
    from: LogPosition,
    /// When the first entry was.
    at: Time,
    watched: Vec<(u8, Watched)>,
    bytes: Vec<u8>,
}

/// The events of a pane, the oldest forgotten.
#[derive(Debug)]
pub struct EventLog {
    pieces: VecDeque<Piece>,
    end: LogPosition,
    names: Vec<WatchedName>,
    watched: Vec<(u8, Watched)>,
    most: usize,
}

impl EventLog {
    /// Keeps at most about `most_bytes`.
    pub fn new(most_bytes: usize) -> EventLog {
        EventLog {
            pieces: VecDeque::new(),
            end: LogPosition::default(),
            names: Vec::new(),
            watched: Vec::new(),
            most: (most_bytes / PIECE).max(2),
        }
    }

    /// Adds an event; pieces that ended `reach` before it are forgotten.
    pub fn event(&mut self, event: &Event, reach: Span) {
        self.make_room(event.at(), reach);
        let Some(piece) = self.pieces.back_mut() else { return };
        write_event(&mut piece.bytes, &self.end, event);
        self.end.pass(event);
    }

    /// Adds what belongs to an event.
    pub fn detail(&mut self, entry: LogEntry, reach: Span) {
        self.make_room(self.end.clock, reach);
        let Some(piece) = self.pieces.back_mut() else { return };
        let from_clock = |at: Time| (at - self.end.clock).flicks();
        match entry {
            LogEntry::Event(_) => {}
            LogEntry::Watched { at, name, value } => {
                let known = self.names.iter().position(|known| *known == name);
                let index = known.unwrap_or_else(|| {
                    self.names.push(name);
                    self.names.len() - 1
                }) as u8;
                match self.watched.iter_mut().find(|(known, _)| *known == index) {
                    Some((_, old)) => *old = value,
                    None => self.watched.push((index, value)),
                }
                write_watched(&mut piece.bytes, index, value);
                put(&mut piece.bytes, from_clock(at));
            }
            LogEntry::Forgotten { at } => {
                self.watched.clear();
                piece.bytes.push(tag::FORGOTTEN);
                put(&mut piece.bytes, from_clock(at));
            }
            LogEntry::Stalled(by) => {
                piece.bytes.push(tag::STALLED);
                put(&mut piece.bytes, by.flicks());
            }
            LogEntry::Due(at) => {
                piece.bytes.push(tag::DUE);
                put(&mut piece.bytes, from_clock(at));
            }
        }
    }

    fn make_room(&mut self, at: Time, reach: Span) {
        if self.pieces.back().is_some_and(|piece| piece.bytes.len() + LONGEST <= PIECE) {
            return;
        }
        // A piece ends where the next one begins.
        while self.pieces.len() >= self.most || self.pieces.get(1).is_some_and(|next| next.at < at - reach) {
            self.pieces.pop_front();
        }
        let bytes = Vec::with_capacity(PIECE);
        self.pieces.push_back(Piece { from: self.end, at, watched: self.watched.clone(), bytes });
    }

    /// The place after everything.
    pub fn end(&self) -> LogPosition {
        self.end
    }

    /// How many events have been forgotten.
    pub fn first_event(&self) -> u64 {
        self.pieces.front().map_or(0, |piece| piece.from.events)
    }

    /// When the oldest piece that is kept begins; nothing where the log is empty.
    pub fn first_at(&self) -> Option<Time> {
        self.pieces.front().map(|piece| piece.at)
    }

    /// Reads on from some place before everything that happened at `moment`, or from the log's beginning.
    pub fn read_before(&self, moment: Time) -> LogReader<'_> {
        self.read_piece(self.pieces.partition_point(|piece| piece.at < moment).saturating_sub(1))
    }

    /// Reads on from some place before the event of this number, or from the log's beginning.
    pub fn read_before_event(&self, event: u64) -> LogReader<'_> {
        self.read_piece(self.pieces.partition_point(|piece| piece.from.events <= event).saturating_sub(1))
    }

    fn read_piece(&self, piece: usize) -> LogReader<'_> {
        let position = self.pieces.get(piece).map_or(self.end, |piece| piece.from);
        let bytes = ByteReader::new(self.pieces.get(piece).map_or(&[], |piece| &piece.bytes));
        LogReader { log: self, piece, bytes, position }
    }

    /// How many bytes the log takes.
    pub fn bytes(&self) -> usize {
        let of = |piece: &Piece| piece.bytes.capacity() + piece.watched.capacity() * size_of::<(u8, Watched)>();
        self.pieces.iter().map(of).sum::<usize>() + self.pieces.capacity() * size_of::<Piece>()
    }
}

/// Reads a log forwards.
#[derive(Clone)]
pub struct LogReader<'a> {
    log: &'a EventLog,
    piece: usize,
    bytes: ByteReader<'a>,
    position: LogPosition,
}

impl LogReader<'_> {
    /// Where it is.
    pub fn position(&self) -> LogPosition {
        self.position
    }

    /// What the loop showed before this place. Only right where reading has begun.
    pub fn watched(&self) -> Vec<(WatchedName, Watched)> {
        let known = self.log.pieces.get(self.piece).map_or(&[][..], |piece| &piece.watched);
        known.iter().filter_map(|(name, value)| Some((self.log.names.get(usize::from(*name))?.clone(), *value))).collect()
    }

    fn entry(&mut self) -> Option<LogEntry> {
        let bytes = &mut self.bytes;
        let clock = self.position.clock;
        Some(match bytes.byte()? {
            tag::FORGOTTEN => LogEntry::Forgotten { at: clock + bytes.span()? },
            tag::STALLED => LogEntry::Stalled(bytes.span()?),
            tag::DUE => LogEntry::Due(clock + bytes.span()?),
            kind @ (tag::SPAN | tag::COUNT | tag::RATIO) => {
                let name = self.log.names.get(usize::from(bytes.byte()?))?.clone();
                let value = match kind {
                    tag::SPAN => Watched::Span(bytes.span()?),
                    tag::COUNT => Watched::Count(bytes.number()?),
                    _ => Watched::Ratio(bytes.real()?),
                };
                LogEntry::Watched { at: clock + bytes.span()?, name, value }
            }
            kind => {
                let event = read_event(bytes, &self.position, kind)?;
                self.position.pass(&event);
                LogEntry::Event(event)
            }
        })
    }
}

impl Iterator for LogReader<'_> {
    type Item = LogEntry;

    fn next(&mut self) -> Option<LogEntry> {
        while self.bytes.is_empty() {
            self.piece += 1;
            self.bytes = ByteReader::new(&self.log.pieces.get(self.piece)?.bytes);
        }
        self.entry()
    }
}

impl LogPosition {
    fn pass(&mut self, event: &Event) {
        self.events += 1;
        self.at = event.at();
        match *event {
            Event::Frame { at } => self.clock = at,
            Event::Update { end, sim, .. } | Event::Thought { end, sim, .. } => {
                (self.clock, self.sim) = (end, sim);
                self.steps += 1;
            }
            Event::Sleep { end, .. } => self.clock = end,
            Event::Render { end, sim, frame, .. } => (self.clock, self.sim, self.rendered) = (end, sim, frame),
            Event::Gpu { frame, .. } => self.seen = frame,
            Event::Display { drawn, frame, .. } => {
                (self.drawn, self.seen) = (drawn, frame);
                self.shown += 1;
            }
            Event::Repeat { .. } => {}
        }
    }
}

mod tag {
    pub const FRAME: u8 = 0;
    pub const UPDATE: u8 = 1;
    pub const SLEEP: u8 = 2;
    pub const RENDER: u8 = 3;
    pub const RENDER_BETWEEN: u8 = 4;
    pub const DISPLAY: u8 = 5;
    pub const SPAN: u8 = 6;
    pub const COUNT: u8 = 7;
    pub const RATIO: u8 = 8;
    pub const FORGOTTEN: u8 = 9;
    pub const STALLED: u8 = 10;
    pub const DUE: u8 = 11;
    pub const THOUGHT: u8 = 12;
    pub const GPU: u8 = 13;
    pub const REPEAT: u8 = 14;
    pub const SLEEP_AND_SPIN: u8 = 15;
}

fn write_event(bytes: &mut Vec<u8>, from: &LogPosition, event: &Event) {
    let since = (event.at() - from.clock).flicks();
    let mut write = |tag: u8, numbers: &[i64]| {
        bytes.push(tag);
        for number in numbers {
            put(bytes, *number);
        }
    };
    match *event {
        Event::Frame { .. } => write(tag::FRAME, &[since]),
        Event::Update { at, end, dt, sim, line } => {
            let drift = (sim - (from.sim + dt)).flicks();
            write(tag::UPDATE, &[since, (end - at).flicks(), dt.flicks(), drift, i64::from(line)]);
        }
        Event::Thought { at, end, sim, line } => {
            write(tag::THOUGHT, &[since, (end - at).flicks(), (sim - from.sim).flicks(), i64::from(line)]);
        }
        Event::Sleep { at, end, spun: Span::ZERO, line } => write(tag::SLEEP, &[since, (end - at).flicks(), i64::from(line)]),
        Event::Sleep { at, end, spun, line } => {
            write(tag::SLEEP_AND_SPIN, &[since, (end - at).flicks(), i64::from(line), spun.flicks()]);
        }
        Event::Render { at, end, alpha, sim, drawn, line, frame } => {
            let tag = if alpha.is_some() { tag::RENDER_BETWEEN } else { tag::RENDER };
            let (ahead, next) = (drawn.flicks().wrapping_sub(sim.flicks()), after(from.rendered, frame));
            write(tag, &[since, (end - at).flicks(), (sim - from.sim).flicks(), ahead, i64::from(line), next]);
            bytes.extend(alpha.iter().flat_map(|alpha| alpha.to_bits().to_le_bytes()));
        }
        Event::Gpu { at, end, frame } => write(tag::GPU, &[since, (end - at).flicks(), after(from.seen, frame)]),
        Event::Display { drawn, frame, .. } => {
            write(tag::DISPLAY, &[since, drawn.flicks().wrapping_sub(from.drawn.flicks()), after(from.seen, frame)]);
        }
        Event::Repeat { .. } => write(tag::REPEAT, &[since]),
    }
}

/// How far a frame's number is from the one after another's.
fn after(other: u64, frame: u64) -> i64 {
    frame.wrapping_sub(other).wrapping_sub(1).cast_signed()
}

/// The other way round.
fn frame_after(other: u64, distance: i64) -> u64 {
    other.wrapping_add(1).wrapping_add(distance.cast_unsigned())
}

fn read_event(bytes: &mut ByteReader, from: &LogPosition, kind: u8) -> Option<Event> {
    let at = from.clock + bytes.span()?;
    Some(match kind {
        tag::FRAME => Event::Frame { at },
        tag::UPDATE => {
            let (end, dt) = (at + bytes.span()?, bytes.span()?);
            Event::Update { at, end, dt, sim: from.sim + dt + bytes.span()?, line: bytes.number()? as u32 }
        }
        tag::THOUGHT => {
            let end = at + bytes.span()?;
            Event::Thought { at, end, sim: from.sim + bytes.span()?, line: bytes.number()? as u32 }
        }
        tag::SLEEP | tag::SLEEP_AND_SPIN => {
            let (end, line) = (at + bytes.span()?, bytes.number()? as u32);
            Event::Sleep { at, end, spun: if kind == tag::SLEEP { Span::ZERO } else { bytes.span()? }, line }
        }
        tag::GPU => Event::Gpu { at, end: at + bytes.span()?, frame: frame_after(from.seen, bytes.number()?) },
        tag::DISPLAY => {
            let drawn = Time::from_flicks(from.drawn.flicks().wrapping_add(bytes.number()?));
            Event::Display { at, drawn, frame: frame_after(from.seen, bytes.number()?) }
        }
        tag::REPEAT => Event::Repeat { at },
        _ => {
            let (end, sim) = (at + bytes.span()?, from.sim + bytes.span()?);
            let drawn = Time::from_flicks(sim.flicks().wrapping_add(bytes.number()?));
            let (line, frame) = (bytes.number()? as u32, frame_after(from.rendered, bytes.number()?));
            let alpha = if kind == tag::RENDER_BETWEEN { Some(bytes.real()?) } else { None };
            Event::Render { at, end, alpha, sim, drawn, line, frame }
        }
    })
}

fn write_watched(bytes: &mut Vec<u8>, name: u8, value: Watched) {
    match value {
        Watched::Span(span) => {
            bytes.extend([tag::SPAN, name]);
            put(bytes, span.flicks());
        }
        Watched::Count(count) => {
            bytes.extend([tag::COUNT, name]);
            put(bytes, count);
        }
        Watched::Ratio(ratio) => {
            bytes.extend([tag::RATIO, name]);
            bytes.extend(ratio.to_bits().to_le_bytes());
        }
    }
}
