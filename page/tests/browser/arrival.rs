//! How the program arrives, and what is said where it can't.

use crate::harness::{Backend, Page};
use serde_json::json;

const WASM: &str = "*tickscope_bg.wasm*";

#[test]
fn it_opens_on_both_backends_with_a_picture_and_no_error() {
    for backend in Backend::BOTH {
        let Some(page) = Page::start() else { return };
        page.open(backend, "");
        page.shows_a_picture();
        page.has_no_errors();
    }
}

#[test]
fn the_bar_shows_the_bytes_as_they_arrive() {
    let Some(page) = Page::start() else { return };
    let speed = |bytes: f64| {
        let slow = json!({ "offline": false, "latency": 0, "downloadThroughput": bytes, "uploadThroughput": -1 });
        page.browser.command("Network.emulateNetworkConditions", &slow);
    };
    page.browser.command("Network.enable", &json!({}));
    speed(1_000_000.0);
    page.go("");
    page.wait_until("half-full bar", |page| {
        page.run("const bar = document.getElementById('bar'); return bar.value > 0 && bar.value < bar.max && !bar.hidden") == true
    });
    let shown = page.run("return document.getElementById('bytes').textContent").to_string();
    assert!(shown.contains(" of ") && shown.contains(" MB"), "{shown}");
    speed(-1.0);
    page.wait_for_frames(1);
}

#[test]
fn a_download_that_fails_says_so_and_can_be_tried_again() {
    let Some(page) = Page::start() else { return };
    page.browser.command("Network.enable", &json!({}));
    page.browser.command("Network.setBlockedURLs", &json!({ "urls": [WASM] }));
    page.go("");
    page.wait_until("word of the failure", |page| page.words().contains("did not arrive"));
    page.browser.command("Network.setBlockedURLs", &json!({ "urls": [] }));
    page.run("document.getElementById('again').click()");
    page.wait_for_frames(1);
}

#[test]
fn what_arrives_and_is_no_program_is_told_apart_from_a_browser_that_can_run_none() {
    let Some(page) = Page::start() else { return };
    // As from a server that answers everything with a page of its own.
    page.before(
        "const fetched = window.fetch;
         window.fetch = (what, ...how) => String(what).includes('.wasm') ? Promise.resolve(new Response('<!doctype html>')) : fetched(what, ...how);",
    );
    page.go("");
    page.wait_until("word of the damage", |page| page.words().contains("is damaged"));
    assert!(!page.words().contains("WebAssembly"), "{}", page.words());
}

#[test]
fn a_browser_that_can_not_draw_is_told_what_to_do_before_anything_is_fetched() {
    let Some(page) = Page::start() else { return };
    page.before("delete Navigator.prototype.gpu; HTMLCanvasElement.prototype.getContext = () => null;");
    page.go("");
    page.wait_until("advice", |page| page.words().contains("neither WebGPU nor WebGL2"));
    assert!(page.status().starts_with("error"), "{}", page.status());
    let fetched = page.run("return performance.getEntriesByType('resource').map(({ name }) => name)").to_string();
    assert!(!fetched.contains("wasm"), "{fetched}");
}

#[test]
fn a_browser_without_webassembly_is_told_what_to_do() {
    let Some(page) = Page::start() else { return };
    page.before("delete globalThis.WebAssembly;");
    page.go("");
    page.wait_until("advice", |page| page.words().contains("no WebAssembly"));
}
