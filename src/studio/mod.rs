//! A person's work without a window: scenarios, arguments, claims, exports, and the session.

pub mod arguments;
pub mod claims;
pub mod export;
pub mod lesson;
pub mod scenario;
pub mod session;
pub mod view;
