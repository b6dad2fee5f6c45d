//! The page in a browser, with everything that a test asks of it.

use super::browser::Browser;
use super::driver::PATIENCE;
use super::hands::{self, Hand, Point};
use super::{chromium, firefox, picture, site};
use image::RgbaImage;
use page::serve::Serving;
use serde_json::{Value, json};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What is beside the words where something went wrong.
pub const NOTICE: &str = "Button OK";

/// One browser at a time: two cores render slowly enough for one.
static TURN: Mutex<()> = Mutex::new(());

/// Remembers every event that the program sends, from before the loader listens.
const LISTEN: &str = "window.heard = []; document.addEventListener('tickscope', ({ detail }) => heard.push(detail.kind));";

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Backend {
    WebGpu,
    WebGl,
}

impl Backend {
    pub const BOTH: [Backend; 2] = [Backend::WebGpu, Backend::WebGl];

    pub fn name(self) -> &'static str {
        if self == Backend::WebGpu { "webgpu" } else { "webgl" }
    }
}

/// Where a control is.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Left, top, width and height in pixels of the device.
    pixels: [f64; 4],
    /// So many of them are one of CSS.
    scale: f64,
}

impl Place {
    /// Returns the point at these shares of its width and height, in pixels of CSS.
    pub fn at(&self, across: f64, down: f64) -> Point {
        let [left, top, width, height] = self.pixels;
        [(left + width * across) / self.scale, (top + height * down) / self.scale]
    }

    pub fn middle(&self) -> Point {
        self.at(0.5, 0.5)
    }

    /// Returns the left edge, the top, the width and the height in a screenshot.
    pub fn pixels(&self) -> [u32; 4] {
        self.pixels.map(|side| side.max(0.0) as u32)
    }

    /// Returns whether all of it is on a page of this size.
    pub fn is_in(&self, [width, height]: [u32; 2]) -> bool {
        let ([left, top], [right, bottom]) = (self.at(0.0, 0.0), self.at(1.0, 1.0));
        left >= 0.0 && top >= 0.0 && right <= f64::from(width) && bottom <= f64::from(height)
    }
}

/// A browser before or on the page.
pub struct Page {
    pub browser: Browser,
    pub serving: Serving,
    scale: f64,
    _turn: MutexGuard<'static, ()>,
}

impl Page {
    /// Returns a browser that has not gone to the page yet; `None` if the machine has none.
    pub fn start() -> Option<Page> {
        Page::start_at(1.0, [1280, 800])
    }

    pub fn start_at(scale: f64, size: [u32; 2]) -> Option<Page> {
        let chromium = chromium::found()?;
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let (serving, browser) = (site::serve(), Browser::start(chromium, scale, size));
        let page = Page { browser, serving, scale, _turn: turn };
        page.before(LISTEN);
        Some(page)
    }

    /// Starts Firefox; `None` if this machine does not have it.
    pub fn in_firefox() -> Option<Page> {
        let programs = firefox::found()?;
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        Some(Page { browser: Browser::firefox(&programs, [1280, 806]), serving: site::serve(), scale: 1.0, _turn: turn })
    }

    /// Runs a script in each document before anything else.
    pub fn before(&self, script: &str) {
        self.browser.command("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": script }));
    }

    /// Goes to a file of the page, with query and fragment.
    pub fn go(&self, address: &str) {
        self.browser.go(&format!("{}{address}", self.serving.address()));
    }

    /// Opens the program on a backend and waits until it moves. `fragment` is empty or a share code.
    pub fn open(&self, backend: Backend, fragment: &str) {
        let hash = if fragment.is_empty() { "" } else { "#" };
        self.go(&format!("?controls&backend={}{hash}{fragment}", backend.name()));
        self.wait_for_frames(3);
        let status = self.status();
        assert!(status.ends_with(&format!("backend={}", backend.name())), "{backend:?} was wanted: {status}");
    }

    pub fn run(&self, script: &str) -> Value {
        self.browser.run(script, &json!([]))
    }

    fn text(&self, script: &str) -> String {
        self.run(script).as_str().unwrap_or_default().to_owned()
    }

    /// Returns what the program says of itself.
    pub fn status(&self) -> String {
        self.text("return document.documentElement.dataset.status")
    }

    pub fn frames(&self) -> u64 {
        let status = self.status();
        let number = status.split_once("frames=").and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
        number.unwrap_or_default()
    }

    /// Returns how many frames the program draws while the browser draws `refreshes`.
    pub fn frames_during(&self, refreshes: u32) -> u64 {
        let before = self.frames();
        // The whole page's refreshes: an embed that is out of sight has none of its own.
        let wait = "let left = arguments[0]; const tick = done => left-- > 0 ? top.requestAnimationFrame(() => tick(done)) : done(); return new Promise(tick)";
        self.browser.run(wait, &json!([refreshes]));
        self.frames() - before
    }

    /// Returns the kinds of all events that the program has sent.
    pub fn heard(&self) -> Vec<String> {
        serde_json::from_value(self.run("return window.heard ?? []")).expect("kinds are texts")
    }

    pub fn words(&self) -> String {
        self.text("return document.getElementById('words')?.textContent ?? ''")
    }

    pub fn is_covered(&self) -> bool {
        self.run("return !document.getElementById('arrival').hidden") == true
    }

    /// Asks again and again until there is an answer; fails if there is none for long, or if the program fails.
    pub fn wait<T>(&self, what: &str, mut ask: impl FnMut(&Page) -> Option<T>) -> T {
        let begun = Instant::now();
        loop {
            if let Some(answer) = ask(self) {
                return answer;
            }
            if begun.elapsed() > PATIENCE {
                self.fail(&format!("no {what} in {PATIENCE:?}"));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Waits until something is so.
    pub fn wait_until(&self, what: &str, mut is: impl FnMut(&Page) -> bool) {
        self.wait(what, |page| is(page).then_some(()));
    }

    pub fn wait_for_frames(&self, count: u64) {
        self.wait_until("frames", |page| {
            if page.status().starts_with("error") {
                page.fail("the program failed");
            }
            page.frames() >= count
        });
    }

    /// Waits until the program has drawn for the first time and the page has uncovered it. (What a frame hears may be lost where
    /// its first, empty document is replaced.)
    pub fn wait_until_ready(&self) {
        self.wait_until("first picture", |page| page.frames() > 0 && !page.is_covered());
    }

    /// Returns whether the page has loaded the whole build, with the engines of own loops and of the stack.
    pub fn has_whole_build(&self) -> bool {
        self.run("return performance.getEntriesByType('resource').some(({ name }) => name.includes('whole/'))") == true
    }

    /// Closes the notice, and waits until it is gone.
    pub fn close_notice(&self) {
        self.click(NOTICE);
        self.wait_until("end of the notice", |page| page.find(NOTICE).is_none());
    }

    fn fail(&self, what: &str) -> ! {
        panic!(
            "{what}; status {:?}, words {:?}, events {:?}, console {:#?}",
            self.status(),
            self.words(),
            self.heard(),
            self.browser.errors()
        )
    }

    /// Nothing went wrong that only the console knows.
    pub fn has_no_errors(&self) {
        let errors = self.browser.errors();
        assert!(errors.is_empty(), "the console has errors: {errors:#?}");
    }

    /// Returns every control with its role and name, `Slider Render load`, as the last frame showed them.
    pub fn controls(&self) -> Vec<(String, Place)> {
        let lines = self.text("return window.tickscope?.controls?.()");
        let placed = |line: &str| {
            let (pixels, named) = control(line)?;
            Some((named.to_owned(), Place { pixels, scale: self.scale }))
        };
        lines.lines().filter_map(placed).collect()
    }

    /// Returns the control whose role and name begin like this; `None` if there is none.
    pub fn find(&self, named: &str) -> Option<Place> {
        self.controls().into_iter().find_map(|(name, place)| name.starts_with(named).then_some(place))
    }

    /// Returns the control whose role and name begin like this. Waits until there is one.
    pub fn place(&self, named: &str) -> Place {
        self.wait(named, |page| page.find(named))
    }

    /// Clicks on a control; waits until it has come to its place, which is not before its second frame.
    pub fn click(&self, named: &str) {
        let size = serde_json::from_value(self.run("return [innerWidth, innerHeight]")).expect("a page has a size");
        let place = self.wait(named, |page| page.find(named).filter(|place| place.is_in(size)));
        Hand::Mouse.click(&self.browser, place.middle());
    }

    /// The same in a frame that has been entered: its controls have their places in it, and the mouse has its own in the page.
    pub fn click_in(&self, frame: usize, named: &str) {
        let [x, y] = self.place(named).middle();
        self.browser.enter(None);
        let corner = "const frame = document.querySelectorAll('iframe')[arguments[0]];
            const { left, top } = frame.getBoundingClientRect();
            return [left + frame.clientLeft, top + frame.clientTop]";
        let [left, top]: Point = serde_json::from_value(self.browser.run(corner, &json!([frame]))).expect("a point");
        Hand::Mouse.click(&self.browser, [left + x, top + y]);
        self.browser.enter(Some(frame));
    }

    pub fn type_keys(&self, keys: &str) {
        hands::type_keys(&self.browser, keys);
    }

    pub fn screenshot(&self) -> RgbaImage {
        self.browser.screenshot()
    }

    /// A picture with panes in it, and not the loading screen.
    pub fn shows_a_picture(&self) {
        assert!(!self.is_covered(), "the loading screen is in the way: {}", self.words());
        let colours = picture::colours(&self.screenshot());
        assert!(colours >= 100, "the page shows only {colours} colours");
    }
}

/// Reads a line `x y width height role name`; `None` for any other line.
fn control(line: &str) -> Option<([f64; 4], &str)> {
    let mut rest = line;
    let mut sides = [0.0; 4];
    for side in &mut sides {
        let (number, after) = rest.split_once(' ')?;
        *side = number.parse().ok()?;
        rest = after;
    }
    Some((sides, rest))
}
