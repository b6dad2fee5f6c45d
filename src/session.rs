//! What a person looks at and does: the laboratory, how fast it is watched, and what is selected.
//!
//! The panels are functions that show a [`Session`] and answer with [`Action`]s; doing one is the only way in which the
//! session changes. So a click, a key and a test all do the same.

use crate::lab::Lab;
use crate::lab::seen::Seen;
use crate::pacer::Pacer;
use crate::params::{Invalid, Value};
use crate::presets;
use crate::settings::{Command, Computer, HITCH_MS, PaneSettings, Presentation, SceneChoice, Settings};
use crate::time::{Span, Time};
use crate::tour;
use crate::transport::{Again, Move, Playhead, Transport, Unit};
use crate::view::View;

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
    /// Looks at another moment, or goes on from there.
    Transport(Move),
    Speed(f64),
    Select(usize),
    /// One pane fills the window, or all are shown again.
    Enlarge(Option<usize>),
    View(View),
    /// The hitch hammer goes up …
    Lift,
    /// … and comes down: a stall as long as it was up strikes every pane …
    Strike,
    /// … or is put away.
    Lower,
    /// Everything from the beginning, and a photo finish after the view's `race_s`.
    Race,
    /// The selected loop on a fast, a slow and a noisy computer, side by side.
    ThreeComputers,
    Help(bool),
    /// The render load moves by itself.
    Tour,
    /// The person has touched something, whatever it was.
    Touched,
}

pub struct Session {
    lab: Lab,
    transport: Transport,
    pacer: Pacer,
    playing: bool,
    speed: f64,
    selected: usize,
    enlarged: Option<usize>,
    view: View,
    touring: bool,
    help: bool,
    /// The window's clock, in seconds.
    real: f64,
    /// When the hammer was lifted, by the window's clock.
    lifted: Option<f64>,
    /// The last stall that the hammer made, and when.
    struck: Option<(Time, Span)>,
    finish: Option<Time>,
    /// Counts beginnings, for whoever keeps something of a run.
    runs: u64,
    /// Why the last thing that was asked for was refused.
    refusal: Option<Invalid>,
}

impl Session {
    /// # Errors
    /// If the settings are not allowed.
    pub fn new(settings: Settings) -> Result<Session, Invalid> {
        Ok(Session {
            lab: Lab::new(settings)?,
            transport: Transport::default(),
            pacer: Pacer::new(None),
            playing: true,
            speed: 1.0,
            selected: 0,
            enlarged: None,
            view: View::default(),
            touring: false,
            help: false,
            real: 0.0,
            lifted: None,
            struck: None,
            finish: None,
            runs: 0,
            refusal: None,
        })
    }

    /// The same session, looked at in another way.
    #[must_use]
    pub fn with_view(self, view: View) -> Session {
        Session { view, ..self }
    }

    /// The window has come to a monitor that reports this rate.
    pub fn on_monitor(&mut self, reported_hz: Option<f64>) {
        self.pacer = Pacer::new(reported_hz);
    }

    /// A frame of the window begins at `real` seconds of a steady clock.
    pub fn frame(&mut self, real: f64) {
        self.real = real;
        if self.transport.rerun().is_some() {
            self.refusal = self.rerun().err();
            return;
        }
        if !self.playing {
            return;
        }
        let mut moment = self.pacer.advance(real, self.now(), self.computer().refresh_hz, self.speed);
        match self.transport.play_to(&self.lab, moment) {
            Again::Present => {}
            Again::Past => return,
            Again::Over => {
                self.playing = false;
                return;
            }
        }
        if let Some(finish) = self.finish.filter(|finish| *finish <= moment) {
            moment = finish;
            self.playing = false;
        }
        self.lab.advance_to(moment);
        if self.touring {
            let computer = Computer { render_ms: tour::render_load(moment), ..self.computer().clone() };
            if computer != *self.computer() {
                // A load between 5 and 95 ms is always allowed.
                self.refusal = self.lab.command(Command::Computer(computer)).err();
            }
        }
    }

    /// Moves the laboratory's time on, whatever the window's clock says.
    pub fn advance_to(&mut self, moment: Time) {
        self.lab.advance_to(moment);
    }

    /// Does one thing. What can't be done changes nothing, and [`Session::refusal`] tells why.
    pub fn act(&mut self, action: Action) {
        if !matches!(action, Action::Tour) {
            self.touring = false;
        }
        if action != Action::Touched {
            self.refusal = self.attempt(action).err();
        }
    }

    fn attempt(&mut self, action: Action) -> Result<(), Invalid> {
        match action {
            Action::Lab(command) => {
                self.go_live();
                self.lab.command(command)?;
                self.keep_selection();
            }
            Action::PresentAll(presentation) => {
                self.go_live();
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
            Action::Race => {
                self.restart_with(self.lab.settings().clone())?;
                self.finish = Some(Time::from_secs(self.view.race_s));
                self.playing = true;
            }
            Action::ThreeComputers => self.three_computers()?,
            Action::PlayPause => {
                self.playing = !self.playing;
                self.finish = None;
                self.pacer.forget();
            }
            Action::Step => self.travel(Move::Forward(Unit::Refresh))?,
            Action::Transport(to) => self.travel(to)?,
            Action::Speed(speed) => {
                self.speed = speed;
                self.playing = true;
                self.pacer.forget();
            }
            Action::Select(pane) => {
                self.selected = pane;
                self.enlarged = self.enlarged.map(|_| pane);
                self.keep_selection();
            }
            Action::Enlarge(pane) => {
                self.enlarged = pane;
                self.selected = pane.unwrap_or(self.selected);
                self.keep_selection();
            }
            Action::View(view) => self.view = view,
            Action::Lift => self.lifted = self.lifted.or(Some(self.real)),
            Action::Strike => {
                if let Some(ms) = self.hammer_ms() {
                    self.go_live();
                    self.lab.command(Command::Hitch { ms })?;
                    self.struck = Some((self.lab.now(), Span::from_millis(ms)));
                }
                self.lifted = None;
            }
            Action::Lower => self.lifted = None,
            Action::Help(open) => self.help = open,
            Action::Tour => {
                self.restart_with(Settings::default())?;
                self.touring = true;
                self.playing = true;
                self.speed = 1.0;
            }
            Action::Touched => {}
        }
        Ok(())
    }

    /// Moves the playhead, or goes on from where it is.
    fn travel(&mut self, to: Move) -> Result<(), Invalid> {
        if !matches!(to, Move::Dismiss(_) | Move::ToLive) {
            self.playing = false;
            self.finish = None;
        }
        self.pacer.forget();
        let period = Span::from_hz(self.computer().refresh_hz);
        let (lab, pane) = (&mut self.lab, self.selected);
        match to {
            Move::Back(unit) => self.transport.back(lab, pane, unit, period),
            Move::Forward(unit) => self.transport.forward(lab, pane, unit, period),
            Move::Scrub(moment) => self.transport.scrub(lab, moment),
            Move::ToOldest => self.transport.scrub(lab, Time::ZERO),
            Move::ToLive => self.go_live(),
            Move::Dismiss(pane) => self.transport.dismiss(lab, pane),
            Move::RunFromHere => {
                self.transport.run_from_here(lab)?;
                self.rerun()?;
            }
            Move::BulletTime(pane) => {
                if pane < lab.panes().len() && self.transport.bullet_time(lab, pane, self.speed) {
                    self.selected = pane;
                    self.enlarged = self.enlarged.map(|_| pane);
                    self.speed = 0.01;
                    self.playing = true;
                }
            }
        }
        Ok(())
    }

    /// Looks at the present, at the speed at which it was looked at before.
    fn go_live(&mut self) {
        self.speed = self.transport.speed_before().unwrap_or(self.speed);
        self.transport.go_live();
        self.pacer.forget();
    }

    /// Goes on with making the run again, and with the run itself when that is done.
    fn rerun(&mut self) -> Result<(), Invalid> {
        let speed = self.transport.speed_before().unwrap_or(self.speed);
        if let Some(lab) = self.transport.go_on()? {
            self.lab = lab;
            self.pacer.forget();
            self.struck = None;
            self.runs += 1;
            self.speed = speed;
            self.playing = true;
            self.keep_selection();
        }
        Ok(())
    }

    fn three_computers(&mut self) -> Result<(), Invalid> {
        let chosen = self.lab.settings().panes[self.selected].clone();
        let own = |computer: Computer| PaneSettings { computer: Some(computer), ..chosen.clone() };
        let panes = [presets::fast_pc(), presets::slow_laptop(), presets::noisy_phone()].map(own);
        self.restart_with(Settings { panes: panes.into(), ..self.lab.settings().clone() })
    }

    fn restart_with(&mut self, settings: Settings) -> Result<(), Invalid> {
        self.lab = Lab::new(settings)?;
        self.transport = Transport::default();
        self.pacer.forget();
        self.struck = None;
        self.finish = None;
        self.runs += 1;
        self.keep_selection();
        Ok(())
    }

    /// Panes may have gone.
    fn keep_selection(&mut self) {
        let last = self.lab.panes().len() - 1;
        self.selected = self.selected.min(last);
        self.enlarged = self.enlarged.filter(|pane| *pane <= last);
    }

    pub fn lab(&self) -> &Lab {
        &self.lab
    }

    pub fn pacer(&self) -> &Pacer {
        &self.pacer
    }

    /// The moment that is looked at: the laboratory's time, or one before it.
    pub fn now(&self) -> Time {
        self.playhead().map_or(self.lab.now(), |playhead| playhead.at)
    }

    /// The moment that is looked at, if it is not the present.
    pub fn playhead(&self) -> Option<Playhead> {
        self.transport.playhead()
    }

    pub fn transport(&self) -> &Transport {
        &self.transport
    }

    /// Pane `index` at the moment that is looked at.
    pub fn seen(&self, index: usize) -> Seen<'_> {
        let pane = &self.lab.panes()[index];
        self.transport.moment(index).map_or(Seen::Now(pane), |moment| Seen::Then(pane, moment))
    }

    /// The computer of pane `index` at the moment that is looked at.
    pub fn computer_of(&self, index: usize) -> &Computer {
        let seen = self.seen(index);
        seen.era().map_or(self.lab.settings().computer_of(index), |era| &era.computer)
    }

    /// The computer that all panes share which have none of their own.
    pub fn computer(&self) -> &Computer {
        &self.lab.settings().computer
    }

    /// The settings that the next start shall find: those of the demonstration are nobody's.
    pub fn remembered_settings(&self) -> Settings {
        if self.touring { Settings::default() } else { self.lab.settings().clone() }
    }

    /// How pane `index` is drawn: as set, or as published.
    pub fn presentation(&self, index: usize) -> Presentation {
        if let Some(era) = self.seen(index).era() {
            return era.presentation;
        }
        let published = self.lab.panes()[index].strategy().presentation;
        self.lab.settings().panes[index].presentation.unwrap_or(published)
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

    pub fn enlarged(&self) -> Option<usize> {
        self.enlarged
    }

    pub fn view(&self) -> View {
        self.view
    }

    pub fn is_touring(&self) -> bool {
        self.touring
    }

    pub fn shows_help(&self) -> bool {
        self.help
    }

    /// How long a stall the hammer would make if it came down now, ms; nothing while it is down.
    pub fn hammer_ms(&self) -> Option<f64> {
        self.lifted.map(|lifted| HITCH_MS.clamped(((self.real - lifted) * 1000.0).max(1.0)))
    }

    /// The stall that the hammer has made, while it lasts: how long it is.
    pub fn stall(&self) -> Option<Span> {
        let visible = |at: Time, length: Span| self.lab.now() <= at + length.max(Span::from_millis(300.0));
        self.struck.filter(|(at, length)| self.playhead().is_none() && visible(*at, *length)).map(|(_, length)| length)
    }

    /// Whether the panes stand still in a photo finish.
    pub fn is_photo_finish(&self) -> bool {
        self.playhead().is_none() && self.finish.is_some_and(|finish| finish <= self.lab.now())
    }

    pub fn runs(&self) -> u64 {
        self.runs
    }

    pub fn refusal(&self) -> Option<&Invalid> {
        self.refusal.as_ref()
    }
}
