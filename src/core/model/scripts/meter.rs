//! The meter that tells the engine how many bytes a script holds. The program sets it, because a library must not choose the
//! program's allocator.

use std::sync::OnceLock;

/// The memory that a function has used.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory {
    /// The allocated bytes minus the freed ones.
    pub held: i64,
    pub allocated: u64,
}

/// A function that calls another function and returns the memory that the call has used.
pub type MemoryMeter = fn(&mut dyn FnMut()) -> Memory;

static METER: OnceLock<MemoryMeter> = OnceLock::new();

/// Sets the meter for the whole program; only the first call has an effect. Without a meter a script may hold any number of
/// bytes, and is not charged for copies.
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
