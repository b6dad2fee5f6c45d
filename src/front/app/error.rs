//! The reasons why there is no window.

use crate::front::render::context::GpuError;
use tickscope_core::base::params::invalid::Invalid;

/// The reason why no window opens.
#[derive(Debug, thiserror::Error)]
pub enum NoWindow {
    #[error("there is no display to open a window on ({})", plain(.0))]
    Display(#[from] winit::error::EventLoopError),
    #[error("the display gave no window ({})", plain(.0))]
    Window(#[from] winit::error::OsError),
    /// A system library that winit loads by itself is not installed.
    #[error("a system library is missing ({0})")]
    Library(String),
    #[error(transparent)]
    Gpu(#[from] GpuError),
    #[error(transparent)]
    Settings(#[from] Invalid),
}

/// Returns the message of a system error of winit, without the line of winit's source.
fn plain(error: &impl std::fmt::Display) -> String {
    let text = error.to_string();
    let message = text.split_once(".rs:").and_then(|(_, rest)| rest.split_once(": ")).map(|(_, message)| message.to_owned());
    message.unwrap_or(text).trim_end_matches('.').to_owned()
}
