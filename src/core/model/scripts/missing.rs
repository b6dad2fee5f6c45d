//! Names that browsers and libraries know and pages here do not, each with a sentence that says how to go on without it.

use super::text::{Part, declaration, first_use};

/// The input events for which a window has a property `on…`, separated by blanks.
pub(super) const INPUT_EVENTS: &str = "keydown keyup keypress mousedown mouseup mousemove mouseover mouseout mouseenter mouseleave \
                                       mousewheel click dblclick auxclick contextmenu wheel pointerdown pointerup pointermove \
                                       pointerover pointerout pointerenter pointerleave pointercancel touchstart touchend \
                                       touchmove touchcancel gamepadconnected gamepaddisconnected dragstart drag dragend drop";

/// The beginnings of the names of all input events.
const INPUTS: &str = "key mouse pointer touch wheel click dblclick auxclick contextmenu gamepad drag drop";

/// A library that many pages need and that cannot run here.
struct Library {
    /// The global name of the library.
    name: &'static str,
    /// The word in the paths under which the library is imported.
    module: &'static str,
    /// The sentence that says what is missing and how to go on.
    remedy: &'static str,
}

static LIBRARIES: [Library; 5] = [
    Library { name: "p5", module: "p5", remedy: P5 },
    Library {
        name: "Phaser",
        module: "phaser",
        remedy: "Phaser and its document are not here; take a copy of the loop \"Phaser, smoothed\", which steps as Phaser does, or \
                 hand requestAnimationFrame a function that calls update(ms) and draw()",
    },
    Library {
        name: "THREE",
        module: "three",
        remedy: "three.js and its WebGL are not here; keep the loop, and write draw() for renderer.render(scene, camera) and \
                 update(ms) for what moves the scene",
    },
    Library {
        name: "BABYLON",
        module: "babylonjs",
        remedy: "Babylon.js and its WebGL are not here; hand requestAnimationFrame a function that calls update(ms) and draw()",
    },
    Library {
        name: "PIXI",
        module: "pixi",
        remedy: "PixiJS and its WebGL are not here; hand requestAnimationFrame a function that calls update(ms) and draw(), or bring \
                 a file with its Ticker in with // @include FILE",
    },
];

const P5: &str = "p5.js is not here, which would call setup() and draw(); in their place hand requestAnimationFrame a function that \
                  calls update(1000 / 60) for a step, draw() for the picture, and requestAnimationFrame again";

/// Names that p5.js gives to every sketch.
const P5_NAMES: &str = "createCanvas createVector background ellipse circle rect line triangle fill noFill stroke noStroke \
                        strokeWeight frameRate frameCount deltaTime millis width height mouseX mouseY mouseIsPressed keyIsPressed \
                        keyCode keyIsDown color random noise map constrain lerp dist push pop translate rotate scale textSize \
                        loadImage image noLoop resizeCanvas windowWidth windowHeight colorMode rectMode";

/// Returns the sentence for the event `kind` of keys, mice, fingers and gamepads; `None` if `kind` is another event.
pub(super) fn input_event(kind: &str) -> Option<String> {
    let is_input = INPUTS.split_whitespace().any(|beginning| kind.starts_with(beginning));
    is_input.then(|| {
        let hint = if is_of_space_bar(kind) {
            "; in world Presses window.addEventListener gets it for the space bar"
        } else {
            ""
        };
        format!("{kind} never comes, as no key, mouse or finger reaches a page here: leave it out, and let the page play by itself{hint}")
    })
}

/// Returns whether this is an event that the space bar sends to a page in a world with a button.
pub(super) fn is_of_space_bar(kind: &str) -> bool {
    ["keydown", "keyup"].contains(&kind)
}

/// Returns the sentence for an unknown `name` with which `code` begins, a part of `text`; `None` if nothing is known about it.
pub(super) fn unknown_name(name: &str, code: &str, text: &str) -> Option<String> {
    let rest = code.strip_prefix(name).unwrap_or_default();
    let is_sketch = || declaration(text, "setup").is_some();
    let remedy = match name {
        "require" => import(rest.lines().next()?),
        _ if P5_NAMES.split_whitespace().any(|known| known == name) && is_sketch() => Some(P5),
        _ => LIBRARIES.iter().find(|library| library.name == name).map(|library| library.remedy),
    };
    remedy.map(str::to_owned).or_else(|| listened_to(rest))
}

/// Returns the sentence for the library that `line` imports; `None` if none of [`LIBRARIES`] is imported.
pub(super) fn import(line: &str) -> Option<&'static str> {
    let paths = line.split(['"', '\'', '`']).skip(1).step_by(2);
    // Versions and endings do not count: `three@0.160` and `three.module.js` are both `three`.
    let mut words =
        paths.flat_map(|path| path.split('/')).filter_map(|part| part.trim_start_matches('@').split(['@', '.']).next());
    words.find_map(|word| LIBRARIES.iter().find(|library| library.module == word)).map(|library| library.remedy)
}

/// Returns the sentence for the input event to which the code `rest` listens, such as `.addEventListener("click", …)` or
/// `.body.onclick = …`; `None` if it listens to none.
fn listened_to(rest: &str) -> Option<String> {
    let path = rest.split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_' | '$'))).next()?;
    let (_, method) = path.rsplit_once('.')?;
    let after = rest[path.len()..].trim_start();
    if method == "addEventListener" {
        let quotes = ['"', '\'', '`'];
        return input_event(after.strip_prefix('(')?.trim_start().strip_prefix(quotes)?.split(quotes).next()?);
    }
    input_event(method.strip_prefix("on")?).filter(|_| after.starts_with('='))
}

/// Returns the sentence for a page that calls nothing because it is a sketch for p5.js, and the line and the column of its `draw`;
/// `None` if the page is no such sketch.
pub(super) fn sketch(page: &Part) -> Option<(&'static str, (u32, u32))> {
    let place = declaration(&page.text, "draw")?;
    let is_sketch = declaration(&page.text, "setup").is_some() || first_use(&page.text, "createCanvas", 1).is_some();
    is_sketch.then_some((P5, place))
}

/// Returns whether a page leaves its frames to a function `render` of its own: no part of it names `draw` or the host.
pub(super) fn draws_in_render(parts: &[Part]) -> bool {
    !names(parts, "draw") && !names(parts, "host")
}

/// Returns whether the code of any part names `name`.
pub(super) fn names(parts: &[Part], name: &str) -> bool {
    parts.iter().any(|part| first_use(&part.text, name, 1).is_some())
}
