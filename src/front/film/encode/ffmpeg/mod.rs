//! MP4 and WebM by way of ffmpeg, a program that may be missing: the codecs are large, patented in part, and maintained
//! well there. Frames go to its standard input as they are.

use super::codec::{Codec, Film};
use super::error::EncoderFailure;
use crate::model::config::film_format::Format;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread::JoinHandle;

/// The ffmpeg to use: what `TICKSCOPE_FFMPEG` names, else the one on the `PATH`.
pub fn program() -> OsString {
    std::env::var_os("TICKSCOPE_FFMPEG").filter(|program| !program.is_empty()).unwrap_or_else(|| "ffmpeg".into())
}

/// The first line of the program's version; `None` where it can't be started.
pub fn version(program: &OsStr) -> Option<String> {
    let output = Command::new(program).arg("-version").stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    output.status.success().then(|| text.lines().next().unwrap_or_default().to_owned())
}

/// A running ffmpeg. Dropped before its end, it is ended.
pub(super) struct Ffmpeg {
    child: Child,
    input: Option<ChildStdin>,
    /// Reads its standard error all the time; otherwise ffmpeg would block on a full pipe.
    complaints: Option<JoinHandle<String>>,
}

impl Ffmpeg {
    /// Starts `program`, which will write `out`.
    pub fn new(program: &OsStr, format: Format, out: &Path, film: Film) -> Result<Ffmpeg, EncoderFailure> {
        let mut command = Command::new(program);
        command.args(arguments(format, out, film));
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        // Ctrl-C is for this program, which then ends the other one.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => EncoderFailure::NoFfmpeg(program.to_string_lossy().into_owned()),
            _ => EncoderFailure::Ffmpeg(format!("'{}' can't be started ({error})", program.to_string_lossy())),
        })?;
        let input = child.stdin.take();
        let complaints = child.stderr.take().map(|stderr| std::thread::spawn(move || tail(stderr)));
        Ok(Ffmpeg { child, input, complaints })
    }

    /// Waits for its end; an error with its own reason unless it ended well.
    fn end(&mut self) -> Result<(), EncoderFailure> {
        self.input = None; // That was all: the end of its input ends it.
        let status = self.child.wait()?;
        let said = self.complaints.take().and_then(|reader| reader.join().ok()).unwrap_or_default();
        // Some versions report success when the disk was full at the end.
        let whole = !said.contains("Error writing") && !said.contains("Error closing");
        if status.success() && whole {
            Ok(())
        } else {
            Err(EncoderFailure::Ffmpeg(reason(&said).unwrap_or_else(|| status.to_string())))
        }
    }
}

impl Codec for Ffmpeg {
    fn frame(&mut self, rgba: &[u8]) -> Result<(), EncoderFailure> {
        let Some(input) = &mut self.input else { return self.end() };
        match input.write_all(rgba) {
            Ok(()) => Ok(()),
            // The pipe is closed; standard error says why.
            Err(error) => self.end().and(Err(EncoderFailure::Ffmpeg(format!("it ended early ({error})")))),
        }
    }

    fn finish(mut self: Box<Self>) -> Result<(), EncoderFailure> {
        self.end()
    }
}

impl Drop for Ffmpeg {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Exactly `fps` frames a second, in the colours of high definition. Both codecs halve the colours' resolution, so that any
/// player can play them; an odd width or height gets one more column or row, a copy of the last. VP9's careful modes take
/// five times as long for files a seventh smaller. WebM's times are rounded to the millisecond, each by itself: no drift.
fn arguments(format: Format, out: &Path, film: Film) -> Vec<OsString> {
    let [width, height] = film.size;
    let codec: &[&str] = match format {
        Format::WebM => {
            &["-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-deadline", "realtime", "-cpu-used", "6", "-row-mt", "1"]
        }
        _ => &["-c:v", "libx264", "-preset", "medium", "-crf", "16", "-movflags", "+faststart"],
    };
    let mut filter = String::new();
    if width % 2 == 1 || height % 2 == 1 {
        let (right, bottom) = (width % 2, height % 2);
        filter = format!(
            "pad={}:{},fillborders=right={right}:bottom={bottom}:mode=smear,",
            width.next_multiple_of(2),
            height.next_multiple_of(2)
        );
    }
    filter += "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p";
    let input =
        format!("-hide_banner -loglevel error -xerror -y -f rawvideo -pix_fmt rgba -s {width}x{height} -r {} -i -", film.fps);
    let colours = "-color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv";
    let mut all: Vec<OsString> = input.split(' ').map(OsString::from).collect();
    all.extend(["-an".into(), "-vf".into(), filter.into()]);
    all.extend(codec.iter().map(OsString::from));
    all.extend(colours.split(' ').map(OsString::from));
    all.extend(["-f".into(), format.extension().into()]);
    // Or a colon in the path would be taken for a protocol's.
    let mut file = OsString::from("file:");
    file.push(out);
    all.push(file);
    all
}

/// The last few kilobytes of what there is to read.
fn tail(mut from: impl Read) -> String {
    let (mut said, mut piece) = (Vec::new(), [0; 1024]);
    while let Ok(length @ 1..) = from.read(&mut piece) {
        said.extend_from_slice(&piece[..length]);
        said.drain(..said.len().saturating_sub(8 * 1024));
    }
    String::from_utf8_lossy(&said).into_owned()
}

/// The last line that says something.
fn reason(said: &str) -> Option<String> {
    let mut lines = said.lines().map(str::trim).filter(|line| !line.is_empty() && *line != "Conversion failed!");
    lines.next_back().map(|line| line.chars().map(|c| if c.is_control() { ' ' } else { c }).take(300).collect())
}

#[cfg(test)]
mod tests;
