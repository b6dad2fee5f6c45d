//! Findings once more: a checker that is written from `docs/metrics.md` alone reads traces.

mod agreement;
mod checker;
mod echoes;
mod facts;
mod lines;
