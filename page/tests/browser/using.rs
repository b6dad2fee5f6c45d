//! Mouse, keys and fingers do in the page what they do in the window.

use crate::harness::hands::{self, CONTROL};
use crate::harness::{Backend, Hand, Page, Place, picture};
use image::RgbaImage;
use image::imageops::crop_imm;
use serde_json::json;
use std::time::{Duration, Instant};

const LOAD: &str = "Slider Render load";
/// WebDriver's name of the key.
const ENTER: &str = "\u{e007}";

/// Returns the picture of a control, with the pointer somewhere else.
fn picture_of(page: &Page, control: Place) -> RgbaImage {
    let [left, top, width, height] = control.pixels();
    crop_imm(&page.screenshot(), left, top, width, height).to_image()
}

/// Opens the program, paused, so that nothing moves that is not moved.
fn open_paused(page: &Page, backend: Backend) {
    page.open(backend, "");
    page.type_keys(" ");
    page.place("Button Play");
}

pub fn drag_the_load(page: &Page, hand: Hand) {
    let slider = page.place(LOAD);
    let before = picture_of(page, slider);
    hand.drag(&page.browser, slider.at(0.4, 0.5), slider.at(0.2, 0.5));
    hand.leave(&page.browser);
    page.wait_until("load that was dragged", |page| picture::differing(&before, &picture_of(page, slider)) > 50);
}

#[test]
fn a_slider_is_dragged_with_the_mouse_on_both_backends_and_with_a_finger() {
    for (backend, hand) in [(Backend::WebGpu, Hand::Mouse), (Backend::WebGl, Hand::Mouse), (Backend::WebGl, Hand::Finger)] {
        let Some(page) = Page::start() else { return };
        open_paused(&page, backend);
        drag_the_load(&page, hand);
        page.has_no_errors();
    }
}

#[test]
fn a_control_is_where_it_is_drawn_on_a_screen_of_two_pixels_a_point() {
    let Some(page) = Page::start_at(2.0, [1024, 720]) else { return };
    open_paused(&page, Backend::WebGl);
    drag_the_load(&page, Hand::Mouse);
    page.has_no_errors();
}

#[test]
fn control_z_takes_a_drag_back() {
    let Some(page) = Page::start() else { return };
    open_paused(&page, Backend::WebGl);
    Hand::Mouse.leave(&page.browser);
    let before = picture_of(&page, page.place(LOAD));
    drag_the_load(&page, Hand::Mouse);
    hands::chord(&page.browser, CONTROL, 'z');
    page.wait_until("load of before", |page| picture::differing(&before, &picture_of(page, page.place(LOAD))) == 0);
    page.has_no_errors();
}

#[test]
fn two_fingers_zoom_the_world_of_a_pane() {
    let Some(page) = Page::start() else { return };
    open_paused(&page, Backend::WebGl);
    let pane = page.place("RadioButton Pane A");
    let before = picture_of(&page, pane);
    let apart = |from: f64, there: f64| [pane.at(from, 0.3), pane.at(there, 0.3)];
    hands::pinch(&page.browser, [apart(0.45, 0.2), apart(0.55, 0.8)]);
    page.wait_until("world that is pinched", |page| picture::differing(&before, &picture_of(page, pane)) > 2000);
    page.has_no_errors();
}

#[test]
fn a_finger_types_a_number_on_the_keyboard_of_the_screen() {
    let Some(page) = Page::start() else { return };
    open_paused(&page, Backend::WebGl);
    let focused = |page: &Page| page.run("return document.activeElement.id").as_str().unwrap_or_default().to_owned();
    // What is typed letter by letter, and what is composed first, as by a keyboard that proposes words.
    for composes in [false, true] {
        let before = picture_of(&page, page.place(LOAD));
        Hand::Finger.click(&page.browser, page.place("SpinButton Render load, value").middle());
        page.wait_until("field for the keyboard", |page| focused(page) == "typing");
        // It goes again where the number is not typed.
        let frames = page.frames();
        page.wait_until("further frames", |page| page.frames() > frames + 5);
        assert_eq!(focused(&page), "typing");
        if composes {
            let composed = json!({ "text": "2", "selectionStart": 1, "selectionEnd": 1 });
            page.browser.command("Input.imeSetComposition", &composed);
        }
        page.browser.command("Input.insertText", &json!({ "text": if composes { "20" } else { "70" } }));
        page.type_keys(ENTER);
        page.wait_until("load that was typed", |page| {
            page.find("SpinButton Render load, value").is_some()
                && picture::differing(&before, &picture_of(page, page.place(LOAD))) > 50
        });
        page.wait_until("focus on the canvas", |page| focused(page) == "tickscope");
    }
    page.has_no_errors();
}

#[test]
fn the_browsers_own_shortcuts_stay_the_browsers() {
    let Some(page) = Page::start() else { return };
    open_paused(&page, Backend::WebGl);
    let takes = |key: &str, held: &str| {
        let press = "const pressed = new KeyboardEvent('keydown', { key: arguments[0], [arguments[1]]: true, bubbles: true, cancelable: true });
            document.getElementById('tickscope').dispatchEvent(pressed);
            return pressed.defaultPrevented";
        page.browser.run(press, &json!([key, held])) == true
    };
    let with_control = ["f", "l", "n", "o", "p", "r", "s", "t", "w", "+", "-", "0", "Tab", "PageDown", "F4"];
    for (held, keys) in [
        ("ctrlKey", &with_control[..]),
        ("altKey", &["ArrowLeft", "ArrowRight", "Home", "f"]),
        ("metaKey", &["ArrowLeft", "ArrowRight", "r", "t", "w"]),
        ("shiftKey", &["F5", "F6", "F7", "F10", "F12"]),
    ] {
        for key in keys {
            assert!(!takes(key, held), "{key} with {held}");
        }
    }
    for key in [" ", "/", "ArrowDown", "PageUp", "Tab", "F1", "F2"] {
        assert!(takes(key, "none"), "{key}");
    }
    let code = page::codes::of("slow-motion").unwrap_or_else(|error| panic!("{error}"));
    page.go(&format!("?embed&controls&backend=webgl#{code}"));
    page.wait_until_ready();
    for (key, is_taken) in [(" ", true), ("Tab", false), ("ArrowDown", false), ("PageDown", false), ("End", false)] {
        assert_eq!(takes(key, "none"), is_taken, "{key} in a part of another page");
    }
    page.has_no_errors();
}

/// Returns the laboratory's time, as the bar shows it.
fn laboratory_s(page: &Page) -> f64 {
    let time = |(name, _): (String, Place)| name.strip_prefix("Label")?.trim().strip_suffix(" s")?.trim().parse().ok();
    page.wait("laboratory's time", |page| page.controls().into_iter().find_map(time))
}

#[test]
fn a_hidden_page_costs_nothing_and_comes_back_without_a_jump() {
    let Some(page) = Page::start() else { return };
    page.open(Backend::WebGl, "");
    let hidden = Duration::from_secs(5);
    let (begun, before) = (Instant::now(), laboratory_s(&page));
    let tab = page.browser.tabs().remove(0);
    let frames = page.frames();
    page.browser.open_tab();
    std::thread::sleep(hidden);
    page.browser.turn_to(&tab);
    let (drawn, moved) = (page.frames() - frames, laboratory_s(&page) - before);
    let seen = begun.elapsed().saturating_sub(hidden).as_secs_f64();
    assert!(moved <= seen + 0.2, "{moved} s have passed in {seen} s");
    assert!((drawn as f64) <= seen * 60.0 + 2.0, "{drawn} frames in {seen} s");
    page.wait_until("motion", |page| laboratory_s(page) > before + moved);
    page.has_no_errors();
}

#[test]
fn the_wheel_and_two_fingers_zoom_the_timeline() {
    let Some(page) = Page::start() else { return };
    open_paused(&page, Backend::WebGl);
    page.type_keys("q");
    let timeline = page.place("Unknown Timeline of all panes");
    let changes = |what: &str, zoom: &dyn Fn()| {
        hands::hover(&page.browser, timeline.middle());
        let before = picture_of(&page, timeline);
        zoom();
        page.wait_until(what, |page| picture::differing(&before, &picture_of(page, timeline)) > 500);
    };
    changes("timeline that the wheel zooms", &|| hands::scroll(&page.browser, timeline.middle(), [0.0, -300.0]));
    let apart = |from: f64, there: f64| [timeline.at(from, 0.5), timeline.at(there, 0.5)];
    changes("timeline that is pinched", &|| hands::pinch(&page.browser, [apart(0.45, 0.2), apart(0.55, 0.8)]));
    page.has_no_errors();
}

#[test]
fn a_long_press_shows_what_a_control_is_for() {
    let Some(page) = Page::start() else { return };
    open_paused(&page, Backend::WebGl);
    let before = page.screenshot();
    Hand::Finger.hold(&page.browser, page.place("Button Present").middle());
    page.wait_until("tooltip", |page| picture::differing(&before, &page.screenshot()) > 2000);
    Hand::Finger.let_go(&page.browser);
    page.has_no_errors();
}

#[test]
fn a_loop_is_switched_from_the_list_of_its_pane() {
    let Some(page) = Page::start() else { return };
    page.open(Backend::WebGl, "");
    page.place("RadioButton Pane A: Frame-based");
    page.click("ComboBox Strategy of pane A");
    page.place("TextInput Search strategies");
    page.type_keys("fiedler semi");
    page.click("Button Semi-fixed");
    page.place("RadioButton Pane A: Semi-fixed");
    page.has_no_errors();
}

#[test]
fn settings_and_view_are_there_again_after_a_reload() {
    let Some(page) = Page::start() else { return };
    open_paused(&page, Backend::WebGl);
    page.type_keys("q");
    page.place("Button Hide the instrument");
    drag_the_load(&page, Hand::Mouse);
    let dragged = picture_of(&page, page.place(LOAD));
    page.browser.reload();
    page.wait_for_frames(3);
    page.place("Button Hide the instrument");
    page.wait_until("load of before", |page| picture::differing(&dragged, &picture_of(page, page.place(LOAD))) == 0);
    page.has_no_errors();
}

#[test]
fn the_page_fits_every_screen_from_a_phone_held_upright() {
    let Some(page) = Page::start_at(1.0, [360, 780]) else { return };
    page.open(Backend::WebGl, "");
    for size in [[360, 780], [780, 360], [1280, 800]] {
        page.browser.resize(size);
        let whole = |page: &Page| {
            page.run("const { width, height } = document.getElementById('tickscope'); return `${width} ${height}`")
                == format!("{} {}", size[0], size[1])
        };
        page.wait_until("canvas of the page's size", whole);
        assert_eq!(page.run("const { scrollWidth, scrollHeight } = document.documentElement; return scrollWidth <= innerWidth && scrollHeight <= innerHeight"), true);
        page.wait_until("a whole bar at the top", |page| {
            let bar = ["Button Menu", "Button File"].iter().find_map(|name| page.find(name));
            bar.is_some_and(|place| place.is_in(size)) && page.find("RadioButton Pane A").is_some_and(|pane| pane.is_in(size))
        });
        page.shows_a_picture();
    }
    page.has_no_errors();
}

#[test]
fn a_paused_page_draws_nothing() {
    let Some(page) = Page::start() else { return };
    open_paused(&page, Backend::WebGl);
    page.wait_until("rest", |page| page.frames_during(30) == 0);
    page.has_no_errors();
}
