//! Files that arguments name, or that a person opens or drops: scenarios, recorded drives, and loops with the files that they
//! include from their own folder.

use crate::studio::lesson::builtin as lessons;
use crate::studio::lesson::definition::Lesson;
use crate::studio::scenario::definition::Scenario;
use crate::studio::scenario::text::LONGEST_TEXT;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::lab::captures;
use tickscope_core::lab::captures::gathered::ReadCapture;
use tickscope_core::lab::captures::part::{CapturePart, RefusedCapture};
use tickscope_core::model::config::control::ControlChange;
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::worlds::drive::recording;

pub fn read_drive(path: &Path) -> Result<Vec<ControlChange>, String> {
    let (name, text) = text(path)?;
    recording::read(&text).map_err(|error| format!("{name}: {error}"))
}

/// Returns whether a file of this name can be a capture or a recorded drive, but no scenario.
pub fn is_capture(path: &Path) -> bool {
    let endings = ["csv", "gz", "json", "txt"];
    path.extension().is_some_and(|ending| endings.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// The path that stands for standard input.
pub const STANDARD_INPUT: &str = "-";

/// Reads a capture from a file; on a desktop from standard input if the path is `-`.
pub fn read_capture(path: &Path, part: &CapturePart) -> Result<ReadCapture, RefusedCapture> {
    #[cfg(not(target_arch = "wasm32"))]
    if path == Path::new(STANDARD_INPUT) {
        return captures::read("standard input", std::io::stdin().lock(), part);
    }
    read_capture_telling(path, part, |_| {})
}

/// A file that reports how much of it has been read.
struct ToldFile<F> {
    file: File,
    read: u64,
    of: u64,
    tell: F,
}

impl<F: FnMut(f64)> std::io::Read for ToldFile<F> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let read = self.file.read(into)?;
        self.read += read as u64;
        (self.tell)(self.read as f64 / self.of.max(1) as f64);
        Ok(read)
    }
}

/// Reads a capture as [`read_capture`] does, and calls `tell` repeatedly with the share of the file that has been read.
pub fn read_capture_telling(path: &Path, part: &CapturePart, tell: impl FnMut(f64)) -> Result<ReadCapture, RefusedCapture> {
    let name = path.display().to_string();
    let refused = |what: String| Invalid::in_text(&name, (0, 0), what);
    if path.is_dir() {
        return Err(refused("is a folder: name the file of a capture in it".to_owned()).into());
    }
    let file = File::open(path).map_err(|error| refused(format!("can't be read ({error})")))?;
    let of = file.metadata().map_or(0, |metadata| metadata.len());
    let mut read = captures::read(&name, ToldFile { file, read: 0, of, tell }, part)?;
    read.capture.name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(read)
}

pub fn read_scenario(path: &Path) -> Result<Scenario, String> {
    let (name, text) = text(path)?;
    Scenario::parse_in(path.parent(), &name, &text).map_err(|unreadable| unreadable.to_string())
}

/// Returns the name and the text of a file.
pub fn text(path: &Path) -> Result<(String, String), String> {
    let name = path.display().to_string();
    let unreadable = |error: std::io::Error| format!("{name}: can't be read ({error})");
    let file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    // One byte more than the longest scenario has is enough to refuse the file.
    file.take(LONGEST_TEXT as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    let text = String::from_utf8(bytes).map_err(|_| format!("{name}: is not text"))?;
    Ok((name, text))
}

#[derive(Debug)]
pub struct LessonFile {
    pub lesson: Arc<Lesson>,
    /// The path of the file, or another description of the text's origin.
    pub from: String,
    pub text: String,
}

/// Reads a lesson by the name of a built-in one, or else from a file.
pub fn read_lesson(name: &str) -> Result<LessonFile, String> {
    let path = Path::new(name);
    match lessons::find(name) {
        Ok(lesson) => {
            let text = lessons::ALL.iter().find(|builtin| builtin.id == name).map_or("", |builtin| builtin.text);
            Ok(LessonFile { lesson, from: format!("{name}.toml"), text: text.to_owned() })
        }
        Err(unknown) if !path.exists() && !name.contains(['/', '\\', '.']) => {
            let allowed = format!("a file, or {}", unknown.allowed);
            Err(Invalid { allowed, ..unknown }.to_string())
        }
        Err(_) => {
            let (from, text) = text(path)?;
            let lesson = Lesson::parse(&lesson_id(path), &from, &text).map_err(|unreadable| unreadable.to_string())?;
            Ok(LessonFile { lesson: Arc::new(lesson), from, text })
        }
    }
}

pub fn lesson_id(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

#[derive(Clone, Debug, PartialEq)]
pub struct LoopFile {
    /// The loop. It is called like its file, without `.js` unless another file includes it.
    pub own: OwnLoop,
    pub path: PathBuf,
    /// Whether the file is only included by other files and not named by an argument.
    pub is_included: bool,
}

impl LoopFile {
    pub fn is_one(path: &Path) -> bool {
        path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("js"))
    }

    pub fn loop_of(path: &Path, text: &str) -> Result<OwnLoop, Invalid> {
        check_length(path, text)?;
        Ok(OwnLoop::new(&LoopFile::name_of(path), text))
    }

    pub fn name_of(path: &Path) -> String {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let plain: String =
            stem.chars().map(|c| if OwnLoop::can_be_named(&c.to_string()) || c == '.' { c } else { '-' }).take(40).collect();
        Some(plain).filter(|name| OwnLoop::can_be_named(name)).unwrap_or_else(|| "loop".to_owned())
    }

    /// Reads these files and everything that they include.
    pub fn read_all(paths: &[PathBuf]) -> Result<Vec<LoopFile>, Invalid> {
        let mut all: Vec<LoopFile> = Vec::new();
        for path in paths {
            let own = LoopFile::loop_of(path, &loop_text(path)?)?;
            if all.iter().any(|other| other.own.name == own.name) {
                return Err(Invalid::new(
                    "--loop",
                    path.display(),
                    "files with different names: a pane is called after its file",
                ));
            }
            all.push(LoopFile { own, path: path.clone(), is_included: false });
        }
        let mut next = 0;
        while let Some(LoopFile { own, path, .. }) = all.get(next).cloned() {
            for name in own.includes() {
                if all.iter().any(|other| other.own.name == name) {
                    continue;
                }
                let refused = |why: String| {
                    let line = own.source.lines().position(|line| line.contains("@include") && line.contains(name)).unwrap_or(0);
                    Invalid::in_text(path.display().to_string(), (line as u32 + 1, 0), why)
                };
                if !OwnLoop::can_be_named(name) {
                    return Err(refused(format!("@include takes a plain file name in the same folder, not '{name}'")));
                }
                let mut beside = path.parent().unwrap_or(Path::new("")).join(name);
                if !beside.exists() && beside.with_extension("js").is_file() {
                    beside.set_extension("js");
                }
                let text =
                    loop_text(&beside).map_err(|unreadable| refused(format!("@include {name}: {}", unreadable.allowed)))?;
                all.push(LoopFile { own: OwnLoop::new(name, &text), path: beside, is_included: true });
            }
            next += 1;
        }
        Ok(all)
    }

    /// Replaces the loop's id in an error by the path of its file, if one of `paths` is that file or includes it, or puts path
    /// and line before the id if the loop is inside a scenario among `paths`. Returns any other error unchanged.
    pub fn name_path(paths: &[PathBuf], invalid: Invalid) -> Invalid {
        let Some(name) = OwnLoop::name_in(&invalid.name) else { return invalid };
        let line_in_scenario = |path: &PathBuf| {
            let line = invalid.place?.line() as usize;
            Scenario::line_in_loop(&text(path).ok()?.1, &invalid.name, line)
        };
        let read = paths.iter().find(|path| LoopFile::name_of(path) == name && line_in_scenario(path).is_none()).cloned();
        let in_scenario = || paths.iter().find_map(|path| Some((path, line_in_scenario(path)?)));
        if let (None, Some((path, line))) = (&read, in_scenario()) {
            let called = format!("{}, line {line}: {}", path.display(), invalid.name);
            return invalid.called(called);
        }
        let beside = |ending: &str| {
            let mut found = paths.iter().filter_map(|path| Some(path.parent()?.join(format!("{name}{ending}"))));
            found.find(|path| path.is_file())
        };
        let included = || beside("").or_else(|| beside(".js"));
        match read.or_else(included) {
            Some(path) => invalid.called(path.display().to_string()),
            None => invalid,
        }
    }

    /// Replaces the loop's id in an error by the path of its file, if the loop is among `files`. Returns any other error
    /// unchanged.
    pub fn name_file(files: &[LoopFile], invalid: Invalid) -> Invalid {
        match files.iter().find(|file| invalid.name == file.own.id()) {
            Some(file) => invalid.called(file.path.display().to_string()),
            None => invalid,
        }
    }
}

fn loop_text(path: &Path) -> Result<String, Invalid> {
    let refused = |why: String| Invalid::in_text(path.display().to_string(), (0, 0), why);
    let (name, text) = text(path).map_err(|why| {
        let prefix = format!("{}: ", path.display());
        refused(why.strip_prefix(&prefix).map_or_else(|| why.clone(), str::to_owned))
    })?;
    check_length(Path::new(&name), &text)?;
    Ok(text)
}

fn check_length(path: &Path, text: &str) -> Result<(), Invalid> {
    let (has, most) = (text.len(), OwnLoop::LONGEST);
    if has <= most {
        return Ok(());
    }
    Err(Invalid::in_text(path.display().to_string(), (0, 0), format!("it has {has} bytes; a loop has at most {most}")))
}
