//! The interpreter of a script, which executes one instruction after the other and rests while the computer is busy.
//!
//! The future of a run is not polled while an operation lasts, so a script stops in the middle of a call, however deeply the call
//! is nested in functions of the script or of a library.

use super::calls::{Calls, ENGINE_PATH};
use super::errors::described;
use super::meter::memory_meter;
use super::missing;
use super::progress::{NamedText, ScriptProgress};
use super::sandbox::sandbox;
use super::text::Part;
use crate::base::params::param::Param;
use crate::base::params::values::Values;
use crate::base::time::Time;
use crate::model::config::computer::Computer;
use crate::model::config::settings::WorldChoice;
use crate::model::machine::computer::VirtualComputer;
use crate::model::machine::host::{Host, LoopError, LoopFuture};
use crate::model::worlds;
use boa_engine::{Context, JsError, JsValue, Script, Source};
use std::future::poll_fn;
use std::path::Path;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{self, Poll};

/// The most bytes that a script may hold. The engine's stack takes 64 MB of them if the script has caught 100 000 exceptions.
const MOST_BYTES: i64 = 100 << 20;

/// The stack for parsing a text of the allowed size and shape, with room to spare. Only its used part takes memory.
const PARSERS_STACK: usize = 64 << 20;
/// The size of a new stack for nested functions, in bytes.
const STACK: usize = 16 << 20;
/// A new stack is made if less than this is free on the present one, in bytes.
const STACK_LEFT: usize = 8 << 20;

/// The facts about a script that its top level shows.
pub(super) struct Rehearsed {
    /// The parameters that it asks for.
    pub params: Vec<Param>,
    /// Whether it is a page: it has no function `loop` that takes a host.
    pub is_page: bool,
    /// The delay of an interval that is all that a page asks for, in ms; `None` if it asks for anything else.
    pub interval_ms: Option<f64>,
}

/// Runs the top level of a script's parts on a computer whose run is already over.
pub(super) fn rehearse(name: &str, parts: &[Part]) -> Result<Rehearsed, LoopError> {
    let choice = WorldChoice::new("runner");
    let world = worlds::world(&choice, 0).map_err(|error| LoopError { text: error.to_string(), ..LoopError::default() })?;
    let host = Host::new(VirtualComputer::new(&Computer::default(), 0, world).stopping_at(Time::ZERO));
    let calls = Rc::new(Calls::new(host.clone(), Values::default(), name));
    let answers = Rc::new(std::cell::Cell::new((false, None)));
    let found = answers.clone();
    let names_host = missing::names(parts, "host");
    let run = ScriptRun::begin(calls.clone(), (name, parts), async move |context: &mut Context| {
        let question = parse("typeof loop === \"function\"", ENGINE_PATH, context)?;
        let has_loop = question.evaluate(context)?.to_boolean();
        let asked = parse("askedByPage()", ENGINE_PATH, context)?.evaluate(context)?;
        // Many pages call their own function `loop`: they ask a browser for calls, and know no host.
        let is_page = !has_loop || !names_host && !asked.is_undefined();
        found.set((is_page, asked.as_number().filter(|_| is_page)));
        Ok(())
    })?;
    let mut run: LoopFuture = Box::pin(run);
    // The run is over before it begins, so the top level is run without a limit of virtual time.
    host.run_until(&mut run, Time::NEVER);
    let (is_page, interval_ms) = answers.get();
    host.fault().map_or_else(|| Ok(Rehearsed { params: calls.params(), is_page, interval_ms }), Err)
}

/// Starts a script on a computer.
pub(super) fn start(host: &Host, values: Values, name: &str, parts: &[Part], is_page: bool) -> LoopFuture {
    let calls = Rc::new(Calls::new(host.clone(), values, name));
    let told = calls.clone();
    if is_page {
        host.begin_page();
    }
    let sketch = parts.last().and_then(missing::sketch);
    let start = match (is_page, missing::draws_in_render(parts)) {
        (false, _) => "leavePage(); loop(host)",
        (true, false) => "runPage(() => [update, draw, render], false)",
        (true, true) => "runPage(() => [update, draw, render], true)",
    };
    let run = ScriptRun::begin(calls, (name, parts), async move |context: &mut Context| {
        let call = parse(start, ENGINE_PATH, context)?;
        let returned = execute(&call, context, &told).await?;
        if !told.knows_the_end() {
            if let Some((text, (line, column))) = sketch.filter(|_| is_page && !told.has_operated()) {
                told.host().fail(LoopError { line, column, text: text.to_owned(), file: None });
                return Ok(());
            }
            let text = match (is_page, told.has_operated()) {
                (true, false) => {
                    "nothing is called: write function loop(host) { … }, or hand a function to requestAnimationFrame or setTimeout"
                }
                (true, true) => "the page has nothing more to call: it ends before the run does",
                (false, _) if returned.as_promise().is_some() => {
                    "calls of the host hold the loop up by themselves: write function loop(host) without async and await"
                }
                (false, _) => "the loop returns before the run ends: it goes on while host.running() is true",
            };
            told.host().fail(LoopError { line: told.line(), text: text.to_owned(), ..LoopError::default() });
        }
        Ok(())
    });
    match run {
        Ok(run) => Box::pin(run),
        Err(fault) => {
            host.fail(fault);
            Box::pin(async {})
        }
    }
}

struct ScriptRun {
    instructions: Pin<Box<dyn Future<Output = ()>>>,
    calls: Rc<Calls>,
    script: NamedText,
    progress: Arc<ScriptProgress>,
    /// The bytes that the script holds.
    bytes: i64,
}

impl ScriptRun {
    /// Prepares the run of the script `name`, which executes the top level of all `parts` and then `then`.
    fn begin(
        calls: Rc<Calls>,
        (name, parts): (&str, &[Part]),
        then: impl AsyncFnOnce(&mut Context) -> Result<(), JsError> + 'static,
    ) -> Result<ScriptRun, LoopError> {
        let mut context = sandbox(&calls)?;
        let script: NamedText = (name.into(), parts.last().map_or("", |part| &part.text).into());
        let progress = ScriptProgress::mine();
        let read = |(index, part): (usize, &Part)| {
            let read = progress.during(&script, || parse(&part.text, &part.path, &mut context));
            read.map_err(|error| described(&error, &calls, &parts[..=index]))
        };
        let scripts = parts.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
        let (told, texts) = (calls.clone(), parts.to_vec());
        let instructions = Box::pin(async move {
            let mut done = Ok(());
            for script in scripts {
                done = execute(&script, &mut context, &told).await.map(drop);
                if done.is_err() {
                    break;
                }
            }
            if done.is_ok() {
                done = then(&mut context).await;
            }
            if let Err(error) = done {
                told.host().fail(described(&error, &told, &texts));
            }
        });
        Ok(ScriptRun { instructions, calls, script, progress, bytes: 0 })
    }

    /// Executes instructions until the script must wait, has ended or is stopped by a limit, or the budget of this call is used
    /// up.
    fn execute(&mut self, context: &mut task::Context<'_>) -> Poll<()> {
        let host = self.calls.host().clone();
        let mut budget = host.budget();
        let measure = memory_meter();
        let poll = loop {
            if !self.calls.may_go_on() {
                break Poll::Pending;
            }
            if budget == 0 {
                host.note_computing();
                break Poll::Pending;
            }
            if budget < u64::MAX {
                budget -= 1;
            }
            if let Some(endless) = self.calls.count() {
                break self.stop(context, endless);
            }
            let mut poll = Poll::Pending;
            self.progress.time.store(self.calls.until().flicks(), Ordering::Relaxed);
            self.progress.line.store(self.calls.line(), Ordering::Relaxed);
            let memory = measure(&mut || poll = self.instructions.as_mut().poll(context));
            self.bytes += memory.held;
            self.calls.count_bytes(memory.allocated);
            if poll.is_ready() {
                break poll;
            }
            if self.bytes > MOST_BYTES {
                self.bytes += measure(&mut boa_engine::gc::force_collect).held;
                if self.bytes > MOST_BYTES / 4 * 3 {
                    break self.stop(context, "the script holds more than 100 MB");
                }
            }
        };
        host.set_budget(budget);
        poll
    }

    /// Ends the script where it is, with an error.
    fn stop(&mut self, context: &mut task::Context<'_>, why: &'static str) -> Poll<()> {
        self.calls.stop(why);
        let poll = self.instructions.as_mut().poll(context);
        self.instructions = Box::pin(async {});
        debug_assert!(poll.is_ready(), "a stopped script ends");
        Poll::Ready(())
    }
}

/// Executes a script, one instruction in each poll, until it ends or is stopped.
async fn execute(script: &Script, context: &mut Context, calls: &Calls) -> Result<JsValue, JsError> {
    {
        let mut run = pin!(script.evaluate_async_with_budget(context, 1));
        let step = |task: &mut task::Context<'_>| {
            if calls.is_stopped() { Poll::Ready(None) } else { run.as_mut().poll(task).map(Some) }
        };
        if let Some(done) = poll_fn(step).await {
            return done;
        }
    }
    // The run is dropped, and the engine still knows the functions that ran.
    Err(calls.stopped(context))
}

impl Future for ScriptRun {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut task::Context<'_>) -> Poll<()> {
        let (progress, script) = (self.progress.clone(), self.script.clone());
        progress.during(&script, || with_stack(STACK_LEFT, STACK, || self.execute(context)))
    }
}

/// Calls `then`, on a new stack of this `size` if less than `left` of the present stack is free. A page has only one stack, which
/// its build makes large enough.
fn with_stack<T>(left: usize, size: usize, then: impl FnOnce() -> T) -> T {
    if cfg!(target_arch = "wasm32") { then() } else { stacker::maybe_grow(left, size, then) }
}

fn parse(text: &str, path: &str, context: &mut Context) -> Result<Script, JsError> {
    let source = Source::from_bytes(text).with_path(Path::new(path));
    with_stack(if path == ENGINE_PATH { 0 } else { PARSERS_STACK }, PARSERS_STACK, || {
        let script = Script::parse(source, None, context)?;
        script.codeblock(context)?;
        Ok(script)
    })
}
