//! What the tests of all formats share: a small film, and how to write it.

mod frames;
mod kept;
mod refused;

use super::*;
use crate::model::config::film_format::Format;
use std::fs;
use std::path::Path;
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
