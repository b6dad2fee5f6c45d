//! What is kept between visits, and what is not.

use crate::harness::{Backend, Page, picture};
use page::codes;

/// Returns how bright the page is on average, from 0 to 255.
fn brightness(page: &Page) -> f64 {
    let picture = page.screenshot();
    let sum: u64 = picture.pixels().map(|pixel| u64::from(pixel.0[1])).sum();
    sum as f64 / f64::from(picture.width() * picture.height())
}

#[test]
fn storage_with_anything_in_it_keeps_no_visit_from_beginning() {
    let Some(page) = Page::start() else { return };
    page.open(Backend::WebGl, "");
    for damaged in ["[]", "1", "\"x\"", "{", "null", "{\"remembered\": []}", "{\"fragment\":\"\",\"code\":\"tickscope1-AAAA\"}"] {
        // What the page writes when it is left comes before this.
        page.before(&format!("for (const kept of [localStorage, sessionStorage]) kept.setItem('tickscope', `{damaged}`);"));
        page.browser.reload();
        page.wait_for_frames(3);
        assert!(!page.is_covered(), "{damaged}: {}", page.words());
        page.has_no_errors();
    }
}

#[test]
fn a_browser_that_keeps_nothing_shows_the_page_all_the_same() {
    let Some(page) = Page::start() else { return };
    page.before(
        "for (const name of ['localStorage', 'sessionStorage'])
            Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError') } });",
    );
    page.open(Backend::WebGl, "");
    page.shows_a_picture();
    page.has_no_errors();
}

#[test]
fn a_link_is_for_this_time_only_and_an_embed_is_what_its_author_made_it() {
    let Some(page) = Page::start() else { return };
    page.open(Backend::WebGl, "");
    let dark = brightness(&page);
    page.type_keys("t");
    page.wait_until("light theme", |page| brightness(page) > dark + 60.0);
    let even = codes::of("even-frames").unwrap_or_else(|error| panic!("{error}"));
    // By way of another document, so that it is a new visit.
    page.browser.go("about:blank");
    page.open(Backend::WebGl, &even);
    page.place("RadioButton Pane D: Snapped delta");
    page.browser.go("about:blank");
    page.open(Backend::WebGl, "");
    page.place("RadioButton Pane A");
    assert!(page.find("RadioButton Pane D: Snapped delta").is_none(), "{:?}", page.controls());
    assert!(brightness(&page) > dark + 60.0, "the theme is remembered");

    page.go(&format!("?embed&controls&backend=webgl#{even}"));
    page.wait_until_ready();
    page.wait_until("panes", |page| picture::colours(&page.screenshot()) >= 100);
    assert!(brightness(&page) < dark + 30.0, "the visitor's theme is not the embed's: {}", brightness(&page));
    page.has_no_errors();
}
