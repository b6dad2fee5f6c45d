//! The picture is the largest thing: in every comparison and every step, at four sizes, in the window and in a presentation.

use egui::accesskit::Role;
use egui::{Context, RawInput, Rect, Vec2, pos2, vec2};
use std::collections::BTreeMap;
use tickscope::front::ui;
use tickscope::front::ui::style::look::Look;
use tickscope::studio::lesson::builtin as lessons;
use tickscope::studio::scenario::builtin as scenarios;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, LessonAction};
use tickscope::studio::view::Theme;
use tickscope_core::model::config::settings::Settings;

/// From a small laptop to a large screen, in points. A screen of 1920 × 1080 has those of 1280 × 720, because everything is larger
/// there.
const SIZES: [Vec2; 3] = [vec2(1024.0, 560.0), vec2(1366.0, 690.0), vec2(1280.0, 720.0)];

/// A pane as the window shows it: all of it, and the canvas of its world.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shown {
    pane: Rect,
    canvas: Rect,
    scale: f32,
}

/// Returns the panes in a window of `size`, by their letters, and whether the render load is in sight.
fn shown(session: &Session, size: Vec2) -> (BTreeMap<String, Shown>, bool) {
    let ctx = Context::default();
    ctx.enable_accesskit();
    Look { theme: Theme::Dark }.apply(&ctx);
    let window = Rect::from_min_size(pos2(0.0, 0.0), size);
    let input = RawInput { screen_rect: Some(window), ..Default::default() };
    let computer = session.run.lab.panes()[0].computer();
    let appearance = computer.world().appearance();
    let extent = appearance.extent();
    let world = ((extent.max - extent.min) * glam::DVec2::new(1.0, appearance.squeeze())).as_vec2();
    let (mut panes, mut has_load) = (BTreeMap::new(), false);
    for _ in 0..3 {
        let mut canvases = Vec::new();
        let mut output = ctx.run_ui(input.clone(), |ui| canvases = ui::layout::show_window(ui, session).canvases);
        output.textures_delta.clear(); // There is no GPU to take them.
        let tree = output.platform_output.accesskit_update.expect("it is enabled");
        let placed = tree.nodes.iter().filter_map(|(_, node)| {
            let bounds = node.bounds()?;
            let rect = Rect::from_min_max(pos2(bounds.x0 as f32, bounds.y0 as f32), pos2(bounds.x1 as f32, bounds.y1 as f32));
            Some((node, node.label()?.to_owned(), rect))
        });
        let placed: Vec<_> = placed.collect();
        let is_load = |name: &str| name == "Render load, value";
        has_load = placed.iter().any(|(_, name, rect)| is_load(name) && window.contains_rect(*rect));
        let frames = placed.iter().filter_map(|(node, name, rect)| {
            let letter = name.strip_prefix("Pane ").filter(|_| node.role() == Role::RadioButton)?.split(':').next()?;
            Some((letter.to_owned(), *rect))
        });
        panes = frames
            .zip(canvases)
            .map(|((letter, pane), (_, canvas))| {
                let scale = (canvas.width() / world.x).min(canvas.height() / world.y);
                (letter, Shown { pane, canvas, scale })
            })
            .collect();
    }
    (panes, has_load)
}

fn session() -> Session {
    let mut session = Session::new(Settings::of_window()).expect("the settings of the window are allowed");
    session.run.playing = false;
    session
}

/// Returns the session of every comparison.
fn comparisons() -> Vec<(String, Session)> {
    let all = scenarios::SCENARIOS.iter();
    all.map(|(id, scenario)| {
        let mut session = Session::open(scenario.clone()).expect("it is allowed");
        session.run.playing = false;
        ((*id).to_owned(), session)
    })
    .collect()
}

/// Returns the sessions of all steps of every lesson, the opening first.
fn steps() -> Vec<(String, Vec<Session>)> {
    let mut all = Vec::new();
    for lesson in std::iter::once(&*lessons::OPENING).chain(&*lessons::LESSONS) {
        let at = |step: usize| {
            let mut session = session();
            session.act(Action::Lesson(LessonAction::Open(lesson.clone(), step)));
            session.run.playing = false;
            session
        };
        all.push((lesson.id.clone(), (0..lesson.steps.len()).map(at).collect()));
    }
    all
}

/// Checks the panes of a session at each size, and adds what is wrong to `wrong`.
fn check(what: &str, mut session: Session, wrong: &mut Vec<String>) {
    let panes = session.run.lab.panes().len();
    let at_size = |session: &Session| SIZES.map(|size| shown(session, size));
    let (windows, lesson) = (at_size(&session), session.lesson().is_some());
    // The controls of an exercise may fill two rows in the large letters.
    let is_exercise = session.lesson().is_some_and(|lesson| lesson.exercise().is_some());
    let least = if is_exercise { 0.9 } else { 1.0 };
    // An action would end the demonstration.
    session.window.presenting = true;
    let presentations = at_size(&session);
    for ((size, (window, has_load)), (presentation, _)) in SIZES.iter().zip(windows).zip(presentations) {
        for (shown, place) in [(&window, "in the window"), (&presentation, "presented")] {
            if shown.len() != panes {
                wrong.push(format!("{what} {place} at {size}: {} of {panes} panes", shown.len()));
            }
            for (letter, Shown { pane, canvas, .. }) in shown {
                let share = canvas.height() / pane.height();
                if !Rect::from_min_size(pos2(0.0, 0.0), *size).contains_rect(*pane) {
                    wrong.push(format!("{what} {place} at {size}: {letter} is at {pane}"));
                }
                if panes <= 4 && share < 0.55 {
                    wrong.push(format!("{what} {place} at {size}: {:.0} % of {letter}", share * 100.0));
                }
            }
        }
        if !has_load && !lesson {
            wrong.push(format!("{what} at {size}: no load is in sight"));
        }
        for (letter, in_window) in window {
            let scale = presentation.get(&letter).map_or(0.0, |shown| shown.scale);
            if scale < least * in_window.scale - 1e-3 {
                wrong.push(format!("{what} at {size}: {letter} is {scale:.3} presented, {:.3} in the window", in_window.scale));
            }
        }
    }
}

#[test]
fn the_picture_of_every_comparison_is_the_largest_thing() {
    let mut wrong = Vec::new();
    for (id, session) in comparisons() {
        check(&id, session, &mut wrong);
    }
    assert!(wrong.is_empty(), "{} of them:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_picture_of_every_step_is_the_largest_thing() {
    let mut wrong = Vec::new();
    for (id, sessions) in steps() {
        for (step, session) in sessions.into_iter().enumerate() {
            check(&format!("{id} {}", step + 1), session, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{} of them:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_panes_of_a_lesson_stand_still_over_its_steps() {
    for (id, mut sessions) in steps() {
        for presenting in [false, true] {
            for session in &mut sessions {
                session.window.presenting = presenting;
            }
            for size in SIZES {
                let place = |session: &Session| {
                    let lesson = session.lesson().unwrap_or_else(|| panic!("{id} is not open"));
                    let panes: BTreeMap<_, _> =
                        shown(session, size).0.into_iter().map(|(letter, at)| (letter, at.pane)).collect();
                    (lesson.step().setup, lesson.step, panes)
                };
                let places: Vec<_> = sessions.iter().map(place).collect();
                for pair in places.windows(2) {
                    let ((setup, _, before), (next, step, after)) = (&pair[0], &pair[1]);
                    let what = format!("{id} {} at {size}, presented: {presenting}", step + 1);
                    assert_eq!(after["A"].min, before["A"].min, "{what}");
                    assert!(setup != next || before == after, "{what}: {before:?} and {after:?}");
                    if let [Some(a), Some(b)] = ["A", "B"].map(|letter| after.get(letter)) {
                        assert!(a.max.x < b.min.x && a.min.y == b.min.y, "{what}: A is left of B");
                    }
                }
            }
        }
    }
}
