//! The marks of the picture: hovering one explains it, What is this? labels one of every kind, and a screen reader gets sentences.

use super::harness::{click, press, session, window_of};
use egui::accesskit::Role;
use egui::{Context, Event, Key, Pos2, Rect, Vec2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use std::collections::BTreeSet;
use tickscope::front::compositor::pane_layers::PaneLayers;
use tickscope::front::ui::marks;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, HelpPage, ViewAction, WindowAction};
use tickscope::studio::view::{Instrument, View};
use tickscope_core::base::time::Time;
use tickscope_core::lab::load_map::map::LoadMap;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::settings::{PaneSettings, Settings, StallOn, WorldChoice};
use tickscope_core::model::world::sketch::{Geometry, Ink, Sketch, WorldRect};
use tickscope_core::model::worlds;

/// Returns a window in which frames take 70 ms.
fn slow(size: Vec2) -> Harness<'static, Session> {
    let settings = Settings { computer: Computer { render_ms: 70.0, ..Computer::default() }, ..Settings::default() };
    let mut session =
        Session::new(settings).expect("the settings are allowed").with_view(View { inputs: true, ..View::default() });
    session.advance_to(Time::from_secs(9.0));
    session.act(Action::View(ViewAction::PlayPause));
    window_of(session, size)
}

/// Returns the labels of the marks: the term of each, and its room.
fn labels(harness: &Harness<Session>) -> Vec<(String, Rect)> {
    let glossary = include_str!("../../../docs/glossary.md");
    let named = harness.query_all_by_role(Role::Button).filter_map(|node| Some((node.accesskit_node().label()?, node.rect())));
    let term = |(label, rect): (String, Rect)| {
        let (term, _) = label.split_once(": ")?;
        glossary.contains(&format!("\n| {term} |")).then(|| (term.to_owned(), rect))
    };
    named.filter_map(term).collect()
}

fn hover(harness: &mut Harness<Session>, at: Pos2) {
    // A text comes when the pointer has moved, and then rested.
    for from in [at - vec2(1.0, 0.0), at] {
        harness.event(Event::PointerMoved(from));
        harness.step();
    }
    for _ in 0..60 {
        harness.step();
    }
}

#[test]
fn what_is_this_labels_every_kind_of_mark_without_overlaps() {
    let sizes = [(1280.0, 720.0), (1024.0, 700.0), (800.0, 600.0), (360.0, 780.0), (240.0, 160.0), (60.0, 40.0)];
    for size in sizes.map(Vec2::from) {
        let mut harness = slow(size);
        harness.state_mut().act(Action::Window(WindowAction::Help(Some(HelpPage::Marks))));
        harness.run_ok();
        let labels = labels(&harness);
        let room = Rect::from_min_size(Pos2::ZERO, size);
        for (number, (term, rect)) in labels.iter().enumerate() {
            assert!(room.contains_rect(*rect), "{term} at {size}");
            for (other, at) in &labels[..number] {
                assert!(other != term && !at.intersects(*rect), "{term} and {other} at {size}");
            }
        }
        for term in ["body", "ghost", "pulse bar"].into_iter().filter(|_| size.x > 300.0) {
            assert!(labels.iter().any(|(label, _)| label == term), "{term} at {size}: {labels:?}");
        }
        if size.x > 1000.0 {
            assert!(labels.iter().any(|(label, _)| label == "window lamp"), "{labels:?}");
        }
    }
}

/// Returns the terms of the marks that this session labels in a large window.
fn labelled(mut session: Session) -> BTreeSet<String> {
    if session.is_playing() {
        session.act(Action::View(ViewAction::PlayPause));
    }
    session.act(Action::Window(WindowAction::Help(Some(HelpPage::Marks))));
    let harness = window_of(session, vec2(2400.0, 2000.0));
    labels(&harness).into_iter().map(|(term, _)| term).collect()
}

fn in_world(id: &str, strategy: &str, computer: Computer, view: View) -> Session {
    let panes = vec![PaneSettings::new(strategy)];
    let settings = Settings { scene: WorldChoice::new(id), panes, computer, ..Settings::default() };
    let mut session = Session::new(settings).expect("the settings are allowed").with_view(view);
    session.advance_to(Time::from_secs(12.2));
    session
}

/// Returns a loop of one's own beside its code.
fn with_code(source: &str) -> Session {
    let own = OwnLoop::new("mine", source);
    let panes = vec![PaneSettings::new(&own.id())];
    let view = View { instrument: Some(Instrument::Code), ..View::default() };
    let settings = Settings { panes, loops: vec![own], ..Settings::default() };
    let mut session = Session::new(settings).expect("the settings are allowed").with_view(view);
    session.advance_to(Time::from_secs(1.0));
    session
}

#[test]
fn every_painter_of_a_mark_registers_it() {
    let view = View { inputs: true, lateness: true, ..View::default() };
    let slow = Computer { render_ms: 70.0, ..Computer::default() };
    let mut stalled = in_world("three-movers", "variable-delta", Computer::default(), view);
    stalled.act(Action::Lab(Command::Stall { ms: 300.0, on: StallOn::default() }));
    stalled.advance_to(Time::from_secs(13.0));
    let tearing = Computer { present: Present::Immediate, render_ms: 9.0, ..Computer::default() };
    let mut presented = in_world("three-movers", "variable-delta", slow.clone(), view);
    presented.act(Action::Window(WindowAction::Present(true)));
    let sessions = vec![
        in_world("three-movers", "variable-delta", slow.clone(), view),
        in_world("three-movers", "frame-based", slow.clone(), view),
        in_world("thin-wall", "frame-based", slow.clone(), view),
        in_world("runner", "frame-based", slow.clone(), view),
        in_world("curve-and-wall", "frame-based", slow.clone(), view),
        in_world("thin-wall", "variable-delta", slow, view),
        in_world("race", "variable-delta", Computer::default(), view),
        in_world("presses", "clamped-accumulator", Computer::default(), view),
        in_world("camera", "fixed-interpolated", Computer::default(), view),
        in_world("thin-wall", "variable-delta", tearing, view),
        stalled,
        presented,
        with_code("function loop(host) { while (host.running()) { host.watch('x', 1); host.render(); } }"),
        with_code("function loop(host) {\n  host.render();\n  missing();\n}"),
    ];
    let labelled: BTreeSet<String> = sessions.into_iter().flat_map(labelled).collect();
    let glossary = include_str!("../../../docs/glossary.md");
    let (_, section) = glossary.split_once("## The marks of the picture").expect("the glossary has it");
    let section = section.split("\n## ").next().unwrap_or(section);
    let terms = section.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next()).filter(|term| *term != "term");
    // Films and parts of other pages have it, and no labels.
    let terms = terms.filter(|term| *term != "work block");
    let missing: Vec<&str> = terms.filter(|term| !labelled.contains(*term)).collect();
    assert!(missing.is_empty(), "{missing:?} are in no picture; {labelled:?} are");
}

#[test]
fn a_camera_that_follows_a_body_shows_marks_too() {
    let slow = Computer { render_ms: 70.0, ..Computer::default() };
    let labelled = labelled(in_world("runner", "variable-delta", slow, View { pursuit: true, ..View::default() }));
    assert!(["body", "ghost", "error band"].iter().all(|term| labelled.contains(*term)), "{labelled:?}");
}

#[test]
fn every_shape_of_a_backdrop_that_is_no_scenery_is_a_mark() {
    for kind in worlds::ALL {
        for (strategy, render_ms) in [("variable-delta", 70.0), ("fixed-interval", 5.0)] {
            let session = in_world(kind.id, strategy, Computer { render_ms, ..Computer::default() }, View::default());
            let seen = session.run.seen(0);
            let computer = seen.pane.computer();
            let appearance = computer.world().appearance();
            let (tallies, frame) = (seen.tallies(), seen.shown_frame().expect("a frame"));
            let (frame, mut sketch) = (frame.frame(&tallies), Sketch::default());
            appearance.backdrop(&frame, appearance.extent(), &mut sketch);
            let marks = appearance.marks(&frame, appearance.extent());
            // Walls, rulings and exact paths are known by their inks.
            for shape in sketch.shapes.iter().filter(|shape| matches!(shape.ink, Ink::Body(_) | Ink::Alarm)) {
                let middle = match shape.geometry {
                    Geometry::Circle { centre, .. } | Geometry::Box { centre, .. } | Geometry::Arc { centre, .. } => centre,
                    Geometry::Capsule { a, b, .. } | Geometry::Piece { a, b, .. } => (a + b) / 2.0,
                };
                let is_in = |area: WorldRect| middle.cmpge(area.min).all() && middle.cmple(area.max).all();
                assert!(marks.iter().any(|mark| is_in(mark.area)), "{}: {shape:?} in none of {marks:?}", kind.id);
            }
        }
    }
}

#[test]
fn what_is_this_freezes_the_picture_and_its_second_page_has_the_keys() {
    let mut session = session();
    session.advance_to(Time::from_secs(2.0));
    let mut harness = window_of(session, vec2(1280.0, 720.0));
    assert!(harness.state().is_playing());
    press(&mut harness, Key::F1);
    assert!(!harness.state().is_playing() && !labels(&harness).is_empty());
    press(&mut harness, Key::F1);
    assert!(labels(&harness).is_empty());
    harness.get_by_label("Page Down");
    press(&mut harness, Key::Escape);
    assert!(harness.state().is_playing() && harness.query_by_label("Page Down").is_none());
}

#[test]
fn a_tap_on_a_label_says_what_its_mark_says_now() {
    let mut harness = slow(vec2(1280.0, 720.0));
    harness.state_mut().act(Action::Window(WindowAction::Help(Some(HelpPage::Marks))));
    harness.run_ok();
    let (_, age) = labels(&harness).into_iter().find(|(term, _)| term == "age band").expect("there is a pulse");
    let ages = |harness: &Harness<Session>| harness.query_all_by_label_contains("the picture gained").count();
    let before = ages(&harness);
    harness.event(Event::PointerMoved(age.center()));
    for pressed in [true, false] {
        let button = egui::PointerButton::Primary;
        harness.event(Event::PointerButton { pos: age.center(), button, pressed, modifiers: egui::Modifiers::NONE });
        harness.step();
    }
    harness.run_ok();
    assert!(ages(&harness) > before, "a screen reader hears of the newest pictures from the pulses, and now from the label too");
    click(&mut harness, "Close");
    assert!(harness.state().window.help.is_none());
}

#[test]
fn a_mark_under_the_pointer_explains_itself() {
    let mut harness = slow(vec2(1280.0, 720.0));
    let pulse = harness.get_by_label_contains("Pulse of pane A").rect();
    hover(&mut harness, pulse.center_bottom() - vec2(0.0, 5.0));
    harness.get_by_label_contains("Age band: how old");
    hover(&mut harness, Pos2::new(pulse.center().x, pulse.top() - 30.0));
    assert!(harness.query_by_label_contains("Age band: how old").is_none());
}

#[test]
fn a_canvas_emits_marks_only_where_somebody_asks() {
    let session = in_world("three-movers", "variable-delta", Computer::default(), View::default());
    let (ctx, mut layers) = (Context::default(), PaneLayers::default());
    let canvas = Rect::from_min_size(Pos2::ZERO, vec2(400.0, 300.0));
    let mut has_new_marks = |asked: Option<Pos2>| {
        marks::begin(&ctx, false, asked);
        layers.shapes.clear();
        layers.draw(&ctx, &session, &[(0, canvas)], ([400, 300], 1.0))
    };
    assert!(!has_new_marks(None) && !has_new_marks(Some(canvas.max + vec2(50.0, 0.0))), "nobody asks about this canvas");
    assert!(has_new_marks(Some(canvas.center())), "the next pass reports them");
    assert!(!has_new_marks(Some(canvas.center())), "the picture stands still");
    assert!(has_new_marks(None), "and they are gone");
}

#[test]
fn a_screen_reader_gets_the_newest_picture_of_a_pulse() {
    let mut session =
        in_world("three-movers", "frame-based", Computer { render_ms: 70.0, ..Computer::default() }, View::default());
    session.act(Action::View(ViewAction::PlayPause));
    let harness = window_of(session, vec2(1280.0, 720.0));
    let label = harness.get_by_label_contains("Pulse of pane A").accesskit_node().label().unwrap_or_default();
    for part in ["gained 17 ms in one step", "83 ms passed", "s behind"] {
        assert!(label.contains(part), "no “{part}” in {label}");
    }
}

#[test]
fn a_screen_reader_gets_the_loads_of_a_ribbon() {
    let mut session = in_world("three-movers", "frame-based", Computer::default(), View::default());
    session.act(Action::View(ViewAction::PlayPause));
    let (mut map, panes) = (LoadMap::default(), [session.letter(0)]);
    map.aim(session.run.lab.settings(), &panes);
    let mut job = map.complete(1).expect("there are threads");
    loop {
        let reports = job.poll();
        reports.new.iter().for_each(|report| map.refine(report));
        if reports.is_over {
            break;
        }
        std::thread::yield_now();
    }
    session.window.results.load_map = map;
    let harness = window_of(session, vec2(1280.0, 2000.0));
    let label = harness.get_by_label_contains("Map of the render load").accesskit_node().label().unwrap_or_default();
    assert!(label.contains(". A ") && label.contains("16.7 ms on"), "{label}");
}
