//! The question to the advisor: the needs of a game and its load.

use crate::base::numbers::trimmed;
use crate::base::params::invalid::Invalid;
use crate::base::params::param::Param;
use crate::base::time::Time;
use crate::model::config::capture::Capture;
use crate::model::config::computer::{Computer, PlayLoad};
use crate::model::config::settings::{PaneSettings, Settings};

/// The range of the steps per second, if the game prescribes them.
pub const TICKS: Param = Param::rate("tick_hz", 60.0, "How many steps a second the game makes, if that is given.");
/// The range of the longest step that a world can bear.
pub const LONGEST_STEP: Param =
    Param::millis("contacts_ms", 16.7, (0.5, 1000.0), "The longest step that contacts and springs bear.");

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayerDisplay {
    Hz(f64),
    /// A display with a variable refresh, in the range that the computer's settings give.
    Variable,
}

/// The way in which a game may react when its loop can't keep up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overload {
    /// The game may run slower than time: it forgets the time that a long frame took.
    Slow,
    /// The game may leave out frames, but must keep its speed.
    Drop,
    /// The game must make up for all lost time, in fast-forward if necessary.
    CatchUp,
}

/// The needs of a game, and the load of its frames and updates.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The computer with its loads, the world and the seed. Its panes and its display are ignored.
    pub settings: Settings,
    /// The displays of the players; empty for a server.
    pub displays: Vec<PlayerDisplay>,
    /// Whether the same input must give the same game.
    pub same_game: bool,
    /// The steps per second; `None` if the game does not prescribe them.
    pub tick_hz: Option<f64>,
    pub overload: Overload,
    /// The longest step that contacts and springs can bear, in milliseconds; `None` if any step will do.
    pub longest_step_ms: Option<f64>,
    /// Whether frames may be a step old if that makes them smooth.
    pub allows_age: bool,
    /// Whether the system calls the game once for each refresh, as browsers and phones do.
    pub is_called: bool,
    pub saves_power: bool,
}

impl PlayerDisplay {
    /// The displays to assume if the players' displays are unknown.
    pub const UNKNOWN: [PlayerDisplay; 5] = [
        PlayerDisplay::Hz(60.0),
        PlayerDisplay::Hz(59.95),
        PlayerDisplay::Hz(120.0),
        PlayerDisplay::Hz(144.0),
        PlayerDisplay::Variable,
    ];

    /// Parses `unknown`, `none`, or rates in hertz and `variable`, separated by commas.
    pub fn parse(text: &str) -> Result<Vec<PlayerDisplay>, Invalid> {
        match text {
            "unknown" => return Ok(PlayerDisplay::UNKNOWN.to_vec()),
            "none" => return Ok(Vec::new()),
            _ => {}
        }
        let one = |part: &str| match part.trim() {
            "variable" => Some(PlayerDisplay::Variable),
            hz => hz.parse().ok().filter(|hz| TICKS.check_number(*hz).is_ok()).map(PlayerDisplay::Hz),
        };
        let allowed = "unknown, none, or rates of 1 to 1000 Hz and variable, as in 60,144,variable";
        let read: Option<Vec<PlayerDisplay>> = text.split(',').map(one).collect();
        read.ok_or_else(|| Invalid::new("displays", text, allowed))
    }

    pub fn name(self) -> String {
        match self {
            PlayerDisplay::Hz(hz) => format!("{} Hz", trimmed(hz, 2)),
            PlayerDisplay::Variable => "variable refresh".to_owned(),
        }
    }

    /// Returns `computer` with this display.
    pub(super) fn on(self, computer: &Computer) -> Computer {
        match self {
            PlayerDisplay::Hz(refresh_hz) => Computer { refresh_hz, vrr: false, ..computer.clone() },
            PlayerDisplay::Variable => Computer { vrr: true, ..computer.clone() },
        }
    }
}

impl Question {
    /// Returns the question with the loads of `settings` and the usual answers.
    pub fn new(settings: Settings) -> Question {
        Question {
            settings,
            displays: PlayerDisplay::UNKNOWN.to_vec(),
            same_game: false,
            tick_hz: None,
            overload: Overload::Slow,
            longest_step_ms: None,
            allows_age: true,
            is_called: false,
            saves_power: false,
        }
    }

    /// Replaces the render load and the GPU load by the load of a capture.
    #[must_use]
    pub fn with_load_of(mut self, captured: PaneSettings) -> Question {
        let computer = &mut self.settings.computer;
        (computer.render_ms, computer.gpu_ms, computer.play_load) = (0.0, 0.0, PlayLoad::Loop);
        self.settings.panes = vec![captured];
        self
    }

    /// Returns the capture that gives the game's load; `None` if the settings give it.
    pub fn played(&self) -> Option<&Capture> {
        let computer = &self.settings.computer;
        self.settings.captured_pane(computer).and_then(PaneSettings::played).filter(|_| computer.plays_load())
    }

    /// Returns the rate at which each second, third or fourth refresh of a player's display shows a picture, if that is the rate of
    /// the captured game within 3 %: a console's game of 30 FPS. `None` for any other game.
    pub(super) fn locked_hz(&self) -> Option<f64> {
        let game = self.played()?.own_fps(Time::ZERO, Time::NEVER)?;
        let parts = |display: &PlayerDisplay| match *display {
            PlayerDisplay::Hz(hz) => [2.0, 3.0, 4.0].map(|refreshes| hz / refreshes).to_vec(),
            PlayerDisplay::Variable => Vec::new(),
        };
        self.displays.iter().flat_map(parts).find(|hz| (game / hz - 1.0).abs() <= 0.03)
    }

    /// Returns the computer for a question that does not say otherwise: an *Ordinary PC*.
    pub fn usual_computer() -> Computer {
        Computer::default().ordinary_pc()
    }

    /// Returns whether all steps must have the same length. They must also if the steps per second are given.
    pub(super) fn wants_one_step(&self) -> bool {
        self.same_game || self.tick_hz.is_some()
    }

    /// Describes the needs, each in one sentence.
    pub fn sentences(&self) -> Vec<String> {
        let mut said = Vec::new();
        match self.tick_hz {
            Some(hz) => said.push(format!("The game makes {} steps of one length a second.", trimmed(hz, 2))),
            None if self.same_game => said.push("The same input gives the same game: all steps are of one length.".to_owned()),
            None => {}
        }
        said.push(match self.overload {
            Overload::Slow => "Overloaded, it may run slower than time.".to_owned(),
            Overload::Drop => "Overloaded, it keeps its speed and leaves out pictures.".to_owned(),
            Overload::CatchUp => "Time that a stall took is made up for.".to_owned(),
        });
        if let Some(ms) = self.longest_step_ms {
            said.push(format!("No step is longer than {} ms.", trimmed(ms, 2)));
        }
        if let Some(capture) = self.played() {
            said.push(format!("The load is that of {}. {}.", capture.name, capture.load.in_words()));
        }
        let displays: Vec<String> = self.displays.iter().map(|display| display.name()).collect();
        if displays.is_empty() {
            said.push("There is no display: pictures are not judged, and the loop must sleep.".to_owned());
        } else {
            said.push(format!("Displays: {}.", displays.join(", ")));
            let old = "Pictures may be a step old if that makes them smooth.";
            let new = "Pictures are as new as possible, with at most one frame in the queue.";
            said.push(if self.allows_age { old } else { new }.to_owned());
        }
        if self.is_called {
            said.push("The system calls the game once for each refresh.".to_owned());
        }
        if self.saves_power {
            said.push("It saves power: it never spins, and does not draw without a limit.".to_owned());
        }
        said
    }
}
