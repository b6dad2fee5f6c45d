//! What trace, report, record and the window have in common: the run.

use super::Refusal;
use super::values::{assignment, bounds, hitch, number, pair, presentation, word};
use crate::base::params::{Invalid, Param};
use crate::model::check;
use crate::model::config::{PaneSettings, Pattern, SceneChoice, Settings, computer};
use crate::model::strategies::{self, Strategy};
use crate::model::worlds::{self, drive};
use crate::studio::scenario::{Scenario, builtin, code};
use clap::Args;
use std::path::Path;

/// All are text here; [`Shared::scenario`] reads and checks them.
#[derive(Args)]
#[command(next_help_heading = "The run")]
pub struct Shared {
    /// A scenario to begin with: a file, a share code, or one of `tickscope list scenarios`; other options change it
    #[arg(long, value_name = "FILE|NAME", allow_hyphen_values = true)]
    scenario: Option<String>,
    /// The world (`tickscope list scenes`) [runner; in the window curve-and-wall]
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    scene: Option<String>,
    /// An option of the world, repeatable
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    scene_set: Vec<String>,
    /// A recorded drive to be played, which the window saves; the world is then drive
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    drive: Option<String>,
    /// Update load, ms [0]
    #[arg(long, value_name = "U", allow_hyphen_values = true)]
    update_ms: Option<String>,
    /// Render load, ms; at least 0.1 is charged [5]
    #[arg(long, value_name = "R", allow_hyphen_values = true)]
    render_ms: Option<String>,
    /// Refresh rate of the display, Hz [60]
    #[arg(long, value_name = "H", allow_hyphen_values = true)]
    refresh_hz: Option<String>,
    /// on or off [on]
    #[arg(long, value_name = "ON|OFF", allow_hyphen_values = true)]
    vsync: Option<String>,
    /// The clock's resolution, ms; 0 is exact [0]
    #[arg(long, value_name = "G", allow_hyphen_values = true)]
    timer_ms: Option<String>,
    /// The scheduler's granularity, ms; 0 is exact [0]
    #[arg(long, value_name = "G", allow_hyphen_values = true)]
    sleep_ms: Option<String>,
    /// How late the computer wakes from every wait, ms [0:0]
    #[arg(long, value_name = "LO:HI", allow_hyphen_values = true)]
    wake_ms: Option<String>,
    /// When the first turn begins, ms [0]
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    start_ms: Option<String>,
    /// What every body adds to an update, µs [0]
    #[arg(long, value_name = "US", allow_hyphen_values = true)]
    update_us_per_body: Option<String>,
    /// What every body in view adds to a picture, µs [0]
    #[arg(long, value_name = "US", allow_hyphen_values = true)]
    render_us_per_body: Option<String>,
    /// What the clock shows at the start, s; above 0 the loop's first reading is missing [0]
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    clock_at_s: Option<String>,
    /// When the 32-bit counter of milliseconds starts over, s; 0 is never [0]
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    wraps_at_s: Option<String>,
    /// Every step is the longest that the loop can make, for testing: on or off [off]
    #[arg(long, value_name = "ON|OFF", allow_hyphen_values = true)]
    largest_step: Option<String>,
    /// A stall of MS milliseconds for the first render at or after AT_S seconds, repeatable
    #[arg(long, value_name = "AT_S:MS", allow_hyphen_values = true)]
    hitch: Vec<String>,
    /// A render load drawn anew for each frame, instead of --render-ms
    #[arg(long, value_name = "LO:HI", allow_hyphen_values = true)]
    noise_ms: Option<String>,
    /// MS milliseconds more in every EVERY-th frame
    #[arg(long, value_name = "EVERY:MS", allow_hyphen_values = true)]
    spike: Option<String>,
    /// The seed of everything random [0]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    seed: Option<String>,
    /// latest, interpolate or extrapolate [as published]
    #[arg(long, value_name = "HOW", allow_hyphen_values = true)]
    presentation: Option<String>,
    /// A parameter of the loop, repeatable; `off` switches a published maximum off
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    set: Vec<String>,
}

impl Shared {
    /// Whether a scenario brings panes of its own.
    pub fn has_scenario(&self) -> bool {
        self.scenario.is_some()
    }

    /// What is run: the scenario or the defaults, with one pane for each of `strategies` if any is named, changed by every
    /// option that is given.
    pub fn scenario(&self, strategies: &[String], scene: &str) -> Result<Scenario, Refusal> {
        let mut base = match &self.scenario {
            Some(name) => scenario(name)?,
            None => Scenario::from(Settings { scene: SceneChoice::new(scene), ..Settings::default() }),
        };
        let mut all = base.script.settings().clone();
        self.change_scene(&mut all.scene)?;
        if let Some(file) = &self.drive {
            let read = crate::front::app::read_drive(Path::new(file));
            all.scene.strokes = read.map_err(|why| Refusal::Usage(format!("--drive: {why}")))?;
            if all.scene.id != drive::KIND.id {
                all.scene = SceneChoice { strokes: all.scene.strokes, ..SceneChoice::new(drive::KIND.id) };
            }
            worlds::check(&all.scene).map_err(|e| e.called("--drive"))?;
        }
        if let Some(text) = &self.seed {
            let refusal = || Invalid::new("--seed", text, "a whole number, 0 to 18446744073709551615");
            all.seed = text.parse().map_err(|_| refusal())?;
        }
        self.change_computer(&mut all.computer)?;
        let hitches = self.hitch.iter().map(|text| hitch(text)).collect::<Result<Vec<_>, _>>()?;
        all.hitches.extend(hitches);
        if !strategies.is_empty() {
            all.panes = strategies.iter().map(|id| PaneSettings::new(id)).collect();
        }
        self.change_panes(&mut all.panes)?;
        base.script = check::script(all, base.script.commands().to_vec()).map_err(|refused| match refused.command {
            Some(_) => Refusal::Usage(format!("a command of the scenario is not possible with these options: {refused}")),
            None => Refusal::Invalid(refused.invalid),
        })?;
        Ok(base)
    }

    fn change_scene(&self, choice: &mut SceneChoice) -> Result<(), Invalid> {
        if let Some(scene) = &self.scene {
            *choice = SceneChoice::new(scene);
        }
        worlds::check(choice).map_err(|e| e.called("--scene"))?;
        for text in &self.scene_set {
            let (name, value) = assignment("--scene-set", text)?;
            choice.options.set(name, value);
            worlds::check(choice).map_err(|e| e.called(format!("--scene-set {name}")))?;
        }
        Ok(())
    }

    fn change_computer(&self, computer: &mut computer::Computer) -> Result<(), Invalid> {
        let numbers: [(&Option<String>, &Param, &str, &mut f64); 10] = [
            (&self.update_ms, &computer::UPDATE_MS, "--update-ms", &mut computer.update_ms),
            (&self.render_ms, &computer::RENDER_MS, "--render-ms", &mut computer.render_ms),
            (&self.refresh_hz, &computer::REFRESH_HZ, "--refresh-hz", &mut computer.refresh_hz),
            (&self.timer_ms, &computer::TIMER_MS, "--timer-ms", &mut computer.timer_ms),
            (&self.sleep_ms, &computer::SLEEP_MS, "--sleep-ms", &mut computer.sleep_ms),
            (&self.start_ms, &computer::START_MS, "--start-ms", &mut computer.start_ms),
            (&self.update_us_per_body, &computer::UPDATE_US_PER_BODY, "--update-us-per-body", &mut computer.update_us_per_body),
            (&self.render_us_per_body, &computer::RENDER_US_PER_BODY, "--render-us-per-body", &mut computer.render_us_per_body),
            (&self.clock_at_s, &computer::CLOCK_AT_S, "--clock-at-s", &mut computer.clock_at_s),
            (&self.wraps_at_s, &computer::WRAPS_AT_S, "--wraps-at-s", &mut computer.wraps_at_s),
        ];
        for (text, param, option, place) in numbers {
            if let Some(text) = text {
                *place = number(option, param, text)?;
            }
        }
        if let Some(text) = &self.vsync {
            computer.vsync = word("--vsync", text, &[("on", true), ("off", false)])?;
        }
        if let Some(text) = &self.largest_step {
            computer.largest_step = word("--largest-step", text, &[("on", true), ("off", false)])?;
        }
        if let Some(text) = &self.wake_ms {
            computer.wake_ms = bounds("--wake-ms", &computer::WAKE_MS, text)?;
        }
        computer.pattern = self.pattern()?.unwrap_or(computer.pattern);
        Ok(())
    }

    fn pattern(&self) -> Result<Option<Pattern>, Invalid> {
        match (&self.noise_ms, &self.spike) {
            (Some(_), Some(spike)) => {
                Err(Invalid::new("--spike", spike, "noise replaces the load: not together with --noise-ms"))
            }
            (Some(noise), None) => Ok(Some(Pattern::Noise(bounds("--noise-ms", &computer::NOISE_MS, noise)?))),
            (None, Some(spike)) => {
                let (every, ms) = pair("--spike", "EVERY:MS", spike)?;
                let every = number("--spike", &computer::SPIKE_EVERY, every)? as u32;
                Ok(Some(Pattern::Spikes { every, ms: number("--spike", &computer::SPIKE_MS, ms)? }))
            }
            (None, None) => Ok(None),
        }
    }

    fn change_panes(&self, panes: &mut [PaneSettings]) -> Result<(), Invalid> {
        let presentation = self.presentation.as_deref().map(presentation).transpose()?;
        let found = panes.iter().map(|pane| strategies::find(&pane.strategy));
        let chosen: Vec<&Strategy> = found.collect::<Result<_, _>>().map_err(|e| e.called("--strategy"))?;
        for pane in panes.iter_mut() {
            pane.presentation = presentation.or(pane.presentation);
        }
        for text in &self.set {
            let (name, value) = assignment("--set", text)?;
            let mut known = false;
            for (pane, strategy) in panes.iter_mut().zip(&chosen) {
                if let Some(param) = strategy.param(name) {
                    known = true;
                    param.check(&value).map_err(|e| e.called(format!("--set {name}")))?;
                    pane.params.set(name, value.clone());
                }
            }
            if !known {
                return Err(unknown_parameter(name, &chosen));
            }
        }
        for (pane, strategy) in panes.iter().zip(&chosen) {
            // Each value is in its range: what is refused here is what was set, together with what was not.
            strategy.check(&pane.params).map_err(|e| {
                let given = self.set.iter().filter_map(|text| text.split_once('='));
                let (names, values): (Vec<&str>, Vec<&str>) = given.unzip();
                let name = format!("--set {}", names.join(", "));
                Invalid::new(name, values.join(", "), format!("{} of {} must be {}", e.name, strategy.id, e.allowed))
            })?;
        }
        Ok(())
    }
}

fn unknown_parameter(name: &str, chosen: &[&Strategy]) -> Invalid {
    let mut known: Vec<&str> = chosen.iter().flat_map(|s| s.params.iter()).map(|param| param.name.as_ref()).collect();
    known.sort_unstable();
    known.dedup();
    match (known.as_slice(), chosen) {
        ([], [only]) => Invalid::new("--set", name, format!("{} has no parameters", only.id)),
        ([], _) => Invalid::new("--set", name, "none of these strategies has parameters"),
        _ => Invalid::unknown("--set", name, known),
    }
}

/// A scenario by its name, its code or its file, in this order.
fn scenario(name: &str) -> Result<Scenario, Refusal> {
    let unreadable = |unreadable: crate::studio::scenario::Unreadable| Refusal::Usage(format!("--scenario: {unreadable}"));
    if code::is_code(name) {
        return code::read(name).map_err(unreadable);
    }
    match builtin::find(name) {
        Ok(builtin) => builtin.scenario().map_err(unreadable),
        Err(unknown) => {
            let path = Path::new(name);
            let means_a_file = path.exists() || name.contains(['/', '\\']) || path.extension().is_some();
            if means_a_file {
                return crate::front::app::read(path).map_err(|why| Refusal::Usage(format!("--scenario: {why}")));
            }
            let allowed = format!("a file, a share code, or {}", unknown.allowed);
            Err(Invalid { allowed, ..unknown.called("--scenario") }.into())
        }
    }
}
