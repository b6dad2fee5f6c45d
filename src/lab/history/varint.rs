//! Whole numbers in as few bytes as they need: seven bits a byte, small ones of either sign short.

use crate::base::time::Span;

/// Appends a number.
pub fn put(bytes: &mut Vec<u8>, number: i64) {
    // The sign goes into the lowest bit, so that −1 is as short as 1.
    let mut rest = ((number << 1) ^ (number >> 63)) as u64;
    while rest >= 0x80 {
        bytes.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
}

/// Reads what [`put`] has written; nothing where the bytes have ended.
#[derive(Clone)]
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// Reads from the beginning of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader(bytes)
    }

    /// Whether all bytes have been read.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next byte; nothing at the end.
    pub fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*byte)
    }

    /// The next number; nothing at the end.
    pub fn number(&mut self) -> Option<i64> {
        let (mut number, mut shift) = (0_u64, 0);
        loop {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if byte & 0x80 == 0 {
                return Some((number >> 1) as i64 ^ -((number & 1) as i64));
            }
            shift += 7;
        }
    }

    /// The next number as a length in flicks; nothing at the end.
    pub fn span(&mut self) -> Option<Span> {
        self.number().map(Span::from_flicks)
    }

    /// The next eight bytes as a real number; nothing at the end.
    pub fn real(&mut self) -> Option<f64> {
        let (word, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(f64::from_bits(u64::from_le_bytes(*word)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_back_and_small_ones_are_short() {
        let mut bytes = Vec::new();
        let numbers = [0, 1, -1, 63, -64, 64, 11_760_000, -705_600_000, i64::MAX, i64::MIN];
        for number in numbers {
            put(&mut bytes, number);
        }
        let mut reader = Reader::new(&bytes);
        assert_eq!(numbers.map(|_| reader.number()), numbers.map(Some));
        assert!(reader.is_empty() && reader.number().is_none());
        let length = |number| {
            let mut bytes = Vec::new();
            put(&mut bytes, number);
            bytes.len()
        };
        assert_eq!([-64, 63, 64, 11_760_000].map(length), [1, 1, 2, 4]);
    }
}
