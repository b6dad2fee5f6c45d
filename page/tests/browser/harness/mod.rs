//! What every test of the page needs: a browser, the page in it, hands and eyes.

mod browser;
mod chromium;
mod driver;
mod firefox;
pub mod hands;
mod page;
pub mod picture;
mod site;

pub use hands::Hand;
pub use page::{Backend, NOTICE, Page, Place};
