//! Runs the window from its opening to its end.

use super::follow::{Followed, Follower};
use super::{Desktop, storage};
use crate::front::app::application::App;
use crate::front::app::error::NoWindow;
use crate::front::app::loop_watch::LoopWatch;
#[cfg(feature = "own-loops")]
use crate::front::app::store::Remembered;
#[cfg(feature = "own-loops")]
use crate::front::watchdog;
use crate::studio::lesson::definition::Lesson;
use crate::studio::scenario::definition::Scenario;
use crate::studio::scenario::unopened::UnopenedScenario;
use crate::studio::session::action::{Action, LessonAction, LoopsAction};
use std::path::PathBuf;
use std::sync::Arc;
#[cfg(feature = "own-loops")]
use tickscope_core::model::config::own_loop::OwnLoop;
#[cfg(feature = "own-loops")]
use tickscope_core::model::scripts::progress::Computing;
use winit::event_loop::EventLoop;

/// The environment variable with the sentence about the loop that was stopped.
const STOPPED: &str = "TICKSCOPE_STOPPED_LOOP";

#[derive(Debug, Default)]
pub struct WindowStart {
    /// The scenario to show; `None` for the settings of the last start.
    pub scenario: Option<Scenario>,
    /// The lesson to begin, and the index of its first step to show.
    pub lesson: Option<(Arc<Lesson>, usize)>,
    /// A scenario whose loops run only after a click; `None` if there is none.
    pub held_back: Option<UnopenedScenario>,
    /// The address for links, which is stored for the next start. An empty one removes the stored address; `None` keeps it.
    pub base: Option<String>,
    /// The files of loops, whose saves reach the window.
    pub loops: Vec<PathBuf>,
    /// The game that a pane of the scenario follows; `None` if there is none.
    pub follow: Option<Followed>,
}

pub fn run(start: WindowStart) -> Result<(), NoWindow> {
    let WindowStart { scenario: asked, lesson, held_back, base, loops, follow } = start;
    let file = storage::file();
    let (remembered, lost) = file.as_deref().map(storage::load).unwrap_or_default();
    let is_asked = asked.is_some() || held_back.is_some() || lesson.is_some();
    let base = base.or_else(|| remembered.base.clone()).filter(|base| !base.is_empty());
    let mut session = remembered.session(asked)?.with_link_base(base);
    if let Some(why) = lost {
        session.window.fail(why);
    }
    if let Some(unopened) = held_back {
        session.act(Action::Loops(LoopsAction::HoldBack(Box::new(unopened))));
    }
    for own in storage::own_lessons() {
        match own {
            Ok(lesson) => session.window.own_lessons.push(lesson),
            Err(why) => session.window.fail(format!("Left out of your lessons: {why}")),
        }
    }
    if let Some((lesson, step)) = lesson {
        session.act(Action::Lesson(LessonAction::Open(lesson, step)));
    }
    if let Ok(why) = std::env::var(STOPPED) {
        session.window.fail(why);
    }
    let follower = follow.map(|followed| {
        session.follow(&followed.name());
        Follower::start(followed)
    });
    let follower = follower.transpose().unwrap_or_else(|error| {
        session.window.fail(format!("--follow: the system gives no thread for it ({error})"));
        None
    });
    let event_loop = event_loop()?;
    let desktop = Desktop::new(event_loop.create_proxy());
    #[cfg(feature = "own-loops")]
    watchdog::start(start_again(&remembered, &desktop, &loops));
    let mut app = App::new(session, &remembered, desktop);
    app = app.watching(LoopWatch::new(loops)).following(follower);
    event_loop.run_app(&mut app)?;
    let mut now = app.end()?;
    if is_asked {
        now = now.with_the_run_of(&remembered);
    }
    if let Some(file) = file
        && let Err(error) = storage::save(&file, &now)
    {
        // A failure to store the state is dropped: the program ends, and has no window to show it in.
        log::warn!("{error}");
    }
    Ok(())
}

/// Returns the action of the watchdog for a window: it saves the newest state without the loop, and starts the program again.
#[cfg(feature = "own-loops")]
fn start_again(remembered: &Remembered, desktop: &Desktop, loops: &[PathBuf]) -> impl Fn(&Computing, &str) + Send + 'static {
    let (usual, newest, loops) = (remembered.clone(), desktop.newest.clone(), loops.to_vec());
    move |script, why| {
        let newest = newest.lock().ok().and_then(|newest| newest.clone());
        let own = OwnLoop { name: script.name.clone(), source: script.text.clone() };
        let state = newest.unwrap_or_else(|| usual.clone()).without_running(own);
        let sentence = watchdog::sentence(&loops, script, why);
        eprintln!("tickscope: {sentence}; the window starts again without it");
        let again =
            storage::file().and_then(|file| storage::save(&file, &state).ok()).and_then(|()| std::env::current_exe().ok());
        if let Some(program) = again {
            let told = format!("{sentence}. The window has started again without it; its text is in the list of loops.");
            let _ = std::process::Command::new(program).env(STOPPED, told).spawn();
        }
        std::process::exit(2);
    }
}

/// Creates winit's event loop. winit panics if a library of the display is missing; this returns an error instead.
pub fn event_loop<T: 'static>() -> Result<EventLoop<T>, NoWindow> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let built = std::panic::catch_unwind(|| EventLoop::<T>::with_user_event().build());
    std::panic::set_hook(hook);
    match built {
        Ok(event_loop) => Ok(event_loop?),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
            Err(NoWindow::Library(text.unwrap_or("unknown").trim_end_matches('.').to_owned()))
        }
    }
}
