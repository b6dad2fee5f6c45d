//! Writes every event of a run: as JSON Lines here, in Chrome's format in `chrome.rs`. Times in JSON Lines are `f64` seconds with
//! as many digits as they need to be read back exactly.

use super::chrome;
use super::destination::WriteFailure;
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::metrics::screen::Screen;
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::lab::run::fold::Fold;
use tickscope_core::lab::run::setup::PaneSetup;
use tickscope_core::lab::symptoms::regime_settings::RegimeSettings;
use tickscope_core::lab::symptoms::world_sight::{WorldSight, WorldWatch};
use tickscope_core::model::config::computer::Present;
use tickscope_core::model::config::script::{Origin, Script};
use tickscope_core::model::machine::event::{Detail, Event, Observer};
use tickscope_core::model::machine::inputs::{Answer, Giver, Input};
use tickscope_core::model::world::body::Body;
use tickscope_core::model::world::kind::WorldKind;
use tickscope_core::model::world::motion::Apex;
use tickscope_core::model::world::stepped_world::World;
use tickscope_core::model::worlds;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceFormat {
    /// One JSON object per line, of one pane.
    JsonLines,
    /// Chrome's trace events, of any number of panes.
    Chrome,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TraceContents {
    /// Whether the bodies' positions are written.
    pub bodies: bool,
    /// Whether inputs, and the frames that answer them, are written.
    pub inputs: bool,
    /// Whether the settings, the sights of the world and torn frames are written: findings need them, and other lines lack them.
    pub world: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Trace<'a> {
    pub script: &'a Script,
    /// The panes to trace; JSON Lines have only the first.
    pub panes: &'a [Origin],
    /// The length of the run, in seconds, above 0.
    pub seconds: f64,
    /// The optional contents of JSON Lines.
    pub contents: TraceContents,
    pub format: TraceFormat,
}

/// Runs the script and writes every event, without storing them.
pub fn write_trace<W: Write + 'static>(trace: &Trace<'_>, to: W) -> Result<(), WriteFailure> {
    let to = BufWriter::with_capacity(1 << 16, to);
    if trace.format == TraceFormat::Chrome {
        return chrome::write(trace.script, trace.panes, trace.seconds, to).map(|_| ());
    }
    let TraceContents { bodies, inputs, world } = trace.contents;
    let run = Run::of(trace.script, trace.panes[0], trace.seconds)?;
    let mut writer = TraceWriter::new(to, bodies).with_inputs(inputs);
    if world {
        writer = writer.with_world(&run.beginning().setup())?;
    }
    let (mut writer, finished) = run.fold(writer)?;
    writer.finish()?;
    Ok(finished.check()?)
}

/// Writes each event as it comes and stores none, so that the run of a day needs no more memory than the run of a second. A
/// failure to write ends the run; [`TraceWriter::finish`] returns its error.
pub struct TraceWriter<W> {
    to: W,
    bodies: bool,
    inputs: bool,
    world: Option<WorldLines>,
    failure: Option<io::Error>,
}

struct WorldLines {
    looks: WorldWatch,
    kind: &'static WorldKind,
    screen: Screen,
    /// The part of the next operation that noise, a spike or a stall adds.
    extra: Span,
}

impl<W: Write> TraceWriter<W> {
    /// Returns a writer to `to`; `bodies` adds every body's position to update and display events.
    pub fn new(to: W, bodies: bool) -> TraceWriter<W> {
        TraceWriter { to, bodies, inputs: false, world: None, failure: None }
    }

    #[must_use]
    pub fn with_inputs(self, inputs: bool) -> TraceWriter<W> {
        TraceWriter { inputs, ..self }
    }

    /// Returns the writer that also writes the settings of the pane, beginning with those of `setup`, and the sights of its
    /// world.
    fn with_world(mut self, setup: &PaneSetup) -> Result<TraceWriter<W>, Invalid> {
        let kind = worlds::find(&setup.settings.scene.id)?;
        self.world =
            Some(WorldLines { looks: WorldWatch::new(setup.at), kind, screen: Screen::of(setup.computer()), extra: Span::ZERO });
        self.write_settings(setup);
        Ok(self)
    }

    fn write_settings(&mut self, setup: &PaneSetup) {
        let Some(world) = &mut self.world else { return };
        let computer = setup.computer();
        world.screen = Screen::of(computer);
        // Settings that have been checked name a loop that exists.
        let (Ok(strategy), Ok(regime)) = (setup.strategy(), RegimeSettings::of(setup)) else { return };
        let line = TraceLine::Settings {
            at_s: setup.at.as_secs(),
            refresh_s: computer.known_refresh_hz().map(|hertz| 1.0 / hertz),
            timer_s: Span::from_millis(computer.timer_ms).as_secs(),
            present: computer.present,
            varies: computer.vrr,
            queue: computer.queue,
            paused: setup.settings.paused,
            pauses: strategy.pauses,
            refused: strategy.lacks_in(world.kind),
            regime: Box::new(regime),
        };
        if self.failure.is_none() {
            self.failure = self.write(&line).err();
        }
    }

    /// Flushes the output, and returns the failure that ended the run, if there was one.
    pub fn finish(&mut self) -> io::Result<()> {
        match self.failure.take() {
            Some(failure) => Err(failure),
            None => self.to.flush(),
        }
    }

    fn write(&mut self, line: &TraceLine) -> io::Result<()> {
        serde_json::to_writer(&mut self.to, line)?;
        self.to.write_all(b"\n")
    }
}

/// A line of a trace. The order of the keys is a contract.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum TraceLine {
    Frame {
        at_s: f64,
    },
    Update {
        at_s: f64,
        end_s: f64,
        dt_s: f64,
        sim_s: f64,
        line: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        bodies: Option<Vec<[f64; 2]>>,
        /// Whether the update is a thought; written only if it is one.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        thought: bool,
        /// The part that noise, a spike or a stall adds; written only if it is above 0.
        #[serde(skip_serializing_if = "Option::is_none")]
        extra_ms: Option<f64>,
    },
    Sleep {
        at_s: f64,
        end_s: f64,
        line: u32,
        /// The time that the loop spins; written only if it is above 0.
        #[serde(skip_serializing_if = "Option::is_none")]
        spin_s: Option<f64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        extra_ms: Option<f64>,
    },
    Render {
        at_s: f64,
        end_s: f64,
        alpha: Option<f64>,
        sim_s: f64,
        drawn_s: f64,
        line: u32,
        frame: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        extra_ms: Option<f64>,
    },
    Present {
        at_s: f64,
        frame: u64,
    },
    Gpu {
        at_s: f64,
        end_s: f64,
        frame: u64,
    },
    Display {
        at_s: f64,
        drawn_s: f64,
        frame: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        bodies: Option<Vec<[f64; 2]>>,
        /// Whether the frame appeared in the middle of the scan-out; written only if it did.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        torn: bool,
    },
    Repeat {
        at_s: f64,
    },
    Press {
        at_s: f64,
        until_s: f64,
        /// Written only for a person's tap, which findings do not count.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<&'static str>,
    },
    Taken {
        at_s: f64,
        press: u64,
    },
    /// The settings that findings depend on, from this line on.
    Settings {
        at_s: f64,
        /// The refresh interval of the display; the shortest one if it varies, null if it is unknown.
        refresh_s: Option<f64>,
        timer_s: f64,
        present: Present,
        varies: bool,
        queue: u32,
        paused: bool,
        pauses: bool,
        /// The reason why the loop can't run in this world; written only if it can't.
        #[serde(skip_serializing_if = "Option::is_none")]
        refused: Option<&'static str>,
        /// The settings whose changes begin a regime.
        #[serde(flatten)]
        regime: Box<RegimeSettings>,
    },
    /// The world after the update before this line.
    World {
        at_s: f64,
        sim_s: f64,
        off_path: f64,
        exploded: usize,
        caught: u64,
        tunnelled: u64,
        /// The beginning of the oldest pass that has ended since the line before; written only if one has.
        #[serde(skip_serializing_if = "Option::is_none")]
        began_s: Option<f64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        alarm: Option<String>,
        /// The height of the last jump; written only if there is one.
        #[serde(flatten)]
        jump: Option<JumpKeys>,
    },
    Log {
        at_s: f64,
        line: u32,
        text: String,
    },
    Input {
        at_s: f64,
        by: &'static str,
    },
    /// The display has just changed to the first frame that contains the effect of an input.
    Answer {
        at_s: f64,
        input_s: f64,
        /// The moment at which the loop read the input: at the start of an update, or at the top of a turn.
        read_s: f64,
        /// The moment at which the CPU had finished the frame.
        submitted_s: f64,
        gpu_begins_s: f64,
        gpu_done_s: f64,
        by: &'static str,
    },
}

#[derive(Serialize)]
struct JumpKeys {
    /// The simulated time at which the jump began.
    took_off_s: f64,
    apex: f64,
    apex_exact: f64,
}

impl From<Apex> for JumpKeys {
    fn from(Apex { took_off, height, exact }: Apex) -> JumpKeys {
        JumpKeys { took_off_s: took_off.as_secs(), apex: height, apex_exact: exact }
    }
}

fn name(giver: Giver) -> &'static str {
    match giver {
        Giver::Metronome => "metronome",
        Giver::Hand => "hand",
    }
}

impl<W: Write + 'static> Fold for TraceWriter<W> {
    /// Returns whether the trace needs the details of events: bodies, or (for the world lines) the time that stalls, noise and
    /// spikes add.
    fn wants_details(&self) -> bool {
        self.bodies || self.world.is_some()
    }

    fn wants_more(&self) -> bool {
        self.failure.is_none()
    }

    fn configured(&mut self, setup: &PaneSetup) {
        self.write_settings(setup);
    }
}

impl<W: Write> Observer for TraceWriter<W> {
    fn note(&mut self, event: &Event, bodies: &[Body]) {
        if self.failure.is_some() {
            return;
        }
        let extra = self.world.as_mut().filter(|_| event.line().is_some()).map(|world| std::mem::take(&mut world.extra));
        let extra_ms = extra.filter(|extra| *extra > Span::ZERO).map(Span::as_millis);
        let bodies = || self.bodies.then(|| bodies.iter().map(|body| body.pos.to_array()).collect());
        let line = match *event {
            Event::Frame { at } => TraceLine::Frame { at_s: at.as_secs() },
            Event::Update { at, end, dt, sim, line } => TraceLine::Update {
                at_s: at.as_secs(),
                end_s: end.as_secs(),
                dt_s: dt.as_secs(),
                sim_s: sim.as_secs(),
                line,
                bodies: bodies(),
                thought: false,
                extra_ms,
            },
            Event::Thought { at, end, sim, line } => TraceLine::Update {
                at_s: at.as_secs(),
                end_s: end.as_secs(),
                dt_s: 0.0,
                sim_s: sim.as_secs(),
                line,
                bodies: bodies(),
                thought: true,
                extra_ms,
            },
            Event::Sleep { at, end, spun, line } => {
                let spin_s = (spun > Span::ZERO).then(|| spun.as_secs());
                TraceLine::Sleep { at_s: at.as_secs(), end_s: end.as_secs(), line, spin_s, extra_ms }
            }
            Event::Render { at, end, alpha, sim, drawn, line, frame } => TraceLine::Render {
                at_s: at.as_secs(),
                end_s: end.as_secs(),
                alpha,
                sim_s: sim.as_secs(),
                drawn_s: drawn.as_secs(),
                line,
                frame,
                extra_ms,
            },
            Event::Present { at, frame, .. } => TraceLine::Present { at_s: at.as_secs(), frame },
            Event::Gpu { at, end, frame } => TraceLine::Gpu { at_s: at.as_secs(), end_s: end.as_secs(), frame },
            Event::Display { at, drawn, frame } => {
                let torn = self.world.as_ref().is_some_and(|world| world.screen.tears(at));
                TraceLine::Display { at_s: at.as_secs(), drawn_s: drawn.as_secs(), frame, bodies: bodies(), torn }
            }
            Event::Repeat { at } => TraceLine::Repeat { at_s: at.as_secs() },
            Event::Press { at, until, by, .. } => {
                TraceLine::Press { at_s: at.as_secs(), until_s: until.as_secs(), by: (by == Giver::Hand).then(|| name(by)) }
            }
            Event::Taken { at, press } => TraceLine::Taken { at_s: at.as_secs(), press },
        };
        self.failure = self.write(&line).err();
    }

    fn detail(&mut self, detail: &Detail) {
        if let (Detail::Extra { by }, Some(world)) = (detail, &mut self.world) {
            world.extra = *by;
        }
    }

    fn seen(&mut self, world: &World, at: Time) {
        let Some(WorldSight { at, sim, off_path, exploded, apex, tally, began, alarm }) =
            self.world.as_mut().and_then(|lines| lines.looks.look(world, at))
        else {
            return;
        };
        let line = TraceLine::World {
            at_s: at.as_secs(),
            sim_s: sim.as_secs(),
            off_path,
            exploded,
            caught: tally.caught,
            tunnelled: tally.tunnelled,
            began_s: began.map(Time::as_secs),
            alarm: alarm.map(|sentence| sentence.to_string()),
            jump: apex.map(JumpKeys::from),
        };
        if self.failure.is_none() {
            self.failure = self.write(&line).err();
        }
    }

    fn log(&mut self, at: Time, line: u32, text: &str) {
        if self.failure.is_none() {
            self.failure = self.write(&TraceLine::Log { at_s: at.as_secs(), line, text: text.to_owned() }).err();
        }
    }

    fn input(&mut self, input: Input) {
        if self.inputs && self.failure.is_none() {
            self.failure = self.write(&TraceLine::Input { at_s: input.at.as_secs(), by: name(input.by) }).err();
        }
    }

    fn answer(&mut self, answer: &Answer) {
        if self.inputs && self.failure.is_none() {
            let Answer { input, read, submitted, gpu_begins, gpu_done, shown } = *answer;
            let line = TraceLine::Answer {
                at_s: shown.as_secs(),
                input_s: input.at.as_secs(),
                read_s: read.as_secs(),
                submitted_s: submitted.as_secs(),
                gpu_begins_s: gpu_begins.as_secs(),
                gpu_done_s: gpu_done.as_secs(),
                by: name(input.by),
            };
            self.failure = self.write(&line).err();
        }
    }
}
