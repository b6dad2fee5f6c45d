//! A mouse, a keyboard and fingers, as WebDriver's actions. Places are in CSS pixels of the page.

use super::browser::Browser;
use serde_json::{Value, json};

/// A gesture takes as long as a gesture of a person, so that the page draws some frames during it.
const SLOW_MS: u32 = 200;
const SHORT_MS: u32 = 60;
/// WebDriver's name of the key.
pub const CONTROL: char = '\u{e009}';

pub type Point = [f64; 2];

/// What a pointer's actions are made with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hand {
    Mouse,
    Finger,
}

impl Hand {
    fn device(self, number: usize, actions: &[Value]) -> Value {
        let kind = if self == Hand::Mouse { "mouse" } else { "touch" };
        json!({ "type": "pointer", "id": format!("{kind}{number}"), "parameters": { "pointerType": kind }, "actions": actions })
    }

    pub fn click(self, browser: &Browser, at: Point) {
        browser.act(&json!([self.device(0, &[to(at, 0), pause(SHORT_MS), down(), pause(SHORT_MS), up(), pause(SHORT_MS)])]));
    }

    /// Goes where nothing is lit by it; a finger is away already.
    pub fn leave(self, browser: &Browser) {
        if self == Hand::Mouse {
            hover(browser, [1.0, 1.0]);
        }
    }

    /// Comes down and stays there.
    pub fn hold(self, browser: &Browser, at: Point) {
        browser.act(&json!([self.device(0, &[to(at, 0), down(), pause(SHORT_MS)])]));
    }

    pub fn let_go(self, browser: &Browser) {
        browser.act(&json!([self.device(0, &[up(), pause(SHORT_MS)])]));
    }

    pub fn drag(self, browser: &Browser, from: Point, there: Point) {
        let actions =
            [to(from, 0), pause(SHORT_MS), down(), pause(SHORT_MS), to(there, SLOW_MS), pause(SHORT_MS), up(), pause(SHORT_MS)];
        browser.act(&json!([self.device(0, &actions)]));
    }
}

pub fn hover(browser: &Browser, at: Point) {
    browser.act(&json!([Hand::Mouse.device(0, &[to(at, 0), pause(SHORT_MS)])]));
}

/// Two fingers, each from its first place to its second.
pub fn pinch(browser: &Browser, fingers: [[Point; 2]; 2]) {
    let finger = |(number, [from, there]): (usize, [Point; 2])| {
        Hand::Finger
            .device(number, &[to(from, 0), down(), pause(SHORT_MS), to(there, SLOW_MS), pause(SHORT_MS), up(), pause(SHORT_MS)])
    };
    browser.act(&fingers.into_iter().enumerate().map(finger).collect::<Value>());
}

pub fn scroll(browser: &Browser, at: Point, by: Point) {
    let actions =
        json!([{ "type": "scroll", "x": whole(at[0]), "y": whole(at[1]), "deltaX": whole(by[0]), "deltaY": whole(by[1]) }]);
    browser.act(&json!([{ "type": "wheel", "id": "wheel", "actions": actions }]));
}

/// Presses keys one after the other.
pub fn type_keys(browser: &Browser, keys: &str) {
    let each =
        keys.chars().flat_map(|key| [key_action("keyDown", key), pause(SHORT_MS), key_action("keyUp", key), pause(SHORT_MS)]);
    browser.act(&json!([{ "type": "key", "id": "keys", "actions": each.collect::<Vec<_>>() }]));
}

/// Presses `key` while `held` is down.
pub fn chord(browser: &Browser, held: char, key: char) {
    let actions = [
        key_action("keyDown", held),
        key_action("keyDown", key),
        pause(SHORT_MS),
        key_action("keyUp", key),
        key_action("keyUp", held),
    ];
    browser.act(&json!([{ "type": "key", "id": "keys", "actions": actions }]));
}

fn key_action(kind: &str, key: char) -> Value {
    json!({ "type": kind, "value": key })
}

fn to([x, y]: Point, duration: u32) -> Value {
    json!({ "type": "pointerMove", "duration": duration, "x": whole(x), "y": whole(y) })
}

fn down() -> Value {
    json!({ "type": "pointerDown", "button": 0 })
}

fn up() -> Value {
    json!({ "type": "pointerUp", "button": 0 })
}

fn pause(duration: u32) -> Value {
    json!({ "type": "pause", "duration": duration })
}

fn whole(number: f64) -> i64 {
    number.round() as i64
}
