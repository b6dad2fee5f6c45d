//! Films by ffmpeg: a script replaces it, and the real program is used if it is installed.

use super::codec::FilmHeader;
use super::encoder::{EncodeError, Encoder};
use super::ffmpeg::{arguments, program};
use crate::studio::export::atomic_file::{FileError, Written};
use crate::studio::view::film_format::Format;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

const HEADER: FilmHeader = FilmHeader { format: Format::Mp4, size: [33, 17], fps: 30, frames: 4 };

fn frame(i: u8) -> Vec<u8> {
    [40 * i, 90, 200 - 40 * i, 255].repeat(33 * 17)
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room for temporary files")
}

fn write(program: &Path, out: &Path, header: FilmHeader) -> Result<Written, EncodeError> {
    let mut encoder = Encoder::create_with(program.as_os_str(), out, header)?;
    (0..header.frames as u8).try_for_each(|i| encoder.frame(&frame(i)))?;
    encoder.finish()
}

#[test]
fn arguments_name_the_size_the_rate_the_codec_and_the_file() {
    let text = |header| {
        let words = arguments(Path::new("a folder/out"), header);
        words.iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
    };
    let mp4 = text(HEADER);
    assert!(mp4.contains("-f rawvideo -pix_fmt rgba -s 33x17 -r 30 -i - "), "{mp4}");
    assert!(mp4.contains("pad=34:18,fillborders=right=1:bottom=1:mode=smear,scale="), "{mp4}");
    assert!(mp4.contains("libx264") && mp4.ends_with("-colorspace bt709 -color_range tv -f mp4 file:a folder/out"), "{mp4}");
    let even = text(FilmHeader { format: Format::WebM, size: [34, 18], ..HEADER });
    assert!(even.contains("-vf scale=") && even.contains("libvpx-vp9") && even.contains("-f webm "), "{even}");
}

#[test]
fn the_message_of_a_missing_ffmpeg_names_the_remedies() {
    let folder = folder();
    let message = write(Path::new("/no/such/ffmpeg"), &folder.path().join("out.mp4"), HEADER).unwrap_err().to_string();
    assert!(message.contains("'/no/such/ffmpeg' was not found") && message.contains("TICKSCOPE_FFMPEG"), "{message}");
    assert!(message.contains(".gif, .png need none") && !message.contains('\n'), "{message}");
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none(), "nothing is left");
}

/// Writes a shell script that replaces ffmpeg; `$out` in it is the file to write.
#[cfg(unix)]
fn stand_in(folder: &TempDir, script: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.path().join("ffmpeg");
    let head = "#!/bin/sh\n[ \"$1\" = probe ] && exit 0\nfor last; do :; done\nout=\"${last#file:}\"";
    fs::write(&path, format!("{head}\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    // While another test's thread starts a program, this file may still be open for writing there, and the kernel calls it busy.
    let busy = |error: std::io::Error| error.kind() == std::io::ErrorKind::ExecutableFileBusy;
    while Command::new(&path).arg("probe").status().is_err_and(busy) {
        std::thread::yield_now();
    }
    path
}

#[cfg(unix)]
#[test]
fn every_byte_of_every_frame_reaches_ffmpeg() {
    let folder = folder();
    let out = folder.path().join("out.mp4");
    let program = stand_in(&folder, &format!("wc -c > '{}'; echo film > \"$out\"", folder.path().join("count").display()));
    let written = write(&program, &out, HEADER).unwrap();
    assert_eq!(fs::read_to_string(folder.path().join("count")).unwrap().trim(), (33 * 17 * 4 * 4).to_string());
    assert_eq!((written.bytes, fs::read_to_string(&out).unwrap().as_str()), (5, "film\n"));
}

#[cfg(unix)]
#[test]
fn a_failing_ffmpeg_gives_its_reason_and_leaves_nothing() {
    let folder = folder();
    let fails = |script: &str| write(&stand_in(&folder, script), &folder.path().join("out.mp4"), HEADER).unwrap_err();
    for (script, reason) in [
        // It fails before it reads, with more text on standard error than a pipe holds.
        (
            "i=0; while [ $i -lt 3000 ]; do echo 'a complaint of no great importance' >&2; i=$((i+1)); done; \
             echo 'no such codec' >&2; exit 1",
            "(ffmpeg failed: no such codec)",
        ),
        // It fails after it has read everything.
        (
            "cat > \"$out\"; echo 'no such codec' >&2; echo >&2; echo 'Conversion failed!' >&2; exit 1",
            "(ffmpeg failed: no such codec)",
        ),
        ("exit 3", "(ffmpeg failed: exit status: 3)"),
        ("cat > /dev/null", "(nothing was written)"),
    ] {
        let message = fails(script).to_string();
        assert!(message.ends_with(reason) && !message.contains('\n'), "{message}");
    }
    for end in ["; exit 1", ""] {
        let script = format!("cat > \"$out\"; echo 'Error writing trailer of out: No space left on device' >&2{end}");
        assert!(matches!(fails(&script), EncodeError::File(FileError::DiskFull { .. })));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "only the script is left");
}

#[cfg(unix)]
#[test]
fn a_dropped_encoder_ends_its_ffmpeg() {
    let folder = folder();
    let program = stand_in(&folder, "exec cat > /dev/null");
    let mut encoder = Encoder::create_with(program.as_os_str(), &folder.path().join("out.mp4"), HEADER).unwrap();
    encoder.frame(&frame(0)).unwrap();
    drop(encoder);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "only the script is left");
}

#[test]
fn a_video_has_every_frame_at_the_size_and_rate_asked_for() {
    let folder = folder();
    if Command::new(program()).arg("-version").stdout(Stdio::null()).status().is_err() {
        return eprintln!("skipped: there is no ffmpeg to write a real video with");
    }
    for (format, name) in [(Format::Mp4, "out: a.mp4"), (Format::WebM, "out.webm")] {
        let out = folder.path().join(name);
        let written = write(Path::new(&program()), &out, FilmHeader { format, ..HEADER }).unwrap();
        assert_eq!(written.bytes, fs::metadata(&out).unwrap().len());
        let probe = Command::new("ffprobe")
            .args("-v error -count_frames -of default=noprint_wrappers=1 -show_entries".split(' '))
            .arg("stream=width,height,r_frame_rate,nb_read_frames,pix_fmt,color_space")
            .arg(&out)
            .output();
        let Ok(probe) = probe else { return eprintln!("skipped in part: there is no ffprobe to read the video with") };
        let probe = String::from_utf8_lossy(&probe.stdout).into_owned();
        let expected = "width=34 height=18 r_frame_rate=30/1 nb_read_frames=4 pix_fmt=yuv420p color_space=bt709";
        for expected in expected.split(' ') {
            assert!(probe.lines().any(|line| line == expected), "{expected} in {probe}");
        }
        // The codec loses a little; the colours stay, to the last column.
        let mut decode = Command::new(program());
        decode.args(["-v", "error", "-i"]).arg(&out).args("-f rawvideo -pix_fmt rgb24 -".split(' '));
        let raw = decode.output().unwrap().stdout;
        assert_eq!(raw.len(), 34 * 18 * 3 * 4);
        for (decoded, i) in raw.chunks_exact(34 * 18 * 3).zip(0_u8..) {
            for pixel in decoded.as_chunks::<3>().0 {
                assert!(pixel.iter().zip(frame(i)).all(|(a, b)| a.abs_diff(b) < 12), "{pixel:?} in frame {i} of {name}");
            }
        }
    }
}
