//! The window, the films and the command line.

mod adapter;
mod anything_goes;
mod cards;
mod command_line;
mod films;
mod fits;
mod gallery;
mod gpu;
mod mute;
mod panels;
mod redraw;
mod scope;
mod stored_frames;
