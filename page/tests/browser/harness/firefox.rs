//! Firefox on a screen of its own, spoken to through Marionette, its own remote protocol: WebDriver's commands on a TCP port.

use super::chromium::on_the_path;
use super::driver::{Driver, PATIENCE, Process, timeouts};
use serde_json::{Value, json};
use std::cell::Cell;
use std::fmt::Write as _;
use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Headless Firefox has no WebGL2 where there is no GPU; on a virtual screen Mesa renders by software.
const PREFERENCES: [(&str, &str); 6] = [
    ("marionette.port", "0"),
    ("webgl.force-enabled", "true"),
    ("datareporting.policy.dataSubmissionEnabled", "false"),
    ("app.update.enabled", "false"),
    ("browser.shell.checkDefaultBrowser", "false"),
    ("network.captive-portal-service.enabled", "false"),
];

/// The programs that a test in Firefox needs.
pub struct Programs {
    firefox: PathBuf,
    screen: PathBuf,
}

/// Returns the programs; `None` if this machine lacks one, and then says that the test is skipped.
pub fn found() -> Option<Programs> {
    let firefox = ["firefox-esr", "firefox"].into_iter().find_map(on_the_path);
    let found = firefox.zip(on_the_path("Xvfb")).map(|(firefox, screen)| Programs { firefox, screen });
    if found.is_none() {
        let missing = "skipped: the page is not tried in Firefox, which needs firefox and Xvfb (Debian: firefox-esr xvfb)";
        let _ = writeln!(io::stderr(), "{missing}");
    }
    found
}

/// Firefox with one tab; closed when this is dropped.
pub struct Marionette {
    stream: TcpStream,
    sent: Cell<u64>,
    _firefox: Process,
    _screen: Process,
    _profile: TempDir,
}

impl Marionette {
    pub fn start(programs: &Programs, [width, height]: [u32; 2]) -> Marionette {
        let profile = tempfile::tempdir().expect("a folder can be made");
        let mut preferences = String::new();
        for (name, value) in PREFERENCES {
            let _ = writeln!(preferences, "user_pref(\"{name}\", {value});");
        }
        std::fs::write(profile.path().join("user.js"), preferences).expect("the profile is written");
        let mut screen = Command::new(&programs.screen);
        screen.args(["-displayfd", "1", "-screen", "0", &format!("{}x{}x24", width + 200, height + 200), "+extension", "GLX"]);
        let (screen, _, display) = Process::start(&mut screen, |line| line.parse::<u32>().ok());
        let mut firefox = Command::new(&programs.firefox);
        firefox.args(["--marionette", "--no-remote", "--profile"]).arg(profile.path()).arg("about:blank");
        firefox.env("DISPLAY", format!(":{display}")).env("LIBGL_ALWAYS_SOFTWARE", "1").env("HOME", profile.path());
        let started = firefox.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let firefox = Process(started.unwrap_or_else(|error| panic!("{}: {error}", programs.firefox.display())));
        let stream = connection(profile.path());
        let marionette = Marionette { stream, sent: Cell::new(0), _firefox: firefox, _screen: screen, _profile: profile };
        let set_up = [
            ("WebDriver:NewSession", json!({})),
            ("WebDriver:SetTimeouts", timeouts()),
            ("WebDriver:SetWindowRect", json!({ "width": width, "height": height })),
        ];
        marionette.read().expect("it introduces itself");
        for (command, parameters) in set_up {
            marionette.send(command, &parameters).unwrap_or_else(|error| panic!("{command}: {error}"));
        }
        marionette
    }

    /// Sends one of Marionette's commands; what is answered.
    fn send(&self, command: &str, parameters: &Value) -> Result<Value, String> {
        self.sent.set(self.sent.get() + 1);
        let text = json!([0, self.sent.get(), command, parameters]).to_string();
        (&self.stream).write_all(format!("{}:{text}", text.len()).as_bytes()).map_err(|error| error.to_string())?;
        let mut answered = self.read().map_err(|error| error.to_string())?;
        match answered[2]["message"].as_str() {
            Some(error) => Err(error.to_owned()),
            None => Ok(answered[3].take()),
        }
    }

    /// Reads a message: its length, a colon, and JSON.
    fn read(&self) -> io::Result<Value> {
        let mut length = 0;
        loop {
            let mut digit = [0];
            (&self.stream).read_exact(&mut digit)?;
            match digit[0] {
                b':' => break,
                digit => length = length * 10 + usize::from(digit.saturating_sub(b'0')),
            }
        }
        let mut text = vec![0; length];
        (&self.stream).read_exact(&mut text)?;
        Ok(serde_json::from_slice(&text)?)
    }
}

impl Driver for Marionette {
    fn call(&self, command: &str, parameters: Option<&Value>) -> Result<Value, String> {
        let (name, defaults) = match command {
            "url" => ("WebDriver:Navigate", json!({})),
            "refresh" => ("WebDriver:Refresh", json!({})),
            "execute/sync" => ("WebDriver:ExecuteScript", json!({})),
            "actions" => ("WebDriver:PerformActions", json!({})),
            "screenshot" => ("WebDriver:TakeScreenshot", json!({ "full": false })),
            _ => return Err(format!("{command} is not known in Firefox")),
        };
        self.send(name, parameters.unwrap_or(&defaults)).map(|mut answered| answered["value"].take())
    }
}

/// Connects to the port that Firefox writes into its profile.
fn connection(profile: &Path) -> TcpStream {
    let begun = Instant::now();
    loop {
        let port = std::fs::read_to_string(profile.join("MarionetteActivePort"));
        let port = port.ok().and_then(|port| port.trim().parse::<u16>().ok());
        if let Some(Ok(stream)) = port.map(|port| TcpStream::connect(("127.0.0.1", port))) {
            return stream;
        }
        assert!(begun.elapsed() < PATIENCE, "Firefox has not opened its port in {PATIENCE:?}");
        std::thread::sleep(Duration::from_millis(100));
    }
}
