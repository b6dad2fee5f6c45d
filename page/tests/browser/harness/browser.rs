//! A browser with one tab.

use super::chromium::Chromium;
use super::driver::{Chromedriver, Driver, timeouts};
use super::firefox::{Marionette, Programs};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::RgbaImage;
use serde_json::{Value, json};

/// Both backends are rendered by software: SwiftShader's Vulkan under WebGPU and under ANGLE.
const FLAGS: [&str; 15] = [
    "--headless=new",
    "--no-sandbox",
    // A container has little shared memory.
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--hide-scrollbars",
    "--disable-quic",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--enable-unsafe-webgpu",
    "--use-webgpu-adapter=swiftshader",
    "--enable-features=Vulkan",
    "--use-vulkan=swiftshader",
];

/// A browser; closed when this is dropped.
pub struct Browser {
    driver: Box<dyn Driver>,
    /// Whether it knows the DevTools protocol, and keeps what is written to its console.
    has_tools: bool,
}

impl Browser {
    /// Starts Chromium with a window of `size`, in pixels of CSS. Each of these is `scale` device pixels wide.
    pub fn start(chromium: &Chromium, scale: f64, size: [u32; 2]) -> Browser {
        // A real scale factor: an emulated one does not reach `devicePixelContentBoxSize`, which winit reads.
        let flags = FLAGS.iter().map(ToString::to_string).chain([format!("--force-device-scale-factor={scale}")]);
        let options = json!({ "binary": chromium.browser, "args": flags.collect::<Vec<_>>() });
        let wanted = json!({
            "browserName": "chrome",
            "timeouts": timeouts(),
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let browser = Browser { driver: Box::new(Chromedriver::start(&chromium.driver, &wanted)), has_tools: true };
        browser.resize(size);
        browser
    }

    /// Starts Firefox with a window of this size.
    pub fn firefox(programs: &Programs, size: [u32; 2]) -> Browser {
        Browser { driver: Box::new(Marionette::start(programs, size)), has_tools: false }
    }

    fn post(&self, command: &str, parameters: &Value) -> Value {
        self.driver.call(command, Some(parameters)).unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    fn get(&self, command: &str) -> Value {
        self.driver.call(command, None).unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    /// The page's own size, without the window around it.
    pub fn resize(&self, [width, height]: [u32; 2]) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 0, "mobile": false });
        self.command("Emulation.setDeviceMetricsOverride", &metrics);
    }

    pub fn go(&self, address: &str) {
        self.post("url", &json!({ "url": address }));
    }

    pub fn reload(&self) {
        self.post("refresh", &json!({}));
    }

    pub fn back(&self) {
        self.post("back", &json!({}));
    }

    /// Runs a function's body in the page; what it returns, or what its promise comes to.
    pub fn run(&self, script: &str, arguments: &Value) -> Value {
        self.post("execute/sync", &json!({ "script": script, "args": arguments }))
    }

    /// Gives a command of the DevTools protocol, and returns its answer.
    pub fn command(&self, command: &str, parameters: &Value) -> Value {
        self.post("goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// What hands do: WebDriver's actions of one device or of several at once.
    pub fn act(&self, devices: &Value) {
        self.post("actions", &json!({ "actions": devices }));
    }

    /// Goes into the frame of this number, or out of all.
    pub fn enter(&self, frame: Option<usize>) {
        self.post("frame", &json!({ "id": frame }));
    }

    /// Returns the names of all tabs, the oldest first.
    pub fn tabs(&self) -> Vec<String> {
        serde_json::from_value(self.get("window/handles")).expect("tabs have names")
    }

    /// Opens another tab, which hides the one that was there.
    pub fn open_tab(&self) {
        let opened = self.post("window/new", &json!({ "type": "tab" }));
        self.turn_to(opened["handle"].as_str().expect("a tab has a name"));
    }

    pub fn turn_to(&self, tab: &str) {
        self.post("window", &json!({ "handle": tab }));
    }

    pub fn screenshot(&self) -> RgbaImage {
        let png = self.get("screenshot");
        let png = STANDARD.decode(png.as_str().expect("a screenshot is text")).expect("it is Base64");
        image::load_from_memory(&png).expect("it is a picture").into_rgba8()
    }

    /// Returns the errors that were written to the console since the last time; none where they are not kept.
    pub fn errors(&self) -> Vec<String> {
        if !self.has_tools {
            return Vec::new();
        }
        let entries = self.post("se/log", &json!({ "type": "browser" }));
        let severe = entries.as_array().into_iter().flatten().filter(|entry| entry["level"] == "SEVERE");
        severe.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect()
    }
}
