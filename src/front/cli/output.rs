//! The output of each command, one function per command.

use super::before_after::{BeforeAfterRun, Compared};
use super::gate::{Condition, Gate};
use crate::front::app;
use crate::front::app::desktop::doctor;
use crate::front::app::desktop::run::WindowStart;
use crate::front::app::error::NoWindow;
use crate::studio::arguments::advise_args::AdviseRun;
use crate::studio::arguments::files::LoopFile;
use crate::studio::arguments::refusal::Refusal;
use crate::studio::arguments::report_args::{CaptureFiles, FindingsRun, ReportRun, SortKey, WholeRun};
use crate::studio::arguments::trace_args::TraceRun;
use crate::studio::claims::article::Claim;
use crate::studio::claims::listing::Outcome;
use crate::studio::export::advice::write_advice;
use crate::studio::export::before_after::write_before_after;
use crate::studio::export::comparison::write_comparison;
use crate::studio::export::destination::{ExportError, WriteFailure, write_file};
use crate::studio::export::listing::{Listing, write_lessons, write_listing};
use crate::studio::export::report::{write_findings, write_report};
use crate::studio::export::report_findings::ReportFindings;
use crate::studio::export::tables::TableFormat;
use crate::studio::export::trace::{Trace, write_trace};
use crate::studio::export::{capture_page, capture_plot};
use crate::studio::scenario::definition::Scenario;
use crate::studio::scenario::{code, link};
use crate::studio::{claims, lesson};
use std::collections::BTreeMap;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;
use tickscope_core::base::jobs::Job;
use tickscope_core::base::numbers::file_size;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::time::Time;
use tickscope_core::lab::advise;
use tickscope_core::lab::advise::advice::Advice;
use tickscope_core::lab::advise::test::Tried;
use tickscope_core::lab::findings::capture_summary::CaptureSummary;
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::findings::over_run::{findings_at, spans};
use tickscope_core::lab::panes::report::{PaneReport, Report};
use tickscope_core::lab::real::comparison::{NotMeasured, compare};
use tickscope_core::lab::symptoms::kind::Tone;
use tickscope_core::model::config::script::{Origin, Script};
use tickscope_core::model::config::settings::{PaneSettings, Settings};
use tickscope_core::model::{strategies, worlds};

/// Opens the window. If that fails, prints the reason, the remedy, and the report of every strategy instead.
pub fn window(start: WindowStart, mut to: impl Write) -> Result<(), ExportError> {
    let settings = start.scenario.as_ref().map_or_else(Settings::default, |scenario| scenario.script.settings().clone());
    let (every, notes) = strategies::all_in(worlds::find(&settings.scene.id)?);
    let every = every.into_iter().map(|strategy| PaneSettings::new(&strategy.id)).collect();
    let all = Settings { panes: every, ..settings };
    match app::run(start) {
        Ok(()) => Ok(()),
        Err(NoWindow::Settings(invalid)) => Err(invalid.into()),
        Err(failure) => {
            text(&(doctor::advice(&failure) + "\n"), &mut to)?;
            let (script, seconds) = (Script::from(all), 10.0);
            let found = spans(&script, &script.panes_before(Time::from_secs(seconds)), seconds)?;
            let findings = found.into_iter().map(ReportFindings::over_run).collect();
            let report = Report::new(script, seconds)?;
            metrics(report, findings, &notes, &BTreeMap::new(), (TableFormat::Table, None), to, io::stderr())
        }
    }
}

pub fn text(text: &str, to: impl Write) -> Result<(), ExportError> {
    print(to, |to| to.write_all(text.as_bytes()))
}

/// Prints every event, or writes it into a file that appears complete or not at all.
pub fn trace(asked: &TraceRun, to: impl Write + 'static) -> Result<(), ExportError> {
    let TraceRun { scenario, loops, panes, seconds, with, format, output } = asked;
    let trace = Trace { script: &scenario.script, panes, seconds: *seconds, contents: *with, format: *format };
    let written = match output {
        Some(path) => write_file(path, |file| write_trace(&trace, file)).map(drop),
        None => write_trace(&trace, to).map_err(WriteFailure::on_standard_output),
    };
    written.map_err(|error| by_file(loops, error))
}

/// Prints the metrics of every pane. If the real clock is asked for, measures on it and announces on `progress` how long that
/// takes. Returns whether neither a finding nor a condition makes the command fail.
pub fn report(
    asked: &ReportRun,
    fail_if: &[Condition],
    mut to: impl Write,
    mut progress: impl Write,
) -> Result<bool, ExportError> {
    let ReportRun { run, at_s, format, sort, real, files, advise } = asked;
    let WholeRun { scenario, loops, notes, seconds, fail_on, .. } = run;
    let (script, gate) = (&scenario.script, Gate::of(run));
    let is_told = !real && (*format != TableFormat::Csv || matches!(sort, Some(SortKey::Finding)));
    let needs_findings = fail_on.is_some() || fail_if.iter().any(Condition::needs_findings);
    let needs_summary = *format != TableFormat::Csv
        || fail_if.iter().any(Condition::needs_summary)
        || files.html.is_some()
        || files.plot.is_some();
    let found = if is_told && at_s.is_none() || needs_findings { found_in(run)? } else { Vec::new() };
    let spans = found.iter().map(|(_, findings)| findings.as_slice());
    let mut failures = fail_on.map_or_else(Vec::new, |least| gate.told(spans.clone(), least));
    let summaries = if needs_summary { summaries(run, &found)? } else { BTreeMap::new() };
    if *real {
        comparison(script, notes, (*seconds, *format), &mut to, &mut progress)?;
    } else {
        let named = |error: Invalid| by_file(loops, error.into());
        let report = Report::new(script, *seconds).map_err(named)?;
        failures.extend(gate.holding(&report.panes, &spans.clone().collect::<Vec<_>>(), &summaries, fail_if));
        let findings = match at_s {
            Some(at_s) if is_told => {
                let at_moment = findings_at(script, &script.panes_before(Time::from_secs(*seconds)), *at_s).map_err(named)?;
                at_moment.into_iter().map(ReportFindings::AtMoment).collect()
            }
            None if is_told => spans.map(|findings| ReportFindings::over_run(findings.to_vec())).collect(),
            _ => Vec::new(),
        };
        metrics(report, findings, notes, &summaries, (*format, *sort), &mut to, &mut progress)?;
        if let Some(command) = advise.as_ref().filter(|_| *format == TableFormat::Table) {
            text(&format!("\nWhich loop? {command}\n"), &mut to)?;
        }
    }
    about_captures(&summaries, (files, *format), &mut to, &mut progress)?;
    if fail_on.is_some() || !fail_if.is_empty() {
        tell(&gate.notes(), &mut progress);
    }
    tell(&failures, progress);
    Ok(failures.is_empty())
}

/// Prints the captures from before a change beside those from after it. CSV has no notes, which go to `progress`. Returns whether no
/// condition makes the command fail.
pub fn before_after(asked: &BeforeAfterRun, to: impl Write, mut progress: impl Write) -> Result<bool, ExportError> {
    let Compared { comparison, notes, failures } = asked.compare()?;
    if asked.format == TableFormat::Csv {
        tell(&notes, &mut progress);
    }
    print(to, |to| write_before_after(&comparison, &notes, asked.format, to))?;
    tell(&failures, progress);
    Ok(failures.is_empty())
}

/// Returns the summaries of the captures of a run by the places of their panes. `found` has the findings of each pane if they are
/// known.
fn summaries(run: &WholeRun, found: &[(String, Vec<Finding>)]) -> Result<BTreeMap<usize, CaptureSummary>, ExportError> {
    let script = &run.scenario.script;
    let mut summaries = BTreeMap::new();
    for (index, pane) in script.settings().panes.iter().enumerate() {
        let findings = found.get(index).map_or(&[][..], |(_, findings)| findings);
        let summary = CaptureSummary::of_run(script, pane, run.seconds, findings)?;
        summaries.extend(summary.map(|summary| (index, summary)));
    }
    Ok(summaries)
}

/// Prints a page about each capture below a table, and writes the `files` about the only one.
fn about_captures(
    summaries: &BTreeMap<usize, CaptureSummary>,
    (files, format): (&CaptureFiles, TableFormat),
    mut to: impl Write,
    mut progress: impl Write,
) -> Result<(), ExportError> {
    let CaptureFiles { html, plot } = files;
    for summary in summaries.values() {
        if format == TableFormat::Table {
            text(&format!("\n{}", capture_page::text(summary)), &mut to)?;
        }
        let page = html.as_ref().map(|path| (path, capture_page::html(summary)));
        let plots = plot.as_ref().map(|path| (path, capture_plot::svg(summary)));
        for (path, contents) in page.into_iter().chain(plots) {
            let written = write_file(path, |mut file| Ok(file.write_all(contents.as_bytes())?))?;
            tell(&[format!("{}: {}", written.path.display(), file_size(written.bytes))], &mut progress);
        }
    }
    Ok(())
}

/// Replaces the id of a loop in an error by the path of the loop's file.
fn by_file(loops: &[PathBuf], error: ExportError) -> ExportError {
    match error {
        ExportError::Invalid(invalid) => ExportError::Invalid(LoopFile::name_path(loops, invalid)),
        other => other,
    }
}

/// Prints the findings of every pane over the whole run. Returns whether neither a finding nor a condition makes the command fail.
pub fn findings(
    asked: &FindingsRun,
    fail_if: &[Condition],
    to: impl Write,
    mut progress: impl Write,
) -> Result<bool, ExportError> {
    let FindingsRun { run, listed, format } = asked;
    let found = found_in(run)?;
    tell(&run.notes, &mut progress);
    print(to, |to| write_findings(&found, *listed, *format, to))?;
    let gate = Gate::of(run);
    let spans: Vec<&[Finding]> = found.iter().map(|(_, findings)| findings.as_slice()).collect();
    let mut failures = run.fail_on.map_or_else(Vec::new, |least| gate.told(spans.iter().copied(), least));
    if !fail_if.is_empty() {
        let report = Report::new(&run.scenario.script, run.seconds).map_err(|invalid| by_file(&run.loops, invalid.into()))?;
        let needs_summary = fail_if.iter().any(Condition::needs_summary);
        let summaries = if needs_summary { summaries(run, &found)? } else { BTreeMap::new() };
        failures.extend(gate.holding(&report.panes, &spans, &summaries, fail_if));
    }
    if run.fail_on.is_some() || !fail_if.is_empty() {
        tell(&gate.notes(), &mut progress);
    }
    tell(&failures, progress);
    Ok(failures.is_empty())
}

/// Returns the findings of every pane over the whole run, each pane with its loop's id.
fn found_in(WholeRun { scenario, loops, seconds, .. }: &WholeRun) -> Result<Vec<(String, Vec<Finding>)>, ExportError> {
    let script = &scenario.script;
    let panes = script.panes_before(Time::from_secs(*seconds));
    let names = panes.iter().map(|pane| script.pane(*pane).strategy.clone());
    let spans = spans(script, &panes, *seconds).map_err(|invalid| by_file(loops, invalid.into()))?;
    Ok(names.zip(spans).collect())
}

/// Prints three loops for a game, and the reasons against the others. If `progress` is a terminal, counts the finished trials on
/// it.
pub fn advise(
    AdviseRun { question, base, format, notes }: &AdviseRun,
    to: impl Write,
    mut progress: impl Write + IsTerminal,
) -> Result<(), ExportError> {
    tell(notes, &mut progress);
    let threads = available_parallelism().map_or(1, usize::from);
    let advice = match advise::start(question.clone(), threads) {
        Ok(mut job) if progress.is_terminal() => Advice::new(question, counted(&mut job, advise::count(question), &mut progress)),
        Ok(mut job) => Advice::new(question, job.join()),
        // If the computer gives no thread, this thread does the work.
        Err(_) => advise::advise(question),
    };
    print(to, |to| write_advice(&advice, base.as_deref(), *format, to))
}

/// Waits for a job, and counts on a terminal how many of `all` candidates have been tried.
fn counted(job: &mut Job<Tried>, all: usize, terminal: &mut impl Write) -> Vec<Tried> {
    let mut tried = Vec::new();
    loop {
        let reports = job.poll();
        tried.extend(reports.new);
        let _ = write!(terminal, "\r{} of {all} loops and their settings tried", tried.len());
        if reports.is_over {
            let _ = write!(terminal, "\r\x1b[K");
            return tried;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Prints the metrics of every pane, the findings, and the `notes`. CSV has neither notes, which go to `progress`, nor findings.
fn metrics(
    mut report: Report,
    mut findings: Vec<ReportFindings>,
    notes: &[String],
    summaries: &BTreeMap<usize, CaptureSummary>,
    (format, sort): (TableFormat, Option<SortKey>),
    to: impl Write,
    progress: impl Write,
) -> Result<(), ExportError> {
    report.notes.splice(0..0, notes.iter().cloned());
    if let Some(key) = sort {
        sort_panes(&mut report, &mut findings, key);
    }
    if format == TableFormat::Csv {
        tell(&report.notes, progress);
        return print(to, |to| write_report(&report, &[], &BTreeMap::new(), format, to));
    }
    print(to, |to| write_report(&report, &findings, summaries, format, to))
}

/// Sorts the panes of a report, and their findings if there are any, the best first. Equal panes keep their order.
fn sort_panes(report: &mut Report, findings: &mut Vec<ReportFindings>, key: SortKey) {
    findings.resize_with(report.panes.len(), || ReportFindings::AtMoment(Vec::new()));
    let mut panes: Vec<(PaneReport, ReportFindings)> = report.panes.drain(..).zip(findings.drain(..)).collect();
    match key {
        SortKey::Finding => panes.sort_by_key(|(_, findings)| (findings.count(Tone::Wrong), findings.count(Tone::Note))),
        SortKey::Metric(metric) => {
            // A pane without a value comes last.
            let badness =
                |pane: &PaneReport| metric.number(&pane.metrics).and_then(|value| metric.badness(value)).unwrap_or(f64::INFINITY);
            panes.sort_by(|(one, _), (other, _)| badness(one).total_cmp(&badness(other)));
        }
    }
    (report.panes, *findings) = panes.into_iter().unzip();
}

/// Measures every pane of `script` on the real clock for `seconds`, one after the other, and prints the numbers in `format`.
/// Announces on `progress` how long that takes.
fn comparison(
    script: &Script,
    notes: &[String],
    (seconds, format): (f64, TableFormat),
    to: impl Write,
    mut progress: impl Write,
) -> Result<(), ExportError> {
    let every: Vec<Origin> = script.every_pane().collect();
    let loops = every.len();
    let plural = if loops == 1 { "" } else { "s" };
    // The measurement goes on even if standard error is closed.
    let _ = writeln!(
        progress,
        "tickscope: {loops} loop{plural} on the real clock, {seconds} s each: about {:.0} s; keep the computer quiet",
        (seconds * loops as f64).ceil()
    );
    tell(notes, progress);
    let panes = every.iter().map(|pane| compare(script, *pane, seconds));
    let panes = panes.collect::<Result<Vec<_>, NotMeasured>>()?;
    print(to, |to| write_comparison(script, seconds, panes, format, to))
}

/// Prints the share code of `scenario`, and the link that opens it at `base`. Returns whether there is a link; `progress` gets
/// the reason if there is none.
pub fn link(scenario: &Scenario, base: Option<&str>, to: impl Write, mut progress: impl Write) -> Result<bool, ExportError> {
    let code = code::write(scenario);
    let link = link::write(base, &code);
    print(to, |to| {
        writeln!(to, "{code}")?;
        link.as_ref().map_or(Ok(()), |link| writeln!(to, "{link}"))
    })?;
    if let Err(too_long) = &link {
        tell(&[format!("no link is made: {too_long}")], &mut progress);
    }
    Ok(link.is_ok())
}

pub fn list(what: Listing, format: TableFormat, to: impl Write) -> Result<(), ExportError> {
    print(to, |to| write_listing(what, format, to))
}

/// Prints the lessons that come with the program, and those in the user's own folder.
pub fn list_lessons(format: TableFormat, to: impl Write) -> Result<(), ExportError> {
    let mut all: Vec<_> = lesson::builtin::all().cloned().collect();
    all.extend(app::desktop::storage::own_lessons().into_iter().flatten());
    print(to, |to| write_lessons(&all, format, to))
}

pub fn list_claims(format: TableFormat, to: impl Write) -> Result<(), ExportError> {
    print(to, |to| claims::listing::write_claims(format, to))
}

/// Makes the runs of `asked` and prints the results. Returns whether every number is as expected.
pub fn claims(asked: &[&'static Claim], format: TableFormat, to: impl Write) -> Result<bool, ExportError> {
    let made = |claim: &&'static Claim| -> Result<Outcome, Refusal> {
        Ok(Outcome { claim, measured: claims::evaluate::evaluate(claim)? })
    };
    let outcomes: Vec<Outcome> = asked
        .iter()
        .map(made)
        .collect::<Result<_, _>>()
        .unwrap_or_else(|refusal| unreachable!("a test runs every claim: {refusal}"));
    print(to, |to| claims::listing::write_outcomes(&outcomes, format, to))?;
    Ok(outcomes.iter().all(Outcome::comes_out))
}

/// Writes the notes; a closed standard error is no failure.
fn tell(notes: &[String], mut to: impl Write) {
    for note in notes {
        let _ = writeln!(to, "tickscope: {note}");
    }
}

fn print<W: Write>(to: W, write: impl FnOnce(&mut BufWriter<W>) -> io::Result<()>) -> Result<(), ExportError> {
    let mut to = BufWriter::new(to);
    write(&mut to).and_then(|()| to.flush()).map_err(ExportError::StandardOutput)
}
