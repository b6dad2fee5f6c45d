//! The entry of a loop in the registry, with its description and its parameters.

use super::listing::Listing;
use super::tick_count;
use crate::base::numbers::capitalised;
use crate::base::params::invalid::Invalid;
use crate::base::params::param::Param;
use crate::base::params::values::Values;
use crate::base::time::Span;
use crate::model::config::capture::SampleTimes;
use crate::model::config::computer::Computer;
use crate::model::config::own_loop::OwnLoop;
use crate::model::config::settings::Presentation;
use crate::model::machine::host::{Host, LoopFuture};
use crate::model::world::kind::WorldKind;
use std::borrow::Cow::{self, Borrowed};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A loop with its description and its parameters.
///
/// The published loops are constants, one per file. Every field can also hold a value that is made at run time.
#[derive(Clone)]
pub struct Strategy {
    /// The name on the command line and in scenario files.
    pub id: Cow<'static, str>,
    pub name: Cow<'static, str>,
    pub group: Group,
    /// One line for the menu.
    pub about: Cow<'static, str>,
    /// The author, and the author's own name for the loop.
    pub source: Cow<'static, str>,
    /// The settings that make a run what the published listing compiles to.
    pub listing: Listing,
    /// The parameters that can be set.
    pub params: Cow<'static, [Param]>,
    /// Whether the loop computes an alpha, which says how far into the next step a frame is. Without an alpha nothing can be
    /// interpolated. It is true for every loop that a user wrote; the computer knows whether such a loop has passed one.
    pub alpha: bool,
    /// Whether the loop makes each step at the beginning of the time that the step covers, and not at its end, so that the newest
    /// state is ahead of the clock.
    pub ahead: bool,
    /// Whether the steps follow a time that the loop keeps itself and that stays near the clock.
    pub own_time: bool,
    /// The presentation that the published loop uses.
    pub presentation: Presentation,
    /// Whether the loop jumps to exact states and makes no steps, so that it cannot run in a world without a closed form.
    pub needs_closed_form: bool,
    /// The source of the sample times of its frames.
    pub samples: SampleTimes,
    /// The check for parameters that are each in range but make no sense together; `None` if none is needed.
    pub(super) refuses: Option<fn(&Values) -> Option<Invalid>>,
    /// The function that returns whether a turn would never end if every update had this cost; `None` if turns always end.
    pub(super) endless: Option<fn(&Values, Span) -> bool>,
    /// The parameter that limits how much a turn does to make up for lost time, and may be off; `None` if the loop has no such
    /// limit.
    pub limit: Option<Param>,
    /// The function that returns the period of the loop's absolute schedule; `None` without a schedule.
    pub(super) schedule: Option<fn(&Values) -> Span>,
    /// The delay of the interval that calls a page, in ms, with the default parameters; `None` for any other loop.
    pub interval_ms: Option<f64>,
    /// The frame rate that a constant in the text of a user's loop asks for, in hertz; `None` without such a constant.
    pub constant_hz: Option<f64>,
    /// Whether the loop asks if the game is paused, as in its article. Other loops go on during a pause.
    pub pauses: bool,
    /// The function that returns the longest step on a display of this refresh interval, [`Span::MAX`] if the limit is off;
    /// `None` if steps have no limit.
    pub(super) longest: Option<fn(&Values, Span) -> Span>,
    /// Whether the loop is the text of a page: it waits in no call of its own, and the browser calls it back.
    pub is_page: bool,
    /// The function that starts the loop.
    pub start: Start,
    /// The path of the loop's file, for the code view.
    pub file: Cow<'static, str>,
    /// The text of that file.
    pub code: Cow<'static, str>,
    /// The same loop in JavaScript; empty if there is no such text. For a loop that a user wrote it is the same as `code`.
    pub script: Cow<'static, str>,
}

/// The parameter `spin_ms` of the loops that wait: how long the loop spins at the end of each sleep.
pub(super) const SPIN_MS: Param = Param::millis(
    "spin_ms",
    0.0,
    (0.0, 100.0),
    "The last part of each wait, in which the loop is busy instead of asleep: it ends on time, however late the computer wakes.",
);

/// The function that starts a loop on a computer, with its parameters.
#[derive(Clone)]
pub enum Start {
    /// A published loop, compiled from its file.
    Rust(fn(Host, Values) -> LoopFuture),
    /// A loop that was read from a text or a capture while the program ran.
    Text(Arc<dyn Fn(Host, Values) -> LoopFuture + Send + Sync>),
}

/// A strategy that was found by its id: a published one, or one that was made from a user's text or a capture, which is dropped
/// with its last owner.
#[derive(Clone)]
pub enum Found {
    /// A constant of the registry.
    Published(&'static Strategy),
    /// A loop that a user wrote, or a capture.
    Own(Arc<Strategy>),
}

impl Found {
    /// Returns whether both are the same strategy, so that a running loop need not start again.
    pub fn is(&self, other: &Found) -> bool {
        let is_same_capture = || self.is_captured() && other.is_captured() && self.source == other.source;
        std::ptr::eq(&raw const **self, &raw const **other) || is_same_capture()
    }
}

impl Deref for Found {
    type Target = Strategy;

    fn deref(&self) -> &Strategy {
        match self {
            Found::Published(strategy) => strategy,
            Found::Own(strategy) => strategy,
        }
    }
}

impl fmt::Debug for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)
    }
}

/// A group of related strategies in the menus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Loops that read no clock and make one step a frame.
    NoClock,
    /// Loops that wait for a frame rate and make one fixed step a frame.
    FixedRate,
    /// Loops whose steps are as long as their frames took.
    VariableStep,
    /// Loops that make steps of one length, as many as fit into the time that has passed.
    FixedStep,
    /// Loops whose steps are whole refresh intervals.
    RefreshMultiples,
    /// Loops that make ticks on an absolute schedule and skip frames when they are behind.
    FrameSkip,
    /// Loops that jump to the exact state by the clock.
    NoSteps,
    /// Loops that the system calls, once for each refresh.
    Callbacks,
    /// Loops that a user wrote.
    Own,
    /// The frames of a captured game, which no loop here makes. This group is in no menu of loops.
    Captured,
}

impl Group {
    /// All groups of loops in the order of the menu.
    pub const ALL: [Group; 9] = [
        Group::NoClock,
        Group::FixedRate,
        Group::VariableStep,
        Group::FixedStep,
        Group::RefreshMultiples,
        Group::FrameSkip,
        Group::NoSteps,
        Group::Callbacks,
        Group::Own,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Group::NoClock => "No clock",
            Group::FixedRate => "Fixed frame rate",
            Group::VariableStep => "Variable step",
            Group::FixedStep => "Fixed time step",
            Group::RefreshMultiples => "Refresh multiples",
            Group::FrameSkip => "Frame skip",
            Group::NoSteps => "No steps",
            Group::Callbacks => "Called for each refresh",
            Group::Own => "Your own",
            Group::Captured => "Captured",
        }
    }
}

impl Strategy {
    /// A strategy without a name and without parameters that shows the latest state. The file of each loop states the
    /// differences.
    pub(super) const PLAIN: Strategy = Strategy {
        id: Borrowed(""),
        name: Borrowed(""),
        group: Group::NoClock,
        about: Borrowed(""),
        source: Borrowed(""),
        listing: Listing::UNSTATED,
        params: Borrowed(&[]),
        alpha: false,
        ahead: false,
        own_time: false,
        presentation: Presentation::Latest,
        needs_closed_form: false,
        samples: SampleTimes::Own,
        refuses: None,
        endless: None,
        limit: None,
        schedule: None,
        interval_ms: None,
        constant_hz: None,
        pauses: false,
        longest: None,
        is_page: false,
        start: Start::Rust(|_, _| Box::pin(async {})),
        file: Borrowed(""),
        code: Borrowed(""),
        script: Borrowed(""),
    };

    /// Returns the strategy of a loop in Rust, which has no parameters and shows the latest state. After [`super::add`] settings
    /// can name it by its id.
    ///
    /// The loop is an `async fn` that awaits the operations of its [`Host`]. It reads its parameters once, at its start; list
    /// them in `params`.
    pub fn new(id: &'static str, start: fn(Host, Values) -> LoopFuture) -> Strategy {
        Strategy { id: Borrowed(id), name: Borrowed(id), group: Group::Own, start: Start::Rust(start), ..Strategy::PLAIN }
    }

    /// Returns the strategy of a loop that is read from a text, which has no parameters and shows the latest state.
    pub fn of_text(id: String, code: String, start: impl Fn(Host, Values) -> LoopFuture + Send + Sync + 'static) -> Strategy {
        Strategy {
            name: Cow::Owned(id.clone()),
            id: Cow::Owned(id),
            group: Group::Own,
            script: Cow::Owned(code.clone()),
            code: Cow::Owned(code),
            start: Start::Text(Arc::new(start)),
            ..Strategy::PLAIN
        }
    }

    /// Returns a copy of the loop's JavaScript for a user to change. The copy names its original; a copy of a copy names the same
    /// original.
    pub fn copied_script(&self) -> String {
        let is_named = |line: &&str| line.trim_start_matches('/').trim_start().starts_with("@name");
        let title = self.name.strip_suffix(" (copy)").unwrap_or(&self.name);
        let mut lines = vec![format!("// @name  {title} (copy)")];
        if OwnLoop::new("", &self.script).original().is_none() {
            lines.push(format!("// @original {}", self.id));
        }
        lines.extend(self.script.lines().filter(|line| !is_named(line)).map(str::to_owned));
        lines.join("\n") + "\n"
    }

    /// Starts the loop on a computer with these parameters.
    pub fn begin(&self, host: Host, params: Values) -> LoopFuture {
        match &self.start {
            Start::Rust(start) => start(host, params),
            Start::Text(start) => start(host, params),
        }
    }

    /// Checks the values of the loop's parameters.
    pub fn check(&self, params: &Values) -> Result<(), Invalid> {
        params.check(&self.params)?;
        self.refuses.and_then(|refuses| refuses(params)).map_or(Ok(()), Err)
    }

    /// Returns the reason why a world of this kind lacks the closed form that the loop needs; `None` if the loop can run in it.
    pub fn lacks_in(&self, kind: &WorldKind) -> Option<&'static str> {
        if self.needs_closed_form { kind.closed_form.lack() } else { None }
    }

    /// Checks that the loop can run in a world of this kind. If a file or a change of the world sets it nevertheless, its pane
    /// stands still.
    pub fn check_in(&self, kind: &WorldKind) -> Result<(), Invalid> {
        let refused = |why| Invalid::new("strategy", &self.id, format!("not in {}: {why}", kind.id));
        self.lacks_in(kind).map_or(Ok(()), |why| Err(refused(why)))
    }

    /// Returns whether a turn would never end, so that a run would not end either.
    pub fn is_endless(&self, params: &Values, update_load: Span) -> bool {
        self.endless.is_some_and(|endless| endless(params, update_load))
    }

    /// Returns the longest step on a display of this refresh interval; `None` if steps do not depend on time or have no limit.
    pub fn longest_step(&self, params: &Values, refresh_interval: Span) -> Option<Span> {
        self.longest.map(|longest| longest(params, refresh_interval)).filter(|longest| *longest < Span::MAX)
    }

    /// Returns whether the strategy plays the frames of a captured game, so that nothing can be tried on it.
    pub fn is_captured(&self) -> bool {
        self.group == Group::Captured
    }

    /// Returns whether the system calls the loop. Such a loop waits between its callbacks, and its renders return when their work
    /// ends.
    pub fn is_called(&self) -> bool {
        self.group == Group::Callbacks
    }

    /// Returns how long the loop spins at the end of each sleep.
    pub fn spin(&self, params: &Values) -> Span {
        let is_set = self.param(&SPIN_MS.name).is_some();
        if is_set { params.number(&SPIN_MS).map_or(Span::ZERO, Span::from_millis) } else { Span::ZERO }
    }

    /// Returns whether a parameter limits how much a turn does to make up for lost time.
    fn is_limited(&self, params: &Values) -> bool {
        self.limit.as_ref().is_some_and(|limit| params.number(limit).is_some())
    }

    /// Returns the period of the loop's absolute schedule; `None` without a schedule.
    pub fn schedule(&self, params: &Values) -> Option<Span> {
        self.schedule.map(|schedule| schedule(params))
    }

    /// Returns whether the loop compares readings of a counter that can start over.
    fn compares_readings(&self, params: &Values) -> bool {
        self.param(&tick_count::COMPARE.name).is_some() && params.is(&tick_count::COMPARE, "ticks")
    }

    /// Checks that the loop's turns end on this computer.
    pub fn check_on(&self, params: &Values, computer: &Computer) -> Result<(), Invalid> {
        let free = Span::from_millis(computer.mean_update_ms()) == Span::ZERO && computer.update_us_per_body == 0.0;
        let wild = self.compares_readings(params) && computer.wraps_at_s > 0.0 && free;
        match &self.limit {
            Some(limit) if wild && !self.is_limited(params) => {
                let allowed = "a number where the counter starts over, updates cost nothing and compare is ticks";
                Err(Invalid::new(limit.name.as_ref(), params.get(limit), allowed))
            }
            _ => Ok(()),
        }
    }

    /// Returns the prediction in the head of the loop's file, from "Expect:" to the end of the head; `None` if there is none.
    pub fn expect(&self) -> Option<String> {
        let docs = self.code.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
        let docs = docs.map(|line| if line.is_empty() { "\n" } else { line }).collect::<Vec<_>>().join(" ");
        let (_, text) = docs.split_once("Expect: ")?;
        let text = text.replace(" \n ", "\n").replace('`', "");
        Some(capitalised(&text)).filter(|text| !text.is_empty())
    }

    pub fn param(&self, name: &str) -> Option<&Param> {
        self.params.iter().find(|param| param.name == name)
    }
}
