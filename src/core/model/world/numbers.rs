//! A world's own numbers in a state, stored with each frame. Each world names its numbers; a frame stores those of any world.

/// The largest number of numbers of one world.
const MOST: usize = 8;

/// The numbers of any world, without their names; the world's own struct, made by [`world_numbers`], has the names.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Numbers([f64; MOST]);

impl Numbers {
    /// Stores a world's numbers, in the order of its struct's fields.
    pub fn of<const N: usize>(numbers: [f64; N]) -> Numbers {
        const { assert!(N <= MOST, "a frame keeps no more numbers") };
        let mut kept = [0.0; MOST];
        kept[..N].copy_from_slice(&numbers);
        Numbers(kept)
    }

    /// Returns the first `N` numbers that are stored; zeros if none are.
    pub fn first<const N: usize>(self) -> [f64; N] {
        std::array::from_fn(|number| self.0[number])
    }
}

/// Declares a world's numbers as a struct that converts to and from [`Numbers`].
macro_rules! world_numbers {
    ($(#[$about:meta])* $seen:vis struct $name:ident { $($(#[$of_field:meta])* $field:ident: f64,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default)]
        $seen struct $name {
            $($(#[$of_field])* pub $field: f64,)+
        }

        impl From<$name> for $crate::model::world::numbers::Numbers {
            fn from($name { $($field),+ }: $name) -> Self {
                Self::of([$($field),+])
            }
        }

        impl From<$crate::model::world::numbers::Numbers> for $name {
            fn from(numbers: $crate::model::world::numbers::Numbers) -> Self {
                let [$($field),+] = numbers.first();
                $name { $($field),+ }
            }
        }
    };
}
pub(crate) use world_numbers;
