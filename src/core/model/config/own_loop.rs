//! A loop that a user wrote: its name, its text, and the other loops that the text includes.

use crate::base::params::invalid::Invalid;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The most letters in the name of a loop.
const LONGEST_NAME: usize = 40;

/// A loop that a user wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnLoop {
    /// The name. A pane runs the loop if its strategy is `own/NAME`.
    pub name: String,
    /// The text, in JavaScript.
    pub source: Arc<str>,
}

impl OwnLoop {
    /// The beginning of the id, before the name.
    pub const PREFIX: &'static str = "own/";
    /// The most bytes of the text.
    pub const LONGEST: usize = 64 << 10;
    /// The most loops in the settings of a run.
    pub const MOST: usize = 32;

    /// Returns a loop with this text. Removes a byte order mark, and writes line ends as `\n`.
    pub fn new(name: &str, source: &str) -> OwnLoop {
        let source = source.strip_prefix('\u{feff}').unwrap_or(source);
        OwnLoop { name: name.to_owned(), source: source.replace("\r\n", "\n").into() }
    }

    /// Returns the loop's id, which is the strategy of a pane that runs it.
    pub fn id(&self) -> String {
        format!("{}{}", OwnLoop::PREFIX, self.name)
    }

    /// Returns the name in the id of a loop that a user wrote; `None` if `strategy` is the id of a published loop.
    pub fn name_in(strategy: &str) -> Option<&str> {
        strategy.strip_prefix(OwnLoop::PREFIX)
    }

    /// Returns whether a loop can have this name, which is used in paths and as the name of a file.
    pub fn can_be_named(name: &str) -> bool {
        let is_plain = |c: char| c.is_alphanumeric() || ['-', '_', '.'].contains(&c);
        (1..=LONGEST_NAME).contains(&name.chars().count()) && name.chars().all(is_plain) && !name.starts_with('.')
    }

    /// Returns the names of the loops that the text includes, one for each line `// @include NAME`.
    pub fn includes(&self) -> impl Iterator<Item = &str> {
        self.said("@include")
    }

    /// Returns the id of the loop that this one was copied from, in the line `// @original ID`; `None` if there is no such line.
    pub fn original(&self) -> Option<&str> {
        self.said("@original").next()
    }

    /// Returns the rest of each comment line that begins with `word`.
    fn said<'a>(&'a self, word: &'a str) -> impl Iterator<Item = &'a str> {
        let comments = self.source.lines().filter_map(|line| line.trim().strip_prefix("//"));
        let said = comments.filter_map(move |comment| comment.trim_start().strip_prefix(word));
        said.filter(|rest| rest.starts_with(char::is_whitespace)).map(str::trim).filter(|name| !name.is_empty())
    }

    /// Returns this loop and the loops of `all` that it includes, directly or not, each once. A name that is not in `all` is left
    /// out.
    pub fn with_included<'a>(&'a self, all: &'a [OwnLoop]) -> Vec<&'a OwnLoop> {
        let mut found = vec![self];
        let mut next = 0;
        while let Some(own) = found.get(next).copied() {
            for name in own.includes() {
                let included = all.iter().find(|other| other.name == name);
                found.extend(included.filter(|other| found.iter().all(|known| known.name != other.name)));
            }
            next += 1;
        }
        found
    }

    /// Checks the name, and the length of the text.
    pub fn check(&self) -> Result<(), Invalid> {
        if !OwnLoop::can_be_named(&self.name) {
            let allowed = format!("1 to {LONGEST_NAME} letters, digits, and - _ . within");
            return Err(Invalid::new("name", &self.name, allowed));
        }
        if self.source.len() > OwnLoop::LONGEST {
            let length = format!("{} bytes", self.source.len());
            return Err(Invalid::new("source", length, format!("at most {} bytes for each loop", OwnLoop::LONGEST)));
        }
        Ok(())
    }

    /// Checks the loops of a run: each loop by itself, that no two have the same name, and that there are not too many.
    pub fn check_all(all: &[OwnLoop]) -> Result<(), (usize, Invalid)> {
        for (index, own) in all.iter().enumerate() {
            own.check().map_err(|invalid| (index, invalid))?;
            if all[..index].iter().any(|other| other.name == own.name) {
                return Err((index, Invalid::new("name", &own.name, "a name that no other loop has")));
            }
        }
        if all.len() > OwnLoop::MOST {
            return Err((OwnLoop::MOST, Invalid::new("loops", all.len(), format!("at most {} loops", OwnLoop::MOST))));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::model::config::own_loop::*;

    #[test]
    fn a_text_brings_in_what_its_includes_name_and_what_these_include_each_once() {
        let own =
            OwnLoop::new("a", "// @include b\r\n  //@include  c \n// @included d\n// see @include e\nlet x = '// @include';");
        assert_eq!(own.includes().collect::<Vec<_>>(), ["b", "c"]);
        assert!(!own.source.contains('\r'));
        let all = [own.clone(), OwnLoop::new("b", "// @include c"), OwnLoop::new("c", "// @include a\n// @include gone")];
        let names: Vec<&str> = own.with_included(&all).iter().map(|own| &*own.name).collect();
        assert_eq!(names, ["a", "b", "c"]);
    }

    #[test]
    fn a_name_is_short_and_plain_and_a_text_has_at_most_64_kb() {
        for good in ["a", "my-loop", "matter.min.js", "größer", "x-1_2"] {
            assert_eq!(OwnLoop::new(good, "").check(), Ok(()), "{good}");
        }
        for bad in ["", " a", "a b", "a/b", "..", "..\\b", "a\nb", "it's", &"x".repeat(41)] {
            assert!(OwnLoop::new(bad, "").check().is_err_and(|refused| refused.name == "name"), "{bad}");
        }
        assert!(OwnLoop::new("a", &"x".repeat(OwnLoop::LONGEST)).check().is_ok());
        assert!(OwnLoop::new("a", &"x".repeat(OwnLoop::LONGEST + 1)).check().is_err_and(|refused| refused.name == "source"));
        let twice = [OwnLoop::new("a", ""), OwnLoop::new("b", ""), OwnLoop::new("a", "1")];
        assert!(OwnLoop::check_all(&twice).is_err_and(|(index, _)| index == 2));
    }
}
