//! Text in UTF-16, which the shell of Windows writes behind `>`, read as UTF-8.

use std::io::{self, BufRead, Read};

/// The number of bytes that are decoded at a time.
const PART: usize = 1 << 14;

/// A source in UTF-16 without its byte order mark, read as UTF-8.
pub(super) struct Utf16<R> {
    inner: R,
    is_big_endian: bool,
    /// Half a unit, or the first unit of two, that waits for the rest of it.
    begun: Vec<u8>,
    decoded: Vec<u8>,
    /// The number of bytes of `decoded` that have been read.
    read: usize,
}

impl<R: BufRead> Utf16<R> {
    pub fn new(inner: R, is_big_endian: bool) -> Utf16<R> {
        Utf16 { inner, is_big_endian, begun: Vec::new(), decoded: Vec::new(), read: 0 }
    }

    /// Decodes a further part. Returns `false` at the end of the source.
    fn decode(&mut self) -> io::Result<bool> {
        let part = self.inner.fill_buf()?;
        let taken = part.len().min(PART);
        let mut bytes = std::mem::take(&mut self.begun);
        bytes.extend(&part[..taken]);
        self.inner.consume(taken);
        let unit = |pair: &[u8]| {
            let pair = [pair[0], pair[1]];
            if self.is_big_endian { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }
        };
        let mut whole = bytes.len() / 2 * 2;
        if taken > 0 && whole >= 2 && (0xd800..0xdc00).contains(&unit(&bytes[whole - 2..])) {
            whole -= 2;
        }
        let text = char::decode_utf16(bytes[..whole].chunks_exact(2).map(unit));
        let text: String = text.map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
        (self.decoded, self.read) = (text.into_bytes(), 0);
        self.begun = bytes.split_off(whole);
        Ok(taken > 0)
    }
}

impl<R: BufRead> Read for Utf16<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.read == self.decoded.len() {
            if !self.decode()? {
                return Ok(0);
            }
        }
        let count = into.len().min(self.decoded.len() - self.read);
        into[..count].copy_from_slice(&self.decoded[self.read..self.read + count]);
        self.read += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use crate::lab::captures::utf16::*;
    use std::io::BufReader;

    #[test]
    fn units_that_parts_cut_are_joined() {
        let text = "frame,µs,\u{1f3ae}\r\n1,16.7\r\n";
        for is_big_endian in [false, true] {
            let units = text.encode_utf16().map(|unit| if is_big_endian { unit.to_be_bytes() } else { unit.to_le_bytes() });
            let bytes = units.collect::<Vec<_>>().concat();
            for part in 1..9 {
                let mut read = String::new();
                let mut source = Utf16::new(BufReader::with_capacity(part, bytes.as_slice()), is_big_endian);
                source.read_to_string(&mut read).expect("it is UTF-8");
                assert_eq!(read, text, "{part} bytes at a time");
            }
        }
    }
}
