//! Films that are made in the page: the frames are the native ones within a tolerance, and equal frames are equal files.

use crate::harness::{Backend, Page};
use image::RgbaImage;
use page::codes;
use serde_json::{Value, json};
use std::path::Path;
use tickscope::front::film::encode::codec::FilmHeader;
use tickscope::front::film::encode::encoder::Encoder;
use tickscope::front::film::record::record_film;
use tickscope::studio::export::destination::InMemory;
use tickscope::studio::scenario::code;
use tickscope::studio::view::film_format::Format;
use tickscope::studio::view::film_spec::FilmSpec;

/// Two renderers may round a colour differently, and place the edge of a letter or a line by a part of a pixel.
const SAME_COLOUR: u8 = 8;
/// This share of the pixels may lie on such an edge, or on a letter: the page's letters have no instructions for hinting.
const EDGES: f64 = 0.03;

/// Frames that are easy to make in two languages: a pattern that moves.
const FRAMES: u32 = 6;
const SIDES: [u32; 2] = [64, 48];
const PATTERN: &str = "
    const [format, fps, width, height, count] = arguments;
    const pixels = new Uint8Array(width * height * count * 4);
    for (let at = 0; at < pixels.length; at++) {
        const frame = Math.floor(at / (width * height * 4));
        pixels[at] = at % 4 === 3 ? 255 : (at * 7 >> 3) + frame * 13;
    }
    return Array.from(tickscope.encode(format, { fps, width, height }, pixels));";

fn pattern() -> Vec<Vec<u8>> {
    let size = SIDES[0] * SIDES[1] * 4;
    let byte = |at: u32| if at % 4 == 3 { 255 } else { (at * 7 / 8 + at / size * 13) as u8 };
    (0..FRAMES).map(|frame| (frame * size..(frame + 1) * size).map(byte).collect()).collect()
}

fn bytes(of: Value) -> Vec<u8> {
    serde_json::from_value(of).expect("bytes are numbers")
}

#[test]
fn equal_frames_are_equal_files_here_and_in_the_page() {
    let Some(page) = Page::start() else { return };
    page.open(Backend::WebGl, "");
    for (format, ending) in [(Format::Gif, "gif"), (Format::Png, "png")] {
        let frames = if format == Format::Png { 1 } else { FRAMES };
        let path = format!("film.{ending}");
        let (header, out) = (FilmHeader { format, size: SIDES, fps: 25, frames }, InMemory::default());
        let encoder = Encoder::in_memory(&out, Path::new(&path), header);
        let mut encoder = encoder.unwrap_or_else(|error| panic!("{path}: {error}"));
        for frame in &pattern()[..frames as usize] {
            encoder.frame(frame).unwrap_or_else(|error| panic!("{path}: {error}"));
        }
        encoder.finish().unwrap_or_else(|error| panic!("{path}: {error}"));
        let here = out.take();
        let there = bytes(page.browser.run(PATTERN, &json!([ending, 25, SIDES[0], SIDES[1], frames])));
        assert!(here.len() > 100 && here == there, "{path}: {} bytes here, {} in the page", here.len(), there.len());
    }
    page.has_no_errors();
}

#[test]
fn the_pictures_of_a_run_are_the_native_ones_but_for_edges() {
    let scenario =
        tickscope::studio::scenario::builtin::find("slow-motion").expect("it is built in").scenario().expect("it is read");
    let (seconds, size) = (4.0, [640, 400]);
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("native.png");
    let spec = FilmSpec { path: path.display().to_string(), from_s: 0.0, to_s: seconds, size, ..FilmSpec::default() };
    record_film(&scenario, &spec, |_| true).unwrap_or_else(|error| panic!("{error}"));
    let native = image::open(&path).expect("the film is a picture").into_rgba8();

    for backend in Backend::BOTH {
        let Some(page) = Page::start() else { return };
        page.open(backend, "");
        let wanted =
            json!([code::write(&scenario), { "seconds": seconds, "format": "png", "width": size[0], "height": size[1] }]);
        let film =
            page.browser.run("return tickscope.film(arguments[0], arguments[1]).then(bytes => Array.from(bytes))", &wanted);
        let of_the_page = image::load_from_memory(&bytes(film)).expect("the film is a picture").into_rgba8();
        let share = differing(&native, &of_the_page);
        assert!(share <= EDGES, "{backend:?}: {:.2} % of the pixels differ by more than {SAME_COLOUR}", share * 100.0);
        page.has_no_errors();
    }
}

/// Returns the share of pixels with a channel that differs by more than [`SAME_COLOUR`].
fn differing(one: &RgbaImage, other: &RgbaImage) -> f64 {
    assert_eq!(one.dimensions(), other.dimensions());
    let differs = |(one, other): &(&image::Rgba<u8>, &image::Rgba<u8>)| {
        one.0.iter().zip(other.0).any(|(one, other)| one.abs_diff(other) > SAME_COLOUR)
    };
    one.pixels().zip(other.pixels()).filter(differs).count() as f64 / f64::from(one.width() * one.height())
}

#[test]
fn a_film_is_made_beside_the_page_which_goes_on_and_can_be_cancelled() {
    let Some(page) = Page::start() else { return };
    page.open(Backend::WebGl, "");
    page.click("Button File");
    page.click("Button Film or still");
    page.click("Button Make film");
    let done =
        |page: &Page| page.controls().into_iter().find_map(|(name, _)| Some(name.strip_prefix("Label Film: ")?.to_owned()));
    let first = page.wait("progress", done);
    page.wait_until("further progress", |page| done(page).is_some_and(|now| now != first));
    let frames = page.frames();
    page.wait_until("frames meanwhile", |page| page.frames() > frames + 2);
    page.click("Button Cancel");
    page.place("Label cancelled; no file was written");
    page.wait_until("end of the film", |page| done(page).is_none());
    page.has_no_errors();
}

#[test]
fn a_film_of_a_run_is_made_in_the_page() {
    let Some(page) = Page::start() else { return };
    page.open(Backend::WebGl, "");
    let code = codes::of("interpolation").unwrap_or_else(|error| panic!("{error}"));
    let wanted = json!([code, { "seconds": 0.4, "fps": 25, "format": "gif", "width": 320, "height": 200 }]);
    let film = page.browser.run("return tickscope.film(arguments[0], arguments[1]).then(bytes => Array.from(bytes))", &wanted);
    let film = bytes(film);
    assert!(film.starts_with(b"GIF89a"), "it begins with {:?}", &film[..8]);
    assert!(film.len() > 2000, "{} bytes", film.len());
    page.has_no_errors();
}
