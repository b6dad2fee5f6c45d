//! The reasons why there is no film.

use super::encode::encoder::EncodeError;
use crate::front::render::context::GpuError;
use crate::front::render::offscreen::ReadError;
use tickscope_core::base::params::invalid::Invalid;

/// The reason why there is no film; every message is one line.
#[derive(Debug, thiserror::Error)]
pub enum FilmError {
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error("films are drawn by the GPU: {0}")]
    Gpu(#[from] GpuError),
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Encode(#[from] EncodeError),
    #[error("cancelled; no file was written")]
    Cancelled,
    /// The job of the film ended without a result, or could not start.
    #[error("the recorder ended unexpectedly; no file was written")]
    Died,
}
