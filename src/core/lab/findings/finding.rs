//! A finding: a symptom of a pane with its diagnosis by experiments.

use super::found_pane::FoundPane;
use super::happening::{Happening, PanePast};
use crate::base::params::value::Value;
use crate::base::time::Time;
use crate::lab::experiments::diagnoses::{Asked, Diagnoses, is_explained};
use crate::lab::experiments::diagnosis::{Diagnosis, FoundCause, Proof, Role};
use crate::lab::metrics::reach::RECENT;
use crate::lab::run::setup::PaneSetup;
use crate::lab::symptoms::hitches::Hitch;
use crate::lab::symptoms::intervals::Interval;
use crate::lab::symptoms::kind::{Aspect, Kind, Tone};
use crate::lab::symptoms::pace::RECOVERY;
use crate::lab::symptoms::rate_change::RateChange;
use crate::lab::symptoms::regime_settings::RegimeSettings;
use crate::lab::symptoms::symptom::{PaneState, Symptom};
use crate::lab::symptoms::symptom_span::{SHORT, SymptomSpan};
use crate::lab::symptoms::windows::TEN_SECONDS;
use crate::model::config::capture::Capture;
use crate::model::config::patch::{Owner, Patch, SettingPath};
use crate::model::config::settings::{PaneSettings, Settings};
use crate::model::scripts;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::rc::Rc;
use std::sync::Arc;

const HEADLINE: usize = 60;
/// The least difference of the worst and the mean speed, in percentage points, that is told.
const VARIES: f64 = 1.0;
/// A low rate of a capture is told with the mean if they differ by more than this factor.
const NEAR_MEAN: f64 = 1.1;

#[derive(Clone, Debug)]
pub struct Finding {
    pub symptom: Symptom,
    /// The moment of the last state that told the symptom; the end of a stall, and of hitches that came with the start.
    pub to: Time,
    /// The newest moment that shows the symptom, at most `to`.
    pub shown_until: Time,
    /// The beginning of the regime in which the symptom began.
    pub regime: Time,
    is_short: bool,
    /// The diagnosis; `None` as long as the experiments have not been made.
    pub diagnosis: Option<Arc<Diagnosis>>,
    /// The event just before the symptom began; `None` if there was none.
    pub happening: Option<Happening>,
    /// The mean speed, in %; `None` at one moment, and of other kinds than slow and fast motion.
    mean_speed: Option<f64>,
    pane: Rc<FoundPane>,
}

/// The knowledge about the cause of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Knowledge {
    /// A cause or a cure is known.
    Found,
    /// Neither a cause nor a cure is known.
    None,
    /// The symptom was caused by a single happening, and passes.
    Transient,
    /// A steady run does not show the symptom.
    NotReproduced,
    /// The experiments have not been made, or would be too expensive.
    NotTried,
}

impl Knowledge {
    pub const fn word(self) -> &'static str {
        match self {
            Knowledge::Found => "found",
            Knowledge::None => "none",
            Knowledge::Transient => "transient",
            Knowledge::NotReproduced => "not-reproduced",
            Knowledge::NotTried => "not-tried",
        }
    }
}

impl Finding {
    /// Returns a finding without a diagnosis.
    pub fn new(span: SymptomSpan, pane: Rc<FoundPane>, past: &PanePast) -> Finding {
        let SymptomSpan { mut symptom, mut to, shown_until, regime, speed } = span;
        let is_short = to - symptom.from < SHORT && symptom.stall().is_none();
        // The picture that stays during a stall is older than what stalls the game.
        let happening = past.happening_before(if symptom.stall().is_some() { shown_until } else { symptom.from });
        let is_of_start = happening.as_ref().is_some_and(|happening| happening.is_start_with(shown_until));
        // Hitches are counted over ten seconds, but those of the start lie in the start.
        if let Some((first, last)) = symptom.hitches().first().zip(symptom.hitches().last()).filter(|_| is_of_start) {
            (symptom.from, to) = (first.begin, last.end());
        }
        let mean_speed = speed.filter(|_| symptom.kind().is_of_speed());
        Finding { symptom, to, shown_until: shown_until.min(to), regime, is_short, diagnosis: None, happening, mean_speed, pane }
    }

    /// Returns a finding for each symptom of a state; `to` is the moment at which the state is read.
    pub fn all_of(state: &PaneState, to: Time, pane: &Rc<FoundPane>, past: &PanePast) -> Vec<Finding> {
        let span = |symptom: &Symptom| SymptomSpan { to, ..SymptomSpan::new(symptom.clone(), state.at, state.regime) };
        state.symptoms.iter().map(|symptom| Finding::new(span(symptom), pane.clone(), past)).collect()
    }

    /// Returns the settings of the pane and the question with which experiments are made.
    pub fn asked(&self) -> (&Settings, Asked) {
        let kind = self.symptom.kind();
        let is_aftermath = kind.is_aftermath() || self.symptom.is_jump();
        let stall = |happening: &Happening| happening.stall.filter(|_| is_aftermath).or(happening.outlasted_by(self.shown_until));
        (&self.pane.alone, (kind, self.happening.as_ref().and_then(stall)))
    }

    /// Sets the diagnosis to the one in `known`, or to `None` if `known` has none.
    pub fn diagnose(&mut self, known: &Diagnoses) {
        let (alone, asked) = self.asked();
        self.diagnosis = known.diagnosis(alone, asked).cloned();
    }

    /// Returns the causes, followed by the cures.
    pub fn causes(&self) -> impl Iterator<Item = &FoundCause> {
        self.diagnosis.iter().flat_map(|diagnosis| &diagnosis.causes)
    }

    /// Returns whether both findings can come from the same thing: a cause is the same, or one of them has none.
    pub fn can_come_from_that_of(&self, other: &Finding) -> bool {
        let [own, others] = [self, other].map(|finding| finding.causes().filter(|cause| cause.role == Role::Cause));
        let (own, others): (Vec<_>, Vec<_>) = (own.collect(), others.collect());
        own.is_empty() || others.is_empty() || own.iter().any(|cause| others.iter().any(|other| other.words == cause.words))
    }

    /// Returns whether both findings have a cause that is the same.
    pub fn has_a_cause_of(&self, other: &Finding) -> bool {
        let is_known = |finding: &Finding| finding.causes().any(|cause| cause.role == Role::Cause);
        is_known(self) && is_known(other) && self.can_come_from_that_of(other)
    }

    /// Returns whether a cause of the finding leaves something to chance.
    pub fn comes_by_chance(&self) -> bool {
        self.causes().any(|cause| cause.role == Role::Cause && cause.is_of_chance())
    }

    pub fn patch(&self, cause: &FoundCause) -> Patch {
        cause.patch(&self.pane.settings, self.pane.index)
    }

    /// Returns the settings of a further pane that tries a cause or a cure; `None` if the patch changes the world or the text of a
    /// loop, which all panes share, or changes nothing.
    pub fn beside(&self, cause: &FoundCause) -> Option<PaneSettings> {
        let FoundPane { settings, index, .. } = &*self.pane;
        let mut changed = settings.clone();
        // This can't fail, because the patch was made from these settings.
        let _ = self.patch(cause).change(&mut changed);
        if changed.scene != settings.scene || changed.loops != settings.loops || changed == *settings {
            return None;
        }
        let is_shared = changed.computer != settings.computer;
        let pane = changed.panes.swap_remove(*index);
        let computer = if is_shared { Some(changed.computer) } else { pane.computer };
        Some(PaneSettings { letter: None, computer, ..pane })
    }

    /// Returns whether the symptom came with its happening and passes: nothing shows it later than two seconds after that, or, where a
    /// speed is measured from the beginning of a stall, half a second more. What is measured over ten seconds shows a stall for as long.
    fn passes(&self) -> bool {
        let kind = self.symptom.kind();
        let is_of_ten_seconds = kind.is_of_speed() || matches!(kind, Kind::Hitch | Kind::Ahead | Kind::Behind);
        self.happening.as_ref().is_some_and(|happening| {
            let reach = match happening.stall {
                Some(_) if is_of_ten_seconds => TEN_SECONDS,
                _ if kind.is_of_speed() => RECENT + RECOVERY,
                _ => RECENT,
            };
            self.shown_until <= happening.until + reach
        })
    }

    /// Returns whether the symptom lies in the start.
    pub fn is_of_start(&self) -> bool {
        self.happening.as_ref().is_some_and(|happening| happening.is_start_with(self.shown_until))
    }

    /// Returns whether the finding is a fault, or a fact that a person may want to change.
    pub fn is_complaint(&self) -> bool {
        self.symptom.tone >= Tone::Note
    }

    /// Returns the happening to which the symptom belongs; `None` without one, or if the symptom does not pass, or comes in a
    /// steady run too, or is none.
    pub fn event(&self) -> Option<&Happening> {
        let is_steady = matches!(self.knowledge(), Knowledge::Found | Knowledge::None);
        self.happening.as_ref().filter(|_| self.is_complaint() && self.passes() && !is_steady)
    }

    /// Returns whether the pane had the same settings in the regimes of both findings.
    pub fn has_settings_of(&self, other: &Finding) -> bool {
        self.regime == other.regime || self.regime_settings() == other.regime_settings()
    }

    fn regime_settings(&self) -> Option<RegimeSettings> {
        let FoundPane { settings, index, .. } = &*self.pane;
        RegimeSettings::of(&PaneSetup { index: *index, settings, at: self.regime }).ok()
    }

    /// Returns the capture that the pane plays; `None` if it plays none.
    pub fn capture(&self) -> Option<&Capture> {
        self.pane.settings.panes[self.pane.index].played()
    }

    /// Returns the change of the frame rate of the capture that the pane plays; `None` if it holds, or the pane plays none.
    pub fn rate_change(&self) -> Option<RateChange> {
        RateChange::of(stays(&self.flips()))
    }

    /// Returns the change of the frame rate of the capture in the time of these findings; `None` if it holds, or the pane plays none.
    pub fn rate_change_in<'a>(&self, parts: impl Iterator<Item = &'a Finding>) -> Option<RateChange> {
        let flips = self.flips();
        let part = |part: &Finding| {
            let first = flips.partition_point(|flip| *flip < part.symptom.from);
            &flips[first..flips.partition_point(|flip| *flip <= part.to).max(first)]
        };
        let parts: Vec<&[Time]> = parts.map(part).collect();
        match parts[..] {
            [whole] => RateChange::of(stays(whole)),
            _ => RateChange::of_parts(parts.into_iter().flat_map(stays)),
        }
    }

    /// Returns the flips of the capture; none if the pane plays no capture.
    fn flips(&self) -> Vec<Time> {
        let frames = self.capture().map_or(&[][..], |capture| &capture.frames);
        frames.iter().map(|frame| frame.flip).filter(|flip| *flip < Time::NEVER).collect()
    }

    /// Returns whether the symptom was told for less than 0.4 s. A stall is never short.
    pub fn is_short(&self) -> bool {
        self.is_short
    }

    fn knowledge(&self) -> Knowledge {
        let passes = self.diagnosis.as_ref().is_some_and(|diagnosis| diagnosis.passes);
        match (self.diagnosis.as_ref().map(|diagnosis| diagnosis.proof), &self.happening) {
            (Some(Proof::Found), _) => Knowledge::Found,
            (Some(Proof::None), _) => Knowledge::None,
            // A symptom that holds for longer does not pass.
            (Some(Proof::NotShown), Some(_)) if passes || self.passes() => Knowledge::Transient,
            (Some(Proof::NotShown), _) => Knowledge::NotReproduced,
            (Some(Proof::NotTried) | None, _) => Knowledge::NotTried,
        }
    }

    /// Returns the headline, with the cause if there is room for it.
    pub fn headline(&self) -> String {
        let headline = self.headline_of_all();
        let why = match self.knowledge() {
            Knowledge::Found => {
                let cause = self.causes().find(|cause| cause.role == Role::Cause);
                cause.map(|cause| format!("{headline}, from {}", cause.words))
            }
            // A stall tells itself what happened.
            Knowledge::Transient if self.symptom.kind() != Kind::Stall => {
                self.happening.as_ref().map(|happening| format!("{headline}, after {}", happening.words))
            }
            _ => None,
        };
        why.filter(|text| text.chars().count() <= HEADLINE).unwrap_or(headline)
    }

    /// Returns the headline of the symptom; of a speed also the mean, unless its worst moment is like all others.
    fn headline_of_all(&self) -> String {
        let (headline, worst) = (self.symptom.headline(), self.symptom.value);
        if let Some(mean) = self.mean_rate().filter(|mean| !(worst / NEAR_MEAN..=worst * NEAR_MEAN).contains(mean)) {
            return format!("{headline} at its lowest, {} on average", self.symptom.kind().says(mean));
        }
        match self.mean_speed.filter(|mean| (mean - worst).abs() >= VARIES && headline.ends_with("speed")) {
            Some(mean) => format!("{headline} (mean {})", self.symptom.kind().says(mean).replace(" speed", "")),
            None => headline,
        }
    }

    /// Returns the mean rate of a capture's frames while its rate is low; `None` of other kinds, and without frames.
    fn mean_rate(&self) -> Option<f64> {
        let capture = self.capture().filter(|_| self.symptom.kind() == Kind::LowFrameRate)?;
        let is_within = |flip: &Time| (self.symptom.from..=self.to).contains(flip);
        let mut flips = capture.frames.iter().map(|frame| frame.flip).filter(is_within);
        let first = flips.next()?;
        let (count, last) = flips.fold((0, first), |(count, _), flip| (count + 1, flip));
        (count > 0).then(|| f64::from(count) / (last - first).as_secs())
    }

    /// Returns the sentences that follow the headline: its detail, then that it passes, or why it has no causes, and its causes and
    /// cures.
    pub fn sentences(&self) -> Vec<String> {
        let causes = match self.knowledge() {
            Knowledge::Found | Knowledge::Transient => self.causes().map(|cause| cause.sentence.clone()).collect(),
            _ => Vec::new(),
        };
        self.symptom.detail().into_iter().chain(self.remarks()).chain(causes).collect()
    }

    /// Returns the sentences that say that the finding passes, or why it has no causes; empty if it has causes or cures, or
    /// nothing was tried. Of the hitches of a capture they say what becomes of them in other loops.
    pub fn remarks(&self) -> Vec<String> {
        let replay = self.diagnosis.as_ref().and_then(|diagnosis| diagnosis.replay.as_ref());
        replay.map_or_else(|| self.remark().into_iter().collect(), |replay| replay.text.clone())
    }

    fn remark(&self) -> Option<String> {
        match self.knowledge() {
            Knowledge::Transient => self.happening.as_ref().map(|happening| {
                // What the bodies have done can stay.
                let is_of_world = self.symptom.kind().aspect() == Aspect::World;
                let passes = if self.passes() && !is_of_world { "It passes: it came" } else { "It came" };
                format!("{passes} with {}.", happening.words)
            }),
            Knowledge::NotReproduced => self.diagnosis.as_ref().map(|diagnosis| not_shown(diagnosis)),
            Knowledge::None if is_explained(self.symptom.kind()) => {
                Some("No cause was found, and no change that clears it without another fault.".to_owned())
            }
            Knowledge::Found | Knowledge::None | Knowledge::NotTried => None,
        }
    }
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let kind = self.symptom.kind();
        let knowledge = self.knowledge();
        let mut fields = to.serialize_struct("finding", 14)?;
        fields.serialize_field("kind", kind.id())?;
        fields.serialize_field("tone", self.symptom.tone.id())?;
        fields.serialize_field("value", &self.symptom.value)?;
        fields.serialize_field("unit", kind.unit())?;
        fields.serialize_field("text", &self.headline())?;
        fields.serialize_field("from_s", &self.symptom.from.as_secs())?;
        fields.serialize_field("to_s", &self.to.as_secs())?;
        fields.serialize_field("short", &self.is_short())?;
        let regime = RegimeInReport { from_s: self.regime.as_secs(), settings: self.regime_settings() };
        fields.serialize_field("regime", &regime)?;
        fields.serialize_field("experiment", knowledge.word())?;
        fields.serialize_field("control", &self.diagnosis.as_ref().and_then(|diagnosis| diagnosis.control))?;
        let event = self.happening.as_ref().filter(|_| knowledge == Knowledge::Transient);
        fields.serialize_field("event", &event)?;
        let causes: Vec<CauseInReport> = self.causes().map(|cause| CauseInReport::new(cause, self)).collect();
        fields.serialize_field("causes", &causes)?;
        if kind == Kind::Hitch {
            let hitch =
                |hitch: &Hitch| HitchInReport { at_s: hitch.begin.as_secs(), ms: hitch.length.as_millis(), leap: hitch.is_leap };
            fields.serialize_field("hitches", &self.symptom.hitches().iter().map(hitch).collect::<Vec<_>>())?;
        }
        if let Some(replay) = self.diagnosis.as_ref().and_then(|diagnosis| diagnosis.replay.as_ref()) {
            fields.serialize_field("in_other_loops", replay)?;
        }
        fields.end()
    }
}

#[derive(Serialize)]
struct RegimeInReport {
    from_s: f64,
    settings: Option<RegimeSettings>,
}

/// A picture that stayed long: the moment at which it appeared, and for how long it stayed.
#[derive(Serialize)]
struct HitchInReport {
    at_s: f64,
    ms: f64,
    leap: bool,
}

#[derive(Serialize)]
struct CauseInReport {
    role: &'static str,
    changes: Vec<ChangeInReport>,
    value_without: Option<f64>,
    text: String,
}

#[derive(Serialize)]
struct ChangeInReport {
    path: String,
    /// The value before the change; `None` for a parameter that only the new loop has.
    from: Option<Value>,
    to: Value,
}

impl CauseInReport {
    fn new(cause: &FoundCause, finding: &Finding) -> CauseInReport {
        let patch = finding.patch(cause);
        let FoundPane { settings, index, .. } = &*finding.pane;
        let form = |(path, to): (&SettingPath, &Value)| {
            let set = || path.value(settings).filter(|value| !value.is_unset());
            let from = default_of(path, settings, *index).or_else(set);
            ChangeInReport { path: path.to_string(), from, to: to.clone() }
        };
        let (changes, text) = (patch.iter().map(form).collect(), cause.sentence.clone());
        CauseInReport { role: cause.role.word(), changes, value_without: cause.value_without, text }
    }
}

fn not_shown(diagnosis: &Diagnosis) -> String {
    format!("It comes in this run, but not in trials of {:.0} s with the same settings.", diagnosis.lasts.as_secs())
}

/// Returns the value of a pane's setting whose default depends on the loop; `None` for other settings.
fn default_of(path: &SettingPath, settings: &Settings, index: usize) -> Option<Value> {
    let (strategy, pane) = (scripts::of_pane(settings, index).ok()?, &settings.panes[index]);
    match path.owner {
        Owner::Params(_) => strategy.param(&path.name).map(|param| pane.params.get(param)),
        Owner::Pane(_) if path.name == "presentation" => Some(pane.presentation.unwrap_or(strategy.presentation).id().into()),
        _ => None,
    }
}

/// Returns the stays between flips.
fn stays(flips: &[Time]) -> impl Iterator<Item = Interval> {
    flips.windows(2).map(|pair| Interval { begin: pair[0], length: pair[1] - pair[0] })
}
