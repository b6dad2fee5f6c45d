//! What a person looks at and does: the laboratory, how fast it is watched, and what is selected.
//!
//! The panels are functions that show a [`Session`] and answer with [`Action`]s; doing one is the only way in which the
//! session changes. So a click, a key and a test all do the same.

mod dialog;
mod measuring;
mod watching;

pub use dialog::{Dialog, Export, Filming, Notice, Request};
pub use measuring::{Compared, Measuring, Pair};
pub use watching::{SPEED, SPEEDS, Watching};

use crate::film::Wish;
use crate::lab::Lab;
use crate::lab::seen::Seen;
use crate::pacer::Pacer;
use crate::params::{Invalid, Value};
use crate::presets;
use crate::scenario::{Scenario, builtin, code};
use crate::script::Script;
use crate::settings::{Command, Computer, HITCH_MS, PaneSettings, Presentation, SceneChoice, Settings};
use crate::time::{Span, Time};
use crate::tour;
use crate::transport::{Again, Move, Playhead, Transport, Unit};
use crate::view::{Theme, View};

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
    wish: Wish,
    requests: Vec<Request>,
    filming: Option<Filming>,
    measuring: Option<Measuring>,
    /// Something to be told, and since when, by the window's clock.
    notice: Option<(Notice, f64)>,
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
            wish: Wish::default(),
            requests: Vec::new(),
            filming: None,
            measuring: None,
            notice: None,
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
            self.refusal = self.rerun().err();
            return;
        }
        if !self.playing {
            return;
        }
        let mut moment = self.pacer.advance(real, self.now(), self.computer().refresh_hz, self.watching.speed);
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
            Action::SceneOption(name, value) => {
                let mut settings = self.lab.settings().clone();
                settings.scene.options.set(&name, value);
                self.restart_with(settings)?;
            }
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

    /// Moves the playhead, or goes on from where it is.
    fn travel(&mut self, to: Move) -> Result<(), Invalid> {
        if !matches!(to, Move::Dismiss(_) | Move::ToLive) {
            self.playing = false;
            self.finish = None;
        }
        self.pacer.forget();
        let period = Span::from_hz(self.computer().refresh_hz);
        let (lab, pane) = (&mut self.lab, self.watching.selected);
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
                if pane < lab.panes().len() && self.transport.bullet_time(lab, pane, self.watching.speed) {
                    let enlarged = self.watching.enlarged.map(|_| pane);
                    self.watching = Watching { speed: 0.01, selected: pane, enlarged };
                    self.playing = true;
                }
            }
        }
        Ok(())
    }

    /// Looks at the present, at the speed at which it was looked at before.
    fn go_live(&mut self) {
        self.watching.speed = self.transport.speed_before().unwrap_or(self.watching.speed);
        self.transport.go_live();
        self.pacer.forget();
    }

    /// Goes on with making the run again, and with the run itself when that is done.
    fn rerun(&mut self) -> Result<(), Invalid> {
        let speed = self.transport.speed_before().unwrap_or(self.watching.speed);
        if let Some(lab) = self.transport.go_on()? {
            self.lab = lab;
            self.pacer.forget();
            self.struck = None;
            self.runs += 1;
            self.watching.speed = speed;
            self.playing = true;
            if self.take.is_some_and(|from| from > self.lab.now()) {
                self.lose_take();
            }
            self.keep_selection();
        }
        Ok(())
    }

    fn three_computers(&mut self) -> Result<(), Invalid> {
        let chosen = self.lab.settings().panes[self.watching.selected].clone();
        let own = |computer: Computer| PaneSettings { computer: Some(computer), ..chosen.clone() };
        let panes = [presets::fast_pc(), presets::slow_laptop(), presets::noisy_phone()].map(own);
        self.restart_with(Settings { panes: panes.into(), ..self.lab.settings().clone() })
    }

    /// A scenario with commands starts over as it was written, anything else with the settings as they are.
    fn restart(&mut self) -> Result<(), Invalid> {
        let script = self.lab.script();
        if script.commands().is_empty() {
            return self.restart_with(self.lab.settings().clone());
        }
        self.begin(script.clone())
    }

    /// Other settings: what was opened is no longer what is seen.
    fn restart_with(&mut self, settings: Settings) -> Result<(), Invalid> {
        self.begin(Script::from(settings))?;
        (self.name, self.about, self.seconds) = (String::new(), String::new(), None);
        Ok(())
    }

    fn begin(&mut self, script: Script) -> Result<(), Invalid> {
        self.lab = Lab::new(script)?;
        self.go_live();
        self.transport = Transport::default();
        self.pacer.forget();
        self.struck = None;
        self.finish = None;
        self.lose_take();
        self.runs += 1;
        self.keep_selection();
        Ok(())
    }

    fn lose_take(&mut self) {
        if self.take.take().is_some() {
            self.notice = Some((Notice::bad("A new run has begun: what was being recorded is gone."), self.real));
        }
    }

    fn open_here(&mut self, scenario: Scenario) -> Result<(), Invalid> {
        let Scenario { name, about, seconds, theme, script, view, watching } = scenario;
        self.begin(script)?;
        (self.name, self.about, self.seconds) = (name, about, seconds);
        self.view = view;
        self.theme = theme.unwrap_or(self.theme);
        self.watching = watching;
        self.keep_selection();
        self.playing = true;
        self.dialog = None;
        Ok(())
    }

    fn next_scenario(&mut self, by: i64) -> Result<(), Invalid> {
        let named = |builtin: &&builtin::Builtin| builtin.scenario().is_ok_and(|scenario| scenario.name == self.name);
        let here = builtin::ALL.iter().position(|builtin| named(&builtin));
        let count = builtin::ALL.len() as i64;
        // From nowhere, forwards comes to the first one and backwards to the last.
        let next = here.map_or(if by > 0 { 0 } else { count - 1 }, |here| (here as i64 + by).rem_euclid(count));
        let scenario = builtin::ALL[next as usize].scenario();
        self.open_here(scenario.map_err(|unreadable| Invalid::new("scenario", unreadable, "a readable one"))?)
    }

    /// The first time the film begins, the second time it ends and is asked for.
    fn take_or_cut(&mut self) {
        self.go_live();
        match self.take.take() {
            None => {
                self.take = Some(self.lab.now());
                self.playing = true;
            }
            Some(from) => {
                let (from_s, to_s) = (from.as_secs(), self.lab.now().as_secs());
                self.dialog = Some(Dialog::Film(Wish { from_s, to_s, pane: None, ..self.wish.clone() }));
            }
        }
    }

    /// A film of everything so far, or of ten seconds where nothing has happened yet.
    pub fn proposed_film(&self) -> Wish {
        let now = self.lab.now().as_secs();
        let (to_s, fresh) = (self.seconds.unwrap_or(10.0), now < 1.0 || self.lab.is_as_scripted());
        let to_s = if fresh { to_s.max(now) } else { now };
        Wish { from_s: 0.0, to_s, pane: self.watching.enlarged, ..self.wish.clone() }
    }

    /// The state as it is set, as a scenario. One that nobody has changed is still itself.
    pub fn scenario(&self) -> Scenario {
        let untouched = self.lab.is_as_scripted();
        let script = if untouched { self.lab.script().clone() } else { Script::from(self.lab.settings()) };
        Scenario { script, ..self.recorded() }
    }

    /// What was done since the beginning, as a scenario that does it again.
    pub fn recorded(&self) -> Scenario {
        Scenario {
            name: self.name.clone(),
            about: self.about.clone(),
            seconds: self.seconds,
            theme: Some(self.theme).filter(|theme| *theme != Theme::default()),
            script: self.lab.recorded(),
            view: self.view,
            watching: self.watching,
        }
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
        self.watching.speed
    }

    pub fn selected(&self) -> usize {
        self.watching.selected
    }

    pub fn enlarged(&self) -> Option<usize> {
        self.watching.enlarged
    }

    pub fn view(&self) -> View {
        self.view
    }

    pub fn theme(&self) -> Theme {
        self.theme
    }

    /// What the scenario that was opened is called, and what to look at; both may be empty.
    pub fn title(&self) -> (&str, &str) {
        (&self.name, &self.about)
    }

    pub fn is_presenting(&self) -> bool {
        self.presenting
    }

    /// When the film began that is being taken.
    pub fn take(&self) -> Option<Time> {
        self.take
    }

    pub fn dialog(&self) -> Option<&Dialog> {
        self.dialog.as_ref()
    }

    pub fn filming(&self) -> Option<Filming> {
        self.filming
    }

    pub fn measuring(&self) -> Option<&Measuring> {
        self.measuring.as_ref()
    }

    /// Something to be told; it goes by itself after a while.
    pub fn notice(&self) -> Option<&Notice> {
        let fresh = |since: f64| (0.0..10.0).contains(&(self.real - since));
        self.notice.as_ref().filter(|(_, since)| fresh(*since)).map(|(notice, _)| notice)
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
