//! The plots of a capture as SVG: frame times over time, and their histogram below.

use std::fmt::Write as _;
use tickscope_core::base::numbers::trimmed;
use tickscope_core::base::time::Span;
use tickscope_core::lab::findings::capture_summary::{CaptureSummary, Histogram, PlotColumn};

/// The size of the plots, in pixels.
const SIZE: [f64; 2] = [900.0, 470.0];
const OVER_TIME: PlotArea = PlotArea { left: 52.0, right: 886.0, top: 26.0, bottom: 236.0 };
const FREQUENCIES: PlotArea = PlotArea { left: 52.0, right: 886.0, top: 296.0, bottom: 436.0 };
/// The largest number of marks at an axis across, and at one that goes up.
const MARKS: [usize; 2] = [12, 5];
/// The least height of a bin with frames, in pixels, so that a single frame is seen.
const LEAST_BAR: f64 = 1.5;

/// The style of the plots. It stands inside of them, because they are files of their own too.
const STYLE: &str = ".cp-b{fill:#fff}.cp-t{fill:#333;font:11px system-ui,sans-serif}.cp-g{stroke:#999;stroke-opacity:.35}\
.cp-f{fill:#2f6fc0}.cp-s{fill:#d1242f}.cp-m{stroke:#333;stroke-dasharray:5 4}\
@media screen and (prefers-color-scheme:dark){.cp-b{fill:#16181d}.cp-t{fill:#ccc}.cp-f{fill:#6ea8e8}.cp-s{fill:#ff6b5f}.cp-m{stroke:#ccc}}";

/// Returns the plots as one SVG, which has its own style and background.
pub fn svg(summary: &CaptureSummary) -> String {
    let [width, height] = SIZE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\
         <title>Frame times over time, and their histogram</title><style>{STYLE}</style><rect class=\"cp-b\" width=\"{width}\" height=\"{height}\"/>\n"
    );
    over_time(&mut svg, summary);
    frequencies(&mut svg, &summary.histogram);
    svg + "</svg>\n"
}

/// A place for a plot, in pixels.
struct PlotArea {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl PlotArea {
    /// Returns the place of a share of the width, 0 to 1.
    fn x(&self, share: f64) -> f64 {
        self.left + share * (self.right - self.left)
    }

    /// Returns the place of a share of the height, 0 at the bottom and 1 at the top.
    fn y(&self, share: f64) -> f64 {
        self.bottom - share * (self.bottom - self.top)
    }

    /// Draws the marks of both axes. Each axis is a range of values.
    fn axes(&self, svg: &mut String, across: [f64; 2], up: f64) {
        for value in marks(across, MARKS[0]) {
            let x = self.x((value - across[0]) / (across[1] - across[0]));
            line(svg, "cp-g", [x, self.top, x, self.bottom]);
            text(svg, [x, self.bottom + 15.0], "middle", &trimmed(value, 3));
        }
        for value in marks([0.0, up], MARKS[1]) {
            let y = self.y(value / up);
            line(svg, "cp-g", [self.left, y, self.right, y]);
            text(svg, [self.left - 6.0, y + 4.0], "end", &trimmed(value, 3));
        }
    }

    /// Draws bars that stand on the bottom. Each has its left and right end and its height, as shares.
    fn bars(&self, svg: &mut String, class: &str, bars: impl Iterator<Item = [f64; 3]>) {
        let path = bars.fold(String::new(), |path, [from, to, height]| {
            let [left, right, top] = [self.x(from), self.x(to), self.y(height).min(self.bottom - LEAST_BAR)];
            path + &format!("M{left:.1} {:.1}V{top:.1}H{right:.1}V{:.1}z", self.bottom, self.bottom)
        });
        let _ = writeln!(svg, "<path class=\"{class}\" d=\"{path}\"/>");
    }
}

fn over_time(svg: &mut String, summary: &CaptureSummary) {
    let (area, columns) = (&OVER_TIME, &summary.columns);
    let highest = summary.longest.as_millis().max(f64::MIN_POSITIVE) * 1.05;
    let bar = |(index, column): (usize, &PlotColumn)| {
        let count = columns.len() as f64;
        [index as f64 / count, (index + 1) as f64 / count, column.longest.as_millis() / highest]
    };
    let of = |stutters: bool| {
        let is_meant = move |(_, column): &(usize, &PlotColumn)| column.stutters == stutters && column.longest > Span::ZERO;
        columns.iter().enumerate().filter(is_meant).map(bar)
    };
    area.axes(svg, [0.0, summary.capture.end().as_secs()], highest);
    area.bars(svg, "cp-f", of(false));
    area.bars(svg, "cp-s", of(true));
    let (median, y) = (summary.median.as_millis(), area.y(summary.median.as_millis() / highest));
    line(svg, "cp-m", [area.left, y, area.right, y]);
    let title = format!("Frame times in ms over seconds. Red: hitches and stalls. Dashed: the median, {median:.2} ms");
    text(svg, [area.left, area.top - 10.0], "start", &title);
}

fn frequencies(svg: &mut String, histogram: &Histogram) {
    let area = &FREQUENCIES;
    let Histogram { from, width, counts, longer } = histogram;
    let most = counts.iter().chain([longer]).copied().max().unwrap_or(0).max(1) as f64 * 1.05;
    // The longer frame times stand behind a gap of one bin.
    let places = counts.len() as f64 + if *longer > 0 { 2.0 } else { 0.0 };
    let to = *from + width.scaled(places);
    let bar = |place: usize, count: usize| [(place as f64 + 0.06) / places, (place as f64 + 0.94) / places, count as f64 / most];
    let filled = |(_, count): &(usize, &usize)| **count > 0;
    let scale = [from.as_millis(), to.as_millis().max(from.as_millis() + f64::MIN_POSITIVE)];
    if *longer > 0 {
        let behind = format!("Last bar: {longer} longer than {} ms", trimmed(histogram.to().as_millis(), 3));
        text(svg, [area.right, area.top - 10.0], "end", &behind);
    }
    area.axes(svg, scale, most);
    let behind = (*longer > 0).then(|| bar(counts.len() + 1, *longer));
    area.bars(svg, "cp-f", counts.iter().enumerate().filter(filled).map(|(place, count)| bar(place, *count)).chain(behind));
    let title = format!("Frames by their frame time in ms, in bins of {} ms", width.as_millis());
    text(svg, [area.left, area.top - 10.0], "start", &title);
}

fn line(svg: &mut String, class: &str, [x1, y1, x2, y2]: [f64; 4]) {
    let _ = writeln!(svg, "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>");
}

fn text(svg: &mut String, [x, y]: [f64; 2], anchor: &str, text: &str) {
    let _ = writeln!(svg, "<text class=\"cp-t\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>");
}

/// Returns round values in a range, the first and the last one at most at its ends: at most `most`.
pub fn marks([from, to]: [f64; 2], most: usize) -> Vec<f64> {
    let tens = std::iter::successors(Some(0.001), |step| Some(step * 10.0));
    let mut steps = tens.take(12).flat_map(|ten| [1.0, 2.0, 5.0].map(|times| times * ten));
    let count = |step: f64| ((to / step).floor() - (from / step).ceil() + 1.0).max(0.0);
    let Some(step) = steps.find(|step| count(*step) <= most as f64) else { return Vec::new() };
    (0..count(step) as usize).map(|number| ((from / step).ceil() + number as f64) * step).collect()
}
