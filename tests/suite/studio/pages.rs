//! Texts that are generated stand in files, where people read them: `UPDATE_GOLDEN=1 cargo test --test suite pages` writes them again.

use std::fs;
use std::path::Path;
use tickscope_core::lab::metrics::catalogue::{self, Metric};
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::model::config::settings::{PaneSettings, Settings};
use tickscope_core::model::strategies::{self, engines};

/// Compares a file with what it must be, or writes it.
pub fn hold(file: &str, now: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        return fs::write(path, now).expect("the file can be written");
    }
    let before = fs::read_to_string(&path).expect("the file is there");
    let differs = now.lines().zip(before.lines()).find(|(now, before)| now != before);
    assert!(now == before, "{file} is of yesterday: review UPDATE_GOLDEN=1 cargo test --test suite studio; first {differs:?}");
}

/// Compares the tables of a page with what they must be, each known by its place among those with the same head; or writes them.
fn hold_tables(file: &str, tables: &[String]) {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("the page is there");
    let (mut now, mut rest) = (String::new(), page.as_str());
    for table in tables {
        let begin = rest.find(table.lines().next().expect("a head")).expect("the page has a table with this head");
        let end = rest[begin..].find("\n\n").map_or(rest.len(), |end| begin + end + 1);
        now += &rest[..begin];
        now += table;
        rest = &rest[end..];
    }
    hold(file, &(now + rest));
}

#[test]
fn the_page_about_metrics_has_the_tables_of_the_code() {
    let cell = |text: &str| text.replace('|', "\\|");
    let or_none = |unit: &str| if unit.is_empty() { "–" } else { unit }.to_owned();
    let metrics = |metrics: &[Metric]| {
        let row = |m: &Metric| format!("| `{}` | {} | {} | {} | {} |\n", m.id, m.name, or_none(m.unit), cell(m.about), m.source);
        "| key | name | unit | definition | source |\n|---|---|---|---|---|\n".to_owned()
            + &metrics.iter().map(row).collect::<String>()
    };
    let kind = |kind: Kind| {
        let row = kind.row();
        let value = if row.value.is_empty() { String::new() } else { format!(": {}", cell(row.value)) };
        format!("| `{}` | {} | {}{value} | {} |\n", row.id, row.tone.id(), or_none(row.unit), cell(row.formula))
    };
    let kinds =
        "| kind | tone | value | holds when |\n|---|---|---|---|\n".to_owned() + &Kind::all().map(kind).collect::<String>();
    hold_tables("docs/metrics.md", &[metrics(catalogue::ALL), metrics(catalogue::PRESSES), metrics(catalogue::LIVE), kinds]);
}

#[test]
fn the_page_of_the_articles_is_what_the_claims_say() {
    hold("docs/articles.md", &super::claims_page::page());
}

#[test]
fn the_page_about_advice_has_the_table_of_engines_and_each_is_a_loop_with_these_parameters() {
    let row = |engine: &engines::Engine| {
        let mut settings = Settings { panes: vec![PaneSettings::new("frame-based")], ..Settings::default() }.lettered();
        engine.patch(settings.panes[0].letter()).change(&mut settings).expect("an engine's settings are a pane's");
        let strategy = strategies::find(engine.strategy).expect("an engine's loop is a published one");
        assert!(strategy.check(&settings.panes[0].params).is_ok(), "{}", engine.name);
        format!("| {} {} | `{}` | {} | {} |\n", engine.name, engine.version, engine.options(), engine.about, engine.document)
    };
    let head = "| engine | its loop here | what it does | document |\n|---|---|---|---|\n".to_owned();
    hold_tables("docs/advise.md", &[head + &engines::ALL.iter().map(row).collect::<String>()]);
}
