//! A lap of one's own: what was driven, the four panes that the same keys drive, and what is said about them.

use std::f64::consts::TAU;
use tickscope::studio::scenario::{builtin, code};
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, RunAction, ViewAction};
use tickscope::studio::session::lap;
use tickscope_core::base::noise::Noise;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::model::config::control::{ControlChange, ControlInput};
use tickscope_core::model::config::settings::WorldChoice;
use tickscope_core::model::world::body::{Body, BodyState};
use tickscope_core::model::world::stepped_world::World;
use tickscope_core::model::worlds;
