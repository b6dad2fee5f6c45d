//! `tickscope advise`: the options that describe a game, and the question to the advisor that is made from them.

use super::refusal::Refusal;
use super::shared::Shared;
use super::values::{LIST_FORMATS, number, words};
use crate::studio::export::tables::TableFormat;
use crate::studio::scenario::link;
use clap::Args;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::lab::advise::question::{LONGEST_STEP, Overload, PlayerDisplay, Question, TICKS};
use tickscope_core::model::config::computer::PlayLoad;
use tickscope_core::model::config::settings::{Settings, WorldChoice};

/// The options of `advise`. An option that is not given has its usual value.
#[derive(Args)]
pub struct AdviseArgs {
    #[command(flatten)]
    needs: Needs,
    #[command(flatten)]
    shared: Box<Shared>,
    /// The address of the page that links lead to [none: the part of a link that goes behind one]
    #[arg(long, value_name = "ADDRESS", allow_hyphen_values = true, value_parser = link::base)]
    base: Option<String>,
    /// How it is written
    #[arg(long, value_name = "FORMAT", allow_hyphen_values = true, default_value = "table", value_parser = words(LIST_FORMATS))]
    format: TableFormat,
}

const OVERLOADS: &[(&str, Overload)] = &[("slow", Overload::Slow), ("drop", Overload::Drop), ("catch-up", Overload::CatchUp)];

#[derive(Args)]
#[command(next_help_heading = "The game")]
struct Needs {
    /// The same input must give the same game: every step has one length [any step will do]
    #[arg(long)]
    same_game: bool,
    /// How many steps a second the game makes, where that is given, by a server or by formulas [not given]
    #[arg(long, value_name = "HZ", allow_hyphen_values = true, value_parser = number(TICKS))]
    tick_hz: Option<f64>,
    /// Overloaded, it may run slower than time (slow), keep its speed and leave out pictures (drop), or must make up for all time
    /// (catch-up) [slow; catch-up where --tick-hz is given]
    #[arg(long, value_name = "WORD", allow_hyphen_values = true, value_parser = words(OVERLOADS))]
    overload: Option<Overload>,
    /// The longest step that contacts and springs bear, in ms [any]
    #[arg(long, value_name = "MS", allow_hyphen_values = true, value_parser = number(LONGEST_STEP))]
    contacts_ms: Option<f64>,
    /// The displays of the players: rates in Hz and variable, with commas between them; unknown is 60,59.95,120,144,variable, and
    /// none is a server [unknown]
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    displays: Option<String>,
    /// Pictures must be as new as possible: none may be a step old to be smooth
    #[arg(long)]
    no_age: bool,
    /// The system calls the game once for each refresh, as in a browser or on a phone
    #[arg(long)]
    called: bool,
    /// The game must save power: it never spins, and does not draw without a limit
    #[arg(long)]
    save_power: bool,
}

#[derive(Debug)]
pub struct AdviseRun {
    pub question: Question,
    /// The address in links; `None` without one.
    pub base: Option<String>,
    pub format: TableFormat,
    /// Notes about the capture, such as rows that were left out.
    pub notes: Vec<String>,
}

impl AdviseArgs {
    pub fn read(&self) -> Result<AdviseRun, Refusal> {
        let world = WorldChoice::new("runner");
        let mut computer = Question::usual_computer();
        if !self.shared.captures.is_empty() {
            (computer.render_ms, computer.play_load) = (0.0, PlayLoad::Loop);
        }
        let usual = Settings { scene: world, computer, ..Settings::default() };
        let hz = usual.computer.refresh_hz;
        let settings = self.shared.scenario_on(&[], usual)?.script.settings().clone();
        let Needs { same_game, tick_hz, overload, contacts_ms, displays, no_age, called, save_power } = &self.needs;
        let displays = match displays {
            Some(text) => PlayerDisplay::parse(text).map_err(|refused| refused.called("--displays"))?,
            // If the display is set by options of the computer, the players have only that display.
            None if settings.computer.vrr => vec![PlayerDisplay::Variable],
            None if settings.computer.refresh_hz != hz => vec![PlayerDisplay::Hz(settings.computer.refresh_hz)],
            None => PlayerDisplay::UNKNOWN.to_vec(),
        };
        if displays.is_empty() && *called {
            return Err(Invalid::new("--called", "on", "off without a display: no refresh calls the game").into());
        }
        let otherwise = if tick_hz.is_some() { Overload::CatchUp } else { Overload::Slow };
        let question = Question {
            displays,
            same_game: *same_game,
            tick_hz: *tick_hz,
            overload: overload.unwrap_or(otherwise),
            longest_step_ms: *contacts_ms,
            allows_age: !no_age,
            is_called: *called,
            saves_power: *save_power,
            ..Question::new(settings)
        };
        let notes = self.shared.capture_notes(&question.settings)?;
        Ok(AdviseRun { question, base: self.base.clone(), format: self.format, notes })
    }
}
