//! What a session asks of the world outside: files, the system's dialogs, films beside the window.

use super::{export, measuring};
use crate::film::job::Job;
use crate::film::{self, Shot, Wish};
use crate::lab::measurement::Measurement;
use crate::scenario::{LONGEST_TEXT, Scenario};
use crate::session::{Action, Dialog, Export, Filming, Notice, Request, Session};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

#[derive(Default)]
pub struct Outside {
    job: Option<Job>,
    measurement: Option<Measurement>,
    /// The system's dialog, while it is open.
    browsing: Option<JoinHandle<Option<PathBuf>>>,
}

impl Outside {
    /// Does one thing that was asked for. What has to do with the clipboard is the window's.
    pub fn serve(&mut self, session: &mut Session, request: Request) {
        match request {
            Request::Open(path) => open(session, Path::new(&path)),
            Request::Save(what, path) => {
                let notice = match export::save(session, what, Path::new(&path)) {
                    Ok(told) => Notice::good(told),
                    Err(error) => Notice::bad(error.to_string()),
                };
                tell(session, notice);
            }
            Request::Browse => self.browse(session),
            Request::Film(wish) => self.film(session, wish),
            Request::CancelFilm => {
                if let Some(job) = &self.job {
                    job.cancel();
                }
            }
            Request::Measure(seconds) => match measuring::start(session, seconds) {
                Ok(measurement) => self.measurement = Some(measurement),
                Err(error) => tell(session, Notice::bad(error.to_string())),
            },
            Request::StopMeasuring => {
                self.measurement = None;
                session.show_measuring(None);
            }
            Request::Copy(_) | Request::Paste => {}
        }
    }

    /// Looks how everything is coming along; true while something is.
    pub fn poll(&mut self, session: &mut Session) -> bool {
        if let Some(path) = self.browsing.take_if(|thread| thread.is_finished()).and_then(|thread| thread.join().ok()?) {
            chosen(session, &path.to_string_lossy());
        }
        if let Some(job) = &mut self.job {
            session.show_filming(Some(job.progress()));
            if let Some(ended) = job.poll() {
                self.job = None;
                session.show_filming(None);
                tell(
                    session,
                    match ended {
                        Ok(Shot { written, frames, .. }) if written.files > 1 => {
                            Notice::good(format!("Saved: {frames} pictures, the first is {}", written.path.display()))
                        }
                        Ok(Shot { written, .. }) => {
                            Notice::good(format!("Saved: {} ({})", written.path.display(), export::bytes(written.bytes)))
                        }
                        Err(error) => Notice::bad(error.to_string()),
                    },
                );
            }
        }
        if let Some(measurement) = &mut self.measurement {
            let seen = measuring::seen(measurement);
            if seen.finished {
                self.measurement = None;
            }
            session.show_measuring(Some(seen));
        }
        self.job.is_some() || self.measurement.is_some() || self.browsing.is_some()
    }

    fn film(&mut self, session: &mut Session, wish: Wish) {
        if self.job.is_some() {
            return tell(session, Notice::bad("One film at a time."));
        }
        match film::check(&wish) {
            Ok(_) => {
                session.show_filming(Some(Filming { done: 0, of: wish.frames(), left_s: None }));
                self.job = Some(Job::start(session.recorded(), wish));
            }
            Err(invalid) => {
                tell(session, Notice::bad(invalid.to_string()));
                session.act(Action::Dialog(Some(Dialog::Film(wish))));
            }
        }
    }

    /// Opens the system's dialog beside the window; the path comes back into the line.
    fn browse(&mut self, session: &Session) {
        let (Some(dialog), None) = (session.dialog(), &self.browsing) else { return };
        let (opens, path, kind): (bool, &str, &[&str]) = match dialog {
            Dialog::Open { path } => (true, path, &["toml"]),
            Dialog::Save { what: Export::Scenario | Export::Recorded, path } => (false, path, &["toml"]),
            Dialog::Save { what: Export::Table, path } => (false, path, &["csv", "json"]),
            Dialog::Save { what: Export::Trace, path } => (false, path, &["json"]),
            Dialog::Measure(_) => return,
            Dialog::Film(wish) => (false, &wish.path, &["mp4", "webm", "gif", "webp", "apng", "png"]),
        };
        let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let system = rfd::AsyncFileDialog::new().add_filter("tickscope", kind).set_file_name(name);
        // It must be made where the window is, and may be waited for anywhere.
        self.browsing = Some(if opens {
            let asked = system.pick_file();
            std::thread::spawn(move || pollster::block_on(asked).map(|file| file.path().to_owned()))
        } else {
            let asked = system.save_file();
            std::thread::spawn(move || pollster::block_on(asked).map(|file| file.path().to_owned()))
        });
    }
}

/// A file that was dropped on the window or chosen.
pub fn open(session: &mut Session, path: &Path) {
    match read(path) {
        Ok(scenario) => session.act(Action::Open(Box::new(scenario))),
        Err(why) => tell(session, Notice::bad(why)),
    }
}

/// Reads a scenario's file.
///
/// # Errors
/// In one line that names the file.
pub fn read(path: &Path) -> Result<Scenario, String> {
    let name = path.display().to_string();
    let unreadable = |error: std::io::Error| format!("{name}: can't be read ({error})");
    let file = std::fs::File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    // Whatever the file is, no more of it than a scenario could be.
    file.take(LONGEST_TEXT as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    let text = String::from_utf8(bytes).map_err(|_| format!("{name}: is not text"))?;
    Scenario::parse(&name, &text).map_err(|unreadable| unreadable.to_string())
}

/// The path goes into the dialog that asked for it.
fn chosen(session: &mut Session, path: &str) {
    let Some(dialog) = session.dialog().cloned() else { return };
    let path = path.to_owned();
    session.act(Action::Dialog(Some(match dialog {
        Dialog::Open { .. } => Dialog::Open { path },
        Dialog::Save { what, .. } => Dialog::Save { what, path },
        Dialog::Measure(seconds) => Dialog::Measure(seconds),
        Dialog::Film(wish) => Dialog::Film(Wish { path, ..wish }),
    })));
}

fn tell(session: &mut Session, notice: Notice) {
    session.act(Action::Notify(Some(notice)));
}
