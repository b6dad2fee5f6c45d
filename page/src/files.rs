//! Folders and the files below them.

use crate::error::PageError;
use std::path::{Path, PathBuf};

/// Every file below `folder`, named from it, in order.
///
/// # Errors
/// If the folder can't be read.
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
///
/// # Errors
/// If it can't be made.
pub fn clear(folder: &Path) -> Result<(), PageError> {
    if folder.exists() {
        std::fs::remove_dir_all(folder).map_err(PageError::at(folder))?;
    }
    std::fs::create_dir_all(folder).map_err(PageError::at(folder))
}
