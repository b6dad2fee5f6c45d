//! Follows what a running game writes: a job reads a file that grows, or standard input, and reports frames while they come.

use crate::studio::session::Session;
use crate::studio::session::live::LiveReport;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tickscope_core::base::jobs::{Cancelled, Job, Worker};
use tickscope_core::lab::captures::live::{self, LiveRead};
use tickscope_core::lab::captures::part::{CapturePart, ColumnChoice, RefusedCapture};
use tickscope_core::model::config::capture::CapturedFrame;
use web_time::{Duration, Instant};

/// The time after which the end of a file is looked at again.
const LOOK_AGAIN: Duration = Duration::from_millis(5);
/// The time after which is looked whether another file has taken the name of the file.
const LOOK_FOR_ANOTHER: Duration = Duration::from_millis(100);
/// The time after which a window in which nothing moves takes new frames.
const TAKE: Duration = Duration::from_millis(100);
/// The most frames that wait for the window, and the most that wait for these: 20 s of 1000 a second.
const MOST_WAITING: usize = 20_000;

/// A game that is followed.
#[derive(Clone, Debug)]
pub struct Followed {
    /// The file that the game writes; `None` for standard input.
    pub file: Option<PathBuf>,
    pub part: CapturePart,
}

impl Followed {
    /// Returns the name of the file, without its folder.
    pub fn name(&self) -> String {
        let name = self.file.as_ref().map(|path| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned());
        name.unwrap_or_else(|| "standard input".to_owned())
    }
}

/// The job that follows a game.
pub struct Follower {
    followed: Followed,
    job: Job<LiveReport>,
    waiting: Arc<AtomicUsize>,
}

impl Follower {
    pub fn start(followed: Followed) -> io::Result<Follower> {
        let waiting = Arc::new(AtomicUsize::new(0));
        let (counted, of_job) = (waiting.clone(), followed.clone());
        let job = Job::spawn("follow", |worker| {
            let outbox = Outbox { worker, waiting: counted, frames: RefCell::default() };
            follow(of_job, Rc::new(outbox))
        })?;
        Ok(Follower { followed, job, waiting })
    }

    /// Returns the follower of the same game from its first row on, with its columns as a person has answered.
    pub fn reading(self, columns: ColumnChoice) -> io::Result<Follower> {
        let Followed { file, part } = self.followed.clone();
        Follower::start(Followed { file, part: CapturePart { columns, ..part } })
    }

    /// Gives the session what has come. Returns how soon to call this again.
    pub fn poll(&mut self, session: &mut Session) -> Duration {
        for report in self.job.poll().new {
            if let LiveReport::Frames(frames) = &report {
                self.waiting.fetch_sub(frames.len(), Ordering::Relaxed);
            }
            session.feed(report);
        }
        TAKE
    }
}

/// The frames that are still to be reported. A window that takes no frames, because it is hidden, gets the last ones.
struct Outbox {
    worker: Worker<LiveReport>,
    /// The number of frames that have been reported and that the window has not taken.
    waiting: Arc<AtomicUsize>,
    frames: RefCell<VecDeque<CapturedFrame>>,
}

impl Outbox {
    fn add(&self, read: LiveRead) {
        match read {
            LiveRead::Form(form) => self.worker.report(LiveReport::Form(form)),
            LiveRead::Frame(frame) => {
                let mut frames = self.frames.borrow_mut();
                if frames.len() == MOST_WAITING {
                    frames.pop_front();
                }
                frames.push_back(frame);
            }
        }
    }

    /// Reports the frames if not too many wait for the window.
    fn send(&self) {
        if self.waiting.load(Ordering::Relaxed) < MOST_WAITING {
            self.send_rest();
        }
    }

    fn send_rest(&self) {
        let frames = std::mem::take(&mut *self.frames.borrow_mut());
        if !frames.is_empty() {
            self.waiting.fetch_add(frames.len(), Ordering::Relaxed);
            self.worker.report(LiveReport::Frames(frames.into()));
        }
    }
}

async fn follow(followed: Followed, outbox: Rc<Outbox>) -> Result<(), Cancelled> {
    let name = followed.name();
    let read = |source: &mut dyn Read| live::follow(&name, source, &followed.part, |read| outbox.add(read));
    let Some(path) = &followed.file else {
        let read = read(&mut Sending { source: io::stdin().lock(), outbox: outbox.clone() });
        outbox.send_rest();
        outbox.worker.report(read.map_or_else(|why| refused(why, false), |()| LiveReport::Ended));
        return Ok(());
    };
    loop {
        let file = loop {
            outbox.worker.pause().await?;
            match File::open(path) {
                Ok(file) => break file,
                Err(_) => outbox.worker.report(LiveReport::Waiting),
            }
            std::thread::sleep(LOOK_FOR_ANOTHER);
        };
        let mut growing = GrowingFile { path: path.clone(), file, read: 0, looked: Instant::now(), outbox: outbox.clone() };
        let read = read(&mut growing);
        outbox.send_rest();
        // A file that was emptied while its names were read is no wrong one.
        if let Err(why) = read
            && !growing.has_begun_again()
        {
            outbox.worker.report(refused(why, true));
            while !growing.has_begun_again() {
                outbox.worker.pause().await?;
                std::thread::sleep(LOOK_FOR_ANOTHER);
            }
        }
        outbox.worker.report(LiveReport::BeganAgain);
    }
}

fn refused(why: RefusedCapture, can_be_read_again: bool) -> LiveReport {
    LiveReport::Refused { why: Box::new(why), can_be_read_again }
}

/// A source that reports what was read before it waits for more.
struct Sending<R> {
    source: R,
    outbox: Rc<Outbox>,
}

impl<R: Read> Read for Sending<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.outbox.send();
        self.source.read(into)
    }
}

/// A file that grows. It ends when it is emptied, when another file takes its name, or when its reader is dropped.
struct GrowingFile {
    path: PathBuf,
    file: File,
    /// The number of bytes that have been read.
    read: u64,
    /// When it was last compared with the file of its name.
    looked: Instant,
    outbox: Rc<Outbox>,
}

impl GrowingFile {
    fn has_begun_again(&mut self) -> bool {
        let Ok(now) = self.file.metadata() else { return true };
        if now.len() < self.read {
            return true;
        }
        if self.looked.elapsed() < LOOK_FOR_ANOTHER {
            return false;
        }
        self.looked = Instant::now();
        // A file that is gone may be written to its end; the next one has its name.
        std::fs::metadata(&self.path).is_ok_and(|of_name| !is_one_file(&now, &of_name))
    }
}

impl Read for GrowingFile {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            self.outbox.send();
            let read = self.file.read(into)?;
            self.read += read as u64;
            if read > 0 || self.outbox.worker.is_cancelled() || self.has_begun_again() {
                return Ok(read);
            }
            std::thread::sleep(LOOK_AGAIN);
        }
    }
}

#[cfg(unix)]
fn is_one_file(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_one_file(one: &Metadata, other: &Metadata) -> bool {
    one.created().ok() == other.created().ok()
}

/// Checks that a game can be followed here.
///
/// # Errors
/// In one sentence without the name of the option.
pub fn check(file: &Path) -> Result<(), String> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    if file.is_dir() {
        Err("is a folder: name the file that the game writes, or - for standard input".to_owned())
    } else if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        Err(format!("can't be written, because there is no folder {}", folder.display()))
    } else {
        Ok(())
    }
}
