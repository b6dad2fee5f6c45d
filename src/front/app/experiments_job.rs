//! Makes the experiments about what the panes do in the background, for the settings of the session.

use crate::studio::session::Session;
use std::thread::available_parallelism;
use tickscope_core::config::Settings;
use tickscope_core::experiments::{Diagnosis, start};
use tickscope_core::jobs::Job;
use web_time::{Duration, Instant};

const REST: Duration = Duration::from_millis(500);
const INTERVAL: Duration = Duration::from_millis(100);
const MOST_THREADS: usize = 2;

/// The experiments of a session while they are made.
#[derive(Default)]
pub struct ExperimentsJob {
    job: Option<Job<Diagnosis>>,
    rests: Option<(Settings, Instant)>,
    looked: Option<Instant>,
}

impl ExperimentsJob {
    /// Follows the session, and gives it the diagnoses as they come. Returns how soon to call this again; `None` if nothing is
    /// missing.
    pub fn poll(&mut self, session: &mut Session) -> Option<Duration> {
        if let Some(job) = &mut self.job {
            let reports = job.poll();
            reports.new.into_iter().for_each(|diagnosis| session.window_mut().results_mut().diagnoses.add(diagnosis));
            if reports.is_over {
                self.job = None;
            }
        }
        if self.looked.is_some_and(|looked| looked.elapsed() < INTERVAL) {
            return self.job.is_some().then_some(INTERVAL);
        }
        self.looked = Some(Instant::now());
        let settings = session.lab().settings();
        if self.rests.as_ref().is_none_or(|(rested, _)| rested != settings) {
            self.rests = Some((settings.clone(), Instant::now()));
            self.job = None;
        }
        if self.job.is_some() {
            return Some(INTERVAL);
        }
        let inquiries = session.inquiries();
        if inquiries.is_empty() {
            return None;
        }
        if self.rests.as_ref().is_some_and(|(_, since)| since.elapsed() >= REST) {
            // One core is left for the window.
            let threads = available_parallelism().map_or(1, usize::from).saturating_sub(1).clamp(1, MOST_THREADS);
            self.job = start(inquiries, threads).inspect_err(|error| log::warn!("no experiments: {error}")).ok();
        }
        Some(INTERVAL)
    }
}
