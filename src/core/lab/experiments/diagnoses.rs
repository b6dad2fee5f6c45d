//! The diagnoses that are known, and the job that finds more of them.

use super::bench::{Bench, KnownTrials};
use super::diagnosis::{Diagnosis, Proof};
use super::replayed_fault::ReplayedFault;
use super::search::explain;
use crate::base::jobs::{Cancelled, Job, Worker};
use crate::lab::symptoms::kind::{Kind, Tone};
use crate::model::config::settings::{PlannedStall, Settings};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;

/// The largest number of diagnoses that are stored, in case a person returns to their settings.
const KEPT: usize = 400;

/// The known diagnoses, each of settings that hold one pane.
#[derive(Clone, Debug, Default)]
pub struct Diagnoses {
    known: Vec<Arc<Diagnosis>>,
    added: usize,
}

/// Symptoms without a diagnosis, all in the same settings, which hold one pane.
#[derive(Clone, Debug, PartialEq)]
pub struct Inquiry {
    settings: Settings,
    asked: Vec<Asked>,
}

/// A kind of symptom, and the stall that the symptom has outlasted; `None` if there was none.
pub type Asked = (Kind, Option<PlannedStall>);

impl Diagnoses {
    /// Returns the diagnosis of a symptom of `kind`, seen after `stall`, in `settings` with one pane; `None` if it is not known.
    /// If these settings show the symptom without a stall too, the diagnosis is the same with and without one.
    pub fn diagnosis(&self, settings: &Settings, (kind, stall): Asked) -> Option<&Arc<Diagnosis>> {
        let is_it = |known: &&Arc<Diagnosis>| {
            let is_answered = known.stall == stall || known.stall.is_none() && known.proof != Proof::NotShown;
            known.kind == kind && is_answered && known.settings == *settings
        };
        self.known.iter().rev().find(is_it)
    }

    /// Returns inquiries about the symptoms without a known diagnosis.
    pub fn open<'a>(&self, asked: impl IntoIterator<Item = (&'a Settings, Asked)>) -> Vec<Inquiry> {
        let mut open: Vec<Inquiry> = Vec::new();
        let unknown = |(settings, asked): &(&Settings, Asked)| self.diagnosis(settings, *asked).is_none();
        // Of a game that ran elsewhere only the load can be tried, in other loops.
        let can_be_tried = |(settings, (kind, _)): &(&Settings, Asked)| {
            is_explained(*kind) && (ReplayedFault::of(*kind).is_some() || settings.panes[0].played().is_none())
        };
        for (settings, asked) in asked.into_iter().filter(can_be_tried).filter(unknown) {
            match open.iter_mut().find(|inquiry| inquiry.settings == *settings) {
                Some(inquiry) if inquiry.asked.contains(&asked) => {}
                Some(inquiry) => inquiry.asked.push(asked),
                None => open.push(Inquiry { settings: settings.clone(), asked: vec![asked] }),
            }
        }
        open
    }

    pub fn count(&self) -> usize {
        self.added
    }

    pub fn add(&mut self, diagnosis: Diagnosis) {
        self.added += 1;
        self.known.push(Arc::new(diagnosis));
        self.known.drain(..self.known.len().saturating_sub(KEPT));
    }

    /// Answers the inquiries, and waits for the answers.
    pub fn answer(&mut self, inquiries: &[Inquiry]) {
        if inquiries.is_empty() {
            return;
        }
        let threads = available_parallelism().map_or(1, usize::from).min(inquiries.len());
        // A page can start no threads, so the calling thread makes the experiments there.
        if cfg!(target_arch = "wasm32") || threads == 1 {
            let known = Arc::new(KnownTrials::default());
            for inquiry in inquiries {
                let bench = Bench::new(known.clone(), async || Ok(()));
                let found = pollster::block_on(inquiry.answer(bench, |diagnosis| self.add(diagnosis)));
                debug_assert!(found.is_ok(), "nothing cancels it");
            }
        } else if let Ok(mut job) = start(inquiries.to_vec(), threads) {
            let mut found = job.join();
            // Threads finish in any order.
            let number = |found: &Diagnosis| inquiries.iter().position(|inquiry| inquiry.settings == found.settings);
            found.sort_by_key(number);
            for diagnosis in found {
                self.add(diagnosis);
            }
        }
    }
}

/// Starts to answer inquiries on several threads. Hand the diagnoses that the job reports to [`Diagnoses::add`].
pub fn start(inquiries: Vec<Inquiry>, threads: usize) -> io::Result<Job<Diagnosis>> {
    let (next, inquiries, known) = (Arc::new(AtomicUsize::new(0)), Arc::new(inquiries), Arc::new(KnownTrials::default()));
    Job::spawn_on(threads, "experiments", move |worker: Worker<Diagnosis>| {
        let (next, inquiries, known) = (next.clone(), inquiries.clone(), known.clone());
        async move {
            while let Some(inquiry) = inquiries.get(next.fetch_add(1, Ordering::Relaxed)) {
                let bench = Bench::new(known.clone(), async || worker.pause().await);
                inquiry.answer(bench, |diagnosis| worker.report(diagnosis)).await?;
            }
            Ok(())
        }
    })
}

/// Returns whether a symptom of this kind has causes.
pub fn is_explained(kind: Kind) -> bool {
    kind.tone() != Tone::Right && !matches!(kind, Kind::Paused | Kind::Settling | Kind::Refused)
}

impl Inquiry {
    async fn answer(
        &self,
        mut bench: Bench<impl AsyncFnMut() -> Result<(), Cancelled>>,
        mut report: impl FnMut(Diagnosis),
    ) -> Result<(), Cancelled> {
        for asked in &self.asked {
            report(explain(&mut bench, &self.settings, *asked).await?);
        }
        Ok(())
    }
}
