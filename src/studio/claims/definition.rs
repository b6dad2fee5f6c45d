//! An article and its claims, as they stand in their file.

use super::measure::Measure;
use crate::studio::arguments::{Refusal, RunLine};
use crate::studio::scenario::Scenario;
use serde::{Deserialize, Serialize};

/// An article, with what it and its commenters say.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Article {
    /// One word.
    pub id: String,
    /// As it is called there, or what it is where it has no name.
    pub title: String,
    /// Who wrote it, and when.
    pub author: String,
    /// What it says, in the order of its text; comments last.
    pub claims: Vec<Claim>,
}

/// One thing that an article says, and the run that shows it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// A few words with hyphens; no other claim has the same.
    pub id: String,
    /// The section, or the comment's author and date.
    #[serde(rename = "where")]
    pub place: String,
    /// What is said there, in other words.
    pub claim: String,
    /// Whether it is so.
    pub holds: Holds,
    /// Under which condition, why not, or what is seen.
    pub why: String,
    /// The run and what comes out of it.
    #[serde(flatten)]
    pub test: Test,
    /// What else is measured, where one number does not show it. A run that is empty is the first one again.
    #[serde(default)]
    pub also: Vec<Test>,
}

/// A run, what is measured in it, and what must come out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Test {
    /// A line of arguments, from `report` or `trace` on.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub run: String,
    /// Where the number is found.
    pub measure: Measure,
    /// What it must be.
    pub expected: Expected,
}

/// The bounds of a number, both included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// The least.
    pub min: f64,
    /// The most.
    pub max: f64,
}

impl Expected {
    /// Whether the number lies between the bounds.
    pub fn contains(self, number: f64) -> bool {
        (self.min..=self.max).contains(&number)
    }
}

/// Whether a claim is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Holds {
    /// It is.
    Yes,
    /// It is, under a condition that the text doesn't state.
    Conditionally,
    /// It isn't.
    No,
}

impl Holds {
    /// As it is written in files and lists.
    pub const fn id(self) -> &'static str {
        match self {
            Holds::Yes => "yes",
            Holds::Conditionally => "conditionally",
            Holds::No => "no",
        }
    }

    /// As it stands before the reason.
    pub const fn in_words(self) -> &'static str {
        match self {
            Holds::Yes => "It holds.",
            Holds::Conditionally => "It holds under a condition.",
            Holds::No => "It does not hold.",
        }
    }
}

impl Claim {
    /// Everything that is measured, each with its own run filled in.
    pub fn tests(&self) -> impl Iterator<Item = Test> + '_ {
        std::iter::once(&self.test).chain(&self.also).map(|test| {
            let run = if test.run.is_empty() { &self.test.run } else { &test.run };
            Test { run: run.clone(), ..test.clone() }
        })
    }

    /// One of the claim's runs, to be watched: with the claim as its text.
    ///
    /// # Errors
    /// If the line of arguments is not allowed, which a test rules out.
    pub fn scenario(&self, article: &Article, run: &str) -> Result<Scenario, Refusal> {
        let line = RunLine::parse(run)?;
        Ok(Scenario {
            name: format!("{}: {}", article.author, self.place),
            about: format!("{} {} {}", self.claim, self.holds.in_words(), self.why),
            seconds: Some(line.seconds()),
            ..line.scenario().clone()
        })
    }
}
