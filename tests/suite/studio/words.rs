//! The exact words of refusals, in one file that people review: `words.txt`. `UPDATE_GOLDEN=1` writes it again.
//!
//! Other tests ask for the kind of an error and for the names in it, so that English can be improved in one place.

use std::fmt::Write as _;
use tickscope::studio::scenario::code;
use tickscope::studio::scenario::definition::Scenario;

/// The beginning of a file that lacks nothing: a pane, on lines 1 to 5.
const HEAD: &str = "tickscope = 4\n\n[[panes]]\nstrategy = \"frame-skip\"\n\n";

/// Ends of such a file, each with one fault.
const TAILS: [&str; 45] = [
    "[computer]\nrender_ms = -5\n",
    "[computer]\nrender_ms = nan\n",
    "[computer]\nrender_ms = \"slow\"\n",
    "[computer]\nrendr_ms = 5\n",
    "[computer]\nvsync = true\n",
    "computr = 1\n",
    "[[panes]]\nstrategy = \"frame-skp\"\n",
    "params = { ticks = 30 }\n",
    "params = { ticks_per_s = 0 }\n",
    "[panes.computer]\nupdate_ms = 1e9\n",
    "presentation = \"blurred\"\n",
    "[scene]\nid = \"runer\"\n",
    "[[at]]\ns = -1\nhitch_ms = 5\n",
    "[[at]]\ns = 1\nhitch_ms = 1e6\n",
    "[[at]]\ns = 1\n",
    "[panes.computer]\ntimer_ms = \"GetTickCount\"\n",
    "[panes.computer]\ntimer_ms = 2\ntimer_ms = 3\n",
    "[panes.computer]\nupdate_noise_lo_ms = -5\n",
    "[[at]]\nhitch_ms = 1\n",
    "[[at]]\ns = 1\npaused = 3\n",
    "[[at]]\ns = 1\nclose = true\n",
    "[[at]]\ns = 1\nclose = \"A\"\n",
    "[[at]]\ns = 1\npanes.C.strategy = \"semi-fixed\"\n",
    "[[at]]\ns = 1\nclose = \"Z\"\n",
    "[[at]]\ns = 1\nhitch_ms = 1\n[[at]]\ns = 2\ncomputer = { refresh_hz = 0 }\n",
    "[computer]\nqueue = 7\n",
    "[computer]\nqueue = -1\n",
    "[computer]\nqueue = 1.5\n",
    "[computer]\ngpu_ms = -1\n",
    "[computer]\nvrr = true\nvrr_lo_hz = 0\n",
    "[computer]\nvrr = \"of\"\n",
    "[computer]\npresent = \"vsync\"\n",
    "[computer]\nwake_tail = 2\n",
    "[computer]\nwake_tail_ms = -1\n",
    "[computer]\ninput = \"frame\"\n",
    "[[hitches]]\nat_s = 1\nms = 3\non = \"x\"\n",
    "[[at]]\ns = 1\nhitch_ms = 5\nhitch_on = \"sleep\"\n",
    "[[at]]\ns = 1\ncomputer = { rendr_ms = 5 }\n",
    "[[at]]\ns = 1\ncomputer = { render_ms = \"slow\" }\n",
    "[view]\ncamera = { zoom = 1000 }\n",
    "[watching]\nspeed = 0\n",
    "[watching]\nselected = \"B\"\n",
    "[watching\n",
    "[[hitches]]\nat_s = 1\nms = -3\n",
    "[view]\ninstrument = \"tabel\"\n",
];

/// Whole files, each with one fault.
const FILES: [&str; 9] = [
    "",
    "[[panes]]\nstrategy = \"semi-fixed\"\n",
    "tickscope = 7\nfuture = true\n",
    "tickscope = \"x\"\n",
    "tickscope = 4\n",
    "tickscope = 4\npanes = []\n",
    "tickscope = 4\nseed = -1\n[[panes]]\nstrategy = \"semi-fixed\"\n",
    "tickscope = 4\npaused = 3\n[[panes]]\nstrategy = \"semi-fixed\"\n",
    "tickscope = 4\nseconds = 0\n[[panes]]\nstrategy = \"semi-fixed\"\n",
];

/// Share codes and links, each with one fault.
const CODES: [&str; 4] = ["tickscope1-AAAA", "tickscope2-AAAA", "tickscope", "https://example.org/#tickscope1-AAAA"];

/// Returns a text as one line, with its line breaks as `/`.
fn in_one_line(text: &str) -> String {
    text.trim_end().replace('\n', " / ")
}

/// Adds what was said of `input`, which must be one line. Of a long list of allowed names only three are kept, because every new
/// loop, world and setting makes it longer.
fn add(words: &mut String, input: &str, said: &str) {
    assert_eq!(said.lines().count(), 1, "{input:?}: {said}");
    let names: Vec<&str> = said.split(", ").collect();
    let said = if names.len() > 8 { format!("{}, …", names[..4].join(", ")) } else { said.to_owned() };
    let input = if input.is_empty() { "(an empty file)" } else { input };
    writeln!(words, "{input}\n    {said}").expect("a text can be written");
}

#[test]
fn every_refusal_is_one_line_and_has_the_words_that_were_reviewed() {
    let refusal = |text: &str| Scenario::parse("file.toml", text).expect_err(text).to_string();
    let mut words = String::from("# Scenario files, from line 6\n\n");
    for tail in TAILS {
        add(&mut words, &in_one_line(tail), &refusal(&format!("{HEAD}{tail}")));
    }
    words += "\n# Whole scenario files\n\n";
    for file in FILES {
        add(&mut words, &in_one_line(file), &refusal(file));
    }
    words += "\n# Share codes and links\n\n";
    for text in CODES {
        add(&mut words, text, &code::read(text).expect_err(text).to_string());
    }
    super::pages::hold("tests/suite/studio/words.txt", &words);
}
