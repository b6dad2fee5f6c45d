//! Writes the claims and their outcomes as tables and as JSON.

use super::article::{Article, Claim, Holds, Test, all};
use super::evaluate::Measured;
use crate::studio::export::tables::{TableFormat, TextTable, write_json};
use serde::{Serialize, Serializer};
use std::io::{self, Write};
use tickscope_core::base::numbers::short;

pub fn write_claims(format: TableFormat, mut to: impl Write) -> io::Result<()> {
    if format == TableFormat::Json {
        write_json(&all().map(entry).collect::<Vec<_>>(), &mut to)?;
        return to.flush();
    }
    let mut table = TextTable::new(&["claim", "holds", "what is said", "where"]);
    for (article, claim) in all() {
        let place = format!("{}: {}", article.id, claim.place);
        table.add([&*claim.id, claim.holds.id(), &claim.claim, &place].map(str::to_owned));
    }
    write!(to, "{}", table.wrapped(140).finish(4))?;
    to.flush()
}

#[derive(Serialize)]
struct Entry<'a> {
    id: &'a str,
    article: &'a str,
    r#where: &'a str,
    claim: &'a str,
    #[serde(flatten)]
    test: Test,
    holds: Holds,
    why: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    as_compiled: Option<&'a str>,
    also: Vec<Test>,
}

fn entry((article, claim): (&'static Article, &'static Claim)) -> Entry<'static> {
    let mut also: Vec<Test> = claim.tests().collect();
    let test = also.remove(0);
    let Claim { id, place, claim, holds, why, as_compiled, .. } = claim;
    Entry { id, article: &article.id, r#where: place, claim, test, holds: *holds, why, as_compiled: as_compiled.as_deref(), also }
}

#[derive(Serialize)]
pub struct Outcome {
    #[serde(flatten, serialize_with = "id_and_answer")]
    pub claim: &'static Claim,
    pub measured: Vec<Measured>,
}

fn id_and_answer<S: Serializer>(claim: &Claim, to: S) -> Result<S::Ok, S::Error> {
    let answer = [("id", claim.id.as_str()), ("holds", claim.holds.id())].into_iter();
    to.collect_map(answer.chain(claim.as_compiled.as_deref().map(|text| ("as_compiled", text))))
}

impl Outcome {
    pub fn comes_out(&self) -> bool {
        self.measured.iter().all(|one| one.comes_out)
    }
}

pub fn write_outcomes(outcomes: &[Outcome], format: TableFormat, mut to: impl Write) -> io::Result<()> {
    if format == TableFormat::Json {
        write_json(&outcomes, &mut to)?;
        return to.flush();
    }
    let mut table = TextTable::new(&["claim", "holds", "measured", "expected", "of", "run"]);
    for Outcome { claim, measured } in outcomes {
        for (number, one) in measured.iter().enumerate() {
            let (id, holds) = if number == 0 { (&*claim.id, claim.holds.id()) } else { ("", "") };
            let value = one.in_words();
            let value = if one.comes_out { value } else { format!("{value} ✗") };
            let run = format!("{}{}", one.run, Test::seeds_in_words(one.seeds));
            let expected = format!("{} to {}", short(one.expected.min), short(one.expected.max));
            table.add([id, holds, &value, &expected, &one.measure.to_string(), &run].map(str::to_owned));
        }
    }
    let missed = outcomes.iter().filter(|outcome| !outcome.comes_out()).count();
    let claims = if outcomes.len() == 1 { "1 claim".to_owned() } else { format!("{} claims", outcomes.len()) };
    write!(
        to,
        "{}\n{claims}: {}\n",
        table.finish(6),
        match missed {
            0 => "every number is as expected".to_owned(),
            missed => format!("{missed} with a number that is not as expected (✗)"),
        }
    )?;
    to.flush()
}
