//! The colours of code, in Rust and in JavaScript.

use crate::front::ui::style::look::{Look, UiLook};
use crate::studio::view::Theme;
use egui::cache::{ComputerMut, FrameCache};
use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, Context, FontId};
use tickscope_core::lab::instruments::cpu_blocks::BlockKind;
use tickscope_core::lab::metrics::stages::Stage;

/// The font size of code, in points.
pub const SIZE: f32 = 12.0;
/// The height of a line of code, in points.
pub const LINE: f32 = 16.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    Rust,
    JavaScript,
}

const AWAIT: &str = ".await";
const RUST: [&str; 23] = [
    "as", "async", "break", "const", "continue", "else", "enum", "false", "fn", "for", "if", "impl", "in", "let", "loop",
    "match", "mut", "pub", "return", "struct", "true", "use", "while",
];
const JAVASCRIPT: [&str; 36] = [
    "async",
    "await",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "default",
    "delete",
    "do",
    "else",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "if",
    "in",
    "instanceof",
    "let",
    "new",
    "null",
    "of",
    "return",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "undefined",
    "var",
    "void",
    "while",
    "yield",
];

impl Language {
    fn is_keyword(self, word: &str) -> bool {
        match self {
            Language::Rust => RUST.contains(&word),
            Language::JavaScript => JAVASCRIPT.contains(&word),
        }
    }

    fn quotes(self, letter: char) -> bool {
        letter == '"' || self == Language::JavaScript && matches!(letter, '\'' | '`')
    }

    /// Returns the length of the comment or string literal at the beginning of `rest`, and whether it is a comment; `None` if
    /// there is neither.
    fn comment_or_text(self, rest: &str) -> Option<(usize, bool)> {
        if rest.starts_with("//") {
            return Some((rest.find('\n').unwrap_or(rest.len()), true));
        }
        if self == Language::JavaScript && rest.starts_with("/*") {
            return Some((rest[2..].find("*/").map_or(rest.len(), |end| end + 4), true));
        }
        let quote = rest.chars().next().filter(|letter| self.quotes(*letter))?;
        let mut is_escaped = false;
        for (at, letter) in rest.char_indices().skip(1) {
            match letter {
                // Only a template continues in the next line.
                '\n' if quote != '`' && !is_escaped => return Some((at, false)),
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                _ if letter == quote => return Some((at + 1, false)),
                _ => {}
            }
        }
        Some((rest.len(), false))
    }
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '$'
}

/// Returns the length of the first piece of `rest`, and its colour: a comment, a string literal, a word, a number, or the
/// characters between them.
fn piece(look: Look, language: Language, rest: &str) -> (usize, Color32) {
    if let Some((length, is_comment)) = language.comment_or_text(rest) {
        return (length, if is_comment { look.weak() } else { look.gpu() });
    }
    // Virtual time passes only at an `.await`, which has a colour of its own.
    if language == Language::Rust && rest.starts_with(AWAIT) {
        return (AWAIT.len(), look.time(BlockKind::Render));
    }
    let word = &rest[..rest.find(|letter| !is_of_word(letter)).unwrap_or(rest.len())];
    let Some(first) = word.chars().next() else {
        let begins_a_piece = |rest: &str| {
            rest.starts_with(|letter| is_of_word(letter) || language.quotes(letter))
                || rest.starts_with("//")
                || language == Language::JavaScript && rest.starts_with("/*")
                || language == Language::Rust && rest.starts_with(AWAIT)
        };
        let end = rest.char_indices().skip(1).map(|(at, _)| at).find(|at| begins_a_piece(&rest[*at..]));
        return (end.unwrap_or(rest.len()), look.text());
    };
    let colour = match first {
        _ if language.is_keyword(word) => look.stage(Stage::Read),
        '0'..='9' => look.time(BlockKind::Update),
        _ if first.is_uppercase() => look.gpu(),
        _ if rest[word.len()..].starts_with('(') => look.time(BlockKind::Late),
        _ => look.text(),
    };
    (word.len(), colour)
}

/// Returns the coloured text, with one row per line.
fn job(look: Look, language: Language, text: &str) -> LayoutJob {
    let mut job = LayoutJob::default();
    job.wrap.max_width = f32::INFINITY;
    let format = |color| TextFormat { font_id: FontId::monospace(SIZE), color, line_height: Some(LINE), ..TextFormat::default() };
    let mut rest = text;
    while !rest.is_empty() {
        let (length, colour) = piece(look, language, rest);
        let (text, after) = rest.split_at(length);
        job.append(text, 0.0, format(colour));
        rest = after;
    }
    if text.is_empty() {
        job.append("", 0.0, format(look.text()));
    }
    job
}

/// Returns the result of [`job`] from a cache. It is computed again only when the text has changed.
pub fn cached_job(ctx: &Context, language: Language, text: &str) -> LayoutJob {
    let is_light = ctx.look().theme == Theme::Light;
    ctx.memory_mut(|memory| memory.caches.cache::<FrameCache<LayoutJob, Highlighter>>().get((is_light, language, text)).clone())
}

/// Returns the text in letters that are `zoom` times as large.
pub fn enlarged(mut job: LayoutJob, zoom: f32) -> LayoutJob {
    for section in &mut job.sections {
        section.format.font_id.size *= zoom;
        section.format.line_height = Some(LINE * zoom);
    }
    job
}

#[derive(Default)]
struct Highlighter;

impl ComputerMut<(bool, Language, &str), LayoutJob> for Highlighter {
    fn compute(&mut self, (is_light, language, text): (bool, Language, &str)) -> LayoutJob {
        let theme = if is_light { Theme::Light } else { Theme::Dark };
        job(Look { theme }, language, text)
    }
}

#[cfg(test)]
mod tests {
    use crate::front::ui::code::syntax::*;
    use egui::text::ByteIndex;
    use tickscope_core::model::strategies;

    const DARK: Look = Look { theme: Theme::Dark };

    fn colour(job: &LayoutJob, word: &str) -> Option<Color32> {
        let at = job.text.find(word).expect("it is there");
        let section = job.sections.iter().find(|section| section.byte_range.contains(&ByteIndex(at)));
        section.map(|section| section.format.color)
    }

    #[test]
    fn a_coloured_text_is_the_text() {
        for strategy in strategies::ALL {
            assert_eq!(job(DARK, Language::Rust, &strategy.code).text, *strategy.code);
        }
        for text in
            ["\"open", "1..2", "é(", "0.5_f64.max", "'a'", "//", "\\", "x / y", "", "\n", "/* open", "`a\n${b}` + 'x\\'", "'\\"]
        {
            for language in [Language::Rust, Language::JavaScript] {
                assert_eq!(job(DARK, language, text).text, text);
            }
        }
    }

    #[test]
    fn words_have_the_colour_of_their_kind() {
        let rust = job(DARK, Language::Rust, "    while lag > Span::ZERO { host.update(step).await; } // 2.5");
        assert_eq!(colour(&rust, "while"), Some(DARK.stage(Stage::Read)));
        assert_eq!(colour(&rust, "Span"), Some(DARK.gpu()));
        assert_eq!(colour(&rust, "update"), Some(DARK.time(BlockKind::Late)));
        assert_eq!(colour(&rust, "await"), Some(DARK.time(BlockKind::Render)));
        assert_eq!(colour(&rust, "2.5"), Some(DARK.weak()));
        let script = "/* two\nlines */ const half = 0.5; f('it\\'s', `so\nlong`); // 7";
        let script = job(DARK, Language::JavaScript, script);
        for (word, expected) in [
            ("two", DARK.weak()),
            ("lines", DARK.weak()),
            ("const", DARK.stage(Stage::Read)),
            ("half", DARK.text()),
            ("0.5", DARK.time(BlockKind::Update)),
            ("it", DARK.gpu()),
            ("s'", DARK.gpu()),
            ("long", DARK.gpu()),
            ("7", DARK.weak()),
        ] {
            assert_eq!(colour(&script, word), Some(expected), "{word}");
        }
    }
}
