//! Every format is read back by another hand, and compared frame by frame.

use super::*;
use std::fs;
use std::io::{BufReader, Cursor};
use tempfile::TempDir;

const SIZE: [u32; 2] = [33, 20];
const FRAMES: u32 = 6;

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room for temporary files")
}

/// A square wanders over stripes; frames 2 and 3 are the same. Fewer than 255 colours, or thousands.
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

fn film(fps: u32) -> Film {
    Film { size: SIZE, fps, frames: FRAMES }
}

fn write(format: Format, path: &Path, fps: u32, frames: &[Vec<u8>]) -> Written {
    let mut encoder = start(format, path, SIZE, fps, frames.len() as u32).expect("it starts");
    for frame in frames {
        encoder.frame(frame).expect("the frame is written");
    }
    encoder.finish().expect("the film is kept")
}

fn read_png(path: &Path) -> Vec<u8> {
    image::open(path).expect("a PNG").into_rgba8().into_raw()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The pictures of a GIF as a viewer composes them, and each one's delay.
fn read_gif(path: &Path) -> (Vec<Vec<u8>>, Vec<u16>, ::gif::Repeat) {
    let mut decoder = ::gif::DecodeOptions::new().read_info(fs::File::open(path).unwrap()).unwrap();
    assert_eq!([decoder.width(), decoder.height()].map(u32::from), SIZE);
    let global = decoder.global_palette().map(<[u8]>::to_vec);
    let (mut canvas, mut pictures, mut delays) = (vec![0; (SIZE[0] * SIZE[1] * 4) as usize], Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert_eq!(frame.dispose, ::gif::DisposalMethod::Keep);
        let palette = frame.palette.as_ref().or(global.as_ref()).expect("a palette");
        for (i, index) in frame.buffer.iter().enumerate() {
            if frame.transparent != Some(*index) {
                let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
                let at = ((y + usize::from(frame.top)) * SIZE[0] as usize + x + usize::from(frame.left)) * 4;
                canvas[at..at + 3].copy_from_slice(&palette[usize::from(*index) * 3..][..3]);
                canvas[at + 3] = 255;
            }
        }
        pictures.push(canvas.clone());
        delays.push(frame.delay);
    }
    (pictures, delays, decoder.repeat())
}

#[test]
fn a_still_is_the_picture() {
    let folder = folder();
    let path = folder.path().join("still.png");
    let picture = &frames(true)[0];
    let written = write(Format::Png, &path, 60, std::slice::from_ref(picture));
    assert_eq!(read_png(&path), *picture);
    assert_eq!(written, Written { bytes: fs::metadata(&path).unwrap().len(), files: 1, path });
    assert_eq!(names(folder.path()), ["still.png"]);
}

#[test]
fn films_are_opaque_whatever_the_fourth_byte_says() {
    let folder = folder();
    let frames: Vec<Vec<u8>> = frames(false)
        .into_iter()
        .map(|frame| frame.as_chunks().0.iter().flat_map(|[r, g, b, _]| [*r, *g, *b, 7]).collect())
        .collect();
    write(Format::Png, &folder.path().join("x.png"), 50, &frames[..1]);
    assert!(read_png(&folder.path().join("x.png")).chunks_exact(4).all(|pixel| pixel[3] == 255));
    write(Format::WebP, &folder.path().join("x.webp"), 50, &frames);
    let film = fs::read(folder.path().join("x.webp")).unwrap();
    for frame in webp_animation::Decoder::new(&film).unwrap() {
        assert!(frame.data().chunks_exact(4).all(|pixel| pixel[3] == 255));
    }
}

#[test]
fn a_sequence_is_every_picture_under_its_number() {
    let outer = folder();
    for (asked, first) in [("new/%03d.png", "new/000.png"), ("new/%03d.png", "new/000.png"), ("other/", "other/00000.png")] {
        let written = write(Format::PngSequence, &outer.path().join(asked), 7, &frames(true));
        assert_eq!((written.path, written.files), (outer.path().join(first), 6));
        let folder = outer.path().join(first).parent().unwrap().to_owned();
        assert_eq!(names(&folder).len(), 6);
        let length = |name: &String| fs::metadata(folder.join(name)).unwrap().len();
        assert_eq!(names(&folder).iter().map(length).sum::<u64>(), written.bytes);
        for (name, frame) in names(&folder).iter().zip(frames(true)) {
            assert_eq!(read_png(&folder.join(name)), frame, "{name}");
        }
    }
    assert_eq!(names(outer.path()), ["new", "other"]);
}

#[test]
fn a_sequence_leaves_what_else_is_in_its_folder() {
    let outer = folder();
    fs::write(outer.path().join("notes.txt"), "mine").unwrap();
    write(Format::PngSequence, &outer.path().join("%d.png"), 30, &frames(false)[..2]);
    assert_eq!(names(outer.path()), ["0.png", "1.png", "notes.txt"]);
}

#[test]
fn an_animated_png_is_every_picture_at_its_time_for_ever() {
    use image::AnimationDecoder;
    let folder = folder();
    let path = folder.path().join("film.apng");
    for frames in [frames(false), frames(true)] {
        write(Format::Apng, &path, 60, &frames);
        let mut reader = ::png::Decoder::new(BufReader::new(fs::File::open(&path).unwrap())).read_info().unwrap();
        let control = *reader.info().animation_control().expect("it is animated");
        assert_eq!((control.num_frames, control.num_plays), (FRAMES, 0));
        let mut part = vec![0; reader.output_buffer_size().unwrap()];
        for _ in 0..FRAMES {
            reader.next_frame(&mut part).unwrap();
            let control = reader.info().frame_control().unwrap();
            assert_eq!((control.delay_num, control.delay_den), (1, 60));
        }
        let decoder = image::codecs::png::PngDecoder::new(BufReader::new(fs::File::open(&path).unwrap())).unwrap();
        let pictures = decoder.apng().unwrap().into_frames().collect_frames().unwrap();
        assert_eq!(pictures.len(), frames.len());
        for (picture, frame) in pictures.iter().zip(&frames) {
            assert_eq!(picture.buffer().as_raw(), frame);
        }
    }
}

#[test]
fn a_gif_of_few_colours_is_every_picture_at_its_time_for_ever() {
    let folder = folder();
    let path = folder.path().join("film.gif");
    let frames = frames(false);
    for (fps, delay) in [(50, 2), (25, 4), (1, 100)] {
        write(Format::Gif, &path, fps, &frames);
        let (pictures, delays, repeat) = read_gif(&path);
        assert_eq!(delays, [delay; FRAMES as usize]);
        assert_eq!(repeat, ::gif::Repeat::Infinite);
        assert!(pictures == frames, "the pictures are the frames");
    }
}

#[test]
fn a_gif_of_many_colours_is_close_and_keeps_what_stands_still() {
    let folder = folder();
    let path = folder.path().join("film.gif");
    let frames = frames(true);
    write(Format::Gif, &path, 20, &frames);
    let (pictures, ..) = read_gif(&path);
    assert_eq!(pictures.len(), frames.len());
    for (picture, frame) in pictures.iter().zip(&frames) {
        let off: Vec<u8> = picture.iter().zip(frame).map(|(a, b)| a.abs_diff(*b)).collect();
        let mean = off.iter().map(|off| f64::from(*off)).sum::<f64>() / off.len() as f64;
        assert!(off.iter().all(|off| *off <= 32) && mean < 4.0, "{:?} at most, {mean} on average", off.iter().max());
    }
    let same = |i: usize| frames[1].chunks(4).zip(frames[2].chunks(4)).nth(i).is_some_and(|(a, b)| a == b);
    let kept = pictures[1].chunks(4).zip(pictures[2].chunks(4)).enumerate();
    assert!(kept.filter(|(i, _)| same(*i)).all(|(_, (a, b))| a == b), "nothing flickers");
}

#[test]
fn a_gif_with_exactly_as_many_colours_as_fit_is_exact() {
    let folder = folder();
    let path = folder.path().join("film.gif");
    for colours in [1, 2, 3, 4, 5, 254, 255] {
        let first: Vec<u8> = (0..SIZE[0] * SIZE[1]).flat_map(|i| [(i % colours) as u8, 9, 0, 255]).collect();
        let second: Vec<u8> = (0..SIZE[0] * SIZE[1]).flat_map(|i| [(i % colours) as u8, 9, 1, 255]).collect();
        let frames = [first.clone(), second, first];
        write(Format::Gif, &path, 20, &frames);
        assert!(read_gif(&path).0 == frames, "{colours} colours");
    }
}

#[test]
fn an_animated_webp_is_every_picture_at_its_time() {
    let folder = folder();
    let path = folder.path().join("film.webp");
    for frames in [frames(false), frames(true)] {
        write(Format::WebP, &path, 40, &frames);
        let film = fs::read(&path).unwrap();
        // It merges frames that are the same; a frame's time is that of its end.
        let pictures: Vec<_> = webp_animation::Decoder::new(&film).unwrap().into_iter().collect();
        assert_eq!(pictures.iter().map(webp_animation::Frame::timestamp).collect::<Vec<_>>(), [25, 50, 100, 125, 150]);
        for (picture, i) in pictures.iter().zip([0, 1, 2, 4, 5]) {
            assert!(picture.data() == frames[i], "frame {i}");
        }
        let loops = film.windows(4).position(|chunk| chunk == b"ANIM").expect("it is animated") + 12;
        assert_eq!(film[loops..loops + 2], [0, 0], "for ever");
    }
}

#[test]
fn two_films_of_the_same_frames_are_the_same_bytes() {
    let folder = folder();
    for format in [Format::Gif, Format::WebP, Format::Apng] {
        let [a, b] = ["a", "b"].map(|name| {
            let path = folder.path().join(name);
            write(format, &path, 25, &frames(true));
            fs::read(path).unwrap()
        });
        assert!(a == b, "{}", format.name());
    }
}

#[test]
fn a_film_of_one_frame_and_one_in_which_nothing_moves_are_films_too() {
    let folder = folder();
    let still = frames(false)[0].clone();
    for format in [Format::Gif, Format::WebP, Format::Apng, Format::PngSequence] {
        for count in [1, 3] {
            let path = folder.path().join(format!("{count}.{}", format.extension()));
            let path = if format == Format::PngSequence { folder.path().join(format!("{count}/%d.png")) } else { path };
            assert!(write(format, &path, 25, &vec![still.clone(); count]).bytes > 0);
        }
    }
    assert_eq!(read_gif(&folder.path().join("3.gif")).1, [4; 3]);
}

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
        assert!(matches!(refusal(format, "taken"), EncodeError::NotAFile { .. }));
        let missing = refusal(format, "no/such/film");
        assert!(matches!(&missing, EncodeError::NoFolder { .. }), "{missing}");
        assert!(missing.to_string().contains("there is no folder '"), "{missing}");
        let inside_a_file = refusal(format, "file/film");
        assert!(matches!(inside_a_file, EncodeError::NoFolder { .. }), "{inside_a_file}");
    }
    assert!(matches!(refusal(Format::PngSequence, "no/such/%d.png"), EncodeError::NoFolder { .. }));
    assert!(matches!(refusal(Format::PngSequence, "file/%d.png"), EncodeError::NotAFile { .. }));
    assert_eq!(names(folder.path()), ["file", "taken"]);
    assert!(names(&folder.path().join("taken")).is_empty());
}

#[cfg(unix)]
#[test]
fn files_get_the_permissions_of_any_new_file() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let mode = |path: &str| fs::metadata(folder.path().join(path)).unwrap().permissions().mode();
    fs::write(folder.path().join("any"), "").unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    write(Format::Gif, &folder.path().join("film.gif"), 25, &frames(false));
    write(Format::PngSequence, &folder.path().join("frames/%d.png"), 25, &frames(false));
    assert_eq!([mode("film.gif"), mode("frames/0.png")], [mode("any"); 2]);
    assert_eq!(mode("frames"), mode("folder"));
}

#[cfg(unix)]
#[test]
fn a_link_keeps_its_place_and_its_target_gets_the_film() {
    let folder = folder();
    let [film, link] = ["film.gif", "link.gif"].map(|name| folder.path().join(name));
    fs::write(&film, "").unwrap();
    std::os::unix::fs::symlink(&film, &link).unwrap();
    write(Format::Gif, &link, 25, &frames(false));
    assert!(link.is_symlink());
    assert!(read_gif(&film).0 == frames(false));
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_not_replaced_by_a_film() {
    let refusal = start(Format::Gif, Path::new("/dev/null"), SIZE, 25, 1).err().expect("refused");
    assert!(matches!(refusal, EncodeError::NotAFile { .. }), "{refusal}");
}

/// Linux's device on which there is never any room, as a full disk is met by an encoder: when its buffer goes out.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_by_every_codec() {
    let full = || BufWriter::with_capacity(64, fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
    let film = film(25);
    let codecs: [Box<dyn Codec>; 3] = [
        Box::new(gif::Gif::new(full(), film)),
        Box::new(webp::WebP::new(full(), film).unwrap()),
        Box::new(png::Still::new(full(), film)),
    ];
    for mut codec in codecs {
        let fault = codec.frame(&frames(true)[0]).and_then(|()| codec.finish()).expect_err("there is no room");
        let told = fault.at(Path::new("out"));
        assert!(matches!(told, EncodeError::DiskFull { .. }), "{told}");
    }
    let fault = png::Apng::new(full(), film).and_then(|mut apng| apng.frame(&frames(true)[0])).expect_err("there is no room");
    assert!(matches!(fault.at(Path::new("out")), EncodeError::DiskFull { .. }));
}

#[test]
fn a_codec_writes_to_anything() {
    let mut out = Cursor::new(Vec::new());
    let mut codec: Box<dyn Codec + '_> = Box::new(png::Still::new(&mut out, film(25)));
    codec.frame(&frames(true)[0]).unwrap();
    codec.finish().unwrap();
    assert_eq!(image::load_from_memory(out.get_ref()).unwrap().into_rgba8().into_raw(), frames(true)[0]);
}
