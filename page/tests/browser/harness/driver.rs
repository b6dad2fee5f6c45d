//! The connection to a browser: WebDriver's commands, in JSON.

use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;
use ureq::Agent;

/// The longest wait for anything: a busy machine that renders by software needs minutes for what takes seconds elsewhere.
pub const PATIENCE: Duration = Duration::from_mins(5);
/// A call lasts longer than what it waits for, so that the browser itself says what took too long.
const CALL: Duration = PATIENCE.saturating_add(Duration::from_mins(1));

/// Returns the time-outs that a browser keeps by itself; its own for scripts is half a minute.
pub fn timeouts() -> Value {
    json!({ "script": PATIENCE.as_millis() as u64, "pageLoad": PATIENCE.as_millis() as u64 })
}

/// A connection to a browser with one tab.
pub trait Driver {
    /// Sends one of WebDriver's commands, with its parameters if it has some; what is answered.
    fn call(&self, command: &str, parameters: Option<&Value>) -> Result<Value, String>;
}

/// A process that ends when this is dropped.
pub struct Process(pub Child);

impl Process {
    /// Starts a program that says something in its first lines; what `found` reads in one of them.
    pub fn start<T>(command: &mut Command, found: impl Fn(&str) -> Option<T>) -> (Process, BufReader<ChildStdout>, T) {
        let started = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut process = started.unwrap_or_else(|error| panic!("{}: {error}", command.get_program().display()));
        let mut says = BufReader::new(process.stdout.take().expect("it is piped"));
        let process = Process(process);
        loop {
            let mut line = String::new();
            let read = says.read_line(&mut line);
            assert!(read.is_ok_and(|read| read > 0), "{} ended too early", command.get_program().display());
            if let Some(found) = found(line.trim()) {
                return (process, says, found);
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A running chromedriver with a session.
pub struct Chromedriver {
    _process: Process,
    /// Kept open, so that it can go on saying what it likes.
    _says: BufReader<ChildStdout>,
    agent: Agent,
    /// The address of every command.
    session: String,
}

impl Chromedriver {
    /// Starts the program, and a browser that can do all of this.
    pub fn start(program: &std::path::Path, capabilities: &Value) -> Chromedriver {
        let mut command = Command::new(program);
        let port = |line: &str| {
            let (_, port) = line.trim_end_matches('.').split_once("started successfully on port ")?;
            Some(port.to_owned())
        };
        let (process, says, port) = Process::start(command.args(["--port=0", "--allowed-ips=127.0.0.1"]), port);
        // A proxy has no business between two programs on one machine.
        let agent = Agent::config_builder().proxy(None).http_status_as_error(false).timeout_global(Some(CALL));
        let agent: Agent = agent.build().into();
        let address = format!("http://127.0.0.1:{port}/session");
        let begun = answer(agent.post(&address).send_json(json!({ "capabilities": { "alwaysMatch": capabilities } })));
        let begun = begun.unwrap_or_else(|error| panic!("no browser: {error}"));
        let session = format!("{address}/{}", begun["sessionId"].as_str().expect("a session has a name"));
        Chromedriver { _process: process, _says: says, agent, session }
    }
}

impl Driver for Chromedriver {
    fn call(&self, command: &str, parameters: Option<&Value>) -> Result<Value, String> {
        let address = format!("{}/{command}", self.session);
        answer(match parameters {
            Some(parameters) => self.agent.post(address).send_json(parameters),
            None => self.agent.get(address).call(),
        })
    }
}

impl Drop for Chromedriver {
    fn drop(&mut self) {
        let _ = self.agent.delete(&self.session).call();
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
