//! Files in a page: chosen or dropped, and saved as downloads.

use super::page::{self, Arrival};
use crate::front::film::record::RecordedFilm;
use crate::studio::export::atomic_file::Written;
use crate::studio::export::destination::{InMemory, WriteFailure};
use crate::studio::scenario::text::LONGEST_TEXT;
use crate::studio::session::Session;
use crate::studio::session::action::Dialog;
use std::io::Write;
use std::path::Path;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// The largest size of a capture, in bytes, because the page holds all of it while it is read.
const LONGEST_CAPTURE: f64 = 64e6;

/// The system's file dialog while it is open. A browser never has one, because it shows its own dialog and hands the chosen file
/// over.
pub enum Chooser {}

impl Chooser {
    pub fn open(dialog: &Dialog) -> Option<Chooser> {
        if matches!(dialog, Dialog::Open { .. }) {
            choose();
        }
        None
    }

    pub fn has_ended(&mut self, _: &mut Session) -> bool {
        match *self {}
    }
}

fn choose() {
    let Ok(input) = page::document().create_element("input") else { return };
    let input: web_sys::HtmlInputElement = input.unchecked_into();
    input.set_type("file");
    input.set_accept(".toml,.js,.json,.csv,.txt");
    let chosen = input.clone();
    page::listen(&input, "change", move |_: web_sys::Event| {
        if let Some(file) = chosen.files().and_then(|files| files.get(0)) {
            read(file);
        }
    });
    input.click();
}

fn read(file: web_sys::File) {
    let (name, size) = (file.name(), file.size());
    let is_capture = crate::studio::arguments::files::is_capture(Path::new(&name));
    if size > if is_capture { LONGEST_CAPTURE } else { LONGEST_TEXT as f64 } {
        let why = format!(
            "{name}: {size} bytes, and the page opens no scenario of more than {LONGEST_TEXT}, and no capture of more than {LONGEST_CAPTURE}"
        );
        return page::hand_over(Arrival::File(name, Err(why)));
    }
    spawn_local(async move {
        let bytes = JsFuture::from(file.array_buffer()).await.map(|buffer| js_sys::Uint8Array::new(&buffer).to_vec());
        let text = match bytes.map(String::from_utf8) {
            Ok(Ok(text)) => Ok(text),
            Ok(Err(_)) => Err(format!("{name}: is not text")),
            Err(_) => Err(format!("{name}: can't be read")),
        };
        page::hand_over(Arrival::File(name, text));
    });
}

pub fn listen() {
    let document = page::document();
    page::listen(&document, "dragover", |event: web_sys::DragEvent| event.prevent_default());
    page::listen(&document, "drop", |event: web_sys::DragEvent| {
        event.prevent_default();
        let files = event.data_transfer().and_then(|data| data.files());
        if let Some(file) = files.and_then(|files| files.get(0)) {
            read(file);
        }
    });
}

pub fn save(path: &Path, write: impl FnOnce(Box<dyn Write>) -> Result<(), WriteFailure>) -> Result<Written, WriteFailure> {
    let out = InMemory::default();
    write(Box::new(out.clone()))?;
    let bytes = out.take();
    download(path, &bytes);
    Ok(Written { path: path.to_owned(), bytes: bytes.len() as u64 })
}

pub fn hand_over(film: &RecordedFilm) {
    download(&film.written.path, &film.bytes);
}

fn download(path: &Path, bytes: &[u8]) {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let options = web_sys::BlobPropertyBag::new();
    options.set_type("application/octet-stream");
    let blob = web_sys::Blob::new_with_u8_array_sequence_and_options(&parts, &options);
    let address = blob.and_then(|blob| web_sys::Url::create_object_url_with_blob(&blob));
    let (Ok(address), Ok(link)) = (address, page::document().create_element("a")) else { return };
    let link: web_sys::HtmlAnchorElement = link.unchecked_into();
    link.set_href(&address);
    link.set_download(&path.file_name().unwrap_or_default().to_string_lossy());
    link.click();
    // By then the download has begun, so the file can be freed.
    page::after(60_000, move || {
        let _ = web_sys::Url::revoke_object_url(&address);
    });
}
