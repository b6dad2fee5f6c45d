//! A file in the memory, where there is no disk.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

/// A buffer; all clones share it, so one clone writes and another takes the bytes.
#[derive(Clone, Debug, Default)]
pub struct InMemory(Rc<RefCell<Vec<u8>>>);

impl InMemory {
    /// How many bytes were written so far.
    pub fn bytes(&self) -> usize {
        self.0.borrow().len()
    }

    /// Everything that was written so far.
    pub fn take(&self) -> Vec<u8> {
        self.0.take()
    }
}

impl Write for InMemory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
