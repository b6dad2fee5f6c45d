//! Writes the claims as a page: `docs/articles.md`.

use std::fmt::Write as _;
use tickscope::studio::claims::article::{ARTICLES, Article, Claim, Expected, Holds, Test, UnshownClaim};

const HEAD: &str = "\
# What the articles say

Every technical claim of the five articles that tickscope was made from, and of their readers' comments, in our own words, but for what is true by construction; then what
the HTML standard and its documentation say of the loops that a browser calls.
Each has a run that shows it, what is measured in the run, and whether the claim holds; what no run can show stands at the end
of its article, with the reason. `TICKSCOPE_CASES=full cargo test --test golden`
makes every run and compares; `tickscope claims ID` makes one and prints what comes out; in the window, **Comparisons → Articles**
opens it. This page is generated from `assets/articles`
(`UPDATE_GOLDEN=1 cargo test --test suite pages` writes it).

*Holds* is about the claim. The number is what is measured, also where the claim does not hold.
A test puts every number of a report under ten blind changes of loop, load, display, waking and cost. One of them moves the number
out of its bounds, or it is a *control*, with the reason why none may.

A *run* is what stands after `tickscope` on the command line. A *measure* that begins with `/` is a JSON pointer into the
report of the run (`--format json`), or a difference (`-`) or ratio (`/`) of two; `same` is 1 where both are equal. The others
are named: `turns with 2 updates` counts events of the trace, `longest step` is the largest time by which an update moved the world,
in seconds, `dot of frame 3` where the third frame shows a dot at 100 units a second, and `number of frame 3` which frame it is at
60 frames a second. A run with random loads, waits or bodies is one of many: its seed is 0 unless the run says another, or the number is
the mean of several seeds.

The loops run with exact sums on an exact clock, an idealisation, unless the run says `--as-compiled`: then they have the doubles or
single floats, the constants and the whole milliseconds of the published listing. Where its text means something else, the run
above is that of the text, and *as compiled* says what everybody gets who compiles the listing.
";

pub fn page() -> String {
    let mut page = HEAD.to_owned();
    let count = |holds: Holds| ARTICLES.iter().flat_map(|a| &a.claims).filter(|claim| claim.holds == holds).count();
    let [yes, conditionally, no] = [Holds::Yes, Holds::Conditionally, Holds::No].map(count);
    let all = yes + conditionally + no;
    // Writing to a `String` does not fail.
    let _ = write!(page, "\n{all} claims: {yes} hold, {conditionally} hold under a condition, {no} do not.\n");
    for article in ARTICLES.iter() {
        let Article { title, author, claims, unshown, .. } = article;
        let _ = write!(page, "\n## {title}\n\n{author}\n");
        for claim in claims {
            add(&mut page, claim);
        }
        if !unshown.is_empty() {
            let _ = write!(page, "\n### No run shows\n\n");
        }
        for UnshownClaim { place, claim, why } in unshown {
            let _ = writeln!(page, "- *{place}*: {claim} {why}");
        }
    }
    page
}

fn add(page: &mut String, claim: &Claim) {
    let _ = write!(
        page,
        "\n### {}\n\n*{}*: {}\n\n**{}** {}\n\n",
        claim.id,
        claim.place,
        claim.claim,
        claim.holds.in_words(),
        claim.why
    );
    if let Some(compiled) = &claim.as_compiled {
        let _ = write!(page, "**As compiled:** {compiled}\n\n");
    }
    let mut before: Option<Test> = None;
    for test in claim.tests() {
        if before.as_ref().is_none_or(|before| !before.shares_run(&test)) {
            let _ = writeln!(page, "- `tickscope {}`{}", test.run, Test::seeds_in_words(test.seeds));
        }
        before = Some(test.clone());
        let Expected { min, max } = test.expected;
        let expected = if min == max { format!("{min}") } else { format!("{min} to {max}") };
        let control = test.control.as_ref().map_or_else(String::new, |why| format!(". A control. {why}"));
        let _ = writeln!(page, "  - `{}`: {expected}{control}", test.measure);
    }
}
