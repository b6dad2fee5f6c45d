//! The advisor, which finds a loop for one game by runs: it tries every loop, in each presentation, on the displays that players
//! have.
//!
//! 1. A [`Question`] states what the game needs, and what its frames and updates cost.
//! 2. Each [candidate](candidates) makes its [tests](mod@test): steady runs on every display, a run with a stall, one with heavy
//!    frames, and runs in the worlds that test a requirement. A candidate that fails a requirement is rejected at once, with the
//!    run that shows it.
//! 3. The [`Advice`] sorts the [records](record) of the others by what a player sees of them.

pub mod advice;
mod candidates;
mod outcome;
pub mod question;
pub mod record;
pub mod test;

use crate::base::jobs::{Cancelled, Job, Worker};
use advice::Advice;
use question::Question;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use test::Tried;

/// Returns the number of candidates that [`start`] tries.
pub fn count(question: &Question) -> usize {
    candidates::of(question).len()
}

/// Starts the tests of all candidates. The job reports each candidate when its tests are done; pass all reports to
/// [`Advice::new`].
pub fn start(question: Question, threads: usize) -> io::Result<Job<Tried>> {
    let (next, candidates) = (Arc::new(AtomicUsize::new(0)), Arc::new(candidates::of(&question)));
    let question = Arc::new(question);
    Job::spawn_on(threads, "advice", move |worker: Worker<Tried>| {
        let (next, candidates, question) = (next.clone(), candidates.clone(), question.clone());
        async move {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(pane) = candidates.get(index) else { return Ok(()) };
                let verdict = test::judge(&question, pane, async || worker.pause().await).await?;
                worker.report(Tried { index, pane: pane.clone(), verdict });
            }
        }
    })
}

/// Makes all tests on the calling thread, and returns the advice.
pub fn advise(question: &Question) -> Advice {
    let candidates = candidates::of(question);
    let made: Result<Vec<Tried>, Cancelled> = candidates
        .into_iter()
        .enumerate()
        .map(|(index, pane)| {
            let verdict = pollster::block_on(test::judge(question, &pane, async || Ok(())))?;
            Ok(Tried { index, pane, verdict })
        })
        .collect();
    Advice::new(question, made.unwrap_or_default())
}
