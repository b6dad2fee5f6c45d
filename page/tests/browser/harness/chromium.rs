//! The browser that this machine has.

use std::env;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The two programs that a test needs.
pub struct Chromium {
    pub browser: PathBuf,
    pub driver: PathBuf,
}

static FOUND: LazyLock<Option<Chromium>> = LazyLock::new(|| {
    let browser = ["chromium", "chromium-browser", "google-chrome", "chrome"].into_iter().find_map(on_the_path);
    let found = browser.zip(on_the_path("chromedriver")).map(|(browser, driver)| Chromium { browser, driver });
    if found.is_none() {
        let missing = "the page's tests need chromium and chromedriver on the path (Debian: chromium chromium-driver)";
        assert!(env::var("CI").as_deref() != Ok("true"), "{missing}");
        // Not `eprintln!`, which nobody sees when a test passes.
        let _ = writeln!(std::io::stderr(), "skipped: {missing}");
    }
    found
});

/// Returns the browser; `None` if there is none.
pub fn found() -> Option<&'static Chromium> {
    FOUND.as_ref()
}

/// Returns the file of a program; `None` if it is not on the path.
pub fn on_the_path(name: &str) -> Option<PathBuf> {
    let file = |folder: PathBuf| folder.join(format!("{name}{}", env::consts::EXE_SUFFIX));
    env::split_paths(&env::var_os("PATH")?).map(file).find(|path| Path::is_file(path))
}
