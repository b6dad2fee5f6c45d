//! The changes that are tried to find out what a symptom comes from: one table, in the order of their rank.
//!
//! A change of the computer can name a cause; a change of the loop, its drawing or its load names a remedy, and so does a change
//! of the computer that helps here but takes away nothing that alone would bring the symptom.

use crate::base::numbers::three_digits;
use crate::base::params::{Param, Value, ValueKind};
use crate::lab::load_map::Axis;
use crate::model::config::{Computer, InputRead, PaneSettings, Present, Presentation, Settings, in_order};
use crate::model::scripts;
use crate::model::strategies::{Found, Strategy};

#[derive(Debug)]
pub struct Intervention {
    /// Its name in tests.
    pub id: &'static str,
    /// The change of the settings of a pane alone.
    pub change: Variation,
    /// Names what is taken away, in settings that have it; `None` if it can't be a cause.
    pub cause: Option<fn(&Settings) -> String>,
    /// Describes what is set instead, in settings that have it.
    pub remedy: fn(&Settings) -> String,
}

/// The change of the settings of a pane alone that an intervention makes.
#[derive(Debug)]
pub enum Variation {
    /// To these settings, the first of which that helps counts; empty if there is nothing to change.
    To(fn(&Settings, &Strategy) -> Vec<Settings>),
    /// To the highest load that fits.
    Load(Axis),
}

/// The loops that are tried in place of one that has a symptom.
const OTHER_LOOPS: [&str; 4] = ["variable-delta", "fixed-interpolated", "fixed-interval", "closed-form"];
/// The parameters that say how many steps or frames a second a loop makes; a loop has its rate under the first that it has.
const RATES: [&str; 8] = ["step_hz", "ticks_per_s", "fps", "nominal_hz", "refresh_hz", "physics_hz", "max_step_hz", "max_fps"];

pub static INTERVENTIONS: &[Intervention] = &[
    Intervention {
        id: "limit-off",
        change: Variation::To(|settings, strategy| {
            let limit = strategy.limit.as_ref().filter(|limit| can_be_off(limit) && params_number(settings, limit).is_some());
            limit.map(|limit| with_param(settings, &limit.name, Value::off())).into_iter().collect()
        }),
        cause: None,
        remedy: |settings| {
            let limit = strategy_of(settings).and_then(|strategy| strategy.limit.clone());
            format!("without its limit ({} off)", limit.as_ref().map_or("limit", |limit| &limit.name))
        },
    },
    Intervention {
        id: "usual-steps",
        change: Variation::To(|settings, _| computer_without(settings, |computer| computer.largest_step = false)),
        cause: Some(|_| "the test that makes every step the longest".to_owned()),
        remedy: |_| "with steps of their usual length".to_owned(),
    },
    Intervention {
        id: "exact-timer",
        change: Variation::To(|settings, _| computer_without(settings, |computer| computer.timer_ms = 0.0)),
        cause: Some(|settings| format!("the timer of {}", ms(settings.computer.timer_ms))),
        remedy: |_| "with an exact timer".to_owned(),
    },
    Intervention {
        id: "no-late-waking",
        change: Variation::To(|settings, _| {
            computer_without(settings, |computer| {
                (computer.wake_lo_ms, computer.wake_hi_ms, computer.wake_tail) = (0.0, 0.0, 0.0);
            })
        }),
        cause: Some(|settings| {
            let computer = &settings.computer;
            if computer.wakes_much_later() {
                format!("waking late ({} later now and then)", ms(computer.wake_tail_ms))
            } else {
                format!("waking up to {} late", ms(in_order(computer.wake_lo_ms, computer.wake_hi_ms).1))
            }
        }),
        remedy: |_| "without waking late".to_owned(),
    },
    Intervention {
        id: "exact-sleep",
        change: Variation::To(|settings, _| computer_without(settings, |computer| computer.sleep_ms = 0.0)),
        cause: Some(|settings| format!("sleeping in steps of {}", ms(settings.computer.sleep_ms))),
        remedy: |_| "with exact sleep".to_owned(),
    },
    Intervention {
        id: "no-phase",
        change: Variation::To(|settings, _| computer_without(settings, |computer| computer.start_ms = 0.0)),
        cause: Some(|settings| format!("starting {} after a refresh", ms(settings.computer.start_ms))),
        remedy: |_| "starting at a refresh".to_owned(),
    },
    Intervention {
        id: "exact-sums",
        change: Variation::To(|settings, strategy| {
            let rounds = strategy.rounds_sums(&settings.panes[0].params);
            rounds.then(|| with_param(settings, "sums", word("exact"))).into_iter().collect()
        }),
        cause: None,
        remedy: |_| "with exact sums".to_owned(),
    },
    Intervention {
        id: "exact-schedule",
        change: Variation::To(|settings, strategy| with_word(settings, strategy, "whole_ms", "off")),
        cause: None,
        remedy: |_| "with a schedule that is not cut to whole ms".to_owned(),
    },
    Intervention {
        id: "no-gpu",
        change: Variation::To(|settings, _| computer_without(settings, |computer| computer.gpu_ms = 0.0)),
        cause: Some(|settings| format!("the GPU's {} a frame", ms(settings.computer.gpu_ms))),
        remedy: |_| "without work for the GPU".to_owned(),
    },
    Intervention {
        id: "short-queue",
        change: Variation::To(|settings, _| {
            let queues = if settings.computer.has_pipeline() { &[0, 1][..] } else { &[] };
            queues.iter().flat_map(|queue| computer_without(settings, |computer| computer.queue = *queue)).collect()
        }),
        cause: Some(|settings| match settings.computer.queue {
            0 => "the missing queue".to_owned(),
            1 => "the queue of 1 frame".to_owned(),
            more => format!("the queue of {more} frames"),
        }),
        remedy: |settings| match settings.computer.queue {
            0 => "without a queue".to_owned(),
            more => format!("with a queue of {more}"),
        },
    },
    Intervention {
        id: "another-present-mode",
        change: Variation::To(|settings, _| {
            let modes = [Present::Fifo, Present::Mailbox];
            // A variable refresh needs the frames in their order.
            let is_open = |mode: &Present| *mode == Present::Fifo || !settings.computer.vrr;
            let changed = |mode| computer_without(settings, |computer| computer.present = mode);
            modes.into_iter().filter(is_open).flat_map(changed).collect()
        }),
        cause: Some(|settings| match settings.computer.present {
            Present::Fifo => "vsync".to_owned(),
            Present::Mailbox => "drawing without vsync".to_owned(),
            Present::Immediate => "showing frames at once, without vsync".to_owned(),
        }),
        remedy: |settings| match settings.computer.present {
            Present::Fifo => "with vsync".to_owned(),
            Present::Mailbox | Present::Immediate => "without vsync".to_owned(),
        },
    },
    Intervention {
        id: "no-variable-refresh",
        change: Variation::To(|settings, _| computer_without(settings, |computer| computer.vrr = false)),
        cause: Some(|_| "the variable refresh".to_owned()),
        remedy: |_| "without variable refresh".to_owned(),
    },
    Intervention {
        id: "input-before-each-update",
        change: Variation::To(|settings, _| computer_without(settings, |computer| computer.input = InputRead::Update)),
        cause: Some(|_| "reading input only once a turn".to_owned()),
        remedy: |_| "with input read before each update".to_owned(),
    },
    Intervention {
        id: "steady-frames",
        change: Variation::To(|settings, _| {
            computer_without(settings, |computer| {
                // The mean load of the noise stays; of spikes, the load between them.
                computer.render_ms += f64::midpoint(computer.noise_lo_ms, computer.noise_hi_ms);
                (computer.noise_lo_ms, computer.noise_hi_ms, computer.spike_ms) = (0.0, 0.0, 0.0);
            })
        }),
        cause: Some(|settings| {
            let Computer { render_ms, noise_lo_ms, noise_hi_ms, spike_every, spike_ms, .. } = settings.computer;
            pattern_in_words(render_ms, (noise_lo_ms, noise_hi_ms), (spike_every, spike_ms), "frame")
        }),
        remedy: |settings| format!("with frames that all take {}", ms(settings.computer.render_ms)),
    },
    Intervention {
        id: "steady-updates",
        change: Variation::To(|settings, _| {
            computer_without(settings, |computer| {
                computer.update_ms += f64::midpoint(computer.update_noise_lo_ms, computer.update_noise_hi_ms);
                (computer.update_noise_lo_ms, computer.update_noise_hi_ms, computer.update_spike_ms) = (0.0, 0.0, 0.0);
            })
        }),
        cause: Some(|settings| {
            let Computer { update_ms, update_noise_lo_ms: lo, update_noise_hi_ms: hi, .. } = settings.computer;
            let Computer { update_spike_every, update_spike_ms, .. } = settings.computer;
            pattern_in_words(update_ms, (lo, hi), (update_spike_every, update_spike_ms), "update")
        }),
        remedy: |settings| format!("with updates that all take {}", ms(settings.computer.update_ms)),
    },
    Intervention {
        id: "another-drawing",
        change: Variation::To(|settings, strategy| {
            let drawn = |presentation: &Presentation| {
                let mut settings = settings.clone();
                settings.panes[0].presentation = (*presentation != strategy.presentation).then_some(*presentation);
                settings
            };
            let now = settings.panes[0].presentation.unwrap_or(strategy.presentation);
            // Without an alpha every drawing is the latest state.
            let others = [Presentation::Interpolate, Presentation::Extrapolate, Presentation::Latest];
            others.iter().filter(|other| strategy.alpha && **other != now).map(drawn).collect()
        }),
        cause: None,
        remedy: |settings| {
            let usual = strategy_of(settings).map_or(Presentation::Latest, |strategy| strategy.presentation);
            match settings.panes[0].presentation.unwrap_or(usual) {
                Presentation::Latest => "drawn as the last step left it".to_owned(),
                Presentation::Interpolate => "drawn between the last two steps".to_owned(),
                Presentation::Extrapolate => "drawn predicted beyond the last step".to_owned(),
                Presentation::ExtrapolateToContact => "drawn predicted up to contacts".to_owned(),
            }
        },
    },
    Intervention {
        id: "refresh-that-divides",
        change: Variation::To(|settings, strategy| {
            let is_fixed = settings.computer.variable_hz().is_none();
            let Some((_, rate)) = rate_of(settings, strategy).filter(|_| is_fixed) else { return Vec::new() };
            let refresh = fitting(settings.computer.refresh_hz, rate);
            let mut changed = computer_without(settings, |computer| computer.refresh_hz = refresh);
            changed.retain(|settings| settings.computer.check().is_ok());
            changed
        }),
        cause: Some(|settings| format!("the display of {}", hz(settings.computer.refresh_hz))),
        remedy: |settings| format!("on a display of {}", hz(settings.computer.refresh_hz)),
    },
    Intervention {
        id: "rate-that-divides",
        change: Variation::To(|settings, strategy| {
            let Some((param, rate)) = rate_of(settings, strategy) else { return Vec::new() };
            let fits = fitting(rate, settings.computer.refresh_hz);
            let changed = (fits - rate).abs() > 1e-9 && param.check_number(fits).is_ok();
            changed.then(|| with_param(settings, &param.name, Value::Number(fits))).into_iter().collect()
        }),
        cause: None,
        remedy: |settings| {
            let rate = strategy_of(settings).and_then(|strategy| {
                let (param, rate) = rate_of(settings, &strategy)?;
                Some(format!("with {} {}", param.name, three_digits(rate)))
            });
            rate.unwrap_or_default()
        },
    },
    Intervention {
        id: "render-load-that-fits",
        change: Variation::Load(Axis::Render),
        cause: None,
        remedy: |settings| format!("with frames of at most {}", ms(settings.computer.render_ms)),
    },
    Intervention {
        id: "update-load-that-fits",
        change: Variation::Load(Axis::Update),
        cause: None,
        remedy: |settings| match settings.computer.update_ms {
            0.0 => "with updates that cost nothing".to_owned(),
            most => format!("with updates of at most {}", ms(most)),
        },
    },
    Intervention {
        id: "free-bodies",
        change: Variation::To(|settings, _| {
            computer_without(settings, |computer| (computer.update_us_per_body, computer.render_us_per_body) = (0.0, 0.0))
        }),
        cause: None,
        remedy: |_| "with bodies that cost nothing".to_owned(),
    },
    Intervention {
        id: "counted-refreshes",
        change: Variation::To(|settings, strategy| {
            let counting = with_loop(settings, "counted-refreshes");
            let counting =
                with_param(if strategy.id == "counted-refreshes" { settings } else { &counting }, "count", word("refreshes"));
            if counting == *settings { Vec::new() } else { vec![counting] }
        }),
        cause: None,
        remedy: |_| "counting refreshes".to_owned(),
    },
    Intervention {
        id: "another-loop",
        change: Variation::To(|settings, strategy| {
            let others = OTHER_LOOPS.iter().filter(|other| **other != strategy.id);
            others.map(|other| with_loop(settings, other)).collect()
        }),
        cause: None,
        remedy: |settings| strategy_of(settings).map_or_else(String::new, |strategy| format!("with the loop {}", strategy.name)),
    },
];

/// Returns the settings with another computer; none if that is the same one.
fn computer_without(settings: &Settings, change: impl FnOnce(&mut Computer)) -> Vec<Settings> {
    let mut changed = settings.clone();
    change(&mut changed.computer);
    if changed.computer == settings.computer { Vec::new() } else { vec![changed] }
}

fn with_param(settings: &Settings, name: &str, value: Value) -> Settings {
    let mut changed = settings.clone();
    changed.panes[0].params.set(name, value);
    changed
}

/// Returns the settings with another word for a parameter; none if the loop lacks it or has that word.
fn with_word(settings: &Settings, strategy: &Strategy, name: &str, to: &str) -> Vec<Settings> {
    let param = strategy.param(name).filter(|param| !settings.panes[0].params.is(param, to));
    param.map(|param| with_param(settings, &param.name, word(to))).into_iter().collect()
}

/// Returns the settings with another loop, as it was published.
fn with_loop(settings: &Settings, id: &str) -> Settings {
    let mut changed = settings.clone();
    changed.panes[0] = PaneSettings { letter: settings.panes[0].letter, ..PaneSettings::new(id) };
    changed
}

fn word(word: &str) -> Value {
    Value::Word(word.to_owned())
}

fn can_be_off(param: &Param) -> bool {
    matches!(&param.kind, ValueKind::Number(number) if number.can_be_off)
}

fn params_number(settings: &Settings, param: &Param) -> Option<f64> {
    settings.panes[0].params.number(param)
}

fn strategy_of(settings: &Settings) -> Option<Found> {
    scripts::of_pane(settings, 0).ok()
}

/// Returns the parameter that holds the loop's rate, and the rate; `None` for a loop without one.
fn rate_of<'a>(settings: &Settings, strategy: &'a Strategy) -> Option<(&'a Param, f64)> {
    let param = RATES.iter().find_map(|name| strategy.param(name))?;
    Some((param, params_number(settings, param)?))
}

/// Returns the rate nearest to `rate` of which `other` is a whole multiple, or that is a whole multiple of `other`.
fn fitting(rate: f64, other: f64) -> f64 {
    if rate >= other { other * libm::round(rate / other) } else { other / libm::round(other / rate) }
}

/// Describes what changes a load: the bounds of the noise on top of it, or how often a spike comes and how long it is.
fn pattern_in_words(load_ms: f64, noise: (f64, f64), (every, spike_ms): (u32, f64), of: &str) -> String {
    match in_order(noise.0, noise.1) {
        (_, 0.0) if spike_ms == 0.0 => format!("the load of each {of}"),
        (_, 0.0) => format!("{} more every {every} {of}s", ms(spike_ms)),
        (lo, hi) => format!("{of}s of {} to {}", three_digits(load_ms + lo), ms(load_ms + hi)),
    }
}

fn ms(number: f64) -> String {
    three_digits(number) + " ms"
}

fn hz(number: f64) -> String {
    three_digits(number) + " Hz"
}
