//! The window, the films and the command line.

mod anything_goes;
mod command_line;
mod films;
mod gpu;
mod panels;
mod pictures;
mod scope;
