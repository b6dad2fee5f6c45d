//! The calls that a script makes: the state that they share with the interpreter, and how the interpreter limits a script.
//!
//! `host_object.rs` has the functions that a script calls, `arguments.rs` reads what it passes, `params.rs` what it declares.
//!
//! A call that takes time begins its operation and returns immediately; the interpreter then rests until the operation has ended.

mod arguments;
pub(super) mod host_object;
mod params;

use super::endless::Place;
use super::text::Part;
use crate::base::params::param::Param;
use crate::base::params::values::Values;
use crate::base::random::{CounterRng, Purpose};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::machine::host::{Host, LoopError};
use boa_engine::error::RuntimeLimitError;
use boa_engine::vm::CallFrame;
use boa_engine::{Context, JsError, JsNativeError, JsResult, JsValue};
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

/// Returns the error for something that a script must not do; the script can catch it.
pub(super) fn refusal(text: &str) -> JsError {
    JsNativeError::error().with_message(text.to_owned()).into()
}
