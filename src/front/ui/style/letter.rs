//! How a pane is called.

/// The letter that a pane is called by: 0 is A.
pub fn letter(index: usize) -> char {
    char::from(b'A' + index as u8)
}
