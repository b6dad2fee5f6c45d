//! Mouse, keys and fingers do in the page what they do in the window.

use crate::harness::hands::{self, CONTROL};
use crate::harness::{Backend, Hand, Page, Place, picture};
use image::RgbaImage;
use image::imageops::crop_imm;

const LOAD: &str = "Slider Render load";

/// The picture of a control, with the pointer somewhere else.
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

fn drag_the_load(page: &Page, hand: Hand) {
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
