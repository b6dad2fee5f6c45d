//! What is computed in the page is what is computed elsewhere, to the last bit.

use crate::harness::{Backend, Page};
use serde_json::json;
use std::ffi::OsString;
use tickscope::front::cli::arguments::Command;
use tickscope::front::cli::{self, output};
use tickscope::studio::scenario::code;
use tickscope::studio::scenario::definition::Scenario;
use tickscope_core::model::strategies;

/// Returns a computer on which every loop has something to do: drawing takes changing times, waking is late, the clock is coarse,
/// there is a queue before the GPU, and at 2 s everything stops.
pub fn scenario(strategy: &str) -> Scenario {
    let text = format!(
        r#"
        tickscope = 4
        name = "A hard life"
        seconds = 5
        seed = 11
        scene = {{ id = "runner" }}
        [computer]
        noise_lo_ms = 4
        noise_hi_ms = 30
        update_ms = 2
        wake_hi_ms = 1
        gpu_ms = 5
        queue = 1
        [[panes]]
        strategy = "{strategy}"
        [[at]]
        s = 2
        hitch_ms = 700
        "#
    );
    Scenario::parse(strategy, &text).unwrap_or_else(|error| panic!("{strategy}: {error}"))
}

/// Returns what `tickscope trace --scenario CODE` writes here.
pub fn native_trace(code: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("trace.jsonl");
    let arguments = ["tickscope", "trace", "--scenario", code, "--output"].into_iter().map(OsString::from);
    let Ok(Command::Trace(run)) = cli::arguments::parse(arguments.chain([file.clone().into()])) else {
        panic!("{code} is not traced")
    };
    output::trace(&run, std::io::sink()).unwrap_or_else(|error| panic!("{code}: {error}"));
    std::fs::read_to_string(&file).expect("the trace is written")
}

#[test]
fn the_trace_of_every_loop_is_the_native_one_byte_for_byte() {
    let Some(page) = Page::start() else { return };
    page.open(Backend::WebGl, "");
    for strategy in strategies::ALL {
        let code = code::write(&scenario(&strategy.id));
        let native = native_trace(&code);
        let of_the_page = page.browser.run("return tickscope.trace(arguments[0], 0, 5)", &json!([code]));
        let of_the_page = of_the_page.as_str().unwrap_or_default();
        assert!(native.lines().count() > 100, "{} hardly runs: {native}", strategy.id);
        let differing = native.lines().zip(of_the_page.lines()).find(|(native, of_the_page)| native != of_the_page);
        assert!(differing.is_none(), "{}: native and page differ: {differing:#?}", strategy.id);
        assert!(native == of_the_page, "{}: {} bytes here, {} in the page", strategy.id, native.len(), of_the_page.len());
    }
    page.has_no_errors();
}

#[test]
fn every_world_ends_in_the_page_where_it_ends_elsewhere() {
    let Some(page) = Page::start() else { return };
    page.open(Backend::WebGl, "");
    assert_eq!(page.run("return tickscope.golden()"), "");
}
