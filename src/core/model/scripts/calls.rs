//! The calls that a script makes: the object `host`, and the state that the calls share with the interpreter.
//!
//! A call that takes time begins its operation and returns immediately; the interpreter then rests until the operation has ended.

use super::endless::Place;
use super::text::Part;
use crate::base::numbers::trimmed;
use crate::base::params::param::{Number, Param, Unit, ValueKind, Words};
use crate::base::params::value::Value;
use crate::base::params::values::Values;
use crate::base::random::{CounterRng, Purpose};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::machine::event::Watched;
use crate::model::machine::host::{AtLine, Host, LoopError, Until};
use crate::model::world::controls::Between;
use boa_engine::error::RuntimeLimitError;
use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::{JsObject, ObjectInitializer};
use boa_engine::vm::CallFrame;
use boa_engine::{Context, JsArgs, JsError, JsNativeError, JsResult, JsString, JsValue, NativeFunction, js_string};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

/// The path of our own scripts, which no error message names.
pub(super) const ENGINE_PATH: &str = "tickscope";

/// The most instructions that a script may execute while no time passes.
pub(super) const MOST_INSTRUCTIONS: u64 = 2_000_000;
/// The error for more than `MOST_INSTRUCTIONS`.
pub(super) const ENDLESS: &str = "from this line on the script computes without end: time passes only in calls of the host";
/// The error at a loop that is known to execute more than `MOST_INSTRUCTIONS`.
pub(super) const ENDLESS_LOOP: &str = "this loop computes without end: time passes only in calls of the host";

/// The error for more than `MOST_INSTRUCTIONS` if most of them are charged for copied bytes.
pub(super) const COPIES: &str = "from this line on the script copies too much while no time passes: a text or a list that grows by + \
                                 or ... is copied whole each time; push to a list, and join it";

/// This many allocated bytes are charged as one instruction, so that a growing text is charged for the bytes that it copies.
const BYTES_PER_INSTRUCTION: u64 = 64;

/// The number of calls in a row that cost no time. Each further call costs `FREE_CALL`, because otherwise no time would pass in a
/// script that only polls.
const FREE_CALLS: i64 = 99;
/// The cost of a call after `FREE_CALLS` in a row.
const FREE_CALL: Span = Span::from_flicks(FLICKS_PER_SECOND / 1_000_000 + 1);
/// After this many calls in a row each further call costs more, so that a loop that polls the clock without end soon reaches the
/// end of the run.
const MANY_FREE_CALLS: i64 = 200_000;

/// The price of a line in the console, in instructions.
const LOG_PRICE: u64 = 500;

/// The most rounds of a loop in a getter or another function whose instructions are not counted.
const MOST_ROUNDS: u64 = 2_000_000;

/// The length below which a step or a sleep is tiny.
const TINY: Span = Span::from_flicks(FLICKS_PER_SECOND / 1_000_000);
/// A script is refused after this many tiny steps or sleeps in a row, because it then passes seconds or milliseconds where flicks
/// are expected; a single tiny one may be a rounding error.
const MOST_TINY: u32 = 20;

/// The greatest alpha, in steps. A greater number can only be a length of time that was passed by mistake.
const MOST_ALPHA: f64 = 100_000.0;
/// Alpha times step may be at most this many times the time since the first reading, plus a second. An alpha can't stand for more
/// time than has passed, unless the game runs faster than its clock.
const MOST_TIMES_PASSED: f64 = 4.0;

/// The longest step and the latest moment, in flicks: a year.
const LATEST: f64 = 366.0 * 86_400.0 * FLICKS_PER_SECOND as f64;

/// The state that the calls of a script share with the interpreter.
pub(super) struct Calls {
    host: Host,
    values: Values,
    /// The parameters that the script has asked for.
    params: RefCell<Vec<Param>>,
    /// The end of the operation in progress.
    until: Cell<Time>,
    /// The instructions executed so far.
    total: Cell<u64>,
    /// The instructions since virtual time last passed, with those charged for built-in functions, console lines and allocated
    /// bytes.
    idle: Cell<u64>,
    /// The part of `idle` that is charged for allocated bytes.
    copied: Cell<u64>,
    /// The value of `total` when the last operation began; `u64::MAX` before the first.
    busy_in: Cell<u64>,
    /// Whether a function continues after its `await`.
    pub is_after_await: Cell<bool>,
    /// The calls without a cost of their own since the last operation.
    free_in_a_row: Cell<i64>,
    /// Whether a turn has begun since the last operation.
    has_begun_turn: Cell<bool>,
    /// The earliest reading of the clock. The first reading may be missing, and then counts as a moment before the start.
    earliest: Cell<Time>,
    /// The number of tiny steps in a row.
    tiny_steps: Cell<u32>,
    /// The number of tiny sleeps of the same length in a row, and that length.
    tiny_sleeps: Cell<(u32, f64)>,
    /// The line of the last call, counted from 1.
    line: Cell<u32>,
    knows_the_end: Cell<bool>,
    fault: RefCell<Option<LoopError>>,
    /// Why the script has to stop; `None` while it may go on.
    stop: RefCell<Option<&'static str>>,
    /// Where the functions stood that ran when the script had computed too much, the innermost first; empty before.
    stood: RefCell<Vec<Place>>,
    /// The time of the computer at which the script began: that of a page counts from here.
    began: Time,
    /// The timers of a page: the moment at which each is due, and its number.
    pub timers: RefCell<BinaryHeap<Reverse<(i64, u32)>>>,
    random: RefCell<CounterRng>,
    drawn: Cell<u64>,
}

impl Calls {
    /// Returns the calls of a loop called `name` on a computer, with the values of its parameters as far as they are set.
    pub fn new(host: Host, values: Values, name: &str) -> Calls {
        let (seed, began) = (host.computer().seed, Time::ZERO + host.computer().uptime());
        Calls {
            host,
            values,
            params: RefCell::default(),
            until: Cell::new(Time::from_flicks(i64::MIN)),
            total: Cell::new(0),
            idle: Cell::new(0),
            copied: Cell::new(0),
            busy_in: Cell::new(u64::MAX),
            is_after_await: Cell::new(false),
            free_in_a_row: Cell::new(0),
            has_begun_turn: Cell::new(false),
            earliest: Cell::new(Time::ZERO),
            tiny_steps: Cell::new(0),
            tiny_sleeps: Cell::default(),
            line: Cell::new(1),
            knows_the_end: Cell::new(false),
            fault: RefCell::default(),
            stop: RefCell::default(),
            stood: RefCell::default(),
            began,
            timers: RefCell::default(),
            random: RefCell::new(CounterRng::new(seed, Purpose::OwnLoop(crc32fast::hash(name.as_bytes())))),
            drawn: Cell::new(0),
        }
    }

    pub fn host(&self) -> &Host {
        &self.host
    }

    pub fn params(&self) -> Vec<Param> {
        self.params.borrow().clone()
    }

    pub fn until(&self) -> Time {
        self.until.get()
    }

    /// Returns whether the operation in progress has ended.
    pub fn may_go_on(&self) -> bool {
        self.until.get() < self.host.horizon()
    }

    pub fn began(&self) -> Time {
        self.began
    }

    /// Stops the script before its next instruction.
    pub fn stop(&self, why: &'static str) {
        self.stop.replace(Some(why));
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.borrow().is_some()
    }

    /// Returns the error of a script that was stopped. Its functions must still be known to the engine.
    pub fn stopped(&self, context: &Context) -> JsError {
        let why = self.stop.borrow().unwrap_or(ENDLESS);
        self.refuse_computing(context, why)
    }

    /// Counts an instruction. Returns an error text if too many have been executed since virtual time last passed, otherwise
    /// `None`.
    pub fn count(&self) -> Option<&'static str> {
        self.total.set(self.total.get() + 1);
        self.idle.set(self.idle.get() + 1);
        (self.idle.get() > MOST_INSTRUCTIONS).then(|| if self.copied.get() * 2 > self.idle.get() { COPIES } else { ENDLESS })
    }

    /// Charges the script for the bytes that the last instruction has allocated.
    pub fn count_bytes(&self, bytes: u64) {
        let price = bytes / BYTES_PER_INSTRUCTION;
        self.idle.set(self.idle.get() + price);
        self.copied.set(self.copied.get() + price);
    }

    /// Charges the script this many instructions for a built-in function.
    pub fn charge(&self, instructions: u64, context: &Context) -> JsResult<()> {
        self.idle.set(self.idle.get() + instructions);
        if self.idle.get() > MOST_INSTRUCTIONS { Err(self.refuse_computing(context, ENDLESS)) } else { Ok(()) }
    }

    /// Returns the number of instructions so far.
    pub fn total(&self) -> u64 {
        self.total.get()
    }

    /// Returns whether `host.running()` has returned `false` to the script.
    pub fn knows_the_end(&self) -> bool {
        self.knows_the_end.get()
    }

    /// Returns whether any call has taken time.
    pub fn has_operated(&self) -> bool {
        self.busy_in.get() != u64::MAX
    }

    pub fn line(&self) -> u32 {
        self.line.get()
    }

    /// Takes the error of a refused call; `None` if no call was refused.
    pub fn take_fault(&self) -> Option<LoopError> {
        self.fault.take()
    }

    /// Writes a line to the console.
    pub fn log(&self, text: &str, context: &mut Context) -> JsResult<JsValue> {
        self.charge(LOG_PRICE, context)?;
        let line = place(context).map_or(self.line.get(), |(_, line, _)| line);
        self.host.log(line, text);
        Ok(JsValue::undefined())
    }

    /// Returns the next random number, from 0 up to but not including 1.
    pub fn random(&self) -> f64 {
        let index = self.drawn.get();
        self.drawn.set(index + 1);
        self.random.borrow_mut().unit(index)
    }

    /// Counts a call that takes no time of its own. After `FREE_CALLS` such calls in a row each further one costs a little
    /// time.
    fn count_free_call(&self) {
        let calls = self.free_in_a_row.get() + 1;
        self.free_in_a_row.set(calls);
        if calls > FREE_CALLS {
            let end = self.host.spin(FREE_CALL * (1 + (calls - MANY_FREE_CALLS).max(0) / 200)).end;
            self.rest_until(end);
        }
    }

    /// Returns the clock's reading for the script.
    pub fn now(&self) -> Time {
        self.count_free_call();
        let now = self.host.now();
        self.earliest.set(self.earliest.get().min(now));
        now
    }

    /// Returns the time that has passed since the script's earliest reading.
    fn passed(&self) -> Span {
        self.host.computer().clock() - self.earliest.get()
    }

    /// Rests until an operation has ended, and starts a new row of free calls.
    fn operate_until(&self, end: Time) {
        self.free_in_a_row.set(0);
        self.has_begun_turn.set(false);
        self.rest_until(end);
    }

    /// Rests until the computer is done at `end`.
    fn rest_until(&self, end: Time) {
        if end > self.until.get() {
            self.idle.set(0);
            self.copied.set(0);
        }
        self.until.set(end);
        self.busy_in.set(self.total.get());
    }

    /// Begins a call, and returns the line at which it is made.
    fn begin(&self, context: &mut Context) -> JsResult<u32> {
        self.check(context)?;
        let line = place(context).map_or(self.line.get(), |(_, line, _)| line);
        self.line.set(line);
        Ok(line)
    }

    /// Checks that a call may be made: the computer is free, and the end of the run is less than a minute ago.
    fn check(&self, context: &mut Context) -> JsResult<()> {
        self.check_is_free(context)?;
        if self.host.computer().is_overdue() {
            let text = "this turn still runs a minute after the end: call host.running() and return when it is false";
            return Err(self.refuse_computing(context, text));
        }
        limit_rounds(context, self.total());
        Ok(())
    }

    /// Checks that the present instruction has not begun an operation yet, because a built-in function that calls back can't rest
    /// between two operations.
    fn check_is_free(&self, context: &mut Context) -> JsResult<()> {
        if self.busy_in.get() == self.total.get() {
            let text = if self.is_after_await.get() {
                "after an await a function cannot wait for the computer, which is still busy with its last call: make this call in a \
                 function that requestAnimationFrame, setTimeout or then() calls"
            } else {
                "the computer is still busy, and a getter, a generator or a built-in function cannot wait for it: make this call in \
                 a plain function"
            };
            return Err(self.refuse(context, text));
        }
        Ok(())
    }

    /// Checks that no call has been refused.
    pub fn check_fault(&self) -> JsResult<()> {
        if self.fault.borrow().is_some() { Err(RuntimeLimitError::LoopIteration.into()) } else { Ok(()) }
    }

    /// Takes the places of the functions that ran when the script had computed too much, the innermost first; empty if it has not.
    pub fn take_places(&self) -> Vec<Place> {
        self.stood.take()
    }

    /// Refuses to compute on, and notes where.
    fn refuse_computing(&self, context: &Context, why: &'static str) -> JsError {
        let place_of = |frame: &CallFrame| {
            let location = frame.position();
            let (line, column) = location.position.map_or((0, 0), |at| (at.line_number(), at.column_number()));
            (location.path.to_string(), line, column)
        };
        self.stood.replace(context.stack_trace().map(place_of).filter(|(path, ..)| *path != ENGINE_PATH).collect());
        self.refuse(context, why)
    }

    /// Refuses a call. The script cannot catch the error.
    pub fn refuse(&self, context: &Context, text: impl Into<String>) -> JsError {
        let (path, line, column) = place(context).unwrap_or_default();
        let file = path.strip_prefix(Part::INCLUDED).map(str::to_owned);
        self.fault.borrow_mut().get_or_insert(LoopError { line, column, text: text.into(), file });
        RuntimeLimitError::LoopIteration.into()
    }
}

/// Limits the rounds of all loops to `counted` plus [`MOST_ROUNDS`]. `counted` is the number of instructions so far, which the
/// rounds of counted loops can't exceed; the rest is left for loops in getters, whose instructions are not counted.
pub(super) fn limit_rounds(context: &mut Context, counted: u64) {
    context.runtime_limits_mut().set_loop_iteration_limit(counted + MOST_ROUNDS);
}

/// Returns the name of a call as the script wrote it: in a page `update` or `draw`, otherwise with `host.` before it.
fn spoken(call: &str, context: &Context) -> String {
    let is_ours = context.stack_trace().next().is_some_and(|frame| frame.position().path.to_string() == ENGINE_PATH);
    match call {
        "render" if is_ours => "draw".to_owned(),
        _ if is_ours => call.to_owned(),
        _ => format!("host.{call}"),
    }
}

/// Returns the path of the text, the line and the column at which the script makes a call; `None` if no script runs. Our own
/// scripts are skipped.
fn place(context: &Context) -> Option<(String, u32, u32)> {
    let at = |frame: &CallFrame| (frame.position().path.to_string(), frame.position().position);
    let (path, at) = context.stack_trace().map(at).find(|(path, _)| path != ENGINE_PATH)?;
    at.map(|at| (path, at.line_number(), at.column_number()))
}

/// Returns the calls of the script that runs.
pub(super) fn calls(context: &Context) -> Rc<Calls> {
    context.get_data::<Rc<Calls>>().expect("every script has them").clone()
}

/// Returns the argument at `index`; refuses anything but a finite number.
fn number(call: &str, args: &[JsValue], index: usize, context: &Context) -> JsResult<f64> {
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
fn flicks(call: &str, args: &[JsValue], index: usize, range: (f64, f64), context: &Context) -> JsResult<Span> {
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
fn rounded(number: f64) -> f64 {
    format!("{number:.3e}").parse().unwrap_or(number)
}

/// Returns the argument at `index` as a part of the update load; refuses one outside 0 to 1.
fn part(call: &str, args: &[JsValue], index: usize, context: &Context) -> JsResult<f64> {
    let part = number(call, args, index, context)?;
    if (0.0..=1.0).contains(&part) {
        return Ok(part);
    }
    Err(calls(context).refuse(context, format!("host.{call} needs a part of the load from 0 to 1, and got {part}")))
}

pub(super) fn time(moment: Time) -> JsValue {
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

/// Refuses a script that passes many tiny lengths in a row, because it confuses seconds and milliseconds.
fn check_unit(call: &str, given: f64, in_a_row: u32, context: &Context) -> JsResult<()> {
    if in_a_row < MOST_TINY {
        return Ok(());
    }
    let (given, unit) = (rounded(given), if given < 1.0 { "second" } else { "ms" });
    let text = format!("host.{call} got {given}, and lengths of time are counted in flicks: write {given} * {unit}");
    Err(calls(context).refuse(context, text))
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

fn check_sim(call: &str, dt: Span, context: &Context) -> JsResult<()> {
    let calls = calls(context);
    if (calls.host.sim() + dt).flicks() as f64 > LATEST {
        return Err(calls.refuse(context, format!("host.{call} leads more than a year into the future of the world")));
    }
    Ok(())
}

/// Reads the arguments of `call`, which draws a frame between two steps, or the newest one without arguments.
fn between(call: &str, args: &[JsValue], context: &mut Context) -> JsResult<Option<Between>> {
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

/// Returns the value of a parameter, and records the parameter for the window's sliders.
fn param(args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let calls = calls(context);
    if args.len() < 2 {
        return Err(calls.refuse(context, "host.param needs a name and a default: host.param(\"fps\", 60)"));
    }
    let param = described(args, context)?;
    let value = calls.values.get(&param);
    let value = if param.check(&value).is_ok() { value } else { param.default_value() };
    let mut params = calls.params.borrow_mut();
    if params.iter().all(|known| known.name != param.name) {
        if params.len() == 32 {
            return Err(calls.refuse(context, "a loop has at most 32 parameters"));
        }
        params.push(param);
    }
    Ok(match value {
        Value::Number(number) => JsValue::from(number),
        Value::Switch(on) => JsValue::from(on),
        Value::Word(word) if word == "off" && params.iter().any(|known| is_number(known) && known.name == name_of(args)) => {
            JsValue::from(f64::INFINITY)
        }
        Value::Word(word) => JsString::from(word).into(),
    })
}

fn is_number(param: &Param) -> bool {
    matches!(param.kind, ValueKind::Number(_))
}

fn name_of(args: &[JsValue]) -> String {
    args.get_or_undefined(0).as_string().map(|name| name.to_std_string_lossy()).unwrap_or_default()
}

/// Returns the parameter that the arguments of `host.param` describe.
fn described(args: &[JsValue], context: &mut Context) -> JsResult<Param> {
    let name = name_of(args);
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty() || name.len() > 40 || !name.chars().all(is_name) {
        return Err(refuse_param(args, "a name has letters, digits and _", context));
    }
    let options = args.get_or_undefined(2).as_object();
    let about = text_option(options.as_ref(), "about", context)?;
    let about: String = about.chars().map(|c| if c.is_control() { ' ' } else { c }).take(300).collect();
    let kind = match option(options.as_ref(), "choices", context)?.as_object() {
        Some(choices) => ValueKind::Choice(Words::Made(words_of(args, &choices, context)?)),
        None => ValueKind::Number(number_of(args, options.as_ref(), context)?),
    };
    Ok(Param { name: Cow::Owned(name), about: Cow::Owned(about), kind, ..Param::switch("", false, "") })
}

fn refuse_param(args: &[JsValue], text: &str, context: &Context) -> JsError {
    calls(context).refuse(context, format!("host.param(\"{}\"): {text}", name_of(args)))
}

fn option(options: Option<&JsObject>, key: &str, context: &mut Context) -> JsResult<JsValue> {
    options.map_or(Ok(JsValue::undefined()), |options| options.get(JsString::from(key), context))
}

/// Returns an option that is a text; an empty text if the option is missing.
fn text_option(options: Option<&JsObject>, key: &str, context: &mut Context) -> JsResult<String> {
    let text = option(options, key, context)?;
    Ok(text.as_string().map(|text| text.to_std_string_lossy()).unwrap_or_default())
}

/// Returns the words of a choice, the default first.
fn words_of(args: &[JsValue], choices: &JsObject, context: &mut Context) -> JsResult<Vec<String>> {
    let length = choices.get(js_string!("length"), context)?.as_number().unwrap_or(0.0);
    if !(1.0..=32.0).contains(&length) {
        return Err(refuse_param(args, "choices are 1 to 32 texts", context));
    }
    let mut words = Vec::new();
    for index in 0..length as u32 {
        let word = choices.get(index, context)?;
        let Some(word) = word.as_string().filter(|word| (1..=40).contains(&word.len())) else {
            return Err(refuse_param(args, "choices are texts of 1 to 40 letters", context));
        };
        words.push(word.to_std_string_lossy());
    }
    let default = args.get_or_undefined(1).as_string().map(|word| word.to_std_string_lossy());
    let Some(first) = words.iter().position(|word| Some(word) == default.as_ref()) else {
        return Err(refuse_param(args, "the default must be one of the choices", context));
    };
    words[..=first].rotate_right(1);
    Ok(words)
}

/// Returns the default of a number with its range and its unit.
fn number_of(args: &[JsValue], options: Option<&JsObject>, context: &mut Context) -> JsResult<Number> {
    let unit = match text_option(options, "unit", context)?.as_str() {
        "Hz" => Unit::Hertz,
        "us" | "µs" => Unit::Microseconds,
        "ms" => Unit::Milliseconds,
        "s" => Unit::Seconds,
        "%" => Unit::Percent,
        "" => Unit::Count,
        other => return Err(refuse_param(args, &format!("the unit is Hz, us, ms, s or %, and not {other}"), context)),
    };
    let can_be_off = option(options, "off", context)?.to_boolean();
    let is_off = |number: f64| can_be_off && number == f64::INFINITY;
    let Some(default) = args.get_or_undefined(1).as_number().filter(|number| number.is_finite() || is_off(*number)) else {
        return Err(refuse_param(args, "the default must be a finite number, or a text with choices", context));
    };
    let least = if unit == Unit::Hertz { 1.0 } else { 0.0 };
    let bound = |given: JsValue, otherwise: f64| given.as_number().filter(|n| n.is_finite()).unwrap_or(otherwise);
    let min = bound(option(options, "min", context)?, default.min(least));
    let max = bound(option(options, "max", context)?, if is_off(default) { 1000.0 } else { default.max(1000.0) });
    let whole = option(options, "whole", context)?.to_boolean();
    if !is_off(default) && (!(min <= default && default <= max) || whole && default.fract() != 0.0) {
        let text = format!("the default {default} must be one of the allowed values, {min} to {max}");
        return Err(refuse_param(args, &text, context));
    }
    Ok(Number { default, min, max, unit, whole, can_be_off })
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

/// Returns the first argument, a moment of simulated time; refuses every call in a world without a closed form.
fn moment_with_closed_form(call: &str, args: &[JsValue], context: &Context) -> JsResult<Time> {
    let moment = Time::ZERO + flicks(call, args, 0, (0.0, LATEST), context)?;
    let calls = calls(context);
    if !calls.host.has_closed_form() {
        return Err(calls.refuse(context, format!("host.{call} needs a world with a closed form: ask host.hasClosedForm()")));
    }
    Ok(moment)
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

pub(super) fn host_object(context: &mut Context) -> JsObject {
    let mut host = ObjectInitializer::new(context);
    for (name, arguments, function) in FUNCTIONS {
        host.function(NativeFunction::from_fn_ptr(function), JsString::from(name), arguments);
    }
    host.build()
}

/// Returns the error for something that a script must not do; the script can catch it.
pub(super) fn refusal(text: &str) -> JsError {
    JsNativeError::error().with_message(text.to_owned()).into()
}
