//! The text of a script: its header, the texts that it includes, and the check that it can be parsed in bounded memory.

use crate::model::config::own_loop::OwnLoop;
use crate::model::config::settings::Presentation;
use crate::model::machine::host::LoopError;

/// The most brackets within each other, so that a browser's stack suffices to parse a text.
const MOST_BRACKETS: usize = 40;
/// The most operators, commas and conditions within each other, for the same reason.
const MOST_NESTED: usize = 150;
const TOO_NESTED: &str = "more than 150 operators or commas of this statement stand within each other";

/// A text that is run for a script: the script's own, or one that it includes.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The path that error messages name.
    pub path: String,
    pub text: String,
}

impl Part {
    /// The beginning of the path of an included text.
    pub const INCLUDED: &str = "include/";
}

/// The header of a loop: the comments at the beginning of its text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Header {
    pub name: Option<String>,
    pub about: Option<String>,
    pub draws: Option<Presentation>,
}

impl Header {
    /// Reads the lines `// @name …` and `// @about …` before the first line of code, and `// @draws …` anywhere.
    pub fn of(text: &str) -> Result<Header, LoopError> {
        let mut header = Header::default();
        let code = (1..).zip(text.lines()).find(|(_, line)| !(line.trim().is_empty() || line.trim().starts_with("//")));
        let code = code.map_or(u32::MAX, |(number, _)| number);
        for (number, line) in comments(text) {
            let Some(line) = line.strip_prefix('@') else { continue };
            let (key, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let value: String = value.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).take(200).collect();
            match key {
                "name" if number < code && !value.is_empty() => header.name = Some(value),
                "about" if number < code && !value.is_empty() => header.about = Some(value),
                "draws" => header.draws = Some(drawn_as(&value, number)?),
                _ => {}
            }
        }
        Ok(header)
    }
}

/// Returns the presentation that `word`, in line `number` of a header, names.
fn drawn_as(word: &str, number: u32) -> Result<Presentation, LoopError> {
    match word {
        "latest" => Ok(Presentation::Latest),
        "interpolated" => Ok(Presentation::Interpolate),
        "extrapolated" => Ok(Presentation::Extrapolate),
        _ => {
            let text = format!("@draws is latest, interpolated or extrapolated, and not \"{word}\"");
            Err(LoopError { line: number, column: 1, text, file: None })
        }
    }
}

/// Returns the comment lines without their slashes, each with its line number.
fn comments(text: &str) -> impl Iterator<Item = (u32, &str)> {
    (1_u32..).zip(text.lines()).filter_map(|(number, line)| Some((number, line.trim().strip_prefix("//")?.trim())))
}

/// Returns the parts of a script in the order in which they are run: included texts come first, each once.
pub(super) fn parts(own: &OwnLoop, all: &[OwnLoop]) -> Result<Vec<Part>, LoopError> {
    fn add(own: &OwnLoop, all: &[OwnLoop], open: &mut Vec<String>, made: &mut Vec<Part>) -> Result<(), LoopError> {
        open.push(own.name.clone());
        for name in own.includes() {
            let path = format!("{}{name}", Part::INCLUDED);
            if open.iter().any(|open| open == name) || made.iter().any(|part| part.path == path) {
                continue;
            }
            let Some(included) = all.iter().find(|other| other.name == name) else {
                let line = (1..).zip(own.source.lines()).find(|(_, line)| line.contains("@include") && line.contains(name));
                let text = format!("there is no loop called \"{name}\" to include");
                return Err(LoopError { line: line.map_or(0, |(number, _)| number), column: 1, text, file: None });
            };
            add(included, all, open, made)?;
            let text = included.source.to_string();
            check_shape(&text).map_err(|error| LoopError { file: Some(name.to_owned()), ..error })?;
            made.push(Part { path, text });
        }
        Ok(())
    }
    let mut made = Vec::new();
    add(own, all, &mut Vec::new(), &mut made)?;
    check_shape(&own.source)?;
    made.push(Part { path: "loop".to_owned(), text: own.source.to_string() });
    Ok(made)
}

/// Returns the line and the column of the byte at `index`.
pub(super) fn place_of(text: &str, index: usize) -> (u32, u32) {
    let before = &text[..index];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() as u32 + 1, before[line_start..].chars().count() as u32 + 1)
}

/// Refuses a text that would take too much to parse, `**` (machines round it differently), generators (they can't wait), and
/// integers without a limit.
fn check_shape(text: &str) -> Result<(), LoopError> {
    let at = |index: usize, error: String| {
        let (line, column) = place_of(text, index);
        LoopError { line, column, text: error, file: None }
    };
    if text.len() > OwnLoop::LONGEST {
        return Err(at(0, "the text is longer than 64 KB".to_owned()));
    }
    let mut depth = 0_usize;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MOST_BRACKETS {
            return Err(at(index, format!("more than {MOST_BRACKETS} brackets stand within each other")));
        }
    }
    let (mut nesting, mut end) = (Nesting::default(), 0);
    for (from, code) in code(text) {
        if end < from && matches!(text.as_bytes()[end], b'"' | b'\'' | b'`') {
            // A template after a value is a call.
            if text.as_bytes()[end] == b'`' && nesting.ends_a_value() {
                nesting.level().operators += 1;
            }
            nesting.before = b'"';
        }
        if end < from && text.as_bytes()[end] == b'}' {
            nesting.levels.pop();
            nesting.before = b'"';
        }
        if end < from && text[..from].ends_with("${") {
            nesting.open(false);
        }
        if nesting.level().depth() > MOST_NESTED {
            return Err(at(from, TOO_NESTED.to_owned()));
        }
        end = from + code.len();
        if let Some(index) = nesting.read(code) {
            return Err(at(from + index, TOO_NESTED.to_owned()));
        }
    }
    for (index, code) in code(text) {
        if let Some(power) = code.find("**") {
            return Err(at(index + power, "** is refused, because machines round it differently: use Math.pow".to_owned()));
        }
        if let Some(word) = code.find("yield") {
            return Err(at(index + word, "yield is refused, because generators cannot be held up".to_owned()));
        }
        if let Some(place) = big_integer(code) {
            return Err(at(index + place, "whole numbers that end in n are refused, because they have no limit".to_owned()));
        }
    }
    Ok(())
}

/// An upper bound for how deeply the operators of a text are nested in each other.
struct Nesting {
    /// The open brackets, the outermost first, after a level for the text itself.
    levels: Vec<Level>,
    /// The kind of the last sign that is no space: `a` for a word, `+` for a word that takes an operand, a quote for a text, else
    /// the sign itself.
    before: u8,
    /// Whether a line has ended since that sign.
    is_new_line: bool,
}

/// The operators and commas within one pair of brackets.
#[derive(Clone, Copy, Default)]
struct Level {
    /// The number of operators around the brackets.
    around: usize,
    /// The number of operators since the last comma, or since the beginning of the statement.
    operators: usize,
    /// The number of comma operators in the statement. Each has everything before it as an operand, so they nest.
    commas: usize,
    /// The number of conditions that are the `else` of another condition.
    otherwise: usize,
    /// Whether commas separate elements of a list, an object, arguments or declarations.
    is_list: bool,
}

impl Level {
    fn depth(&self) -> usize {
        self.around + self.operators + self.commas + self.otherwise
    }

    fn begin_statement(&mut self) {
        (self.operators, self.commas, self.is_list) = (0, 0, false);
    }
}

impl Default for Nesting {
    fn default() -> Nesting {
        Nesting { levels: vec![Level::default()], before: b';', is_new_line: false }
    }
}

impl Nesting {
    /// Reads a piece of code. Returns the index at which the code is nested too deeply; `None` if it never is.
    fn read(&mut self, code: &str) -> Option<usize> {
        let bytes = code.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || !byte.is_ascii();
            let length = bytes[at..].iter().take_while(|byte| is_word(byte)).count().max(1);
            let read = &bytes[at..at + length];
            if read[0].is_ascii_whitespace() {
                self.is_new_line |= read[0] == b'\n';
            } else if is_word(&read[0]) {
                self.read_word(read);
            } else {
                self.read_sign(read[0], bytes.get(at + 1).copied());
            }
            if self.level().depth() > MOST_NESTED {
                return Some(at);
            }
            at += length;
        }
        None
    }

    fn level(&mut self) -> &mut Level {
        if self.levels.is_empty() {
            self.levels.push(Level::default());
        }
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    /// Returns whether the last sign may be the end of a value.
    fn ends_a_value(&self) -> bool {
        self.before.is_ascii_alphanumeric() || matches!(self.before, b'_' | b'$' | b')' | b']' | b'}' | b'"')
    }

    fn open(&mut self, is_list: bool) {
        let around = self.level().depth();
        self.levels.push(Level { around, is_list, ..Level::default() });
        self.before = b'(';
    }

    fn read_word(&mut self, word: &[u8]) {
        let is_binary = matches!(word, b"in" | b"instanceof" | b"of");
        let takes_what_follows = matches!(
            word,
            b"typeof" | b"void" | b"new" | b"delete" | b"await" | b"async" | b"if" | b"for" | b"while" | b"do" | b"return"
        );
        // A line that begins with a word, after a word or a value, is a statement of its own; so is a word after a block.
        let goes_on = matches!(word, b"else" | b"catch" | b"finally" | b"while");
        let is_next = self.before == b'}' && !goes_on || self.is_new_line && self.ends_a_value() && self.before != b')';
        if is_next && !is_binary {
            self.level().begin_statement();
        }
        if matches!(self.before, b';' | b'}') && !goes_on {
            self.level().otherwise = 0;
        }
        match word {
            b"else" => self.level().otherwise += 1,
            b"var" | b"let" | b"const" => self.level().is_list = true,
            _ if is_binary || takes_what_follows => self.level().operators += 1,
            _ => {}
        }
        self.before = match word {
            b"else" | b"do" => b'>',
            b"throw" | b"case" | b"switch" | b"with" | b"extends" | b"default" => b'+',
            _ if is_binary || takes_what_follows => b'+',
            _ => b'a',
        };
        self.is_new_line = false;
    }

    fn read_sign(&mut self, sign: u8, next: Option<u8>) {
        match sign {
            b'(' | b'[' | b'{' => {
                // The result of a call or an index is called or indexed again.
                if matches!(self.before, b')' | b']') && sign != b'{' {
                    self.level().operators += 1;
                }
                // If a comma may separate elements or be an operator, it counts as an operator.
                let is_list = match sign {
                    b'[' => !self.ends_a_value(),
                    b'(' => self.before == b'a',
                    _ if self.before == b':' => self.level().is_list,
                    _ => !matches!(self.before, b')' | b'>' | b';' | b'}' | b'{' | b'a'),
                };
                self.open(is_list);
            }
            b')' | b']' | b'}' => {
                self.levels.pop();
            }
            b';' => self.level().begin_statement(),
            b',' => {
                let level = self.level();
                level.operators = 0;
                level.commas += usize::from(!level.is_list);
            }
            b'!' | b'~' | b'+' | b'-' => self.level().operators += 1,
            // An operator of several equal letters is counted once.
            _ if next == Some(sign) => {}
            _ => self.level().operators += 1,
        }
        self.before = sign;
        self.is_new_line = false;
    }
}

/// Returns the index of the first integer that ends in `n` and so may have any number of digits; `None` if there is none.
fn big_integer(code: &str) -> Option<usize> {
    let bytes = code.as_bytes();
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.') || !byte.is_ascii();
    let mut at = 0;
    while at < bytes.len() {
        let length = bytes[at..].iter().take_while(|byte| is_word(byte)).count();
        let word = &bytes[at..at + length];
        if word.len() > 1 && word[0].is_ascii_digit() && word.ends_with(b"n") {
            return Some(at);
        }
        at += length.max(1);
    }
    None
}

/// Returns the pieces of a text outside comments, quoted texts and patterns, each with its byte index.
pub(super) fn code(text: &str) -> Vec<(usize, &str)> {
    let bytes = text.as_bytes();
    let (mut pieces, mut begin, mut at) = (Vec::new(), 0, 0);
    // The number of open braces within each template around the present place.
    let mut templates: Vec<usize> = Vec::new();
    let mut before = b';';
    while at < bytes.len() {
        let byte = bytes[at];
        let next = bytes.get(at + 1).copied().unwrap_or_default();
        let skipped = match (byte, next) {
            (b'/', b'/') => Some(bytes[at..].iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len() - at)),
            (b'/', b'*') => Some(text[at + 2..].find("*/").map_or(bytes.len() - at, |end| end + 4)),
            (b'/', _) if !(before.is_ascii_alphanumeric() || matches!(before, b'_' | b'$' | b')' | b']' | b'}')) => {
                Some(quoted(&bytes[at..], b'/'))
            }
            (b'"' | b'\'', _) => Some(quoted(&bytes[at..], byte)),
            (b'`', _) => {
                let (length, is_open) = template(&bytes[at + 1..]);
                if is_open {
                    templates.push(0);
                }
                Some(length + 1)
            }
            (b'}', _) if templates.last() == Some(&0) => {
                let (length, is_open) = template(&bytes[at + 1..]);
                if !is_open {
                    templates.pop();
                }
                Some(length + 1)
            }
            _ => None,
        };
        if let Some(length) = skipped {
            pieces.push((begin, at));
            at += length;
            begin = at;
            if !matches!(next, b'/' | b'*') || byte != b'/' {
                before = b')';
            }
            continue;
        }
        if let Some(open) = templates.last_mut() {
            match byte {
                b'{' => *open += 1,
                b'}' => *open -= 1,
                _ => {}
            }
        }
        if !byte.is_ascii_whitespace() {
            before = byte;
        }
        at += 1;
    }
    pieces.push((begin, bytes.len()));
    pieces.into_iter().filter_map(|(from, to)| Some((from, text.get(from..to)?))).collect()
}

/// Returns the length of a quoted text with its quotes. It ends at the end of its line at the latest.
fn quoted(bytes: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

/// Returns the length of a template's text up to its end or its next `${`, and whether it ends with a `${`.
fn template(bytes: &[u8]) -> (usize, bool) {
    let mut at = 0;
    while at < bytes.len() {
        match (bytes[at], bytes.get(at + 1)) {
            (b'`', _) => return (at + 1, false),
            (b'$', Some(b'{')) => return (at + 2, true),
            (b'\\', _) => at += 2,
            _ => at += 1,
        }
    }
    (bytes.len(), false)
}

pub(super) fn is_in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

/// Returns the words and signs of a piece of code, each with its byte index.
pub(super) fn tokens(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += code[at..].len() - code[at..].trim_start().len();
        let rest = &code[at..];
        let word = rest.find(|c| !is_in_word(c)).unwrap_or(rest.len());
        let token = &rest[..word.max(rest.chars().next()?.len_utf8())];
        at += token.len();
        Some((at - token.len(), token))
    })
}

/// Returns the place at which a text first declares a name; `None` if it never does.
pub(super) fn declaration(text: &str, name: &str) -> Option<(u32, u32)> {
    let tokens = code(text).into_iter().flat_map(|(begin, code)| tokens(code).map(move |(at, token)| (begin + at, token)));
    let mut before = "";
    for (at, token) in tokens {
        if matches!(before, "function" | "let" | "const" | "var") && token == name {
            return Some(place_of(text, at));
        }
        before = token;
    }
    None
}

/// Returns the place at which a text first sets a variable or a property of this name; `None` if it never does.
pub(super) fn assignment(text: &str, name: &str) -> Option<(u32, u32)> {
    code(text).into_iter().find_map(|(begin, code)| {
        let mut rest = tokens(code).peekable();
        while let Some((at, token)) = rest.next() {
            if token == name && rest.peek().is_some_and(|(at, _)| code[*at..].starts_with('=') && !code[*at..].starts_with("=="))
            {
                return Some(place_of(text, begin + at));
            }
        }
        None
    })
}

/// Returns the first place of a name in the code from `from_line` on; `None` if it does not occur.
pub(super) fn first_use(text: &str, name: &str, from_line: u32) -> Option<(u32, u32)> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    code(text).into_iter().find_map(|(begin, code)| {
        code.match_indices(name).find_map(|(at, _)| {
            let (before, after) = (&code[..at], &code[at + name.len()..]);
            // After a dot it is the name of a property.
            let is_whole = !before.ends_with(|c| is_word(c) || c == '.') && !after.starts_with(is_word);
            Some(place_of(text, begin + at)).filter(|(line, _)| is_whole && *line >= from_line)
        })
    })
}

#[cfg(test)]
mod tests {
    use crate::model::scripts::text::*;

    #[test]
    fn the_header_ends_where_the_code_begins() {
        let text = "// @name  My loop\n\n// @about One line.\n// @draws interpolated\nlet a;\n// @name Other";
        let header = Header::of(text).unwrap();
        assert_eq!(header.name.as_deref(), Some("My loop"));
        assert_eq!((header.about.as_deref(), header.draws), (Some("One line."), Some(Presentation::Interpolate)));
        assert_eq!(Header::of("\n// @draws sideways").unwrap_err().line, 2);
    }

    #[test]
    fn a_power_is_refused_in_code_and_allowed_in_comments_texts_and_patterns() {
        for allowed in
            ["/** 2 ** 3 */ a", "// **\nb", "'**' + \"**\" + `**`", "x = /**/ 1 / 2", "a = `${b}**`", "n = 12 / n; 0x1f"]
        {
            assert!(check_shape(allowed).is_ok(), "{allowed}");
        }
        for (refused, line, column) in [("x ** 2", 1, 3), ("a\n  b **= 2", 2, 5), ("`${x ** 2}`", 1, 6), ("let a = 10n;", 1, 9)] {
            let error = check_shape(refused).unwrap_err();
            assert_eq!((error.line, error.column), (line, column), "{refused}");
        }
    }

    #[test]
    fn a_text_that_is_too_long_or_too_deep_is_refused() {
        assert!(check_shape(&"a;".repeat(OwnLoop::LONGEST)).is_err());
        assert!(check_shape(&"(".repeat(MOST_BRACKETS + 1)).is_err());
        let list = format!("const list = [{}];", "a + b, ".repeat(1000));
        let lines = format!("{}{}", "a = foo\nb += 1\n".repeat(500), "if (a) { b() } else { c() }\n".repeat(100));
        for allowed in ["a;".repeat(10_000), list, lines, "a = b.c(d) + e;\n".repeat(1000)] {
            assert!(check_shape(&allowed).is_ok(), "{}", &allowed[..20]);
        }
        for refused in [
            "!", "-", "a=", "a+\n", "a\n+", "a.", "a?", "a?b:", "a,", "()=>", "typeof ", "new\n", "if(a)\n", "do ", "a=[b+",
            "a(-",
        ] {
            assert!(check_shape(&refused.repeat(1000)).is_err(), "{refused}");
        }
        for refused in [format!("a{}", "(b)".repeat(1000)), format!("a{}", "\n[b]".repeat(1000)), "if(a)b;else ".repeat(1000)] {
            assert!(check_shape(&refused).is_err(), "{}", &refused[..20]);
        }
    }
}
