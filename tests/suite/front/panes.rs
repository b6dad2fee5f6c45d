//! The panes: adding, closing and enlarging them, their camera, their wall, and the window around them.

use super::fits::{flat, texts};
use super::harness::{click, press, session, window, window_of};
use egui::accesskit::Role;
use egui::{Context, Key, RawInput, Rect, pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use tickscope::front::ui;
use tickscope::front::ui::panes::pane_title::title;
use tickscope::front::ui::style::look::Look;
use tickscope::studio::scenario::definition::Scenario;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, RunAction, ViewAction, WindowAction};
use tickscope::studio::view::Theme;
use tickscope_core::base::time::Time;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::patch::Owner;
use tickscope_core::model::config::settings::{PaneSettings, Settings};

/// Moves the mouse over the name of a pane, and clicks on a button that is in its head then.
fn in_head(harness: &mut Harness<Session>, pane: &str, button: &str) {
    assert!(harness.query_by_label(button).is_none(), "{button} is missing while the mouse is elsewhere");
    let name = harness.get_by_label(&format!("Strategy of pane {pane}")).rect();
    harness.hover_at(name.center());
    harness.run_ok();
    let place = harness.get_by_label(button).rect();
    assert!(place.center().y < name.bottom() && place.center().y > name.top(), "{button} stands in the head");
    click(harness, button);
    harness.hover_at(pos2(640.0, 1990.0));
    harness.run_ok();
}

#[test]
fn panes_are_added_closed_swapped_and_enlarged() {
    let mut harness = window();
    let ids = |harness: &Harness<Session>| {
        harness.state().run.lab.panes().iter().map(|p| p.strategy().id.to_string()).collect::<Vec<_>>()
    };
    for _ in 0..2 {
        click(&mut harness, "Comparisons");
        click(&mut harness, "Add pane");
    }
    assert_eq!(ids(&harness)[4..], ["fixed-interpolated", "fixed-interpolated"]);
    click(&mut harness, "Comparisons");
    assert!(harness.get_by_role_and_label(Role::Button, "Add pane").accesskit_node().is_disabled(), "six are the most");
    press(&mut harness, Key::Escape);
    assert_eq!(harness.state().run.selection.selected(), 0);
    in_head(&mut harness, "A", "Swap pane A");
    assert_eq!(ids(&harness)[..2], ["variable-delta", "frame-based"]);
    assert_eq!(harness.state().run.selection.selected(), 1, "the pane that was selected, where it is now");
    in_head(&mut harness, "A", "Close pane A");
    assert_eq!(ids(&harness)[..2], ["variable-delta", "fixed-interval"]);
    in_head(&mut harness, "D", "Enlarge pane D");
    assert_eq!(harness.state().run.selection.enlarged(), Some(2));
    in_head(&mut harness, "D", "Show all panes");
    for pane in ["B", "C", "D", "E"] {
        in_head(&mut harness, pane, &format!("Close pane {pane}"));
    }
    assert_eq!(ids(&harness).len(), 1);
    press(&mut harness, Key::X);
    assert_eq!(ids(&harness).len(), 1, "the last one stays");
}

#[test]
fn the_camera_follows_drag_and_wheel() {
    let mut harness = window();
    let pane = harness.get_by_role_and_label(Role::RadioButton, "Pane A: Frame-based").rect().center();
    harness.hover_at(pane);
    harness.run_ok();
    harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, 120.0),
        modifiers: egui::Modifiers::NONE,
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
    });
    harness.run_ok();
    let near = harness.state().run.view.camera;
    assert!(near.zoom > 1.1, "{near:?}");
    harness.drag_at(pane);
    harness.run_ok();
    harness.hover_at(pane + egui::vec2(60.0, 0.0));
    harness.run_ok();
    harness.drop_at(pane + egui::vec2(60.0, 0.0));
    harness.run_ok();
    let moved = harness.state().run.view.camera;
    assert!(moved.x < near.x && moved.zoom == near.zoom, "the world follows the hand: {moved:?}");
    press(&mut harness, Key::Num0);
    assert_eq!(harness.state().run.view.camera, tickscope::studio::view::CameraView::default());
}

/// A press, a movement to `to` and what is still held, in one frame, as a slow window has them.
fn press_and_move(harness: &mut Harness<Session>, from: egui::Pos2, to: egui::Pos2) {
    let modifiers = egui::Modifiers::NONE;
    let button = |pos, pressed| egui::Event::PointerButton { pos, button: egui::PointerButton::Primary, pressed, modifiers };
    harness.hover_at(from);
    harness.run_ok();
    harness.input_mut().events.extend([button(from, true), egui::Event::PointerMoved(to)]);
    harness.step();
    harness.run_ok();
    harness.event(button(to, false));
    harness.run_ok();
}

#[test]
fn a_pressed_wall_follows_the_pointer() {
    let mut session = session();
    session.act(Action::Run(RunAction::Scene("thin-wall".to_owned())));
    session.act(Action::View(ViewAction::PlayPause));
    let mut harness = window_of(session, egui::vec2(1280.0, 720.0));
    let wall = |harness: &Harness<Session>| harness.state().run.wall(0).expect("there is one").wall;
    let before = (wall(&harness), harness.state().run.view.camera);
    let grip = harness.get_by_label("Wall in pane A").rect().center();
    press_and_move(&mut harness, grip, grip + egui::vec2(60.0, 40.0));
    let moved = wall(&harness);
    assert!(moved.x > before.0.x + 5.0 && moved.thickness == before.0.thickness, "{moved:?}");
    assert_eq!(harness.state().run.view.camera, before.1, "the world stays where it is");
    let now = harness.get_by_label("Wall in pane A").rect().center();
    assert!((now.x - grip.x - 60.0).abs() < 3.0, "the grip is where the pointer is: {now} after {grip}");
    // Into the pane beside it.
    press_and_move(&mut harness, now, now + egui::vec2(400.0, 100.0));
    assert_eq!(harness.state().run.view.camera, before.1);
    assert!(wall(&harness).x > moved.x);
    let edge = harness.get_by_label("Thickness of the wall in pane A").rect().center();
    press_and_move(&mut harness, edge, edge + egui::vec2(30.0, 50.0));
    assert!(wall(&harness).thickness > before.0.thickness + 2.0, "{:?}", wall(&harness));
    assert_eq!(harness.state().run.view.camera, before.1);
}

#[test]
fn a_touch_that_ends_the_demonstration_moves_no_control() {
    let mut harness = window();
    harness.state_mut().act(Action::Run(RunAction::Demonstrate));
    harness.state_mut().act(Action::View(ViewAction::PlayPause));
    harness.run_ok();
    let places = |harness: &Harness<Session>| {
        let slider = harness.get_by_role_and_label(Role::Slider, "Render load").rect();
        (slider, harness.get_by_role_and_label(Role::ComboBox, "Strategy of pane A").rect())
    };
    let after = places(&harness);
    harness.state_mut().act(Action::Run(RunAction::Demonstrate));
    harness.step();
    assert!(harness.state().demonstrates());
    assert_eq!(places(&harness), after);
    let list = after.1.center();
    harness.drag_at(list);
    harness.step();
    assert!(!harness.state().demonstrates(), "the press has ended it");
    harness.drop_at(list);
    harness.step();
    harness.step();
    let search = harness.get_by_role_and_label(Role::TextInput, "Search strategies");
    assert!(search.is_focused(), "after opening the list one may type at once");
}

#[test]
fn escape_closes_the_drawer_first() {
    let mut session = session();
    session.act(Action::View(ViewAction::PlayPause));
    session.act(Action::View(ViewAction::Enlarge(Some(0))));
    let mut harness = window_of(session, egui::vec2(360.0, 480.0));
    click(&mut harness, "Loads and settings");
    assert!(harness.query_by_label("Render load, value").is_some());
    press(&mut harness, Key::Escape);
    assert!(harness.query_by_label("Render load, value").is_none());
    assert_eq!(harness.state().run.selection.enlarged(), Some(0), "one thing at a time");
    press(&mut harness, Key::Escape);
    assert_eq!(harness.state().run.selection.enlarged(), None);
}

/// Returns the titles of all panes of a scenario.
fn titles(text: &str) -> Vec<String> {
    let session = Session::open(Scenario::parse("test", &format!("tickscope = 4\n{text}")).unwrap()).unwrap();
    (0..session.run.lab.panes().len()).map(|index| title(&session, index)).collect()
}

#[test]
fn panes_with_one_loop_say_in_what_they_differ() {
    let steps = "panes = [{ strategy = \"clamped-accumulator\" }, { strategy = \"clamped-accumulator\", params = { step_hz = 61 } }, \
                 { strategy = \"fixed-interval\" }]";
    let name = "Clamped accumulator";
    assert_eq!(titles(steps), [format!("{name} · Step 60.0 Hz"), format!("{name} · Step 61.0 Hz"), "Fixed interval".to_owned()]);
    let queues = "panes = [{ strategy = \"variable-delta\", computer = { queue = 0 } }, \
                  { strategy = \"variable-delta\", computer = { queue = 1, gpu_ms = 3, render_ms = 8 } }]";
    for title in titles(queues) {
        assert_eq!(title.matches(" · ").count(), 2, "two differences of three: {title}");
    }
    let queues = queues.replace(", gpu_ms = 3, render_ms = 8", "");
    assert_eq!(titles(&queues), ["Variable delta · Queue, frames 0", "Variable delta · Queue, frames 1"]);
    let alike = "panes = [{ strategy = \"variable-delta\" }, { strategy = \"variable-delta\" }]";
    assert_eq!(titles(alike), ["Variable delta"; 2]);
}

#[test]
fn a_scenario_names_a_pane_until_another_loop_runs_in_it() {
    let text =
        "tickscope = 4\npanes = [{ name = \"Unity\", strategy = \"clamped-accumulator\" }, { strategy = \"frame-based\" }]";
    let scenario = Scenario::parse("test", text).unwrap();
    let mut session = Session::open(scenario.clone()).unwrap();
    let names = |session: &Session| [0, 1].map(|index| title(session, index));
    assert_eq!(names(&session), ["Unity", "Frame-based"]);
    assert_eq!(Scenario::parse("again", &session.run.scenario().to_toml()).unwrap().script, scenario.script);
    session.act(Action::set(Owner::Pane(session.letter(0)).path("strategy"), "semi-fixed"));
    assert_eq!(names(&session), ["Semi-fixed", "Frame-based"]);
    session.act(Action::Undo);
    assert_eq!(names(&session), ["Unity", "Frame-based"]);
    for wrong in ["", &"x".repeat(41)] {
        let refused = Scenario::parse("test", &text.replace("Unity", wrong)).unwrap_err().to_string();
        assert!(refused.contains("name") && refused.contains("1 to 40 letters"), "{refused}");
    }
}

#[test]
fn the_reason_why_a_loop_stands_still_is_whole_and_covers_no_part_of_its_world() {
    let text = "function loop(host) {\n  while (host.running()) {\n    host.update(second / 60 / 1000);\n    host.render();\n    \
                throw new Error('a page counts in milliseconds, and this loop has handed over seconds');\n  }\n}\n";
    for (size, presenting) in
        [((1280.0, 720.0), false), ((1280.0, 720.0), true), ((1366.0, 690.0), true), ((1024.0, 560.0), false)]
    {
        let own = OwnLoop::new("wrong", text);
        let panes = ["variable-delta", "fixed-interval", "semi-fixed", &own.id()].map(PaneSettings::new).to_vec();
        let mut session = Session::new(Settings { panes, loops: vec![own], ..Settings::default() }).unwrap();
        session.act(Action::View(ViewAction::PlayPause));
        session.advance_to(Time::from_secs(1.0));
        session.act(Action::Window(WindowAction::Present(presenting)));
        let ctx = Context::default();
        Look { theme: Theme::Dark }.apply(&ctx);
        let input = RawInput { screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), size.into())), ..Default::default() };
        let (mut canvases, mut painted) = (Vec::new(), Vec::new());
        for _ in 0..4 {
            let mut output = ctx.run_ui(input.clone(), |ui| canvases = ui::layout::show_window(ui, &session).canvases);
            output.textures_delta.clear(); // There is no GPU to take them.
            painted = output.shapes;
        }
        let shapes = flat(&painted);
        let all = texts(&shapes);
        let reason = all.iter().find(|text| text.text.galley.text().contains("handed over seconds")).expect("it is shown");
        assert!(!reason.text.galley.elided && reason.clip.expand(0.6).contains_rect(reason.rect), "{} at {size:?}", reason.rect);
        assert_eq!(canvases.len(), 4);
        for (index, canvas) in canvases {
            assert!(
                !canvas.shrink(1.0).intersects(reason.rect),
                "the world of pane {index} is at {canvas}, the reason at {}, at {size:?}",
                reason.rect
            );
        }
    }
}

#[test]
fn how_far_behind_a_pane_is_stands_in_its_head_before_what_it_does_well() {
    for size in [(1280.0, 720.0), (1024.0, 560.0), (1366.0, 690.0)] {
        for presenting in [false, true] {
            let mut settings =
                Settings { panes: ["clamped-accumulator"; 6].map(PaneSettings::new).to_vec(), ..Settings::default() };
            settings.computer.render_ms = 2.0;
            let mut session = Session::new(settings).unwrap();
            session.act(Action::View(ViewAction::PlayPause));
            session.advance_to(Time::from_secs(2.0));
            session.act(Action::Lab(Command::stall(1000.0)));
            session.advance_to(Time::from_secs(9.0));
            session.act(Action::Window(WindowAction::Present(presenting)));
            let harness = window_of(session, egui::Vec2::from(size));
            let shapes = flat(&harness.output().shapes);
            let all = texts(&shapes);
            let heads = all.iter().filter(|text| text.text.galley.text().ends_with(" s behind."));
            let whole = heads.filter(|text| !text.text.galley.elided && text.clip.expand(0.6).contains_rect(text.rect));
            let said: Vec<&str> = whole.map(|text| text.text.galley.text()).collect();
            assert_eq!(said.len(), 6, "{said:?} at {size:?}, presented: {presenting}");
        }
    }
}
