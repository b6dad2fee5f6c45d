//! The bytes of a capture: unpacked, and limited to the size that a capture can have.

use super::utf16::Utf16;
use flate2::bufread::MultiGzDecoder;
use std::io::{self, BufRead, BufReader, Read};

/// The most bytes of a capture after unpacking. A row of PresentMon has some 200.
const MOST_BYTES: u64 = 512 << 20;
/// The most bytes of a line.
pub(super) const LONGEST_LINE: u64 = 1 << 20;

/// A source that fails after `left` further bytes.
struct Limited<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(into)?;
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| io::Error::from(io::ErrorKind::FileTooLarge))?;
        Ok(read)
    }
}

pub(super) const BINARY: &str = "is not text: a capture is CSV or JSON, as it is or packed by gzip";

/// Returns the text of a file, unpacked, as UTF-8 and without a byte order mark.
pub(super) fn unpacked<'a>(source: impl Read + 'a) -> Result<Box<dyn BufRead + 'a>, String> {
    limited(source, MOST_BYTES)
}

/// Returns the text of a file that grows without an end.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn growing<'a>(source: impl Read + 'a) -> Result<Box<dyn BufRead + 'a>, String> {
    limited(source, u64::MAX)
}

fn limited<'a>(source: impl Read + 'a, left: u64) -> Result<Box<dyn BufRead + 'a>, String> {
    let mut packed = BufReader::with_capacity(1 << 16, source);
    let is_packed = packed.fill_buf().map_err(|error| failure(&error))?.starts_with(&[0x1f, 0x8b]);
    let inner: Box<dyn Read + 'a> = if is_packed { Box::new(MultiGzDecoder::new(packed)) } else { Box::new(packed) };
    let mut text = BufReader::with_capacity(1 << 16, Limited { inner, left });
    let begins = text.fill_buf().map_err(|error| failure(&error))?;
    match begins {
        [] => return Err("is empty".to_owned()),
        [begin @ (0xff | 0xfe), end @ (0xff | 0xfe), ..] if begin != end => {
            let is_big_endian = *begin == 0xfe;
            text.consume(2);
            return Ok(Box::new(BufReader::with_capacity(1 << 16, Utf16::new(text, is_big_endian))));
        }
        _ if is_utf16_without_mark(begins) => {
            return Err("seems to be UTF-16 without its mark: save it as UTF-8 (Out-File -Encoding utf8, or iconv -f UTF-16LE)"
                .to_owned());
        }
        [b'P', b'K', 3, 4, ..] => return Err("is a zip archive: unpack it first".to_owned()),
        [0xef, 0xbb, 0xbf, ..] => text.consume(3),
        _ if begins.contains(&0) => return Err(BINARY.to_owned()),
        _ => {}
    }
    let begins = text.fill_buf().map_err(|error| failure(&error))?;
    if begins.contains(&b'\r') && !begins.contains(&b'\n') {
        return Ok(Box::new(BufReader::with_capacity(1 << 16, OldLines(text))));
    }
    Ok(Box::new(text))
}

/// A text whose lines end with a carriage return alone, with other ends.
struct OldLines<R>(R);

impl<R: Read> Read for OldLines<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(into)?;
        into[..read].iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
        Ok(read)
    }
}

/// Returns whether a text has a zero in every other byte, and nowhere else.
fn is_utf16_without_mark(begins: &[u8]) -> bool {
    let zeros = |from: usize| begins.iter().skip(from).step_by(2).filter(|byte| **byte == 0).count();
    let units = begins.len() / 2;
    units > 4 && [(0, 1), (1, 0)].into_iter().any(|(of, other)| zeros(of) * 10 > units * 9 && zeros(other) == 0)
}

/// Removes the blanks at the beginning of a text, and returns whether the rest begins as JSON does.
pub(super) fn is_json(text: &mut dyn BufRead) -> Result<bool, String> {
    loop {
        let begins = text.fill_buf().map_err(|error| failure(&error))?;
        let blanks = begins.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        match begins.get(blanks) {
            Some(b'{') => return Ok(true),
            // A line of a log may begin with a time or a word in brackets.
            Some(b'[') => {
                let next = begins[blanks + 1..].iter().find(|byte| !byte.is_ascii_whitespace());
                return Ok(next.is_none_or(|next| matches!(next, b'{' | b']')));
            }
            Some(_) => return Ok(false),
            None if begins.is_empty() => return Err("is empty".to_owned()),
            None => text.consume(blanks),
        }
    }
}

/// Describes why reading a source has failed.
pub(super) fn failure(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::FileTooLarge => "unpacks to more than 512 MB: a capture of a day is smaller".to_owned(),
        io::ErrorKind::UnexpectedEof => "ends in the middle: it is cut off, so capture or copy it again".to_owned(),
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => format!("is damaged ({error})"),
        _ => format!("can't be read ({error})"),
    }
}

/// A text of JSON whose list may lack its end: Chrome's form allows it, since a program that crashes writes no end.
pub(super) struct OpenList<'a> {
    text: Box<dyn BufRead + 'a>,
    /// Whether the text begins with a list; `None` before its first byte.
    is_list: Option<bool>,
    /// The last byte that is no blank.
    last: u8,
    /// The end that the text lacks, after all of the text has been read.
    end: &'static [u8],
    is_over: bool,
}

impl<'a> OpenList<'a> {
    pub fn new(text: Box<dyn BufRead + 'a>) -> OpenList<'a> {
        OpenList { text, is_list: None, last: 0, end: b"", is_over: false }
    }
}

impl Read for OpenList<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if !self.is_over {
            let read = self.text.read(into)?;
            if read > 0 || into.is_empty() {
                let mut bytes = into[..read].iter().filter(|byte| !byte.is_ascii_whitespace());
                self.is_list = self.is_list.or_else(|| bytes.clone().next().map(|first| *first == b'['));
                self.last = bytes.next_back().copied().unwrap_or(self.last);
                return Ok(read);
            }
            self.is_over = true;
            self.end = match (self.is_list, self.last) {
                (Some(true), b',') => b"{}]",
                (Some(true), b'}') => b"]",
                _ => b"",
            };
        }
        let count = self.end.len().min(into.len());
        into[..count].copy_from_slice(&self.end[..count]);
        self.end = &self.end[count..];
        Ok(count)
    }
}
