//! A scenario from its text, and the text from a scenario.

use super::definition::{Scenario, Unreadable};
use super::file_form::{FileForm, OLDEST, Step};
use super::form_2;
use super::source_text::SourceText;

/// The longest text of a scenario, in bytes. Ten minutes of dragging sliders make a tenth of it.
pub const LONGEST_TEXT: usize = 8 << 20;

impl Scenario {
    /// Reads a scenario; `from` says where the text came from.
    ///
    /// # Errors
    /// With the line, the key, the value and what is allowed, if the text is not TOML, is of a newer form, has a key that
    /// is not known or a value that is not allowed.
    pub fn parse(from: &str, text: &str) -> Result<Scenario, Unreadable> {
        let unreadable = |(line, what)| Unreadable { from: from.to_owned(), line, what };
        if text.len() > LONGEST_TEXT {
            return Err(unreadable((None, format!("a scenario is at most {} MiB long", LONGEST_TEXT >> 20))));
        }
        let source = SourceText::parse(text).map_err(unreadable)?;
        let scenario = match source.check_version().map_err(unreadable)? {
            OLDEST => source.read::<FileForm<form_2::Step>>().map_err(unreadable)?.into_scenario(),
            _ => source.read::<FileForm<Step>>().map_err(unreadable)?.into_scenario(),
        };
        scenario.map_err(|(path, invalid)| unreadable(source.refuse(&path, &invalid)))
    }

    /// Returns the text that reads back as this scenario.
    pub fn to_toml(&self) -> String {
        let form = FileForm::from_scenario(self);
        let text = toml::to_string(&form).unwrap_or_else(|error| unreachable!("a form is plain data: {error}"));
        format!("# A tickscope scenario: open it in the window, or tickscope --scenario FILE\n{text}")
    }
}
