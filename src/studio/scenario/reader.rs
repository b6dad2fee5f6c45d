//! Reads a value of a text with serde. An error is returned as a value with a path, and not as a text.

use super::key_path::{KeyPath, KeyPathPart, Refused};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error, Expected, IntoDeserializer, MapAccess, SeqAccess, Unexpected, Visitor,
};
use std::fmt::Display;
use std::iter::Peekable;
use tickscope_core::base::params::invalid::Invalid;
use toml::Spanned;
use toml::de::DeValue;

#[derive(Debug, thiserror::Error)]
#[error("{wrong:?}")]
pub struct Fault<'a> {
    pub path: KeyPath<'a>,
    pub wrong: Wrong,
}

/// The error in a value of a file.
#[derive(Debug)]
pub enum Wrong {
    /// The table has no such key; its keys are listed.
    Key(String, &'static [&'static str]),
    /// The word is none of the allowed words, which are listed.
    Word(String, &'static [&'static str]),
    Kind(String),
    /// The type that was read refuses the value with these words.
    Said(String),
    Missing(&'static str),
    /// A value at or below the path is not allowed.
    Refused(Box<Invalid>),
}

pub fn read<'a, T: DeserializeOwned>(value: &'a Spanned<DeValue<'_>>) -> Result<T, Fault<'a>> {
    T::deserialize(Reader(value))
}

/// A key or an index in a table or a list, and the value there.
pub type Child<'a, 'i> = (KeyPathPart<'a>, &'a Spanned<DeValue<'i>>);

/// Returns the values that are directly in `value`.
pub fn children<'a, 'i>(value: &'a Spanned<DeValue<'i>>) -> impl Iterator<Item = Child<'a, 'i>> {
    let items = value.get_ref().as_array().into_iter().flat_map(|items| items.iter().enumerate());
    let keys = value.get_ref().as_table().into_iter().flatten();
    let keys = keys.map(|(key, value)| (KeyPathPart::Key(key.get_ref()), value));
    keys.chain(items.map(|(number, value)| (KeyPathPart::Item(number), value)))
}

impl<'a> Fault<'a> {
    fn below(mut self, part: KeyPathPart<'a>) -> Fault<'a> {
        self.path.insert(0, part);
        self
    }
}

impl From<Wrong> for Fault<'_> {
    fn from(wrong: Wrong) -> Self {
        Fault { path: Vec::new(), wrong }
    }
}

impl From<Refused> for Fault<'_> {
    fn from((path, invalid): Refused) -> Self {
        Fault { path, wrong: Wrong::Refused(Box::new(invalid)) }
    }
}

impl Error for Fault<'_> {
    fn custom<T: Display>(said: T) -> Self {
        Wrong::Said(said.to_string()).into()
    }

    fn invalid_type(_: Unexpected<'_>, kind: &dyn Expected) -> Self {
        Wrong::Kind(kind.to_string()).into()
    }

    fn invalid_length(_: usize, kind: &dyn Expected) -> Self {
        Wrong::Kind(kind.to_string()).into()
    }

    fn unknown_variant(word: &str, known: &'static [&'static str]) -> Self {
        Wrong::Word(word.to_owned(), known).into()
    }

    fn unknown_field(key: &str, known: &'static [&'static str]) -> Self {
        Wrong::Key(key.to_owned(), known).into()
    }

    fn missing_field(key: &'static str) -> Self {
        Wrong::Missing(key).into()
    }
}

/// A value for serde. A date is read as a text, because no key has a date.
struct Reader<'a, 'i>(&'a Spanned<DeValue<'i>>);

impl<'de, 'a> Deserializer<'de> for Reader<'a, '_> {
    type Error = Fault<'a>;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault<'a>> {
        match self.0.get_ref() {
            DeValue::String(text) => visitor.visit_str(text),
            DeValue::Datetime(date) => visitor.visit_string(date.to_string()),
            DeValue::Boolean(on) => visitor.visit_bool(*on),
            DeValue::Float(number) => visitor.visit_f64(number.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => visitor.visit_i64(number),
                Err(_) => visitor.visit_f64(number.as_str().parse().unwrap_or(f64::INFINITY)),
            },
            DeValue::Array(_) => visitor.visit_seq(Children(children(self.0).peekable())),
            DeValue::Table(_) => visitor.visit_map(Children(children(self.0).peekable())),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault<'a>> {
        let on = self.0.get_ref().as_bool().ok_or_else(|| Wrong::Kind("true or false".to_owned()))?;
        visitor.visit_bool(on)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault<'a>> {
        let word = self.0.get_ref().as_str().ok_or_else(|| Wrong::Kind("a word".to_owned()))?;
        visitor.visit_enum(word.into_deserializer())
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault<'a>> {
        visitor.visit_some(self)
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct newtype_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// The values of a table or a list that have not been read yet.
struct Children<I: Iterator>(Peekable<I>);

impl<'a, 'i: 'a, I: Iterator<Item = Child<'a, 'i>>> Children<I> {
    fn read_next<'de, S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault<'a>> {
        let Some((part, value)) = self.0.next() else { return Ok(None) };
        seed.deserialize(Reader(value)).map(Some).map_err(|fault| fault.below(part))
    }
}

impl<'de, 'a, 'i: 'a, I: Iterator<Item = Child<'a, 'i>>> SeqAccess<'de> for Children<I> {
    type Error = Fault<'a>;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault<'a>> {
        self.read_next(seed)
    }
}

impl<'de, 'a, 'i: 'a, I: Iterator<Item = Child<'a, 'i>>> MapAccess<'de> for Children<I> {
    type Error = Fault<'a>;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault<'a>> {
        let Some((part @ KeyPathPart::Key(key), _)) = self.0.peek().copied() else { return Ok(None) };
        seed.deserialize(key.into_deserializer()).map(Some).map_err(|fault: Fault<'a>| fault.below(part))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fault<'a>> {
        self.read_next(seed).map(|read| read.unwrap_or_else(|| unreachable!("a key comes before its value")))
    }
}
