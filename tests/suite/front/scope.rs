//! The timeline, the code view and the transport, driven as a person does.

use super::harness::window_of;
use egui::accesskit::Role;
use egui::{Key, Vec2, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use tickscope::front::ui;
use tickscope::studio::scenario::builtin;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, RunAction, ViewAction};
use tickscope::studio::session::playhead::{Move, Playhead};
use tickscope::studio::view::{Instrument, View};
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::instruments::frame_timeline::FrameTimelines;
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::settings::{PaneSettings, Settings};

/// Returns a window at rest, three seconds after the start.
fn window(size: Vec2, settings: Settings) -> Harness<'static, Session> {
    let mut session = Session::new(settings).expect("these settings are allowed");
    session.act(Action::View(ViewAction::PlayPause));
    session.act(Action::View(ViewAction::Change(View { instrument: Some(Instrument::Timeline), ..View::default() })));
    session.advance_to(Time::from_secs(3.0));
    window_of(session, size)
}

fn usual() -> Harness<'static, Session> {
    window(vec2(1600.0, 900.0), Settings::default())
}

fn click(harness: &mut Harness<Session>, label: &str) {
    harness.get_by_role_and_label(Role::Button, label).click();
    harness.run_ok();
}

fn back(harness: &Harness<Session>) -> Span {
    harness.state().run.lab.now() - harness.state().run.now()
}

#[test]
fn the_buttons_move_the_playhead_and_lead_back_to_the_present() {
    let mut harness = usual();
    click(&mut harness, "Back by refresh");
    click(&mut harness, "Back by refresh");
    assert_eq!(back(&harness), Span::from_hz(60.0) * 2);
    click(&mut harness, "Forward by refresh");
    click(&mut harness, "Forward by refresh");
    assert_eq!(harness.state().run.transport.playhead, None);
    for name in ["turn", "event"] {
        for _ in 0..3 {
            click(&mut harness, &format!("Back by {name}"));
        }
        assert!(harness.state().run.transport.playhead.is_some_and(|playhead| playhead.event.is_some()));
        for _ in 0..3 {
            click(&mut harness, &format!("Forward by {name}"));
        }
        assert_eq!(harness.state().run.transport.playhead, None, "{name}");
    }
    click(&mut harness, "Oldest moment");
    assert_eq!(harness.state().run.now(), Time::ZERO);
    click(&mut harness, "Live");
    assert_eq!(harness.state().run.transport.playhead, None);
    assert_eq!(harness.state().run.lab.now(), Time::from_secs(3.0), "the laboratory has stood still");
}

#[test]
fn the_keys_do_the_same() {
    let mut harness = usual();
    let mut press = |key: Key| {
        harness.key_press(key);
        harness.run_ok();
        (harness.state().run.transport.playhead, harness.state().run.view)
    };
    let at = |playhead: Option<Playhead>| playhead.map(|playhead| playhead.at);
    let refresh = Span::from_hz(60.0);
    assert_eq!(at(press(Key::Comma).0), Some(Time::from_secs(3.0) - refresh));
    assert_eq!(at(press(Key::Comma).0), Some(Time::from_secs(3.0) - refresh * 2));
    assert_eq!(at(press(Key::Period).0), Some(Time::from_secs(3.0) - refresh));
    assert_eq!(at(press(Key::N).0), None);
    let turn = press(Key::Minus).0.expect("in the past");
    let event = press(Key::J).0.expect("in the past");
    assert!(event.event < turn.event);
    assert_eq!(press(Key::U).0, Some(turn));
    assert_eq!(press(Key::Plus).0, None);
    assert_eq!(at(press(Key::Home).0), Some(Time::ZERO));
    assert_eq!(press(Key::End).0, None);
    assert!(!press(Key::Slash).1.code, "beside the timeline");
    assert!(press(Key::Slash).1.code);
    assert_eq!(press(Key::Q).1.instrument, Some(Instrument::Plots));
    assert_eq!(press(Key::Q).1.instrument, Some(Instrument::Table));
    assert_eq!(press(Key::Q).1.instrument, None);
    assert_eq!(press(Key::Slash).1.instrument, Some(Instrument::Code), "the code has nothing to stand beside");
    assert_eq!(press(Key::Slash).1.instrument, None);
    press(Key::Q);
    assert_eq!(press(Key::Enter).0, None, "in the present there is nothing to run again");
    assert_eq!(press(Key::Z).0, None, "nothing has gone through a wall");
    press(Key::Home);
    press(Key::Period);
    press(Key::Enter);
    assert_eq!(harness.state().run.lab.now(), Time::ZERO + refresh, "it runs on from there");
    assert!(harness.state().is_playing());
}

#[test]
fn a_click_into_the_timeline_sets_the_playhead_there_and_a_drag_on_the_ruler_scrubs() {
    let mut harness = usual();
    let field = harness.get_by_label("Timeline of all panes").rect();
    harness.hover_at(field.center());
    harness.run_ok();
    harness.drag_at(field.center());
    harness.run_ok();
    harness.drop_at(field.center());
    harness.run_ok();
    // Half a second is in sight, from 2.75 s on.
    let at = harness.state().run.now().as_secs();
    assert!((at - 3.0).abs() < 0.003 || (at - 2.75).abs() < 0.26, "{at}");
    let first = harness.state().run.now();
    let ruler = harness.get_by_label("Time: drag to scrub").rect();
    harness.drag_at(ruler.left_center() + vec2(20.0, 0.0));
    harness.run_ok();
    harness.hover_at(ruler.left_center() + vec2(60.0, 0.0));
    harness.run_ok();
    let scrubbed = harness.state().run.now();
    assert!(scrubbed < first, "{scrubbed:?}");
    harness.hover_at(ruler.left_center() + vec2(90.0, 0.0));
    harness.run_ok();
    assert!(harness.state().run.now() > scrubbed, "the playhead goes with the pointer");
}

#[test]
fn the_wheel_zooms_between_its_limits_and_dragging_stops_the_timeline() {
    let mut harness = usual();
    let field = harness.get_by_label("Timeline of all panes").rect();
    let wheel = |harness: &mut Harness<Session>, y: f32| {
        harness.hover_at(field.center());
        for _ in 0..60 {
            harness.event(egui::Event::MouseWheel {
                unit: egui::MouseWheelUnit::Point,
                delta: vec2(0.0, y),
                phase: egui::TouchPhase::Move,
                source: egui::MouseWheelSource::Unknown,
                modifiers: egui::Modifiers::NONE,
            });
            harness.step();
        }
        for _ in 0..30 {
            harness.step();
        }
    };
    assert!(harness.query_by_label("500 ms wide").is_some());
    wheel(&mut harness, -300.0);
    assert!(harness.query_by_label("20.0 s wide").is_some(), "twenty seconds are the most");
    wheel(&mut harness, 600.0);
    assert!(harness.query_by_label("100 µs wide").is_some(), "100 µs are the least");
    wheel(&mut harness, -300.0);
    harness.drag_at(field.center());
    harness.run_ok();
    harness.hover_at(field.center() + vec2(40.0, 0.0));
    harness.run_ok();
    harness.drop_at(field.center() + vec2(40.0, 0.0));
    harness.run_ok();
    assert_eq!(harness.state().run.transport.playhead, None, "a drag is no click");
    click(&mut harness, "Scroll along");
    assert!(harness.query_by_role_and_label(Role::Button, "Scroll along").is_none());
}

#[test]
fn the_comparison_of_queues_opens_with_cpu_and_gpu_side_by_side() {
    let (_, queue) = builtin::SCENARIOS.iter().find(|(id, _)| *id == "queue").expect("there is one");
    let mut session = Session::new(Settings::of_window()).expect("these settings are allowed");
    session.act(Action::View(ViewAction::PlayPause));
    let mut harness = window_of(session, vec2(1280.0, 720.0));
    harness.run_ok();
    harness.state_mut().act(Action::Run(RunAction::Open(Box::new(queue.clone()))));
    harness.run_ok();
    harness.get_by_label("60 ms wide");
    harness.get_by_role_and_label(Role::Button, "Timeline of pane D: Variable delta");
}

#[test]
fn the_code_that_is_shown_is_the_selected_panes_file() {
    let mut harness = usual();
    harness.get_by_label_contains("host.update(step);");
    click(&mut harness, "Rust");
    for name in ["Pane A: Frame-based", "Pane C: Fixed interval"] {
        harness.get_by_role_and_label(Role::RadioButton, name).click();
        harness.run_ok();
        let strategy = harness.state().run.seen(harness.state().run.selection.selected()).strategy();
        let body = strategy.code.lines().skip_while(|line| !line.starts_with("async fn")).collect::<Vec<_>>().join("\n");
        harness.get_by_label_contains(body.trim_end());
        assert!(harness.query_by_label_contains("const STRATEGY").is_none(), "its introduction is folded away");
    }
    click_box(&mut harness, "Whole file");
    harness.get_by_label_contains("const STRATEGY");
}

fn click_box(harness: &mut Harness<Session>, label: &str) {
    harness.get_by_role_and_label(Role::CheckBox, label).click();
    harness.run_ok();
}

#[test]
fn pointing_at_a_row_shows_that_panes_code() {
    let mut harness = usual();
    let field = harness.get_by_label("Timeline of all panes").rect();
    harness.hover_at(field.left_top() + vec2(30.0, 12.0));
    harness.run_ok();
    harness.get_by_label_contains("const step = Math.round(second / NOMINAL_HZ);");
    let tip = |harness: &Harness<Session>| harness.query_all_by_label_contains("line ").count();
    assert!(tip(&harness) > 0 && harness.query_by_label_contains("frame_based.rs, line ").is_none());
    click(&mut harness, "Rust");
    harness.hover_at(field.left_top() + vec2(30.0, 12.0));
    harness.run_ok();
    harness.get_by_label_contains("frame_based.rs, line ");
}

#[test]
fn bullet_time_is_offered_in_the_head_while_the_mouse_is_on_a_picture_in_which_something_has_gone_through() {
    let mut settings = Settings::default();
    settings.computer.render_ms = 95.0;
    let mut harness = window(vec2(1600.0, 900.0), settings);
    let offer = |harness: &mut Harness<Session>, pane: &str| {
        let frame = harness
            .query_all_by_role(Role::RadioButton)
            .find(|node| node.accesskit_node().label().is_some_and(|label| label.starts_with(pane)));
        let frame = frame.expect("it is in the window").rect();
        harness.hover_at(frame.center());
        harness.run_ok();
        let found = harness.query_all_by_label_contains("Bullet time for").map(|node| node.rect()).collect::<Vec<_>>();
        harness.hover_at(pos2(0.0, 0.0));
        harness.run_ok();
        (frame, found)
    };
    assert!(offer(&mut harness, "Pane C").1.is_empty(), "nothing went through there");
    let (frame, found) = offer(&mut harness, "Pane B");
    assert!(found.len() == 1 && found[0].max.y <= frame.min.y + 36.0, "it lies on no picture: {found:?} in {frame}");
    assert!(harness.query_by_label("Bullet time for pane B").is_none());
    harness.key_press(Key::Num2);
    harness.run_ok();
    harness.key_press(Key::Z);
    harness.run_ok();
    assert!(
        harness.state().run.transport.wall_replay().is_some_and(|replay| replay.pane == PaneLetter(1)),
        "on request it is shown again"
    );
    for leaves in [Key::Z, Key::End] {
        harness.key_press(leaves);
        harness.run_ok();
        assert!(harness.state().run.transport.wall_replay().is_none(), "{leaves:?}");
        assert_eq!((harness.state().run.speed, harness.state().run.transport.playhead), (1.0, None));
        harness.key_press(Key::Z);
        harness.run_ok();
        assert!(harness.state().run.transport.wall_replay().is_some());
    }
}

#[test]
fn in_a_small_window_there_are_no_instruments_but_the_playhead_is_seen() {
    let mut harness = window(vec2(640.0, 480.0), Settings::default());
    assert!(harness.query_by_label("Timeline of all panes").is_none());
    harness.key_press(Key::Comma);
    harness.run_ok();
    click(&mut harness, "Live");
    assert_eq!(harness.state().run.transport.playhead, None);
    let harness = window(vec2(800.0, 700.0), Settings::default());
    assert!(harness.query_by_label("Timeline of all panes").is_some());
    assert!(harness.query_by_label("Whole file").is_none(), "too narrow for the code beside it");
}

fn choose(harness: &mut Harness<Session>, instrument: Instrument) {
    let view = View { instrument: Some(instrument), ..harness.state().run.view };
    harness.state_mut().act(Action::View(ViewAction::Change(view)));
    harness.run_ok();
}

#[test]
fn every_instrument_shows_the_moment_that_is_looked_at() {
    let mut settings = Settings::default();
    settings.computer.render_ms = 40.0;
    let mut harness = window(vec2(1600.0, 900.0), settings);
    // A turn that begins on a tenth of a second is in its state, but not yet in the present.
    let moment = Time::from_secs(3.02);
    harness.state_mut().advance_to(moment);
    harness.key_press(Key::K);
    let cells = |harness: &mut Harness<Session>| {
        choose(harness, Instrument::Table);
        let all = harness.query_all_by_label_contains(" of pane ").filter_map(|node| node.accesskit_node().value());
        all.filter(|label| label.contains(": ")).collect::<Vec<String>>()
    };
    let then = cells(&mut harness);
    assert!(then.len() > 40, "{}", then.len());
    harness.state_mut().advance_to(Time::from_secs(9.0));
    let now = cells(&mut harness);
    assert_ne!(now, then);
    harness.state_mut().act(Action::View(ViewAction::Transport(Move::Scrub(moment))));
    assert_eq!(cells(&mut harness), then, "the table of that moment");
    harness.get_by_label("as set now, not then");
    for instrument in [Instrument::Plots, Instrument::Timeline] {
        choose(&mut harness, instrument);
        harness.get_by_role_and_label(Role::Button, "Run from here");
    }
    click(&mut harness, "Live");
    assert_eq!(cells(&mut harness), now);
}

/// Returns one pane with 8 ms on the CPU, 12 on the GPU and two frames ahead.
fn piped() -> Settings {
    let computer = Computer { render_ms: 8.0, gpu_ms: 12.0, queue: 2, ..Computer::default() };
    Settings { computer, panes: vec![PaneSettings::new("variable-delta")], ..Settings::default() }
}

#[test]
fn a_click_lights_a_frame_that_is_then_followed_from_frame_to_frame() {
    let mut harness = window(vec2(1600.0, 900.0), piped());
    let way = *harness.state().run.lab.panes()[0]
        .recording()
        .read::<FrameTimelines>()
        .shown_at(Time::from_secs(2.9))
        .expect("a frame is shown");
    let field = harness.get_by_label("Timeline of all panes").rect();
    let middle = |from: Time, to: Time| from + (to - from).divided(2);
    // The lanes of one row that has room for all.
    let row = field.height().min(150.0);
    let [cpu, gpu, display] = [20.0, row - 37.0, row - 13.0];
    let stages = way.stages;
    let places = [
        (cpu, middle(way.render, stages.submitted)),
        (gpu, middle(stages.gpu_begins, stages.gpu_done)),
        (display, middle(way.shown, way.replaced)),
    ];
    let is_followed =
        |harness: &Harness<Session>, number: u64| harness.query_by_label_contains(&format!("A, frame {number}: ")).is_some();
    for (y, time) in places {
        assert!(!is_followed(&harness, way.number));
        // Half a second is in sight, from 2.75 s on.
        let x = (time.as_secs() - 2.75) / 0.5;
        let place = field.left_top() + vec2(field.width() * x as f32, y);
        harness.hover_at(place);
        harness.run_ok();
        harness.drag_at(place);
        harness.run_ok();
        harness.drop_at(place);
        harness.run_ok();
        assert!(is_followed(&harness, way.number), "{y} points down, at {time:?}");
        click(&mut harness, "Follow the frame after");
        assert!(is_followed(&harness, way.number + 1));
        click(&mut harness, "Follow the frame before");
        click(&mut harness, "Follow no frame");
    }
    click(&mut harness, "Live");
    click(&mut harness, "Follow frame");
    let shown = harness.state().run.lab.panes()[0]
        .recording()
        .read::<FrameTimelines>()
        .shown_at(Time::from_secs(3.0))
        .expect("one is shown")
        .number;
    assert!(is_followed(&harness, shown));
    harness.state_mut().act(Action::Run(RunAction::Restart));
    harness.run_ok();
    assert!(!is_followed(&harness, shown), "another run has other frames");
}

#[test]
fn a_frame_of_a_computer_without_a_gpu_is_followed_with_a_click_too() {
    let mut harness = usual();
    let way = *harness.state().run.lab.panes()[0]
        .recording()
        .read::<FrameTimelines>()
        .shown_at(Time::from_secs(2.9))
        .expect("a frame is shown");
    let field = harness.get_by_label("Timeline of all panes").rect();
    let x = (way.render.as_secs() + 0.002 - 2.75) / 0.5;
    let place = field.left_top() + vec2(field.width() * x as f32, field.height() / 4.0 * 0.3);
    harness.hover_at(place);
    harness.run_ok();
    harness.drag_at(place);
    harness.run_ok();
    harness.drop_at(place);
    harness.run_ok();
    assert!(harness.query_by_label_contains(&format!("A, frame {}: ", way.number)).is_some());
}

#[test]
fn after_a_click_a_new_run_and_the_way_back_to_the_present_are_followed() {
    let mut harness = usual();
    let press = |harness: &mut Harness<Session>| {
        let at = harness.get_by_label("Timeline of all panes").rect().center();
        harness.hover_at(at);
        harness.run_ok();
        harness.drag_at(at);
        harness.run_ok();
        harness.drop_at(at);
        harness.run_ok();
    };
    let stands = |harness: &Harness<Session>| harness.query_by_role_and_label(Role::Button, "Scroll along").is_some();
    press(&mut harness);
    assert!(stands(&harness));
    harness.state_mut().act(Action::Run(RunAction::Restart));
    harness.run_ok();
    assert!(!stands(&harness), "another run is followed");
    harness.state_mut().advance_to(Time::from_secs(3.0));
    harness.run_ok();
    press(&mut harness);
    assert!(stands(&harness));
    harness.state_mut().act(Action::View(ViewAction::Transport(Move::ToLive)));
    harness.state_mut().act(Action::View(ViewAction::PlayPause));
    harness.step();
    harness.state_mut().advance_to(Time::from_secs(6.0));
    harness.step();
    harness.step();
    assert!(!stands(&harness), "time goes on, and the timeline with it");
    harness.state_mut().act(Action::View(ViewAction::PlayPause));
    ui::instruments::timeline::scroll::zoom_to(&harness.ctx, Span::from_millis(9.0));
    harness.run_ok();
    assert!(harness.query_by_label("9 ms wide").is_some());
    harness.state_mut().act(Action::Run(RunAction::NextScenario(1)));
    harness.state_mut().act(Action::View(ViewAction::PlayPause));
    let view = View { instrument: Some(Instrument::Timeline), ..harness.state().run.view };
    harness.state_mut().act(Action::View(ViewAction::Change(view)));
    harness.run_ok();
    assert!(harness.query_by_label("500 ms wide").is_some(), "another scenario has the usual zoom");
}

#[test]
fn there_are_more_lanes_only_where_there_is_more_than_the_cpu() {
    let offers = |computer: Computer| {
        let harness = window(vec2(1280.0, 720.0), Settings { computer, ..Settings::default() });
        assert!(harness.query_by_label("Follow frame").is_some(), "a frame can be followed in any lanes");
        harness.query_by_label("queued").is_some()
    };
    assert!(!offers(Computer::default()));
    assert!(offers(Computer { queue: 1, ..Computer::default() }));
    assert!(offers(Computer { gpu_ms: 1.0, ..Computer::default() }));
    assert!(offers(Computer { present: Present::Immediate, ..Computer::default() }));
}

#[test]
fn with_all_lanes_the_timeline_fits_every_window_at_every_zoom() {
    for (size, panes) in [(vec2(1600.0, 900.0), 2), (vec2(1280.0, 720.0), 6)] {
        let ids = ["variable-delta", "fixed-fps", "frame-based", "fixed-interval", "semi-fixed", "clamped-accumulator"];
        let panes: Vec<PaneSettings> = ids.into_iter().take(panes).map(PaneSettings::new).collect();
        let mut harness = window(size, Settings { panes, ..piped() });
        for millis in [0.1, 5.0, 500.0, 20_000.0] {
            ui::instruments::timeline::scroll::zoom_to(&harness.ctx, Span::from_millis(millis));
            harness.run_ok();
            let field = harness.get_by_label("Timeline of all panes").rect();
            assert!(field.max.x <= size.x && field.max.y <= size.y && field.height() > 60.0, "{field:?} at {millis} ms");
        }
    }
}
