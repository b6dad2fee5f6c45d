//! `tickscope record`: a film from the command line, with a progress line on a terminal.

use super::{FilmError, RecordedFilm, record_film};
use crate::studio::arguments::LoopFile;
use crate::studio::scenario::Scenario;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal as _, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tickscope_core::config::FilmSpec;

/// Records the film and prints its size and how long it took. Ctrl C, SIGTERM and SIGHUP cancel it, and leave no file. `loops` are the
/// files of the user's own loops.
pub fn record(scenario: &Scenario, loops: &[PathBuf], spec: &FilmSpec, mut to: impl Write) -> Result<(), FilmError> {
    let rates = scenario.script.settings();
    let rates = (0..rates.panes.len()).map(|pane| rates.computer_of(pane).refresh_hz);
    let mut rates = rates.filter(|_| spec.frames() > 1 && !spec.fit_display);
    if let Some(loss) = rates.find_map(|hz| spec.loss(hz)) {
        let _ = writeln!(std::io::stderr(), "tickscope: note: {loss}: --fit-display");
    }
    let is_cancelled = Arc::new(AtomicBool::new(false));
    let flag = is_cancelled.clone();
    // Without a handler a signal still ends the program, but leaves the temporary file.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));

    let bar = if std::io::stderr().is_terminal() { ProgressBar::new(spec.frames()) } else { ProgressBar::hidden() };
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} frames, {eta} left") {
        bar.set_style(style);
    }
    let recorded = record_film(scenario, spec, |done| {
        bar.set_position(done);
        !is_cancelled.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    let recorded = recorded?;
    let _ = to.write_all(describe(&recorded, spec).as_bytes());
    recorded.fault.map_or(Ok(()), |fault| Err(LoopFile::name_path(loops, fault).into()))
}

fn describe(film: &RecordedFilm, spec: &FilmSpec) -> String {
    let RecordedFilm { written, frames, drawn, encoded, .. } = film;
    let [width, height] = spec.size;
    let (drawn, encoded) = (drawn.as_secs_f64(), encoded.as_secs_f64());
    format!(
        "{}: {frames} frames of {width}×{height}, {:.2} MB\ndrawn in {drawn:.1} s, {:.0} a second; written in {encoded:.1} s, {:.0} % of the time\n",
        written.path.display(),
        written.bytes as f64 / 1e6,
        *frames as f64 / drawn.max(1e-9),
        100.0 * encoded / (drawn + encoded).max(1e-9),
    )
}
