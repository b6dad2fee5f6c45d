//! What can't be written, and that nothing is left of it.

use super::*;
use crate::front::film::encode::codec::Codec;
use crate::studio::export::atomic_file::FileError;
use std::io::BufWriter;

#[test]
fn wrong_frames_are_refused_and_nothing_is_kept() {
    let folder = folder();
    let frames = frames(false);
    for format in [Format::Png, Format::PngSequence, Format::Apng, Format::Gif, Format::WebP] {
        let path = folder.path().join(if format == Format::PngSequence { "frames/%d.png" } else { "film" });
        let expected = if format.is_film() { 2 } else { 1 };
        let begin = || start(format, &path, SIZE, 25, expected).unwrap();

        let mut short = begin();
        let refusal = short.frame(&frames[0][4..]).unwrap_err();
        assert!(matches!(refusal, EncodeError::FrameSize { expected: 2640, got: 2636, .. }), "{refusal}");
        assert!(names(folder.path()).is_empty(), "at once");
        assert!(matches!(short.frame(&frames[0]), Err(EncodeError::Failed { .. })));
        assert!(matches!(short.finish(), Err(EncodeError::Failed { .. })));

        assert!(matches!(begin().finish(), Err(EncodeError::FrameCount { got: 0, .. })));
        let mut long = begin();
        for frame in &frames[..expected as usize] {
            long.frame(frame).unwrap();
        }
        assert!(matches!(long.frame(&frames[0]), Err(EncodeError::FrameCount { .. })));
        assert!(names(folder.path()).is_empty(), "{}", format.name());
    }
}

#[test]
fn what_is_dropped_before_its_end_was_never_there() {
    let folder = folder();
    fs::write(folder.path().join("film"), "an older film").unwrap();
    for format in [Format::Apng, Format::Gif, Format::WebP, Format::PngSequence] {
        let path = folder.path().join(if format == Format::PngSequence { "frames/%d.png" } else { "film" });
        let mut encoder = start(format, &path, SIZE, 25, FRAMES).unwrap();
        encoder.frame(&frames(true)[0]).unwrap();
        assert_eq!(names(folder.path()).len(), 2, "the older film and a temporary");
        drop(encoder);
        assert_eq!(names(folder.path()), ["film"]);
        assert_eq!(fs::read(folder.path().join("film")).unwrap(), b"an older film");
    }
}

#[test]
fn impossible_sizes_counts_and_rates_are_refused_before_anything_is_written() {
    let folder = folder();
    let path = folder.path().join("film");
    let refusal = |format, size, fps, frames| start(format, &path, size, fps, frames).err().expect("refused").to_string();
    for format in Format::ALL {
        assert!(refusal(format, [0, 9], 25, 1).contains("0×9 pixels is not possible"), "{}", format.name());
        assert!(refusal(format, [9, 9], 25, 0).ends_with("0 frames where 1 were announced"));
    }
    assert!(refusal(Format::Gif, [65_536, 1], 25, 1).ends_with("1 to 65535 a side"));
    assert!(refusal(Format::Gif, SIZE, 30, 1).starts_with("--fps: '30' is not allowed"));
    assert!(matches!(start(Format::Png, &path, SIZE, 25, 2), Err(EncodeError::FrameCount { .. })));
    assert!(names(folder.path()).is_empty());
}

#[test]
fn a_path_that_can_not_become_a_file_is_refused_at_the_start() {
    let folder = folder();
    fs::create_dir(folder.path().join("taken")).unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let refusal = |format, path: &str| start(format, &folder.path().join(path), SIZE, 25, 6).err().expect("refused");
    for format in [Format::Apng, Format::Gif, Format::WebP, Format::Mp4, Format::WebM] {
        assert!(matches!(refusal(format, "taken"), EncodeError::File(FileError::NotAFile { .. })));
        let missing = refusal(format, "no/such/film");
        assert!(matches!(&missing, EncodeError::File(FileError::NoFolder { .. })), "{missing}");
        assert!(missing.to_string().contains("there is no folder '"), "{missing}");
        let inside_a_file = refusal(format, "file/film");
        assert!(matches!(inside_a_file, EncodeError::File(FileError::NoFolder { .. })), "{inside_a_file}");
    }
    assert!(matches!(refusal(Format::PngSequence, "no/such/%d.png"), EncodeError::File(FileError::NoFolder { .. })));
    assert!(matches!(refusal(Format::PngSequence, "file/%d.png"), EncodeError::File(FileError::NotAFile { .. })));
    assert_eq!(names(folder.path()), ["file", "taken"]);
    assert!(names(&folder.path().join("taken")).is_empty());
}

/// Linux's own folder of processes, in which no file can be made.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_can_not_be_written_is_told() {
    for (format, path) in
        [(Format::Gif, "/proc/film.gif"), (Format::Mp4, "/proc/film.mp4"), (Format::PngSequence, "/proc/new/%d.png")]
    {
        let refusal = start(format, Path::new(path), SIZE, 25, 1).err().expect("refused");
        assert!(matches!(refusal, EncodeError::File(FileError::Write { .. })), "{refusal}");
        assert!(refusal.to_string().starts_with(&format!("{path}: can't be written (")), "{refusal}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_not_replaced_by_a_film() {
    let refusal = start(Format::Gif, Path::new("/dev/null"), SIZE, 25, 1).err().expect("refused");
    assert!(matches!(refusal, EncodeError::File(FileError::NotAFile { .. })), "{refusal}");
}

/// Linux's device on which there is never any room, as a full disk is met by an encoder: when its buffer goes out.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_by_every_codec() {
    let full = || BufWriter::with_capacity(64, fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
    let film = Film { size: SIZE, fps: 25, frames: FRAMES };
    let codecs: [Box<dyn Codec>; 3] =
        [Box::new(gif::Gif::new(full(), film)), Box::new(webp::WebP::new(full(), film)), Box::new(png::Still::new(full(), film))];
    for mut codec in codecs {
        let failure = codec.frame(&frames(true)[0]).and_then(|()| codec.finish()).expect_err("there is no room");
        let told = failure.at(Path::new("out"));
        assert!(matches!(told, EncodeError::File(FileError::DiskFull { .. })), "{told}");
    }
    let failure = png::Apng::new(full(), film).and_then(|mut apng| apng.frame(&frames(true)[0])).expect_err("there is no room");
    assert!(matches!(failure.at(Path::new("out")), EncodeError::File(FileError::DiskFull { .. })));
}
