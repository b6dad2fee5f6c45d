//! An option of the command line that sets something of a computer.

/// An option of the command line.
#[derive(Clone, Copy, Debug)]
pub struct CommandLineOption {
    /// Without the dashes: `update-ms`.
    pub name: &'static str,
    /// What stands for the value in the help: `LO:HI`.
    pub placeholder: &'static str,
    /// What the help says; the default is added to it, where there is one.
    pub help: &'static str,
}
