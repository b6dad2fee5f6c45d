//! Where in a scenario's text something is wrong: the line and the key of an error.

use super::file_form::{OLDEST, VERSION};
use super::key_path::KeyPathPart;
use crate::base::params::{Invalid, Param, ValueKind};
use crate::model::config::computer::FIELDS;
use crate::model::config::script::AT_S;
use serde::de::DeserializeOwned;
use std::ops::Range;
use toml::de::{DeFloat, DeInteger, DeTable, DeValue};
use toml::{Deserializer, Spanned};

/// An error, and its line if it has one.
type TextError = (Option<usize>, String);

/// A scenario's text with the place of every key and value.
pub struct SourceText<'a> {
    text: &'a str,
    root: Spanned<DeTable<'a>>,
}

impl<'a> SourceText<'a> {
    /// Finds the place of every key.
    ///
    /// # Errors
    /// If the text is not TOML.
    pub fn parse(text: &'a str) -> Result<SourceText<'a>, TextError> {
        let root = DeTable::parse(text).map_err(|error| {
            let line = error.span().map(|span| line_of(text, span.start));
            (line, format!("this is not TOML: {}", one_line(error.message())))
        })?;
        Ok(SourceText { text, root })
    }

    /// Returns the number of the form, which this program reads.
    ///
    /// # Errors
    /// If the text does not say that it is a scenario, or its form is too old or too new.
    pub fn check_version(&self) -> Result<i64, TextError> {
        let Some(version) = self.root.get_ref().get("tickscope") else {
            return Err((None, format!("a scenario begins with tickscope = {VERSION}")));
        };
        let line = Some(line_of(self.text, version.span().start));
        let number = version.get_ref().as_integer().and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok());
        match number {
            Some(number) if number > VERSION => {
                Err((line, format!("written by a newer tickscope: form {number}, this program reads up to {VERSION}")))
            }
            Some(number @ OLDEST..=VERSION) => Ok(number),
            _ => Err((line, Invalid::new("tickscope", &self.text[version.span()], format!("{OLDEST} to {VERSION}")).to_string())),
        }
    }

    /// Reads the text as `T`.
    ///
    /// # Errors
    /// With the key, the value and what is allowed.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, TextError> {
        T::deserialize(Deserializer::from(self.root.clone())).map_err(|error| self.explain(&error))
    }

    /// An error of the reader, with the key, the value and what is allowed.
    fn explain(&self, error: &toml::de::Error) -> TextError {
        let Some(span) = error.span() else { return (None, one_line(error.message())) };
        let line = Some(line_of(self.text, span.start));
        let (path, value) = self.path_to(&span);
        let key = path.last().cloned().unwrap_or_default();
        let text = &self.text[value.unwrap_or(span)];
        let message = one_line(error.message());
        let quoted = |part: &str| part.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
        let names = quoted(&message);
        let known = || names.iter().skip(1).map(String::as_str);
        let what = if message.starts_with("unknown field") && names.len() > 1 {
            Invalid::unknown(within(&path), &names[0], known()).to_string()
        } else if message.starts_with("unknown variant") && names.len() > 1 {
            Invalid::unknown(path.join("."), &names[0], known()).to_string()
        } else if message.starts_with("missing field") {
            format!("{} is missing", names.first().map_or("something", String::as_str))
        } else {
            let allowed = param(&key).map_or_else(|| message.clone(), Param::allowed);
            Invalid::new(path.join("."), text.trim_matches('"'), allowed).to_string()
        };
        (line, what)
    }

    /// Returns the line and the words of a refusal of something under `path`.
    pub fn refuse(&self, path: &[KeyPathPart], invalid: &Invalid) -> TextError {
        let mut span = self.root.span();
        let mut names: Vec<String> = Vec::new();
        let mut value = None;
        for piece in path {
            let next = match (piece, value) {
                (KeyPathPart::Key(key), None) => self.root.get_ref().get(*key),
                (KeyPathPart::Key(key), Some(value)) => DeValue::get(value, *key),
                (KeyPathPart::Item(number), Some(value)) => DeValue::get(value, *number),
                (KeyPathPart::Item(_), None) => None,
            };
            let Some(next) = next else { break };
            span = next.span();
            value = Some(next.get_ref());
            match piece {
                KeyPathPart::Key(key) => names.push((*key).to_owned()),
                KeyPathPart::Item(number) => {
                    if let Some(list) = names.last_mut() {
                        list.push_str(&numbered(*number));
                    }
                }
            }
        }
        // The very key if it is there, else the value if it is, else the table that they would be in.
        let key = invalid.name.rsplit('.').next().unwrap_or_default();
        if let Some(found) = value.and_then(|value| find(value, key, &invalid.value)) {
            span = found;
        }
        if names.last().is_none_or(|last| *last != invalid.name) {
            names.push(invalid.name.clone());
        }
        (Some(line_of(self.text, span.start)), invalid.clone().called(names.join(".")).to_string())
    }

    /// The keys down to what stands at `span`, and where the value of the last one is.
    fn path_to(&self, span: &Range<usize>) -> (Vec<String>, Option<Range<usize>>) {
        let (mut path, mut value) = (Vec::new(), None);
        descend(self.root.get_ref(), span, &mut path, &mut value);
        (path, value)
    }
}

fn descend(table: &DeTable<'_>, at: &Range<usize>, path: &mut Vec<String>, value: &mut Option<Range<usize>>) {
    let holds = |span: Range<usize>| span.start <= at.start && at.end <= span.end;
    for (key, child) in table {
        if holds(key.span()) || holds(child.span()) {
            path.push(key.get_ref().to_string());
            *value = Some(child.span());
            if !holds(key.span()) {
                into(child.get_ref(), at, path, value);
            }
            return;
        }
    }
    // A table under a header stands apart from the key that holds it.
    for (key, child) in table {
        let (depth, before) = (path.len(), value.clone());
        path.push(key.get_ref().to_string());
        *value = None;
        into(child.get_ref(), at, path, value);
        if value.is_some() {
            return;
        }
        path.truncate(depth);
        *value = before;
    }
}

fn into(value: &DeValue<'_>, at: &Range<usize>, path: &mut Vec<String>, found: &mut Option<Range<usize>>) {
    if let Some(table) = value.as_table() {
        descend(table, at, path, found);
    }
    for (number, item) in value.as_array().into_iter().flatten().enumerate() {
        let (depth, list) = (path.len(), path.last().cloned().unwrap_or_default());
        if let Some(last) = path.last_mut() {
            last.push_str(&numbered(number));
        }
        let before = found.take();
        into(item.get_ref(), at, path, found);
        if found.is_some() {
            return;
        }
        *found = before;
        path.truncate(depth);
        if let Some(last) = path.last_mut() {
            *last = list;
        }
    }
}

/// How an item of a list is written in a path.
fn numbered(number: usize) -> String {
    format!("[{number}]")
}

/// The place of the value under the key `name`, or else of what is `value`, anywhere below.
fn find(below: &DeValue<'_>, name: &str, value: &str) -> Option<Range<usize>> {
    let named = |key: &str| key == name || key.strip_suffix("_ms") == Some(name);
    by(below, &|key, _| named(key)).or_else(|| by(below, &|key, child| key == value || is(child, value)))
}

/// Whether a value of the text is what was refused: a word, or a number however it is written.
fn is(child: &DeValue<'_>, value: &str) -> bool {
    let number = child.as_float().map(DeFloat::as_str).or(child.as_integer().map(DeInteger::as_str));
    let same = |number: &str| number.parse::<f64>().is_ok_and(|number| value.parse() == Ok(number));
    child.as_str() == Some(value) || number.is_some_and(same)
}

fn by(below: &DeValue<'_>, fits: &dyn Fn(&str, &DeValue<'_>) -> bool) -> Option<Range<usize>> {
    let inside = |(key, child): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
        let key: &std::borrow::Cow<'_, str> = key.get_ref();
        if fits(key, child.get_ref()) { Some(child.span()) } else { by(child.get_ref(), fits) }
    };
    if let Some(table) = below.as_table() {
        return table.iter().find_map(inside);
    }
    below.as_array()?.iter().find_map(|item| by(item.get_ref(), fits))
}

/// The name of the table that holds the last key.
fn within(path: &[String]) -> String {
    let above = &path[..path.len().saturating_sub(1)];
    if above.is_empty() { "key".to_owned() } else { format!("key of {}", above.join(".")) }
}

/// Returns the range of a key that is a number among the settings.
fn param(key: &str) -> Option<&'static Param> {
    static AT: Param = AT_S;
    let is_number = |param: &&Param| matches!(param.kind, ValueKind::Number(_));
    let of_computer = FIELDS.iter().map(|field| field.param).filter(is_number);
    of_computer.chain([&AT]).find(|param| param.name == key)
}

/// Lines count from 1.
fn line_of(text: &str, offset: usize) -> usize {
    text.char_indices().take_while(|(at, _)| *at < offset).filter(|(_, letter)| *letter == '\n').count() + 1
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
