//! What the page weighs on its way to a reader.

use crate::compile::{Build, OF_ENGINE};
use crate::error::PageError;
use crate::files;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fmt;
use std::io::Write as _;
use std::path::Path;

/// The files that every reader loads may have this many bytes together, gzipped.
pub const LIMIT: u64 = 3_700_000;
/// The files of the build with the engine, which is loaded for loops of one's own.
pub const LIMIT_WITH_ENGINE: u64 = 4_700_000;

/// The weight of every file.
pub struct Weights(Vec<Weight>);

struct Weight {
    file: String,
    bytes: u64,
    gzip: u64,
}

impl Weights {
    /// Weighs the files of `folder`, gzipped as servers do it.
    ///
    /// # Errors
    /// If a file can't be read.
    pub fn of(folder: &Path) -> Result<Weights, PageError> {
        let weigh = |file: &std::path::PathBuf| {
            let path = folder.join(file);
            let bytes = std::fs::read(&path).map_err(PageError::at(&path))?;
            Ok(Weight { file: file.display().to_string(), bytes: bytes.len() as u64, gzip: gzip(&bytes) })
        };
        files::below(folder)?.iter().map(weigh).collect::<Result<_, _>>().map(Weights)
    }

    /// The files of a part of the page together, gzipped, and how many bytes they may have.
    pub fn gzip(&self, part: Build) -> (u64, u64) {
        // A preview is loaded instead of the page, for a moment.
        let is_preview = |weight: &&Weight| Path::new(&weight.file).starts_with(files::PREVIEWS);
        let is_of_part =
            |weight: &&Weight| weight.file.starts_with(OF_ENGINE) == (part == Build::WithEngine) && !is_preview(weight);
        let limit = if part == Build::Plain { LIMIT } else { LIMIT_WITH_ENGINE };
        (self.0.iter().filter(is_of_part).map(|weight| weight.gzip).sum(), limit)
    }

    /// Refuses a page of which a part is above its limit.
    ///
    /// # Errors
    /// If one is.
    pub fn check(&self) -> Result<(), PageError> {
        let heavy = Build::ALL.into_iter().map(|part| self.gzip(part)).find(|(gzip, limit)| gzip > limit);
        heavy.map_or(Ok(()), |(gzip, limit)| Err(PageError::TooHeavy { gzip, limit }))
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        writeln!(to, "{:>10}  {:>10}", "bytes", "gzipped")?;
        for Weight { file, bytes, gzip } in &self.0 {
            writeln!(to, "{bytes:>10}  {gzip:>10}  {file}")?;
        }
        let [(plain, most), (engine, most_of_engine)] = Build::ALL.map(|part| self.gzip(part));
        writeln!(to, "{:>10}  {plain:>10}  of at most {most} for every reader", "")?;
        write!(to, "{:>10}  {engine:>10}  of at most {most_of_engine} with the engine", "")
    }
}

/// How many bytes of a file travel.
pub fn gzip(bytes: &[u8]) -> u64 {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    packed.unwrap_or_else(|error| unreachable!("memory takes everything: {error}")).len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page_with(bytes: &[u8]) -> Weights {
        let folder = tempfile::tempdir().expect("a folder can be made");
        std::fs::write(folder.path().join("one.txt"), b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")
            .expect("written");
        std::fs::write(folder.path().join("two.bin"), bytes).expect("written");
        Weights::of(folder.path()).expect("the folder can be read")
    }

    #[test]
    fn every_file_and_the_sum_are_listed() {
        let weights = page_with(&[0; 1000]);
        let lines = weights.to_string();
        assert_eq!(lines.lines().count(), 5, "{lines}");
        assert!(lines.contains("1000") && weights.gzip(Build::Plain).0 < 200, "{lines}");
        assert_eq!(weights.gzip(Build::WithEngine).0, 0, "{lines}");
        assert!(weights.check().is_ok());
    }

    #[test]
    fn a_page_above_the_limit_is_refused() {
        // Numbers without an order that gzip could use.
        let noise: Vec<u8> =
            (0..=LIMIT as u32 / 4).flat_map(|number| crc32fast::hash(&number.to_le_bytes()).to_le_bytes()).collect();
        let refused = page_with(&noise).check().expect_err("it is too heavy").to_string();
        assert!(refused.contains(&LIMIT.to_string()), "{refused}");
    }
}
