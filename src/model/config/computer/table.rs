//! Makes [`Computer`](super::Computer), [`ComputerChange`](super::ComputerChange) and [`FIELDS`](super::FIELDS) from one
//! table, so that a setting is one row.

/// A row is: its key and the name of its range, its type and default, what may be set, what it belongs to, a sentence about
/// it, its option on the command line where it has one, the load that a pattern is of, how it
/// is read from a file and under what other key where that is not as usual, and how a change of it is told.
macro_rules! computer_table {
    ($(
        $(#[$attribute:meta])*
        $key:ident ($param:ident): $type:ident = $default:expr, $range:ident $(($bounds:expr))?, $group:ident,
        $about:literal,
        $(option $option:literal $placeholder:literal $help:literal,)?
        $(of $load:ident,)?
        $(read $read:literal $read_some:literal also $alias:literal,)?
        told $words:expr;
    )*) => {
        /// A pane's virtual computer: what everything costs on it, and how it keeps time.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct Computer {
            $(
                #[doc = $about]
                $(#[$attribute])*
                $(#[serde(alias = $alias, deserialize_with = $read)])?
                pub $key: $type,
            )*
        }

        impl Default for Computer {
            /// An ideal computer: 60 Hz, vsync, 5 ms to draw, everything else free and exact.
            fn default() -> Computer {
                Computer { $($key: $default,)* }
            }
        }

        impl Computer {
            $(
                #[doc = concat!("What may be set as `", stringify!($key), "`.")]
                pub const $param: Param =
                    computer_table!(@param $type, $range, stringify!($key), $default, ($($bounds)?), $about);
            )*

            /// Holds every setting against its range.
            ///
            /// # Errors
            /// The first number that is out of its range.
            pub fn check(&self) -> Result<(), Invalid> {
                $(computer_table!(@check $type, self, $key, Computer::$param, ($($load)?));)*
                Ok(())
            }
        }

        /// What changes of a [`Computer`]; everything else stays as it is. Made from a whole computer it sets everything.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct ComputerChange {
            $(
                #[doc = $about]
                #[serde(skip_serializing_if = "Option::is_none")]
                $(#[serde(alias = $alias, deserialize_with = $read_some)])?
                pub $key: Option<$type>,
            )*
        }

        impl From<Computer> for ComputerChange {
            fn from(computer: Computer) -> ComputerChange {
                ComputerChange { $($key: Some(computer.$key),)* }
            }
        }

        impl ComputerChange {
            /// `computer` with the changes.
            #[must_use]
            pub fn applied_to(&self, computer: &Computer) -> Computer {
                Computer { $($key: self.$key.unwrap_or(computer.$key),)* }
            }

            /// Only what differs from `computer`, so that a log of dragged sliders stays short.
            #[must_use]
            pub fn without_unchanged(self, computer: &Computer) -> ComputerChange {
                ComputerChange { $($key: self.$key.filter(|new| *new != computer.$key),)* }
            }

            /// What changes, each setting in a few words, in the order of the table.
            pub fn in_words(&self) -> Vec<String> {
                let words: [Option<String>; FIELDS.len()] = [$(self.$key.map($words),)*];
                words.into_iter().flatten().collect()
            }
        }

        /// The settings of a computer, in the order in which they are written.
        pub const FIELDS: &[Field] = &[$(
            Field {
                param: &Computer::$param,
                group: Group::$group,
                option: computer_table!(@option $($option $placeholder $help)?),
                access: computer_table!(@access $type, $key, ($($load)?)),
                copy: |from, to| to.$key = from.$key,
            },
        )*];
    };

    (@param f64, $unit:ident, $name:expr, $default:expr, (), $about:expr) => { Param::$unit($name, $default, $about) };
    (@param f64, $unit:ident, $name:expr, $default:expr, ($range:expr), $about:expr) => {
        Param::$unit($name, $default, $range, $about)
    };
    (@param Bounds, $unit:ident, $name:expr, $default:expr, ($range:expr), $about:expr) => {
        Param::$unit($name, 0.0, $range, $about)
    };
    (@param u32, $kind:ident, $name:expr, $default:expr, ($range:expr), $about:expr) => {
        Param::$kind($name, 0.0, $range, $about)
    };
    (@param VariableRefresh, $kind:ident, $name:expr, $default:expr, (), $about:expr) => { Param::$kind($name, 60.0, $about) };
    (@param Tail, $kind:ident, $name:expr, $default:expr, ($range:expr), $about:expr) => {
        Param::$kind($name, 0.0, $range, $about)
    };
    (@param $type:ident, $kind:ident, $name:expr, $default:expr, ($words:expr), $about:expr) => {
        Param::$kind($name, $words, $about)
    };

    (@check f64, $of:expr, $key:ident, $param:expr, ()) => { $param.check_number($of.$key)? };
    (@check u32, $of:expr, $key:ident, $param:expr, ()) => { $param.check_number(f64::from($of.$key))? };
    (@check Bounds, $of:expr, $key:ident, $param:expr, ()) => { $of.$key.check(&$param)? };
    (@check Tail, $of:expr, $key:ident, $param:expr, ()) => { $of.$key.check(&$param)? };
    (@check VariableRefresh, $of:expr, $key:ident, $param:expr, ()) => { $of.$key.check(&$param, $of.present)? };
    (@check Pattern, $of:expr, $key:ident, $param:expr, ($load:ident)) => { $of.$key.check(&PatternedLoad::$load)? };
    (@check $type:ident, $of:expr, $key:ident, $param:expr, ()) => {};

    (@access f64, $key:ident, ()) => { FieldAccess::Number(|computer| &mut computer.$key) };
    (@access bool, $key:ident, ()) => { FieldAccess::Switch(|computer| &mut computer.$key) };
    (@access Bounds, $key:ident, ()) => { FieldAccess::Bounds(|computer| &mut computer.$key) };
    (@access u32, $key:ident, ()) => { FieldAccess::Count(|computer| &mut computer.$key) };
    (@access Pattern, $key:ident, ($load:ident)) => {
        FieldAccess::Pattern(|computer| &mut computer.$key, PatternedLoad::$load)
    };
    (@access $type:ident, $key:ident, ()) => { FieldAccess::$type(|computer| &mut computer.$key) };

    (@option) => { None };
    (@option $name:literal $placeholder:literal $help:literal) => {
        Some(CommandLineOption { name: $name, placeholder: $placeholder, help: $help })
    };
}

pub(super) use computer_table;
