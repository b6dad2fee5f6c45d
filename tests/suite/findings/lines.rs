//! The lines of a trace.

use crate::models::computer::seconds;
use serde::Deserialize;
use serde_json::Value;

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
    pub present: String,
    pub varies: bool,
    pub queue: u32,
    pub refused: Option<String>,
    #[serde(rename = "loop")]
    pub strategy: Value,
    pub text: Value,
    pub params: Value,
    pub interval_ms: Option<f64>,
    pub constant_hz: Option<f64>,
    pub drawing: Value,
    pub world: Value,
    pub options: Value,
    pub seed: Value,
    pub computer: Value,
    pub frame: u64,
    pub until_s: f64,
    pub press: usize,
    pub extra_ms: f64,
    pub paused: bool,
    pub pauses: bool,
    pub off_path: f64,
    pub exploded: u64,
    pub tunnelled: u64,
    pub began_s: Option<f64>,
    pub alarm: Option<String>,
    pub took_off_s: Option<f64>,
    pub apex: Option<f64>,
    pub apex_exact: Option<f64>,
}

impl Line {
    /// Returns the moment of the line in flicks.
    pub fn at(&self) -> i64 {
        seconds(self.at_s)
    }

    /// Returns what a change of begins a regime.
    pub fn regime(&self) -> [&Value; 8] {
        [&self.strategy, &self.text, &self.params, &self.drawing, &self.world, &self.options, &self.seed, &self.computer]
    }
}

/// Reads the text of a trace.
pub fn read(text: &str) -> Vec<Line> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"))).collect()
}
