//! The entries of a run: its findings, without repetitions.
//!
//! Findings that belong to one event are one entry. Findings of one kind and tone that recur under the same settings are one entry
//! too, and so are kinds that name the same uneven pacing. docs/metrics.md has the rules.

use super::finding::Finding;
use super::happening::REACH;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::experiments::diagnosis::{FoundCause, Role};
use crate::lab::metrics::reach::RECENT;
use crate::lab::symptoms::hitches::{Hitch, PATTERN};
use crate::lab::symptoms::intervals::{Interval, period};
use crate::lab::symptoms::kind::{Kind, Tone};
use crate::lab::symptoms::rate_change::RateChange;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A short finding is left out if another one holds at most this long before or after it.
const BESIDE: Span = Span::from_flicks(FLICKS_PER_SECOND / 2);

/// At most this many stalls are told one by one.
const FEW: usize = 4;

/// The end of the first second, in which a loop may still settle.
const SETTLED: Time = Time::from_flicks(FLICKS_PER_SECOND);

/// One thing that a person wants to know about a run.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The worst finding of the entry. If it is about hitches, it counts those of all findings of the entry.
    pub worst: Finding,
    /// The index of the worst finding.
    worst_index: usize,
    /// The indices of all findings of this kind, in the order of their beginnings.
    findings: Vec<usize>,
    /// The other kinds that belong to the entry, the most important first.
    pub beside: BTreeSet<Kind>,
    /// The most important finding of the other kinds that has causes or cures; `None` if the worst finding has its own, or none has.
    explained: Option<Finding>,
    /// The longest stall among the hitches of the entry; `None` for entries of other kinds, and without stalls.
    stall: Option<Finding>,
    /// The frames that show nothing new, if another kind leads the entry; `None` if there are none.
    repeats: Option<Finding>,
    /// The stalls of the entry, by their beginnings; empty for entries of other kinds.
    stalls: Vec<Interval>,
    /// The sentence about another complaint about the run that needs less of a load than a cure of this one leaves; `None` without one.
    needs_less: Option<String>,
    /// The change of the frame rate of the whole capture with its verdict, and of the time in which all else was right with that;
    /// `None` if the rate holds, and in all other entries.
    pub rate_change: Option<RateChange>,
    /// The beginning of the first finding.
    pub from: Time,
    /// The end of the last finding.
    pub to: Time,
    /// The time from the beginning of a finding to that of the next one; `None` if they do not recur evenly.
    pub period: Option<Span>,
}

impl Entry {
    /// Returns how many findings of its kind the entry has.
    pub fn times(&self) -> usize {
        self.findings.len()
    }

    /// Returns whether the entry is about more than the first second, in which a loop may still settle. A captured game ran before
    /// its file began.
    pub fn outlasts_start(&self) -> bool {
        self.to > SETTLED || self.worst.capture().is_some()
    }

    /// Returns how important the entry is; the least value is the most important one.
    fn importance(&self) -> (bool, (Reverse<Tone>, Kind)) {
        (!self.outlasts_start(), rank(&self.worst))
    }

    /// Returns the sentences below the headline: how often it comes, what comes with it, and why.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences: Vec<String> = self.recurrence().into_iter().collect();
        // Repeats that have numbers are told with them.
        let numbers: Vec<String> = self.repeats.iter().flat_map(|repeats| repeats.symptom.repeated_frames()).collect();
        let others = self.beside.iter().filter(|kind| **kind != Kind::Repeats || numbers.is_empty());
        let predicates: Vec<&str> = others.map(|kind| kind.row().predicate).collect();
        match &predicates[..] {
            [] => {}
            [one] => sentences.push(format!("It also {one}.")),
            [others @ .., last] => sentences.push(format!("It also {} and {last}.", others.join(", "))),
        }
        sentences.extend(self.stall.iter().filter_map(|stall| stall.symptom.stall_sentence()));
        sentences.extend(numbers);
        sentences.extend(self.rate_change.filter(|_| self.worst.is_complaint()).map(|change| change.sentence()));
        match &self.explained {
            // That no cause of the worst was found says nothing beside the cause of what comes with it.
            Some(explained) if self.worst.event().is_none() => {
                sentences.extend(self.worst.symptom.detail());
                sentences.extend(explained.causes().map(|cause| cause.sentence.clone()));
            }
            explained => {
                sentences.extend(self.worst.sentences());
                sentences.extend(explained.iter().flat_map(Finding::causes).map(|cause| cause.sentence.clone()));
            }
        }
        sentences.extend(self.needs_less.clone());
        sentences
    }

    /// Returns the finding whose causes and cures are told.
    fn cured(&self) -> &Finding {
        self.explained.as_ref().unwrap_or(&self.worst)
    }

    /// Returns the cures that lower one load, each with the load and what it leaves of it.
    fn lowered_loads(&self) -> impl Iterator<Item = (&FoundCause, (usize, f64))> {
        let cures = self.cured().causes().filter(|found| found.role == Role::Cure);
        cures.filter_map(|cure| Some((cure, cure.lowered_load()?)))
    }

    /// Returns the sentence about the entry of `all` that needs least of a load of which a cure of this one leaves more.
    fn what_needs_less(&self, all: &[Entry]) -> Option<String> {
        let with_settings = all.iter().filter(|entry| entry.worst.has_settings_of(&self.worst));
        let lowered = with_settings.flat_map(|entry| entry.lowered_loads().map(move |lowered| (entry, lowered)));
        let is_less = |(_, (_, (load, left))): &(&Entry, (&FoundCause, (usize, f64)))| {
            self.lowered_loads().any(|(_, (own, own_left))| own == *load && *left < own_left)
        };
        let (entry, (cure, _)) = lowered.filter(is_less).min_by(|one, other| one.1.1.1.total_cmp(&other.1.1.1))?;
        Some(format!("It also {}, which ends {}.", entry.cured().symptom.kind().row().predicate, cure.words))
    }

    /// Returns the sentence about how often the entry comes; `None` if it comes once. A headline counts hitches itself.
    fn recurrence(&self) -> Option<String> {
        let kind = self.worst.symptom.kind();
        if self.times() == 1 || matches!(kind, Kind::Hitch | Kind::Right | Kind::Settling) {
            return None;
        }
        let evenly = self.period.map_or_else(String::new, |period| format!(", one every {:.2} s", period.as_secs()));
        let times = format!("It comes {} times{evenly}", self.times());
        let stall = |stall: &Interval| format!("{:.0} ms at {:.1} s", stall.length.as_millis(), stall.begin.as_secs());
        Some(match &self.stalls[..] {
            [] | [_] => format!("{times}; the worst begins at {:.1} s.", self.worst.symptom.from.as_secs()),
            few if few.len() <= FEW => format!("{times}: {}.", few.iter().map(stall).collect::<Vec<_>>().join(", ")),
            [first, .., last] => format!("{times}: {} the first, {} the last.", stall(first), stall(last)),
        })
    }
}

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let symptom = &self.worst.symptom;
        let mut fields = to.serialize_struct("entry", 13 + usize::from(self.rate_change.is_some()))?;
        fields.serialize_field("kind", symptom.kind().id())?;
        fields.serialize_field("tone", symptom.tone.id())?;
        fields.serialize_field("value", &symptom.value)?;
        fields.serialize_field("unit", symptom.kind().unit())?;
        fields.serialize_field("text", &self.worst.headline())?;
        fields.serialize_field("from_s", &self.from.as_secs())?;
        fields.serialize_field("to_s", &self.to.as_secs())?;
        fields.serialize_field("times", &self.times())?;
        fields.serialize_field("period_s", &self.period.map(Span::as_secs))?;
        fields.serialize_field("worst", &self.worst_index)?;
        fields.serialize_field("findings", &self.findings)?;
        fields.serialize_field("beside", &self.beside.iter().map(|kind| kind.id()).collect::<Vec<_>>())?;
        fields.serialize_field("event", &self.worst.event())?;
        if let Some(change) = &self.rate_change {
            fields.serialize_field("rate_change", change)?;
        }
        fields.end()
    }
}

/// Returns what is told of a run with these findings, which are in the order of their beginnings, as are the entries.
pub fn entries(findings: &[Finding]) -> Vec<Entry> {
    let mut drafts = merged(by_event(findings), Draft::comes_again_as);
    drafts.sort_by_key(|draft| rank(draft.first()));
    drafts = merged(drafts, Draft::is_the_pacing_of);
    drafts.sort_by_key(Draft::is_of_start);
    drafts = merged(drafts, Draft::began_with);
    // Hitches take in the stalls that they count, whatever these came with.
    drafts.sort_by_key(|draft| draft.of_kind(Kind::Hitch).next().is_none());
    drafts = merged(drafts, Draft::counts_stalls_of);
    let mut entries: Vec<Entry> = drafts.into_iter().map(Draft::finish).collect();
    let verdict = (0..entries.len()).min_by_key(|index| entries[*index].importance());
    for (index, entry) in entries.iter_mut().enumerate() {
        entry.rate_change = match verdict {
            Some(verdict) if verdict == index => entry.worst.rate_change(),
            _ if entry.worst.symptom.kind() == Kind::Right => {
                entry.worst.rate_change_in(entry.findings.iter().map(|part| &findings[*part]))
            }
            _ => None,
        };
        if let Some(change) = entry.rate_change {
            entry.worst.symptom = entry.worst.symptom.clone().with_rate_change(change);
        }
    }
    let needs_less: Vec<Option<String>> = entries.iter().map(|entry| entry.what_needs_less(&entries)).collect();
    for (entry, sentence) in entries.iter_mut().zip(needs_less) {
        entry.needs_less = sentence;
    }
    entries.sort_by_key(|entry| (entry.from, rank(&entry.worst)));
    entries
}

/// Returns the verdict on a run: the most important of its entries that hold after the first second, or else of all; `None` without
/// entries.
pub fn verdict(entries: &[Entry]) -> Option<&Entry> {
    entries.iter().min_by_key(|entry| entry.importance())
}

/// Returns the rank of a finding: wrong ones before notes, and then the most important first.
fn rank(finding: &Finding) -> (Reverse<Tone>, Kind) {
    (Reverse(finding.symptom.tone), finding.symptom.kind())
}

/// An event to which findings belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Event {
    at: Time,
    until: Time,
}

/// Returns an entry for each event, and one for each finding that belongs to none; short findings that say less than those beside
/// them are left out.
fn by_event(findings: &[Finding]) -> Vec<Draft<'_>> {
    let (kinds, mut of_event, mut groups) = (ByKind::new(findings), BTreeMap::new(), Vec::<Vec<usize>>::new());
    for (index, finding) in findings.iter().enumerate().filter(|(_, finding)| !kinds.leave_out(finding)) {
        let event = kinds.event_of(finding);
        let group = event.map_or(groups.len(), |event| *of_event.entry(event).or_insert(groups.len()));
        groups.resize_with(groups.len().max(group + 1), Vec::new);
        groups[group].push(index);
    }
    groups.into_iter().map(|group| Draft::of(findings, group)).collect()
}

/// The findings of each kind, in the order of their beginnings. Those of one kind do not overlap.
struct ByKind<'a>(BTreeMap<Kind, Vec<&'a Finding>>);

impl<'a> ByKind<'a> {
    fn new(findings: &'a [Finding]) -> ByKind<'a> {
        let mut kinds: BTreeMap<Kind, Vec<&Finding>> = BTreeMap::new();
        for finding in findings {
            kinds.entry(finding.symptom.kind()).or_default().push(finding);
        }
        ByKind(kinds)
    }

    /// Returns the findings of a kind that hold at some time between two moments, the last one first.
    fn between(&self, kind: Kind, from: Time, to: Time) -> impl Iterator<Item = &'a Finding> {
        let all = self.0.get(&kind).map_or(&[][..], Vec::as_slice);
        let begun = all.partition_point(|finding| finding.symptom.from <= to);
        all[..begun].iter().rev().take_while(move |finding| finding.to >= from).copied()
    }

    /// Returns whether a finding says nothing beside another one: a body that has exploded is off its path, and a short finding says
    /// less than what holds beside it.
    fn leave_out(&self, finding: &Finding) -> bool {
        let has_exploded = || self.between(Kind::Exploded, finding.symptom.from, finding.to).next().is_some();
        if finding.symptom.kind() == Kind::OffPath && has_exploded() {
            return true;
        }
        let says_more = |other: &Finding| {
            let is_another = other.symptom.kind() != finding.symptom.kind() && (other.is_complaint() || !finding.is_complaint());
            is_another && (!other.is_short() || rank(other) < rank(finding))
        };
        let beside = |kind: &Kind| self.between(*kind, finding.symptom.from - BESIDE, finding.to + BESIDE);
        finding.is_short() && self.0.keys().flat_map(beside).any(says_more)
    }

    /// Returns the event to which a finding belongs; `None` if it belongs to none.
    fn event_of(&self, finding: &Finding) -> Option<Event> {
        if let Some(happening) = finding.event() {
            return Some(Event { at: happening.at, until: happening.until });
        }
        if !finding.is_complaint() {
            return None;
        }
        // A stall that is not planned, such as that of a captured game, is an event too.
        let events = self.between(Kind::Stall, finding.symptom.from - REACH, finding.to + RECENT).filter_map(|stall| {
            let (at, until) = (stall.symptom.from, stall.to);
            let begins_after_it = at <= finding.symptom.from && finding.symptom.from <= until + REACH;
            let belongs = stall.event().is_none() && begins_after_it && finding.shown_until <= until + RECENT;
            (belongs || std::ptr::eq(stall, finding)).then_some(Event { at, until })
        });
        { events }.next()
    }
}

/// Returns the entries so that each takes in those after it that tell the same thing.
fn merged<'a>(drafts: Vec<Draft<'a>>, is_same: fn(&Draft<'a>, &Draft<'a>) -> bool) -> Vec<Draft<'a>> {
    let mut told: Vec<Draft> = Vec::new();
    for draft in drafts {
        match told.iter_mut().find(|known| is_same(known, &draft)) {
            Some(known) => known.take(draft),
            None => told.push(draft),
        }
    }
    told
}

/// An entry that others can still become part of.
struct Draft<'a> {
    all: &'a [Finding],
    /// The indices of the findings of the kind that the entry is about; at least one.
    heads: Vec<usize>,
    /// The indices of the findings of other kinds.
    beside: Vec<usize>,
}

impl<'a> Draft<'a> {
    /// Returns the entry of some findings, under the most important kind of them.
    fn of(all: &'a [Finding], group: Vec<usize>) -> Draft<'a> {
        let has_stall = group.iter().any(|index| all[*index].symptom.kind() == Kind::Stall);
        // A picture that stands still during a stall says less than the stall.
        let is_part_of_stall = |kind: Kind| has_stall && matches!(kind, Kind::Frozen | Kind::NotResponding);
        let head =
            group.iter().map(|index| rank(&all[*index])).min_by_key(|(tone, kind)| (*tone, is_part_of_stall(*kind), *kind));
        let is_head = |index: &usize| Some(all[*index].symptom.kind()) == head.map(|(_, kind)| kind);
        let (heads, beside) = group.into_iter().partition(is_head);
        Draft { all, heads, beside }
    }

    fn heads(&self) -> impl Iterator<Item = &'a Finding> + Clone {
        let all = self.all;
        self.heads.iter().map(move |index| &all[*index])
    }

    /// Returns the first finding of those with the worst tone.
    fn first(&self) -> &'a Finding {
        self.heads().min_by_key(|finding| rank(finding)).expect("an entry has a finding")
    }

    fn from(&self) -> Time {
        self.heads().map(|finding| finding.symptom.from).min().unwrap_or(Time::ZERO)
    }

    fn to(&self) -> Time {
        self.heads().map(|finding| finding.to).max().unwrap_or(Time::ZERO)
    }

    /// Returns whether another entry is about the same kind with the same tone and settings. What came with an event does not come
    /// again as something that came without one.
    fn comes_again_as(&self, other: &Draft) -> bool {
        let (one, other) = (self.first(), other.first());
        // A captured game has no start in its file, and all its hitches are counted together.
        let may_be_counted = |finding: &Finding| {
            let is_planned = finding.event().is_some_and(|event| event.stall.is_some());
            finding.symptom.kind() == Kind::Hitch && finding.capture().is_some() && !is_planned
        };
        if may_be_counted(one) && may_be_counted(other) {
            return one.has_settings_of(other);
        }
        rank(one) == rank(other) && one.event().is_some() == other.event().is_some() && one.has_settings_of(other)
    }

    /// Returns whether another entry is another name of the same uneven pacing: with the same settings, and the two cover each other
    /// for half of the shorter one. What came with an event and passes is no name of what stays, and what has another cause is
    /// another thing.
    fn is_the_pacing_of(&self, other: &Draft) -> bool {
        let both = self.to().min(other.to()) - self.from().max(other.from());
        let shorter = (self.to() - self.from()).min(other.to() - other.from());
        let (one, other) = (self.first(), other.first());
        let are_pacing = [one, other].iter().all(|finding| finding.symptom.kind().is_of_pace());
        let pass_alike = one.event().is_some() == other.event().is_some();
        let may_be_one = are_pacing && pass_alike && one.can_come_from_that_of(other) && one.has_settings_of(other);
        may_be_one && both >= Span::ZERO && both * 2 >= shorter
    }

    /// Returns whether the entry is about hitches of the start alone.
    fn is_of_start(&self) -> bool {
        self.heads().all(|finding| finding.symptom.kind() == Kind::Hitch && finding.is_of_start())
    }

    /// Returns whether this uneven pacing goes on with what brought the hitches of another entry, which are of the start alone. Chance
    /// that makes pictures uneven makes some late at the start, too. Leaps become a judder with the second of them.
    fn began_with(&self, other: &Draft) -> bool {
        let (one, hitches) = (self.first(), other.first());
        let are_leaps = one.symptom.kind() == Kind::Judder && hitches.symptom.hitches().iter().all(|hitch| hitch.is_leap);
        let goes_on = self.from() <= other.to() + if are_leaps { RECENT } else { BESIDE } && other.to() <= self.to();
        let is_as_bad = one.symptom.kind().is_of_pace() && one.symptom.tone >= hitches.symptom.tone;
        let comes_from_it =
            are_leaps || one.has_a_cause_of(hitches) || one.comes_by_chance() && hitches.causes().next().is_none();
        other.is_of_start() && is_as_bad && goes_on && comes_from_it && one.has_settings_of(hitches)
    }

    /// Returns all findings of a kind, also those beside the head.
    fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &'a Finding> {
        let all = self.heads.iter().chain(&self.beside).map(|index| &self.all[*index]);
        all.filter(move |finding| finding.symptom.kind() == kind)
    }

    /// Returns whether the hitches of this entry are also the stalls of another one.
    fn counts_stalls_of(&self, other: &Draft) -> bool {
        let hitches = || self.of_kind(Kind::Hitch).flat_map(|finding| finding.symptom.hitches());
        let is_counted =
            |finding: &Finding| finding.symptom.stall().is_some_and(|stall| hitches().any(|hitch| *hitch == stall.into()));
        let is_of_stays = matches!(self.first().symptom.kind(), Kind::Hitch | Kind::Stall);
        // A pattern that stays is told beside stalls that were planned.
        let is_planned = other.first().event().is_some_and(|event| event.stall.is_some());
        let pass_alike = !is_planned || self.first().event().is_some();
        is_of_stays && pass_alike && other.heads().any(is_counted) && self.first().has_settings_of(other.first())
    }

    /// Returns the hitches and stalls, by their beginnings.
    fn interruptions(&self) -> BTreeMap<Time, Hitch> {
        let all = self.heads.iter().chain(&self.beside).flat_map(|index| self.all[*index].symptom.interruptions());
        all.map(|stay| (stay.begin, stay)).collect()
    }

    /// Makes the hitches or the stalls the head of an entry with both: of a pattern a player sees that the game stutters, but stalls
    /// that were planned, and those that are no pattern, are told as such.
    fn choose_head(&mut self) {
        let tones = [Kind::Hitch, Kind::Stall].map(|kind| self.of_kind(kind).map(|finding| finding.symptom.tone).max());
        if !matches!(self.first().symptom.kind(), Kind::Hitch | Kind::Stall) || tones.contains(&None) {
            return;
        }
        let is_planned = self.of_kind(Kind::Stall).any(|stall| stall.event().is_some_and(|event| event.stall.is_some()));
        let is_pattern = !is_planned && tones[0] >= tones[1] && self.interruptions().len() >= PATTERN;
        let head = if is_pattern { Kind::Hitch } else { Kind::Stall };
        let all = self.heads.drain(..).chain(self.beside.drain(..)).collect::<Vec<_>>();
        (self.heads, self.beside) = all.into_iter().partition(|index| self.all[*index].symptom.kind() == head);
    }

    /// Takes in the findings of another entry. Those of this entry's kind are told with it.
    fn take(&mut self, other: Draft) {
        let kind = self.first().symptom.kind();
        let all = other.heads.into_iter().chain(other.beside);
        let (heads, beside): (Vec<usize>, Vec<usize>) = all.partition(|index| self.all[*index].symptom.kind() == kind);
        self.heads.extend(heads);
        self.beside.extend(beside);
    }

    fn finish(mut self) -> Entry {
        self.choose_head();
        self.heads.sort_unstable();
        let (from, to) = (self.from(), self.to());
        let begins: Vec<Time> = self.heads().map(|finding| finding.symptom.from).collect();
        let is_worse = |one: &Finding, other: &Finding| {
            let (one, other) = (&one.symptom, &other.symptom);
            one.tone > other.tone || one.tone == other.tone && one.kind().is_worse(one.value, other.value)
        };
        let worse = |best: usize, index: &usize| if is_worse(&self.all[*index], &self.all[best]) { *index } else { best };
        let worst_index = self.heads.iter().fold(self.heads[0], worse);
        let mut worst = self.all[worst_index].clone();
        // A time in which all was right is named by all of it.
        let rest = self.heads.iter().filter(|index| **index != worst_index);
        worst.symptom = rest.fold(worst.symptom, |all, index| all.joined_with(&self.all[*index].symptom));
        let is_about_hitches = worst.symptom.kind() == Kind::Hitch;
        if is_about_hitches {
            worst.symptom = worst.symptom.counting(self.interruptions().into_values(), to);
        }
        let others = self.beside.iter().map(|index| &self.all[*index]);
        let beside = others.clone().map(|finding| finding.symptom.kind()).collect();
        let is_unexplained = worst.causes().next().is_none();
        let explained = others
            .clone()
            .filter(|finding| is_unexplained && finding.causes().next().is_some())
            .min_by_key(|finding| rank(finding));
        let of = |kind: Kind| others.clone().filter(move |finding| finding.symptom.kind() == kind);
        let stalls = of(Kind::Stall).filter(|_| is_about_hitches);
        let stall = stalls.max_by_key(|finding| finding.symptom.stall().map(|stall| stall.length)).cloned();
        let repeats = of(Kind::Repeats).max_by_key(|finding| finding.to).cloned();
        let (explained, period, stalls) =
            (explained.cloned(), period(&begins), self.heads().filter_map(|head| head.symptom.stall()));
        let (stalls, needs_less, rate_change, findings) = (stalls.collect(), None, None, self.heads);
        Entry {
            worst,
            worst_index,
            findings,
            beside,
            explained,
            stall,
            repeats,
            stalls,
            needs_less,
            rate_change,
            from,
            to,
            period,
        }
    }
}
