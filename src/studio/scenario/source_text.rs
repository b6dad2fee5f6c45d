//! The place of an error in a scenario's text: its line and its key.

use super::file_form::VERSION;
use super::form_3;
use super::key_path::KeyPathPart;
use serde::de::DeserializeOwned;
use std::ops::Range;
use tickscope_core::config::OwnLoop;
use tickscope_core::params::Invalid;
use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeTable, DeValue, ValueDeserializer};

/// An error, and its line if it has one.
type TextError = (Option<usize>, String);

/// A scenario's text with the span of every key and value.
pub struct SourceText<'a> {
    text: &'a str,
    root: Spanned<DeValue<'a>>,
}

impl<'a> SourceText<'a> {
    /// Finds the span of every key.
    pub fn parse(text: &'a str) -> Result<SourceText<'a>, TextError> {
        let root = DeTable::parse(text).map_err(|error| {
            let line = error.span().map(|span| line_of(text, span.start));
            (line, format!("this is not TOML: {}", one_line(error.message())))
        })?;
        Ok(SourceText { text, root: Spanned::new(root.span(), DeValue::Table(root.into_inner())) })
    }

    /// Changes a text of the form before this one to this one.
    pub fn convert(&mut self) -> Result<(), TextError> {
        let Some(version) = self.root.get_ref().get("tickscope") else {
            return Err((None, format!("a scenario begins with tickscope = {VERSION}")));
        };
        let line = Some(line_of(self.text, version.span().start));
        let number = version.get_ref().as_integer().and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok());
        match number {
            Some(number) if number > VERSION => {
                Err((line, format!("written by a newer tickscope: form {number}, this program reads up to {VERSION}")))
            }
            Some(VERSION) => Ok(()),
            Some(3) => {
                if let DeValue::Table(root) = self.root.get_mut() {
                    form_3::convert(root);
                }
                Ok(())
            }
            _ => Err((line, Invalid::new("tickscope", &self.text[version.span()], format!("3 or {VERSION}")).to_string())),
        }
    }

    /// Reads the text as `T`.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, TextError> {
        T::deserialize(ValueDeserializer::from(self.root.clone())).map_err(|error| self.explain(&error))
    }

    /// Returns the whole text as a value, with the span of everything in it.
    pub fn root(&self) -> &Spanned<DeValue<'a>> {
        &self.root
    }

    /// Reads a part of the text, whose values have kept their spans, as `T`.
    pub fn read_part<T: DeserializeOwned>(&self, part: Spanned<DeValue<'a>>) -> Result<T, TextError> {
        T::deserialize(ValueDeserializer::from(part)).map_err(|error| self.explain(&error))
    }

    /// Describes an error of the reader by the key, the value and the allowed values.
    fn explain(&self, error: &toml::de::Error) -> TextError {
        let Some(span) = error.span() else { return (None, one_line(error.message())) };
        let line = Some(line_of(self.text, span.start));
        let Nearest { path, value, .. } = nearest(&self.root, &span);
        let table = path.rsplit_once('.').map_or("", |(table, _)| table);
        let message = one_line(error.message());
        // The settings of a computer name what they refuse, which stands in the table of the error.
        if let Some((name, _)) = message.split_once(": '").filter(|_| message.contains("' is not allowed")) {
            let is_named = |child: &Child<'_, '_>| child.key == Some(name) && child.key_span.start >= span.start;
            let line = find(&self.root, &is_named).map_or(line, |found| Some(line_of(self.text, found.start)));
            return (line, below(&path, &message));
        }
        let quoted = |part: &str| part.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
        let names = quoted(&message);
        let known = || names.iter().skip(1).map(String::as_str);
        let what = if message.starts_with("unknown field") && names.len() > 1 {
            let within = if table.is_empty() { "key".to_owned() } else { format!("key of {table}") };
            Invalid::unknown(within, &names[0], known()).to_string()
        } else if message.starts_with("unknown variant") && names.len() > 1 {
            Invalid::unknown(path, &names[0], known()).to_string()
        } else if message.starts_with("missing field") {
            format!("{} is missing", names.first().map_or("something", String::as_str))
        } else if message.starts_with("duplicate field") && !names.is_empty() {
            format!("{path}: {} is given twice, perhaps by another name; keep one", names[0])
        } else {
            let expected = message.rsplit_once(", expected ").map_or(&*message, |(_, expected)| expected);
            let expected = if expected == "a boolean" { "true or false" } else { expected };
            Invalid::new(path, self.text[value].trim_matches('"'), expected).to_string()
        };
        (line, what)
    }

    /// Returns the line and the words of a refusal of something under `path`.
    pub fn refuse(&self, path: &[KeyPathPart], invalid: &Invalid) -> TextError {
        if let Some((line, _)) = invalid.place {
            return (self.line_in_loop(&invalid.name, line.into()), invalid.to_string());
        }
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
        // The error points to the key itself if it exists, else to the value if that exists, else to the table that would
        // hold them.
        let key = invalid.name.rsplit('.').next().unwrap_or_default();
        let named = |child: &Child<'_, '_>| child.key.is_some_and(|name| name == key || name.strip_suffix("_ms") == Some(key));
        let is_value = |child: &Child<'_, '_>| child.key == Some(&*invalid.value) || is(child.value.get_ref(), &invalid.value);
        let found = find(within, &named).or_else(|| find(within, &is_value));
        let span = found.unwrap_or_else(|| within.span());
        if names.rsplit('.').next() != Some(&*invalid.name) {
            names = below(&names, &invalid.name);
        }
        (Some(line_of(self.text, span.start)), invalid.clone().called(names).to_string())
    }
}

impl SourceText<'_> {
    /// Returns the line of the whole text that is line `line` of the text of a loop; the line of its table if the text stands
    /// elsewhere, and `None` if the loop does.
    pub fn line_in_loop(&self, id: &str, line: usize) -> Option<usize> {
        let name = OwnLoop::name_in(id)?;
        let loops = self.root.get_ref().get("loops")?.get_ref().as_array()?;
        let is_named =
            |table: &&Spanned<DeValue>| table.get_ref().get("name").is_some_and(|text| text.get_ref().as_str() == Some(name));
        let table = loops.iter().find(is_named)?;
        let Some(source) = table.get_ref().get("source") else { return Some(line_of(self.text, table.span().start)) };
        let (first, raw) = (line_of(self.text, source.span().start), &self.text[source.span()]);
        let has_lines = raw.starts_with("'''") || raw.starts_with("\"\"\"");
        // A line end right behind the quotes does not belong to the text.
        let skipped = usize::from(raw.get(3..).is_some_and(|text| text.starts_with(['\n', '\r'])));
        Some(if has_lines { first + skipped + line.saturating_sub(1) } else { first })
    }
}

/// A value of a table under its key, or of a list.
struct Child<'a, 'i> {
    key: Option<&'a str>,
    /// The span of the key; that of the value in a list.
    key_span: Range<usize>,
    value: &'a Spanned<DeValue<'i>>,
}

/// Returns the values that are directly in `value`.
fn children<'a, 'i>(value: &'a DeValue<'i>) -> impl Iterator<Item = Child<'a, 'i>> {
    let items = value.as_array().into_iter().flatten();
    let keys = value.as_table().into_iter().flatten();
    let items = items.map(|value| Child { key: None, key_span: value.span(), value });
    keys.map(|(key, value)| Child { key: Some(key.get_ref()), key_span: key.span(), value }).chain(items)
}

/// The key or value with the shortest span that holds the span of an error.
struct Nearest {
    /// The keys down to it: `panes[0].strategy`.
    path: String,
    /// The span of the value.
    value: Range<usize>,
    length: usize,
}

fn nearest(root: &Spanned<DeValue<'_>>, error: &Range<usize>) -> Nearest {
    let mut found = Nearest { path: String::new(), value: error.clone(), length: usize::MAX };
    look_below(root.get_ref(), "", error, &mut found);
    found
}

/// Goes through all values, because a table under a header stands apart from the key that holds it.
fn look_below(value: &DeValue<'_>, path: &str, error: &Range<usize>, found: &mut Nearest) {
    for (number, Child { key, key_span, value }) in children(value).enumerate() {
        let path = key.map_or_else(|| format!("{path}[{number}]"), |key| below(path, key));
        for span in [key_span, value.span()] {
            if span.start <= error.start && error.end <= span.end && span.len() <= found.length {
                *found = Nearest { path: path.clone(), value: value.span(), length: span.len() };
            }
        }
        look_below(value.get_ref(), &path, error, found);
    }
}

/// Returns the path of a key of the table at `path`.
fn below(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// Returns the span of the first value anywhere below that `fits`.
fn find(value: &Spanned<DeValue<'_>>, fits: &dyn Fn(&Child<'_, '_>) -> bool) -> Option<Range<usize>> {
    children(value.get_ref()).find_map(|child| if fits(&child) { Some(child.value.span()) } else { find(child.value, fits) })
}

/// Returns whether a value of the text is what was refused: a word, or a number however it is written.
fn is(child: &DeValue<'_>, value: &str) -> bool {
    let number = child.as_float().map(DeFloat::as_str).or(child.as_integer().map(DeInteger::as_str));
    let same = |number: &str| number.parse::<f64>().is_ok_and(|number| value.parse() == Ok(number));
    child.as_str() == Some(value) || number.is_some_and(same)
}

/// Returns the line of an offset, counted from 1.
fn line_of(text: &str, offset: usize) -> usize {
    text.char_indices().take_while(|(at, _)| *at < offset).filter(|(_, letter)| *letter == '\n').count() + 1
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
