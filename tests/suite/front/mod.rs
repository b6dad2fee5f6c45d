//! The window, the films and the command line.

mod adapter;
mod anything_goes;
mod command_line;
mod films;
mod gpu;
mod panels;
mod redraw;
mod scope;
mod stored_frames;
