//! The marks of the interface, each with its name and an explanation, which is shown for the mark under the pointer.
//!
//! A painter reports where its marks are, with a function that makes the explanation of a mark. Only the mark that a person asks
//! about is explained. The canvases of the worlds are drawn after the pass: they emit their marks where somebody asks, and the next
//! pass reports them. The help labels one mark of every kind (`dialogs::help`).

use egui::{Context, Id, LayerId, Pos2, Rect, Sense, Ui, Vec2, vec2};
use std::sync::Arc;
use tickscope_core::base::numbers::capitalised;

/// The distance, in points, within which a mouse finds a mark.
const NEAR: f32 = 3.0;
/// The distance, in points, within which a finger finds a mark.
const NEAR_FINGER: f32 = 18.0;
/// The size, in points, below which a label leaves all of a mark free.
const SMALL: f32 = 130.0;
const AROUND_TOOLTIP: f32 = 24.0;

/// The kind of a mark that can be explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkKind {
    Body,
    Ghost,
    ErrorBand,
    RoundMarks,
    Trail,
    Way,
    WallHandle,
    Wall,
    ExactPath,
    Scenery,
    Tally,
    Heap,
    Footprints,
    Gauge,
    Press,
    CameraLane,
    Tear,
    LatenessBar,
    PulseBar,
    PulseOutline,
    PulseLine,
    PulseAge,
    PulseStall,
    PulseGap,
    Ribbon,
    LargeNumber,
    Work,
    Lamp,
    WindowLamp,
    LitLine,
    ErrorLine,
    WatchedValue,
}

const ROWS: [(MarkKind, &str, &str); 32] = [
    (MarkKind::Body, "body", "where the pane shows it"),
    (MarkKind::Ghost, "ghost", "where the body exactly is now; half a one at an edge is in another lap"),
    (MarkKind::ErrorBand, "error band", "from a body to its ghost: how far the picture is off"),
    (MarkKind::RoundMarks, "round marks", "whole passes that the body is behind"),
    (MarkKind::Trail, "trail", "where the frames of the last second stood"),
    (MarkKind::Way, "walked path", "where the frames of this lap showed the body"),
    (MarkKind::WallHandle, "wall handle", "drag it to move the wall; its edge makes it thicker"),
    (MarkKind::Wall, "wall", "stops a body whose step ends in it"),
    (MarkKind::ExactPath, "exact path", "the way of a body that moves exactly"),
    (MarkKind::Scenery, "scenery", "stands behind the bodies, so that motion can be seen"),
    (MarkKind::Tally, "tally", "the share that got past the wall"),
    (MarkKind::Heap, "heap", "the last bodies that were caught, or got past"),
    (MarkKind::Footprints, "footprints", "the last step that passed the wall, from its start to its end"),
    (MarkKind::Gauge, "gauge", "a number of the world as a length"),
    (MarkKind::Press, "press", "a press as long as the button was down; below it the lamp that must answer it once"),
    (MarkKind::CameraLane, "camera's lane", "the body as its camera sees it; the bar is as long as the body jitters"),
    (MarkKind::Tear, "tear", "the display changed its frame here, in the middle of a refresh"),
    (MarkKind::LatenessBar, "lateness bar", "the age of the frame on the display"),
    (MarkKind::PulseBar, "pulse bar", "a picture, as high as the simulated time that it gained; a block is a step"),
    (MarkKind::PulseOutline, "pulse outline", "the time that passed since the picture before"),
    (MarkKind::PulseLine, "refresh line", "the height of one refresh"),
    (MarkKind::PulseAge, "age band", "how old the picture is; the deeper, the older"),
    (MarkKind::PulseStall, "stall shading", "the picture stood still from edge to edge"),
    (MarkKind::PulseGap, "gap", "sweeps over the pulse: left of it is now, right of it the oldest picture"),
    (MarkKind::Ribbon, "ribbon", "what the pane does at each value of the slider"),
    (MarkKind::LargeNumber, "large number", "the speed and the frame rate; a click explains them"),
    (MarkKind::Work, "work block", "the work on one frame against a refresh"),
    (MarkKind::Lamp, "lamp", "lights up when the display answers an input"),
    (MarkKind::WindowLamp, "window lamp", "refreshes of the real monitor that the window missed"),
    (MarkKind::LitLine, "lit line", "the line of the loop that runs now, or ran a moment ago"),
    (MarkKind::ErrorLine, "error line", "why the text above it can't run, or why the loop stands still"),
    (MarkKind::WatchedValue, "watched value", "a number inside the loop, which its text watches"),
];

impl MarkKind {
    pub fn term(self) -> &'static str {
        ROWS[self as usize].1
    }

    pub fn is_background(self) -> bool {
        use MarkKind::{ExactPath, PulseGap, PulseStall, Scenery, Wall};
        matches!(self, ExactPath | PulseGap | PulseStall | Scenery | Wall)
    }

    pub fn about(self) -> &'static str {
        ROWS[self as usize].2
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    Area(Rect),
    Line(Pos2, Pos2),
}

impl From<Rect> for Place {
    fn from(area: Rect) -> Place {
        Place::Area(area)
    }
}

impl Place {
    fn distance(self, point: Pos2) -> f32 {
        match self {
            Place::Area(area) => area.distance_to_pos(point),
            Place::Line(a, b) => {
                let way = b - a;
                let share = ((point - a).dot(way) / way.length_sq().max(1e-6)).clamp(0.0, 1.0);
                (a + way * share).distance(point)
            }
        }
    }

    fn size(self) -> f32 {
        match self {
            Place::Area(area) => area.area(),
            Place::Line(a, b) => a.distance(b),
        }
    }

    pub fn middle(self) -> Pos2 {
        match self {
            Place::Area(area) => area.center(),
            Place::Line(a, b) => a + (b - a) / 2.0,
        }
    }

    /// Returns the room that a label must leave free: all of a small mark, the middle of a large one.
    pub fn core(self) -> Rect {
        match self {
            Place::Area(area) if area.width().max(area.height()) < SMALL => area,
            _ => Rect::from_center_size(self.middle(), Vec2::ZERO),
        }
    }
}

/// The marks that a pass of the interface has reported, and the point that the person asks about.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    asked: Option<Pos2>,
    reach: f32,
    keeps_all: bool,
    pub all: Vec<(MarkKind, Place)>,
    under: Option<Asked>,
    emitted: Arc<Vec<EmittedMark>>,
}

/// A mark that the canvas of a pane has emitted while it was drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct EmittedMark {
    /// The index of the pane.
    pub pane: usize,
    pub kind: MarkKind,
    pub place: Place,
    /// The explanation of the mark in the frame that was drawn.
    pub says: String,
}

#[derive(Clone, Debug)]
pub struct Asked {
    pub kind: MarkKind,
    pub place: Place,
    pub says: String,
    layer: LayerId,
    distance: f32,
}

impl MarkKind {
    /// Describes a mark of this kind, which `says` something of its own; empty if it says nothing.
    pub fn in_words(self, says: &str) -> String {
        let about = format!("{}: {}.", capitalised(self.term()), self.about());
        if says.is_empty() { about } else { format!("{about}\n{says}") }
    }
}

fn id() -> Id {
    Id::unique("marks of the picture")
}

/// Begins a pass of the interface that collects marks: all of them if `keeps_all`, else only the one that a person asks about. A
/// pass without this call, such as that of a film, collects none.
pub fn begin(ctx: &Context, keeps_all: bool, chosen: Option<Pos2>) {
    let pointer = ctx.input(|input| input.pointer.hover_pos().filter(|_| !input.pointer.any_down() || keeps_all));
    let reach = if keeps_all { NEAR_FINGER } else { NEAR };
    ctx.data_mut(|data| {
        let marks = data.get_temp_mut_or_default::<Marks>(id());
        let emitted = std::mem::take(&mut marks.emitted);
        *marks = Marks { asked: chosen.or(pointer), reach, keeps_all, emitted, ..Marks::default() };
    });
}

/// Returns the marks of the pass. Its question stays until the next one begins, for the canvases that are drawn in between.
pub fn end(ctx: &Context) -> Marks {
    ctx.data(|data| data.get_temp(id())).unwrap_or_default()
}

/// Returns whether a person asks about a mark in `area`, so that its marks must be computed.
pub fn is_asked(ctx: &Context, area: Rect) -> bool {
    ctx.data_mut(|data| {
        let marks = data.get_temp_mut_or_default::<Marks>(id());
        marks.keeps_all || marks.asked.is_some_and(|asked| area.expand(marks.reach).contains(asked))
    })
}

/// Keeps the marks that the canvases have emitted for the next pass. Returns whether they differ from those that the last one had.
pub fn keep_emitted(ctx: &Context, emitted: Vec<EmittedMark>) -> bool {
    ctx.data_mut(|data| {
        let marks = data.get_temp_mut_or_default::<Marks>(id());
        let differs = *marks.emitted != emitted;
        marks.emitted = Arc::new(emitted);
        differs
    })
}

/// Reports the marks that the canvas of pane `index` has emitted.
pub fn report_emitted(ui: &Ui, index: usize) {
    let emitted = ui.data_mut(|data| data.get_temp_mut_or_default::<Marks>(id()).emitted.clone());
    for mark in emitted.iter().filter(|mark| mark.pane == index) {
        report(ui, mark.kind, mark.place, |_| mark.says.clone());
    }
}

/// Reports a mark. `says` returns the present explanation of the mark at the point that the person asks about.
pub fn report(ui: &Ui, kind: MarkKind, place: impl Into<Place>, says: impl FnOnce(Pos2) -> String) {
    let place = place.into();
    if matches!(place, Place::Area(area) if area.is_negative()) {
        return; // In a tiny window there is no room for it.
    }
    let asked = ui.data_mut(|data| {
        let marks = data.get_temp_mut_or_default::<Marks>(id());
        if marks.keeps_all {
            marks.all.push((kind, place));
        }
        let asked = marks.asked?;
        // If several marks are at the point, a mark in front comes before a mark in the background, and a small one before a
        // large one.
        let rank = |kind: MarkKind, distance: f32, place: Place| {
            (if distance <= NEAR { 0.0 } else { distance }, kind.is_background(), place.size())
        };
        let distance = place.distance(asked);
        let is_nearer =
            marks.under.as_ref().is_none_or(|under| rank(kind, distance, place) < rank(under.kind, under.distance, under.place));
        (distance <= marks.reach && is_nearer && ui.clip_rect().expand(marks.reach).contains(asked)).then_some((asked, distance))
    });
    if let Some((asked, distance)) = asked {
        let under = Asked { kind, place, says: says(asked), layer: ui.layer_id(), distance };
        ui.data_mut(|data| data.get_temp_mut_or_default::<Marks>(id()).under = Some(under));
    }
}

impl Marks {
    pub fn asked(&self, ctx: &Context) -> Option<&Asked> {
        let (under, asked) = (self.under.as_ref()?, self.asked?);
        ctx.layer_id_at(asked).is_none_or(|layer| self.keeps_all || layer == under.layer).then_some(under)
    }

    pub fn explain(&self, ui: &Ui) {
        // A large number has a card of its own as explanation, and a ribbon a key.
        let explains_itself = |under: &&Asked| matches!(under.kind, MarkKind::LargeNumber | MarkKind::Ribbon);
        let under = self.asked(ui.ctx()).filter(|under| !explains_itself(under));
        let Some((under, asked)) = under.zip(self.asked) else { return };
        let at = Rect::from_center_size(asked, vec2(2.0, 2.0));
        ui.interact(at, Id::unique("mark under the pointer"), Sense::hover()).on_hover_ui_at_pointer(|ui| {
            // A narrow window has less room than the usual width of a tooltip.
            ui.set_max_width(ui.spacing().tooltip_width.min(ui.ctx().content_rect().width() - AROUND_TOOLTIP));
            ui.label(under.kind.in_words(&under.says));
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::front::ui::marks::*;

    #[test]
    fn every_kind_has_its_row_and_its_term_is_in_the_glossary() {
        let glossary = include_str!("../../../docs/glossary.md");
        for (number, (kind, term, about)) in ROWS.into_iter().enumerate() {
            assert_eq!(kind as usize, number, "{term}");
            assert!(glossary.contains(&format!("\n| {term} |")), "{term} is no term of docs/glossary.md");
            assert!(!about.ends_with('.') && about.len() < 90, "{about}");
        }
    }
}
