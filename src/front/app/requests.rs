//! Serves the requests of a session: files, the system's dialogs, films beside the window.

use super::claims_job::ClaimsJob;
use super::{measuring, save};
use crate::front::film::job::FilmJob;
use crate::front::film::{self, FilmError, RecordedFilm};
use crate::lab::real::measurement::Measurement;
use crate::model::config::{ControlChange, FilmSpec};
use crate::model::worlds::drive::recording;
use crate::studio::arguments::files;
use crate::studio::claims;
use crate::studio::export::numbers::file_size;
use crate::studio::scenario::Scenario;
use crate::studio::session::{Action, Dialog, Export, FilmProgress, Notice, Request, Session};
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use web_time::{Duration, Instant};

/// A dialog that ends within this time without a file has never been shown.
const NO_DIALOG: Duration = Duration::from_millis(400);
const NO_PORTAL: &str =
    "The system shows no file dialog: neither a file chooser portal (xdg-desktop-portal) nor zenity answers. Type the path here.";

/// Serves the requests, and keeps what takes longer than a frame.
#[derive(Default)]
pub struct RequestHandler {
    /// The film that is being made, and what was asked for.
    job: Option<(FilmJob, FilmSpec)>,
    measurement: Option<Measurement>,
    claims: Option<ClaimsJob>,
    /// The system's dialog while it is open, and when it was asked for.
    browsing: Option<(JoinHandle<Option<PathBuf>>, Instant)>,
}

impl RequestHandler {
    /// Does one thing that was asked for. What has to do with the clipboard is the window's.
    pub fn serve(&mut self, session: &mut Session, request: Request) {
        match request {
            Request::Open(path) => open(session, Path::new(&path)),
            Request::Save(what, path) => match save::save(session, what, Path::new(&path)) {
                Ok(told) => {
                    session.act(Action::Dialog(None));
                    tell(session, Notice::good(told));
                }
                Err(error) => session.fail(error.to_string()),
            },
            Request::Browse => self.browse(session),
            Request::Film(spec) => self.film(session, spec),
            Request::CancelFilm => {
                if let Some((job, _)) = &self.job {
                    job.cancel();
                }
            }
            Request::Measure(seconds) => match measuring::start(session, seconds) {
                Ok(measurement) => self.measurement = Some(measurement),
                Err(error) => tell(session, Notice::bad(error.to_string())),
            },
            Request::MeasureClaims => {
                let known = claims::all().any(|(_, claim)| session.measured(&claim.id).is_some());
                if self.claims.is_none() && !known {
                    self.claims = Some(ClaimsJob::start());
                }
            }
            Request::StopMeasuring => {
                self.measurement = None;
                session.show_measuring(None);
            }
            // The clipboard is the window's, and a window is a whole one already.
            Request::Copy(_) | Request::Paste | Request::OpenWhole => {}
        }
    }

    /// Polls everything under way; true while something is.
    pub fn poll(&mut self, session: &mut Session) -> bool {
        if let Some((thread, asked)) = self.browsing.take_if(|(thread, _)| thread.is_finished()) {
            match thread.join() {
                Ok(Some(path)) => chosen(session, &path.to_string_lossy()),
                // A person takes longer to close a dialog: the system has shown none.
                Ok(None) if cfg!(target_os = "linux") && asked.elapsed() < NO_DIALOG => session.fail(NO_PORTAL.to_owned()),
                _ => {}
            }
        }
        if let Some((job, spec)) = &mut self.job {
            session.show_filming(Some(job.progress()));
            if let Some(ended) = job.poll() {
                let spec = spec.clone();
                self.job = None;
                session.show_filming(None);
                match ended {
                    Ok(RecordedFilm { written, frames, .. }) if written.files > 1 => {
                        let first = written.path.display();
                        tell(session, Notice::good(format!("Saved: {frames} frames, the first is {first}")));
                    }
                    Ok(RecordedFilm { written, .. }) => {
                        let size = file_size(written.bytes);
                        tell(session, Notice::good(format!("Saved: {} ({size})", written.path.display())));
                    }
                    Err(FilmError::Cancelled) => tell(session, Notice::bad(FilmError::Cancelled.to_string())),
                    Err(error) => {
                        // What was typed comes back, unless the person is at something else by now.
                        if session.dialog().is_none() {
                            session.act(Action::Dialog(Some(Dialog::Film(spec))));
                        }
                        session.fail(error.to_string());
                    }
                }
            }
        }
        if let Some(measurement) = &mut self.measurement {
            let seen = measuring::seen(measurement);
            if seen.finished {
                self.measurement = None;
            }
            session.show_measuring(Some(seen));
        }
        if let Some((new, over)) = self.claims.as_ref().map(ClaimsJob::poll) {
            for (claim, measured) in new {
                session.show_measured(claim, measured);
            }
            self.claims.take_if(|_| over);
        }
        self.job.is_some() || self.measurement.is_some() || self.claims.is_some() || self.browsing.is_some()
    }

    fn film(&mut self, session: &mut Session, spec: FilmSpec) {
        if self.job.is_some() {
            return session.fail("One film at a time.".to_owned());
        }
        match film::check(&spec) {
            Ok(_) => {
                session.act(Action::Dialog(None));
                session.show_filming(Some(FilmProgress { done: 0, of: spec.frames(), left_s: None }));
                self.job = Some((FilmJob::start(session.recorded(), spec.clone()), spec));
            }
            Err(invalid) => session.fail(invalid.to_string()),
        }
    }

    /// Opens the system's dialog beside the window; the path comes back into the line.
    fn browse(&mut self, session: &Session) {
        let (Some(dialog), None) = (session.dialog(), &self.browsing) else { return };
        let (opens, path, kind): (bool, &str, &[&str]) = match dialog {
            Dialog::Open { path } => (true, path, &["toml", "json"]),
            Dialog::Save { what: Export::Scenario | Export::Recorded, path } => (false, path, &["toml"]),
            Dialog::Save { what: Export::Table, path } => (false, path, &["csv", "json"]),
            Dialog::Save { what: Export::Trace | Export::Drive, path } => (false, path, &["json"]),
            Dialog::Measure(_) | Dialog::Articles { .. } | Dialog::Gallery { .. } => return,
            Dialog::Film(spec) => (false, &spec.path, &["mp4", "webm", "gif", "webp", "apng", "png"]),
        };
        let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let system = rfd::AsyncFileDialog::new().add_filter("tickscope", kind).set_file_name(name);
        // The dialog must be made on the window's thread; any thread may wait for it.
        let asked = Instant::now();
        let thread = if opens {
            let file = system.pick_file();
            std::thread::spawn(move || pollster::block_on(file).map(|file| file.path().to_owned()))
        } else {
            let file = system.save_file();
            std::thread::spawn(move || pollster::block_on(file).map(|file| file.path().to_owned()))
        };
        self.browsing = Some((thread, asked));
    }
}

/// A file that was dropped on the window or chosen.
pub fn open(session: &mut Session, path: &Path) {
    match read_either(path) {
        Ok(Opened::Scenario(scenario)) => session.act(Action::Open(scenario)),
        Ok(Opened::Drive(strokes)) => {
            session.act(Action::PlayDrive(strokes));
            session.act(Action::Dialog(None));
        }
        Err(why) => session.fail(why),
    }
}

/// The content of a file that was opened.
enum Opened {
    Scenario(Box<Scenario>),
    Drive(Vec<ControlChange>),
}

fn read_either(path: &Path) -> Result<Opened, String> {
    let (name, text) = files::text(path)?;
    if recording::is_drive(&text) {
        return recording::read(&text).map(Opened::Drive).map_err(|error| format!("{name}: {error}"));
    }
    let scenario = Scenario::parse(&name, &text).map_err(|unreadable| unreadable.to_string())?;
    Ok(Opened::Scenario(Box::new(scenario)))
}

/// The path goes into the dialog that asked for it.
fn chosen(session: &mut Session, path: &str) {
    let Some(dialog) = session.dialog().cloned() else { return };
    let path = path.to_owned();
    session.act(Action::Dialog(Some(match dialog {
        Dialog::Open { .. } => Dialog::Open { path },
        Dialog::Save { what, .. } => Dialog::Save { what, path },
        other @ (Dialog::Measure(_) | Dialog::Articles { .. } | Dialog::Gallery { .. }) => other,
        Dialog::Film(spec) => Dialog::Film(FilmSpec { path, ..spec }),
    })));
}

fn tell(session: &mut Session, notice: Notice) {
    session.act(Action::Notify(Some(notice)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::Time;
    use crate::model::config::Settings;
    use crate::studio::scenario::builtin;

    fn session() -> Session {
        Session::new(Settings::default()).expect("the default settings are allowed")
    }

    /// A folder of this test's own.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("tickscope-outside-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[test]
    fn a_file_that_is_opened_or_dropped_is_shown_and_a_bad_one_leaves_what_is_there() {
        let folder = folder("open");
        let (good, bad, binary) = (folder.join("good.toml"), folder.join("bad.toml"), folder.join("film.mp4"));
        std::fs::write(&good, builtin::ALL[1].text).unwrap();
        std::fs::write(&bad, "tickscope = 2\npanes = 3\n").unwrap();
        std::fs::write(&binary, [0xff, 0xfe, 0x00]).unwrap();
        let mut session = session();
        open(&mut session, &good);
        let opened = session.title().0.to_owned();
        assert_eq!(opened, builtin::ALL[1].scenario().unwrap().name);
        for (path, says) in
            [(&bad, "line 2"), (&binary, "is not text"), (&folder, "can't be read"), (&folder.join("x"), "can't be read")]
        {
            open(&mut session, path);
            let notice = session.notice().expect("it is told");
            assert!(!notice.good && notice.text.contains(says), "{}", notice.text);
            assert_eq!(session.title().0, opened, "what was on the screen stays");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_recorded_drive_is_saved_opened_again_and_refused_where_it_is_cut_off_or_of_another_version() {
        let folder = folder("drive");
        let (whole, cut, other) = (folder.join("drive.json"), folder.join("cut.json"), folder.join("other.json"));
        let settings = Settings { scene: crate::model::config::SceneChoice::new("drive"), ..Settings::default() };
        let mut session = Session::new(settings).expect("these settings are allowed");
        session.advance_to(Time::from_secs(3.0));
        let path = whole.to_string_lossy().into_owned();
        RequestHandler::default().serve(&mut session, Request::Save(Export::Drive, path));
        assert!(session.notice().is_some_and(|notice| notice.good), "{:?}", session.notice());
        let text = std::fs::read_to_string(&whole).unwrap();
        std::fs::write(&cut, &text[..text.len() / 2]).unwrap();
        std::fs::write(&other, text.replacen("\"tickscope_drive\":1", "\"tickscope_drive\":7", 1)).unwrap();

        let driven = session.drive();
        let mut elsewhere = self::session();
        for (path, says) in [(&cut, "a part of one"), (&other, "version 7")] {
            open(&mut elsewhere, path);
            let notice = elsewhere.notice().expect("it is told");
            assert!(!notice.good && notice.text.contains(says), "{}", notice.text);
            assert_eq!(elsewhere.lab().settings().scene.id, "curve-and-wall", "what was on the screen stays");
            assert!(files::read_drive(path).is_err());
        }
        open(&mut elsewhere, &whole);
        assert_eq!(elsewhere.lab().settings().scene.strokes, driven);
        assert_eq!(files::read_drive(&whole).unwrap(), driven);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn everything_that_can_be_exported_is_written_whole_and_what_cannot_is_told() {
        let folder = folder("save");
        let mut session = session();
        session.advance_to(Time::from_secs(1.5));
        session.act(Action::Lab(crate::model::config::Command::stall(100.0)));
        session.advance_to(Time::from_secs(2.0));
        let mut outside = RequestHandler::default();
        let mut save = |what, name: &str| {
            let path = folder.join(name).to_string_lossy().into_owned();
            outside.serve(&mut session, Request::Save(what, path.clone()));
            let notice = session.notice().expect("it is told").clone();
            (notice.good, notice.text, std::fs::read_to_string(path).unwrap_or_default())
        };
        let (good, _, text) = save(Export::Recorded, "recorded.toml");
        assert!(good && Scenario::parse("again", &text).unwrap().script.commands().len() == 1);
        let (good, _, text) = save(Export::Scenario, "scenario.toml");
        assert!(good && Scenario::parse("again", &text).unwrap().script.commands().is_empty());
        let (good, _, text) = save(Export::Table, "numbers.csv");
        assert!(good && text.lines().count() == 5 && text.starts_with("strategy,"));
        let (good, _, text) = save(Export::Table, "numbers.json");
        let report: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert!(good && report["panes"].as_array().unwrap().len() == 4);
        let (good, _, text) = save(Export::Trace, "trace.json");
        let trace: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert!(good && trace["traceEvents"].as_array().unwrap().len() > 1000);
        assert!(!save(Export::Table, "numbers.xls").0);
        let (good, said, _) = save(Export::Scenario, "no/such/folder.toml");
        assert!(!good && said.contains("folder"), "{said}");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 5, "and nothing half-written");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
