//! What the colours and the marks of the timeline mean.

use crate::base::time::{Span, Time};
use crate::front::ui::style::look::Look;
use crate::lab::history::blocks::between;
use crate::lab::history::{BlockKind, History};
use crate::studio::session::Session;
use egui::{Rect, Sense, Stroke, Ui, vec2};

/// The colour of each kind of time, and what the marks mean; with more words where there are fewer lanes. `stretch` is what is
/// shown of time.
pub fn show(ui: &mut Ui, look: Look, session: &Session, seen: &[usize], stretch: (Time, Time), has_pipeline: bool) {
    let spins = seen.iter().any(|index| spins(&session.lab().panes()[*index].history(), stretch));
    let name = |long: &'static str, short: &'static str| if has_pipeline { short } else { long };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let caption = |ui: &mut Ui, text: &str, about: &str| {
            ui.label(crate::front::ui::style::look::caption(text, look.weak())).on_hover_text(about);
            ui.add_space(7.0);
        };
        let mut kinds = vec![
            (
                BlockKind::Update,
                "update",
                "The world is stepped. A notch at the top is an update or a thought that costs nothing.",
            ),
            (BlockKind::Render, "render", "A frame is drawn."),
            (BlockKind::Sleep, "sleep", "The loop sleeps."),
            (
                BlockKind::Wait,
                name("wait for display", "wait"),
                if has_pipeline {
                    "The loop waits for a flip or for the GPU. In the queue's lane: a frame that is done waits for its flip."
                } else {
                    "The frame is finished; with vsync the loop waits for a refresh."
                },
            ),
            (BlockKind::Late, name("waking late", "late"), "The wait is over, and the loop does not go on yet."),
        ];
        if spins {
            kinds.push((BlockKind::Spin, "busy waiting", "The loop waits for a moment and works all the while: spin_ms."));
        }
        let mut swatches: Vec<_> = kinds.into_iter().map(|(kind, name, about)| (look.time(kind), name, about)).collect();
        if has_pipeline {
            swatches.push((look.queued(), "queued", "A frame that the CPU has submitted waits for the GPU."));
            swatches.push((look.gpu(), "GPU", "The GPU works on a frame."));
        }
        for (colour, name, about) in swatches {
            let (swatch, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
            ui.painter().rect_filled(swatch, 2.0, colour);
            caption(ui, name, about);
        }
        let (place, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
        let triangle = vec![place.center_top(), place.right_bottom(), place.left_bottom()];
        ui.painter().add(egui::Shape::convex_polygon(triangle, look.weak(), Stroke::NONE));
        caption(ui, name("frame shown", "shown"), "The display changes to a new frame; the bar is how long it stays.");
        let (place, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
        ui.painter().rect_filled(Rect::from_center_size(place.center(), vec2(4.0, 4.0)), 0.0, look.alarm());
        caption(
            ui,
            name("frame dropped", "dropped"),
            "A newer frame replaced this one before a refresh. A line along a block's top is a stall.",
        );
        if has_pipeline {
            let (place, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
            let triangle = vec![place.center_top(), place.right_bottom(), place.left_bottom()];
            ui.painter().add(egui::Shape::closed_line(triangle, Stroke::new(1.2, look.alarm())));
            let about =
                "A late frame was expected here: at the first refresh after the one before it. The line leads to its flip.";
            caption(ui, "expected", about);
        }
    });
}

/// Whether a loop was busy waiting at any time from `from` until `to`.
fn spins(history: &History, (from, to): (Time, Time)) -> bool {
    let blocks = history.blocks();
    let Some(first) = blocks.first() else { return false };
    between(&blocks.sums(from.max(first)), &blocks.sums(to.max(first)))[BlockKind::Spin as usize] > Span::ZERO
}
