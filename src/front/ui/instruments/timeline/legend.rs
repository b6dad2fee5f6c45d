//! The legend of the timeline's colours and marks.

use crate::front::ui::style::look::{Look, UiLook};
use crate::studio::session::Session;
use egui::text::LayoutJob;
use egui::{Align, Color32, FontId, Label, Role, TextFormat, Ui, WidgetInfo, vec2};
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::instruments::cpu_blocks::{BlockKind, CpuBlocks, between};
use tickscope_core::lab::recording::pane_recording::Recording;

type Entry = (&'static str, Color32, &'static str, &'static str);

const BLOCK: &str = "■";
const SHOWN: &str = "▲";
const DROPPED: &str = "▪";
const EXPECTED: &str = "△";

/// Shows the colour of each kind of time, and the meanings of the marks, in more words if there are fewer lanes. `stretch` is the
/// visible range of time.
pub fn show(ui: &mut Ui, session: &Session, seen: &[usize], stretch: (Time, Time), has_pipeline: bool) {
    let spins = seen.iter().any(|index| spins(&session.run.lab.panes()[*index].recording(), stretch));
    // A line breaks only between a name and the next mark, so that no name is cut off or separated from its mark.
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(12.0, 0.0);
        for (mark, colour, name, about) in entries(ui.look(), spins, has_pipeline) {
            let mut job = LayoutJob::single_section(mark.to_owned(), TextFormat::simple(FontId::monospace(14.0), colour));
            let format = TextFormat { valign: Align::Center, ..TextFormat::simple(FontId::proportional(11.5), ui.look().weak()) };
            job.append(name, 5.0, format);
            let entry = ui.add(Label::new(job).extend());
            entry.widget_info(|| WidgetInfo::labeled(Role::Label, true, name));
            entry.on_hover_text(about);
        }
    });
}

fn entries(look: Look, spins: bool, has_pipeline: bool) -> Vec<Entry> {
    let name = |long: &'static str, short: &'static str| if has_pipeline { short } else { long };
    let wait = if has_pipeline {
        "The loop waits for a flip or for the GPU. In the queue's lane: a frame that is done waits for its flip."
    } else {
        "The frame is finished; with vsync the loop waits for a refresh."
    };
    let mut entries = vec![
        (
            BLOCK,
            look.time(BlockKind::Update),
            "update",
            "The world is stepped. A notch at the top is an update or a thought that costs nothing.",
        ),
        (BLOCK, look.time(BlockKind::Render), "render", "A frame is drawn."),
        (BLOCK, look.time(BlockKind::Sleep), "sleep", "The loop sleeps."),
        (BLOCK, look.time(BlockKind::Wait), name("wait for display", "wait"), wait),
        (BLOCK, look.time(BlockKind::Late), name("waking late", "late"), "The wait is over, and the loop does not go on yet."),
    ];
    if spins {
        let about = "The loop waits for a moment and works all the while: spin_ms.";
        entries.push((BLOCK, look.time(BlockKind::Spin), "busy waiting", about));
    }
    if has_pipeline {
        entries.push((BLOCK, look.queued(), "queued", "A frame that the CPU has submitted waits for the GPU."));
        entries.push((BLOCK, look.gpu(), "GPU", "The GPU works on a frame."));
    }
    let shown = "The display changes to a new frame; the bar is how long it stays.";
    entries.push((SHOWN, look.weak(), name("frame shown", "shown"), shown));
    let dropped = "A newer frame replaced this one before a refresh. A line along a block's top is a stall.";
    entries.push((DROPPED, look.alarm(), name("frame dropped", "dropped"), dropped));
    if has_pipeline {
        let about = "A late frame was expected here: at the first refresh after the one before it. The line leads to its flip.";
        entries.push((EXPECTED, look.alarm(), "expected", about));
    }
    entries
}

fn spins(recording: &Recording, (from, to): (Time, Time)) -> bool {
    let blocks = recording.read::<CpuBlocks>();
    let Some(first) = blocks.first() else { return false };
    between(&blocks.sums(from.max(first)), &blocks.sums(to.max(first)))[BlockKind::Spin as usize] > Span::ZERO
}
