//! The arguments of a run, which trace, report, record, link and the window have in common.

use super::computer_options::ComputerOptions;
use super::files::{self, LoopFile};
use super::refusal::{Refusal, option_for};
use super::values::{assignment, capture_start, later_change, presentation, seed, stall, time_unit};
use crate::studio::scenario::definition::Scenario;
use crate::studio::scenario::unopened::UnopenedScenario;
use crate::studio::scenario::{builtin, link};
use clap::{ArgGroup, Args};
use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::params::value::Value;
use tickscope_core::lab::captures::gathered::ReadCapture;
use tickscope_core::lab::captures::part::{CapturePart, ColumnChoice, TimeUnit};
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::model::config::capture::Capture;
use tickscope_core::model::config::command::{Command, TimedCommand};
use tickscope_core::model::config::computer::{Computer, PlayedPane};
use tickscope_core::model::config::limits::MOST_PANES;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::patch::{Owner, Patch, SettingPath};
use tickscope_core::model::config::script::ScriptPart;
use tickscope_core::model::config::settings::{PaneSettings, PlannedStall, Presentation, Settings, WorldChoice};
use tickscope_core::model::strategies::strategy::{Found, Group};
use tickscope_core::model::worlds::{self, drive};
use tickscope_core::model::{check, scripts, strategies};

/// The group of the options that name captures: those about reading captures need one of them.
pub const READ_CAPTURES: &str = "read-captures";

/// The options that describe the run. [`Shared::scenario`] checks them against each other.
#[derive(Args)]
#[command(next_help_heading = "The run", group = ArgGroup::new(READ_CAPTURES).multiple(true))]
pub struct Shared {
    /// A scenario to begin with: a file, a share code, a link, or one of `tickscope list scenarios`; other options change it
    #[arg(long, value_name = "FILE|NAME", allow_hyphen_values = true)]
    pub scenario: Option<String>,
    /// A loop of your own in JavaScript, repeatable: one more pane, after those of --strategy; `tickscope loop ID` prints one to begin
    /// with
    #[arg(long = "loop", value_name = "FILE", allow_hyphen_values = true)]
    pub loops: Vec<PathBuf>,
    /// The frame times of a game, as PresentMon, CapFrameX, MangoHud, Chrome or the game itself wrote them, repeatable: one more
    /// pane, after those of --loop (docs/captures.md); - is standard input
    #[arg(long = "capture", value_name = "FILE", allow_hyphen_values = true, group = READ_CAPTURES)]
    pub captures: Vec<PathBuf>,
    /// The process of the captures, by its name or number [the game with most frames]
    #[arg(long, value_name = "NAME", allow_hyphen_values = true, requires = READ_CAPTURES)]
    process: Option<String>,
    /// Leaves the first S seconds of the captures out [0]
    #[arg(long, value_name = "S", allow_hyphen_values = true, requires = READ_CAPTURES, value_parser = capture_start)]
    capture_from: Option<f64>,
    /// The column of frame times or moments in a capture whose form is not known, by its name or number; several with + between them are
    /// added up, as in `'update_ms+draw_ms'` [found by names and values]
    #[arg(long, value_name = "NAME", allow_hyphen_values = true, requires = READ_CAPTURES)]
    column: Option<String>,
    /// The unit of that column, or of a probe's columns: s, ms, us or ns; fps says that it holds rates [found by names and values]
    #[arg(long, value_name = "U", allow_hyphen_values = true, requires = READ_CAPTURES, value_parser = time_unit)]
    unit: Option<TimeUnit>,
    /// That column holds moments, and not how long frames last; `--clock NAME` is `--column NAME --moments`
    #[arg(long, requires = READ_CAPTURES)]
    moments: bool,
    /// The running game that one more pane of a window follows; `None` if there is none.
    #[arg(skip)]
    pub live: Option<Capture>,
    /// The captures; empty until they are first asked for.
    #[arg(skip)]
    read: OnceCell<Vec<ReadCapture>>,
    /// The world (`tickscope list scenes`) [runner; in the window three-movers]
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    scene: Option<String>,
    /// An option of the world, repeatable
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true, value_parser = assignment)]
    scene_set: Vec<(String, Value)>,
    /// A recorded drive to be played, which the window saves; the world is then drive
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    drive: Option<String>,
    #[command(flatten)]
    computer: ComputerOptions,
    /// A stall of MS milliseconds for the first render, update or any operation at or after AT_S seconds, repeatable [render]
    #[arg(long, value_name = "AT_S:MS[:render|update|any]", allow_hyphen_values = true, value_parser = stall)]
    hitch: Vec<PlannedStall>,
    /// The seed of everything random [0]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = seed)]
    seed: Option<u64>,
    /// latest, interpolate, extrapolate, extrapolate-to-contact or extrapolate-straight [as published]
    #[arg(long, value_name = "HOW", allow_hyphen_values = true, value_parser = presentation)]
    presentation: Option<Presentation>,
    /// Each loop runs as its published listing compiles: in its floats (`sums`), with its constants (`threshold_ms`), or in whole ms
    /// (`whole_ms`) on a clock of at least 1 ms; beside loops of other listings such a pane has a computer of its own. What --set
    /// sets is stronger
    #[arg(long)]
    as_compiled: bool,
    /// A parameter of the loop, or any setting by its path as in `computer.render_ms=45`, repeatable; `off` switches a published
    /// maximum off, `derived` goes back to a derived default, `default` unsets
    #[arg(long, value_name = "NAME|PATH=VALUE", allow_hyphen_values = true)]
    set: Vec<String>,
    /// A setting that changes in the middle of the run, by its path as in `4:computer.render_ms=70`, repeatable
    #[arg(long, value_name = "AT_S:PATH=VALUE", allow_hyphen_values = true, value_parser = later_change)]
    then: Vec<TimedCommand>,
}

/// The world of a run whose arguments name none.
const USUAL_SCENE: &str = "runner";

/// The loops of the usual comparison that stand beside a running game.
const USUAL_BESIDE_LIVE: usize = 3;

impl Shared {
    /// Returns the part of captures to read, and how to read it.
    pub fn capture_part(&self) -> CapturePart {
        let columns = ColumnChoice { column: self.column.clone(), unit: self.unit, is_clock: self.moments };
        CapturePart { process: self.process.clone(), from_s: self.capture_from.unwrap_or(0.0), columns }
    }

    /// Reads the captures at the first call.
    pub fn captures(&self) -> Result<&[ReadCapture], Refusal> {
        if self.read.get().is_none() {
            let part = self.capture_part();
            let piped = self.captures.iter().filter(|path| path.as_os_str() == files::STANDARD_INPUT).count();
            if piped > 1 {
                return Err(Invalid::new("--capture", "- -", "one -: standard input can be read only once").into());
            }
            let read = self.captures.iter().map(|path| files::read_capture(path, &part).map_err(Invalid::from));
            let _ = self.read.set(read.collect::<Result<_, Invalid>>()?);
        }
        Ok(self.read.get().map_or(&[], Vec::as_slice))
    }

    /// Returns notes about the captures, such as rows that were left out, and about the load that is played in `settings`.
    pub fn capture_notes(&self, settings: &Settings) -> Result<Vec<String>, Refusal> {
        let note = |read: &ReadCapture| format!("{}: {}", read.capture.name, read.report);
        let captures = self.captures()?;
        let is_unknown = |read: &&ReadCapture| !self.computer.sets_display() && read.report.refresh_hz.is_none();
        let unknown = captures.iter().filter(is_unknown).map(|read| {
            let name = &read.capture.name;
            format!("{name}: its display is unknown, so nothing is said of refreshes; --refresh-hz or --vrr says what it was")
        });
        let computer = &settings.computer;
        let played = settings.captured_pane(computer).and_then(PaneSettings::played).filter(|_| computer.plays_load());
        let played = played.map(|capture| format!("{}: its load is played. {}.", capture.name, capture.load.in_words()));
        Ok(captures.iter().map(note).chain(unknown).chain(played).collect())
    }

    pub fn plays_load(&self) -> bool {
        self.computer.play_load()
    }

    /// Returns the pane of a capture, on the display of the options if they name one; `computer` has their values.
    fn captured_pane(&self, capture: &Capture, computer: &Computer) -> PaneSettings {
        let mut pane = PaneSettings::of_capture(capture.clone());
        if self.computer.sets_display() {
            let Computer { refresh_hz, vrr, vrr_lo_hz, vrr_hi_hz, .. } = *computer;
            let usual = Computer { has_unknown_display: false, ..Computer::of_capture().clone() };
            pane.computer = Some(Computer { refresh_hz, vrr, vrr_lo_hz, vrr_hi_hz, ..usual });
        }
        pane
    }

    /// Returns the scenario of a share code or a link in the arguments, whose loops may run only after a person has agreed;
    /// `None` if the argument is neither, or the scenario has no loops of its own.
    pub fn link_with_loops(&self) -> Result<Option<UnopenedScenario>, Refusal> {
        let Some(name) = self.scenario.as_ref().filter(|name| link::is_link_or_code(name)) else { return Ok(None) };
        let read = UnopenedScenario::of_link(name).map_err(|unreadable| Refusal::Usage(format!("--scenario: {unreadable}")))?;
        Ok(Some(read).filter(|unopened| !unopened.loops().is_empty()))
    }

    /// Returns the files that can have loops of the user: the files of `--loop`, and the scenario.
    pub fn files(&self) -> Vec<PathBuf> {
        self.loops.iter().cloned().chain(self.scenario.iter().map(PathBuf::from).filter(|path| path.is_file())).collect()
    }

    /// Returns the scenario to run: the given one or the defaults, changed by every given option. If loops are `named` or the
    /// user gives loops of their own, each of these loops has a pane.
    pub fn scenario(&self, named: &[String], scene: &str) -> Result<Scenario, Refusal> {
        self.scenario_on(named, Settings { scene: WorldChoice::new(scene), ..Settings::default() })
    }

    /// Returns the scenario to run, with `usual` in place of the defaults.
    pub fn scenario_on(&self, named: &[String], usual: Settings) -> Result<Scenario, Refusal> {
        let own = LoopFile::read_all(&self.loops)?;
        self.with_loops(named, &own, usual).map_err(|refusal| match refusal {
            Refusal::Invalid(invalid) => Refusal::Invalid(LoopFile::name_file(&own, invalid)),
            other => other,
        })
    }

    fn with_loops(&self, named: &[String], own: &[LoopFile], usual: Settings) -> Result<Scenario, Refusal> {
        let mut base = match &self.scenario {
            Some(name) => scenario(name)?,
            None => Scenario::from(usual),
        };
        let mut all = base.script.settings().clone();
        self.change_scene(&mut all.scene)?;
        if let Some(file) = &self.drive {
            let read = files::read_drive(Path::new(file));
            all.scene.strokes = read.map_err(|why| Refusal::Usage(format!("--drive: {why}")))?;
            if all.scene.id != drive::KIND.id {
                all.scene = WorldChoice { strokes: all.scene.strokes, ..WorldChoice::new(drive::KIND.id) };
            }
            worlds::check(&all.scene).map_err(|e| e.called("--drive"))?;
        }
        all.seed = self.seed.unwrap_or(all.seed);
        self.computer.patch().change(&mut all)?;
        all.computer.check().map_err(|refused| self.computer.name_option(refused))?;
        all.hitches.extend(&self.hitch);
        all.loops.retain(|known| own.iter().all(|file| file.own.name != known.name));
        all.loops.extend(own.iter().map(|file| file.own.clone()));
        let own = own.iter().filter(|file| !file.is_included).map(|file| file.own.id());
        let named: Vec<String> = named.iter().cloned().chain(own).collect();
        let captures = self.captures()?.iter().map(|read| self.captured_pane(&read.capture, &all.computer));
        let panes: Vec<PaneSettings> = named.iter().map(|id| PaneSettings::new(id)).chain(captures).collect();
        if !panes.is_empty() {
            all.panes = panes;
        } else if self.live.is_some() && self.scenario.is_none() {
            all.panes.truncate(USUAL_BESIDE_LIVE);
        }
        if let Some(live) = &self.live {
            all.panes.push(self.captured_pane(live, &all.computer));
        }
        all.letter_panes()?;
        if self.plays_load() {
            check_played(&all)?;
        }
        self.change_panes(&mut all)?;
        let set = self.apply_paths(&mut all)?;
        let separated = if self.as_compiled { self.compile_listings(&mut all, &set)? } else { Vec::new() };
        let kind = worlds::find(&all.scene.id)?;
        for strategy in &named {
            scripts::find(&all.loops, strategy)?.check_in(kind).map_err(|e| e.called("--strategy"))?;
        }
        let commands = base.script.commands().iter().chain(&self.then).map(|timed| with_separated(timed, &separated)).collect();
        base.script = check::script(all, commands).map_err(|refused| match refused.part {
            ScriptPart::Command(_) => {
                Refusal::Usage(format!("a command of the scenario, or of --then, is not possible with these options: {refused}"))
            }
            _ => Refusal::Invalid(refused.invalid),
        })?;
        Ok(base)
    }

    /// Returns the scenario to run, and its length in seconds.
    pub fn whole_run(&self, strategies: &[String], seconds: Option<f64>) -> Result<(Scenario, f64), Refusal> {
        let scenario = self.scenario(strategies, USUAL_SCENE)?;
        let ends = self.captures()?.iter().map(|read| read.capture.run_seconds());
        let longest = ends.reduce(f64::max);
        let seconds = seconds.or(scenario.seconds).or(longest).unwrap_or(10.0);
        for pane in scenario.script.every_pane() {
            Run::of(&scenario.script, pane, seconds).map_err(|e| {
                let name = format!("--set {}", e.name);
                e.called(name)
            })?;
        }
        Ok((scenario, seconds))
    }

    /// Returns the scenario to run in a window, with at most as many panes as fit on a screen. Without an option for the world,
    /// it has the usual world of the window.
    pub fn scenario_of_a_window(&self, strategies: &[String]) -> Result<Scenario, Refusal> {
        let panes = strategies.len() + self.loops.len() + self.captures.len() + usize::from(self.live.is_some());
        if panes > MOST_PANES {
            let panes = format!("{panes} panes");
            return Err(Invalid::new("--strategy", panes, format!("at most {MOST_PANES} panes")).into());
        }
        self.scenario(strategies, &Settings::of_window().scene.id)
    }

    /// Returns every loop that can run in the chosen world, and a note about each loop that can't.
    fn every_strategy(&self) -> Result<(Vec<String>, Vec<String>), Refusal> {
        let mut choice = WorldChoice::new(if self.drive.is_some() { drive::KIND.id } else { USUAL_SCENE });
        if self.drive.is_none() {
            self.change_scene(&mut choice)?;
        }
        let (every, notes) = strategies::all_in(worlds::find(&choice.id)?);
        Ok((every.into_iter().map(|strategy| strategy.id.to_string()).collect(), notes))
    }

    /// Returns the loops of `chosen`, or every loop that can run in the world if none is chosen and there is no scenario, with
    /// notes about the loops that are left out.
    pub fn chosen_or_every(&self, chosen: &[String]) -> Result<(Vec<String>, Vec<String>), Refusal> {
        let is_captured = !self.captures.is_empty() && !self.plays_load();
        let is_open = chosen.is_empty() && self.loops.is_empty() && !is_captured && self.scenario.is_none();
        if is_open { self.every_strategy() } else { Ok((chosen.to_vec(), Vec::new())) }
    }

    fn change_scene(&self, choice: &mut WorldChoice) -> Result<(), Invalid> {
        if let Some(scene) = &self.scene {
            *choice = WorldChoice::new(scene);
        }
        worlds::check(choice).map_err(|e| e.called("--scene"))?;
        for (name, value) in &self.scene_set {
            choice.options.set(name, value.clone());
            worlds::check(choice).map_err(|e| e.called(format!("--scene-set {name}")))?;
        }
        Ok(())
    }

    /// Returns the assignments of `--set`: with `paths` those to paths, whose names have dots, otherwise those to parameters.
    fn assignments(&self, paths: bool) -> impl Iterator<Item = &str> {
        let has_dot = move |text: &&String| text.split('=').next().is_some_and(|name| name.contains('.')) == paths;
        self.set.iter().filter(has_dot).map(String::as_str)
    }

    /// Sets the values that are given by paths, checks the result once, and returns the values.
    fn apply_paths(&self, settings: &mut Settings) -> Result<Patch, Invalid> {
        let named = |refused: Invalid| {
            let name = format!("--set {}", refused.name);
            refused.called(name)
        };
        let mut all = Patch::default();
        for text in self.assignments(true) {
            all.extend(Patch::parse(text).map_err(named)?);
        }
        all.change(settings).map_err(named)?;
        if !all.is_empty() {
            check::settings(settings).map_err(named)?;
        }
        Ok(all)
    }

    /// Makes every pane what its listing compiles to, but for parameters that `--set` sets by name or, as in `set`, by path.
    /// Returns the panes that got a computer of their own.
    fn compile_listings(&self, settings: &mut Settings, set: &Patch) -> Result<Vec<PaneLetter>, Invalid> {
        let names: Vec<&str> = self.assignments(false).filter_map(|text| text.split('=').next()).collect();
        let mut patch = scripts::as_compiled(settings, &(0..settings.panes.len()).collect::<Vec<_>>());
        patch.retain(|path| {
            let is_set = set.value(path).is_some() || names.contains(&path.name.as_str());
            !is_set || !matches!(path.owner, Owner::Params(_))
        });
        let separated = |path: &SettingPath| match path.owner {
            Owner::PaneComputer(pane) => settings.pane(pane).filter(|found| found.computer.is_none()).map(|_| pane),
            _ => None,
        };
        let separated = patch.paths().filter_map(separated).collect();
        patch.change(settings)?;
        Ok(separated)
    }

    fn change_panes(&self, settings: &mut Settings) -> Result<(), Invalid> {
        let found = (0..settings.panes.len()).map(|index| scripts::of_pane(settings, index));
        let in_text = |e: Invalid| {
            let nearest = option_for(&e.value).map(Into::into).or_else(|| e.nearest.clone());
            if e.place.is_some() { e } else { Invalid { nearest, ..e }.called("--strategy") }
        };
        let chosen: Vec<Found> = found.collect::<Result<_, _>>().map_err(in_text)?;
        if self.scenario.is_none() && !chosen.is_empty() && chosen.iter().all(|strategy| strategy.group == Group::Own) {
            let refused =
                |option: &str| Invalid::new(option, "on", "off: a loop of your own adds up and limits its steps in its text");
            if self.as_compiled {
                return Err(refused("--as-compiled"));
            } else if settings.computer.largest_step {
                return Err(refused("--largest-step"));
            }
        }
        let panes = &mut settings.panes;
        for pane in panes.iter_mut() {
            pane.presentation = self.presentation.or(pane.presentation);
        }
        for text in self.assignments(false) {
            let (name, value) = assignment(text).map_err(|e| e.called("--set"))?;
            let mut known = false;
            for (pane, strategy) in panes.iter_mut().zip(&chosen) {
                if let Some(param) = strategy.param(&name) {
                    known = true;
                    param.check(&value).map_err(|e| e.called(format!("--set {name}")))?;
                    pane.params.set(&name, value.clone());
                }
            }
            if !known {
                return Err(unknown_parameter(&name, &chosen));
            }
        }
        for (pane, strategy) in panes.iter().zip(&chosen) {
            // Each value is in its range, so the refusal is about the values that were set together with those that were not.
            strategy.check(&pane.params).map_err(|e| {
                let given = self.assignments(false).filter_map(|text| text.split_once('='));
                let (names, values): (Vec<&str>, Vec<&str>) = given.unzip();
                let name = format!("--set {}", names.join(", "));
                Invalid::new(name, values.join(", "), format!("{} of {} must be {}", e.name, strategy.id, e.allowed))
            })?;
        }
        Ok(())
    }
}

/// Returns the command, which changes the panes of `separated` too if it changes the shared computer: until now it was theirs.
fn with_separated(timed: &TimedCommand, separated: &[PaneLetter]) -> TimedCommand {
    let mut timed = timed.clone();
    if let Command::Set(patch) = &mut timed.command {
        let shared: Vec<_> = patch.iter().filter(|(path, _)| path.owner == Owner::Computer).collect();
        let mut all = Patch::default();
        for (pane, (path, value)) in separated.iter().flat_map(|pane| shared.iter().map(move |one| (pane, one))) {
            all = all.with(Owner::PaneComputer(*pane).path(&path.name), (*value).clone());
        }
        all.extend(patch.clone());
        *patch = all;
    }
    timed
}

/// Checks that there is a capture whose load can be played, and that the load has the part that is to be played.
fn check_played(settings: &Settings) -> Result<(), Invalid> {
    let pane = settings.captured_pane(&settings.computer);
    let Some((pane, capture)) = pane.and_then(|pane| Some((pane, pane.played()?))) else {
        return Err(Invalid::new("--play-load", "on", "with --capture FILE: it is the load of that"));
    };
    if let PlayedPane::Letter(chosen) = settings.computer.play_pane
        && pane.letter != Some(chosen)
    {
        return Err(Invalid::new("--play-pane", chosen, "first, or the letter of a pane that plays a capture"));
    }
    let (from, end) = (settings.computer.play_lo_s, capture.load.end.as_secs());
    if capture.is_here() && from >= end {
        return Err(Invalid::new("--play-range", from, format!("a beginning before the end of {}, {end:.3} s", capture.name)));
    }
    Ok(())
}

fn unknown_parameter(name: &str, chosen: &[Found]) -> Invalid {
    let mut known: Vec<&str> = chosen.iter().flat_map(|s| s.params.iter()).map(|param| param.name.as_ref()).collect();
    known.sort_unstable();
    known.dedup();
    match (known.as_slice(), chosen) {
        ([], [only]) => Invalid::new("--set", name, format!("{} has no parameters", only.id)),
        ([], _) => Invalid::new("--set", name, "none of these strategies has parameters"),
        _ => Invalid::unknown("--set", name, known),
    }
}

/// Reads the scenario that `name` stands for: a share code or a link, otherwise the name of a built-in scenario, otherwise a
/// file.
fn scenario(name: &str) -> Result<Scenario, Refusal> {
    let unreadable =
        |unreadable: crate::studio::scenario::definition::Unreadable| Refusal::Usage(format!("--scenario: {unreadable}"));
    if link::is_link_or_code(name) {
        return link::read(name).map_err(unreadable);
    }
    match builtin::find(name) {
        Ok(builtin) => builtin.scenario().map_err(unreadable),
        Err(unknown) => {
            let path = Path::new(name);
            let means_a_file = path.exists() || name.contains(['/', '\\']) || path.extension().is_some();
            if means_a_file {
                return files::read_scenario(path).map_err(|why| Refusal::Usage(format!("--scenario: {why}")));
            }
            let allowed = format!("a file, a share code, a link, or {}", unknown.allowed);
            Err(Invalid { allowed, ..unknown.called("--scenario") }.into())
        }
    }
}
