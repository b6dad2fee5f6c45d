//! Files come by dropping and choosing, and go as downloads.

use crate::harness::{Backend, Page};
use serde_json::json;
use std::time::{Duration, Instant};
use tickscope::studio::scenario::{Scenario, builtin};

/// Drops a file with this name and text, or of so many bytes.
const DROP: &str = "
    const [name, text, bytes] = arguments;
    const carried = new DataTransfer();
    carried.items.add(new File([bytes ? new Uint8Array(bytes) : text], name));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }));";
/// Lets a person choose this file as soon as the browser's dialog opens.
const CHOOSE: &str = "
    const carried = new DataTransfer();
    carried.items.add(new File([arguments[0]], 'chosen.toml'));
    HTMLInputElement.prototype.click = function () {
        this.files = carried.files;
        this.dispatchEvent(new Event('change'));
    };";

fn text(id: &str) -> &'static str {
    builtin::find(id).unwrap_or_else(|unknown| panic!("{unknown}")).text
}

#[test]
fn a_file_that_is_dropped_is_opened_and_a_bad_one_is_told_in_one_line() {
    let Some(page) = Page::start() else { return };
    page.open(Backend::WebGl, "");
    page.browser.run(DROP, &json!(["even.toml", text("even-frames"), 0]));
    page.place("RadioButton Pane D: Snapped delta");
    page.wait_until("code in the address", |page| page.run("return location.hash.startsWith('#tickscope1-')") == true);
    let bad = [
        (json!(["huge.toml", "", 100 << 20]), "huge.toml: 104857600 bytes, and the page opens no scenario of more than"),
        (json!(["wrong.toml", "tickscope = 4\npanes = 3\n", 0]), "wrong.toml, line 2"),
        (json!(["zeros.toml", "", 1000]), "zeros.toml, line 1"),
    ];
    for (file, says) in bad {
        page.browser.run(DROP, &file);
        page.place(&format!("Label {says}"));
        page.close_notice();
        page.place("RadioButton Pane D: Snapped delta");
    }
    page.has_no_errors();
}

#[test]
fn a_file_is_chosen_in_the_dialog() {
    let Some(page) = Page::start() else { return };
    page.open(Backend::WebGl, "");
    page.browser.run(CHOOSE, &json!([text("even-frames")]));
    page.click("Button File");
    page.click("Button Open …");
    page.click("Button Choose a file");
    page.place("RadioButton Pane D: Snapped delta");
    page.has_no_errors();
}

#[test]
fn a_scenario_is_saved_as_a_download_that_can_be_read_again() {
    let Some(page) = Page::start() else { return };
    let folder = tempfile::tempdir().expect("a folder can be made");
    let downloads = json!({ "behavior": "allow", "downloadPath": folder.path() });
    page.browser.command("Browser.setDownloadBehavior", &downloads);
    page.open(Backend::WebGl, "");
    page.browser.run(DROP, &json!(["even.toml", text("even-frames"), 0]));
    page.place("RadioButton Pane D: Snapped delta");
    page.click("Button File");
    page.click("Button Save scenario");
    page.place("TextInput Name");
    page.wait_until("end of the menu", |page| page.find("Button Save scenario").is_none());
    page.click("Button Save");
    let file = folder.path().join("scenario.toml");
    let begun = Instant::now();
    // The browser may be writing it still.
    let read = || Scenario::parse("saved", &std::fs::read_to_string(&file).ok()?).ok();
    let saved = loop {
        if let Some(saved) = read() {
            break saved;
        }
        assert!(begun.elapsed() < Duration::from_mins(1), "no download, or none that can be read");
        std::thread::sleep(Duration::from_millis(50));
    };
    assert_eq!(saved, Scenario::parse("even", text("even-frames")).expect("it is read"));
    page.has_no_errors();
}
