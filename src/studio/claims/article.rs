//! The articles and their claims, read from the files in `assets/articles`.

use super::measure::Measure;
use crate::studio::arguments::line::RunLine;
use crate::studio::arguments::refusal::Refusal;
use crate::studio::scenario::definition::Scenario;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;
use tickscope_core::base::params::invalid::Invalid;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Article {
    /// The key of the article: one word, unique among the articles.
    pub id: String,
    pub title: String,
    pub author: String,
    /// The claims in the order of the text; claims of comments come last.
    pub claims: Vec<Claim>,
    #[serde(default)]
    pub unshown: Vec<UnshownClaim>,
}

/// A technical statement of an article that no run can show.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnshownClaim {
    /// The section, or the comment's author and date.
    #[serde(rename = "where")]
    pub place: String,
    /// The statement, in our own words.
    pub claim: String,
    pub why: String,
}

/// A technical statement of an article, and the run that shows it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The key of the claim: a few words with hyphens, unique among the claims.
    pub id: String,
    /// The section, or the comment's author and date.
    #[serde(rename = "where")]
    pub place: String,
    /// The statement, in our own words.
    pub claim: String,
    pub holds: Holds,
    /// The condition under which the claim holds, or the reason why it does not, or the visible effect.
    pub why: String,
    /// The difference that the published listing makes as it compiles, if it is not what its text means; a run with
    /// `--as-compiled` measures it.
    #[serde(default)]
    pub as_compiled: Option<String>,
    /// The run, and the number that it must give.
    #[serde(flatten)]
    pub test: Test,
    /// Further tests, if one number does not show the claim. A test with an empty `run` measures the run of the first test.
    #[serde(default)]
    pub also: Vec<Test>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Test {
    /// A line of arguments that begins with `report` or `trace`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub run: String,
    /// The number of seeds; `None` for one run with the seed of its line. A run is made with each seed, counted from 0, and the
    /// measured number is the mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<u64>,
    pub measure: Measure,
    pub expected: Expected,
    /// The reason why no blind change of loop, load, display, waking or cost may move the number of a report out of its bounds.
    /// `None` if one does, as a test asks of every number without a reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
}

impl Test {
    /// Returns whether another test measures the same runs.
    pub fn shares_run(&self, other: &Test) -> bool {
        (&self.run, self.seeds) == (&other.run, other.seeds)
    }

    /// Returns the seeds in words after a comma; empty for a single run.
    pub fn seeds_in_words(seeds: Option<u64>) -> String {
        seeds.map_or_else(String::new, |seeds| format!(", mean of {seeds} seeds"))
    }
}

/// The bounds of a number, both included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    pub min: f64,
    pub max: f64,
}

impl Expected {
    pub fn contains(self, number: f64) -> bool {
        (self.min..=self.max).contains(&number)
    }
}

/// The verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Holds {
    Yes,
    /// The claim holds under a condition that the text doesn't state.
    Conditionally,
    No,
}

impl Holds {
    pub const fn id(self) -> &'static str {
        match self {
            Holds::Yes => "yes",
            Holds::Conditionally => "conditionally",
            Holds::No => "no",
        }
    }

    /// Returns the verdict as the sentence that comes before the reason.
    pub const fn in_words(self) -> &'static str {
        match self {
            Holds::Yes => "It holds.",
            Holds::Conditionally => "It holds under a condition.",
            Holds::No => "It does not hold.",
        }
    }
}

impl Claim {
    /// Returns why the claim holds or does not, and what the compiled listing does if that is something else.
    pub fn reason(&self) -> String {
        let compiled = self.as_compiled.as_ref().map_or_else(String::new, |text| format!(" As compiled: {text}"));
        format!("{}{compiled}", self.why)
    }

    /// Returns all tests, each with its run filled in.
    pub fn tests(&self) -> impl Iterator<Item = Test> + '_ {
        std::iter::once(&self.test).chain(&self.also).map(|test| {
            let (run, seeds) = if test.run.is_empty() { (&self.test.run, self.test.seeds) } else { (&test.run, test.seeds) };
            Test { run: run.clone(), seeds, ..test.clone() }
        })
    }

    /// Returns one of the claim's runs as a scenario to watch, with the claim as its text.
    pub fn scenario(&self, article: &Article, run: &str) -> Result<Scenario, Refusal> {
        let line = RunLine::parse(run)?;
        Ok(Scenario {
            name: format!("{}: {}", article.author, self.place),
            about: format!("{} {} {}", self.claim, self.holds.in_words(), self.reason()),
            seconds: Some(line.seconds()),
            ..line.scenario().clone()
        })
    }
}

macro_rules! articles {
    ($($id:literal),* $(,)?) => {
        [$(($id, include_str!(concat!("../../../assets/articles/", $id, ".toml")))),*]
    };
}

/// The id and the text of each file. Add a new claim to its article's file.
const FILES: [(&str, &str); 7] = articles!["diener", "beautiful-timer", "houx", "v-sync", "witters", "callbacks", "engines"];

pub static ARTICLES: LazyLock<Vec<Article>> = LazyLock::new(|| {
    let read = |(id, text): (&str, &str)| -> Article {
        toml::from_str(text).unwrap_or_else(|error| unreachable!("a test reads {id}.toml: {error}"))
    };
    FILES.into_iter().map(read).collect()
});

pub fn all() -> impl Iterator<Item = (&'static Article, &'static Claim)> {
    ARTICLES.iter().flat_map(|article| article.claims.iter().map(move |claim| (article, claim)))
}

pub fn find(id: &str) -> Result<&'static Claim, Invalid> {
    let found = all().find(|(_, claim)| claim.id == id);
    found.map(|(_, claim)| claim).ok_or_else(|| Invalid {
        // A list of all ids would fill a screen.
        allowed: "one of tickscope list claims".to_owned(),
        ..Invalid::unknown("claim", id, all().map(|(_, claim)| claim.id.as_str()))
    })
}
