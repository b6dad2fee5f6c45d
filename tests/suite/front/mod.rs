//! The window, the films and the command line.

mod adapter;
mod anything_goes;
mod before_after;
#[cfg(feature = "own-loops")]
mod bombs;
mod cards;
mod closed_pipes;
mod code_editor;
mod colours;
mod command_line;
mod comparable;
mod computer_panel;
mod dialogs;
mod drags;
mod embed;
mod file_menu;
mod film_files;
mod films;
mod fits;
mod gallery;
mod gates;
mod ghosts;
mod gpu;
mod harness;
mod hosts;
mod instruments;
mod keyboard;
mod lessons;
mod loop_files;
mod loop_panel;
mod marks;
mod mute_pulse;
mod nothing_jumps;
mod painted;
mod panes;
mod presentation;
mod program;
mod redraw;
mod report_output;
#[cfg(feature = "own-loops")]
mod reviewed_loops;
mod scope;
mod stored_frames;
mod trace_output;
