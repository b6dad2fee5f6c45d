//! The world *Stack* on the page: the whole build comes when it is shown, and runs it as every other build does.

use crate::harness::{Backend, Page};
use page::codes;
use serde_json::json;

fn code() -> String {
    codes::of("toppling").unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_link_to_the_stack_goes_on_in_the_whole_build_which_computes_what_is_computed_elsewhere() {
    let Some(page) = Page::start() else { return };
    page.go(&format!("?controls&backend=webgl#{}", code()));
    page.wait_until("whole build", Page::has_whole_build);
    page.wait_for_frames(3);
    page.place("RadioButton Pane D: Semi-fixed");
    assert_eq!(page.run("return tickscope.golden()"), "");
    let of_the_page = page.browser.run("return tickscope.trace(arguments[0], 0, 14)", &json!([code()]));
    assert_eq!(of_the_page.as_str(), Some(&*crate::same::native_trace(&code())));
    page.has_no_errors();
}

#[test]
fn the_stack_that_is_chosen_brings_the_whole_build_with_the_same_panes_and_is_there_at_the_next_visit() {
    let Some(page) = Page::start() else { return };
    page.open(Backend::WebGl, &codes::of("even-frames").unwrap_or_else(|error| panic!("{error}")));
    assert!(!page.has_whole_build(), "it is not loaded before");
    page.click("DisclosureTriangle Everything else");
    page.click("DisclosureTriangle World");
    page.click("ComboBox World");
    page.click("Button Stack");
    page.wait_until("whole build", Page::has_whole_build);
    page.wait_for_frames(3);
    page.place("RadioButton Pane D: Snapped delta");
    page.browser.reload();
    page.wait_for_frames(3);
    page.place("RadioButton Pane D: Snapped delta");
    assert!(page.has_whole_build(), "{:?}", page.controls());
    page.has_no_errors();
}

#[test]
fn an_embed_shows_the_stack_and_one_that_asks_for_the_whole_build_gets_it_at_once() {
    let Some(page) = Page::start_at(1.0, [640, 400]) else { return };
    for asked in ["&whole", ""] {
        page.browser.go("about:blank");
        page.go(&format!("?embed&controls&backend=webgl{asked}#{}", code()));
        page.wait_until("whole build", Page::has_whole_build);
        page.wait_until_ready();
        // A pane that has no room to be read is a tab.
        page.wait_until("pane D", |page| {
            ["Button Open pane D", "Tab Show pane D"].iter().any(|named| page.find(named).is_some())
        });
        let has_asked = page.run("return sessionStorage.getItem('tickscope-whole') !== null") == true;
        assert_eq!(has_asked, asked.is_empty(), "{asked}");
        page.has_no_errors();
    }
}
