//! Enough of Rust's lexical rules to colour the loops' files: lines in, coloured pieces out.

/// What a piece of code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// Names, operators and spaces.
    Plain,
    /// A keyword of the language.
    Keyword,
    /// A comment, to the end of the line.
    Comment,
    /// A text in quotes.
    Text,
    /// A number, with its suffix.
    Number,
    /// A name that begins with a capital.
    Type,
    /// The name of a called function.
    Call,
    /// `.await`: where time passes.
    Await,
}

const KEYWORDS: [&str; 32] = [
    "as", "async", "break", "const", "continue", "crate", "else", "enum", "false", "fn", "for", "if", "impl", "in", "let",
    "loop", "match", "mod", "move", "mut", "pub", "ref", "return", "self", "static", "struct", "super", "true", "type", "use",
    "where", "while",
];

/// Cuts one line into pieces. The loops' files have no text and no comment of several lines.
pub fn pieces(line: &str) -> Vec<(Token, &str)> {
    let mut pieces = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let (token, length) = piece(rest, first);
        let (piece, next) = rest.split_at(length);
        pieces.push((token, piece));
        rest = next;
    }
    pieces
}

fn piece(rest: &str, first: char) -> (Token, usize) {
    let while_ = |keep: fn(char) -> bool| rest.find(|c| !keep(c)).unwrap_or(rest.len());
    if rest.starts_with("//") {
        return (Token::Comment, rest.len());
    }
    if rest.starts_with(".await") {
        return (Token::Await, ".await".len());
    }
    match first {
        '"' => (Token::Text, text(rest)),
        '0'..='9' => {
            let whole = while_(|c| c.is_ascii_alphanumeric() || c == '_');
            // A range's dots are no fraction.
            let fraction = rest[whole..].strip_prefix('.').filter(|after| after.starts_with(|c: char| c.is_ascii_digit()));
            let digits = fraction.map_or(0, |after| 1 + after.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(after.len()));
            (Token::Number, whole + digits)
        }
        c if c.is_alphabetic() || c == '_' => {
            let length = while_(|c| c.is_alphanumeric() || c == '_');
            let (word, after) = rest.split_at(length);
            let token = if KEYWORDS.contains(&word) {
                Token::Keyword
            } else if first.is_uppercase() {
                Token::Type
            } else if after.starts_with('(') {
                Token::Call
            } else {
                Token::Plain
            };
            (token, length)
        }
        c if c.is_whitespace() => (Token::Plain, while_(char::is_whitespace)),
        c => (Token::Plain, c.len_utf8()),
    }
}

/// How long a quoted text is, with its quotes.
fn text(rest: &str) -> usize {
    let mut escaped = false;
    for (place, c) in rest.char_indices().skip(1) {
        match c {
            '\\' if !escaped => escaped = true,
            '"' if !escaped => return place + 1,
            _ => escaped = false,
        }
    }
    rest.len()
}

/// The first line, from 0, that belongs to the loop and not to what introduces it: after the file's `STRATEGY`.
pub fn loop_begins(code: &str) -> usize {
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
    use crate::model::strategies;

    #[test]
    fn the_pieces_of_a_line_are_the_line() {
        for strategy in strategies::ALL {
            for line in strategy.code.lines() {
                assert_eq!(pieces(line).iter().map(|(_, piece)| *piece).collect::<String>(), line);
            }
        }
        for odd in ["\"open", "\"a\\\"b\" x", "1..2", "é(", "0.5_f64.max", "'a'", "//", "\\"] {
            assert_eq!(pieces(odd).iter().map(|(_, piece)| *piece).collect::<String>(), odd);
        }
    }

    #[test]
    fn words_are_known_for_what_they_are() {
        let of = |line, word| pieces(line).into_iter().find(|(_, piece)| *piece == word).map(|(token, _)| token);
        let line = "    while lag > Span::ZERO { host.update(step).await; } // 2.5";
        assert_eq!(of(line, "while"), Some(Token::Keyword));
        assert_eq!(of(line, "Span"), Some(Token::Type));
        assert_eq!(of(line, "update"), Some(Token::Call));
        assert_eq!(of(line, ".await"), Some(Token::Await));
        assert_eq!(of(line, "// 2.5"), Some(Token::Comment));
        assert_eq!(of("x(100.0, \"a b\")", "100.0"), Some(Token::Number));
        assert_eq!(of("x(100.0, \"a b\")", "\"a b\""), Some(Token::Text));
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
