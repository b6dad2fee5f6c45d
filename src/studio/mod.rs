//! What a person does, looks at, opens and saves; without a window.

pub mod arguments;
pub mod claims;
pub mod export;
pub mod scenario;
pub mod session;
