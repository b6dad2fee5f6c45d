//! The settings of a run: a world, a computer, panes with their loops, and stalls.

use super::capture::{Capture, CapturedLoad};
use super::computer::{Computer, PlayedPane};
use super::control::ControlChange;
use super::limits::{LONGEST_RUN_S, MOST_PANES};
use super::own_loop::OwnLoop;
use super::pane_letter::PaneLetter;
use crate::base::params::invalid::Invalid;
use crate::base::params::param::Param;
use crate::base::params::values::Values;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Everything that a person can set for a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The seed of all random numbers: noise, waking late, and the random starts of worlds.
    pub seed: u64,
    /// The world in which all panes run.
    pub scene: WorldChoice,
    /// The computer of every pane that has none of its own.
    pub computer: Computer,
    /// The stalls that are planned before the run.
    pub hitches: Vec<PlannedStall>,
    /// Whether the game in the panes is paused; the laboratory goes on. Only loops whose article has a pause obey.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub paused: bool,
    /// The loops that the user wrote; a pane names one as `own/NAME`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub loops: Vec<OwnLoop>,
    /// The panes, in their order on the screen.
    pub panes: Vec<PaneSettings>,
}

/// A world, its options, and a recorded drive in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorldChoice {
    /// The id of the world, as in `tickscope list scenes`.
    pub id: String,
    /// The options that are set; the others have their defaults.
    #[serde(default, skip_serializing_if = "Values::is_empty")]
    pub options: Values,
    /// A recorded drive in a world that is steered: the changes of the controls, by simulated time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strokes: Vec<ControlChange>,
}

/// One pane: its loop, the loop's parameters, and what differs from the shared settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaneSettings {
    /// The letter that names the pane; `None` until [`Settings::letter_panes`] gives it the first free one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub letter: Option<PaneLetter>,
    /// The name in the pane's head, 1 to 40 letters; `None` shows the name of the loop. Another loop removes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The id of the strategy, as in `tickscope list strategies`.
    pub strategy: String,
    /// The loop's parameters that are set; the others have their defaults.
    #[serde(default, skip_serializing_if = "Values::is_empty")]
    pub params: Values,
    /// The presentation of the frames; `None` draws as the strategy was published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub presentation: Option<Presentation>,
    /// The pane's own computer; `None` if it runs on the shared one, or plays a capture whose display is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<Computer>,
    /// The capture that the pane plays if its strategy is [`Capture::STRATEGY`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capture: Option<Arc<Capture>>,
}

/// The state of the world that a frame shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Presentation {
    /// The state after the last update.
    Latest,
    /// A state `alpha` of the way from the previous state to the current one.
    Interpolate,
    /// A state `alpha` of a step beyond the current one, predicted from velocity and turn rate.
    Extrapolate,
    /// The state of [`Presentation::Extrapolate`], but not beyond the first contact on the way. In a world without a wall both
    /// are the same.
    ExtrapolateToContact,
    /// A state `alpha` of a step beyond the current one, predicted from velocity alone: nothing turns before the next step.
    ExtrapolateStraight,
}

impl Presentation {
    pub const ALL: [Presentation; 5] = [
        Presentation::Latest,
        Presentation::Interpolate,
        Presentation::Extrapolate,
        Presentation::ExtrapolateToContact,
        Presentation::ExtrapolateStraight,
    ];

    pub fn find(id: &str) -> Result<Presentation, Invalid> {
        let found = Presentation::ALL.into_iter().find(|presentation| presentation.id() == id);
        found.ok_or_else(|| Invalid::unknown("presentation", id, Presentation::ALL.map(Presentation::id)))
    }

    /// Returns whether frames show a state beyond the current one.
    pub const fn is_predicted(self) -> bool {
        !matches!(self, Presentation::Latest | Presentation::Interpolate)
    }

    /// Returns the word for the command line.
    pub const fn id(self) -> &'static str {
        match self {
            Presentation::Latest => "latest",
            Presentation::Interpolate => "interpolate",
            Presentation::Extrapolate => "extrapolate",
            Presentation::ExtrapolateToContact => "extrapolate-to-contact",
            Presentation::ExtrapolateStraight => "extrapolate-straight",
        }
    }
}

/// The kind of operation that a stall lengthens. The stall strikes the first such operation that starts at its moment or later.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StallOn {
    #[default]
    Render,
    /// An update or a thought.
    Update,
    /// An update, a thought, a render or a sleep.
    Any,
}

impl StallOn {
    /// All kinds, the default first.
    pub const ALL: [StallOn; 3] = [StallOn::Render, StallOn::Update, StallOn::Any];

    /// Returns the word for the command line and files.
    pub const fn word(self) -> &'static str {
        match self {
            StallOn::Render => "render",
            StallOn::Update => "update",
            StallOn::Any => "any",
        }
    }

    /// Describes the operation that a stall lengthens.
    pub const fn in_words(self) -> &'static str {
        match self {
            StallOn::Render => "next frame",
            StallOn::Update => "next update",
            StallOn::Any => "next operation of any kind",
        }
    }

    /// Returns whether this is the default, which a file leaves out.
    pub fn is_usual(&self) -> bool {
        *self == StallOn::default()
    }
}

/// A planned stall: it lengthens the first operation of the kind `on` that starts at or after `at_s`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedStall {
    /// The moment in seconds of laboratory time.
    pub at_s: f64,
    /// The length of the stall in milliseconds, 0 to 10 000.
    pub ms: f64,
    /// The kind of operation that the stall lengthens.
    #[serde(default, skip_serializing_if = "StallOn::is_usual")]
    pub on: StallOn,
}

impl Default for Settings {
    /// Returns the settings of the first world with four loops that react to a high load differently: with slow motion, with long
    /// steps, with short steps, and with predicted frames.
    fn default() -> Settings {
        let panes = ["frame-based", "variable-delta", "fixed-interval", "frame-skip-predicted"];
        Settings {
            seed: 0,
            scene: WorldChoice::new("curve-and-wall"),
            computer: Computer::default(),
            hitches: Vec::new(),
            paused: false,
            loops: Vec::new(),
            panes: panes.into_iter().map(PaneSettings::new).collect(),
        }
    }
}

impl Settings {
    /// Returns the settings of a window that is opened for the first time: the default panes, in a world that shows time, path
    /// and contact separately.
    pub fn of_window() -> Settings {
        Settings { scene: WorldChoice::new("three-movers"), ..Settings::default() }
    }
}

impl WorldChoice {
    /// Returns the world of this id with its default options.
    pub fn new(id: &str) -> WorldChoice {
        WorldChoice { id: id.to_owned(), options: Values::default(), strokes: Vec::new() }
    }
}

impl PaneSettings {
    /// Returns a pane that runs this loop as published, on the shared computer.
    pub fn new(strategy: &str) -> PaneSettings {
        PaneSettings {
            letter: None,
            name: None,
            strategy: strategy.to_owned(),
            params: Values::default(),
            presentation: None,
            computer: None,
            capture: None,
        }
    }

    /// Returns a pane that plays a capture. If the display of the game is found in the capture, the pane has a computer of its
    /// own with that display. Without one its display is unknown.
    pub fn of_capture(capture: Capture) -> PaneSettings {
        let of_display = |refresh_hz| Computer { refresh_hz, has_unknown_display: false, ..Computer::of_capture().clone() };
        let computer = capture.refresh_hz().map(of_display);
        PaneSettings { capture: Some(Arc::new(capture)), computer, ..PaneSettings::new(Capture::STRATEGY) }
    }

    /// Returns the capture that the pane plays; `None` if it runs a loop.
    pub fn played(&self) -> Option<&Capture> {
        self.capture.as_deref().filter(|_| self.strategy == Capture::STRATEGY)
    }

    /// The longest name of a pane, in letters.
    const LONGEST_NAME: usize = 40;

    /// Checks the length of the pane's name.
    pub fn check_name(&self) -> Result<(), Invalid> {
        let letters = self.name.as_ref().map_or(1, |name| name.trim().chars().count());
        let is_allowed = (1..=PaneSettings::LONGEST_NAME).contains(&letters);
        let refused = || Invalid::new("name", self.name.clone().unwrap_or_default(), "1 to 40 letters");
        if is_allowed { Ok(()) } else { Err(refused()) }
    }

    /// Returns the letter that names the pane.
    ///
    /// # Panics
    /// If the pane is not part of a script, which gives every pane its letter.
    pub fn letter(&self) -> PaneLetter {
        self.letter.expect("a script gives every pane its letter")
    }
}

impl Settings {
    /// Returns the computer that pane `index` runs on. A capture never runs on the shared one: its frames bring their own costs.
    pub fn computer_of(&self, index: usize) -> &Computer {
        let pane = &self.panes[index];
        let usual = if pane.played().is_some() { Computer::of_capture() } else { &self.computer };
        pane.computer.as_ref().unwrap_or(usual)
    }

    /// Returns the pane whose load is played on `computer` if its settings ask for one: the chosen pane, or the first one that
    /// plays a capture if no pane is chosen or the chosen one plays none. `None` if no pane plays a capture. The
    /// load of a running game is not known before.
    pub fn captured_pane(&self, computer: &Computer) -> Option<&PaneSettings> {
        let mut captured = self.panes.iter().filter(|pane| pane.played().is_some_and(|capture| !capture.is_live()));
        let is_chosen = |pane: &&PaneSettings| pane.letter.map(PlayedPane::Letter) == Some(computer.play_pane);
        captured.clone().find(is_chosen).or_else(|| captured.next())
    }

    /// Returns the load of the capture that is played on `computer`; zero if it plays none.
    pub fn played_load(&self, computer: &Computer) -> CapturedLoad {
        let capture = self.captured_pane(computer).and_then(PaneSettings::played).filter(|_| computer.plays_load());
        capture.map(|capture| capture.load).unwrap_or_default()
    }

    /// Returns settings with only this pane, as if it started now: the shared computer is that of the pane, and there are no
    /// single events (stalls, a pause, a counter that starts over). If the pane plays the load of a capture, the captured pane is
    /// added after it.
    #[must_use]
    pub fn alone(&self, index: usize) -> Settings {
        let on = self.computer_of(index);
        let computer = Computer { clock_at_s: 0.0, wraps_at_s: 0.0, play_pane: PlayedPane::First, ..on.clone() };
        let own = self.panes[index].computer.clone().filter(|_| self.panes[index].played().is_some());
        let pane = PaneSettings { letter: None, name: None, computer: own, ..self.panes[index].clone() };
        let captured = self.captured_pane(on).filter(|_| computer.plays_load() && pane.played().is_none());
        let captured = captured.map(|captured| PaneSettings { letter: None, ..captured.clone() });
        let (hitches, paused, panes) = (Vec::new(), false, std::iter::once(pane).chain(captured).collect());
        let (scene, loops) = (self.scene.clone(), self.loops.clone());
        Settings { seed: self.seed, scene, computer, hitches, paused, loops, panes }.lettered()
    }

    /// Gives the first free letter to each pane that has none.
    pub fn letter_panes(&mut self) -> Result<(), Invalid> {
        self.check_letters()?;
        let mut taken: Vec<PaneLetter> = self.panes.iter().filter_map(|pane| pane.letter).collect();
        for pane in self.panes.iter_mut().filter(|pane| pane.letter.is_none()) {
            let letter = PaneLetter::first_free(&taken);
            taken.push(letter);
            pane.letter = Some(letter);
        }
        Ok(())
    }

    /// Checks that no two panes have the same letter.
    pub fn check_letters(&self) -> Result<(), Invalid> {
        let mut letters: Vec<PaneLetter> = self.panes.iter().filter_map(|pane| pane.letter).collect();
        letters.sort_unstable();
        match letters.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(twice) => Err(Invalid::new("letter", twice[0], "a letter that no other pane has")),
            None => Ok(()),
        }
    }

    /// Returns the settings with a letter for every pane.
    #[must_use]
    pub fn lettered(mut self) -> Settings {
        // A letter that is used twice is refused by the check of the settings.
        let _ = self.letter_panes();
        self
    }

    /// Returns the index of the pane with this letter.
    pub fn find_pane(&self, letter: PaneLetter) -> Result<usize, Invalid> {
        let refused = || {
            let letters: Vec<String> =
                self.panes.iter().filter_map(|pane| pane.letter).map(|letter| letter.to_string()).collect();
            Invalid::new("pane", letter, format!("one of {}", letters.join(", ")))
        };
        self.panes.iter().position(|pane| pane.letter == Some(letter)).ok_or_else(refused)
    }

    /// Returns the pane with this letter; `None` if there is no such pane.
    pub fn pane(&self, letter: PaneLetter) -> Option<&PaneSettings> {
        self.panes.iter().find(|pane| pane.letter == Some(letter))
    }

    pub fn pane_mut(&mut self, letter: PaneLetter) -> Result<&mut PaneSettings, Invalid> {
        let index = self.find_pane(letter)?;
        Ok(&mut self.panes[index])
    }

    /// Returns the pane's own computer. Copies the one that the pane runs on first if it has none of its own. The display of an
    /// own computer counts as known, because somebody has set it.
    pub fn own_computer(&mut self, letter: PaneLetter) -> Result<&mut Computer, Invalid> {
        let index = self.find_pane(letter)?;
        let copy = Computer { has_unknown_display: false, ..self.computer_of(index).clone() };
        Ok(self.panes[index].computer.get_or_insert(copy))
    }

    /// Checks that there are 1 to 6 panes. Only a report may have more.
    pub fn check_count(&self) -> Result<(), Invalid> {
        if (1..=MOST_PANES).contains(&self.panes.len()) {
            return Ok(());
        }
        Err(Invalid::new("panes", self.panes.len(), format!("1 to {MOST_PANES} panes")))
    }
}

impl PlannedStall {
    /// Returns a stall that lengthens a render.
    pub const fn of_render(at_s: f64, ms: f64) -> PlannedStall {
        PlannedStall { at_s, ms, on: StallOn::Render }
    }

    pub const MS: Param = Param::millis("hitch", 250.0, (0.0, 10_000.0), "How long the stall is.");
    pub const AT_S: Param = Param::seconds("hitch", 0.0, (0.0, LONGEST_RUN_S), "When the stall strikes.");

    /// Checks the moment and the length against their ranges.
    pub fn check(&self) -> Result<(), Invalid> {
        PlannedStall::AT_S.check_number(self.at_s)?;
        PlannedStall::MS.check_number(self.ms)
    }
}
