//! The text of a step: words, `{A.fps_mean}` for numbers that are read from the run, and `[computer.render_ms]` for settings that
//! can be dragged.

use super::quantity::Quantity;
use tickscope_core::base::numbers::trimmed;
use tickscope_core::base::params::described::Described;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::params::param::{Number, Param, ValueKind};
use tickscope_core::base::params::value::Value;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::patch::{Owner, SettingPath};
use tickscope_core::model::config::settings::Settings;
use tickscope_core::model::{scripts, worlds};

/// The largest number of words of a text, which should have one idea.
const MOST_WORDS: usize = 60;
/// Stands for the sentences of a text whose numbers are not known yet.
const NOT_YET: &str = "The numbers are not known yet. ";

#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    Words(String),
    Quantity(Quantity),
    Setting(SettingPath),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct LessonText(pub Vec<Piece>);

impl LessonText {
    pub fn parse(text: &str) -> Result<LessonText, Invalid> {
        let words = text.split_whitespace().count();
        if words >= MOST_WORDS {
            return Err(Invalid::new("text", format!("{words} words"), format!("one idea in fewer than {MOST_WORDS} words")));
        }
        let mut pieces = Vec::new();
        let mut rest = text.trim();
        while let Some(at) = rest.find(['{', '[']) {
            if at > 0 {
                pieces.push(Piece::Words(rest[..at].to_owned()));
            }
            let is_reading = rest[at..].starts_with('{');
            let end = rest[at..].find(if is_reading { '}' } else { ']' });
            let end = end.ok_or_else(|| Invalid::new("text", &rest[at..], "closed: {A.fps_mean} or [computer.render_ms]"))?;
            let inner = &rest[at + 1..at + end];
            pieces.push(if is_reading {
                Piece::Quantity(Quantity::parse(inner)?)
            } else {
                Piece::Setting(SettingPath::parse(inner)?)
            });
            rest = &rest[at + end + 1..];
        }
        if !rest.is_empty() {
            pieces.push(Piece::Words(rest.to_owned()));
        }
        Ok(LessonText(pieces))
    }

    /// Returns the text with its numbers. `value` returns a quantity of a run.
    pub fn fill(&self, settings: &Settings, value: impl Fn(&Quantity) -> Option<f64>) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Words(words) => words.clone(),
            Piece::Quantity(quantity) => quantity.show(value(quantity)),
            Piece::Setting(path) => number_of(path, settings).map_or_else(|| "–".to_owned(), |(value, _)| trimmed(value, 2)),
        };
        self.0.iter().map(piece).collect()
    }

    /// Returns the text with one sentence in place of those with a number that `value` does not know yet. Sentences with a setting
    /// stay, because the setting can be dragged at once.
    #[must_use]
    pub fn known(&self, value: impl Fn(&Quantity) -> Option<f64>) -> LessonText {
        let (mut known, mut has_said) = (Vec::new(), false);
        for sentence in self.sentences() {
            let is_unknown = |piece: &Piece| matches!(piece, Piece::Quantity(quantity) if value(quantity).is_none());
            if sentence.has_settings() || !sentence.0.iter().any(is_unknown) {
                known.extend(sentence.0);
            } else if !std::mem::replace(&mut has_said, true) {
                known.push(Piece::Words(NOT_YET.to_owned()));
            }
        }
        if let Some(Piece::Words(last)) = known.last_mut() {
            last.truncate(last.trim_end().len());
        }
        LessonText(known)
    }

    /// Returns the sentences of the text, each with the space after it.
    fn sentences(&self) -> Vec<LessonText> {
        let (mut sentences, mut open) = (Vec::new(), LessonText::default());
        for piece in &self.0 {
            let Piece::Words(words) = piece else {
                open.0.push(piece.clone());
                continue;
            };
            let ends = words.match_indices(['.', '?', '!']).map(|(at, _)| at + 1).filter(|end| words[*end..].starts_with(' '));
            let mut from = 0;
            for end in ends {
                open.0.push(Piece::Words(words[from..=end].to_owned()));
                sentences.push(std::mem::take(&mut open));
                from = end + 1;
            }
            open.0.push(Piece::Words(words[from..].to_owned()));
        }
        sentences.push(open);
        sentences
    }

    pub fn asks(&self) -> bool {
        matches!(self.0.last(), Some(Piece::Words(words)) if words.ends_with('?'))
    }

    pub fn quantities(&self) -> impl Iterator<Item = Quantity> + '_ {
        self.0.iter().filter_map(|piece| if let Piece::Quantity(quantity) = piece { Some(*quantity) } else { None })
    }

    /// Returns whether the text has a setting that can be dragged.
    pub fn has_settings(&self) -> bool {
        self.0.iter().any(|piece| matches!(piece, Piece::Setting(_)))
    }

    /// Checks that the panes and settings that the text names exist.
    pub fn check(&self, settings: &Settings) -> Result<(), Invalid> {
        for piece in &self.0 {
            match piece {
                Piece::Quantity(quantity) => drop(settings.find_pane(quantity.pane)?),
                Piece::Setting(path) if number_of(path, settings).is_none() => {
                    return Err(Invalid::new("text", path, "the path of a number: [computer.render_ms]"));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Returns the number that is set at a path, and its range; `None` if the path leads to no number.
pub fn number_of(path: &SettingPath, settings: &Settings) -> Option<(f64, Number)> {
    match value_of(path, settings)? {
        (Param { kind: ValueKind::Number(range), .. }, Value::Number(value)) => Some((value, range)),
        _ => None,
    }
}

/// Returns the parameter that a path names, and its value; `None` if it names none.
pub fn value_of(path: &SettingPath, settings: &Settings) -> Option<(Param, Value)> {
    let param = param_of(path, settings)?;
    let value = path.value(settings).filter(|value| !value.is_unset()).unwrap_or_else(|| param.default_value());
    Some((param, value))
}

fn param_of(path: &SettingPath, settings: &Settings) -> Option<Param> {
    let name = path.name.as_str();
    match path.owner {
        Owner::Computer | Owner::PaneComputer(_) => Computer::param(name).ok().cloned(),
        Owner::Params(pane) => scripts::of_pane(settings, settings.find_pane(pane).ok()?).ok()?.param(name).cloned(),
        Owner::WorldOptions => worlds::find(&settings.scene.id).ok()?.options.iter().find(|param| param.name == name).cloned(),
        _ => None,
    }
}
