//! A world's tables: what can be computed without running anything, to be read beside the panes.

/// One table with its heading and what to see in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorldTable {
    /// Its heading.
    pub title: &'static str,
    /// What it says and where it comes from, in a few sentences.
    pub about: &'static str,
    /// The headings of its columns.
    pub columns: Vec<&'static str>,
    /// Each as long as the columns.
    pub rows: Vec<Vec<String>>,
}
