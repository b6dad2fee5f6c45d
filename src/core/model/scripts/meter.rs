//! The meter by which a program tells the engine how many bytes a script holds: a crate must not choose the allocator of others.

use std::sync::OnceLock;

/// The memory that a function has used.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory {
    /// The bytes that it has left allocated, less those that it has freed.
    pub held: i64,
    /// All bytes that it has allocated.
    pub allocated: u64,
}

/// Runs a function, and returns the memory that it has used.
pub type MemoryMeter = fn(&mut dyn FnMut()) -> Memory;

static METER: OnceLock<MemoryMeter> = OnceLock::new();

/// Sets the meter for the whole program; the first one counts. Without a meter a script may hold any number
/// of bytes, and what it copies costs nothing.
pub fn set_memory_meter(meter: MemoryMeter) {
    METER.get_or_init(|| meter);
}

#[cfg(feature = "own-loops")]
pub(super) fn memory_meter() -> MemoryMeter {
    fn unmetered(run: &mut dyn FnMut()) -> Memory {
        run();
        Memory::default()
    }
    METER.get().copied().unwrap_or(unmetered)
}
