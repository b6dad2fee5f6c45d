//! A link opens its comparison; a link that can't be read says so.

use crate::harness::{Backend, Page};
use page::codes;

fn code(id: &str) -> String {
    codes::of(id).unwrap_or_else(|error| panic!("{error}"))
}

/// What is shown where something went wrong; its words are drawn, so the button beside them is looked for.
const NOTICE: &str = "Button OK";

#[test]
fn a_link_opens_its_scenario_without_a_notice() {
    let Some(page) = Page::start() else { return };
    page.open(Backend::WebGl, &code("even-frames"));
    page.place("RadioButton Pane C: Counted refreshes");
    page.place("RadioButton Pane D: Snapped delta");
    assert!(page.find(NOTICE).is_none(), "{:?}", page.controls());
    page.has_no_errors();
}

#[test]
fn a_link_that_comes_while_the_page_is_open_is_followed_and_left_again() {
    let Some(page) = Page::start() else { return };
    page.open(Backend::WebGl, &code("interpolation"));
    page.place("RadioButton Pane A: Frame skip, predicted");
    page.run(&format!("location.hash = '{}'", code("even-frames")));
    page.place("RadioButton Pane D: Snapped delta");
    page.browser.back();
    page.place("RadioButton Pane A: Frame skip, predicted");
    page.wait_until("three panes", |page| page.find("RadioButton Pane D").is_none());
    page.has_no_errors();
}

#[test]
fn a_link_that_is_damaged_newer_or_far_too_long_says_so_and_the_page_works() {
    let whole = code("hitch");
    let newer = whole.replacen("tickscope1-", "tickscope7-", 1);
    let markup = "<img src=x onerror=document.body.remove()>";
    let endless = format!("tickscope1-{}", "A".repeat(1 << 20));
    for bad in [&whole[..whole.len() - 9], &newer, markup, &endless] {
        let Some(page) = Page::start() else { return };
        page.open(Backend::WebGl, "");
        page.browser.run("location.hash = arguments[0]", &serde_json::json!([bad]));
        page.click(NOTICE);
        page.wait_until("notice that is closed", |page| page.find(NOTICE).is_none());
        let frames = page.frames();
        page.wait_until("further frames", |page| page.frames() > frames + 3);
        page.place("RadioButton Pane A");
        page.has_no_errors();
    }
}

#[test]
fn a_damaged_link_says_so_on_arrival_too() {
    let Some(page) = Page::start() else { return };
    page.open(Backend::WebGl, &code("hitch")[..60]);
    page.place(NOTICE);
    page.shows_a_picture();
    page.has_no_errors();
}
