//! Tests with scripts in place of ffmpeg, and with the real program where it is installed.

use super::*;
use crate::front::film::encode::{EncodeError, Encoder, start, start_with};
use crate::studio::export::atomic_file::FileError;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

const FILM: Film = Film { size: [33, 17], fps: 30, frames: 4 };

fn frame(i: u8) -> Vec<u8> {
    [40 * i, 90, 200 - 40 * i, 255].repeat(33 * 17)
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room for temporary files")
}

fn write(mut encoder: Box<dyn Encoder>) -> Result<crate::front::film::encode::Written, EncodeError> {
    (0..FILM.frames as u8).try_for_each(|i| encoder.frame(&frame(i)))?;
    encoder.finish()
}

#[test]
fn arguments_name_the_size_the_rate_the_codec_and_the_file() {
    let text = |format, film| {
        let words = arguments(format, Path::new("a folder/out"), film);
        words.iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
    };
    let mp4 = text(Format::Mp4, FILM);
    assert!(mp4.contains("-f rawvideo -pix_fmt rgba -s 33x17 -r 30 -i - "), "{mp4}");
    assert!(mp4.contains("pad=34:18,fillborders=right=1:bottom=1:mode=smear,scale="), "{mp4}");
    assert!(mp4.contains("libx264") && mp4.ends_with("-colorspace bt709 -color_range tv -f mp4 file:a folder/out"), "{mp4}");
    let even = text(Format::WebM, Film { size: [34, 18], ..FILM });
    assert!(even.contains("-vf scale=") && even.contains("libvpx-vp9") && even.contains("-f webm "), "{even}");
}

#[test]
fn a_missing_ffmpeg_is_told_with_what_to_do() {
    let folder = folder();
    let missing = start_with(OsStr::new("/no/such/ffmpeg"), Format::Mp4, &folder.path().join("out.mp4"), FILM).err().unwrap();
    let told = missing.to_string();
    assert!(told.contains("'/no/such/ffmpeg' was not found") && told.contains("TICKSCOPE_FFMPEG"), "{told}");
    assert!(told.contains(".gif, .webp, .apng and .png need none") && !told.contains('\n'), "{told}");
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none(), "nothing is left");
}

/// A shell script in place of ffmpeg; `$out` in it is the file to write.
#[cfg(unix)]
fn stand_in(folder: &TempDir, script: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.path().join("ffmpeg");
    let head = "#!/bin/sh\n[ \"$1\" = probe ] && exit 0\nfor last; do :; done\nout=\"${last#file:}\"";
    fs::write(&path, format!("{head}\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    // Another test's thread may be starting a program while this file is open for writing, and the kernel then calls it busy.
    let busy = |error: io::Error| error.kind() == io::ErrorKind::ExecutableFileBusy;
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
    let here = folder.path().display();
    let script = format!("wc -c > '{here}/count'; echo \"$@\" > '{here}/args'; echo film > \"$out\"");
    let written = write(start_with(stand_in(&folder, &script).as_os_str(), Format::Mp4, &out, FILM).unwrap()).unwrap();
    assert_eq!(fs::read_to_string(folder.path().join("count")).unwrap().trim(), (33 * 17 * 4 * 4).to_string());
    assert!(fs::read_to_string(folder.path().join("args")).unwrap().contains("-s 33x17 -r 30"));
    assert_eq!((written.bytes, fs::read_to_string(&out).unwrap().as_str()), (5, "film\n"));
}

#[cfg(unix)]
#[test]
fn the_reason_of_a_failing_ffmpeg_is_told_and_nothing_is_kept() {
    let folder = folder();
    let out = folder.path().join("out.webm");
    let scripts = [
        // It fails before it reads, with more output on standard error than a pipe holds.
        "i=0; while [ $i -lt 3000 ]; do echo 'a complaint of no great importance' >&2; i=$((i+1)); done; echo 'no such codec' >&2; exit 1",
        // It fails after it has read all.
        "cat > \"$out\"; echo 'no such codec' >&2; echo >&2; echo 'Conversion failed!' >&2; exit 1",
    ];
    for script in scripts {
        let failure = write(start_with(stand_in(&folder, script).as_os_str(), Format::WebM, &out, FILM).unwrap()).unwrap_err();
        assert!(matches!(&failure, EncodeError::Ffmpeg { reason, .. } if reason == "no such codec"), "{failure}");
    }
    let silent = write(start_with(stand_in(&folder, "exit 3").as_os_str(), Format::WebM, &out, FILM).unwrap()).unwrap_err();
    assert!(silent.to_string().ends_with("ffmpeg failed: exit status: 3"), "{silent}");
    let idle =
        write(start_with(stand_in(&folder, "cat > /dev/null").as_os_str(), Format::WebM, &out, FILM).unwrap()).unwrap_err();
    assert!(idle.to_string().ends_with("can't be written (nothing was written)"), "{idle}");
    for end in ["; exit 1", ""] {
        let script = format!("cat > \"$out\"; echo 'Error writing trailer of out: No space left on device' >&2{end}");
        let full = write(start_with(stand_in(&folder, &script).as_os_str(), Format::Mp4, &out, FILM).unwrap()).unwrap_err();
        assert!(matches!(full, EncodeError::File(FileError::DiskFull { .. })), "{full}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "only the stand-in is there");
}

#[cfg(unix)]
#[test]
fn a_film_that_is_dropped_ends_its_ffmpeg() {
    let folder = folder();
    let program = stand_in(&folder, "exec cat > /dev/null");
    let started = std::time::Instant::now();
    let mut encoder = start_with(program.as_os_str(), Format::Mp4, &folder.path().join("out.mp4"), FILM).unwrap();
    encoder.frame(&frame(0)).unwrap();
    drop(encoder);
    assert!(started.elapsed().as_secs() < 60, "nothing was waited for");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "only the stand-in is there");
}

#[test]
fn complaints_are_read_to_their_end_and_kept_short() {
    let long = format!("{}\nthe end", "x".repeat(100_000));
    assert!(tail(long.as_bytes()).len() <= 8 * 1024);
    assert_eq!(reason(&tail(long.as_bytes())).as_deref(), Some("the end"));
    assert_eq!(reason("\n \n"), None);
}

#[test]
fn a_video_has_every_frame_at_the_size_and_rate_asked_for() {
    let folder = folder();
    let Some(_) = version(&program()) else {
        return eprintln!("skipped: there is no ffmpeg to write a real video with");
    };
    for (format, name) in [(Format::Mp4, "out: a.mp4"), (Format::WebM, "out.webm")] {
        let out = folder.path().join(name);
        let written = write(start(format, &out, FILM.size, FILM.fps, FILM.frames).unwrap()).unwrap();
        assert_eq!(written.bytes, fs::metadata(&out).unwrap().len());
        let probe = Command::new("ffprobe")
            .args("-v error -count_frames -show_entries".split(' '))
            .args(["stream=width,height,r_frame_rate,nb_read_frames,pix_fmt,color_space", "-of", "default=noprint_wrappers=1"])
            .arg(&out)
            .output();
        let Ok(probe) = probe else { return eprintln!("skipped in part: there is no ffprobe to read the video with") };
        let probe = String::from_utf8_lossy(&probe.stdout).into_owned();
        for expected in ["width=34", "height=18", "r_frame_rate=30/1", "nb_read_frames=4", "pix_fmt=yuv420p", "color_space=bt709"]
        {
            assert!(probe.lines().any(|line| line == expected), "{expected} in {probe}");
        }
        // The codec loses a little; the colours stay, to the last column.
        let raw = Command::new(program())
            .args(["-v", "error", "-i"])
            .arg(&out)
            .args("-f rawvideo -pix_fmt rgb24 -".split(' '))
            .output();
        let raw = raw.unwrap().stdout;
        assert_eq!(raw.len(), 34 * 18 * 3 * 4);
        for (decoded, i) in raw.chunks_exact(34 * 18 * 3).zip(0_u8..) {
            for pixel in decoded.as_chunks::<3>().0 {
                assert!(pixel.iter().zip(frame(i)).all(|(a, b)| a.abs_diff(b) < 12), "{pixel:?} in frame {i} of {name}");
            }
        }
    }
}
