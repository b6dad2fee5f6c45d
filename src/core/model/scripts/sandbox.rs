//! The environment of a script: JavaScript without anything that differs between machines, reaches out of the program, or has no
//! bounds.
//!
//! Built-in functions are charged for the length of the texts and lists that they work on; functions that allocate by a number
//! have a limit. Functions that call back are written in JavaScript (`builtins.js`), so that their callbacks are counted and can
//! wait.

use super::calls::host_object::{host_object, time};
use super::calls::{Calls, ENGINE_PATH, calls, limit_rounds, refusal};
use super::missing;
use crate::base::time::{FLICKS_PER_SECOND, Time};
use crate::model::machine::host::LoopError;
use boa_engine::builtins::promise::{OperationType, Promise, PromiseState};
use boa_engine::context::time::{Clock, JsInstant};
use boa_engine::context::{ContextBuilder, HostHooks};
use boa_engine::job::{Job, JobExecutor, PromiseJob};
use boa_engine::object::builtins::{JsArray, JsPromise};
use boa_engine::object::{FunctionObjectBuilder, JsObject, ObjectInitializer};
use boa_engine::property::{Attribute, PropertyDescriptor};
use boa_engine::realm::Realm;
use boa_engine::{Context, JsArgs, JsError, JsResult, JsString, JsSymbol, JsValue, NativeFunction, Script, Source, js_string};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::VecDeque;
use std::path::Path;
use std::rc::Rc;

/// The most letters, elements or bytes that one call of a built-in function may make.
const MOST_AT_ONCE: f64 = (1 << 20) as f64;

/// The deepest nesting of function calls.
const DEEPEST: usize = 200;

/// The most values on the engine's stack. The engine leaves some twenty there for each exception that is caught.
const MOST_VALUES: usize = 1 << 22;

/// The most objects in a chain of prototypes, because each search for a property may walk along all of them.
const LONGEST_CHAIN: usize = 1000;

/// The most timers that may wait, including cleared ones that are not due yet. A script that sets timers without end soon lets
/// virtual time pass, because each reads the clock.
const MOST_TIMERS: usize = 20_000;

/// The price of a job of the engine, in instructions. A job settles a promise or continues an async function.
const JOB_PRICE: u64 = 200;

const BUILTINS: &str = include_str!("builtins.js");
const PROMISES: &str = include_str!("promises.js");
const CONSOLE: &str = include_str!("console.js");
const PAGE: &str = include_str!("page.js");

/// Makes the environment of a script that uses `calls`.
pub(super) fn sandbox(calls: &Rc<Calls>) -> Result<Context, LoopError> {
    let failed = |error: JsError| LoopError { text: error.to_string(), ..LoopError::default() };
    let jobs = Rc::new(Jobs::default());
    let mut context = ContextBuilder::new()
        .host_hooks(Rc::new(Hooks(jobs.clone())))
        .clock(Rc::new(VirtualClock(calls.clone())))
        .job_executor(jobs.clone())
        .build()
        .map_err(failed)?;
    context.insert_data(calls.clone());
    context.insert_data(jobs);
    let limits = context.runtime_limits_mut();
    limits.set_recursion_limit(DEEPEST);
    limits.set_stack_size_limit(MOST_VALUES);
    limits.set_backtrace_limit(DEEPEST);
    furnish(&mut context).map_err(failed)?;
    Ok(context)
}

fn furnish(context: &mut Context) -> JsResult<()> {
    limit_rounds(context, 0);
    let host = host_object(context);
    context.register_global_property(js_string!("host"), host, Attribute::all())?;
    context.register_global_property(js_string!("second"), FLICKS_PER_SECOND as f64, Attribute::all())?;
    context.register_global_property(js_string!("ms"), (FLICKS_PER_SECOND / 1000) as f64, Attribute::all())?;
    replace_math(context)?;
    remove_patterns(context)?;
    charge_builtins(context)?;
    let ours = context.global_object();
    for name in "Atomics BigInt BigInt64Array BigUint64Array FinalizationRegistry Proxy SharedArrayBuffer WeakRef eval".split(' ')
    {
        ours.delete_property_or_throw(JsString::from(name), context)?;
    }
    let view = context.intrinsics().constructors().data_view().prototype();
    for name in ["getBigInt64", "getBigUint64"] {
        view.delete_property_or_throw(JsString::from(name), context)?;
    }
    set(&ours, "refuse", NativeFunction::from_fn_ptr(refuse), context)?;
    set(&ours, "note", NativeFunction::from_fn_ptr(note), context)?;
    set(&ours, "missingEvent", NativeFunction::from_fn_ptr(missing_event), context)?;
    ours.set(js_string!("inputEvents"), JsString::from(missing::INPUT_EVENTS), true, context)?;
    set(&ours, "spaceKeys", NativeFunction::from_fn_ptr(space_keys), context)?;
    set(&ours, "askForRefresh", NativeFunction::from_fn_ptr(ask_for_refresh), context)?;
    let began = time(calls(context).began());
    ours.set(js_string!("began"), began, true, context)?;
    let timers = timers(context);
    ours.set(js_string!("timers"), timers, true, context)?;
    set(&ours, "runJobs", NativeFunction::from_fn_ptr(|_, _, context| jobs(context).run(context)), context)?;
    set(&ours, "throwRejection", NativeFunction::from_fn_ptr(|_, _, context| jobs(context).throw_rejection()), context)?;
    for text in [BUILTINS, PROMISES, CONSOLE, PAGE] {
        let source = Source::from_bytes(text).with_path(Path::new(ENGINE_PATH));
        Script::parse(source, None, context)?.evaluate(context)?;
    }
    ours.delete_property_or_throw(js_string!("refuse"), context)?;
    Ok(())
}

/// Refuses something that the script does. Only our own scripts call this function.
fn refuse(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = args.get_or_undefined(0).to_string(context)?.to_std_string_lossy();
    Err(calls(context).refuse(context, text))
}

/// Returns why an event never comes, for our own script; `undefined` if nothing waits for it.
fn missing_event(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let kind = args.get_or_undefined(0).to_string(context)?.to_std_string_lossy();
    if missing::is_of_space_bar(&kind) && calls(context).host().hears_keys() {
        return Ok(JsValue::undefined());
    }
    Ok(missing::input_event(&kind).map_or_else(JsValue::undefined, |text| JsString::from(text).into()))
}

/// Returns what the space bar did since the last call, for our own script: `d` for each press and `u` for each release.
#[expect(clippy::unnecessary_wraps, reason = "the engine's functions may fail")]
fn space_keys(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let keys = calls(context).host().keys();
    let text: String = keys.into_iter().map(|is_down| if is_down { 'd' } else { 'u' }).collect();
    Ok(JsString::from(text.as_str()).into())
}

/// Records that the page has asked for a refresh.
#[expect(clippy::unnecessary_wraps, reason = "the engine's functions may fail")]
fn ask_for_refresh(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    calls(context).host().ask_for_refresh();
    Ok(JsValue::undefined())
}

/// Makes the object that stores a page's timers: their numbers, in the order in which they are due.
fn timers(context: &mut Context) -> JsObject {
    fn add(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
        let (at, id) = (args.get_or_undefined(0).to_number(context)?, args.get_or_undefined(1).to_u32(context)?);
        let calls = calls(context);
        if calls.timers.borrow().len() >= MOST_TIMERS {
            return Err(calls.refuse(context, format!("more than {MOST_TIMERS} timers wait")));
        }
        calls.timers.borrow_mut().push(Reverse((at.ceil() as i64, id)));
        Ok(JsValue::undefined())
    }
    #[expect(clippy::unnecessary_wraps, reason = "the engine's functions may fail")]
    fn first(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
        let calls = calls(context);
        let timers = calls.timers.borrow();
        Ok(timers.peek().map_or_else(JsValue::undefined, |Reverse((_, id))| JsValue::from(*id)))
    }
    #[expect(clippy::unnecessary_wraps, reason = "the engine's functions may fail")]
    fn drop(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
        calls(context).timers.borrow_mut().pop();
        Ok(JsValue::undefined())
    }
    ObjectInitializer::new(context)
        .function(NativeFunction::from_fn_ptr(add), js_string!("add"), 2)
        .function(NativeFunction::from_fn_ptr(first), js_string!("first"), 0)
        .function(NativeFunction::from_fn_ptr(drop), js_string!("drop"), 0)
        .build()
}

/// Writes a line to the script's console.
fn note(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = args.get_or_undefined(0).to_string(context)?.to_std_string_lossy();
    calls(context).log(&text, context)
}

fn set(object: &JsObject, name: &str, function: NativeFunction, context: &mut Context) -> JsResult<()> {
    let name = JsString::from(name);
    let function = FunctionObjectBuilder::new(context.realm(), function).name(name.clone()).build();
    let property = PropertyDescriptor::builder().value(function).writable(true).enumerable(false).configurable(true);
    object.define_property_or_throw(name, property, context)?;
    Ok(())
}

/// Replaces functions of `Math` by ones that return the same numbers on every machine, and its random numbers by ones that follow
/// from the seed.
fn replace_math(context: &mut Context) -> JsResult<()> {
    let math = context.intrinsics().objects().math();
    macro_rules! of_one {
        ($($name:ident),*) => { $({
            let function = NativeFunction::from_fn_ptr(|_, args, context| {
                Ok(JsValue::from(libm::$name(args.get_or_undefined(0).to_number(context)?)))
            });
            set(&math, stringify!($name), function, context)?;
        })* };
    }
    of_one!(acos, acosh, asin, asinh, atan, atanh, cbrt, cos, cosh, exp, expm1, log, log10, log1p, log2, sin, sinh, tan, tanh);
    macro_rules! of_two {
        ($($name:ident),*) => { $({
            let function = NativeFunction::from_fn_ptr(|_, args, context| {
                let (first, second) = (args.get_or_undefined(0).to_number(context)?, args.get_or_undefined(1).to_number(context)?);
                Ok(JsValue::from($name(first, second)))
            });
            set(&math, stringify!($name), function, context)?;
        })* };
    }
    of_two!(atan2, pow);
    let random = NativeFunction::from_fn_ptr(|_, _, context| Ok(JsValue::from(calls(context).random())));
    set(&math, "random", random, context)
}

fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// Returns a power as JavaScript defines it. There 1 to an infinite or NaN power is NaN, while C returns 1.
fn pow(base: f64, exponent: f64) -> f64 {
    if exponent.is_nan() || base.abs() == 1.0 && exponent.is_infinite() { f64::NAN } else { libm::pow(base, exponent) }
}

/// Removes every function that makes or executes a regular expression, because matching cannot be interrupted.
fn remove_patterns(context: &mut Context) -> JsResult<()> {
    fn refused(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
        Err(calls(context).refuse(context, "regular expressions are not executed here: their matching cannot be interrupted"))
    }
    let pattern = context.intrinsics().constructors().regexp().prototype();
    for name in ["exec", "test", "compile"] {
        set(&pattern, name, NativeFunction::from_fn_ptr(refused), context)?;
    }
    for symbol in [JsSymbol::r#match(), JsSymbol::match_all(), JsSymbol::replace(), JsSymbol::search(), JsSymbol::split()] {
        let function = NativeFunction::from_fn_ptr(refused).to_js_function(context.realm());
        let property = PropertyDescriptor::builder().value(function).writable(false).enumerable(false).configurable(false);
        pattern.define_property_or_throw(symbol, property, context)?;
    }
    let constructor = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(refused)).constructor(true).build();
    constructor.set(js_string!("prototype"), pattern.clone(), true, context)?;
    pattern.set(js_string!("constructor"), constructor.clone(), true, context)?;
    context.global_object().set(js_string!("RegExp"), constructor, true, context)?;
    Ok(())
}

/// The rule that limits the length of a built-in function's result.
#[derive(Clone, Copy)]
enum Limit {
    /// The result is no longer than the arguments.
    Nothing,
    /// The first argument is the length of the result.
    First,
    /// The first argument says how often the function repeats its text.
    Times,
    /// The function puts its first argument between the elements of a list.
    Between,
    /// The function looks for its first argument at every letter.
    Search,
    /// The function puts its second argument in place of every occurrence of its first.
    Everywhere,
}

/// Charges every built-in function for the length of the texts and lists that it gets, and limits the length of its result.
fn charge_builtins(context: &mut Context) -> JsResult<()> {
    let kinds = context.intrinsics().constructors();
    let (string, array, typed) = (kinds.string().prototype(), kinds.array().prototype(), kinds.typed_array().prototype());
    let (object, reflect) = (kinds.object().constructor(), context.intrinsics().objects().reflect());
    let json = context.intrinsics().objects().json();
    let global = context.global_object();
    let of_strings = "concat endsWith isWellFormed localeCompare match matchAll normalize \
                      replace search slice startsWith substring toLocaleLowerCase toLocaleUpperCase \
                      toLowerCase toUpperCase toWellFormed trim trimEnd trimStart";
    let of_arrays = "concat copyWithin entries fill includes indexOf keys lastIndexOf reverse shift slice splice \
                     toReversed toSpliced unshift values with";
    let of_typed = "copyWithin entries fill includes indexOf join keys lastIndexOf reverse set slice subarray toLocaleString \
                    toReversed values with";
    let of_global = "decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape parseFloat parseInt";
    for (object, names) in
        [(&string, of_strings), (&array, of_arrays), (&typed, of_typed), (&json, "parse"), (&global, of_global)]
    {
        for name in names.split_whitespace() {
            charge(object, name, Limit::Nothing, context)?;
        }
    }
    charge(&string, "repeat", Limit::Times, context)?;
    charge(&string, "padStart", Limit::First, context)?;
    charge(&string, "padEnd", Limit::First, context)?;
    charge(&string, "replaceAll", Limit::Everywhere, context)?;
    let split = NativeFunction::from_copy_closure_with_captures(split, string.get(js_string!("split"), context)?);
    set(&string, "split", split, context)?;
    for name in "includes indexOf lastIndexOf split".split(' ') {
        charge(&string, name, Limit::Search, context)?;
    }
    charge(&array, "join", Limit::Between, context)?;
    for (holder, name) in [(&object, "create"), (&object, "setPrototypeOf"), (&reflect, "setPrototypeOf")] {
        let original = holder.get(JsString::from(name), context)?;
        set(holder, name, NativeFunction::from_copy_closure_with_captures(with_prototype, original), context)?;
    }
    // Lists and texts are read through their iterators.
    let letters = string.get(JsSymbol::iterator(), context)?;
    set(&string, "letters", charged(&letters, Limit::Nothing), context)?;
    for (kind, name) in [(&array, "values"), (&string, "letters")] {
        let values = kind.get(JsString::from(name), context)?;
        let property = PropertyDescriptor::builder().value(values).writable(true).enumerable(false).configurable(true);
        kind.define_property_or_throw(JsSymbol::iterator(), property, context)?;
    }
    string.delete_property_or_throw(js_string!("letters"), context)?;
    Ok(())
}

/// Sets the prototype of an object; refuses a chain of prototypes that is too long.
fn with_prototype(this: &JsValue, args: &[JsValue], original: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    let is_long = |given: JsObject| std::iter::successors(Some(given), JsObject::prototype).nth(LONGEST_CHAIN).is_some();
    if args.iter().filter_map(JsValue::as_object).any(is_long) {
        return Err(calls(context).refuse(context, format!("a chain of more than {LONGEST_CHAIN} prototypes is refused")));
    }
    original.as_callable().expect("built-in functions are wrapped").call(this, args, context)
}

/// Splits a text at a separator in one pass; the engine's own function walks through the rest of the text again for each part.
fn split(this: &JsValue, args: &[JsValue], original: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    let (Some(text), Some(between)) = (this.as_string(), args.get_or_undefined(0).as_string()) else {
        return original.as_callable().expect("every text has it").call(this, args, context);
    };
    let most = match args.get_or_undefined(1) {
        limit if limit.is_undefined() => u32::MAX,
        limit => limit.to_u32(context)?,
    };
    let (text, between): (Vec<u16>, Vec<u16>) = (text.to_vec(), between.to_vec());
    let mut parts: Vec<JsValue> = Vec::new();
    let (mut from, mut at) = (0, usize::from(between.is_empty()));
    while at + between.len() <= text.len() && (!between.is_empty() || at < text.len()) {
        if text[at..].starts_with(&between) {
            parts.push(JsString::from(&text[from..at]).into());
            from = at + between.len();
            at = from + usize::from(between.is_empty());
        } else {
            at += 1;
        }
    }
    if !(text.is_empty() && between.is_empty()) {
        parts.push(JsString::from(&text[from..]).into());
    }
    parts.truncate(most as usize);
    Ok(JsArray::from_iter(parts, context).into())
}

fn charge(object: &JsObject, name: &str, limit: Limit, context: &mut Context) -> JsResult<()> {
    let original = object.get(JsString::from(name), context)?;
    if original.is_undefined() { Ok(()) } else { set(object, name, charged(&original, limit), context) }
}

fn charged(original: &JsValue, limit: Limit) -> NativeFunction {
    NativeFunction::from_copy_closure_with_captures(
        move |this, args, original: &JsValue, context| {
            let given = |index: usize| args.get_or_undefined(index);
            let mine = length(this).ok_or_else(|| refusal("this is no text and no list"))?;
            let (mut made, mut walked) = (0.0, 0.0);
            match limit {
                Limit::Nothing => {}
                Limit::First => made = given(0).to_number(context)?,
                Limit::Times => made = mine.max(1.0) * given(0).to_number(context)?,
                Limit::Between => made = mine * given(0).as_string().map_or(1.0, |text| text.len() as f64 + 1.0),
                Limit::Search => walked = mine * length(given(0)).unwrap_or(0.0) / 8.0,
                Limit::Everywhere => {
                    let finds = (mine + 1.0) / length(given(0)).unwrap_or(1.0).max(1.0);
                    made = mine + finds * length(given(1)).unwrap_or(1.0);
                    walked = mine * length(given(0)).unwrap_or(0.0) / 8.0;
                }
            }
            let all = mine + args.iter().map(|arg| length(arg).unwrap_or(0.0)).sum::<f64>();
            let (most, price) = if this.is_object() { (MOST_AT_ONCE, 8.0) } else { (16.0 * MOST_AT_ONCE, 0.125) };
            if all > most || made > MOST_AT_ONCE {
                return Err(calls(context).refuse(context, "this makes or reads more than a million letters or elements at once"));
            }
            calls(context).charge(((all + made.max(0.0)) * price + walked) as u64 + 8, context)?;
            original.as_callable().expect("built-in functions are wrapped").call(this, args, context)
        },
        original.clone(),
    )
}

/// Returns the length of a text or a list, 0 for plain values, and 1000 for objects without a length; `None` if the length is not
/// a plain number.
fn length(value: &JsValue) -> Option<f64> {
    if let Some(text) = value.as_string() {
        return Some(text.len() as f64);
    }
    let Some(object) = value.as_object() else { return Some(0.0) };
    match object.borrow().properties().get(&js_string!("length").into()) {
        Some(length) => length.value().and_then(JsValue::as_number),
        // The value is a buffer or a collection, whose length is limited elsewhere.
        None => Some(1000.0),
    }
}

struct Hooks(Rc<Jobs>);

impl HostHooks for Hooks {
    fn local_timezone_offset_seconds(&self, _: i64) -> i32 {
        0
    }

    fn max_buffer_size(&self, _: &mut Context) -> u64 {
        MOST_AT_ONCE as u64
    }

    fn ensure_can_compile_strings(&self, _: Realm, _: &[JsString], _: &JsString, _: bool, context: &mut Context) -> JsResult<()> {
        Err(calls(context).refuse(context, "no code is made from texts here"))
    }

    fn promise_rejection_tracker(&self, promise: &JsObject<Promise>, operation: OperationType, _: &mut Context) {
        let mut rejected = self.0.rejected.borrow_mut();
        match operation {
            OperationType::Reject => rejected.push(promise.clone()),
            OperationType::Handle => rejected.retain(|other| !JsObject::equals(other, promise)),
        }
    }
}

/// The jobs of promises, which run when the script has nothing else to do.
#[derive(Default)]
struct Jobs {
    waiting: RefCell<VecDeque<PromiseJob>>,
    /// The rejected promises whose errors nobody has handled.
    rejected: RefCell<Vec<JsObject<Promise>>>,
}

/// Returns the jobs of the script that runs.
fn jobs(context: &Context) -> Rc<Jobs> {
    context.get_data::<Rc<Jobs>>().expect("every script has them").clone()
}

impl Jobs {
    /// Runs the waiting jobs, and the jobs that these add.
    fn run(&self, context: &mut Context) -> JsResult<JsValue> {
        loop {
            let Some(job) = self.waiting.borrow_mut().pop_front() else { return Ok(JsValue::undefined()) };
            calls(context).charge(JOB_PRICE, context)?;
            calls(context).is_after_await.set(true);
            let done = job.call(context);
            calls(context).is_after_await.set(false);
            done?;
            // An async function could catch the refusal of a call and continue, so the refusal is checked here.
            calls(context).check_fault()?;
        }
    }

    /// Throws the error of the first rejected promise that nobody has handled.
    fn throw_rejection(&self) -> JsResult<JsValue> {
        let first = self.rejected.take().into_iter().next();
        match first.map(|promise| JsPromise::from(promise).state()) {
            Some(PromiseState::Rejected(reason)) => Err(JsError::from_opaque(reason)),
            _ => Ok(JsValue::undefined()),
        }
    }
}

impl JobExecutor for Jobs {
    /// Stores a job of a promise. There are no other jobs, because a script never waits for the real machine.
    fn enqueue_job(self: Rc<Self>, job: Job, _: &mut Context) {
        if let Job::PromiseJob(job) = job {
            self.waiting.borrow_mut().push_back(job);
        }
    }

    fn run_jobs(self: Rc<Self>, context: &mut Context) -> JsResult<()> {
        self.run(context).map(drop)
    }
}

/// The clock of `Date`, which begins at 0 UTC and shows the virtual computer's time.
struct VirtualClock(Rc<Calls>);

impl VirtualClock {
    fn millis(&self) -> i64 {
        (self.0.now() - Time::ZERO).flicks().div_euclid(FLICKS_PER_SECOND / 1000)
    }
}

impl Clock for VirtualClock {
    fn now(&self) -> JsInstant {
        let millis = self.millis().max(0) as u64;
        JsInstant::new(millis / 1000, (millis % 1000) as u32 * 1_000_000)
    }

    fn system_time_millis(&self) -> i64 {
        self.millis()
    }
}
