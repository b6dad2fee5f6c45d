//! The view: how a person looks at the panes. It is plain data, remembered between starts, and unknown to the panes themselves.

pub mod film_format;
pub mod film_spec;
pub mod fit;
pub mod html_page;
pub mod watching;

use serde::{Deserialize, Serialize};
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::params::param::Param;
use tickscope_core::lab::panes::seen::Reference;

/// The visible parts of the window, in the panes and around them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct View {
    /// Whether each pane shows all its numbers, not only FPS, speed and the sentence.
    pub numbers: bool,
    /// Whether every frame of the last second leaves dots.
    pub trails: bool,
    pub ghosts: bool,
    /// The moment whose exact motion the ghosts show.
    pub reference: Reference,
    /// Whether all panes are drawn over each other, each in its own colour.
    pub one_stage: bool,
    /// Whether a bar shows the age of the frame.
    pub lateness: bool,
    /// Whether a bar under the world shows, for each picture, the simulated time that it gained, and the time that passed.
    pub pulse: bool,
    /// The height of the pulses; 1 is the usual height.
    #[serde(skip_serializing_if = "is_usual_pulse")]
    pub pulse_size: f64,
    /// Whether each pane shows its world's own numbers.
    pub readouts: bool,
    /// Whether the camera moves with the exact motion, in worlds with a track.
    pub pursuit: bool,
    /// Whether bodies are drawn at whole points of the screen, to show what that costs.
    pub whole_pixels: bool,
    pub camera: CameraView,
    /// Whether every pane has a lamp that flashes when its display answers an input; the space bar taps.
    pub inputs: bool,
    /// The instrument under the panes; `None` leaves only the row of tabs.
    #[serde(with = "instrument_word")]
    pub instrument: Option<Instrument>,
    /// The height of the instrument, in points; a low window shows less of it.
    pub instrument_height: f64,
    /// The time that the timeline shows when it opens, in milliseconds; the wheel changes it.
    #[serde(skip_serializing_if = "is_usual_timeline")]
    pub timeline_ms: f64,
    /// Whether the code of the selected loop is next to the instrument, if the window is wide enough.
    pub code: bool,
    /// The visible plots, from the left.
    pub plots: [Plot; 2],
    /// The length of the plots, in seconds.
    pub plots_s: f64,
    pub counted: Counted,
}

/// A part of the view that is on or off, with everything that keys, menus, help and undo need to know about it.
#[derive(Debug)]
pub struct ViewToggle {
    /// The field's name, which is its key in files.
    pub id: &'static str,
    /// The words of the menu and of undo.
    pub name: &'static str,
    /// The key that switches it; empty if there is none.
    pub key: &'static str,
    /// A description in lower case and without a full stop.
    pub help: &'static str,
    pub field: fn(&mut View) -> &mut bool,
}

impl ViewToggle {
    const fn help(self, help: &'static str) -> ViewToggle {
        ViewToggle { help, ..self }
    }

    pub fn is_on(&self, mut view: View) -> bool {
        *(self.field)(&mut view)
    }
}

/// Every part of the view that is on or off, in the order of the menu and of the help window.
pub static TOGGLES: [ViewToggle; 11] = [
    toggle("code", "Code beside it", "", |v| &mut v.code)
        .help("the loop's file beside the timeline or the plots, with the line lit that runs"),
    toggle("inputs", "Inputs", "K", |v| &mut v.inputs).help("lamps answer a metronome, and your taps"),
    toggle("numbers", "All numbers", "M", |v| &mut v.numbers).help("not only FPS, speed and the sentence"),
    toggle("trails", "Trails", "L", |v| &mut v.trails).help("dots for the last second's frames"),
    toggle("ghosts", "Ghosts", "G", |v| &mut v.ghosts).help("outlines of the exact motion"),
    toggle("one_stage", "One stage", "", |v| &mut v.one_stage)
        .help("all panes over each other: what remains are the differences"),
    toggle("lateness", "Lateness", "B", |v| &mut v.lateness).help("a bar for the frame's age"),
    toggle("readouts", "World's numbers", "", |v| &mut v.readouts).help("the values that the world reports, beside it"),
    toggle("pursuit", "Pursuit camera", "P", |v| &mut v.pursuit).help("judder shakes it, age is an offset"),
    toggle("whole_pixels", "Whole pixels", "W", |v| &mut v.whole_pixels).help("bodies snap to the screen's points"),
    toggle("pulse", "Pulse", "", |v| &mut v.pulse)
        .help("a bar under the world for each picture: how much simulated time it gained"),
];

const fn toggle(id: &'static str, name: &'static str, key: &'static str, field: fn(&mut View) -> &mut bool) -> ViewToggle {
    ViewToggle { id, name, key, help: "", field }
}

/// An instrument, of which the window shows one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instrument {
    /// The operations of every computer, moment by moment.
    Timeline,
    /// Lines over time, and the cadence.
    Plots,
    Table,
    Code,
}

impl Instrument {
    /// Returns the instrument that follows `shown` in the order timeline, plots, table, `None`.
    pub fn next(shown: Option<Instrument>) -> Option<Instrument> {
        match shown {
            None => Some(Instrument::Timeline),
            Some(Instrument::Timeline) => Some(Instrument::Plots),
            Some(Instrument::Plots) => Some(Instrument::Table),
            Some(Instrument::Table | Instrument::Code) => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Plot {
    /// The time from each displayed frame to the next.
    FrameTime,
    StepSize,
    UpdatesPerTurn,
    /// The sample time of each displayed frame minus the moment at which it appeared.
    Lead,
    /// The number of refreshes for which each frame stays on the display.
    Cadence,
}

impl Plot {
    pub const ALL: [Plot; 5] = [Plot::FrameTime, Plot::StepSize, Plot::UpdatesPerTurn, Plot::Lead, Plot::Cadence];
}

/// The instrument as a word. A closed one is `none`, because TOML has no null.
mod instrument_word {
    use super::Instrument;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    const WORDS: [&str; 5] = ["timeline", "plots", "table", "code", "none"];
    const SHOWN: [Option<Instrument>; 5] =
        [Some(Instrument::Timeline), Some(Instrument::Plots), Some(Instrument::Table), Some(Instrument::Code), None];

    #[expect(clippy::trivially_copy_pass_by_ref, clippy::ref_option, reason = "serde asks for this form")]
    pub fn serialize<S: Serializer>(instrument: &Option<Instrument>, to: S) -> Result<S::Ok, S::Error> {
        let number = SHOWN.iter().position(|shown| shown == instrument).unwrap_or(WORDS.len() - 1);
        to.serialize_str(WORDS[number])
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Instrument>, D::Error> {
        let word = String::deserialize(from)?;
        let number = WORDS.iter().position(|known| *known == word);
        number.map(|number| SHOWN[number]).ok_or_else(|| D::Error::unknown_variant(&word, &WORDS))
    }
}

/// The part of a run from which numbers are measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counted {
    #[default]
    Recent,
    Whole,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CameraView {
    /// 1 shows the whole world, 2 half of its width and height.
    pub zoom: f64,
    /// The camera's shift to the right of the world's middle, in widths of the world: 0.5 is its right edge.
    pub x: f64,
    /// The camera's shift above the world's middle, in heights of the world: 0.5 is its upper edge.
    pub y: f64,
}

pub const ZOOM: Param = Param::plain("zoom", 1.0, (0.1, 20.0), "How near the camera is: 1 shows the whole world.");
const ASIDE: Param = Param::plain("x", 0.0, (-5.0, 5.0), "How far from the middle the camera looks, in widths of the world.");

/// The range of an instrument's height, in points.
pub const INSTRUMENT_HEIGHT: Param =
    Param::plain("instrument_height", 240.0, (120.0, 2000.0), "How high the instrument under the panes is, in points.");

const TIMELINE_MS: Param = Param::millis("timeline_ms", 500.0, (0.1, 20_000.0), "How much time the timeline shows.");

const PULSE_SIZE: Param = Param::plain("pulse_size", 1.0, (0.5, 2.5), "How high the pulses are, in usual heights.");

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this form; what is trivial depends on the target")]
fn is_usual_pulse(size: &f64) -> bool {
    *size == View::default().pulse_size
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this form; what is trivial depends on the target")]
fn is_usual_timeline(ms: &f64) -> bool {
    *ms == View::default().timeline_ms
}

/// The range of the plots' length; recordings have twenty seconds.
const PLOTS_S: Param = Param::seconds("plots_s", 5.0, (0.1, 20.0), "How far back the plots reach.");

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    #[default]
    Dark,
    Light,
}

impl Theme {
    #[must_use]
    pub fn other(self) -> Theme {
        match self {
            Theme::Dark => Theme::Light,
            Theme::Light => Theme::Dark,
        }
    }
}

impl Default for CameraView {
    fn default() -> CameraView {
        CameraView { zoom: 1.0, x: 0.0, y: 0.0 }
    }
}

impl CameraView {
    /// Returns the view zoomed in by `factor`. The point `at` stays in its place; it is measured in widths and heights from the
    /// middle of the frame.
    #[must_use]
    pub fn zoomed(self, factor: f64, at: (f64, f64)) -> CameraView {
        let zoom = ZOOM.clamped(self.zoom * factor);
        let moved = |place: f64, at: f64| ASIDE.clamped(place + at / self.zoom - at / zoom);
        CameraView { zoom, x: moved(self.x, at.0), y: moved(self.y, at.1) }
    }

    /// Returns the view, moved by the shares `by` of the width and the height of the frame.
    #[must_use]
    pub fn panned(self, by: (f64, f64)) -> CameraView {
        CameraView { x: ASIDE.clamped(self.x - by.0 / self.zoom), y: ASIDE.clamped(self.y - by.1 / self.zoom), ..self }
    }
}

impl View {
    /// Returns the name that people see for the field with this key in files; `None` if there is no such field.
    pub fn name_of(key: &str) -> Option<&'static str> {
        let others = [
            ("reference", "Ghosts at simulated time"),
            ("instrument", "the instrument under the panes"),
            ("instrument_height", "the instrument's height"),
            ("pulse_size", "the height of the pulses"),
            ("timeline_ms", "the time that the timeline shows"),
            ("plots", "the choice of plots"),
            ("plots_s", "the length of the plots"),
            ("counted", "what the table counts"),
        ];
        let names = TOGGLES.iter().map(|toggle| (toggle.id, toggle.name)).chain(others);
        names.into_iter().find(|(id, _)| *id == key).map(|(_, name)| name)
    }

    pub fn check(&self) -> Result<(), Invalid> {
        PLOTS_S.check_number(self.plots_s)?;
        TIMELINE_MS.check_number(self.timeline_ms)?;
        PULSE_SIZE.check_number(self.pulse_size)?;
        INSTRUMENT_HEIGHT.check_number(self.instrument_height)?;
        ZOOM.check_number(self.camera.zoom)?;
        ASIDE.check_number(self.camera.x)?;
        ASIDE.check_number(self.camera.y).map_err(|invalid| invalid.called("y"))
    }
}

impl Default for View {
    fn default() -> View {
        View {
            numbers: false,
            trails: true,
            ghosts: true,
            reference: Reference::RealTime,
            one_stage: false,
            lateness: false,
            pulse: true,
            readouts: true,
            pursuit: false,
            whole_pixels: false,
            camera: CameraView::default(),
            inputs: false,
            instrument: None,
            instrument_height: 240.0,
            timeline_ms: 500.0,
            pulse_size: 1.0,
            code: true,
            plots: [Plot::FrameTime, Plot::Lead],
            plots_s: 5.0,
            counted: Counted::Recent,
        }
    }
}
