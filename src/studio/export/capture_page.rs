//! The page about a capture: as text, and as HTML with its plots.

use super::capture_plot::svg;
use super::tables::TextTable;
use crate::studio::view::html_page::{escape, html_page};
use std::fmt::Write as _;
use tickscope_core::base::time::Span;
use tickscope_core::lab::findings::capture_summary::{CaptureSummary, SlowMoment, ToldEntry};

const STYLE: &str = "h2{font-size:11pt;margin:1.1em 0 .3em}table{border-collapse:collapse}td,th{padding:.08em .9em .08em 0;text-align:left;font-weight:normal}\
td.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}svg{width:100%;height:auto;margin:.6em 0}.c{display:flex;flex-wrap:wrap;gap:0 3.5em}.c div{break-inside:avoid}";

/// A fact of the page: its name, and its value in words.
pub struct Fact {
    pub name: &'static str,
    pub value: String,
}

/// Returns the facts of a page, without the rates and the moments.
pub fn facts(summary: &CaptureSummary) -> Vec<Fact> {
    let CaptureSummary { median, shortest, longest, .. } = summary;
    let (frames, shown) = (summary.capture.frames.len(), summary.capture.facts.shown);
    let [shortest, median, longest] = [shortest, median, longest].map(|span| span.as_millis());
    let seconds = summary.shown().as_secs();
    let lasts = format!("{shown} of {frames} displayed, {seconds:.3} s from the first to the last");
    let times = format!("median {median:.2} ms, shortest {shortest:.2} ms, longest {longest:.2} ms");
    vec![
        Fact { name: "Frames", value: lasts },
        Fact { name: "Frame times", value: times },
        Fact { name: "Stutter", value: stutter(summary) },
    ]
}

fn stutter(summary: &CaptureSummary) -> String {
    let count = |count: usize, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    let (hitches, stalls) = (summary.hitches.len(), summary.stalls.len());
    let both = match (hitches, stalls) {
        (_, 0) => count(hitches, "hitch", "hitches"),
        (0, _) => count(stalls, "stall", "stalls"),
        _ => format!("{} and {}", count(hitches, "hitch", "hitches"), count(stalls, "stall", "stalls")),
    };
    if hitches + stalls == 0 {
        return both;
    }
    let (seconds, percent, late) = (summary.stutter.as_secs(), summary.stutter_percent(), summary.late_ms_per_s());
    format!("{both}: {seconds:.3} s ({percent:.1} %), {late:.1} ms/s longer than the frames around")
}

/// Returns where the slow frame of a moment is in the file; in a file without lines, which frame it is.
pub fn place(moment: &SlowMoment) -> String {
    moment.line.map_or_else(|| format!("frame {}", moment.frame_time.frame + 1), |line| line.to_string())
}

/// Returns the page as text, at most a hundred letters wide.
pub fn text(summary: &CaptureSummary) -> String {
    let mut page = format!("About {}\n\n", summary.capture.name);
    for Fact { name, value } in facts(summary) {
        let _ = writeln!(page, "{name:12} {value}");
    }
    let rates = |from: usize, to: usize| {
        let all = summary.rates.iter().take(to).skip(from).map(|rate| format!("{} {:.1}", rate.name, rate.fps));
        all.collect::<Vec<_>>().join(" · ")
    };
    for (name, rates) in [("FPS", rates(0, 7)), ("", rates(7, 9)), ("", rates(9, usize::MAX))] {
        let _ = writeln!(page, "{name:12} {rates}");
    }
    if summary.worst.is_empty() {
        return page + "\nNo frame stays longer than the frames around it.\n";
    }
    let mut table = TextTable::new(&["worst moments: line", "second", "ms", "frames around, ms", ""]);
    for moment in &summary.worst {
        table.add(cells(moment));
    }
    page + "\n" + &table.finish(0)
}

/// Returns the row of a moment in a table: where, when, how long, how long around it, and whether it stutters.
fn cells(moment: &SlowMoment) -> [String; 5] {
    let stay = moment.frame_time.stay;
    let kind = if moment.frame_time.stutters { "stutter" } else { "" };
    let ms = |span: Span| format!("{:.2}", span.as_millis());
    [place(moment), format!("{:.3}", stay.begin.as_secs()), ms(stay.length), ms(moment.around), kind.to_owned()]
}

/// Returns the page as one HTML file without outside references.
pub fn html(summary: &CaptureSummary) -> String {
    let name = &summary.capture.name;
    let facts = facts(summary).into_iter().map(|fact| row(&[fact.name], &[&fact.value], ""));
    let rates = summary.rates.iter().map(|rate| row(&[rate.name], &[&format!("{:.1}", rate.fps)], " class=n"));
    let worst = summary.worst.iter().map(|moment| row(&[], &cells(moment).each_ref().map(String::as_str), " class=n"));
    let read = match &*summary.capture.about {
        "" => "The frames come from a scenario: what the file held besides them is not known.",
        about => about,
    };
    let body = format!(
        "<p>{}</p>\n<table>{}</table>\n{}\n{}<div class=c><div><h2>Displayed frames a second</h2><table>{}</table></div>\
         <div><h2>The worst moments</h2><table>{}{}</table></div></div>\n\
         <p>A frame time is the time from one flip to the next. One frame in a hundred is slower than P1. The frames around a moment are the \
         seven before it and the seven after it; their number is the median. Hitches and stalls are those of tickscope findings.</p>\n\
         <footer>tickscope report --capture {} --html FILE</footer>",
        escape(read),
        facts.collect::<String>(),
        svg(summary),
        told(&summary.told),
        rates.collect::<String>(),
        row(&["line", "second", "ms", "around, ms"], &[], ""),
        worst.collect::<String>(),
        escape(name),
    );
    html_page(&format!("About {name}"), STYLE, &body)
}

fn told(entries: &[ToldEntry]) -> String {
    let entry = |entry: &ToldEntry| {
        let sentences = entry.sentences.iter().fold(String::new(), |all, sentence| all + " " + &escape(sentence));
        let [from, to] = [entry.from, entry.to].map(|moment| format!("{:.1}", moment.as_secs()));
        format!("<tr><td class=n>{from} – {to} s<td>{}.{sentences}", escape(&entry.headline))
    };
    let entries: String = entries.iter().map(entry).collect();
    if entries.is_empty() { entries } else { format!("<h2>What was found</h2><table>{entries}</table>\n") }
}

/// Returns a row of a table: its heads, and then its cells with this attribute.
fn row(heads: &[&str], cells: &[&str], attribute: &str) -> String {
    let heads = heads.iter().map(|head| format!("<th>{}", escape(head)));
    let cells = cells.iter().map(|cell| format!("<td{attribute}>{}", escape(cell)));
    format!("<tr>{}\n", heads.chain(cells).collect::<String>())
}
