//! Panes are comparable: in every world, with one to six of them, all have one size and their worlds one scale, and none lacks a
//! part that another one has.

use egui::{Context, Rect, Vec2, vec2};
use std::collections::HashMap;
use tickscope::front::ui;
use tickscope::front::ui::pass::UiOutput;
use tickscope::front::ui::style::look::Look;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, ViewAction};
use tickscope::studio::view::{Theme, View};
use tickscope_core::base::time::Time;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::limits::MOST_PANES;
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};
use tickscope_core::model::{strategies, worlds};

const SIZES: [Vec2; 4] = [vec2(1280.0, 720.0), vec2(1600.0, 900.0), vec2(1920.0, 1080.0), vec2(1024.0, 700.0)];

/// Returns a session of `world` with this many panes, the second of which has a computer of its own.
fn with_panes(world: &str, count: usize) -> Session {
    let mut panes: Vec<_> = strategies::ALL.iter().map(|strategy| PaneSettings::new(&strategy.id)).take(count).collect();
    if let Some(second) = panes.get_mut(1) {
        second.computer = Some(Computer { gpu_ms: 3.0, ..Computer::default() });
    }
    let settings = Settings { panes, scene: WorldChoice::new(world), ..Settings::default() };
    let mut session = Session::new(settings).expect("these settings are allowed");
    session.act(Action::View(ViewAction::PlayPause));
    session.advance_to(Time::from_secs(0.1));
    session
}

fn context() -> Context {
    let ctx = Context::default();
    Look { theme: Theme::Dark }.apply(&ctx);
    ctx
}

/// Returns the places that a window of `size` gives to the panes.
fn shown(ctx: &Context, session: &Session, size: Vec2) -> UiOutput {
    let input = egui::RawInput { screen_rect: Some(Rect::from_min_size(egui::Pos2::ZERO, size)), ..Default::default() };
    let mut shown = UiOutput::default();
    for _ in 0..2 {
        let mut output = ctx.run_ui(input.clone(), |ui| shown = ui::layout::show_window(ui, session));
        output.textures_delta.clear(); // There is no GPU to take them.
    }
    shown
}

fn check(ctx: &Context, session: &Session, size: Vec2, what: &str) {
    let shown = shown(ctx, session, size);
    let count = session.run.lab.panes().len();
    let worlds: Vec<Rect> = shown.canvases.iter().map(|(_, world)| *world).collect();
    assert_eq!((worlds.len(), shown.pulses.len()), (count, count), "{what}: each pane has a world and a pulse at {size}");
    let screen = Rect::from_min_size(egui::Pos2::ZERO, size);
    for (place, (world, pulse)) in worlds.iter().zip(&shown.pulses).enumerate() {
        let off = |rect: &Rect, first: &Rect| (rect.size() - first.size()).abs().max_elem();
        assert!(off(world, &worlds[0]) < 0.01, "{what}: the worlds {world} and {} at {size}", worlds[0]);
        assert!(off(pulse, &shown.pulses[0]) < 0.01, "{what}: the pulses {pulse} and {} at {size}", shown.pulses[0]);
        assert!(screen.contains_rect(*world) && screen.contains_rect(*pulse), "{what}: {world} at {size}");
        assert!(world.height() >= 40.0, "{what}: a world is {} points high at {size}", world.height());
        let others = worlds[..place].iter().chain(&shown.pulses[..place]);
        assert!(others.into_iter().all(|other| !other.shrink(0.1).intersects(*world)), "{what} at {size}");
    }
    let rows: HashMap<i32, usize> = worlds.iter().fold(HashMap::new(), |mut rows, world| {
        *rows.entry(world.min.y.round() as i32).or_default() += 1;
        rows
    });
    let mut in_rows: Vec<usize> = rows.into_values().collect();
    in_rows.sort_unstable();
    match count {
        3 => assert!(in_rows == [3] || in_rows == [1, 1, 1], "{what}: three stand in rows of {in_rows:?} at {size}"),
        5 => assert!(
            in_rows.iter().sum::<usize>() == 5
                && (in_rows == [2, 3] || in_rows == [1, 2, 2] || in_rows.len() == 5 || in_rows == [5])
        ),
        _ => assert!(in_rows.iter().all(|row| *row == in_rows[0]), "{what}: rows of {in_rows:?} at {size}"),
    }
}

#[test]
fn panes_of_every_world_have_one_size_and_one_scale() {
    let ctx = context();
    for kind in worlds::ALL {
        for count in 1..=MOST_PANES {
            let session = with_panes(kind.id, count);
            for size in SIZES {
                check(&ctx, &session, size, &format!("{count} panes of {}", kind.id));
            }
        }
    }
}

#[test]
fn panes_with_numbers_keep_their_pulses() {
    let ctx = context();
    for count in 1..=MOST_PANES {
        let mut session = with_panes("thin-wall", count);
        session.act(Action::View(ViewAction::Change(View { numbers: true, ..session.run.view })));
        for size in SIZES {
            check(&ctx, &session, size, &format!("{count} panes with numbers"));
        }
    }
}

#[test]
fn the_pulse_stands_below_the_world_and_ends_where_the_world_does() {
    let ctx = context();
    for kind in worlds::ALL {
        let session = with_panes(kind.id, 2);
        for size in SIZES {
            let shown = shown(&ctx, &session, size);
            assert_eq!(shown.pulses.len(), 2, "{} at {size}", kind.id);
            for ((_, world), pulse) in shown.canvases.iter().zip(&shown.pulses) {
                assert!((world.bottom() - pulse.top()).abs() < 0.01, "{}", kind.id);
                assert!((world.right() - pulse.right()).abs() < 0.01 && pulse.left() <= world.left(), "{}", kind.id);
            }
        }
    }
}
