//! The hitches of a captured game, tried in other loops: each published loop runs under the load of the game, and the hitches that
//! come at the same moments are counted. So it is known whether the loop is to blame, or the game's own work.

use crate::base::jobs::Cancelled;
use crate::base::numbers::trimmed;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::run::bounded::Run;
use crate::lab::run::fold::Fold;
use crate::lab::run::setup::PaneSetup;
use crate::lab::symptoms::intervals::{Interval, lower_median, period};
use crate::lab::symptoms::kind::{Kind, Tone};
use crate::lab::symptoms::symptom_span::{SHORT, SpanFold, SymptomSpan};
use crate::lab::symptoms::watch::Watch;
use crate::model::config::capture::{Capture, CapturedFrame};
use crate::model::config::computer::{Computer, PlayLoad};
use crate::model::config::settings::{PaneSettings, Settings, WorldChoice};
use crate::model::machine::event::{Event, Observer};
use crate::model::world::body::Body;
use crate::model::world::stepped_world::World;
use crate::model::{strategies, worlds};
use serde::{Serialize, Serializer};

/// The longest part of a capture whose load is played.
const LONGEST: Span = Span::from_flicks(120 * FLICKS_PER_SECOND);
/// The part of a longer capture begins this long before the first hitch.
const LEAD: Span = Span::from_flicks(2 * FLICKS_PER_SECOND);
/// A hitch of a loop is that of the game if they are at most this far apart: in both, finished frames wait in a queue.
const APART: Span = Span::from_flicks(FLICKS_PER_SECOND * 15 / 100);
/// A loop removes the hitches if at most one in this many is left.
const LEFT: usize = 10;
/// The least share of the game's pictures that a loop must show to count as a remedy.
const PICTURES_KEPT: f64 = 0.75;
/// A frame of a hitch works longer if it does so by at least this share of the usual work.
const LONGER: f64 = 0.25;
/// The simulated time between two pauses of the work.
const SLICE: Span = Span::from_flicks(FLICKS_PER_SECOND);
/// The most loops that a sentence names.
const NAMED: usize = 3;
/// The world of the runs, in which every loop can run.
const WORLD: &str = "runner";
/// The lowest rate of a display that never repeats a frame.
const NO_REPEATS_HZ: f64 = 1.0;

/// The hitches of a captured game, and what becomes of them in other loops under its load.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LoadReplay {
    /// The sentences about it.
    pub text: Vec<String>,
    /// How many hitches the played part of the capture has.
    pub hitches: usize,
    /// The played part of the capture, in seconds.
    pub from_s: f64,
    pub to_s: f64,
    /// The published loops in the order of the registry; empty if the capture has no load to be played.
    pub loops: Vec<ReplayedLoop>,
}

/// A loop under the load of a captured game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReplayedLoop {
    pub strategy: &'static str,
    /// How many of the game's hitches it has too.
    pub hitches: usize,
    pub pictures_per_s: f64,
    /// The most important fault that it has and the game does not, at least as bad as the hitches; `None` if it has none.
    #[serde(serialize_with = "write_id")]
    pub instead: Option<Kind>,
    #[serde(skip)]
    name: &'static str,
}

#[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
fn write_id<S: Serializer>(kind: &Option<Kind>, to: S) -> Result<S::Ok, S::Error> {
    kind.map(Kind::id).serialize(to)
}

/// Tries the hitches of the captured game in `settings`, the only pane, in every published loop; `None` if it has no hitches.
pub async fn replay(
    settings: &Settings,
    capture: &Capture,
    pause: &mut impl AsyncFnMut() -> Result<(), Cancelled>,
) -> Result<Option<LoadReplay>, Cancelled> {
    let game = Seen::of(settings, capture.end() - Time::ZERO, pause).await?;
    let all: Vec<Interval> = game.spans.iter().flat_map(|span| span.symptom.hitches()).copied().collect();
    let Some(first) = all.iter().map(|hitch| hitch.begin).min() else { return Ok(None) };
    let from = if capture.end() - Time::ZERO <= LONGEST { Time::ZERO } else { (first - LEAD).max(Time::ZERO) };
    let to = capture.end().min(from + LONGEST);
    let hitches = all.into_iter().filter(|hitch| hitch.end() <= to).collect();
    let part = PlayedPart { settings, capture, hitches, from, to };
    let mut loops = Vec::new();
    let world = worlds::find(WORLD).expect("it is built in");
    for strategy in strategies::all_in(world).0.into_iter().filter(|_| capture.load.has_cpu) {
        let seen = Seen::of(&part.under_load(&strategy.id), to - from, pause).await?;
        loops.push(ReplayedLoop {
            strategy: &strategy.id,
            name: &strategy.name,
            hitches: part.count_again(&seen),
            pictures_per_s: seen.pictures_per_s,
            instead: seen.worse_than(&game),
        });
    }
    let text = if loops.is_empty() { vec![NEEDED.to_owned()] } else { part.sentences(&loops, game.pictures_per_s) };
    let [from_s, to_s] = [from, to].map(Time::as_secs);
    Ok(Some(LoadReplay { text, hitches: part.hitches.len(), from_s, to_s, loops }))
}

const NEEDED: &str = "Whether another loop removes these hitches can't be tried: the file has no time for which the CPU was busy with \
                      each frame (PresentMon's CPUBusy, or cpu_ms and gpu_ms beside the frame times).";

/// The symptoms of a run, and its rate of pictures.
struct Seen {
    spans: Vec<SymptomSpan>,
    pictures_per_s: f64,
}

impl Seen {
    /// Makes the run of the first pane.
    async fn of(
        settings: &Settings,
        length: Span,
        pause: &mut impl AsyncFnMut() -> Result<(), Cancelled>,
    ) -> Result<Seen, Cancelled> {
        let end = Time::ZERO + length;
        let fold = move |setup: &PaneSetup| {
            let spans = SpanFold::new(Watch::new(setup)?.ending_at(end));
            Ok(ReplayFold { spans, drawn: None, pictures: 0 })
        };
        let begun = Run::new(settings, 0, length.as_secs()).and_then(|run| run.start(fold));
        // A run is refused only if a turn never ends.
        let Ok(mut run) = begun else { return Ok(Seen { spans: Vec::new(), pictures_per_s: 0.0 }) };
        while run.now() < end && !run.is_over() {
            run.advance_to(run.now() + SLICE);
            pause().await?;
        }
        let (ReplayFold { spans, pictures, .. }, _) = run.finish().pop().expect("the run has a pane");
        Ok(Seen { spans: spans.finish(), pictures_per_s: pictures as f64 / length.as_secs() })
    }

    /// Returns the most important fault of these that the game does not have, and that is at least as bad as its hitches; `None`
    /// if there is none. Of notes only those about the pace of pictures count.
    fn worse_than(&self, game: &Seen) -> Option<Kind> {
        let has = |seen: &Seen, kind: Kind| seen.spans.iter().any(|span| span.symptom.kind() == kind);
        let tone = game.spans.iter().filter(|span| span.symptom.kind() == Kind::Hitch).map(|span| span.symptom.tone).max();
        let is_fault = |span: &&SymptomSpan| {
            let (kind, of) = (span.symptom.kind(), span.symptom.tone);
            let counts = !is_hitch(kind) && (of == Tone::Wrong || kind.is_of_pace());
            counts && Some(of) >= tone && span.to - span.symptom.from >= SHORT && !has(game, kind)
        };
        self.spans.iter().filter(is_fault).map(|span| span.symptom.kind()).min()
    }
}

/// Returns whether the kind is a hitch, or a longer one by another name.
fn is_hitch(kind: Kind) -> bool {
    matches!(kind, Kind::Hitch | Kind::Stall | Kind::Frozen)
}

/// The part of a capture whose load is played.
struct PlayedPart<'a> {
    /// Settings with the captured pane alone.
    settings: &'a Settings,
    capture: &'a Capture,
    /// The hitches in the part, each once.
    hitches: Vec<Interval>,
    from: Time,
    to: Time,
}

impl PlayedPart<'_> {
    /// Returns settings with a loop that has the load of the part, on an ordinary computer with the game's display. If that is
    /// unknown, the display waits for each frame, and shows at most as many as the game usually did.
    fn under_load(&self, strategy: &str) -> Settings {
        let game = self.settings.computer_of(0);
        let usual = Computer { render_ms: 0.0, play_load: PlayLoad::Once, ..Computer::default().ordinary_pc() };
        let computer = if game.has_unknown_display {
            let fastest = self.capture.facts.usual_stay.as_secs().recip().clamp(2.0 * NO_REPEATS_HZ, 1000.0);
            Computer { vrr: true, vrr_lo_hz: NO_REPEATS_HZ, vrr_hi_hz: fastest, ..usual }
        } else {
            let Computer { refresh_hz, vrr, vrr_lo_hz, vrr_hi_hz, .. } = *game;
            Computer { refresh_hz, vrr, vrr_lo_hz, vrr_hi_hz, ..usual }
        };
        let panes = vec![PaneSettings::new(strategy), PaneSettings { letter: None, ..self.settings.panes[0].clone() }];
        let (scene, computer) = (WorldChoice::new(WORLD), Computer { play_lo_s: self.from.as_secs(), ..computer });
        Settings { scene, computer, panes, seed: self.settings.seed, ..Settings::default() }.lettered()
    }

    /// Returns how many hitches of the game come again in a run under its load.
    fn count_again(&self, seen: &Seen) -> usize {
        let of_stall = |span: &SymptomSpan| match span.symptom.evidence[..] {
            [begin, end] if span.symptom.kind() == Kind::Stall => Some(Interval { begin, length: end - begin }),
            _ => None,
        };
        let stalls = seen.spans.iter().filter_map(of_stall);
        let all = seen.spans.iter().flat_map(|span| span.symptom.hitches()).copied().chain(stalls);
        let again: Vec<Interval> = all.map(|hitch| Interval { begin: hitch.begin + (self.from - Time::ZERO), ..hitch }).collect();
        let comes_again =
            |game: &&Interval| again.iter().any(|other| other.begin <= game.end() + APART && other.end() + APART >= game.begin);
        self.hitches.iter().filter(comes_again).count()
    }

    fn sentences(&self, loops: &[ReplayedLoop], pictures_per_s: f64) -> Vec<String> {
        let count = self.hitches.len();
        let begins: Vec<Time> = self.hitches.iter().map(|hitch| hitch.begin).collect();
        let period = period(&begins).map(Span::as_secs);
        let every = period.map_or_else(String::new, |period| format!(", one every {period:.2} s"));
        let these = if count == 1 { "this hitch".to_owned() } else { format!("these {count} hitches{every}") };
        let is_gone = |replayed: &&ReplayedLoop| replayed.hitches <= count / LEFT;
        let keeps = |replayed: &&ReplayedLoop| replayed.pictures_per_s >= PICTURES_KEPT * pictures_per_s;
        let mut better: Vec<&ReplayedLoop> = loops.iter().filter(is_gone).filter(keeps).collect();
        better.retain(|replayed| replayed.instead.is_none());
        better.sort_by_key(|replayed| replayed.hitches);
        let tried = self.tried(loops);
        if loops.iter().all(|replayed| is_gone(&replayed)) {
            let why = "the file's CPU busy and GPU busy do not make them, so look for what waits";
            return vec![format!("No loop has {these} under the load of the file: {why}."), format!("{tried}.")];
        }
        if !better.is_empty() {
            let names: Vec<&str> = better.iter().map(|replayed| replayed.name).take(NAMED).collect();
            let more = if better.len() > NAMED { format!("; and {} more", better.len() - NAMED) } else { String::new() };
            let loops = if better.len() == 1 { "Another loop removes" } else { "Other loops remove" };
            return vec![format!("{loops} {these}: {}{more}.", names.join("; ")), format!("{tried}.")];
        }
        let look = period.map_or_else(
            || "look for what makes those frames long".to_owned(),
            |period| format!("look for what runs every {} s", trimmed(period, 2)),
        );
        let headline = format!("No loop removes {these}: {look}.");
        let fewest = fewest(loops, count, pictures_per_s).map_or_else(|| "each of them has all".to_owned(), |fewest| fewest);
        [headline].into_iter().chain(self.busier()).chain([format!("{tried}: {fewest}.")]).collect()
    }

    fn tried(&self, loops: &[ReplayedLoop]) -> String {
        let (length, is_whole) =
            (trimmed((self.to - self.from).as_secs(), 1), self.from == Time::ZERO && self.to == self.capture.end());
        let part = if is_whole { format!("the file's {length} s") } else { format!("{length} s of the file") };
        format!("{} loops were tried under the load of {part}", loops.len())
    }

    /// Says whether the CPU or the GPU works longer at the hitches; `None` if neither does.
    fn busier(&self) -> Option<String> {
        let usual = |busy: fn(&CapturedFrame) -> Span| {
            lower_median(&mut self.capture.frames.iter().filter(|frame| !frame.is_generated).map(busy).collect::<Vec<_>>())
        };
        let at_hitches = |busy: fn(&CapturedFrame) -> Span| {
            let longest = |hitch: &Interval| self.frames_of(hitch).map(busy).max().unwrap_or_default();
            lower_median(&mut self.hitches.iter().map(longest).collect::<Vec<_>>())
        };
        let parts: [(&str, fn(&CapturedFrame) -> Span); 2] = [("CPU", |frame| frame.cpu), ("GPU", |frame| frame.gpu)];
        let longer = parts.map(|(name, busy)| (at_hitches(busy) - usual(busy), name, usual(busy)));
        let (more, name, usual) = longer.into_iter().max_by_key(|(more, ..)| *more)?;
        let is_longer = more.as_millis() >= (LONGER * usual.as_millis()).max(1.0);
        let [then, usual] = [usual + more, usual].map(|busy| trimmed(busy.as_millis(), 1));
        is_longer.then(|| format!("The {name} is busy for {then} ms then instead of {usual} ms."))
    }

    /// Returns the frames that the game worked on or that waited during a hitch.
    fn frames_of(&self, hitch: &Interval) -> impl Iterator<Item = &CapturedFrame> {
        let frames = &self.capture.frames;
        let begun = frames.partition_point(|frame| frame.begins < hitch.end());
        let (begin, first) = (hitch.begin, hitch.begin - APART);
        frames[..begun]
            .iter()
            .rev()
            .take_while(move |frame| frame.begins >= first || frame.flip > begin)
            .filter(move |frame| frame.flip > begin)
    }
}

/// Names the loop with the fewest of `all` hitches, and its faults; `None` if each loop has all of them.
fn fewest(loops: &[ReplayedLoop], all: usize, pictures_per_s: f64) -> Option<String> {
    let fewest = loops.iter().min_by_key(|replayed| (replayed.hitches, replayed.instead.is_some()))?;
    let ReplayedLoop { name, hitches, instead, .. } = fewest;
    let fault = instead.map_or_else(String::new, |kind| format!(", and {}", kind.row().predicate));
    let made = fewest.pictures_per_s;
    let rate = if made < PICTURES_KEPT * pictures_per_s { format!(", at {made:.0} FPS") } else { String::new() };
    (*hitches < all).then(|| format!("{name} has {hitches} of them{fault}{rate}, no loop has fewer"))
}

/// A fold of a run to its symptoms and the number of its pictures. Inputs don't count.
struct ReplayFold {
    spans: SpanFold,
    /// The sample time of the newest picture; `None` before the first.
    drawn: Option<Time>,
    pictures: usize,
}

impl Observer for ReplayFold {
    fn note(&mut self, event: &Event, bodies: &[Body]) {
        if let Event::Display { drawn, .. } = *event {
            self.pictures += usize::from(self.drawn.replace(drawn) != Some(drawn));
        }
        self.spans.note(event, bodies);
    }

    fn seen(&mut self, world: &World, at: Time) {
        self.spans.seen(world, at);
    }
}

impl Fold for ReplayFold {}
