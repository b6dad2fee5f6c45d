//! A comparison in a text: small, still until it is asked for, and only running where it is seen.

use crate::harness::Page;
use page::codes;
use tickscope::studio::scenario::code as share_code;

const PLAY: &str = "Button Play";

fn code(id: &str) -> String {
    codes::of(id).unwrap_or_else(|error| panic!("{error}"))
}

/// Scrolls to one of the embeds and goes into it.
fn show(page: &Page, frame: usize) {
    page.browser.enter(None);
    page.run(&format!("document.querySelectorAll('iframe')[{frame}].scrollIntoView({{ block: 'center' }})"));
    // The driver may wait for ever for a frame that another document is coming into.
    let loaded = format!(
        "const frame = document.querySelectorAll('iframe')[{frame}].contentDocument;
         return frame.readyState === 'complete' && frame.getElementById('tickscope') !== null"
    );
    page.wait_until("document in the frame", |page| page.run(&loaded) == true);
    page.browser.enter(Some(frame));
}

#[test]
fn the_smallest_embed_shows_panes_loads_and_the_drawing_switch_and_starts_still() {
    let Some(page) = Page::start_at(1.0, [320, 240]) else { return };
    page.go(&format!("?embed&controls&backend=webgl#{}", code("slow-motion")));
    page.wait_until_ready();
    page.shows_a_picture();
    page.wait_until("rest", |page| page.frames_during(30) == 0);
    for named in ["Slider Render load", "RadioButton Draw all: interp.", PLAY] {
        assert!(page.place(named).is_in([320, 240]), "{named}: {:?}", page.place(named));
    }
    assert!(page.find("Button File").is_none() && page.find("Button Comparisons").is_none(), "{:?}", page.controls());
    page.click(PLAY);
    page.wait_until("motion", |page| page.frames_during(30) > 5);
    page.has_no_errors();
}

#[test]
fn a_click_on_a_pane_opens_the_whole_page_with_the_same_comparison() {
    let Some(page) = Page::start_at(1.0, [640, 400]) else { return };
    page.go(&format!("?embed&controls&backend=webgl#{}", code("interpolation")));
    page.wait_until_ready();
    // Until then the sign to play lies on the middle of the pane.
    page.click(PLAY);
    page.click("Button Open pane A");
    let tabs = page.wait("another page", |page| Some(page.browser.tabs()).filter(|tabs| tabs.len() == 2));
    page.browser.turn_to(&tabs[1]);
    page.wait_for_frames(3);
    let address = page.run("return location.href").as_str().unwrap_or_default().to_owned();
    let (page_address, opened) = address.split_once('#').expect("the address has a code");
    assert!(!page_address.contains("embed"), "{address}");
    let [opened, embedded] = [opened, &code("interpolation")].map(|code| share_code::read(code).expect("it is a code").script);
    assert_eq!(opened, embedded, "the same comparison");
}

#[test]
fn the_example_page_has_four_embeds_one_with_a_listing_that_run_only_while_they_are_seen() {
    let Some(page) = Page::start_at(1.0, [900, 700]) else { return };
    page.go("embeds.html");
    let count = page.run("return document.querySelectorAll('iframe').length").as_u64().unwrap_or_default();
    assert_eq!(count, 4);
    // So that their controls can be found.
    page.run(
        "document.querySelectorAll('iframe').forEach(frame => { frame.src = frame.src.replace('?embed', '?embed&controls') })",
    );
    for frame in 0..4 {
        show(&page, frame);
        page.wait_until_ready();
        page.shows_a_picture();
        let has_listing = |page: &Page| page.controls().iter().any(|(name, _)| name.contains("function loop(host)"));
        if frame == 3 {
            page.wait_until("the listing", has_listing);
        } else {
            assert!(!has_listing(&page), "embed {frame}");
        }
    }

    show(&page, 0);
    page.wait_until("rest before it is started", |page| page.frames_during(30) == 0);
    page.click_in(0, PLAY);
    page.wait_until("motion", |page| page.frames_during(30) > 5);
    show(&page, 2);
    page.browser.enter(None);
    page.browser.enter(Some(0));
    page.wait_until("rest out of sight", |page| page.frames_during(30) == 0);
    show(&page, 0);
    page.wait_until("motion in sight", |page| page.frames_during(30) > 5);
    page.has_no_errors();
}
