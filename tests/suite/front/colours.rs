//! The colours by an independent model: contrast as WCAG 2 defines it, differences by CIEDE2000 (Sharma, Wu and Dalal 2005),
//! colour blindness by the matrices of Machado, Oliveira and Fernandes (2009) for complete deficiencies.

use egui::Color32;
use tickscope::front::ui::style::look::Look;
use tickscope::studio::view::Theme;
use tickscope_core::lab::instruments::cpu_blocks::BlockKind;
use tickscope_core::lab::metrics::stages::Stage;
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::world::sketch::Ink;

const LOOKS: [Look; 2] = [Look { theme: Theme::Dark }, Look { theme: Theme::Light }];
/// The number of panes with colours of their own.
const PANES: usize = 6;

/// A kind of sight, as a matrix on linear red, green and blue.
type Sight = [[f64; 3]; 3];

const SIGHTS: [(&str, Sight); 4] = [
    ("usual", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ("protanopia", [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]]),
    ("deuteranopia", [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]]),
    ("tritanopia", [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]]),
];

fn linear(colour: Color32) -> [f64; 3] {
    [colour.r(), colour.g(), colour.b()].map(|channel| {
        let channel = f64::from(channel) / 255.0;
        if channel <= 0.04045 { channel / 12.92 } else { libm::pow((channel + 0.055) / 1.055, 2.4) }
    })
}

fn contrast(a: Color32, b: Color32) -> f64 {
    let [a, b] = [a, b].map(|colour| {
        let [red, green, blue] = linear(colour);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    });
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Returns a colour as eyes with this sight see it, in CIELAB under D65.
fn lab(colour: Color32, sight: &Sight) -> [f64; 3] {
    let rgb = linear(colour);
    let seen = sight.map(|row| row.iter().zip(rgb).map(|(share, channel)| share * channel).sum::<f64>().clamp(0.0, 1.0));
    let to_xyz =
        [[0.412_456_4, 0.357_576_1, 0.180_437_5], [0.212_672_9, 0.715_152_2, 0.072_175], [0.019_333_9, 0.119_192, 0.950_304_1]];
    let white = [0.950_47, 1.0, 1.088_83];
    let [x, y, z] = [0, 1, 2].map(|row| {
        let t = to_xyz[row].iter().zip(seen).map(|(share, channel)| share * channel).sum::<f64>() / white[row];
        if t > 216.0 / 24389.0 { libm::cbrt(t) } else { (24389.0 / 27.0 * t + 16.0) / 116.0 }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Returns the difference of two colours in CIELAB by CIEDE2000.
fn difference([l1, a1, b1]: [f64; 3], [l2, a2, b2]: [f64; 3]) -> f64 {
    let square = |number: f64| number * number;
    let seventh = |chroma: f64| (libm::pow(chroma, 7.0) / (libm::pow(chroma, 7.0) + libm::pow(25.0, 7.0))).sqrt();
    let stretch = 1.0 + 0.5 * (1.0 - seventh(f64::midpoint(libm::hypot(a1, b1), libm::hypot(a2, b2))));
    let (a1, a2) = (a1 * stretch, a2 * stretch);
    let (c1, c2) = (libm::hypot(a1, b1), libm::hypot(a2, b2));
    let hue = |a: f64, b: f64| if a == 0.0 && b == 0.0 { 0.0 } else { libm::atan2(b, a).to_degrees().rem_euclid(360.0) };
    let (h1, h2) = (hue(a1, b1), hue(a2, b2));
    let is_grey = c1 * c2 == 0.0;
    let turn = match h2 - h1 {
        _ if is_grey => 0.0,
        turn if turn > 180.0 => turn - 360.0,
        turn if turn < -180.0 => turn + 360.0,
        turn => turn,
    };
    let mean_hue = match h1 + h2 {
        sum if is_grey => sum,
        sum if (h1 - h2).abs() <= 180.0 => sum / 2.0,
        sum if sum < 360.0 => f64::midpoint(sum, 360.0),
        sum => (sum - 360.0) / 2.0,
    };
    let (light, chroma) = (f64::midpoint(l1, l2), f64::midpoint(c1, c2));
    let cos = |degrees: f64| libm::cos(degrees.to_radians());
    let t = 1.0 - 0.17 * cos(mean_hue - 30.0) + 0.24 * cos(2.0 * mean_hue) + 0.32 * cos(3.0 * mean_hue + 6.0)
        - 0.20 * cos(4.0 * mean_hue - 63.0);
    let rotation = -2.0 * seventh(chroma) * libm::sin((60.0 * libm::exp(-square((mean_hue - 275.0) / 25.0))).to_radians());
    let from_middle = square(light - 50.0);
    let by_light = (l2 - l1) / (1.0 + 0.015 * from_middle / (20.0 + from_middle).sqrt());
    let by_chroma = (c2 - c1) / (1.0 + 0.045 * chroma);
    let by_hue = 2.0 * (c1 * c2).sqrt() * libm::sin((turn / 2.0).to_radians()) / (1.0 + 0.015 * chroma * t);
    (square(by_light) + square(by_chroma) + square(by_hue) + rotation * by_chroma * by_hue).sqrt()
}

#[test]
fn the_error_colour_is_told_from_every_pane_by_every_eye() {
    for look in LOOKS {
        for (pane, (name, sight)) in (0..PANES).flat_map(|pane| SIGHTS.iter().map(move |sight| (pane, sight))) {
            let colour = look.of_pane(PaneLetter(pane));
            let apart = difference(lab(look.alarm(), sight), lab(colour, sight));
            assert!(apart >= 15.0, "{:?}, {name}, pane {pane}: {apart:.1}", look.theme);
        }
    }
}

#[test]
fn panes_are_told_apart_without_red_and_without_green() {
    for look in LOOKS {
        for (name, sight) in &SIGHTS {
            let colours: Vec<[f64; 3]> = (0..PANES).map(|pane| lab(look.of_pane(PaneLetter(pane)), sight)).collect();
            // Few eyes lack blue; the first four panes are those that windows open with.
            let (first, any) = if *name == "tritanopia" { (9.0, 9.0) } else { (16.0, 10.0) };
            for (a, b) in (0..PANES).flat_map(|b| (0..b).map(move |a| (a, b))) {
                let (apart, least) = (difference(colours[a], colours[b]), if b < 4 { first } else { any });
                assert!(apart >= least, "{:?}, {name}: panes {a} and {b} are {apart:.1} apart", look.theme);
            }
        }
    }
}

#[test]
fn no_pane_is_red_or_green_and_no_two_are_alike() {
    for look in LOOKS {
        let colours: Vec<[f64; 3]> = (0..PANES).map(|pane| lab(look.of_pane(PaneLetter(pane)), &SIGHTS[0].1)).collect();
        for (pane, [_, a, b]) in colours.iter().enumerate() {
            let (chroma, hue) = (libm::hypot(*a, *b), libm::atan2(*b, *a).to_degrees().rem_euclid(360.0));
            let is_red_or_green = chroma > 30.0 && (!(50.0..=340.0).contains(&hue) || (115.0..175.0).contains(&hue));
            assert!(!is_red_or_green, "{:?}, pane {pane}: hue {hue:.0}, chroma {chroma:.0}", look.theme);
            for (other, colour) in colours.iter().enumerate().skip(pane + 1) {
                let apart = difference(colours[pane], *colour);
                assert!(apart >= 15.0, "{:?}, panes {pane} and {other}: {apart:.1}", look.theme);
            }
        }
    }
}

#[test]
fn every_mark_stands_out_from_its_ground() {
    let over = |ground: Color32, [red, green, blue, alpha]: [u8; 4]| {
        let share = f32::from(alpha) / 255.0;
        let mixed = |under: u8, above: u8| (f32::from(under) * (1.0 - share) + f32::from(above) * share).round() as u8;
        Color32::from_rgb(mixed(ground.r(), red), mixed(ground.g(), green), mixed(ground.b(), blue))
    };
    for look in LOOKS {
        let check = |name: String, colour: Color32, ground: Color32| {
            let contrast = contrast(colour, ground);
            assert!(contrast >= 3.0, "{:?}: {name} has a contrast of {contrast:.2}", look.theme);
        };
        for ground in [look.canvas(), look.panel()] {
            for pane in 0..PANES {
                check(format!("pane {pane}"), look.of_pane(PaneLetter(pane)), ground);
            }
            check("the error colour".to_owned(), look.alarm(), ground);
            check("text".to_owned(), look.text(), ground);
            check("weak text".to_owned(), look.weak(), ground);
            check("a link".to_owned(), look.link(), ground);
        }
        for pane in (0..PANES).map(PaneLetter) {
            for ink in [Ink::Body(0), Ink::Faint(0), Ink::Ghost(0), Ink::Wall, Ink::Rule, Ink::Alarm] {
                check(format!("{ink:?} in {pane}"), over(look.canvas(), look.ink(pane, ink)), look.canvas());
            }
        }
        for kind in Kind::all() {
            check(format!("{kind:?} in a ribbon"), look.kind(kind), look.panel());
        }
        check("the age of a picture".to_owned(), look.age(), look.canvas());
        let times = [BlockKind::Update, BlockKind::Render, BlockKind::Sleep, BlockKind::Wait, BlockKind::Late, BlockKind::Spin];
        for kind in times {
            check(format!("the time {kind:?}"), look.time(kind), look.canvas());
        }
        for stage in [Stage::Read, Stage::Submit, Stage::Queue, Stage::Gpu, Stage::Display] {
            check(format!("the stage {stage:?}"), look.stage(stage), look.canvas());
        }
    }
}

#[test]
fn only_errors_have_the_error_colour_in_sentences_and_ribbons() {
    for look in LOOKS {
        for kind in Kind::all() {
            assert_eq!(look.kind(kind) == look.alarm(), kind.is_error(), "{kind:?} in a ribbon");
        }
    }
    assert!(!Kind::Right.is_error() && !Kind::LowFrameRate.is_error() && Kind::SlowMotion.is_error());
}
