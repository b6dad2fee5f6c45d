//! Performs actions, one group after the other, in the order of [`Action`].

use super::action::{
    Action, ActionRow, Dialog, Export, LessonAction, LoopsAction, NotDone, Notice, Request, RunAction, ViewAction, WindowAction,
};
use super::host::Files;
use super::playhead::{Move, Unit};
use super::undo::Effect;
use super::watched_run::WatchedRun;
use super::{Session, by_hand, own_loops};
use crate::studio::lesson;
use crate::studio::scenario::definition::Scenario;
use crate::studio::scenario::{code, link};
use crate::studio::view::watching::SPEED;
use crate::studio::view::{CameraView, Theme, View};
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::Span;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::patch::{Owner, Patch};
use tickscope_core::model::config::settings::{Presentation, Settings};
use tickscope_core::model::whole_build::IS_WHOLE;
use tickscope_core::model::worlds;

/// The most letters of a code that a notice shows.
const MOST_SHOWN: usize = 40;

impl Session {
    /// Performs an action. A refused action changes nothing, and [`Session::refusal`] has the reason.
    pub fn act(&mut self, action: Action) {
        if let Action::Hold(held) = action {
            return self.undo.hold(held, self.window.clock);
        }
        if self.demonstrates() {
            // The texts of the lesson are dropped, but the run stays as the person has touched it.
            self.ended = std::mem::take(&mut self.run.opened).lesson;
            self.run.lab.leave_script();
        }
        if !matches!(action, Action::Touched | Action::Window(WindowAction::Present(_))) {
            self.ended = None;
        }
        let begins_again = action == Action::View(ViewAction::PlayPause) && !self.is_playing() && self.run.is_over();
        let action = if begins_again { Action::Run(RunAction::Restart) } else { action };
        if action != Action::Touched {
            let about = action.about(self.run.lab.settings());
            if about.closes_failure {
                self.window.close_failure();
            }
            let done = self.attempt(action);
            let effect = self.conclude(done);
            self.finish_step(about, effect);
        }
    }

    /// Returns the effect of what was done. Otherwise keeps why it was refused, or asks for the whole build.
    pub(super) fn conclude<T: Default>(&mut self, done: Result<T, NotDone>) -> T {
        let done = done.or_else(|not_done| match not_done {
            NotDone::Refused(invalid) => Err(invalid),
            NotDone::NeedsWholeBuild(text) => self.window.request(Request::FetchWholeBuild(text)).map(|()| T::default()),
        });
        self.refusal = done.as_ref().err().cloned();
        done.unwrap_or_default()
    }

    /// Performs an action. Returns its effect on the run; `None` if it has none, or has replaced the run.
    pub(super) fn attempt(&mut self, action: Action) -> Result<Option<Effect>, NotDone> {
        if let Some(text) = self.text_for_the_whole_build(&action)? {
            return Err(NotDone::NeedsWholeBuild(text));
        }
        match action {
            Action::Lab(command) => return Ok(self.give(command)?),
            Action::Run(action) => return self.act_on_run(action),
            Action::Loops(action) => return self.act_on_loops(action),
            Action::View(action) => return Ok(self.act_on_view(action)?),
            Action::Window(action) => self.act_on_window(action)?,
            Action::Lesson(action) => self.act_in_lesson(action)?,
            Action::Undo => self.undo_or_redo(true)?,
            Action::Redo => self.undo_or_redo(false)?,
            Action::Touched | Action::Hold(_) => {}
        }
        Ok(None)
    }

    /// Returns the text of the scenario that this action leads to, if the program must begin again for it: as the whole build, because
    /// it brings a loop of one's own, or after a rehearsal. [`Session::begin`] finds out about a world.
    fn text_for_the_whole_build(&self, action: &Action) -> Result<Option<String>, Invalid> {
        match action {
            // A page begins again with a stranger's loop, after it has been tried in a worker, which can be ended.
            Action::Loops(LoopsAction::RunHeldBack) if !IS_WHOLE || self.window.host.files == Files::Browser => {
                Ok(self.window.held_back.as_ref().map(|held| held.text().to_owned()))
            }
            _ if IS_WHOLE => Ok(None),
            Action::Lab(Command::Set(patch)) => {
                let mut settings = self.run.lab.settings().clone();
                patch.change(&mut settings)?;
                let asked = Scenario { script: settings.into(), ..self.run.scenario() };
                Ok((!asked.script.settings().loops.is_empty()).then(|| asked.to_toml()))
            }
            _ => Ok(None),
        }
    }

    pub(super) fn finish_step(&mut self, done: ActionRow, effect: Option<Effect>) {
        if let Some(notice) = self.undo.finish(done, effect, &self.run, self.window.clock) {
            self.window.notify(notice);
        }
    }

    fn undo_or_redo(&mut self, back: bool) -> Result<(), Invalid> {
        if self.undo.apply(back, &mut self.run)? {
            self.on_run_replaced();
        }
        Ok(())
    }

    // ---- The run ----

    fn give(&mut self, command: Command) -> Result<Option<Effect>, Invalid> {
        let brings_text = matches!(&command, Command::Set(patch) if patch.paths().any(|path| path.owner == Owner::Loops));
        let change = self.run.command(command)?;
        if brings_text {
            // A loop that was copied or written in this session may run, even if it comes back in a pasted link.
            self.known_texts.add(&self.run.lab.settings().loops);
        }
        Ok(change.map(Effect::Change))
    }

    fn act_on_run(&mut self, action: RunAction) -> Result<Option<Effect>, NotDone> {
        match action {
            RunAction::PresentAll(presentation) => return Ok(self.present_all(presentation)?),
            RunAction::Scene(id) => self.restart_with(Settings { scene: by_hand(&id), ..self.run.lab.settings().clone() })?,
            RunAction::SceneOption(name, value) => return self.set_scene_option(name, value),
            RunAction::Steer(held) => self.run.steer(held)?,
            RunAction::ReplayDrive => self.restart_with(self.run.settings_for_drive(self.run.drive())?)?,
            RunAction::PlayDrive(changes) => self.restart_with(self.run.settings_for_drive(changes)?)?,
            RunAction::Restart => self.restart()?,
            RunAction::AsWritten => self.begin_as_written()?,
            RunAction::Open(scenario) => self.open_here(*scenario)?,
            RunAction::NextScenario(by) => self.open_next(by)?,
            RunAction::Beside(pane) => self.restart_beside(*pane)?,
            RunAction::ThreeComputers => self.compare_three_computers()?,
            RunAction::Demonstrate => self.act_in_lesson(LessonAction::Open(lesson::builtin::OPENING.clone(), 0))?,
        }
        Ok(None)
    }

    fn present_all(&mut self, presentation: Option<Presentation>) -> Result<Option<Effect>, Invalid> {
        let value = presentation.map_or("default", Presentation::id);
        let panes = self.run.lab.panes().iter().map(|pane| Owner::Pane(pane.letter()).path("presentation"));
        let patch = panes.fold(Patch::default(), |patch, path| patch.with(path, value));
        self.give(Command::Set(patch))
    }

    fn set_scene_option(&mut self, name: String, value: Value) -> Result<Option<Effect>, NotDone> {
        let mut settings = self.run.lab.settings().clone();
        let kind = worlds::find(&settings.scene.id);
        let is_live = kind.is_ok_and(|kind| kind.options.iter().any(|option| option.name == name && option.live));
        if is_live {
            return Ok(self.give(Command::Set(Patch::one(Owner::WorldOptions.path(name), value)))?);
        }
        settings.scene.options.set(&name, value);
        self.restart_with(settings).map(|()| None)
    }

    // ---- Loops that users write ----

    fn act_on_loops(&mut self, action: LoopsAction) -> Result<Option<Effect>, NotDone> {
        match action {
            LoopsAction::Edit(edited) => {
                let patch = own_loops::edit(self.run.lab.settings(), &edited)?;
                return if patch.is_empty() { Ok(None) } else { Ok(self.give(Command::Set(patch))?) };
            }
            LoopsAction::HoldBack(unopened) => {
                self.window.set_dialog(None);
                self.window.held_back = Some(*unopened);
            }
            LoopsAction::RunHeldBack => self.run_held_back()?,
            LoopsAction::DropHeldBack => self.window.held_back = None,
            LoopsAction::CompareWithOriginal(letter) => self.compare_with_original(letter)?,
        }
        Ok(None)
    }

    // ---- How the run is watched ----

    fn act_on_view(&mut self, action: ViewAction) -> Result<Option<Effect>, Invalid> {
        match action {
            ViewAction::PlayPause => {
                self.run.playing = !self.is_playing() && !self.awaits_bet();
                self.window.show_gallery(false);
                self.window.help = None;
            }
            ViewAction::Step => self.run.travel(Move::Forward(Unit::Refresh))?,
            ViewAction::Transport(to) => {
                self.run.travel(to)?;
                if matches!(to, Move::RunFromHere | Move::PlayFrom(_)) {
                    self.continue_rerun();
                }
            }
            ViewAction::Speed(speed) => {
                SPEED.check_number(speed)?;
                self.run.speed = speed;
                self.run.playing = true;
            }
            ViewAction::Select(index) => self.run.selection.select(index),
            ViewAction::Enlarge(index) => self.run.selection.enlarge(index),
            ViewAction::Change(view) => {
                view.check()?;
                return Ok(self.show(view, self.run.theme));
            }
            ViewAction::HoldOneStage(held) => self.window.holds_one_stage = held,
            ViewAction::Theme(theme) => return Ok(self.show(self.run.view, theme)),
            ViewAction::HideVerdicts(hidden) => self.window.hides_verdicts = hidden,
        }
        Ok(None)
    }

    /// Sets the view and the theme. Returns the effect; `None` if only the camera has moved, which undo ignores.
    fn show(&mut self, view: View, theme: Theme) -> Option<Effect> {
        let shown = |run: &WatchedRun| (View { camera: CameraView::default(), ..run.view }, run.theme);
        let back = shown(&self.run);
        (self.run.view, self.run.theme) = (view, theme);
        let forth = shown(&self.run);
        (back != forth).then_some(Effect::Shown { back, forth })
    }

    // ---- The window ----

    fn act_on_window(&mut self, action: WindowAction) -> Result<(), NotDone> {
        match action {
            WindowAction::Present(presenting) => {
                if presenting {
                    self.run.go_live();
                    if let Some(ended) = self.ended.take() {
                        self.resume(ended)?;
                    }
                }
                self.window.presenting = presenting;
            }
            WindowAction::PresentCode(is_shown) => self.window.presents_code = is_shown,
            WindowAction::Take => {
                // At the stop of a step the film waits with its text, because what follows belongs to the next one.
                let waits = self.step_waits();
                match self.run.take_or_cut(&self.window.last_film) {
                    Some(film) if film.from_s == film.to_s => {
                        self.window.notify(Notice::bad("No time has passed since the recording began: it is dropped."));
                    }
                    Some(film) => self.window.set_dialog(Some(Dialog::Film(film))),
                    None => self.run.playing &= !waits,
                }
            }
            WindowAction::Dialog(dialog) => self.window.set_dialog(dialog),
            WindowAction::Gallery(open) => self.window.show_gallery(open),
            WindowAction::Ask(request) => self.window.request(request)?,
            WindowAction::Notify(notice) => self.window.notify(notice),
            WindowAction::ShareCode => self.copy_code(code::write(&self.run.scenario()))?,
            WindowAction::CopyLink => self.copy_link()?,
            WindowAction::Lift => self.window.hammer.lifted = self.window.hammer.lifted.or(Some(self.window.clock)),
            WindowAction::Strike => self.strike()?,
            WindowAction::Lower => self.window.hammer.lifted = None,
            WindowAction::StallsFallOn(on) => self.window.hammer.falls_on = on,
            WindowAction::Help(page) => self.window.help = page,
            WindowAction::Explain(card) => self.window.card = card,
            WindowAction::Panel(is_shown) => self.window.panel = Some(is_shown),
            WindowAction::EverythingElse(is_open) => self.window.everything_else = is_open,
            WindowAction::Escape => {
                if self.window.escape() {
                    self.window.panel = Some(!self.shows_panel());
                }
            }
        }
        Ok(())
    }

    fn strike(&mut self) -> Result<(), Invalid> {
        if let Some(ms) = self.window.hammer_ms() {
            self.run.command(Command::Stall { ms, on: self.window.hammer.falls_on })?;
            self.window.hammer.stall = Some((self.run.lab.now(), Span::from_millis(ms)));
        }
        self.window.hammer.lifted = None;
        Ok(())
    }

    /// Copies a link to the present state to the clipboard, or its code if no page is known; proposes to save the state if the
    /// link would be too long.
    fn copy_link(&mut self) -> Result<(), Invalid> {
        let base = self.window.link_base.clone();
        if let Some(attended) = self.lesson().filter(|attended| lesson::builtin::find(&attended.lesson.id).is_ok()) {
            let (id, step) = (&attended.lesson.id.clone(), attended.step);
            let Some(base) = base else { return self.copy_code(lesson::link::code(id, step)) };
            let link = lesson::link::link(&base, id, step);
            self.window.notify(Notice::good(format!("A link to this step, at {base}, is on the clipboard.")));
            return self.window.request(Request::Copy(link));
        }
        let code = code::write(&self.run.scenario());
        match (link::write(base.as_deref(), &code), base) {
            (Ok(_), None) => self.copy_code(code)?,
            (Ok(link), Some(base)) => {
                let letters = code.len();
                let copied = format!("A link to {base} with a share code of {letters} letters is on the clipboard.");
                self.window.notify(Notice::good(copied));
                self.window.request(Request::Copy(link))?;
            }
            (Err(too_long), _) => {
                let what = Export::Scenario;
                self.window.set_dialog(Some(Dialog::Save { what, path: what.file().to_owned() }));
                self.window.notify(Notice::bad(format!("No link is copied: {too_long}.")));
            }
        }
        Ok(())
    }

    /// Copies the code of a state or of a step to the clipboard.
    fn copy_code(&mut self, code: String) -> Result<(), Invalid> {
        let named =
            if code.len() > MOST_SHOWN { format!("A code of {} letters", code.len()) } else { format!("The code {code}") };
        let shown = if code.len() > MOST_SHOWN { "CODE" } else { &code };
        self.window.notify(Notice::good(format!("{named} is on the clipboard: `tickscope {shown}` opens it.")));
        self.window.request(Request::Copy(code))
    }
}
