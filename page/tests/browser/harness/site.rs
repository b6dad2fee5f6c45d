//! The page that is tested: built once for all tests, from the sources as they are.

use page::places::Places;
use page::serve::Serving;
use std::path::PathBuf;
use std::sync::LazyLock;

static BUILT: LazyLock<PathBuf> = LazyLock::new(|| {
    let places = Places::find().unwrap_or_else(|error| panic!("{error}"));
    page::build(&places).unwrap_or_else(|error| panic!("{error}"));
    places.page
});

/// Serves the page at an address of its own, so that nothing is remembered there.
pub fn serve() -> Serving {
    Serving::start(&BUILT, 0).unwrap_or_else(|error| panic!("{error}"))
}
