//! A world's own numbers in a state, kept with each frame. Each world has names for its own; a frame keeps any of them.

/// The most numbers of a world.
const MOST: usize = 8;

/// The numbers of any world, without their names, which are those of the world's struct: see [`world_numbers`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Numbers([f64; MOST]);

impl Numbers {
    /// Keeps a world's numbers, in the order of its struct.
    pub fn of<const N: usize>(numbers: [f64; N]) -> Numbers {
        const { assert!(N <= MOST, "a frame keeps no more numbers") };
        let mut kept = [0.0; MOST];
        kept[..N].copy_from_slice(&numbers);
        Numbers(kept)
    }

    /// Returns the numbers that [`Numbers::of`] was given; zeros if it was given none.
    pub fn first<const N: usize>(self) -> [f64; N] {
        std::array::from_fn(|number| self.0[number])
    }
}

/// Declares the numbers of a world as a struct that becomes [`Numbers`] and is read from them.
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
