//! The demonstration, run without a window: it does what it says, and what it says is so.

use std::borrow::Cow;
use tickscope::studio::lesson::builtin;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, LessonAction, RunAction, ViewAction, WindowAction};
use tickscope::studio::session::playhead::Move;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::model::config::patch::Owner;
use tickscope_core::model::config::settings::Settings;

fn begun() -> Session {
    let mut session = Session::new(Settings::of_window()).expect("the window's settings are allowed");
    session.act(Action::Run(RunAction::Demonstrate));
    session
}

/// Returns the time by which pane `index` is behind the laboratory's.
fn behind(session: &Session, index: usize) -> Span {
    session.run.now() - session.run.lab.panes()[index].computer().world().sim()
}

fn near(value: Option<f64>, expected: f64, by: f64) -> bool {
    value.is_some_and(|value| (value - expected).abs() <= by)
}

#[test]
fn every_caption_of_the_demonstration_is_true_while_it_is_shown() {
    let mut session = begun();
    let (mut load, mut before, mut age_as_they_are) = (0.0, [Span::ZERO; 4], None);
    let mut behind_at_23 = before;
    let (mut seen, mut untrue) = (Vec::new(), Vec::new());
    for tick in 1..420 {
        let now = Time::from_secs(f64::from(tick) / 10.0);
        session.advance_to(now);
        let render_ms = session.run.computer().render_ms;
        if tick == 229 {
            behind_at_23 = std::array::from_fn(|index| behind(&session, index));
        }
        if tick == 270 {
            before = std::array::from_fn(|index| behind(&session, index));
        }
        let recent = |index: usize| session.run.seen(index).recent();
        if tick == 350 {
            age_as_they_are = recent(3).number("state_age_mean_ms");
        }
        if let Some(caption) = session.caption().map(Cow::into_owned) {
            let lost = |index: usize| (behind(&session, index) - before[index]).as_secs();
            let tunnelled = |index: usize| session.run.lab.panes()[index].computer().world().tally().tunnelled;
            let is_so = match caption.as_str() {
                text if text.starts_with("One game") => {
                    let panes = session.run.lab.panes();
                    let right = |index: usize| {
                        // A state needs some frames before it is one of them.
                        tick < 20 || session.run.seen(index).state().symptoms[0].kind() == Kind::Right
                    };
                    render_ms == 5.0 && panes.len() == 4 && (0..4).all(right)
                }
                text if text.starts_with("Now drawing") => {
                    // No speed is known while the load changes.
                    let right = |index: usize| near(recent(index).number("lost_s"), 0.0, 0.06);
                    (tick < 42 || render_ms > load) && (0..4).all(right)
                }
                text if text.starts_with("And now") => tick < 72 || render_ms > 16.7,
                text if text.starts_with("A, frame-based") => {
                    let a = recent(0);
                    near(a.number("speed_ratio"), 0.5, 0.03) && near(a.number("fps_mean"), 30.0, 1.0)
                }
                text if text.starts_with("Longer still") => {
                    (tick < 122 || render_ms > 20.0) && (0..4).all(|index| tunnelled(index) == 0)
                }
                text if text.starts_with("B, variable delta") => {
                    let step_s = recent(1).number("dt_max_s");
                    let is_through = near(step_s, 0.083, 0.001) && tunnelled(1) > 0;
                    // The ball needs a moment to get there.
                    (tick < 153 || is_through) && [0, 2, 3].map(tunnelled) == [0; 3]
                }
                text if text.starts_with("C, fixed interval") => {
                    let (c, d) = (recent(2), recent(3));
                    let keeps_up = near(d.number("speed_ratio"), 1.0, 0.03);
                    near(c.number("speed_ratio"), 0.7, 0.03) && c.count("updates_per_frame_max") == 7 && keeps_up
                }
                text if text.starts_with("The load falls") => {
                    let falls = tick < 222 || render_ms < load || render_ms == 5.0;
                    let keeps = |index: usize| (behind(&session, index) - behind_at_23[index]).as_secs().abs() < 0.06;
                    falls && (tick < 230 || (0..4).all(keeps))
                }
                text if text.starts_with("In a moment") => {
                    (0..4).all(|index| session.run.seen(index).waiting() < Span::from_millis(100.0))
                }
                text if text.starts_with("A and C lose it") && tick < 290 => {
                    let most = Span::from_millis((f64::from(tick).min(284.0) - 274.0) * 60.0);
                    tick > 284 || (0..4).all(|index| session.run.seen(index).waiting() >= most)
                }
                text if text.starts_with("A and C lose it") => {
                    let back = [1, 3].map(|index| lost(index).abs() < 0.1);
                    let gone = [0, 2].map(|index| lost(index) > 0.9);
                    back == [true; 2] && gone == [true; 2]
                }
                text if text.starts_with("D makes") => {
                    // A number needs some frames.
                    tick < 326 || recent(3).number("animation_error_mean_ms").is_some_and(|error| error > 3.0)
                }
                text if text.starts_with("Drawn between") => {
                    let d = recent(3);
                    let age = d.number("state_age_mean_ms");
                    tick < 375
                        || d.number("animation_error_mean_ms").is_some_and(|error| error < 1.0)
                            && age.zip(age_as_they_are).is_some_and(|(age, before)| age > before + 10.0)
                }
                "Your turn: drag the render load of 5 ms." => tick >= 394,
                other => panic!("nothing holds {other:?} against the run"),
            };
            if !is_so {
                untrue.push((caption.clone(), tick));
            }
            if seen.last() != Some(&caption) {
                seen.push(caption);
            }
        }
        load = render_ms;
    }
    let all: Vec<_> = builtin::OPENING.steps.iter().map(|step| session.fill(&step.text)).collect();
    assert_eq!(seen, all, "each is shown once");
    assert_eq!(untrue, [], "and is true in each tenth of a second");
}

#[test]
fn the_demonstration_is_the_same_however_long_a_frame_of_the_window_is() {
    let hash = |frames_per_s: i32| {
        let mut session = begun();
        (1..=36 * frames_per_s).for_each(|frame| session.advance_to(Time::from_secs(f64::from(frame) / f64::from(frames_per_s))));
        session.run.lab.panes().iter().map(|pane| pane.computer().world().state_hash()).collect::<Vec<_>>()
    };
    assert_eq!(hash(60), hash(3));
}

#[test]
fn the_demonstration_stays_at_its_end_and_a_touch_leaves_nothing_to_come() {
    let mut session = begun();
    (0..42 * 60).for_each(|frame| session.frame(f64::from(frame) / 60.0));
    assert!(session.demonstrates() && session.run.now() > Time::from_secs(39.0), "it does not begin again");
    assert_eq!(session.caption().as_deref(), Some("Your turn: drag the render load of 5 ms."));
    session.act(Action::Run(RunAction::Demonstrate));
    session.advance_to(Time::from_secs(16.0));
    assert_eq!(session.run.computer().render_ms, 70.0);
    session.act(Action::Touched);
    assert_eq!(session.caption(), None);
    assert_eq!(session.run.lab.next_scripted(), None, "nothing is to come");
    session.advance_to(Time::from_secs(30.0));
    assert_eq!(session.run.computer().render_ms, 70.0, "it stays where it was touched");
}

#[test]
fn a_presentation_goes_on_with_the_demonstration_and_stops_at_its_questions() {
    let mut session = begun();
    session.advance_to(Time::from_secs(10.0));
    let before: Vec<u64> = session.run.lab.panes().iter().map(|pane| pane.computer().world().state_hash()).collect();
    // A key and a click touch first.
    session.act(Action::Touched);
    session.act(Action::Window(WindowAction::Present(true)));
    assert!(session.window.presenting && session.run.now() == Time::from_secs(10.0));
    let after: Vec<u64> = session.run.lab.panes().iter().map(|pane| pane.computer().world().state_hash()).collect();
    assert_eq!(before, after);
    let mut real = 0.0;
    let mut play = |session: &mut Session| {
        for _ in 0..60 * 20 {
            real += 1.0 / 60.0;
            session.frame(real);
        }
    };
    play(&mut session);
    assert_eq!(session.caption().as_deref(), Some("Longer still. Which one will let the ball through the wall?"));
    assert!(!session.run.playing, "it waits for an answer");
    session.act(Action::Lesson(LessonAction::Next));
    play(&mut session);
    assert!(session.caption().is_some_and(|caption| caption.starts_with("In a moment")), "{:?}", session.caption());
    session.act(Action::Lesson(LessonAction::Next));
    play(&mut session);
    assert_eq!(session.caption().as_deref(), Some("Your turn: drag the render load of 5 ms."));

    session.act(Action::Run(RunAction::Demonstrate));
    session.advance_to(Time::from_secs(5.0));
    session.act(Action::set(Owner::Computer.path("render_ms"), 40.0));
    session.act(Action::Window(WindowAction::Present(true)));
    assert_eq!(session.run.computer().render_ms, 40.0, "whoever has changed something presents that");
}

#[test]
fn the_run_of_the_opening_is_that_of_the_demonstration() {
    assert_eq!(
        *builtin::OPENING.setups[0].script.settings(),
        Settings::of_window().lettered(),
        "a touch keeps what a first start would show"
    );
    let hashes =
        |session: &Session| session.run.lab.panes().iter().map(|pane| pane.computer().world().state_hash()).collect::<Vec<_>>();
    let mut opened = Session::open(builtin::OPENING.scenario_of(0)).expect("it opens");
    let mut shown = begun();
    for session in [&mut opened, &mut shown] {
        session.advance_to(Time::from_secs(35.0));
    }
    assert_eq!(hashes(&opened), hashes(&shown));
}

#[test]
fn a_run_from_the_past_of_an_ended_demonstration_repeats_it_and_brings_nothing_after_it() {
    let mut session = begun();
    session.advance_to(Time::from_secs(16.0));
    session.act(Action::View(ViewAction::Transport(Move::Scrub(Time::from_secs(10.0)))));
    session.act(Action::View(ViewAction::Transport(Move::RunFromHere)));
    (0..60).for_each(|frame| session.frame(f64::from(frame) / 60.0));
    assert!(session.run.transport.rerun().is_none(), "it has come there");
    session.advance_to(Time::from_secs(30.0));
    assert_eq!(session.run.computer().render_ms, 20.0);
}
