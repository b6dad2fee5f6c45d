//! MP4 and WebM by ffmpeg, a program that may be missing. ffmpeg is used because the codecs are large, patented in part, and well
//! maintained there. Frames go to its standard input unencoded.

use super::codec::{Codec, FilmHeader};
use crate::studio::view::film_format::Format;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread::JoinHandle;

/// Returns the ffmpeg program that `TICKSCOPE_FFMPEG` names, else the one on the `PATH`.
pub(super) fn program() -> OsString {
    std::env::var_os("TICKSCOPE_FFMPEG").filter(|program| !program.is_empty()).unwrap_or_else(|| "ffmpeg".into())
}

/// A running ffmpeg. Dropping it ends the program.
pub(super) struct Ffmpeg {
    child: Child,
    input: Option<ChildStdin>,
    /// The thread that reads ffmpeg's standard error; without it ffmpeg would block on a full pipe.
    complaints: Option<JoinHandle<String>>,
}

impl Ffmpeg {
    /// Starts `program`, which will write `out`.
    pub fn start(program: &OsStr, out: &Path, header: FilmHeader) -> io::Result<Ffmpeg> {
        let mut command = Command::new(program);
        command.args(arguments(out, header));
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        // ffmpeg gets a process group of its own, so that Ctrl-C reaches only this program, which then ends ffmpeg.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| {
            let program = program.to_string_lossy();
            let others = Format::endings(Format::ALL.into_iter().filter(|format| !format.row().needs_ffmpeg));
            io::Error::other(match error.kind() {
                io::ErrorKind::NotFound => format!(
                    "ffmpeg is needed, and '{program}' was not found; install it (apt install ffmpeg, brew install ffmpeg, winget \
                     install ffmpeg) or name it in TICKSCOPE_FFMPEG; {others} need none"
                ),
                _ => format!("ffmpeg is needed, and '{program}' can't be started: {error}"),
            })
        })?;
        let input = child.stdin.take();
        let complaints = child.stderr.take().map(|stderr| std::thread::spawn(move || tail(stderr)));
        Ok(Ffmpeg { child, input, complaints })
    }

    fn end(&mut self) -> io::Result<()> {
        self.input = None;
        let status = self.child.wait()?;
        let said = self.complaints.take().and_then(|reader| reader.join().ok()).unwrap_or_default();
        // Some versions of ffmpeg report success although the disk was full at the end.
        if status.success() && !said.contains("Error writing") && !said.contains("Error closing") {
            return Ok(());
        }
        if said.contains("No space left") {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let reason = last_line(&said).unwrap_or_else(|| status.to_string());
        Err(io::Error::other(format!("ffmpeg failed: {reason}")))
    }
}

impl Codec for Ffmpeg {
    fn frame(&mut self, rgba: &[u8]) -> io::Result<()> {
        let Some(input) = &mut self.input else { return self.end() };
        // If ffmpeg has closed the pipe, its standard error has the reason.
        input.write_all(rgba).or_else(|error| self.end().and(Err(error)))
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.end()
    }
}

impl Drop for Ffmpeg {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the command line, for exactly `fps` frames per second in the colours of high definition. Both codecs halve the
/// resolution of colours, so that any player can play them; an odd width or height gets one more column or row, a copy of the
/// last. VP9's careful modes take five times as long for files a seventh smaller. WebM rounds each frame's time to the
/// millisecond independently, so that nothing drifts.
pub(super) fn arguments(out: &Path, header: FilmHeader) -> Vec<OsString> {
    let [width, height] = header.size;
    let codec: &[&str] = match header.format {
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
        format!("-hide_banner -loglevel error -xerror -y -f rawvideo -pix_fmt rgba -s {width}x{height} -r {} -i -", header.fps);
    let colours = "-color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv";
    let mut all: Vec<OsString> = input.split(' ').map(OsString::from).collect();
    all.extend(["-an".into(), "-vf".into(), filter.into()]);
    all.extend(codec.iter().map(OsString::from));
    all.extend(colours.split(' ').map(OsString::from));
    all.extend(["-f".into(), header.format.row().ending.into()]);
    // Without this prefix a colon in the path would be taken for the end of a protocol's name.
    let mut file = OsString::from("file:");
    file.push(out);
    all.push(file);
    all
}

fn tail(mut from: impl Read) -> String {
    let (mut said, mut piece) = (Vec::new(), [0; 1024]);
    while let Ok(length @ 1..) = from.read(&mut piece) {
        said.extend_from_slice(&piece[..length]);
        said.drain(..said.len().saturating_sub(8 * 1024));
    }
    String::from_utf8_lossy(&said).into_owned()
}

fn last_line(said: &str) -> Option<String> {
    let mut lines = said.lines().map(str::trim).filter(|line| !line.is_empty() && *line != "Conversion failed!");
    lines.next_back().map(|line| line.chars().map(|c| if c.is_control() { ' ' } else { c }).take(300).collect())
}
