//! The object `host`: the functions that a script calls.

use super::arguments::{LATEST, TINY, between, check_sim, check_unit, flicks, moment_with_closed_form, number, part};
use super::params::param;
use super::{Calls, FREE_CALLS, calls};
use crate::base::time::{Span, Time};
use crate::model::machine::event::Watched;
use crate::model::machine::host::{AtLine, Until};
use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::{JsObject, ObjectInitializer};
use boa_engine::{Context, JsArgs, JsResult, JsString, JsValue, NativeFunction};

pub(in crate::model::scripts) fn time(moment: Time) -> JsValue {
    JsValue::from(moment.flicks() as f64)
}

/// Makes a call that takes time.
fn operate(context: &mut Context, start: impl for<'a> FnOnce(AtLine<'a>) -> Until<'a>) -> JsResult<JsValue> {
    let calls = calls(context);
    let line = calls.begin(context)?;
    let end = start(calls.host.at_line(line)).end;
    calls.operate_until(end);
    Ok(JsValue::undefined())
}

/// Makes a call that takes no time of its own, and returns what `answer` returns.
fn ask(context: &mut Context, answer: impl FnOnce(&Calls) -> JsValue) -> JsResult<JsValue> {
    let calls = calls(context);
    // A poll after [`FREE_CALLS`] others keeps the line of the polls before it.
    if calls.free_in_a_row.get() < FREE_CALLS {
        calls.begin(context)?;
    } else {
        calls.check(context)?;
    }
    calls.count_free_call();
    Ok(answer(&calls))
}

/// Steps the world; refuses a step that leads more than a year into its future.
fn update(args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let dt = flicks("update", args, 0, (0.0, LATEST), context)?;
    let (given, calls) = (args.get_or_undefined(0).as_number().unwrap_or_default(), calls(context));
    if given != 0.0 {
        calls.tiny_steps.set(if dt < TINY { calls.tiny_steps.get() + 1 } else { 0 });
        check_unit("update", given, calls.tiny_steps.get(), context)?;
    }
    check_sim("update", dt, context)?;
    operate(context, |at| at.update(dt))
}

/// Makes the computer sleep. Only tiny sleeps of equal length are counted as a mistake, because the rest of a wait can be tiny
/// again and again.
fn sleep(args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let span = flicks("sleep", args, 0, (-LATEST, LATEST), context)?;
    let (given, calls) = (args.get_or_undefined(0).as_number().unwrap_or_default(), calls(context));
    let (before, length) = calls.tiny_sleeps.get();
    let in_a_row = if given > 0.0 && span < TINY { if given == length { before + 1 } else { 1 } } else { 0 };
    calls.tiny_sleeps.set((in_a_row, given));
    check_unit("sleep", given, in_a_row, context)?;
    operate(context, |at| at.sleep(span))
}

fn render(args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let between = between("render", args, context)?;
    operate(context, |at| at.render(between))
}

fn draw(args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let between = between("draw", args, context)?;
    operate(context, |at| at.draw(between))
}

#[expect(clippy::redundant_closure_for_method_calls, reason = "the method is not general enough in its lifetime")]
fn present(context: &mut Context) -> JsResult<JsValue> {
    operate(context, |at| at.present())
}

fn render_at(args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let moment = moment_with_closed_form("renderAt", args, context)?;
    operate(context, |at| at.render_at(moment))
}

fn next_refresh(args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let calls = calls(context);
    calls.begin(context)?;
    let called = if args.get_or_undefined(0).is_undefined() {
        Some(calls.host.call_at_refresh())
    } else {
        let before = flicks("nextRefresh", args, 0, (-LATEST, LATEST), context)?;
        calls.host.call_at_refresh_before(Time::ZERO + before)
    };
    let Some((until, timestamp)) = called else { return Ok(JsValue::undefined()) };
    calls.operate_until(until.end);
    Ok(time(timestamp))
}

fn watch(args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let calls = calls(context);
    let name = args.get_or_undefined(0).to_string(context)?.to_std_string_lossy();
    let unit = args.get_or_undefined(2).as_string().map(|unit| unit.to_std_string_lossy());
    let given = args.get_or_undefined(1);
    let value = match (given.as_boolean(), unit.as_deref()) {
        (Some(yes), _) => Watched::Count(i64::from(yes)),
        (None, None) => Watched::Span(Span::from_flicks(number("watch", args, 1, context)?.round() as i64)),
        (None, Some("count")) => Watched::Count(number("watch", args, 1, context)?.round() as i64),
        (None, Some("ratio")) => Watched::Ratio(number("watch", args, 1, context)?),
        (None, Some(other)) => {
            let text = format!(
                "host.watch knows the units \"count\" and \"ratio\", or a length of time without one, and got \"{other}\""
            );
            return Err(calls.refuse(context, text));
        }
    };
    if name.chars().count() > 40 {
        return Err(calls.refuse(context, "host.watch needs a name of at most 40 letters"));
    }
    ask(context, |calls| {
        if calls.host.computer().watched().len() < 32 {
            calls.host.watch(name, value);
        }
        JsValue::undefined()
    })
}

/// Returns the clock's time; the script is not charged for it.
fn now(context: &mut Context) -> JsResult<JsValue> {
    let calls = calls(context);
    calls.check(context)?;
    Ok(time(calls.now()))
}

fn running(context: &mut Context) -> JsResult<JsValue> {
    if calls(context).knows_the_end() {
        return Ok(JsValue::from(false));
    }
    ask(context, |calls| {
        // A turn in which the script has only polled so far is continued, and no new turn begins.
        let running = if calls.has_begun_turn.replace(true) { calls.host.goes_on() } else { calls.host.running() };
        calls.knows_the_end.set(!running);
        JsValue::from(running)
    })
}

fn counter(args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let moment = Time::ZERO + flicks("counter", args, 0, (-LATEST, LATEST), context)?;
    ask(context, |calls| time(calls.host.counter(moment)))
}

fn update_part(args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let dt = flicks("updatePart", args, 0, (0.0, LATEST), context)?;
    let part = part("updatePart", args, 1, context)?;
    check_sim("updatePart", dt, context)?;
    operate(context, |at| at.update_part(dt, part))
}

fn think(args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let part = part("think", args, 0, context)?;
    operate(context, |at| at.think(part))
}

fn jump_to(args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let moment = moment_with_closed_form("jumpTo", args, context)?;
    operate(context, |at| at.jump_to(moment))
}

fn read_inputs(context: &mut Context) -> JsResult<JsValue> {
    ask(context, |calls| {
        calls.host.read_inputs();
        JsValue::undefined()
    })
}

fn answer(context: &mut Context) -> JsResult<JsValue> {
    ask(context, |calls| {
        calls.host.answer();
        JsValue::undefined()
    })
}

/// The functions of the object `host`, each with its name and the number of its arguments.
const FUNCTIONS: [(&str, usize, NativeFunctionPointer); 24] = [
    ("now", 0, |_, _, c| now(c)),
    ("running", 0, |_, _, c| running(c)),
    ("sim", 0, |_, _, c| ask(c, |calls| time(calls.host.sim()))),
    ("flips", 0, |_, _, c| ask(c, |calls| JsValue::from(calls.host.flips() as f64))),
    ("refreshes", 0, |_, _, c| ask(c, |calls| JsValue::from(calls.host.refreshes() as f64))),
    ("refreshInterval", 0, |_, _, c| ask(c, |calls| time(Time::ZERO + calls.host.refresh_interval()))),
    ("paused", 0, |_, _, c| ask(c, |calls| JsValue::from(calls.host.paused()))),
    ("hasClosedForm", 0, |_, _, c| ask(c, |calls| JsValue::from(calls.host.has_closed_form()))),
    ("counter", 1, |_, args, c| counter(args, c)),
    ("update", 1, |_, args, c| update(args, c)),
    ("updatePart", 2, |_, args, c| update_part(args, c)),
    ("think", 1, |_, args, c| think(args, c)),
    ("jumpTo", 1, |_, args, c| jump_to(args, c)),
    ("sleep", 1, |_, args, c| sleep(args, c)),
    ("render", 2, |_, args, c| render(args, c)),
    ("draw", 2, |_, args, c| draw(args, c)),
    ("present", 0, |_, _, c| present(c)),
    ("renderAt", 1, |_, args, c| render_at(args, c)),
    ("readInputs", 0, |_, _, c| read_inputs(c)),
    ("pressed", 0, |_, _, c| ask(c, |calls| JsValue::from(calls.host.pressed() as f64))),
    ("answer", 0, |_, _, c| answer(c)),
    ("nextRefresh", 0, |_, args, c| next_refresh(args, c)),
    ("watch", 2, |_, args, c| watch(args, c)),
    ("param", 3, |_, args, c| param(args, c)),
];

pub(in crate::model::scripts) fn host_object(context: &mut Context) -> JsObject {
    let mut host = ObjectInitializer::new(context);
    for (name, arguments, function) in FUNCTIONS {
        host.function(NativeFunction::from_fn_ptr(function), JsString::from(name), arguments);
    }
    host.build()
}
