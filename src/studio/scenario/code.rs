//! Share codes: a scenario as a short text for the clipboard.
//!
//! `tickscope1-`, then base64 (URL form, no padding) of four bytes of CRC-32 and the scenario's text, deflated. The digit is
//! the version of this packing. A pasted code gives exactly the copied scenario, or is refused.

use super::definition::{Scenario, Unreadable};
use super::text::LONGEST_TEXT;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use std::io::{Read as _, Write as _};

const PREFIX: &str = "tickscope";
const VERSION: &str = "1";
/// The description of a share code as the origin of a scenario, for messages.
pub(super) const FROM: &str = "share code";
/// The longest code that is read, in bytes.
pub(super) const LONGEST: usize = 1 << 20;

pub fn write(scenario: &Scenario) -> String {
    pack(&scenario.to_toml())
}

/// Returns the share code of the scenario with this text.
pub fn pack(text: &str) -> String {
    let mut packed = crc32fast::hash(text.as_bytes()).to_le_bytes().to_vec();
    let mut deflate = DeflateEncoder::new(&mut packed, Compression::best());
    let written = deflate.write_all(text.as_bytes()).and_then(|()| deflate.finish().map(drop));
    debug_assert!(written.is_ok(), "memory takes everything");
    format!("{PREFIX}{VERSION}-{}", URL_SAFE_NO_PAD.encode(packed))
}

/// Returns whether a text looks like a share code, valid or not.
pub fn is_code(text: &str) -> bool {
    let rest = text.trim().strip_prefix(PREFIX);
    rest.is_some_and(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('-'))
}

pub fn read(code: &str) -> Result<Scenario, Unreadable> {
    Scenario::parse(FROM, &text(code)?)
}

/// Returns the text of the scenario in a share code. Spaces and line ends, which mail programs add, are ignored.
pub fn text(code: &str) -> Result<String, Unreadable> {
    let refuse = |what: &str| Unreadable { from: FROM.to_owned(), line: None, what: what.to_owned() };
    if code.len() > LONGEST {
        return Err(refuse("longer than any code is"));
    }
    let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    let damaged = || refuse("damaged, or not all of it: copy it again");
    let Some((head, body)) = code.split_once('-') else { return Err(refuse("a code begins with tickscope1-")) };
    match head.strip_prefix(PREFIX) {
        Some(VERSION) => {}
        Some(other) if !other.is_empty() && other.bytes().all(|c| c.is_ascii_digit()) => {
            return Err(refuse(&format!("made by another tickscope: version {other}, this program reads {VERSION}")));
        }
        _ => return Err(refuse("a code begins with tickscope1-")),
    }
    let packed = URL_SAFE_NO_PAD.decode(body).map_err(|_| damaged())?;
    let (sum, packed) = packed.split_first_chunk::<4>().ok_or_else(damaged)?;
    let mut text = Vec::new();
    // The limit keeps a malicious code from filling the memory.
    let mut inflate = flate2::read::DeflateDecoder::new(packed).take(LONGEST_TEXT as u64 + 1);
    inflate.read_to_end(&mut text).map_err(|_| damaged())?;
    if crc32fast::hash(&text) != u32::from_le_bytes(*sum) {
        return Err(damaged());
    }
    String::from_utf8(text).map_err(|_| damaged())
}
