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
