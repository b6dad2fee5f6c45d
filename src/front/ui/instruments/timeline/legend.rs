//! The legend of the timeline's colours and marks.

use crate::base::time::{Span, Time};
use crate::front::ui::style::look::{Look, caption};
use crate::lab::recording::cpu_blocks::between;
use crate::lab::recording::{BlockKind, Recording};
use crate::studio::session::Session;
use egui::{
    Color32, Painter, Rect, Role, Sense, Shape, Stroke, TextStyle, TextWrapMode, Ui, Vec2, WidgetInfo, WidgetText, pos2, vec2,
};

/// The side of a mark.
const MARK: f32 = 10.0;
/// The room after a mark, and after its name.
const GAPS: [f32; 2] = [5.0, 12.0];

/// The mark before a name.
#[derive(Clone, Copy)]
enum Mark {
    /// A block of this colour.
    Block(Color32),
    /// A frame that is shown.
    Shown(Color32),
    /// A frame that is dropped.
    Dropped(Color32),
    /// Where a frame was expected.
    Expected(Color32),
}

impl Mark {
    fn paint(self, painter: &Painter, place: Rect) {
        let triangle = vec![place.center_top(), place.right_bottom(), place.left_bottom()];
        match self {
            Mark::Block(colour) => _ = painter.rect_filled(place, 2.0, colour),
            Mark::Shown(colour) => _ = painter.add(Shape::convex_polygon(triangle, colour, Stroke::NONE)),
            Mark::Dropped(colour) => _ = painter.rect_filled(Rect::from_center_size(place.center(), vec2(4.0, 4.0)), 0.0, colour),
            Mark::Expected(colour) => _ = painter.add(Shape::closed_line(triangle, Stroke::new(1.2, colour))),
        }
    }
}

/// A mark, its name, and what it means.
type Entry = (Mark, &'static str, &'static str);

/// The colour of each kind of time, and what the marks mean; with more words where there are fewer lanes. `stretch` is what is
/// shown of time.
pub fn show(ui: &mut Ui, look: Look, session: &Session, seen: &[usize], stretch: (Time, Time), has_pipeline: bool) {
    let spins = seen.iter().any(|index| spins(&session.lab().panes()[*index].recording(), stretch));
    // A name is never separated from its mark, and none is cut off: where a line is full, another one begins.
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
        for (mark, text, about) in entries(look, spins, has_pipeline) {
            let name = WidgetText::from(caption(text, look.weak()));
            let name = name.into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, TextStyle::Body);
            let size = vec2(MARK + GAPS[0] + name.size().x, name.size().y.max(MARK));
            let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
            mark.paint(ui.painter(), Rect::from_center_size(rect.left_center() + vec2(MARK / 2.0, 0.0), Vec2::splat(MARK)));
            ui.painter().galley(pos2(rect.min.x + MARK + GAPS[0], rect.center().y - name.size().y / 2.0), name, look.weak());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
            response.on_hover_text(about);
            ui.add_space(GAPS[1]);
        }
    });
}

fn entries(look: Look, spins: bool, has_pipeline: bool) -> Vec<Entry> {
    let name = |long: &'static str, short: &'static str| if has_pipeline { short } else { long };
    let time = |kind: BlockKind| Mark::Block(look.time(kind));
    let wait = if has_pipeline {
        "The loop waits for a flip or for the GPU. In the queue's lane: a frame that is done waits for its flip."
    } else {
        "The frame is finished; with vsync the loop waits for a refresh."
    };
    let mut entries = vec![
        (
            time(BlockKind::Update),
            "update",
            "The world is stepped. A notch at the top is an update or a thought that costs nothing.",
        ),
        (time(BlockKind::Render), "render", "A frame is drawn."),
        (time(BlockKind::Sleep), "sleep", "The loop sleeps."),
        (time(BlockKind::Wait), name("wait for display", "wait"), wait),
        (time(BlockKind::Late), name("waking late", "late"), "The wait is over, and the loop does not go on yet."),
    ];
    if spins {
        let about = "The loop waits for a moment and works all the while: spin_ms.";
        entries.push((time(BlockKind::Spin), "busy waiting", about));
    }
    if has_pipeline {
        entries.push((Mark::Block(look.queued()), "queued", "A frame that the CPU has submitted waits for the GPU."));
        entries.push((Mark::Block(look.gpu()), "GPU", "The GPU works on a frame."));
    }
    let shown = "The display changes to a new frame; the bar is how long it stays.";
    entries.push((Mark::Shown(look.weak()), name("frame shown", "shown"), shown));
    let dropped = "A newer frame replaced this one before a refresh. A line along a block's top is a stall.";
    entries.push((Mark::Dropped(look.alarm()), name("frame dropped", "dropped"), dropped));
    if has_pipeline {
        let about = "A late frame was expected here: at the first refresh after the one before it. The line leads to its flip.";
        entries.push((Mark::Expected(look.alarm()), "expected", about));
    }
    entries
}

/// Whether a loop was busy waiting at any time from `from` until `to`.
fn spins(recording: &Recording, (from, to): (Time, Time)) -> bool {
    let blocks = recording.blocks();
    let Some(first) = blocks.first() else { return false };
    between(&blocks.sums(from.max(first)), &blocks.sums(to.max(first)))[BlockKind::Spin as usize] > Span::ZERO
}
