//! The actions of commands, as far as they depend on the session.

use crate::studio::lesson::definition::{StepTask, WHICH_LOOP};
use crate::studio::lesson::text::{Piece, number_of};
use crate::studio::session::Session;
use crate::studio::session::action::{
    Action, Dialog, Export, HelpPage, LessonAction, LoopsAction, Notice, RunAction, ViewAction, WindowAction,
};
use crate::studio::session::attendance::Attendance;
use crate::studio::session::playhead::{Move, Unit};
use crate::studio::view::watching::SPEEDS;
use crate::studio::view::{Instrument, View};
use tickscope_core::base::params::described::Described;
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::lab::panes::lab::Pane;
use tickscope_core::lab::panes::seen::Reference;
use tickscope_core::model::config::capture::Capture;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::limits::MOST_PANES;
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::patch::{Owner, Patch, SettingPath};
use tickscope_core::model::config::settings::{PaneSettings, Presentation, Settings};
use tickscope_core::model::worlds;

pub fn save(what: Export) -> Action {
    Action::Window(WindowAction::Dialog(Some(Dialog::Save { what, path: what.file().to_owned() })))
}

pub fn saved(session: &Session) -> Export {
    let pane = &session.run.lab.settings().panes[session.selected()];
    if OwnLoop::name_in(&pane.strategy).is_some() { Export::Loop } else { Export::Scenario }
}

pub fn next_help(page: Option<HelpPage>) -> Option<HelpPage> {
    match page {
        None => Some(HelpPage::Marks),
        Some(HelpPage::Marks) => Some(HelpPage::Keys),
        Some(HelpPage::Keys) => None,
    }
}

pub fn escape(session: &Session) -> Action {
    match session {
        s if s.window.notice().is_some() => Action::Window(WindowAction::Notify(None)),
        s if s.window.dialog.is_some() => Action::Window(WindowAction::Dialog(None)),
        s if s.window.help.is_some() => Action::Window(WindowAction::Help(None)),
        s if s.card().is_some() => Action::Window(WindowAction::Explain(None)),
        s if s.run.transport.wall_replay().is_some() => Action::View(ViewAction::Transport(Move::ToLive)),
        s if s.run.selection.enlarged().is_some() => Action::View(ViewAction::Enlarge(None)),
        s if s.run.view.instrument.is_some() && !s.window.presenting => {
            Action::View(ViewAction::Change(View { instrument: None, ..s.run.view }))
        }
        s if s.lesson().is_some() && !s.window.presenting => Action::Window(WindowAction::Escape),
        _ => Action::Window(WindowAction::Present(false)),
    }
}

/// Returns the action for the next or previous step of a lesson or course, or for another comparison.
pub fn next(session: &Session, by: i64) -> Action {
    let asks_about_game = |lesson: &Attendance| lesson.step().task == StepTask::Open(WHICH_LOOP.to_owned());
    if by > 0 && session.lesson().is_some_and(|lesson| lesson.is_last() && asks_about_game(lesson)) {
        return Action::Window(WindowAction::Gallery(true));
    }
    if session.lesson().is_some() && !session.demonstrates() || by > 0 && session.run.opened.course.is_some() {
        return Action::Lesson(if by > 0 { LessonAction::Next } else { LessonAction::Previous });
    }
    Action::Run(RunAction::NextScenario(by))
}

/// Returns the action of the space bar: the next step of a lesson, or a tap while the input test or a world with a button plays,
/// or play and pause.
pub fn space(session: &Session) -> Action {
    if let Some(action) = session.lesson_goes_on() {
        return Action::Lesson(action);
    }
    let takes_taps =
        session.run.view.inputs || worlds::find(&session.run.lab.settings().scene.id).is_ok_and(|kind| kind.has_button);
    if takes_taps && session.is_playing() { Action::Lab(Command::Tap) } else { Action::View(ViewAction::PlayPause) }
}

pub fn shows_code(session: &Session) -> bool {
    let view = session.run.view;
    if session.window.presenting { session.window.presents_code } else { view.code || shows(session, Instrument::Code) }
}

pub fn toggle_code(session: &Session) -> Action {
    let view = session.run.view;
    if session.window.presenting {
        return Action::Window(WindowAction::PresentCode(!session.window.presents_code));
    }
    Action::View(ViewAction::Change(match view.instrument {
        None | Some(Instrument::Table) => View { instrument: Some(Instrument::Code), ..view },
        Some(Instrument::Code) => View { instrument: None, ..view },
        Some(Instrument::Timeline | Instrument::Plots) => View { code: !view.code, ..view },
    }))
}

pub fn next_instrument(session: &Session) -> Action {
    let view = session.run.view;
    Action::View(ViewAction::Change(View { instrument: Instrument::next(view.instrument), ..view }))
}

/// Returns the action that ends the shown wall replay, or else starts the wall replay of the selected pane or of the first pane
/// with a tunnelled body.
pub fn wall_replay(session: &Session) -> Action {
    if session.run.transport.wall_replay().is_some() {
        return Action::View(ViewAction::Transport(Move::ToLive));
    }
    let panes = session.run.lab.panes();
    let has = |pane: &&Pane| pane.recording().tunnel().is_some();
    let first = panes.get(session.selected()).into_iter().chain(panes).find(has);
    let none = || {
        Action::Window(WindowAction::Notify(Some(Notice::good(
            "Bullet time shows a body that goes through a wall: none has in these panes.",
        ))))
    };
    first.map_or_else(none, |pane| Action::View(ViewAction::Transport(Move::WallReplay(pane.letter()))))
}

pub fn shows(session: &Session, instrument: Instrument) -> bool {
    session.run.view.instrument == Some(instrument)
}

pub fn toggle_instrument(session: &Session, instrument: Instrument) -> Action {
    let instrument = (!shows(session, instrument)).then_some(instrument);
    Action::View(ViewAction::Change(View { instrument, ..session.run.view }))
}

/// Returns whether the ghosts show the exact motion at each pane's own simulated time.
pub fn own_time(session: &Session) -> bool {
    session.run.view.reference == Reference::SimulatedTime
}

pub fn toggle_own_time(session: &Session) -> Action {
    let reference = if own_time(session) { Reference::RealTime } else { Reference::SimulatedTime };
    Action::View(ViewAction::Change(View { reference, ..session.run.view }))
}

/// Returns whether the step is an exercise that fixes this setting.
fn is_fixed(session: &Session, path: &SettingPath) -> bool {
    session.exercise().is_some_and(|(exercise, ..)| !exercise.allows(path))
}

/// Returns the load that the foot of projector mode shows, and that the arrow keys change: the load that the text of a presented
/// step names, or else the render load of the selected pane's computer; `None` in an exercise that fixes it.
pub fn main_load(session: &Session) -> Option<SettingPath> {
    let named = session.lesson().filter(|_| session.window.presenting).and_then(|lesson| {
        let paths =
            lesson.step().text.0.iter().filter_map(|piece| if let Piece::Setting(path) = piece { Some(path) } else { None });
        paths.into_iter().find(|path| matches!(path.owner, Owner::Computer | Owner::PaneComputer(_)))
    });
    let usual = || Owner::of_computer(session.run.lab.settings(), session.selected()).path("render_ms");
    Some(named.cloned().unwrap_or_else(usual)).filter(|path| !is_fixed(session, path))
}

/// Returns the value of the main load.
pub fn main_load_ms(session: &Session) -> f64 {
    main_load(session).and_then(|path| number_of(&path, session.run.lab.settings())).map_or(0.0, |(value, _)| value)
}

/// Returns the action that sets the main load to about `ms`: to whole tenths of a millisecond below 10, halves below 30, or else
/// whole milliseconds. `None` if that changes nothing.
pub fn set_main_load(session: &Session, ms: f64) -> Option<Action> {
    let path = main_load(session)?;
    let (before, range) = number_of(&path, session.run.lab.settings())?;
    let grain = grain(ms);
    let ms = ((ms / grain).round() * grain).max(LEAST_LOAD_MS).clamp(range.min, range.max);
    ((ms - before).abs() > grain / 2.0).then(|| Action::set(path, ms))
}

/// Returns the action that changes the main load by a tenth, up or down.
pub fn nudge_load(session: &Session, up: bool) -> Option<Action> {
    let ms = main_load_ms(session);
    set_main_load(session, if up { (ms * 1.1).max(ms + grain(ms)) } else { (ms / 1.1).min(ms - grain(ms)) })
}

/// The least load that keys set.
const LEAST_LOAD_MS: f64 = 0.1;

fn grain(ms: f64) -> f64 {
    if ms < 10.0 {
        0.1
    } else if ms < 30.0 {
        0.5
    } else {
        1.0
    }
}

pub fn load(session: &Session, name: &'static str, change: fn(f64) -> f64) -> Option<Action> {
    let (settings, pane) = (session.run.lab.settings(), session.selected());
    let loads = settings.computer_of(pane).values();
    let load = Computer::param(name).map_or(0.0, |param| param.clamped(change(loads.number(param).unwrap_or_default())));
    let path = Owner::of_computer(settings, pane).path(name);
    (!is_fixed(session, &path)).then(|| Action::set(path, load))
}

pub fn switch_vsync(session: &Session) -> Action {
    let (settings, pane) = (session.run.lab.settings(), session.selected());
    let has_vsync = settings.computer_of(pane).present == Present::Fifo;
    Action::set(Owner::of_computer(settings, pane).path("present"), if has_vsync { "mailbox" } else { "fifo" })
}

pub fn speed(session: &Session, steps: i64) -> Action {
    let last = SPEEDS.len() as i64 - 1;
    let here = SPEEDS.iter().position(|(speed, _)| *speed <= session.run.speed + 1e-9).map_or(last, |place| place as i64);
    Action::View(ViewAction::Speed(SPEEDS[(here + steps).clamp(0, last) as usize].0))
}

pub fn add_pane(session: &Session) -> Option<Action> {
    let panes = &session.run.lab.settings().panes;
    (panes.len() < MOST_PANES).then(|| Action::Lab(Command::AddPane(PaneSettings::new("fixed-interpolated"))))
}

pub fn close_pane(session: &Session, pane: usize) -> Option<Action> {
    (session.run.lab.panes().len() > 1).then(|| Action::Lab(Command::ClosePane(session.letter(pane))))
}

pub fn swap_pane(session: &Session, a: usize) -> Option<Action> {
    let count = session.run.lab.panes().len();
    (count > 1).then(|| Action::Lab(Command::SwapPanes(session.letter(a), session.letter((a + 1) % count))))
}

pub fn enlarge_pane(session: &Session, pane: usize) -> Action {
    Action::View(ViewAction::Enlarge(session.run.selection.enlarged().is_none().then_some(pane)))
}

/// Returns the presentation that follows in the order as published, latest, and the ways to draw between and beyond states.
pub fn next_presentation(session: &Session) -> Option<Presentation> {
    match session.run.lab.settings().panes[0].presentation {
        None => Some(Presentation::Latest),
        Some(Presentation::Latest) => Some(Presentation::Interpolate),
        Some(Presentation::Interpolate) => Some(Presentation::Extrapolate),
        Some(Presentation::Extrapolate) => Some(Presentation::ExtrapolateToContact),
        Some(Presentation::ExtrapolateToContact) => Some(Presentation::ExtrapolateStraight),
        Some(Presentation::ExtrapolateStraight) => None,
    }
}

/// Returns the selected pane, or else the first one, that plays a capture that is here; `None` if there is none.
fn captured(session: &Session) -> Option<&PaneSettings> {
    let panes = &session.run.lab.settings().panes;
    let is_captured = |pane: &&PaneSettings| pane.played().is_some_and(Capture::is_here);
    panes.get(session.selected()).filter(is_captured).or_else(|| panes.iter().find(is_captured))
}

/// Returns the action that opens the page about the capture; `None` without a capture.
pub fn about_capture(session: &Session) -> Option<Action> {
    captured(session).map(|pane| Action::Window(WindowAction::Dialog(Some(Dialog::AboutCapture(pane.letter())))))
}

/// Playing begins this long before a moment, so that a person sees it come.
pub const BEFORE_MOMENT: Span = Span::from_flicks(FLICKS_PER_SECOND / 2);
/// A spike that was reached less than this ago is the present one, and the one before it is another.
const JUST_SEEN: Span = Span::from_flicks(FLICKS_PER_SECOND);
/// A spike that is nearer than this is the one to which the person has just gone.
const HERE: Span = Span::from_flicks(FLICKS_PER_SECOND / 1000);

/// Returns the action that plays from just before the next or the last spike of the overview, in red there; `None` without one.
/// Without a capture it goes on or back by a refresh, as its key does without Shift.
pub fn spike(session: &Session, forward: bool) -> Option<Action> {
    let Some(pane) = captured(session) else {
        let step = if forward { ViewAction::Step } else { ViewAction::Transport(Move::Back(Unit::Refresh)) };
        return Some(Action::View(step));
    };
    let summary = session.window.results.capture_summary(pane)??;
    let start = session.run.lab.pane(pane.letter())?.recording().start;
    let now = session.run.now() + BEFORE_MOMENT;
    let spikes = summary.hitches.iter().chain(&summary.stalls).map(|stay| start + (stay.begin - Time::ZERO));
    let found =
        if forward { spikes.filter(|at| *at > now + HERE).min() } else { spikes.filter(|at| *at < now - JUST_SEEN).max() };
    found.map(|at| Action::View(ViewAction::Transport(Move::PlayFrom(at - BEFORE_MOMENT))))
}

/// Returns whether a pane that runs a loop plays the load of the capture in this pane.
pub fn plays_load_of(settings: &Settings, letter: PaneLetter) -> bool {
    let is_played = |computer: &Computer| {
        computer.plays_load() && settings.captured_pane(computer).is_some_and(|played| played.letter() == letter)
    };
    let mut others = (0..settings.panes.len()).filter(|other| settings.panes[*other].played().is_none());
    others.any(|other| is_played(settings.computer_of(other)))
}

/// Returns the action that makes all panes that run a loop play the load of the capture in this pane, or ends that.
pub fn play_load_of(settings: &Settings, letter: PaneLetter, plays: bool) -> Action {
    let others = (0..settings.panes.len()).filter(|other| settings.panes[*other].played().is_none());
    let owners = others.map(|other| (Owner::of_computer(settings, other), settings.computer_of(other)));
    let owners = owners.chain([(Owner::Computer, &settings.computer)]);
    let patch = owners.fold(Patch::default(), |patch, (owner, computer)| match plays {
        true if computer.plays_load() => patch.with(owner.path("play_pane"), letter.to_string()),
        true => patch.with(owner.path("play_load"), "loop").with(owner.path("play_pane"), letter.to_string()),
        // Frames that cost nothing would be left.
        false if computer.render_ms == 0.0 => {
            patch.with(owner.path("play_load"), "off").with(owner.path("render_ms"), Value::unset())
        }
        false => patch.with(owner.path("play_load"), "off"),
    });
    Action::Lab(Command::Set(patch))
}

/// Returns whether the load of the capture is played; `None` without a capture.
pub fn plays_load(session: &Session) -> Option<bool> {
    captured(session).map(|pane| plays_load_of(session.run.lab.settings(), pane.letter()))
}

/// Returns the action that plays the load of the capture in the other panes, or ends that; `None` without a capture.
pub fn play_load(session: &Session) -> Option<Action> {
    let (settings, pane) = (session.run.lab.settings(), captured(session)?);
    Some(play_load_of(settings, pane.letter(), !plays_load_of(settings, pane.letter())))
}

/// Returns the action that compares the selected loop with its original; `None` if it is no copy of another loop.
pub fn compare_with_original(session: &Session) -> Option<Action> {
    let settings = session.run.lab.settings();
    let name = OwnLoop::name_in(&settings.panes[session.selected()].strategy)?;
    let own = settings.loops.iter().find(|own| own.name == name)?;
    own.original().map(|_| Action::Loops(LoopsAction::CompareWithOriginal(session.letter(session.selected()))))
}
