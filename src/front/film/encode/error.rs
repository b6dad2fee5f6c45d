//! Why a film could not be written; every message is one line and begins with the path.

use crate::base::params::Invalid;
use crate::model::config::film_format::Format;
use crate::studio::export::atomic_file::{FileError, on_one_line};
use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum EncodeError {
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{}: a {} of {}×{} pixels is not possible; 1 to {} a side", on_one_line(path), format.name(), size[0], size[1], format.longest_side())]
    Size { path: PathBuf, format: Format, size: [u32; 2] },
    #[error("{}: a frame has {got} bytes where {expected} were announced", on_one_line(path))]
    FrameSize { path: PathBuf, expected: usize, got: usize },
    #[error("{}: {got} frames where {expected} were announced", on_one_line(path))]
    FrameCount { path: PathBuf, expected: u32, got: u32 },
    #[error("{}: has failed already", on_one_line(path))]
    Failed { path: PathBuf },
    #[error(
        "{}: needs ffmpeg, and '{program}' was not found; install it (apt install ffmpeg, brew install ffmpeg, winget install \
         ffmpeg) or name it in TICKSCOPE_FFMPEG; .gif, .webp, .apng and .png need none",
        on_one_line(path)
    )]
    NoFfmpeg { path: PathBuf, program: String },
    #[error("{}: ffmpeg failed: {reason}", on_one_line(path))]
    Ffmpeg { path: PathBuf, reason: String },
}

/// What goes wrong inside an encoder, which does not know the final name.
#[derive(Debug)]
pub(super) enum Fault {
    Io(io::Error),
    NoFfmpeg(String),
    Ffmpeg(String),
}

impl Fault {
    pub fn at(self, path: &Path) -> EncodeError {
        let path = path.to_owned();
        match self {
            Fault::Io(source) => FileError::io(source, &path).into(),
            Fault::NoFfmpeg(program) => EncodeError::NoFfmpeg { path, program },
            Fault::Ffmpeg(reason) if reason.contains("No space left") => FileError::DiskFull { path }.into(),
            Fault::Ffmpeg(reason) => EncodeError::Ffmpeg { path, reason },
        }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Io(error)
    }
}

impl From<png::EncodingError> for Fault {
    fn from(error: png::EncodingError) -> Fault {
        match error {
            png::EncodingError::IoError(error) => Fault::Io(error),
            other => Fault::Io(io::Error::other(other)),
        }
    }
}

impl From<gif::EncodingError> for Fault {
    fn from(error: gif::EncodingError) -> Fault {
        match error {
            gif::EncodingError::Io(error) => Fault::Io(error),
            other => Fault::Io(io::Error::other(other)),
        }
    }
}

impl From<webp_animation::Error> for Fault {
    fn from(error: webp_animation::Error) -> Fault {
        Fault::Io(io::Error::other(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::ErrorKind;

    #[test]
    fn a_full_disk_is_told_as_one_by_whoever_noticed_it() {
        let out = Path::new("out.gif");
        for kind in [ErrorKind::StorageFull, ErrorKind::QuotaExceeded] {
            assert!(matches!(Fault::Io(kind.into()).at(out), EncodeError::File(FileError::DiskFull { .. })));
            assert!(matches!(
                Fault::from(gif::EncodingError::Io(kind.into())).at(out),
                EncodeError::File(FileError::DiskFull { .. })
            ));
            assert!(matches!(
                Fault::from(png::EncodingError::IoError(kind.into())).at(out),
                EncodeError::File(FileError::DiskFull { .. })
            ));
        }
        let told = Fault::Ffmpeg("av_interleaved_write_frame(): No space left on device".to_owned()).at(out);
        assert_eq!(told.to_string(), "out.gif: the disk is full; nothing was kept");
    }

    #[test]
    fn a_message_stays_on_one_line_whatever_the_file_is_called() {
        let told = Fault::Io(ErrorKind::PermissionDenied.into()).at(Path::new("a\nb"));
        assert_eq!(told.to_string(), "a b: can't be written (permission denied)");
    }
}
