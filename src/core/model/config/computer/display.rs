//! How frames come onto a virtual display: the present mode, and a display without a clock of its own.

use super::controls::{Choice, ChoiceOption, SettingsPanel, Slider, Switch};
use super::setting_value::{SettingValue, parse_part, parse_word, split_pair};
use crate::base::params::{Invalid, Param};
use serde::{Deserialize, Serialize};

/// The fate of a finished frame, after the modes of Khronos' present API.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", try_from = "PresentInFile")]
pub enum Present {
    /// Vsync: every frame gets a refresh of its own, in order.
    #[default]
    Fifo,
    /// Each refresh shows the newest frame that is done; overtaken ones are dropped.
    Mailbox,
    /// A frame appears when it is done, in the middle of the scan-out: it tears.
    Immediate,
}

/// A present mode in a file: its word, or whether there is vsync, as older files say.
#[derive(Deserialize)]
#[serde(untagged, expecting = "one of fifo, mailbox, immediate, true, false")]
enum PresentInFile {
    Vsync(bool),
    Word(String),
}

impl TryFrom<PresentInFile> for Present {
    type Error = String;

    fn try_from(written: PresentInFile) -> Result<Present, String> {
        match written {
            PresentInFile::Vsync(on) => Ok(Present::vsync(on)),
            PresentInFile::Word(word) => {
                let found = Present::ALL.into_iter().find(|mode| mode.word() == word);
                found.ok_or_else(|| format!("one of {}, true, false", Present::WORDS.join(", ")))
            }
        }
    }
}

impl Present {
    /// All of them, the default first.
    pub const ALL: [Present; 3] = [Present::Fifo, Present::Mailbox, Present::Immediate];
    /// Their words, in the same order.
    pub const WORDS: &[&str] = &["fifo", "mailbox", "immediate"];

    /// Returns the word on the command line and in files.
    pub const fn word(self) -> &'static str {
        Present::WORDS[self as usize]
    }

    /// Shows the modes side by side, and returns the one that the person has chosen.
    pub(super) fn choose(self, param: &Param, panel: &mut dyn SettingsPanel) -> Option<Present> {
        let words = [
            ("on (fifo)", "Every frame gets a refresh of its own, in order: nothing is dropped, and frames may queue (V)."),
            (
                "off (mailbox)",
                "Each refresh shows the newest frame that is done: overtaken ones are dropped, and nothing tears (V).",
            ),
            ("tears", "Present mode immediate: a frame appears as soon as it is done, from where the beam is downwards."),
        ];
        let options: [ChoiceOption<'_>; 3] = std::array::from_fn(|index| {
            let (word, about) = words[index];
            ChoiceOption { word, about, is_chosen: self == Present::ALL[index] }
        });
        let choice = Choice { name: "Vsync", about: &param.about, options: &options, side_by_side: true };
        panel.choice(&choice).map(|index| Present::ALL[index])
    }

    /// Returns the mode that older files mean by the switch `vsync`: on is fifo, off is mailbox.
    pub const fn vsync(on: bool) -> Present {
        if on { Present::Fifo } else { Present::Mailbox }
    }
}

impl SettingValue for Present {
    /// Reads the word of a mode, or `vsync:on` and `vsync:off`.
    fn parse(text: &str, param: &Param) -> Result<Present, Invalid> {
        match text.strip_prefix("vsync:") {
            Some("on") => Ok(Present::vsync(true)),
            Some("off") => Ok(Present::vsync(false)),
            Some(other) => Err(Invalid::unknown(param.name.as_ref(), other, ["on", "off"])),
            None => {
                let word = parse_word(text, param)?;
                Ok(Present::ALL.into_iter().find(|mode| mode.word() == word).unwrap_or_default())
            }
        }
    }

    fn text(self) -> String {
        self.word().to_owned()
    }

    fn check(self, _: &Param) -> Result<(), Invalid> {
        Ok(())
    }
}

/// The setting of a display that refreshes when a frame is there (variable refresh).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum VariableRefresh {
    /// The display has ticks of its own.
    #[default]
    Off,
    /// The display refreshes when a frame comes, at the highest rate at most; if none comes for a period of the lowest rate,
    /// it repeats the frame that it shows.
    Range(Rates),
}

/// Two rates in hertz, the lower one first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rates {
    /// The rate below which the display repeats a frame, Hz.
    pub lo_hz: f64,
    /// The highest rate, Hz.
    pub hi_hz: f64,
}

impl Rates {
    /// The range of the sliders of rates, Hz.
    pub(super) const SLIDER_HZ: (f64, f64) = (24.0, 240.0);
    /// The rates that a variable refresh begins with, as many monitors have them.
    const USUAL: Rates = Rates { lo_hz: 48.0, hi_hz: 144.0 };

    /// Shows a slider for each rate; a rate that passes the other takes it along.
    fn show(&mut self, param: &Param, panel: &mut dyn SettingsPanel) {
        let Rates { lo_hz, hi_hz } = self;
        let slider = |name, about| Slider::linear(name, param, Rates::SLIDER_HZ).about(about);
        let lowest = "Where no frame comes for longer than one interval of this rate, the display repeats the one that it shows.";
        if panel.slider(&slider("Lowest rate", lowest), lo_hz) {
            *lo_hz = lo_hz.round();
            *hi_hz = hi_hz.max(*lo_hz);
        }
        let highest = "A frame waits until one interval of this rate has passed since the last refresh.";
        if panel.slider(&slider("Highest rate", highest), hi_hz) {
            *hi_hz = hi_hz.round();
            *lo_hz = lo_hz.min(*hi_hz);
        }
    }
}

impl VariableRefresh {
    /// Shows whether the refresh is variable, and its rates.
    pub(super) fn show(&mut self, present: Present, param: &Param, panel: &mut dyn SettingsPanel) {
        let mut varies = self.rates().is_some();
        let reason = "Only with fifo: a variable refresh shows every frame, in order.";
        let disabled = (present != Present::Fifo).then_some(reason);
        if panel.switch(&Switch { name: "Variable refresh", about: &param.about, disabled }, &mut varies) {
            *self = if varies { VariableRefresh::Range(Rates::USUAL) } else { VariableRefresh::Off };
        }
        if let VariableRefresh::Range(rates) = self {
            rates.show(param, panel);
        }
    }

    /// Returns the two rates; `None` if the refresh is not variable.
    pub const fn rates(self) -> Option<Rates> {
        match self {
            VariableRefresh::Off => None,
            VariableRefresh::Range(rates) => Some(rates),
        }
    }

    /// Returns whether the display has ticks, so that a file need not say so.
    pub(super) fn is_off(&self) -> bool {
        *self == VariableRefresh::Off
    }
}

impl SettingValue for VariableRefresh {
    /// Reads `LO:HI`, or `off`.
    fn parse(text: &str, param: &Param) -> Result<VariableRefresh, Invalid> {
        if text == "off" {
            return Ok(VariableRefresh::Off);
        }
        let (lo, hi) = split_pair(text, "LO:HI, or off", param)?;
        Ok(VariableRefresh::Range(Rates { lo_hz: parse_part(lo, text, param)?, hi_hz: parse_part(hi, text, param)? }))
    }

    fn text(self) -> String {
        self.rates().map_or("off".to_owned(), |Rates { lo_hz, hi_hz }| format!("{lo_hz}:{hi_hz}"))
    }

    fn check(self, param: &Param) -> Result<(), Invalid> {
        let Some(Rates { lo_hz, hi_hz }) = self.rates() else { return Ok(()) };
        param.check_number(lo_hz)?;
        param.check_number(hi_hz)?;
        if lo_hz > hi_hz {
            return Err(Invalid::new(param.name.as_ref(), self.text(), "LO:HI with LO not above HI"));
        }
        Ok(())
    }
}
