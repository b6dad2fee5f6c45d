//! The loops of game engines with their default settings: the strategy and the parameters that match, and the source of each
//! number.

use super::strategy::Strategy;
use crate::model::config::pane_letter::PaneLetter;
use crate::model::config::patch::{Owner, Patch};
use crate::model::config::settings::Presentation;

/// An engine with its default settings, as settings of a loop.
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    pub name: &'static str,
    pub version: &'static str,
    pub strategy: &'static str,
    /// The parameters that are set.
    pub params: &'static [(&'static str, f64)],
    /// The engine's numbers, and the behaviour of the engine that the loop lacks.
    pub about: &'static str,
    /// The document that states the numbers.
    pub document: &'static str,
}

const fn engine(
    name: &'static str,
    version: &'static str,
    strategy: &'static str,
    params: &'static [(&'static str, f64)],
) -> Engine {
    Engine { name, version, strategy, params, about: "", document: "" }
}

/// All engines. Frames show the latest state, because none of these engines interpolates by default.
pub const ALL: &[Engine] = &[
    Engine {
        about: "FixedUpdate every 0.02 s, at most 0.3333333 s of them a frame; bodies are drawn latest unless they interpolate.",
        document: "TimeManager.asset: Fixed Timestep, Maximum Allowed Timestep; manual, Time",
        ..engine("Unity, FixedUpdate", "2022 to 6", "clamped-accumulator", &[("step_hz", 50.0), ("clamp_ms", 333.333_3)])
    },
    Engine {
        about: "Update once a frame, by the frame's time, at most 0.3333333 s.",
        document: "TimeManager.asset: Maximum Allowed Timestep; scripting reference, Time.maximumDeltaTime",
        ..engine("Unity, Update", "2022 to 6", "variable-delta-clamped", &[("clamp_ms", 333.333_3)])
    },
    Engine {
        about: "60 physics steps a second, at most 8 a frame, jitter fix 0.5, delta smoothing with vsync; drawn latest unless physics is interpolated.",
        document: "ProjectSettings: physics/common/physics_ticks_per_second, max_physics_steps_per_frame, physics_jitter_fix, application/run/delta_smoothing",
        ..engine("Godot", "3.4 to 4", "godot-jitter-fix", &[("step_hz", 60.0), ("max_steps", 8.0), ("jitter_fix", 0.5)])
    },
    Engine {
        about: "Tick once a frame, by the frame's time, at most 0.4 s. Physics stops at 1/30 s: see the next row.",
        document: "AWorldSettings: MaxUndilatedFrameTime",
        ..engine("Unreal, Tick", "5", "variable-delta-clamped", &[("clamp_ms", 400.0)])
    },
    Engine {
        about: "Physics steps once a frame, at most 1/30 s: below 30 pictures a second it runs slow, while the rest of the game doesn't.",
        document: "UPhysicsSettings: MaxPhysicsDeltaTime",
        ..engine("Unreal, physics", "5", "variable-delta-clamped", &[("clamp_ms", 33.333_3)])
    },
    Engine {
        about: "FixedUpdate 64 times a second, at most 250 ms of them a frame; drawn latest.",
        document: "bevy_time: Time<Fixed>, default timestep; Time<Virtual>, default max_delta",
        ..engine("Bevy", "0.15", "clamped-accumulator", &[("step_hz", 64.0), ("clamp_ms", 250.0)])
    },
    Engine {
        about: "IsFixedTimeStep: steps of 166 667 ticks of 100 ns, at most 500 ms of them a frame; IsRunningSlowly is only a flag.",
        document: "Game: TargetElapsedTime, MaxElapsedTime",
        ..engine("MonoGame", "3.8", "clamped-accumulator", &[("step_hz", 59.999_88), ("clamp_ms", 500.0)])
    },
    Engine {
        about: "love.update once a frame, by the frame's time without a limit; it sleeps 1 ms a frame, which this loop doesn't.",
        document: "love.run, default function",
        ..engine("LÖVE (Love2D)", "11.5", "variable-delta", &[])
    },
    Engine {
        about: "The ticker's delta is the difference of two timestamps; it stops at 100 ms (minFPS 10), which this loop doesn't.",
        document: "Ticker: minFPS, deltaMS",
        ..engine("PixiJS", "8", "callback-delta", &[])
    },
    Engine {
        about: "The mean of 10 differences of timestamps; 120 frames of cool-down; a frame over 200 ms is forgotten. Arcade physics makes 60 steps on top.",
        document: "TimeStep: target, min, smoothStep, deltaHistory, panicMax",
        ..engine("Phaser", "3.60 to 4.2", "phaser-smoothed", &[("target_fps", 60.0), ("min_fps", 5.0)])
    },
    Engine {
        about: "Steps of 1000/60 ms, at most 33.3 ms a frame, drawn latest. Its mean of 100 frames, rounded to whole hertz, is left out.",
        document: "Runner: delta, maxFrameTime, frameDeltaSmoothing, frameDeltaSnapping",
        ..engine("matter-js", "0.20", "callback-accumulator", &[("step_hz", 60.0), ("clamp_ms", 33.333_3)])
    },
    Engine {
        about: "One step a frame, which waits for 60 a second: a slow frame is a slow game.",
        document: "manual: game_set_speed, Game frames per second",
        ..engine("GameMaker", "2024", "fixed-fps-relative", &[("fps", 60.0)])
    },
    Engine {
        about: "clock.tick(60) waits, and returns the time of the frame, by which the game moves; in whole ms, and without a limit.",
        document: "pygame.time.Clock.tick",
        ..engine("pygame", "2.6", "variable-delta-wait", &[("max_fps", 60.0)])
    },
];

impl Engine {
    /// Returns the patch that makes this pane run as the engine does.
    pub fn patch(&self, pane: PaneLetter) -> Patch {
        let loop_only = Patch::one(Owner::Pane(pane).path("strategy"), self.strategy);
        let set = self.params.iter().fold(loop_only, |patch, (name, value)| patch.with(Owner::Params(pane).path(*name), *value));
        match self.presentation() {
            Some(drawn) => set.with(Owner::Pane(pane).path("presentation"), drawn.id()),
            None => set,
        }
    }

    /// Returns the presentation to set; `None` if the loop shows the latest state anyway.
    pub fn presentation(&self) -> Option<Presentation> {
        super::find(self.strategy)
            .is_ok_and(|strategy| strategy.presentation != Presentation::Latest)
            .then_some(Presentation::Latest)
    }

    /// Returns the settings as options of the command line.
    pub fn options(&self) -> String {
        let strategy = format!("--strategy {}", self.strategy);
        let params = self.params.iter().map(|(name, value)| format!("--set {name}={value}"));
        let presentation = self.presentation().map(|_| "--presentation latest".to_owned());
        [strategy].into_iter().chain(params).chain(presentation).collect::<Vec<_>>().join(" ")
    }
}

impl Strategy {
    /// Returns the names of the engines that use this loop, separated by commas; empty if none does.
    pub fn engines(&self) -> String {
        let named = ALL.iter().filter(|engine| engine.strategy == self.id).map(|engine| engine.name);
        named.collect::<Vec<_>>().join(", ")
    }
}
