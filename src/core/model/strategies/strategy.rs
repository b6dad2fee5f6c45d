//! The entry of a loop in the registry.

use super::{sums, tick_count};
use crate::base::numbers::capitalised;
use crate::base::params::{Invalid, Param, Value, Values};
use crate::base::time::Span;
use crate::model::config::{Computer, OwnLoop, Presentation, SampleTimes};
use crate::model::machine::{Host, LoopFuture};
use crate::model::world::WorldKind;
use std::borrow::Cow::{self, Borrowed};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A loop with its description and its parameters.
///
/// The published loops are constants, one per file. All fields may also be made at run time.
#[derive(Clone)]
pub struct Strategy {
    /// The name on the command line and in scenario files.
    pub id: Cow<'static, str>,
    /// The name in the window.
    pub name: Cow<'static, str>,
    /// The group in the menus.
    pub group: Group,
    /// One line for the menu.
    pub about: Cow<'static, str>,
    /// The author, and the name that the author gave it.
    pub source: Cow<'static, str>,
    /// The numbers in which its published listing holds time.
    pub listing: ListingNumbers,
    /// The parameters that can be set.
    pub params: Cow<'static, [Param]>,
    /// Whether the loop has an alpha, how far into the next step a frame is. Without one nothing can be interpolated. A loop of one's
    /// own may have one; its computer knows whether it has.
    pub alpha: bool,
    /// Whether it makes a step when the step's time begins and not when it ends, so that its newest state is ahead of the clock.
    pub ahead: bool,
    /// Whether its steps follow a time of its own that stays near the clock's, and not the clock itself.
    pub own_time: bool,
    /// The presentation of its frames as published.
    pub presentation: Presentation,
    /// Whether it jumps to exact states instead of stepping, so that it cannot run in a world without a closed form.
    pub needs_closed_form: bool,
    /// What is known of the sample times of its frames.
    pub samples: SampleTimes,
    /// Returns a refusal of parameters that are each in range but make no sense together.
    pub(super) refuses: Option<fn(&Values) -> Option<Invalid>>,
    /// Returns whether a turn would never end if every update costs this much.
    pub(super) endless: Option<fn(&Values, Span) -> bool>,
    /// The parameter that limits a turn with time to make up for; it may be off.
    pub limit: Option<Param>,
    /// Returns the period of its absolute schedule; `None` without a schedule.
    pub(super) schedule: Option<fn(&Values) -> Span>,
    /// Whether it asks if the game is paused, as in its article. Other loops go on in a pause.
    pub pauses: bool,
    /// Returns its longest step on a display of this refresh interval, [`Span::MAX`] if its limit is off; `None` without a limit.
    pub(super) longest: Option<fn(&Values, Span) -> Span>,
    /// The function that starts the loop.
    pub start: Start,
    /// The path of its file, for the code view.
    pub file: Cow<'static, str>,
    /// The text of that file.
    pub code: Cow<'static, str>,
    /// The same loop in JavaScript; empty if it has no such text. For a loop that a user wrote it is the same as `code`.
    pub script: Cow<'static, str>,
}

/// The parameter `spin_ms` of the loops that wait. The computer spins at the end of each of their sleeps.
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

/// A strategy that was found: one of the published ones, or one that a user wrote, which lives as long as somebody holds it.
#[derive(Clone)]
pub enum Found {
    /// A constant of the registry.
    Published(&'static Strategy),
    /// A loop that a user wrote, or a capture.
    Own(Arc<Strategy>),
}

impl Found {
    /// Returns whether both are the same entry, so that a loop that runs need not start again.
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

/// A group of related strategies, which stand together in the menus.
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
    /// The frames of a captured game, which no loop here makes. It is in no menu of loops.
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

    /// Returns the name in the menu.
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

/// The numbers in which a published listing holds time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListingNumbers {
    /// There is no listing, or it does not say.
    Unstated,
    /// Seconds in 64-bit floats.
    Doubles,
    /// Seconds in 32-bit floats.
    Floats,
    /// Whole milliseconds, or whole ticks of a finer counter.
    Integers,
}

impl Strategy {
    /// A strategy without a name and without parameters that shows the latest state. Each file says what is different in it.
    pub(super) const PLAIN: Strategy = Strategy {
        id: Borrowed(""),
        name: Borrowed(""),
        group: Group::NoClock,
        about: Borrowed(""),
        source: Borrowed(""),
        listing: ListingNumbers::Unstated,
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
        pauses: false,
        longest: None,
        start: Start::Rust(|_, _| Box::pin(async {})),
        file: Borrowed(""),
        code: Borrowed(""),
        script: Borrowed(""),
    };

    /// Returns the strategy of a loop in Rust, without parameters and with the latest state shown. [`super::add`] makes it known to
    /// runs by its id.
    ///
    /// The loop is an `async fn` that awaits the operations of its [`Host`]; it reads its parameters, which are to be listed in
    /// `params`, once at its start.
    pub fn new(id: &'static str, start: fn(Host, Values) -> LoopFuture) -> Strategy {
        Strategy { id: Borrowed(id), name: Borrowed(id), group: Group::Own, start: Start::Rust(start), ..Strategy::PLAIN }
    }

    /// Returns the strategy of a loop that is read from a text, without parameters and with the latest state shown.
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

    /// Returns a copy of its JavaScript to be changed, which says whose copy it is. A copy of a copy is one of the same original.
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

    /// Checks parameters.
    pub fn check(&self, params: &Values) -> Result<(), Invalid> {
        params.check(&self.params)?;
        self.refuses.and_then(|refuses| refuses(params)).map_or(Ok(()), Err)
    }

    /// Returns the reason why it cannot run in a world of this kind, which lacks a closed form; `None` if it can.
    pub fn lacks_in(&self, kind: &WorldKind) -> Option<&'static str> {
        if self.needs_closed_form { kind.closed_form.lack() } else { None }
    }

    /// Checks that it can run in a world of this kind. If a file or a change of the world sets it all the same, its pane stands
    /// still.
    pub fn check_in(&self, kind: &WorldKind) -> Result<(), Invalid> {
        let refused = |why| Invalid::new("strategy", &self.id, format!("not in {}: {why}", kind.id));
        self.lacks_in(kind).map_or(Ok(()), |why| Err(refused(why)))
    }

    /// Returns whether a turn would never end, so that a run to its end would not end either.
    pub fn is_endless(&self, params: &Values, update_load: Span) -> bool {
        self.endless.is_some_and(|endless| endless(params, update_load))
    }

    /// Returns its longest step on a display of this refresh interval; `None` if its steps do not depend on time or have no limit.
    pub fn longest_step(&self, params: &Values, refresh_interval: Span) -> Option<Span> {
        self.longest.map(|longest| longest(params, refresh_interval)).filter(|longest| *longest < Span::MAX)
    }

    /// Returns whether it plays the frames of a captured game: nothing can be tried on it.
    pub fn is_captured(&self) -> bool {
        self.group == Group::Captured
    }

    /// Returns whether the system calls it, so that its renders end with their work and it waits between its callbacks.
    pub fn is_called(&self) -> bool {
        self.group == Group::Callbacks
    }

    /// Returns the busy part at the end of each of its sleeps.
    pub fn spin(&self, params: &Values) -> Span {
        let is_set = self.param(&SPIN_MS.name).is_some();
        if is_set { params.number(&SPIN_MS).map_or(Span::ZERO, Span::from_millis) } else { Span::ZERO }
    }

    /// Returns whether a parameter limits what a turn does to make up for lost time.
    pub fn is_limited(&self, params: &Values) -> bool {
        self.limit.as_ref().is_some_and(|limit| params.number(limit).is_some())
    }

    /// Returns the period of its absolute schedule; `None` without a schedule.
    pub fn schedule(&self, params: &Values) -> Option<Span> {
        self.schedule.map(|schedule| schedule(params))
    }

    /// Returns whether it adds time up in rounded numbers.
    pub fn rounds_sums(&self, params: &Values) -> bool {
        self.param(&sums::SUMS.name).is_some_and(|sums| !params.is(sums, "exact"))
    }

    /// Returns the parameter, with its value, that makes its sums those of the compiled listing; `None` if no parameter does,
    /// because no listing says or because its integers are as exact as flicks.
    pub fn as_compiled(&self) -> Option<(&Param, Value)> {
        let (name, word) = match self.listing {
            ListingNumbers::Unstated => return None,
            ListingNumbers::Doubles => (&sums::SUMS.name, "f64"),
            ListingNumbers::Floats => (&sums::SUMS.name, "f32"),
            ListingNumbers::Integers => (&tick_count::WHOLE_MS.name, "on"),
        };
        Some((self.param(name)?, Value::Word(word.to_owned())))
    }

    /// Returns whether it compares readings of a counter that can start over.
    pub fn compares_readings(&self, params: &Values) -> bool {
        self.param(&tick_count::COMPARE.name).is_some() && params.is(&tick_count::COMPARE, "ticks")
    }

    /// Checks that its turns end on this computer.
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

    /// Returns the prediction in the head of its file, from "Expect:" to the end of the head; `None` if there is none.
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
