//! Loops of one's own on the page: the whole build comes when there is one, and runs it as every other build does.

use crate::harness::{Backend, Page};
use serde_json::json;
use tickscope::studio::scenario::code;
use tickscope::studio::scenario::definition::Scenario;
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::strategies;

/// A loop that uses everything whose result could differ between machines.
const DOUBTFUL: &str = "\
function loop(host) {
  let last = host.now();
  while (host.running()) {
    const now = host.now();
    host.watch('random', Math.random());
    host.watch('date', Date.now() + new Date().getTimezoneOffset());
    host.update(Math.min(now - last, 50 * ms) * (1 + Math.sin(now / second) / 10));
    last = now;
    host.render();
  }
}
";

/// A page that listens for a button.
const LISTENS: &str = "\
let pressed = 0, last = performance.now();
addEventListener('keydown', (event) => { if (event.code === 'Space') pressed++; });
function frame(now) {
  while (pressed > 0) { pressed--; answer(); update(1); }
  update(now - last);
  last = now;
  draw();
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
";

/// Texts that take everything that they can get.
const BOMBS: [(&str, &str); 9] = [
    ("endless", "while (true) {}"),
    ("recursion", "(function deeper() { deeper(); })()"),
    ("brackets", "[[[["),
    ("text", "let text = 'x'; while (true) text += text"),
    ("list", "const list = []; while (true) list.push(new Array(1000).fill(list))"),
    ("choices", "let a; a = "),
    ("conditions", "let a; "),
    ("callbacks", "const nest = (n) => [1].map(() => nest(n + 1)); nest(0)"),
    ("getter", "const deep = { get more() { return this.more; } }; deep.more"),
];

/// Returns the share code of a scenario with this loop in pane A, and a computer on which it has something to do.
fn code_of(name: &str, source: &str) -> String {
    let text = format!(
        r#"
        tickscope = 4
        name = "Somebody's loop"
        seconds = 4
        seed = 7
        scene = {{ id = "presses" }}
        [computer]
        noise_lo_ms = 4
        noise_hi_ms = 30
        update_ms = 1
        wake_hi_ms = 1
        [[loops]]
        name = "{name}"
        source = '''
{source}'''
        [[panes]]
        strategy = "own/{name}"
        [[panes]]
        strategy = "variable-delta"
        "#
    );
    code::write(&Scenario::parse(name, &text).unwrap_or_else(|error| panic!("{name}: {error}")))
}

/// Opens a share code whose loops are let run with a click, and waits for the whole build.
fn open_and_run(page: &Page, code: &str) {
    page.open(Backend::WebGl, code);
    assert!(!page.has_whole_build(), "it is not loaded before the click");
    page.click("Button Run");
    page.wait_until("whole build", Page::has_whole_build);
    page.wait_for_frames(3);
}

#[test]
fn a_link_with_a_loop_runs_it_after_one_click_and_a_reload_does_not_ask_again() {
    let Some(page) = Page::start() else { return };
    open_and_run(&page, &code_of("mine", DOUBTFUL));
    page.place("RadioButton Pane A: mine");
    assert!(page.find("Button Run").is_none(), "{:?}", page.controls());
    page.browser.reload();
    page.wait_for_frames(3);
    page.place("RadioButton Pane A: mine");
    assert!(page.has_whole_build() && page.find("Button Run").is_none(), "{:?}", page.controls());
    page.has_no_errors();
}

#[test]
fn a_loop_that_hangs_its_rehearsal_is_not_started_and_the_page_begins_without_it() {
    let Some(page) = Page::start() else { return };
    let hang = "const f = (n) => n < 2 ? n : f(n - 1) + f(n - 2);\nconst endless = { get x() { return f(60); } };\n\
                function loop(host) { host.update(ms); host.render(); endless.x; }\n";
    for source in [hang, &hang.replace("return f(60)", "let s = 'x'; for (;;) s += s")] {
        page.open(Backend::WebGl, &code_of("theirs", source));
        page.click("Button Run");
        page.wait_until("the end of the rehearsal", |page| page.status().starts_with("error The loop that you let run"));
        page.browser.reload();
        page.wait_for_frames(3);
        page.place("Button Run");
    }
}

#[test]
fn a_copy_that_is_edited_brings_the_whole_build_and_the_page_comes_back_as_it_was() {
    let Some(page) = Page::start() else { return };
    page.open(Backend::WebGl, &page::codes::of("even-frames").unwrap());
    page.click("RadioButton Pane D: Snapped delta");
    page.click("Button Show Code");
    page.click("Button Edit a copy");
    page.wait_until("whole build", Page::has_whole_build);
    page.wait_for_frames(3);
    page.place("RadioButton Pane D: Snapped delta (copy)");
    page.place("RadioButton Pane C: Counted refreshes");
    page.place("Button Compare with the original");
    page.has_no_errors();
}

#[test]
fn the_trace_of_a_loop_in_javascript_is_the_native_one_byte_for_byte() {
    let Some(page) = Page::start() else { return };
    open_and_run(&page, &code_of("mine", DOUBTFUL));
    let published = strategies::ALL.iter().map(|strategy| (&*strategy.id, &*strategy.script));
    for (name, source) in published.chain([("doubtful", DOUBTFUL), ("listens", LISTENS)]) {
        let code = code_of(name, source);
        let native = crate::same::native_trace(&code);
        let of_the_page = page.browser.run("return tickscope.trace(arguments[0], 0, 4)", &json!([code]));
        assert!(native.lines().count() > 100, "{name} hardly runs: {native}");
        assert!(native.contains("\"press\""), "{name}: nobody presses the button");
        assert_eq!(of_the_page.as_str(), Some(&*native), "{name}");
    }
    page.has_no_errors();
}

#[test]
fn a_text_that_takes_everything_is_refused_or_stands_still_and_the_page_lives_on() {
    let Some(page) = Page::start() else { return };
    open_and_run(&page, &code_of("mine", DOUBTFUL));
    for (name, bomb) in BOMBS {
        let bomb = match name {
            "brackets" => bomb.repeat(5000),
            // As deep as a text may be, and then something that is refused when it runs.
            "choices" => format!("{bomb}{}a; nothing()", "a ? a : ".repeat(70)),
            "conditions" => format!("{bomb}{}a; nothing()", "if (a) a; else ".repeat(70)),
            _ => bomb.to_owned(),
        };
        let text = Scenario::parse("good", "tickscope = 4\n[[panes]]\nstrategy = \"variable-delta\"\n").unwrap();
        let mut settings = text.script.settings().clone();
        settings.loops.push(OwnLoop::new(name, &format!("function loop(host) {{ {bomb} }}")));
        settings.panes[0].strategy = format!("own/{name}");
        let code = code::write(&Scenario { script: settings.into(), ..text });
        let traced = page.browser.run(
            "try { tickscope.trace(arguments[0], 0, 1); return ''; } catch (refused) { return String(refused); }",
            &json!([code]),
        );
        let traced = traced.as_str().unwrap_or_default();
        assert!(traced.contains(&format!("own/{name}:1")), "{name}: {traced:?}");
    }
    let frames = page.frames();
    page.wait_until("further frames", |page| page.frames() > frames + 3);
    page.has_no_errors();
}
