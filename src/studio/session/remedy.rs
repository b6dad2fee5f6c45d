//! What helps where the window does not keep up with the viewing speed.

use super::action::Action;
use super::keeping_up::Shortfall;
use super::own_misses::OwnMisses;
use super::state::Session;
use crate::base::params::Value;
use crate::model::config::Command;
use crate::model::config::watching::SPEEDS;
use crate::model::worlds;
use crate::model::worlds::crowd::BODIES;

/// Something that helps.
#[derive(Clone, Debug, PartialEq)]
pub struct Remedy {
    /// What it is called on its button.
    pub name: String,
    /// What it does and what that costs.
    pub about: &'static str,
    /// To be done.
    pub action: Action,
}

impl Session {
    /// Adds the time that simulating the panes took in this frame of the window, in seconds.
    pub fn simulated(&mut self, seconds: f64) {
        self.pacer.simulated(seconds);
    }

    /// By how much the window falls short of the viewing speed, and what helps most.
    pub fn shortfall(&self) -> Option<(Shortfall, Option<Remedy>)> {
        let short = self.pacer.shortfall().filter(|_| self.playing)?;
        Some((short, self.remedy(short)))
    }

    /// The refreshes of the real monitor that the window itself missed in the last second, while it plays.
    pub fn own_misses(&self) -> Option<OwnMisses> {
        self.pacer.own_misses().filter(|_| self.playing)
    }

    fn remedy(&self, short: Shortfall) -> Option<Remedy> {
        let scene = &self.lab.settings().scene;
        let counts = worlds::find(&scene.id).is_ok_and(|kind| kind.options.iter().any(|option| option.name == BODIES.name));
        let bodies = scene.options.count(&BODIES) as f64;
        let fewer = round_down(bodies * short.share * 0.8).max(100.0);
        if counts && fewer < bodies {
            return Some(Remedy {
                name: format!("{fewer:.0} bodies"),
                about: "This computer keeps up with this number of bodies; the run starts over.",
                action: Action::SceneOption(BODIES.name.to_string(), Value::Number(fewer)),
            });
        }
        // Watched slower, there is less to simulate for each frame of the window, and as much to draw.
        let reached = self.speed * short.share;
        let slower =
            SPEEDS.iter().find(|(speed, _)| *speed <= reached).or(SPEEDS.last()).filter(|(speed, _)| *speed < self.speed);
        if short.simulating > 0.5
            && let Some((speed, name)) = slower
        {
            let about = "Watched so much slower, this computer keeps up: motion is even, and the panes' numbers stay.";
            return Some(Remedy { name: format!("watch at {name}"), about, action: Action::Speed(*speed) });
        }
        let last = self.lab.panes().len() - 1;
        (last > 0).then(|| Remedy {
            name: "one pane less".to_owned(),
            about: "Closes the last pane: there is less to simulate and to draw.",
            action: Action::Lab(Command::ClosePane { pane: last }),
        })
    }
}

/// The next number with one digit other than 0, a 1, a 2 or a 5.
fn round_down(value: f64) -> f64 {
    let power = libm::pow(10.0, libm::log10(value.max(1.0)).floor());
    let part = [5.0, 2.0, 1.0].into_iter().find(|part| part * power <= value);
    part.unwrap_or(1.0) * power
}
