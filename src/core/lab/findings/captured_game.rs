//! A game that ran elsewhere, judged by its capture: from the bytes of the file to its report and its findings.

use super::entries::{self, Entry};
use super::finding::Finding;
use super::over_run::spans;
use crate::base::params::invalid::Invalid;
use crate::lab::captures;
use crate::lab::captures::gathered::ReadingReport;
use crate::lab::captures::part::{CapturePart, RefusedCapture};
use crate::lab::panes::report::{PaneReport, Report};
use crate::model::config::capture::Capture;
use crate::model::config::script::{Origin, Script};
use crate::model::config::settings::{PaneSettings, Settings, WorldChoice};
use std::io::Read;

/// The whole run of a captured game.
#[derive(Debug)]
pub struct CapturedGame {
    /// The note about the rows that were read and those that were left out.
    pub reading: ReadingReport,
    /// The metrics of the whole run. Those that the file can't answer have no value.
    pub report: PaneReport,
    /// The findings of the whole run, as spans in the order of their beginnings.
    pub findings: Vec<Finding>,
}

impl CapturedGame {
    /// Reads a capture, packed by gzip or not, and judges its whole run. `name` names the file in errors; `part` says which
    /// process, from which second on, and how to read columns whose form is not known.
    ///
    /// # Errors
    /// If the file is no capture, is damaged, or can be read in several ways; see [`captures::read`].
    ///
    /// ```
    /// use tickscope_core::lab::captures::part::CapturePart;
    /// use tickscope_core::lab::findings::captured_game::CapturedGame;
    ///
    /// let file = "frametime\n".to_owned() + &"16.7\n".repeat(300);
    /// let game = CapturedGame::read("game.csv", file.as_bytes(), &CapturePart::default())?;
    /// assert!((game.report.metrics.number("p1_fps").unwrap_or(0.0) - 59.88).abs() < 0.01);
    /// assert_eq!(game.entries()[0].worst.headline(), "No fault in the pacing, 60 FPS, smooth");
    /// # Ok::<(), tickscope_core::lab::captures::part::RefusedCapture>(())
    /// ```
    pub fn read(name: &str, source: impl Read, part: &CapturePart) -> Result<CapturedGame, RefusedCapture> {
        let read = captures::read(name, source, part)?;
        Ok(CapturedGame::judge(read.capture, read.report)?)
    }

    /// Judges the whole run of a capture that has been read.
    ///
    /// # Errors
    /// If the capture has no frames.
    pub fn judge(capture: Capture, reading: ReadingReport) -> Result<CapturedGame, Invalid> {
        let seconds = capture.run_seconds();
        // Nothing in this world costs time or stops a frame.
        let (scene, panes) = (WorldChoice::new("runner"), vec![PaneSettings::of_capture(capture)]);
        let script = Script::from(Settings { scene, panes, ..Settings::default() });
        let report = Report::new(&script, seconds)?.panes.remove(0);
        let findings = spans(&script, &[Origin::Start(0)], seconds)?.remove(0);
        Ok(CapturedGame { reading, report, findings })
    }

    /// Returns the findings without repetitions.
    pub fn entries(&self) -> Vec<Entry> {
        entries::entries(&self.findings)
    }
}
