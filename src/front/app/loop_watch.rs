//! Watches the files of `--loop`: a save in the user's own editor gives the loop its new text.

use crate::studio::arguments::files::LoopFile;
use crate::studio::session::Session;
use crate::studio::session::action::{Action, LoopsAction, Notice, WindowAction};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use tickscope_core::model::config::own_loop::OwnLoop;
use web_time::{Duration, Instant};

const INTERVAL: Duration = Duration::from_millis(400);

#[derive(Default)]
pub(super) struct LoopWatch {
    files: Vec<PathBuf>,
    /// Every file that was read, including included ones, with the time of its last change.
    read: Vec<(PathBuf, Option<SystemTime>)>,
    /// The last texts, by which a save that changes nothing is recognised.
    texts: Vec<OwnLoop>,
    looked: Option<Instant>,
}

impl LoopWatch {
    pub fn new(files: Vec<PathBuf>) -> LoopWatch {
        let mut watch = LoopWatch { files, ..LoopWatch::default() };
        if let Ok(read) = LoopFile::read_all(&watch.files) {
            watch.note(&read);
        }
        watch
    }

    /// Watches one more file, which has just been read; it replaces another file with a loop of the same name.
    pub fn add(&mut self, path: &Path) {
        self.files.retain(|other| LoopFile::name_of(other) != LoopFile::name_of(path));
        self.files.push(path.to_owned());
        if let Ok(read) = LoopFile::read_all(&self.files) {
            self.note(&read);
        }
    }

    fn note(&mut self, read: &[LoopFile]) {
        self.read = read.iter().map(|file| (file.path.clone(), changed(&file.path))).collect();
        self.texts = read.iter().map(|file| file.own.clone()).collect();
    }

    /// Gives the loops of `session` the texts of files that were saved. Returns how soon to call this again; `None` if no file is
    /// watched.
    pub fn poll(&mut self, session: &mut Session) -> Option<Duration> {
        if self.files.is_empty() {
            return None;
        }
        let is_time = self.looked.is_none_or(|looked| looked.elapsed() >= INTERVAL);
        if is_time {
            self.looked = Some(Instant::now());
            if self.read.iter().any(|(path, time)| changed(path) != *time) {
                self.reload(session);
            }
        }
        Some(INTERVAL)
    }

    fn reload(&mut self, session: &mut Session) {
        // While an editor replaces a file, the file may be missing for a moment; the next call finds it.
        let read = match LoopFile::read_all(&self.files) {
            Ok(read) => read,
            Err(_) if self.read.iter().any(|(path, _)| !path.exists()) => return,
            Err(refused) => {
                for (path, time) in &mut self.read {
                    *time = changed(path);
                }
                return session.act(Action::Window(WindowAction::Notify(Some(Notice::bad(refused.to_string())))));
            }
        };
        let before = std::mem::take(&mut self.texts);
        self.note(&read);
        // By now another scenario may be open that has none of these loops.
        let runs = |own: &OwnLoop| session.run.lab.settings().loops.iter().any(|known| known.name == own.name);
        if self.texts == before || !read.iter().any(|file| !file.is_included && runs(&file.own)) {
            return;
        }
        let edited = read.iter().filter(|file| file.is_included || runs(&file.own)).map(|file| file.own.clone());
        let edited = edited.collect();
        session.act(Action::Loops(LoopsAction::Edit(edited)));
        let notice = if let Some(refused) = session.refusal.as_ref() {
            Notice::bad(LoopFile::name_file(&read, refused.clone()).to_string())
        } else {
            let saved = read.iter().filter(|file| !before.contains(&file.own)).map(|file| file.path.display().to_string());
            Notice::good(format!("Saved, and running: {}", saved.collect::<Vec<_>>().join(", ")))
        };
        session.act(Action::Window(WindowAction::Notify(Some(notice))));
    }
}

fn changed(path: &PathBuf) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|data| data.modified()).ok()
}

#[cfg(test)]
mod tests {
    use crate::front::app::loop_watch::*;
    use crate::front::app::requests;
    use tickscope_core::model::config::settings::Settings;

    #[test]
    fn a_save_of_a_file_that_was_opened_reaches_its_loop_and_a_wrong_one_leaves_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("mine.js");
        let text =
            |dt: &str| format!("function loop(host) {{ while (host.running()) {{ host.update({dt}); host.render(); }} }}\n");
        let save = |text: &str| {
            // A file system may record times with a precision of some milliseconds only.
            std::thread::sleep(Duration::from_millis(20));
            std::fs::write(&path, text).expect("the file is written");
        };
        save(&text("ms"));
        let mut session = Session::new(Settings::default()).expect("the default settings are allowed");
        requests::open(&mut session, &path);
        let mut watch = LoopWatch::default();
        watch.add(&path);
        let mut look = |session: &mut Session| {
            watch.looked = None;
            watch.poll(session);
        };
        save(&text("2 * ms"));
        look(&mut session);
        assert!(session.run.lab.settings().loops.is_empty(), "nobody has let it run");
        session.act(Action::Loops(LoopsAction::DropHeldBack));
        requests::open(&mut session, &path);
        session.act(Action::Loops(LoopsAction::RunHeldBack));
        let source = |session: &Session| session.run.lab.settings().loops[0].source.to_string();
        for (saved, runs) in [("3 * ms", "3 * ms"), (";", "3 * ms"), ("4 * ms", "4 * ms")] {
            save(&text(saved));
            look(&mut session);
            assert_eq!(source(&session), text(runs));
            assert_eq!(session.window.notice().map(|notice| notice.good), Some(saved == runs), "{saved}");
        }
    }
}
