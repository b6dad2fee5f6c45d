//! A scenario that has been read but not opened: no loop in it has run.

use super::definition::{Scenario, Unreadable};
use super::link;
use std::path::{Path, PathBuf};
use tickscope_core::model::config::own_loop::OwnLoop;

/// The text of a scenario and the loops in it, none of which has run. A person sees the loops and decides whether to open the
/// scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct UnopenedScenario {
    /// The path of the file, or another description of the text's origin.
    from: String,
    text: String,
    /// The folder of the scenario's file, which may hold texts of its loops; `None` for a text from elsewhere.
    folder: Option<PathBuf>,
    loops: Vec<OwnLoop>,
}

impl UnopenedScenario {
    /// Reads the text of a scenario; `from` describes its origin, and `folder` is the folder of its file.
    pub fn read(folder: Option<&Path>, from: &str, text: String) -> Result<UnopenedScenario, Unreadable> {
        let loops = Scenario::loops_in(folder, from, &text)?;
        Ok(UnopenedScenario { from: from.to_owned(), text, folder: folder.map(Path::to_owned), loops })
    }

    pub fn of_link(link: &str) -> Result<UnopenedScenario, Unreadable> {
        let (from, text) = link::text(link)?;
        UnopenedScenario::read(None, from, text)
    }

    /// Returns the text's origin: a file, "link" or "share code".
    pub fn from(&self) -> &str {
        &self.from
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns every text of a loop in the scenario, including the texts that its steps set later.
    pub fn loops(&self) -> &[OwnLoop] {
        &self.loops
    }

    /// Returns the scenario. This runs the beginning of its loops.
    pub fn open(&self) -> Result<Scenario, Unreadable> {
        Scenario::parse_in(self.folder.as_deref(), &self.from, &self.text)
    }
}
