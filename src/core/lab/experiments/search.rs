//! The search for the causes and the cures of one symptom: the control, the causes, the cures in their order, and pairs of them.

use super::advised_load::{LoadBounds, two_digits};
use super::beat::slower_display;
use super::bench::Bench;
use super::causes::{self, NeededProof};
use super::changed::{Changed, both, display_hz, hertz, limit_of};
use super::control::Control;
use super::cures::{self, Cure, CureGroup, Patient};
use super::diagnosis::{Diagnosis, Experiment, FoundCause, Proof, Role, describe};
use super::frame_limit;
use super::load::{Load, ms};
use super::load_replay::{LoadReplay, replay};
use super::outcome::{Outcome, Shown};
use super::replayed_fault::ReplayedFault;
use super::trial::{Length, Scope, can_come_back, lacks_formula};
use super::verdicts::{FULL, NEARLY};
use crate::base::jobs::Cancelled;
use crate::base::numbers::three_digits;
use crate::base::params::described::Described;
use crate::base::params::param::Param;
use crate::base::time::Time;
use crate::lab::symptoms::kind::{Aspect, Kind};
use crate::model::config::computer::{Computer, PressRead};
use crate::model::config::settings::{PlannedStall, Settings};
use crate::model::scripts;
use crate::model::strategies::strategy::{Found, Group};
use std::sync::Arc;

/// The largest number of causes that a diagnosis names.
const CAUSES: usize = 2;
/// The largest number of cures that a diagnosis names.
const CURES: usize = 3;
/// The cures that act on the consequences of a stall.
const AFTER_A_STALL: [CureGroup; 3] = [CureGroup::Row, CureGroup::Limit, CureGroup::Work];
/// The groups of cures that act on what can bring a symptom beside a beat.
const BESIDE_A_BEAT: [CureGroup; 3] = [CureGroup::Clock, CureGroup::Words, CureGroup::Present];
/// The least factor by which a cure may change the rate of pictures.
const PICTURES_KEPT: f64 = 0.75;
/// The least factor by which a cure of half the rate must raise the rate of pictures.
const PICTURES_WON: f64 = 1.25;
/// A speed that differs from 100 % by less than this, in percentage points, is the right one.
const RIGHT_SPEED: f64 = 0.5;
/// The shares of a load that fits usual trials of which the first that lasts is a cure.
const ROOM: [f64; 2] = [1.0, 0.7];
/// Pairs are made of at most this many changes, the most effective ones.
const STRONGEST: usize = 6;

/// Searches for the causes and cures of the symptom `kind` in `settings`, which hold a single pane. If a trial without a stall
/// doesn't show the symptom, all later trials include `stall`.
pub async fn explain<P>(
    bench: &mut Bench<P>,
    settings: &Settings,
    (kind, stall): (Kind, Option<PlannedStall>),
) -> Result<Diagnosis, Cancelled>
where
    P: AsyncFnMut() -> Result<(), Cancelled>,
{
    let mut diagnosis = Diagnosis::new(kind, stall, settings.clone());
    if let Some(capture) = settings.panes[0].played() {
        diagnosis.lasts = capture.end() - Time::ZERO;
        if let Some(fault) = ReplayedFault::of(kind) {
            diagnosis.replay = replay((settings, capture), fault, bench.pause()).await?;
        }
        let was_tried = |replay: &LoadReplay| if replay.loops.is_empty() { Proof::NotTried } else { Proof::None };
        diagnosis.proof = diagnosis.replay.as_ref().map_or(Proof::NotShown, was_tried);
        return Ok(diagnosis);
    }
    let Ok(strategy) = scripts::of_pane(settings, 0) else { return Ok(diagnosis) };
    let control = Control::of(bench, settings, (kind, stall)).await?;
    diagnosis.lasts = control.outcome.lasts;
    if control.is_too_expensive() {
        diagnosis.proof = Proof::NotTried;
        return Ok(diagnosis);
    }
    let Some(shown) = control.outcome.symptom(kind) else { return Ok(diagnosis) };
    diagnosis.passes = control.passes(kind);
    if diagnosis.passes && kind == Kind::Stall && !control.outcome.jumped {
        return Ok(diagnosis);
    }
    (diagnosis.control, diagnosis.stall) = (Some(shown.value), control.stall().and(stall));
    let light = control.light(bench, kind).await?;
    let Control { settings: ref tried, scope, ref outcome, ref calm } = control;
    let (before, calm, groups) = (outcome.clone(), calm.clone(), Vec::new());
    let mut search =
        Search { bench, settings: tried, strategy, kind, scope, calm, before, light, control: shown, diagnosis, groups };
    if search.diagnosis.passes {
        search.cures().await?;
    } else {
        search.causes_and_cures(settings, control.stall()).await?;
    }
    Ok(search.diagnosis)
}

struct Search<'a, P> {
    bench: &'a mut Bench<P>,
    settings: &'a Settings,
    strategy: Found,
    kind: Kind,
    /// The outcome without the planned stall; the same as `before` if there is none.
    calm: Arc<Outcome>,
    /// The scope of the trials.
    scope: Scope,
    before: Arc<Outcome>,
    control: Shown,
    light: Arc<Outcome>,
    diagnosis: Diagnosis,
    /// The groups of cures that act on the causes that have been found.
    groups: Vec<CureGroup>,
}

impl<P: AsyncFnMut() -> Result<(), Cancelled>> Search<'_, P> {
    /// Searches for the causes and cures of a symptom that stays. `settings` are those without `stall`, which brought the symptom;
    /// `None` if it came without one.
    async fn causes_and_cures(&mut self, settings: &Settings, stall: Option<PlannedStall>) -> Result<(), Cancelled> {
        self.diagnosis.proof = Proof::None;
        match stall {
            Some(stall) => {
                self.diagnosis.causes.push(FoundCause::after(&stall, self.kind, &self.calm, settings));
                self.groups.extend(AFTER_A_STALL);
            }
            None => self.causes().await?,
        }
        self.cures().await?;
        if !self.has_cures() && !self.are_long() {
            self.pairs().await?;
        }
        if !self.has_cures() {
            self.lesser_faults();
        }
        if !self.has_cures() {
            self.try_group(CureGroup::ClosedForm).await?;
        }
        self.name_loop();
        if !self.diagnosis.causes.is_empty() {
            self.diagnosis.proof = Proof::Found;
        }
        Ok(())
    }

    fn has_cures(&self) -> bool {
        self.diagnosis.cures().next().is_some()
    }

    /// Returns whether the trials are as long as a beat, or as chance needs. In these only the first cure of each group is tried.
    fn are_long(&self) -> bool {
        !self.before.beats.is_empty() || matches!(self.scope.length, Length::Chance(_))
    }

    /// Returns whether the symptom comes in bursts, once a beat.
    fn is_burst(&self) -> bool {
        self.before.burst(self.kind).is_some()
    }

    /// Adds the beat as a cause if the symptom comes in bursts. Returns whether it does.
    fn add_beat(&mut self) -> bool {
        let Some((beat, burst)) = self.before.burst(self.kind) else { return false };
        let sentence = beat.sentence(self.kind, burst);
        self.diagnosis.causes.push(FoundCause::beat(beat.words(), sentence, self.settings));
        self.groups.push(CureGroup::Beat);
        true
    }

    /// Finds the properties that alone bring the symptom; if there are none, the properties without which it does not come, one or
    /// two together.
    async fn causes(&mut self) -> Result<(), Cancelled> {
        let (mut alone, mut with_others, mut parts) = (Vec::new(), Vec::new(), Vec::new());
        let is_beat = self.add_beat();
        let room = CAUSES - self.diagnosis.causes.len();
        for property in causes::all(self.kind, self.settings, &self.strategy) {
            // A beat comes from no load, and the rates that beat are named already.
            if is_beat && !property.cured_by.iter().any(|group| BESIDE_A_BEAT.contains(group)) {
                continue;
            }
            if property.proof == NeededProof::NoOther && !(alone.is_empty() && with_others.is_empty()) {
                continue;
            }
            for without in property.without {
                let Some(outcome) = self.outcome(&without).await? else { continue };
                if !self.is_healthy(&without, &outcome) {
                    if property.proof == NeededProof::AloneIfAny {
                        let value = outcome.value(self.kind);
                        parts.push(Part { words: property.words.clone(), without, value, cured_by: property.cured_by });
                    }
                    continue;
                }
                let is_alone = matches!(property.proof, NeededProof::Nothing | NeededProof::NoOther)
                    || self.brings_it_alone(&without, property.proof).await?;
                if !is_alone && matches!(property.proof, NeededProof::Alone | NeededProof::AloneWithoutWork) {
                    continue;
                }
                let found = FoundCause::cause(property.words, self.kind, &outcome, (self.settings, without));
                (if is_alone { &mut alone } else { &mut with_others }).push((found, property.cured_by.to_vec()));
                break;
            }
            if alone.len() >= room {
                break;
            }
        }
        if alone.is_empty() && with_others.is_empty() && !is_beat {
            with_others.extend(self.two_together(parts).await?);
        }
        // Of what brings a symptom only with others, the part of chance comes first: without it the rest brings none.
        with_others.sort_by_key(|(found, _)| !found.is_of_chance());
        let found = if alone.is_empty() { with_others.into_iter().take(1) } else { alone.into_iter().take(room) };
        for (cause, groups) in found {
            self.diagnosis.causes.push(cause);
            self.groups.extend(groups);
        }
        Ok(())
    }

    /// Returns whether the outcome of `settings` is clear of the symptom, with a better value, and not worse in another way.
    fn is_healthy(&self, settings: &Settings, outcome: &Outcome) -> bool {
        let is_clear = outcome.is_clear_of(self.kind, self.control.tone, &self.light);
        let brings_another = || {
            let symptom = (self.kind, self.control.tone);
            self.kind.is_of_pace() && outcome.brings(symptom, [&self.before, &self.light], &[FULL]).is_some()
        };
        let is_better = is_clear && outcome.is_better(self.kind, self.control.value);
        is_better && !self.is_off_the_other_way(outcome) && self.keeps_pictures(settings, outcome) && !brings_another()
    }

    /// Returns whether uneven pictures have not become even by being few, as far as the display of `settings` can show more.
    fn keeps_pictures(&self, settings: &Settings, outcome: &Outcome) -> bool {
        let [now, before] = [settings, self.settings].map(|settings| settings.computer.highest_refresh_hz());
        let is_about_few = matches!(self.kind, Kind::Judder | Kind::Uneven | Kind::Hitch);
        !is_about_few || outcome.rate >= PICTURES_KEPT * self.before.rate * (now / before).min(1.0)
    }

    /// Finds two properties of which each keeps up the symptom without the other; `None` if there are no such two.
    async fn two_together(&mut self, mut parts: Vec<Part>) -> Result<Option<(FoundCause, Vec<CureGroup>)>, Cancelled> {
        let effect = |part: &Part| part.value.map_or(0.0, |value| (value - self.control.value).abs());
        parts.sort_by(|a, b| effect(b).total_cmp(&effect(a)));
        parts.truncate(STRONGEST);
        for (number, first) in parts.iter().enumerate() {
            for second in &parts[number + 1..] {
                let Some(without) = both(self.settings, [&first.without, &second.without]) else { continue };
                let Some(outcome) = self.outcome(&without).await?.filter(|outcome| self.is_healthy(&without, outcome)) else {
                    continue;
                };
                let words = format!("{} together with {}", first.words, second.words);
                let found = FoundCause::cause(words, self.kind, &outcome, (self.settings, without));
                return Ok(Some((found, [first.cured_by, second.cured_by].concat())));
            }
        }
        Ok(None)
    }

    /// Returns whether the outcome is too slow for a game that was too fast, or too fast for one that was too slow.
    fn is_off_the_other_way(&self, outcome: &Outcome) -> bool {
        match self.kind {
            Kind::SlowMotion => outcome.symptom(Kind::FastMotion).is_some(),
            Kind::FastMotion => outcome.symptom(Kind::SlowMotion).is_some(),
            _ => false,
        }
    }

    /// Returns whether the property that `without` lacks brings the symptom on a healthy computer with the same display.
    async fn brings_it_alone(&mut self, without: &Settings, proof: NeededProof) -> Result<bool, Cancelled> {
        let healthy = healthy(&without.computer);
        let mut ill = Settings { computer: healthy.clone(), ..self.settings.clone() };
        ill.computer.take_differences(&without.computer, &self.settings.computer);
        let mut well = Settings { computer: healthy, ..without.clone() };
        if proof == NeededProof::AloneWithoutWork {
            (ill, well) = (Load::without_any(&ill), Load::without_any(&well));
        }
        let Some(well) = self.outcome(&well).await? else { return Ok(false) };
        Ok(well.symptom(self.kind).is_none() && self.outcome(&ill).await?.is_some_and(|ill| ill.symptom(self.kind).is_some()))
    }

    /// Tries the cures, the ones that act on the causes first.
    async fn cures(&mut self) -> Result<(), Cancelled> {
        for group in self.groups_in_order() {
            self.try_group(group).await?;
        }
        Ok(())
    }

    async fn try_group(&mut self, group: CureGroup) -> Result<(), Cancelled> {
        for cure in self.cures_of(group) {
            if self.diagnosis.cures().count() >= CURES {
                break;
            }
            self.try_cure(cure, group).await?;
        }
        Ok(())
    }

    /// Returns every group of cures once, the groups that act on the causes first. A symptom that passes has only those that act on
    /// the time of a stall.
    fn groups_in_order(&self) -> Vec<CureGroup> {
        if self.diagnosis.passes {
            return vec![CureGroup::Stall];
        }
        let first: &[CureGroup] = if self.kind.aspect() == Aspect::World { &[CureGroup::Step] } else { &[] };
        let jumps: &[CureGroup] = if self.kind == Kind::Stall && self.before.jumped { &[CureGroup::Stall] } else { &[] };
        let mut groups: Vec<CureGroup> = Vec::new();
        for group in first.iter().chain(&self.groups).chain(jumps).chain(&CureGroup::ALL) {
            if !groups.contains(group) {
                groups.push(*group);
            }
        }
        groups
    }

    /// Returns the cures of a group that are tried. If a load is the cause, the cures make no other load cheaper; less work does
    /// not help against a beat.
    fn cures_of(&self, group: CureGroup) -> Vec<Cure> {
        if group == CureGroup::Work && self.is_burst() {
            return Vec::new();
        }
        let is_called = self.before.is_called || self.strategy.is_page || self.strategy.is_called();
        let patient = Patient { kind: self.kind, settings: self.settings, strategy: &self.strategy, is_called };
        let mut cures = match (self.kind, group) {
            (Kind::LimitMissed, CureGroup::Beat) => frame_limit::cures(&patient),
            _ => cures::of(group, &patient),
        };
        let is_it = |cure: &Cure| matches!(cure, Cure::Less(load) if self.is_cause(load));
        if cures.iter().any(is_it) {
            cures.retain(|cure| matches!(cure, Cure::FirstOf(_)) || is_it(cure));
        }
        if self.are_long() {
            cures.retain(|cure| !matches!(cure, Cure::FirstOf(alternatives) if alternatives.is_empty()));
            cures.truncate(1);
        }
        cures
    }

    async fn try_cure(&mut self, cure: Cure, group: CureGroup) -> Result<(), Cancelled> {
        match cure {
            Cure::FirstOf(alternatives) => {
                for changed in alternatives {
                    if self.attempt(changed, Some(group)).await? {
                        break;
                    }
                }
            }
            Cure::Less(load) => {
                let Some(most) = self.load_that_fits(load).await? else { return Ok(()) };
                // What chance brings now and then needs more room.
                let room = if can_come_back(&self.settings.computer) { &ROOM[..] } else { &ROOM[..1] };
                for share in room {
                    let most = two_digits(share * most);
                    let words = (load.cheaper)(&self.settings.computer, most);
                    let changed = Changed { settings: load.limited(self.settings, most), words };
                    if most <= load.least || self.attempt(changed, Some(group)).await? {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    fn is_cause(&self, load: &Load) -> bool {
        let words = (load.named)(&self.settings.computer);
        self.diagnosis.causes.iter().any(|cause| cause.words == words)
    }

    /// Tries pairs of the most effective changes.
    async fn pairs(&mut self) -> Result<(), Cancelled> {
        let effect = |experiment: &Experiment, control: f64| experiment.value.map_or(0.0, |value| (value - control).abs());
        let mut strongest = self.diagnosis.experiments.clone();
        strongest.retain(|experiment| effect(experiment, self.control.value) > 0.0);
        strongest.sort_by(|a, b| effect(b, self.control.value).total_cmp(&effect(a, self.control.value)));
        strongest.truncate(STRONGEST);
        for (number, first) in strongest.iter().enumerate() {
            for second in &strongest[number + 1..] {
                let Some(settings) = both(self.settings, [&first.settings, &second.settings]) else { continue };
                let words = format!("{} and {}", first.words, second.words);
                if self.attempt(Changed { settings, words }, None).await? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Adds changes that remove the symptom but bring a less important one, for a run that no change makes healthy.
    fn lesser_faults(&mut self) {
        let is_lesser =
            |experiment: &&Experiment| experiment.removes && experiment.brings.is_some_and(|brought| brought > self.kind);
        let lesser: Vec<Experiment> = self.diagnosis.experiments.iter().filter(is_lesser).take(CAUSES).cloned().collect();
        self.diagnosis.causes.extend(lesser.into_iter().map(|experiment| experiment.cure(self.settings)));
    }

    /// Makes the trial of changed settings, and stores the experiment. Returns whether the change is a cure. The group of the change
    /// is `None` for a pair of changes.
    async fn attempt(&mut self, changed: Changed, group: Option<CureGroup>) -> Result<bool, Cancelled> {
        let Changed { settings, words } = changed;
        // Two groups can offer the same change.
        if self.diagnosis.experiments.iter().any(|tried| tried.settings == settings) {
            return Ok(false);
        }
        let (kind, tone) = (self.kind, self.control.tone);
        let Some(outcome) = self.outcome(&settings).await? else { return Ok(false) };
        let least = if kind == Kind::HalfRate { PICTURES_WON } else { PICTURES_KEPT };
        // The loop can do nothing about a stall, but about its time.
        let is_of_jump = kind == Kind::Stall && group == Some(CureGroup::Stall);
        let is_gone = if is_of_jump {
            !outcome.jumped && !outcome.is_too_expensive
        } else {
            // A game in which no jump ends any more is not cured of their height.
            let is_measured = kind != Kind::AnotherHeight || outcome.value(kind).is_some();
            outcome.is_clear_of(kind, tone, &self.excused()) && !outcome.is_worse(kind, self.control.value) && is_measured
        };
        let is_cleared = is_gone && outcome.rate >= least * self.before.rate && !self.is_off_the_other_way(&outcome);
        let has_all_phases = self.diagnosis.passes || !outcome.beats.is_empty();
        let removes = is_cleared && (has_all_phases || self.holds_in_all_phases(&settings).await?);
        let removes = removes && (is_of_jump || self.lasts(&settings).await?);
        let pair = (self.settings, &settings);
        let scopes = Aspect::ALL.map(|aspect| if aspect == self.scope.aspect { self.scope } else { Scope::usual(aspect) });
        let at = (&scopes[..], &[FULL, NEARLY][..]);
        let brings = if removes { self.bench.brought(pair, (kind, tone), at).await? } else { None };
        // A limit is what ends a spiral, although the game then runs slow.
        let is_limit = kind == Kind::Spiral && group == Some(CureGroup::Limit);
        let helps = removes && brings.is_none_or(|brought| is_limit && brought == Kind::SlowMotion);
        let value = outcome.value(kind);
        let clause = if is_of_jump { "no jump".to_owned() } else { describe(kind, value) };
        let costs = if helps { self.costs(&settings, &outcome).await? } else { outcome.costs(&self.before, kind) };
        let experiment = Experiment { words, settings, value, removes, brings, clause, costs };
        if helps {
            self.name_param(&experiment);
            self.diagnosis.causes.push(experiment.cure(self.settings));
        }
        self.diagnosis.experiments.push(experiment);
        Ok(helps)
    }

    /// Returns what changed settings cost compared with those before: without the stall, and what becomes of its time.
    async fn costs(&mut self, changed: &Settings, outcome: &Outcome) -> Result<Vec<String>, Cancelled> {
        let Some(stall) = self.settings.hitches.first() else { return Ok(outcome.costs(&self.before, self.kind)) };
        let calm = Settings { hitches: Vec::new(), ..changed.clone() };
        let calm = self.bench.outcome(&calm, Scope::usual(self.kind.aspect())).await?;
        let forgotten = outcome.forgotten(&self.before, [&calm, &self.calm], stall.ms);
        let jumps = (outcome.jumped && !self.before.jumped).then(|| "the stall comes back as a jump".to_owned());
        Ok(calm.costs(&self.calm, self.kind).into_iter().chain(forgotten).chain(jumps).collect())
    }

    /// Names the loop as the cause if no property is one, another loop clears the symptom, and this one shows it without any work, too.
    fn name_loop(&mut self) {
        self.name_timers();
        let is_named = self.diagnosis.causes.iter().any(|found| found.role == Role::Cause);
        let alone = self.light.symptom(self.kind).filter(|alone| !is_named && alone.tone >= self.control.tone);
        let other = self.diagnosis.cures().find(|cure| cure.is_other_loop()).cloned();
        // Of a camera that jitters its sentence says what to follow, which no other setting is.
        let unchanged = || (self.kind == Kind::Camera).then(|| FoundCause::unchanged(self.settings));
        if let Some((alone, other)) = alone.zip(other.or_else(unchanged)) {
            let cause = FoundCause::own_loop(self.loop_in_words(), (self.kind, alone.value), &other);
            self.diagnosis.causes.insert(0, cause);
        }
    }

    /// Names the timers of a page that draws in them alone as the cause of uneven pictures, if a loop that the display calls has none.
    /// How much such a page works only moves its phase.
    fn name_timers(&mut self) {
        let draws_in_timers = self.strategy.is_page && !self.before.is_called && self.kind.is_of_pace();
        let called = self.diagnosis.cures().find(|cure| cure.is_other_loop()).filter(|_| draws_in_timers);
        if let Some(called) = called {
            let cause = FoundCause::timers(self.kind, called);
            self.diagnosis.causes.retain(|found| found.role == Role::Cure);
            self.diagnosis.causes.insert(0, cause);
        }
    }

    /// Names what is particular about the loop: the limit that it misses, or its steps, if they are all alike.
    fn loop_in_words(&self) -> String {
        if let (Kind::LimitMissed, Some(asked)) = (self.kind, frame_limit::asked(self.settings, &self.strategy)) {
            return frame_limit::on_display(self.settings, asked);
        }
        let is_of_presses = matches!(self.kind, Kind::PressesLost | Kind::PressesDoubled);
        if is_of_presses && self.strategy.group == Group::Own && self.settings.computer.presses == PressRead::Latched {
            return "its own rule for presses".to_owned();
        }
        let Outcome { steps_hz: Some(simulated_hz), speed: Some(speed), .. } = *self.before else {
            return "the loop itself".to_owned();
        };
        if is_of_presses || self.kind == Kind::NeverDraws {
            return "the loop itself".to_owned();
        }
        // The steps of a game of the right speed are counted from one turn to another, a few more or less.
        let share = if (speed - 100.0).abs() < RIGHT_SPEED { 1.0 } else { speed / 100.0 };
        let made = three_digits(simulated_hz * share);
        let frames = limit_of(self.settings, &self.strategy);
        let frames = frames.map_or_else(String::new, |(_, limit)| format!(" and {} frames", hertz(limit)));
        let step_ms = 1000.0 / simulated_hz;
        let is_cut = |interval_ms: &f64| step_ms > *interval_ms && libm::floor(step_ms) == *interval_ms;
        match self.kind {
            Kind::FastMotion if let Some(interval_ms) = self.strategy.interval_ms.filter(is_cut) => {
                format!("its interval of {} (browsers cut it to whole ms) for steps of {}", ms(interval_ms), ms(step_ms))
            }
            Kind::SlowMotion | Kind::FastMotion => format!("its {made} steps a second of {} each", ms(step_ms)),
            _ => format!("its {made} steps{frames} a second on {} Hz", display_hz(&self.settings.computer)),
        }
    }

    /// Names the first parameter of a user's loop of which a cure of a passing symptom tries another value as the cause.
    fn name_param(&mut self, cured: &Experiment) {
        let [before, after] = [self.settings, &cured.settings].map(|settings| &settings.panes[0]);
        if !self.diagnosis.passes || self.strategy.group != Group::Own || before.strategy != after.strategy {
            return;
        }
        let is_other = |param: &&Param| before.params.get(param) != after.params.get(param);
        if let Some(param) = self.strategy.params.iter().find(is_other).filter(|_| self.diagnosis.causes.is_empty()) {
            let words = format!("its {}", param.in_words(&before.params.get(param)));
            self.diagnosis.causes.push(FoundCause::param(words, cured, self.settings));
        }
    }

    /// Returns whether a cure of uneven pictures also holds on a display that is a little slower, where no lucky phase lasts. If
    /// work brings the symptom, what the loop shows there without any work does not count; hitches that the pane has beside it are
    /// another thing.
    async fn holds_in_all_phases(&mut self, cured: &Settings) -> Result<bool, Cancelled> {
        let (kind, tone, slower) = (self.kind, self.control.tone, slower_display(cured));
        if !kind.is_of_pace() {
            return Ok(true);
        }
        let scope = Scope::of_pace(Length::AllPhases);
        let outcome = self.bench.outcome(&slower, scope).await?;
        if outcome.is_refused || outcome.is_even(tone, &[]) {
            return Ok(true);
        }
        let known = if kind == Kind::Hitch { Arc::default() } else { self.hitches().await? };
        if !self.is_of_work() {
            return Ok(outcome.is_even(tone, &[&known]));
        }
        let light = self.bench.outcome(&slower_display(&Load::without_any(self.settings)), scope).await?;
        Ok(outcome.is_even(tone, &[&known, &light]))
    }

    /// Returns whether a cure also holds for as long as chance and spikes may need to bring the symptom back.
    async fn lasts(&mut self, cured: &Settings) -> Result<bool, Cancelled> {
        if self.diagnosis.passes || !can_come_back(&cured.computer) {
            return Ok(true);
        }
        let outcome = self.bench.outcome(cured, Scope { length: Length::Lasting, ..self.scope }).await?;
        Ok(outcome.never_shows(self.kind, self.control.tone))
    }

    /// Returns whether work is among the causes.
    fn is_of_work(&self) -> bool {
        self.diagnosis.causes.iter().any(FoundCause::is_of_work)
    }

    /// Returns the outcome whose milder symptoms a cure need not clear: that without any work, of uneven pictures only if work brings
    /// them.
    fn excused(&self) -> Arc<Outcome> {
        if self.is_of_work() || !self.kind.is_of_pace() { self.light.clone() } else { Arc::default() }
    }

    /// Returns the hitches that the pane has without any change.
    async fn hitches(&mut self) -> Result<Arc<Outcome>, Cancelled> {
        self.bench.outcome(self.settings, Scope::usual(Aspect::Rare)).await
    }

    /// Returns the outcome of changed settings in the scope of the symptom; `None` if they are not allowed, the loop can't run in
    /// their world, or its turns never end.
    async fn outcome(&mut self, settings: &Settings) -> Result<Option<Arc<Outcome>>, Cancelled> {
        if lacks_formula(settings) {
            return Ok(None);
        }
        let outcome = self.bench.outcome(settings, self.scope).await?;
        Ok(Some(outcome).filter(|outcome| !outcome.is_refused))
    }

    /// Returns the part of the load that is advised because it clears the symptom and brings none that is as bad;
    /// `None` if it is too small to be worth advising.
    async fn load_that_fits(&mut self, load: &Load) -> Result<Option<f64>, Cancelled> {
        let now = (load.value)(&self.settings.computer);
        let is_worth_less = load.is_uneven || self.is_cause(load);
        let likely = load.that_fill_refreshes(self.settings);
        let bounds = LoadBounds { least: load.least, now, is_worth_less, likely };
        bounds.advised(async |most| self.fits(load, most).await).await
    }

    async fn fits(&mut self, load: &Load, most: f64) -> Result<bool, Cancelled> {
        let changed = load.limited(self.settings, most);
        let (kind, tone) = (self.kind, self.control.tone);
        let Some(outcome) = self.outcome(&changed).await? else { return Ok(false) };
        let (pair, at) = ((self.settings, &changed), (&[self.scope][..], &[FULL][..]));
        let is_gone = outcome.is_free_of(kind) || outcome.is_clear_of(kind, tone, &self.excused());
        Ok(is_gone && self.bench.brought(pair, (kind, tone), at).await?.is_none())
    }
}

/// A property without which the symptom stays.
struct Part {
    words: String,
    without: Settings,
    /// The value of the symptom without the property; `None` if these settings have none.
    value: Option<f64>,
    cured_by: &'static [CureGroup],
}

/// Returns the default computer with the display of `display`.
fn healthy(display: &Computer) -> Computer {
    let Computer { refresh_hz, present, vrr, vrr_lo_hz, vrr_hi_hz, .. } = *display;
    Computer { refresh_hz, present, vrr, vrr_lo_hz, vrr_hi_hz, ..Computer::default() }
}
