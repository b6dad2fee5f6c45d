//! What a person looks at and does: the laboratory, how fast it is watched, and what is selected.
//!
//! The panels are functions that show a [`Session`] and answer with [`Action`]s; doing one is the only way in which the
//! session changes. So a click, a key and a test all do the same.

use crate::lab::Lab;
use crate::pacer::Pacer;
use crate::params::{Invalid, Value};
use crate::settings::{Command, Computer, Presentation, SceneChoice, Settings};
use crate::time::{Span, Time};

/// The speeds at which the laboratory can be watched.
pub const SPEEDS: [(f64, &str); 4] = [(1.0, "1×"), (0.5, "1/2"), (0.1, "1/10"), (0.01, "1/100")];

/// Something that a person does.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A command to the panes, at the laboratory's time.
    Lab(Command),
    /// The same presentation for all panes; nothing means as published.
    PresentAll(Option<Presentation>),
    Scene(String),
    SceneOption(String, Value),
    /// Everything from the beginning, with the settings as they are now.
    Restart,
    PlayPause,
    /// Pause, and move on by one refresh of the virtual display.
    Step,
    Speed(f64),
    Select(usize),
    Theme(Theme),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    Dark,
    Light,
}

pub struct Session {
    lab: Lab,
    pacer: Pacer,
    playing: bool,
    speed: f64,
    selected: usize,
    theme: Theme,
    /// Why the last thing that was asked for was refused.
    refusal: Option<Invalid>,
}

impl Session {
    /// # Errors
    /// If the settings are not allowed.
    pub fn new(settings: Settings) -> Result<Session, Invalid> {
        Ok(Session {
            lab: Lab::new(settings)?,
            pacer: Pacer::new(None),
            playing: true,
            speed: 1.0,
            selected: 0,
            theme: Theme::Dark,
            refusal: None,
        })
    }

    /// The window has come to a monitor that reports this rate.
    pub fn on_monitor(&mut self, reported_hz: Option<f64>) {
        self.pacer = Pacer::new(reported_hz);
    }

    /// A frame of the window begins at `real` seconds of a steady clock.
    pub fn frame(&mut self, real: f64) {
        if self.playing {
            let moment = self.pacer.advance(real, self.lab.now(), self.lab.settings().computer.refresh_hz, self.speed);
            self.lab.advance_to(moment);
        }
    }

    /// Does one thing. What can't be done changes nothing, and [`Session::refusal`] tells why.
    pub fn act(&mut self, action: Action) {
        self.refusal = self.attempt(action).err();
    }

    fn attempt(&mut self, action: Action) -> Result<(), Invalid> {
        match action {
            Action::Lab(command) => self.lab.command(command)?,
            Action::PresentAll(presentation) => {
                for pane in 0..self.lab.panes().len() {
                    self.lab.command(Command::Presentation { pane, presentation })?;
                }
            }
            Action::Scene(id) => self.restart_with(Settings { scene: SceneChoice::new(&id), ..self.lab.settings().clone() })?,
            Action::SceneOption(name, value) => {
                let mut settings = self.lab.settings().clone();
                settings.scene.options.set(&name, value);
                self.restart_with(settings)?;
            }
            Action::Restart => self.restart_with(self.lab.settings().clone())?,
            Action::PlayPause => {
                self.playing = !self.playing;
                self.pacer.forget();
            }
            Action::Step => {
                self.playing = false;
                let period = Span::from_hz(self.lab.settings().computer.refresh_hz);
                self.lab.advance_to(self.lab.now() + period);
            }
            Action::Speed(speed) => {
                self.speed = speed;
                self.playing = true;
                self.pacer.forget();
            }
            Action::Select(pane) => self.selected = pane.min(self.lab.panes().len() - 1),
            Action::Theme(theme) => self.theme = theme,
        }
        Ok(())
    }

    fn restart_with(&mut self, settings: Settings) -> Result<(), Invalid> {
        self.lab = Lab::new(settings)?;
        self.pacer.forget();
        Ok(())
    }

    pub fn lab(&self) -> &Lab {
        &self.lab
    }

    pub fn pacer(&self) -> &Pacer {
        &self.pacer
    }

    pub fn now(&self) -> Time {
        self.lab.now()
    }

    /// The computer that all panes share.
    pub fn computer(&self) -> &Computer {
        &self.lab.settings().computer
    }

    pub fn is_playing(&self) -> bool {
        self.playing
    }

    pub fn speed(&self) -> f64 {
        self.speed
    }

    pub fn selected(&self) -> usize {
        self.selected
    }

    pub fn theme(&self) -> Theme {
        self.theme
    }

    pub fn refusal(&self) -> Option<&Invalid> {
        self.refusal.as_ref()
    }
}
