//! The search for the causes of one symptom: the control, the interventions in their order, and pairs of them.

use super::diagnosis::{Diagnosis, Experiment, FoundCause, Proof, Role};
use super::interventions::{INTERVENTIONS, Intervention, Variation};
use super::steady::{Bench, SteadyPart};
use crate::base::jobs::Cancelled;
use crate::base::params::Described;
use crate::lab::findings::Kind;
use crate::lab::load_map::Axis;
use crate::lab::run::Run;
use crate::model::config::{Computer, Settings};
use crate::model::{scripts, worlds};

/// Pairs are made of the interventions that change most: of this many.
const STRONGEST: usize = 6;
/// The search ends when it has found this many remedies.
const REMEDIES: usize = 3;
/// The load that fits is known when its bounds are as near to each other as this, in parts of the load.
const PRECISION: f64 = 0.02;

/// Looks for the causes of a symptom in the settings of a pane alone.
pub async fn explain<P>(bench: &mut Bench<P>, settings: &Settings, kind: Kind) -> Result<Diagnosis, Cancelled>
where
    P: AsyncFnMut() -> Result<(), Cancelled>,
{
    let outcome = bench.outcome(settings, SteadyPart::of(kind)).await?;
    let mut diagnosis = Diagnosis::new(kind, settings.clone());
    if outcome.is_too_expensive {
        diagnosis.proof = Proof::NotTried;
        return Ok(diagnosis);
    }
    let Some(control) = outcome.symptom(kind) else { return Ok(diagnosis) };
    diagnosis.control = Some(control);
    diagnosis.proof = Proof::None;
    let mut search = Search { bench, settings, kind, control, diagnosis };
    search.singles().await?;
    if search.diagnosis.causes.is_empty() {
        search.pairs().await?;
    }
    if search.diagnosis.causes.is_empty() {
        search.lesser_faults().await?;
    }
    Ok(search.diagnosis)
}

struct Search<'a, P> {
    bench: &'a mut Bench<P>,
    settings: &'a Settings,
    kind: Kind,
    /// The value in the steady run without a change.
    control: f64,
    diagnosis: Diagnosis,
}

impl<P: AsyncFnMut() -> Result<(), Cancelled>> Search<'_, P> {
    async fn singles(&mut self) -> Result<(), Cancelled> {
        for intervention in INTERVENTIONS {
            let remedies = self.diagnosis.causes.iter().filter(|cause| cause.role == Role::Remedy).count();
            if intervention.cause.is_none() && remedies >= REMEDIES {
                continue;
            }
            match intervention.change {
                Variation::To(change) => {
                    let Ok(strategy) = scripts::of_pane(self.settings, 0) else { return Ok(()) };
                    for changed in change(self.settings, &strategy) {
                        if self.attempt(&[intervention], changed).await? {
                            break;
                        }
                    }
                }
                Variation::Load(axis) => {
                    if let Some(changed) = self.load_that_fits(axis).await? {
                        self.attempt(&[intervention], changed).await?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Tries pairs of the interventions that change most.
    async fn pairs(&mut self) -> Result<(), Cancelled> {
        let mut strongest = self.diagnosis.experiments.clone();
        let effect = |experiment: &Experiment| experiment.value.map_or(f64::MAX, |value| (value - self.control).abs());
        strongest.sort_by(|a, b| effect(b).total_cmp(&effect(a)));
        strongest.truncate(STRONGEST);
        strongest.retain(|experiment| effect(experiment) > 0.0);
        for (number, first) in strongest.iter().enumerate() {
            for second in &strongest[number + 1..] {
                let Some(changed) = self.both(first, second) else { continue };
                let both = [first.interventions[0], second.interventions[0]];
                if self.attempt(&both, changed).await? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Names single changes that remove the symptom and bring a less important one, where nothing makes the run healthy.
    async fn lesser_faults(&mut self) -> Result<(), Cancelled> {
        let is_lesser =
            |experiment: &&Experiment| experiment.removes && experiment.brings.is_some_and(|brought| brought > self.kind);
        let single = self.diagnosis.experiments.iter().filter(|experiment| experiment.interventions.len() == 1);
        let lesser: Vec<Experiment> = single.filter(is_lesser).take(REMEDIES).cloned().collect();
        for experiment in lesser {
            let role = self.role(&experiment.interventions, &experiment.settings).await?;
            self.diagnosis.proof = Proof::Found;
            self.diagnosis.causes.push(FoundCause::new(role, &experiment, self.settings));
        }
        Ok(())
    }

    /// Returns the settings with two changes; `None` if these change the same thing.
    fn both(&self, first: &Experiment, second: &Experiment) -> Option<Settings> {
        if std::ptr::eq(first.interventions[0], second.interventions[0]) {
            return None;
        }
        let pane = |experiment: &Experiment| experiment.settings.panes[0] != self.settings.panes[0];
        if pane(first) && pane(second) {
            return None;
        }
        let mut both = first.settings.clone();
        both.computer.take_differences(&self.settings.computer, &second.settings.computer);
        if pane(second) {
            both.panes.clone_from(&second.settings.panes);
        }
        Some(both)
    }

    /// Makes the steady runs of changed settings, and keeps the experiment. Returns whether the change helps.
    async fn attempt(&mut self, interventions: &[&'static Intervention], changed: Settings) -> Result<bool, Cancelled> {
        if !can_run(&changed) {
            return Ok(false);
        }
        let kind = self.kind;
        let outcome = self.bench.outcome(&changed, SteadyPart::of(kind)).await?;
        let value = outcome.value(kind);
        let removes = outcome.is_free_of(kind);
        let brings = if removes { self.brought(&changed).await? } else { None };
        let helps = removes && brings.is_none();
        let experiment = Experiment { interventions: interventions.to_vec(), settings: changed, value, removes, brings };
        if helps {
            let role = self.role(interventions, &experiment.settings).await?;
            self.diagnosis.proof = Proof::Found;
            self.diagnosis.causes.push(FoundCause::new(role, &experiment, self.settings));
        }
        self.diagnosis.experiments.push(experiment);
        Ok(helps)
    }

    /// Returns a symptom that is at least as bad, and that only the changed settings show.
    async fn brought(&mut self, changed: &Settings) -> Result<Option<Kind>, Cancelled> {
        for part in SteadyPart::ALL {
            let after = self.bench.outcome(changed, part).await?;
            for kind in after.kinds().filter(|kind| kind.tone() >= self.kind.tone()) {
                if self.bench.outcome(self.settings, part).await?.symptom(kind).is_none() {
                    return Ok(Some(kind));
                }
            }
        }
        Ok(None)
    }

    async fn role(&mut self, interventions: &[&'static Intervention], changed: &Settings) -> Result<Role, Cancelled> {
        let can_be_cause = interventions.iter().all(|intervention| intervention.cause.is_some());
        Ok(if can_be_cause && self.is_cause(changed).await? { Role::Cause } else { Role::Remedy })
    }

    /// Returns whether the thing that `changed` takes away brings the symptom into a healthy run.
    async fn is_cause(&mut self, changed: &Settings) -> Result<bool, Cancelled> {
        let kind = self.kind;
        let healthy = Settings { computer: Computer::default(), ..self.settings.clone() };
        if self.bench.symptom(&healthy, kind).await?.is_some() {
            return Ok(false);
        }
        let mut ill = healthy;
        ill.computer.take_differences(&changed.computer, &self.settings.computer);
        Ok(can_run(&ill) && self.bench.symptom(&ill, kind).await?.is_some())
    }

    /// Returns the settings with the highest load that does not show the symptom, and brings nothing that is as bad if a load can
    /// do that; with the lowest load if none helps; `None` if the load can't be lower.
    async fn load_that_fits(&mut self, axis: Axis) -> Result<Option<Settings>, Cancelled> {
        let computer = &self.settings.computer;
        let (mut fits, mut fails) = (axis.load_at(0.0), axis.load_ms(computer));
        if fails <= fits {
            return Ok(None);
        }
        let is_healthy = match self.load_fit(axis, fits).await? {
            LoadFit::None => return Ok(Some(with_load(self.settings, axis, fits))),
            fit => fit == LoadFit::Healthy,
        };
        let is_enough = |fit: LoadFit| fit == LoadFit::Healthy || fit == LoadFit::SymptomGone && !is_healthy;
        while fails - fits > PRECISION * fails {
            let middle = f64::midpoint(fits, fails);
            if is_enough(self.load_fit(axis, middle).await?) { fits = middle } else { fails = middle }
        }
        let digits = libm::pow(10.0, libm::floor(libm::log10(fits.max(0.01))) - 1.0);
        let round = libm::floor(fits / digits) * digits;
        let round = (round * 1000.0).round() / 1000.0;
        let best = if is_enough(self.load_fit(axis, round).await?) { round } else { fits };
        Ok(Some(with_load(self.settings, axis, best)))
    }

    async fn load_fit(&mut self, axis: Axis, load_ms: f64) -> Result<LoadFit, Cancelled> {
        let part = SteadyPart::of(self.kind);
        let before = self.bench.outcome(self.settings, part).await?;
        let after = self.bench.outcome(&with_load(self.settings, axis, load_ms), part).await?;
        if !after.is_free_of(self.kind) {
            return Ok(LoadFit::None);
        }
        let is_bad = |kind: Kind| kind.tone() >= self.kind.tone() && before.symptom(kind).is_none();
        Ok(if after.kinds().any(is_bad) { LoadFit::SymptomGone } else { LoadFit::Healthy })
    }
}

/// The effect of a lower load.
#[derive(Clone, Copy, PartialEq)]
enum LoadFit {
    /// The symptom stays, or the runs are too expensive.
    None,
    /// The symptom is gone, but another one that is as bad came in its place.
    SymptomGone,
    /// The symptom is gone, and nothing that is as bad came in its place.
    Healthy,
}

fn with_load(settings: &Settings, axis: Axis, load_ms: f64) -> Settings {
    let mut changed = settings.clone();
    *axis.load_mut(&mut changed.computer) = load_ms;
    changed
}

/// Returns whether the settings are allowed, the loop can run in its world, and its turns end.
fn can_run(settings: &Settings) -> bool {
    let lacks = |settings: &Settings| {
        let (strategy, kind) = (scripts::of_pane(settings, 0).ok()?, worlds::find(&settings.scene.id).ok()?);
        strategy.lacks_in(kind)
    };
    Run::new(settings, 0, 1.0).is_ok() && lacks(settings).is_none()
}
