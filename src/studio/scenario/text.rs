//! Reads a scenario from its text, and writes the text of a scenario.

use super::definition::{Scenario, Unreadable};
use super::file_form::FileForm;
use super::key_path::Refused;
use super::reader;
use super::source_text::SourceText;
use std::path::Path;
use tickscope_core::model::config::own_loop::OwnLoop;

/// The longest text of a scenario, in bytes: 8 MiB, of which ten minutes of dragging sliders take a tenth, and the largest length
/// of every loop.
pub const LONGEST_TEXT: usize = (8 << 20) + OwnLoop::MOST * OwnLoop::LONGEST;

/// Finds the keys of a text.
fn begin<'a>(from: &'a str, text: &'a str) -> Result<SourceText<'a>, Unreadable> {
    if text.len() > LONGEST_TEXT {
        let what = format!("a scenario is at most {} MiB long", LONGEST_TEXT >> 20);
        return Err(Unreadable { from: from.to_owned(), line: None, what });
    }
    SourceText::parse(from, text)
}

/// Reads a text, and returns the result of `make` for its form.
fn read<T>(from: &str, text: &str, make: impl FnOnce(FileForm) -> Result<T, Refused>) -> Result<T, Unreadable> {
    let source = begin(from, text)?;
    let made = reader::read(&source.root).and_then(|form| Ok(make(form)?));
    made.map_err(|fault| source.explain(fault))
}

impl Scenario {
    /// Reads a scenario; `from` describes the text's origin.
    pub fn parse(from: &str, text: &str) -> Result<Scenario, Unreadable> {
        Scenario::parse_in(None, from, text)
    }

    /// Reads a scenario from a file in `folder`, whose other files may hold texts of its loops.
    pub fn parse_in(folder: Option<&Path>, from: &str, text: &str) -> Result<Scenario, Unreadable> {
        read(from, text, |form| form.into_scenario(folder))
    }

    /// Returns every text of a loop in the text of a scenario, without running any of them.
    pub fn loops_in(folder: Option<&Path>, from: &str, text: &str) -> Result<Vec<OwnLoop>, Unreadable> {
        read(from, text, |form| Ok(form.loops(folder)?.into_iter().chain(form.later_loops()).collect()))
    }

    /// Returns the line of a scenario's text that is line `line` of the loop with this id; `None` if the text is no scenario, has
    /// no such loop, or changes the loop's text later.
    pub fn line_in_loop(text: &str, id: &str, line: usize) -> Option<usize> {
        let source = begin("", text).ok()?;
        let changes = reader::read::<FileForm>(&source.root).ok()?.later_loops().any(|own| own.id() == id);
        source.line_in_loop(id, line).filter(|_| !changes)
    }

    /// Returns the text that reads back as this scenario.
    pub fn to_toml(&self) -> String {
        let form = FileForm::from_scenario(self);
        let text = toml::to_string(&form).unwrap_or_else(|error| unreachable!("a form is plain data: {error}"));
        format!("# A tickscope scenario: open it in the window, or tickscope --scenario FILE\n{text}")
    }
}
