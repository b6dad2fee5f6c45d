//! The file dialogs of the system, and writing files.

use crate::front::film::record::RecordedFilm;
use crate::studio::export::atomic_file::Written;
use crate::studio::export::destination::{ExportError, WriteFailure, write_file};
use crate::studio::session::Session;
use crate::studio::session::action::{Action, Dialog, Export, WindowAction};
use crate::studio::view::film_format::Format;
use crate::studio::view::film_spec::FilmSpec;
use rfd::FileHandle;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tickscope_core::base::jobs::{Job, Worker};
use web_time::{Duration, Instant};

/// A dialog that ends without a file within this time was never shown, because a person takes longer to close a dialog.
const NO_DIALOG: Duration = Duration::from_millis(400);
const NO_PORTAL: &str =
    "The system shows no file dialog: neither a file chooser portal (xdg-desktop-portal) nor zenity answers. Type the path here.";

/// A dialog of the system while it is open next to the window. The chosen path is written into the dialog that opened it.
pub struct Chooser {
    job: Job<Option<PathBuf>>,
    asked: Instant,
}

impl Chooser {
    /// Opens the system's dialog for `dialog`; `None` if `dialog` needs no file.
    pub fn open(dialog: &Dialog) -> Option<Chooser> {
        let films = Format::ALL.map(|format| format.row().ending);
        let (opens, path, kind): (bool, &str, &[&str]) = match dialog {
            Dialog::Open { path } => (true, path, &["toml", "js", "json", "csv", "gz", "txt"]),
            Dialog::Save { what: Export::Scenario | Export::Recorded, path } => (false, path, &["toml"]),
            Dialog::Save { what: Export::Table, path } => (false, path, &["csv", "json"]),
            Dialog::Save { what: Export::Trace | Export::Drive, path } => (false, path, &["json"]),
            Dialog::Save { what: Export::Loop, path } => (false, path, &["js"]),
            Dialog::Save { what: Export::CapturePage(_), path } => (false, path, &["html"]),
            Dialog::Save { what: Export::Game, path } => (false, path, &["csv"]),
            Dialog::Articles { .. }
            | Dialog::Advise(_)
            | Dialog::AboutCapture(_)
            | Dialog::Commands { .. }
            | Dialog::Gallery { .. } => return None,
            Dialog::Film(spec) => (false, &spec.path, &films),
        };
        let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let system = rfd::AsyncFileDialog::new().add_filter("tickscope", kind).set_file_name(name);
        // The dialog must be made on the thread of the window; any thread may wait for it.
        let asked = Instant::now();
        let job = if opens { wait_for(system.pick_file()) } else { wait_for(system.save_file()) };
        job.map(|job| Chooser { job, asked }).inspect_err(|error| log::warn!("no file dialog: {error}")).ok()
    }

    /// Returns whether the dialog was closed. If a path was chosen, the session has it then.
    pub fn has_ended(&mut self, session: &mut Session) -> bool {
        let mut reports = self.job.poll();
        match reports.new.pop() {
            Some(Some(path)) => chosen(session, &path.to_string_lossy()),
            Some(None) if cfg!(target_os = "linux") && self.asked.elapsed() < NO_DIALOG => {
                session.window.fail(NO_PORTAL.to_owned());
            }
            _ => {}
        }
        reports.is_over
    }
}

fn wait_for(file: impl Future<Output = Option<FileHandle>> + Send + 'static) -> io::Result<Job<Option<PathBuf>>> {
    Job::spawn("file dialog", |worker: Worker<Option<PathBuf>>| async move {
        worker.report(file.await.map(|file| file.path().to_owned()));
        Ok(())
    })
}

fn chosen(session: &mut Session, path: &str) {
    let Some(dialog) = session.window.dialog.clone() else { return };
    let path = path.to_owned();
    session.act(Action::Window(WindowAction::Dialog(Some(match dialog {
        Dialog::Open { .. } => Dialog::Open { path },
        Dialog::Save { what, .. } => Dialog::Save { what, path },
        other @ (Dialog::Articles { .. }
        | Dialog::Advise(_)
        | Dialog::AboutCapture(_)
        | Dialog::Commands { .. }
        | Dialog::Gallery { .. }) => other,
        Dialog::Film(spec) => Dialog::Film(FilmSpec { path, ..spec }),
    }))));
}

/// Does nothing, because the file of a finished film is on the disk already.
pub fn hand_over(_: &RecordedFilm) {}

pub fn save(path: &Path, write: impl FnOnce(Box<dyn Write>) -> Result<(), WriteFailure>) -> Result<Written, ExportError> {
    write_file(path, |file| write(Box::new(file)))
}
