//! What a person looks at and does: the laboratory, how fast it is watched, and what is selected.
//!
//! The panels are functions that show a [`Session`] and answer with [`Action`]s; doing one is the only way in which the
//! session changes. So a click, a key and a test all do the same.

mod beginnings;
pub mod demonstration;
mod dialog;
mod driving;
mod looking;
mod measuring;
pub mod pacer;
pub mod transport;
mod travelling;

pub use dialog::{Dialog, Export, Filming, Notice, Request};
pub use measuring::{Compared, Measuring, Pair};

use crate::base::params::{Invalid, Value};
use crate::base::time::{Span, Time};
use crate::lab::panes::Lab;
use crate::model::config::script::Script;
use crate::model::config::view::{Theme, View};
use crate::model::config::{
    Command, Computer, ControlChange, ControlInput, FilmSpec, Presentation, SPEED, SceneChoice, Settings, Watching,
};
use crate::studio::scenario::{Scenario, code};
use pacer::Pacer;
use transport::{Move, Played, Transport, Unit};

/// Something that a person does.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A command to the panes, at the laboratory's time.
    Lab(Command),
    /// The same presentation for all panes; nothing means as published.
    PresentAll(Option<Presentation>),
    Scene(String),
    SceneOption(String, Value),
    /// This is held down from now on, in a world that a person drives in.
    Steer(ControlInput),
    /// What the selected pane has driven, from the beginning and in every pane.
    ReplayDrive,
    /// A recorded drive, in every pane.
    PlayDrive(Vec<ControlChange>),
    /// The world's tables are shown, or put away.
    Sheets(bool),
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
    Theme(Theme),
    /// A scenario from the beginning, watched as it says.
    Open(Box<Scenario>),
    /// So many scenarios on among those that come with the program, or back.
    NextScenario(i64),
    /// The panels go and the type grows, or all is as before.
    Present(bool),
    /// What is filmed begins here, or ends here.
    Take,
    /// A small window opens, changes, or closes.
    Dialog(Option<Dialog>),
    /// The world outside is to do something.
    Ask(Request),
    /// Something is told, or has been read.
    Notify(Option<Notice>),
    /// The state as text for the clipboard.
    ShareCode,
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
    watching: Watching,
    view: View,
    theme: Theme,
    /// The scenario that was opened last: what it is called, and what to look at.
    name: String,
    about: String,
    seconds: Option<f64>,
    presenting: bool,
    /// When the film began that is being taken.
    take: Option<Time>,
    dialog: Option<Dialog>,
    /// What was asked for last, to be proposed the next time.
    wish: FilmSpec,
    requests: Vec<Request>,
    filming: Option<Filming>,
    measuring: Option<Measuring>,
    /// Something to be told, and since when, by the window's clock.
    notice: Option<(Notice, f64)>,
    touring: bool,
    help: bool,
    sheets: bool,
    /// What a person holds down.
    held: ControlInput,
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
    pub fn new(script: impl Into<Script>) -> Result<Session, Invalid> {
        Ok(Session {
            lab: Lab::new(script)?,
            transport: Transport::default(),
            pacer: Pacer::new(None),
            playing: true,
            watching: Watching::default(),
            view: View::default(),
            theme: Theme::default(),
            name: String::new(),
            about: String::new(),
            seconds: None,
            presenting: false,
            take: None,
            dialog: None,
            wish: FilmSpec::default(),
            requests: Vec::new(),
            filming: None,
            measuring: None,
            notice: None,
            touring: false,
            help: false,
            sheets: false,
            held: ControlInput::default(),
            real: 0.0,
            lifted: None,
            struck: None,
            finish: None,
            runs: 0,
            refusal: None,
        })
    }

    /// A scenario from its beginning.
    ///
    /// # Errors
    /// If its settings are not allowed.
    pub fn open(scenario: Scenario) -> Result<Session, Invalid> {
        let mut session = Session::new(&scenario.script)?;
        session.attempt(Action::Open(Box::new(scenario)))?;
        Ok(session)
    }

    /// The same session in another theme.
    #[must_use]
    pub fn with_theme(self, theme: Theme) -> Session {
        Session { theme, ..self }
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
            self.rerun();
            return;
        }
        if !self.playing {
            return;
        }
        let mut moment = self.pacer.advance(real, self.now(), self.computer().refresh_hz, self.watching.speed);
        match self.transport.play_to(&self.lab, moment) {
            Played::ToPresent => {}
            Played::InPast => return,
            Played::ToEnd => {
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
            let computer = Computer { render_ms: demonstration::render_load(moment), ..self.computer().clone() };
            if computer != *self.computer() {
                // A load between 5 and 95 ms is always allowed.
                self.refusal = self.lab.command(Command::Computer(computer.into())).err();
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
            Action::SceneOption(name, value) if self.is_live(&name) => {
                self.go_live();
                self.lab.command(Command::SceneOption { name, value })?;
            }
            Action::SceneOption(name, value) => {
                let mut settings = self.lab.settings().clone();
                settings.scene.options.set(&name, value);
                self.restart_with(settings)?;
            }
            Action::Steer(pedals) => {
                if pedals != self.held {
                    self.go_live();
                    self.lab.command(Command::Steer(pedals))?;
                    self.held = pedals;
                }
            }
            Action::ReplayDrive => {
                let strokes = self.drive();
                self.play_drive(strokes)?;
            }
            Action::PlayDrive(strokes) => self.play_drive(strokes)?,
            Action::Sheets(open) => self.sheets = open,
            Action::Restart => self.restart()?,
            Action::Race => {
                self.restart()?;
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
                SPEED.check_number(speed)?;
                self.watching.speed = speed;
                self.playing = true;
                self.pacer.forget();
            }
            Action::Select(pane) => {
                self.watching.selected = pane;
                self.watching.enlarged = self.watching.enlarged.map(|_| pane);
                self.keep_selection();
            }
            Action::Enlarge(pane) => {
                self.watching.enlarged = pane;
                self.watching.selected = pane.unwrap_or(self.watching.selected);
                self.keep_selection();
            }
            Action::View(view) => {
                view.check()?;
                self.view = view;
            }
            Action::Theme(theme) => self.theme = theme,
            Action::Open(scenario) => self.open_here(*scenario)?,
            Action::NextScenario(by) => self.next_scenario(by)?,
            Action::Present(presenting) => {
                if presenting {
                    self.go_live();
                }
                self.presenting = presenting;
            }
            Action::Take => self.take_or_cut(),
            Action::Dialog(dialog) => self.dialog = dialog,
            Action::Ask(request) => {
                if let Request::Film(wish) = &request {
                    wish.check()?;
                    self.wish = wish.clone();
                }
                if let Request::Measure(_) = &request {
                    self.playing = false; // Whatever else runs disturbs a measurement.
                }
                self.requests.push(request);
            }
            Action::Notify(notice) => self.notice = notice.map(|notice| (notice, self.real)),
            Action::ShareCode => {
                let code = code::write(&self.scenario());
                self.notice =
                    Some((Notice::good(format!("A share code of {} letters is on the clipboard.", code.len())), self.real));
                self.requests.push(Request::Copy(code));
            }
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
                self.watching.speed = 1.0;
            }
            Action::Touched => {}
        }
        Ok(())
    }

    /// What the world outside is to do since it was asked last.
    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    /// The window tells how its film is coming along.
    pub fn show_filming(&mut self, filming: Option<Filming>) {
        self.filming = filming;
    }

    /// The window tells what it measures on the real clock.
    pub fn show_measuring(&mut self, measuring: Option<Measuring>) {
        self.measuring = measuring;
    }

    /// Panes may have gone.
    fn keep_selection(&mut self) {
        self.watching.keep_within(self.lab.panes().len());
    }
}
