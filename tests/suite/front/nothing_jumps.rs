//! Nothing jumps under the mouse: notices, notes, instruments and warnings move no control.

use super::harness::{click, press, session, window_of};
use egui::{Rect, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, Dialog, Notice, RunAction, ViewAction, WindowAction};
use tickscope::studio::session::playhead::Move;
use tickscope_core::base::time::Time;

const TABS: [&str; 4] = ["Show Timeline", "Show Plots", "Show Table", "Show Code"];

/// Returns a window at rest, after three seconds.
fn window(size: (f32, f32)) -> Harness<'static, Session> {
    let mut session = session();
    session.act(Action::View(ViewAction::PlayPause));
    session.advance_to(Time::from_secs(3.0));
    window_of(session, vec2(size.0, size.1))
}

/// Returns the places of controls of every part of the window.
fn places(harness: &Harness<Session>) -> Vec<Rect> {
    let controls = ["Render load, value", "Hitch 1000 ms", "Refresh rate, value", "Undo"];
    controls.into_iter().chain(TABS).map(|label| harness.get_by_label(label).rect()).collect()
}

#[test]
fn a_notice_moves_and_covers_no_control() {
    for size in [(1280.0, 720.0), (1024.0, 700.0)] {
        let mut harness = window(size);
        let before = places(&harness);
        let long = "The file can't be written, because its folder does not exist any more; choose another one. ".repeat(2);
        for text in ["Saved.", &long] {
            harness.state_mut().act(Action::Window(WindowAction::Notify(Some(Notice::bad(text)))));
            harness.run_steps(3);
            assert_eq!(places(&harness), before, "at {size:?}");
            let ok = harness.get_by_label("OK").rect();
            assert!(before.iter().all(|control| !control.intersects(ok)), "at {size:?}");
        }
        click(&mut harness, "OK");
        assert!(harness.state().window.notice().is_none());
    }
}

#[test]
fn a_monitor_that_fits_badly_and_a_refusal_move_no_control() {
    let mut harness = window((1280.0, 720.0));
    let before = places(&harness);
    harness.state_mut().on_monitor(Some(50.0));
    harness.state_mut().act(Action::View(ViewAction::Speed(-1.0)));
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("judders here").is_some(), "it is said");
    assert!(harness.query_by_label_contains("Not done").is_some(), "it is said");
    assert_eq!(places(&harness), before);
}

#[test]
fn the_tabs_stay_where_they_are_when_an_instrument_opens() {
    let mut harness = window((1280.0, 720.0));
    let tabs = |harness: &Harness<Session>| TABS.map(|tab| harness.get_by_label(tab).rect());
    let before = tabs(&harness);
    for tab in TABS {
        click(&mut harness, tab);
        assert_eq!(tabs(&harness), before, "{tab}");
    }
    // The playhead's buttons have their own row.
    click(&mut harness, TABS[0]);
    press(&mut harness, egui::Key::Comma);
    assert_eq!(tabs(&harness), before);
}

#[test]
fn a_dialog_keeps_its_height_when_a_failure_comes_and_goes() {
    let mut harness = window((1280.0, 720.0));
    let open = |harness: &mut Harness<Session>, path: &str| {
        harness.state_mut().act(Action::Window(WindowAction::Dialog(Some(Dialog::Open { path: path.to_owned() }))));
        harness.run_steps(3);
        harness.get_by_label("Open a file").rect().height()
    };
    let low = open(&mut harness, "a.toml");
    harness.state_mut().window.fail("There is no such file. ".repeat(8));
    harness.run_steps(3);
    let high = harness.get_by_label("Open a file").rect().height();
    assert!(high > low, "the failure is said");
    assert_eq!(open(&mut harness, "b.toml"), high);
    harness.state_mut().act(Action::Window(WindowAction::Dialog(None)));
    harness.run_steps(3);
    assert_eq!(open(&mut harness, "a.toml"), low, "it begins afresh");
}

#[test]
fn a_failure_is_gone_once_something_else_is_opened() {
    let mut session = session();
    session.act(Action::Window(WindowAction::Notify(Some(Notice::bad("no such file")))));
    session.act(Action::View(ViewAction::Select(1)));
    assert!(session.window.notice().is_some(), "looking changes nothing");
    session.act(Action::Run(RunAction::NextScenario(1)));
    assert!(session.window.notice().is_none_or(|notice| notice.good));
}

#[test]
fn live_leads_to_the_present_and_plays() {
    let mut harness = window((1280.0, 720.0));
    let go = |harness: &mut Harness<Session>, to: Move| harness.state_mut().act(Action::View(ViewAction::Transport(to)));
    go(&mut harness, Move::ToLive);
    assert!(!harness.state().is_playing(), "in the present it changes nothing");
    go(&mut harness, Move::ToOldest);
    harness.run_steps(2);
    assert!(harness.query_by_label_contains("Looking back").is_some());
    click(&mut harness, "Live");
    assert!(harness.state().run.transport.playhead.is_none() && harness.state().is_playing());
}

#[test]
fn under_a_world_a_click_selects_the_pane_and_a_drag_looks_back() {
    let mut harness = window((1280.0, 720.0));
    for (pane, instrument) in [(1, "Pulse of pane B"), (2, "Pulse of pane C")] {
        let field = harness.get_by_label_contains(instrument).rect();
        harness.get_by_label_contains(instrument).click();
        harness.run_steps(2);
        assert_eq!(harness.state().run.selection.selected(), pane, "{instrument}");
        assert!(harness.state().run.transport.playhead.is_none(), "a click in the {instrument} goes nowhere");
        harness.drag_at(field.center());
        harness.run_steps(2);
        harness.hover_at(field.center() - vec2(30.0, 12.0));
        harness.run_steps(2);
        harness.drop_at(field.center() - vec2(30.0, 12.0));
        harness.run_steps(2);
        assert!(harness.state().run.transport.playhead.is_some(), "a drag in the {instrument} looks back");
        harness.state_mut().act(Action::View(ViewAction::Transport(Move::ToLive)));
        harness.state_mut().act(Action::View(ViewAction::PlayPause));
        harness.run_steps(2);
    }
}
