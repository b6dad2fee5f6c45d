//! The window's icon: the strip of a loop that runs even, a staircase beside its reference line.

use winit::window::Icon;

/// The side of the icon, in pixels.
const SIDE: u32 = 64;
const ROUND: f32 = 12.0;
const STEP: u32 = 8;

const GROUND: [u8; 4] = [0x16, 0x1a, 0x20, 0xff];
const STAIR: [u8; 4] = [0xe8, 0x71, 0x2a, 0xff];
const LINE: [u8; 4] = [0x9a, 0xa5, 0xb4, 0xff];

pub fn icon() -> Option<Icon> {
    let pixels = (0..SIDE * SIDE).flat_map(|number| pixel(number % SIDE, number / SIDE)).collect();
    Icon::from_rgba(pixels, SIDE, SIDE).ok()
}

fn pixel(x: u32, y: u32) -> [u8; 4] {
    if !is_inside(x as f32 + 0.5, y as f32 + 0.5) {
        return [0; 4];
    }
    let row = y / STEP;
    let left = 8 + row * 5;
    let has_margin = (8..56).contains(&y);
    if has_margin && (left..left + 10).contains(&x) {
        STAIR
    } else if has_margin && y.is_multiple_of(4) && (x == left + 16 || x == left + 17) {
        LINE
    } else {
        GROUND
    }
}

fn is_inside(x: f32, y: f32) -> bool {
    let half = SIDE as f32 / 2.0;
    let beyond = |at: f32| ((at - half).abs() - (half - ROUND)).max(0.0);
    beyond(x).hypot(beyond(y)) <= ROUND
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_is_a_staircase_beside_a_line_on_a_round_square() {
        assert!(icon().is_some());
        assert_eq!(pixel(0, 0), [0; 4]);
        let stair = |y| (0..SIDE).find(|x| pixel(*x, y) == STAIR);
        assert_eq!(stair(2), None);
        assert!(stair(12) < stair(28) && stair(28) < stair(52));
        assert!((0..SIDE).any(|x| pixel(x, 12) == LINE));
    }
}
