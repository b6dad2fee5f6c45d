//! Writes the exports of the window to files.

use super::this_platform::files;
use crate::studio::export::capture_page;
use crate::studio::export::destination::WriteFailure;
use crate::studio::export::report::write_report;
use crate::studio::export::report_findings::ReportFindings;
use crate::studio::export::tables::TableFormat;
use crate::studio::export::trace::{Trace, TraceContents, TraceFormat, write_trace};
use crate::studio::session::Session;
use crate::studio::session::action::Export;
use crate::studio::session::watched_run::check_repeatable;
use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use tickscope_core::base::numbers::file_size;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::time::Time;
use tickscope_core::lab::captures::probe;
use tickscope_core::lab::findings::capture_summary::CaptureSummary;
use tickscope_core::lab::findings::over_run::findings_at;
use tickscope_core::lab::panes::report::Report;
use tickscope_core::lab::run::bounded::SECONDS;
use tickscope_core::model::config::control::ControlChange;
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::worlds::drive::recording;

/// Writes `what` to `path`, completely or not at all. Returns the message for the person.
pub fn save(session: &Session, what: Export, path: &Path) -> Result<String, String> {
    let written = files::save(path, |out| contents(session, what, path, out)).map_err(|error| error.to_string())?;
    Ok(format!("Saved: {} ({})", whole_path(&written.path), file_size(written.bytes)))
}

/// Returns the absolute path, so that the person finds the file; in a page, which has no paths, the name of the file.
pub fn whole_path(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string()
}

fn contents(session: &Session, what: Export, path: &Path, mut out: Box<dyn Write>) -> Result<(), WriteFailure> {
    if matches!(what, Export::Recorded | Export::Table | Export::Trace) {
        check_repeatable(session.run.lab.settings())?;
    }
    match what {
        Export::Scenario => out.write_all(session.run.scenario().to_toml().as_bytes())?,
        Export::Recorded => out.write_all(session.run.recorded().to_toml().as_bytes())?,
        Export::Loop => out.write_all(loop_text(session).as_bytes())?,
        Export::Drive => out.write_all(recording::write(&drive(session)?).as_bytes())?,
        Export::CapturePage(pane) => {
            let summary = summary(session, pane)?;
            out.write_all(capture_page::html(&summary).as_bytes())?;
        }
        // The handout of an open lesson is written in the background, because its pictures take seconds.
        Export::Handout => return Err(Invalid::new("handout", "no lesson", "an open lesson, in the program itself").into()),
        Export::Game => {
            let kept = session.run.kept_capture(session.letter(session.selected()))?;
            out.write_all(probe::rows_of(&kept).as_bytes())?;
        }
        Export::Table => {
            let format = table_format(path)?;
            let (script, seconds) = (session.run.lab.recorded(), so_far(session));
            let found = findings_at(&script, &script.panes_before(Time::from_secs(seconds)), seconds)?;
            let findings: Vec<_> = found.into_iter().map(ReportFindings::AtMoment).collect();
            write_report(&Report::new(script, seconds)?, &findings, &BTreeMap::new(), format, BufWriter::new(out))?;
        }
        Export::Trace => {
            let script = session.run.lab.recorded();
            let panes = script.panes_before(session.run.lab.now());
            let (contents, format) = (TraceContents::default(), TraceFormat::Chrome);
            let trace = Trace { script: &script, panes: &panes, seconds: so_far(session), contents, format };
            write_trace(&trace, out)?;
        }
    }
    Ok(())
}

/// Returns the text of the selected pane's loop: the text that the user wrote, or a copy of the published loop.
fn loop_text(session: &Session) -> String {
    let lab = &session.run.lab;
    let index = session.run.selection.selected();
    let own = OwnLoop::name_in(&lab.settings().panes[index].strategy);
    let written = lab.settings().loops.iter().find(|text| own == Some(text.name.as_str()));
    written.map_or_else(|| session.run.seen(index).strategy().copied_script(), |text| text.source.to_string())
}

fn drive(session: &Session) -> Result<Vec<ControlChange>, Invalid> {
    let changes = session.run.drive();
    if changes.len() < 2 { Err(Invalid::new("drive", "", "something must have been driven first")) } else { Ok(changes) }
}

/// Returns the summary of a pane's capture, which is computed if it is not known yet.
fn summary(session: &Session, pane: PaneLetter) -> Result<Arc<CaptureSummary>, Invalid> {
    let settings = session.run.lab.settings();
    let pane = &settings.panes[settings.find_pane(pane)?];
    if let Some((_, Some(known))) = session.window.results.captures.iter().find(|(of, _)| of == pane) {
        return Ok(known.clone());
    }
    let none = || Invalid::new("pane", pane.letter(), "one that plays a capture whose file is open");
    CaptureSummary::of_pane(pane)?.map(Arc::new).ok_or_else(none)
}

/// Returns the length of the run in seconds, at least one refresh, so that there is something to measure.
fn so_far(session: &Session) -> f64 {
    SECONDS.clamped(session.run.lab.now().as_secs().max(0.02))
}

fn table_format(path: &Path) -> Result<TableFormat, Invalid> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    match ending.as_str() {
        "csv" => Ok(TableFormat::Csv),
        "json" => Ok(TableFormat::Json),
        _ => Err(Invalid::new("file", path.display(), "a name that ends in .csv or .json")),
    }
}
