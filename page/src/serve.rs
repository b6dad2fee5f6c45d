//! A static server for one's own machine, with the types that a browser insists on.

use crate::error::PageError;
use crate::files;
use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use tiny_http::{Header, Method, Request, Response, Server};

/// The number of threads that answer requests, so that a slow request does not delay the others.
const AT_ONCE: usize = 8;

/// Serves the files of a folder on 127.0.0.1 until it is dropped.
pub struct Serving {
    server: Arc<Server>,
    threads: Vec<JoinHandle<()>>,
    port: u16,
}

impl Serving {
    /// Begins to serve the files that `folder` has now. Port 0 takes any free port.
    pub fn start(folder: &Path, port: u16) -> Result<Serving, PageError> {
        let named = |file: PathBuf| (format!("/{}", file.display()).replace('\\', "/"), folder.join(file));
        let mut files: HashMap<String, PathBuf> = files::below(folder)?.into_iter().map(named).collect();
        if let Some(index) = files.get("/index.html").cloned() {
            files.insert("/".to_owned(), index);
        }
        let taken = |why: Box<dyn std::error::Error + Send + Sync>| PageError::Port { port, why: why.to_string() };
        let server = Arc::new(Server::http(("127.0.0.1", port)).map_err(taken)?);
        let port = server.server_addr().to_ip().map_or(port, |address| address.port());
        let files = Arc::new(files);
        let answering = |_| {
            let (server, files) = (Arc::clone(&server), Arc::clone(&files));
            std::thread::spawn(move || {
                for request in server.incoming_requests() {
                    // It is no error if a reader ends the connection.
                    let _ = answer(request, &files);
                }
            })
        };
        let threads = (0..AT_ONCE).map(answering).collect();
        Ok(Serving { server, threads, port })
    }

    /// Returns the address, such as `http://127.0.0.1:8000/`.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Serves until the process ends.
    pub fn forever(mut self) {
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        for _ in &self.threads {
            self.server.unblock();
        }
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// Answers a request. Only the paths in `files` are ever opened, whatever the request asks for.
fn answer(request: Request, files: &HashMap<String, PathBuf>) -> std::io::Result<()> {
    if !matches!(request.method(), Method::Get | Method::Head) {
        return request.respond(Response::empty(405));
    }
    let path = request.url().split(['?', '#']).next().unwrap_or_default();
    let Some(file) = files.get(path) else {
        return request.respond(Response::from_string("There is no such file.").with_status_code(404));
    };
    let response = Response::from_file(File::open(file)?).with_header(header("Content-Type", content_type(file)));
    request.respond(response.with_header(header("Cache-Control", "no-cache")))
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).unwrap_or_else(|()| unreachable!("{name}: {value} is ASCII"))
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(std::ffi::OsStr::to_str) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}
