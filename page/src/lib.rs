//! The web page of tickscope: built, weighed and served with one command each. Start reading at [`build`].

mod assemble;
pub mod codes;
pub mod compile;
pub mod error;
mod files;
mod fill;
mod glue;
mod optimise;
mod pack;
pub mod places;
mod previews;
pub mod serve;
mod versions;
pub mod weigh;

use compile::Build;
use error::PageError;
use places::Places;

/// Builds the page into its folder from the present sources. Parts that are up to date are not built again.
pub fn build(places: &Places) -> Result<(), PageError> {
    let mut made = Vec::new();
    for build in Build::ALL {
        let wasm = compile::compile(places, build)?;
        made.push((build, glue::glue(places, build, &wasm)?));
    }
    assemble::assemble(places, &made)
}
