//! What each action does to a session.

use super::action::Action;
use super::dialog::{Dialog, Notice, Request};
use super::host::NO_REAL_CLOCK;
use super::state::Session;
use super::transport::{Move, Unit};
use crate::base::params::{Invalid, Value};
use crate::base::time::Time;
use crate::model::config::view::CameraView;
use crate::model::config::{Command, ControlInput, Presentation, SPEED, SceneChoice, Settings};
use crate::model::worlds::drive;
use crate::studio::scenario::code;

impl Session {
    /// Does one action. An action that is refused changes nothing, and [`Session::refusal`] says why.
    pub fn act(&mut self, action: Action) {
        if let Action::Hold(held) = action {
            return self.undo.hold(held, self.real);
        }
        if action != Action::Demonstrate {
            self.demonstrating = false;
        }
        if action != Action::Touched {
            let before = self.before(&action);
            self.refusal = self.attempt(action).err();
            self.follow_panes();
            self.done(before);
        }
    }

    fn attempt(&mut self, action: Action) -> Result<(), Invalid> {
        match action {
            Action::Lab(command) => self.command(command)?,
            Action::PresentAll(presentation) => self.present_all(presentation)?,
            Action::Scene(id) => self.restart_with(Settings { scene: by_hand(&id), ..self.lab.settings().clone() })?,
            Action::SceneOption(name, value) => self.set_scene_option(name, value)?,
            Action::Steer(held) => self.steer(held)?,
            Action::ReplayDrive => self.play_drive(self.drive())?,
            Action::PlayDrive(changes) => self.play_drive(changes)?,
            Action::Sheets(open) => self.shows_tables = open && self.has_tables(),
            Action::Restart => self.restart()?,
            Action::Race => self.race()?,
            Action::ThreeComputers => self.three_computers()?,
            Action::PlayPause => {
                self.playing = !self.is_playing();
                self.show_gallery(false);
                self.finish = None;
                self.pacer.forget();
            }
            Action::Step => self.travel(Move::Forward(Unit::Refresh))?,
            Action::Transport(to) => self.travel(to)?,
            Action::Speed(speed) => {
                SPEED.check_number(speed)?;
                self.speed = speed;
                self.playing = true;
                self.pacer.forget();
            }
            Action::Select(place) => self.selection.select(place),
            Action::Enlarge(place) => self.selection.enlarge(place),
            Action::View(view) => {
                view.check()?;
                self.view = view;
            }
            Action::HoldOneStage(held) => self.holds_one_stage = held,
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
            Action::Dialog(dialog) => {
                self.dialog = dialog;
                self.failure = None;
            }
            Action::Gallery(open) => self.show_gallery(open),
            Action::Ask(request) => self.ask(request)?,
            Action::Notify(notice) => self.notice = notice.map(|notice| (notice, self.real)),
            Action::ShareCode => {
                let code = code::write(&self.scenario());
                self.tell(Notice::good(format!("A share code of {} letters is on the clipboard.", code.len())));
                self.requests.push(Request::Copy(code));
            }
            Action::CopyLink => self.copy_link(),
            Action::Lift => self.hammer.lift(self.real),
            Action::Strike => self.strike()?,
            Action::Lower => self.hammer.lower(),
            Action::StallsFallOn(on) => self.hammer.falls_on = on,
            Action::Help(open) => self.shows_help = open,
            Action::Explain(card) => self.card = card,
            Action::Demonstrate => self.demonstrate()?,
            Action::Undo => self.undo_or_redo(true)?,
            Action::Redo => self.undo_or_redo(false)?,
            Action::Touched | Action::Hold(_) => {}
        }
        Ok(())
    }

    /// A command is given in the present.
    pub(super) fn command(&mut self, command: Command) -> Result<(), Invalid> {
        self.go_live();
        self.lab.command(command)
    }

    fn present_all(&mut self, presentation: Option<Presentation>) -> Result<(), Invalid> {
        (0..self.lab.panes().len()).try_for_each(|pane| self.command(Command::Presentation { pane, presentation }))
    }

    fn set_scene_option(&mut self, name: String, value: Value) -> Result<(), Invalid> {
        if self.is_live(&name) {
            return self.command(Command::SceneOption { name, value });
        }
        let mut settings = self.lab.settings().clone();
        settings.scene.options.set(&name, value);
        self.restart_with(settings)
    }

    fn steer(&mut self, held: ControlInput) -> Result<(), Invalid> {
        if held != self.held {
            self.command(Command::Steer(held))?;
            self.held = held;
        }
        Ok(())
    }

    fn race(&mut self) -> Result<(), Invalid> {
        self.restart()?;
        self.finish = Some(Time::from_secs(self.view.race_s));
        self.playing = true;
        Ok(())
    }

    pub(super) fn demonstrate(&mut self) -> Result<(), Invalid> {
        self.restart_with(Settings::of_window())?;
        self.view.camera = CameraView::default(); // All of the world is spoken of.
        self.demonstrating = true;
        self.playing = true;
        self.speed = 1.0;
        Ok(())
    }

    fn show_gallery(&mut self, open: bool) {
        if open != self.shows_gallery() {
            self.dialog = open.then(|| Dialog::Gallery { search: String::new() });
            self.presenting &= !open;
            self.pacer.forget();
        }
    }

    fn strike(&mut self) -> Result<(), Invalid> {
        if let Some(ms) = self.hammer_ms() {
            self.command(Command::Hitch { ms, on: self.hammer.falls_on })?;
            self.hammer.struck(self.lab.now(), ms);
        }
        self.hammer.lower();
        Ok(())
    }

    fn ask(&mut self, request: Request) -> Result<(), Invalid> {
        if let Request::Film(film) = &request {
            self.host.check_film(film)?;
            self.last_film = film.clone();
        }
        if matches!(request, Request::Measure(_)) {
            if !self.host.real_clock {
                self.tell(Notice::bad(NO_REAL_CLOCK));
                return Ok(());
            }
            self.playing = false; // The panes would disturb the measurement.
        }
        self.requests.push(request);
        Ok(())
    }
}

/// The world with its usual options; one in which a person can drive begins with the person at the wheel.
fn by_hand(scene: &str) -> SceneChoice {
    let mut choice = SceneChoice::new(scene);
    if scene == drive::KIND.id {
        choice.options.set(&drive::DRIVER.name, Value::Word("keys".to_owned()));
    }
    choice
}
