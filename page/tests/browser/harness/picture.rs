//! What can be said of a screenshot.

use image::RgbaImage;
use std::collections::HashSet;

/// Returns how many colours it has.
pub fn colours(picture: &RgbaImage) -> usize {
    picture.pixels().map(|pixel| pixel.0).collect::<HashSet<_>>().len()
}

/// Returns how many pixels differ, of two pictures of one size.
pub fn differing(one: &RgbaImage, other: &RgbaImage) -> usize {
    assert_eq!(one.dimensions(), other.dimensions(), "pictures of two sizes");
    one.pixels().zip(other.pixels()).filter(|(one, other)| one != other).count()
}
