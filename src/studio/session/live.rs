//! A game that runs while it is watched: what its pane gets between two frames of the window, and what is said of it.

use super::Session;
use super::action::{CaptureQuestion, CaptureSource, Notice};
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::lab::captures::live::LiveForm;
use tickscope_core::lab::captures::part::RefusedCapture;
use tickscope_core::model::config::capture::{Capture, CapturedFrame};
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::settings::PaneSettings;
use tickscope_core::model::machine::live_feed::LabPace;

/// A game that has written nothing for this long has stopped, in seconds.
const SILENT_S: f64 = 1.0;
/// A pane that is further behind than this is not live.
const FALLEN_BEHIND: Span = Span::from_flicks(FLICKS_PER_SECOND / 2);
/// The time for which is said that the game began again, in seconds.
const BEGAN_AGAIN_S: f64 = 3.0;

/// A report of the job that reads what the game writes.
#[derive(Debug)]
pub enum LiveReport {
    /// The file is not there yet.
    Waiting,
    /// The names and the first rows have come.
    Form(LiveForm),
    /// Displayed frames, by the game's clock.
    Frames(Vec<CapturedFrame>),
    /// The file was emptied or replaced.
    BeganAgain,
    /// Standard input has ended.
    Ended,
    Refused {
        why: Box<RefusedCapture>,
        /// Whether the rows can be read again as a person answers; those of standard input are gone.
        can_be_read_again: bool,
    },
}

/// A game that is followed.
#[derive(Clone, Debug)]
pub struct LiveGame {
    /// The name of the file, or `standard input`.
    pub name: String,
    state: LiveState,
    /// When the last frames came, by the window's clock; `None` before the first.
    came: Option<f64>,
    /// When the game began again, by the window's clock; `None` if it did not.
    began_again: Option<f64>,
    /// The newest flip, by the game's clock.
    newest: Option<Time>,
}

#[derive(Clone, Debug, PartialEq)]
enum LiveState {
    Waiting,
    Open,
    Ended,
    Refused(String),
}

impl LiveGame {
    pub fn new(name: &str) -> LiveGame {
        LiveGame { name: name.to_owned(), state: LiveState::Waiting, came: None, began_again: None, newest: None }
    }

    /// Returns a sentence about what the game writes at `clock`, in seconds of the window's clock; `None` while frames come.
    fn sentence(&self, clock: f64) -> Option<String> {
        let name = &self.name;
        let ago = self.came.map(|came| clock - came);
        match (&self.state, ago) {
            (LiveState::Refused(why), _) => Some(format!("Not followed: {why}.")),
            (LiveState::Ended, Some(ago)) => Some(format!("The game ended {ago:.0} s ago.")),
            (LiveState::Ended, None) => Some(format!("{name} ended without a frame.")),
            (LiveState::Waiting, None) => Some(format!("Waiting for {name}.")),
            (LiveState::Open, None) => Some(format!("Waiting for the first frames of {name}.")),
            (_, Some(ago)) if ago >= SILENT_S => Some(format!("The game stopped writing {ago:.0} s ago.")),
            _ => self.began_again.filter(|began| clock - began < BEGAN_AGAIN_S).map(|_| "The game began again.".to_owned()),
        }
    }
}

impl Session {
    /// Lets the live panes of this name show what [`Session::feed`] brings.
    pub fn follow(&mut self, name: &str) {
        self.window.live = Some(LiveGame::new(name));
    }

    /// Takes a report of the job that reads what the game writes.
    pub fn feed(&mut self, report: LiveReport) {
        let clock = self.window.clock;
        let pace = self.lab_pace();
        let Some(game) = &mut self.window.live else { return };
        match report {
            LiveReport::Waiting => game.state = LiveState::Waiting,
            LiveReport::Ended => game.state = LiveState::Ended,
            LiveReport::BeganAgain => game.began_again = game.came.map(|_| clock),
            LiveReport::Form(form) => {
                game.state = LiveState::Open;
                let name = game.name.clone();
                self.exchange_live_panes(&name, &form);
            }
            LiveReport::Frames(frames) => {
                for frame in &frames {
                    if game.newest.is_some_and(|newest| frame.flip < newest) {
                        game.began_again = Some(clock);
                    }
                    game.newest = Some(frame.flip);
                }
                (game.state, game.came) = (LiveState::Open, Some(clock));
                self.run.lab.feed(&game.name, &frames, pace);
            }
            LiveReport::Refused { why, can_be_read_again } if can_be_read_again && !why.readings.is_empty() => {
                let RefusedCapture { invalid, readings } = *why;
                game.state = LiveState::Refused(invalid.to_string());
                let question = Some(CaptureQuestion { source: CaptureSource::Live, readings: readings.into_vec() });
                self.window.notify(Notice { question, ..Notice::bad(format!("{invalid}. Read:")) });
            }
            LiveReport::Refused { why, .. } => {
                game.state = LiveState::Refused(why.to_string());
                self.window.notify(Notice::bad(why.to_string()));
            }
        }
    }

    fn lab_pace(&self) -> LabPace {
        if !self.is_playing() || self.run.transport.playhead.is_some() {
            LabPace::Standing
        } else if self.run.speed < 1.0 {
            LabPace::Slow
        } else {
            LabPace::Real
        }
    }

    /// Puts other panes in place of those that follow `name` if its rows have other sample times than these were opened for.
    fn exchange_live_panes(&mut self, name: &str, form: &LiveForm) {
        let is_other = |pane: &&PaneSettings| {
            pane.played().is_some_and(|capture| capture.is_live() && capture.name == name && capture.samples != form.samples)
        };
        let others: Vec<PaneSettings> = self.run.lab.settings().panes.iter().filter(is_other).cloned().collect();
        for pane in others {
            let close = Command::ClosePane(pane.letter());
            let add =
                Command::AddPane(PaneSettings { letter: None, capture: Some(Capture::live(name, form.samples).into()), ..pane });
            // One pane is the least, and six are the most.
            let is_alone = self.run.lab.panes().len() == 1;
            let [first, second] = if is_alone { [add, close] } else { [close, add] };
            let exchanged = self.run.command(first).and_then(|_| self.run.command(second));
            if let Err(refused) = exchanged {
                self.window.notify(Notice::bad(refused.to_string()));
            }
        }
    }

    /// Returns what is said of the running game in pane `index` in place of findings; `None` if the pane follows no game, or shows
    /// it.
    pub fn live_sentence(&self, index: usize) -> Option<String> {
        let live = self.run.lab.settings().panes.get(index)?.played().filter(|capture| capture.is_live())?;
        match self.window.live.as_ref().filter(|game| game.name == live.name) {
            Some(game) => game.sentence(self.window.clock),
            None => Some(format!("Nobody follows {}: start with --follow.", live.name)),
        }
    }

    /// Says how far pane `index` is behind the running game, if the laboratory's time stands or goes slowly; else returns `None`.
    pub fn behind_live(&self, index: usize) -> Option<String> {
        let behind = self.run.lab.panes().get(index)?.newest_fed()? - self.run.now();
        let words = || format!("{:.1} s behind the game; played at full speed it is live again.", behind.as_secs());
        (behind > FALLEN_BEHIND).then(words)
    }
}
