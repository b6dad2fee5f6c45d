//! The code view: the file that runs, with the line lit that runs now. Its lines are painted, so that any of them can glow.

use crate::base::time::Span;
use crate::front::ui::instruments::timeline::Pointed;
use crate::front::ui::panel::loop_panel::in_words;
use crate::front::ui::style::icons;
use crate::front::ui::style::look::Look;
use crate::lab::metrics::Stage;
use crate::lab::recording::BlockKind;
use crate::studio::session::Session;
use egui::text::{LayoutJob, TextFormat};
use egui::{Align, Align2, Color32, FontId, Id, Layout, Rect, RichText, ScrollArea, Sense, Stroke, Ui, pos2, vec2};

const SIZE: f32 = 12.0;
const LINE: f32 = 16.0;
const NUMBER: f32 = 30.0;
/// The time for which a line glows after it has run, in real seconds.
const GLOW: f64 = 0.4;

/// Shows the code of the selected pane, or of the one that is pointed at.
pub fn show(ui: &mut Ui, look: Look, session: &Session, pointed: Option<Pointed>) {
    let index = pointed.map_or(session.selected(), |pointed| pointed.pane);
    let seen = session.seen(index);
    let strategy = seen.strategy();
    let whole_id = Id::unique("code: the whole file");
    let mut whole = ui.data(|data| data.get_temp::<bool>(whole_id)).unwrap_or_default();
    ui.horizontal(|ui| {
        let letter = session.letter(index);
        let (badge, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
        icons::badge(ui.painter(), look, letter, badge.center(), 8.0);
        let name = ui.label(RichText::new(&*strategy.name).strong().color(look.of_pane(session.letter(index))));
        name.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::Label, true, format!("Code of pane {letter}: {}", strategy.name))
        });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.checkbox(&mut whole, "Whole file").on_hover_text("Also what introduces the loop: its source, its parameters.");
            let file = strategy.file.rsplit('/').next().unwrap_or(&strategy.file);
            ui.label(RichText::new(file).small().color(look.weak())).on_hover_text("The file that has been compiled in.");
        });
    });
    ui.data_mut(|data| data.insert_temp(whole_id, whole));

    let first = if whole { 0 } else { loop_begins(&strategy.code) };
    let lines: Vec<&str> = strategy.code.lines().skip(first).collect();
    let lit = lit(session, index, pointed);
    ui.horizontal_top(|ui| {
        let values = seen.watched();
        let beside = if values.is_empty() || ui.available_width() < 400.0 { 0.0 } else { 124.0 };
        let size = vec2(ui.available_width() - beside - 4.0, ui.available_height());
        ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
            ui.painter().rect_filled(Rect::from_min_size(ui.max_rect().min, size), 4.0, look.canvas());
            let scroll = ScrollArea::both().id_salt(("code", &strategy.id, whole)).auto_shrink(false);
            scroll.show(ui, |ui| code(ui, look, &lines, first, &lit, !session.is_playing() || session.speed() < 0.05));
        });
        if beside > 0.0 {
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                for (name, value) in values {
                    ui.label(crate::front::ui::style::look::caption(name, look.weak()));
                    ui.label(RichText::new(format!("{:>11}", in_words(value))).monospace());
                    ui.add_space(3.0);
                }
            });
        }
    });
}

/// A lit line: its number, its brightness from 0 to 1, and its colour.
#[derive(Clone, Copy, Debug)]
struct Lit {
    line: u32,
    glow: f32,
    colour: Color32,
    /// Whether it runs now, or the pointer is on it.
    is_here: bool,
}

fn lit(session: &Session, index: usize, pointed: Option<Pointed>) -> Vec<Lit> {
    let look = Look { theme: session.theme() };
    let colour = look.code_lit();
    if let Some(line) = pointed.and_then(|pointed| pointed.line) {
        return vec![Lit { line, glow: 1.0, colour, is_here: true }];
    }
    let now = session.now();
    let span = Span::from_secs(GLOW * session.speed().min(1.0));
    let pane = &session.lab().panes()[index];
    let lines = session.seen(index).lines(span);
    let last = lines.last().map(|(line, _)| *line);
    let glow = |(line, at): (u32, crate::base::time::Time)| {
        let is_here = Some(line) == last;
        let age = (now - at).ratio(span) as f32;
        Lit { line, glow: if is_here { 1.0 } else { 0.65 * (1.0 - age).clamp(0.0, 1.0) }, colour, is_here }
    };
    let mut lit: Vec<Lit> = lines.into_iter().map(glow).collect();
    if let Some(replay) = session.transport().wall_replay().filter(|replay| replay.pane == pane.letter()) {
        let line = replay.crossing.line;
        lit.retain(|lit| lit.line != line);
        lit.push(Lit { line, glow: 1.0, colour: look.accent(), is_here: true });
    }
    lit
}

fn code(ui: &mut Ui, look: Look, lines: &[&str], first: usize, lit: &[Lit], follows: bool) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let top = ui.cursor().min;
    let galleys: Vec<_> = lines.iter().map(|line| ui.painter().layout_job(job(look, line))).collect();
    let width = galleys.iter().map(|galley| galley.size().x).fold(0.0, f32::max) + NUMBER + 8.0;
    let size = vec2(width.max(ui.available_width()), LINE * lines.len() as f32 + 4.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let text = lines.join("\n");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &text));
    let place = |line: u32| (line as usize).checked_sub(first + 1).filter(|place| *place < lines.len());
    for lit in lit {
        let Some(place) = place(lit.line) else { continue };
        let row = Rect::from_min_size(pos2(rect.min.x, top.y + LINE * place as f32), vec2(rect.width(), LINE));
        ui.painter().rect_filled(row, 0.0, lit.colour.gamma_multiply(0.30 * lit.glow));
        let edge = Rect::from_min_size(row.min, vec2(3.0, LINE));
        ui.painter().rect_filled(edge, 0.0, lit.colour.gamma_multiply(lit.glow));
    }
    for (place, galley) in galleys.into_iter().enumerate() {
        let at = top + vec2(0.0, LINE * place as f32);
        let number = format!("{:>3}", first + place + 1);
        ui.painter().text(at + vec2(6.0, 1.0), Align2::LEFT_TOP, number, FontId::monospace(SIZE - 1.0), look.weak());
        ui.painter().galley(at + vec2(NUMBER, 0.5), galley, look.text());
    }
    ui.painter().vline(rect.min.x + NUMBER - 4.0, rect.y_range(), Stroke::new(1.0, look.weak().gamma_multiply(0.2)));
    keep_visible(ui, rect, lit, place, follows);
}

/// Scrolls so that all lines that light up stay in view while time plays, if they fit, and nothing jumps; in a pause, so that
/// the lit line is in view.
fn keep_visible(ui: &Ui, rect: Rect, lit: &[Lit], place: impl Fn(u32) -> Option<usize>, follows: bool) {
    let places = || lit.iter().filter_map(|lit| place(lit.line));
    let here = lit.iter().rev().find(|lit| lit.is_here).and_then(|lit| place(lit.line));
    let (Some(low), Some(high), Some(here)) = (places().min(), places().max(), here) else { return };
    let fits = (high - low + 3) as f32 * LINE <= ui.clip_rect().height();
    let (low, high) = if fits {
        (low, high)
    } else if follows {
        (here, here)
    } else {
        return;
    };
    let line = |place: usize| rect.min.y + LINE * place as f32;
    let wanted = Rect::from_x_y_ranges(rect.min.x..=rect.min.x + 1.0, line(low) - LINE..=line(high) + 2.0 * LINE);
    if !ui.clip_rect().expand(1.0).y_range().contains(wanted.min.y)
        || !ui.clip_rect().expand(1.0).y_range().contains(wanted.max.y)
    {
        ui.scroll_to_rect_animation(wanted.intersect(rect), None, egui::style::ScrollAnimation::none());
    }
}

const AWAIT: &str = ".await";
const KEYWORDS: [&str; 23] = [
    "as", "async", "break", "const", "continue", "else", "enum", "false", "fn", "for", "if", "impl", "in", "let", "loop",
    "match", "mut", "pub", "return", "struct", "true", "use", "while",
];

/// Returns the length of the first piece of a line of Rust, and its colour: a comment, a text, a word or a number, or what lies
/// between them. The loops' files have no text and no comment of several lines.
fn piece(look: Look, line: &str) -> (usize, Color32) {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    if line.starts_with("//") {
        return (line.len(), look.weak());
    }
    if let Some(text) = line.strip_prefix('"') {
        return (text.find('"').map_or(line.len(), |end| end + 2), look.gpu());
    }
    // Time passes only here.
    if line.starts_with(AWAIT) {
        return (AWAIT.len(), look.time(BlockKind::Render));
    }
    let word = &line[..line.find(|c| !is_word(c)).unwrap_or(line.len())];
    let Some(first) = word.chars().next() else {
        let begins_a_piece =
            |rest: &str| rest.starts_with(|c| is_word(c) || c == '"') || rest.starts_with("//") || rest.starts_with(AWAIT);
        let end = line.char_indices().map(|(at, _)| at).find(|at| begins_a_piece(&line[*at..]));
        return (end.unwrap_or(line.len()), look.text());
    };
    let colour = match first {
        _ if KEYWORDS.contains(&word) => look.stage(Stage::Read),
        '0'..='9' => look.time(BlockKind::Update),
        _ if first.is_uppercase() => look.gpu(),
        _ if line[word.len()..].starts_with('(') => look.time(BlockKind::Late),
        _ => look.text(),
    };
    (word.len(), colour)
}

fn job(look: Look, line: &str) -> LayoutJob {
    let mut job = LayoutJob::default();
    job.wrap.max_width = f32::INFINITY;
    let mut rest = if line.is_empty() { " " } else { line };
    while !rest.is_empty() {
        let (length, color) = piece(look, rest);
        let (text, after) = rest.split_at(length);
        job.append(text, 0.0, TextFormat { font_id: FontId::monospace(SIZE), color, ..TextFormat::default() });
        rest = after;
    }
    job
}

/// Returns the first line, from 0, of the loop itself: it follows the file's `STRATEGY`.
fn loop_begins(code: &str) -> usize {
    let after = code.lines().skip_while(|line| !line.contains("const STRATEGY")).position(|line| line == "};");
    let header = code.lines().take_while(|line| !line.contains("const STRATEGY")).count();
    after.map_or(0, |lines| {
        let end = header + lines + 1;
        end + code.lines().skip(end).take_while(|line| line.trim().is_empty()).count()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::config::view::Theme;
    use crate::model::strategies;

    #[test]
    fn a_coloured_line_has_the_text_of_the_line() {
        let look = Look { theme: Theme::Dark };
        let lines = strategies::ALL.iter().flat_map(|strategy| strategy.code.lines()).filter(|line| !line.is_empty());
        for line in lines.chain(["\"open", "1..2", "é(", "0.5_f64.max", "'a'", "//", "\\", "x / y"]) {
            assert_eq!(job(look, line).text, line);
        }
    }

    #[test]
    fn words_have_the_colour_of_their_kind() {
        let look = Look { theme: Theme::Dark };
        let job = job(look, "    while lag > Span::ZERO { host.update(step).await; } // 2.5");
        let of = |word: &str| {
            let at = job.text.find(word).expect("it is there");
            job.sections
                .iter()
                .find(|section| section.byte_range.contains(&egui::text::ByteIndex(at)))
                .map(|section| section.format.color)
        };
        assert_eq!(of("while"), Some(look.stage(Stage::Read)));
        assert_eq!(of("Span"), Some(look.gpu()));
        assert_eq!(of("update"), Some(look.time(BlockKind::Late)));
        assert_eq!(of("await"), Some(look.time(BlockKind::Render)));
        assert_eq!(of("2.5"), Some(look.weak()));
    }

    #[test]
    fn every_loop_begins_after_its_introduction() {
        for strategy in strategies::ALL {
            let lines: Vec<&str> = strategy.code.lines().collect();
            let begins = loop_begins(&strategy.code);
            assert!(lines[begins].contains("fn ") || lines[begins].starts_with("//"), "{}: {}", strategy.id, lines[begins]);
            assert!(lines[begins..].iter().any(|line| line.contains("host.running()")), "{}", strategy.id);
        }
    }
}
