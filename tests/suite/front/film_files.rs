//! The files of films. Every format is read back by another decoder and compared frame by frame, and a film that can't be
//! written leaves nothing.

use std::fs::{self, File};
use std::path::Path;
use tempfile::TempDir;
use tickscope::front::film::encode::codec::FilmHeader;
use tickscope::front::film::encode::encoder::{EncodeError, Encoder};
use tickscope::studio::export::atomic_file::{FileError, Written};
use tickscope::studio::view::film_format::Format;

const SIZE: [u32; 2] = [33, 20];

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room for temporary files")
}

/// Returns frames in which a square wanders over stripes; frames 2 and 3 are equal. They have fewer than 255 colours, or
/// thousands.
fn frames(colourful: bool) -> Vec<Vec<u8>> {
    let frame = |at: u32| {
        let pixel = |i: u32| {
            let (x, y) = (i % SIZE[0], i / SIZE[0]);
            let inside = (at * 4..at * 4 + 7).contains(&x) && (at..at + 9).contains(&y);
            match (inside, colourful) {
                (true, false) => [230, 120, (y * 3) as u8, 255],
                (false, false) => [20, 20 + (x % 3) as u8, 30, 255],
                (true, true) => [(x * 7 + at) as u8, (y * 11) as u8, (i * 5) as u8, 255],
                (false, true) => [(x * 7) as u8, (y * 12) as u8, 200 - (x * 3) as u8, 255],
            }
        };
        (0..SIZE[0] * SIZE[1]).flat_map(pixel).collect()
    };
    [0, 1, 2, 2, 4, 1].map(frame).into()
}

fn begin(format: Format, path: &Path, fps: u32, frames: usize) -> Result<Encoder, EncodeError> {
    Encoder::create(path, FilmHeader { format, size: SIZE, fps, frames: frames as u32 })
}

fn write(format: Format, path: &Path, fps: u32, frames: &[Vec<u8>]) -> Written {
    let mut encoder = begin(format, path, fps, frames.len()).expect("it begins");
    for frame in frames {
        encoder.frame(frame).expect("the frame is written");
    }
    encoder.finish().expect("the film is kept")
}

fn read_png(path: &Path) -> Vec<u8> {
    image::open(path).expect("a PNG").into_rgba8().into_raw()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder exists");
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Returns the frames of a GIF as a viewer composes them, and their delays.
fn read_gif(path: &Path) -> (Vec<Vec<u8>>, Vec<u16>) {
    let mut decoder = gif::DecodeOptions::new().read_info(File::open(path).unwrap()).unwrap();
    assert_eq!([decoder.width(), decoder.height()].map(u32::from), SIZE);
    let global = decoder.global_palette().map(<[u8]>::to_vec);
    let (mut canvas, mut decoded, mut delays) = (vec![0; (SIZE[0] * SIZE[1] * 4) as usize], Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert_eq!(frame.dispose, gif::DisposalMethod::Keep);
        let palette = frame.palette.as_ref().or(global.as_ref()).expect("a palette");
        for (i, index) in frame.buffer.iter().enumerate() {
            if frame.transparent != Some(*index) {
                let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
                let at = ((y + usize::from(frame.top)) * SIZE[0] as usize + x + usize::from(frame.left)) * 4;
                canvas[at..at + 3].copy_from_slice(&palette[usize::from(*index) * 3..][..3]);
                canvas[at + 3] = 255;
            }
        }
        decoded.push(canvas.clone());
        delays.push(frame.delay);
    }
    assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
    (decoded, delays)
}

#[test]
fn a_still_is_its_frame_and_opaque() {
    let folder = folder();
    let path = folder.path().join("still.png");
    let frame = &frames(true)[0];
    let transparent: Vec<u8> = frame.as_chunks().0.iter().flat_map(|[r, g, b, _]| [*r, *g, *b, 7]).collect();
    let written = write(Format::Png, &path, 60, &[transparent]);
    assert_eq!(read_png(&path), *frame);
    assert_eq!(written, Written { bytes: fs::metadata(&path).unwrap().len(), path });
    assert_eq!(names(folder.path()), ["still.png"]);
}

#[test]
fn a_gif_shows_every_frame_for_its_time_for_ever() {
    let folder = folder();
    let path = folder.path().join("film.gif");
    for (fps, delay) in [(50, 2), (25, 4), (1, 100)] {
        write(Format::Gif, &path, fps, &frames(false));
        let (decoded, delays) = read_gif(&path);
        assert_eq!(delays, [delay; 6]);
        assert!(decoded == frames(false), "few colours are exact");
    }
    for colours in [1, 2, 3, 4, 5, 254, 255] {
        let frame = |blue| (0..SIZE[0] * SIZE[1]).flat_map(move |i| [(i % colours) as u8, 9, blue, 255]).collect::<Vec<u8>>();
        let frames = [frame(0), frame(1), frame(0)];
        write(Format::Gif, &path, 20, &frames);
        assert!(read_gif(&path).0 == frames, "{colours} colours");
    }
}

#[test]
fn a_gif_of_many_colours_is_close_and_does_not_flicker() {
    let folder = folder();
    let path = folder.path().join("film.gif");
    let frames = frames(true);
    write(Format::Gif, &path, 20, &frames);
    let (decoded, _) = read_gif(&path);
    assert_eq!(decoded.len(), frames.len());
    for (shown, frame) in decoded.iter().zip(&frames) {
        let off: Vec<u8> = shown.iter().zip(frame).map(|(a, b)| a.abs_diff(*b)).collect();
        let mean = off.iter().map(|off| f64::from(*off)).sum::<f64>() / off.len() as f64;
        assert!(off.iter().all(|off| *off <= 32) && mean < 4.0, "{:?} at most, {mean} on average", off.iter().max());
    }
    let pixels = |frames: &[Vec<u8>], i: usize| frames[i].as_chunks::<4>().0.to_vec();
    let [before, after] = [1, 2].map(|i| pixels(&frames, i).into_iter().zip(pixels(&decoded, i)));
    let same = before.zip(after).filter(|((before, _), (after, _))| before == after);
    assert!({ same }.all(|((_, before), (_, after))| before == after));
}

#[test]
fn a_film_of_one_frame_and_one_without_motion_are_the_same_bytes_each_time() {
    let folder = folder();
    let still = frames(false)[0].clone();
    for frames in [vec![still.clone()], vec![still.clone(); 3], frames(true)] {
        let [a, b] = ["a", "b"].map(|name| {
            write(Format::Gif, &folder.path().join(name), 25, &frames);
            fs::read(folder.path().join(name)).unwrap()
        });
        assert!(!a.is_empty() && a == b);
    }
    write(Format::Gif, &folder.path().join("still.gif"), 25, &vec![still; 3]);
    assert_eq!(read_gif(&folder.path().join("still.gif")).1, [4; 3]);
}

#[cfg(unix)]
#[test]
fn a_film_has_the_permissions_of_any_new_file_and_follows_a_link() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let mode = |path: &str| fs::metadata(folder.path().join(path)).unwrap().permissions().mode();
    fs::write(folder.path().join("any"), "").unwrap();
    let [film, link] = ["film.gif", "link.gif"].map(|name| folder.path().join(name));
    std::os::unix::fs::symlink("film.gif", &link).unwrap();
    fs::write(&film, "").unwrap();
    write(Format::Gif, &link, 25, &frames(false));
    assert_eq!(mode("film.gif"), mode("any"));
    assert!(link.is_symlink() && read_gif(&film).0 == frames(false));
}

#[test]
fn a_film_that_fails_or_is_dropped_leaves_nothing() {
    let folder = folder();
    let frames = frames(false);
    for format in [Format::Png, Format::Gif] {
        let path = folder.path().join("film");
        let count = if format.row().is_film { 2 } else { 1 };
        let begin = || begin(format, &path, 25, count).unwrap();
        let refused = |result: Result<(), EncodeError>| matches!(result, Err(EncodeError::Frames { .. }));

        let mut short = begin();
        assert!(refused(short.frame(&frames[0][4..])) && names(folder.path()).is_empty(), "it is removed at once");
        assert!(refused(short.frame(&frames[0])) && refused(short.finish().map(drop)));
        assert!(refused(begin().finish().map(drop)), "frames are missing");
        let mut long = begin();
        for frame in &frames[..count] {
            long.frame(frame).unwrap();
        }
        assert!(refused(long.frame(&frames[0])), "one frame too many");
        assert!(names(folder.path()).is_empty(), "{format:?}");

        fs::write(&path, "an older film").unwrap();
        let mut dropped = begin();
        dropped.frame(&frames[0]).unwrap();
        assert!(names(folder.path()).iter().any(|name| name.starts_with('.')), "it has a temporary name");
        drop(dropped);
        let _ = fs::remove_file(&path);
        assert!(names(folder.path()).is_empty(), "{format:?}");
    }
}

#[test]
fn impossible_sizes_counts_rates_and_paths_are_refused_and_leave_nothing() {
    let folder = folder();
    fs::create_dir(folder.path().join("taken")).unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let refusal = |format, path: &str, size, fps, frames| {
        let header = FilmHeader { format, size, fps, frames };
        Encoder::create(&folder.path().join(path), header).err().expect("it is refused")
    };
    for format in Format::ALL {
        assert!(matches!(refusal(format, "film", [0, 9], 25, 1), EncodeError::Invalid(_)), "{format:?}");
        assert!(matches!(refusal(format, "film", SIZE, 25, 0), EncodeError::Frames { .. }), "{format:?}");
    }
    assert!(refusal(Format::Gif, "film", [65_536, 1], 25, 1).to_string().contains("65535"));
    assert!(refusal(Format::Gif, "film", SIZE, 30, 1).to_string().starts_with("--fps: '30'"));
    assert!(matches!(refusal(Format::Png, "film", SIZE, 25, 2), EncodeError::Frames { .. }));
    for format in [Format::Gif, Format::Mp4, Format::WebM] {
        let file = |path| refusal(format, path, SIZE, 25, 6);
        assert!(matches!(file("taken"), EncodeError::File(FileError::NotAFile { .. })));
        for path in ["no/such/film", "file/film"] {
            assert!(matches!(file(path), EncodeError::File(FileError::NoFolder { .. })), "{path}");
        }
    }
    if cfg!(target_os = "linux") {
        // Linux's own folder of processes takes no file, and a device is not replaced by one.
        for (format, path) in [(Format::Gif, "/proc/film.gif"), (Format::Mp4, "/proc/film.mp4")] {
            let message = refusal(format, path, SIZE, 25, 6).to_string();
            assert!(message.starts_with(&format!("{path}: can't be written (")) && !message.contains('\n'), "{message}");
        }
        assert!(matches!(refusal(Format::Gif, "/dev/null", SIZE, 25, 1), EncodeError::File(FileError::NotAFile { .. })));
    }
    assert_eq!(names(folder.path()), ["file", "taken"]);
    assert!(names(&folder.path().join("taken")).is_empty());
}
