//! The errors of a script in words, with the line and the column that caused them.

use super::calls::{Calls, ENDLESS, ENDLESS_LOOP, ENGINE_PATH};
use super::endless::Place;
use super::text::{Part, assignment, code, declaration, first_use, is_in_word, place_of, tokens};
use super::{endless, missing};
use crate::model::machine::host::LoopError;
use boa_engine::JsError;
use boa_engine::error::{EngineError, RuntimeLimitError};
use std::fmt::{self, Write as _};

/// The most bytes that are read of an error, which contains the thrown value and the calls that led to it.
const LONGEST_ERROR: usize = 32 << 10;

/// Turns an error of the script into a sentence with its place in one of the parts.
pub(super) fn described(error: &JsError, calls: &Calls, parts: &[Part]) -> LoopError {
    if let Some(fault) = calls.take_fault() {
        if let Some((path, line, column)) = endless::find(parts, &calls.take_places(), calls.line()) {
            let text = if fault.text == ENDLESS { ENDLESS_LOOP.to_owned() } else { fault.text };
            return in_part(&path, (text, (line, column)));
        }
        return match parts.iter().rev().find_map(|part| hiding(&fault.text, part)) {
            Some((path, line, column)) => in_part(path, (fault.text, (line, column))),
            None => fault,
        };
    }
    let mut all = ShortText(String::new());
    // The thrown value may be a list that contains itself, so it is written only up to the limit.
    let _ = write!(all, "{error}");
    let mut lines = all.0.lines();
    let first = lines.next().unwrap_or_default();
    let made_at = place(first).filter(|(path, ..)| *path != ENGINE_PATH);
    let said =
        first.rsplit_once(" (").filter(|(_, at)| *at == "native)" || place(first).is_some()).map_or(first, |(said, _)| said);
    let text = match error.as_engine() {
        Some(EngineError::RuntimeLimit(RuntimeLimitError::Recursion)) => {
            "a function calls itself too often: calls within each other are at most 200".to_owned()
        }
        Some(EngineError::RuntimeLimit(RuntimeLimitError::LoopIteration)) => "a loop does not end".to_owned(),
        Some(EngineError::RuntimeLimit(RuntimeLimitError::StackSize)) => "a call has too many arguments or values".to_owned(),
        _ => said.chars().map(|c| if c.is_control() { ' ' } else { c }).take(300).collect(),
    };
    if let Some((text, at)) = text.rsplit_once(" at line ").or_else(|| text.rsplit_once(" line "))
        && let Some((line, column)) = at.split_once(", col ")
        && let (Ok(line), Ok(column)) = (line.trim().parse(), digits(column).parse())
    {
        return syntax_error(text, parts, (line, column));
    }
    if ["abrupt end", "duplicate lexical", "redeclaration"].iter().any(|word| text.contains(word)) {
        return syntax_error(&text, parts, (1, 0));
    }
    let open =
        parts.iter().find_map(|part| Some((&*part.path, open_quote(&part.text)?))).filter(|_| text.contains("unterminated"));
    let open = open.map(|(path, (line, column))| (path, line, column));
    if matches!(error.as_engine(), Some(EngineError::RuntimeLimit(RuntimeLimitError::LoopIteration))) {
        let places = lines.clone().filter_map(place).filter(|(path, ..)| *path != ENGINE_PATH);
        let places: Vec<Place> = places.map(|(path, line, column)| (path.to_owned(), line, column)).collect();
        if let Some((path, line, column)) = endless::find(parts, &places, calls.line()) {
            return in_part(&path, (text, (line, column)));
        }
    }
    let at = open.or_else(|| lines.filter_map(place).find(|(path, ..)| *path != ENGINE_PATH)).or(made_at);
    let at = at.or_else(|| hiding(&text, parts.last()?));
    let (path, line, column) = at.unwrap_or(("", calls.line(), 0));
    let part = parts.iter().find(|part| part.path == path).map_or("", |part| &part.text);
    let last_call = Some(calls.line()).filter(|_| parts.len() == 1);
    in_part(path, in_plain_words(text, part, (line, column), last_call))
}

/// Returns the place where a page declares a name that hides a call, or sets one that is never called; `None` if `text` is not the
/// error of `page.js` for it.
fn hiding<'a>(text: &str, Part { path, text: part }: &'a Part) -> Option<(&'a str, u32, u32)> {
    let (name, _) = text.strip_prefix("TypeError: ").unwrap_or(text).strip_prefix("the page's own ")?.split_once(' ')?;
    let (line, column) = declaration(part, name).or_else(|| assignment(part, name))?;
    Some((path, line, column))
}

fn in_part(path: &str, (text, (line, column)): (String, (u32, u32))) -> LoopError {
    LoopError { line, column, text, file: path.strip_prefix(Part::INCLUDED).map(str::to_owned) }
}

/// Explains a syntax error at `at`, a line and a column, in the last of `parts`: an unclosed bracket, a name that is declared
/// twice, or another language. Otherwise repeats the words of the parser, `said`.
fn syntax_error(said: &str, parts: &[Part], at: (u32, u32)) -> LoopError {
    let Part { path, text } = parts.last().expect("a text is parsed");
    let line = text.lines().nth(at.0.saturating_sub(1) as usize).unwrap_or_default().trim_start();
    let of_a_module = |line: &str| ["import", "export"].iter().any(|word| line.trim_start().starts_with(word));
    let words: Vec<&str> = line.split([' ', '{', '(']).collect();
    let names_a_type = |pair: &[&str]| {
        matches!(
            pair[0],
            "interface" | "type" | "enum" | "declare" | "namespace" | "private" | "protected" | "public" | "readonly"
        ) && pair[1].starts_with(char::is_alphabetic)
    };
    let is_typed = said.contains("got 'as'")
        || said.contains("got '!' in")
        || said.contains("got ':'") && ["parameter", "binding list", "function", "arrow"].iter().any(|word| said.contains(word))
        || said.contains("Expected initializer") && sign_at(text, at) == Some(':')
        || words.windows(2).any(names_a_type);
    let label = said.split_once(" target: ").map(|(_, name)| name);
    let found = if said.contains("abrupt end") || said.contains("unexpected token 'EOF'") {
        never_closed(text).map(|(sign, at)| (format!("SyntaxError: the {sign} here is never closed"), at))
    } else if let Some(label) = label {
        let jump = |word: &str| text.find(&format!("{word} {label}")).map(|at| place_of(text, at));
        jump("continue")
            .or_else(|| jump("break"))
            .map(|at| (format!("SyntaxError: there is no label {label} around this line"), at))
    } else if said.contains("declared multiple") || said.contains("duplicate lexical") || said.contains("redeclaration") {
        declared_twice(parts).map(|(name, index)| (format!("SyntaxError: {name} is declared twice"), place_of(text, index)))
    } else if let Some(number) = text.lines().position(of_a_module) {
        let path = text.lines().skip(number).find(|line| line.contains(['"', '\'']));
        let path = path.filter(|_| text.lines().nth(number).is_some_and(|line| line.trim_start().starts_with("import")));
        let text = match missing::import(path.unwrap_or_default()) {
            Some(remedy) => format!("there are no modules here: {remedy}"),
            None => {
                "there are no modules here: write // @include FILE instead of import, and leave the word export out".to_owned()
            }
        };
        Some((text, (number as u32 + 1, 1)))
    } else if text.trim_start().starts_with('<') {
        Some(("this is HTML: paste what stands between <script> and </script>".to_owned(), at))
    } else if said.contains("unexpected token 'return'") {
        Some(("SyntaxError: return stands outside of a function".to_owned(), at))
    } else if line.contains("await ") {
        Some(("SyntaxError: await stands in async functions alone; calls of the host wait by themselves".to_owned(), at))
    } else {
        is_typed
            .then(|| ("this is TypeScript: take the types out, or paste the JavaScript that it is compiled to".to_owned(), at))
    };
    in_part(path, found.unwrap_or_else(|| (said.to_owned(), at)))
}

fn sign_at(text: &str, (line, column): (u32, u32)) -> Option<char> {
    text.lines().nth(line.checked_sub(1)? as usize)?.chars().nth(column.checked_sub(1)? as usize)
}

/// Returns the text from a line and a column on; an empty text if there is no such place.
fn text_from(text: &str, (line, column): (u32, u32)) -> &str {
    let mut rest = text;
    for _ in 1..line {
        rest = rest.split_once('\n').map_or("", |(_, next)| next);
    }
    let index = rest.char_indices().nth(column.saturating_sub(1) as usize).map_or(rest.len(), |(index, _)| index);
    &rest[index..]
}

/// Returns the bracket that is never closed, and its place; `None` if all are closed. It is the first bracket whose line is
/// indented further than the line of its closing bracket, which must then belong to another one, or else the last bracket that
/// stays open.
fn never_closed(text: &str) -> Option<(char, (u32, u32))> {
    let indent = |index: usize| {
        let line = text[..index].rfind('\n').map_or(0, |newline| newline + 1);
        text[line..].len() - text[line..].trim_start_matches([' ', '\t']).len()
    };
    let mut open: Vec<(char, usize)> = Vec::new();
    for (begin, code) in code(text) {
        for (index, sign) in code.char_indices().map(|(index, sign)| (begin + index, sign)) {
            if matches!(sign, '(' | '[' | '{') {
                open.push((sign, index));
            } else if matches!(sign, ')' | ']' | '}')
                && let Some((sign, opened)) = open.pop()
                && indent(index) < indent(opened)
            {
                return Some((sign, place_of(text, opened)));
            }
        }
    }
    open.pop().map(|(sign, opened)| (sign, place_of(text, opened)))
}

/// Returns the first name that the last of `parts` declares again in the same block, and its byte index; `None` if there is none.
/// Only names count of which one declaration is a `let`, a `const` or a `class`.
fn declared_twice(parts: &[Part]) -> Option<(String, usize)> {
    let mut outermost: Vec<(&str, bool)> = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        let mut blocks = vec![std::mem::take(&mut outermost)];
        let mut before = "";
        let tokens =
            code(&part.text).into_iter().flat_map(|(begin, code)| tokens(code).map(move |(at, token)| (begin + at, token)));
        for (at, token) in tokens {
            if matches!(before, "let" | "const" | "class" | "var" | "function") && token.starts_with(is_in_word) {
                let is_lexical = !matches!(before, "var" | "function");
                let block = blocks.last_mut()?;
                let is_again = block.iter().any(|(name, lexical)| *name == token && (*lexical || is_lexical));
                if is_again && number + 1 == parts.len() {
                    return Some((token.to_owned(), at));
                }
                block.push((token, is_lexical));
            }
            match token {
                "{" => blocks.push(Vec::new()),
                "}" if blocks.len() > 1 => drop(blocks.pop()),
                _ => {}
            }
            before = token;
        }
        outermost = blocks.into_iter().next()?;
    }
    None
}

/// Adds to an error what the engine leaves out: the name of a value that cannot be called, and the place of an unknown name. The
/// engine knows the places of calls, properties, assignments and `throw`. For any other error it knows only the place of the
/// function around the error, or no place outside functions. Then an unknown name gets the place of its first use, and another
/// error the line of the last call of the host, which is the nearest known line.
fn in_plain_words(text: String, part: &str, at: (u32, u32), last_call: Option<u32>) -> (String, (u32, u32)) {
    if let Some(name) = text.strip_prefix("ReferenceError: ").and_then(|rest| rest.strip_suffix(" is not defined")) {
        let place = first_use(part, name, at.0).unwrap_or(at);
        if let Some(remedy) = missing::unknown_name(name, text_from(part, place), part) {
            return (format!("{text}: {remedy}"), place);
        }
        let hint = match name {
            "document" | "canvas" | "ctx" | "Image" | "Audio" | "fetch" | "localStorage" | "navigator" | "location" => {
                ", as there is no document, picture, sound or network here: leave out what needs one; draw() shows the world"
            }
            "require" | "module" | "exports" => ", as there are no modules here: bring other files in with // @include FILE",
            "render" | "running" | "sleep" => return (format!("{text}: write host.{name}(…)"), place),
            _ => "",
        };
        return (format!("{text}{hint}"), place);
    }
    let constant = text.strip_prefix("TypeError: cannot mutate an immutable binding '").map(|name| {
        let name = name.trim_end_matches('\'');
        format!("TypeError: {name} is a const, which takes no other value: write let")
    });
    let text = constant.unwrap_or(text);
    let text = match text.as_str() {
        "TypeError: not a callable function" => {
            let name = called_at(part, at).unwrap_or("what stands here");
            format!("TypeError: {name} is not a function")
        }
        "ReferenceError: access of uninitialized binding" => {
            "ReferenceError: a name is used before the line of its let or const".to_owned()
        }
        "TypeError: cannot convert 'null' or 'undefined' to object" => {
            let line = part.lines().nth(at.0.saturating_sub(1) as usize).unwrap_or_default();
            let unbound = ", as this is none in a method that is handed over: write (t) => this.frame(t), or use bind";
            format!("TypeError: null and undefined have no properties{}", if line.contains("this.") { unbound } else { "" })
        }
        "null" | "undefined" => format!("{text} is thrown"),
        "{" => "an object is thrown that is no Error".to_owned(),
        _ => text,
    };
    let body = body_at(part, at);
    if body.is_none() && at.0 > 0 {
        return (text, at);
    }
    let is_inside = |line: &u32| body.is_none_or(|(first, last)| (first..=last).contains(line));
    let at = last_call.filter(is_inside).map_or((at.0.max(1), at.1), |line| (line, 0));
    (format!("at or after this line: {text}"), at)
}

/// Returns the first and the last line of the function body that begins at `at`, a line and a column; `None` if no body begins
/// there.
fn body_at(text: &str, at: (u32, u32)) -> Option<(u32, u32)> {
    let mut depth = 0_usize;
    for (begin, code) in code(text) {
        for (index, sign) in code.match_indices(['{', '}']).map(|(index, sign)| (begin + index, sign)) {
            if depth > 0 {
                depth = if sign == "{" { depth + 1 } else { depth - 1 };
                if depth == 0 {
                    return Some((at.0, place_of(text, index).0));
                }
            } else if sign == "{" && place_of(text, index) == at {
                let before = text[..index].trim_end();
                if !(before.ends_with(')') || before.ends_with("=>")) {
                    return None;
                }
                depth = 1;
            }
        }
    }
    None
}

/// Returns the place of a quoted text that is never closed; `None` if all are closed.
fn open_quote(text: &str) -> Option<(u32, u32)> {
    let pieces = code(text);
    let ends = pieces.iter().map(|(begin, code)| begin + code.len());
    let nexts = pieces.iter().skip(1).map(|(begin, _)| *begin).chain([text.len()]);
    ends.zip(nexts).find_map(|(from, to)| {
        let quoted = text.get(from..to)?;
        let quote = quoted.chars().next().filter(|quote| matches!(quote, '"' | '\'' | '`'))?;
        let is_open = quoted.len() == 1 || !quoted.ends_with(quote);
        Some(place_of(text, from)).filter(|_| is_open && (quote != '`' || to == text.len()))
    })
}

/// Returns the name before the bracket at `line` and `column`, such as `host.render`; `None` if no name stands there.
fn called_at(text: &str, (line, column): (u32, u32)) -> Option<&str> {
    let line = text.lines().nth(line.checked_sub(1)? as usize)?;
    let bracket = line.char_indices().nth(column.checked_sub(1)? as usize).map_or(line.len(), |(index, _)| index);
    let before = line[..bracket].trim_end();
    let begin = before
        .rfind(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '.')))
        .map_or(0, |index| index + before[index..].chars().next().map_or(0, char::len_utf8));
    Some(&before[begin..]).filter(|name| !name.is_empty())
}

/// A text that takes no more letters once it has [`LONGEST_ERROR`] bytes.
struct ShortText(String);

impl fmt::Write for ShortText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.push_str(text);
        if self.0.len() < LONGEST_ERROR { Ok(()) } else { Err(fmt::Error) }
    }
}

fn digits(text: &str) -> &str {
    text.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default()
}

/// Returns the path, the line and the column in a line of a stack trace such as `    at loop (path:3:5)`, with 0 for an unknown
/// number; `None` if the line names no place.
fn place(line: &str) -> Option<(&str, u32, u32)> {
    let (_, place) = line.trim_end_matches(')').rsplit_once('(')?;
    let mut parts = place.rsplitn(3, ':');
    let mut number = || parts.next().and_then(|part| if part == "?" { Some(0) } else { part.parse().ok() });
    let (column, line) = (number()?, number()?);
    Some((parts.next()?, line, column))
}

#[cfg(test)]
mod tests {
    use crate::model::scripts::errors::*;

    #[test]
    fn an_unknown_name_is_found_where_it_is_first_used_as_a_name() {
        let text = "// nope\nfunction f() {\n  const a = 'nope' + b.nope + nopes;\n  return nope + 1;\n}\nnope;";
        assert_eq!(first_use(text, "nope", 2), Some((4, 10)));
        assert_eq!(first_use(text, "nope", 5), Some((6, 1)));
        assert_eq!(first_use(text, "other", 1), None);
    }

    #[test]
    fn the_body_of_a_function_is_found_at_its_bracket() {
        let text = "let a = {};\nfunction f() {\n  if (a) { '}'; }\n}\nconst g = () => {\n};";
        assert_eq!(body_at(text, (2, 14)), Some((2, 4)));
        assert_eq!(body_at(text, (5, 17)), Some((5, 6)));
        assert_eq!((body_at(text, (1, 9)), body_at(text, (3, 3))), (None, None));
    }

    #[test]
    fn a_text_that_does_not_end_is_found() {
        assert_eq!(open_quote("a = 'b';\nc = \"d;\ne = 'f';"), Some((2, 5)));
        assert_eq!(open_quote("a = `b${c}d`;\ne = `f\n"), Some((2, 5)));
        assert_eq!(open_quote("a = `b${'c'}d` + ''; // don't"), None);
    }

    #[test]
    fn what_is_called_is_read_from_the_text_before_the_bracket() {
        assert_eq!(called_at("a;\n  host.rendr(1);", (2, 13)), Some("host.rendr"));
        assert_eq!(called_at("(1)(2)", (1, 4)), None);
        assert_eq!(called_at("", (3, 4)), None);
    }
}
