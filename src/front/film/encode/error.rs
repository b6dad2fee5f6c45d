//! Why a film could not be written; every message is one line and begins with the path.

use crate::base::params::Invalid;
use crate::model::config::film_format::Format;
use crate::studio::export::atomic_file::{FileError, on_one_line};
use std::io;
use std::path::{Path, PathBuf};

/// Why a film could not be written.
#[derive(Debug, thiserror::Error)]
pub enum EncodeError {
    /// The path or the rate is not allowed.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// A file could not be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The format can't have this width or height.
    #[error("{}: a {} of {}×{} pixels is not possible; 1 to {} a side", on_one_line(path), format.name(), size[0], size[1], format.longest_side())]
    Size {
        /// The path of the film.
        path: PathBuf,
        /// The format of the film.
        format: Format,
        /// Width and height in pixels.
        size: [u32; 2],
    },
    /// A frame does not have the size of the film.
    #[error("{}: a frame has {got} bytes where {expected} were announced", on_one_line(path))]
    FrameSize {
        /// The path of the film.
        path: PathBuf,
        /// The bytes of a frame of this film.
        expected: usize,
        /// The bytes of the frame that was given.
        got: usize,
    },
    /// There were too few or too many frames.
    #[error("{}: {got} frames where {expected} were announced", on_one_line(path))]
    FrameCount {
        /// The path of the film.
        path: PathBuf,
        /// The announced number of frames.
        expected: u32,
        /// The number of frames that were given.
        got: u32,
    },
    /// An earlier frame failed, and the encoder is closed.
    #[error("{}: has failed already", on_one_line(path))]
    Failed {
        /// The path of the film.
        path: PathBuf,
    },
    /// The format needs ffmpeg, which was not found.
    #[error(
        "{}: needs ffmpeg, and '{program}' was not found; install it (apt install ffmpeg, brew install ffmpeg, winget install \
         ffmpeg) or name it in TICKSCOPE_FFMPEG; .gif, .webp, .apng and .png need none",
        on_one_line(path)
    )]
    NoFfmpeg {
        /// The path of the film.
        path: PathBuf,
        /// The program that was looked for.
        program: String,
    },
    /// The ffmpeg program failed.
    #[error("{}: ffmpeg failed: {reason}", on_one_line(path))]
    Ffmpeg {
        /// The path of the film.
        path: PathBuf,
        /// Its last message, on one line.
        reason: String,
    },
}

/// A failure inside an encoder, which does not know the final name.
#[derive(Debug)]
pub(super) enum EncoderFailure {
    Io(io::Error),
    NoFfmpeg(String),
    Ffmpeg(String),
}

impl EncoderFailure {
    /// The same with the path of the film.
    pub fn at(self, path: &Path) -> EncodeError {
        let path = path.to_owned();
        match self {
            EncoderFailure::Io(source) => FileError::io(source, &path).into(),
            EncoderFailure::NoFfmpeg(program) => EncodeError::NoFfmpeg { path, program },
            EncoderFailure::Ffmpeg(reason) if reason.contains("No space left") => FileError::DiskFull { path }.into(),
            EncoderFailure::Ffmpeg(reason) => EncodeError::Ffmpeg { path, reason },
        }
    }
}

impl From<io::Error> for EncoderFailure {
    fn from(error: io::Error) -> EncoderFailure {
        EncoderFailure::Io(error)
    }
}

impl From<png::EncodingError> for EncoderFailure {
    fn from(error: png::EncodingError) -> EncoderFailure {
        match error {
            png::EncodingError::IoError(error) => EncoderFailure::Io(error),
            other => EncoderFailure::Io(io::Error::other(other)),
        }
    }
}

impl From<gif::EncodingError> for EncoderFailure {
    fn from(error: gif::EncodingError) -> EncoderFailure {
        match error {
            gif::EncodingError::Io(error) => EncoderFailure::Io(error),
            other => EncoderFailure::Io(io::Error::other(other)),
        }
    }
}

impl From<image_webp::EncodingError> for EncoderFailure {
    fn from(error: image_webp::EncodingError) -> EncoderFailure {
        match error {
            image_webp::EncodingError::IoError(error) => EncoderFailure::Io(error),
            other => EncoderFailure::Io(io::Error::other(other)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::ErrorKind;

    #[test]
    fn a_full_disk_is_told_as_one_whatever_noticed_it() {
        let out = Path::new("out.gif");
        for kind in [ErrorKind::StorageFull, ErrorKind::QuotaExceeded] {
            assert!(matches!(EncoderFailure::Io(kind.into()).at(out), EncodeError::File(FileError::DiskFull { .. })));
            assert!(matches!(
                EncoderFailure::from(gif::EncodingError::Io(kind.into())).at(out),
                EncodeError::File(FileError::DiskFull { .. })
            ));
            assert!(matches!(
                EncoderFailure::from(png::EncodingError::IoError(kind.into())).at(out),
                EncodeError::File(FileError::DiskFull { .. })
            ));
        }
        let told = EncoderFailure::Ffmpeg("av_interleaved_write_frame(): No space left on device".to_owned()).at(out);
        assert_eq!(told.to_string(), "out.gif: the disk is full; nothing was kept");
    }

    #[test]
    fn a_message_stays_on_one_line_whatever_the_file_is_called() {
        let told = EncoderFailure::Io(ErrorKind::PermissionDenied.into()).at(Path::new("a\nb"));
        assert_eq!(told.to_string(), "a b: can't be written (permission denied)");
    }
}
