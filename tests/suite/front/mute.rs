//! The mute test: a small program that sees nothing but the pixels of a strip tells what is wrong with its loop.
//!
//! It knows how a strip is drawn and nothing of loops: time runs down, a pixel is a refresh, the grey line across is a wall,
//! grey dots are a perfect loop, what has a colour is the loop, bright or dim.

use super::painted::painted;
use tickscope::front::ui::look::Look;
use tickscope::front::ui::strip;
use tickscope::studio::scenario::builtin;
use tickscope::studio::session::{Action, Session};
use tickscope_core::config::view::{Theme, View};
use tickscope_core::config::{Computer, PaneSettings, Settings, WorldChoice};
use tickscope_core::time::Time;

/// A strip of this size has one pixel for every refresh of a 60 Hz display, and shows 1.5 seconds.
const SIZE: [usize; 2] = [480, 90];

/// Red, green and blue, row by row.
struct Pixels(Vec<[u8; 3]>);

/// Draws the strip of a pane, and nothing else; the line at its top is cut off.
fn pixels(session: &Session, index: usize) -> Pixels {
    let look = Look { theme: session.run.theme };
    let size = egui::vec2(SIZE[0] as f32, SIZE[1] as f32 + 1.0);
    let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, size);
    // A world so high that its width fills the strip: a lap of the runner is as wide as the strip.
    let world = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(SIZE[0] as f32, SIZE[0] as f32));
    let all = painted(look, [SIZE[0], SIZE[1] + 1], |ui| {
        strip::show(ui, look, session, index, (rect, world), &mut Vec::<Action>::new());
    });
    Pixels(all.into_iter().skip(SIZE[0]).collect())
}

/// What is seen of one refresh.
#[derive(Clone, Copy)]
struct Row {
    /// The middle of the tread.
    x: f64,
    width: f64,
    /// It is cut off by an edge, where a lap ends and the next one begins.
    is_cut: bool,
    is_new: bool,
}

/// What a mute strip tells.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    /// Slower than the dotted line.
    slow: bool,
    /// Uneven treads.
    judders: bool,
    /// A wall is passed that no tread touches.
    passes_a_wall: bool,
    /// By how many refreshes it is behind the dotted line, in the mean. Half a pixel is an eighth of one.
    late: f64,
    /// The longest time that a frame stood, in refreshes, and what came after it.
    stall: Option<(usize, After)>,
}

/// What a loop makes of a stall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    /// One long tread, and it is back on its line.
    Leap,
    /// A steeper stair leads back to its line.
    Slope,
    /// It goes on beside its line.
    Gap,
}

/// How far a colour is from the ground's.
fn contrast(pixel: [u8; 3], ground: [u8; 3]) -> u8 {
    pixel.iter().zip(ground).map(|(channel, ground)| channel.abs_diff(ground)).max().unwrap_or(0)
}

/// Whether a colour is another hue than the ground, and not only brighter or darker.
fn is_coloured(pixel: [u8; 3], ground: [u8; 3]) -> bool {
    if pixel == ground {
        return false; // As most are.
    }
    let contrast = contrast(pixel, ground);
    let least = pixel.iter().zip(ground).map(|(channel, ground)| channel.abs_diff(ground)).min().unwrap_or(0);
    contrast >= 30 && u16::from(contrast - least) * 4 >= u16::from(contrast)
}

/// The nearest way from one place to another on a line whose ends are one.
fn way(from: f64, to: f64) -> f64 {
    let lap = SIZE[0] as f64;
    (to - from + lap / 2.0).rem_euclid(lap) - lap / 2.0
}

fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// Where the perfect loop is at some of the refreshes. A dot is two pixels wide and two high, and belongs to its upper row;
/// a tread may lie over a part of it. `seen` tells from where to where a row is grey.
fn dots(rows: &[Option<Row>], seen: impl Fn(usize) -> Option<(usize, usize)>) -> Vec<(f64, f64)> {
    let mut dots = Vec::new();
    let mut y = 0;
    while y < rows.len() {
        let Some((mut left, mut right)) = seen(y) else {
            y += 1;
            continue;
        };
        let below = if y + 1 < rows.len() { seen(y + 1) } else { None };
        let lower = below.filter(|(from, to)| *from <= right + 1 && *to + 1 >= left);
        if let Some((from, to)) = lower {
            (left, right) = (left.min(from), right.max(to));
        }
        let mut x = (left + right + 1) as f64 / 2.0;
        let tread = rows[y].map(|row| row.x);
        // The other half of it is under the tread.
        if let (true, Some(tread)) = (left == right, tread) {
            x += if tread < x { -0.5 } else { 0.5 };
        }
        // Where the tread is on the right of it, the tread of the row above has hidden the upper half.
        let is_lower_half = lower.is_none() && tread.is_some_and(|tread| tread > x);
        dots.push((if is_lower_half { y as f64 - 1.0 } else { y as f64 }, x));
        y += if lower.is_some() { 2 } else { 1 };
    }
    dots
}

/// Looks at a strip.
fn see(pixels: &Pixels) -> Seen {
    let row = |y: usize| &pixels.0[y * SIZE[0]..(y + 1) * SIZE[0]];
    // The first pixel is the oldest refresh at the left edge, where nothing is.
    let ground = pixels.0[0];
    let coloured = |pixel: &[u8; 3]| is_coloured(*pixel, ground);
    let grey = |pixel: &[u8; 3]| !coloured(pixel) && contrast(*pixel, ground) >= 50;
    let walls: Vec<usize> = (0..SIZE[0]).filter(|x| (0..SIZE[1]).filter(|y| grey(&row(*y)[*x])).count() > SIZE[1] / 2).collect();
    let brightest = pixels.0.iter().filter(|pixel| coloured(pixel)).map(|pixel| contrast(*pixel, ground)).max().unwrap_or(0);
    let rows: Vec<Option<Row>> = (0..SIZE[1])
        .map(|y| {
            let tread: Vec<(usize, [u8; 3])> = row(y).iter().copied().enumerate().filter(|(_, p)| coloured(p)).collect();
            let weight: f64 = tread.iter().map(|(_, p)| f64::from(contrast(*p, ground))).sum();
            let x = tread.iter().map(|(x, p)| (*x as f64 + 0.5) * f64::from(contrast(*p, ground))).sum::<f64>() / weight;
            let is_new = tread.iter().any(|(_, p)| f64::from(contrast(*p, ground)) > 0.75 * f64::from(brightest));
            let (first, last) = (tread.first()?.0, tread.last()?.0);
            let is_cut = first == 0 || last + 1 == SIZE[0];
            Some(Row { x, width: (last - first) as f64, is_cut, is_new })
        })
        .collect();
    // Where the leap over a wall is drawn, the row tells no place; where an edge cuts it, none that is exact.
    let usual = median(rows.iter().flatten().filter(|row| !row.is_cut).map(|row| row.width));
    let is_cut = |y: usize| rows[y].is_some_and(|row| row.is_cut);
    let whole = |y: usize| rows[y].filter(|row| row.width < usual * 1.8);
    let dots = dots(&rows, |y| {
        let is_dot = |x: &usize| grey(&row(y)[*x]) && !walls.iter().any(|wall| wall.abs_diff(*x) <= 1);
        let xs: Vec<usize> = (0..SIZE[0]).filter(is_dot).collect();
        Some((*xs.first()?, *xs.last()?))
    });
    // A loop on its line hides the dots.
    let on_line = dots.len() < SIZE[1] / 12;
    let rate = median(dots.windows(2).map(|pair| way(pair[0].1, pair[1].1) / (pair[1].0 - pair[0].0)));
    let exact = |y: usize| {
        let nearest = dots.iter().min_by(|a, b| (a.0 - y as f64).abs().total_cmp(&(b.0 - y as f64).abs()));
        nearest.map_or(0.0, |(at, x)| x + rate * (y as f64 - at))
    };

    // Frames: where each began, where it stands, how many rows it takes.
    let mut frames: Vec<(usize, f64, usize)> = Vec::new();
    for y in 0..SIZE[1] {
        match whole(y) {
            Some(row) if row.is_new => frames.push((y, row.x, 1)),
            Some(_) => {
                if let Some(frame) = frames.last_mut() {
                    frame.2 += 1;
                }
            }
            None => {}
        }
    }
    // The newest may go on.
    frames.pop();
    let offset = |frame: &(usize, f64, usize)| way(exact(frame.0), frame.1);
    let longest = (0..frames.len()).max_by_key(|frame| frames[*frame].2).filter(|frame| frames[*frame].2 >= 20);
    let stall = longest.filter(|frame| frame + 6 < frames.len()).map(|frame| {
        // The frame that the stall struck was drawn before it, so what comes of it is in the one after.
        let (before, next, last) = (offset(&frames[frame]), offset(&frames[frame + 2]), offset(&frames[frames.len() - 1]));
        let near = |a: f64, b: f64| way(a, b).abs() < rate * frames[frame].2 as f64 * 0.3;
        let after = if near(before, next) {
            After::Leap
        } else if near(before, last) {
            After::Slope
        } else {
            After::Gap
        };
        (frames[frame].2, after)
    });

    let usable = |pair: &&[(usize, f64, usize)]| pair[0].0 + pair[0].2 == pair[1].0 && !is_cut(pair[0].0) && !is_cut(pair[1].0);
    let speeds: Vec<f64> =
        frames.windows(2).filter(usable).map(|pair| way(pair[0].1, pair[1].1) / (pair[1].0 - pair[0].0) as f64).collect();
    let mean = speeds.iter().sum::<f64>() / speeds.len().max(1) as f64;
    let spread = (speeds.iter().map(|speed| (speed - mean) * (speed - mean)).sum::<f64>() / speeds.len().max(1) as f64).sqrt();
    let ends = frames.first().zip(frames.last());
    let laps: f64 = frames.windows(2).map(|pair| way(pair[0].1, pair[1].1)).sum();
    let speed = ends.map_or(rate, |(first, last)| laps / (last.0 - first.0).max(1) as f64);
    let half = usual / 2.0 + 1.0;
    let passes_a_wall = walls.first().is_some_and(|wall| {
        let wall = *wall as f64 + 0.5;
        let free = |x: f64| (x - wall).abs() > half;
        frames.windows(2).any(|pair| pair[0].1 < wall && pair[1].1 > wall && free(pair[0].1) && free(pair[1].1))
    });
    Seen {
        slow: stall.is_none() && !on_line && speed < rate * 0.9,
        judders: stall.is_none() && spread > mean.abs() * 0.25,
        passes_a_wall,
        late: if on_line { 0.0 } else { -frames.iter().map(offset).sum::<f64>() / frames.len().max(1) as f64 / rate },
        stall,
    }
}

fn at(session: &mut Session, seconds: f64) {
    session.advance_to(Time::from_secs(seconds));
}

fn scenario(id: &str) -> Session {
    let scenario = builtin::find(id).expect("it comes with the program").scenario().expect("it is read");
    let mut session = Session::open(scenario).expect("it is allowed");
    // One that asks for another length or camera is looked at like every other.
    session.act(Action::View(View::default()));
    session
}

fn runners(render_ms: f64) -> Session {
    let settings = Settings {
        scene: WorldChoice::new("runner"),
        computer: Computer { render_ms, ..Computer::default() },
        panes: ["frame-based", "variable-delta", "fixed-interpolated"].map(PaneSettings::new).into(),
        ..Settings::default()
    };
    Session::new(settings).expect("they are allowed")
}

#[test]
fn slow_motion_is_told_from_the_right_speed() {
    let mut session = runners(28.0);
    at(&mut session, 4.0);
    let [slow, right, interpolated] = [0, 1, 2].map(|pane| see(&pixels(&session, pane)));
    assert!(slow.slow && !slow.judders, "{slow:?}");
    assert!(!right.slow && !right.judders, "{right:?}");
    assert!(!interpolated.slow, "{interpolated:?}");
}

#[test]
fn a_good_loop_has_nothing_of_all_that() {
    let mut session = runners(5.0);
    at(&mut session, 4.0);
    for pane in [0, 1] {
        let seen = see(&pixels(&session, pane));
        assert!(!seen.slow && !seen.judders && !seen.passes_a_wall && seen.stall.is_none(), "{seen:?}");
        assert!((-0.2..1.6).contains(&seen.late), "{seen:?}");
    }
}

#[test]
fn judder_is_told_from_interpolation_that_is_even_and_later() {
    let mut session = scenario("judder");
    at(&mut session, 5.0);
    let [juddering, interpolated] = [0, 2].map(|pane| see(&pixels(&session, pane)));
    assert!(juddering.judders && !juddering.slow, "{juddering:?}");
    assert!(!interpolated.judders && !interpolated.slow, "{interpolated:?}");
    // What judders is one refresh behind and then two; what is even is always two.
    assert!(interpolated.late > juddering.late + 0.3, "{interpolated:?} {juddering:?}");
}

#[test]
fn lateness_is_told_from_prediction() {
    let mut session = scenario("interpolation");
    at(&mut session, 5.0);
    let [latest, late, ahead] = [0, 1, 2].map(|pane| see(&pixels(&session, pane)));
    assert!(latest.judders, "25 steps a second: {latest:?}");
    assert!(!late.judders && !ahead.judders, "{late:?} {ahead:?}");
    // A step of 40 ms is 2.4 refreshes: between the last two states a frame is that much older than predicted from the newest, which
    // the display shows a refresh later.
    assert!((0.7..1.4).contains(&ahead.late), "{ahead:?}");
    assert!((2.0..2.8).contains(&(late.late - ahead.late)), "{late:?} {ahead:?}");
}

#[test]
fn a_stall_is_seen_and_so_is_what_comes_after_it() {
    let mut session = scenario("hitch");
    at(&mut session, 3.42);
    let told = [0, 1, 2].map(|pane| see(&pixels(&session, pane)).stall);
    let after = told.map(|stall| stall.map(|(_, after)| after));
    assert_eq!(after, [Some(After::Gap), Some(After::Leap), Some(After::Slope)], "{told:?}");
    assert!(told.iter().flatten().all(|(rows, _)| (57..=64).contains(rows)), "{told:?}");
}

#[test]
fn a_wall_that_something_went_through_is_told_from_one_that_stops_everything() {
    let mut session = scenario("tunnelling");
    let (mut held, mut passed) = (0, 0);
    for half in 1..60 {
        let moment = f64::from(half) * 0.5;
        at(&mut session, moment);
        let seen = see(&pixels(&session, 0));
        if moment < 4.0 {
            held += usize::from(!seen.passes_a_wall);
        } else if moment > 9.0 {
            passed += usize::from(seen.passes_a_wall);
        }
    }
    assert_eq!(held, 7, "short steps let nothing through");
    assert!(passed >= 4, "{passed} of 41 pictures show a pass");
}

#[test]
fn slow_motion_is_told_on_light_ground_too() {
    let mut session = runners(28.0);
    session.act(Action::Theme(Theme::Light));
    at(&mut session, 4.0);
    let [slow, right] = [0, 1].map(|pane| see(&pixels(&session, pane)));
    assert!(slow.slow && !right.slow, "{slow:?} {right:?}");
    assert!(contrast(pixels(&session, 0).0[0], [255; 3]) < 40, "the ground is light");
}
