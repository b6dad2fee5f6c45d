#![doc = include_str!("README.md")]
//!
//! ## Layers
//! Three floors, the lowest last; a room may import what stands on the floors below it, and the rooms to its left. No two
//! files import each other. `tests/layers.rs` of the program reads this table and holds the code to it.
//!
//! ```text
//! lab      captures · run · metrics · symptoms · recording · instruments · panes · load_map · experiments · findings · advise · real
//! model    config · world · worlds · machine · strategies · scripts · check
//! base     time · params · numbers · random · jobs
//! ```
//!
//! Only the real clock (`model/machine/real_clock.rs`, `lab/real`) and work in the background (`base/jobs.rs`) read clocks or
//! start threads.

mod base;
mod lab;
mod model;

#[doc(hidden)]
pub mod jobs {
    #[cfg(target_arch = "wasm32")]
    pub use crate::base::jobs::run_other_tasks;
    pub use crate::base::jobs::{Cancelled, Job, Worker};
}

#[doc(hidden)]
pub mod numbers {
    pub use crate::base::numbers::{
        axis, capitalised, column, file_size, length, milliseconds, named, narrow, percent, short, signed, trimmed, with_unit,
    };
}

/// Named values with a unit and a range, and the error that names what is wrong with one.
pub mod params {
    #[doc(hidden)]
    pub use crate::base::params::{Described, Rail, is_near};
    pub use crate::base::params::{Invalid, Number, Param, Unit, Value, ValueKind, Values, Words};
}

/// Exact time: flicks, and what is counted in them.
pub mod time {
    pub use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
}

/// The settings of a run: plain data.
pub mod config {
    pub use crate::model::config::{
        Capture, CapturedFrame, Command, Computer, PaneLetter, PaneSettings, Patch, PlannedStall, Present, Presentation,
        SampleTimes, Script, Settings, StallOn, TimedCommand, WorldChoice,
    };
    #[doc(hidden)]
    pub use crate::model::config::{
        CapturedLoad, ControlChange, ControlInput, FilmSpec, Fit, InputRead, Instrument, LONGEST_RUN_S, MOST_PANES,
        MissedRefresh, Origin, OwnLoop, Owner, PlayLoad, SPEED, ScriptPart, SettingPath, TIMERS, Theme, Timer, View, Watching,
    };
    #[doc(hidden)]
    pub mod computer {
        #[doc(hidden)]
        pub use crate::model::config::computer::{CLOCK, DISPLAY, GPU, LOADS, OLD_CLOCKS, PATTERNS, TESTING};
    }
    #[doc(hidden)]
    pub mod film_format {
        #[doc(hidden)]
        pub use crate::model::config::film_format::Format;
    }
    #[doc(hidden)]
    pub mod film_spec {
        #[doc(hidden)]
        pub use crate::model::config::film_spec::{FPS, MOMENT_S, SIDE, ZOOM};
    }
    #[doc(hidden)]
    pub mod fit {
        #[doc(hidden)]
        pub use crate::model::config::fit::{Fit, fitting_rate, fitting_speed};
    }
    #[doc(hidden)]
    pub mod presets {
        #[doc(hidden)]
        pub use crate::model::config::presets::{ALL, fast_pc, name_of, noisy_phone, slow_laptop};
    }
    pub mod script {
        pub use crate::model::config::script::Script;
        #[doc(hidden)]
        pub use crate::model::config::script::{AT_S, Origin};
    }
    #[doc(hidden)]
    pub mod view {
        #[doc(hidden)]
        pub use crate::model::config::view::{
            CameraView, Counted, INSTRUMENT_HEIGHT, Instrument, Plot, Reference, TOGGLES, Theme, View, ViewToggle,
        };
    }
    #[doc(hidden)]
    pub mod watching {
        #[doc(hidden)]
        pub use crate::model::config::watching::{SPEED, SPEEDS};
    }
}

/// What a world shows of itself, and where between two steps a frame is drawn.
pub mod world {
    #[doc(hidden)]
    pub use crate::model::world::{
        Appearance, BodyStyle, ClosedForm, Controls, Convergence, ElasticBand, Frame, FrameView, Geometry, Ink, LeastLength,
        Motion, Numbers, Shape, Simulation, Sketch, StandingWall, StateHash, Thickness, Wall, World, WorldMarkKind, WorldRect,
        WorldStep, direction, wrap_angle,
    };
    pub use crate::model::world::{Between, Body, Readout, ReadoutValue, State, Tally, WorldKind};
    #[doc(hidden)]
    pub mod contact {
        #[doc(hidden)]
        pub use crate::model::world::contact::{Obstacle, Path};
    }
}

/// The worlds: what moves.
pub mod worlds {
    pub use crate::model::worlds::{ALL, find};
    #[doc(hidden)]
    pub use crate::model::worlds::{check, world};
    #[doc(hidden)]
    pub mod chaos {
        #[doc(hidden)]
        pub use crate::model::worlds::chaos::{
            ChaosNumbers, GRAVITY, LOST, LOWER_START, PERIOD, REFERENCE_RATE, ROD, Rod, Rods, UPPER_START, path,
        };
    }
    #[doc(hidden)]
    pub mod clocks {
        #[doc(hidden)]
        pub use crate::model::worlds::clocks::{ClocksNumbers, OPTIONS};
        #[doc(hidden)]
        pub mod own_time {
            #[doc(hidden)]
            pub use crate::model::worlds::clocks::own_time::WORDS;
        }
    }
    #[doc(hidden)]
    pub mod crowd {
        #[doc(hidden)]
        pub use crate::model::worlds::crowd::{BODIES, HALF, KIND};
    }
    #[doc(hidden)]
    pub mod drive {
        #[doc(hidden)]
        pub use crate::model::worlds::drive::{DRIVER, DriveNumbers, KIND};
        #[doc(hidden)]
        pub mod recording {
            #[doc(hidden)]
            pub use crate::model::worlds::drive::recording::{NoDrive, is_drive, lap, read, write};
        }
    }
    #[doc(hidden)]
    pub mod golden {
        #[doc(hidden)]
        pub use crate::model::worlds::golden::{COMMITTED, differing, every_choice, lines};
    }
    #[doc(hidden)]
    pub mod per_tick {
        #[doc(hidden)]
        pub use crate::model::worlds::per_tick::{FLOCK, GUARDS, PERIOD, PLANET, PerTickNumbers, ROPE, TICK, move_flock};
    }
    #[doc(hidden)]
    pub mod race {
        #[doc(hidden)]
        pub use crate::model::worlds::race::TRACK;
    }
    #[doc(hidden)]
    pub mod runner {
        #[doc(hidden)]
        pub use crate::model::worlds::runner::{LANE, SPEED};
    }
    #[doc(hidden)]
    pub mod spring {
        #[doc(hidden)]
        pub use crate::model::worlds::spring::{INTEGRATOR, OMEGAS};
    }
    #[doc(hidden)]
    #[cfg(feature = "physics")]
    pub mod stack {
        #[doc(hidden)]
        pub use crate::model::worlds::stack::{FIRE, StackNumbers, bridge_gap};
        #[doc(hidden)]
        pub mod layout {
            #[doc(hidden)]
            pub use crate::model::worlds::stack::layout::{
                BALL, BOX, BOXES, FIRST_PLANK, MUZZLE, MUZZLE_SPEED, PLATE, RADIUS, SAND, WEIGHT,
            };
        }
    }
    #[doc(hidden)]
    pub mod thin_wall {
        #[doc(hidden)]
        pub use crate::model::worlds::thin_wall::{BULLET, SPEEDS};
    }
    #[doc(hidden)]
    pub mod three_movers {
        #[doc(hidden)]
        pub use crate::model::worlds::three_movers::{BULLET_SPEED, MoversNumbers, PASS, RADIUS, SPEED, SWING};
    }
}

/// The virtual computer, as a loop sees it and as an observer does.
pub mod machine {
    pub use crate::model::machine::{Answer, AtLine, Event, Host, Input, LoopError, LoopFuture, Observer, Until, Watched};
    #[doc(hidden)]
    pub use crate::model::machine::{Detail, Giver, Progress, Refresh, VirtualComputer, WatchedName};
    #[doc(hidden)]
    pub mod clock {
        #[doc(hidden)]
        pub use crate::model::machine::clock::{ClockSource, Wait};
    }
    #[doc(hidden)]
    pub mod real_clock {
        #[doc(hidden)]
        pub use crate::model::machine::real_clock::RealClock;
    }
}

/// The published loops, and the place for yours.
pub mod strategies {
    pub use crate::model::strategies::{ALL, Group, Start, Strategy, add, find};
    #[doc(hidden)]
    pub use crate::model::strategies::{Found, IN_GENERAL, all_in};
    #[doc(hidden)]
    pub mod engines {
        pub use crate::model::strategies::engines::{ALL, Engine};
    }
}

#[doc(hidden)]
pub mod scripts {
    #[cfg(feature = "own-loops")]
    pub use crate::model::scripts::Computing;
    #[cfg(feature = "own-loops")]
    pub use crate::model::scripts::computing;
    pub use crate::model::scripts::{HAS_ENGINE, Memory, find, of_pane, set_memory_meter, strategy};
}

#[doc(hidden)]
pub mod check {
    pub use crate::model::check::{script, settings};
}

/// Runs: settings and commands with their moments, which make events, and the folds over these.
pub mod run {
    pub use crate::lab::run::{Change, Difference, Ensemble, Finished, Fold, PaneSetup, PlacedPane, Run, Running};
    #[doc(hidden)]
    pub use crate::lab::run::{PaneRun, SECONDS};
    #[doc(hidden)]
    pub mod cursor {
        #[doc(hidden)]
        pub use crate::lab::run::cursor::ScriptCursor;
    }
}

/// The numbers of a run.
pub mod metrics {
    #[doc(hidden)]
    pub use crate::lab::metrics::{DisplayedFrame, Screen, Stage, animation_error};
    pub use crate::lab::metrics::{Metrics, Sums};
    pub mod catalogue {
        pub use crate::lab::metrics::catalogue::Metric;
        #[doc(hidden)]
        pub use crate::lab::metrics::catalogue::{ALL, Column, LIVE, Measure, find};
    }
}

/// What goes wrong in a run, by formulas that a reader can compute from its trace.
pub mod symptoms {
    #[doc(hidden)]
    pub use crate::lab::symptoms::{Explanation, JudgedRun, PaneState, RegimeSettings, Tone, Watch, WorldSight, WorldWatch};
    pub use crate::lab::symptoms::{Kind, Symptom};
}

#[doc(hidden)]
pub mod recording {
    pub use crate::lab::recording::{ConsoleLine, MOST_BYTES, Recording, begins_turn};
    pub mod ring {
        pub use crate::lab::recording::ring::{Ring, Timed};
    }
}

#[doc(hidden)]
pub mod instruments {
    pub use crate::lab::instruments::{
        BlockKind, CpuBlocks, Crossing, Fate, FrameTimeline, FrameTimelines, Lamp, LateCause, RecentNumbers,
    };
    pub mod cpu_blocks {
        pub use crate::lab::instruments::cpu_blocks::between;
    }
    pub mod plots {
        pub use crate::lab::instruments::plots::{Cell, Plots, Quantity};
    }
    pub mod pulse {
        pub use crate::lab::instruments::pulse::{Pulse, PulseBar};
    }
    pub mod trail {
        pub use crate::lab::instruments::trail::Trail;
    }
}

/// Reports, and runs side by side.
pub mod panes {
    #[doc(hidden)]
    pub use crate::lab::panes::{Lab, Pane, Seen, ShownFrame};
    pub use crate::lab::panes::{PaneReport, Report};
    #[doc(hidden)]
    pub mod conditions {
        #[doc(hidden)]
        pub use crate::lab::panes::conditions::conditions;
    }
    pub mod report {
        pub use crate::lab::panes::report::{PaneReport, Report};
    }
}

/// What tools and games write about the frames of a game, read as the source of a pane.
pub mod captures {
    pub use crate::lab::captures::{CapturePart, ReadCapture, ReadingReport, read};
}

#[doc(hidden)]
pub mod load_map {
    pub use crate::lab::load_map::{Axis, Cliff, Conditions, LoadMap, Point, Refinement, Ribbon};
}

#[doc(hidden)]
pub mod experiments {
    pub use crate::lab::experiments::{Diagnoses, Diagnosis, Experiment, FoundCause, Inquiry, Role, start};
}

#[doc(hidden)]
pub mod findings {
    pub use crate::lab::findings::{Finding, Knowledge, findings_at, findings_seen, spans};
}

/// Which loop for a game: needs go in, three loops come out.
#[doc(hidden)]
pub mod advise {
    pub use crate::lab::advise::{
        Advice, Choice, LONGEST_STEP, Overload, PlayerDisplay, Question, Rejection, TICKS, Tried, advise, count, start,
    };
}

#[doc(hidden)]
pub mod real {
    pub use crate::lab::real::{
        ComparedMetrics, Comparison, NotMeasured, PATIENCE_S, Spread, check_length, check_loops, compare,
    };
}

/// The loop and the world of `docs/adding.md`.
#[cfg(test)]
mod tests {
    use crate::base::params::Values;
    use crate::base::time::Span;
    use crate::lab::panes::{PaneReport, Report};
    use crate::model::config::{PaneSettings, Settings};
    use crate::model::strategies::{self, my_steps};
    use crate::model::world::{Controls, World};
    use crate::model::worlds::my_world;

    fn report(settings: Settings) -> PaneReport {
        Report::new(settings.lettered(), 5.0).expect("it runs").panes.remove(0)
    }

    #[test]
    fn the_loop_of_the_documentation_is_an_accumulator() {
        strategies::add(my_steps::STRATEGY).expect("no loop has its id");
        let example = report(Settings { panes: vec![PaneSettings::new("my-steps")], ..Settings::default() });
        let published = report(Settings { panes: vec![PaneSettings::new("fixed-interpolated")], ..Settings::default() });
        assert!(example.sim_s > 4.9, "it moves");
        assert_eq!((example.state_hash, example.sim_s), (published.state_hash, published.sim_s));
    }

    #[test]
    fn the_world_of_the_documentation_keeps_to_its_exact_motion() {
        let mut world = World::new(&my_world::KIND, (my_world::KIND.make)(&Values::default(), 0), Controls::default());
        let mut exact = Vec::new();
        for _ in 0..60 {
            world.step(Span::from_hz(60.0));
            world.exact(world.sim(), &mut exact);
            assert!(world.bodies()[0].pos.distance(exact[0].pos) < 1e-9, "at {:?}", world.sim());
        }
        assert!(exact[0].pos.x > 2.9, "it flies");
        assert_eq!(my_world::FlightNumbers::from(world.frame().numbers).steps, 60.0);
    }
}
