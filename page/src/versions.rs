//! The version of wasm-bindgen, because its glue works only with a program that was built with exactly the same version.

use crate::error::PageError;
use serde::Deserialize;
use std::path::Path;

#[derive(Deserialize)]
struct Lock {
    package: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
}

/// Returns the version of wasm-bindgen in Cargo.lock, which must also be that of the glue.
pub fn wasm_bindgen(lock: &Path) -> Result<String, PageError> {
    let text = std::fs::read_to_string(lock).map_err(PageError::at(lock))?;
    let packages = toml::from_str::<Lock>(&text).map_err(|why| PageError::unreadable(lock, why.message()))?.package;
    let only = |name: &str| match packages.iter().filter(|package| package.name == name).collect::<Vec<_>>()[..] {
        [package] => Ok(package.version.clone()),
        ref several => Err(PageError::unreadable(lock, format!("has {} versions of {name}, not one", several.len()))),
    };
    let (wasm_bindgen, cli_support) = (only("wasm-bindgen")?, only("wasm-bindgen-cli-support")?);
    if wasm_bindgen == cli_support { Ok(wasm_bindgen) } else { Err(PageError::Versions { wasm_bindgen, cli_support }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(packages: &[(&str, &str)]) -> Result<String, String> {
        let file = tempfile::NamedTempFile::new().expect("a file can be made");
        let lines = packages.iter().map(|(name, version)| format!("[[package]]\nname = {name:?}\nversion = {version:?}\n"));
        std::fs::write(file.path(), lines.collect::<String>()).expect("the file can be written");
        wasm_bindgen(file.path()).map_err(|error| error.to_string())
    }

    #[test]
    fn the_glue_has_the_version_of_the_program() {
        assert_eq!(of(&[("wasm-bindgen", "0.2.9"), ("wasm-bindgen-cli-support", "0.2.9")]), Ok("0.2.9".to_owned()));
    }

    #[test]
    fn a_glue_of_another_version_is_refused_with_what_to_write() {
        let refused = of(&[("wasm-bindgen", "0.2.9"), ("wasm-bindgen-cli-support", "0.2.8")]).expect_err("they differ");
        assert!(refused.contains("write \"=0.2.9\" into page/Cargo.toml"), "{refused}");
    }

    #[test]
    fn two_versions_are_refused() {
        let both = [("wasm-bindgen", "0.2.9"), ("wasm-bindgen", "0.3.0"), ("wasm-bindgen-cli-support", "0.2.9")];
        assert!(of(&both).expect_err("there are two").contains("2 versions of wasm-bindgen"));
    }

    #[test]
    fn the_repository_has_one_version() {
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
        wasm_bindgen(&lock).unwrap_or_else(|error| panic!("{error}"));
    }
}
