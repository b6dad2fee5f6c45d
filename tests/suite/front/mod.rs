//! The window, the films and the command line.

mod adapter;
mod anything_goes;
mod cards;
mod closed_pipes;
mod command_line;
mod dialogs;
mod embed;
mod film_files;
mod films;
mod fits;
mod gallery;
mod ghosts;
mod gpu;
mod harness;
mod hosts;
mod mute;
mod panels;
mod program;
mod redraw;
mod report_output;
mod scope;
mod stored_frames;
mod trace_output;
