//! Files of the page, and the folders that they are in.

use crate::error::PageError;
use std::path::{Path, PathBuf};

/// The folder of the page that holds the addresses of comparisons and lessons.
pub const PREVIEWS: &str = "c";

/// Returns the path of every file below `folder`, relative to it, in order.
pub fn below(folder: &Path) -> Result<Vec<PathBuf>, PageError> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(inner) = folders.pop() {
        let at = folder.join(&inner);
        for entry in std::fs::read_dir(&at).map_err(PageError::at(&at))? {
            let entry = entry.map_err(PageError::at(&at))?;
            let name = inner.join(entry.file_name());
            let list = if entry.path().is_dir() { &mut folders } else { &mut found };
            list.push(name);
        }
    }
    found.sort();
    Ok(found)
}

/// Makes an empty folder.
pub fn clear(folder: &Path) -> Result<(), PageError> {
    if folder.exists() {
        std::fs::remove_dir_all(folder).map_err(PageError::at(folder))?;
    }
    std::fs::create_dir_all(folder).map_err(PageError::at(folder))
}

/// Reads a whole file.
pub fn read(path: &Path) -> Result<Vec<u8>, PageError> {
    std::fs::read(path).map_err(PageError::at(path))
}

/// Writes a file, and makes its folders.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), PageError> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(PageError::at(folder))?;
    }
    std::fs::write(path, bytes).map_err(PageError::at(path))
}
