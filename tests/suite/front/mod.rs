//! The window, the films and the command line.

mod adapter;
mod anything_goes;
mod command_line;
mod films;
mod ghosts;
mod gpu;
mod panels;
mod scope;
mod stored_frames;
