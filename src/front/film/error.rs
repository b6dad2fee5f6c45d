//! The reasons why there is no film.

use super::encode::EncodeError;
use crate::front::render::context::GpuError;
use crate::front::render::offscreen::ReadError;
use tickscope_core::params::Invalid;

/// The reason why there is no film; every message is one line.
#[derive(Debug, thiserror::Error)]
pub enum FilmError {
    /// The film spec or the scenario is not allowed.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// There is no GPU, or it failed.
    #[error("films are drawn by the GPU: {0}")]
    Gpu(#[from] GpuError),
    /// A frame could not be read back from the GPU.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A frame could not be encoded, or the file could not be written.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The film was cancelled.
    #[error("cancelled; no file was written")]
    Cancelled,
    /// The job of the film ended without a result, or could not start.
    #[error("the recorder ended unexpectedly; no file was written")]
    Died,
}
