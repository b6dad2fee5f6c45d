//! What takes its time: a desktop waits for it.

use super::startup::Proxy;
use std::future::Future;

/// A value that is there as soon as it is asked for.
pub struct Pending<T>(T);

impl<T: 'static> Pending<T> {
    /// Waits for the value.
    pub fn new(future: impl Future<Output = T> + 'static, _: &Proxy) -> Pending<T> {
        Pending(pollster::block_on(future))
    }

    /// Whether it is there.
    #[expect(clippy::unused_self, reason = "a browser's is not always there")]
    pub fn is_there(&self) -> bool {
        true
    }

    /// The value.
    #[expect(clippy::unnecessary_wraps, reason = "a browser's is not always there")]
    pub fn take(self) -> Option<T> {
        Some(self.0)
    }
}
