//! The mute test: a small program that sees nothing but the pixels of a pulse, without its text, tells what is wrong
//! with its loop.
//!
//! It knows how a pulse is drawn and what time it is, and nothing of loops: a cell is a refresh and four pixels wide, a bar stands
//! on the baseline, its blocks are parted by a dark row, a dashed outline goes higher, a grey band hangs below.

use super::painted::painted;
use tickscope::front::ui::panes::pulse::{self, PulseScale};
use tickscope::front::ui::pass::UiPass;
use tickscope::front::ui::style::look::Look;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::Action;
use tickscope::studio::view::Theme;
use tickscope_core::base::time::Time;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::settings::{PaneSettings, Settings, StallOn, WorldChoice};

/// A pulse of this size shows two seconds of a 60 Hz display.
const SIZE: [usize; 2] = [480, 100];
const CELL: usize = 4;
const CELLS: i64 = 120;
/// The row of the baseline.
const BASELINE: usize = 60;

/// The bars that are seen in a cell, in pixels.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// The height of the bar; 0 without one.
    bar: usize,
    /// Its blocks.
    blocks: usize,
    /// The height of the outline around it, or of the bar if that is higher.
    outline: usize,
    /// The depth of the band.
    band: usize,
}

/// The fact that a mute pulse shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    Right,
    /// Bars are lower than their outlines, and the band is full.
    Slow,
    /// Bars are tall and seldom, and no band builds up.
    FewFrames,
    /// Bars and outlines of different heights.
    Judders,
    /// A stall, and then one tall bar that empties the band.
    Leaps,
    /// A stall, and then several tall bars that empty the band in stairs.
    FastForward,
    /// A stall, and the band stays.
    GivesUp,
}

fn contrast(pixel: [u8; 3], ground: [u8; 3]) -> u8 {
    pixel.iter().zip(ground).map(|(channel, ground)| channel.abs_diff(ground)).max().unwrap_or(0)
}

/// Looks at the pulse of the first pane: its cells, the oldest first.
fn see(session: &Session, theme: Theme) -> Vec<Seen> {
    let look = Look { theme };
    let scale = PulseScale::of(session);
    let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(SIZE[0] as f32, SIZE[1] as f32));
    let pixels = painted(look, SIZE, |ui| pulse::show(ui, &mut UiPass::new(session), 0, rect, &scale));
    let ground = pixels[SIZE[0] + 1];
    let pixel = |x: usize, y: usize| pixels[y * SIZE[0] + x];
    let is_drawn = |x: usize, y: usize| contrast(pixel(x, y), ground) >= 60;
    let cell = |number: i64| {
        let left = number.rem_euclid(CELLS) as usize * CELL;
        let middle = left + 1;
        let (mut bar, mut blocks, mut was_drawn) = (0, 0, false);
        for height in 1..BASELINE {
            let is =
                is_drawn(middle, BASELINE - height) && is_drawn(left, BASELINE - height) && is_drawn(left + 2, BASELINE - height);
            if !is && !was_drawn && height > 1 || height == 1 && !is {
                break;
            }
            if is {
                bar = height;
                blocks += usize::from(!was_drawn);
            }
            was_drawn = is;
        }
        // A dash and the room after it are two pixels each; the top of an outline is whole.
        let mut outline = bar;
        for height in bar + 1..BASELINE - 1 {
            let is_side = is_drawn(left, BASELINE - height) && is_drawn(left + 2, BASELINE - height);
            if is_side && height - outline <= 4 {
                outline = height;
            }
        }
        let band = (BASELINE + 1..SIZE[1]).take_while(|y| is_drawn(middle, *y)).count();
        Seen { bar, blocks, outline, band }
    };
    let newest = (session.run.now().as_secs() * 60.0).round() as i64;
    // The gap is a twenty-fourth, and its edges are not looked at.
    (newest - CELLS + 7..newest).map(cell).collect()
}

/// Tells what the cells show.
fn tell(cells: &[Seen]) -> Told {
    let bars: Vec<Seen> = cells.iter().copied().filter(|cell| cell.bar > 0).collect();
    let at: Vec<usize> = (0..cells.len()).filter(|cell| cells[*cell].bar > 0).collect();
    if let Some(pair) = at.windows(2).find(|pair| pair[1] - pair[0] > 20) {
        let after = &cells[pair[1]..];
        let usual = cells[pair[0]].bar;
        let deepest = after.iter().map(|cell| cell.band).max().unwrap_or(0);
        let left = after.last().map_or(0, |cell| cell.band);
        let tall = after.iter().filter(|cell| cell.bar > 2 * usual).count();
        return match () {
            () if left * 2 > deepest => Told::GivesUp,
            () if tall == 1 => Told::Leaps,
            () => Told::FastForward,
        };
    }
    let unequal = bars.iter().filter(|cell| cell.outline > cell.bar + 3).count();
    let full = cells.last().is_some_and(|cell| cell.band + 2 >= SIZE[1] - BASELINE);
    let mean_gap = cells.len() as f64 / bars.len().max(1) as f64;
    match () {
        () if full && unequal * 10 >= bars.len() * 9 => Told::Slow,
        () if unequal > 2 => Told::Judders,
        () if mean_gap > 2.5 => Told::FewFrames,
        () => Told::Right,
    }
}

fn session(strategy: &str, computer: Computer) -> Session {
    let settings =
        Settings { scene: WorldChoice::new("runner"), computer, panes: vec![PaneSettings::new(strategy)], ..Settings::default() };
    Session::new(settings).expect("they are allowed")
}

fn after(strategy: &str, computer: Computer, seconds: f64) -> Told {
    let mut session = session(strategy, computer);
    session.advance_to(Time::from_secs(seconds));
    let told = [Theme::Dark, Theme::Light].map(|theme| tell(&see(&session, theme)));
    assert_eq!(told[0], told[1], "both themes tell the same");
    told[0]
}

fn rendering(render_ms: f64) -> Computer {
    Computer { render_ms, ..Computer::default() }
}

fn stalled(strategy: &str) -> Told {
    let mut session = session(strategy, rendering(2.0));
    session.advance_to(Time::from_secs(2.0));
    session.act(Action::Lab(Command::Stall { ms: 700.0, on: StallOn::default() }));
    session.advance_to(Time::from_secs(3.4));
    tell(&see(&session, Theme::Dark))
}

#[test]
fn a_good_loop_is_right() {
    assert_eq!(after("fixed-interpolated", rendering(5.0), 4.0), Told::Right);
}

#[test]
fn slow_motion_is_told_from_few_frames() {
    assert_eq!(after("frame-based", rendering(45.0), 4.0), Told::Slow);
    assert_eq!(after("variable-delta", rendering(45.0), 4.0), Told::FewFrames);
}

#[test]
fn both_kinds_of_judder_are_seen() {
    let late = Computer { wake_hi_ms: 1.0, start_ms: 0.5, ..rendering(5.0) };
    assert_eq!(after("clamped-accumulator", late, 6.0), Told::Judders);
    assert_eq!(after("frame-skip", rendering(5.0), 6.0), Told::Judders);
}

#[test]
fn a_stall_is_seen_and_so_is_what_comes_after_it() {
    assert_eq!(stalled("variable-delta"), Told::Leaps);
    assert_eq!(stalled("frame-skip"), Told::FastForward);
    assert_eq!(stalled("clamped-accumulator"), Told::GivesUp);
}

#[test]
fn a_step_limit_is_seven_blocks_below_an_outline() {
    let mut session = session("fixed-interval", rendering(70.0));
    session.advance_to(Time::from_secs(4.0));
    let bars: Vec<Seen> = see(&session, Theme::Dark).into_iter().filter(|cell| cell.bar > 0).collect();
    assert!(bars.len() > 15, "{} bars", bars.len());
    let is_limit = |bar: &Seen| bar.blocks == 7 && bar.outline > bar.bar + 5;
    assert!(bars.iter().all(is_limit), "{:?}", bars[0]);
}

/// Draws the pulse of a display whose cells are narrower. Returns the height of the highest bar and of the line in the gap;
/// `None` for the line if there is none.
fn bar_and_line(computer: Computer) -> (usize, Option<usize>) {
    let mut session = session("variable-delta", computer);
    session.advance_to(Time::from_secs(4.0));
    let look = Look { theme: Theme::Dark };
    let scale = PulseScale::of(&session);
    let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(SIZE[0] as f32, SIZE[1] as f32));
    let pixels = painted(look, SIZE, |ui| pulse::show(ui, &mut UiPass::new(&session), 0, rect, &scale));
    let ground = pixels[SIZE[0] + 1];
    let is_drawn = |x: usize, height: usize| contrast(pixels[(BASELINE - height) * SIZE[0] + x], ground) >= 60;
    let bar = |x: usize| (1..BASELINE - 1).take_while(|height| is_drawn(x, *height)).count();
    let bars: Vec<usize> = (0..SIZE[0]).map(bar).collect();
    // The longest run of columns without a bar is the gap.
    let gap = bars.split_inclusive(|bar| *bar > 0).scan(0, |end, run| {
        *end += run.len();
        Some((run.len(), *end))
    });
    let (width, end) = gap.max().expect("there are columns");
    let line = (1..BASELINE - 1).find(|height| (end - width..end - 1).any(|x| is_drawn(x, *height)));
    (bars.into_iter().max().unwrap_or(0), line)
}

#[test]
fn with_a_variable_refresh_the_shortest_one_is_the_unit_and_there_is_no_line() {
    let (unit, line) = bar_and_line(Computer { refresh_hz: 144.0, ..rendering(2.0) });
    assert!(line.is_some_and(|line| line.abs_diff(unit) <= 1), "the line at {line:?} is one refresh high, as the bars of {unit}");
    let (bar, line) = bar_and_line(Computer { vrr: true, ..rendering(10.0) });
    assert_eq!(line, None);
    // A picture of 10 ms is 1.44 times 1/144 s.
    assert!((bar as f64 - unit as f64 * 1.44).abs() <= 1.5, "{bar} pixels, and {unit} for a unit");
}
