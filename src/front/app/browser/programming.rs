//! The functions that the author of a page can call, such as `tickscope.trace(code)`. Each returns the output of the command with
//! that name.

use super::{CONTROLS, gpu, page};
use crate::front::film;
use crate::front::film::encode::codec::FilmHeader;
use crate::front::film::encode::encoder::Encoder;
use crate::front::film::record::FilmPlace;
use crate::studio::export::destination::InMemory;
use crate::studio::export::trace::{Trace, TraceContents, TraceFormat, write_trace};
use crate::studio::scenario::code;
use crate::studio::session::INSTRUCTIONS_A_FRAME;
use crate::studio::view::film_format::Format;
use crate::studio::view::film_spec::FilmSpec;
use js_sys::{Object, Promise, Reflect, Uint8Array};
use std::fmt::Display;
use std::path::Path;
use tickscope_core::base::jobs;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::model::worlds::golden;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsError, JsValue};
use web_time::Instant;

fn refused(why: impl Display) -> JsValue {
    JsError::new(&why.to_string()).into()
}

type Text = dyn Fn() -> String;

/// Puts the functions into the object `tickscope` of the browser's window.
pub fn offer() {
    let offered = Object::new();
    let put = |name: &str, function: JsValue| {
        let _ = Reflect::set(&offered, &name.into(), &function);
    };
    put("golden", Closure::<Text>::new(|| golden::differing().join(" ")).into_js_value());
    put("controls", Closure::<Text>::new(|| CONTROLS.with_borrow(Clone::clone)).into_js_value());
    put("trace", Closure::<dyn Fn(String, u32, f64) -> Result<String, JsValue>>::new(trace).into_js_value());
    put("film", Closure::<dyn Fn(String, JsValue) -> Promise>::new(film).into_js_value());
    put("encode", Closure::<dyn Fn(String, JsValue, Uint8Array) -> Result<Uint8Array, JsValue>>::new(encode).into_js_value());
    let _ = Reflect::set(&page::window(), &"tickscope".into(), &offered);
}

/// The longest time of a rehearsal, in seconds, both of real time and of the run.
const REHEARSAL_S: f64 = 3.0;

/// Puts `rehearse` into the object `tickscope` of a worker, which has no window.
pub fn offer_rehearsal() {
    let offered = Object::new();
    let _ = Reflect::set(&offered, &"rehearse".into(), &Closure::<dyn Fn(String)>::new(rehearse).into_js_value());
    let _ = Reflect::set(&js_sys::global(), &"tickscope".into(), &offered);
}

/// Runs the scenario of a share code for three seconds. The page only needs to know that this function returns; errors of a loop
/// are reported later by its pane.
#[expect(clippy::needless_pass_by_value, reason = "JavaScript gives values")]
fn rehearse(code: String) {
    let began = Instant::now();
    let Ok(mut lab) = code::read(&code).map_err(drop).and_then(|scenario| Lab::new(scenario.script).map_err(drop)) else {
        return;
    };
    while lab.now() < Time::from_secs(REHEARSAL_S) && began.elapsed().as_secs_f64() < REHEARSAL_S {
        lab.advance_within(lab.now() + Span::from_millis(100.0), INSTRUCTIONS_A_FRAME);
    }
}

/// Returns the trace of the first `seconds` of pane `pane`, counted from 0, in the run of a share code, as the command `trace`
/// writes it.
#[expect(clippy::needless_pass_by_value, reason = "JavaScript gives values")]
fn trace(code: String, pane: u32, seconds: f64) -> Result<String, JsValue> {
    let scenario = code::read(&code).map_err(refused)?;
    let pane = scenario.script.every_pane().nth(pane as usize).ok_or_else(|| refused("it has fewer panes"))?;
    let (contents, format) = (TraceContents::default(), TraceFormat::JsonLines);
    let trace = Trace { script: &scenario.script, panes: &[pane], seconds, contents, format };
    let out = InMemory::default();
    write_trace(&trace, out.clone()).map_err(refused)?;
    String::from_utf8(out.take()).map_err(refused)
}

/// Reads a film spec from a JavaScript object `{seconds, fps, width, height, format}`. Missing values are taken from the defaults
/// of the film dialog.
fn spec(given: &JsValue) -> FilmSpec {
    let number = |name: &str| Reflect::get(given, &name.into()).ok().and_then(|value| value.as_f64());
    let format = Reflect::get(given, &"format".into()).ok().and_then(|value| value.as_string());
    let default = FilmSpec::default();
    let side = |name: &str, default: u32| number(name).map_or(default, |side| side as u32);
    FilmSpec {
        path: format!("film.{}", format.as_deref().unwrap_or("gif")),
        from_s: 0.0,
        to_s: number("seconds").unwrap_or(default.to_s),
        fps: number("fps").map_or(default.fps, |fps| fps as u32),
        size: [side("width", default.size[0]), side("height", default.size[1])],
        ..default
    }
}

/// Returns a promise of the bytes of a film of a share code's run, as the command `record` makes it.
fn film(code: String, given: JsValue) -> Promise {
    wasm_bindgen_futures::future_to_promise(async move {
        let scenario = code::read(&code).map_err(refused)?;
        let gpu = gpu::current().ok_or_else(|| refused("nothing has been drawn yet"))?;
        let spec = spec(&given);
        let film = film::record::record(&scenario, &spec, FilmPlace::Memory(gpu), async |_| {
            jobs::run_other_tasks().await;
            true
        });
        let film = film.await.map_err(refused)?;
        Ok(Uint8Array::from(film.bytes.as_slice()).into())
    })
}

/// Encodes frames, four bytes per pixel, one frame after the other; `given` has `{fps, width, height}`. Returns the bytes of the
/// file.
#[expect(clippy::needless_pass_by_value, reason = "JavaScript gives values")]
fn encode(format: String, given: JsValue, frames: Uint8Array) -> Result<Uint8Array, JsValue> {
    let FilmSpec { size, fps, .. } = spec(&given);
    let name = format!("film.{format}");
    let path = Path::new(&name);
    let format = Format::of(path).map_err(refused)?;
    let frames = frames.to_vec();
    let frames: Vec<&[u8]> = frames.chunks((size[0] as usize * size[1] as usize * 4).max(1)).collect();
    let (header, out) = (FilmHeader { format, size, fps, frames: frames.len() as u32 }, InMemory::default());
    let mut encoder = Encoder::in_memory(&out, path, header).map_err(refused)?;
    for frame in frames {
        encoder.frame(frame).map_err(refused)?;
    }
    encoder.finish().map_err(refused)?;
    Ok(Uint8Array::from(out.take().as_slice()).unchecked_into())
}
