//! Every format is read back by another decoder, and compared frame by frame.

use super::*;
use std::io::BufReader;

/// The frames of a GIF as a viewer composes them, and each one's delay.
pub(super) fn read_gif(path: &Path) -> (Vec<Vec<u8>>, Vec<u16>, ::gif::Repeat) {
    let mut decoder = ::gif::DecodeOptions::new().read_info(fs::File::open(path).unwrap()).unwrap();
    assert_eq!([decoder.width(), decoder.height()].map(u32::from), SIZE);
    let global = decoder.global_palette().map(<[u8]>::to_vec);
    let (mut canvas, mut decoded, mut delays) = (vec![0; (SIZE[0] * SIZE[1] * 4) as usize], Vec::new(), Vec::new());
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
        decoded.push(canvas.clone());
        delays.push(frame.delay);
    }
    (decoded, delays, decoder.repeat())
}

/// The frames of an animated WebP as a viewer composes them, and how long each lasts, ms. The library decodes each part; it
/// composes them here, since its own blending makes opaque pixels darker by one.
fn read_webp(path: &Path) -> Vec<(Vec<u8>, u32)> {
    let film = fs::read(path).unwrap();
    let number = |at: usize, bytes: usize| (0..bytes).map(|i| usize::from(film[at + i]) << (8 * i)).sum::<usize>();
    assert_eq!(film.len(), 8 + number(4, 4), "the length that it tells");
    assert_eq!([number(24, 3), number(27, 3)].map(|side| side as u32 + 1), SIZE);
    let (mut canvas, mut frames, mut at) = (vec![0; (SIZE[0] * SIZE[1] * 4) as usize], Vec::new(), 12);
    while at < film.len() {
        let (name, data, length) = (&film[at..at + 4], at + 8, number(at + 4, 4));
        at = data + length + length % 2;
        if name != b"ANMF" {
            continue;
        }
        let [x, y, width, height] = [0, 3, 6, 9].map(|at| number(data + at, 3));
        assert_eq!(film[data + 15], 0, "blended and kept");
        let image = &film[data + 16..data + length];
        let file = [&b"RIFF"[..], &(image.len() as u32 + 4).to_le_bytes(), b"WEBP", image].concat();
        let mut decoder = image_webp::WebPDecoder::new(std::io::Cursor::new(file)).unwrap();
        assert_eq!(decoder.dimensions(), (width as u32 + 1, height as u32 + 1));
        let mut part = vec![0; decoder.output_buffer_size().unwrap()];
        decoder.read_image(&mut part).unwrap();
        for (i, pixel) in part.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] != 0) {
            let (x, y) = (2 * x + i % (width + 1), 2 * y + i / (width + 1));
            canvas[(y * SIZE[0] as usize + x) * 4..][..4].copy_from_slice(pixel);
        }
        frames.push((canvas.clone(), number(data + 12, 3) as u32));
    }
    frames
}

#[test]
fn a_still_is_the_frame() {
    let folder = folder();
    let path = folder.path().join("still.png");
    let frame = &frames(true)[0];
    let written = write(Format::Png, &path, 60, std::slice::from_ref(frame));
    assert_eq!(read_png(&path), *frame);
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
    for (frame, _) in read_webp(&folder.path().join("x.webp")) {
        assert!(frame.chunks_exact(4).all(|pixel| pixel[3] == 255));
    }
}

#[test]
fn an_animated_png_is_every_frame_at_its_time_for_ever() {
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
        let decoded = decoder.apng().unwrap().into_frames().collect_frames().unwrap();
        assert_eq!(decoded.len(), frames.len());
        for (shown, frame) in decoded.iter().zip(&frames) {
            assert_eq!(shown.buffer().as_raw(), frame);
        }
    }
}

#[test]
fn a_gif_of_few_colours_is_every_frame_at_its_time_for_ever() {
    let folder = folder();
    let path = folder.path().join("film.gif");
    let frames = frames(false);
    for (fps, delay) in [(50, 2), (25, 4), (1, 100)] {
        write(Format::Gif, &path, fps, &frames);
        let (decoded, delays, repeat) = read_gif(&path);
        assert_eq!(delays, [delay; FRAMES as usize]);
        assert_eq!(repeat, ::gif::Repeat::Infinite);
        assert!(decoded == frames, "what is decoded is what was encoded");
    }
}

#[test]
fn a_gif_of_many_colours_is_close_and_keeps_what_stands_still() {
    let folder = folder();
    let path = folder.path().join("film.gif");
    let frames = frames(true);
    write(Format::Gif, &path, 20, &frames);
    let (decoded, ..) = read_gif(&path);
    assert_eq!(decoded.len(), frames.len());
    for (shown, frame) in decoded.iter().zip(&frames) {
        let off: Vec<u8> = shown.iter().zip(frame).map(|(a, b)| a.abs_diff(*b)).collect();
        let mean = off.iter().map(|off| f64::from(*off)).sum::<f64>() / off.len() as f64;
        assert!(off.iter().all(|off| *off <= 32) && mean < 4.0, "{:?} at most, {mean} on average", off.iter().max());
    }
    let same = |i: usize| frames[1].chunks(4).zip(frames[2].chunks(4)).nth(i).is_some_and(|(a, b)| a == b);
    let kept = decoded[1].chunks(4).zip(decoded[2].chunks(4)).enumerate();
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
fn an_animated_webp_is_every_frame_at_its_time() {
    let folder = folder();
    let path = folder.path().join("film.webp");
    for frames in [frames(false), frames(true)] {
        write(Format::WebP, &path, 40, &frames);
        // Frames that are the same are one that lasts longer.
        let read = read_webp(&path);
        assert_eq!(read.iter().map(|(_, lasts_ms)| *lasts_ms).collect::<Vec<_>>(), [25, 25, 50, 25, 25]);
        for ((read, _), i) in read.iter().zip([0, 1, 2, 4, 5]) {
            assert!(*read == frames[i], "frame {i}");
        }
        let film = fs::read(&path).unwrap();
        let loops = film.windows(4).position(|chunk| chunk == b"ANIM").expect("it is animated") + 12;
        assert_eq!(film[loops..loops + 2], [0, 0], "for ever");
    }
}
