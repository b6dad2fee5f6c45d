//! Chooses at most 255 colours for a frame that may have more.

use quantette::color_map::{IndexedColorMap, NearestNeighborColorMap};
use quantette::color_space::{oklab_to_srgb8, srgb8_to_oklab};
use quantette::deps::palette::{Oklab, Srgb, cast};
use quantette::wu::{BinnerF32x3, WuF32x3};
use quantette::{PaletteBuf, PaletteCounts, PaletteSize};
use rustc_hash::FxHashMap;

/// The largest number of colours: one index of the 256 is for unchanged pixels.
const MOST: usize = 255;
/// If there are too many colours, this many of the commonest stay exact, because they fill flat areas, in which a wrong shade is
/// visible. The colours of the edges between the areas share the other indices.
const EXACT: usize = 96;

/// Red, green and blue, gamma-encoded.
pub(super) type Rgb = [u8; 3];

/// Numbers the colours of pixels in the order in which they first come, and counts the pixels of each.
#[derive(Default)]
pub(super) struct Census {
    colours: Vec<Rgb>,
    counts: Vec<u32>,
    numbers: FxHashMap<Rgb, u32>,
    /// The colour of the last pixel and its number. The next pixel often has the same colour, and then needs no search.
    last: Option<(Rgb, u32)>,
}

impl Census {
    pub fn clear(&mut self) {
        self.colours.clear();
        self.counts.clear();
        self.numbers.clear();
        self.last = None;
    }

    /// Counts a pixel and returns the number of its colour.
    pub fn add(&mut self, colour: Rgb) -> u32 {
        let number = match self.last {
            Some((last, number)) if last == colour => number,
            _ => *self.numbers.entry(colour).or_insert_with(|| {
                self.colours.push(colour);
                self.counts.push(0);
                self.colours.len() as u32 - 1
            }),
        };
        self.last = Some((colour, number));
        self.counts[number as usize] += 1;
        number
    }
}

#[derive(Default)]
pub(super) struct Palette {
    colours: Vec<Rgb>,
    indices: FxHashMap<Rgb, u8>,
}

impl Palette {
    /// Returns a palette with all colours if they are few enough, else with the commonest and with shades that Wu's method
    /// chooses for the others.
    pub fn of(census: &Census) -> Palette {
        if census.colours.len() <= MOST {
            return Palette::new(census.colours.clone());
        }
        let mut order: Vec<usize> = (0..census.colours.len()).collect();
        // The sort is stable, so that colours with equal counts keep the order in which they first came.
        order.sort_by_key(|i| std::cmp::Reverse(census.counts[*i]));
        let (common, rare) = order.split_at(EXACT);
        let mut colours: Vec<Rgb> = common.iter().map(|i| census.colours[*i]).collect();
        let rest: Vec<Rgb> = rare.iter().map(|i| census.colours[*i]).collect();
        // The square root of the counts keeps small but bright areas in the palette next to large ones.
        let counts: Vec<u32> = rare.iter().map(|i| census.counts[*i].isqrt()).collect();
        let binner = BinnerF32x3::<64, 32, 32>::new(BinnerF32x3::<64, 32, 32>::OKLAB_COMPONENT_RANGES_FROM_SRGB8);
        let found = PaletteCounts::new(oklab(&rest), counts).ok().and_then(|rest| WuF32x3::run_palette_counts(&rest, binner));
        if let Some(found) = found {
            let shades = found.palette(PaletteSize::from_usize_clamped(MOST - EXACT));
            let shades = oklab_to_srgb8(shades.as_slice());
            for shade in cast::into_array_slice(&shades) {
                if !colours[..EXACT].contains(shade) {
                    colours.push(*shade);
                }
            }
        }
        Palette::new(colours)
    }

    fn new(colours: Vec<Rgb>) -> Palette {
        let indices = colours.iter().zip(0..).map(|(colour, index)| (*colour, index)).collect();
        Palette { colours, indices }
    }

    pub fn has_all(&self, census: &Census) -> bool {
        census.colours.iter().all(|colour| self.indices.contains_key(colour))
    }

    /// Returns the index of an unchanged pixel, which is the index after the last colour.
    pub fn unchanged_index(&self) -> u8 {
        self.colours.len() as u8
    }

    /// Returns the table of a GIF. It has an entry for unchanged pixels, because some viewers read it.
    pub fn table(&self) -> Vec<u8> {
        self.colours.iter().chain(&[[0; 3]]).flatten().copied().collect()
    }

    /// Returns an index for each colour of the census: that of the colour itself, or of the most similar colour in the palette.
    pub fn indices(&self, census: &Census) -> Vec<u8> {
        let missing: Vec<Rgb> = census.colours.iter().filter(|colour| !self.indices.contains_key(*colour)).copied().collect();
        let nearest = match PaletteBuf::new(oklab(&self.colours)) {
            Ok(palette) if !missing.is_empty() => NearestNeighborColorMap::new(palette).map_to_indices(&oklab(&missing)),
            _ => Vec::new(),
        };
        let mut nearest = nearest.into_iter();
        let mut index = |colour| self.indices.get(colour).copied().or_else(|| nearest.next()).unwrap_or_default();
        census.colours.iter().map(&mut index).collect()
    }
}

fn oklab(colours: &[Rgb]) -> Vec<Oklab> {
    srgb8_to_oklab(cast::from_array_slice::<Srgb<u8>>(colours))
}

#[cfg(test)]
mod tests {
    use crate::front::film::encode::palette::*;

    fn census(shades: u32) -> Census {
        let mut census = Census::default();
        let rare = (0..shades).map(|i| [(i % 64 * 4) as u8, (i / 64 * 4) as u8, (i % 7 * 30) as u8]);
        let areas = [[13, 17, 23], [31, 33, 41]].into_iter().flat_map(|area| std::iter::repeat_n(area, 5000));
        rare.chain(areas).for_each(|colour| _ = census.add(colour));
        census
    }

    #[test]
    fn few_colours_are_all_exact() {
        let few = census(253);
        let palette = Palette::of(&few);
        assert!(palette.has_all(&few));
        assert_eq!(palette.indices(&few), (0..255).collect::<Vec<u8>>());
        assert_eq!((palette.unchanged_index(), palette.table().len()), (255, 768));
    }

    #[test]
    fn of_many_colours_the_large_areas_stay_exact_and_the_others_are_near() {
        let many = census(4000);
        let palette = Palette::of(&many);
        assert!(palette.colours.len() <= MOST && palette.colours.len() > EXACT);
        let shown: Vec<Rgb> = palette.indices(&many).iter().map(|index| palette.colours[usize::from(*index)]).collect();
        assert_eq!(shown[4000..], [[13, 17, 23], [31, 33, 41]]);
        let off = shown.iter().flatten().zip(many.colours.iter().flatten()).map(|(a, b)| u32::from(a.abs_diff(*b)));
        assert!(off.sum::<u32>() / 12_000 < 16, "on average over the whole cube");
    }

    #[test]
    fn a_colour_that_is_known_has_its_own_index_and_a_foreign_one_the_nearest() {
        let palette = Palette::new(vec![[0, 0, 0], [250, 0, 0], [255, 255, 255]]);
        let mut census = Census::default();
        for colour in [[240, 10, 10], [255, 255, 255], [3, 3, 3], [0, 0, 0]] {
            census.add(colour);
        }
        assert_eq!(palette.indices(&census), [1, 2, 0, 0]);
        assert!(!palette.has_all(&census));
    }

    #[test]
    fn a_census_numbers_colours_as_they_come_and_counts_them() {
        let mut census = Census::default();
        assert_eq!([[1, 2, 3], [3, 2, 1], [1, 2, 3]].map(|colour| census.add(colour)), [0, 1, 0]);
        assert_eq!(census.counts, [2, 1]);
        census.clear();
        assert_eq!(census.add([3, 2, 1]), 0);
    }
}
