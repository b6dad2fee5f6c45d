//! One `[[at]]` of a scenario: what happens at a moment.

use super::form_1;
use crate::base::params::{Invalid, Values};
use crate::base::time::Time;
use crate::model::config::script::AT_S;
use crate::model::config::{
    Command, ComputerChange, ControlInput, HitchOn, PaneLetter, PaneSettings, Presentation, TimedCommand,
};
use serde::{Deserialize, Serialize};

/// Everything but the moment may be left out; several things happen in the order in which they stand here.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// When, in seconds from the beginning.
    s: f64,
    /// The pane that it is for; none means the computer that all share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pane: Option<PaneLetter>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hitch_ms: Option<f64>,
    /// What the stall falls on.
    #[serde(default, skip_serializing_if = "HitchOn::is_usual")]
    hitch_on: HitchOn,
    /// The game is paused, or goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pause: Option<bool>,
    /// An input of a person, as the space bar gives it.
    #[serde(default, skip_serializing_if = "is_false")]
    tap: bool,
    /// What is held down from then on: `steer = { left = true }`; an empty table releases all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    steer: Option<ControlInput>,
    /// Live options of the world.
    #[serde(default, skip_serializing_if = "Values::is_empty")]
    scene: Values,
    /// What changes of the computer; for a pane, which then has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    computer: Option<ComputerChange>,
    /// The pane goes back to the computer that all share.
    #[serde(default, skip_serializing_if = "is_false")]
    shared_computer: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    strategy: Option<String>,
    /// What a loop of form 1 had by default, to be said right after it was chosen.
    #[serde(skip)]
    form_1: Values,
    /// Parameters of the pane's loop.
    #[serde(default, skip_serializing_if = "Values::is_empty")]
    params: Values,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    presentation: Option<PresentationWord>,
    /// One more pane.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    add: Option<PaneSettings>,
    /// The pane is closed.
    #[serde(default, skip_serializing_if = "is_false")]
    close: bool,
    /// Two panes change places.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    swap: Option<[PaneLetter; 2]>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this form")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// How a pane is drawn: a presentation, or as its loop was published. TOML has no null for the latter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum PresentationWord {
    Published,
    Latest,
    Interpolate,
    Extrapolate,
    ExtrapolateToContact,
}

impl From<Option<Presentation>> for PresentationWord {
    fn from(presentation: Option<Presentation>) -> PresentationWord {
        match presentation {
            None => PresentationWord::Published,
            Some(Presentation::Latest) => PresentationWord::Latest,
            Some(Presentation::Interpolate) => PresentationWord::Interpolate,
            Some(Presentation::Extrapolate) => PresentationWord::Extrapolate,
            Some(Presentation::ExtrapolateToContact) => PresentationWord::ExtrapolateToContact,
        }
    }
}

impl PresentationWord {
    fn presentation(self) -> Option<Presentation> {
        match self {
            PresentationWord::Published => None,
            PresentationWord::Latest => Some(Presentation::Latest),
            PresentationWord::Interpolate => Some(Presentation::Interpolate),
            PresentationWord::Extrapolate => Some(Presentation::Extrapolate),
            PresentationWord::ExtrapolateToContact => Some(Presentation::ExtrapolateToContact),
        }
    }
}

impl Step {
    /// A command as a step of its own.
    pub fn from_command(timed: &TimedCommand) -> Step {
        let at = Step { s: Time::from_flicks(timed.at_flicks).as_secs(), ..Step::default() };
        let of = |pane: usize| Step { pane: Some(PaneLetter(pane)), ..at.clone() };
        match timed.command.clone() {
            Command::Computer(change) => Step { computer: Some(change), ..at },
            Command::PaneComputer { pane, computer: Some(change) } => Step { computer: Some(change), ..of(pane) },
            Command::PaneComputer { pane, computer: None } => Step { shared_computer: true, ..of(pane) },
            Command::Strategy { pane, strategy } => Step { strategy: Some(strategy), ..of(pane) },
            Command::Param { pane, name, value } => {
                let mut params = Values::default();
                params.set(&name, value);
                Step { params, ..of(pane) }
            }
            Command::Presentation { pane, presentation } => Step { presentation: Some(presentation.into()), ..of(pane) },
            Command::Hitch { ms, on } => Step { hitch_ms: Some(ms), hitch_on: on, ..at },
            Command::Pause(paused) => Step { pause: Some(paused), ..at },
            Command::Tap => Step { tap: true, ..at },
            Command::Steer(pedals) => Step { steer: Some(pedals), ..at },
            Command::SceneOption { name, value } => {
                let mut scene = Values::default();
                scene.set(&name, value);
                Step { scene, ..at }
            }
            Command::AddPane(pane) => Step { add: Some(pane), ..at },
            Command::ClosePane { pane } => Step { close: true, ..of(pane) },
            Command::SwapPanes { a, b } => Step { swap: Some([PaneLetter(a), PaneLetter(b)]), ..at },
        }
    }

    /// Says what a loop of form 1 had by default, where one begins.
    pub fn upgrade_from_form_1(&mut self) {
        if let Some(strategy) = &self.strategy {
            form_1::fill_in(strategy, &mut self.form_1);
        }
        if let Some(pane) = &mut self.add {
            form_1::fill_in(&pane.strategy, &mut pane.params);
        }
    }

    /// The commands that the step stands for.
    ///
    /// # Errors
    /// If the moment is out of range, nothing happens, or a pane is needed and none is named.
    pub fn commands(self) -> Result<Vec<TimedCommand>, Invalid> {
        AT_S.check_number(self.s)?;
        let needs_pane = [
            ("shared_computer", self.shared_computer),
            ("strategy", self.strategy.is_some()),
            ("params", !self.params.is_empty()),
            ("presentation", self.presentation.is_some()),
            ("close", self.close),
        ];
        if let (None, Some((key, _))) = (self.pane, needs_pane.iter().find(|(_, set)| *set)) {
            return Err(Invalid::new(*key, "", "needs a pane, as in pane = \"B\""));
        }
        let PaneLetter(pane) = self.pane.unwrap_or(PaneLetter(0));
        let mut commands = Vec::new();
        commands.extend(self.hitch_ms.map(|ms| Command::Hitch { ms, on: self.hitch_on }));
        commands.extend(self.pause.map(Command::Pause));
        commands.extend(self.tap.then_some(Command::Tap));
        commands.extend(self.steer.map(Command::Steer));
        let options = self.scene.iter().map(|(name, value)| (name.to_owned(), value.clone()));
        commands.extend(options.map(|(name, value)| Command::SceneOption { name, value }));
        commands.extend(self.computer.map(|change| match self.pane {
            Some(_) => Command::PaneComputer { pane, computer: Some(change) },
            None => Command::Computer(change),
        }));
        commands.extend(self.shared_computer.then_some(Command::PaneComputer { pane, computer: None }));
        commands.extend(self.strategy.map(|strategy| Command::Strategy { pane, strategy }));
        let params = self.form_1.iter().chain(self.params.iter()).map(|(name, value)| (name.to_owned(), value.clone()));
        commands.extend(params.map(|(name, value)| Command::Param { pane, name, value }));
        commands.extend(self.presentation.map(|word| Command::Presentation { pane, presentation: word.presentation() }));
        commands.extend(self.add.map(Command::AddPane));
        commands.extend(self.close.then_some(Command::ClosePane { pane }));
        commands.extend(self.swap.map(|[PaneLetter(a), PaneLetter(b)]| Command::SwapPanes { a, b }));
        if commands.is_empty() {
            return Err(Invalid::new("s", self.s, "something must happen: hitch_ms, computer, strategy …"));
        }
        let at_flicks = Time::from_secs(self.s).flicks();
        Ok(commands.into_iter().map(|command| TimedCommand { at_flicks, command }).collect())
    }
}
