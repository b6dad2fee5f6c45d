//! How frames come onto a virtual display: the present mode, and a display without a clock of its own.

use crate::base::params::{Invalid, Param};
use serde::{Deserialize, Deserializer, Serialize, de::Error};

/// What becomes of a finished frame, after the modes of Khronos' present API.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Present {
    /// Vsync: every frame gets a refresh of its own, in order.
    #[default]
    Fifo,
    /// Each refresh shows the newest frame that is done; overtaken ones are dropped.
    Mailbox,
    /// A frame appears when it is done, in the middle of the scan-out: it tears.
    Immediate,
}

impl Present {
    /// All of them, the default first.
    pub const ALL: [Present; 3] = [Present::Fifo, Present::Mailbox, Present::Immediate];
    /// Their words, in the same order.
    pub const WORDS: &[&str] = &["fifo", "mailbox", "immediate"];

    /// As written on the command line and in files.
    pub const fn word(self) -> &'static str {
        Present::WORDS[self as usize]
    }

    /// What the switch called vsync has always meant: every frame waits for a refresh of its own, or the newest wins.
    pub const fn vsync(on: bool) -> Present {
        if on { Present::Fifo } else { Present::Mailbox }
    }
}

/// A present mode as it stands in a file: a word, or whether there is vsync, as older files say.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Vsync(bool),
    Word(String),
}

/// Reads a present mode, or whether there is vsync.
pub(super) fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Present, D::Error> {
    let allowed = || D::Error::custom(format!("one of {}, true, false", Present::WORDS.join(", ")));
    match Written::deserialize(from).map_err(|_| allowed())? {
        Written::Vsync(on) => Ok(Present::vsync(on)),
        Written::Word(word) => Present::ALL.into_iter().find(|mode| mode.word() == word).ok_or_else(allowed),
    }
}

/// The same where it may be left out.
pub(super) fn read_some<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Present>, D::Error> {
    read(from).map(Some)
}

/// Whether the display refreshes when a frame comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum VariableRefresh {
    /// No: it has ticks.
    #[default]
    Off,
    /// Yes, at most so often; and where no frame comes for too long it repeats the one that it shows.
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

impl VariableRefresh {
    /// The rates, where there are any.
    pub const fn rates(self) -> Option<Rates> {
        match self {
            VariableRefresh::Off => None,
            VariableRefresh::Range(rates) => Some(rates),
        }
    }

    /// Whether the display has ticks, so that a file need not say so.
    pub(super) fn is_off(&self) -> bool {
        *self == VariableRefresh::Off
    }

    /// As written on the command line: `48:144`, or `off`.
    pub fn text(self) -> String {
        self.rates().map_or("off".to_owned(), |Rates { lo_hz, hi_hz }| format!("{lo_hz}:{hi_hz}"))
    }

    /// Holds both rates against the range of `param`, and the pair against the present mode.
    ///
    /// # Errors
    /// If a rate is out of range, the lower one is above the higher one, or frames don't come in order.
    pub fn check(self, param: &Param, present: Present) -> Result<(), Invalid> {
        let Some(Rates { lo_hz, hi_hz }) = self.rates() else { return Ok(()) };
        param.check_number(lo_hz)?;
        param.check_number(hi_hz)?;
        let refused = |allowed| Err(Invalid::new(param.name.as_ref(), self.text(), allowed));
        if lo_hz > hi_hz {
            return refused("LO:HI with LO not above HI");
        }
        if present != Present::Fifo {
            return refused("off, or present = fifo beside it: a variable refresh shows every frame");
        }
        Ok(())
    }
}
