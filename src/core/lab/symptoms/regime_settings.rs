//! The settings of a regime, which is a time in which they stay the same and over which a pane is judged.

use crate::base::params::invalid::Invalid;
use crate::base::params::param::Param;
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
        let param = |param: &Param| (param.name.to_string(), choice.params.get(param));
        Ok(RegimeSettings {
            strategy: strategy.id.to_string(),
            text: own.map(|own| hash(&own.with_included(&settings.loops))),
            params: strategy.params.iter().map(param).collect(),
            drawing: setup.presentation()?,
            world: settings.scene.id.clone(),
            options: settings.scene.options.clone(),
            seed: settings.seed,
            computer: setup.computer().clone(),
        })
    }

    /// Returns the rates, in hertz, at which parameters limit the loop's drawing.
    pub fn asked_rates(&self) -> impl Iterator<Item = f64> {
        let rates = ["fps", "max_fps"].into_iter().filter_map(|name| self.params.get(name));
        rates.filter_map(|value| if let Value::Number(hertz) = value { Some(*hertz) } else { None })
    }
}

fn hash(texts: &[&OwnLoop]) -> String {
    let mut hash = StateHash::default();
    for byte in texts.iter().flat_map(|own| own.source.bytes().chain([0])) {
        hash.add(u64::from(byte));
    }
    format!("{:016x}", hash.0)
}
