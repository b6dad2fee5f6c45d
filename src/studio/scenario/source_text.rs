//! A scenario's text, and the description of an error with its place in the text.

use super::definition::Unreadable;
use super::file_form::VERSION;
use super::key_path::KeyPathPart;
use super::reader::{self, Child, Fault, Wrong, children};
use std::ops::Range;
use tickscope_core::base::params::described::Described as _;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::params::values::Values;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::own_loop::OwnLoop;
use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeTable, DeValue};

/// A scenario's text with the span of every key and value.
pub struct SourceText<'a> {
    /// The path of the file, or another description of the text's origin.
    from: &'a str,
    text: &'a str,
    /// The whole text as a value, with the span of everything in it.
    pub root: Spanned<DeValue<'a>>,
}

impl<'a> SourceText<'a> {
    /// Finds the span of every key of a text in this form.
    pub fn parse(from: &'a str, text: &'a str) -> Result<SourceText<'a>, Unreadable> {
        let root = DeTable::parse(text).map_err(|error| {
            let line = error.span().map(|span| line_of(text, span.start));
            let why = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
            Unreadable { from: from.to_owned(), line, what: format!("this is not TOML: {why}") }
        })?;
        let source = SourceText { from, text, root: Spanned::new(root.span(), DeValue::Table(root.into_inner())) };
        source.check_version()?;
        Ok(source)
    }

    fn check_version(&self) -> Result<(), Unreadable> {
        let Some(version) = self.root.get_ref().get("tickscope") else {
            return Err(self.unreadable(None, format!("a scenario begins with tickscope = {VERSION}")));
        };
        let refuse = |what| Err(self.unreadable(Some(version.span()), what));
        match version.get_ref().as_integer().and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok()) {
            Some(VERSION) => Ok(()),
            Some(number) if number > VERSION => {
                refuse(format!("written by a newer tickscope: form {number}, this program reads {VERSION}"))
            }
            _ => {
                let allowed = format!("{VERSION}, with the keys of docs/scenarios.md: forms of earlier builds are not read");
                refuse(Invalid::new("tickscope", &self.text[version.span()], allowed).to_string())
            }
        }
    }

    fn unreadable(&self, span: Option<Range<usize>>, what: String) -> Unreadable {
        Unreadable { from: self.from.to_owned(), line: span.map(|span| line_of(self.text, span.start)), what }
    }

    /// Describes a fault in one line.
    pub fn explain(&self, Fault { path, wrong }: Fault<'_>) -> Unreadable {
        let (value, names) = self.follow(&path);
        let what = match wrong {
            Wrong::Refused(invalid) => return self.refuse(value, names, *invalid),
            Wrong::Missing(key) => format!("{key} is missing"),
            Wrong::Key(key, known) => {
                let name = names.rsplit_once('.').map_or_else(|| "key".to_owned(), |(table, _)| format!("key of {table}"));
                Invalid::unknown(name, &key, known.iter().copied()).to_string()
            }
            Wrong::Word(word, known) => Invalid::unknown(names, &word, known.iter().copied()).to_string(),
            // The messages of captures name the refused key, and computers are checked again to get a message with the key.
            Wrong::Said(said) if path.ends_with(&[KeyPathPart::Key("capture")]) => below(&names, &said),
            Wrong::Said(said) if path.ends_with(&[KeyPathPart::Key("computer")]) => {
                match Computer::of(&reader::read::<Values>(value).unwrap_or_default()) {
                    Err(invalid) => return self.refuse(value, names, invalid),
                    Ok(_) => below(&names, &said),
                }
            }
            Wrong::Kind(allowed) | Wrong::Said(allowed) => {
                Invalid::new(names, self.text[value.span()].trim_matches('"'), allowed).to_string()
            }
        };
        self.unreadable(Some(value.span()), what)
    }

    /// Returns the value at the end of a path, and the path in words, such as `panes[0].strategy`. Both end where the text lacks
    /// the next part.
    fn follow(&self, path: &[KeyPathPart<'_>]) -> (&Spanned<DeValue<'a>>, String) {
        let (mut within, mut names) = (&self.root, String::new());
        for part in path {
            let next = match part {
                KeyPathPart::Key(key) => within.get_ref().get(*key),
                KeyPathPart::Item(number) => within.get_ref().get(*number),
            };
            let Some(next) = next else { break };
            within = next;
            names = match part {
                KeyPathPart::Key(key) => below(&names, key),
                KeyPathPart::Item(number) => format!("{names}[{number}]"),
            };
        }
        (within, names)
    }

    /// Describes the refusal of something at or below the value `within`, whose path is `names`.
    fn refuse(&self, within: &Spanned<DeValue<'_>>, mut names: String, invalid: Invalid) -> Unreadable {
        if let Some(place) = invalid.place {
            let line = self.line_in_loop(&invalid.name, place.line() as usize);
            return Unreadable { line, ..self.unreadable(None, invalid.to_string()) };
        }
        // The error points to the key if it exists, otherwise to the refused value if that exists, otherwise to the table that
        // would hold them.
        let last = invalid.name.rsplit('.').next().unwrap_or_default();
        let named =
            |(part, _): &Child| matches!(part, KeyPathPart::Key(key) if *key == last || key.strip_suffix("_ms") == Some(last));
        let is_value = |(part, value): &Child| *part == KeyPathPart::Key(&invalid.value) || is(value.get_ref(), &invalid.value);
        let found = find(within, &named).or_else(|| find(within, &is_value));
        let span = found.unwrap_or_else(|| within.span());
        if names.rsplit('.').next() != Some(&*invalid.name) {
            names = below(&names, &invalid.name);
        }
        self.unreadable(Some(span), invalid.called(names).to_string())
    }

    /// Returns the line of the whole text that is line `line` of the text of a loop. If the loop's text is in another file,
    /// returns the line of its table. `None` if the whole text does not have the loop.
    pub fn line_in_loop(&self, id: &str, line: usize) -> Option<usize> {
        let name = OwnLoop::name_in(id)?;
        let loops = self.root.get_ref().get("loops")?.get_ref().as_array()?;
        let is_named =
            |table: &&Spanned<DeValue>| table.get_ref().get("name").is_some_and(|text| text.get_ref().as_str() == Some(name));
        let table = loops.iter().find(is_named)?;
        let Some(source) = table.get_ref().get("source") else { return Some(line_of(self.text, table.span().start)) };
        let (first, raw) = (line_of(self.text, source.span().start), &self.text[source.span()]);
        let has_lines = raw.starts_with("'''") || raw.starts_with("\"\"\"");
        // A line end right after the opening quotes does not belong to the text.
        let skipped = usize::from(raw.get(3..).is_some_and(|text| text.starts_with(['\n', '\r'])));
        Some(if has_lines { first + skipped + line.saturating_sub(1) } else { first })
    }
}

fn below(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// Returns the span of the first value anywhere below `value` that `fits`; `None` if no value does.
fn find(value: &Spanned<DeValue<'_>>, fits: &dyn Fn(&Child<'_, '_>) -> bool) -> Option<Range<usize>> {
    children(value).find_map(|child| if fits(&child) { Some(child.1.span()) } else { find(child.1, fits) })
}

/// Returns whether a value of the text is the refused one: the same word, or the same number in any notation.
fn is(child: &DeValue<'_>, value: &str) -> bool {
    let number = child.as_float().map(DeFloat::as_str).or(child.as_integer().map(DeInteger::as_str));
    let same = |number: &str| number.parse::<f64>().is_ok_and(|number| value.parse() == Ok(number));
    child.as_str() == Some(value) || number.is_some_and(same)
}

/// Returns the line of an offset, counted from 1.
fn line_of(text: &str, offset: usize) -> usize {
    text.char_indices().take_while(|(at, _)| *at < offset).filter(|(_, letter)| *letter == '\n').count() + 1
}
