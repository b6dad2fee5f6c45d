//! A capture: the frames of a game that ran on a real computer, which a pane can play.

use crate::base::params::invalid::Invalid;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::config::limits::LONGEST_RUN_S;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};
use std::io::{Read as _, Write as _};
use std::sync::Arc;

/// One frame of a captured game. Its times count from the start of the capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CapturedFrame {
    /// The moment at which the CPU began to work on the frame.
    pub begins: Time,
    /// The simulated time that the frame shows.
    pub sample: Time,
    /// The moment of the flip; [`Time::NEVER`] if the frame was never displayed.
    pub flip: Time,
    /// The time for which the CPU was busy with the frame, including waits inside of the game's code.
    pub cpu: Span,
    /// The time for which the GPU was busy with the frame.
    pub gpu: Span,
}

/// The source of the sample times of a capture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SampleTimes {
    /// The game wrote the sample times, or a loop of the laboratory produced them.
    #[default]
    Own,
    /// The moments at which the CPU began the frames are used in place of sample times.
    CpuStart,
    /// The sample times are unknown: the file has only the times between frames.
    Unknown,
}

/// The load of a captured game: the costs of its frames.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CapturedLoad {
    /// Whether the file says how long the CPU was busy with each frame; otherwise the time to the next frame is used.
    pub has_cpu: bool,
    pub has_gpu: bool,
    /// The mean cost of a frame on the CPU, in milliseconds. The mean is over the time of the capture, so a frame counts for as
    /// long as it lasts.
    pub cpu_ms: f64,
    pub gpu_ms: f64,
    /// The end of the last frame.
    pub end: Time,
}

/// The frames of a captured game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "CaptureForm", into = "CaptureForm")]
pub struct Capture {
    /// The name of the file, without its folder.
    pub name: String,
    pub samples: SampleTimes,
    /// The frames in the order in which they were begun; empty while the pane waits for the file.
    pub frames: Arc<[CapturedFrame]>,
    /// A hash of the frames, 16 hexadecimal digits; equal only for equal frames.
    pub hash: String,
    pub load: CapturedLoad,
    /// The packed frames for a scenario; `None` if they are too long for one.
    packed: Option<Arc<str>>,
}

impl PartialEq for Capture {
    fn eq(&self, other: &Capture) -> bool {
        self.hash == other.hash && self.name == other.name && self.is_here() == other.is_here()
    }
}

/// The form of a capture in a scenario.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CaptureForm {
    name: String,
    #[serde(default)]
    samples: SampleTimes,
    hash: String,
    /// The deflated frames in Base64; `None` if the file itself must be opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rows: Option<Arc<str>>,
}

impl From<Capture> for CaptureForm {
    fn from(capture: Capture) -> CaptureForm {
        CaptureForm { name: capture.name, samples: capture.samples, hash: capture.hash, rows: capture.packed }
    }
}

/// The most bytes of a frame before deflation: five numbers of ten bytes.
const MOST_FRAME_BYTES: usize = 50;

impl TryFrom<CaptureForm> for Capture {
    type Error = Invalid;

    fn try_from(form: CaptureForm) -> Result<Capture, Invalid> {
        let CaptureForm { name, samples, hash, rows } = form;
        let Some(rows) = rows else {
            return Ok(Capture { name, samples, frames: Arc::new([]), hash, load: CapturedLoad::default(), packed: None });
        };
        let damaged = || Invalid::new("rows", &*rows, "the rows of a capture, unchanged");
        let packed = STANDARD_NO_PAD.decode(&*rows).map_err(|_| damaged())?;
        let mut bytes = Vec::new();
        // The limit keeps malicious rows from filling the memory.
        let most = (Capture::MOST_PACKED_FRAMES * MOST_FRAME_BYTES) as u64;
        DeflateDecoder::new(&packed[..]).take(most).read_to_end(&mut bytes).map_err(|_| damaged())?;
        let read = Capture::new(&name, samples, from_bytes(&bytes).ok_or_else(damaged)?)?;
        if read.hash == hash { Ok(read) } else { Err(damaged()) }
    }
}

impl Capture {
    /// The strategy of a pane that plays its capture.
    pub const STRATEGY: &str = "captured";
    /// The most bytes of deflated frames in a scenario.
    const MOST_PACKED: usize = 64 << 10;
    const MOST_PACKED_FRAMES: usize = 60_000;

    /// Returns a capture with `frames`.
    ///
    /// # Errors
    /// If no frame was displayed, or a time is negative, too long or goes back.
    pub fn new(name: &str, samples: SampleTimes, frames: Vec<CapturedFrame>) -> Result<Capture, Invalid> {
        let refused = |allowed: &str| Err(Invalid::new("capture", name, allowed));
        if !frames.iter().any(|frame| frame.flip < Time::NEVER) {
            return refused("a file with at least one displayed frame");
        }
        let longest = Time::from_secs(LONGEST_RUN_S);
        let (mut begun, mut flipped) = (Time::ZERO, Time::from_flicks(-1));
        for frame in &frames {
            let is_shown = frame.flip < Time::NEVER;
            let loads = [frame.cpu, frame.gpu];
            let in_order = frame.begins >= begun && (!is_shown || frame.flip > flipped && frame.flip >= frame.begins);
            let in_range = frame.begins <= longest
                && (Time::ZERO - (longest - Time::ZERO)..=longest).contains(&frame.sample)
                && loads.iter().all(|load| (Span::ZERO..=longest - Time::ZERO).contains(load))
                && (!is_shown || frame.flip <= longest);
            if !in_order || !in_range {
                return refused("frames within a day, each begun and displayed after the one before it");
            }
            begun = frame.begins;
            flipped = if is_shown { frame.flip } else { flipped };
        }
        let bytes = to_bytes(&frames);
        let hash = format!("{:016x}", fnv(&bytes));
        let packed = (frames.len() <= Capture::MOST_PACKED_FRAMES).then(|| pack(&bytes)).flatten();
        let load = CapturedLoad::of(&frames);
        Ok(Capture { name: name.to_owned(), samples, frames: frames.into(), hash, load, packed })
    }

    /// Returns the capture without its packed frames, for a scenario that has no room for them.
    #[must_use]
    pub fn without_rows(&self) -> Capture {
        Capture { packed: None, ..self.clone() }
    }

    /// Returns whether the frames are known; otherwise the pane waits for the file.
    pub fn is_here(&self) -> bool {
        !self.frames.is_empty()
    }

    /// Returns the moment at which the last frame was displayed.
    pub fn end(&self) -> Time {
        let mut flips = self.frames.iter().rev().map(|frame| frame.flip);
        flips.find(|flip| *flip < Time::NEVER).unwrap_or(Time::ZERO)
    }

    /// Returns the refresh rate of the capture's display in hertz: the lowest usual rate at which at least nine of ten frames
    /// stay for whole refreshes; `None` if no usual rate fits.
    pub fn refresh_hz(&self) -> Option<f64> {
        // The list begins at 50 Hz: no display is slower, but many games show each frame for two refreshes.
        const RATES: [f64; 11] = [50.0, 60.0, 72.0, 75.0, 90.0, 100.0, 120.0, 144.0, 165.0, 240.0, 360.0];
        let flips: Vec<Time> = self.frames.iter().map(|frame| frame.flip).filter(|flip| *flip < Time::NEVER).collect();
        let stays: Vec<f64> = flips.windows(2).map(|pair| (pair[1] - pair[0]).flicks() as f64).collect();
        let fits = |rate: f64| {
            let interval = FLICKS_PER_SECOND as f64 / rate;
            let is_whole = |stay: &&f64| {
                let refreshes = (**stay / interval).round();
                refreshes >= 1.0 && (**stay - refreshes * interval).abs() <= 0.1 * interval
            };
            stays.iter().filter(is_whole).count() * 10 >= stays.len() * 9
        };
        RATES.into_iter().find(|rate| stays.len() >= 10 && fits(*rate))
    }
}

impl CapturedLoad {
    /// The greatest load of a frame, 10 s, as for any load.
    const MOST: Span = Span::from_flicks(10 * FLICKS_PER_SECOND);

    fn of(frames: &[CapturedFrame]) -> CapturedLoad {
        let is_shown = |frame: &&CapturedFrame| frame.flip < Time::NEVER;
        let last = frames.iter().rev().find(is_shown).map_or(Time::ZERO, |frame| frame.flip);
        let end = frames.last().map_or(last, |frame| last.max(frame.begins));
        let has = |busy: fn(&CapturedFrame) -> Span| frames.iter().any(|frame| busy(frame) > Span::ZERO);
        let mut load = CapturedLoad { has_cpu: has(|frame| frame.cpu), has_gpu: has(|frame| frame.gpu), end, ..Self::default() };
        let (mut cpu, mut gpu) = (0.0, 0.0);
        for number in 0..frames.len() {
            let (runs, [of_cpu, of_gpu]) = (load.runs(frames, number).as_secs(), load.of_frame(frames, number));
            cpu += of_cpu.as_millis() * runs;
            gpu += of_gpu.as_millis() * runs;
        }
        let whole = (end - Time::ZERO).as_secs().max(f64::MIN_POSITIVE);
        (load.cpu_ms, load.gpu_ms) = (cpu / whole, gpu / whole);
        load
    }

    /// Returns the time from the start of a frame to the start of the next.
    fn runs(&self, frames: &[CapturedFrame], number: usize) -> Span {
        frames.get(number + 1).map_or(self.end, |next| next.begins) - frames[number].begins
    }

    /// Returns the loads of a frame on the CPU and the GPU.
    pub fn of_frame(&self, frames: &[CapturedFrame], number: usize) -> [Span; 2] {
        let frame = &frames[number];
        let cpu = if self.has_cpu { frame.cpu } else { self.runs(frames, number) };
        [cpu, frame.gpu].map(|load| load.min(CapturedLoad::MOST))
    }

    /// Describes which time of a frame is taken for its load, and what else that time contains.
    pub fn in_words(&self) -> String {
        let gpu = if self.has_gpu { "CPU busy and GPU busy" } else { "CPU busy" };
        if self.has_cpu {
            format!(
                "A frame costs its {gpu}; CPU busy holds limiter sleeps and waits for threads, so it is an upper bound of the work"
            )
        } else {
            "A frame costs the time to the next one, which is waits as well as work".to_owned()
        }
    }
}

fn pack(bytes: &[u8]) -> Option<Arc<str>> {
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::best());
    deflate.write_all(bytes).ok()?;
    let packed = deflate.finish().ok()?;
    (packed.len() <= Capture::MOST_PACKED).then(|| STANDARD_NO_PAD.encode(packed).into())
}

/// Encodes frames as differences: small numbers take few bytes, and equal ones deflate well.
fn to_bytes(frames: &[CapturedFrame]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(frames.len() * 12);
    let mut put = |value: i64| {
        let mut rest = ((value << 1) ^ (value >> 63)) as u64;
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    };
    let (mut begun, mut sampled) = (Time::ZERO, Time::ZERO);
    for frame in frames {
        put((frame.begins - begun).flicks());
        put((frame.sample - sampled).flicks());
        put(if frame.flip < Time::NEVER { (frame.flip - frame.begins).flicks() } else { -1 });
        put(frame.cpu.flicks());
        put(frame.gpu.flicks());
        (begun, sampled) = (frame.begins, frame.sample);
    }
    bytes
}

fn from_bytes(bytes: &[u8]) -> Option<Vec<CapturedFrame>> {
    let mut rest = bytes.iter();
    let mut take = || {
        let (mut value, mut shift) = (0_u64, 0);
        loop {
            let byte = *rest.next()?;
            value |= u64::from(byte & 0x7f).checked_shl(shift)?;
            shift += 7;
            if byte < 0x80 {
                // The times of a capture are far from the ends of the range, so sums of accepted numbers do not overflow.
                let number = (value >> 1) as i64 ^ -((value & 1) as i64);
                return (number.abs() < 1 << 56).then_some(number);
            }
        }
    };
    let (mut frames, mut begun, mut sampled) = (Vec::new(), Time::ZERO, Time::ZERO);
    while let Some(begins) = take() {
        let [sample, flip, cpu, gpu] = [take()?, take()?, take()?, take()?];
        begun += Span::from_flicks(begins);
        sampled += Span::from_flicks(sample);
        let longest = Time::from_secs(LONGEST_RUN_S);
        if begun > longest || sampled > longest || begins < 0 || sampled < Time::ZERO - (longest - Time::ZERO) {
            return None;
        }
        let flip = if flip < 0 { Time::NEVER } else { begun + Span::from_flicks(flip) };
        frames.push(CapturedFrame {
            begins: begun,
            sample: sampled,
            flip,
            cpu: Span::from_flicks(cpu),
            gpu: Span::from_flicks(gpu),
        });
    }
    Some(frames)
}

/// Returns the FNV-1a hash of `bytes`.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use crate::model::config::capture::*;

    fn frames(count: i64) -> Vec<CapturedFrame> {
        let at = |ms: i64| Time::from_flicks(ms * FLICKS_PER_SECOND / 1000);
        let frame = |number: i64| CapturedFrame {
            begins: at(number * 16),
            sample: at(number * 17 - 5),
            flip: if number % 7 == 3 { Time::NEVER } else { at(number * 16 + 20) },
            cpu: Span::from_millis(4.0 + number as f64 / 7.0),
            gpu: Span::from_millis(9.0),
        };
        (0..count).map(frame).collect()
    }

    #[test]
    fn a_scenario_holds_the_frames_or_where_they_are_too_many_the_name_and_the_hash() {
        let through = |capture: &Capture| {
            let text = toml::to_string(capture).expect("it can be written");
            (toml::from_str::<Capture>(&text).expect("it can be read"), text)
        };
        let short = Capture::new("game.csv", SampleTimes::CpuStart, frames(500)).expect("it is allowed");
        let (read, _) = through(&short);
        assert_eq!(read.frames, short.frames);
        assert_eq!((read.samples, read.packed.is_some(), &read), (SampleTimes::CpuStart, true, &short));
        let long = Capture::new("game.csv", SampleTimes::Own, frames(70_000)).expect("it is allowed");
        let (read, text) = through(&long);
        assert!(!read.is_here() && text.len() < 100 && read.hash == long.hash, "{text}");
    }

    #[test]
    fn damaged_rows_are_refused() {
        let text = toml::to_string(&Capture::new("a", SampleTimes::Own, frames(50)).expect("it is allowed")).expect("it is text");
        let hash = text.lines().find(|line| line.starts_with("hash")).expect("it has one");
        for damaged in [text.replace(hash, "hash = \"0000000000000000\""), text.replace("rows = \"", "rows = \"QUJD"), {
            let rows = text.rfind('"').expect("it has rows");
            format!("{}\"", &text[..rows - 8])
        }] {
            assert!(toml::from_str::<Capture>(&damaged).is_err(), "{damaged}");
        }
    }

    #[test]
    fn frames_out_of_order_or_out_of_range_are_refused() {
        let late = |change: fn(&mut CapturedFrame)| {
            let mut changed = frames(5);
            change(&mut changed[4]);
            Capture::new("a", SampleTimes::Own, changed)
        };
        assert!(late(|_| {}).is_ok());
        assert!(late(|frame| frame.begins = Time::ZERO).is_err());
        assert!(late(|frame| frame.flip = Time::from_secs(0.03)).is_err());
        assert!(late(|frame| frame.flip = Time::from_secs(90_000.0)).is_err());
        assert!(late(|frame| frame.gpu = Span::from_millis(-1.0)).is_err());
        assert!(Capture::new("a", SampleTimes::Own, Vec::new()).is_err());
    }

    #[test]
    fn the_refresh_rate_is_the_slowest_on_whose_ticks_the_stays_end() {
        let of = |stays: &[f64]| {
            let mut at = Time::from_secs(1.0);
            let frame = |stay: &f64| {
                at += Span::from_millis(*stay);
                CapturedFrame { begins: at, sample: at, flip: at, cpu: Span::ZERO, gpu: Span::ZERO }
            };
            let frames = stays.iter().cycle().take(120).map(frame).collect();
            Capture::new("a", SampleTimes::Unknown, frames).expect("it is allowed").refresh_hz()
        };
        assert_eq!(of(&[16.7, 16.6]), Some(60.0));
        assert_eq!(of(&[16.7, 33.4]), Some(60.0));
        assert_eq!(of(&[6.9, 13.9, 6.95]), Some(144.0));
        assert_eq!(of(&[5.0, 7.3, 9.1, 6.2]), None);
    }
}
