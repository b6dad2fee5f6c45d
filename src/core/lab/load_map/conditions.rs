//! The conditions of a ribbon: the load that varies along it, and the settings that stay the same.

use crate::base::params::invalid::Invalid;
use crate::base::params::param::Param;
use crate::lab::run::bounded::Run;
use crate::model::config::computer::Computer;
use crate::model::config::settings::Settings;
use crate::model::{scripts, worlds};

/// The load that varies along a ribbon, while all other settings stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// The cost of a frame.
    Render,
    /// The cost of an update.
    Update,
}

impl Axis {
    /// Both loads, in the order of their sliders.
    pub const ALL: [Axis; 2] = [Axis::Render, Axis::Update];
    /// The beginning of the logarithmic scale, in milliseconds. A frame never costs less.
    const LEAST_MS: f64 = Computer::LOAD_SCALE_MS.0;
    /// The end of the scale in milliseconds.
    pub const MOST_MS: f64 = Computer::LOAD_SCALE_MS.1;

    /// Returns the axis of a setting of a computer; `None` if it is no load.
    pub fn along(param: &Param) -> Option<Axis> {
        match &*param.name {
            "render_ms" => Some(Axis::Render),
            "update_ms" => Some(Axis::Update),
            _ => None,
        }
    }

    pub fn load_ms(self, computer: &Computer) -> f64 {
        match self {
            Axis::Render => computer.render_ms,
            Axis::Update => computer.update_ms,
        }
    }

    /// Returns this load of a computer in milliseconds, to be set.
    fn load_mut(self, computer: &mut Computer) -> &mut f64 {
        match self {
            Axis::Render => &mut computer.render_ms,
            Axis::Update => &mut computer.update_ms,
        }
    }

    /// Names the load in a sentence: `render load`.
    pub const fn in_words(self) -> &'static str {
        match self {
            Axis::Render => "render load",
            Axis::Update => "update load",
        }
    }

    /// Returns the load in milliseconds at a position on the scale, 0 to 1. The update load at 0 is 0, because an update may cost
    /// nothing.
    pub fn load_at(self, position: f64) -> f64 {
        if position <= 0.0 && self == Axis::Update {
            return 0.0;
        }
        Axis::LEAST_MS * libm::pow(Axis::MOST_MS / Axis::LEAST_MS, position.clamp(0.0, 1.0))
    }
}

/// The settings of one pane from its start, without single events such as stalls, a pause, or a counter that starts over.
#[derive(Clone, Debug, PartialEq)]
pub struct Conditions {
    /// The settings with one pane on the shared computer. The load of the axis is zero.
    settings: Settings,
    pub axis: Axis,
}

impl Conditions {
    /// Returns the conditions of the pane with this index; `None` if its loop can't run in its world, or plays a capture, on
    /// which loads have no effect.
    pub fn of_pane(settings: &Settings, index: usize, axis: Axis) -> Option<Conditions> {
        settings.panes.get(index)?;
        let kind = worlds::find(&settings.scene.id).ok()?;
        let strategy = scripts::of_pane(settings, index).ok()?;
        if strategy.is_captured() || strategy.lacks_in(kind).is_some() {
            return None;
        }
        let mut settings = settings.alone(index);
        *axis.load_mut(&mut settings.computer) = 0.0;
        Some(Conditions { settings, axis })
    }

    pub fn at(&self, load_ms: f64) -> Settings {
        let mut settings = self.settings.clone();
        *self.axis.load_mut(&mut settings.computer) = load_ms;
        settings
    }

    /// Returns the run of the pane with this load in milliseconds, for `seconds`. Refuses a run in which a turn would never end.
    pub fn run(&self, load_ms: f64, seconds: f64) -> Result<Run, Invalid> {
        Run::new(self.at(load_ms), 0, seconds)
    }
}

#[cfg(test)]
mod tests {
    use crate::base::params::described::Described;
    use crate::lab::load_map::conditions::*;
    use crate::model::config::computer::LOADS;

    #[test]
    fn every_axis_goes_along_a_load_of_the_panel() {
        let loads = Computer::PARAMS.iter().filter(|param| param.group == LOADS);
        assert!(loads.map(Axis::along).eq(Axis::ALL.map(Some)));
    }

    #[test]
    fn the_scale_is_logarithmic_between_its_ends() {
        for axis in Axis::ALL {
            assert!((axis.load_at(1.0) - 100.0).abs() < 1e-9);
            assert!((axis.load_at(2.0 / 3.0) - 10.0).abs() < 1e-9);
        }
        assert_eq!((Axis::Render.load_at(0.0), Axis::Update.load_at(0.0)), (0.1, 0.0));
    }
}
