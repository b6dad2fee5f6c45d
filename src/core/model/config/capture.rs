//! A capture: the frames of a game that ran on a real computer, which a pane can play.

use crate::base::params::invalid::Invalid;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::config::flip_grid::{self, Presents};
use crate::model::config::frame_limit::FrameWork;
use crate::model::config::limits::LONGEST_RUN_S;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};
use std::io::{Read as _, Write as _};
use std::sync::{Arc, OnceLock};

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
    /// The moment at which the GPU was done with the frame; [`Time::NEVER`] if the file does not say.
    pub gpu_done: Time,
    /// The line of the file that has the frame; 0 if it is unknown, as in JSON and in a capture that a scenario contains.
    pub line: u32,
    /// Whether a driver made the frame out of the game's frames around it. Such a frame begins no turn and has no load.
    pub is_generated: bool,
}

impl Default for CapturedFrame {
    /// Returns a frame of no length and no load that was never displayed.
    fn default() -> CapturedFrame {
        CapturedFrame {
            begins: Time::ZERO,
            sample: Time::ZERO,
            flip: Time::NEVER,
            cpu: Span::ZERO,
            gpu: Span::ZERO,
            gpu_done: Time::NEVER,
            line: 0,
            is_generated: false,
        }
    }
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

/// The facts about a captured game that are about all its frames.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CaptureFacts {
    /// The number of frames that were displayed.
    pub shown: usize,
    /// The number of displayed frames that a driver generated.
    pub generated: usize,
    /// The lower median of the times between flips; zero with fewer than two.
    pub usual_stay: Span,
    /// Whether the file says when the GPU was done with frames.
    pub has_gpu_done: bool,
    /// The rate in hertz at which a limiter held the game, by the time for which the CPU was busy; `None` if none did, or the
    /// file has no times of the GPU.
    pub limited_hz: Option<f64>,
    /// Whether the CPU does not count as busy while a limiter, or the display, holds the game: it could make twice the frames.
    pub is_held_idle: bool,
}

impl CaptureFacts {
    /// A shorter capture is too short to be judged.
    pub const LEAST: Span = Span::from_flicks(3 * FLICKS_PER_SECOND);
    /// A capture with fewer displayed frames is too short to be judged.
    pub const FEWEST: usize = 60;

    fn of(frames: &[CapturedFrame], flips: &[Time]) -> CaptureFacts {
        let usual_stay = flip_grid::usual_stay(flips);
        let work = |of: fn(&CapturedFrame) -> Span| frames.iter().filter(|frame| !frame.is_generated).map(of).collect();
        let work = FrameWork { cpu: work(|frame| frame.cpu), gpu: work(|frame| frame.gpu), usual_stay };
        let busy_hz = work.limited_hz();
        let idle_hz = if busy_hz.is_none() { work.held_idle_hz(flips) } else { None };
        CaptureFacts {
            shown: flips.len(),
            generated: frames.iter().filter(|frame| frame.is_generated && frame.flip < Time::NEVER).count(),
            usual_stay,
            has_gpu_done: frames.iter().any(|frame| frame.gpu_done < Time::NEVER),
            limited_hz: busy_hz.or(idle_hz),
            is_held_idle: idle_hz.is_some(),
        }
    }
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
    pub facts: CaptureFacts,
    /// The sentences about what was read from the file and what was left out; empty in a capture that a scenario contains.
    pub about: Arc<str>,
    /// The facts about presenting that the file states; none in a capture that a scenario contains.
    presents: Presents,
    /// The refresh rate of the display, once it has been looked for.
    refresh_hz: OnceLock<Option<f64>>,
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
    #[serde(default, skip_serializing_if = "RowForm::is_short")]
    form: RowForm,
    hash: String,
    /// The deflated frames in Base64; `None` if the file itself must be opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rows: Option<Arc<str>>,
}

impl From<Capture> for CaptureForm {
    fn from(capture: Capture) -> CaptureForm {
        let form = RowForm::of(&capture.frames);
        CaptureForm { name: capture.name, samples: capture.samples, form, hash: capture.hash, rows: capture.packed }
    }
}

/// The numbers that a scenario has of each frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum RowForm {
    /// Five: no frame is generated, and nothing is known of when the GPU was done.
    #[default]
    Short,
    /// Seven: all that is known of a frame.
    Long,
}

impl RowForm {
    fn of(frames: &[CapturedFrame]) -> RowForm {
        let is_long = |frame: &CapturedFrame| frame.is_generated || frame.gpu_done < Time::NEVER;
        if frames.iter().any(is_long) { RowForm::Long } else { RowForm::Short }
    }

    #[allow(clippy::trivially_copy_pass_by_ref)]
    fn is_short(&self) -> bool {
        *self == RowForm::Short
    }
}

/// The most bytes of a frame before deflation: seven numbers of ten bytes.
const MOST_FRAME_BYTES: usize = 70;

impl TryFrom<CaptureForm> for Capture {
    type Error = Invalid;

    fn try_from(form: CaptureForm) -> Result<Capture, Invalid> {
        let CaptureForm { name, samples, form, hash, rows: Some(rows) } = form else {
            return Ok(Capture::without_frames(form));
        };
        let damaged = || Invalid::new("rows", &*rows, "the rows of a capture, unchanged");
        let packed = STANDARD_NO_PAD.decode(&*rows).map_err(|_| damaged())?;
        let mut bytes = Vec::new();
        // The limit keeps malicious rows from filling the memory.
        let most = (Capture::MOST_PACKED_FRAMES * MOST_FRAME_BYTES) as u64;
        DeflateDecoder::new(&packed[..]).take(most).read_to_end(&mut bytes).map_err(|_| damaged())?;
        let read = Capture::new(&name, samples, from_bytes(&bytes, form).ok_or_else(damaged)?)?;
        if read.hash == hash { Ok(read) } else { Err(damaged()) }
    }
}

impl Capture {
    /// The strategy of a pane that plays its capture.
    pub const STRATEGY: &str = "captured";
    /// In place of the hash of the frames, for a game whose frames are still to come.
    const LIVE: &str = "live";
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
                && (!is_shown || frame.flip <= longest)
                && (frame.gpu_done == Time::NEVER || (frame.begins..=longest).contains(&frame.gpu_done));
            if !in_order || !in_range {
                return refused("frames within a day, each begun and displayed after the one before it");
            }
            begun = frame.begins;
            flipped = if is_shown { frame.flip } else { flipped };
        }
        // The bytes of a long capture are not kept: they are as large as half of its frames.
        let (mut hash, mut bytes) = (FNV_BASIS, Vec::new());
        let is_packed = frames.len() <= Capture::MOST_PACKED_FRAMES;
        encode(&frames, RowForm::of(&frames), |byte| {
            hash = fnv(hash, byte);
            bytes.extend(is_packed.then_some(byte));
        });
        let (hash, packed) = (format!("{hash:016x}"), if is_packed { pack(&bytes) } else { None });
        let (load, facts) = (CapturedLoad::of(&frames), CaptureFacts::of(&frames, &flips_of(&frames)));
        let (name, frames) = (name.to_owned(), frames.into());
        let (presents, refresh_hz, about) = (Presents::default(), OnceLock::new(), "".into());
        Ok(Capture { name, samples, frames, hash, load, facts, about, presents, refresh_hz, packed })
    }

    /// Returns the capture of a running game, whose frames reach its pane while they come.
    pub fn live(name: &str, samples: SampleTimes) -> Capture {
        let (name, hash) = (name.to_owned(), Capture::LIVE.to_owned());
        Capture::without_frames(CaptureForm { name, samples, form: RowForm::Short, hash, rows: None })
    }

    /// Returns a capture whose frames are not here.
    fn without_frames(CaptureForm { name, samples, hash, .. }: CaptureForm) -> Capture {
        let (load, facts) = (CapturedLoad::default(), CaptureFacts::default());
        let (presents, refresh_hz, about) = (Presents::default(), OnceLock::new(), "".into());
        Capture { name, samples, frames: Arc::new([]), hash, load, facts, about, presents, refresh_hz, packed: None }
    }

    /// Returns whether this is a running game, whose frames reach its pane while they come.
    pub fn is_live(&self) -> bool {
        self.hash == Capture::LIVE
    }

    /// Returns the capture with the facts about presenting that its file states.
    #[must_use]
    pub fn with_presents(self, presents: Presents) -> Capture {
        Capture { presents, refresh_hz: OnceLock::new(), ..self }
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

    /// Returns the moment at which the first frame was displayed; `None` while the frames are not known.
    pub fn first_flip(&self) -> Option<Time> {
        self.frames.iter().map(|frame| frame.flip).find(|flip| *flip < Time::NEVER)
    }

    /// Returns the moment at which the last frame was displayed.
    pub fn end(&self) -> Time {
        let mut flips = self.frames.iter().rev().map(|frame| frame.flip);
        flips.find(|flip| *flip < Time::NEVER).unwrap_or(Time::ZERO)
    }

    /// Returns the game's own displayed frames per second between two moments; `None` with fewer than two. Frames that a driver
    /// generated are not the game's own.
    pub fn own_fps(&self, from: Time, to: Time) -> Option<f64> {
        let own = self.frames.iter().filter(|frame| !frame.is_generated && (from..=to).contains(&frame.flip));
        let mut flips = own.map(|frame| frame.flip).filter(|flip| *flip < Time::NEVER);
        let first = flips.next()?;
        let (more, last) = flips.fold((0, first), |(more, _), flip| (more + 1, flip));
        (more > 0).then(|| f64::from(more) / (last - first).as_secs())
    }

    /// Returns the length in seconds of a run that plays the whole capture: its end, rounded up to a millisecond.
    pub fn run_seconds(&self) -> f64 {
        (self.end().as_secs() * 1000.0).ceil() / 1000.0
    }

    /// Returns the refresh rate of the game's display in hertz, as the file and the flips show it; `None` if it is unknown.
    pub fn refresh_hz(&self) -> Option<f64> {
        *self.refresh_hz.get_or_init(|| flip_grid::refresh_hz(&flips_of(&self.frames), self.presents))
    }

    /// Returns whether the capture is too short to be judged: nearly everything that happens is chance then.
    pub fn is_too_short(&self) -> bool {
        self.is_here() && (self.end() - Time::ZERO < CaptureFacts::LEAST || self.facts.shown < CaptureFacts::FEWEST)
    }
}

fn flips_of(frames: &[CapturedFrame]) -> Vec<Time> {
    frames.iter().map(|frame| frame.flip).filter(|flip| *flip < Time::NEVER).collect()
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

    /// Returns the time from the start of a frame to the start of the next one.
    fn runs(&self, frames: &[CapturedFrame], number: usize) -> Span {
        frames.get(number + 1).map_or(self.end, |next| next.begins) - frames[number].begins
    }

    /// Returns the loads of a frame on the CPU and the GPU. While a generated frame runs, the game works on the frame before it.
    pub fn of_frame(&self, frames: &[CapturedFrame], number: usize) -> [Span; 2] {
        let game = |of: &&CapturedFrame| !of.is_generated;
        let frame = frames[..=number].iter().rev().find(game).unwrap_or(&frames[number]);
        let ends = || frames[number + 1..].iter().find(game).map_or(self.end, |next| next.begins);
        let cpu = if self.has_cpu { frame.cpu } else { ends() - frame.begins };
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
            "A frame costs the time to the next one, which is waits as well as work; the columns cpu_ms and gpu_ms, or CPU busy and \
             GPU busy of PresentMon, would tell the work"
                .to_owned()
        }
    }
}

fn pack(bytes: &[u8]) -> Option<Arc<str>> {
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::best());
    deflate.write_all(bytes).ok()?;
    let packed = deflate.finish().ok()?;
    (packed.len() <= Capture::MOST_PACKED).then(|| STANDARD_NO_PAD.encode(packed).into())
}

/// Encodes frames as differences: small numbers take few bytes, and equal ones deflate well. `add` takes one byte after the other.
fn encode(frames: &[CapturedFrame], form: RowForm, mut add: impl FnMut(u8)) {
    let mut put = |value: i64| {
        let mut rest = ((value << 1) ^ (value >> 63)) as u64;
        while rest >= 0x80 {
            add(rest as u8 | 0x80);
            rest >>= 7;
        }
        add(rest as u8);
    };
    let (mut begun, mut sampled) = (Time::ZERO, Time::ZERO);
    for frame in frames {
        let since_begin = |moment: Time| if moment < Time::NEVER { (moment - frame.begins).flicks() } else { -1 };
        put((frame.begins - begun).flicks());
        put((frame.sample - sampled).flicks());
        put(since_begin(frame.flip));
        put(frame.cpu.flicks());
        put(frame.gpu.flicks());
        if form == RowForm::Long {
            put(since_begin(frame.gpu_done));
            put(i64::from(frame.is_generated));
        }
        (begun, sampled) = (frame.begins, frame.sample);
    }
}

fn from_bytes(bytes: &[u8], form: RowForm) -> Option<Vec<CapturedFrame>> {
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
        let [gpu_done, generated] = if form == RowForm::Long { [take()?, take()?] } else { [-1, 0] };
        begun += Span::from_flicks(begins);
        sampled += Span::from_flicks(sample);
        let longest = Time::from_secs(LONGEST_RUN_S);
        if begun > longest || sampled > longest || begins < 0 || sampled < Time::ZERO - (longest - Time::ZERO) {
            return None;
        }
        let [flip, gpu_done] =
            [flip, gpu_done].map(|since| if since < 0 { Time::NEVER } else { begun + Span::from_flicks(since) });
        frames.push(CapturedFrame {
            begins: begun,
            sample: sampled,
            flip,
            cpu: Span::from_flicks(cpu),
            gpu: Span::from_flicks(gpu),
            gpu_done,
            line: 0,
            is_generated: generated != 0,
        });
    }
    Some(frames)
}

/// The FNV-1a hash of no bytes.
const FNV_BASIS: u64 = 0xcbf2_9ce4_8422_2325;

/// Returns the FNV-1a hash of the bytes of `hash` and one more.
fn fnv(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
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
            ..CapturedFrame::default()
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
        assert!(!toml::to_string(&short).expect("it can be written").contains("form ="), "as older programs write it");
        let all_known = |frame: CapturedFrame| CapturedFrame { gpu_done: frame.begins + Span::from_millis(11.0), ..frame };
        let mut known: Vec<CapturedFrame> = frames(500).into_iter().map(all_known).collect();
        known[7].is_generated = true;
        let known = Capture::new("game.csv", SampleTimes::CpuStart, known).expect("it is allowed");
        let (read, _) = through(&known);
        assert_eq!((&read.frames, read.facts), (&known.frames, known.facts));
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

    /// Returns frames that keep the CPU and the GPU busy for these times in ms, over and over.
    fn busy(cpu: &[f64], gpu: f64) -> Vec<CapturedFrame> {
        let frame = |(number, cpu): (i64, &f64)| CapturedFrame {
            begins: Time::from_flicks(number * FLICKS_PER_SECOND / 20),
            cpu: Span::from_millis(*cpu),
            gpu: Span::from_millis(gpu),
            ..CapturedFrame::default()
        };
        (0..100).zip(cpu.iter().cycle()).map(frame).collect()
    }

    #[test]
    fn a_generated_frame_has_the_load_of_the_frame_that_the_game_works_on() {
        let mut frames = busy(&[8.0, 12.0], 5.0);
        let generated = CapturedFrame { is_generated: true, cpu: Span::ZERO, gpu: Span::ZERO, ..frames[1] };
        frames.insert(2, generated);
        let load = CapturedLoad::of(&frames);
        let ms = |number: usize| load.of_frame(&frames, number).map(Span::as_millis);
        assert_eq!((ms(1), ms(2), ms(3)), ([12.0, 5.0], [12.0, 5.0], [8.0, 5.0]));
    }
}
