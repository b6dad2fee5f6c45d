//! Everything can be read: in the shapes that the window paints, no name, number or sentence of a pane is cut off or
//! covered, and what is used most is on the screen without scrolling.

use super::harness::window_of;
use egui::epaint::{ClippedShape, TextShape};
use egui::{Rangef, Rect, Shape, Vec2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tickscope::front::ui;
use tickscope::front::ui::style::look::Look;
use tickscope::studio::lesson;
use tickscope::studio::scenario::builtin;
use tickscope::studio::scenario::definition::Caption;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, Dialog, Export, RunAction, ViewAction, WindowAction};
use tickscope::studio::session::host::Host;
use tickscope::studio::view::{Instrument, Theme, View};
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::model::config::limits::MOST_PANES;
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};
use tickscope_core::model::{strategies, worlds};

/// From a projector to a large screen.
const SIZES: [Vec2; 5] =
    [vec2(1024.0, 560.0), vec2(1024.0, 768.0), vec2(1280.0, 720.0), vec2(1366.0, 690.0), vec2(1600.0, 900.0)];
/// Smaller windows, which show one pane.
const SMALL: [Vec2; 5] = [vec2(360.0, 480.0), vec2(360.0, 780.0), vec2(480.0, 640.0), vec2(640.0, 480.0), vec2(900.0, 600.0)];

/// A window narrower than this may have no room for the frame rate next to a long name.
const WITH_RATE: f32 = 640.0;

/// Returns a window of `size` with these panes, held after three seconds.
fn window(size: Vec2, panes: &[&str], render_ms: f64) -> Harness<'static, Session> {
    window_in("runner", size, panes, render_ms)
}

/// Returns a window of `size` with these panes in `world`, held after three seconds.
fn window_in(world: &str, size: Vec2, panes: &[&str], render_ms: f64) -> Harness<'static, Session> {
    let panes = panes.iter().map(|id| PaneSettings::new(id)).collect();
    let mut settings = Settings { panes, scene: WorldChoice::new(world), ..Settings::default() };
    settings.computer.render_ms = render_ms;
    let mut session = Session::new(settings).expect("these settings are allowed");
    session.act(Action::View(ViewAction::PlayPause));
    session.advance_to(Time::from_secs(3.0));
    window_of(session, size)
}

/// Returns the default panes, and as many as there can be with the longest names.
fn choices() -> Vec<Vec<&'static str>> {
    let mut longest: Vec<_> = strategies::ALL.iter().collect();
    longest.sort_by_key(|strategy| std::cmp::Reverse(strategy.name.chars().count()));
    let longest: Vec<&str> = longest.into_iter().map(|strategy| &*strategy.id).take(MOST_PANES).collect();
    let default = Settings::default().panes;
    let default: Vec<&str> = strategies::ALL
        .iter()
        .map(|strategy| &*strategy.id)
        .filter(|id| default.iter().any(|pane| pane.strategy == *id))
        .collect();
    vec![default, longest[..3].to_vec(), longest]
}

/// A painted text, and where in the order of painting.
pub struct Painted<'a> {
    pub text: &'a TextShape,
    pub rect: Rect,
    pub clip: Rect,
    order: usize,
}

pub fn flat(shapes: &[ClippedShape]) -> Vec<(Rect, &Shape)> {
    fn add<'a>(clip: Rect, shape: &'a Shape, all: &mut Vec<(Rect, &'a Shape)>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| add(clip, shape, all)),
            shape => all.push((clip, shape)),
        }
    }
    let mut all = Vec::new();
    for clipped in shapes {
        add(clipped.clip_rect, &clipped.shape, &mut all);
    }
    all
}

pub fn texts<'a>(shapes: &[(Rect, &'a Shape)]) -> Vec<Painted<'a>> {
    let painted = |(order, (clip, shape)): (usize, &(Rect, &'a Shape))| match shape {
        Shape::Text(text) => Some(Painted { text, rect: text.galley.rect.translate(text.pos.to_vec2()), clip: *clip, order }),
        _ => None,
    };
    shapes.iter().enumerate().filter_map(painted).collect()
}

/// Asserts that a text is painted whole, in the window, and under nothing. How often it is.
fn whole(shapes: &[(Rect, &Shape)], wanted: impl Fn(&str) -> bool, (what, size): (&str, Vec2)) -> usize {
    let window = Rect::from_min_size(egui::Pos2::ZERO, size);
    let found: Vec<_> = texts(shapes).into_iter().filter(|painted| wanted(painted.text.galley.text())).collect();
    for painted in &found {
        let text = painted.text.galley.text();
        assert!(!painted.text.galley.elided, "{what}: “{text}” is cut off with dots at {size}");
        let seen = painted.clip.intersect(window).expand(0.6);
        assert!(seen.contains_rect(painted.rect), "{what}: “{text}” at {} leaves {seen} at {size}", painted.rect);
        for (_, later) in &shapes[painted.order + 1..] {
            let covers = match later {
                Shape::Rect(rect) if rect.fill.a() > 0 => rect.rect,
                Shape::Text(other) => other.galley.rect.translate(other.pos.to_vec2()),
                _ => continue,
            };
            let over = covers.intersect(painted.rect.shrink(1.5));
            let what_covers = if let Shape::Text(other) = later { other.galley.text() } else { "a ground" };
            assert!(!over.is_positive(), "{what}: “{text}” is under {what_covers} ({covers}) at {size}");
        }
    }
    found.len()
}

fn check_panes(harness: &Harness<Session>, panes: &[usize], size: Vec2) {
    let session = harness.state();
    let shapes = flat(&harness.output().shapes);
    let small = egui::TextStyle::Small.resolve(&harness.ctx.global_style()).size;
    for pane in panes {
        let (strategy, state) = (session.run.seen(*pane).strategy(), session.run.seen(*pane).state());
        let said = [state.symptoms[0].headline() + ".", state.symptoms[0].brief() + "."];
        let says = |text: &str| said.iter().any(|said| text.starts_with(said));
        let name = whole(&shapes, |text| text == strategy.name, ("a name", size));
        assert!(name >= 1, "{} is not shown at {size}", strategy.name);
        assert!(whole(&shapes, says, ("a verdict", size)) >= 1, "{said:?} is not shown at {size}");
        for painted in texts(&shapes).iter().filter(|painted| says(painted.text.galley.text())) {
            let (rows, letter) = (painted.text.galley.rows.len(), painted.text.galley.job.sections[0].format.font_id.size);
            assert!(rows == 1 && letter >= small, "“{}” has {rows} lines of {letter} at {size}", painted.text.galley.text());
        }
    }
    let rate = |text: &str| text.ends_with("FPS") && text.len() < 14;
    let runs = |pane: &&usize| session.run.seen(**pane).state().find(Kind::Refused).is_none();
    let fps = whole(&shapes, rate, ("the frame rate", size));
    let least = if size.x < WITH_RATE { 0 } else { panes.iter().filter(runs).count() };
    assert!(fps >= least, "each pane has its frame rate at {size}");
}

#[test]
fn no_name_number_or_sentence_of_a_pane_is_cut_off_or_covered_at_five_sizes() {
    for size in SIZES {
        for panes in choices() {
            for render_ms in [5.0, 70.0] {
                let harness = window(size, &panes, render_ms);
                check_panes(&harness, &(0..panes.len()).collect::<Vec<_>>(), size);
            }
        }
    }
}

#[test]
fn in_every_world_one_to_six_panes_say_what_they_do_in_two_lines() {
    for world in worlds::ALL {
        let mut all: Vec<_> = strategies::ALL.iter().filter(|strategy| strategy.lacks_in(world).is_none()).collect();
        all.sort_by_key(|strategy| std::cmp::Reverse(strategy.name.chars().count()));
        for count in 1..=MOST_PANES {
            let panes: Vec<&str> = all.iter().map(|strategy| &*strategy.id).cycle().skip(count).take(count).collect();
            let size = SIZES[count % SIZES.len()];
            let harness = window_in(world.id, size, &panes, [5.0, 70.0][count % 2]);
            check_panes(&harness, &(0..count).collect::<Vec<_>>(), size);
        }
    }
}

#[test]
fn a_small_window_shows_the_selected_pane_whole() {
    for size in SMALL {
        for panes in choices() {
            let harness = window(size, &panes, 70.0);
            check_panes(&harness, &[harness.state().run.selection.selected()], size);
        }
    }
}

#[test]
fn every_caption_of_the_demonstration_is_read_in_a_small_window() {
    for size in SMALL {
        let mut session = Session::new(Settings::of_window()).expect("these settings are allowed");
        session.act(Action::Run(RunAction::Demonstrate));
        let mut harness = window_of(session, size);
        for step in &lesson::builtin::OPENING.steps {
            harness.state_mut().advance_to(step.start + Span::from_secs(0.1));
            harness.run_steps(2);
            let caption = harness.state().fill(&step.text);
            let found = whole(&flat(&harness.output().shapes), |text| text == caption, ("a caption", size));
            assert_eq!(found, 1, "“{caption}” at {size}");
        }
    }
}

/// Every text that is painted, with the room that it has from left to right.
#[test]
fn no_text_of_a_comparison_or_world_is_cut_at_1280_points() {
    let size = vec2(1280.0, 720.0);
    let mut harness = window_of(Session::new(Settings::default()).expect("these settings are allowed"), size);
    let comparisons = builtin::ALL.iter().map(|builtin| {
        let scenario = builtin.scenario().expect("a scenario of the program can be read");
        // A caption at the beginning stands in the place of the comparison's own text.
        let text = Caption::shown_at(&scenario.captions, Time::ZERO).unwrap_or(&scenario.about).to_owned();
        (text, Action::Run(RunAction::Open(Box::new(scenario))))
    });
    let worlds = worlds::ALL.iter().map(|world| (world.about.to_owned(), Action::Run(RunAction::Scene(world.id.to_owned()))));
    for (expected, action) in worlds.chain(comparisons) {
        harness.state_mut().act(action);
        harness.run_steps(2);
        let found = whole(&flat(&harness.output().shapes), |text| text == expected, ("a caption", size));
        assert_eq!(found, 1, "“{expected}” at {size}");
    }
}

fn words(harness: &Harness<Session>) -> Vec<(String, Rangef, Rangef)> {
    let shapes = flat(&harness.output().shapes);
    let of = |painted: Painted| (painted.text.galley.text().to_owned(), painted.rect.x_range(), painted.clip.x_range());
    texts(&shapes).into_iter().map(of).collect()
}

/// Asserts that the texts which have come since `before` have room from left to right.
fn new_words_have_room(before: &[(String, Rangef, Rangef)], harness: &Harness<Session>, (what, size): (&str, Vec2)) {
    let after = words(harness);
    let new: Vec<_> = after.iter().filter(|(text, ..)| !before.iter().any(|(known, ..)| known == text)).collect();
    assert!(!new.is_empty(), "{what} is not shown at {size}");
    for (text, across, clip) in new {
        let (left, right) = (clip.min.max(0.0) - 0.6, clip.max.min(size.x) + 0.6);
        assert!(across.min >= left && across.max <= right, "{what}: “{text}” at {across:?} has {left} to {right} at {size}");
    }
}

#[test]
fn a_dialog_has_room_in_a_small_window() {
    for size in SMALL.into_iter().chain([vec2(780.0, 360.0)]) {
        for host in [Host::default(), Host::browser()] {
            let session = Session::new(Settings::of_window()).expect("these settings are allowed").on_host(host);
            let dialogs = [
                Dialog::Open { path: "scenario.toml".to_owned() },
                Dialog::Save { what: Export::Scenario, path: "scenario.toml".to_owned() },
                Dialog::Film(session.proposed_film()),
            ];
            let mut harness = window_of(session, size);
            harness.state_mut().act(Action::View(ViewAction::PlayPause));
            harness.run_steps(2);
            let before = words(&harness);
            for dialog in dialogs {
                let what = format!("{dialog:?}");
                harness.state_mut().act(Action::Window(WindowAction::Dialog(Some(dialog))));
                harness.run_steps(4);
                new_words_have_room(&before, &harness, (&what, size));
                harness.state_mut().act(Action::Window(WindowAction::Dialog(None)));
                harness.run_steps(2);
            }
        }
    }
}

#[test]
fn a_presentation_in_a_small_window_can_be_led_and_left_without_keys() {
    for size in SMALL.into_iter().chain([vec2(780.0, 360.0)]) {
        let mut session = Session::new(Settings::of_window()).expect("these settings are allowed");
        session.act(Action::View(ViewAction::PlayPause));
        session.act(Action::Window(WindowAction::Present(true)));
        let mut harness = window_of(session, size);
        let screen = Rect::from_min_size(egui::Pos2::ZERO, size);
        for name in ["Comparison before", "Restart", "Play", "Next comparison", "End the presentation"] {
            let button = harness.get_by_label(name).rect();
            assert!(screen.contains_rect(button), "{name} is at {button} in a window of {size}");
        }
        harness.get_by_label("Next comparison").click();
        harness.run_steps(2);
        assert!(harness.state().run.opened.is_there);
        harness.get_by_label("End the presentation").click();
        harness.run_steps(2);
        assert!(!harness.state().window.presenting);
    }
}

#[test]
fn what_has_no_room_in_a_small_bar_is_in_its_menu() {
    let mut session = Session::new(Settings::of_window()).expect("these settings are allowed");
    session.act(Action::View(ViewAction::PlayPause));
    let mut harness = window_of(session, vec2(360.0, 780.0));
    harness.get_by_label("Menu").click();
    harness.run_steps(3);
    for name in ["Lessons", "Comparisons", "Your loop", "Viewing speed", "Undo", "Redo", "File", "Show", "Present"] {
        assert!(harness.query_all_by_label(name).next().is_some(), "{name} is not in the menu");
    }
}

#[test]
fn the_timeline_and_its_legend_are_in_a_small_window() {
    for size in SMALL.into_iter().filter(|size| size.y >= 640.0) {
        let mut settings = Settings::of_window();
        settings.computer.gpu_ms = 5.0;
        settings.computer.queue = 1;
        let mut session = Session::new(&settings).expect("these settings are allowed");
        session.act(Action::View(ViewAction::PlayPause));
        session.advance_to(Time::from_secs(3.0));
        let mut harness = window_of(session, size);
        harness
            .state_mut()
            .act(Action::View(ViewAction::Change(View { instrument: Some(Instrument::Timeline), ..View::default() })));
        harness.run_steps(4);
        let timeline = harness.query_by_label("Timeline of all panes").unwrap_or_else(|| panic!("no timeline at {size}")).rect();
        let screen = Rect::from_min_size(egui::Pos2::ZERO, size);
        assert!(screen.contains_rect(timeline), "the timeline is at {timeline} in a window of {size}");
        assert!(timeline.height() > 60.0, "the timeline is {} points tall at {size}", timeline.height());
        let shapes = flat(&harness.output().shapes);
        for name in ["update", "render", "sleep", "wait", "late", "queued", "GPU", "shown", "dropped", "expected"] {
            let is_entry = |text: &str| text.strip_prefix(['■', '▲', '▪', '△']) == Some(name);
            assert!(whole(&shapes, is_entry, ("the legend", size)) >= 1, "“{name}” is not shown at {size}");
        }
    }
}

#[test]
fn the_loads_the_stalls_the_display_and_the_loop_are_reached_without_scrolling() {
    for size in SIZES {
        let harness = window(size, &choices()[0], 5.0);
        let screen = Rect::from_min_size(egui::Pos2::ZERO, size);
        let controls = [
            "Render load, value",
            "Update load, value",
            "Hitch 100 ms",
            "Hitch 1000 ms",
            "Hitch hammer",
            "Refresh rate, value",
            "Loop of the selected pane",
            "Draw pane A: latest",
        ];
        let mut above = 0.0;
        for control in controls {
            let rect = harness.get_by_label(control).rect();
            assert!(screen.contains_rect(rect), "{control} is at {rect} in a window of {size}");
            assert!(rect.bottom() >= above, "{control} stands in the order of its weight");
            above = rect.top();
        }
    }
}

#[test]
fn worlds_and_pulses_have_at_least_half_of_the_window() {
    for size in [vec2(1280.0, 720.0), vec2(1600.0, 900.0)] {
        let mut session = Session::new(Settings::default()).expect("the default settings are allowed");
        session.advance_to(Time::from_secs(1.0));
        let ctx = egui::Context::default();
        Look { theme: Theme::Dark }.apply(&ctx);
        let input = egui::RawInput { screen_rect: Some(Rect::from_min_size(egui::Pos2::ZERO, size)), ..Default::default() };
        let mut area = 0.0;
        for _ in 0..3 {
            let mut output = ctx.run_ui(input.clone(), |ui| {
                let shown = ui::layout::show_window(ui, &session);
                let worlds = shown.canvases.iter().map(|(_, world)| world);
                area = worlds.chain(&shown.pulses).map(Rect::area).sum();
            });
            output.textures_delta.clear(); // There is no GPU to take them.
        }
        let share = area / (size.x * size.y);
        assert!(share >= 0.5, "{:.0} % of the window at {size}", share * 100.0);
    }
}
