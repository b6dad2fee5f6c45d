//! Packs each file with Brotli into a twin next to it, for hosts that send such twins.

use crate::error::PageError;
use crate::files;
use brotli::CompressorWriter;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The ending of a twin's name.
pub const PACKED: &str = "br";

/// The best and slowest of Brotli's levels, 0 to 11, because the page is packed once and sent often.
const QUALITY: u32 = 11;
/// The binary logarithm of the farthest distance, in bytes, that Brotli looks back. No browser refuses the largest value.
const WINDOW: u32 = 24;

/// Writes the twins of the files below `folder`. A file that has a twin, or that Brotli makes less than a tenth smaller, gets
/// none.
pub fn write_twins(folder: &Path) -> Result<(), PageError> {
    for file in files::below(folder)?.iter().filter(|file| !is_twin(file)) {
        let path = folder.join(file);
        if twin(&path).exists() {
            continue;
        }
        let bytes = files::read(&path)?;
        let packed = packed(&bytes);
        if packed.len() < bytes.len() / 10 * 9 {
            files::write(&twin(&path), &packed)?;
        }
    }
    Ok(())
}

/// Returns the path of a file's twin.
pub fn twin(path: &Path) -> PathBuf {
    path.with_added_extension(PACKED)
}

/// Returns whether a file is the twin of another one.
pub fn is_twin(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == PACKED)
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = CompressorWriter::new(Vec::new(), 4096, QUALITY, WINDOW);
    packer.write_all(bytes).unwrap_or_else(|error| unreachable!("memory takes everything: {error}"));
    packer.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_gets_smaller_has_a_twin_with_the_same_bytes() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let (text, noise) = (folder.path().join("a.txt"), folder.path().join("b.bin"));
        std::fs::write(&text, "the same words ".repeat(100)).expect("written");
        let bytes: Vec<u8> = (0..100_u32).flat_map(|number| crc32fast::hash(&number.to_le_bytes()).to_le_bytes()).collect();
        std::fs::write(&noise, bytes).expect("written");
        for _ in 0..2 {
            write_twins(folder.path()).expect("the folder can be written");
        }
        let mut unpacked = Vec::new();
        let packed = std::fs::read(folder.path().join("a.txt.br")).expect("it has a twin");
        brotli::BrotliDecompress(&mut &packed[..], &mut unpacked).expect("it is brotli");
        assert_eq!(unpacked, std::fs::read(&text).expect("it is there"));
        assert!(packed.len() < 100 && !twin(&noise).exists());
        assert_eq!(files::below(folder.path()).expect("it can be read").len(), 3, "no twin has a twin");
    }
}
