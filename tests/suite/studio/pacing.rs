//! The pace of a window: how far each of its frames advances the laboratory.

use tickscope::front::ui;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, RunAction, ViewAction};
use tickscope::studio::session::playhead::Move;
use tickscope::studio::view::Theme;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::model::config::settings::Settings;

#[test]
fn a_frame_simulates_for_a_tenth_of_a_second_at_most() {
    let mut session = Session::new(Settings::default()).unwrap();
    let mut real = 0.0;
    let mut frame = |session: &mut Session, cost: f64| {
        let before = session.run.now();
        session.frame(real);
        let moved = (session.run.now() - before).as_secs();
        session.pacer.add_simulated(moved * cost);
        real += (moved * cost).max(1.0 / 60.0);
        moved
    };
    let went: Vec<f64> = (0..60).map(|_| frame(&mut session, 0.1)).collect();
    assert!(went[3..].iter().all(|moved| (moved - 1.0 / 60.0).abs() < 1e-6), "cheap panes are not held up: {went:?}");
    let went: Vec<f64> = (0..60).map(|_| frame(&mut session, 400.0)).collect();
    assert!(went[1..].iter().all(|moved| moved * 400.0 < 0.11), "{went:?}");
    assert!(session.run.now() > Time::from_secs(0.9) && went.iter().all(|moved| *moved > 0.0), "it comes on all the same");
    let code = tickscope::studio::scenario::code::write(&session.run.scenario());
    let action = ui::keys::pasted(&session, &code);
    session.act(action);
    assert!((0..2).map(|_| frame(&mut session, 1.0)).sum::<f64>() < 0.005, "other panes begin gently");
}

#[test]
fn an_action_in_the_present_costs_no_frame_and_a_pause_or_a_jump_starts_over() {
    let refresh = Span::from_hz(60.0);
    let mut session = Session::new(Settings::default()).unwrap();
    let mut number = 0;
    let mut frame = |session: &mut Session| {
        let before = session.run.now();
        session.frame(f64::from(number) / 60.0);
        number += 1;
        session.run.now() - before
    };
    frame(&mut session);
    assert_eq!(frame(&mut session), refresh);
    for action in [
        Action::Run(RunAction::PresentAll(None)),
        Action::View(ViewAction::Theme(Theme::Light)),
        Action::View(ViewAction::Select(1)),
    ] {
        session.act(action.clone());
        assert_eq!(frame(&mut session), refresh, "{action:?}");
    }
    let early = Action::View(ViewAction::Transport(Move::Scrub(Time::ZERO + refresh)));
    for (actions, first) in [
        (vec![Action::View(ViewAction::PlayPause), Action::View(ViewAction::PlayPause)], refresh),
        (vec![Action::View(ViewAction::Speed(0.5))], Span::ZERO),
        (vec![Action::View(ViewAction::Speed(1.0))], Span::ZERO),
        (vec![early, Action::View(ViewAction::PlayPause)], Span::ZERO),
    ] {
        for action in &actions {
            session.act(action.clone());
        }
        assert_eq!(frame(&mut session), first, "{actions:?}");
        frame(&mut session);
    }
    session.act(Action::View(ViewAction::PlayPause));
    assert_eq!((frame(&mut session), frame(&mut session)), (Span::ZERO, Span::ZERO));
    session.act(Action::View(ViewAction::PlayPause));
    assert_eq!((frame(&mut session), frame(&mut session)), (Span::ZERO, refresh), "time goes on from now after a pause");
}
