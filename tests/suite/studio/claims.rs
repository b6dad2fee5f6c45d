//! The program shows what the articles say: every claim's run is made and measured, and the page is of today.

use crate::tiers::spread;
use std::collections::BTreeSet;
use tickscope::studio::arguments::line::RunLine;
use tickscope::studio::claims;
use tickscope::studio::claims::article::{Claim, Test};
use tickscope::studio::scenario::builtin;
use tickscope::studio::session::Session;
use tickscope_core::base::params::value::Value;
use tickscope_core::lab::panes::report::Report;
use tickscope_core::model::config::limits::MOST_PANES;
use tickscope_core::model::{strategies, worlds};

/// Returns the run of every test of a claim.
fn lines(claim: &Claim) -> Vec<RunLine> {
    let read = |run: &str| RunLine::parse(run).unwrap_or_else(|refusal| panic!("{}: {refusal}", claim.id));
    claim.tests().map(|test| read(&test.run)).collect()
}

#[test]
fn a_claim_over_seeds_measures_the_mean_of_their_runs() {
    let claim = |run: &str, seeds: &str| -> Claim {
        let row = format!(
            "id = 'a'\nwhere = 'b'\nclaim = 'c.'\nholds = 'yes'\nwhy = 'd.'\nrun = '{run}'\n{seeds}measure = \
             '/panes/0/tunnelled'\nexpected = {{ min = 0, max = 100 }}"
        );
        toml::from_str(&row).expect("a row")
    };
    let measured =
        |run: &str, seeds: &str| claims::evaluate::evaluate(&claim(run, seeds)).expect("it runs")[0].measured.expect("a number");
    let run = "report --scene thin-wall --strategy variable-delta --seconds 5";
    let single = [0, 1, 2].map(|seed| measured(&format!("{run} --seed {seed}"), ""));
    assert!(single[0] != single[1] || single[1] != single[2], "no seed changes anything: {single:?}");
    let mean = measured(run, "seeds = 3\n");
    assert!((mean - single.iter().sum::<f64>() / 3.0).abs() < 1e-9, "{mean} of {single:?}");
}

#[test]
fn as_compiled_every_loop_is_what_its_listing_says() {
    let listings = [
        (
            "--set sums=f64",
            "fixed-interval beautiful-timer clamped-accumulator semi-fixed fixed-interpolated callback-accumulator",
        ),
        ("--set sums=f32", "refresh-multiples"),
        ("--set sums=f32 --set threshold_ms=10000", "refresh-multiples-slowdown refresh-multiples-passthrough"),
        ("--set whole_ms=on --timer-ms 1", "fixed-fps frame-skip frame-skip-predicted mean-fps-cap"),
    ];
    for strategy in strategies::ALL {
        let listed = listings.iter().find(|(_, ids)| ids.split(' ').any(|id| id == strategy.id));
        let line = |more: &str| RunLine::parse(&format!("report --strategy {} {more}", strategy.id)).expect("it can be read");
        let expected = listed.map_or("", |(options, _)| *options);
        assert_eq!(line("--as-compiled").scenario().script, line(expected).scenario().script, "{}", strategy.id);
    }
    // A value that is set by name is stronger.
    let line = RunLine::parse("report --strategy semi-fixed --as-compiled --set sums=exact").expect("it can be read");
    assert!(line.scenario().script.settings().panes[0].params.iter().eq([("sums", &Value::Word("exact".to_owned()))]));
    let same = |one: &str, other: &str| {
        let read = |line: &str| RunLine::parse(line).expect("it can be read").scenario().script.clone();
        assert_eq!(read(one), read(other), "{one}");
    };
    let slowdown = "report --strategy refresh-multiples-slowdown --set sums=f32";
    same(&format!("{slowdown} --as-compiled --set threshold_ms=100"), &format!("{slowdown} --set threshold_ms=100"));
    same(
        &format!("{slowdown} --as-compiled --set panes.A.params.threshold_ms=100"),
        &format!("{slowdown} --set threshold_ms=100"),
    );
    let fast = "--set refresh_hz=144";
    same(&format!("{slowdown} --as-compiled {fast}"), &format!("{slowdown} {fast} --set threshold_ms=24000"));
    same(
        "report --strategy frame-skip --as-compiled --timer GetTickCount",
        "report --strategy frame-skip --set whole_ms=on --timer-ms 15.625",
    );
}

#[test]
fn as_compiled_a_computer_of_its_own_follows_the_commands_to_the_shared_one() {
    let numbers = |line: &str| {
        let line = RunLine::parse(line).expect("it can be read");
        let report = Report::new(&line.scenario().script, line.seconds()).expect("it runs");
        let of = |pane: usize, metric: &str| report.panes[pane].metrics.number(metric).expect("a number");
        (of(3, "fps_mean"), of(3, "picture_error_mean_ms"), of(1, "picture_error_mean_ms"))
    };
    let (fps, error, beside) = numbers("report --scenario four-loops --as-compiled --then 8:computer.render_ms=20");
    let all =
        numbers("report --scenario four-loops --set panes.D.params.whole_ms=on --timer-ms 1 --then 8:computer.render_ms=20");
    assert_eq!((fps, error), (all.0, all.1), "as on a shared clock of 1 ms");
    let exact = numbers("report --scenario four-loops --then 8:computer.render_ms=20");
    assert_eq!(beside, exact.2, "the other panes keep their clock");
    assert_ne!(error, exact.1);
}

#[test]
fn a_claim_that_says_what_the_listing_compiles_to_measures_that_beside_its_text() {
    let mut told = 0;
    for (_, claim) in claims::article::all() {
        let Some(compiled) = &claim.as_compiled else { continue };
        told += 1;
        assert!(compiled.ends_with('.') && !compiled.contains('\n'), "{}: {compiled}", claim.id);
        assert!(!claim.test.run.contains("--as-compiled"), "{}: its first run is that of the text", claim.id);
        assert!(claim.also.iter().any(|test| test.run.contains("--as-compiled")), "{}: no run is as compiled", claim.id);
    }
    assert!(told >= 8, "{told} claims");
}

#[test]
fn every_article_is_there_and_every_claim_is_whole_and_has_a_name_of_its_own() {
    let articles: Vec<&str> = claims::article::ARTICLES.iter().map(|article| article.id.as_str()).collect();
    assert_eq!(articles, ["diener", "beautiful-timer", "houx", "v-sync", "witters", "callbacks", "engines"]);
    let mut ids = BTreeSet::new();
    for (article, claim) in claims::article::all() {
        assert!(ids.insert(&claim.id), "two claims are called {}", claim.id);
        assert!(claim.id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'), "{}", claim.id);
        for text in [&claim.place, &claim.claim, &claim.why] {
            assert!(!text.is_empty() && !text.contains('\n'), "{}: a text is missing", claim.id);
        }
        for sentence in [&claim.claim, &claim.why] {
            assert!(sentence.ends_with('.') || sentence.ends_with('?'), "{}: {sentence}", claim.id);
        }
        for test in claim.tests() {
            assert!(test.expected.min <= test.expected.max, "{}: {:?}", claim.id, test.expected);
            assert!(test.expected.min.is_finite() && test.expected.max.is_finite(), "{}", claim.id);
            assert!(test.control.as_ref().is_none_or(|why| is_of_report(&test) && why.ends_with('.')), "{}", claim.id);
        }
        assert!(!article.title.is_empty() && !article.author.is_empty());
    }
    for unshown in claims::article::ARTICLES.iter().flat_map(|article| &article.unshown) {
        assert!(!unshown.place.is_empty() && unshown.claim.ends_with('.') && unshown.why.ends_with('.'), "{unshown:?}");
    }
}

fn is_of_report(test: &Test) -> bool {
    test.run.starts_with("report ")
}

/// Changes of every pane of a run, blind to what the claim is about: of its loop, load, display, waking and cost.
const BLIND_CHANGES: [&str; 10] = [
    "strategy=fixed-fps",
    "strategy=frame-based",
    "strategy=variable-delta",
    "strategy=frame-skip-predicted",
    "computer.render_ms=70",
    "computer.noise_hi_ms=40",
    "computer.refresh_hz=75",
    "computer.present=mailbox",
    "computer.wake_hi_ms=8",
    "computer.update_ms=20",
];

/// Returns the first blind change that moves the number out of its bounds, in words with the number; `None` if none does. A change
/// that the run refuses, or with which it has no such number, does not count.
fn turned_by(test: &Test) -> Option<String> {
    let line = RunLine::parse(&test.run).unwrap_or_else(|refusal| panic!("'{}': {refusal}", test.run));
    BLIND_CHANGES.iter().find_map(|change| {
        let panes = line.scenario().script.settings().panes.iter();
        // A command at the beginning, since another loop refuses the parameters that the line sets.
        let run = panes.fold(test.run.clone(), |run, pane| format!("{run} --then 0:panes.{}.{change}", pane.letter()));
        let changed = Test { run, ..test.clone() };
        let number = claims::evaluate::measure(&changed, &[&test.measure]).ok()?[0]?;
        (!test.expected.contains(number)).then(|| format!("{change} makes it {number}"))
    })
}

#[test]
fn every_number_of_a_report_is_turned_by_a_blind_change_or_is_a_control() {
    let tests = |claim: &'static Claim| claim.tests().filter(is_of_report).map(move |test| (claim, test));
    let claims = claims::article::all().map(|(_, claim)| claim).filter(|claim| tests(claim).next().is_some()).collect();
    let mut wrong = Vec::new();
    for (claim, test) in spread(claims, 20).flat_map(tests) {
        let complaint = match (turned_by(&test), &test.control) {
            (None, None) => {
                Some("no blind change turns it: measure something that one does, or add `control` with the reason".to_owned())
            }
            (Some(turned), Some(_)) => Some(format!("it is called a control, and {turned}")),
            _ => None,
        };
        wrong.extend(complaint.map(|complaint| format!("{}, {} of '{}': {complaint}", claim.id, test.measure, test.run)));
    }
    assert!(wrong.is_empty(), "{} numbers:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_loop_and_every_world_is_in_a_claim_and_in_a_scenario_that_comes_with_the_program() {
    let claimed = claims::article::all().flat_map(|(_, claim)| lines(claim)).map(|line| line.scenario().script.clone());
    let built_in = builtin::ALL.iter().map(|builtin| builtin.scenario().expect("it can be read").script);
    for (scripts, what) in [(claimed.collect::<Vec<_>>(), "claim"), (built_in.collect(), "scenario")] {
        let mut loops = BTreeSet::new();
        let mut scenes = BTreeSet::new();
        for script in scripts {
            scenes.insert(script.settings().scene.id.clone());
            loops.extend(script.settings().panes.iter().map(|pane| pane.strategy.clone()));
        }
        let missing = |all: Vec<&str>, there: &BTreeSet<String>| -> Vec<String> {
            all.into_iter().filter(|id| !there.contains(*id)).map(str::to_owned).collect()
        };
        let loops = missing(strategies::ALL.iter().map(|s| s.id.as_ref()).collect(), &loops);
        let scenes = missing(worlds::ALL.iter().map(|world| world.id).collect(), &scenes);
        assert!(loops.is_empty() && scenes.is_empty(), "in no {what}: loops {loops:?}, worlds {scenes:?}");
    }
}

#[test]
fn a_claim_opens_in_the_window_with_all_its_loops_and_its_own_words() {
    for (article, claim) in claims::article::all() {
        for test in claim.tests() {
            let scenario = claim.scenario(article, &test.run).unwrap_or_else(|refusal| panic!("{}: {refusal}", claim.id));
            assert!(scenario.about.contains(&claim.claim) && scenario.about.contains(&claim.why), "{}", claim.id);
            let run = scenario.script.settings().clone();
            assert!(run.panes.len() <= MOST_PANES, "{}: {} panes do not fit into the window", claim.id, run.panes.len());
            let session = Session::open(scenario).unwrap_or_else(|refusal| panic!("{}: {refusal}", claim.id));
            assert_eq!((session.run.lab.initial(), session.run.opened.name.contains(&claim.place)), (&run, true), "{}", claim.id);
        }
    }
}
