//! A desktop's window has no address.

use crate::studio::session::Session;

/// Nothing, where a browser shows what is opened.
pub struct Address;

impl Address {
    /// That of a session as it begins.
    pub fn of(_: &Session) -> Address {
        Address
    }

    /// Nothing, after each frame.
    #[expect(clippy::unused_self, reason = "a browser has an address")]
    pub fn follow(&mut self, _: &Session) {}
}

/// A window is a whole one already.
pub fn open_whole(_: &mut Session) {}
