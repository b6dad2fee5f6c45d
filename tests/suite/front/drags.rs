//! A drag reaches the end of its slider, whatever appears and disappears meanwhile.

use super::harness::window_of;
use egui::accesskit::Role;
use egui::{pos2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, Node};
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, Notice, ViewAction, WindowAction};
use tickscope::studio::session::playhead::Move;
use tickscope_core::base::time::Time;
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::settings::{PaneSettings, Settings};

const OWN: &str = "const HZ = host.param('rate', 60, { min: 1, max: 240, unit: 'Hz' });\n\
                   const MOST = host.param('most', 5, { min: 0, max: 50, whole: true });\n\
                   function loop(host) { while (host.running()) { host.update(second / HZ); host.render(); } }";

/// Half of the width of a slider's handle, in points.
const HANDLE: f32 = 8.0;

/// Returns a window with all groups of the panel open.
fn window() -> Harness<'static, Session> {
    let panes = vec![PaneSettings::new("own/mine"), PaneSettings::new("semi-fixed")];
    let mut session = Session::new(Settings { panes, loops: vec![OwnLoop::new("mine", OWN)], ..Settings::of_window() }).unwrap();
    session.act(Action::View(ViewAction::PlayPause));
    session.act(Action::Window(WindowAction::EverythingElse(true)));
    session.advance_to(Time::from_secs(0.5));
    let mut harness = window_of(session, vec2(1280.0, 720.0));
    // A head of the panel names its group and the settings in it.
    let is_head =
        |node: &Node<'_>| node.rect().left() > 1000.0 && name(node).contains(": ") && !name(node).starts_with("Everything");
    let heads: Vec<String> =
        harness.query_all_by_role(Role::DisclosureTriangle).filter(is_head).map(|node| name(&node)).collect();
    for head in heads {
        harness.get_by_role_and_label(Role::DisclosureTriangle, &head).click_accesskit();
        harness.run_steps(8);
    }
    harness
}

/// Returns the sliders of the panel.
fn sliders<'a>(harness: &'a Harness<'_, Session>) -> Vec<Node<'a>> {
    harness.query_all_by_role(Role::Slider).filter(|node| node.rect().left() > 1000.0).collect()
}

fn name(node: &Node<'_>) -> String {
    node.accesskit_node().label().unwrap_or_default()
}

/// Makes a notice, a refusal, a note and a look into the past come or go before move `number` of a drag.
fn disturb(session: &mut Session, number: usize) {
    let notify = |notice| Action::Window(WindowAction::Notify(notice));
    match number % 20 {
        5 => session.on_monitor(Some(58.0)),
        10 => session.act(notify(Some(Notice::bad("There is no such file, and this line is long enough for two. ".repeat(3))))),
        12 => session.act(Action::View(ViewAction::Transport(Move::ToOldest))),
        14 => session.act(Action::View(ViewAction::Speed(-1.0))),
        17 => session.act(notify(None)),
        19 => session.on_monitor(Some(60.0)),
        _ => {}
    }
}

/// Drags the slider with this index from its left end to its right end in `moves` moves. Returns its value and its maximum.
fn drag_to_the_end(harness: &mut Harness<'_, Session>, index: usize, moves: usize) -> (Option<f64>, Option<f64>) {
    // It may stand below the fold.
    sliders(harness)[index].scroll_to_me();
    harness.run_steps(8);
    let rect = sliders(harness)[index].rect();
    harness.drag_at(pos2(rect.left() + HANDLE, rect.center().y));
    harness.step();
    for number in 1..=moves {
        disturb(harness.state_mut(), number);
        let share = number as f32 / moves as f32;
        harness.hover_at(pos2(egui::lerp(rect.left() + HANDLE..=rect.right() + HANDLE, share), rect.center().y));
        harness.step();
    }
    let node = sliders(harness)[index].accesskit_node();
    let reached = (node.numeric_value(), node.max_numeric_value());
    harness.drop_at(pos2(rect.right() + 6.0, rect.center().y));
    harness.step();
    reached
}

#[test]
fn nothing_takes_a_drag_away() {
    let mut harness = window();
    let names: Vec<String> = sliders(&harness).iter().map(name).collect();
    assert!(names.len() > 20, "{names:?}");
    for own in ["Refresh rate", "Render load", "Rate", "Most"] {
        assert!(names.iter().any(|name| name == own), "{own} is a slider: {names:?}");
    }
    for (index, name) in names.iter().enumerate() {
        let (value, most) = drag_to_the_end(&mut harness, index, if name == "Refresh rate" { 40 } else { 20 });
        assert!(value.is_some() && value == most, "{name}: {value:?} of {most:?}");
        harness.state_mut().act(Action::Undo);
        harness.run_steps(2);
    }
}

#[test]
fn a_note_waits_for_the_end_of_a_drag_and_moves_no_slider() {
    let mut harness = window();
    let places = |harness: &Harness<'_, Session>| sliders(harness).iter().map(Node::rect).collect::<Vec<_>>();
    let says = |harness: &Harness<'_, Session>| harness.query_by_label_contains("judders here").is_some();
    let at = places(&harness)[0];
    let at = pos2(at.left() + HANDLE, at.center().y);
    harness.drag_at(at);
    harness.run_steps(4);
    let before = places(&harness);
    harness.state_mut().on_monitor(Some(50.0));
    harness.run_steps(4);
    assert!(!says(&harness), "the button is down");
    harness.drop_at(at);
    harness.step();
    assert!(!says(&harness), "it has just come up");
    harness.run_steps(4);
    assert!(says(&harness));
    assert_eq!(places(&harness), before);
}
