//! The frame times of a game, tested: its slowest hundredth of frames comes at 50 a second at least, and nothing is wrong.
//!
//! `cargo run -p tickscope-core --example my_capture -- frames.csv` reads what PresentMon, CapFrameX, MangoHud or the game itself
//! wrote, and ends with 1 if the game is too slow or stutters; its test is `cargo test -p tickscope-core --example my_capture`.

use std::fs::File;
use std::io::Read;
use std::process::ExitCode;
use tickscope_core::lab::captures::part::{CapturePart, RefusedCapture};
use tickscope_core::lab::findings::captured_game::CapturedGame;
use tickscope_core::lab::symptoms::kind::Tone;
use tickscope_core::prelude::*;

/// The least P1, in frames per second.
const LEAST_P1: f64 = 50.0;

/// Returns what is wrong with the game; empty if nothing is.
fn faults(name: &str, source: impl Read) -> Result<Vec<String>, RefusedCapture> {
    let game = CapturedGame::read(name, source, &CapturePart::default())?;
    println!("{name}: {}", game.reading);
    let p1 = game.report.metrics.number("p1_fps").unwrap_or(0.0);
    let slow = (p1 < LEAST_P1).then(|| format!("P1 is {p1:.1} FPS, and not {LEAST_P1}"));
    let wrong = game.entries().into_iter().filter(|entry| entry.worst.symptom.tone == Tone::Wrong);
    Ok(slow.into_iter().chain(wrong.map(|entry| entry.worst.headline())).collect())
}

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("name the file of a capture");
        return ExitCode::from(2);
    };
    let file = File::open(&path).map_err(|error| RefusedCapture::from(Invalid::in_text(&path, (0, 0), error.to_string())));
    match file.and_then(|file| faults(&path, file)) {
        Ok(faults) => {
            for fault in &faults {
                eprintln!("{fault}");
            }
            if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) }
        }
        Err(refused) => {
            eprintln!("{refused}");
            ExitCode::from(2)
        }
    }
}

#[test]
fn a_game_that_stutters_or_is_slow_fails() {
    let of = |every_ms: f64, stutter_ms: f64| {
        let row = |frame: u32| format!("{}\n", if frame % 60 == 30 { stutter_ms } else { every_ms });
        faults("frames.csv", ("frametime_ms\n".to_owned() + &(0..600).map(row).collect::<String>()).as_bytes())
    };
    assert_eq!(of(16.7, 16.7), Ok(Vec::new()));
    let stutters = of(16.7, 60.0).expect("it can be read");
    assert!(stutters.iter().any(|fault| fault.contains("Stutters")), "{stutters:?}");
    let slow = of(25.0, 25.0).expect("it can be read");
    assert_eq!(slow, ["P1 is 40.0 FPS, and not 50"]);
    assert!(faults("frames.csv", &b"fps\n60\n"[..]).is_err());
}
