//! The page in Firefox: it opens, computes the same, and is used.

use crate::harness::{Backend, Hand, Page};
use crate::same::{native_trace, scenario};
use crate::using::drag_the_load;
use serde_json::json;
use tickscope::studio::scenario::code;

#[test]
fn the_page_opens_in_firefox_with_an_equal_trace_and_a_load_that_is_dragged() {
    let Some(page) = Page::in_firefox() else { return };
    page.open(Backend::WebGl, "");
    page.wait_until_ready();
    page.shows_a_picture();
    let code = code::write(&scenario("frame-skip"));
    let of_the_page = page.browser.run("return tickscope.trace(arguments[0], 0, 5)", &json!([code]));
    assert!(of_the_page == native_trace(&code), "the trace differs");
    drag_the_load(&page, Hand::Mouse);
}
