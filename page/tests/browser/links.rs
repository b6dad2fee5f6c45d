//! A link opens its comparison; a link that can't be read says so.

use crate::harness::{Backend, NOTICE, Page};
use page::codes;
use tickscope::studio::scenario::code;
use tickscope::studio::scenario::definition::Scenario;

fn code_of(id: &str) -> String {
    codes::of(id).unwrap_or_else(|error| panic!("{error}"))
}

/// WebDriver's name of the key.
const PAGE_DOWN: &str = "\u{e00f}";

fn fragment(page: &Page) -> String {
    page.run("return location.hash").as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_link_opens_its_scenario_without_a_notice() {
    let Some(page) = Page::start() else { return };
    page.open(Backend::WebGl, &code_of("even-frames"));
    page.place("RadioButton Pane C: Counted refreshes");
    page.place("RadioButton Pane D: Snapped delta");
    assert!(page.find(NOTICE).is_none(), "{:?}", page.controls());
    page.has_no_errors();
}

#[test]
fn a_link_that_comes_while_the_page_is_open_is_followed_and_left_again() {
    let Some(page) = Page::start() else { return };
    page.open(Backend::WebGl, &code_of("interpolation"));
    page.place("RadioButton Pane A: Fixed, interpolated");
    page.run(&format!("location.hash = '{}'", code_of("even-frames")));
    page.place("RadioButton Pane D: Snapped delta");
    page.browser.back();
    page.place("RadioButton Pane A: Fixed, interpolated");
    page.wait_until("three panes", |page| page.find("RadioButton Pane D").is_none());
    page.has_no_errors();
}

#[test]
fn a_link_that_is_damaged_newer_or_far_too_long_says_so_and_the_page_works() {
    let whole = code_of("hitch");
    let newer = whole.replacen("tickscope1-", "tickscope7-", 1);
    let markup = "<img src=x onerror=document.body.remove()>";
    let endless = format!("tickscope1-{}", "A".repeat(1 << 20));
    let bad = [
        (&whole[..whole.len() - 9], "link: damaged"),
        (&*newer, "link: made by another tickscope: version 7"),
        (markup, "link: a code begins with"),
        (&*endless, "share code: longer than any code is"),
    ];
    for (bad, says) in bad {
        let Some(page) = Page::start() else { return };
        page.open(Backend::WebGl, "");
        page.browser.run("location.hash = arguments[0]", &serde_json::json!([bad]));
        page.place(&format!("Label {says}"));
        page.close_notice();
        let frames = page.frames();
        page.wait_until("further frames", |page| page.frames() > frames + 3);
        page.place("RadioButton Pane A");
        page.has_no_errors();
    }
}

#[test]
fn a_damaged_link_says_so_on_arrival_too() {
    let Some(page) = Page::start() else { return };
    page.open(Backend::WebGl, &code_of("hitch")[..60]);
    page.place("Label link: damaged");
    page.shows_a_picture();
    page.has_no_errors();
}

#[test]
fn the_address_and_the_title_follow_what_is_opened_and_the_notice_of_another_address_goes() {
    let Some(page) = Page::start() else { return };
    page.open(Backend::WebGl, "");
    let title = page.run("return document.title");
    page.type_keys(PAGE_DOWN);
    page.wait_until("code in the address", |page| fragment(page).starts_with("#tickscope1-"));
    page.wait_until("another title", |page| page.run("return document.title") != title);
    let opened = fragment(&page);
    page.run("location.hash = 'nonsense'");
    page.place(NOTICE);
    page.browser.back();
    page.wait_until("address of before", |page| fragment(page) == opened);
    page.wait_until("end of the notice", |page| page.find(NOTICE).is_none());
    page.browser.back();
    page.wait_until("address without a code", |page| fragment(page).is_empty());
    page.has_no_errors();
}

#[test]
fn a_reload_shows_the_comparison_of_a_link_again_as_it_was_changed() {
    let Some(page) = Page::start() else { return };
    page.open(Backend::WebGl, &code_of("even-frames"));
    page.place("RadioButton Pane D: Snapped delta");
    let title = page.run("return document.title");
    page.browser.reload();
    page.wait_for_frames(3);
    page.place("RadioButton Pane D: Snapped delta");
    assert_eq!(page.run("return document.title"), title);
    // And with a fifth pane, which the link does not have.
    page.click("Button Comparisons");
    page.click("Button Add pane");
    page.place("RadioButton Pane E");
    page.run("dispatchEvent(new Event('pagehide'))");
    page.browser.reload();
    page.wait_for_frames(3);
    page.place("RadioButton Pane E");
    page.has_no_errors();
}

#[test]
fn a_scenario_that_would_take_a_minute_to_open_is_refused_on_arrival_and_later() {
    let text = "tickscope = 4\nhitches = [{ at_s = 0.1, ms = 10000 }]\nscene = { id = \"crowd\", options = { bodies = 100000 } }\n\
        [[panes]]\nstrategy = \"frame-skip\"\nparams = { ticks_per_s = 1000, max_frameskip = \"off\" }\n";
    let slow = code::write(&Scenario::parse("slow", text).unwrap_or_else(|error| panic!("{error}")));
    let Some(page) = Page::start() else { return };
    page.open(Backend::WebGl, &slow);
    page.place("Label Not opened: bodies: '100000' is not allowed");
    page.close_notice();
    page.run(&format!("location.hash = 'x{slow}'"));
    page.click(NOTICE);
    page.run(&format!("location.hash = '{slow}'"));
    page.place("Label Not opened: bodies: '100000' is not allowed");
    page.shows_a_picture();
    page.has_no_errors();
}
