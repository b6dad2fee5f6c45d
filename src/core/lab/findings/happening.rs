//! Single happenings that can cause a symptom which passes: a stall, a change, the start, a counter that starts over.

use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::metrics::reach::RECENT;
use crate::lab::run::setup::PaneSetup;
use crate::model::config::command::{Command, TimedCommand};
use crate::model::config::pane_letter::PaneLetter;
use crate::model::config::patch::Patch;
use crate::model::config::settings::{PlannedStall, Settings};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// A happening is named if it ended at most this long before the beginning of a symptom. This covers a window of two seconds and
/// its first pictures.
pub const REACH: Span = Span::from_flicks(3 * FLICKS_PER_SECOND);

/// A single happening, and the moment of its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Happening {
    pub kind: HappeningKind,
    pub at: Time,
    pub until: Time,
    pub words: String,
    /// The stall; `None` if the happening is no stall.
    pub stall: Option<PlannedStall>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HappeningKind {
    Stall,
    Change,
    Start,
    /// The clock's counter of milliseconds started over.
    CounterWrap,
}

impl HappeningKind {
    pub const fn word(self) -> &'static str {
        match self {
            HappeningKind::Stall => "stall",
            HappeningKind::Change => "change",
            HappeningKind::Start => "start",
            HappeningKind::CounterWrap => "counter-wrap",
        }
    }
}

impl Happening {
    fn at(at: Time, kind: HappeningKind, words: String) -> Happening {
        Happening { kind, at, until: at, words, stall: None }
    }

    /// Returns whether the happening is the start, and a symptom that was last shown at `moment` lies in it.
    pub fn is_start_with(&self, moment: Time) -> bool {
        self.kind == HappeningKind::Start && moment <= self.until + RECENT
    }

    /// Returns the stall of the happening if a symptom that was last shown at `moment` has outlasted it; else `None`.
    pub fn outlasted_by(&self, moment: Time) -> Option<PlannedStall> {
        self.stall.filter(|_| moment > self.until + RECENT)
    }
}

impl Serialize for Happening {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut fields = to.serialize_struct("event", 3)?;
        fields.serialize_field("kind", self.kind.word())?;
        fields.serialize_field("at_s", &self.at.as_secs())?;
        fields.serialize_field("text", &self.words)?;
        fields.end()
    }
}

/// The past of a pane: everything that may have caused a symptom.
#[derive(Clone, Copy, Debug)]
pub struct PanePast<'a> {
    /// The setup with which the pane started.
    pub start: PaneSetup<'a>,
    pub commands: &'a [TimedCommand],
}

impl PanePast<'_> {
    /// Returns the last happening that may have caused a symptom which began at `onset`; `None` if there was none.
    pub fn happening_before(&self, onset: Time) -> Option<Happening> {
        let PanePast { start, commands } = self;
        let (letter, settings) = (start.letter(), start.settings);
        let commanded = commands.iter().take_while(|timed| timed.at_flicks <= onset.flicks());
        let commanded = commanded.filter_map(|timed| commanded_happening(timed, letter));
        let stalls = settings.hitches.iter().filter(|hitch| Time::from_secs(hitch.at_s) >= start.at).map(known_stall);
        let started = Happening::at(start.first_turn(), HappeningKind::Start, "the start".to_owned());
        let all = commanded.chain(stalls).chain([started]).chain(counter_wrap(settings, start.index));
        all.filter(|happening| happening.at <= onset && onset - happening.until <= REACH).max_by_key(|happening| happening.at)
    }
}

fn known_stall(stall: &PlannedStall) -> Happening {
    let (at, words) = (Time::from_secs(stall.at_s), format!("a stall of {:.0} ms", stall.ms));
    let until = at + Span::from_millis(stall.ms);
    Happening { until, stall: Some(*stall), ..Happening::at(at, HappeningKind::Stall, words) }
}

fn commanded_happening(timed: &TimedCommand, letter: PaneLetter) -> Option<Happening> {
    let at = Time::from_flicks(timed.at_flicks);
    match &timed.command {
        Command::Stall { ms, on } => Some(known_stall(&PlannedStall { at_s: at.as_secs(), ms: *ms, on: *on })),
        Command::Set(patch) if concerns(patch, letter) => {
            let words = format!("a change ({})", patch.in_words());
            Some(Happening::at(at, HappeningKind::Change, words))
        }
        _ => None,
    }
}

fn concerns(patch: &Patch, letter: PaneLetter) -> bool {
    patch.paths().any(|path| path.pane().is_none_or(|pane| pane == letter))
}

fn counter_wrap(settings: &Settings, index: usize) -> Option<Happening> {
    let at = settings.computer_of(index).wraps_at_s;
    let words = "the start-over of the counter of milliseconds".to_owned();
    (at > 0.0).then(|| Happening::at(Time::from_secs(at), HappeningKind::CounterWrap, words))
}
