//! Files come by dropping and choosing, and go as downloads.

use crate::harness::{Backend, Page};
use serde_json::json;
use tickscope::studio::scenario::builtin;
use tickscope::studio::scenario::definition::Scenario;
use tickscope_core::lab::captures;
use tickscope_core::lab::captures::part::CapturePart;
use tickscope_core::model::config::capture::SampleTimes;

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
    page.click("Button Save");
    page.place("TextInput Name");
    page.wait_until("end of the menu", |page| page.find("Button Open …").is_none());
    page.click("Button Save");
    let file = folder.path().join("scenario.toml");
    // The browser may be writing it still.
    let read = || Scenario::parse("saved", &std::fs::read_to_string(&file).ok()?).ok();
    let saved = page.wait("download that can be read", |_| read());
    assert_eq!(saved, Scenario::parse("even", text("even-frames")).expect("it is read"));
    page.has_no_errors();
}

#[test]
fn the_probe_of_the_documentation_writes_a_capture_of_the_page_that_it_is_in() {
    let Some(page) = Page::start() else { return };
    page.open(Backend::WebGl, "");
    let docs = include_str!("../../../docs/captures.md");
    let probe = docs.split("```js\n").nth(1).and_then(|rest| rest.split("```").next()).expect("the page has it");
    let game = "
        return new Promise(done => {
            const probe = new Probe();
            requestAnimationFrame(function frame(timestamp) {
                probe.frame(timestamp, timestamp / 1000);
                if (probe.rows.length > 60) done(probe.text()); else requestAnimationFrame(frame);
            });
        });";
    let text = page.run(&format!("{probe}{game}"));
    let text = text.as_str().expect("it is a text");
    let read =
        captures::read("frames.csv", text.as_bytes(), &CapturePart::default()).unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!((read.report.form, read.capture.samples), ("Probe", SampleTimes::Own));
    assert!(read.report.shown >= 55, "{}", read.report);
    // A frame shows its callback's timestamp, and is displayed at that of the next.
    for pair in read.capture.frames.windows(2) {
        let (age, step) = (pair[0].flip - pair[0].sample, pair[1].sample - pair[0].sample);
        assert!((age - step).as_millis().abs() < 0.01, "{pair:?}");
    }
    page.browser.run(DROP, &json!(["frames.csv", text, 0]));
    page.place("RadioButton Pane E: Captured: frames.csv");
    page.has_no_errors();
}
