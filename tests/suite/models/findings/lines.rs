//! The lines of a trace, as they are read and as a test writes them by hand.

use crate::models::computer::seconds;
use serde::Deserialize;

/// One line; what a line of its kind has not is 0, empty or `None`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Line {
    pub event: String,
    pub at_s: f64,
    pub end_s: f64,
    pub dt_s: f64,
    pub sim_s: f64,
    pub drawn_s: f64,
    pub thought: bool,
    pub torn: bool,
    pub by: String,
    pub input_s: f64,
    pub refresh_s: f64,
    pub timer_s: f64,
    pub paused: bool,
    pub pauses: bool,
    pub off_path: f64,
    pub exploded: u64,
    pub tunnelled: u64,
    pub alarm: Option<String>,
}

impl Line {
    /// Returns the moment of the line in flicks.
    pub fn at(&self) -> i64 {
        seconds(self.at_s)
    }
}

/// Reads the text of a trace.
pub fn read(text: &str) -> Vec<Line> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"))).collect()
}

/// A trace that is written by hand, in milliseconds. A picture is 5 ms before the end of its turn.
#[derive(Clone, Default)]
pub struct Tape {
    lines: Vec<Line>,
    /// The end of the last turn.
    pub clock_ms: f64,
    /// The simulated time of the last update.
    pub sim_ms: f64,
}

impl Tape {
    /// Returns the trace of a pane that has done nothing yet, at 60 Hz, with a timer that is exact.
    pub fn new() -> Tape {
        Tape::default().settings(0.0, false, false)
    }

    /// Adds a line.
    pub fn line(mut self, event: &str, at_ms: f64, fill: impl FnOnce(&mut Line)) -> Tape {
        let mut line = Line { event: event.to_owned(), at_s: at_ms / 1000.0, ..Line::default() };
        fill(&mut line);
        self.lines.push(line);
        self
    }

    /// The game is paused or goes on; `pauses` says whether the loop asks for it.
    pub fn settings(self, at_ms: f64, paused: bool, pauses: bool) -> Tape {
        self.line("settings", at_ms, |line| {
            (line.refresh_s, line.paused, line.pauses) = (1.0 / 60.0, paused, pauses);
        })
    }

    /// The loop begins a turn.
    pub fn frame(self, at_ms: f64) -> Tape {
        self.line("frame", at_ms, |_| {})
    }

    /// The world moves by `dt_ms`, which costs `cost_ms`.
    pub fn update(mut self, at_ms: f64, dt_ms: f64, cost_ms: f64) -> Tape {
        self.sim_ms += dt_ms;
        let sim_s = self.sim_ms / 1000.0;
        self.line("update", at_ms, |line| {
            (line.dt_s, line.sim_s, line.end_s) = (dt_ms / 1000.0, sim_s, (at_ms + cost_ms) / 1000.0);
            line.thought = dt_ms == 0.0;
        })
    }

    /// The display changes to a frame.
    pub fn display(self, at_ms: f64, drawn_ms: f64) -> Tape {
        self.line("display", at_ms, |line| line.drawn_s = drawn_ms / 1000.0)
    }

    /// Turns of this length without a picture, each with an update by `dt_ms`.
    pub fn turns(mut self, count: usize, length_ms: f64, dt_ms: f64) -> Tape {
        for _ in 0..count {
            let at_ms = self.clock_ms;
            self = self.frame(at_ms).update(at_ms, dt_ms, 0.0);
            self.clock_ms += length_ms;
        }
        self
    }

    /// Pictures without turns, each after the one before by this time, which moves on by `step_ms`.
    pub fn pictures(mut self, count: usize, stay_ms: f64, step_ms: f64) -> Tape {
        for _ in 0..count {
            self.clock_ms += stay_ms;
            self.sim_ms += step_ms;
            let (at_ms, drawn_ms) = (self.clock_ms, self.sim_ms);
            self = self.display(at_ms, drawn_ms);
        }
        self
    }

    /// What is seen of the world.
    pub fn world(self, at_ms: f64, fill: impl FnOnce(&mut Line)) -> Tape {
        self.line("world", at_ms, fill)
    }

    /// An input of the metronome that is answered after `late_ms`, or never.
    pub fn input(self, at_ms: f64, late_ms: Option<f64>) -> Tape {
        let given = self.line("input", at_ms, |line| "metronome".clone_into(&mut line.by));
        match late_ms {
            None => given,
            Some(late_ms) => given.line("answer", at_ms + late_ms, |line| {
                "metronome".clone_into(&mut line.by);
                line.input_s = at_ms / 1000.0;
            }),
        }
    }

    /// Returns the lines in their order.
    pub fn lines(&self) -> Vec<Line> {
        let mut lines = self.lines.clone();
        lines.sort_by_key(Line::at);
        lines
    }
}
