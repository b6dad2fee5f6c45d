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
