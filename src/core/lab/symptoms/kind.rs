//! The kinds of symptoms: one table from which reports, ribbons and docs/metrics.md are made. The sentences about them are in
//! `words.rs`.

use crate::model::config::capture::{Capture, SampleTimes};
use Kind::{
    Ahead, Alarm, AnotherHeight, Behind, Camera, Exploded, FastMotion, Frozen, HalfRate, Hitch, Judder, Late, LimitMissed,
    LowFrameRate, NeverDraws, NotResponding, OffPath, Paused, PressesDoubled, PressesLost, Queued, Refused, Repeats, Right,
    Settling, SlowMotion, Spiral, Stall, Tearing, Tunnelling, Uneven,
};

/// A kind of symptom. The most important kinds come first: of several that hold, the first gives the headline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The loop has made turns for a second and has not drawn.
    NeverDraws,
    Refused,
    /// The display has shown no new frame for more than ten seconds.
    NotResponding,
    /// Updates cost at least the time that they simulate, and a turn makes several.
    Spiral,
    /// The display has shown the same picture for much longer than usual.
    Frozen,
    /// One picture stayed far longer than the others.
    Stall,
    SlowMotion,
    FastMotion,
    Tunnelling,
    Exploded,
    /// The world reports something that should not have happened.
    Alarm,
    /// No step has taken some presses of the world's button.
    PressesLost,
    /// Several steps have taken the same press.
    PressesDoubled,
    /// A body is far from its exact path.
    OffPath,
    /// There are fewer than 29.5 pictures a second, which is a note, or fewer than 23.5, which is wrong.
    LowFrameRate,
    /// A few pictures stay much longer than the others.
    Hitch,
    /// The simulated time from picture to picture does not fit the time for which the pictures stay: a note for one picture in ten.
    Judder,
    /// Many pictures stay longer or shorter than usual, but the motion fits their stays. Stays that are spread widely are a note.
    Uneven,
    /// A body jitters against a camera that follows it.
    Camera,
    /// Jumps are higher or lower than exact ones.
    AnotherHeight,
    /// Many displayed frames show nothing new.
    Repeats,
    /// Pictures miss refreshes because a turn works for longer than a refresh.
    HalfRate,
    /// The loop makes fewer frames than the limit that it asks for, and work is not the reason.
    LimitMissed,
    /// Inputs take long until the display answers them.
    Late,
    /// Finished frames wait long for their refresh.
    Queued,
    Ahead,
    Behind,
    Tearing,
    /// The game is paused, or was paused within the last two seconds.
    Paused,
    /// It is too early for a judgement: a change or the start was a moment ago.
    Settling,
    /// No other kind holds.
    Right,
}

/// The severity of a kind, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tone {
    Settling,
    Right,
    Note,
    Wrong,
}

impl Tone {
    pub const fn id(self) -> &'static str {
        match self {
            Tone::Settling => "settling",
            Tone::Right => "right",
            Tone::Note => "note",
            Tone::Wrong => "wrong",
        }
    }
}

/// The part of a run in which a kind can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// The pictures, the turns and the answers.
    Timing,
    /// Rare or slow events: stalls, hitches, a drift against the clock.
    Rare,
    /// The bodies, for which the run needs the pane's own world.
    World,
}

impl Aspect {
    pub const ALL: [Aspect; 3] = [Aspect::Timing, Aspect::Rare, Aspect::World];
}

#[derive(Clone, Copy, Debug)]
pub struct KindRow {
    pub kind: Kind,
    pub id: &'static str,
    /// The judgement of the kind; if it depends on the value, the worst one.
    pub tone: Tone,
    pub unit: &'static str,
    pub aspect: Aspect,
    /// The meaning of the value.
    pub value: &'static str,
    /// One to three words for the key of the ribbons; kinds that look alike there share them.
    pub short: &'static str,
    /// A predicate: `runs slow`.
    pub predicate: &'static str,
    /// The metrics whose values the kind explains, by their keys.
    pub concerns: &'static [&'static [&'static str]],
    /// The condition under which the kind holds, in the symbols that docs/metrics.md explains.
    pub formula: &'static str,
}

const SPEED: &[&str] = &["game_speed_ratio", "speed_ratio", "behind_s", "lost_s", "state_age_mean_ms", "state_age_max_ms"];
const EVENNESS: &[&str] =
    &["animation_error_mean_ms", "animation_error_max_ms", "jitter_ms", "picture_error_mean_ms", "hitch_time_ratio_ms_per_s"];
const RATE: &[&str] = &["fps_mean", "one_percent_low_fps", "distinct_fps", "hitch_ms_per_s", "frames_displayed"];
const STEPS: &[&str] = &["dt_max_s", "step_length_max", "wall_exposure_max", "updates_per_frame_max"];
const UPDATES: &[&str] = &["updates", "updates_per_s"];
const PRESSES: &[&str] = &["presses_lost", "presses_answered", "presses_doubled"];
const PASSES: &[&str] = &["tunnelled", "caught"];
const PATHS: &[&str] = &["path_deviation_mean", "path_deviation_max"];
const ANSWERS: &[&str] =
    &["input_to_display_mean_ms", "input_to_display_min_ms", "input_to_display_p95_ms", "input_to_display_max_ms"];

const fn row(kind: Kind, id: &'static str, tone: Tone, unit: &'static str) -> KindRow {
    KindRow { kind, id, tone, unit, aspect: Aspect::Timing, value: "", short: "", predicate: "", concerns: &[], formula: "" }
}

/// All kinds, the most important first.
pub const TABLE: [KindRow; 31] = [
    KindRow {
        short: "never draws",
        predicate: "never draws",
        concerns: &[RATE],
        value: "T − R",
        formula: "T − R ≥ 1 s, a turn of the regime is over, and no `render` line came since R; or the first frame rendered since R \
            was done (as in `queued`) more than 1 s ago, and no frame rendered since R was displayed: *never presents*",
        ..row(NeverDraws, "never-draws", Tone::Wrong, "s")
    },
    KindRow {
        short: "never draws",
        predicate: "cannot run in its world",
        formula: "the last `settings` line has `refused`. Only this is told",
        ..row(Refused, "refused", Tone::Wrong, "")
    },
    KindRow {
        short: "frozen",
        predicate: "does not respond",
        concerns: &[RATE, SPEED, EVENNESS, STEPS, &["frozen_s"]],
        value: "since the last `display` line",
        formula: "of the whole run: T − `at_s` of the last `display` line, \
            or of the first turn if there is none, > 10 s",
        ..row(NotResponding, "not-responding", Tone::Wrong, "s")
    },
    KindRow {
        short: "spirals",
        predicate: "spirals",
        concerns: &[RATE, SPEED, STEPS, &["busy_percent"]],
        value: "cost of a step",
        formula: "Of the `update` lines of W (thoughts included), \
            or going further back, to at most the sixteenth from the newest, \
            until two of them are *steps* (`dt_s` > 0, no thought): \
            (the sum of their `end_s` − `at_s`, without the largest) / (steps − 1) ≥ (the sum of `dt_s`) / steps, \
            and two of the steps belong to one turn",
        ..row(Spiral, "spiral", Tone::Wrong, "ms")
    },
    KindRow {
        short: "frozen",
        predicate: "stands still",
        concerns: &[RATE, SPEED, EVENNESS, STEPS, &["frozen_s"]],
        value: "since the newest picture",
        formula: "of the whole run: T − d ≥ 100 ms, ≥ 3 × the lower median of Δd, and > the largest Δd, \
            d being the newest picture and the Δd those of the pictures in (d − 2 s, d]; \
            with fewer than three of them 1/3 s stands for the median (a largest Δd counts all the same)",
        ..row(Frozen, "frozen", Tone::Wrong, "ms")
    },
    KindRow {
        short: "frozen",
        predicate: "stalls",
        concerns: &[RATE, SPEED, EVENNESS, STEPS, &["frozen_s"]],
        value: "Δd",
        formula: "exactly one picture with d > T − 2 s is a stall: \
            as with turns, with the intervals between pictures \
            (interval i begins at dᵢ₋₁ and has length Δdᵢ; it is known once picture i + 1 has come); lone or not",
        aspect: Aspect::Rare,
        ..row(Stall, "stall", Tone::Wrong, "ms")
    },
    KindRow {
        short: "slow",
        predicate: "runs slow",
        concerns: &[SPEED],
        value: "speed in %",
        formula: "in the shortest window of turns, of 2, 4 and 10 s, \
            in which |Δu/Δc − 1| > 2 % · f and |Δu − Δc| > (most + `timer_s`) · f: Δu < Δc. \
            A window longer than 2 s counts only if its most is above 0.1 s. \
            If the speed of the displayed frames in it is nearer to 1, the headline says *drawn ahead*",
        ..row(SlowMotion, "slow-motion", Tone::Wrong, "%")
    },
    KindRow {
        short: "fast",
        predicate: "runs fast",
        concerns: &[SPEED],
        value: "speed in %",
        formula: "the same, and Δu ≥ Δc. \
            The headline says *Catching up* if the newest frame is behind by at least 0.25 s",
        ..row(FastMotion, "fast-motion", Tone::Wrong, "%")
    },
    KindRow {
        short: "past the wall",
        predicate: "lets things past the wall",
        concerns: &[PASSES, STEPS],
        formula: "`tunnelled` has grown in `world` lines with `at_s` > T − 6 s and `began_s` ≥ R: by how much in all. \
            In Three movers the headline counts the last 15 passes",
        aspect: Aspect::World,
        ..row(Tunnelling, "tunnelling", Tone::Wrong, "passes")
    },
    KindRow {
        short: "broken",
        predicate: "explodes",
        concerns: &[PATHS],
        formula: "the largest `exploded` of the `world` lines of the regime with `at_s` > T − 4 s, or of its last one, \
            minus that of the last line before R (0 if there is none), > 0",
        aspect: Aspect::World,
        ..row(Exploded, "exploded", Tone::Wrong, "bodies")
    },
    KindRow {
        short: "broken",
        predicate: "breaks its world",
        concerns: &[PATHS],
        formula: "the last `world` line since R has an `alarm`, and the last line before R or any since R has none",
        aspect: Aspect::World,
        ..row(Alarm, "alarm", Tone::Wrong, "")
    },
    KindRow {
        short: "lost presses",
        predicate: "loses presses",
        concerns: &[PRESSES],
        value: "presses that are lost",
        formula: "of the `press` lines of the regime without `by`, with T − 6 s < `at_s` and `until_s` + 0.5 s ≤ T, \
            at least one has no `taken` line of its number with `at_s` ≤ `until_s` + 0.5 s. \
            Presses are numbered from 1 in the order of all `press` lines of the trace",
        aspect: Aspect::World,
        ..row(PressesLost, "presses-lost", Tone::Wrong, "presses")
    },
    KindRow {
        short: "doubled presses",
        predicate: "answers presses twice",
        concerns: &[PRESSES],
        value: "presses that are answered several times",
        formula: "the same presses: at least one has several such `taken` lines",
        aspect: Aspect::World,
        ..row(PressesDoubled, "presses-doubled", Tone::Wrong, "presses")
    },
    KindRow {
        short: "off its path",
        predicate: "leaves its path",
        concerns: &[PATHS],
        formula: "the largest `off_path` of the `world` lines of the regime with `at_s` > T − 4 s, or of its last one, \
            minus the least since R, > 0.5 · f",
        aspect: Aspect::World,
        ..row(OffPath, "off-path", Tone::Wrong, "widths")
    },
    KindRow {
        short: "few frames",
        predicate: "shows few pictures",
        concerns: &[RATE, &["dt_max_s"]],
        value: "pictures a second",
        formula: "m̄ > f · 1 s / 23.5; a note > f · 1 s / 29.5",
        ..row(LowFrameRate, "low-frame-rate", Tone::Wrong, "1/s")
    },
    KindRow {
        short: "stutters",
        predicate: "stutters",
        concerns: &[EVENNESS, RATE],
        value: "1000 · Σ(Δd − m) / max(ΣΔd, 2 s), the first sum over the hitches, with Δs/k for Δd of a leap",
        formula: "hitches are the known exceptions of a window, and its leaps unless `judder` is told as wrong; \
            a stall alone in the last ten seconds is none. \
            In W, or in W with 10 s for 2 s: two or more, and the value is at least 9 · f; \
            else a note for one in ten seconds. \
            The value is that of the ten seconds if they are as wrong. \
            The headline counts them in min(10 s, T − R), or in min(2 s, T − R)",
        aspect: Aspect::Rare,
        ..row(Hitch, "hitch", Tone::Wrong, "ms/s")
    },
    KindRow {
        short: "judders",
        predicate: "judders",
        concerns: &[EVENNESS],
        value: "the mean",
        formula: "of the pictures of W without the exceptions and the one after each; \
            k = ΣΔs/ΣΔd > 0: \
            the mean of |Δs/k − Δd| ≥ f · max(1 ms, 12 % of their mean Δd), a note from 8 %; \
            or two of them less than 2 s apart have Δs/k − Δd ≥ f · max(0.45 m, 4 ms); \
            a note if they are ten or more and P₉₀ of |Δs/k − Δd| ≥ f · max(0.5 ms, 18 % of their mean Δd)",
        ..row(Judder, "judder", Tone::Wrong, "ms")
    },
    KindRow {
        short: "uneven frames",
        predicate: "paces frames unevenly",
        concerns: &[EVENNESS, RATE],
        value: "stays that are off; of a note, those that differ from m by at least half of max(4 ms, 25 % of the mean Δd)",
        formula: "`varies` is not set, or a capture plays, more than one stay and more than f · n/8 are off, \
            so is one of the newest sixteen by their own m, and `judder` is not told as wrong; \
            a note, also where the refresh `varies`, if n ≥ 20, P₉₀ − P₁₀ of the Δd, and of the Δd − mᵢ of the known ones, \
            ≥ f · max(4 ms, 25 % of the mean Δd), and `judder` is not told",
        ..row(Uneven, "uneven", Tone::Wrong, "%")
    },
    KindRow {
        short: "jitters",
        predicate: "lets its camera jitter",
        value: "the largest mean",
        formula: "in world `camera`; bᵢ is `drawn_s` of the i-th displayed frame of the regime, and cᵢ is where one of five cameras was \
            when the frame was rendered, in seconds: `drawn_s` (two of them), `sim_s`, \
            c + (b − c)/10, and c + (b − c)(1 − e^(−6 Δa)), c being where it was in the `render` line before \
            and Δa the difference of the two `at_s`; with the first `render` line of the trace both are `drawn_s`. \
            Of the frames of W, at least ten, whose frame before was displayed at least 1 s after the first `settings` line: \
            the mean of |(bᵢ − cᵢ) − (bᵢ₋₁ − cᵢ₋₁)|, of the camera where it is largest, \
            ≥ f · max(1 ms, 12 % of their mean Δd); a note from 8 %",
        aspect: Aspect::World,
        ..row(Camera, "camera", Tone::Wrong, "ms")
    },
    KindRow {
        short: "other height",
        predicate: "jumps to another height",
        concerns: &[PATHS],
        value: "100 · |`apex`/`apex_exact` − 1|",
        formula: "the last `world` line of the regime has an `apex`, whose `took_off_s` is at least the simulated time at R \
            (the last `sim_s` of an `update` line before R, or else the `at_s` of the first `settings` line): \
            |`apex`/`apex_exact` − 1| ≥ f · 2 %",
        aspect: Aspect::World,
        ..row(AnotherHeight, "another-height", Tone::Note, "%")
    },
    KindRow {
        short: "repeats",
        predicate: "repeats frames",
        concerns: &[RATE],
        value: "100 (N − p)/N",
        formula: "of the N ≥ 10 frames of the regime that were displayed after the first picture with d > T − 2 s \
            (with or without a picture before it) and up to the newest one, p are pictures: N − p ≥ f · 25 % · N; the game is not paused at T, \
            and none of `never-draws`, `frozen`, `stall`, `hitch`, `judder` and `uneven` is told as wrong",
        ..row(Repeats, "repeats", Tone::Note, "%")
    },
    KindRow {
        short: "half rate",
        predicate: "misses refreshes",
        concerns: &[RATE],
        value: "pictures a second",
        formula: "`present` is fifo; m̄ > 1 s / 60; \
            no `sleep` line with `at_s` > T − 2 s in the regime; \
            the work of a turn > f · refresh; \
            N = p, as in `repeats`; \
            A, if the loop asks for one, is > 1.05/m̄; \
            and every Δd ≥ 1.5 · refresh, or where the refresh `varies`, m̄ > f · work / 0.9",
        ..row(HalfRate, "half-rate", Tone::Note, "1/s")
    },
    KindRow {
        short: "below limit",
        predicate: "misses its limit",
        concerns: &[RATE],
        value: "g",
        formula: "T − R ≥ 2 s; A ≤ 1.002/refresh; A − g > f · 5 % · A; \
            w ≤ 0.9/A, w being the work of the turns of W that are not stalled / their `render` lines; \
            none of the pictures with d > T − 2 s is a stall, and neither `half-rate` nor, as wrong, `hitch` is told",
        ..row(LimitMissed, "limit-missed", Tone::Note, "1/s")
    },
    KindRow {
        short: "late",
        predicate: "answers late",
        concerns: &[ANSWERS],
        value: "the median",
        formula: "of the last eight inputs of the regime with `at_s` ≤ T (at least four), \
            the lower median of the time to the answer, \
            or, for an input not answered by T, of its age T − `at_s`, \
            > f · max(100 ms, 2 · m̄)",
        ..row(Late, "late", Tone::Note, "ms")
    },
    KindRow {
        short: "queued",
        predicate: "queues frames",
        concerns: &[ANSWERS],
        value: "the median",
        formula: "of the frames displayed in the last two seconds (at least four): \
            the lower median of the time from the end of the frame's `render` and `gpu` lines and its `present` line \
            to its `display` line ≥ 3 · refresh · f",
        ..row(Queued, "queued", Tone::Note, "ms")
    },
    KindRow {
        short: "drifts",
        predicate: "drifts ahead",
        concerns: &[SPEED],
        value: "|x|/(K − 1)",
        formula: "as `behind`, and x ≤ 0",
        aspect: Aspect::Rare,
        ..row(Ahead, "ahead", Tone::Note, "ms/s")
    },
    KindRow {
        short: "drifts",
        predicate: "drifts behind",
        concerns: &[SPEED],
        value: "|x|/(K − 1)",
        // ℓ is how far the game is behind the clock, m is the mean of ℓ in a second, and x is how much m has grown.
        formula: "neither `slow-motion` nor `fast-motion` holds; \
            K is the number of whole seconds since R, at most ten, at least three; \
            ℓᵢ is the sum of (cⱼ₊₁ − cⱼ) − (uⱼ₊₁ − uⱼ) over all ways that count up to turn i; \
            mₖ, k = 1 … K, is the mean ℓ of the turns that are over with cᵢ in (T − k s, T − (k − 1) s], \
            each of which must have one; \
            x = m₁ − m_K: |x| > f · (the longest `dt_s` of an update with `at_s` in (T − K s, T] + refresh), \
            and m₁ − m_⌈K/2⌉ and m_⌊K/2⌋₊₁ − m_K both have x's sign and more than a quarter of its size, and x > 0",
        aspect: Aspect::Rare,
        ..row(Behind, "behind", Tone::Note, "ms/s")
    },
    KindRow {
        short: "tears",
        predicate: "tears",
        concerns: &[&["frames_torn"]],
        formula: "of the frames displayed in the last two seconds, at least ten, at least 10 % · f are torn",
        ..row(Tearing, "tearing", Tone::Note, "%")
    },
    KindRow {
        short: "waiting",
        predicate: "is paused",
        concerns: &[SPEED, UPDATES],
        formula: "the game is paused at T, or, if the loop asks for a pause, was in the last two seconds: \
            then only this is told, and `not-responding`. \
            A loop that does not ask is told so beside its other findings",
        ..row(Paused, "paused", Tone::Note, "")
    },
    KindRow {
        short: "waiting",
        predicate: "settles",
        formula: "none of the others, and T − R < 0.3 s or n < 3",
        ..row(Settling, "settling", Tone::Settling, "")
    },
    KindRow {
        short: "right",
        predicate: "holds",
        concerns: &[RATE, SPEED, EVENNESS, &["dt_max_s"]],
        value: "speed in %",
        formula: "none of the others",
        ..row(Right, "right", Tone::Right, "%")
    },
];

impl Kind {
    pub fn all() -> impl DoubleEndedIterator<Item = Kind> {
        TABLE.iter().map(|row| row.kind)
    }

    pub fn row(self) -> &'static KindRow {
        &TABLE[self as usize]
    }

    pub fn id(self) -> &'static str {
        self.row().id
    }

    /// Returns the judgement of the kind; if it depends on the value, the worst one.
    pub fn tone(self) -> Tone {
        self.row().tone
    }

    /// Returns whether the kind has the colour of errors. A low rate of pictures at the right speed is a fact and no error.
    pub fn is_error(self) -> bool {
        self.tone() == Tone::Wrong && self != LowFrameRate
    }

    /// Returns whether the kind is an error that puts bodies in wrong places.
    pub fn displaces(self) -> bool {
        self.is_error() && (self.concerns("speed_ratio") || self.concerns("path_deviation_max"))
    }

    pub fn unit(self) -> &'static str {
        self.row().unit
    }

    pub fn aspect(self) -> Aspect {
        self.row().aspect
    }

    /// Returns whether the kind can be seen only if the refresh interval of the display is known.
    pub fn needs_refresh(self) -> bool {
        matches!(self, HalfRate | Queued | Repeats)
    }

    /// Returns whether a capture can show the kind. A capture shows the exact world and makes no steps. If its sample times do
    /// not come from the game, it has no information about the game's time.
    pub fn is_shown_by_capture(self, capture: &Capture) -> bool {
        match self {
            NeverDraws | Spiral | Tunnelling | Exploded | Alarm | PressesLost | PressesDoubled | Camera | AnotherHeight
            | OffPath | LimitMissed | Late | Tearing => false,
            SlowMotion | FastMotion | Judder | Repeats | Ahead | Behind => capture.samples == SampleTimes::Own,
            Queued => capture.facts.has_gpu_done,
            // A limiter's sleep is no work, and only the GPU's times tell one from the other.
            HalfRate => capture.load.has_gpu && capture.facts.limited_hz.is_none(),
            _ => true,
        }
    }

    /// Returns whether a symptom of the kind may be what becomes of a stall's time, so that it comes from the loop even if it passes.
    pub fn is_aftermath(self) -> bool {
        self == Judder || self.aspect() == Aspect::World
    }

    /// Returns whether the kind is about pictures that come unevenly or say nothing new, which depends on the phases of the pane's rates.
    pub fn is_of_pace(self) -> bool {
        matches!(self, Hitch | Judder | Uneven | Repeats)
    }

    pub fn is_of_speed(self) -> bool {
        matches!(self, SlowMotion | FastMotion)
    }

    /// Returns whether the kind explains the value of the metric with this key.
    pub fn concerns(self, metric: &str) -> bool {
        self.row().concerns.iter().any(|group| group.contains(&metric))
    }
}

#[cfg(test)]
mod tests {
    use crate::lab::symptoms::kind::*;

    #[test]
    fn every_kind_stands_in_its_own_row() {
        for (index, row) in TABLE.iter().enumerate() {
            assert_eq!(row.kind as usize, index, "{}", row.id);
            assert_eq!(Kind::all().filter(|kind| kind.id() == row.id).count(), 1, "{}", row.id);
            assert!(!row.short.is_empty() && !row.predicate.is_empty() && !row.formula.is_empty(), "{}", row.id);
        }
    }

    #[test]
    fn only_right_is_right() {
        assert!(Kind::all().all(|kind| (kind.tone() == Tone::Right) == (kind == Right)));
    }
}
