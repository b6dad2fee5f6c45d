//! No sentence that the trace of the same run contradicts: every kind of finding against the raw events, for random loops,
//! worlds, computers, stalls and moments.

use crate::common::{any_settings, cases, computer, hitch_on};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use std::collections::BTreeSet;
use std::rc::Rc;
use tickscope::base::time::{Span, Time};
use tickscope::lab::diagnose::Return;
use tickscope::lab::diagnose::verdict::finding::{FastCause, Finding, How, SlowCause, Spiral, StalledTurns};
use tickscope::lab::diagnose::verdict::{Tone, Verdict};
use tickscope::lab::metrics::Sums;
use tickscope::lab::panes::Lab;
use tickscope::lab::run::{Fold, Running};
use tickscope::model::config::{
    Bounds, Computer, InputRead, PaneSettings, Pattern, PlannedStall, Present, Presentation, Rates, Script, Settings, Tail,
    VariableRefresh, WorldChoice,
};
use tickscope::model::machine::{Detail, Event, Observer, Refresh};
use tickscope::model::strategies::{Group, Strategy as Loop};
use tickscope::model::world::{Body, Tally};
use tickscope::studio::scenario;
use tickscope::studio::session::{Action, Session};

/// Everything that happened, and the passes after every update that ended one.
#[derive(Default)]
struct Raw {
    events: Vec<Event>,
    passes: Vec<(Time, Span, Tally)>,
}

impl Fold for Raw {
    fn wants_details(&self) -> bool {
        true
    }
}

impl Observer for Raw {
    fn note(&mut self, event: &Event, _: &[Body]) {
        self.events.push(*event);
    }

    fn detail(&mut self, detail: &Detail) {
        if let Detail::Stepped(world) = detail
            && let Some(Event::Update { at, dt, .. }) =
                self.events.iter().rev().find(|event| matches!(event, Event::Update { .. }))
        {
            self.passes.push((*at, *dt, world.tally()));
        }
    }
}

/// What of it lies in the two seconds that the numbers in the pane's head are about.
struct Witness {
    now: Time,
    computer: Computer,
    strategy: &'static Loop,
    limited: bool,
    rounds_sums: bool,
    schedule: Option<Span>,
    /// When each frame appeared, and the moment in it.
    frames: Vec<(Time, Time)>,
    last_frame: Option<Time>,
    /// Begin, cost and length.
    updates: Vec<(Time, Span, Span)>,
    /// The end of each turn that is over, what it cost, how far it moved the world, and its updates.
    turns: Vec<(Time, Time, Span, Span, u64)>,
    /// How far each rendered frame was beyond the world.
    leads: Vec<Span>,
    slept: bool,
    spun: bool,
    idle: bool,
    /// The numbers of the displayed frames, in the order of `frames`.
    numbers_shown: Vec<u64>,
    /// From when on counts are made; what the GPU began since then, with its end; and the repeats.
    counted_from: Time,
    gpu: Vec<(Time, Time)>,
    repeats: usize,
    /// The number of each frame that was rendered in the last two seconds, and the end of its cost.
    rendered: Vec<(u64, Time)>,
    /// The passes of the last six seconds, and the longest update in which one missed its wall.
    passes: Tally,
    missed_by: Option<Span>,
    numbers: Rc<Sums>,
    alarm: bool,
    /// Whether the game has been paused at all.
    paused: bool,
}

const TWO: Span = Span::from_flicks(2 * 705_600_000);

impl Witness {
    fn of(raw: &Raw, lab: &Lab, place: usize) -> Witness {
        let (pane, now) = (&lab.panes()[place], lab.now());
        let seen = pane.seen_at(now);
        let metrics = seen.metrics();
        let (window, from) = (metrics.window(), now - TWO);
        // Where the window of the numbers begins, which a stall moves; everything in it is looked up in the events.
        let first = window.frames(now).next().map_or(from, |frame| frame.at);
        let counted = window.updates(now).next().map_or(from, |update| update.at);
        let begun = window.turns(now).next().map_or(from, |turn| turn.at);
        let displays = || {
            raw.events.iter().filter_map(|event| match *event {
                Event::Display { at, drawn, .. } => Some((at, drawn)),
                _ => None,
            })
        };
        let mut turns = Vec::new();
        let mut turn: Option<(Time, Span, Span, u64)> = None;
        for event in &raw.events {
            match (*event, &mut turn) {
                (Event::Frame { at }, _) => {
                    if let Some((began, cost, made, updates)) = turn.filter(|(began, ..)| *began >= begun) {
                        turns.push((began, at, cost, made, updates));
                    }
                    turn = Some((at, Span::ZERO, Span::ZERO, 0));
                }
                (Event::Update { at, end, dt, .. }, Some((_, cost, made, updates))) => {
                    *cost += end - at;
                    *made += dt;
                    *updates += 1;
                }
                (Event::Render { at, end, .. }, Some((_, cost, ..))) => *cost += end - at,
                _ => {}
            }
        }
        let six = now - TWO * 3;
        let before = raw.passes.iter().rfind(|(at, ..)| *at < six).map_or(Tally::default(), |(.., tally)| *tally);
        let mut last = before;
        let (mut passes, mut missed_by) = (Tally::default(), None);
        for (_, dt, tally) in raw.passes.iter().filter(|(at, ..)| *at >= six) {
            if tally.tunnelled > last.tunnelled {
                missed_by = missed_by.max(Some(*dt));
            }
            last = *tally;
            passes = tally.since(before);
        }
        let readouts = seen.readouts((place > 0).then(|| lab.panes()[0].seen_at(now)));
        Witness {
            now,
            computer: lab.settings().computer_of(place).clone(),
            strategy: pane.strategy(),
            limited: pane.strategy().is_limited(&seen.params()),
            rounds_sums: pane.strategy().rounds_sums(&seen.params()),
            schedule: pane.strategy().schedule(&seen.params()),
            frames: displays().filter(|(at, _)| *at >= first).collect(),
            last_frame: displays().next_back().map(|(at, _)| at),
            updates: raw
                .events
                .iter()
                .filter_map(|event| match *event {
                    Event::Update { at, end, dt, .. } if at >= counted => Some((at, end - at, dt)),
                    _ => None,
                })
                .collect(),
            turns,
            leads: raw
                .events
                .iter()
                .filter_map(|event| match *event {
                    Event::Render { at, sim, drawn, .. } if at >= from => Some(drawn - sim),
                    _ => None,
                })
                .collect(),
            numbers_shown: raw
                .events
                .iter()
                .filter_map(|event| match *event {
                    Event::Display { at, frame, .. } if at >= first => Some(frame),
                    _ => None,
                })
                .collect(),
            counted_from: now - window.length(now),
            gpu: raw
                .events
                .iter()
                .filter_map(|event| match *event {
                    Event::Gpu { at, end, .. } if end >= now - TWO => Some((at, end)),
                    _ => None,
                })
                .collect(),
            repeats: raw.events.iter().filter(|event| matches!(event, Event::Repeat { at } if *at >= from)).count(),
            rendered: raw
                .events
                .iter()
                .filter_map(|event| match *event {
                    Event::Render { at, end, frame, .. } if at >= from => Some((frame, end)),
                    _ => None,
                })
                .collect(),
            spun: raw.events.iter().any(|event| matches!(event, Event::Sleep { spun, .. } if *spun > Span::ZERO)),
            slept: raw.events.iter().any(|event| matches!(event, Event::Sleep { .. })),
            idle: !raw.events.iter().any(|event| matches!(event, Event::Update { at, .. } if *at >= begun)),
            passes,
            missed_by,
            numbers: pane.seen_at(now).recent(),
            alarm: readouts.iter().any(|readout| readout.alarm),
            paused: pane.recording().contexts().iter().any(|config| config.paused),
        }
    }

    fn pairs(&self) -> Vec<(Span, Span)> {
        self.frames.windows(2).map(|pair| (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1)).collect()
    }

    fn speed(&self) -> f64 {
        let (passed, simulated) =
            self.pairs().iter().fold((Span::ZERO, Span::ZERO), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
        simulated.ratio(passed)
    }

    fn waiting(&self) -> Span {
        self.last_frame.map_or(Span::from_secs(1e6), |at| self.now - at)
    }

    fn longest_step(&self) -> Span {
        self.updates.iter().map(|update| update.2).max().unwrap_or(Span::ZERO)
    }

    fn mean_step(&self) -> Span {
        let moving: Vec<Span> = self.updates.iter().map(|update| update.2).filter(|dt| *dt > Span::ZERO).collect();
        let sum = moving.iter().fold(Span::ZERO, |sum, dt| sum + *dt);
        sum.scaled(1.0 / moving.len().max(1) as f64)
    }

    fn gains(&self) -> Vec<Span> {
        self.pairs().iter().map(|(passed, simulated)| *simulated - *passed).collect()
    }

    fn sleeps_long(&self) -> bool {
        let Computer { sleep_ms, timer_ms, wake_ms, wake_tail, .. } = &self.computer;
        *sleep_ms > 0.0 || *timer_ms > 0.0 || wake_ms.hi_ms > wake_ms.lo_ms || wake_tail.probability > 0.0
    }

    fn mean_turn(&self) -> Span {
        let all = self.turns.iter().fold(Span::ZERO, |sum, turn| sum + (turn.1 - turn.0));
        all.scaled(1.0 / self.turns.len().max(1) as f64)
    }

    /// Whether a frame stayed so long, and the turns that are not about as long are so long in the mean.
    fn stalled_so(&self, StalledTurns { stall, turn, step }: StalledTurns) -> bool {
        let lengths = || self.turns.iter().map(|turn| turn.1 - turn.0);
        let others: Vec<Span> = lengths().filter(|turn| *turn * 2 < stall).collect();
        let mean = others.iter().fold(Span::ZERO, |sum, turn| sum + *turn).scaled(1.0 / others.len().max(1) as f64);
        let stayed = self.pairs().iter().any(|pair| pair.0 == stall);
        stayed && !others.is_empty() && about_ms(turn, mean) && step == self.mean_step()
    }

    fn has_ticks(&self) -> bool {
        self.computer.present != Present::Immediate && self.computer.vrr == VariableRefresh::Off
    }

    fn is_real(speed: Option<f64>) -> bool {
        speed.is_some_and(|speed| (0.97..=1.03).contains(&speed))
    }

    /// Less than a step depends on where the two seconds begin.
    fn is_more_than_a_step_off(&self, speed: f64) -> bool {
        let passed = self.pairs().iter().fold(Span::ZERO, |sum, pair| sum + pair.0);
        passed.scaled((speed - 1.0).abs()) > self.longest_step()
    }

    /// Why the events contradict a finding, if they do.
    fn contradicts(&self, finding: &Finding) -> Option<&'static str> {
        let must = |so: bool, what: &'static str| (!so).then_some(what);
        match finding {
            Finding::NotResponding(waiting) => {
                let so = self.last_frame.is_none() || self.waiting() == *waiting;
                must(so && *waiting > Span::from_secs(10.0), "there were frames")
            }
            Finding::Spiral { kind, cost, step } => {
                let moving = self.updates.iter().filter(|update| update.2 > Span::ZERO).count();
                let mean = self.mean_step();
                let behind = self.speed() < 0.97
                    || self.numbers.number("game_speed_ratio").is_some_and(|game| game < 0.97)
                    || self.waiting() > Span::from_secs(10.0);
                let about = |a: Span, b: Span| (a.ratio(b) - 1.0).abs() < 0.01;
                let thinks = self.strategy.id == "multi-rate";
                let spent = self.updates.iter().fold(Span::ZERO, |sum, update| sum + update.1).scaled(1.0 / moving.max(1) as f64);
                must(*step == mean && (thinks || about(*cost, spent)) && cost >= step, "updates cost less")
                    .or(must(behind, "the world does not fall behind"))
                    .or(must(self.limited == (*kind == Spiral::Limited), "it has a limit, or none"))
            }
            Finding::CounterStartedOver => {
                let started = self.computer.wraps_at_s > 0.0 && self.now >= Time::from_secs(self.computer.wraps_at_s);
                must(started && self.idle && !self.turns.is_empty(), "the world goes on, or the counter")
            }
            Finding::StandsStill(waiting) => {
                let longest = self.pairs().iter().map(|pair| pair.0).min().unwrap_or(Span::ZERO);
                let so = *waiting == self.waiting() && *waiting >= Span::from_millis(50.0) && *waiting > longest;
                must(so, "a frame has just come")
            }
            Finding::Stalled { length, back, lost, .. } => self.contradicts_stall(*length, *back, *lost),
            Finding::GameSpeed { game, drawn } => {
                let same = self.numbers.number("game_speed_ratio") == Some(*game) && (drawn - self.speed()).abs() < 1e-9;
                must(same && (game - drawn).abs() > 0.03, "the game goes as it is drawn")
            }
            Finding::Slow(speed, cause) => {
                let slow = *speed < 0.97 && (speed - self.speed()).abs() < 1e-9 && self.is_more_than_a_step_off(*speed);
                must(slow, "it is not slow").or_else(|| self.contradicts_slow(*cause))
            }
            Finding::Fast(speed, cause) => {
                let fast = *speed > 1.03 && (speed - self.speed()).abs() < 1e-9 && self.is_more_than_a_step_off(*speed);
                must(fast, "it is not fast").or_else(|| self.contradicts_fast(*speed, *cause))
            }
            Finding::WithinAStep(step) => {
                let within = !self.is_more_than_a_step_off(self.speed()) || Self::is_real(Some(self.speed()));
                must(*step == self.longest_step() && within, "it is further off")
            }
            Finding::Tunnelled { missed, passes, step } => {
                let all = self.passes.caught + self.passes.tunnelled;
                must(*missed == self.passes.tunnelled && *passes == all && *missed > 0, "the passes are others")
                    .or(must(step.is_none() || *step == self.missed_by, "they missed in other steps"))
            }
            Finding::Exploded(bodies) => must(*bodies > 0, "nothing has exploded"),
            Finding::World(_) => must(self.alarm, "the world says nothing"),
            Finding::TimerStandsStill(share) => {
                let still = self.updates.iter().filter(|update| update.2 == Span::ZERO).count() as f64;
                let so = (still / self.updates.len() as f64 - share).abs() < 1e-9;
                must(so && self.computer.timer_ms > 0.0, "its timer is exact")
            }
            Finding::NoneAndTwo { none, most, causes, .. } => {
                let share = self.turns.iter().filter(|turn| turn.4 == 0).count() as f64 / self.turns.len() as f64;
                let Computer { timer_ms, wake_ms, wake_tail, .. } = &self.computer;
                must((share - none).abs() < 1e-9 && *most >= 2, "no turn is without a step")
                    .or(must(!causes.woken_late || wake_ms.hi_ms > 0.0 || wake_tail.probability > 0.0, "it is woken in time"))
                    .or(must(!causes.rounded || self.rounds_sums, "its sums are exact"))
                    .or(must(causes.timer.is_none_or(|timer| timer == Span::from_millis(*timer_ms)), "its timer is another"))
            }
            Finding::RawSteps { repeated, stays: (least, most), .. } => {
                let mut shown: Vec<Time> = self.frames.iter().map(|frame| frame.0).collect();
                if *repeated {
                    shown = self.frames.windows(2).filter(|pair| pair[0].1 != pair[1].1).map(|pair| pair[1].0).collect();
                }
                let refreshes =
                    |pair: &[Time]| ((pair[1] - pair[0]).as_secs() * self.computer.highest_refresh_hz()).round() as u64;
                let all = shown.windows(2).all(|pair| (*least..=*most).contains(&refreshes(pair)));
                must(all && Self::is_real(Some(self.speed())), "some stay for longer")
                    .or(must(self.has_ticks(), "its display has no refreshes"))
            }
            Finding::Judders(error) => {
                let gains = self.gains();
                let sum: f64 = gains.iter().map(|gain| gain.as_millis().abs()).sum();
                let same = (sum / gains.len() as f64 - error).abs() < 1e-6;
                must(same && *error > 2.0 && Self::is_real(Some(self.speed())), "frames come evenly")
            }
            Finding::Dropped(share) => {
                let skipped: u64 = self.numbers_shown.windows(2).map(|pair| pair[1] - pair[0] - 1).sum();
                let all = self.numbers_shown.last().unwrap_or(&0) - self.numbers_shown.first().unwrap_or(&0);
                let same = (skipped as f64 / all as f64 - share).abs() < 1e-9;
                must(same && self.computer.present == Present::Mailbox && (0.1..=1.0).contains(share), "no frame is dropped")
            }
            Finding::SlowToAnswer(ms) => must(*ms >= 100.0, "it answers soon"),
            Finding::NeverWaits { spins } => {
                let so = !*spins && self.computer.present != Present::Fifo || *spins && self.spun;
                must(so && self.numbers.number("busy_percent") > Some(99.9), "it waits")
            }
            Finding::TimesItsWaits { error_ms, counted_ms } => {
                let gains = self.gains();
                let sum: f64 = gains.iter().map(|gain| gain.as_millis().abs()).sum();
                let refreshes = |span: Span| (span.as_secs() * self.computer.refresh_hz).round() as u64;
                let stays: BTreeSet<u64> = self.pairs().iter().map(|pair| refreshes(pair.0)).collect();
                let turns = || self.turns.iter().map(|turn| turn.1 - turn.0);
                let uneven = turns().max().unwrap_or(Span::ZERO) - turns().min().unwrap_or(Span::ZERO) > Span::from_millis(2.0);
                must((sum / gains.len() as f64 - error_ms).abs() < 1e-6 && stays.len() == 1, "its frames are uneven")
                    .or(must(self.computer.queue > 0 && self.computer.present == Present::Fifo && uneven, "its turns are even"))
                    .or(must(counted_ms.is_none_or(|counted| counted < error_ms * 0.5), "counting is no better"))
            }
            Finding::GpuBound { work, cpu_percent } => {
                let part = |(at, end): &(Time, Time)| ((*end).min(self.now) - (*at).max(self.counted_from)).max(Span::ZERO);
                let worked = self.gpu.iter().map(part).fold(Span::ZERO, |sum, part| sum + part);
                let share = worked.ratio(self.now - self.counted_from);
                must(share > 0.96 && *work > Span::ZERO, "the GPU rests")
                    .or(must(self.numbers.number("busy_percent") == Some(*cpu_percent) && *cpu_percent < 95.0, "the CPU is busy"))
            }
            Finding::QueueFull { shown_after, refreshes } => {
                let shown = || self.numbers_shown.iter().zip(&self.frames);
                let flip = |number: u64| shown().find(|(shown, _)| **shown == number).map(|(_, frame)| frame.0);
                let waits: Vec<Span> = self.rendered.iter().filter_map(|(number, end)| Some(flip(*number)? - *end)).collect();
                let mean = waits.iter().fold(Span::ZERO, |sum, wait| sum + *wait).scaled(1.0 / waits.len() as f64);
                must(self.computer.present == Present::Fifo && self.computer.queue > 0, "there is no queue")
                    .or(must(about_ms(mean, *shown_after), "frames are shown sooner or later"))
                    .or(must(refreshes.is_none_or(|_| self.has_ticks()), "its display has no refreshes"))
            }
            Finding::Torn(share) => {
                let refresh = Refresh::new(self.computer.refresh_hz);
                let torn =
                    self.frames.iter().filter(|(at, _)| refresh.tick(refresh.first_at_or_after(*at)) != *at).count() as f64;
                let same = (torn / self.frames.len() as f64 - share).abs() < 1e-9;
                must(same && self.computer.present == Present::Immediate, "no frame tears")
            }
            Finding::Repeated { share, below_hz } => {
                let lo = self.computer.vrr.rates().map(|rates| rates.lo_hz);
                must(lo == Some(*below_hz) && self.repeats > 0 && *share <= 1.0, "no frame is repeated")
            }
            Finding::FewFrames(fps, step) => {
                let so = self.numbers.number("fps_mean") == Some(*fps)
                    && *fps < self.computer.vrr.rates().map_or(self.computer.refresh_hz * 0.7, |rates| rates.lo_hz);
                must(so && step.is_none_or(|step| step == self.longest_step()), "there are frames")
            }
            Finding::NoFrames => must(
                self.numbers.number("fps_mean").is_none() || self.numbers.number("speed_ratio").is_none(),
                "there are frames",
            ),
            Finding::Refused(_) => must(self.updates.is_empty(), "the world is updated"),
            Finding::Paused(_) => must(self.paused, "nobody has paused"),
            Finding::Behind(age) => {
                let least = self.frames.iter().filter(|(at, _)| *at >= self.now - TWO).map(|(at, drawn)| *at - *drawn).min();
                must(least.is_some_and(|least| about_ms(least, *age)) && *age > Span::ZERO, "it is with the clock")
                    .or(must(Self::is_real(Some(self.speed())), "it has no right speed"))
            }
            Finding::Right { how, fps, ahead, step } => self.contradicts_right(*how, *fps, *ahead, *step),
        }
    }

    fn contradicts_stall(&self, length: Span, back: Option<Return>, lost: Span) -> Option<&'static str> {
        let pairs = self.pairs();
        let Some(place) = pairs.iter().rposition(|pair| pair.0 == length) else { return Some("no frame stayed so long") };
        // How much is missing at every frame from the end of the stall on.
        let mut missing = Span::ZERO;
        let debts: Vec<Span> = pairs[place..]
            .iter()
            .map(|(passed, simulated)| {
                missing += *passed - *simulated;
                missing
            })
            .collect();
        let least = debts.iter().copied().min().unwrap_or(Span::ZERO);
        let little = length.scaled(0.1).max(self.mean_step()) + Span::from_millis(1.0);
        let gains = self.gains();
        let after = &gains[place + 1..];
        let so = match back {
            None => after.len() < 4,
            Some(Return::Never) => least > length.scaled(0.85) - self.mean_step() * 2,
            Some(Return::Jump { by, longest_step, steps, .. }) => {
                let jumped = pairs[place..].iter().take(3).any(|pair| pair.1 == by);
                let dt = longest_step == Span::ZERO || self.updates.iter().any(|update| update.2 == longest_step);
                let turn = steps == 0 || self.turns.iter().any(|turn| turn.4 == steps) || self.turns.is_empty();
                jumped && by > self.mean_step() && dt && turn
            }
            Some(Return::FastForward { goes_on: true }) => after.iter().rev().take(3).any(|gain| *gain > Span::ZERO),
            Some(Return::FastForward { goes_on: false }) => least < length.scaled(0.9),
        };
        if !so {
            return Some("its time came back otherwise");
        }
        let open = matches!(back, None | Some(Return::FastForward { goes_on: true }));
        let told = if lost > Span::ZERO { (lost - least).max(least - lost) <= little } else { least <= little };
        (!open && !told).then_some("another part of it is lost")
    }

    fn contradicts_slow(&self, cause: SlowCause) -> Option<&'static str> {
        let group = self.strategy.group;
        let longest = self.turns.iter().map(|turn| turn.1 - turn.0).max().unwrap_or(Span::ZERO);
        let most_cost = self.turns.iter().map(|turn| turn.2).max().unwrap_or(Span::ZERO);
        let so = match cause {
            SlowCause::CountsTurns(turn, step) => {
                group == Group::NoClock && self.updates.iter().all(|update| update.2 == step) && about_ms(turn, self.mean_turn())
            }
            SlowCause::Stalled(turns) => matches!(group, Group::NoClock | Group::FixedRate) && self.stalled_so(turns),
            SlowCause::Load(cost, step) => {
                group == Group::FixedRate && cost > step && step == self.mean_step() && most_cost + FLICKS >= cost
            }
            SlowCause::Vsync(turn, step) => {
                self.computer.present == Present::Fifo
                    && group == Group::FixedRate
                    && turn > step
                    && about_ms(turn, self.mean_turn())
            }
            SlowCause::Gpu(gpu, step) => group == Group::FixedRate && !self.gpu.is_empty() && gpu > step,
            SlowCause::Serial(both, step) => {
                let own = self.computer.present == Present::Fifo && self.computer.queue == 0;
                group == Group::FixedRate && own && !self.gpu.is_empty() && both > step
            }
            SlowCause::Oversleeps(turn, step) => {
                let goes_on = self.computer.queue > 0 || !self.has_ticks() || self.computer.present != Present::Fifo;
                self.slept && goes_on && self.sleeps_long() && turn > step
            }
            SlowCause::OversleepsRefresh(turn, step) => {
                self.computer.present == Present::Fifo && self.computer.queue == 0 && self.sleeps_long() && turn > step
            }
            SlowCause::Limit(most, turn) => {
                let made = self.turns.iter().map(|turn| turn.3).max().unwrap_or(Span::ZERO);
                self.limited && most == made && turn > most && turn == longest.max(Span::from_millis(self.computer.timer_ms))
            }
            SlowCause::Counter => self.computer.wraps_at_s > 0.0,
            SlowCause::Unknown => true,
        };
        (!so).then_some("it is slow for another reason")
    }

    fn contradicts_fast(&self, speed: f64, cause: FastCause) -> Option<&'static str> {
        let gains = self.gains();
        let net = gains.iter().fold(Span::ZERO, |sum, gain| sum + *gain);
        let late = |(at, drawn): (Time, Time)| at - drawn;
        let so = match cause {
            FastCause::CountsTurns(turn, step) => {
                self.strategy.group == Group::NoClock
                    && self.updates.iter().all(|update| update.2 == step)
                    && about_ms(turn, self.mean_turn())
            }
            FastCause::Stalled(turns) => self.strategy.group == Group::NoClock && self.stalled_so(turns),
            FastCause::Counter => self.computer.wraps_at_s > 0.0,
            FastCause::WholeMillis(schedule, step) => {
                self.schedule == Some(schedule) && (step.ratio(schedule) / speed - 1.0).abs() < 0.011
            }
            FastCause::CatchesUp => {
                let (first, last) = (late(self.frames[0]), late(self.frames[self.frames.len() - 1]));
                let step = self.longest_step().max(Span::from_secs(1.0 / self.computer.highest_refresh_hz()));
                first > last && last > Span::ZERO - step && gains.iter().all(|gain| *gain <= net.scaled(0.8))
            }
            FastCause::Leap(by) => gains.contains(&by) && by > net.scaled(0.8),
            FastCause::RunsAhead => late(self.frames[self.frames.len() - 1]) < Span::ZERO,
        };
        (!so).then_some("it is fast for another reason")
    }

    fn contradicts_right(&self, how: How, fps: Option<f64>, ahead: Option<Span>, step: Span) -> Option<&'static str> {
        let pairs = self.pairs();
        let real = Self::is_real(Some(self.speed())) && Self::is_real(self.numbers.number("game_speed_ratio"));
        let passed = pairs.iter().fold(Span::ZERO, |sum, pair| sum + pair.0);
        let mean = passed.scaled(1.0 / pairs.len().max(1) as f64);
        let stands = self.waiting() > Span::from_millis(100.0).max(mean * 4);
        let every = pairs.iter().all(|pair| (pair.0.as_secs() * self.computer.highest_refresh_hz()).round() as u64 == 1);
        let least = self.frames.iter().filter(|(at, _)| *at >= self.now - TWO).map(|(at, drawn)| *at - *drawn).min();
        let early = Span::ZERO - least.unwrap_or(Span::ZERO);
        let beyond = self.leads.iter().copied().max().unwrap_or(Span::ZERO);
        let drawn = match how {
            How::Placed => self.strategy.group == Group::NoSteps,
            How::Beyond(by) => by == beyond && beyond > Span::ZERO,
            How::Steps(Presentation::Interpolate) => beyond <= Span::ZERO,
            How::Steps(Presentation::Extrapolate | Presentation::ExtrapolateToContact) => beyond <= self.longest_step(),
            How::Steps(Presentation::Latest) => beyond == Span::ZERO,
        };
        let told = match ahead {
            Some(ahead) => about_ms(ahead, early),
            None => early < Span::from_millis(1.001),
        };
        let wrong = [
            (!real, "it has no right speed"),
            (stands, "its display stands still"),
            (self.alarm, "the world has an alarm"),
            (fps.is_none() && !(every && self.has_ticks()), "some refreshes have no new frame"),
            (step != self.longest_step(), "its steps are others"),
            (!drawn, "frames are drawn otherwise"),
            (!told, "it is otherwise with the clock"),
        ];
        wrong.into_iter().find_map(|(so, what)| so.then_some(what))
    }
}

/// A mean is rounded to a flick.
const FLICKS: Span = Span::from_flicks(2);

fn about_ms(a: Span, b: Span) -> bool {
    (a - b).as_millis().abs() < 0.001
}

/// A computer as people set it.
fn plain_computer() -> impl Strategy<Value = Computer> {
    let loads = (prop_oneof![2 => Just(0.0), 1 => 0.0..30.0], prop_oneof![2 => Just(5.0), 2 => 0.5..60.0, 1 => 60.0..400.0]);
    let keeping = (
        prop::sample::select(vec![0.0, 0.0, 0.0, 1.0, 10.0, 15.625, 55.0]),
        prop::sample::select(vec![0.0, 0.0, 1.0, 15.625]),
        prop::sample::select(vec![0.0, 0.0, 1.0, 5.0]),
    );
    let vrr = VariableRefresh::Range(Rates { lo_hz: 48.0, hi_hz: 144.0 });
    let off = VariableRefresh::Off;
    let present = prop_oneof![
        3 => prop::sample::select(&Present::ALL[..]).prop_map(move |present| (present, off)),
        1 => Just((Present::Fifo, off)),
        1 => Just((Present::Fifo, vrr)),
    ];
    let display = (prop::sample::select(vec![60.0, 60.0, 75.0, 144.0, 59.94, 30.0]), present);
    let pipeline = (
        prop::sample::select(vec![0.0, 0.0, 5.0, 12.0, 20.0, 45.0]),
        prop::sample::select(vec![0, 0, 1, 2, 3]),
        prop::sample::select(vec![0.0, 0.0, 0.05, 0.3]),
        prop::sample::select(&[InputRead::Update, InputRead::Turn][..]),
    );
    let noise = prop::option::weighted(0.2, (0.5..20.0, 20.0..60.0_f64));
    let odd = (prop::sample::select(vec![0.0, 0.0, 0.0, 1.03, 2.5]), any::<bool>(), 0.0..17.0_f64);
    (loads, keeping, display, noise, odd, pipeline).prop_map(
        |((update_ms, render_ms), (timer_ms, sleep_ms, late), (refresh_hz, (present, vrr)), noise, odd, pipeline)| Computer {
            update_ms,
            render_ms,
            timer_ms,
            sleep_ms,
            wake_ms: Bounds { lo_ms: 0.0, hi_ms: late },
            refresh_hz,
            present,
            vrr,
            gpu_ms: pipeline.0,
            queue: pipeline.1,
            wake_tail: Tail { probability: pipeline.2, mean_ms: 4.0 },
            input: pipeline.3,
            pattern: noise.map_or(Pattern::Constant, |(lo_ms, hi_ms)| Pattern::Noise(Bounds { lo_ms, hi_ms })),
            wraps_at_s: odd.0,
            start_ms: if odd.1 { odd.2 } else { 0.0 },
            ..Computer::default()
        },
    )
}

/// One pane of any loop in any world, on a computer as people set it or on any, with stalls; and moments to look at it.
fn looked_at() -> impl Strategy<Value = (Settings, Vec<f64>)> {
    let machine = prop_oneof![4 => plain_computer(), 1 => computer()];
    let stalls = prop::collection::vec((0.2..4.0_f64, 50.0..1500.0_f64, hitch_on()), 0..3);
    let moments = prop::collection::vec(0.05..6.0_f64, 3);
    (any_settings(), machine, stalls, any::<bool>(), moments).prop_map(|(settings, computer, stalls, published, mut moments)| {
        moments.sort_by(f64::total_cmp);
        let hitches = stalls.into_iter().map(|(at_s, ms, on)| PlannedStall { at_s, ms, on }).collect();
        let mut pane = settings.panes[0].clone();
        pane.computer = None;
        if published {
            pane = PaneSettings::new(&pane.strategy);
        }
        (Settings { computer, hitches, panes: vec![pane], ..settings }, moments)
    })
}

/// Looks at a run, and holds every sentence about each of its panes against the pane's events.
fn hold(script: impl Into<Script>, moments: &[f64]) -> Result<Vec<Verdict>, String> {
    let script = script.into();
    let Ok(session) = Session::new(script.clone()) else { return Ok(Vec::new()) };
    let mut session = session;
    session.act(Action::PlayPause);
    let mut twin = Running::start(script, |_| Ok(Raw::default())).expect("what is allowed once is allowed twice");
    let mut verdicts = Vec::new();
    for moment in moments {
        let now = Time::from_secs(*moment);
        session.advance_to(now);
        twin.advance_to(now);
        for (place, pane) in session.lab().panes().iter().enumerate() {
            let said = session.verdict(place);
            let what = format!("at {moment} s {}", pane.strategy().id);
            println!("  {what}: {:?}: {}", said.tone, said.text);
            let witness = Witness::of(&twin.panes()[place].fold(), session.lab(), place);
            for finding in &said.findings {
                if let Some(why) = witness.contradicts(finding) {
                    return Err(format!("{what}: \"{finding}\" ({finding:?}), but {why}"));
                }
                let letters = finding.to_string().chars().count();
                if letters > 95 {
                    return Err(format!("\"{finding}\" has {letters} letters"));
                }
            }
            if witness.alarm && said.tone == Tone::Good {
                return Err(format!("{what}: \"{}\" in green beside an alarm", said.text));
            }
            verdicts.push(said);
        }
    }
    Ok(verdicts)
}

fn kind(finding: &Finding) -> String {
    let text = format!("{finding:?}");
    text.split(['(', ' ', '{']).next().unwrap_or_default().to_owned()
}

#[test]
fn no_sentence_is_contradicted_by_the_events_of_its_run() {
    let mut runner = TestRunner::new(cases(400));
    let generator = looked_at();
    // All contradictions at once tell more than the smallest one.
    let contradictions: Vec<String> = (0..400)
        .filter_map(|_| {
            let (settings, moments) = generator.new_tree(&mut runner).expect("it makes one").current();
            let shown = format!("{:?} {:?} {:?}", settings.computer, settings.hitches, settings.panes);
            hold(settings, &moments).err().map(|contradiction| format!("{contradiction}\n    {shown}"))
        })
        .collect();
    assert!(contradictions.is_empty(), "{}:\n{}", contradictions.len(), contradictions.join("\n"));
}

#[test]
fn every_loop_in_every_world_is_told_truly_through_a_load_and_a_stall() {
    let mut kinds = BTreeSet::new();
    let mut wrong = Vec::new();
    for (number, strategy) in tickscope::model::strategies::ALL.iter().enumerate() {
        for (place, world) in tickscope::model::worlds::ALL.iter().enumerate() {
            let render_ms = [5.0, 25.0, 45.0, 90.0][(number + place) % 4];
            let computer =
                Computer { render_ms, present: Present::vsync(!(number + 2 * place).is_multiple_of(5)), ..Computer::default() };
            let settings = Settings {
                scene: WorldChoice::new(world.id),
                computer,
                hitches: vec![PlannedStall::of_render(1.5, 600.0)],
                panes: vec![PaneSettings::new(&strategy.id)],
                ..Settings::default()
            };
            match hold(settings, &[0.02, 0.3, 1.2, 1.9, 2.2, 3.0, 3.9, 5.5]) {
                Ok(verdicts) => kinds.extend(verdicts.iter().flat_map(|said| &said.findings).map(kind)),
                Err(contradiction) => wrong.push(format!("{}: {contradiction}", world.id)),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let expected = ["Fast", "WithinAStep", "Right", "Slow", "StandsStill", "Stalled", "World", "Judders", "NoFrames"];
    for kind in expected {
        assert!(kinds.contains(kind), "{kind} is never found: {kinds:?}");
    }
}

#[test]
fn every_built_in_scenario_is_told_truly_from_its_first_second_to_its_last() {
    for builtin in scenario::builtin::ALL {
        let (id, played) = (builtin.id, builtin.scenario().expect("it can be read"));
        let length = played.seconds.unwrap_or(10.0);
        let moments: Vec<f64> = (1..=(length * 2.0) as u32).map(|half| f64::from(half) * 0.5).collect();
        println!("{id}: {}", played.name);
        hold(played.script, &moments).unwrap_or_else(|contradiction| panic!("{id}: {contradiction}"));
    }
}
