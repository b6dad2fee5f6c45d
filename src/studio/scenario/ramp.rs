//! A number that moves evenly along its slider, as if a person dragged it: `ramp = { path = "computer.render_ms", to = 70,
//! seconds = 3 }`. It is read as the commands of such a drag.

use serde::Deserialize;
use tickscope_core::base::params::described::Described;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::params::param::{Param, Rail};
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::model::config::command::{Command, TimedCommand};
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::patch::{Owner, Patch, SettingPath};
use tickscope_core::model::config::settings::Settings;

/// The time from one change to the next: a thirtieth of a second.
const STEP: Span = Span::from_flicks(FLICKS_PER_SECOND / 30);
const SECONDS: Param = Param::seconds("seconds", 1.0, (0.1, 600.0), "How long the number moves.");

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ramp {
    path: String,
    to: f64,
    seconds: f64,
}

impl Ramp {
    /// Returns the number of changes; 0 if the length is not allowed.
    pub fn count(&self) -> usize {
        let is_allowed = SECONDS.check_number(self.seconds).is_ok();
        if is_allowed { Span::from_secs(self.seconds).whole(STEP) as usize } else { 0 }
    }

    /// Returns the changes after `begin`. The ramp starts at the number's value in `settings` after all `commands` up to `begin`.
    pub fn moves(
        &self,
        begin: Time,
        settings: &Settings,
        commands: &[(usize, TimedCommand)],
    ) -> Result<Vec<TimedCommand>, Invalid> {
        SECONDS.check_number(self.seconds)?;
        let path = SettingPath::parse(&self.path)?;
        let mut settings = settings.clone().lettered();
        let mut earlier: Vec<&TimedCommand> = commands.iter().map(|(_, timed)| timed).collect();
        earlier.sort_by_key(|timed| timed.at_flicks);
        for timed in earlier.into_iter().take_while(|timed| timed.at_flicks <= begin.flicks()) {
            // A value that is not allowed is refused when the whole script is checked.
            let _ = timed.command.change(&mut settings);
        }
        let Some(Value::Number(from)) = path.value(&settings) else {
            return Err(Invalid::new("ramp", &self.path, "the path of a number that is set: computer.render_ms"));
        };
        let count = self.count();
        let timed = |step: usize| {
            let value = if step == count { self.to } else { self.between(&path, from, step as f64 / count as f64) };
            let command = Command::Set(Patch::one(path.clone(), value));
            TimedCommand { at_flicks: (begin + STEP * step as i64).flicks(), command }
        };
        Ok((1..=count).map(timed).collect())
    }

    /// Returns the number at this share of the distance along its slider, with three digits.
    fn between(&self, path: &SettingPath, from: f64, share: f64) -> f64 {
        let param =
            matches!(path.owner, Owner::Computer | Owner::PaneComputer(_)).then(|| Computer::param(&path.name).ok()).flatten();
        let is_logarithmic = param.is_some_and(|param| matches!(param.rail, Some(Rail::Logarithmic(..))));
        let value = if is_logarithmic && from > 0.0 && self.to > 0.0 {
            from * libm::pow(self.to / from, share)
        } else {
            from + (self.to - from) * share
        };
        if value == 0.0 {
            return 0.0;
        }
        let digits = libm::pow(10.0, 2.0 - libm::floor(libm::log10(value.abs())));
        (value * digits).round() / digits
    }
}

#[cfg(test)]
mod tests {
    use crate::studio::scenario::definition::Scenario;
    use tickscope_core::base::params::value::Value;
    use tickscope_core::base::time::Time;
    use tickscope_core::model::config::command::{Command, TimedCommand};
    use tickscope_core::model::config::patch::Owner;

    fn read(step: &str) -> Result<Vec<TimedCommand>, String> {
        let text = format!("tickscope = 4\n[[panes]]\nstrategy = \"frame-based\"\n[computer]\nrender_ms = 5\n[[at]]\n{step}\n");
        let scenario = Scenario::parse("a test", &text).map_err(|error| error.to_string())?;
        assert_eq!(Scenario::parse("again", &scenario.to_toml()), Ok(scenario.clone()));
        Ok(scenario.script.commands().to_vec())
    }

    fn loads(commands: &[TimedCommand]) -> Vec<(f64, f64)> {
        let load = |timed: &TimedCommand| match &timed.command {
            Command::Set(patch) => match patch.iter().next() {
                Some((path, Value::Number(ms))) if *path == Owner::Computer.path("render_ms") => *ms,
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        };
        commands.iter().map(|timed| (Time::from_flicks(timed.at_flicks).as_secs(), load(timed))).collect()
    }

    #[test]
    fn a_ramp_moves_a_number_steadily_along_its_slider() {
        let moves = loads(&read("s = 3\nramp = { path = \"computer.render_ms\", to = 80, seconds = 2 }").unwrap());
        assert_eq!((moves.len(), moves[59]), (60, (5.0, 80.0)));
        assert_eq!(moves[29], (4.0, 20.0), "half of the way from 5 to 80 on a logarithmic slider");
        assert!(moves.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
    }

    #[test]
    fn a_ramp_begins_where_the_number_stands() {
        let then = "s = 6\nramp = { path = \"computer.render_ms\", to = 10, seconds = 1 }";
        let before = "s = 5\ncomputer = { render_ms = 40 }";
        // The order in the file does not matter.
        for steps in [[before, then], [then, before]] {
            let moves = loads(&read(&steps.join("\n[[at]]\n")).unwrap());
            assert_eq!((moves[0], moves[15].1, moves[30].1), ((5.0, 40.0), 20.0, 10.0));
        }
    }

    #[test]
    fn a_ramp_that_leads_nowhere_is_refused_with_its_line() {
        let refused = |ramp: &str| read(&format!("s = 1\nramp = {{ {ramp} }}")).unwrap_err();
        for (ramp, said) in [
            ("path = \"computer.nothing\", to = 1, seconds = 1", "nothing"),
            ("path = \"panes.A.strategy\", to = 1, seconds = 1", "the path of a number"),
            ("path = \"computer.render_ms\", to = 1, seconds = 0", "0.1 to 600 s"),
            ("path = \"computer.render_ms\", to = 1, seconds = nan", "0.1 to 600 s"),
            ("path = \"computer.render_ms\", to = -1, seconds = 1", "render_ms"),
            ("path = \"computer.render_ms\", seconds = 1", "to"),
        ] {
            let error = refused(ramp);
            assert!(error.contains(said) && error.contains("line"), "{ramp}: {error}");
        }
    }
}
