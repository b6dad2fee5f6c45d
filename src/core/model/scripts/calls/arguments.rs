//! The arguments of the calls: each is checked, and refused in words that show how it is written.

use super::{ENGINE_PATH, calls};
use crate::base::numbers::trimmed;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::controls::Between;
use boa_engine::{Context, JsArgs, JsResult, JsValue};

/// The length below which a step or a sleep is tiny.
pub(super) const TINY: Span = Span::from_flicks(FLICKS_PER_SECOND / 1_000_000);
/// A script is refused after this many tiny steps or sleeps in a row, because it then passes seconds or milliseconds where flicks
/// are expected; a single tiny one may be a rounding error.
const MOST_TINY: u32 = 20;

/// The greatest alpha, in steps. A greater number can only be a length of time that was passed by mistake.
const MOST_ALPHA: f64 = 100_000.0;
/// Alpha times step may be at most this many times the time since the first reading, plus a second. An alpha can't stand for more
/// time than has passed, unless the game runs faster than its clock.
const MOST_TIMES_PASSED: f64 = 4.0;

/// The longest step and the latest moment, in flicks: a year.
pub(super) const LATEST: f64 = 366.0 * 86_400.0 * FLICKS_PER_SECOND as f64;

/// Returns the name of a call as the script wrote it: in a page `update` or `draw`, otherwise with `host.` before it.
fn spoken(call: &str, context: &Context) -> String {
    let is_ours = context.stack_trace().next().is_some_and(|frame| frame.position().path.to_string() == ENGINE_PATH);
    match call {
        "render" if is_ours => "draw".to_owned(),
        _ if is_ours => call.to_owned(),
        _ => format!("host.{call}"),
    }
}

/// Returns the argument at `index`; refuses anything but a finite number.
pub(super) fn number(call: &str, args: &[JsValue], index: usize, context: &Context) -> JsResult<f64> {
    let given = args.get_or_undefined(index);
    match given.as_number() {
        Some(number) if number.is_finite() => Ok(number),
        None if given.is_undefined() => Err(calls(context).refuse(context, missing_argument(&spoken(call, context), index))),
        _ => {
            let text = format!("{} needs a finite number, and got {}", spoken(call, context), in_words(given));
            Err(calls(context).refuse(context, text))
        }
    }
}

/// Describes the argument at `index` that a call lacks, with an example.
fn missing_argument(call: &str, index: usize) -> String {
    let (what, example) = match (call, index) {
        ("update", _) => ("the time of the step in milliseconds", "timestamp - last"),
        ("draw", 0) => ("the part of a step that has passed", "accumulator / stepMs, stepMs"),
        ("draw", _) => ("the length of a step in milliseconds as well", "accumulator / stepMs, stepMs"),
        ("host.update", _) => ("the length of the step", "second / 60"),
        ("host.updatePart", 0) => ("the length of the step", "second / 60, 0.5"),
        ("host.updatePart", _) => ("the part of the cost of an update as well, 0 to 1", "second / 60, 0.5"),
        ("host.think", _) => ("the part of the cost of an update, 0 to 1", "0.5"),
        ("host.sleep", _) => ("the length of the sleep", "5 * ms"),
        ("host.jumpTo" | "host.renderAt", _) => ("the moment that the world shows", "host.now()"),
        ("host.watch", _) => ("a name and a value", "\"accumulator\", accumulator"),
        _ => ("a moment", "host.now()"),
    };
    format!("{call} needs {what}: {call}({example})")
}

/// Writes a value for a message, cut to 60 characters.
fn in_words(value: &JsValue) -> String {
    let text = match value.as_string() {
        Some(text) => format!("the text \"{}\"", text.to_std_string_lossy()),
        None if value.is_object() => "an object".to_owned(),
        None => value.display().to_string(),
    };
    if text.chars().count() > 60 { text.chars().take(60).collect::<String>() + "…" } else { text }
}

/// Returns the argument at `index` as a length of time, to the nearest flick; refuses one outside `range`.
pub(super) fn flicks(call: &str, args: &[JsValue], index: usize, range: (f64, f64), context: &Context) -> JsResult<Span> {
    let flicks = number(call, args, index, context)?.round();
    let refuse = |call: String, context: &Context| {
        let text = if flicks < range.0 { "needs a length of time that is not negative, and got" } else { "got" };
        let after = if flicks < range.0 { "" } else { ", which is too long" };
        Err(calls(context).refuse(context, format!("{call} {text} {}{after}", length_in_words(flicks))))
    };
    if flicks < range.0 || flicks > range.1 {
        return refuse(spoken(call, context), context);
    }
    Ok(Span::from_flicks(flicks as i64))
}

/// Writes a length of time in milliseconds, or in flicks if it would round to 0 ms.
fn length_in_words(flicks: f64) -> String {
    let ms = flicks / (FLICKS_PER_SECOND / 1000) as f64;
    if flicks != 0.0 && ms.abs() < 0.0005 { format!("{flicks} flicks") } else { trimmed(ms, 3) + " ms" }
}

/// Rounds a number to four significant digits.
pub(super) fn rounded(number: f64) -> f64 {
    format!("{number:.3e}").parse().unwrap_or(number)
}

/// Returns the argument at `index` as a part of the update load; refuses one outside 0 to 1.
pub(super) fn part(call: &str, args: &[JsValue], index: usize, context: &Context) -> JsResult<f64> {
    let part = number(call, args, index, context)?;
    if (0.0..=1.0).contains(&part) {
        return Ok(part);
    }
    Err(calls(context).refuse(context, format!("host.{call} needs a part of the load from 0 to 1, and got {part}")))
}

/// Refuses a script that passes many tiny lengths in a row, because it confuses seconds and milliseconds.
pub(super) fn check_unit(call: &str, given: f64, in_a_row: u32, context: &Context) -> JsResult<()> {
    if in_a_row < MOST_TINY {
        return Ok(());
    }
    let (given, unit) = (rounded(given), if given < 1.0 { "second" } else { "ms" });
    let text = format!("host.{call} got {given}, and lengths of time are counted in flicks: write {given} * {unit}");
    Err(calls(context).refuse(context, text))
}

pub(super) fn check_sim(call: &str, dt: Span, context: &Context) -> JsResult<()> {
    let calls = calls(context);
    if (calls.host.sim() + dt).flicks() as f64 > LATEST {
        return Err(calls.refuse(context, format!("host.{call} leads more than a year into the future of the world")));
    }
    Ok(())
}

/// Reads the arguments of `call`, which draws a frame between two steps, or the newest one without arguments.
pub(super) fn between(call: &str, args: &[JsValue], context: &mut Context) -> JsResult<Option<Between>> {
    if args.get_or_undefined(0).is_undefined() {
        return Ok(None);
    }
    let refuse = |text: String, context: &Context| Err(calls(context).refuse(context, text));
    let alpha = number(call, args, 0, context)?;
    if args.get_or_undefined(1).is_undefined() {
        let text =
            format!("host.{call}(alpha, step) needs the length of a step as well, as in host.{call}(accumulator / step, step)");
        return refuse(text, context);
    }
    let step = flicks(call, args, 1, (0.0, LATEST), context)?;
    let has_passed = alpha * step.as_secs() <= MOST_TIMES_PASSED * calls(context).passed().as_secs() + 1.0;
    if alpha.abs() > MOST_ALPHA || !has_passed {
        let text = format!(
            "host.{call} got {} as the part of a step that has passed, which is accumulator / step, from 0 to 1",
            rounded(alpha)
        );
        return refuse(text, context);
    }
    Ok(Some(Between { alpha, step }))
}

/// Returns the first argument, a moment of simulated time; refuses every call in a world without a closed form.
pub(super) fn moment_with_closed_form(call: &str, args: &[JsValue], context: &Context) -> JsResult<Time> {
    let moment = Time::ZERO + flicks(call, args, 0, (0.0, LATEST), context)?;
    let calls = calls(context);
    if !calls.host.has_closed_form() {
        return Err(calls.refuse(context, format!("host.{call} needs a world with a closed form: ask host.hasClosedForm()")));
    }
    Ok(moment)
}
