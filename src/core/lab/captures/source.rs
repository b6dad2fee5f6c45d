//! The bytes of a capture: unpacked, and limited to the size that a capture can have.

use flate2::bufread::MultiGzDecoder;
use std::io::{self, BufRead, BufReader, Read};

/// The most bytes of a capture after unpacking. A row of PresentMon has some 200.
const MOST_BYTES: u64 = 512 << 20;
/// The most bytes of a line.
pub(super) const LONGEST_LINE: u64 = 64 << 10;

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

/// Returns the text of a file, unpacked and without the byte order mark of UTF-8.
pub(super) fn unpacked<'a>(source: impl Read + 'a) -> Result<Box<dyn BufRead + 'a>, String> {
    let mut packed = BufReader::with_capacity(1 << 16, source);
    let is_packed = packed.fill_buf().map_err(|error| failure(&error))?.starts_with(&[0x1f, 0x8b]);
    let inner: Box<dyn Read + 'a> = if is_packed { Box::new(MultiGzDecoder::new(packed)) } else { Box::new(packed) };
    let mut text = BufReader::with_capacity(1 << 16, Limited { inner, left: MOST_BYTES });
    let begins = text.fill_buf().map_err(|error| failure(&error))?;
    match begins {
        [] => return Err("is empty".to_owned()),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => return Err("is UTF-16: save it as UTF-8".to_owned()),
        [b'P', b'K', 3, 4, ..] => return Err("is a zip archive: unpack it first".to_owned()),
        [0xef, 0xbb, 0xbf, ..] => text.consume(3),
        _ if begins.contains(&0) => return Err(BINARY.to_owned()),
        _ => {}
    }
    Ok(Box::new(text))
}

/// Removes the blanks at the beginning of a text, and returns whether the rest begins as JSON does.
pub(super) fn is_json(text: &mut dyn BufRead) -> Result<bool, String> {
    loop {
        let begins = text.fill_buf().map_err(|error| failure(&error))?;
        let blanks = begins.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        match begins.get(blanks) {
            Some(first) => return Ok(matches!(first, b'{' | b'[')),
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
