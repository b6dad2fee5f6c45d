//! Random tables, written by a program that knows the truth: what is read of them is right to three digits, or they are refused.

use crate::tiers::count_cases;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;
use tickscope_core::base::time::Time;
use tickscope_core::lab::captures::part::CapturePart;
use tickscope_core::lab::captures::read;

/// Random numbers that are the same on every platform.
struct Random(u64);

impl Random {
    fn below(&mut self, count: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(count)) as u32
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u32) as usize]
    }

    fn one_in(&mut self, count: u32) -> bool {
        self.below(count) == 0
    }
}

/// The content of a column.
#[derive(Clone, Copy, PartialEq)]
enum Content {
    Lengths,
    Moments,
    FrameNumber,
    FramesPerSecond,
    Level,
}

/// The form in which a column is written.
struct Column {
    content: Content,
    name: String,
    /// The length of the unit in ms, and the digits after the point.
    unit_ms: f64,
    digits: usize,
}

impl Column {
    fn new(content: Content, random: &mut Random) -> Column {
        let (unit, unit_ms, digits) =
            random.one_of(&[("s", 1e3, 7), ("ms", 1.0, 4), ("us", 1e-3, 1), ("us", 1e-3, 0), ("ns", 1e-6, 0)]);
        let stem = match content {
            Content::Lengths => random.one_of(&["frametime", "dt", "frame time", "deltaTime", "Frame_Time"]),
            Content::Moments => random.one_of(&["time", "timestamp", "elapsed", "t", "Time Stamp"]),
            Content::FrameNumber => random.one_of(&["frame", "index", "n"]),
            Content::FramesPerSecond => "fps",
            Content::Level => "level",
        };
        let name = match random.below(4) {
            _ if !matches!(content, Content::Lengths | Content::Moments) => stem.to_owned(),
            0 => format!("{stem}_{unit}"),
            1 => format!("{stem} ({unit})"),
            2 => format!("{stem} [{unit}]"),
            _ => stem.to_owned(),
        };
        Column { content, name, unit_ms, digits }
    }

    /// Returns the field of a frame that lasted `ms` and ended at `at` ms.
    fn field(&self, frame: usize, ms: f64, at: f64) -> String {
        match self.content {
            Content::Lengths => format!("{:.*}", self.digits, ms / self.unit_ms),
            Content::Moments => format!("{:.*}", self.digits, at / self.unit_ms),
            Content::FrameNumber => frame.to_string(),
            Content::FramesPerSecond => format!("{:.1}", 1000.0 / ms),
            Content::Level => format!("cave{}", frame / 20),
        }
    }
}

/// The signs between fields, lines and digits.
#[derive(Clone, Copy)]
struct Signs {
    delimiter: &'static str,
    has_decimal_commas: bool,
    has_quotes: bool,
    end: &'static str,
}

impl Signs {
    fn new(random: &mut Random) -> Signs {
        let delimiter = random.one_of(&[",", ";", "\t", " "]);
        let has_decimal_commas = random.one_in(3);
        // Only in quotes can decimal commas stand between commas.
        let has_quotes = delimiter != " " && (random.one_in(4) || has_decimal_commas && delimiter == ",");
        Signs { delimiter, has_decimal_commas, has_quotes, end: random.one_of(&["\n", "\r\n"]) }
    }

    fn line(self, fields: &[String], is_row: bool) -> String {
        let field = |field: &String| {
            let field = if is_row && self.has_decimal_commas { field.replace('.', ",") } else { field.clone() };
            let field = if self.delimiter == " " && !is_row { field.replace(' ', "") } else { field };
            if self.has_quotes { format!("\"{field}\"") } else { field }
        };
        fields.iter().map(field).collect::<Vec<_>>().join(self.delimiter) + self.end
    }
}

/// A random table, and the times from flip to flip in it.
struct RandomTable {
    text: String,
    bytes: Vec<u8>,
    stays: Vec<f64>,
    /// Whether the last row or two may be missing or left out, because the text is cut off.
    is_cut: bool,
}

impl RandomTable {
    fn new(random: &mut Random) -> RandomTable {
        let middle = random.one_of(&[4.2, 6.94, 8.33, 9.99, 16.67, 22.4, 33.3, 50.0, 99.9, 120.0]);
        let spread = random.one_of(&[0.0, 0.1, 0.4]);
        let count = 20 + random.below(80) as usize;
        let lengths: Vec<f64> =
            (0..count).map(|_| middle * (1.0 + spread * (f64::from(random.below(1000)) / 1000.0 - 0.5))).collect();
        let nonsense = random.one_in(4).then(|| 5 + random.below(10) as usize);
        let times = match random.below(5) {
            0 | 1 => vec![Content::Lengths],
            2 | 3 => vec![Content::Moments],
            _ => vec![Content::Lengths, Content::Moments],
        };
        let stays = left(&lengths, nonsense, times.contains(&Content::Lengths));
        let text = RandomTable::text(&lengths, nonsense, &times, random);
        let (text, is_cut) = cut(text, random);
        let mut bytes = if random.one_in(5) { "\u{feff}".as_bytes().to_vec() } else { Vec::new() };
        bytes.extend(text.as_bytes());
        let is_utf16 = random.one_in(20);
        if is_utf16 {
            bytes = [vec![0xff, 0xfe], text.encode_utf16().flat_map(u16::to_le_bytes).collect()].concat();
        } else if random.one_in(6) {
            let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
            bytes = packed.write_all(&bytes).and_then(|()| packed.finish()).expect("memory takes everything");
        }
        RandomTable { text, bytes, stays, is_cut }
    }

    fn text(lengths: &[f64], nonsense: Option<usize>, times: &[Content], random: &mut Random) -> String {
        let others = [Content::FrameNumber, Content::FramesPerSecond, Content::Level];
        let more = others.into_iter().filter(|_| random.one_in(3)).collect::<Vec<_>>();
        let mut columns: Vec<Column> = times.iter().chain(&more).map(|content| Column::new(*content, random)).collect();
        for last in (1..columns.len()).rev() {
            columns.swap(last, random.below(last as u32 + 1) as usize);
        }
        let signs = Signs::new(random);
        let mut text = random.one_of(&["", "", "# a log\n", "// a log\n\n"]).to_owned();
        if !random.one_in(4) {
            text += &signs.line(&columns.iter().map(|column| column.name.clone()).collect::<Vec<_>>(), false);
        }
        let mut at = random.one_of(&[0.0, 0.0, 5000.0, 3.6e6, 1.77e12]);
        for (frame, ms) in lengths.iter().enumerate() {
            at += ms;
            let is_time = |column: &Column| matches!(column.content, Content::Lengths | Content::Moments);
            let field = |column: &Column| {
                if nonsense == Some(frame) && is_time(column) { "oops".to_owned() } else { column.field(frame, *ms, at) }
            };
            text += &signs.line(&columns.iter().map(field).collect::<Vec<_>>(), true);
            if random.one_in(60) {
                text += random.one_of(&["\n", "# a mark\n"]);
            }
        }
        text
    }

    /// Asserts that these times from flip to flip are the true ones.
    fn check(&self, ours: &[f64], report: &str) {
        let about = || format!("{report}\n{:.300}…{}", self.text, &self.text[self.text.len() - self.text.len().min(60)..]);
        let lacks = self.stays.len() - ours.len().min(self.stays.len());
        assert!(
            lacks <= 2 * usize::from(self.is_cut) && ours.len() <= self.stays.len(),
            "{} of {}: {}",
            ours.len(),
            self.stays.len(),
            about()
        );
        for (ours, truth) in ours.iter().zip(&self.stays) {
            assert!((ours - truth).abs() <= 5e-4 * truth + 2e-3, "{ours} and not {truth}: {}", about());
        }
    }
}

/// Returns the times from flip to flip if the row of a frame can't be read. Without its moment the next one stays for half of the time
/// that the two took.
fn left(lengths: &[f64], nonsense: Option<usize>, are_lengths: bool) -> Vec<f64> {
    let mut stays = lengths.to_vec();
    if let Some(frame) = nonsense {
        let lost = stays.remove(frame);
        if !are_lengths {
            stays[frame] = f64::midpoint(stays[frame], lost);
        }
    }
    stays.remove(0);
    stays
}

/// Cuts some texts off: at their end, in the last row, or by the line break alone.
fn cut(mut text: String, random: &mut Random) -> (String, bool) {
    let is_cut = random.one_in(4);
    if is_cut {
        text.truncate(text.trim_end().len() - random.below(6) as usize);
    }
    (text, is_cut)
}

#[test]
fn five_hundred_random_tables_are_read_rightly_or_refused() {
    let mut random = Random(11);
    let (mut right, mut refused, mut asked) = (0, 0, 0);
    let cases = count_cases(1000);
    for _ in 0..cases {
        let table = RandomTable::new(&mut random);
        match read("game.csv", &table.bytes[..], &CapturePart::default()) {
            Ok(read) => {
                let shown: Vec<Time> =
                    read.capture.frames.iter().map(|frame| frame.flip).filter(|flip| *flip < Time::NEVER).collect();
                let ours: Vec<f64> = shown.windows(2).map(|pair| (pair[1] - pair[0]).as_millis()).collect();
                table.check(&ours, &read.report.to_string());
                right += 1;
            }
            Err(error) => {
                let line = error.to_string();
                assert!(!line.contains('\n') && line.starts_with("game.csv"), "{line}");
                refused += 1;
                asked += usize::from(!error.readings.is_empty());
            }
        }
    }
    assert!(right * 20 > 11 * cases, "{right} are read, {refused} refused, {asked} of them with a question");
}
