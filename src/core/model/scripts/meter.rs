//! The meter by which a program tells the engine how many bytes a script holds: a crate must not choose the allocator of others.

use std::sync::OnceLock;

/// Runs a function, and returns the bytes that it has left allocated, less those that it has freed.
pub type MemoryMeter = fn(&mut dyn FnMut()) -> i64;

static METER: OnceLock<MemoryMeter> = OnceLock::new();

/// Sets the meter for the whole program; the first one counts. Without a meter a script may hold any number of bytes.
pub fn set_memory_meter(meter: MemoryMeter) {
    METER.get_or_init(|| meter);
}

#[cfg(feature = "own-loops")]
pub(super) fn memory_meter() -> MemoryMeter {
    fn unmetered(run: &mut dyn FnMut()) -> i64 {
        run();
        0
    }
    METER.get().copied().unwrap_or(unmetered)
}
