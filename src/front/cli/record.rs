//! `tickscope record`: a film or a still, with a progress line on a terminal.

use crate::front::film;
use crate::front::film::error::FilmError;
use crate::front::film::record::{RecordedFilm, record_film};
use crate::studio::arguments::files::{self, LoopFile};
use crate::studio::arguments::refusal::Refusal;
use crate::studio::arguments::shared::Shared;
use crate::studio::arguments::values::{letter, number, run_length, words};
use crate::studio::scenario::definition::Scenario;
use crate::studio::view::Theme;
use crate::studio::view::film_format::Format;
use crate::studio::view::film_spec::{self, FPS, FilmSpec, MOMENT_S, SIDE};
use crate::studio::view::watching::SPEED;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::time::Time;
use tickscope_core::model::config::pane_letter::PaneLetter;

const THEMES: &[(&str, Theme)] = &[("dark", Theme::Dark), ("light", Theme::Light)];

#[derive(Args)]
pub struct RecordArgs {
    #[arg(long, short, value_name = "FILE", allow_hyphen_values = true, help = formats())]
    output: String,
    /// How many seconds of the run the film shows; the moment of a still [the scenario's, or 10]
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = run_length)]
    seconds: Option<f64>,
    /// Where in the run the film begins, s [0, or where the step of the lesson does]
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = number(MOMENT_S))]
    from: Option<f64>,
    /// Frames a second, a whole number that the format can show exactly [60, or the nearest]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = number(FPS))]
    fps: Option<f64>,
    /// Pixels
    #[arg(long, value_name = "WxH", allow_hyphen_values = true, default_value = "1280x720", value_parser = size)]
    size: [u32; 2],
    /// Laboratory seconds a second of the film: 0.1 is slow motion
    #[arg(long, value_name = "X", allow_hyphen_values = true, default_value_t = 1.0, value_parser = number(SPEED))]
    speed: f64,
    /// Pixels a point: larger makes text and lines larger
    #[arg(long, value_name = "X", allow_hyphen_values = true, default_value_t = 1.0, value_parser = number(film_spec::ZOOM))]
    zoom: f64,
    /// A line under the panes, over the captions of a scenario
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    caption: Option<String>,
    /// All numbers in every pane
    #[arg(long)]
    numbers: bool,
    /// The whole window, not only the panes
    #[arg(long)]
    panel: bool,
    /// Only this pane, A to F
    #[arg(long, value_name = "LETTER", allow_hyphen_values = true, value_parser = letter)]
    pane: Option<PaneLetter>,
    /// The colours [the scenario's, or dark]
    #[arg(long, value_name = "THEME", allow_hyphen_values = true, value_parser = words(THEMES))]
    theme: Option<Theme>,
    /// Gives the virtual display a rate whose frames the film can show evenly
    #[arg(long)]
    fit_display: bool,
    /// A pane's loop, up to six times (`tickscope list strategies`)
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    strategy: Vec<String>,
    /// A lesson instead of a run, with its texts as captions, up to the end of a set-up: one of `tickscope lesson --list`, or a file
    #[arg(long, value_name = "ID|FILE", allow_hyphen_values = true, conflicts_with = "strategy")]
    lesson: Option<String>,
    /// The step at which the film of a lesson begins, from 1 on
    #[arg(long, value_name = "N", allow_hyphen_values = true, requires = "lesson", default_value_t = 1)]
    step: usize,
    #[command(flatten)]
    pub shared: Shared,
}

/// Returns the help of `--output`, which names the formats.
fn formats() -> String {
    let formats = Format::ALL.map(|format| format!(".{} {}", format.row().ending, format.row().about));
    format!("The file, whose ending is its format. {}", formats.join(" "))
}

impl RecordArgs {
    pub fn read(&self) -> Result<(Scenario, FilmSpec), Refusal> {
        let format = Format::of(Path::new(&self.output))?;
        let (mut scenario, lasts) = self.run(format)?;
        let from_s = self.from.unwrap_or(lasts.map_or(0.0, |[from, _]| from));
        let seconds = self.seconds.or(lasts.map(|[_, to]| to - from_s)).or(scenario.seconds).unwrap_or(10.0);
        scenario.theme = self.theme.or(scenario.theme);
        scenario.view.numbers |= self.numbers;
        let usual = format.nearest_exact_rate(60);
        let settings = scenario.script.settings();
        let spec = FilmSpec {
            path: self.output.clone(),
            fps: self.fps.map_or(usual, |fps| fps as u32),
            size: self.size,
            zoom: self.zoom,
            from_s,
            to_s: from_s + seconds,
            speed: self.speed,
            caption: self.caption.clone().unwrap_or_default(),
            panel: self.panel,
            pane: self.pane.map(|letter| settings.find_pane(letter).map_err(|e| e.called("--pane"))).transpose()?,
            fit_display: self.fit_display,
        };
        film::record::check(&spec)?;
        Ok((scenario, spec))
    }

    /// Returns the scenario to run, and for a lesson the beginning and the end of its film in the run, in seconds; `None` without
    /// a lesson.
    fn run(&self, format: Format) -> Result<(Scenario, Option<[f64; 2]>), Refusal> {
        let Some(name) = &self.lesson else { return Ok((self.shared.scenario_of_a_window(&self.strategy)?, None)) };
        let lesson = files::read_lesson(name).map_err(|why| Refusal::Usage(format!("--lesson: {why}")))?.lesson;
        let count = lesson.steps.len();
        if !(1..=count).contains(&self.step) {
            return Err(Invalid::new("--step", self.step, format!("1 to {count}")).into());
        }
        let step = self.step - 1;
        let (scenario, lasts) = if format == Format::Png { lesson.to_still(step)? } else { lesson.to_film(step)? };
        Ok((scenario, Some(lasts.map(Time::as_secs))))
    }
}

fn size(text: &str) -> Result<[u32; 2], Invalid> {
    let refusal = || Invalid::new("size", text, "WIDTHxHEIGHT as in 1280x720, 64 to 4096 pixels a side");
    let (width, height) = text.split_once(['x', '×']).ok_or_else(refusal)?;
    let side = |text: &str| number(SIDE)(text).map(|side| side as u32).map_err(|_| refusal());
    Ok([side(width)?, side(height)?])
}

/// Records the film, and prints its size and the time that it took. Ctrl C, SIGTERM and SIGHUP cancel it, and leave no file.
/// `loops` are the files of the user's own loops.
pub fn record(scenario: &Scenario, loops: &[PathBuf], spec: &FilmSpec, mut to: impl Write) -> Result<(), FilmError> {
    let rates = scenario.script.settings();
    let rates = (0..rates.panes.len()).map(|pane| rates.computer_of(pane).refresh_hz);
    let mut rates = rates.filter(|_| spec.frames() > 1 && !spec.fit_display);
    if let Some(loss) = rates.find_map(|hz| spec.loss(hz)) {
        let _ = writeln!(std::io::stderr(), "tickscope: note: {loss}: --fit-display");
    }
    let is_cancelled = Arc::new(AtomicBool::new(false));
    let flag = is_cancelled.clone();
    // Without a handler a signal still ends the program, but leaves the temporary file.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));

    let bar = if std::io::stderr().is_terminal() { ProgressBar::new(spec.frames()) } else { ProgressBar::hidden() };
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} frames, {eta} left") {
        bar.set_style(style);
    }
    let recorded = record_film(scenario, spec, |done| {
        bar.set_position(done);
        !is_cancelled.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    let recorded = recorded?;
    let _ = to.write_all(describe(&recorded, spec).as_bytes());
    recorded.fault.map_or(Ok(()), |fault| Err(LoopFile::name_path(loops, fault).into()))
}

fn describe(film: &RecordedFilm, spec: &FilmSpec) -> String {
    let RecordedFilm { written, frames, drawn, encoded, .. } = film;
    let [width, height] = spec.size;
    let (drawn, encoded) = (drawn.as_secs_f64(), encoded.as_secs_f64());
    format!(
        "{}: {frames} frames of {width}×{height}, {:.2} MB\ndrawn in {drawn:.1} s, {:.0} a second; written in {encoded:.1} s, {:.0} % of the time\n",
        written.path.display(),
        written.bytes as f64 / 1e6,
        *frames as f64 / drawn.max(1e-9),
        100.0 * encoded / (drawn + encoded).max(1e-9),
    )
}
