//! The weight of the page on its way to a reader.

use crate::compile::{Build, WHOLE};
use crate::error::PageError;
use crate::{files, pack};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fmt;
use std::io::Write as _;
use std::path::Path;

/// The largest size of all files together that every reader loads, in gzipped bytes.
pub const LIMIT: u64 = 3_680_000;
/// The largest size of the files of the whole build, which is loaded when an engine is needed, in gzipped bytes.
pub const LIMIT_OF_WHOLE: u64 = 5_050_000;

/// The weight of every file.
pub struct Weights(Vec<Weight>);

struct Weight {
    file: String,
    bytes: u64,
    gzip: u64,
    /// The number of bytes of the file's Brotli twin, or of the file itself without one.
    brotli: u64,
}

impl Weights {
    /// Weighs the files of `folder`, gzipped as servers gzip them.
    pub fn of(folder: &Path) -> Result<Weights, PageError> {
        let weigh = |file: &std::path::PathBuf| {
            let path = folder.join(file);
            let content = files::read(&path)?;
            let bytes = content.len() as u64;
            let brotli = std::fs::metadata(pack::twin(&path)).map_or(bytes, |twin| twin.len());
            Ok(Weight { file: file.display().to_string(), bytes, gzip: gzip(&content), brotli })
        };
        files::below(folder)?.iter().filter(|file| !pack::is_twin(file)).map(weigh).collect::<Result<_, _>>().map(Weights)
    }

    /// Returns the files of a part of the page.
    fn of_part(&self, part: Build) -> impl Iterator<Item = &Weight> {
        // Previews do not count, because a preview is not loaded together with the page.
        let is_preview = |weight: &Weight| Path::new(&weight.file).starts_with(files::PREVIEWS);
        let is_of_whole = |weight: &Weight| Path::new(&weight.file).starts_with(WHOLE);
        self.0.iter().filter(move |weight| is_of_whole(weight) == (part == Build::Whole) && !is_preview(weight))
    }

    /// Returns the gzipped size of all files of a part of the page, in bytes, and the limit for it.
    pub fn gzip(&self, part: Build) -> (u64, u64) {
        let limit = if part == Build::Plain { LIMIT } else { LIMIT_OF_WHOLE };
        (self.of_part(part).map(|weight| weight.gzip).sum(), limit)
    }

    /// Refuses a page of which a part is above its limit.
    pub fn check(&self) -> Result<(), PageError> {
        let heavy = Build::ALL.into_iter().map(|part| self.gzip(part)).find(|(gzip, limit)| gzip > limit);
        heavy.map_or(Ok(()), |(gzip, limit)| Err(PageError::TooHeavy { gzip, limit }))
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "{:>10}  {:>10}  {:>10}", "bytes", "gzipped", "brotli")?;
        for Weight { file, bytes, gzip, brotli } in &self.0 {
            write!(to, "\n{bytes:>10}  {gzip:>10}  {brotli:>10}  {file}")?;
        }
        for (part, name) in [(Build::Plain, "for every reader"), (Build::Whole, "for the whole build")] {
            let ((gzip, most), brotli) = (self.gzip(part), self.of_part(part).map(|weight| weight.brotli).sum::<u64>());
            write!(to, "\n{:>10}  {gzip:>10}  {brotli:>10}  {name}, of at most {most} gzipped", "")?;
        }
        Ok(())
    }
}

/// Returns the size of a file after gzip, in bytes.
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
        assert_eq!(weights.gzip(Build::Whole).0, 0, "{lines}");
        assert!(weights.check().is_ok());
    }

    #[test]
    fn a_page_above_the_limit_is_refused() {
        // These numbers have no order that gzip could use.
        let noise: Vec<u8> =
            (0..=LIMIT as u32 / 4).flat_map(|number| crc32fast::hash(&number.to_le_bytes()).to_le_bytes()).collect();
        let refused = page_with(&noise).check().expect_err("it is too heavy").to_string();
        assert!(refused.contains(&LIMIT.to_string()), "{refused}");
    }
}
