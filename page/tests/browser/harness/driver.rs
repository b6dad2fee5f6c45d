//! chromedriver: a process of its own, spoken to in WebDriver's JSON.

use serde_json::Value;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;
use ureq::Agent;

/// A running chromedriver; ends with this.
pub struct Driver {
    process: Child,
    /// Kept open, so that it can go on saying what it likes.
    _says: BufReader<ChildStdout>,
    agent: Agent,
    address: String,
}

impl Driver {
    pub fn start(program: &Path) -> Driver {
        let mut command = Command::new(program);
        command.args(["--port=0", "--allowed-ips=127.0.0.1"]).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let mut says = BufReader::new(process.stdout.take().expect("it is piped"));
        let port = loop {
            let mut line = String::new();
            assert!(says.read_line(&mut line).is_ok_and(|read| read > 0), "chromedriver ended without a port");
            if let Some((_, port)) = line.trim().trim_end_matches('.').split_once("started successfully on port ") {
                break port.to_owned();
            }
        };
        // A proxy has no business between two programs on one machine.
        let agent = Agent::config_builder().proxy(None).http_status_as_error(false).timeout_global(Some(Duration::from_mins(3)));
        Driver { process, _says: says, agent: agent.build().into(), address: format!("http://127.0.0.1:{port}") }
    }

    /// Sends a command with its parameters; what is answered.
    pub fn post(&self, path: &str, parameters: &Value) -> Result<Value, String> {
        answer(self.agent.post(format!("{}{path}", self.address)).send_json(parameters))
    }

    pub fn get(&self, path: &str) -> Result<Value, String> {
        answer(self.agent.get(format!("{}{path}", self.address)).call())
    }

    pub fn delete(&self, path: &str) -> Result<Value, String> {
        answer(self.agent.delete(format!("{}{path}", self.address)).call())
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn answer(sent: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Result<Value, String> {
    let mut response = sent.map_err(|error| error.to_string())?;
    let status = response.status();
    // A trace of a whole run is longer than what ureq reads by itself.
    let body = response.body_mut().with_config().limit(1 << 28).read_json::<Value>();
    let value = body.map_err(|error| error.to_string())?["value"].take();
    if status.is_success() { Ok(value) } else { Err(value["message"].as_str().unwrap_or("no reason").to_owned()) }
}
