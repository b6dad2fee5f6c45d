//! `tickscope record`: a film or a still.

use crate::base::params::{Invalid, Param};
use crate::front::film;
use crate::model::config::FilmSpec;
use crate::model::config::film_format::Format;
use crate::model::config::film_spec::{self, FPS, MOMENT_S, SIDE};
use crate::model::config::view::Theme;
use crate::model::config::watching::SPEED;
use crate::studio::arguments::values::{letter, number, run_length, word};
use crate::studio::arguments::{Refusal, Shared};
use crate::studio::scenario::Scenario;
use clap::Args;
use std::path::Path;

/// The options of `record`.
#[derive(Args)]
pub struct RecordArgs {
    /// The file: .mp4 .webm (with ffmpeg) .gif .apng .png, or a sequence as in frames/%05d.png; frames/ alone must be
    /// new or empty, or hold only frames of an earlier film, which this one replaces
    #[arg(long, short, value_name = "FILE", allow_hyphen_values = true)]
    output: String,
    /// How many seconds of the run the film shows; the moment of a still [the scenario's, or 10]
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    seconds: Option<String>,
    /// Where in the run the film begins, s [0]
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    from: Option<String>,
    /// Frames a second, a whole number: any in videos, 50, 25, 20 … in GIF [60, or the nearest]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    fps: Option<String>,
    /// Pixels [1280x720]
    #[arg(long, value_name = "WxH", allow_hyphen_values = true)]
    size: Option<String>,
    /// Laboratory seconds a second of the film: 0.1 is slow motion [1]
    #[arg(long, value_name = "X", allow_hyphen_values = true)]
    speed: Option<String>,
    /// Pixels a point: larger makes text and lines larger [1]
    #[arg(long, value_name = "X", allow_hyphen_values = true)]
    zoom: Option<String>,
    /// A line under the panes
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    caption: Option<String>,
    /// All numbers in every pane
    #[arg(long)]
    numbers: bool,
    /// The whole window, not only the panes
    #[arg(long)]
    panel: bool,
    /// Only this pane, A to F
    #[arg(long, value_name = "LETTER", allow_hyphen_values = true)]
    pane: Option<String>,
    /// dark or light [the scenario's, or dark]
    #[arg(long, value_name = "THEME", allow_hyphen_values = true)]
    theme: Option<String>,
    /// Gives the virtual display a rate whose frames the film can show evenly
    #[arg(long)]
    fit_display: bool,
    /// A pane's loop, up to six times (`tickscope list strategies`)
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    strategy: Vec<String>,
    #[command(flatten)]
    shared: Shared,
}

impl RecordArgs {
    /// Returns the scenario to run, and the film to make of it.
    pub fn read(&self) -> Result<(Scenario, FilmSpec), Refusal> {
        let mut scenario = self.shared.scenario_of_a_window(&self.strategy)?;
        let format = Format::of(Path::new(&self.output))?;
        let plain = |option: &str, param: &Param, text: &Option<String>, default: f64| {
            text.as_ref().map_or(Ok(default), |text| number(option, param, text))
        };
        let seconds = self.seconds.as_deref().map(run_length).transpose()?.or(scenario.seconds).unwrap_or(10.0);
        let from_s = plain("--from", &MOMENT_S, &self.from, 0.0)?;
        if let Some(theme) = &self.theme {
            scenario.theme = Some(word("--theme", theme, &[("dark", Theme::Dark), ("light", Theme::Light)])?);
        }
        scenario.view.numbers |= self.numbers;
        let usual = format.nearest_exact_rate(60);
        let pane = self.pane.as_deref().map(|text| letter("--pane", text)).transpose()?;
        let settings = scenario.script.settings();
        let spec = FilmSpec {
            path: self.output.clone(),
            fps: plain("--fps", &FPS, &self.fps, f64::from(usual))? as u32,
            size: self.size.as_deref().map_or(Ok(FilmSpec::default().size), size)?,
            zoom: plain("--zoom", &film_spec::ZOOM, &self.zoom, 1.0)?,
            from_s,
            to_s: from_s + seconds,
            speed: plain("--speed", &SPEED, &self.speed, 1.0)?,
            caption: self.caption.clone().unwrap_or_default(),
            panel: self.panel,
            pane: pane.map(|letter| settings.find_pane(letter).map_err(|e| e.called("--pane"))).transpose()?,
            fit_display: self.fit_display,
        };
        film::check(&spec)?;
        Ok((scenario, spec))
    }
}

fn size(text: &str) -> Result<[u32; 2], Invalid> {
    let refusal = || Invalid::new("--size", text, "WIDTHxHEIGHT as in 1280x720, 64 to 4096 pixels a side");
    let (width, height) = text.split_once(['x', '×']).ok_or_else(refusal)?;
    let side = |text: &str| number("--size", &SIDE, text).map(|side| side as u32).map_err(|_| refusal());
    Ok([side(width)?, side(height)?])
}
