//! What the page weighs on its way to a reader.

use crate::error::PageError;
use crate::files;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fmt;
use std::io::Write as _;
use std::path::Path;

/// All files together, gzipped, may have this many bytes.
pub const LIMIT: u64 = 3_500_000;

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

    /// All files together, gzipped.
    pub fn gzip(&self) -> u64 {
        self.0.iter().map(|weight| weight.gzip).sum()
    }

    /// Refuses a page that is above the limit.
    ///
    /// # Errors
    /// If it is.
    pub fn check(&self) -> Result<(), PageError> {
        let gzip = self.gzip();
        if gzip <= LIMIT { Ok(()) } else { Err(PageError::TooHeavy { gzip, limit: LIMIT }) }
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        writeln!(to, "{:>10}  {:>10}", "bytes", "gzipped")?;
        for Weight { file, bytes, gzip } in &self.0 {
            writeln!(to, "{bytes:>10}  {gzip:>10}  {file}")?;
        }
        let bytes: u64 = self.0.iter().map(|weight| weight.bytes).sum();
        write!(to, "{bytes:>10}  {:>10}  of at most {LIMIT}", self.gzip())
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
        assert_eq!(lines.lines().count(), 4, "{lines}");
        assert!(lines.contains("1000") && lines.contains("1058") && weights.gzip() < 200, "{lines}");
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
