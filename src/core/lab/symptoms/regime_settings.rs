//! The settings of a regime, which is a time in which they stay the same and over which a pane is judged.

use crate::base::params::invalid::Invalid;
use crate::base::params::param::{self, Param};
use crate::base::params::value::Value;
use crate::base::params::values::Values;
use crate::lab::run::setup::PaneSetup;
use crate::model::config::computer::Computer;
use crate::model::config::own_loop::OwnLoop;
use crate::model::config::settings::Presentation;
use crate::model::world::body::StateHash;
use serde::Serialize;
use std::collections::BTreeMap;

/// The settings of a pane whose changes begin a regime, in the form of traces and reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RegimeSettings {
    #[serde(rename = "loop")]
    pub strategy: String,
    /// A hash of the text of a user's loop and of the texts that it includes; `None` for a published loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    pub params: BTreeMap<String, Value>,
    /// The delay of the interval that calls a page, in ms; `None` for any other loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    interval_ms: Option<f64>,
    /// The frame rate that a constant of a user's loop asks for, in hertz; `None` without such a constant.
    #[serde(skip_serializing_if = "Option::is_none")]
    constant_hz: Option<f64>,
    drawing: Presentation,
    world: String,
    /// The options of the world that have been set.
    options: Values,
    seed: u64,
    /// The settings of the computer that differ from the defaults.
    computer: Computer,
}

impl RegimeSettings {
    pub fn of(setup: &PaneSetup) -> Result<RegimeSettings, Invalid> {
        let (settings, choice, strategy) = (setup.settings, setup.choice(), setup.strategy()?);
        let own = settings.loops.iter().find(|own| own.id() == strategy.id);
        let has_defaults = || strategy.params.iter().all(|param| choice.params.get(param) == param.default_value());
        let param = |param: &Param| (param.name.to_string(), choice.params.get(param));
        Ok(RegimeSettings {
            strategy: strategy.id.to_string(),
            text: own.map(|own| hash(&own.with_included(&settings.loops))),
            params: strategy.params.iter().map(param).collect(),
            interval_ms: strategy.interval_ms.filter(|_| has_defaults()),
            constant_hz: strategy.constant_hz,
            drawing: setup.presentation()?,
            world: settings.scene.id.clone(),
            options: settings.scene.options.clone(),
            seed: settings.seed,
            computer: setup.computer().clone(),
        })
    }

    /// Returns the frame rate that the loop asks for, in hertz: the lowest of its parameters that hold one, or the rate of the
    /// interval that calls it, or that of a constant; `None` if there is none of them.
    pub fn asked_rate(&self) -> Option<f64> {
        let rates = self.params.iter().filter(|(name, _)| param::is_frame_rate(name));
        let rates = rates.filter_map(|(_, value)| if let Value::Number(hertz) = value { Some(*hertz) } else { None });
        rates.min_by(f64::total_cmp).or(self.interval_ms.map(|delay| 1000.0 / delay)).or(self.constant_hz)
    }
}

fn hash(texts: &[&OwnLoop]) -> String {
    let mut hash = StateHash::default();
    for byte in texts.iter().flat_map(|own| own.source.bytes().chain([0])) {
        hash.add(u64::from(byte));
    }
    format!("{:016x}", hash.0)
}
