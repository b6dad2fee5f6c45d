//! The handout of a lesson: one page on paper, without outside references.

use super::definition::{Bet, BetAnswer, Lesson, LessonStep, StepTask, WHICH_LOOP};
use super::link::link;
use super::quantity::UNKNOWN;
use super::text::LessonText;
use super::trial::TrialNumbers;
use crate::studio::view::html_page::{escape, html_page};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write as _;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::time::Time;
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::model::config::settings::Settings;

/// The moment that a still shows of a set-up without an end, in seconds.
const STILL_S: f64 = 6.0;
/// A blank for a number that the reader fills in from the run.
const BLANK: &str = "<span class=blank></span>";

const STYLE: &str = "ol{padding-left:1.6em;margin:.6em 0}li{margin:.45em 0;break-inside:avoid}\
img{width:64%;display:block;border:1px solid #999;margin:.3em 0}.q li{display:inline-block;margin:.1em 1.6em .1em 0}.q{list-style:none;padding:0;margin:.2em 0}\
.q li::before{content:'\\25A1\\00A0'}\
.blank{display:inline-block;width:3em;border-bottom:1px solid}.qr{float:right;width:26mm;background:#fff}.s{color:#06c}";

impl Lesson {
    /// Returns the moment at which a still shows each set-up: the end of its last step that stops, or of its first bet unless
    /// `with_answers`.
    pub fn stills(&self, with_answers: bool) -> Vec<Time> {
        let moment = |setup: usize| {
            let steps = || self.steps.iter().filter(|step| step.setup == setup);
            let bet = steps().find(|step| !with_answers && matches!(step.task, StepTask::Bet(_)));
            if let Some(asked) = bet.and_then(|bet| bet.end) {
                return asked;
            }
            let ends = steps().filter_map(|step| step.end);
            ends.max().filter(|end| *end > Time::ZERO).unwrap_or_else(|| Time::from_secs(STILL_S))
        };
        (0..self.setups.len()).map(moment).collect()
    }

    /// Returns the page. `stills` are PNG files, one for each set-up; `solutions` adds the answers; `base` is the address of the
    /// links.
    pub fn handout(&self, stills: &[Vec<u8>], solutions: bool, base: Option<&str>) -> Result<String, Invalid> {
        let mut steps = String::new();
        let mut shown = None;
        for (number, step) in self.steps.iter().enumerate() {
            let picture = (shown != Some(step.setup)).then(|| stills.get(step.setup)).flatten();
            shown = Some(step.setup);
            let _ = write!(
                steps,
                "<li>{}{}</li>",
                self.step(number, step, solutions, base)?,
                picture.map(|png| still(png)).unwrap_or_default()
            );
        }
        let about = escape(&self.about);
        let minutes = self.minutes;
        let code = base.map(|base| qr_code(&link(base, &self.id, 0))).unwrap_or_default();
        let solved = if solutions { " · with solutions" } else { "" };
        let id = escape(&self.id);
        let body = format!(
            "{code}<p>{about} {minutes:.0} minutes{solved}.</p>\n<ol>{steps}</ol>\n<footer>tickscope --lesson {id}</footer>"
        );
        Ok(html_page(&self.name, STYLE, &body))
    }

    fn step(&self, number: usize, step: &LessonStep, solutions: bool, base: Option<&str>) -> Result<String, Invalid> {
        let setup = &self.setups[step.setup].script;
        let settings = self.settings_in(number);
        // The numbers of a run stay blank, because the reader fills them in.
        let blank = |text: &LessonText| escape(&text.fill(&settings, |_| None)).replace(UNKNOWN, BLANK);
        let mut html = if solutions { escape(&self.text_at_end(number, &mut Lab::new(setup)?)) } else { blank(&step.text) };
        match &step.task {
            StepTask::Look => {}
            StepTask::Bet(bet) => {
                let answers = bet.answers.iter().map(|answer| format!("<li>{}</li>", escape(&answer.answer)));
                let _ = write!(html, "<ul class=q>{}</ul>", answers.collect::<String>());
                if solutions {
                    let numbers = bet.trial(setup.clone(), step.end.unwrap_or(Time::ZERO)).run()?;
                    html += &solved(bet, &numbers.first().cloned().unwrap_or_default(), &settings);
                }
            }
            StepTask::Exercise(exercise) => {
                let hint = blank(&exercise.hint);
                let _ = write!(html, "<p><i>{hint}</i></p>");
                if solutions {
                    let _ = write!(html, "<p class=s>{}</p>", escape(&exercise.solution.in_words()));
                }
            }
            StepTask::Open(target) => {
                let target = if target == WHICH_LOOP { "Comparisons → Which loop?" } else { target };
                let _ = write!(html, " ({})", escape(target));
            }
        }
        if let Some(base) = base {
            let address = escape(&link(base, &self.id, number));
            let _ = write!(html, " <a href=\"{address}\">→</a>");
        }
        Ok(html)
    }
}

/// Returns the sentences about every answer of a bet that these numbers decide.
fn solved(bet: &Bet, numbers: &TrialNumbers, settings: &Settings) -> String {
    let right = bet.right(numbers);
    let sentence = |(index, answer): (usize, &BetAnswer)| {
        let says = escape(&answer.says.fill(settings, |quantity| numbers.of(quantity)));
        let mark = if right == Some(index) { "right. " } else { "" };
        format!("<p class=s>{}: {mark}{says}</p>", escape(&answer.answer))
    };
    bet.answers.iter().enumerate().map(sentence).collect()
}

/// Returns an address as a QR code; empty if the address is too long for one.
fn qr_code(address: &str) -> String {
    let Ok(code) = QrCode::encode_text(address, QrCodeEcc::Medium) else { return String::new() };
    let size = code.size();
    let dark = (0..size).flat_map(|y| (0..size).map(move |x| (x, y))).filter(|(x, y)| code.get_module(*x, *y));
    let path = dark.fold(String::new(), |path, (x, y)| path + &format!("M{x} {y}h1v1h-1z"));
    // The standard requires an empty border of four modules around the code.
    format!("<svg class=qr viewBox=\"-4 -4 {0} {0}\"><title>{1}</title><path d=\"{path}\"/></svg>", size + 8, escape(address))
}

fn still(png: &[u8]) -> String {
    format!("<img alt=\"\" src=\"data:image/png;base64,{}\">", STANDARD.encode(png))
}
