//! Writes every event of a run in Chrome's trace-event format, which Perfetto opens.
//!
//! A pane is a process with two threads: the turns of its loop, and the frames of its display with a mark for each repeat. A
//! third thread has the work of the GPU, if it takes time. A counter has the age of each frame. Times are microseconds. Blocks
//! that belong to the same frame have its number.

use super::destination::WriteFailure;
use serde::Serialize;
use serde_json::{Value, json};
use std::io::{self, Write};
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::lab::run::fold::Fold;
use tickscope_core::model::config::script::{Origin, Script};
use tickscope_core::model::machine::event::{Event, Observer};
use tickscope_core::model::world::body::Body;

const LOOP: u32 = 1;
const DISPLAY: u32 = 2;
const GPU: u32 = 3;

/// Writes the events of `panes` of a script, one pane after the other, without storing them.
pub fn write<W: Write + 'static>(script: &Script, panes: &[Origin], seconds: f64, to: W) -> Result<W, WriteFailure> {
    let mut writer = Chrome { to, is_first: true, process: 0, open: Open::default(), failure: None };
    writer.to.write_all(b"{\"displayTimeUnit\":\"ms\",\"traceEvents\":[")?;
    for (number, pane) in panes.iter().enumerate() {
        let run = Run::of(script, *pane, seconds)?;
        let beginning = run.beginning();
        let setup = beginning.setup();
        writer.begin(number as u32 + 1, &format!("{} {}", setup.letter(), setup.choice().strategy));
        let finished;
        (writer, finished) = run.fold(writer)?;
        writer.end(finished.clock);
        finished.check()?;
    }
    let Chrome { mut to, failure, .. } = writer;
    if let Some(failure) = failure {
        return Err(failure.into());
    }
    to.write_all(b"\n]}\n")?;
    to.flush()?;
    Ok(to)
}

struct Chrome<W> {
    to: W,
    is_first: bool,
    process: u32,
    open: Open,
    failure: Option<io::Error>,
}

#[derive(Default)]
struct Open {
    turn: Option<(Time, u32)>,
    /// The moment since which a frame may be waiting for the display; `None` if no frame is.
    waiting: Option<Time>,
    shown: Option<FrameBlock>,
    has_gpu: bool,
}

#[derive(Clone, Copy)]
struct FrameBlock {
    at: Time,
    drawn: Time,
    frame: u64,
}

#[derive(Serialize)]
struct Complete {
    name: &'static str,
    ph: &'static str,
    pid: u32,
    tid: u32,
    ts: f64,
    dur: f64,
    args: Value,
}

impl<W: Write> Chrome<W> {
    fn begin(&mut self, process: u32, name: &str) {
        self.process = process;
        self.open = Open::default();
        self.name("process_name", 0, name);
        self.write(&json!({"name": "process_sort_index", "ph": "M", "pid": process, "args": {"sort_index": process}}));
        self.name("thread_name", LOOP, "loop");
        self.name("thread_name", DISPLAY, "display");
    }

    fn name(&mut self, what: &str, tid: u32, name: &str) {
        let pid = self.process;
        self.write(&json!({"name": what, "ph": "M", "pid": pid, "tid": tid, "args": {"name": name}}));
    }

    fn end(&mut self, clock: Time) {
        self.end_wait(clock);
        self.end_turn(clock);
        self.end_frame(clock.max(self.open.shown.map_or(clock, |shown| shown.at)));
    }

    fn end_wait(&mut self, now: Time) {
        if let Some(since) = self.open.waiting.take().filter(|since| *since < now) {
            self.block("wait for display", LOOP, (since, now), json!({}));
        }
    }

    fn end_turn(&mut self, now: Time) {
        if let Some((began, updates)) = self.open.turn.take() {
            self.block("turn", LOOP, (began, now), json!({"updates": updates}));
        }
    }

    fn end_frame(&mut self, now: Time) {
        if let Some(FrameBlock { at, drawn, frame }) = self.open.shown.take() {
            let args = json!({"drawn_s": drawn.as_secs(), "age_ms": (at - drawn).as_millis(), "frame": frame});
            self.block("picture", DISPLAY, (at, now), args);
        }
    }

    fn block(&mut self, name: &'static str, tid: u32, (from, to): (Time, Time), args: Value) {
        let (ts, dur) = (micros(from - Time::ZERO), micros(to - from));
        self.write(&Complete { name, ph: "X", pid: self.process, tid, ts, dur, args });
    }

    /// Writes a moment of the loop.
    fn mark(&mut self, name: &'static str, at: Time, args: &Value) {
        let (pid, ts) = (self.process, micros(at - Time::ZERO));
        self.write(&json!({"name": name, "ph": "i", "s": "t", "pid": pid, "tid": LOOP, "ts": ts, "args": args}));
    }

    fn write(&mut self, event: &impl Serialize) {
        if self.failure.is_some() {
            return;
        }
        let comma: &[u8] = if std::mem::take(&mut self.is_first) { b"\n" } else { b",\n" };
        let written = self.to.write_all(comma).and_then(|()| serde_json::to_writer(&mut self.to, event).map_err(io::Error::from));
        self.failure = written.err();
    }
}

fn micros(span: Span) -> f64 {
    span.as_millis() * 1000.0
}

impl<W: Write + 'static> Fold for Chrome<W> {
    fn wants_more(&self) -> bool {
        self.failure.is_none()
    }
}

impl<W: Write> Observer for Chrome<W> {
    fn note(&mut self, event: &Event, _: &[Body]) {
        match *event {
            Event::Frame { at } => {
                self.end_wait(at);
                self.end_turn(at);
                self.open.turn = Some((at, 0));
            }
            Event::Update { at, end, dt, sim, line } => {
                self.end_wait(at);
                if let Some((_, updates)) = &mut self.open.turn {
                    *updates += 1;
                }
                let args = json!({"dt_ms": dt.as_millis(), "sim_s": sim.as_secs(), "line": line});
                self.block("update", LOOP, (at, end), args);
            }
            Event::Thought { at, end, sim, line } => {
                self.end_wait(at);
                self.block("thought", LOOP, (at, end), json!({"sim_s": sim.as_secs(), "line": line}));
            }
            Event::Sleep { at, end, spun, line } => {
                self.end_wait(at);
                let busy = end - spun;
                if busy > at {
                    self.block("sleep", LOOP, (at, busy), json!({"line": line}));
                }
                if spun > Span::ZERO {
                    self.block("spin", LOOP, (busy, end), json!({"line": line}));
                }
            }
            Event::Render { at, end, alpha, sim, drawn, line, frame } => {
                self.end_wait(at);
                let args =
                    json!({"alpha": alpha, "sim_s": sim.as_secs(), "drawn_s": drawn.as_secs(), "line": line, "frame": frame});
                self.block("render", LOOP, (at, end), args);
                self.open.waiting = Some(end);
            }
            Event::Present { at, .. } => {
                self.end_wait(at);
                self.open.waiting = Some(at);
            }
            Event::Gpu { at, end, frame } => {
                if !std::mem::replace(&mut self.open.has_gpu, true) {
                    self.name("thread_name", GPU, "gpu");
                }
                self.block("gpu", GPU, (at, end), json!({"frame": frame}));
            }
            Event::Repeat { at } => {
                let (pid, ts) = (self.process, micros(at - Time::ZERO));
                let args = json!({"frame": self.open.shown.map(|shown| shown.frame)});
                self.write(&json!({"name": "repeat", "ph": "i", "s": "t", "pid": pid, "tid": DISPLAY, "ts": ts, "args": args}));
            }
            Event::Press { at, until, number, .. } => {
                self.mark("press", at, &json!({"press": number, "until_s": until.as_secs()}));
            }
            Event::Taken { at, press } => self.mark("taken", at, &json!({"press": press})),
            Event::Display { at, drawn, frame } => {
                self.end_frame(at);
                self.open.shown = Some(FrameBlock { at, drawn, frame });
                let (pid, ts) = (self.process, micros(at - Time::ZERO));
                let age = (at - drawn).as_millis();
                self.write(&json!({"name": "state age", "ph": "C", "pid": pid, "ts": ts, "args": {"ms": age}}));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::studio::export::chrome::*;
    use tickscope_core::model::config::computer::Computer;
    use tickscope_core::model::config::settings::{PaneSettings, Settings};

    #[test]
    fn a_trace_is_json_whose_blocks_fill_each_loop_without_overlapping_and_name_every_pane() {
        let script = Script::from(Settings::default());
        let panes: Vec<Origin> = script.every_pane().collect();
        let written = write(&script, &panes, 1.0, Vec::new()).unwrap();
        let trace: Value = serde_json::from_slice(&written).unwrap();
        let events = trace["traceEvents"].as_array().unwrap();
        let names = events.iter().filter(|event| event["name"] == "process_name").count();
        assert_eq!(names, panes.len());
        for pane in 1..=panes.len() {
            let of = |tid: u32, turns: bool| {
                let mine = move |event: &&Value| {
                    event["ph"] == "X" && event["pid"] == pane && event["tid"] == tid && (event["name"] == "turn") == turns
                };
                let number = |event: &Value, key: &str| event[key].as_f64().unwrap();
                let mut blocks: Vec<(f64, f64)> =
                    events.iter().filter(mine).map(|e| (number(e, "ts"), number(e, "ts") + number(e, "dur"))).collect();
                blocks.sort_by(|a, b| a.0.total_cmp(&b.0));
                blocks
            };
            let (work, turns, frames) = (of(LOOP, false), of(LOOP, true), of(DISPLAY, false));
            assert!(work.windows(2).all(|pair| pair[0].1 <= pair[1].0 + 1e-6), "{pane}: nothing overlaps");
            assert!(turns.windows(2).all(|pair| (pair[0].1 - pair[1].0).abs() < 1e-6), "{pane}: turn follows turn");
            assert_eq!(turns.len(), 60, "{pane}");
            assert_eq!(frames.len(), 60, "{pane}");
            // These loops never sleep: updates, renders and waits fill the second.
            let filled: f64 = work.iter().map(|(from, to)| to - from).sum();
            assert!((filled - 1e6).abs() < 1e3, "{pane}: {filled} µs");
        }
    }

    fn traced(strategy: &str, computer: Computer) -> Vec<Value> {
        let settings = Settings { computer, panes: vec![PaneSettings::new(strategy)], ..Settings::default() };
        let script = Script::from(settings);
        let written = write(&script, &[Origin::Start(0)], 1.0, Vec::new()).unwrap();
        let mut trace: Value = serde_json::from_slice(&written).unwrap();
        serde_json::from_value(trace["traceEvents"].take()).unwrap()
    }

    fn named<'a>(events: &'a [Value], name: &str) -> Vec<&'a Value> {
        events.iter().filter(|event| event["name"] == name).collect()
    }

    #[test]
    fn the_gpu_has_a_thread_of_its_own_and_a_frame_has_its_number_on_every_thread() {
        let events = traced("variable-delta", Computer { gpu_ms: 12.0, queue: 1, render_ms: 8.0, ..Computer::default() });
        let gpu = named(&events, "gpu");
        assert!(gpu.len() > 50 && gpu.iter().all(|block| block["tid"] == GPU && block["dur"] == 12_000.0));
        for block in &gpu {
            let of_frame =
                |name: &str| named(&events, name).into_iter().find(|other| other["args"]["frame"] == block["args"]["frame"]);
            let render = of_frame("render").expect("what the GPU works on has been rendered");
            let end = render["ts"].as_f64().unwrap() + render["dur"].as_f64().unwrap();
            assert!(end <= block["ts"].as_f64().unwrap() + 1e-6);
            if let Some(shown) = of_frame("picture") {
                assert!(shown["ts"].as_f64().unwrap() + 1e-6 >= block["ts"].as_f64().unwrap() + 12_000.0);
            }
        }
        assert!(named(&traced("variable-delta", Computer::default()), "gpu").is_empty());
    }

    #[test]
    fn what_the_display_repeats_is_marked_with_the_frame() {
        let events = traced("variable-delta", Computer { vrr: true, render_ms: 30.0, ..Computer::default() });
        let repeats = named(&events, "repeat");
        assert!(repeats.len() > 20, "{} repeats", repeats.len());
        for repeat in repeats {
            let at = repeat["ts"].as_f64().unwrap();
            let is_shown = |shown: &&&Value| {
                let from = shown["ts"].as_f64().unwrap();
                from < at && at < from + shown["dur"].as_f64().unwrap()
            };
            let shown = named(&events, "picture");
            assert_eq!(shown.iter().find(is_shown).expect("a frame is on the display")["args"]["frame"], repeat["args"]["frame"]);
        }
    }
}
