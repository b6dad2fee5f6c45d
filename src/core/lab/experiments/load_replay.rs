//! The hitches and the uneven pacing of a captured game, tried in other loops: each published loop runs under the load of the game, and
//! what comes at the same moments is counted. So it is known whether the loop is to blame, or the game's own work.

use super::replayed_fault::{FaultCount, FaultWords, ReplayedFault};
use crate::base::jobs::Cancelled;
use crate::base::numbers::trimmed;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::run::bounded::Run;
use crate::lab::run::fold::Fold;
use crate::lab::run::setup::PaneSetup;
use crate::lab::symptoms::intervals::{Interval, lower_median, up_to_tenths};
use crate::lab::symptoms::kind::{Kind, Tone};
use crate::lab::symptoms::symptom_span::{SHORT, SpanFold, SymptomSpan};
use crate::lab::symptoms::watch::Watch;
use crate::lab::symptoms::windows::TEN_SECONDS;
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
/// The part of a longer capture begins this long before the first hitch, or before the pacing becomes uneven.
const LEAD: Span = Span::from_flicks(2 * FLICKS_PER_SECOND);
/// A hitch of a loop is that of the game if they are at most this far apart: in both, finished frames wait in a queue.
const APART: Span = Span::from_flicks(FLICKS_PER_SECOND * 15 / 100);
/// A loop removes the fault if at most one in this many hitches, or uneven seconds, is left.
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
/// The loop that draws once a turn, by which the queue is chosen.
const PLAIN: &str = "variable-delta";
/// The largest queue that is tried, that of an ordinary computer. It hides work that is longer than a refresh now and then.
const QUEUE: u32 = 2;
/// A plain loop has the game's rate of pictures if it shows at least this share of them.
const SAME_RATE: f64 = 0.97;
/// The lowest rate of a display that never repeats a frame.
const NO_REPEATS_HZ: f64 = 1.0;

/// The hitches or the uneven pacing of a captured game, and what becomes of them in other loops under its load.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LoadReplay {
    /// The sentences about it.
    pub text: Vec<String>,
    /// The number of hitches, or of uneven seconds, in the played part of the capture.
    #[serde(flatten)]
    pub count: FaultCount,
    /// The played part of the capture, in seconds.
    pub from_s: f64,
    pub to_s: f64,
    /// The number of frames that wait in the queue in the runs of `loops`: the least with which a plain loop has the game's rate.
    pub queue: u32,
    /// The published loops in the order of the registry; empty if the capture has no load to be played.
    pub loops: Vec<ReplayedLoop>,
    /// The loops with a queue of two frames; empty if that is `queue`, or if one of `loops` removes the fault.
    pub with_queue: Vec<ReplayedLoop>,
}

/// A loop under the load of a captured game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReplayedLoop {
    pub strategy: &'static str,
    /// The number of the game's hitches, or of its uneven seconds, that the loop has too.
    #[serde(flatten)]
    pub left: FaultCount,
    pub pictures_per_s: f64,
    /// The most important fault that it has and the game does not, at least as bad; `None` if it has none.
    #[serde(serialize_with = "write_id")]
    pub instead: Option<Kind>,
    #[serde(skip)]
    name: &'static str,
}

#[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
fn write_id<S: Serializer>(kind: &Option<Kind>, to: S) -> Result<S::Ok, S::Error> {
    kind.map(Kind::id).serialize(to)
}

/// Tries a fault of the captured game in every published loop; `None` if the game does not have it. The game is the only pane of the
/// settings.
pub async fn replay(
    (settings, capture): (&Settings, &Capture),
    fault: ReplayedFault,
    pause: &mut impl AsyncFnMut() -> Result<(), Cancelled>,
) -> Result<Option<LoadReplay>, Cancelled> {
    // Of a long game no more is needed than the part whose load is played, and the windows that count its last hitches.
    let (length, needed) = (capture.end() - Time::ZERO, LONGEST + TEN_SECONDS);
    let mut game = Seen::of(settings, length, Some((fault.kind(), needed)), pause).await?;
    if fault.times_in_game(&game.spans).is_empty() && game.length < length {
        game = Seen::of(settings, length, None, pause).await?;
    }
    let all = fault.times_in_game(&game.spans);
    let Some(first) = all.iter().map(|time| time.begin).min() else { return Ok(None) };
    let from = if capture.end() - Time::ZERO <= LONGEST { Time::ZERO } else { (first - LEAD).max(Time::ZERO) };
    let to = capture.end().min(from + LONGEST);
    let times = all.into_iter().filter(|time| time.end() <= to).collect();
    let part = PlayedPart { settings, capture, fault, game, times, from, to };
    let (mut queue, mut loops, mut with_queue) = (QUEUE, Vec::new(), Vec::new());
    if capture.load.has_cpu {
        queue = part.least_queue(pause).await?;
        loops = part.loops(queue, pause).await?;
        if queue < QUEUE && !loops.iter().any(|replayed| part.is_better(replayed)) {
            with_queue = part.loops(QUEUE, pause).await?;
        }
    }
    let which = match (fault, part.times.len()) {
        (ReplayedFault::UnevenPacing, _) => "this uneven pacing",
        (ReplayedFault::Hitches, 1) => "this hitch",
        (ReplayedFault::Hitches, _) => "these hitches",
    };
    let needed = || format!("Whether another loop removes {which} can't be tried: {NEEDED}.");
    let text = if loops.is_empty() { vec![needed()] } else { part.sentences(&loops, &with_queue) };
    let [from_s, to_s] = [from, to].map(Time::as_secs);
    Ok(Some(LoadReplay { text, count: fault.count(part.times.len()), from_s, to_s, queue, loops, with_queue }))
}

const NEEDED: &str = "the file has no time for which the CPU was busy with each frame (PresentMon's CPUBusy, or cpu_ms and gpu_ms \
                      beside the frame times)";

/// The symptoms of a run, and its rate of pictures.
struct Seen {
    spans: Vec<SymptomSpan>,
    pictures_per_s: f64,
    length: Span,
}

impl Seen {
    /// Makes the run of the first pane. It ends early, by the given time from the first symptom of a kind on; never if that is `None`.
    async fn of(
        settings: &Settings,
        length: Span,
        after: Option<(Kind, Span)>,
        pause: &mut impl AsyncFnMut() -> Result<(), Cancelled>,
    ) -> Result<Seen, Cancelled> {
        let end = Time::ZERO + length;
        let fold = move |setup: &PaneSetup| {
            let spans = SpanFold::new(Watch::new(setup)?.ending_at(end));
            Ok(ReplayFold { spans, drawn: None, pictures: 0, after, at: Time::ZERO })
        };
        let begun = Run::new(settings, 0, length.as_secs()).and_then(|run| run.start(fold));
        // A run is refused only if a turn never ends.
        let Ok(mut run) = begun else { return Ok(Seen { spans: Vec::new(), pictures_per_s: 0.0, length }) };
        while run.now() < end && !run.is_over() && run.panes()[0].fold().wants_more() {
            run.advance_to(run.now() + SLICE);
            pause().await?;
        }
        let until = if run.panes()[0].fold().wants_more() { end } else { run.now().min(end) };
        let (ReplayFold { spans, pictures, .. }, _) = run.finish().pop().expect("the run has a pane");
        let length = until - Time::ZERO;
        Ok(Seen { spans: spans.finish_at(until), pictures_per_s: pictures as f64 / length.as_secs(), length })
    }

    /// Returns the most important fault of these that the game does not have, and that is at least as bad as the one that is tried;
    /// `None` if there is none. Of notes only those about the pace of pictures count.
    fn worse_than(&self, game: &Seen, tried: ReplayedFault) -> Option<Kind> {
        let has = |seen: &Seen, kind: Kind| seen.spans.iter().any(|span| span.symptom.kind() == kind);
        let tone = game.spans.iter().filter(|span| span.symptom.kind() == tried.kind()).map(|span| span.symptom.tone).max();
        let is_fault = |span: &&SymptomSpan| {
            let (kind, of) = (span.symptom.kind(), span.symptom.tone);
            let counts = !tried.includes(kind) && (of == Tone::Wrong || kind.is_of_pace());
            counts && Some(of) >= tone && span.to - span.symptom.from >= SHORT && !has(game, kind)
        };
        self.spans.iter().filter(is_fault).map(|span| span.symptom.kind()).min()
    }
}

/// The part of a capture whose load is played.
struct PlayedPart<'a> {
    /// Settings with the captured pane alone.
    settings: &'a Settings,
    capture: &'a Capture,
    fault: ReplayedFault,
    game: Seen,
    /// The hitches in the part, or its uneven seconds.
    times: Vec<Interval>,
    from: Time,
    to: Time,
}

impl PlayedPart<'_> {
    /// Returns the least queue with which a plain loop has the game's rate of pictures. A longer one would hide what the
    /// game had.
    async fn least_queue(&self, pause: &mut impl AsyncFnMut() -> Result<(), Cancelled>) -> Result<u32, Cancelled> {
        for queue in 0..QUEUE {
            let plain = Seen::of(&self.under_load(PLAIN, queue), self.to - self.from, None, pause).await?;
            if plain.pictures_per_s >= SAME_RATE * self.game.pictures_per_s {
                return Ok(queue);
            }
        }
        Ok(QUEUE)
    }

    /// Makes the runs of all published loops.
    async fn loops(
        &self,
        queue: u32,
        pause: &mut impl AsyncFnMut() -> Result<(), Cancelled>,
    ) -> Result<Vec<ReplayedLoop>, Cancelled> {
        let mut loops = Vec::new();
        for strategy in strategies::all_in(worlds::find(WORLD).expect("it is built in")).0 {
            let seen = Seen::of(&self.under_load(&strategy.id, queue), self.to - self.from, None, pause).await?;
            let (strategy, name, left) = (&*strategy.id, &*strategy.name, self.fault.count(self.count_again(&seen)));
            let (pictures_per_s, instead) = (seen.pictures_per_s, seen.worse_than(&self.game, self.fault));
            loops.push(ReplayedLoop { strategy, left, pictures_per_s, instead, name });
        }
        Ok(loops)
    }

    fn is_gone(&self, replayed: &ReplayedLoop) -> bool {
        replayed.left.number() <= self.times.len() / LEFT
    }

    fn keeps_pictures(&self, replayed: &ReplayedLoop) -> bool {
        replayed.pictures_per_s >= PICTURES_KEPT * self.game.pictures_per_s
    }

    /// Returns whether a loop removes the fault, has no other fault, and keeps most of the pictures.
    fn is_better(&self, replayed: &ReplayedLoop) -> bool {
        self.is_gone(replayed) && replayed.instead.is_none() && self.keeps_pictures(replayed)
    }

    /// Returns settings with a loop that has the load of the part, on an ordinary computer with this queue and the game's display.
    /// If that is unknown, the display waits for each frame, and shows at most as many as the game usually did.
    fn under_load(&self, strategy: &str, queue: u32) -> Settings {
        let game = self.settings.computer_of(0);
        let usual = Computer { render_ms: 0.0, queue, play_load: PlayLoad::Once, ..Computer::default().ordinary_pc() };
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

    /// Returns how many hitches of the game, or uneven seconds, come again in a run under its load.
    fn count_again(&self, seen: &Seen) -> usize {
        let all = self.fault.times_in_loop(&seen.spans).into_iter();
        let again: Vec<Interval> = all.map(|time| Interval { begin: time.begin + (self.from - Time::ZERO), ..time }).collect();
        let comes_again =
            |game: &&Interval| again.iter().any(|other| other.begin <= game.end() + APART && other.end() + APART >= game.begin);
        self.times.iter().filter(comes_again).count()
    }

    fn sentences(&self, loops: &[ReplayedLoop], with_queue: &[ReplayedLoop]) -> Vec<String> {
        let FaultWords { this, comes, look_for } = self.fault.words(&self.times);
        let tried = self.tried(loops);
        if loops.iter().all(|replayed| self.is_gone(replayed)) {
            let why = "from no work of the CPU or the GPU that the file knows, so look for what waits";
            return vec![format!("No loop has {this}: {comes} {why}."), format!("{tried}.")];
        }
        if let Some(names) = self.better(loops) {
            // A loop that only draws once a turn does no more than the load makes it do.
            let is_plain_even = self.fault == ReplayedFault::UnevenPacing
                && loops.iter().any(|replayed| replayed.strategy == PLAIN && self.is_better(replayed));
            let whose = "So it comes from the game's own loop or from what waits, and not from the work of the CPU or the GPU.";
            let headline = [format!("Another loop removes {this}: {names}.")].into_iter();
            return headline.chain(is_plain_even.then(|| whose.to_owned())).chain([format!("{tried}.")]).collect();
        }
        if let Some(names) = self.better(with_queue) {
            return vec![
                format!("No loop removes {this}, unless two frames wait in the queue: then {names}."),
                format!("{tried}."),
            ];
        }
        let headline = format!("No loop removes {this}: look for what {look_for}.");
        [headline].into_iter().chain(self.busier()).chain([format!("{tried}; {}.", self.fewest(loops))]).collect()
    }

    /// Names the loops that remove the fault; `None` if none does.
    fn better(&self, loops: &[ReplayedLoop]) -> Option<String> {
        let mut better: Vec<&ReplayedLoop> = loops.iter().filter(|replayed| self.is_better(replayed)).collect();
        better.sort_by_key(|replayed| replayed.left.number());
        let names: Vec<&str> = better.iter().map(|replayed| replayed.name).take(NAMED).collect();
        let more = if better.len() > NAMED { format!("; {} more", better.len() - NAMED) } else { String::new() };
        (!names.is_empty()).then(|| names.join("; ") + &more)
    }

    fn tried(&self, loops: &[ReplayedLoop]) -> String {
        let length = trimmed((self.to - self.from).as_secs(), 1);
        let is_whole = self.from == Time::ZERO && self.to == self.capture.end();
        let part = if is_whole { format!("the file's {length} s") } else { format!("{length} s of the file") };
        format!("{} loops were tried under the load of {part}", loops.len())
    }

    /// Names the loop with the fewest hitches or uneven seconds among those without another fault and with enough pictures.
    fn fewest(&self, loops: &[ReplayedLoop]) -> String {
        let sound = loops.iter().filter(|replayed| replayed.instead.is_none() && self.keeps_pictures(replayed));
        let Some(fewest) = sound.min_by_key(|replayed| replayed.left.number()) else {
            return "each has another fault, or shows far fewer pictures".to_owned();
        };
        let has_all = fewest.left.number() == self.times.len();
        match (fewest.left, fewest.name) {
            (FaultCount::Hitches(_), _) if has_all => "those without another fault have all of them".to_owned(),
            (FaultCount::UnevenSeconds(_), _) if has_all => "those without another fault are as uneven all the time".to_owned(),
            (FaultCount::Hitches(count), name) => format!("of those without another fault {name} has the fewest, {count}"),
            (FaultCount::UnevenSeconds(count), name) => {
                format!("of those without another fault {name} is uneven for the least time, {count} s")
            }
        }
    }

    /// Describes the work of the CPU or the GPU; `None` if neither works longer at some frames.
    fn busier(&self) -> Option<String> {
        match self.fault {
            ReplayedFault::Hitches => self.busier_at_hitches(),
            ReplayedFault::UnevenPacing => self.busy_in_all(),
        }
    }

    /// Says how widely the work of the CPU or the GPU is spread where the pacing is uneven; `None` if both work alike at all frames.
    fn busy_in_all(&self) -> Option<String> {
        let (Some(first), Some(last)) = (self.times.first(), self.times.last()) else { return None };
        let frames = || {
            let is_game = |frame: &&CapturedFrame| !frame.is_generated && frame.flip > first.begin && frame.flip < last.end();
            self.capture.frames.iter().filter(is_game)
        };
        let spread = |name: &'static str, busy: fn(&CapturedFrame) -> Span| {
            let mut all: Vec<Span> = frames().map(busy).collect();
            all.sort_unstable();
            let [short, long] = [1, 9].map(|tenths| all.get(up_to_tenths(tenths, all.len())).copied().unwrap_or_default());
            (long - short, name, short)
        };
        let spreads = [spread("CPU", |frame| frame.cpu), spread("GPU", |frame| frame.gpu)];
        let (more, name, short) = spreads.into_iter().max_by_key(|(more, ..)| *more)?;
        let is_wide = more.as_millis() >= (LONGER * short.as_millis()).max(1.0);
        let [short, long] = [short, short + more].map(|busy| trimmed(busy.as_millis(), 1));
        is_wide.then(|| format!("The {name} is busy for {short} to {long} ms a frame."))
    }

    /// Says whether the CPU or the GPU works longer at the hitches; `None` if neither does.
    fn busier_at_hitches(&self) -> Option<String> {
        let usual = |busy: fn(&CapturedFrame) -> Span| {
            lower_median(&mut self.capture.frames.iter().filter(|frame| !frame.is_generated).map(busy).collect::<Vec<_>>())
        };
        let at_hitches = |busy: fn(&CapturedFrame) -> Span| {
            let longest = |hitch: &Interval| self.frames_of(hitch).map(busy).max().unwrap_or_default();
            lower_median(&mut self.times.iter().map(longest).collect::<Vec<_>>())
        };
        let longer = |name: &'static str, busy: fn(&CapturedFrame) -> Span| {
            let usual = usual(busy);
            (at_hitches(busy) - usual, name, usual)
        };
        let longer = [longer("CPU", |frame| frame.cpu), longer("GPU", |frame| frame.gpu)];
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

/// A fold of a run to its symptoms and the number of its pictures. Inputs don't count.
struct ReplayFold {
    spans: SpanFold,
    /// The sample time of the newest picture; `None` before the first.
    drawn: Option<Time>,
    pictures: usize,
    /// The time from the first symptom of a kind on after which no more is wanted; `None` if all is.
    after: Option<(Kind, Span)>,
    /// The moment of the newest event.
    at: Time,
}

impl Observer for ReplayFold {
    fn note(&mut self, event: &Event, bodies: &[Body]) {
        if let Event::Display { drawn, .. } = *event {
            self.pictures += usize::from(self.drawn.replace(drawn) != Some(drawn));
        }
        self.at = event.at();
        self.spans.note(event, bodies);
    }

    fn seen(&mut self, world: &World, at: Time) {
        self.spans.seen(world, at);
    }
}

impl Fold for ReplayFold {
    fn wants_more(&self) -> bool {
        let ends = |(kind, after)| Some(self.spans.first(kind)? + after);
        self.after.and_then(ends).is_none_or(|end| self.at < end)
    }
}
