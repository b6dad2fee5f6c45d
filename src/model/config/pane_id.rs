//! Which pane is meant, wherever it stands.

/// A pane's identity within one laboratory: it stays when panes before it are closed or swapped, and is never given twice.
///
/// Commands in logs and files name panes by place; a place becomes an identity when its command takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PaneId(pub u64);
