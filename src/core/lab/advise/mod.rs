//! Which loop? An answer for one game, found by runs: every loop, drawn each way, on the displays that players have.
//!
//! 1. A [`Question`] says what the game needs, and what its frames and updates cost.
//! 2. Each [candidate](candidates) makes its [tests](test): steady runs on every display, a stall, heavy frames, and the worlds
//!    that test a requirement. One that fails a requirement is out at once, with the run that shows it.
//! 3. The [`Advice`] puts the others in order: fewest wrong findings, then notes, then the preference that was asked, then updates, then the
//!    usual loops first.

mod advice;
mod candidates;
mod question;
mod test;

pub use advice::{Advice, Choice, Rejection};
pub use question::{LONGEST_STEP, Overload, PlayerDisplay, Question, TICKS};
pub use test::Tried;

use crate::base::jobs::{Cancelled, Job, Worker};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Returns the number of candidates that [`start`] tries.
pub fn count(question: &Question) -> usize {
    candidates::of(question).len()
}

/// Starts the tests of all candidates. The job reports each when its tests are done; hand them to [`Advice::new`].
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

/// Makes all tests on this thread, and returns the advice.
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
