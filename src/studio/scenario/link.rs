//! Links: the address of a page that runs this program, followed by a share code. The code is in the fragment, which a browser
//! does not send: no server ever gets it.

use super::code;
use super::definition::{Scenario, Unreadable};
use percent_encoding::percent_decode_str;
use tickscope_core::base::params::invalid::Invalid;

/// The largest length of a code in a link, in letters. Mail programs and messengers break or cut a longer address.
const LONGEST_LINKED: usize = 8000;
/// The allowed beginnings of a page's address.
const SCHEMES: [&str; 3] = ["https://", "http://", "file:///"];

/// The refusal of a code that is too long for a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{letters} letters are too many for a link, which holds {LONGEST_LINKED}: it is offered as a file instead")]
pub struct TooLong {
    pub letters: usize,
}

/// Returns the link that opens `code` at the address `base`; without an address, only the fragment with its `#`.
pub fn write(base: Option<&str>, code: &str) -> Result<String, TooLong> {
    let letters = code.len();
    if letters > LONGEST_LINKED { Err(TooLong { letters }) } else { Ok(format!("{}#{code}", base.unwrap_or_default())) }
}

/// Reads the address of a page, as a person types it.
pub fn base(text: &str) -> Result<String, Invalid> {
    let address = text.trim();
    let begins = |scheme: &&str| address.get(..scheme.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(scheme));
    let has_a_place = SCHEMES.iter().find(|scheme| begins(scheme)).is_some_and(|scheme| address.len() > scheme.len());
    let is_address = has_a_place && !address.contains(|c: char| c == '#' || c.is_whitespace() || c.is_control());
    let allowed = "the address of the page, which begins with https://, http:// or file:///, without # and spaces";
    if is_address { Ok(address.to_owned()) } else { Err(Invalid::new("--base", text, allowed)) }
}

/// Returns whether a text looks like a share code or a link with one, valid or not.
pub fn is_link_or_code(text: &str) -> bool {
    code::is_code(&fragment(text).1)
}

/// Returns the scenario of a share code, or of a link, whose code follows its last `#`.
pub fn read(text: &str) -> Result<Scenario, Unreadable> {
    let (from, text) = self::text(text)?;
    Scenario::parse(from, &text)
}

/// Returns the kind (a link or a share code, in words) and the text of the scenario in it.
pub fn text(text: &str) -> Result<(&'static str, String), Unreadable> {
    const LINK: &str = "link";
    if text.len() > code::LONGEST {
        return Ok((code::FROM, code::text(text)?)); // Refused by its length, before anything is made of it.
    }
    let refuse = |what: &str| Unreadable { from: LINK.to_owned(), line: None, what: what.to_owned() };
    let (is_link, code) = fragment(text);
    match is_link {
        false if base(text).is_ok() => Err(refuse("there is no share code behind this address")),
        false => Ok((code::FROM, code::text(&code)?)),
        true if code.is_empty() => Err(refuse("there is no share code behind the #")),
        true => match code::text(&code) {
            Ok(text) => Ok((LINK, text)),
            Err(unreadable) => Err(Unreadable { from: LINK.to_owned(), ..unreadable }),
        },
    }
}

/// Returns whether a text has a `#`, and the text after the last one, without the punctuation of a sentence around a link and
/// with percent-encoded letters decoded.
fn fragment(text: &str) -> (bool, String) {
    let text = percent_decode_str(text.trim()).decode_utf8_lossy();
    match text.rsplit_once('#') {
        Some((_, code)) => (true, code.trim_end_matches(['>', ')', ']', '.', ',', ';', '"', '\'']).to_owned()),
        None => (false, text.into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use crate::studio::scenario::link::*;
    use tickscope_core::model::config::settings::Settings;

    const PAGE: &str = "https://example.org/tickscope/";

    fn scenario() -> (Scenario, String) {
        let scenario = Scenario::from(Settings::default());
        let code = code::write(&scenario);
        (scenario, code)
    }

    #[test]
    fn a_link_is_the_address_and_the_code_and_without_an_address_the_code_after_its_mark() {
        let (scenario, code) = scenario();
        assert_eq!(write(Some(PAGE), &code), Ok(format!("{PAGE}#{code}")));
        assert_eq!(write(None, &code), Ok(format!("#{code}")));
        for base in [None, Some(PAGE), Some("file:///home/me/page/index.html?embed")] {
            assert_eq!(read(&write(base, &code).unwrap()), Ok(scenario.clone()), "{base:?}");
        }
        assert_eq!(read(&code), Ok(scenario));
    }

    #[test]
    fn a_code_that_is_longer_than_a_link_may_be_is_no_link() {
        let longest = "x".repeat(LONGEST_LINKED);
        assert!(write(Some(PAGE), &longest).is_ok());
        let refusal = write(None, &format!("{longest}x")).unwrap_err();
        assert_eq!(refusal, TooLong { letters: 8001 });
        assert!(refusal.to_string().contains("8001 letters") && refusal.to_string().contains("offered as a file instead"));
    }

    #[test]
    fn a_link_survives_what_mail_programs_do_to_it() {
        let (scenario, code) = scenario();
        let link = format!("{PAGE}#{code}");
        let broken: String = link.as_bytes().chunks(60).map(|part| String::from_utf8_lossy(part).into_owned() + "\r\n").collect();
        let encoded = link.replace('-', "%2D");
        let as_a_word = link.replace('#', "%23");
        let twice = format!("{PAGE}#an-earlier-fragment#{code}");
        for text in [format!("<{link}>"), format!(" {link}.\n"), broken, encoded, as_a_word, twice] {
            assert!(is_link_or_code(&text), "{text}");
            assert_eq!(read(&text), Ok(scenario.clone()), "{text}");
        }
    }

    #[test]
    fn a_link_that_opens_nothing_says_why_in_one_line() {
        let (_, code) = scenario();
        let damaged = format!("{}x{}", &code[..40], &code[41..]);
        let said = |text: &str| read(text).expect_err("it opens nothing").to_string();
        let texts = [
            (format!("{PAGE}#{damaged}"), "link: damaged"),
            (format!("{PAGE}#{}", &code[..100]), "link: damaged"),
            (format!("{PAGE}#{}", code.replacen('1', "2", 1)), "link: made by another tickscope: version 2"),
            (format!("{PAGE}#contents"), "link: a code begins with tickscope1-"),
            (format!("{PAGE}#"), "behind the #"),
            (PAGE.to_owned(), "behind this address"),
            (format!("{PAGE}#<script>alert(1)</script>"), "link: a code begins with"),
            (format!("{PAGE}#tickscope1-%00%ff%zz"), "link: damaged"),
            (format!("{PAGE}#tickscope1-{}", "A".repeat(1 << 20)), "longer than any code is"),
            ("%23".repeat(1 << 18), "behind the #"),
            ("#".repeat(1 << 20), "behind the #"),
            (String::new(), "a code begins with"),
        ];
        for (text, says) in texts {
            let said = said(&text);
            assert!(said.contains(says) && said.lines().count() == 1 && said.len() < 160, "{said}");
        }
    }

    #[test]
    fn an_address_that_links_can_begin_with_is_one_of_a_page() {
        for good in [PAGE, "http://127.0.0.1:8000", "HTTPS://Example.org", "file:///home/me/index.html", " https://x.org/?embed "]
        {
            assert_eq!(base(good).as_deref(), Ok(good.trim()));
        }
        let bad =
            ["", "example.org", "https://", "ftp://x", "javascript:alert(1)", "https://x/#top", "https://x/a b", "file://", "ä"];
        for bad in bad {
            let said = base(bad).unwrap_err().to_string();
            assert!(said.starts_with("--base: ") && said.lines().count() == 1, "{said}");
        }
    }
}
