//! The settings of a pane by which its events are judged.

use super::kind::Kind;
use super::regime_settings::RegimeSettings;
use super::symptom::Symptom;
use super::words::Said;
use crate::base::params::invalid::Invalid;
use crate::base::time::Span;
use crate::lab::metrics::screen::Screen;
use crate::lab::run::setup::PaneSetup;
use crate::model::config::capture::Capture;
use crate::model::config::computer::Present;
use crate::model::world::kind::WorldKind;
use std::rc::Rc;
use std::sync::Arc;

/// The settings of the pane that findings depend on, from a moment on.
#[derive(Clone, Debug)]
pub struct Terms {
    pub settings: Rc<RegimeSettings>,
    /// The frame rate that the loop asks for, in hertz; `None` if it asks for none.
    pub asked_hz: Option<f64>,
    pub screen: Screen,
    pub timer: Span,
    pub present: Present,
    pub varies: bool,
    /// Whether there is no queue for frames, so that the CPU waits for the GPU.
    pub waits: bool,
    pub paused: bool,
    /// Whether the loop handles a pause itself.
    pub pauses: bool,
    /// The reason why the loop can't run in this world; `None` if it can.
    pub lacks: Option<&'static str>,
    /// The capture that the pane plays; `None` if a loop runs.
    pub captured: Option<Arc<Capture>>,
}

impl Terms {
    pub fn of(setup: &PaneSetup, world: &WorldKind) -> Result<Terms, Invalid> {
        let (computer, strategy) = (setup.computer(), setup.strategy()?);
        let settings = RegimeSettings::of(setup)?;
        Ok(Terms {
            asked_hz: settings.asked_rate(),
            settings: Rc::new(settings),
            screen: Screen::of(computer),
            timer: Span::from_millis(computer.timer_ms),
            present: computer.present,
            varies: computer.vrr,
            waits: computer.queue == 0,
            paused: setup.settings.paused,
            pauses: strategy.pauses,
            lacks: strategy.lacks_in(world),
            captured: setup.choice().capture.clone().filter(|_| strategy.is_captured()),
        })
    }

    /// Returns whether the pane's events can show this kind.
    pub fn can_tell(&self, kind: Kind) -> bool {
        let has_refresh = self.screen.interval.is_some() || !kind.needs_refresh();
        has_refresh && self.captured.as_ref().is_none_or(|capture| kind.is_shown_by_capture(capture))
    }

    /// Returns the verdict on a capture that is too short to be judged; `None` for all others and for loops.
    pub fn too_short(&self) -> Option<Symptom> {
        let capture = self.captured.as_ref().filter(|capture| capture.is_too_short())?;
        let said = Said::TooShort { frames: capture.facts.shown, seconds: capture.end().as_secs() };
        Some(Symptom::new(said, 0.0, Vec::new()))
    }
}
