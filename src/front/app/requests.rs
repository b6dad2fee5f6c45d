//! Serves the requests of a session: files, the system's dialogs, films, and runs in the background.

use super::pane_jobs::threads;
use super::save::{save, whole_path};
use super::this_platform::files as platform_files;
use super::this_platform::files::Chooser;
use crate::front::film;
use crate::front::film::error::FilmError;
#[cfg(not(target_arch = "wasm32"))]
use crate::front::film::handout;
use crate::front::film::job::FilmJob;
use crate::front::film::record::FilmPlace;
use crate::front::render::context::Gpu;
use crate::studio::arguments::files::{self, LoopFile};
use crate::studio::claims;
use crate::studio::claims::evaluate::Measured;
use crate::studio::lesson::definition::Lesson;
use crate::studio::scenario::definition::{Scenario, Unreadable};
use crate::studio::scenario::unopened::UnopenedScenario;
use crate::studio::session::Session;
#[cfg(not(target_arch = "wasm32"))]
use crate::studio::session::action::Export;
use crate::studio::session::action::{
    Action, CaptureQuestion, CaptureSource, Dialog, LessonAction, Notice, Request, RunAction, WindowAction,
};
use crate::studio::session::host::Files;
use crate::studio::session::watched_run::check_repeatable;
use crate::studio::session::window_state::AdviceSoFar;
use crate::studio::view::film_spec::FilmSpec;
use crate::studio::view::{Instrument, View};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tickscope_core::base::jobs::{Job, Worker};
use tickscope_core::base::numbers::file_size;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::lab::advise::advice::Advice;
use tickscope_core::lab::advise::test::Tried;
use tickscope_core::lab::captures::gathered::ReadCapture;
use tickscope_core::lab::captures::part::{CapturePart, RefusedCapture};
use tickscope_core::lab::{advise, captures};
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::limits::MOST_PANES;
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::script::Script;
use tickscope_core::model::config::settings::PaneSettings;
use tickscope_core::model::worlds::drive::recording;
use web_time::Duration;

const ADVICE_THREADS: usize = 2;
/// The progress of reading a capture is reported after each such share of it.
const TOLD_SHARE: f64 = 0.05;
const PROGRESS: Duration = Duration::from_millis(100);

/// Serves the requests of a session, and holds the jobs that take longer than a frame.
#[derive(Default)]
pub struct RequestHandler {
    film: Option<(FilmJob, FilmSpec)>,
    claims: Option<Job<MeasuredClaim>>,
    /// The running job of *Which loop?*, and its results so far; `None` if nobody has asked.
    advice: Option<(Job<Tried>, Vec<Tried>)>,
    capture: Option<(Job<CaptureReport>, PathBuf)>,
    handout: Option<Job<Notice>>,
    chooser: Option<Chooser>,
}

/// A report of the thread that reads a capture: the share that is read, or the result.
enum CaptureReport {
    Share(f64),
    Read(Box<Result<ReadCapture, RefusedCapture>>),
}

impl RequestHandler {
    /// Serves a request. The application serves the requests that need the window or its page.
    pub fn serve(&mut self, session: &mut Session, request: Request) {
        match request {
            #[cfg(not(target_arch = "wasm32"))]
            Request::Save(Export::Handout, path) if session.has_handout() => self.write_handout(session, PathBuf::from(path)),
            Request::Save(what, path) => match save(session, what, Path::new(&path)) {
                Ok(message) => {
                    session.act(Action::Window(WindowAction::Dialog(None)));
                    notify(session, Notice::good(message));
                }
                Err(error) => session.window.fail(error),
            },
            Request::Browse => {
                if let (Some(dialog), None) = (session.window.dialog.as_ref(), &self.chooser) {
                    self.chooser = Chooser::open(dialog);
                }
            }
            Request::CancelFilm => {
                if let Some((job, _)) = &self.film {
                    job.cancel();
                }
            }
            Request::MeasureClaims => {
                let known = claims::article::all().any(|(_, claim)| session.window.results.claims.contains_key(&*claim.id));
                if self.claims.is_none() && !known {
                    self.claims = measure_claims().inspect_err(|error| log::warn!("no claims: {error}")).ok();
                }
            }
            Request::Advise(question) => {
                let started = advise::start((*question).clone(), threads(ADVICE_THREADS));
                self.advice = started.inspect_err(|error| log::warn!("no advice: {error}")).ok().map(|job| (job, Vec::new()));
                let all = advise::count(&question);
                session.window.results.advice = Some(AdviceSoFar { question: *question, tried: 0, all, advice: None });
            }
            Request::ReadCapture(source, columns) => {
                let part = CapturePart { columns, ..CapturePart::default() };
                match source {
                    CaptureSource::File(path) => self.read_capture(session, &path, &part),
                    CaptureSource::Text { name, text } => read_text(session, name, text, &part),
                    // The application follows the game.
                    CaptureSource::Live => {}
                }
            }
            Request::Open(_)
            | Request::OpenWhole
            | Request::FetchWholeBuild(_)
            | Request::Copy(_)
            | Request::Paste
            | Request::Film(_) => {}
        }
    }

    /// Opens a file that was dropped on the window or chosen. A capture, which may be long, is read in the background.
    pub fn open(&mut self, session: &mut Session, path: &Path) {
        if is_capture(path) { self.read_capture(session, path, &CapturePart::default()) } else { open(session, path) }
    }

    /// Begins the handout of the open lesson, whose stills are drawn in the background.
    #[cfg(not(target_arch = "wasm32"))]
    fn write_handout(&mut self, session: &mut Session, path: PathBuf) {
        let Some(lesson) = session.lesson().map(|attended| attended.lesson.clone()) else { return };
        let base = session.window.link_base.clone();
        let job = Job::spawn("handout", |worker: Worker<Notice>| async move {
            worker.report(match handout::write(&lesson, &path, false, base.as_deref()) {
                Ok(written) => Notice::good(format!("Saved: {} ({})", whole_path(&written.path), file_size(written.bytes))),
                Err(error) => Notice::bad(format!("{}: {error}", path.display())),
            });
            Ok(())
        });
        match job {
            Ok(job) => {
                self.handout = Some(job);
                session.act(Action::Window(WindowAction::Dialog(None)));
                notify(session, Notice::good("The handout's pictures are being drawn …"));
            }
            Err(error) => session.window.fail(format!("No handout: {error}")),
        }
    }

    fn poll_handout(&mut self, session: &mut Session) {
        let Some(job) = &mut self.handout else { return };
        let reports = job.poll();
        for notice in reports.new {
            notify(session, notice);
        }
        if reports.is_over {
            self.handout = None;
        }
    }

    fn read_capture(&mut self, session: &mut Session, path: &Path, part: &CapturePart) {
        let (file, asked) = (path.to_owned(), part.clone());
        let job = Job::spawn("capture", |worker: Worker<CaptureReport>| async move {
            let mut told = 0.0;
            let read = files::read_capture_telling(&file, &asked, |share| {
                if share - told >= TOLD_SHARE {
                    told = share;
                    worker.report(CaptureReport::Share(share));
                }
            });
            worker.report(CaptureReport::Read(Box::new(read)));
            Ok(())
        });
        match job {
            Ok(job) => self.capture = Some((job, path.to_owned())),
            // If the computer gives no thread, the calling thread does the work.
            Err(_) => read_file(session, path, part),
        }
    }

    fn poll_capture(&mut self, session: &mut Session) {
        let Some((job, path)) = &mut self.capture else { return };
        let reports = job.poll();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        for report in reports.new {
            match report {
                CaptureReport::Share(share) => {
                    notify(session, Notice::good(format!("{name}: {:.0} % have been read …", share * 100.0)));
                }
                CaptureReport::Read(read) => open_capture(session, *read, CaptureSource::File(path.clone())),
            }
        }
        if reports.is_over {
            self.capture = None;
        }
    }

    /// Polls all running jobs. Returns how soon to call this again; `None` if no job is running.
    pub fn poll(&mut self, session: &mut Session) -> Option<Duration> {
        self.chooser.take_if(|chooser| chooser.has_ended(session));
        self.poll_capture(session);
        self.poll_film(session);
        self.poll_claims(session);
        self.poll_advice(session);
        self.poll_handout(session);
        let is_read = self.capture.is_some() || self.chooser.is_some() || self.handout.is_some();
        let is_busy = self.advice.is_some() || self.film.is_some() || self.claims.is_some() || is_read;
        is_busy.then_some(PROGRESS)
    }

    fn poll_film(&mut self, session: &mut Session) {
        let Some((job, spec)) = &mut self.film else { return };
        let Some(ended) = job.poll() else {
            session.window.results.film = Some(job.progress());
            return;
        };
        let spec = spec.clone();
        self.film = None;
        session.window.results.film = None;
        match ended {
            Ok(film) => {
                platform_files::hand_over(&film);
                let size = file_size(film.written.bytes);
                notify(session, Notice::good(format!("Saved: {} ({size})", whole_path(&film.written.path))));
            }
            Err(FilmError::Cancelled) => notify(session, Notice::bad(FilmError::Cancelled.to_string())),
            Err(error) => {
                // The dialog opens again as it was, unless the person has opened another one.
                if session.window.dialog.is_none() {
                    session.act(Action::Window(WindowAction::Dialog(Some(Dialog::Film(spec)))));
                }
                session.window.fail(error.to_string());
            }
        }
    }

    fn poll_claims(&mut self, session: &mut Session) {
        let Some(job) = &mut self.claims else { return };
        let reports = job.poll();
        session.window.results.claims.extend(reports.new);
        if reports.is_over {
            self.claims = None;
        }
    }

    fn poll_advice(&mut self, session: &mut Session) {
        let (Some((job, tried)), Some(known)) = (&mut self.advice, &mut session.window.results.advice) else { return };
        let reports = job.poll();
        tried.extend(reports.new);
        known.tried = tried.len();
        if reports.is_over {
            known.advice = Some(Advice::new(&known.question, std::mem::take(tried)));
            self.advice = None;
        }
    }

    /// Begins a film. It uses the window's GPU if it can't open one of its own.
    pub fn film(&mut self, session: &mut Session, spec: FilmSpec, gpu: &Gpu) {
        if self.film.is_some() {
            return session.window.fail("One film at a time.".to_owned());
        }
        let place = match session.window.host.files {
            Files::Disk => FilmPlace::Disk,
            Files::Browser => FilmPlace::Memory(gpu.clone()),
        };
        let checked = check_repeatable(session.run.lab.settings()).and_then(|()| film::record::check(&spec));
        let checked = checked.map_err(FilmError::from);
        match checked.and_then(|_| FilmJob::start(session.filmed(), spec.clone(), place)) {
            Ok(job) => {
                session.act(Action::Window(WindowAction::Dialog(None)));
                session.window.results.film = Some(job.progress());
                self.film = Some((job, spec));
            }
            Err(error) => session.window.fail(error.to_string()),
        }
    }
}

/// The id of a claim, and the numbers of its runs.
type MeasuredClaim = (&'static str, Vec<Measured>);

fn measure_claims() -> std::io::Result<Job<MeasuredClaim>> {
    Job::spawn("claims", |worker: Worker<MeasuredClaim>| async move {
        for (_, claim) in claims::article::all() {
            // A test makes the runs of every claim, so only a claim about a world that this build can't make is refused here.
            // Such a claim has no number.
            if let Ok(measured) = claims::evaluate::evaluate(claim) {
                worker.report((claim.id.as_str(), measured));
            }
            worker.give_way().await?;
        }
        Ok(())
    })
}

/// Returns whether a file is to be read as a capture. The ending does not decide, because a recorded drive may have the same.
fn is_capture(path: &Path) -> bool {
    files::is_capture(path) && !files::text(path).is_ok_and(|(_, text)| recording::is_drive(&text))
}

pub fn open(session: &mut Session, path: &Path) {
    if LoopFile::is_one(path) {
        let read = LoopFile::read_all(&[path.to_owned()]);
        let loops = read.map(|read| read.into_iter().map(|file| file.own).collect());
        return open_loop(session, &path.display().to_string(), loops);
    }
    if is_capture(path) {
        return read_file(session, path, &CapturePart::default());
    }
    match files::text(path) {
        Ok((name, text)) => open_text(session, path.parent(), (&name, text)),
        Err(why) => session.window.fail(why),
    }
}

/// Opens `text`, the text of the file `name`. `folder` has the files of its loops; `None` if the file has no folder.
pub fn open_text(session: &mut Session, folder: Option<&Path>, (name, text): (&str, String)) {
    if recording::is_drive(&text) {
        match recording::read(&text) {
            Ok(strokes) => {
                session.act(Action::Run(RunAction::PlayDrive(strokes)));
                session.act(Action::Window(WindowAction::Dialog(None)));
            }
            Err(error) => session.window.fail(format!("{name}: {error}")),
        }
        return;
    }
    if Lesson::is_one(&text) {
        return match Lesson::parse(&files::lesson_id(Path::new(name)), name, &text) {
            Ok(lesson) => session.act(Action::Lesson(LessonAction::Open(Arc::new(lesson), 0))),
            Err(unreadable) => session.window.fail(unreadable.to_string()),
        };
    }
    if LoopFile::is_one(Path::new(name)) {
        return open_loop(session, name, LoopFile::loop_of(Path::new(name), &text).map(|own| vec![own]));
    }
    if files::is_capture(Path::new(name)) {
        return read_text(session, name.to_owned(), text.into(), &CapturePart::default());
    }
    open_unopened(session, UnopenedScenario::read(folder, name, text));
}

fn read_file(session: &mut Session, path: &Path, part: &CapturePart) {
    open_capture(session, files::read_capture(path, part), CaptureSource::File(path.to_owned()));
}

fn read_text(session: &mut Session, name: String, text: Arc<str>, part: &CapturePart) {
    open_capture(session, captures::read(&name, text.as_bytes(), part), CaptureSource::Text { name, text });
}

/// Gives a capture to the pane that waits for it, or shows it in one more pane. If it can be read in several ways, asks which.
fn open_capture(session: &mut Session, read: Result<ReadCapture, RefusedCapture>, source: CaptureSource) {
    let ReadCapture { capture, report } = match read {
        Ok(read) => read,
        Err(RefusedCapture { invalid, readings }) if readings.is_empty() => return session.window.fail(invalid.to_string()),
        Err(RefusedCapture { invalid, readings }) => {
            let question = Some(CaptureQuestion { source, readings: readings.into_vec() });
            session.act(Action::Window(WindowAction::Dialog(None)));
            return notify(session, Notice { question, ..Notice::bad(format!("{invalid}. Read:")) });
        }
    };
    let mut settings = session.run.lab.settings().clone();
    // Two captures play from the same moment, so that they have one clock.
    let is_beside_another = settings.panes.iter().any(|pane| pane.played().is_some());
    let waits = |pane: &&mut PaneSettings| pane.played().is_some_and(|known| !known.is_here() && known.hash == capture.hash);
    if let Some(pane) = settings.panes.iter_mut().find(waits) {
        pane.capture = Some(Arc::new(capture));
        let scenario = Scenario { script: Script::from(settings), ..session.run.scenario() };
        session.act(Action::Run(RunAction::Open(Box::new(scenario))));
    } else if settings.panes.len() == MOST_PANES {
        return session.window.fail(format!("{}: close one of the {MOST_PANES} panes first, for its own", capture.name));
    } else if is_beside_another {
        session.act(Action::Run(RunAction::Beside(Box::new(PaneSettings::of_capture(capture)))));
    } else {
        session.act(Action::Lab(Command::AddPane(PaneSettings::of_capture(capture))));
    }
    let begun = if is_beside_another { " All panes have begun again, and play their captures from the same moment." } else { "" };
    session.act(Action::Window(WindowAction::Dialog(None)));
    notify(session, Notice::good(format!("Captured frames. {report}{begun}")));
}

/// Starts over with the first of `loops`, which includes the others, in the selected pane.
fn open_loop(session: &mut Session, from: &str, loops: Result<Vec<OwnLoop>, Invalid>) {
    let loops = match loops {
        Ok(loops) => loops,
        Err(invalid) => return session.window.fail(invalid.to_string()),
    };
    let Some(id) = loops.first().map(OwnLoop::id) else { return };
    let mut settings = session.run.lab.settings().clone();
    settings.loops.retain(|own| loops.iter().all(|new| new.name != own.name));
    settings.loops.extend(loops);
    let pane = &mut settings.panes[session.run.selection.selected()];
    *pane = PaneSettings { letter: pane.letter, computer: pane.computer.clone(), ..PaneSettings::new(&id) };
    let instrument = Some(session.run.view.instrument.filter(|_| session.run.view.code).unwrap_or(Instrument::Code));
    let view = View { instrument, ..session.run.view };
    let scenario = Scenario { script: Script::from(settings), view, ..session.run.scenario() };
    open_unopened(session, UnopenedScenario::read(None, from, scenario.to_toml()));
}

fn open_unopened(session: &mut Session, unopened: Result<UnopenedScenario, Unreadable>) {
    match unopened.and_then(|unopened| session.opening_of(unopened)) {
        Ok(action) => session.act(action),
        Err(unreadable) => session.window.fail(unreadable.to_string()),
    }
}

fn notify(session: &mut Session, notice: Notice) {
    session.act(Action::Window(WindowAction::Notify(Some(notice))));
}

#[cfg(test)]
mod tests {
    use crate::front::app::requests::*;
    use crate::studio::scenario::builtin;
    use crate::studio::session::action::{LoopsAction, ViewAction};
    use tickscope_core::base::time::Time;
    use tickscope_core::model::config::settings::Settings;

    fn session() -> Session {
        Session::new(Settings::default()).expect("the default settings are allowed")
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("tickscope-outside-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[test]
    fn a_capture_that_is_opened_is_one_more_pane_or_that_of_the_pane_that_waits_for_it() {
        let rows = |count: u32| (1..=count).fold("flip_ms\n".to_owned(), |text, n| text + &format!("{}\n", n * 16 + n % 3));
        let path = folder("captures").join("long.csv");
        std::fs::write(&path, rows(70_000)).unwrap();
        let mut session = session();
        open(&mut session, &path);
        assert_eq!(session.run.lab.panes().len(), 5);
        assert!(session.run.lab.panes()[4].strategy().is_captured());
        assert!(session.window.notice().is_some_and(|notice| notice.good && notice.text.contains("70000 of them displayed")));
        // A scenario can't hold so many rows, so its pane waits for the file.
        let copy = Scenario::parse("copy", &session.run.scenario().to_toml()).expect("it can be read");
        let frames = |session: &Session| {
            let captures = session.run.lab.settings().panes.iter().filter_map(PaneSettings::played);
            captures.map(|capture| capture.frames.len()).collect::<Vec<_>>()
        };
        session.act(Action::Run(RunAction::Open(Box::new(copy))));
        assert_eq!(frames(&session), [0]);
        session.advance_to(Time::from_secs(0.5));
        let waits = session.run.lab.panes()[4].fault().expect("it waits");
        assert!(waits.text.contains("open the file long.csv"), "{waits}");
        open(&mut session, &path);
        assert_eq!(frames(&session), [70_000]);
        let mut requests = RequestHandler::default();
        session.act(Action::Lab(Command::ClosePane(session.letter(4))));
        requests.open(&mut session, &path);
        assert_eq!(session.run.lab.panes().len(), 4, "it is read in the background");
        while requests.poll(&mut session).is_some() {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(frames(&session), [70_000]);
        for number in [2, 3] {
            open_text(&mut session, None, ("short.csv", rows(number * 10)));
        }
        assert!(session.window.notice().is_some_and(|notice| !notice.good && notice.text.contains("close one")));
        open_text(&mut session, None, ("bad.csv", "flip_ms\n2\n1\n".to_owned()));
        assert!(session.window.notice().is_some_and(|notice| notice.text.starts_with("bad.csv:3: time goes back")));
        assert_eq!(session.run.lab.panes().len(), 6);
    }

    #[test]
    fn two_captures_play_from_the_same_moment_with_one_scale_of_their_pulses() {
        let rows = |ms: u32| (1..=300).fold("flip_ms\n".to_owned(), |text, n| text + &format!("{}\n", n * ms));
        let mut session = session();
        session.advance_to(Time::from_secs(1.0));
        open_text(&mut session, None, ("before.csv", rows(20)));
        session.advance_to(Time::from_secs(2.0));
        let starts = |session: &Session| {
            let captured = session.run.lab.panes().iter().filter(|pane| pane.strategy().is_captured());
            captured.map(|pane| pane.recording().start).collect::<Vec<_>>()
        };
        assert_eq!(starts(&session), [Time::from_secs(1.0)], "a first capture begins where the others are");
        let panes = session.run.lab.panes().len();
        open_text(&mut session, None, ("after.csv", rows(10)));
        assert_eq!((starts(&session), session.run.lab.panes().len()), (vec![Time::ZERO; 2], panes + 1));
        assert!(session.window.notice().is_some_and(|notice| notice.good && notice.text.ends_with("from the same moment.")));
        session.advance_to(Time::from_secs(1.005));
        let shown = |index: usize| session.run.seen(index).pulse(Time::ZERO).newest.map(|flip| flip.at);
        assert_eq!([panes - 1, panes].map(shown), [Some(Time::from_secs(1.0)); 2], "both show the flip of the same moment");
        session.act(Action::Undo);
        assert_eq!(starts(&session), [Time::from_secs(1.0)], "the run before is not lost");
    }

    #[test]
    fn a_capture_with_several_meanings_is_asked_about_and_each_answer_opens_it() {
        let rows = (0..60).fold("frametime\n".to_owned(), |text, n| text + &format!("{:.2}\n", 1.2 + f64::from(n % 3) / 50.0));
        let path = folder("question").join("fast.csv");
        std::fs::write(&path, &rows).unwrap();
        let mut session = session();
        let mut requests = RequestHandler::default();
        for from_text in [false, true] {
            if from_text {
                open_text(&mut session, None, ("fast.csv", rows.clone()));
            } else {
                open(&mut session, &path);
            }
            let notice = session.window.notice().cloned().expect("it asks");
            let question = notice.question.expect("it has answers");
            let words: Vec<&str> = question.readings.iter().map(|reading| reading.words.as_str()).collect();
            assert!(
                !notice.good && words.len() == 2 && words.iter().all(|words| words.starts_with("frametime as ")),
                "{words:?}"
            );
            let panes = session.run.lab.panes().len();
            let answer = question.readings[usize::from(from_text)].choice.clone();
            requests.serve(&mut session, Request::ReadCapture(question.source, answer));
            while requests.poll(&mut session).is_some() {
                std::thread::sleep(Duration::from_millis(1));
            }
            assert_eq!(session.run.lab.panes().len(), panes + 1, "{:?}", session.window.notice());
        }
    }

    #[test]
    fn a_file_that_is_opened_or_dropped_is_shown_and_a_bad_one_leaves_what_is_there() {
        let folder = folder("open");
        let (good, bad, binary) = (folder.join("good.toml"), folder.join("bad.toml"), folder.join("film.mp4"));
        std::fs::write(&good, builtin::ALL[1].text).unwrap();
        std::fs::write(&bad, "tickscope = 4\npanes = 3\n").unwrap();
        std::fs::write(&binary, [0xff, 0xfe, 0x00]).unwrap();
        let mut session = session();
        open(&mut session, &good);
        let opened = session.run.opened.name.clone();
        assert_eq!(opened, builtin::ALL[1].scenario().unwrap().name);
        for (path, says) in
            [(&bad, "line 2"), (&binary, "is not text"), (&folder, "can't be read"), (&folder.join("x"), "can't be read")]
        {
            open(&mut session, path);
            let notice = session.window.notice().expect("there is a notice");
            assert!(!notice.good && notice.text.contains(says), "{}", notice.text);
            assert_eq!(session.run.opened.name, opened, "what was on the screen stays");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_in_javascript_is_a_loop_in_the_selected_pane_after_a_click() {
        let folder = folder("loop");
        let path = folder.join("mine.js");
        std::fs::write(&path, "// @include steps.js\nfunction loop(host) { while (host.running()) step(host); }\n").unwrap();
        let missing = |session: &Session| session.window.notice().is_some_and(|notice| !notice.good);
        let mut session = session();
        session.act(Action::View(ViewAction::Select(1)));
        open(&mut session, &path);
        assert!(missing(&session) && session.window.held_back.is_none(), "steps.js is not there");
        std::fs::write(folder.join("steps.js"), "function step(host) { host.update(ms); host.render(); }\n").unwrap();
        open(&mut session, &path);
        assert_eq!(session.window.held_back.as_ref().map(|held| held.loops().len()), Some(2));
        assert!(session.run.lab.settings().loops.is_empty(), "nothing runs before the click");
        let others = session.run.lab.settings().panes.len();
        session.act(Action::Loops(LoopsAction::RunHeldBack));
        let settings = session.run.lab.settings();
        assert_eq!((settings.panes.len(), &*settings.panes[1].strategy), (others, "own/mine"));
        assert_eq!((session.run.selection.selected(), session.run.view.instrument), (1, Some(Instrument::Code)));
        // The same text is known already, so it needs no click.
        open(&mut session, &path);
        assert!(session.window.held_back.is_none());
        open_text(&mut session, None, ("big.js", "x".repeat(OwnLoop::LONGEST + 1)));
        assert!(session.window.held_back.is_none() && missing(&session));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_recorded_drive_is_saved_opened_again_and_refused_where_it_is_cut_off_or_of_another_version() {
        let folder = folder("drive");
        let (whole, cut, other) = (folder.join("drive.json"), folder.join("cut.json"), folder.join("other.json"));
        let settings =
            Settings { scene: tickscope_core::model::config::settings::WorldChoice::new("drive"), ..Settings::default() };
        let mut session = Session::new(settings).expect("these settings are allowed");
        session.advance_to(Time::from_secs(3.0));
        let path = whole.to_string_lossy().into_owned();
        RequestHandler::default().serve(&mut session, Request::Save(Export::Drive, path));
        assert!(session.window.notice().is_some_and(|notice| notice.good), "{:?}", session.window.notice());
        let text = std::fs::read_to_string(&whole).unwrap();
        std::fs::write(&cut, &text[..text.len() / 2]).unwrap();
        std::fs::write(&other, text.replacen("\"tickscope_drive\":1", "\"tickscope_drive\":7", 1)).unwrap();

        let driven = session.run.drive();
        let mut elsewhere = self::session();
        for (path, says) in [(&cut, "a part of one"), (&other, "version 7")] {
            open(&mut elsewhere, path);
            let notice = elsewhere.window.notice().expect("there is a notice");
            assert!(!notice.good && notice.text.contains(says), "{}", notice.text);
            assert_eq!(elsewhere.run.lab.settings().scene.id, "curve-and-wall", "what was on the screen stays");
            assert!(files::read_drive(path).is_err());
        }
        open(&mut elsewhere, &whole);
        assert_eq!(elsewhere.run.lab.settings().scene.strokes, driven);
        assert_eq!(files::read_drive(&whole).unwrap(), driven);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn everything_that_can_be_exported_is_written_whole_and_what_cannot_is_told() {
        let folder = folder("save");
        let mut session = session();
        session.advance_to(Time::from_secs(1.5));
        session.act(Action::Lab(Command::stall(100.0)));
        session.advance_to(Time::from_secs(2.0));
        let mut outside = RequestHandler::default();
        let mut save = |what, name: &str| {
            let path = folder.join(name).to_string_lossy().into_owned();
            outside.serve(&mut session, Request::Save(what, path.clone()));
            let notice = session.window.notice().expect("there is a notice").clone();
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
        let (good, _, text) = save(Export::Loop, "loop.js");
        assert!(good && text.contains("function loop(host)"), "{text}");
        assert!(!save(Export::Table, "numbers.xls").0);
        let (good, said, _) = save(Export::Scenario, "no/such/folder.toml");
        assert!(!good && said.contains("folder"), "{said}");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 6, "and nothing half-written");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
