//! A loop and what there is to say about it.

use super::{sums, tick_count};
use crate::base::params::{Invalid, Param, Values};
use crate::base::time::Span;
use crate::model::config::{Computer, Presentation};
use crate::model::machine::{Host, LoopFuture};
use crate::model::world::WorldKind;
use std::borrow::Cow::{self, Borrowed};

/// A loop and what there is to say about it.
///
/// The published ones are constants, one per file. Everything in them may also be made at run time.
#[derive(Clone)]
pub struct Strategy {
    /// On the command line and in scenario files.
    pub id: Cow<'static, str>,
    /// In the window.
    pub name: Cow<'static, str>,
    /// The kind of loop that it is.
    pub group: Group,
    /// One line for the menu.
    pub about: Cow<'static, str>,
    /// Who published it, and under what name.
    pub source: Cow<'static, str>,
    /// What can be set of it.
    pub params: Cow<'static, [Param]>,
    /// Whether the loop says how far into the next step a frame is. Without, there is nothing to interpolate by.
    pub alpha: bool,
    /// Whether it makes a step when the step's time begins and not when it is over, so that its newest state is ahead of the
    /// clock.
    pub ahead: bool,
    /// How its frames are drawn as published.
    pub presentation: Presentation,
    /// Whether it places the world by a formula instead of stepping it, so that it can't run where there is none.
    pub needs_closed_form: bool,
    /// Refuses parameters that are each in range but make no sense together.
    pub(super) refuses: Option<fn(&Values) -> Option<Invalid>>,
    /// Whether a turn would never end if every update costs this much.
    pub(super) endless: Option<fn(&Values, Span) -> bool>,
    /// What limits a turn that has time to make up for, unless it is off.
    pub(super) limit: Option<Param>,
    /// How often its absolute schedule has a step, where it has one.
    pub(super) schedule: Option<fn(&Values) -> Span>,
    /// Whether it asks if the game is paused, as its article does; any other goes on.
    pub pauses: bool,
    /// The longest step that it can make on a display of this refresh interval, where there is a limit to it.
    pub(super) longest: Option<fn(&Values, Span) -> Span>,
    /// The loop itself.
    pub start: fn(Host, Values) -> LoopFuture,
    /// The file that the loop is written in, for the code view.
    pub file: Cow<'static, str>,
    /// The text of that file.
    pub code: Cow<'static, str>,
}

/// A parameter of the loops that wait: the computer does it whenever they sleep.
pub(super) const SPIN_MS: Param = Param::millis(
    "spin_ms",
    0.0,
    (0.0, 100.0),
    "The last part of each wait, in which the loop is busy instead of asleep: it ends on time, however late the computer wakes.",
);

/// Related strategies stand together in the menus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// It reads no clock: one step a frame.
    NoClock,
    /// It waits for a frame rate and makes one fixed step a frame.
    FixedRate,
    /// It makes steps as long as its frames took.
    VariableStep,
    /// It makes steps of one length, as many as time has passed for.
    FixedStep,
    /// It makes steps of whole refresh intervals.
    RefreshMultiples,
    /// It makes ticks on an absolute schedule and skips frames where it is behind.
    FrameSkip,
    /// It places the world by the clock, without steps.
    NoSteps,
}

impl Group {
    /// In the order of the menu.
    pub const ALL: [Group; 7] = [
        Group::NoClock,
        Group::FixedRate,
        Group::VariableStep,
        Group::FixedStep,
        Group::RefreshMultiples,
        Group::FrameSkip,
        Group::NoSteps,
    ];

    /// As the menu calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Group::NoClock => "No clock",
            Group::FixedRate => "Fixed frame rate",
            Group::VariableStep => "Variable step",
            Group::FixedStep => "Fixed time step",
            Group::RefreshMultiples => "Refresh multiples",
            Group::FrameSkip => "Frame skip",
            Group::NoSteps => "No steps",
        }
    }
}

impl Strategy {
    /// A strategy with no name and no parameters, drawn latest; each file says what is different in it.
    pub(super) const PLAIN: Strategy = Strategy {
        id: Borrowed(""),
        name: Borrowed(""),
        group: Group::NoClock,
        about: Borrowed(""),
        source: Borrowed(""),
        params: Borrowed(&[]),
        alpha: false,
        ahead: false,
        presentation: Presentation::Latest,
        needs_closed_form: false,
        refuses: None,
        endless: None,
        limit: None,
        schedule: None,
        pauses: false,
        longest: None,
        start: |_, _| Box::pin(async {}),
        file: Borrowed(""),
        code: Borrowed(""),
    };

    /// # Errors
    /// If a parameter is unknown, out of range, or makes no sense with the others.
    pub fn check(&self, params: &Values) -> Result<(), Invalid> {
        params.check(&self.params)?;
        self.refuses.and_then(|refuses| refuses(params)).map_or(Ok(()), Err)
    }

    /// Why it can't run in a world of this kind, where it can't: there is no formula to place it by.
    pub fn lacks_in(&self, kind: &WorldKind) -> Option<&'static str> {
        if self.needs_closed_form { kind.closed_form.lack() } else { None }
    }

    /// # Errors
    /// If it can't run in a world of this kind. Where it is set all the same, by a file or because the world has changed,
    /// its pane stands still.
    pub fn check_in(&self, kind: &WorldKind) -> Result<(), Invalid> {
        let refused = |why| Invalid::new("strategy", &self.id, format!("not in {}: {why}", kind.id));
        self.lacks_in(kind).map_or(Ok(()), |why| Err(refused(why)))
    }

    /// Whether a turn of this loop would never end, so that a run to its end would not end either.
    pub fn is_endless(&self, params: &Values, update_load: Span) -> bool {
        self.endless.is_some_and(|endless| endless(params, update_load))
    }

    /// The longest step that it can make on a display of this refresh interval, where its length depends on time and there
    /// is a limit to it.
    pub fn longest_step(&self, params: &Values, refresh_interval: Span) -> Option<Span> {
        self.longest.map(|longest| longest(params, refresh_interval))
    }

    /// How much of each sleep it is busy, at its end.
    pub fn spin(&self, params: &Values) -> Span {
        let is_set = self.param(&SPIN_MS.name).is_some();
        if is_set { params.number(&SPIN_MS).map_or(Span::ZERO, Span::from_millis) } else { Span::ZERO }
    }

    /// Whether something limits what a turn does to make up for lost time.
    pub fn is_limited(&self, params: &Values) -> bool {
        self.limit.as_ref().is_some_and(|limit| params.number(limit).is_some())
    }

    /// How often its absolute schedule has a step, where it has one.
    pub fn schedule(&self, params: &Values) -> Option<Span> {
        self.schedule.map(|schedule| schedule(params))
    }

    /// Whether it adds time up in numbers that are rounded.
    pub fn rounds_sums(&self, params: &Values) -> bool {
        self.param(&sums::SUMS.name).is_some_and(|sums| !params.is(sums, "exact"))
    }

    /// Whether it compares readings of a counter that can start over.
    pub fn compares_readings(&self, params: &Values) -> bool {
        self.param(&tick_count::COMPARE.name).is_some() && params.is(&tick_count::COMPARE, "ticks")
    }

    /// # Errors
    /// If on this computer a turn could make ticks for 49.7 days in no time.
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

    /// What its file says that one will see, from "Expect:" to the end of its introduction; nothing for a loop whose text
    /// doesn't say.
    pub fn expect(&self) -> Option<String> {
        let docs = self.code.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
        let docs = docs.map(|line| if line.is_empty() { "\n" } else { line }).collect::<Vec<_>>().join(" ");
        let (_, text) = docs.split_once("Expect: ")?;
        let text = text.replace(" \n ", "\n").replace('`', "");
        let first = text.chars().next()?;
        Some(first.to_uppercase().chain(text.chars().skip(1)).collect())
    }

    /// Its parameter of this name.
    pub fn param(&self, name: &str) -> Option<&Param> {
        self.params.iter().find(|param| param.name == name)
    }
}
